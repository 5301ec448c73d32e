// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/momentlimits.h"
#include "redis/types/alert.h"
#include "redis/types/momentrecord.h"

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

/// A past moment as people look at it: the workspace of today with the figures, states and limits of then.
namespace plimsoll::models {

struct MomentQuestion {
    std::shared_ptr<const SnapshotLayout> layout; ///< of today
    std::chrono::milliseconds time{};
};

struct Moment {
    std::chrono::milliseconds time{};
    /// Its layout has the limits of then. What was not recorded is not known, and a collection of which nothing was is
    /// an error that says so.
    SnapshotPtr snapshot;
    std::shared_ptr<const SnapshotLayout> present; ///< the same rows, with the limits of now
    std::vector<LimitsThen> limits; ///< by row
    std::vector<std::optional<StateSince>> since; ///< by row; nullopt: nobody knows
    std::chrono::milliseconds step{}; ///< between what is recorded there; 0: nothing is
    std::optional<std::chrono::milliseconds> recordedFrom; ///< nullopt: nothing is at all
    std::vector<Alert> alerts; ///< active at any time within aroundMoment of it, oldest first
};
using MomentPtr = std::shared_ptr<const Moment>;

/// What happened so long before and after a moment is around it.
inline constexpr std::chrono::hours aroundMoment{2};

/// `alerts`: those around it. States are by the limits of then; where nobody knows those, of now.
Moment momentOf(const MomentQuestion &question, const MomentRecord &record, std::vector<Alert> alerts,
                MomentLimits &limits);

/// How an alert stood then; nullopt where it was not active, or nobody knows.
std::optional<State> stateAt(const Alert &alert, std::chrono::milliseconds time);
[[nodiscard]] bool isActiveAt(const Alert &alert, std::chrono::milliseconds time);
/// Those around the moment, and of others that are known those that were over by then, as somebody would have seen
/// them.
AlertList alertsAt(const Moment &moment, const AlertList &known);

/// "Fri 20 Nov, 03:20:00", with the year where it is another than now's.
QString momentTitle(std::chrono::milliseconds time, std::chrono::milliseconds now);

/// Which limits its states are by: "other limits than today: email"; empty where nothing was recorded.
QString limitsText(const Moment &moment);
/// The same in a sentence or more.
QString limitsHelp(const Moment &moment);

} // namespace plimsoll::models
