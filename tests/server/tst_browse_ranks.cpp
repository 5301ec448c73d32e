// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/browsetest.h"

#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QThread>

#include <numeric>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

class TestBrowseRanks final : public BrowseTest {
    Q_OBJECT

private slots:
    void initTestCase() { connectClient(); }
    void init();
    void ranks();
    void ranksOfShards();
    void memberOfTwoShardsIsOne();
    void memberOfABoard();
    void memberOfShards();
    void memberOfTwoShardsIsFoundAtItsBest();
    void presence();
    void deepPagesAreReadByRank();
    void pagesAreWholeWhereAUnitHasNothing();
    void deepPagesOfShardsAreReadOnce();
    void largeElementsOfShardsComeInOrder();
    void setPagesHoldEveryMemberOnce_data();
    void setPagesHoldEveryMemberOnce();
    void setSearchTakesPatternsLiterally();
    void histogramOfTimes();
    void histogramOfScores();
    void sampleAndCompare();
    void neverSendsWhatIsRuledOut();
};

void TestBrowseRanks::init()
{
    m_server.flush();
    m_error = {};
}

void TestBrowseRanks::ranks()
{
    for (int i = 1; i <= 20; ++i) {
        add("b", 10LL * i, "p" + QByteArray::number(i).rightJustified(2, '0'));
    }
    const ElementsPage top = page("board", "board", 0, 3);
    QCOMPARE(bytesOf(top.elements), (Bytes{"p20", "p19", "p18"}));
    QVERIFY(top.elements[2].rank == 2);
    QCOMPARE(top.elements[0].score, 200.0);
    QVERIFY2(!top.elements[0].due, "scores of a board are no times");
    QCOMPARE(bytesOf(page("golf", "board", 18, 5).elements), (Bytes{"p19", "p20"}));
    QVERIFY(page("board", "").total == 20);
}

void TestBrowseRanks::ranksOfShards()
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

void TestBrowseRanks::memberOfTwoShardsIsOne()
{
    add("b:0", 50, "a");
    add("b:0", 40, "b");
    add("b:1", 45, "a");
    add("b:2", 10, "a");
    add("b:1", 30, "c");
    const ElementsPage all = page("shards", "board");
    QCOMPARE(bytesOf(all.elements), (Bytes{"a", "b", "c"}));
    QCOMPARE(all.elements[0].score, 50.0);
    QCOMPARE(all.elements[0].key, QByteArray("b:0"));
    QCOMPARE(all.elements[0].shards, 3);
    QCOMPARE(all.elements[1].shards, 1);
    QVERIFY(all.elements[2].rank == 2);
    QVERIFY(all.total == 3);
    QCOMPARE(all.repeated, 2);
    const ElementsPage second = page("shards", "board", 1, 2);
    QCOMPARE(bytesOf(second.elements), (Bytes{"b", "c"}));
    QVERIFY(second.elements[0].rank == 1);
    // With the lowest first its best is the lowest.
    const ElementsPage golf = page("golf shards", "board", 0, 2);
    QCOMPARE(bytesOf(golf.elements), (Bytes{"a", "c"}));
    QCOMPARE(golf.elements[0].score, 10.0);
}

void TestBrowseRanks::memberOfABoard()
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

void TestBrowseRanks::memberOfShards()
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

/// Looked up, it has the rank that the page gives it: those above it that are in two shards are above it once.
void TestBrowseRanks::memberOfTwoShardsIsFoundAtItsBest()
{
    add("b:0", 90, "top");
    add("b:1", 80, "top");
    add("b:0", 10, "twice");
    add("b:2", 50, "twice");
    add("b:1", 40, "next");
    add("b:0", 30, "last");
    const auto found = ask<MemberAnswer>("shards", MemberQuery{"twice", 2});
    QVERIFY(found.found);
    QCOMPARE(found.element.score, 50.0);
    QCOMPARE(found.element.key, QByteArray("b:2"));
    QCOMPARE(found.element.shards, 2);
    QVERIFY(found.element.rank == 1);
    QVERIFY(!found.element.rankAtMost);
    QCOMPARE(bytesOf(found.neighbours), (Bytes{"top", "twice", "next", "last"}));
    QCOMPARE(found.neighbours[0].score, 90.0);
    QVERIFY(found.neighbours[2].rank == 2);
    QCOMPARE(bytesOf(ask<MemberAnswer>("shards", MemberQuery{"last", 1}).neighbours), (Bytes{"next", "last"}));
    QVERIFY(ask<MemberAnswer>("shards", MemberQuery{"last", 1}).element.rank == 3);
    // Further down than is read for it, those above are only counted: its rank is no worse than that.
    for (int i = 0; i < 600; ++i) {
        add("b:0", 1'000 + i, "p" + number(i));
        add("b:1", 1'000 + i, "p" + number(i));
    }
    const auto deep = ask<MemberAnswer>("shards", MemberQuery{"last", 1});
    QVERIFY(deep.element.rankAtMost);
    QVERIFY(deep.element.rank >= 603);
}

void TestBrowseRanks::presence()
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

/// A page is read without walking through the elements before it, and pages of a state select by score.
void TestBrowseRanks::deepPagesAreReadByRank()
{
    const qint64 time = now();
    m_server.run({"ZADD", "s", "-inf", "no time"});
    for (int i = 0; i < 500; ++i) {
        add("s", time - 100'000 + i, "d" + number(i));
        add("s", time + 100'000 + i, "w" + number(i));
    }
    m_server.run({"CONFIG", "RESETSTAT"});
    const ElementsPage due = page("timers", "due", 490, 20);
    QVERIFY(due.total == 500);
    QCOMPARE(due.elements.size(), 10U);
    QCOMPARE(due.elements.front().element, QByteArray("d490"));
    QCOMPARE(due.elements.back().element, QByteArray("d499"));
    QCOMPARE(m_server.calls("zrangebyscore"), 0);
}

/// One of two ranges, in seconds and in milliseconds, is mostly empty, which does not affect the estimated size.
void TestBrowseRanks::pagesAreWholeWhereAUnitHasNothing()
{
    const qint64 time = now();
    Pipeline pipeline;
    for (int i = 0; i < 8'000; ++i) {
        pipeline.add({"ZADD", "s", number(time - 100'000 + i), "d" + number(i)});
    }
    m_server.run(pipeline);
    const ElementsPage due = page("timers", "due", 0, 1'000);
    QVERIFY(due.total == 8'000);
    QCOMPARE(due.elements.size(), 1'000U);
    QCOMPARE(page("timers", "delayed", 7'500, 1'000).elements.size(), 500U);
    m_server.run({"CONFIG", "RESETSTAT"});
    QCOMPARE(page("timers", "due", 100, 50).elements.size(), 50U);
    QCOMPARE(m_server.calls("memory"), 0);
}

/// Ranks of shards are merged from the first on: in pieces, but each of them once.
void TestBrowseRanks::deepPagesOfShardsAreReadOnce()
{
    const qint64 time = now();
    Pipeline pipeline;
    for (int i = 0; i < 6'000; ++i) {
        pipeline.add({"ZADD", "s:" + number(i % 2), number(time - 100'000 + i), "d" + number(i)});
    }
    m_server.run(pipeline);
    for (const char *state : {"due", "delayed"}) {
        m_server.run({"CONFIG", "RESETSTAT"});
        m_server.run({"CONFIG", "SET", "slowlog-max-len", "100000"});
        m_server.run({"SLOWLOG", "RESET"});
        m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        const ElementsPage deep = page("timer shards", state, 2'500, 100);
        m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "10000"});
        QVERIFY(deep.total == 6'000);
        QCOMPARE(deep.elements.size(), 100U);
        QCOMPARE(deep.elements.front().element, QByteArray("d2500"));
        QCOMPARE(deep.elements.back().element, QByteArray("d2599"));
        QVERIFY2(sent() < 600'000, qPrintable(QString::number(sent()))); // 2 × 2,600 of 36 bytes
        for (const Reply &entry : m_server.run({"SLOWLOG", "GET", "-1"}).elements) {
            const std::vector<Reply> &words = entry.elements.at(3).elements;
            QVERIFY(words[0].bytes != "ZRANGE" || *words[3].toInteger() - *words[2].toInteger() < 1'000);
        }
    }
}

void TestBrowseRanks::largeElementsOfShardsComeInOrder()
{
    const qint64 time = now();
    const QByteArray large(1'000'000, 'x');
    for (int i = 0; i < 80; ++i) {
        add("s:" + number(i % 2), time + i, number(i) + large);
    }
    qint64 shown = 0;
    int pages = 0;
    for (; shown < 80 && pages < 10; ++pages) {
        const ElementsPage part = page("timer shards", "delayed", shown);
        QVERIFY2(m_error.message.isEmpty(), qPrintable(m_error.message));
        QVERIFY(part.elements.size() < 68);
        for (const Element &element : part.elements) {
            QVERIFY(element.element == number(shown) + large);
            QVERIFY(element.rank == shown);
            ++shown;
        }
    }
    QCOMPARE(shown, 80);
    QVERIFY(pages > 1);
    m_server.flush();
}

void TestBrowseRanks::setPagesHoldEveryMemberOnce_data()
{
    QTest::addColumn<int>("members");
    QTest::addColumn<int>("limit");
    QTest::newRow("small enough to come whole") << 50 << 7;
    QTest::newRow("a hash table") << 3'000 << 100;
    QTest::newRow("limit over the size") << 30 << 1'000;
}

void TestBrowseRanks::setPagesHoldEveryMemberOnce()
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

void TestBrowseRanks::setSearchTakesPatternsLiterally()
{
    m_server.run({"SADD", "m:1", "a*b", "axb", "[q]", "q"});
    const auto find = [this](const QString &part) {
        return bytesOf(ask<ElementsPage>("tenants", ElementsQuery{{}, 0, 100, {}, part}).elements);
    };
    QCOMPARE(find(QStringLiteral("*")), (Bytes{"a*b"}));
    QCOMPARE(find(QStringLiteral("[q]")), (Bytes{"[q]"}));
    QVERIFY(!ask<ElementsPage>("tenants", ElementsQuery{{}, 0, 100, {}, QStringLiteral("a")}).total);
}

void TestBrowseRanks::histogramOfTimes()
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

void TestBrowseRanks::histogramOfScores()
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

void TestBrowseRanks::sampleAndCompare()
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

void TestBrowseRanks::neverSendsWhatIsRuledOut()
{
    // All that the tests before have asked, by the server's own books: the administrator's commands are known.
    for (const char *command : {"keys", "smembers", "hgetall", "monitor", "zrem", "lrem", "unlink"}) {
        QVERIFY2(m_server.calls(command) == 0, command);
    }
}

QTEST_GUILESS_MAIN(TestBrowseRanks)
#include "tst_browse_ranks.moc"
