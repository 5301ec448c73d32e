// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/processlock.h"
#include "redis/storage/sqlitefile.h"
#include "redis/types/operation.h"
#include "redis/types/taken.h"

#include <QVariant>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>

class QSqlQuery;

namespace plimsoll::redis {

class Server;

/// Identity of the server an operation ran on; undo refuses a different one.
struct ServerIdentity {
    QString address; ///< its URL, without a password
    int database = 0;
    QByteArray runId; ///< changes with every start of the server
    QByteArray replicationId, replicationId2; ///< the second: history before a failover,
    qint64 replicationOffset = -1, replicationOffset2 = -1; ///< the second: end of that history
    QByteArray version; ///< current version; like `uptime` not part of the identity
    std::chrono::seconds uptime{}; ///< at the time of reading; not in the journal

    /// True if `other`, read later, has the same data: the same process, or the same replication history including the
    /// operation. A restarted server proves its identity by a mark (markKey()).
    [[nodiscard]] bool isSame(const ServerIdentity &other) const;
};

/// One element as an operation found it.
struct ArchivedElement {
    qint64 row = 0; ///< row id in the archive, assigned by the journal
    int step = 0;
    char outcome = 'm'; ///< m moved, d dead-lettered, r removed
    QByteArray element;
    QByteArray score; ///< exact text; empty for none
    QByteArray attempts; ///< before; empty for none
    QByteArray start{}; ///< start in its job record; null: unknown
    QByteArray given{}; ///< new score in place of `score`; or the new element, or the key removed with it
    qint64 place = -1; ///< place in a list when taken, from the old end; -1: none

    static constexpr qint64 besides = 48; ///< approximate bytes of the other columns
    /// Bytes in the archive; archiveWeight in SQL.
    [[nodiscard]] qint64 bytes() const { return element.size() + given.size() + besides; }
};
inline constexpr const char *archiveWeight = "(LENGTH(element) + COALESCE(LENGTH(given), 0) + 48)";

/// Original place of an element taken out of a list, for undo.
struct ArchivedPlace {
    int step = 0;
    char outcome = 'm';
    qint64 place = 0;
    bool isRestored = false;
    QByteArray name; ///< elementName(); only if isRestored
};

/// Name of an element for comparison: its bytes, or a hash if it is long.
QByteArray elementName(const QByteArray &element);

/// Result of one batch, read from its escrow.
struct BatchResult {
    int step = 0;
    qint64 moved = 0, deadLettered = 0, removed = 0, skipped = 0;
    qint64 beside = 0; ///< elements also in keys where they do not count (PlanStep::beside)
    std::vector<ArchivedElement> elements; ///< elements to archive
    std::vector<qint64> restoredRows; ///< undo: archive rows restored
    qint64 rowsGiven = 0; ///< undo by restoring: number of noted rows the batch covered, from the first that is left
    std::optional<qint64> expiresAt; ///< expiry of the key before, Unix ms
};

/// A batch, recorded before it is sent.
struct SentBatch {
    int batch = 0;
    qint64 elements = 0; ///< number of elements in the request
    std::chrono::milliseconds voidAt{}; ///< server time after which the batch can no longer start
};

/// An operation that a crash or a lost connection left open, or that was given up since.
struct OpenOperation {
    OperationReport report; ///< committed results only
    std::vector<PlanStep> steps; ///< steps without items
    ServerIdentity server;
    bool archive = true;
    bool givenUp = false; ///< closed without its server; completed if the server comes back
    int committedFrom = 0; ///< batches from here to nextBatch are committed; their escrows may still be there
    int nextBatch = 0;
    int nextStep = 0; ///< step of that batch
    std::vector<qint64> nextRows; ///< undo: archive rows that batch may have restored
    std::vector<SentBatch> sent; ///< batches from nextBatch on; empty for operations of an earlier version
    bool notesSent = false; ///< made by a version that records `sent`
    qint64 lost = 0; ///< elements of batches before nextBatch without a readable escrow
    qint64 escrowAt = 0; ///< strings of the next batch's escrow already archived
    std::optional<std::chrono::milliseconds> keptUntil; ///< expiry of the renewed escrows
};

/// True if the server, whose identity is `now`, has the operation's data: it is the same server, or it has the same
/// address and the operation's mark or the escrow of its next batch.
Result<bool> isSameServer(Server &server, const OpenOperation &operation, const ServerIdentity &now,
                          const std::stop_token &stop = {});

/// Says why the operation can't be undone here if isSameServer() is false.
QString otherServerText(const OpenOperation &operation, const ServerIdentity &now);

/// Limits of the archive. The oldest operation expires first, none younger than `atLeast`.
struct Retention {
    std::chrono::hours age{24 * 30};
    qint64 bytes = 1024LL * 1024 * 1024;
    std::chrono::hours atLeast{24};
};

/// Unix time by the server's and the local clock; deletion trusts neither alone.
struct Clocks {
    std::chrono::milliseconds server{};
    std::chrono::milliseconds local{};
};
std::chrono::milliseconds localNow();

/// Limits for one read from an archive.
struct ArchiveLimit {
    qint64 rows = 0;
    qint64 bytes = 0;
};

/// Journal and archive in one SQLite file (`operations.sqlite`) in the data folder: every operation, and the elements
/// it moved or removed, exact bytes. Committed and on disk (synchronous FULL) before a batch's escrow is released.
/// Several processes may use the file at once. Lives on the thread that opened it; all calls access the disk.
class Journal final {
public:
    /// Storage error if the folder cannot be created or written.
    static Result<std::unique_ptr<Journal>> open(const QString &dataDir);
    /// Opens it for reading; creates nothing without write permission (SqliteFile).
    static Result<std::unique_ptr<Journal>> openToRead(const QString &dataDir);
    /// Runs `read` on a consistent snapshot, even if the file is read-only.
    template <typename Read> auto reading(Read read)
    {
        return readWhole(m_file, read, [this]() -> Outcome {
            return m_file.openToRead() ? Outcome(Done{}) : Outcome(storageError(m_file.lastError()));
        });
    }
    ~Journal();
    Q_DISABLE_COPY_MOVE(Journal)

    /// Checks that the disk has room for what a plan may archive; Storage error with the missing bytes.
    [[nodiscard]] Outcome reserve(qint64 bytes) const;

    /// Refused if another undo of the same operation has finished, started, or been left open since the plan was made.
    Outcome begin(const Plan &plan, const OperationReport &report, const ServerIdentity &server);
    /// Updates the server's identity after a restart or failover since begin().
    Outcome setServer(const QString &operation, const ServerIdentity &server);
    /// Written before sending: from `batch` on, batches belong to `step` and, for undo, restore these rows.
    Outcome expectBatches(const QString &operation, int batch, int step, const std::vector<qint64> &rows);
    /// Survives a crash of the process, but not a power cut: a batch takes less time than a write to disk. After a
    /// power cut, the notes since the last commit are lost; recovery still finds the escrows of those batches
    /// (batchledger.cpp).
    Outcome noteSent(const QString &operation, const SentBatch &sent);
    /// Recovery: commits these elements of the next batch's escrow, up to the string `at`.
    Outcome commitPart(const QString &operation, const BatchResult &part, qint64 at);
    /// Recovery: skips a batch of `elements` elements whose escrow is gone; undo: it covered `rowsGiven` of the noted
    /// rows.
    Outcome passOver(const QString &operation, int batch, qint64 elements, qint64 rowsGiven);
    /// Notes for recovery to report if the process ends here; finish() replaces them.
    Outcome setNotes(const QString &operation, const QStringList &notes);
    Outcome setKeptUntil(const QString &operation, std::chrono::milliseconds until);
    /// Commits the uncommitted results of batches before `nextBatch` in one transaction.
    Outcome commitBatches(const QString &operation, int nextBatch, const std::vector<BatchResult> &results);
    Outcome finish(const OperationReport &report);
    /// Marks it as undone except for `leftAlone` elements; undo can be requested again if there are any.
    Outcome setUndone(const QString &operation, qint64 leftAlone);

    /// Oldest first.
    [[nodiscard]] Result<std::vector<OperationReport>> operations() const;
    /// Operations of a workspace that began between the two times, inclusive, on a server accepted by `isHere`: at most
    /// `most`, newest first. Does not determine whether they can be undone.
    [[nodiscard]] Result<std::vector<OperationReport>>
    operationsBetween(std::chrono::milliseconds from, std::chrono::milliseconds to, const QString &workspace,
                      const std::function<bool(const QString &server)> &isHere, std::size_t most) const;
    [[nodiscard]] Result<OperationReport> operation(const QString &id) const;
    /// Operations left open by a process that is gone; those still running are not included.
    [[nodiscard]] Result<std::vector<OpenOperation>> openOperations() const;
    [[nodiscard]] Result<std::vector<OpenOperation>> givenUpOperations() const;
    /// Locks an operation that was left open or given up, so that no other process completes it at the same time, and
    /// reads it again. Null if it is running or was closed meanwhile. release() or finish() unlocks it.
    Result<std::optional<OpenOperation>> claim(const QString &id);
    /// Closes a claimed operation without its server; it can be claimed again.
    Outcome giveUp(const OperationReport &report);
    /// Leaves the operation open for recovery.
    void release(const QString &id);
    /// Id of an open undo of this operation, or empty.
    [[nodiscard]] Result<QString> openUndoOf(const QString &operation) const;
    /// This operation and its undos, if given up.
    [[nodiscard]] Result<std::vector<OpenOperation>> givenUpFor(const QString &operation) const;
    /// Details of one operation for undo, open or not.
    [[nodiscard]] Result<OpenOperation> details(const QString &id) const;
    enum class From : bool { Oldest, Newest };
    /// Elements not restored yet, from the oldest or the newest; at most `limit` (0: all).
    [[nodiscard]] Result<std::vector<ArchivedElement>> archived(const QString &operation, From from,
                                                                qint64 limit = 0) const;
    /// Elements of one step and outcome not restored yet, newest first, before the row `before`, up to `limit`.
    [[nodiscard]] Result<std::vector<ArchivedElement>> archivedPart(const QString &operation, const PlanArchive &what,
                                                                    std::optional<qint64> before,
                                                                    const ArchiveLimit &limit) const;
    /// Totals not restored yet, by step and outcome; last taken first. Within a step, dead letters come first: of equal
    /// jobs those were taken last.
    [[nodiscard]] Result<std::vector<PlanArchive>> archivedSums(const QString &operation) const;
    /// First elements of the operation, oldest first; of one undone in part, those not restored.
    [[nodiscard]] Result<std::vector<QByteArray>> elementsOf(const QString &operation, int limit) const;
    /// The rows that are not restored yet, in the given order.
    [[nodiscard]] Result<std::vector<ArchivedElement>> archivedRows(const std::vector<qint64> &rows) const;
    /// Places of all elements taken out of lists by place, in the order of taking.
    [[nodiscard]] Result<std::vector<ArchivedPlace>> places(const QString &operation) const;
    /// The elements that the operation took and no undo has restored, according to its archive.
    [[nodiscard]] Result<std::vector<TakenElement>> taken(const QString &operation,
                                                          const std::vector<QByteArray> &elements) const;
    /// Number of keys cleaned up and not restored yet whose expiry lies before `now`.
    [[nodiscard]] Result<qint64> keysOverdue(const QString &operation, const PlanArchive &what,
                                             std::chrono::milliseconds now) const;
    /// Expiry of a step's key before the operation, Unix ms.
    [[nodiscard]] std::optional<qint64> expiryBefore(const QString &operation, int step) const;

    /// Operations whose archives exceed the age by both clocks, or the size together with `coming` bytes, oldest first;
    /// without `except`, which is about to be undone.
    [[nodiscard]] Result<QStringList> expired(const Retention &retention, const Clocks &now, qint64 coming = 0,
                                              const QString &except = {}) const;
    /// Deletes these archives; the operations stay in the journal but can no longer be undone.
    Outcome forget(const QStringList &operations);

private:
    static constexpr int layout = 8;

    explicit Journal(const QString &path);
    [[nodiscard]] Outcome createTables();
    [[nodiscard]] bool lock(const QString &operation);
    [[nodiscard]] Outcome checkUndo(const Plan &plan) const;
    [[nodiscard]] Result<std::vector<OpenOperation>> detailsOf(const QString &condition,
                                                               const QVariantList &values = {}) const;
    [[nodiscard]] Outcome insert(const QString &operation, const BatchResult &result);
    [[nodiscard]] Outcome dropRows(const QString &operation, qint64 given);
    [[nodiscard]] Outcome run(const QString &statement, const QVariantList &values = {}) const;
    [[nodiscard]] Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {}) const;
    [[nodiscard]] Outcome transaction(const std::function<Outcome()> &body) const;
    [[nodiscard]] Error cannotWrite(const QString &why) const;
    [[nodiscard]] Error storageError(const QString &what) const;

    [[nodiscard]] QString lockPath(const QString &operation) const;

    QString m_path;
    /// Held while an operation runs, so that other processes do not treat it as left open.
    std::map<QString, std::unique_ptr<ProcessLock>> m_locks;
    SqliteFile m_file; ///< closed before the locks are released
};

} // namespace plimsoll::redis
