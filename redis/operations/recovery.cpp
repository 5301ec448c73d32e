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
Result<Strings> readOrFence(OperationChannel &channel, const QByteArray &escrow)
{
    // The fence stays as long as a request of the process that died may still be on its way.
    const QByteArray stays = QByteArray::number(qlonglong((requestLife + std::chrono::seconds(1)).count()));
    const QByteArray deadline = QByteArray::number(qlonglong((channel.serverNow() + requestLife).count()));
    Result<Reply> held =
        runScript(channel.client(), fenceScript(), {escrow}, {stays, deadline}, {}, channel.exchangeStop());
    if (!held) {
        return held.error();
    }
    if (held->isError()) {
        return scriptError(*held, {escrow}, escrow);
    }
    if (held->type == Reply::Type::Integer) {
        return readEscrow(channel.client(), escrow, held->integer, channel.exchangeStop());
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

Result<bool> isSameServer(Client &client, const OpenOperation &operation, const ServerIdentity &now,
                          const std::stop_token &stop)
{
    if (operation.server.isSame(now)) {
        return true;
    }
    if (operation.server.address != now.address || operation.server.database != now.database
        || operation.steps.empty()) {
        return false;
    }
    const QString &id = operation.report.id;
    const auto step = std::min(static_cast<std::size_t>(operation.nextStep), operation.steps.size() - 1);
    return hasMark(
        client,
        {markKey(operation.steps.front().key, id), escrowKey(operation.steps[step].key, id, operation.nextBatch)},
        stop);
}

Result<Runner::Recovered> Runner::recoverAll(const std::stop_token &stop)
{
    Result<std::vector<OpenOperation>> open = m_journal->openOperations();
    Result<std::vector<OpenOperation>> givenUp = m_journal->givenUpOperations();
    if (!open || !givenUp) {
        return open ? givenUp.error() : open.error();
    }
    Recovered recovered;
    if (open->empty() && givenUp->empty()) {
        return recovered;
    }
    std::optional<Error> unreachable;
    ServerIdentity here;
    here.address = m_client.endpoint().url();
    if (Outcome connected = m_client.isConnected() ? Outcome(Done{}) : m_client.connect(stop); !connected) {
        unreachable = connected.error();
    } else if (Result<ServerIdentity> identity = readIdentity(m_client, stop); !identity) {
        unreachable = identity.error();
    } else {
        here = std::move(*identity);
    }
    const auto complete = [&](const OpenOperation &one, bool isLeft) {
        if (one.server.address != here.address && (unreachable || !one.server.isSame(here))) {
            return; // of another server, and no business of this connection
        }
        Result<OperationReport> report = unreachable ? *unreachable : recover(one, stop);
        if (report) {
            recovered.completed.push_back(std::move(*report));
            return;
        }
        const ErrorKind kind = report.error().kind;
        if (kind == ErrorKind::Unreachable || kind == ErrorKind::TimedOut || kind == ErrorKind::Cancelled) {
            unreachable = report.error(); // asked once, not once an operation
        }
        if (isLeft) {
            OperationReport left = one.report;
            left.undoable = false; // not before it is closed
            left.error = report.error().message;
            left.errorKind = kind;
            left.keptUntil = left.time + escrowExpiry;
            recovered.left.push_back(std::move(left));
        }
    };
    for (const OpenOperation &one : *open) {
        complete(one, true);
    }
    for (const OpenOperation &one : *givenUp) {
        complete(one, false); // their server may be this one
    }
    return recovered;
}

Result<OperationReport> Runner::recover(const OpenOperation &open, const std::stop_token &stop)
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
    Result<OperationReport> report = account(**claimed, stop);
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

Result<OperationReport> Runner::account(const OpenOperation &open, const std::stop_token &stop)
{
    OperationChannel channel(m_client, m_options.reconnectFor, stop, OperationChannel::StopsAt::Once);
    if (Outcome ready = channel.open(); !ready) {
        return ready.error();
    }
    const Result<bool> same = isSameServer(m_client, open, channel.identity(), stop);
    if (!same) {
        return same.error();
    }
    if (!*same) {
        return Error{ErrorKind::Refused,
                     QStringLiteral("operation %1 ran on another server (%2), or that came back without its data")
                         .arg(open.report.id, open.server.address)};
    }
    const QByteArray mark = open.steps.empty() ? QByteArray() : markKey(open.steps.front().key, open.report.id);
    channel.setMark(mark);
    if (Outcome permitted = mayRecover(m_client, open, channel.identity().version, stop); !permitted) {
        return permitted.error();
    }
    const auto remain = [&] {
        return stop.stop_requested()
            ? Error{ErrorKind::Cancelled, QStringLiteral("stopped; ask for --recover again")}
            : Error{ErrorKind::Unreachable,
                    QStringLiteral("escrows of operation %1 could not be let go; ask for --recover again")
                        .arg(open.report.id)};
    };
    // Committed, but perhaps not let go any more. At once: the next commit forgets which they were.
    for (int batch = open.committedFrom; batch < open.nextBatch; ++batch) {
        for (const PlanStep &step : open.steps) {
            channel.letGo({escrowKey(step.key, open.report.id, batch)});
        }
    }
    if (!channel.flush()) {
        return remain();
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
            const Result<Strings> held = readOrFence(channel, escrow);
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
        return remain();
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
    if (!report.undoable) {
        channel.letGo({mark});
        static_cast<void>(channel.flush()); // it expires
    }
    return report;
}

} // namespace plimsoll::redis
