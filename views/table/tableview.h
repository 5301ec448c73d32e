// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/table/celldelegate.h"
#include "views/theme/theme.h"

#include <QTableView>
#include <QTimer>

#include <vector>

namespace plimsoll::views {

/// The table of every page: selects whole rows, fits its columns once and then keeps the user's widths, and copies rows
/// as text with Ctrl+C. isHeld() tells when rows must stay under the pointer. GUI thread.
class TableView final : public QTableView {
    Q_OBJECT

public:
    explicit TableView(Theme *theme, QWidget *parent = nullptr);

    void setModel(QAbstractItemModel *model) override;
    [[nodiscard]] CellDelegate *cells() const { return m_cells; }
    /// Sets the name under which column widths and order are stored between runs.
    void setStateName(const QString &name);
    /// Fits the columns to new content, unless the user has changed them.
    void refit();
    /// Shows or hides a column by program; the user's widths are kept.
    void showColumn(int column, bool shown);
    /// Sets the explanation shown if the user clicks a header of an unsorted table; empty for none.
    void setUnsortedReason(const QString &reason);
    [[nodiscard]] const QString &unsortedReason() const { return m_unsorted; }
    /// Sets the column that takes the remaining width, at least `least` pixels; -1 for the last. If even `least` does
    /// not fit, the column is hidden and `instead` takes the rest; with -1, the widest other columns are narrowed. A
    /// horizontal scroll bar only appears by user choice.
    void setWideColumn(int column, int least = 90, int instead = -1);
    /// Makes a column of badges wide enough for these, so that the others do not move when one of them appears.
    void keepRoom(int column, const QStringList &badges);
    /// Removes the extra column width, for narrow places with many columns.
    void setTight() { m_slack = 0; }
    /// Allows hiding columns from this one on: from the right while the table is too narrow, unless the user has
    /// changed the columns, and by the header menu.
    void setHideableFrom(int column);
    /// Returns true if rows must not move: rows are selected, the pointer is over the page, or a dialog is open.
    [[nodiscard]] bool isHeld() const;
    /// Flashes the changed cells once.
    void flash();
    /// Returns the actions that save the rows as CSV or JSON. They are in the menu of the rows and, unless columns can
    /// be hidden, in that of the header.
    [[nodiscard]] const QList<QAction *> &exportActions() const { return m_exports; }
    /// Returns the selected source rows in display order.
    [[nodiscard]] QModelIndexList selectedRows() const;
    /// Returns the row that is current for the user; invalid if none.
    [[nodiscard]] QModelIndex chosenRow() const;

signals:
    void opened(const QModelIndex &index); ///< double click, or Enter on a selected row
    void currentMoved(const QModelIndex &index); ///< chosenRow() changed; invalid if none
    void copyRequested(); ///< Ctrl+C

protected:
    void keyPressEvent(QKeyEvent *event) override;
    /// Home and End go to the first and the last row, because whole rows are selected.
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
    void showWhatHadNoRoom();
    void hideWhatDoesNotFit();
    void showColumnMenu(const QPoint &place);
    void makeExports();
    void exportAs(QLatin1StringView ending);
    [[nodiscard]] int contentWidth(int column, int firstRow, int lastRow) const;
    void noteWidths();
    [[nodiscard]] int titleWidth(int column) const;
    void followContent();
    void stretchWide();
    [[nodiscard]] bool isRoomForWide() const;
    void cutWidest(int excess, int wide, const std::vector<int> &least);
    void saveColumns();
    void followZoom();
    void setHoverRow(int row);

    CellDelegate *m_cells;
    QList<QAction *> m_exports;
    QTimer m_flashTimer;
    QTimer m_saveTimer;
    QTimer m_followTimer;
    QString m_stateName;
    std::vector<int> m_wanted; ///< widths by column, from content or user; a shown column may be narrower
    std::vector<int> m_contents; ///< widths by column that fit the contents
    int m_roomyColumn = -1; ///< column with room for badges that may come
    QStringList m_badges;
    int m_wideColumn = -1;
    int m_leastWide = 90;
    double m_zoom = Px::zoom(); ///< that the widths are for
    std::vector<int> m_withoutRoom; ///< columns that are hidden for want of room
    int m_slack = metrics::step; ///< px added to the text of each column
    int m_instead = -1; ///< column that takes the rest without the wide one
    int m_hideableFrom = -1;
    int m_hoverRow = -1;
    QString m_unsorted; ///< explanation for a click on a header
    bool m_own = false; ///< true once the user changed widths or order
    bool m_fitted = false;
    bool m_fitting = false;
};

} // namespace plimsoll::views
