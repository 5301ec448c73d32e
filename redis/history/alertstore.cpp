// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"

#include "redis/history/alertvalues.h"
#include "redis/history/words.h"
#include "redis/storage/processlock.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QSqlError>
#include <QVariant>

namespace plimsoll::redis {

namespace {

using alertvalues::number;
using alertvalues::stateOf;
using alertvalues::text;
using alertvalues::timeOf;
using std::chrono::milliseconds;

constexpr QByteArrayView whereActive = "WHERE cleared IS NULL ORDER BY raised, rowid";
constexpr QByteArrayView whereDuring = "WHERE raised <= ? AND (cleared IS NULL OR cleared >= ?) ORDER BY raised, rowid";
constexpr QByteArrayView wherePast = "WHERE cleared IS NOT NULL ORDER BY cleared DESC, rowid DESC LIMIT ?";

} // namespace

QString alertPath(const QString &historyPath)
{
    const QFileInfo file(historyPath);
    return file.dir().filePath(file.completeBaseName() + QLatin1String(".alerts.sqlite"));
}

AlertStore::AlertStore(const QString &path) : m_path(path), m_file(path, milliseconds(300)) { }

AlertStore::~AlertStore() = default;

Error AlertStore::failed(const QSqlQuery &query) const
{
    return {ErrorKind::Storage, QStringLiteral("%1: %2").arg(m_path, query.lastError().databaseText())};
}

Result<QSqlQuery> AlertStore::select(const QString &statement, const QVariantList &values)
{
    QSqlQuery query(m_file.database());
    query.setForwardOnly(true);
    if (!query.prepare(statement)) {
        return failed(query);
    }
    for (const QVariant &value : values) {
        query.addBindValue(value);
    }
    if (!query.exec()) {
        return failed(query);
    }
    return query;
}

Outcome AlertStore::run(const QString &statement, const QVariantList &values)
{
    const Result<QSqlQuery> done = select(statement, values);
    return done ? Outcome(Done{}) : done.error();
}

Outcome AlertStore::transaction(const std::function<Outcome()> &body)
{
    if (m_file.isReadOnly()) {
        return onlyToRead(m_path);
    }
    return inTransaction([this](const QString &statement) { return run(statement); }, body);
}

/// Leaves users' remarks unchanged.
Outcome AlertStore::keep(const std::vector<AlertChange> &changes, const QByteArray &clock,
                         const std::vector<AlertMessage> &messages, const std::vector<Alert> &worse,
                         const std::vector<Mark> &events)
{
    return transaction([&]() -> Outcome {
        for (const Mark &event : events) {
            if (Outcome written = write(event); !written) {
                return written;
            }
        }
        for (const AlertChange &change : changes) {
            if (Outcome written = write(change); !written) {
                return written;
            }
        }
        for (const AlertMessage &message : messages) {
            if (Outcome written =
                    run(QStringLiteral("INSERT INTO messages (id, channel, payload, time, alert)"
                                       " VALUES (?, ?, ?, ?, ?)"),
                        {message.id, message.channel, message.payload, number(message.time), text(message.alert)});
                !written) {
                return written;
            }
        }
        for (const Alert &alert : worse) {
            if (Outcome written = run(
                    QStringLiteral("UPDATE alerts SET worst_value = ?, worst_text = ?, value = ?,"
                                   " text = ? WHERE id = ?"),
                    {number(alert.worstValue), text(alert.worstText), number(alert.value), text(alert.text), alert.id});
                !written) {
                return written;
            }
        }
        const bool isSeen = !changes.empty() || !messages.empty() || !worse.empty() || !events.empty();
        if (Outcome counted = isSeen ? countChange() : Outcome(Done{}); !counted) {
            return counted;
        }
        return run(QStringLiteral("INSERT OR REPLACE INTO about (name, value) VALUES ('clock', ?)"),
                   {clock.isNull() ? QByteArray("") : clock});
    });
}

Result<QByteArray> AlertStore::clock()
{
    Result<QSqlQuery> found = select(QStringLiteral("SELECT value FROM about WHERE name = 'clock'"));
    if (!found) {
        return found.error();
    }
    return found->next() ? found->value(0).toByteArray() : QByteArray();
}

Result<std::vector<Alert>> AlertStore::alerts(QByteArrayView where, const QVariantList &values)
{
    Result<QSqlQuery> found = select(
        QStringLiteral("SELECT id, collection, kind, figure, cause, state, worst, value, bound, text, since,"
                       " at_least, raised, changed, cleared, acknowledged, muted_until, acknowledged_by, muted_by,"
                       " worst_value, worst_text, muted FROM alerts ")
            + QString::fromLatin1(where),
        values);
    if (!found) {
        return found.error();
    }
    std::vector<Alert> all;
    while (found->next()) {
        const auto value = [&found](int column) { return found->value(column); };
        const auto figure = [&value](int column) {
            return value(column).isNull() ? unknownFigure : value(column).toDouble();
        };
        Alert &alert = all.emplace_back();
        alert.id = value(0).toString();
        alert.subject = {value(1).toString(), value(2).toString(), value(3).toString(),
                         causeOf(value(4).toString()).value_or(Cause::Level)};
        alert.state = stateOf(value(5));
        alert.worst = stateOf(value(6));
        alert.value = figure(7);
        alert.limit = figure(8);
        alert.text = value(9).toString();
        alert.since = milliseconds(value(10).toLongLong());
        alert.isAtLeast = value(11).toBool();
        alert.raised = milliseconds(value(12).toLongLong());
        alert.changed = milliseconds(value(13).toLongLong());
        alert.cleared = timeOf(value(14));
        alert.acknowledged = timeOf(value(15));
        alert.mutedUntil = timeOf(value(16));
        alert.acknowledgedBy = value(17).toString();
        alert.mutedBy = value(18).toString();
        alert.worstValue = figure(19);
        alert.worstText = value(20).toString();
        alert.muted = timeOf(value(21));
    }
    return all;
}

Result<std::vector<Alert>> AlertStore::active()
{
    return alerts(whereActive, {});
}

Result<std::vector<Alert>> AlertStore::past(int most)
{
    return alerts(wherePast, {most});
}

Result<std::vector<Alert>> AlertStore::during(milliseconds from, milliseconds to)
{
    Result<std::vector<Alert>> found = alerts(whereDuring, {number(to), number(from)});
    const Outcome added = found ? addDetails(*found) : Outcome(found.error());
    return added ? std::move(found) : added.error();
}

Result<std::optional<Alert>> AlertStore::alert(const QString &id)
{
    Result<std::vector<Alert>> found = alerts("WHERE id = ?", {id});
    if (!found) {
        return found.error();
    }
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

Outcome AlertStore::addDetails(std::vector<Alert> &alerts)
{
    const auto addTelling = [](Alert &alert, const QSqlQuery &row) {
        alert.told.push_back({row.value(1).toString(), timeOf(row.value(2)), row.value(3).toString()});
    };
    Outcome added = addSteps(alerts);
    if (added) {
        added = addRows(alerts, "SELECT alert, time, author, text FROM notes WHERE alert IN (%1) ORDER BY rowid",
                        [](Alert &alert, const QSqlQuery &row) {
                            alert.notes.push_back({milliseconds(row.value(1).toLongLong()), row.value(2).toString(),
                                                   row.value(3).toString()});
                        });
    }
    if (added) {
        added = addRows(alerts, "SELECT alert, channel, time, outcome FROM tellings WHERE alert IN (%1) ORDER BY rowid",
                        addTelling);
    }
    return added ? addRows(alerts,
                           "SELECT alert, channel, NULL, COALESCE(CAST((SELECT value FROM about WHERE name ="
                           " 'delay ' || messages.id) AS TEXT), '') FROM messages WHERE alert IN (%1) ORDER BY id",
                           addTelling)
                 : added;
}

Outcome AlertStore::addRows(std::vector<Alert> &alerts, QByteArrayView statement,
                            const std::function<void(Alert &alert, const QSqlQuery &row)> &add)
{
    constexpr qsizetype askedAtOnce = 500; // well below SQLite's limit
    QHash<QString, Alert *> byId;
    for (Alert &alert : alerts) {
        byId.insert(alert.id, &alert);
    }
    const QStringList ids = byId.keys();
    for (qsizetype first = 0; first < ids.size(); first += askedAtOnce) {
        const QStringList some = ids.mid(first, askedAtOnce);
        const QString places = QStringList(some.size(), QStringLiteral("?")).join(u',');
        Result<QSqlQuery> found =
            select(QString::fromLatin1(statement).arg(places), QVariantList(some.begin(), some.end()));
        if (!found) {
            return found.error();
        }
        while (found->next()) {
            add(*byId[found->value(0).toString()], *found);
        }
    }
    return Done{};
}

Result<AlertList> AlertStore::all(int mostPast)
{
    AlertList list;
    list.isKept = true;
    Result<std::vector<Alert>> now = active();
    Result<std::vector<Alert>> before = past(mostPast);
    for (Result<std::vector<Alert>> *part : {&now, &before}) {
        if (!*part) {
            return part->error();
        }
        if (Outcome added = addDetails(**part); !added) {
            return added.error();
        }
    }
    list.active = *std::move(now);
    list.past = *std::move(before);
    return list;
}

Result<qint64> AlertStore::version()
{
    Result<QSqlQuery> found = select(QStringLiteral("SELECT value FROM about WHERE name = 'changes'"));
    if (!found) {
        return found.error();
    }
    return found->next() ? found->value(0).toLongLong() : 0;
}

Outcome AlertStore::countChange()
{
    return run(QStringLiteral("INSERT INTO about (name, value) VALUES ('changes', 1)"
                              " ON CONFLICT (name) DO UPDATE SET value = value + 1"));
}

Result<std::vector<AlertMessage>> AlertStore::waiting()
{
    Result<QSqlQuery> found =
        select(QStringLiteral("SELECT id, channel, payload, time, alert FROM messages ORDER BY id"));
    if (!found) {
        return found.error();
    }
    std::vector<AlertMessage> all;
    while (found->next()) {
        all.push_back({found->value(0).toLongLong(), found->value(1).toString(), found->value(2).toByteArray(),
                       milliseconds(found->value(3).toLongLong()), found->value(4).toString()});
    }
    return all;
}

namespace {

/// Returns the name of the row that stores why a notification is delayed.
QString delayName(qint64 message)
{
    return QStringLiteral("delay %1").arg(message);
}

} // namespace

Outcome AlertStore::told(qint64 message, const std::optional<AlertTelling> &how)
{
    std::vector<Statement> statements;
    if (how) {
        statements.push_back(
            {QStringLiteral("INSERT INTO tellings SELECT alert, channel, ?, ? FROM messages WHERE id = ?"),
             {number(how->time.value_or(milliseconds())), text(how->outcome), message}});
    }
    statements.push_back({QStringLiteral("DELETE FROM messages WHERE id = ?"), {message}});
    statements.push_back({QStringLiteral("DELETE FROM about WHERE name = ?"), {delayName(message)}});
    return change(statements);
}

Outcome AlertStore::delayed(qint64 message, const QString &why)
{
    return change({{QStringLiteral("INSERT OR REPLACE INTO about (name, value) SELECT ?, ? FROM messages WHERE id = ?"),
                    {delayName(message), why.toUtf8(), message}}});
}

Outcome AlertStore::change(const std::vector<Statement> &statements)
{
    return transaction([&]() -> Outcome {
        for (const Statement &statement : statements) {
            if (Outcome done = run(statement.text, statement.values); !done) {
                return done;
            }
        }
        return countChange();
    });
}

Result<qint64> AlertStore::count(const QString &what, const QVariantList &values)
{
    Result<QSqlQuery> found = select(QStringLiteral("SELECT COUNT(*) FROM ") + what, values);
    if (!found) {
        return found.error();
    }
    return found->next() ? found->value(0).toLongLong() : 0;
}

Outcome AlertStore::changeAlert(const QString &id, const Statement &statement)
{
    return transaction([&]() -> Outcome {
        const Result<qint64> there = count(QStringLiteral("alerts WHERE id = ?"), {id});
        if (!there || *there == 0) {
            return there ? Error{ErrorKind::Refused, HistoryWords::tr("this alert is not kept any more")}
                         : there.error();
        }
        const Outcome done = run(statement.text, statement.values);
        return done ? countChange() : done;
    });
}

Outcome AlertStore::acknowledge(const QString &id, std::optional<milliseconds> time, const QString &by)
{
    return changeAlert(id,
                       {QStringLiteral("UPDATE alerts SET acknowledged = ?, acknowledged_by = ? WHERE id = ?"),
                        {number(time), text(time ? by : QString()), id}});
}

Outcome AlertStore::mute(const QString &id, std::optional<milliseconds> until, const QString &by)
{
    const milliseconds now(QDateTime::currentMSecsSinceEpoch());
    return changeAlert(
        id,
        {QStringLiteral("UPDATE alerts SET muted_until = ?, muted = ?, muted_by = ? WHERE id = ?"),
         {number(until), number(until ? std::optional(now) : std::nullopt), text(until ? by : QString()), id}});
}

Outcome AlertStore::note(const QString &id, const AlertNote &note)
{
    return changeAlert(id,
                       {QStringLiteral("INSERT INTO notes (alert, time, author, text) VALUES (?, ?, ?, ?)"),
                        {id, number(note.time), text(note.by), text(note.text)}});
}

Outcome AlertStore::forget(milliseconds before)
{
    const QString over = QStringLiteral("SELECT id FROM alerts WHERE cleared < ?");
    return change({{QStringLiteral("DELETE FROM notes WHERE alert IN (%1)").arg(over), {number(before)}},
                   {QStringLiteral("DELETE FROM steps WHERE alert IN (%1)").arg(over), {number(before)}},
                   {QStringLiteral("DELETE FROM tellings WHERE alert IN (%1)").arg(over), {number(before)}},
                   {QStringLiteral("DELETE FROM alerts WHERE cleared < ?"), {number(before)}},
                   {QStringLiteral("DELETE FROM events WHERE time < ?"), {number(before)}},
                   {QStringLiteral("DELETE FROM moments WHERE time < ?"), {number(before)}}});
}

} // namespace plimsoll::redis
