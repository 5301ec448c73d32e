// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include "redis/operations/journal/words.h"
#include "redis/operations/plan/planjson.h"
#include "redis/storage/person.h"
#include "redis/types/endpoint.h"

#include <QFileInfo>
#include <QDir>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

namespace plimsoll::redis {

namespace {

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

OpenOperation readDetails(const QSqlQuery &row)
{
    OpenOperation open;
    open.steps = stepsFromJson(row.value(0).toByteArray());
    open.server.address = row.value(1).toString();
    open.server.runId = row.value(2).toByteArray();
    open.server.replicationId = row.value(3).toByteArray();
    open.archive = row.value(4).toBool();
    open.nextBatch = row.value(5).toInt();
    open.nextStep = row.value(6).toInt();
    open.nextRows = unpackRows(row.value(7).toByteArray());
    open.committedFrom = row.value(8).toInt();
    open.server.database = row.value(9).toInt();
    open.givenUp = row.value(10).toBool();
    open.server.replicationOffset = row.value(11).toLongLong();
    open.escrowAt = row.value(12).toLongLong();
    open.lost = row.value(14).toLongLong();
    open.notesSent = row.value(15).toBool();
    if (!row.value(13).isNull()) {
        open.keptUntil = std::chrono::milliseconds(row.value(13).toLongLong());
    }
    return open;
}

Error noSuchOperation(const QString &id)
{
    return {ErrorKind::Invalid,
            Words::tr("%1: no such operation; `plimsoll operations` lists them").arg(withoutPassword(id))};
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

std::chrono::milliseconds localNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch());
}

Journal::Journal(const QString &dataDir) : m_file(dataDir) { }

Journal::~Journal() = default;

Result<std::unique_ptr<Journal>> Journal::open(const QString &dataDir)
{
    std::unique_ptr<Journal> journal(new Journal(dataDir));
    if (const Outcome opened = journal->m_file.open(); !opened) {
        return opened.error();
    }
    return journal;
}

Result<std::unique_ptr<Journal>> Journal::openToRead(const QString &dataDir)
{
    std::unique_ptr<Journal> journal(new Journal(dataDir));
    const Result<bool> opened = journal->m_file.openToRead();
    if (!opened) {
        return opened.error();
    }
    return *opened ? Result<std::unique_ptr<Journal>>(std::move(journal)) : open(dataDir);
}

QString Journal::lockPath(const QString &operation) const
{
    return QFileInfo(m_file.path()).dir().filePath(QLatin1String("operation-") + operation + QLatin1String(".lock"));
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

Outcome Journal::begin(const Plan &plan, const OperationReport &report, const ServerIdentity &server)
{
    if (!lock(plan.id)) {
        return Error{ErrorKind::Storage, Words::tr("%1: cannot be locked").arg(lockPath(plan.id))};
    }
    Outcome begun = m_file.transaction([&]() -> Outcome {
        if (Outcome alone = checkUndo(plan); !alone) {
            return alone;
        }
        return m_file.run(
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
             JournalFile::blob(server.runId),
             JournalFile::blob(server.replicationId),
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

Outcome Journal::checkUndo(const Plan &plan) const
{
    if (plan.undoOf.isEmpty()) {
        return Done{};
    }
    const Result<QString> open = openUndoOf(plan.undoOf);
    if (!open) {
        return open.error();
    }
    const auto left =
        m_file.firstRow(QStringLiteral("SELECT COUNT(*) FROM archive WHERE operation = ? AND restored = 0"),
                        {plan.undoOf}, [](const QSqlQuery &row) { return row.value(0).toLongLong(); });
    if (!left) {
        return left.error();
    }
    const qint64 planned = std::accumulate(plan.steps.begin(), plan.steps.end(), qint64(0),
                                           [](qint64 sum, const PlanStep &step) { return sum + step.planned(); });
    if (!open->isEmpty() || *left != planned) {
        return Error{ErrorKind::Refused, Words::tr("%1 is being undone elsewhere; look again").arg(plan.undoOf)};
    }
    return Done{};
}

Outcome Journal::setServer(const QString &operation, const ServerIdentity &server)
{
    return m_file.run(
        QStringLiteral("UPDATE operations SET run_id = ?, replication_id = ?, replication_offset = ? WHERE id = ?"),
        {JournalFile::blob(server.runId), JournalFile::blob(server.replicationId), server.replicationOffset,
         operation});
}

Outcome Journal::expectBatches(const QString &operation, int batch, int step, const std::vector<qint64> &rows)
{
    return m_file.run(QStringLiteral("UPDATE operations SET next_batch = ?, next_step = ?, next_rows = ? WHERE id = ?"),
                      {batch, step, packRows(rows), operation});
}

Outcome Journal::noteSent(const QString &operation, const SentBatch &sent)
{
    // Does not wait for the disk: the write survives everything but a power cut.
    if (Outcome quick = m_file.run(QStringLiteral("PRAGMA synchronous = NORMAL")); !quick) {
        return quick;
    }
    Outcome noted = m_file.run(QStringLiteral("INSERT OR REPLACE INTO sent (operation, batch, elements, void_at)"
                                              " VALUES (?, ?, ?, ?)"),
                               {operation, sent.batch, sent.elements, qint64(sent.voidAt.count())});
    Outcome safe = m_file.run(QStringLiteral("PRAGMA synchronous = FULL"));
    return noted ? safe : noted;
}

Outcome Journal::commitPart(const QString &operation, const BatchResult &part, qint64 at)
{
    return m_file.transaction([&]() -> Outcome {
        if (Outcome inserted = m_archive.add(operation, part); !inserted) {
            return inserted;
        }
        return m_file.run(QStringLiteral("UPDATE operations SET escrow_at = ? WHERE id = ?"), {at, operation});
    });
}

/// Removes the first `given` of the rows noted for the next batches, which are done.
Outcome Journal::dropRows(const QString &operation, qint64 given)
{
    return given == 0
        ? Outcome(Done{})
        : m_file.run(QStringLiteral("UPDATE operations SET next_rows = SUBSTR(next_rows, ?) WHERE id = ?"),
                     {1 + given * qint64(sizeof(qint64)), operation});
}

Outcome Journal::passOver(const QString &operation, int batch, qint64 elements, qint64 rowsGiven)
{
    return m_file.transaction([&]() -> Outcome {
        if (Outcome dropped = dropRows(operation, rowsGiven); !dropped) {
            return dropped;
        }
        if (Outcome noted =
                m_file.run(QStringLiteral("DELETE FROM sent WHERE operation = ? AND batch <= ?"), {operation, batch});
            !noted) {
            return noted;
        }
        return m_file.run(QStringLiteral("UPDATE operations SET lost = lost + ?, committed_from = ?, next_batch = ?,"
                                         " escrow_at = 0 WHERE id = ?"),
                          {elements, batch + 1, batch + 1, operation});
    });
}

Outcome Journal::setNotes(const QString &operation, const QStringList &notes)
{
    return m_file.run(QStringLiteral("UPDATE operations SET notes = ? WHERE id = ?"),
                      {textValue(notes.join(u'\n')), operation});
}

Outcome Journal::setKeptUntil(const QString &operation, std::chrono::milliseconds until)
{
    return m_file.run(QStringLiteral("UPDATE operations SET kept_until = ? WHERE id = ?"),
                      {qint64(until.count()), operation});
}

Outcome Journal::commitBatches(const QString &operation, int nextBatch, const std::vector<BatchResult> &results)
{
    return m_file.transaction([&]() -> Outcome {
        BatchResult sum;
        if (Outcome noted = m_file.run(QStringLiteral("DELETE FROM sent WHERE operation = ? AND batch < ?"),
                                       {operation, nextBatch});
            !noted) {
            return noted;
        }
        for (const BatchResult &result : results) {
            if (Outcome inserted = m_archive.add(operation, result); !inserted) {
                return inserted;
            }
            sum.moved += result.moved;
            sum.deadLettered += result.deadLettered;
            sum.removed += result.removed;
            sum.skipped += result.skipped;
            sum.rowsGiven += result.rowsGiven;
        }
        if (Outcome dropped = dropRows(operation, sum.rowsGiven); !dropped) {
            return dropped;
        }
        return m_file.run(
            QStringLiteral("UPDATE operations SET moved = moved + ?, dead = dead + ?, removed = removed + ?,"
                           " skipped = skipped + ?, committed_from = next_batch, next_batch = ?, escrow_at = 0"
                           " WHERE id = ?"),
            {sum.moved, sum.deadLettered, sum.removed, sum.skipped, nextBatch, operation});
    });
}

Outcome Journal::finish(const OperationReport &report)
{
    Outcome closed = m_file.transaction([&]() -> Outcome {
        if (Outcome forgotten = m_file.run(QStringLiteral("DELETE FROM sent WHERE operation = ?"), {report.id});
            !forgotten) {
            return forgotten;
        }
        return m_file.run(
            QStringLiteral("UPDATE operations SET state = ?, error = ?, notes = ?, skipped = ?, undoable = ?,"
                           " given_up = 0 WHERE id = ?"),
            {QString(operationStateId(report.state)), textValue(report.error), textValue(report.notes.join(u'\n')),
             report.skipped, report.undoable, report.id});
    });
    release(report.id); // also if it could not be closed; recovery will do it
    return closed;
}

Outcome Journal::setUndone(const QString &operation, qint64 leftAlone)
{
    return m_file.run(QStringLiteral("UPDATE operations SET state = ?, undoable = undoable AND ?, left_alone = ?"
                                     " WHERE id = ?"),
                      {QString(operationStateId(OperationState::Undone)), leftAlone > 0, leftAlone, operation});
}

Result<std::vector<OperationReport>> Journal::operations() const
{
    // An operation is undoable while its archive is not over age.
    const qint64 oldest = (localNow() - std::chrono::duration_cast<std::chrono::milliseconds>(Retention().age)).count();
    return m_file.rows(
        QStringLiteral("SELECT %1 FROM operations o ORDER BY number")
            .arg(QString::fromLatin1(reportColumns)
                     .replace(QLatin1String("undoable,"),
                              QLatin1String("undoable AND MAX(time, COALESCE(local_time, 0)) > ? AND EXISTS"
                                            " (SELECT 1 FROM archive a WHERE a.operation = o.id AND"
                                            " restored = 0),"))),
        {oldest}, [](const QSqlQuery &row) {
            OperationReport report = readReport(row);
            report.undoable = report.undoable && report.state != OperationState::Open; // it has to be closed first
            return report;
        });
}

Result<std::vector<OperationReport>>
Journal::operationsBetween(std::chrono::milliseconds from, std::chrono::milliseconds to, const QString &workspace,
                           const std::function<bool(const QString &server)> &isHere, std::size_t most) const
{
    std::vector<OperationReport> reports;
    const Outcome read =
        m_file.eachRow(QStringLiteral("SELECT %1 FROM operations WHERE time BETWEEN ? AND ?"
                                      " AND workspace = ? ORDER BY number DESC")
                           .arg(QLatin1String(reportColumns)),
                       {qint64{from.count()}, qint64{to.count()}, workspace}, [&](const QSqlQuery &row) {
                           OperationReport report = readReport(row);
                           if (reports.size() < most && isHere(report.server)) {
                               reports.push_back(std::move(report));
                           }
                           return reports.size() < most;
                       });
    if (!read) {
        return read.error();
    }
    return reports;
}

Result<OperationReport> Journal::operation(const QString &id) const
{
    auto found = m_file.firstRow(
        QStringLiteral("SELECT %1 FROM operations WHERE id = ?").arg(QLatin1String(reportColumns)), {id}, readReport);
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return noSuchOperation(id);
    }
    return **std::move(found);
}

Result<OpenOperation> Journal::details(const QString &id) const
{
    Result<OperationReport> report = operation(id);
    if (!report) {
        return report.error();
    }
    auto found =
        m_file.firstRow(QStringLiteral("SELECT steps, address, run_id, replication_id, archive, next_batch, next_step,"
                                       " next_rows, committed_from, database, given_up, replication_offset, escrow_at,"
                                       " kept_until, lost, local_time IS NOT NULL FROM operations WHERE id = ?"),
                        {id}, readDetails);
    if (!found) {
        return found.error();
    }
    if (!*found) {
        return noSuchOperation(id);
    }
    OpenOperation open = **std::move(found);
    open.report = *std::move(report);
    auto sent = m_file.rows(QStringLiteral("SELECT batch, elements, void_at FROM sent WHERE operation = ?"
                                           " AND batch >= ? ORDER BY batch"),
                            {id, open.nextBatch}, [](const QSqlQuery &row) {
                                return SentBatch{row.value(0).toInt(), row.value(1).toLongLong(),
                                                 std::chrono::milliseconds(row.value(2).toLongLong())};
                            });
    if (!sent) {
        return sent.error();
    }
    open.sent = *std::move(sent);
    return open;
}

Result<std::vector<OpenOperation>> Journal::detailsOf(const QString &condition, const QVariantList &values) const
{
    const auto ids =
        m_file.rows(QLatin1String("SELECT id FROM operations WHERE ") + condition + QLatin1String(" ORDER BY number"),
                    values, [](const QSqlQuery &row) { return row.value(0).toString(); });
    if (!ids) {
        return ids.error();
    }
    std::vector<OpenOperation> found;
    for (const QString &id : *ids) {
        Result<OpenOperation> one = details(id);
        if (!one) {
            return one.error();
        }
        found.push_back(std::move(*one));
    }
    return found;
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

Result<std::vector<OpenOperation>> Journal::givenUpOperations() const
{
    return detailsOf(QStringLiteral("given_up = 1"));
}

Result<std::vector<OpenOperation>> Journal::givenUpFor(const QString &operation) const
{
    return detailsOf(QStringLiteral("given_up = 1 AND (id = ? OR undo_of = ?)"), {operation, operation});
}

Result<QString> Journal::openUndoOf(const QString &operation) const
{
    auto open = m_file.firstRow(QStringLiteral("SELECT id FROM operations WHERE undo_of = ? AND state = 'open'"),
                                {operation}, [](const QSqlQuery &row) { return row.value(0).toString(); });
    if (!open) {
        return open.error();
    }
    return open->value_or(QString());
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

Outcome Journal::giveUp(const OperationReport &report)
{
    Outcome closed = m_file.run(QStringLiteral("UPDATE operations SET state = ?, error = ?, given_up = 1 WHERE id = ?"),
                                {QString(operationStateId(report.state)), report.error, report.id});
    release(report.id);
    return closed;
}

Result<std::vector<QByteArray>> Journal::elementsOf(const QString &operation, int limit) const
{
    const Result<OperationReport> report = this->operation(operation);
    const QString undoOf = report ? report->undoOf : QString();
    // A row may be megabytes, so only the beginning of an element is read for display. An undo archives nothing itself:
    // its elements are those marked as restored in the archive of the undone operation, last taken first.
    const Result<OpenOperation> of = details(undoOf.isEmpty() ? operation : undoOf);
    if (!of) {
        return of.error();
    }
    QStringList again; // steps that share their elements with others, or whose names are none that could be left
    for (std::size_t step = 0; step < of->steps.size(); ++step) {
        if (of->steps[step].beside || (of->report.leftAlone > 0 && !of->steps[step].hasElements())) {
            again.append(QString::number(step));
        }
    }
    constexpr qsizetype longestTold = 256; // bytes
    // A prune that was stopped may have done only these steps.
    for (const QString &left : {again.join(u','), QString()}) {
        auto elements = m_file.rows(
            QStringLiteral("SELECT SUBSTR(element, 1, 256) FROM archive WHERE operation = ? AND step NOT IN "
                           "(%1) %2 LIMIT ?")
                .arg(left,
                     !undoOf.isEmpty()              ? QLatin1String("AND restored = 1 ORDER BY row DESC")
                         : of->report.leftAlone > 0 ? QLatin1String("AND restored = 0 ORDER BY row")
                                                    : QLatin1String("ORDER BY row")),
            {of->report.id, limit}, [](const QSqlQuery &row) { return row.value(0).toByteArray(); });
        if (!elements || !elements->empty() || left.isEmpty()) {
            for (const PlanStep &step : of->steps) { // of an edited record the archive has the text that was replaced
                const auto *edit = step.as<EditStep>();
                if (elements && !elements->empty() && edit != nullptr && edit->of != EditStep::Of::Element) {
                    return std::vector<QByteArray>{edit->job.left(longestTold)};
                }
            }
            return elements;
        }
    }
    return std::vector<QByteArray>();
}

Result<std::vector<TakenElement>> Journal::taken(const QString &operation,
                                                 const std::vector<QByteArray> &elements) const
{
    constexpr std::size_t atOnce = 500; // SQLite allows 999 parameters
    Result<OpenOperation> about = details(operation);
    if (!about) {
        return about.error();
    }
    std::vector<TakenElement> found;
    std::span<const QByteArray> rest(elements);
    while (!rest.empty()) {
        const auto some = rest.first(std::min(atOnce, rest.size()));
        rest = rest.subspan(some.size());
        const QStringList places(static_cast<qsizetype>(some.size()), QStringLiteral("?"));
        QVariantList values{operation};
        values.append(QVariantList(some.begin(), some.end()));
        const Outcome read = m_file.eachRow(
            QStringLiteral("SELECT step, outcome, element FROM archive WHERE operation = ?"
                           " AND restored = 0 AND element IN (%1)")
                .arg(places.join(QLatin1Char(','))),
            values, [&](const QSqlQuery &row) {
                const auto step = static_cast<std::size_t>(row.value(0).toInt());
                const QString outcome = row.value(1).toString();
                if (step < about->steps.size() && !outcome.isEmpty()) {
                    found.push_back({about->steps[step].key, row.value(2).toByteArray(), outcome.front().toLatin1()});
                }
                return true;
            });
        if (!read) {
            return read.error();
        }
    }
    return found;
}

Result<QStringList> Journal::expired(const Retention &retention, const Clocks &now, qint64 coming,
                                     const QString &except) const
{
    // Operations of earlier layouts have no local time; the server's is used instead.
    struct Kept {
        QString id;
        std::chrono::milliseconds age; ///< the smaller of the ages by both clocks
        qint64 bytes;
    };
    qint64 bytes = coming;
    const auto kept =
        m_file.rows(QStringLiteral("SELECT o.id, o.time, COALESCE(o.local_time, o.time), SUM(%1)"
                                   " FROM operations o JOIN archive a ON a.operation = o.id WHERE o.state <> 'open'"
                                   " GROUP BY o.id ORDER BY o.number")
                        .arg(QLatin1String(archiveWeight)),
                    {}, [&](const QSqlQuery &row) {
                        const Kept one{row.value(0).toString(),
                                       std::min(now.server - std::chrono::milliseconds(row.value(1).toLongLong()),
                                                now.local - std::chrono::milliseconds(row.value(2).toLongLong())),
                                       row.value(3).toLongLong()};
                        bytes += one.bytes;
                        return one;
                    });
    if (!kept) {
        return kept.error();
    }
    QStringList expired;
    for (const Kept &one : *kept) {
        const bool isTooMuch = bytes > retention.bytes && one.age > retention.atLeast;
        if (one.id != except && (one.age > retention.age || isTooMuch)) {
            expired.append(one.id);
            bytes -= one.bytes;
        }
    }
    return expired;
}

Outcome Journal::forget(const QStringList &operations)
{
    for (const QString &id : operations) {
        Outcome done = m_file.transaction([&]() -> Outcome {
            if (Outcome removed = m_file.run(QStringLiteral("DELETE FROM archive WHERE operation = ?"), {id});
                !removed) {
                return removed;
            }
            return m_file.run(QStringLiteral("UPDATE operations SET undoable = 0 WHERE id = ?"), {id});
        });
        if (!done) {
            return done;
        }
    }
    return Done{};
}

} // namespace plimsoll::redis
