// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "redis/collections/collector.h"
#include "redis/types/shards.h"
#include "tests/server/kindfixture.h"
#include "tests/server/setclock.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Keys with a period in them: what a new period changes, by the server's clock, which is not ours here, and what can
/// still be read of the earlier ones.
class PeriodsTest final : public KindFixture {
    Q_OBJECT

    static constexpr auto midnight = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch();

    template <typename Answer>
    Answer ask(const WorkspacePtr &workspace, const BrowseRequest::Query &query, milliseconds keysAt = {})
    {
        SetClock server(m_server.local(), m_now);
        static_cast<void>(server.connect());
        const BrowseResult result = redis::browse(server, {1, workspace, 0, query, keysAt});
        if (const auto *error = std::get_if<Error>(&result.answer)) {
            m_error = *error;
            return {};
        }
        m_error = {};
        return std::get<Answer>(result.answer);
    }
    static double figureOf(const FiguresAnswer &answer, const WorkspacePtr &workspace, const char *name)
    {
        const int index = figureIndex(workspace->collections[0].figures(), QString::fromLatin1(name));
        return index < 0 || answer.figures.empty() ? -1 : answer.figures[static_cast<std::size_t>(index)];
    }
    void fill(const QByteArray &type, const QByteArray &key, int count)
    {
        for (int i = 0; i < count; ++i) {
            const QByteArray name = "e" + QByteArray::number(i);
            if (type == "list") {
                command({"LPUSH", key, name});
            } else if (type == "set") {
                command({"SADD", key, name});
            } else if (type == "zset") {
                command({"ZADD", key, QByteArray::number((m_now - 1s).count()), name});
            } else {
                command({"XADD", key, "*", "a", name});
            }
        }
    }

    milliseconds m_now{};
    Error m_error;

private slots:
    void init()
    {
        m_server.flush();
        m_server.run({"ACL", "SETUSER", "default", "on", "nopass", "allkeys", "+@all"});
        m_now = midnight - 2s;
    }

    void rollsOver_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("role");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("figure");
        QTest::newRow("queue") << QByteArray("queue") << QByteArray("ready") << QByteArray("list")
                               << QByteArray("ready");
        QTest::newRow("schedule") << QByteArray("schedule") << QByteArray("delayed") << QByteArray("zset")
                                  << QByteArray("delayed");
        QTest::newRow("priority") << QByteArray("priority") << QByteArray("queue") << QByteArray("zset")
                                  << QByteArray("waiting");
        QTest::newRow("leaderboard") << QByteArray("leaderboard") << QByteArray("board") << QByteArray("zset")
                                     << QByteArray("members");
        QTest::newRow("presence") << QByteArray("presence") << QByteArray("lastSeen") << QByteArray("zset")
                                  << QByteArray("seen");
        QTest::newRow("members") << QByteArray("members") << QByteArray("set") << QByteArray("set")
                                 << QByteArray("members");
        QTest::newRow("recent") << QByteArray("recent") << QByteArray("items") << QByteArray("list")
                                << QByteArray("length");
        QTest::newRow("expiry") << QByteArray("expiry") << QByteArray("index") << QByteArray("zset")
                                << QByteArray("indexed");
        QTest::newRow("timeline") << QByteArray("timeline") << QByteArray("events") << QByteArray("zset")
                                  << QByteArray("events");
        QTest::newRow("stream") << QByteArray("stream") << QByteArray("stream") << QByteArray("stream")
                                << QByteArray("length");
    }
    /// Every kind, at midnight and on the hour: the whole and each shard are those of the new keys.
    void rollsOver()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, role);
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, figure);
        const std::vector<std::array<QByteArray, 3>> all{
            {QByteArray("{yyyyMMdd}"), QByteArray("20261119"), QByteArray("20261120")},
            {QByteArray("{yyyy-MM-dd-HH}"), QByteArray("2026-11-19-23"), QByteArray("2026-11-20-00")}};
        for (const auto &[text, old, next] : all) {
            m_now = midnight - 2s;
            fill(type, "k:" + old + ":a", 3);
            fill(type, "k:" + old + ":b", 1);
            fill(type, "k:" + next + ":b", 2);
            redis::PollSession poll(
                workspace(QByteArray("{'kind': '" + kind + "', 'keys': {'" + role + "': 'k:" + text + ":{a,b}'}}")
                              .constData()),
                std::make_unique<SetClock>(m_server.local(), m_now), oneShot());
            const SnapshotPtr before = tick(poll);
            QCOMPARE(testing::figure(before, 0, figure.constData()), 4.0);
            QCOMPARE(partOf(before, "k:" + old + ":a"), 3.0);
            QCOMPARE(partOf(before, "k:" + old + ":b"), 1.0);
            m_now = midnight + 1s;
            const SnapshotPtr after = tick(poll);
            QCOMPARE(testing::figure(after, 0, figure.constData()), 2.0);
            QCOMPARE(partOf(after, "k:" + next + ":a"), 0.0);
            QCOMPARE(partOf(after, "k:" + next + ":b"), 2.0);
            QCOMPARE(partOf(after, "k:" + old + ":a"), -1.0);
            QCOMPARE(problemTexts(after, 0), QStringList());
            // The clock was corrected: so are the keys.
            m_now = midnight - 10min;
            QCOMPARE(testing::figure(tick(poll), 0, figure.constData()), 4.0);
        }
    }

    /// The same for every kind: a shard above twice the mean is hot.
    void hotShards_data() { rollsOver_data(); }
    void hotShards()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, role);
        QFETCH(QByteArray, type);
        const WorkspacePtr spread =
            workspace(QByteArray("{'kind': '" + kind + "', 'keys': {'" + role + "': 'k:{0..3}'}}").constData());
        const auto loads = [&] { return shardLoads(*snapshotOf(m_server, spread), 0); };
        QCOMPARE(loads().size(), std::size_t(1));
        QVERIFY(!isKnown(loads()[0].skew())); // nothing is spread
        QVERIFY(!loads()[0].isHot());
        fill(type, "k:0", 1);
        fill(type, "k:1", 1);
        fill(type, "k:2", 2);
        QCOMPARE(loads()[0].skew(), 2.0);
        QVERIFY(!loads()[0].isHot());
        fill(type, "k:3", 8);
        QCOMPARE(loads()[0].whole(), 12.0);
        QCOMPARE(loads()[0].mean(), 3.0);
        QCOMPARE(loads()[0].keys[loads()[0].largest()], QByteArray("k:3"));
        QVERIFY(loads()[0].isHot());
        command({"DEL", "k:0"});
        command({"SET", "k:0", "another's"});
        QVERIFY(!isKnown(loads()[0].skew())); // one of them is not known
        QVERIFY(!loads()[0].isHot());
    }

    /// Tiers are meant to be filled unevenly.
    void tiersAreNoShards()
    {
        fill("list", "q:high", 1);
        fill("list", "q:mid:0", 1);
        fill("list", "q:mid:2", 90);
        fill("list", "q:low", 500);
        const auto loads =
            shardLoads(*snapshotOf(m_server,
                                   workspace("{'kind': 'queue', 'keys': {'ready': ['q:high', 'q:mid:{0..2}', 'q:low'], "
                                             "'processing': 'p', 'dead': 'd'}}")),
                       0);
        QCOMPARE(loads.size(), std::size_t(1));
        QCOMPARE(loads[0].sizes, (std::vector<double>{1, 0, 90}));
        QVERIFY(loads[0].isHot());
    }

    /// With several periods, state of the one that stays is kept.
    void bucketsRollOver()
    {
        fill("set", "d:2026111923:0", 30);
        fill("set", "d:2026111923:1", 2);
        fill("set", "d:2026111922:0", 7);
        command({"EXPIRE", "d:2026111923:0", "3600"});
        redis::PollSession poll(workspace("{'kind': 'dedupe', 'keys': {'bucket': 'd:{yyyyMMddHH}:{0..1}'}}"),
                                std::make_unique<SetClock>(m_server.local(), m_now), oneShot());
        SnapshotPtr seen = tick(poll);
        QCOMPARE(figure(seen, 0, "members"), 39.0);
        QCOMPARE(figure(seen, 0, "withoutTtl"), 2.0);
        m_now = midnight + 1s;
        seen = tick(poll);
        QCOMPARE(figure(seen, 0, "members"), 32.0);
        QCOMPARE(figure(seen, 0, "buckets"), 2.0);
        QCOMPARE(figure(seen, 0, "withoutTtl"), 1.0);
        QCOMPARE(figure(seen, 0, "skew"), 30.0 * 2 / 32);
        QCOMPARE(partOf(seen, "d:2026111923:0"), 30.0);
    }

    /// After the period has changed, the search finds the keys of the new one.
    void foundKeysRollOver()
    {
        fill("zset", "rl:2026111923:old", 3);
        const WorkspacePtr limits = workspace("{'kind': 'ratelimit', 'keys': {'subject': 'rl:{yyyyMMddHH}:{id}'}, "
                                              "'options': {'window': '1m', 'limit': 10}}");
        const auto collector = redis::makeCollector(limits->collections[0]);
        collector->expand(m_now);
        std::vector<double> figures(limits->collections[0].figures().size());
        std::vector<quint8> notes(figures.size());
        const auto shown = [&]() -> QByteArray {
            m_now += 10ms;
            redis::Pipeline pipeline;
            if (collector->appendSearch(pipeline, m_now)) {
                const std::vector<redis::Reply> replies = m_server.run(pipeline);
                redis::ReplyCursor cursor(replies);
                collector->readSearch(cursor, m_now, 10us);
            }
            redis::Reading reading;
            reading.now = m_now;
            reading.figures = figures;
            reading.notes = notes;
            collector->finish(reading);
            const auto found = collector->found();
            return found == nullptr || found->first.empty() ? QByteArray() : found->first.front().id;
        };
        QTRY_COMPARE(shown(), QByteArray("old"));
        m_now = midnight + 1s;
        fill("zset", "rl:2026112000:new", 3);
        QTRY_COMPARE(shown(), QByteArray("new"));
    }

    void earlierPeriods()
    {
        const WorkspacePtr boards = workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{yyyy-MM-dd}:{0..1}'}}");
        fill("zset", "b:2026-11-19:0", 1);
        fill("zset", "b:2026-11-18:1", 1);
        fill("zset", "b:2026-11-10:0", 1);
        fill("zset", "b:2026-11-20:0", 1); // not yet
        const auto periods = ask<PeriodsAnswer>(boards, PeriodsQuery{});
        QCOMPARE(periods.length, milliseconds(24h));
        QCOMPARE(periods.begins, (std::vector<milliseconds>{midnight - 48h, midnight - 240h}));
        QCOMPARE(periods.looked, 60);
        QCOMPARE(ask<PeriodsAnswer>(boards, PeriodsQuery{5}).begins, std::vector<milliseconds>{midnight - 48h});
        QCOMPARE(
            ask<PeriodsAnswer>(workspace("{'kind': 'leaderboard', 'keys': {'board': 'b'}}"), PeriodsQuery{}).length,
            milliseconds(0));
        QCOMPARE(ask<PeriodsAnswer>(workspace("{'kind': 'ratelimit', 'keys': {'subject': 'rl:{yyyyMMddHH}:{id}'}}"),
                                    PeriodsQuery{})
                     .length,
                 milliseconds(0));
        // Many shards: no more than is asked at once, and it says how far back.
        const auto many = ask<PeriodsAnswer>(
            workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{yyyy-MM-dd}:{0..999}'}}"), PeriodsQuery{});
        QCOMPARE(many.looked, 2);
        QCOMPARE(many.begins, std::vector<milliseconds>{midnight - 48h});
        // Keys that may not be asked about are not reported as missing.
        m_server.run({"ACL", "SETUSER", "default", "-exists"});
        ask<PeriodsAnswer>(boards, PeriodsQuery{});
        QVERIFY2(m_error.message.contains(QLatin1String("EXISTS"), Qt::CaseInsensitive), qPrintable(m_error.message));
    }

    /// Figures of an earlier period are those that a tick would have shown for its keys.
    void figuresOfAnEarlierPeriod()
    {
        const WorkspacePtr boards = workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{yyyyMMdd}'}}");
        command({"ZADD", "b:20261118", "10", "ann", "30", "bob", "20", "cid"});
        command({"PEXPIRE", "b:20261118", "60000"});
        command({"ZADD", "b:20261119", "99", "now"});
        const auto then = ask<FiguresAnswer>(boards, FiguresQuery{}, midnight - 48h);
        QCOMPARE(then.keysAt, milliseconds(midnight - 48h));
        QCOMPARE(then.readAt, m_now);
        QCOMPARE(then.keys, std::vector<QByteArray>{"b:20261118"});
        QCOMPARE(then.parts, std::vector<double>{3});
        QCOMPARE(figureOf(then, boards, "members"), 3.0);
        QCOMPARE(figureOf(then, boards, "topScore"), 30.0);
        QCOMPARE(figureOf(then, boards, "medianScore"), 20.0);
        QVERIFY(figureOf(then, boards, "ttlMs") > 0);
        QCOMPARE(then.head->elements.front().element, QByteArray("bob"));
        QVERIFY(then.problems.empty());
        const auto page = ask<ElementsPage>(boards, ElementsQuery{}, midnight - 48h);
        QCOMPARE(page.total, std::optional<qint64>(3));
        QCOMPARE(page.elements.front().key, QByteArray("b:20261118"));
        const auto member = ask<MemberAnswer>(boards, MemberQuery{"cid", 1}, midnight - 48h);
        QVERIFY(member.found);
        QVERIFY(!ask<MemberAnswer>(boards, MemberQuery{"cid", 1}).found);
        // Nothing there, and another's key.
        QCOMPARE(figureOf(ask<FiguresAnswer>(boards, FiguresQuery{}, midnight - 72h), boards, "members"), 0.0);
        command({"SET", "b:20261116", "x"});
        const auto wrong = ask<FiguresAnswer>(boards, FiguresQuery{}, midnight - 96h);
        QVERIFY(!isKnown(figureOf(wrong, boards, "members")));
        QCOMPARE(wrong.problems.size(), std::size_t(1));
        m_server.run({"ACL", "SETUSER", "default", "resetkeys", "~other"});
        const auto refused = ask<FiguresAnswer>(boards, FiguresQuery{}, midnight - 48h);
        QCOMPARE(refused.problems.size(), std::size_t(1));
        const QString text = refused.problems.front().text;
        QVERIFY2(text.contains(QStringLiteral("“b:20261118”. To permit it: ACL SETUSER default ")), qPrintable(text));
        QVERIFY(!isKnown(figureOf(refused, boards, "members")));
    }

    void earlierBuckets()
    {
        const WorkspacePtr seen = workspace("{'kind': 'dedupe', 'keys': {'bucket': 'd:{yyyyMMddHH}:{0..1}'}}");
        m_now = midnight + 5h + 30min;
        fill("set", "d:2026112001:0", 5);
        fill("set", "d:2026112001:1", 1);
        fill("set", "d:2026112000:1", 2);
        const auto then = ask<FiguresAnswer>(seen, FiguresQuery{}, midnight + 1h);
        QCOMPARE(figureOf(then, seen, "members"), 8.0);
        QCOMPARE(figureOf(then, seen, "buckets"), 3.0);
        QCOMPARE(figureOf(then, seen, "withoutTtl"), 3.0);
        QCOMPARE(then.keys.front(), QByteArray("d:2026112001:0"));
        const auto sample = ask<ElementsPage>(seen, SampleQuery{5, "d:2026112001:0"}, midnight + 1h);
        QCOMPARE(sample.elements.size(), std::size_t(5));
        QVERIFY(ask<ElementsPage>(seen, SampleQuery{5, "d:2026112001:0"}).elements.empty());
    }
};

QTEST_GUILESS_MAIN(PeriodsTest)
#include "tst_periods.moc"
