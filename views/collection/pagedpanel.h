// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/collection/statechooser.h"
#include "views/page/page.h"
#include "views/widgets/card.h"
#include "views/widgets/pager.h"

#include <QAbstractItemModel>

#include <vector>

class QHBoxLayout;
class QStackedWidget;

namespace plimsoll::views {

class ElementSearch;
class Notice;
class Question;
class RowsBanner;
class RowsProxy;
class TableView;

/// A collection in bounded pages: a chooser of states, a table and a pager. Refreshes with every tick while it is on
/// screen. Rows stay in place while the pointer is over the page, rows are selected or a dialog is open; a line next to
/// the pager then shows the number of newer rows. GUI thread.
class PagedPanel : public Card {
    Q_OBJECT

public:
    void choose(const QString &state);
    /// Page size from the settings; ignored by panels with their own page size.
    virtual void setPageRows(int rows);
    /// A control at the left of the pager.
    void addTool(QWidget *tool);
    /// Resets the panel to the states of the collection; the next snapshot provides its data.
    void open(const CollectionDefinition &definition);
    void apply(const SnapshotPtr &snapshot, std::size_t collection);
    /// Says when the rows were read while the server does not answer.
    void setOld(bool old);
    /// Filters a set on the server. Otherwise hides the rows of this page that do not match; a line says so.
    void setFilter(const QString &text);
    /// Searches all pages for the text of the filter, or goes on with that; does nothing if it is under way or done.
    void startSearch();
    [[nodiscard]] QString filterText() const { return m_filterText; }
    /// Shows the pending entries of one group of a stream.
    void setGroup(const QByteArray &group);
    /// Shows the given elements (a random sample) without a request, until the user pages or chooses.
    void showElements(const std::vector<Element> &elements, const QString &text) { showSome(elements, text); }

    [[nodiscard]] TableView *table() const { return m_table; }
    /// Place in the newest snapshot; nowhere before the first.
    [[nodiscard]] const Place &place() const { return m_place; }
    /// Selected elements, without those an operation has removed.
    [[nodiscard]] std::vector<Element> selectedElements() const;
    /// Query of a selection that spans all matching elements; nullopt if only rows of this page are selected.
    [[nodiscard]] std::optional<ElementsQuery> wholeSelection() const;
    /// True if there are more pages and an operation can apply to all of them.
    [[nodiscard]] bool canSelectWhole() const;
    void selectWhole();
    [[nodiscard]] QString wholeTitle() const; ///< "Select all 1,165"
    /// Outcome of the first selected row that an operation has removed; empty: none.
    [[nodiscard]] QString selectedOutcome() const;
    [[nodiscard]] std::vector<Element> elements() const;

    /// Reports a failed read; the rows on screen stay unchanged.
    void sayUnread(const QString &why);

protected:
    /// `name`: settings key of the columns; `model`: holds the rows of the page.
    PagedPanel(QAbstractItemModel *model, const QString &name, const PageContext &context, QWidget *parent);

    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

    /// Replaces the rows by the page.
    virtual void applyPage(const ElementsPage &page) = 0;
    /// Updates rows in place; returns a text about newer elements that wait, empty if there are none.
    virtual QString holdRows(const ElementsPage &fresh) = 0;
    virtual void clearRows() = 0;
    virtual void setNow(std::chrono::milliseconds now) { Q_UNUSED(now) }
    /// Null for a row that is no element.
    [[nodiscard]] virtual const Element *elementOf(int row) const = 0;
    /// False where a row was not on the page that was read, but was added to it.
    [[nodiscard]] virtual bool isOfPage(int /*row*/) const { return true; }
    [[nodiscard]] virtual QString textOf(const QModelIndexList &rows) const = 0;

    /// Sets the columns for a row's outcome: `column` replaces its text; if it is -1, `noteColumn` appends it.
    void setOutcomeColumns(int column, int noteColumn);
    void setPageSize(int rows);
    void goTo(qint64 offset);
    void askNow();

private:
    void showSome(const std::vector<Element> &elements, const QString &text);
    void makeHead();
    void askIfNeeded();
    void step(Pager::Step step);
    void restart();
    void accept(const ElementsPage &page);
    void showPage(const ElementsPage &page);
    void showError(const QString &why);
    void followOutcomes();
    void showEmpty();
    void updatePager();
    void showRows();
    void sayLoading();
    [[nodiscard]] int rowsHere() const;
    void updateLine();
    void takeFilter();
    [[nodiscard]] QString matchOf(const QString &text) const;
    void noteChange(double count);
    [[nodiscard]] bool isWholeByCursor() const;
    [[nodiscard]] bool canSearch() const;
    [[nodiscard]] bool ofEntries() const; ///< true for a stream
    void search();
    void showSearch();
    void updateSearch();
    void copyRows();
    void selectRow(const QModelIndex &index);
    void noteSelection();
    void selectPage();
    [[nodiscard]] bool isMoreThanPage() const;
    [[nodiscard]] QString whyNotWhole() const;
    [[nodiscard]] QString selectionText() const;
    void noteFresh(const ElementsPage &page);
    void tellSelected();
    void sortBy(int column);
    void updateSorting();
    [[nodiscard]] const StateChooser::Choice &choice() const;

    QAbstractItemModel *m_model;
    RowsProxy *m_filter;
    PageContext m_context; ///< its outcomes keep removed rows visible, struck out
    Question *m_question;
    TableView *m_table;
    QStackedWidget *m_stack;
    Notice *m_notice;
    StateChooser *m_chooser;
    Pager *m_pager;
    QHBoxLayout *m_head;
    QWidget *m_line; ///< banner and pager, next to the chooser or below the table
    RowsBanner *m_banner; ///< its room is always reserved, so that nothing moves
    ElementSearch *m_search;
    Place m_place;
    std::chrono::milliseconds m_now{}; ///< server time of the newest snapshot
    ElementsQuery m_query;
    ElementsPage m_shown; ///< source of the rows, without its elements
    ElementsPage m_fresh; ///< the newest page, while the rows on screen are held
    qint64 m_shownCount = 0; ///< elements of the page on screen; the model may have more rows
    QString m_filterText;
    QString m_waiting; ///< text about elements newer than the rows on screen
    QString m_unread; ///< why the last refresh failed; empty: the rows are current
    std::vector<QByteArray> m_cursors{}; ///< cursors of the previous pages
    bool m_whole = false; ///< all matches are selected, not only rows of this page
    bool m_isSample = false; ///< rows come from showElements() and are not refreshed
    bool m_refit = true; ///< the next page has a different kind of rows
    bool m_loaded = false; ///< a reply arrived since open()
    bool m_moved = true; ///< the user requested a page: show it even while held
    bool m_released = false; ///< the page was left: show the next reply even while held
    bool m_isOld = false; ///< the server does not answer
};

} // namespace plimsoll::views
