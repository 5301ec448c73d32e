// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

struct ReportWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

/// Text for elements that were neither dead-lettered nor removed; "%1" is their number.
QString movedText(const OperationReport &report)
{
    switch (report.variant) {
    case ActionVariant::Claim:
        return ReportWords::tr("%1 claimed");
    case ActionVariant::Release:
        return ReportWords::tr("%1 released");
    case ActionVariant::AddAgain:
        return ReportWords::tr("%1 added again");
    case ActionVariant::EditRequeue:
        return ReportWords::tr("%1 changed and requeued");
    default:
        break;
    }
    switch (report.action) {
    case Action::Requeue:
    case Action::RequeueDead:
    case Action::Adopt:
        return ReportWords::tr("%1 requeued");
    case Action::Undo:
        return ReportWords::tr("%1 put back");
    case Action::Add:
        return ReportWords::tr("%1 added");
    case Action::Edit:
    case Action::Postpone:
    case Action::ChangePriority:
    case Action::SetLastId:
        return ReportWords::tr("%1 changed");
    case Action::RemoveConsumer:
        return report.moved == 1 ? ReportWords::tr("%1 entry handed over")
                                 : ReportWords::tr("%1 entries handed over", nullptr, pluralOf(report.moved));
    default:
        return ReportWords::tr("%1 moved");
    }
}

/// Text for the elements that were removed; "%1" is their number.
QString removedText(const OperationReport &report)
{
    switch (report.action) {
    case Action::Acknowledge:
        return ReportWords::tr("%1 acknowledged");
    case Action::Release:
        return ReportWords::tr("%1 released");
    case Action::RemoveConsumer:
        return report.removed == 1 ? ReportWords::tr("%1 consumer removed")
                                   : ReportWords::tr("%1 consumers removed", nullptr, pluralOf(report.removed));
    default:
        return ReportWords::tr("%1 removed");
    }
}

} // namespace

QString operationStateTitle(OperationState state)
{
    static constexpr std::array titles{
        QT_TRANSLATE_NOOP("operations", "open"),    QT_TRANSLATE_NOOP("operations", "done"),
        QT_TRANSLATE_NOOP("operations", "stopped"), QT_TRANSLATE_NOOP("operations", "failed"),
        QT_TRANSLATE_NOOP("operations", "partial"), QT_TRANSLATE_NOOP("operations", "undone")};
    return ReportWords::tr(titles.at(static_cast<std::size_t>(state)));
}

State operationSeverity(OperationState state)
{
    switch (state) {
    case OperationState::Failed:
        return State::Critical;
    case OperationState::Partial:
    case OperationState::Open:
    case OperationState::Cancelled: // only part of it was done
        return State::Warning;
    case OperationState::Done:
    case OperationState::Undone:
        break;
    }
    return State::Ok;
}

QString operationStateTitle(const OperationReport &report)
{
    return report.leftAlone > 0         ? ReportWords::tr("undone except for %1").arg(formatCount(report.leftAlone))
        : !isInVain(report)             ? operationStateTitle(report.state)
        : report.action == Action::Undo ? ReportWords::tr("nothing put back")
                                        : ReportWords::tr("nothing changed");
}

bool isInVain(const OperationReport &report)
{
    return report.state == OperationState::Done && report.changed() == 0 && report.skipped > 0;
}

State operationSeverity(const OperationReport &report)
{
    const bool isLeft = report.action == Action::RemoveConsumer && report.removed == 0 // with what it still holds
        && report.state != OperationState::Undone;
    const bool isPart = report.leftAlone > 0 || ((report.action == Action::Undo || isLeft) && report.skipped > 0);
    return std::max(operationSeverity(report.state), isPart ? State::Warning : State::Ok);
}

QString leftAloneText(const OperationReport &report)
{
    if (report.leftAlone == 0) {
        return {};
    }
    const int plural = pluralOf(report.leftAlone);
    const QString count = formatCount(report.leftAlone);
    if (!report.undoable) {
        return report.leftAlone == 1
            ? ReportWords::tr("Undone except for 1, which was no longer as it had left it.")
            : ReportWords::tr("Undone except for %1, which were no longer as it had left them.", nullptr, plural)
                  .arg(count);
    }
    return report.leftAlone == 1
        ? ReportWords::tr("Undone except for 1, which was no longer as it had left it; another undo tries it again.")
        : ReportWords::tr(
              "Undone except for %1, which were no longer as it had left them; another undo tries them again.", nullptr,
              plural)
              .arg(count);
}

QString skippedText(const OperationReport &report)
{
    if (report.skipped == 0) {
        return {};
    }
    const QString count = formatCount(report.skipped);
    const bool isOne = report.skipped == 1;
    switch (report.action) {
    case Action::Undo:
        return isOne ? ReportWords::tr("1: taken by a worker or changed since")
                     : ReportWords::tr("%1: taken by workers or changed since").arg(count);
    case Action::Add:
        return isOne ? ReportWords::tr("1: already a member") : ReportWords::tr("%1: already members").arg(count);
    case Action::Release:
        return isOne ? ReportWords::tr("1: its lease had ended, or another holds it")
                     : ReportWords::tr("%1: their leases had ended, or others hold them").arg(count);
    case Action::Trim:
        return isOne ? ReportWords::tr("1: taken by others before the operation reached it")
                     : ReportWords::tr("%1: taken by others before the operation reached them").arg(count);
    case Action::RemoveConsumer:
        return isOne ? ReportWords::tr("1: no longer as shown, or still holding entries")
                     : ReportWords::tr("%1: no longer as shown, or still holding entries").arg(count);
    default:
        return isOne ? ReportWords::tr("1: gone, or no longer as shown, when the operation reached it")
                     : ReportWords::tr("%1: gone, or no longer as shown, when the operation reached them").arg(count);
    }
}

QString outcomeText(Action action, ActionVariant variant, char outcome, std::chrono::milliseconds time)
{
    const QString when = formatTime(time);
    if (outcome == 'd' || action == Action::DeadLetter) {
        return ReportWords::tr("to dead letters %1").arg(when);
    }
    switch (variant) {
    case ActionVariant::Claim:
        return ReportWords::tr("claimed %1").arg(when);
    case ActionVariant::Release:
        return ReportWords::tr("released %1").arg(when);
    case ActionVariant::AddAgain:
        return ReportWords::tr("added again %1").arg(when);
    case ActionVariant::Prune:
        return ReportWords::tr("pruned %1").arg(when);
    case ActionVariant::Reset:
        return ReportWords::tr("removed %1").arg(when);
    case ActionVariant::EditRequeue:
        return ReportWords::tr("edited and requeued %1").arg(when);
    default:
        break;
    }
    switch (action) {
    case Action::Acknowledge:
        return ReportWords::tr("acknowledged %1").arg(when);
    case Action::Requeue:
    case Action::RequeueDead:
    case Action::Adopt:
        return ReportWords::tr("requeued %1").arg(when);
    case Action::Discard:
        return ReportWords::tr("discarded %1").arg(when);
    case Action::RunNow:
        return ReportWords::tr("set to run %1").arg(when);
    case Action::Postpone:
        return ReportWords::tr("postponed %1").arg(when);
    case Action::ChangePriority:
        return ReportWords::tr("changed %1").arg(when);
    case Action::CleanUp:
        return ReportWords::tr("cleaned up %1").arg(when);
    case Action::Edit:
        return ReportWords::tr("edited %1").arg(when);
    case Action::Trim:
        return ReportWords::tr("trimmed %1").arg(when);
    case Action::Purge:
        return ReportWords::tr("purged %1").arg(when);
    case Action::Release:
        return ReportWords::tr("released %1").arg(when);
    case Action::RemoveConsumer: // its entries
        return ReportWords::tr("handed over %1").arg(when);
    default:
        return outcome == 'r' ? ReportWords::tr("removed %1").arg(when) : ReportWords::tr("moved %1").arg(when);
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
    if (report.action == Action::SetExpiry && report.moved > 0) {
        parts.append(ReportWords::tr("set on %1").arg(countedElements(report.moved, nullptr, report.action)));
    } else {
        add(report.moved, movedText(report));
    }
    add(report.deadLettered, ReportWords::tr("%1 to dead letters"));
    add(report.removed, removedText(report));
    add(report.skipped, ReportWords::tr("%1 skipped"));
    return parts.isEmpty() ? ReportWords::tr("nothing was changed") : parts.join(QStringLiteral(", "));
}

} // namespace plimsoll::models
