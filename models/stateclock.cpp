// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stateclock.h"

#include "redis/types/limits.h"
#include "redis/types/loss.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds leastGap{10'000};
constexpr int intervalsInAGap = 3;
constexpr milliseconds longestTry{60'000}; ///< maximum time between connection attempts; more is a gap

QString stateText(const char *text)
{
    return QCoreApplication::translate("problems", text);
}

/// True if the figure of a limit is unknown, and not just without anything to measure.
bool isLimitUnknown(const Snapshot::Row &row, int figure)
{
    return row.problems != nullptr
        && std::any_of(row.problems->begin(), row.problems->end(), [figure](const Problem &problem) {
               return problem.figure == figure && problem.level == State::Unknown;
           });
}

} // namespace

ClockTick StateClock::tickAt(milliseconds now) const
{
    if (!m_last) {
        return {now, {}, true};
    }
    const milliseconds passed = now - *m_last;
    const bool isGap =
        m_wasAway || passed < milliseconds::zero() || passed > std::max(leastGap, intervalsInAGap * m_pace.interval);
    return {now, isGap ? milliseconds::zero() : passed, isGap, m_last};
}

std::vector<StateTurn> StateClock::apply(const Snapshot &snapshot)
{
    takeLayout(snapshot.layout);
    const ClockTick tick = tickAt(snapshot.serverTime);
    std::vector<StateTurn> turns;
    m_unseen = m_server.unseen(tick, snapshot);
    if (m_unseen) {
        loseUnseen(snapshot);
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        judge(tick, snapshot, row, turns);
        const double elements = snapshot.rows[row].found == nullptr ? elementsOf(snapshot, row) : unknownFigure;
        m_rows[row].elements = isKnown(elements) ? elements : m_rows[row].elements;
    }
    m_server.apply(tick, snapshot, m_unseen ? &*m_unseen : nullptr, turns);
    m_last = snapshot.serverTime;
    m_wasAway = false;
    return turns;
}

std::vector<StateTurn> StateClock::away(milliseconds time, const QString &why)
{
    std::vector<StateTurn> turns;
    const milliseconds passed = m_last ? time - *m_last : milliseconds::zero();
    m_server.away(time, std::clamp(passed, milliseconds::zero(), longestTry), m_pace.unknownFor, why, turns);
    for (Row &row : m_rows) {
        if (!row.error) {
            row.error =
                StateSince{State::Error, time, false, row.isSeen ? std::optional(row.judged.state) : std::nullopt};
        }
    }
    m_last = m_last ? std::max(*m_last, time) : time;
    m_wasAway = true;
    return turns;
}

AlertSubject StateClock::subject(std::size_t row, int figure, Cause cause) const
{
    const SnapshotLayout::Row &at = m_layout->rows[row];
    return {at.name, at.kind->id, figure < 0 ? QString() : QString(at.figure(figure).id), cause};
}

StateClock::Row StateClock::made(const SnapshotLayout &layout, std::size_t row) const
{
    Row made;
    if (layout.workspace == nullptr || row >= layout.workspace->collections.size()) {
        return made;
    }
    const std::vector<Limit> &limits = layout.workspace->collections[row].limits;
    for (int i = 0; i < std::ssize(limits); ++i) {
        const Limit &limit = limits[static_cast<std::size_t>(i)];
        if (limit.hasLevel()) {
            made.conditions.push_back({limit.figure, Cause::Level, i});
        }
        if (limit.unchangedFor.isSet()) {
            made.conditions.push_back({limit.figure, Cause::Unchanged, i});
        }
    }
    return made;
}

/// Keeps states by the names of collections and figures.
void StateClock::takeLayout(const std::shared_ptr<const SnapshotLayout> &layout)
{
    if (m_layout == layout) {
        return;
    }
    const bool isSameWorkspace = m_layout != nullptr && layout->workspace != nullptr
        && m_layout->workspace == layout->workspace && m_rows.size() == layout->rows.size();
    if (!isSameWorkspace) {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const SnapshotLayout::Row &at = m_layout->rows[row];
            m_restored[{at.name, at.kind->id}] = saved(row);
        }
        m_rows.clear();
        for (std::size_t row = 0; row < layout->rows.size(); ++row) {
            m_rows.push_back(made(*layout, row));
        }
    }
    m_layout = layout;
    if (!isSameWorkspace) {
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const SnapshotLayout::Row &at = layout->rows[row];
            if (const auto known = m_restored.find({at.name, at.kind->id}); known != m_restored.end()) {
                restore(known->second, row);
            }
        }
        m_restored.clear();
    }
}

void StateClock::judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, std::vector<StateTurn> &turns)
{
    Row &at = m_rows[row];
    const bool isError = snapshot.rows[row].state == State::Error;
    takeLosses(snapshot, row);
    for (Condition &condition : at.conditions) {
        const bool isRead = condition.figure >= 0 && isKnown(snapshot.figure(row, condition.figure));
        if (!isError || isRead) { // otherwise keeps the state
            judge(tick, snapshot, row, condition, turns);
        }
    }
    judgeByItself(tick, snapshot, row, turns);
    conclude(tick, at);
    judgeUnknown(tick, snapshot, row, turns);
}

/// Elements may also have been processed while unwatched, so only an empty server proves a loss.
void StateClock::loseUnseen(const Snapshot &snapshot)
{
    const std::vector<NodeState> &nodes = snapshot.server.nodes;
    const bool isEmpty =
        std::all_of(nodes.begin(), nodes.end(), [](const NodeState &node) { return node.info.keys == 0; });
    const QString what = happenedText(m_unseen->type);
    double lost = 0;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        const double before = m_rows[row].elements;
        const double now = snapshot.rows[row].found == nullptr ? elementsOf(snapshot, row) : unknownFigure;
        if (now < before / 2) {
            keepLoss(row,
                     std::make_shared<const Loss>(
                         Loss{snapshot.serverTime, snapshot.serverTime, before,
                              isEmpty ? goneText(what, before - now) : fewerText(what, before - now)}));
            lost += before - now;
        }
    }
    m_unseen->elementsGone = isEmpty ? lost : 0;
    m_unseen->text = isEmpty ? goneText(m_unseen->text, lost) : fewerText(m_unseen->text, lost);
}

/// Keeps losses over a restart of this process, because the new poller has not seen them.
void StateClock::takeLosses(const Snapshot &snapshot, std::size_t row)
{
    const WorkspacePtr &workspace = m_layout->workspace;
    std::erase_if(m_rows[row].losses, [&](const std::shared_ptr<const Loss> &loss) {
        const bool isLimited = loss->figure >= 0 && workspace != nullptr && row < workspace->collections.size()
            && hasOwnLimit(workspace->collections[row].limits, loss->figure);
        return isLimited || isOver(*loss, snapshot, row);
    });
    const auto &problems = snapshot.rows[row].problems;
    for (std::size_t i = 0; problems && i < problems->size(); ++i) {
        if ((*problems)[i].loss != nullptr) {
            keepLoss(row, (*problems)[i].loss);
        }
    }
}

/// Keeps the newer loss, but for dead letters the one with the lower count, which was watched for longer.
void StateClock::keepLoss(std::size_t row, std::shared_ptr<const Loss> loss)
{
    std::vector<std::shared_ptr<const Loss>> &losses = m_rows[row].losses;
    const auto kept = std::find_if(losses.begin(), losses.end(),
                                   [&loss](const auto &other) { return other->figure == loss->figure; });
    if (kept == losses.end()) {
        losses.push_back(std::move(loss));
    } else if (loss->figure < 0 || loss->before <= (*kept)->before) {
        *kept = std::move(loss);
    }
}

std::vector<std::shared_ptr<const Loss>> StateClock::untold(const Snapshot &snapshot, std::size_t row) const
{
    std::vector<std::shared_ptr<const Loss>> untold;
    for (const std::shared_ptr<const Loss> &loss : m_rows[row].losses) {
        if (toldLoss(snapshot.rows[row], loss->figure) != loss) {
            untold.push_back(loss);
        }
    }
    return untold;
}

void StateClock::judgeUnknown(const ClockTick &tick, const Snapshot &snapshot, std::size_t row,
                              std::vector<StateTurn> &turns)
{
    Row &at = m_rows[row];
    const bool isError = snapshot.rows[row].state == State::Error;
    if (!isError) {
        at.error.reset();
        at.unknownFor = {};
        if (std::exchange(at.isUnknown, false)) {
            turns.push_back({subject(row, -1, Cause::Unknown),
                             {State::Ok, tick.now, tick.isGap, State::Error},
                             unknownFigure,
                             unknownFigure,
                             stateText(QT_TRANSLATE_NOOP("problems", "can be read again"))});
        }
        return;
    }
    if (!at.error) {
        at.error = StateSince{State::Error, tick.now, !at.isSeen || tick.isGap,
                              at.isSeen ? std::optional(at.judged.state) : std::nullopt};
    } else {
        at.unknownFor += tick.watched;
    }
    if (!at.isUnknown && at.unknownFor >= m_pace.unknownFor) {
        at.isUnknown = true;
        const auto &problems = snapshot.rows[row].problems;
        const auto found = problems
            ? std::find_if(problems->begin(), problems->end(), [](const Problem &p) { return p.level == State::Error; })
            : std::vector<Problem>::const_iterator();
        StateSince state = *at.error;
        state.was = State::Ok; // previous state of this alert; figures have their own
        turns.push_back({subject(row, -1, Cause::Unknown), state, unknownFigure, unknownFigure,
                         problems && found != problems->end() ? found->text : QString()});
    }
}

/// Judges problems in the snapshot that have no limit.
void StateClock::judgeByItself(const ClockTick &tick, const Snapshot &snapshot, std::size_t row,
                               std::vector<StateTurn> &turns)
{
    std::vector<Condition> &conditions = m_rows[row].conditions;
    const auto add = [&](int figure) {
        const bool isJudged = std::any_of(conditions.begin(), conditions.end(), [figure](const Condition &condition) {
            return condition.figure == figure && condition.cause == Cause::Level;
        });
        if (isJudged) {
            return;
        }
        conditions.push_back({figure, Cause::Level});
        // If there was a previous snapshot, the problem did not exist then.
        if (m_rows[row].isSeen) {
            conditions.back().clock.judge({m_rows[row].judged.since, {}, true}, State::Ok);
        }
        judge(tick, snapshot, row, conditions.back(), turns);
    };
    for (std::size_t i = 0; snapshot.rows[row].problems && i < snapshot.rows[row].problems->size(); ++i) {
        const Problem &problem = (*snapshot.rows[row].problems)[i];
        if (isTrouble(problem.level)) {
            add(problem.figure);
        }
    }
    for (const std::shared_ptr<const Loss> &loss : untold(snapshot, row)) {
        add(loss->figure);
    }
}

void StateClock::judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, Condition &condition,
                       std::vector<StateTurn> &turns) const
{
    const SnapshotLayout::Row &at = m_layout->rows[row];
    const State before = condition.clock.state().state;
    const double value = condition.figure < 0 ? unknownFigure : snapshot.figure(row, condition.figure);
    const Limit *limit = condition.limit < 0
        ? nullptr
        : &m_layout->workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)];
    const bool atLeast = condition.figure >= 0 && snapshot.isAtLeast(row, condition.figure);
    condition.isUnknown = limit != nullptr && isLimitUnknown(snapshot.rows[row], condition.figure);
    const Problem *problem = nullptr;
    std::optional<Problem> lost;
    if (limit == nullptr) {
        problem = worstOf(snapshot.rows[row].problems.get(), condition.figure);
        for (const std::shared_ptr<const Loss> &loss : untold(snapshot, row)) {
            if (loss->figure == condition.figure) {
                problem = &lost.emplace(lossProblem(loss, snapshot, row));
            }
        }
        condition.clock.judge(tick, problem != nullptr ? problem->level : State::Ok);
    } else if (condition.isUnknown) {
        condition.clock.suspend();
    } else if (condition.cause == Cause::Unchanged) {
        condition.clock.judge(tick, limit->unchangedFor, value);
    } else {
        condition.clock.judge(tick, *limit, value, atLeast);
    }
    const StateSince &now = condition.clock.state();
    if (now.state == before) {
        return;
    }
    StateTurn turn{subject(row, condition.figure, condition.cause), now, value, unknownFigure, {}};
    turn.state.was = before;
    if (limit == nullptr) {
        turn.text = problem != nullptr ? problem->text
            : condition.figure >= 0    ? figureText(at.figure(condition.figure), value, atLeast)
                                       : QString();
    } else if (condition.cause == Cause::Unchanged) {
        const auto &bound = now.state == State::Critical ? limit->unchangedFor.critical : limit->unchangedFor.warning;
        turn.value = static_cast<double>(condition.clock.unchanged().count());
        turn.limit = now.state == State::Ok || !bound ? unknownFigure : static_cast<double>(bound->count());
        turn.text = unchangedText(row, condition);
    } else {
        const bool isCritical = now.state == State::Critical || !limit->warning;
        turn.limit = (isCritical ? limit->critical : limit->warning).value_or(unknownFigure);
        turn.text = isKnown(value) ? limitSentence(at.figures(), *limit, now.state, value, atLeast)
                                   : stateText(QT_TRANSLATE_NOOP("problems", "has no value any more"));
    }
    turns.push_back(std::move(turn));
}

/// Tells the time without a change of the figure, and the maximum.
QString StateClock::unchangedText(std::size_t row, const Condition &condition) const
{
    const SilenceLimit &limit =
        m_layout->workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)].unchangedFor;
    const QString title = QCoreApplication::translate("figures", m_layout->rows[row].figure(condition.figure).title);
    const State state = condition.clock.state().state;
    const auto &bound = state == State::Critical ? limit.critical : limit.warning;
    if (state == State::Ok || !bound) {
        return stateText(QT_TRANSLATE_NOOP("problems", "%1 moves again")).arg(title);
    }
    return stateText(QT_TRANSLATE_NOOP("problems", "%1 unchanged for %2, limit %3"))
        .arg(title, limitValueText(Unit::Duration, static_cast<double>(condition.clock.unchanged().count())),
             limitValueText(Unit::Duration, static_cast<double>(bound->count())));
}

void StateClock::conclude(const ClockTick &tick, Row &row)
{
    const Condition *worst = nullptr;
    for (const Condition &condition : row.conditions) {
        const StateSince &is = condition.clock.state();
        const bool isWorse = worst == nullptr || is.state > worst->clock.state().state
            || (is.state == worst->clock.state().state && is.since < worst->clock.state().since);
        worst = isWorse ? &condition : worst;
    }
    StateSince now{State::Ok, tick.now, tick.isGap};
    if (worst != nullptr && worst->clock.state().state != State::Ok) {
        now = worst->clock.state();
    } else if (std::any_of(row.conditions.begin(), row.conditions.end(),
                           [](const Condition &condition) { return condition.isUnknown; })) {
        now.state = State::Unknown;
    }
    const State state = now.state;
    const bool hadNone = !std::exchange(row.isSeen, true);
    if (hadNone) {
        row.judged = {state, now.since, true, std::nullopt};
    } else if (state > row.judged.state) {
        row.judged = {state, now.since, now.isAtLeast, row.judged.state};
    } else if (state < row.judged.state) {
        row.judged = {state, tick.now, tick.isGap, row.judged.state};
    } else if (row.judged.since > tick.now) { // the server's clock was set back
        row.judged.since = tick.now;
        row.judged.isAtLeast = true;
    }
}

const StateSince &StateClock::collection(std::size_t row) const
{
    return m_rows[row].error ? *m_rows[row].error : m_rows[row].judged;
}

StateSince StateClock::figure(std::size_t row, int figure) const
{
    const Row &at = m_rows[row];
    const Condition *worst = nullptr;
    for (const Condition &condition : at.conditions) {
        if (condition.figure == figure
            && (worst == nullptr || condition.clock.state().state > worst->clock.state().state)) {
            worst = &condition;
        }
    }
    if (worst != nullptr) {
        return worst->clock.state();
    }
    return {State::Ok, at.judged.state == State::Ok ? at.judged.since : milliseconds::zero(), true, std::nullopt};
}

StateSince StateClock::oldestCause(std::size_t row) const
{
    const StateSince &now = collection(row);
    if (!isTrouble(now.state)) {
        return now;
    }
    std::optional<StateSince> oldest;
    for (const Condition &condition : m_rows[row].conditions) {
        const StateSince &is = condition.clock.state();
        if (is.state == now.state && (!oldest || is.since < oldest->since)) {
            oldest = is;
        }
    }
    if (!oldest || oldest->since == now.since) {
        return now;
    }
    oldest->was.reset(); // the state of the collection before differs from that of this cause
    return *oldest;
}

std::optional<StateSince> StateClock::trouble(std::size_t row) const
{
    std::optional<StateSince> oldest;
    for (const Condition &condition : m_rows[row].conditions) {
        const StateSince is = condition.clock.trouble();
        if (isTrouble(is.state) && (!oldest || is.since < oldest->since)) {
            oldest = is;
        }
    }
    return m_rows[row].error ? std::nullopt : oldest;
}

std::vector<AlertSubject> StateClock::inTrouble() const
{
    std::vector<AlertSubject> all = m_server.inTrouble();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (const Condition &condition : m_rows[row].conditions) {
            if (condition.clock.state().state != State::Ok) {
                all.push_back(subject(row, condition.figure, condition.cause));
            }
        }
        if (m_rows[row].isUnknown) {
            all.push_back(subject(row, -1, Cause::Unknown));
        }
    }
    return all;
}

} // namespace plimsoll::models
