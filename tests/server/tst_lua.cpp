// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/batch.h"
#include "redis/operations/batch/escrow.h"
#include "redis/operations/batch/script.h"
#include "redis/topology/standalone.h"
#include "redis/types/slot.h"
#include "tests/support/redisserver.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace Qt::StringLiterals;
using plimsoll::testing::RedisServer;

namespace {

using Strings = QByteArrayList;

constexpr auto takeWindow =
    R"({"side":"right","window":100,"others":1000,"target":{"kind":"rpush","score":null},"dead":null,)"
    R"("attempts":"keep","fields":["attempts"],"maxFields":[],"startFields":[],"max":null,)"
    R"("records":false,"expireAt":""})";
constexpr auto takeEach = R"({"side":"right","within":100,"target":{"kind":"sadd","score":null},"dead":null,)"
                          R"("attempts":"keep","fields":["attempts"],"maxFields":[],"startFields":[],"max":null,)"
                          R"("records":false,"expireAt":""})";
constexpr auto moveZSet = R"({"source":"zset","target":{"kind":"zadd","score":"7"},"dead":null,"attempts":"keep",)"
                          R"("fields":["attempts"],"maxFields":[],"startFields":[],"max":null,"records":false,)"
                          R"("expireAt":""})";

/// Arguments of move.lua and take.lua: parameters, then element and score of each item.
Strings moved(const char *parameters, const QList<std::pair<QByteArray, QByteArray>> &items)
{
    Strings arguments{parameters};
    for (const auto &[element, score] : items) {
        arguments += Strings{element, score, "", "", "", "", "", ""};
    }
    return arguments;
}

Strings strings(const Reply &reply)
{
    Strings list;
    for (const Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

} // namespace

/// Each script of lua/ on its own, as the server sees it.
class TestLua : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_client.connect().ok()); }
    void init() { m_server.flush(); }

    void happensOnce_data() { scripts(); }
    void happensOnce();
    void refusesAWrongType_data() { scripts(); }
    void refusesAWrongType();
    void takesAnEmptyCollection_data() { scripts(); }
    void takesAnEmptyCollection();
    void refusesARequestThatIsTooLate_data() { scripts(); }
    void refusesARequestThatIsTooLate();
    void leavesWhatHasMoved();
    void leavesWhatItsTargetHolds();
    void refusesToMoveAKeyOntoItself();
    void keepsWhatStaysInOrder();
    void readsNoMoreOfOthersThanAsked();
    void takesHugeBatches();
    void cutsWhatWasSeen_data();
    void cutsWhatWasSeen();
    void cutsOnlyWhatIsKnown();
    void stopsAtTheBytesOfABatch_data();
    void stopsAtTheBytesOfABatch();
    void tellsHowManyWhereAnAnswerWouldBeTooLarge();
    void arrangesOnlyWhatWasRead();
    void fencesABatchThatNeverRan();
    void cutsWithoutAnArchiveWhenMemoryIsOut();
    void keepsEscrowsInTheSlotOfTheCollection_data();
    void keepsEscrowsInTheSlotOfTheCollection();

private:
    static void scripts();
    Reply run(const QString &script, const Strings &keys, const Strings &arguments, qint64 lateBy = -5'000);
    void fill();

    RedisServer m_server{{u"--enable-debug-command"_s, u"yes"_s}};
    Standalone m_client{m_server.local(), {}};
};

void TestLua::scripts()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<Strings>("keys"); // behind the escrow
    QTest::addColumn<Strings>("arguments");
    QTest::addColumn<Strings>("answer"); // without the times
    QTest::newRow("take from an end") << u"take"_s << Strings{"list", "to"} << moved(takeWindow, {{"b", ""}})
                                      << Strings{"2 1 0 0 0 1 -1 3", "m", "b", "", "", "", "1"};
    QTest::newRow("take by search") << u"take"_s << Strings{"list", "to"} << moved(takeEach, {{"b", ""}})
                                    << Strings{"2 1 0 0 0 0 -1 3", "m", "b", "", "", "", "1"};
    QTest::newRow("move a sorted set") << u"move"_s << Strings{"zset", "to"} << moved(moveZSet, {{"b", "2"}})
                                       << Strings{"2 1 0 0 0 0 -1 0", "m", "b", "2", "", "", ""};
    QTest::newRow("cut_list") << u"cut_list"_s << Strings{"list"}
                              << Strings{"right", "2", "1000", "1", "1", "a", "1", "0", "", "99999"}
                              << Strings{"2 2 0 0 0 2 -1", "", "c", "b"};
    QTest::newRow("cut_zset") << u"cut_zset"_s << Strings{"zset"} << Strings{"min", "2", "1000", "1", "1", "-inf", "2"}
                              << Strings{"2 2 0 0 0 2 -1", "", "a", "1", "b", "2"};
    QTest::newRow("rescore") << u"rescore"_s << Strings{"zset"} << Strings{"a", "1.0", "9"}
                             << Strings{"1 1 0 0 0 0 -1", "m", "a", "1", "9"};
    QTest::newRow("restore") << u"restore"_s << Strings{"zset"} << Strings{"zadd", "", "1", "a", "5", "x", "6"}
                             << Strings{"1 1 1", "a", "x"};
    QTest::newRow("expire") << u"expire"_s << Strings{"list"} << Strings{"99999999999999", ""}
                            << Strings{"1 1 0 0 0 0 -1", "m", "list", "", ""};
}

void TestLua::fill()
{
    m_server.run({"RPUSH", "list", "a", "b", "c"});
    m_server.run({"ZADD", "zset", "1", "a", "2", "b", "3", "c"});
}

Reply TestLua::run(const QString &script, const Strings &keys, const Strings &arguments, qint64 lateBy)
{
    std::vector<QByteArray> all{"60000", QByteArray::number(QDateTime::currentMSecsSinceEpoch() - lateBy)};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<QByteArray> named{"plimsoll:escrow:{t}:op:0"};
    named.insert(named.end(), keys.begin(), keys.end());
    const Result<Reply> reply = runScript(m_client, Script(script), named, all);
    return reply ? *reply : Reply();
}

void TestLua::happensOnce()
{
    QFETCH(QString, script);
    QFETCH(Strings, keys);
    QFETCH(Strings, arguments);
    QFETCH(Strings, answer);
    fill();
    QCOMPARE(strings(run(script, keys, arguments)), answer);
    const QByteArray after = m_server.run({"DEBUG", "DIGEST"}).bytes;
    QCOMPARE(strings(run(script, keys, arguments)), answer); // a repeated request says the same and does nothing
    QCOMPARE(m_server.run({"DEBUG", "DIGEST"}).bytes, after);
    QVERIFY(m_server.run({"PTTL", "plimsoll:escrow:{t}:op:0"}).integer > 50'000);
}

void TestLua::refusesAWrongType()
{
    QFETCH(QString, script);
    QFETCH(Strings, keys);
    QFETCH(Strings, arguments);
    m_server.run({"SET", keys.front(), "text"});
    const Reply reply = run(script, keys, arguments);
    if (script == "expire"_L1) { // works on any type
        QVERIFY(!reply.isError());
        return;
    }
    QVERIFY(reply.isError());
    QVERIFY2(reply.bytes.startsWith("WRONGTYPE"), reply.bytes.constData());
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 1);
}

void TestLua::takesAnEmptyCollection()
{
    QFETCH(QString, script);
    QFETCH(Strings, keys);
    QFETCH(Strings, arguments);
    const Reply reply = run(script, keys, arguments);
    QVERIFY2(!reply.isError(), reply.bytes.constData());
    QCOMPARE(m_server.run({"EXISTS", keys.back()}).integer, script == "restore"_L1 ? 1 : 0);
}

void TestLua::refusesARequestThatIsTooLate()
{
    QFETCH(QString, script);
    QFETCH(Strings, keys);
    QFETCH(Strings, arguments);
    fill();
    const QByteArray before = m_server.run({"DEBUG", "DIGEST"}).bytes;
    const Reply reply = run(script, keys, arguments, 1'000);
    QVERIFY(reply.isError());
    QVERIFY2(reply.bytes.startsWith("PLIMSOLLLATE"), reply.bytes.constData());
    QCOMPARE(m_server.run({"DEBUG", "DIGEST"}).bytes, before);
}

void TestLua::leavesWhatHasMoved()
{
    fill();
    QCOMPARE(strings(run(u"move"_s, {"zset", "to"}, moved(moveZSet, {{"a", "1.5"}, {"gone", "1"}}))),
             Strings{"2 0 0 0 2 0 -1 0"});
    QCOMPARE(m_server.run({"ZCARD", "zset"}).integer, 3);
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    QCOMPARE(strings(run(u"cut_list"_s, {"list"}, {"right", "2", "1000", "0", "1", "not this", "8", "0", "", "99999"})),
             (Strings{"2 0 -1 0 0 0 -1", ""}));
    QCOMPARE(m_server.run({"LLEN", "list"}).integer, 3);
}

void TestLua::leavesWhatItsTargetHolds()
{
    m_server.run({"RPUSH", "list", "a", "b", "b"});
    m_server.run({"SADD", "to", "a"});
    // One that is there already, and the second of two equal ones, would be gone.
    QCOMPARE(strings(run(u"take"_s, {"list", "to"}, moved(takeEach, {{"a", ""}, {"b", ""}, {"b", ""}}))),
             (Strings{"2 1 0 0 2 0 -1 3", "m", "b", "", "", "", "2"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "list", "0", "-1"})), (Strings{"a", "b"}));
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    m_server.run({"ZADD", "zset", "1", "a"});
    m_server.run({"ZADD", "scores", "40", "a"});
    QCOMPARE(strings(run(u"move"_s, {"zset", "scores"}, moved(moveZSet, {{"a", "1"}}))), Strings{"2 0 0 0 1 0 -1 0"});
    QCOMPARE(m_server.run({"ZSCORE", "scores", "a"}).bytes, "40");
}

void TestLua::refusesToMoveAKeyOntoItself()
{
    fill();
    const Reply reply = run(u"take"_s, {"list", "list"}, moved(takeWindow, {{"b", ""}}));
    QVERIFY(reply.isError());
    QCOMPARE(strings(m_server.run({"LRANGE", "list", "0", "-1"})), (Strings{"a", "b", "c"}));
}

void TestLua::keepsWhatStaysInOrder()
{
    const QByteArray binary("\0\xff\r\n", 4);
    m_server.run({"RPUSH", "list", "a", "", binary, "a", "z", ""});
    QCOMPARE(strings(run(u"take"_s, {"list", "to"}, moved(takeWindow, {{"", ""}, {binary, ""}}))),
             (Strings{"2 2 0 0 0 2 -1 6", "m", "", "", "", "", "5", "m", binary, "", "", "", "2"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "list", "0", "-1"})), (Strings{"a", "", "a", "z"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "to", "0", "-1"})), (Strings{"", binary}));
}

void TestLua::readsNoMoreOfOthersThanAsked()
{
    const QByteArray large(600, 'x');
    m_server.run({"RPUSH", "list", "a", large, "b", large, "c", "d"});
    // "a" lies behind more than 1,000 bytes of others; those behind "b" are left where they are.
    QCOMPARE(strings(run(u"take"_s, {"list", "to"}, moved(takeWindow, {{"b", ""}, {"d", ""}, {"a", ""}}))),
             (Strings{"2 2 0 0 1 2 -1 6", "m", "b", "", "", "", "2", "m", "d", "", "", "", "5"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "list", "0", "-1"})), (Strings{"a", large, large, "c"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "to", "0", "-1"})), (Strings{"b", "d"}));
}

void TestLua::takesHugeBatches()
{
    Pipeline pipeline;
    Strings arguments{takeWindow};
    arguments.first().replace("\"window\":100", "\"window\":20000");
    for (int i = 0; i < 20'000; ++i) {
        const QByteArray id = QByteArray::number(i);
        pipeline.add({"RPUSH", "list", id});
        pipeline.add({"ZADD", "zset", id, id});
        arguments.append({id, "", "", "", "", "", "", ""});
    }
    m_server.run(pipeline);
    QCOMPARE(run(u"take"_s, {"list", "to"}, arguments).elements.size(), 120'001U);
    QCOMPARE(m_server.run({"LLEN", "to"}).integer, 20'000);
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    QCOMPARE(run(u"cut_zset"_s, {"zset"}, {"max", "20000", "10000000", "0", "1", "+inf", "-inf"}).elements.size(),
             40'002U);
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    QCOMPARE(run(u"cut_list"_s, {"to"}, {"left", "20000", "10000000", "0", "1", "19999", "5", "0", "", "99999"})
                 .elements.size(),
             20'002U);
    QCOMPARE(m_server.run({"EXISTS", "list", "zset", "to"}).integer, 0);
}

void TestLua::cutsWhatWasSeen_data()
{
    QTest::addColumn<Strings>("list"); // from the old end; "m" is the mark
    QTest::addColumn<QByteArray>("stay");
    QTest::addColumn<QByteArray>("known"); // to have come in
    QTest::addColumn<Strings>("answer");
    QTest::newRow("as it was") << Strings{"a", "b", "m"} << QByteArray("1") << QByteArray("0")
                               << Strings{"2 2 0 0 0 2 -1", "", "a", "b"};
    QTest::newRow("workers took all but what stays")
        << Strings{"m"} << QByteArray("1") << QByteArray("0") << Strings{"2 0 0 0 0 0 -1", ""};
    QTest::newRow("the mark goes as well")
        << Strings{"a", "m", "x", "y"} << QByteArray("0") << QByteArray("0") << Strings{"2 2 0 2 0 2 -1", "", "a", "m"};
    QTest::newRow("behind what came in") << Strings{"a", "b", "m", "x", "y"} << QByteArray("1") << QByteArray("1")
                                         << Strings{"2 2 0 2 0 2 -1", "", "a", "b"};
    QTest::newRow("an equal one came in")
        << Strings{"a", "m", "x", "m"} << QByteArray("1") << QByteArray("1") << Strings{"2 1 0 2 0 1 -1", "", "a"};
    QTest::newRow("it is gone") << Strings{"a", "b", "x"} << QByteArray("1") << QByteArray("0")
                                << Strings{"2 0 -1 0 0 0 -1", ""};
    QTest::newRow("fewer than stay") << Strings{"a", "b"} << QByteArray("2") << QByteArray("0")
                                     << Strings{"2 0 0 0 0 0 -1", ""};
}

void TestLua::cutsWhatWasSeen()
{
    QFETCH(Strings, list);
    QFETCH(QByteArray, stay);
    QFETCH(QByteArray, known);
    QFETCH(Strings, answer);
    for (const bool left : {true, false}) {
        m_server.flush();
        for (const QByteArray &element : list) {
            m_server.run({left ? "RPUSH" : "LPUSH", "list", element});
        }
        QCOMPARE(strings(run(u"cut_list"_s, {"list"},
                             {left ? "left" : "right", "9", "1000", stay, "1", "m", "1", known, "", "9"})),
                 answer);
        QCOMPARE(m_server.run({"LLEN", "list"}).integer, list.size() - answer.size() + 2);
    }
}

void TestLua::cutsOnlyWhatIsKnown()
{
    const auto known = [](const Strings &elements) {
        QByteArray text;
        for (const QByteArray &element : elements) {
            text += QCryptographicHash::hash(element, QCryptographicHash::Sha1).toHex().first(16);
        }
        return text;
    };
    m_server.run({"RPUSH", "list", "c", "", "e", "young", "m"});
    // "a" and "b" have been taken since; two are passed besides the three that go.
    QCOMPARE(strings(run(u"cut_list"_s, {"list"},
                         {"left", "9", "1000", "1", "1", "m", "1", "0", "", "9", known({"a", "b", "c", "", "e"})})),
             (Strings{"2 3 1 0 5 2 -1", known({"young"}), "c", "", "e"}));
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    QCOMPARE(strings(run(u"cut_list"_s, {"list"}, {"left", "9", "1000", "1", "0", "m", "1", "0", "", "9", ""})),
             (Strings{"2 0 1 0 0 0 -1", known({"young"})}));
    QCOMPARE(strings(m_server.run({"LRANGE", "list", "0", "-1"})), (Strings{"young", "m"}));
}

void TestLua::stopsAtTheBytesOfABatch_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<Strings>("arguments"); // what it takes besides the bytes and the archive
    QTest::newRow("cut_list") << u"cut_list"_s << Strings{"right", "m", "1", "0", "", "99999"};
    QTest::newRow("cut_zset") << u"cut_zset"_s << Strings{"min", "-inf", "9"};
}

void TestLua::stopsAtTheBytesOfABatch()
{
    QFETCH(QString, script);
    QFETCH(Strings, arguments);
    for (const char *archive : {"1", "0"}) {
        m_server.flush();
        for (int i = 0; i < 9; ++i) {
            const QByteArray element = QByteArray::number(i) + QByteArray(i < 4 ? 9 : 999, 'x');
            if (script == "cut_zset"_L1) {
                m_server.run({"ZADD", "key", QByteArray::number(i), element});
            } else {
                m_server.run({"LPUSH", "key", element});
            }
        }
        if (script == "cut_list"_L1) {
            m_server.run({"LPUSH", "key", "m"});
        }
        // The small ones, without the large one that exceeds the bytes; then at least one, however little is allowed.
        for (const auto &[bytes, header] : {std::pair("1000", "2 4 "), std::pair("1000", "2 1 "),
                                            std::pair("1", "2 1 "), std::pair("2000", "2 2 ")}) {
            Strings all{arguments[0], "9", bytes, "0", archive};
            all += arguments.sliced(1);
            const Reply reply = run(script, {"key"}, all);
            QVERIFY2(!reply.elements.empty(), reply.bytes.constData());
            QVERIFY2(reply.elements.front().bytes.startsWith(header), reply.elements.front().bytes.constData());
            m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
        }
    }
}

void TestLua::tellsHowManyWhereAnAnswerWouldBeTooLarge()
{
    m_server.run({"RPUSH", "list", "m", QByteArray(5'000'000, 'x')});
    const Strings arguments{"right", "2", "1000", "1", "1", "m", "1", "0", "", "99999"};
    QCOMPARE(heldStrings(run(u"cut_list"_s, {"list"}, arguments)), 3);
    QCOMPARE(heldStrings(run(u"cut_list"_s, {"list"}, arguments)), 3); // and so when it is sent again
    QCOMPARE(heldStrings(run(u"fence"_s, {}, {})), 3);
    // No other answer is taken for that.
    QCOMPARE(heldStrings(m_server.run({"LLEN", "plimsoll:escrow:{t}:op:0"})), std::nullopt);
    QCOMPARE(heldStrings(m_server.run({"PING"})), std::nullopt);
    QCOMPARE(heldStrings(m_server.run({"ECHO", "PLIMSOLLHELD 3"})), std::nullopt);
    const Result<std::vector<Reply>> held = readEscrow(m_client, "plimsoll:escrow:{t}:op:0", 3);
    QVERIFY(held.ok());
    QCOMPARE(held->at(0).bytes, "2 1 0 0 0 5000000 -1");
    QCOMPARE(held->at(2).bytes, QByteArray(5'000'000, 'x'));
    m_server.run({"UNLINK", "plimsoll:escrow:{t}:op:0"});
    m_server.run({"ZADD", "zset", "1", QByteArray(5'000'000, 'x')});
    QCOMPARE(heldStrings(run(u"cut_zset"_s, {"zset"}, {"min", "2", "1000", "0", "1", "-inf", "+inf"})), 4);
}

void TestLua::arrangesOnlyWhatWasRead()
{
    const QByteArray digest = QCryptographicHash::hash("1:b1:c1:e", QCryptographicHash::Sha1).toHex();
    const Strings left{R"({"side":"left","ranges":[[1,2],[4,1]],"take":[3,1,2],"slack":2,"digest":")" + digest + "\"}",
                       "b"};
    const auto list = [this] { return strings(m_server.run({"LRANGE", "list", "0", "-1"})); };
    m_server.run({"RPUSH", "list", "a", "b", "c", "d", "e", "f"});
    QCOMPARE(run(u"arrange"_s, {"list"}, left).bytes, "0");
    QCOMPARE(list(), (Strings{"a", "e", "b", "d", "c", "f"}));
    QVERIFY(run(u"arrange"_s, {"list"}, left).isNil()); // not as it was read any more
    QCOMPARE(list(), (Strings{"a", "e", "b", "d", "c", "f"}));

    m_server.run({"UNLINK", "list"});
    m_server.run({"RPUSH", "list", "b", "new", "a", "b", "c", "d", "e", "f"}); // others pushed two
    QCOMPARE(run(u"arrange"_s, {"list"}, left).bytes, "2");
    QCOMPARE(list(), (Strings{"b", "new", "a", "e", "b", "d", "c", "f"}));

    m_server.run({"UNLINK", "list"});
    m_server.run({"RPUSH", "list", "f", "e", "d", "c", "b"}); // from the right, and one was popped there
    Strings right = left;
    right.first().replace("left", "right");
    QCOMPARE(run(u"arrange"_s, {"list"}, right).bytes, "-1");
    QCOMPARE(list(), (Strings{"f", "c", "d", "b", "e"}));
    QCOMPARE(m_server.run({"EXISTS", "plimsoll:escrow:{t}:op:0"}).integer, 0);
}

void TestLua::fencesABatchThatNeverRan()
{
    fill();
    QCOMPARE(strings(run(u"fence"_s, {}, {})), Strings{"void"});
    // The request of the process that died arrives after all.
    QCOMPARE(strings(run(u"cut_list"_s, {"list"}, {"right", "2", "1000", "0", "1", "a", "1", "0", "", "99999"})),
             Strings{"void"});
    QCOMPARE(m_server.run({"LLEN", "list"}).integer, 3);
}

void TestLua::cutsWithoutAnArchiveWhenMemoryIsOut()
{
    fill();
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const Reply kept = run(u"cut_list"_s, {"list"}, {"right", "2", "1000", "0", "1", "a", "1", "0", "", "99999"});
    const qint64 length = m_server.run({"LLEN", "list"}).integer;
    const Reply cut = run(u"cut_list"_s, {"list"}, {"right", "2", "1000", "0", "0", "a", "1", "0", "", "99999"});
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    QVERIFY(kept.isError());
    QCOMPARE(length, 3);
    QVERIFY2(!cut.isError(), cut.bytes.constData());
    QCOMPARE(m_server.run({"LLEN", "list"}).integer, 1);
}

void TestLua::keepsEscrowsInTheSlotOfTheCollection_data()
{
    QTest::addColumn<QByteArray>("key");
    for (const char *key : {"queue:email", "{user:42}:jobs", "a{b}c{d}", "{}x", "a}b", "{", "}", "{{x}}", "a{", ""}) {
        QTest::newRow(key) << QByteArray(key);
    }
}

void TestLua::keepsEscrowsInTheSlotOfTheCollection()
{
    QFETCH(QByteArray, key);
    static RedisServer cluster({u"--cluster-enabled"_s, u"yes"_s});
    const QByteArray escrow = escrowKey(key, u"0a1b2c3d"_s, 17);
    QVERIFY(escrow.startsWith("plimsoll:escrow:{"));
    QVERIFY(escrow.endsWith(":0a1b2c3d:17"));
    const qint64 slot = cluster.run({"CLUSTER", "KEYSLOT", key}).integer;
    QCOMPARE(qint64(slotOf(key)), slot);
    QCOMPARE(cluster.run({"CLUSTER", "KEYSLOT", escrow}).integer, slot);
}

QTEST_GUILESS_MAIN(TestLua)
#include "tst_lua.moc"
