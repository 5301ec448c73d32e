// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <numeric>

/// Who works on an operation: running, left open, taken over.
namespace plimsoll::redis {

QString Journal::lockPath(const QString &operation) const
{
    return QFileInfo(m_path).dir().filePath(QLatin1String("operation-") + operation + QLatin1String(".lock"));
}

bool Journal::lock(const QString &operation)
{
    auto lock = std::make_unique<ProcessLock>(lockPath(operation));
    if (!lock->tryLock()) {
        return false;
    }
    m_locks[operation] = std::move(lock);
    return true;
}

void Journal::release(const QString &id)
{
    m_locks.erase(id);
}

Result<QString> Journal::openUndoOf(const QString &operation) const
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT id FROM operations WHERE undo_of = ? AND state = 'open'"));
    query.addBindValue(operation);
    if (!query.exec()) {
        return storageError(query.lastError().databaseText());
    }
    return query.next() ? query.value(0).toString() : QString();
}

Outcome Journal::checkUndo(const Plan &plan) const
{
    if (plan.undoOf.isEmpty()) {
        return Done{};
    }
    const Result<QString> open = openUndoOf(plan.undoOf);
    if (!open) {
        return open.error();
    }
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT COUNT(*) FROM archive WHERE operation = ? AND restored = 0"));
    query.addBindValue(plan.undoOf);
    if (!query.exec() || !query.next()) {
        return storageError(query.lastError().databaseText());
    }
    const qint64 planned =
        std::accumulate(plan.steps.begin(), plan.steps.end(), qint64(0),
                        [](qint64 sum, const PlanStep &step) { return sum + qint64(step.archiveRows.size()); });
    if (!open->isEmpty() || query.value(0).toLongLong() != planned) {
        return Error{ErrorKind::Invalid, QStringLiteral("%1 is being undone elsewhere; look again").arg(plan.undoOf)};
    }
    return Done{};
}

Result<std::vector<OpenOperation>> Journal::openOperations() const
{
    Result<std::vector<OperationReport>> all = operations();
    if (!all) {
        return all.error();
    }
    std::vector<OpenOperation> open;
    for (const OperationReport &report : *all) {
        if (report.state != OperationState::Open || m_locks.contains(report.id)) {
            continue;
        }
        ProcessLock lock(lockPath(report.id));
        if (!lock.tryLock()) {
            continue;
        }
        Result<OpenOperation> one = details(report.id);
        if (!one) {
            return one.error();
        }
        open.push_back(std::move(*one));
    }
    return open;
}

Result<std::optional<OpenOperation>> Journal::claim(const QString &id)
{
    if (m_locks.contains(id) || !lock(id)) {
        return std::optional<OpenOperation>();
    }
    Result<OpenOperation> now = details(id);
    if (now && now->report.state == OperationState::Open) {
        return std::optional(std::move(*now));
    }
    release(id);
    if (!now) {
        return now.error();
    }
    return std::optional<OpenOperation>();
}

} // namespace plimsoll::redis
