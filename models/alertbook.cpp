// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alertbook.h"

#include "models/format.h"
#include "models/isotime.h"
#include "models/jsonwriter.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("alerts", text);
}

} // namespace

AlertBook::AlertBook(std::vector<Alert> active, std::function<QString()> makeId)
    : m_active(std::move(active)), m_makeId(std::move(makeId))
{
}

AlertChange AlertBook::clear(std::size_t index, const StateTurn &turn, milliseconds now)
{
    Alert alert = std::move(m_active[index]);
    m_active.erase(m_active.begin() + static_cast<std::ptrdiff_t>(index));
    const State was = std::exchange(alert.state, State::Ok);
    alert.value = turn.value;
    alert.limit = turn.limit;
    alert.text = turn.text;
    alert.since = turn.state.since;
    alert.isAtLeast = turn.state.isAtLeast;
    alert.changed = now;
    alert.cleared = now;
    return {alert, was, now};
}

std::optional<AlertChange> AlertBook::take(const StateTurn &turn, milliseconds now)
{
    const auto found = std::find_if(m_active.begin(), m_active.end(),
                                    [&turn](const Alert &alert) { return alert.subject == turn.subject; });
    if (turn.state.state == State::Ok) {
        return found == m_active.end()
            ? std::nullopt
            : std::optional(clear(static_cast<std::size_t>(found - m_active.begin()), turn, now));
    }
    State was = State::Ok;
    Alert *alert = nullptr;
    if (found == m_active.end()) {
        alert = &m_active.emplace_back();
        alert->id = m_makeId();
        alert->subject = turn.subject;
        alert->raised = now;
    } else if (found->state == turn.state.state) {
        return std::nullopt; // it was said before
    } else {
        alert = &*found;
        was = alert->state;
    }
    alert->state = turn.state.state;
    alert->worst = std::max(alert->worst, alert->state);
    alert->value = turn.value;
    alert->limit = turn.limit;
    alert->text = turn.text;
    alert->since = turn.state.since;
    alert->isAtLeast = turn.state.isAtLeast;
    alert->changed = now;
    return AlertChange{*alert, was, now};
}

std::vector<AlertChange> AlertBook::apply(const std::vector<StateTurn> &turns, milliseconds now)
{
    std::vector<AlertChange> changes;
    for (const StateTurn &turn : turns) {
        if (auto change = take(turn, now)) {
            changes.push_back(*std::move(change));
        }
    }
    return changes;
}

std::vector<AlertChange> AlertBook::settle(const std::vector<AlertSubject> &inTrouble, milliseconds now)
{
    std::vector<AlertChange> changes;
    for (std::size_t i = m_active.size(); i-- > 0;) {
        if (std::find(inTrouble.begin(), inTrouble.end(), m_active[i].subject) == inTrouble.end()) {
            const StateTurn gone{m_active[i].subject,
                                 {State::Ok, now, true, m_active[i].state},
                                 unknownFigure,
                                 unknownFigure,
                                 translated(QT_TRANSLATE_NOOP("alerts", "no longer watched"))};
            changes.push_back(clear(i, gone, now));
        }
    }
    return changes;
}

bool isToldFrom(State from, const AlertChange &change)
{
    return change.alert.state >= from || change.was >= from;
}

QByteArray alertJson(const AlertChange &change, const QString &workspace)
{
    const Alert &alert = change.alert;
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    json.text("alert", alert.id);
    json.text("state", alertStateId(alert.state));
    json.text("was", alertStateId(change.was));
    json.text("workspace", workspace);
    json.knownText("collection", alert.subject.collection);
    json.knownText("figure", alert.subject.figure);
    json.number("value", alert.value);
    json.number("limit", alert.limit);
    json.text("since", isoTime(alert.since));
    json.text("time", isoTime(change.time));
    json.text("text", alert.text);
    json.endObject();
    return json.take();
}

QString alertTitle(const QString &collection, QStringView state)
{
    const QString about = collection.isEmpty() ? translated(QT_TRANSLATE_NOOP("alerts", "server")) : collection;
    for (const State known : {State::Ok, State::Warning, State::Critical, State::Error}) {
        if (state == alertStateId(known)) {
            const QString title =
                known == State::Error ? translated(QT_TRANSLATE_NOOP("alerts", "not known")) : stateTitle(known);
            return translated(QT_TRANSLATE_NOOP("alerts", "%1: %2")).arg(about, title);
        }
    }
    return about;
}

} // namespace plimsoll::models
