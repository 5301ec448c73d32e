// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/snapshotmaker.h"

#include "redis/collections/health.h"
#include "redis/types/limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::redis {

using std::chrono::milliseconds;

void OperatedKeys::set(std::set<QByteArray> keys)
{
    // The operation that just ended has changed data that the next tick reads.
    if (m_operating.empty()) {
        m_touchedBefore = m_touched;
    }
    m_touched.insert(keys.begin(), keys.end());
    m_operating = std::move(keys);
}

SnapshotMaker::SnapshotMaker(PollPlan &plan, HeadTurns &heads, bool isOnly)
    : m_plan(plan), m_heads(heads), m_isOnly(isOnly)
{
    m_concerns.reserve(m_plan.size());
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        addConcerns(row);
    }
}

void SnapshotMaker::addConcerns(std::size_t row)
{
    m_concerns.emplace_back(m_plan.definition(row), m_plan.collector(row).boundedFigure());
    m_isJudged.push_back(
        !m_plan.definition(row).limits.empty() || m_concerns.back().hasChecks(m_plan.collector(row)) ? 1 : 0);
}

std::vector<std::optional<std::size_t>> SnapshotMaker::edit(WorkspacePtr workspace)
{
    catchUpAll();
    m_resting.stop();
    std::vector<std::optional<std::size_t>> origins = m_plan.edit(std::move(workspace));
    std::vector<Concerns> before = std::exchange(m_concerns, {});
    m_isJudged.clear();
    for (std::size_t row = 0; row < origins.size(); ++row) {
        addConcerns(row);
        if (origins[row]) {
            m_concerns.back().continueFrom(std::move(before[*origins[row]]));
        }
    }
    return origins;
}

void SnapshotMaker::start(Start start)
{
    m_start = std::move(start);
    m_snapshot = std::make_shared<Snapshot>();
    m_snapshot->layout = m_plan.layout();
    m_snapshot->serverTime = m_start.now;
    const SnapshotPtr &before = m_data.before();
    if (m_resting.isOn() && m_start.isTracking && !m_start.asksAll && before != nullptr
        && before->layout == m_snapshot->layout && before->serverTime <= m_start.now) { // else its clock was set back
        m_snapshot->rows = before->rows;
        m_snapshot->figures = m_resting.figuresAt(before->figures, m_start.now);
        m_snapshot->notes = before->notes;
        m_snapshot->parts = before->parts;
        return;
    }
    catchUpAll();
    m_resting.start(m_start.isTracking ? m_plan.size() : 0);
    m_snapshot->rows.resize(m_plan.size());
    m_snapshot->figures = m_plan.unknownFigures();
    m_snapshot->notes.resize(m_snapshot->figures.size());
    m_snapshot->parts.resize(m_plan.layout()->parts.size(), unknownFigure);
    if (!m_start.isTracking) {
        m_counted = {};
    } else if (m_start.asksAll) {
        m_counted.figures.resize(m_snapshot->figures.size());
        m_counted.notes.resize(m_snapshot->notes.size());
        m_counted.parts.resize(m_snapshot->parts.size());
        m_counted.beyondBound.resize(m_plan.size());
    }
}

/// For a row that is about to be read or finished after it has rested.
void SnapshotMaker::catchUp(std::size_t row)
{
    if (!m_resting.isOn()) {
        return;
    }
    if (const TicksPassed passed = m_resting.passed(row); passed.ticks > 0) {
        m_plan.collector(row).passTicks(passed);
        m_concerns[row].passTicks(passed);
    }
}

void SnapshotMaker::catchUpAll()
{
    for (std::size_t row = 0; m_resting.isOn() && row < m_plan.size(); ++row) {
        catchUp(row);
    }
}

/// Points `reading` at the figures of a row as they are in the snapshot.
void SnapshotMaker::pointAt(std::size_t row, Reading &reading)
{
    const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
    reading.now = m_start.now;
    reading.data = m_start.data;
    const std::size_t figures = at.figures().size();
    reading.figures = {m_snapshot->figures.data() + at.firstFigure, figures};
    reading.notes = {m_snapshot->notes.data() + at.firstFigure, figures};
    reading.parts = {m_snapshot->parts.data() + at.firstPart, static_cast<std::size_t>(at.partCount)};
    reading.neverExpiring = 0;
    reading.beyondBound = 0;
    reading.defaults.clear();
    reading.problems.clear();
    reading.changes.clear();
    if (!reading.lacks.empty()) {
        reading.lacks.clear();
    }
    reading.rate.reset();
    reading.rest = {};
}

void SnapshotMaker::clearFigures(Reading &reading)
{
    std::fill(reading.figures.begin(), reading.figures.end(), unknownFigure);
    std::fill(reading.notes.begin(), reading.notes.end(), quint8(0));
    reading.beyondBound = 0;
}

void SnapshotMaker::place(std::size_t row, Reading &reading)
{
    catchUp(row);
    pointAt(row, reading);
    if (m_resting.isOn()) { // the snapshot began with the values of the one before
        clearFigures(reading);
        std::fill(reading.parts.begin(), reading.parts.end(), unknownFigure);
    }
}

void SnapshotMaker::placeAgain(std::size_t row, Reading &reading)
{
    pointAt(row, reading);
    clearFigures(reading);
}

bool SnapshotMaker::keepCounts(std::size_t row, const Reading &reading)
{
    const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
    bool isSame = true;
    const auto keep = [&isSame](const auto &values, auto kept) {
        for (const auto value : values) {
            isSame = isSame && (*kept == value || (std::isnan(double(*kept)) && std::isnan(double(value))));
            *kept++ = value;
        }
    };
    keep(reading.figures, m_counted.figures.begin() + at.firstFigure);
    keep(reading.notes, m_counted.notes.begin() + at.firstFigure);
    keep(reading.parts, m_counted.parts.begin() + at.firstPart);
    m_counted.beyondBound[row] = reading.beyondBound;
    return isSame;
}

void SnapshotMaker::finishRowsNotAsked(std::span<const std::size_t> asked)
{
    // What an operation of ours changed is marked in all rows that have it.
    const bool mayRest = m_operated.touched().empty();
    auto next = asked.begin();
    for (std::size_t row = 0; asked.size() < m_plan.size() && row < m_plan.size(); ++row) {
        if (next != asked.end() && *next == row) {
            ++next;
            continue;
        }
        if (mayRest && m_resting.rests(row, m_start.now)) {
            continue;
        }
        place(row, m_reading);
        const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
        std::copy_n(m_counted.figures.begin() + at.firstFigure, m_reading.figures.size(), m_reading.figures.begin());
        std::copy_n(m_counted.notes.begin() + at.firstFigure, m_reading.notes.size(), m_reading.notes.begin());
        std::copy_n(m_counted.parts.begin() + at.firstPart, m_reading.parts.size(), m_reading.parts.begin());
        m_reading.beyondBound = m_counted.beyondBound[row];
        finishRow(row, m_reading);
    }
}

void SnapshotMaker::finishRow(std::size_t row, Reading &reading)
{
    Collector &collector = m_plan.collector(row);
    collector.finish(reading);
    if (!reading.lacks.empty()) {
        reading.reportLacks(m_start.user);
    }
    if (collector.noteJumps(m_operated.touched(), reading)) {
        startRates(row, reading);
        m_concerns[row].leaveOutJumps(reading);
        reading.rest.end();
    }
    if (m_isJudged[row] != 0) {
        judge(row, reading);
    }
    for (Problem &change : reading.changes) {
        if (!hasOwnLimit(m_plan.definition(row).limits, change.figure)) {
            reading.problems.push_back(std::move(change));
        }
    }
    if (collector.health() != nullptr) {
        collector.health()->addProblems(reading.problems);
    }
    for (const auto &[figure, option] : reading.defaults) {
        noteDefault(reading.problems, figure, option, m_plan.definition(row).defaultOf(option));
    }
    Snapshot::Row out;
    for (const Problem &problem : reading.problems) {
        out.state = std::max(out.state, problem.level);
    }
    out.head = collector.head();
    out.found = collector.found();
    out.rate = reading.rate;
    if (!reading.problems.empty()) {
        out.problems = std::make_shared<const std::vector<Problem>>(std::exchange(reading.problems, {}));
    }
    if (m_resting.isOn()) {
        if (out.problems != nullptr || collector.health() != nullptr) {
            reading.rest.end();
        }
        m_resting.noteFinished(row, reading.rest, m_snapshot->layout->rows[row].firstFigure);
    }
    if (!(std::as_const(m_snapshot->rows)[row] == out)) { // else it stays shared with the snapshot before
        m_snapshot->rows[row] = std::move(out);
    }
    m_heads.setWantedFrom(row, collector.headWantedFrom());
}

/// Adds what the collection's limits and concerns say of its figures.
void SnapshotMaker::judge(std::size_t row, Reading &reading)
{
    const CollectionDefinition &definition = m_plan.definition(row);
    const bool isRead = reading.problems.empty(); // else they say why a figure is missing
    for (const Limit &limit : definition.limits) {
        const double figure = reading.figures[static_cast<std::size_t>(limit.figure)];
        auto problem = checkLimit(definition.figures(), limit, figure, reading.has(limit.figure, FigureNote::AtLeast));
        if (isRead && !problem && !limit.isOff()) {
            problem = m_concerns[row].unknown(reading, limit, m_plan.collector(row), m_isOnly);
        }
        if (problem) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    m_concerns[row].check(reading);
    if (isRead) {
        if (auto problem = m_concerns[row].unknownBound(reading, m_plan.collector(row), m_isOnly)) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    m_concerns[row].endRest(reading, definition.limits);
}

void SnapshotMaker::tellAgain(std::span<const std::size_t> rows)
{
    for (const std::size_t row : rows) {
        Reading reading;
        placeAgain(row, reading);
        m_snapshot->rows[row] = {};
        finishRow(row, reading);
    }
}

/// Restarts the rate of a row whose main figure jumped.
void SnapshotMaker::startRates(std::size_t row, Reading &reading)
{
    if (reading.has(m_plan.definition(row).kind->mainFigure, FigureNote::Jumped)) {
        m_plan.collector(row).startRates(reading);
    }
}

void SnapshotMaker::finish()
{
    const bool isNews = m_data.finish(*m_snapshot);
    for (const std::size_t row : m_data.rowsWithLosses()) {
        m_resting.wake(row); // its loss is added in each tick
    }
    if (isNews) {
        m_resting.wakeAll();
    }
    // Changes caused by an event are no growth, whatever their size.
    for (std::size_t row = 0; isNews && row < m_snapshot->size(); ++row) {
        Reading reading;
        pointAt(row, reading);
        for (int figure = 0; figure < std::ssize(reading.notes); ++figure) {
            reading.note(figure, FigureNote::Jumped);
        }
        startRates(row, reading);
        m_concerns[row].startAnew(reading);
        m_snapshot->rows[row].rate = reading.rate;
        forgetRates(row);
    }
}

/// Removes problems that were judged by a rate which is unknown now.
void SnapshotMaker::forgetRates(std::size_t row)
{
    Snapshot::Row &out = m_snapshot->rows[row];
    if (out.problems == nullptr) {
        return;
    }
    std::vector<Problem> left = *out.problems;
    std::erase_if(left, [&](const Problem &problem) {
        return isTrouble(problem.level) && problem.figure >= 0 && !isKnown(m_snapshot->figure(row, problem.figure));
    });
    out.state = State::Ok;
    for (const Problem &problem : left) {
        out.state = std::max(out.state, problem.level);
    }
    out.problems = left.empty() ? nullptr : std::make_shared<const std::vector<Problem>>(std::move(left));
}

SnapshotPtr SnapshotMaker::take()
{
    m_operated.endTick();
    m_data.remember(m_snapshot);
    m_resting.endTick(m_start.now);
    return std::exchange(m_snapshot, nullptr);
}

} // namespace plimsoll::redis
