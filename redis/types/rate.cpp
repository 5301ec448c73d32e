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
    // From the first point on: sums of small numbers lose nothing.
    const std::chrono::milliseconds origin = points.front().start;
    const double earliest = minutesOf(points.front(), origin);
    const double least = countOf(points.front());
    double weights = 0;
    double times = 0;
    double counts = 0;
    double both = 0;
    double square = 0;
    for (const CountsFrom &point : points) {
        const double time = minutesOf(point, origin) - earliest;
        const double count = point.sum - point.counts * least;
        weights += point.counts;
        times += point.counts * time;
        counts += count;
        both += time * count;
        square += point.counts * time * time;
    }
    square -= times * times / weights;
    return square > 0 ? (both - times * counts / weights) / square : unknownFigure;
}

/// How the points from `first` on lead away from a line.
struct Course {
    std::size_t first = 0;
    double minutes = 0;
    double away = 0;
    double square = 0; ///< of the steps
    double farthest = 0; ///< step
    double farthestMinutes = 0;

    void add(double step, double stepMinutes)
    {
        --first;
        minutes += stepMinutes;
        away += step;
        square += step * step;
        if (std::abs(step) >= std::abs(farthest)) {
            farthest = step;
            farthestMinutes = stepMinutes;
        }
    }
};

/// Of all points, and of those since each turn: in one pass, from the newest back.
struct Courses {
    Course all;
    std::array<Course, turns.size()> since;

    Courses(double line, std::span<const CountsFrom> points, std::chrono::milliseconds now)
    {
        all.first = points.size() - 1;
        const std::chrono::milliseconds origin = points.front().start;
        double later = minutesOf(points.back(), origin);
        double count = countOf(points.back());
        std::size_t turn = 0;
        for (std::size_t i = points.size() - 1; i > 0; --i) {
            const CountsFrom &before = points[i - 1];
            for (; turn < turns.size() && now - before.start > turns.at(turn); ++turn) {
                since.at(turn) = all;
            }
            const double minutes = minutesOf(before, origin);
            const double countBefore = countOf(before);
            all.add(count - countBefore - line * (later - minutes), later - minutes);
            later = minutes;
            count = countBefore;
        }
        std::fill(since.begin() + static_cast<std::ptrdiff_t>(turn), since.end(), all);
    }
};

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
    const Courses courses(line, points, now);
    for (const Course &course : courses.since) {
        if (course.first == 0 || points.size() - course.first < 3) {
            continue;
        }
        // Without the farthest step: one alone is no course.
        const double chance =
            std::sqrt(courses.all.square / courses.all.minutes * (course.minutes - course.farthestMinutes));
        if (std::abs(course.away - course.farthest) > noChance * chance) {
            return slope(points.subspan(course.first));
        }
    }
    return line;
}

} // namespace plimsoll
