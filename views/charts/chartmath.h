// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"
#include "redis/types/kind.h"

#include <QList>
#include <QPointF>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

/// The arithmetic of charts, without widgets: round axes, decimation, labels that do not collide.
namespace plimsoll::views {

struct Scale {
    double bottom = 0;
    double top = 1;
    double step = 1;
    double grain = 0; ///< logarithmic, from zero: below this it is nearly even; 0: it is even

    [[nodiscard]] std::vector<double> ticks() const; ///< from the bottom to the top
    /// A value as far up as it is drawn.
    [[nodiscard]] double drawn(double value) const;
};

/// An axis from zero (or below, when values are) whose ticks are round numbers of the unit, at most `steps` of them.
Scale niceScale(double low, double high, Unit unit, int steps);
/// From zero up in powers of ten (of durations: seconds, minutes, hours, days).
Scale logarithmicScale(double high, Unit unit);
/// The multiples of a round step that lie between two values, about `steps` of them.
std::vector<double> roundBetween(double low, double high, int steps);
/// A tick's text: "1,200", "2.5", "5 min".
QString axisLabel(double value, Unit unit);

/// A text under the plot.
struct AxisTick {
    double place = 0; ///< 0: its left end, 1: its right end
    QString text;
};

/// "−15 min … −10 … −5 … now", a unit wherever it changes; fewer ticks where there is no room.
std::vector<AxisTick> timeTicks(std::chrono::milliseconds length, double width);
/// "−15 min … now … +5 … +15": as much ahead.
std::vector<AxisTick> timeTicksAhead(std::chrono::milliseconds length, double width);
/// "15 min", "1 h", "24 h".
QString rangeTitle(std::chrono::milliseconds length);
/// The same of a span, the longest of which is "1 year".
QString spanTitle(models::Span span);
/// What a person types: "14:05", "14:05:30" (the last time it was), "2026-11-20", "2026-11-20 14:05", "now".
std::optional<std::chrono::milliseconds> typedTime(const QString &text, std::chrono::milliseconds now);
/// "14:02 – 14:10", with days where they are not today's.
QString stretchTitle(std::chrono::milliseconds from, std::chrono::milliseconds to);
/// The times of day, days or months that lie between, as the clock on the wall says them: "14:00 … 16 Nov … 06:00".
std::vector<AxisTick> calendarTicks(std::chrono::milliseconds from, std::chrono::milliseconds to, double width);

/// A line between two gaps; x is milliseconds from `now` (negative), y the value. Lists of one length.
struct Stretch {
    QList<QPointF> line;
    QList<QPointF> low, high; ///< what the readings behind each point lay between

    /// Whether they lay anywhere but on the line.
    [[nodiscard]] bool isBand() const { return low != high; }
    /// As far up as it is drawn.
    void raise(const Scale &scale);
    /// Where they lay closer together than that, they lay on the line.
    void flatten(double narrow);
};

/// A line as its stretches. Where there are more readings than columns, a point is the mean of a column's readings,
/// between their lowest and highest: drawn as a zigzag between those, a busy line would be a thick band. At most 600
/// points altogether. A stretch begins with its first reading and ends with its last. Columns stand still in absolute time, so that the picture does not shimmer while it moves.
std::vector<Stretch> decimate(const models::Series &series, std::chrono::milliseconds now,
                              std::chrono::milliseconds span, int columns);

/// The last value known at or before `time`; NaN in a gap, and where nothing follows that is older than `tolerance`.
double readAt(const models::Series &series, std::chrono::milliseconds time, std::chrono::milliseconds tolerance);
/// How much of a span the axis shows while the oldest reading is that young: the shortest of a few round lengths that
/// holds it, at most the span.
std::chrono::milliseconds axisLength(models::Span span, std::chrono::milliseconds age);
/// How far apart the points of a series are, by the newest ones; for the tolerance of readAt.
std::chrono::milliseconds pointSpacing(const models::Series &series);

/// Moves label centres as little as needed so that they are `height` apart and within the bounds. Same order in and
/// out.
std::vector<double> spreadLabels(const std::vector<double> &centres, double height, double top, double bottom);

} // namespace plimsoll::views
