// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <deque>
#include <optional>

namespace plimsoll {

/// How often a minute something happens that a counter of the server counts: what it went up by within the window of
/// rates (redis/types/rate.h), over the time in which that was seen. The mean: what comes in lots is as much as what
/// comes one by one. A counter that is not known, or has gone down, begins anew.
class CounterPace {
public:
    void look(std::chrono::milliseconds at, double counter);
    /// What came between the last two looks, and what comes until the next, is not the application's work; nor is the
    /// time it took counted.
    void leaveOut();
    void restart() { *this = {}; }

    /// A minute; NaN before enough is known.
    [[nodiscard]] double perMinute() const;

private:
    struct Step {
        std::chrono::milliseconds at{}; ///< its end
        std::chrono::milliseconds seen{}; ///< that it took
        double count = 0;
    };
    struct Look {
        std::chrono::milliseconds at{};
        double counter = 0;
    };

    void keep(const Step &step);

    std::deque<Step> m_steps; ///< oldest first, of some five seconds each
    std::optional<Step> m_newest; ///< between the last two looks: it may yet be left out
    std::optional<Look> m_last;
    bool m_leavesOut = false;
};

} // namespace plimsoll
