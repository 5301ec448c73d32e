// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/growth.h"

#include "models/history/history.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::minutes leastObserved{15};
constexpr std::size_t mostMeans = 48; ///< 1,128 pairs
constexpr int furthestFactor = 288; ///< times the observed time: a day for five minutes

struct MeanAt {
    double hours = 0, value = 0;
};

/// Averages known values over equal parts of their time.
std::vector<MeanAt> meansOf(const std::vector<Series::Point> &points, milliseconds from, milliseconds length)
{
    std::vector<MeanAt> sums(mostMeans);
    std::vector<int> counts(mostMeans);
    for (const Series::Point &point : points) {
        if (isKnown(point.value)) {
            const auto part = static_cast<std::size_t>((point.time - from) * (mostMeans - 1) / length);
            sums[part].hours += std::chrono::duration<double, std::ratio<3600>>(point.time - from).count();
            sums[part].value += point.value;
            ++counts[part];
        }
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

Growth growthOf(const History &history, std::size_t row, int figure)
{
    const std::vector<Series::Point> points = history.figure(row, figure, Span::Day).points;
    const auto isValue = [](const Series::Point &point) { return isKnown(point.value); };
    const auto first = std::find_if(points.begin(), points.end(), isValue);
    const auto last = std::find_if(points.rbegin(), points.rend(), isValue);
    if (first == points.end() || last->time - first->time < leastObserved) {
        const Rate rate = history.rate(row, figure);
        return {rate.perMinute * 60, rate.to - rate.from, rate.isSteady};
    }
    const milliseconds length = last->time - first->time;
    const std::vector<MeanAt> means = meansOf(points, first->time, length);
    const std::span<const MeanAt> all(means);
    const double slope = medianSlope(all);
    const double before = medianSlope(all.first(means.size() / 2));
    const double after = medianSlope(all.subspan(means.size() / 2));
    return {slope, length, (slope > 0 && before > 0 && after > 0) || (slope < 0 && before < 0 && after < 0)};
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
