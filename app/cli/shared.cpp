// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/shared.h"

#include "app/alerts/consent.h"
#include "app/formats/clitext.h"
#include "app/desktop/datafolder.h"
#include "app/cli/output.h"
#include "redis/collections/kinds.h"
#include "redis/types/printable.h"
#include "redis/workspace/workspaceendpoint.h"
#include "redis/workspace/workspacefile.h"

#include <QCoreApplication>

#include <spdlog/spdlog.h>

#include <algorithm>

namespace plimsoll::app {

namespace {

constexpr qsizetype sharedNameWidth = 60;

} // namespace

bool isUrl(const QString &word)
{
    return word.contains(QLatin1String("://"));
}

void addUrl(Options &options, QString *to)
{
    options.text("-u,--url", "URL", "Connect here instead of where the workspace says", to);
}

void addPlace(Options &options, Place *to, UrlAsWorkspace url)
{
    options.text("-w,--workspace", "FILE", "The workspace", &to->workspace);
    addUrl(options, &to->url);
    addDataDir(options, &to->dataDir);
    options.check([to, url] {
        if (url == UrlAsWorkspace::ServerIsEnough && isUrl(to->workspace) && to->url.isEmpty()) {
            to->url = std::exchange(to->workspace, {});
        }
        return url == UrlAsWorkspace::Opened ? Outcome(Done{}) : checkIsFile(to->workspace);
    });
}

void addPlaceOrServer(Options &options, const std::string &help, const QString &task, Place *to)
{
    options.word("URL", help, &to->word, Options::Need::Optional);
    addPlace(options, to, UrlAsWorkspace::ServerIsEnough);
    options.check([to, task]() -> Outcome {
        if (to->word.isEmpty()) {
            return Done{};
        }
        if (!isUrl(to->word)) {
            return mistake(tr("%1: is not a URL such as redis://127.0.0.1:6379; -w takes a workspace")
                               .arg(printableWord(to->word)));
        }
        if (to->isNamed()) {
            return mistake(tr("%1: another one to %2 is already given; with -w, -u says where to connect instead")
                               .arg(printableWord(to->word), task));
        }
        to->url = to->word;
        return Done{};
    });
}

void addFormat(Options &options, Format *to, std::optional<Format> additional)
{
    QStringList offered{QStringLiteral("table"), QStringLiteral("json")};
    if (additional) {
        offered << (*additional == Format::Csv ? QStringLiteral("csv") : QStringLiteral("openmetrics"));
    }
    const QString help = tr("How to print: %1 (default: table)").arg(offered.join(QLatin1String(", ")));
    options.choice<Format>(
        "--format", "FORMAT", help.toStdString(),
        {{"table", Format::Table}, {"json", Format::Json}, {"openmetrics", Format::OpenMetrics}, {"csv", Format::Csv}},
        to, offered);
    options.refuse([to, additional] { return *to == Format::OpenMetrics && additional != *to; },
                   tr("--format openmetrics is only for snapshot"));
    options.refuse([to, additional] { return *to == Format::Csv && additional != *to; },
                   tr("--format csv is only for history"));
}

void addLimit(Options &options, qint64 *to)
{
    options.number("--limit", "N", "At most N elements", to, Bounds<qint64>{1, 1'000'000'000});
}

void addDataDir(Options &options, QString *to)
{
    options.text("--data-dir", "DIR", "Folder of the journal, the history and what was allowed", to);
}

void addDryRun(Options &options, bool *to)
{
    options.flag("--dry-run", "Show what would change, and change nothing", to);
}

void addRecord(Options &options, QString *to)
{
    options.text("--record", "FILE", "Record the snapshots to this file, for --replay", to);
}

void addReplay(Options &options, QString *to)
{
    options.text("--replay", "FILE", "Replay the snapshots of this file, without a server", to);
}

void addReplayPace(Options &options, std::optional<double> *to)
{
    options.number("--pace", "X", "Pace of the replay: 1 as recorded, 0 without waiting", to,
                   Bounds<double>{0.0, 1'000'000.0});
}

Outcome checkIsFile(const QString &workspace)
{
    return isUrl(workspace)
        ? Outcome(mistake(tr("-w %1: this is the URL of a server, but a workspace file is expected; -u takes a URL")
                              .arg(printableWord(workspace))))
        : Done{};
}

void requireWorkspace(Options &options, const std::function<bool()> &isMissing)
{
    options.showRequired("--workspace");
    options.refuse(isMissing, tr("-w FILE is required: the workspace says which collections there are"));
}

void requireOrder(Options &options, const Moment *from, const Moment *to)
{
    options.refuse([from, to] { return *from && *to && *from > *to; }, tr("--from is after --to"));
}

void requireAlone(Options &options, const QString *replay, const std::function<bool()> &isOtherNamed)
{
    options.refuse([replay, isOtherNamed] { return !replay->isEmpty() && isOtherNamed(); },
                   tr("--replay needs neither a workspace nor a server, and records nothing"));
}

Colour tableColour()
{
    return showsColour() ? Colour::On : Colour::Off;
}

QString printableWord(const QString &typed)
{
    const qsizetype at = typed.lastIndexOf(u'@');
    const bool mayHoldPassword = isUrl(typed) || (at > 0 && typed.first(at).contains(u':')); // also of a mistyped URL
    return mayHoldPassword ? redis::withoutPassword(typed) : printable(typed.toUtf8(), 200);
}

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

std::variant<Opened, ExitCode> openWorkspace(const Place &place)
{
    const auto read = readWorkspaceFile(place.workspace);
    if (const auto *code = std::get_if<ExitCode>(&read)) {
        return *code;
    }
    Opened opened;
    opened.workspace = std::get<WorkspacePtr>(read);
    const bool fromWorkspace = place.url.isEmpty();
    const QString url = fromWorkspace ? opened.workspace->connection.url : place.url;
    const QString where =
        fromWorkspace ? place.workspace + QLatin1String(": /connection/url") : QStringLiteral("plimsoll: --url");
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
    if (opened.endpoint.password.isEmpty() && opened.endpoint.programs.passwordCommand.isEmpty()
        && !opened.workspace->connection.passwordCommand.isEmpty()) {
        complain(tr("plimsoll: the passwordCommand of %1 is not used: it is for %2. Give the password of %3 in "
                    "PLIMSOLL_PASSWORD")
                     .arg(printableWord(place.workspace), redis::withoutPassword(opened.workspace->connection.url),
                          opened.endpoint.url()));
    }
    if (!opened.endpoint.programs.isEmpty()) {
        const Result<bool> allowed = ConsentStore(dataFolder(place.dataDir)).isAllowed(*opened.workspace);
        if (!allowed) {
            return fail(allowed.error());
        }
        opened.endpoint.programs.isAllowed = *allowed;
        if (!place.dataDir.isEmpty()) {
            opened.endpoint.programs.allowedBy += QLatin1String(" --data-dir ") + place.dataDir;
        }
    }
    if (opened.endpoint.tls && !opened.endpoint.tls->verify) {
        complain(tr("%1: /connection/verify is false: any server could answer in its place").arg(place.workspace));
    }
    if (const QString many = opened.workspace->manyKeys(); !many.isEmpty()) {
        complain(tr("plimsoll: %1: %2").arg(printableWord(place.workspace), many));
    }
    spdlog::debug("workspace of {} collections, server {}{}", opened.workspace->collections.size(),
                  opened.endpoint.url().toStdString(), opened.endpoint.password.isEmpty() ? "" : ", with a password");
    return opened;
}

std::variant<OpenedCollection, ExitCode> openCollection(const Place &place, const QString &name)
{
    auto opened = openWorkspace(place);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    QStringList names;
    for (const CollectionDefinition &collection : std::get<Opened>(opened).workspace->collections) {
        names << collection.name;
    }
    if (const qsizetype index = names.indexOf(name); index >= 0) {
        return OpenedCollection{std::get<Opened>(std::move(opened)), static_cast<std::size_t>(index)};
    }
    const QString nearest = redis::nearestName(name, names);
    const QString shown = printable(name.toUtf8(), sharedNameWidth);
    complain(
        nearest.isEmpty()
            ? tr("plimsoll: %1: the workspace has no collection of that name").arg(shown)
            : tr("plimsoll: %1: the workspace has no collection of that name; did you mean '%2'?").arg(shown, nearest));
    return ExitCode::Usage;
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
    case ErrorKind::NotNow:
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
    const bool isStopped = error.kind == ErrorKind::Cancelled; // by Ctrl+C: then the message names only the server
    complain(QLatin1String("plimsoll: ") + (isStopped ? tr("stopped") : error.message.simplified()));
    return exitCodeFor(error);
}

} // namespace plimsoll::app
