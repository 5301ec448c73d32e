// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/run/runner.h"

#include "redis/operations/plan/beginend.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/run/cutting.h"
#include "redis/operations/lists/keyweights.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/plan/places.h"
#include "redis/operations/run/run.h"
#include "redis/operations/steps/stepkind.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>

namespace plimsoll::redis {

using std::chrono::microseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::size_t undoGroup = 5'000; ///< rows recorded at once
/// Reading and writing a record takes about 10 us, and up to 70 ns per byte for JSON with many members. Records of the
/// same size may differ widely, so the budget cannot learn it.
constexpr BatchLoad largestWithRecords{250, 64LL * 1'024};
constexpr int mostAddedFields = 3'500; ///< maximum fields of a stream entry that pending.lua adds
constexpr std::size_t weighedAtOnce = 600; ///< records whose sizes are requested in one exchange

bool hasCondition(const Plan &plan)
{
    return std::any_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) { return step.isCondition(); });
}

} // namespace

/// Starts a new budget: the pace of one step says nothing about another.
void Run::beginBudget(const PlanStep &step)
{
    BatchBudget::Limits limits{.target = m_options.batchTarget};
    if (step.readsRecords()) {
        limits.largest = largestWithRecords;
    }
    stepKind(step).limit(step, limits);
    m_budget = BatchBudget(limits);
    m_mayGather = false;
}

Outcome Run::all()
{
    const bool undoes = !m_plan.undoOf.isEmpty();
    for (std::size_t i = 0; i < m_plan.steps.size(); ++i) {
        const bool isCondition = m_plan.steps[i].isCondition();
        if (isCondition && undoes && m_journal != nullptr) { // its place is identified by the bytes it had when taken
            if (Outcome committed = m_ledger.commit(); !committed) {
                return committed;
            }
            static_cast<void>(bringToPlaces(m_channel, *m_journal, m_report, m_stop).ok());
        }
        if (Outcome turned = m_channel.turnTo(m_plan.steps[i].key); !turned) {
            return turned;
        }
        Outcome done = step(static_cast<int>(i));
        if (done && m_plan.steps[i].crossesSlots) { // the next step may turn to other nodes
            done = m_ledger.commit();
            static_cast<void>(m_channel.flush());
        }
        m_report.notes += std::exchange(m_losses, {}).notes(m_plan.steps[i]);
        if (!done) {
            return done;
        }
        noteExpiry(m_plan.steps[i]);
        if (isCondition && !undoes && m_report.changed() == 0) { // only an edited job is requeued
            m_report.skipped += m_report.matched - m_report.accounted();
            return Done{};
        }
    }
    const bool isLeft =
        hasCondition(m_plan) && !undoes && m_report.beside > 0 && m_report.moved + m_report.deadLettered == 0;
    return isLeft ? Outcome(
               Error{ErrorKind::Refused,
                     Words::tr("it was edited, but not requeued: it is no longer where it was, or was started again")})
                  : Outcome(Done{});
}

Outcome Run::parts(const PlanStep &step, int index)
{
    const Result<OpenOperation> undone = m_journal->details(m_plan.undoOf);
    if (!undone) {
        return undone.error();
    }
    UndoParts parts(*m_journal, *undone, step);
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

/// Undo: notes a key that lost its expiry on the way, which the preview could not know.
void Run::noteExpiry(const PlanStep &step)
{
    const auto [changed, expireAt] = stepKind(step).expiring(step);
    if (expireAt.isEmpty() || double((m_channel.serverNow() + soonExpiring).count()) < expireAt.toDouble()) {
        return;
    }
    Pipeline pipeline;
    pipeline.add({"PTTL", changed});
    const Result<std::vector<Reply>> left = m_channel.ask(pipeline);
    constexpr qint64 never = -1;
    const QString note =
        Words::tr("%1 no longer expires: its old expiry has passed, or was about to.").arg(printable(changed, 200));
    if (left && !left->front().isError() && left->front().integer == never && !m_report.notes.contains(note)) {
        m_report.notes.append(note);
    }
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
        return Error{ErrorKind::Cancelled, Words::tr("stopped")};
    }
    if (Outcome noted = expect(step, index, range.first); !noted) {
        return noted.error();
    }
    const bool undoes = !step.archiveRows.empty();
    std::vector<ArchivedElement> expected;
    if (undoes) {
        for (std::size_t i = range.first; i < std::min(range.first + range.count, step.items.size()); ++i) {
            expected.push_back({step.archiveRows[i], index, 'a', step.items[i].archivedAs(), step.items[i].score, {}});
        }
    }
    const QByteArray escrow = escrowKey(step.key, m_plan.id, m_ledger.batch());
    if (Outcome noted = m_ledger.sending(qint64(range.count)); !noted) {
        return noted.error();
    }
    Result<BatchAnswer> answer = BatchAnswer{};
    const auto isReadable = [&](const std::vector<Reply> &strings) {
        answer = readAnswer(step, index, strings, expected, m_channel.serverNow());
        return answer.ok();
    };
    const auto send = [&]() -> Result<Reply> {
        if (!step.crossesSlots) {
            return m_channel.send(makeCall(step, range, escrow), took, isReadable);
        }
        const std::unique_ptr<CrossSlotBatch> crossing = crossSlotBatch(m_channel, step, m_plan.id, m_ledger.batch());
        crossing->setSourceAlone(m_losses.isUnreplicated);
        Result<Reply> reply = crossing->run(range, took, isReadable);
        m_losses += crossing->losses();
        return reply;
    };
    const Result<Reply> reply = send();
    if (!reply) {
        return reply.error();
    }
    if (reply->isError()) {
        return scriptError(*reply, makeCall(step, range, escrow).keys, step.key);
    }
    const StepKind &kind = stepKind(step);
    m_stayed += kind.whyLeft(step).isEmpty() ? 0 : answer->stayed;
    m_tooMany += answer->tooMany;
    m_report.notes += kind.notesOf(step, range, *answer);
    m_report.notes.removeDuplicates();
    if (step.takesFromList()) {
        // An item not found is not skipped yet: the next pass may find it.
        answer->result.skipped = 0;
        for (const ArchivedElement &element : answer->result.elements) {
            answer->touched.push_back(element.element);
        }
    }
    BatchResult result = answer->result;
    if (undoes) {
        result.rowsGiven = kind.countsRows() ? qint64(expected.size()) : 0;
        takeRestored(result, expected);
    } else if (!m_plan.undoable && !m_plan.archive) { // what became of elements is told also where no undo is possible
        result.elements.clear();
    }
    countOnce(step, result);
    if (Outcome added = m_ledger.add(std::move(result), keysLeft(step, m_plan.id, m_ledger.batch())); !added) {
        return added.error();
    }
    tell();
    return answer;
}

/// Number of items that fit into the batch beginning with item `first`.
Result<std::size_t> Run::fitting(const PlanStep &step, int index, std::size_t first)
{
    if (Outcome weighed = weigh(step, first); !weighed) {
        return weighed.error();
    }
    std::size_t count = m_budget.fitting(m_weights.size() - (first - m_weighedFrom),
                                         [&](std::size_t i) { return m_weights[first - m_weighedFrom + i]; });
    if (!step.archiveRows.empty()) { // a batch must not extend beyond the recorded rows
        const bool isNoted = first < m_notedUntil && m_ledger.expects(index);
        count = std::min(count, isNoted ? m_notedUntil - first : undoGroup);
    }
    return count;
}

/// Sets the weights of items; asks the server for the sizes of records that a script will read.
Outcome Run::weigh(const PlanStep &step, std::size_t first)
{
    if (first >= m_weighedFrom && first < m_weighedFrom + m_weights.size()) {
        return Done{};
    }
    m_weighedFrom = first;
    m_weights.clear();
    if (stepKind(step).takesKeys()) {
        return weighKeys(step, first);
    }
    Pipeline pipeline;
    for (std::size_t i = first; i < std::min(first + weighedAtOnce, step.items.size()); ++i) {
        m_weights.push_back(step.items[i].bytes());
        if (step.readsRecords() && !step.items[i].record.isEmpty()) {
            pipeline.add({"STRLEN", step.items[i].record});
        }
    }
    if (pipeline.isEmpty()) {
        return Done{};
    }
    const Result<std::vector<Reply>> lengths = m_channel.ask(pipeline);
    if (!lengths) {
        return lengths.error();
    }
    std::size_t at = 0;
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        if (!step.items[first + i].record.isEmpty()) {
            m_weights[i] += std::max<qint64>(0, (*lengths)[at++].integer); // no length for a hash: the script reads
                                                                           // only its fields
        }
    }
    return Done{};
}

/// Like weigh(), for keys to clean up: the script measures each key, at a cost per element.
Outcome Run::weighKeys(const PlanStep &step, std::size_t first)
{
    constexpr qint64 elementWeight = 100; ///< a byte takes about 2 ns, measuring an element 130
    std::vector<QByteArray> keys;
    std::vector<std::size_t> weighed;
    for (std::size_t i = first; i < std::min(first + weighedAtOnce, step.items.size()); ++i) {
        m_weights.push_back(step.items[i].bytes());
        if (!step.items[i].record.isEmpty()) {
            keys.push_back(step.items[i].record);
            weighed.push_back(m_weights.size() - 1);
        }
    }
    const auto weights = weightsOf(keys, [this](const Pipeline &pipeline) { return m_channel.askAll(pipeline); });
    if (!weights) {
        return weights.error();
    }
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const KeyWeight weight = (*weights)[i].value_or(KeyWeight());
        m_weights[weighed[i]] += std::max(weight.bytes, elementWeight * weight.elements);
    }
    return Done{};
}

/// Runs a batch and updates the budget.
Result<BatchAnswer> Run::budgeted(const PlanStep &step, int index, const BatchRange &range)
{
    microseconds took{};
    Result<BatchAnswer> answer = batch(step, index, range, took);
    if (answer) {
        const std::size_t looked = range.count - stepKind(step).leftOver(*answer);
        const auto from = m_weights.begin() + qsizetype(range.first - m_weighedFrom);
        const BatchLoad did{looked, std::accumulate(from, from + qsizetype(looked), qint64(0))};
        if (m_options.traced) {
            m_options.traced({m_budget.next(), did, took, m_budget.fixed()});
        }
        m_budget.learn(did, took);
    }
    return answer;
}

Outcome Run::items(const PlanStep &step, int index)
{
    m_weights.clear();
    m_stayed = m_tooMany = 0;
    for (std::size_t first = 0; first < step.items.size();) {
        const Result<std::size_t> count = fitting(step, index, first);
        if (!count) {
            return count.error();
        }
        const Result<BatchAnswer> answer =
            budgeted(step, index, {.first = first, .count = *count, .archive = m_plan.archive});
        if (!answer) {
            return answer.error();
        }
        first += *count - stepKind(step).leftOver(*answer);
    }
    if (m_stayed > 0) {
        m_report.notes.append(stepKind(step).whyLeft(step).arg(m_stayed));
    }
    if (m_tooMany > 0) {
        m_report.notes.append(
            Words::tr("Left because they have more than %1 fields, which a script cannot add again: %2.")
                .arg(QString::number(mostAddedFields), QString::number(m_tooMany)));
    }
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
        const BatchTrace trace = cutting.learn(*answer, took);
        if (m_options.traced) {
            m_options.traced(trace);
        }
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

Runner::Runner(Server &server, Journal *journal, RunnerOptions options)
    : m_server(server), m_journal(journal), m_options(std::move(options))
{
}

OperationReport Runner::run(const Plan &plan, const std::stop_token &stop)
{
    if (!plan.steps.empty()) {
        m_server.anchorAt(plan.steps.front().key);
    }
    OperationReport report = beginReport(plan, m_server, plan.undoable && m_journal != nullptr);
    OperationChannel channel(m_server, m_options.reconnectFor, stop);
    Outcome ready = channel.open();
    report.time = channel.serverNow();
    Journal *journal = m_journal;
    if (ready && report.matched == 0) {
        report.state = OperationState::Done; // an empty plan is not recorded
        report.undoable = false;
        return report;
    }
    if (ready) {
        ready = mayRun(m_server, plan, channel.identity().version);
    }
    if (ready && journal != nullptr && !plan.undoOf.isEmpty()) {
        ready = mayRestoreOrder(channel, *journal, plan.undoOf, plan.id);
        if (ready) {
            ready = channel.turnTo(plan.steps.front().key);
        }
    }
    if (ready && journal != nullptr) {
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
            journal = nullptr; // the user chose to run without undo, so a full disk is no reason to refuse
            report.undoable = false;
            report.notes.append(begun.error().message);
        }
    }
    if (!ready) {
        return refuse(std::move(report), ready.error());
    }

    Ledger ledger(journal, !plan.archive, channel, report);
    Run running(plan, journal, channel, ledger, report, m_options, stop);
    Outcome done = running.all();
    if (Outcome committed = ledger.commit(); !committed && done) {
        done = committed;
    }
    if (done && journal != nullptr && !plan.undoOf.isEmpty()) {
        static_cast<void>(bringToPlaces(channel, *journal, report, stop).ok()); // errors are in the report
    }
    if (Outcome turned = channel.turnTo(plan.steps.front().key); !turned && done) {
        done = turned;
    }
    const bool clean = channel.flush();
    const bool areElsewhere = std::any_of(plan.steps.begin(), plan.steps.end(), [](const PlanStep &step) {
        return step.beside && step.hasElements(); // a consumer is made beside its entries
    });
    if (report.beside > 0 && areElsewhere && !hasCondition(plan)) {
        report.notes.append(Words::tr("Also in other keys of the collection: %1 of them.").arg(report.beside));
    }
    conclude(report, done, running.unfinished(), channel.isUncertain(), ledger.isWaiting());
    if (journal != nullptr && clean && !channel.isUncertain() && !ledger.isWaiting()) {
        // Updates the replication offset: after a failover, a replica behind it is not the same server.
        if (const Result<ServerIdentity> now = readIdentity(m_server); report.undoable && now) {
            static_cast<void>(journal->setServer(report.id, *now).ok()); // otherwise the identity at the start remains
        }
        if (close(*journal, report, report.state == OperationState::Done)) {
            letMarksGo(channel, *journal, report, plan);
            forgetExpired(*journal, m_options.retention, channel.serverNow(), report);
        }
    } else if (journal != nullptr) {
        journal->release(report.id); // stays open for recovery
        report.undoable = false;
    }
    const QJsonObject line{
        {QStringLiteral("event"), actionId(plan.action)}, {QStringLiteral("pattern"), printable(plan.pattern)},
        {QStringLiteral("moved"), report.moved},          {QStringLiteral("deadLettered"), report.deadLettered},
        {QStringLiteral("removed"), report.removed},      {QStringLiteral("skipped"), report.skipped}};
    spdlog::debug("{}", QJsonDocument(line).toJson(QJsonDocument::Compact).toStdString());
    return report;
}

} // namespace plimsoll::redis
