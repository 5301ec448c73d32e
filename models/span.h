// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace plimsoll::models {

/// How far back a chart may reach, by the rows of `spans`.
enum class Span { QuarterHour, Hour, Day };

/// What there is to know of a span.
struct SpanSpec {
    struct Axis {
        std::chrono::milliseconds length{};
        int parts = 1; ///< of a round length each
    };

    /// What an axis may show, the shortest first: while the readings are young less than the span, which is the last.
    std::array<Axis, 4> axes;
    /// Between two readings that are kept, by how little room there is for them; the first span keeps each by itself.
    std::array<std::chrono::milliseconds, 3> steps;
    /// Between two pages of ranks that are kept.
    std::chrono::milliseconds pages;

    [[nodiscard]] constexpr std::chrono::milliseconds length() const { return axes.back().length; }
};

// clang-format off
inline constexpr std::array<SpanSpec, 3> spans{{
    {{{{std::chrono::minutes(1), 3}, {std::chrono::minutes(2), 4}, {std::chrono::minutes(5), 5}, {std::chrono::minutes(15), 3}}},
     {std::chrono::seconds(1), std::chrono::seconds(1), std::chrono::seconds(3)}, std::chrono::seconds(10)},
    {{{{}, {std::chrono::minutes(15), 3}, {std::chrono::minutes(30), 3}, {std::chrono::hours(1), 4}}},
     {std::chrono::seconds(10), std::chrono::seconds(20), std::chrono::seconds(40)}, std::chrono::minutes(1)},
    {{{{}, {std::chrono::hours(1), 4}, {std::chrono::hours(6), 3}, {std::chrono::hours(24), 4}}},
     {std::chrono::minutes(2), std::chrono::minutes(6), std::chrono::minutes(12)}, std::chrono::minutes(10)},
}};
// clang-format on

constexpr std::chrono::milliseconds spanLength(Span span)
{
    return spans.at(static_cast<std::size_t>(span)).length();
}

} // namespace plimsoll::models
