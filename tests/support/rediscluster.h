// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/redisserver.h"

#include <vector>

namespace plimsoll::testing {

/// A private Redis Cluster: masters with equal shares of the slots and the same number of replicas each. Nodes never
/// fail over by themselves, even on a slow computer; failOver() does it. Lives on the thread that created it.
class RedisCluster final {
public:
    /// `arguments` are for every node.
    explicit RedisCluster(std::size_t masters = 3, std::size_t replicasEach = 0, const QStringList &arguments = {});

    [[nodiscard]] RedisServer &master(std::size_t index) { return *m_nodes[index]; }
    /// Replicas of a master, until a failover.
    [[nodiscard]] RedisServer &replica(std::size_t master, std::size_t index = 0)
    {
        return *m_nodes[m_masters + master * m_replicasEach + index];
    }
    /// Index of the master that has the slot of `key`, as made.
    [[nodiscard]] std::size_t masterOf(QByteArrayView key) const;
    /// Returns a name that begins with `stem` and whose slot is at that master.
    [[nodiscard]] QByteArray keyAt(std::size_t master, const QByteArray &stem) const;

    /// redis+cluster:// with the first node as the only seed.
    [[nodiscard]] redis::Endpoint endpoint() const;

    /// Runs a command at the master of its first key, as made.
    redis::Reply run(std::initializer_list<QByteArrayView> arguments);
    /// Lets a replica take over, without asking its master, which may be dead; waits until every node that runs knows.
    void failOver(std::size_t master, std::size_t index = 0);
    /// Lets a replica take over with the consent of its master, which must be running: no write is lost.
    void failOverGently(std::size_t master, std::size_t index = 0);
    /// Begins to move the slot of `key` between two masters: keys that are there stay, new ones are asked for at `to`.
    void beginMigration(QByteArrayView key, std::size_t from, std::size_t to);
    /// Moves `keys`, which share a slot, to the other master; the slot stays.
    void migrate(const std::vector<QByteArray> &keys, std::size_t from, std::size_t to);
    /// Returns the keys at a master that share the slot of `key`.
    std::vector<QByteArray> keysBeside(QByteArrayView key, std::size_t master);
    /// Moves the slot of `key` with all its keys, also those that come meanwhile. On any thread: has connections of its
    /// own.
    void moveSlot(QByteArrayView key, std::size_t from, std::size_t to) const;
    void endMigration(QByteArrayView key, std::size_t to);

private:
    void waitUntilAllKnow(RedisServer &chosen);
    void waitUntilAllAgree(std::size_t nodes);
    QByteArray idOf(std::size_t node) { return m_nodes[node]->run({"CLUSTER", "MYID"}).bytes; }

    std::size_t m_masters;
    std::size_t m_replicasEach;
    std::vector<std::unique_ptr<RedisServer>> m_nodes; ///< masters first
};

} // namespace plimsoll::testing
