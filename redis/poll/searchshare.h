// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace plimsoll::redis {

/// How much of the server's time looking for keys, and at those that were found, may take: one part in 25, and what is
/// not used is kept for one burst. So within four seconds and more it is never more than one part in 20. A value.
class SearchShare {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int oneIn = 25;
    static constexpr std::chrono::microseconds burst{40'000};

    /// How long there is to wait from `now` on before the next step; 0: not at all.
    [[nodiscard]] std::chrono::microseconds wait(Clock::time_point now);
    /// How long the server worked for a step that took so long, on a connection of such a round trip. One that was
    /// measured in a busy moment is put right by steps that were faster.
    std::chrono::microseconds spend(std::chrono::microseconds took, std::chrono::microseconds roundTrip);

private:
    std::chrono::microseconds m_left = burst;
    std::optional<Clock::time_point> m_at;
    std::chrono::microseconds m_roundTrip{}; ///< as it was measured
    std::chrono::microseconds m_fastest{}; ///< what it is at the most
};

} // namespace plimsoll::redis
