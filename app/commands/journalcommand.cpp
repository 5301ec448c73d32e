// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clitext.h"
#include "app/commands/commands.h"

#include "app/commands/headless.h"
#include "app/commands/operating.h"
#include "app/datafolder.h"
#include "app/formats/operationformat.h"
#include "app/output.h"
#include "models/format.h"
#include "models/journaltext.h"
#include "redis/operations/channel.h"
#include "redis/operations/journal.h"
#include "redis/operations/runner.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <optional>

namespace plimsoll::app {

namespace {

using redis::OpenOperation;

QByteArray text(const Arguments &arguments, const std::vector<OperationReport> &operations)
{
    if (arguments.operation.recover && arguments.format == Format::Table && operations.empty()) {
        return (tr("No operation was left open.") + u'\n').toUtf8();
    }
    return arguments.format == Format::Json ? models::operationsJson(operations) : operationsTable(operations);
}

/// No server there that could be asked, whatever the reason.
bool isGone(const Error &error)
{
    return app::exitCodeFor(error) == ExitCode::Unreachable;
}

/// Completes accounts, and asks a server that does not answer once, not once an operation.
class Recovery {
public:
    Recovery(const Arguments &arguments, redis::Journal &journal) : m_arguments(arguments), m_journal(journal) { }

    /// Completes an open operation; if that fails, leaves it open and prints what to do.
    void complete(const OpenOperation &open)
    {
        const Result<OperationReport> report = tryToComplete(open);
        if (report) {
            m_operations.push_back(*report);
            complainOf(*report);
            return;
        }
        if (const Result<OperationReport> now = m_journal.operation(open.report.id);
            now && now->state != OperationState::Open) {
            return; // another process has completed it
        }
        OperationReport left = open.report;
        const QString id = left.id;
        left.undoable = false; // no undo before it is closed
        left.error = isGone(report.error()) || report.error().kind == ErrorKind::Refused
            ? tr("%1 stays open, %2 of %3 recorded: %4. Name its server, or a user who may, with -u URL; when that "
                 "is not to be had, `plimsoll operations --give-up %1` closes it")
                  .arg(id, models::formatCount(left.accounted()), models::formatCount(left.matched),
                       report.error().message)
            : tr("%1 stays open: %2").arg(id, report.error().message);
        m_worst = std::max(m_worst, fail({report.error().kind, left.error}));
        m_operations.push_back(std::move(left));
    }

    /// Given up, which needs nothing more, unless its server is there again.
    void completeIfBack(const OpenOperation &givenUp)
    {
        if (const Result<OperationReport> report = tryToComplete(givenUp)) {
            m_operations.push_back(*report);
            complainOf(*report);
        }
    }

    [[nodiscard]] ExitCode tell() const { return print(text(m_arguments, m_operations)) ? m_worst : ExitCode::Failed; }

    Result<OperationReport> tryToComplete(const OpenOperation &open)
    {
        if (const auto known = m_unreachable.find(open.report.server); known != m_unreachable.end()) {
            return known->second;
        }
        auto opened = openWhereItRan(m_arguments, open.report);
        if (std::holds_alternative<ExitCode>(opened)) {
            return Error{ErrorKind::Invalid, tr("there is no way to its server")};
        }
        auto &[workspace, endpoint] = std::get<Opened>(opened);
        if (const auto refused = readOnlyRefusal(workspace, m_arguments)) {
            return *refused;
        }
        const auto server = connectToOperate(endpoint);
        if (!server) {
            m_unreachable.emplace(open.report.server, server.error());
            return server.error();
        }
        return redis::Runner(**server, &m_journal).recover(open);
    }

private:
    const Arguments &m_arguments;
    redis::Journal &m_journal;
    std::map<QString, Error> m_unreachable; ///< connection error of each server
    std::vector<OperationReport> m_operations;
    ExitCode m_worst = ExitCode::Done;
};

ExitCode recover(const Arguments &arguments, redis::Journal &journal)
{
    const Result<std::vector<OpenOperation>> open = journal.openOperations();
    const Result<std::vector<OpenOperation>> givenUp = journal.givenUpOperations();
    if (!open || !givenUp) {
        return fail(open ? givenUp.error() : open.error());
    }
    if (arguments.operation.dryRun) {
        std::vector<OperationReport> reports;
        for (const OpenOperation &operation : *open) {
            reports.push_back(operation.report);
            reports.back().dryRun = true;
            reports.back().undoable = false;
        }
        return print(text(arguments, reports)) ? ExitCode::Done : ExitCode::Failed;
    }
    Recovery recovery(arguments, journal);
    for (const OpenOperation &operation : *open) {
        recovery.complete(operation);
    }
    for (const OpenOperation &operation : *givenUp) {
        recovery.completeIfBack(operation);
    }
    return recovery.tell();
}

/// Why the server of an operation cannot be asked; nullopt when it can.
Result<std::optional<QString>> whyGone(const Arguments &arguments, const OpenOperation &open)
{
    using Why = std::optional<QString>;
    auto opened = openWhereItRan(arguments, open.report);
    if (std::holds_alternative<ExitCode>(opened)) {
        return Error{ErrorKind::Invalid, tr("%1: nothing was given up").arg(open.report.id)};
    }
    auto &[workspace, endpoint] = std::get<Opened>(opened);
    if (const auto refused = readOnlyRefusal(workspace, arguments)) {
        return *refused;
    }
    const auto noWay = [](const Error &error) -> Result<Why> {
        return isGone(error) || error.kind == ErrorKind::Refused ? Result<Why>(Why(error.message)) : error;
    };
    const auto server = connectToOperate(endpoint, {.readOnly = true});
    if (!server) {
        return noWay(server.error());
    }
    const Result<redis::ServerIdentity> identity = redis::readIdentity(**server);
    if (!identity) {
        return noWay(identity.error());
    }
    const Result<bool> same = redis::isSameServer(**server, open, *identity);
    if (!same) {
        return noWay(same.error());
    }
    return *same ? Why() : Why(tr("%1 is another server now").arg(open.server.address));
}

ExitCode giveUp(const Arguments &arguments, redis::Journal &journal)
{
    const QString &id = arguments.operation.giveUp;
    const Result<OpenOperation> open = journal.details(id);
    if (!open) {
        return fail(open.error());
    }
    if (open->report.state != OperationState::Open) {
        return fail({ErrorKind::Invalid, tr("%1 is not open; there is nothing to give up").arg(id)});
    }
    Result<std::optional<QString>> why = whyGone(arguments, *open);
    if (!why) {
        return fail(why.error());
    }
    OperationReport report = open->report;
    report.dryRun = arguments.operation.dryRun;
    if (!report.dryRun) {
        const QString shown =
            tr("%1, %2 of %3: %4 of %5 are recorded and stay so. %6\n")
                .arg(id, shownId(report), printable(report.collection.toUtf8()),
                     models::formatCount(report.accounted()), models::formatCount(report.matched),
                     *why ? tr("What was done after them stays unknown unless its server comes back (%1).").arg(**why)
                          : tr("Its server is there: its account is completed instead, if that is allowed."));
        if (const auto refused = confirm(arguments, shown.toUtf8(), tr("Give up %1").arg(id))) {
            return fail(*refused);
        }
        Result<OperationReport> closed =
            *why ? Error{ErrorKind::Refused, **why} : Recovery(arguments, journal).tryToComplete(*open);
        if (closed) {
            complain(tr("plimsoll: %1 was not given up: its server is there, and its account is completed").arg(id));
        } else if (closed.error().kind != ErrorKind::Refused) {
            return fail(closed.error());
        } else {
            closed = redis::Runner::giveUp(journal, id, closed.error().message);
        }
        if (!closed) {
            return fail(closed.error());
        }
        report = *closed;
        complainOf(report);
    } else if (!*why) {
        complain(
            tr("plimsoll: %1 would not be given up: its server is there, and its account would be completed").arg(id));
    }
    return print(arguments.format == Format::Json ? models::operationJson(report) : operationText(report))
        ? ExitCode::Done
        : ExitCode::Failed;
}

} // namespace

ExitCode runOperations(const Arguments &arguments)
{
    const bool isToLook = !arguments.operation.recover && arguments.operation.giveUp.isEmpty();
    const QString folder = dataFolder(arguments.dataDir);
    const auto journal = isToLook ? redis::Journal::openToRead(folder) : redis::Journal::open(folder);
    if (!journal) {
        return fail(journal.error());
    }
    if (arguments.operation.recover) {
        return recover(arguments, **journal);
    }
    if (!arguments.operation.giveUp.isEmpty()) {
        return giveUp(arguments, **journal);
    }
    Result<std::vector<OperationReport>> operations =
        (*journal)->reading([&journal] { return (*journal)->operations(); });
    if (!operations) {
        return fail(operations.error());
    }
    if (const qint64 limit = arguments.operation.limit; limit > 0 && limit < qint64(operations->size())) {
        operations->erase(operations->begin(), operations->end() - limit); // the newest, oldest first
    }
    return print(text(arguments, *operations)) ? ExitCode::Done : ExitCode::Failed;
}

} // namespace plimsoll::app
