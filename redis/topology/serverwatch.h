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

/// Takes INFO's reply apart, for somebody who watches that database.
void readInfo(QByteArrayView info, ServerInfo &into, int database = 0);
/// How often FLUSHALL and FLUSHDB were called, of INFO commandstats.
std::optional<qint64> readFlushes(QByteArrayView commandStats);

/// What one process says of itself, read at a pace of its own. Commands a watching user may lack the right for are
/// tried once a connection. Lives with its node.
class ServerWatch {
public:
    /// A new connection: everything is to be read again, by whatever user it is now.
    void restart(const QString &address);
    /// Reads it when the last time is `interval` ago; the number of commands it took. Fails only when the connection
    /// does.
    Result<int> update(Client &client, std::chrono::milliseconds interval, const std::stop_token &stop);
    /// The next update() reads at once, however long ago the last was.
    void hurry() { m_hurried = true; }
    [[nodiscard]] const ServerInfo &info() const { return m_info; }

private:
    Result<int> countOwnSlow(Client &client, const std::stop_token &stop);

    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    bool m_hurried = false;
    bool m_slowLogAllowed = true, m_newestAllowed = true;
    std::optional<qint64> m_slowSeen; ///< number of the newest slow entry that was looked at; -1: there was none
    qint64 m_slowOwn = 0; ///< of Plimsoll's own clients, over all connections
    ServerInfo m_info;
};

} // namespace plimsoll::redis
