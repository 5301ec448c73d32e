// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/workestimate.h"

#include <chrono>
#include <optional>

namespace plimsoll::redis {

/// Share of the server's time for searching keys and reading those found: 1/25, plus unused time for one burst. Over
/// four seconds or more, at most 1/20. A value.
class SearchShare {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int oneIn = 25;
    static constexpr std::chrono::microseconds burst = WorkEstimate::most;

    /// Returns the time to wait from `now` until the next step; 0: none.
    [[nodiscard]] std::chrono::microseconds wait(Clock::time_point now);
    /// Charges a step that took `took` and returns the server's estimated work, without the round trip.
    std::chrono::microseconds spend(std::chrono::microseconds took, std::chrono::microseconds roundTrip);

private:
    std::chrono::microseconds m_left = burst;
    std::optional<Clock::time_point> m_at;
    std::chrono::microseconds m_roundTrip{}; ///< last measured
    WorkEstimate m_estimate;
};

} // namespace plimsoll::redis
