// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamflow.h"

#include "redis/types/rate.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

/// A group that begins at the beginning has read nothing, which the server does not say.
std::optional<qint64> readBy(const StreamGroup &group)
{
    return StreamId::parse(group.lastDelivered) == StreamId{} ? 0 : group.read;
}

} // namespace

void StreamFlow::glance(const std::vector<StreamGroup> &groups)
{
    std::erase_if(m_groups, [&](const auto &known) {
        return std::none_of(groups.begin(), groups.end(),
                            [&](const StreamGroup &group) { return group.name == known.first; });
    });
    for (const StreamGroup &group : groups) {
        const auto known = m_groups.find(group.name);
        if (known == m_groups.end()) {
            continue; // it begins with a look
        }
        Group &of = known->second;
        const auto before = StreamId::parse(of.seen.lastDelivered);
        const auto now = StreamId::parse(group.lastDelivered);
        const std::optional<qint64> read = readBy(group);
        if (!read || read < readBy(of.seen) || (before && now && *now < *before)) {
            of.pace.restart(); // set to another id, or made again
        }
        // A deleted consumer takes its pending entries with it.
        of.isDoubtful = of.isDoubtful || group.consumers < of.seen.consumers;
        of.seen = group;
    }
}

/// True if the stream was deleted and created again: it holds every entry ever added and none from before.
bool StreamFlow::isMadeAnew(const StreamCounters &stream) const
{
    if (!m_last) {
        return false;
    }
    if (stream.last < m_last->last || (stream.added && m_last->added && *stream.added < *m_last->added)) {
        return true;
    }
    const bool hadSome = m_last->added.value_or(m_last->length) > 0;
    return hadSome && stream.added == stream.length && stream.first && stream.first > m_last->last;
}

double StreamFlow::addedIn(milliseconds now, const StreamCounters &stream)
{
    if (stream.added) {
        return static_cast<double>(*stream.added);
    }
    if (m_last && stream.last != m_last->last) {
        m_atLeast += static_cast<double>(std::max<qint64>(1, stream.length - m_last->length));
        m_uncounted = now;
    }
    return m_atLeast;
}

void StreamFlow::look(milliseconds now, const std::optional<StreamCounters> &stream,
                      const std::vector<StreamGroup> &groups)
{
    if (!stream || isMadeAnew(*stream)) {
        restart();
    }
    if (!stream) {
        return;
    }
    m_added.look(now, addedIn(now, *stream));
    const std::optional<StreamId> before = std::exchange(m_deletedBefore, m_last ? m_last->deleted : std::nullopt);
    for (const StreamGroup &group : groups) {
        Group &of = m_groups.try_emplace(group.name).first->second;
        // A group that comes to the end of a stream is told to have read what was deleted on the way, too.
        const bool hasSkipped = stream->deleted && of.delivered && *stream->deleted > *of.delivered
            && (!m_last || stream->deleted != before);
        const std::optional<qint64> read = readBy(group);
        of.pace.look(now, read ? static_cast<double>(*read - group.pending) : unknownFigure);
        if (hasSkipped || of.isDoubtful) {
            of.pace.leaveOut();
        }
        of.isDoubtful = false;
        of.seen = group;
        of.delivered = StreamId::parse(group.lastDelivered);
    }
    m_last = stream;
}

void StreamFlow::leaveOut()
{
    m_added.leaveOut();
    for (auto &group : m_groups) {
        group.second.pace.leaveOut();
    }
}

bool StreamFlow::isAddedAtLeast(milliseconds now) const
{
    return m_uncounted && now - *m_uncounted < rateWindow;
}

double StreamFlow::acknowledgedPerMinute() const
{
    double sum = m_groups.empty() ? unknownFigure : 0;
    for (const auto &group : m_groups) {
        sum += group.second.pace.perMinute();
    }
    return sum;
}

} // namespace plimsoll::redis
