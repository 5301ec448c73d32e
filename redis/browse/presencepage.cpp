// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/presencepage.h"

#include "redis/browse/asking.h"
#include "redis/browse/pagereading.h"
#include "redis/types/elementstate.h"

#include <algorithm>

namespace plimsoll::redis {

namespace {

using Which = ElementState::Which;

QLatin1StringView stateIn(const Element &element, bool isConnected, std::chrono::milliseconds since)
{
    if (element.due && *element.due >= since) {
        return stateOf(Holds::Seen, Which::Recent).id;
    }
    return stateOf(isConnected ? Holds::Connected : Holds::Seen, Which::Overdue).id;
}

const RoleSpec &seenRole(const Asking &asking)
{
    return *asking.definition().role(Holds::Seen)->role;
}

ScoreCodec seenCodec(const Asking &asking)
{
    return asking.definition().codec(seenRole(asking));
}

/// Queries every key for every element; `take` receives the element's index and the reply.
template <typename Take>
Outcome askOfEach(const Asking &asking, QByteArrayView command, const std::vector<HeldKey> &keys,
                  const std::vector<Element> &elements, Take take)
{
    Pipeline pipeline;
    for (const Element &element : elements) {
        for (const HeldKey &key : keys) {
            pipeline.add({command, key.key, element.element});
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if (replies->at(i).isError()) {
            return replies->at(i).toError(keys[i % keys.size()].key);
        }
        take(i / keys.size(), replies->at(i));
    }
    return Done{};
}

/// For every element whether it is in one of the sets of those connected.
Result<std::vector<bool>> connectedNow(const Asking &asking, const std::vector<HeldKey> &sets,
                                       const std::vector<Element> &elements)
{
    std::vector<bool> connected(elements.size(), false);
    const Outcome asked = askOfEach(asking, "SISMEMBER", sets, elements, [&](std::size_t at, const Reply &reply) {
        connected[at] = connected[at] || reply.integer == 1;
    });
    return asked ? Result(std::move(connected)) : asked.error();
}

/// Reads when each of the elements was last seen.
Outcome readLastSeen(const Asking &asking, const std::vector<HeldKey> &seen, std::vector<Element> &elements)
{
    const ScoreCodec codec = seenCodec(asking);
    return askOfEach(asking, "ZSCORE", seen, elements, [&](std::size_t at, const Reply &reply) {
        if (const auto score = reply.toDouble()) {
            setScore(elements[at], *score, codec);
        }
    });
}

/// Which scores a state asks for, the most recent first; by rank when it asks for all.
std::vector<ScoreRange> rangesFor(const Asking &asking, const QString &state)
{
    std::vector<ScoreRange> ranges;
    if (isState(state, Holds::Seen, Which::Recent)) {
        ranges = seenCodec(asking).ranges({.from = asking.now() - presenceWindow(asking)}, ScoreCodec::Ends::All);
    } else if (isState(state, Holds::Seen, Which::Overdue)) {
        ranges = seenCodec(asking).ranges({.to = asking.now() - presenceWindow(asking)}, ScoreCodec::Ends::All);
    } else {
        ranges = {{"-inf", "+inf"}};
    }
    std::reverse(ranges.begin(), ranges.end());
    return ranges;
}

/// A page of the members seen, latest first. Shards follow one another; their times are not merged.
BrowseResult::Answer seenPage(const Asking &asking, const std::vector<HeldKey> &seen,
                              const std::vector<HeldKey> &connected, const ElementsQuery &query)
{
    const std::vector<ScoreRange> ranges = rangesFor(asking, query.state);
    Pipeline counts;
    for (const HeldKey &key : seen) {
        for (const ScoreRange &range : ranges) {
            counts.add({"ZCOUNT", key.key, range.min, range.max});
            counts.add({"ZCOUNT", key.key, range.above().min, range.above().max});
        }
    }
    const auto counted = asking.exchange(counts);
    if (!counted) {
        return counted.error();
    }
    ElementsPage page;
    page.offset = query.offset;
    page.readAt = asking.now();
    qint64 total = 0;
    qint64 offset = query.offset;
    qint64 left = query.limit;
    std::vector<Segment> segments;
    segments.reserve(counted->size());
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < counted->size(); i += 2) {
        HeldKey key = seen[i / 2 / ranges.size()];
        if (counted->at(i).isError()) {
            return counted->at(i).toError(key.key);
        }
        const qint64 size = counted->at(i).integer;
        key.first = counted->at(i + 1).integer;
        total += size;
        const qint64 count = std::clamp<qint64>(size - offset, 0, left);
        if (count > 0) {
            segments.push_back({{std::move(key)}, ranges[i / 2 % ranges.size()], true, size});
            stretches.push_back({&segments.back(), offset, count});
            left -= count;
        }
        offset = std::max<qint64>(0, offset - size);
    }
    page.total = total;
    Result<PageRead> read = readStretches(stretches, asking, JobReader(asking.definition()));
    if (!read) {
        return read.error();
    }
    page.elements = std::move(read->elements);
    const auto isConnected = connectedNow(asking, connected, page.elements);
    if (!isConnected) {
        return isConnected.error();
    }
    for (std::size_t i = 0; i < page.elements.size(); ++i) {
        page.elements[i].id = page.elements[i].element;
        page.elements[i].state = stateIn(page.elements[i], isConnected->at(i), asking.now() - presenceWindow(asking));
    }
    return page;
}

/// A page of those connected, in the order of SSCAN, with when they were last seen.
BrowseResult::Answer connectedPage(const Asking &asking, const std::vector<HeldKey> &seen,
                                   const std::vector<HeldKey> &connected, const ElementsQuery &query)
{
    BrowseResult::Answer answer = answerSetPage(asking, connected, query);
    auto *page = std::get_if<ElementsPage>(&answer);
    if (page == nullptr) {
        return answer;
    }
    if (const Outcome read = readLastSeen(asking, seen, page->elements); !read) {
        return read.error();
    }
    for (Element &element : page->elements) {
        element.state = stateIn(element, true, asking.now() - presenceWindow(asking));
    }
    return answer;
}

} // namespace

std::chrono::milliseconds presenceWindow(const Asking &asking)
{
    return *asking.definition().duration(seenRole(asking).window); // it has a fallback
}

BrowseResult::Answer answerPresencePage(const Asking &asking, const ElementsQuery &query)
{
    const auto connected = asking.heldKeys(Holds::Connected);
    if (!connected) {
        return connected.error();
    }
    const auto seen = asking.heldKeys(Holds::Seen);
    if (!seen) {
        return seen.error();
    }
    const RoleKeys *role = asking.definition().roleOfState(query.state);
    if (isState(query.state, Holds::Connected) || (role != nullptr && role->role->holds == Holds::Connected)) {
        return connectedPage(asking, *seen, *connected, query);
    }
    const ElementState *state = findState(query.state);
    if (!query.state.isEmpty() && role == nullptr && (state == nullptr || state->of != Holds::Seen)) {
        return asking.noSuchState(query.state);
    }
    return seenPage(asking, *seen, *connected, query);
}

Outcome describePresence(const Asking &asking, Element &element, bool &isConnected)
{
    const auto connected = asking.heldKeys(Holds::Connected);
    if (!connected) {
        return connected.error();
    }
    const auto seen = asking.heldKeys(Holds::Seen);
    if (!seen) {
        return seen.error();
    }
    std::vector<Element> one{element};
    if (Outcome read = readLastSeen(asking, *seen, one); !read) {
        return read;
    }
    const auto there = connectedNow(asking, *connected, one);
    if (!there) {
        return there.error();
    }
    element = std::move(one.front());
    isConnected = there->front();
    element.state = stateIn(element, isConnected, asking.now() - presenceWindow(asking));
    return Done{};
}

} // namespace plimsoll::redis
