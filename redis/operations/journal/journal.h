// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal/archive.h"
#include "redis/operations/journal/journalfile.h"
#include "redis/storage/processlock.h"
#include "redis/types/operation.h"
#include "redis/types/taken.h"

#include <QVariantList>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>

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

/// Journal and archive in one SQLite file (`operations.sqlite`) in the data folder: every operation, and the elements
/// it moved or removed, exact bytes. Committed and on disk (synchronous FULL) before a batch's escrow is released.
/// Several processes may use the file at once. Lives on the thread that opened it; all calls access the disk.
class Journal final {
public:
    /// Storage error if the folder cannot be created or written.
    static Result<std::unique_ptr<Journal>> open(const QString &dataDir);
    /// Opens it for reading; creates nothing without write permission (SqliteFile).
    static Result<std::unique_ptr<Journal>> openToRead(const QString &dataDir);
    /// Calls `read`, on a consistent snapshot even if the file is read-only.
    template <typename Read> auto reading(Read read) { return m_file.reading(std::move(read)); }
    ~Journal();
    Q_DISABLE_COPY_MOVE(Journal)

    /// Checks that the disk has room for what a plan may archive; Storage error with the missing bytes.
    [[nodiscard]] Outcome reserve(qint64 bytes) const { return m_file.reserve(bytes); }
    [[nodiscard]] const Archive &archive() const { return m_archive; }

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
    /// Closes a claimed operation without its server; it can be claimed again. Keeps whether it was planned with an
    /// undo, for elements that are archived when it is recovered.
    Outcome giveUp(const OperationReport &report);
    /// Leaves the operation open for recovery.
    void release(const QString &id);
    /// Id of an open undo of this operation, or empty.
    [[nodiscard]] Result<QString> openUndoOf(const QString &operation) const;
    /// This operation and its undos, if given up.
    [[nodiscard]] Result<std::vector<OpenOperation>> givenUpFor(const QString &operation) const;
    /// Details of one operation for undo, open or not.
    [[nodiscard]] Result<OpenOperation> details(const QString &id) const;
    /// First elements of the operation, oldest first; of one undone in part, those not restored.
    [[nodiscard]] Result<std::vector<QByteArray>> elementsOf(const QString &operation, int limit) const;
    /// The elements that the operation took and no undo has restored, according to its archive.
    [[nodiscard]] Result<std::vector<TakenElement>> taken(const QString &operation,
                                                          const std::vector<QByteArray> &elements) const;
    /// Operations whose archives exceed the age by both clocks, or the size together with `coming` bytes, oldest first;
    /// without `except`, which is about to be undone.
    [[nodiscard]] Result<QStringList> expired(const Retention &retention, const Clocks &now, qint64 coming = 0,
                                              const QString &except = {}) const;
    /// Deletes these archives; the operations stay in the journal but can no longer be undone.
    Outcome forget(const QStringList &operations);

private:
    explicit Journal(const QString &dataDir);
    [[nodiscard]] bool lock(const QString &operation);
    [[nodiscard]] Outcome checkUndo(const Plan &plan) const;
    [[nodiscard]] Result<std::vector<OpenOperation>> detailsOf(const QString &condition,
                                                               const QVariantList &values = {}) const;
    [[nodiscard]] Outcome dropRows(const QString &operation, qint64 given);
    [[nodiscard]] QString lockPath(const QString &operation) const;

    /// Held while an operation runs, so that other processes do not treat it as left open.
    std::map<QString, std::unique_ptr<ProcessLock>> m_locks;
    JournalFile m_file; ///< closed before the locks are released
    Archive m_archive{m_file};
};

} // namespace plimsoll::redis
