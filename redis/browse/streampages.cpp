// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/streamplaces.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <set>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr qint64 farthestPending = 100'000; ///< deepest entry of a page; about 100 commands away
constexpr qint64 pendingAtOnce = 1'000; ///< COUNT of an XPENDING that takes less than a millisecond

/// Parses the start of a page entered by the user: an id, the beginning of one, or a time in UTC.
std::optional<StreamId> startOf(const QString &text, EntryOrder order)
{
    if (const auto id = StreamId::parse(text.trimmed().toLatin1())) {
        const bool isWhole = text.contains(u'-');
        constexpr quint64 last = std::numeric_limits<quint64>::max();
        return isWhole || order == EntryOrder::OldestFirst ? id : std::optional(StreamId{id->time, last});
    }
    return StreamId::ofTime(text);
}

/// A page of the stream, bounded by bytes as well.
BrowseResult::Answer entriesPage(const Asking &asking, const EntryRange &stretch, const ElementsQuery &query,
                                 qint64 length, QLatin1StringView state)
{
    Result<StretchRead> read = readStretch(asking, stretch, query.limit);
    if (!read) {
        return read.error();
    }
    ElementsPage page;
    page.readAt = asking.now();
    page.total = length;
    page.nextCursor = read->next;
    for (const StreamEntry &entry : read->entries) {
        Element &element = page.elements.emplace_back(elementOf(entry.id, stretch.key, asking.now()));
        element.state = state;
        setFields(element, entry);
    }
    return page;
}

/// A page of the entries pending in the groups, group by group, oldest id first. Reads from the start up to the page's
/// offset, as XPENDING has no offset.
BrowseResult::Answer pendingPage(const Asking &asking, std::vector<GroupPlace> places, const ElementsQuery &query)
{
    if (query.offset > farthestPending) {
        return Error{
            ErrorKind::Invalid,
            QCoreApplication::translate(
                "browse",
                "only the first 100,000 pending entries are shown, because each page is read from the beginning")};
    }
    const WantedPending wanted(asking, query.state);
    ElementsPage page;
    page.offset = query.offset;
    page.readAt = asking.now();
    if (!wanted.canTell()) {
        return page;
    }
    std::erase_if(places, [&](const GroupPlace &place) {
        return place.group.pending == 0 || (!query.group.isEmpty() && place.group.name != query.group);
    });
    qint64 found = 0;
    qint64 looked = 0;
    qint64 all = 0;
    bool isCut = false;
    for (const auto &[key, group, stream] : places) {
        all += group.pending;
        for (QByteArray from = "-"; !from.isEmpty();) {
            const bool isDone = wanted.isPart() ? looked >= query.staleDepth : found >= query.offset + query.limit;
            if (isDone) {
                isCut = true;
                break;
            }
            Pipeline pipeline;
            pipeline.add({"XPENDING", key, group.name, from, "+", QByteArray::number(pendingAtOnce)});
            const auto replies = asking.exchange(pipeline);
            if (!replies) {
                return replies.error();
            }
            const Reply &reply = replies->front();
            if (reply.isError() && !isNoGroup(reply)) {
                return reply.toError(key);
            }
            const std::vector<PendingEntry> entries = pendingIn(reply);
            for (const PendingEntry &entry : entries) {
                if (!wanted.takes(entry)) {
                    continue;
                }
                if (found >= query.offset && found < query.offset + query.limit) {
                    page.elements.push_back(wanted.elementOf(entry, key, group.name));
                }
                ++found;
            }
            looked += std::ssize(entries);
            from = std::ssize(entries) < pendingAtOnce ? QByteArray() : '(' + entries.back().id;
        }
    }
    page.total = wanted.isPart() ? found : std::max(all, found);
    page.totalAtLeast = wanted.isPart() && isCut;
    if (page.totalAtLeast && found == 0) {
        page.total = std::nullopt; // at least 0 is nothing known
    }
    const auto read = readEntries(asking, page.elements);
    if (!read && read.error().kind != ErrorKind::Refused) {
        return read.error();
    }
    if (!read) { // what is pending is known all the same
        for (Element &element : page.elements) {
            element.fieldsUnread = element.fields.empty();
        }
    }
    return page;
}

} // namespace

BrowseResult::Answer answerStreamPage(const Asking &asking, const ElementsQuery &query)
{
    const auto streams = streamsOf(asking, query.state);
    if (!streams) {
        return streams.error();
    }
    if (streams->isPending) {
        auto places = placesOf(asking, streams->held, query.group);
        return places ? pendingPage(asking, *std::move(places), query) : BrowseResult::Answer(places.error());
    }
    // One stream after the other.
    StreamPosition position = StreamPosition::of(query.cursor);
    position.at = streams->present(position.at);
    if (position.at >= streams->held.size()) {
        ElementsPage none;
        none.readAt = asking.now();
        none.offset = query.offset;
        none.total = 0;
        return none;
    }
    const EntryOrder order = query.state == oldestFirst ? EntryOrder::OldestFirst : EntryOrder::NewestFirst;
    if (position.from.isEmpty()) {
        const std::optional<StreamId> start = startOf(query.match, order);
        if (!start && !query.match.isEmpty()) {
            return Error{
                ErrorKind::Invalid,
                QCoreApplication::translate("browse", "%1 is neither an entry id nor a time such as 2026-11-23T12:00")
                    .arg(query.match)};
        }
        position.from = start ? start->text() : QByteArray(order == EntryOrder::OldestFirst ? "-" : "+");
    }
    BrowseResult::Answer answer = entriesPage(asking, {streams->held[position.at].key, order, position.from}, query,
                                              streams->length(), streams->shown());
    if (auto *page = std::get_if<ElementsPage>(&answer)) {
        const StreamPosition next{page->nextCursor.isEmpty() ? streams->present(position.at + 1) : position.at,
                                  page->nextCursor};
        page->nextCursor = next.at < streams->held.size() ? next.cursor() : QByteArray();
    }
    return answer;
}

namespace {

/// Adds the counts of the same group in another stream.
void addTo(StreamGroup &sum, const StreamGroup &more)
{
    const auto add = [](std::optional<qint64> &to, const std::optional<qint64> &one) {
        to = to && one ? std::optional(*to + *one) : std::nullopt;
    };
    sum.consumers = std::max(sum.consumers, more.consumers);
    sum.pending += more.pending;
    add(sum.lag, more.lag);
    add(sum.read, more.read);
    add(sum.stale, more.stale);
    sum.staleAtLeast = sum.staleAtLeast || more.staleAtLeast;
}

void addTo(std::vector<StreamConsumer> &all, const StreamConsumer &more)
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const StreamConsumer &one) { return one.name == more.name; });
    if (found == all.end()) {
        all.push_back(more);
    } else {
        found->pending += more.pending;
        found->deleted += more.deleted;
        found->idle = std::min(found->idle, more.idle);
    }
}

/// Counts which of the oldest entries pending in a group are no longer in the stream, as far as that is known: large
/// entries are not all read with each refresh of a page, and reading them is a permission of its own.
std::optional<Error> countDeleted(const Asking &asking, const QByteArray &key, const std::vector<PendingEntry> &pending,
                                  std::optional<milliseconds> staleAfter, StreamGroup &group,
                                  std::vector<StreamConsumer> &consumers)
{
    std::vector<QByteArray> ids;
    std::transform(pending.begin(), pending.end(), std::back_inserter(ids),
                   [](const PendingEntry &entry) { return entry.id; });
    constexpr qint64 mostLookedUp = 1LL * 1024 * 1024; // bytes
    const Result<std::set<QByteArray>> deleted =
        deletedOf(key, ids, {ids.size(), mostLookedUp},
                  [&asking](const Pipeline &pipeline) { return asking.exchange(pipeline); });
    if (!deleted) {
        return deleted.error().kind == ErrorKind::Refused ? std::nullopt : std::optional(deleted.error());
    }
    for (const PendingEntry &entry : pending) {
        if (!deleted->contains(entry.id)) {
            continue;
        }
        group.staleDeleted += staleAfter && entry.idle > *staleAfter ? 1 : 0;
        const auto holder = std::find_if(consumers.begin(), consumers.end(),
                                         [&entry](const StreamConsumer &one) { return one.name == entry.consumer; });
        if (holder != consumers.end()) {
            ++holder->deleted;
        }
    }
    return std::nullopt;
}

/// Counts all entries of consumers idle for too long, and the stale ones among the entries read of other consumers.
void countStale(StreamGroup &group, const std::vector<StreamConsumer> &consumers,
                const std::vector<PendingEntry> &pending, milliseconds staleAfter)
{
    std::set<QByteArray> gone;
    qint64 stale = 0;
    qint64 seen = 0;
    for (const StreamConsumer &consumer : consumers) {
        if (consumer.idle > staleAfter) {
            gone.insert(consumer.name);
            stale += consumer.pending;
            seen += consumer.pending;
        }
    }
    for (const PendingEntry &entry : pending) {
        if (!gone.contains(entry.consumer)) {
            stale += entry.idle > staleAfter ? 1 : 0;
            ++seen;
        }
    }
    group.staleAtLeast = seen < group.pending;
    group.stale = stale > 0 || !group.staleAtLeast ? std::optional(stale) : std::nullopt; // at least 0 is nothing known
}

} // namespace

BrowseResult::Answer answerStream(const Asking &asking, const StreamQuery &query)
{
    constexpr std::size_t mostGroups = 32; // whose consumers and oldest pending entries are looked at
    const auto held = asking.heldKeys(Holds::Entries);
    if (!held) {
        return held.error();
    }
    StreamAnswer answer;
    answer.readAt = asking.now();
    Result<std::vector<GroupPlace>> places = placesOf(asking, *held);
    if (!places) {
        return places.error();
    }
    const std::optional<milliseconds> staleAfter = asking.definition().duration(QLatin1StringView("staleAfter"));
    Pipeline pipeline;
    const std::size_t looked = std::min(mostGroups, places->size());
    for (std::size_t i = 0; i < looked; ++i) {
        const auto &[key, group, stream] = (*places)[i];
        pipeline.add({"XPENDING", key, group.name, "-", "+", "200"});
        if (group.consumers <= mostConsumers) {
            pipeline.add({"XINFO", "CONSUMERS", key, group.name});
        }
    }
    if (places->empty()) {
        return answer;
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::vector<std::vector<StreamConsumer>> consumers(looked);
    std::vector<std::vector<PendingEntry>> oldest(looked);
    auto reply = replies->begin();
    for (std::size_t i = 0; i < places->size(); ++i) {
        StreamGroup &group = (*places)[i].group;
        if (i < looked) {
            const Reply &pending = *reply++;
            const Reply *members = group.consumers <= mostConsumers ? &*reply++ : nullptr;
            for (const Reply *each : {&pending, members}) {
                if (each != nullptr && each->isError() && !isNoGroup(*each)) {
                    return each->toError((*places)[i].key);
                }
            }
            consumers[i] = members == nullptr ? std::vector<StreamConsumer>() : consumersIn(*members);
            oldest[i] = pendingIn(pending);
            if (staleAfter) {
                countStale(group, consumers[i], oldest[i], *staleAfter);
            }
        }
        const auto same = std::find_if(answer.groups.begin(), answer.groups.end(),
                                       [&](const StreamGroup &one) { return one.name == group.name; });
        if (same == answer.groups.end()) {
            answer.groups.push_back(group);
        } else {
            addTo(*same, group);
        }
    }
    // Without a requested group, choose the one with the most stale, then the most pending entries.
    const auto trouble = [](const StreamGroup &group) { return std::pair(group.stale.value_or(0), group.pending); };
    auto chosen = std::find_if(answer.groups.begin(), answer.groups.end(),
                               [&](const StreamGroup &group) { return group.name == query.group; });
    if (chosen == answer.groups.end()) {
        chosen = std::max_element(answer.groups.begin(), answer.groups.end(),
                                  [&](const StreamGroup &a, const StreamGroup &b) { return trouble(a) < trouble(b); });
    }
    answer.group = chosen->name;
    for (std::size_t i = 0; i < looked; ++i) {
        if (const StreamGroup &group = (*places)[i].group; group.name == answer.group) {
            if (auto failed = countDeleted(asking, (*places)[i].key, oldest[i], staleAfter, *chosen, consumers[i])) {
                return *failed;
            }
            answer.isCrowded = answer.isCrowded || group.consumers > mostConsumers;
            for (const StreamConsumer &consumer : consumers[i]) {
                addTo(answer.consumers, consumer);
            }
        }
    }
    return answer;
}

} // namespace plimsoll::redis
