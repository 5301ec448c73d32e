// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

/// How fast a count changes, the same wherever a rate is shown: net, over the last five minutes; where its course has
/// turned since, by more than its own ups and downs, over as many seconds as it takes to tell.
inline constexpr std::chrono::seconds rateWindow{300};
/// The least that a rate is told over.
inline constexpr std::chrono::seconds rateLeast{10};

/// What a count was for a moment, or on the average of a few.
struct CountsFrom {
    std::chrono::milliseconds start{};
    qint32 later = 0; ///< ms after the start, summed up
    qint32 counts = 0; ///< how many were added
    double sum = 0;

    void add(std::chrono::milliseconds time, double count)
    {
        later += static_cast<qint32>((time - start).count());
        ++counts;
        sum += count;
    }
};

/// A rate, and how it was worked out: what says so to people says what is here, and nothing else.
struct Rate {
    double perMinute = unknownFigure;
    /// It leads one way by more than chance would, in both halves of its time: what it comes to may be told.
    bool isSteady = false;
    std::chrono::milliseconds from{}, to{}; ///< of what was looked at
    int polls = 0; ///< there
    int points = 0; ///< that these were made to, by their averages; 0: there was no need
    std::chrono::milliseconds stillFor{}; ///< it has not changed; 0: that is not why
    std::chrono::milliseconds turnedAt{}; ///< what was before is left out; 0: it did not turn
    double jump = 0; ///< that came or went in one step, and is left out
    std::chrono::milliseconds anewAt{}; ///< an operation of ours or an event: what was before is left out; 0: nothing
};

/// By the median of the slopes between each two of its points (Theil and Sen): what stands out is no trend. A single
/// jump, four times as large as any other step and of ten at the least, is left out. `points`: oldest first, known,
/// within the window up to `now`, the last thirty seconds in steps of some five. Not known when less than rateLeast is.
///
/// A turn is told from ups and downs by how far a walk at random, whose steps are as large as those of the whole window
/// beside its line, would get from that line in the same time: twice as far is no chance. So is a course
/// that may be told on (isSteady), by its own steps, and farther.
Rate rateOf(std::span<const CountsFrom> points, std::chrono::milliseconds now);

/// The rate of a count over time. Keeps the sums of every five seconds, so that 10,000 collections cost
/// fifteen megabytes.
class GrowthWindow {
public:
    void add(std::chrono::milliseconds time, double count);
    /// What was before was not the application's work alone.
    void startAnew(std::chrono::milliseconds now);
    [[nodiscard]] std::shared_ptr<const Rate> rate() const;
    /// Change a minute; NaN before ten seconds are known.
    [[nodiscard]] double perMinute() const { return rate()->perMinute; }

private:
    std::vector<CountsFrom> m_points; ///< oldest first
    std::chrono::milliseconds m_last{};
    std::chrono::milliseconds m_changed{}; ///< since then it has been m_count
    std::chrono::milliseconds m_anewAt{}; ///< 0: never
    double m_count = unknownFigure;
};

/// How long until what is `value` comes to `target`: null where the rate is not steady, or leads away from it.
std::optional<std::chrono::milliseconds> timeUntil(const Rate &rate, double value, double target);

} // namespace plimsoll
