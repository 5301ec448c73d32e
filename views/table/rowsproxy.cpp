// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table/rowsproxy.h"

#include "models/fates.h"

namespace plimsoll::views {

RowsProxy::RowsProxy(std::function<const Element *(int)> elementOf, QObject *parent)
    : QSortFilterProxyModel(parent), m_elementOf(std::move(elementOf))
{
}

void RowsProxy::setFates(models::Fates *fates)
{
    m_fates = fates;
    if (fates != nullptr) {
        connect(fates, &models::Fates::changed, this, &RowsProxy::refresh);
    }
}

void RowsProxy::setFateColumns(int column, int noteColumn)
{
    m_fateColumn = column;
    m_noteColumn = noteColumn;
}

void RowsProxy::setGone(const QSet<Identity> &gone)
{
    if (gone != m_gone) {
        m_gone = gone;
        refresh();
    }
}

void RowsProxy::refresh()
{
    if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

QString RowsProxy::fateOf(int sourceRow) const
{
    const Element *element = m_fates == nullptr ? nullptr : m_elementOf(sourceRow);
    return element == nullptr ? QString() : m_fates->of(*element);
}

bool RowsProxy::hasFates() const
{
    for (int row = 0; row < sourceModel()->rowCount(); ++row) {
        if (!fateOf(row).isEmpty()) {
            return true;
        }
    }
    return false;
}

QVariant RowsProxy::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = mapToSource(index).row();
    const bool saysIt = index.column() == m_fateColumn;
    switch (role) {
    case Qt::DisplayRole:
        if (saysIt) {
            if (const QString fate = fateOf(row); !fate.isEmpty()) {
                return fate;
            }
        }
        break;
    case StruckRole:
        return !saysIt && !fateOf(row).isEmpty();
    case NoteRole:
        return m_fateColumn < 0 && index.column() == m_noteColumn ? fateOf(row) : QString();
    case GoneRole: {
        const Element *element = m_gone.isEmpty() ? nullptr : m_elementOf(row);
        return !fateOf(row).isEmpty() || (element != nullptr && m_gone.contains({element->key, element->element}));
    }
    default:
        break;
    }
    return QSortFilterProxyModel::data(index, role);
}

} // namespace plimsoll::views
