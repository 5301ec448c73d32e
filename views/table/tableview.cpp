// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/table/tableview.h"

#include "models/table/tableexport.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"
#include "views/widgets/currenttip.h"
#include "views/widgets/contextmenu.h"
#include "views/widgets/exportevent.h"
#include "views/widgets/preferences.h"
#include "views/widgets/userinteracting.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QStyleOption>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px widestColumn{320};
constexpr Px leastCut{48}; // px; minimum of a narrowed column
constexpr int fittedRows = 60; // rows measured for widths; bounds the cost at 100,000 rows
constexpr std::chrono::milliseconds flashTime{450};
constexpr std::chrono::milliseconds columnSaveDelay{500};

/// A header that elides long titles with "…". Qt ignores the padding and font weight of the style sheet, and so cuts
/// the first letters of a right-aligned title. Qt points the arrow down for ascending order; this header follows other
/// tools.
class Titles final : public QHeaderView {
public:
    explicit Titles(QWidget *parent) : QHeaderView(Qt::Horizontal, parent) { setSectionsClickable(true); }

protected:
    void initStyleOptionForIndex(QStyleOptionHeader *option, int section) const override
    {
        QHeaderView::initStyleOptionForIndex(option, section);
        constexpr Px headPadding{8};
        using Option = QStyleOptionHeader;
        const int arrow = option->sortIndicator == Option::None ? 0 : 2 * headPadding;
        if (arrow > 0) {
            option->sortIndicator = option->sortIndicator == Option::SortDown ? Option::SortUp : Option::SortDown;
        }
        QFont drawn = font();
        drawn.setWeight(QFont::Medium);
        option->text = QFontMetrics(drawn).elidedText(model()->headerData(section, Qt::Horizontal).toString(),
                                                      Qt::ElideRight, sectionSize(section) - 2 * headPadding - arrow);
        if (arrow > 0 && option->textAlignment.testFlag(Qt::AlignRight)) { // the style sheet draws the arrow over it
            const int space = QFontMetrics(drawn).horizontalAdvance(QChar::Nbsp);
            option->text += QString((arrow + space - 1) / space, QChar::Nbsp);
        }
    }

    /// Shows the full title on hover unless the model has a tooltip.
    bool viewportEvent(QEvent *event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto *hover = static_cast<QHelpEvent *>(event);
            const int section = logicalIndexAt(hover->pos());
            if (section >= 0 && model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty()) {
                showTip(hover->globalPos(), model()->headerData(section, Qt::Horizontal).toString(), this);
                return true;
            }
        }
        return QHeaderView::viewportEvent(event);
    }
};

constexpr std::chrono::milliseconds saveDelay{500};

} // namespace

TableView::TableView(Theme *theme, QWidget *parent) : QTableView(parent), m_cells(new CellDelegate(theme, this))
{
    setItemDelegate(m_cells);
    new CurrentTip(this);
    setHorizontalHeader(new Titles(this));
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false); // Tab leaves the table
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(metrics::rowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(40);
    horizontalHeader()->setSortIndicatorShown(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    makeExports();
    m_flashTimer.setSingleShot(true);
    connect(&m_flashTimer, &QTimer::timeout, this, [this] {
        m_cells->setFlash(0);
        viewport()->update();
    });
    m_saveTimer.setSingleShot(true);
    connect(&m_saveTimer, &QTimer::timeout, this, &TableView::saveColumns);
    m_followTimer.setSingleShot(true);
    m_followTimer.setInterval(0); // once per tick
    connect(&m_followTimer, &QTimer::timeout, this, &TableView::followContent);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, &m_followTimer, qOverload<>(&QTimer::start));
    // Pressing a header would select its column, which with whole rows means every row.
    disconnect(horizontalHeader(), &QHeaderView::sectionPressed, this, nullptr);
    disconnect(horizontalHeader(), &QHeaderView::sectionEntered, this, nullptr);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this] {
        if (!m_unsorted.isEmpty()) {
            showTip(QCursor::pos(), m_unsorted, horizontalHeader());
        }
    });
    const auto isByPerson = [this] { return !m_fitting && qFuzzyCompare(m_zoom, Px::zoom()); };
    const auto saveSoon = [this, isByPerson] {
        if (m_fitted && isByPerson()) {
            m_own = true;
            m_saveTimer.start(columnSaveDelay);
        }
    };
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
            [this, saveSoon, isByPerson](int column, int, int width) {
                if (isByPerson() && width > 0 && column < static_cast<int>(m_wanted.size())) {
                    m_wanted[static_cast<std::size_t>(column)] = width;
                }
                saveSoon();
            });
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, saveSoon);
    connect(this, &QAbstractItemView::doubleClicked, this, &TableView::opened);
    connect(theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
    connect(theme, &Theme::changed, this, &TableView::followZoom, Qt::QueuedConnection); // once fonts are set
}

/// Widths that were cut at a larger zoom are not those that are wanted.
void TableView::followZoom()
{
    const double ratio = Px::zoom() / std::exchange(m_zoom, Px::zoom());
    if (qFuzzyCompare(ratio, 1.0)) {
        return;
    }
    m_leastWide = qRound(m_leastWide * ratio);
    m_slack = qRound(m_slack * ratio);
    if (!m_own) {
        refit();
        return;
    }
    for (int &width : m_wanted) {
        width = qRound(width * ratio);
    }
    m_fitting = true;
    stretchWide();
    m_fitting = false;
}

void TableView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    const auto fitLater = [this] {
        if (!m_fitted) {
            fitColumns();
        }
    };
    connect(model, &QAbstractItemModel::rowsInserted, this, fitLater);
    connect(model, &QAbstractItemModel::modelReset, this, fitLater);
    connect(model, &QAbstractItemModel::columnsInserted, this, fitLater);
    connect(model, &QAbstractItemModel::rowsInserted, &m_followTimer, qOverload<>(&QTimer::start));
    connect(model, &QAbstractItemModel::modelReset, &m_followTimer, qOverload<>(&QTimer::start));
    connect(model, &QAbstractItemModel::dataChanged, &m_followTimer, qOverload<>(&QTimer::start));
    connect(model, &QAbstractItemModel::headerDataChanged, &m_followTimer, qOverload<>(&QTimer::start));
    fitColumns();
}

void TableView::setStateName(const QString &name)
{
    m_stateName = QStringLiteral("columns/") + name;
    m_fitted = false;
    fitColumns();
}

void TableView::refit()
{
    if (!m_own) {
        m_fitted = false;
        fitColumns();
    }
}

void TableView::setWideColumn(int column, int least, int instead)
{
    m_wideColumn = column;
    m_leastWide = least;
    m_instead = instead;
    if (m_fitted) {
        m_fitting = true;
        stretchWide();
        m_fitting = false;
    }
}

void TableView::showColumn(int column, bool shown)
{
    const bool hadNoRoom = std::erase(m_withoutRoom, column) > 0;
    if (isColumnHidden(column) == shown || (hadNoRoom && !shown)) {
        m_fitting = true;
        setColumnHidden(column, !shown);
        stretchWide();
        m_fitting = false;
        refit();
    }
}

void TableView::setUnsortedReason(const QString &reason)
{
    m_unsorted = reason;
}

bool TableView::isHeld() const
{
    return (selectionModel() != nullptr && selectionModel()->hasSelection()) || isUserInteracting(this);
}

void TableView::flash()
{
    m_cells->setFlash(1);
    m_flashTimer.start(flashTime);
    viewport()->update();
}

QModelIndexList TableView::selectedRows() const
{
    QModelIndexList rows = selectionModel() == nullptr ? QModelIndexList() : selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.row() < b.row(); });
    return rows;
}

void TableView::fitColumns()
{
    if (model() == nullptr || model()->columnCount() == 0) {
        return;
    }
    m_fitting = true;
    const QByteArray kept =
        m_stateName.isEmpty() ? QByteArray() : Preferences::ofPerson().value(m_stateName).toByteArray();
    // A stored state with another number of columns is of another version and would hide new columns.
    if (!kept.isEmpty() && horizontalHeader()->count() == model()->columnCount()
        && horizontalHeader()->restoreState(kept)) {
        m_fitted = true;
        m_own = true;
        m_contents.clear();
        noteWidths();
    } else {
        const int rows = std::min(model()->rowCount(), fittedRows);
        m_contents.clear();
        showWhatHadNoRoom();
        for (int column = 0; column < model()->columnCount(); ++column) {
            m_contents.push_back(contentWidth(column, 0, rows - 1));
            setColumnWidth(column, std::max(titleWidth(column), m_contents.back()));
        }
        m_fitted = rows > 0 && (m_hideableFrom < 0 || isVisible());
        noteWidths();
        if (m_fitted) {
            hideWhatDoesNotFit();
        }
    }
    stretchWide();
    m_fitting = false;
}

void TableView::keepRoom(int column, const QStringList &badges)
{
    m_roomyColumn = column;
    m_badges = badges;
    refit();
}

/// Returns the width that the title needs, or the badges that room is kept for.
int TableView::titleWidth(int column) const
{
    int width = horizontalHeader()->sectionSizeHint(column);
    for (const QString &badge : column == m_roomyColumn ? m_badges : QStringList()) {
        width = std::max(width, m_cells->badgeWidth(badge));
    }
    return std::min<int>(width + m_slack, widestColumn);
}

int TableView::contentWidth(int column, int firstRow, int lastRow) const
{
    int width = 0;
    for (int row = firstRow; row <= lastRow; ++row) {
        width = std::max(width, m_cells->sizeHint({}, model()->index(row, column)).width() + m_slack);
    }
    return std::min<int>(width, widestColumn);
}

/// Widens columns whose content has grown, as far as there is room. Columns never shrink here.
void TableView::followContent()
{
    if (!m_fitted || m_own || model() == nullptr || model()->rowCount() == 0
        || m_wanted.size() != static_cast<std::size_t>(model()->columnCount())
        || m_contents.size() != m_wanted.size()) {
        return;
    }
    const int first = std::max(0, rowAt(0));
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? std::min(model()->rowCount() - 1, first + fittedRows) : below;
    bool changed = false;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const auto at = static_cast<std::size_t>(column);
        const int width = isColumnHidden(column) ? 0 : std::max(titleWidth(column), contentWidth(column, first, last));
        changed = changed || width > m_contents[at];
        m_contents[at] = std::max(m_contents[at], width);
        m_wanted[at] = std::max(m_wanted[at], width);
    }
    if (changed) {
        m_fitting = true;
        stretchWide();
        m_fitting = false;
    }
}

void TableView::setHideableFrom(int column)
{
    m_hideableFrom = column;
}

void TableView::showWhatHadNoRoom()
{
    for (const int column : std::exchange(m_withoutRoom, {})) {
        setColumnHidden(column, false);
    }
}

/// Columns are ordered by importance, so the last ones are hidden first. The wide column shrinks to its minimum before
/// any is hidden. They come back with the room.
void TableView::hideWhatDoesNotFit()
{
    showWhatHadNoRoom();
    const QHeaderView *header = horizontalHeader();
    const auto wanted = [this](int column) {
        const auto at = static_cast<std::size_t>(column);
        const int width = at >= m_wanted.size() || isColumnHidden(column) ? 0 : m_wanted[at];
        return column == m_wideColumn ? std::min(width, m_leastWide) : width;
    };
    int needed = 0;
    for (int column = 0; column < static_cast<int>(m_wanted.size()); ++column) {
        needed += wanted(column);
    }
    for (int at = header->count() - 1; m_hideableFrom >= 0 && at >= 0 && needed > viewport()->width(); --at) {
        const int column = header->logicalIndex(at);
        if (column >= m_hideableFrom && !isColumnHidden(column)) {
            needed -= wanted(column);
            setColumnHidden(column, true);
            m_withoutRoom.push_back(column);
        }
    }
}

QModelIndex TableView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    if ((action != MoveHome && action != MoveEnd) || model() == nullptr || model()->rowCount() == 0) {
        return QTableView::moveCursor(action, modifiers);
    }
    const int column = currentIndex().isValid() ? currentIndex().column() : horizontalHeader()->logicalIndexAt(0);
    return model()->index(action == MoveHome ? 0 : model()->rowCount() - 1, column);
}

void TableView::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    if (!m_fitted) {
        fitColumns();
    }
}

void TableView::noteWidths()
{
    m_wanted.clear();
    for (int column = 0; column < horizontalHeader()->count(); ++column) {
        m_wanted.push_back(horizontalHeader()->sectionSize(column));
    }
}

void TableView::stretchWide()
{
    QHeaderView *header = horizontalHeader();
    if (model() == nullptr || header->count() == 0) {
        return;
    }
    int wide = m_wideColumn >= 0 ? m_wideColumn : header->count() - 1;
    if (m_instead >= 0 && !isRoomForWide()) {
        setColumnHidden(wide, true);
        wide = m_instead;
    } else if (m_instead >= 0) {
        setColumnHidden(wide, false);
    }
    for (int column = 0; column < std::min(header->count(), static_cast<int>(m_wanted.size())); ++column) {
        const bool isWanted = m_wanted[static_cast<std::size_t>(column)] > 0; // 0 if hidden when widths were chosen
        if (column != wide && isWanted && !header->isSectionHidden(column)) {
            header->resizeSection(column, m_wanted[static_cast<std::size_t>(column)]);
        }
    }
    const int rest = viewport()->width() - (header->length() - header->sectionSize(wide));
    header->resizeSection(wide, std::max(rest, m_leastWide));
    const auto excess = [&] { return header->length() - viewport()->width(); };
    if (excess() > 0 && m_contents.size() == m_wanted.size()) {
        cutWidest(excess(), wide, m_contents);
        // Words are cut first: a number that is cut reads as another one, and a badge says the state.
        std::vector<int> numbers = m_contents;
        for (int column = 0; column < header->count(); ++column) {
            const auto alignment =
                model()->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).value<Qt::Alignment>();
            if (!alignment.testFlag(Qt::AlignRight) && cellOf(*model(), column) != Cell::Badge) {
                numbers[static_cast<std::size_t>(column)] = leastCut;
            }
        }
        cutWidest(excess(), wide, numbers);
    }
    if (excess() > 0) {
        cutWidest(excess(), wide, {});
    }
}

/// Returns true if the wide column fits next to all others at full width.
bool TableView::isRoomForWide() const
{
    int others = 0;
    for (int column = 0; column < static_cast<int>(m_wanted.size()); ++column) {
        const bool counts = column != m_wideColumn && !isColumnHidden(column);
        others += counts ? m_wanted[static_cast<std::size_t>(column)] : 0;
    }
    return viewport()->width() - others >= m_leastWide;
}

/// Narrows the widest columns first, so that narrow ones stay whole. `least` is indexed by column.
void TableView::cutWidest(int excess, int wide, const std::vector<int> &least)
{
    QHeaderView *header = horizontalHeader();
    const auto leastOf = [&least](int column) {
        const auto at = static_cast<std::size_t>(column);
        return at < least.size() ? std::max<int>(least[at], leastCut) : int(leastCut);
    };
    while (excess > 0) {
        int widest = -1;
        for (int column = 0; column < header->count(); ++column) {
            const bool canBeCut =
                column != wide && !header->isSectionHidden(column) && header->sectionSize(column) > leastOf(column);
            if (canBeCut && (widest < 0 || header->sectionSize(column) > header->sectionSize(widest))) {
                widest = column;
            }
        }
        if (widest < 0) {
            return;
        }
        const int size = header->sectionSize(widest);
        int second = leastOf(widest);
        for (int column = 0; column < header->count(); ++column) {
            const bool isOther = column != wide && column != widest && !header->isSectionHidden(column);
            if (isOther && header->sectionSize(column) > leastOf(column)) {
                second = std::max(second, header->sectionSize(column));
            }
        }
        const int cut = std::min({excess, std::max(1, size - second), size - leastOf(widest)});
        header->resizeSection(widest, size - cut);
        excess -= cut;
    }
}

void TableView::saveColumns()
{
    if (!m_stateName.isEmpty()) {
        Preferences::ofPerson().setValue(m_stateName, horizontalHeader()->saveState());
    }
}

void TableView::setHoverRow(int row)
{
    if (row != m_hoverRow) {
        m_hoverRow = row;
        m_cells->setHoverRow(row);
        viewport()->update();
    }
}

void TableView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        emit copyRequested();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        // Ctrl+Enter is the main operation of the page.
        const bool isPlain = !event->modifiers().testFlag(Qt::ControlModifier);
        if (const QModelIndex chosen = chosenRow(); isPlain && chosen.isValid()) {
            emit opened(chosen);
        } else {
            event->ignore();
        }
    } else if (event->key() == Qt::Key_Escape && selectionModel()->hasSelection()) {
        clearSelection(); // pressing it again leaves the page
    } else if (event->key() == Qt::Key_Escape) {
        event->ignore();
    } else if ((event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
               && (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && currentIndex().isValid()
               && !selectionModel()->hasSelection()) {
        setCurrentIndex(currentIndex()); // the focus alone made the first row current: the arrow selects it
    } else {
        QTableView::keyPressEvent(event);
    }
}

void TableView::mouseMoveEvent(QMouseEvent *event)
{
    setHoverRow(indexAt(event->pos()).row());
    QTableView::mouseMoveEvent(event);
}

void TableView::leaveEvent(QEvent *event)
{
    setHoverRow(-1);
    QTableView::leaveEvent(event);
}

void TableView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    m_fitting = true;
    if (m_fitted && !m_own && m_hideableFrom >= 0) {
        hideWhatDoesNotFit();
    }
    stretchWide();
    m_fitting = false;
}

/// Qt would select the neighbour of a removed row, which the next press of Delete would then hit.
void TableView::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    const QModelIndex at = currentIndex();
    if (at.isValid() && at.row() >= first && at.row() <= last) {
        const int next = last + 1 < model()->rowCount() ? last + 1 : first - 1;
        selectionModel()->setCurrentIndex(next < 0 ? QModelIndex() : at.siblingAtRow(next),
                                          QItemSelectionModel::NoUpdate);
    }
    QTableView::rowsAboutToBeRemoved(parent, first, last);
}

void TableView::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTableView::selectionChanged(selected, deselected);
    emit currentMoved(chosenRow());
}

/// The current index may have been deselected, or may never have been chosen.
QModelIndex TableView::chosenRow() const
{
    if (selectionModel() == nullptr || !selectionModel()->hasSelection()) {
        return {};
    }
    if (selectionModel()->isSelected(currentIndex())) {
        return currentIndex();
    }
    return selectedRows().front();
}

void TableView::makeExports()
{
    auto *csv = new QAction(tr("Save table as CSV…"), this);
    csv->setObjectName(QStringLiteral("exportTableCsv"));
    connect(csv, &QAction::triggered, this, [this] { exportAs(QLatin1StringView("csv")); });
    auto *json = new QAction(tr("Save table as JSON…"), this);
    json->setObjectName(QStringLiteral("exportTableJson"));
    connect(json, &QAction::triggered, this, [this] { exportAs(QLatin1StringView("json")); });
    m_exports = {csv, json};
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &TableView::showColumnMenu);
}

/// Exports the table as displayed, without hidden columns and sparklines.
void TableView::exportAs(QLatin1StringView ending)
{
    std::vector<int> columns;
    for (int place = 0; place < horizontalHeader()->count(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column) && cellOf(*model(), column) != Cell::Sparkline) {
            columns.push_back(column);
        }
    }
    const QString name = m_stateName.isEmpty() ? objectName() : m_stateName.section(u'/', 1);
    const QByteArray content =
        ending == QLatin1StringView("csv") ? models::tableCsv(*model(), columns) : models::tableJson(*model(), columns);
    ExportEvent::send(this, exportName(name, ending), content);
}

void TableView::contextMenuEvent(QContextMenuEvent *event)
{
    if (model() != nullptr) {
        QMenu *menu = makePopup(this);
        menu->addActions(m_exports);
        menu->popup(event->globalPos());
    }
}

void TableView::showColumnMenu(const QPoint &place)
{
    if (model() == nullptr) {
        return;
    }
    QMenu *menu = makePopup(this);
    for (int column = m_hideableFrom; m_hideableFrom >= 0 && column < model()->columnCount(); ++column) {
        QAction *action = menu->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            stretchWide();
            m_saveTimer.start(saveDelay);
        });
    }
    if (m_hideableFrom < 0) {
        menu->addActions(m_exports); // otherwise the menu of the rows has them
    }
    menu->popup(horizontalHeader()->viewport()->mapToGlobal(place));
}

} // namespace plimsoll::views
