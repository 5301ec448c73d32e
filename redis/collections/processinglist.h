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

    /// Whether it may have begun before, though what is known of it does not say so.
    [[nodiscard]] bool mayBeBefore(std::chrono::milliseconds moment) const
    {
        return observed && time >= moment && notBefore < moment;
    }
};

void keepEarlier(std::optional<JobStart> &kept, const JobStart &other);
/// How long ago that was, as a figure; nothing where it is not known.
void setAge(Reading &reading, int figure, const std::optional<JobStart> &start);

/// The jobs of one processing list: since when each is there. Read page by page from its oldest end, one page a head:
/// a long list is known after several heads, and until then as far as it was read.
class ProcessingList {
public:
    /// Elements of a page, at the most.
    static constexpr qint64 mostElements = 500;
    /// Elements that are looked at; of those behind, nothing is known.
    static constexpr qint64 deepest = 20'000;

    /// How many elements to ask for, so that a page of large ones stays about a megabyte.
    [[nodiscard]] qint64 page() const { return m_pageSize; }
    /// LRANGE of the next page, and LINDEX of what stands here and there in the one behind it: how many of those it
    /// takes follows the largest seen.
    void append(Pipeline &pipeline, QByteArrayView key, bool oldestAtRight) const;
    /// How many answers that has.
    [[nodiscard]] std::size_t replies() const { return 1 + ahead().size(); }
    /// Takes a page. True when it is worth reading again with a larger one: nobody knew how large the elements are.
    bool read(std::span<const Reply> replies, double count, bool oldestAtRight, std::chrono::milliseconds now);
    /// Nothing is known, as of a list that was not read yet.
    void clear();
    /// The list is known to be empty: what comes is younger than that.
    void noteEmpty(std::chrono::milliseconds now);

    /// How many there are now: when many have left since they were read, what is known of them is begun anew.
    void noteCount(double count);

    /// The elements of the last page, oldest first, until release().
    [[nodiscard]] const std::vector<QByteArray> &elements() const { return m_elements; }
    void setStarted(std::size_t element, std::chrono::milliseconds time) { m_page[element] = {time, false, time}; }
    /// All starts of the page are known.
    void release();

    /// Something is known.
    [[nodiscard]] bool isRead() const { return m_read; }
    /// It was never read to its end, and goes on behind what was read.
    [[nodiscard]] bool wantsMore() const { return m_read && !m_through; }
    /// Jobs that began before; nothing is known of those that were not read.
    [[nodiscard]] double startedBefore(std::chrono::milliseconds time) const;
    /// The number above may be too low: some jobs are only observed, or were not looked at.
    [[nodiscard]] bool mayBeMore(std::chrono::milliseconds time) const;
    [[nodiscard]] std::optional<JobStart> oldest() const;

private:
    /// Places in the page behind this one that are looked at.
    [[nodiscard]] std::vector<qint64> ahead() const;
    void publish(bool whole);

    std::vector<QByteArray> m_elements; ///< of the page
    std::vector<JobStart> m_page; ///< their starts
    qint64 m_pageSize = 8; ///< small at first: nobody knows how large the elements are
    qint64 m_offset = 0; ///< where the next page begins
    QByteArray m_last; ///< the last element of the page before, by fingerprint
    bool m_atEnd = false; ///< the page is the last one
    bool m_torn = false; ///< the list moved between two pages: some may have been missed
    bool m_onePage = false; ///< the list was read whole in one piece when it was read last
    std::chrono::milliseconds m_readAt{};
    std::vector<JobStart> m_gathered; ///< of the pages since the oldest end
    QHash<QByteArray, JobStart> m_gatheredSeen; ///< by fingerprint: since when each was seen here
    QHash<QByteArray, JobStart> m_seen; ///< the same of the passage before

    std::vector<JobStart> m_starts; ///< what is known, by time
    bool m_whole = false;
    bool m_read = false;
    bool m_through = false;
};

} // namespace plimsoll::redis
