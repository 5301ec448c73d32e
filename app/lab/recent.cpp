// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;

constexpr double viewsPerSecond = 2'500;
constexpr int visitors = 20'000;
constexpr int bound = 50;
constexpr qint64 life = 60'000; ///< ms
constexpr Milliseconds readEvery{1};

struct Visit {
    Milliseconds at{};
    int client = 0;
    int number = 0;
};

class RecentTrial final : public Trial {
public:
    using Trial::Trial;

    void cast() override
    {
        std::vector<Visit> visits;
        for (int number = 0; number < m_bench.planned(viewsPerSecond) && !m_bench.isStopped(); ++number) {
            visits.push_back(
                {Milliseconds(1'000 * number / (m_bench.paced(viewsPerSecond) * m_bench.settings().producers)),
                 int(m_bench.draw("client", quint64(number)) * m_bench.settings().contention), number});
        }
        m_bench.play(std::move(visits), [this](LabWorker &worker, const Visit &visit) { push(worker, visit.number); });
        for (const Side side : bothSides) {
            m_bench.add(side, "reader", 0, Bench::Until::Loaded,
                        [this, key = m_bench.key(side, "hot")](LabWorker &worker) {
                            Half &half = m_sides[worker.side()];
                            const int length = int(worker.command({"LLEN", key}).integer);
                            half.over += length > bound ? 1 : 0;
                            half.longest = std::max<int>(half.longest, length);
                            worker.sleep(readEvery);
                        });
        }
    }

    std::vector<Figure> count(LabWorker &control, bool) override
    {
        Figure over;
        Figure unending;
        Figure longest;
        for (const Side side : bothSides) {
            over[side] = m_sides[side].over;
            longest[side] = m_sides[side].longest;
            unending[side] = countForever(control, side);
        }
        longest.bound = bound;
        return {over, unending, longest};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        Half &side = m_sides[which];
        const std::lock_guard lock(side.mutex);
        return {place(QT_TRANSLATE_NOOP("lab", "pushed"), side.pushed),
                place(control, "LLEN", m_bench.key(which, "hot"), false),
                place(QT_TRANSLATE_NOOP("lab", "lists"), double(side.made.size()), false)};
    }

    Figure load() override { return {double(m_sides[Side::Wrong].pushed), double(m_sides[Side::Right].pushed)}; }

private:
    struct Half {
        std::atomic<int> over = 0, longest = 0, pushed = 0;
        std::mutex mutex;
        std::set<QByteArray> made; ///< lists, except those whose client is about to set the expiry
    };

    void push(LabWorker &worker, int number)
    {
        Half &side = m_sides[worker.side()];
        const auto id = quint64(number);
        const bool hot = m_bench.strikes(0.5, "hot", id);
        const QByteArray key = m_bench.key(
            worker.side(), hot ? QByteArray("hot") : "u" + idOf(int(m_bench.draw("visitor", id) * visitors)));
        const bool dies = m_bench.crashes("crash", id);
        ++side.pushed;
        if (worker.side() == Side::Wrong) {
            worker.command({"LPUSH", key, idOf(number)});
            if (!dies) {
                worker.command({"LTRIM", key, "0", idOf(bound - 1)});
                worker.command({"PEXPIRE", key, m_bench.lastingText(life)});
            }
        } else {
            worker.script(m_push, {key}, {idOf(number), idOf(bound), m_bench.lastingText(life)});
        }
        {
            const std::lock_guard lock(side.mutex);
            side.made.insert(key);
        }
        if (dies) {
            worker.crash(idOf(number));
        }
    }

    double countForever(LabWorker &control, Side which)
    {
        Half &side = m_sides[which];
        std::vector<QByteArray> keys;
        {
            const std::lock_guard lock(side.mutex);
            keys.assign(side.made.begin(), side.made.end());
        }
        double count = 0;
        for (const redis::Reply &ttl : control.each("PTTL", keys)) {
            count += ttl.integer == -1 ? 1 : 0;
        }
        return count;
    }

    Both<Half> m_sides;
    Script m_push = cookbook("recent_push", m_bench.settings().guarded);
};

} // namespace

const Experiment &recentExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("recent"),
        QT_TRANSLATE_NOOP("lab", "Recent items"),
        QT_TRANSLATE_NOOP("lab", "Is the bound a bound?"),
        {{QLatin1StringView("over"), QT_TRANSLATE_NOOP("lab", "reads over the bound"), LabRole::Fault},
         {QLatin1StringView("forever"), QT_TRANSLATE_NOOP("lab", "lists that stay forever"), LabRole::Fault},
         {QLatin1StringView("longest"), QT_TRANSLATE_NOOP("lab", "longest list that was read"), LabRole::Bound}},
        &makeTrial<RecentTrial>,
        false,
        heldSeconds};
    return experiment;
}

} // namespace plimsoll::lab
