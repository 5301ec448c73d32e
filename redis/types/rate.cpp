// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/rate.h"

#include <algorithm>

namespace plimsoll {

namespace {

double slope(const CountAt &from, const CountAt &to)
{
    const std::chrono::duration<double, std::ratio<60>> minutes = to.time - from.time;
    return (to.count - from.count) / minutes.count();
}

} // namespace

double ratePerMinute(std::span<const CountAt> before, const CountAt &now)
{
    const auto isLong = [&now](const CountAt &point) { return now.time - point.time >= rateTurn; };
    if (!isKnown(now.count) || before.empty() || !isLong(before.front())) {
        return unknownFigure;
    }
    const auto turn = std::find_if(before.rbegin(), before.rend(), isLong);
    const double whole = slope(before.front(), now);
    const double last = slope(*turn, now);
    return last != 0 && whole * last <= 0 ? last : whole;
}

} // namespace plimsoll
