// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/processinglist.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// Approximate size of a page, which takes the server about a millisecond; large jobs are then read one by one.
constexpr qint64 readBytes = 1024LL * 1024;
constexpr qint64 mostGrowth = 8; ///< factor from page to page, as later elements may be larger

} // namespace

void keepEarlier(std::optional<JobStart> &kept, const JobStart &other)
{
    kept = kept ? JobStart{std::min(kept->time, other.time), kept->observed || other.observed} : other;
}

void setAge(Reading &reading, int figure, const std::optional<JobStart> &start)
{
    if (start) {
        const auto age = std::max(std::chrono::milliseconds(0), reading.now - start->time);
        reading.figures[static_cast<std::size_t>(figure)] = static_cast<double>(age.count());
        if (!start->moves) {
            reading.rest.run({figure, false, start->time}, reading.now);
        }
        if (start->observed) {
            reading.setAtLeast(figure);
        }
    }
}

std::vector<qint64> ProcessingList::ahead() const
{
    if (m_pageSize == 1) {
        return {}; // large elements: the next page is short anyway, and sampling would cost the same
    }
    const qint64 behind = m_offset + m_pageSize;
    const qint64 most = std::min(mostGrowth * m_pageSize, mostElements);
    return {behind, behind + most / 2, behind + most - 1};
}

void ProcessingList::append(Pipeline &pipeline, QByteArrayView key, bool oldestAtRight) const
{
    // The last element of the page before is read again: where another stands there, the list has moved.
    const qint64 first = std::max<qint64>(0, m_offset - 1);
    const qint64 last = m_offset + m_pageSize - 1;
    if (oldestAtRight) {
        pipeline.add({"LRANGE", key, QByteArray::number(-last - 1), QByteArray::number(-first - 1)});
    } else {
        pipeline.add({"LRANGE", key, QByteArray::number(first), QByteArray::number(last)});
    }
    for (const qint64 place : ahead()) {
        pipeline.add({"LINDEX", key, QByteArray::number(oldestAtRight ? -place - 1 : place)});
    }
}

bool ProcessingList::read(std::span<const Reply> replies, double count, bool oldestAtRight, milliseconds now)
{
    m_elements.clear();
    m_page.clear();
    qint64 largest = 1;
    for (const Reply &element : replies.front().elements) {
        m_elements.push_back(element.bytes);
        largest = std::max(largest, static_cast<qint64>(element.bytes.size()));
    }
    for (const Reply &further : replies.subspan(1)) {
        largest = std::max(largest, static_cast<qint64>(further.bytes.size()));
    }
    if (oldestAtRight) {
        std::reverse(m_elements.begin(), m_elements.end());
    }
    if (m_offset == 0) {
        m_gathered.clear();
        m_gatheredSeen.clear();
        m_torn = false;
    } else if (!m_elements.empty() && fingerprint(m_elements.front()) == m_last) {
        m_elements.erase(m_elements.begin());
    } else {
        m_torn = true;
    }
    m_whole = m_whole && !isFarMore(count);
    m_count = count;
    const auto found = static_cast<qint64>(m_elements.size());
    m_atEnd = static_cast<double>(m_offset + found) >= count || found < m_pageSize;

    const milliseconds notBefore = m_onePage ? m_readAt : milliseconds::min();
    for (const QByteArray &element : m_elements) {
        const QByteArray print = fingerprint(element);
        const JobStart start = m_seen.value(print, JobStart{now, true, notBefore});
        m_gatheredSeen.insert(print, start);
        m_page.push_back(start);
    }

    const qint64 wider = std::clamp<qint64>(std::min(readBytes / largest, mostGrowth * m_pageSize), 1, mostElements);
    const bool worthMore = m_offset == 0 && !m_atEnd && wider > m_pageSize;
    m_pageSize = wider;
    if (!worthMore) {
        m_readAt = now;
    }
    return worthMore;
}

void ProcessingList::clear()
{
    *this = {};
}

void ProcessingList::noteEmpty(milliseconds now)
{
    clear();
    m_onePage = true;
    m_readAt = now;
}

void ProcessingList::noteCount(double count)
{
    constexpr double most = 0.9;
    const auto known = static_cast<double>(m_starts.size());
    // A short one is read whole with the next head anyway.
    m_haveLeft = known > mostElements && count < most * known;
    if (m_through && (m_haveLeft || isFarMore(count))) {
        m_through = false;
        m_offset = 0;
    }
    m_whole = m_whole && !isFarMore(count);
}

/// More have come than workers take between two heads: those that an undo gives back are not young.
bool ProcessingList::isFarMore(double count) const
{
    return count > 2 * m_count + static_cast<double>(mostElements);
}

void ProcessingList::publish(bool whole)
{
    m_starts = m_gathered;
    std::sort(m_starts.begin(), m_starts.end(), [](const JobStart &a, const JobStart &b) { return a.time < b.time; });
    m_whole = whole;
    m_read = true;
    m_haveLeft = false;
}

void ProcessingList::release()
{
    m_gathered.insert(m_gathered.end(), m_page.begin(), m_page.end());
    m_last = m_elements.empty() ? QByteArray() : fingerprint(m_elements.back());
    m_elements = {};
    m_page = {};
    const auto reached = static_cast<qint64>(m_gathered.size());
    if (m_atEnd || reached >= deepest) {
        m_onePage = m_atEnd && m_offset == 0;
        m_seen = std::exchange(m_gatheredSeen, {});
        publish(m_atEnd && !m_torn);
        m_gathered = {};
        m_through = true;
        m_offset = 0;
        return;
    }
    m_onePage = false;
    m_offset = reached;
    if (!m_through) {
        publish(false);
    }
}

double ProcessingList::startedBefore(milliseconds time) const
{
    const auto end = std::partition_point(m_starts.begin(), m_starts.end(),
                                          [time](const JobStart &start) { return start.time < time; });
    return static_cast<double>(end - m_starts.begin());
}

bool ProcessingList::isObservedBefore(milliseconds time) const
{
    return std::any_of(m_starts.begin(), m_starts.end(),
                       [time](const JobStart &start) { return start.observed && start.time < time; });
}

bool ProcessingList::mayBeMore(milliseconds time) const
{
    return !m_whole || std::any_of(m_starts.begin(), m_starts.end(), [time](const JobStart &start) {
        return start.mayBeBefore(time);
    });
}

std::optional<JobStart> ProcessingList::oldest() const
{
    if (m_starts.empty() || m_haveLeft) { // which ones have left is unknown, and how many came
        return std::nullopt;
    }
    const bool sure =
        m_whole && std::none_of(m_starts.begin(), m_starts.end(), [](const JobStart &start) { return start.observed; });
    return JobStart{m_starts.front().time, !sure};
}

} // namespace plimsoll::redis
