// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/history/alertvalues.h"

/// Continues alerts in another file. The rest of AlertStore is in alertstore.cpp.
namespace plimsoll::redis {

using alertvalues::number;
using alertvalues::text;
using std::chrono::milliseconds;

Result<std::vector<Alert>> AlertStore::activeInFull()
{
    Result<std::vector<Alert>> found = active();
    const Outcome added = found ? addDetails(*found) : Outcome(found.error());
    return added ? std::move(found) : added.error();
}

void AlertStore::takeOver(const Alert &alert, std::vector<Statement> &statements)
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
    std::vector<Statement> statements{
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
    return change(statements);
}

} // namespace plimsoll::redis
