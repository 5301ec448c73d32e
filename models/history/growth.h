// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <chrono>
#include <optional>

namespace plimsoll::models {

class History;

/// Growth of a figure over up to a day, so that it may be extrapolated further than a Rate.
struct Growth {
    double perHour = unknownFigure;
    std::chrono::milliseconds over{}; ///< time it was observed
    bool isSteady = false; ///< moves one way in both halves of that time
};

/// Computes the median of the slopes of all pairs of means over the last day, as recorded; unknown with less than five
/// minutes. A single trim or burst is no trend. `before`: the growth computed last, or null. In the first minutes the
/// rate decides when a steady course begins; it does not end one, because a burst or a pause changes it at once.
Growth growthOf(const History &history, std::size_t row, int figure, const Growth *before = nullptr);

/// Returns the time until `value` grows to `target`; nullopt if it does not grow steadily, or further ahead than the
/// observed time can tell.
std::optional<std::chrono::milliseconds> timeUntil(const Growth &growth, double value, double target);

} // namespace plimsoll::models
