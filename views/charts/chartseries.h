// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <vector>

namespace plimsoll::views {

/// The series of a chart, made once and used again: adding one costs far more than replacing its points.
class ChartSeries {
public:
    ChartSeries(QChart *chart, QValueAxis *x, QValueAxis *y) : m_chart(chart), m_x(x), m_y(y) { }

    /// What is taken from here on is what the chart shows.
    void begin() { m_linesUsed = m_areasUsed = m_bandsUsed = 0; }
    QLineSeries *line();
    QAreaSeries *area(); ///< down to the axis
    QAreaSeries *band(); ///< between two lines
    /// Hides what was not taken.
    void end();

private:
    void attach(QAbstractSeries *series);
    QAreaSeries *makeArea(bool lower);

    QChart *m_chart;
    QValueAxis *m_x;
    QValueAxis *m_y;
    std::vector<QLineSeries *> m_lines;
    std::vector<QAreaSeries *> m_areas, m_bands;
    std::size_t m_linesUsed = 0, m_areasUsed = 0, m_bandsUsed = 0;
};

} // namespace plimsoll::views
