// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"
#include "redis/types/kind.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

/// Chart arithmetic without widgets: round axes, decimation, label placement.
namespace plimsoll::models {

struct Scale {
    double bottom = 0;
    double top = 1;
    double step = 1;
    double grain = 0; ///< logarithmic scale: nearly linear below this value; 0 for a linear scale

    [[nodiscard]] std::vector<double> ticks() const; ///< bottom to top
    /// Returns the position of a value along the scale.
    [[nodiscard]] double drawn(double value) const;
};

/// Returns a linear axis from zero (or from below, for negative values) with at most `steps` round ticks.
Scale niceScale(double low, double high, Unit unit, int steps);
/// Returns an axis from zero in powers of ten; for durations in seconds, minutes, hours and days.
Scale logarithmicScale(double high, Unit unit);
/// Returns the multiples of a round step between two values, about `steps` of them.
std::vector<double> roundBetween(double low, double high, int steps);
/// Formats the text of a tick: "1,200", "2.5", "5 min".
QString axisLabel(double value, Unit unit);

/// A label below the plot.
struct AxisTick {
    double place = 0; ///< 0 at the left end, 1 at the right end
    QString text;
};

/// Returns "−15 min … −10 … −5 … now", with a unit wherever it changes; fewer ticks on a narrow plot. All widths are in
/// px at a zoom of 100 %.
std::vector<AxisTick> timeTicks(std::chrono::milliseconds length, double width);
/// Returns "−15 min … now … +5 … +15": an equal length ahead.
std::vector<AxisTick> timeTicksAhead(std::chrono::milliseconds length, double width);
/// Formats a length: "15 min", "1 h", "24 h".
QString rangeTitle(std::chrono::milliseconds length);
/// Formats a span like rangeTitle(), except for "1 year".
QString spanTitle(Span span);
/// Parses user input: "14:05", "14:05:30" (most recent), "2026-11-20", "2026-11-20 14:05", "now".
std::optional<std::chrono::milliseconds> typedTime(const QString &text, std::chrono::milliseconds now);
/// Formats a range: "14:02 – 14:10", with dates unless both are today.
QString stretchTitle(std::chrono::milliseconds from, std::chrono::milliseconds to);
/// Returns ticks at local times of day, days or months: "14:00 … 16 Nov … 06:00".
std::vector<AxisTick> calendarTicks(std::chrono::milliseconds from, std::chrono::milliseconds to, double width);

/// A line between two gaps; x is in ms relative to `now` (at most 0), y is the value. All lists have equal length.
struct UnbrokenLine {
    QList<QPointF> line;
    QList<QPointF> low, high; ///< lowest and highest reading behind each point

    /// Returns true if readings deviate from the line.
    [[nodiscard]] bool isBand() const { return low != high; }
    /// Converts values to positions along the scale.
    void raise(const Scale &scale);
    /// Collapses the band onto the line where it is narrower than `narrow`.
    void flatten(double narrow);
};

/// Splits a line into its stretches, at most 600 points altogether. If there are more readings than columns, each point
/// is the mean of a column, with its lowest and highest reading: a zigzag between those would turn a busy line into a
/// thick band. A stretch starts with its first reading and ends with its last. Columns are aligned to absolute time, so
/// that the picture does not shimmer as it moves.
std::vector<UnbrokenLine> decimate(const Series &series, std::chrono::milliseconds now, std::chrono::milliseconds span,
                                   int columns);

/// Returns the last known value at or before `time`; NaN in a gap, or if it is the newest and older than `tolerance`.
double readAt(const Series &series, std::chrono::milliseconds time, std::chrono::milliseconds tolerance);
/// Returns the shortest axis length of a span that holds readings up to `age` old, at most the span itself.
std::chrono::milliseconds axisLength(Span span, std::chrono::milliseconds age);
/// Returns the distance between the newest points of a series, for the tolerance of readAt().
std::chrono::milliseconds pointSpacing(const Series &series);

/// Moves label centres as little as possible so that they are at least `height` apart and within bounds. Keeps order.
std::vector<double> spreadLabels(const std::vector<double> &centres, double height, double top, double bottom);

/// Returns the lowest and highest value of a sparkline's axis: the range of the values, but at least a quarter of their
/// magnitude and at least four.
std::pair<double, double> sparklineRange(const std::vector<float> &values);

} // namespace plimsoll::models
