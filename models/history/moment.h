// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/alert.h"
#include "redis/types/momentrecord.h"
#include "redis/types/snapshot.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

/// A past time as it is shown: the current workspace with the figures, states and limits of that time.
namespace plimsoll::models {

/// The limits, bounds and times that judged a collection at a past time.
enum class LimitsThen : quint8 {
    NotKept, ///< unknown; the current ones are used
    AsNow,
    Others,
};

/// The current workspace with the limits of a past time.
struct JudgedThen {
    std::shared_ptr<const SnapshotLayout> layout; ///< the current layout if no limits differ
    std::vector<LimitsThen> limits; ///< source of the limits, by row
};

/// Stored limits by row and for all rows (redis/types/momentrecord.h); empty: unknown.
struct JudgedBy {
    std::vector<QByteArray> rows;
    QByteArray all;

    friend bool operator==(const JudgedBy &, const JudgedBy &) = default;
};

/// Caches the layout for consecutive times with the same limits, because dragging a slider requests many. One thread.
class MomentLimits final {
public:
    const JudgedThen &of(const std::shared_ptr<const SnapshotLayout> &now, JudgedBy kept);

private:
    std::shared_ptr<const SnapshotLayout> m_now;
    JudgedBy m_kept;
    JudgedThen m_then;
};

/// The side on which a recorded moment is sought from within a gap.
enum class Toward { Earlier, Later, Nearest };

struct MomentQuestion {
    std::shared_ptr<const SnapshotLayout> layout; ///< current layout
    std::chrono::milliseconds time{};
    std::optional<Toward> toward{}; ///< if `time` was not recorded, show recordedAt() of this side
};

struct Moment {
    std::chrono::milliseconds time{};
    /// Its layout has the limits of that time. Figures not recorded are unknown; a collection without any is in the
    /// error state.
    SnapshotPtr snapshot;
    std::shared_ptr<const SnapshotLayout> present; ///< the same rows with the current limits
    std::vector<LimitsThen> limits; ///< source of the limits, by row
    std::vector<std::optional<StateSince>> since; ///< start of the state, by row; nullopt: unknown
    std::chrono::milliseconds step{}; ///< interval of the recorded values; 0: none
    std::vector<TimeRange> recorded; ///< stretches with data, oldest first
    std::vector<Alert> alerts; ///< active at any time within aroundMoment, oldest first
};
using MomentPtr = std::shared_ptr<const Moment>;

/// Range before and after a moment whose alerts are shown.
inline constexpr std::chrono::hours aroundMoment{2};

/// Returns `time` if a stretch contains it, else the end of the next stretch on that side, or on the other side if that
/// is the last; in whole seconds where a stretch has one. Returns `time` if nothing is recorded.
std::chrono::milliseconds recordedAt(const std::vector<TimeRange> &recorded, std::chrono::milliseconds time,
                                     Toward toward);
/// Returns the gap between two recorded stretches that holds `time`, if any.
std::optional<TimeRange> gapAt(const std::vector<TimeRange> &recorded, std::chrono::milliseconds time);

/// `alerts`: those around the time. Uses the current limits if those of the time are unknown.
Moment momentOf(const MomentQuestion &question, const MomentRecord &record, std::vector<Alert> alerts,
                MomentLimits &limits);

/// State of an alert at `time`; nullopt if it was not active or its state is unknown.
std::optional<State> stateAt(const Alert &alert, std::chrono::milliseconds time);
[[nodiscard]] bool isActiveAt(const Alert &alert, std::chrono::milliseconds time);
/// The alerts as a user would have seen them at the moment: those around it, and other known ones that were already
/// cleared.
AlertList alertsAt(const Moment &moment, const AlertList &known);

/// "Fri 20 Nov, 03:20:00", with the year if it is not the current one.
QString momentTitle(std::chrono::milliseconds time, std::chrono::milliseconds now);

/// "not recorded", with the time at which recording began if the moment is before it.
QString unrecordedText(const Moment &moment);

/// Source of the limits: "other limits than today: email"; empty if nothing was recorded.
QString limitsText(const Moment &moment);
/// Explains limitsText() in sentences.
QString limitsHelp(const Moment &moment);

} // namespace plimsoll::models
