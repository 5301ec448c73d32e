// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/browsetest.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QThread>

#include <algorithm>
#include <map>
#include <numeric>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

class TestBrowse final : public BrowseTest {
    Q_OBJECT

private slots:
    void initTestCase() { connectClient(); }
    void init();
    void tiersNextToBeWorkedFirst();
    void consumedFromTheLeft();
    void processingAndStaleByDeadline();
    void staleOfAList();
    void delayedAndDueInBothUnits();
    void deadOfEveryType();
    void allStatesInTurn();
    void recordsInOneExchange();
    void staleIsToldByTimesAlone();
    void pagesOfLargeElementsAreShort_data();
    void pagesOfLargeElementsAreShort();
    void unknownStateIsRefused();
    void wrongTypeNamesTheKey();
    void tellsWhatToPermit();
    void jobDetailOfAHash();
    void jobDetailCutsPayload();
    void jobDetailWithoutRecord();
    void neverSendsWhatIsRuledOut();
    void browserReconnects();
    void browserStopsAtOnce();
};

void TestBrowse::init()
{
    m_server.flush();
    m_error = {};
}

void TestBrowse::tiersNextToBeWorkedFirst()
{
    push("q:high", {"h1", "h2"});
    push("q", {"n1", "n2", "n3"});
    push("q:low", {"l1"});
    const ElementsPage all = page("email", "ready");
    QCOMPARE(bytesOf(all.elements), (Bytes{"h1", "h2", "n1", "n2", "n3", "l1"}));
    QVERIFY(all.total == 6);
    QCOMPARE(all.elements[2].key, QByteArray("q"));
    QVERIFY(all.elements[3].rank == 1);
    QCOMPARE(all.elements[0].state, QLatin1StringView("ready"));

    QCOMPARE(bytesOf(page("email", "ready", 1, 3).elements), (Bytes{"h2", "n1", "n2"}));
    QCOMPARE(bytesOf(page("email", "ready", 4, 10).elements), (Bytes{"n3", "l1"}));
    QVERIFY(page("email", "ready", 6, 10).elements.empty());
}

void TestBrowse::consumedFromTheLeft()
{
    push("left", {"c", "b", "a"});
    QCOMPARE(bytesOf(page("left", "ready").elements), (Bytes{"a", "b", "c"}));
    QCOMPARE(bytesOf(page("left", "ready", 1, 1).elements), (Bytes{"b"}));
}

void TestBrowse::processingAndStaleByDeadline()
{
    const qint64 time = now();
    add("q:processing", time - 5'000, "late");
    add("q:processing", time + 60'000, "working");
    const ElementsPage processing = page("email", "processing");
    QCOMPARE(bytesOf(processing.elements), (Bytes{"late", "working"}));
    QCOMPARE(statesOf(processing.elements), (Bytes{"stale", "processing"}));
    QVERIFY(processing.elements[0].due == std::chrono::milliseconds(time - 5'000));

    const ElementsPage stale = page("email", "stale");
    QCOMPARE(bytesOf(stale.elements), (Bytes{"late"}));
    QVERIFY(stale.total == 1);
}

void TestBrowse::staleOfAList()
{
    const qint64 time = now();
    push("l:processing", {"old", "unknown", "new"});
    m_server.run({"HSET", "ljob:old", "started_at", number(time - 60'000), "worker", "w1"});
    m_server.run({"HSET", "ljob:new", "started_at", number(time)});
    const ElementsPage stale = page("listed", "stale");
    QCOMPARE(bytesOf(stale.elements), (Bytes{"old"}));
    QVERIFY(stale.total == 1 && stale.totalAtLeast); // it is unknown since when the other one has been there
    QCOMPARE(stale.elements[0].worker, QStringLiteral("w1"));
    QCOMPARE(statesOf(page("listed", "processing").elements), (Bytes{"stale", "processing", "processing"}));
    m_server.run({"LREM", "l:processing", "0", "unknown"});
    const ElementsPage exact = page("listed", "stale");
    QVERIFY(exact.total == 1 && !exact.totalAtLeast);
}

void TestBrowse::delayedAndDueInBothUnits()
{
    const qint64 time = now();
    add("s", time / 1000 - 10, "seconds due");
    add("s", time / 1000 + 3600, "seconds later");
    add("s", time - 20'000, "ms due");
    add("s", time + 3'600'000, "ms later");
    const ElementsPage due = page("timers", "due");
    QCOMPARE(bytesOf(due.elements), (Bytes{"seconds due", "ms due"}));
    QVERIFY(due.total == 2);
    QCOMPARE(bytesOf(page("timers", "due", 1, 5).elements), (Bytes{"ms due"}));
    const ElementsPage delayed = page("timers", "delayed");
    QCOMPARE(statesOf(delayed.elements), (Bytes{"due", "delayed", "due", "delayed"}));
    QVERIFY(delayed.total == 4);
}

void TestBrowse::deadOfEveryType()
{
    push("q:dead", {"first", "second"});
    QCOMPARE(bytesOf(page("email", "dead").elements), (Bytes{"first", "second"}));
    m_server.run({"DEL", "q:dead"});
    add("q:dead", 2, "b");
    add("q:dead", 1, "a");
    QCOMPARE(bytesOf(page("email", "dead").elements), (Bytes{"a", "b"}));
    m_server.run({"DEL", "q:dead"});
    m_server.run({"SADD", "q:dead", "x", "y", "z"});
    const ElementsPage dead = page("email", "dead", 1, 1);
    QCOMPARE(dead.elements.size(), std::size_t(1));
    QVERIFY(dead.total == 3);
    QCOMPARE(statesOf(dead.elements), (Bytes{"dead"}));
}

void TestBrowse::allStatesInTurn()
{
    const qint64 time = now();
    add("q:processing", time - 1, "p");
    m_server.run({"SADD", "q:dead", "d"});
    add("q:delayed", time + 60'000, "later");
    push("q", {"r1", "r2"});
    const ElementsPage all = page("email", "");
    QCOMPARE(bytesOf(all.elements), (Bytes{"p", "d", "later", "r1", "r2"}));
    QCOMPARE(statesOf(all.elements), (Bytes{"stale", "dead", "delayed", "ready", "ready"}));
    QVERIFY(all.total == 5);
    QCOMPARE(bytesOf(page("email", "", 1, 3).elements), (Bytes{"d", "later", "r1"}));
}

void TestBrowse::recordsInOneExchange()
{
    const qint64 time = now();
    push("q", {"1", "2", "3"});
    m_server.run(
        {"HSET", "job:1", "class", "Mail", "attempts", "2", "created_at", number(time - 5'000), "last_error", "no"});
    m_server.run({"SET", "job:2", R"({"class":"Web","attempts":1})"});
    m_server.run({"LPUSH", "job:3", "not a record"});
    const ElementsPage ready = page("email", "ready");
    QCOMPARE(ready.elements[0].jobClass, QStringLiteral("Mail"));
    QCOMPARE(ready.elements[0].error, QStringLiteral("no"));
    QVERIFY(ready.elements[0].attempts == 2);
    QVERIFY(ready.elements[0].age >= 5'000ms && ready.elements[0].age < 60'000ms);
    QCOMPARE(ready.elements[1].jobClass, QStringLiteral("Web"));
    QVERIFY(!ready.elements[2].attempts && ready.elements[2].jobClass.isEmpty());
}

/// Only the jobs that are shown have their records read in full.
void TestBrowse::staleIsToldByTimesAlone()
{
    const qint64 time = now();
    const QByteArray trace(500'000, 'e');
    push("l:processing", {"old"});
    m_server.run({"HSET", "ljob:old", "started_at", number(time - 60'000), "error", "no"});
    for (int i = 0; i < 20; ++i) {
        push("l:processing", {"new" + number(i)});
        m_server.run({"HSET", "ljob:new" + number(i), "started_at", number(time), "error", trace});
    }
    m_server.run({"CONFIG", "RESETSTAT"});
    const ElementsPage stale = page("listed", "stale");
    QCOMPARE(bytesOf(stale.elements), (Bytes{"old"}));
    QCOMPARE(stale.elements[0].error, QStringLiteral("no"));
    QVERIFY2(sent() < trace.size(), qPrintable(QString::number(sent())));
}

void TestBrowse::pagesOfLargeElementsAreShort_data()
{
    QTest::addColumn<bool>("isZSet");
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("largeBehind");
    for (const bool isZSet : {false, true}) {
        const char *type = isZSet ? "a sorted set" : "a list";
        QTest::addRow("%s, at the beginning", type) << isZSet << 0 << 1;
        QTest::addRow("%s, in the middle", type) << isZSet << 400 << 1;
        QTest::addRow("%s, every other", type) << isZSet << 0 << 2;
    }
}

/// No page transfers more than a few megabytes at once, regardless of elements next to it.
void TestBrowse::pagesOfLargeElementsAreShort()
{
    QFETCH(const bool, isZSet);
    QFETCH(const int, before);
    QFETCH(const int, largeBehind);
    const QByteArray large(1'000'000, 'x');
    int at = 0;
    const auto put = [&](const QByteArray &element) {
        ++at;
        if (isZSet) {
            add("s", at, element + number(at));
        } else {
            m_server.run({"RPUSH", "left", element + number(at)});
        }
    };
    for (int i = 0; i < before; ++i) {
        put("s");
    }
    for (int i = 0; i < 100 * largeBehind; ++i) {
        put(i % largeBehind == 0 ? large : "s");
    }
    Pipeline rest;
    for (; at < 20'000; ++at) {
        const QByteArray element = "r" + number(at);
        isZSet ? rest.add({"ZADD", "s", number(at), element}) : rest.add({"RPUSH", "left", element});
    }
    m_server.run(rest);
    m_server.run({"CONFIG", "RESETSTAT"});
    m_server.run({"CONFIG", "SET", "slowlog-max-len", "100000"});
    m_server.run({"SLOWLOG", "RESET"});
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    const ElementsPage shown = page(isZSet ? "timers" : "left", isZSet ? "delayed" : "ready", 0, 1'000);
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "10000"});
    QVERIFY2(m_error.message.isEmpty(), qPrintable(m_error.message));
    QVERIFY(shown.total == 20'000);
    qint64 bytes = 0;
    for (const Element &element : shown.elements) {
        bytes += element.element.size();
    }
    QVERIFY2(bytes > 60'000'000 && bytes < 70'000'000, qPrintable(QString::number(bytes)));
    QVERIFY(static_cast<int>(shown.elements.size()) >= before + 60 * largeBehind);
    QVERIFY2(sent() < bytes + 10'000'000, qPrintable(QString::number(sent())));
    for (const Reply &entry : m_server.run({"SLOWLOG", "GET", "-1"}).elements) {
        const std::vector<Reply> &words = entry.elements.at(3).elements;
        if (words[0].bytes == "LRANGE" || words[0].bytes == "ZRANGE") {
            const bool few = *words[3].toInteger() - *words[2].toInteger() < 16;
            QVERIFY2(few, (words[2].bytes + " to " + words[3].bytes).constData());
        }
    }
    m_server.flush();
}

void TestBrowse::unknownStateIsRefused()
{
    static_cast<void>(page("left", "stale"));
    QCOMPARE(m_error.kind, ErrorKind::Invalid);
    QVERIFY(m_error.message.contains(QStringLiteral("left")));
}

void TestBrowse::wrongTypeNamesTheKey()
{
    m_server.run({"SET", "q", "a string"});
    static_cast<void>(page("email", "ready"));
    QCOMPARE(m_error.kind, ErrorKind::WrongType);
    QVERIFY2(m_error.message.contains(QStringLiteral("q")) && m_error.message.contains(QStringLiteral("string")),
             qPrintable(m_error.message));
}

/// A page says which line an administrator can paste, as the poll does.
void TestBrowse::tellsWhatToPermit()
{
    push("q", {"n1"});
    const auto told = [this](const QByteArray &user) {
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = user;
        endpoint.password = "pw";
        ClientOptions options;
        options.readOnly = true;
        Standalone server(endpoint, options);
        if (!server.connect()) {
            return QStringLiteral("not connected");
        }
        ElementsQuery query;
        query.state = QStringLiteral("ready");
        const BrowseResult result = browse(server, {1, m_workspace, indexOf("email"), query});
        const auto *error = std::get_if<Error>(&result.answer);
        return error == nullptr ? QString() : error->message;
    };
    m_server.run({"ACL", "SETUSER", "few", "reset", "on", ">pw", "~*", "+@connection", "+info", "+time"});
    QString text = told("few");
    QVERIFY2(text.endsWith(QLatin1String(". To permit it: ACL SETUSER few +@read +@connection +info +time")),
             qPrintable(text));
    m_server.run({"ACL", "SETUSER", "few", "+@read", "resetkeys"});
    text = told("few");
    QVERIFY2(text.contains(QLatin1String(". To permit it: ACL SETUSER few %R~")), qPrintable(text));
    m_server.run({"ACL", "DELUSER", "few"});
}

void TestBrowse::jobDetailOfAHash()
{
    const QByteArray large(200'000, 'x');
    m_server.run({"HSET", "job:7", "class", "Mail", "data", large, "\xff\x00", "binary"});
    JobQuery query;
    query.element.element = "7";
    const auto detail = ask<JobDetail>("email", query);
    QVERIFY(detail.recordFound);
    QCOMPARE(detail.recordKey, QByteArray("job:7"));
    QCOMPARE(detail.element.jobClass, QStringLiteral("Mail"));
    QCOMPARE(detail.fields.size(), std::size_t(3));
    for (const auto &[name, value] : detail.fields) {
        QCOMPARE(value.size(), name == "data" ? 64LL * 1024 : value.size());
    }
    QCOMPARE(detail.payload, QByteArray("7"));
    for (int i = 0; i < 1'000; ++i) {
        m_server.run({"HSET", "job:8", "field" + number(i), "v"});
    }
    query.element.element = "8";
    QCOMPARE(ask<JobDetail>("email", query).fields.size(), std::size_t(200));
}

void TestBrowse::jobDetailCutsPayload()
{
    const QByteArray large(10'000'000, 'y');
    m_server.run({"SET", "job:9", large});
    JobQuery query;
    query.element.element = "9";
    const auto cut = ask<JobDetail>("email", query);
    QCOMPARE(cut.payload.size(), 64 * 1024);
    QCOMPARE(cut.payloadSize, large.size());
    query.maxBytes = 0;
    QCOMPARE(ask<JobDetail>("email", query).payload, large);

    query = {};
    query.element.element = large;
    const auto element = ask<JobDetail>("left", query);
    QCOMPARE(element.payload.size(), 64 * 1024);
    QCOMPARE(element.payloadSize, large.size());
}

void TestBrowse::jobDetailWithoutRecord()
{
    JobQuery query;
    query.element.element = "gone";
    const auto detail = ask<JobDetail>("email", query);
    QVERIFY(m_error.message.isEmpty());
    QVERIFY(!detail.recordFound && detail.fields.empty());
    QCOMPARE(detail.payload, QByteArray("gone"));
}

void TestBrowse::neverSendsWhatIsRuledOut()
{
    // Each question on a collection too large to be read whole, and what the server was sent for it, word by word.
    Pipeline pipeline;
    for (int i = 0; i < 3'000; ++i) {
        const QByteArray id = QByteArray::number(i);
        pipeline.add({"LPUSH", "q", id});
        pipeline.add({"LPUSH", "l:processing", id});
        pipeline.add({"SADD", "q:dead", id});
        pipeline.add({"SADD", "m:1", id});
        pipeline.add({"SADD", "c", id});
        for (const char *key : {"q:processing", "q:delayed", "s", "b", "b:0", "b:1", "seen"}) {
            pipeline.add({"ZADD", key, id, id});
        }
    }
    m_server.run(pipeline);
    m_server.run({"CONFIG", "SET", "slowlog-max-len", "100000"});
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    m_server.run({"SLOWLOG", "RESET"});
    const qint64 largest = 1'000; // what a page may be asked for
    for (const auto &[collection, states] : std::map<const char *, std::vector<const char *>>{
             {"email", {"", "ready", "processing", "stale", "dead", "due"}},
             {"listed", {"processing", "stale"}},
             {"timers", {"delayed", "due"}},
             {"board", {"board"}},
             {"shards", {"board"}},
             {"lobby", {"connected", "lastSeen", "active"}},
             {"tenants", {"set"}}}) {
        for (const char *state : states) {
            static_cast<void>(page(collection, state));
            static_cast<void>(page(collection, state, 50, static_cast<int>(largest)));
        }
    }
    JobQuery job;
    job.element.element = "7";
    static_cast<void>(ask<JobDetail>("email", job));
    static_cast<void>(ask<Histogram>("timers", HistogramQuery{}));
    static_cast<void>(ask<MemberAnswer>("board", MemberQuery{}));
    static_cast<void>(ask<CompareAnswer>("tenants", CompareQuery{"c", 10, 20}));
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "10000"});
    const Reply log = m_server.run({"SLOWLOG", "GET", "-1"});
    static const QSet<QByteArray> reads{"info",
                                        "time",
                                        "type",
                                        "llen",
                                        "scard",
                                        "zcard",
                                        "zcount",
                                        "lrange",
                                        "zrange",
                                        "zrevrange",
                                        "sscan",
                                        "hmget",
                                        "pttl",
                                        "zscore",
                                        "getrange",
                                        "zrangebyscore",
                                        "zrevrangebyscore",
                                        "zrank",
                                        "zrevrank",
                                        "zmscore",
                                        "memory",
                                        "hscan",
                                        "hlen",
                                        "sismember",
                                        "smismember",
                                        "srandmember",
                                        "strlen"};
    int judged = 0;
    for (const Reply &entry : log.elements) {
        const std::vector<Reply> &words = entry.elements.at(3).elements;
        const QByteArray name = words.front().bytes.toLower();
        if (name == "slowlog" || name == "config" || name == "client" || name == "command") {
            continue; // the fixture's, and a connection's first words
        }
        ++judged;
        QByteArray sent = name;
        for (std::size_t i = 1; i < std::min<std::size_t>(words.size(), 6); ++i) {
            sent += ' ' + words[i].bytes.left(40);
        }
        QVERIFY2(reads.contains(name), sent.constData());
        if (name == "lrange" || ((name == "zrange" || name == "zrevrange") && !sent.contains("BYSCORE"))) {
            const qint64 first = words[2].toInteger().value_or(0);
            const qint64 last = words[3].toInteger().value_or(-1);
            const bool bounded = (first < 0) == (last < 0) && last - first < 50 + largest;
            QVERIFY2(bounded, sent.constData());
        }
        if (name.startsWith("zrange") && sent.contains("inf") && name != "zrange") {
            QVERIFY2(std::any_of(words.begin(), words.end(), [](const Reply &word) { return word.bytes == "LIMIT"; }),
                     sent.constData());
        }
    }
    QVERIFY2(judged > 40, qPrintable(QString::number(judged)));
}

void TestBrowse::browserReconnects()
{
    push("left", {"a"});
    Browser browser;
    QSignalSpy answers(&browser, &Browser::answered);
    browser.ask({1, m_workspace, indexOf("left"), ElementsQuery{}});
    QVERIFY(std::holds_alternative<Error>(answers.takeFirst().front().value<BrowseResult>().answer));
    browser.open(m_server.local(), {});
    browser.ask({2, m_workspace, indexOf("left"), ElementsQuery{}});
    QVERIFY(std::holds_alternative<ElementsPage>(answers.takeFirst().front().value<BrowseResult>().answer));
    m_server.stop();
    browser.ask({3, m_workspace, indexOf("left"), ElementsQuery{}});
    const auto lost = answers.takeFirst().front().value<BrowseResult>();
    QCOMPARE(std::get<Error>(lost.answer).kind, ErrorKind::Unreachable);
    m_server.start();
    browser.ask({4, m_workspace, indexOf("left"), ElementsQuery{}});
    QVERIFY(std::holds_alternative<ElementsPage>(answers.takeFirst().front().value<BrowseResult>().answer));
    browser.ask({5, m_workspace, 99, ElementsQuery{}});
    QVERIFY(std::holds_alternative<Error>(answers.takeFirst().front().value<BrowseResult>().answer));
    QVERIFY(m_client->connect());
}

void TestBrowse::browserStopsAtOnce()
{
    FaultProxy proxy(m_server.local());
    QThread thread;
    auto *browser = new Browser;
    std::stop_source stop;
    browser->moveToThread(&thread);
    connect(&thread, &QThread::finished, browser, &QObject::deleteLater);
    QSignalSpy answers(browser, &Browser::answered);
    thread.start();
    QMetaObject::invokeMethod(browser, [=, endpoint = proxy.endpoint()] { browser->open(endpoint, stop.get_token()); });
    QMetaObject::invokeMethod(browser, [=, this] { browser->ask({1, m_workspace, indexOf("left"), ElementsQuery{}}); });
    QTRY_COMPARE(answers.size(), 1);
    Faults silent;
    silent.stallAfter = 0;
    proxy.set(silent);
    const qint64 before = proxy.requestBytes();
    QMetaObject::invokeMethod(browser, [=, this] { browser->ask({2, m_workspace, indexOf("left"), ElementsQuery{}}); });
    QTRY_VERIFY(proxy.requestBytes() > before); // it has asked, and waits for what does not come
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    thread.quit();
    QVERIFY(thread.wait(20'000));
    const qint64 took = timer.elapsed();
    QVERIFY2(took < testing::atOnce.count(), qPrintable(QString::number(took)));
}

QTEST_GUILESS_MAIN(TestBrowse)
#include "tst_browse.moc"
