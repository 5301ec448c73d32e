// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace plimsoll::models {

/// Length of a chart, an index in `spans`.
enum class Span { QuarterHour, Hour, SixHours, Day, Week, Month, Quarter, Year };

/// Properties of a span.
struct SpanSpec {
    struct Axis {
        std::chrono::milliseconds length{};
        int parts = 1; ///< number of parts, each of a round length
    };

    /// Possible axes, shortest first: less than the span while there are few readings; the last is the span.
    std::array<Axis, 4> axes;
    /// Interval of stored pages of ranks; zero: not stored that long.
    std::chrono::milliseconds pages;
    /// Ring with its values in memory: an index in ringSpecs.
    std::size_t ring;

    [[nodiscard]] constexpr std::chrono::milliseconds length() const { return axes.back().length; }
};

/// A ring in memory and its length.
struct RingSpec {
    std::chrono::milliseconds length;
    /// Interval of stored values, by decreasing detail; the first ring stores every reading.
    std::array<std::chrono::milliseconds, 3> steps;
};

// clang-format off
inline constexpr std::array<RingSpec, 3> ringSpecs{{
    {std::chrono::minutes(15), {std::chrono::seconds(1), std::chrono::seconds(1), std::chrono::seconds(3)}},
    {std::chrono::hours(1), {std::chrono::seconds(10), std::chrono::seconds(20), std::chrono::seconds(40)}},
    {std::chrono::hours(24), {std::chrono::minutes(2), std::chrono::minutes(6), std::chrono::minutes(12)}},
}};

inline constexpr std::array<SpanSpec, 8> spans{{
    {{{{std::chrono::minutes(1), 3}, {std::chrono::minutes(2), 4}, {std::chrono::minutes(5), 5}, {std::chrono::minutes(15), 3}}},
     std::chrono::seconds(10), 0},
    {{{{}, {std::chrono::minutes(15), 3}, {std::chrono::minutes(30), 3}, {std::chrono::hours(1), 4}}},
     std::chrono::minutes(1), 1},
    {{{{}, {std::chrono::hours(1), 4}, {std::chrono::hours(3), 3}, {std::chrono::hours(6), 3}}},
     std::chrono::minutes(10), 2},
    {{{{}, {std::chrono::hours(1), 4}, {std::chrono::hours(6), 3}, {std::chrono::hours(24), 4}}},
     std::chrono::minutes(10), 2},
    {{{{std::chrono::hours(6), 3}, {std::chrono::hours(24), 4}, {std::chrono::hours(48), 4}, {std::chrono::hours(24 * 7), 7}}}, {}, 2},
    {{{{}, {std::chrono::hours(24), 4}, {std::chrono::hours(24 * 7), 7}, {std::chrono::hours(24 * 30), 3}}}, {}, 2},
    {{{{std::chrono::hours(24), 4}, {std::chrono::hours(24 * 7), 7}, {std::chrono::hours(24 * 30), 3}, {std::chrono::hours(24 * 90), 3}}}, {}, 2},
    {{{{std::chrono::hours(24 * 7), 7}, {std::chrono::hours(24 * 30), 3}, {std::chrono::hours(24 * 90), 3}, {std::chrono::hours(24 * 365), 5}}}, {}, 2},
}};
// clang-format on

constexpr std::chrono::milliseconds spanLength(Span span)
{
    return spans.at(static_cast<std::size_t>(span)).length();
}

/// Comparison of a chart with the same local time on an earlier day.
enum class Comparison { None, Yesterday, LastWeek };

constexpr int daysBefore(Comparison comparison)
{
    constexpr std::array days{0, 1, 7};
    return days.at(static_cast<std::size_t>(comparison));
}

/// Range of a chart, up to now or in the past, and its comparison.
struct Reach {
    constexpr Reach(Span live) : span(live) { } // most reaches are live
    constexpr Reach(Span before, std::chrono::milliseconds begin, std::chrono::milliseconds end)
        : span(before), from(begin), to(end)
    {
    }

    Span span;
    std::chrono::milliseconds from{}, to{}; ///< past range; zero: up to now
    /// For live reaches: part of the span that is drawn while there are few readings, at the resolution of a span of
    /// that length; zero: all.
    std::chrono::milliseconds drawn{};
    Comparison comparison = Comparison::None;

    [[nodiscard]] constexpr Reach with(Comparison other) const
    {
        Reach reach = *this;
        reach.comparison = other;
        return reach;
    }
    [[nodiscard]] constexpr Reach drawing(std::chrono::milliseconds length) const
    {
        Reach reach = *this;
        reach.drawn = isLive() && length < spanLength(span) ? length : std::chrono::milliseconds::zero();
        return reach;
    }
    [[nodiscard]] constexpr bool isLive() const { return to == std::chrono::milliseconds::zero(); }
    friend constexpr bool operator==(const Reach &, const Reach &) = default;
};

} // namespace plimsoll::models
