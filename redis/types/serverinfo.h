// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>

namespace plimsoll {

/// What the server says of itself (INFO); what could not be read is nullopt or empty.
struct ServerInfo {
    QString address; ///< "127.0.0.1:6379" or the socket's path
    QString version; ///< "7.0.15"
    QString mode; ///< "standalone", "sentinel", "cluster"
    QString role; ///< "master", "slave"
    QString runId;
    std::optional<qint64> usedMemory, maxMemory; ///< bytes; maxMemory 0: no limit
    QString maxMemoryPolicy;
    std::optional<bool> aofEnabled, rdbEnabled;
    QString appendFsync; ///< empty when CONFIG GET is not permitted
    std::optional<qint64> changesSinceSave, lastSaveUnix;
    std::optional<qint64> evictedKeys, blockedClients, connectedClients, connectedReplicas, slowLogLength;
    std::optional<std::chrono::seconds> replicaLag; ///< time since the master was last heard, on a replica
    std::optional<bool> masterLinkUp; ///< on a replica
};

} // namespace plimsoll
