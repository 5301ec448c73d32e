// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "models/sentence.h"
#include "redis/types/alert.h"

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::models {

class History;

/// Every collection as a row. Columns: name, kind, state, then the figures of one kind when it shows one kind
/// (setKind) and the trend; or, when it shows all, the figure that stands for the collection (the main one, or the one
/// in trouble) with its change a minute and trend, and the sentence. GUI thread.
class CollectionModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        RowRole, ///< index of the collection in the workspace (int)
        StateRole, ///< int of State
        CollectionKeysRole, ///< QStringList: its keys as written and as polled, for the filter
        FigureTitleRole, ///< QString: what the figure of a cell counts ("ready")
        FigureRole, ///< the figure's index, -1 for columns that are none
        TrendRole, ///< QVector<float>: recent values of the figure in front
        TroubleRole, ///< rank by trouble: state, then growth, at a past moment state alone (double, higher is worse)
        StaleRole, ///< bool: older than two ticks
        ChangedRole, ///< bool: the cell changed with the last snapshot
        KindRole, ///< QString id
    };
    enum Column {
        NameColumn,
        KindColumn,
        StateColumn,
        FirstFigureColumn,
        ChangeColumn, ///< this and the following with every kind only
        TrendColumn,
        SentenceColumn,
        AllKindsColumnCount,
    };
    /// How many values TrendRole gives at most.
    static constexpr int trendLength = 60;

    explicit CollectionModel(const History *history, QObject *parent = nullptr);

    /// What is said of a kind in one sentence; without them, what is wrong alone.
    void setClauses(ClausesOf clauses) { m_clauses = clauses; }
    /// Shows one kind with all its figures; null shows every kind with one figure each.
    void setKind(const KindInfo *kind);
    /// History has the snapshot already. Rows of a changed workspace are removed, reordered and inserted in
    /// contiguous ranges; of the others only those that read differently are signalled.
    void apply(const SnapshotPtr &snapshot);
    /// Figures are older than two ticks (grey) or live again.
    void setStale(bool stale);

    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }
    /// Index of the collection shown in a row.
    [[nodiscard]] std::size_t collectionAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] bool shows(const SnapshotLayout::Row &row) const { return m_kind == nullptr || row.kind == m_kind; }
    [[nodiscard]] const KindInfo &kindOf(int row) const { return *m_snapshot->layout->rows[collectionAt(row)].kind; }
    [[nodiscard]] bool isTrend(int column) const;
    [[nodiscard]] int figureAt(int row, int column) const;
    [[nodiscard]] double change(const Snapshot &snapshot, int row) const;
    [[nodiscard]] double trouble(int row) const;
    [[nodiscard]] QVariant trend(int row) const;
    [[nodiscard]] QVariant display(int row, int column) const;
    [[nodiscard]] QVariant sortValue(int row, int column) const;
    [[nodiscard]] QVariant toolTip(int row, int column) const;
    [[nodiscard]] std::optional<StateSince> since(std::size_t collection) const;
    [[nodiscard]] QString stateOf(std::size_t collection) const;
    [[nodiscard]] State stateAt(std::size_t collection) const;
    [[nodiscard]] bool isUnrecorded(std::size_t collection) const;
    /// It is of a past moment.
    [[nodiscard]] bool isPast(const SnapshotPtr &snapshot) const;
    [[nodiscard]] std::chrono::milliseconds sinceShown(const Snapshot &snapshot, std::size_t collection) const;
    [[nodiscard]] Rate frontRate(std::size_t collection) const;
    [[nodiscard]] QString sentenceOf(std::size_t collection) const;
    [[nodiscard]] QString spoken(int row) const;
    [[nodiscard]] QStringList keysOf(int row) const;
    [[nodiscard]] bool cellChanged(int row, int column) const;

    /// While rows are being inserted the changes are not there yet.
    [[nodiscard]] double shownChange(int row) const
    {
        return m_changes.size() == m_rows.size() ? m_changes[static_cast<std::size_t>(row)] : change(*m_snapshot, row);
    }
    [[nodiscard]] std::vector<std::size_t> rowsOf(const Snapshot &snapshot) const;

    void changeLayout(const SnapshotPtr &snapshot);
    void readChanges();
    void updateFigures(const SnapshotPtr &snapshot);
    [[nodiscard]] bool readsDifferently(const Snapshot &snapshot, std::size_t collection) const;

    const History *m_history;
    const KindInfo *m_kind = nullptr;
    ClausesOf m_clauses = nullptr;
    SnapshotPtr m_snapshot;
    SnapshotPtr m_previous; ///< of the same layout; null when there is none
    std::vector<std::size_t> m_rows;
    std::vector<double> m_changes; ///< change a minute as shown, by row; only with every kind
    std::vector<std::chrono::milliseconds> m_since; ///< for how long it is in trouble as shown, by row
    std::vector<bool> m_changed; ///< rows that read differently since the snapshot before
    bool m_stale = false;
    bool m_wasPast = false;
};

} // namespace plimsoll::models
