// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/moment.h"
#include "models/text/span.h"
#include "redis/types/alert.h"
#include "redis/types/rate.h"
#include "redis/types/mark.h"
#include "redis/types/momentrecord.h"
#include "redis/types/snapshot.h"

#include <QByteArray>
#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::models {

struct AlertPlace;

/// Points of one figure over time for a chart; a NaN value is a gap.
struct Series {
    struct Point {
        std::chrono::milliseconds time{}; ///< Unix time, server clock
        double low = unknownFigure, high = unknownFigure; ///< bounds of the step; equal at full resolution
        double value = unknownFigure; ///< last value of the step
    };
    std::vector<Point> points; ///< oldest first
    /// Series to compare with, shifted to the times of the chart; nullopt: no comparison, or not read yet; empty: not
    /// recorded.
    std::optional<std::vector<Point>> earlier{};
};

/// Combines the values of two series at their common times. A gap in either is a gap.
template <typename Together>
std::vector<Series::Point> combined(const std::vector<Series::Point> &a, const std::vector<Series::Point> &b,
                                    Together together)
{
    std::vector<Series::Point> all;
    const auto leave = [&all](const Series::Point &point) {
        if (!isKnown(point.value)) {
            all.push_back(point);
        }
    };
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() && j != b.end()) {
        if (i->time == j->time) {
            all.push_back(
                {i->time, together(i->low, j->low), together(i->high, j->high), together(i->value, j->value)});
            ++i;
            ++j;
        } else {
            leave(i->time < j->time ? *i++ : *j++);
        }
    }
    return all;
}

template <typename Together> Series combined(const Series &a, const Series &b, Together together)
{
    Series all{combined(a.points, b.points, together)};
    if (a.earlier && b.earlier) {
        all.earlier = combined(*a.earlier, *b.earlier, together);
    }
    return all;
}

struct PastQuestion;
struct PastSeries;

/// Stores figures in bounded rings: every tick for 15 minutes, then steps of 10 s and 2 min with low, high and last
/// value for the hour and the day. Memory is allocated when a workspace opens and does not grow. With very many
/// collections it keeps only their main figures, and all figures of followed collections (setFollowed). Older data is
/// read from disk on demand. GUI thread; values only.
class History final : public QObject {
    Q_OBJECT

public:
    explicit History(QObject *parent = nullptr);
    ~History() override;
    Q_DISABLE_COPY_MOVE(History)

    void apply(const SnapshotPtr &snapshot);
    /// The last snapshot with states judged over time (`for`, `clear`). Null before the first snapshot.
    [[nodiscard]] SnapshotPtr judged() const;
    /// Continues the states saved when the workspace was last watched (StateClock::saved()), even if figures came
    /// first. Call once, after clear().
    void restoreStates(const QByteArray &saved);
    /// Sets the current poll interval; the default is the workspace's.
    void setInterval(std::chrono::milliseconds interval);
    /// Records a gap: the server did not answer at this time.
    void noteGap(std::chrono::milliseconds time);
    void clear();
    /// Sets the collections whose figures are all kept, however many collections there are.
    void setFollowed(const std::vector<std::size_t> &rows);

    /// Requests data before what is in memory, for the collections in view; pastRead() reports its arrival. Calls are
    /// cheap and may be repeated.
    void lookBack(const std::vector<std::size_t> &rows, const Reach &reach);
    void takePast(const PastQuestion &question, const std::vector<std::vector<PastSeries>> &answer);

    /// Shows a past time: since() and rates refer to it, as far as known. Polls are still recorded and judged. Null:
    /// shows the present.
    void lookAt(const MomentPtr &moment);
    [[nodiscard]] const MomentPtr &moment() const;

    /// Values in memory, those read from disk before them, and the comparison.
    [[nodiscard]] Series figure(std::size_t row, int figure, const Reach &reach) const;
    /// Ranges of time in `reach` in which no figure of these collections was known, oldest first: the server did not
    /// answer, or no process watched it. Empty for collections whose values are not kept.
    [[nodiscard]] std::vector<TimeRange> unknownTimes(const QStringList &collections, const Reach &reach) const;
    /// Values of one part (tier or shard); `part` is an index in SnapshotLayout::parts.
    [[nodiscard]] Series part(std::size_t part, const Reach &reach) const;
    /// The last `count` values of the main figure, oldest first, rounded for sparklines; NaN is a gap.
    [[nodiscard]] std::vector<float> recent(std::size_t row, int count = 60) const;
    /// The last `count` values of any figure; empty if it is not kept.
    [[nodiscard]] std::vector<float> recentOf(std::size_t row, int figure, int count = 60) const;
    /// The rate of a figure (redis/types/rate.h) without the effects of our operations and of events; the snapshot's
    /// own rate if it has one.
    [[nodiscard]] Rate rate(std::size_t row, int figure) const;
    [[nodiscard]] double changePerMinute(std::size_t row, int figure) const { return rate(row, figure).perMinute; }
    /// Rate of the server's used memory (ServerState::summary()) in bytes; always of the present.
    [[nodiscard]] Rate memoryRate() const;
    /// Start of the collection's state as cards, pages and lists tell it, in judged() or at the past time shown: of the
    /// problem that is told beside it, worstProblem(). nullopt: unknown.
    [[nodiscard]] std::optional<StateSince> since(std::size_t row) const;
    /// Start of the state in judged(), even while a past time is shown.
    [[nodiscard]] std::optional<StateSince> sinceNow(std::size_t row) const;
    /// Start of the oldest problem of any level that lasts, even while a past time is shown. nullopt: none, or unknown.
    [[nodiscard]] std::optional<StateSince> troubleSince(std::size_t row) const;
    /// Start of one problem in judged(). nullopt: unknown.
    [[nodiscard]] std::optional<StateSince> problemSince(std::size_t row, const Problem &problem) const;
    /// Start of the state of an active alert, as problemSince() for its figure; if unknown, as the alert has it.
    [[nodiscard]] StateSince alertSince(const Alert &alert, const AlertPlace &place) const;
    /// Events of the server and its data in the last day, oldest first, for chart marks; at most the newest 64.
    [[nodiscard]] const std::vector<ServerEvent> &events() const;
    /// Requests the marks of a range of time; marksRead() reports their arrival. Calls may be repeated.
    void lookForMarks(const MarkQuestion &stretch);
    void takeMarks(const MarkQuestion &question, const std::vector<Mark> &marks);
    /// Marks must be read again after a note, an operation or an alert.
    void outdateMarks();
    /// Known marks of a range of time, oldest first; Mark::isOf() tells their subject.
    [[nodiscard]] std::vector<Mark> marks(const MarkQuestion &stretch) const;
    /// Size of the rings; constant until the workspace changes.
    [[nodiscard]] std::size_t memoryBytes() const;

signals:
    void changed();
    void pastWanted(const plimsoll::models::PastQuestion &question);
    void pastRead();
    void marksWanted(const plimsoll::MarkQuestion &question);
    void marksRead();

private:
    struct Store;
    std::unique_ptr<Store> m_store;
};

} // namespace plimsoll::models
