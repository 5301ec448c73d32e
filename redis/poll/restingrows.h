// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"

#include <array>
#include <chrono>
#include <vector>

namespace plimsoll::redis {

/// Rows of a snapshot that need not be finished, because their counts have not changed and nothing else of them changes
/// with the time but figures that run with the clock (Rest). Used only while rows may be left out of a tick. Lives with
/// its poll session.
class RestingRows {
public:
    [[nodiscard]] bool isOn() const { return !m_until.empty(); }
    /// All rows are to be finished in this tick.
    void start(std::size_t rows);
    void stop() { start(0); }
    [[nodiscard]] bool rests(std::size_t row, std::chrono::milliseconds now) const { return now < m_until[row]; }
    /// Notes that a row was finished in this tick. `firstFigure`: index of its first figure in the snapshot.
    void noteFinished(std::size_t row, const Rest &rest, int firstFigure);
    /// Ends the rest of a row.
    void wake(std::size_t row);
    void wakeAll();
    /// Returns the figures of a snapshot as they are at `now`, if the rows rest: those that run with the clock have
    /// gone on.
    [[nodiscard]] std::vector<double> figuresAt(const std::vector<double> &before, std::chrono::milliseconds now) const;
    /// The ticks since the one in which a row was finished.
    [[nodiscard]] TicksPassed passed(std::size_t row) const;
    /// Call at the end of each tick that made a snapshot.
    void endTick(std::chrono::milliseconds now);

private:
    struct Running {
        std::chrono::milliseconds mark{};
        int place = -1; ///< index into the snapshot's figures; -1: none
        bool isUntil = false;
    };

    std::vector<std::chrono::milliseconds> m_until; ///< per row; Collector::always: it does not rest
    std::vector<quint32> m_finishedIn; ///< per row: number of the tick
    /// The first of each row, the second of each row: few have one. Empty: no row has.
    std::array<std::vector<Running>, Rest::mostRunning> m_running;
    quint32 m_tick = 1; ///< number of the current tick
    std::chrono::milliseconds m_tickedAt{}; ///< server time of the tick before
};

} // namespace plimsoll::redis
