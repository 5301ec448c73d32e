// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <vector>

namespace plimsoll::models {

/// Collections sorted by raw values and filtered by text (name, kind, keys). Rows keep their places while figures
/// change, until the user sorts (sort()) or is idle (resortNow()). Unknown values come last in both directions; ties
/// keep the workspace's order. The source is a CollectionModel. GUI thread.
class CollectionSortModel final : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit CollectionSortModel(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *source) override;
    /// Shows rows that have every word in the name, the kind or a key, ignoring case. Empty: all rows.
    void setFilterText(const QString &text);
    [[nodiscard]] QString filterText() const { return m_words.join(QLatin1Char(' ')); }
    /// Sorts by this role of the column (default: SortRole; TroubleRole for the ranking of the Overview).
    void setSortedRole(int role);
    /// Sorts the rows by the current figures; emits nothing if they are in order.
    void resortNow();
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

protected:
    [[nodiscard]] bool filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    enum class Verdict : signed char { NotAsked, Rejected, Accepted };
    struct Key {
        bool known = false;
        double number = 0;
        QString text;
    };

    void forgetVerdicts() { m_verdicts.clear(); }
    void readKeys(int column);
    [[nodiscard]] Key keyOf(int sourceRow, int column) const;
    [[nodiscard]] bool matches(int sourceRow) const;
    [[nodiscard]] bool isInOrder() const;
    [[nodiscard]] bool keyLess(const Key &left, const Key &right, int leftRow, int rightRow) const;

    QStringList m_words;
    mutable std::vector<Verdict> m_verdicts; ///< one per source row; names and keys change only with the layout
    std::vector<Key>
        m_keys; ///< one per source row, only while sorting: calling data() per comparison is four times slower
};

} // namespace plimsoll::models
