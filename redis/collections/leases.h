// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/segment.h"
#include "redis/types/keytemplate.h"

#include <optional>
#include <vector>

namespace plimsoll::redis {

/// Counts the jobs of one processing list whose lease, a key of each job, is gone: their worker is. Between a look at
/// the list and one at the leases jobs end and others begin, so that a job counts only if it is still in the list after
/// its lease was missing, and the lease is missing then too. Reads at most `most` jobs, the oldest, with each head;
/// elements that begin with `marks` are no jobs.
class Leases {
public:
    static constexpr qint64 most = 1'000;
    static constexpr int commands = 3; ///< number of commands in the usual case: no lease is missing

    Leases(KeyTemplate lease, QByteArrayView marks) : m_lease(std::move(lease)), m_marks(marks) { }

    void appendHead(Pipeline &pipeline, QByteArrayView list, bool oldestAtRight) const;
    void readHead(const Reply &reply);
    /// Appends the next round, if there is one.
    void appendFollowUp(Pipeline &pipeline, QByteArrayView list, bool oldestAtRight);
    /// Reads its replies; returns the first error.
    std::optional<Reply> readFollowUp(ReplyCursor &replies);

    /// Number of jobs without a lease, of a list with `count`; NaN if not known yet.
    [[nodiscard]] double without(double count) const;
    /// True if the list has jobs that were not looked at.
    [[nodiscard]] bool mayBeMore(double count) const;

private:
    enum class Next : quint8 { Nothing, All, Each, Again };

    void settle(std::size_t stale);
    [[nodiscard]] std::vector<QByteArray> leasesOf(const std::vector<QByteArray> &jobs) const;

    KeyTemplate m_lease;
    QByteArrayView m_marks; ///< empty: all elements are jobs; of a preset, which outlives this
    Next m_next = Next::Nothing;
    std::vector<QByteArray> m_jobs; ///< under suspicion
    std::optional<std::size_t> m_without;
};

} // namespace plimsoll::redis
