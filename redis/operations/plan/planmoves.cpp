// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planning.h"
#include "redis/operations/plan/tiers.h"
#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"
#include "redis/types/errorgroup.h"
#include "redis/types/limits.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"

#include <QSet>

#include <algorithm>
#include <memory>
#include <set>
#include <span>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;

// Maximum number of items checked for used-up attempts in the preview; the run finds the others.
constexpr std::size_t foretold = 100'000;
constexpr std::size_t foretoldAtOnce = 1'000; ///< records read in one exchange
constexpr qsizetype longestTier = 200;

Error missing(const QString &text)
{
    return {ErrorKind::Invalid, text};
}

enum class Turn : bool { Next, Last }; ///< Next: the end workers take from; Last: the end where new jobs arrive

PlanTarget listTarget(const PlanSource &source, const QByteArray &key, Turn turn)
{
    const bool right = source.isOldestRight(key) == (turn == Turn::Next);
    return {key, right ? PlanTarget::How::PushRight : PlanTarget::How::PushLeft, {}};
}

/// The key of a role that goes with a key of another one, as q:1:dead with q:1; the first where the names do not tell,
/// and empty where the role has none.
QByteArray keyBeside(const PlanSource &source, Holds holds, const QByteArray &key)
{
    const std::vector<QByteArray> own = source.keys(holds);
    for (const RoleKeys &role : source.definition.keys) {
        if (own.size() > 1 && !role.role->perId) {
            if (const std::optional<QByteArray> beside = Tiers(own).ofKey(key, source.keys(role))) {
                return *beside;
            }
        }
    }
    return own.empty() ? QByteArray() : own.front();
}

/// Target for jobs of the key `from` that are to wait to be worked on.
std::optional<PlanTarget> readyTarget(const PlanSource &source, Turn turn, const QByteArray &from)
{
    const QByteArray key = keyBeside(source, Holds::Ready, from);
    return key.isEmpty() ? std::nullopt : std::optional(listTarget(source, key, turn));
}

/// True if jobs wait in a sorted set by priority, so that bands are its tiers.
bool hasBands(const PlanSource &source)
{
    const RoleKeys *role = source.definition.role(Holds::Ready);
    return role != nullptr && role->role->score == ScoreIs::Priority;
}

/// Names of the tiers that requeued jobs can go to: keys of lists, or bands.
std::vector<QByteArray> tierNames(const PlanSource &source)
{
    if (!hasBands(source)) {
        return source.keys(Holds::Ready);
    }
    std::vector<QByteArray> names;
    const Bands bands = Bands::of(source.definition);
    for (std::size_t band = 0; band < bands.size(); ++band) {
        names.push_back(bands.name(band).toUtf8());
    }
    return names;
}

Result<PlanTarget> tierTarget(const PlanSource &source, const Tiers &tiers, const QByteArray &name, Turn turn,
                              const QByteArray &from)
{
    const auto at = std::find(tiers.keys().begin(), tiers.keys().end(), name) - tiers.keys().begin();
    return hasBands(source) ? bandTarget(source, keyBeside(source, Holds::Ready, from), static_cast<std::size_t>(at))
                            : Result<PlanTarget>(listTarget(source, name, turn));
}

/// The current time as a score, in the unit of the sorted set's scores; if it is empty, in the unit of `like` (may be
/// empty).
Result<QByteArray> scoreOfNow(const PlanSource &source, const QByteArray &key, const QByteArray &like)
{
    const Result<Reply> last = source.server.command({"ZRANGE", key, "-1", "-1", "WITHSCORES"}, source.stop);
    if (!last) {
        return last.error();
    }
    return source.codec(key).scoreOf(source.now, last->elements.size() == 2 ? last->elements[1].bytes : like);
}

/// Target for immediate work on jobs of the key `from`: the ready list if there is one, else the schedule with the
/// current time as score.
Result<PlanTarget> workTarget(const PlanSource &source, Turn turn, const QByteArray &from, const QByteArray &likeScore)
{
    if (hasBands(source)) {
        return bandTarget(source, keyBeside(source, Holds::Ready, from), source.bands.size() - 1);
    }
    if (const std::optional<PlanTarget> ready = readyTarget(source, turn, from)) {
        return *ready;
    }
    const QByteArray delayed = keyBeside(source, Holds::Delayed, from);
    if (delayed.isEmpty()) {
        return missing(
            Words::tr("%1 has neither a ready list nor a delayed set to put jobs on").arg(source.definition.name));
    }
    Result<QByteArray> score = scoreOfNow(source, delayed, likeScore);
    if (!score) {
        return score.error();
    }
    return PlanTarget{delayed, PlanTarget::How::AddToZSet, *std::move(score)};
}

/// Target of dead letters from the key `from`, with its current type, or a list if the key does not exist; nullopt
/// without the role.
Result<std::optional<PlanTarget>> deadTarget(const PlanSource &source, const QByteArray &from)
{
    const QByteArray key = keyBeside(source, Holds::Dead, from);
    if (key.isEmpty()) {
        return std::optional<PlanTarget>();
    }
    const Result<std::optional<KeyType>> type = source.typeOf(*source.definition.role(Holds::Dead)->role, key);
    if (!type) {
        return type.error();
    }
    PlanTarget target{key, source.isOldestRight(key) ? PlanTarget::How::PushLeft : PlanTarget::How::PushRight, {}};
    if (*type == SetKey) {
        target.how = PlanTarget::How::AddToSet;
    } else if (*type == ZSetKey) {
        target.how = PlanTarget::How::AddToZSet;
        Result<QByteArray> score = scoreOfNow(source, target.key, {});
        if (!score) {
            return score.error();
        }
        target.score = *std::move(score);
    }
    return std::optional(target);
}

void setAttempts(const PlanSource &source, PlanStep &step, MoveStep::Attempts attempts)
{
    step.records = recordsOf(source);
    MoveStep &move = *step.as<MoveStep>();
    move.attempts = attempts;
    move.countsInside = attempts != MoveStep::Attempts::Keep;
    if (const std::optional<qint64> max = source.definition.integer(L1("maxAttempts"))) {
        move.maxAttempts = int(*max);
    }
}

/// The tier of each item: as its record says, else as its key does; else empty.
Result<std::vector<QByteArray>> tiersOf(const PlanSource &source, const Tiers &tiers, const RoleKeys &from,
                                        const PlanStep &step)
{
    const QByteArray byKey = tiers.ofKey(step.key, source.keys(from)).value_or(QByteArray());
    std::vector<QByteArray> all(step.items.size(), byKey);
    const Result<std::vector<JobReader::TierNames>> named = readTiers(source, step.items);
    if (!named) { // without permission to read records they say nothing
        return named.error().kind == ErrorKind::Refused ? Result<std::vector<QByteArray>>(all) : named.error();
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = tiers.named((*named)[i].queue, (*named)[i].priority).value_or(all[i]);
    }
    return all;
}

/// Gives a step that requeues jobs the tier that was chosen; if none was, splits it by the tiers they came from. Those
/// that came from an unknown one keep its target.
Result<std::vector<PlanStep>> byTier(const PlanSource &source, const OperationRequest &request, const RoleKeys &from,
                                     Turn turn, PlanStep step, Plan &plan)
{
    const QSet<QByteArray> exhausted(plan.exhausted.begin(), plan.exhausted.end());
    const Tiers tiers(tierNames(source));
    const auto setTarget = [&](PlanStep &of, const QByteArray &tier) -> Outcome {
        Result<PlanTarget> target = tierTarget(source, tiers, tier, turn, of.key);
        if (!target) {
            return target.error();
        }
        of.as<MoveStep>()->target = *std::move(target);
        return Done{};
    };
    if (!request.target.isEmpty()) {
        const Outcome set = setTarget(step, request.target);
        return set ? Result<std::vector<PlanStep>>(std::vector{std::move(step)}) : set.error();
    }
    if (tiers.keys().size() < 2) {
        return std::vector{std::move(step)};
    }
    const Result<std::vector<QByteArray>> homes = tiersOf(source, tiers, from, step);
    if (!homes) {
        return homes.error();
    }
    std::vector<QByteArray> names = tiers.keys();
    names.emplace_back();
    std::vector<PlanStep> steps;
    for (const QByteArray &name : names) {
        PlanStep part = step;
        part.items.clear();
        for (std::size_t i = 0; i < step.items.size(); ++i) {
            if ((*homes)[i] == name) {
                part.items.push_back(step.items[i]);
            }
        }
        if (part.items.empty()) {
            continue;
        }
        part.as<MoveStep>()->contiguous = step.as<MoveStep>()->contiguous && part.items.size() == step.items.size();
        if (const Outcome set = name.isEmpty() ? Outcome(Done{}) : setTarget(part, name); !set) {
            return set.error();
        }
        const auto count = std::count_if(part.items.begin(), part.items.end(), [&exhausted](const PlanItem &item) {
            return !exhausted.contains(item.element); // else it goes to the dead letters
        });
        if (name.isEmpty() && count > 0) {
            const QString to = printable(part.as<MoveStep>()->target->key, 200);
            addNote(plan,
                    count == std::ssize(step.items) && count > 1
                        ? Words::tr("No record names a list, so all %1 go to %2.", nullptr, pluralOf(count))
                              .arg(QString::number(count), to)
                        : count == 1 ? Words::tr("The record of 1 of them names no list, so it goes to %1.").arg(to)
                                     : Words::tr("The records of %1 of them name no list, so they go to %2.", nullptr,
                                                 pluralOf(count))
                                           .arg(QString::number(count), to));
        }
        steps.push_back(std::move(part));
    }
    return steps;
}

/// Checks a tier that was chosen by its name.
Outcome checkTier(const PlanSource &source, const OperationRequest &request)
{
    const std::vector<QByteArray> names = tierNames(source);
    if (request.target.isEmpty() || Tiers(names).contains(request.target)) {
        return Done{};
    }
    QStringList known;
    for (const QByteArray &name : names) {
        known.append(printable(name, longestTier));
    }
    return missing(known.isEmpty() ? Words::tr("%1 has no ready list to choose").arg(source.definition.name)
                                   : Words::tr("%1 has no tier %2; it has %3")
                                         .arg(source.definition.name, printable(request.target, longestTier),
                                              known.join(QStringLiteral(", "))));
}

Outcome foretellExhausted(const PlanSource &source, const PlanStep &step, Plan &plan)
{
    const MoveStep &move = *step.as<MoveStep>();
    if (!move.dead || move.attempts != MoveStep::Attempts::Increment) {
        return Done{};
    }
    if (step.items.size() > foretold) {
        const QString note =
            Words::tr("Jobs that have used up their attempts go to the dead letters instead; with this "
                      "many jobs, their number is only known afterwards.");
        if (!plan.note.contains(note)) { // of another key
            addNote(plan, note);
        }
        return Done{};
    }
    for (std::size_t first = 0; first < step.items.size(); first += foretoldAtOnce) {
        const auto items = std::span(step.items).subspan(first, std::min(foretoldAtOnce, step.items.size() - first));
        const Result<std::vector<JobAttempts>> read = readAttempts(source, source.statusReader, items);
        if (!read) {
            return read.error();
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            if ((*read)[i].isUsedUp(move.maxAttempts)) {
                plan.exhausted.push_back(items[i].element);
            }
        }
    }
    return Done{};
}

/// Refuses a target of another type. `known`: targets that were checked before.
Outcome checkTargets(const PlanSource &source, const PlanStep &step, std::set<QByteArray> &known)
{
    for (const PlanTarget &target : step.targets()) {
        if (!known.insert(target.key).second) {
            continue;
        }
        const auto type = source.typeOf(target.key);
        if (!type && type.error().kind == ErrorKind::WrongType) { // whether it may be written is asked before the run
            return type.error();
        }
    }
    return Done{};
}

/// Foretells which items stay because the set or sorted set that they would go to holds them already.
Outcome foretellStaying(const PlanSource &source, const PlanStep &step, Plan &plan)
{
    const auto *move = step.as<MoveStep>();
    const auto isSet = [](const std::optional<PlanTarget> &target) {
        return target && (target->how == PlanTarget::How::AddToSet || target->how == PlanTarget::How::AddToZSet);
    };
    if (move == nullptr || step.items.size() > foretold || !(isSet(move->target) || isSet(move->dead))) {
        return Done{};
    }
    const QSet<QByteArray> exhausted(plan.exhausted.begin(), plan.exhausted.end());
    QSet<QByteArray> staying;
    for (std::size_t first = 0; first < step.items.size(); first += foretoldAtOnce) {
        Pipeline pipeline;
        std::vector<const QByteArray *> asked;
        for (const PlanItem &item :
             std::span(step.items).subspan(first, std::min(foretoldAtOnce, step.items.size() - first))) {
            const std::optional<PlanTarget> &to = exhausted.contains(item.element) ? move->dead : move->target;
            if (isSet(to)) {
                pipeline.add({to->how == PlanTarget::How::AddToSet ? "SISMEMBER" : "ZSCORE", to->key, item.element});
                asked.push_back(&item.element);
            }
        }
        const Result<std::vector<Reply>> replies =
            asked.empty() ? std::vector<Reply>() : source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = 0; i < asked.size(); ++i) {
            const Reply &reply = (*replies)[i];
            if (reply.integer == 1 || (reply.type == Reply::Type::Bulk && !reply.bytes.isEmpty())) {
                staying.insert(*asked[i]);
                ++plan.staying;
            }
        }
    }
    std::erase_if(plan.exhausted, [&](const QByteArray &element) { return staying.contains(element); });
    return Done{};
}

/// Stale jobs of a processing list: by the start in their records, else only by name.
Choice staleInList(const PlanSource &source, const OperationRequest &request, const Plan &plan, const QByteArray &key,
                   std::chrono::milliseconds staleAfter, qint64 &undated)
{
    Choice choice = choiceOf(request, plan, key);
    const bool byName = !request.ids.empty() || !request.elements.empty();
    choice.byRecord = [byName, staleAfter, now = source.now, &undated](const Element &element) {
        if (element.startedAt) {
            return now - *element.startedAt > staleAfter;
        }
        // Without a start, an age is only observed: the user who saw it has to name the job.
        undated += byName ? 0 : 1;
        return byName;
    };
    return choice;
}

/// Notes the jobs left out because they have no start.
void noteUndated(qint64 undated, Plan &plan)
{
    if (undated > 0) {
        addNote(
            plan,
            undated == 1
                ? Words::tr("1 job in work has no recorded start, so its age was only observed: it is requeued only "
                            "where it is selected or named by its id.")
                : Words::tr("%1 jobs in work have no recorded start, so their age was only observed: they are requeued "
                            "only where they are selected or named by their ids.",
                            nullptr, pluralOf(undated))
                      .arg(undated));
    }
}

Result<Frozen> freezeStale(const PlanSource &source, const OperationRequest &request, Plan &plan, const QByteArray &key,
                           KeyType type)
{
    if (type == ZSetKey) {
        const auto bound = source.now - request.olderThan.value_or(std::chrono::milliseconds(0));
        const auto first = firstDeadline(source.definition, *source.definition.role(Holds::Processing)->role);
        return freezeZSet(source, key, source.codec(key).ranges({.from = first, .to = bound}),
                          choiceOf(request, plan, key));
    }
    const auto staleAfter = request.olderThan ? request.olderThan : source.definition.duration(L1("staleAfter"));
    if (!staleAfter && request.ids.empty() && request.elements.empty()) {
        return missing(Words::tr("%1 does not say when a job is stale; set options.staleAfter or give --older-than")
                           .arg(source.definition.name));
    }
    qint64 undated = 0;
    Result<Frozen> frozen =
        freezeList(source, key, !source.isOldestRight(key),
                   staleInList(source, request, plan, key, staleAfter.value_or(std::chrono::milliseconds(0)), undated));
    noteUndated(undated, plan);
    return frozen;
}

/// True if a request covers all overdue jobs; selected rows are taken in whatever state they now are.
bool isAllOverdue(const OperationRequest &request, Holds of)
{
    return isState(request.state, of, ElementState::Which::Overdue) && request.ids.empty() && request.elements.empty();
}

Result<Frozen> freezeDelayed(const PlanSource &source, const OperationRequest &request, const Plan &plan,
                             const QByteArray &key)
{
    const std::vector<ScoreRange> ranges = isAllOverdue(request, Holds::Delayed)
        ? source.codec(key).ranges({.to = source.now})
        : std::vector{ScoreRange{"-inf", "+inf"}};
    return freezeZSet(source, key, ranges, choiceOf(request, plan, key));
}

/// Freezes the elements in the state, if the key holds others too.
Result<Frozen> freezeState(const PlanSource &source, const OperationRequest &request, Plan &plan, const QByteArray &key,
                           KeyType type)
{
    if (isAllOverdue(request, Holds::Processing)) {
        return freezeStale(source, request, plan, key, type);
    }
    if (isAllOverdue(request, Holds::Delayed)) {
        return freezeDelayed(source, request, plan, key);
    }
    // Leaves out dead jobs whose time is over, which the framework itself removes at its next look.
    if (const FrameworkCode *code = codeOf(source.definition);
        code != nullptr && code->keptDead != nullptr && request.state == plimsoll::stateOf(Holds::Dead).id) {
        return freezeZSet(source, key, code->keptDead(source.codec(key), source.now), choiceOf(request, plan, key));
    }
    if (const std::optional<std::vector<ScoreRange>> ranges = rangesOfBand(source, request)) {
        return freezeZSet(source, key, *ranges, choiceOf(request, plan, key));
    }
    return freezeKey(source, key, type, !source.isOldestRight(key), choiceOf(request, plan, key));
}

/// Example score from the frozen elements, for a target without scores.
QByteArray likeOf(const Frozen &frozen)
{
    return frozen.items.empty() ? QByteArray() : frozen.items.front().score;
}

/// Step that gives frozen items new scores.
template <typename NewScore> PlanStep rescoreStep(Frozen frozen, NewScore newScore)
{
    PlanStep step = moveStep(std::move(frozen), false, std::nullopt);
    step.does = RescoreStep{};
    for (PlanItem &item : step.items) {
        item.newScore = newScore(item.score);
    }
    return step;
}

/// Adds the steps that `make` returns for each existing key of a role, from the elements `freeze` finds, until the plan
/// is full.
template <typename Freeze, typename Make>
Outcome planEach(const PlanSource &source, const OperationRequest &request, Plan &plan, const RoleSpec &role,
                 const std::vector<QByteArray> &keys, Freeze freeze, Make make)
{
    std::set<QByteArray> targets; // that were checked
    for (const QByteArray &key : keys) {
        if (isFull(request, plan)) {
            break;
        }
        const Result<std::optional<KeyType>> type = source.typeOf(role, key);
        if (!type) {
            return type.error();
        }
        if (!*type) {
            continue;
        }
        Result<Frozen> frozen = freeze(key, **type);
        if (!frozen) {
            return frozen.error();
        }
        const std::vector<Element> sample = frozen->sample;
        Result<std::vector<PlanStep>> steps = make(std::move(*frozen));
        if (!steps) {
            return steps.error();
        }
        for (PlanStep &step : *steps) {
            if (Outcome checked = checkTargets(source, step, targets); !checked) {
                return checked;
            }
            if (Outcome told = foretellStaying(source, step, plan); !told) {
                return told;
            }
            const bool isFirst = &step == &steps->front();
            append(plan, std::move(step), isFirst ? sample : std::vector<Element>());
        }
    }
    if (plan.staying > 0) {
        addNote(plan, Words::tr("Already where they would go, and left: %1.").arg(QString::number(plan.staying)));
    }
    return Done{};
}

/// Adds a step for each key of delayed jobs.
template <typename Make>
Outcome planDelayed(const PlanSource &source, const OperationRequest &request, Plan &plan, Make make)
{
    const RoleKeys *delayed = source.definition.role(Holds::Delayed);
    return delayed == nullptr
        ? Outcome(Done{})
        : planEach(
            source, request, plan, *delayed->role, source.keys(*delayed),
            [&](const QByteArray &key, KeyType /*type*/) { return freezeDelayed(source, request, plan, key); },
            [&](Frozen frozen) { return Result<std::vector<PlanStep>>(std::vector{make(std::move(frozen))}); });
}

/// Puts the items in the order in which they are pushed: the longest stale last, so that workers take it first. Returns
/// whether a list is read from its old end. Where both its stale and its other elements are many, the oldest go first,
/// because passing over the others for each batch would hold the server.
bool takeInTurn(Frozen &frozen)
{
    constexpr qint64 mostPassed = 500;
    const qint64 others = frozen.length - qint64(frozen.items.size());
    const bool isTogether = frozen.type == ListKey && frozen.whole;
    if (isTogether && others > mostPassed && qint64(frozen.items.size()) > mostPassed) {
        return true;
    }
    std::reverse(frozen.items.begin(), frozen.items.end());
    if (isTogether && others <= mostPassed) {
        return false;
    }
    frozen.whole = false; // each is searched for from the old end
    return true;
}

} // namespace

PlanRecords recordsOf(const PlanSource &source)
{
    const auto name = [&source](JobReader::Field field) { return QString::fromUtf8(source.reader.firstName(field)); };
    const RoleKeys *const records = source.definition.role(Holds::Record);
    return {.keyTemplate =
                records != nullptr && !records->templates.empty() ? records->templates.front() : QByteArray(),
            .time = source.now,
            .idOption = source.definition.text(L1("id")),
            .attemptsField = name(JobReader::Attempts),
            .maxAttemptsField = name(JobReader::MaxAttempts),
            .startedField = name(JobReader::Started),
            .finishedField = name(JobReader::Finished)};
}

bool isFull(const OperationRequest &request, const Plan &plan)
{
    return request.limit > 0 && plan.matched() >= request.limit;
}

Choice choiceOf(const OperationRequest &request, const Plan &plan, const QByteArray &key)
{
    Choice choice;
    choice.limit = request.limit > 0 ? request.limit - plan.matched() : 0;
    if (!request.ids.empty()) {
        choice.belongs = [ids = std::set<QByteArray>(request.ids.begin(), request.ids.end())](const Element &element) {
            return ids.contains(element.id) || ids.contains(element.element);
        };
    } else if (!request.elements.empty()) {
        // Takes at most the number of equal elements selected in this key; another key may hold the same.
        auto wanted = std::make_shared<std::multiset<QByteArray>>();
        for (const Element &element : request.elements) {
            if (element.key == key) {
                wanted->insert(element.element);
            }
        }
        choice.belongs = [wanted](const Element &element) {
            const auto found = wanted->find(element.element);
            if (found == wanted->end()) {
                return false;
            }
            wanted->erase(found);
            return true;
        };
    } else if (!request.match.isEmpty()) {
        choice.belongs = [part = request.match.toUtf8()](const Element &element) {
            return element.element.contains(part); // same condition as SSCAN MATCH
        };
    } else if (!request.errorGroup.isNull()) {
        choice.byError = true;
        choice.byRecord = [group = request.errorGroup](const Element &element) {
            return errorGroup(element.error) == group;
        };
    }
    return choice;
}

void append(Plan &plan, PlanStep step, const std::vector<Element> &sample)
{
    if (step.planned() == 0) {
        return;
    }
    plan.sample.insert(plan.sample.end(), sample.begin(), sample.end());
    plan.steps.push_back(std::move(step));
}

PlanStep moveStep(Frozen frozen, bool fromLeft, const std::optional<PlanTarget> &target)
{
    PlanStep step;
    step.key = frozen.key;
    step.keyType = frozen.type;
    step.does = MoveStep{.target = target,
                         .atLeft = fromLeft,
                         .contiguous = frozen.type == ListKey && frozen.whole && frozen.items.size() > 1};
    step.items = std::move(frozen.items);
    return step;
}

Result<PlanTarget> arrivalTarget(const PlanSource &source)
{
    return workTarget(source, Turn::Last, {}, {});
}

Outcome requeue(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys *processing = source.definition.role(Holds::Processing);
    if (processing == nullptr) {
        return missing(Words::tr("%1 has no processing key, so none of its jobs can be stale; set keys.processing to "
                                 "where its workers keep jobs in work")
                           .arg(source.definition.name));
    }
    if (Outcome known = checkTier(source, request); !known) {
        return known;
    }
    return planEach(
        source, request, plan, *processing->role, source.keys(*processing),
        [&](const QByteArray &key, KeyType type) { return freezeStale(source, request, plan, key, type); },
        [&](Frozen frozen) -> Result<std::vector<PlanStep>> {
            const bool fromOld = takeInTurn(frozen);
            const Result<PlanTarget> target = workTarget(source, Turn::Next, frozen.key, likeOf(frozen));
            if (!target) {
                return target.error();
            }
            Result<std::optional<PlanTarget>> dead = deadTarget(source, frozen.key);
            if (!dead) {
                return dead.error();
            }
            const bool fromLeft = source.isOldestRight(frozen.key) != fromOld;
            PlanStep step = moveStep(std::move(frozen), fromLeft, *target);
            setAttempts(source, step, MoveStep::Attempts::Increment);
            step.as<MoveStep>()->dead = *std::move(dead);
            const Outcome told = foretellExhausted(source, step, plan);
            return told ? byTier(source, request, *processing, Turn::Next, std::move(step), plan) : told.error();
        });
}

Outcome requeueDead(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const RoleKeys *dead = source.definition.role(Holds::Dead);
    if (dead == nullptr) {
        return missing(Words::tr("%1 has no dead key").arg(source.definition.name));
    }
    if (Outcome known = checkTier(source, request); !known) {
        return known;
    }
    return planEach(
        source, request, plan, *dead->role, source.keys(*dead),
        [&](const QByteArray &key, KeyType type) {
            return freezeKey(source, key, type, !source.isOldestRight(key), choiceOf(request, plan, key));
        },
        [&](Frozen frozen) -> Result<std::vector<PlanStep>> {
            const Result<PlanTarget> target = workTarget(source, Turn::Last, frozen.key, likeOf(frozen));
            if (!target) {
                return target.error();
            }
            const bool fromLeft = !source.isOldestRight(frozen.key);
            PlanStep step = moveStep(std::move(frozen), fromLeft, *target);
            setAttempts(source, step, request.keepAttempts ? MoveStep::Attempts::Keep : MoveStep::Attempts::Set);
            for (PlanItem &item : step.items) {
                item.attempts = request.keepAttempts ? QByteArray() : QByteArray("0");
            }
            return byTier(source, request, *dead, Turn::Last, std::move(step), plan);
        });
}

Outcome runNow(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    return planDelayed(source, request, plan, [&](Frozen frozen) {
        const std::optional<PlanTarget> ready = readyTarget(source, Turn::Next, frozen.key);
        std::reverse(frozen.items.begin(), frozen.items.end()); // the earliest is pushed last, so it is taken first
        const ScoreCodec codec = source.codec(frozen.key);
        return ready
            ? moveStep(std::move(frozen), false, ready)
            : rescoreStep(std::move(frozen), [&](const QByteArray &score) { return codec.scoreOf(source.now, score); });
    });
}

Outcome postpone(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.by.count() <= 0) {
        return missing(Words::tr("postponing needs a duration"));
    }
    Outcome planned = planDelayed(source, request, plan, [&](Frozen frozen) {
        const ScoreCodec codec = source.codec(frozen.key);
        return rescoreStep(std::move(frozen), [&](const QByteArray &score) {
            // Later than before, but never in the past: an overdue job is postponed from now.
            const auto due = codec.timeOf(score.toDouble()).value_or(source.now);
            return codec.scoreOf(std::max(due, source.now) + request.by, score);
        });
    });
    if (!plan.steps.empty()) {
        addNote(plan,
                Words::tr("Due %1 after their time; those overdue, %1 from now.")
                    .arg(limitValueText(Unit::Duration, static_cast<double>(request.by.count()))));
    }
    return planned;
}

Outcome relocate(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    std::optional<PlanTarget> moved;
    std::vector<QByteArray> targets; // which take nothing from themselves
    const bool toDead = request.action == Action::DeadLetter;
    if (toDead) {
        targets = source.keys(Holds::Dead);
        if (targets.empty()) {
            return missing(Words::tr("%1 has no dead key to put jobs on").arg(source.definition.name));
        }
    } else if (request.action == Action::Move) {
        const std::vector<QByteArray> tiers = source.keys(Holds::Ready);
        if (std::find(tiers.begin(), tiers.end(), request.target) == tiers.end()) {
            return missing(Words::tr("no tier of %1 has that key").arg(source.definition.name));
        }
        moved =
            PlanTarget{request.target,
                       source.isOldestRight(request.target) ? PlanTarget::How::PushLeft : PlanTarget::How::PushRight,
                       {}};
        targets = {request.target};
    }
    std::set<QByteArray> onlyKeys;
    for (const Element &element : request.elements) {
        onlyKeys.insert(element.key);
    }
    const RoleKeys *role = source.definition.roleOfState(request.state);
    if (role == nullptr) {
        return missing(Words::tr("%1 has no %2 key").arg(source.definition.name, request.state));
    }
    std::vector<QByteArray> keys = source.keys(*role);
    std::erase_if(keys, [&](const QByteArray &key) {
        return (!onlyKeys.empty() && !onlyKeys.contains(key))
            || std::find(targets.begin(), targets.end(), key) != targets.end();
    });
    return planEach(
        source, request, plan, *role->role, keys,
        [&](const QByteArray &key, KeyType type) { return freezeState(source, request, plan, key, type); },
        [&](Frozen frozen) -> Result<std::vector<PlanStep>> {
            const bool fromLeft = !source.isOldestRight(frozen.key);
            const Result<std::optional<PlanTarget>> target =
                toDead ? deadTarget(source, frozen.key) : Result<std::optional<PlanTarget>>(moved);
            if (!target) {
                return target.error();
            }
            PlanStep step = moveStep(std::move(frozen), fromLeft, *target);
            if (!step.items.empty() && !step.items.front().attemptsLeft.isEmpty()) { // items chosen by their records
                setAttempts(source, step, MoveStep::Attempts::Keep);
            }
            return std::vector{std::move(step)};
        });
}

} // namespace plimsoll::redis::planning
