// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journalmodel.h"

#include "models/columninfo.h"
#include "models/format.h"
#include "models/operationtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace plimsoll::models {

namespace {

using JournalColumn = JournalModel::Column;

struct JournalWords {
    Q_DECLARE_TR_FUNCTIONS(operations)
};

constexpr std::array journalColumns{
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "time"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "action"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "collection"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "server"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "matched"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "moved"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "dead-lettered"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "removed"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "skipped"), true},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "state"), false},
    ColumnInfo{QT_TRANSLATE_NOOP("operations", "undo"), false},
};

QString undoTitle(const OperationReport &report)
{
    return report.undoable ? JournalWords::tr("possible") : unknownText();
}

/// Count in a column; -1 for other columns.
qint64 countOf(const OperationReport &report, JournalColumn column)
{
    switch (column) {
    case JournalColumn::Matched:
        return report.matched;
    case JournalColumn::Moved:
        return report.moved;
    case JournalColumn::DeadLettered:
        return report.deadLettered;
    case JournalColumn::Removed:
        return report.removed;
    case JournalColumn::Skipped:
        return report.skipped;
    default:
        return -1;
    }
}

QString text(const OperationReport &report, JournalColumn column)
{
    switch (column) {
    case JournalColumn::Time:
        return formatDateTime(report.time);
    case JournalColumn::Action:
        return actionTitle(report);
    case JournalColumn::Collection:
        return report.collection;
    case JournalColumn::Server:
        return report.server;
    case JournalColumn::State:
        return operationStateTitle(report);
    case JournalColumn::Undo:
        return undoTitle(report);
    default:
        break;
    }
    const qint64 count = countOf(report, column);
    // Hides zeros, so that effects stand out.
    return count == 0 && column != JournalColumn::Matched ? unknownText() : formatCount(count);
}

QVariant sortValue(const OperationReport &report, JournalColumn column)
{
    if (column == JournalColumn::Time) {
        return static_cast<qint64>(report.time.count());
    }
    const qint64 count = countOf(report, column);
    return count >= 0 ? QVariant(count) : QVariant(text(report, column));
}

QString toolTip(const OperationReport &report, JournalColumn column)
{
    if (column == JournalColumn::State) {
        return report.error;
    }
    if (column == JournalColumn::Undo && !report.undoable) {
        return JournalWords::tr("It was undone, is an undo itself, or nothing of it is kept.");
    }
    return {};
}

bool sameReport(const OperationReport &a, const OperationReport &b)
{
    return a.state == b.state && a.undoable == b.undoable && a.matched == b.matched && a.moved == b.moved
        && a.deadLettered == b.deadLettered && a.removed == b.removed && a.skipped == b.skipped && a.error == b.error
        && a.leftAlone == b.leftAlone && a.notes == b.notes && a.time == b.time;
}

std::vector<QString> idsOf(const std::vector<OperationReport> &operations)
{
    std::vector<QString> ids(operations.size());
    std::transform(operations.begin(), operations.end(), ids.begin(),
                   [](const OperationReport &report) { return report.id; });
    return ids;
}

} // namespace

void JournalModel::apply(const std::vector<OperationReport> &operations)
{
    std::vector<OperationReport> next(operations.rbegin(), operations.rend());
    arrange(m_rows, next, originsOf(idsOf(next), idsOf(m_rows)), [] {});
    update(m_rows, std::move(next), sameReport);
}

QString JournalModel::titleOf(const OperationReport &report) const
{
    const int undone = report.undoOf.isEmpty() ? -1 : rowOf(report.undoOf);
    return undone < 0 ? actionTitle(report)
                      : JournalWords::tr("%1 of “%2”").arg(actionTitle(report), actionTitle(operationAt(undone)));
}

int JournalModel::rowOf(const QString &operation) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const OperationReport &report) { return report.id == operation; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

bool JournalModel::counts(JournalColumn column) const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [column](const OperationReport &report) { return countOf(report, column) > 0; });
}

bool JournalModel::hasSeveralServers() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [this](const OperationReport &report) { return report.server != m_rows.front().server; });
}

int JournalModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int JournalModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(journalColumns.size());
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const OperationReport &report = operationAt(index.row());
    const auto column = static_cast<JournalColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return column == JournalColumn::Action ? titleOf(report) : text(report, column);
    case Qt::ToolTipRole:
        return toolTip(report, column);
    case Qt::TextAlignmentRole:
        return columnAlignment(journalColumns.at(static_cast<std::size_t>(index.column())).number);
    case SortRole:
        return sortValue(report, column);
    case IdRole:
        return report.id;
    case SeverityRole:
        return static_cast<int>(operationSeverity(report));
    case FilterRole:
        return QStringList{report.id,     actionTitle(report), report.collection, operationStateTitle(report),
                           report.server, report.workspace}
            .join(QLatin1Char('\n'));
    default:
        return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columnHeader(journalColumns, "operations", section, orientation, role);
}

} // namespace plimsoll::models
