// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/rate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll {

namespace {

using Minutes = std::chrono::duration<double, std::ratio<60>>;

/// In which a turn is looked for.
constexpr std::array turns{std::chrono::seconds(15), std::chrono::seconds(30), std::chrono::seconds(60),
                           std::chrono::seconds(120), std::chrono::seconds(240)};
constexpr double noChance = 2;

double countOf(const CountsFrom &point)
{
    return point.sum / point.counts;
}

/// From `origin` on.
double minutesOf(const CountsFrom &point, std::chrono::milliseconds origin)
{
    const std::chrono::duration<double, std::milli> later(static_cast<double>(point.later) / point.counts);
    return Minutes(point.start - origin + later).count();
}

/// Of the line of least squares, every count weighing the same.
double slope(std::span<const CountsFrom> points)
{
    const std::chrono::milliseconds origin = points.front().start;
    double weights = 0;
    double times = 0;
    double counts = 0;
    for (const CountsFrom &point : points) {
        weights += point.counts;
        times += point.counts * minutesOf(point, origin);
        counts += point.sum;
    }
    const double time = times / weights;
    const double count = counts / weights;
    double both = 0;
    double square = 0;
    for (const CountsFrom &point : points) {
        const double away = minutesOf(point, origin) - time;
        both += away * (point.sum - point.counts * count);
        square += point.counts * away * away;
    }
    return square > 0 ? both / square : unknownFigure;
}

/// How the points lead away from a line of this slope.
struct Course {
    double minutes = 0;
    double away = 0;
    double square = 0; ///< of the steps
    double farthest = 0; ///< step
    double farthestMinutes = 0;
};

Course courseBeside(double line, std::span<const CountsFrom> points)
{
    Course course;
    const std::chrono::milliseconds origin = points.front().start;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const double minutes = minutesOf(points[i], origin) - minutesOf(points[i - 1], origin);
        const double step = countOf(points[i]) - countOf(points[i - 1]) - line * minutes;
        course.minutes += minutes;
        course.away += step;
        course.square += step * step;
        if (std::abs(step) > std::abs(course.farthest)) {
            course.farthest = step;
            course.farthestMinutes = minutes;
        }
    }
    return course;
}

/// The last of them are all the same, for long, and for longer than twice any pause before.
bool standsStill(std::span<const CountsFrom> points, std::chrono::milliseconds now)
{
    constexpr std::chrono::seconds least{30};
    std::chrono::milliseconds longest{};
    const CountsFrom *same = &points.front();
    for (const CountsFrom &point : points) {
        if (countOf(point) < countOf(*same) || countOf(point) > countOf(*same)) {
            longest = std::max(longest, point.start - same->start);
            same = &point;
        }
    }
    return now - same->start >= std::max<std::chrono::milliseconds>(least, 2 * longest);
}

} // namespace

double ratePerMinute(std::span<const CountsFrom> points, std::chrono::milliseconds now)
{
    if (points.size() < 2 || now - points.front().start < rateLeast) {
        return unknownFigure;
    }
    if (standsStill(points, now)) {
        return 0;
    }
    const double line = slope(points);
    const Course all = courseBeside(line, points);
    for (const std::chrono::seconds turn : turns) {
        const auto first = std::find_if(points.begin(), points.end(),
                                        [=](const CountsFrom &point) { return now - point.start <= turn; });
        const auto recent = points.subspan(static_cast<std::size_t>(first - points.begin()));
        if (recent.size() < 3 || recent.size() == points.size()) {
            continue;
        }
        // Without the farthest step: one alone is no course.
        const Course course = courseBeside(line, recent);
        const double chance = std::sqrt(all.square / all.minutes * (course.minutes - course.farthestMinutes));
        if (std::abs(course.away - course.farthest) > noChance * chance) {
            return slope(recent);
        }
    }
    return line;
}

} // namespace plimsoll
