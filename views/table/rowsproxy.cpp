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

void RowsProxy::setGone(const QSet<Identity> &gone, std::chrono::milliseconds now)
{
    const auto areBack = m_gone.removeIf([&gone](const auto &left) { return !gone.contains(left.key()); });
    const bool areNew = m_gone.size() < gone.size();
    for (const Identity &each : gone) {
        if (!m_gone.contains(each)) {
            m_gone.insert(each, now);
        }
    }
    if (areBack > 0) {
        m_lastTexts.removeIf([this](const auto &last) { return last->isGone && !m_gone.contains(last.key().first); });
    }
    if (areNew) {
        keepTexts();
    }
    if (areBack > 0 || areNew) {
        refresh();
    }
}

/// At once for all rows that are gone: one may be painted for the first time much later.
void RowsProxy::keepTexts()
{
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        if (!leftAt(row)) {
            continue;
        }
        const Element &element = *m_elementOf(row);
        const QString outcome = outcomeOf(row);
        for (int column = 0; column < sourceModel()->columnCount(); ++column) {
            LastText &last = m_lastTexts[{{element.key, element.element}, column}];
            // Also where an operation had taken it before, or took it now and it was not painted since.
            if (!last.isGone && (outcome.isEmpty() || last.outcome != outcome)) {
                last.text = sourceModel()->index(row, column).data();
                last.outcome = outcome;
            }
            last.isGone = true;
        }
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

std::optional<std::chrono::milliseconds> RowsProxy::leftAt(int sourceRow) const
{
    const Element *element = m_gone.isEmpty() ? nullptr : m_elementOf(sourceRow);
    const auto found = element == nullptr ? m_gone.cend() : m_gone.constFind({element->key, element->element});
    return found == m_gone.cend() ? std::nullopt : std::optional(*found);
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
    if (outcome.isEmpty() && !leftAt(sourceRow)) {
        return QSortFilterProxyModel::data(index, Qt::DisplayRole);
    }
    const Element &element = *m_elementOf(sourceRow);
    LastText &last = m_lastTexts[{{element.key, element.element}, index.column()}];
    if (last.outcome != outcome && !last.isGone) { // it may have come back meanwhile, and been removed again
        last.text = QSortFilterProxyModel::data(index, Qt::DisplayRole);
    }
    last.outcome = outcome;
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
            if (leftAt(row)) {
                return tr("left this page");
            }
        }
        return textOf(index, row);
    case StruckRole:
        return !saysIt && !outcomeOf(row).isEmpty();
    case NoteRole:
        return m_outcomeColumn < 0 && index.column() == m_noteColumn ? outcomeOf(row) : QString();
    case StaleRole:
        return m_isOld || !outcomeOf(row).isEmpty() || leftAt(row).has_value();
    default:
        break;
    }
    return QSortFilterProxyModel::data(index, role);
}

} // namespace plimsoll::views
