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
#include "redis/operations/costs.h"
#include "redis/operations/journal.h"
#include "redis/operations/planner.h"
#include "redis/operations/runner.h"
#include "redis/poll/pollsession.h"
#include "redis/types/elementstate.h"
#include "redis/types/printable.h"
#include "redis/types/redaction.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <thread>
#include <unistd.h>

namespace plimsoll::app {

namespace {

/// SIGINT and SIGTERM stop an operation after its batch instead of tearing it off.
class StopOnSignal {
public:
    StopOnSignal()
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

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    sigset_t m_signals{};
    std::stop_source m_stop;
    std::jthread m_thread;
};

ExitCode exitCodeFor(const OperationReport &report)
{
    if (report.state == OperationState::Done) {
        return ExitCode::Done;
    }
    const bool untouched = report.changed() + report.skipped == 0;
    return untouched && report.errorKind ? app::exitCodeFor(Error{*report.errorKind, {}}) : ExitCode::Failed;
}

ExitCode tell(const Arguments &arguments, const OperationReport &report)
{
    if (!report.error.isEmpty()) {
        complain(QLatin1String("plimsoll: ") + report.error.simplified());
    }
    const bool printed =
        print(arguments.format == Format::Json ? models::operationJson(report) : operationText(report));
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

/// The journal; where undo is given up, an operation runs without one too.
Result<std::unique_ptr<redis::Journal>> openJournal(const Arguments &arguments)
{
    Result<std::unique_ptr<redis::Journal>> journal = redis::Journal::open(dataFolder(arguments.dataDir));
    if (!journal && (!arguments.operation.archive || arguments.operation.dryRun)) {
        return std::unique_ptr<redis::Journal>();
    }
    return journal;
}

/// Everything from the plan on: dry run, question, run, report.
ExitCode carryOut(const Arguments &arguments, redis::Server &server, redis::Journal *journal, const Result<Plan> &made,
                  const std::optional<QStringList> &hidden, const StopOnSignal &signal)
{
    if (!made) {
        return fail(made.error());
    }
    Result<Plan> plan = made;
    if (journal != nullptr) {
        if (Outcome noted = redis::noteCosts(*plan, *journal); !noted) {
            return fail(noted.error());
        }
    }
    for (const QByteArray &id : plan->absent) {
        complain(tr("plimsoll: %1: not among what %2 of %3 is about now; left out")
                     .arg(printable(redactedJson(id, hidden.value_or(QStringList()))), shownId(*plan),
                          printable(plan->collection.toUtf8())));
    }
    if (arguments.operation.dryRun) {
        if (arguments.format == Format::Table && !print(planText(*plan, hidden))) {
            return ExitCode::Failed;
        }
        return tell(arguments, dryReport(*plan, server.endpoint().url()));
    }
    if (plan->matched() > 0) {
        if (arguments.operation.confirmed && !plan->note.isEmpty()) { // who is asked reads it above the question
            complain(QLatin1String("plimsoll: ") + plan->note.simplified());
        }
        const auto dead = double(plan->exhausted.size());
        const QString counts = models::formatCount(double(plan->matched()) - dead);
        const QString what =
            tr("%1 %2 of %3")
                .arg(shownId(*plan),
                     dead > 0 ? tr("%1, dead-letter %2").arg(counts, models::formatCount(dead)) : counts,
                     printable(plan->collection.toUtf8()));
        if (const auto refused =
                confirm(arguments, planText(*plan, hidden), what, plan->production ? plan->collection : QString())) {
            return fail(*refused);
        }
    }
    return tell(arguments, redis::Runner(server, journal, runnerOptions()).run(*plan, signal.token()));
}

OperationRequest requestOf(const Arguments &arguments, const WorkspacePtr &workspace, std::size_t collection)
{
    OperationRequest request;
    request.workspace = workspace;
    request.collection = collection;
    request.ids = arguments.operation.ids;
    request.olderThan = arguments.operation.olderThan;
    request.keep = arguments.operation.keep;
    request.toBound = arguments.operation.toBound;
    request.archive = arguments.operation.archive;
    request.keepAttempts = arguments.operation.keepAttempts;
    request.limit = arguments.operation.limit;
    request.group = arguments.operation.group;
    request.target = arguments.operation.to;
    request.action = arguments.command == Command::Trim ? Action::Trim
        : arguments.operation.requeue                   ? Action::RequeueDead
        : arguments.operation.discard                   ? Action::Discard
        : arguments.operation.deadLetter                ? Action::DeadLetter
                                                        : Action::Requeue;
    if (request.action == Action::Discard) {
        request.state = stateOf(Holds::Dead).id;
    }
    if (workspace->collections[collection].has(Holds::Entries)) { // its poison entries are what it gives up
        request.action = request.action == Action::Discard ? Action::Acknowledge : request.action;
        request.state = stateOf(request.action == Action::Requeue ? Holds::Processing : Holds::Entries,
                                ElementState::Which::Overdue)
                            .id;
    }
    return request;
}

/// Error text for a stream option used with a different kind; empty: none. `--to` is for tiers as well, which planning
/// checks.
QString onlyForStreams(const Arguments &arguments, const CollectionDefinition &collection)
{
    const OperationArguments &given = arguments.operation;
    if (!given.to.isEmpty() && arguments.command == Command::Dead && collection.has(Holds::Entries)) {
        return tr("dead --to is for tiers; %1 is a stream").arg(printable(collection.name.toUtf8()));
    }
    const QString name = !given.group.isEmpty() ? QStringLiteral("--group")
        : given.deadLetter                      ? QStringLiteral("--dead-letter")
                                                : QString();
    return name.isEmpty() || collection.has(Holds::Entries)
        ? QString()
        : tr("%1 is for streams; %2 is none").arg(name, printable(collection.name.toUtf8()));
}

/// Lists dead letters; for a stream its poison entries, to which operations apply.
ExitCode listDead(const Arguments &arguments)
{
    auto opened = openWorkspace(arguments);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    const WorkspacePtr &workspace = std::get<Opened>(opened).workspace;
    const auto collection = findCollection(*workspace, arguments.target);
    if (!collection) {
        return ExitCode::Usage;
    }
    const CollectionDefinition &definition = workspace->collections[*collection];
    if (const QString wrong = onlyForStreams(arguments, definition); !wrong.isEmpty()) {
        return fail({ErrorKind::Invalid, wrong});
    }
    const bool isStream = definition.has(Holds::Entries);
    Arguments jobs = arguments;
    jobs.command = Command::Jobs;
    jobs.state = (isStream ? stateOf(Holds::Entries, ElementState::Which::Overdue) : stateOf(Holds::Dead)).id;
    return runJobs(jobs);
}

/// The keys of a collection that are looked for on the server, as far as a snapshot knows them: those that come first
/// by their kind, which are the fullest of those that are cut.
Result<std::vector<QByteArray>> foundKeys(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                          std::size_t collection)
{
    constexpr int mostLooks = 20; // of some three seconds each
    auto alone = std::make_shared<Workspace>(*workspace);
    alone->collections = {workspace->collections[collection]};
    redis::PollOptions options;
    options.headBudget = 0;
    redis::PollSession session(alone, endpoint, options);
    std::shared_ptr<const KeysFound> found;
    for (int look = 0; look < mostLooks && (!found || !found->isWhole() || found->unread > 0); ++look) {
        const Result<SnapshotPtr> snapshot = session.tick();
        if (!snapshot) {
            return snapshot.error();
        }
        found = (*snapshot)->rows.front().found;
    }
    std::vector<QByteArray> keys;
    if (found) {
        std::transform(found->first.begin(), found->first.end(), std::back_inserter(keys),
                       [](const FoundKey &key) { return key.key; });
    }
    if (found && (std::ssize(keys) < found->seen || !found->isWhole())) {
        complain(tr("plimsoll: %1: the first %2 keys of %3 that were seen; run it again for the others")
                     .arg(printable(workspace->collections[collection].name.toUtf8()),
                          models::formatCount(double(keys.size())), models::formatCount(double(found->seen))));
    }
    if (keys.empty()) { // the template's own text: a key that is not there, so that nothing is cut
        keys.push_back(alone->collections.front().foundRole()->templates.front());
    }
    return keys;
}

/// True for a trim of a collection with searched keys, which covers all keys found.
bool isOfFoundKeys(const OperationRequest &request)
{
    const RoleKeys *found = request.workspace->collections[request.collection].foundRole();
    return request.action == Action::Trim && found != nullptr && (found->role->types & (ListKey | ZSetKey)) != 0;
}

} // namespace

ExitCode runOperation(const Arguments &arguments)
{
    const OperationArguments &given = arguments.operation;
    if (arguments.command == Command::Dead && !given.requeue && !given.discard && !given.deadLetter) {
        return listDead(arguments);
    }
    auto opened = openWorkspace(arguments);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    auto &[workspace, endpoint] = std::get<Opened>(opened);
    const auto collection = findCollection(*workspace, arguments.target);
    if (!collection) {
        return ExitCode::Usage;
    }
    if (const QString wrong = onlyForStreams(arguments, workspace->collections[*collection]); !wrong.isEmpty()) {
        return fail({ErrorKind::Invalid, wrong});
    }
    if (const auto refused = readOnlyRefusal(workspace, arguments)) {
        return fail(*refused);
    }
    // Before Redis is asked anything: without a place to write down what is done, nothing is done.
    const auto journal = openJournal(arguments);
    if (!journal) {
        return fail(journal.error());
    }
    const StopOnSignal signal;
    const auto server =
        connectToOperate(endpoint, {.readOnly = workspace->connection.readOnly || arguments.operation.dryRun});
    if (!server) {
        return fail(server.error());
    }
    if (!arguments.operation.dryRun) {
        recoverFirst(**server, journal->get(), signal.token());
    }
    OperationRequest request = requestOf(arguments, workspace, *collection);
    if (isOfFoundKeys(request)) {
        Result<std::vector<QByteArray>> keys = foundKeys(workspace, endpoint, *collection);
        if (!keys) {
            return fail(keys.error());
        }
        request.keys = *std::move(keys);
    }
    redis::Planner planner(**server, signal.token());
    return carryOut(arguments, **server, journal->get(), planner.plan(request),
                    redactedFields(workspace->collections[*collection]), signal);
}

ExitCode runUndo(const Arguments &arguments)
{
    const auto journal = redis::Journal::open(dataFolder(arguments.dataDir));
    if (!journal) {
        return fail(journal.error());
    }
    const Result<OperationReport> report = (*journal)->operation(arguments.target);
    if (!report) {
        return fail(report.error());
    }
    auto opened = openWhereItRan(arguments, *report);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    auto &[workspace, endpoint] = std::get<Opened>(opened);
    if (const auto refused = readOnlyRefusal(workspace, arguments)) {
        return fail(*refused);
    }
    const StopOnSignal signal;
    const auto server = connectToOperate(endpoint, {.readOnly = arguments.operation.dryRun});
    if (!server) {
        return fail(server.error());
    }
    if (!arguments.operation.dryRun) {
        for (const OperationReport &left : recoverFirst(**server, journal->get(), signal.token())) {
            if (left.errorKind && (left.id == arguments.target || left.undoOf == arguments.target)) {
                return fail({*left.errorKind,
                             tr("%1 is not undone: %2 is still open, and cannot be closed now")
                                 .arg(arguments.target, left.id)}); // why has been said
            }
        }
    }
    redis::Planner planner(**server, signal.token());
    Result<Plan> plan = planner.planUndo(**journal, arguments.target,
                                         arguments.operation.otherServer ? redis::OnServer::Any : redis::OnServer::Same,
                                         tr("--other-server puts it back on this one all the same"));
    if (plan && workspace) {
        plan->production = plan->production || workspace->connection.production;
    }
    // An undo knows its collection by name alone: what any collection of the workspace hides stays hidden.
    std::optional<QStringList> hidden;
    if (workspace) {
        hidden.emplace();
        for (const CollectionDefinition &collection : workspace->collections) {
            *hidden += redactedFields(collection);
        }
    }
    return carryOut(arguments, **server, journal->get(), plan, hidden, signal);
}

} // namespace plimsoll::app
