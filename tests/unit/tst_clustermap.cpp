// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/clustermap.h"
#include "redis/wire/replyreader.h"

#include <QTest>

using namespace plimsoll;
using namespace Qt::StringLiterals;
using redis::ClusterMap;
using redis::HostAndPort;
using redis::Reply;

namespace {

/// Writes "[a [1 2]]" as RESP: digits are integers, everything else is a string, '' an empty one.
QByteArray resp(const QByteArray &text)
{
    QByteArray spaced = text;
    spaced.replace("[", " [ ").replace("]", " ] ");
    std::vector<std::pair<QByteArray, int>> open{{QByteArray(), 0}};
    for (const QByteArray &word : spaced.simplified().split(' ')) {
        if (word == "[") {
            open.emplace_back(QByteArray(), 0);
            continue;
        }
        QByteArray value;
        if (word == "]") {
            value = '*' + QByteArray::number(open.back().second) + "\r\n" + open.back().first;
            open.pop_back();
        } else {
            bool isNumber = false;
            static_cast<void>(word.toLongLong(&isNumber));
            const QByteArray said = word == "''" ? QByteArray() : word;
            value = isNumber ? ':' + word + "\r\n" : '$' + QByteArray::number(said.size()) + "\r\n" + said + "\r\n";
        }
        open.back().first += value;
        ++open.back().second;
    }
    return open.front().first;
}

Reply reply(const QByteArray &text)
{
    redis::ReplyReader reader({1 << 20, 1 << 16});
    reader.begin(1);
    if (reader.feed(resp(text)) || !reader.isComplete()) {
        qFatal("bad reply in a test: %s", text.constData());
    }
    return reader.take().front();
}

const HostAndPort asked{u"seed"_s, 7000};

} // namespace

/// Every form in which a node may describe its cluster, and what must be refused as a whole.
class ClusterMapTest final : public QObject {
    Q_OBJECT

private slots:
    void shards()
    {
        const Reply told =
            reply("[[slots [5 9] nodes [[id B port 7001 ip 10.0.0.2 endpoint 10.0.0.2 role master health "
                  "online] [id b port 7011 ip 10.0.0.3 endpoint 10.0.0.3 role replica]]]"
                  "[slots [0 4 10 16383] nodes [[id a port 7010 tls-port 7110 ip 10.0.0.4 endpoint '' role "
                  "replica] [id A port 7000 tls-port 7100 ip '' endpoint ? hostname redis-0 role master]]]"
                  "[slots [] nodes [[id C port 7002 ip 10.0.0.5 endpoint 10.0.0.5 role master]]]]");
        const Result<ClusterMap> map = readShards(told, asked, false);
        QVERIFY(map);
        QCOMPARE(map->nodes.size(), std::size_t(5));
        QCOMPARE(map->nodes[0].id, QByteArray("A"));
        QCOMPARE(map->nodes[0].address, (HostAndPort{u"seed"_s, 7000})); // it does not know its address
        QCOMPARE(map->nodes[0].hostName, u"redis-0"_s);
        QVERIFY(map->nodes[0].isMaster);
        QCOMPARE(map->nodes[0].ranges, (decltype(ClusterMap::Node::ranges){{0, 4}, {10, 16383}}));
        QCOMPARE(map->nodes[1].id, QByteArray("a"));
        QCOMPARE(map->nodes[1].address, (HostAndPort{u"10.0.0.4"_s, 7010}));
        QVERIFY(!map->nodes[1].isMaster);
        QCOMPARE(map->nodes[2].id, QByteArray("B"));
        QCOMPARE(map->nodes[4].id, QByteArray("C")); // without slots
    }

    /// Redis 8 goes on calling the old one a master.
    void theOldMasterIsNotTheMaster()
    {
        const Reply told = reply("[[slots [0 16383] nodes [[id A port 7000 ip h endpoint h role master health fail]"
                                 " [id a port 7010 ip h endpoint h role master health online]]]]");
        const Result<ClusterMap> map = readShards(told, asked, false);
        QVERIFY(map);
        QCOMPARE(map->nodes[0].id, QByteArray("a"));
        QVERIFY(map->nodes[0].isMaster);
        QCOMPARE(map->nodes[0].ranges, (decltype(ClusterMap::Node::ranges){{0, 16383}}));
        QVERIFY(!map->nodes[1].isMaster);
        QVERIFY(!hasTwoMasters(told));
        QVERIFY(hasTwoMasters(reply("[[slots [] nodes []] [slots [0 16383] nodes [[id A role master health online]"
                                    " [id a role master health online]]]]")));
        // Nobody has taken over yet.
        const Reply alone = reply("[[slots [0 16383] nodes [[id A port 7000 ip h endpoint h role master health fail]"
                                  " [id a port 7010 ip h endpoint h role replica health online]]]]");
        QCOMPARE(readShards(alone, asked, false)->nodes[0].id, QByteArray("A"));
    }

    void tlsPorts()
    {
        const Reply told =
            reply("[[slots [0 16383] nodes [[id A port 7000 tls-port 7100 ip h endpoint h role master]]]]");
        QCOMPARE(readShards(told, asked, true)->nodes[0].address.port, quint16(7100));
        const Reply without = reply("[[slots [0 16383] nodes [[id A port 7000 ip h endpoint h role master]]]]");
        QVERIFY(!readShards(without, asked, true));
    }

    void slotsOfOlderServers()
    {
        const Reply told = reply("[[5 16383 [10.0.0.2 7001 B] [10.0.0.3 7011 b]] [0 2 ['' 7000 A [hostname redis-0]]] "
                                 "[4 4 ['' 7000 A []]] [3 3 [10.0.0.2 7001 B]]]");
        const Result<ClusterMap> map = readSlots(told, asked);
        QVERIFY(map);
        QCOMPARE(map->nodes.size(), std::size_t(3));
        QCOMPARE(map->nodes[0].id, QByteArray("A"));
        QCOMPARE(map->nodes[0].address, (HostAndPort{u"seed"_s, 7000}));
        QCOMPARE(map->nodes[0].hostName, u"redis-0"_s);
        QCOMPARE(map->nodes[0].ranges, (decltype(ClusterMap::Node::ranges){{0, 2}, {4, 4}}));
        QCOMPARE(map->nodes[1].ranges, (decltype(ClusterMap::Node::ranges){{5, 16383}, {3, 3}}));
    }

    void refusedAsAWhole_data()
    {
        QTest::addColumn<QByteArray>("shards");
        QTest::newRow("nothing") << QByteArray("[]");
        QTest::newRow("text") << QByteArray("x");
        QTest::newRow("no nodes") << QByteArray("[[slots [0 1]]]");
        QTest::newRow("empty nodes with slots") << QByteArray("[[slots [0 1] nodes []]]");
        QTest::newRow("port 0") << QByteArray("[[slots [0 1] nodes [[id A port 0 ip h role master]]]]");
        QTest::newRow("no port") << QByteArray("[[slots [0 1] nodes [[id A ip h role master]]]]");
        QTest::newRow("port too high") << QByteArray("[[slots [0 1] nodes [[id A port 65536 ip h role master]]]]");
        QTest::newRow("no id") << QByteArray("[[slots [0 1] nodes [[port 1 ip h role master]]]]");
        QTest::newRow("slot over 16383") << QByteArray("[[slots [0 16384] nodes [[id A port 1 ip h role master]]]]");
        QTest::newRow("negative slot") << QByteArray("[[slots [-1 5] nodes [[id A port 1 ip h role master]]]]");
        QTest::newRow("range backwards") << QByteArray("[[slots [5 4] nodes [[id A port 1 ip h role master]]]]");
        QTest::newRow("half a range") << QByteArray("[[slots [5] nodes [[id A port 1 ip h role master]]]]");
        QTest::newRow("slots of a replica") << QByteArray("[[slots [0 1] nodes [[id A port 1 ip h role replica]]]]");
        QTest::newRow("slot twice") << QByteArray("[[slots [0 5] nodes [[id A port 1 ip h role master]]]"
                                                  "[slots [5 6] nodes [[id B port 2 ip h role master]]]]");
    }

    void refusedAsAWhole()
    {
        QFETCH(const QByteArray, shards);
        QCOMPARE(readShards(reply(shards), asked, false).error().kind, ErrorKind::Protocol);
    }

    void refusedSlots_data()
    {
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("no master") << QByteArray("[[0 5]]");
        QTest::newRow("no port") << QByteArray("[[0 5 [h]]]");
        QTest::newRow("port 0") << QByteArray("[[0 5 [h 0 A]]]");
        QTest::newRow("slot over 16383") << QByteArray("[[0 99999 [h 1 A]]]");
        QTest::newRow("slot twice") << QByteArray("[[0 5 [h 1 A]] [5 6 [h 2 B]]]");
    }

    void refusedSlots()
    {
        QFETCH(const QByteArray, told);
        QCOMPARE(readSlots(reply(told), asked).error().kind, ErrorKind::Protocol);
    }
};

QTEST_APPLESS_MAIN(ClusterMapTest)
#include "tst_clustermap.moc"
