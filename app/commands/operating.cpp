// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/operating.h"

#include "app/clitext.h"
#include "app/output.h"
#include "models/format.h"
#include "redis/operations/runner.h"
#include "redis/topology/server.h"
#include "redis/types/printable.h"

#include <QCoreApplication>

#include <cstdio>
#include <iostream>
#include <string>
#include <unistd.h>

namespace plimsoll::app {

std::optional<Error> confirm(const Arguments &arguments, const QByteArray &shown, const QString &question,
                             const QString &name)
{
    if (arguments.operation.confirmed) {
        return std::nullopt;
    }
    if (isatty(STDIN_FILENO) == 0) {
        return Error{ErrorKind::Refused,
                     tr("nothing was changed: not confirmed; add --yes, or --dry-run to look first")};
    }
    const QString wanted = name.isEmpty() ? QStringLiteral("yes") : name;
    std::fputs(shown.constData(), stderr);
    std::fputs(tr("%1? Type %2 to go on: ").arg(question, wanted).toUtf8().constData(), stderr);
    std::string typed;
    std::getline(std::cin, typed);
    if (QString::fromStdString(typed).trimmed() != wanted.trimmed()) {
        return Error{ErrorKind::Refused, tr("nothing was changed: not confirmed")};
    }
    return std::nullopt;
}

std::optional<Error> readOnlyRefusal(const WorkspacePtr &workspace, const Arguments &arguments)
{
    if (workspace && workspace->connection.readOnly && !arguments.operation.dryRun) {
        return Error{ErrorKind::Refused,
                     tr("%1 is read-only (connection.readOnly); nothing was changed").arg(arguments.workspace)};
    }
    return std::nullopt;
}

Result<std::unique_ptr<redis::Server>> connectToOperate(redis::Endpoint &endpoint, redis::ClientOptions options)
{
    options.name = "plimsoll:operate";
    return connectTo(endpoint, options);
}

void complainOf(const OperationReport &report)
{
    if (!report.error.isEmpty()) {
        complain(tr("plimsoll: %1: %2").arg(report.id, report.error.simplified()));
    }
    for (const QString &note : report.notes) {
        complain(tr("plimsoll: %1: %2").arg(report.id, note.simplified()));
    }
}

std::vector<OperationReport> recoverFirst(redis::Server &server, redis::Journal *journal, const std::stop_token &stop)
{
    if (journal == nullptr) {
        return {};
    }
    auto recovered = redis::Runner(server, journal).recoverAll(stop);
    if (!recovered) {
        fail(recovered.error());
        return {};
    }
    for (const OperationReport &report : recovered->completed) {
        complain(tr("plimsoll: %1 (%2 of %3) was left open and is completed first: %4 of %5, %6")
                     .arg(report.id, shownId(report), printable(report.collection.toUtf8()),
                          models::formatCount(report.accounted()), models::formatCount(report.matched),
                          operationStateId(report.state)));
        complainOf(report);
    }
    for (const OperationReport &report : recovered->left) {
        complain(
            tr("plimsoll: %1 (%2 of %3) stays open: %4")
                .arg(report.id, shownId(report), printable(report.collection.toUtf8()), report.error.simplified()));
    }
    return std::move(recovered->left);
}

std::variant<Opened, ExitCode> openWhereItRan(const Arguments &arguments, const OperationReport &report)
{
    if (!arguments.workspace.isEmpty()) {
        return openWorkspace(arguments);
    }
    const auto endpoint = redis::Endpoint::parse(arguments.url.isEmpty() ? report.server : arguments.url);
    if (!endpoint) {
        return fail(endpoint.error());
    }
    Opened opened;
    opened.endpoint = withEnvironmentPassword(*endpoint);
    return opened;
}

} // namespace plimsoll::app
