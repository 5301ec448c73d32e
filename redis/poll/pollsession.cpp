// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"
#include "redis/topology/cluster.h"
#include "redis/wire/serveranswers.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

namespace {

/// Longest chain of dependent requests: a wider page, then its job records.
constexpr int mostFollowUpsInTick = 4;
constexpr int mostThorough = 100; ///< limit for a one-shot snapshot
/// Rows are asked in several exchanges if they have more keys: commands and replies for a million keys took 600 MiB.
constexpr std::size_t mostKeysAtOnce = 20'000;
/// Pause for heads so large that the client refuses the reply; counts continue without them.
constexpr milliseconds pauseAfterHugeHeads{30'000};
/// Tolerated difference between the server's clock and the expected time, before the counts are read again.
constexpr milliseconds toleratedClockJump{500};

} // namespace

PollSession::PollSession(WorkspacePtr workspace, const Endpoint &endpoint, PollOptions options)
    : PollSession(std::move(workspace),
                  makeServer(endpoint, {.name = "plimsoll:poll", .readOnly = true, .readsReplicas = true}), options)
{
}

PollSession::PollSession(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options)
    : m_options(options), m_server(std::move(server)), m_changes(options.isOnly ? Polling::All : workspace->polling),
      m_plan(std::move(workspace)), m_heads(m_plan.size()), m_searches(m_plan), m_maker(m_plan, m_heads, options.isOnly)
{
}

Commands PollSession::commandsOf(std::size_t row) const
{
    return m_now.count() == 0 || row >= m_plan.size()
        ? Commands()
        : readCommands(m_plan.definition(row), m_plan.collector(row), m_now);
}

void PollSession::edit(WorkspacePtr workspace, quint64 epoch)
{
    m_options.epoch = epoch;
    m_sequence = 0;
    m_changes.edit(workspace->polling);
    m_heads.edit(m_maker.edit(std::move(workspace)));
    m_searches.findRows();
    m_rowsWithOtherKeys.resize(m_plan.size());
    std::iota(m_rowsWithOtherKeys.begin(), m_rowsWithOtherKeys.end(), 0);
}

PollSession::Failure PollSession::connect(const std::stop_token &stop)
{
    if (!m_server->isConnected()) {
        m_searches.restart();
    }
    const Outcome connected = m_server->connect(stop);
    return connected ? std::nullopt : Failure(connected.error());
}

PollSession::Failure PollSession::exchange(const Pipeline &pipeline, std::vector<Reply> &replies,
                                           const std::stop_token &stop, const ReplySink &sink)
{
    Result<std::vector<Reply>> result = m_server->exchange(pipeline, stop, sink);
    if (result) {
        replies = std::move(*result);
        return std::nullopt;
    }
    // The whole pipeline may have been for one node.
    const ErrorKind kind = result.error().kind;
    if (!m_server->isConnected() || kind == ErrorKind::Refused || kind == ErrorKind::Cancelled) {
        return result.error();
    }
    replies.assign(static_cast<std::size_t>(pipeline.size()), Reply::unanswered(result.error()));
    return std::nullopt;
}

PollSession::Failure PollSession::whyNotWatched(const Node &node) const
{
    if (m_server->endpoint().topology == Endpoint::Topology::Cluster
        || node.info().mode != QLatin1StringView("cluster")) {
        return std::nullopt;
    }
    return partOfCluster(node.endpoint());
}

/// Reads clock, round trip and INFO of every connected node. Fails if no node is connected.
PollSession::Failure PollSession::learnNodes(const std::stop_token &stop)
{
    std::vector<Node *> nodes;
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        if (node->isConnected()) {
            nodes.push_back(node.get());
        }
    }
    const std::vector<Result<bool>> learnt = Node::learnAll(nodes, m_options.headInterval, stop);
    Failure failure;
    bool isAny = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!learnt[i]) {
            failure = learnt[i].error();
            continue;
        }
        if (auto wrong = whyNotWatched(*nodes[i])) {
            return wrong;
        }
        isAny = true;
        if (*learnt[i]) {
            m_maker.data().note(nodes[i]->info(), nodes[i]->clock().at(Steady::now()));
        }
    }
    if (m_maker.data().mayHaveLost()) {
        m_searches.doubtFound();
    }
    return isAny ? std::nullopt : failure;
}

PollSession::Failure PollSession::expand(const std::stop_token &stop)
{
    std::vector<std::size_t> untyped;
    for (const std::size_t row : m_plan.expand(m_server->front().clock().at(Steady::now()))) {
        const Collector &collector = m_plan.collector(row);
        m_heads.restart(row, collector.headCost());
        m_rowsWithOtherKeys.push_back(row);
        if (collector.needsTypes()) {
            untyped.push_back(row);
        }
    }
    return learnTypes(untyped, stop);
}

PollSession::Failure PollSession::learnTypes(const std::vector<std::size_t> &rows, const std::stop_token &stop)
{
    for (auto next = rows.begin(); next != rows.end();) {
        const auto first = next;
        m_pipeline.clear();
        std::vector<int> sizes;
        for (; next != rows.end() && m_pipeline.size() < std::ptrdiff_t(mostKeysAtOnce); ++next) {
            const int before = m_pipeline.size();
            m_plan.collector(*next).appendTypes(m_pipeline);
            sizes.push_back(m_pipeline.size() - before);
        }
        std::vector<Reply> replies;
        if (Failure failure = exchange(m_pipeline, replies, stop)) {
            return failure;
        }
        ReplyCursor all(replies);
        for (auto row = first; row != next; ++row) {
            ReplyCursor own(all.take(static_cast<std::size_t>(sizes[static_cast<std::size_t>(row - first)])));
            m_plan.collector(*row).readTypes(own);
            m_plan.noteChange(*row);
        }
    }
    return std::nullopt;
}

PollSession::Failure PollSession::search(const std::stop_token &stop)
{
    return m_searches.run(
        *m_server, m_maker.operatedKeys().touched(), m_options.headBudget == 0,
        [&](const Pipeline &pipeline, std::vector<Reply> &replies) { return exchange(pipeline, replies, stop); }, stop);
}

/// Chooses the rows whose heads are read in this tick. A head that an operation of ours changed is read in the tick
/// whose figures are left out of rates for it.
std::vector<std::size_t> PollSession::chooseHeadRows()
{
    const std::set<QByteArray> &touched = m_maker.operatedKeys().touched();
    std::set<std::size_t> changed;
    for (std::size_t row = 0; !touched.empty() && row < m_plan.size(); ++row) {
        if (m_plan.collector(row).hasAnyOf(touched)) {
            changed.insert(row);
        }
    }
    const Steady::time_point now = Steady::now();
    return m_heads.choose(std::move(changed), {now, m_server->front().clock().at(now)}, m_options.headInterval,
                          m_options.headBudget);
}

PollSession::Failure PollSession::hearChanges(const std::stop_token &stop)
{
    m_changes.hear(*m_server, m_plan, stop);
    return std::nullopt;
}

/// Chooses the rows of this tick, and the heads, which are read together with the counts of their rows.
void PollSession::chooseRows(bool areAll, milliseconds now)
{
    if (areAll) {
        m_changes.askAllAgain();
    }
    ChangedRows::Chosen chosen = m_changes.choose(m_plan, now);
    m_rows = std::move(chosen.rows);
    for (const std::size_t row : chosen.changed) {
        m_heads.noteChange(row);
    }
    m_headRows = chooseHeadRows();
    if (m_rows.size() < m_plan.size()) {
        std::vector<std::size_t> all;
        std::set_union(m_rows.begin(), m_rows.end(), m_headRows.begin(), m_headRows.end(), std::back_inserter(all));
        m_rows = std::move(all);
    }
}

/// True if the server tells when the row has to be asked again.
bool PollSession::mayRest(std::size_t row) const
{
    return m_changes.isTracking() && m_plan.collector(row).isStillBetweenEdges();
}

void PollSession::noteKeysOfHead(std::size_t row, const Pipeline &pipeline, int firstCommand)
{
    if (mayRest(row)) {
        m_changes.noteKeys(row, pipeline, firstCommand, pipeline.size() - firstCommand);
    }
}

/// Appends the questions for the next edges of the rows behind their counts, and notes the keys of those.
void PollSession::appendEdges(Pipeline &pipeline, std::span<const std::size_t> rows, milliseconds now)
{
    m_edgeRows.clear();
    m_edgeSizes.clear();
    if (!m_changes.isTracking()) {
        return;
    }
    int counts = m_plan.asksDataSize() ? 2 : 1;
    for (const std::size_t row : rows) {
        const int first = std::exchange(counts, counts + m_plan.countSizes()[row]);
        if (!mayRest(row)) {
            m_changes.noteEdge(row, Collector::always);
            continue;
        }
        m_changes.noteKeys(row, pipeline, first, counts - first);
        const int before = pipeline.size();
        m_plan.collector(row).appendEdges(pipeline, now);
        m_edgeRows.push_back(row);
        m_edgeSizes.push_back(pipeline.size() - before);
    }
}

/// Reads the counts of the chosen collections, then the chosen heads. If the server's clock was set meanwhile and the
/// exchange may be repeated, discards the replies: the probes contained a wrong *now*.
PollSession::Failure PollSession::ask(bool repeatable, const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    Node &front = m_server->front(); // receives TIME
    const milliseconds expected = front.clock().at(start + front.roundTrip() / 2);
    m_progress = {.sent = start, .expected = expected, .isRepeatable = repeatable};
    m_open.clear();
    m_headSizes.clear();
    chooseRows(!repeatable, expected);
    do {
        if (Failure failure = askUpTo(endOfExchange(), stop)) {
            return failure;
        }
        // Whether any row can be read shows when no row of a part could.
        if (!m_progress.isStarted && !m_progress.clockJumped && m_progress.rowEnd < m_rows.size()) {
            m_headSizes.clear();
            m_progress.sent = Steady::now(); // the reply to TIME is of this exchange
            m_progress.expected = front.clock().at(m_progress.sent + front.roundTrip() / 2);
            if (Failure failure = askUpTo(m_rows.size(), stop)) {
                return failure;
            }
        }
    } while (!m_progress.clockJumped && m_progress.rowEnd < m_rows.size());
    return std::nullopt;
}

/// Returns the index into m_rows of the first row that the next exchange does not ask.
std::size_t PollSession::endOfExchange() const
{
    if (!m_changes.isTracking()) {
        return m_rows.size(); // the commands of all rows are kept from tick to tick
    }
    std::size_t end = m_progress.rowEnd;
    for (std::size_t keys = 0; end < m_rows.size() && keys < mostKeysAtOnce; ++end) {
        keys += m_plan.collector(m_rows[end]).keys().size();
    }
    return end;
}

/// Asks the rows behind those that were read, up to an index into m_rows, and their heads.
PollSession::Failure PollSession::askUpTo(std::size_t end, const std::stop_token &stop)
{
    Progress &at = m_progress;
    const std::span<const std::size_t> rows = std::span(m_rows).subspan(at.row, end - at.row);
    Pipeline &pipeline = m_plan.commandsAt(at.expected, rows);
    appendEdges(pipeline, rows, at.expected);
    while (m_headSizes.size() < m_headRows.size()
           && (end == m_rows.size() || m_headRows[m_headSizes.size()] < m_rows[end])) {
        const std::size_t row = m_headRows[m_headSizes.size()];
        const int before = pipeline.size();
        m_plan.collector(row).setThorough(m_options.headBudget == 0);
        m_plan.collector(row).appendHead(pipeline, at.expected);
        m_headSizes.push_back(pipeline.size() - before);
        noteKeysOfHead(row, pipeline, before);
    }
    at.rowEnd = end;
    at.edgeRow = 0;
    at.reply = !at.isStarted ? 0 : m_plan.asksDataSize() ? 2 : 1;
    at.commands = static_cast<std::size_t>(pipeline.size());
    std::vector<Reply> replies;
    if (Failure failure =
            exchange(pipeline, replies, stop, [this](std::span<const Reply> arrived) { readArrived(arrived); })) {
        return failure;
    }
    readArrived(replies);
    const auto failed =
        std::find_if(replies.begin(), replies.end(), [](const Reply &reply) { return reply.concernsNode(); });
    const bool isLast = at.rowEnd == m_rows.size();
    return at.isStarted || at.clockJumped || !isLast || failed == replies.end() ? std::nullopt
                                                                                : Failure(failed->toError());
}

PollSession::Failure PollSession::askAll(const std::stop_token &stop)
{
    for (const bool repeatable : {true, false}) {
        if (Failure failure = expand(stop)) {
            return failure;
        }
        if (Failure failure = ask(repeatable, stop)) {
            return failure;
        }
        if (!m_progress.clockJumped) {
            break;
        }
    }
    m_maker.finishRowsNotAsked(m_rows);
    return std::nullopt;
}

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
        m_heads.noteRead(open.row, mayRest(open.row));
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
        at.data = {first > 1 ? replies[1].toInteger() : std::nullopt, front.info().changesSinceSave,
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
        m_maker.start({m_now, at.data, aclUser(), m_changes.isTracking(), m_rows.size() == m_plan.size()});
    }
    return at.isStarted;
}

void PollSession::readRow(std::size_t row, std::span<const Reply> replies)
{
    Progress &at = m_progress;
    Collector &collector = m_plan.collector(row);
    ReplyCursor own(replies);
    m_maker.place(row, m_reading);
    collector.readCounts(own, m_reading);
    keepCounts(row, m_reading);
    if (std::any_of(replies.begin(), replies.end(), [](const Reply &reply) { return reply.concernsNode(); })) {
        m_changes.askAllAgain(); // its other rows must not look as if they were known
    }
    const bool readsHead = at.headRow < m_headRows.size() && m_headRows[at.headRow] == row;
    if (readsHead || collector.needsTypes()) {
        m_open.push_back({row, readsHead, readsHead ? m_headSizes[at.headRow] : 0, std::exchange(m_reading, {})});
    } else {
        m_maker.finishRow(row, m_reading);
    }
    at.headRow += readsHead ? 1 : 0;
}

/// Keeps the counts of a row for the ticks that do not ask it. One that could not be read is asked again.
void PollSession::keepCounts(std::size_t row, const Reading &reading)
{
    if (!m_changes.isTracking()) {
        return;
    }
    if (!m_maker.keepCounts(row, reading)) { // by the time alone, or nobody told
        m_heads.noteChange(row);
    }
    if (!reading.problems.empty() || !reading.lacks.empty() || !mayRest(row)) {
        m_changes.noteEdge(row, Collector::always);
    }
}

/// Repeats the counts of collections in which a missing key appeared with an unexpected type.
PollSession::Failure PollSession::askAgainWhereTypesChanged(const std::stop_token &stop)
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
            CountSegment counts;
            collector.appendCounts(counts);
            m_pipeline.append(counts.at(m_now));
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
        m_maker.placeAgain(open->row, open->reading);
        collector.readCounts(own, open->reading);
        keepCounts(open->row, open->reading);
        m_changes.noteEdge(open->row, Collector::always); // it was asked for keys of another type
        if (open->head) {
            collector.readHead(own, m_now);
            m_plan.noteChange(open->row);
        }
    }
    return std::nullopt;
}

PollSession::Failure PollSession::followUp(const std::stop_token &stop)
{
    std::vector<Reply> replies;
    const int most = m_options.headBudget == 0 ? mostThorough : mostFollowUpsInTick;
    for (int round = 0; round < most; ++round) {
        m_pipeline.clear();
        for (Open &open : m_open) {
            const int before = m_pipeline.size();
            if (open.head) {
                m_plan.collector(open.row).appendFollowUp(m_pipeline, m_now);
                noteKeysOfHead(open.row, m_pipeline, before);
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

Result<SnapshotPtr> PollSession::tick(const std::stop_token &stop)
{
    const Steady::time_point start = Steady::now();
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        static_cast<void>(node->takeWork()); // left from a failed tick
    }
    Failure failure;
    for (const auto step : {&PollSession::connect, &PollSession::learnNodes, &PollSession::search,
                            &PollSession::hearChanges, &PollSession::askAll, &PollSession::askAgainWhereTypesChanged,
                            &PollSession::followUp, &PollSession::lookAgain}) {
        failure = failure ? failure : (this->*step)(stop);
    }
    const auto nodes = m_server->nodes();
    if (std::any_of(nodes.begin(), nodes.end(), [](const std::unique_ptr<Node> &node) {
            return node->error() && node->error()->kind == ErrorKind::Protocol;
        })) {
        m_heads.pauseUntil(Steady::now() + pauseAfterHugeHeads);
    }
    if (failure) {
        m_changes.askAllAgain();
        return withPermission(*std::move(failure), aclUser());
    }
    return finishSnapshot(start);
}

/// Most elements are gone since the last tick: checks whether a server event is the reason.
PollSession::Failure PollSession::lookAgain(const std::stop_token &stop)
{
    if (!m_maker.data().wantsLook(m_maker.snapshot(), m_searches.searching())) {
        return std::nullopt;
    }
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        node->hurry();
    }
    Failure failure = learnNodes(stop);
    if (m_maker.data().mayHaveLost()) { // their rows were finished before the event was known
        m_maker.tellAgain(m_searches.searching());
    }
    return failure;
}

AclUser PollSession::aclUser() const
{
    return {m_server->endpoint().user, m_server->front().info().version};
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
void PollSession::takeNodes(Snapshot &snapshot)
{
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        const Node::Work work = node->takeWork();
        snapshot.server.nodes.push_back(stateOf(*node));
        snapshot.roundTrip = std::max(snapshot.roundTrip, node->roundTrip());
        snapshot.serverShare = std::max(snapshot.serverShare, work.share);
        snapshot.commands += work.commands;
    }
}

SnapshotPtr PollSession::finishSnapshot(Steady::time_point start)
{
    for (Open &open : m_open) {
        m_maker.finishRow(open.row, open.reading);
        m_heads.setCost(open.row, m_plan.collector(open.row).headCost());
    }
    m_open.clear();
    m_maker.finish();
    Snapshot &snapshot = m_maker.snapshot();
    snapshot.epoch = m_options.epoch;
    snapshot.asked = {static_cast<int>(m_rows.size()), m_changes.isTracking(), m_changes.whyNot()};
    snapshot.sequence = ++m_sequence;
    takeNodes(snapshot);
    snapshot.taken = Steady::now();
    snapshot.pollTime = std::chrono::duration_cast<microseconds>(snapshot.taken - start);
    for (const std::size_t row : std::exchange(m_rowsWithOtherKeys, {})) {
        m_plan.collector(row).forgetOtherKeys();
    }
    return m_maker.take();
}

} // namespace plimsoll::redis
