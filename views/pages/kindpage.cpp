// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/kindpage.h"

#include "models/alerts/alerttext.h"
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/text/format.h"
#include "models/history/history.h"
#include "models/history/past.h"
#include "redis/types/plural.h"
#include "redis/types/workspacechange.h"
#include "views/collection/collectionpage.h"
#include "views/operations/operationgate.h"
#include "views/page/kindview.h"
#include "views/page/pagehead.h"
#include "views/pages/kindsummary.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

using models::CollectionModel;

/// Time after the last movement of the user in the table before rows may be reordered.
constexpr std::chrono::milliseconds idleTime{3000};

constexpr Px nameLeast{180}; // px; longer names are elided before columns are hidden

QString emptyText(const KindInfo &kind)
{
    QStringList keys;
    for (const RoleSpec &role : kind.roles) {
        if (role.required && role.help != nullptr) {
            keys.append(QCoreApplication::translate("kinds", role.help));
        }
    }
    return KindPage::tr("%1.\nAdd one with “Add a collection…” in the menu at the top right, or Ctrl+Shift+N. "
                        "It needs: %2.")
        .arg(QCoreApplication::translate("kinds", kind.help), keys.join(QStringLiteral("; ")));
}

} // namespace

KindPage::KindPage(const KindInfo *kind, const PageContext &pageContext, QWidget *parent)
    : Page(pageContext, parent), m_kind(kind), m_model(new CollectionModel(pageContext.history, this)),
      m_sorted(new models::CollectionSortModel(this)), m_levels(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("kindPage.") + kind->id);
    m_model->setKind(kind);
    m_sorted->setSourceModel(m_model);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_levels);
    m_idle.start();
}

/// Builds the list, once it is to be seen: each widget of a page makes the window slower to open and to restyle.
void KindPage::makeList()
{
    if (m_list != nullptr) {
        return;
    }
    auto *list = m_list = new QWidget(this);
    auto *layout = new QVBoxLayout(list);
    m_counts = PageHead(models::kindPlural(*m_kind), layout).line;
    m_counts->setObjectName(QStringLiteral("counts"));

    auto *card = m_card = new Card(context().theme, list);
    card->setFlush();
    m_table = new TableView(context().theme, card);
    m_table->setObjectName(QStringLiteral("collections"));
    m_table->setAccessibleName(models::kindPlural(*m_kind));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setModel(m_sorted);
    const int trend = m_sorted->columnCount() - 1;
    m_table->setWideColumn(CollectionModel::NameColumn, nameLeast);
    m_table->setColumnHidden(CollectionModel::KindColumn, true);
    m_table->horizontalHeader()->moveSection(trend, CollectionModel::FirstFigureColumn);
    m_table->setHideableFrom(CollectionModel::FirstFigureColumn);
    m_table->setStateName(QStringLiteral("kind/") + m_kind->id);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(CollectionModel::StateColumn, Qt::DescendingOrder);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    m_notice = new Notice(context().theme, card);
    m_tableOrNotice = new QStackedWidget(card);
    m_tableOrNotice->addWidget(m_table);
    m_tableOrNotice->addWidget(m_notice);
    m_tableOrNotice->setCurrentWidget(m_notice);
    m_notice->say(tr("No figures yet"), tr("They appear with the server's first answer."));
    card->body()->addWidget(m_tableOrNotice);
    layout->addWidget(card, 100); // the summary takes the remaining height
    m_summary = new KindSummary(m_kind, context(), list);
    m_summary->setMinimumSize(1, 1); // it is hidden where it does not fit, and keeps no window from being small
    m_summary->hide();
    layout->addWidget(m_summary, 1);
    connect(m_summary, &KindSummary::opened, this, &KindPage::openCollection);

    if (context().history != nullptr) {
        connect(context().history, &models::History::pastRead, this, [this] {
            if (m_snapshot != nullptr && momentOf(m_snapshot) != nullptr) {
                m_table->viewport()->update(); // past sparklines arrived
            }
        });
    }
    connect(m_table, &TableView::currentMoved, this, &Page::currentChanged);
    const auto openAt = [this](const QModelIndex &index) {
        openCollection(static_cast<std::size_t>(index.data(CollectionModel::RowRole).toInt()));
    };
    connect(m_table, &TableView::opened, this, openAt);
    connect(m_table, &QAbstractItemView::clicked, this, openAt); // as on the overview
    m_levels->addWidget(list);
}

bool KindPage::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::MouseButtonPress:
    case QEvent::Wheel:
    case QEvent::KeyPress:
        m_idle.restart();
        break;
    default:
        break;
    }
    return Page::eventFilter(watched, event);
}

bool KindPage::isOpen() const
{
    return m_page != nullptr && m_levels->currentWidget() == m_page;
}

void KindPage::apply(const SnapshotPtr &snapshot)
{
    const SnapshotPtr before = std::exchange(m_snapshot, snapshot);
    if (!before || before->layout != snapshot->layout) {
        followLayout(before);
    }
    if (isVisible()) {
        refresh();
    } else {
        m_behind = true;
    }
}

void KindPage::showEvent(QShowEvent *event)
{
    Page::showEvent(event);
    if (!isOpen()) {
        makeList();
    }
    if (m_behind && m_snapshot) {
        refresh();
    }
}

/// Follows an edit of the workspace, which may have moved or removed the open collection.
void KindPage::followLayout(const SnapshotPtr &before)
{
    const auto &rows = m_snapshot->layout->rows;
    if (isOpen() && before) {
        const Workspace &was = *before->layout->workspace;
        const Workspace &is = *m_snapshot->layout->workspace;
        const std::optional<std::size_t> place = placeAfterEdit(was, m_page->collection(), is);
        if (!place) {
            showList();
        } else if (isSameSource(was.collections[m_page->collection()], is.collections[*place])) {
            const bool moved = *place != m_page->collection();
            m_page->follow(*place, m_snapshot);
            if (moved) {
                emit shownChanged();
            }
        } else {
            openCollection(*place);
        }
        return;
    }
    const auto isMine = [this](const SnapshotLayout::Row &row) { return row.kind == m_kind; };
    if (const auto wanted = std::exchange(m_wanted, std::nullopt); !before && wanted) {
        openCollection(*wanted);
    } else if (!before && std::count_if(rows.begin(), rows.end(), isMine) == 1) {
        const auto only = std::find_if(rows.begin(), rows.end(), isMine);
        openCollection(static_cast<std::size_t>(only - rows.begin()));
    }
}

void KindPage::refresh()
{
    m_behind = false;
    if (isOpen()) {
        m_page->apply(m_snapshot);
        return;
    }
    m_model->apply(m_snapshot);
    m_table->flash();
    wantTrends();
    // Rows are ordered once per past moment, as on the overview.
    const models::MomentPtr moment = momentOf(m_snapshot);
    const auto time = moment == nullptr ? std::nullopt : std::optional(moment->time);
    const bool isOther = std::exchange(m_sortedMoment, time) != time;
    if (!m_table->isHeld() && (isOther || (moment == nullptr && m_idle.hasExpired(idleTime.count())))) {
        m_sorted->resortNow();
    }
    showCounts();
    showSummary();
}

/// Shows the summary of a few collections where the table would leave the page empty.
void KindPage::showSummary()
{
    fitTable();
    std::vector<std::size_t> rows;
    for (int row = 0; row < std::min(m_sorted->rowCount(), KindSummary::mostCollections); ++row) {
        rows.push_back(static_cast<std::size_t>(m_sorted->index(row, 0).data(CollectionModel::RowRole).toInt()));
    }
    // The order of the table may be by another column.
    std::stable_sort(rows.begin(), rows.end(), [this](std::size_t a, std::size_t b) {
        return m_snapshot->rows[a].state > m_snapshot->rows[b].state;
    });
    m_summary->apply(m_snapshot, rows);
}

void KindPage::fitTable()
{
    if (m_list == nullptr) {
        return;
    }
    const int around = 2 * metrics::step + 2; // px; margins of the card
    const int rows = m_sorted->rowCount();
    const int table = m_table->horizontalHeader()->sizeHint().height() + rows * metrics::rowHeight + around;
    const int left = height() - m_card->y() - table - 2 * metrics::cardGap;
    const bool hasRoom = rows > 0 && rows <= KindSummary::mostCollections && left >= KindSummary::leastHeight;
    m_card->setMaximumHeight(hasRoom ? table : QWIDGETSIZE_MAX);
    m_summary->setVisible(hasRoom);
}

void KindPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    fitTable();
}

/// Requests past sparklines for the visible rows, as on the overview.
void KindPage::wantTrends()
{
    const models::MomentPtr moment = m_snapshot == nullptr || isOpen() ? nullptr : momentOf(m_snapshot);
    const auto reach = moment == nullptr ? std::nullopt : models::trendReach(*moment, CollectionModel::trendLength);
    if (!reach) {
        return;
    }
    const int first = std::max(0, m_table->rowAt(0));
    const int below = m_table->rowAt(m_table->viewport()->height() - 1);
    std::vector<std::size_t> rows;
    for (int row = first; row < (below < 0 ? m_sorted->rowCount() : below + 1); ++row) {
        rows.push_back(static_cast<std::size_t>(m_sorted->index(row, 0).data(CollectionModel::RowRole).toInt()));
    }
    std::sort(rows.begin(), rows.end());
    context().history->lookBack(rows, *reach);
}

void KindPage::showCounts()
{
    models::TroubleCounts troubles;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        troubles.add(m_snapshot->rows[m_model->collectionAt(row)].state);
    }
    const int all = m_model->rowCount();
    QStringList parts{models::collectionsText(all)};
    if (const QString trouble = models::troubleText(troubles); !trouble.isEmpty()) {
        parts.append(trouble);
    }
    const int shownRows = m_sorted->rowCount();
    if (shownRows != all) {
        parts.append(shownRows == 1
                         ? tr("1 matches the filter")
                         : tr("%1 match the filter", nullptr, pluralOf(shownRows)).arg(models::formatCount(shownRows)));
    }
    m_counts->setFullText(all == 0 ? QString() : parts.join(QStringLiteral(" · ")));
    if (all == 0) {
        m_notice->say(tr("No collection of kind “%1” in this workspace").arg(models::kindTitle(*m_kind)),
                      emptyText(*m_kind));
    } else if (shownRows == 0) {
        m_notice->say(tr("No collection matches “%1”").arg(m_sorted->filterText()),
                      tr("The filter looks at names and keys. Clear it with Escape in the filter field."));
    }
    m_tableOrNotice->setCurrentWidget(all == 0 || shownRows == 0 ? static_cast<QWidget *>(m_notice) : m_table);
}

void KindPage::openCollection(std::size_t collection)
{
    if (!m_snapshot) {
        m_wanted = collection;
        return;
    }
    if (collection >= m_snapshot->size() || m_snapshot->layout->rows[collection].kind != m_kind) {
        return;
    }
    if (m_page == nullptr) {
        PageContext own = context();
        m_gate = own.gate == nullptr ? nullptr : new OperationGate(own.gate, this);
        own.gate = m_gate;
        m_page = viewOf(*m_kind).makePage(own);
        if (m_gate != nullptr) {
            connect(m_page, &CollectionPage::operationsClosed, m_gate, &OperationGate::setReason);
        }
        m_levels->addWidget(m_page); // takes ownership
        m_page->setPageRows(m_pageRows);
    }
    m_levels->setCurrentWidget(m_page);
    m_page->setOld(m_old);
    m_page->open(collection, m_snapshot);
    // Focus the page itself, so that no button shows a focus ring before a key is pressed; the navigation keeps the
    // focus.
    if (const QWidget *at = window()->focusWidget(); at == nullptr || !at->isVisible() || isAncestorOf(at)) {
        m_page->setFocus();
    }
    emit shownChanged();
}

void KindPage::showList()
{
    makeList();
    m_levels->setCurrentWidget(m_list);
    emit context().host->inspectCleared();
    emit shownChanged();
    if (m_snapshot) {
        refresh();
    }
    m_table->setFocus();
}

bool KindPage::stepBack()
{
    return isOpen() && m_page->stepBack();
}

bool KindPage::back()
{
    if (!isOpen()) {
        return false;
    }
    m_model->apply(m_snapshot);
    if (m_model->rowCount() <= 1) {
        return false; // a list of one is not worth returning to
    }
    showList();
    return true;
}

void KindPage::setOld(bool old)
{
    m_old = old;
    m_model->setStale(old);
    if (m_page != nullptr) {
        m_page->setOld(old);
    }
}

void KindPage::setFilter(const QString &text)
{
    if (isOpen()) {
        m_page->setFilter(text);
        return;
    }
    m_sorted->setFilterText(text);
    if (m_snapshot && m_list != nullptr) {
        showCounts();
        showSummary();
    }
}

void KindPage::search()
{
    if (isOpen()) {
        m_page->search();
    }
}

bool KindPage::hasElements() const
{
    return isOpen() && m_page->hasElements();
}

std::vector<Element> KindPage::shownElements() const
{
    return isOpen() ? m_page->shownElements() : std::vector<Element>{};
}

QString KindPage::filterText() const
{
    return isOpen() ? m_page->filterText() : m_sorted->filterText();
}

void KindPage::setPageRows(int rows)
{
    m_pageRows = rows;
    if (m_page != nullptr) {
        m_page->setPageRows(rows);
    }
}

std::optional<std::size_t> KindPage::currentCollection() const
{
    if (isOpen()) {
        return Page::currentCollection();
    }
    const QModelIndexList rows = m_table == nullptr ? QModelIndexList() : m_table->selectedRows();
    return rows.isEmpty()
        ? std::nullopt
        : std::optional(static_cast<std::size_t>(rows.front().data(CollectionModel::RowRole).toInt()));
}

std::set<std::size_t> KindPage::shown() const
{
    return isOpen() && isVisible() ? m_page->shown() : std::set<std::size_t>{};
}

} // namespace plimsoll::views
