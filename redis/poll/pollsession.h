// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"
#include "redis/types/endpoint.h"

#include <memory>
#include <set>
#include <stop_token>

namespace plimsoll::redis {

class Server;

struct PollOptions {
    quint64 epoch = 0;
    /// Commands spent on heads in one tick at the most; the rest waits for the next (0: no bound, as one-shot
    /// snapshots want: everything in the first tick).
    int headBudget = 1000;
    std::chrono::milliseconds headInterval{5'000}; ///< how old a head may get while its collection is not shown
};

/// One workspace on one server, polled by blocking calls: the core that the poller's thread and the command
/// line share. Lives on one thread. Keeps what figures need over time (growth, observed ages).
class PollSession final {
public:
    /// Polling never needs more than to read.
    PollSession(WorkspacePtr workspace, const Endpoint &endpoint, PollOptions options);
    PollSession(WorkspacePtr workspace, std::unique_ptr<Server> server, PollOptions options);
    ~PollSession();
    Q_DISABLE_COPY_MOVE(PollSession)

    /// One tick: connects when there is no connection, then one pipelined exchange of all counts and the heads that
    /// are due (job records of new heads follow in a second one). Fails as a whole only when no node of the
    /// server answers; errors of single collections, and of those on a node that is lost, are in the snapshot.
    Result<SnapshotPtr> tick(const std::stop_token &stop = {});

    /// The same server with the workspace edited: collections that are read as before keep what was observed of them.
    void edit(WorkspacePtr workspace, quint64 epoch);
    /// Collections a person looks at: their heads are read at every tick.
    void setShown(std::set<std::size_t> collections);
    /// Keys that an operation of ours changes now: what changes in them is no growth. None: it has ended.
    void setOperating(std::set<QByteArray> keys);
    /// It has ended and changed nothing.
    void operatedInVain();
    [[nodiscard]] bool isConnected() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace plimsoll::redis
