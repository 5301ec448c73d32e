// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/table/tablemodel.h"
#include "redis/types/operation.h"

#include <map>
#include <set>

namespace plimsoll::models {

/// The operations in the journal as rows, the newest first. A row's identity is the operation's ID, so a selection
/// survives updates. GUI thread.
class JournalModel final : public TableModel<OperationReport> {
    Q_OBJECT

public:
    enum class Column { Time, Action, Collection, Server, Matched, State, Undo, Result };

    explicit JournalModel(QObject *parent = nullptr);

    /// `operations` is in the journal's order: oldest first.
    void apply(const std::vector<OperationReport> &operations, bool isPast = false);

    [[nodiscard]] const OperationReport &operationAt(int row) const { return rowAt(row); }
    /// "Requeue", "Undo of requeue": names the undone operation if it is known.
    [[nodiscard]] QString titleOf(const OperationReport &report) const;
    /// Keeps how many elements could go back when an undo of the operation was previewed.
    void setPossible(const QString &operation, qint64 possible);
    /// The operation was checked: `why` says why the server does not have the data that it ran on; empty if it has.
    void setLost(const QString &operation, const QString &why);
    /// Why nothing of it can go back here; empty if it is not known to be lost, or for a past moment.
    [[nodiscard]] QString whyLost(const QString &operation) const;
    /// Why an undo would put nothing back, as the last preview or undo found; empty if it may.
    [[nodiscard]] QString whyInVain(const QString &operation) const;
    /// Offers again what was found in vain, as jobs may have come back since; how many could go back stays known.
    void forgetVain();
    [[nodiscard]] bool hasSeveralServers() const;
    /// -1 if not found.
    [[nodiscard]] int rowOf(const QString &operation) const;

private:
    [[nodiscard]] QString undoText(const OperationReport &report) const;
    [[nodiscard]] QString undoTip(const OperationReport &report) const;
    void signalUndo(const QString &operation);

    bool m_isPast = false; ///< a past moment is shown, for which m_possible does not hold
    std::map<QString, qint64> m_possible; ///< previewed number of elements that could go back, by operation
    std::set<QString> m_vain; ///< operations that are not offered for undo, as nothing could go back
    std::map<QString, QString> m_lost; ///< by checked operation: why its data is not on the server; empty if it is
};

} // namespace plimsoll::models
