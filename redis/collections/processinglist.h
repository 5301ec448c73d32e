// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/jobrecord.h"
#include "redis/collections/overtime.h"

#include <QHash>

#include <optional>

namespace plimsoll::redis {

/// When one job began to wait or to be worked on: read from its record, or observed, which is a lower bound of its age.
struct JobStart {
    std::chrono::milliseconds time{};
    bool observed = false;
};

/// The jobs of one processing list, as far as a bounded read from its oldest end tells: since when each is there.
class ProcessingList {
public:
    /// Elements looked at, at the most.
    static constexpr qint64 mostElements = 500;

    /// How many elements to ask for, so that a page of large ones stays a few megabytes.
    [[nodiscard]] qint64 page() const;
    /// LRANGE of the oldest end.
    void append(Pipeline &pipeline, QByteArrayView key, bool oldestAtRight) const;
    /// Takes a page. True when the list has more within the bound, so that it is worth reading again with a larger one.
    bool read(const Reply &reply, double count, bool oldestAtRight, std::chrono::milliseconds now);
    void clear();

    /// The elements of the last page, oldest first, until release().
    [[nodiscard]] const std::vector<QByteArray> &elements() const { return m_elements; }
    [[nodiscard]] std::chrono::milliseconds firstSeen(std::size_t element) const { return m_starts[element].time; }
    void setStarted(std::size_t element, std::chrono::milliseconds time) { m_starts[element] = {time, false}; }
    /// All starts are known: puts them in order and lets go of the elements.
    void release();

    [[nodiscard]] bool isRead() const { return m_read; }
    /// Jobs that began before; nothing is known of those beyond the bound.
    [[nodiscard]] double startedBefore(std::chrono::milliseconds time) const;
    /// The number above may be too low: some jobs are only observed, or were not looked at.
    [[nodiscard]] bool mayBeMore(std::chrono::milliseconds time) const;
    [[nodiscard]] std::optional<JobStart> oldest() const;

private:
    std::vector<QByteArray> m_elements;
    std::vector<JobStart> m_starts; ///< of the elements while there are any, then by time
    QHash<QByteArray, std::chrono::milliseconds> m_seen; ///< by fingerprint: when first seen here
    qint64 m_page = 32; ///< small at first: nobody knows how large the elements are
    bool m_whole = false;
    bool m_read = false;
};

} // namespace plimsoll::redis
