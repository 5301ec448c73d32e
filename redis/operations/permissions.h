// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal.h"
#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <vector>

/// Before Redis 7 a script cannot ask what its user may do, and a command that is forbidden half-way leaves half a
/// batch. There the server is asked beforehand, on the connection of the operation.
namespace plimsoll::redis {

using WireCommand = std::vector<QByteArray>;

/// Every command that the scripts of a step may call, and EVALSHA with its keys, in a form that changes nothing.
std::vector<WireCommand> commandsOf(const PlanStep &step, const QByteArray &escrow);

/// Queues the commands in a transaction and discards it: nothing runs, but each is judged as if it would. Refused with
/// the name of the first that is not permitted, or when transactions are not.
Outcome askPermissions(Server &server, const std::vector<WireCommand> &commands, const std::stop_token &stop = {});

/// The same of all of them: which are refused. Fails when transactions are not permitted.
Result<std::vector<std::size_t>> queuedAndRefused(Server &server, const std::vector<WireCommand> &commands,
                                                  const std::stop_token &stop = {},
                                                  std::optional<Error> *first = nullptr);

/// What the error reply of a script means; for a permission which one, as far as the server says.
Error scriptError(const Reply &reply, const std::vector<QByteArray> &keys, const QByteArray &collectionKey);

/// Refused when a script of the plan might be forbidden something in its middle. `version`: of the server.
Outcome mayRun(Server &server, const Plan &plan, const QByteArray &version);
/// The same of arranging a list (lua/arrange.lua).
Outcome mayArrange(Server &server, const QByteArray &key, const QByteArray &version);
Outcome mayRecover(Server &server, const OpenOperation &open, const QByteArray &version,
                   const std::stop_token &stop = {});

} // namespace plimsoll::redis
