// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/readyends.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// Large jobs are looked at one by one.
constexpr qint64 endBytes = 1024LL * 1024;
constexpr qsizetype longestInside = 16LL * 1024; ///< a longer job is not sent to be looked for
constexpr int mostPlaces = 20'000; ///< looked through for a job, below 1 ms

} // namespace

void ReadyEnds::append(Pipeline &pipeline, QByteArrayView key, Next next) const
{
    const QByteArrayView command = next == Next::Lowest ? "ZRANGE" : "LRANGE";
    pipeline.add({command, key, "0", QByteArray::number(m_each - 1)});
    pipeline.add({command, key, QByteArray::number(-m_each), "-1"});
    if (m_inside) {
        pipeline.add({"LPOS", key, m_inside->job, "RANK", next == Next::Right ? "1" : "-1", "MAXLEN",
                      QByteArray::number(mostPlaces)});
    }
}

std::vector<QByteArray> ReadyEnds::read(std::span<const Reply> replies, double count, Next nextAt, milliseconds now,
                                        QByteArrayView marks)
{
    const bool consumeRight = nextAt == Next::Right;
    std::vector<QByteArray> jobs;
    const auto add = [&jobs](const Reply &reply) {
        for (const Reply &element : reply.elements) {
            jobs.push_back(element.bytes);
        }
    };
    keepInside(replies);
    const Reply &next = replies[consumeRight ? 1 : 0];
    const Reply &newest = replies[consumeRight ? 0 : 1];
    m_whole = static_cast<double>(next.elements.size()) >= count;
    // Both replies of a short list overlap, which does not affect the oldest.
    if (!m_whole) {
        add(replies[0]);
        add(replies[1]);
        m_whole = static_cast<double>(jobs.size()) >= count;
    } else {
        add(next);
    }
    if (consumeRight) {
        std::reverse(jobs.begin(), jobs.end());
    }
    if (!marks.isEmpty()) {
        std::erase_if(jobs, [marks](const QByteArray &job) { return job.startsWith(marks); });
    }
    const bool isFifo = nextAt != Next::Lowest && !m_whole;
    m_newer = isFifo ? jobs.size() - std::min(jobs.size(), newest.elements.size()) : jobs.size();
    m_created.assign(jobs.size(), std::nullopt);
    m_oldest.reset();
    if (jobs.empty()) {
        clear();
        return jobs;
    }
    if (m_whole) {
        m_inside.reset();
    }
    const QByteArray print = fingerprint(jobs.front());
    m_moves = m_read && print != m_print;
    if (!m_read || m_moves) {
        m_print = print;
        m_seenAt = now;
    }
    m_read = true;
    m_readAt = now;
    qsizetype largest = 1;
    for (const QByteArray &job : jobs) {
        largest = std::max(largest, job.size());
    }
    m_each = std::clamp<qint64>(endBytes / largest, 1, most);
    return jobs;
}

/// Newer jobs may have covered what arrived at the last look. One that is not found is gone, or too deep to be known.
void ReadyEnds::keepInside(std::span<const Reply> replies)
{
    if (replies.size() > 2 && replies[2].type != Reply::Type::Integer) {
        m_inside.reset();
    }
    if (m_arrived && (!m_inside || m_arrived->created <= m_inside->created)) {
        m_inside = std::move(m_arrived);
    }
    m_arrived.reset();
}

void ReadyEnds::setCreated(std::size_t job, std::optional<milliseconds> time, const QByteArray &element)
{
    m_created[job] = time;
    m_oldest.reset();
    const auto isNewer = [time](const std::optional<milliseconds> &other) { return other && *other > *time; };
    if (time && job >= m_newer && element.size() <= longestInside && (!m_arrived || *time < m_arrived->created)
        && std::any_of(m_created.begin(), m_created.begin() + static_cast<std::ptrdiff_t>(job), isNewer)) {
        m_arrived = Inside{element, *time};
    }
}

JobStart ReadyEnds::oldest(milliseconds now)
{
    if (!m_oldest) {
        m_oldest = findOldest();
    }
    JobStart start = *m_oldest;
    if (m_moves) { // it was probably taken since, and the one after it is younger: the age stays that of the last look
        start.time += std::max(milliseconds(0), now - m_readAt);
        start.moves = true;
    }
    return start;
}

JobStart ReadyEnds::findOldest() const
{
    std::optional<milliseconds> oldest = m_inside ? std::optional(m_inside->created) : std::nullopt;
    bool all = m_whole;
    for (const std::optional<milliseconds> &time : m_created) {
        if (!time) {
            all = false;
            continue;
        }
        oldest = oldest ? std::min(*oldest, *time) : *time;
    }
    if (!oldest) {
        return {m_seenAt, true};
    }
    return {std::min(*oldest, m_seenAt), !all};
}

} // namespace plimsoll::redis
