// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/topology/sentinel.h"
#include "tests/server/pollfixture.h"
#include "tests/support/rediscluster.h"
#include "tests/support/sentinelprocess.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Endpoint;
using redis::PollSession;

/// Figures from replicas, only where they are asked for, and from masters where no replica is fit.
class ReplicasTest final : public QObject {
    Q_OBJECT

private slots:
    void aClustersReplicasAreRead()
    {
        RedisCluster cluster(3, 1);
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        for (std::size_t i = 0; i < keys.size(); ++i) {
            cluster.run({"RPUSH", keys[i], "1"});
            QTRY_COMPARE(cluster.replica(i).run({"DBSIZE"}).integer, 1);
        }
        resetCalls(cluster);
        Endpoint at = cluster.endpoint();
        PollSession masters(queues(keys), at, {});
        QCOMPARE(figures(tick(masters)), (std::vector<double>{1, 1, 1}));
        QCOMPARE(calls(cluster), (std::vector<int>{1, 1, 1, 0, 0, 0}));
        at.replicas = true;
        PollSession poll(queues(keys), at, {});
        const SnapshotPtr snapshot = tick(poll);
        QCOMPARE(figures(snapshot), (std::vector<double>{1, 1, 1}));
        QCOMPARE(calls(cluster), (std::vector<int>{1, 1, 1, 1, 1, 1}));
        const QJsonArray nodes = nodesOf(snapshot);
        QCOMPARE(nodes.size(), 3);
        for (const auto &node : nodes) {
            QCOMPARE(node[u"role"_s].toString(), u"slave"_s);
            QVERIFY(node[u"lagMs"_s].isDouble());
        }
        // One is gone: its master is read in the same tick; the others stay.
        cluster.replica(1).kill9();
        QTRY_COMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        cluster.replica(0).run({"CONFIG", "RESETSTAT"});
        cluster.replica(2).run({"CONFIG", "RESETSTAT"});
        cluster.master(1).run({"CONFIG", "RESETSTAT"});
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        QCOMPARE(cluster.replica(0).calls("LLEN") + cluster.master(1).calls("LLEN") + cluster.replica(2).calls("LLEN"),
                 3);
    }

    /// Operations and their previews never use replicas; only figures do.
    void othersAskMasters()
    {
        RedisCluster cluster(1, 1);
        const QByteArray key = "q";
        cluster.run({"RPUSH", key, "1"});
        Endpoint at = cluster.endpoint();
        at.replicas = true;
        cluster.master(0).run({"CONFIG", "RESETSTAT"});
        cluster.replica(0).run({"CONFIG", "RESETSTAT"});
        const std::unique_ptr<redis::Server> server = redis::makeServer(at, {.name = "plimsoll:operate"});
        QVERIFY(server->connect().ok());
        QVERIFY(server->command({"LLEN", key}));
        QVERIFY(server->command({"RPUSH", key, "2"}));
        QCOMPARE(cluster.master(0).calls("LLEN"), 1);
        QCOMPARE(cluster.replica(0).calls("LLEN"), 0);
    }

    void aSentinelsReplicaIsRead()
    {
        RedisServer master;
        RedisServer replica({u"--replicaof"_s, u"127.0.0.1"_s, QString::number(master.tcp().port)});
        master.run({"RPUSH", "q", "1", "2"});
        QTRY_COMPARE_WITH_TIMEOUT(replica.run({"LLEN", "q"}).integer, 2, 60'000);
        const SentinelProcess sentinel(master, "orders");
        Endpoint at = *Endpoint::parse(sentinel.url());
        const WorkspacePtr one = workspace("{'name':'mail','kind':'queue','keys':{'ready':'q'}}");
        replica.run({"CONFIG", "RESETSTAT"});
        PollSession first(one, at, {});
        QTRY_VERIFY_WITH_TIMEOUT(first.tick().ok(), 60'000);
        QCOMPARE(replica.calls("LLEN"), 0);
        at.replicas = true;
        const auto address = [](PollSession &session) {
            const Result<SnapshotPtr> snapshot = session.tick();
            return snapshot ? (*snapshot)->server.summary().address : QString();
        };
        // A new sentinel takes a while to hear of the replica.
        std::unique_ptr<PollSession> poll;
        const auto opened = [&] {
            poll = std::make_unique<PollSession>(one, at, redis::PollOptions{});
            return address(*poll);
        };
        QTRY_COMPARE_WITH_TIMEOUT(opened(), replica.tcp().display(), 60'000);
        QCOMPARE(figure(tick(*poll), 0, "ready"), 2.0);
        QVERIFY(tick(*poll)->server.summary().replicaLag.has_value());
        replica.kill9();
        QTRY_COMPARE_WITH_TIMEOUT(address(*poll), master.tcp().display(), 60'000);
    }

private:
    static WorkspacePtr queues(const std::vector<QByteArray> &keys)
    {
        auto made = std::make_shared<Workspace>();
        for (const QByteArray &key : keys) {
            const QString name = QString::fromUtf8(key);
            made->collections.push_back(collection(
                QJsonObject{{u"name"_s, name}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, name}}}}));
        }
        return made;
    }
    static std::vector<double> figures(const SnapshotPtr &snapshot)
    {
        std::vector<double> all;
        for (std::size_t row = 0; row < snapshot->rows.size(); ++row) {
            all.push_back(snapshot->rows[row].state == State::Error ? -1.0 : figure(snapshot, row, "ready"));
        }
        return all;
    }
    static QJsonArray nodesOf(const SnapshotPtr &snapshot)
    {
        const QByteArray json = app::snapshotJson(*snapshot, models::JsonWriter::Layout::Line);
        return QJsonDocument::fromJson(json)[u"server"_s][u"nodes"_s].toArray();
    }
    static void resetCalls(RedisCluster &cluster)
    {
        for (std::size_t i = 0; i < 3; ++i) {
            cluster.master(i).run({"CONFIG", "RESETSTAT"});
            cluster.replica(i).run({"CONFIG", "RESETSTAT"});
        }
    }
    /// Calls of LLEN: masters first, then replicas.
    static std::vector<int> calls(RedisCluster &cluster)
    {
        std::vector<int> all;
        for (std::size_t i = 0; i < 6; ++i) {
            all.push_back((i < 3 ? cluster.master(i) : cluster.replica(i - 3)).calls("LLEN"));
        }
        return all;
    }
};

QTEST_GUILESS_MAIN(ReplicasTest)

#include "tst_replicas.moc"
