// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// INFO of one process; unreadable fields are nullopt or empty.
struct ServerInfo {
    QString address; ///< "127.0.0.1:6379" or the socket's path
    QString name; ///< "redis", "valkey"
    QString version; ///< version of the server itself, "7.0.15"; not of the Redis it is compatible with
    QString mode; ///< "standalone", "sentinel", "cluster"
    QString role; ///< "master", "slave"
    QString runId;
    QString replicationId, replicationIdBefore; ///< ids of the replication history, which a promoted replica continues
    std::optional<std::chrono::seconds> uptime;
    std::optional<qint64> keys; ///< keys in the watched database
    std::optional<qint64> lastingKeys; ///< those that do not expire
    std::optional<qint64> flushes; ///< calls of FLUSHALL and FLUSHDB since the start
    std::optional<qint64> usedMemory, maxMemory; ///< bytes; maxMemory 0: no limit
    std::optional<qint64> keyMemory; ///< bytes of usedMemory in keys and values; the rest is the server's own
    QString maxMemoryPolicy;
    std::optional<bool> aofEnabled, rdbEnabled;
    QString appendFsync; ///< empty if CONFIG GET is not permitted
    std::optional<qint64> changesSinceSave, lastSaveUnix;
    std::optional<qint64> evictedKeys, blockedClients, connectedClients, connectedReplicas, slowLogLength;
    std::optional<qint64> slowLogNewest; ///< unique number of the newest entry
    /// Slow log entries of Plimsoll's own clients, since watching began.
    std::optional<qint64> slowLogOwn;
    std::optional<std::chrono::seconds> replicaLag; ///< replica: time since the last contact with its master
    std::optional<bool> masterLinkUp; ///< replica only
};

/// Process that serves a workspace, at the time of a tick.
struct NodeState {
    ServerInfo info; ///< last INFO
    std::chrono::microseconds roundTrip{}; ///< duration of one small command
    QString error{}; ///< reason for not answering; empty: it answers
    std::optional<int> slotsServed{}; ///< number of slots that a master of a cluster serves
};

/// All processes of the server.
struct ServerState {
    std::vector<NodeState> nodes;

    /// Returns the info of the first node that answers; it stands for the whole server.
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
    /// Returns true if the watched database is known to have no keys at all.
    [[nodiscard]] bool isEmpty() const
    {
        return !nodes.empty()
            && std::all_of(nodes.begin(), nodes.end(), [](const NodeState &node) { return node.info.keys == 0; });
    }
};

/// Returns "Redis 7.0.15", "Valkey 8.1.1"; empty if the version is unknown.
inline QString serverTitle(const ServerInfo &server)
{
    if (server.version.isEmpty()) {
        return {};
    }
    const QString name = server.name.isEmpty() ? QStringLiteral("redis") : server.name;
    return name.front().toUpper() + name.mid(1) + QLatin1Char(' ') + server.version;
}

} // namespace plimsoll
