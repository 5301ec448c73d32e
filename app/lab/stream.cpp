// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr double entriesPerSecond = 600;
constexpr double poisonRate = 0.003;
constexpr qint64 mostDeliveries = 3;
constexpr auto group = "workers";
constexpr auto blockMs = "20";
constexpr Milliseconds blocks{20};
constexpr Milliseconds claimEvery{100};

/// Entries claimed at a time when the switch is on.
constexpr auto several = "10";

/// An entry as read.
struct Entry {
    QByteArray id;
    int job = 0;
};

std::vector<Entry> entriesOf(const Reply &entries)
{
    std::vector<Entry> all;
    for (const Reply &entry : entries.elements) {
        if (entry.elements.size() == 2 && entry.elements[1].elements.size() == 2) {
            all.push_back({entry.elements[0].bytes, numberOf(entry.elements[1].elements[1].bytes)});
        }
    }
    return all;
}

class StreamTrial final : public Trial {
public:
    explicit StreamTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            m_sides[side].truth.expect(bench.planned(entriesPerSecond));
            m_sides[side].failures.resize(std::size_t(bench.planned(entriesPerSecond)));
            m_sides[side].stream = bench.key(side, "stream");
            m_sides[side].done = bench.key(side, "done");
            m_sides[side].dead = bench.key(side, "dead");
        }
    }

    void prepare(LabWorker &control) override
    {
        for (const Side side : bothSides) {
            control.command({"XGROUP", "CREATE", m_sides[side].stream, group, "0", "MKSTREAM"});
        }
    }

    void cast() override
    {
        m_bench.addFeed(entriesPerSecond, [this](LabWorker &worker, int job) {
            redis::Pipeline both;
            for (const Side side : bothSides) {
                m_sides[side].truth.give(job);
                both.add({"XADD", m_sides[side].stream, "*", "job", idOf(job)});
            }
            worker.send(both);
        });
        for (const Side side : bothSides) {
            for (int number = 0; number < m_bench.settings().contention; ++number) {
                m_bench.add(side, QByteArray::number(number + 1), number, Bench::Until::Settled,
                            [this, nextClaim = Clock::time_point()](LabWorker &worker) mutable {
                                worker.side() == Side::Wrong ? workWrong(worker) : workRight(worker, nextClaim);
                            });
            }
        }
    }

    bool isQuiet(LabWorker &control) override
    {
        const qint64 wrong = m_sides[Side::Wrong].delivered;
        return wrong == m_sides[Side::Wrong].truth.given() && m_sides[Side::Wrong].truth.inHands() == 0
            && m_sides[Side::Right].delivered == m_sides[Side::Right].truth.given()
            && pending(control, Side::Right, 0) == 0;
    }

    std::vector<Figure> count(LabWorker &control, bool last) override
    {
        Figure stuck;
        Figure innocent;
        Figure twice;
        Figure dead;
        Figure consumers;
        for (const Side which : bothSides) {
            Half &side = m_sides[which];
            stuck[which] = pending(control, which, last ? 0 : m_bench.lasting(3 * qint64(lease.count())));
            const Reply letters = control.command({"XRANGE", side.dead, "-", "+"});
            dead[which] = double(letters.elements.size());
            {
                const std::lock_guard lock(side.mutex);
                for (const Reply &letter : letters.elements) {
                    const std::size_t job = std::size_t(numberOf(letter.elements[1].elements.back().bytes));
                    innocent[which] += side.failures[job] < mostDeliveries ? 1 : 0;
                }
            }
            twice[which] = side.truth.workedAgain();
            const Reply names = control.command({"XINFO", "CONSUMERS", side.stream, group});
            consumers[which] = std::max(0.0, double(names.elements.size()) - m_bench.settings().contention);
        }
        twice.bound = m_sides[Side::Right].truth.mayRepeat();
        return {stuck, innocent, twice, dead, consumers};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        const Half &side = m_sides[which];
        const Reply waiting = control.command({"XPENDING", side.stream, group});
        std::vector<models::LabPlace> all{
            place(control, "XLEN", side.stream),
            place(QT_TRANSLATE_NOOP("lab", "pending"),
                  waiting.elements.empty() ? 0 : double(waiting.elements.front().integer)),
            place(control, "HLEN", side.done, false)};
        if (which == Side::Right) {
            all.push_back(place(control, "XLEN", side.dead, false));
        }
        return all;
    }

    Figure load() override
    {
        return {double(m_sides[Side::Wrong].truth.given()), double(m_sides[Side::Right].truth.given())};
    }

private:
    struct Half {
        QByteArray stream, done, dead;
        JobTruth truth;
        std::atomic<int> delivered = 0; ///< first deliveries
        std::mutex mutex;
        std::vector<int> failures; ///< crashes of its consumers, by job
    };

    /// Each life of a client is a separate consumer.
    static QByteArray consumerOf(const LabWorker &worker)
    {
        return "c" + worker.name() + "-" + QByteArray::number(worker.lives());
    }

    std::optional<Entry> readNew(LabWorker &worker, Half &side)
    {
        const QByteArray consumer = consumerOf(worker);
        // Redis ends a BLOCK up to 100 ms late, which no step should take.
        const Reply read = m_bench.settings().slow
            ? worker.command({"XREADGROUP", "GROUP", group, consumer, "COUNT", "1", "STREAMS", side.stream, ">"})
            : worker.command(
                {"XREADGROUP", "GROUP", group, consumer, "COUNT", "1", "BLOCK", blockMs, "STREAMS", side.stream, ">"});
        const auto entries =
            read.elements.empty() ? std::vector<Entry>() : entriesOf(read.elements.front().elements.back());
        side.delivered += int(entries.size());
        if (entries.empty() && m_bench.settings().slow) {
            worker.sleep(blocks); // by the clock of the run
        }
        return entries.empty() ? std::nullopt : std::optional(entries.front());
    }

    /// Works on a job unless the worker dies first. A death after the work leaves the job done but unacknowledged.
    bool workOn(LabWorker &worker, Half &side, int job, int attempt)
    {
        const auto id = quint64(job);
        const auto turn = quint64(attempt);
        const bool poison = m_bench.strikes(poisonRate, "poison", id);
        const bool dies = poison || m_bench.crashes("crash", id, turn);
        const bool afterWork = !poison && m_bench.draw("where", id, turn) < 0.5;
        const bool stalls = m_bench.strikes(stallRate, "stall", id, turn);
        side.truth.take(job);
        if (!dies || afterWork) {
            worker.sleep(stalls ? workTime + stallTime : workTime);
            side.truth.work(job);
        }
        if (dies) {
            {
                const std::lock_guard lock(side.mutex);
                ++side.failures[std::size_t(job)];
            }
            side.truth.drop(job, afterWork);
            worker.crash(idOf(job));
        }
        return !dies;
    }

    void workWrong(LabWorker &worker)
    {
        Half &side = m_sides[Side::Wrong];
        const auto entry = readNew(worker, side);
        if (entry && workOn(worker, side, entry->job, 0)) {
            worker.command({"XACK", side.stream, group, entry->id});
            worker.command({"HINCRBY", side.done, idOf(entry->job), "1"});
            side.truth.release(entry->job);
        }
    }

    void workRight(LabWorker &worker, Clock::time_point &nextClaim)
    {
        Half &side = m_sides[Side::Right];
        const Clock::time_point begin = m_bench.now();
        if (begin >= nextClaim) {
            const Reply claimed = worker.command({"XAUTOCLAIM", side.stream, group, consumerOf(worker),
                                                  m_bench.lastingText(qint64(lease.count())), "0", "COUNT",
                                                  m_bench.settings().switched ? several : "1"});
            const auto entries = claimed.elements.size() < 2 ? std::vector<Entry>() : entriesOf(claimed.elements[1]);
            nextClaim = !entries.empty() ? begin : begin + std::chrono::duration_cast<Clock::duration>(claimEvery);
            for (const Entry &entry : entries) {
                if (worker.isCrashed()) {
                    return; // keeps the rest pending
                }
                takeOver(worker, side, entry, begin);
            }
            if (!entries.empty()) {
                return;
            }
        }
        if (const auto entry = readNew(worker, side)) {
            finish(worker, side, *entry, 0, begin);
        }
    }

    /// Takes over an entry of a dead consumer: works on it, or moves it to the dead letters after too many deliveries.
    void takeOver(LabWorker &worker, Half &side, const Entry &entry, Clock::time_point begin)
    {
        const Reply pending = worker.command({"XPENDING", side.stream, group, entry.id, entry.id, "1"});
        const int attempt = pending.elements.empty() ? 1 : int(pending.elements[0].elements.back().integer) - 1;
        if (attempt >= mostDeliveries) {
            worker.script(m_dead, {side.stream, side.dead}, {group, entry.id});
        } else {
            finish(worker, side, entry, attempt, begin);
        }
    }

    void finish(LabWorker &worker, Half &side, const Entry &entry, int attempt, Clock::time_point begin)
    {
        if (!workOn(worker, side, entry.job, attempt)) {
            return;
        }
        worker.script(m_finish, {side.stream, side.done}, {group, entry.id, idOf(entry.job)});
        if (m_bench.now() - begin >= lease) {
            side.truth.overrun();
        }
        side.truth.release(entry.job);
    }

    /// Number of pending entries that have been idle for at least `idle` ms.
    double pending(LabWorker &control, Side side, qint64 idle)
    {
        const Reply all = control.command(
            {"XPENDING", m_sides[side].stream, group, "IDLE", QByteArray::number(idle), "-", "+", "100000"});
        return double(all.elements.size());
    }

    Both<Half> m_sides;
    Script m_finish = cookbook("stream_finish");
    Script m_dead = cookbook("stream_dead", m_bench.settings().guarded);
};

} // namespace

const Experiment &streamExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("stream"),
        QT_TRANSLATE_NOOP("lab", "Stream"),
        QT_TRANSLATE_NOOP("lab", "Who takes over from the dead?"),
        {{QLatin1StringView("stuck"), QT_TRANSLATE_NOOP("lab", "entries stuck"), LabRole::Fault},
         {QLatin1StringView("innocent"), QT_TRANSLATE_NOOP("lab", "innocent dead letters"), LabRole::Fault},
         {QLatin1StringView("twice"), QT_TRANSLATE_NOOP("lab", "entries handled again"), LabRole::Bound},
         {QLatin1StringView("dead"), QT_TRANSLATE_NOOP("lab", "dead letters"), LabRole::Price},
         {QLatin1StringView("consumers"), QT_TRANSLATE_NOOP("lab", "names of dead consumers"), LabRole::Price}},
        &makeTrial<StreamTrial>,
        true,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
