// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// Every figure of every kind but queues, with exact values, on a real server; tst_kinds_queue does those.
class KindsTest final : public KindFixture {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void renamedCommandsFailAlone_data()
    {
        QTest::addColumn<bool>("boardIsKnown");
        for (const char *name : {"LLEN", "ZCOUNT", "LRANGE", "SCARD", "HMGET", "GETRANGE", "ZSCORE"}) {
            QTest::newRow(name) << true;
        }
        for (const char *name : {"ZCARD", "TYPE", "ZRANGE", "ZREVRANGE"}) {
            QTest::newRow(name) << false;
        }
    }

    /// If an administrator has renamed a reading command, only the figures that need it are unknown.
    void renamedCommandsFailAlone()
    {
        QFETCH(const bool, boardIsKnown);
        const QByteArray name(QTest::currentDataTag());
        RedisServer renamed({QStringLiteral("--rename-command"), QString::fromLatin1(name), QStringLiteral("")});
        renamed.run({"RPUSH", "q", "1", "2", "3"});
        renamed.run({"ZADD", "p", "1", "a"});
        renamed.run({"SADD", "x", "gone"});
        renamed.run({"ZADD", "b", "5", "m"});
        renamed.run({"SADD", "c", "here"});
        renamed.run({"ZADD", "l", "1", "there"});
        const auto snapshot = snapshotOf(
            renamed,
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'dead': 'x', 'job': 'job:{id}'}, "
                      "'options': {'staleAfter': '5s'}}",
                      "{'kind': 'leaderboard', 'keys': {'board': 'b'}}",
                      "{'kind': 'presence', 'keys': {'connected': 'c', 'lastSeen': 'l'}}"));
        QVERIFY(snapshot);
        for (const auto &[title, value] : {std::pair{"ready", 3.0}, {"processing", 1.0}, {"dead", 1.0}}) {
            const double shown = figure(snapshot, 0, title);
            QVERIFY2(!isKnown(shown) || shown == value, title);
        }
        QCOMPARE(isKnown(figure(snapshot, 0, "ready")), name != "LLEN");
        for (const QString &problem : problemTexts(snapshot, 0)) { // and not what follows from it
            QVERIFY2(problem.contains(QString::fromLatin1(name)) || problem.contains(u"stale"), qPrintable(problem));
        }
        QCOMPARE(problemTexts(snapshot, 1), boardIsKnown ? QStringList() : problemTexts(snapshot, 1));
        QVERIFY(!boardIsKnown || figure(snapshot, 1, "members") == 1.0);
        QVERIFY(!boardIsKnown || figure(snapshot, 1, "topScore") == 5.0);
    }

    void scheduleCountsByUnit_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<bool>("inSeconds");
        QTest::newRow("ms, known") << QByteArray("ms") << false;
        QTest::newRow("ms, by magnitude") << QByteArray("auto") << false;
        QTest::newRow("s, known") << QByteArray("s") << true;
        QTest::newRow("s, by magnitude") << QByteArray("auto") << true;
    }

    void scheduleCountsByUnit()
    {
        QFETCH(QByteArray, unit);
        QFETCH(bool, inSeconds);
        const auto score = [&](milliseconds shift) { return inSeconds ? seconds(shift) : ms(shift); };
        command({"ZADD", "d", score(-40s), "a", score(-100ms), "b", score(25s), "c", score(70s), "e"});
        command({"ZADD", "p", score(-5ms), "x", score(5s), "y"});
        push("r", 7);
        command({"SADD", "x", "1"});
        const QByteArray json =
            "{'kind': 'schedule', 'keys': {'delayed': 'd', 'processing': 'p', 'ready': 'r', 'dead': 'x'}, "
            "'options': {'unit': '"
            + unit + "'}}";
        redis::PollOptions options = oneShot();
        options.headInterval = milliseconds(0);
        redis::PollSession session(workspace(json.constData()), m_server.local(), options);
        for (int i = 0; i < 3; ++i) { // the unit is learned meanwhile; the figures must not change
            const auto snapshot = tick(session);
            QVERIFY(snapshot);
            QCOMPARE(figure(snapshot, 0, "delayed"), 4.0);
            QCOMPARE(figure(snapshot, 0, "due"), 2.0);
            QVERIFY(isNear(figure(snapshot, 0, "lagMs"), 40000));
            QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 25000));
            QCOMPARE(figure(snapshot, 0, "processing"), 2.0);
            QCOMPARE(figure(snapshot, 0, "stale"), 1.0);
            QCOMPARE(figure(snapshot, 0, "dead"), 1.0);
            QCOMPARE(partOf(snapshot, "r"), 7.0);
        }
    }

    void scheduleTellsMixedUnitsApart()
    {
        command({"ZADD", "d", seconds(-30s), "s-due", seconds(1h), "s-later", ms(-90s), "ms-due", ms(20s), "ms-later",
                 "+inf", "never"});
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'schedule', 'keys': {'delayed': 'd'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "delayed"), 5.0);
        QCOMPARE(figure(snapshot, 0, "due"), 2.0);
        QVERIFY(isNear(figure(snapshot, 0, "lagMs"), 90000));
        QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 20000));
    }

    void severalCollectionsEachGetTheirOwn()
    {
        command({"ZADD", "d:1", ms(-10s), "a", ms(60s), "b"});
        command({"ZADD", "d:2", seconds(-10s), "a", seconds(-5s), "b", seconds(60s), "c"});
        command({"ZADD", "seen", ms(-1s), "a", ms(-40s), "b", ms(-50s), "c"});
        push("q", 3);
        redis::PollOptions options = oneShot();
        options.headInterval = 0ms;
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'delayed': 'd:1'}}",
                                             "{'kind': 'schedule', 'keys': {'delayed': 'd:1'}}",
                                             "{'kind': 'presence', 'keys': {'lastSeen': 'seen'}}",
                                             "{'kind': 'schedule', 'keys': {'delayed': 'd:2'}}"),
                                   m_server.local(), options);
        for (int i = 0; i < 3; ++i) {
            const auto snapshot = tick(session);
            QVERIFY(snapshot);
            QCOMPARE(figure(snapshot, 0, "ready"), 3.0);
            QCOMPARE(figure(snapshot, 0, "due"), 1.0);
            QCOMPARE(figure(snapshot, 1, "due"), 1.0);
            QCOMPARE(figure(snapshot, 2, "active"), 1.0);
            QCOMPARE(figure(snapshot, 2, "inactive"), 2.0);
            QCOMPARE(figure(snapshot, 3, "due"), 2.0);
            QVERIFY(isNear(figure(snapshot, 3, "lagMs"), 10e3));
        }
    }

    void scheduleWithNothingDue()
    {
        command({"ZADD", "d", ms(5s), "a"});
        redis::PollSession session(workspace("{'kind': 'schedule', 'keys': {'delayed': 'd'}}"), m_server.local(), {});
        const auto before = tick(session);
        QCOMPARE(figure(before, 0, "due"), 0.0);
        QCOMPARE(figure(before, 0, "lagMs"), 0.0);
        QVERIFY(isNear(figure(before, 0, "nextDueMs"), 5000));
        command({"DEL", "d"});
        const auto after = tick(session);
        QCOMPARE(figure(after, 0, "delayed"), 0.0);
        QCOMPARE(figure(after, 0, "lagMs"), 0.0);
        QVERIFY(!isKnown(figure(after, 0, "nextDueMs")));
    }

    void scheduleReadsAnewWhenTheNextFallsDue()
    {
        command({"ZADD", "d", ms(60ms), "a", ms(70s), "b"});
        redis::PollSession session(workspace("{'kind': 'schedule', 'keys': {'delayed': 'd'}}"), m_server.local(), {});
        QVERIFY(tick(session));
        SnapshotPtr snapshot;
        QTRY_VERIFY((snapshot = tick(session), figure(snapshot, 0, "due") == 1.0));
        snapshot = tick(session);
        QVERIFY(figure(snapshot, 0, "lagMs") >= 0);
        QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 70000));
    }

    void leaderboard()
    {
        for (int i = 0; i < 25; ++i) {
            command({"ZADD", "board", QByteArray::number(i * 10), "player-" + QByteArray::number(i)});
        }
        command({"PEXPIRE", "board", "600000"});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'board'}, 'options': {'top': 3}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 25.0);
        QCOMPARE(figure(snapshot, 0, "topScore"), 240.0);
        QCOMPARE(figure(snapshot, 0, "medianScore"), 120.0);
        QVERIFY(isNear(figure(snapshot, 0, "ttlMs"), 600000));
        const Head &head = *snapshot->rows[0].head;
        QCOMPARE(head.elements.size(), std::size_t{3});
        QCOMPARE(head.elements[0].element, QByteArray("player-24"));
        QCOMPARE(head.elements[2].score, 220.0);
    }

    void leaderboardLowestFirst()
    {
        command({"ZADD", "board", "9.5", "c", "1.25", "b", "1.25", "a", "-inf", "zero"});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'board'}, 'options': {'order': 'asc'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "topScore"), -std::numeric_limits<double>::infinity());
        QCOMPARE(figure(snapshot, 0, "medianScore"), 1.25);
        QVERIFY(!isKnown(figure(snapshot, 0, "ttlMs")));
        QVERIFY(snapshot->isNever(0, snapshot->layout->rows[0].kind->figureIndex(u"ttlMs"))); // no expiry, and known so
        QCOMPARE(snapshot->rows[0].head->elements[1].element, QByteArray("a"));
        QCOMPARE(snapshot->rows[0].head->elements[3].element, QByteArray("c"));
    }

    void leaderboardOfShards()
    {
        command({"ZADD", "b:0", "10", "a", "30", "c"});
        command({"ZADD", "b:1", "20", "b", "40", "d", "30", "cc"});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{0..2}'}, 'options': {'top': 4}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 5.0);
        QCOMPARE(figure(snapshot, 0, "topScore"), 40.0);
        QCOMPARE(figure(snapshot, 0, "medianScore"), 30.0);
        QCOMPARE(partOf(snapshot, "b:1"), 3.0);
        QCOMPARE(partOf(snapshot, "b:2"), 0.0);
        QByteArrayList order;
        for (const HeadElement &element : snapshot->rows[0].head->elements) {
            order += element.element;
        }
        QCOMPARE(order, (QByteArrayList{"d", "cc", "c", "b"}));
    }

    /// The middle of one shard is not that of the board while another could not be counted.
    void leaderboardWithABadShard()
    {
        command({"ZADD", "b:0", "10", "a", "30", "c"});
        command({"SET", "b:1", "no sorted set"});
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{0..1}'}}"));
        QVERIFY(snapshot);
        QVERIFY(!isKnown(figure(snapshot, 0, "medianScore")));
    }

    /// Of many members in several sorted sets the middle would be too slow to find.
    void leaderboardOfLargeShards()
    {
        for (const char *key : {"b:0", "b:1"}) {
            redis::Pipeline pipeline;
            for (int i = 0; i < 501; ++i) {
                pipeline.add({"ZADD", key, QByteArray::number(i), key + QByteArray::number(i)});
            }
            m_server.run(pipeline);
        }
        const char *const board = "{'kind': 'leaderboard', 'keys': {'board': 'b:{0..1}'}, 'limits': "
                                  "{'medianScore': {'critical': 1}}}";
        const auto snapshot = snapshotOf(m_server, workspace(board));
        QVERIFY(snapshot);
        QVERIFY(!isKnown(figure(snapshot, 0, "medianScore")));
        QCOMPARE(problemTexts(snapshot, 0),
                 QStringList{QStringLiteral("median score unknown, limit 1: too many members in several shards")});
        command({"ZREMRANGEBYRANK", "b:0", "0", "1"});
        QCOMPARE(figure(snapshotOf(m_server, workspace(board)), 0, "medianScore"), 250.5);
    }

    void memberOfTwoShardsIsOne()
    {
        command({"ZADD", "b:0", "50", "a", "40", "b", "30", "c", "20", "d", "10", "e"});
        command({"ZADD", "b:1", "45", "a", "35", "d"});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'b:{0..1}'}, 'options': {'top': 4}}"));
        QVERIFY(snapshot);
        QByteArrayList order;
        for (const HeadElement &element : snapshot->rows[0].head->elements) {
            order += element.element + " " + QByteArray::number(element.score);
        }
        QCOMPARE(order, (QByteArrayList{"a 50", "b 40", "d 35", "c 30"}));
        QCOMPARE(figure(snapshot, 0, "medianScore"), 35.0);
    }

    void leaderboardOfToday()
    {
        const QByteArray day =
            QDateTime::fromMSecsSinceEpoch(at(0ms), Qt::UTC).toString(QStringLiteral("yyyyMMdd")).toLatin1();
        command({"ZADD", "board:" + day, "1", "a", "2", "b"});
        const auto snapshot =
            snapshotOf(m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'board:{yyyyMMdd}'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 2.0);
        QCOMPARE(figure(snapshot, 0, "medianScore"), 1.5);
    }

    void leaderboardWithoutMembers()
    {
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'leaderboard', 'keys': {'board': 'board'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "topScore")));
        QVERIFY(!isKnown(figure(snapshot, 0, "medianScore")));
        QVERIFY(!isKnown(figure(snapshot, 0, "ttlMs")));
        QVERIFY(!snapshot->has(0, FigureNote::Never)); // there is no key to ask
    }

    void presence_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<bool>("inSeconds");
        QTest::newRow("ms, by magnitude") << QByteArray("auto") << false;
        QTest::newRow("s, by magnitude") << QByteArray("auto") << true;
        QTest::newRow("ms, known") << QByteArray("ms") << false;
        QTest::newRow("s, known") << QByteArray("s") << true;
    }

    void presence()
    {
        QFETCH(QByteArray, unit);
        QFETCH(bool, inSeconds);
        const auto score = [&](milliseconds shift) { return inSeconds ? seconds(shift) : ms(shift); };
        command({"SADD", "room:a", "ann", "bob", "cy"});
        command({"SADD", "room:b", "dee"});
        command({"ZADD", "seen", score(-1s), "ann", score(-30s), "bob", score(-90s), "cy", score(-200s), "eve"});
        const QByteArray json = "{'kind': 'presence', 'keys': {'connected': ['room:a', 'room:b'], 'lastSeen': 'seen'}, "
                                "'options': {'window': '60s', 'unit': '"
            + unit + "'}}";
        redis::PollOptions options = oneShot();
        options.headInterval = milliseconds(0);
        redis::PollSession session(workspace(json.constData()), m_server.local(), options);
        for (int i = 0; i < 3; ++i) {
            const auto snapshot = tick(session);
            QVERIFY(snapshot);
            QCOMPARE(figure(snapshot, 0, "connected"), 4.0);
            QCOMPARE(figure(snapshot, 0, "seen"), 4.0);
            QCOMPARE(figure(snapshot, 0, "active"), 2.0);
            QCOMPARE(figure(snapshot, 0, "inactive"), 2.0);
            QCOMPARE(figure(snapshot, 0, "ghosts"), 2.0); // cy was last seen too long ago, dee never
            QCOMPARE(snapshot->rows[0].head->elements.front().element, QByteArray("ann"));
        }
    }

    void boundsAreJudgedByWhatATrimRemoves_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("role");
        QTest::addColumn<QString>("bound"); ///< that removes some
        QTest::addColumn<QString>("wider"); ///< that removes none
        QTest::addColumn<QString>("problem");
        const auto row = [](const char *kind, const char *role, const char *key, const char *problem) {
            const QString name = QString::fromLatin1(kind);
            const QString keys = QStringLiteral("'%1': '%2'").arg(QLatin1String(role), QLatin1String(key));
            QTest::addRow("%s %s by age", kind, key) << name << keys << QStringLiteral("'maxAge': '10s'")
                                                     << QStringLiteral("'maxAge': '1h'") << QString::fromUtf8(problem);
        };
        row("stream", "stream", "x", "2 length, some older than the bound 10 s");
        row("recent", "items", "z", "2 length, some older than the bound 10 s");
        row("recent", "items", "v:{id}", "2 length, some older than the bound 10 s");
        row("presence", "lastSeen", "z", "2 seen, some older than the bound 10 s");
        row("schedule", "delayed", "z", "2 delayed, some older than the bound 10 s");
        row("expiry", "index", "z", "2 indexed, some older than the bound 10 s");
        row("timeline", "events", "z", "oldest 1 min 40 s, bound 10 s");
        row("ratelimit", "subject", "z", "1 subjects, some older than the bound 10 s");
        const QString keep = QStringLiteral("'keep': 1");
        const QString more = QStringLiteral("'keep': 2");
        QTest::newRow("presence by count") << QStringLiteral("presence") << QStringLiteral("'lastSeen': 'z'") << keep
                                           << more << QStringLiteral("2 seen, bound 1");
        QTest::newRow("ratelimit by count") << QStringLiteral("ratelimit") << QStringLiteral("'subject': 'z'") << keep
                                            << more << QStringLiteral("1 subjects, some with more than the bound 1");
        QTest::newRow("leaderboard of shards") << QStringLiteral("leaderboard") << QStringLiteral("'board': 'b{1,2}'")
                                               << keep << more << QStringLiteral("3 members, bound 1 for each key");
        QTest::newRow("queue of tiers") << QStringLiteral("queue") << QStringLiteral("'ready': ['r1', 'r2']") << keep
                                        << more << QStringLiteral("3 ready, bound 1 for each key");
    }

    /// A bound is exceeded if a trim to it removes something, of whatever kind.
    void boundsAreJudgedByWhatATrimRemoves()
    {
        QFETCH(const QString, kind);
        QFETCH(const QString, role);
        QFETCH(const QString, bound);
        QFETCH(const QString, wider);
        QFETCH(const QString, problem);
        command({"XADD", "x", ms(-100s), "a", "1"});
        command({"XADD", "x", ms(0ms), "a", "1"});
        command({"ZADD", "z", ms(-100s), "old", ms(0ms), "young"});
        command({"ZADD", "v:1", ms(-100s), "old", ms(0ms), "young"});
        command({"EXPIRE", "z", "1000"});
        command({"ZADD", "b1", "1", "a", "2", "b"});
        command({"ZADD", "b2", "1", "c"});
        command({"RPUSH", "r1", "a", "b"});
        command({"RPUSH", "r2", "c"});
        const auto found = [&](const QString &limit) {
            const QString json = QStringLiteral("{'kind': '%1', 'keys': {%2}, 'bound': {%3}}").arg(kind, role, limit);
            redis::PollOptions options = oneShot();
            redis::PollSession session(workspace(json.toUtf8().constData()), m_server.local(), options);
            SnapshotPtr snapshot = tick(session);
            for (int i = 0; i < 5; ++i) { // some look for their keys
                snapshot = tick(session);
            }
            return problemTexts(snapshot, 0);
        };
        QCOMPARE(found(bound), QStringList{problem});
        QCOMPARE(found(wider), QStringList());
    }

    /// Neither sets nor ranks have times: a bound by age is not kept as far as anybody knows.
    void boundByAgeOfKindsWithoutTimes()
    {
        const auto made = [] {
            return workspace("{'kind': 'members', 'keys': {'set': 's'}, 'bound': {'maxAge': '1h'}}",
                             "{'kind': 'leaderboard', 'keys': {'board': 'b'}, 'bound': {'maxAge': '1h'}}");
        };
        const SnapshotPtr empty = snapshotOf(m_server, made());
        QCOMPARE(empty->rows[0].state, State::Ok);
        QCOMPARE(empty->rows[1].state, State::Ok);
        command({"SADD", "s", "a"});
        command({"ZADD", "b", "1", "a"});
        const SnapshotPtr filled = snapshotOf(m_server, made());
        for (const std::size_t row : {0, 1}) {
            QCOMPARE(filled->rows[row].state, State::Unknown);
            QCOMPARE(problemTexts(filled, row), QStringList{QStringLiteral("oldest unknown, bound 1 h")});
        }
    }

    /// Elements without a time cannot be held against an age: that is unknown, not fine.
    void boundByAgeOfElementsWithoutATime()
    {
        push("l", 2);
        const WorkspacePtr things = workspace("{'kind': 'recent', 'keys': {'items': 'l'}, 'bound': {'maxAge': '10s'}}",
                                              "{'kind': 'queue', 'keys': {'ready': 'l'}, 'bound': {'maxAge': '10s'}}",
                                              "{'kind': 'recent', 'keys': {'items': 'n'}, 'bound': {'maxAge': '10s'}}",
                                              "{'kind': 'queue', 'keys': {'ready': 'n'}, 'bound': {'maxAge': '10s'}}",
                                              "{'kind': 'stream', 'keys': {'stream': 'n'}, 'bound': {'maxAge': '1s'}}");
        redis::PollOptions options = oneShot();
        options.isOnly = true;
        redis::PollSession session(things, m_server.local(), options);
        const SnapshotPtr snapshot = tick(session);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Unknown);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("oldest unknown, bound 10 s")});
        QCOMPARE(snapshot->rows[1].state, State::Unknown);
        for (std::size_t empty = 2; empty < 5; ++empty) {
            QCOMPARE(problemTexts(snapshot, empty), QStringList());
        }
    }

    /// More are connected than are compared with who was seen: what is told is a bound that holds.
    void presenceBoundsGhostsOfACrowd()
    {
        redis::Pipeline pipeline;
        const QByteArray now = ms(0ms);
        for (int i = 0; i < 2'000; ++i) {
            const QByteArray user = "user-" + QByteArray::number(i);
            pipeline.add({"SADD", "room", user});
            if (i < 300) {
                pipeline.add({"ZADD", "seen", now, user});
            }
        }
        m_server.run(pipeline);
        const WorkspacePtr room = workspace("{'kind': 'presence', 'keys': {'connected': 'room', 'lastSeen': 'seen'}}");
        const int ghosts = redis::findKind(u"presence")->figureIndex(u"ghosts");
        const auto many = snapshotOf(m_server, room);
        QCOMPARE(figure(many, 0, "connected"), 2'000.0);
        QCOMPARE(figure(many, 0, "ghosts"), 1'700.0); // at most the 300 that are active are connected
        QVERIFY(many->isAtLeast(0, ghosts));
        // The same number is active and connected, but different members: only a sample of those connected shows it.
        command({"SREM", "room", "user-1"});
        redis::Pipeline others;
        for (int i = 0; i < 2'000; ++i) {
            others.add({"ZADD", "seen", now, "visitor-" + QByteArray::number(i)});
        }
        m_server.run(others);
        const auto sampled = snapshotOf(m_server, room);
        QVERIFY(sampled->isAtLeast(0, ghosts));
        QVERIFY2(figure(sampled, 0, "ghosts") >= 200 && figure(sampled, 0, "ghosts") <= 500,
                 qPrintable(QString::number(figure(sampled, 0, "ghosts"))));
    }

    void presenceCountsGhostsOfAFew()
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < 500; ++i) {
            pipeline.add({"SADD", "room", "user-" + QByteArray::number(i)});
        }
        m_server.run(pipeline);
        command({"ZADD", "seen", ms(0ms), "user-1"});
        const WorkspacePtr room = workspace("{'kind': 'presence', 'keys': {'connected': 'room', 'lastSeen': 'seen'}}");
        const auto few = snapshotOf(m_server, room);
        QCOMPARE(figure(few, 0, "ghosts"), 499.0);
        QVERIFY(!few->isAtLeast(0, redis::findKind(u"presence")->figureIndex(u"ghosts")));
        command({"DEL", "room"});
        QCOMPARE(figure(snapshotOf(m_server, room), 0, "ghosts"), 0.0);
    }

    /// Counts come with every poll, ghosts with every comparison.
    void presenceAddsUpBetweenComparisons()
    {
        command({"SADD", "room", "ann", "bob", "cy"});
        command({"ZADD", "seen", ms(0ms), "ann", ms(0ms), "visitor", ms(-200s), "bob"});
        redis::PollOptions options = oneShot();
        options.headInterval = 1h;
        redis::PollSession session(workspace("{'kind': 'presence', 'keys': {'connected': 'room', 'lastSeen': 'seen'}}"),
                                   m_server.local(), options);
        QCOMPARE(figure(tick(session), 0, "ghosts"), 2.0);
        command({"ZADD", "seen", ms(0ms), "bob"});
        QCOMPARE(figure(tick(session), 0, "ghosts"), 1.0);
        command({"SREM", "room", "bob", "cy"});
        command({"ZREM", "seen", "bob"});
        QCOMPARE(figure(tick(session), 0, "ghosts"), 0.0);
    }

    void presenceWithoutASet()
    {
        command({"ZADD", "seen", ms(0ms), "ann"});
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'presence', 'keys': {'lastSeen': 'seen'}}"));
        QCOMPARE(figure(snapshot, 0, "active"), 1.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "connected")));
        QVERIFY(!isKnown(figure(snapshot, 0, "ghosts")));
    }

    void members()
    {
        command({"SADD", "s:0", "a", "b"});
        command({"SADD", "s:3", "c"});
        command({"PEXPIRE", "s:3", "90000"});
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'members', 'keys': {'set': 's:{0..3}'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "members"), 3.0);
        QVERIFY(isNear(figure(snapshot, 0, "ttlMs"), 90000));
        QVERIFY(!snapshot->has(0, FigureNote::Never));
        QVERIFY(!isKnown(figure(snapshot, 0, "growthPerMinute")));
        QCOMPARE(partOf(snapshot, "s:0"), 2.0);
        QCOMPARE(partOf(snapshot, "s:1"), 0.0);
        QCOMPARE(partOf(snapshot, "s:3"), 1.0);
    }

    void tablesAreSound()
    {
        QStringList ids;
        for (const KindInfo *kind : redis::kindInfos()) {
            ids += kind->id;
            QCOMPARE(redis::findKind(QString(kind->id)), kind);
            QVERIFY(kind->mainFigure >= 0 && kind->mainFigure < static_cast<int>(kind->figures.size()));
            QSet<QByteArray> names;
            const auto isNew = [&names](QLatin1StringView id) {
                const bool fresh = !id.isEmpty() && !names.contains(QByteArray(id.data(), id.size()));
                names.insert(QByteArray(id.data(), id.size()));
                return fresh;
            };
            for (const FigureSpec &figure : kind->figures) {
                QVERIFY2(isNew(figure.id), figure.id.data());
                QVERIFY2(*figure.title != 0 && QByteArray(figure.help).endsWith('.'), figure.id.data());
                QCOMPARE(figure.unit == Unit::Duration, figure.id.endsWith(QLatin1String("Ms")));
                QCOMPARE(figure.unit == Unit::PerMinute || figure.unit == Unit::Frequency,
                         figure.id.endsWith(QLatin1String("PerMinute"), Qt::CaseInsensitive));
                QCOMPARE(&kind->figures[static_cast<std::size_t>(kind->figureIndex(QString(figure.id)))], &figure);
            }
            names.clear();
            QVERIFY(!kind->roles.empty());
            bool required = false;
            for (const RoleSpec &role : kind->roles) {
                QVERIFY2(isNew(role.id) && role.types != 0 && role.help != nullptr, role.id.data());
                QVERIFY2(!role.perId || (!role.required && !role.many), role.id.data());
                required = required || role.required;
            }
            QVERIFY2(required, kind->id.data());
            names.clear();
            for (const OptionSpec &option : kind->options) {
                QVERIFY2(isNew(option.id) && option.help != nullptr, option.id.data());
                QCOMPARE(option.type == OptionType::Choice, !option.choices.empty());
                const bool falls = option.choices.empty() || option.fallback == nullptr
                    || std::find(option.choices.begin(), option.choices.end(), QLatin1String(option.fallback))
                        != option.choices.end();
                QVERIFY2(falls, option.id.data());
            }
        }
        QCOMPARE(QSet<QString>(ids.begin(), ids.end()).size(), ids.size());
        QCOMPARE(redis::findKind(u"nothing"), nullptr);
    }
};

QTEST_GUILESS_MAIN(KindsTest)
#include "tst_kinds.moc"
