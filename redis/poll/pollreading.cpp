// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"

#include "redis/collections/health.h"
#include "redis/types/limits.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

namespace {

/// Tolerated difference between the server's clock and the expected time, before the counts are read again.
constexpr milliseconds toleratedClockJump{500};

} // namespace

/// Reads the rows whose replies have all arrived, while the server works on the rest. Visits each collection only once:
/// with 10,000 of them, every further pass costs a cache miss each.
void PollSession::readArrived(std::span<const Reply> replies)
{
    Progress &at = m_progress;
    if (!at.isStarted && !startReading(replies)) {
        return;
    }
    const auto takeReplies = [&](int count) {
        const auto size = static_cast<std::size_t>(count);
        const bool isThere = at.reply + size <= replies.size();
        return std::pair(isThere,
                         isThere ? replies.subspan(std::exchange(at.reply, at.reply + size), size)
                                 : std::span<const Reply>());
    };
    for (; at.row < at.rowEnd; ++at.row) {
        const auto [isThere, own] = takeReplies(m_plan.countSizes()[m_rows[at.row]]);
        if (!isThere) {
            return;
        }
        readRow(m_rows[at.row], own);
    }
    for (; at.edgeRow < m_edgeRows.size(); ++at.edgeRow) {
        const auto [isThere, own] = takeReplies(m_edgeSizes[at.edgeRow]);
        if (!isThere) {
            return;
        }
        ReplyCursor cursor(own);
        const std::size_t row = m_edgeRows[at.edgeRow];
        m_changes.noteEdge(row, m_plan.collector(row).readEdge(cursor, at.expected));
    }
    for (; at.open < m_open.size(); ++at.open) {
        const Open &open = m_open[at.open];
        if (!open.head) {
            continue;
        }
        const auto [isThere, own] = takeReplies(open.replies);
        if (!isThere) {
            return;
        }
        ReplyCursor cursor(own);
        m_plan.collector(open.row).readHead(cursor, m_now);
        m_plan.noteChange(open.row);
        m_heads[open.row].readAt = Steady::now();
        m_heads[open.row].sameReads = mayRest(open.row) ? m_heads[open.row].sameReads + 1 : 0;
    }
}

/// Reads the clock, then waits for a reply that is no error of the whole node. False: there is nothing to read yet, or
/// nothing will be read, because the server's clock was set.
bool PollSession::startReading(std::span<const Reply> replies)
{
    Progress &at = m_progress;
    const std::size_t first = m_plan.asksDataSize() ? 2 : 1;
    if (replies.size() < first || at.clockJumped) {
        return false;
    }
    if (at.reply == 0) {
        Node &front = m_server->front();
        m_now = timeIn(replies.front()).value_or(at.expected);
        m_dataSize = {first > 1 ? replies[1].toInteger() : std::nullopt, front.info().changesSinceSave,
                      front.info().lastSaveUnix};
        const milliseconds jump = m_now > at.expected ? m_now - at.expected : at.expected - m_now;
        // A slow server reports its time late; only a difference beyond the duration of the exchange means that the
        // clock was set.
        at.clockJumped =
            at.isRepeatable && jump > toleratedClockJump + std::chrono::ceil<milliseconds>(Steady::now() - at.sent);
        front.clock().set(m_now, at.sent + front.roundTrip() / 2);
        at.reply = first;
    }
    // Rows that are not asked may be on other nodes than those that are, and the clock's node may be the one that is
    // lost.
    const bool asksAll = m_rows.size() == m_plan.size() && at.commands > first;
    const std::span<const Reply> own = asksAll ? replies.subspan(first) : replies;
    const bool hasAnswer =
        std::any_of(own.begin(), own.end(), [](const Reply &reply) { return !reply.concernsNode(); });
    at.isStarted = !at.clockJumped && hasAnswer;
    if (at.isStarted) {
        startSnapshot();
    }
    return at.isStarted;
}

void PollSession::readRow(std::size_t row, std::span<const Reply> replies)
{
    Progress &at = m_progress;
    Collector &collector = m_plan.collector(row);
    ReplyCursor own(replies);
    catchUp(row);
    placeUnread(row, m_reading);
    collector.readCounts(own, m_reading);
    keepCounts(row, m_reading);
    if (std::any_of(replies.begin(), replies.end(), [](const Reply &reply) { return reply.concernsNode(); })) {
        m_changes.askAllAgain(); // its other rows must not look as if they were known
    }
    const bool readsHead = at.headRow < m_headRows.size() && m_headRows[at.headRow] == row;
    if (readsHead || collector.needsTypes()) {
        m_open.push_back({row, readsHead, readsHead ? m_headSizes[at.headRow] : 0, std::exchange(m_reading, {})});
    } else {
        finishRow(row, m_reading);
    }
    at.headRow += readsHead ? 1 : 0;
}

/// For the ticks that do not ask the row. One that could not be read is asked again.
void PollSession::keepCounts(std::size_t row, const Reading &reading)
{
    if (m_counted.figures.empty()) {
        return;
    }
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
    if (!isSame) { // by the time alone, or nobody told
        m_heads[row].sameReads = 0;
    }
    if (!reading.problems.empty() || !reading.lacks.empty() || !mayRest(row)) {
        m_changes.noteEdge(row, Collector::always);
    }
}

/// Their counts are those that were read last; ages and rates go on with the time. Rows that rest are as they were.
void PollSession::finishRowsNotAsked()
{
    std::size_t next = 0;
    const bool mayRest = m_touched.empty(); // what an operation of ours changed is marked in all rows that have it
    for (std::size_t row = 0; m_rows.size() < m_plan.size() && row < m_plan.size(); ++row) {
        if (next < m_rows.size() && m_rows[next] == row) {
            ++next;
            continue;
        }
        if (mayRest && m_resting.rests(row, m_now)) {
            continue;
        }
        catchUp(row);
        placeUnread(row, m_reading);
        const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
        std::copy_n(m_counted.figures.begin() + at.firstFigure, m_reading.figures.size(), m_reading.figures.begin());
        std::copy_n(m_counted.notes.begin() + at.firstFigure, m_reading.notes.size(), m_reading.notes.begin());
        std::copy_n(m_counted.parts.begin() + at.firstPart, m_reading.parts.size(), m_reading.parts.begin());
        m_reading.beyondBound = m_counted.beyondBound[row];
        finishRow(row, m_reading);
    }
}

/// For a row that is about to be read or finished after it has rested.
void PollSession::catchUp(std::size_t row)
{
    if (!m_resting.isOn()) {
        return;
    }
    if (const TicksPassed passed = m_resting.passed(row); passed.ticks > 0) {
        m_plan.collector(row).passTicks(passed);
        m_concerns[row].passTicks(passed);
    }
}

void PollSession::catchUpAll()
{
    for (std::size_t row = 0; m_resting.isOn() && row < m_plan.size(); ++row) {
        catchUp(row);
    }
}

/// A snapshot of a tick that asks some rows begins as the one before, in which the others may rest.
void PollSession::startSnapshot()
{
    m_snapshot = std::make_shared<Snapshot>();
    m_snapshot->layout = m_plan.layout();
    const SnapshotPtr &before = m_data.before();
    if (m_resting.isOn() && m_changes.isTracking() && m_rows.size() < m_plan.size() && before != nullptr
        && before->layout == m_snapshot->layout && before->serverTime <= m_now) { // else its clock was set back
        m_snapshot->rows = before->rows;
        m_snapshot->figures = m_resting.figuresAt(before->figures, m_now);
        m_snapshot->notes = before->notes;
        m_snapshot->parts = before->parts;
        return;
    }
    catchUpAll();
    m_resting.start(m_changes.isTracking() ? m_plan.size() : 0);
    m_snapshot->rows.resize(m_plan.size());
    m_snapshot->figures = m_plan.unknownFigures();
    m_snapshot->notes.resize(m_snapshot->figures.size());
    m_snapshot->parts.resize(m_plan.layout()->parts.size(), unknownFigure);
    if (!m_changes.isTracking()) {
        m_counted = {};
    } else if (m_rows.size() == m_plan.size()) {
        m_counted.figures.resize(m_snapshot->figures.size());
        m_counted.notes.resize(m_snapshot->notes.size());
        m_counted.parts.resize(m_snapshot->parts.size());
        m_counted.beyondBound.resize(m_plan.size());
    }
}

/// Points `reading` at the figures of a row in the new snapshot.
void PollSession::placeReading(std::size_t row, Reading &reading)
{
    const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
    reading.now = m_now;
    reading.data = m_dataSize;
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

/// The same, without the values of the snapshot before.
void PollSession::placeUnread(std::size_t row, Reading &reading)
{
    placeReading(row, reading);
    if (m_resting.isOn()) {
        clearFigures(reading);
        std::fill(reading.parts.begin(), reading.parts.end(), unknownFigure);
    }
}

/// For a row that is read again.
void PollSession::clearFigures(Reading &reading)
{
    std::fill(reading.figures.begin(), reading.figures.end(), unknownFigure);
    std::fill(reading.notes.begin(), reading.notes.end(), quint8(0));
    reading.beyondBound = 0;
}

AclUser PollSession::aclUser() const
{
    return {m_server->endpoint().user, m_server->front().info().version};
}

void PollSession::finishRow(std::size_t row, Reading &reading)
{
    Collector &collector = m_plan.collector(row);
    collector.finish(reading);
    if (!reading.lacks.empty()) {
        reading.reportLacks(aclUser());
    }
    if (collector.noteJumps(m_touched, reading)) {
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
    m_heads[row].wantedFrom = collector.headWantedFrom();
}

/// Adds what the collection's limits and concerns say of its figures.
void PollSession::judge(std::size_t row, Reading &reading)
{
    const CollectionDefinition &definition = m_plan.definition(row);
    const bool isRead = reading.problems.empty(); // else they say why a figure is missing
    for (const Limit &limit : definition.limits) {
        const double figure = reading.figures[static_cast<std::size_t>(limit.figure)];
        auto problem = checkLimit(definition.figures(), limit, figure, reading.has(limit.figure, FigureNote::AtLeast));
        if (isRead && !problem && !limit.isOff()) {
            problem = m_concerns[row].unknown(reading, limit, m_plan.collector(row), m_options.isOnly);
        }
        if (problem) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    m_concerns[row].check(reading);
    if (isRead) {
        if (auto problem = m_concerns[row].unknownBound(reading, m_plan.collector(row), m_options.isOnly)) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    m_concerns[row].endRest(reading, definition.limits);
}

/// For collections that only search: they have no counts and no head.
void PollSession::tellAgain(std::size_t row)
{
    Reading reading;
    placeReading(row, reading);
    clearFigures(reading);
    m_snapshot->rows[row] = {};
    finishRow(row, reading);
}

/// Restarts the rate of a row whose main figure jumped.
void PollSession::startRates(std::size_t row, Reading &reading)
{
    if (reading.has(m_plan.definition(row).kind->mainFigure, FigureNote::Jumped)) {
        m_plan.collector(row).startRates(reading);
    }
}

/// Changes caused by an event are no growth, whatever their size.
void PollSession::finishJumps()
{
    const bool isNews = m_data.finish(*m_snapshot);
    for (const std::size_t row : m_data.rowsWithLosses()) {
        m_resting.wake(row); // its loss is added in each tick
    }
    if (isNews) {
        m_resting.wakeAll();
    }
    for (std::size_t row = 0; isNews && row < m_snapshot->size(); ++row) {
        Reading reading;
        placeReading(row, reading);
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
void PollSession::forgetRates(std::size_t row)
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

NodeState PollSession::stateOf(const Node &node)
{
    NodeState state{node.info(), node.roundTrip(), node.error() ? node.error()->message : QString(),
                    node.slotsServed()};
    if (state.info.address.isEmpty()) { // it never answered
        state.info.address = node.endpoint().display();
    }
    if (!node.isConnected() && state.error.isEmpty()) {
        state.error = QCoreApplication::translate("Wire", "Not connected");
    }
    return state;
}

/// Collects the state of each node, and the work of this tick.
void PollSession::takeNodes()
{
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        const Node::Work work = node->takeWork();
        m_snapshot->server.nodes.push_back(stateOf(*node));
        m_snapshot->roundTrip = std::max(m_snapshot->roundTrip, node->roundTrip());
        m_snapshot->serverShare = std::max(m_snapshot->serverShare, work.share);
        m_snapshot->commands += work.commands;
    }
}

SnapshotPtr PollSession::finishSnapshot(Steady::time_point start)
{
    for (Open &open : m_open) {
        finishRow(open.row, open.reading);
        m_heads[open.row].cost = m_plan.collector(open.row).headCost();
    }
    m_open.clear();
    m_snapshot->serverTime = m_now;
    finishJumps();
    m_snapshot->epoch = m_options.epoch;
    m_snapshot->asked = {static_cast<int>(m_rows.size()), m_changes.isTracking(), m_changes.whyNot()};
    m_snapshot->sequence = ++m_sequence;
    takeNodes();
    m_snapshot->taken = Steady::now();
    m_snapshot->pollTime = std::chrono::duration_cast<microseconds>(m_snapshot->taken - start);
    m_touched = m_operating;
    m_touchedBefore.clear();
    for (const std::size_t row : std::exchange(m_rowsWithOtherKeys, {})) {
        m_plan.collector(row).forgetOtherKeys();
    }
    m_data.remember(m_snapshot);
    m_resting.endTick(m_now);
    return std::exchange(m_snapshot, nullptr);
}

} // namespace plimsoll::redis
