// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/cellrole.h"
#include "redis/types/browse.h"

#include <QHash>
#include <QSet>
#include <QSortFilterProxyModel>

#include <chrono>
#include <functional>
#include <optional>
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
    /// Sets the elements that are not on the newest page, which was read at `now`. Their rows keep their texts.
    void setGone(const QSet<Identity> &gone, std::chrono::milliseconds now);
    /// Shows all rows grey, because they could not be read again.
    void setOld(bool old);
    [[nodiscard]] QString outcomeOf(int sourceRow) const;
    /// Time at which the row was first missing from the newest page; nullopt if it is there.
    [[nodiscard]] std::optional<std::chrono::milliseconds> leftAt(int sourceRow) const;
    /// Returns true if any row has an outcome.
    [[nodiscard]] bool hasOutcomes() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

protected:
    /// Looks in the columns and in what the source model names for the filter.
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &parent) const override;

private:
    void refresh();
    void keepTexts();
    [[nodiscard]] QVariant textOf(const QModelIndex &index, int sourceRow) const;

    std::function<const Element *(int)> m_elementOf;
    models::ElementOutcomes *m_outcomes = nullptr;
    QHash<Identity, std::chrono::milliseconds> m_gone; ///< when each was first missing
    bool m_isOld = false;
    /// Text of a removed row when it left or its outcome became known, whichever was first.
    struct LastText {
        QString outcome;
        QVariant text;
        bool isGone = false;
    };
    mutable QHash<std::pair<Identity, int>, LastText> m_lastTexts; ///< last text of each element and column
    int m_outcomeColumn = -1;
    int m_noteColumn = 0;
};

} // namespace plimsoll::views
