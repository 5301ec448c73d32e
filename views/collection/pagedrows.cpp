// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/elementoutcomes.h"
#include "models/format.h"
#include "redis/types/plural.h"
#include "redis/types/streaminfo.h"
#include "views/collection/elementsearch.h"
#include "views/collection/pagedpanel.h"
#include "views/operations/offeraction.h"
#include "views/page/kindview.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"
#include "views/theme/plaintext.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>

/// The rows of a panel as they are shown: which the filter leaves, what became of them, which are selected.
namespace plimsoll::views {

/// Never a blank table: where the filter leaves nothing, that is said in its place.
void PagedPanel::showRows()
{
    const bool none = m_filter->rowCount() == 0;
    if (none) {
        const int here = m_model->rowCount();
        m_notice->say(
            tr("Nothing on this page has “%1”").arg(m_filterText),
            m_shown.total.value_or(0) > m_shownCount
                ? (here == 1 ? tr("The filter looks at the %1 row of this page alone; there are %2 in all. Go "
                                  "on to other pages, or clear it with Escape.")
                             : tr("The filter looks at the %1 rows of this page alone; there are %2 in all. "
                                  "Go on to other pages, or clear it with Escape.",
                                  nullptr, pluralOf(here)))
                      .arg(models::formatCount(here), models::formatCount(*m_shown.total))
                : (here == 1
                       ? tr("The filter has looked at the only row. Clear it with Escape.")
                       : tr("The filter has looked at all %1 rows. Clear it with Escape.", nullptr, pluralOf(here))
                             .arg(models::formatCount(here))));
    }
    m_stack->setCurrentWidget(none ? static_cast<QWidget *>(m_notice) : m_table);
    updateLine();
}

bool PagedPanel::isWholeByCursor() const
{
    return m_cursors.empty() && m_shown.nextCursor.isEmpty() && m_shown.total && *m_shown.total <= m_query.limit;
}

/// Notes that the size of a set with several pages changed since this page was read.
void PagedPanel::noteChange(double count)
{
    const bool isPage = choice().byCursor && !ofEntries() && m_loaded && !m_isSample && !isWholeByCursor();
    if (!isPage || !isKnown(count) || !m_shown.total) {
        return;
    }
    const auto now = static_cast<qint64>(count);
    const QString waiting = now == *m_shown.total
        ? QString()
        : tr("%1 now, %2 when this page was read").arg(models::formatCount(now), models::formatCount(*m_shown.total));
    if (m_waiting != waiting) {
        m_waiting = waiting;
        m_bannerShow->setText(tr("Show"));
        updateLine();
    }
}

void PagedPanel::updateLine()
{
    QStringList parts{m_unread, selectionText()};
    parts.removeAll(QString());
    const bool offersWhole = m_whole || (!selectionText().isEmpty() && canSelectWhole());
    if (offersWhole) {
        const QString page = tr("Only this page");
        keepWidth(*m_bannerWhole, page); // keep its neighbours in place
        m_bannerWhole->setText(wholeTitle());
        m_bannerWhole->setMinimumWidth(std::max(m_bannerWhole->minimumWidth(), m_bannerWhole->sizeHint().width()));
        m_bannerWhole->setText(m_whole ? page : m_bannerWhole->text());
    }
    m_bannerWhole->setVisible(offersWhole);
    const bool isSearch = m_search->is() != ElementSearch::Is::Idle;
    if (!m_filterText.isEmpty() && !choice().byCursor && m_model->rowCount() > 0 && !isSearch) {
        const int found = m_filter->rowCount();
        QString text = (found == 1 ? tr("%1 of %2 on this page matches")
                                   : tr("%1 of %2 on this page match", nullptr, pluralOf(found)))
                           .arg(models::formatCount(found), models::formatCount(m_model->rowCount()));
        if (m_shown.total.value_or(0) > m_shownCount) {
            text = tr("%1, of %2 in all").arg(text, models::formatCount(*m_shown.total));
        }
        parts.append(text);
    }
    if (ofEntries() && choice().byCursor && !isSearch && m_filterText != m_query.match) {
        parts.append(tr("“%1” is no id and no time to begin at").arg(m_filterText));
    }
    if (!m_waiting.isEmpty()) {
        parts.append(m_waiting);
    }
    updateSearch();
    m_bannerText->setFullText(parts.join(QStringLiteral(" · ")));
    m_bannerShow->setVisible(!m_waiting.isEmpty());
    m_banner->setVisible(!parts.isEmpty() || !m_bannerSearch->isHidden());
}

/// Part of the text that the server filters by in the chosen state; other text hides rows of the page.
QString PagedPanel::matchOf(const QString &text) const
{
    if (!choice().byCursor) {
        return {};
    }
    // In a stream reading begins at an id or a time; any other text is one to search for.
    const bool begins = StreamId::parse(text.trimmed().toLatin1()) || StreamId::ofTime(text);
    return ofEntries() && !begins ? QString() : text;
}

/// Applies the filter to the chosen state, so that a filter of the previous state does not hide its rows.
void PagedPanel::takeFilter()
{
    m_query.match = matchOf(m_filterText);
    m_filter->setFilterFixedString(choice().byCursor ? QString() : m_filterText);
}

void PagedPanel::setFilter(const QString &text)
{
    m_filterText = text;
    m_whole = false;
    // The results belong to a different text.
    if (m_search->is() != ElementSearch::Is::Idle || (choice().byCursor && matchOf(text) != m_query.match)) {
        restart();
    } else if (!choice().byCursor) {
        m_filter->setFilterFixedString(text);
        if (m_model->rowCount() > 0) {
            showRows();
        }
    }
    updateLine();
}

/// Jobs have more to them than the columns show, and more of them than a page.
bool PagedPanel::canSearch() const
{
    if (!m_place.isThere() || m_filterText.isEmpty()) {
        return false;
    }
    const CollectionDefinition &definition = m_place.definition();
    return definition.has(Holds::Entries)
        || (!choice().byCursor && (definition.has(Holds::Record) || !viewOf(*definition.kind).dead.isEmpty()));
}

bool PagedPanel::ofEntries() const
{
    return m_place.isThere() && m_place.definition().has(Holds::Entries);
}

/// The button says what it does now.
void PagedPanel::updateSearch()
{
    using Is = ElementSearch::Is;
    const Is is = m_search->is();
    const QString stop = tr("Stop"), goOn = tr("Keep searching"), all = tr("Search all");
    if (m_bannerSearch->text().isEmpty()) {
        for (const QString &text : {stop, goOn, all}) {
            m_bannerSearch->setText(text);
            m_bannerSearch->setMinimumWidth(
                std::max(m_bannerSearch->minimumWidth(), m_bannerSearch->sizeHint().width()));
        }
    }
    m_bannerSearch->setText(is == Is::Running ? stop : is == Is::Paused || is == Is::Failed ? goOn : all);
    m_bannerSearch->setToolTip(is == Is::Idle
                                   ? (ofEntries() ? tr("Looks for “%1” in ids and fields of all pages")
                                                  : tr("Looks for “%1” in ids, elements and job records of all pages"))
                                         .arg(m_filterText)
                                   : QString());
    const bool isShown = is == Is::Idle ? canSearch() : is != Is::Done;
    if (!isShown && m_bannerSearch->hasFocus()) {
        m_table->setFocus(); // and not what happens to come next
    }
    m_bannerSearch->setVisible(isShown);
}

void PagedPanel::search()
{
    using Is = ElementSearch::Is;
    switch (m_search->is()) {
    case Is::Idle:
    case Is::Done:
        m_filter->setFilterFixedString({}); // a payload is in no column
        m_search->start(m_place, m_query, m_filterText);
        break;
    case Is::Running:
        m_search->pause();
        break;
    case Is::Paused:
    case Is::Failed:
        m_search->goOn();
        break;
    }
}

/// Shows the results so far instead of the page; the selection is kept.
void PagedPanel::showSearch()
{
    if (!m_isSample || m_model->rowCount() == 0 || m_search->found().empty()) {
        showSome(m_search->found(), m_search->summary(), qint64(m_search->found().size()));
        return;
    }
    ElementsPage page;
    page.elements = m_search->found();
    page.total = qint64(page.elements.size());
    applyPage(page);
    m_shownCount = qint64(page.elements.size());
    m_waiting = m_search->summary();
    showRows();
    updatePager();
}

/// Updates outcomes from a new page: rows missing from it are gone; rows in it were not removed, or were restored.
void PagedPanel::noteFresh(const ElementsPage &page)
{
    QSet<RowsProxy::Identity> there;
    for (const Element &element : page.elements) {
        there.insert({element.key, element.element});
        if (m_context.outcomes != nullptr) {
            m_context.outcomes->noteSeen(element, page.readAt);
        }
    }
    QSet<RowsProxy::Identity> gone;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Element *element = isOfPage(row) ? elementOf(row) : nullptr;
        if (element != nullptr && !there.contains({element->key, element->element})) {
            gone.insert({element->key, element->element});
        }
    }
    m_filter->setGone(gone);
}

void PagedPanel::followOutcomes()
{
    m_filter->setOutcomes(m_context.outcomes);
    if (m_context.outcomes != nullptr) {
        connect(m_context.outcomes, &models::ElementOutcomes::cleared, this, [this] {
            m_moved = true;
            m_loaded = false; // a page by cursor is read again as well
            askIfNeeded();
        });
    }
}

void PagedPanel::setOutcomeColumns(int column, int noteColumn)
{
    m_filter->setOutcomeColumns(column, noteColumn);
}

void PagedPanel::selectRow(const QModelIndex &index)
{
    const Element *element = index.isValid() ? elementOf(m_filter->mapToSource(index).row()) : nullptr;
    if (element != nullptr) {
        emit m_context.host->inspectRequested(m_place, *element);
    } else {
        emit m_context.host->inspectCleared();
    }
}

std::vector<Element> PagedPanel::selectedElements() const
{
    std::vector<Element> elements;
    for (const QModelIndex &index : m_table->selectedRows()) {
        const int row = m_filter->mapToSource(index).row();
        const Element *element = elementOf(row);
        if (element != nullptr && m_filter->outcomeOf(row).isEmpty()) {
            elements.push_back(*element);
        }
    }
    return elements;
}

QString PagedPanel::selectedOutcome() const
{
    for (const QModelIndex &index : m_table->selectedRows()) {
        if (QString outcome = m_filter->outcomeOf(m_filter->mapToSource(index).row()); !outcome.isEmpty()) {
            return outcome;
        }
    }
    return {};
}

std::vector<Element> PagedPanel::elements() const
{
    std::vector<Element> all;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (const Element *element = elementOf(row)) {
            all.push_back(*element);
        }
    }
    return all;
}

bool PagedPanel::isMoreThanPage() const
{
    return !m_isSample
        && (m_shown.total.value_or(0) > m_shownCount || !m_shown.nextCursor.isEmpty() || !m_cursors.empty());
}

QString PagedPanel::whyNotWhole() const
{
    if (!m_filterText.isEmpty() && !choice().byCursor) {
        return tr("the filter looks at this page alone: clear it to act on all %1")
            .arg(models::formatCount(m_shown.total.value_or(0)));
    }
    return whyNotAll(m_place, choice().state);
}

bool PagedPanel::canSelectWhole() const
{
    return m_place.isThere() && isMoreThanPage() && whyNotWhole().isEmpty();
}

QString PagedPanel::wholeTitle() const
{
    if (!m_query.match.isEmpty()) {
        return tr("Select all that match");
    }
    const QString count = models::formatCount(m_shown.total.value_or(0));
    return m_shown.totalAtLeast || !m_shown.total ? tr("Select all") : tr("Select all %1").arg(count);
}

/// Said where the selection is, or looks like, more than the rows that are on screen.
QString PagedPanel::selectionText() const
{
    const auto selected = static_cast<int>(m_table->selectedRows().size());
    if (selected == 0 || !m_place.isThere() || !isMoreThanPage()) {
        return {};
    }
    if (m_whole && !m_query.match.isEmpty()) {
        return tr("All with “%1” are selected, on every page").arg(m_query.match);
    }
    if (m_whole) {
        return !m_shown.total || m_shown.totalAtLeast
            ? tr("All are selected, on every page")
            : tr("All %1 are selected, on every page", nullptr, pluralOf(*m_shown.total))
                  .arg(models::formatCount(*m_shown.total));
    }
    if (selected < m_filter->rowCount()) {
        return {};
    }
    const QString page = selected == 1
        ? tr("The only one on this page is selected")
        : tr("The %1 on this page are selected", nullptr, pluralOf(selected)).arg(models::formatCount(selected));
    const QString why = whyNotWhole();
    return why.isEmpty() ? page : tr("%1; %2").arg(page, why);
}

void PagedPanel::selectWhole()
{
    m_table->selectAll();
    m_whole = true;
    updateLine();
}

void PagedPanel::selectPage()
{
    m_table->selectAll();
    m_whole = false;
    updateLine();
}

/// A manual selection replaces the selection of all matches.
void PagedPanel::noteSelection()
{
    m_whole = false;
    updateLine();
}

std::optional<ElementsQuery> PagedPanel::wholeSelection() const
{
    return m_whole ? std::optional(m_query) : std::nullopt;
}

void PagedPanel::copyRows()
{
    if (m_whole) {
        showTip(QCursor::pos(), tr("Copied the rows of this page alone"), m_table);
    }
    QModelIndexList rows;
    for (const QModelIndex &index : m_table->selectedRows()) {
        rows.append(m_filter->mapToSource(index));
    }
    if (!rows.isEmpty()) {
        QGuiApplication::clipboard()->setText(textOf(rows));
    }
}

/// Enables sorting if the page holds all rows; otherwise unread rows would belong in between.
void PagedPanel::updateSorting()
{
    const bool all = m_shown.offset == 0 && m_shown.nextCursor.isEmpty() && m_shown.total && !m_shown.totalAtLeast
        && *m_shown.total <= m_shownCount;
    m_table->setUnsortedReason(
        all ? QString()
            : tr("Rows are in the order of the server, a page at a time: to sort them, all of them would have to be "
                 "read. Where all fit on one page, a click here sorts."));
    if (!all && m_filter->sortColumn() >= 0) {
        m_filter->sort(-1);
        m_table->horizontalHeader()->setSortIndicatorShown(false);
    } else if (m_filter->sortColumn() >= 0) {
        m_filter->sort(m_filter->sortColumn(), m_filter->sortOrder());
    }
}

/// Up, down, and as the server has them.
void PagedPanel::sortBy(int column)
{
    if (!m_table->unsortedReason().isEmpty()) {
        return;
    }
    const bool again = m_filter->sortColumn() == column;
    const bool back = again && m_filter->sortOrder() == Qt::DescendingOrder;
    const Qt::SortOrder order = again ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_filter->sort(back ? -1 : column, order);
    m_table->horizontalHeader()->setSortIndicator(column, order);
    m_table->horizontalHeader()->setSortIndicatorShown(!back);
}

} // namespace plimsoll::views
