// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <chrono>
#include <cstddef>

namespace plimsoll::redis {

/// How long a batch is to hold the server: half of what is promised.
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
};

/// How much the next batch may take, so that its script holds the server for about a given time: bounded by elements
/// and by bytes, each learnt from the batches before. Small elements teach what an element costs, large ones what a
/// byte does; where the sizes change at once, neither bound has been learnt from the other, and at the worst both are
/// used up, which is twice the target. Value; reentrant.
class BatchBudget final {
public:
    struct Limits {
        std::chrono::microseconds target = batchTime;
        /// Of the first batch, about which nothing is known: within 5 ms on a server sixteen times slower than the one
        /// that `largest` was measured on, and where each element has a JSON record (10 us, and 20 ns a byte).
        BatchLoad first{8, qint64(8) * 1024};
        /// Of any batch; one element may be larger. Half a megabyte takes a millisecond, and three where the server has
        /// to be given memory for it, at the prices of the system, which differ from batch to batch.
        BatchLoad largest{600, qint64(512) * 1024};
    };

    explicit BatchBudget(const Limits &limits) : m_limits(limits), m_next(limits.first) { }

    [[nodiscard]] const BatchLoad &next() const { return m_next; }

    /// How many of `available` elements to come make the next batch: at least one, even when it is too large.
    /// `bytesOf(i)` says what the i-th of them weighs.
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

    /// What a batch did take, and for how long.
    void learn(const BatchLoad &did, std::chrono::microseconds took);

private:
    /// Time for one element, or for one byte, of the last few batches. The best of them counts, because whatever else
    /// the server's machine does only ever adds to what is measured; no older ones, because elements change. None from
    /// before a batch that took longer than the target: elements of one size may cost more than those before them
    /// (records with more members, places farther from an end), and a server is not held again to find out.
    struct Pace {
        std::array<double, 5> last{};
        std::size_t known = 0;

        void forget() { known = 0; }
        void add(double each);
        [[nodiscard]] double best() const;
    };

    Limits m_limits;
    BatchLoad m_next;
    Pace m_item, m_byte;
};

} // namespace plimsoll::redis
