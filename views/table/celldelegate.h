// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/cellrole.h"

#include <QStyledItemDelegate>

namespace plimsoll::views {

class Theme;

using models::Cell;

/// Style of a column's cells.
[[nodiscard]] Cell cellOf(const QAbstractItemModel &model, int column);

/// Paints the cells of every table: rows of equal height with a thin line between, selection, hover, and a faint flash
/// on changes. Reads models::CellRole of the cell; all colours of table values are chosen here. GUI thread.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit CellDelegate(Theme *theme, QObject *parent = nullptr);

    /// Sets the strength of the flash on changed cells; 0 for none.
    void setFlash(double strength) { m_flash = strength; }
    void setHoverRow(int row) { m_hoverRow = row; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// Width of a cell with this badge, in the state that makes it widest.
    [[nodiscard]] int badgeWidth(const QString &text) const;
    /// Shows the whole text of a cell that is cut and has no tip.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;
    /// Ticks check marks.
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

private:
    void paintBackground(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintText(QPainter &painter, const QRectF &rect, const QModelIndex &index, Cell cell) const;
    void paintCheck(QPainter &painter, const QRectF &rect, bool isChecked) const;
    void paintBar(QPainter &painter, const QRectF &rect, double share, const QModelIndex &index) const;
    [[nodiscard]] QColor seriesColour(const QModelIndex &index) const;

    Theme *m_theme;
    double m_flash = 0;
    int m_hoverRow = -1;
};

} // namespace plimsoll::views
