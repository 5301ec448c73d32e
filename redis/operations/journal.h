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

/// Which server an operation ran on, so that undo refuses another one.
struct ServerIdentity {
    QString address; ///< its URL, without a password
    int database = 0;
    QByteArray runId; ///< changes with every start of the server
    QByteArray replicationId, replicationId2; ///< the second is what it replicated before a failover,
    qint64 replicationOffset = -1, replicationOffset2 = -1; ///< up to here
    QByteArray version; ///< of the server now; no part of who it is

    /// `other`, asked later, has the same data: the same process, or the same replication history including what was
    /// done here. A server that was started again proves it by a mark (mark.h).
    [[nodiscard]] bool isSame(const ServerIdentity &other) const;
};

/// One element as an operation found it.
struct ArchivedElement {
    qint64 row = 0; ///< in the archive; given by the journal
    int step = 0;
    char outcome = 'm'; ///< m moved, d dead-lettered, r removed
    QByteArray element;
    QByteArray score; ///< exact text; empty for none
    QByteArray attempts; ///< before; empty for none
    QByteArray start{}; ///< of its job record; null: not known
    QByteArray given{}; ///< the score it was given in place of `score`; or what it became, or the key that went with it
    qint64 place = -1; ///< in a list when it was taken, from the old end; -1: none

    static constexpr qint64 besides = 48; ///< what its other columns take, about
    /// What it takes in the archive; archiveWeight in SQL.
    [[nodiscard]] qint64 bytes() const { return element.size() + given.size() + besides; }
};
inline constexpr const char *archiveWeight = "(LENGTH(element) + COALESCE(LENGTH(given), 0) + 48)";

/// Where an element that was taken out of a list belongs, for undo.
struct ArchivedPlace {
    int step = 0;
    char outcome = 'm';
    qint64 place = 0;
    bool isRestored = false;
    QByteArray name; ///< elementName(); only of those that are restored
};

/// An element for comparing: its bytes, or what stands for them where they are many.
QByteArray elementName(const QByteArray &element);

/// What one batch did, as its escrow told.
struct BatchResult {
    int step = 0;
    qint64 moved = 0, deadLettered = 0, removed = 0, skipped = 0;
    qint64 beside = 0; ///< touched in a key where they do not count (PlanStep::beside)
    std::vector<ArchivedElement> elements; ///< archived with it
    std::vector<qint64> restoredRows; ///< undo: archive rows that are back
    qint64 rowsGiven = 0; ///< undo by restoring: so many of the rows noted it was about, the first of those left
    std::optional<qint64> expiresAt; ///< of the key before, Unix ms
};

/// A batch, noted before it is sent.
struct SentBatch {
    int batch = 0;
    qint64 elements = 0; ///< it was asked to touch
    std::chrono::milliseconds voidAt{}; ///< by the server's clock: it has run until then, or never will
};

/// An operation that a crash or a lost connection left open, or that was given up since.
struct OpenOperation {
    OperationReport report; ///< as far as it is committed
    std::vector<PlanStep> steps; ///< without items
    ServerIdentity server;
    bool archive = true;
    bool givenUp = false; ///< closed without its server; should that come back, its account is completed after all
    int committedFrom = 0; ///< batches from here to nextBatch are committed; their escrows may still be there
    int nextBatch = 0;
    int nextStep = 0; ///< which step that batch belongs to
    std::vector<qint64> nextRows; ///< undo: the archive rows it may have restored
    std::vector<SentBatch> sent; ///< from nextBatch on; none of an operation of an earlier version
    bool notesSent = false; ///< of a version that notes them
    qint64 lost = 0; ///< elements of batches before nextBatch that left nothing to be read
    qint64 escrowAt = 0; ///< so many strings of the next batch's escrow are archived already
    std::optional<std::chrono::milliseconds> keptUntil; ///< its escrows, when they were renewed
};

/// Whether the server, which is `now`, has the data that the operation left: the same server, or one at the
/// same address with its mark or the escrow of its next batch.
Result<bool> isSameServer(Server &server, const OpenOperation &operation, const ServerIdentity &now,
                          const std::stop_token &stop = {});

/// How long undo is kept. The oldest goes first, none that is younger than `atLeast`.
struct Retention {
    std::chrono::hours age{24 * 30};
    qint64 bytes = 1024LL * 1024 * 1024;
    std::chrono::hours atLeast{24};
};

/// What time it is, Unix, by both clocks there are: neither is to be trusted with what is deleted.
struct Clocks {
    std::chrono::milliseconds server{};
    std::chrono::milliseconds local{};
};
std::chrono::milliseconds localNow();

/// How much of an archive is read at once.
struct ArchiveLimit {
    qint64 rows = 0;
    qint64 bytes = 0;
};

/// Journal and archive in one SQLite file (`operations.sqlite`) in the data folder: every operation, and the elements
/// it moved or removed, exact bytes. Committed and on disk (synchronous FULL) before the escrow of a batch goes.
/// Several processes may use the file at once. Lives on the thread that opened it; all calls touch the disk.
class Journal final {
public:
    /// Storage error when the folder cannot be made or written.
    static Result<std::unique_ptr<Journal>> open(const QString &dataDir);
    /// To look at; who may only read it makes nothing (SqliteFile).
    static Result<std::unique_ptr<Journal>> openToRead(const QString &dataDir);
    /// What `read` finds in it, of one moment also then.
    template <typename Read> auto reading(Read read)
    {
        return readWhole(m_file, read, [this]() -> Outcome {
            return m_file.openToRead() ? Outcome(Done{}) : Outcome(storageError(m_file.lastError()));
        });
    }
    ~Journal();
    Q_DISABLE_COPY_MOVE(Journal)

    /// Whether the disk has room for what a plan may archive; Storage error that says how much is missing.
    [[nodiscard]] Outcome reserve(qint64 bytes) const;

    /// Refused when another undo of the same operation has been, is, or was left under way since the plan was made.
    Outcome begin(const Plan &plan, const OperationReport &report, const ServerIdentity &server);
    /// Which server it is now, when that has been started again or failed over since begin().
    Outcome setServer(const QString &operation, const ServerIdentity &server);
    /// Written before they are sent: from `batch` on, batches belong to `step` and, for undo, put back these rows.
    Outcome expectBatches(const QString &operation, int batch, int step, const std::vector<qint64> &rows);
    /// Survives this process, but not a power cut: a batch takes less time than a disk to write it. What a power cut
    /// takes are the notes since the last commit; of those batches recovery finds the escrows all the same
    /// (account.cpp).
    Outcome noteSent(const QString &operation, const SentBatch &sent);
    /// Recovery: these elements of the next batch's escrow, up to the string `at`.
    Outcome commitPart(const QString &operation, const BatchResult &part, qint64 at);
    /// Recovery: the escrow of this batch of so many elements is gone; undo: it was given so many of the rows noted.
    Outcome passOver(const QString &operation, int batch, qint64 elements, qint64 rowsGiven);
    /// What recovery has to say should the process end here; finish() replaces it by what came of it.
    Outcome setNotes(const QString &operation, const QStringList &notes);
    Outcome setKeptUntil(const QString &operation, std::chrono::milliseconds until);
    /// The results of the batches before `nextBatch` that were not committed yet, for good, in one transaction.
    Outcome commitBatches(const QString &operation, int nextBatch, const std::vector<BatchResult> &results);
    Outcome finish(const OperationReport &report);
    /// Undone but for so many that were left alone; it can be asked for again then.
    Outcome setUndone(const QString &operation, qint64 leftAlone);

    /// Oldest first.
    [[nodiscard]] Result<std::vector<OperationReport>> operations() const;
    /// Those of a workspace that began between the two, both included, and ran on a server that `isHere` takes: the
    /// newest so many, newest first; whether they can be undone is not looked up.
    [[nodiscard]] Result<std::vector<OperationReport>>
    operationsBetween(std::chrono::milliseconds from, std::chrono::milliseconds to, const QString &workspace,
                      const std::function<bool(const QString &server)> &isHere, std::size_t most) const;
    [[nodiscard]] Result<OperationReport> operation(const QString &id) const;
    /// Left open by a process that is gone; those that still run somewhere are not among them.
    [[nodiscard]] Result<std::vector<OpenOperation>> openOperations() const;
    [[nodiscard]] Result<std::vector<OpenOperation>> givenUpOperations() const;
    /// Takes an operation over that was left open or given up, so that nobody else completes it at the same time; as it
    /// is now. Null when it still runs somewhere or is closed meanwhile. release() or finish() lets it go.
    Result<std::optional<OpenOperation>> claim(const QString &id);
    /// Closes a claimed operation without its server; it stays claimable.
    Outcome giveUp(const OperationReport &report);
    /// Leaves the operation open for recovery.
    void release(const QString &id);
    /// The id of an undo of this operation that is open; empty for none.
    [[nodiscard]] Result<QString> openUndoOf(const QString &operation) const;
    /// Of this operation and its undos those that were given up.
    [[nodiscard]] Result<std::vector<OpenOperation>> givenUpFor(const QString &operation) const;
    /// What undo needs of one operation; open or not.
    [[nodiscard]] Result<OpenOperation> details(const QString &id) const;
    enum class From : bool { Oldest, Newest };
    /// Elements not restored yet, from the oldest or the newest; at most `limit` (0: all).
    [[nodiscard]] Result<std::vector<ArchivedElement>> archived(const QString &operation, From from,
                                                                qint64 limit = 0) const;
    /// Of what is not restored yet so much of one step and outcome, newest first, from before the row `before`.
    [[nodiscard]] Result<std::vector<ArchivedElement>> archivedPart(const QString &operation, const PlanArchive &what,
                                                                    std::optional<qint64> before,
                                                                    const ArchiveLimit &limit) const;
    /// What is not restored yet, by step and outcome; what was taken last first, and of a step what had used up its
    /// attempts: of equal jobs those went last.
    [[nodiscard]] Result<std::vector<PlanArchive>> archivedSums(const QString &operation) const;
    /// The first elements of it, oldest first, restored or not.
    [[nodiscard]] Result<std::vector<QByteArray>> elementsOf(const QString &operation, int limit) const;
    /// Those of these rows that are not restored yet, in this order.
    [[nodiscard]] Result<std::vector<ArchivedElement>> archivedRows(const std::vector<qint64> &rows) const;
    /// Of all that was taken out of lists by place, in the order in which it was taken.
    [[nodiscard]] Result<std::vector<ArchivedPlace>> places(const QString &operation) const;
    /// Which of these elements the operation took and nobody put back since, by what its archive has.
    [[nodiscard]] Result<std::vector<TakenElement>> taken(const QString &operation,
                                                          const std::vector<QByteArray> &elements) const;
    /// Cleaned up and not restored yet: of so many the key was to expire before that time.
    [[nodiscard]] Result<qint64> keysOverdue(const QString &operation, const PlanArchive &what,
                                             std::chrono::milliseconds now) const;
    /// Expiry of a step's key before the operation, Unix ms.
    [[nodiscard]] std::optional<qint64> expiryBefore(const QString &operation, int step) const;

    /// The operations whose archives are over age by both clocks, or over size together with `coming` bytes, oldest
    /// first; not `except`, which is about to be undone.
    [[nodiscard]] Result<QStringList> expired(const Retention &retention, const Clocks &now, qint64 coming = 0,
                                              const QString &except = {}) const;
    /// Forgets these archives; their operations stay, no longer undoable.
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
    /// Its rows, one after the other.
    [[nodiscard]] Result<QSqlQuery> select(const QString &statement, const QVariantList &values = {}) const;
    [[nodiscard]] Outcome transaction(const std::function<Outcome()> &body) const;
    [[nodiscard]] Error cannotWrite(const QString &why) const;
    [[nodiscard]] Error storageError(const QString &what) const;

    [[nodiscard]] QString lockPath(const QString &operation) const;

    QString m_path;
    /// Held while an operation runs, so that another process does not take it for a left-over.
    std::map<QString, std::unique_ptr<ProcessLock>> m_locks;
    SqliteFile m_file; ///< closed before the locks go
};

} // namespace plimsoll::redis
