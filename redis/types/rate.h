// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll {

/// Window of every rate shown: net change over the last five minutes or, if the course turned by more than its usual
/// variation, since the turn.
inline constexpr std::chrono::seconds rateWindow{300};
/// Minimum time span of a rate.
inline constexpr std::chrono::seconds rateLeast{10};

/// Count at a moment, or the average of a few polls.
struct CountsFrom {
    std::chrono::milliseconds start{};
    qint32 later = 0; ///< sum of ms after `start`
    qint32 counts = 0; ///< number of counts added
    double sum = 0;

    void add(std::chrono::milliseconds time, double count)
    {
        later += static_cast<qint32>((time - start).count());
        ++counts;
        sum += count;
    }
};

/// A rate and how it was computed; texts for users state exactly these facts.
struct Rate {
    double perMinute = unknownFigure;
    /// Moves one way by more than chance, in both halves of its time: may be extrapolated.
    bool isSteady = false;
    std::chrono::milliseconds from{}, to{}; ///< time span examined
    int polls = 0; ///< number of polls in it
    int points = 0; ///< number of points compared, after averaging; 0: not needed
    std::chrono::milliseconds stillFor{}; ///< time without a change; 0: not constant
    std::chrono::milliseconds turnedAt{}; ///< start of the new course, earlier points are ignored; 0: no turn
    double jump = 0; ///< ignored change in a single step
    std::chrono::milliseconds jumpAt{}; ///< first point after the jump; 0: none
    /// Change of at most the last 20 s that `perMinute` does not contain, far beyond the usual steps: it will prove to
    /// be a jump or a turn. 0: none.
    double latest = 0;
    std::chrono::milliseconds anewAt{}; ///< time of our operation or an event, earlier points are ignored; 0: none
};

/// Computes the median of the slopes of all pairs of points (Theil–Sen), so that outliers are no trend. Ignores a
/// single jump of at least ten and four times any other step. `points`: oldest first, all known, within rateWindow
/// before `now`. The rate is unknown if they span less than rateLeast.
///
/// A turn must lead from the line by twice the distance of a random walk with the steps of the whole window. A steady
/// course (isSteady) must exceed a random walk with its own steps by a larger factor.
Rate rateOf(std::span<const CountsFrom> points, std::chrono::milliseconds now);

/// Returns the rate at a later time up to which the count did not change: if it stood still, it has done so for longer.
Rate rateAt(const Rate &rate, std::chrono::milliseconds time);

/// Rate of a count over time. Keeps sums of five seconds, so that 10,000 collections need 15 MB.
class GrowthWindow {
public:
    void add(std::chrono::milliseconds time, double count);
    /// Adds the last count again, `polls` times until `until`.
    void hold(int polls, std::chrono::milliseconds until);
    /// Discards earlier counts, which were not only the application's work.
    void startAnew(std::chrono::milliseconds now);
    /// Time of the next count from which on ten seconds are known; max() before the first count.
    [[nodiscard]] std::chrono::milliseconds hasRateFrom() const;
    /// Time since which the count is as it is now.
    [[nodiscard]] std::chrono::milliseconds unchangedSince() const { return m_changed; }
    /// False until ten seconds are known.
    [[nodiscard]] bool mayHaveRate() const;
    [[nodiscard]] std::shared_ptr<const Rate> rate() const;
    /// Change per minute; NaN until ten seconds are known.
    [[nodiscard]] double perMinute() const { return rate()->perMinute; }

private:
    std::vector<CountsFrom> m_points; ///< oldest first
    std::chrono::milliseconds m_last{};
    std::chrono::milliseconds m_changed{}; ///< when the count became m_count
    std::chrono::milliseconds m_anewAt{}; ///< 0: never
    double m_count = unknownFigure;
};

/// Returns the time until `value` reaches `target`; nullopt if the rate is not steady or leads away from it.
std::optional<std::chrono::milliseconds> timeUntil(const Rate &rate, double value, double target);

/// Rate per minute of a server counter: its increase within rateWindow, divided by the time
/// observed. A mean, so that a batch counts as much as single events. Starts over if the counter is unknown or
/// decreases.
class CounterPace {
public:
    void look(std::chrono::milliseconds at, double counter);
    /// Excludes the increase between the last two calls of look() and until the next, and that time: the application
    /// did not cause it.
    void leaveOut();
    void restart() { *this = {}; }

    /// Increase per minute; NaN until enough is known.
    [[nodiscard]] double perMinute() const;

private:
    struct Step {
        std::chrono::milliseconds at{}; ///< end of the step
        std::chrono::milliseconds seen{}; ///< duration of the step
        double count = 0;
    };
    struct Look {
        std::chrono::milliseconds at{};
        double counter = 0;
    };

    void keep(const Step &step);

    std::deque<Step> m_steps; ///< oldest first, about five seconds each
    std::optional<Step> m_newest; ///< between the last two calls of look(); may still be excluded
    std::optional<Look> m_last;
    bool m_leavesOut = false;
};

} // namespace plimsoll
