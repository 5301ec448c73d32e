// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/rate.h"

#include <algorithm>

namespace plimsoll {

namespace {

using Minutes = std::chrono::duration<double, std::ratio<60>>;

/// Of the line of least squares, every count weighing the same.
double slope(std::span<const CountsFrom> points)
{
    const auto timeOf = [origin = points.front().start](const CountsFrom &point) {
        const double later = static_cast<double>(point.later) / point.counts;
        return Minutes(point.start - origin + std::chrono::duration<double, std::milli>(later)).count();
    };
    double weights = 0;
    double times = 0;
    double counts = 0;
    for (const CountsFrom &point : points) {
        weights += point.counts;
        times += point.counts * timeOf(point);
        counts += point.sum;
    }
    const double time = times / weights;
    const double count = counts / weights;
    double both = 0;
    double square = 0;
    for (const CountsFrom &point : points) {
        const double away = timeOf(point) - time;
        both += away * (point.sum - point.counts * count);
        square += point.counts * away * away;
    }
    return square > 0 ? both / square : unknownFigure;
}

} // namespace

double ratePerMinute(std::span<const CountsFrom> points, std::chrono::milliseconds now)
{
    const auto isLong = [now](const CountsFrom &point) { return now - point.start >= rateTurn; };
    if (points.size() < 2 || !isLong(points.front())) {
        return unknownFigure;
    }
    const auto turn = std::find_if(points.rbegin(), points.rend(), isLong);
    const double whole = slope(points);
    const double last = slope(points.subspan(static_cast<std::size_t>(turn.base() - points.begin()) - 1));
    return isKnown(last) && last != 0 && whole * last <= 0 ? last : whole;
}

} // namespace plimsoll
