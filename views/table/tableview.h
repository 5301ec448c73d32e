// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/table/celldelegate.h"
#include "views/theme/theme.h"

#include <QTableView>
#include <QTimer>

#include <vector>

namespace plimsoll::views {

/// The table every page uses: whole rows, our delegate, columns that fit once and then stay as the person left them,
/// Ctrl+C for rows as text. Rows stay under the pointer: `isHeld()` tells when not to move them. GUI thread.
class TableView final : public QTableView {
    Q_OBJECT

public:
    TableView(Theme *theme, const CellRoles &roles, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    [[nodiscard]] CellDelegate *cells() const { return m_cells; }
    /// Under which name widths and order of columns are kept between runs.
    void setStateName(const QString &name);
    /// Another kind of content: columns fit it anew, unless the person has set them.
    void refit();
    /// Of itself, as what is in it asks for; the person's own widths stay.
    void showColumn(int column, bool shown);
    /// Why a click on a header sorts nothing here; empty: it sorts, or nothing is to be said.
    void setUnsortedReason(const QString &reason);
    [[nodiscard]] const QString &unsortedReason() const { return m_unsorted; }
    /// The column that takes the room the others leave, at least so many pixels of it; -1: the last. Where even that is
    /// too much, the widest of the others are cut: a table has no horizontal scroll bar unless a person made it so.
    /// Without that least it is left out, and `instead` takes the rest; -1: then others are cut.
    void setWideColumn(int column, int least = 90, int instead = -1)
    {
        m_wideColumn = column;
        m_leastWide = least;
        m_instead = instead;
    }
    /// Columns are as wide as what is in them and no wider, where there is little room for many.
    void setTight() { m_slack = 0; }
    /// Columns from this one on may be hidden: from the right when the table is first shown narrower than they need,
    /// and by the menu of the header.
    void setHideableFrom(int column);
    /// A selection, the pointer over the page, or a dialog that is open: rows are not to move now.
    [[nodiscard]] bool isHeld() const;
    /// What changed flashes once from now.
    void flash();
    /// What saves the rows that are there as CSV or JSON: in the menu of the rows, and in that of the header where no
    /// columns can be hidden.
    [[nodiscard]] const QList<QAction *> &exportActions() const { return m_exports; }
    /// Source rows selected, in the order shown.
    [[nodiscard]] QModelIndexList selectedRows() const;
    /// The row the person is on; invalid: none.
    [[nodiscard]] QModelIndex chosenRow() const;

signals:
    void opened(const QModelIndex &index); ///< double click, or Enter on a selected row
    void currentMoved(const QModelIndex &index); ///< the row the person is on; invalid: none
    void copyRequested(); ///< Ctrl+C

protected:
    void keyPressEvent(QKeyEvent *event) override;
    /// Home and End go to the first and last row: rows are what is selected here, not cells.
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void showEvent(QShowEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last) override;
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    void fitColumns();
    void hideWhatDoesNotFit();
    void showColumnMenu(const QPoint &place);
    void makeExports(); // in tableexports.cpp
    void exportAs(QLatin1StringView ending);
    [[nodiscard]] int contentWidth(int column, int firstRow, int lastRow) const;
    void noteWidths();
    [[nodiscard]] int titleWidth(int column) const;
    void followContent();
    void stretchWide();
    [[nodiscard]] bool isRoomForWide() const;
    void cutWidest(int excess, int wide, const std::vector<int> &least);
    void saveColumns();
    void setHoverRow(int row);

    CellDelegate *m_cells;
    QList<QAction *> m_exports;
    QTimer m_flashTimer;
    QTimer m_saveTimer;
    QTimer m_followTimer;
    QString m_stateName;
    std::vector<int> m_wanted; ///< widths by column, by the content or the person; what is shown may be less
    std::vector<int> m_contents; ///< widths by column that what is in the cells needs
    int m_wideColumn = -1;
    int m_leastWide = 90;
    int m_slack = metrics::step; ///< of each column, beside its text
    int m_instead = -1; ///< takes the rest where there is no room for the wide one
    int m_hideableFrom = -1;
    int m_hoverRow = -1;
    QString m_unsorted; ///< why a click on a header sorts nothing
    bool m_own = false; ///< the person has set widths or order
    bool m_fitted = false;
    bool m_fitting = false;
};

} // namespace plimsoll::views
