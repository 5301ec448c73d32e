// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"

#include <array>
#include <cstdint>
#include <vector>

namespace plimsoll::models {

/// With very many collections their rates, which are over minutes, are worked out every fifth tick each, not all in the
/// same one: an overview wants them all with every tick, and 10,000 at once would be felt. GUI thread.
class RateMemo final {
public:
    /// Of a layout of so many rows; what was known of another is forgotten.
    void setRows(std::size_t rows)
    {
        m_told.assign(rows > few ? rows : 0, {});
        m_told.shrink_to_fit();
    }
    void beginTick() { ++m_tick; }
    [[nodiscard]] std::size_t memoryBytes() const { return m_told.capacity() * sizeof(m_told.front()); }

    /// `since`: what was before that time counts no more; another is a reason to work it out anew.
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
    static constexpr std::size_t few = 1'000; ///< rows that can be worked out with every tick
    static constexpr std::uint64_t every = 5; ///< ticks

    struct Told {
        std::uint64_t tick = 0; ///< that it was worked out in; 0: it was not
        int figure = -1;
        std::chrono::milliseconds since{};
        Rate rate;
    };
    std::vector<std::array<Told, 2>> m_told; ///< by row: of the main figure, and of another
    std::uint64_t m_tick = every; ///< so that what is told first is spread over five ticks
};

} // namespace plimsoll::models
