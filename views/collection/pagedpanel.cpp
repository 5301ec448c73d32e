// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/collection/pagedpanel.h"

#include "models/elementoutcomes.h"
#include "models/format.h"
#include "redis/types/bands.h"
#include "redis/types/printable.h"
#include "views/collection/elementsearch.h"
#include "views/page/kindview.h"
#include "views/page/question.h"
#include "views/table/rowsproxy.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHideEvent>
#include <QHash>
#include <QHeaderView>
#include <QPushButton>
#include <QShowEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr int longestGroup = 24; // in the chooser
constexpr double widestCount = 88'888'888; // the chooser has room for

/// The states in the view of its kind; without one, whatever has keys.
std::vector<PagedPanel::Choice> choicesOf(const CollectionDefinition &definition)
{
    const auto words = [](const char *text) { return QCoreApplication::translate("kinds", text); };
    std::vector<PagedPanel::Choice> choices;
    const KindView &view = viewOf(*definition.kind);
    const Bands bands = Bands::of(definition);
    for (const StateView &state : view.states) {
        for (std::size_t band = 0; state.isBand && band < bands.size(); ++band) {
            const QString id = Bands::idOf(bands.name(band));
            choices.push_back({id, words(state.title).arg(bands.name(band)), id, words(state.emptyHeading),
                               words(state.emptyText), state.byCursor});
        }
        if (!state.isBand && state.title != nullptr && (state.role.isEmpty() || definition.has(state.role))) {
            choices.push_back({QString(state.id), words(state.title), QString(state.figure), words(state.emptyHeading),
                               words(state.emptyText), state.byCursor});
        }
    }
    for (const RoleKeys &keys : definition.keys) {
        if (view.states.empty() && !keys.role->perId) {
            const QString role(keys.role->id);
            choices.push_back({role, role, {}, PagedPanel::tr("Nothing in %1").arg(role), words(keys.role->help)});
        }
    }
    return choices;
}

QString countedTitle(const QString &title, double count)
{
    return PagedPanel::tr("%1 (%2)").arg(title, models::formatCount(count));
}

} // namespace

PagedPanel::PagedPanel(QAbstractItemModel *model, const QString &name, const PageContext &context, QWidget *parent)
    : Card(context.theme, parent), m_model(model),
      m_filter(new RowsProxy([this](int row) { return elementOf(row); }, this)), m_context(context),
      m_question(new Question(context.host, this)), m_table(new TableView(context.theme, this)),
      m_stack(new QStackedWidget(this)), m_notice(new Notice(context.theme, this)), m_chooser(new QComboBox(this)),
      m_pager(new Pager(this)), m_head(new QHBoxLayout), m_line(new QWidget(this)), m_banner(new QWidget(m_line)),
      m_bannerText(new ElidedLabel(m_banner)), m_bannerWhole(new QPushButton(m_banner)),
      m_bannerShow(new QPushButton(tr("Show"), m_banner)), m_bannerSearch(new QPushButton(m_banner)),
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
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        m_query.state = m_choices[static_cast<std::size_t>(index)].state;
        restart();
    });
    connect(m_bannerShow, &QPushButton::clicked, this, [this] {
        m_table->clearSelection();
        if (m_isSample || (choice().byCursor && !isWholeByCursor())) {
            restart();
        } else {
            showPage(m_fresh);
        }
    });
    connect(m_bannerSearch, &QPushButton::clicked, this, &PagedPanel::search);
    connect(m_search, &ElementSearch::changed, this, &PagedPanel::showSearch);
    connect(m_bannerWhole, &QPushButton::clicked, this, [this] { m_whole ? selectPage() : selectWhole(); });
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
    m_chooser->setObjectName(QStringLiteral("stateChooser"));
    m_chooser->setAccessibleName(tr("Which elements"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_chooser->hide();
    m_head->setContentsMargins(2 * metrics::step, metrics::step, 2 * metrics::step, 0);
    m_head->addWidget(m_chooser);
    m_head->addWidget(m_line, 1);
    body()->addLayout(m_head);

    m_banner->setObjectName(QStringLiteral("newRows"));
    m_bannerText->setObjectName(QStringLiteral("newRowsText"));
    m_bannerShow->setObjectName(QStringLiteral("showNewRows"));
    m_bannerSearch->setObjectName(QStringLiteral("searchAll"));
    m_bannerWhole->setObjectName(QStringLiteral("selectWhole"));
    m_bannerWhole->setFocusPolicy(Qt::TabFocus); // a click leaves the keys with the rows
    auto *line = new QHBoxLayout(m_banner);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2 * metrics::step);
    line->addWidget(m_bannerWhole);
    line->addWidget(m_bannerSearch);
    line->addWidget(m_bannerShow); // first: the text changes its width with every tick
    line->addWidget(m_bannerText, 1);
    m_banner->hide();
    // Always as high: what is said there comes and goes without moving a row.
    auto *whole = new QHBoxLayout(m_line);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addStrut(m_bannerShow->sizeHint().height());
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

void PagedPanel::setChoices(const std::vector<Choice> &choices)
{
    m_choices = choices;
    m_chooser->clear();
    m_chooser->setMinimumWidth(0);
    for (const Choice &entry : m_choices) {
        m_chooser->addItem(entry.figure.isEmpty() ? entry.title : countedTitle(entry.title, widestCount));
    }
    m_chooser->setFixedWidth(m_chooser->sizeHint().width()); // keep its neighbours in place
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        m_chooser->setItemText(static_cast<int>(i), m_choices[i].title);
    }
    m_chooser->setVisible(m_choices.size() > 1);
    m_query.state = m_choices.empty() ? QString() : m_choices.front().state;
}

void PagedPanel::choose(const QString &state)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i].state == state) {
            m_chooser->setCurrentIndex(static_cast<int>(i));
            m_query.state = state;
            restart();
        }
    }
}

const PagedPanel::Choice &PagedPanel::choice() const
{
    static const Choice none;
    const int index = std::max(0, m_chooser->currentIndex());
    return m_choices.empty() ? none : m_choices[static_cast<std::size_t>(index)];
}

void PagedPanel::open(const CollectionDefinition &definition)
{
    m_place = {};
    setChoices(choicesOf(definition));
    m_filterText.clear();
    restart();
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
    m_notice->say(tr("Loading…"), {});
    m_stack->setCurrentWidget(m_notice);
    updatePager();
    updateLine();
    askIfNeeded();
}

void PagedPanel::apply(const SnapshotPtr &snapshot, std::size_t collection)
{
    m_place = {snapshot->layout->workspace, collection, snapshot->keysAt};
    updateChoices(*snapshot);
    setNow(snapshot->serverTime);
    askIfNeeded();
}

void PagedPanel::updateChoices(const Snapshot &snapshot)
{
    const SnapshotLayout::Row &row = snapshot.layout->rows[m_place.collection];
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const Choice &entry = m_choices[i];
        const int figure = entry.figure.isEmpty() ? -1 : row.figureIndex(entry.figure);
        const double count = figure < 0 ? unknownFigure : snapshot.figure(m_place.collection, figure);
        const bool isOfGroup = !m_query.group.isEmpty() && !entry.byCursor; // the figure is of all groups
        const QString title =
            isOfGroup ? tr("%1, %2").arg(entry.title, printable(m_query.group, longestGroup)) : entry.title;
        const QString text = isKnown(count) && !isOfGroup ? countedTitle(title, count) : title;
        if (static_cast<int>(i) == std::max(0, m_chooser->currentIndex())) {
            noteChange(count);
        }
        if (m_chooser->itemText(static_cast<int>(i)) != text) {
            m_chooser->setItemText(static_cast<int>(i), text);
        }
    }
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
    m_moved = m_moved || !event->spontaneous(); // back from another page: nothing is held from before
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
    noteFresh(page);
    const bool held = m_table->isHeld() || (m_context.outcomes != nullptr && m_context.outcomes->isExpecting())
        || m_filter->hasOutcomes();
    if (m_moved || !held || m_model->rowCount() == 0) {
        showPage(page);
    } else {
        m_waiting = holdRows(page);
        m_shown.total = page.total;
        m_shownCount = static_cast<qint64>(page.elements.size()); // the pager says what is there, not what is held
        m_bannerShow->setText(tr("Show"));
        showRows();
        updatePager();
    }
    const QModelIndex chosen = m_table->chosenRow();
    if (const Element *element = chosen.isValid() ? elementOf(m_filter->mapToSource(chosen).row()) : nullptr) {
        emit m_context.host->selectedSeen(*element);
    }
}

void PagedPanel::showPage(const ElementsPage &page)
{
    const bool newPage = m_moved;
    m_moved = false;
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
                  tr("%1 Asked again with the next tick.").arg(models::asSentence(why)), State::Error);
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
                      more ? tr("There is more of the set to look through: go to the next page.")
                           : tr("The whole set was looked through."));
    } else {
        m_notice->say(choice().emptyHeading, choice().emptyText);
    }
    m_stack->setCurrentWidget(m_notice);
}

void PagedPanel::showSome(const std::vector<Element> &elements, const QString &text, std::optional<qint64> total)
{
    ElementsPage page;
    page.elements = elements;
    page.total = total;
    m_question->forget();
    m_unread.clear();
    m_loaded = true;
    m_isSample = true;
    m_fresh = page;
    m_moved = true;
    showPage(page);
    m_waiting = text;
    m_bannerShow->setText(tr("Back to all"));
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

} // namespace plimsoll::views
