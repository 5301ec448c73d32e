// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/storage/sqlitefile.h"

#include <QSqlError>
#include <QUuid>

namespace plimsoll::redis {

SqliteFile::SqliteFile(const QString &path, std::chrono::milliseconds patience)
    : m_name(QUuid::createUuid().toString()), m_database(QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_name))
{
    m_database.setDatabaseName(path);
    m_database.setConnectOptions(QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(patience.count()));
}

SqliteFile::~SqliteFile()
{
    m_database.close();
    m_database = QSqlDatabase();
    QSqlDatabase::removeDatabase(m_name);
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
        (void)run(QStringLiteral("ROLLBACK")); // where SQLite has not done so by itself
    }
    return done;
}

} // namespace plimsoll::redis
