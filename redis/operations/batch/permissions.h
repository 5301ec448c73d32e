// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/journal/journal.h"
#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <vector>

/// Before Redis 7, a script cannot ask what its user may do, and a forbidden command in its middle leaves half a batch.
/// The server is then asked beforehand, on the operation's connection.
namespace plimsoll::redis {

using WireCommand = std::vector<QByteArray>;

/// Commands that the scripts of a step may call, and EVALSHA with its keys, in a form that changes nothing.
std::vector<WireCommand> commandsOf(const PlanStep &step, const QByteArray &escrow);

/// Queues the commands in a transaction and discards it: nothing runs, but the server checks the permission of each.
/// Refused with the name of the first forbidden one, or if transactions are forbidden.
Outcome askPermissions(Server &server, const std::vector<WireCommand> &commands, const std::stop_token &stop = {});

/// Queues and discards likewise; returns the indexes of all refused commands. Fails if transactions are forbidden.
Result<std::vector<std::size_t>> queuedAndRefused(Server &server, const std::vector<WireCommand> &commands,
                                                  const std::stop_token &stop = {},
                                                  std::optional<Error> *first = nullptr);

/// Translates the error reply of a script; names the missing permission if the server does.
Error scriptError(const Reply &reply, const std::vector<QByteArray> &keys, const QByteArray &collectionKey);

/// Refused if a script of the plan might lack a permission half-way. `version`: of the server.
Outcome mayRun(Server &server, const Plan &plan, const QByteArray &version);
/// Refused if arranging a list (lua/arrange.lua) might lack a permission.
Outcome mayArrange(Server &server, const QByteArray &key, const QByteArray &version);
Outcome mayRecover(Server &server, const OpenOperation &open, const QByteArray &version,
                   const std::stop_token &stop = {});

} // namespace plimsoll::redis
