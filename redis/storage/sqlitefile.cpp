// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/sqlitefile.h"

#include "redis/storage/sqlrows.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>
#include <QUrl>
#include <QUuid>

namespace plimsoll::redis {

namespace {

struct StorageWords {
    Q_DECLARE_TR_FUNCTIONS(storage)
};

constexpr const char *log = "-wal";
constexpr const char *logIndex = "-shm";

} // namespace

SqliteFile::SqliteFile(QString path, std::chrono::milliseconds patience)
    : m_path(std::move(path)), m_name(QUuid::createUuid().toString()),
      m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name)),
      m_patience(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(patience.count()))
{
}

SqliteFile::~SqliteFile()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
}

bool SqliteFile::open()
{
    m_way = Way::Shared;
    return openNow();
}

bool SqliteFile::openToRead()
{
    m_way = wayToRead();
    return openNow();
}

bool SqliteFile::openNow()
{
    m_database.close();
    QString name = m_path;
    QString options = m_patience;
    if (isReadOnly()) {
        name = QLatin1String("file:")
            + QString::fromLatin1(QUrl::toPercentEncoding(QFileInfo(m_path).absoluteFilePath(), "/"))
            + QLatin1String(m_way == Way::SharedReadOnly ? "?readonly_shm=1"
                                : m_way == Way::Log      ? "?vfs=unix-none"
                                                         : "?immutable=1");
        options += QLatin1String(";QSQLITE_OPEN_URI;QSQLITE_OPEN_READONLY");
    }
    m_database.setDatabaseName(name);
    m_database.setConnectOptions(options);
    m_log = FileStamp::of(besides(log));
    m_file = FileStamp::of(m_path);
    if (!m_database.open()) {
        return false;
    }
    if (!m_file.exists()) { // just created
        m_file = FileStamp::of(m_path);
    }
    // Exclusive locking keeps the WAL index in memory.
    return m_way != Way::Log || QSqlQuery(m_database).exec(QStringLiteral("PRAGMA locking_mode = EXCLUSIVE"));
}

/// The -wal and -shm files must be writable, or the folder if they do not exist.
SqliteFile::Way SqliteFile::wayToRead() const
{
    const QFileInfo log(besides(redis::log)), index(besides(logIndex));
    const bool isFolderWritable = QFileInfo(QFileInfo(m_path).absolutePath()).isWritable();
    const auto isWritable = [isFolderWritable](const QFileInfo &file) {
        return file.exists() ? file.isWritable() : isFolderWritable;
    };
    if (QFileInfo(m_path).isWritable() && isWritable(log) && isWritable(index)) {
        return Way::Shared;
    }
    return index.exists() ? Way::SharedReadOnly : log.size() > 0 ? Way::Log : Way::Alone;
}

bool SqliteFile::isOutdated() const
{
    const FileStamp now = FileStamp::of(m_path);
    if (!now.isSameFile(m_file)) {
        return true;
    }
    const bool isWithoutLocks = m_way == Way::Log || m_way == Way::Alone;
    const bool isWritten = isWithoutLocks && (now != m_file || FileStamp::of(besides(log)) != m_log);
    return isWritten || (isReadOnly() && wayToRead() != m_way);
}

bool SqliteFile::isOfAnother(const QString &table) const
{
    const QStringList tables = m_database.tables();
    return !tables.isEmpty() && !tables.contains(table);
}

QString SqliteFile::lastError() const
{
    return m_database.lastError().databaseText();
}

Error onlyToRead(const QString &path)
{
    return {ErrorKind::Storage,
            StorageWords::tr("%1: it can only be read: the file or its folder is not writable").arg(path)};
}

Error writtenMeanwhile(const QString &path)
{
    return {ErrorKind::Storage,
            StorageWords::tr("%1: it is being written to all the time, and can only be read; try again").arg(path)};
}

QSqlError SqlRows::readRows(QSqlQuery &query, const ReadRow &read)
{
    bool goesOn = query.isActive();
    while (goesOn && query.next()) {
        goesOn = read(query);
    }
    QSqlError error = query.lastError();
    query.finish();
    return error;
}

QSqlError SqlRows::readRows(const QSqlDatabase &database, const QString &statement, const QVariantList &values,
                            const ReadRow &read)
{
    QSqlQuery query(database);
    query.setForwardOnly(true);
    if (query.prepare(statement)) {
        for (const QVariant &value : values) {
            query.addBindValue(value);
        }
        query.exec();
    }
    return readRows(query, read);
}

Outcome inTransaction(const std::function<Outcome(const QString &)> &run, const std::function<Outcome()> &body,
                      const std::function<void()> &letGo)
{
    if (Outcome begun = run(QStringLiteral("BEGIN IMMEDIATE")); !begun) {
        return begun;
    }
    Outcome done = body();
    if (done) {
        done = run(QStringLiteral("COMMIT"));
    }
    if (!done) {
        letGo();
        (void)run(QStringLiteral("ROLLBACK")); // unless SQLite already rolled back
    }
    return done;
}

} // namespace plimsoll::redis
