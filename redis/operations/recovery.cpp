// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/channel.h"
#include "redis/operations/ledger.h"
#include "redis/operations/permissions.h"
#include "redis/operations/runner.h"
#include "redis/types/printable.h"

#include <algorithm>

/// What a crash left of an operation is completed from its escrows.
namespace plimsoll::redis {

namespace {

using Strings = std::vector<Reply>;

/// What the batch left in its escrow; nothing when it has not run, and then it never will.
Result<Strings> readOrFence(Client &client, const QByteArray &escrow, std::chrono::milliseconds now)
{
    // The fence stays as long as a request of the process that died may still be on its way.
    const QByteArray stays = QByteArray::number(qlonglong((requestLife + std::chrono::seconds(1)).count()));
    const QByteArray deadline = QByteArray::number(qlonglong((now + requestLife).count()));
    Result<Reply> held = runScript(client, fenceScript(), {escrow}, {stays, deadline});
    if (!held) {
        return held.error();
    }
    if (held->isError()) {
        return scriptError(*held, {escrow}, escrow);
    }
    if (held->elements.size() == 1 && held->elements.front().bytes == "void") {
        return Strings();
    }
    return std::move(held->elements);
}

/// One batch that ran without being recorded; takes the archive rows it put back off `rows`.
Result<BatchResult> readBatch(const OpenOperation &open, const Strings &held, std::vector<ArchivedElement> &rows,
                              std::chrono::milliseconds now)
{
    const PlanStep &step = open.steps[static_cast<std::size_t>(open.nextStep)];
    Result<BatchAnswer> answer = readAnswer(step, open.nextStep, held, rows, now);
    if (!answer) {
        return answer.error();
    }
    BatchResult result = std::move(answer->result);
    if (step.contiguous) {
        result.skipped = 0; // not found there is not skipped yet
    }
    if (!open.report.undoOf.isEmpty()) {
        const auto given = std::min(rows.size(), static_cast<std::size_t>(result.moved + result.skipped));
        if (step.type == PlanStep::Type::Restore) {
            std::vector<ArchivedElement> asked(rows.begin(), rows.begin() + qsizetype(given));
            takeRestored(result, asked);
            rows.erase(rows.begin(), rows.begin() + qsizetype(given));
        } else {
            takeRestored(result, rows);
        }
    } else if (!open.report.undoable) {
        result.elements.clear();
    }
    return result;
}

} // namespace

Result<OperationReport> Runner::recover(const OpenOperation &open)
{
    Result<std::optional<OpenOperation>> claimed = m_journal->claim(open.report.id);
    if (!claimed) {
        return claimed.error();
    }
    if (*claimed && (*claimed)->givenUp) {
        // As it was before: also what is archived only now can be undone.
        OperationReport &report = (*claimed)->report;
        report.undoable = (*claimed)->archive && report.undoOf.isEmpty();
        report.error.clear();
    }
    if (!*claimed) {
        return Error{ErrorKind::Invalid,
                     QStringLiteral("operation %1 is closed already, or still runs elsewhere").arg(open.report.id)};
    }
    Result<OperationReport> report = account(**claimed);
    m_journal->release(open.report.id);
    return report;
}

Result<OperationReport> Runner::giveUp(Journal &journal, const QString &operation, const QString &why)
{
    const Result<std::optional<OpenOperation>> claimed = journal.claim(operation);
    if (!claimed) {
        return claimed.error();
    }
    if (!*claimed || (*claimed)->givenUp) {
        journal.release(operation);
        return Error{ErrorKind::Invalid,
                     QStringLiteral("operation %1 is closed already, or still runs elsewhere").arg(operation)};
    }
    const OpenOperation &open = **claimed;
    OperationReport report = open.report;
    report.state = report.accounted() > 0 ? OperationState::Partial : OperationState::Failed;
    const Result<std::vector<ArchivedElement>> kept = journal.archived(operation, true, 1);
    report.undoable = report.undoable && kept && !kept->empty();
    report.error = QStringLiteral("given up after %1 of %2: %3").arg(report.accounted()).arg(report.matched).arg(why);
    if (static_cast<std::size_t>(open.nextStep) < open.steps.size()) {
        const QByteArray &key = open.steps[static_cast<std::size_t>(open.nextStep)].key;
        report.error += QStringLiteral("; what was done and is not recorded is kept on that server for 7 days, in %1 "
                                       "and the numbers after it")
                            .arg(printable(escrowKey(key, operation, open.nextBatch)));
    }
    if (Outcome closed = journal.giveUp(report); !closed) {
        return closed.error();
    }
    return report;
}

Result<OperationReport> Runner::account(const OpenOperation &open)
{
    OperationChannel channel(m_client, m_options.reconnectFor, {});
    if (Outcome ready = channel.open(); !ready) {
        return ready.error();
    }
    if (!open.server.isSame(channel.identity())) {
        return Error{
            ErrorKind::Refused,
            QStringLiteral("operation %1 ran on another server (%2)").arg(open.report.id, open.server.address)};
    }
    if (Outcome permitted = mayRecover(m_client, open, channel.identity().version); !permitted) {
        return permitted.error();
    }
    const Error remain{
        ErrorKind::Unreachable,
        QStringLiteral("escrows of operation %1 could not be let go; ask for --recover again").arg(open.report.id)};
    // Committed, but perhaps not let go any more. At once: the next commit forgets which they were.
    for (int batch = open.committedFrom; batch < open.nextBatch; ++batch) {
        for (const PlanStep &step : open.steps) {
            channel.letGo({escrowKey(step.key, open.report.id, batch)});
        }
    }
    if (!channel.flush()) {
        return remain;
    }
    OperationReport report = open.report;
    if (static_cast<std::size_t>(open.nextStep) < open.steps.size()) {
        Result<std::vector<ArchivedElement>> rows = m_journal->archivedRows(open.nextRows);
        if (!rows) {
            return rows.error();
        }
        std::vector<BatchResult> results;
        int batch = open.nextBatch;
        for (;; ++batch) {
            const QByteArray escrow =
                escrowKey(open.steps[static_cast<std::size_t>(open.nextStep)].key, report.id, batch);
            const Result<Strings> held = readOrFence(m_client, escrow, channel.serverNow());
            if (!held) {
                return held.error();
            }
            if (held->empty()) {
                break;
            }
            Result<BatchResult> result = readBatch(open, *held, *rows, channel.serverNow());
            if (!result) {
                return result.error();
            }
            addTo(report, *result);
            results.push_back(std::move(*result));
            channel.letGo({escrow});
        }
        if (!results.empty()) {
            // In one commit, and only then: whatever is cut off here begins anew.
            if (Outcome committed = m_journal->commitBatches(report.id, batch, results); !committed) {
                return committed.error();
            }
        }
    }
    if (!channel.flush()) {
        return remain;
    }
    report.state = report.complete() ? OperationState::Done : OperationState::Partial;
    const Result<std::vector<ArchivedElement>> kept = m_journal->archived(report.id, true, 1);
    const bool isUndo = !report.undoOf.isEmpty();
    report.undoable = report.undoable && kept && !kept->empty();
    if (!report.complete()) {
        report.error = QStringLiteral("cut off after %1 of %2; what it did is recorded and can be undone")
                           .arg(report.accounted())
                           .arg(report.matched);
    } else if (isUndo) {
        if (Outcome marked = m_journal->setState(report.undoOf, OperationState::Undone); !marked) {
            return marked.error();
        }
    }
    if (Outcome closed = m_journal->finish(report); !closed) {
        return closed.error();
    }
    return report;
}

} // namespace plimsoll::redis
