// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int limitedSubjects = 4;
constexpr int limit = 20;
constexpr qint64 limitWindow = 500; ///< ms

class RatelimitTrial final : public Trial {
public:
    explicit RatelimitTrial(Bench &bench) : Trial(bench)
    {
        for (const Side side : bothSides) {
            for (int subject = 0; subject < limitedSubjects; ++subject) {
                m_sides[side].keys.push_back(bench.key(side, "s" + idOf(subject)));
            }
        }
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Loaded, [this](LabWorker &worker) {
            const quint64 turn = worker.nextTurn();
            const auto subject = std::size_t(m_bench.draw("subject", turn) * limitedSubjects);
            Half &side = m_sides[worker.side()];
            const QByteArray &key = side.keys[subject];
            const auto admitted = worker.side() == Side::Wrong ? askWrong(worker, key, QByteArray::number(turn))
                                                               : askRight(worker, key, QByteArray::number(turn));
            {
                const std::lock_guard lock(side.mutex);
                ++side.asked;
                if (admitted) {
                    side.admitted[subject].push_back(*admitted);
                }
            }
            worker.sleep(think);
        });
    }

    std::vector<Figure> count(LabWorker &, bool) override
    {
        Figure over;
        Figure worst;
        for (const Side side : bothSides) {
            std::tie(over[side], worst[side]) = countOver(m_sides[side]);
        }
        worst.bound = limit;
        return {over, worst};
    }

    std::vector<models::LabPlace> places(LabWorker &control, Side which) override
    {
        std::vector<models::LabPlace> each;
        for (const QByteArray &key : m_sides[which].keys) {
            each.push_back(place(control, "ZCARD", key, false));
        }
        return each;
    }

    Figure load() override
    {
        Figure asked;
        for (const Side side : bothSides) {
            const std::lock_guard lock(m_sides[side].mutex);
            asked[side] = m_sides[side].asked;
        }
        return asked;
    }

private:
    struct Half {
        std::vector<QByteArray> keys;
        std::mutex mutex;
        std::array<std::vector<qint64>, limitedSubjects> admitted; ///< time of the run of each call, ms
        double asked = 0;
    };

    std::optional<qint64> askWrong(LabWorker &worker, const QByteArray &key, const QByteArray &id) const
    {
        const qint64 now = clientNow();
        worker.command({"ZREMRANGEBYSCORE", key, "-inf", QByteArray::number(now - m_bench.lasting(limitWindow))});
        if (worker.command({"ZCARD", key}).integer >= limit) {
            return std::nullopt;
        }
        worker.command({"ZADD", key, QByteArray::number(now), id});
        worker.command({"PEXPIRE", key, m_bench.lastingText(limitWindow)});
        return m_bench.runTime(now);
    }

    std::optional<qint64> askRight(LabWorker &worker, const QByteArray &key, const QByteArray &id) const
    {
        const Reply reply = worker.script(m_allow, {key}, {idOf(limit), m_bench.lastingText(limitWindow), id});
        return reply.elements.size() == 3 && reply.elements[0].integer == 1
            ? std::optional(m_bench.runTime(reply.elements[2].integer))
            : std::nullopt;
    }

    /// Counts calls admitted beyond the limit in the window that ends at them, and finds the fullest window.
    static std::pair<double, double> countOver(Half &side)
    {
        const std::lock_guard lock(side.mutex);
        double over = 0;
        double worst = 0;
        for (std::vector<qint64> &times : side.admitted) {
            std::sort(times.begin(), times.end());
            for (std::size_t last = 0, first = 0; last < times.size(); ++last) {
                while (times[first] <= times[last] - limitWindow) {
                    ++first;
                }
                const auto inWindow = double(last - first + 1);
                over += inWindow > limit ? 1 : 0;
                worst = std::max(worst, inWindow);
            }
        }
        return {over, worst};
    }

    Both<Half> m_sides;
    Script m_allow =
        cookbook("ratelimit_allow", m_bench.settings().guarded, m_bench.settings().switched ? timeAsMember : Patch());
};

} // namespace

const Experiment &ratelimitExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("ratelimit"),
        QT_TRANSLATE_NOOP("lab", "Rate limit"),
        QT_TRANSLATE_NOOP("lab", "How many got in?"),
        {{QLatin1StringView("over"), QT_TRANSLATE_NOOP("lab", "let in over the limit"), LabRole::Fault},
         {QLatin1StringView("worst"), QT_TRANSLATE_NOOP("lab", "most in one window"), LabRole::Bound}},
        &makeTrial<RatelimitTrial>,
        false};
    return experiment;
}

} // namespace plimsoll::lab
