// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/cellrole.h"
#include "redis/types/snapshot.h"

#include <QHash>
#include <QStyledItemDelegate>

namespace plimsoll::views {

class Theme;

using models::Cell;

/// The model roles that provide styles; -1 if the model has none.
struct CellRoles {
    int severity = -1; ///< int of State
    int changed = -1; ///< bool: flash once
    int stale = -1; ///< bool: out of date, painted grey
    int trend = -1; ///< QVector<float>
    int limit = -1; ///< double: dashed line in a trend
    int cellState = -1; ///< int of State of one figure, which is marked if it is in trouble
    int share = -1; ///< double: length of a bar, 0 to 1
    int endless = -1; ///< bool: unlimited bar, hatched and framed as a warning
    int series = -1; ///< int: index of a series colour; bars default to the first
    int pinned = -1; ///< bool: highlight the row like a selected one
    int struck = -1; ///< bool: strike out
    int note = -1; ///< QString: note next to the text, not struck out
    int mono = -1; ///< bool: false if a Mono cell holds a placeholder in words
};

/// Paints the cells of every table: rows of equal height with a thin line between, selection, hover, and a faint flash
/// on changes. All colours of table values are chosen here. GUI thread.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    CellDelegate(Theme *theme, const CellRoles &roles, QObject *parent = nullptr);

    /// Overrides the style that the model gives.
    void setCell(int column, Cell cell) { m_cells.insert(column, cell); }
    [[nodiscard]] Cell cellOf(const QAbstractItemModel &model, int column) const;
    /// Sets the strength of the flash on changed cells; 0 for none.
    void setFlash(double strength) { m_flash = strength; }
    void setHoverRow(int row) { m_hoverRow = row; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintText(QPainter &painter, const QRectF &rect, const QModelIndex &index, Cell cell) const;
    void paintBar(QPainter &painter, const QRectF &rect, double share, const QModelIndex &index) const;
    [[nodiscard]] QColor seriesColour(const QModelIndex &index) const;
    [[nodiscard]] bool isStale(const QModelIndex &index) const;

    Theme *m_theme;
    CellRoles m_roles;
    QHash<int, Cell> m_cells;
    double m_flash = 0;
    int m_hoverRow = -1;
};

} // namespace plimsoll::views
