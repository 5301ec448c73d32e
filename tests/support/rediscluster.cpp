// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rediscluster.h"

#include "redis/wire/serveranswers.h"
#include "redis/types/slot.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace plimsoll::testing {

namespace {

/// Longer than any test: no node is taken for dead, and none fails over by itself.
constexpr auto nodeTimeout = "600000";
/// Used during a failover: a failed vote can be repeated after four times this time.
constexpr auto votingTimeout = "3000";

template <typename Condition> void waitFor(const char *what, const Condition &isMet)
{
    const QDeadlineTimer deadline(60s);
    while (!isMet()) {
        if (deadline.hasExpired()) {
            qFatal("RedisCluster: %s does not come about", what);
        }
        std::this_thread::sleep_for(5ms);
    }
}

} // namespace

RedisCluster::RedisCluster(std::size_t masters, std::size_t replicasEach, const QStringList &arguments)
    : m_masters(masters), m_replicasEach(replicasEach)
{
    const std::size_t count = masters * (1 + replicasEach);
    std::vector<QByteArray> busPorts;
    for (std::size_t i = 0; i < count; ++i) {
        const QString bus = QString::number(freePort());
        busPorts.push_back(bus.toUtf8());
        m_nodes.push_back(std::make_unique<RedisServer>(
            QStringList{u"--cluster-enabled"_s, u"yes"_s, u"--cluster-port"_s, bus, u"--cluster-node-timeout"_s,
                        QString::fromLatin1(nodeTimeout), u"--cluster-replica-no-failover"_s, u"yes"_s,
                        u"--repl-diskless-sync-delay"_s, u"0"_s}
            + arguments));
    }
    for (std::size_t i = 0; i < masters; ++i) {
        const QByteArray first = QByteArray::number(qulonglong(slotCount * i / masters));
        const QByteArray last = QByteArray::number(qulonglong(slotCount * (i + 1) / masters - 1));
        m_nodes[i]->run({"CLUSTER", "ADDSLOTSRANGE", first, last});
    }
    for (std::size_t i = 0; i < count; ++i) {
        m_nodes[i]->run({"CLUSTER", "SET-CONFIG-EPOCH", QByteArray::number(qulonglong(i + 1))});
    }
    for (std::size_t i = 1; i < count; ++i) {
        const QByteArray port = QByteArray::number(m_nodes[i]->tcp().port);
        m_nodes[0]->run({"CLUSTER", "MEET", "127.0.0.1", port, busPorts[i]});
    }
    waitUntilAllAgree(count);
    for (std::size_t i = masters; i < count; ++i) {
        m_nodes[i]->run({"CLUSTER", "REPLICATE", idOf((i - masters) / replicasEach)});
    }
    for (std::size_t i = masters; i < count; ++i) {
        waitFor("a replica with its data", [&] {
            return redis::infoField(m_nodes[i]->run({"INFO", "replication"}).bytes, "master_link_status") == "up";
        });
    }
    waitFor("a cluster whose nodes know their replicas", [&] {
        const auto knows = [&](const auto &node) {
            return node->run({"CLUSTER", "NODES"}).bytes.count("slave") == qsizetype(count - masters);
        };
        return std::all_of(m_nodes.begin(), m_nodes.end(), knows);
    });
}

void RedisCluster::waitUntilAllAgree(std::size_t nodes)
{
    waitFor("a cluster that is whole", [&] {
        return std::all_of(m_nodes.begin(), m_nodes.end(), [&](const auto &node) {
            const QByteArray info = node->run({"CLUSTER", "INFO"}).bytes;
            return redis::infoField(info, "cluster_state") == "ok"
                && redis::infoField(info, "cluster_slots_ok").toUInt() == slotCount
                && redis::infoField(info, "cluster_known_nodes").toUInt() == nodes
                // A vote of an earlier epoch would be refused.
                && redis::infoField(info, "cluster_current_epoch").toUInt() == nodes;
        });
    });
}

std::size_t RedisCluster::masterOf(QByteArrayView key) const
{
    std::size_t index = 0;
    while (slotOf(key) >= slotCount * (index + 1) / m_masters) {
        ++index;
    }
    return index;
}

QByteArray RedisCluster::keyAt(std::size_t master, const QByteArray &stem) const
{
    int number = 0;
    QByteArray key;
    do {
        key = stem + QByteArray::number(number++);
    } while (masterOf(key) != master);
    return key;
}

redis::Endpoint RedisCluster::endpoint() const
{
    redis::Endpoint endpoint = m_nodes[0]->tcp();
    endpoint.topology = redis::Endpoint::Topology::Cluster;
    return endpoint;
}

redis::Reply RedisCluster::run(std::initializer_list<QByteArrayView> arguments)
{
    redis::Pipeline pipeline;
    pipeline.add(arguments);
    return m_nodes[masterOf(pipeline.key(0, 0))]->run(pipeline).front();
}

void RedisCluster::failOver(std::size_t master, std::size_t index)
{
    replica(master, index).run({"CLUSTER", "FAILOVER", "TAKEOVER"});
    waitUntilAllKnow(replica(master, index));
}

void RedisCluster::failOverGently(std::size_t master, std::size_t index)
{
    RedisServer &chosen = replica(master, index);
    const auto setTimeout = [this](QByteArrayView timeout) {
        for (const auto &node : m_nodes) {
            node->run({"CONFIG", "SET", "cluster-node-timeout", timeout});
        }
    };
    setTimeout(votingTimeout);
    QDeadlineTimer asked(0);
    waitFor("a failover by consent", [&] {
        if (redis::infoField(chosen.run({"INFO", "replication"}).bytes, "role") == "master") {
            return true;
        }
        if (asked.hasExpired()) { // a slow server gives up within five seconds
            chosen.run({"CLUSTER", "FAILOVER"});
            asked.setRemainingTime(4s);
        }
        return false;
    });
    setTimeout(nodeTimeout);
    waitUntilAllKnow(chosen);
}

void RedisCluster::waitUntilAllKnow(RedisServer &chosen)
{
    const QByteArray id = chosen.run({"CLUSTER", "MYID"}).bytes;
    waitFor("a failover", [&] {
        return std::all_of(m_nodes.begin(), m_nodes.end(), [&](const auto &node) {
            if (!node->isRunning()) {
                return true;
            }
            // Its id stands in the lines of its replicas, too.
            const QList<QByteArray> lines = node->run({"CLUSTER", "NODES"}).bytes.split('\n');
            return std::any_of(lines.begin(), lines.end(),
                               [&](const QByteArray &line) { return line.startsWith(id) && line.contains("master"); });
        });
    });
}

void RedisCluster::beginMigration(QByteArrayView key, std::size_t from, std::size_t to)
{
    const QByteArray slot = QByteArray::number(slotOf(key));
    m_nodes[to]->run({"CLUSTER", "SETSLOT", slot, "IMPORTING", idOf(from)});
    m_nodes[from]->run({"CLUSTER", "SETSLOT", slot, "MIGRATING", idOf(to)});
}

void RedisCluster::migrate(const std::vector<QByteArray> &keys, std::size_t from, std::size_t to)
{
    for (const QByteArray &key : keys) {
        const QByteArray port = QByteArray::number(m_nodes[to]->tcp().port);
        m_nodes[from]->run({"MIGRATE", "127.0.0.1", port, key, "0", "60000", "AUTH2", "fixture", "any"});
    }
}

std::vector<QByteArray> RedisCluster::keysBeside(QByteArrayView key, std::size_t master)
{
    std::vector<QByteArray> keys;
    const QByteArray slot = QByteArray::number(slotOf(key));
    for (const redis::Reply &one : m_nodes[master]->run({"CLUSTER", "GETKEYSINSLOT", slot, "100000"}).elements) {
        keys.push_back(one.bytes);
    }
    return keys;
}

void RedisCluster::moveSlot(QByteArrayView key, std::size_t from, std::size_t to) const
{
    std::vector<std::unique_ptr<redis::Client>> masters;
    for (std::size_t i = 0; i < m_masters; ++i) {
        masters.push_back(
            std::make_unique<redis::Client>(m_nodes[i]->tcp(), redis::ClientOptions{.exchangeDeadline = 60s}));
        if (!masters.back()->connect()) {
            qFatal("RedisCluster: no way to a master");
        }
    }
    const auto ask = [&](std::size_t node, std::initializer_list<QByteArrayView> arguments) {
        Result<redis::Reply> reply = masters[node]->command(arguments);
        if (!reply) {
            qFatal("RedisCluster: %s", qPrintable(reply.error().message));
        }
        return *std::move(reply);
    };
    const QByteArray slot = QByteArray::number(slotOf(key));
    const QByteArray port = QByteArray::number(m_nodes[to]->tcp().port);
    const QByteArray source = ask(from, {"CLUSTER", "MYID"}).bytes;
    const QByteArray target = ask(to, {"CLUSTER", "MYID"}).bytes;
    ask(to, {"CLUSTER", "SETSLOT", slot, "IMPORTING", source});
    ask(from, {"CLUSTER", "SETSLOT", slot, "MIGRATING", target});
    while (true) {
        const redis::Reply keys = ask(from, {"CLUSTER", "GETKEYSINSLOT", slot, "1"});
        if (keys.elements.empty()) {
            break;
        }
        ask(from, {"MIGRATE", "127.0.0.1", port, keys.elements[0].bytes, "0", "60000"});
    }
    ask(to, {"CLUSTER", "SETSLOT", slot, "NODE", target});
    for (std::size_t i = 0; i < m_masters; ++i) {
        if (i != to) {
            ask(i, {"CLUSTER", "SETSLOT", slot, "NODE", target});
        }
    }
}

void RedisCluster::endMigration(QByteArrayView key, std::size_t to)
{
    const QByteArray slot = QByteArray::number(slotOf(key));
    const QByteArray id = idOf(to);
    m_nodes[to]->run({"CLUSTER", "SETSLOT", slot, "NODE", id});
    for (std::size_t i = 0; i < m_masters; ++i) {
        if (i != to) {
            m_nodes[i]->run({"CLUSTER", "SETSLOT", slot, "NODE", id});
        }
    }
}

} // namespace plimsoll::testing
