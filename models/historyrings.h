// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history.h"

#include <optional>
#include <span>
#include <vector>

namespace plimsoll::models {

/// Rings of many series that share their times: one column a step, all series side by side in it, so that a tick
/// writes one contiguous stretch whatever the number of series. All memory is taken by the constructor.
class HistoryRing {
public:
    struct Shape {
        std::size_t columns = 0;
        std::chrono::milliseconds step{};
        bool range = false; ///< keeps low and high beside the last value: three numbers a point instead of one
    };
    struct Column {
        std::chrono::milliseconds begin{}; ///< time of the first tick in it
        std::chrono::milliseconds time{}; ///< time of the last tick in it
        bool gapBefore = false;
    };

    HistoryRing() = default;
    HistoryRing(const Shape &shape, std::size_t series);
    /// The same times, other series: `origins[i]` is the series of `other` that series i continues, -1 for none.
    HistoryRing(const HistoryRing &other, const std::vector<int> &origins);

    /// Opens or continues the column for that time. Columns later than it are forgotten: the clock was set back.
    void beginTick(std::chrono::milliseconds time, bool gap);
    /// Writes the values of the tick, one for each series from `firstSeries` on.
    void write(std::span<const double> values, std::size_t firstSeries = 0);
    void forgetSeries(std::size_t series);

    [[nodiscard]] std::size_t size() const { return m_used; }
    [[nodiscard]] std::size_t seriesCount() const { return m_series; }
    [[nodiscard]] const Shape &shape() const { return m_shape; }
    /// 0 is the oldest.
    [[nodiscard]] const Column &column(std::size_t index) const { return m_columns[slot(index)]; }
    [[nodiscard]] double value(std::size_t index, std::size_t series) const { return cell(slot(index), 0)[series]; }
    [[nodiscard]] double low(std::size_t index, std::size_t series) const;
    [[nodiscard]] double high(std::size_t index, std::size_t series) const;
    /// The first column at or after that time; size() when there is none.
    [[nodiscard]] std::size_t firstAt(std::chrono::milliseconds time) const;
    /// The points from that time on, with a NaN between where a gap is.
    [[nodiscard]] std::vector<Series::Point> points(std::size_t series, std::chrono::milliseconds from) const;
    [[nodiscard]] std::size_t bytes() const { return m_cells.capacity() * sizeof(double); }

private:
    [[nodiscard]] std::size_t planes() const { return m_shape.range ? 3 : 1; }
    [[nodiscard]] std::size_t slot(std::size_t index) const { return (m_oldest + index) % m_shape.columns; }
    [[nodiscard]] double *cell(std::size_t slot, std::size_t plane)
    {
        return m_cells.data() + (slot * planes() + plane) * m_series;
    }
    [[nodiscard]] const double *cell(std::size_t slot, std::size_t plane) const
    {
        return m_cells.data() + (slot * planes() + plane) * m_series;
    }
    [[nodiscard]] bool belongsToNewest(std::chrono::milliseconds time, bool gap) const;

    Shape m_shape;
    std::size_t m_series = 0;
    std::size_t m_oldest = 0; ///< slot of column 0
    std::size_t m_used = 0;
    std::vector<Column> m_columns;
    std::vector<double> m_cells; ///< column, then plane (last, low, high), then series
};

} // namespace plimsoll::models
