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

/// Every collection as a row. With one kind (setKind), the columns are name, kind, state, the figures of the kind and
/// the trend. With all kinds, they are the headline figure (the main one, or the one in trouble) with its change per
/// minute and trend, and the sentence. GUI thread.
class CollectionModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        RowRole, ///< index of the collection in the workspace (int)
        StateRole, ///< int of State
        CollectionKeysRole, ///< QStringList: keys as written and as polled, for the filter
        FigureTitleRole, ///< QString: name of what the figure counts ("ready")
        FigureRole, ///< int: index of the figure; -1 in other columns
        TrendRole, ///< QVector<float>: recent values of the headline figure
        TrendLimitRole, ///< double: the limit that the figure of the trend has passed; unknown: none
        FigureStateRole, ///< int of State of the figure in the cell
        TroubleRole, ///< double, higher is worse: state, then growth (state only for a past time)
        StaleRole, ///< bool: older than two ticks
        ChangedRole, ///< bool: the last snapshot changed the cell
        KindRole, ///< QString id
    };
    enum Column {
        NameColumn,
        KindColumn,
        StateColumn,
        FirstFigureColumn,
        ChangeColumn, ///< this and the following only with every kind
        TrendColumn,
        SentenceColumn,
        AllKindsColumnCount,
    };
    /// Maximum number of values of TrendRole.
    static constexpr int trendLength = 60;

    explicit CollectionModel(const History *history, QObject *parent = nullptr);

    /// Sets the clauses of each kind's sentence; without them the sentence tells only problems.
    void setClauses(ClausesOf clauses) { m_clauses = clauses; }
    /// Shows one kind with all its figures; null shows every kind with one figure each.
    void setKind(const KindInfo *kind);
    /// Shows a snapshot that History already has. If the workspace changed, rows are removed, moved and inserted in
    /// contiguous ranges; otherwise only rows whose text changed are signalled.
    void apply(const SnapshotPtr &snapshot);
    /// Greys out figures older than two ticks.
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
    [[nodiscard]] int trendFigure(int row) const;
    [[nodiscard]] QVariant trend(int row) const;
    [[nodiscard]] double trendLimit(int row) const;
    [[nodiscard]] State stateOfFigure(std::size_t collection, int figure) const;
    [[nodiscard]] State figureState(int row, int column) const;
    [[nodiscard]] QVariant display(int row, int column) const;
    [[nodiscard]] QVariant sortValue(int row, int column) const;
    [[nodiscard]] QVariant toolTip(int row, int column) const;
    [[nodiscard]] std::optional<StateSince> since(std::size_t collection) const;
    [[nodiscard]] QString stateOf(std::size_t collection) const;
    [[nodiscard]] State stateAt(std::size_t collection) const;
    [[nodiscard]] bool isUnrecorded(std::size_t collection) const;
    /// True for a snapshot of a past time.
    [[nodiscard]] bool isPast(const SnapshotPtr &snapshot) const;
    [[nodiscard]] std::chrono::milliseconds sinceShown(const Snapshot &snapshot, std::size_t collection) const;
    [[nodiscard]] Rate frontRate(std::size_t collection) const;
    [[nodiscard]] QString sentenceOf(std::size_t collection) const;
    [[nodiscard]] QString spoken(int row) const;
    [[nodiscard]] QString spokenCell(int row, int column) const;
    [[nodiscard]] QStringList keysOf(int row) const;
    [[nodiscard]] bool cellChanged(int row, int column) const;

    /// While rows are being inserted, m_changes is not updated yet.
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
    SnapshotPtr m_previous; ///< previous snapshot of the same layout, or null
    std::vector<std::size_t> m_rows;
    std::vector<double> m_changes; ///< displayed change per minute, by row; only with every kind
    std::vector<std::chrono::milliseconds> m_since; ///< displayed duration of the trouble, by row
    std::vector<bool> m_changed; ///< rows whose text changed with the last snapshot
    bool m_stale = false;
    bool m_wasPast = false;
};

} // namespace plimsoll::models
