// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <vector>

namespace plimsoll::views {

/// Adds a series to a chart and attaches it to the axes.
void addSeries(QChart *chart, QAbstractSeries *series);

/// Pool of the series of a chart, because adding a series costs far more than replacing its points.
class ChartSeries {
public:
    explicit ChartSeries(QChart *chart) : m_chart(chart) { }

    /// Starts a frame; the chart shows the series that are taken until end().
    void begin() { m_linesUsed = m_areasUsed = m_bandsUsed = 0; }
    QLineSeries *line();
    QAreaSeries *area(); ///< down to the axis
    QAreaSeries *band(); ///< between two lines
    /// Hides the series that were not taken.
    void end();

private:
    QAreaSeries *makeArea(bool lower);

    QChart *m_chart;
    std::vector<QLineSeries *> m_lines;
    std::vector<QAreaSeries *> m_areas, m_bands;
    std::size_t m_linesUsed = 0, m_areasUsed = 0, m_bandsUsed = 0;
};

} // namespace plimsoll::views
