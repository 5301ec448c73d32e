// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <QAbstractTableModel>

#include <vector>

namespace plimsoll::models {

class History;

/// Every collection as a row. Columns: name, kind, state, then the figures of one kind when it shows one kind
/// (setKind), or main figure, change a minute, trend and sentence when it shows all. GUI thread.
class CollectionModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1, ///< raw value
        RowRole, ///< index of the collection in the workspace (int)
        StateRole, ///< int of State
        FigureRole, ///< the figure's index, -1 for columns that are none
        TrendRole, ///< QVector<float>: recent values of the main figure
        TroubleRole, ///< rank by trouble: state, then growth (double, higher is worse)
        StaleRole, ///< bool: older than two ticks
        ChangedRole, ///< bool: the cell changed with the last snapshot
        KindRole, ///< QString id
    };
    enum Column { NameColumn, KindColumn, StateColumn, FirstFigureColumn };

    explicit CollectionModel(const History *history, QObject *parent = nullptr);

    /// Shows one kind with all its figures; null shows every kind with its main figure.
    void setKind(const KindInfo *kind);
    void apply(const SnapshotPtr &snapshot);
    /// Figures are older than two ticks (grey) or live again.
    void setStale(bool stale);

    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }
    /// Index of the collection shown in a row.
    [[nodiscard]] std::size_t collectionAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const History *m_history;
    const KindInfo *m_kind = nullptr;
    SnapshotPtr m_snapshot;
    std::vector<std::size_t> m_rows;
    bool m_stale = false;
};

} // namespace plimsoll::models
