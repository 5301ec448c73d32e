// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/streamplans.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <algorithm>

namespace plimsoll::redis::planning {

namespace {

using std::chrono::milliseconds;

constexpr qsizetype nameLength = 200;

/// State of the stream, from the server.
struct StreamState {
    StreamId newest{}; ///< last id assigned, even if its entry was deleted
    StreamId lastDeleted{};
    bool tellsDeleted = false; ///< Redis 7 reports `lastDeleted`
};

StreamState stateIn(const Reply &xinfoStream)
{
    StreamState state;
    const std::vector<Reply> &said = xinfoStream.elements;
    for (std::size_t i = 0; i + 1 < said.size(); i += 2) {
        if (said[i].bytes == "last-generated-id") {
            state.newest = StreamId::parse(said[i + 1].bytes).value_or(StreamId{});
        } else if (said[i].bytes == "max-deleted-entry-id") {
            state.tellsDeleted = true;
            state.lastDeleted = StreamId::parse(said[i + 1].bytes).value_or(StreamId{});
        }
    }
    return state;
}

/// A group and its stream, read in one exchange.
struct GroupNow {
    StreamGroup group;
    StreamId last{};
    StreamState stream;
    qint64 length = 0;
};

/// Reads a group and its stream; nullopt if there is no such group.
Result<std::optional<GroupNow>> groupNow(const PlanSource &source, const QByteArray &key, const QByteArray &name)
{
    Pipeline pipeline;
    pipeline.add({"XINFO", "GROUPS", key});
    pipeline.add({"XINFO", "STREAM", key});
    pipeline.add({"XLEN", key});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    for (const Reply &reply : *replies) {
        if (reply.isError()) {
            return isNoStream(reply) ? Result<std::optional<GroupNow>>(std::nullopt) : reply.toError(key);
        }
    }
    for (StreamGroup &group : groupsIn(replies->front())) {
        const auto last = StreamId::parse(group.lastDelivered);
        if (group.name == name && last) {
            return std::optional(GroupNow{std::move(group), *last, stateIn((*replies)[1]), (*replies)[2].integer});
        }
    }
    return std::optional<GroupNow>();
}

struct Counted {
    qint64 count = 0;
    bool isAtLeast = false;
};

/// Counts the entries after `after`, up to and including `last`. Streams have no command for that, so the entries are
/// read, up to a limit.
Result<Counted> entriesIn(const PlanSource &source, const QByteArray &key, StreamId after, StreamId last)
{
    constexpr qint64 most = 100'000;
    constexpr qint64 mostBytes = 64LL * 1024 * 1024;
    PageSize size(500, 256LL * 1024, 8, 4); // an XRANGE of this size takes less than a millisecond
    Counted counted;
    qint64 bytes = 0;
    for (QByteArray from = after.next().text(); counted.count < most && bytes < mostBytes;) {
        Pipeline pipeline;
        pipeline.add({"XRANGE", key, from, last.text(), "COUNT", QByteArray::number(size.next())});
        const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return replies->front().toError(key);
        }
        const std::vector<StreamEntry> entries = redis::entriesIn(replies->front());
        if (entries.empty()) {
            return counted;
        }
        qint64 some = 0;
        for (const StreamEntry &entry : entries) {
            some += entry.bytes();
        }
        size.learn(std::ssize(entries), some);
        bytes += some;
        counted.count += std::ssize(entries);
        from = '(' + entries.back().id;
    }
    counted.isAtLeast = true;
    return counted;
}

/// Number of entries that the server knows without counting: the group's lag, or its complement.
std::optional<qint64> knownBetween(const GroupNow &now, StreamId to)
{
    if (!now.group.lag || now.stream.lastDeleted > now.last) {
        return std::nullopt;
    }
    const qint64 unread = std::min(*now.group.lag, now.length); // the lag includes entries trimmed before they were
                                                                // read
    if (to >= now.stream.newest) {
        return unread;
    }
    return to == StreamId{} ? std::optional(now.length - unread) : std::nullopt;
}

Result<Counted> between(const PlanSource &source, const QByteArray &key, const GroupNow &now, StreamId to)
{
    if (const std::optional<qint64> known = knownBetween(now, to)) {
        return Counted{*known, false};
    }
    return entriesIn(source, key, std::min(now.last, to), std::max(now.last, to));
}

/// ENTRIESREAD after the change, from which the server computes the lag. At the ends of the stream the server knows it;
/// in the middle it must be counted, which works only if no entry was deleted there.
QByteArray readThen(const GroupNow &now, StreamId to, const Counted &counted)
{
    const bool isKnown = now.group.read && !counted.isAtLeast && now.stream.tellsDeleted
        && now.stream.lastDeleted <= std::min(now.last, to) && to != StreamId{} && to < now.stream.newest;
    if (!isKnown) {
        return {};
    }
    const qint64 read = to > now.last ? *now.group.read + counted.count : *now.group.read - counted.count;
    return read < 0 ? QByteArray() : QByteArray::number(read);
}

/// Parses "0", "$", an id, or a time; earlier entries count as read.
std::optional<StreamId> idMeant(const QByteArray &text, const GroupNow &now)
{
    if (text == "$") {
        return now.stream.newest;
    }
    if (const auto id = StreamId::parse(text)) {
        return id;
    }
    const auto time = StreamId::ofTime(QString::fromUtf8(text));
    return time ? std::optional(time->before()) : std::nullopt;
}

QString counted(const Counted &count, const QString &one, const QString &some, const QString &least)
{
    const QString number = QString::number(count.count);
    return count.isAtLeast ? least.arg(number) : count.count == 1 ? one : some.arg(number);
}

/// Notes for the preview: which entries are delivered again, or never.
void noteReading(const GroupNow &now, StreamId to, const Counted &count, Plan &plan)
{
    const int forms = pluralOf(count.count);
    if (to > now.last) {
        addNote(
            plan,
            count.count == 0
                ? Words::tr("No entry is skipped: there is none in between.")
                : counted(count, Words::tr("1 entry is skipped: this group never gets it."),
                          Words::tr("%1 entries are skipped: this group never gets them.", nullptr, forms),
                          Words::tr("At least %1 entries are skipped: this group never gets them.", nullptr, forms)));
    } else {
        addNote(plan,
                count.count == 0
                    ? Words::tr("No entry is delivered again: there is none in between.")
                    : counted(count, Words::tr("1 entry is delivered again, whether it was acknowledged or not."),
                              Words::tr("%1 entries are delivered again, whether they were acknowledged or not.",
                                        nullptr, forms),
                              Words::tr("At least %1 entries are delivered again, whether they were acknowledged or "
                                        "not.",
                                        nullptr, forms)));
        if (now.group.pending > 0) {
            addNote(plan,
                    Words::tr("Entries among them that are pending (%1 in the group) then belong to the consumer that "
                              "reads them again.")
                        .arg(now.group.pending));
        }
    }
    addNote(plan, Words::tr("If the group reads further before this runs, nothing is changed."));
}

/// First entries that are delivered again, or skipped.
std::vector<Element> firstBehind(const PlanSource &source, const PlanStep &step, StreamId after, StreamId last)
{
    Pipeline pipeline;
    pipeline.add({"XRANGE", step.key, after.next().text(), last.text(), "COUNT", "3"});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    std::vector<Element> shown;
    for (const StreamEntry &entry : replies ? redis::entriesIn(replies->front()) : std::vector<StreamEntry>()) {
        Element &element = shown.emplace_back();
        element.element = element.id = entry.id;
        element.key = step.key;
        element.group = step.items.front().element;
        if (const auto id = StreamId::parse(entry.id); id && id->addedAt()) {
            element.createdAt = id->addedAt();
            element.age = std::max(milliseconds(0), source.now - *id->addedAt());
        }
    }
    return shown;
}

Error noGroup(const QByteArray &key, const QByteArray &group)
{
    return invalid(
        Words::tr("%1 has no consumer group %2").arg(printable(key, nameLength), printable(group, nameLength)));
}

/// The server gives an entry that was deleted to no other consumer, and drops it with the consumer that holds it.
Error holdsDeleted(const QByteArray &consumer, qint64 count)
{
    const QString name = printable(consumer, nameLength);
    return invalid(count == 1
                       ? Words::tr("%1 holds 1 pending entry that was deleted from the stream and cannot be given to "
                                   "another consumer. Acknowledge it first, then remove %1.")
                             .arg(name)
                       : Words::tr("%1 holds %2 pending entries that were deleted from the stream and cannot be given "
                                   "to another consumer. Acknowledge them first, then remove %1.",
                                   nullptr, pluralOf(count))
                             .arg(name, QString::number(count)));
}

} // namespace

Outcome setLastId(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan)
{
    const Result<std::optional<GroupNow>> now = groupNow(source, key, request.group);
    if (!now) {
        return now.error();
    }
    if (!*now) {
        return noGroup(key, request.group);
    }
    const std::optional<StreamId> to = idMeant(request.target, **now);
    if (!to) {
        return invalid(Words::tr("%1 is neither an entry id nor a time such as 2026-11-23T12:00")
                           .arg(printable(request.target, nameLength)));
    }
    if (*to == (*now)->last) {
        addNote(plan, Words::tr("The group has already read up to there."));
        return Done{};
    }
    const Result<Counted> count = between(source, key, **now, *to);
    if (!count) {
        return count.error();
    }
    const QByteArray before = (*now)->group.lastDelivered + ' '
        + ((*now)->group.read ? QByteArray::number(*(*now)->group.read) : QByteArray());
    PlanStep step{.key = key, .keyType = StreamKey, .does = GroupIdStep{}};
    step.items = {{request.group, before, {}, to->text() + ' ' + readThen(**now, *to, *count), {}}};
    noteReading(**now, *to, *count, plan);
    const std::vector<Element> shown =
        firstBehind(source, step, std::min((*now)->last, *to), std::max((*now)->last, *to));
    append(plan, std::move(step), shown);
    return Done{};
}

Outcome removeConsumer(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan)
{
    const QByteArray to = request.target.isEmpty() ? neutralConsumer.toByteArray() : request.target;
    if (to == request.consumer) {
        return invalid(Words::tr("the pending entries of %1 must go to another consumer before it can be removed")
                           .arg(printable(request.consumer, nameLength)));
    }
    const Result<std::optional<GroupNow>> now = groupNow(source, key, request.group);
    if (!now) {
        return now.error();
    }
    if (!*now) {
        return noGroup(key, request.group);
    }
    const bool isListed = (*now)->group.consumers <= mostConsumers;
    const Result<std::vector<StreamConsumer>> consumers =
        isListed ? consumersOf(source, key, request.group) : std::vector<StreamConsumer>();
    if (!consumers) {
        return consumers.error();
    }
    const auto found = std::find_if(consumers->begin(), consumers->end(),
                                    [&](const StreamConsumer &one) { return one.name == request.consumer; });
    if (isListed && found == consumers->end()) {
        return invalid(Words::tr("%1 has no consumer %2")
                           .arg(printable(request.group, nameLength), printable(request.consumer, nameLength)));
    }
    PendingStep gives;
    gives.what = to == neutralConsumer ? PendingStep::What::Release : PendingStep::What::Claim;
    gives.group = request.group;
    gives.consumer = to;
    const Result<qint64> gone = planHeldBy(source, key, {gives, request.consumer}, plan);
    if (!gone) {
        return gone.error();
    }
    if (*gone > 0) {
        return holdsDeleted(request.consumer, *gone);
    }
    const qint64 given = plan.matched();
    addNote(plan,
            given == 0       ? Words::tr("It has no pending entries.")
                : given == 1 ? Words::tr("Its pending entry goes to %1 first.").arg(printable(to, nameLength))
                             : Words::tr("Its %1 pending entries go to %2 first.", nullptr, pluralOf(given))
                                   .arg(QString::number(given), printable(to, nameLength)));
    if (given > 0) {
        if (Outcome noted = noteConsumer(source, key, gives, (*now)->group.consumers, plan); !noted) {
            return noted;
        }
    }
    addNote(plan,
            Words::tr("It is removed only if it has no pending entries left, and comes back as soon as a client reads "
                      "under its name."));
    constexpr std::chrono::minutes lately{1};
    if (!isListed) {
        addNote(plan,
                Words::tr("%1 has %2 consumers, too many to search: whether this one exists, and when it made its last "
                          "request, is unknown.")
                    .arg(printable(request.group, nameLength), QString::number((*now)->group.consumers)));
    } else if (found->idle < lately) {
        addNote(plan, Words::tr("Its last request was %1 ago: it may be alive.").arg(idleText(found->idle)));
    }
    PlanStep step{.key = key, .keyType = StreamKey, .does = ConsumerStep{request.group, false}};
    step.items = {{request.consumer, {}, {}, {}, {}}};
    append(plan, std::move(step), {});
    return Done{};
}

} // namespace plimsoll::redis::planning
