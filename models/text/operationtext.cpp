// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/operationtext.h"

#include "models/text/actionwords.h"
#include "models/text/elementtext.h"
#include "models/text/format.h"
#include "models/text/scoretext.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"
#include "redis/types/printable.h"
#include "redis/types/snapshot.h"
#include "redis/types/streaminfo.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>
#include <numeric>

namespace plimsoll::models {

namespace {

using L1 = QLatin1StringView;

struct OperationWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

bool isStream(const KindInfo *kind)
{
    return kind != nullptr && kind->hasRole(Holds::Entries);
}

bool hasMembers(const KindInfo *kind)
{
    static constexpr std::array are{Holds::Members, Holds::Ranked, Holds::Connected, Holds::Seen};
    return kind != nullptr && std::any_of(are.begin(), are.end(), [kind](Holds holds) { return kind->hasRole(holds); });
}

QString counted(qint64 count, const char *one, const char *many)
{
    return count == 1 ? OperationWords::tr(one)
                      : OperationWords::tr(many, nullptr, pluralOf(count)).arg(formatCount(count));
}

/// "41 stale jobs": includes the state if the action depends on it.
QString countedState(qint64 count, const OperationRequest &request)
{
    if (isStream(kindOf(request))) {
        const bool isAll = request.elements.empty();
        const bool isStale = isState(request.state, Holds::Processing, ElementState::Which::Overdue)
            || (request.action == Action::Requeue && request.state.isEmpty());
        const bool isPoison = request.action == Action::RequeueDead
            || isState(request.state, Holds::Entries, ElementState::Which::Overdue);
        return isAll && isPoison ? counted(count, QT_TRANSLATE_NOOP("operations", "1 poison entry"),
                                           QT_TRANSLATE_N_NOOP("operations", "%1 poison entries"))
            : isAll && isStale   ? counted(count, QT_TRANSLATE_NOOP("operations", "1 stale entry"),
                                           QT_TRANSLATE_N_NOOP("operations", "%1 stale entries"))
                                 : countedElements(count, kindOf(request), request.action);
    }
    if (request.action == Action::Requeue || isState(request.state, Holds::Processing, ElementState::Which::Overdue)) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 stale job"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 stale jobs"));
    }
    const bool dead =
        isState(request.state, Holds::Dead) && (request.action == Action::Discard || request.action == Action::Purge);
    if (request.action == Action::RequeueDead || dead) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 dead letter"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 dead letters"));
    }
    return countedElements(count, kindOf(request), request.action);
}

/// True if the collection has job records, which count attempts.
bool countsAttempts(const OperationRequest &request)
{
    return kindOf(request) != nullptr && request.workspace->collections[request.collection].has(Holds::Record);
}

QString collectionName(const OperationRequest &request)
{
    return kindOf(request) == nullptr ? QString() : request.workspace->collections[request.collection].name;
}

QString ofCollection(const QString &what, const QString &collection)
{
    return collection.isEmpty() ? what : OperationWords::tr("%1 of %2").arg(what, collection);
}

/// "Requeue 28, dead-letter 13" if the plan has both; else empty.
QString mixedText(const Plan &plan)
{
    const auto dead = static_cast<qint64>(plan.exhausted.size());
    return dead == 0 || dead >= plan.matched()
        ? QString()
        : OperationWords::tr("Requeue %1, dead-letter %2").arg(formatCount(plan.matched() - dead), formatCount(dead));
}

ActionVariant variantShown(const Plan &plan, const OperationRequest &request)
{
    return plan.variant == ActionVariant::Default ? variantOf(plan, request) : plan.variant;
}

/// Words for the whole plan: a requeue whose jobs have all reached their attempt limit dead-letters them.
const ActionWords &wordsOfPlan(const Plan &plan, const OperationRequest &request)
{
    if (takesOut(plan)) {
        return undoOfAdded();
    }
    if (const ActionWords *words = plan.action == Action::Undo ? undoWords(plan.steps) : nullptr) {
        return *words;
    }
    return plan.isAllExhausted() && plan.action != Action::Edit
        ? wordsOf(Action::DeadLetter, ActionVariant::Default, kindOf(request))
        : wordsOf(plan.action, variantShown(plan, request), kindOf(request));
}

constexpr qsizetype longestGroup = 120;

/// The cause of dead letters as the server knows it, redacted.
QString shownGroup(const OperationRequest &request)
{
    const bool isThere = request.workspace != nullptr && request.collection < request.workspace->collections.size();
    return isThere ? errorText(request.errorGroup, ElementRules::of(request.workspace->collections[request.collection]))
                   : request.errorGroup;
}

/// Adds a restriction to the title: one cause of dead letters, or members that contain a text.
QString ofGroup(const QString &title, const OperationRequest &request)
{
    if (!request.match.isEmpty()) {
        return OperationWords::tr("%1, those with “%2”").arg(title, request.match);
    }
    if (request.errorGroup.isNull()) {
        return title;
    }
    const QString shown = request.errorShown.isEmpty() ? shownGroup(request) : request.errorShown;
    return request.errorGroup.isEmpty() ? OperationWords::tr("%1, those without an error").arg(title)
                                        : OperationWords::tr("%1, “%2”").arg(title, shown.left(longestGroup));
}

/// Adds the consumer group and the consumers of a stream.
QString withConsumers(QString title, const OperationRequest &request)
{
    if (request.action != Action::Requeue || !isStream(kindOf(request))) {
        return title;
    }
    constexpr qsizetype longestName = 40;
    const QString from = printable(request.consumer, longestName);
    const QString to = printable(request.target, longestName);
    const bool isClaim = !request.target.isEmpty() && request.target != neutralConsumer;
    if (!request.group.isEmpty()) {
        title = OperationWords::tr("%1, group %2").arg(title, printable(request.group, longestName));
    }
    return !from.isEmpty() && isClaim ? OperationWords::tr("%1, from %2 to %3").arg(title, from, to)
        : isClaim                     ? OperationWords::tr("%1, to %2").arg(title, to)
        : !from.isEmpty()             ? OperationWords::tr("%1, from %2").arg(title, from)
                                      : title;
}

/// Explains the filter if it matches more than the text in the group's row.
QString groupSentence(const OperationRequest &request)
{
    const QString group = shownGroup(request);
    QStringList sentences;
    if (!request.errorShown.isEmpty() && request.errorShown != group) {
        sentences += OperationWords::tr("Includes every error of the form “%1”, whatever its numbers and names.")
                         .arg(group.left(longestGroup));
    }
    if (request.errorInPart) {
        sentences += OperationWords::tr("All dead letters are looked through, not only those that the page has read.");
    }
    return sentences.join(u' ');
}

QString archiveSentence(const Plan &plan)
{
    if (!isDestructive(plan.action) || plan.action == Action::Discard || plan.action == Action::Acknowledge
        || plan.action == Action::RemoveConsumer) {
        return {};
    }
    return plan.archive ? OperationWords::tr("What is removed is kept in the archive on this computer.") : QString();
}

} // namespace

QString actionTitle(Action action, ActionVariant variant)
{
    return OperationWords::tr(wordsOf(action, variant).title);
}

QString actionTitle(const OperationReport &report)
{
    return actionTitle(report.action, report.variant);
}

bool isDestructive(Action action)
{
    return wordsOf(action).destructive;
}

const KindInfo *kindOf(const OperationRequest &request)
{
    const bool known = request.workspace != nullptr && request.action != Action::Undo
        && request.collection < request.workspace->collections.size();
    return known ? request.workspace->collections[request.collection].kind : nullptr;
}

bool hasWorkers(const OperationRequest &request)
{
    return kindOf(request) != nullptr && request.workspace->collections[request.collection].has(Holds::Ready);
}

QString countedElements(qint64 count, const KindInfo *kind, Action action)
{
    if (action == Action::SetExpiry) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 key"), QT_TRANSLATE_N_NOOP("operations", "%1 keys"));
    }
    if (action == Action::Release) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 lock"), QT_TRANSLATE_N_NOOP("operations", "%1 locks"));
    }
    if (kind != nullptr && kind->hasRole(Holds::Record)) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 job"), QT_TRANSLATE_N_NOOP("operations", "%1 jobs"));
    }
    if (isStream(kind) || (kind != nullptr && kind->hasRole(Holds::Expiring))) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 entry"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 entries"));
    }
    if (hasMembers(kind)) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 member"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 members"));
    }
    return counted(count, QT_TRANSLATE_NOOP("operations", "1 element"),
                   QT_TRANSLATE_N_NOOP("operations", "%1 elements"));
}

namespace {

template <typename Step> bool hasStep(const Plan &plan)
{
    return std::any_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.is<Step>(); });
}

QString countedEntries(const Plan &plan)
{
    const QString entries = counted(plannedElements(plan), QT_TRANSLATE_NOOP("operations", "1 entry"),
                                    QT_TRANSLATE_N_NOOP("operations", "%1 entries"));
    return hasStep<ConsumerStep>(plan) ? OperationWords::tr("%1 and their consumer").arg(entries) : entries;
}

/// The elements of an undo, by its steps and by the operation: it does not know its kind.
QString countedBack(const Plan &plan, const OperationRequest &request)
{
    if (hasStep<PendingBackStep>(plan)) { // entries are made pending again
        return countedEntries(plan);
    }
    if (hasStep<ConsumerStep>(plan)) {
        return counted(plan.matched(), QT_TRANSLATE_NOOP("operations", "1 consumer"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 consumers"));
    }
    if (hasStep<GroupIdStep>(plan)) {
        return counted(plan.matched(), QT_TRANSLATE_NOOP("operations", "1 group"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 groups"));
    }
    const CollectionDefinition *collection = collectionOf(plan, request);
    const OperationReport *undone = plan.undone.get();
    const Action action = hasStep<ExpireStep>(plan) ? Action::SetExpiry : undone ? undone->action : plan.action;
    return countedElements(plan.matched(), collection == nullptr ? nullptr : collection->kind, action);
}

QString consumerText(const OperationRequest &request)
{
    constexpr qsizetype longestName = 40;
    return OperationWords::tr("consumer %1").arg(printable(request.consumer, longestName));
}

/// The object of a plan: a group or consumer if there is one, else its elements.
QString namedText(const Plan &plan, const OperationRequest &request, const QString &elements)
{
    constexpr qsizetype longestName = 40;
    switch (plan.action) {
    case Action::SetLastId:
        return OperationWords::tr("group %1").arg(printable(request.group, longestName));
    case Action::RemoveConsumer:
        return consumerText(request);
    default:
        return elements;
    }
}

} // namespace

QString requestTitle(const OperationRequest &request)
{
    // The dialog asks whether to claim or to release.
    const bool isOpen = variantOf(request) == ActionVariant::Claim && request.target.isEmpty();
    const QString title = isOpen
        ? OperationWords::tr("Claim or release")
        : OperationWords::tr(wordsOf(request.action, variantOf(request), kindOf(request)).title);
    const QString collection = collectionName(request);
    if (request.action == Action::RemoveConsumer) {
        return ofCollection(OperationWords::tr(wordsOf(request.action).command).arg(consumerText(request)), collection);
    }
    const QString whole = collection.isEmpty() ? title : OperationWords::tr("%1: %2").arg(title, collection);
    return withConsumers(ofGroup(whole, request), request);
}

namespace {

/// "0 of 56 elements" if an undo can restore only some; else `counted`.
QString possibleOf(const Plan &plan, const QString &counted)
{
    return plan.possible && *plan.possible < plan.matched()
        ? OperationWords::tr("%1 of %2").arg(formatCount(*plan.possible), counted)
        : counted;
}

} // namespace

QString planTitle(const Plan &plan, const OperationRequest &request)
{
    const QString all =
        plan.action == Action::Undo ? countedBack(plan, request) : countedState(plan.matched(), request);
    if (const OperationReport *undone = plan.undone.get()) {
        const std::chrono::milliseconds time = undone->time;
        const bool isToday = localTime(time).date() == localTime(plan.frozenAt).date();
        return OperationWords::tr("Undo: %1, %2, %3")
            .arg(actionTitle(*undone), ofCollection(possibleOf(plan, all), plan.collection),
                 isToday ? formatTime(time) : formatDateTime(time));
    }
    if (!mixedText(plan).isEmpty()) { // with the number that the button had
        const auto dead = static_cast<qint64>(plan.exhausted.size());
        return ofGroup(
            OperationWords::tr("Requeue %1 and dead-letter %2 of %3")
                .arg(formatCount(plan.matched() - dead), formatCount(dead), ofCollection(all, plan.collection)),
            request);
    }
    const QString what = ofCollection(possibleOf(plan, namedText(plan, request, all)), plan.collection);
    return withConsumers(ofGroup(OperationWords::tr(wordsOfPlan(plan, request).command).arg(what), request), request);
}

QString planButton(const Plan &plan, const OperationRequest &request)
{
    const QString mixed = mixedText(plan);
    const QString all = plan.action == Action::Undo ? countedBack(plan, request)
                                                    : countedElements(plan.matched(), kindOf(request), plan.action);
    return mixed.isEmpty()
        ? OperationWords::tr(wordsOfPlan(plan, request).command).arg(possibleOf(plan, namedText(plan, request, all)))
        : mixed;
}

namespace {

/// "in 2 days (2 Dec, 11:19)"
QString expiryTimeText(std::chrono::milliseconds time, std::chrono::milliseconds now)
{
    const QDateTime at = localTime(time);
    const bool isThisYear = at.date().year() == localTime(now).date().year();
    const QString date = QLocale().toString(
        at.date(), isThisYear ? OperationWords::tr("d MMM", "date") : OperationWords::tr("d MMM yyyy", "date"));
    return OperationWords::tr("%1 (%2, %3)").arg(formatRelative(time, now), date, at.toString(QStringLiteral("HH:mm")));
}

/// Says when keys will expire, by what the script sets; not of those whose time has passed, which are left as they are.
QString expirySentence(const Plan &plan)
{
    const auto key = [](const PlanStep &step) { return printable(step.key, 60); };
    std::vector<std::chrono::milliseconds> times;
    QString timed, lasting; // name of one key
    qint64 lastingKeys = 0;
    for (const PlanStep &step : plan.steps) {
        const auto *expire = step.as<ExpireStep>();
        if (expire == nullptr) {
            continue;
        }
        const std::chrono::milliseconds at(expire->at.toLongLong());
        if (expire->at.isEmpty()) {
            ++lastingKeys;
            lasting = key(step);
        } else if (at > plan.frozenAt) {
            times.push_back(at);
            timed = key(step);
        }
    }
    const auto countedKeys = [](qint64 count) { return countedElements(count, nullptr, Action::SetExpiry); };
    QStringList sentences;
    if (times.size() == 1) {
        sentences += OperationWords::tr("%1 will expire %2. The server then removes it and everything in it.")
                         .arg(timed, expiryTimeText(times.front(), plan.frozenAt));
    } else if (!times.empty()) {
        const auto [first, last] = std::minmax_element(times.begin(), times.end());
        const QString begin = expiryTimeText(*first, plan.frozenAt), end = expiryTimeText(*last, plan.frozenAt);
        const QString keys = countedKeys(static_cast<qint64>(times.size()));
        sentences += begin == end
            ? OperationWords::tr("%1 will expire %2. The server then removes them and everything in them.")
                  .arg(keys, begin)
            : OperationWords::tr("%1 will expire, the first %2, the last %3. The server then removes them and "
                                 "everything in them.")
                  .arg(keys, begin, end);
    }
    if (lastingKeys == 1) {
        sentences += OperationWords::tr("%1 will no longer expire; it stays until it is removed.").arg(lasting);
    } else if (lastingKeys > 1) {
        sentences +=
            OperationWords::tr("%1 will no longer expire; they stay until removed.").arg(countedKeys(lastingKeys));
    }
    return sentences.join(u' ');
}

/// "They go from low to urgent."
QString bandSentence(const Plan &plan, const OperationRequest &request)
{
    const QString to = QString::fromUtf8(request.target);
    const QString from = bandOfAll(collectionOf(plan, request), plan);
    return from.isEmpty() ? OperationWords::tr("They go to %1.").arg(to)
                          : OperationWords::tr("They go from %1 to %2.").arg(from, to);
}

struct DueCount {
    qint64 due = 0; ///< known to be due when the plan was made
    qint64 others = 0; ///< not due, or unknown
};

/// Counts the due jobs of a plan by their scores until there are some of both. Without the collection, whose options
/// say how scores are read, only the first jobs are known.
DueCount dueJobs(const Plan &plan, const OperationRequest &request)
{
    DueCount count;
    const auto add = [&](std::optional<milliseconds> due) {
        ++(due && *due <= plan.frozenAt ? count.due : count.others);
    };
    const RoleKeys *role =
        kindOf(request) == nullptr ? nullptr : request.workspace->collections[request.collection].role(Holds::Delayed);
    if (role == nullptr) {
        std::for_each(plan.sample.begin(), plan.sample.end(), [&](const Element &element) { add(element.due); });
        count.others = std::max(count.others, plan.matched() - count.due);
        return count;
    }
    const ScoreCodec codec = request.workspace->collections[request.collection].codec(*role->role);
    for (const PlanStep &step : plan.steps) {
        for (auto item = step.items.begin(); item != step.items.end() && (count.due == 0 || count.others == 0);
             ++item) {
            add(item->score.isEmpty() ? std::nullopt : codec.timeOf(item->score.toDouble()));
        }
    }
    return count;
}

/// Says of the jobs of a schedule that they are due, where that is known of all of them.
QString runNowSentence(const Plan &plan, const OperationRequest &request)
{
    const bool isOfDue = request.ids.empty() && request.elements.empty()
        && isState(request.state, Holds::Delayed, ElementState::Which::Overdue);
    const DueCount count = isOfDue ? DueCount{1, 0} : dueJobs(plan, request);
    if (count.due > 0 && count.others == 0) {
        return OperationWords::tr("They are due and become ready now: workers can take them at once.");
    }
    return count.due > 0
        ? OperationWords::tr("They become ready now, also those that are not due yet: workers can take them at once.")
        : OperationWords::tr(wordsOf(Action::RunNow).sentence);
}

/// True if a cut removes the oldest elements, those of a list or stream.
bool cutsOldest(const Plan &plan)
{
    return plan.action == Action::Trim && !plan.steps.empty() && plan.steps.front().cut() != nullptr
        && (plan.steps.front().keyType == ListKey || plan.steps.front().keyType == StreamKey);
}

} // namespace

QString planSentence(const Plan &plan, const OperationRequest &request)
{
    QStringList sentences;
    // Of jobs that have all used up their attempts none goes back: the note says where they go. The note of a removed
    // consumer says where its entries go.
    const bool goesBack = plan.action != Action::Requeue || !plan.isAllExhausted();
    const bool isTold = !goesBack || plan.action == Action::RemoveConsumer;
    // Of an undo that leaves some keys as they are, the table says which it is about.
    if (hasStep<ExpireStep>(plan) && plan.possible.value_or(plan.matched()) == plan.matched()) {
        sentences.append(expirySentence(plan));
    }
    if (plan.action == Action::ChangePriority) {
        sentences.append(bandSentence(plan, request));
    }
    if (!isTold && plan.action != Action::SetExpiry) {
        sentences.append(
            cutsOldest(plan)
                ? (plan.steps.front().keyType == ListKey && hasWorkers(request)
                       ? OperationWords::tr(
                           "The oldest are removed, at the end that workers take from; new arrivals are not touched.")
                       : OperationWords::tr("The oldest are removed; new arrivals are not touched."))
                : plan.action == Action::Undo ? OperationWords::tr(wordsOfPlan(plan, request).sentence)
                : plan.action == Action::RunNow
                ? runNowSentence(plan, request)
                : OperationWords::tr(wordsOf(plan.action, variantShown(plan, request), kindOf(request)).sentence));
    }
    if (plan.action == Action::Edit && plan.steps.size() > 1 && plan.exhausted.empty()) {
        sentences.append(OperationWords::tr("It is then requeued."));
    }
    if (plan.action == Action::Requeue && goesBack && countsAttempts(request)) {
        sentences.append(OperationWords::tr("Their attempts go up by one."));
    }
    if (plan.action == Action::RequeueDead && countsAttempts(request)) {
        sentences.append(request.keepAttempts ? OperationWords::tr("They keep the attempts they have had.")
                                              : OperationWords::tr("They start again with no attempts used up."));
    }
    if (request.keys.size() >= KeysFound::mostShown) {
        sentences.append(
            OperationWords::tr("At most %1 keys at once, those with most to remove. Run it again for the others.")
                .arg(formatCount(static_cast<qint64>(request.keys.size()))));
    }
    sentences.append(groupSentence(request));
    sentences.append(archiveSentence(plan));
    sentences.append(plan.note);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString inVainText(const Plan &plan)
{
    if (plan.action != Action::Undo || plan.possible != 0) {
        return {};
    }
    if (!plan.obstacle.isEmpty()) {
        return OperationWords::tr("Nothing to undo. %1").arg(plan.obstacle);
    }
    return plan.matched() == 1 ? OperationWords::tr("Nothing to undo: it was worked on, moved or removed since.")
                               : OperationWords::tr("Nothing to undo: all %1 were worked on, moved or removed since.",
                                                    nullptr, pluralOf(plan.matched()))
                                     .arg(formatCount(plan.matched()));
}

QString undoText(const Plan &plan)
{
    if (plan.action == Action::Undo) {
        return OperationWords::tr("An undo can't itself be undone. To reverse it, run the operation again.");
    }
    if (!plan.undoable) {
        return plan.archive ? OperationWords::tr("Cannot be undone: its entries had been deleted from the stream.")
                            : OperationWords::tr("Cannot be undone: nothing of it is kept.");
    }
    constexpr std::chrono::hours kept{24 * 30}; // retention of the archive, unless its size limit is reached earlier
    const auto until = QDateTime::fromMSecsSinceEpoch((plan.frozenAt + kept).count());
    return OperationWords::tr("Can be undone until %1.")
        .arg(QLocale().toString(until.date(), OperationWords::tr("d MMMM")));
}

QString keysText(const Plan &plan)
{
    std::vector<QByteArray> keys = plan.keys();
    const auto add = [&keys](const QByteArray &key) {
        if (!key.isEmpty() && std::find(keys.begin(), keys.end(), key) == keys.end()) {
            keys.push_back(key);
        }
    };
    qint64 records = 0; // one per job
    qint64 cleaned = 0;
    for (const PlanStep &step : plan.steps) {
        if (const auto *edit = step.as<EditStep>()) {
            records += !edit->record.isEmpty() && edit->record != step.key ? 1 : 0;
        } else if (const auto *adopt = step.as<AdoptStep>()) {
            std::for_each(adopt->elsewhere.begin(), adopt->elsewhere.end(), add);
            records += step.planned();
        } else if (const auto *move = step.as<MoveStep>()) {
            add(move->guard);
            records += !step.records.keyTemplate.isEmpty() && !step.beside ? step.planned() : 0;
        } else if (const auto *job = step.as<JobStep>()) {
            std::for_each(job->keys.begin(), job->keys.end(), [&add](const JobStep::Key &key) { add(key.key); });
            records += qint64(job->each.size()) * step.planned();
        } else if (step.is<CleanStep>()) {
            cleaned += std::count_if(step.items.begin(), step.items.end(),
                                     [](const PlanItem &item) { return !item.record.isEmpty(); });
        }
    }
    if (std::any_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.isCondition(); })) {
        records = std::min<qint64>(records, 1); // an edited job that is also moved counts once
    }
    const qint64 all = qint64(keys.size()) + records + cleaned;
    if (records > 0) {
        return records == 1
            ? OperationWords::tr("%1 keys, one of them a job record, all on one server, one script for each batch",
                                 nullptr, pluralOf(all))
                  .arg(formatCount(all))
            : OperationWords::tr("%1 keys, %2 of them job records, all on one server, one script for each batch",
                                 nullptr, pluralOf(all))
                  .arg(formatCount(all), formatCount(records));
    }
    return counted(all, QT_TRANSLATE_NOOP("operations", "1 key, one script for each batch"),
                   QT_TRANSLATE_N_NOOP("operations", "%1 keys, all on one server, one script for each batch"));
}

qint64 plannedElements(const Plan &plan)
{
    return std::accumulate(plan.steps.begin(), plan.steps.end(), qint64(0), [](qint64 sum, const PlanStep &step) {
        return sum + (step.beside || !step.hasElements() ? 0 : step.planned());
    });
}

bool takesOut(const Plan &plan)
{
    return plan.action == Action::Undo && !plan.steps.empty()
        && std::all_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) {
               const auto *move = step.as<MoveStep>();
               return step.beside || (move != nullptr && !move->target);
           });
}

QString nothingHeading(const OperationRequest &request, const Plan &plan)
{
    if (!plan.note.isEmpty()) { // it says of some why they are left
        switch (variantOf(request)) {
        case ActionVariant::Claim:
            return OperationWords::tr("None of them can be claimed");
        case ActionVariant::Release:
            return OperationWords::tr("None of them can be released");
        default:
            return request.action == Action::Requeue ? OperationWords::tr("None of them can be requeued")
                                                     : OperationWords::tr("None of them can be changed");
        }
    }
    switch (request.action) {
    case Action::Requeue:
        return isStream(kindOf(request)) ? OperationWords::tr("No entry is stale")
                                         : OperationWords::tr("No job is stale");
    case Action::RequeueDead:
        return OperationWords::tr("No dead letter to requeue");
    case Action::RunNow:
    case Action::Postpone:
        return OperationWords::tr("No job is waiting for its time");
    case Action::ChangePriority:
        return OperationWords::tr("Every job here already has that priority");
    case Action::Trim:
        return variantOf(request) == ActionVariant::Prune ? OperationWords::tr("Nothing to prune")
                                                          : OperationWords::tr("Nothing to trim");
    case Action::Prune:
        return OperationWords::tr("No one has been away that long");
    case Action::SetLastId:
        return OperationWords::tr("Nothing to set");
    case Action::CleanUp:
        return OperationWords::tr("Nothing has expired");
    case Action::Undo:
        return OperationWords::tr("Nothing is left to put back");
    default:
        return OperationWords::tr("Nothing here matches any more");
    }
}

QString nothingText(const OperationRequest &request, const Plan &plan)
{
    if (!plan.note.isEmpty()) {
        return plan.note;
    }
    if (request.action == Action::SetLastId) {
        return OperationWords::tr("The group has already read up to there, and no further.");
    }
    if (isStream(kindOf(request)) && request.action != Action::Trim) {
        return OperationWords::tr("No pending entry matches any more: others have acknowledged or claimed them.");
    }
    switch (request.action) {
    case Action::Requeue:
        return OperationWords::tr(
            "A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing for longer "
            "than staleAfter. The stale ones have been finished or requeued.");
    case Action::RequeueDead:
        return OperationWords::tr(
            "A job that uses up its attempts becomes a dead letter. There is none to act on now.");
    case Action::ChangePriority:
        return OperationWords::tr("The selected jobs have been taken, or are in that band already.");
    case Action::Trim:
        if (variantOf(request) == ActionVariant::Prune) {
            return OperationWords::tr("No entry is older than the window.");
        }
        return OperationWords::tr("The collection is already within that: there is nothing to cut.");
    case Action::CleanUp:
        return OperationWords::tr(
            "The expired entries have been cleaned up or renewed in the meantime. Nothing was changed.");
    case Action::Prune:
        return OperationWords::tr("Nobody was seen last before that time. Try a shorter one.");
    case Action::Undo:
        return OperationWords::tr("Everything this operation moved or removed has been put back, or was given up.");
    default:
        return OperationWords::tr(
            "The selection has been worked on, moved or removed in the meantime. Nothing was changed.");
    }
}

} // namespace plimsoll::models
