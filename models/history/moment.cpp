// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/moment.h"

#include "models/alerts/alerttext.h"
#include "models/text/format.h"
#include "redis/types/boundrole.h"
#include "redis/types/limits.h"
#include "redis/types/momentrecord.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QHash>
#include <QLocale>
#include <QSet>

#include <algorithm>

namespace plimsoll::models {

namespace {

using std::chrono::milliseconds;

struct MomentWords {
    Q_DECLARE_TR_FUNCTIONS(moment)
};

using Name = std::pair<QString, QString>; // collection and its kind

Name nameOf(const SnapshotLayout::Row &row)
{
    return {row.name, QString(row.kind->id)};
}

/// The active alert of a figure and cause.
const Alert *alertOf(const std::vector<const Alert *> &alerts, QStringView figure, Cause cause)
{
    const auto found = std::find_if(alerts.begin(), alerts.end(), [&](const Alert *alert) {
        return alert->subject.figure == figure && alert->subject.cause == cause;
    });
    return found == alerts.end() ? nullptr : *found;
}

/// Applies the limits of that time; hold times and clearing follow the alerts of that time.
std::vector<Problem> problemsOf(const CollectionDefinition &definition, const SnapshotLayout::Row &row,
                                const Snapshot &snapshot, std::size_t index, const std::vector<const Alert *> &alerts)
{
    std::vector<Problem> problems;
    for (const Limit &limit : definition.limits) {
        const double value = snapshot.figure(index, limit.figure);
        const bool atLeast = snapshot.isAtLeast(index, limit.figure);
        const FigureSpec &spec = row.figure(limit.figure);
        const Alert *raised = alertOf(alerts, QString(spec.id), Cause::Level);
        auto problem = checkLimit(row.figures(), limit, value, atLeast);
        if (problem && isTrouble(problem->level) && limit.holdFor && raised == nullptr) {
            problem.reset(); // not yet for long enough
        }
        const auto level = raised == nullptr ? std::nullopt : stateAt(*raised, snapshot.serverTime);
        if ((!problem || !isTrouble(problem->level)) && level && limit.hasLevel() && isKnown(value)) {
            problem = Problem{limit.figure, *level, figureText(spec, value, atLeast)};
        }
        if (problem) {
            problems.push_back(*std::move(problem));
        }
        const Alert *silent = alertOf(alerts, QString(spec.id), Cause::Unchanged);
        const auto still = silent == nullptr ? std::nullopt : stateAt(*silent, snapshot.serverTime);
        if (still && limit.unchangedFor.isSet()) {
            problems.push_back({limit.figure, *still, silent->worstText.isEmpty() ? silent->text : silent->worstText});
        }
    }
    return problems;
}

/// The alert's step at `time`; null if steps were not stored.
const AlertStep *stepAt(const Alert &alert, milliseconds time)
{
    const auto after = std::find_if(alert.steps.begin(), alert.steps.end(),
                                    [time](const AlertStep &step) { return step.time > time; });
    return after == alert.steps.begin() ? nullptr : &*std::prev(after);
}

/// What the alert said at `time`; its own text if steps were not stored.
const QString &textThen(const Alert &alert, milliseconds time)
{
    const AlertStep *step = stepAt(alert, time);
    return step == nullptr ? alert.text : step->text;
}

/// True for a text that is the same whatever the figure is: "group billing was removed".
bool holdsNoValue(const QString &text)
{
    return !text.isEmpty() && withoutValue(text) == text;
}

/// Returns what the text of an alert says of a bound after the value: ", bound 1,000"; empty if it names none.
QString boundIn(const QString &text)
{
    for (const char *sentence : boundSentences) {
        const QString words =
            QCoreApplication::translate("problems", sentence).section(QStringLiteral("%1"), 1).section(u'%', 0, 0);
        if (const qsizetype at = text.indexOf(words); at >= 0) {
            return text.mid(at);
        }
    }
    return {};
}

/// Adds problems without a limit (redis/poll/concerns.h): figures that should be 0, others according to the alerts.
void addTroubles(const CollectionDefinition &definition, const SnapshotLayout::Row &row, const Snapshot &snapshot,
                 std::size_t index, const std::vector<const Alert *> &alerts, std::vector<Problem> &problems)
{
    for (int figure = 0; figure < std::ssize(row.figures()); ++figure) {
        const double value = snapshot.figure(index, figure);
        if (hasOwnLimit(definition.limits, figure)) {
            continue;
        }
        const FigureSpec &spec = row.figure(figure);
        const Alert *raised = alertOf(alerts, QString(spec.id), Cause::Level);
        const auto level = raised == nullptr ? std::nullopt : stateAt(*raised, snapshot.serverTime);
        const QString told = raised == nullptr ? QString() : textThen(*raised, snapshot.serverTime);
        if (level && (!isKnown(value) || holdsNoValue(told))) { // such as an expiry that there is not
            problems.push_back({figure, *level, withoutValue(told)});
        } else if (level || (spec.means == Means::Trouble && value > 0)) {
            problems.push_back({figure, level.value_or(State::Warning),
                                figureText(spec, value, snapshot.isAtLeast(index, figure)) + boundIn(told)});
        }
    }
    // Elements that an event of the server took.
    const Alert *lost = alertOf(alerts, QString(), Cause::Level);
    if (lost != nullptr && isActiveAt(*lost, snapshot.serverTime)) {
        problems.push_back(
            {-1, stateAt(*lost, snapshot.serverTime).value_or(lost->worst), textThen(*lost, snapshot.serverTime)});
    }
}

milliseconds sinceAt(const Alert &alert, milliseconds time)
{
    if (const AlertStep *step = stepAt(alert, time)) {
        return step->since;
    }
    return alert.isActive() && alert.since <= time ? alert.since : alert.raised;
}

/// Start of the state of a figure or collection, as far as the alerts show.
std::optional<StateSince> sinceOf(State state, const QString &figure, const std::vector<const Alert *> &alerts,
                                  milliseconds time)
{
    std::optional<StateSince> since;
    for (const Alert *alert : alerts) {
        if (alert->subject.figure == figure && stateAt(*alert, time) == state) {
            const milliseconds began = sinceAt(*alert, time);
            if (!since || began < since->since) {
                since = StateSince{state, began, alert->isAtLeast, std::nullopt};
            }
        }
    }
    return since;
}

void fill(Snapshot &snapshot, std::size_t index, const MomentFigures &kept)
{
    const SnapshotLayout::Row &row = snapshot.layout->rows[index];
    for (int figure = 0; figure < std::ssize(row.figures()); ++figure) {
        const auto at = kept.figures.indexOf(QString(row.figure(figure).id));
        if (at >= 0) {
            const std::size_t place = snapshot.place(index, figure);
            snapshot.figures[place] = kept.values[static_cast<std::size_t>(at)];
            const bool atLeast = kept.atLeast[static_cast<std::size_t>(at)] != 0;
            snapshot.notes[place] = atLeast ? static_cast<quint8>(FigureNote::AtLeast) : quint8(0);
        }
    }
}

void judge(Moment &moment, Snapshot &snapshot, std::size_t index, const std::vector<const Alert *> &alerts)
{
    Snapshot::Row &out = snapshot.rows[index];
    const std::span<const double> figures = snapshot.figuresOf(index);
    std::vector<Problem> problems;
    if (std::none_of(figures.begin(), figures.end(), isKnown)) {
        problems.push_back({-1, State::Error, MomentWords::tr("not recorded then")});
    } else if (snapshot.layout->workspace != nullptr && index < snapshot.layout->workspace->collections.size()) {
        const CollectionDefinition &definition = snapshot.layout->workspace->collections[index];
        const SnapshotLayout::Row &row = snapshot.layout->rows[index];
        problems = problemsOf(definition, row, snapshot, index, alerts);
        addTroubles(definition, row, snapshot, index, alerts, problems);
    }
    for (const Problem &problem : problems) {
        out.state = std::max(out.state, problem.level);
    }
    if (!problems.empty()) {
        out.problems = std::make_shared<const std::vector<Problem>>(std::move(problems));
    }
    const Problem *told = worstProblem(out); // the problem whose text is shown
    if (told != nullptr && (out.state == State::Warning || out.state == State::Critical)) {
        const QString figure =
            told->figure < 0 ? QString() : QString(snapshot.layout->rows[index].figure(told->figure).id);
        moment.since[index] = sinceOf(out.state, figure, alerts, snapshot.serverTime);
    }
}

/// Text of an alert at the moment. The step's text may hold an older value, which is replaced or removed. With a limit,
/// alertText() does so when the alert is shown.
QString textAt(const Alert &alert, const AlertPlace &place, const Moment &moment)
{
    const AlertStep *step = stepAt(alert, moment.time);
    const QString &text = textThen(alert, moment.time);
    if (alert.subject.cause != Cause::Level || !place.hasFigure()) {
        return step == nullptr || step->time == moment.time ? text : withoutValue(text);
    }
    const auto row = static_cast<std::size_t>(place.row);
    const double value = moment.snapshot->figure(row, place.figure);
    if (isKnown(value)) {
        return place.limit != nullptr || holdsNoValue(text)
            ? text
            : figureText(moment.snapshot->layout->rows[row].figure(place.figure), value,
                         moment.snapshot->isAtLeast(row, place.figure))
                + boundIn(text);
    }
    return withoutValue(text);
}

/// The alert at the moment; without recorded steps, the figures give its state.
Alert asSeen(const Alert &alert, const Moment &moment)
{
    Alert seen = alert;
    if (isActiveAt(alert, moment.time)) {
        std::optional<State> state = stateAt(alert, moment.time);
        const AlertPlace place = placeOf(alert.subject, *moment.snapshot);
        if (!state && place.hasFigure()) {
            const auto &problems = moment.snapshot->rows[static_cast<std::size_t>(place.row)].problems;
            for (std::size_t i = 0; problems && i < problems->size(); ++i) {
                const Problem &problem = (*problems)[i];
                state =
                    problem.figure == place.figure && isTrouble(problem.level) ? std::optional(problem.level) : state;
            }
        }
        seen.cleared.reset();
        seen.state = state.value_or(alert.worst);
        seen.since = sinceAt(alert, moment.time);
        seen.text = textAt(alert, place, moment);
        // The time of the worst state is unknown, so uses the worst step until the moment.
        seen.worst = seen.state;
        for (const AlertStep &step : alert.steps) {
            seen.worst = step.time <= moment.time ? std::max(seen.worst, step.state) : seen.worst;
        }
        seen.worstValue = unknownFigure;
        seen.worstText.clear();
    }
    if (seen.muted && *seen.muted > moment.time) {
        seen.muted.reset();
        seen.mutedUntil.reset();
        seen.mutedBy.clear();
    }
    if (seen.acknowledged && *seen.acknowledged > moment.time) {
        seen.acknowledged.reset();
        seen.acknowledgedBy.clear();
    }
    std::erase_if(seen.notes, [&moment](const AlertNote &note) { return note.time > moment.time; });
    std::erase_if(seen.told,
                  [&moment](const AlertTelling &telling) { return !telling.time || *telling.time > moment.time; });
    return seen;
}

/// Names of collections with records whose limits have the given source.
QStringList recorded(const Moment &moment, LimitsThen limits)
{
    QStringList names;
    for (std::size_t row = 0; row < moment.limits.size(); ++row) {
        if (moment.limits[row] == limits && moment.snapshot->rows[row].state != State::Error) {
            names.append(moment.present->rows[row].name);
        }
    }
    return names;
}

/// The first names, at most three.
QString some(const QStringList &names)
{
    constexpr qsizetype most = 3;
    const QString first = names.mid(0, most).join(QStringLiteral(", "));
    return names.size() <= most
        ? first
        : MomentWords::tr("%1 and %2 more").arg(first, formatCount(double(names.size() - most)));
}

JudgedThen judgedThen(const std::shared_ptr<const SnapshotLayout> &now, const JudgedBy &kept)
{
    JudgedThen then{now, std::vector<LimitsThen>(now->rows.size(), LimitsThen::NotKept)};
    if (now->workspace == nullptr) {
        return then;
    }
    Workspace workspace = *now->workspace;
    bool isOther = !kept.all.isEmpty() && kept.all != judgedBy(workspace) && judgeBy(kept.all, workspace);
    const std::size_t rows = std::min({now->rows.size(), workspace.collections.size(), kept.rows.size()});
    for (std::size_t row = 0; row < rows; ++row) {
        CollectionDefinition &definition = workspace.collections[row];
        if (kept.rows[row].isEmpty()) {
            continue;
        }
        if (kept.rows[row] == judgedBy(definition)) {
            then.limits[row] = LimitsThen::AsNow;
        } else if (auto made = asJudgedBy(kept.rows[row], definition)) {
            definition = *std::move(made);
            then.limits[row] = LimitsThen::Others;
            isOther = true;
        }
    }
    if (isOther) {
        auto layout = std::make_shared<SnapshotLayout>(*now);
        layout->workspace = std::make_shared<const Workspace>(std::move(workspace));
        then.layout = std::move(layout);
    }
    return then;
}

} // namespace

const JudgedThen &MomentLimits::of(const std::shared_ptr<const SnapshotLayout> &now, JudgedBy kept)
{
    if (now != m_now || kept != m_kept) {
        m_now = now;
        m_kept = std::move(kept);
        m_then = judgedThen(m_now, m_kept);
    }
    return m_then;
}

std::optional<TimeRange> gapAt(const std::vector<TimeRange> &recorded, milliseconds time)
{
    for (std::size_t i = 1; i < recorded.size(); ++i) {
        if (time > recorded[i - 1].to && time < recorded[i].from) {
            return TimeRange{recorded[i - 1].to, recorded[i].from};
        }
    }
    return std::nullopt;
}

milliseconds recordedAt(const std::vector<TimeRange> &recorded, milliseconds time, Toward toward)
{
    using std::chrono::seconds;
    const auto next =
        std::find_if(recorded.begin(), recorded.end(), [time](const auto &each) { return each.to >= time; });
    if (recorded.empty() || (next != recorded.end() && next->from <= time)) {
        return time;
    }
    const auto begin = [next] { return std::min<milliseconds>(std::chrono::ceil<seconds>(next->from), next->to); };
    const auto end = [&] {
        const TimeRange &before = *std::prev(next);
        return std::max<milliseconds>(std::chrono::floor<seconds>(before.to), before.from);
    };
    if (next == recorded.begin()) {
        return begin();
    }
    const bool isLater = next != recorded.end()
        && (toward == Toward::Later || (toward == Toward::Nearest && next->from - time < time - std::prev(next)->to));
    return isLater ? begin() : end();
}

bool isActiveAt(const Alert &alert, milliseconds time)
{
    return alert.raised <= time && (!alert.cleared || *alert.cleared > time);
}

std::optional<State> stateAt(const Alert &alert, milliseconds time)
{
    if (!isActiveAt(alert, time)) {
        return std::nullopt;
    }
    if (const AlertStep *step = stepAt(alert, time)) {
        return step->state;
    }
    if (alert.isActive() && alert.since <= time) {
        return alert.state;
    }
    // Without steps, only an alert that never exceeded warning has a known state.
    return alert.worst == State::Warning ? std::optional(State::Warning) : std::nullopt;
}

AlertList alertsAt(const Moment &moment, const AlertList &known)
{
    AlertList then;
    then.isKept = known.isKept;
    QSet<QString> taken;
    const auto take = [&](const Alert &alert) {
        if (alert.raised > moment.time || taken.contains(alert.id)) {
            return;
        }
        taken.insert(alert.id);
        Alert seen = asSeen(alert, moment);
        (seen.isActive() ? then.active : then.past).push_back(std::move(seen));
    };
    for (const std::vector<Alert> *some : {&moment.alerts, &known.active, &known.past}) {
        std::for_each(some->begin(), some->end(), take);
    }
    std::stable_sort(then.active.begin(), then.active.end(),
                     [](const Alert &a, const Alert &b) { return a.raised < b.raised; });
    std::stable_sort(then.past.begin(), then.past.end(),
                     [](const Alert &a, const Alert &b) { return a.cleared > b.cleared; });
    return then;
}

Moment momentOf(const MomentQuestion &question, const MomentRecord &record, std::vector<Alert> alerts,
                MomentLimits &limits)
{
    Moment moment;
    moment.time = question.time;
    moment.alerts = std::move(alerts);
    moment.present = question.layout;
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->serverTime = question.time;
    snapshot->taken = std::chrono::steady_clock::now();
    const std::size_t rows = question.layout->rows.size();
    snapshot->rows.resize(rows);
    snapshot->figures.assign(static_cast<std::size_t>(question.layout->figureCount), unknownFigure);
    snapshot->notes.assign(snapshot->figures.size(), 0);
    snapshot->parts.assign(question.layout->parts.size(), unknownFigure);
    moment.since.resize(rows);

    QHash<Name, const MomentFigures *> found;
    for (const MomentFigures &each : record.collections) {
        found.insert({each.collection, each.kind}, &each);
        moment.step = std::max(moment.step, each.step);
    }
    std::vector<const MomentFigures *> own;
    JudgedBy judged{{}, record.judgedBy};
    for (const SnapshotLayout::Row &row : question.layout->rows) {
        own.push_back(found.value(nameOf(row)));
        judged.rows.push_back(own.back() == nullptr ? QByteArray() : own.back()->judgedBy);
    }
    const JudgedThen &then = limits.of(question.layout, std::move(judged));
    snapshot->layout = then.layout;
    moment.limits = then.limits;
    QHash<Name, std::vector<const Alert *>> active;
    for (const Alert &alert : moment.alerts) {
        if (isActiveAt(alert, question.time)) {
            active[{alert.subject.collection, alert.subject.kind}].push_back(&alert);
        }
    }
    if (record.server) {
        moment.step = std::max(moment.step, record.server->step);
        snapshot->server.nodes.push_back({serverOf(record.server->figures, record.server->values), {}, {}});
    }
    for (std::size_t row = 0; row < rows; ++row) {
        if (own[row] != nullptr) {
            fill(*snapshot, row, *own[row]);
        }
        judge(moment, *snapshot, row, active.value(nameOf(question.layout->rows[row])));
    }
    moment.snapshot = std::move(snapshot);
    return moment;
}

QString momentTitle(milliseconds time, milliseconds now)
{
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(time.count());
    const bool isThisYear = local.date().year() == QDateTime::fromMSecsSinceEpoch(now.count()).date().year();
    //: A past moment: weekday, day and month, time; as QLocale::toString() takes it.
    const QString format =
        isThisYear ? MomentWords::tr("ddd d MMM, HH:mm:ss") : MomentWords::tr("ddd d MMM yyyy, HH:mm:ss");
    return QLocale().toString(local, format);
}

QString unrecordedText(const Moment &moment)
{
    return moment.recorded.empty() || moment.time >= moment.recorded.front().from
        ? MomentWords::tr("not recorded")
        : MomentWords::tr("not recorded: recording began %1").arg(formatDateTime(moment.recorded.front().from));
}

QString limitsText(const Moment &moment)
{
    const QStringList others = recorded(moment, LimitsThen::Others);
    const bool isAnyKept = !others.isEmpty() || !recorded(moment, LimitsThen::AsNow).isEmpty();
    const bool isAnyOfNow = !recorded(moment, LimitsThen::NotKept).isEmpty();
    if (!isAnyKept) {
        return isAnyOfNow ? MomentWords::tr("states by today's limits") : QString();
    }
    if (!others.isEmpty()) {
        return MomentWords::tr("limits that differ today: %1").arg(some(others));
    }
    return isAnyOfNow ? MomentWords::tr("limits of that time, as far as they were kept")
                      : MomentWords::tr("same limits as today");
}

QString limitsHelp(const Moment &moment)
{
    const QStringList others = recorded(moment, LimitsThen::Others);
    const QStringList ofNow = recorded(moment, LimitsThen::NotKept);
    QStringList lines;
    if (!others.isEmpty()) {
        lines.append(MomentWords::tr("Judged by the limits of that time, which differ today: %1.").arg(some(others)));
    }
    if (!ofNow.isEmpty()) {
        lines.append(MomentWords::tr("The limits of that time were not kept; judged by today's: %1.").arg(some(ofNow)));
    }
    if (lines.isEmpty() && !limitsText(moment).isEmpty()) {
        lines.append(MomentWords::tr("States are by the limits of that time, which are the same today."));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace plimsoll::models
