// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/headless.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

#include <optional>
#include <stop_token>

/// What the commands about operations share: where the journal is, a yes, the connection that may write.
namespace plimsoll::app {

/// A change needs a yes: --yes, or one typed at a terminal. `shown` is printed before the question; `name` is what has
/// to be typed instead of "yes" when it is not empty.
std::optional<Error> confirm(const Arguments &arguments, const QByteArray &shown, const QString &question,
                             const QString &name = {});

std::optional<Error> readOnlyRefusal(const WorkspacePtr &workspace, const Arguments &arguments);

Result<std::unique_ptr<redis::Server>> connectToOperate(redis::Endpoint &endpoint, redis::ClientOptions options = {});

/// What a report has to say besides its counts, on standard error: why it did not come to its end, and its notes.
void complainOf(const OperationReport &report);

/// Completes, before an operation, what an earlier crash left open on this server, and says so on standard error, as
/// well as what could not be completed, which it returns.
std::vector<OperationReport> recoverFirst(redis::Server &server, redis::Journal *journal, const std::stop_token &stop);

/// Where an operation of the journal ran, unless the command line says another place.
std::variant<Opened, ExitCode> openWhereItRan(const Arguments &arguments, const OperationReport &report);

} // namespace plimsoll::app
