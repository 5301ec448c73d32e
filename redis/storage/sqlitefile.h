// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/filestamp.h"
#include "redis/types/result.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <functional>

namespace plimsoll::redis {

/// SQLite database with its own connection, closed on destruction. Declare queries after it, so that they are destroyed
/// first. One thread.
///
/// All our databases use a write-ahead log, FILE-wal, and its index, FILE-shm, which SQLite creates for readers, too. A
/// reader without write permission for the file or the folder must not create or change any of the three (a -shm owned
/// by a reader would keep the owner from writing). It opens the file as follows:
/// - with a -shm: read-only through it; each read sees one consistent snapshot, as usual;
/// - with a -wal only: without locks, the index in memory;
/// - with neither: no process has it open and the file is complete; opened as "immutable".
/// In the last two cases another process may begin to write. Every write changes the time, the size or the identity of
/// the file or its -wal: if neither changed, the data read is valid (isOutdated()); otherwise it is read again, see
/// readWhole().
class SqliteFile final {
public:
    /// `patience`: longest wait for another process that writes.
    SqliteFile(QString path, std::chrono::milliseconds patience);
    ~SqliteFile();
    Q_DISABLE_COPY_MOVE(SqliteFile)

    bool open();
    /// Opens an existing file: like open() or, without write permission, as described above. Call again to reopen it in
    /// its present state; no query may exist.
    bool openToRead();
    /// True if this connection cannot write.
    [[nodiscard]] bool isReadOnly() const { return m_way != Way::Shared; }
    /// True if the file was replaced, was written to while read without locks, or has become writable since it was
    /// opened.
    [[nodiscard]] bool isOutdated() const;
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const QSqlDatabase &database() const { return m_database; }
    /// True if the file has tables, but not `table`: it belongs to another program and must not be changed.
    [[nodiscard]] bool isOfAnother(const QString &table) const;
    /// Returns SQLite's last error text.
    [[nodiscard]] QString lastError() const;

private:
    enum class Way { Shared, SharedReadOnly, Log, Alone };

    bool openNow();
    [[nodiscard]] Way wayToRead() const;
    [[nodiscard]] QString besides(const char *suffix) const { return m_path + QLatin1String(suffix); }

    QString m_path;
    QString m_name;
    QSqlDatabase m_database;
    QString m_patience; ///< SQLite connection option
    Way m_way = Way::Shared;
    FileStamp m_file, m_log; ///< state when opened
};

/// Error for an attempt to write to a read-only file.
[[nodiscard]] Error onlyToRead(const QString &path);
/// Error for a file that changed during every attempt to read it.
[[nodiscard]] Error writtenMeanwhile(const QString &path);

/// Calls `read`, and again, after `reopen`, as long as another process writes to a file that is read without locks.
template <typename Read, typename Reopen> auto readWhole(const SqliteFile &file, Read read, Reopen reopen)
{
    constexpr int most = 10; // enough unless another process writes constantly
    for (int i = 0; i < most; ++i) {
        if (file.isOutdated()) {
            if (const Outcome reopened = reopen(); !reopened) {
                return decltype(read())(reopened.error());
            }
        }
        auto found = read();
        if (!file.isOutdated()) {
            return found;
        }
    }
    return decltype(read())(writtenMeanwhile(file.path()));
}

/// Runs `body` completely or not at all, between BEGIN IMMEDIATE (a second process waits at the beginning instead of
/// failing in the middle) and COMMIT. `letGo` runs before a rollback, to release statements that would block it.
Outcome inTransaction(
    const std::function<Outcome(const QString &statement)> &run, const std::function<Outcome()> &body,
    const std::function<void()> &letGo = [] {});

} // namespace plimsoll::redis
