// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal.h"

#include "redis/operations/planjson.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QUuid>
#include <QVariant>

namespace plimsoll::redis {

namespace {

// Layout 2; 1 had neither `production` nor `given_up`. Elements and scores are BLOBs: exact bytes. `restored` is set by
// undo, so that a second undo after a crash begins where the first one stopped.
constexpr const char *tables[] = {
    "CREATE TABLE IF NOT EXISTS operations (id TEXT PRIMARY KEY, number INTEGER UNIQUE, time INTEGER NOT NULL,"
    " action TEXT NOT NULL, collection TEXT NOT NULL, workspace TEXT NOT NULL, state TEXT NOT NULL,"
    " matched INTEGER NOT NULL, moved INTEGER NOT NULL, dead INTEGER NOT NULL, removed INTEGER NOT NULL,"
    " skipped INTEGER NOT NULL, undoable INTEGER NOT NULL, archive INTEGER NOT NULL, error TEXT NOT NULL,"
    " undo_of TEXT NOT NULL, steps BLOB NOT NULL, keys BLOB NOT NULL, address TEXT NOT NULL, run_id BLOB NOT NULL,"
    " replication_id BLOB NOT NULL, loaded INTEGER NOT NULL, database INTEGER NOT NULL, next_batch INTEGER NOT NULL "
    "DEFAULT 0,"
    " next_step INTEGER NOT NULL DEFAULT 0, next_rows BLOB, committed_from INTEGER NOT NULL DEFAULT 0,"
    " production INTEGER NOT NULL DEFAULT 0, given_up INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE IF NOT EXISTS archive (row INTEGER PRIMARY KEY, operation TEXT NOT NULL, step INTEGER NOT NULL,"
    " outcome TEXT NOT NULL, element BLOB NOT NULL, score BLOB, attempts BLOB, restored INTEGER NOT NULL DEFAULT 0)",
    "CREATE INDEX IF NOT EXISTS archive_by_operation ON archive (operation, row)",
    "CREATE TABLE IF NOT EXISTS expiries (operation TEXT NOT NULL, step INTEGER NOT NULL, at INTEGER NOT NULL,"
    " PRIMARY KEY (operation, step))",
};
constexpr int layout = 2;

QByteArray packRows(const std::vector<qint64> &rows)
{
    return QByteArray(reinterpret_cast<const char *>(rows.data()), // NOLINT(*-reinterpret-cast)
                      static_cast<qsizetype>(rows.size() * sizeof(qint64)));
}

std::vector<qint64> unpackRows(const QByteArray &bytes)
{
    std::vector<qint64> rows(static_cast<std::size_t>(bytes.size()) / sizeof(qint64));
    if (!rows.empty()) { // memcpy wants pointers even for nothing
        std::memcpy(rows.data(), bytes.constData(), rows.size() * sizeof(qint64));
    }
    return rows;
}

OperationState stateFromId(const QString &id)
{
    for (const OperationState state : {OperationState::Done, OperationState::Cancelled, OperationState::Failed,
                                       OperationState::Partial, OperationState::Undone}) {
        if (id == operationStateId(state)) {
            return state;
        }
    }
    return OperationState::Open;
}

constexpr const char *reportColumns =
    "id, action, collection, workspace, state, matched, moved, dead, removed, skipped, "
    "undoable, error, undo_of, time, keys, address, production";

OperationReport readReport(const QSqlQuery &query)
{
    OperationReport report;
    report.id = query.value(0).toString();
    report.action = findAction(query.value(1).toString()).value_or(Action::Undo);
    report.collection = query.value(2).toString();
    report.workspace = query.value(3).toString();
    report.state = stateFromId(query.value(4).toString());
    report.matched = query.value(5).toLongLong();
    report.moved = query.value(6).toLongLong();
    report.deadLettered = query.value(7).toLongLong();
    report.removed = query.value(8).toLongLong();
    report.skipped = query.value(9).toLongLong();
    report.undoable = query.value(10).toBool();
    report.error = query.value(11).toString();
    report.undoOf = query.value(12).toString();
    report.time = std::chrono::milliseconds(query.value(13).toLongLong());
    report.keys = keysFromJson(query.value(14).toByteArray());
    report.server = query.value(15).toString();
    report.production = query.value(16).toBool();
    return report;
}

constexpr const char *archiveColumns = "row, step, outcome, element, score, attempts";

ArchivedElement readArchived(const QSqlQuery &query)
{
    ArchivedElement element;
    element.row = query.value(0).toLongLong();
    element.step = query.value(1).toInt();
    element.outcome = query.value(2).toString().at(0).toLatin1();
    element.element = query.value(3).toByteArray();
    element.score = query.value(4).toByteArray();
    element.attempts = query.value(5).toByteArray();
    return element;
}

QVariant text(const QString &value)
{
    return value.isNull() ? QVariant(QLatin1String("")) : QVariant(value);
}
QVariant blob(const QByteArray &value)
{
    return value.isNull() ? QVariant(QByteArray("")) : QVariant(value);
}

} // namespace

bool ServerIdentity::isSame(const ServerIdentity &other) const
{
    const auto equal = [](const QByteArray &a, const QByteArray &b) { return !a.isEmpty() && a == b; };
    return database == other.database
        && (equal(runId, other.runId) || equal(replicationId, other.replicationId)
            || equal(replicationId, other.replicationId2) || (address == other.address && other.loadedData));
}

Journal::Journal(const QString &path, const QString &connection)
    : m_path(path), m_connection(connection),
      m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), connection))
{
    m_database.setDatabaseName(path);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=10000"));
}

Journal::~Journal()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_connection);
}

Result<std::unique_ptr<Journal>> Journal::open(const QString &dataDir)
{
    if (!QDir().mkpath(dataDir)) {
        return Error{
            ErrorKind::Storage,
            QStringLiteral("%1: the data folder cannot be made; name another one with --data-dir").arg(dataDir)};
    }
    const QString path = QDir(dataDir).filePath(QStringLiteral("operations.sqlite"));
    std::unique_ptr<Journal> journal(new Journal(path, QUuid::createUuid().toString()));
    if (!journal->m_database.open()) {
        return journal->storageError(QStringLiteral("the journal cannot be opened"));
    }
    // The file holds elements of production queues: its owner alone reads it.
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    if (Outcome made = journal->createTables(); !made) {
        return made.error();
    }
    return journal;
}

Outcome Journal::createTables()
{
    for (const char *pragma : {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"}) {
        if (Outcome done = run(QString::fromLatin1(pragma)); !done) {
            return done;
        }
    }
    return transaction([this]() -> Outcome {
        QSqlQuery version(m_database);
        if (!version.exec(QStringLiteral("PRAGMA user_version")) || !version.next()) {
            return storageError(QStringLiteral("the journal cannot be read"));
        }
        const int found = version.value(0).toInt();
        version.finish();
        if (found > layout) {
            return Error{ErrorKind::Storage,
                         QStringLiteral("%1: written by a newer Plimsoll (layout %2, this one knows %3)")
                             .arg(m_path)
                             .arg(found)
                             .arg(layout)};
        }
        for (const char *table : tables) {
            if (Outcome done = run(QString::fromLatin1(table)); !done) {
                return done;
            }
        }
        for (const char *column : {"production", "given_up"}) {
            if (found != 1) {
                break;
            }
            if (Outcome done = run(QStringLiteral("ALTER TABLE operations ADD COLUMN %1 INTEGER NOT NULL DEFAULT 0")
                                       .arg(QLatin1String(column)));
                !done) {
                return done;
            }
        }
        // Also proves that the file can be written, whatever its permissions say.
        return run(QStringLiteral("PRAGMA user_version = %1").arg(layout));
    });
}

Error Journal::storageError(const QString &what) const
{
    return {ErrorKind::Storage, QStringLiteral("%1: %2 (%3)").arg(m_path, what, m_database.lastError().databaseText())};
}

Outcome Journal::run(const QString &statement, const QVariantList &values) const
{
    QSqlQuery query(m_database);
    bool done = query.prepare(statement);
    QString why = query.lastError().databaseText();
    if (done) {
        for (const QVariant &value : values) {
            query.addBindValue(value);
        }
        done = query.exec();
        why = query.lastError().databaseText();
    }
    return done ? Outcome(Done{}) : cannotWrite(why);
}

Outcome Journal::transaction(const std::function<Outcome()> &body) const
{
    // IMMEDIATE: a second process waits at the beginning instead of failing in the middle.
    if (Outcome begun = run(QStringLiteral("BEGIN IMMEDIATE")); !begun) {
        return begun;
    }
    Outcome done = body();
    if (done) {
        done = run(QStringLiteral("COMMIT"));
    }
    if (!done) {
        static_cast<void>(run(QStringLiteral("ROLLBACK")).ok());
    }
    return done;
}

Outcome Journal::begin(const Plan &plan, const OperationReport &report, const ServerIdentity &server)
{
    if (!lock(plan.id)) {
        return Error{ErrorKind::Storage, QStringLiteral("%1: cannot be locked").arg(lockPath(plan.id))};
    }
    Outcome begun = transaction([&]() -> Outcome {
        if (Outcome alone = checkUndo(plan); !alone) {
            return alone;
        }
        return run(
            QStringLiteral(
                "INSERT INTO operations (id, number, time, action, collection, workspace, state, matched, moved,"
                " dead, removed, skipped, undoable, archive, error, undo_of, steps, keys, address, run_id,"
                " replication_id, loaded, database, production) VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM "
                "operations), ?, ?,"
                " ?, ?, 'open', ?, 0, 0, 0, 0, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
            {plan.id, qint64(report.time.count()), QString(actionId(plan.action)), text(plan.collection),
             text(plan.workspaceName), plan.matched(), plan.undoable, plan.archive, text(plan.undoOf),
             stepsToJson(plan.steps), keysToJson(plan.keys()), text(server.address), blob(server.runId),
             blob(server.replicationId), server.loadedData, server.database, plan.production});
    });
    if (!begun) {
        release(plan.id);
    }
    return begun;
}

Outcome Journal::expectBatches(const QString &operation, int batch, int step, const std::vector<qint64> &rows)
{
    return run(QStringLiteral("UPDATE operations SET next_batch = ?, next_step = ?, next_rows = ? WHERE id = ?"),
               {batch, step, packRows(rows), operation});
}

Outcome Journal::insert(const QString &operation, const BatchResult &result)
{
    QSqlQuery insert(m_database);
    insert.prepare(QStringLiteral("INSERT INTO archive (operation, step, outcome, element, score, attempts)"
                                  " VALUES (?, ?, ?, ?, ?, ?)"));
    for (const ArchivedElement &element : result.elements) {
        insert.bindValue(0, operation);
        insert.bindValue(1, element.step);
        insert.bindValue(2, QString(QLatin1Char(element.outcome)));
        insert.bindValue(3, blob(element.element));
        insert.bindValue(4, element.score);
        insert.bindValue(5, element.attempts);
        if (!insert.exec()) {
            return cannotWrite(insert.lastError().databaseText());
        }
    }
    QSqlQuery restored(m_database);
    restored.prepare(QStringLiteral("UPDATE archive SET restored = 1 WHERE row = ?"));
    for (const qint64 row : result.restoredRows) {
        restored.bindValue(0, row);
        if (!restored.exec()) {
            return cannotWrite(restored.lastError().databaseText());
        }
    }
    if (result.expiresAt) {
        return run(QStringLiteral("INSERT OR IGNORE INTO expiries (operation, step, at) VALUES (?, ?, ?)"),
                   {operation, result.step, *result.expiresAt});
    }
    return Done{};
}

Outcome Journal::commitBatches(const QString &operation, int nextBatch, const std::vector<BatchResult> &results)
{
    return transaction([&]() -> Outcome {
        BatchResult sum;
        for (const BatchResult &result : results) {
            if (Outcome inserted = insert(operation, result); !inserted) {
                return inserted;
            }
            sum.moved += result.moved;
            sum.deadLettered += result.deadLettered;
            sum.removed += result.removed;
            sum.skipped += result.skipped;
        }
        return run(QStringLiteral("UPDATE operations SET moved = moved + ?, dead = dead + ?, removed = removed + ?,"
                                  " skipped = skipped + ?, committed_from = next_batch, next_batch = ? WHERE id = ?"),
                   {sum.moved, sum.deadLettered, sum.removed, sum.skipped, nextBatch, operation});
    });
}

Outcome Journal::finish(const OperationReport &report)
{
    Outcome closed =
        run(QStringLiteral("UPDATE operations SET state = ?, error = ?, skipped = ?, undoable = ?, given_up = 0"
                           " WHERE id = ?"),
            {QString(operationStateId(report.state)), text(report.error), report.skipped, report.undoable, report.id});
    release(report.id);
    return closed;
}

Outcome Journal::setState(const QString &operation, OperationState state)
{
    const bool undone = state == OperationState::Undone;
    return run(QStringLiteral("UPDATE operations SET state = ?, undoable = undoable AND NOT ? WHERE id = ?"),
               {QString(operationStateId(state)), undone, operation});
}

Result<std::vector<OperationReport>> Journal::operations() const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT %1 FROM operations ORDER BY number").arg(QLatin1String(reportColumns)))) {
        return storageError(query.lastError().databaseText());
    }
    std::vector<OperationReport> reports;
    while (query.next()) {
        reports.push_back(readReport(query));
        OperationReport &report = reports.back();
        report.undoable = report.undoable && report.state != OperationState::Open; // it has to be closed first
    }
    return reports;
}

Result<OperationReport> Journal::operation(const QString &id) const
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT %1 FROM operations WHERE id = ?").arg(QLatin1String(reportColumns)));
    query.addBindValue(id);
    if (!query.exec()) {
        return storageError(query.lastError().databaseText());
    }
    if (!query.next()) {
        return Error{ErrorKind::Invalid,
                     QStringLiteral("%1: no such operation; `plimsoll operations` lists them").arg(id)};
    }
    return readReport(query);
}

Result<OpenOperation> Journal::details(const QString &id) const
{
    Result<OperationReport> report = operation(id);
    if (!report) {
        return report.error();
    }
    QSqlQuery query(m_database);
    query.prepare(
        QStringLiteral("SELECT steps, address, run_id, replication_id, loaded, archive, next_batch, next_step,"
                       " next_rows, committed_from, database, given_up FROM operations WHERE id = ?"));
    query.addBindValue(id);
    if (!query.exec() || !query.next()) {
        return storageError(query.lastError().databaseText());
    }
    OpenOperation open;
    open.report = *report;
    open.steps = stepsFromJson(query.value(0).toByteArray());
    open.server.address = query.value(1).toString();
    open.server.runId = query.value(2).toByteArray();
    open.server.replicationId = query.value(3).toByteArray();
    open.server.loadedData = query.value(4).toBool();
    open.archive = query.value(5).toBool();
    open.nextBatch = query.value(6).toInt();
    open.nextStep = query.value(7).toInt();
    open.nextRows = unpackRows(query.value(8).toByteArray());
    open.committedFrom = query.value(9).toInt();
    open.server.database = query.value(10).toInt();
    open.givenUp = query.value(11).toBool();
    return open;
}

Result<std::vector<ArchivedElement>> Journal::archived(const QString &operation, bool descending, qint64 limit) const
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QStringLiteral("SELECT %1 FROM archive WHERE operation = ? AND restored = 0 ORDER BY row %2 LIMIT ?")
                      .arg(QLatin1String(archiveColumns), descending ? QLatin1String("DESC") : QLatin1String("ASC")));
    query.addBindValue(operation);
    query.addBindValue(limit > 0 ? limit : -1);
    if (!query.exec()) {
        return storageError(query.lastError().databaseText());
    }
    std::vector<ArchivedElement> elements;
    while (query.next()) {
        elements.push_back(readArchived(query));
    }
    return elements;
}

Result<std::vector<ArchivedElement>> Journal::archivedRows(const std::vector<qint64> &rows) const
{
    std::vector<ArchivedElement> elements;
    elements.reserve(rows.size());
    QSqlQuery query(m_database);
    query.prepare(
        QStringLiteral("SELECT %1 FROM archive WHERE row = ? AND restored = 0").arg(QLatin1String(archiveColumns)));
    for (const qint64 row : rows) {
        query.bindValue(0, row);
        if (!query.exec()) {
            return storageError(query.lastError().databaseText());
        }
        if (query.next()) {
            elements.push_back(readArchived(query));
        }
    }
    return elements;
}

std::optional<qint64> Journal::expiryBefore(const QString &operation, int step) const
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("SELECT at FROM expiries WHERE operation = ? AND step = ?"));
    query.addBindValue(operation);
    query.addBindValue(step);
    return query.exec() && query.next() ? std::optional(query.value(0).toLongLong()) : std::nullopt;
}

} // namespace plimsoll::redis
