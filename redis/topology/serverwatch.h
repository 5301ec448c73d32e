// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/serverinfo.h"

#include <QByteArrayView>

#include <chrono>
#include <optional>
#include <stop_token>

namespace plimsoll::redis {

class Client;

/// Parses an INFO reply; `database` is the one whose keys are counted.
void readInfo(QByteArrayView info, ServerInfo &into, int database = 0);
/// Returns the number of FLUSHALL and FLUSHDB calls from INFO commandstats.
std::optional<qint64> readFlushes(QByteArrayView commandStats);

/// Reads the INFO of one process at its own pace. Commands that the user may not be permitted to run are tried once per
/// connection. Lives with its node.
class ServerWatch {
public:
    /// Call for a new connection: reads everything again, possibly as a different user.
    void restart(const QString &address);
    /// Reads INFO if it is older than `interval`; returns the number of commands sent. Fails only if the connection
    /// fails.
    Result<int> update(Client &client, std::chrono::milliseconds interval, const std::stop_token &stop);
    /// Makes the next update() read at once, whatever the age.
    void hurry() { m_hurried = true; }
    [[nodiscard]] const ServerInfo &info() const { return m_info; }

private:
    Result<int> countOwnSlow(Client &client, const std::stop_token &stop);

    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    bool m_hurried = false;
    bool m_slowLogAllowed = true, m_newestAllowed = true;
    std::optional<qint64> m_slowSeen; ///< number of the newest slow log entry seen; -1: the log was empty
    qint64 m_slowOwn = 0; ///< entries of Plimsoll's own clients, over all connections
    ServerInfo m_info;
};

} // namespace plimsoll::redis
