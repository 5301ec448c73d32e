// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alerttext.h"

#include "models/text/atleast.h"
#include "models/text/format.h"
#include "models/alerts/limitclock.h"
#include "models/text/operationtext.h"
#include "models/text/ratetext.h"
#include "models/alerts/serverclock.h"
#include "redis/types/alert.h"
#include "redis/types/limits.h"
#include "redis/types/plural.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

struct AlertWords {
    Q_DECLARE_TR_FUNCTIONS(alerts)
};

/// The state that the alert is in, or the worst one that it was in.
State levelOf(const Alert &alert)
{
    return alert.isActive() ? alert.state : alert.worst;
}

/// The level of the limit that the alert exceeds.
std::optional<double> boundOf(const Alert &alert, const Limit &limit)
{
    return levelOf(alert) == State::Critical || !limit.warning ? limit.critical : limit.warning;
}

/// The collection's problem that the alert is about, judged over time; null if the snapshot has none.
const Problem *problemOf(const AlertPlace &place, Cause cause, const Snapshot &snapshot)
{
    const auto &problems = snapshot.rows[static_cast<std::size_t>(place.row)].problems;
    if (problems == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(problems->begin(), problems->end(), [&](const Problem &problem) {
        return problem.figure == place.figure && problem.isSilence == (cause == Cause::Unchanged)
            && problem.level != State::Error;
    });
    return found == problems->end() ? nullptr : &*found;
}

milliseconds rounded(std::chrono::minutes minutes)
{
    return milliseconds(minutes);
}

QString serverRule(Cause cause, milliseconds unknownFor)
{
    switch (cause) {
    case Cause::Away:
        return AlertWords::tr("no answer for %1").arg(formatDuration(unknownFor));
    case Cause::Restarted:
        return AlertWords::tr("the server restarted");
    case Cause::Emptied:
        return AlertWords::tr("the server came back empty");
    case Cause::Failover:
        return AlertWords::tr("another node took over");
    case Cause::Flushed:
        return AlertWords::tr("the server was flushed");
    case Cause::Evicted:
        return AlertWords::tr("the server evicts keys");
    case Cause::SlowLog:
        return AlertWords::tr("%1 new slow-log entries within %2")
            .arg(formatCount(ServerClock::slowLogEntries), formatDuration(rounded(ServerClock::slowLogFor)));
    case Cause::Memory:
        return AlertWords::tr("memory at 90 % of maxmemory, critical at 97 %");
    default:
        return {};
    }
}

QString serverClears(Cause cause)
{
    switch (cause) {
    case Cause::Away:
        return AlertWords::tr("when it answers");
    case Cause::Evicted:
        return AlertWords::tr("%1 after the last evicted key").arg(formatDuration(rounded(ServerClock::evictedFor)));
    case Cause::SlowLog:
        return AlertWords::tr("when fewer are added");
    case Cause::Memory:
        return AlertWords::tr("5 % below that");
    default:
        return AlertWords::tr("%1 later").arg(formatDuration(rounded(ServerClock::eventFor)));
    }
}

QString causeTitle(Cause cause)
{
    switch (cause) {
    case Cause::Away:
        return AlertWords::tr("no answer");
    case Cause::Restarted:
        return AlertWords::tr("restart");
    case Cause::Emptied:
        return AlertWords::tr("empty");
    case Cause::Failover:
        return AlertWords::tr("failover");
    case Cause::Flushed:
        return AlertWords::tr("flush");
    case Cause::Evicted:
        return AlertWords::tr("eviction");
    case Cause::SlowLog:
        return AlertWords::tr("slow log");
    case Cause::Memory:
        return AlertWords::tr("memory");
    case Cause::Unknown:
        return AlertWords::tr("cannot be read");
    default:
        return {};
    }
}

milliseconds unknownFor(const Snapshot *snapshot)
{
    return snapshot != nullptr && snapshot->layout->workspace != nullptr
        ? snapshot->layout->workspace->notify.unknownFor
        : NotifySettings().unknownFor;
}

} // namespace

AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot)
{
    return placeOf(subject, snapshot, snapshot.layout->rowNamed(subject.collection));
}

AlertPlace placeOf(const AlertSubject &subject, const Snapshot &snapshot, int row)
{
    const SnapshotLayout &layout = *snapshot.layout;
    const auto at = static_cast<std::size_t>(row);
    if (subject.collection.isEmpty() || row < 0 || layout.rows[at].kind->id != subject.kind) {
        return {};
    }
    AlertPlace place{row, subject.figure.isEmpty() ? -1 : layout.rows[at].figureIndex(subject.figure)};
    if (place.figure < 0 || layout.workspace == nullptr || at >= layout.workspace->collections.size()) {
        return place;
    }
    for (const Limit &limit : layout.workspace->collections[at].limits) {
        const bool isSet = subject.cause == Cause::Unchanged ? limit.unchangedFor.isSet() : limit.hasLevel();
        if (limit.figure == place.figure && isSet) {
            place.limit = &limit;
        }
    }
    return place;
}

QString alertAbout(const AlertSubject &subject)
{
    return subject.collection.isEmpty() ? AlertWords::tr("server") : subject.collection;
}

QString alertHeading(const Alert &alert, const Snapshot *snapshot)
{
    const AlertPlace place = snapshot == nullptr ? AlertPlace() : placeOf(alert.subject, *snapshot);
    const QString what = place.hasFigure()
        ? figureTitle(snapshot->layout->rows[static_cast<std::size_t>(place.row)].figure(place.figure))
        : alert.subject.figure.isEmpty() ? causeTitle(alert.subject.cause)
                                         : alert.subject.figure;
    const QString about = alertAbout(alert.subject);
    return what.isEmpty() ? about : AlertWords::tr("%1: %2").arg(about, what);
}

QString alertStateTitle(State state)
{
    return state == State::Error ? AlertWords::tr("unknown") : stateTitle(state);
}

QString alertSinceText(const StateSince &state, milliseconds now)
{
    const milliseconds shown = shownSince(state, now);
    QString title = alertStateTitle(state.state);
    if (state.state == State::Ok || shown == milliseconds::zero()) {
        return title;
    }
    return (state.isAtLeast ? AlertWords::tr("%1 for ≥ %2") : AlertWords::tr("%1 for %2"))
        .arg(title, formatDuration(shown));
}

QString alertText(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot)
{
    if (!alert.isActive()) {
        return alert.worstText.isEmpty() ? alert.text : alert.worstText;
    }
    const Cause cause = alert.subject.cause;
    if (snapshot == nullptr || place.row < 0 || (cause != Cause::Level && cause != Cause::Unchanged)) {
        return alert.text;
    }
    const auto row = static_cast<std::size_t>(place.row);
    if (place.figure < 0 && !alert.subject.figure.isEmpty()) {
        return alert.text;
    }
    if (place.limit == nullptr && cause == Cause::Unchanged) {
        return alert.text;
    }
    if (place.limit == nullptr) { // without a limit, the problem's text has the current value
        const Problem *problem = worstOf(snapshot->rows[row].problems.get(), place.figure);
        return problem == nullptr ? alert.text : problem->text;
    }
    if (const Problem *problem = problemOf(place, cause, *snapshot)) { // within the limit, it says where it clears
        return problem->text;
    }
    const double value = snapshot->figure(row, place.figure);
    return isKnown(value) && cause == Cause::Level
        ? limitSentence(snapshot->layout->rows[row].figures(), *place.limit, alert.state, value,
                        snapshot->isAtLeast(row, place.figure))
        : alert.text;
}

QString withoutValue(const QString &text)
{
    static const QRegularExpression before(QStringLiteral("^(≥ )?\\d[\\d.,]*\\s+(?=\\D)"));
    static const QRegularExpression after(QStringLiteral("\\s(≥ )?\\d[\\d.,]*( (d|h|min|s|ms))?(?=, )"));
    const QString still = QCoreApplication::translate("problems", "%1 unchanged for %2, limit %3");
    const QString word = still.section(QStringLiteral("%1"), 1, 1).section(QStringLiteral("%2"), 0, 0);
    QString rest = text;
    if (text.contains(before)) {
        rest.remove(before);
    } else if (!text.contains(word)) {
        const QRegularExpressionMatch match = after.match(text);
        rest.remove(match.capturedStart(), match.capturedLength());
    }
    return rest;
}

QString alertWorst(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot)
{
    if (alert.isActive() && snapshot != nullptr && place.hasFigure() && alert.subject.cause == Cause::Unchanged) {
        return AlertWords::tr("%1, now").arg(alertText(alert, place, snapshot)); // it grows until it ends
    }
    if (alert.isActive() && snapshot != nullptr && place.hasFigure() && isKnown(alert.worstValue)
        && alert.subject.cause == Cause::Level) {
        // The stored worst value is some seconds old.
        const double value = snapshot->figure(static_cast<std::size_t>(place.row), place.figure);
        const bool isBelow = place.limit != nullptr && place.limit->below;
        if (isBelow ? value <= alert.worstValue : value >= alert.worstValue) {
            return AlertWords::tr("%1, now").arg(alertText(alert, place, snapshot));
        }
    }
    return alert.worstText;
}

QString alertRule(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot)
{
    const Cause cause = alert.subject.cause;
    if (cause == Cause::Unknown) {
        return AlertWords::tr("cannot be read for %1").arg(formatDuration(unknownFor(snapshot)));
    }
    if (cause != Cause::Level && cause != Cause::Unchanged) {
        return serverRule(cause, unknownFor(snapshot));
    }
    if (isOfLoss(alert.subject)) {
        return AlertWords::tr("more than half of its elements gone at once");
    }
    if (snapshot == nullptr || !place.hasFigure()) {
        return place.row >= 0 ? AlertWords::tr("trouble without a limit") : QString();
    }
    const FigureSpec &figure = snapshot->layout->rows[static_cast<std::size_t>(place.row)].figure(place.figure);
    const QString title = figureTitle(figure);
    if (place.limit == nullptr) {
        return cause == Cause::Unchanged ? QString() : AlertWords::tr("%1 (built-in rule)").arg(title);
    }
    const Limit &limit = *place.limit;
    if (cause == Cause::Unchanged) {
        const auto &bound = levelOf(alert) == State::Critical || !limit.unchangedFor.warning
            ? limit.unchangedFor.critical
            : limit.unchangedFor.warning;
        return AlertWords::tr("%1 unchanged for %2").arg(title, formatDuration(bound.value_or(milliseconds::zero())));
    }
    const QString bound = formatFigure(figure, boundOf(alert, limit).value_or(unknownFigure));
    const QString rule =
        limit.below ? AlertWords::tr("%1 ≤ %2").arg(title, bound) : AlertWords::tr("%1 ≥ %2").arg(title, bound);
    return limit.holdFor && *limit.holdFor > milliseconds::zero()
        ? AlertWords::tr("%1 for %2").arg(rule, formatDuration(*limit.holdFor))
        : rule;
}

QString alertClears(const Alert &alert, const AlertPlace &place, const Snapshot *snapshot)
{
    const Cause cause = alert.subject.cause;
    if (cause == Cause::Unknown) {
        return AlertWords::tr("when it can be read");
    }
    if (cause != Cause::Level && cause != Cause::Unchanged) {
        return serverClears(cause);
    }
    if (cause == Cause::Unchanged) {
        return AlertWords::tr("when it moves");
    }
    if (isOfLoss(alert.subject)) {
        return AlertWords::tr("when half of them are back, or 15 minutes later");
    }
    if (place.limit == nullptr || snapshot == nullptr) {
        return AlertWords::tr("when the condition ends");
    }
    const FigureSpec &figure = snapshot->layout->rows[static_cast<std::size_t>(place.row)].figure(place.figure);
    double value = clearsAt(*place.limit, State::Warning);
    if (figure.unit == Unit::Count) { // counts are whole numbers
        value = place.limit->below ? std::ceil(value) : std::floor(value);
    }
    const QString at = formatFigure(figure, value);
    if (value == 0 && !place.limit->below) {
        return AlertWords::tr("at %1").arg(at);
    }
    return place.limit->below ? AlertWords::tr("at %1 or above").arg(at) : AlertWords::tr("at %1 or below").arg(at);
}

QString alertChange(const Alert &alert, const AlertPlace &place, const Snapshot &snapshot, const Rate &rate)
{
    if (!place.hasFigure() || alert.subject.cause != Cause::Level || !isKnown(rate.perMinute)) {
        return {};
    }
    const auto row = static_cast<std::size_t>(place.row);
    const FigureSpec &figure = snapshot.layout->rows[row].figure(place.figure);
    if (!isKnown(snapshot.figure(row, place.figure)) || shownRate(rate.perMinute) == 0) {
        return {};
    }
    return figure.unit == Unit::Duration ? AlertWords::tr("%1/min").arg(amountOf(figure)(rate.perMinute))
                                         : formatPerMinute(rate.perMinute);
}

QString alertForecast(const Alert &alert, const AlertPlace &place, const Snapshot &snapshot, const Rate &rate)
{
    const double perMinute = rate.perMinute;
    if (!place.hasFigure() || place.limit == nullptr || alert.subject.cause != Cause::Level || !isKnown(perMinute)) {
        return {};
    }
    const auto row = static_cast<std::size_t>(place.row);
    const Limit &limit = *place.limit;
    const FigureSpec &figure = snapshot.layout->rows[row].figure(place.figure);
    const double value = snapshot.figure(row, place.figure);
    if (!isKnown(value) || shownRate(perMinute) == 0) {
        return {};
    }
    const bool isWorse = limit.below ? perMinute < 0 : perMinute > 0;
    const double target = isWorse ? limit.critical.value_or(unknownFigure) : clearsAt(limit, State::Warning);
    const auto until = isKnown(target) ? timeUntil(rate, value, target) : std::nullopt;
    if (!until || *until == milliseconds::zero() || *until > longestForecast) {
        return {};
    }
    const QString in = formatDuration(*until);
    return isWorse ? AlertWords::tr("critical %1 in %2").arg(formatFigure(figure, target), in)
                   : AlertWords::tr("clears in %1").arg(in);
}

bool alertHasTurned(const Alert &alert, milliseconds since)
{
    return alert.isActive() && since > beganAt(alert);
}

StateSince alertLevel(const Alert &alert)
{
    // Alert::isAtLeast is about the beginning of the alert.
    return {alert.state, alert.since, alert.isAtLeast && !alertHasTurned(alert, alert.since), std::nullopt};
}

QString alertLevelText(const StateSince &state, const QString &time)
{
    return (state.isAtLeast ? AlertWords::tr("%1 since %2 or earlier") : AlertWords::tr("%1 since %2"))
        .arg(alertStateTitle(state.state), time);
}

QString momentText(milliseconds time, milliseconds now)
{
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(time.count());
    const QDateTime today = QDateTime::fromMSecsSinceEpoch(now.count());
    const QLocale locale;
    const qint64 days = then.date().daysTo(today.date());
    if (days == 0) {
        return then.toString(QStringLiteral("HH:mm"));
    }
    if (days > 0 && days < 7) {
        return locale.dayName(then.date().dayOfWeek(), QLocale::ShortFormat) + then.toString(QStringLiteral(" HH:mm"));
    }
    return then.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

QString lastedText(const Alert &alert, milliseconds now)
{
    return atLeastText(formatDuration(lasted(alert, now)), alert.isAtLeast);
}

QString alertAcknowledgedText(const Alert &alert, milliseconds now)
{
    const QString time = momentText(*alert.acknowledged, now);
    return alert.acknowledgedBy.isEmpty() ? time : AlertWords::tr("%1, %2").arg(alert.acknowledgedBy, time);
}

QString alertTakenText(const Alert &alert, milliseconds now)
{
    QStringList parts;
    if (alert.acknowledged) {
        parts += alertAcknowledgedText(alert, now);
    }
    if (alert.isMuted(now)) {
        parts += AlertWords::tr("muted until %1").arg(momentText(*alert.mutedUntil, now));
    }
    return parts.isEmpty() ? unknownText() : parts.join(QStringLiteral("; "));
}

bool isOfLoss(const AlertSubject &subject)
{
    return subject.cause == Cause::Level && subject.figure.isEmpty() && !subject.collection.isEmpty();
}

bool isLossOver(const Alert &alert)
{
    // Lifetime of a loss (redis/types/loss.cpp); its end is noticed by a poll, which may be late.
    constexpr milliseconds toldFor = std::chrono::minutes(15), slack = std::chrono::seconds(30);
    return alert.cleared && lasted(alert, *alert.cleared) >= toldFor - slack;
}

namespace {

/// A loss that ended the alert: an emptied queue, for example, is below its limit.
const Alert *lossAt(const Alert &alert, const std::vector<Alert> &losses)
{
    constexpr std::chrono::minutes around{1}; // both are noticed by the same poll or close ones
    const auto found = std::find_if(losses.begin(), losses.end(), [&](const Alert &loss) {
        return alert.cleared && isOfLoss(loss.subject) && loss.subject.collection == alert.subject.collection
            && std::chrono::abs(loss.raised - *alert.cleared) <= around;
    });
    return found == losses.end() ? nullptr : &*found;
}

QString endedWithoutUs(const Alert &alert, const std::vector<Alert> &losses)
{
    if (isOfLoss(alert.subject)) {
        return isLossOver(alert) ? AlertWords::tr("time ran out") : AlertWords::tr("half as many are there again");
    }
    switch (alert.subject.cause) {
    case Cause::Level: {
        const Alert *loss = lossAt(alert, losses);
        return loss == nullptr ? AlertWords::tr("cleared on its own") : loss->worstText;
    }
    case Cause::Unchanged:
        return AlertWords::tr("it moved again");
    case Cause::SlowLog:
    case Cause::Memory:
        return AlertWords::tr("value back to normal");
    case Cause::Unknown:
    case Cause::Away:
        return AlertWords::tr("answered again");
    default:
        return AlertWords::tr("time ran out");
    }
}

} // namespace

QString alertEndedText(const Alert &alert, const std::vector<OperationReport> &operations,
                       const std::vector<Alert> &losses)
{
    // An earlier operation did not end it, nor did any bring back what the server lost. An undo mostly brings trouble
    // back: only one right before may have.
    constexpr milliseconds before = std::chrono::minutes(2), beforeAfterUndo = std::chrono::seconds(10);
    const OperationReport *last = nullptr;
    for (const OperationReport &report : operations) {
        const milliseconds most = report.undoOf.isEmpty() ? before : beforeAfterUndo;
        const bool isIt = alert.cleared && !isOfLoss(alert.subject) && report.collection == alert.subject.collection
            && !alert.subject.collection.isEmpty() && report.time <= *alert.cleared
            && report.time >= std::max(alert.raised, *alert.cleared - most) && report.changed() > 0;
        last = isIt ? &report : last;
    }
    const bool isOfFigure = alert.subject.cause == Cause::Level && !isOfLoss(alert.subject);
    const Alert *loss = isOfFigure ? lossAt(alert, losses) : nullptr;
    const bool isLost = loss != nullptr && (last == nullptr || loss->raised > last->time);
    if (last == nullptr || isLost) {
        return endedWithoutUs(alert, losses);
    }
    const bool isUndone = std::any_of(operations.begin(), operations.end(), [last](const OperationReport &report) {
        return !last->id.isEmpty() && report.undoOf == last->id && report.changed() > 0;
    });
    return (isUndone ? AlertWords::tr("%1 of %2 (journal), undone since") : AlertWords::tr("%1 of %2 (journal)"))
        .arg(actionTitle(*last).toLower(), formatCount(last->changed()));
}

QString channelTitle(const QString &channel)
{
    return channel == QLatin1String("desktop") ? AlertWords::tr("desktop")
        : channel == QLatin1String("webhook")  ? AlertWords::tr("webhook")
        : channel == QLatin1String("command")  ? AlertWords::tr("command")
                                               : channel;
}

void TroubleCounts::add(State state)
{
    critical += state == State::Critical ? 1 : 0;
    warnings += state == State::Warning ? 1 : 0;
    unreadable += state == State::Error ? 1 : 0;
    unknown += state == State::Unknown ? 1 : 0;
}

TroubleCounts &TroubleCounts::operator+=(const TroubleCounts &more)
{
    lost += more.lost;
    critical += more.critical;
    warnings += more.warnings;
    unreadable += more.unreadable;
    unknown += more.unknown;
    return *this;
}

QString troubleText(const TroubleCounts &counts)
{
    QStringList parts;
    const auto add = [&parts](int count, const QString &one, const QString &several) {
        if (count > 0) {
            parts += count == 1 ? one : several.arg(formatCount(count));
        }
    };
    add(counts.lost, AlertWords::tr("1 not connected"),
        AlertWords::tr("%1 not connected", nullptr, pluralOf(counts.lost)));
    add(counts.critical, AlertWords::tr("1 critical"),
        AlertWords::tr("%1 critical", nullptr, pluralOf(counts.critical)));
    add(counts.warnings, AlertWords::tr("1 warning"),
        AlertWords::tr("%1 warnings", nullptr, pluralOf(counts.warnings)));
    add(counts.unreadable, AlertWords::tr("1 cannot be read"),
        AlertWords::tr("%1 cannot be read", nullptr, pluralOf(counts.unreadable)));
    add(counts.unknown, AlertWords::tr("1 unknown"), AlertWords::tr("%1 unknown", nullptr, pluralOf(counts.unknown)));
    return parts.join(QStringLiteral(", "));
}

QString alertsSummary(const std::vector<Alert> &active, milliseconds now)
{
    std::array<int, static_cast<std::size_t>(State::Error) + 1> counts{};
    int open = 0, muted = 0;
    for (const Alert &alert : active) {
        ++counts.at(static_cast<std::size_t>(alert.state));
        open += alert.isTaken(now) ? 0 : 1;
        muted += alert.isMuted(now) && !alert.acknowledged ? 1 : 0;
    }
    QStringList parts;
    const auto add = [&parts](int count, const QString &one, const QString &several) {
        if (count > 0) {
            parts += count == 1 ? one : several.arg(formatCount(count));
        }
    };
    const int unknown = counts.at(static_cast<std::size_t>(State::Error));
    const int critical = counts.at(static_cast<std::size_t>(State::Critical));
    const int warnings = counts.at(static_cast<std::size_t>(State::Warning));
    add(unknown, AlertWords::tr("1 unknown"), AlertWords::tr("%1 unknown", nullptr, pluralOf(unknown)));
    add(critical, AlertWords::tr("1 critical"), AlertWords::tr("%1 critical", nullptr, pluralOf(critical)));
    add(warnings, AlertWords::tr("1 warning"), AlertWords::tr("%1 warnings", nullptr, pluralOf(warnings)));
    if (parts.isEmpty()) {
        return {};
    }
    QString taken = open == 0 ? AlertWords::tr("all acknowledged or muted")
        : open == 1           ? AlertWords::tr("1 unacknowledged")
                              : AlertWords::tr("%1 unacknowledged", nullptr, pluralOf(open)).arg(formatCount(open));
    if (open > 0 && muted > 0) { // neither acknowledged nor counted above
        taken = muted == 1 ? AlertWords::tr("%1, 1 muted").arg(taken)
                           : AlertWords::tr("%1, %2 muted", nullptr, pluralOf(muted)).arg(taken, formatCount(muted));
    }
    return AlertWords::tr("%1 · %2").arg(parts.join(QStringLiteral(", ")), taken);
}

State serverTrouble(const std::vector<Alert> &active)
{
    State worst = State::Ok;
    for (const Alert &alert : active) {
        worst = alert.subject.collection.isEmpty() ? std::max(worst, alert.state) : worst;
    }
    return worst;
}

QString alertBefore(const Alert &alert, const std::vector<Alert> &past, milliseconds now)
{
    constexpr std::chrono::hours month{24 * 30};
    const Alert *last = nullptr;
    int count = 0;
    for (const Alert &other : past) {
        if (other.subject == alert.subject && other.id != alert.id && other.raised < alert.raised) {
            last = last == nullptr ? &other : last;
            count += now - other.raised <= month ? 1 : 0;
        }
    }
    if (last == nullptr) {
        return AlertWords::tr("No earlier occurrences on record.");
    }
    const QString when =
        AlertWords::tr("Last time: %1, for %2.").arg(momentText(beganAt(*last), now), lastedText(*last, now));
    return count < 2
        ? when
        : AlertWords::tr("%1 %2 times in 30 days.", nullptr, pluralOf(count)).arg(when, formatCount(count));
}

} // namespace plimsoll::models
