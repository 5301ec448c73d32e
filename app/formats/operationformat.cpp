// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/operationformat.h"

#include "app/formats/clitext.h"
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace plimsoll::app {

using models::formatCount;

namespace {

constexpr qsizetype operationCellWidth = 60;

QString countsText(const OperationReport &report)
{
    QStringList parts{tr("%1 matched").arg(formatCount(report.matched))};
    const auto add = [&parts](qint64 number, const QString &text) {
        if (number > 0) {
            parts << text.arg(formatCount(number));
        }
    };
    add(report.moved, tr("%1 moved"));
    add(report.deadLettered, tr("%1 to dead letters"));
    add(report.removed, tr("%1 removed"));
    add(report.skipped,
        report.notes.isEmpty() ? tr("%1 skipped, because they changed meanwhile")
                               : tr("%1 skipped, because they changed meanwhile or for a reason below"));
    return parts.join(QLatin1String(", "));
}

} // namespace

QByteArray operationText(const OperationReport &report)
{
    QString text =
        tr("%1 %2: %3")
            .arg(shownId(report), printable(report.collection.toUtf8(), operationCellWidth), countsText(report));
    if (report.dryRun) {
        text += tr(" (dry run: nothing was changed)");
    } else if (report.state != OperationState::Done) {
        text += QLatin1String("; ") + operationStateId(report.state);
    }
    text += u'\n';
    if (report.undoable && !report.dryRun) {
        text += tr("Undo with: plimsoll undo %1").arg(report.id) + u'\n';
    }
    if (!report.dryRun) { // in a dry run the plan's text has them
        for (const QString &note : report.notes) {
            text += note + u'\n';
        }
    }
    return text.toUtf8();
}

QByteArray operationsTable(const std::vector<OperationReport> &operations, Colour colour)
{
    if (operations.empty()) {
        return (tr("No operation is in the journal.") + u'\n').toUtf8();
    }
    TextTable table({{tr("operation"), false},
                     {tr("time"), false},
                     {tr("action"), false},
                     {tr("collection"), false},
                     {tr("matched"), true},
                     {tr("moved"), true},
                     {tr("dead"), true},
                     {tr("removed"), true},
                     {tr("skipped"), true},
                     {tr("state"), false},
                     {tr("undo"), false}},
                    colour);
    for (const OperationReport &report : operations) {
        table.add({report.id, models::formatDateTime(report.time), shownId(report),
                   printable(report.collection.toUtf8(), operationCellWidth), formatCount(report.matched),
                   formatCount(report.moved), formatCount(report.deadLettered), formatCount(report.removed),
                   formatCount(report.skipped),
                   report.leftAlone > 0 || models::isInVain(report) ? models::operationStateTitle(report)
                                                                    : QString(operationStateId(report.state)),
                   report.undoable ? tr("yes") : tr("no")});
    }
    return table.text().toUtf8();
}

namespace {

QString sampleText(const Element &element, const std::optional<QStringList> &hidden)
{
    if (hidden) {
        return printable(redactedJson(element.element, *hidden), operationCellWidth);
    }
    const QByteArray first = element.element.trimmed().left(1);
    const bool mayHoldFields = first == "{" || first == "[" || first == "\"";
    return !mayHoldFields                                        ? printable(element.element, operationCellWidth)
        : !element.id.isEmpty() && element.id != element.element ? printable(element.id, operationCellWidth)
                                                                 : tr("(JSON; with -w FILE its fields are shown)");
}

} // namespace

QByteArray planText(const Plan &plan, const std::optional<QStringList> &hidden)
{
    QString text;
    for (const Element &element : plan.sample) {
        text += QLatin1String("  ") + sampleText(element, hidden) + u'\n';
    }
    const qint64 more = plan.matched() - qint64(plan.sample.size());
    if (!plan.sample.empty() && more > 0) {
        text += tr("  and %1 more").arg(formatCount(more)) + u'\n';
    }
    for (const QString &command : plan.commands) {
        text += command + u'\n';
    }
    if (!plan.note.isEmpty()) {
        text += plan.note + u'\n';
    }
    return text.toUtf8();
}

OperationReport dryReport(const Plan &plan, const QString &server)
{
    OperationReport report;
    report.id = plan.id;
    report.action = plan.action;
    report.variant = plan.variant;
    report.collection = plan.collection;
    report.matched = plan.matched();
    for (const PlanStep &step : plan.steps) {
        if (step.outcome() == 'd') {
            report.deadLettered += step.planned();
            continue;
        }
        (step.outcome() == 'r' ? report.removed : report.moved) += step.beside ? 0 : step.planned();
    }
    report.deadLettered += qint64(plan.exhausted.size());
    report.moved -= qint64(plan.exhausted.size());
    report.skipped = plan.possible ? report.matched - *plan.possible : plan.staying;
    const qint64 notMoved = std::min(report.skipped, report.moved);
    report.moved -= notMoved;
    report.removed -= report.skipped - notMoved;
    report.dryRun = true;
    report.undoable = plan.undoable && report.matched > 0;
    report.state = OperationState::Done;
    report.keys = plan.keys();
    report.server = server;
    if (!plan.note.isEmpty()) {
        report.notes.append(plan.note);
    }
    return report;
}

} // namespace plimsoll::app
