// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/beginend.h"

#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/batch/permissions.h"
#include "redis/operations/plan/places.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

namespace plimsoll::redis {

OperationReport beginReport(const Plan &plan, const Server &server, bool undoable)
{
    OperationReport report;
    report.id = plan.id;
    report.action = plan.action;
    report.variant = plan.variant;
    report.collection = plan.collection;
    report.workspace = plan.workspaceName;
    report.production = plan.production;
    report.matched = plan.matched();
    report.undoable = undoable;
    report.keys = plan.keys();
    report.server = server.endpoint().url();
    report.undoOf = plan.undoOf;
    return report;
}

OperationReport refuse(OperationReport report, const Error &error)
{
    report.state = OperationState::Failed;
    report.undoable = false;
    report.error = error.message;
    report.errorKind = error.kind;
    return report;
}

void conclude(OperationReport &report, const Outcome &done, const QStringList &unfinished, bool uncertain, bool waiting)
{
    report.state = OperationState::Done;
    const bool isBegun = report.changed() + report.skipped > 0;
    if (!unfinished.isEmpty()) {
        report.state = isBegun ? OperationState::Partial : OperationState::Failed;
        report.error = unfinished.join(QStringLiteral("; "));
    }
    if (!done) {
        const Error &error = done.error();
        report.errorKind = error.kind;
        report.state = error.kind == ErrorKind::Cancelled ? OperationState::Cancelled
            : isBegun                                     ? OperationState::Partial
                                                          : OperationState::Failed;
        report.error = error.message;
        if (uncertain) {
            report.error +=
                Words::tr("; the outcome of the last batch is not yet known: the record is completed as soon as the "
                          "server can be reached (by command: `plimsoll operations --recover`)");
        } else if (waiting) {
            report.error += Words::tr("; the last batch is kept on the server for 7 days, and archived as soon as "
                                      "possible (by command: `plimsoll operations --recover`)");
        }
    }
    report.undoable = report.undoable && report.changed() > 0;
}

void forgetExpired(Journal &journal, const Retention &retention, std::chrono::milliseconds serverNow,
                   OperationReport &report)
{
    const Result<QStringList> expired = journal.expired(retention, {serverNow, localNow()}, 0, report.undoOf);
    const qint64 lost = expired ? countUndoable(journal, *expired) : 0;
    if (expired && !expired->isEmpty() && journal.forget(*expired) && lost > 0) {
        report.notes.append(lost == 1
                                ? Words::tr("1 older operation can no longer be undone: its archive was over 30 days "
                                            "or 1 GiB.")
                                : Words::tr("%1 older operations can no longer be undone: their archive was over 30 "
                                            "days or 1 GiB.",
                                            nullptr, pluralOf(lost))
                                      .arg(lost));
    }
}

Outcome leaveMark(OperationChannel &channel, Journal &journal, const Plan &plan)
{
    Outcome left = Done{};
    const std::vector<QByteArray> marks = marksOf(plan.steps, plan.id);
    for (const QByteArray &mark : marks) {
        std::chrono::microseconds took{};
        left = channel.turnTo(mark);
        const Result<Reply> reply =
            left ? channel.send({&fenceScript(), {mark}, {}, markExpiry}, took) : Result<Reply>(left.error());
        if (!reply) {
            left = reply.error();
        } else if (reply->isError()) {
            left = scriptError(*reply, {mark}, mark);
        }
        if (!left) {
            break;
        }
        channel.addMark(mark);
    }
    if (left && marks.size() > 1) {
        left = channel.turnTo(marks.front());
    }
    if (left || !plan.archive) {
        return Done{}; // cutting without an archive frees memory of a server that has run out
    }
    OperationReport none;
    none.id = plan.id;
    none.state = OperationState::Failed;
    none.error = left.error().message;
    const Outcome closed = journal.finish(none);
    return closed ? left : closed;
}

void letMarksGo(OperationChannel &channel, const Journal &journal, const OperationReport &report, const Plan &plan)
{
    if (!report.undoable) {
        channel.letGo(marksOf(plan.steps, plan.id));
    }
    if (const Result<OpenOperation> undone = journal.details(report.undoOf); undone
        && undone->report.state == OperationState::Undone && undone->report.leftAlone == 0 && !undone->steps.empty()) {
        channel.letGo(marksOf(undone->steps, report.undoOf));
    }
    static_cast<void>(channel.flush()); // otherwise they expire
}

Outcome bringToPlaces(OperationChannel &channel, const Journal &journal, OperationReport &report,
                      const std::stop_token &stop)
{
    const Result<OpenOperation> undone = journal.details(report.undoOf);
    const Result<qint64> elsewhere =
        undone ? restoreOrder(channel, journal, *undone, report.id, stop) : Result<qint64>(undone.error());
    if (!elsewhere) {
        report.notes.append(Words::tr("Everything is back, but not all in its old place in the list: %1.")
                                .arg(elsewhere.error().message));
        return elsewhere.error();
    }
    if (*elsewhere > 0) {
        report.notes.append(Words::tr("Everything is back, but %1 not in their old place in the list, because others "
                                      "changed the list meanwhile.",
                                      nullptr, pluralOf(*elsewhere))
                                .arg(*elsewhere));
    }
    return Done{};
}

Outcome markUndone(Journal &journal, const OperationReport &undo)
{
    const bool changedNothing = undo.changed() == 0 && undo.skipped > 0;
    return changedNothing ? Outcome(Done{}) : journal.setUndone(undo.undoOf, undo.skipped);
}

bool close(Journal &journal, OperationReport &report, bool done)
{
    if (done && !report.undoOf.isEmpty()) {
        if (Outcome marked = markUndone(journal, report); !marked) {
            report.notes.append(marked.error().message);
        }
    }
    const Outcome closed = journal.finish(report);
    if (!closed) {
        report.undoable = false; // until recovery closes it
        report.notes.append(closed.error().message);
    }
    return closed.ok();
}

} // namespace plimsoll::redis
