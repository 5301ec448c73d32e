// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using std::chrono::milliseconds;
using namespace std::chrono_literals;

/// Every figure of a queue, with exact values, on a real server.
class KindsQueueTest final : public KindFixture {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void queueCountsEveryTier()
    {
        push("high", 2);
        push("mid", 5);
        push("low", 3);
        push("proc", 4);
        command({"ZADD", "later", ms(-5000ms), "a", ms(-1ms), "b", ms(60s), "c"});
        command({"LPUSH", "gone", "x", "y"});
        const auto snapshot = snapshotOf(
            m_server,
            workspace("{'kind': 'queue', 'keys': { "
                      "'ready': ['high', 'mid', 'low'], 'processing': 'proc', 'delayed': 'later', 'dead': 'gone'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "ready"), 10.0);
        QCOMPARE(figure(snapshot, 0, "processing"), 4.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "stale"))); // no staleAfter: nobody can tell
        QCOMPARE(figure(snapshot, 0, "delayed"), 3.0);
        QCOMPARE(figure(snapshot, 0, "due"), 2.0);
        QCOMPARE(figure(snapshot, 0, "dead"), 2.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "growthPerMinute")));
        QVERIFY(!isKnown(figure(snapshot, 0, "drainMs")));
        QCOMPARE(partOf(snapshot, "high"), 2.0);
        QCOMPARE(partOf(snapshot, "mid"), 5.0);
        QCOMPARE(partOf(snapshot, "low"), 3.0);
        QCOMPARE(partOf(snapshot, "proc"), 4.0);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    void queueOfKeysThatAreNotThereCountsNothing()
    {
        const auto snapshot = snapshotOf(
            m_server,
            workspace(
                "{'kind': 'queue', 'keys': { "
                "'ready': 'q', 'processing': 'p', 'delayed': 'd', 'dead': 'x'}, 'options': {'staleAfter': '5s'}}"));
        QVERIFY(snapshot);
        for (const char *name : {"ready", "processing", "stale", "delayed", "due", "dead"}) {
            QVERIFY2(figure(snapshot, 0, name) == 0.0, name);
        }
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestReadyMs")));
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestProcessingMs")));
    }

    void queueKnowsNothingOfRolesThatAreNotGiven()
    {
        push("q", 1);
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'queue', 'keys': {'ready': 'q'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "ready"), 1.0);
        for (const char *name : {"processing", "stale", "delayed", "due", "dead", "oldestProcessingMs"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, name)), name);
        }
    }

    void queueAgesComeOfJobRecords_data()
    {
        QTest::addColumn<QByteArray>("consume");
        QTest::addColumn<double>("age");
        QTest::newRow("right") << QByteArray("right") << 90e3;
        QTest::newRow("left") << QByteArray("left") << 10e3;
    }

    void queueAgesComeOfJobRecords()
    {
        QFETCH(QByteArray, consume);
        QFETCH(double, age);
        command({"LPUSH", "q", "first", "second"}); // first is at the right end
        command({"HSET", "job:first", "created_at", ms(-90s)});
        command({"SET", "job:second", "{\"created_at\": " + seconds(-10s) + "}"});
        const QByteArray json = "{'kind': 'queue', 'keys': {'ready': 'q', 'job': 'job:{id}'}, "
                                "'options': {'consume': '"
            + consume + "'}}";
        const auto snapshot = snapshotOf(m_server, workspace(json.constData()));
        QVERIFY(snapshot);
        QVERIFY2(isNear(figure(snapshot, 0, "oldestReadyMs"), age),
                 qPrintable(QString::number(figure(snapshot, 0, "oldestReadyMs"))));
        QVERIFY(!atLeast(snapshot, 0, "oldestReadyMs"));
        QVERIFY(snapshot->rows[0].head);
        QCOMPARE(snapshot->rows[0].head->elements.front().element,
                 consume == "right" ? QByteArray("first") : QByteArray("second"));
    }

    void queueOldestIsTheOldestOfAllTiers()
    {
        command({"LPUSH", "high", R"({"id": "1", "created_at":)" + ms(-20s) + "}"});
        command({"LPUSH", "low", R"({"id": "2", "enqueued_at":)" + ms(-300s) + "}"});
        const auto snapshot = snapshotOf(m_server, workspace("{'kind': 'queue', 'keys': {'ready': ['high', 'low']}}"));
        QVERIFY(snapshot);
        QVERIFY(isNear(figure(snapshot, 0, "oldestReadyMs"), 300000));
        QVERIFY(!atLeast(snapshot, 0, "oldestReadyMs"));
    }

    void queueAgeWithoutATimestampIsObserved()
    {
        push("q", 3);
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q'}}"), m_server.local(), oneShot());
        const auto first = tick(session);
        QVERIFY(first);
        QCOMPARE(figure(first, 0, "oldestReadyMs"), 0.0);
        QVERIFY(atLeast(first, 0, "oldestReadyMs"));
        QTRY_VERIFY(figure(tick(session), 0, "oldestReadyMs") >= 20);
        m_server.run({"DEL", "q"});
        QVERIFY(!isKnown(figure(tick(session), 0, "oldestReadyMs")));
    }

    /// An edit of another collection, a move or a name: what was observed of this one goes on.
    void observedAgesSurviveAnEdit()
    {
        push("q", 3);
        const char *const kept = "{'kind': 'queue', 'name': 'kept', 'keys': {'ready': 'q'}}";
        redis::PollSession session(workspace(kept, "{'kind': 'queue', 'keys': {'ready': 'other'}}"), m_server.local(),
                                   oneShot());
        QTRY_VERIFY(figure(tick(session), 0, "oldestReadyMs") >= 300);
        session.edit(workspace("{'kind': 'members', 'keys': {'members': 'other'}}",
                               "{'kind': 'queue', 'name': 'named anew', 'keys': {'ready': 'q'}}"),
                     2);
        SnapshotPtr edited = tick(session);
        QCOMPARE(edited->epoch, quint64{2});
        QCOMPARE(edited->layout->rows[1].name, QStringLiteral("named anew"));
        QVERIFY2(figure(edited, 1, "oldestReadyMs") >= 300,
                 qPrintable(QString::number(figure(edited, 1, "oldestReadyMs"))));
        QCOMPARE(figure(edited, 1, "ready"), 3.0);
        // Read another way, it is another.
        session.edit(workspace("{'kind': 'queue', 'keys': {'ready': 'q'}, 'options': {'consume': 'left'}}"), 3);
        edited = tick(session);
        QVERIFY(figure(edited, 0, "oldestReadyMs") < 300);
    }

    void queueStaleByDeadline()
    {
        command({"ZADD", "p", ms(-60s), "old", ms(-10ms), "just", ms(30s), "alive"});
        command({"HSET", "job:old", "started_at", ms(-90s)});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "processing"), 3.0);
        QCOMPARE(figure(snapshot, 0, "stale"), 2.0);
        QVERIFY(!atLeast(snapshot, 0, "stale"));
        QVERIFY(isNear(figure(snapshot, 0, "oldestProcessingMs"), 90000));
    }

    void queueStaleByJobRecord()
    {
        command({"LPUSH", "p", "a", "b", "c", "d"});
        command({"HSET", "job:a", "started_at", ms(-120s)});
        command({"HSET", "job:b", "processedOn", ms(-31s)});
        command({"HSET", "job:c", "started_at", ms(-29s)});
        command({"SET", "job:d", "{\"startedAt\": " + seconds(-1s) + "}"});
        const auto snapshot =
            snapshotOf(m_server,
                       workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, "
                                 "'options': {'staleAfter': '30s'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "stale"), 2.0);
        QVERIFY(!atLeast(snapshot, 0, "stale"));
        QVERIFY(isNear(figure(snapshot, 0, "oldestProcessingMs"), 120000));
        QVERIFY(!atLeast(snapshot, 0, "oldestProcessingMs"));
    }

    void queueStaleWithoutRecordsIsObserved()
    {
        command({"LPUSH", "p", "a", "b"});
        redis::PollOptions options = oneShot();
        options.headInterval = milliseconds(0);
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p'}, "
                                             "'options': {'staleAfter': '50ms'}}"),
                                   m_server.local(), options);
        const auto first = tick(session);
        QCOMPARE(figure(first, 0, "stale"), 0.0);
        QVERIFY(atLeast(first, 0, "stale"));
        QTRY_COMPARE(figure(tick(session), 0, "stale"), 2.0);
        QVERIFY(!atLeast(tick(session), 0, "stale")); // all of them: it cannot be more
        QVERIFY(atLeast(tick(session), 0, "oldestProcessingMs"));
    }

    void queueLooksAtNoMoreThanItsBound()
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < 800; ++i) {
            const QByteArray id = QByteArray::number(i);
            pipeline.add({"LPUSH", "p", id});
            pipeline.add({"HSET", "job:" + id, "started_at", ms(i < 600 ? -60s : -1s)});
        }
        m_server.run(pipeline);
        m_server.run({"CONFIG", "RESETSTAT"});
        const auto snapshot =
            snapshotOf(m_server,
                       workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, "
                                 "'options': {'staleAfter': '30s'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "stale"), 500.0);
        QVERIFY(atLeast(snapshot, 0, "stale"));
        QCOMPARE(m_server.calls("hmget"), 500);
        QCOMPARE(m_server.calls("lrange"), 2); // a small page first, for nobody knows how large the elements are
    }

    void queueTellsListsFromSetsAndZsets()
    {
        command({"SADD", "dead", "a", "b", "c"});
        command({"ZADD", "p", ms(1000ms), "x"});
        const WorkspacePtr both =
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'dead': 'dead'}}");
        redis::PollSession session(both, m_server.local(), oneShot());
        const auto first = tick(session);
        QCOMPARE(figure(first, 0, "dead"), 3.0);
        QCOMPARE(figure(first, 0, "processing"), 1.0);
        QCOMPARE(problemTexts(first, 0), QStringList());
        // The types turn round, as when the application was deployed anew: right in the same tick.
        command({"DEL", "dead", "p"});
        command({"ZADD", "dead", "1", "a", "2", "b"});
        push("p", 5);
        const auto second = tick(session);
        QCOMPARE(figure(second, 0, "dead"), 2.0);
        QCOMPARE(figure(second, 0, "processing"), 5.0);
        QCOMPARE(problemTexts(second, 0), QStringList());
        QCOMPARE(second->rows[0].state, State::Ok);
    }
};

QTEST_GUILESS_MAIN(KindsQueueTest)
#include "tst_kinds_queue.moc"
