// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace plimsoll::redis {

/// The server's clock: set by TIME, carried forward by our monotonic one; our wall clock, which may be wrong, is
/// never asked. A value.
class ServerClock {
public:
    using Steady = std::chrono::steady_clock;

    void set(std::chrono::milliseconds serverTime, Steady::time_point at)
    {
        m_serverTime = serverTime;
        m_at = at;
    }
    /// Unix time by the server's clock.
    [[nodiscard]] std::chrono::milliseconds at(Steady::time_point moment) const
    {
        return m_serverTime + std::chrono::round<std::chrono::milliseconds>(moment - m_at);
    }

private:
    std::chrono::milliseconds m_serverTime{};
    Steady::time_point m_at;
};

} // namespace plimsoll::redis
