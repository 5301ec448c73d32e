// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/planning.h"
#include "redis/operations/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::redis::planning {

namespace {

/// One script looks through all lists of the collection for an id: of more elements it would hold the server for too
/// long.
constexpr qint64 mostListed = 200'000;
constexpr qsizetype longestName = 200;

/// The keys of a collection that hold its jobs by id alone.
struct Holders {
    std::vector<QByteArray> keys;
    qint64 listed = 0; ///< elements of those that are lists
};

/// Where elements say more than an id, what a record is to be queued as cannot be told by it.
Result<Holders> holdersOf(const PlanSource &source)
{
    const Error more{ErrorKind::Refused,
                     Words::tr("the elements of %1 say more than the id of their job: as what a record is to be queued "
                               "cannot be told")
                         .arg(source.definition.name)};
    if (source.definition.text(QLatin1StringView("id")).startsWith(QLatin1String("json:"))) {
        return more;
    }
    Holders holders;
    for (const RoleKeys &keys : source.definition.keys) {
        for (const QByteArray &key : keys.role->perId ? std::vector<QByteArray>() : source.keys(keys)) {
            holders.keys.push_back(key);
            const Result<std::optional<KeyType>> type = source.typeOf(*keys.role, key);
            if (!type) {
                return type.error();
            }
            if (!*type || **type == SetKey) {
                continue;
            }
            const Result<Reply> first =
                source.server.command({**type == ListKey ? "LRANGE" : "ZRANGE", key, "0", "0"}, source.stop);
            if (!first) {
                return first.error();
            }
            if (!first->elements.empty()
                && source.reader.idOf(first->elements.front().bytes) != first->elements.front().bytes) {
                return more;
            }
            if (**type == ListKey) {
                const Result<Reply> length = source.server.command({"LLEN", key}, source.stop);
                if (!length) {
                    return length.error();
                }
                holders.listed += length->integer;
            }
        }
    }
    return holders;
}

} // namespace

Outcome adopt(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!source.reader.hasRecord() || request.ids.empty()) {
        return Error{
            ErrorKind::Invalid,
            Words::tr("%1: say which jobs are meant, by the ids of their records").arg(source.definition.name)};
    }
    const Result<PlanTarget> target = arrivalTarget(source);
    if (!target) {
        return target.error();
    }
    PlanStep step{.key = target->key,
                  .keyType = target->how == PlanTarget::How::AddToZSet ? ZSetKey : ListKey,
                  .does = AdoptStep{.atLeft = target->how == PlanTarget::How::PushLeft}};
    const Result<Holders> holders = holdersOf(source);
    if (!holders) {
        return holders.error();
    }
    std::ranges::remove_copy(holders->keys, std::back_inserter(step.as<AdoptStep>()->elsewhere), step.key);
    if (holders->listed > mostListed) {
        return Error{
            ErrorKind::Refused,
            Words::tr("the lists of %1 hold more than 200,000 elements: no script could make sure in time that "
                      "a job is in none of them")
                .arg(source.definition.name)};
    }
    std::vector<Element> sample;
    for (const QByteArray &id : request.ids) {
        if (source.reader.idOf(id) != id) {
            return Error{ErrorKind::Invalid, Words::tr("%1 is no id by itself").arg(printable(id, longestName))};
        }
        step.items.push_back({id, target->score, {}, {}, source.recordKey(id)});
        if (sample.size() < 10) {
            Element &shown = sample.emplace_back();
            shown.element = shown.id = id;
            shown.key = step.key;
        }
    }
    if (Outcome described = describe(source, sample); !described) {
        return described;
    }
    append(plan, std::move(step), sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
