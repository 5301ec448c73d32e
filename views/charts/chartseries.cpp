// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartseries.h"

namespace plimsoll::views {

namespace {

/// Returns the next series of the pool, and makes one if all are in use.
template <typename Series, typename Make> Series *take(std::vector<Series *> &pool, std::size_t &used, Make make)
{
    if (used == pool.size()) {
        pool.push_back(make());
    }
    Series *series = pool[used++];
    series->setVisible(true);
    return series;
}

template <typename Series> void hideFrom(const std::vector<Series *> &pool, std::size_t used)
{
    for (std::size_t i = used; i < pool.size(); ++i) {
        pool[i]->setVisible(false);
    }
}

} // namespace

void addSeries(QChart *chart, QAbstractSeries *series)
{
    chart->addSeries(series);
    for (QAbstractAxis *axis : chart->axes()) {
        series->attachAxis(axis);
    }
}

QAreaSeries *ChartSeries::makeArea(bool lower)
{
    auto *series = new QAreaSeries;
    series->setUpperSeries(new QLineSeries(series));
    if (lower) {
        series->setLowerSeries(new QLineSeries(series));
    }
    series->setPen(Qt::NoPen);
    addSeries(m_chart, series);
    return series;
}

QLineSeries *ChartSeries::line()
{
    return take(m_lines, m_linesUsed, [this] {
        auto *series = new QLineSeries;
        addSeries(m_chart, series);
        return series;
    });
}

QAreaSeries *ChartSeries::area()
{
    return take(m_areas, m_areasUsed, [this] { return makeArea(false); });
}

QAreaSeries *ChartSeries::band()
{
    return take(m_bands, m_bandsUsed, [this] { return makeArea(true); });
}

void ChartSeries::end()
{
    hideFrom(m_lines, m_linesUsed);
    hideFrom(m_areas, m_areasUsed);
    hideFrom(m_bands, m_bandsUsed);
}

} // namespace plimsoll::views
