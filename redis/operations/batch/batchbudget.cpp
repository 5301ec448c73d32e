// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batchbudget.h"

#include <limits>
#include <optional>

namespace plimsoll::redis {

namespace {

constexpr std::size_t remembered = 8; ///< batches
constexpr double leastTime = 100; ///< microseconds: a tiny batch must not look infinitely fast
constexpr double leastFixed = 500; ///< microseconds: a smaller cost, or target, is counted as work
constexpr double leastRatio = 1.5; ///< between the sizes of two batches whose times are compared
constexpr double nearly = 0.9; ///< minimum share of the target used by a batch whose size the target has limited

/// Size of `small` relative to `large`, by elements or bytes, whichever is closer to 1; nullopt if they are similar.
std::optional<double> sizeOf(const BatchLoad &small, const BatchLoad &large)
{
    if (double(large.items) < leastRatio * double(small.items)
        || double(large.bytes) < leastRatio * double(small.bytes)) {
        return std::nullopt;
    }
    return std::max(double(small.items) / double(large.items),
                    double(small.bytes) / double(std::max<qint64>(1, large.bytes)));
}

} // namespace

/// Estimates the fixed cost from each pair of batches of which one is larger in elements and bytes: the time of the
/// smaller one minus its share in the difference. Exact for elements of one size, otherwise too low.
std::vector<double> BatchBudget::fixedByPairs() const
{
    std::vector<double> costs;
    for (const Sample &small : m_last) {
        for (const Sample &large : m_last) {
            if (const std::optional<double> size = sizeOf(small.did, large.did)) {
                const double work = (large.time - small.time) * *size / (1 - *size);
                costs.push_back(std::min(small.time - work, large.time));
            }
        }
    }
    return costs;
}

void BatchBudget::estimateFixed()
{
    std::vector<double> costs = fixedByPairs();
    if (!costs.empty()) { // the median, because other load lengthens some batches
        const auto middle = costs.begin() + std::ptrdiff_t((costs.size() - 1) / 2);
        std::nth_element(costs.begin(), middle, costs.end());
        m_fixed = *middle;
    }
    for (const Sample &sample : m_last) {
        m_fixed = std::min(m_fixed, sample.time);
    }
    m_fixed = std::min(m_fixed, double(m_limits.target.count())) < leastFixed ? 0 : m_fixed;
}

/// Adds a batch to the last ones; true if it took too long, for which other load alone is no reason.
bool BatchBudget::remember(const Sample &sample)
{
    const double fixedBefore = m_fixed;
    if (m_last.size() == remembered) {
        m_last.pop_front();
    }
    m_last.push_back(sample);
    estimateFixed();
    const bool isTooLong = sample.time > longestWith(m_fixed);
    if (isTooLong) {
        m_fixed = std::min(fixedBefore, sample.time);
    }
    if (isTooLong && sample.did.items > 1) {
        m_last.erase(m_last.begin(), m_last.end() - 1);
    }
    return isTooLong;
}

/// Load for which there is time by the best paces, at most `most` times the last one.
BatchLoad BatchBudget::byPace(const BatchLoad &did, double most) const
{
    double item = std::numeric_limits<double>::max(), byte = item;
    for (const Sample &sample : m_last) {
        item = std::min(item, (sample.time - m_fixed) / double(sample.did.items));
        byte = std::min(byte, (sample.time - m_fixed) / double(std::max<qint64>(1, sample.did.bytes)));
    }
    if (most < 1 && isLong(m_fixed)) { // what took too long may be the fixed cost: that says nothing of a pace
        item = byte = 0;
    }
    const double room = timeForWork(m_limits.target, m_fixed);
    return {static_cast<std::size_t>(std::min(room / item, most * double(m_next.items))),
            static_cast<qint64>(std::min(room / byte, most * double(std::max(m_next.bytes, did.bytes))))};
}

void BatchBudget::learn(const BatchLoad &did, std::chrono::microseconds took)
{
    if (did.items == 0) {
        return;
    }
    const double time = std::max(leastTime, double(took.count()));
    const bool isTooLong = remember({did, time});
    // At most twice the last size: a pace says little about much larger batches. At most half of it after a batch that
    // took too long: whether that one takes less tells its fixed cost.
    BatchLoad next = byPace(did, isTooLong ? 0.5 : 2);
    const bool isLimited = m_fixed > 0 || time > nearly * double(m_limits.target.count());
    if (isLimited && m_last.size() == remembered && fixedByPairs().empty()) {
        // All of one size: a batch of another size tells the fixed cost anew. It is smaller, or if it cannot be, has
        // two elements, within the limit of a first batch.
        const bool isOne = did.items == 1;
        next = {isOne ? 2 : next.items / 2, isOne ? std::max(next.bytes, m_limits.first.bytes) : next.bytes / 2};
    }
    if (isTooLong && did.items > 1 && m_fixed > 0) {
        m_last.clear(); // the fixed cost is known, so it does not have to be compared with smaller ones
    }
    m_next = {std::clamp<std::size_t>(next.items, 1, m_limits.largest.items),
              std::clamp<qint64>(next.bytes, 1, m_limits.largest.bytes)};
}

} // namespace plimsoll::redis
