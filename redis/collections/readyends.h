// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/processinglist.h"

#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Since when the oldest job of one ready list waits, by a bounded look at both of its ends: after a requeue the job
/// next to be taken is not the oldest, nor is it after dead letters came back. A lower bound unless these are all jobs:
/// older ones may have been put back between the ends.
class ReadyEnds {
public:
    /// Jobs looked at, at each end.
    static constexpr qint64 most = 4;
    static constexpr int commands = 2; ///< and one more while replies() says so
    /// End that holds the next job to take; the lowest score in a sorted set.
    enum class Next : unsigned char { Left, Right, Lowest };

    void append(Pipeline &pipeline, QByteArrayView key, Next next) const;
    /// Number of replies to what append() adds.
    [[nodiscard]] std::size_t replies() const { return m_inside ? commands + 1 : commands; }
    /// `marks`: begin of elements that are no jobs; empty: all are. The jobs that were found, the one that is next to
    /// be taken first; their times are to be set.
    std::vector<QByteArray> read(std::span<const Reply> replies, double count, Next next, std::chrono::milliseconds now,
                                 QByteArrayView marks = {});
    void setCreated(std::size_t job, std::optional<std::chrono::milliseconds> time, const QByteArray &element);
    void clear() { *this = {}; }

    [[nodiscard]] bool isRead() const { return m_read; }
    [[nodiscard]] JobStart oldest(std::chrono::milliseconds now);

private:
    /// A job that came back older than those before it, and that newer ones have covered since.
    struct Inside {
        QByteArray job;
        std::chrono::milliseconds created{};
    };

    [[nodiscard]] JobStart findOldest() const;
    void keepInside(std::span<const Reply> replies);

    QByteArray m_print; ///< fingerprint of the next job
    std::chrono::milliseconds m_seenAt{}; ///< time since which it is next
    std::chrono::milliseconds m_readAt{};
    bool m_moves = false; ///< the next job changed between the last two looks
    std::vector<std::optional<std::chrono::milliseconds>>
        m_created; ///< creation times, from the next job to the newest
    std::size_t m_newer = 0; ///< index of the first of them at the end where jobs arrive
    std::optional<Inside> m_arrived; ///< the oldest at that end, if it is older than those before it
    std::optional<Inside> m_inside; ///< known to be in the list
    qint64 m_each = most;
    bool m_whole = false; ///< they are all there are
    bool m_read = false;
    std::optional<JobStart> m_oldest; ///< result of oldest() for these jobs
};

} // namespace plimsoll::redis
