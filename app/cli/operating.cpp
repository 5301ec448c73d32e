// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/operating.h"

#include "app/formats/clitext.h"
#include "app/desktop/datafolder.h"
#include "app/formats/operationformat.h"
#include "app/cli/output.h"
#include "models/text/format.h"
#include "models/text/journaltext.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/topology/server.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>

#include <cstdio>
#include <iostream>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace plimsoll::app {

namespace {

ExitCode exitCodeFor(const OperationReport &report)
{
    if (report.state == OperationState::Done) {
        return ExitCode::Done;
    }
    const bool untouched = report.changed() + report.skipped == 0;
    return untouched && report.errorKind ? app::exitCodeFor(Error{*report.errorKind, {}}) : ExitCode::Failed;
}

/// Waits for a line at the terminal; false: stopped before.
bool waitForInput(const std::stop_token &stop)
{
    constexpr int stopCheckMs = 100;
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!stop.stop_requested()) {
        if (poll(&input, 1, stopCheckMs) != 0) {
            return true;
        }
    }
    return false;
}

ExitCode printReport(const ActingOptions &options, const OperationReport &report)
{
    if (!report.error.isEmpty()) {
        complain(QLatin1String("plimsoll: ") + report.error.simplified());
    }
    const bool printed = print(options.format == Format::Json ? models::operationJson(report) : operationText(report));
    return printed ? exitCodeFor(report) : ExitCode::Failed;
}

redis::RunnerOptions runnerOptions()
{
    redis::RunnerOptions options;
    if (isatty(STDERR_FILENO) != 0) {
        options.progress = [](const OperationProgress &progress) {
            const QByteArray line = tr("\r%1 of %2, %3 a second ")
                                        .arg(models::formatCount(progress.done), models::formatCount(progress.planned),
                                             models::formatCount(progress.perSecond))
                                        .toUtf8();
            std::fputs((progress.done == progress.planned ? line + '\n' : line).constData(), stderr);
        };
    }
    return options;
}

/// Opens the journal; an operation that cannot be undone, or a dry run, goes on without one.
Result<std::unique_ptr<redis::Journal>> openJournal(const ActingOptions &options, bool archives)
{
    Result<std::unique_ptr<redis::Journal>> journal = redis::Journal::open(dataFolder(options.place.dataDir));
    if (!journal && (!archives || options.isDryRun)) {
        return std::unique_ptr<redis::Journal>();
    }
    return journal;
}

/// Completes a request by the workspace; what it means for a stream are its pending entries.
void setCollection(OperationRequest &request, const OpenedCollection &opened)
{
    request.workspace = opened.workspace;
    request.collection = opened.collection;
    if (request.action == Action::Discard) {
        request.state = stateOf(Holds::Dead).id;
    }
    if (opened.definition().has(Holds::Entries)) { // its poison entries are what it gives up
        request.action = request.action == Action::Discard ? Action::Acknowledge : request.action;
        request.state = stateOf(request.action == Action::Requeue ? Holds::Processing : Holds::Entries,
                                ElementState::Which::Overdue)
                            .id;
    }
}

} // namespace

void ActingOptions::addTo(Options &options, bool hasLimit, UrlAsWorkspace url)
{
    addPlace(options, &place, url);
    addFormat(options, &format);
    if (hasLimit) {
        addLimit(options, &limit);
    }
    addDryRun(options, &isDryRun);
    options.flag("--yes", "Change without asking", &isConfirmed);
    options.flag("--production", "Allow changes on a production connection, for this command", &mayChangeProduction);
    if (url == UrlAsWorkspace::Refused) {
        requireWorkspace(options, [this] { return place.workspace.isEmpty(); });
    }
}

StopOnSignal::StopOnSignal()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
    m_thread = std::jthread([this](const std::stop_token &finished) {
        const timespec pause{0, 100'000'000};
        while (!finished.stop_requested()) {
            if (sigtimedwait(&m_signals, nullptr, &pause) > 0) {
                m_stop.request_stop();
            }
        }
    });
}

std::optional<Error> confirm(const ActingOptions &options, const QByteArray &shown, const QString &question,
                             const std::stop_token &stop, const QString &name)
{
    if (options.isConfirmed) {
        return std::nullopt;
    }
    if (isatty(STDIN_FILENO) == 0) {
        return Error{ErrorKind::Refused,
                     tr("nothing was changed: not confirmed; add --yes, or --dry-run to look first")};
    }
    const QString wanted = name.isEmpty() ? QStringLiteral("yes") : name;
    std::fputs(shown.constData(), stderr);
    std::fputs(tr("%1? Type %2 to continue: ").arg(question, wanted).toUtf8().constData(), stderr);
    if (!waitForInput(stop)) {
        std::fputs("\n", stderr);
        return Error{ErrorKind::Refused, tr("nothing was changed: interrupted at the question")};
    }
    std::string typed;
    std::getline(std::cin, typed);
    if (QString::fromStdString(typed).trimmed() != wanted.trimmed()) {
        return Error{ErrorKind::Refused, tr("nothing was changed: not confirmed")};
    }
    return std::nullopt;
}

std::optional<Error> refusalToChange(const WorkspacePtr &workspace, const ActingOptions &options)
{
    if (workspace && workspace->connection.readOnly && options.isDryRun) {
        complain(tr("plimsoll: %1 is read-only (connection.readOnly): without --dry-run this is refused")
                     .arg(options.place.workspace));
    }
    if (workspace && workspace->connection.readOnly && !options.isDryRun) {
        return Error{ErrorKind::Refused,
                     tr("%1 is read-only (connection.readOnly); nothing was changed").arg(options.place.workspace)};
    }
    if (workspace && workspace->connection.production && !options.isDryRun && !options.mayChangeProduction) {
        return Error{ErrorKind::Refused,
                     tr("%1 is marked as production (connection.production); nothing was changed. --production allows "
                        "it for this command")
                         .arg(printable(options.place.workspace.toUtf8()))};
    }
    return std::nullopt;
}

Result<std::unique_ptr<redis::Server>> connectToOperate(redis::Endpoint &endpoint, redis::ClientOptions options)
{
    options.name = "plimsoll:operate";
    return connectTo(endpoint, options);
}

void printProblems(const OperationReport &report)
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
        printProblems(report);
    }
    for (const OperationReport &report : recovered->left) {
        complain(
            tr("plimsoll: %1 (%2 of %3) stays open: %4")
                .arg(report.id, shownId(report), printable(report.collection.toUtf8()), report.error.simplified()));
    }
    return std::move(recovered->left);
}

std::variant<Opened, ExitCode> openWhereItRan(const ActingOptions &options, const OperationReport &report)
{
    if (!options.place.workspace.isEmpty()) {
        return openWorkspace(options.place);
    }
    const auto endpoint = redis::Endpoint::parse(options.place.url.isEmpty() ? report.server : options.place.url);
    if (!endpoint) {
        return fail(endpoint.error());
    }
    Opened opened;
    opened.endpoint = withEnvironmentPassword(*endpoint);
    return opened;
}

/// Prints why nothing was planned; with JSON also the document of the failed operation, which `about` describes.
ExitCode failToPlan(const ActingOptions &options, OperationReport about, const Error &error)
{
    const ExitCode code = fail(error);
    if (options.format == Format::Json && code == ExitCode::Failed) {
        const bool isStopped = error.kind == ErrorKind::Cancelled;
        about.state = isStopped ? OperationState::Cancelled : OperationState::Failed;
        about.error = isStopped ? QString() : error.message;
        about.dryRun = options.isDryRun;
        static_cast<void>(print(models::operationJson(about))); // it failed in any case
    }
    return code;
}

ExitCode carryOut(const ActingOptions &options, redis::Server &server, redis::Journal *journal, OperationReport about,
                  const Result<Plan> &made, const std::optional<QStringList> &hidden, const StopOnSignal &signal)
{
    if (!made) {
        return failToPlan(options, std::move(about), made.error());
    }
    Result<Plan> plan = made;
    if (journal != nullptr) {
        if (Outcome noted = redis::noteCosts(*plan, *journal); !noted) {
            return fail(noted.error());
        }
    }
    for (const QByteArray &id : plan->absent) {
        complain(tr("plimsoll: %1: not among the elements that %2 of %3 would change now; left out")
                     .arg(printable(redactedJson(id, hidden.value_or(QStringList()))), shownId(*plan),
                          printable(plan->collection.toUtf8())));
    }
    if (options.isDryRun) {
        if (options.format == Format::Table && !print(planText(*plan, hidden))) {
            return ExitCode::Failed;
        }
        return printReport(options, dryReport(*plan, server.endpoint().url()));
    }
    if (plan->production && !options.mayChangeProduction) { // of an undo, as recorded
        return fail({ErrorKind::Refused,
                     tr("%1 was run on a production connection; nothing was changed. --production allows it for this "
                        "command")
                         .arg(plan->undoOf)});
    }
    if ((options.isConfirmed || plan->matched() == 0) && !plan->note.isEmpty()) { // else it is above the question
        complain(QLatin1String("plimsoll: ") + plan->note.simplified());
    }
    if (plan->matched() > 0) {
        const auto dead = double(plan->exhausted.size());
        const QString counts = models::formatCount(double(plan->matched()) - dead);
        const QString what =
            tr("%1 %2 of %3")
                .arg(shownId(*plan),
                     dead > 0 ? tr("%1, dead-letter %2").arg(counts, models::formatCount(dead)) : counts,
                     printable(plan->collection.toUtf8()));
        if (const auto refused = confirm(options, planText(*plan, hidden), what, signal.token(),
                                         plan->production ? plan->collection : QString())) {
            return fail(*refused);
        }
    }
    return printReport(options, redis::Runner(server, journal, runnerOptions()).run(*plan, signal.token()));
}

QString onlyForStreams(const OperationRequest &request, const CollectionDefinition &collection)
{
    const QString shown = printable(collection.name.toUtf8());
    if (collection.has(Holds::Entries)) {
        return request.action == Action::RequeueDead && !request.target.isEmpty()
            ? tr("dead --to is for tiers; %1 is a stream").arg(shown)
            : QString();
    }
    const QString name = !request.group.isEmpty() ? QStringLiteral("--group")
        : request.action == Action::DeadLetter    ? QStringLiteral("--dead-letter")
                                                  : QString();
    return name.isEmpty() ? QString() : tr("%1 is for streams; %2 is not a stream").arg(name, shown);
}

ExitCode operate(const ActingOptions &options, const QString &collection, OperationRequest request,
                 const Completion &complete)
{
    auto found = openCollection(options.place, collection);
    if (const auto *code = std::get_if<ExitCode>(&found)) {
        return *code;
    }
    auto &opened = std::get<OpenedCollection>(found);
    const CollectionDefinition &definition = opened.definition();
    if (const QString wrong = onlyForStreams(request, definition); !wrong.isEmpty()) {
        return fail({ErrorKind::Invalid, wrong});
    }
    setCollection(request, opened);
    if (const QString why = definition.refusal(request.action, request.state); !why.isEmpty()) {
        return fail({ErrorKind::Refused, tr("%1: %2").arg(printable(definition.name.toUtf8()), why)});
    }
    if (const auto refused = refusalToChange(opened.workspace, options)) {
        return fail(*refused);
    }
    // Before Redis is asked anything: without a place to write down what is done, nothing is done.
    const auto journal = openJournal(options, request.archive);
    if (!journal) {
        return fail(journal.error());
    }
    const StopOnSignal signal;
    const auto server =
        connectToOperate(opened.endpoint, {.readOnly = opened.workspace->connection.readOnly || options.isDryRun});
    if (!server) {
        return fail(server.error());
    }
    if (!options.isDryRun) {
        recoverFirst(**server, journal->get(), signal.token());
    }
    request.limit = options.limit;
    if (const Outcome completed = complete ? complete(request, opened.endpoint) : Done{}; !completed) {
        return fail(completed.error());
    }
    redis::Planner planner(**server, signal.token());
    OperationReport about;
    about.action = request.action;
    about.variant = variantOf(request);
    about.collection = definition.name;
    return carryOut(options, **server, journal->get(), std::move(about), planner.plan(request),
                    redactedFields(definition), signal);
}

} // namespace plimsoll::app
