// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/retry.h"
#include "redis/topology/server.h"

#include <random>

namespace plimsoll::redis {

/// Master that sentinels watch ("Guidelines for Redis clients with support for Redis Sentinel", redis.io). All
/// sentinels in reach are asked every second for its address, those that answer about others too; the latest
/// configuration epoch is believed, so a sentinel that missed a failover is not. After each connection ROLE must say
/// master.
class Sentinel final : public Server {
public:
    Sentinel(const Endpoint &endpoint, ClientOptions options);

    Outcome connect(const std::stop_token &stop = {}) override;
    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop = {},
                                        const ReplySink &sink = {}) override;

private:
    using Clock = std::chrono::steady_clock;

    struct Watcher {
        HostAndPort address;
        std::unique_ptr<Client> client;
        Retry retry;
    };
    struct Told {
        HostAndPort master;
        qint64 epoch = 0; ///< configuration epoch: that of the last failover the sentinel knows
    };

    Result<Told> ask(Watcher &watcher, const std::stop_token &stop);
    Outcome open(Watcher &watcher, const std::stop_token &stop);
    void learnOthers(Watcher &watcher, const std::stop_token &stop);
    Result<Told> askAll(const std::stop_token &stop);
    Outcome follow(const HostAndPort &master, const std::stop_token &stop);
    bool followReplica(const HostAndPort &master, const std::stop_token &stop);
    std::unique_ptr<Node> fitReplica(const Reply &told, const std::stop_token &stop) const;

    ClientOptions m_options;
    std::vector<std::unique_ptr<Watcher>> m_watchers; ///< the one that answered first is in front
    Clock::time_point m_askedAt;
    bool m_usesReplicas;
    bool m_isOnReplica = false; ///< the node is a replica, not the master
    Clock::time_point m_replicaDue; ///< next search for a replica
    bool m_isDoubted = true; ///< the master has to be asked for before the next exchange
    std::minstd_rand m_random{std::random_device{}()};
};

} // namespace plimsoll::redis
