// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/whereabouts.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <algorithm>
#include <iterator>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr qsizetype longestName = 200;
constexpr std::size_t mostAdoptedShown = 10;
/// Minimum age of a record without a job. Clients that create the record before queueing, or take the job before noting
/// it, need far less.
constexpr milliseconds leastAge{60'000};

/// Keys of a collection that hold its jobs by id alone.
struct Holders {
    std::vector<QByteArray> keys;
    qint64 listed = 0; ///< elements of the lists
    bool isSeen = false; ///< some key holds a job, by id
};

Error moreThanIds(const PlanSource &source)
{
    return {ErrorKind::Refused,
            Words::tr("the elements of %1 hold more than the id of their job, so it is unknown how to queue a record")
                .arg(source.definition.name)};
}

/// Samples both ends of a key, or some members of a set. Refused if elements hold more than an id, because they cannot
/// be rebuilt from records.
Outcome lookInto(const PlanSource &source, const QByteArray &key, KeyType type, Holders &holders)
{
    Pipeline pipeline;
    if (type == SetKey) {
        pipeline.add({"SRANDMEMBER", key, "3"});
    } else {
        const char *const range = type == ListKey ? "LRANGE" : "ZRANGE";
        pipeline.add({range, key, "0", "0"});
        pipeline.add({range, key, "-1", "-1"});
    }
    if (type == ListKey) {
        pipeline.add({"LLEN", key});
    }
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    for (const Reply &reply : *replies) {
        if (reply.isError()) {
            return reply.toError(key);
        }
        for (const Reply &element : reply.elements) {
            if (source.reader.idOf(element.bytes) != element.bytes) {
                return moreThanIds(source);
            }
            holders.isSeen = true;
        }
    }
    holders.listed += type == ListKey ? replies->back().integer : 0;
    return Done{};
}

Outcome addHolders(const PlanSource &source, Holders &holders)
{
    if (source.definition.text(L1("id")).startsWith(L1("json:"))) {
        return moreThanIds(source);
    }
    for (const RoleKeys &keys : source.definition.keys) {
        for (const QByteArray &key : keys.role->perId ? std::vector<QByteArray>() : source.keys(keys)) {
            holders.keys.push_back(key);
            const Result<std::optional<KeyType>> type = source.typeOf(*keys.role, key);
            if (!type) {
                return type.error();
            }
            if (Outcome looked = *type ? lookInto(source, key, **type, holders) : Outcome(Done{}); !looked) {
                return looked.error();
            }
        }
    }
    return Done{};
}

Result<Holders> holdersOf(const PlanSource &source, const std::vector<const CollectionDefinition *> &sharing)
{
    Holders holders;
    if (Outcome own = addHolders(source, holders); !own) {
        return own.error();
    }
    if (!holders.isSeen) {
        return Error{ErrorKind::Refused,
                     Words::tr("no key of %1 holds a job now, so it is unknown how to queue a record")
                         .arg(source.definition.name)};
    }
    for (const CollectionDefinition *other : sharing) {
        const PlanSource theirs(source.server, *other, source.now, source.stop);
        if (Outcome added = addHolders(theirs, holders); !added) {
            return added.error();
        }
    }
    return holders;
}

/// Refused if lost jobs cannot be determined for the collection.
Outcome checkCollection(const CollectionDefinition &definition)
{
    if (!definition.has(Holds::Processing)) {
        return Error{
            ErrorKind::Refused,
            Words::tr(
                "%1 has no processing key: a job that a worker has looks like a lost one, and would be processed twice")
                .arg(definition.name)};
    }
    return canTellNowhere(definition);
}

/// Also checks the collections that share the job records, as each may hold a job.
Outcome checkAll(const CollectionDefinition &own, const std::vector<const CollectionDefinition *> &sharing)
{
    if (Outcome possible = checkCollection(own); !possible) {
        return possible;
    }
    for (const CollectionDefinition *other : sharing) {
        if (const Outcome possible = checkCollection(*other); !possible) {
            return Error{ErrorKind::Refused,
                         Words::tr("%1 has the same job records as %2; %3")
                             .arg(own.name, other->name, possible.error().message)};
        }
    }
    return Done{};
}

/// Numbers of jobs left out, by reason.
struct LeftOut {
    qint64 unread = 0, finished = 0, young = 0, undated = 0, others = 0;
};

void noteLeftOut(const LeftOut &left, milliseconds age, Plan &plan)
{
    if (left.finished > 0) {
        addNote(plan, Words::tr("Left out, because their records say they are finished: %1.").arg(left.finished));
    }
    if (left.young > 0) {
        addNote(plan,
                Words::tr("Left out, because their records say they were created or started less than %1 s ago, so "
                          "they may be in flight: %2.")
                    .arg(QString::number(std::chrono::ceil<std::chrono::seconds>(age).count()),
                         QString::number(left.young)));
    }
    if (left.unread > 0) {
        addNote(plan, Words::tr("Left out, because their records are gone or cannot be read: %1.").arg(left.unread));
    }
    if (left.others > 0) {
        addNote(plan,
                Words::tr("Left out, because their records may belong to another collection: %1.").arg(left.others));
    }
    if (left.undated > 0) {
        addNote(plan,
                Words::tr("Their records hold no time, so it is unknown how long they have been lost: %1.")
                    .arg(left.undated));
    }
}

/// Adds the jobs selected by their current records to the step, bound to the records.
Outcome choose(const PlanSource &source, const OthersRecords &others, std::vector<PlanItem> jobs, PlanStep &step,
               Plan &plan, std::vector<Element> &sample)
{
    const bool isGiven = source.definition.defaultOf(L1("staleAfter")).isEmpty();
    const milliseconds least = isGiven ? source.definition.duration(L1("staleAfter")).value_or(leastAge) : leastAge;
    const Result<std::vector<JobAttempts>> records = readAttempts(source, source.reader, jobs);
    if (!records) {
        return records.error();
    }
    std::vector<Element> shown(jobs.size());
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        shown[i].element = shown[i].id = jobs[i].element;
        shown[i].key = step.key;
    }
    if (Outcome described = describe(source, shown); !described) {
        return described;
    }
    LeftOut left;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const JobAttempts &record = (*records)[i];
        const std::optional<milliseconds> latest = std::max(shown[i].createdAt, shown[i].startedAt);
        if (others.has(jobs[i].record)) {
            ++left.others;
        } else if (!record.isRead) {
            ++left.unread;
        } else if (!record.finish.isEmpty()) {
            ++left.finished;
        } else if (latest && source.now - *latest < least) {
            ++left.young;
        } else {
            left.undated += latest ? 0 : 1;
            bindTo(record, jobs[i]);
            step.items.push_back(std::move(jobs[i]));
            if (sample.size() < mostAdoptedShown) {
                sample.push_back(shown[i]);
            }
        }
    }
    noteLeftOut(left, least, plan);
    return Done{};
}

} // namespace

Outcome adopt(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!source.reader.hasRecord() || request.ids.empty()) {
        return Error{ErrorKind::Invalid,
                     Words::tr("%1: name the jobs by the ids of their records").arg(source.definition.name)};
    }
    const std::vector<const CollectionDefinition *> sharing = sharingRecords(*request.workspace, source.definition);
    if (Outcome possible = checkAll(source.definition, sharing); !possible) {
        return possible;
    }
    const Result<PlanTarget> target = arrivalTarget(source);
    if (!target) {
        return target.error();
    }
    const Result<Holders> holders = holdersOf(source, sharing);
    if (!holders) {
        return holders.error();
    }
    if (Outcome possible = canTellNowhere(source.definition, holders->listed); !possible) {
        return possible;
    }
    PlanStep step{.key = target->key,
                  .keyType = target->how == PlanTarget::How::AddToZSet ? ZSetKey : ListKey,
                  .does = AdoptStep{.atLeft = target->how == PlanTarget::How::PushLeft, .listed = holders->listed},
                  .records = recordsOf(source)};
    std::ranges::remove_copy(holders->keys, std::back_inserter(step.as<AdoptStep>()->elsewhere), step.key);
    std::vector<PlanItem> jobs;
    for (const QByteArray &id : request.ids) {
        if (source.reader.idOf(id) != id) {
            return Error{ErrorKind::Invalid, Words::tr("%1 is not an id by itself").arg(printable(id, longestName))};
        }
        jobs.push_back({id, target->score, {}, {}, source.recordKey(id)});
    }
    std::vector<Element> sample;
    const OthersRecords others(*request.workspace, source.definition, source.now);
    if (Outcome chosen = choose(source, others, std::move(jobs), step, plan, sample); !chosen) {
        return chosen;
    }
    append(plan, std::move(step), sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
