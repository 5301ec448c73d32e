// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal.h"

#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QStorageInfo>
#include <QStringList>
#include <QVariant>

/// The room that journal and archive take, and what happens when there is none.
namespace plimsoll::redis {

namespace {

constexpr qint64 fullBelow = 1024 * 1024; ///< bytes free; SQLite needs some for its log

} // namespace

Outcome Journal::reserve(qint64 bytes) const
{
    const QStorageInfo disk(QFileInfo(m_path).absolutePath());
    // Twice: the write-ahead log holds it a second time until it is merged; and something stays for the others.
    const qint64 needed = 2 * bytes + 16LL * 1024 * 1024;
    if (disk.isValid() && disk.bytesAvailable() < needed) {
        return Error{
            ErrorKind::Storage,
            QStringLiteral("%1: the disk has %2 MiB free, the archive may need %3 MiB; free some, name another "
                           "folder with --data-dir, or, of a trim, give up undo with --no-archive")
                .arg(m_path)
                .arg(disk.bytesAvailable() >> 20)
                .arg(needed >> 20)};
    }
    return Done{};
}

Error Journal::cannotWrite(const QString &why) const
{
    QString text = QStringLiteral("%1: the journal cannot be written (%2)").arg(m_path, why);
    const QStorageInfo disk(QFileInfo(m_path).absolutePath());
    if (disk.isValid() && disk.bytesAvailable() < fullBelow) {
        text += QStringLiteral("; the disk is full: free some of it, or name another folder with --data-dir");
    }
    return {ErrorKind::Storage, text};
}

Result<int> Journal::applyRetention(const Retention &retention, std::chrono::milliseconds now)
{
    int forgotten = 0;
    const qint64 oldest = (now - std::chrono::duration_cast<std::chrono::milliseconds>(retention.age)).count();
    // Newest first, adding up sizes: whatever lies beyond the age or the size goes, its operation stays as a line.
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(QStringLiteral("SELECT o.id, o.time, COALESCE(SUM(LENGTH(a.element) + 48), 0) FROM operations o"
                                   " JOIN archive a ON a.operation = o.id WHERE o.state <> 'open' GROUP BY o.id"
                                   " ORDER BY o.number DESC"))) {
        return storageError(query.lastError().databaseText());
    }
    qint64 bytes = 0;
    QStringList expired;
    while (query.next()) {
        bytes += query.value(2).toLongLong();
        if (bytes > retention.bytes || query.value(1).toLongLong() < oldest) {
            expired.append(query.value(0).toString());
        }
    }
    query.finish();
    for (const QString &id : expired) {
        Outcome done = transaction([&]() -> Outcome {
            if (Outcome removed = run(QStringLiteral("DELETE FROM archive WHERE operation = ?"), {id}); !removed) {
                return removed;
            }
            return run(QStringLiteral("UPDATE operations SET undoable = 0 WHERE id = ?"), {id});
        });
        if (!done) {
            return done.error();
        }
        ++forgotten;
    }
    return forgotten;
}

} // namespace plimsoll::redis
