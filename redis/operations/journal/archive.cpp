// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/archive.h"

#include "redis/operations/journal/journalfile.h"

#include <QCryptographicHash>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <limits>

namespace plimsoll::redis {

namespace {

constexpr const char *archiveColumns = "row, step, outcome, element, score, attempts, start, given, place";

ArchivedElement readArchived(const QSqlQuery &query)
{
    ArchivedElement element;
    element.row = query.value(0).toLongLong();
    element.step = query.value(1).toInt();
    element.outcome = query.value(2).toString().at(0).toLatin1();
    element.element = query.value(3).toByteArray();
    element.score = query.value(4).toByteArray();
    element.attempts = query.value(5).toByteArray();
    element.start = query.value(6).isNull() ? QByteArray() : query.value(6).toByteArray();
    element.given = query.value(7).toByteArray();
    element.place = query.value(8).isNull() ? -1 : query.value(8).toLongLong();
    return element;
}

qint64 numberIn(const QSqlQuery &row)
{
    return row.value(0).toLongLong();
}

} // namespace

QByteArray elementName(const QByteArray &element)
{
    constexpr qsizetype shortest = 64;
    return element.size() <= shortest ? element
                                      : QByteArray("sha1", 5) // includes the zero byte, which no text has there
            + QCryptographicHash::hash(element, QCryptographicHash::Sha1);
}

Outcome Archive::add(const QString &operation, const BatchResult &result) const
{
    QSqlQuery insert =
        m_file.prepare(QStringLiteral("INSERT INTO archive (operation, step, outcome, element, score, attempts, start,"
                                      " given, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const ArchivedElement &element : result.elements) {
        insert.bindValue(0, operation);
        insert.bindValue(1, element.step);
        insert.bindValue(2, QString(QLatin1Char(element.outcome)));
        insert.bindValue(3, JournalFile::blob(element.element));
        insert.bindValue(4, element.score);
        insert.bindValue(5, element.attempts);
        insert.bindValue(6, element.start.isNull() ? QVariant() : JournalFile::blob(element.start));
        insert.bindValue(7, element.given);
        insert.bindValue(8, element.place < 0 ? QVariant() : QVariant(element.place));
        if (!insert.exec()) {
            return m_file.cannotWrite(insert.lastError().databaseText());
        }
    }
    QSqlQuery restored = m_file.prepare(QStringLiteral("UPDATE archive SET restored = 1 WHERE row = ?"));
    for (const qint64 row : result.restoredRows) {
        restored.bindValue(0, row);
        if (!restored.exec()) {
            return m_file.cannotWrite(restored.lastError().databaseText());
        }
    }
    if (result.expiresAt) {
        return m_file.run(QStringLiteral("INSERT OR IGNORE INTO expiries (operation, step, at) VALUES (?, ?, ?)"),
                          {operation, result.step, *result.expiresAt});
    }
    return Done{};
}

Result<std::vector<ArchivedElement>> Archive::elements(const QString &operation, From from, qint64 limit) const
{
    return m_file.rows(
        QStringLiteral("SELECT %1 FROM archive WHERE operation = ? AND restored = 0 ORDER BY row %2 LIMIT ?")
            .arg(QLatin1String(archiveColumns), from == From::Newest ? QLatin1String("DESC") : QLatin1String("ASC")),
        {operation, limit > 0 ? limit : -1}, readArchived);
}

Result<std::vector<ArchivedElement>> Archive::part(const QString &operation, const PlanArchive &what,
                                                   std::optional<qint64> before, const ArchiveLimit &limit) const
{
    std::vector<ArchivedElement> elements;
    qint64 bytes = 0;
    const Outcome read =
        m_file.eachRow(QStringLiteral("SELECT %1 FROM archive WHERE operation = ? AND step = ? AND outcome = ?"
                                      " AND restored = 0 AND row < ? ORDER BY row DESC LIMIT ?")
                           .arg(QLatin1String(archiveColumns)),
                       {operation, what.step, QString(QLatin1Char(what.outcome)),
                        before.value_or(std::numeric_limits<qint64>::max()), limit.rows},
                       [&](const QSqlQuery &row) {
                           elements.push_back(readArchived(row));
                           bytes += elements.back().bytes();
                           return bytes < limit.bytes;
                       });
    if (!read) {
        return read.error();
    }
    return elements;
}

Result<std::vector<ArchivedElement>> Archive::rows(const std::vector<qint64> &rows) const
{
    std::vector<ArchivedElement> elements;
    elements.reserve(rows.size());
    QSqlQuery query = m_file.prepare(
        QStringLiteral("SELECT %1 FROM archive WHERE row = ? AND restored = 0").arg(QLatin1String(archiveColumns)));
    for (const qint64 row : rows) {
        query.bindValue(0, row);
        if (!query.exec()) {
            return m_file.storageError(query.lastError().databaseText());
        }
        if (query.next()) {
            elements.push_back(readArchived(query));
        } else if (query.lastError().isValid()) {
            return m_file.storageError(query.lastError().databaseText());
        }
    }
    return elements;
}

Result<std::vector<PlanArchive>> Archive::sums(const QString &operation) const
{
    return m_file.rows(QStringLiteral("SELECT step, outcome, COUNT(*) FROM archive WHERE operation = ? AND restored = 0"
                                      " GROUP BY step, outcome ORDER BY step DESC, outcome"),
                       {operation}, [](const QSqlQuery &row) {
                           return PlanArchive{row.value(0).toInt(), row.value(1).toString().at(0).toLatin1(),
                                              row.value(2).toLongLong()};
                       });
}

Result<std::vector<ArchivedPlace>> Archive::places(const QString &operation) const
{
    return m_file.rows(QStringLiteral("SELECT step, outcome, place, restored, CASE restored WHEN 1 THEN element END"
                                      " FROM archive WHERE operation = ? AND place IS NOT NULL ORDER BY row"),
                       {operation}, [](const QSqlQuery &row) {
                           return ArchivedPlace{row.value(0).toInt(), row.value(1).toString().at(0).toLatin1(),
                                                row.value(2).toLongLong(), row.value(3).toBool(),
                                                elementName(row.value(4).toByteArray())};
                       });
}

Result<qint64> Archive::keysOverdue(const QString &operation, const PlanArchive &what,
                                    std::chrono::milliseconds now) const
{
    // "<expiry> <length of the key's name> <name><DUMP>", see lua/clean.lua; the cast reads the leading number.
    const auto overdue =
        m_file.firstRow(QStringLiteral("SELECT COUNT(*) FROM archive WHERE operation = ? AND step = ? AND outcome = ?"
                                       " AND restored = 0 AND CAST(SUBSTR(given, 1, 20) AS INTEGER) BETWEEN 1 AND ?"),
                        {operation, what.step, QString(QLatin1Char(what.outcome)), qint64(now.count())}, numberIn);
    if (!overdue) {
        return overdue.error();
    }
    return overdue->value_or(0);
}

std::optional<qint64> Archive::expiryBefore(const QString &operation, int step) const
{
    const auto at = m_file.firstRow(QStringLiteral("SELECT at FROM expiries WHERE operation = ? AND step = ?"),
                                    {operation, step}, numberIn);
    return at ? *at : std::nullopt;
}

} // namespace plimsoll::redis
