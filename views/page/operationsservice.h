// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/operation.h"

#include <QObject>

#include <chrono>
#include <vector>

namespace plimsoll::views {

/// Plans, confirms and runs operations, and reads their journal. GUI thread; no function waits.
class OperationsService : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void request(const plimsoll::OperationRequest &request) = 0; ///< plan it and show the plan
    virtual void undo(const QString &operation) = 0;
    virtual void
    checkUndo(const QStringList &operations) = 0; ///< undoHere() or undoLost() for each that can be checked
    virtual void stop() = 0; ///< stop the running operation
    virtual void recover() = 0; ///< retry the incomplete operations
    virtual void readJournal() = 0; ///< called by a visible page; answered by journalRead() or journalFailed()
    virtual void readElements(const QString &operation) = 0; ///< sample of its elements
    /// True if an operation of this window on that collection may have been running at that server time.
    [[nodiscard]] virtual bool wasRunning(const QString &collection, std::chrono::milliseconds time) const = 0;

signals:
    void undoPreviewed(const QString &operation, qint64 possible); ///< number of elements that can go back now
    void undoHere(const QString &operation); ///< the server has the data that the operation ran on
    void undoLost(const QString &operation, const QString &why); ///< it has not
    void journalRead(const std::vector<plimsoll::OperationReport> &operations); ///< oldest first
    void journalFailed(const QString &why);
    void elementsRead(const QString &operation, const std::vector<QByteArray> &elements);
};

} // namespace plimsoll::views
