// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace plimsoll::models {

inline constexpr std::ptrdiff_t longestNumber = 32; ///< bytes; the longest result has 24

/// Writes a number as machine-readable text: integers without a fraction, other values in the shortest form that reads
/// back exactly. `value` must be finite. Returns the end.
inline char *writeNumber(char *out, double value)
{
    // A double represents every integer up to this one.
    constexpr double largestInteger = 9007199254740992.0;
    const bool whole = std::abs(value) <= largestInteger && value == static_cast<double>(static_cast<qint64>(value));
    return whole ? std::to_chars(out, out + longestNumber, static_cast<qint64>(value)).ptr
                 : std::to_chars(out, out + longestNumber, value).ptr;
}

/// A number as machine-readable text that does not allocate: a snapshot of 10,000 collections has 100,000 numbers.
class NumberText {
public:
    /// `value` must be finite.
    explicit NumberText(double value) : m_end(writeNumber(m_buffer.data(), value)) { }

    [[nodiscard]] std::string_view view() const
    {
        return {m_buffer.data(), static_cast<std::size_t>(m_end - m_buffer.data())};
    }

private:
    std::array<char, longestNumber> m_buffer{};
    char *m_end;
};

} // namespace plimsoll::models
