// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace plimsoll::redis {

/// The server's clock: set by TIME, carried forward by our monotonic one; our wall clock, which may be wrong, is
/// never asked. A value.
class ServerClock {
public:
    using Steady = std::chrono::steady_clock;

    void set(std::chrono::milliseconds serverTime, Steady::time_point at) { m_set = {serverTime, at, true}; }
    void reset() { m_set.known = false; }
    [[nodiscard]] bool isKnown() const { return m_set.known; }
    /// Unix time by the server's clock.
    [[nodiscard]] std::chrono::milliseconds at(Steady::time_point moment) const
    {
        return m_set.serverTime + std::chrono::round<std::chrono::milliseconds>(moment - m_set.at);
    }

private:
    struct Setting {
        std::chrono::milliseconds serverTime{};
        Steady::time_point at;
        bool known = false;
    };
    Setting m_set;
};

} // namespace plimsoll::redis
