// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/processinglist.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// A page of elements stays about this large; a list of 10 MB jobs is then read one by one.
constexpr qint64 pageBytes = 4LL * 1024 * 1024;

} // namespace

qint64 ProcessingList::page() const
{
    return m_page;
}

void ProcessingList::append(Pipeline &pipeline, QByteArrayView key, bool oldestAtRight) const
{
    if (oldestAtRight) {
        pipeline.add({"LRANGE", key, QByteArray::number(-m_page), "-1"});
    } else {
        pipeline.add({"LRANGE", key, "0", QByteArray::number(m_page - 1)});
    }
}

bool ProcessingList::read(const Reply &reply, double count, bool oldestAtRight, milliseconds now)
{
    m_elements.clear();
    m_starts.clear();
    m_read = true;
    qint64 largest = 1;
    for (const Reply &element : reply.elements) {
        m_elements.push_back(element.bytes);
        largest = std::max(largest, static_cast<qint64>(element.bytes.size()));
    }
    if (oldestAtRight) {
        std::reverse(m_elements.begin(), m_elements.end());
    }
    const auto found = static_cast<qint64>(m_elements.size());
    m_whole = found >= static_cast<qint64>(count);

    QHash<QByteArray, milliseconds> seen;
    for (const QByteArray &element : m_elements) {
        const QByteArray print = fingerprint(element);
        const milliseconds first = m_seen.value(print, now);
        seen.insert(print, first);
        m_starts.push_back({first, true});
    }
    m_seen = std::move(seen);

    const qint64 wider = std::clamp<qint64>(pageBytes / largest, 1, mostElements);
    const bool worthMore = !m_whole && found >= m_page && wider > m_page;
    m_page = wider;
    return worthMore;
}

void ProcessingList::clear()
{
    m_elements.clear();
    m_starts.clear();
    m_seen.clear();
    m_whole = true;
    m_read = false;
}

void ProcessingList::release()
{
    m_elements.clear();
    m_elements.shrink_to_fit();
    std::sort(m_starts.begin(), m_starts.end(), [](const JobStart &a, const JobStart &b) { return a.time < b.time; });
}

double ProcessingList::startedBefore(milliseconds time) const
{
    const auto end = std::partition_point(m_starts.begin(), m_starts.end(),
                                          [time](const JobStart &start) { return start.time < time; });
    return static_cast<double>(end - m_starts.begin());
}

bool ProcessingList::mayBeMore(milliseconds time) const
{
    return !m_whole || std::any_of(m_starts.begin(), m_starts.end(), [time](const JobStart &start) {
        return start.observed && start.time >= time;
    });
}

std::optional<JobStart> ProcessingList::oldest() const
{
    if (m_starts.empty()) {
        return std::nullopt;
    }
    const bool sure =
        m_whole && std::none_of(m_starts.begin(), m_starts.end(), [](const JobStart &start) { return start.observed; });
    return JobStart{m_starts.front().time, !sure};
}

} // namespace plimsoll::redis
