// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include "redis/operations/journal/words.h"

#include <QFileInfo>
#include <QSqlQuery>
#include <QStorageInfo>
#include <QStringList>
#include <QVariant>

#include <algorithm>

/// Disk space for journal and archive, and expiry of archives.
namespace plimsoll::redis {

namespace {

constexpr qint64 journalFullBelow = 1024LL * 1024; ///< free bytes; SQLite needs some for its log

} // namespace

Outcome Journal::reserve(qint64 bytes) const
{
    const QStorageInfo disk(QFileInfo(m_path).absolutePath());
    // Twice the size, because the write-ahead log holds the data until a checkpoint; plus some space for other
    // programs.
    const qint64 needed = 2 * bytes + 16LL * 1024 * 1024;
    if (disk.isValid() && disk.bytesAvailable() < needed) {
        return Error{ErrorKind::Storage,
                     Words::tr("%1: the disk has %2 MiB free, the archive may need %3 MiB; free some space, choose "
                               "another folder with --data-dir, or trim without undo (--no-archive)")
                         .arg(m_path, QString::number(disk.bytesAvailable() >> 20), QString::number(needed >> 20))};
    }
    return Done{};
}

Error Journal::cannotWrite(const QString &why) const
{
    QString text = Words::tr("%1: the journal cannot be written (%2)").arg(m_path, why);
    const QStorageInfo disk(QFileInfo(m_path).absolutePath());
    if (disk.isValid() && disk.bytesAvailable() < journalFullBelow) {
        text += Words::tr("; the disk is full: free some space, or choose another folder with --data-dir");
    }
    return {ErrorKind::Storage, text};
}

std::chrono::milliseconds localNow()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch());
}

Result<QStringList> Journal::expired(const Retention &retention, const Clocks &now, qint64 coming,
                                     const QString &except) const
{
    // Operations of earlier layouts have no local time; the server's is used instead.
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT o.id, o.time, COALESCE(o.local_time, o.time), SUM(%1)"
                              " FROM operations o JOIN archive a ON a.operation = o.id WHERE o.state <> 'open'"
                              " GROUP BY o.id ORDER BY o.number")
                   .arg(QLatin1String(archiveWeight)));
    if (!query) {
        return query.error();
    }
    struct Kept {
        QString id;
        std::chrono::milliseconds age; ///< the smaller of the ages by both clocks
        qint64 bytes;
    };
    std::vector<Kept> kept;
    qint64 bytes = coming;
    while (query->next()) {
        kept.push_back({query->value(0).toString(),
                        std::min(now.server - std::chrono::milliseconds(query->value(1).toLongLong()),
                                 now.local - std::chrono::milliseconds(query->value(2).toLongLong())),
                        query->value(3).toLongLong()});
        bytes += kept.back().bytes;
    }
    QStringList expired;
    for (const Kept &one : kept) {
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
        Outcome done = transaction([&]() -> Outcome {
            if (Outcome removed = run(QStringLiteral("DELETE FROM archive WHERE operation = ?"), {id}); !removed) {
                return removed;
            }
            return run(QStringLiteral("UPDATE operations SET undoable = 0 WHERE id = ?"), {id});
        });
        if (!done) {
            return done;
        }
    }
    return Done{};
}

} // namespace plimsoll::redis
