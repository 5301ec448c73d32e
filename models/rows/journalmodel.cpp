// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/journalmodel.h"

#include "models/text/format.h"
#include "models/text/operationtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace plimsoll::models {

namespace {

struct JournalWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

/// Number of elements that an undo is about. A removed consumer is none, where it had some.
qint64 undoableCount(const OperationReport &report)
{
    return report.leftAlone > 0                                       ? report.leftAlone
        : report.action == Action::RemoveConsumer && report.moved > 0 ? report.moved
                                                                      : report.changed();
}

bool sameReport(const OperationReport &a, const OperationReport &b)
{
    return a.state == b.state && a.undoable == b.undoable && a.matched == b.matched && a.moved == b.moved
        && a.deadLettered == b.deadLettered && a.removed == b.removed && a.skipped == b.skipped && a.error == b.error
        && a.leftAlone == b.leftAlone && a.notes == b.notes && a.time == b.time;
}

} // namespace

JournalModel::JournalModel(QObject *parent) : TableModel("operations", parent)
{
    setColumns({
        {QT_TRANSLATE_NOOP("operations", "time"), Cell::Figure,
         [](auto &report) { return formatDateTime(report.time); },
         [](auto &report) { return static_cast<qint64>(report.time.count()); }},
        {QT_TRANSLATE_NOOP("operations", "action"), Cell::Text, [this](auto &report) { return titleOf(report); },
         [](auto &report) { return actionTitle(report); }},
        {QT_TRANSLATE_NOOP("operations", "collection"), Cell::Text, [](auto &report) { return report.collection; }},
        {QT_TRANSLATE_NOOP("operations", "server"), Cell::Text,
         [](auto &report) { return report.server.section(QLatin1StringView("://"), -1); }, nullptr,
         [](auto &report) { return report.server; }},
        {QT_TRANSLATE_NOOP("operations", "matched"), Cell::Figure,
         [](auto &report) { return formatCount(report.matched); }, [](auto &report) { return report.matched; }},
        {QT_TRANSLATE_NOOP("operations", "state"), Cell::Badge,
         [](auto &report) { return operationStateTitle(report); }, nullptr, [](auto &report) { return report.error; }},
        {QT_TRANSLATE_NOOP("operations", "undo"), Cell::Text, [this](auto &report) { return undoText(report); },
         nullptr, [this](auto &report) { return undoTip(report); }},
        {QT_TRANSLATE_NOOP("operations", "result"), Cell::Text, [](auto &report) { return resultText(report); },
         [](auto &report) { return report.changed(); }, [](auto &report) { return resultText(report); }},
    });
    setRowValues({{IdRole, [](auto &report) { return report.id; }},
                  {SeverityRole, [](auto &report) { return static_cast<int>(operationSeverity(report)); }},
                  {FilterRole, [](auto &report) {
                       return QStringList{report.id,         actionTitle(report),
                                          report.collection, operationStateTitle(report),
                                          report.server,     report.workspace}
                           .join(QLatin1Char('\n'));
                   }}});
}

void JournalModel::apply(const std::vector<OperationReport> &operations, bool isPast)
{
    const bool wasLive = !std::exchange(m_isPast, isPast); // a past moment hides the operations after it
    std::erase_if(m_possible, [&](const auto &seen) { // what was possible before an undo says nothing after it
        const auto now = std::find_if(operations.begin(), operations.end(),
                                      [&](const OperationReport &report) { return report.id == seen.first; });
        const int row = rowOf(seen.first);
        const bool isTriedSince = std::any_of(operations.begin(), operations.end(), [&](const OperationReport &report) {
            return report.undoOf == seen.first && rowOf(report.id) < 0;
        });
        return now == operations.end() || (row >= 0 && (isTriedSince || !sameReport(operationAt(row), *now)));
    });
    std::erase_if(m_vain, [this](const QString &operation) { return !m_possible.contains(operation); });
    for (const OperationReport &report : operations) { // an undo that has just put nothing back
        if (wasLive && !isPast && rowCount() > 0 && !report.undoOf.isEmpty() && rowOf(report.id) < 0
            && report.state == OperationState::Done && report.changed() == 0) {
            setPossible(report.undoOf, 0);
        }
    }
    show({operations.rbegin(), operations.rend()}, &OperationReport::id, sameReport);
}

QString JournalModel::titleOf(const OperationReport &report) const
{
    const int undone = report.undoOf.isEmpty() ? -1 : rowOf(report.undoOf);
    return undone < 0 ? actionTitle(report)
                      : JournalWords::tr("%1 of “%2”").arg(actionTitle(report), actionTitle(operationAt(undone)));
}

QString JournalModel::undoText(const OperationReport &report) const
{
    if (!report.undoable) {
        return unknownText();
    }
    if (!whyLost(report.id).isEmpty()) {
        return JournalWords::tr("not here");
    }
    if (const auto seen = m_possible.find(report.id); seen != m_possible.end() && !m_isPast) {
        return JournalWords::tr("%1 of %2").arg(formatCount(seen->second), formatCount(undoableCount(report)));
    }
    return m_isPast || m_lost.contains(report.id) ? JournalWords::tr("kept") : JournalWords::tr("not checked");
}

QString JournalModel::undoTip(const OperationReport &report) const
{
    const QString lost = whyLost(report.id);
    return !report.undoable
        ? JournalWords::tr("It has been undone, is an undo itself, or nothing was kept that can go back.")
        : !lost.isEmpty()                 ? lost
        : !whyInVain(report.id).isEmpty() ? whyInVain(report.id)
        : !m_isPast && !m_lost.contains(report.id)
        ? JournalWords::tr("Its changes are kept. Whether this server has the data that it ran on is not known.")
        : JournalWords::tr("Its changes are kept. “Undo…” shows how many elements can still go back.");
}

void JournalModel::setPossible(const QString &operation, qint64 possible)
{
    m_possible[operation] = possible;
    if (possible == 0) {
        m_vain.insert(operation);
    } else {
        m_vain.erase(operation);
    }
    signalUndo(operation);
}

void JournalModel::setLost(const QString &operation, const QString &why)
{
    m_lost[operation] = why;
    signalUndo(operation);
}

QString JournalModel::whyLost(const QString &operation) const
{
    const auto found = m_lost.find(operation);
    return found == m_lost.end() || m_isPast ? QString() : found->second;
}

QString JournalModel::whyInVain(const QString &operation) const
{
    return !m_vain.contains(operation) || m_isPast
        ? QString()
        : JournalWords::tr(
            "Nothing of it can go back now: all of it was worked on, moved or removed since, or where it "
            "was is gone. It is looked at again when the journal is opened next.");
}

void JournalModel::forgetVain()
{
    for (const QString &operation : std::exchange(m_vain, {})) {
        signalUndo(operation);
    }
}

void JournalModel::signalUndo(const QString &operation)
{
    if (const int row = rowOf(operation); row >= 0) {
        const QModelIndex cell = index(row, static_cast<int>(Column::Undo));
        emit dataChanged(cell, cell);
    }
}

int JournalModel::rowOf(const QString &operation) const
{
    return findRow([&](const OperationReport &report) { return report.id == operation; });
}

bool JournalModel::hasSeveralServers() const
{
    return findRow([this](const OperationReport &report) { return report.server != rows().front().server; }) >= 0;
}

} // namespace plimsoll::models
