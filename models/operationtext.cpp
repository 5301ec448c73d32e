// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operationtext.h"

#include "models/format.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

using L1 = QLatin1StringView;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

struct ActionWords {
    Action action;
    const char *title;
    const char *command; ///< "%1" is what: "41 jobs", "41 stale jobs of email"
    const char *sentence; ///< what happens to them
    bool destructive;
};

constexpr std::array actionWords{
    ActionWords{Action::Requeue, QT_TRANSLATE_NOOP("operations", "Requeue"),
                QT_TRANSLATE_NOOP("operations", "Requeue %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "Jobs whose worker is overdue go back to the end that workers take "
                                  "from next."),
                false},
    ActionWords{Action::RequeueDead, QT_TRANSLATE_NOOP("operations", "Requeue dead letters"),
                QT_TRANSLATE_NOOP("operations", "Requeue %1"),
                QT_TRANSLATE_NOOP("operations", "Dead letters go back to be worked on, behind what is waiting."),
                false},
    ActionWords{Action::DeadLetter, QT_TRANSLATE_NOOP("operations", "Dead-letter"),
                QT_TRANSLATE_NOOP("operations", "Dead-letter %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They go to the dead letters, where nobody works on them until they "
                                  "are requeued."),
                false},
    ActionWords{Action::Discard, QT_TRANSLATE_NOOP("operations", "Discard"),
                QT_TRANSLATE_NOOP("operations", "Discard %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They are taken out of the collection and kept in the archive on this "
                                  "computer."),
                true},
    ActionWords{
        Action::RunNow, QT_TRANSLATE_NOOP("operations", "Run now"), QT_TRANSLATE_NOOP("operations", "Run %1 now"),
        QT_TRANSLATE_NOOP("operations", "They do not wait for their time: workers can take them at once."), false},
    ActionWords{
        Action::Postpone, QT_TRANSLATE_NOOP("operations", "Postpone"), QT_TRANSLATE_NOOP("operations", "Postpone %1"),
        QT_TRANSLATE_NOOP("operations", "Their time is moved on; an overdue job is postponed from now."), false},
    ActionWords{Action::Move, QT_TRANSLATE_NOOP("operations", "Move"), QT_TRANSLATE_NOOP("operations", "Move %1"),
                QT_TRANSLATE_NOOP("operations", "They go to another tier, behind what is waiting there."), false},
    ActionWords{Action::ChangePriority, QT_TRANSLATE_NOOP("operations", "Change priority"),
                QT_TRANSLATE_NOOP("operations", "Change priority of %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They get a score of the other band, with the time they arrived at where their score "
                                  "holds it."),
                false},
    ActionWords{Action::Trim, QT_TRANSLATE_NOOP("operations", "Trim"), QT_TRANSLATE_NOOP("operations", "Trim %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They are cut off at the far end; what comes meanwhile is not "
                                  "touched."),
                true},
    ActionWords{Action::Prune, QT_TRANSLATE_NOOP("operations", "Prune"), QT_TRANSLATE_NOOP("operations", "Prune %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They are removed from who was seen and from who is connected. "
                                  "Whoever shows up again is there again."),
                true},
    ActionWords{Action::Add, QT_TRANSLATE_NOOP("operations", "Add"), QT_TRANSLATE_NOOP("operations", "Add %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They become members of the set; those that are already are "
                                  "skipped."),
                false},
    ActionWords{Action::SetExpiry, QT_TRANSLATE_NOOP("operations", "Set expiry"),
                QT_TRANSLATE_NOOP("operations", "Set expiry of %1"),
                QT_TRANSLATE_NOOP("operations", "When it is over, the server removes the keys with all they hold."),
                false},
    ActionWords{Action::Purge, QT_TRANSLATE_NOOP("operations", "Purge"), QT_TRANSLATE_NOOP("operations", "Purge %1"),
                QT_TRANSLATE_NOOP("operations", "All of them are taken out of the collection."), true},
    ActionWords{Action::Undo, QT_TRANSLATE_NOOP("operations", "Undo"), QT_TRANSLATE_NOOP("operations", "Put back %1"),
                QT_TRANSLATE_NOOP("operations",
                                  "They go back to where they were, in the order they had. Those that "
                                  "exist again or moved on meanwhile are left alone and counted."),
                false},
};

const ActionWords &wordsOf(Action action)
{
    return *std::find_if(actionWords.begin(), actionWords.end(),
                         [action](const ActionWords &words) { return words.action == action; });
}

bool hasMembers(const KindInfo *kind)
{
    static constexpr std::array are{Holds::Members, Holds::Ranked, Holds::Connected, Holds::Seen};
    return kind != nullptr && std::any_of(are.begin(), are.end(), [kind](Holds holds) { return kind->hasRole(holds); });
}

QString counted(qint64 count, const char *one, const char *many)
{
    return count == 1 ? Words::tr(one) : Words::tr(many, nullptr, pluralOf(count)).arg(formatCount(count));
}

/// "41 stale jobs": with the state where the action is about one.
QString countedState(qint64 count, const OperationRequest &request)
{
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

/// Attempts are in the record of a job: without one nothing counts them.
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
    return collection.isEmpty() ? what : Words::tr("%1 of %2").arg(what, collection);
}

/// "Requeue 28, dead-letter 13" where the plan knows of both; else empty.
QString mixedText(const Plan &plan)
{
    const auto dead = static_cast<qint64>(plan.exhausted.size());
    return dead == 0 || dead >= plan.matched()
        ? QString()
        : Words::tr("Requeue %1, dead-letter %2").arg(formatCount(plan.matched() - dead), formatCount(dead));
}

/// What it does to all of them: a requeue whose jobs have all used up their attempts is none.
Action actionOf(const Plan &plan)
{
    const bool allDead = plan.matched() > 0 && static_cast<qint64>(plan.exhausted.size()) >= plan.matched();
    return allDead ? Action::DeadLetter : plan.action;
}

constexpr qsizetype longestGroup = 120;

/// Where it is about a part alone: one cause of dead letters, or members with a text in them.
QString ofGroup(const QString &title, const OperationRequest &request)
{
    if (!request.match.isEmpty()) {
        return Words::tr("%1, those with “%2”").arg(title, request.match);
    }
    if (request.errorGroup.isNull()) {
        return title;
    }
    const QString &shown = request.errorShown.isEmpty() ? request.errorGroup : request.errorShown;
    return request.errorGroup.isEmpty() ? Words::tr("%1, those without an error").arg(title)
                                        : Words::tr("%1, “%2”").arg(title, shown.left(longestGroup));
}

/// What the row of a group names by what its letters have in common may be found by less.
QString groupSentence(const OperationRequest &request)
{
    return request.errorShown.isEmpty() || request.errorShown == request.errorGroup
        ? QString()
        : Words::tr("All whose error is “%1”, whatever stands in the places of # and <…>.")
              .arg(request.errorGroup.left(longestGroup));
}

QString archiveSentence(const Plan &plan)
{
    if (!isDestructive(plan.action) || plan.action == Action::Discard) {
        return {};
    }
    return plan.archive ? Words::tr("They are kept in the archive on this computer.") : QString();
}

} // namespace

QString actionTitle(Action action)
{
    return Words::tr(wordsOf(action).title);
}

QString operationStateTitle(OperationState state)
{
    static constexpr std::array titles{
        QT_TRANSLATE_NOOP("operations", "open"),    QT_TRANSLATE_NOOP("operations", "done"),
        QT_TRANSLATE_NOOP("operations", "stopped"), QT_TRANSLATE_NOOP("operations", "failed"),
        QT_TRANSLATE_NOOP("operations", "partial"), QT_TRANSLATE_NOOP("operations", "undone")};
    return Words::tr(titles.at(static_cast<std::size_t>(state)));
}

State operationSeverity(OperationState state)
{
    switch (state) {
    case OperationState::Failed:
        return State::Critical;
    case OperationState::Partial:
    case OperationState::Open:
    case OperationState::Cancelled: // not all of it was done
        return State::Warning;
    case OperationState::Done:
    case OperationState::Undone:
        break;
    }
    return State::Ok;
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

QString countedElements(qint64 count, const KindInfo *kind, Action action)
{
    if (action == Action::SetExpiry) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 key"), QT_TRANSLATE_N_NOOP("operations", "%1 keys"));
    }
    if (kind != nullptr && kind->hasRole(Holds::Record)) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 job"), QT_TRANSLATE_N_NOOP("operations", "%1 jobs"));
    }
    if (hasMembers(kind)) {
        return counted(count, QT_TRANSLATE_NOOP("operations", "1 member"),
                       QT_TRANSLATE_N_NOOP("operations", "%1 members"));
    }
    return counted(count, QT_TRANSLATE_NOOP("operations", "1 element"),
                   QT_TRANSLATE_N_NOOP("operations", "%1 elements"));
}

QString requestTitle(const OperationRequest &request)
{
    const QString title = actionTitle(request.action);
    const QString collection = collectionName(request);
    return ofGroup(collection.isEmpty() ? title : Words::tr("%1: %2").arg(title, collection), request);
}

QString planTitle(const Plan &plan, const OperationRequest &request)
{
    if (const QString mixed = mixedText(plan); !mixed.isEmpty()) {
        return ofGroup(ofCollection(mixed, plan.collection), request);
    }
    const QString what = ofCollection(countedState(plan.matched(), request), plan.collection);
    return ofGroup(Words::tr(wordsOf(actionOf(plan)).command).arg(what), request);
}

QString planButton(const Plan &plan, const OperationRequest &request)
{
    const QString mixed = mixedText(plan);
    return mixed.isEmpty()
        ? Words::tr(wordsOf(actionOf(plan)).command).arg(countedElements(plan.matched(), kindOf(request), plan.action))
        : mixed;
}

QString planSentence(const Plan &plan, const OperationRequest &request)
{
    QStringList sentences;
    if (plan.action == Action::SetExpiry && request.by.count() == 0) {
        sentences.append(Words::tr("The keys lose their expiry and stay until somebody removes them."));
    } else {
        const bool isList = plan.action == Action::Trim && !plan.steps.empty() && plan.steps.front().is<CutListStep>();
        sentences.append(isList ? Words::tr("The oldest are cut off, at the end that workers take from; what comes "
                                            "meanwhile is not touched.")
                                : Words::tr(wordsOf(plan.action).sentence));
    }
    if (plan.action == Action::Requeue && countsAttempts(request)) {
        sentences.append(Words::tr("Their attempts go up by one."));
    }
    if (plan.action == Action::RequeueDead && countsAttempts(request)) {
        sentences.append(request.keepAttempts ? Words::tr("They keep the attempts they have had.")
                                              : Words::tr("They start again with no attempts used up."));
    }
    sentences.append(groupSentence(request));
    sentences.append(archiveSentence(plan));
    sentences.append(plan.note);
    sentences.removeAll(QString());
    return sentences.join(QLatin1Char(' '));
}

QString undoText(const Plan &plan)
{
    if (plan.action == Action::Undo) {
        return Words::tr("This is an undo: to go back, start the operation again.");
    }
    if (!plan.undoable) {
        return Words::tr("Cannot be undone: nothing of it is kept.");
    }
    constexpr std::chrono::hours kept{24 * 30}; // the archive's retention, unless its size is reached earlier
    const auto until = QDateTime::fromMSecsSinceEpoch((plan.frozenAt + kept).count());
    return Words::tr("Can be undone until %1.").arg(QLocale().toString(until.date(), Words::tr("d MMMM")));
}

QString keysText(const Plan &plan)
{
    const auto keys = static_cast<qint64>(plan.keys().size());
    return counted(keys, QT_TRANSLATE_NOOP("operations", "1 key, one script for each batch"),
                   QT_TRANSLATE_N_NOOP("operations", "%1 keys, all on one server, one script for each batch"));
}

QString nothingHeading(const OperationRequest &request)
{
    switch (request.action) {
    case Action::Requeue:
        return Words::tr("No job is stale");
    case Action::RequeueDead:
        return Words::tr("No dead letter to requeue");
    case Action::RunNow:
    case Action::Postpone:
        return Words::tr("No job is waiting for its time");
    case Action::ChangePriority:
        return Words::tr("No job here has another priority");
    case Action::Trim:
        return Words::tr("Nothing to trim");
    case Action::Prune:
        return Words::tr("Nobody has been away for so long");
    case Action::Undo:
        return Words::tr("Nothing is left to put back");
    default:
        return Words::tr("Nothing here matches any more");
    }
}

QString nothingText(const OperationRequest &request)
{
    switch (request.action) {
    case Action::Requeue:
        return Words::tr("A job turns stale when its worker dies or hangs: its deadline passes, or it is in processing "
                         "for longer than staleAfter. Those that were stale have been finished or taken back.");
    case Action::RequeueDead:
        return Words::tr("A job that fails as often as it may ends among the dead letters. There is none now that "
                         "this is about.");
    case Action::ChangePriority:
        return Words::tr("Those that were meant have been taken, or are in that band already.");
    case Action::Trim:
        return Words::tr("The collection is within what was asked for: no element is beyond it.");
    case Action::Prune:
        return Words::tr("Everybody was seen within that time. A shorter one finds more.");
    case Action::Undo:
        return Words::tr("Everything this operation moved or removed has been put back, or was given up.");
    default:
        return Words::tr("What was selected has been worked on, moved or removed meanwhile. Nothing was changed.");
    }
}

QString skippedText(const OperationReport &report)
{
    if (report.skipped == 0) {
        return {};
    }
    const QString count = formatCount(report.skipped);
    switch (report.action) {
    case Action::Undo:
        return Words::tr("%1: they exist again, moved on since, or their place is taken by another").arg(count);
    case Action::Add:
        return Words::tr("%1: they were members already").arg(count);
    case Action::Trim:
        return Words::tr("%1: they were taken by others before it came to them").arg(count);
    default:
        return Words::tr("%1: they were no longer there, or no longer as they were shown, when it came to them")
            .arg(count);
    }
}

QString fateText(Action action, char outcome, std::chrono::milliseconds time)
{
    const QString when = formatTime(time);
    if (outcome == 'd' || action == Action::DeadLetter) {
        return Words::tr("to dead letters %1").arg(when);
    }
    switch (action) {
    case Action::Requeue:
    case Action::RequeueDead:
        return Words::tr("requeued %1").arg(when);
    case Action::Discard:
        return Words::tr("discarded %1").arg(when);
    case Action::RunNow:
        return Words::tr("set to run %1").arg(when);
    case Action::Postpone:
        return Words::tr("postponed %1").arg(when);
    case Action::ChangePriority:
        return Words::tr("changed %1").arg(when);
    case Action::Trim:
        return Words::tr("trimmed %1").arg(when);
    case Action::Purge:
        return Words::tr("purged %1").arg(when);
    default:
        return outcome == 'r' ? Words::tr("removed %1").arg(when) : Words::tr("moved %1").arg(when);
    }
}

QString resultText(const OperationReport &report)
{
    QStringList parts;
    const auto add = [&parts](qint64 count, const QString &text) {
        if (count > 0) {
            parts.append(text.arg(formatCount(count)));
        }
    };
    const bool added = report.action == Action::Add;
    const bool changed = report.action == Action::SetExpiry || report.action == Action::Postpone
        || report.action == Action::ChangePriority;
    add(report.moved,
        report.action == Action::Undo ? Words::tr("%1 put back")
            : added                   ? Words::tr("%1 added")
            : changed                 ? Words::tr("%1 changed")
                                      : Words::tr("%1 moved"));
    add(report.deadLettered, Words::tr("%1 to dead letters"));
    add(report.removed, Words::tr("%1 removed"));
    add(report.skipped, Words::tr("%1 skipped"));
    return parts.isEmpty() ? Words::tr("nothing was changed") : parts.join(QStringLiteral(", "));
}

} // namespace plimsoll::models
