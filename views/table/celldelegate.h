// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QHash>
#include <QStyledItemDelegate>

namespace plimsoll::views {

class Theme;

/// How the cell of a column is painted.
enum class Cell {
    Text,
    Mono, ///< keys, ids, members
    Figure, ///< right-aligned with tabular digits
    Badge, ///< a state: a badge when something is wrong, else the word
    Sparkline,
    Bar, ///< a share from 0 to 1
    Series, ///< behind a square in the colour it has in charts
};

/// Under which roles a model says what colours need; -1: it does not.
struct CellRoles {
    int severity = -1; ///< int of State
    int changed = -1; ///< bool: flashes once
    int stale = -1; ///< bool: old, grey
    int trend = -1; ///< QVector<float>
    int limit = -1; ///< double: a dashed line in a trend
    int share = -1; ///< double, for bars
    int endless = -1; ///< bool: that of a bar has no end; it is hatched and framed, as a warning
    int series = -1; ///< int: which colour of the charts' lines it has; of bars the first where it is not said
    int pinned = -1; ///< bool: the row stands out like a selected one
    int struck = -1; ///< bool: crossed out
    int note = -1; ///< QString: beside the text, not crossed out
    int mono = -1; ///< bool: of a Mono cell, false where words stand in place of what cannot be seen
};

/// Paints the cells of every table: rows of one height with a thin line between, selection, hover, the faint flash of
/// what changed. The one place where a table's values get their colours. GUI thread.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    CellDelegate(Theme *theme, const CellRoles &roles, QObject *parent = nullptr);

    void setCell(int column, Cell cell) { m_cells.insert(column, cell); }
    [[nodiscard]] Cell cell(int column) const { return m_cells.value(column, Cell::Text); }
    /// 0: cells that changed look like others.
    void setFlash(double strength) { m_flash = strength; }
    void setHoverRow(int row) { m_hoverRow = row; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    [[nodiscard]] Cell cellAt(const QModelIndex &index) const;
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
