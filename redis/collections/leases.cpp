// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/leases.h"

#include "redis/types/snapshot.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace plimsoll::redis {

namespace {

std::vector<QByteArray> elementsOf(const Reply &reply)
{
    std::vector<QByteArray> elements;
    std::transform(reply.elements.begin(), reply.elements.end(), std::back_inserter(elements),
                   [](const Reply &element) { return element.bytes; });
    return elements;
}

bool isGone(const Reply &exists)
{
    return exists.type == Reply::Type::Integer && exists.integer == 0;
}

} // namespace

void Leases::appendHead(Pipeline &pipeline, QByteArrayView list, bool oldestAtRight) const
{
    if (oldestAtRight) {
        pipeline.add({"LRANGE", list, QByteArray::number(-most), "-1"});
    } else {
        pipeline.add({"LRANGE", list, "0", QByteArray::number(most - 1)});
    }
}

void Leases::readHead(const Reply &reply)
{
    m_jobs = elementsOf(reply);
    if (!m_marks.isEmpty()) {
        std::erase_if(m_jobs, [this](const QByteArray &job) { return job.startsWith(m_marks); });
    }
    m_next = Next::All;
    if (m_jobs.empty()) {
        settle(0);
    }
    if (reply.isError()) { // told by the read of the list itself
        m_without.reset();
    }
}

std::vector<QByteArray> Leases::leasesOf(const std::vector<QByteArray> &jobs) const
{
    std::vector<QByteArray> keys;
    std::transform(jobs.begin(), jobs.end(), std::back_inserter(keys),
                   [this](const QByteArray &job) { return m_lease.expandOne({}, job); });
    return keys;
}

void Leases::appendFollowUp(Pipeline &pipeline, QByteArrayView list, bool oldestAtRight)
{
    const std::vector<QByteArray> keys = leasesOf(m_jobs);
    if (m_next == Next::All) { // mostly all are there, which one command says
        std::vector<QByteArrayView> arguments{"EXISTS"};
        arguments.insert(arguments.end(), keys.begin(), keys.end());
        pipeline.add(arguments);
    } else if (m_next == Next::Each || m_next == Next::Again) {
        for (const QByteArray &key : keys) {
            pipeline.add({"EXISTS", key});
        }
        if (m_next == Next::Each) {
            appendHead(pipeline, list, oldestAtRight);
        }
    }
}

std::optional<Reply> Leases::readFollowUp(ReplyCursor &replies)
{
    const Next asked = std::exchange(m_next, Next::Nothing);
    if (asked == Next::All) {
        const Reply &held = replies.next();
        if (held.type == Reply::Type::Integer && held.integer == static_cast<qint64>(m_jobs.size())) {
            settle(0);
        } else {
            m_next = Next::Each; // also after an error: the keys may be in several slots
        }
        return std::nullopt;
    }
    if (asked == Next::Nothing) {
        return std::nullopt;
    }
    std::vector<QByteArray> gone;
    std::optional<Reply> wrong;
    for (const QByteArray &job : m_jobs) {
        const Reply &held = replies.next();
        if (isGone(held)) {
            gone.push_back(job);
        } else if (held.isError()) {
            wrong = held;
        }
    }
    if (asked == Next::Each) {
        const std::vector<QByteArray> now = elementsOf(replies.next());
        const std::set<QByteArray> here(now.begin(), now.end());
        std::erase_if(gone, [&here](const QByteArray &job) { return !here.contains(job); });
    }
    m_jobs = std::move(gone);
    if (wrong) {
        m_without.reset();
    } else if (asked == Next::Each && !m_jobs.empty()) {
        m_next = Next::Again;
    } else {
        settle(m_jobs.size());
    }
    return wrong;
}

void Leases::settle(std::size_t stale)
{
    m_without = stale;
    m_next = Next::Nothing;
    m_jobs.clear();
}

double Leases::without(double count) const
{
    if (count == 0) {
        return 0;
    }
    return m_without ? std::min(static_cast<double>(*m_without), count) : unknownFigure;
}

bool Leases::mayBeMore(double count) const
{
    return count > static_cast<double>(most);
}

} // namespace plimsoll::redis
