// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>
#include <optional>

namespace plimsoll {

/// Rate per minute of a server counter: its increase within the rate window (redis/types/rate.h), divided by the time
/// observed. A mean, so that a batch counts as much as single events. Starts over if the counter is unknown or
/// decreases.
class CounterPace {
public:
    void look(std::chrono::milliseconds at, double counter);
    /// Excludes the increase between the last two calls of look() and until the next, and that time: the application
    /// did not cause it.
    void leaveOut();
    void restart() { *this = {}; }

    /// Increase per minute; NaN until enough is known.
    [[nodiscard]] double perMinute() const;

private:
    struct Step {
        std::chrono::milliseconds at{}; ///< end of the step
        std::chrono::milliseconds seen{}; ///< duration of the step
        double count = 0;
    };
    struct Look {
        std::chrono::milliseconds at{};
        double counter = 0;
    };

    void keep(const Step &step);

    std::deque<Step> m_steps; ///< oldest first, about five seconds each
    std::optional<Step> m_newest; ///< between the last two calls of look(); may still be excluded
    std::optional<Look> m_last;
    bool m_leavesOut = false;
};

} // namespace plimsoll
