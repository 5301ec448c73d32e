// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// What one process says of itself (INFO); what could not be read is nullopt or empty.
struct ServerInfo {
    QString address; ///< "127.0.0.1:6379" or the socket's path
    QString name; ///< "redis", "valkey"
    QString version; ///< of what answers, "7.0.15"; not that of the Redis it is like
    QString mode; ///< "standalone", "sentinel", "cluster"
    QString role; ///< "master", "slave"
    QString runId;
    QString replicationId, replicationIdBefore; ///< of the data's history: a promoted replica goes on with it
    std::optional<std::chrono::seconds> uptime;
    std::optional<qint64> keys; ///< in the database that is watched
    std::optional<qint64> flushes; ///< FLUSHALL and FLUSHDB, times called since it started
    std::optional<qint64> usedMemory, maxMemory; ///< bytes; maxMemory 0: no limit
    QString maxMemoryPolicy;
    std::optional<bool> aofEnabled, rdbEnabled;
    QString appendFsync; ///< empty when CONFIG GET is not permitted
    std::optional<qint64> changesSinceSave, lastSaveUnix;
    std::optional<qint64> evictedKeys, blockedClients, connectedClients, connectedReplicas, slowLogLength;
    std::optional<qint64> slowLogNewest; ///< number of its newest entry, which no later one has again
    /// How many of the entries that came to its slow log are of Plimsoll's own clients, since it is watched.
    std::optional<qint64> slowLogOwn;
    std::optional<std::chrono::seconds> replicaLag; ///< time since the master was last heard, on a replica
    std::optional<bool> masterLinkUp; ///< on a replica
};

/// One process that answers for a workspace, as it was at a tick.
struct NodeState {
    ServerInfo info; ///< what it last said
    std::chrono::microseconds roundTrip{}; ///< of one small command
    QString error{}; ///< why it does not answer; empty: it does
};

/// All that answer.
struct ServerState {
    std::vector<NodeState> nodes;

    /// What is told of all of them in one place: what the first that answers says.
    [[nodiscard]] const ServerInfo &summary() const
    {
        static const ServerInfo unknown;
        for (const NodeState &node : nodes) {
            if (node.error.isEmpty()) {
                return node.info;
            }
        }
        return nodes.empty() ? unknown : nodes.front().info;
    }
};

/// "Redis 7.0.15", "Valkey 8.1.1"; empty when it does not say.
inline QString serverTitle(const ServerInfo &server)
{
    if (server.version.isEmpty()) {
        return {};
    }
    const QString name = server.name.isEmpty() ? QStringLiteral("redis") : server.name;
    return name.front().toUpper() + name.mid(1) + QLatin1Char(' ') + server.version;
}

} // namespace plimsoll
