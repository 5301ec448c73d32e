// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/operation.h"

#include <span>
#include <stop_token>

namespace plimsoll::redis {

class Journal;

enum class OnServer : bool { Same, Any }; ///< servers on which an undo may run

/// Refuses a server whose layout no operation is safe on, with the reason.
Outcome checkLayout(Server &server, const std::stop_token &stop);
/// Refuses keys in several slots of a cluster, where no script can change them together. Empty ones do not count.
Outcome inOneSlot(std::span<const QByteArray> keys);

/// Makes plans: reads the elements of an action in bounded pages, and freezes them as exact bytes, scores or bounds.
/// Changes nothing. Blocking; lives on the thread of its server. Invalid says what the request lacks, Refused what this
/// server or layout cannot do safely.
class Planner final {
public:
    explicit Planner(Server &server, std::stop_token stop = {});

    Result<Plan> plan(const OperationRequest &request);

    /// Plans an undo. Refused on a server other than the original, unless `where` is Any; `otherwise` is the user's
    /// alternative then. Also refused if a collection of `workspace` (null: none is open) is a preset that has some of
    /// the keys.
    Result<Plan> planUndo(const Journal &journal, const QString &operation, OnServer where,
                          const QString &otherwise = {}, const Workspace *workspace = nullptr);

private:
    Server &m_server;
    std::stop_token m_stop;
};

} // namespace plimsoll::redis
