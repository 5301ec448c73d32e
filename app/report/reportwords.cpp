// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/reportwords.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "models/text/isotime.h"
#include "models/text/operationtext.h"
#include "redis/types/alert.h"
#include "redis/types/limits.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace plimsoll::app {

namespace {

using std::chrono::milliseconds;

struct ReportTexts {
    Q_DECLARE_TR_FUNCTIONS(report)
};

QDateTime local(milliseconds time)
{
    return QDateTime::fromMSecsSinceEpoch(time.count());
}

QString whereOf(const Alert &alert)
{
    return alert.subject.collection.isEmpty() ? ReportTexts::tr("server") : alert.subject.collection;
}

/// In a report, a state that was not recorded is "unknown" instead of "error".
QString wordOf(State state)
{
    return state == State::Error ? ReportTexts::tr("unknown") : models::stateTitle(state);
}

const AlertStep &worstOf(const std::vector<AlertStep> &steps)
{
    return *std::max_element(steps.begin(), steps.end(),
                             [](const auto &a, const auto &b) { return a.state < b.state; });
}

/// Text for a cleared alert: its last text, or the reason if it has none.
QString endOf(const Alert &alert)
{
    if (!alert.text.isEmpty()) {
        return alert.text;
    }
    return !models::isOfLoss(alert.subject) ? ReportTexts::tr("no longer the case")
        : models::isLossOver(alert)         ? ReportTexts::tr("15 minutes had passed")
                                            : ReportTexts::tr("half of them were back, or 15 minutes had passed");
}

bool hasLimit(const CollectionDefinition &collection, int figure)
{
    return std::any_of(collection.limits.begin(), collection.limits.end(),
                       [figure](const Limit &limit) { return limit.figure == figure && limit.hasLevel(); });
}

} // namespace

ReportWords::ReportWords(const Incident &incident)
    : m_incident(incident), m_isOneDay(local(incident.range.from).date() == local(incident.range.to).date())
{
}

QString ReportWords::title() const
{
    return QStringLiteral("%1, %2 – %3")
        .arg(m_incident.workspace->name, models::formatDateTime(m_incident.range.from),
             m_isOneDay ? models::formatTime(m_incident.range.to) : models::formatDateTime(m_incident.range.to));
}

QString ReportWords::time(milliseconds time) const
{
    return m_isOneDay && local(time).date() == local(m_incident.range.from).date() ? models::formatTime(time)
                                                                                   : models::formatDateTime(time);
}

QString ReportWords::iso(milliseconds time)
{
    return models::isoTime(time);
}

QString ReportWords::zone() const
{
    const auto of = [](milliseconds time) {
        const QDateTime at = local(time);
        const int minutes = at.offsetFromUtc() / 60;
        return QStringLiteral("%1 (UTC%2%3:%4)")
            .arg(at.timeZoneAbbreviation(), minutes < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                 QStringLiteral("%1").arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0')),
                 QStringLiteral("%1").arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0')));
    };
    const QString from = of(m_incident.range.from);
    const QString to = of(m_incident.range.to);
    return from == to ? from : ReportTexts::tr("%1, at its end %2").arg(from, to);
}

bool ReportWords::isWithin(milliseconds time) const
{
    return time >= m_incident.range.from && time <= m_incident.range.to;
}

/// Describes how bad it was: the extreme value of the figure, as far as it is recorded.
QString ReportWords::textOf(const Alert &alert, const std::vector<AlertStep> &steps) const
{
    const auto &collections = m_incident.workspace->collections;
    for (const IncidentCollection &known : m_incident.collections) {
        const CollectionDefinition &collection = collections[known.collection];
        const int index = figureIndex(collection.figures(), alert.subject.figure);
        const IncidentFigure *figure = collection.name == alert.subject.collection ? known.figure(index) : nullptr;
        const auto limit = std::find_if(collection.limits.begin(), collection.limits.end(),
                                        [index](const Limit &one) { return one.figure == index; });
        if (alert.isActive() || alert.subject.cause != Cause::Level || figure == nullptr) {
            continue;
        }
        const bool isBelow = limit != collection.limits.end() && limit->below;
        double furthest = unknownFigure;
        for (const auto &point : figure->points.points) {
            if (point.time + figure->points.width > alert.raised && point.time <= *alert.cleared) {
                furthest = isBelow ? std::fmin(furthest, point.low) : std::fmax(furthest, point.high);
            }
        }
        if (isKnown(furthest)) {
            const FigureSpec &spec = collection.figures()[static_cast<std::size_t>(index)];
            return (isBelow ? ReportTexts::tr("%1 down to %2") : ReportTexts::tr("%1 up to %2"))
                .arg(models::figureTitle(spec), models::formatFigure(spec, furthest));
        }
    }
    const AlertStep &worst = worstOf(steps);
    return worst.state == alert.worst && !alert.worstText.isEmpty() ? alert.worstText : worst.text;
}

void ReportWords::addAlert(const Alert &alert, std::vector<ReportEvent> &events) const
{
    const std::vector<AlertStep> steps = stepsUntil(alert, m_incident.range.to);
    const QString words = textOf(alert, steps);
    const auto eventOf = [&alert](const AlertStep &step, const QString &text) {
        return ReportEvent{step.time, stateId(step.state), wordOf(step.state), whereOf(alert), text, {}};
    };
    ReportEvent raised = eventOf(steps.front(), steps.size() == 1 ? words : steps.front().text);
    if (steps.size() > 1) {
        raised.notes << ReportTexts::tr("At worst %1: %2").arg(wordOf(worstOf(steps).state), words);
    }
    std::transform(steps.begin() + 1, steps.end(), std::back_inserter(events),
                   [&eventOf](const AlertStep &step) { return eventOf(step, step.text); });
    if (!isWithin(alert.raised)) {
        raised.notes << ReportTexts::tr("It was active before.");
    }
    if (const milliseconds began = beganAt(alert); began < alert.raised) {
        raised.notes << ReportTexts::tr("It began %1.").arg(time(began));
    }
    if (!alert.isActive() && isWithin(*alert.cleared)) {
        raised.notes << (*alert.cleared < alert.raised // the server's clock was set back meanwhile
                             ? ReportTexts::tr("Cleared.")
                             : ReportTexts::tr("Cleared after %1.").arg(models::lastedText(alert, *alert.cleared)));
        events.push_back({*alert.cleared,
                          {},
                          ReportTexts::tr("cleared"),
                          whereOf(alert),
                          endOf(alert),
                          QStringList(ReportTexts::tr("It was: %1").arg(words))});
    } else {
        raised.notes << ReportTexts::tr("It was still active at the end.");
    }
    if (alert.acknowledged) {
        raised.notes
            << (alert.acknowledgedBy.isEmpty()
                    ? ReportTexts::tr("Acknowledged %1.").arg(time(*alert.acknowledged))
                    : ReportTexts::tr("Acknowledged %1 by %2.").arg(time(*alert.acknowledged), alert.acknowledgedBy));
    }
    for (const AlertNote &note : alert.notes) {
        raised.notes << (note.by.isEmpty() ? note.text : ReportTexts::tr("%1 (%2)").arg(note.text, note.by));
    }
    events.push_back(std::move(raised));
}

ReportEvent ReportWords::eventOf(const OperationReport &report) const
{
    const State severity = models::operationSeverity(report);
    const bool isOfOther = report.workspace != m_incident.workspace->name;
    ReportEvent event{report.time,
                      severity == State::Ok ? QString() : QString(stateId(severity)),
                      models::operationStateTitle(report),
                      isOfOther ? QStringLiteral("%1 (%2)").arg(report.collection, report.workspace)
                                : report.collection,
                      QStringLiteral("%1: %2").arg(models::actionTitle(report), models::resultText(report)),
                      {}};
    event.notes << (report.by.isEmpty() ? ReportTexts::tr("Operation %1.").arg(report.id)
                                        : ReportTexts::tr("Operation %1, by %2.").arg(report.id, report.by));
    if (!report.undoOf.isEmpty()) {
        event.notes << (report.changed() == 0 ? ReportTexts::tr("It was meant to undo %1, but changed nothing.")
                                              : ReportTexts::tr("It undid %1."))
                           .arg(report.undoOf);
    }
    event.notes << report.error << report.notes;
    event.notes.removeAll(QString());
    return event;
}

std::vector<ReportEvent> ReportWords::events() const
{
    std::vector<ReportEvent> events;
    for (const Alert &alert : m_incident.alerts) {
        addAlert(alert, events);
    }
    for (const OperationReport &report : m_incident.operations) {
        events.push_back(eventOf(report));
    }
    for (const Mark &note : m_incident.notes) {
        events.push_back({note.time,
                          {},
                          ReportTexts::tr("note"),
                          note.collection,
                          note.text,
                          note.by.isEmpty() ? QStringList() : QStringList(ReportTexts::tr("By %1.").arg(note.by))});
    }
    std::stable_sort(events.begin(), events.end(), [](const auto &a, const auto &b) { return a.time < b.time; });
    return events;
}

std::vector<int> ReportWords::charted(const CollectionDefinition &collection, const IncidentCollection &known) const
{
    std::vector<std::pair<int, int>> figures; // rank (lower is earlier) and index
    for (const IncidentFigure &figure : known.figures) {
        const QString id(collection.figures()[static_cast<std::size_t>(figure.figure)].id);
        const bool hasAlert = std::any_of(m_incident.alerts.begin(), m_incident.alerts.end(), [&](const Alert &alert) {
            return alert.subject.collection == collection.name && alert.subject.figure == id;
        });
        const bool isMain = figure.figure == collection.kind->mainFigure;
        const bool isLimited = hasLimit(collection, figure.figure);
        if (!figure.points.points.empty() && (isMain || hasAlert || isLimited || figure.moved())) {
            figures.emplace_back(isMain ? 0 : hasAlert ? 1 : isLimited ? 2 : 3, figure.figure);
        }
    }
    std::sort(figures.begin(), figures.end());
    std::vector<int> order;
    for (const auto &[rank, figure] : figures) {
        order.push_back(figure);
    }
    return order;
}

QString ReportWords::chartTitle(const CollectionDefinition &collection, const FigureSpec &figure) const
{
    return ReportTexts::tr("%1 of %2 from %3 to %4")
        .arg(models::figureTitle(figure), collection.name, time(m_incident.range.from), time(m_incident.range.to));
}

std::vector<SvgLimit> ReportWords::limits(const CollectionDefinition &collection, int figure)
{
    std::vector<SvgLimit> limits;
    const Unit unit = collection.figures()[static_cast<std::size_t>(figure)].unit;
    for (const Limit &limit : collection.limits) {
        if (limit.figure != figure) {
            continue;
        }
        for (const auto &[level, value] :
             {std::pair(State::Warning, limit.warning), {State::Critical, limit.critical}}) {
            if (value) {
                limits.push_back({*value, level,
                                  (limit.below ? ReportTexts::tr("%1 at or under %2") : ReportTexts::tr("%1 from %2"))
                                      .arg(models::stateTitle(level), limitValueText(unit, *value))});
            }
        }
    }
    return limits;
}

std::vector<SvgMark> ReportWords::marks(const CollectionDefinition &collection) const
{
    std::vector<SvgMark> marks;
    for (const Alert &alert : m_incident.alerts) {
        if (!alert.subject.collection.isEmpty() && alert.subject.collection != collection.name) {
            continue;
        }
        const std::vector<AlertStep> steps = stepsUntil(alert, m_incident.range.to);
        const QString words = textOf(alert, steps);
        for (const AlertStep &step : steps) {
            marks.push_back({step.time, step.state == State::Warning ? "warning" : "critical",
                             QStringLiteral("%1 %2: %3")
                                 .arg(time(step.time), wordOf(step.state), steps.size() == 1 ? words : step.text)});
        }
        if (alert.cleared) {
            marks.push_back(
                {*alert.cleared, "cleared",
                 ReportTexts::tr("%1 cleared: %2 (it was %3)").arg(time(*alert.cleared), endOf(alert), words)});
        }
    }
    for (const OperationReport &report : m_incident.operations) {
        if (report.collection == collection.name && report.workspace == m_incident.workspace->name) {
            marks.push_back({report.time, "operation",
                             QStringLiteral("%1 %2: %3")
                                 .arg(time(report.time), models::actionTitle(report), models::resultText(report))});
        }
    }
    for (const Mark &note : m_incident.notes) {
        if (note.isOf(collection.name)) {
            marks.push_back({note.time, "note", QStringLiteral("%1 ◆ %2").arg(time(note.time), note.text)});
        }
    }
    return marks;
}

} // namespace plimsoll::app
