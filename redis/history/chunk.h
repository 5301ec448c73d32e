// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QChar>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

/// How figures over time are kept: steps, and chunks of one collection, packed.
namespace plimsoll::redis {

/// One resolution of the history. The first has the samples as they were polled.
struct HistoryStep {
    std::chrono::milliseconds width; ///< of a point; of the first, what is polled for at best
    std::chrono::milliseconds chunk; ///< so long is a chunk, about
    std::chrono::milliseconds kept; ///< so much of recorded time at least
};
inline constexpr std::array historySteps{
    HistoryStep{std::chrono::seconds(1), std::chrono::minutes(5), std::chrono::hours(1)},
    HistoryStep{std::chrono::seconds(10), std::chrono::hours(1), std::chrono::hours(24)},
    HistoryStep{std::chrono::minutes(1), std::chrono::hours(6), std::chrono::hours(24 * 7)},
    HistoryStep{std::chrono::minutes(10), std::chrono::hours(48), std::chrono::hours(24 * 400)},
};

/// Up to where the points of a chunk reach whose last is at this time.
inline std::chrono::milliseconds endOf(std::chrono::milliseconds last, std::size_t step)
{
    return last + (step == 0 ? std::chrono::milliseconds(1) : historySteps.at(step).width);
}

/// Lowest, mean and highest of a step; the same where it is one sample. NaN: not known.
struct HistoryBand {
    std::vector<double> low, mean, high;
    std::vector<char> atLeast{}; ///< 1: a lower bound, of a step at times; empty: never
};

/// What is known of one collection over a stretch of time: as many of each figure as times, which never go back.
struct HistoryColumns {
    std::vector<std::chrono::milliseconds> times; ///< server time; of a step, its beginning
    std::vector<HistoryBand> figures; ///< of samples (step 0) `low` alone is filled
    std::vector<double> seconds; ///< that each point stands for; empty: one as much as the other

    [[nodiscard]] std::size_t size() const { return times.size(); }
};

/// A figure that was a lower bound ("≥") at times has another beside it, with this behind its id: 1 where it was.
inline constexpr QChar lowerBoundMark(0x2265);

/// `step` is an index into historySteps. Whole numbers up to 2^53 and decimals are kept exactly, as is whatever else a
/// double holds; of the mean of a step, its place between lowest and highest to a part in `meanParts`.
QByteArray packChunk(const HistoryColumns &columns, std::size_t step);
/// nullopt when the bytes are damaged.
std::optional<HistoryColumns> unpackChunk(const QByteArray &bytes, std::size_t step);

inline constexpr qint64 meanParts = 60;
/// No chunk has more points than this: more is damage.
inline constexpr std::size_t mostPoints = 100'000;

/// Whether the same number comes back from whole numbers of so many decimals; the number of decimals, or nothing.
std::optional<int> decimalsOf(const std::vector<double> &values, int atLeast = 0);

} // namespace plimsoll::redis
