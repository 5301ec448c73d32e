// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/pagedpanel.h"

#include "models/text/elementoutcomes.h"
#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/text/operationtext.h"
#include "redis/types/plural.h"
#include "redis/types/streaminfo.h"
#include "views/collection/elementsearch.h"
#include "views/collection/rowsbanner.h"
#include "views/operations/offers.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"
#include "views/widgets/notice.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QCursor>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QHideEvent>
#include <QSet>
#include <QShowEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

PagedPanel::PagedPanel(QAbstractItemModel *model, const QString &name, const PageContext &context, QWidget *parent)
    : Card(context.theme, parent), m_model(model),
      m_filter(new RowsProxy([this](int row) { return elementOf(row); }, this)), m_context(context),
      m_question(new Question(context.host, this)), m_table(new TableView(context.theme, this)),
      m_stack(new QStackedWidget(this)), m_notice(new Notice(context.theme, this)), m_chooser(new StateChooser(this)),
      m_pager(new Pager(this)), m_head(new QHBoxLayout), m_line(new QWidget(this)), m_banner(new RowsBanner(m_line)),
      m_search(new ElementSearch(context.host, this))
{
    setFlush();
    m_query.limit = defaultPageRows;
    m_filter->setSourceModel(m_model);
    m_filter->setFilterKeyColumn(-1);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setDynamicSortFilter(false); // rows keep their places while what they say changes
    m_filter->setSortRole(models::SortRole);
    m_table->setObjectName(QStringLiteral("elements"));
    m_table->setAccessibleName(tr("Elements"));
    m_table->setModel(m_filter);
    m_table->setStateName(name);
    makeHead();
    m_notice->setObjectName(QStringLiteral("elementsNotice"));
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_notice);
    body()->addWidget(m_stack, 1);
    setMinimumHeight(Px(200));

    connect(m_pager, &Pager::stepped, this, &PagedPanel::step);
    connect(m_chooser, &StateChooser::chosen, this, [this](const QString &state) {
        m_query.state = state;
        restart();
    });
    connect(m_banner, &RowsBanner::showClicked, this, [this] {
        m_table->clearSelection();
        m_table->setFocus(); // the button hides, and the focus would move elsewhere
        if (m_isSample || (choice().byCursor && !isWholeByCursor())) {
            restart();
        } else {
            showPage(m_fresh);
        }
    });
    connect(m_banner, &RowsBanner::searchClicked, this, &PagedPanel::search);
    connect(m_search, &ElementSearch::changed, this, &PagedPanel::showSearch);
    connect(m_banner, &RowsBanner::wholeClicked, this, [this] { m_whole ? selectPage() : selectWhole(); });
    connect(m_table, &TableView::currentMoved, this, &PagedPanel::selectRow);
    connect(m_table, &TableView::currentMoved, this, &PagedPanel::noteSelection);
    connect(m_table, &TableView::opened, this, [this](const QModelIndex &index) {
        selectRow(index);
        emit m_context.host->inspectorWanted();
    });
    connect(m_table, &TableView::copyRequested, this, &PagedPanel::copyRows);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionClicked, this, &PagedPanel::sortBy);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &PagedPanel::updatePager);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &PagedPanel::updatePager);
    m_question->tell(this, &PagedPanel::accept);
    connect(m_question, &Question::failed, this, &PagedPanel::showError);
    followOutcomes();
}

void PagedPanel::makeHead()
{
    m_head->setContentsMargins(2 * metrics::step, metrics::step, 2 * metrics::step, 0);
    m_head->addWidget(m_chooser);
    m_head->addWidget(m_line, 1);
    body()->addLayout(m_head);

    // Always as high: what is said there comes and goes without moving a row. Buttons are higher by their style.
    for (const QWidget *part : {static_cast<QWidget *>(m_banner), static_cast<QWidget *>(m_pager)}) {
        for (const QAbstractButton *button : part->findChildren<QAbstractButton *>()) {
            button->ensurePolished();
        }
    }
    const int height = std::max(m_banner->sizeHint().height(), m_pager->sizeHint().height());
    m_head->addStrut(height);
    auto *whole = new QHBoxLayout(m_line);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addStrut(height);
    whole->addWidget(m_banner, 1);
    whole->addStretch();
    whole->addWidget(m_pager);
}

void PagedPanel::addTool(QWidget *tool)
{
    if (m_head->indexOf(m_line) >= 0) { // no room for all of it in one line: the pager goes below the table
        m_head->removeWidget(m_line);
        m_head->addWidget(m_banner, 1);
        m_head->addStretch();
        m_line->layout()->setContentsMargins(2 * metrics::step, 0, 2 * metrics::step, metrics::step);
        body()->addWidget(m_line);
    } else if (m_head->indexOf(m_banner) >= 0) { // no room next to several tools
        m_head->removeWidget(m_banner);
        static_cast<QHBoxLayout *>(m_line->layout())->insertWidget(0, m_banner, 1);
    }
    const int behind = m_head->indexOf(m_banner) >= 0 ? 2 : 1;
    m_head->insertWidget(m_head->count() - behind, tool);
}

void PagedPanel::choose(const QString &state)
{
    if (m_chooser->choose(state)) {
        m_query.state = state;
        restart();
    }
}

const StateChooser::Choice &PagedPanel::choice() const
{
    return m_chooser->choice();
}

void PagedPanel::open(const CollectionDefinition &definition)
{
    m_place = {};
    m_chooser->open(definition);
    m_query.state = choice().state;
    m_query.group.clear(); // of another stream
    m_filterText.clear();
    restart();
}

void PagedPanel::setOld(bool old)
{
    m_isOld = old;
    if (!m_loaded && m_search->is() == ElementSearch::Is::Idle) {
        sayLoading();
    }
    updateLine();
}

void PagedPanel::restart()
{
    m_query.offset = 0;
    m_query.cursor.clear();
    m_cursors.clear();
    m_question->forget();
    m_search->forget();
    m_loaded = false;
    m_isSample = false;
    m_whole = false;
    m_moved = true;
    m_waiting.clear();
    m_unread.clear();
    m_refit = true;
    clearRows();
    takeFilter();
    m_shown = {};
    m_shownCount = 0;
    sayLoading();
    m_stack->setCurrentWidget(m_notice);
    updatePager();
    updateLine();
    askIfNeeded();
}

void PagedPanel::sayLoading()
{
    m_notice->say(m_isOld ? tr("Nothing was read yet") : tr("Loading…"),
                  m_isOld ? tr("The server does not answer. The page is read as soon as it does.") : QString());
}

void PagedPanel::apply(const SnapshotPtr &snapshot, std::size_t collection)
{
    m_place = {snapshot->layout->workspace, collection, snapshot->keysAt};
    noteChange(m_chooser->showCounts(*snapshot, collection, m_query.group));
    m_now = snapshot->serverTime;
    setNow(m_now);
    askIfNeeded();
}

/// Pauses the search while the panel is hidden.
void PagedPanel::hideEvent(QHideEvent *event)
{
    Card::hideEvent(event);
    if (!event->spontaneous() && m_search->is() == ElementSearch::Is::Running) {
        m_search->pause();
    }
}

void PagedPanel::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    m_released = m_released || !event->spontaneous(); // back from another page: nothing is held from before
    askIfNeeded();
}

/// While it is on screen and no question is out; pages by cursor are read once, for each page costs a walk, unless one
/// page is all there is.
void PagedPanel::askIfNeeded()
{
    const bool isRead = m_loaded && (m_isSample || (choice().byCursor && !isWholeByCursor()));
    if (m_place.isThere() && isVisible() && !isRead) {
        m_question->keep(m_place, m_query);
    }
}

void PagedPanel::askNow()
{
    m_question->ask(m_place, m_query);
}

void PagedPanel::step(Pager::Step step)
{
    const qint64 total = m_shown.total.value_or(0);
    switch (step) {
    case Pager::Step::First:
        m_query.offset = 0;
        m_query.cursor.clear();
        m_cursors.clear();
        break;
    case Pager::Step::Previous:
        m_query.offset = std::max<qint64>(0, m_query.offset - m_query.limit);
        if (!m_cursors.empty()) {
            m_query.cursor = m_cursors.back();
            m_cursors.pop_back();
        }
        break;
    case Pager::Step::Next:
        m_query.offset += m_query.limit;
        m_cursors.push_back(std::exchange(m_query.cursor, m_shown.nextCursor));
        break;
    case Pager::Step::Last:
        m_query.offset = std::max<qint64>(0, (total - 1) / m_query.limit * m_query.limit);
        break;
    }
    if (choice().byCursor) {
        m_query.offset = 0;
    }
    m_moved = true;
    askNow();
}

void PagedPanel::setGroup(const QByteArray &group)
{
    if (group != m_query.group) {
        m_query.group = group;
        restart();
    }
}

void PagedPanel::setPageSize(int rows)
{
    m_query.limit = rows;
}

void PagedPanel::setPageRows(int rows)
{
    if (m_query.limit != rows) {
        setPageSize(rows);
        restart();
    }
}

void PagedPanel::goTo(qint64 offset)
{
    m_query.offset = std::max<qint64>(0, offset);
    m_moved = true;
    askNow();
}

void PagedPanel::accept(const ElementsPage &page)
{
    m_loaded = true;
    if (!std::exchange(m_unread, {}).isEmpty()) {
        updateLine();
    }
    const bool beyondEnd = page.elements.empty() && m_query.offset > 0 && page.total.has_value();
    if (beyondEnd) { // the collection shrank below this page: go to what is its last now
        m_query.offset = std::max<qint64>(0, (*page.total - 1) / m_query.limit * m_query.limit);
        if (*page.total > 0) {
            askNow();
            return;
        }
    }
    m_fresh = page;
    if ((m_moved || m_released) && m_context.outcomes != nullptr) {
        m_context.outcomes->dropLeft(elements());
        m_context.outcomes->dropLeft(page.elements);
    }
    noteFresh(page);
    const bool held = m_table->isHeld() || (m_context.outcomes != nullptr && m_context.outcomes->isExpecting())
        || m_filter->hasOutcomes();
    if (m_moved || m_released || !held || m_model->rowCount() == 0) {
        showPage(page);
    } else {
        m_waiting = holdRows(page);
        m_shown.total = page.total;
        m_shownCount = static_cast<qint64>(page.elements.size()); // the pager says what is there, not what is held
        m_banner->setShowTitle(tr("Show"));
        showRows();
        updatePager();
    }
    tellSelected();
}

/// Tells whether the newest page has the selected row.
void PagedPanel::tellSelected()
{
    const QModelIndex chosen = m_table->chosenRow();
    const int row = chosen.isValid() ? m_filter->mapToSource(chosen).row() : -1;
    const Element *element = row < 0 ? nullptr : elementOf(row);
    if (element == nullptr) {
        return;
    }
    if (const auto left = m_filter->leftAt(row)) {
        emit m_context.host->selectedLeft(*element, *left);
    } else {
        emit m_context.host->selectedSeen(*element);
    }
}

void PagedPanel::showPage(const ElementsPage &page)
{
    const bool newPage = m_moved || m_released;
    m_moved = m_released = false;
    m_waiting.clear();
    applyPage(page);
    if (std::exchange(m_refit, m_refit && page.elements.empty())) {
        m_table->refit();
    }
    m_shown = page;
    m_shownCount = static_cast<qint64>(page.elements.size());
    m_shown.elements.clear();
    updateSorting();
    if (newPage) {
        m_table->clearSelection();
        m_table->scrollToTop();
    }
    if (page.elements.empty()) {
        showEmpty();
        updateLine();
    } else {
        showRows();
    }
    updatePager();
}

void PagedPanel::showError(const QString &why)
{
    m_notice->say(tr("These elements could not be read"),
                  tr("%1 Trying again with the next poll.").arg(models::asSentence(why)), State::Error);
    // Rows that were read stay, and the line below says that they are old.
    if (m_model->rowCount() == 0 || m_moved) {
        m_stack->setCurrentWidget(m_notice);
    } else {
        sayUnread(why);
    }
}

void PagedPanel::sayUnread(const QString &why)
{
    m_unread = tr("could not be read: %1").arg(why);
    updateLine();
}

void PagedPanel::showEmpty()
{
    if (m_search->is() != ElementSearch::Is::Idle) {
        using Is = ElementSearch::Is;
        const QString heading = m_search->is() == Is::Running ? tr("Looking for “%1”…").arg(m_search->text())
            : m_search->is() != Is::Done
            ? tr("“%1” not found in the first %2").arg(m_search->text(), m_search->lookedAt())
            : ofEntries() ? tr("No entry here has “%1”").arg(m_search->text())
                          : tr("No job here has “%1”").arg(m_search->text());
        m_notice->say(heading,
                      (ofEntries() ? tr("Looked for in ids and fields: %1.")
                                   : tr("Looked for in ids, elements and job records: %1."))
                          .arg(m_search->summary()));
    } else if (!m_query.match.isEmpty() && !ofEntries()) {
        const bool more = !m_fresh.nextCursor.isEmpty();
        m_notice->say(tr("No member here has “%1”").arg(m_query.match),
                      more ? tr("There is more of the set to search: go to the next page.")
                           : tr("The whole set was searched."));
    } else if (!m_shown.total && !choice().unknownHeading.isEmpty()) {
        m_notice->say(choice().unknownHeading, choice().unknownText);
    } else {
        m_notice->say(choice().emptyHeading, choice().emptyText);
    }
    m_stack->setCurrentWidget(m_notice);
}

void PagedPanel::showSome(const std::vector<Element> &elements, const QString &text)
{
    ElementsPage page;
    page.elements = elements;
    page.total = qint64(elements.size());
    m_question->forget();
    m_unread.clear();
    m_loaded = true;
    m_isSample = true;
    m_fresh = page;
    m_moved = true;
    m_filter->setGone({}, m_now);
    showPage(page);
    m_waiting = text;
    m_banner->setShowTitle(tr("Back to all"));
    updateLine();
}

void PagedPanel::updatePager()
{
    const ElementsPage &page = m_shown;
    m_pager->setVisible(m_loaded);
    const qint64 rows = m_shownCount;
    if (choice().byCursor) {
        m_pager->showCursor(static_cast<int>(m_cursors.size()) + 1, rows, page.total, !page.nextCursor.isEmpty());
    } else {
        m_pager->showRange(page.offset, rows, page.total, page.totalAtLeast, m_query.limit);
    }
}

/// Never a blank table: where the filter leaves nothing, that is said in its place.
void PagedPanel::showRows()
{
    const bool none = m_filter->rowCount() == 0;
    if (none) {
        const int here = rowsHere();
        const bool isPart = m_shown.total.value_or(0) > m_shownCount;
        m_notice->say(
            tr("No row of this page has “%1”").arg(m_filterText),
            isPart && canSearch()
                ? tr("The filter covers only this page, %1 of %2. “Search all” looks through the others (press "
                     "Enter in the filter); Escape clears it.")
                      .arg(models::formatCount(here), models::formatCount(*m_shown.total))
                : isPart ? (here == 1 ? tr("The filter covers only the %1 row of this page; there are %2 in all. Go "
                                           "to other pages, or clear it with Escape.")
                                      : tr("The filter covers only the %1 rows of this page; there are %2 in all. "
                                           "Go to other pages, or clear it with Escape.",
                                           nullptr, pluralOf(here)))
                               .arg(models::formatCount(here), models::formatCount(*m_shown.total))
                         : (here == 1 ? tr("The filter has looked at the only row. Clear it with Escape.")
                                      : tr("The filter has looked at all %1 rows. Clear it with Escape.", nullptr,
                                           pluralOf(here))
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
        m_banner->setShowTitle(tr("Show"));
        updateLine();
    }
}

/// Returns the number of rows without those that have left the page.
int PagedPanel::rowsHere() const
{
    int here = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        here += m_filter->leftAt(row) ? 0 : 1;
    }
    return here;
}

void PagedPanel::updateLine()
{
    // The list is read at other times than the figures, of which the head of the page says the time.
    const bool tellsTime = m_isOld && m_shown.readAt.count() > 0 && m_model->rowCount() > 0;
    QStringList parts{tellsTime ? tr("rows as of %1").arg(models::formatTime(m_shown.readAt)) : QString(), m_unread,
                      selectionText()};
    parts.removeAll(QString());
    m_filter->setOld(tellsTime || !m_unread.isEmpty());
    m_pager->setOld(!m_unread.isEmpty());
    const bool offersWhole = m_whole || (!selectionText().isEmpty() && canSelectWhole());
    m_banner->offerWhole(offersWhole, m_whole, wholeTitle());
    const bool isSearch = m_search->is() != ElementSearch::Is::Idle;
    if (!m_filterText.isEmpty() && !choice().byCursor && m_model->rowCount() > 0 && !isSearch) {
        const int here = rowsHere();
        int found = 0;
        for (int row = 0; row < m_filter->rowCount(); ++row) {
            found += m_filter->leftAt(m_filter->mapToSource(m_filter->index(row, 0)).row()) ? 0 : 1;
        }
        QString text = (found == 1 ? tr("%1 of %2 on this page matches")
                                   : tr("%1 of %2 on this page match", nullptr, pluralOf(found)))
                           .arg(models::formatCount(found), models::formatCount(here));
        if (m_shown.total.value_or(0) > m_shownCount) { // short, as a search button follows it
            text = tr("%1 of %2 here, %3 in all")
                       .arg(models::formatCount(found), models::formatCount(here), models::formatCount(*m_shown.total));
        }
        parts.append(text);
    }
    if (ofEntries() && choice().byCursor && !isSearch && m_filterText != m_query.match) {
        parts.append(tr("“%1” is neither an id nor a time to start at").arg(m_filterText));
    }
    if (!m_waiting.isEmpty()) {
        parts.append(m_waiting);
    }
    updateSearch();
    m_banner->say(parts, !m_waiting.isEmpty());
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

void PagedPanel::updateSearch()
{
    using Is = ElementSearch::Is;
    using Button = RowsBanner::Search;
    const Is is = m_search->is();
    const Button button = is == Is::Running    ? Button::Stop
        : is == Is::Paused || is == Is::Failed ? Button::GoOn
        : is == Is::Idle && canSearch()        ? Button::Start
                                               : Button::None;
    if (button == Button::None && m_banner->isSearchFocused()) { // and not what happens to come next
        (m_table->isVisible() ? static_cast<QWidget *>(m_table) : m_chooser)->setFocus();
    }
    m_banner->offerSearch(button,
                          is == Is::Idle
                              ? (ofEntries() ? tr("Looks for “%1” in ids and fields of all pages")
                                             : tr("Looks for “%1” in ids, elements and job records of all pages"))
                                    .arg(m_filterText)
                              : QString());
}

void PagedPanel::startSearch()
{
    using Is = ElementSearch::Is;
    if (isVisible() && canSearch() && m_search->is() != Is::Running && m_search->is() != Is::Done) {
        search();
    }
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
        showSome(m_search->found(), m_search->summary());
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
            if (m_context.outcomes != nullptr) {
                m_context.outcomes->noteUnseen(*element);
            }
        }
    }
    m_filter->setGone(gone, m_now);
}

void PagedPanel::followOutcomes()
{
    m_filter->setOutcomes(m_context.outcomes);
    if (m_context.outcomes != nullptr) {
        const auto readAgain = [this] {
            m_released = true;
            m_loaded = false; // a page by cursor is read again as well
            askIfNeeded();
        };
        connect(m_context.outcomes, &models::ElementOutcomes::cleared, this, readAgain);
        connect(m_context.outcomes, &models::ElementOutcomes::left, this, readAgain);
    }
}

void PagedPanel::setOutcomeColumns(int column, int noteColumn)
{
    m_filter->setOutcomeColumns(column, noteColumn);
    if (column >= 0) { // the commonest that is long
        m_table->keepRoom(column, {models::outcomeText(Action::Requeue, ActionVariant::Default, {}, {})});
    }
}

void PagedPanel::selectRow(const QModelIndex &index)
{
    const Element *element = index.isValid() ? elementOf(m_filter->mapToSource(index).row()) : nullptr;
    if (element != nullptr) {
        emit m_context.host->inspectRequested(m_place, *element);
        tellSelected();
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
        return tr("the filter searched this page only");
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
    if (!m_filterText.isEmpty() && !choice().byCursor && m_shown.total) {
        return tr("%1 of %2 selected. The filter searched this page only.")
            .arg(models::formatCount(selected),
                 models::atLeastText(models::formatCount(*m_shown.total), m_shown.totalAtLeast));
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
        showTip(QCursor::pos(), tr("Copied only the rows of this page"), m_table);
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
    m_table->setUnsortedReason(all ? QString()
                                   : tr("Rows are in the server's order, a page at a time: sorting them would mean "
                                        "reading all of them. If all fit on one page, a click here sorts."));
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
