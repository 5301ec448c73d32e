// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"
#include "redis/types/limits.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;
using Steady = std::chrono::steady_clock;

namespace {

template <typename T> std::span<T> part(std::vector<T> &all, int first, std::size_t count)
{
    return std::span(all).subspan(static_cast<std::size_t>(first), count);
}

} // namespace

/// Visits each collection only once: with 10,000 of them, every further pass costs a cache miss each.
void PollSession::readAll(std::span<const Reply> replies)
{
    startSnapshot();
    ReplyCursor all(replies);
    std::vector<Open> open;
    auto head = m_open.begin();
    Reading reading;
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        ReplyCursor own(all.take(static_cast<std::size_t>(m_plan.countSizes()[row])));
        startReading(row, reading);
        Collector &collector = m_plan.collector(row);
        collector.readCounts(own, reading);
        const bool readsHead = head != m_open.end() && head->row == row;
        if (readsHead || collector.needsTypes()) {
            open.push_back({row, readsHead, readsHead ? head->replies : 0, std::exchange(reading, {})});
        } else {
            finishRow(row, reading);
        }
        head += readsHead ? 1 : 0;
    }
    m_open = std::move(open);
    for (const Open &row : m_open) {
        if (row.head) {
            ReplyCursor own(all.take(static_cast<std::size_t>(row.replies)));
            m_plan.collector(row.row).readHead(own, m_now);
            m_plan.noteChange(row.row);
            m_heads[row.row].readAt = Steady::now();
        }
    }
}

void PollSession::startSnapshot()
{
    m_snapshot = std::make_shared<Snapshot>();
    m_snapshot->layout = m_plan.layout();
    m_snapshot->rows.resize(m_plan.size());
    m_snapshot->figures.resize(static_cast<std::size_t>(m_plan.layout()->figureCount), unknownFigure);
    m_snapshot->notes.resize(m_snapshot->figures.size());
    m_snapshot->parts.resize(m_plan.layout()->parts.size(), unknownFigure);
}

/// Points `reading` at the figures of a row in the new snapshot.
void PollSession::startReading(std::size_t row, Reading &reading)
{
    const SnapshotLayout::Row &at = m_snapshot->layout->rows[row];
    reading.now = m_now;
    reading.data = m_dataSize;
    reading.figures = part(m_snapshot->figures, at.firstFigure, at.figures().size());
    reading.notes = part(m_snapshot->notes, at.firstFigure, at.figures().size());
    reading.parts = part(m_snapshot->parts, at.firstPart, static_cast<std::size_t>(at.partCount));
    reading.neverExpiring = 0;
    reading.defaults.clear();
    reading.problems.clear();
    reading.lacks.clear();
    reading.rate = nullptr;
}

AclUser PollSession::aclUser() const
{
    return {m_server->endpoint().user, m_server->front().info().version};
}

void PollSession::finishRow(std::size_t row, Reading &reading)
{
    const CollectionDefinition &definition = m_plan.definition(row);
    Collector &collector = m_plan.collector(row);
    collector.finish(reading);
    if (!reading.lacks.empty()) {
        reading.reportLacks(aclUser());
    }
    if (collector.noteJumps(m_touched, reading)) {
        startRates(row, reading);
    }
    const bool isRead = reading.problems.empty(); // else they say why a figure is missing
    for (const Limit &limit : definition.limits) {
        const double figure = reading.figures[static_cast<std::size_t>(limit.figure)];
        auto problem = checkLimit(definition.figures(), limit, figure, reading.has(limit.figure, FigureNote::AtLeast));
        if (isRead && !problem && !limit.isOff()) {
            problem = m_concerns[row].unknown(reading, limit, collector, m_options.isOnly);
        }
        if (problem) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    m_concerns[row].check(reading);
    for (const auto &[figure, option] : reading.defaults) {
        noteDefault(reading.problems, figure, option, definition.defaultOf(option));
    }
    Snapshot::Row &out = m_snapshot->rows[row];
    for (const Problem &problem : reading.problems) {
        out.state = std::max(out.state, problem.level);
    }
    out.head = collector.head();
    out.found = collector.found();
    out.rate = reading.rate;
    if (!reading.problems.empty()) {
        out.problems = std::make_shared<const std::vector<Problem>>(std::exchange(reading.problems, {}));
    }
    m_heads[row].wantedFrom = collector.headWantedFrom();
}

/// For collections that only search: they have no counts and no head.
void PollSession::tellAgain(std::size_t row)
{
    Reading reading;
    startReading(row, reading);
    std::fill(reading.figures.begin(), reading.figures.end(), unknownFigure);
    std::fill(reading.notes.begin(), reading.notes.end(), quint8(0));
    m_snapshot->rows[row] = {};
    finishRow(row, reading);
}

/// Restarts the rates of figures that jumped.
void PollSession::startRates(std::size_t row, Reading &reading)
{
    if (reading.has(m_plan.definition(row).kind->mainFigure, FigureNote::Jumped)) {
        m_plan.collector(row).startRates(reading);
    }
    m_concerns[row].startRates(reading);
}

/// Changes caused by an event are no growth, whatever their size.
void PollSession::finishJumps()
{
    const bool isNews = m_data.finish(*m_snapshot);
    for (std::size_t row = 0; isNews && row < m_snapshot->size(); ++row) {
        Reading reading;
        startReading(row, reading);
        for (int figure = 0; figure < std::ssize(reading.notes); ++figure) {
            reading.note(figure, FigureNote::Jumped);
        }
        startRates(row, reading);
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

/// Collects the state of each node, and the work of this tick.
void PollSession::takeNodes()
{
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        const Node::Work work = node->takeWork();
        m_snapshot->server.nodes.push_back(
            {node->info(), node->roundTrip(), node->error() ? node->error()->message : QString()});
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
    m_snapshot->sequence = ++m_sequence;
    takeNodes();
    m_snapshot->taken = Steady::now();
    m_snapshot->pollTime = std::chrono::duration_cast<microseconds>(m_snapshot->taken - start);
    m_touched = m_operating;
    m_touchedBefore.clear();
    m_data.remember(m_snapshot);
    return std::exchange(m_snapshot, nullptr);
}

} // namespace plimsoll::redis
