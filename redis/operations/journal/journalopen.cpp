// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include "redis/operations/journal/words.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <numeric>

/// Opening the journal for reading, and ownership of operations: running, left open, claimed.
namespace plimsoll::redis {

Result<std::unique_ptr<Journal>> Journal::openToRead(const QString &dataDir)
{
    const QString path = QDir(dataDir).filePath(QStringLiteral("operations.sqlite"));
    std::unique_ptr<Journal> journal(new Journal(path));
    if (!QFileInfo::exists(path) || (journal->m_file.openToRead() && !journal->m_file.isReadOnly())) {
        return open(dataDir);
    }
    Result<QSqlQuery> version = journal->select(QStringLiteral("PRAGMA user_version"));
    if (!version) {
        return version.error();
    }
    const int found = version->next() ? version->value(0).toInt() : 0;
    if (found != layout || journal->m_file.isOfAnother(QStringLiteral("operations"))) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: written by another Plimsoll (layout %2, this one knows %3); it can only be read, "
                               "and is not brought up to date")
                         .arg(path, QString::number(found), QString::number(layout))};
    }
    return journal;
}

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
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT id FROM operations WHERE undo_of = ? AND state = 'open'"), {operation});
    if (!query) {
        return query.error();
    }
    return query->next() ? query->value(0).toString() : QString();
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
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT COUNT(*) FROM archive WHERE operation = ? AND restored = 0"), {plan.undoOf});
    if (!query) {
        return query.error();
    }
    if (!query->next()) {
        return storageError(query->lastError().databaseText());
    }
    const qint64 planned = std::accumulate(plan.steps.begin(), plan.steps.end(), qint64(0),
                                           [](qint64 sum, const PlanStep &step) { return sum + step.planned(); });
    if (!open->isEmpty() || query->value(0).toLongLong() != planned) {
        return Error{ErrorKind::Refused, Words::tr("%1 is being undone elsewhere; look again").arg(plan.undoOf)};
    }
    return Done{};
}

Result<std::vector<OpenOperation>> Journal::openOperations() const
{
    Result<std::vector<OpenOperation>> open = detailsOf(QStringLiteral("state = 'open'"));
    if (open) {
        std::erase_if(*open, [this](const OpenOperation &one) {
            return m_locks.contains(one.report.id) || !ProcessLock(lockPath(one.report.id)).tryLock();
        });
    }
    return open;
}

Result<std::vector<OpenOperation>> Journal::detailsOf(const QString &condition, const QVariantList &values) const
{
    Result<QSqlQuery> query = select(
        QLatin1String("SELECT id FROM operations WHERE ") + condition + QLatin1String(" ORDER BY number"), values);
    if (!query) {
        return query.error();
    }
    std::vector<OpenOperation> found;
    while (query->next()) {
        Result<OpenOperation> one = details(query->value(0).toString());
        if (!one) {
            return one.error();
        }
        found.push_back(std::move(*one));
    }
    return found;
}

Result<std::vector<OpenOperation>> Journal::givenUpOperations() const
{
    return detailsOf(QStringLiteral("given_up = 1"));
}

Result<std::vector<OpenOperation>> Journal::givenUpFor(const QString &operation) const
{
    return detailsOf(QStringLiteral("given_up = 1 AND (id = ? OR undo_of = ?)"), {operation, operation});
}

Outcome Journal::giveUp(const OperationReport &report)
{
    Outcome closed = run(QStringLiteral("UPDATE operations SET state = ?, error = ?, undoable = ?, given_up = 1"
                                        " WHERE id = ?"),
                         {QString(operationStateId(report.state)), report.error, report.undoable, report.id});
    release(report.id);
    return closed;
}

Result<std::optional<OpenOperation>> Journal::claim(const QString &id)
{
    if (m_locks.contains(id) || !lock(id)) {
        return std::optional<OpenOperation>();
    }
    Result<OpenOperation> now = details(id);
    if (now && (now->report.state == OperationState::Open || now->givenUp)) {
        return std::optional(std::move(*now));
    }
    release(id);
    if (!now) {
        return now.error();
    }
    return std::optional<OpenOperation>();
}

} // namespace plimsoll::redis
