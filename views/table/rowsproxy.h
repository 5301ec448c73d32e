// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/cellrole.h"
#include "redis/types/browse.h"

#include <QHash>
#include <QSet>
#include <QSortFilterProxyModel>

#include <functional>
#include <utility>

namespace plimsoll::models {
class ElementOutcomes;
}

namespace plimsoll::views {

/// The displayed rows of a page of elements: filtered; struck out with a note if an operation took them; grey if they
/// left otherwise. GUI thread.
class RowsProxy final : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using enum models::CellRole;
    using Identity = std::pair<QByteArray, QByteArray>; ///< key and exact bytes

    /// `elementOf` returns null for rows without an element.
    RowsProxy(std::function<const Element *(int)> elementOf, QObject *parent);

    void setOutcomes(models::ElementOutcomes *outcomes);
    /// Sets the column that shows the outcome instead of its text; -1 shows it as a note next to the text of
    /// `noteColumn`.
    void setOutcomeColumns(int column, int noteColumn);
    void setGone(const QSet<Identity> &gone);
    /// Shows all rows grey, because they could not be read again.
    void setOld(bool old);
    [[nodiscard]] QString outcomeOf(int sourceRow) const;
    /// Returns true if any row has an outcome.
    [[nodiscard]] bool hasOutcomes() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

protected:
    /// Looks in the columns and in what the source model names for the filter.
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &parent) const override;

private:
    void refresh();
    [[nodiscard]] QVariant textOf(const QModelIndex &index, int sourceRow) const;

    std::function<const Element *(int)> m_elementOf;
    models::ElementOutcomes *m_outcomes = nullptr;
    QSet<Identity> m_gone;
    bool m_isOld = false;
    /// Text of a removed row when its outcome became known.
    struct LastText {
        QString outcome;
        QVariant text;
    };
    mutable QHash<std::pair<Identity, int>, LastText> m_lastTexts; ///< last text of each element and column
    int m_outcomeColumn = -1;
    int m_noteColumn = 0;
};

} // namespace plimsoll::views
