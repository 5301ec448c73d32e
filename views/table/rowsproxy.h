// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"

#include <QSet>
#include <QSortFilterProxyModel>

#include <functional>
#include <utility>

namespace plimsoll::models {
class Fates;
}

namespace plimsoll::views {

/// The rows of a page of elements as they are shown: filtered, those an operation took struck out with what became of
/// them, those that have left otherwise grey. GUI thread.
class RowsProxy final : public QSortFilterProxyModel {
    Q_OBJECT

public:
    /// Far from the roles of the models beneath.
    enum Role {
        StruckRole = Qt::UserRole + 1000, ///< bool: the cell is crossed out
        NoteRole, ///< QString: stands beside the text of the cell, not crossed out
        GoneRole, ///< bool: the row is not in the newest page any more
    };
    using Identity = std::pair<QByteArray, QByteArray>; ///< key and exact bytes

    /// Null for a row that is no element.
    RowsProxy(std::function<const Element *(int)> elementOf, QObject *parent);

    void setFates(models::Fates *fates);
    /// The column that says what became of a row instead of its own text; -1: a note beside the text of `noteColumn`.
    void setFateColumns(int column, int noteColumn);
    void setGone(const QSet<Identity> &gone);
    [[nodiscard]] QString fateOf(int sourceRow) const;
    /// Any row has one.
    [[nodiscard]] bool hasFates() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void refresh();

    std::function<const Element *(int)> m_elementOf;
    models::Fates *m_fates = nullptr;
    QSet<Identity> m_gone;
    int m_fateColumn = -1;
    int m_noteColumn = 0;
};

} // namespace plimsoll::views
