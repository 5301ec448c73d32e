// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/columninfo.h"
#include "models/format.h"
#include "models/history.h"
#include "models/ranges.h"
#include "models/samefigure.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll::models {

namespace {

/// Weight of a state, more than any growth.
constexpr double troubleOfState = 1e15;
constexpr auto gone = static_cast<std::size_t>(-1);

bool sameProblems(const Snapshot::Row &a, const Snapshot::Row &b)
{
    if (a.problems == b.problems) {
        return true;
    }
    const std::size_t countA = a.problems ? a.problems->size() : 0;
    const std::size_t countB = b.problems ? b.problems->size() : 0;
    return countA == countB
        && (countA == 0
            || std::equal(a.problems->begin(), a.problems->end(), b.problems->begin(),
                          [](const Problem &x, const Problem &y) {
                              return x.figure == y.figure && x.level == y.level && x.text == y.text;
                          }));
}

/// Compares only the first two elements, which the sentence of a leaderboard shows.
bool sameHead(const Snapshot::Row &a, const Snapshot::Row &b)
{
    if (a.head == b.head || !a.head || !b.head) {
        return a.head == b.head;
    }
    constexpr std::size_t shown = 2;
    const auto &x = a.head->elements;
    const auto &y = b.head->elements;
    if (std::min(x.size(), shown) != std::min(y.size(), shown)) {
        return false;
    }
    for (std::size_t i = 0; i < std::min(x.size(), shown); ++i) {
        if (x[i].element != y[i].element || !isSameFigure(x[i].score, y[i].score)) {
            return false;
        }
    }
    return true;
}

bool sameFigure(const Snapshot &a, const Snapshot &b, std::size_t collection, int figure)
{
    const double valueA = a.figure(collection, figure);
    const double valueB = b.figure(collection, figure);
    if (a.isAtLeast(collection, figure) != b.isAtLeast(collection, figure)
        || a.isNever(collection, figure) != b.isNever(collection, figure)) {
        return false;
    }
    const FigureSpec &spec = a.layout->rows[collection].figure(figure);
    return isSameFigure(valueA, valueB) || isSameFigure(shownValue(spec, valueA), shownValue(spec, valueB));
}

using Identity = std::pair<QString, const KindInfo *>;

std::vector<Identity> identities(const SnapshotLayout &layout, const std::vector<std::size_t> &rows)
{
    std::vector<Identity> result;
    result.reserve(rows.size());
    for (const std::size_t row : rows) {
        result.emplace_back(layout.rows[row].name, layout.rows[row].kind);
    }
    return result;
}

QString allKindsHeader(int section)
{
    static constexpr std::array titles{
        QT_TRANSLATE_NOOP("collections", "collection"), QT_TRANSLATE_NOOP("collections", "kind"),
        QT_TRANSLATE_NOOP("collections", "state"),      QT_TRANSLATE_NOOP("collections", "main figure"),
        QT_TRANSLATE_NOOP("collections", "change"),     QT_TRANSLATE_NOOP("collections", "trend"),
        QT_TRANSLATE_NOOP("collections", "now")};
    return QCoreApplication::translate("collections", titles.at(static_cast<std::size_t>(section)));
}

} // namespace

CollectionModel::CollectionModel(const History *history, QObject *parent) : RowsModel(parent), m_history(history) { }

void CollectionModel::setKind(const KindInfo *kind)
{
    if (kind == m_kind) {
        return;
    }
    beginResetModel();
    m_kind = kind;
    m_previous.reset();
    m_rows = m_snapshot ? rowsOf(*m_snapshot) : std::vector<std::size_t>();
    m_changed.assign(m_rows.size(), false);
    readChanges();
    endResetModel();
}

std::vector<std::size_t> CollectionModel::rowsOf(const Snapshot &snapshot) const
{
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < snapshot.size(); ++i) {
        if (shows(snapshot.layout->rows[i])) {
            rows.push_back(i);
        }
    }
    return rows;
}

void CollectionModel::readChanges()
{
    m_changes.clear();
    std::vector<double> changes;
    changes.reserve(m_rows.size());
    for (int row = 0; row < rowCount(); ++row) {
        changes.push_back(change(*m_snapshot, row));
    }
    m_changes = std::move(changes);
    m_since.clear();
    std::transform(m_rows.begin(), m_rows.end(), std::back_inserter(m_since),
                   [this](std::size_t row) { return sinceShown(*m_snapshot, row); });
}

void CollectionModel::apply(const SnapshotPtr &snapshot)
{
    if (m_snapshot && m_snapshot->layout == snapshot->layout) {
        updateFigures(snapshot);
    } else {
        changeLayout(snapshot);
    }
}

void CollectionModel::changeLayout(const SnapshotPtr &snapshot)
{
    const std::vector<std::size_t> wanted = rowsOf(*snapshot);
    std::vector<int> origins(wanted.size(), -1);
    if (m_snapshot) {
        origins = originsOf(identities(*snapshot->layout, wanted), identities(*m_snapshot->layout, m_rows));
    }
    std::vector<std::size_t> successors(m_rows.size(), gone);
    for (std::size_t i = 0; i < origins.size(); ++i) {
        if (origins[i] >= 0) {
            successors[static_cast<std::size_t>(origins[i])] = wanted[i];
        }
    }
    std::erase(successors, gone);
    m_changes.clear();
    m_changed.clear();
    m_previous.reset();
    arrange(m_rows, wanted, origins, [&] {
        // Rows that remain use the new snapshot at once, like the rows inserted later.
        m_snapshot = snapshot;
        m_rows = successors;
    });
    m_changed.assign(m_rows.size(), false);
    readChanges();
    if (!successors.empty()) {
        // Figures, problems and row numbers of rows that remain may all have changed.
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

bool CollectionModel::readsDifferently(const Snapshot &snapshot, std::size_t collection) const
{
    const Snapshot::Row &now = snapshot.rows[collection];
    const Snapshot::Row &before = m_snapshot->rows[collection];
    if (now.state != before.state || !sameProblems(now, before) || !sameHead(now, before)) {
        return true;
    }
    const auto figures = static_cast<int>(snapshot.layout->rows[collection].figures().size());
    for (int figure = 0; figure < figures; ++figure) {
        if (!sameFigure(snapshot, *m_snapshot, collection, figure)) {
            return true;
        }
    }
    return false;
}

void CollectionModel::updateFigures(const SnapshotPtr &snapshot)
{
    Ranges signalled;
    const bool isTurned = std::exchange(m_wasPast, isPast(snapshot)) != isPast(snapshot); // trends change too
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool differs = readsDifferently(*snapshot, m_rows[i]);
        const double changeNow = change(*snapshot, static_cast<int>(i));
        const std::chrono::milliseconds since = sinceShown(*snapshot, m_rows[i]);
        if (isTurned || differs || m_changed[i] || since != m_since[i] || !isSameFigure(changeNow, m_changes[i])) {
            signalled.add(static_cast<int>(i)); // includes cells whose highlight ends
        }
        m_changed[i] = differs;
        m_changes[i] = changeNow;
        m_since[i] = since;
    }
    m_previous = std::exchange(m_snapshot, snapshot);
    for (const auto &[first, last] : signalled.ranges()) {
        emit dataChanged(index(first, 0), index(last, columnCount() - 1));
    }
}

void CollectionModel::setStale(bool stale)
{
    if (stale == m_stale) {
        return;
    }
    m_stale = stale;
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {StaleRole});
    }
}

int CollectionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CollectionModel::columnCount(const QModelIndex &parent) const
{
    if (parent.isValid()) {
        return 0;
    }
    return m_kind == nullptr ? AllKindsColumnCount : FirstFigureColumn + static_cast<int>(m_kind->figures.size()) + 1;
}

bool CollectionModel::isTrend(int column) const
{
    return column == (m_kind == nullptr ? static_cast<int>(TrendColumn) : columnCount() - 1);
}

int CollectionModel::figureAt(int row, int column) const
{
    if (column < FirstFigureColumn) {
        return -1;
    }
    if (m_kind != nullptr) {
        return isTrend(column) ? -1 : column - FirstFigureColumn;
    }
    return column == FirstFigureColumn ? headlineFigure(*m_snapshot, collectionAt(row)) : -1;
}

/// Displayed change per minute of the headline figure. Tables of one kind do not show it; for ages and rates it would
/// mean nothing.
double CollectionModel::change(const Snapshot &snapshot, int row) const
{
    if (m_kind != nullptr || m_history == nullptr) {
        return unknownFigure;
    }
    const std::size_t collection = collectionAt(row);
    const int figure = headlineFigure(snapshot, collection);
    const Unit unit = snapshot.layout->rows[collection].figure(figure).unit;
    const bool counts = unit == Unit::Count || unit == Unit::Score;
    return counts ? shownRate(m_history->changePerMinute(collection, figure)) : unknownFigure;
}

double CollectionModel::trouble(int row) const
{
    const auto state = static_cast<double>(stateAt(collectionAt(row)));
    // For a past time, growth is recorded only for some kinds, which must not rank worse for it.
    const double growth = m_history != nullptr && !isPast(m_snapshot)
        ? m_history->changePerMinute(collectionAt(row), kindOf(row).mainFigure)
        : unknownFigure;
    const double limit = troubleOfState / 4;
    return state * troubleOfState + (isKnown(growth) ? std::clamp(growth, -limit, limit) : 0);
}

int CollectionModel::trendFigure(int row) const
{
    return m_kind != nullptr ? m_kind->mainFigure : headlineFigure(*m_snapshot, collectionAt(row));
}

QVariant CollectionModel::trend(int row) const
{
    if (m_history == nullptr) {
        return {};
    }
    const std::vector<float> values = m_history->recentOf(collectionAt(row), trendFigure(row), trendLength);
    return QVariant::fromValue(QVector<float>(values.begin(), values.end()));
}

QVariant CollectionModel::display(int row, int column) const
{
    const std::size_t collection = collectionAt(row);
    switch (column) {
    case NameColumn:
        return m_snapshot->layout->rows[collection].name;
    case KindColumn:
        return kindTitle(kindOf(row));
    case StateColumn:
        // Tables of one kind use the space for figures and show the start of the state in the tooltip.
        return m_kind == nullptr || isUnrecorded(collection) ? stateOf(collection) : stateTitle(stateAt(collection));
    default:
        break;
    }
    const int figure = figureAt(row, column);
    if (figure >= 0) {
        const FigureSpec &spec = m_snapshot->layout->rows[collectionAt(row)].figure(figure);
        return m_snapshot->isNever(collection, figure)
            ? neverText()
            : formatFigure(spec, m_snapshot->figure(collection, figure), m_snapshot->isAtLeast(collection, figure));
    }
    if (m_kind != nullptr) {
        return {}; // trend
    }
    if (column == ChangeColumn) {
        return formatPerMinute(shownChange(row));
    }
    return column == SentenceColumn ? QVariant(sentenceOf(collection)) : QVariant();
}

QVariant CollectionModel::sortValue(int row, int column) const
{
    const std::size_t collection = collectionAt(row);
    if (column == StateColumn) {
        return trouble(row);
    }
    const int figure = figureAt(row, column);
    if (figure >= 0) {
        return m_snapshot->figure(collection, figure);
    }
    if (m_kind == nullptr && (column == ChangeColumn || column == TrendColumn)) {
        return shownChange(row);
    }
    return display(row, column);
}

QStringList CollectionModel::keysOf(int row) const
{
    QStringList keys;
    const SnapshotLayout &layout = *m_snapshot->layout;
    const std::size_t collection = collectionAt(row);
    const SnapshotLayout::Row &at = layout.rows[collection];
    if (layout.workspace && collection < layout.workspace->collections.size()) {
        for (const RoleKeys &role : layout.workspace->collections[collection].keys) {
            for (const QByteArray &key : role.templates) {
                keys += printable(key);
            }
        }
    }
    for (int i = 0; i < at.partCount; ++i) {
        const QString key =
            printable(layout.parts[static_cast<std::size_t>(at.firstPart) + static_cast<std::size_t>(i)].key);
        if (!keys.contains(key)) {
            keys += key;
        }
    }
    return keys;
}

bool CollectionModel::cellChanged(int row, int column) const
{
    if (!m_previous) {
        return false;
    }
    const std::size_t collection = collectionAt(row);
    if (column == StateColumn) {
        return m_previous->rows[collection].state != m_snapshot->rows[collection].state;
    }
    const int figure = figureAt(row, column);
    // Durations grow with time alone.
    return figure >= 0 && m_snapshot->layout->rows[collectionAt(row)].figure(figure).unit != Unit::Duration
        && !sameFigure(*m_snapshot, *m_previous, collection, figure);
}

QVariant CollectionModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    const std::size_t collection = collectionAt(row);
    const int figure = figureAt(row, column);
    switch (role) {
    case Qt::DisplayRole:
        return display(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(
            Qt::AlignVCenter
            | (figure >= 0 || (m_kind == nullptr && column == ChangeColumn) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
        return m_kind == nullptr && column == NameColumn ? spoken(row) : spokenCell(row, column);
    case SortRole:
        return sortValue(row, column);
    case RowRole:
        return static_cast<int>(collection);
    case StateRole:
        return static_cast<int>(stateAt(collection));
    case CollectionKeysRole:
        return keysOf(row);
    case FigureTitleRole:
        return figure < 0 ? QString() : figureTitle(m_snapshot->layout->rows[collectionAt(row)].figure(figure));
    case FigureRole:
        return figure;
    case TrendRole:
        return trend(row);
    case TrendLimitRole:
        return trendLimit(row);
    case FigureStateRole:
        return static_cast<int>(figureState(row, column));
    case TroubleRole:
        return trouble(row);
    case StaleRole:
        return m_stale;
    case ChangedRole:
        return cellChanged(row, column);
    case KindRole:
        return QString(kindOf(row).id);
    default:
        return {};
    }
}

QVariant CollectionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    const bool isFigure = m_kind != nullptr && section >= FirstFigureColumn && !isTrend(section);
    const FigureSpec *figure =
        isFigure ? &m_kind->figures[static_cast<std::size_t>(section - FirstFigureColumn)] : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return figure != nullptr ? figureTitle(*figure) : allKindsHeader(isTrend(section) ? TrendColumn : section);
    case Qt::ToolTipRole:
        return figure != nullptr ? QVariant(figureHelp(*figure)) : QVariant();
    case Qt::TextAlignmentRole: {
        const bool number =
            isFigure || (m_kind == nullptr && (section == FirstFigureColumn || section == ChangeColumn));
        return columnAlignment(number);
    }
    default:
        return {};
    }
}

} // namespace plimsoll::models
