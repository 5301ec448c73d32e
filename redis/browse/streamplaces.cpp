// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/streamplaces.h"

#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using Which = ElementState::Which;

StreamPosition StreamPosition::of(const QByteArray &cursor)
{
    const qsizetype space = cursor.indexOf(' ');
    return space < 0 ? StreamPosition() : StreamPosition{cursor.first(space).toUInt(), cursor.sliced(space + 1)};
}

namespace {

/// Whether nothing can be read downwards from there.
bool isBelow(const QByteArray &from, const StreamId &lowest)
{
    const bool isBehind = from.startsWith('(');
    const auto id = StreamId::parse(isBehind ? from.sliced(1) : from);
    return id && (isBehind ? *id <= lowest : *id < lowest);
}

} // namespace

Result<StretchRead> readStretch(const Asking &asking, const EntryRange &stretch, qint64 limit)
{
    constexpr qint64 mostBytes = 1LL * 1024 * 1024;
    constexpr qint64 atOnce = 250; // 500 small entries take the server longer than a millisecond
    StretchRead read;
    PageSize size(atOnce, 512LL * 1024);
    qint64 bytes = 0;
    read.next = stretch.from;
    std::optional<StreamId> lowest;
    if (stretch.order == EntryOrder::NewestFirst) {
        const auto first =
            lowestOf(stretch.key, [&asking](const Pipeline &pipeline) { return asking.exchange(pipeline); });
        if (!first) {
            return first.error();
        }
        lowest = first->value_or(StreamId());
        if (isBelow(read.next, *lowest)) {
            return StretchRead();
        }
    }
    while (std::ssize(read.entries) < limit && bytes < mostBytes) {
        const qint64 wanted = std::min({atOnce, qint64(size.next()), limit - qint64(std::ssize(read.entries))});
        const QByteArray count = QByteArray::number(wanted);
        Pipeline pipeline;
        if (stretch.order == EntryOrder::NewestFirst) {
            pipeline.add({"XREVRANGE", stretch.key, read.next, "-", "COUNT", count});
        } else {
            pipeline.add({"XRANGE", stretch.key, read.next, "+", "COUNT", count});
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return replies->front().toError(stretch.key);
        }
        std::vector<StreamEntry> entries = entriesIn(replies->front());
        qint64 some = 0;
        for (const StreamEntry &entry : entries) {
            some += entry.bytes();
        }
        const bool isAll = std::ssize(entries) < wanted || (lowest && isBelow('(' + entries.back().id, *lowest));
        size.learn(std::ssize(entries), some);
        bytes += some;
        std::move(entries.begin(), entries.end(), std::back_inserter(read.entries));
        if (isAll) {
            read.next.clear();
            return read;
        }
        read.next = '(' + read.entries.back().id;
    }
    return read;
}

qint64 StreamsOf::length() const
{
    return std::accumulate(held.begin(), held.end(), qint64(0),
                           [](qint64 sum, const HeldKey &stream) { return sum + stream.size; });
}

std::size_t StreamsOf::present(std::size_t at) const
{
    while (at < held.size() && held[at].size == 0) {
        ++at;
    }
    return at;
}

QLatin1StringView StreamsOf::shown() const
{
    return role->role->holds == Holds::Dead ? stateOf(Holds::Dead).id : role->role->id;
}

Result<StreamsOf> streamsOf(const Asking &asking, const QString &state)
{
    const CollectionDefinition &definition = asking.definition();
    StreamsOf streams;
    streams.role =
        state.isEmpty() || state == oldestFirst ? definition.role(Holds::Entries) : definition.roleOfState(state);
    if (streams.role == nullptr) {
        return asking.noSuchState(state);
    }
    auto held = asking.heldKeys(std::vector<const RoleKeys *>{streams.role});
    if (!held) {
        return held.error();
    }
    streams.held = *std::move(held);
    streams.isPending = findState(state) != nullptr && streams.role->role->holds == Holds::Entries;
    return streams;
}

WantedPending::WantedPending(const Asking &asking, const QString &state)
    : m_now(asking.now()), m_staleAfter(asking.definition().duration(QLatin1StringView("staleAfter"))),
      m_most(asking.definition().integer(QLatin1StringView("maxDeliveries"))),
      m_stale(isState(state, Holds::Processing, Which::Overdue)),
      m_poison(isState(state, Holds::Entries, Which::Overdue))
{
}

Element WantedPending::elementOf(const PendingEntry &entry, const QByteArray &key, const QByteArray &group) const
{
    Element element = redis::elementOf(entry.id, key, m_now);
    element.group = group;
    element.worker = printable(entry.consumer, 200);
    element.rawWorker = isUtf8(entry.consumer) ? QByteArray() : entry.consumer;
    element.startedAt = m_now - entry.idle;
    element.attempts = entry.deliveries;
    element.maxAttempts = m_most;
    // Poison entries need attention, stale or not.
    element.state = stateOf(isStale(entry) && !isPoison(entry) ? Holds::Processing : Holds::Entries,
                            isStale(entry) || isPoison(entry) ? Which::Overdue : Which::All)
                        .id;
    return element;
}

Result<std::vector<GroupPlace>> placesOf(const Asking &asking, const std::vector<HeldKey> &streams,
                                         const QByteArray &only)
{
    std::vector<GroupPlace> places;
    for (std::size_t at = 0; at < streams.size(); ++at) {
        const HeldKey &stream = streams[at];
        Result<std::vector<StreamGroup>> groups =
            stream.type == 0 ? Result(std::vector<StreamGroup>()) : groupsOf(asking, stream.key, only);
        if (!groups) {
            return groups.error();
        }
        for (StreamGroup &group : *groups) {
            places.push_back({stream.key, std::move(group), at});
        }
    }
    if (places.empty() && !only.isEmpty()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no consumer group %2")
                         .arg(asking.definition().name, printable(only, 200))};
    }
    return places;
}

} // namespace plimsoll::redis
