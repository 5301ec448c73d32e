// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/overviewcards.h"

#include "models/alerts/alerttext.h"
#include "models/rows/collectionmodel.h"
#include "models/rows/collectionsortmodel.h"
#include "models/text/format.h"
#include "redis/types/plural.h"
#include "views/collection/collectioncard.h"
#include "views/page/actions.h"
#include "views/page/page.h"
#include "views/theme/theme.h"
#include "views/widgets/card.h"
#include "views/widgets/currenttip.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/dialogparts.h"
#include "views/widgets/plainlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QScrollBar>
#include <QSortFilterProxyModel>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

using models::CollectionModel;

namespace {

int cellHeight()
{
    return CollectionCardDelegate::cardHeight + CollectionCardDelegate::cardMargins().top()
        + CollectionCardDelegate::cardMargins().bottom();
}

constexpr Px narrowestCard{290};
constexpr int fewestColumns = 2, mostColumns = 4;
constexpr int rowsOfFew = 2; ///< rows of cards that hold all collections without lines
constexpr int fewestLines = 3; ///< visible at least, if there are more
constexpr int fewestLinesBelowTrouble = 1; ///< as above, while not all cards have room
int gapOfCards()
{
    return CollectionCardDelegate::cardMargins().left() + CollectionCardDelegate::cardMargins().right();
}

State stateOf(const QModelIndex &index)
{
    return static_cast<State>(index.data(CollectionModel::SeverityRole).toInt());
}

std::size_t collectionOf(const QModelIndex &index)
{
    return static_cast<std::size_t>(index.data(CollectionModel::RowRole).toInt());
}

} // namespace

/// The rows of a model from one position to another, whatever they are. GUI thread.
class RankRange final : public QSortFilterProxyModel {
public:
    RankRange(QAbstractItemModel *source, QObject *parent) : QSortFilterProxyModel(parent) { setSourceModel(source); }

    /// Shows the rows from `begin` to before `end`, in their present order.
    void setRange(int begin, int end)
    {
        m_begin = begin;
        m_end = end;
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &) const override
    {
        return sourceRow >= m_begin && sourceRow < m_end;
    }

private:
    int m_begin = 0, m_end = 0;
};

OverviewCards::OverviewCards(const PageContext &context, models::CollectionSortModel *ranked, QWidget *chart,
                             QWidget *parent)
    : QWidget(parent), m_ranked(ranked), m_cardRows(new RankRange(ranked, this)),
      m_lineRows(new RankRange(ranked, this)), m_chart(chart)
{
    m_cards = makeList(context, m_cardRows);
    m_cards->setObjectName(QStringLiteral("collectionCards"));
    m_cards->setAccessibleName(tr("Collections, those in trouble first"));
    m_cards->verticalScrollBar()->setSingleStep(cellHeight() / 3);
    m_delegate = new CollectionCardDelegate(context.theme, m_cards);
    m_cards->setItemDelegate(m_delegate);
    m_chart->setParent(this);
    putLastInTabOrder(m_chart); // after the cards, before the lines
    buildLines(context);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *cardsRow = new QHBoxLayout;
    // The cards are as wide as others on the page; the scroll bar is in the margin.
    cardsRow->setContentsMargins(metrics::pageMargin - CollectionCardDelegate::cardMargins().left(), 0, 0, 0);
    cardsRow->addWidget(m_cards);
    layout->addLayout(cardsRow, 100); // what is below takes the remaining height
    auto *below = new QHBoxLayout;
    below->setContentsMargins(metrics::pageMargin, 0, metrics::pageMargin, 0);
    below->setSpacing(metrics::cardGap);
    m_chart->setMinimumHeight(shortestChart);
    below->addWidget(m_chart, 1);
    below->addWidget(m_linesCard);
    layout->addLayout(below, 1);
    layout->addStretch(0);
}

/// Makes a list of rows that opens them by click and by key.
QListView *OverviewCards::makeList(const PageContext &context, RankRange *rows)
{
    auto *list = new QListView(this);
    list->setModel(rows);
    new CurrentTip(list);
    list->setModelColumn(CollectionModel::NameColumn);
    // Wrapping list mode, because icon mode visits all items on every change of figures, up to 10,000 per tick.
    list->setViewMode(QListView::ListMode);
    list->setFlow(QListView::LeftToRight);
    list->setWrapping(true);
    list->setResizeMode(QListView::Adjust);
    list->setUniformItemSizes(true);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setSelectionMode(QAbstractItemView::SingleSelection);
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setMouseTracking(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setStyleSheet(QStringLiteral("QListView { background: transparent; }"));
    list->viewport()->installEventFilter(this);
    list->installEventFilter(this);
    connect(list->verticalScrollBar(), &QScrollBar::valueChanged, this, &OverviewCards::scrolled);
    connect(context.theme, &Theme::changed, list->viewport(), qOverload<>(&QWidget::update));

    auto *open = new QAction(tr("Open"), list);
    open->setObjectName(QStringLiteral("openCollectionAction"));
    list->addAction(open);
    list->addActions(context.actions->ofCollection());
    list->addAction(context.actions->addCollection);
    showActionsAsMenu(list);
    const auto openAt = [this](const QModelIndex &index) {
        if (index.isValid()) {
            emit opened(collectionOf(index));
        }
    };
    connect(list, &QListView::clicked, this, openAt);
    connect(open, &QAction::triggered, this, [list, openAt] { openAt(list->currentIndex()); });
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this, list](const QModelIndex &now) {
        QListView *other = list == m_cards ? m_lines : m_cards;
        if (now.isValid() && other != nullptr) {
            other->setCurrentIndex({}); // one of them all is current
        }
        emit currentChanged();
    });
    return list;
}

void OverviewCards::buildLines(const PageContext &context)
{
    m_linesCard = new Card(QString(), context.theme, this);
    m_linesCard->setObjectName(QStringLiteral("collectionLinesCard"));
    auto *change = plainLabel(m_linesCard, QStringLiteral("linesChange"));
    change->setText(tr("change per minute"));
    m_linesCard->addCorner(change);
    m_lines = makeList(context, m_lineRows);
    m_lines->setObjectName(QStringLiteral("collectionLines"));
    m_lines->setAccessibleName(tr("More collections"));
    m_lines->setMinimumHeight(CollectionLineDelegate::lineHeight);
    m_lines->verticalScrollBar()->setSingleStep(CollectionLineDelegate::lineHeight);
    m_lines->setItemDelegate(new CollectionLineDelegate(context.theme, m_lines));
    auto *row = new QHBoxLayout; // the highlight of a line reaches into the padding of the card
    const int margin = 2 - CollectionLineDelegate::padding;
    row->setContentsMargins(margin, 0, margin, 0);
    row->addWidget(m_lines);
    m_linesCard->body()->addLayout(row, 1);
}

int OverviewCards::troubleCount() const
{
    int trouble = 0;
    while (trouble < m_ranked->rowCount() && stateOf(m_ranked->index(trouble, 0)) != State::Ok) {
        ++trouble;
    }
    return trouble;
}

/// Number of cards: all in trouble, filled up to whole rows; all collections where the window is too low for two rows
/// and a line. The number of columns may have changed since the trouble was counted: a window opens before it has its
/// size.
int OverviewCards::cardCount() const
{
    const int all = m_ranked->rowCount();
    const int rows = (std::max(m_held, troubleCount()) + columns() - 1) / columns();
    return m_isLow || all <= rowsOfFew * columns() ? all : std::min(all, std::max(1, rows) * columns());
}

void OverviewCards::holdCards()
{
    const int needed = troubleCount();
    if (needed >= m_held || m_heldSince.elapsed() >= m_rowKept.count()) {
        m_held = needed;
        m_heldSince.start();
    }
}

int OverviewCards::columns() const
{
    const int room = width() - 2 * metrics::pageMargin + gapOfCards();
    return std::clamp(room / narrowestCard, fewestColumns, mostColumns);
}

void OverviewCards::rank()
{
    const std::optional<std::size_t> current = currentCollection(); // may become a line or a card
    m_ranked->resortNow();
    arrange(current);
}

void OverviewCards::arrange(std::optional<std::size_t> current)
{
    const bool hadKeyboard = m_cards->hasFocus() || m_lines->hasFocus(); // a list that is hidden loses it
    holdCards();
    const int cards = cardCount();
    m_cardRows->setRange(0, cards);
    m_lineRows->setRange(cards, m_ranked->rowCount());
    fit();
    showStates();
    if (current && currentCollection() != current) {
        setCurrent(*current);
    }
    if (hadKeyboard) {
        takeKeyboard();
    }
}

/// Makes a collection current again after it changed from a card to a line or back.
void OverviewCards::setCurrent(std::size_t collection)
{
    for (QListView *list : {m_cards, m_lines}) {
        const QModelIndexList found = list->model()->match(list->model()->index(0, 0), CollectionModel::RowRole,
                                                           static_cast<int>(collection), 1, Qt::MatchExactly);
        if (!found.isEmpty()) {
            list->setAutoScroll(false); // the worst stay in view
            list->setCurrentIndex(found.front());
            list->setAutoScroll(true);
        }
    }
}

void OverviewCards::showChart(bool shown)
{
    m_isChartShown = shown;
    fit();
}

/// Lays out two to four equal columns; the lists are no higher than their rows.
void OverviewCards::fit()
{
    if (m_lines == nullptr) {
        return; // not built yet
    }
    const int around = m_linesCard->sizeHint().height() - m_lines->sizeHint().height();
    const auto heightOf = [around](int rows) { return around + rows * CollectionLineDelegate::lineHeight; };
    const bool isLow = height() < 2 * cellHeight() + heightOf(fewestLinesBelowTrouble);
    if (std::exchange(m_isLow, isLow) != isLow) {
        arrange();
        return;
    }
    const int columns = this->columns();
    const int room = width() - 2 * metrics::pageMargin + gapOfCards();
    m_delegate->setRow(room, columns);
    const QSize cell(std::max(room / columns, 120), cellHeight());
    if (m_cards->gridSize() != cell) {
        m_cards->setGridSize(cell);
        if (m_cardRows->rowCount() != cardCount()) {
            arrange();
            return;
        }
    }
    const int lines = m_lineRows->rowCount();
    m_chart->setVisible(m_isChartShown);
    m_linesCard->setVisible(lines > 0);
    // The lines are below the last column of cards; without a chart they are as wide as the page.
    const int lastColumn = room - room * (columns - 1) / columns - gapOfCards();
    const int lineColumns = m_isChartShown ? 1 : columns;
    m_linesCard->setMinimumWidth(m_isChartShown ? lastColumn : 0);
    m_linesCard->setMaximumWidth(m_isChartShown ? lastColumn : QWIDGETSIZE_MAX);
    // QListView wraps an item as wide as itself, which leaves its first row empty.
    const int lineWidth = (m_lines->viewport()->width() - 1) / lineColumns;
    if (const QSize line(std::max<int>(lineWidth, Px(120)), CollectionLineDelegate::lineHeight);
        m_lines->gridSize() != line) {
        m_lines->setGridSize(line);
    }
    const int lineRows = (lines + lineColumns - 1) / lineColumns;
    const int rows = (m_cardRows->rowCount() + columns - 1) / columns;
    const bool hasRoom = rows * cellHeight() + heightOf(fewestLines) <= height();
    const int leastLines = std::min(hasRoom || m_isChartShown ? fewestLines : fewestLinesBelowTrouble, lineRows);
    m_linesCard->setMinimumHeight(lines == 0 ? 0 : heightOf(leastLines));
    m_linesCard->setMaximumHeight(m_isChartShown || lines == 0 ? QWIDGETSIZE_MAX : heightOf(lineRows));

    const int below = m_isChartShown ? shortestChart : lines > 0 ? m_linesCard->minimumHeight() : 0;
    // Only whole rows above a chart or lines: a card cut in the middle looks like a bug.
    const int whole = below > 0 ? std::max(1, (height() - below) / cellHeight()) : rows;
    m_cards->setMaximumHeight(std::max(1, std::min(rows, whole)) * cellHeight());
}

void OverviewCards::setKnown(bool known)
{
    if (std::exchange(m_isKnown, known) != known) {
        showStates();
    }
}

void OverviewCards::showStates()
{
    models::TroubleCounts states;
    const int lines = m_lineRows->rowCount();
    for (int row = 0; row < lines; ++row) {
        states.add(stateOf(m_lineRows->index(row, 0)));
    }
    const QString count = models::formatCount(lines);
    const QString trouble = models::troubleText(states);
    m_linesCard->setTitle(!trouble.isEmpty() ? tr("%1 more, %2").arg(count, trouble)
                              : m_isKnown    ? tr("%1 more, all well", nullptr, pluralOf(lines)).arg(count)
                                             : tr("%1 more", nullptr, pluralOf(lines)).arg(count));
}

void OverviewCards::setTimeText(const QString &time)
{
    m_delegate->setTimeText(time);
}

void OverviewCards::repaintTrends()
{
    m_cards->viewport()->update();
    m_lines->viewport()->update();
}

void OverviewCards::takeKeyboard()
{
    (m_lines->currentIndex().isValid() ? m_lines : m_cards)->setFocus(Qt::OtherFocusReason);
}

bool OverviewCards::isTouchedWithin(std::chrono::milliseconds time) const
{
    return m_touched.isValid() && m_touched.elapsed() < time.count();
}

std::optional<std::size_t> OverviewCards::currentCollection() const
{
    for (const QListView *list : {m_cards, m_lines}) {
        if (list->currentIndex().isValid()) {
            return collectionOf(list->currentIndex());
        }
    }
    return std::nullopt;
}

std::vector<std::size_t> OverviewCards::visibleCollections() const
{
    std::vector<std::size_t> rows;
    for (const QListView *list : {m_cards, m_lines}) {
        const QSize cell = list->gridSize();
        const int columns = std::max(1, list->viewport()->width() / std::max(1, cell.width()));
        const int first = list->verticalScrollBar()->value() / std::max(1, cell.height()) * columns;
        const int count = (list->viewport()->height() / std::max(1, cell.height()) + 2) * columns;
        const int last = list->isVisible() ? std::min(first + count, list->model()->rowCount()) : 0;
        for (int row = first; row < last; ++row) {
            rows.push_back(collectionOf(list->model()->index(row, 0)));
        }
    }
    std::sort(rows.begin(), rows.end()); // sorted, so that a query for them is independent of display order
    return rows;
}

void OverviewCards::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Continues a move by key from the last cards to the first line, or from the first lines to the last card.
bool OverviewCards::moveAcross(QListView *from, int key)
{
    const QModelIndex current = from->currentIndex();
    if (!current.isValid() || m_linesCard->isHidden()) {
        return false;
    }
    const int row = current.row();
    const int perRow = from == m_cards ? columns() : m_isChartShown ? 1 : columns();
    const int count = from->model()->rowCount();
    if (from == m_cards
        && ((key == Qt::Key_Down && row + perRow >= count) || (key == Qt::Key_Right && row + 1 == count))) {
        m_lines->setCurrentIndex(m_lineRows->index(0, 0));
        m_lines->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (from == m_lines && ((key == Qt::Key_Up && row < perRow) || (key == Qt::Key_Left && row == 0))) {
        m_cards->setCurrentIndex(m_cardRows->index(m_cardRows->rowCount() - 1, 0));
        m_cards->setFocus(Qt::OtherFocusReason);
        return true;
    }
    return false;
}

bool OverviewCards::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::MouseButtonPress:
        m_touched.start();
        break;
    case QEvent::Resize:
        fit();
        break;
    case QEvent::Leave:
        m_touched.invalidate();
        break;
    case QEvent::KeyPress: {
        m_touched.start();
        auto *list = qobject_cast<QListView *>(watched);
        const int key = static_cast<QKeyEvent *>(event)->key();
        const auto current = currentCollection();
        if (list != nullptr && current && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
            emit opened(*current);
            return true;
        }
        if (list != nullptr && moveAcross(list, key)) {
            return true;
        }
        break;
    }
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace plimsoll::views
