// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/duetimes.h"

#include "redis/collections/overtime.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

namespace {

void keepEarlier(std::optional<milliseconds> &kept, std::optional<milliseconds> other)
{
    if (other && (!kept || *other < *kept)) {
        kept = other;
    }
}

std::vector<TimeRule> withDue(const DueTimesCollector::Places &places, std::vector<TimeRule> further)
{
    further.insert(further.begin(), {places.role, static_cast<int>(places.due), {}, {.at = TimeEdge::At::Now}});
    return further;
}

} // namespace

DueTimesCollector::DueTimesCollector(const CollectionDefinition &definition, std::span<const SizeRule> sizes,
                                     const Places &places, std::vector<TimeRule> further)
    : Collector(definition, sizes, withDue(places, std::move(further))), m_places(places)
{
}

int DueTimesCollector::kindHeadCost() const
{
    int cost = 0;
    for (const PolledKey &key : keys()) {
        cost += key.role->id == m_places.role ? 2 * CountSegment::commandsFor(key.codec) : 0;
    }
    return cost;
}

void DueTimesCollector::ask(Pipeline &pipeline, std::size_t key, milliseconds now)
{
    const auto &[name, codec] = std::tie(keys()[key].key, keys()[key].codec);
    const std::vector<ScoreRange> all = codec.ranges({});
    const std::vector<ScoreRange> coming = codec.ranges({.from = now, .afterFrom = true});
    for (std::size_t i = 0; i < all.size(); ++i) {
        appendEarliest(pipeline, name, codec, all[i]);
        appendEarliest(pipeline, name, codec, coming[i]);
        m_asked.push_back({key, codec});
    }
}

void DueTimesCollector::appendKindHead(Pipeline &pipeline, milliseconds now)
{
    m_asked.clear();
    m_waiting.clear();
    for (const std::size_t key : keysOf(m_places.role)) {
        if (keys()[key].codec.code() == ScoreCodec::Code::Auto) {
            m_waiting.push_back(key);
        } else {
            ask(pipeline, key, now);
        }
    }
}

void DueTimesCollector::appendFollowUp(Pipeline &pipeline, milliseconds now)
{
    m_asked.clear();
    for (const std::size_t key : std::exchange(m_waiting, {})) {
        if (keys()[key].count != 0) {
            ask(pipeline, key, now);
        }
    }
}

void DueTimesCollector::readKindHead(ReplyCursor &replies, milliseconds now)
{
    m_known = {{}, {}, {}, m_known.counts};
    m_firsts.clear();
    read(replies, now);
}

void DueTimesCollector::readFollowUp(ReplyCursor &replies, milliseconds now)
{
    read(replies, now);
}

void DueTimesCollector::read(ReplyCursor &replies, milliseconds now)
{
    const auto entryOf = [&](const Asked &asked) {
        const Reply &reply = replies.next();
        for (const std::size_t figure : {m_places.lag, m_places.next}) {
            if (reply.isError()) {
                failHead(static_cast<int>(figure), errorOf(keys()[asked.key], reply));
            }
        }
        return scoredElements(reply);
    };
    for (const Asked &asked : m_asked) {
        for (HeadElement &first : entryOf(asked)) {
            const std::optional<milliseconds> time = asked.codec.timeOf(first.score);
            keepEarlier(m_known.first, time);
            m_firsts.emplace_back(time.value_or(milliseconds::max()), std::move(first));
        }
        for (const HeadElement &next : entryOf(asked)) {
            keepEarlier(m_known.next, asked.codec.timeOf(next.score));
        }
    }
    std::stable_sort(m_firsts.begin(), m_firsts.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    auto head = std::make_shared<Head>();
    head->readAt = now;
    std::transform(m_firsts.begin(), m_firsts.end(), std::back_inserter(head->elements),
                   [](const auto &first) { return first.second; });
    setHead(std::move(head));
}

void DueTimesCollector::finishKind(Reading &reading)
{
    const Counts &counts = m_known.counts = {reading.figures[m_places.all], reading.figures[m_places.due]};
    m_known.then = m_known.then.value_or(counts);
    reading.rest.begin();
    if (counts.due == 0) {
        reading.figures[m_places.lag] = 0;
    } else if (counts.due > 0 && m_known.first && *m_known.first <= reading.now) {
        reading.figures[m_places.lag] = static_cast<double>((reading.now - *m_known.first).count());
        reading.rest.run({static_cast<int>(m_places.lag), false, *m_known.first}, reading.now);
    } else if (m_known.first) {
        reading.rest.endAt(*m_known.first);
    }
    if (counts.all > 0 && m_known.next && *m_known.next > reading.now) {
        reading.figures[m_places.next] = static_cast<double>((*m_known.next - reading.now).count());
        reading.rest.run({static_cast<int>(m_places.next), true, *m_known.next}, reading.now);
    }
    if (counts.all == counts.due) { // nothing is still to come
        reading.note(static_cast<int>(m_places.next), FigureNote::Absent);
    }
}

milliseconds DueTimesCollector::kindHeadWantedFrom() const
{
    const auto differs = [](double a, double b) { return isKnown(a) && !(a == b); };
    const bool moved = m_known.then
        && (differs(m_known.counts.all, m_known.then->all) || differs(m_known.counts.due, m_known.then->due));
    return moved ? always : m_known.next.value_or(never);
}

} // namespace plimsoll::redis
