// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/streamentries.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/wire/pagesize.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <set>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;
using Which = ElementState::Which;

constexpr qint64 farthestPending = 100'000; ///< walked to for a page, in about 100 questions
constexpr qint64 pendingAtOnce = 1'000; ///< XPENDING of so many takes below a millisecond
constexpr qint64 pageOfEntries = 1LL * 1024 * 1024; ///< bytes after which a page is shorter

/// The entries of the stream itself, from which end on.
enum class Order { NewestFirst, OldestFirst };
constexpr QLatin1StringView oldestFirst("oldest");

/// Where a page begins that a person has named: an id, or its beginning, or a time in UTC.
std::optional<StreamId> startOf(const QString &text, Order order)
{
    if (const auto id = StreamId::parse(text.trimmed().toLatin1())) {
        const bool isWhole = text.contains(u'-');
        constexpr quint64 last = std::numeric_limits<quint64>::max();
        return isWhole || order == Order::OldestFirst ? id : std::optional(StreamId{id->time, last});
    }
    return StreamId::ofTime(text);
}

/// Of one page of entries: from which id on, and how many.
struct Stretch {
    QByteArray key;
    Order order = Order::NewestFirst;
    QByteArray from; ///< "+", "-", "(id" or an id
};

/// A page of the stream, bounded by bytes as well: the first question is small, and a page of large entries short.
BrowseResult::Answer entriesPage(const Asking &asking, const Stretch &stretch, const ElementsQuery &query,
                                 qint64 length, QLatin1StringView state)
{
    ElementsPage page;
    page.readAt = asking.now();
    page.total = length;
    PageSize size(500, 512LL * 1024);
    qint64 bytes = 0;
    QByteArray from = stretch.from;
    while (std::ssize(page.elements) < query.limit && bytes < pageOfEntries) {
        const qint64 wanted = std::min<qint64>(size.next(), query.limit - std::ssize(page.elements));
        const QByteArray count = QByteArray::number(wanted);
        Pipeline pipeline;
        if (stretch.order == Order::NewestFirst) {
            pipeline.add({"XREVRANGE", stretch.key, from, "-", "COUNT", count});
        } else {
            pipeline.add({"XRANGE", stretch.key, from, "+", "COUNT", count});
        }
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        if (replies->front().isError()) {
            return replies->front().toError(stretch.key);
        }
        const std::vector<StreamEntry> entries = entriesIn(replies->front());
        qint64 some = 0;
        for (const StreamEntry &entry : entries) {
            Element &element = page.elements.emplace_back(elementOf(entry.id, stretch.key, asking.now()));
            element.state = state;
            setFields(element, entry);
            some += entry.bytes();
        }
        size.learn(std::ssize(entries), some);
        bytes += some;
        if (std::ssize(entries) < wanted) {
            page.nextCursor.clear();
            return page;
        }
        from = '(' + entries.back().id;
        page.nextCursor = from;
    }
    return page;
}

/// Which of the pending entries are wanted, and what each is.
class Wanted final {
public:
    Wanted(const Asking &asking, const QString &state)
        : m_staleAfter(asking.definition().duration(QLatin1StringView("staleAfter"))),
          m_most(asking.definition().integer(QLatin1StringView("maxDeliveries"))),
          m_stale(isState(state, Holds::Processing, Which::Overdue)),
          m_poison(isState(state, Holds::Entries, Which::Overdue))
    {
    }

    /// Not all: they have to be looked through.
    [[nodiscard]] bool isPart() const { return m_stale || m_poison; }
    [[nodiscard]] bool canTell() const { return (!m_stale || m_staleAfter) && (!m_poison || m_most); }
    [[nodiscard]] bool takes(const PendingEntry &entry) const
    {
        return (!m_stale || isStale(entry)) && (!m_poison || isPoison(entry));
    }
    /// Poison is what needs a person, stale or not.
    [[nodiscard]] QLatin1StringView stateOf(const PendingEntry &entry) const
    {
        return plimsoll::stateOf(isStale(entry) && !isPoison(entry) ? Holds::Processing : Holds::Entries,
                                 isStale(entry) || isPoison(entry) ? Which::Overdue : Which::All)
            .id;
    }
    [[nodiscard]] std::optional<int> most() const
    {
        return m_most ? std::optional(static_cast<int>(*m_most)) : std::nullopt;
    }

private:
    [[nodiscard]] bool isStale(const PendingEntry &entry) const { return m_staleAfter && entry.idle > *m_staleAfter; }
    [[nodiscard]] bool isPoison(const PendingEntry &entry) const { return m_most && entry.deliveries > *m_most; }

    std::optional<milliseconds> m_staleAfter;
    std::optional<qint64> m_most;
    bool m_stale, m_poison;
};

Element pendingElement(const PendingEntry &entry, const QByteArray &key, const QByteArray &group, const Wanted &wanted,
                       milliseconds now)
{
    Element element = redis::elementOf(entry.id, key, now);
    element.group = group;
    element.worker = printable(entry.consumer, 200);
    element.startedAt = now - entry.idle;
    element.attempts = static_cast<int>(std::min<qint64>(entry.deliveries, std::numeric_limits<int>::max()));
    element.maxAttempts = wanted.most();
    element.state = wanted.stateOf(entry);
    return element;
}

/// A group of one of the streams.
struct Place {
    QByteArray key;
    StreamGroup group;
};

/// The groups of all of them, of one stream after the other.
Result<std::vector<Place>> placesOf(const Asking &asking, const std::vector<HeldKey> &streams,
                                    const QByteArray &only = {})
{
    std::vector<Place> places;
    for (const HeldKey &stream : streams) {
        Result<std::vector<StreamGroup>> groups =
            stream.type == 0 ? Result(std::vector<StreamGroup>()) : groupsOf(asking, stream.key, only);
        if (!groups) {
            return groups.error();
        }
        for (StreamGroup &group : *groups) {
            places.push_back({stream.key, std::move(group)});
        }
    }
    if (places.empty() && !only.isEmpty()) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no consumer group %2")
                         .arg(asking.definition().name, printable(only, 200))};
    }
    return places;
}

/// A page of what is pending in the groups, one after the other, the oldest id first. Its place is found by walking
/// there: XPENDING knows no offset.
BrowseResult::Answer pendingPage(const Asking &asking, std::vector<Place> places, const ElementsQuery &query)
{
    if (query.offset > farthestPending) {
        return Error{
            ErrorKind::Invalid,
            QCoreApplication::translate("browse",
                                        "what is pending is shown to the first 100,000 entries: the server has "
                                        "to be walked through from the beginning for each page")};
    }
    const Wanted wanted(asking, query.state);
    ElementsPage page;
    page.offset = query.offset;
    page.readAt = asking.now();
    if (!wanted.canTell()) {
        return page;
    }
    std::erase_if(places, [&](const Place &place) {
        return place.group.pending == 0 || (!query.group.isEmpty() && place.group.name != query.group);
    });
    qint64 found = 0;
    qint64 looked = 0;
    qint64 all = 0;
    bool isCut = false;
    for (const auto &[key, group] : places) {
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
                    page.elements.push_back(pendingElement(entry, key, group.name, wanted, asking.now()));
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
    const Outcome read = readEntries(asking, page.elements);
    return read ? BrowseResult::Answer(page) : BrowseResult::Answer(read.error());
}

} // namespace

BrowseResult::Answer answerStreamPage(const Asking &asking, const ElementsQuery &query)
{
    const CollectionDefinition &definition = asking.definition();
    const bool isOldestFirst = query.state == oldestFirst;
    const RoleKeys *chosen =
        query.state.isEmpty() || isOldestFirst ? definition.role(Holds::Entries) : definition.roleOfState(query.state);
    if (chosen == nullptr) {
        return Error{
            ErrorKind::Invalid,
            QCoreApplication::translate("browse", "%1 has no keys for the state %2").arg(definition.name, query.state)};
    }
    const auto held = asking.heldKeys(std::vector<const RoleKeys *>{chosen});
    if (!held) {
        return held.error();
    }
    ElementsPage none;
    none.readAt = asking.now();
    none.offset = query.offset;
    none.total = 0;
    const ElementState *state = findState(query.state);
    if (state != nullptr && chosen->role->holds == Holds::Entries) {
        auto places = placesOf(asking, *held, query.group);
        return places ? pendingPage(asking, *std::move(places), query) : BrowseResult::Answer(places.error());
    }
    // One stream after the other; a cursor says in which it is: "0 (1795175811118-0".
    const qsizetype space = query.cursor.indexOf(' ');
    auto at = static_cast<std::size_t>(space < 0 ? 0 : query.cursor.first(space).toUInt());
    const auto skipAbsent = [&held = *held](std::size_t from) {
        while (from < held.size() && held[from].size == 0) {
            ++from;
        }
        return from;
    };
    at = skipAbsent(at);
    if (at >= held->size()) {
        return none;
    }
    const Order order = isOldestFirst ? Order::OldestFirst : Order::NewestFirst;
    QByteArray from = space < 0 ? QByteArray() : query.cursor.sliced(space + 1);
    if (from.isEmpty()) {
        const std::optional<StreamId> start = startOf(query.match, order);
        if (!start && !query.match.isEmpty()) {
            return Error{ErrorKind::Invalid,
                         QCoreApplication::translate("browse",
                                                     "%1 is no id of an entry, and no time such as "
                                                     "2026-11-23T12:00")
                             .arg(query.match)};
        }
        from = start ? start->text() : QByteArray(order == Order::OldestFirst ? "-" : "+");
    }
    // Of no state that anything can be done to: by the role's name.
    const QLatin1StringView shown = chosen->role->holds == Holds::Dead ? stateOf(Holds::Dead).id : chosen->role->id;
    const qint64 length = std::accumulate(held->begin(), held->end(), qint64(0),
                                          [](qint64 sum, const HeldKey &stream) { return sum + stream.size; });
    BrowseResult::Answer answer = entriesPage(asking, {(*held)[at].key, order, from}, query, length, shown);
    if (auto *page = std::get_if<ElementsPage>(&answer)) {
        const std::size_t next = page->nextCursor.isEmpty() ? skipAbsent(at + 1) : at;
        if (next < held->size()) {
            page->nextCursor = QByteArray::number(qulonglong(next)) + ' ' + page->nextCursor;
        }
    }
    return answer;
}

namespace {

/// What is known of the same group in one stream more.
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
        found->idle = std::min(found->idle, more.idle);
    }
}

/// All that one holds who has asked for nothing for too long, and what of the others' was seen.
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
    Result<std::vector<Place>> places = placesOf(asking, *held);
    if (!places) {
        return places.error();
    }
    const std::optional<milliseconds> staleAfter = asking.definition().duration(QLatin1StringView("staleAfter"));
    Pipeline pipeline;
    const std::size_t looked = std::min(mostGroups, places->size());
    for (std::size_t i = 0; i < looked; ++i) {
        const auto &[key, group] = (*places)[i];
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
            if (staleAfter) {
                countStale(group, consumers[i], pendingIn(pending), *staleAfter);
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
    // Where nobody has said which, the one that needs a person most.
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
            answer.isCrowded = answer.isCrowded || group.consumers > mostConsumers;
            for (const StreamConsumer &consumer : consumers[i]) {
                addTo(answer.consumers, consumer);
            }
        }
    }
    return answer;
}

} // namespace plimsoll::redis
