// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionsortmodel.h"

#include "models/rows/collectionmodel.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

CollectionSortModel::CollectionSortModel(QObject *parent) : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(false);
    setSortRole(CollectionModel::SortRole);
}

void CollectionSortModel::setSourceModel(QAbstractItemModel *source)
{
    if (sourceModel() != nullptr) {
        sourceModel()->disconnect(this);
    }
    forgetVerdicts();
    if (source != nullptr) {
        // Connected before the base class, whose handlers need verdicts for the new rows.
        connect(source, &QAbstractItemModel::rowsInserted, this, &CollectionSortModel::forgetVerdicts);
        connect(source, &QAbstractItemModel::rowsRemoved, this, &CollectionSortModel::forgetVerdicts);
        connect(source, &QAbstractItemModel::layoutChanged, this, &CollectionSortModel::forgetVerdicts);
        connect(source, &QAbstractItemModel::modelReset, this, &CollectionSortModel::forgetVerdicts);
    }
    QSortFilterProxyModel::setSourceModel(source);
}

void CollectionSortModel::setFilterText(const QString &text)
{
    const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words == m_words) {
        return;
    }
    m_words = words;
    forgetVerdicts();
    invalidateFilter();
}

void CollectionSortModel::setSortedRole(int role)
{
    if (role == sortRole()) {
        return;
    }
    setSortRole(role);
    resortNow();
}

void CollectionSortModel::resortNow()
{
    if (sortColumn() >= 0) {
        sort(sortColumn(), sortOrder());
    }
}

void CollectionSortModel::sort(int column, Qt::SortOrder order)
{
    if (sourceModel() == nullptr || column < 0) {
        QSortFilterProxyModel::sort(column, order);
        return;
    }
    readKeys(column);
    if (column != sortColumn() || order != sortOrder() || !isInOrder()) {
        QSortFilterProxyModel::sort(column, order);
    }
    m_keys.clear();
}

void CollectionSortModel::readKeys(int column)
{
    m_keys.clear();
    const int rows = sourceModel()->rowCount();
    m_keys.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row) {
        m_keys.push_back(keyOf(row, column));
    }
}

CollectionSortModel::Key CollectionSortModel::keyOf(int sourceRow, int column) const
{
    const QVariant value = sourceModel()->index(sourceRow, column).data(sortRole());
    Key key;
    if (value.userType() == QMetaType::QString) {
        key.text = value.toString();
        key.known = true;
    } else {
        key.number = value.toDouble();
        key.known = value.isValid() && !std::isnan(key.number);
    }
    return key;
}

bool CollectionSortModel::keyLess(const Key &left, const Key &right, int leftRow, int rightRow) const
{
    // The base class inverts the result for descending order; inverts here what must not change.
    const bool ascending = sortOrder() == Qt::AscendingOrder;
    if (left.known != right.known) {
        return left.known == ascending;
    }
    if (const int texts = QString::localeAwareCompare(left.text, right.text); texts != 0) {
        return texts < 0;
    }
    if (left.number != right.number) {
        return left.number < right.number;
    }
    return (leftRow < rightRow) == ascending && leftRow != rightRow;
}

bool CollectionSortModel::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto leftRow = static_cast<std::size_t>(left.row());
    const auto rightRow = static_cast<std::size_t>(right.row());
    if (leftRow < m_keys.size() && rightRow < m_keys.size()) {
        return keyLess(m_keys[leftRow], m_keys[rightRow], left.row(), right.row());
    }
    // Called for single insertions, outside sort().
    return keyLess(keyOf(left.row(), left.column()), keyOf(right.row(), right.column()), left.row(), right.row());
}

bool CollectionSortModel::isInOrder() const
{
    const bool ascending = sortOrder() == Qt::AscendingOrder;
    for (int row = 1; row < rowCount(); ++row) {
        const int before = mapToSource(index(row - 1, 0)).row();
        const int after = mapToSource(index(row, 0)).row();
        const Key &first = m_keys[static_cast<std::size_t>(before)];
        const Key &second = m_keys[static_cast<std::size_t>(after)];
        if (ascending ? keyLess(second, first, after, before) : keyLess(first, second, before, after)) {
            return false;
        }
    }
    return true;
}

bool CollectionSortModel::matches(int sourceRow) const
{
    const QModelIndex name = sourceModel()->index(sourceRow, CollectionModel::NameColumn);
    QStringList texts = name.data(CollectionModel::CollectionKeysRole).toStringList();
    texts += name.data().toString();
    texts += name.data(CollectionModel::KindRole).toString();
    texts += name.siblingAtColumn(CollectionModel::KindColumn).data().toString();
    const auto isIn = [&](const QString &word) {
        return std::any_of(texts.cbegin(), texts.cend(),
                           [&](const QString &text) { return text.contains(word, Qt::CaseInsensitive); });
    };
    return std::all_of(m_words.cbegin(), m_words.cend(), isIn);
}

bool CollectionSortModel::filterAcceptsRow(int sourceRow, const QModelIndex &) const
{
    if (m_words.isEmpty()) {
        return true;
    }
    const auto at = static_cast<std::size_t>(sourceRow);
    if (m_verdicts.size() <= at) {
        m_verdicts.resize(static_cast<std::size_t>(sourceModel()->rowCount()), Verdict::NotAsked);
    }
    if (m_verdicts[at] == Verdict::NotAsked) {
        m_verdicts[at] = matches(sourceRow) ? Verdict::Accepted : Verdict::Rejected;
    }
    return m_verdicts[at] == Verdict::Accepted;
}

} // namespace plimsoll::models
