// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <stop_token>

namespace plimsoll::redis {

class Journal;

enum class OnServer : bool { Same, Any }; ///< where an undo may run

/// Makes plans: reads what an action is about, in bounded pages, and freezes it as exact bytes, scores or bounds.
/// Reading changes nothing. Blocking; lives on the thread of its server. Invalid says what the request lacks, Refused
/// what this server or layout does not let happen safely.
class Planner final {
public:
    explicit Planner(Server &server, std::stop_token stop = {});

    Result<Plan> plan(const OperationRequest &request);

    /// What puts an operation back; Refused on another server than it ran on, unless `where` says that any will do.
    /// `otherwise`: what the person can do then.
    Result<Plan> planUndo(const Journal &journal, const QString &operation, OnServer where,
                          const QString &otherwise = {});

private:
    Server &m_server;
    std::stop_token m_stop;
};

} // namespace plimsoll::redis
