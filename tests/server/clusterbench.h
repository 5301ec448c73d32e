// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/cluster.h"
#include "tests/server/operationbench.h"
#include "tests/server/pollfixture.h"
#include "tests/support/rediscluster.h"

#include <algorithm>

namespace plimsoll::testing {

/// For tests of operations on a real cluster of three masters, which is empty at the beginning of each.
class ClusterBench : public QObject {
protected:
    void startCluster() { m_cluster = std::make_unique<RedisCluster>(3); }
    void begin()
    {
        for (std::size_t node = 0; node < 3; ++node) {
            m_cluster->master(node).run({"FLUSHALL"});
            m_cluster->master(node).run({"SCRIPT", "FLUSH"});
        }
        m_folder = std::make_unique<QTemporaryDir>();
        m_journal = *Journal::open(m_folder->path());
        m_server = std::make_unique<Cluster>(
            m_cluster->endpoint(),
            ClientOptions{.name = "plimsoll:test", .exchangeDeadline = std::chrono::seconds(60)});
        QVERIFY(m_server->connect());
    }
    /// As a user of its own with these rights.
    std::unique_ptr<Cluster> serverFor(const QByteArrayList &rights)
    {
        for (std::size_t node = 0; node < 3; ++node) {
            std::vector<QByteArrayView> rule{"ACL", "SETUSER", "someone", "reset", "on", ">pw"};
            rule.insert(rule.end(), rights.begin(), rights.end());
            Pipeline pipeline;
            pipeline.add(rule);
            m_cluster->master(node).run(pipeline);
        }
        Endpoint endpoint = m_cluster->endpoint();
        endpoint.user = "someone";
        endpoint.password = "pw";
        auto server = std::make_unique<Cluster>(endpoint, ClientOptions{.name = "plimsoll:test"});
        if (!server->connect()) {
            qFatal("the user cannot log in");
        }
        return server;
    }
    /// Asks the node of the key.
    Reply ask(const QByteArray &key, std::initializer_list<QByteArrayView> command)
    {
        return m_cluster->master(m_cluster->masterOf(key)).run(command);
    }
    /// Keys that the operations left.
    QByteArrayList ourKeys()
    {
        QByteArrayList keys;
        for (std::size_t node = 0; node < 3; ++node) {
            keys += strings(m_cluster->master(node).run({"KEYS", "plimsoll:*"}));
        }
        return keys;
    }
    Plan planOf(const OperationRequest &request)
    {
        Result<Plan> plan = Planner(*m_server).plan(request);
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return *std::move(plan);
    }
    OperationReport runPlan(const Plan &plan) { return Runner(*m_server, m_journal.get()).run(plan); }
    OperationReport undo(const QString &id)
    {
        const Result<Plan> plan = Planner(*m_server).planUndo(*m_journal, id, OnServer::Same, {});
        if (!plan) {
            qFatal("%s", qPrintable(plan.error().message));
        }
        return runPlan(*plan);
    }

    std::unique_ptr<RedisCluster> m_cluster;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<Cluster> m_server;
};

} // namespace plimsoll::testing
