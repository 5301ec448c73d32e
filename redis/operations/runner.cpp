// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/runner.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace plimsoll::redis {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// A request is void on the server after this; its answer is not waited for longer either (ClientOptions).
constexpr milliseconds requestLife{5'000};
constexpr std::size_t smallestBatch = 1;
constexpr std::size_t firstBatch = 200;
constexpr std::size_t largestBatch = 4'000;
constexpr std::size_t largestCut = 20'000;
constexpr qint64 sparseWindow = 2'000;
// Others may push at the end that is worked on; so far beyond the expected place an item is still found.
constexpr qint64 windowSlack = 64;

QByteArray infoField(const QByteArray &info, const QByteArray &name)
{
    const qsizetype at = info.startsWith(name + ':') ? 0 : info.indexOf('\n' + name + ':') + 1;
    if (at == 0 && !info.startsWith(name + ':')) {
        return {};
    }
    const qsizetype from = at + name.size() + 1;
    const qsizetype to = info.indexOf('\r', from);
    return info.mid(from, to < 0 ? -1 : to - from);
}

/// Whether the connection may be sought again: everything else would fail again.
bool isPassing(const Error &error)
{
    return error.kind == ErrorKind::Unreachable || error.kind == ErrorKind::TimedOut
        || error.kind == ErrorKind::Protocol;
}

bool isPassing(const Reply &reply)
{
    return reply.isError()
        && (reply.bytes.startsWith("LOADING") || reply.bytes.startsWith("BUSY ")
            || reply.bytes.startsWith("PLIMSOLLLATE") || reply.bytes.startsWith("TRYAGAIN"));
}

qint64 archiveBytes(const Plan &plan)
{
    qint64 bytes = 0;
    for (const PlanStep &step : plan.steps) {
        for (const PlanItem &item : step.items) {
            bytes += item.element.size() + 80;
        }
        // Cuts are not read before they happen; the sample tells what an element weighs.
        qint64 sampled = 0;
        for (const Element &element : plan.sample) {
            sampled += element.element.size();
        }
        const qint64 average = plan.sample.empty() ? 64 : sampled / qint64(plan.sample.size());
        bytes += step.count * (average + 80);
    }
    return bytes;
}

/// Undo: what came back leaves the archive instead of entering it.
void takeRestored(BatchResult &result, const std::vector<ArchivedElement> &rows)
{
    std::unordered_multimap<QByteArray, qint64> rowOf;
    for (const ArchivedElement &row : rows) {
        rowOf.emplace(row.element, row.row);
    }
    for (const ArchivedElement &element : result.elements) {
        if (const auto row = rowOf.find(element.element); row != rowOf.end()) {
            result.restoredRows.push_back(row->second);
            rowOf.erase(row);
        }
    }
    result.elements.clear();
}

} // namespace

struct Runner::Progress {
    OperationReport report;
    std::stop_token stop;
    qint64 planned = 0;
    int batch = 0;
    std::size_t batchSize = firstBatch;
    QByteArray lastEscrow; ///< archived, goes with the next request
    steady_clock::time_point started = steady_clock::now();
    bool uncertain = false; ///< the connection went with a batch under way
    int notedStep = -1; ///< the journal knows that batches belong to it

    void add(const BatchResult &result)
    {
        report.moved += result.moved;
        report.deadLettered += result.deadLettered;
        report.removed += result.removed;
        report.skipped += result.skipped;
    }
};

Result<ServerIdentity> readIdentity(Client &client)
{
    const Result<Reply> server = client.command({"INFO", "server"});
    if (!server) {
        return server.error();
    }
    const Result<Reply> replication = client.command({"INFO", "replication"});
    const Result<Reply> persistence = client.command({"INFO", "persistence"});
    ServerIdentity identity;
    identity.address = client.endpoint().display();
    identity.runId = infoField(server->bytes, "run_id");
    if (replication) {
        identity.replicationId = infoField(replication->bytes, "master_replid");
        identity.replicationId2 = infoField(replication->bytes, "master_replid2");
        if (identity.replicationId2.count('0') == identity.replicationId2.size()) {
            identity.replicationId2.clear();
        }
    }
    if (persistence) {
        identity.loadedData = infoField(persistence->bytes, "aof_enabled") == "1"
            || infoField(persistence->bytes, "rdb_last_load_keys_loaded").toLongLong() > 0;
    }
    return identity;
}

Runner::Runner(Client &client, Journal *journal, RunnerOptions options)
    : m_client(client), m_journal(journal), m_options(std::move(options))
{
}

Outcome Runner::synchroniseClock()
{
    const steady_clock::time_point before = steady_clock::now();
    const Result<Reply> time = m_client.command({"TIME"});
    if (!time) {
        return time.error();
    }
    const steady_clock::time_point after = steady_clock::now();
    m_roundTrip = std::chrono::duration_cast<std::chrono::microseconds>(after - before);
    if (time->elements.size() == 2) {
        m_serverTime = milliseconds(time->elements[0].toInteger().value_or(0) * 1000
                                    + time->elements[1].toInteger().value_or(0) / 1000);
    }
    m_serverTimeAt = after;
    return Done{};
}

milliseconds Runner::serverNow() const
{
    return m_serverTime + std::chrono::duration_cast<milliseconds>(steady_clock::now() - m_serverTimeAt);
}

Outcome Runner::reconnect(Progress &progress)
{
    const QByteArray runBefore = m_identity.runId;
    const steady_clock::time_point until = steady_clock::now() + m_options.reconnectFor;
    const milliseconds voidAt = serverNow() + requestLife;
    milliseconds pause{20};
    Error last{ErrorKind::Unreachable, QStringLiteral("the connection was lost")};
    while (steady_clock::now() < until && !progress.stop.stop_requested()) {
        const Outcome connected = m_client.connect(progress.stop);
        if (connected) {
            const Outcome clock = synchroniseClock();
            const Result<ServerIdentity> identity =
                clock ? readIdentity(m_client) : Result<ServerIdentity>(clock.error());
            if (identity && !m_identity.isSame(*identity)) {
                return Error{ErrorKind::Refused,
                             QStringLiteral("%1 is another server now; the operation stops where it was")
                                 .arg(m_client.endpoint().display())};
            }
            // A server that was not restarted may still have the lost request before it; after `voidAt` it is void.
            if (identity && (identity->runId != runBefore || serverNow() > voidAt)) {
                m_identity.runId = identity->runId;
                return Done{};
            }
            if (identity) {
                std::this_thread::sleep_for(std::min(milliseconds(50), voidAt - serverNow() + milliseconds(1)));
                continue;
            }
            last = identity.error();
        } else {
            last = connected.error();
            if (!isPassing(last) && last.kind != ErrorKind::Server) {
                return last;
            }
        }
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, milliseconds(500));
    }
    return last;
}

Result<Reply> Runner::send(const BatchCall &call, Progress &progress)
{
    while (true) {
        std::vector<QByteArray> arguments{QByteArray::number(qlonglong(milliseconds(escrowExpiry).count())),
                                          QByteArray::number(qlonglong((serverNow() + requestLife).count()))};
        arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
        Pipeline before;
        if (!progress.lastEscrow.isEmpty()) {
            before.add({"UNLINK", progress.lastEscrow});
        }
        progress.uncertain = true;
        Result<Reply> reply = runScript(m_client, *call.script, call.keys, arguments, before);
        if (reply && !isPassing(*reply)) {
            progress.lastEscrow.clear();
            progress.uncertain = false;
            return reply;
        }
        if (!reply && !isPassing(reply.error())) {
            progress.uncertain = false;
            return reply;
        }
        m_client.disconnect();
        if (Outcome back = reconnect(progress); !back) {
            return back.error();
        }
    }
}

void Runner::letGo(const QByteArray &escrow, Progress &progress)
{
    if (escrow.isEmpty()) {
        return;
    }
    const Result<Reply> unlinked = m_client.command({"UNLINK", escrow});
    if (!unlinked && isPassing(unlinked.error()) && reconnect(progress)) {
        // Archived already; should this fail as well, the escrow goes by its expiry.
        static_cast<void>(m_client.command({"UNLINK", escrow}).ok());
    }
}

Result<BatchAnswer> Runner::runBatch(const Plan &plan, int stepIndex, const BatchRange &range, Progress &progress)
{
    const PlanStep &step = plan.steps[static_cast<std::size_t>(stepIndex)];
    const QByteArray escrow = escrowKey(step.key, plan.id, progress.batch);
    const bool undoes = !step.archiveRows.empty();
    std::vector<ArchivedElement> expected;
    std::vector<qint64> rows;
    for (std::size_t i = range.first; i < std::min(range.first + range.count, step.items.size()); ++i) {
        if (undoes) {
            rows.push_back(step.archiveRows[i]);
        }
        if (undoes || step.type == PlanStep::Type::Restore) {
            expected.push_back(
                {undoes ? rows.back() : 0, stepIndex, 'a', step.items[i].element, step.items[i].score, {}});
        }
    }
    if (m_journal != nullptr && (undoes || progress.notedStep != stepIndex)) {
        if (Outcome noted = m_journal->expectBatch(plan.id, progress.batch, stepIndex, rows); !noted) {
            return noted.error();
        }
        progress.notedStep = stepIndex;
    }

    const steady_clock::time_point before = steady_clock::now();
    Result<Reply> reply = send(makeCall(step, range, escrow), progress);
    if (!reply) {
        return reply.error();
    }
    if (reply->isError()) {
        return reply->toError(step.key);
    }
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - before);
    Result<BatchAnswer> answer = readAnswer(step, stepIndex, reply->elements, expected, serverNow());
    if (!answer) {
        return answer.error();
    }

    BatchResult &result = answer->result;
    if (step.sparse) {
        for (const ArchivedElement &element : result.elements) {
            answer->touched.push_back(element.element);
        }
    }
    if (undoes) {
        takeRestored(result, expected);
    }
    if (m_journal != nullptr) {
        if (!plan.undoable) {
            result.elements.clear();
        }
        if (Outcome committed = m_journal->commitBatch(plan.id, progress.batch, result); !committed) {
            return committed.error();
        }
    }
    progress.lastEscrow = escrow;
    ++progress.batch;

    progress.add(result);

    // Half of what is promised is the target; the size follows what the last batch took.
    const auto worked = std::max(std::chrono::microseconds(1), took - m_roundTrip);
    const double factor = std::clamp(double(m_options.batchTarget.count()) / double(worked.count()), 0.25, 2.0);
    const std::size_t most = step.type == PlanStep::Type::CutList ? largestCut : largestBatch;
    progress.batchSize = std::clamp(static_cast<std::size_t>(double(range.count) * factor), smallestBatch, most);

    if (m_options.progress) {
        const double seconds = std::chrono::duration<double>(steady_clock::now() - progress.started).count();
        const qint64 done = progress.report.accounted();
        m_options.progress({plan.id, done, progress.planned, seconds > 0 ? double(done) / seconds : 0});
    }
    return answer;
}

Outcome Runner::runItems(const Plan &plan, int stepIndex, Progress &progress)
{
    const PlanStep &step = plan.steps[static_cast<std::size_t>(stepIndex)];
    qint64 stayed = 0; // elements at the end that are not ours: the window reaches beyond them
    for (std::size_t first = 0; first < step.items.size();) {
        if (progress.stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, QStringLiteral("stopped")};
        }
        const std::size_t count = std::min(progress.batchSize, step.items.size() - first);
        Result<BatchAnswer> answer = runBatch(
            plan, stepIndex, {first, count, stayed + qint64(count) + windowSlack, {}, false, plan.archive}, progress);
        if (!answer) {
            return answer.error();
        }
        stayed = std::max<qint64>(0, answer->stayed - windowSlack);
        first += count;
    }
    return Done{};
}

Outcome Runner::runSparse(const Plan &plan, int stepIndex, Progress &progress)
{
    // One turn of the list: every window goes from one end to the other but for the items, so that each batch is
    // bounded and every element is in the list all the time.
    Plan turned = plan;
    PlanStep &step = turned.steps[static_cast<std::size_t>(stepIndex)];
    std::deque<PlanItem> waiting(std::make_move_iterator(step.items.begin()),
                                 std::make_move_iterator(step.items.end()));
    for (qint64 left = step.count; left > 0 && !waiting.empty(); left -= sparseWindow) {
        if (progress.stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, QStringLiteral("stopped")};
        }
        const qint64 window = std::min(left, sparseWindow);
        // Items come in the order of the list, so no more of them than the window is long can lie in it.
        const auto count = std::min(waiting.size(), static_cast<std::size_t>(window));
        step.items.assign(waiting.begin(), waiting.begin() + qsizetype(count));
        const qint64 skipped = progress.report.skipped;
        Result<BatchAnswer> answer = runBatch(turned, stepIndex, {0, count, window, {}, false, plan.archive}, progress);
        if (!answer) {
            return answer.error();
        }
        // What this window does not hold the next one may; only what is never found was skipped.
        progress.report.skipped = skipped;
        std::unordered_multiset<QByteArray> touched(answer->touched.begin(), answer->touched.end());
        std::erase_if(waiting, [&touched](const PlanItem &item) {
            const auto found = touched.find(item.element);
            const bool gone = found != touched.end();
            if (gone) {
                touched.erase(found);
            }
            return gone;
        });
    }
    progress.report.skipped += qint64(waiting.size());
    return Done{};
}

Outcome Runner::runCut(const Plan &plan, int stepIndex, Progress &progress)
{
    const PlanStep &step = plan.steps[static_cast<std::size_t>(stepIndex)];
    qint64 left = step.count;
    QByteArray outermost = step.outermost;
    bool known = !step.outermost.isNull();
    while (left > 0) {
        if (progress.stop.stop_requested()) {
            return Error{ErrorKind::Cancelled, QStringLiteral("stopped")};
        }
        const auto count = static_cast<std::size_t>(std::min<qint64>(left, qint64(progress.batchSize)));
        Result<BatchAnswer> answer = runBatch(plan, stepIndex, {0, count, 0, outermost, known, plan.archive}, progress);
        if (!answer) {
            return answer.error();
        }
        left -= answer->result.removed;
        if (answer->movedOn || answer->result.removed == 0) {
            break; // somebody else took from this end, or nothing is left to take: the rest is not what was shown
        }
        outermost = answer->outermost;
        known = step.type == PlanStep::Type::CutList && answer->after > 0;
    }
    progress.report.skipped += left;
    return Done{};
}

Outcome Runner::runStep(const Plan &plan, int stepIndex, Progress &progress)
{
    const PlanStep &step = plan.steps[static_cast<std::size_t>(stepIndex)];
    progress.batchSize = firstBatch;
    switch (step.type) {
    case PlanStep::Type::CutList:
    case PlanStep::Type::CutZSet:
        return runCut(plan, stepIndex, progress);
    case PlanStep::Type::Expire: {
        const Result<BatchAnswer> answer = runBatch(plan, stepIndex, {0, 1, 0, {}, false, plan.archive}, progress);
        return answer ? Outcome(Done{}) : Outcome(answer.error());
    }
    case PlanStep::Type::Move:
        if (step.sparse) {
            return runSparse(plan, stepIndex, progress);
        }
        break;
    case PlanStep::Type::Restore:
    case PlanStep::Type::Rescore:
        break;
    }
    return runItems(plan, stepIndex, progress);
}

OperationReport Runner::run(const Plan &plan, const std::stop_token &stop)
{
    Progress progress;
    progress.stop = stop;
    progress.planned = plan.matched();
    OperationReport &report = progress.report;
    report.id = plan.id;
    report.action = plan.action;
    report.collection = plan.collection;
    report.workspace = plan.workspaceName;
    report.matched = plan.matched();
    report.undoable = plan.undoable && m_journal != nullptr;
    report.keys = plan.keys();
    report.server = m_client.endpoint().display();
    report.undoOf = plan.undoOf;
    const auto refuse = [&report](const Error &error) {
        report.state = OperationState::Failed;
        report.error = error.message;
        report.errorKind = error.kind;
        return report;
    };

    if (Outcome clock = synchroniseClock(); !clock) {
        return refuse(clock.error());
    }
    Result<ServerIdentity> identity = readIdentity(m_client);
    if (!identity) {
        return refuse(identity.error());
    }
    m_identity = *identity;
    report.time = serverNow();
    if (m_journal != nullptr) {
        Outcome ready = m_journal->reserve(archiveBytes(plan));
        if (ready) {
            ready = m_journal->begin(plan, report, m_identity);
        }
        if (!ready) {
            return refuse(ready.error());
        }
    }

    Outcome done = Done{};
    for (std::size_t step = 0; step < plan.steps.size() && done; ++step) {
        done = runStep(plan, static_cast<int>(step), progress);
    }
    letGo(progress.lastEscrow, progress);
    if (done) {
        report.state = OperationState::Done;
    } else {
        report.errorKind = done.error().kind;
        const bool any = report.accounted() > 0;
        report.state = done.error().kind == ErrorKind::Cancelled ? OperationState::Cancelled
            : any                                                ? OperationState::Partial
                                                                 : OperationState::Failed;
        report.error = progress.uncertain
            ? QStringLiteral("%1; the outcome of the last batch is not known yet, `plimsoll operations --recover` "
                             "completes the account")
                  .arg(done.error().message)
            : done.error().message;
    }
    report.undoable = report.undoable && report.moved + report.deadLettered + report.removed > 0;
    if (m_journal != nullptr && !progress.uncertain) {
        if (Outcome closed = m_journal->finish(report); !closed) {
            report.notes.append(closed.error().message);
        }
    }
    spdlog::info(R"({{"event":"{}","collection":"{}","moved":{},"deadLettered":{},"removed":{},"skipped":{}}})",
                 actionId(plan.action).data(), plan.collection.toStdString(), report.moved, report.deadLettered,
                 report.removed, report.skipped);
    return report;
}

Outcome Runner::settleBatch(const OpenOperation &open, Progress &progress)
{
    const PlanStep &step = open.steps[static_cast<std::size_t>(open.nextStep)];
    const QByteArray escrow = escrowKey(step.key, open.report.id, open.nextBatch);
    const Result<Reply> held = m_client.command({"LRANGE", escrow, "0", "-1"});
    if (!held) {
        return held.error();
    }
    if (held->elements.empty()) {
        return Done{}; // it never ran
    }
    const Result<std::vector<ArchivedElement>> rows = m_journal->archivedRows(open.nextRows);
    if (!rows) {
        return rows.error();
    }
    Result<BatchAnswer> answer = readAnswer(step, open.nextStep, held->elements, *rows, serverNow());
    if (!answer) {
        return answer.error();
    }
    if (!open.nextRows.empty()) {
        takeRestored(answer->result, *rows);
    }
    if (Outcome committed = m_journal->commitBatch(open.report.id, open.nextBatch, answer->result); !committed) {
        return committed;
    }
    progress.add(answer->result);
    letGo(escrow, progress);
    return Done{};
}

Result<OperationReport> Runner::recover(const OpenOperation &open)
{
    Progress progress;
    progress.report = open.report;
    if (Outcome clock = synchroniseClock(); !clock) {
        return clock.error();
    }
    Result<ServerIdentity> identity = readIdentity(m_client);
    if (!identity) {
        return identity.error();
    }
    if (!open.server.isSame(*identity)) {
        return Error{
            ErrorKind::Refused,
            QStringLiteral("operation %1 ran on another server (%2)").arg(open.report.id, open.server.address)};
    }
    m_identity = *identity;
    const QString &id = open.report.id;
    if (open.nextBatch > 0) {
        for (const PlanStep &step : open.steps) {
            letGo(escrowKey(step.key, id, open.nextBatch - 1), progress);
        }
    }
    if (static_cast<std::size_t>(open.nextStep) < open.steps.size()) {
        if (Outcome settled = settleBatch(open, progress); !settled) {
            return settled.error();
        }
    }
    OperationReport &report = progress.report;
    report.state = report.complete() ? OperationState::Done : OperationState::Partial;
    report.undoable = report.undoable && report.moved + report.deadLettered + report.removed > 0;
    if (!report.complete()) {
        report.error = QStringLiteral("cut off after %1 of %2; what it did is recorded and can be undone")
                           .arg(report.accounted())
                           .arg(report.matched);
    }
    if (Outcome closed = m_journal->finish(report); !closed) {
        return closed.error();
    }
    return report;
}

} // namespace plimsoll::redis
