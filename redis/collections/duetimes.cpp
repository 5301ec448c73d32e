// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/duetimes.h"

#include "redis/collections/overtime.h"

#include <algorithm>
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

} // namespace

void DueTimes::append(Pipeline &pipeline, const std::vector<PolledKey> &keys, const std::vector<std::size_t> &of,
                      milliseconds now)
{
    m_asked.clear();
    for (const std::size_t key : of) {
        const QByteArray &name = keys[key].key;
        const std::vector<ScoreRange> all = keys[key].codec.ranges({});
        const std::vector<ScoreRange> coming = keys[key].codec.ranges({.from = now});
        for (std::size_t i = 0; i < all.size(); ++i) {
            pipeline.add({"ZRANGEBYSCORE", name, all[i].min, all[i].max, "WITHSCORES", "LIMIT", "0", "1"});
            pipeline.add({"ZRANGEBYSCORE", name, '(' + coming[i].min, coming[i].max, "WITHSCORES", "LIMIT", "0", "1"});
            m_asked.push_back({key, keys[key].codec});
        }
    }
}

std::pair<std::shared_ptr<const Head>, std::optional<Error>>
DueTimes::read(ReplyCursor &replies, const std::vector<PolledKey> &keys, milliseconds now)
{
    auto head = std::make_shared<Head>();
    head->readAt = now;
    std::optional<Error> error;
    const auto entryOf = [&](const Asked &asked) {
        const Reply &reply = replies.next();
        if (reply.isError() && !error) {
            error = reply.toError(keys[asked.key].key);
        }
        return scoredElements(reply);
    };
    m_first.reset();
    m_next.reset();
    for (const Asked &asked : m_asked) {
        for (HeadElement &first : entryOf(asked)) {
            keepEarlier(m_first, asked.codec.timeOf(first.score));
            head->elements.push_back(std::move(first));
        }
        for (const HeadElement &next : entryOf(asked)) {
            keepEarlier(m_next, asked.codec.timeOf(next.score));
        }
    }
    const auto timeOf = [](const HeadElement &e) { return ScoreCodec().timeOf(e.score).value_or(milliseconds::max()); };
    std::stable_sort(head->elements.begin(), head->elements.end(),
                     [&timeOf](const HeadElement &a, const HeadElement &b) { return timeOf(a) < timeOf(b); });
    m_then.reset();
    return {std::move(head), std::move(error)};
}

void DueTimes::tell(Reading &reading, double all, double due, int lagFigure, int nextFigure)
{
    m_counts = {all, due};
    m_then = m_then.value_or(m_counts);
    if (due == 0) {
        reading.figures[static_cast<std::size_t>(lagFigure)] = 0;
    } else if (due > 0 && m_first && *m_first <= reading.now) {
        reading.figures[static_cast<std::size_t>(lagFigure)] = static_cast<double>((reading.now - *m_first).count());
    }
    if (all > 0 && m_next && *m_next > reading.now) {
        reading.figures[static_cast<std::size_t>(nextFigure)] = static_cast<double>((*m_next - reading.now).count());
    }
}

milliseconds DueTimes::wantedFrom() const
{
    const auto differs = [](double a, double b) { return isKnown(a) && !(a == b); };
    const bool moved = m_then && (differs(m_counts.all, m_then->all) || differs(m_counts.due, m_then->due));
    return moved ? Collector::always : m_next.value_or(Collector::never);
}

} // namespace plimsoll::redis
