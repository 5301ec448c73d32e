// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"

#include <QDeadlineTimer>

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
        QVERIFY(!isKnown(
            figure(snapshot, 0, "stale"))); // without records they are younger than five minutes, as far as is known
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

    /// A queue that does not say when a job is stale is judged by the default, and says so; null turns it off.
    void queueSeesStaleJobsByDefault()
    {
        command({"LPUSH", "proc", "late", "young"});
        command({"HSET", "job:late", "started_at", ms(-6min)});
        command({"HSET", "job:young", "started_at", ms(-4min)});
        const QByteArray keys = "{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'proc', 'job': 'job:{id}'}";
        auto snapshot = snapshotOf(m_server, workspace((keys + "}").constData()));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "stale"), 1.0);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 stale (default staleAfter: 5m)")});
        snapshot = snapshotOf(m_server, workspace((keys + ", 'limits': {'stale': {'critical': 1}}}").constData()));
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 stale, limit 1 (default staleAfter: 5m)")});
        snapshot = snapshotOf(m_server, workspace((keys + ", 'options': {'staleAfter': '5m'}}").constData()));
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 stale")});
        snapshot = snapshotOf(m_server, workspace((keys + ", 'options': {'staleAfter': null}}").constData()));
        QVERIFY(!isKnown(figure(snapshot, 0, "stale")));
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
        QTest::newRow("left") << QByteArray("left") << 90e3; // not the next, but the oldest
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
        QVERIFY(!isKnown(figure(first, 0, "oldestReadyMs"))); // at least nothing
        QTRY_VERIFY(figure(tick(session), 0, "oldestReadyMs") >= 20);
        QVERIFY(atLeast(tick(session), 0, "oldestReadyMs"));
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
        // With another reading direction, observed ages start over.
        session.edit(workspace("{'kind': 'queue', 'keys': {'ready': 'q'}, 'options': {'consume': 'left'}}"), 3);
        edited = tick(session);
        QVERIFY(!isKnown(figure(edited, 0, "oldestReadyMs")));
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
        QVERIFY(!isKnown(figure(first, 0, "stale"))); // unknown how long they were there before
        QVERIFY(!isKnown(figure(first, 0, "oldestProcessingMs")));
        QTRY_COMPARE(figure(tick(session), 0, "stale"), 2.0);
        QVERIFY(atLeast(tick(session), 0, "stale")); // as every observed figure
        QVERIFY(atLeast(tick(session), 0, "oldestProcessingMs"));
    }

    void queueReadsALongProcessingListPieceByPiece()
    {
        redis::Pipeline pipeline;
        for (int i = 0; i < 5'200; ++i) {
            const QByteArray id = QByteArray::number(i);
            pipeline.add({"LPUSH", "p", id});
            pipeline.add({"HSET", "job:" + id, "started_at", ms(i < 5'000 ? -60s : -1s)});
        }
        m_server.run(pipeline);
        m_server.run({"CONFIG", "RESETSTAT"});
        const WorkspacePtr all =
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, "
                      "'options': {'staleAfter': '30s'}, 'limits': {'stale': {'critical': 4000}}}");
        redis::PollSession session(all, m_server.local(), {});
        const auto first = tick(session);
        QCOMPARE(figure(first, 0, "stale"), 500.0);
        QVERIFY(atLeast(first, 0, "stale"));
        QVERIFY(first->isPartial(0, all->collections.front().kind->figureIndex(u"stale")));
        QCOMPARE(first->rows[0].state, State::Ok);
        QCOMPARE(m_server.calls("hmget"), 500);
        SnapshotPtr last = first;
        for (int i = 0; i < 7; ++i) {
            last = tick(session);
        }
        QCOMPARE(figure(last, 0, "stale"), 4'000.0);
        QVERIFY(atLeast(last, 0, "stale"));
        QCOMPARE(last->rows[0].state, State::Critical); // it counts already
        for (int i = 0; i < 3; ++i) {
            last = tick(session);
        }
        QCOMPARE(figure(last, 0, "stale"), 5'000.0);
        QVERIFY(!atLeast(last, 0, "stale"));
        QCOMPARE(m_server.calls("hmget"), 5'200);
        // A single snapshot does not wait for a second tick.
        const auto once = snapshotOf(m_server, all);
        QCOMPARE(figure(once, 0, "stale"), 5'000.0);
        QVERIFY(!atLeast(once, 0, "stale"));
    }

    /// What an undo gives back at once is not young: until the list is read again, no number of stale ones is exact.
    void queueDoubtsWhatCameAtOnce()
    {
        const auto add = [this](int from, int until, milliseconds started) {
            redis::Pipeline pipeline;
            for (int i = from; i < until; ++i) {
                const QByteArray id = QByteArray::number(i);
                pipeline.add({"LPUSH", "p", id});
                pipeline.add({"HSET", "job:" + id, "started_at", ms(started)});
            }
            m_server.run(pipeline);
        };
        redis::PollOptions options;
        options.headInterval = std::chrono::hours(1); // a head is read only where it is wanted
        redis::PollSession session(
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, "
                      "'options': {'staleAfter': '30s'}}"),
            m_server.local(), options);
        const auto settles = [&session](double stale) {
            const auto last = tick(session);
            return figure(last, 0, "stale") == stale && !atLeast(last, 0, "stale");
        };
        add(0, 40, -1s);
        QTRY_VERIFY(settles(0.0));
        add(40, 3'040, -60s);
        const auto back = tick(session);
        QCOMPARE(figure(back, 0, "processing"), 3'040.0);
        QVERIFY(!isKnown(figure(back, 0, "stale"))); // at least 0
        QTRY_VERIFY(settles(3'000.0));
    }

    void queueReadsFieldsThatAreNamed()
    {
        command({"LPUSH", "p", "a", "b"});
        command({"LPUSH", "q", "c"});
        command({"HSET", "job:a", "begun", ms(-60s), "started_at", ms(-1s)});
        command({"SET", "job:b", "{\"begun\": " + seconds(-2s) + ", \"startedAt\": 1}"});
        command({"HSET", "job:c", "born", ms(-70s)});
        const auto snapshot = snapshotOf(
            m_server,
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, 'options': "
                      "{'staleAfter': '30s', 'fields': {'started': 'begun', 'createdAt': 'born'}}}"));
        QCOMPARE(figure(snapshot, 0, "stale"), 1.0);
        QVERIFY(!atLeast(snapshot, 0, "stale"));
        QVERIFY(isNear(figure(snapshot, 0, "oldestProcessingMs"), 60'000));
        QVERIFY(isNear(figure(snapshot, 0, "oldestReadyMs"), 70'000));
    }

    void queueWithoutAccessToJobRecordsSaysSo()
    {
        command({"LPUSH", "p", "a", "b"});
        command({"LPUSH", "q", "c"});
        command({"HSET", "job:a", "started_at", ms(-60s)});
        command({"SET", "job:b", "{}"});
        command({"HSET", "job:c", "created_at", ms(-60s)});
        command({"ACL", "SETUSER", "watcher", "on", ">pw", "~q", "~p", "+@read", "+@connection", "+info", "+time"});
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = "watcher";
        endpoint.password = "pw";
        redis::PollSession session(
            workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'job': 'job:{id}'}, "
                      "'options': {'staleAfter': '30s'}}"),
            endpoint, oneShot());
        const auto snapshot = tick(session);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *name : {"stale", "oldestProcessingMs", "oldestReadyMs"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, name)), name);
        }
        QCOMPARE(figure(snapshot, 0, "processing"), 2.0);
        QVERIFY2(problemTexts(snapshot, 0).value(0).contains(QLatin1String("ACL")),
                 qPrintable(problemTexts(snapshot, 0).join(u' ')));
        QVERIFY(problemTexts(snapshot, 0).size() <= 3);
        // Allowed to read strings, not hashes: what is a hash stays unknown all the same.
        command({"ACL", "SETUSER", "watcher", "~job:*", "-hmget"});
        QCOMPARE(tick(session)->rows[0].state, State::Error);
        command({"ACL", "SETUSER", "watcher", "+hmget"});
        const auto healed = tick(session);
        QCOMPARE(problemTexts(healed, 0), QStringList{QStringLiteral("≥ 1 stale")}); // no error any more
        QCOMPARE(healed->rows[0].state, State::Warning);
        QCOMPARE(figure(healed, 0, "stale"), 1.0);
    }

    /// Between two looks at its end, the age of the next job runs on only while it stays there.
    void ageOfTheNextJobBetweenLooks()
    {
        const auto push = [this](int id) {
            const QByteArray job = "{\"id\":" + QByteArray::number(id) + ",\"created_at\":" + ms(-60s) + "}";
            command({"LPUSH", "q", job});
        };
        redis::PollOptions options;
        options.headInterval = 2s; // longer than two ticks take on any machine
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q'}}"), m_server.local(), options);
        push(0);
        push(1);
        const auto growth = [&] { // of the age between two ticks, some milliseconds apart
            const double first = figure(tick(session), 0, "oldestReadyMs");
            QTest::qWait(20);
            return first > 5.9e4 ? figure(tick(session), 0, "oldestReadyMs") - first : unknownFigure;
        };
        const auto comes = [](const auto &isMet) { // met once is enough: a look in between changes it
            const QDeadlineTimer deadline(60s);
            bool is = isMet();
            while (!is && !deadline.hasExpired()) {
                is = isMet();
            }
            return is;
        };
        QVERIFY(comes([&] { return growth() > 0; }));
        int id = 2;
        QVERIFY(comes([&] { // from the look on that finds another job
            push(id++);
            command({"RPOP", "q"});
            return growth() == 0;
        }));
        QVERIFY(comes([&] { return growth() > 0; })); // nobody takes it any more
    }

    void queueNoticesThatProcessingBecameASortedSet()
    {
        command({"LPUSH", "p", "a", "b"});
        redis::PollOptions options; // heads at their own pace: not in the second tick
        options.headInterval = 1h;
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p'}, "
                                             "'options': {'staleAfter': '1h'}}"),
                                   m_server.local(), options);
        QVERIFY(tick(session));
        command({"DEL", "p"});
        command({"ZADD", "p", ms(-60s), "a", ms(-60s), "b", ms(60s), "c"});
        QCOMPARE(figure(tick(session), 0, "stale"), 2.0);
        QCOMPARE(figure(tick(session), 0, "stale"), 2.0);
        command({"DEL", "p"});
        command({"LPUSH", "p", "a", "b", "c", "d"});
        const auto back = tick(session);
        QCOMPARE(figure(back, 0, "processing"), 4.0);
        QVERIFY(!isKnown(figure(back, 0, "stale")));
    }

    void queueCountsNoScoresThatAreNoTimes_data()
    {
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("ms") << QByteArray("ms");
        QTest::newRow("auto") << QByteArray("auto");
    }

    void queueCountsNoScoresThatAreNoTimes()
    {
        QFETCH(QByteArray, unit);
        command({"ZADD", "p", "-inf", "a", "+inf", "b", ms(-60s), "c"});
        const QByteArray json = "{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', 'delayed': 'p'}, "
                                "'options': {'unit': '"
            + unit + "'}}";
        redis::PollOptions options = oneShot();
        options.headInterval = milliseconds(0);
        redis::PollSession session(workspace(json.constData()), m_server.local(), options);
        for (int i = 0; i < 2; ++i) { // before and after the unit is learned
            const auto snapshot = tick(session);
            QCOMPARE(figure(snapshot, 0, "processing"), 3.0);
            QCOMPARE(figure(snapshot, 0, "stale"), 1.0);
            QCOMPARE(figure(snapshot, 0, "due"), 1.0);
        }
    }

    void queueOldestReadyIsNotTheNextAfterARequeue()
    {
        for (int i = 0; i < 20; ++i) {
            const QByteArray id = QByteArray::number(i);
            command({"LPUSH", "q", id});
            command({"HSET", "job:" + id, "created_at", ms(std::chrono::seconds(i - 90))});
        }
        const WorkspacePtr all = workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'job': 'job:{id}'}}");
        const auto inOrder = snapshotOf(m_server, all);
        QVERIFY(isNear(figure(inOrder, 0, "oldestReadyMs"), 90'000));
        QVERIFY(atLeast(inOrder, 0, "oldestReadyMs")); // only the ends were looked at
        command({"HSET", "job:young", "created_at", ms(-5s)});
        command({"RPUSH", "q", "young"}); // put back, to be taken next
        const auto requeued = snapshotOf(m_server, all);
        QVERIFY(isNear(figure(requeued, 0, "oldestReadyMs"), 90'000));
        QVERIFY(atLeast(requeued, 0, "oldestReadyMs")); // out of order: who knows what lies between
        command({"RPOP", "q"});
        command({"HSET", "job:dead", "created_at", ms(-900s)});
        command({"LPUSH", "q", "dead"}); // a dead letter begins again, behind all others
        QVERIFY(isNear(figure(snapshotOf(m_server, all), 0, "oldestReadyMs"), 900'000));
    }

    /// A dead letter that begins again behind all others is soon covered by newer jobs.
    void queueOldestReadyIsKnownWhileItLiesInside()
    {
        const auto push = [this](const QByteArray &id, std::chrono::seconds age) {
            command({"LPUSH", "q", id});
            command({"HSET", "job:" + id, "created_at", ms(age)});
        };
        for (int i = 0; i < 20; ++i) {
            push(QByteArray::number(i), std::chrono::seconds(i - 90));
        }
        redis::PollOptions options = oneShot();
        options.headInterval = milliseconds(0);
        redis::PollSession session(workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'job': 'job:{id}'}}"),
                                   m_server.local(), options);
        const auto shows = [&session](double age) {
            const auto snapshot = tick(session);
            return isNear(figure(snapshot, 0, "oldestReadyMs"), age) && atLeast(snapshot, 0, "oldestReadyMs");
        };
        QVERIFY(shows(90e3));
        push("dead", -900s);
        QVERIFY(shows(900e3));
        for (int i = 20; i < 40; ++i) {
            push(QByteArray::number(i), -5s);
        }
        QVERIFY(shows(900e3));
        QVERIFY(shows(900e3));
        command({"LREM", "q", "1", "dead"});
        QVERIFY(shows(90e3)); // known to be gone
        for (int i = 0; i < 36; ++i) {
            command({"RPOP", "q"});
        }
        const auto few = tick(session);
        QVERIFY(isNear(figure(few, 0, "oldestReadyMs"), 5'000));
        QVERIFY(!atLeast(few, 0, "oldestReadyMs"));
    }

    /// Reads only the times of a record: the rest may be a stack trace of megabytes, in every tick.
    void queueAsksRecordsForTimesAlone()
    {
        for (int i = 0; i < 20; ++i) {
            const QByteArray id = QByteArray::number(i);
            command({"LPUSH", "p", id});
            command({"HSET", "job:" + id, "started_at", ms(-60s), "error", QByteArray(500'000, 'e')});
        }
        command({"CONFIG", "RESETSTAT"});
        const auto snapshot = snapshotOf(m_server,
                                         workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p', "
                                                   "'job': 'job:{id}'}, 'options': {'staleAfter': '30s'}}"));
        QCOMPARE(figure(snapshot, 0, "stale"), 20.0);
        const QByteArray stats = m_server.run({"INFO", "stats"}).bytes;
        const QByteArray title("total_net_output_bytes:");
        const QByteArray sent = stats.sliced(stats.indexOf(title) + title.size(), 16).split('\r').first();
        QVERIFY2(sent.toLongLong() > 0 && sent.toLongLong() < 500'000, sent.constData());
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
