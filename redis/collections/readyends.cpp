// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/readyends.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

/// Large jobs are looked at one by one.
constexpr qint64 endBytes = 1024LL * 1024;

} // namespace

void ReadyEnds::append(Pipeline &pipeline, QByteArrayView key, bool isSorted) const
{
    const QByteArrayView command = isSorted ? "ZRANGE" : "LRANGE";
    pipeline.add({command, key, "0", QByteArray::number(m_each - 1)});
    pipeline.add({command, key, QByteArray::number(-m_each), "-1"});
}

std::vector<QByteArray> ReadyEnds::read(const Reply &left, const Reply &right, double count, bool consumeRight,
                                        milliseconds now, QByteArrayView marks)
{
    std::vector<QByteArray> jobs;
    const auto add = [&jobs](const Reply &reply) {
        for (const Reply &element : reply.elements) {
            jobs.push_back(element.bytes);
        }
    };
    const Reply &next = consumeRight ? right : left;
    m_whole = static_cast<double>(next.elements.size()) >= count;
    // Both replies of a short list overlap, which does not affect the oldest.
    if (!m_whole) {
        add(left);
        add(right);
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
    m_created.assign(jobs.size(), std::nullopt);
    m_oldest.reset();
    if (jobs.empty()) {
        clear();
        return jobs;
    }
    const QByteArray print = fingerprint(jobs.front());
    if (!m_read || print != m_print) {
        m_print = print;
        m_seenAt = now;
    }
    m_read = true;
    qsizetype largest = 1;
    for (const QByteArray &job : jobs) {
        largest = std::max(largest, job.size());
    }
    m_each = std::clamp<qint64>(endBytes / largest, 1, most);
    return jobs;
}

const JobStart &ReadyEnds::oldest()
{
    if (!m_oldest) {
        m_oldest = findOldest();
    }
    return *m_oldest;
}

JobStart ReadyEnds::findOldest() const
{
    std::optional<milliseconds> oldest;
    std::optional<milliseconds> before;
    bool inOrder = true;
    bool all = true;
    for (const std::optional<milliseconds> &time : m_created) {
        if (!time) {
            all = false;
            continue;
        }
        inOrder = inOrder && (!before || *before <= *time);
        before = time;
        oldest = oldest ? std::min(*oldest, *time) : *time;
    }
    if (!oldest) {
        return {m_seenAt, true};
    }
    // These are the oldest when they are all, or lie in order: then nothing was put back among them.
    return {std::min(*oldest, m_seenAt), !all || !(m_whole || inOrder)};
}

} // namespace plimsoll::redis
