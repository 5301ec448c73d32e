// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <optional>

namespace plimsoll::models {

/// Tracks when the user last looked; later events are news. A value without a clock of its own.
class Absence final {
public:
    static constexpr std::chrono::minutes least{30}; ///< shorter gaps are not absences
    static constexpr std::chrono::hours longest{24 * 30}; ///< longer absences are ignored

    /// `last`: the stored time; zero: never.
    explicit Absence(std::chrono::milliseconds last = {}) : m_last(last) { }

    /// Call whenever the user looks at the window.
    void look(std::chrono::milliseconds now)
    {
        if (m_last.count() > 0 && now - m_last >= least) {
            m_since = now - m_last <= longest ? std::optional(m_last) : std::nullopt;
        }
        m_last = now;
    }
    /// Start of the last absence; nullopt if there was none.
    [[nodiscard]] const std::optional<std::chrono::milliseconds> &since() const { return m_since; }
    [[nodiscard]] std::chrono::milliseconds last() const { return m_last; }

private:
    std::chrono::milliseconds m_last;
    std::optional<std::chrono::milliseconds> m_since;
};

} // namespace plimsoll::models
