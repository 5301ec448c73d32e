// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/reply.h"

#include <chrono>
#include <optional>

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

    /// The reply of TIME; nullopt when it is none.
    static std::optional<std::chrono::milliseconds> parse(const Reply &reply)
    {
        if (reply.elements.size() != 2) {
            return std::nullopt;
        }
        const std::optional<qint64> seconds = reply.elements[0].toInteger();
        const std::optional<qint64> micros = reply.elements[1].toInteger();
        if (!seconds || !micros) {
            return std::nullopt;
        }
        return std::chrono::milliseconds(*seconds * 1000 + *micros / 1000);
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
