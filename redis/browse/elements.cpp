// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/collections/ranking.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

namespace {

/// Bytes one page may take; with elements of megabytes it has fewer of them (the estimate is MEMORY USAGE's).
constexpr qint64 pageBytes = 64LL * 1024 * 1024;
/// Elements read to merge the ranks of shards: deeper pages are refused instead of reading whole boards.
constexpr qint64 mergeBudget = 50'000;
/// Elements with their records read in one exchange when a processing list is looked through for stale jobs.
constexpr int staleAtOnce = 1'000;

/// All states in turn: what needs a person first, what waits quietly last.
constexpr std::array turn{Holds::Processing, Holds::Dead, Holds::Delayed, Holds::Ready};

/// What follows one after the other on a page: a list, or the scores of one or several (merged) zsets.
struct Segment {
    std::vector<KeySource> keys; ///< one, except for shards of a zset
    std::optional<ScoreRange> range; ///< only these scores; else by rank
    bool reverse = false;
    qint64 size = 0;
};

/// A stretch of a segment: which replies hold it.
struct Stretch {
    const Segment *segment = nullptr;
    qint64 offset = 0, count = 0;
};

bool isReverse(const CollectionDefinition &definition, const KeySource &source)
{
    if (source.type == ListKey) {
        // Position 0 is what is worked on next, and the oldest of a processing or dead list, filled by
        // LMOVE from the end that is consumed to the other one.
        return definition.text(QLatin1StringView("consume"), QStringLiteral("right")) == u"right";
    }
    return source.role->score == ScoreIs::Rank
        && definition.text(QLatin1StringView("order"), QStringLiteral("desc")) != u"asc";
}

/// The state an element has in a role, by the time it carries.
QLatin1StringView stateIn(const RoleSpec &role, const Element &element, const Asking &asking)
{
    if (role.holds == Holds::Processing) {
        const auto staleAfter = asking.definition().duration(QLatin1StringView("staleAfter"));
        const bool late = element.due
            ? *element.due < asking.now()
            : element.startedAt && staleAfter && *element.startedAt + *staleAfter < asking.now();
        return late ? QLatin1StringView("stale") : role.id;
    }
    if (role.holds == Holds::Delayed && element.due && *element.due <= asking.now()) {
        return QLatin1StringView("due");
    }
    const bool isJob = std::find(turn.begin(), turn.end(), role.holds) != turn.end();
    return isJob ? role.id : QLatin1StringView();
}

std::vector<Segment> segmentsOf(const std::vector<KeySource> &sources, const Asking &asking)
{
    std::vector<Segment> segments;
    for (const KeySource &source : sources) {
        if (source.size == 0) {
            continue;
        }
        const bool shard = source.type == ZSetKey && !segments.empty() && segments.back().keys.front().type == ZSetKey
            && segments.back().keys.front().role == source.role;
        if (!shard) {
            segments.push_back({{}, std::nullopt, isReverse(asking.definition(), source), 0});
        }
        segments.back().keys.push_back(source);
        segments.back().size += source.size;
    }
    return segments;
}

/// Splits zset segments to what is overdue, with sizes counted.
Result<std::vector<Segment>> overdue(const std::vector<Segment> &segments, const Asking &asking, bool inclusive)
{
    std::vector<Segment> late;
    Pipeline pipeline;
    std::vector<ScoreRange> ranges = asking.upTo(asking.now(), inclusive);
    // What is no time is not overdue (patterns.md): as the figures count it, and a requeue takes it.
    ranges.front().min = ranges.size() == 1 ? "(-inf" : "-100000000000";
    for (const Segment &segment : segments) {
        for (const ScoreRange &range : ranges) {
            late.push_back({segment.keys, range, false, 0});
            for (const KeySource &source : segment.keys) {
                pipeline.add({"ZCOUNT", source.key, range.min, range.max});
                pipeline.add({"ZCOUNT", source.key, range.below().min, range.below().max});
            }
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::size_t at = 0;
    for (Segment &segment : late) {
        for (KeySource &source : segment.keys) {
            const Reply &reply = replies->at(at);
            if (reply.isError()) {
                return reply.toError(source.key);
            }
            source.size = reply.integer;
            source.first = replies->at(at + 1).integer;
            segment.size += reply.integer;
            at += 2;
        }
    }
    return late;
}

/// A page of huge elements is a short page: estimated from the memory of the keys, where that may be asked.
Result<int> affordable(const std::vector<Segment> &segments, int limit, const Asking &asking)
{
    if (!asking.allows("MEMORY|USAGE")) {
        return limit;
    }
    Pipeline pipeline;
    std::vector<qint64> sizes;
    for (const Segment &segment : segments) {
        for (const KeySource &source : segment.keys) {
            pipeline.add({"MEMORY", "USAGE", source.key, "SAMPLES", "5"});
            sizes.push_back(source.size);
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    qint64 allowed = limit;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const qint64 each = replies->at(i).integer / std::max<qint64>(1, sizes[i]);
        allowed = each > 0 ? std::min(allowed, std::max<qint64>(1, pageBytes / each)) : allowed;
    }
    return static_cast<int>(allowed);
}

void appendRead(Pipeline &pipeline, const KeySource &source, const Segment &segment, qint64 offset, qint64 count)
{
    const auto number = [](qint64 value) { return QByteArray::number(value); };
    const QByteArray first = number(source.first + offset);
    const QByteArray last = number(source.first + offset + count - 1);
    if (source.type == ListKey) {
        if (segment.reverse) {
            pipeline.add({"LRANGE", source.key, number(-(offset + count)), number(-(offset + 1))});
        } else {
            pipeline.add({"LRANGE", source.key, first, last});
        }
    } else if (source.type == SetKey) {
        pipeline.add({"SSCAN", source.key, "0", "COUNT", number(std::min(offset + count, mergeBudget))});
    } else {
        pipeline.add({segment.reverse ? "ZREVRANGE" : "ZRANGE", source.key, first, last, "WITHSCORES"});
    }
}

/// A set on a page of its own has a cursor (setpages.cpp); between other keys it is walked from its start, which
/// the depth of such pages bounds.
void takeSet(std::vector<Element> &elements, const Reply &reply, const Stretch &stretch)
{
    if (reply.elements.size() != 2) {
        return;
    }
    const std::vector<Reply> &members = reply.elements[1].elements;
    const qint64 end = std::min(stretch.offset + stretch.count, static_cast<qint64>(members.size()));
    for (qint64 i = stretch.offset; i < end; ++i) {
        Element made;
        made.element = members[static_cast<std::size_t>(i)].bytes;
        made.key = stretch.segment->keys.front().key;
        elements.push_back(std::move(made));
    }
}

void takeList(std::vector<Element> &elements, const Reply &reply, const Stretch &stretch)
{
    std::vector<QByteArray> bytes;
    for (const Reply &element : reply.elements) {
        bytes.push_back(element.bytes);
    }
    if (stretch.segment->reverse) {
        std::reverse(bytes.begin(), bytes.end());
    }
    qint64 rank = stretch.offset;
    for (QByteArray &element : bytes) {
        Element made;
        made.element = std::move(element);
        made.key = stretch.segment->keys.front().key;
        made.rank = rank++;
        elements.push_back(std::move(made));
    }
}

/// Returns how many entries were left out because their member has a better one in another shard.
qint64 takeScored(std::vector<Element> &elements, const std::vector<Reply> &replies, std::size_t at,
                  const Stretch &stretch, const Asking &asking)
{
    const Segment &segment = *stretch.segment;
    std::vector<Element> merged;
    for (std::size_t key = 0; key < segment.keys.size(); ++key) {
        for (HeadElement &member : scored(replies[at + key])) {
            Element made;
            made.element = std::move(member.element);
            made.key = segment.keys[key].key;
            made.score = member.score;
            merged.push_back(std::move(made));
        }
    }
    const bool shards = segment.keys.size() > 1;
    const bool times = segment.keys.front().role->score != ScoreIs::Rank;
    const std::size_t read = merged.size();
    if (shards) {
        std::sort(merged.begin(), merged.end(),
                  [&](const Element &a, const Element &b) { return ranksBefore(a, b, segment.reverse); });
        if (!times) { // a job in two places is two entries; a player in two is one
            keepBest(merged, [](Element &kept, const Element & /*gone*/) { ++kept.shards; });
        }
    }
    const auto repeated = static_cast<qint64>(read - merged.size());
    const qint64 skip = shards ? stretch.offset : 0;
    for (qint64 i = skip; i < std::min(skip + stretch.count, static_cast<qint64>(merged.size())); ++i) {
        Element &element = merged[static_cast<std::size_t>(i)];
        element.rank = segment.range ? std::nullopt : std::optional(stretch.offset + i - skip);
        if (times) {
            setScore(element, element.score, asking.unit());
        }
        elements.push_back(std::move(element));
    }
    return repeated;
}

/// What the stretches of a page hold.
struct Read {
    std::vector<Element> elements;
    qint64 repeated = 0;
};

/// Reads them in one exchange and completes their elements.
Result<Read> readStretches(const std::vector<Stretch> &stretches, const Asking &asking, bool recordsNeeded = false)
{
    Pipeline pipeline;
    for (const Stretch &stretch : stretches) {
        const bool shards = stretch.segment->keys.size() > 1;
        const qint64 depth = stretch.offset + stretch.count;
        if (shards && depth * static_cast<qint64>(stretch.segment->keys.size()) > mergeBudget) {
            return Error{ErrorKind::Invalid,
                         QCoreApplication::translate("browse",
                                                     "too deep: the ranks of %n shards are merged up to rank %1",
                                                     nullptr, static_cast<int>(stretch.segment->keys.size()))
                             .arg(mergeBudget / static_cast<qint64>(stretch.segment->keys.size()))};
        }
        for (const KeySource &source : stretch.segment->keys) {
            appendRead(pipeline, source, *stretch.segment, shards ? 0 : stretch.offset, shards ? depth : stretch.count);
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    Read read;
    std::vector<Element> &elements = read.elements;
    std::size_t at = 0;
    std::vector<const RoleSpec *> roles;
    for (const Stretch &stretch : stretches) {
        const std::vector<KeySource> &keys = stretch.segment->keys;
        for (std::size_t key = 0; key < keys.size(); ++key) {
            if (replies->at(at + key).isError()) {
                return replies->at(at + key).toError(keys[key].key);
            }
        }
        if (keys.front().type == ListKey) {
            takeList(elements, replies->at(at), stretch);
        } else if (keys.front().type == SetKey) {
            takeSet(elements, replies->at(at), stretch);
        } else {
            read.repeated += takeScored(elements, *replies, at, stretch, asking);
        }
        at += keys.size();
        roles.resize(elements.size(), keys.front().role);
    }
    if (const Outcome records = asking.readRecords(elements, recordsNeeded); !records) {
        return records.error();
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
        elements[i].state = stateIn(*roles[i], elements[i], asking);
    }
    return read;
}

ElementsPage emptyPage(const ElementsQuery &query, const Asking &asking)
{
    ElementsPage page;
    page.offset = query.offset;
    page.readAt = asking.now();
    return page;
}

/// The part of the segments that lies on the page.
std::vector<Stretch> cut(const std::vector<Segment> &segments, qint64 offset, qint64 limit)
{
    std::vector<Stretch> stretches;
    for (const Segment &segment : segments) {
        if (limit > 0 && offset < segment.size) {
            const qint64 count = std::min(limit, segment.size - offset);
            stretches.push_back({&segment, offset, count});
            limit -= count;
            offset = 0;
        } else {
            offset -= std::min(offset, segment.size);
        }
    }
    return stretches;
}

BrowseResult::Answer answerSegments(const std::vector<Segment> &segments, const ElementsQuery &query,
                                    const Asking &asking)
{
    ElementsPage page = emptyPage(query, asking);
    page.total = 0;
    for (const Segment &segment : segments) {
        page.total = *page.total + segment.size;
    }
    const auto limit = affordable(segments, query.limit, asking);
    if (!limit) {
        return limit.error();
    }
    auto read = readStretches(cut(segments, query.offset, *limit), asking);
    if (!read) {
        return read.error();
    }
    page.elements = std::move(read->elements);
    page.repeated = read->repeated;
    page.total = *page.total - page.repeated;
    return page;
}

/// A processing list has no deadlines: its jobs are stale by their records, looked at from the oldest on.
BrowseResult::Answer answerStaleList(const std::vector<Segment> &segments, const ElementsQuery &query,
                                     const Asking &asking)
{
    ElementsPage page = emptyPage(query, asking);
    const bool canTell = asking.jobs().hasRecord() && asking.definition().duration(QLatin1StringView("staleAfter"));
    if (!canTell) {
        return page; // not known: only the ages that polling observed can tell
    }
    const auto atOnce = affordable(segments, std::min(staleAtOnce, query.staleDepth), asking);
    if (!atOnce) {
        return atOnce.error();
    }
    qint64 size = 0;
    for (const Segment &segment : segments) {
        size += segment.size;
    }
    // Large elements are fewer at once, and so the last of as many exchanges comes less deep.
    const qint64 exchanges = (query.staleDepth + staleAtOnce - 1) / staleAtOnce;
    const qint64 depth = std::min({size, qint64(query.staleDepth), exchanges * *atOnce});
    qint64 stale = 0;
    for (qint64 at = 0; at < depth; at += *atOnce) {
        auto read = readStretches(cut(segments, at, std::min<qint64>(*atOnce, depth - at)), asking, true);
        if (!read) {
            return read.error();
        }
        for (Element &element : read->elements) {
            if (element.state != QLatin1StringView("stale")) {
                continue;
            }
            if (stale >= query.offset && stale < query.offset + query.limit) {
                page.elements.push_back(std::move(element));
            }
            ++stale;
        }
    }
    page.totalAtLeast = size > depth;
    page.total = stale > 0 || !page.totalAtLeast ? std::optional(stale) : std::nullopt; // at least 0 is nothing known
    return page;
}

std::vector<const RoleKeys *> rolesInTurn(const CollectionDefinition &definition)
{
    std::vector<const RoleKeys *> roles;
    for (const Holds holds : turn) {
        if (const RoleKeys *keys = definition.role(holds)) {
            roles.push_back(keys);
        }
    }
    for (const RoleKeys &keys : definition.keys) {
        if (!keys.role->perId && std::find(roles.begin(), roles.end(), &keys) == roles.end()) {
            roles.push_back(&keys);
        }
    }
    return roles;
}

bool onlySets(const std::vector<KeySource> &sources)
{
    return std::all_of(sources.begin(), sources.end(),
                       [](const KeySource &source) { return source.type == SetKey || source.type == 0; });
}

} // namespace

BrowseResult::Answer answerElements(const Asking &asking, const ElementsQuery &query)
{
    const CollectionDefinition &definition = asking.definition();
    if (definition.has(Holds::Seen)) {
        return answerPresencePage(asking, query);
    }
    const RoleKeys *chosen = definition.roleOfState(query.state);
    if (!query.state.isEmpty() && chosen == nullptr) {
        return Error{
            ErrorKind::Invalid,
            QCoreApplication::translate("browse", "%1 has no keys for the state %2").arg(definition.name, query.state)};
    }
    const auto sources =
        asking.sources(query.state.isEmpty() ? rolesInTurn(definition) : std::vector<const RoleKeys *>{chosen});
    if (!sources) {
        return sources.error();
    }
    if (onlySets(*sources)) {
        return answerSetPage(asking, *sources, query);
    }
    const std::vector<Segment> segments = segmentsOf(*sources, asking);
    if (!CollectionDefinition::isOverdueState(query.state)) {
        return answerSegments(segments, query, asking);
    }
    if (!segments.empty() && segments.front().keys.front().type == ListKey) {
        return answerStaleList(segments, query, asking);
    }
    const auto overdueSegments = overdue(segments, asking, query.state == u"due");
    return overdueSegments ? answerSegments(*overdueSegments, query, asking)
                           : BrowseResult::Answer(overdueSegments.error());
}

} // namespace plimsoll::redis
