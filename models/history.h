// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/moment.h"
#include "models/span.h"
#include "redis/types/alert.h"
#include "redis/types/rate.h"
#include "redis/types/mark.h"
#include "redis/types/snapshot.h"

#include <QByteArray>
#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// Points of one figure over time for a chart; a NaN value is a gap.
struct Series {
    struct Point {
        std::chrono::milliseconds time{}; ///< Unix, by the server's clock
        double low = unknownFigure, high = unknownFigure; ///< of the step; equal at full resolution
        double value = unknownFigure; ///< last of the step
    };
    std::vector<Point> points; ///< oldest first
    /// What it is compared with, moved to the times of the chart; nullopt: with nothing, or that is not read yet;
    /// empty: nothing was recorded.
    std::optional<std::vector<Point>> earlier{};
};

/// What two say together, where both say something: at the times that both have. A gap of one is one of both.
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

/// Remembers figures: bounded rings per figure, every tick for 15 minutes, coarser steps (10 s, 2 min; low, high,
/// last) for the hour and the day. Memory is allocated when a workspace opens and does not grow; with very many
/// collections only the main figure of each is kept, and all figures of those followed (setFollowed). What was before
/// that is asked for where it is looked at.
/// GUI thread; values only.
class History final : public QObject {
    Q_OBJECT

public:
    explicit History(QObject *parent = nullptr);
    ~History() override;
    Q_DISABLE_COPY_MOVE(History)

    void apply(const SnapshotPtr &snapshot);
    /// The last snapshot as people are shown it: its states as limits that want time (`for`, `clear`) judge them. Null:
    /// there was none yet.
    [[nodiscard]] SnapshotPtr judged() const;
    /// What was known of states when the workspace was watched last (StateClock::saved()): they go on from there, also
    /// when figures came first. Once, after clear().
    void restoreStates(const QByteArray &saved);
    /// How often figures come from now on; by itself as the workspace says.
    void setInterval(std::chrono::milliseconds interval);
    /// The server did not answer at this time: a gap.
    void noteGap(std::chrono::milliseconds time);
    void clear();
    /// Collections whose figures are all kept even when there are very many.
    void setFollowed(const std::vector<std::size_t> &rows);

    /// Who looks at these collections, so far, wants what was before what is in memory: pastRead() says when it is
    /// there. It may be called as often as one likes.
    void lookBack(const std::vector<std::size_t> &rows, const Reach &reach);
    void takePast(const PastQuestion &question, const std::vector<std::vector<PastSeries>> &answer);

    /// People look at a past moment: since() and rates are of then, as far as that is known. What is polled goes on
    /// being remembered and judged behind it. Null: they look at what is now.
    void lookAt(const MomentPtr &moment);
    [[nodiscard]] const MomentPtr &moment() const;

    /// What is in memory, and before it what was read of the past; and what that is compared with.
    [[nodiscard]] Series figure(std::size_t row, int figure, const Reach &reach) const;
    /// Of one part (tier or shard), SnapshotLayout::parts index.
    [[nodiscard]] Series part(std::size_t part, const Reach &reach) const;
    /// The last `count` values of the main figure, oldest first, for sparklines (no more exact than a picture); NaN are
    /// gaps.
    [[nodiscard]] std::vector<float> recent(std::size_t row, int count = 60) const;
    /// The same of any figure; empty when it is not kept.
    [[nodiscard]] std::vector<float> recentOf(std::size_t row, int figure, int count = 60) const;
    /// The rate of a figure (redis/types/rate.h), without what operations of ours and events changed: the snapshot's
    /// own where it has one.
    [[nodiscard]] Rate rate(std::size_t row, int figure) const;
    [[nodiscard]] double changePerMinute(std::size_t row, int figure) const { return rate(row, figure).perMinute; }
    /// Of the memory that the server uses (ServerState::summary()), in bytes; not of a moment that is looked at.
    [[nodiscard]] Rate memoryRate() const;
    /// Since when a collection is as judged() says, or the moment that is looked at: of the problem whose text it
    /// stands with (worstProblem()). nullopt where nobody knows.
    [[nodiscard]] std::optional<StateSince> since(std::size_t row) const;
    /// The same of judged(), whatever is looked at.
    [[nodiscard]] std::optional<StateSince> sinceNow(std::size_t row) const;
    /// What happened to the server and its data, oldest first, for the marks of charts: of a day, the newest 64.
    [[nodiscard]] const std::vector<ServerEvent> &events() const;
    /// Who shows a stretch of time wants what happened in it: marksRead() says when it is there. As often as one likes.
    void lookForMarks(const MarkQuestion &stretch);
    void takeMarks(const MarkQuestion &question, const std::vector<Mark> &marks);
    /// Something was noted, done or raised: marks are to be read again.
    void outdateMarks();
    /// All there are between the two, oldest first, as far as they were read; Mark::isOf() says what they are about.
    [[nodiscard]] std::vector<Mark> marks(const MarkQuestion &stretch) const;
    /// What the rings take; does not change until the workspace does.
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
