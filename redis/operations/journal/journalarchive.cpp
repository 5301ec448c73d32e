// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"

#include <QCryptographicHash>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <limits>

/// The archive: elements that operations moved or removed, as exact bytes.
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

QVariant blobOf(const QByteArray &value)
{
    return value.isNull() ? QVariant(QByteArray("")) : QVariant(value);
}

} // namespace

Outcome Journal::insert(const QString &operation, const BatchResult &result)
{
    QSqlQuery insert(m_file.database());
    insert.prepare(QStringLiteral("INSERT INTO archive (operation, step, outcome, element, score, attempts, start,"
                                  " given, place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    for (const ArchivedElement &element : result.elements) {
        insert.bindValue(0, operation);
        insert.bindValue(1, element.step);
        insert.bindValue(2, QString(QLatin1Char(element.outcome)));
        insert.bindValue(3, blobOf(element.element));
        insert.bindValue(4, element.score);
        insert.bindValue(5, element.attempts);
        insert.bindValue(6, element.start.isNull() ? QVariant() : blobOf(element.start));
        insert.bindValue(7, element.given);
        insert.bindValue(8, element.place < 0 ? QVariant() : QVariant(element.place));
        if (!insert.exec()) {
            return cannotWrite(insert.lastError().databaseText());
        }
    }
    QSqlQuery restored(m_file.database());
    restored.prepare(QStringLiteral("UPDATE archive SET restored = 1 WHERE row = ?"));
    for (const qint64 row : result.restoredRows) {
        restored.bindValue(0, row);
        if (!restored.exec()) {
            return cannotWrite(restored.lastError().databaseText());
        }
    }
    if (result.expiresAt) {
        return run(QStringLiteral("INSERT OR IGNORE INTO expiries (operation, step, at) VALUES (?, ?, ?)"),
                   {operation, result.step, *result.expiresAt});
    }
    return Done{};
}

Outcome Journal::commitPart(const QString &operation, const BatchResult &part, qint64 at)
{
    return transaction([&]() -> Outcome {
        if (Outcome inserted = insert(operation, part); !inserted) {
            return inserted;
        }
        return run(QStringLiteral("UPDATE operations SET escrow_at = ? WHERE id = ?"), {at, operation});
    });
}

/// Removes the first `given` of the rows noted for the next batches, which are done.
Outcome Journal::dropRows(const QString &operation, qint64 given)
{
    return given == 0 ? Outcome(Done{})
                      : run(QStringLiteral("UPDATE operations SET next_rows = SUBSTR(next_rows, ?) WHERE id = ?"),
                            {1 + given * qint64(sizeof(qint64)), operation});
}

Outcome Journal::passOver(const QString &operation, int batch, qint64 elements, qint64 rowsGiven)
{
    return transaction([&]() -> Outcome {
        if (Outcome dropped = dropRows(operation, rowsGiven); !dropped) {
            return dropped;
        }
        if (Outcome noted =
                run(QStringLiteral("DELETE FROM sent WHERE operation = ? AND batch <= ?"), {operation, batch});
            !noted) {
            return noted;
        }
        return run(QStringLiteral("UPDATE operations SET lost = lost + ?, committed_from = ?, next_batch = ?,"
                                  " escrow_at = 0 WHERE id = ?"),
                   {elements, batch + 1, batch + 1, operation});
    });
}

Outcome Journal::commitBatches(const QString &operation, int nextBatch, const std::vector<BatchResult> &results)
{
    return transaction([&]() -> Outcome {
        BatchResult sum;
        if (Outcome noted =
                run(QStringLiteral("DELETE FROM sent WHERE operation = ? AND batch < ?"), {operation, nextBatch});
            !noted) {
            return noted;
        }
        for (const BatchResult &result : results) {
            if (Outcome inserted = insert(operation, result); !inserted) {
                return inserted;
            }
            sum.moved += result.moved;
            sum.deadLettered += result.deadLettered;
            sum.removed += result.removed;
            sum.skipped += result.skipped;
            sum.rowsGiven += result.rowsGiven;
        }
        if (Outcome dropped = dropRows(operation, sum.rowsGiven); !dropped) {
            return dropped;
        }
        return run(QStringLiteral("UPDATE operations SET moved = moved + ?, dead = dead + ?, removed = removed + ?,"
                                  " skipped = skipped + ?, committed_from = next_batch, next_batch = ?, escrow_at = 0"
                                  " WHERE id = ?"),
                   {sum.moved, sum.deadLettered, sum.removed, sum.skipped, nextBatch, operation});
    });
}

Result<std::vector<ArchivedElement>> Journal::archivedPart(const QString &operation, const PlanArchive &what,
                                                           std::optional<qint64> before,
                                                           const ArchiveLimit &limit) const
{
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT %1 FROM archive WHERE operation = ? AND step = ? AND outcome = ?"
                              " AND restored = 0 AND row < ? ORDER BY row DESC LIMIT ?")
                   .arg(QLatin1String(archiveColumns)),
               {operation, what.step, QString(QLatin1Char(what.outcome)),
                before.value_or(std::numeric_limits<qint64>::max()), limit.rows});
    if (!query) {
        return query.error();
    }
    std::vector<ArchivedElement> elements;
    for (qint64 bytes = 0; bytes < limit.bytes && query->next();) {
        elements.push_back(readArchived(*query));
        bytes += elements.back().bytes();
    }
    return elements;
}

Result<std::vector<PlanArchive>> Journal::archivedSums(const QString &operation) const
{
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT step, outcome, COUNT(*) FROM archive WHERE operation = ? AND restored = 0"
                              " GROUP BY step, outcome ORDER BY step DESC, outcome"),
               {operation});
    if (!query) {
        return query.error();
    }
    std::vector<PlanArchive> sums;
    while (query->next()) {
        sums.push_back(
            {query->value(0).toInt(), query->value(1).toString().at(0).toLatin1(), query->value(2).toLongLong()});
    }
    return sums;
}

Result<qint64> Journal::keysOverdue(const QString &operation, const PlanArchive &what,
                                    std::chrono::milliseconds now) const
{
    // "<expiry> <length of the key's name> <name><DUMP>", see lua/clean.lua; the cast reads the leading number.
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT COUNT(*) FROM archive WHERE operation = ? AND step = ? AND outcome = ?"
                              " AND restored = 0 AND CAST(SUBSTR(given, 1, 20) AS INTEGER) BETWEEN 1 AND ?"),
               {operation, what.step, QString(QLatin1Char(what.outcome)), qint64(now.count())});
    if (!query) {
        return query.error();
    }
    return query->next() ? query->value(0).toLongLong() : 0;
}

Result<std::vector<ArchivedElement>> Journal::archived(const QString &operation, From from, qint64 limit) const
{
    Result<QSqlQuery> query = select(
        QStringLiteral("SELECT %1 FROM archive WHERE operation = ? AND restored = 0 ORDER BY row %2 LIMIT ?")
            .arg(QLatin1String(archiveColumns), from == From::Newest ? QLatin1String("DESC") : QLatin1String("ASC")),
        {operation, limit > 0 ? limit : -1});
    if (!query) {
        return query.error();
    }
    std::vector<ArchivedElement> elements;
    while (query->next()) {
        elements.push_back(readArchived(*query));
    }
    return elements;
}

Result<std::vector<QByteArray>> Journal::elementsOf(const QString &operation, int limit) const
{
    const Result<OperationReport> report = this->operation(operation);
    const QString undoOf = report ? report->undoOf : QString();
    // A row may be megabytes, so only the beginning of an element is read for display. An undo archives nothing itself:
    // its elements are those marked as restored in the archive of the undone operation, last taken first.
    const Result<OpenOperation> of = details(undoOf.isEmpty() ? operation : undoOf);
    if (!of) {
        return of.error();
    }
    QStringList again; // steps that share their elements with others, or whose names are none that could be left
    for (std::size_t step = 0; step < of->steps.size(); ++step) {
        if (of->steps[step].beside || (of->report.leftAlone > 0 && !of->steps[step].hasElements())) {
            again.append(QString::number(step));
        }
    }
    std::vector<QByteArray> elements;
    // A prune that was stopped may have done only these steps.
    for (const QString &left : {again.join(u','), QString()}) {
        Result<QSqlQuery> query =
            select(QStringLiteral("SELECT SUBSTR(element, 1, 256) FROM archive WHERE operation = ? AND step NOT IN "
                                  "(%1) %2 LIMIT ?")
                       .arg(left,
                            !undoOf.isEmpty()              ? QLatin1String("AND restored = 1 ORDER BY row DESC")
                                : of->report.leftAlone > 0 ? QLatin1String("AND restored = 0 ORDER BY row")
                                                           : QLatin1String("ORDER BY row")),
                   {of->report.id, limit});
        if (!query) {
            return query.error();
        }
        while (query->next()) {
            elements.push_back(query->value(0).toByteArray());
        }
        if (!elements.empty() || left.isEmpty()) {
            break;
        }
    }
    return elements;
}

Result<std::vector<ArchivedElement>> Journal::archivedRows(const std::vector<qint64> &rows) const
{
    std::vector<ArchivedElement> elements;
    elements.reserve(rows.size());
    QSqlQuery query(m_file.database());
    query.prepare(
        QStringLiteral("SELECT %1 FROM archive WHERE row = ? AND restored = 0").arg(QLatin1String(archiveColumns)));
    for (const qint64 row : rows) {
        query.bindValue(0, row);
        if (!query.exec()) {
            return storageError(query.lastError().databaseText());
        }
        if (query.next()) {
            elements.push_back(readArchived(query));
        }
    }
    return elements;
}

QByteArray elementName(const QByteArray &element)
{
    constexpr qsizetype shortest = 64;
    return element.size() <= shortest ? element
                                      : QByteArray("sha1", 5) // includes the zero byte, which no text has there
            + QCryptographicHash::hash(element, QCryptographicHash::Sha1);
}

Result<std::vector<ArchivedPlace>> Journal::places(const QString &operation) const
{
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT step, outcome, place, restored, CASE restored WHEN 1 THEN element END"
                              " FROM archive WHERE operation = ? AND place IS NOT NULL ORDER BY row"),
               {operation});
    if (!query) {
        return query.error();
    }
    std::vector<ArchivedPlace> places;
    while (query->next()) {
        places.push_back({query->value(0).toInt(), query->value(1).toString().at(0).toLatin1(),
                          query->value(2).toLongLong(), query->value(3).toBool(),
                          elementName(query->value(4).toByteArray())});
    }
    return places;
}

std::optional<qint64> Journal::expiryBefore(const QString &operation, int step) const
{
    Result<QSqlQuery> query =
        select(QStringLiteral("SELECT at FROM expiries WHERE operation = ? AND step = ?"), {operation, step});
    return query && query->next() ? std::optional(query->value(0).toLongLong()) : std::nullopt;
}

} // namespace plimsoll::redis
