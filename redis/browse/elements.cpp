// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"
#include "redis/browse/pagereading.h"
#include "redis/collections/framework.h"
#include "redis/types/bands.h"
#include "redis/types/elementstate.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

namespace plimsoll::redis {

namespace {

/// All states in turn: those that need attention first, quietly waiting ones last.
constexpr std::array turn{Holds::Processing, Holds::Dead, Holds::Delayed, Holds::Ready};

bool isReverse(const CollectionDefinition &definition, const HeldKey &source)
{
    if (source.type == ListKey) {
        // Position 0 is what is worked on next, and the oldest of a processing or dead list, filled by
        // LMOVE from the end that is consumed to the other one; of what is past the newest are of most interest.
        return definition.isOldestRight(*source.role) != (source.role->score == ScoreIs::PastTime);
    }
    return definition.isHighestFirst(*source.role);
}

std::vector<Segment> segmentsOf(const std::vector<HeldKey> &sources, const Asking &asking)
{
    std::vector<Segment> segments;
    for (const HeldKey &source : sources) {
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

/// Splits zset segments to what has such scores, with sizes counted.
Result<std::vector<Segment>> between(const std::vector<ScoreRange> &ranges, const std::vector<Segment> &segments,
                                     const Asking &asking)
{
    std::vector<Segment> some;
    Pipeline pipeline;
    for (const Segment &segment : segments) {
        for (const ScoreRange &range : ranges) {
            some.push_back({segment.keys, range, false, 0});
            for (const HeldKey &source : segment.keys) {
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
    for (Segment &segment : some) {
        for (HeldKey &source : segment.keys) {
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
    return some;
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
    auto read = readStretches(cut(segments, query.offset, query.limit), asking, asking.jobs());
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
    const bool hasLeases = asking.definition().has(Holds::Lease);
    const bool canTell =
        hasLeases || (asking.jobs().hasRecord() && asking.definition().duration(QLatin1StringView("staleAfter")));
    if (!canTell) {
        return page; // not known: only the ages that polling observed can tell
    }
    qint64 size = 0;
    for (const Segment &segment : segments) {
        size += segment.size;
    }
    const JobReader times(asking.definition(), JobReader::Wanted::Times);
    const qint64 depth = std::min<qint64>(size, query.staleDepth);
    qint64 at = 0;
    qint64 stale = 0;
    qint64 bytes = 0;
    bool isUnknown = false; // of one that was read: its record is not there, or does not say
    // Pages of large elements are shorter, so the same number of pages does not reach as deep.
    for (qint64 pages = (query.staleDepth + elementsAtOnce - 1) / elementsAtOnce; pages > 0 && at < depth; --pages) {
        auto read = readStretches(cut(segments, at, std::min<qint64>(elementsAtOnce, depth - at)), asking, times, true);
        if (!read) {
            return read.error();
        }
        if (read->elements.empty()) {
            break; // has become shorter
        }
        at += static_cast<qint64>(read->elements.size());
        for (Element &element : read->elements) {
            if (!isState(element.state, Holds::Processing, ElementState::Which::Overdue)) {
                isUnknown = isUnknown || !(element.startedAt || hasLeases);
                continue;
            }
            if (stale >= query.offset && stale < query.offset + query.limit && bytes < pageBytes) {
                bytes += element.element.size();
                page.elements.push_back(std::move(element));
            }
            ++stale;
        }
    }
    if (const Outcome records = asking.readRecords(page.elements, asking.jobs(), true); !records) {
        return records.error();
    }
    page.totalAtLeast = isUnknown || size > at;
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

bool onlySets(const std::vector<HeldKey> &sources)
{
    return std::all_of(sources.begin(), sources.end(),
                       [](const HeldKey &source) { return source.type == SetKey || source.type == 0; });
}

/// Jobs in processing that the code of the framework finds; nullopt: it finds none, or another state is asked for.
std::optional<BrowseResult::Answer> answerWorkers(const Asking &asking, const ElementsQuery &query)
{
    const ElementState *state = findState(query.state);
    const FrameworkCode *code = codeOf(asking.definition());
    if (state == nullptr || state->of != Holds::Processing || code == nullptr || code->extra == nullptr) {
        return std::nullopt;
    }
    const std::unique_ptr<QueueExtra> extra = code->extra(asking.definition(), {});
    if (!extra->jobs()) {
        return std::nullopt;
    }
    Pipeline pipeline;
    extra->appendHead(pipeline);
    for (bool isHead = true; !pipeline.isEmpty(); isHead = false) {
        const auto replies = asking.exchange(pipeline);
        if (!replies) {
            return replies.error();
        }
        isHead ? extra->readHead(*replies, asking.now()) : extra->readFollowUp(*replies, asking.now());
        if (const auto errors = extra->takeErrors(); !errors.empty()) {
            return errors.front().second;
        }
        pipeline.clear();
        extra->appendFollowUp(pipeline, asking.now());
    }
    const std::optional<std::vector<Element>> all = extra->jobs();
    if (!all) { // only now it shows that there are none to list
        return std::nullopt;
    }
    ElementsPage page = emptyPage(query, asking);
    page.total = 0;
    page.totalAtLeast = extra->hasMoreJobs();
    qint64 bytes = 0;
    for (const Element &found : *all) {
        if (state->which == ElementState::Which::Overdue && found.state != state->id) {
            continue;
        }
        const qint64 place = (*page.total)++;
        if (place < query.offset || place >= query.offset + query.limit || bytes >= pageBytes) {
            continue;
        }
        bytes += found.element.size();
        page.elements.push_back(found);
    }
    if (const Outcome records = asking.readRecords(page.elements); !records) {
        return records.error();
    }
    return page;
}

} // namespace

BrowseResult::Answer answerElements(const Asking &asking, const ElementsQuery &query)
{
    const CollectionDefinition &definition = asking.definition();
    if (definition.has(Holds::Seen)) {
        return answerPresencePage(asking, query);
    }
    if (definition.has(Holds::Entries)) {
        return answerStreamPage(asking, query);
    }
    const RoleKeys *chosen = definition.roleOfState(query.state);
    const bool isStale = isState(query.state, Holds::Processing, ElementState::Which::Overdue);
    if (!query.state.isEmpty() && (chosen == nullptr || isStale)) {
        if (std::optional<BrowseResult::Answer> found = answerWorkers(asking, query)) {
            return *std::move(found);
        }
    }
    if (!query.state.isEmpty() && chosen == nullptr) {
        return asking.noSuchState(query.state);
    }
    const ElementState *state = findState(query.state);
    const bool isWhole = state != nullptr && state->which == ElementState::Which::All;
    const RoleKeys *counted = isWhole && state->of == Holds::Processing ? definition.role(Holds::Size) : nullptr;
    if (counted != nullptr && counted->role->types == ListKey) {
        chosen = counted; // has also those without a deadline
    }
    const auto sources = asking.heldKeys(
        query.state.isEmpty() ? rolesInTurn(definition) : std::vector<const RoleKeys *>{chosen}, query.key);
    if (!sources) {
        return sources.error();
    }
    if (onlySets(*sources)) {
        return answerSetPage(asking, *sources, query);
    }
    const std::vector<Segment> segments = segmentsOf(*sources, asking);
    const auto answerBetween = [&](const std::vector<ScoreRange> &ranges) {
        const auto some = between(ranges, segments, asking);
        return some ? answerSegments(*some, query, asking) : BrowseResult::Answer(some.error());
    };
    const Bands bands = Bands::of(definition);
    if (const std::optional<std::size_t> band = bands.find(query.state)) {
        return answerBetween(bands.ranges(*band, asking.now()));
    }
    if (const FrameworkCode *code = codeOf(definition);
        isWhole && state->of == Holds::Dead && code != nullptr && code->keptDead != nullptr) {
        return answerBetween(code->keptDead(definition.codec(*chosen->role), asking.now()));
    }
    if (state == nullptr || state->which != ElementState::Which::Overdue) {
        return answerSegments(segments, query, asking);
    }
    if (!segments.empty() && segments.front().keys.front().type == ListKey) {
        return answerStaleList(segments, query, asking);
    }
    // A score that is no time is never overdue. A deadline is overdue after its time, a due time from that time on.
    const RoleSpec &role = *chosen->role;
    return answerBetween(definition.codec(role).ranges(
        {.from = firstDeadline(definition, role), .to = asking.now(), .withTo = role.score == ScoreIs::DueTime}));
}

} // namespace plimsoll::redis
