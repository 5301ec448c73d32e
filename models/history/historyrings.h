// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/history.h"

#include <optional>
#include <span>
#include <vector>

namespace plimsoll::models {

/// Rings of many series with common times: one column per step holds all series, so a tick writes one contiguous block.
/// The constructor allocates all memory.
class HistoryRing {
public:
    struct Shape {
        std::size_t columns = 0;
        std::chrono::milliseconds step{};
        bool range = false; ///< also keeps low and high: three numbers per point instead of one
    };
    struct Column {
        std::chrono::milliseconds begin{}; ///< time of its first tick
        std::chrono::milliseconds time{}; ///< time of its last tick
        bool gapBefore = false;
    };

    HistoryRing() = default;
    HistoryRing(const Shape &shape, std::size_t series);
    /// Copies the times for other series: `origins[i]` is the series of `other` that series i continues, -1 for none.
    HistoryRing(const HistoryRing &other, const std::vector<int> &origins);

    /// Opens or continues the column for `time`. Drops later columns, which exist if the clock was set back.
    void beginTick(std::chrono::milliseconds time, bool gap);
    /// Writes the values of the tick to consecutive series from `firstSeries` on.
    void write(std::span<const double> values, std::size_t firstSeries = 0);
    void forgetSeries(std::size_t series);

    [[nodiscard]] std::size_t size() const { return m_used; }
    [[nodiscard]] std::size_t seriesCount() const { return m_series; }
    [[nodiscard]] const Shape &shape() const { return m_shape; }
    /// Index 0 is the oldest.
    [[nodiscard]] const Column &column(std::size_t index) const { return m_columns[slot(index)]; }
    [[nodiscard]] double value(std::size_t index, std::size_t series) const { return cell(slot(index), 0)[series]; }
    [[nodiscard]] double low(std::size_t index, std::size_t series) const;
    [[nodiscard]] double high(std::size_t index, std::size_t series) const;
    /// First column at or after `time`, or size().
    [[nodiscard]] std::size_t firstAt(std::chrono::milliseconds time) const;
    /// Points since `from`, with NaN at gaps.
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
    std::vector<double> m_cells; ///< ordered by column, plane (last, low, high) and series
};

} // namespace plimsoll::models
