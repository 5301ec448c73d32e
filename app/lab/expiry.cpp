// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/subscriber.h"
#include "app/lab/trial.h"

#include <cmath>

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr double draftsPerSecond = 200;
constexpr double shortestLife = 300; ///< life of a draft, ms
constexpr double longestLife = 1'500;
constexpr Milliseconds downTime{250};
constexpr qint64 lateAfter = 500; ///< ms
constexpr auto spareMs = "3600000";
constexpr auto cleanedAtOnce = "100";
constexpr auto events = "notify-keyspace-events";
constexpr auto expiredEvents = "__keyevent@0__:expired";

struct Writing {
    Milliseconds at{};
    int client = 0;
    int draft = 0;
};

class ExpiryTrial final : public Trial {
public:
    explicit ExpiryTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            m_sides[side].index = bench.key(side, "index");
            m_sides[side].open = bench.key(side, "open");
            m_sides[side].due.resize(std::size_t(bench.planned(draftsPerSecond)));
        }
    }

    void prepare(LabWorker &control) override
    {
        const Reply before = control.command({"CONFIG", "GET", events});
        if (before.elements.size() == 2) {
            m_events = before.elements[1].bytes;
        }
        control.command({"CONFIG", "SET", events, "Ex"});
    }

    void tidy(LabWorker &control) override
    {
        if (m_events) {
            control.command({"CONFIG", "SET", events, *m_events});
        }
    }

    void cast() override
    {
        std::vector<Writing> writings;
        const double rate = draftsPerSecond * m_bench.settings().producers;
        for (int draft = 0; draft < m_bench.planned(draftsPerSecond) && !m_bench.isStopped(); ++draft) {
            writings.push_back({Milliseconds(1'000 * draft / rate), draft % m_bench.settings().contention, draft});
        }
        m_bench.play(std::move(writings),
                     [this](LabWorker &worker, const Writing &writing) { write(worker, writing.draft); });
        m_bench.add(
            Side::Wrong, "follower", 0, Bench::Until::Settled,
            [this, subscriber = std::make_shared<Subscriber>()](LabWorker &worker) { listen(worker, *subscriber); });
        m_bench.add(
            Side::Right, "follower", 0, Bench::Until::Settled,
            [this, before = std::optional<Clock::time_point>()](LabWorker &worker) mutable { clean(worker, before); });
    }

    bool isQuiet(LabWorker &control) override
    {
        const qint64 now = clientNow();
        const auto isPast = [now](qint64 due) { return due + lateAfter < now; };
        Half &wrong = m_sides[Side::Wrong];
        const std::lock_guard lock(wrong.mutex);
        return std::all_of(wrong.due.begin(), wrong.due.end(), isPast)
            && control.command({"SCARD", m_sides[Side::Right].open}).integer == 0;
    }

    std::vector<Figure> count(LabWorker &control, bool last) override
    {
        Figure never;
        Figure lag;
        for (const Side which : bothSides) {
            Half &side = m_sides[which];
            const std::set<int> open = numbersIn(control.command({"SMEMBERS", side.open}));
            const qint64 before = clientNow() - (last ? 0 : lateAfter);
            const std::lock_guard lock(side.mutex);
            never[which] = double(std::count_if(open.begin(), open.end(), [&](int draft) {
                const qint64 due = side.due[std::size_t(draft)];
                return due > 0 && due < before;
            }));
            lag[which] = side.lag;
        }
        lag.bound = m_sides[Side::Right].longestAway;
        return {never, lag};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        const Half &side = m_sides[which];
        std::vector<models::LabPlace> all{place(control, "SCARD", side.open, false)};
        if (which == Side::Right) {
            all.push_back(place(control, "ZCARD", side.index, false));
        }
        return all;
    }

    Figure load() override
    {
        Figure written;
        for (const Side side : bothSides) {
            const std::lock_guard lock(m_sides[side].mutex);
            const auto &due = m_sides[side].due;
            written[side] = double(std::count_if(due.begin(), due.end(), [](qint64 one) { return one > 0; }));
        }
        return written;
    }

private:
    struct Half {
        QByteArray index, open;
        std::mutex mutex;
        std::vector<qint64> due; ///< deadline of each draft, Unix ms
        double lag = 0; ///< maximum delay in ms from a deadline to its closing
        double longestAway = 0; ///< maximum time in ms between two cleanings, from before one until after the next
    };

    [[nodiscard]] QByteArray draftKey(Side side, const QByteArray &id) const
    {
        return m_bench.key(side, "draft:" + id);
    }

    void write(LabWorker &worker, int draft)
    {
        Half &side = m_sides[worker.side()];
        const QByteArray id = idOf(draft);
        const auto life = qint64(shortestLife + (longestLife - shortestLife) * m_bench.draw("life", quint64(draft)));
        const QByteArray lifeMs = QByteArray::number(life);
        qint64 due = clientNow() + life;
        if (worker.side() == Side::Wrong) {
            worker.command({"SET", draftKey(Side::Wrong, id), "text", "PX", lifeMs});
            worker.command({"SADD", side.open, id});
        } else {
            due =
                worker
                    .script(m_write, {side.index, side.open, draftKey(Side::Right, id)}, {id, "text", lifeMs, spareMs})
                    .integer;
        }
        const std::lock_guard lock(side.mutex);
        side.due[std::size_t(draft)] = due;
    }

    /// End of the followers' current downtime, which recurs about once a second; nullopt if they are up.
    [[nodiscard]] std::optional<Clock::time_point> downUntil() const
    {
        if (!m_bench.isLoading()) {
            return std::nullopt;
        }
        const Clock::time_point now = Clock::now();
        const auto second = std::chrono::floor<std::chrono::seconds>(now - m_bench.begin());
        const Milliseconds begins = second + Milliseconds(700) * m_bench.draw("down", quint64(second.count()));
        const bool isDown = now >= m_bench.at(begins) && now < m_bench.at(begins + downTime);
        return isDown ? std::optional(m_bench.at(begins + downTime)) : std::nullopt;
    }

    void closed(Half &side, int draft)
    {
        const qint64 now = clientNow();
        const std::lock_guard lock(side.mutex);
        if (const qint64 due = side.due[std::size_t(draft)]; due > 0) {
            side.lag = std::max(side.lag, double(now - due));
        }
    }

    void listen(LabWorker &worker, Subscriber &subscriber)
    {
        if (const auto until = downUntil()) {
            subscriber.close();
            worker.sleepUntil(*until);
        }
        if (!subscriber.isOpen()) {
            if (const Outcome done = subscriber.subscribe(m_bench.endpoint(), expiredEvents, m_bench.stop()); !done) {
                m_bench.fail(done.error());
                return;
            }
        }
        const QByteArray prefix = draftKey(Side::Wrong, {});
        for (const QByteArray &key : subscriber.readMessages(std::chrono::milliseconds(10))) {
            if (key.startsWith(prefix)) {
                const QByteArray id = key.sliced(prefix.size());
                worker.command({"SREM", m_sides[Side::Wrong].open, id});
                closed(m_sides[Side::Wrong], numberOf(id));
            }
        }
    }

    void clean(LabWorker &worker, std::optional<Clock::time_point> &before)
    {
        if (const auto until = downUntil()) {
            worker.sleepUntil(*until);
        }
        Half &side = m_sides[Side::Right];
        const Clock::time_point begin = Clock::now();
        const Reply time = worker.command({"TIME"});
        const Reply due =
            worker.command({"ZRANGE", side.index, "-inf", QByteArray::number(microsecondsOf(time) / 1'000), "BYSCORE",
                            "LIMIT", "0", cleanedAtOnce});
        if (!due.elements.empty()) {
            std::vector<QByteArray> keys{side.index, side.open};
            std::vector<QByteArray> ids;
            for (const Reply &id : due.elements) {
                keys.push_back(draftKey(Side::Right, id.bytes));
                ids.push_back(id.bytes);
            }
            for (const int draft : numbersIn(worker.script(m_clean, keys, ids))) {
                closed(side, draft);
            }
        }
        {
            const std::lock_guard lock(side.mutex);
            const Milliseconds away = Clock::now() - before.value_or(m_bench.begin());
            side.longestAway = std::max(side.longestAway, std::ceil(away.count()) + 1);
        }
        before = begin;
        worker.sleep(reaperEvery);
    }

    std::optional<QByteArray> m_events; ///< notify-keyspace-events before the run
    Both<Half> m_sides;
    Script m_write = cookbook("expiry_write", m_bench.settings().guarded);
    Script m_clean = cookbook("expiry_clean");
};

} // namespace

const Experiment &expiryExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("expiry"),
        QT_TRANSLATE_NOOP("lab", "Deadlines"),
        QT_TRANSLATE_NOOP("lab", "Who notices?"),
        {{QLatin1StringView("never"), QT_TRANSLATE_NOOP("lab", "overdue, and still open"), LabRole::Fault},
         {QLatin1StringView("lag"), QT_TRANSLATE_NOOP("lab", "longest from deadline to closing, ms"), LabRole::Bound}},
        &makeTrial<ExpiryTrial>,
        true,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
