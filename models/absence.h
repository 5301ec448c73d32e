// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace plimsoll::models {

/// When a person looked last before now: what happened since is news. A value; no clock of its own.
class Absence final {
public:
    static constexpr std::chrono::minutes least{30}; ///< less is none
    static constexpr std::chrono::hours longest{24 * 30}; ///< nobody counts further back

    /// `last`: as it was kept; zero: never.
    explicit Absence(std::chrono::milliseconds last = {}) : m_last(last) { }

    /// Somebody looks now.
    void look(std::chrono::milliseconds now)
    {
        if (m_last.count() > 0 && now - m_last >= least) {
            m_since = now - m_last <= longest ? std::optional(m_last) : std::nullopt;
        }
        m_last = now;
    }
    /// The last moment before the last absence; nullopt: there was none.
    [[nodiscard]] const std::optional<std::chrono::milliseconds> &since() const { return m_since; }
    [[nodiscard]] std::chrono::milliseconds last() const { return m_last; }

private:
    std::chrono::milliseconds m_last;
    std::optional<std::chrono::milliseconds> m_since;
};

} // namespace plimsoll::models
