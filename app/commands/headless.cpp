// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/headless.h"

#include "app/clitext.h"
#include "app/argumentchecks.h"
#include "app/output.h"
#include "redis/collections/kinds.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspaceendpoint.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>

#include <spdlog/spdlog.h>

#include <algorithm>

namespace plimsoll::app {

namespace {

constexpr qsizetype nameWidth = 60;

} // namespace

std::variant<WorkspacePtr, ExitCode> readWorkspaceFile(const QString &file)
{
    redis::WorkspaceResult read = redis::readWorkspace(file, redis::kindInfos());
    if (const auto *problems = std::get_if<redis::WorkspaceProblems>(&read)) {
        for (const redis::WorkspaceProblem &problem : *problems) {
            complain(problem.line(printableWord(file)));
        }
        return ExitCode::Usage;
    }
    return std::make_shared<const Workspace>(std::get<Workspace>(std::move(read)));
}

std::variant<Opened, ExitCode> openWorkspace(const Arguments &arguments)
{
    const auto read = readWorkspaceFile(arguments.workspace);
    if (const auto *code = std::get_if<ExitCode>(&read)) {
        return *code;
    }
    Opened opened;
    opened.workspace = std::get<WorkspacePtr>(read);
    const bool fromWorkspace = arguments.url.isEmpty();
    const QString url = fromWorkspace ? opened.workspace->connection.url : arguments.url;
    const QString where =
        fromWorkspace ? arguments.workspace + QLatin1String(": /connection/url") : QStringLiteral("--url");
    if (url.isEmpty()) {
        complain(tr("%1: the workspace names no server; add it there, or use -u URL").arg(where));
        return ExitCode::Usage;
    }
    const auto endpoint = redis::endpointOf(*opened.workspace, url);
    if (!endpoint) {
        complain(where + QLatin1String(": ") + endpoint.error().message);
        return ExitCode::Usage;
    }
    opened.endpoint = withEnvironmentPassword(*endpoint);
    if (opened.endpoint.tls && !opened.endpoint.tls->verify) {
        complain(
            tr("%1: /connection/verify is false: anybody may answer in place of the server").arg(arguments.workspace));
    }
    if (const QString many = opened.workspace->manyKeys(); !many.isEmpty()) {
        complain(tr("plimsoll: %1: %2").arg(printableWord(arguments.workspace), many));
    }
    spdlog::debug("workspace of {} collections, server {}{}", opened.workspace->collections.size(),
                  opened.endpoint.url().toStdString(), opened.endpoint.password.isEmpty() ? "" : ", with a password");
    return opened;
}

std::optional<ExitCode> checkNamed(const Arguments &arguments)
{
    Arguments named = arguments;
    named.workspace = arguments.target.isEmpty() ? arguments.workspace : arguments.target;
    for (const QString &more : arguments.more) {
        Arguments other = arguments;
        other.target = more;
        other.more.clear();
        if (const auto wrong = checkNamed(other)) {
            return wrong;
        }
    }
    const bool isUrl = named.workspace.contains(QLatin1String("://"));
    if (const QString url = isUrl       ? named.workspace
            : named.workspace.isEmpty() ? arguments.url
                                        : QString();
        !url.isEmpty()) {
        const auto endpoint = redis::Endpoint::parse(url);
        return endpoint ? std::nullopt : std::optional(fail(endpoint.error()));
    }
    if (named.workspace.isEmpty()) {
        return std::nullopt;
    }
    const auto opened = openWorkspace(named);
    const auto *code = std::get_if<ExitCode>(&opened);
    return code != nullptr ? std::optional(*code) : std::nullopt;
}

std::optional<std::size_t> findCollection(const Workspace &workspace, const QString &name)
{
    const auto found = std::find_if(workspace.collections.begin(), workspace.collections.end(),
                                    [&](const CollectionDefinition &collection) { return collection.name == name; });
    if (found != workspace.collections.end()) {
        return static_cast<std::size_t>(found - workspace.collections.begin());
    }
    QStringList names;
    for (const CollectionDefinition &collection : workspace.collections) {
        names << collection.name;
    }
    const QString nearest = redis::nearestName(name, names);
    const QString shown = printable(name.toUtf8(), nameWidth);
    complain(
        nearest.isEmpty()
            ? tr("plimsoll: %1: the workspace has no collection of that name").arg(shown)
            : tr("plimsoll: %1: the workspace has no collection of that name; did you mean '%2'?").arg(shown, nearest));
    return std::nullopt;
}

Result<std::unique_ptr<redis::Server>> connectTo(redis::Endpoint &endpoint, const redis::ClientOptions &options)
{
    std::unique_ptr<redis::Server> server;
    const Outcome connected = withKeychain(endpoint, [&](const redis::Endpoint &at) {
        server = redis::makeServer(at, options);
        return server->connect();
    });
    if (!connected) {
        return connected.error();
    }
    return server;
}

ExitCode exitCodeFor(const Error &error)
{
    switch (error.kind) {
    case ErrorKind::Invalid:
        return ExitCode::Usage;
    case ErrorKind::Unreachable:
    case ErrorKind::LoginRefused:
    case ErrorKind::TimedOut:
    case ErrorKind::Protocol:
        return ExitCode::Unreachable;
    case ErrorKind::Refused:
        return ExitCode::Refused;
    case ErrorKind::Cancelled:
    case ErrorKind::WrongType:
    case ErrorKind::Server:
    case ErrorKind::Storage:
        break;
    }
    return ExitCode::Failed;
}

ExitCode fail(const Error &error)
{
    complain(QLatin1String("plimsoll: ") + error.message.simplified());
    return exitCodeFor(error);
}

} // namespace plimsoll::app
