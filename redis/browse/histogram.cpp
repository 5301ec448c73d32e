// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/asking.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

namespace plimsoll::redis {

namespace {

constexpr int maxBuckets = 200;

/// Direction of the buckets, seen from the server's current time.
enum class Direction { Ahead, Back };

/// One count of the answer and the ranges whose ZCOUNTs over all keys add up to it.
struct RangeCount {
    qint64 *target = nullptr;
    std::vector<ScoreRange> ranges;
};

Outcome count(const Asking &asking, const std::vector<HeldKey> &keys, const std::vector<RangeCount> &counts)
{
    Pipeline pipeline;
    std::vector<qint64 *> targets;
    for (const RangeCount &one : counts) {
        for (const ScoreRange &range : one.ranges) {
            for (const HeldKey &source : keys) {
                pipeline.add({"ZCOUNT", source.key, range.min, range.max});
                targets.push_back(one.target);
            }
        }
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (replies->at(i).isError()) {
            return replies->at(i).toError(keys[i % keys.size()].key);
        }
        *targets[i] += replies->at(i).integer;
    }
    return Done{};
}

BrowseResult::Answer ofTimes(const Asking &asking, const std::vector<HeldKey> &keys, const HistogramQuery &query,
                             ScoreCodec codec, Direction direction, int buckets)
{
    Histogram histogram;
    histogram.readAt = asking.now();
    histogram.counts.resize(static_cast<std::size_t>(buckets));
    const auto edge = [&](int i) {
        return asking.now() + query.span * (direction == Direction::Ahead ? i : i - buckets) / buckets;
    };
    std::vector<RangeCount> counts{{&histogram.before, codec.ranges({.to = edge(0)}, ScoreCodec::Ends::All)},
                                   {&histogram.after, codec.ranges({.from = edge(buckets)}, ScoreCodec::Ends::All)}};
    histogram.edges.push_back(static_cast<double>(edge(0).count()));
    for (int i = 0; i < buckets; ++i) {
        histogram.edges.push_back(static_cast<double>(edge(i + 1).count()));
        counts.push_back(
            {&histogram.counts[static_cast<std::size_t>(i)], codec.ranges({.from = edge(i), .to = edge(i + 1)})});
    }
    const Outcome counted = count(asking, keys, counts);
    return counted ? BrowseResult::Answer(histogram) : BrowseResult::Answer(counted.error());
}

/// Lowest and highest finite score over all keys.
Result<std::pair<double, double>> extent(const Asking &asking, const std::vector<HeldKey> &keys)
{
    Pipeline pipeline;
    for (const HeldKey &source : keys) {
        pipeline.add({"ZRANGEBYSCORE", source.key, "(-inf", "(+inf", "WITHSCORES", "LIMIT", "0", "1"});
        pipeline.add({"ZREVRANGEBYSCORE", source.key, "(+inf", "(-inf", "WITHSCORES", "LIMIT", "0", "1"});
    }
    const auto replies = asking.exchange(pipeline);
    if (!replies) {
        return replies.error();
    }
    std::pair<double, double> found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if (replies->at(i).isError()) {
            return replies->at(i).toError(keys[i / 2].key);
        }
        for (const HeadElement &member : scored(replies->at(i))) {
            found = {std::min(found.first, member.score), std::max(found.second, member.score)};
        }
    }
    return found;
}

BrowseResult::Answer ofScores(const Asking &asking, const std::vector<HeldKey> &keys, int buckets)
{
    const auto scores = extent(asking, keys);
    if (!scores) {
        return scores.error();
    }
    const auto [lowest, highest] = *scores;
    Histogram histogram;
    histogram.readAt = asking.now();
    if (lowest > highest) {
        return histogram; // no finite score at all
    }
    const int used = lowest < highest ? buckets : 1;
    const auto edge = [&, low = lowest, high = highest](int i) { return low + (high - low) * i / used; };
    const auto text = [](double value) { return QByteArray::number(value, 'g', 17); };
    histogram.counts.resize(static_cast<std::size_t>(used));
    histogram.edges.push_back(lowest);
    std::vector<RangeCount> counts;
    for (int i = 0; i < used; ++i) {
        const bool last = i == used - 1;
        histogram.edges.push_back(last ? highest : edge(i + 1));
        counts.push_back({&histogram.counts[static_cast<std::size_t>(i)],
                          {{text(edge(i)), last ? text(highest) : "(" + text(edge(i + 1))}}});
    }
    const Outcome counted = count(asking, keys, counts);
    return counted ? BrowseResult::Answer(histogram) : BrowseResult::Answer(counted.error());
}

} // namespace

BrowseResult::Answer answerHistogram(const Asking &asking, const HistogramQuery &query)
{
    const CollectionDefinition &definition = asking.definition();
    const RoleKeys *role = definition.role(Holds::Delayed);
    for (const RoleKeys &keys : definition.keys) {
        if (role == nullptr && !keys.role->perId && (keys.role->types & ZSetKey) != 0) {
            role = &keys;
        }
    }
    if (role == nullptr) {
        return Error{ErrorKind::Invalid,
                     QCoreApplication::translate("browse", "%1 has no sorted set, so nothing to count by score")
                         .arg(definition.name)};
    }
    auto keys = asking.heldKeys({role});
    if (!keys) {
        return keys.error();
    }
    std::erase_if(*keys, [](const HeldKey &source) { return source.type != ZSetKey; });
    const int buckets = std::clamp(query.buckets, 1, maxBuckets);
    const ScoreCodec codec = definition.codec(*role->role);
    switch (role->role->score) {
    case ScoreIs::DueTime:
    case ScoreIs::Deadline:
        return ofTimes(asking, *keys, query, codec, Direction::Ahead, buckets);
    case ScoreIs::PastTime:
        return ofTimes(asking, *keys, query, codec, Direction::Back, buckets);
    case ScoreIs::Nothing:
    case ScoreIs::Rank:
    case ScoreIs::Priority:
    case ScoreIs::Value:
        break;
    }
    return ofScores(asking, *keys, buckets);
}

} // namespace plimsoll::redis
