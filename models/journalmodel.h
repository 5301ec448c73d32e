// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/operation.h"

#include <vector>

namespace plimsoll::models {

/// The operations in the journal as rows, the newest first. A row's identity is the operation's ID, so a selection
/// survives updates. GUI thread.
class JournalModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        IdRole, ///< QString
        SeverityRole, ///< int of State
        FilterRole, ///< all text that the filter searches
    };
    enum class Column { Time, Action, Collection, Server, Matched, Moved, DeadLettered, Removed, Skipped, State, Undo };

    explicit JournalModel(QObject *parent = nullptr) : RowsModel(parent) { }

    /// `operations` is in the journal's order: oldest first.
    void apply(const std::vector<OperationReport> &operations);

    [[nodiscard]] const OperationReport &operationAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// "Requeue", "Undo of requeue": names the undone operation if it is known.
    [[nodiscard]] QString titleOf(const OperationReport &report) const;
    [[nodiscard]] bool hasSeveralServers() const;
    /// True if any operation has a count in `column`.
    [[nodiscard]] bool counts(Column column) const;
    /// -1 if not found.
    [[nodiscard]] int rowOf(const QString &operation) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    std::vector<OperationReport> m_rows;
};

} // namespace plimsoll::models
