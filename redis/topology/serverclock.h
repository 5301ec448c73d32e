// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace plimsoll::redis {

/// Server clock: set from TIME and advanced by our monotonic clock; does not use our wall clock, which may be wrong. A
/// value.
class ServerClock {
public:
    using Steady = std::chrono::steady_clock;

    void set(std::chrono::milliseconds serverTime, Steady::time_point at)
    {
        m_serverTime = serverTime;
        m_at = at;
    }
    /// Returns the server's Unix time at `moment`.
    [[nodiscard]] std::chrono::milliseconds at(Steady::time_point moment) const
    {
        return m_serverTime + std::chrono::round<std::chrono::milliseconds>(moment - m_at);
    }

private:
    std::chrono::milliseconds m_serverTime{};
    Steady::time_point m_at;
};

} // namespace plimsoll::redis
