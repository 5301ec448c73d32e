// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include "redis/operations/plan/planjson.h"
#include "redis/operations/journal/words.h"
#include "redis/storage/person.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace plimsoll::redis {

namespace {

// Layout 1 lacked `production` and `given_up`, 2 all `laterColumns`, 3 all `laterInArchive`, 4 the author, 5 the notes;
// up to 6, the expiry of a collection was stored as the score of its key. Elements and scores are BLOBs: exact bytes.
// Undo sets `restored`, so that a second undo after a crash resumes where the first one stopped. `time` is the
// server's, `local_time` that of this computer. `loaded` is no longer read.
constexpr const char *journalTables[] = {
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
    "CREATE TABLE IF NOT EXISTS sent (operation TEXT NOT NULL, batch INTEGER NOT NULL, elements INTEGER NOT NULL,"
    " void_at INTEGER NOT NULL, PRIMARY KEY (operation, batch)) WITHOUT ROWID",
};
constexpr const char *laterColumns[] = {
    "local_time INTEGER",
    "replication_offset INTEGER NOT NULL DEFAULT -1",
    "escrow_at INTEGER NOT NULL DEFAULT 0",
    "lost INTEGER NOT NULL DEFAULT 0",
    "kept_until INTEGER",
};
constexpr const char *laterInArchive[] = {
    "start BLOB", // start in the job record
    "given BLOB", // the new score, which earlier layouts stored in `attempts`
    "place INTEGER", // place in a list when taken, from the old end
};
constexpr const char *whoColumn = "asked_by TEXT NOT NULL DEFAULT ''";
constexpr const char *notesColumn = "notes TEXT NOT NULL DEFAULT ''"; // one note per line
constexpr const char *calledColumn = "called TEXT NOT NULL DEFAULT ''"; // name of the action, if not the default
constexpr const char *leftColumn = "left_alone INTEGER NOT NULL DEFAULT 0"; // elements its undo left alone

QByteArray packRows(const std::vector<qint64> &rows)
{
    return QByteArray(reinterpret_cast<const char *>(rows.data()), // NOLINT(*-reinterpret-cast)
                      static_cast<qsizetype>(rows.size() * sizeof(qint64)));
}

std::vector<qint64> unpackRows(const QByteArray &bytes)
{
    std::vector<qint64> rows(static_cast<std::size_t>(bytes.size()) / sizeof(qint64));
    if (!rows.empty()) { // memcpy needs valid pointers even for 0 bytes
        std::memcpy(rows.data(), bytes.constData(), rows.size() * sizeof(qint64));
    }
    return rows;
}

/// "ada@desk-7": user and host of this process.
QString whoAsks()
{
    return QStringLiteral("%1@%2").arg(personName(), QSysInfo::machineHostName());
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
    "undoable, error, undo_of, time, keys, address, production, asked_by, notes, called, left_alone";

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
    report.by = query.value(17).toString();
    report.notes = query.value(18).toString().split(u'\n', Qt::SkipEmptyParts);
    report.variant = findVariant(query.value(19).toString());
    report.leftAlone = query.value(20).toLongLong();
    return report;
}

QVariant textValue(const QString &value)
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
    // A copy made earlier has the same history but a smaller offset.
    const bool sameHistory = equal(replicationId, other.replicationId) && other.replicationOffset >= replicationOffset;
    const bool failedOver = equal(replicationId, other.replicationId2) && other.replicationOffset2 > replicationOffset;
    return database == other.database && (equal(runId, other.runId) || sameHistory || failedOver);
}

Journal::Journal(const QString &path) : m_path(path), m_file(path, std::chrono::seconds(10)) { }

Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::open(const QString &dataDir)
{
    if (!QDir().mkpath(dataDir)) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: the data folder cannot be created; choose another with --data-dir").arg(dataDir)};
    }
    const QString path = QDir(dataDir).filePath(QStringLiteral("operations.sqlite"));
    std::unique_ptr<Journal> journal(new Journal(path));
    if (!journal->m_file.open()) {
        return journal->storageError(Words::tr("the journal cannot be opened"));
    }
    if (journal->m_file.isOfAnother(QStringLiteral("operations"))) {
        return Error{ErrorKind::Storage, Words::tr("%1: not a journal of Plimsoll").arg(path)};
    }
    // The file holds elements of production queues: only its owner may read it.
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
        QSqlQuery version(m_file.database());
        if (!version.exec(QStringLiteral("PRAGMA user_version")) || !version.next()) {
            return storageError(Words::tr("the journal cannot be read"));
        }
        const int found = version.value(0).toInt();
        version.finish();
        if (found > layout) {
            return Error{ErrorKind::Storage,
                         Words::tr("%1: written by a newer Plimsoll (layout %2, this one knows %3)")
                             .arg(m_path, QString::number(found), QString::number(layout))};
        }
        for (const char *table : journalTables) {
            if (Outcome done = run(QString::fromLatin1(table)); !done) {
                return done;
            }
        }
        QStringList columns;
        if (found == 1) {
            columns << QStringLiteral("production INTEGER NOT NULL DEFAULT 0")
                    << QStringLiteral("given_up INTEGER NOT NULL DEFAULT 0");
        }
        if (found < 3) {
            std::transform(std::begin(laterColumns), std::end(laterColumns), std::back_inserter(columns),
                           [](const char *column) { return QString::fromLatin1(column); });
        }
        if (found < 5) {
            columns << QString::fromLatin1(whoColumn);
        }
        if (found < 6) {
            columns << QString::fromLatin1(notesColumn);
        }
        if (found < 8) {
            columns << QString::fromLatin1(calledColumn) << QString::fromLatin1(leftColumn);
        }
        for (const QString &column : columns) {
            if (Outcome done = run(QStringLiteral("ALTER TABLE operations ADD COLUMN ") + column); !done) {
                return done;
            }
        }
        for (const char *column : laterInArchive) {
            if (found >= 4) {
                break;
            }
            if (Outcome done = run(QLatin1String("ALTER TABLE archive ADD COLUMN ") + QLatin1String(column)); !done) {
                return done;
            }
        }
        // Also proves that the file can be written, whatever its permissions.
        return run(QStringLiteral("PRAGMA user_version = %1").arg(layout));
    });
}

Error Journal::storageError(const QString &what) const
{
    return {ErrorKind::Storage, QStringLiteral("%1: %2 (%3)").arg(m_path, what, m_file.lastError())};
}

Outcome Journal::run(const QString &statement, const QVariantList &values) const
{
    QSqlQuery query(m_file.database());
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

Result<QSqlQuery> Journal::select(const QString &statement, const QVariantList &values) const
{
    QSqlQuery query(m_file.database());
    query.setForwardOnly(true);
    query.prepare(statement);
    for (const QVariant &value : values) {
        query.addBindValue(value);
    }
    if (!query.exec()) {
        return storageError(query.lastError().databaseText());
    }
    return query;
}

Outcome Journal::transaction(const std::function<Outcome()> &body) const
{
    return inTransaction([this](const QString &statement) { return run(statement); }, body);
}

Outcome Journal::begin(const Plan &plan, const OperationReport &report, const ServerIdentity &server)
{
    if (!lock(plan.id)) {
        return Error{ErrorKind::Storage, Words::tr("%1: cannot be locked").arg(lockPath(plan.id))};
    }
    Outcome begun = transaction([&]() -> Outcome {
        if (Outcome alone = checkUndo(plan); !alone) {
            return alone;
        }
        return run(
            QStringLiteral(
                "INSERT INTO operations (id, number, time, action, collection, workspace, state, matched, moved,"
                " dead, removed, skipped, undoable, archive, error, undo_of, steps, keys, address, run_id,"
                " replication_id, replication_offset, loaded, database, production, local_time, asked_by, called)"
                " VALUES (?,"
                " (SELECT COALESCE(MAX(number), 0) + 1 FROM operations), ?, ?,"
                " ?, ?, 'open', ?, 0, 0, 0, 0, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?)"),
            {plan.id,
             qint64(report.time.count()),
             QString(actionId(plan.action)),
             textValue(plan.collection),
             textValue(plan.workspaceName),
             plan.matched(),
             plan.undoable,
             plan.archive,
             textValue(plan.undoOf),
             stepsToJson(plan.steps),
             keysToJson(plan.keys()),
             textValue(server.address),
             blob(server.runId),
             blob(server.replicationId),
             server.replicationOffset,
             server.database,
             plan.production,
             qint64(localNow().count()),
             textValue(whoAsks()),
             textValue(QString(variantId(plan.variant)))});
    });
    if (!begun) {
        release(plan.id);
    }
    return begun;
}

Outcome Journal::setServer(const QString &operation, const ServerIdentity &server)
{
    return run(
        QStringLiteral("UPDATE operations SET run_id = ?, replication_id = ?, replication_offset = ? WHERE id = ?"),
        {blob(server.runId), blob(server.replicationId), server.replicationOffset, operation});
}

Outcome Journal::expectBatches(const QString &operation, int batch, int step, const std::vector<qint64> &rows)
{
    return run(QStringLiteral("UPDATE operations SET next_batch = ?, next_step = ?, next_rows = ? WHERE id = ?"),
               {batch, step, packRows(rows), operation});
}

Outcome Journal::noteSent(const QString &operation, const SentBatch &sent)
{
    // Does not wait for the disk: the write survives everything but a power cut.
    if (Outcome quick = run(QStringLiteral("PRAGMA synchronous = NORMAL")); !quick) {
        return quick;
    }
    Outcome noted = run(QStringLiteral("INSERT OR REPLACE INTO sent (operation, batch, elements, void_at)"
                                       " VALUES (?, ?, ?, ?)"),
                        {operation, sent.batch, sent.elements, qint64(sent.voidAt.count())});
    Outcome safe = run(QStringLiteral("PRAGMA synchronous = FULL"));
    return noted ? safe : noted;
}

Outcome Journal::setKeptUntil(const QString &operation, std::chrono::milliseconds until)
{
    return run(QStringLiteral("UPDATE operations SET kept_until = ? WHERE id = ?"), {qint64(until.count()), operation});
}

Outcome Journal::setNotes(const QString &operation, const QStringList &notes)
{
    return run(QStringLiteral("UPDATE operations SET notes = ? WHERE id = ?"),
               {textValue(notes.join(u'\n')), operation});
}

Outcome Journal::finish(const OperationReport &report)
{
    Outcome closed = transaction([&]() -> Outcome {
        if (Outcome forgotten = run(QStringLiteral("DELETE FROM sent WHERE operation = ?"), {report.id}); !forgotten) {
            return forgotten;
        }
        return run(QStringLiteral("UPDATE operations SET state = ?, error = ?, notes = ?, skipped = ?, undoable = ?,"
                                  " given_up = 0 WHERE id = ?"),
                   {QString(operationStateId(report.state)), textValue(report.error),
                    textValue(report.notes.join(u'\n')), report.skipped, report.undoable, report.id});
    });
    release(report.id); // also if it could not be closed; recovery will do it
    return closed;
}

Outcome Journal::setUndone(const QString &operation, qint64 leftAlone)
{
    return run(QStringLiteral("UPDATE operations SET state = ?, undoable = undoable AND ?, left_alone = ?"
                              " WHERE id = ?"),
               {QString(operationStateId(OperationState::Undone)), leftAlone > 0, leftAlone, operation});
}

Result<std::vector<OperationReport>> Journal::operations() const
{
    // An operation is undoable while its archive is not over age.
    const qint64 oldest = (localNow() - std::chrono::duration_cast<std::chrono::milliseconds>(Retention().age)).count();
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT %1 FROM operations o ORDER BY number")
                   .arg(QString::fromLatin1(reportColumns)
                            .replace(QLatin1String("undoable,"),
                                     QLatin1String("undoable AND MAX(time, COALESCE(local_time, 0)) > ? AND EXISTS"
                                                   " (SELECT 1 FROM archive a WHERE a.operation = o.id AND"
                                                   " restored = 0),"))),
               {oldest});
    if (!query) {
        return query.error();
    }
    std::vector<OperationReport> reports;
    while (query->next()) {
        reports.push_back(readReport(*query));
        OperationReport &report = reports.back();
        report.undoable = report.undoable && report.state != OperationState::Open; // an open operation has to be closed
                                                                                   // first
    }
    return reports;
}

Result<std::vector<OperationReport>>
Journal::operationsBetween(std::chrono::milliseconds from, std::chrono::milliseconds to, const QString &workspace,
                           const std::function<bool(const QString &server)> &isHere, std::size_t most) const
{
    Result<QSqlQuery> query = select(QStringLiteral("SELECT %1 FROM operations WHERE time BETWEEN ? AND ?"
                                                    " AND workspace = ? ORDER BY number DESC")
                                         .arg(QLatin1String(reportColumns)),
                                     {qint64{from.count()}, qint64{to.count()}, workspace});
    if (!query) {
        return query.error();
    }
    std::vector<OperationReport> reports;
    while (reports.size() < most && query->next()) {
        OperationReport report = readReport(*query);
        if (isHere(report.server)) {
            reports.push_back(std::move(report));
        }
    }
    return reports;
}

Result<OperationReport> Journal::operation(const QString &id) const
{
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT %1 FROM operations WHERE id = ?").arg(QLatin1String(reportColumns)), {id});
    if (!query) {
        return query.error();
    }
    if (!query->next()) {
        return Error{ErrorKind::Invalid,
                     Words::tr("%1: no such operation; `plimsoll operations` lists them").arg(withoutPassword(id))};
    }
    return readReport(*query);
}

Result<OpenOperation> Journal::details(const QString &id) const
{
    Result<OperationReport> report = operation(id);
    if (!report) {
        return report.error();
    }
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT steps, address, run_id, replication_id, archive, next_batch, next_step,"
                              " next_rows, committed_from, database, given_up, replication_offset, escrow_at,"
                              " kept_until, lost, local_time IS NOT NULL FROM operations WHERE id = ?"),
               {id});
    if (!query) {
        return query.error();
    }
    if (!query->next()) {
        return storageError(query->lastError().databaseText());
    }
    OpenOperation open;
    open.report = *report;
    open.steps = stepsFromJson(query->value(0).toByteArray());
    open.server.address = query->value(1).toString();
    open.server.runId = query->value(2).toByteArray();
    open.server.replicationId = query->value(3).toByteArray();
    open.archive = query->value(4).toBool();
    open.nextBatch = query->value(5).toInt();
    open.nextStep = query->value(6).toInt();
    open.nextRows = unpackRows(query->value(7).toByteArray());
    open.committedFrom = query->value(8).toInt();
    open.server.database = query->value(9).toInt();
    open.givenUp = query->value(10).toBool();
    open.server.replicationOffset = query->value(11).toLongLong();
    open.escrowAt = query->value(12).toLongLong();
    open.lost = query->value(14).toLongLong();
    open.notesSent = query->value(15).toBool();
    if (!query->value(13).isNull()) {
        open.keptUntil = std::chrono::milliseconds(query->value(13).toLongLong());
    }
    query = select(QStringLiteral("SELECT batch, elements, void_at FROM sent WHERE operation = ? AND batch >= ?"
                                  " ORDER BY batch"),
                   {id, open.nextBatch});
    if (!query) {
        return query.error();
    }
    while (query->next()) {
        open.sent.push_back({query->value(0).toInt(), query->value(1).toLongLong(),
                             std::chrono::milliseconds(query->value(2).toLongLong())});
    }
    return open;
}

} // namespace plimsoll::redis
