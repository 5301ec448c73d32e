// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/chartseries.h"
#include "views/charts/timeframe.h"

#include <QColor>
#include <QPolygonF>

#include <limits>
#include <vector>

namespace plimsoll::views {

/// Lowest and highest drawn value; infinite without one.
struct LineRange {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
};

/// The lines of a TimePlot: draws them with Qt Charts and reads them at a time. They are only read at drawn points,
/// because values between two readings are unknown.
class TimeLines final {
public:
    explicit TimeLines(QChart *chart) : m_series(chart) { }

    void setPicture(const TimePicture &picture);
    /// Reduces the lines to at most this many points each, and returns the range of their values.
    LineRange decimate(const TimePicture &picture, int columns);
    /// Draws the lines and forecasts, after decimate().
    void draw(const TimeFrame &frame);

    /// The name of a line, and where it ends.
    struct EndLabel {
        QString text;
        QColor colour;
        double value = 0;
        bool isStacked = false, isHidden = false, isEarlier = false;
    };
    [[nodiscard]] const std::vector<EndLabel> &labels() const { return m_labels; }
    /// Start and end of each gap in the first line, as offsets from now.
    [[nodiscard]] const std::vector<QPointF> &gaps() const { return m_gaps; }
    /// Returns what is drawn, in pixels.
    [[nodiscard]] std::vector<QPolygonF> curvesIn(const TimeFrame &frame) const;

    /// A reading of a line: a point as drawn, and its text.
    struct Dot {
        std::size_t line = 0;
        QPointF place;
        double value = 0;
        QString text;
        double own = 0; ///< value without the layers below it, if stacked
        QString brief{}; ///< `text` without the range of a mean
    };
    [[nodiscard]] std::vector<Dot> dotsAt(const TimeFrame &frame, std::chrono::milliseconds time) const;
    /// Returns the time of the nearest point of any line; `time` if the lines have no points.
    [[nodiscard]] std::chrono::milliseconds nearestPoint(const TimeFrame &frame, std::chrono::milliseconds time) const;
    /// The compared line, if there is one.
    [[nodiscard]] const std::optional<TimePicture::Line> &earlier() const { return m_earlier; }
    [[nodiscard]] std::optional<double> earlierAt(const TimeFrame &frame, std::chrono::milliseconds time) const;

private:
    void drawStretch(const TimeFrame &frame, models::UnbrokenLine &stretch, const TimePicture::Line &line);
    void drawEarlier(const TimeFrame &frame);
    void labelLines(const TimeFrame &frame);

    ChartSeries m_series;
    std::optional<TimePicture::Line> m_earlier;
    std::vector<std::vector<models::UnbrokenLine>> m_drawn; ///< stretches of each line in values; empty if hidden
    std::vector<models::UnbrokenLine> m_drawnEarlier;
    std::vector<EndLabel> m_labels;
    std::vector<QList<QPointF>> m_curves; ///< offsets from now, and positions along the scale
    std::vector<QPointF> m_gaps;
};

} // namespace plimsoll::views
