// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "models/alerts/stateclock.h"
#include "models/text/format.h"
#include "tests/server/pollfixture.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QJsonObject>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// A server that comes back empty is not "all well": restarts, flushes and losses are told by the snapshot.
class ServerEventsTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server.start();
        m_server.run({"ACL", "SETUSER", "default", "reset", "on", "nopass", "~*", "&*", "+@all"});
        m_server.run({"REPLICAOF", "NO", "ONE"});
        m_server.flush();
    }

    /// A flush is told by the first snapshot after it, however few elements there were.
    void aFlushOfFew()
    {
        m_server.run({"RPUSH", "a", "1", "2"});
        PollSession poll = session();
        QVERIFY(tick(poll)->events.empty());
        m_server.run({"FLUSHALL"});
        QCOMPARE(eventsOf(tick(poll)), QStringList{QStringLiteral("flushed: flushed, 2 elements gone")});
    }

    /// The sum is of elements, whatever number of collections show them.
    void keysOfSeveralCollectionsCountOnce()
    {
        m_server.run({"RPUSH", "a", "1", "2"});
        m_server.run({"RPUSH", "b", "1"});
        const WorkspacePtr shared = workspace("{'name':'one','kind':'queue','keys':{'ready':['a','b']}}",
                                              "{'name':'two','kind':'queue','keys':{'ready':'a'}}");
        PollSession poll(shared, m_server.local(), {});
        tick(poll);
        m_server.run({"FLUSHALL"});
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("flushed: flushed, 3 elements gone")});
        QCOMPARE(after->events.front().before, 3.0);
        QCOMPARE(problemTexts(after, 1), QStringList{QStringLiteral("flushed, 2 elements gone")});
    }

    void aRestartWithNothingKept()
    {
        fill();
        PollSession poll = session();
        QVERIFY(tick(poll)->events.empty());
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted, 300 elements gone")});
        QVERIFY(after->events.front().time <= after->serverTime);
        QVERIFY(after->serverTime - after->events.front().time < 30s);
        QCOMPARE(after->events.front().elementsGone, 300.0);
        QCOMPARE(problemTexts(after, 0), QStringList{QStringLiteral("restarted, 200 elements gone")});
        QCOMPARE(problemTexts(after, 1), QStringList{QStringLiteral("restarted, 100 elements gone")});
        QCOMPARE(after->rows[0].state, State::Warning);
        QVERIFY(after->hasJumped(0, 0));

        const QJsonObject json =
            QJsonDocument::fromJson(app::snapshotJson(*after, app::JsonWriter::Layout::Line)).object();
        const QJsonObject event = json[QLatin1String("events")][0].toObject();
        QCOMPARE(event.keys(), QStringList({QStringLiteral("event"), QStringLiteral("text"), QStringLiteral("time")}));
        QCOMPARE(event[QLatin1String("event")].toString(), QStringLiteral("restarted"));
        QVERIFY(app::snapshotTable(*after).contains("UTC: restarted, 300 elements gone\n"));

        const SnapshotPtr later = tick(poll);
        QVERIFY(later->events.empty()); // told once,
        QCOMPARE(later->rows[0].state, State::Warning); // still a problem,
        QVERIFY(!later->has(0, FigureNote::Jumped));
        QVERIFY(!app::snapshotJson(*later, app::JsonWriter::Layout::Line).contains("\"events\""));
        fill();
        QCOMPARE(tick(poll)->rows[0].state, State::Ok); // until it is filled again
    }

    /// Each collection names the event by which it lost elements, and a second loss does not hide the first.
    void twoEventsAreToldApart()
    {
        fill();
        PollSession poll = session();
        models::StateClock clock(models::StateClock::Pace{});
        const auto judged = [&](const SnapshotPtr &snapshot) {
            clock.apply(*snapshot);
            return clock.judged(snapshot);
        };
        judged(tick(poll));
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        SnapshotPtr after = tick(poll);
        const QString first = models::formatTime(after->events.front().time);
        after = judged(after);
        QCOMPARE(problemTexts(after, 0), QStringList{QStringLiteral("restarted %1, 200 elements gone").arg(first)});
        QCOMPARE(problemTexts(after, 1), QStringList{QStringLiteral("restarted %1, 100 elements gone").arg(first)});

        Pipeline pipeline; // fewer than half of them
        for (int i = 0; i < 60; ++i) {
            pipeline.add({"RPUSH", "a", "x"});
        }
        m_server.run(pipeline);
        judged(tick(poll));
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        after = tick(poll);
        const QString second = models::formatTime(after->events.front().time);
        const QString both = QStringLiteral("restarted, 60 elements gone, 200 more shortly before");
        QCOMPARE(problemTexts(after, 0), QStringList{both});
        after = judged(after);
        QCOMPARE(problemTexts(after, 0),
                 QStringList{QStringLiteral("restarted %1%2").arg(second, both.mid(both.indexOf(u',')))});
        QCOMPARE(problemTexts(after, 1), QStringList{QStringLiteral("restarted %1, 100 elements gone").arg(first)});

        m_server.run(pipeline);
        QCOMPARE(tick(poll)->rows[0].state, State::Warning); // half of the 200 are not back
        m_server.run(pipeline);
        QCOMPARE(tick(poll)->rows[0].state, State::Ok);
    }

    /// A collection of which exactly half is there again counts among what is gone, but its own loss is over.
    void exactlyHalfIsThereAgain()
    {
        fill();
        PollSession poll = session();
        QVERIFY(tick(poll)->events.empty());
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        Pipeline pipeline;
        for (int i = 0; i < 100; ++i) {
            pipeline.add({"RPUSH", "a", "x"});
        }
        m_server.run(pipeline);
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted, 200 elements gone")});
        QCOMPARE(after->events.front().before - after->events.front().after, 200.0);
        QCOMPARE(after->rows[0].state, State::Ok);
        QCOMPARE(problemTexts(after, 1), QStringList{QStringLiteral("restarted, 100 elements gone")});
    }

    /// Keys that are looked for are none of the counts of a tick: they are gone all the same.
    void keysFoundAreGoneAsWell()
    {
        fillFound();
        PollSession poll(searched(), m_server.local(), {});
        QTRY_VERIFY_WITH_TIMEOUT(hasFound(tick(poll), 12), 30'000);
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted, 36 elements gone")});
        QVERIFY(tellsLoss(after));
        QTRY_VERIFY_WITH_TIMEOUT(hasFound(after = tick(poll), 0), 30'000); // looked for, and not there:
        QVERIFY(tellsLoss(after)); // no recovery
        fillFound();
        const auto isWell = [&] {
            after = tick(poll);
            return after->rows[0].state == State::Ok && after->rows[1].state == State::Ok
                && after->rows[2].state == State::Ok;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWell(), 60'000);
    }

    void keysFoundBeforeAFlushAreNotTold_data()
    {
        QTest::addColumn<bool>("isLookedFor"); // INFO is due at once, or most of what is counted is gone
        QTest::newRow("with INFO") << false;
        QTest::newRow("because of counts") << true;
    }

    /// After a flush the number of keys is unknown until the next search, and never the old number.
    void keysFoundBeforeAFlushAreNotTold()
    {
        QFETCH(const bool, isLookedFor);
        fillFound();
        WorkspacePtr all = std::make_shared<const Workspace>([] {
            Workspace both = *searched();
            both.collections.push_back(watched()->collections.front());
            return both;
        }());
        for (int i = 0; i < 200; ++i) {
            m_server.run({"RPUSH", "a", "x"});
        }
        PollOptions options;
        options.headInterval = isLookedFor ? 60'000ms : 0ms;
        PollSession poll(all, m_server.local(), options);
        QTRY_VERIFY_WITH_TIMEOUT(hasFound(tick(poll), 12), 30'000);
        Pipeline pipeline;
        pipeline.add({"FLUSHALL"});
        for (int i = 0; i < 5; ++i) {
            pipeline.add({"SET", "other:" + QByteArray::number(i), "x"});
        }
        m_server.run(pipeline);
        SnapshotPtr after = tick(poll);
        const auto isTold = [&] {
            after = after->events.empty() ? tick(poll) : after;
            return !after->events.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), 30'000);
        for (std::size_t row = 0; row < 3; ++row) {
            const int main = after->layout->rows[row].kind->mainFigure;
            const double known = after->figure(row, main); // of an empty beginning, if anything
            const bool isCounted = after->rows[row].found->wholeAt.count() > 0; // all of them, anew
            QVERIFY2(!isKnown(known) || (known == 0 && (isCounted || after->isAtLeast(row, main))),
                     qPrintable(after->layout->rows[row].name));
            QVERIFY(after->rows[row].found->first.empty());
        }
        fillFound();
        QTRY_VERIFY_WITH_TIMEOUT(hasFound(after = tick(poll), 12), 60'000);
        QCOMPARE(after->figure(0, after->layout->rows[0].kind->mainFigure), 12.0);
    }

    /// Other clients fill the server before the next search: the loss is reported once the search is complete, with the
    /// same event.
    void keysFoundAreMissedLater()
    {
        fillFound();
        for (int i = 0; i < 200; ++i) {
            m_server.run({"RPUSH", "a", "x"});
        }
        WorkspacePtr all = std::make_shared<const Workspace>([] {
            Workspace both = *searched();
            both.collections.push_back(watched()->collections.front());
            return both;
        }());
        PollSession poll(all, m_server.local(), {});
        QTRY_VERIFY_WITH_TIMEOUT(hasFound(tick(poll), 12), 30'000);
        m_server.kill9();
        QVERIFY(!poll.tick().ok());
        m_server.start();
        for (int i = 0; i < 100; ++i) {
            m_server.run({"SET", "other:" + QByteArray::number(i), "x"});
        }
        SnapshotPtr after = tick(poll);
        QCOMPARE(after->events.size(), std::size_t(1));
        const ServerEvent first = after->events.front();
        QVERIFY(first.elementsGone >= 200.0);
        double gone = first.elementsGone;
        const auto isTold = [&] {
            after = tick(poll);
            for (const ServerEvent &event : after->events) {
                gone = event.elementsGone;
                if (event.time != first.time || event.type != first.type) {
                    return false;
                }
            }
            return gone == 236.0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), 60'000);
        QVERIFY(tellsLoss(after));
        QVERIFY(tick(poll)->events.empty());
    }

    /// Elements are gone, not keys: all items of a list, and the entries of a limiter that are in no window any more.
    void elementsOfKeysFoundAreCounted()
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (int i = 0; i < 3; ++i) {
            m_server.run({"RPUSH", "recent:" + QByteArray::number(i), "1", "2", "3", "4", "5"});
        }
        for (int i = 0; i < 2; ++i) {
            const QByteArray key = "rl:" + QByteArray::number(i);
            m_server.run({"ZADD", key, QByteArray::number(now - 1000), "a", QByteArray::number(now - 1000), "b",
                          QByteArray::number(now - 7200000), "old"});
        }
        PollOptions options;
        options.headInterval = 0ms;
        const WorkspacePtr both =
            workspace("{'name': 'recent', 'kind': 'recent', 'keys': {'items': 'recent:{id}'}, 'bound': {'keep': 2}}",
                      "{'name': 'api', 'kind': 'ratelimit', 'keys': {'subject': 'rl:{id}'},"
                      " 'options': {'window': '1h', 'limit': 5}}");
        PollSession poll(both, m_server.local(), options);
        const auto areFound = [](const SnapshotPtr &snapshot) {
            const auto has = [&snapshot](std::size_t row, qint64 keys) {
                const KeysFound *found = snapshot->rows[row].found.get();
                return found != nullptr && found->isWhole() && found->seen == keys && found->unread == 0;
            };
            return snapshot != nullptr && has(0, 3) && has(1, 2);
        };
        QTRY_VERIFY_WITH_TIMEOUT(areFound(tick(poll)), 30'000);
        m_server.run({"FLUSHALL"});
        SnapshotPtr after;
        const auto isTold = [&] { // QTRY_VERIFY evaluates a met condition once more
            after = after == nullptr || after->events.empty() ? tick(poll) : after;
            return after != nullptr && !after->events.empty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isTold(), 30'000);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("flushed: flushed, 21 elements gone")});
        QVERIFY(problemTexts(after, 0).contains(QStringLiteral("flushed, 15 elements gone")));
        QVERIFY(problemTexts(after, 1).contains(QStringLiteral("flushed, 6 elements gone")));
    }

    void whatLeavesAKeyThatStays_data()
    {
        QTest::addColumn<QByteArray>("collection");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArrayList>("fewer");
        QTest::addColumn<QStringList>("told");
        QTest::newRow("a window: the time took them")
            << QByteArray("{'kind': 'ratelimit', 'keys': {'subject': 'rl:{id}'},"
                          " 'options': {'window': '1h', 'limit': 100}}")
            << QByteArray("rl:1") << QByteArrayList{"ZREMRANGEBYRANK", "rl:1", "0", "39"} << QStringList();
        QTest::newRow("a list: they are lost")
            << QByteArray("{'kind': 'recent', 'keys': {'items': 'recent:{id}'}, 'bound': {'keep': 100}}")
            << QByteArray("recent:1") << QByteArrayList{"LTRIM", "recent:1", "0", "9"}
            << QStringList{QStringLiteral("restarted, 40 elements gone")};
    }

    /// After a restart, in which the server may have loaded older data.
    void whatLeavesAKeyThatStays()
    {
        QFETCH(const QByteArray, collection);
        QFETCH(const QByteArray, key);
        QFETCH(const QByteArrayList, fewer);
        QFETCH(const QStringList, told);
        RedisServer server({QStringLiteral("--appendonly"), QStringLiteral("yes"), QStringLiteral("--appendfsync"),
                            QStringLiteral("always")});
        const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
        for (int i = 0; i < 50; ++i) {
            const QByteArray element = QByteArray::number(i);
            key.startsWith("rl") ? server.run({"ZADD", key, now, element}) : server.run({"RPUSH", key, element});
        }
        server.run({"EXPIRE", key, "3600"});
        PollSession poll(workspace(collection.constData()), server.local(), {});
        const auto has = [&poll](double entries, std::chrono::milliseconds after) {
            const KeysFound *found = tick(poll)->rows[0].found.get();
            return found != nullptr && found->wholeAt > after && found->first.size() == 1
                && found->first.front().count == entries;
        };
        QTRY_VERIFY_WITH_TIMEOUT(has(50, 0ms), 30'000);
        const std::vector<QByteArrayView> command(fewer.begin(), fewer.end());
        server.run(std::span(command));
        server.kill9();
        QVERIFY(!poll.tick().ok());
        server.start();
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted")});
        QTRY_VERIFY_WITH_TIMEOUT(has(10, after->serverTime), 30'000);
        QCOMPARE(problemTexts(tick(poll), 0), told);
    }

    /// Keys that expired while the server was away are no loss.
    void keysThatEndMeanwhileAreNoLoss()
    {
        RedisServer server({QStringLiteral("--appendonly"), QStringLiteral("yes"), QStringLiteral("--appendfsync"),
                            QStringLiteral("always")});
        constexpr int most = 1'500; // more than are shown first
        server.run({"SET", "other", "x"});
        PollSession poll(workspace(locks), server.local(), {});
        const auto hasAll = [](const SnapshotPtr &snapshot, qint64 keys) {
            const KeysFound *found = snapshot->rows[0].found.get();
            return found != nullptr && found->isWhole() && found->seen == keys && found->unread == 0;
        };
        QDeadlineTimer end;
        bool areFound = false;
        for (const qint64 life : {8'000, 40'000}) { // on a slow machine they end before all are found
            Pipeline pipeline;
            for (int i = 0; i < most; ++i) {
                pipeline.add({"SET", "lock:" + QByteArray::number(i), "x", "PX",
                              i % 10 == 0 ? QByteArray("3600000") : QByteArray::number(life)});
            }
            server.run(pipeline);
            end.setRemainingTime(life + 100);
            while (!areFound && end.remainingTime() > life / 4) {
                areFound = hasAll(tick(poll), most);
            }
            if (areFound) {
                break;
            }
        }
        QVERIFY(areFound);
        server.kill9();
        QVERIFY(!poll.tick().ok());
        QTRY_VERIFY_WITH_TIMEOUT(end.hasExpired(), 60'000);
        server.start();
        SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted")});
        const auto isLookedThrough = [&] {
            after = tick(poll);
            return after->rows[0].found->wholeAt > after->serverTime - 1s && hasAll(after, most / 10);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isLookedThrough(), 30'000);
        QVERIFY(after->rows[0].problems == nullptr);
    }

    void keysFoundThatWereKept()
    {
        RedisServer server({QStringLiteral("--appendonly"), QStringLiteral("yes"), QStringLiteral("--appendfsync"),
                            QStringLiteral("always")});
        for (int i = 0; i < 12; ++i) {
            server.run({"SET", "lock:" + QByteArray::number(i), "x", "EX", "3600"});
        }
        PollSession poll(workspace(locks), server.local(), {});
        QTRY_COMPARE_WITH_TIMEOUT(figure(tick(poll), 0, "held"), 12.0, 30'000);
        server.kill9();
        QVERIFY(!poll.tick().ok());
        server.start();
        SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted")});
        const std::chrono::milliseconds since = after->serverTime;
        const auto wasReadAnew = [&] {
            after = tick(poll);
            const KeysFound &found = *after->rows[0].found;
            return found.wholeAt > since && found.oldestRead > since;
        };
        QTRY_VERIFY_WITH_TIMEOUT(wasReadAnew(), 60'000);
        QVERIFY(after->events.empty());
        QVERIFY(problemTexts(after, 0).isEmpty());
    }

    void aRestartThatKeptEverything()
    {
        RedisServer server({QStringLiteral("--appendonly"), QStringLiteral("yes"), QStringLiteral("--appendfsync"),
                            QStringLiteral("always")});
        for (int i = 0; i < 20; ++i) {
            server.run({"RPUSH", "a", "x"});
        }
        PollSession poll(watched(), server.local(), {});
        QVERIFY(tick(poll));
        server.kill9();
        QVERIFY(!poll.tick().ok());
        server.start();
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("restarted: restarted")});
        QVERIFY(problemTexts(after, 0).isEmpty());
        QVERIFY(after->hasJumped(0, 0)); // what was written and lost since the last tick is no growth either
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
    }

    void ratesBeginAnewHoweverLittleIsGone()
    {
        fill();
        m_server.run({"SET", "k", "v"});
        PollOptions options;
        options.headInterval = 0ms;
        PollSession poll = session(options);
        QVERIFY(tick(poll));
        m_server.run({"FLUSHALL"});
        for (int i = 0; i < 150; ++i) {
            m_server.run({"RPUSH", "a", "x"});
        }
        m_server.run({"SADD", "b", "0"});
        const SnapshotPtr after = tick(poll);
        QCOMPARE(eventsOf(after), QStringList{QStringLiteral("flushed: flushed, 99 elements gone")});
        QVERIFY(after->hasJumped(0, 0)); // 200 and now 150: no decline
        QVERIFY(after->hasJumped(1, 0));
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
    }

    void aFlushIsSeenAtTheNextTick_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::newRow("FLUSHALL") << QByteArray("FLUSHALL");
        QTest::newRow("FLUSHDB") << QByteArray("FLUSHDB");
    }

    void aFlushIsSeenAtTheNextTick()
    {
        QFETCH(const QByteArray, command);
        fill();
        PollSession poll = session();
        QVERIFY(tick(poll));
        m_server.run({command});
        QCOMPARE(eventsOf(tick(poll)), QStringList{QStringLiteral("flushed: flushed, 300 elements gone")});
        QVERIFY(tick(poll)->events.empty());
    }

    void aFlushOfAnotherDatabaseIsNone()
    {
        fill();
        PollOptions options;
        options.headInterval = 0ms; // INFO with every tick
        PollSession poll = session(options);
        QVERIFY(tick(poll));
        Client other(m_server.local(), {});
        QVERIFY(other.connect());
        QVERIFY(other.command({"SELECT", "1"}));
        QVERIFY(other.command({"SET", "x", "y"}));
        QVERIFY(other.command({"FLUSHDB"}));
        QVERIFY(tick(poll)->events.empty());
    }

    void mostKeysAreGone()
    {
        fill();
        for (int i = 0; i < 30; ++i) {
            m_server.run({"SET", "k" + QByteArray::number(i), "v"});
        }
        PollSession poll = session();
        QVERIFY(tick(poll));
        Pipeline gone;
        gone.add({"DEL", "a"});
        for (int i = 0; i < 29; ++i) {
            gone.add({"DEL", "k" + QByteArray::number(i)});
        }
        m_server.run(gone);
        QCOMPARE(eventsOf(tick(poll)), QStringList{QStringLiteral("emptied: emptied, 200 elements gone")});
    }

    void keysThatGoWithWorkAreNoEvent_data()
    {
        QTest::addColumn<QByteArrayList>("made");
        QTest::newRow("escrows of operations, which expire as locks and sessions do")
            << QByteArrayList{"SET", "plimsoll:escrow:", "v", "EX", "3600"};
        QTest::newRow("records of finished jobs") << QByteArrayList{"HSET", "job:", "status", "running"};
    }
    void keysThatGoWithWorkAreNoEvent()
    {
        QFETCH(const QByteArrayList, made);
        fill();
        Pipeline before, after;
        after.add({"LTRIM", "a", "0", "49"}); // by the operation, or the workers
        for (int i = 0; i < 40; ++i) {
            std::vector<QByteArray> words(made.begin(), made.end());
            words[1] += QByteArray::number(i);
            before.add(words);
            after.add({"DEL", words[1]});
        }
        m_server.run(before);
        PollOptions options;
        options.headInterval = 0ms;
        PollSession poll = session(options);
        QVERIFY(tick(poll));
        m_server.run(after);
        QVERIFY(tick(poll)->events.empty());
        QVERIFY(tick(poll)->events.empty());
    }

    void workIsNoEvent()
    {
        fill();
        PollOptions options;
        options.headInterval = 0ms;
        PollSession poll = session(options);
        QVERIFY(tick(poll));
        m_server.run({"LTRIM", "a", "0", "4"}); // workers were quick
        m_server.run({"DEL", "b"});
        QVERIFY(tick(poll)->events.empty());
        QCOMPARE(tick(poll)->rows[0].state, State::Ok);
    }

    void anotherRole()
    {
        RedisServer master;
        fill();
        PollOptions options;
        options.headInterval = 0ms;
        PollSession poll = session(options);
        QVERIFY(tick(poll));
        m_server.run({"REPLICAOF", "127.0.0.1", QByteArray::number(master.tcp().port)});
        const SnapshotPtr after = tick(poll);
        QCOMPARE(after->events.size(), std::size_t(1));
        QCOMPARE(after->events.front().type, ServerEvent::Type::Failover);
    }

    void withoutInfoNothingIsTold()
    {
        m_server.run({"ACL", "SETUSER", "default", "-info"});
        fill();
        PollSession poll = session();
        QVERIFY(tick(poll));
        m_server.flush();
        const SnapshotPtr after = tick(poll);
        QVERIFY(after->events.empty());
        QCOMPARE(figure(after, 0, "ready"), 0.0);
    }

    void anOperationOfOursIsNoGrowth()
    {
        fill();
        PollSession poll = session();
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
        poll.setOperating({"a"});
        QVERIFY(tick(poll)->hasJumped(0, 0));
        const SnapshotPtr during = tick(poll);
        QVERIFY(during->hasJumped(0, 0));
        QVERIFY(!during->has(1, FigureNote::Jumped));
        poll.setOperating({});
        QVERIFY(tick(poll)->hasJumped(0, 0)); // what it did since the last tick
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
        poll.setOperating({"b"});
        poll.setOperating({}); // it began and ended between two ticks
        QVERIFY(tick(poll)->hasJumped(1, 0));
        poll.setOperating({"b"});
        poll.operatedInVain();
        QVERIFY(!tick(poll)->has(1, FigureNote::Jumped));
        poll.setOperating({"b"});
        poll.setOperating({});
        poll.setOperating({"b"});
        poll.operatedInVain(); // the one before it was not
        QVERIFY(tick(poll)->hasJumped(1, 0));
    }

    /// A search looks at once at the keys of an operation: their change is no growth either, nor is its undo.
    void anOperationOnKeysThatAreLookedFor()
    {
        for (int i = 0; i < 12; ++i) {
            m_server.run({"SET", "lock:" + QByteArray::number(i), "holder", "EX", "3600"});
        }
        PollSession poll(workspace(locks), m_server.local(), {});
        SnapshotPtr now; // the first that tells it
        const auto tells = [&](double held) {
            const auto isTold = [&] {
                return now != nullptr && figure(now, 0, "held") == held
                    && !now->isPartial(0, now->layout->rows[0].kind->mainFigure);
            };
            now = isTold() ? now : tick(poll);
            return isTold();
        };
        QTRY_VERIFY_WITH_TIMEOUT(tells(12), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(!tick(poll)->has(0, FigureNote::Jumped), 30'000);
        const auto operate = [&](const redis::Pipeline &pipeline) { // between two ticks
            poll.setOperating({"lock:3"});
            m_server.run(pipeline);
            poll.setOperating({});
        };
        Pipeline release;
        release.add({"DEL", "lock:3"});
        operate(release);
        QVERIFY(tells(11)); // by the first tick
        QVERIFY(now->hasJumped(0, now->layout->rows[0].kind->mainFigure));
        QTRY_VERIFY_WITH_TIMEOUT(!tick(poll)->has(0, FigureNote::Jumped), 30'000);
        Pipeline undo;
        undo.add({"SET", "lock:3", "holder", "EX", "3600"});
        operate(undo);
        QVERIFY(tells(12));
        QVERIFY(now->hasJumped(0, now->layout->rows[0].kind->mainFigure));
        QTRY_VERIFY_WITH_TIMEOUT(!tick(poll)->has(0, FigureNote::Jumped), 30'000);
    }

    /// A key of another type whose name matches is none of them.
    void anOperationOnAKeyOfAnotherType()
    {
        for (int i = 0; i < 3; ++i) {
            m_server.run({"SET", "app:" + QByteArray::number(i), "page"});
        }
        m_server.run({"RPUSH", "app:jobs", "1"});
        PollSession poll(workspace("{'kind': 'cache', 'keys': {'entry': 'app:*'}}"), m_server.local(), {});
        const auto keys = [&poll] { return tick(poll)->rows[0].found; };
        const auto areFound = [](const std::shared_ptr<const KeysFound> &found) {
            return found != nullptr && found->isWhole() && found->unread == 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(areFound(keys()), 30'000);
        QCOMPARE(keys()->seen, 3);
        poll.setOperating({"app:jobs"});
        m_server.run({"RPUSH", "app:jobs", "2"});
        poll.setOperating({});
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(keys()->seen, 3);
        }
    }

    /// Figures of a head are read in the tick after an operation, too, where their change is left out of rates.
    void anOperationIsSeenInTheHeadAtOnce()
    {
        Pipeline fill;
        for (const QByteArray id : {"1-1", "2-1", "3-1"}) {
            fill.add({"XADD", "s", id, "n", "1"});
        }
        fill.add({"XGROUP", "CREATE", "s", "g", "0"});
        fill.add({"XREADGROUP", "GROUP", "g", "dead", "STREAMS", "s", ">"});
        fill.add({"XCLAIM", "s", "g", "dead", "0", "1-1", "2-1", "3-1", "IDLE", "60000", "JUSTID"});
        m_server.run(fill);
        PollOptions options;
        options.headInterval = 600'000ms;
        PollSession poll(workspace("{'name': 's', 'kind': 'stream', 'keys': {'stream': 's'},"
                                   " 'options': {'group': 'g', 'staleAfter': '10s'}}"),
                         m_server.local(), options);
        QTRY_COMPARE_WITH_TIMEOUT(figure(tick(poll), 0, "stale"), 3.0, 30'000);
        const auto operate = [&](const redis::Pipeline &pipeline) { // between two ticks
            poll.setOperating({"s"});
            m_server.run(pipeline);
            poll.setOperating({});
            return tick(poll);
        };
        Pipeline claim; // which changes no count
        claim.add({"XCLAIM", "s", "g", "alive", "0", "2-1", "JUSTID"});
        SnapshotPtr after = operate(claim);
        const int stale = after->layout->rows[0].figureIndex(u"stale");
        QCOMPARE(figure(after, 0, "stale"), 2.0);
        QVERIFY(after->hasJumped(0, stale));
        Pipeline undo;
        undo.add({"XCLAIM", "s", "g", "dead", "0", "2-1", "IDLE", "60000", "JUSTID"});
        after = operate(undo);
        QCOMPARE(figure(after, 0, "stale"), 3.0);
        QVERIFY(after->hasJumped(0, stale));
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
    }

    void whatAnOperationLeavesAloneGoesOn()
    {
        const WorkspacePtr all = workspace("{'name': 'a', 'kind': 'queue', 'keys': "
                                           "{'ready': 'a', 'processing': 'p', 'dead': 'd', 'delayed': 'l'}}");
        PollSession poll(all, m_server.local(), {});
        const KindInfo &queue = *all->collections.front().kind;
        const auto jumped = [&](const SnapshotPtr &snapshot, const char *figure) {
            return snapshot->hasJumped(0, queue.figureIndex(QString::fromLatin1(figure)));
        };
        poll.setOperating({"p", "a"});
        const SnapshotPtr requeued = tick(poll);
        for (const char *figure : {"ready", "processing", "stale"}) {
            QVERIFY2(jumped(requeued, figure), figure);
        }
        for (const char *figure : {"dead", "delayed", "due"}) {
            QVERIFY2(!jumped(requeued, figure), figure);
        }
        poll.setOperating({"d"});
        QVERIFY(jumped(tick(poll), "dead"));
        QVERIFY(!jumped(tick(poll), "ready"));
    }

    void anOperationOfOursForgetsNoDeadLetters()
    {
        PollSession poll(workspace("{'name': 'a', 'kind': 'queue', 'keys': {'ready': 'a', 'dead': 'd'}}"),
                         m_server.local(), {});
        const auto add = [this](int count) {
            for (int i = 0; i < count; ++i) {
                m_server.run({"LPUSH", "d", "x"});
            }
        };
        add(12);
        QCOMPARE(problemTexts(tick(poll), 0), QStringList());
        add(2);
        const QStringList two{QStringLiteral("14 dead, 2 new in the last hour")};
        QCOMPARE(problemTexts(tick(poll), 0), two);
        poll.setOperating({"a", "d"}); // a requeue
        m_server.run({"LTRIM", "d", "0", "5"});
        poll.setOperating({});
        QCOMPARE(problemTexts(tick(poll), 0), QStringList());
        poll.setOperating({"a", "d"}); // its undo
        add(8);
        poll.setOperating({});
        QCOMPARE(problemTexts(tick(poll), 0), two);
        QCOMPARE(problemTexts(tick(poll), 0), two);
    }

private:
    static WorkspacePtr watched()
    {
        return workspace("{'name': 'a', 'kind': 'queue', 'keys': {'ready': 'a'}}",
                         "{'name': 'b', 'kind': 'members', 'keys': {'set': 'b'}}");
    }
    static constexpr const char *locks = "{'name': 'locks', 'kind': 'lock', 'keys': {'lock': 'lock:{id}'}}";
    static WorkspacePtr searched()
    {
        return workspace("{'name': 'api', 'kind': 'ratelimit', 'keys': {'subject': 'rl:{id}'},"
                         " 'options': {'window': '1h', 'limit': 5}}",
                         locks, "{'name': 'pages', 'kind': 'cache', 'keys': {'entry': 'page:*'}}");
    }
    void fillFound()
    {
        const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch() - 1000);
        for (int i = 0; i < 12; ++i) {
            m_server.run({"ZADD", "rl:" + QByteArray::number(i), now, "call"});
            m_server.run({"EXPIRE", "rl:" + QByteArray::number(i), "3600"});
            m_server.run({"SET", "lock:" + QByteArray::number(i), "holder", "EX", "3600"});
            m_server.run({"SET", "page:" + QByteArray::number(i), "text", "EX", QByteArray::number(600 + i * 300)});
        }
    }
    static bool hasFound(const SnapshotPtr &snapshot, qint64 keys)
    {
        return snapshot != nullptr
            && std::all_of(snapshot->rows.begin(), snapshot->rows.begin() + 3, [&](const auto &row) {
                   return row.found != nullptr && row.found->isWhole() && row.found->seen == keys
                       && row.found->unread == 0;
               });
    }
    static bool tellsLoss(const SnapshotPtr &snapshot)
    {
        for (std::size_t row = 0; row < 3; ++row) {
            if (snapshot->rows[row].state != State::Warning
                || !problemTexts(snapshot, row).contains(QStringLiteral("restarted, 12 elements gone"))) {
                return false;
            }
        }
        return true;
    }
    PollSession session(const PollOptions &options = {}) { return {watched(), m_server.local(), options}; }
    void fill()
    {
        Pipeline pipeline;
        for (int i = 0; i < 200; ++i) {
            pipeline.add({"RPUSH", "a", "x"});
            pipeline.add({"SADD", "b", QByteArray::number(i / 2)});
        }
        m_server.run(pipeline);
    }
    static QStringList eventsOf(const SnapshotPtr &snapshot)
    {
        QStringList texts;
        for (const ServerEvent &event : snapshot->events) {
            texts += QStringLiteral("%1: %2").arg(eventId(event.type), event.text);
        }
        return texts;
    }

    RedisServer m_server;
};

QTEST_GUILESS_MAIN(ServerEventsTest)
#include "tst_serverevents.moc"
