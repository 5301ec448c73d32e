// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertbook.h"

#include "models/text/format.h"
#include "models/text/isotime.h"
#include "models/documents/jsonwriter.h"
#include "redis/types/limits.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

QString alertText(const char *text)
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
    alert.worstText = turn.ended.isEmpty() ? alert.worstText : turn.ended;
    alert.since = turn.state.since;
    alert.changed = now; // how long it lasted is as uncertain as before
    alert.cleared = now;
    return {alert, was, now};
}

std::optional<AlertChange> AlertBook::applyTurn(const StateTurn &turn, milliseconds now)
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
        return std::nullopt; // already reported
    } else {
        alert = &*found;
        was = alert->state;
    }
    alert->state = turn.state.state;
    // After a relapse the worst is still that of before; observe() finds what is worse yet.
    if (alert->state > alert->worst || (alert->state == alert->worst && !isKnown(alert->worstValue))) {
        alert->worst = alert->state;
        alert->worstValue = turn.value;
        alert->worstText = turn.text;
    }
    alert->value = turn.value;
    alert->limit = turn.limit;
    alert->text = turn.text;
    alert->since = turn.state.since;
    alert->isAtLeast = alert->isAtLeast || turn.state.isAtLeast; // where its beginning is uncertain, it stays so
    alert->changed = now;
    return AlertChange{*alert, was, now};
}

std::vector<AlertChange> AlertBook::apply(const std::vector<StateTurn> &turns, milliseconds now)
{
    std::vector<AlertChange> changes;
    for (const StateTurn &turn : turns) {
        if (auto change = applyTurn(turn, now)) {
            changes.push_back(*std::move(change));
        }
    }
    return changes;
}

/// Searches tell later which keys are gone as well: the event is reported again with more losses.
void AlertBook::observeEvent(const ServerEvent &event)
{
    for (Alert &alert : m_active) {
        const bool isIts = alert.subject.collection.isEmpty() && alert.subject.cause == causeOf(event.type)
            && alert.since == event.time;
        if (isIts && event.elementsGone > 0 && !(alert.worstValue >= event.elementsGone)) {
            alert.value = alert.worstValue = event.elementsGone;
            alert.text = alert.worstText = event.text;
            m_worse.insert(alert.id);
        }
    }
}

void AlertBook::observe(const Snapshot &snapshot)
{
    for (const ServerEvent &event : snapshot.events) {
        observeEvent(event);
    }
    const SnapshotLayout &layout = *snapshot.layout;
    if (m_layout != snapshot.layout) {
        m_layout = snapshot.layout;
        m_rows.clear();
        for (std::size_t row = 0; row < layout.rows.size(); ++row) {
            m_rows.insert(layout.rows[row].name, row);
        }
    }
    for (Alert &alert : m_active) {
        const auto row =
            alert.subject.cause == Cause::Level ? m_rows.constFind(alert.subject.collection) : m_rows.constEnd();
        if (row == m_rows.constEnd() || layout.workspace == nullptr || *row >= layout.workspace->collections.size()) {
            continue;
        }
        const int figure = layout.rows[*row].figureIndex(alert.subject.figure);
        const auto &limits = layout.workspace->collections[*row].limits;
        const auto limit =
            std::find_if(limits.begin(), limits.end(), [figure](const Limit &each) { return each.figure == figure; });
        const double value = figure < 0 ? unknownFigure : snapshot.figure(*row, figure);
        if (!isKnown(value) || !isKnown(alert.worstValue)) {
            continue;
        }
        const bool hasLimit = limit != limits.end() && limit->hasLevel();
        const Problem *problem = hasLimit ? nullptr : worstOf(snapshot.rows[*row].problems.get(), figure);
        if (problem != nullptr) { // without a limit, the text contains the current value
            alert.value = value;
            alert.text = problem->text;
        }
        const bool isWorse = hasLimit && limit->below ? value < alert.worstValue : value > alert.worstValue;
        if (isWorse && (hasLimit || problem != nullptr)) {
            alert.worstValue = value;
            alert.worstText = hasLimit ? limitSentence(layout.rows[*row].figures(), *limit, alert.worst, value,
                                                       snapshot.isAtLeast(*row, figure))
                                       : problem->text;
            m_worse.insert(alert.id);
        }
    }
}

std::vector<Alert> AlertBook::takeWorse()
{
    std::vector<Alert> worse;
    for (const Alert &alert : m_active) {
        if (m_worse.contains(alert.id)) {
            worse.push_back(alert);
        }
    }
    m_worse.clear();
    return worse;
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
                                 alertText(QT_TRANSLATE_NOOP("alerts", "no longer watched"))};
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

QByteArray testAlertJson(const QString &workspace, std::chrono::milliseconds time)
{
    JsonWriter json(JsonWriter::Layout::Line);
    json.beginObject();
    json.text("alert", QStringLiteral("test"));
    json.boolean("test", true);
    json.text("state", alertStateId(State::Warning));
    json.text("was", alertStateId(State::Ok));
    json.text("workspace", workspace);
    json.knownText("collection", {});
    json.knownText("figure", {});
    json.number("value", unknownFigure);
    json.number("limit", unknownFigure);
    json.text("since", isoTime(time));
    json.text("time", isoTime(time));
    json.text("text", alertText(QT_TRANSLATE_NOOP("alerts", "Test notification: nothing is wrong")));
    json.endObject();
    return json.take();
}

QString alertTitle(const QString &collection, QStringView state)
{
    QString about = collection.isEmpty() ? alertText(QT_TRANSLATE_NOOP("alerts", "server")) : collection;
    for (const State known : {State::Ok, State::Warning, State::Critical, State::Error}) {
        if (state == alertStateId(known)) {
            const QString title =
                known == State::Error ? alertText(QT_TRANSLATE_NOOP("alerts", "unknown")) : stateTitle(known);
            return alertText(QT_TRANSLATE_NOOP("alerts", "%1: %2")).arg(about, title);
        }
    }
    return about;
}

} // namespace plimsoll::models
