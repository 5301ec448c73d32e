// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/storage/filestamp.h"
#include "redis/types/result.h"

#include <QSqlDatabase>
#include <QString>

#include <chrono>
#include <functional>

namespace plimsoll::redis {

/// An SQLite file under a name of its own, closed on destruction: whoever has it holds its queries behind it, so that
/// they are gone by then. One thread.
///
/// All of ours keep a write-ahead log, FILE-wal, and its index, FILE-shm, which SQLite makes for readers, too. Who may
/// write to neither file nor folder, or to the file alone, makes and changes none of the three (a -shm of a reader's
/// would keep the owner from writing), and reads so:
/// - where there is a -shm, by it, read-only: with whoever writes, each read is of one moment, as for everybody;
/// - where there is a -wal alone, as of a copy, without locks, its index in memory;
/// - where there is neither, nobody has it open, and all there is is in the file: as one that does not change
///   ("immutable").
/// In the last two somebody may begin to write meanwhile. Nothing of the file or its -wal changes without another time,
/// size or file of either: what was read is good where both are as they were before (isOutdated()), and else read
/// again, as it is then; see readWhole().
class SqliteFile final {
public:
    /// `patience`: so long is waited for another process that writes.
    SqliteFile(QString path, std::chrono::milliseconds patience);
    ~SqliteFile();
    Q_DISABLE_COPY_MOVE(SqliteFile)

    bool open();
    /// Of a file that is there: as open(), or, for who may not write to it, as above. Once more: as it is by now; no
    /// query may be left.
    bool openToRead();
    /// Nothing is written by this one.
    [[nodiscard]] bool isReadOnly() const { return m_way != Way::Shared; }
    /// What it has open is not, or may not be, what is there by now: another file, one that was written to since where
    /// it is read without locks, or one that may be written to.
    [[nodiscard]] bool isOutdated() const;
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const QSqlDatabase &database() const { return m_database; }
    /// Whether it has tables, and this is not among them: some other program's file, to be left as it is.
    [[nodiscard]] bool isOfAnother(const QString &table) const;
    /// What SQLite said last.
    [[nodiscard]] QString lastError() const;

private:
    enum class Way { Shared, SharedReadOnly, Log, Alone };

    bool openNow();
    [[nodiscard]] Way wayToRead() const;
    [[nodiscard]] QString besides(const char *suffix) const { return m_path + QLatin1String(suffix); }

    QString m_path;
    QString m_name;
    QSqlDatabase m_database;
    QString m_patience; ///< as SQLite is told of it
    Way m_way = Way::Shared;
    FileStamp m_file, m_log; ///< when it was opened
};

/// What is said to who wants to write to a file that may only be read.
[[nodiscard]] Error onlyToRead(const QString &path);
/// What is said where no two looks at it are alike.
[[nodiscard]] Error writtenMeanwhile(const QString &path);

/// What `read` finds, and finds again as long as somebody has begun to write to a file that is read without locks.
/// `reopen`: as it is by now.
template <typename Read, typename Reopen> auto readWhole(const SqliteFile &file, Read read, Reopen reopen)
{
    constexpr int most = 10; // only who begins and ends all the time is in the way for longer
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

/// All of what `body` does or nothing: between BEGIN IMMEDIATE, so that a second process waits at the beginning instead
/// of failing in the middle, and COMMIT. `letGo`: before what was begun is taken back, where statements hold on to it.
Outcome inTransaction(
    const std::function<Outcome(const QString &statement)> &run, const std::function<Outcome()> &body,
    const std::function<void()> &letGo = [] {});

} // namespace plimsoll::redis
