// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"

#include "app/commands/headless.h"
#include "app/formats/operationformat.h"
#include "app/output.h"
#include "models/format.h"
#include "redis/operations/journal.h"
#include "redis/operations/planner.h"
#include "redis/operations/runner.h"
#include "redis/types/printable.h"

#include <QCoreApplication>
#include <QStandardPaths>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace plimsoll::app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("cli", text);
}

QString dataDir(const Arguments &arguments)
{
    return arguments.dataDir.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)
                                       : arguments.dataDir;
}

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

/// A change needs a yes: --yes, or one typed at a terminal; a production connection wants its collection named.
std::optional<Error> confirm(const Arguments &arguments, const Plan &plan)
{
    if (arguments.operation.confirmed) {
        return std::nullopt;
    }
    if (isatty(STDIN_FILENO) == 0) {
        return Error{ErrorKind::Refused,
                     tr("nothing was changed: not confirmed; add --yes, or --dry-run to look first")};
    }
    const QString wanted = plan.production ? plan.collection : QStringLiteral("yes");
    std::fputs(planText(plan).constData(), stderr);
    std::fputs(tr("%1 %2 of %3? Type %4 to go on: ")
                   .arg(actionId(plan.action), models::formatCount(double(plan.matched())),
                        printable(plan.collection.toUtf8()), wanted)
                   .toUtf8()
                   .constData(),
               stderr);
    std::string typed;
    std::getline(std::cin, typed);
    if (QString::fromStdString(typed).trimmed() != wanted) {
        return Error{ErrorKind::Refused, tr("nothing was changed: not confirmed")};
    }
    return std::nullopt;
}

ExitCode exitCodeFor(const OperationReport &report)
{
    if (report.state == OperationState::Done) {
        return ExitCode::Done;
    }
    const bool untouched = report.accounted() == 0;
    return untouched && report.errorKind ? app::exitCodeFor(Error{*report.errorKind, {}}) : ExitCode::Failed;
}

ExitCode tell(const Arguments &arguments, const OperationReport &report)
{
    if (!report.error.isEmpty()) {
        complain(QLatin1String("plimsoll: ") + report.error.simplified());
    }
    const bool printed = print(arguments.format == Format::Json ? operationJson(report) : operationText(report));
    return printed ? exitCodeFor(report) : ExitCode::Failed;
}

redis::RunnerOptions runnerOptions()
{
    redis::RunnerOptions options;
    if (isatty(STDERR_FILENO) != 0) {
        options.progress = [](const OperationProgress &progress) {
            const QByteArray line =
                tr("\r%1 of %2, %3 a second ")
                    .arg(models::formatCount(double(progress.done)), models::formatCount(double(progress.planned)),
                         models::formatCount(progress.perSecond))
                    .toUtf8();
            std::fputs((progress.done == progress.planned ? line + '\n' : line).constData(), stderr);
        };
    }
    return options;
}

std::optional<Error> readOnlyRefusal(const WorkspacePtr &workspace, const Arguments &arguments)
{
    if (workspace && workspace->connection.readOnly && !arguments.operation.dryRun) {
        return Error{ErrorKind::Refused,
                     tr("%1 is read-only (connection.readOnly); nothing was changed").arg(arguments.workspace)};
    }
    return std::nullopt;
}

/// The journal; where undo is given up, an operation runs without one too.
Result<std::unique_ptr<redis::Journal>> openJournal(const Arguments &arguments)
{
    Result<std::unique_ptr<redis::Journal>> journal = redis::Journal::open(dataDir(arguments));
    if (!journal && (!arguments.operation.archive || arguments.operation.dryRun)) {
        return std::unique_ptr<redis::Journal>();
    }
    return journal;
}

Result<std::unique_ptr<redis::Client>> connectToOperate(redis::Endpoint &endpoint, bool readOnly)
{
    redis::ClientOptions options;
    options.name = "plimsoll:operate";
    options.readOnly = readOnly;
    return connectTo(endpoint, options);
}

/// Everything from the plan on: dry run, question, run, report.
ExitCode carryOut(const Arguments &arguments, redis::Client &client, redis::Journal *journal, const Result<Plan> &plan,
                  const StopOnSignal &signal)
{
    if (!plan) {
        return fail(plan.error());
    }
    if (arguments.operation.dryRun) {
        if (arguments.format == Format::Table && !print(planText(*plan))) {
            return ExitCode::Failed;
        }
        return tell(arguments, dryReport(*plan, client.endpoint().url()));
    }
    if (plan->matched() > 0) {
        if (const auto refused = confirm(arguments, *plan)) {
            return fail(*refused);
        }
    }
    if (journal != nullptr) {
        using namespace std::chrono;
        const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
        const Result<int> forgotten = journal->applyRetention({}, now);
        if (forgotten && *forgotten > 0) {
            complain(tr("plimsoll: %1 old operations can no longer be undone: their archive is over 30 days or 1 GiB")
                         .arg(*forgotten));
        }
    }
    return tell(arguments, redis::Runner(client, journal, runnerOptions()).run(*plan, signal.token()));
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
    request.action = arguments.command == Command::Trim ? Action::Trim
        : arguments.operation.requeue                   ? Action::RequeueDead
        : arguments.operation.discard                   ? Action::Discard
                                                        : Action::Requeue;
    if (request.action == Action::Discard) {
        request.state = QStringLiteral("dead");
    }
    return request;
}

ExitCode listDead(const Arguments &arguments)
{
    Arguments jobs = arguments;
    jobs.command = Command::Jobs;
    jobs.state = QStringLiteral("dead");
    return runJobs(jobs);
}

/// Where an operation of the journal ran, unless the command line says another place.
std::variant<Opened, ExitCode> openForUndo(const Arguments &arguments, const OperationReport &report)
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

ExitCode recover(const Arguments &arguments, redis::Journal &journal)
{
    const Result<std::vector<redis::OpenOperation>> open = journal.openOperations();
    if (!open) {
        return fail(open.error());
    }
    ExitCode worst = ExitCode::Done;
    std::vector<OperationReport> recovered;
    for (const redis::OpenOperation &operation : *open) {
        auto opened = openForUndo(arguments, operation.report);
        if (const auto *code = std::get_if<ExitCode>(&opened)) {
            worst = *code;
            continue;
        }
        auto &[workspace, endpoint] = std::get<Opened>(opened);
        if (const auto refused = readOnlyRefusal(workspace, arguments)) {
            worst = fail(*refused);
            continue;
        }
        const auto client = connectToOperate(endpoint, false);
        if (!client) {
            worst = fail(client.error());
            continue;
        }
        Result<OperationReport> report = redis::Runner(**client, &journal).recover(operation);
        if (!report) {
            worst = fail(report.error());
            continue;
        }
        recovered.push_back(std::move(*report));
    }
    const bool printed =
        print(arguments.format == Format::Json ? operationsJson(recovered) : operationsTable(recovered));
    return printed ? worst : ExitCode::Failed;
}

} // namespace

ExitCode runOperation(const Arguments &arguments)
{
    if (arguments.command == Command::Dead && !arguments.operation.requeue && !arguments.operation.discard) {
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
    if (const auto refused = readOnlyRefusal(workspace, arguments)) {
        return fail(*refused);
    }
    // Before Redis is asked anything: without a place to write down what is done, nothing is done.
    const auto journal = openJournal(arguments);
    if (!journal) {
        return fail(journal.error());
    }
    const StopOnSignal signal;
    const auto client = connectToOperate(endpoint, workspace->connection.readOnly || arguments.operation.dryRun);
    if (!client) {
        return fail(client.error());
    }
    redis::Planner planner(**client, signal.token());
    return carryOut(arguments, **client, journal->get(), planner.plan(requestOf(arguments, workspace, *collection)),
                    signal);
}

ExitCode runUndo(const Arguments &arguments)
{
    const auto journal = redis::Journal::open(dataDir(arguments));
    if (!journal) {
        return fail(journal.error());
    }
    const Result<OperationReport> report = (*journal)->operation(arguments.target);
    if (!report) {
        return fail(report.error());
    }
    auto opened = openForUndo(arguments, *report);
    if (const auto *code = std::get_if<ExitCode>(&opened)) {
        return *code;
    }
    auto &[workspace, endpoint] = std::get<Opened>(opened);
    if (const auto refused = readOnlyRefusal(workspace, arguments)) {
        return fail(*refused);
    }
    const StopOnSignal signal;
    const auto client = connectToOperate(endpoint, arguments.operation.dryRun);
    if (!client) {
        return fail(client.error());
    }
    redis::Planner planner(**client, signal.token());
    return carryOut(arguments, **client, journal->get(),
                    planner.planUndo(**journal, arguments.target, arguments.operation.otherServer), signal);
}

ExitCode runOperations(const Arguments &arguments)
{
    const auto journal = redis::Journal::open(dataDir(arguments));
    if (!journal) {
        return fail(journal.error());
    }
    if (arguments.operation.recover) {
        return recover(arguments, **journal);
    }
    Result<std::vector<OperationReport>> operations = (*journal)->operations();
    if (!operations) {
        return fail(operations.error());
    }
    if (const qint64 limit = arguments.operation.limit; limit > 0 && limit < qint64(operations->size())) {
        operations->erase(operations->begin(), operations->end() - limit); // the newest, oldest first
    }
    return print(arguments.format == Format::Json ? operationsJson(*operations) : operationsTable(*operations))
        ? ExitCode::Done
        : ExitCode::Failed;
}

} // namespace plimsoll::app
