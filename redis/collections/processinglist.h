// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/collections/jobrecord.h"
#include "redis/collections/overtime.h"

#include <QHash>

#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// When one job began to wait or to be worked on: read from its record, or observed, which is a lower bound of its age.
struct JobStart {
    std::chrono::milliseconds time{};
    bool observed = false;
    /// Observed: it was not there yet at this time, so that it is no older; min() where that is not known.
    std::chrono::milliseconds notBefore = std::chrono::milliseconds::min();
    bool moves = false; ///< `time` moves with the clock, so that the age stays

    /// Whether it may have begun before, though what is known of it does not say so.
    [[nodiscard]] bool mayBeBefore(std::chrono::milliseconds moment) const
    {
        return observed && time >= moment && notBefore < moment;
    }
};

void keepEarlier(std::optional<JobStart> &kept, const JobStart &other);
/// Sets a figure to the age of `start`; does nothing if it is unknown.
void setAge(Reading &reading, int figure, const std::optional<JobStart> &start);

/// Arrival times of the jobs in one processing list. Reads a page a head from the oldest end, so a long list is known
/// after several heads and partially until then.
class ProcessingList {
public:
    /// Maximum number of elements of a page.
    static constexpr qint64 mostElements = 500;
    /// Number of elements read; those behind stay unknown.
    static constexpr qint64 deepest = 20'000;

    /// Number of elements to request, so that a page of large ones stays about a megabyte.
    [[nodiscard]] qint64 page() const { return m_pageSize; }
    /// Appends LRANGE for the next page, and LINDEX for samples of the page after it. The largest element seen sets
    /// the length of that page.
    void append(Pipeline &pipeline, QByteArrayView key, bool oldestAtRight) const;
    /// Number of replies to append().
    [[nodiscard]] std::size_t replies() const { return 1 + ahead().size(); }
    /// Reads the replies of a page. True if a larger page is worth reading now, as element sizes were unknown.
    bool read(std::span<const Reply> replies, double count, bool oldestAtRight, std::chrono::milliseconds now);
    /// Resets to the state of a list not read yet.
    void clear();
    /// Notes that the list is empty at `now`; later jobs are younger.
    void noteEmpty(std::chrono::milliseconds now);

    /// Updates the count; if many jobs have left since they were read, the pass restarts. If far more have come than
    /// workers take at once, it restarts as well, and what is known of the list is a lower bound until then.
    void noteCount(double count);

    /// The elements of the last page, oldest first, until release().
    [[nodiscard]] const std::vector<QByteArray> &elements() const { return m_elements; }
    void setStarted(std::size_t element, std::chrono::milliseconds time) { m_page[element] = {time, false, time}; }
    /// Completes the page, once all its starts are known.
    void release();

    /// True if any page was read.
    [[nodiscard]] bool isRead() const { return m_read; }
    /// True if the list was never read to its end; the next page continues it.
    [[nodiscard]] bool wantsMore() const { return m_read && !m_through; }
    /// Jobs that began before; nothing is known of those that were not read.
    [[nodiscard]] double startedBefore(std::chrono::milliseconds time) const;
    /// True if some of those are only observed to be that old.
    [[nodiscard]] bool isObservedBefore(std::chrono::milliseconds time) const;
    /// The number above may be too low: some jobs are only observed, or were not looked at.
    [[nodiscard]] bool mayBeMore(std::chrono::milliseconds time) const;
    /// nullopt: there is none, or many jobs of a long list have left since it was read.
    [[nodiscard]] std::optional<JobStart> oldest() const;

private:
    [[nodiscard]] bool isFarMore(double count) const;

    /// Places in the page behind this one that are looked at.
    [[nodiscard]] std::vector<qint64> ahead() const;
    void publish(bool whole);

    std::vector<QByteArray> m_elements; ///< elements of the page
    std::vector<JobStart> m_page; ///< their starts
    qint64 m_pageSize = 8; ///< small at first, as element sizes are unknown
    qint64 m_offset = 0; ///< index at which the next page begins
    QByteArray m_last; ///< fingerprint of the previous page's last element
    bool m_atEnd = false; ///< the page is the last one
    bool m_torn = false; ///< the list shifted between two pages; elements may be missing
    bool m_onePage = false; ///< the last pass read the whole list in one page
    std::chrono::milliseconds m_readAt{};
    double m_count = 0; ///< length of the list at the last page
    std::vector<JobStart> m_gathered; ///< starts gathered in the current pass
    QHash<QByteArray, JobStart> m_gatheredSeen; ///< start of each job seen in this pass, by fingerprint
    QHash<QByteArray, JobStart> m_seen; ///< m_gatheredSeen of the previous pass

    std::vector<JobStart> m_starts; ///< known starts, ordered by time
    bool m_haveLeft = false; ///< most or many of these have left a long list since
    bool m_whole = false;
    bool m_read = false;
    bool m_through = false;
};

} // namespace plimsoll::redis
