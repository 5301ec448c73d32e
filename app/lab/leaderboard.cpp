// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/trial.h"

#include <cmath>
#include <numeric>

namespace plimsoll::lab {

namespace {

using models::LabRole;
using redis::Reply;

constexpr int players = 500;
constexpr int shards = 8;
constexpr int topPlaces = 10;
constexpr int mostPoints = 100;
constexpr double busiestAllowed = 0.30; ///< the top player alone causes 0.126

QByteArray nameOf(int player)
{
    return "p" + idOf(player);
}

/// Shard of a player: a hash of the name that does not depend on the platform.
int shardOf(int player)
{
    return int(draw(0, "shard", quint64(player)) * shards);
}

/// Points and player, best first; ties in Redis's order.
using Board = std::vector<std::pair<double, QByteArray>>;

void arrange(Board &board)
{
    std::sort(board.begin(), board.end(), std::greater<>());
}

class LeaderboardTrial final : public Trial {
public:
    explicit LeaderboardTrial(Bench &bench) : Trial(bench)
    {
        m_sides[Side::Wrong].boards = {bench.key(Side::Wrong, "board")};
        for (int shard = 0; shard < shards; ++shard) {
            m_sides[Side::Right].boards.push_back(bench.key(Side::Right, "board:" + idOf(shard)));
        }
        for (const Side side : bothSides) {
            m_sides[side].points.resize(players);
            m_sides[side].writes.resize(m_sides[side].boards.size());
        }
    }

    void cast() override
    {
        m_bench.addClients(Bench::Until::Loaded, [this](LabWorker &worker) {
            const quint64 turn = worker.nextTurn();
            const auto player = int(players * std::pow(m_bench.draw("player", turn), 3));
            const int points = 1 + int(m_bench.draw("points", turn) * mostPoints);
            Half &side = m_sides[worker.side()];
            const std::size_t shard = side.boards.size() > 1 ? std::size_t(shardOf(player)) : 0;
            const QByteArray &board = side.boards[shard];
            // The switch makes the single board use the writes of the shards.
            const bool adds = worker.side() == Side::Wrong ? m_bench.settings().switched : m_bench.settings().guarded;
            if (!adds) {
                const double before = worker.command({"ZSCORE", board, nameOf(player)}).toDouble().value_or(0);
                worker.command({"ZADD", board, QByteArray::number(before + points, 'f', 0), nameOf(player)});
            } else {
                worker.command({"ZINCRBY", board, idOf(points), nameOf(player)});
            }
            {
                const std::lock_guard lock(side.mutex);
                side.points[std::size_t(player)] += points;
                ++side.writes[shard];
            }
            worker.sleep(think);
        });
    }

    std::vector<Figure> count(LabWorker &control, bool last) override
    {
        Figure points;
        Figure top;
        Figure hottest;
        Figure keys;
        for (const Side which : bothSides) {
            Half &side = m_sides[which];
            const Board before = truth(side); // lower bound of the boards that are read next
            const Board shown = topOf(control, side);
            const Board after = truth(side);
            const Board all = read(control, side, "-1");
            const auto total = [](const Board &board) {
                return std::accumulate(board.begin(), board.end(), 0.0,
                                       [](double sum, const auto &entry) { return sum + entry.first; });
            };
            points[which] = std::max(0.0, total(before) - total(all));
            // Compared only where no points changed during the read.
            const auto place = [](const Board &board, std::size_t i) {
                return i < board.size() ? board[i] : Board::value_type(); // player and points
            };
            double unlike = 0;
            bool still = true;
            for (std::size_t i = 0; i < topPlaces; ++i) {
                still = still && place(before, i) == place(after, i);
                unlike += place(before, i) == place(shown, i) ? 0 : 1;
            }
            side.unlike = last || still ? unlike : side.unlike;
            top[which] = side.unlike;
            const std::lock_guard lock(side.mutex);
            const double writes = std::accumulate(side.writes.begin(), side.writes.end(), 0.0);
            hottest[which] = writes > 0 ? *std::max_element(side.writes.begin(), side.writes.end()) / writes : 0;
            keys[which] = double(side.boards.size());
        }
        hottest.bound = busiestAllowed;
        return {points, top, hottest, keys};
    }

    /// Each board with its number of writes.
    std::vector<models::LabPlace> places(LabWorker &, Side which) override
    {
        Half &side = m_sides[which];
        const std::lock_guard lock(side.mutex);
        std::vector<models::LabPlace> each;
        for (std::size_t shard = 0; shard < side.boards.size(); ++shard) {
            const QByteArray &key = side.boards[shard];
            each.push_back({QString::fromLatin1(key.sliced(key.indexOf("}:") + 2)), side.writes[shard], false});
        }
        return each;
    }

    Figure load() override
    {
        Figure turns;
        for (const Side side : bothSides) {
            const std::lock_guard lock(m_sides[side].mutex);
            turns[side] = std::accumulate(m_sides[side].writes.begin(), m_sides[side].writes.end(), 0.0);
        }
        return turns;
    }

private:
    struct Half {
        std::vector<QByteArray> boards;
        std::mutex mutex;
        std::vector<double> points; ///< points given, by player
        std::vector<double> writes; ///< writes, by board
        double unlike = 0;
    };

    static Board truth(Half &side)
    {
        Board board;
        const std::lock_guard lock(side.mutex);
        for (int player = 0; player < players; ++player) {
            if (side.points[std::size_t(player)] > 0) {
                board.emplace_back(side.points[std::size_t(player)], nameOf(player));
            }
        }
        arrange(board);
        return board;
    }

    /// Reads the top as a client does: merges the best of each board.
    static Board topOf(LabWorker &control, const Half &side)
    {
        Board top = read(control, side, idOf(topPlaces - 1));
        top.resize(std::min(top.size(), std::size_t(topPlaces)));
        return top;
    }

    /// Reads each board down to rank `last` and merges them in order.
    static Board read(LabWorker &control, const Half &side, const QByteArray &last)
    {
        Board board;
        for (const QByteArray &key : side.boards) {
            const Reply reply = control.command({"ZRANGE", key, "0", last, "REV", "WITHSCORES"});
            for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
                board.emplace_back(reply.elements[i + 1].toDouble().value_or(0), reply.elements[i].bytes);
            }
        }
        arrange(board);
        return board;
    }

    Both<Half> m_sides;
};

} // namespace

const Experiment &leaderboardExperiment()
{
    static const Experiment experiment{
        QLatin1StringView("leaderboard"),
        QT_TRANSLATE_NOOP("lab", "Leaderboard"),
        QT_TRANSLATE_NOOP("lab", "Which key takes the writes?"),
        {{QLatin1StringView("points"), QT_TRANSLATE_NOOP("lab", "points lost"), LabRole::Fault},
         {QLatin1StringView("top"), QT_TRANSLATE_NOOP("lab", "wrong places in the top ten"), LabRole::Fault},
         {QLatin1StringView("hottest"), QT_TRANSLATE_NOOP("lab", "share of writes on the busiest key"), LabRole::Bound},
         {QLatin1StringView("keys"), QT_TRANSLATE_NOOP("lab", "keys read per view"), LabRole::Price}},
        &makeTrial<LeaderboardTrial>,
        false};
    return experiment;
}

} // namespace plimsoll::lab
