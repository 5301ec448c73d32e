// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace plimsoll::models {

/// How far back a chart may reach, by the rows of `spans`.
enum class Span { QuarterHour, Hour, SixHours, Day, Week, Month, Quarter, Year };

/// What there is to know of a span.
struct SpanSpec {
    struct Axis {
        std::chrono::milliseconds length{};
        int parts = 1; ///< of a round length each
    };

    /// What an axis may show, the shortest first: while the readings are young less than the span, which is the last.
    std::array<Axis, 4> axes;
    /// Between two pages of ranks that are kept; zero: none are that long.
    std::chrono::milliseconds pages;
    /// What is in memory of it: an index into ringSpecs.
    std::size_t ring;

    [[nodiscard]] constexpr std::chrono::milliseconds length() const { return axes.back().length; }
};

/// What is kept in memory, so far back.
struct RingSpec {
    std::chrono::milliseconds length;
    /// Between two readings that are kept, by how little room there is for them; the first ring keeps each by itself.
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

/// What else a chart shows: how it was at the same time of the clock on the wall.
enum class Comparison { None, Yesterday, LastWeek };

constexpr int daysBefore(Comparison comparison)
{
    constexpr std::array days{0, 1, 7};
    return days.at(static_cast<std::size_t>(comparison));
}

/// What a chart shows: a span up to now, or a stretch of the past; and what that is compared with.
struct Reach {
    constexpr Reach(Span live) : span(live) { } // NOLINT(google-explicit-constructor): most are
    constexpr Reach(Span before, std::chrono::milliseconds begin, std::chrono::milliseconds end)
        : span(before), from(begin), to(end)
    {
    }

    Span span;
    std::chrono::milliseconds from{}, to{}; ///< of the past; zero: up to now
    /// Up to now: so much of the span is drawn while the readings are young, and read as finely as a span of that
    /// length; zero: all of it.
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
