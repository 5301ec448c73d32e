// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/allowance.h"
#include "redis/types/result.h"
#include "redis/types/workspace.h"

#include <set>
#include <stop_token>
#include <utility>

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
    /// Returns the missing permissions (Error::lacks), for permissionFor(): commands, and globs for all keys of a
    /// template. May hold some that the user has, as the server does not say what of a command it refused.
    [[nodiscard]] std::set<QByteArray> lacks() const;

private:
    struct Asked;
    void note(const Asked &asked, const std::vector<QByteArray> &command, bool isRefused);

    WorkspacePtr m_workspace;
    std::set<std::pair<QByteArray, QByteArray>> m_refused; ///< commands, as in Pipeline::commands(), with a glob
    std::set<QByteArray> m_allowedNames;
    std::set<std::pair<QByteArray, bool>> m_allowedKeys; ///< a glob, and whether the command may write
    std::size_t m_next = 0; ///< collection
    std::size_t m_withoutScripts = 0;
    Allowance m_allowance;
    bool m_isDone = false;
};

/// In a cluster: true if jobs of the collection move between slots (CrossSlotBatch). Refuses a collection whose
/// operations need keys in several slots in one script, naming two of them. Asks no server.
Result<bool> movesBetweenSlots(const CollectionDefinition &collection, std::chrono::milliseconds now);

} // namespace plimsoll::redis
