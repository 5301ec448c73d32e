// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/growth.h"

#include "models/history/history.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::minutes leastObserved{5};
constexpr std::chrono::minutes shortestOfDay{15}; ///< below, a day has too few steps: reads a quarter of an hour
constexpr std::size_t mostMeans = 48; ///< 1,128 pairs
constexpr int furthestFactor = 288; ///< times the observed time: a day for five minutes

struct MeanAt {
    double hours = 0, value = 0;
};

/// Points of known values.
struct Known {
    std::vector<Series::Point> points;

    [[nodiscard]] milliseconds length() const
    {
        return points.empty() ? milliseconds() : points.back().time - points.front().time;
    }
};

Known knownOf(std::vector<Series::Point> points)
{
    std::erase_if(points, [](const Series::Point &point) { return !isKnown(point.value); });
    return {std::move(points)};
}

/// Averages values over equal parts of their time.
std::vector<MeanAt> meansOf(const Known &known)
{
    const milliseconds from = known.points.front().time;
    const milliseconds length = known.length();
    std::vector<MeanAt> sums(mostMeans);
    std::vector<int> counts(mostMeans);
    for (const Series::Point &point : known.points) {
        const auto part = static_cast<std::size_t>((point.time - from) * (mostMeans - 1) / length);
        sums[part].hours += std::chrono::duration<double, std::ratio<3600>>(point.time - from).count();
        sums[part].value += point.value;
        ++counts[part];
    }
    std::vector<MeanAt> means;
    for (std::size_t i = 0; i < mostMeans; ++i) {
        if (counts[i] > 0) {
            means.push_back({sums[i].hours / counts[i], sums[i].value / counts[i]});
        }
    }
    return means;
}

double medianSlope(std::span<const MeanAt> means)
{
    std::vector<double> slopes;
    for (std::size_t i = 0; i < means.size(); ++i) {
        for (std::size_t j = i + 1; j < means.size(); ++j) {
            slopes.push_back((means[j].value - means[i].value) / (means[j].hours - means[i].hours));
        }
    }
    if (slopes.empty()) {
        return unknownFigure;
    }
    const auto middle = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() / 2);
    std::nth_element(slopes.begin(), middle, slopes.end());
    return *middle;
}

} // namespace

Growth growthOf(const History &history, std::size_t row, int figure, const Growth *before)
{
    Known known = knownOf(history.figure(row, figure, Span::Day).points);
    const bool isShort = known.length() < shortestOfDay;
    if (isShort) {
        known = knownOf(history.figure(row, figure, Span::QuarterHour).points);
    }
    if (known.length() < leastObserved) {
        return {unknownFigure, known.length(), false};
    }
    const std::vector<MeanAt> means = meansOf(known);
    const std::span<const MeanAt> all(means);
    const double slope = medianSlope(all);
    const double first = medianSlope(all.first(means.size() / 2));
    const double second = medianSlope(all.subspan(means.size() / 2));
    bool isSteady = (slope > 0 && first > 0 && second > 0) || (slope < 0 && first < 0 && second < 0);
    const bool wasSteady = before != nullptr && before->isSteady && before->perHour * slope > 0;
    if (isSteady && isShort && !wasSteady) { // minutes go one way by chance
        const Rate rate = history.rate(row, figure);
        isSteady = rate.isSteady && rate.perMinute * slope > 0;
    }
    return {slope, known.length(), isSteady};
}

std::optional<milliseconds> timeUntil(const Growth &growth, double value, double target)
{
    if (!growth.isSteady || !(growth.perHour > 0) || !(target > value)) {
        return std::nullopt;
    }
    const double ms =
        (target - value) / growth.perHour * std::chrono::duration<double, std::milli>(std::chrono::hours(1)).count();
    return ms <= static_cast<double>((growth.over * furthestFactor).count())
        ? std::optional(milliseconds(std::llround(ms)))
        : std::nullopt;
}

} // namespace plimsoll::models
