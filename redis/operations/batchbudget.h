// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <chrono>
#include <cstddef>

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
};

/// Limits the next batch so that its script holds the server for about the target time. Elements and bytes are bounded
/// separately, each learnt from earlier batches: small elements teach the cost per element, large ones the cost per
/// byte. If sizes change abruptly, both bounds may be used up, which is twice the target. Value; reentrant.
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

private:
    /// Time per element or byte in the last few batches. The best counts, because other load on the server's machine
    /// only adds time; old batches do not count, because elements change. A batch over the target clears the history:
    /// elements of one size may cost more than those before them (records with more members, places farther from an
    /// end), and the server is not blocked again to find out.
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
