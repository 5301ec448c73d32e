// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace plimsoll::models {

/// A number as programs read it: integers without a fraction, else the shortest text that reads back as the same
/// double. Without an allocation: a snapshot of 10,000 collections has 100,000 of them.
class NumberText {
public:
    /// Finite.
    explicit NumberText(double value)
    {
        // Beyond it doubles no longer hold every integer.
        constexpr double largestInteger = 9007199254740992.0;
        const bool whole = value == std::trunc(value) && std::abs(value) <= largestInteger;
        m_end = whole
            ? std::to_chars(m_buffer.data(), m_buffer.data() + m_buffer.size(), static_cast<qint64>(value)).ptr
            : std::to_chars(m_buffer.data(), m_buffer.data() + m_buffer.size(), value).ptr;
    }

    [[nodiscard]] std::string_view view() const
    {
        return {m_buffer.data(), static_cast<std::size_t>(m_end - m_buffer.data())};
    }

private:
    std::array<char, 32> m_buffer{}; ///< the longest shortest double takes 24
    char *m_end = nullptr;
};

} // namespace plimsoll::models
