// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch.h"
#include "redis/operations/planning.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;

Error invalid(const QString &text)
{
    return {ErrorKind::Invalid, text};
}

struct Cut {
    std::optional<qint64> keep;
    std::optional<std::chrono::milliseconds> olderThan;
};

Result<Cut> cutOf(const PlanSource &source, const OperationRequest &request)
{
    if (!request.toBound) {
        return Cut{request.keep, request.olderThan};
    }
    const std::optional<Bound> &bound = source.definition.bound;
    if (!bound || (!bound->keep && !bound->maxAge)) {
        return invalid(QStringLiteral("%1 has no bound to cut to; give it bound.keep or bound.maxAge, or say how much "
                                      "is to stay")
                           .arg(source.definition.name));
    }
    return Cut{bound->keep, bound->maxAge};
}

constexpr qsizetype smallMark = 4 * 1'024;
constexpr qint64 farthestMark = 100;
constexpr qint64 mostRead = 1'024 * 1'024;
constexpr qint64 mostSlack = 1'000;
constexpr int mostRestarts = 50;

/// How a list was when it was seen.
struct ListEnd {
    qint64 length = 0;
    QByteArray newest;
};

Pipeline askForEnd(const PlanSource &source, const QByteArray &key)
{
    Pipeline pipeline; // all of one moment
    pipeline.add({"LLEN", key});
    pipeline.add({"LINDEX", key, source.consumeRight ? "0" : "-1"});
    return pipeline;
}

Result<ListEnd> readEnd(const PlanSource &source, const QByteArray &key)
{
    const Result<std::vector<Reply>> replies = source.client.exchange(askForEnd(source, key), source.stop);
    if (!replies) {
        return replies.error();
    }
    for (const Reply &reply : *replies) {
        if (reply.isError()) {
            return reply.toError(key);
        }
    }
    return ListEnd{(*replies)[0].integer, (*replies)[1].bytes};
}

/// The mark goes with every batch: where the newest element is large and others stay beside it, a smaller one of them.
Outcome pickMark(const PlanSource &source, const QByteArray &newest, PlanStep &step)
{
    step.mark = newest;
    qint64 read = 0;
    for (qint64 behind = 1;
         behind < std::min(step.keep, farthestMark) && step.mark.size() > smallMark && read < mostRead; behind *= 2) {
        Pipeline pipeline; // all of one moment: what comes in between would shift them
        pipeline.add({"LINDEX", step.key, step.atLeft ? "-1" : "0"});
        pipeline.add({"LINDEX", step.key, QByteArray::number(step.atLeft ? -behind - 1 : behind)});
        const Result<std::vector<Reply>> replies = source.client.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        const Reply &other = replies->back();
        if (replies->front().bytes != newest || other.type != Reply::Type::Bulk) {
            break;
        }
        read += newest.size() + other.bytes.size();
        if (other.bytes.size() < step.mark.size()) {
            step.mark = other.bytes;
            step.behindMark = behind;
        }
    }
    return Done{};
}

/// The elements from the old end on whose records are older than that, up to the first that is not, or has no such
/// time; `end`: as it was when the first of them were read. Workers may take from that end meanwhile: the pages overlap
/// by as many.
Result<std::vector<quint64>> olderInList(const PlanSource &source, const QByteArray &key, std::chrono::milliseconds age,
                                         ListEnd &end)
{
    std::vector<quint64> older;
    ListPages pages(source.client, key, !source.consumeRight, source.stop);
    Pipeline outermost;
    outermost.add({"LINDEX", key, source.consumeRight ? "-1" : "0"});
    int restarts = 0;
    qint64 taken = 0; // of `older`, by workers
    qint64 slack = 0; // so many are read again, because as many may be taken before they are read
    while (true) {
        const qint64 position = std::max<qint64>(0, qint64(older.size()) - taken - slack);
        Result<ListPages::Seen> page =
            pages.nextFrom(position, slack + 1, older.empty() ? askForEnd(source, key) : outermost);
        if (!page) {
            return page.error();
        }
        qint64 known = 0; // of the page
        if (older.empty()) {
            end = {page->answers[0].integer, page->answers[1].bytes};
        } else {
            const auto at = std::find(older.begin() + taken, older.end(), knownAs(page->answers[0].bytes));
            if (at == older.end()) {
                if (++restarts == mostRestarts) {
                    return older;
                }
                older.clear(); // all of them have been taken: from the start, by now in larger pages
                taken = slack = 0;
                continue;
            }
            const qint64 before = std::exchange(taken, at - older.begin());
            slack = std::min(mostSlack, std::max(slack, 2 * (taken - before)));
            known = qint64(older.size()) - position - taken;
            if (known < 0) {
                continue; // some in between were not seen
            }
        }
        if (qint64(page->elements.size()) <= known) {
            return older; // the end of the list
        }
        std::vector<Element> elements(page->elements.size() - static_cast<std::size_t>(known));
        for (std::size_t i = 0; i < elements.size(); ++i) {
            elements[i].element = std::move(page->elements[static_cast<std::size_t>(known) + i]);
        }
        if (Outcome described = describe(source, elements); !described) {
            return described.error();
        }
        for (const Element &element : elements) {
            if (!element.createdAt || source.now - *element.createdAt <= age) {
                return older;
            }
            older.push_back(knownAs(element.element));
        }
    }
}

Outcome cutList(const PlanSource &source, const QByteArray &key, const Cut &cut, Plan &plan)
{
    Result<ListEnd> end = readEnd(source, key);
    if (!end) {
        return end.error();
    }
    PlanStep step;
    step.type = PlanStep::Type::CutList;
    step.key = key;
    step.keyType = ListKey;
    step.atLeft = !source.consumeRight;
    step.count = std::max<qint64>(0, end->length - cut.keep.value_or(0));
    if (cut.olderThan) {
        Result<std::vector<quint64>> older = olderInList(source, key, *cut.olderThan, *end);
        if (!older) {
            return older.error();
        }
        step.onlyKnown = true;
        step.known = std::move(*older);
        step.count = qint64(step.known.size());
    }
    step.keep = end->length - step.count;
    if (step.count == 0) {
        return Done{};
    }
    if (Outcome picked = pickMark(source, end->newest, step); !picked) {
        return picked;
    }
    const Result<std::vector<Element>> sample = sampleList(source, key, step.atLeft);
    if (!sample) {
        return sample.error();
    }
    append(plan, std::move(step), *sample);
    return Done{};
}

/// `fromMax`: the highest scores go; else the lowest.
Outcome cutZSet(const PlanSource &source, const QByteArray &key, const Cut &cut, bool fromMax, Plan &plan)
{
    PlanStep step;
    step.type = PlanStep::Type::CutZSet;
    step.key = key;
    step.keyType = ZSetKey;
    step.atMax = fromMax;
    step.keep = cut.keep.value_or(0);
    std::vector<std::pair<QByteArray, QByteArray>> ranges;
    if (cut.olderThan) {
        ranges = timesBefore(source.now - *cut.olderThan, source.unit);
    } else {
        const Result<Reply> cardinality = source.client.command({"ZCARD", key}, source.stop);
        if (!cardinality) {
            return cardinality.error();
        }
        step.count = std::max<qint64>(0, cardinality->integer - step.keep);
        if (step.count == 0) {
            return Done{};
        }
        // The bound is the score of the last one to go: who passes it meanwhile is left alone.
        const QByteArray rank = QByteArray::number(fromMax ? -step.count : step.count - 1);
        const Result<Reply> last = source.client.command({"ZRANGE", key, rank, rank, "WITHSCORES"}, source.stop);
        if (!last) {
            return last.error();
        }
        if (last->elements.size() != 2) {
            return Done{};
        }
        step.bound = last->elements[1].bytes;
        const Result<std::vector<Element>> sample =
            sampleZSet(source, key, fromMax ? step.bound : QByteArray("-inf"), fromMax ? "+inf" : step.bound);
        if (!sample) {
            return sample.error();
        }
        append(plan, std::move(step), *sample);
        return Done{};
    }
    for (const auto &[low, high] : ranges) {
        const Result<Reply> count = source.client.command({"ZCOUNT", key, low, high}, source.stop);
        if (!count) {
            return count.error();
        }
        const Result<std::vector<Element>> sample = sampleZSet(source, key, low, high);
        if (!sample) {
            return sample.error();
        }
        PlanStep part = step;
        part.count = count->integer;
        part.bound = high;
        part.low = low;
        part.keep = 0;
        append(plan, std::move(part), *sample);
    }
    return Done{};
}

Outcome cutKey(const PlanSource &source, const QByteArray &key, const Cut &cut, bool fromMax, Plan &plan)
{
    const Result<std::optional<KeyType>> type = source.typeOf(key);
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
        return cutZSet(source, key, cut, fromMax, plan);
    }
    return Error{ErrorKind::WrongType,
                 QStringLiteral("%1: %2 has no order to cut by").arg(source.definition.name, printable(key, 200))};
}

/// Of those that were not seen for long the ones that are in a set of who is connected.
Outcome pruneConnected(const PlanSource &source, const QByteArray &key, const Frozen &inactive, Plan &plan)
{
    constexpr std::size_t atOnce = 1'000;
    constexpr qsizetype bytesAtOnce = 512 * 1'024; // the server hashes each of them: about a millisecond
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
        const Result<std::vector<Reply>> present = source.client.exchange(pipeline, source.stop);
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
    step.guard = inactive.key;
    append(plan, std::move(step), {});
    return Done{};
}

QLatin1StringView roleAt(const CollectionDefinition &definition, std::size_t index)
{
    return definition.kind->roles[index].id;
}

} // namespace

Outcome trim(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const int given = int(request.keep.has_value()) + int(request.olderThan.has_value()) + int(request.toBound);
    if (given != 1) {
        return invalid(QStringLiteral("trim takes exactly one of --keep N, --older-than DURATION and --to-bound"));
    }
    // What a kind holds first is what it is about: ready, delayed, board; a presence grows by who was seen.
    const bool presence = source.definition.has(L1("lastSeen"));
    const QLatin1StringView role = presence ? L1("lastSeen") : roleAt(source.definition, 0);
    if (source.definition.kind->roles[0].types == SetKey && !presence) {
        return invalid(
            QStringLiteral("%1: a set has no order, so there is nothing to trim by").arg(source.definition.name));
    }
    const Result<Cut> cut = cutOf(source, request);
    if (!cut) {
        return cut.error();
    }
    const bool board = role == L1("board");
    if (board && cut->olderThan) {
        return invalid(
            QStringLiteral("%1: scores of a leaderboard are no times; use --keep N").arg(source.definition.name));
    }
    const bool fromMax = board && source.definition.text(L1("order")) == QLatin1String("asc");
    for (const QByteArray &key : source.keys(role)) {
        if (Outcome done = cutKey(source, key, *cut, fromMax, plan); !done) {
            return done;
        }
    }
    return Done{};
}

Outcome prune(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!request.olderThan) {
        return invalid(QStringLiteral("pruning needs to know how long ago somebody must have been seen last"));
    }
    const auto ranges = timesBefore(source.now - *request.olderThan, source.unit);
    std::vector<PlanStep> seen;
    for (const QByteArray &key : source.keys(L1("lastSeen"))) {
        Result<Frozen> frozen = freezeZSet(source, key, ranges, choiceOf(request, plan));
        if (!frozen) {
            return frozen.error();
        }
        // Who is gone is not connected either; a ghost would stay for ever. Before the heartbeat goes, which proves in
        // the same script that nobody came back since.
        for (const QByteArray &connected : source.keys(L1("connected"))) {
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
    for (const RoleSpec &role : source.definition.kind->roles) {
        if (role.perId || (!request.state.isEmpty() && request.state != role.id)) {
            continue;
        }
        for (const QByteArray &key : source.keys(role.id)) {
            const Result<std::optional<KeyType>> type = source.typeOf(key);
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
            } else if (Outcome done = cutKey(source, key, Cut{0, std::nullopt}, false, plan); !done) {
                return done;
            }
        }
    }
    return Done{};
}

Outcome add(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const std::vector<QByteArray> keys = source.keys(roleAt(source.definition, 0));
    if (keys.size() != 1 || source.definition.kind->roles[0].types != SetKey) {
        return invalid(
            QStringLiteral("%1: members can be added to one set, without shards").arg(source.definition.name));
    }
    PlanStep step;
    step.type = PlanStep::Type::Restore;
    step.key = keys.front();
    step.keyType = SetKey;
    for (const Element &element : request.elements) {
        step.items.push_back({element.element, {}, {}, {}, {}});
    }
    append(plan, std::move(step), request.elements);
    return Done{};
}

Outcome setExpiry(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.by.count() < 0) {
        return invalid(QStringLiteral("an expiry has to lie in the future; it would delete the collection"));
    }
    for (const RoleSpec &role : source.definition.kind->roles) {
        if (role.perId) {
            continue;
        }
        for (const QByteArray &key : source.keys(role.id)) {
            const Result<std::optional<KeyType>> type = source.typeOf(key);
            if (!type) {
                return type.error();
            }
            if (!*type) {
                continue;
            }
            PlanStep step;
            step.type = PlanStep::Type::Expire;
            step.key = key;
            step.keyType = **type;
            step.items.push_back({key, {}, {}, {}, {}});
            if (request.by.count() > 0) {
                step.expireAt = QByteArray::number(qlonglong((source.now + request.by).count()));
            }
            append(plan, std::move(step), {});
        }
    }
    return Done{};
}

} // namespace plimsoll::redis::planning
