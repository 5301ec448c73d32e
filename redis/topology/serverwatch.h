// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/serverinfo.h"
#include "redis/wire/pipeline.h"

#include <QByteArrayView>

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

class Client;
struct Reply;

/// Parses an INFO reply; `database` is the one whose keys are counted.
void readInfo(QByteArrayView info, ServerInfo &into, int database = 0);
/// Returns the number of FLUSHALL and FLUSHDB calls from INFO commandstats.
std::optional<qint64> readFlushes(QByteArrayView commandStats);

/// Reads the INFO of one process at its own pace: says what to ask, and reads the replies. Commands that the user may
/// not be permitted to run are tried once per connection. Lives with its node.
class ServerWatch {
public:
    /// Call for a new connection: reads everything again, possibly as a different user.
    void restart(const QString &address);
    /// Returns the commands to send if INFO is older than `interval`, otherwise none.
    [[nodiscard]] Pipeline ask(const Client &client, std::chrono::milliseconds interval);
    void read(std::span<const Reply> replies);
    /// Returns the command for new slow log entries if read() told of some, to count those of our own clients.
    [[nodiscard]] Pipeline askSlow();
    void readSlow(const Reply &reply);
    /// Makes the next ask() return commands, whatever the age.
    void hurry() { m_hurried = true; }
    [[nodiscard]] const ServerInfo &info() const { return m_info; }
    /// Number of keys in the table of CLIENT TRACKING, of all clients; nullopt: not told.
    [[nodiscard]] std::optional<qint64> keysTracked() const { return m_keysTracked; }

private:
    std::optional<std::chrono::steady_clock::time_point> m_readAt;
    std::vector<std::function<void(const Reply &)>> m_takes; ///< one per command asked
    bool m_hurried = false;
    bool m_slowLogAllowed = true, m_newestAllowed = true;
    std::optional<qint64> m_slowSeen; ///< number of the newest slow log entry seen; -1: the log was empty
    qint64 m_slowOwn = 0; ///< entries of Plimsoll's own clients, over all connections
    qint64 m_slowSince = 0; ///< entries up to this one were counted before
    ServerInfo m_info;
    std::optional<qint64> m_keysTracked;
};

} // namespace plimsoll::redis
