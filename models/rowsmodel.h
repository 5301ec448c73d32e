// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/ranges.h"

#include <QAbstractTableModel>
#include <QHash>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace plimsoll::models {

/// A table that is replaced as a whole but signals the exact changes: removed, moved and inserted rows in contiguous
/// ranges, so that selections and scroll positions survive. GUI thread.
class RowsModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override = 0;

protected:
    /// Turns `rows` into `next`. `origins[i]` is the row that next[i] continues, or -1 if it is new; each row occurs at
    /// most once. Calls `between` after removing rows and before moving any; it may rewrite rows. Rows that remain keep
    /// their old values until update().
    template <typename Row, typename Between>
    void arrange(std::vector<Row> &rows, const std::vector<Row> &next, const std::vector<int> &origins, Between between)
    {
        std::vector<int> places(rows.size(), -1);
        for (std::size_t i = 0; i < origins.size(); ++i) {
            if (origins[i] >= 0) {
                places[static_cast<std::size_t>(origins[i])] = static_cast<int>(i);
            }
        }
        removeGone(rows, places);
        between();
        reorder(rows, places);
        insertNew(rows, next, places);
    }

    /// Sets the new values and signals the rows for which `same(old, new)` is false, in few ranges.
    template <typename Row, typename Same> void update(std::vector<Row> &rows, std::vector<Row> &&next, Same same)
    {
        Ranges changed;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (!same(rows[i], next[i])) {
                changed.add(static_cast<int>(i));
            }
        }
        rows = std::move(next);
        for (const auto &[first, last] : changed.ranges()) {
            emit dataChanged(index(first, 0), index(last, columnCount() - 1));
        }
    }

private:
    template <typename Row> void removeGone(std::vector<Row> &rows, std::vector<int> &places)
    {
        auto end = static_cast<std::ptrdiff_t>(rows.size());
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
            rows.erase(rows.begin() + first, rows.begin() + end);
            places.erase(places.begin() + first, places.begin() + end);
            endRemoveRows();
            end = first;
        }
    }

    template <typename Row> void reorder(std::vector<Row> &rows, std::vector<int> &places)
    {
        if (std::is_sorted(places.begin(), places.end())) {
            return;
        }
        emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        std::vector<std::size_t> order(rows.size());
        std::iota(order.begin(), order.end(), 0);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
        std::vector<Row> sorted;
        sorted.reserve(rows.size());
        std::vector<int> moved(rows.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
            sorted.push_back(std::move(rows[order[i]]));
            moved[order[i]] = static_cast<int>(i);
        }
        rows = std::move(sorted);
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

    template <typename Row>
    void insertNew(std::vector<Row> &rows, const std::vector<Row> &next, std::vector<int> &places)
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
            rows.insert(rows.begin() + place, next.begin() + place, next.begin() + static_cast<std::ptrdiff_t>(end));
            places.insert(places.begin() + place, end - at, 0);
            std::iota(places.begin() + place, places.begin() + static_cast<std::ptrdiff_t>(end), static_cast<int>(at));
            endInsertRows();
            at = end;
        }
    }
};

/// Number of removed rows that may stay while rows are held, beyond the number of current rows.
inline constexpr std::size_t mostGone = 100;

/// Arranges rows that must not move under the pointer: `next` in the places of `before`, removed rows replaced by
/// `gone(row)`, new rows at the end.
template <typename Row, typename KeyOf, typename Gone>
std::vector<Row> inPlaces(const std::vector<Row> &before, std::vector<Row> next, KeyOf keyOf, Gone gone)
{
    QHash<QByteArray, std::size_t> places;
    for (std::size_t i = 0; i < next.size(); ++i) {
        places.insert(std::invoke(keyOf, next[i]), i);
    }
    std::vector<Row> rows;
    rows.reserve(before.size());
    for (const Row &row : before) {
        const auto place = places.constFind(std::invoke(keyOf, row));
        rows.push_back(place == places.constEnd() ? gone(row) : std::move(next[*place]));
        places.remove(std::invoke(keyOf, row));
    }
    for (Row &row : next) {
        if (const QByteArray key = std::invoke(keyOf, row); places.contains(key)) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

/// For every key of `next`, its index in `before` or -1; equal keys are paired in order.
template <typename Key> std::vector<int> originsOf(const std::vector<Key> &next, const std::vector<Key> &before)
{
    QHash<Key, std::vector<int>> places; // in descending order, so that the first index is taken from the back
    places.reserve(static_cast<qsizetype>(before.size()));
    for (auto i = static_cast<int>(before.size()) - 1; i >= 0; --i) {
        places[before[static_cast<std::size_t>(i)]].push_back(i);
    }
    std::vector<int> origins;
    origins.reserve(next.size());
    for (const Key &key : next) {
        const auto found = places.find(key);
        if (found == places.end() || found->empty()) {
            origins.push_back(-1);
        } else {
            origins.push_back(found->back());
            found->pop_back();
        }
    }
    return origins;
}

} // namespace plimsoll::models
