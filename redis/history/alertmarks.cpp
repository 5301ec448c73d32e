// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "redis/history/alertvalues.h"
#include "redis/history/words.h"
#include "redis/types/alertbegan.h"

#include <QUuid>
#include <QVariant>

#include <algorithm>
#include <array>
#include <iterator>

/// Marks on the time axis, from the alert file. The rest of AlertStore is in alertstore.cpp.
namespace plimsoll::redis {

using alertvalues::number;
using alertvalues::stateOf;
using alertvalues::text;
using std::chrono::milliseconds;

namespace {

ServerEvent::Type eventOf(const QString &id)
{
    using Type = ServerEvent::Type;
    static constexpr std::array all{Type::Restarted, Type::Emptied, Type::Failover, Type::Flushed};
    const auto found = std::find_if(all.begin(), all.end(), [&id](Type type) { return eventId(type) == id; });
    return found == all.end() ? Type::Restarted : *found;
}

Mark eventOf(const QSqlQuery &found)
{
    Mark mark{Mark::Kind::Event, milliseconds(found.value(0).toLongLong()), stateOf(found.value(2)),
              found.value(3).toString(), found.value(4).toString()};
    mark.event = eventOf(found.value(1).toString());
    return mark;
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
    }
    return marks;
}

} // namespace

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
    Outcome written = run(
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
        : run(QStringLiteral("INSERT INTO steps (alert, time, state, since, text) VALUES (?, ?, ?, ?, ?)"),
              {alert.id, number(alert.changed), stateNumber(alert.state), number(alert.since), text(alert.text)});
}

Outcome AlertStore::write(const Mark &event)
{
    return run(QStringLiteral("INSERT OR REPLACE INTO events (time, event, level, text, more) VALUES (?, ?, ?, ?, ?)"),
               {number(event.time), QString(eventId(event.event)), stateNumber(event.level), text(event.text),
                text(event.more)});
}

Result<std::vector<Mark>> AlertStore::marks(const MarkQuestion &question, int most)
{
    std::vector<Mark> all;
    Result<QSqlQuery> events = select(QStringLiteral("SELECT time, event, level, text, more FROM events"
                                                     " WHERE time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?"),
                                      {number(question.from), number(question.to), most});
    while (events && events->next()) {
        all.push_back(eventOf(*events));
    }
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
    Result<QSqlQuery> found = select(QStringLiteral("SELECT id, time, collection, author, text FROM moments"
                                                    " WHERE time BETWEEN ? AND ? ORDER BY time DESC LIMIT ?"),
                                     {number(question.from), number(question.to), most});
    if (!found) {
        return found.error();
    }
    std::vector<Mark> all;
    while (found->next()) {
        Mark mark{Mark::Kind::Note, milliseconds(found->value(1).toLongLong()), State::Ok, found->value(4).toString()};
        mark.collection = found->value(2).toString();
        mark.by = found->value(3).toString();
        mark.id = found->value(0).toString();
        all.push_back(std::move(mark));
    }
    std::reverse(all.begin(), all.end());
    return all;
}

Result<AlertStore::NoteKept> AlertStore::keepNote(const Note &note, const QString &by)
{
    const QString said = note.text.left(Note::longest).trimmed();
    if (said.isEmpty()) {
        const Outcome removed = change({{QStringLiteral("DELETE FROM moments WHERE id = ?"), {note.id}}});
        return removed ? Result<NoteKept>(NoteKept::AsAsked) : removed.error();
    }
    NoteKept how = NoteKept::AsAsked;
    const Outcome kept = transaction([&]() -> Outcome {
        const Result<qint64> there = count(QStringLiteral("moments WHERE id = ?"), {note.id});
        const Result<qint64> all = count(QStringLiteral("moments"));
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
        const Outcome written =
            run(QStringLiteral("INSERT INTO moments (id, time, collection, author, text) VALUES (?, ?, ?, ?, ?)"
                               " ON CONFLICT (id) DO UPDATE SET text = excluded.text, author = excluded.author"),
                {id, number(note.time), text(note.collection), text(by), said});
        return written ? countChange() : written;
    });
    return kept ? Result<NoteKept>(how) : kept.error();
}

} // namespace plimsoll::redis
