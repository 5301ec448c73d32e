// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"

#include "redis/wire/pagesize.h"
#include "redis/wire/serveranswers.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

std::optional<qint64> numberOf(const Reply &map, QByteArrayView name)
{
    const Reply *value = valueIn(map, name);
    return value == nullptr ? std::nullopt : value->toInteger();
}

} // namespace

std::optional<StreamCounters> countersIn(const Reply &reply)
{
    const std::optional<qint64> length = numberOf(reply, "length");
    if (!length) {
        return std::nullopt;
    }
    StreamCounters counters{.length = *length};
    counters.last = StreamId::parse(textIn(reply, "last-generated-id"));
    counters.added = numberOf(reply, "entries-added");
    counters.deleted = StreamId::parse(textIn(reply, "max-deleted-entry-id"));
    if (const Reply *first = valueIn(reply, "first-entry"); first != nullptr && !first->elements.empty()) {
        counters.first = StreamId::parse(first->elements.front().bytes);
    }
    return counters;
}

std::vector<StreamGroup> groupsIn(const Reply &reply)
{
    std::vector<StreamGroup> groups;
    for (const Reply &group : reply.elements) {
        groups.push_back({textIn(group, "name"), textIn(group, "last-delivered-id"),
                          numberOf(group, "consumers").value_or(0), numberOf(group, "pending").value_or(0),
                          numberOf(group, "lag"), numberOf(group, "entries-read")});
    }
    return groups;
}

std::vector<StreamConsumer> consumersIn(const Reply &reply)
{
    std::vector<StreamConsumer> consumers;
    for (const Reply &consumer : reply.elements) {
        consumers.push_back({textIn(consumer, "name"), numberOf(consumer, "pending").value_or(0),
                             milliseconds(numberOf(consumer, "idle").value_or(0))});
    }
    return consumers;
}

std::vector<PendingEntry> pendingIn(const Reply &reply)
{
    constexpr std::size_t parts = 4; // id, consumer, idle, deliveries
    std::vector<PendingEntry> entries;
    entries.reserve(reply.elements.size());
    for (const Reply &entry : reply.elements) {
        if (entry.elements.size() >= parts) {
            entries.push_back({entry.elements[0].bytes, entry.elements[1].bytes,
                               milliseconds(entry.elements[2].toInteger().value_or(0)),
                               entry.elements[3].toInteger().value_or(0)});
        }
    }
    return entries;
}

qint64 StreamEntry::bytes() const
{
    return std::accumulate(fields.begin(), fields.end(), qint64(id.size()), [](qint64 sum, const auto &field) {
        return sum + field.first.size() + field.second.size();
    });
}

std::vector<StreamEntry> entriesIn(const Reply &reply)
{
    std::vector<StreamEntry> entries;
    for (const Reply &read : reply.elements) {
        if (read.elements.size() != 2) {
            continue;
        }
        StreamEntry &entry = entries.emplace_back();
        entry.id = read.elements[0].bytes;
        const std::vector<Reply> &fields = read.elements[1].elements;
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
            entry.fields.emplace_back(fields[i].bytes, fields[i + 1].bytes);
        }
    }
    return entries;
}

Result<std::optional<StreamId>> lowestOf(const QByteArray &key,
                                         const std::function<Result<std::vector<Reply>>(const Pipeline &)> &ask)
{
    Pipeline pipeline;
    pipeline.add({"XRANGE", key, "-", "+", "COUNT", "1"});
    const Result<std::vector<Reply>> replies = ask(pipeline);
    if (!replies) {
        return replies.error();
    }
    if (replies->front().isError()) {
        return replies->front().toError(key);
    }
    const std::vector<StreamEntry> entries = entriesIn(replies->front());
    return entries.empty() ? std::nullopt : StreamId::parse(entries.front().id);
}

Result<std::set<QByteArray>> deletedOf(const QByteArray &key, const std::vector<QByteArray> &ids, LookupLimits limits,
                                       const std::function<Result<std::vector<Reply>>(const Pipeline &)> &ask)
{
    // Sizes are guessed from the entries before: large ones may follow small ones.
    PageSize page(16, 256LL * 1024, 1, 4);
    std::set<QByteArray> gone;
    if (ids.empty()) {
        return gone;
    }
    Pipeline about;
    about.add({"XINFO", "STREAM", key});
    const Result<std::vector<Reply>> told = ask(about);
    if (!told) {
        return told.error();
    }
    const std::optional<StreamCounters> counters = countersIn(told->front());
    const std::optional<StreamId> deleted = counters ? counters->deleted : std::nullopt; // Redis 7 tells it
    std::vector<QByteArray> doubtful;
    for (const QByteArray &text : ids) {
        const auto id = StreamId::parse(text);
        if (id && counters && (!counters->first || *id < *counters->first)) {
            gone.insert(text);
        } else if (id && (!deleted || !(*deleted < *id)) && doubtful.size() < limits.entries) {
            doubtful.push_back(text);
        }
    }
    qint64 bytes = 0;
    std::size_t first = 0;
    while (first < doubtful.size() && bytes < limits.bytes) {
        const auto some =
            std::span(doubtful).subspan(first, std::min<std::size_t>(page.next(), doubtful.size() - first));
        Pipeline pipeline;
        for (const QByteArray &id : some) {
            pipeline.add({"XRANGE", key, id, id});
        }
        const Result<std::vector<Reply>> replies = ask(pipeline);
        if (!replies) {
            return replies.error();
        }
        qint64 read = 0;
        for (std::size_t i = 0; i < some.size(); ++i) {
            const Reply &reply = (*replies)[i];
            if (reply.isError()) {
                return reply.toError(key);
            }
            const std::vector<StreamEntry> entries = entriesIn(reply);
            if (entries.empty()) {
                gone.insert(some[i]);
            } else {
                read += entries.front().bytes();
            }
        }
        page.learn(std::ssize(some), read);
        bytes += read;
        first += some.size();
    }
    return gone;
}

bool isNoStream(const Reply &reply)
{
    return reply.type == Reply::Type::Error && reply.bytes.contains("no such key");
}

bool isNoGroup(const Reply &reply)
{
    return reply.type == Reply::Type::Error && reply.bytes.startsWith("NOGROUP");
}

} // namespace plimsoll::redis
