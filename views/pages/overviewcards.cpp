// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history.h"
#include "models/past.h"
#include "views/collection/collectioncard.h"
#include "views/pages/overviewpage.h"
#include "views/theme/theme.h"
#include "views/widgets/contextmenu.h"

#include <QAction>
#include <QListView>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>

/// The cards of the overview: creation, layout, and sparklines of past moments.
namespace plimsoll::views {

using models::CollectionModel;

namespace {

constexpr int cellHeight = CollectionCardDelegate::cardHeight + CollectionCardDelegate::cardMargins.top()
    + CollectionCardDelegate::cardMargins.bottom();
constexpr int narrowestCard = 290;
constexpr int mostColumns = 4;

} // namespace

void OverviewPage::buildCards(const Actions &actions)
{
    m_cards = new QListView(this);
    m_cards->setObjectName(QStringLiteral("collectionCards"));
    m_cards->setAccessibleName(tr("Collections, those in trouble first"));
    m_cards->setModel(m_sorted);
    m_cards->setModelColumn(CollectionModel::NameColumn);
    // Wrapping list mode, because icon mode visits all items on every change of figures, up to 10,000 per tick.
    m_cards->setViewMode(QListView::ListMode);
    m_cards->setFlow(QListView::LeftToRight);
    m_cards->setWrapping(true);
    m_cards->setResizeMode(QListView::Adjust);
    m_cards->setUniformItemSizes(true);
    m_cards->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_cards->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_cards->setSelectionMode(QAbstractItemView::SingleSelection);
    m_cards->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_cards->setMouseTracking(true);
    m_cards->setFrameShape(QFrame::NoFrame);
    m_cards->setStyleSheet(QStringLiteral("QListView { background: transparent; }"));
    m_cards->verticalScrollBar()->setSingleStep(cellHeight / 3);
    connect(m_cards->verticalScrollBar(), &QScrollBar::valueChanged, this, &OverviewPage::wantTrends);
    m_delegate = new CollectionCardDelegate(context().theme, m_cards);
    m_cards->setItemDelegate(m_delegate);
    m_cards->viewport()->installEventFilter(this);
    m_cards->installEventFilter(this);

    auto *open = new QAction(tr("Open"), m_cards);
    open->setObjectName(QStringLiteral("openCollectionAction"));
    m_cards->addAction(open);
    m_cards->addActions(actions.ofCollection());
    m_cards->addAction(actions.addCollection);
    showActionsAsMenu(m_cards);

    const auto openAt = [this](const QModelIndex &index) {
        if (index.isValid()) {
            emit context().host->collectionRequested(
                static_cast<std::size_t>(index.data(CollectionModel::RowRole).toInt()));
        }
    };
    connect(m_cards, &QListView::clicked, this, openAt);
    connect(open, &QAction::triggered, this, [this, openAt] { openAt(m_cards->currentIndex()); });
    connect(m_cards->selectionModel(), &QItemSelectionModel::currentChanged, this, &OverviewPage::currentChanged);
    connect(context().theme, &Theme::changed, m_cards->viewport(), qOverload<>(&QWidget::update));
}

/// Lays out two to four equal columns; the list is no higher than its cards.
void OverviewPage::fitCards()
{
    // The cards are as wide as others on the page; the scroll bar is in the margin.
    const int room = width() - 2 * metrics::pageMargin + CollectionCardDelegate::cardMargins.left()
        + CollectionCardDelegate::cardMargins.right();
    const int columns = std::clamp(room / narrowestCard, 2, mostColumns);
    const QSize cell(std::max(room / columns, 120), cellHeight);
    m_delegate->setRow(room, columns);
    if (m_cards->gridSize() != cell) {
        m_cards->setGridSize(cell);
    }
    const int rows = (m_sorted->rowCount() + columns - 1) / columns;
    // Only whole rows above a chart: a card cut in the middle looks like a bug.
    const bool chart = !m_chartBox->isHidden();
    const int whole = chart ? std::max(1, (m_stack->height() - shortestChart) / cellHeight) : rows;
    m_cards->setMaximumHeight(std::max(1, std::min(rows, whole)) * cellHeight);
}

/// Requests the sparklines of the visible cards up to the selected moment.
void OverviewPage::wantTrends()
{
    const models::MomentPtr moment = m_snapshot == nullptr ? nullptr : momentOf(m_snapshot);
    const auto reach = moment == nullptr ? std::nullopt : models::trendReach(*moment, CollectionModel::trendLength);
    if (!reach) {
        return;
    }
    const int columns = std::max(1, m_cards->viewport()->width() / std::max(1, m_cards->gridSize().width()));
    const int first = m_cards->verticalScrollBar()->value() / cellHeight * columns;
    const int count = (m_cards->viewport()->height() / cellHeight + 2) * columns;
    std::vector<std::size_t> rows;
    for (int row = first; row < std::min(first + count, m_sorted->rowCount()); ++row) {
        rows.push_back(static_cast<std::size_t>(m_sorted->index(row, 0).data(CollectionModel::RowRole).toInt()));
    }
    std::sort(rows.begin(), rows.end()); // sorted, so that the query is independent of display order
    context().history->lookBack(rows, *reach);
}

} // namespace plimsoll::views
