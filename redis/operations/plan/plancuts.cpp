// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planlistcuts.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/operations/plan/zsetpages.h"
#include "redis/types/boundrole.h"
#include "redis/types/keyslots.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <span>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;

Result<Cut> cutOf(const PlanSource &source, const OperationRequest &request)
{
    if (!request.toBound) {
        return Cut{request.keep, request.olderThan};
    }
    const std::optional<Bound> &bound = source.definition.bound;
    if (!bound || (!bound->keep && !bound->maxAge)) {
        return invalid(Words::tr("%1 has no bound to cut to; set bound.keep or bound.maxAge, or say how much to keep")
                           .arg(source.definition.name));
    }
    return Cut{bound->keep, bound->maxAge};
}

/// Members that a cut takes within these scores; nullopt if they are too many to read.
Result<std::optional<Frozen>> fewBetween(const PlanSource &source, const QByteArray &key, const CutZSetStep &cut,
                                         const QByteArray &low, const QByteArray &high,
                                         const std::vector<Element> &sample)
{
    constexpr qint64 mostMembers = 10'000;
    constexpr qint64 mostBytes = 1024LL * 1024;
    const Result<Reply> count = source.server.command({"ZCOUNT", key, low, high}, source.stop);
    if (!count) {
        return count.error();
    }
    if (std::max(count->integer, cut.count) > mostMembers || cut.count * averageBytes(sample) > mostBytes) {
        return std::optional<Frozen>();
    }
    Result<Frozen> frozen = freezeZSet(source, key, {{low, high}}, {.mostBytes = mostBytes});
    if (!frozen || frozen->isTooMuch) {
        return frozen ? Result(std::optional<Frozen>()) : frozen.error();
    }
    if (cut.atMax) {
        std::reverse(frozen->items.begin(), frozen->items.end());
    }
    frozen->items.resize(std::min(frozen->items.size(), static_cast<std::size_t>(cut.count)));
    return std::optional(*std::move(frozen));
}

/// Plans to remove members within these scores, at most the lowest or highest `count`: exactly those members if they
/// are few, else by count. The script for exact members archives each, so it is not used without an archive.
Outcome cutRange(const PlanSource &source, const QByteArray &key, const CutZSetStep &cut, const QByteArray &low,
                 const QByteArray &high, Plan &plan)
{
    const Result<std::vector<Element>> sample = sampleZSet(source, key, low, high);
    if (!sample) {
        return sample.error();
    }
    if (plan.archive) {
        Result<std::optional<Frozen>> frozen = fewBetween(source, key, cut, low, high, *sample);
        if (!frozen) {
            return frozen.error();
        }
        if (*frozen) {
            append(plan, moveStep(std::move(**frozen), false, std::nullopt), *sample);
            return Done{};
        }
    }
    addNote(plan,
            Words::tr("As many elements of %1 are removed as were counted. Elements added among them meanwhile may be "
                      "removed in place of some.")
                .arg(printable(key, 200)));
    append(plan, {.key = key, .keyType = ZSetKey, .does = cut}, *sample);
    return Done{};
}

/// `fromMax`: removes the highest scores, else the lowest.
Outcome cutZSet(const PlanSource &source, const RoleSpec &role, const QByteArray &key, const Cut &cut, bool fromMax,
                Plan &plan)
{
    CutZSetStep step;
    step.atMax = fromMax;
    step.keep = cut.keep.value_or(0);
    if (cut.olderThan) {
        for (const auto &[low, high] : rangesBefore(source, role, source.now - *cut.olderThan)) {
            const Result<Reply> count = source.server.command({"ZCOUNT", key, low, high}, source.stop);
            if (!count) {
                return count.error();
            }
            CutZSetStep part = step;
            part.atMax = false; // the lowest score is the oldest
            part.count = count->integer;
            part.bound = high;
            part.low = low;
            if (part.count == 0) {
                continue;
            }
            if (Outcome done = cutRange(source, key, part, low, high, plan); !done) {
                return done;
            }
        }
        return Done{};
    }
    const Result<Reply> cardinality = source.server.command({"ZCARD", key}, source.stop);
    if (!cardinality) {
        return cardinality.error();
    }
    step.count = std::max<qint64>(0, cardinality->integer - step.keep);
    if (step.count == 0) {
        return Done{};
    }
    // The bound is the score of the last member to remove; members rescored beyond it are left alone.
    const QByteArray rank = QByteArray::number(fromMax ? -step.count : step.count - 1);
    const Result<Reply> last = source.server.command({"ZRANGE", key, rank, rank, "WITHSCORES"}, source.stop);
    if (!last) {
        return last.error();
    }
    if (last->elements.size() != 2) {
        return Done{};
    }
    step.bound = last->elements[1].bytes;
    return fromMax ? cutRange(source, key, step, step.bound, "+inf", plan)
                   : cutRange(source, key, step, "-inf", step.bound, plan);
}

Outcome cutKey(const PlanSource &source, const RoleSpec &role, const QByteArray &key, const Cut &cut, bool fromMax,
               Plan &plan)
{
    const Result<std::optional<KeyType>> type = source.typeOf(role, key);
    if (!type) {
        return type.error();
    }
    if (!*type) {
        return Done{};
    }
    if (**type == ListKey) {
        return cutList(source, key, cut, plan);
    }
    if (**type == ZSetKey) {
        return cutZSet(source, role, key, cut, fromMax, plan);
    }
    return Error{ErrorKind::WrongType,
                 Words::tr("%1: %2 has no order to cut by").arg(source.definition.name, printable(key, 200))};
}

/// Plans to remove the inactive members from the set of connected ones.
Outcome pruneConnected(const PlanSource &source, const QByteArray &key, const Frozen &inactive, Plan &plan)
{
    constexpr std::size_t atOnce = 1'000;
    constexpr qsizetype bytesAtOnce = 512LL * 1024; // the server hashes each: about a millisecond
    Frozen ghosts{key, SetKey, {}, {}, 0, false};
    for (std::size_t at = 0, end = 0; at < inactive.items.size(); at = end) {
        std::vector<QByteArrayView> argv{"SMISMEMBER", key};
        for (qsizetype bytes = 0; end < inactive.items.size() && end - at < atOnce && bytes < bytesAtOnce; ++end) {
            argv.emplace_back(inactive.items[end].element);
            bytes += inactive.items[end].element.size();
        }
        const auto some = std::span(inactive.items).subspan(at, end - at);
        Pipeline pipeline;
        pipeline.add(argv);
        const Result<std::vector<Reply>> present = source.server.exchange(pipeline, source.stop);
        if (!present) {
            return present.error();
        }
        if (present->front().isError()) {
            return present->front().toError(key);
        }
        for (std::size_t i = 0; i < std::min(some.size(), present->front().elements.size()); ++i) {
            if (present->front().elements[i].integer == 1) {
                ghosts.items.push_back({some[i].element, some[i].score, {}, {}, {}});
            }
        }
    }
    PlanStep step = moveStep(std::move(ghosts), false, std::nullopt);
    step.as<MoveStep>()->guard = inactive.key;
    step.beside = true;
    if (!step.items.empty()) {
        addNote(plan,
                Words::tr("Also removed from %1: %2 of them.")
                    .arg(printable(key, 200), QString::number(step.items.size())));
    }
    append(plan, std::move(step), {});
    return Done{};
}

/// Milliseconds until each key expires: -1 never, -2 no such key.
Result<std::vector<qint64>> timesLeft(const PlanSource &source, const std::vector<QByteArray> &keys)
{
    Pipeline pipeline;
    for (const QByteArray &key : keys) {
        pipeline.add({"PTTL", key});
    }
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    std::vector<qint64> left;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].isError()) {
            return (*replies)[i].toError(keys[i]);
        }
        left.push_back((*replies)[i].integer);
    }
    return left;
}

/// Usual time to live of a key: until the end of its period, else options.ttl.
std::optional<std::chrono::milliseconds> usualExpiry(const PlanSource &source, const RoleKeys &role,
                                                     const std::vector<qint64> &left, std::size_t key)
{
    const std::vector<KeySlot> all = slotsOf(source.definition, role);
    qint64 last = 0;
    for (std::size_t i = 0; i < std::min(all.size(), left.size()); ++i) {
        if (key < all.size() && all[i].periodsBack == all[key].periodsBack) {
            last = std::max(last, left[i]);
        }
    }
    return last > 0 ? std::optional(std::chrono::milliseconds(last)) : source.definition.duration(L1("ttl"));
}

} // namespace

Outcome trim(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const int given = int(request.keep.has_value()) + int(request.olderThan.has_value()) + int(request.toBound);
    if (given != 1) {
        return invalid(Words::tr("trim takes exactly one of --keep N, --older-than DURATION and --to-bound"));
    }
    const RoleKeys &role = *boundRole(source.definition);
    if (role.role->types == SetKey) {
        return invalid(Words::tr("%1: a set has no order, so there is nothing to trim by").arg(source.definition.name));
    }
    const Result<Cut> cut = cutOf(source, request);
    if (!cut) {
        return cut.error();
    }
    const bool ranked = role.role->score == ScoreIs::Rank;
    if (ranked && cut->olderThan) {
        return invalid(
            Words::tr("%1: scores of a leaderboard are not times; use --keep N").arg(source.definition.name));
    }
    // Removes the lowest-ranked: in a priority queue, those that would be taken last.
    const bool fromMax =
        role.role->score == ScoreIs::Priority || (ranked && !source.definition.isHighestFirst(*role.role));
    for (const QByteArray &key : source.keys(role)) {
        if (Outcome done = cutKey(source, *role.role, key, *cut, fromMax, plan); !done) {
            return done;
        }
    }
    return Done{};
}

Outcome prune(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!request.olderThan) {
        return invalid(Words::tr("pruning needs a time since members were last seen"));
    }
    std::vector<PlanStep> seen;
    for (const QByteArray &key : source.keys(Holds::Seen)) {
        const auto ranges = source.codec(key).ranges({.to = source.now - *request.olderThan});
        Result<Frozen> frozen = freezeZSet(source, key, ranges, choiceOf(request, plan, key));
        if (!frozen) {
            return frozen.error();
        }
        // Members that are gone must leave the connected set too, or they stay forever. This runs before the heartbeat
        // is removed, because the script checks by it that the member has not come back.
        for (const QByteArray &connected : source.keys(Holds::Connected)) {
            if (Outcome done = pruneConnected(source, connected, *frozen, plan); !done) {
                return done;
            }
        }
        plan.sample.insert(plan.sample.end(), frozen->sample.begin(), frozen->sample.end());
        seen.push_back(moveStep(std::move(*frozen), false, std::nullopt));
    }
    for (PlanStep &step : seen) {
        append(plan, std::move(step), {});
    }
    return Done{};
}

Outcome purge(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    for (const RoleKeys &role : source.definition.keys) {
        if (role.role->perId || (!request.state.isEmpty() && request.state != role.role->id)) {
            continue;
        }
        for (const QByteArray &key : source.keys(role)) {
            if (!request.target.isEmpty() && key != request.target) {
                continue;
            }
            const Result<std::optional<KeyType>> type = source.typeOf(*role.role, key);
            if (!type) {
                return type.error();
            }
            if (*type == SetKey) {
                Result<Frozen> frozen = freezeSet(source, key, {});
                if (!frozen) {
                    return frozen.error();
                }
                const std::vector<Element> sample = frozen->sample;
                append(plan, moveStep(std::move(*frozen), false, std::nullopt), sample);
            } else if (Outcome done = cutKey(source, *role.role, key, Cut{0, std::nullopt}, false, plan); !done) {
                return done;
            }
        }
    }
    return Done{};
}

Outcome add(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys &role = source.definition.keys.front();
    const std::vector<QByteArray> keys = source.keys(role);
    if (keys.size() != 1 || role.role->types != SetKey) {
        return invalid(Words::tr("%1: members can be added to one set, without shards").arg(source.definition.name));
    }
    PlanStep step{.key = keys.front(), .keyType = SetKey, .does = RestoreStep{}};
    for (const Element &element : request.elements) {
        step.items.push_back({element.element, {}, {}, {}, {}});
    }
    append(plan, std::move(step), request.elements);
    return Done{};
}

Outcome setExpiry(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.by.count() < 0) {
        return invalid(Words::tr("an expiry must be in the future; a past one would delete the collection"));
    }
    for (const RoleKeys &role : source.definition.keys) {
        if (role.role->perId) {
            continue;
        }
        const std::vector<QByteArray> keys = source.keys(role);
        const Result<std::vector<qint64>> left =
            request.onlyMissing ? timesLeft(source, keys) : Result(std::vector<qint64>(keys.size(), -1));
        if (!left) {
            return left.error();
        }
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if ((!request.target.isEmpty() && keys[i] != request.target) || (*left)[i] != -1) {
                continue;
            }
            const Result<std::optional<KeyType>> type = source.typeOf(*role.role, keys[i]);
            if (!type) {
                return type.error();
            }
            if (!*type) {
                continue;
            }
            std::chrono::milliseconds by = request.by;
            if (request.onlyMissing && by.count() == 0) {
                const std::optional<std::chrono::milliseconds> usual = usualExpiry(source, role, *left, i);
                if (!usual) {
                    return invalid(Words::tr("%1: no other key of its period expires, and options.ttl is not set; say "
                                             "when %2 should expire")
                                       .arg(source.definition.name, printable(keys[i], 200)));
                }
                by = *usual;
            }
            append(plan,
                   {.key = keys[i],
                    .keyType = **type,
                    .does = ExpireStep{by.count() == 0 ? QByteArray()
                                                       : QByteArray::number(qlonglong((source.now + by).count())),
                                       request.onlyMissing ? QByteArrayLiteral("-1") : QByteArray()},
                    .items = {{keys[i], {}, {}, {}, {}}}},
                   {});
        }
    }
    return Done{};
}

} // namespace plimsoll::redis::planning
