// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <span>

namespace plimsoll {

/// How fast a count changes, the same wherever a rate is shown: net, over the last five minutes; where its course has
/// turned since, by more than its own ups and downs, over as many seconds as it takes to tell.
inline constexpr std::chrono::seconds rateWindow{300};
/// The least that a rate is told over.
inline constexpr std::chrono::seconds rateLeast{10};

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

/// A minute, by the line that fits best: one count that stands out is no trend. `points`: oldest first, known, within
/// the window up to `now`, the last thirty seconds in steps of some five. NaN when less than rateLeast is known.
///
/// A turn is told from ups and downs by how far a walk at random, whose steps are as large as those of the whole window
/// beside its line, would get from that line in the same time: twice as far is no chance.
double ratePerMinute(std::span<const CountsFrom> points, std::chrono::milliseconds now);

} // namespace plimsoll
