// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/browse/browser.h"
#include "redis/topology/cluster.h"
#include "tests/server/pollfixture.h"
#include "tests/support/faultproxy.h"
#include "tests/support/rediscluster.h"

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Cluster;
using redis::Endpoint;
using redis::Pipeline;
using redis::PollSession;
using redis::Reply;

/// Real clusters: figures come from all nodes, follow slots wherever they go, and never come from another cluster.
class ClusterTest final : public QObject {
    Q_OBJECT

private slots:
    void countsComeFromEveryNode()
    {
        RedisCluster cluster;
        for (int i = 0; i < 30; ++i) {
            const QByteArray key = "q:" + QByteArray::number(i);
            for (int job = 0; job <= i; ++job) {
                cluster.run({"RPUSH", key, QByteArray::number(job)});
            }
        }
        QJsonArray keys;
        for (int i = 0; i < 30; ++i) {
            keys.append(u"q:%1"_s.arg(i));
        }
        auto made = std::make_shared<Workspace>();
        made->collections.push_back(collection(
            QJsonObject{{u"name"_s, u"all"_s}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, keys}}}}));
        made->collections.push_back(collection("{'name':'locks','kind':'lock','keys':{'lock':'lock:{id}'}}"));
        for (int i = 0; i < 50; ++i) {
            cluster.run({"SET", "lock:" + QByteArray::number(i), "token", "PX", "600000"});
        }
        PollSession poll(made, cluster.endpoint(), oneShot());
        const SnapshotPtr snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "ready"), 465.0);
        for (int i = 0; i < 30; ++i) {
            QCOMPARE(partOf(snapshot, "q:" + QByteArray::number(i)), i + 1.0);
        }
        QCOMPARE(figure(snapshot, 1, "held"), 50.0); // a SCAN over all nodes
        QVERIFY(!atLeast(snapshot, 1, "held"));

        const QJsonArray nodes = nodesOf(snapshot);
        QCOMPARE(nodes.size(), 3);
        int slotsServed = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const QJsonObject node = nodes[qsizetype(i)].toObject();
            QCOMPARE(node[u"address"_s].toString(), cluster.master(i).tcp().display());
            QCOMPARE(node[u"role"_s].toString(), u"master"_s);
            QCOMPARE(node[u"state"_s].toString(), u"ok"_s);
            slotsServed += node[u"slots"_s].toInt();
        }
        QCOMPARE(slotsServed, 16384);
    }

    /// Rule: another cluster's keys have the same names.
    void identityBeforeFigures()
    {
        RedisCluster ours;
        RedisCluster theirs;
        std::vector<std::unique_ptr<FaultProxy>> network;
        Endpoint at = ours.endpoint();
        for (std::size_t i = 0; i < 3; ++i) {
            network.push_back(std::make_unique<FaultProxy>(ours.master(i).tcp(), Endpoint::Transport::Tcp));
            const QString outside = network[i]->endpoint().display();
            at.addressMap.emplace_back(ours.master(i).tcp().display(), outside);
            at.addressMap.emplace_back(theirs.master(i).tcp().display(), outside);
        }
        at.port = network[0]->endpoint().port;
        const std::vector<QByteArray> keys{ours.keyAt(0, "q"), ours.keyAt(1, "q"), ours.keyAt(2, "q")};
        for (const QByteArray &key : keys) {
            ours.run({"RPUSH", key, "ours"});
            theirs.run({"RPUSH", key, "a", "b", "c"});
        }
        PollSession poll(queues(keys), at, oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));

        // The addresses lead to the other cluster now, one after the other: no figure of it is ever shown.
        for (std::size_t i = 0; i < 3; ++i) {
            network[i]->setUpstream(theirs.master(i).tcp());
            network[i]->dropAll();
            for (int round = 0; round < 3; ++round) {
                const Result<SnapshotPtr> snapshot = poll.tick();
                if (!snapshot) {
                    QCOMPARE(i, std::size_t(2)); // none of the masters with these keys is left
                    continue;
                }
                for (std::size_t row = 0; row < 3; ++row) {
                    QCOMPARE(figures(*snapshot)[row], row <= i ? -1.0 : 1.0);
                }
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(refusal(poll).contains(u"Another cluster answers at"_s), 60'000);
        for (std::size_t i = 0; i < 3; ++i) {
            network[i]->setUpstream(ours.master(i).tcp());
            network[i]->dropAll();
        }
        QTRY_COMPARE_WITH_TIMEOUT(figuresOrNone(poll), (std::vector<double>{1, 1, 1}), 60'000);
    }

    /// An address map that leads to another node than the one that is announced: its figures would be wrong.
    void aMapToTheWrongNode()
    {
        RedisCluster cluster;
        for (std::size_t i = 0; i < 3; ++i) {
            cluster.run({"RPUSH", cluster.keyAt(i, "q"), "1"});
        }
        Endpoint at = cluster.endpoint();
        at.addressMap = {{cluster.master(1).tcp().display(), cluster.master(2).tcp().display()}};
        PollSession poll(queues({cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")}), at, oneShot());
        const SnapshotPtr snapshot = tick(poll);
        QCOMPARE(figures(snapshot), (std::vector<double>{1, -1, 1}));
        const QString why = snapshot->rows[1].problems->front().text;
        QVERIFY2(why.contains(u"addressMap"_s), qPrintable(why));
    }

    /// Rule: nodes that announce what cannot be reached from here.
    void addressMap()
    {
        QCOMPARE(mappedTo({{u"*"_s, u"proxy"_s}}, {u"10.0.0.1"_s, 7000}), u"proxy:7000"_s);
        const redis::AddressMap map{{u"10.0.0.1:7001"_s, u"outside:9001"_s},
                                    {u"10.0.0.1"_s, u"[::1]"_s},
                                    {u"redis-2"_s, u"[::1]:9002"_s},
                                    {u"*"_s, u"other"_s}};
        QCOMPARE(mappedTo(map, {u"10.0.0.1"_s, 7001}), u"outside:9001"_s);
        QCOMPARE(mappedTo(map, {u"10.0.0.1"_s, 7002}), u"[::1]:7002"_s);
        QCOMPARE(mappedTo(map, {u"REDIS-2"_s, 7002}), u"[::1]:9002"_s);
        QCOMPARE(mappedTo(map, {u"redis-3"_s, 7003}), u"other:7003"_s);
        QCOMPARE(mappedTo({}, {u"redis-3"_s, 7003}), u"redis-3:7003"_s);

        RedisCluster cluster(3, 0,
                             {u"--cluster-announce-hostname"_s, u"redis.invalid"_s,
                              u"--cluster-preferred-endpoint-type"_s, u"hostname"_s});
        const QByteArray moved = cluster.keyAt(0, "q");
        const std::vector<QByteArray> keys{moved, cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        for (const QByteArray &key : keys) {
            cluster.run({"RPUSH", key, "1"});
        }
        Endpoint at = cluster.endpoint();
        QVERIFY(!PollSession(queues(keys), at, oneShot()).tick()); // the name redis.invalid does not resolve
        at.addressMap = {{u"redis.invalid"_s, u"127.0.0.1"_s}};
        PollSession poll(queues(keys), at, oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        cluster.beginMigration(moved, 0, 1);
        cluster.migrate({moved}, 0, 1);
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1})); // ASK names redis.invalid, too
        cluster.endMigration(moved, 1);
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1})); // and MOVED
    }

    /// Rule: a node that does not know its own address is at the one that was asked.
    void emptyHost()
    {
        RedisCluster cluster(2, 0, {u"--cluster-preferred-endpoint-type"_s, u"unknown-endpoint"_s});
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q")};
        for (const QByteArray &key : keys) {
            cluster.run({"RPUSH", key, "1"});
        }
        PollSession poll(queues(keys), cluster.endpoint(), oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1}));
        cluster.beginMigration(keys[0], 0, 1);
        cluster.migrate({keys[0]}, 0, 1);
        cluster.endMigration(keys[0], 1);
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1}));
    }

    /// Rules: MOVED patches the slot at once; ASK leaves the map, and ASKING goes with the command.
    void slotsMoveUnderWatch()
    {
        RedisCluster cluster;
        const QByteArray key = cluster.keyAt(0, "{slot}q");
        const std::size_t from = cluster.masterOf(key);
        const std::size_t to = (from + 1) % 3;
        const QByteArray other = "{slot}other";
        cluster.run({"RPUSH", key, "1", "2"});
        PollSession poll(queues({key, other}), cluster.endpoint(), oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 0}));
        cluster.beginMigration(key, from, to);
        QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 0})); // `other` does not exist: ASK
        cluster.migrate({key}, from, to);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 0}));
        }
        cluster.endMigration(key, to);
        cluster.master(to).run({"RPUSH", other, "x"});
        cluster.master(from).run({"CONFIG", "RESETSTAT"});
        QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 1}));
        const int asked = cluster.master(from).calls("LLEN");
        QCOMPARE(figures(tick(poll)), (std::vector<double>{2, 1}));
        QCOMPARE(cluster.master(from).calls("LLEN"), asked); // it is known by now
    }

    /// All keys of a node move to another one: nothing is lost.
    void slotsThatMoveAreNoLoss()
    {
        RedisCluster cluster;
        std::vector<QByteArray> keys;
        for (int i = 0; i < 50; ++i) {
            keys.push_back("{slot}" + QByteArray::number(i));
            cluster.run({"RPUSH", keys.back(), "1", "2"});
        }
        redis::PollOptions options = oneShot();
        options.headInterval = 0ms; // INFO with every tick
        PollSession poll(queues(keys), cluster.endpoint(), options);
        QVERIFY(tick(poll));
        const std::size_t from = cluster.masterOf(keys[0]);
        cluster.moveSlot(keys[0], from, (from + 1) % 3);
        for (int i = 0; i < 3; ++i) {
            const SnapshotPtr snapshot = tick(poll);
            QVERIFY(snapshot->events.empty());
            QCOMPARE(figures(snapshot), std::vector<double>(50, 2.0));
        }
    }

    /// Rule: TRYAGAIN repeats the whole step, which is never split.
    void tryAgain()
    {
        RedisCluster cluster(2);
        const QByteArray one = "{slot}a";
        const QByteArray two = "{slot}b";
        const std::size_t from = cluster.masterOf(one);
        const std::size_t to = 1 - from;
        cluster.run({"SADD", one, "x", "y"});
        cluster.run({"SADD", two, "y", "z"});
        Cluster server(cluster.endpoint(), {.name = "plimsoll:test"});
        QVERIFY(server.connect());
        cluster.beginMigration(one, from, to);
        cluster.migrate({one}, from, to);
        Pipeline pipeline;
        pipeline.add({"SINTERCARD", "2", one, two});
        std::vector<Reply> replies;
        std::jthread asker([&] { // its connections are of this thread
            Cluster own(cluster.endpoint(), {.name = "plimsoll:test", .exchangeDeadline = 60s});
            if (own.connect()) {
                const Result<std::vector<Reply>> answer = own.exchange(pipeline);
                replies = answer ? *answer : std::vector<Reply>();
            }
        });
        QTRY_VERIFY_WITH_TIMEOUT( // it has been refused by now
            cluster.master(from).run({"INFO", "errorstats"}).bytes.contains("errorstat_TRYAGAIN"), 60'000);
        cluster.migrate({two}, from, to);
        cluster.endMigration(one, to);
        asker.join();
        QCOMPARE(replies.size(), std::size_t(1));
        QCOMPARE(replies.front().toInteger(), std::optional<qint64>(1));
    }

    /// Rule: a node that is down takes its own collections along, the others stay live.
    void aNodeThatIsDown()
    {
        RedisCluster cluster;
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        for (const QByteArray &key : keys) {
            cluster.run({"RPUSH", key, "1"});
        }
        PollSession poll(queues(keys), server(cluster), oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        for (const bool hangs : {true, false}) { // silent, then gone
            hangs ? cluster.master(1).pause() : cluster.master(1).kill9();
            for (int i = 0; i < 3; ++i) {
                const SnapshotPtr snapshot = tick(poll);
                QCOMPARE(figures(snapshot), (std::vector<double>{1, -1, 1}));
                QCOMPARE(snapshot->rows[1].state, State::Error);
                const QString problem = problemTexts(snapshot, 1).join(u'|');
                QVERIFY2(problem.contains(cluster.master(1).tcp().display()), qPrintable(problem));
                QVERIFY2(!problem.contains(u"Not connected"), qPrintable(problem)); // but why it is not
                QCOMPARE(nodesOf(snapshot)[1][u"state"_s].toString(), u"error"_s);
            }
            if (hangs) {
                cluster.master(1).resume();
                QTRY_COMPARE_WITH_TIMEOUT(figures(tick(poll)), (std::vector<double>{1, 1, 1}), 60'000);
            }
        }
        cluster.master(1).start();
        QTRY_COMPARE_WITH_TIMEOUT(figures(tick(poll)), (std::vector<double>{1, 0, 1}), 60'000); // it came back empty
    }

    /// Replies are seen while the others are still to come, up to the first that is missing.
    void repliesArriveWhileNodesAnswer()
    {
        RedisCluster cluster;
        Cluster server(cluster.endpoint(), {.name = "plimsoll:test", .exchangeDeadline = 1s});
        QVERIFY(server.connect());
        Pipeline pipeline;
        for (int i = 0; i < 100; ++i) {
            pipeline.add({"RPUSH", cluster.keyAt(i % 2, "q"), "x"});
        }
        pipeline.add({"LLEN", cluster.keyAt(2, "q")});
        pipeline.add({"LLEN", cluster.keyAt(0, "q")});
        std::vector<qint64> seen;
        const auto see = [&](std::span<const Reply> replies) {
            QVERIFY(replies.size() >= seen.size());
            for (const Reply &reply : replies.subspan(seen.size())) {
                seen.push_back(reply.integer);
            }
        };
        cluster.master(2).pause();
        const Result<std::vector<Reply>> replies = server.exchange(pipeline, {}, see);
        cluster.master(2).resume();
        QVERIFY(replies);
        QCOMPARE(seen.size(), std::size_t(100));
        for (std::size_t i = 0; i < 100; ++i) {
            QCOMPARE(seen[i], qint64(i / 2 + 1));
            QCOMPARE(replies->at(i).integer, seen[i]);
        }
        QVERIFY(replies->at(100).concernsNode());
        QCOMPARE(replies->at(101).integer, 50);
    }

    /// A redirect is not for the eyes of who asked.
    void redirectsAreNotSeen()
    {
        RedisCluster cluster;
        const QByteArray key = cluster.keyAt(0, "{slot}q");
        const QByteArray other = cluster.keyAt(2, "q");
        cluster.run({"RPUSH", key, "1", "2"});
        Cluster server(cluster.endpoint(), {.name = "plimsoll:test"});
        QVERIFY(server.connect());
        const auto ask = [&] {
            Pipeline pipeline;
            pipeline.add({"LLEN", other});
            pipeline.add({"LLEN", key});
            pipeline.add({"LLEN", "{slot}none"});
            std::size_t before = 0;
            bool isError = false;
            const Result<std::vector<Reply>> replies = server.exchange(pipeline, {}, [&](std::span<const Reply> all) {
                isError = isError || all.size() <= before
                    || std::any_of(all.begin(), all.end(), [](const Reply &reply) { return reply.isError(); });
                before = all.size();
            });
            QVERIFY(!isError);
            QVERIFY(replies);
            QCOMPARE(before, std::size_t(3));
            QCOMPARE(replies->at(1).integer, 2);
            QCOMPARE(replies->at(2).integer, 0);
        };
        ask();
        cluster.beginMigration(key, 0, 1);
        ask(); // ASK
        cluster.migrate({key}, 0, 1);
        ask();
        cluster.endMigration(key, 1);
        ask(); // MOVED
    }

    /// A node from which nothing comes is tried away from the ticks.
    void aSilentNodeHoldsUpNobody()
    {
        RedisCluster cluster;
        std::vector<std::unique_ptr<FaultProxy>> network;
        const Endpoint at = behindProxies(cluster, network);
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        for (const QByteArray &key : keys) {
            cluster.run({"RPUSH", key, "1"});
        }
        PollSession poll(
            queues(keys),
            redis::makeServer(
                at, {.name = "plimsoll:test", .readOnly = true, .connectDeadline = 60s, .exchangeDeadline = 1s}),
            oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        const int before = network[1]->connections();
        network[1]->set({.stallAfter = 0});
        for (int i = 0; i < 500; ++i) {
            QCOMPARE(figures(tick(poll)), (std::vector<double>{1, -1, 1}));
        }
        QCOMPARE(network[1]->connections(), before + 1); // which is waited for during all these ticks
        network[1]->heal();
        network[1]->dropAll();
        QTRY_COMPARE_WITH_TIMEOUT(figures(tick(poll)), (std::vector<double>{1, 1, 1}), 60'000);
    }

    /// On a slow line the number of exchanges one after the other decides how long a tick takes.
    void aTickTakesFewRoundTrips()
    {
        RedisCluster cluster(3, 0, {u"--slowlog-log-slower-than"_s, u"-1"_s}); // new entries are asked for once more
        std::vector<std::unique_ptr<FaultProxy>> network;
        const Endpoint at = behindProxies(cluster, network);
        std::vector<QByteArray> keys;
        for (int i = 0; i < 1'000; ++i) {
            keys.push_back("q:" + QByteArray::number(i));
            cluster.run({"RPUSH", keys.back(), "1"});
        }
        redis::PollOptions options = oneShot();
        options.headInterval = 300ms; // INFO and the round trip with every third tick, about
        PollSession poll(queues(keys), at, options);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(figures(tick(poll)), std::vector<double>(1'000, 1.0));
        }
        for (const auto &proxy : network) {
            proxy->set({.delay = 100ms});
        }
        for (int i = 0; i < 12; ++i) {
            const int before = FaultProxy::roundTrips();
            QCOMPARE(figures(tick(poll)), std::vector<double>(1'000, 1.0));
            const int took = FaultProxy::roundTrips() - before;
            QVERIFY2(took >= 1 && took <= 3, qPrintable(QString::number(took)));
        }
    }

    /// A node that is down from the beginning is told as the map names it; nothing that it did not say is a number.
    void aNodeThatNeverAnswered()
    {
        RedisCluster cluster;
        cluster.master(1).kill9();
        PollSession poll(queues({cluster.keyAt(0, "q")}), server(cluster), oneShot());
        const QJsonArray nodes = nodesOf(tick(poll));
        QCOMPARE(nodes.size(), 3);
        const QString gone = cluster.master(1).tcp().display();
        const auto node = std::find_if(nodes.begin(), nodes.end(),
                                       [&](const QJsonValue &each) { return each[u"address"_s] == gone; });
        QVERIFY(node != nodes.end());
        QCOMPARE((*node)[u"state"_s].toString(), u"error"_s);
        QVERIFY((*node)[u"roundTripMs"_s].isNull() && (*node)[u"version"_s].isNull());
        QVERIFY((*node)[u"slots"_s].toInt() > 5'000);
    }

    /// A search that a node keeps from its end is no answer, in no tick: neither while it waits nor when it goes on.
    void keysLookedForOnANodeThatIsDown()
    {
        RedisCluster cluster;
        for (std::size_t master = 0; master < 3; ++master) {
            for (int i = 0; i < 10; ++i) {
                const QByteArray key = cluster.keyAt(master, "lk:" + QByteArray::number(i) + '-');
                cluster.run({"SET", key, "token", "EX", "1000"});
            }
        }
        const WorkspacePtr locks = workspace("{'kind': 'lock', 'keys': {'lock': 'lk:{id}'}}");
        PollSession before(locks, server(cluster), oneShot());
        QCOMPARE(figure(tick(before), 0, "held"), 30.0);
        cluster.master(1).kill9();
        PollSession poll(locks, server(cluster), oneShot());
        for (int i = 0; i < 8; ++i) { // longer than a search rests after an error
            const SnapshotPtr snapshot = tick(poll);
            QCOMPARE(snapshot->rows[0].state, State::Error);
            QVERIFY(!isKnown(figure(snapshot, 0, "held")));
            const QString problem = problemTexts(snapshot, 0).join(u'|');
            QVERIFY2(problem.contains(cluster.master(1).tcp().display()), qPrintable(problem));
            QTest::qWait(1'000);
        }
        cluster.master(1).start(); // empty
        QTRY_COMPARE_WITH_TIMEOUT(figure(tick(poll), 0, "held"), 20.0, 60'000);
        QCOMPARE(tick(poll)->rows[0].state, State::Ok);
    }

    void failoverIsFollowed()
    {
        RedisCluster cluster(3, 1);
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        for (const QByteArray &key : keys) {
            cluster.run({"RPUSH", key, "1"});
        }
        PollSession poll(queues(keys), server(cluster), oneShot());
        QCOMPARE(figures(tick(poll)), (std::vector<double>{1, 1, 1}));
        cluster.master(0).kill9(); // also the only seed
        QCOMPARE(figures(tick(poll)), (std::vector<double>{-1, 1, 1}));
        cluster.failOver(0);
        SnapshotPtr snapshot;
        std::vector<ServerEvent::Type> events;
        const auto next = [&] {
            snapshot = tick(poll);
            for (const ServerEvent &event : snapshot->events) {
                events.push_back(event.type);
            }
            return figures(snapshot);
        };
        QTRY_COMPARE_WITH_TIMEOUT(next(), (std::vector<double>{1, 1, 1}), 60'000);
        QCOMPARE(events, std::vector{ServerEvent::Type::Failover});
        QCOMPARE(nodesOf(snapshot).size(), 3);
        QCOMPARE(nodesOf(snapshot)[0][u"address"_s].toString(), cluster.replica(0).tcp().display());
    }

    /// Rule: a SCAN's cursor belongs to one node and one map of slots.
    void scansPassOverAllNodes()
    {
        RedisCluster cluster;
        QSet<QByteArray> keys;
        for (int i = 0; i < 500; ++i) {
            const QByteArray key = "k:" + QByteArray::number(i);
            cluster.run({"SET", key, "1"});
            keys.insert(key);
        }
        Cluster server(cluster.endpoint(), {.name = "plimsoll:test", .readOnly = true});
        QVERIFY(server.connect());
        QCOMPARE(server.command({"DBSIZE"})->integer, 500);
        QSet<QByteArray> found;
        QByteArray cursor = "0";
        QByteArray middle;
        do {
            const Result<Reply> reply = server.command({"SCAN", cursor, "COUNT", "50"});
            QVERIFY(reply);
            cursor = reply->elements[0].bytes;
            for (const Reply &key : reply->elements[1].elements) {
                found.insert(key.bytes);
            }
            middle = found.size() > 250 && middle.isEmpty() ? cursor : middle;
        } while (cursor != "0");
        QCOMPARE(found, keys);
        QVERIFY(!middle.isEmpty());
        QVERIFY(server.command({"SCAN", middle}));
        const QByteArray key = *keys.begin();
        const std::size_t from = cluster.masterOf(key);
        cluster.moveSlot(key, from, (from + 1) % 3);
        QVERIFY(server.command({"GET", key})); // MOVED
        const Result<Reply> late = server.command({"SCAN", middle});
        QVERIFY(!late);
        QVERIFY2(late.error().message.contains(u"begins again"_s), qPrintable(late.error().message));
        QCOMPARE(server.command({"DBSIZE"})->integer, 500);
    }

    /// Rule: an unreachable seed is an error, and what is no cluster says so; the others are tried.
    void seeds()
    {
        RedisCluster cluster(2);
        RedisServer alone;
        const QByteArray key = cluster.keyAt(1, "q");
        cluster.run({"RPUSH", key, "1"});
        const redis::HostAndPort good{u"127.0.0.1"_s, cluster.master(1).tcp().port};
        Endpoint at = cluster.endpoint();
        at.port = freePort();
        const auto tried = [&](const Endpoint &endpoint) {
            return PollSession(queues({key}), endpoint, oneShot()).tick();
        };
        QCOMPARE(tried(at).error().kind, ErrorKind::Unreachable);
        at.seeds = {good};
        QVERIFY(tried(at));
        at.port = alone.tcp().port;
        QVERIFY(tried(at));
        at.seeds.clear();
        QCOMPARE(tried(at).error().kind, ErrorKind::Invalid);
        QVERIFY(tried(at).error().message.contains(u"is not part of a cluster"_s));
    }

    /// Rule: a node alone has some of the keys, and counts that look whole.
    void aNodeGivenAsASingleServer()
    {
        RedisCluster cluster(2);
        const Result<SnapshotPtr> snapshot = PollSession(queues({"q"}), cluster.master(0).tcp(), oneShot()).tick();
        QVERIFY(!snapshot);
        QCOMPARE(snapshot.error().kind, ErrorKind::Invalid);
        QVERIFY2(snapshot.error().message.contains(cluster.endpoint().url()), qPrintable(snapshot.error().message));
    }

    void pagesReadWhereTheKeyIs()
    {
        RedisCluster cluster;
        const QByteArray key = cluster.keyAt(2, "q");
        cluster.run({"RPUSH", key, "1", "2", "3"});
        const auto server = redis::makeServer(cluster.endpoint(), {.name = "plimsoll:test", .readOnly = true});
        QVERIFY(server->connect());
        const BrowseResult page =
            redis::browse(*server, {1, queues({key}), 0, ElementsQuery{u"ready"_s, 0, 10, {}, {}}});
        QCOMPARE(std::get<ElementsPage>(page.answer).elements.size(), std::size_t(3));
    }

private:
    /// A proxy before each master; returns the endpoint of the first, by which all others are found.
    static Endpoint behindProxies(RedisCluster &cluster, std::vector<std::unique_ptr<FaultProxy>> &network)
    {
        Endpoint at = cluster.endpoint();
        for (std::size_t i = 0; i < 3; ++i) {
            network.push_back(std::make_unique<FaultProxy>(cluster.master(i).tcp(), Endpoint::Transport::Tcp));
            at.addressMap.emplace_back(cluster.master(i).tcp().display(), network[i]->endpoint().display());
        }
        at.port = network[0]->endpoint().port;
        return at;
    }
    static WorkspacePtr queues(const std::vector<QByteArray> &keys)
    {
        auto made = std::make_shared<Workspace>();
        for (const QByteArray &key : keys) {
            made->collections.push_back(
                collection(QJsonObject{{u"name"_s, QString::fromUtf8(key)},
                                       {u"kind"_s, u"queue"_s},
                                       {u"keys"_s, QJsonObject{{u"ready"_s, QString::fromUtf8(key)}}}}));
        }
        return made;
    }
    /// Gives up a silent node soon.
    static std::unique_ptr<redis::Server> server(const RedisCluster &cluster)
    {
        return redis::makeServer(
            cluster.endpoint(),
            {.name = "plimsoll:test", .readOnly = true, .connectDeadline = 10s, .exchangeDeadline = 1s});
    }
    static std::vector<double> figures(const SnapshotPtr &snapshot)
    {
        std::vector<double> all;
        for (std::size_t row = 0; snapshot && row < snapshot->size(); ++row) {
            const double ready = figure(snapshot, row, "ready");
            all.push_back(isKnown(ready) ? ready : -1);
        }
        return all;
    }
    static std::vector<double> figuresOrNone(PollSession &poll)
    {
        const Result<SnapshotPtr> snapshot = poll.tick();
        return snapshot ? figures(*snapshot) : std::vector<double>();
    }
    static QString refusal(PollSession &poll)
    {
        const Result<SnapshotPtr> snapshot = poll.tick();
        return snapshot ? QString() : snapshot.error().message;
    }
    static QString mappedTo(const redis::AddressMap &map, const redis::HostAndPort &announced)
    {
        return redis::mapped(map, announced).display();
    }
    static QJsonArray nodesOf(const SnapshotPtr &snapshot)
    {
        const QByteArray json = app::snapshotJson(*snapshot, app::JsonWriter::Layout::Line);
        return QJsonDocument::fromJson(json)[u"server"_s][u"nodes"_s].toArray();
    }
};

QTEST_GUILESS_MAIN(ClusterTest)
#include "tst_cluster.moc"
