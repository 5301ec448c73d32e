// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsessionimpl.h"
#include "redis/wire/serveranswers.h"

#include <algorithm>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

namespace {

/// Longest chain of questions that depend on the answer before: a wider page, then its job records.
constexpr int mostFollowUps = 4;
constexpr int mostThorough = 100; ///< the same where nobody waits for the next tick
/// The server's clock may differ by so much from what was expected before the counts are asked again.
constexpr milliseconds toleratedClockJump{500};
/// Heads may be so large that the client refuses the answer; the counts then go on without them for a while.
constexpr milliseconds pauseAfterHugeHeads{30'000};

ClientOptions clientOptions(const PollOptions &options)
{
    ClientOptions out;
    out.name = "plimsoll:poll";
    out.readOnly = options.readOnly;
    out.exchangeDeadline = options.exchangeDeadline;
    return out;
}

} // namespace

PollSession::Impl::Impl(WorkspacePtr workspace, Endpoint endpoint, PollOptions options)
    : m_options(options), m_client(std::move(endpoint), clientOptions(options)), m_plan(std::move(workspace)),
      m_watch(options.headInterval), m_heads(m_plan.size())
{
    m_concerns.reserve(m_plan.size());
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        m_concerns.emplace_back(m_plan.definition(row));
    }
}

void PollSession::Impl::setOperating(std::set<QByteArray> keys)
{
    // One that ended has changed what the next tick sees.
    if (m_operating.empty()) {
        m_touchedBefore = m_touched;
    }
    m_touched.insert(keys.begin(), keys.end());
    m_operating = std::move(keys);
}

void PollSession::Impl::edit(WorkspacePtr workspace, quint64 epoch)
{
    m_options.epoch = epoch;
    m_sequence = 0;
    const std::vector<std::optional<std::size_t>> origins = m_plan.edit(std::move(workspace));
    m_heads = headsAfterEdit(m_heads, origins);
    std::vector<Concerns> before = std::exchange(m_concerns, {});
    for (std::size_t row = 0; row < origins.size(); ++row) {
        m_concerns.emplace_back(m_plan.definition(row));
        if (origins[row]) {
            m_concerns.back().continueFrom(std::move(before[*origins[row]]));
        }
    }
}

PollSession::Impl::Failure PollSession::Impl::connect(const std::stop_token &stop)
{
    if (m_client.isConnected()) {
        return std::nullopt;
    }
    if (const Outcome connected = m_client.connect(stop); !connected) {
        return connected.error();
    }
    m_clock.reset();
    m_roundTripAt.reset();
    m_watch.restart(m_client.endpoint().display());
    return std::nullopt;
}

PollSession::Impl::Failure PollSession::Impl::exchange(const Pipeline &pipeline, std::vector<Reply> &replies,
                                                       const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    Result<std::vector<Reply>> result = m_client.exchange(pipeline, stop);
    if (!result) {
        return result.error();
    }
    replies = std::move(*result);
    m_commands += pipeline.size();
    const auto took = std::chrono::duration_cast<microseconds>(Steady::now() - start);
    m_serverShare += std::max(microseconds(0), took - m_roundTrip);
    return std::nullopt;
}

/// One TIME alone: what a small exchange takes, and the server's clock.
PollSession::Impl::Failure PollSession::Impl::measureRoundTrip(const std::stop_token &stop)
{
    Steady::time_point start = Steady::now();
    if (m_roundTripAt && start - *m_roundTripAt < m_options.headInterval) {
        return std::nullopt;
    }
    // The first answer on a connection may be slow for reasons of its own.
    for (int i = m_roundTripAt ? 1 : 0; i < 2; ++i) {
        start = Steady::now();
        const Result<Reply> time = m_client.command({"TIME"}, stop);
        if (!time) {
            return time.error();
        }
        ++m_commands;
        const Steady::time_point end = Steady::now();
        m_roundTrip = std::chrono::duration_cast<microseconds>(end - start);
        if (const std::optional<milliseconds> serverTime = timeIn(*time)) {
            m_clock.set(*serverTime, start + (end - start) / 2);
        }
    }
    m_roundTripAt = start;
    return std::nullopt;
}

PollSession::Impl::Failure PollSession::Impl::expand(const std::stop_token &stop)
{
    std::vector<std::size_t> untyped;
    for (const std::size_t row : m_plan.expand(m_clock.at(Steady::now()))) {
        const Collector &collector = m_plan.collector(row);
        m_heads[row] = {std::nullopt, collector.headCost(), Collector::never};
        if (collector.needsTypes()) {
            untyped.push_back(row);
        }
    }
    return learnTypes(untyped, stop);
}

PollSession::Impl::Failure PollSession::Impl::learnTypes(const std::vector<std::size_t> &rows,
                                                         const std::stop_token &stop)
{
    if (rows.empty()) {
        return std::nullopt;
    }
    m_pipeline.clear();
    std::vector<int> sizes;
    for (const std::size_t row : rows) {
        const int before = m_pipeline.size();
        m_plan.collector(row).appendTypes(m_pipeline);
        sizes.push_back(m_pipeline.size() - before);
    }
    std::vector<Reply> replies;
    if (Failure failure = exchange(m_pipeline, replies, stop)) {
        return failure;
    }
    ReplyCursor all(replies);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        ReplyCursor own(all.take(static_cast<std::size_t>(sizes[i])));
        m_plan.collector(rows[i]).readTypes(own);
        m_plan.noteChange(rows[i]);
    }
    return std::nullopt;
}

std::vector<std::size_t> PollSession::Impl::chooseHeadRows() const
{
    const Steady::time_point now = Steady::now();
    if (m_headsPausedUntil && now < *m_headsPausedUntil) {
        return {};
    }
    std::vector<std::size_t> rows =
        chooseHeads(m_heads, m_shown, {now, m_clock.at(now)}, {m_options.headInterval, m_options.headBudget}, m_cursor);
    std::sort(rows.begin(), rows.end());
    return rows;
}

/// The counts of all collections, then the heads of those chosen. Where the server's clock was set meanwhile and it is
/// repeatable, nothing is read: the probes held a wrong *now*.
PollSession::Impl::Failure PollSession::Impl::ask(bool repeatable, const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    const milliseconds expected = m_clock.at(start + m_roundTrip / 2);
    m_pipeline.clear();
    m_pipeline.add({"TIME"});
    m_pipeline.append(m_plan.counts().at(expected));
    m_open.clear();
    for (const std::size_t row : m_headRows) {
        const int before = m_pipeline.size();
        m_plan.collector(row).setThorough(m_options.headBudget == 0);
        m_plan.collector(row).appendHead(m_pipeline, expected);
        m_open.push_back({row, true, m_pipeline.size() - before, {}});
    }
    std::vector<Reply> replies;
    if (Failure failure = exchange(m_pipeline, replies, stop)) {
        return failure;
    }
    if (replies.size() > 1 && concernsServer(replies[1])) {
        return replies[1].toError();
    }
    m_now = timeIn(replies.front()).value_or(expected);
    const milliseconds jump = m_now > expected ? m_now - expected : expected - m_now;
    // A slow server says its time late; only what the exchange itself cannot explain is a clock that was set.
    m_clockJumped = jump > toleratedClockJump + std::chrono::ceil<milliseconds>(Steady::now() - start);
    m_clock.set(m_now, start + m_roundTrip / 2);
    if (!m_clockJumped || !repeatable) {
        readAll(std::span<const Reply>(replies).subspan(1));
    }
    return std::nullopt;
}

PollSession::Impl::Failure PollSession::Impl::askAll(const std::stop_token &stop)
{
    for (const bool repeatable : {true, false}) {
        if (Failure failure = expand(stop)) {
            return failure;
        }
        m_headRows = chooseHeadRows();
        if (Failure failure = ask(repeatable, stop)) {
            return failure;
        }
        if (!m_clockJumped) {
            break;
        }
    }
    return std::nullopt;
}

/// A key that did not exist came up with another type than it was taken for.
PollSession::Impl::Failure PollSession::Impl::askAgainWhereTypesChanged(const std::stop_token &stop)
{
    std::vector<std::size_t> rows;
    for (const Open &open : m_open) {
        if (m_plan.collector(open.row).needsTypes()) {
            rows.push_back(open.row);
        }
    }
    if (rows.empty()) {
        return std::nullopt;
    }
    if (Failure failure = learnTypes(rows, stop)) {
        return failure;
    }
    m_pipeline.clear();
    std::vector<Open *> asked;
    for (Open &open : m_open) {
        if (std::binary_search(rows.begin(), rows.end(), open.row)) {
            Collector &collector = m_plan.collector(open.row);
            const int before = m_pipeline.size();
            m_pipeline.append(collector.counts().at(m_now));
            if (open.head) {
                collector.appendHead(m_pipeline, m_now);
            }
            open.replies = m_pipeline.size() - before;
            asked.push_back(&open);
        }
    }
    std::vector<Reply> replies;
    if (Failure failure = exchange(m_pipeline, replies, stop)) {
        return failure;
    }
    ReplyCursor all(replies);
    for (Open *open : asked) {
        ReplyCursor own(all.take(static_cast<std::size_t>(open->replies)));
        Collector &collector = m_plan.collector(open->row);
        startReading(open->row, open->reading);
        collector.readCounts(own, open->reading);
        if (open->head) {
            collector.readHead(own, m_now);
        }
    }
    return std::nullopt;
}

PollSession::Impl::Failure PollSession::Impl::followUp(const std::stop_token &stop)
{
    std::vector<Reply> replies;
    const int most = m_options.headBudget == 0 ? mostThorough : mostFollowUps;
    for (int round = 0; round < most; ++round) {
        m_pipeline.clear();
        for (Open &open : m_open) {
            const int before = m_pipeline.size();
            if (open.head) {
                m_plan.collector(open.row).appendFollowUp(m_pipeline, m_now);
            }
            open.replies = m_pipeline.size() - before;
        }
        if (m_pipeline.isEmpty()) {
            break;
        }
        if (Failure failure = exchange(m_pipeline, replies, stop)) {
            return failure;
        }
        ReplyCursor all(replies);
        for (const Open &open : m_open) {
            if (open.replies > 0) {
                ReplyCursor own(all.take(static_cast<std::size_t>(open.replies)));
                m_plan.collector(open.row).readFollowUp(own, m_now);
            }
        }
    }
    return std::nullopt;
}

Result<SnapshotPtr> PollSession::Impl::tick(const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    m_commands = 0;
    m_serverShare = {};
    for (const auto step : {&Impl::connect, &Impl::measureRoundTrip, &Impl::watchServer, &Impl::askAll,
                            &Impl::askAgainWhereTypesChanged, &Impl::followUp, &Impl::lookAgain}) {
        if (Failure failure = (this->*step)(stop)) {
            if (failure->kind == ErrorKind::Protocol) {
                m_headsPausedUntil = Steady::now() + pauseAfterHugeHeads;
            }
            return *std::move(failure);
        }
    }
    return finishSnapshot(start);
}

PollSession::Impl::Failure PollSession::Impl::watchServer(const std::stop_token &stop)
{
    const Result<int> commands = m_watch.update(m_client, Steady::now(), stop);
    if (!commands) {
        return commands.error();
    }
    m_commands += *commands;
    if (*commands > 0) {
        m_data.note(m_watch.info(), m_clock.at(Steady::now()));
    }
    return std::nullopt;
}

/// Most of the elements are gone since the last tick: was it the server?
PollSession::Impl::Failure PollSession::Impl::lookAgain(const std::stop_token &stop)
{
    if (!m_data.wantsLook(*m_snapshot)) {
        return std::nullopt;
    }
    m_watch.hurry();
    return watchServer(stop);
}

PollSession::PollSession(WorkspacePtr workspace, Endpoint endpoint, PollOptions options)
    : m_impl(std::make_unique<Impl>(std::move(workspace), std::move(endpoint), options))
{
}

PollSession::~PollSession() = default;

Result<SnapshotPtr> PollSession::tick(const std::stop_token &stop)
{
    return m_impl->tick(stop);
}

void PollSession::edit(WorkspacePtr workspace, quint64 epoch)
{
    m_impl->edit(std::move(workspace), epoch);
}

void PollSession::setShown(std::set<std::size_t> collections)
{
    m_impl->setShown(std::move(collections));
}

void PollSession::setOperating(std::set<QByteArray> keys)
{
    m_impl->setOperating(std::move(keys));
}

void PollSession::operatedInVain()
{
    m_impl->operatedInVain();
}

bool PollSession::isConnected() const
{
    return m_impl->isConnected();
}

} // namespace plimsoll::redis
