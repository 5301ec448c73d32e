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

} // namespace

PollSession::PollSession(WorkspacePtr workspace, const Endpoint &endpoint, PollOptions options)
    : PollSession(std::move(workspace),
                  makeServer(endpoint, {.name = "plimsoll:poll", .readOnly = true, .readsReplicas = true}), options)
{
}

PollSession::PollSession(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options)
    : m_options(options), m_server(std::move(server)), m_changes(options.isOnly ? Polling::All : workspace->polling),
      m_plan(std::move(workspace)), m_heads(m_plan.size())
{
    m_concerns.reserve(m_plan.size());
    for (std::size_t row = 0; row < m_plan.size(); ++row) {
        addConcerns(row);
    }
    findSearching();
}

void PollSession::addConcerns(std::size_t row)
{
    m_concerns.emplace_back(m_plan.definition(row), m_plan.collector(row).boundedFigure());
    m_isJudged.push_back(
        !m_plan.definition(row).limits.empty() || m_concerns.back().hasChecks(m_plan.collector(row)) ? 1 : 0);
}

void PollSession::setOperating(std::set<QByteArray> keys)
{
    // The operation that just ended has changed data that the next tick reads.
    if (m_operating.empty()) {
        m_touchedBefore = m_touched;
    }
    m_touched.insert(keys.begin(), keys.end());
    m_operating = std::move(keys);
}

Commands PollSession::commandsOf(std::size_t row) const
{
    return m_now.count() == 0 || row >= m_plan.size()
        ? Commands()
        : readCommands(m_plan.definition(row), m_plan.collector(row), m_now);
}

void PollSession::edit(WorkspacePtr workspace, quint64 epoch)
{
    catchUpAll();
    m_resting.stop();
    m_options.epoch = epoch;
    m_sequence = 0;
    m_changes.edit(workspace->polling);
    const std::vector<std::optional<std::size_t>> origins = m_plan.edit(std::move(workspace));
    m_heads = headsAfterEdit(m_heads, origins);
    std::vector<Concerns> before = std::exchange(m_concerns, {});
    m_isJudged.clear();
    for (std::size_t row = 0; row < origins.size(); ++row) {
        addConcerns(row);
        if (origins[row]) {
            m_concerns.back().continueFrom(std::move(before[*origins[row]]));
        }
    }
    findSearching();
    m_rowsWithOtherKeys.resize(m_plan.size());
    std::iota(m_rowsWithOtherKeys.begin(), m_rowsWithOtherKeys.end(), 0);
}

PollSession::Failure PollSession::connect(const std::stop_token &stop)
{
    if (!m_server->isConnected()) {
        for (const std::size_t row : m_stepping) {
            m_plan.collector(row).restartSearch();
        }
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
            m_data.note(nodes[i]->info(), nodes[i]->clock().at(Steady::now()));
        }
    }
    if (m_data.mayHaveLost()) {
        doubtFound();
    }
    return isAny ? std::nullopt : failure;
}

/// Keys found before the server lost data may be gone.
void PollSession::doubtFound()
{
    for (const std::size_t row : m_searching) {
        m_plan.collector(row).doubtFound();
    }
}

PollSession::Failure PollSession::expand(const std::stop_token &stop)
{
    std::vector<std::size_t> untyped;
    for (const std::size_t row : m_plan.expand(m_server->front().clock().at(Steady::now()))) {
        const Collector &collector = m_plan.collector(row);
        m_heads[row] = {.cost = collector.headCost()};
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

std::vector<std::size_t> PollSession::chooseHeadRows() const
{
    const Steady::time_point now = Steady::now();
    if (m_headsPausedUntil && now < *m_headsPausedUntil) {
        return {};
    }
    const std::chrono::duration<double, std::milli> since = now - m_headsChosenAt.value_or(now);
    m_headsChosenAt = now;
    // A head that an operation of ours changed is read in the tick whose figures are left out of rates for it.
    std::set<std::size_t> wanted = m_shown;
    for (std::size_t row = 0; !m_touched.empty() && row < m_plan.size(); ++row) {
        if (m_plan.collector(row).hasAnyOf(m_touched)) {
            wanted.insert(row);
        }
    }
    std::vector<std::size_t> rows =
        chooseHeads(m_heads, wanted, {now, m_server->front().clock().at(now)},
                    {m_options.headInterval, m_options.headBudget, since / m_options.headInterval}, m_cursor);
    std::sort(rows.begin(), rows.end());
    return rows;
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
        m_heads[row].sameReads = 0;
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
    finishRowsNotAsked();
    return std::nullopt;
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
        placeReading(open->row, open->reading);
        clearFigures(open->reading);
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
        m_headsPausedUntil = Steady::now() + pauseAfterHugeHeads;
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
    if (!m_data.wantsLook(*m_snapshot, m_searching)) {
        return std::nullopt;
    }
    for (const std::unique_ptr<Node> &node : m_server->nodes()) {
        node->hurry();
    }
    Failure failure = learnNodes(stop);
    for (const std::size_t row : m_searching) {
        if (m_data.mayHaveLost()) { // its row was finished before the event was known
            tellAgain(row);
        }
    }
    return failure;
}

} // namespace plimsoll::redis
