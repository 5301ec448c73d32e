// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/timeframe.h"

#include <QList>
#include <QPolygonF>

#include <functional>
#include <optional>
#include <vector>

class QPainter;

/// Forecasts in a TimePlot that looks ahead: dotted from now until they reach a bound or the chart ends.
namespace plimsoll::views {

class ChartSeries;
struct ReadingRow;

/// Draws the forecasts with series of the pool, and adds their points: offsets from now, and positions along the scale.
void drawForecasts(const TimeFrame &frame, ChartSeries &pool, std::vector<QList<QPointF>> &curves);
/// Returns the rings where forecasts reach their bounds.
std::vector<QRectF> forecastRings(const TimeFrame &frame);
/// Returns a place for the label of the ring: above it on the far side of the line if possible, otherwise where it
/// covers no word and as few lines as possible. nullopt if no place is free; the text is then only shown at the
/// pointer.
std::optional<QRectF> forecastPlace(const TimeFrame &frame, const TimePicture::Forecast &forecast,
                                    const std::vector<QPolygonF> &curves,
                                    const std::function<bool(const QRectF &)> &isFree);
/// Paints the line at now and the rings where forecasts reach their bounds.
void paintForecasts(QPainter &painter, const TimeFrame &frame);
/// Adds the reading at a future time: the value of each forecast, and "unknown" for other lines.
void readForecasts(QPainter &painter, const TimeFrame &frame, std::chrono::milliseconds time,
                   std::vector<ReadingRow> &rows);

} // namespace plimsoll::views
