// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/shared.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

#include <csignal>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

/// Options and functions that the commands share that change data: journal, confirmation, connection, run, report.
namespace plimsoll::app {

struct ActingOptions {
    Place place;
    Format format = Format::Table;
    qint64 limit = 0; ///< 0: no limit
    bool isDryRun = false;
    bool isConfirmed = false; ///< --yes
    bool mayChangeProduction = false; ///< --production

    /// Requires a workspace, unless a URL may stand for it.
    void addTo(Options &options, bool hasLimit, UrlAsWorkspace url = UrlAsWorkspace::Refused);
};

/// SIGINT and SIGTERM stop an operation after its batch instead of tearing it off.
class StopOnSignal final {
public:
    StopOnSignal();
    Q_DISABLE_COPY_MOVE(StopOnSignal)

    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    sigset_t m_signals{};
    std::stop_source m_stop;
    std::jthread m_thread;
};

/// Requires confirmation of a change, by --yes or at a terminal, where a stop request is a refusal. `shown` is printed
/// before the question; a non-empty `name` must be typed instead of "yes".
std::optional<Error> confirm(const ActingOptions &options, const QByteArray &shown, const QString &question,
                             const std::stop_token &stop, const QString &name = {});

/// Refuses changes on a read-only connection, and on a production one without --production.
std::optional<Error> refusalToChange(const WorkspacePtr &workspace, const ActingOptions &options);

Result<std::unique_ptr<redis::Server>> connectToOperate(redis::Endpoint &endpoint, redis::ClientOptions options = {});

/// Prints why an operation did not complete, and its notes, to standard error.
void printProblems(const OperationReport &report);

/// Completes operations that an earlier crash left open on this server, before a new one starts. Reports them on
/// standard error and returns those that could not be completed.
std::vector<OperationReport> recoverFirst(redis::Server &server, redis::Journal *journal, const std::stop_token &stop);

/// Opens the place where a journalled operation ran, unless the command line names a different one.
std::variant<Opened, ExitCode> openWhereItRan(const ActingOptions &options, const OperationReport &report);

/// Completes a request of the command line by what has to be looked up on the server.
using Completion = std::function<Outcome(OperationRequest &request, const redis::Endpoint &endpoint)>;

/// Plans and runs an operation on the named collection, which `request` does not know yet.
ExitCode operate(const ActingOptions &options, const QString &collection, OperationRequest request,
                 const Completion &complete = {});

/// Carries out a plan: dry run, or question, run and report. `about` describes the operation, for the document of a
/// plan that failed. `hidden` are fields whose values are not shown; nullopt: unknown.
ExitCode carryOut(const ActingOptions &options, redis::Server &server, redis::Journal *journal, OperationReport about,
                  const Result<Plan> &made, const std::optional<QStringList> &hidden, const StopOnSignal &signal);

/// Error text for a stream option used with a different kind, or the reverse; empty: none. `--to` is for tiers as well,
/// which planning checks.
QString onlyForStreams(const OperationRequest &request, const CollectionDefinition &collection);

} // namespace plimsoll::app
