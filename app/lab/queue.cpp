// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr double jobsPerSecond = 800;
constexpr auto mostAttempts = "5";
constexpr auto reapedAtOnce = "100";

class QueueTrial final : public Trial {
public:
    explicit QueueTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            m_sides[side].truth.expect(bench.planned(jobsPerSecond));
            m_sides[side].keys = {bench.key(side, "ready"),    bench.key(side, "processing"), bench.key(side, "leases"),
                                  bench.key(side, "attempts"), bench.key(side, "dead"),       bench.key(side, "done")};
        }
    }

    void cast() override
    {
        m_bench.addFeed(jobsPerSecond, [this](LabWorker &worker, int job) {
            redis::Pipeline both;
            for (const Side side : bothSides) {
                m_sides[side].truth.give(job);
                both.add({"LPUSH", m_sides[side].keys.ready, idOf(job)});
            }
            worker.send(both);
        });
        m_bench.addClients(Bench::Until::Settled, [this](LabWorker &worker) {
            worker.side() == Side::Wrong ? workWrong(worker) : workRight(worker);
        });
        m_bench.add(Side::Right, "reaper", 0, Bench::Until::Settled, [this](LabWorker &worker) {
            const Keys &keys = m_sides[Side::Right].keys;
            worker.script(m_reap, {keys.processing, keys.leases, keys.ready, keys.dead, keys.attempts},
                          {m_bench.lastingText(qint64(lease.count())), mostAttempts, reapedAtOnce});
            worker.sleep(reaperEvery);
        });
    }

    bool isQuiet(LabWorker &control) override
    {
        const auto lengths = control.transaction({{"LLEN", m_sides[Side::Wrong].keys.ready},
                                                  {"LLEN", m_sides[Side::Right].keys.ready},
                                                  {"LLEN", m_sides[Side::Right].keys.processing}});
        return std::all_of(lengths.begin(), lengths.end(), [](const Reply &length) { return length.integer == 0; })
            && m_sides[Side::Wrong].truth.inHands() == 0;
    }

    std::vector<Figure> count(LabWorker &control, bool last) override
    {
        Figure lost;
        Figure unknown;
        for (const Side side : bothSides) {
            std::tie(lost[side], unknown[side]) = countFaults(control, side, last);
        }
        return {lost, unknown,
                Figure{m_sides[Side::Wrong].truth.workedAgain(), m_sides[Side::Right].truth.workedAgain(),
                       m_sides[Side::Right].truth.mayRepeat()}};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        const Half &side = m_sides[which];
        if (which == Side::Wrong) {
            return {place(control, "LLEN", side.keys.ready),
                    place(QT_TRANSLATE_NOOP("lab", "in hand"), side.truth.inHands()),
                    place(control, "HLEN", side.keys.done, false)};
        }
        return {place(control, "LLEN", side.keys.ready), place(control, "LLEN", side.keys.processing),
                place(control, "HLEN", side.keys.done, false), place(control, "LLEN", side.keys.dead, false)};
    }

    Figure load() override
    {
        return {double(m_sides[Side::Wrong].truth.given()), double(m_sides[Side::Right].truth.given())};
    }

private:
    struct Keys {
        QByteArray ready, processing, leases, attempts, dead, done;
    };
    struct Half {
        Keys keys;
        JobTruth truth;
        Lasting lost, unknown;
    };

    /// The point, of three between its commands, at which the worker dies in this attempt, or none.
    [[nodiscard]] int deathAt(int job, int attempt)
    {
        const auto id = static_cast<quint64>(job);
        const auto turn = static_cast<quint64>(attempt);
        return m_bench.crashes("crash", id, turn) ? 1 + int(3 * m_bench.draw("where", id, turn)) : 0;
    }

    bool dies(LabWorker &worker, int job, bool here, bool afterWork = false)
    {
        if (here) {
            m_sides[worker.side()].truth.drop(job, afterWork);
            worker.crash(idOf(job));
        }
        return here;
    }

    void work(LabWorker &worker, int job, int attempt)
    {
        const bool stalls = m_bench.strikes(stallRate, "stall", quint64(job), quint64(attempt));
        worker.sleep(stalls ? workTime + stallTime : workTime);
    }

    void workWrong(LabWorker &worker)
    {
        Half &side = m_sides[Side::Wrong];
        const Reply taken = worker.command({"RPOP", side.keys.ready});
        if (taken.isNil()) {
            worker.sleep(think);
            return;
        }
        const int job = numberOf(taken.bytes);
        side.truth.take(job);
        const int death = deathAt(job, 0);
        if (dies(worker, job, death == 1)) {
            return;
        }
        worker.command({"HGET", side.keys.attempts, taken.bytes});
        if (dies(worker, job, death == 2)) {
            return;
        }
        work(worker, job, 0);
        side.truth.work(job);
        if (dies(worker, job, death == 3, true)) {
            return;
        }
        worker.command({"HINCRBY", side.keys.done, taken.bytes, "1"});
        side.truth.release(job);
    }

    void workRight(LabWorker &worker)
    {
        Half &side = m_sides[Side::Right];
        const Clock::time_point begin = m_bench.now();
        const Reply taken = worker.command({"LMOVE", side.keys.ready, side.keys.processing, "RIGHT", "LEFT"});
        if (taken.isNil()) {
            worker.sleep(think);
            return;
        }
        const int job = numberOf(taken.bytes);
        side.truth.take(job);
        const int attempt = int(worker.command({"HGET", side.keys.attempts, taken.bytes}).toInteger().value_or(0));
        const int death = deathAt(job, attempt);
        if (dies(worker, job, death == 1)) {
            return;
        }
        if (worker
                .script(m_lease, {side.keys.processing, side.keys.leases},
                        {taken.bytes, m_bench.lastingText(qint64(lease.count()))})
                .integer
            == 0) {
            side.truth.release(job);
            return;
        }
        if (dies(worker, job, death == 2)) {
            return;
        }
        work(worker, job, attempt);
        side.truth.work(job);
        if (dies(worker, job, death == 3, true)) {
            return;
        }
        worker.script(m_finish, {side.keys.processing, side.keys.leases, side.keys.attempts, side.keys.done},
                      {taken.bytes});
        if (m_bench.now() - begin >= lease) {
            side.truth.overrun();
        }
        side.truth.release(job);
    }

    /// Lost: pushed, never finished and in no list. Unknown: finished, but neither recorded nor in a list.
    std::pair<double, double> countFaults(LabWorker &control, Side which, bool last)
    {
        Half &side = m_sides[which];
        const auto jobs = side.truth.jobs();
        const auto held = control.transaction({{"LRANGE", side.keys.ready, "0", "-1"},
                                               {"LRANGE", side.keys.processing, "0", "-1"},
                                               {"LRANGE", side.keys.dead, "0", "-1"},
                                               {"HKEYS", side.keys.done}});
        Marks there(jobs.size()); // in a list or recorded
        for (const Reply &one : held) {
            mark(there, one);
        }
        std::set<int> lost;
        std::set<int> unknown;
        for (int i = 0; i < int(jobs.size()); ++i) {
            const JobTruth::Job &job = jobs[std::size_t(i)];
            if (!job.given || job.inHands > 0 || there[std::size_t(i)]) {
                continue;
            }
            (job.worked > 0 ? unknown : lost).insert(i);
        }
        return {side.lost.count(std::move(lost), last), side.unknown.count(std::move(unknown), last)};
    }

    Both<Half> m_sides;
    Script m_lease = cookbook("queue_lease");
    Script m_finish = cookbook("queue_finish");
    Script m_reap = cookbook("queue_reap", m_bench.settings().guarded);
};

} // namespace

const Experiment &queueExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("queue"),
        QT_TRANSLATE_NOOP("lab", "Work queue"),
        QT_TRANSLATE_NOOP("lab", "Does a job survive its worker?"),
        {{QLatin1StringView("lost"), QT_TRANSLATE_NOOP("lab", "jobs lost"), LabRole::Fault},
         {QLatin1StringView("unknown"), QT_TRANSLATE_NOOP("lab", "done but never recorded"), LabRole::Fault},
         {QLatin1StringView("twice"), QT_TRANSLATE_NOOP("lab", "jobs handled again"), LabRole::Bound}},
        &makeTrial<QueueTrial>,
        true,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
