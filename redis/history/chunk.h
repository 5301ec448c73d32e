// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QChar>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

/// Encoding of the history: steps, and packed chunks of one collection.
namespace plimsoll::redis {

/// One resolution of the history. Step 0 holds the samples as polled.
struct HistoryStep {
    std::chrono::milliseconds width; ///< width of a point; for step 0, the shortest poll interval
    std::chrono::milliseconds chunk; ///< approximate length of a chunk
    std::chrono::milliseconds kept; ///< minimum retention, in recorded time
};
inline constexpr std::array historySteps{
    HistoryStep{std::chrono::seconds(1), std::chrono::minutes(5), std::chrono::hours(1)},
    HistoryStep{std::chrono::seconds(10), std::chrono::hours(1), std::chrono::hours(24)},
    HistoryStep{std::chrono::minutes(1), std::chrono::hours(6), std::chrono::hours(24 * 7)},
    HistoryStep{std::chrono::minutes(10), std::chrono::hours(48), std::chrono::hours(24 * 400)},
};

/// Returns the exclusive end of a chunk whose last point is at `last`.
inline std::chrono::milliseconds endOf(std::chrono::milliseconds last, std::size_t step)
{
    return last + (step == 0 ? std::chrono::milliseconds(1) : historySteps.at(step).width);
}

/// Lowest, mean and highest value of a step; equal for a single sample. NaN: unknown.
struct HistoryBand {
    std::vector<double> low, mean, high;
    std::vector<char> atLeast{}; ///< 1: a lower bound, for a step at least sometimes; empty: never
};

/// Values of one collection over a time span: one value per figure and time; times are ascending.
struct HistoryColumns {
    std::vector<std::chrono::milliseconds> times; ///< server time; for a step, its beginning
    std::vector<HistoryBand> figures; ///< samples (step 0) have `low` only
    std::vector<double> seconds; ///< weight of each point, in seconds; empty: all equal

    [[nodiscard]] std::size_t size() const { return times.size(); }
};

/// Suffix of the id of a companion figure, which is 1 while the figure was a lower bound ("≥").
inline constexpr QChar lowerBoundMark(0x2265);

/// `step` is an index into historySteps. Values are kept exactly (whole numbers up to 2^53 and decimals compactly);
/// only the mean of a step is rounded, to one of `meanParts` positions between lowest and highest.
QByteArray packChunk(const HistoryColumns &columns, std::size_t step);
/// Returns nullopt if the bytes are damaged.
std::optional<HistoryColumns> unpackChunk(const QByteArray &bytes, std::size_t step);

inline constexpr qint64 meanParts = 60;
/// Maximum number of points in a chunk; more indicate damage.
inline constexpr std::size_t mostPoints = 100'000;

/// Returns the number of decimals, at least `atLeast`, with which all values survive a round trip through whole
/// numbers, or nothing.
std::optional<int> decimalsOf(const std::vector<double> &values, int atLeast = 0);

} // namespace plimsoll::redis
