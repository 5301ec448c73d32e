// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/cellrole.h"
#include "models/table/ranges.h"

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QHash>

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace plimsoll::models {

/// A column of a table: all that its cells say. A value without a function is empty.
template <typename Row> struct TableColumn {
    using Text = std::function<QString(const Row &)>;
    using Value = std::function<QVariant(const Row &)>;

    /// How cells are painted; numbers are aligned right, and cut last where there is no room.
    struct Look {
        Look(Cell painted) : cell(painted), isNumber(painted == Cell::Figure) { }
        Look(Cell painted, bool number) : cell(painted), isNumber(number) { }
        Cell cell;
        bool isNumber;
    };

    TableColumn(const char *untranslated, Look painted, Text shown = {}, Value sortedBy = {}, Text hover = {},
                std::vector<std::pair<int, Value>> others = {})
        : title(untranslated), look(painted), text(std::move(shown)), sort(std::move(sortedBy)), tip(std::move(hover)),
          values(std::move(others))
    {
    }

    const char *title; ///< untranslated, in the context of the model; empty for none
    Look look;
    Text text;
    Value sort; ///< the number behind the text; empty: rows sort by the text
    Text tip;
    std::vector<std::pair<int, Value>> values; ///< values of other roles, before those of the row
    std::function<QString()> heading; ///< replaces the title
    std::function<QString()> help; ///< tool tip of the header
};

/// A column that a table shows, and its title if it differs from the usual one.
template <typename Column> struct ShownColumn {
    constexpr ShownColumn(Column shown, const char *own = nullptr) : column(shown), title(own) { }
    Column column;
    const char *title; ///< untranslated; null: the usual one
};

/// A table of rows, described by its columns. It is replaced as a whole but signals the exact changes: removed, moved
/// and inserted rows in contiguous ranges, so that selections and scroll positions survive. GUI thread.
template <typename Row> class TableModel : public QAbstractTableModel {
public:
    using enum CellRole;

    /// Number of removed rows that may stay while rows are held, beyond the number of current rows.
    static constexpr std::size_t mostGone = 100;

    [[nodiscard]] const std::vector<Row> &rows() const { return m_rows; }
    void clear()
    {
        if (!m_rows.empty()) {
            beginRemoveRows({}, 0, rowCount() - 1);
            m_rows.clear();
            endRemoveRows();
        }
    }

    /// Greys out figures older than two ticks.
    void setStale(bool stale)
    {
        if (std::exchange(m_isStale, stale) != stale) {
            signalAll({StaleRole});
        }
    }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const final
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const final
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
            return {};
        }
        const Row &row = rowAt(index.row());
        const TableColumn<Row> &column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole:
            return textOf(row, column);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case SortRole:
            return column.sort ? column.sort(row) : textOf(row, column);
        case Qt::ToolTipRole:
            if (column.tip) {
                return column.tip(row);
            }
            break;
        case StaleRole:
            if (m_isStale) {
                return true;
            }
            break;
        default:
            break;
        }
        for (const auto *values : {&column.values, &m_rowValues}) {
            for (const auto &[of, value] : *values) {
                if (of == role) {
                    return value(row);
                }
            }
        }
        return {};
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const final
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        const TableColumn<Row> &column = m_columns[static_cast<std::size_t>(section)];
        switch (role) {
        case Qt::DisplayRole:
            return column.heading       ? column.heading()
                : *column.title == '\0' ? QString()
                                        : QCoreApplication::translate(m_context, column.title);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case StyleRole:
            return static_cast<int>(column.look.cell);
        case Qt::ToolTipRole:
            return column.help ? QVariant(column.help()) : QVariant();
        default:
            return {};
        }
    }

protected:
    using Columns = std::vector<TableColumn<Row>>;
    using Values = std::vector<std::pair<int, typename TableColumn<Row>::Value>>;

    /// `context` is the translation context of the titles.
    explicit TableModel(const char *context, QObject *parent) : QAbstractTableModel(parent), m_context(context) { }

    [[nodiscard]] const Columns &columns() const { return m_columns; }
    void setColumns(Columns columns) { m_columns = std::move(columns); }
    /// Keeps only the columns of `shown`, which index those that were set.
    template <typename Column> void pickColumns(std::span<const ShownColumn<Column>> shown)
    {
        Columns picked;
        for (const ShownColumn<Column> &one : shown) {
            picked.push_back(m_columns[static_cast<std::size_t>(one.column)]);
            picked.back().title = one.title != nullptr ? one.title : picked.back().title;
        }
        m_columns = std::move(picked);
    }
    /// Tool tips repeat the text where a column has none.
    void showTextsAsTips()
    {
        for (TableColumn<Row> &column : m_columns) {
            column.tip = column.tip ? column.tip : column.text;
        }
    }
    /// Sets values that all cells of a row have in common.
    void setRowValues(Values values) { m_rowValues = std::move(values); }

    [[nodiscard]] bool isStale() const { return m_isStale; }
    [[nodiscard]] const Row &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// Number of one of rows().
    [[nodiscard]] int rowNumber(const Row &row) const { return static_cast<int>(&row - m_rows.data()); }
    /// First row for which `is` holds; -1 if there is none.
    template <typename Is> [[nodiscard]] int findRow(Is is) const
    {
        const auto found = std::find_if(m_rows.begin(), m_rows.end(), is);
        return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
    }

    /// Shows `next`. `id(row)` is the identity of a row, and rows that are not `same(old, new)` are signalled.
    template <typename Id, typename Same> void show(std::vector<Row> next, Id id, Same same)
    {
        arrange(next, originsOf(next, m_rows, id), [] {});
        update(std::move(next), same);
    }
    /// Arranges rows that must not move under the pointer: `next` in the places of the rows, removed rows replaced by
    /// `gone(row)`, new rows at the end.
    template <typename Id, typename Gone>
    [[nodiscard]] std::vector<Row> inPlaces(std::vector<Row> next, Id id, Gone gone) const
    {
        QHash<std::decay_t<std::invoke_result_t<Id, const Row &>>, std::size_t> places;
        for (std::size_t i = 0; i < next.size(); ++i) {
            places.insert(std::invoke(id, next[i]), i);
        }
        std::vector<Row> rows;
        rows.reserve(m_rows.size());
        std::vector<bool> placed(next.size());
        for (const Row &row : m_rows) {
            const auto place = places.constFind(std::invoke(id, row));
            if (place == places.constEnd() || placed[*place]) {
                rows.push_back(gone(row));
            } else {
                placed[*place] = true;
                rows.push_back(std::move(next[*place]));
            }
        }
        for (std::size_t i = 0; i < next.size(); ++i) {
            if (!placed[i]) {
                rows.push_back(std::move(next[i]));
            }
        }
        return rows;
    }
    /// False if most of the rows would be removed ones.
    [[nodiscard]] bool canHold(const std::vector<Row> &next) const
    {
        return m_rows.size() < 2 * next.size() + mostGone;
    }

    /// Signals that these columns changed in all rows.
    void signalColumns(int first, int last, const QList<int> &roles = {})
    {
        if (!m_rows.empty()) {
            emit dataChanged(index(0, first), index(rowCount() - 1, last), roles);
        }
    }
    void signalAll(const QList<int> &roles = {}) { signalColumns(0, columnCount() - 1, roles); }
    void signalRows(const Ranges &changed)
    {
        for (const auto &[first, last] : changed.ranges()) {
            emit dataChanged(index(first, 0), index(last, columnCount() - 1));
        }
    }

    /// For every row of `next`, its index in `before` or -1; equal identities are paired in order.
    template <typename Id>
    [[nodiscard]] static std::vector<int> originsOf(const std::vector<Row> &next, const std::vector<Row> &before, Id id)
    {
        return originsOf(next, id, before, id);
    }
    template <typename Id, typename IdBefore>
    [[nodiscard]] static std::vector<int> originsOf(const std::vector<Row> &next, Id id, const std::vector<Row> &before,
                                                    IdBefore idBefore)
    {
        // In descending order, so that the first index is taken from the back.
        QHash<std::decay_t<std::invoke_result_t<Id, const Row &>>, std::vector<int>> places;
        places.reserve(static_cast<qsizetype>(before.size()));
        for (auto i = static_cast<int>(before.size()) - 1; i >= 0; --i) {
            places[std::invoke(idBefore, before[static_cast<std::size_t>(i)])].push_back(i);
        }
        std::vector<int> origins;
        origins.reserve(next.size());
        for (const Row &row : next) {
            const auto found = places.find(std::invoke(id, row));
            if (found == places.end() || found->empty()) {
                origins.push_back(-1);
            } else {
                origins.push_back(found->back());
                found->pop_back();
            }
        }
        return origins;
    }

    /// Turns the rows into `next`. `origins[i]` is the row that next[i] continues, or -1 if it is new; each row occurs
    /// at most once. Calls `between` after removing rows and before moving any; it may rewrite rows. Rows that remain
    /// keep their old values until update().
    template <typename Between>
    void arrange(const std::vector<Row> &next, const std::vector<int> &origins, Between between)
    {
        std::vector<int> places(m_rows.size(), -1);
        for (std::size_t i = 0; i < origins.size(); ++i) {
            if (origins[i] >= 0) {
                places[static_cast<std::size_t>(origins[i])] = static_cast<int>(i);
            }
        }
        removeGone(places);
        between();
        reorder(places);
        insertNew(next, places);
    }
    /// Sets the new values and signals the rows for which `same(old, new)` is false, in few ranges.
    template <typename Same> void update(std::vector<Row> next, Same same)
    {
        Ranges changed;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (!same(m_rows[i], next[i])) {
                changed.add(static_cast<int>(i));
            }
        }
        m_rows = std::move(next);
        signalRows(changed);
    }

    std::vector<Row> m_rows;

private:
    [[nodiscard]] static QString textOf(const Row &row, const TableColumn<Row> &column)
    {
        return column.text ? column.text(row) : QString();
    }
    [[nodiscard]] static QVariant alignmentOf(const TableColumn<Row> &column)
    {
        return QVariant::fromValue(Qt::AlignVCenter | (column.look.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    }

    void removeGone(std::vector<int> &places)
    {
        auto end = static_cast<std::ptrdiff_t>(m_rows.size());
        while (end > 0) {
            if (places[static_cast<std::size_t>(end - 1)] >= 0) {
                --end;
                continue;
            }
            std::ptrdiff_t first = end - 1;
            while (first > 0 && places[static_cast<std::size_t>(first - 1)] < 0) {
                --first;
            }
            beginRemoveRows({}, static_cast<int>(first), static_cast<int>(end) - 1);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + end);
            places.erase(places.begin() + first, places.begin() + end);
            endRemoveRows();
            end = first;
        }
    }

    void reorder(std::vector<int> &places)
    {
        if (std::is_sorted(places.begin(), places.end())) {
            return;
        }
        emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::vector<std::size_t> order(m_rows.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
        std::vector<Row> sorted;
        sorted.reserve(m_rows.size());
        std::vector<int> moved(m_rows.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.push_back(std::move(m_rows[order[i]]));
            moved[order[i]] = static_cast<int>(i);
        }
        m_rows = std::move(sorted);
        std::sort(places.begin(), places.end());
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        to.reserve(from.size());
        for (const QModelIndex &old : from) {
            to.push_back(index(moved[static_cast<std::size_t>(old.row())], old.column()));
        }
        changePersistentIndexList(from, to);
        emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    void insertNew(const std::vector<Row> &next, std::vector<int> &places)
    {
        std::size_t at = 0;
        while (at < next.size()) {
            if (at < places.size() && places[at] == static_cast<int>(at)) {
                ++at;
                continue;
            }
            const std::size_t end = at < places.size() ? static_cast<std::size_t>(places[at]) : next.size();
            const auto place = static_cast<std::ptrdiff_t>(at);
            beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
            m_rows.insert(m_rows.begin() + place, next.begin() + place,
                          next.begin() + static_cast<std::ptrdiff_t>(end));
            places.insert(places.begin() + place, end - at, 0);
            std::iota(places.begin() + place, places.begin() + static_cast<std::ptrdiff_t>(end), static_cast<int>(at));
            endInsertRows();
            at = end;
        }
    }

    const char *m_context;
    Columns m_columns;
    bool m_isStale = false;
    Values m_rowValues;
};

} // namespace plimsoll::models
