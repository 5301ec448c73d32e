// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journalfile.h"

#include "redis/operations/journal/words.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QStorageInfo>
#include <QVariant>

#include <algorithm>
#include <iterator>

namespace plimsoll::redis {

namespace {

constexpr int layout = 8;
constexpr qint64 journalFullBelow = 1024LL * 1024; ///< free bytes; SQLite needs some for its log
const QString ownTable = QStringLiteral("operations"); ///< a file that has other tables alone is not ours

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

} // namespace

JournalFile::JournalFile(const QString &dataDir)
    : m_file(QDir(dataDir).filePath(QStringLiteral("operations.sqlite")), std::chrono::seconds(10))
{
}

Outcome JournalFile::open()
{
    const QString folder = QFileInfo(path()).path();
    if (!QDir().mkpath(folder)) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: the data folder cannot be created; choose another with --data-dir").arg(folder)};
    }
    if (!m_file.open()) {
        return storageError(Words::tr("the journal cannot be opened"));
    }
    if (m_file.isOfAnother(ownTable)) {
        return Error{ErrorKind::Storage, Words::tr("%1: not a journal of Plimsoll").arg(path())};
    }
    // The file holds elements of production queues: only its owner may read it.
    QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner);
    return createTables();
}

Result<bool> JournalFile::openToRead()
{
    if (!QFileInfo::exists(path()) || (m_file.openToRead() && !m_file.isReadOnly())) {
        return false;
    }
    const auto version =
        firstRow(QStringLiteral("PRAGMA user_version"), {}, [](const QSqlQuery &row) { return row.value(0).toInt(); });
    if (!version) {
        return version.error();
    }
    const int found = version->value_or(0);
    if (found != layout || m_file.isOfAnother(ownTable)) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: written by another Plimsoll (layout %2, this one knows %3); it can only be read, "
                               "and is not brought up to date")
                         .arg(path(), QString::number(found), QString::number(layout))};
    }
    return true;
}

Outcome JournalFile::createTables() const
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
                             .arg(path(), QString::number(found), QString::number(layout))};
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

Outcome JournalFile::reserve(qint64 bytes) const
{
    const QStorageInfo disk(QFileInfo(path()).absolutePath());
    // Twice the size, because the write-ahead log holds the data until a checkpoint; plus some space for other
    // programs.
    const qint64 needed = 2 * bytes + 16LL * 1024 * 1024;
    if (disk.isValid() && disk.bytesAvailable() < needed) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: the disk has %2 MiB free, the archive may need %3 MiB; free some space, choose "
                               "another folder with --data-dir, or trim without undo (--no-archive)")
                         .arg(path(), QString::number(disk.bytesAvailable() >> 20), QString::number(needed >> 20))};
    }
    return Done{};
}

Outcome JournalFile::run(const QString &statement, const QVariantList &values) const
{
    const QSqlError error = readRows(m_file.database(), statement, values, [](const QSqlQuery &) { return false; });
    return error.isValid() ? Outcome(cannotWrite(error.databaseText())) : Outcome(Done{});
}

Outcome JournalFile::eachRow(const QString &statement, const QVariantList &values, const ReadRow &read) const
{
    const QSqlError error = readRows(m_file.database(), statement, values, read);
    return error.isValid() ? Outcome(storageError(error.databaseText())) : Outcome(Done{});
}

QSqlQuery JournalFile::prepare(const QString &statement) const
{
    QSqlQuery query(m_file.database());
    query.prepare(statement);
    return query;
}

Outcome JournalFile::transaction(const std::function<Outcome()> &body) const
{
    return inTransaction([this](const QString &statement) { return run(statement); }, body);
}

Error JournalFile::storageError(const QString &what) const
{
    return {ErrorKind::Storage, QStringLiteral("%1: %2 (%3)").arg(path(), what, m_file.lastError())};
}

Error JournalFile::cannotWrite(const QString &why) const
{
    QString text = Words::tr("%1: the journal cannot be written (%2)").arg(path(), why);
    const QStorageInfo disk(QFileInfo(path()).absolutePath());
    if (disk.isValid() && disk.bytesAvailable() < journalFullBelow) {
        text += Words::tr("; the disk is full: free some space, or choose another folder with --data-dir");
    }
    return {ErrorKind::Storage, text};
}

} // namespace plimsoll::redis
