// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <span>

namespace plimsoll {

/// How fast a count changes, the same wherever a rate is shown: net, over the last thirty seconds.
inline constexpr std::chrono::seconds rateWindow{30};
/// Where the count turned, its course of these seconds is the rate: none says "grows" of what falls. Also the least
/// that a rate is told over.
inline constexpr std::chrono::seconds rateTurn{10};

/// What a count was for a moment, or on the average of a few.
struct CountsFrom {
    std::chrono::milliseconds start{};
    qint32 later = 0; ///< ms after the start, summed up
    qint32 counts = 0; ///< how many were added
    double sum = 0;

    void add(std::chrono::milliseconds time, double count)
    {
        later += static_cast<qint32>((time - start).count());
        ++counts;
        sum += count;
    }
};

/// A minute, by the line that fits all of them best: one count that stands out is no trend. `points`: oldest first,
/// known, within the window up to `now`. NaN when less than rateTurn is known.
double ratePerMinute(std::span<const CountsFrom> points, std::chrono::milliseconds now);

} // namespace plimsoll
