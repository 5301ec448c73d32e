// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "redis/collections/kinds.h"
#include "redis/wire/client.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"

#include <QSignalSpy>
#include <QTest>
#include <QElapsedTimer>
#include <QSet>
#include <QThread>

#include <numeric>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace std::chrono_literals;

namespace {

QByteArray workspaceText();

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

std::vector<QByteArray> bytesOf(const std::vector<Element> &elements)
{
    std::vector<QByteArray> bytes;
    for (const Element &element : elements) {
        bytes.push_back(element.element);
    }
    return bytes;
}

std::vector<QByteArray> statesOf(const std::vector<Element> &elements)
{
    std::vector<QByteArray> states;
    for (const Element &element : elements) {
        states.emplace_back(element.state.data(), element.state.size());
    }
    return states;
}

using Bytes = std::vector<QByteArray>;

} // namespace

class TestBrowse final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    void tiersNextToBeWorkedFirst();
    void consumedFromTheLeft();
    void processingAndStaleByDeadline();
    void staleOfAList();
    void delayedAndDueInBothUnits();
    void deadOfEveryType();
    void allStatesInTurn();
    void recordsInOneExchange();
    void unknownStateIsRefused();
    void wrongTypeNamesTheKey();

    void ranks();
    void ranksOfShards();
    void memberOfABoard();
    void memberOfShards();
    void presence();
    void setPagesHoldEveryMemberOnce_data();
    void setPagesHoldEveryMemberOnce();
    void setSearchTakesPatternsLiterally();

    void jobDetailOfAHash();
    void jobDetailCutsPayload();
    void jobDetailWithoutRecord();
    void histogramOfTimes();
    void histogramOfScores();
    void sampleAndCompare();

    void neverSendsWhatIsRuledOut();
    void browserReconnects();
    void browserStopsAtOnce();

private:
    template <typename Answer> Answer ask(const char *collection, const BrowseRequest::Query &query)
    {
        const BrowseResult result = browse(*m_client, {1, m_workspace, indexOf(collection), query});
        if (const auto *error = std::get_if<Error>(&result.answer)) {
            m_error = *error;
            return Answer();
        }
        m_error = {};
        return std::get<Answer>(result.answer);
    }
    ElementsPage page(const char *collection, const char *state, qint64 offset = 0, int limit = 100)
    {
        return ask<ElementsPage>(collection, ElementsQuery{QString::fromLatin1(state), offset, limit, {}, {}});
    }
    [[nodiscard]] std::size_t indexOf(const char *collection) const
    {
        std::size_t at = 0;
        while (m_workspace->collections[at].name != QLatin1String(collection)) {
            ++at;
        }
        return at;
    }
    void push(QByteArrayView key, std::initializer_list<QByteArrayView> elements)
    {
        for (const QByteArrayView element : elements) {
            m_server.run({"LPUSH", key, element});
        }
    }
    void add(QByteArrayView key, qint64 score, QByteArrayView member)
    {
        m_server.run({"ZADD", key, number(score), member});
    }
    qint64 now() { return m_server.run({"TIME"}).elements[0].toInteger().value_or(0) * 1000; }

    testing::RedisServer m_server;
    WorkspacePtr m_workspace;
    std::unique_ptr<Client> m_client;
    Error m_error;
};

void TestBrowse::initTestCase()
{
    const auto parsed = parseWorkspace(workspaceText(), kindInfos());
    if (const auto *problems = std::get_if<WorkspaceProblems>(&parsed)) {
        QFAIL(qPrintable(problems->front().line(QStringLiteral("test"))));
    }
    m_workspace = std::make_shared<const Workspace>(std::get<Workspace>(parsed));
    ClientOptions options;
    options.readOnly = true;
    m_client = std::make_unique<Client>(m_server.local(), options);
    QVERIFY(m_client->connect());
}

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
    QVERIFY(stale.total == 1 && !stale.totalAtLeast);
    QCOMPARE(stale.elements[0].worker, QStringLiteral("w1"));
    QCOMPARE(statesOf(page("listed", "processing").elements), (Bytes{"stale", "processing", "processing"}));
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

void TestBrowse::ranks()
{
    for (int i = 1; i <= 20; ++i) {
        add("b", i * 10, "p" + QByteArray::number(i).rightJustified(2, '0'));
    }
    const ElementsPage top = page("board", "board", 0, 3);
    QCOMPARE(bytesOf(top.elements), (Bytes{"p20", "p19", "p18"}));
    QVERIFY(top.elements[2].rank == 2);
    QCOMPARE(top.elements[0].score, 200.0);
    QVERIFY2(!top.elements[0].due, "scores of a board are no times");
    QCOMPARE(bytesOf(page("golf", "board", 18, 5).elements), (Bytes{"p19", "p20"}));
    QVERIFY(page("board", "").total == 20);
}

void TestBrowse::ranksOfShards()
{
    add("b:0", 30, "a");
    add("b:1", 20, "b");
    add("b:2", 20, "c");
    add("b:0", 10, "d");
    const ElementsPage all = page("shards", "board");
    QCOMPARE(bytesOf(all.elements), (Bytes{"a", "c", "b", "d"}));
    QVERIFY(all.elements[3].rank == 3);
    QCOMPARE(bytesOf(page("shards", "board", 1, 2).elements), (Bytes{"c", "b"}));
    static_cast<void>(page("shards", "board", 1'000'000));
    QVERIFY(m_error.message.isEmpty()); // nothing is that deep
    QCOMPARE(page("shards", "board", 0, 2).elements[1].key, QByteArray("b:2"));
}

void TestBrowse::memberOfABoard()
{
    for (int i = 1; i <= 10; ++i) {
        add("b", i, "p" + number(i));
    }
    const auto found = ask<MemberAnswer>("board", MemberQuery{"p8", 2});
    QVERIFY(found.found);
    QVERIFY(found.element.rank == 2);
    QCOMPARE(found.element.score, 8.0);
    QCOMPARE(found.percentile, 80.0);
    QCOMPARE(bytesOf(found.neighbours), (Bytes{"p10", "p9", "p8", "p7", "p6"}));
    QVERIFY(found.neighbours[4].rank == 4);
    QVERIFY(found.total == 10);
    QVERIFY(ask<MemberAnswer>("golf", MemberQuery{"p8", 0}).element.rank == 7);
    const auto missing = ask<MemberAnswer>("board", MemberQuery{"nobody", 3});
    QVERIFY(!missing.found && missing.neighbours.empty() && !isKnown(missing.percentile));
}

void TestBrowse::memberOfShards()
{
    for (int i = 1; i <= 9; ++i) {
        add("b:" + number(i % 3), i, "p" + number(i));
    }
    const auto found = ask<MemberAnswer>("shards", MemberQuery{"p7", 1});
    QVERIFY(found.element.rank == 2);
    QCOMPARE(bytesOf(found.neighbours), (Bytes{"p8", "p7", "p6"}));
    QVERIFY(found.neighbours[0].rank == 1);
    QCOMPARE(found.element.key, QByteArray("b:1"));
}

void TestBrowse::presence()
{
    const qint64 time = now();
    m_server.run({"SADD", "c", "here", "ghost", "silent"});
    add("seen", time - 1'000, "here");
    add("seen", time - 120'000, "ghost");
    add("seen", time - 240'000, "gone");
    const ElementsPage seen = page("lobby", "lastSeen");
    QCOMPARE(bytesOf(seen.elements), (Bytes{"here", "ghost", "gone"}));
    QCOMPARE(statesOf(seen.elements), (Bytes{"active", "ghost", "inactive"}));
    QVERIFY(seen.elements[1].due == std::chrono::milliseconds(time - 120'000));
    QCOMPARE(bytesOf(page("lobby", "").elements), bytesOf(seen.elements));
    QCOMPARE(bytesOf(page("lobby", "active").elements), (Bytes{"here"}));
    QCOMPARE(bytesOf(page("lobby", "inactive", 1, 5).elements), (Bytes{"gone"}));
    QVERIFY(page("lobby", "inactive").total == 2);

    const ElementsPage connected = page("lobby", "connected");
    QVERIFY(connected.total == 3);
    for (const Element &element : connected.elements) {
        QCOMPARE(element.state, element.element == "here" ? QLatin1StringView("active") : QLatin1StringView("ghost"));
        QCOMPARE(element.due.has_value(), element.element != "silent");
    }

    const auto ghost = ask<MemberAnswer>("lobby", MemberQuery{"ghost", 3});
    QVERIFY(ghost.found && ghost.connected == true);
    QCOMPARE(ghost.element.state, QLatin1StringView("ghost"));
    const auto nobody = ask<MemberAnswer>("lobby", MemberQuery{"nobody", 3});
    QVERIFY(!nobody.found && nobody.connected == false);
}

void TestBrowse::setPagesHoldEveryMemberOnce_data()
{
    QTest::addColumn<int>("members");
    QTest::addColumn<int>("limit");
    QTest::newRow("small enough to come whole") << 50 << 7;
    QTest::newRow("a hash table") << 3'000 << 100;
    QTest::newRow("limit over the size") << 30 << 1'000;
}

void TestBrowse::setPagesHoldEveryMemberOnce()
{
    QFETCH(const int, members);
    QFETCH(const int, limit);
    for (int i = 0; i < members; ++i) {
        m_server.run({"SADD", i % 2 == 0 ? "m:1" : "m:2", "member-" + number(i)});
    }
    QSet<QByteArray> seen;
    QByteArray cursor;
    do {
        const auto part = ask<ElementsPage>("tenants", ElementsQuery{QStringLiteral("set"), 0, limit, cursor, {}});
        QVERIFY2(m_error.message.isEmpty(), qPrintable(m_error.message));
        QVERIFY(static_cast<int>(part.elements.size()) <= limit);
        QVERIFY(part.total == members);
        for (const Element &element : part.elements) {
            QVERIFY2(!seen.contains(element.element), element.element.constData());
            seen.insert(element.element);
        }
        cursor = part.nextCursor;
    } while (!cursor.isEmpty());
    QCOMPARE(static_cast<int>(seen.size()), members);
}

void TestBrowse::setSearchTakesPatternsLiterally()
{
    m_server.run({"SADD", "m:1", "a*b", "axb", "[q]", "q"});
    const auto find = [this](const QString &part) {
        return bytesOf(ask<ElementsPage>("tenants", ElementsQuery{{}, 0, 100, {}, part}).elements);
    };
    QCOMPARE(find(QStringLiteral("*")), (Bytes{"a*b"}));
    QCOMPARE(find(QStringLiteral("[q]")), (Bytes{"[q]"}));
    QVERIFY(!ask<ElementsPage>("tenants", ElementsQuery{{}, 0, 100, {}, QStringLiteral("a")}).total);
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
        QCOMPARE(value.size(), name == "data" ? 64 * 1024 : value.size());
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

void TestBrowse::histogramOfTimes()
{
    const qint64 time = now();
    add("s", time - 60'000, "overdue ms");
    add("s", time / 1000 - 60, "overdue s");
    add("s", time + 90'000, "soon");
    add("s", time / 1000 + 95, "soon, in seconds");
    add("s", time + 7'200'000, "far");
    const auto histogram = ask<Histogram>("timers", HistogramQuery{1h, 60});
    QCOMPARE(histogram.edges.size(), std::size_t(61));
    QCOMPARE(histogram.before, 2);
    QCOMPARE(histogram.after, 1);
    QCOMPARE(histogram.counts[1] + histogram.counts[0], 2);
    QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), qint64(0)), 2);
    QCOMPARE(histogram.edges.back() - histogram.edges.front(), 3'600'000.0);
}

void TestBrowse::histogramOfScores()
{
    for (int i = 0; i <= 100; ++i) {
        add("b", i, "p" + number(i));
    }
    m_server.run({"ZADD", "b", "+inf", "endless"});
    const auto histogram = ask<Histogram>("board", HistogramQuery{1h, 10});
    QCOMPARE(histogram.counts.size(), std::size_t(10));
    QCOMPARE(histogram.counts.front(), 10);
    QCOMPARE(histogram.counts.back(), 11);
    QCOMPARE(histogram.edges.back(), 100.0);
    m_server.run({"DEL", "b"});
    QVERIFY(ask<Histogram>("board", HistogramQuery{}).counts.empty());
}

void TestBrowse::sampleAndCompare()
{
    for (int i = 0; i < 50; ++i) {
        m_server.run({"SADD", "m:1", "both-" + number(i)});
        m_server.run({"SADD", "other", "both-" + number(i)});
    }
    m_server.run({"SADD", "m:2", "mine"});
    m_server.run({"SADD", "other", "theirs"});
    const auto sample = ask<ElementsPage>("tenants", SampleQuery{20});
    QCOMPARE(sample.elements.size(), std::size_t(20));
    QVERIFY(sample.total == 51);

    const auto compared = ask<CompareAnswer>("tenants", CompareQuery{"other", 100'000, 20});
    QVERIFY(compared.mine == 51 && compared.other == 51 && compared.common == 50);
    QVERIFY(!compared.commonAtLeast);
    QCOMPARE(compared.onlyMine, (Bytes{"mine"}));
    QCOMPARE(compared.onlyOther, (Bytes{"theirs"}));
    QVERIFY(ask<CompareAnswer>("tenants", CompareQuery{"other", 10, 20}).commonAtLeast);

    m_server.run({"SET", "text", "x"});
    static_cast<void>(ask<CompareAnswer>("tenants", CompareQuery{"text", 10, 20}));
    QCOMPARE(m_error.kind, ErrorKind::WrongType);
}

void TestBrowse::neverSendsWhatIsRuledOut()
{
    // All that the tests before have asked, by the server's own books: the administrator's commands are known.
    for (const char *command : {"keys", "smembers", "hgetall", "monitor", "zrem", "lrem", "unlink"}) {
        QVERIFY2(m_server.calls(command) == 0, command);
    }
}

void TestBrowse::browserReconnects()
{
    push("left", {"a"});
    Browser browser;
    QSignalSpy answers(&browser, &Browser::answered);
    browser.ask({1, m_workspace, indexOf("left"), ElementsQuery{}});
    QVERIFY(std::holds_alternative<Error>(answers.takeFirst().front().value<BrowseResult>().answer));
    browser.open(m_server.local());
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
    QThread thread;
    auto *browser = new Browser;
    browser->moveToThread(&thread);
    connect(&thread, &QThread::finished, browser, &QObject::deleteLater);
    QSignalSpy answers(browser, &Browser::answered);
    thread.start();
    QMetaObject::invokeMethod(browser, [browser, endpoint = m_server.local()] { browser->open(endpoint); });
    QMetaObject::invokeMethod(browser, [=, this] { browser->ask({1, m_workspace, indexOf("left"), ElementsQuery{}}); });
    QTRY_COMPARE(answers.size(), 1);
    m_server.pause();
    QMetaObject::invokeMethod(browser, [=, this] { browser->ask({2, m_workspace, indexOf("left"), ElementsQuery{}}); });
    QTest::qWait(20); // until it waits for the server, which is what this is about
    QElapsedTimer timer;
    timer.start();
    browser->stop();
    thread.quit();
    QVERIFY(thread.wait(1'000));
    const qint64 took = timer.elapsed();
    m_server.resume();
    QVERIFY2(took < 100, qPrintable(QString::number(took)));
}

namespace {

// At the end: moc does not see past the "//" in it.
QByteArray workspaceText()
{
    return R"({
  "plimsoll": 1, "name": "test", "connection": {"url": "redis://127.0.0.1:1"},
  "collections": [
    {"name": "email", "kind": "queue",
     "keys": {"ready": ["q:high", "q", "q:low"], "processing": "q:processing", "delayed": "q:delayed", "dead": "q:dead", "job": "job:{id}"},
     "options": {"staleAfter": "30s"}},
    {"name": "left", "kind": "queue", "keys": {"ready": "left"}, "options": {"consume": "left"}},
    {"name": "listed", "kind": "queue", "keys": {"ready": "l", "processing": "l:processing", "job": "ljob:{id}"},
     "options": {"staleAfter": "30s"}},
    {"name": "timers", "kind": "schedule", "keys": {"delayed": "s"}},
    {"name": "board", "kind": "leaderboard", "keys": {"board": "b"}},
    {"name": "golf", "kind": "leaderboard", "keys": {"board": "b"}, "options": {"order": "asc"}},
    {"name": "shards", "kind": "leaderboard", "keys": {"board": "b:{0..2}"}},
    {"name": "lobby", "kind": "presence", "keys": {"connected": "c", "lastSeen": "seen"}},
    {"name": "tenants", "kind": "members", "keys": {"set": ["m:1", "m:2"]}}
  ]})";
}

} // namespace

QTEST_GUILESS_MAIN(TestBrowse)
#include "tst_browse.moc"
