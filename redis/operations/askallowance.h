// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/workspace.h"

#include <stop_token>

namespace plimsoll::redis {

class Server;

/// Asks the server whether this user may run the scripts on a workspace's collections: by ACL DRYRUN if permitted, else
/// by a script that asks (Redis 7), else by queueing the commands and discarding them. Nothing is run or changed. Each
/// turn covers up to a hundred collections, so a large workspace does not block other work.
class AllowanceSurvey final {
public:
    explicit AllowanceSurvey(WorkspacePtr workspace) : m_workspace(std::move(workspace)) { }

    /// Runs the next turn; the result is complete once isDone().
    const Allowance &askSome(Server &server, const std::stop_token &stop = {});
    [[nodiscard]] bool isDone() const { return m_isDone; }
    [[nodiscard]] const Allowance &allowance() const { return m_allowance; }

private:
    WorkspacePtr m_workspace;
    std::size_t m_next = 0; ///< collection
    std::size_t m_withoutScripts = 0;
    Allowance m_allowance;
    bool m_isDone = false;
};

} // namespace plimsoll::redis
