// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

#include <cmath>
#include <numeric>

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int cachedEntries = 40;
constexpr qint64 entryTtl = 800; ///< ms
constexpr double spread = 0.25; ///< fraction of the TTL, in both directions
constexpr Milliseconds origin{20};
constexpr Milliseconds thinkLonger{2};
constexpr Milliseconds waitEvery{3};
constexpr Milliseconds busiest{100};

class CacheTrial final : public Trial {
public:
    explicit CacheTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            for (int entry = 0; entry < cachedEntries; ++entry) {
                m_sides[side].each[std::size_t(entry)].value = bench.key(side, "v:" + idOf(entry));
                m_sides[side].each[std::size_t(entry)].guard = bench.key(side, "l:" + idOf(entry));
            }
        }
    }

    void prepare(LabWorker &control) override
    {
        redis::Pipeline both;
        for (const Side side : bothSides) {
            for (int i = 0; i < cachedEntries; ++i) {
                Entry &entry = m_sides[side].each[std::size_t(i)];
                const qint64 life = lifeOf(side, quint64(i), 0);
                both.add({"SET", entry.value, "0", "PX", m_bench.lastingText(life)});
                entry.livesUntil = m_bench.now() + std::chrono::milliseconds(life);
            }
        }
        control.send(both);
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Loaded, [this](LabWorker &worker) {
            const quint64 turn = worker.nextTurn();
            const double chance = m_bench.draw("entry", turn);
            const auto entry = std::size_t(cachedEntries * chance * chance);
            const Clock::time_point begin = m_bench.now();
            Half &side = m_sides[worker.side()];
            if (worker.side() == Side::Wrong ? readWrong(worker, entry, turn) : readRight(worker, entry, turn)) {
                const double took = Milliseconds(m_bench.now() - begin).count();
                const std::lock_guard lock(side.mutex);
                side.worst = std::max(side.worst, took);
                ++side.reads;
            }
            if (!worker.isCrashed()) {
                worker.sleep(thinkLonger);
            }
        });
    }

    std::vector<Figure> count(LabWorker &, bool) override
    {
        Figure extra;
        Figure worst;
        Figure peak;
        Figure calls;
        for (const Side which : bothSides) {
            Half &side = m_sides[which];
            const std::lock_guard lock(side.mutex);
            extra[which] = side.extra;
            worst[which] = std::round(side.worst);
            calls[which] = double(side.calls.size());
            for (std::size_t last = 0, first = 0; last < side.calls.size(); ++last) {
                while (side.calls[last] - side.calls[first] > busiest) {
                    ++first;
                }
                peak[which] = std::max(peak[which], double(last - first + 1));
            }
        }
        return {extra, worst, peak, calls};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        Half &side = m_sides[which];
        std::vector<QByteArray> values;
        std::vector<QByteArray> guards;
        for (const Entry &entry : side.each) {
            values.push_back(entry.value);
            guards.push_back(entry.guard);
        }
        const auto present = [&](const std::vector<QByteArray> &keys) {
            double count = 0;
            for (const Reply &reply : control.each("EXISTS", keys)) {
                count += double(reply.integer);
            }
            return count;
        };
        std::vector<models::LabPlace> all{place(QT_TRANSLATE_NOOP("lab", "warm"), present(values), false)};
        if (which == Side::Right) {
            all.push_back(place(QT_TRANSLATE_NOOP("lab", "guarded"), present(guards), false));
        }
        const std::lock_guard lock(side.mutex);
        const double running = std::accumulate(side.each.begin(), side.each.end(), 0.0,
                                               [](double sum, const Entry &entry) { return sum + entry.running; });
        all.push_back(place(QT_TRANSLATE_NOOP("lab", "calls now"), running, false));
        return all;
    }

    Figure load() override
    {
        Figure reads;
        for (const Side side : bothSides) {
            const std::lock_guard lock(m_sides[side].mutex);
            reads[side] = m_sides[side].reads;
        }
        return reads;
    }

private:
    struct Entry {
        QByteArray value, guard;
        int running = 0; ///< running calls of the origin
        Clock::time_point livesUntil{}; ///< earliest expiry of the value
    };
    struct Half {
        std::array<Entry, cachedEntries> each;
        std::mutex mutex;
        std::vector<Clock::time_point> calls;
        double extra = 0, worst = 0, reads = 0;
    };

    /// With the switch, uses the usual guard: no second look at the value, and a slow client may free another's lock.
    enum class Look { Value, Fetch, Wait };
    Look look(LabWorker &worker, const Entry &entry, const QByteArray &token) const
    {
        if (m_bench.settings().switched) {
            return !worker.command({"GET", entry.value}).isNil()                              ? Look::Value
                : !worker.command({"SET", entry.guard, token, "NX", "PX", m_guardMs}).isNil() ? Look::Fetch
                                                                                              : Look::Wait;
        }
        const Reply reply = worker.script(m_look, {entry.value, entry.guard}, {token, m_guardMs});
        const QByteArray answer = reply.elements.empty() ? QByteArray("value") : reply.elements[0].bytes;
        return answer == "value" ? Look::Value : answer == "fetch" ? Look::Fetch : Look::Wait;
    }

    [[nodiscard]] qint64 lifeOf(Side side, quint64 entry, quint64 turn) const
    {
        return side == Side::Wrong
            ? entryTtl
            : qint64(double(entryTtl) * (1 + spread * (2 * m_bench.draw("life", entry, turn) - 1)));
    }

    /// Returns false if the client crashes in the call.
    bool askOrigin(LabWorker &worker, Entry &entry, quint64 turn)
    {
        Half &side = m_sides[worker.side()];
        {
            const std::lock_guard lock(side.mutex);
            const Clock::time_point now = m_bench.now();
            side.extra += entry.running > 0 || now < entry.livesUntil ? 1 : 0;
            side.calls.push_back(now);
            ++entry.running;
        }
        const bool dies = m_bench.crashesNext(worker.side(), "crash", turn);
        worker.sleep(dies ? origin / 2 : origin);
        if (dies) {
            const std::lock_guard lock(side.mutex);
            --entry.running;
            worker.crash(entry.value.sliced(entry.value.indexOf("}:") + 2));
        }
        return !dies;
    }

    /// Runs `set`, which stores the value. Its life is counted from before the command was sent.
    template <typename Set> void fill(Half &side, Entry &entry, qint64 life, const Set &set)
    {
        const Clock::time_point sent = m_bench.now();
        set();
        const std::lock_guard lock(side.mutex);
        --entry.running;
        entry.livesUntil = std::max(entry.livesUntil, sent + std::chrono::milliseconds(life - 2));
    }

    bool readWrong(LabWorker &worker, std::size_t which, quint64 turn)
    {
        Entry &entry = m_sides[Side::Wrong].each[which];
        if (!worker.command({"GET", entry.value}).isNil()) {
            return true;
        }
        if (!askOrigin(worker, entry, turn)) {
            return false;
        }
        fill(m_sides[Side::Wrong], entry, entryTtl, [&] {
            worker.command({"SET", entry.value, QByteArray::number(turn), "PX", m_bench.lastingText(entryTtl)});
        });
        return true;
    }

    bool readRight(LabWorker &worker, std::size_t which, quint64 turn)
    {
        Entry &entry = m_sides[Side::Right].each[which];
        const QByteArray token = QByteArray::number(turn);
        while (true) {
            const Look answer = look(worker, entry, token);
            if (answer == Look::Value) {
                return true;
            }
            if (answer == Look::Fetch) {
                break;
            }
            if (!m_bench.isLoading()) {
                return false;
            }
            worker.sleep(waitEvery);
        }
        if (!askOrigin(worker, entry, turn)) {
            return false;
        }
        const qint64 life = lifeOf(Side::Right, quint64(which), turn);
        fill(m_sides[Side::Right], entry, life, [&] {
            if (m_bench.settings().switched) {
                worker.command({"SET", entry.value, token, "PX", m_bench.lastingText(life)});
                worker.command({"DEL", entry.guard});
            } else {
                worker.script(m_fill, {entry.value, entry.guard}, {token, token, m_bench.lastingText(life)});
            }
        });
        return true;
    }

    QByteArray m_guardMs = m_bench.lastingText(m_bench.settings().dial.value_or(cacheGuard));
    Both<Half> m_sides;
    Script m_look = cookbook("cache_look", m_bench.settings().guarded);
    Script m_fill = cookbook("cache_fill");
};

} // namespace

const Experiment &cacheExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("cache"),
        QT_TRANSLATE_NOOP("lab", "Cache"),
        QT_TRANSLATE_NOOP("lab", "Who asks the origin?"),
        {{QLatin1StringView("extra"), QT_TRANSLATE_NOOP("lab", "calls of the origin too many"), LabRole::Fault},
         {QLatin1StringView("worst"), QT_TRANSLATE_NOOP("lab", "longest read, ms"), LabRole::Price},
         {QLatin1StringView("peak"), QT_TRANSLATE_NOOP("lab", "calls in the busiest 100 ms"), LabRole::Price},
         {QLatin1StringView("calls"), QT_TRANSLATE_NOOP("lab", "calls of the origin"), LabRole::Price}},
        &makeTrial<CacheTrial>,
        false};
    return experiment;
}

} // namespace plimsoll::lab
