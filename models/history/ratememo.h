// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"

#include <array>
#include <cstdint>
#include <vector>

namespace plimsoll::models {

/// Caches rates if there are very many collections: each is computed every fifth tick, and the work is spread over the
/// ticks. An overview needs all rates at every tick, and computing 10,000 at once would block the window. GUI thread.
class RateMemo final {
public:
    /// Sets the number of rows and clears the cache.
    void setRows(std::size_t rows)
    {
        m_told.assign(rows > few ? rows : 0, {});
        m_told.shrink_to_fit();
    }
    void beginTick() { ++m_tick; }
    [[nodiscard]] std::size_t memoryBytes() const { return m_told.capacity() * sizeof(m_told.front()); }

    /// `since`: start of the values to use; a new value invalidates the cached rate.
    template <typename Work>
    Rate rate(std::size_t row, int figure, bool isMain, std::chrono::milliseconds since, Work work)
    {
        if (row >= m_told.size()) {
            return work();
        }
        Told &told = m_told[row][isMain ? 0 : 1];
        const bool isNew = told.tick == 0;
        if (isNew || told.figure != figure || told.since != since || m_tick - told.tick >= every) {
            told = {isNew ? m_tick - row % every : m_tick, figure, since, work()};
        }
        return told.rate;
    }

private:
    static constexpr std::size_t few = 1'000; ///< rows whose rates can be computed at every tick
    static constexpr std::uint64_t every = 5; ///< ticks

    struct Told {
        std::uint64_t tick = 0; ///< tick of the computation; 0: not computed
        int figure = -1;
        std::chrono::milliseconds since{};
        Rate rate;
    };
    std::vector<std::array<Told, 2>> m_told; ///< rates of the main figure and one other, by row
    std::uint64_t m_tick = every; ///< initial value that spreads the first computations over five ticks
};

} // namespace plimsoll::models
