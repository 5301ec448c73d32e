// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/cookbook.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace plimsoll;
using plimsoll::redis::Reply;
using plimsoll::testing::RedisServer;

namespace {

using Strings = QByteArrayList;

/// "[1,[a,b],nil]"; times as T.
QByteArray text(const Reply &reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return "nil";
    case Reply::Type::Integer:
        return reply.integer > 1'000'000'000'000 ? QByteArray("T") : QByteArray::number(reply.integer);
    case Reply::Type::Array: {
        Strings parts;
        for (const Reply &element : reply.elements) {
            parts += text(element);
        }
        return "[" + parts.join(',') + "]";
    }
    default:
        return reply.bytes;
    }
}

/// Keys by the names that the scripts' heads give them, all in one slot.
QByteArray keyOf(const QByteArray &name)
{
    return "cook:{t}:" + name;
}

/// "RPUSH @list a b": words; those with an @ are keys.
Strings wordsOf(const QByteArray &line)
{
    Strings words = line.split(' ');
    for (QByteArray &word : words) {
        word = word.startsWith('@') ? keyOf(word.sliced(1)) : word;
    }
    return words;
}

} // namespace

/// Tests each script of lua/cookbook: its effect, also if another client was faster or died, and that it leaves a key
/// of the wrong type and all other keys alone.
class TestCookbook : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(m_client.connect().ok()); }
    void init() { m_server.flush(); }

    void everyScriptHasItsTest();
    void everyScriptHasItsHead();
    void works_data() { scripts(); }
    void works();
    void refusesAWrongType_data() { scripts(); }
    void refusesAWrongType();
    void changesNothingWhereItFails_data();
    void changesNothingWhereItFails();
    void staysInOneSlot_data() { scripts(); }
    void staysInOneSlot();
    void bringsBackWhatADeadWorkerHeld();
    void givesUpAfterTheLastAttempt();
    void letsNobodyInBeforeTheWindowIsOver();
    void closesNothingThatWasPutOff();
    void leasesWhatStandsBehindLongJobs();
    void tellsTheHolderItsNumberAgain();

private:
    static void scripts();
    void setUp(const QByteArray &lines);
    Reply run(const QByteArray &name, const Strings &keys, const Strings &arguments);
    Reply send(const Strings &words);

    RedisServer m_server{{QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}};
    redis::Client m_client{m_server.local(), {}};
};

void TestCookbook::scripts()
{
    QTest::addColumn<Strings>("keys");
    QTest::addColumn<QByteArray>("before"); // commands, a line each
    QTest::addColumn<Strings>("arguments");
    QTest::addColumn<QByteArray>("first"); // reply to the first run
    QTest::addColumn<QByteArray>("second"); // reply to the second run
    QTest::addColumn<QByteArray>("after"); // "command: answer", one per line, after the second run
    const auto row = [](const char *name, const QByteArray &keys, const char *before, const QByteArray &arguments,
                        const char *first, const char *second, const char *after) {
        QTest::newRow(name) << keys.split(' ') << QByteArray(before) << arguments.split(' ') << QByteArray(first)
                            << QByteArray(second) << QByteArray(after);
    };
    row("queue_lease", "processing leases", "LPUSH @processing a", "a 300", "1", "1", "ZCARD @leases: 1");
    row("queue_finish", "processing leases attempts done",
        "LPUSH @processing a b\nZADD @leases 5 a\nHSET @attempts a 2\nHSET @done x 1", "a", "1", "0",
        "LRANGE @processing 0 -1: [b]\nEXISTS @leases @attempts: 0\nHGET @done a: 1");
    row("queue_reap", "processing leases ready dead attempts",
        "LPUSH @processing a b\nZADD @leases 5 a\nRPUSH @ready c\nRPUSH @dead z\nHSET @attempts x 1", "300 5 100",
        "[1,0,1]", "[0,0,0]", "LRANGE @ready 0 -1: [c,a]\nLRANGE @processing 0 -1: [b]\nHGET @attempts a: 1");
    row("delayed_claim", "delayed processing",
        "ZADD @delayed 1 a 2 b 99999999999999 c\nZADD @processing 99999999999999 z", "1 300", "[a]", "[b]",
        "ZRANGE @delayed 0 -1: [c]\nZCARD @processing: 3");
    row("delayed_ack", "processing done attempts", "ZADD @processing 5 a\nHSET @done x 1\nHSET @attempts a 1", "a", "1",
        "0", "HGET @done a: 1\nEXISTS @attempts @processing: 0");
    row("delayed_reap", "processing delayed attempts",
        "ZADD @processing 5 a 99999999999999 b\nZADD @delayed 9 c\nHSET @attempts x 1", "100", "[a]", "[]",
        "ZRANGE @delayed 0 -1: [c,a]\nZRANGE @processing 0 -1: [b]\nHGET @attempts a: 1");
    row("priority_add", "queue", "ZADD @queue 5 first", "a 1 300", "T", "T", "ZRANGE @queue 0 -1: [first,a]");
    row("ratelimit_allow", "subject", "ZADD @subject 5 old", "1 60000 a", "[1,1,T]", "[0,1,T]",
        "ZRANGE @subject 0 -1: [a]");
    row("dedupe_seen", "last now next", "SADD @last x\nSADD @now y\nSADD @next z", "a 60000", "1", "0",
        "SCARD @now: 2");
    row("recent_push", "list", "RPUSH @list b c", "a 2 60000", "2", "2", "LRANGE @list 0 -1: [a,a]");
    row("recent_touch", "things", "ZADD @things 5 a 6 b 7 c", "a 2 60000", "2", "2", "ZRANGE @things 0 -1: [c,a]");
    row("presence_beat", "seen", "ZADD @seen 5 gone", "a 400", "1", "0", "ZRANGE @seen 0 -1: [a]");
    row("presence_online", "seen", "ZADD @seen 5 gone 99999999999999 a", "400 10", "[T,[a]]", "[T,[a]]",
        "ZCARD @seen: 2");
    row("lock_take", "lock fence", "SET @fence 6", "mine 60000", "7", "7", "GET @lock: mine\nGET @fence: 7");
    row("lock_write", "resource", "HSET @resource fence 4 value x", "5 y", "[1,4]", "[1,5]",
        "HGET @resource value: y\nHGET @resource fence: 5");
    row("lock_release", "lock", "SET @lock mine", "mine", "mine", "nil", "EXISTS @lock: 0");
    row("cache_look", "value guard", "", "me 60000", "[fetch]", "[wait]", "GET @guard: me");
    row("cache_fill", "value guard", "SET @guard me", "me v 60000", "1", "0", "GET @value: v\nEXISTS @guard: 0");
    row("stream_finish", "stream done",
        "XADD @stream 1-1 job a\nXGROUP CREATE @stream g 0\nXREADGROUP GROUP g c STREAMS @stream >\nHSET @done x 1",
        "g 1-1 a", "1", "0", "HGET @done a: 1");
    row("stream_dead", "stream dead",
        "XADD @stream 1-1 job a\nXGROUP CREATE @stream g 0\nXREADGROUP GROUP g c STREAMS @stream >\nXADD @dead 1-1 x "
        "y\n"
        "XTRIM @dead MAXLEN 1",
        "g 1-1", "*", "nil", "XLEN @dead: 2\nXLEN @stream: 1");
    row("expiry_write", "index open thing", "ZADD @index 5 x\nSADD @open x", "a text 1000 60000", "T", "T",
        "GET @thing: text\nZRANGE @index 0 -1: [x,a]\nSISMEMBER @open a: 1");
    row("expiry_clean", "index open thing1 thing2",
        "ZADD @index 5 a 99999999999999 b\nSADD @open a b\nSET @thing1 x\nSET @thing2 y", "a b", "[a]", "[]",
        "ZRANGE @index 0 -1: [b]\nSMEMBERS @open: [b]\nEXISTS @thing1: 0\nEXISTS @thing2: 1");
}

/// A job without a lease is found wherever it stands, though more than are looked at have leases that hold.
void TestCookbook::leasesWhatStandsBehindLongJobs()
{
    const Strings keys{"processing", "leases", "ready", "dead", "attempts"};
    for (int i = 0; i < 250; ++i) {
        const QByteArray job = "long" + QByteArray::number(i);
        setUp("LPUSH @processing " + job + "\nZADD @leases 99999999999999 " + job);
    }
    setUp("LPUSH @processing left\nRPUSH @processing right");
    const auto isLeased = [this](const QByteArray &job) { return !send({"ZSCORE", keyOf("leases"), job}).isNil(); };
    for (int i = 0; i < 1'000 && !(isLeased("left") && isLeased("right")); ++i) {
        QVERIFY(!run("queue_reap", keys, {"300", "5", "20"}).isError());
    }
    QVERIFY(isLeased("left") && isLeased("right"));
}

/// A holder whose reply was lost asks again and holds the lock; another client does not.
void TestCookbook::tellsTheHolderItsNumberAgain()
{
    const Strings keys{"lock", "fence"};
    QCOMPARE(run("lock_take", keys, {"mine", "60000"}).integer, 1);
    QCOMPARE(run("lock_take", keys, {"mine", "60000"}).integer, 1);
    QCOMPARE(run("lock_take", keys, {"his", "60000"}).integer, 0);
    QCOMPARE(send({"GET", keyOf("lock")}).bytes, "mine");
}

Reply TestCookbook::send(const Strings &words)
{
    const std::vector<QByteArrayView> views(words.begin(), words.end());
    redis::Pipeline pipeline;
    pipeline.add(views);
    return m_client.exchange(pipeline).value().front();
}

void TestCookbook::setUp(const QByteArray &lines)
{
    for (const QByteArray &line : lines.split('\n')) {
        if (!line.isEmpty()) {
            const Reply reply = send(wordsOf(line));
            QVERIFY2(!reply.isError(), (line + ": " + reply.bytes).constData());
        }
    }
}

Reply TestCookbook::run(const QByteArray &name, const Strings &keys, const Strings &arguments)
{
    Strings words{"EVAL", lab::cookbook(name).text, QByteArray::number(keys.size())};
    for (const QByteArray &key : keys) {
        words += keyOf(key);
    }
    return send(words + arguments);
}

void TestCookbook::everyScriptHasItsTest()
{
    const QStringList files =
        QDir(QStringLiteral(PLIMSOLL_SOURCE_DIR "/lua/cookbook")).entryList({QStringLiteral("*.lua")});
    QFile self(QStringLiteral(PLIMSOLL_SOURCE_DIR "/tests/server/tst_cookbook.cpp"));
    QVERIFY(self.open(QIODevice::ReadOnly));
    const QByteArray text = self.readAll();
    QVERIFY(files.size() > 20);
    for (const QString &file : files) {
        QVERIFY2(text.contains("row(\"" + file.toLatin1().chopped(4) + "\""), qPrintable(file));
    }
}

void TestCookbook::everyScriptHasItsHead()
{
    for (const QString &file : QDir(QStringLiteral(":/plimsoll/lua/cookbook")).entryList()) {
        const QByteArray text = lab::cookbook(file.toLatin1().chopped(4)).text;
        for (const char *part : {"-- Promise: ", "\n-- KEYS  1 ", "\n-- ARGV  ", "\n-- Returns ", "\n-- Cost  "}) {
            QVERIFY2(text.contains(part), qPrintable(file + QLatin1String(part)));
        }
    }
}

void TestCookbook::works()
{
    QFETCH(const Strings, keys);
    QFETCH(const QByteArray, before);
    QFETCH(const Strings, arguments);
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    QFETCH(const QByteArray, after);
    setUp(before);
    const QByteArray answer = text(run(QTest::currentDataTag(), keys, arguments));
    QVERIFY2(first == "*" || answer == first, answer.constData());
    QCOMPARE(text(run(QTest::currentDataTag(), keys, arguments)), second);
    for (const QByteArray &line : after.split('\n')) {
        const qsizetype colon = line.lastIndexOf(": ");
        QCOMPARE(text(send(wordsOf(line.first(colon)))), line.sliced(colon + 2));
    }
}

void TestCookbook::refusesAWrongType()
{
    QFETCH(const Strings, keys);
    QFETCH(const QByteArray, before);
    QFETCH(const Strings, arguments);
    for (const QByteArray &key : keys) {
        if (key.startsWith("thing") && QByteArray(QTest::currentDataTag()) == "expiry_clean") {
            continue; // is removed whatever it is
        }
        m_server.flush();
        setUp(before);
        m_server.run({"DEL", keyOf(key)});
        const bool isStream = QByteArray(QTest::currentDataTag()).startsWith("stream");
        isStream ? m_server.run({"SET", keyOf(key), "x"}) : m_server.run({"XADD", keyOf(key), "1-1", "f", "v"});
        const QByteArray digest = m_server.run({"DEBUG", "DIGEST"}).bytes;
        const Reply reply = run(QTest::currentDataTag(), keys, arguments);
        QVERIFY2(reply.isError() && reply.bytes.contains("WRONGTYPE"), (key + ": " + text(reply)).constData());
        QVERIFY2(m_server.run({"DEBUG", "DIGEST"}).bytes == digest, key.constData());
    }
}

void TestCookbook::changesNothingWhereItFails_data()
{
    QTest::addColumn<Strings>("keys");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<Strings>("arguments");
    const auto row = [](const char *name, const QByteArray &keys, const QByteArray &before,
                        const QByteArray &arguments) {
        QTest::newRow(name) << keys.split(' ') << before << arguments.split(' ');
    };
    row("queue_reap", "processing leases ready dead attempts",
        "LPUSH @processing a\nZADD @leases 5 a\nHSET @attempts a 1.5", "300 5 100");
    row("queue_finish", "processing leases attempts done", "LPUSH @processing a\nHSET @done a 1.5", "a");
    row("delayed_ack", "processing done attempts", "ZADD @processing 5 a\nHSET @done a 1.5", "a");
    const QByteArray pending = "\nXGROUP CREATE @stream g 0\nXREADGROUP GROUP g c STREAMS @stream >";
    row("stream_finish", "stream done", "XADD @stream 1-1 job a" + pending + "\nHSET @done a 1.5", "g 1-1 a");
    row("stream_dead", "stream dead", "XADD @stream 1-1" + QByteArray(" f v").repeated(4'100) + pending, "g 1-1");
    row("dedupe_seen", "last now next", "SADD @now y", "a soon");
    row("ratelimit_allow", "subject", "ZADD @subject 5 old", "1 soon a");
    row("recent_push", "list", "RPUSH @list b", "a 2 soon");
    row("recent_touch", "things", "ZADD @things 5 a", "a 2 soon");
    row("presence_beat", "seen", "ZADD @seen 5 gone", "a soon");
}

/// A script that cannot finish fails before it has changed anything.
void TestCookbook::changesNothingWhereItFails()
{
    QFETCH(const Strings, keys);
    QFETCH(const QByteArray, before);
    QFETCH(const Strings, arguments);
    setUp(before);
    const QByteArray digest = m_server.run({"DEBUG", "DIGEST"}).bytes;
    const Reply reply = run(QTest::currentDataTag(), keys, arguments);
    QVERIFY2(reply.isError(), text(reply).constData());
    QCOMPARE(m_server.run({"DEBUG", "DIGEST"}).bytes, digest);
}

/// On a cluster a script may name keys of one slot only, and no others.
void TestCookbook::staysInOneSlot()
{
    static const QRegularExpression call(QStringLiteral(R"(redis\.call\('([A-Z]+)', ([^,)]+))"));
    auto found = call.globalMatch(QString::fromUtf8(lab::cookbook(QTest::currentDataTag()).text));
    int calls = 0;
    while (found.hasNext()) {
        const auto match = found.next();
        ++calls;
        QVERIFY2(match.captured(1) == QLatin1String("TIME") || match.captured(2).startsWith(QLatin1String("KEYS[")),
                 qPrintable(match.captured()));
    }
    QVERIFY(calls > 0);
}

/// A worker that dies before it leases leaves its job in processing: the reaper gives it a lease, and back when that is
/// over. The worker that comes too late finishes nothing.
void TestCookbook::bringsBackWhatADeadWorkerHeld()
{
    const Strings keys{"processing", "leases", "ready", "dead", "attempts"};
    setUp("LPUSH @ready a\nLMOVE @ready @processing RIGHT LEFT");
    QCOMPARE(text(run("queue_reap", keys, {"1", "5", "100"})), QByteArray("[0,0,1]"));
    QTRY_VERIFY((run("queue_reap", keys, {"1", "5", "100"}), text(send(wordsOf("LRANGE @ready 0 -1"))) == "[a]"));
    QCOMPARE(text(run("queue_lease", {"processing", "leases"}, {"a", "300"})), QByteArray("0"));
    QCOMPARE(text(run("queue_finish", {"processing", "leases", "attempts", "done"}, {"a"})), QByteArray("0"));
    QCOMPARE(text(send(wordsOf("LRANGE @ready 0 -1"))), QByteArray("[a]"));
    QCOMPARE(text(send(wordsOf("EXISTS @done"))), QByteArray("0"));
}

void TestCookbook::givesUpAfterTheLastAttempt()
{
    setUp("LPUSH @processing a\nZADD @leases 5 a\nHSET @attempts a 4");
    QCOMPARE(text(run("queue_reap", {"processing", "leases", "ready", "dead", "attempts"}, {"300", "5", "100"})),
             QByteArray("[0,1,0]"));
    QCOMPARE(text(send(wordsOf("LRANGE @dead 0 -1"))), QByteArray("[a]"));
    QCOMPARE(text(send(wordsOf("EXISTS @ready @processing"))), QByteArray("0"));
}

void TestCookbook::letsNobodyInBeforeTheWindowIsOver()
{
    QCOMPARE(text(run("ratelimit_allow", {"s"}, {"1", "60", "a"})), QByteArray("[1,1,T]"));
    QCOMPARE(text(run("ratelimit_allow", {"s"}, {"1", "60", "b"})), QByteArray("[0,1,T]"));
    QTRY_VERIFY((run("ratelimit_allow", {"s"}, {"1", "60", "c"}), text(send(wordsOf("ZRANGE @s 0 -1"))) == "[c]"));
}

/// A deadline may have been postponed after the index was read.
void TestCookbook::closesNothingThatWasPutOff()
{
    setUp("ZADD @index 5 a\nSADD @open a\nSET @thing x");
    setUp("ZADD @index 99999999999999 a");
    QCOMPARE(text(run("expiry_clean", {"index", "open", "thing"}, {"a"})), QByteArray("[]"));
    QCOMPARE(text(send(wordsOf("EXISTS @thing @open"))), QByteArray("2"));
}

QTEST_GUILESS_MAIN(TestCookbook)

#include "tst_cookbook.moc"
