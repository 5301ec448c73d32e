// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/processinglist.h"

#include <vector>

namespace plimsoll::redis {

/// Since when the oldest job of one ready list waits, by a bounded look at both of its ends: after a requeue the job
/// next to be taken is not the oldest, nor is it after dead letters came back.
class ReadyEnds {
public:
    /// Jobs looked at, at each end.
    static constexpr qint64 most = 4;
    static constexpr int commands = 2;

    /// `isSorted`: the key is a sorted set, whose lowest score is next.
    void append(Pipeline &pipeline, QByteArrayView key, bool isSorted = false) const;
    /// `marks`: begin of elements that are no jobs; empty: all are. The jobs that were found, the one that is next to
    /// be taken first; their times are to be set.
    std::vector<QByteArray> read(const Reply &left, const Reply &right, double count, bool consumeRight,
                                 std::chrono::milliseconds now, QByteArrayView marks = {});
    void setCreated(std::size_t job, std::optional<std::chrono::milliseconds> time)
    {
        m_created[job] = time;
        m_oldest.reset();
    }
    void clear() { *this = {}; }

    [[nodiscard]] bool isRead() const { return m_read; }
    [[nodiscard]] const JobStart &oldest();

private:
    [[nodiscard]] JobStart findOldest() const;

    QByteArray m_print; ///< fingerprint of the next job
    std::chrono::milliseconds m_seenAt{}; ///< time since which it is next
    std::vector<std::optional<std::chrono::milliseconds>>
        m_created; ///< creation times, from the next job to the newest
    qint64 m_each = most;
    bool m_whole = false; ///< they are all there are
    bool m_read = false;
    std::optional<JobStart> m_oldest; ///< result of oldest() for these jobs
};

} // namespace plimsoll::redis
