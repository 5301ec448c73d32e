// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table/rowsproxy.h"

#include "models/text/elementoutcomes.h"

namespace plimsoll::views {

RowsProxy::RowsProxy(std::function<const Element *(int)> elementOf, QObject *parent)
    : QSortFilterProxyModel(parent), m_elementOf(std::move(elementOf))
{
}

void RowsProxy::setOutcomes(models::ElementOutcomes *outcomes)
{
    m_outcomes = outcomes;
    if (outcomes != nullptr) {
        connect(outcomes, &models::ElementOutcomes::changed, this, &RowsProxy::refresh);
        connect(outcomes, &models::ElementOutcomes::cleared, this, [this] { m_lastTexts.clear(); });
    }
}

void RowsProxy::setOutcomeColumns(int column, int noteColumn)
{
    m_outcomeColumn = column;
    m_noteColumn = noteColumn;
}

void RowsProxy::setGone(const QSet<Identity> &gone)
{
    if (gone != m_gone) {
        m_gone = gone;
        refresh();
    }
}

void RowsProxy::setOld(bool old)
{
    if (std::exchange(m_isOld, old) != old) {
        refresh();
    }
}

void RowsProxy::refresh()
{
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

QString RowsProxy::outcomeOf(int sourceRow) const
{
    const Element *element = m_outcomes == nullptr ? nullptr : m_elementOf(sourceRow);
    return element == nullptr ? QString() : m_outcomes->of(*element);
}

bool RowsProxy::hasOutcomes() const
{
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        if (!outcomeOf(row).isEmpty()) {
            return true;
        }
    }
    return false;
}

/// The ages of a row that is gone do not run on: it keeps the text that it had.
QVariant RowsProxy::textOf(const QModelIndex &index, int sourceRow) const
{
    const QString outcome = outcomeOf(sourceRow);
    if (outcome.isEmpty()) {
        return QSortFilterProxyModel::data(index, Qt::DisplayRole);
    }
    const Element &element = *m_elementOf(sourceRow);
    LastText &last = m_lastTexts[{{element.key, element.element}, index.column()}];
    if (last.outcome != outcome) { // it may have come back meanwhile, and been removed again
        last = {outcome, QSortFilterProxyModel::data(index, Qt::DisplayRole)};
    }
    return last.text;
}

bool RowsProxy::filterAcceptsRow(int sourceRow, const QModelIndex &parent) const
{
    return QSortFilterProxyModel::filterAcceptsRow(sourceRow, parent)
        || sourceModel()->index(sourceRow, 0, parent).data(FilterRole).toString().contains(filterRegularExpression());
}

QVariant RowsProxy::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = mapToSource(index).row();
    const bool saysIt = index.column() == m_outcomeColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (saysIt) {
            if (const QString outcome = outcomeOf(row); !outcome.isEmpty()) {
                return outcome;
            }
        }
        return textOf(index, row);
    case StruckRole:
        return !saysIt && !outcomeOf(row).isEmpty();
    case NoteRole:
        return m_outcomeColumn < 0 && index.column() == m_noteColumn ? outcomeOf(row) : QString();
    case StaleRole: {
        const Element *element = m_gone.isEmpty() ? nullptr : m_elementOf(row);
        return m_isOld || !outcomeOf(row).isEmpty()
            || (element != nullptr && m_gone.contains({element->key, element->element}));
    }
    default:
        break;
    }
    return QSortFilterProxyModel::data(index, role);
}

} // namespace plimsoll::views
