// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/clitext.h"
#include "app/cli/operating.h"
#include "app/desktop/datafolder.h"
#include "app/formats/operationformat.h"
#include "app/cli/output.h"
#include "models/text/format.h"
#include "models/text/journaltext.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/run/runner.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <optional>

namespace plimsoll::app {

namespace {

using redis::OpenOperation;

QByteArray formatted(Format format, const std::vector<OperationReport> &operations)
{
    return format == Format::Json ? models::operationsJson(operations) : operationsTable(operations, tableColour());
}

QByteArray recoveryText(Format format, const std::vector<OperationReport> &operations)
{
    return format == Format::Table && operations.empty() ? (tr("No operation was left open.") + u'\n').toUtf8()
                                                         : formatted(format, operations);
}

/// No server there that could be asked, whatever the reason; one that is loading will be there.
bool isGone(const Error &error)
{
    return error.kind != ErrorKind::NotNow && app::exitCodeFor(error) == ExitCode::Unreachable;
}

/// Completes accounts, and asks a server that does not answer once, not once an operation.
class Recovery {
public:
    Recovery(const ActingOptions &options, redis::Journal &journal) : m_options(options), m_journal(journal) { }

    /// Completes an open operation; if that fails, leaves it open and prints what to do.
    void complete(const OpenOperation &open)
    {
        const Result<OperationReport> report = tryToComplete(open);
        if (report) {
            m_operations.push_back(*report);
            printProblems(*report);
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
            ? tr("%1 stays open, %2 of %3 recorded: %4. Name its server, or a user with the permissions, with -u URL; "
                 "if neither exists, `plimsoll operations --give-up %1` closes it")
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
            printProblems(*report);
        }
    }

    [[nodiscard]] ExitCode printReports() const
    {
        return print(recoveryText(m_options.format, m_operations)) ? m_worst : ExitCode::Failed;
    }

    Result<OperationReport> tryToComplete(const OpenOperation &open)
    {
        if (const auto known = m_unreachable.find(open.report.server); known != m_unreachable.end()) {
            return known->second;
        }
        auto opened = openWhereItRan(m_options, open.report);
        if (std::holds_alternative<ExitCode>(opened)) {
            return Error{ErrorKind::Invalid, tr("its server cannot be reached")};
        }
        auto &[workspace, endpoint] = std::get<Opened>(opened);
        if (const auto refused = refusalToChange(workspace, m_options)) {
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
    const ActingOptions &m_options;
    redis::Journal &m_journal;
    std::map<QString, Error> m_unreachable; ///< connection error of each server
    std::vector<OperationReport> m_operations;
    ExitCode m_worst = ExitCode::Done;
};

ExitCode recover(const ActingOptions &options, redis::Journal &journal)
{
    const Result<std::vector<OpenOperation>> open = journal.openOperations();
    const Result<std::vector<OpenOperation>> givenUp = journal.givenUpOperations();
    if (!open || !givenUp) {
        return fail(open ? givenUp.error() : open.error());
    }
    if (options.isDryRun) {
        std::vector<OperationReport> reports;
        for (const OpenOperation &operation : *open) {
            reports.push_back(operation.report);
            reports.back().dryRun = true;
            reports.back().undoable = false;
        }
        return print(recoveryText(options.format, reports)) ? ExitCode::Done : ExitCode::Failed;
    }
    Recovery recovery(options, journal);
    for (const OpenOperation &operation : *open) {
        recovery.complete(operation);
    }
    for (const OpenOperation &operation : *givenUp) {
        recovery.completeIfBack(operation);
    }
    return recovery.printReports();
}

/// Why the server of an operation cannot be asked; nullopt when it can.
Result<std::optional<QString>> whyGone(const ActingOptions &options, const OpenOperation &open)
{
    using Why = std::optional<QString>;
    auto opened = openWhereItRan(options, open.report);
    if (std::holds_alternative<ExitCode>(opened)) {
        return Error{ErrorKind::Invalid, tr("%1: nothing was given up").arg(open.report.id)};
    }
    auto &[workspace, endpoint] = std::get<Opened>(opened);
    if (const auto refused = refusalToChange(workspace, options)) {
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
    return *same ? Why() : Why(tr("%1 is a different server now").arg(open.server.address));
}

ExitCode giveUp(const ActingOptions &options, const QString &id, redis::Journal &journal)
{
    const Result<OpenOperation> open = journal.details(id);
    if (!open) {
        return fail(open.error());
    }
    if (open->report.state != OperationState::Open) {
        return fail({ErrorKind::Invalid, tr("%1 is not open; there is nothing to give up").arg(id)});
    }
    Result<std::optional<QString>> why = whyGone(options, *open);
    if (!why) {
        return fail(why.error());
    }
    OperationReport report = open->report;
    report.dryRun = options.isDryRun;
    if (!report.dryRun) {
        const QString shown =
            tr("%1, %2 of %3: %4 of %5 are recorded and stay recorded. %6\n")
                .arg(id, shownId(report), printable(report.collection.toUtf8()),
                     models::formatCount(report.accounted()), models::formatCount(report.matched),
                     *why ? tr("Anything done after that stays unknown unless its server comes back (%1).").arg(**why)
                          : tr("Its server can be reached: its record is completed instead, if that is allowed."));
        if (const auto refused = confirm(options, shown.toUtf8(), tr("Give up %1").arg(id), {})) {
            return fail(*refused);
        }
        Result<OperationReport> closed =
            *why ? Error{ErrorKind::Refused, **why} : Recovery(options, journal).tryToComplete(*open);
        if (closed) {
            complain(
                tr("plimsoll: %1 was not given up: its server can be reached, and its record is completed").arg(id));
        } else if (closed.error().kind != ErrorKind::Refused) {
            return fail(closed.error());
        } else {
            closed = redis::Runner::giveUp(journal, id, closed.error().message);
        }
        if (!closed) {
            return fail(closed.error());
        }
        report = *closed;
        printProblems(report);
    } else if (!*why) {
        complain(tr("plimsoll: %1 would not be given up: its server can be reached, and its record would be completed")
                     .arg(id));
    }
    return print(options.format == Format::Json ? models::operationJson(report) : operationText(report))
        ? ExitCode::Done
        : ExitCode::Failed;
}

class OperationsCommand final : public HeadlessCommand {
    void addOptions(Options &options) override
    {
        options.describe(
            "Lists what this program changed on servers, oldest first, with the outcome and whether it can be undone. "
            "An operation that was cut off by a crash or a lost connection stays open until its record is completed.");
        options.example("plimsoll operations", "The journal");
        options.example("plimsoll operations --recover", "Complete the record of operations that were cut off");
        options.flag("--recover", "Complete the record of operations that were cut off", &m_recovers);
        options.text("--give-up", "OPERATION", "Close an operation whose server is gone for good", &m_giveUp);
        options.refuse([this] { return m_recovers && !m_giveUp.isEmpty(); },
                       tr("operations takes either --recover or --give-up OPERATION"));
        m_acting.addTo(options, true, UrlAsWorkspace::ServerIsEnough);
        options.refuse([this] { return m_acting.limit > 0 && (m_recovers || !m_giveUp.isEmpty()); },
                       tr("--limit is only for the list, not for --recover and --give-up"));
    }

    ExitCode run() override
    {
        const bool isToLook = !m_recovers && m_giveUp.isEmpty();
        const QString folder = dataFolder(m_acting.place.dataDir);
        const auto journal = isToLook ? redis::Journal::openToRead(folder) : redis::Journal::open(folder);
        if (!journal) {
            return fail(journal.error());
        }
        if (m_recovers) {
            return recover(m_acting, **journal);
        }
        if (!m_giveUp.isEmpty()) {
            return giveUp(m_acting, m_giveUp, **journal);
        }
        Result<std::vector<OperationReport>> operations =
            (*journal)->reading([&journal] { return (*journal)->operations(); });
        if (!operations) {
            return fail(operations.error());
        }
        if (const qint64 limit = m_acting.limit; limit > 0 && limit < qint64(operations->size())) {
            operations->erase(operations->begin(), operations->end() - limit); // the newest, oldest first
        }
        return printLong(formatted(m_acting.format, *operations)) ? ExitCode::Done : ExitCode::Failed;
    }

    bool m_recovers = false;
    QString m_giveUp; ///< ID of an operation, or empty
    ActingOptions m_acting;
};

} // namespace

extern const CommandSpec operationsCommand{"operations", "The journal of operations", &makeCommand<OperationsCommand>};

} // namespace plimsoll::app
