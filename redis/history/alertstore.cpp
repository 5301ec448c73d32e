// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"

#include "redis/history/words.h"
#include "redis/types/alert.h"
#include "redis/types/snapshot.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <optional>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr QByteArrayView whereActive = "WHERE cleared IS NULL ORDER BY raised, rowid";
constexpr QByteArrayView whereDuring = "WHERE raised <= ? AND (cleared IS NULL OR cleared >= ?) ORDER BY raised, rowid";
constexpr QByteArrayView wherePast = "WHERE cleared IS NOT NULL ORDER BY cleared DESC, rowid DESC LIMIT ?";

QVariant number(double value)
{
    return isKnown(value) ? QVariant(value) : QVariant(QMetaType::fromType<double>());
}

QVariant number(std::optional<milliseconds> time)
{
    return time ? QVariant(qint64{time->count()}) : QVariant(QMetaType::fromType<qint64>());
}

/// A null QString would become NULL; store an empty text instead.
QVariant text(const QString &value)
{
    return value.isNull() ? QString(QLatin1String("")) : value;
}

std::optional<milliseconds> timeOf(const QVariant &value)
{
    return value.isNull() ? std::nullopt : std::optional(milliseconds(value.toLongLong()));
}

State stateOf(const QVariant &value)
{
    return stateOfNumber(std::max(0, value.toInt()));
}

ServerEvent::Type eventOf(const QString &id)
{
    using enum ServerEvent::Type;
    static constexpr std::array all{Restarted, Emptied, Failover, Flushed};
    const auto *const found = std::find_if(all.begin(), all.end(), [&id](auto type) { return eventId(type) == id; });
    return found == all.end() ? Restarted : *found;
}

Mark eventOf(const QSqlQuery &found)
{
    Mark mark{Mark::Kind::Event, milliseconds(found.value(0).toLongLong()), stateOf(found.value(2)),
              found.value(3).toString(), found.value(4).toString()};
    mark.event = eventOf(found.value(1).toString());
    return mark;
}

Alert alertOf(const QSqlQuery &row)
{
    const auto figure = [&row](int column) {
        return row.value(column).isNull() ? unknownFigure : row.value(column).toDouble();
    };
    Alert alert;
    alert.id = row.value(0).toString();
    alert.subject = {row.value(1).toString(), row.value(2).toString(), row.value(3).toString(),
                     causeOf(row.value(4).toString()).value_or(Cause::Level)};
    alert.state = stateOf(row.value(5));
    alert.worst = stateOf(row.value(6));
    alert.value = figure(7);
    alert.limit = figure(8);
    alert.text = row.value(9).toString();
    alert.since = milliseconds(row.value(10).toLongLong());
    alert.isAtLeast = row.value(11).toBool();
    alert.raised = milliseconds(row.value(12).toLongLong());
    alert.changed = milliseconds(row.value(13).toLongLong());
    alert.cleared = timeOf(row.value(14));
    alert.acknowledged = timeOf(row.value(15));
    alert.mutedUntil = timeOf(row.value(16));
    alert.acknowledgedBy = row.value(17).toString();
    alert.mutedBy = row.value(18).toString();
    alert.worstValue = figure(19);
    alert.worstText = row.value(20).toString();
    alert.muted = timeOf(row.value(21));
    return alert;
}

constexpr QByteArrayView wherePastBefore = "WHERE cleared IS NOT NULL AND (cleared, rowid) <"
                                           " (SELECT cleared, rowid FROM alerts WHERE id = ?)"
                                           " ORDER BY cleared DESC, rowid DESC LIMIT ?";

/// One mark for each period of unchanged severity, and one for the clearing.
std::vector<Mark> marksOf(const Alert &alert)
{
    // Alerts raised before steps were stored have their worst state only.
    const bool isWhole = !alert.steps.empty() && alert.steps.front().time == alert.raised;
    const QString &words = alert.worstText.isEmpty() ? alert.text : alert.worstText;
    const std::vector<AlertStep> worst{{alert.raised, alert.worst, alert.raised, words}};
    std::vector<Mark> marks;
    for (const AlertStep &step : isWhole ? alert.steps : worst) {
        if (!marks.empty()) {
            marks.back().until = step.time;
        }
        marks.push_back({marks.empty() ? Mark::Kind::Raised : Mark::Kind::Changed,
                         step.time,
                         step.state,
                         step.text,
                         {},
                         alert.subject.collection,
                         {},
                         alert.id});
    }
    marks.back().until = alert.cleared;
    if (alert.cleared) {
        marks.push_back(
            {Mark::Kind::Cleared, *alert.cleared, State::Ok, words, {}, alert.subject.collection, {}, alert.id});
        marks.back().lasted = lasted(alert, *alert.cleared);
        marks.back().isAtLeast = alert.isAtLeast;
    }
    return marks;
}

/// Returns the name of the row that stores why a notification is delayed.
QString delayName(qint64 message)
{
    return QStringLiteral("delay %1").arg(message);
}

} // namespace

QString alertPath(const QString &historyPath)
{
    const QFileInfo file(historyPath);
    return file.dir().filePath(file.completeBaseName() + QLatin1String(".alerts.sqlite"));
}

Result<std::unique_ptr<AlertStore>> AlertStore::open(const QString &place, For purpose)
{
    Result<std::unique_ptr<AlertFile>> file = AlertFile::open(place, purpose);
    return file ? Result<std::unique_ptr<AlertStore>>(std::unique_ptr<AlertStore>(new AlertStore(*std::move(file))))
                : file.error();
}

Result<std::unique_ptr<AlertStore>> AlertStore::openThere(const QString &path)
{
    return !path.isEmpty() && QFileInfo::exists(path) ? open(path, For::People)
                                                      : Result<std::unique_ptr<AlertStore>>(nullptr);
}

/// Leaves users' remarks unchanged.
Outcome AlertStore::keep(const std::vector<AlertChange> &changes, const QByteArray &clock,
                         const std::vector<AlertMessage> &messages, const std::vector<Alert> &worse,
                         const std::vector<Mark> &events)
{
    return m_file->transaction([&]() -> Outcome {
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
            if (Outcome written = m_file->run(
                    QStringLiteral("INSERT INTO messages (id, channel, payload, time, alert)"
                                   " VALUES (?, ?, ?, ?, ?)"),
                    {message.id, message.channel, message.payload, number(message.time), text(message.alert)});
                !written) {
                return written;
            }
        }
        for (const Alert &alert : worse) {
            if (Outcome written = m_file->run(
                    QStringLiteral("UPDATE alerts SET worst_value = ?, worst_text = ?, value = ?,"
                                   " text = ? WHERE id = ?"),
                    {number(alert.worstValue), text(alert.worstText), number(alert.value), text(alert.text), alert.id});
                !written) {
                return written;
            }
        }
        const bool isSeen = !changes.empty() || !messages.empty() || !worse.empty() || !events.empty();
        if (Outcome counted = isSeen ? m_file->countChange() : Outcome(Done{}); !counted) {
            return counted;
        }
        return m_file->run(QStringLiteral("INSERT OR REPLACE INTO about (name, value) VALUES ('clock', ?)"),
                           {clock.isNull() ? QByteArray("") : clock});
    });
}

Result<QByteArray> AlertStore::clock()
{
    const auto found = m_file->firstRow(QStringLiteral("SELECT value FROM about WHERE name = 'clock'"), {},
                                        [](const QSqlQuery &row) { return row.value(0).toByteArray(); });
    return found ? Result<QByteArray>(found->value_or(QByteArray())) : found.error();
}

Result<std::vector<Alert>> AlertStore::alerts(QByteArrayView where, const QVariantList &values)
{
    return m_file->rows(
        QStringLiteral("SELECT id, collection, kind, figure, cause, state, worst, value, bound, text, since,"
                       " at_least, raised, changed, cleared, acknowledged, muted_until, acknowledged_by, muted_by,"
                       " worst_value, worst_text, muted FROM alerts ")
            + QString::fromLatin1(where),
        values, &alertOf);
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
        Outcome added = m_file->eachRow(QString::fromLatin1(statement).arg(places),
                                        QVariantList(some.begin(), some.end()), [&](const QSqlQuery &row) {
                                            add(*byId[row.value(0).toString()], row);
                                            return true;
                                        });
        if (!added) {
            return added;
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

Result<std::vector<AlertMessage>> AlertStore::waiting()
{
    return m_file->rows(QStringLiteral("SELECT id, channel, payload, time, alert FROM messages ORDER BY id"), {},
                        [](const QSqlQuery &row) {
                            return AlertMessage{row.value(0).toLongLong(), row.value(1).toString(),
                                                row.value(2).toByteArray(), milliseconds(row.value(3).toLongLong()),
                                                row.value(4).toString()};
                        });
}

Outcome AlertStore::told(qint64 message, const std::optional<AlertTelling> &how)
{
    std::vector<AlertFile::Statement> statements;
    if (how) {
        statements.push_back(
            {QStringLiteral("INSERT INTO tellings SELECT alert, channel, ?, ? FROM messages WHERE id = ?"),
             {number(how->time.value_or(milliseconds())), text(how->outcome), message}});
    }
    statements.push_back({QStringLiteral("DELETE FROM messages WHERE id = ?"), {message}});
    statements.push_back({QStringLiteral("DELETE FROM about WHERE name = ?"), {delayName(message)}});
    return m_file->change(statements);
}

Outcome AlertStore::delayed(qint64 message, const QString &why)
{
    return m_file->change(
        {{QStringLiteral("INSERT OR REPLACE INTO about (name, value) SELECT ?, ? FROM messages WHERE id = ?"),
          {delayName(message), why.toUtf8(), message}}});
}

Outcome AlertStore::changeAlert(const QString &id, const AlertFile::Statement &statement)
{
    return m_file->transaction([&]() -> Outcome {
        const Result<qint64> there = m_file->count(QStringLiteral("alerts WHERE id = ?"), {id});
        if (!there || *there == 0) {
            return there ? Error{ErrorKind::Refused, HistoryWords::tr("this alert is no longer kept")} : there.error();
        }
        const Outcome done = m_file->run(statement.text, statement.values);
        return done ? m_file->countChange() : done;
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
    return m_file->change({{QStringLiteral("DELETE FROM notes WHERE alert IN (%1)").arg(over), {number(before)}},
                           {QStringLiteral("DELETE FROM steps WHERE alert IN (%1)").arg(over), {number(before)}},
                           {QStringLiteral("DELETE FROM tellings WHERE alert IN (%1)").arg(over), {number(before)}},
                           {QStringLiteral("DELETE FROM alerts WHERE cleared < ?"), {number(before)}},
                           {QStringLiteral("DELETE FROM events WHERE time < ?"), {number(before)}},
                           {QStringLiteral("DELETE FROM moments WHERE time < ?"), {number(before)}}});
}

Result<std::vector<Alert>> AlertStore::pastBefore(const QString &id, int most)
{
    Result<std::vector<Alert>> found = alerts(wherePastBefore, {id, most});
    const Outcome added = found ? addDetails(*found) : Outcome(found.error());
    return added ? std::move(found) : added.error();
}

Outcome AlertStore::addSteps(std::vector<Alert> &alerts)
{
    return addRows(alerts, "SELECT alert, time, state, since, text FROM steps WHERE alert IN (%1) ORDER BY rowid",
                   [](Alert &alert, const QSqlQuery &row) {
                       alert.steps.push_back({milliseconds(row.value(1).toLongLong()), stateOf(row.value(2)),
                                              milliseconds(row.value(3).toLongLong()), row.value(4).toString()});
                   });
}

Outcome AlertStore::write(const AlertChange &change)
{
    const Alert &alert = change.alert;
    Outcome written = m_file->run(
        QStringLiteral("INSERT INTO alerts (id, collection, kind, figure, cause, state, worst, value, bound, text,"
                       " since, at_least, raised, changed, cleared, worst_value, worst_text)"
                       " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                       " ON CONFLICT (id) DO UPDATE SET state = excluded.state, worst = excluded.worst,"
                       " value = excluded.value, bound = excluded.bound, text = excluded.text,"
                       " since = excluded.since, at_least = excluded.at_least, changed = excluded.changed,"
                       " cleared = excluded.cleared, worst_value = excluded.worst_value,"
                       " worst_text = excluded.worst_text"),
        {alert.id, text(alert.subject.collection), text(alert.subject.kind), text(alert.subject.figure),
         QString(causeId(alert.subject.cause)), stateNumber(alert.state), stateNumber(alert.worst), number(alert.value),
         number(alert.limit), text(alert.text), number(alert.since), alert.isAtLeast, number(alert.raised),
         number(alert.changed), number(alert.cleared), number(alert.worstValue), text(alert.worstText)});
    return !written || alert.cleared
        ? written
        : m_file->run(
            QStringLiteral("INSERT INTO steps (alert, time, state, since, text) VALUES (?, ?, ?, ?, ?)"),
            {alert.id, number(alert.changed), stateNumber(alert.state), number(alert.since), text(alert.text)});
}

Outcome AlertStore::write(const Mark &event)
{
    return m_file->run(
        QStringLiteral("INSERT OR REPLACE INTO events (time, event, level, text, more) VALUES (?, ?, ?, ?, ?)"),
        {number(event.time), QString(eventId(event.event)), stateNumber(event.level), text(event.text),
         text(event.more)});
}

Result<std::vector<Mark>> AlertStore::marks(const MarkQuestion &question, int most)
{
    const Result<std::vector<Mark>> events = m_file->rows(
        QStringLiteral("SELECT time, event, level, text, more FROM events"
                       " WHERE time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?"),
        {number(question.from), number(question.to), most}, [](const QSqlQuery &row) { return eventOf(row); });
    std::vector<Mark> all = events ? *events : std::vector<Mark>();
    Result<std::vector<Alert>> raised = alerts("WHERE raised <= ? AND (cleared IS NULL OR cleared >= ?)"
                                               " ORDER BY raised DESC LIMIT ?",
                                               {number(question.to), number(question.from), most});
    const Outcome steps = raised ? addSteps(*raised) : Outcome(raised.error());
    for (const Alert &alert : steps ? *raised : std::vector<Alert>()) {
        const std::vector<Mark> marks = marksOf(alert);
        std::copy_if(marks.begin(), marks.end(), std::back_inserter(all), [&question](const Mark &mark) {
            return mark.time <= question.to && (!mark.isOngoing() || !mark.until || *mark.until >= question.from);
        });
    }
    Result<std::vector<Mark>> said = notes(question, most);
    if (said) {
        all.insert(all.end(), said->begin(), said->end());
    }
    if (!events || !steps || !said) {
        return !events ? events.error() : !steps ? steps.error() : said.error();
    }
    std::stable_sort(all.begin(), all.end(), [](const Mark &a, const Mark &b) { return a.time < b.time; });
    return all;
}

Result<std::vector<Mark>> AlertStore::notes(const MarkQuestion &question, int most)
{
    Result<std::vector<Mark>> found = m_file->rows(
        QStringLiteral("SELECT id, time, collection, author, text FROM moments"
                       " WHERE time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?"),
        {number(question.from), number(question.to), most}, [](const QSqlQuery &row) {
            Mark mark{Mark::Kind::Note, milliseconds(row.value(1).toLongLong()), State::Ok, row.value(4).toString()};
            mark.collection = row.value(2).toString();
            mark.by = row.value(3).toString();
            mark.id = row.value(0).toString();
            return mark;
        });
    if (found) {
        std::reverse(found->begin(), found->end());
    }
    return found;
}

Result<AlertStore::NoteKept> AlertStore::keepNote(const Note &note, const QString &by)
{
    const QString said = note.text.left(Note::longest).trimmed();
    if (said.isEmpty()) {
        const Outcome removed = m_file->change({{QStringLiteral("DELETE FROM moments WHERE id = ?"), {note.id}}});
        return removed ? Result<NoteKept>(NoteKept::AsAsked) : removed.error();
    }
    NoteKept how = NoteKept::AsAsked;
    const Outcome kept = m_file->transaction([&]() -> Outcome {
        const Result<qint64> there = m_file->count(QStringLiteral("moments WHERE id = ?"), {note.id});
        const Result<qint64> all = m_file->count(QStringLiteral("moments"));
        if (!there || !all) {
            return there ? all.error() : there.error();
        }
        how = note.id.isEmpty() || *there > 0 ? NoteKept::AsAsked : NoteKept::Anew;
        if (*there == 0 && *all >= mostNotes) {
            return Error{ErrorKind::Refused,
                         HistoryWords::tr("there are %1 notes already; remove some of them first")
                             .arg(QString::number(mostNotes))};
        }
        const QString id = *there > 0 ? note.id : QUuid::createUuid().toString(QUuid::WithoutBraces);
        const Outcome written = m_file->run(
            QStringLiteral("INSERT INTO moments (id, time, collection, author, text) VALUES (?, ?, ?, ?, ?)"
                           " ON CONFLICT (id) DO UPDATE SET text = excluded.text, author = excluded.author"),
            {id, number(note.time), text(note.collection), text(by), said});
        return written ? m_file->countChange() : written;
    });
    return kept ? Result<NoteKept>(how) : kept.error();
}

Result<std::vector<Alert>> AlertStore::activeInFull()
{
    Result<std::vector<Alert>> found = active();
    const Outcome added = found ? addDetails(*found) : Outcome(found.error());
    return added ? std::move(found) : added.error();
}

void AlertStore::takeOver(const Alert &alert, std::vector<AlertFile::Statement> &statements)
{
    statements.push_back(
        {QStringLiteral(
             "INSERT OR REPLACE INTO alerts (id, collection, kind, figure, cause, state, worst, value, bound,"
             " text, since, at_least, raised, changed, worst_value, worst_text, acknowledged,"
             " acknowledged_by, muted_until, muted, muted_by)"
             " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
         {alert.id,
          text(alert.subject.collection),
          text(alert.subject.kind),
          text(alert.subject.figure),
          QString(causeId(alert.subject.cause)),
          stateNumber(alert.state),
          stateNumber(alert.worst),
          number(alert.value),
          number(alert.limit),
          text(alert.text),
          number(alert.since),
          alert.isAtLeast,
          number(alert.raised),
          number(alert.changed),
          number(alert.worstValue),
          text(alert.worstText),
          number(alert.acknowledged),
          text(alert.acknowledgedBy),
          number(alert.mutedUntil),
          number(alert.muted),
          text(alert.mutedBy)}});
    for (const QLatin1String table : {QLatin1String("steps"), QLatin1String("notes"), QLatin1String("tellings")}) {
        statements.push_back({QStringLiteral("DELETE FROM %1 WHERE alert = ?").arg(table), {alert.id}});
    }
    for (const AlertStep &step : alert.steps) {
        statements.push_back(
            {QStringLiteral("INSERT INTO steps (alert, time, state, since, text) VALUES (?, ?, ?, ?, ?)"),
             {alert.id, number(step.time), stateNumber(step.state), number(step.since), text(step.text)}});
    }
    for (const AlertNote &note : alert.notes) {
        statements.push_back({QStringLiteral("INSERT INTO notes (alert, time, author, text) VALUES (?, ?, ?, ?)"),
                              {alert.id, number(note.time), text(note.by), text(note.text)}});
    }
    for (const AlertTelling &telling : alert.told) {
        if (telling.time) { // otherwise the message is still queued
            statements.push_back(
                {QStringLiteral("INSERT INTO tellings (alert, channel, time, outcome) VALUES (?, ?, ?, ?)"),
                 {alert.id, text(telling.channel), number(telling.time), text(telling.outcome)}});
        }
    }
}

Outcome AlertStore::takeOver(const std::vector<Alert> &active, const QByteArray &clock,
                             const std::vector<AlertMessage> &waiting, milliseconds now)
{
    std::vector<AlertFile::Statement> statements{
        {QStringLiteral("UPDATE alerts SET state = 0, cleared = ?, changed = ? WHERE cleared IS NULL"),
         {number(now), number(now)}}};
    for (const Alert &alert : active) {
        takeOver(alert, statements);
    }
    for (const AlertMessage &message : waiting) {
        statements.push_back(
            {QStringLiteral("INSERT OR REPLACE INTO messages (id, channel, payload, time, alert)"
                            " VALUES (?, ?, ?, ?, ?)"),
             {message.id, message.channel, message.payload, number(message.time), text(message.alert)}});
    }
    statements.push_back({QStringLiteral("INSERT OR REPLACE INTO about (name, value) VALUES ('clock', ?)"),
                          {clock.isNull() ? QByteArray("") : clock}});
    return m_file->change(statements);
}

} // namespace plimsoll::redis
