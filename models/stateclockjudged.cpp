// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stateclock.h"

#include "redis/types/limits.h"
#include "redis/types/loss.h"

#include <QCoreApplication>

#include <algorithm>

#include <algorithm>

// A snapshot has the states of one poll; judged() applies the time settings of limits to them.
namespace plimsoll::models {

using std::chrono::milliseconds;

namespace {

QString judgedText(const char *text)
{
    return QCoreApplication::translate("problems", text);
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
    return judgedText(QT_TRANSLATE_NOOP("problems", "%1, clears at %2"))
        .arg(figureText(spec, value, false), limitValueText(spec.unit, clearsAt(limit, level)));
}

} // namespace

std::optional<StateSince> StateClock::problem(std::size_t row, const Problem &problem) const
{
    for (const Condition &condition : m_rows[row].conditions) {
        const StateSince &is = condition.clock.state();
        if (condition.figure == problem.figure && (condition.cause == Cause::Unchanged) == problem.isSilence
            && is.state == problem.level && isTrouble(is.state)) {
            return is;
        }
    }
    return std::nullopt;
}

bool StateClock::isOlder(std::size_t row, const Problem &problem, const Problem &other) const
{
    const std::optional<StateSince> its = this->problem(row, problem);
    const std::optional<StateSince> others = this->problem(row, other);
    return its && (!others || its->since < others->since);
}

bool StateClock::isJudgedOtherwise(const Snapshot &snapshot, std::size_t row) const
{
    if (snapshot.rows[row].state == State::Error) {
        return false; // a read error comes first
    }
    if (!untold(snapshot, row).empty()) {
        return true;
    }
    const auto &problems = snapshot.rows[row].problems;
    if (problems && !std::is_sorted(problems->begin(), problems->end(), [&](const Problem &a, const Problem &b) {
            return isOlder(row, a, b);
        })) {
        return true;
    }
    return std::any_of(m_rows[row].conditions.begin(), m_rows[row].conditions.end(), [&](const Condition &condition) {
        const State judged = condition.clock.state().state;
        if (condition.limit < 0) {
            return false; // the snapshot's state counts
        }
        if (condition.cause == Cause::Unchanged) {
            return judged != State::Ok;
        }
        return judged != levelOf(limitProblem(snapshot.rows[row], condition.figure));
    });
}

std::vector<Problem> StateClock::judgedProblems(const Snapshot &snapshot, std::size_t row) const
{
    const Snapshot::Row &at = snapshot.rows[row];
    std::vector<Problem> problems = at.problems == nullptr ? std::vector<Problem>() : *at.problems;
    const std::span<const FigureSpec> figures = m_layout->rows[row].figures();
    for (const std::shared_ptr<const Loss> &loss : untold(snapshot, row)) {
        std::erase_if(problems, [&loss](const Problem &problem) {
            return problem.loss != nullptr && problem.figure == loss->figure;
        });
        problems.push_back(lossProblem(loss, snapshot, row));
    }
    for (const Condition &condition : m_rows[row].conditions) {
        const State judged = condition.clock.state().state;
        const double value = condition.figure < 0 ? unknownFigure : snapshot.figure(row, condition.figure);
        if (condition.limit < 0) {
            continue;
        }
        const Limit &limit = m_layout->workspace->collections[row].limits[static_cast<std::size_t>(condition.limit)];
        if (condition.cause == Cause::Unchanged) {
            if (judged != State::Ok) {
                problems.push_back({condition.figure, judged, unchangedText(row, condition), nullptr, true});
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
                ? judgedText(QT_TRANSLATE_NOOP("problems", "%1; the alert stays until it is known")).arg(unknown)
                : !isKnown(value)    ? judgedText(QT_TRANSLATE_NOOP("problems", "has no value for a moment"))
                : judged < saidLevel ? limitSentence(figures, limit, judged, value, isAtLeast)
                                     : notClearText(figures, limit, judged, value);
            problems.push_back({condition.figure, judged, text});
        }
    }
    // The first of equally bad ones is told: one that joins does not take the place of one that has lasted.
    std::stable_sort(problems.begin(), problems.end(),
                     [&](const Problem &a, const Problem &b) { return isOlder(row, a, b); });
    return problems;
}

SnapshotPtr StateClock::judged(const SnapshotPtr &snapshot) const
{
    if (snapshot->layout != m_layout) {
        return snapshot;
    }
    std::shared_ptr<Snapshot> other;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (!isJudgedOtherwise(*snapshot, row)) {
            continue;
        }
        if (other == nullptr) {
            other = std::make_shared<Snapshot>(*snapshot);
        }
        std::vector<Problem> problems = judgedProblems(*snapshot, row);
        State state = State::Ok;
        for (const Problem &problem : problems) {
            state = std::max(state, problem.level);
        }
        other->rows[row].state = state;
        other->rows[row].problems =
            problems.empty() ? nullptr : std::make_shared<const std::vector<Problem>>(std::move(problems));
    }
    return other == nullptr ? snapshot : other;
}

} // namespace plimsoll::models
