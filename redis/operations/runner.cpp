// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/runner.h"

#include "redis/operations/beginend.h"
#include "redis/operations/channel.h"
#include "redis/operations/costs.h"
#include "redis/operations/cutting.h"
#include "redis/operations/ledger.h"
#include "redis/operations/permissions.h"
#include "redis/operations/undoparts.h"
#include "redis/types/printable.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <unordered_set>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t firstBatch = 100;
constexpr std::size_t largestBatch = 600; ///< some 3 ms with job records
constexpr qint64 sparseWindow = 1'000;
// Others may push at the end that is worked on; so far beyond the expected place an item is still found.
constexpr qint64 windowSlack = 64;
constexpr std::size_t undoGroup = 5'000; ///< rows noted at once
constexpr qint64 searchSteps = 2'000'000; ///< LREM of each item may walk so many elements in all

/// How large the next batch may be: as many elements as take the target's time at the best pace seen lately. The
/// best, because whatever else this machine does only ever adds to what is measured.
class BatchSize {
public:
    BatchSize(microseconds target, std::size_t largest) : m_target(target), m_largest(largest) { }

    [[nodiscard]] std::size_t next() const { return m_next; }
    void learn(std::size_t elements, microseconds took)
    {
        if (elements == 0) {
            return;
        }
        const double each = std::max(0.01, double(took.count()) / double(elements));
        m_each = m_each <= 0 ? each : std::min(each, m_each * 1.1); // forgets slowly
        const auto fits = static_cast<std::size_t>(double(m_target.count()) / m_each);
        m_next = std::clamp(std::min(fits, m_next * 2), std::size_t(1), m_largest);
    }

private:
    microseconds m_target;
    std::size_t m_largest;
    std::size_t m_next = firstBatch;
    double m_each = 0;
};

/// One run of one plan.
class Run {
public:
    Run(const Plan &plan, const Journal *journal, OperationChannel &channel, Ledger &ledger, OperationReport &report,
        const RunnerOptions &options, std::stop_token stop)
        : m_plan(plan), m_journal(journal), m_channel(channel), m_ledger(ledger), m_report(report), m_options(options),
          m_stop(std::move(stop)), m_planned(plan.matched())
    {
    }

    /// Why not everything could be looked at, where that is no error.
    [[nodiscard]] const QStringList &unfinished() const { return m_unfinished; }

    [[nodiscard]] Outcome step(int index)
    {
        const PlanStep &step = m_plan.steps[static_cast<std::size_t>(index)];
        return step.archived ? parts(step, index) : whole(step, index);
    }

private:
    [[nodiscard]] Outcome parts(const PlanStep &step, int index);
    [[nodiscard]] Outcome whole(const PlanStep &step, int index)
    {
        switch (step.type) {
        case PlanStep::Type::CutList:
        case PlanStep::Type::CutZSet:
            return cut(step, index);
        case PlanStep::Type::Move:
            return step.sparse ? sparse(step, index) : items(step, index);
        case PlanStep::Type::Restore:
        case PlanStep::Type::Rescore:
        case PlanStep::Type::Expire:
            break;
        }
        return items(step, index);
    }
    [[nodiscard]] Outcome items(const PlanStep &step, int index);
    [[nodiscard]] Outcome sparse(const PlanStep &step, int index);
    [[nodiscard]] Outcome search(PlanStep rest, int index);
    [[nodiscard]] Outcome cut(const PlanStep &step, int index);
    Result<BatchAnswer> batch(const PlanStep &step, int index, const BatchRange &range, microseconds &took);
    [[nodiscard]] Outcome expect(const PlanStep &step, int index, std::size_t first);
    void tell();

    const Plan &m_plan;
    const Journal *m_journal; ///< an undo reads from it what it puts back
    OperationChannel &m_channel;
    Ledger &m_ledger;
    OperationReport &m_report;
    const RunnerOptions &m_options;
    std::stop_token m_stop;
    qint64 m_planned;
    steady_clock::time_point m_started = steady_clock::now();
    QStringList m_unfinished;
    std::size_t m_notedUntil = 0; ///< undo: rows before this item are noted in the journal
};

Error stopped()
{
    return {ErrorKind::Cancelled, QStringLiteral("stopped")};
}

Outcome Run::parts(const PlanStep &step, int index)
{
    const Result<OperationReport> undone = m_journal->operation(m_plan.undoOf);
    if (!undone) {
        return undone.error();
    }
    UndoParts parts(*m_journal, m_plan.undoOf, undone->time, step);
    while (true) {
        const Result<std::optional<PlanStep>> part = parts.next();
        if (!part) {
            return part.error();
        }
        if (!*part) {
            return Done{};
        }
        m_notedUntil = 0;
        if (Outcome done = whole(**part, index); !done) {
            return done;
        }
    }
}

Outcome Run::expect(const PlanStep &step, int index, std::size_t first)
{
    if (step.archiveRows.empty()) {
        return m_ledger.expects(index) ? Outcome(Done{}) : m_ledger.expect(index, {});
    }
    if (m_ledger.expects(index) && first < m_notedUntil) {
        return Done{};
    }
    m_notedUntil = std::min(first + undoGroup, step.archiveRows.size());
    return m_ledger.expect(
        index, {step.archiveRows.begin() + qsizetype(first), step.archiveRows.begin() + qsizetype(m_notedUntil)});
}

void Run::tell()
{
    if (m_options.progress) {
        const double seconds = std::chrono::duration<double>(steady_clock::now() - m_started).count();
        const qint64 done = m_report.accounted();
        m_options.progress({m_plan.id, done, m_planned, seconds > 0 ? double(done) / seconds : 0});
    }
}

Result<BatchAnswer> Run::batch(const PlanStep &step, int index, const BatchRange &range, microseconds &took)
{
    if (m_stop.stop_requested()) {
        return stopped();
    }
    if (Outcome noted = expect(step, index, range.first); !noted) {
        return noted.error();
    }
    const bool undoes = !step.archiveRows.empty();
    std::vector<ArchivedElement> expected;
    if (undoes) {
        for (std::size_t i = range.first; i < std::min(range.first + range.count, step.items.size()); ++i) {
            expected.push_back({step.archiveRows[i], index, 'a', step.items[i].element, step.items[i].score, {}});
        }
    }
    const QByteArray escrow = escrowKey(step.key, m_plan.id, m_ledger.batch());
    const BatchCall call = makeCall(step, range, escrow);
    if (Outcome noted = m_ledger.sending(qint64(range.count)); !noted) {
        return noted.error();
    }
    const Result<Reply> reply = m_channel.send(call, took);
    if (!reply) {
        return reply.error();
    }
    if (reply->isError()) {
        return scriptError(*reply, call.keys, step.key);
    }
    Result<BatchAnswer> answer = readAnswer(step, index, reply->elements, expected, m_channel.serverNow());
    if (!answer) {
        return answer.error();
    }
    if (step.type == PlanStep::Type::Expire && answer->stayed > 0) {
        m_report.notes.append(QStringLiteral("%1 was left as it is: the time at which it was to expire has passed, and "
                                             "it would have been deleted.")
                                  .arg(printable(step.key, 200)));
    }
    if (step.sparse || step.contiguous) {
        // Not found in this window is not skipped: the next window may hold it, or the search that follows.
        answer->result.skipped = 0;
        for (const ArchivedElement &element : answer->result.elements) {
            answer->touched.push_back(element.element);
        }
    }
    BatchResult kept = answer->result;
    if (undoes) {
        takeRestored(kept, expected);
    } else if (!m_plan.undoable) {
        kept.elements.clear();
    }
    if (Outcome added = m_ledger.add(std::move(kept), escrow); !added) {
        return added.error();
    }
    tell();
    return answer;
}

/// The items that a batch did not touch, with their archive rows.
void keepMissing(const PlanStep &step, const BatchRange &range, const BatchAnswer &answer, PlanStep &rest)
{
    std::unordered_multiset<QByteArray> touched(answer.touched.begin(), answer.touched.end());
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
        if (const auto found = touched.find(step.items[i].element); found != touched.end()) {
            touched.erase(found);
            continue;
        }
        rest.items.push_back(step.items[i]);
        if (!step.archiveRows.empty()) {
            rest.archiveRows.push_back(step.archiveRows[i]);
        }
    }
}

PlanStep withoutItems(const PlanStep &step)
{
    PlanStep rest = step;
    rest.items.clear();
    rest.archiveRows.clear();
    return rest;
}

Outcome Run::items(const PlanStep &step, int index)
{
    BatchSize size(m_options.batchTarget, largestBatch);
    PlanStep rest = withoutItems(step);
    qint64 stayed = 0; // elements at the end that are not ours: the window reaches beyond them
    for (std::size_t first = 0; first < step.items.size();) {
        std::size_t count = std::min(size.next(), step.items.size() - first);
        if (!step.archiveRows.empty() && first < m_notedUntil && m_ledger.expects(index)) {
            count = std::min(count, m_notedUntil - first); // a batch does not reach beyond what is noted
        } else if (!step.archiveRows.empty()) {
            count = std::min(count, undoGroup);
        }
        const BatchRange range{first, count, stayed + qint64(count) + windowSlack, m_plan.archive};
        microseconds took{};
        const Result<BatchAnswer> answer = batch(step, index, range, took);
        if (!answer) {
            return answer.error();
        }
        size.learn(range.count, took);
        if (step.contiguous) {
            keepMissing(step, range, *answer, rest);
        }
        stayed = std::max<qint64>(0, answer->stayed - windowSlack);
        first += count;
    }
    return rest.items.empty() ? Outcome(Done{}) : search(std::move(rest), index);
}

Outcome Run::search(PlanStep rest, int index)
{
    // Others pushed more at this end than the window has slack for, or took what was there.
    const Result<Reply> length = m_channel.ask({"LLEN", rest.key});
    if (!length) {
        return length.error();
    }
    rest.contiguous = false;
    rest.count = length->integer;
    rest.sparse = qint64(rest.items.size()) * rest.count > searchSteps;
    m_notedUntil = 0;
    return rest.sparse ? sparse(rest, index) : items(rest, index);
}

Outcome Run::sparse(const PlanStep &step, int index)
{
    // One turn of the list: every window goes from one end to the other but for the items, so that each batch is
    // bounded and every element is in the list all the time.
    if (!step.archiveRows.empty()) {
        m_notedUntil = step.archiveRows.size();
        if (Outcome noted = m_ledger.expect(index, step.archiveRows); !noted) {
            return noted;
        }
    }
    BatchSize size(m_options.batchTarget, largestBatch);
    PlanStep waiting = step;
    // On to the end even when nothing is waiting any more, so that the list stands as it stood.
    for (qint64 left = step.count; left > 0; left -= sparseWindow) {
        const qint64 window = std::min(left, sparseWindow);
        // Items come in the order of the list, so no more of them than the window is long can lie in it.
        const auto count = std::min(waiting.items.size(), static_cast<std::size_t>(window));
        const BatchRange range{0, count, window, m_plan.archive};
        microseconds took{};
        const Result<BatchAnswer> answer = batch(waiting, index, range, took);
        if (!answer) {
            return answer.error();
        }
        size.learn(range.count, took);
        PlanStep rest = withoutItems(waiting);
        keepMissing(waiting, range, *answer, rest);
        const auto behind = qsizetype(count);
        rest.items.insert(rest.items.end(), waiting.items.begin() + behind, waiting.items.end());
        if (!step.archiveRows.empty()) {
            rest.archiveRows.insert(rest.archiveRows.end(), waiting.archiveRows.begin() + behind,
                                    waiting.archiveRows.end());
        }
        waiting = std::move(rest);
    }
    m_report.skipped += qint64(waiting.items.size());
    return Done{};
}

Outcome Run::cut(const PlanStep &step, int index)
{
    Cutting cutting(step, m_plan.archive, m_options.batchTarget);
    while (const std::optional<BatchRange> range = cutting.next()) {
        microseconds took{};
        const Result<BatchAnswer> answer = batch(step, index, *range, took);
        if (!answer) {
            return answer.error();
        }
        cutting.learn(*answer, took);
    }
    m_report.skipped += cutting.taken();
    if (!cutting.unfinished().isEmpty()) {
        m_unfinished += cutting.unfinished();
    }
    if (!cutting.note().isEmpty()) {
        m_report.notes += cutting.note();
    }
    return Done{};
}

} // namespace

Runner::Runner(Client &client, Journal *journal, RunnerOptions options)
    : m_client(client), m_journal(journal), m_options(std::move(options))
{
}

OperationReport Runner::run(const Plan &plan, const std::stop_token &stop)
{
    OperationReport report = beginReport(plan, m_client, plan.undoable && m_journal != nullptr);
    OperationChannel channel(m_client, m_options.reconnectFor, stop);
    Outcome ready = channel.open();
    report.time = channel.serverNow();
    Journal *journal = m_journal;
    if (ready && report.matched == 0) {
        report.state = OperationState::Done; // nothing to do is nothing to write down
        report.undoable = false;
        return report;
    }
    if (ready) {
        ready = mayRun(m_client, plan, channel.identity().version);
    }
    if (ready && journal != nullptr) {
        forgetExpired(*journal, plan, channel.serverNow(), report);
        Outcome begun = plan.archive ? journal->reserve(archiveBytes(plan)) : Outcome(Done{});
        if (begun) {
            begun = journal->begin(plan, report, channel.identity());
        }
        if (begun) {
            begun = leaveMark(channel, *journal, plan);
        }
        if (!begun && plan.archive) {
            ready = begun;
        } else if (!begun) {
            journal = nullptr; // undo was given up, and a full disk is no reason to refuse
            report.undoable = false;
            report.notes.append(begun.error().message);
        }
    }
    if (!ready) {
        return refuse(std::move(report), ready.error());
    }

    Ledger ledger(journal, !plan.archive, channel, report);
    Run running(plan, journal, channel, ledger, report, m_options, stop);
    Outcome done = Done{};
    for (std::size_t step = 0; step < plan.steps.size() && done; ++step) {
        done = running.step(static_cast<int>(step));
    }
    if (Outcome committed = ledger.commit(); !committed && done) {
        done = committed;
    }
    const bool clean = channel.flush();
    conclude(report, done, running.unfinished(), channel.isUncertain(), ledger.isWaiting());
    if (journal != nullptr && clean && !channel.isUncertain() && !ledger.isWaiting()) {
        // With how far its history has come: a replica that had not got so far is not the same after a failover.
        if (const Result<ServerIdentity> now = readIdentity(m_client); report.undoable && now) {
            static_cast<void>(journal->setServer(report.id, *now).ok()); // else known as it was at the beginning
        }
        close(*journal, report, report.state == OperationState::Done);
        letMarksGo(channel, *journal, report, plan);
    } else if (journal != nullptr) {
        journal->release(report.id); // stays open: recovery has something to do
        report.undoable = false;
    }
    spdlog::debug(R"({{"event":"{}","moved":{},"deadLettered":{},"removed":{},"skipped":{}}})",
                  actionId(plan.action).data(), report.moved, report.deadLettered, report.removed, report.skipped);
    return report;
}

} // namespace plimsoll::redis
