// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "views/page/page.h"
#include "views/table/celldelegate.h"
#include "views/widgets/card.h"
#include "views/widgets/pager.h"

#include <vector>

class QComboBox;
class QHBoxLayout;
class QPushButton;
class QAbstractItemModel;
class QStackedWidget;

namespace plimsoll::views {

class ElementSearch;
class ElidedLabel;
class Notice;
class Question;
class RowsProxy;
class TableView;

/// A collection in bounded pages: a chooser of states, a table, a pager. It asks anew with every tick
/// while it is on screen, and keeps still: while the pointer is over the page, rows are selected or a dialog is open
/// they stay where they are, and a line beside the pager says how many newer ones there are. GUI thread.
class PagedPanel : public Card {
    Q_OBJECT

public:
    /// One entry of the chooser.
    struct Choice {
        QString state; ///< ElementsQuery::state
        QString title; ///< "stale"
        QString figure; ///< counts it; empty: none
        QString emptyHeading; ///< "No stale jobs"
        QString emptyText; ///< what would make one
        bool byCursor = false; ///< a set: paged by SSCAN cursor, by the person alone and not by ticks
    };

    void choose(const QString &state);
    /// By the settings; a panel whose pages are of a size of their own ignores it.
    virtual void setPageRows(int rows);
    /// A control at the left of the pager.
    void addTool(QWidget *tool);
    /// Starts over, with the states that such a collection has; the next snapshot tells with what.
    void open(const CollectionDefinition &definition);
    void apply(const SnapshotPtr &snapshot, std::size_t collection);
    /// Of a set, the server looks for it; else rows of this page that do not have it are hidden, and a line says so.
    void setFilter(const QString &text);
    [[nodiscard]] QString filterText() const { return m_filterText; }
    /// Of a stream: what is pending in that group alone.
    void setGroup(const QByteArray &group);
    /// Shows these instead of asking (a random sample), until the person pages or chooses.
    void showElements(const std::vector<Element> &elements, const QString &text) { showSome(elements, text, {}); }

    [[nodiscard]] TableView *table() const { return m_table; }
    /// By the newest snapshot; nowhere before the first.
    [[nodiscard]] const Place &place() const { return m_place; }
    /// Without those an operation has taken.
    [[nodiscard]] std::vector<Element> selectedElements() const;
    /// What is selected when it is not rows of this page alone but all that the chooser and the server's filter leave.
    [[nodiscard]] std::optional<ElementsQuery> wholeSelection() const;
    /// There is more than this page, and something can be done to all of it at once.
    [[nodiscard]] bool canSelectWhole() const;
    void selectWhole();
    [[nodiscard]] QString wholeTitle() const; ///< "Select all 1,165"
    /// Of the first selected row that an operation has taken; empty: none.
    [[nodiscard]] QString selectedFate() const;
    [[nodiscard]] std::vector<Element> elements() const;

    /// What was asked could not be read, and the rows on screen stay as they are.
    void sayUnread(const QString &why);

protected:
    /// `name` is that under which the columns are kept; the model is the one whose rows the pages become.
    PagedPanel(QAbstractItemModel *model, const CellRoles &roles, const QString &name, const PageContext &context,
               QWidget *parent);

    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

    /// The page becomes the rows.
    virtual void applyPage(const ElementsPage &page) = 0;
    /// Rows stay where they are, with what is new of them; says what waits, empty when nothing does.
    virtual QString holdRows(const ElementsPage &fresh) = 0;
    virtual void clearRows() = 0;
    virtual void setNow(std::chrono::milliseconds now) { Q_UNUSED(now) }
    /// Null for a row that is no element.
    [[nodiscard]] virtual const Element *elementOf(int row) const = 0;
    /// False where a row was not on the page that was read, but was added to it.
    [[nodiscard]] virtual bool isOfPage(int /*row*/) const { return true; }
    [[nodiscard]] virtual QString textOf(const QModelIndexList &rows) const = 0;

    /// Where a row says what became of it: in place of a column's own text, or (-1) beside that of another.
    void setFateColumns(int column, int noteColumn);
    void setPageSize(int rows);
    void goTo(qint64 offset);
    void askNow();

private:
    /// `total`: of how many; nullopt: of many.
    void showSome(const std::vector<Element> &elements, const QString &text, std::optional<qint64> total);
    void makeHead();
    void setChoices(const std::vector<Choice> &choices);
    void askIfNeeded();
    void step(Pager::Step step);
    void restart();
    void accept(const ElementsPage &page);
    void showPage(const ElementsPage &page);
    void showError(const QString &why);
    void followFates();
    void showEmpty();
    void updatePager();
    void showRows();
    void updateLine();
    void takeFilter();
    [[nodiscard]] QString matchOf(const QString &text) const;
    void updateChoices(const Snapshot &snapshot);
    void noteChange(double count);
    [[nodiscard]] bool isWholeByCursor() const;
    [[nodiscard]] bool canSearch() const;
    [[nodiscard]] bool ofEntries() const; ///< of a stream
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
    void sortBy(int column);
    void updateSorting();
    [[nodiscard]] const Choice &choice() const;

    QAbstractItemModel *m_model;
    RowsProxy *m_filter;
    PageContext m_context; ///< what operations took stays, struck out, until its fates forget it
    Question *m_question;
    TableView *m_table;
    QStackedWidget *m_stack;
    Notice *m_notice;
    QComboBox *m_chooser;
    Pager *m_pager;
    QHBoxLayout *m_head;
    QWidget *m_line; ///< banner and pager, beside the chooser or under the table
    QWidget *m_banner; ///< its place is always there: nothing moves when it comes
    ElidedLabel *m_bannerText;
    QPushButton *m_bannerWhole; ///< from the page to all, and back
    QPushButton *m_bannerShow;
    QPushButton *m_bannerSearch; ///< from the rows of this page to all of the state, stop, go on
    ElementSearch *m_search;
    std::vector<Choice> m_choices;
    Place m_place;
    ElementsQuery m_query;
    ElementsPage m_shown; ///< what the rows were made of, without its elements
    ElementsPage m_fresh; ///< the newest page, while the rows on screen are held
    qint64 m_shownCount = 0; ///< elements of the page on screen; the model may have rows besides
    QString m_filterText;
    QString m_waiting; ///< what is newer than the rows on screen, for the line
    QString m_unread; ///< why the rows on screen could not be read again; empty: they are as the server has them
    std::vector<QByteArray> m_cursors{}; ///< of the pages before this one
    bool m_whole = false; ///< all that match are selected, not the rows of this page alone
    bool m_isSample = false; ///< showElements(): not to be asked anew
    bool m_refit = true; ///< the next page is of another kind than the rows before
    bool m_loaded = false; ///< there was an answer since open()
    bool m_moved = true; ///< the person asked for another page: show it even while held
};

} // namespace plimsoll::views
