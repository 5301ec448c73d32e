// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"

#include "redis/poll/heads.h"
#include "redis/poll/limits.h"
#include "redis/poll/pollplan.h"
#include "redis/poll/serverclock.h"
#include "redis/poll/serverwatch.h"
#include "redis/wire/client.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

namespace plimsoll::redis {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

/// Longest chain of questions that depend on the answer before: a wider page, then its job records.
constexpr int mostFollowUps = 4;
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

/// Errors that are not about a key or a command, but say that the server answers nothing at all for now.
bool concernsServer(const Reply &reply)
{
    static constexpr std::array<QByteArrayView, 4> codes{"LOADING ", "BUSY ", "MASTERDOWN ", "NOAUTH "};
    return reply.isError() && std::any_of(codes.begin(), codes.end(), [&reply](QByteArrayView code) {
               return reply.bytes.startsWith(code);
           });
}

template <typename T> std::span<T> part(std::vector<T> &all, int first, std::size_t count)
{
    return std::span(all).subspan(static_cast<std::size_t>(first), count);
}

} // namespace

class PollSession::Impl {
public:
    Impl(WorkspacePtr workspace, Endpoint endpoint, PollOptions options)
        : m_options(options), m_client(std::move(endpoint), clientOptions(options)), m_plan(std::move(workspace)),
          m_watch(options.headInterval), m_heads(m_plan.size()), m_readings(m_plan.size()), m_all(m_plan.size())
    {
        std::iota(m_all.begin(), m_all.end(), std::size_t{0});
    }

    Result<SnapshotPtr> tick(const std::stop_token &stop);
    void setShown(std::set<std::size_t> collections) { m_shown = std::move(collections); }
    [[nodiscard]] bool isConnected() const { return m_client.isConnected(); }
    void disconnect() { m_client.disconnect(); }

private:
    using Failure = std::optional<Error>;

    /// Which replies of an exchange are of which collection.
    struct Share {
        std::size_t row = 0;
        std::size_t counts = 0;
        std::size_t head = 0;
    };

    Failure connect(const std::stop_token &stop);
    Failure exchange(const Pipeline &pipeline, std::vector<Reply> &replies, const std::stop_token &stop);
    Failure measureRoundTrip(const std::stop_token &stop);
    Failure watchServer(const std::stop_token &stop);
    void expand(milliseconds now);
    Failure learnTypes(const std::vector<std::size_t> &rows, const std::stop_token &stop);
    [[nodiscard]] std::vector<std::size_t> rowsWithoutTypes() const;
    [[nodiscard]] std::vector<std::size_t> chooseHeadRows(Steady::time_point now);
    /// Counts of `rows`, and the heads of those among them that are to be read. Where the server's clock was set and
    /// `repeatable`, nothing is read: the probes held a wrong *now*.
    Failure ask(const std::vector<std::size_t> &rows, bool repeatable, const std::stop_token &stop);
    void read(const std::vector<Share> &shares, std::span<const Reply> replies);
    Failure askAll(const std::stop_token &stop);
    Failure askAgainWhereTypesChanged(const std::stop_token &stop);
    Failure followUp(const std::stop_token &stop);
    void prepareReadings();
    void finishRow(std::size_t row, Snapshot::Row &out);

    PollOptions m_options;
    Client m_client;
    PollPlan m_plan;
    ServerClock m_clock;
    ServerWatch m_watch;
    std::set<std::size_t> m_shown;
    std::vector<HeadState> m_heads;
    std::size_t m_cursor = 0; ///< whose head is next by turn
    std::optional<Steady::time_point> m_headsPausedUntil;
    quint64 m_sequence = 0;
    std::optional<Steady::time_point> m_roundTripAt;
    microseconds m_roundTrip{};

    // Of the tick under way; kept for their memory.
    std::vector<Reading> m_readings;
    std::vector<std::size_t> m_all;
    std::vector<std::size_t> m_headRows;
    std::vector<bool> m_readsHead; ///< by row
    Pipeline m_pipeline;
    std::vector<double> m_figures;
    std::vector<double> m_parts;
    milliseconds m_now{};
    microseconds m_serverShare{};
    int m_commands = 0;
    bool m_clockJumped = false;
};

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
        if (const std::optional<milliseconds> serverTime = ServerClock::parse(*time)) {
            m_clock.set(*serverTime, start + (end - start) / 2);
        }
    }
    m_roundTripAt = start;
    return std::nullopt;
}

void PollSession::Impl::expand(milliseconds now)
{
    for (const std::size_t row : m_plan.expand(now)) {
        m_heads[row].readAt.reset();
    }
}

std::vector<std::size_t> PollSession::Impl::rowsWithoutTypes() const
{
    std::vector<std::size_t> rows;
    for (const std::size_t row : m_all) {
        if (m_plan.collector(row).needsTypes()) {
            rows.push_back(row);
        }
    }
    return rows;
}

PollSession::Impl::Failure PollSession::Impl::learnTypes(const std::vector<std::size_t> &rows,
                                                         const std::stop_token &stop)
{
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
    }
    return std::nullopt;
}

std::vector<std::size_t> PollSession::Impl::chooseHeadRows(Steady::time_point now)
{
    if (m_headsPausedUntil && now < *m_headsPausedUntil) {
        return {};
    }
    const milliseconds serverNow = m_clock.at(now);
    for (const std::size_t row : m_all) {
        const Collector &collector = m_plan.collector(row);
        m_heads[row].cost = collector.headCost();
        m_heads[row].wanted = collector.headWanted(serverNow);
    }
    return chooseHeads(m_heads, m_shown, now, {m_options.headInterval, m_options.headBudget}, m_cursor);
}

PollSession::Impl::Failure PollSession::Impl::ask(const std::vector<std::size_t> &rows, bool repeatable,
                                                  const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    const milliseconds expected = m_clock.at(start + m_roundTrip / 2);
    m_pipeline.clear();
    m_pipeline.add({"TIME"});
    std::vector<Share> shares;
    shares.reserve(rows.size() + m_headRows.size());
    for (const std::size_t row : rows) {
        const Pipeline &counts = m_plan.collector(row).counts().at(expected);
        m_pipeline.append(counts);
        shares.push_back({row, static_cast<std::size_t>(counts.size()), 0});
    }
    for (const std::size_t row : rows) {
        if (m_readsHead[row]) {
            const int before = m_pipeline.size();
            m_plan.collector(row).appendHead(m_pipeline, expected);
            shares.push_back({row, 0, static_cast<std::size_t>(m_pipeline.size() - before)});
        }
    }
    std::vector<Reply> replies;
    if (Failure failure = exchange(m_pipeline, replies, stop)) {
        return failure;
    }
    if (replies.size() > 1 && concernsServer(replies[1])) {
        return replies[1].toError();
    }
    m_now = ServerClock::parse(replies.front()).value_or(expected);
    const milliseconds jump = m_now > expected ? m_now - expected : expected - m_now;
    // A slow server says its time late; only what the exchange itself cannot explain is a clock that was set.
    m_clockJumped = jump > toleratedClockJump + std::chrono::ceil<milliseconds>(Steady::now() - start);
    m_clock.set(m_now, start + m_roundTrip / 2);
    if (!m_clockJumped || !repeatable) {
        read(shares, replies);
    }
    return std::nullopt;
}

void PollSession::Impl::read(const std::vector<Share> &shares, std::span<const Reply> replies)
{
    ReplyCursor all(replies);
    static_cast<void>(all.next()); // TIME
    for (const Share &share : shares) {
        ReplyCursor own(all.take(share.counts + share.head));
        Collector &collector = m_plan.collector(share.row);
        if (share.counts > 0) {
            Reading &reading = m_readings[share.row];
            reading.now = m_now;
            reading.problems.clear();
            reading.atLeast = 0;
            collector.readCounts(own, reading);
        }
        if (share.head > 0) {
            collector.readHead(own, m_now);
        }
    }
}

PollSession::Impl::Failure PollSession::Impl::askAll(const std::stop_token &stop)
{
    for (const bool repeatable : {true, false}) {
        const Steady::time_point now = Steady::now();
        expand(m_clock.at(now));
        if (const std::vector<std::size_t> rows = rowsWithoutTypes(); !rows.empty()) {
            if (Failure failure = learnTypes(rows, stop)) {
                return failure;
            }
        }
        prepareReadings();
        m_headRows = chooseHeadRows(now);
        m_readsHead.assign(m_plan.size(), false);
        for (const std::size_t row : m_headRows) {
            m_readsHead[row] = true;
        }
        if (Failure failure = ask(m_all, repeatable, stop)) {
            return failure;
        }
        if (!m_clockJumped) {
            break;
        }
    }
    for (const std::size_t row : m_headRows) {
        m_heads[row].readAt = Steady::now();
    }
    return std::nullopt;
}

/// A key that did not exist came up with another type than it was taken for.
PollSession::Impl::Failure PollSession::Impl::askAgainWhereTypesChanged(const std::stop_token &stop)
{
    const std::vector<std::size_t> rows = rowsWithoutTypes();
    if (rows.empty()) {
        return std::nullopt;
    }
    if (Failure failure = learnTypes(rows, stop)) {
        return failure;
    }
    return ask(rows, false, stop);
}

PollSession::Impl::Failure PollSession::Impl::followUp(const std::stop_token &stop)
{
    std::vector<Share> shares;
    std::vector<Reply> replies;
    for (int round = 0; round < mostFollowUps; ++round) {
        m_pipeline.clear();
        shares.clear();
        for (const std::size_t row : m_headRows) {
            const int before = m_pipeline.size();
            m_plan.collector(row).appendFollowUp(m_pipeline, m_now);
            if (m_pipeline.size() > before) {
                shares.push_back({row, 0, static_cast<std::size_t>(m_pipeline.size() - before)});
            }
        }
        if (shares.empty()) {
            break;
        }
        if (Failure failure = exchange(m_pipeline, replies, stop)) {
            return failure;
        }
        ReplyCursor all(replies);
        for (const Share &share : shares) {
            ReplyCursor own(all.take(share.head));
            m_plan.collector(share.row).readFollowUp(own, m_now);
        }
    }
    return std::nullopt;
}

/// Where the figures of each collection go, in the arrays of the snapshot to be.
void PollSession::Impl::prepareReadings()
{
    const SnapshotLayout &layout = *m_plan.layout();
    m_figures.assign(static_cast<std::size_t>(layout.figureCount), unknownFigure);
    m_parts.assign(layout.parts.size(), unknownFigure);
    for (std::size_t row = 0; row < m_readings.size(); ++row) {
        const SnapshotLayout::Row &at = layout.rows[row];
        m_readings[row].figures = part(m_figures, at.firstFigure, at.kind->figures.size());
        m_readings[row].parts = part(m_parts, at.firstPart, static_cast<std::size_t>(at.partCount));
    }
}

void PollSession::Impl::finishRow(std::size_t row, Snapshot::Row &out)
{
    const CollectionDefinition &definition = m_plan.definition(row);
    Collector &collector = m_plan.collector(row);
    Reading &reading = m_readings[row];
    collector.finish(reading);
    for (const Limit &limit : definition.limits) {
        const double figure = reading.figures[static_cast<std::size_t>(limit.figure)];
        if (std::optional<Problem> problem = checkLimit(*definition.kind, limit, figure)) {
            reading.problems.push_back(*std::move(problem));
        }
    }
    for (const Problem &problem : reading.problems) {
        out.state = std::max(out.state, problem.level);
    }
    out.atLeast = reading.atLeast;
    out.head = collector.head();
    if (!reading.problems.empty()) {
        out.problems = std::make_shared<const std::vector<Problem>>(std::move(reading.problems));
        reading.problems.clear();
    }
}

Result<SnapshotPtr> PollSession::Impl::tick(const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    m_commands = 0;
    m_serverShare = {};
    for (const auto step : {&Impl::connect, &Impl::measureRoundTrip, &Impl::watchServer, &Impl::askAll,
                            &Impl::askAgainWhereTypesChanged, &Impl::followUp}) {
        if (Failure failure = (this->*step)(stop)) {
            if (failure->kind == ErrorKind::Protocol) {
                m_headsPausedUntil = Steady::now() + pauseAfterHugeHeads;
            }
            return *std::move(failure);
        }
    }
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->rows.resize(m_plan.size());
    for (const std::size_t row : m_all) {
        finishRow(row, snapshot->rows[row]);
    }
    snapshot->epoch = m_options.epoch;
    snapshot->sequence = ++m_sequence;
    snapshot->layout = m_plan.layout();
    snapshot->serverTime = m_now;
    snapshot->figures = std::exchange(m_figures, {});
    snapshot->parts = std::exchange(m_parts, {});
    snapshot->server = m_watch.info();
    snapshot->roundTrip = m_roundTrip;
    snapshot->serverShare = m_serverShare;
    snapshot->commands = m_commands;
    snapshot->taken = Steady::now();
    snapshot->pollTime = std::chrono::duration_cast<microseconds>(snapshot->taken - start);
    return SnapshotPtr(std::move(snapshot));
}

PollSession::Impl::Failure PollSession::Impl::watchServer(const std::stop_token &stop)
{
    const Result<int> commands = m_watch.update(m_client, Steady::now(), stop);
    if (!commands) {
        return commands.error();
    }
    m_commands += *commands;
    return std::nullopt;
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

void PollSession::setShown(std::set<std::size_t> collections)
{
    m_impl->setShown(std::move(collections));
}

bool PollSession::isConnected() const
{
    return m_impl->isConnected();
}

void PollSession::disconnect()
{
    m_impl->disconnect();
}

} // namespace plimsoll::redis
