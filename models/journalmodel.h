// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/rowsmodel.h"
#include "redis/types/operation.h"

#include <vector>

namespace plimsoll::models {

/// The journal of operations as rows, the newest first. Identity is the operation's id, so a selection survives new
/// ones and changes of state. GUI thread.
class JournalModel final : public RowsModel {
    Q_OBJECT

public:
    enum Role {
        SortRole = Qt::UserRole + 1,
        IdRole, ///< QString
        SeverityRole, ///< int of State
        FilterRole, ///< everything a filter looks at
    };
    enum class Column { Time, Action, Collection, Server, Matched, Moved, DeadLettered, Removed, Skipped, State, Undo };

    explicit JournalModel(QObject *parent = nullptr) : RowsModel(parent) { }

    /// As the journal gives them: oldest first.
    void apply(const std::vector<OperationReport> &operations);

    [[nodiscard]] const OperationReport &operationAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// "Requeue", "Undo of requeue": with what was undone, where that is known.
    [[nodiscard]] QString titleOf(const OperationReport &report) const;
    [[nodiscard]] bool hasSeveralServers() const;
    /// Whether any operation has something to count there.
    [[nodiscard]] bool counts(Column column) const;
    /// -1 when it is not there.
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
