// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batchledger.h"
#include "redis/operations/plan/beginend.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/batch/crossslot.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/plan/places.h"
#include "redis/operations/run/runner.h"
#include "redis/operations/journal/words.h"
#include "redis/types/printable.h"

#include <QDateTime>

#include <algorithm>
#include <optional>

/// Completion of operations after a crash, from their escrows.
namespace plimsoll::redis {

namespace {

/// Text for an operation that was interrupted.
QString howFar(const OperationReport &report, qint64 lost, qint64 unsure)
{
    QString text =
        Words::tr("cut off after %1 of %2").arg(QString::number(report.accounted()), QString::number(report.matched));
    if (lost > 0) {
        text += Words::tr("; the outcome of up to %1 more is not recorded, because the server no longer has their "
                          "escrows (expired, evicted or flushed), and cannot be undone")
                    .arg(lost);
    }
    if (unsure > 0) {
        text += Words::tr("; whether up to %1 more were touched is unknown, because the server may have lost their "
                          "escrow (expired, evicted or flushed)")
                    .arg(unsure);
    }
    if (report.accounted() > 0 || report.undoable) { // uncounted elements are in the archive only
        text += lost + unsure > 0 ? Words::tr("; the others are recorded") : Words::tr("; what it did is recorded");
        text += report.undoable ? Words::tr(" and can be undone") : QString();
    }
    return text;
}

/// True if a retry may succeed.
bool isPassing(ErrorKind kind)
{
    return kind == ErrorKind::Cancelled || kind == ErrorKind::Unreachable || kind == ErrorKind::TimedOut
        || kind == ErrorKind::NotNow || kind == ErrorKind::Protocol;
}

/// Time on this computer's clock at which a server started; with the date unless it was today.
QString startText(std::chrono::seconds uptime)
{
    const QDateTime now = QDateTime::currentDateTime();
    const QDateTime start = now.addSecs(-uptime.count());
    return start.toString(start.date() == now.date() ? QStringLiteral("HH:mm") : QStringLiteral("yyyy-MM-dd HH:mm"));
}

} // namespace

Result<bool> isSameServer(Server &server, const OpenOperation &operation, const ServerIdentity &now,
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
        server,
        {markKey(operation.steps.front().key, id), escrowKey(operation.steps[step].key, id, operation.nextBatch)},
        stop);
}

QString otherServerText(const OpenOperation &operation, const ServerIdentity &now)
{
    const bool isBack = operation.server.address == now.address && operation.server.database == now.database;
    return isBack
        ? Words::tr("Can't be undone: the server came back at %1 without this operation, with older data or none.")
              .arg(startText(now.uptime))
        : Words::tr("%1 ran on another server (%2): undo it from a workspace on that one.")
              .arg(operation.report.id, operation.server.address);
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
    here.address = m_server.endpoint().url();
    if (Outcome connected = connectAgain(m_server, stop); !connected) {
        unreachable = connected.error();
    } else if (Result<ServerIdentity> identity = readIdentity(m_server, stop); !identity) {
        unreachable = identity.error();
    } else {
        here = std::move(*identity);
    }
    const auto complete = [&](const OpenOperation &one) {
        if (one.server.address != here.address && (unreachable || !one.server.isSame(here))) {
            return; // belongs to another server than this connection's
        }
        Result<OperationReport> report = unreachable ? *unreachable : recover(one, stop);
        if (report) {
            recovered.completed.push_back(std::move(*report));
            return;
        }
        const ErrorKind kind = report.error().kind;
        if (kind == ErrorKind::Unreachable || kind == ErrorKind::TimedOut || kind == ErrorKind::Cancelled) {
            unreachable = report.error(); // waits for the server once, not for every operation
        }
        if (!one.givenUp) { // for one given up, this may not be its server
            OperationReport left = one.report;
            left.undoable = false; // until it is closed
            left.error = report.error().message;
            left.errorKind = kind;
            const Result<OpenOperation> now = m_journal->details(one.report.id); // the expiry of its escrows may have
                                                                                 // been renewed
            left.keptUntil = now && now->keptUntil ? *now->keptUntil : left.time + escrowExpiry;
            recovered.left.push_back(std::move(left));
        }
    };
    for (const OpenOperation &one : *open) {
        complete(one);
    }
    for (const OpenOperation &one : *givenUp) {
        complete(one);
    }
    return recovered;
}

Result<OperationReport> Runner::recover(const OpenOperation &open, const std::stop_token &stop)
{
    Result<std::optional<OpenOperation>> claimed = m_journal->claim(open.report.id);
    if (!claimed) {
        return claimed.error();
    }
    if (!*claimed) {
        return Error{ErrorKind::Refused,
                     Words::tr("operation %1 is already closed, or still running elsewhere").arg(open.report.id)};
    }
    if ((*claimed)->givenUp) {
        (*claimed)->report.error.clear(); // the reason for giving up
    }
    Result<OperationReport> report = completeRecord(**claimed, stop);
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
        return Error{ErrorKind::Refused,
                     Words::tr("operation %1 is already closed, or still running elsewhere").arg(operation)};
    }
    const OpenOperation &open = **claimed;
    OperationReport report = open.report;
    report.state = report.accounted() > 0 ? OperationState::Partial : OperationState::Failed;
    const Result<std::vector<ArchivedElement>> kept = journal.archive().elements(operation, Archive::From::Newest, 1);
    report.undoable = report.undoable && kept && !kept->empty();
    report.error = Words::tr("given up after %1 of %2: %3")
                       .arg(QString::number(report.accounted()), QString::number(report.matched), why);
    if (static_cast<std::size_t>(open.nextStep) < open.steps.size()) {
        const QByteArray &key = open.steps[static_cast<std::size_t>(open.nextStep)].key;
        report.error += Words::tr("; anything done but not recorded is kept on that server for 7 days, in %1 and the "
                                  "keys numbered after it")
                            .arg(printable(escrowKey(key, operation, open.nextBatch)));
    }
    if (Outcome closed = journal.giveUp(report); !closed) {
        return closed.error();
    }
    return report;
}

Result<OperationReport> Runner::completeRecord(const OpenOperation &open, const std::stop_token &stop)
{
    if (!open.steps.empty()) {
        m_server.anchorAt(open.steps.front().key);
    }
    OperationChannel channel(m_server, m_options.reconnectFor, stop, OperationChannel::StopsAt::Once);
    if (Outcome ready = channel.open(); !ready) {
        return ready.error();
    }
    const Result<bool> same = isSameServer(m_server, open, channel.identity(), stop);
    if (!same) {
        return same.error();
    }
    // Killed before it set its mark: nothing was sent, so the server need not prove its identity.
    const bool untouched = open.notesSent && open.sent.empty() && open.nextBatch == 0 && open.lost == 0
        && open.server.address == channel.identity().address;
    if (!*same && !untouched) {
        return Error{ErrorKind::Refused,
                     Words::tr("operation %1 ran on another server (%2), or that server came back without its data")
                         .arg(open.report.id, open.server.address)};
    }
    const std::vector<QByteArray> marks = marksOf(open.steps, open.report.id);
    for (const QByteArray &mark : marks) {
        channel.addMark(mark);
    }
    if (Outcome permitted = mayRecover(m_server, open, channel.identity().version, stop); !permitted) {
        return permitted.error();
    }
    const auto remain = [&] {
        return stop.stop_requested()
            ? Error{ErrorKind::Cancelled, Words::tr("stopped; ask for recovery again")}
            : Error{
                ErrorKind::Unreachable,
                Words::tr("escrows of operation %1 could not be released; ask for recovery again").arg(open.report.id)};
    };
    // Committed, but their escrows may not have been released. Done now, because the next commit forgets these batches.
    for (int batch = open.committedFrom; batch < open.nextBatch; ++batch) {
        for (const PlanStep &step : open.steps) {
            channel.letGo(keysLeft(step, open.report.id, batch));
        }
    }
    if (!channel.flush()) {
        return remain();
    }
    OperationReport report = open.report;
    qint64 lost = 0;
    qint64 unsure = 0;
    if (*same && static_cast<std::size_t>(open.nextStep) < open.steps.size()) {
        const PlanStep &step = open.steps[static_cast<std::size_t>(open.nextStep)];
        if (Outcome turned = channel.turnTo(step.key); !turned) {
            return turned.error();
        }
        BatchLedger ledger(open, *m_journal, channel, stop);
        if (Outcome completed = ledger.complete(); !completed) {
            return completed.error();
        }
        report = ledger.report();
        report.notes += ledger.losses().notes(step);
        lost = ledger.lost();
        unsure = ledger.unsure();
    }
    const bool isComplete = report.complete() && lost == 0;
    report.state = isComplete ? OperationState::Done : OperationState::Partial;
    const Result<std::vector<ArchivedElement>> kept =
        m_journal->archive().elements(report.id, Archive::From::Newest, 1);
    const bool isUndo = !report.undoOf.isEmpty();
    report.undoable = report.undoable && kept && !kept->empty();
    if (!isComplete) {
        report.error = howFar(report, lost, unsure);
        const Result<OpenOperation> undone = m_journal->details(report.undoOf);
        if (const Result<bool> order = undone ? needsOrder(*m_journal, *undone) : undone.error(); order && *order) {
            report.error += Words::tr("; elements put back stay at the old end of their list until the rest is undone");
        }
    } else if (isUndo) {
        // No more elements are put back, but those that were move to their places.
        if (Outcome placed = bringToPlaces(channel, *m_journal, report, stop);
            !placed && isPassing(placed.error().kind)) {
            return placed.error();
        }
        if (Outcome marked = markUndone(*m_journal, report); !marked) {
            return marked.error();
        }
    }
    if (Outcome closed = m_journal->finish(report); !closed) {
        return closed.error();
    }
    if (!report.undoable) {
        channel.letGo(marks);
        static_cast<void>(channel.flush()); // otherwise it expires
    }
    return report;
}

} // namespace plimsoll::redis
