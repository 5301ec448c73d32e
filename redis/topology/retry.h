// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <random>

namespace plimsoll::redis {

/// When to try again to connect to one of several nodes: each failure doubles the pause, up to a longest one, less up
/// to a quarter by chance. A value.
class Retry {
public:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool isDue() const { return Clock::now() >= m_next; }
    [[nodiscard]] bool hasFailed() const { return m_pause.count() > 0; }
    void succeeded() { m_pause = {}; }
    /// `first`: the pause after the first failure.
    void failed(std::chrono::milliseconds first, std::chrono::milliseconds longest, std::minstd_rand &random)
    {
        m_pause = std::clamp(m_pause * 2, first, longest);
        m_next = Clock::now() + m_pause - std::chrono::milliseconds(random() % (m_pause.count() / 4));
    }

private:
    std::chrono::milliseconds m_pause{};
    Clock::time_point m_next;
};

} // namespace plimsoll::redis
