// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <vector>

namespace plimsoll::redis {

/// Target time for which a batch holds the server: half of the promised maximum.
inline constexpr std::chrono::microseconds batchTime{2'500};

/// The work of a batch: elements, and all their bytes (job records included where a script reads them).
struct BatchLoad {
    std::size_t items = 0;
    qint64 bytes = 0;
};

/// One batch that has run: its budget, its work, and the time it took the server.
struct BatchTrace {
    BatchLoad allowed, did;
    std::chrono::microseconds took{};
    std::chrono::microseconds fixed{}; ///< BatchBudget::fixed() before the batch
};

/// Limits the next batch so that its script holds the server for about the target time. Elements and bytes are bounded
/// separately, each learnt from earlier batches: small elements teach the cost per element, large ones the cost per
/// byte. If sizes change abruptly, both bounds may be used up, which is twice the target.
///
/// A script may take time that smaller batches do not save, such as reading a list's newest element of 3 MiB to make
/// sure that it is there. Two batches of different size tell this fixed cost from the cost of the work, and only the
/// latter limits the next batch. Value; reentrant.
class BatchBudget final {
public:
    struct Limits {
        std::chrono::microseconds target = batchTime;
        /// Limit of the first batch, before anything is learnt: within 5 ms on a server 16 times slower than the one
        /// `largest` was measured on, and with a JSON record per element (10 us, and 20 ns a byte).
        BatchLoad first{8, qint64(8) * 1024};
        /// Limit of every batch, except that one element may be larger. Half a megabyte takes 1 ms, or 3 ms if the
        /// server has to get memory from the system, which varies between batches.
        BatchLoad largest{600, qint64(512) * 1024};
    };

    explicit BatchBudget(const Limits &limits) : m_limits(limits), m_next(limits.first) { }

    [[nodiscard]] const BatchLoad &next() const { return m_next; }

    /// Number of the `available` next elements that fit into a batch: at least one, even if it is too large.
    /// `bytesOf(i)` returns the weight of the i-th.
    template <typename BytesOf> [[nodiscard]] std::size_t fitting(std::size_t available, BytesOf bytesOf) const
    {
        std::size_t count = 0;
        qint64 bytes = 0;
        while (count < available && count < m_next.items) {
            bytes += bytesOf(count);
            if (count > 0 && bytes > m_next.bytes) {
                break;
            }
            ++count;
        }
        return count;
    }

    /// Records the work of a batch and the time it took.
    void learn(const BatchLoad &did, std::chrono::microseconds took);

    /// Time that each script takes whatever its work; 0 if it is unknown or too short to matter.
    [[nodiscard]] std::chrono::microseconds fixed() const { return std::chrono::microseconds(qint64(m_fixed)); }
    /// Time for the work of one batch: the target without the fixed cost, but at least a quarter of the larger of the
    /// two. A smaller batch would hold the server hardly shorter, and as often again.
    [[nodiscard]] static double timeForWork(std::chrono::microseconds target, double fixed)
    {
        return std::max(double(target.count()) - fixed, std::max(double(target.count()), fixed) / 4);
    }

private:
    static constexpr double tolerance = 1.5; ///< costlier elements lengthen a batch by more

    struct Sample {
        BatchLoad did;
        double time = 0; ///< microseconds
    };

    [[nodiscard]] std::vector<double> fixedByPairs() const;
    void estimateFixed();
    bool remember(const Sample &sample);
    [[nodiscard]] BatchLoad byPace(const BatchLoad &did, double most) const;
    /// True if the fixed cost is more than the target: other load then lengthens it by more than the work takes.
    [[nodiscard]] bool isLong(double fixed) const { return fixed > double(m_limits.target.count()); }
    /// Longest time of a batch that may be due to other load.
    [[nodiscard]] double longestWith(double fixed) const
    {
        return (isLong(fixed) ? 2 : 1) * fixed + tolerance * timeForWork(m_limits.target, fixed);
    }

    Limits m_limits;
    BatchLoad m_next;
    /// The last few batches. Of their paces the best counts, because other load on the server's machine only adds time;
    /// old batches do not count, because elements change. A batch that took too long clears the others: elements of one
    /// size may cost more than those before them (records with more members, places farther from an end), and the
    /// server is not blocked again to find out.
    std::deque<Sample> m_last;
    double m_fixed = 0; ///< microseconds
};

} // namespace plimsoll::redis
