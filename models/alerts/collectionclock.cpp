// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/collectionclock.h"

#include "models/text/format.h"
#include "redis/types/limits.h"
#include "redis/types/loss.h"

#include <QCoreApplication>
#include <QIODevice>

#include <algorithm>
#include <utility>

namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

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

const Problem *limitProblem(const Snapshot::Row &row, int figure)
{
    if (row.problems == nullptr) {
        return nullptr;
    }
    const auto found = std::find_if(row.problems->begin(), row.problems->end(), [figure](const Problem &problem) {
        return problem.figure == figure && problem.level != State::Error;
    });
    return found == row.problems->end() ? nullptr : &*found;
}

/// The state of a clock that the snapshot alone would give: one that stands still has none of its own.
State levelOf(const Problem *said)
{
    return said == nullptr || said->level == State::Unknown ? State::Ok : said->level;
}

/// The value is within the limit, but not yet past the clearing value.
QString notClearText(std::span<const FigureSpec> figures, const Limit &limit, State level, double value)
{
    const FigureSpec &spec = figures[static_cast<std::size_t>(limit.figure)];
    return stateText(QT_TRANSLATE_NOOP("problems", "%1, clears at %2"))
        .arg(figureText(spec, value, false), limitValueText(spec.unit, clearsAt(limit, level)));
}

/// "without expiry: still searching; the alert stays until it is known"
QString stillSearchedText(std::span<const FigureSpec> figures, int figure)
{
    const char *title = figures[static_cast<std::size_t>(figure)].title;
    const QString why = stateText(QT_TRANSLATE_NOOP("problems", "%1: %2"))
                            .arg(QCoreApplication::translate("figures", title),
                                 stateText(QT_TRANSLATE_NOOP("problems", "still searching")));
    return stateText(QT_TRANSLATE_NOOP("problems", "%1; the alert stays until it is known")).arg(why);
}

AlertSubject subjectOf(const SnapshotLayout::Row &at, int figure, Cause cause)
{
    return {at.name, at.kind->id, figure < 0 ? QString() : QString(at.figure(figure).id), cause};
}

/// Returns the number of elements; unknown for keys found by searching.
double elementsIn(const Snapshot &snapshot, std::size_t row)
{
    return snapshot.rows[row].found == nullptr ? elementsOf(snapshot, row) : unknownFigure;
}

/// True if the keys of the collection are searched, and the search cannot tell yet whether the figure is below what it
/// was: it is unknown, or a lower bound.
bool isStillSearched(const Snapshot &snapshot, std::size_t row, int figure)
{
    using enum FigureNote;
    const auto has = [&](FigureNote note) { return snapshot.has(row, figure, note); };
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    if (figure < 0 || workspace == nullptr || row >= workspace->collections.size() || has(Absent) || has(Never)
        || has(LeastZero) || (isKnown(snapshot.figure(row, figure)) && !has(Partial))) {
        return false;
    }
    const KeysFound *found = snapshot.rows[row].found.get();
    const bool isEndless = found != nullptr && found->isFull; // more keys than are kept: it never will
    return !isEndless && workspace->collections[row].foundRole() != nullptr;
}

/// True if the value alone keeps a state of trouble.
bool isStillBeyond(const Limit &limit, State state, double value)
{
    const std::optional<double> &at = state == State::Critical ? limit.critical : limit.warning;
    return at && value >= *at;
}

/// True if the problem is a loss of elements in a server event.
bool tellsElementsLost(const Problem &problem)
{
    return problem.loss != nullptr && problem.loss->figure < 0;
}

} // namespace

CollectionClock::CollectionClock(const SnapshotLayout &layout, std::size_t row)
{
    if (layout.workspace == nullptr || row >= layout.workspace->collections.size()) {
        return;
    }
    const std::vector<Limit> &limits = layout.workspace->collections[row].limits;
    for (int i = 0; i < std::ssize(limits); ++i) {
        const Limit &limit = limits[static_cast<std::size_t>(i)];
        if (limit.hasLevel()) {
            m_conditions.push_back({limit.figure, Cause::Level, i});
        }
        if (limit.unchangedFor.isSet()) {
            m_conditions.push_back({limit.figure, Cause::Unchanged, i});
        }
    }
}

void CollectionClock::apply(const ClockTick &poll, const Snapshot &snapshot, std::size_t row, milliseconds unknownFor,
                            std::vector<StateTurn> &turns)
{
    const bool isError = snapshot.rows[row].state == State::Error;
    updateLosses(snapshot, row);
    doubt(poll, isError, unknownFor);
    // What the first complete search finds may have begun at any time before.
    const KeysFound *found = snapshot.rows[row].found.get();
    ClockTick tick = poll;
    tick.isGap = poll.isGap || (found != nullptr && !m_isSearched);
    m_isSearched = m_isSearched || (found != nullptr && found->wholeAt.count() > 0 && found->unread == 0);
    for (Condition &condition : m_conditions) {
        const bool isRead = condition.figure >= 0 && isKnown(snapshot.figure(row, condition.figure));
        if (!isError || isRead) { // otherwise keeps the state
            judge(tick, snapshot, row, condition, turns);
        }
    }
    judgeByItself(tick, snapshot, row, turns);
    conclude(tick);
    judgeUnknown(tick, snapshot, row, unknownFor, turns);
    const double elements = elementsIn(snapshot, row);
    m_elements = isKnown(elements) ? elements : m_elements;
}

/// Trouble may have ended and begun again in a time without values that is longer than `unknownFor`.
void CollectionClock::doubt(const ClockTick &tick, bool isError, milliseconds unknownFor)
{
    const bool isBack = m_error && !isError;
    const milliseconds gap = tick.isGap && tick.last ? tick.now - *tick.last : milliseconds::zero();
    const milliseconds unread = isBack ? tick.now - m_error->since : milliseconds::zero();
    if (std::max(gap, unread) <= unknownFor) {
        return;
    }
    bool isOfLoss = false; // what once happened does not end
    for (Condition &condition : m_conditions) {
        const bool tellsLoss = std::any_of(m_losses.begin(), m_losses.end(), [&condition](const auto &loss) {
            return loss->figure == condition.figure && condition.limit < 0;
        });
        if (!tellsLoss) {
            condition.clock.doubt(tick.now);
        }
        isOfLoss = isOfLoss || (tellsLoss && condition.clock.state().state == m_judged.state);
    }
    if (!isOfLoss) {
        doubtStart(m_judged, tick.now);
    }
}

void CollectionClock::setAway(milliseconds time)
{
    m_isSearched = false; // the search begins anew
    if (!m_error) {
        m_error = StateSince{State::Error, time, false, m_isSeen ? std::optional(m_judged.state) : std::nullopt};
    }
}

double CollectionClock::loseUnseen(const Snapshot &snapshot, std::size_t row, const QString &what, bool isEmpty)
{
    const double now = elementsIn(snapshot, row);
    if (!(now < m_elements / 2)) { // also if one of them is unknown
        return 0;
    }
    const double lost = m_elements - now;
    keepLoss(std::make_shared<const Loss>(Loss{snapshot.serverTime, snapshot.serverTime, m_elements,
                                               isEmpty ? goneText(what, lost) : fewerText(what, lost)}));
    return lost;
}

/// Keeps losses over a restart of this process, because the new poller has not seen them.
void CollectionClock::updateLosses(const Snapshot &snapshot, std::size_t row)
{
    const WorkspacePtr &workspace = snapshot.layout->workspace;
    std::erase_if(m_losses, [&](const std::shared_ptr<const Loss> &loss) {
        const bool isLimited = loss->figure >= 0 && workspace != nullptr && row < workspace->collections.size()
            && hasOwnLimit(workspace->collections[row].limits, loss->figure);
        return isLimited || isOver(*loss, snapshot, row);
    });
    const auto &problems = snapshot.rows[row].problems;
    for (std::size_t i = 0; problems && i < problems->size(); ++i) {
        if ((*problems)[i].loss != nullptr) {
            keepLoss((*problems)[i].loss);
        }
    }
}

/// Keeps the newer loss, but for dead letters the one that was watched for longer: it has the lower count, and had it
/// earlier. An operation of ours raises the count without a later time.
void CollectionClock::keepLoss(std::shared_ptr<const Loss> loss)
{
    const auto kept = std::find_if(m_losses.begin(), m_losses.end(),
                                   [&loss](const auto &other) { return other->figure == loss->figure; });
    if (kept == m_losses.end()) {
        m_losses.push_back(std::move(loss));
    } else if (loss->figure < 0 || loss->before <= (*kept)->before || loss->time <= (*kept)->time) {
        *kept = std::move(loss);
    }
}

std::vector<std::shared_ptr<const Loss>> CollectionClock::untold(const Snapshot &snapshot, std::size_t row) const
{
    std::vector<std::shared_ptr<const Loss>> untold;
    for (const std::shared_ptr<const Loss> &loss : m_losses) {
        if (toldLoss(snapshot.rows[row], loss->figure) != loss) {
            untold.push_back(loss);
        }
    }
    return untold;
}

void CollectionClock::judgeUnknown(const ClockTick &tick, const Snapshot &snapshot, std::size_t row,
                                   milliseconds unknownFor, std::vector<StateTurn> &turns)
{
    const bool isError = snapshot.rows[row].state == State::Error;
    if (!isError) {
        m_error.reset();
        m_unknownFor = {};
        if (std::exchange(m_isUnknown, false)) {
            turns.push_back({subjectOf(snapshot.layout->rows[row], -1, Cause::Unknown),
                             {State::Ok, tick.now, tick.isGap, State::Error},
                             unknownFigure,
                             unknownFigure,
                             stateText(QT_TRANSLATE_NOOP("problems", "can be read again"))});
        }
        return;
    }
    if (!m_error) {
        m_error = StateSince{State::Error, tick.now, !m_isSeen || tick.isGap,
                             m_isSeen ? std::optional(m_judged.state) : std::nullopt};
    } else {
        m_unknownFor += tick.watched;
    }
    if (!m_isUnknown && m_unknownFor >= unknownFor) {
        m_isUnknown = true;
        const auto &problems = snapshot.rows[row].problems;
        const auto found = problems
            ? std::find_if(problems->begin(), problems->end(), [](const Problem &p) { return p.level == State::Error; })
            : std::vector<Problem>::const_iterator();
        StateSince state = *m_error;
        state.was = State::Ok; // previous state of this alert; figures have their own
        turns.push_back({subjectOf(snapshot.layout->rows[row], -1, Cause::Unknown), state, unknownFigure, unknownFigure,
                         problems && found != problems->end() ? found->text : QString()});
    }
}

/// Judges problems in the snapshot that have no limit.
void CollectionClock::judgeByItself(const ClockTick &tick, const Snapshot &snapshot, std::size_t row,
                                    std::vector<StateTurn> &turns)
{
    const auto add = [&](int figure) {
        const bool isJudged =
            std::any_of(m_conditions.begin(), m_conditions.end(), [figure](const Condition &condition) {
                return condition.figure == figure && condition.cause == Cause::Level;
            });
        if (isJudged) {
            return;
        }
        m_conditions.push_back({figure, Cause::Level});
        // If there was a previous snapshot, the problem did not exist then.
        if (m_isSeen) {
            m_conditions.back().clock.judge({m_judged.since, {}, true}, State::Ok);
        }
        judge(tick, snapshot, row, m_conditions.back(), turns);
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

void CollectionClock::judge(const ClockTick &tick, const Snapshot &snapshot, std::size_t row, Condition &condition,
                            std::vector<StateTurn> &turns) const
{
    const SnapshotLayout::Row &at = snapshot.layout->rows[row];
    State before = condition.clock.state().state;
    const double value = condition.figure < 0 ? unknownFigure : snapshot.figure(row, condition.figure);
    const Limit *limit = condition.limit < 0
        ? nullptr
        : &snapshot.layout->workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)];
    const bool atLeast = condition.figure >= 0 && snapshot.isAtLeast(row, condition.figure);
    condition.isUnknown = limit != nullptr && isLimitUnknown(snapshot.rows[row], condition.figure);
    const Problem *problem = nullptr;
    std::optional<Problem> lost;
    std::optional<Condition> still; // a figure that stood still until now, before this tick
    if (limit == nullptr) {
        problem = worstOf(snapshot.rows[row].problems.get(), condition.figure);
        for (const std::shared_ptr<const Loss> &loss : untold(snapshot, row)) {
            if (loss->figure == condition.figure) {
                problem = &lost.emplace(lossProblem(loss, snapshot, row));
            }
        }
        const bool isLoss = problem != nullptr && tellsElementsLost(*problem);
        const auto began = isLoss ? std::optional(std::min(problem->loss->time, tick.now)) : std::nullopt;
        if (began && isTrouble(before) && condition.clock.state().since < *began) { // an earlier trouble, not this loss
            condition.clock.judge(tick, State::Ok);
            turns.push_back(
                {subjectOf(at, condition.figure, condition.cause), condition.clock.state(), value, unknownFigure, {}});
            before = State::Ok;
        }
        condition.isUnknown =
            problem == nullptr && isTrouble(before) && isStillSearched(snapshot, row, condition.figure);
        if (condition.isUnknown) {
            condition.clock.suspend();
        } else {
            condition.clock.judge(tick, problem != nullptr ? problem->level : State::Ok, began);
        }
    } else if (condition.isUnknown) {
        condition.clock.suspend();
    } else if (condition.cause == Cause::Level && !limit->below && isTrouble(before)
               && !isStillBeyond(*limit, before, value) && isStillSearched(snapshot, row, condition.figure)) {
        condition.clock.suspend();
    } else if (condition.cause == Cause::Unchanged) {
        still = condition;
        condition.clock.judge(tick, limit->unchangedFor, value);
    } else {
        condition.clock.judge(tick, *limit, value, atLeast);
    }
    const StateSince &now = condition.clock.state();
    if (now.state == before) {
        return;
    }
    StateTurn turn{subjectOf(at, condition.figure, condition.cause), now, value, unknownFigure, {}};
    turn.state.was = before;
    if (limit == nullptr) {
        turn.text = problem != nullptr ? problem->text
            : condition.figure >= 0    ? figureText(at.figure(condition.figure), value, atLeast)
                                       : QString();
    } else if (condition.cause == Cause::Unchanged) {
        const auto &bound = now.state == State::Critical ? limit->unchangedFor.critical : limit->unchangedFor.warning;
        turn.value = static_cast<double>(condition.clock.unchanged().count());
        turn.limit = now.state == State::Ok || !bound ? unknownFigure : static_cast<double>(bound->count());
        turn.text = unchangedText(*snapshot.layout, row, condition);
        turn.ended = still && now.state == State::Ok ? unchangedText(*snapshot.layout, row, *still) : QString();
    } else {
        const bool isCritical = now.state == State::Critical || !limit->warning;
        turn.limit = (isCritical ? limit->critical : limit->warning).value_or(unknownFigure);
        turn.text = isKnown(value) ? limitSentence(at.figures(), *limit, now.state, value, atLeast)
                                   : stateText(QT_TRANSLATE_NOOP("problems", "no longer has a value"));
    }
    turns.push_back(std::move(turn));
}

/// Tells the time without a change of the figure, and the maximum.
QString CollectionClock::unchangedText(const SnapshotLayout &layout, std::size_t row, const Condition &condition)
{
    const SilenceLimit &limit =
        layout.workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)].unchangedFor;
    const QString title = QCoreApplication::translate("figures", layout.rows[row].figure(condition.figure).title);
    const State state = condition.clock.state().state;
    const auto &bound = state == State::Critical ? limit.critical : limit.warning;
    if (state == State::Ok || !bound) {
        return stateText(QT_TRANSLATE_NOOP("problems", "%1 moves again")).arg(title);
    }
    const QString time = limitValueText(Unit::Duration, static_cast<double>(condition.clock.unchanged().count()));
    return stateText(QT_TRANSLATE_NOOP("problems", "%1 unchanged for %2, limit %3"))
        .arg(title, condition.clock.isUnchangedAtLeast() ? QStringLiteral("≥ ") + time : time,
             limitValueText(Unit::Duration, static_cast<double>(bound->count())));
}

void CollectionClock::conclude(const ClockTick &tick)
{
    const Condition *worst = nullptr;
    for (const Condition &condition : m_conditions) {
        const StateSince &is = condition.clock.state();
        const bool isWorse = worst == nullptr || is.state > worst->clock.state().state
            || (is.state == worst->clock.state().state && is.since < worst->clock.state().since);
        worst = isWorse ? &condition : worst;
    }
    StateSince now{State::Ok, tick.now, tick.isGap};
    if (worst != nullptr && worst->clock.state().state != State::Ok) {
        now = worst->clock.state();
    } else if (std::any_of(m_conditions.begin(), m_conditions.end(),
                           [](const Condition &condition) { return condition.isUnknown; })) {
        now.state = State::Unknown;
    }
    const State state = now.state;
    const bool hadNone = !std::exchange(m_isSeen, true);
    if (hadNone) {
        m_judged = {state, now.since, true, std::nullopt};
    } else if (state > m_judged.state) {
        m_judged = {state, now.since, now.isAtLeast, m_judged.state};
    } else if (state < m_judged.state) {
        m_judged = {state, tick.now, tick.isGap, m_judged.state};
    } else if (m_judged.since > tick.now) { // the server's clock was set back
        m_judged.since = tick.now;
        m_judged.isAtLeast = true;
    }
}

StateSince CollectionClock::figure(int figure) const
{
    const Condition *worst = nullptr;
    for (const Condition &condition : m_conditions) {
        if (condition.figure == figure
            && (worst == nullptr || condition.clock.state().state > worst->clock.state().state)) {
            worst = &condition;
        }
    }
    if (worst != nullptr) {
        return worst->clock.state();
    }
    return {State::Ok, m_judged.state == State::Ok ? m_judged.since : milliseconds::zero(), true, std::nullopt};
}

std::optional<StateSince> CollectionClock::problem(const Problem &problem) const
{
    for (const Condition &condition : m_conditions) {
        const StateSince &is = condition.clock.state();
        if (condition.figure == problem.figure && (condition.cause == Cause::Unchanged) == problem.isSilence
            && is.state == problem.level && isTrouble(is.state)) {
            return is;
        }
    }
    return std::nullopt;
}

StateSince CollectionClock::oldestCause(State shown) const
{
    const StateSince &now = shown == State::Error ? state() : m_judged; // the last one known, of a server that is away
    if (!isTrouble(now.state)) {
        return now;
    }
    std::optional<StateSince> oldest;
    for (const Condition &condition : m_conditions) {
        const StateSince &is = condition.clock.state();
        if (is.state == now.state && (!oldest || is.since < oldest->since)) {
            oldest = is;
        }
    }
    if (!oldest || oldest->since >= now.since) { // a cause that began anew is no break
        return now;
    }
    oldest->was.reset(); // the state of the collection before differs from that of this cause
    return *oldest;
}

std::optional<StateSince> CollectionClock::trouble() const
{
    std::optional<StateSince> oldest;
    for (const Condition &condition : m_conditions) {
        const StateSince is = condition.clock.trouble();
        if (isTrouble(is.state) && (!oldest || is.since < oldest->since)) {
            oldest = is;
        }
    }
    return oldest;
}

void CollectionClock::addTrouble(const SnapshotLayout &layout, std::size_t row,
                                 std::vector<AlertSubject> &subjects) const
{
    const SnapshotLayout::Row &at = layout.rows[row];
    for (const Condition &condition : m_conditions) {
        if (condition.clock.state().state != State::Ok) {
            subjects.push_back(subjectOf(at, condition.figure, condition.cause));
        }
    }
    if (m_isUnknown) {
        subjects.push_back(subjectOf(at, -1, Cause::Unknown));
    }
}

bool CollectionClock::isOlder(const Problem &problem, const Problem &other) const
{
    const std::optional<StateSince> its = this->problem(problem);
    const std::optional<StateSince> others = this->problem(other);
    return its && (!others || its->since < others->since);
}

bool CollectionClock::isJudgedOtherwise(const Snapshot &snapshot, std::size_t row) const
{
    if (snapshot.rows[row].state == State::Error) {
        return false; // a read error comes first
    }
    if (!untold(snapshot, row).empty()) {
        return true;
    }
    const auto &problems = snapshot.rows[row].problems;
    if (problems && std::any_of(problems->begin(), problems->end(), tellsElementsLost)) {
        return true; // its time is told
    }
    if (problems && !std::is_sorted(problems->begin(), problems->end(), [&](const Problem &a, const Problem &b) {
            return isOlder(a, b);
        })) {
        return true;
    }
    return std::any_of(m_conditions.begin(), m_conditions.end(), [&](const Condition &condition) {
        const State judged = condition.clock.state().state;
        if (condition.limit < 0) {
            return condition.isUnknown; // otherwise the snapshot's state counts
        }
        if (condition.cause == Cause::Unchanged) {
            return judged != State::Ok;
        }
        return judged != levelOf(limitProblem(snapshot.rows[row], condition.figure));
    });
}

std::vector<Problem> CollectionClock::judgedProblems(const Snapshot &snapshot, std::size_t row) const
{
    const Snapshot::Row &at = snapshot.rows[row];
    std::vector<Problem> problems = at.problems == nullptr ? std::vector<Problem>() : *at.problems;
    const std::span<const FigureSpec> figures = snapshot.layout->rows[row].figures();
    for (const std::shared_ptr<const Loss> &loss : untold(snapshot, row)) {
        std::erase_if(problems, [&loss](const Problem &problem) {
            return problem.loss != nullptr && problem.figure == loss->figure;
        });
        problems.push_back(lossProblem(loss, snapshot, row));
    }
    for (Problem &problem : problems) {
        if (tellsElementsLost(problem)) {
            problem.text = lossText(*problem.loss);
        }
    }
    for (const Condition &condition : m_conditions) {
        const State judged = condition.clock.state().state;
        const double value = condition.figure < 0 ? unknownFigure : snapshot.figure(row, condition.figure);
        if (condition.limit < 0) {
            if (condition.isUnknown) {
                problems.push_back({condition.figure, judged, stillSearchedText(figures, condition.figure)});
            }
            continue;
        }
        const Limit &limit =
            snapshot.layout->workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)];
        if (condition.cause == Cause::Unchanged) {
            if (judged != State::Ok) {
                problems.push_back(
                    {condition.figure, judged, unchangedText(*snapshot.layout, row, condition), nullptr, true});
            }
            continue;
        }
        const Problem *said = limitProblem(at, condition.figure);
        const State saidLevel = levelOf(said);
        if (judged == saidLevel) {
            continue;
        }
        const QString unknown = said != nullptr && said->level == State::Unknown ? said->text : QString();
        std::erase_if(problems, [&](const Problem &problem) {
            return problem.figure == condition.figure && problem.level != State::Error;
        });
        if (judged != State::Ok) {
            const bool isAtLeast = condition.figure >= 0 && snapshot.isAtLeast(row, condition.figure);
            const QString text = !unknown.isEmpty()
                ? stateText(QT_TRANSLATE_NOOP("problems", "%1; the alert stays until it is known")).arg(unknown)
                : !isKnown(value)    ? stateText(QT_TRANSLATE_NOOP("problems", "has no value right now"))
                : judged < saidLevel ? limitSentence(figures, limit, judged, value, isAtLeast)
                : isStillSearched(snapshot, row, condition.figure) ? stillSearchedText(figures, condition.figure)
                                                                   : notClearText(figures, limit, judged, value);
            problems.push_back({condition.figure, judged, text});
        }
    }
    // The first of equally bad ones is told: one that joins does not take the place of one that has lasted.
    std::stable_sort(problems.begin(), problems.end(),
                     [&](const Problem &a, const Problem &b) { return isOlder(a, b); });
    return problems;
}

QByteArray CollectionClock::saved(const SnapshotLayout &layout, std::size_t row) const
{
    if (!m_isSeen && !m_error) {
        return {};
    }
    const SnapshotLayout::Row &at = layout.rows[row];
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << m_elements << static_cast<quint8>(m_losses.size());
    for (const std::shared_ptr<const Loss> &loss : m_losses) {
        out << loss->time << loss->noticed << loss->before << loss->text
            << subjectOf(at, loss->figure, Cause::Level).figure;
    }
    out << m_judged << m_error.has_value() << m_error.value_or(StateSince()) << m_unknownFor << m_isUnknown;
    for (const Condition &condition : m_conditions) {
        const bool isNews = condition.clock.state().state != State::Ok || condition.clock.isHeldBack()
            || condition.cause == Cause::Unchanged;
        if (isNews) {
            out << subjectOf(at, condition.figure, condition.cause).figure << condition.cause << condition.clock;
        }
    }
    return bytes;
}

void CollectionClock::restore(const QByteArray &saved, const SnapshotLayout &layout, std::size_t row)
{
    if (saved.isEmpty()) {
        return;
    }
    QDataStream in(saved);
    bool isError = false, isUnknown = false;
    StateSince judged, error;
    milliseconds unknownFor{};
    quint8 losses = 0;
    in >> m_elements >> losses;
    for (quint8 i = 0; i < losses && hasMore(in); ++i) {
        Loss loss;
        QString id;
        in >> loss.time >> loss.noticed >> loss.before >> loss.text >> id;
        loss.figure = id.isEmpty() ? -1 : layout.rows[row].figureIndex(id);
        if (in.status() == QDataStream::Ok && (id.isEmpty() || loss.figure >= 0)) {
            keepLoss(std::make_shared<const Loss>(std::move(loss)));
        }
    }
    in >> judged >> isError >> error >> unknownFor >> isUnknown;
    if (in.status() != QDataStream::Ok) {
        return;
    }
    m_judged = judged;
    m_isSeen = true;
    m_error = isError ? std::optional(error) : std::nullopt;
    m_unknownFor = unknownFor;
    m_isUnknown = isUnknown;
    while (hasMore(in)) {
        QString id;
        Cause cause = Cause::Level;
        LimitClock clock;
        in >> id >> cause >> clock;
        const int figure = id.isEmpty() ? -1 : layout.rows[row].figureIndex(id);
        if (in.status() != QDataStream::Ok || (figure < 0 && !id.isEmpty())) {
            continue;
        }
        const auto found = std::find_if(m_conditions.begin(), m_conditions.end(), [&](const Condition &condition) {
            return condition.figure == figure && condition.cause == cause;
        });
        if (found != m_conditions.end()) {
            found->clock = clock;
        } else if (cause == Cause::Level && clock.state().state != State::Ok) {
            m_conditions.push_back({figure, cause, -1, clock}); // its limit was removed: uses the snapshot's state
        }
    }
}

} // namespace plimsoll::models
