// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/headless.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

#include <optional>
#include <stop_token>

/// Functions shared by the operation commands: journal location, confirmation, connection with write permission.
namespace plimsoll::app {

/// Requires confirmation of a change, by --yes or at a terminal. `shown` is printed before the question; a non-empty
/// `name` must be typed instead of "yes".
std::optional<Error> confirm(const Arguments &arguments, const QByteArray &shown, const QString &question,
                             const QString &name = {});

std::optional<Error> readOnlyRefusal(const WorkspacePtr &workspace, const Arguments &arguments);

Result<std::unique_ptr<redis::Server>> connectToOperate(redis::Endpoint &endpoint, redis::ClientOptions options = {});

/// Prints why an operation did not complete, and its notes, to standard error.
void complainOf(const OperationReport &report);

/// Completes operations that an earlier crash left open on this server, before a new one starts. Reports them on
/// standard error and returns those that could not be completed.
std::vector<OperationReport> recoverFirst(redis::Server &server, redis::Journal *journal, const std::stop_token &stop);

/// Opens the place where a journalled operation ran, unless the command line names a different one.
std::variant<Opened, ExitCode> openWhereItRan(const Arguments &arguments, const OperationReport &report);

} // namespace plimsoll::app
