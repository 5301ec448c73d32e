// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/planner.h"

#include "redis/collections/kinds.h"
#include "redis/operations/batch/frozen.h"
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/batch/batch.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/batch/crossslot.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/topology/serverwatch.h"
#include "redis/types/keyslots.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/slot.h"

#include <QSet>
#include <QUuid>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace plimsoll::redis {

namespace {

/// Short enough to type, long enough to be unique in a journal: eight hex digits.
QString newId()
{
    return QUuid::createUuid().toString(QUuid::Id128).left(8);
}

QString exhaustedText(qint64 exhausted, qint64 all)
{
    if (exhausted == all) {
        return all == 1
            ? Words::tr("It goes to the dead letters: its attempts are used up.")
            : Words::tr("All %1 go to the dead letters: their attempts are used up.", nullptr, pluralOf(all)).arg(all);
    }
    return exhausted == 1 ? Words::tr("1 of them goes to the dead letters instead: its attempts are used up.")
                          : Words::tr("%1 of them go to the dead letters instead: their attempts are used up.", nullptr,
                                      pluralOf(exhausted))
                                .arg(exhausted);
}

/// Template of a key, which a log may name while the key may hold an identifier.
QByteArray patternOf(const PlanSource &source, const QByteArray &key)
{
    for (const RoleKeys &role : source.definition.keys) {
        if (source.definition.isKeyOf(role, key, source.now)) {
            const auto own = std::find(role.templates.begin(), role.templates.end(), key); // several: of tiers
            return own != role.templates.end() || role.templates.empty() ? key : role.templates.front();
        }
    }
    return {};
}

/// Keys that a script of this step uses together.
std::vector<QByteArray> keysOf(const PlanStep &step, const QString &operation)
{
    std::vector<QByteArray> keys{step.key};
    const BatchCall call = makeCall(step, {.count = step.items.size()}, escrowKey(step.key, operation, 0));
    keys.insert(keys.end(), call.keys.begin(), call.keys.end());
    return keys;
}

/// Notes what it means that a step crosses slots (CrossSlotBatch).
void noteCrossing(Plan &plan)
{
    for (const PlanStep &step : plan.steps) {
        if (!step.crossesSlots) {
            continue;
        }
        if (!step.is<MoveStep>()) {
            addNote(plan,
                    Words::tr("The keys of the entries are in other slots of the cluster than %1: in each batch they "
                              "are removed first, then the entries. If this is cut off between, one batch of entries "
                              "is without keys until the operation is recovered.")
                        .arg(printable(step.key, 60)));
            return;
        }
        const QString together =
            Words::tr("The job records are in other slots of the cluster: they are judged before, and counted right "
                      "after a batch has moved. If this is cut off between, one batch is not counted.");
        const QString apart = copiesFirst(step)
            ? Words::tr("%1 is in another slot of the cluster than where it goes: each batch is added there first, "
                        "then removed here. If this is cut off between, one batch may be in both until the operation "
                        "is recovered.")
            : Words::tr("%1 is in another slot of the cluster than where it goes: each batch is kept in its escrow "
                        "here, then added there. If this is cut off between, one batch is in neither until the "
                        "operation is recovered.");
        addNote(plan, hasTargetsElsewhere(step) ? apart.arg(printable(step.key, 60)) : together);
        return;
    }
}

/// In a cluster, where a script uses keys of one slot only and an operation stays with the node of its sources: leaves
/// out the steps of other slots, which the same request does next. A move may have its target and its records in other
/// slots, a clean-up the keys of its entries; refuses a plan of which all other steps need keys of several, or
/// one of steps that belong together.
Outcome keepToOneSlot(const Server &server, Plan &plan)
{
    if (server.endpoint().topology != Endpoint::Topology::Cluster || plan.steps.empty()) {
        return Done{};
    }
    const bool belongTogether =
        std::any_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.beside; });
    const auto inOne = [&plan](const PlanStep &step) { return inOneSlot(keysOf(step, plan.id)); };
    for (PlanStep &step : plan.steps) {
        const auto *move = step.as<MoveStep>();
        const bool mayCross = move != nullptr ? move->guard.isEmpty() : step.is<CleanStep>();
        step.crossesSlots = mayCross && !inOne(step);
    }
    const auto fits = [&inOne](const PlanStep &step) { return step.crossesSlots || inOne(step); };
    const auto first = std::find_if(plan.steps.begin(), plan.steps.end(), fits);
    const auto wrong = std::find_if_not(plan.steps.begin(), plan.steps.end(), fits);
    if (first == plan.steps.end() || (belongTogether && wrong != plan.steps.end())) {
        return inOne(*wrong);
    }
    if (belongTogether) {
        std::vector<QByteArray> sources;
        std::transform(plan.steps.begin(), plan.steps.end(), std::back_inserter(sources),
                       [](const PlanStep &step) { return step.key; });
        if (Outcome together = inOneSlot(sources); !together) {
            return together;
        }
    }
    const qint64 before = plan.matched();
    const unsigned slot = slotOf(first->key);
    std::erase_if(plan.steps, [&](const PlanStep &step) { return slotOf(step.key) != slot || !fits(step); });
    if (const qint64 left = before - plan.matched(); left > 0) {
        std::set<QByteArray> kept;
        for (const PlanStep &step : plan.steps) {
            std::transform(step.items.begin(), step.items.end(), std::inserter(kept, kept.end()),
                           [](const PlanItem &item) { return item.element; });
        }
        std::erase_if(plan.exhausted, [&kept](const QByteArray &element) { return !kept.contains(element); });
        addNote(plan,
                left == 1 ? Words::tr("1 more is in another slot of the cluster, which takes an operation of its own: "
                                      "repeat it for that.")
                          : Words::tr("%1 more are in other slots of the cluster, which take an operation each: repeat "
                                      "it for them.",
                                      nullptr, pluralOf(left))
                                .arg(left));
    }
    noteCrossing(plan);
    return Done{};
}

/// Note that escrows are not safe on a server that may evict keys; empty if it does not, if its policy is unknown, or
/// if the plan changes nothing.
QString evictionNote(const Plan &plan, Server &server, const std::stop_token &stop)
{
    const Result<std::optional<QByteArray>> found =
        plan.matched() == 0 ? std::optional<QByteArray>() : evictionPolicy(server, stop);
    if (!found || !*found || (*found)->isEmpty()) {
        return {};
    }
    const QByteArray &policy = **found;
    return Words::tr("When its memory is full, this server may evict keys (maxmemory-policy %1), including the escrow "
                     "of what an operation has in flight%2.")
        .arg(QString::fromLatin1(policy),
             policy.startsWith("allkeys") ? Words::tr(", and the collection itself") : QString());
}

/// Why an operation on these keys may not be undone: they have become those of a framework, whose rules it did not
/// keep.
QString heldByPreset(const OpenOperation &undone, const Workspace &workspace)
{
    const std::vector<QByteArray> &changed = undone.report.keys;
    if (std::all_of(undone.steps.begin(), undone.steps.end(),
                    [](const auto &step) { return step.template is<JobStep>(); })) {
        return {};
    }
    for (const CollectionDefinition &definition : workspace.collections) {
        const bool isHeld =
            definition.preset && std::any_of(definition.keys.begin(), definition.keys.end(), [&](const RoleKeys &keys) {
                return !keys.role->perId && std::any_of(changed.begin(), changed.end(), [&](const QByteArray &key) {
                    return definition.isKeyOf(keys, key, {});
                });
            });
        if (isHeld) {
            return Words::tr("%1: %2").arg(definition.name, definition.preset->refusal(Action::Undo));
        }
    }
    return {};
}

Outcome planAction(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (source.definition.preset) {
        return planning::planJobs(source, request, plan);
    }
    if (source.definition.has(Holds::Entries) && request.action != Action::SetExpiry) {
        return planning::planStream(source, request, plan);
    }
    switch (request.action) {
    case Action::Requeue:
        return planning::requeue(source, request, plan);
    case Action::RequeueDead:
        return planning::requeueDead(source, request, plan);
    case Action::RunNow:
        return planning::runNow(source, request, plan);
    case Action::Postpone:
        return planning::postpone(source, request, plan);
    case Action::DeadLetter:
    case Action::Discard:
    case Action::Move:
        return planning::relocate(source, request, plan);
    case Action::ChangePriority:
        return planning::changePriority(source, request, plan);
    case Action::Trim:
        return planning::trim(source, request, plan);
    case Action::Prune:
        return planning::prune(source, request, plan);
    case Action::Add:
        return planning::add(source, request, plan);
    case Action::SetExpiry:
        return planning::setExpiry(source, request, plan);
    case Action::Purge:
        return planning::purge(source, request, plan);
    case Action::CleanUp:
        return planning::cleanUp(source, request, plan);
    case Action::Release:
        return planning::release(source, request, plan);
    case Action::Edit:
        return planning::edit(source, request, plan);
    case Action::Adopt:
        return planning::adopt(source, request, plan);
    case Action::Acknowledge:
    case Action::SetLastId:
    case Action::RemoveConsumer:
        return Error{ErrorKind::Invalid, Words::tr("%1 is not a stream").arg(source.definition.name)};
    case Action::Undo:
        break;
    }
    return Error{ErrorKind::Invalid, Words::tr("undo is planned from the journal")};
}

bool removes(Action action)
{
    return action == Action::Trim || action == Action::Purge || action == Action::Discard || action == Action::Prune
        || action == Action::Release || action == Action::CleanUp;
}

/// Limits the plan.
void keepWithin(Plan &plan, qint64 limit)
{
    for (PlanStep &step : plan.steps) {
        if (step.beside) {
            continue;
        }
        stepKind(step).keepWithin(step, static_cast<std::size_t>(limit));
        limit -= step.planned();
    }
    std::erase_if(plan.steps, [](const PlanStep &step) { return step.planned() == 0; });
}

/// Limits the sample of each key to the elements that a cut removes.
void keepSampleWithin(Plan &plan)
{
    std::map<QByteArray, qint64> left;
    for (const PlanStep &step : plan.steps) {
        left[step.key] += step.planned();
    }
    std::erase_if(plan.sample, [&left](const Element &element) { return left[element.key]-- <= 0; });
}

/// If a job is in the plan more than once, its attempts are counted while running, not in advance.
void forgetOwnCounts(Plan &plan)
{
    std::unordered_map<QByteArray, int> items; // number of items by record
    const auto each = [&plan](const auto &visit) {
        for (PlanStep &step : plan.steps) {
            for (PlanItem &item : step.items) {
                if (item.attemptsLeft.startsWith('=')) {
                    visit(item);
                }
            }
        }
    };
    each([&items](const PlanItem &item) { ++items[item.record]; });
    each([&items](PlanItem &item) {
        if (items[item.record] > 1) {
            item.attemptsLeft.clear();
        }
    });
}

/// Requested ids without an element in the plan.
std::vector<QByteArray> absentIds(const Plan &plan, const OperationRequest &request, const JobReader &reader)
{
    std::vector<QByteArray> absent;
    if (request.ids.empty() || planning::isFull(request, plan)) {
        return absent; // the limit may have excluded them
    }
    std::set<QByteArray> found;
    for (const PlanStep &step : plan.steps) {
        for (const PlanItem &item : step.items) {
            found.insert(item.element);
            found.insert(reader.idOf(item.element));
            if (const QByteArray owner = reader.ownerOf(step.key, item.element);
                !owner.isEmpty() && item.record == reader.recordKey(owner, {})) {
                found.insert(owner);
            }
        }
    }
    std::copy_if(request.ids.begin(), request.ids.end(), std::back_inserter(absent),
                 [&found](const QByteArray &id) { return !found.contains(id); });
    return absent;
}

/// Adds items to the sample until it has some that go to dead letters and some that do not, as far as there are.
Outcome showEachFate(const PlanSource &source, Plan &plan)
{
    constexpr qint64 leastShown = 2;
    if (plan.exhausted.empty()) {
        return Done{};
    }
    const QSet<QByteArray> exhausted(plan.exhausted.begin(), plan.exhausted.end());
    QSet<QByteArray> shown;
    std::array missing{leastShown, leastShown}; // by whether they go to dead letters
    for (const Element &element : plan.sample) {
        shown.insert(element.element);
        --missing[exhausted.contains(element.element) ? 1 : 0];
    }
    std::vector<Element> more;
    for (const PlanStep &step : plan.steps) {
        for (auto item = step.items.begin(); item != step.items.end() && std::max(missing[0], missing[1]) > 0; ++item) {
            qint64 &left = missing[exhausted.contains(item->element) ? 1 : 0];
            if (left <= 0 || shown.contains(item->element)) {
                continue;
            }
            --left;
            Element &element = more.emplace_back();
            element.element = item->element;
            element.id = source.reader.idOf(item->element);
            element.key = step.key;
            if (step.keyType == ZSetKey) {
                element.due = source.codec(step.key).timeOf(item->score.toDouble());
            }
        }
    }
    if (Outcome described = more.empty() ? Outcome(Done{}) : describeSample(source, more); !described) {
        return described.error();
    }
    plan.sample.insert(plan.sample.end(), more.begin(), more.end());
    return Done{};
}

bool holdsStale(const KindInfo &kind)
{
    return kind.hasRole(Holds::Processing) || kind.hasRole(Holds::Entries);
}

/// True if some type of the main role has an end to cut at. An index of expiries is not cut, because the keys of its
/// entries would stay forever.
bool canBeTrimmed(const KindInfo &kind)
{
    return !kind.hasRole(Holds::Expiring)
        && std::any_of(kind.roles.begin(), kind.roles.end(), [](const RoleSpec &role) {
               return !role.perId && (role.types & (ListKey | ZSetKey | StreamKey)) != 0;
           });
}

/// Reason why the collection's kind does not support the action; empty if it does.
QString unsuited(const CollectionDefinition &definition, Action action)
{
    const bool isRequeue = action == Action::Requeue;
    bool (*const suits)(const KindInfo &) = isRequeue ? &holdsStale : action == Action::Trim ? &canBeTrimmed : nullptr;
    const bool isSet = definition.keys.front().role->types == SetKey; // a set has an error of its own
    if (suits == nullptr || suits(*definition.kind) || (isSet && !isRequeue)) {
        return {};
    }
    QStringList others;
    for (const KindInfo *kind : kindInfos()) {
        if (suits(*kind)) {
            others += QString(kind->id);
        }
    }
    const QString text = isRequeue
        ? Words::tr("%1 is of kind %2, which has no jobs in work that could be stale; these kinds have: %3")
        : Words::tr("%1 is of kind %2, which has nothing to trim to a length or an age; these kinds have: %3");
    return text.arg(definition.name, definition.kind->id, others.join(QStringLiteral(", ")));
}

/// Checks that an undo has elements to bring back. An operation that was given up may have archived none.
Outcome isKept(const Journal &journal, const OpenOperation &operation)
{
    if (operation.report.undoable && !operation.givenUp) {
        return Done{};
    }
    const QString &id = operation.report.id;
    const Result<std::vector<ArchivedElement>> kept = journal.archive().elements(id, Archive::From::Newest, 1);
    if (!kept) {
        return kept.error();
    }
    if (kept->empty()) {
        return Error{ErrorKind::Invalid, Words::tr("%1 cannot be undone: nothing of it is kept").arg(id)};
    }
    return operation.report.undoable
        ? Outcome(Done{})
        : Error{ErrorKind::Invalid, Words::tr("%1 cannot be undone: its entries had been deleted").arg(id)};
}

} // namespace

Outcome inOneSlot(std::span<const QByteArray> keys)
{
    const QString why = differentSlots(keys);
    return why.isEmpty() ? Outcome(Done{}) : Error{ErrorKind::Refused, why};
}

/// Refuses a node of a cluster that was given as a single server: it has the keys of its own slots only.
Outcome checkLayout(Server &server, const std::stop_token &stop)
{
    if (server.endpoint().topology == Endpoint::Topology::Cluster) {
        return Done{};
    }
    const Result<Reply> info = server.command({"INFO", "server"}, stop);
    if (!info) {
        return info.error();
    }
    ServerInfo known;
    readInfo(info->bytes, known);
    if (known.mode == QLatin1StringView("cluster")) {
        return Error{ErrorKind::Refused,
                     Words::tr("%1 is a node of a Redis Cluster; to operate there, open it with a URL that begins with "
                               "redis+cluster://")
                         .arg(server.endpoint().display())};
    }
    return Done{};
}

Planner::Planner(Server &server, std::stop_token stop) : m_server(server), m_stop(std::move(stop)) { }

Result<Plan> Planner::plan(const OperationRequest &request)
{
    const CollectionDefinition &definition = request.workspace->collections[request.collection];
    if (const QString why = definition.refusal(request.action, request.state); !why.isEmpty()) {
        return Error{ErrorKind::Refused, Words::tr("%1: %2").arg(definition.name, why)};
    }
    if (Outcome safe = checkLayout(m_server, m_stop); !safe) {
        return safe.error();
    }
    const Result<std::chrono::milliseconds> now = m_server.time(m_stop);
    if (!now) {
        return now.error();
    }
    if (const std::vector<QByteArray> keys = request.keys.empty() ? keysOfPeriod(definition, *now) : request.keys;
        !keys.empty()) {
        m_server.anchorAt(keys.front());
    }
    Plan plan;
    plan.id = newId();
    plan.action = request.action;
    plan.collection = definition.name;
    plan.workspaceName = request.workspace->name;
    plan.production = request.workspace->connection.production;
    plan.frozenAt = *now;
    plan.archive = request.archive;
    plan.undoable = request.archive || !removes(request.action);
    if (const QString why = unsuited(definition, request.action); !why.isEmpty()) {
        return Error{ErrorKind::Invalid, why};
    }
    std::vector<QByteArray> meant = request.keys;
    if (!request.target.isEmpty()) {
        meant.push_back(request.target);
    }
    for (const Element &element : request.elements) {
        if (!element.key.isEmpty()) {
            meant.push_back(element.key);
        }
    }
    if (definition.foundRole() != nullptr && meant.empty()) {
        return Error{ErrorKind::Invalid,
                     Words::tr("%1: its keys are found by scanning; select some of them on its page in the window")
                         .arg(definition.name)};
    }
    const PlanSource source(m_server, definition, *now, m_stop, std::move(meant));
    if (Outcome planned = planAction(source, request, plan); !planned) {
        return planned.error();
    }
    for (QByteArray &id : absentIds(plan, request, source.reader)) {
        plan.absent.push_back(std::move(id)); // in addition to ids absent when it was planned
    }
    if (Outcome fits = keepToOneSlot(m_server, plan); !fits) {
        return fits.error();
    }
    if (request.limit > 0) {
        keepWithin(plan, request.limit);
    }
    if (Outcome told = planning::foretellLeft(source, plan); !told) {
        return told.error();
    }
    forgetOwnCounts(plan);
    keepSampleWithin(plan);
    if (Outcome weighed = plan.archive ? weighCuts(source, plan) : Outcome(Done{}); !weighed) {
        return weighed.error();
    }
    if (Outcome shown = showEachFate(source, plan); !shown) {
        return shown.error();
    }
    if (!plan.exhausted.empty()) {
        const QString exhausted = exhaustedText(static_cast<qint64>(plan.exhausted.size()), plan.matched());
        plan.note = QStringList{exhausted, plan.note}.join(u' ').trimmed();
    }
    plan.variant = variantOf(plan, request);
    plan.pattern = plan.steps.empty() ? QByteArray() : patternOf(source, plan.steps.front().key);
    plan.note = QStringList{plan.note, evictionNote(plan, m_server, m_stop)}.join(u' ').trimmed();
    plan.commands = textOf(plan.steps);
    return plan;
}

Result<Plan> Planner::planUndo(const Journal &journal, const QString &operation, OnServer where,
                               const QString &otherwise, const Workspace *workspace)
{
    const Result<OpenOperation> details = journal.details(operation);
    if (!details) {
        return details.error();
    }
    if (!details->steps.empty()) {
        m_server.anchorAt(details->steps.front().key);
    }
    const OperationReport &report = details->report;
    if (workspace != nullptr) {
        if (const QString why = heldByPreset(*details, *workspace); !why.isEmpty()) {
            return Error{ErrorKind::Refused, why};
        }
    }
    if (report.state == OperationState::Undone && report.leftAlone == 0) {
        return Error{ErrorKind::Invalid, Words::tr("%1 has already been undone").arg(operation)};
    }
    if (report.state == OperationState::Open) {
        return Error{ErrorKind::Refused,
                     Words::tr("%1 is still open: it is running, or is completed as soon as its server can be reached "
                               "(by command: `plimsoll operations --recover`)")
                         .arg(operation)};
    }
    const Result<QString> openUndo = journal.openUndoOf(operation);
    if (!openUndo) {
        return openUndo.error();
    }
    if (!openUndo->isEmpty()) {
        return Error{ErrorKind::Refused,
                     Words::tr("an undo of %1 is open (%2): it is running, or is completed as soon as its server can "
                               "be reached; then this one can continue (by command: `plimsoll operations --recover`)")
                         .arg(operation, *openUndo)};
    }
    if (Outcome kept = isKept(journal, *details); !kept) {
        return kept.error();
    }
    const Result<ServerIdentity> identity = readIdentity(m_server);
    if (!identity) {
        return identity.error();
    }
    const Result<bool> same =
        where == OnServer::Any ? Result<bool>(true) : isSameServer(m_server, *details, *identity, m_stop);
    if (!same) {
        return same.error();
    }
    if (!*same) {
        const QString why = otherServerText(*details, *identity);
        return Error{ErrorKind::Refused, otherwise.isEmpty() ? why : why + u' ' + otherwise};
    }
    const Result<std::vector<OpenOperation>> givenUp = journal.givenUpFor(operation);
    if (!givenUp) {
        return givenUp.error();
    }
    for (const OpenOperation &one : *givenUp) {
        const Result<bool> isBack = isSameServer(m_server, one, *identity, m_stop);
        if (!isBack) {
            return isBack.error();
        }
        if (*isBack) {
            // The result of its last batch is unknown: undo could duplicate elements.
            return Error{ErrorKind::Refused,
                         Words::tr("%1 was given up, and its server is back: its record is completed first (by "
                                   "command: `plimsoll operations --recover`)")
                             .arg(one.report.id)};
        }
    }
    const Result<std::chrono::milliseconds> now = m_server.time(m_stop);
    if (!now) {
        return now.error();
    }
    Plan plan;
    plan.id = newId();
    plan.action = Action::Undo;
    plan.collection = report.collection;
    plan.workspaceName = report.workspace;
    plan.production = report.production;
    plan.frozenAt = *now;
    plan.undoable = false;
    plan.undoOf = operation;
    plan.undone = std::make_shared<const OperationReport>(report);
    if (Outcome planned = planning::planBack(m_server, m_stop, journal, *details, plan); !planned) {
        return planned.error();
    }
    plan.note = QStringList{plan.note, evictionNote(plan, m_server, m_stop)}.join(u' ').trimmed();
    plan.commands = textOf(plan.steps);
    return plan;
}

} // namespace plimsoll::redis
