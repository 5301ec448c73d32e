// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace plimsoll {

/// What the server says of itself (INFO); what could not be read is nullopt or empty.
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
    std::optional<std::chrono::seconds> replicaLag; ///< time since the master was last heard, on a replica
    std::optional<bool> masterLinkUp; ///< on a replica
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
