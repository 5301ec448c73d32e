// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int dueAtOnce = 20;
constexpr int dueAtOnceSlowly = 4; ///< few enough to follow
constexpr int addedAtOnce = 1'000; ///< commands per pipeline
constexpr Milliseconds dueEvery{50};
constexpr Milliseconds firstDue{200};
constexpr auto batch = "10";
constexpr Milliseconds shortWork{1};
constexpr Milliseconds pollEvery{5};

class DelayedTrial final : public Trial {
public:
    explicit DelayedTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            m_sides[side].truth.expect(jobs());
            m_sides[side].keys = {bench.key(side, "delayed"), bench.key(side, "processing"),
                                  bench.key(side, "attempts"), bench.key(side, "done")};
        }
    }

    void prepare(LabWorker &control) override
    {
        const qint64 now = clientNow();
        redis::Pipeline both;
        for (int job = 0; job < jobs() && !m_bench.isStopped(); ++job) {
            const double due = (firstDue + dueEvery * (job / atOnce())).count();
            for (const Side side : bothSides) {
                m_sides[side].truth.give(job);
                both.add({"ZADD", m_sides[side].keys.delayed, QByteArray::number(now + m_bench.lasting(qint64(due))),
                          idOf(job)});
            }
            if (both.size() >= addedAtOnce) {
                control.send(both);
                both.clear();
            }
        }
        if (both.size() > 0) {
            control.send(both);
        }
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Settled, [this](LabWorker &worker) {
            if (!(worker.side() == Side::Wrong ? workWrong(worker) : workRight(worker))) {
                worker.sleep(pollEvery);
            }
        });
        m_bench.add(Side::Right, "reaper", 0, Bench::Until::Settled, [this](LabWorker &worker) {
            Half &side = m_sides[Side::Right];
            const Reply back =
                worker.script(m_reap, {side.keys.processing, side.keys.delayed, side.keys.attempts}, {"100"});
            for (const int job : numbersIn(back)) {
                side.truth.giveBack(job);
            }
            worker.sleep(reaperEvery);
        });
    }

    bool isQuiet(LabWorker &control) override
    {
        const auto sizes = control.transaction({{"ZCARD", m_sides[Side::Wrong].keys.delayed},
                                                {"ZCARD", m_sides[Side::Right].keys.delayed},
                                                {"ZCARD", m_sides[Side::Right].keys.processing}});
        return std::all_of(sizes.begin(), sizes.end(), [](const Reply &size) { return size.integer == 0; })
            && m_sides[Side::Wrong].truth.inHands() == 0;
    }

    std::vector<Figure> count(LabWorker &control, bool last) override
    {
        Figure twice;
        Figure lost;
        for (const Side side : bothSides) {
            std::tie(twice[side], lost[side]) = countFaults(control, m_sides[side], last);
        }
        return {twice, lost,
                Figure{m_sides[Side::Wrong].truth.workedAgain(), m_sides[Side::Right].truth.workedAgain()}};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        const Half &side = m_sides[which];
        return {place(control, "ZCARD", side.keys.delayed),
                which == Side::Wrong ? place(QT_TRANSLATE_NOOP("lab", "in hand"), side.truth.inHands())
                                     : place(control, "ZCARD", side.keys.processing),
                place(control, "HLEN", side.keys.done, false)};
    }

    Figure load() override { return {double(jobs()), double(jobs())}; }

private:
    struct Keys {
        QByteArray delayed, processing, attempts, done;
    };
    struct Half {
        Keys keys;
        JobTruth truth;
        Lasting lost;
    };

    [[nodiscard]] int jobs() const
    {
        const double batches = (1'000 * m_bench.settings().seconds - firstDue.count()) / dueEvery.count();
        return atOnce() * std::max(1, int(batches));
    }
    [[nodiscard]] int atOnce() const
    {
        return (m_bench.settings().slow ? dueAtOnceSlowly : dueAtOnce) * m_bench.settings().producers;
    }

    bool dies(LabWorker &worker, int job, int attempt)
    {
        const bool dead = m_bench.crashes("crash", quint64(job), quint64(attempt));
        if (dead) {
            m_sides[worker.side()].truth.drop(job, false);
            worker.crash(idOf(job));
        }
        return dead;
    }

    bool workWrong(LabWorker &worker)
    {
        Half &side = m_sides[Side::Wrong];
        const Reply due = worker.command(
            {"ZRANGE", side.keys.delayed, "-inf", QByteArray::number(clientNow()), "BYSCORE", "LIMIT", "0", batch});
        for (const Reply &element : due.elements) {
            const int job = numberOf(element.bytes);
            const Reply removed = worker.command({"ZREM", side.keys.delayed, element.bytes});
            if (m_bench.settings().switched && removed.integer == 0) {
                continue; // the reply says that another worker has removed it
            }
            side.truth.take(job);
            if (dies(worker, job, 0)) {
                return true;
            }
            worker.sleep(shortWork);
            side.truth.work(job);
            worker.command({"HINCRBY", side.keys.done, element.bytes, "1"});
            side.truth.release(job);
        }
        return !due.elements.empty();
    }

    bool workRight(LabWorker &worker)
    {
        Half &side = m_sides[Side::Right];
        const Reply due = worker.script(m_claim, {side.keys.delayed, side.keys.processing},
                                        {batch, m_bench.lastingText(qint64(lease.count()))});
        for (const Reply &element : due.elements) {
            side.truth.take(numberOf(element.bytes));
        }
        for (std::size_t i = 0; i < due.elements.size(); ++i) {
            const QByteArray &id = due.elements[i].bytes;
            const int job = numberOf(id);
            const int attempt = int(worker.command({"HGET", side.keys.attempts, id}).toInteger().value_or(0));
            if (dies(worker, job, attempt)) {
                // A crash also loses the rest of the batch.
                for (++i; i < due.elements.size(); ++i) {
                    side.truth.release(numberOf(due.elements[i].bytes));
                }
                return true;
            }
            worker.sleep(shortWork);
            side.truth.work(job);
            worker.script(m_ack, {side.keys.processing, side.keys.done, side.keys.attempts}, {id});
            side.truth.release(job);
        }
        return !due.elements.empty();
    }

    static std::pair<double, double> countFaults(LabWorker &control, Half &side, bool last)
    {
        const auto jobs = side.truth.jobs();
        const auto held = control.transaction(
            {{"ZRANGE", side.keys.delayed, "0", "-1"}, {"ZRANGE", side.keys.processing, "0", "-1"}});
        Marks there(jobs.size());
        mark(there, held[0]);
        mark(there, held[1]);
        double twice = 0;
        std::set<int> lost;
        for (int i = 0; i < int(jobs.size()); ++i) {
            const JobTruth::Job &job = jobs[std::size_t(i)];
            twice += std::max(0, job.taken - 1 - job.givenBack);
            if (job.worked == 0 && job.inHands == 0 && !there[std::size_t(i)]) {
                lost.insert(i);
            }
        }
        return {twice, side.lost.count(std::move(lost), last)};
    }

    Both<Half> m_sides;
    Script m_claim = cookbook("delayed_claim", m_bench.settings().guarded);
    Script m_ack = cookbook("delayed_ack");
    Script m_reap = cookbook("delayed_reap");
};

} // namespace

const Experiment &delayedExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("delayed"),
        QT_TRANSLATE_NOOP("lab", "Delayed jobs"),
        QT_TRANSLATE_NOOP("lab", "Whose timer is it?"),
        {{QLatin1StringView("twice"), QT_TRANSLATE_NOOP("lab", "claims too many"), LabRole::Fault},
         {QLatin1StringView("lost"), QT_TRANSLATE_NOOP("lab", "jobs lost"), LabRole::Fault},
         {QLatin1StringView("again"), QT_TRANSLATE_NOOP("lab", "jobs handled again"), LabRole::Price}},
        &makeTrial<DelayedTrial>,
        true,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
