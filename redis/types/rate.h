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

struct CountAt {
    std::chrono::milliseconds time{};
    double count = unknownFigure;
};

/// A minute; `before`: oldest first, known, within the window. NaN when less than rateTurn is known.
double ratePerMinute(std::span<const CountAt> before, const CountAt &now);

} // namespace plimsoll
