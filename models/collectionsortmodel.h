// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <vector>

namespace plimsoll::models {

/// Collections sorted by raw values and filtered by text (name, kind, keys). Still: rows keep their places while
/// figures change, until the person sorts (sort()) or is idle (resortNow()). Unknown values are last in either
/// direction, equal ones in the order of the workspace. The source is a CollectionModel. GUI thread.
class CollectionSortModel final : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit CollectionSortModel(QObject *parent = nullptr);

    void setSourceModel(QAbstractItemModel *source) override;
    /// Every word must be in the name, the kind or a key; case does not matter. Empty: all.
    void setFilterText(const QString &text);
    [[nodiscard]] QString filterText() const { return m_words.join(QLatin1Char(' ')); }
    /// Sorts by this role of the column (default: SortRole; TroubleRole for the ranking of the Overview).
    void setSortedRole(int role);
    /// Brings the rows into order by today's figures; nothing is signalled when they are.
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
    mutable std::vector<Verdict> m_verdicts; ///< by source row: names and keys change with the layout alone
    std::vector<Key>
        m_keys; ///< by source row, while sorting: asking data() at every comparison costs four times as much
};

} // namespace plimsoll::models
