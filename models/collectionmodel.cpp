// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectionmodel.h"

#include "models/format.h"
#include "models/history.h"
#include "models/ranges.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace plimsoll::models {

namespace {

/// A state outweighs any growth.
constexpr double troubleOfState = 1e15;
constexpr std::size_t goneRow = static_cast<std::size_t>(-1);

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

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

/// Only the first two can be read, in the sentence of a leaderboard.
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
        if (x[i].element != y[i].element || !same(x[i].score, y[i].score)) {
            return false;
        }
    }
    return true;
}

bool sameFigure(const Snapshot &a, const Snapshot &b, std::size_t collection, int figure)
{
    const double valueA = a.figure(collection, figure);
    const double valueB = b.figure(collection, figure);
    if (a.isAtLeast(collection, figure) != b.isAtLeast(collection, figure)) {
        return false;
    }
    const FigureSpec &spec = a.layout->rows[collection].kind->figures[static_cast<std::size_t>(figure)];
    return same(valueA, valueB) || same(shownValue(spec, valueA), shownValue(spec, valueB));
}

/// For every collection of one layout its index in another, by name and kind; goneRow where it is in it no more.
std::vector<std::size_t> successorsIn(const SnapshotLayout &next, const SnapshotLayout &before)
{
    QHash<std::pair<QString, const KindInfo *>, std::size_t> places;
    places.reserve(static_cast<qsizetype>(next.rows.size()));
    for (std::size_t i = 0; i < next.rows.size(); ++i) {
        places.insert({next.rows[i].name, next.rows[i].kind}, i);
    }
    std::vector<std::size_t> successors;
    successors.reserve(before.rows.size());
    for (const SnapshotLayout::Row &row : before.rows) {
        const std::size_t place = places.value({row.name, row.kind}, goneRow);
        successors.push_back(place);
        places.remove({row.name, row.kind}); // a name is used once, even where the workspace breaks that rule
    }
    return successors;
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

CollectionModel::CollectionModel(const History *history, QObject *parent)
    : QAbstractTableModel(parent), m_history(history)
{
}

void CollectionModel::setKind(const KindInfo *kind)
{
    if (kind == m_kind) {
        return;
    }
    beginResetModel();
    m_kind = kind;
    m_previous.reset();
    fillRows();
    endResetModel();
}

/// All rows anew, inside a reset.
void CollectionModel::fillRows()
{
    m_rows.clear();
    for (std::size_t i = 0; m_snapshot && i < m_snapshot->size(); ++i) {
        if (shows(m_snapshot->layout->rows[i])) {
            m_rows.push_back(i);
        }
    }
    m_changes.assign(m_rows.size(), unknownFigure);
    m_changed.assign(m_rows.size(), false);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_changes[i] = change(static_cast<int>(i));
    }
}

void CollectionModel::apply(const SnapshotPtr &snapshot)
{
    if (m_snapshot && m_snapshot->layout == snapshot->layout) {
        update(snapshot);
        return;
    }
    changeLayout(snapshot);
}

void CollectionModel::changeLayout(const SnapshotPtr &snapshot)
{
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < snapshot->size(); ++i) {
        if (shows(snapshot->layout->rows[i])) {
            wanted.push_back(i);
        }
    }
    const std::size_t before = m_rows.size();
    std::vector<std::size_t> successors;
    if (m_snapshot) {
        successors = successorsIn(*snapshot->layout, *m_snapshot->layout);
        removeGone(successors);
        for (std::size_t &row : m_rows) {
            row = successors[row];
        }
    }
    m_previous.reset();
    m_snapshot = snapshot;
    m_changes.assign(m_rows.size(), unknownFigure);
    m_changed.assign(m_rows.size(), false);
    reorderRows();
    const std::size_t kept = m_rows.size();
    insertNew(wanted);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        m_changes[i] = change(static_cast<int>(i));
    }
    if (before > 0 && kept > 0) {
        // Figures, kinds of problems and row numbers of those that stayed may all be others.
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void CollectionModel::removeGone(const std::vector<std::size_t> &successors)
{
    int last = rowCount() - 1;
    while (last >= 0) {
        const auto isGone = [&](int row) { return successors[collectionAt(row)] == goneRow; };
        if (!isGone(last)) {
            --last;
            continue;
        }
        int first = last;
        while (first > 0 && isGone(first - 1)) {
            --first;
        }
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        m_changes.erase(m_changes.begin() + first, m_changes.begin() + last + 1);
        m_changed.erase(m_changed.begin() + first, m_changed.begin() + last + 1);
        endRemoveRows();
        last = first - 1;
    }
}

/// Brings rows that stayed into the order of the workspace.
void CollectionModel::reorderRows()
{
    if (std::is_sorted(m_rows.begin(), m_rows.end())) {
        return;
    }
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const std::vector<std::size_t> before = m_rows;
    std::sort(m_rows.begin(), m_rows.end());
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    for (const QModelIndex &old : from) {
        const auto place = std::lower_bound(m_rows.begin(), m_rows.end(), before[static_cast<std::size_t>(old.row())]);
        to.push_back(index(static_cast<int>(place - m_rows.begin()), old.column()));
    }
    changePersistentIndexList(from, to);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void CollectionModel::insertNew(const std::vector<std::size_t> &wanted)
{
    std::size_t at = 0;
    while (at < wanted.size()) {
        if (at < m_rows.size() && m_rows[at] == wanted[at]) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (end < wanted.size() && (at >= m_rows.size() || wanted[end] < m_rows[at])) {
            ++end;
        }
        const auto place = static_cast<std::ptrdiff_t>(at);
        beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + place, wanted.begin() + place,
                      wanted.begin() + static_cast<std::ptrdiff_t>(end));
        m_changes.insert(m_changes.begin() + place, end - at, unknownFigure);
        m_changed.insert(m_changed.begin() + place, end - at, false);
        endInsertRows();
        at = end;
    }
}

bool CollectionModel::readsDifferently(const Snapshot &snapshot, std::size_t collection) const
{
    const Snapshot::Row &now = snapshot.rows[collection];
    const Snapshot::Row &before = m_snapshot->rows[collection];
    if (now.state != before.state || !sameProblems(now, before) || !sameHead(now, before)) {
        return true;
    }
    const auto figures = static_cast<int>(snapshot.layout->rows[collection].kind->figures.size());
    for (int figure = 0; figure < figures; ++figure) {
        if (!sameFigure(snapshot, *m_snapshot, collection, figure)) {
            return true;
        }
    }
    return false;
}

void CollectionModel::update(const SnapshotPtr &snapshot)
{
    Ranges signalled;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool differs = readsDifferently(*snapshot, m_rows[i]);
        const double changeNow = change(static_cast<int>(i));
        if (differs || m_changed[i] || !same(changeNow, m_changes[i])) {
            signalled.add(static_cast<int>(i)); // also those whose cells are no longer "changed"
        }
        m_changed[i] = differs;
        m_changes[i] = changeNow;
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
    return m_kind == nullptr ? AllKindsColumnCount : FirstFigureColumn + static_cast<int>(m_kind->figures.size());
}

int CollectionModel::figureAt(int row, int column) const
{
    if (column < FirstFigureColumn) {
        return -1;
    }
    if (m_kind != nullptr) {
        return column - FirstFigureColumn;
    }
    return column == FirstFigureColumn ? kindOf(row).mainFigure : -1;
}

/// The change a minute of the main figure as it is shown; not worked out for the pages of one kind, which show none.
double CollectionModel::change(int row) const
{
    if (m_kind != nullptr || m_history == nullptr) {
        return unknownFigure;
    }
    return shownRate(m_history->changePerMinute(collectionAt(row), kindOf(row).mainFigure));
}

double CollectionModel::trouble(int row) const
{
    const auto state = static_cast<double>(m_snapshot->rows[collectionAt(row)].state);
    double growth = unknownFigure;
    if (m_history != nullptr) {
        growth = m_history->changePerMinute(collectionAt(row), kindOf(row).mainFigure);
    }
    const double limit = troubleOfState / 4;
    return state * troubleOfState + (isKnown(growth) ? std::clamp(growth, -limit, limit) : 0);
}

QVariant CollectionModel::trend(int row) const
{
    if (m_history == nullptr) {
        return {};
    }
    const std::vector<float> values = m_history->recent(collectionAt(row), trendLength);
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
        return stateTitle(m_snapshot->rows[collection].state);
    default:
        break;
    }
    const int figure = figureAt(row, column);
    if (figure >= 0) {
        const FigureSpec &spec = kindOf(row).figures[static_cast<std::size_t>(figure)];
        return formatFigure(spec, m_snapshot->figure(collection, figure), m_snapshot->isAtLeast(collection, figure));
    }
    if (column == ChangeColumn) {
        return formatPerMinute(m_changes[static_cast<std::size_t>(row)]);
    }
    return column == SentenceColumn ? QVariant(sentence(*m_snapshot, collection)) : QVariant();
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
        return m_changes[static_cast<std::size_t>(row)];
    }
    return display(row, column);
}

QVariant CollectionModel::toolTip(int row, int column) const
{
    const std::size_t collection = collectionAt(row);
    const int figure = figureAt(row, column);
    if (figure < 0) {
        return column == NameColumn ? keysOf(row).join(QLatin1Char('\n')) : sentence(*m_snapshot, collection);
    }
    if (!isKnown(m_snapshot->figure(collection, figure))) {
        const auto &problems = m_snapshot->rows[collection].problems;
        for (std::size_t i = 0; problems && i < problems->size(); ++i) {
            const Problem &problem = (*problems)[i];
            if (problem.figure == figure || problem.figure < 0) {
                return problem.text;
            }
        }
        return QCoreApplication::translate("collections", "Not known");
    }
    return figureHelp(kindOf(row).figures[static_cast<std::size_t>(figure)]);
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
        const QString key = printable(layout.parts[static_cast<std::size_t>(at.firstPart + i)].key);
        if (!keys.contains(key)) {
            keys += key;
        }
    }
    return keys;
}

bool CollectionModel::cellChanged(int row, int column) const
{
    if (!m_previous || !m_changed[static_cast<std::size_t>(row)]) {
        return false;
    }
    const std::size_t collection = collectionAt(row);
    if (column == StateColumn) {
        return m_previous->rows[collection].state != m_snapshot->rows[collection].state;
    }
    const int figure = figureAt(row, column);
    return figure >= 0 && !sameFigure(*m_snapshot, *m_previous, collection, figure);
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
    case SortRole:
        return sortValue(row, column);
    case RowRole:
        return static_cast<int>(collection);
    case StateRole:
        return static_cast<int>(m_snapshot->rows[collection].state);
    case CollectionKeysRole:
        return keysOf(row);
    case FigureTitleRole:
        return figure < 0 ? QString() : figureTitle(kindOf(row).figures[static_cast<std::size_t>(figure)]);
    case FigureRole:
        return figure;
    case TrendRole:
        return trend(row);
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
    const bool isFigure = m_kind != nullptr && section >= FirstFigureColumn;
    const FigureSpec *figure =
        isFigure ? &m_kind->figures[static_cast<std::size_t>(section - FirstFigureColumn)] : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return figure != nullptr ? figureTitle(*figure) : allKindsHeader(section);
    case Qt::ToolTipRole:
        return figure != nullptr ? QVariant(figureHelp(*figure)) : QVariant();
    case Qt::TextAlignmentRole: {
        const bool number =
            isFigure || (m_kind == nullptr && (section == FirstFigureColumn || section == ChangeColumn));
        return QVariant::fromValue(Qt::AlignVCenter | (number ? Qt::AlignRight : Qt::AlignLeft));
    }
    default:
        return {};
    }
}

} // namespace plimsoll::models
