// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/workspace.h"

#include <stop_token>

namespace plimsoll::redis {

class Server;

/// Asks the server whether its scripts would be permitted on the collections of a workspace, by ACL DRYRUN where this
/// user may, else by a script that asks (Redis 7), else by queueing the commands and discarding them. Nothing is run or
/// changed. In turns of a hundred collections, so that a workspace of thousands holds nobody up.
class AllowanceSurvey final {
public:
    explicit AllowanceSurvey(WorkspacePtr workspace) : m_workspace(std::move(workspace)) { }

    /// The next turn; what is known after it, which is the answer once isDone().
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
