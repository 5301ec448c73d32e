// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/historyrings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t lastPlane = 0;
constexpr std::size_t lowPlane = 1;
constexpr std::size_t highPlane = 2;

} // namespace

HistoryRing::HistoryRing(const Shape &shape, std::size_t series)
    : m_shape(shape), m_series(series), m_columns(shape.columns), m_cells(shape.columns * planes() * series, unknown)
{
}

HistoryRing::HistoryRing(const HistoryRing &other, const std::vector<int> &origins)
    : HistoryRing(other.m_shape, origins.size())
{
    m_oldest = other.m_oldest;
    m_used = other.m_used;
    m_columns = other.m_columns;
    // Copies column by column, in the memory order of both sides.
    for (std::size_t row = 0; row < m_shape.columns * planes(); ++row) {
        const double *from = other.m_cells.data() + row * other.m_series;
        double *to = m_cells.data() + row * m_series;
        for (std::size_t i = 0; i < origins.size(); ++i) {
            if (origins[i] >= 0) {
                to[i] = from[origins[i]];
            }
        }
    }
}

bool HistoryRing::belongsToNewest(milliseconds time, bool gap) const
{
    if (m_used == 0 || gap) {
        return false;
    }
    const Column &newest = column(m_used - 1);
    if (m_shape.range) {
        return newest.begin / m_shape.step == time / m_shape.step;
    }
    // Measured from the column's first tick instead of full seconds: ticks close to a full second would otherwise fall
    // in pairs. Allows a tenth of jitter, for which the ring has additional columns.
    return time - newest.begin < m_shape.step * 9 / 10;
}

void HistoryRing::beginTick(milliseconds time, bool gap)
{
    Q_ASSERT(m_shape.columns > 0);
    while (m_used > 0 && column(m_used - 1).begin > time) {
        --m_used;
        gap = true;
    }
    if (belongsToNewest(time, gap)) {
        m_columns[slot(m_used - 1)].time = time;
        return;
    }
    if (m_used == m_shape.columns) {
        m_oldest = (m_oldest + 1) % m_shape.columns;
        --m_used;
    }
    const std::size_t at = slot(m_used);
    m_columns[at] = Column{time, time, gap && m_used > 0};
    std::fill_n(cell(at, 0), planes() * m_series, unknown);
    ++m_used;
}

void HistoryRing::write(std::span<const double> values, std::size_t firstSeries)
{
    const std::size_t at = slot(m_used - 1);
    std::copy(values.begin(), values.end(), cell(at, lastPlane) + firstSeries);
    if (!m_shape.range) {
        return;
    }
    double *low = cell(at, lowPlane) + firstSeries;
    double *high = cell(at, highPlane) + firstSeries;
    // Written so that NaN on one side keeps the other value: comparisons with NaN are false.
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double value = values[i];
        low[i] = low[i] <= value || std::isnan(value) ? low[i] : value;
        high[i] = high[i] >= value || std::isnan(value) ? high[i] : value;
    }
}

void HistoryRing::forgetSeries(std::size_t series)
{
    for (std::size_t row = 0; row < m_shape.columns * planes(); ++row) {
        m_cells[row * m_series + series] = unknown;
    }
}

double HistoryRing::low(std::size_t index, std::size_t series) const
{
    return cell(slot(index), m_shape.range ? lowPlane : lastPlane)[series];
}

double HistoryRing::high(std::size_t index, std::size_t series) const
{
    return cell(slot(index), m_shape.range ? highPlane : lastPlane)[series];
}

std::size_t HistoryRing::firstAt(milliseconds time) const
{
    std::size_t low = 0;
    std::size_t high = m_used;
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (column(middle).time < time) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::vector<Series::Point> HistoryRing::points(std::size_t series, milliseconds from) const
{
    std::vector<Series::Point> points;
    const std::size_t first = firstAt(from);
    points.reserve(m_used - first + 8);
    for (std::size_t i = first; i < m_used; ++i) {
        const Column &at = column(i);
        if (at.gapBefore && i > first) {
            Series::Point gap;
            gap.time = (column(i - 1).time + at.begin) / 2;
            points.push_back(gap);
        }
        points.push_back({at.time, low(i, series), high(i, series), value(i, series)});
    }
    return points;
}

} // namespace plimsoll::models
