// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/server.h"
#include "tests/server/pollfixture.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests a poll session as a whole: errors of single collections, heads at their pace, lost servers.
class PollTest final : public QObject {
    Q_OBJECT

private:
    RedisServer m_server;

    void command(std::initializer_list<QByteArrayView> arguments)
    {
        const redis::Reply reply = m_server.run(arguments);
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
    redis::PollSession session(const WorkspacePtr &workspace, redis::PollOptions options = {})
    {
        return {workspace, m_server.local(), options};
    }
    static WorkspacePtr queueNamed(const QByteArray &key)
    {
        return workspace(QByteArray("{'kind': 'queue', 'keys': {'ready': '" + key + "'}}").constData());
    }

    void onlyHarmlessCommandsWereSent()
    {
        static const QSet<QByteArray> harmless{
            "info",           "time",     "type",          "llen",        "scard",     "zcard",
            "zcount",         "lindex",   "lrange",        "zrange",      "zrevrange", "pttl",
            "hmget",          "getrange", "zrangebyscore", "srandmember", "zscore",    "auth",
            "client|setname", "command",  "slowlog|len",   "slowlog|get", "config|get"};
        // Commands sent by the fixture itself.
        static const QSet<QByteArray> ours{"config|resetstat", "flushall", "ping", "acl|setuser"};
        const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
        int seen = 0;
        for (const QByteArray &line : stats.split('\n')) {
            if (!line.startsWith("cmdstat_")) {
                continue;
            }
            const QByteArray name = line.mid(8, line.indexOf(':') - 8);
            QVERIFY2(harmless.contains(name) || ours.contains(name) || name == "command", name.constData());
            ++seen;
        }
        QVERIFY(seen > 0);
    }

private slots:
    void init()
    {
        m_server.flush();
        m_server.run({"CONFIG", "RESETSTAT"});
    }

    void emptyWorkspace()
    {
        auto poll = session(workspace());
        const auto snapshot = tick(poll);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->size(), std::size_t{0});
        QVERIFY(snapshot->serverTime > 0ms);
    }

    void snapshotSaysWhatItIsOf()
    {
        redis::PollOptions options;
        options.epoch = 7;
        auto poll = session(queueNamed("q"), options);
        const auto first = tick(poll);
        const auto second = tick(poll);
        QCOMPARE(first->epoch, quint64{7});
        QCOMPARE(first->sequence, quint64{1});
        QCOMPARE(second->sequence, quint64{2});
        QCOMPARE(first->layout, second->layout);
        QVERIFY(second->serverTime >= first->serverTime);
        QVERIFY(second->taken > first->taken);
        QVERIFY(first->roundTrip > 0us);
        QVERIFY(first->pollTime >= first->serverShare);
        QCOMPARE(second->commands, 2); // TIME and LLEN: nothing else is due
    }

    void serverInfo()
    {
        auto poll = session(queueNamed("q"));
        const ServerInfo info = tick(poll)->server.summary();
        QCOMPARE(info.address, m_server.local().display());
        QVERIFY(!info.version.isEmpty());
        QCOMPARE(info.mode, QStringLiteral("standalone"));
        QCOMPARE(info.role, QStringLiteral("master"));
        QVERIFY(info.usedMemory.value_or(0) > 0);
        QCOMPARE(info.maxMemory, std::optional<qint64>(0));
        QCOMPARE(info.maxMemoryPolicy, QStringLiteral("noeviction"));
        QCOMPARE(info.aofEnabled, std::optional(false));
        QCOMPARE(info.rdbEnabled, std::optional(false));
        QCOMPARE(info.appendFsync, QStringLiteral("everysec"));
        QVERIFY(info.slowLogLength.has_value());
        QVERIFY(info.connectedClients.value_or(0) >= 1);
    }

    void limitsSetTheState_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<State>("state");
        QTest::addColumn<QString>("text");
        QTest::newRow("within") << 999 << State::Ok << QString();
        QTest::newRow("at warning") << 1000 << State::Warning << QStringLiteral("1,000 ready, limit 1,000");
        QTest::newRow("above it") << 1200 << State::Warning << QStringLiteral("1,200 ready, limit 1,000");
        QTest::newRow("at critical") << 1500 << State::Critical << QStringLiteral("1,500 ready, limit 1,500");
    }

    void limitsSetTheState()
    {
        QFETCH(int, count);
        QFETCH(State, state);
        QFETCH(QString, text);
        redis::Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add({"LPUSH", "q", "x"});
        }
        m_server.run(pipeline);
        auto poll = session(workspace("{'kind': 'queue', 'keys': {'ready': 'q'},"
                                      " 'limits': {'ready': {'warning': 1000, 'critical': 1500}}}"));
        const auto snapshot = tick(poll);
        QCOMPARE(snapshot->rows[0].state, state);
        QCOMPARE(problemTexts(snapshot, 0).value(0), text);
    }

    void limitsBelowAndOfUnknownFigures()
    {
        command({"ZADD", "seen", "1", "long ago"});
        auto poll = session(workspace("{'kind': 'presence', 'keys': {'lastSeen': 'seen'}, 'limits': "
                                      "{'active': {'warning': 3, 'below': true}, 'connected': {'critical': 0}}}"));
        const auto snapshot = tick(poll);
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(problemTexts(snapshot, 0),
                 (QStringList{QStringLiteral("0 active, lower limit 3"),
                              QStringLiteral("connected unknown, limit 0: no key given")}));
    }

    void boundByExpiry()
    {
        command({"RPUSH", "a", "1"});
        command({"RPUSH", "b", "1"});
        command({"SADD", "s", "1"});
        command({"PEXPIRE", "a", "1000000"});
        const char *const queue = "{'kind': 'queue', 'keys': {'ready': ['a', 'b', 'none']}, 'bound': {'ttl': true}}";
        const char *const set = "{'kind': 'members', 'keys': {'set': 's'}, 'bound': {'ttl': true}}";
        const char *const off = "{'kind': 'members', 'keys': {'set': 's'}, 'bound': {'ttl': true},"
                                " 'limits': {'ttlMs': null}}";
        const char *const unbound = "{'kind': 'queue', 'keys': {'ready': ['a', 'b', 'none']}}";
        redis::PollOptions options = oneShot();
        options.headInterval = 0ms;
        auto poll = session(workspace(queue, set, off, unbound), options);
        SnapshotPtr snapshot = tick(poll);
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("never expires: 1 of 3 keys, bound by expiry")});
        QCOMPARE(problemTexts(snapshot, 1), QStringList{QStringLiteral("never expires, bound by expiry")});
        QCOMPARE(snapshot->rows[2].state, State::Ok);
        QCOMPARE(snapshot->rows[3].state, State::Ok);
        command({"PEXPIRE", "b", "1000000"});
        command({"DEL", "s"});
        snapshot = tick(poll);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        QCOMPARE(snapshot->rows[1].state, State::Ok); // what is not there is bounded
        command({"PERSIST", "a"});
        poll.edit(workspace(unbound, queue), 1); // of the same keys: what is bound is looked at all the same
        snapshot = tick(poll);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        QCOMPARE(snapshot->rows[1].state, State::Warning);
        poll.edit(workspace(unbound, unbound), 2);
        QCOMPARE(tick(poll)->rows[1].state, State::Ok);
    }

    void wrongTypeIsAnErrorOfItsCollectionAlone()
    {
        command({"SET", "text", "x"});
        command({"LPUSH", "fine", "x"});
        command({"ZADD", "later", "1", "x"});
        const WorkspacePtr all = workspace("{'kind': 'queue', 'keys': {'ready': ['fine', 'text'], 'delayed': 'later'}}",
                                           "{'kind': 'queue', 'keys': {'ready': 'fine'}}",
                                           "{'kind': 'schedule', 'keys': {'delayed': 'text'}}",
                                           "{'kind': 'leaderboard', 'keys': {'board': 'fine'}}",
                                           "{'kind': 'presence', 'keys': {'connected': 'fine', 'lastSeen': 'later'}}",
                                           "{'kind': 'members', 'keys': {'set': 'text'}}",
                                           "{'kind': 'queue', 'keys': {'ready': 'fine', 'processing': 'text'}}");
        redis::PollOptions options = oneShot();
        options.headInterval = 0ms;
        auto poll = session(all, options);
        for (int i = 0; i < 2; ++i) {
            const auto snapshot = tick(poll);
            QVERIFY(snapshot);
            QCOMPARE(snapshot->rows[0].state, State::Error);
            QVERIFY(!isKnown(figure(snapshot, 0, "ready")));
            QCOMPARE(figure(snapshot, 0, "delayed"), 1.0); // what can be read is read
            QCOMPARE(partOf(snapshot, "fine"), 1.0);
            QVERIFY(problemTexts(snapshot, 0).value(0).contains(QLatin1String("text")));
            QCOMPARE(problemTexts(snapshot, 0).size(), 1);
            QCOMPARE(snapshot->rows[1].state, State::Ok);
            QCOMPARE(figure(snapshot, 1, "ready"), 1.0);
            for (std::size_t row = 2; row < all->collections.size(); ++row) {
                QCOMPARE(snapshot->rows[row].state, State::Error);
            }
            QVERIFY(!isKnown(figure(snapshot, 4, "connected")));
            QCOMPARE(figure(snapshot, 4, "seen"), 1.0);
            QCOMPARE(figure(snapshot, 6, "ready"), 1.0);
            QVERIFY(!isKnown(figure(snapshot, 6, "processing")));
        }
        command({"DEL", "text"});
        const auto healed = tick(poll);
        QCOMPARE(healed->rows[0].state, State::Ok);
        QCOMPARE(healed->rows[6].state, State::Ok);
    }

    void binaryKeysAndLongNames()
    {
        const QByteArray binary("bin\0\xff\r\n key", 11);
        const QByteArray longKey(300, 'k');
        command({"LPUSH", binary, "x", "y"});
        command({"SADD", longKey, "a"});
        auto all = std::make_shared<Workspace>();
        all->collections = {collection("{'kind': 'queue', 'keys': {'ready': 'q'}}"),
                            collection("{'kind': 'members', 'keys': {'set': 's'}}")};
        all->collections[0].keys[0].templates = {binary};
        all->collections[0].name = QString(300, QLatin1Char('n'));
        all->collections[1].keys[0].templates = {longKey};
        auto poll = session(all, oneShot());
        const auto snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "ready"), 2.0);
        QCOMPARE(figure(snapshot, 1, "members"), 1.0);
        QCOMPARE(snapshot->layout->rows[0].name.size(), 300);
        QCOMPARE(partOf(snapshot, binary), 2.0);
    }

    void elementsOfTenMegabytes()
    {
        const QByteArray huge(10LL * 1024 * 1024, 'x');
        command({"LPUSH", "q", huge});
        redis::Pipeline pipeline;
        for (int i = 0; i < 6; ++i) {
            pipeline.add({"LPUSH", "p", QByteArray::number(i) + huge});
        }
        m_server.run(pipeline);
        redis::PollOptions options = oneShot();
        options.headInterval = 0ms;
        auto poll = session(workspace("{'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'p'},"
                                      " 'options': {'staleAfter': '1h'}}"),
                            options);
        const auto first = tick(poll);
        QCOMPARE(figure(first, 0, "ready"), 1.0);
        QCOMPARE(figure(first, 0, "processing"), 6.0);
        QCOMPARE(first->rows[0].head->elements.front().element.size(), huge.size());
        const auto second = tick(poll); // from now on one at a time
        QVERIFY(!isKnown(figure(second, 0, "stale"))); // unknown how long they were there before
    }

    /// 100 collections as the benchmark has 10,000. No unit is known before; what is asked for it is not asked twice.
    void theFirstTickAsksLittle()
    {
        auto all = std::make_shared<Workspace>();
        const auto add = [&](const char *kind, const char *role, const QByteArray &key) {
            all->collections.push_back(
                workspace(QByteArray("{'kind': '" + QByteArray(kind) + "', 'keys': {'" + role + "': '" + key + "'}}")
                              .constData())
                    ->collections.front());
        };
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (int i = 0; i < 40; ++i) {
            const QByteArray list = "q:" + QByteArray::number(i);
            command({"RPUSH", list, "a", "b", "c"});
            add("queue", "ready", list);
            const QByteArray zset = "z:" + QByteArray::number(i);
            const qint64 unit = i < 20 ? 1 : 1'000;
            command({"ZADD", zset, QByteArray::number((now - 60'000) / unit), "a",
                     QByteArray::number((now + 60'000) / unit), "b"});
            add("schedule", "delayed", zset);
        }
        for (int i = 0; i < 20; ++i) {
            const QByteArray set = "s:" + QByteArray::number(i);
            command({"SADD", set, "a"});
            add("members", "set", set);
        }
        constexpr int ofTheServer = 12; // TIME, INFO, slow log, settings
        auto once = session(all, oneShot());
        const SnapshotPtr snapshot = tick(once);
        QVERIFY2(snapshot->commands <= 400 + ofTheServer, qPrintable(QString::number(snapshot->commands)));
        for (std::size_t row = 0; row < 80; ++row) {
            if (all->collections[row].kind->id == QLatin1StringView("schedule")) {
                QCOMPARE(figure(snapshot, row, "due"), 1.0);
                QVERIFY(figure(snapshot, row, "lagMs") >= 60'000);
                QVERIFY(figure(snapshot, row, "nextDueMs") <= 60'000);
            }
        }
        auto watching = session(all, {.headBudget = 10});
        const int first = tick(watching)->commands;
        QVERIFY2(first <= 200 + ofTheServer, qPrintable(QString::number(first)));
    }

    void headsWaitForTheirTurn()
    {
        for (int i = 0; i < 10; ++i) {
            command({"LPUSH", "q:" + QByteArray::number(i), "x"});
        }
        auto all = std::make_shared<Workspace>();
        for (int i = 0; i < 10; ++i) {
            all->collections.push_back(queueNamed("q:" + QByteArray::number(i))->collections[0]);
        }
        redis::PollOptions options;
        options.headBudget = 6; // of two commands each
        options.headInterval = 1h;
        auto poll = session(all, options);
        QSet<std::size_t> read;
        for (int i = 1; i <= 4; ++i) {
            const auto snapshot = tick(poll);
            for (std::size_t row = 0; row < 10; ++row) {
                if (snapshot->rows[row].head) {
                    read.insert(row);
                }
            }
            QCOMPARE(m_server.calls("lrange"), 2 * std::min(10, 3 * i));
            QCOMPARE(read.size(), std::min(10, 3 * i));
        }
        tick(poll);
        QCOMPARE(m_server.calls("lrange"), 20); // all heads are known, and none is old
        poll.setShown({4});
        tick(poll);
        tick(poll);
        QCOMPARE(m_server.calls("lrange"), 24); // someone looks at it
    }

    void periodsFollowTheServersClock()
    {
        const redis::Reply time = m_server.run({"TIME"});
        const auto now = QDateTime::fromSecsSinceEpoch(*time.elements[0].toInteger(), Qt::UTC);
        const QByteArray hour = now.toString(QStringLiteral("yyyyMMddHH")).toLatin1();
        command({"SADD", "seen:" + hour + ":0", "a"});
        command({"SADD", "seen:" + hour + ":1", "b", "c"});
        auto poll = session(workspace("{'kind': 'members', 'keys': {'set': 'seen:{yyyyMMddHH}:{0,1}'}}"));
        QCOMPARE(figure(tick(poll), 0, "members"), 3.0);
    }

    void watchingNeedsNoMoreThanReading()
    {
        command({"LPUSH", "w:q", "a", "b"});
        command({"LPUSH", "w:p", "c"});
        command({"HSET", "w:job:b", "created_at", "1"});
        command({"SADD", "w:s", "a"});
        command({"ZADD", "w:z", "1", "a", "2", "b"});
        command({"SADD", "other", "secret"});
        command({"ACL", "SETUSER", "watcher", "on", ">pw", "~w:*", "+@read", "+@connection", "+info", "+time", "+type",
                 "+scan"});
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = "watcher";
        endpoint.password = "pw";
        command({"CONFIG", "RESETSTAT"});
        redis::PollSession poll(
            workspace("{'kind': 'queue', 'keys': {'ready': 'w:q', 'processing': 'w:p', 'delayed': 'w:z', 'dead': 'w:d',"
                      " 'job': 'w:job:{id}'}, 'options': {'staleAfter': '5s'}}",
                      "{'kind': 'schedule', 'keys': {'delayed': 'w:z'}}",
                      "{'kind': 'leaderboard', 'keys': {'board': 'w:z'}}",
                      "{'kind': 'presence', 'keys': {'connected': 'w:s', 'lastSeen': 'w:z'}}",
                      "{'kind': 'members', 'keys': {'set': 'w:s'}}", "{'kind': 'members', 'keys': {'set': 'other'}}"),
            endpoint, oneShot());
        for (int i = 0; i < 3; ++i) {
            const auto snapshot = tick(poll);
            QVERIFY(snapshot);
            for (std::size_t row = 0; row < 5; ++row) {
                QVERIFY2(snapshot->rows[row].state == State::Ok, qPrintable(problemTexts(snapshot, row).join(u' ')));
            }
            // A key that is not this user's is an error of its collection alone.
            QCOMPARE(snapshot->rows[5].state, State::Error);
            QVERIFY(!isKnown(figure(snapshot, 5, "members")));
            const ServerInfo info = snapshot->server.summary();
            QVERIFY(!info.version.isEmpty());
            QVERIFY(info.appendFsync.isEmpty());
            QVERIFY(!info.slowLogLength);
        }
        onlyHarmlessCommandsWereSent();
    }

    /// A user who may not read is told so once for each collection, with what an administrator pastes.
    void tellsWhatToPermit()
    {
        command({"LPUSH", "q*", "a"});
        command({"ACL", "SETUSER", "few", "reset", "on", ">pw", "+@connection", "+info", "+time"});
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = "few";
        endpoint.password = "pw";
        const WorkspacePtr queue = workspace("{'kind': 'queue', 'keys': {'ready': 'q*', 'dead': 'd'}}");
        const auto problems = [&] {
            redis::PollSession poll(queue, endpoint, oneShot());
            return problemTexts(tick(poll), 0);
        };
        const QString permit = QStringLiteral("To permit it: ACL SETUSER few ");
        QStringList told = problems();
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0].contains(QLatin1String("LLEN"))
                     && told[0].endsWith(permit + QStringLiteral("+@read +@connection +info +time")),
                 qPrintable(told[0]));
        command({"ACL", "SETUSER", "few", "+@read", "+@connection", "+info", "+time"});
        told = problems();
        QCOMPARE(told.size(), 1);
        QVERIFY2(told[0].endsWith(permit + QStringLiteral("%R~d %R~q\\*")), qPrintable(told[0]));
        command({"ACL", "SETUSER", "few", "%R~d", "%R~q\\*"});
        QCOMPARE(problems(), QStringList());
        command({"ACL", "SETUSER", "few", "-time"});
        redis::PollSession blind(queue, endpoint, oneShot());
        const auto failed = blind.tick();
        QVERIFY(!failed);
        QVERIFY2(failed.error().message.contains(QLatin1String("TIME"))
                     && failed.error().message.endsWith(permit + QStringLiteral("+@read +@connection +info +time")),
                 qPrintable(failed.error().message));
        QVERIFY(!failed.error().lacks.isEmpty());
    }

    void wrongPasswordIsALoginError()
    {
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = "nobody";
        endpoint.password = "wrong";
        redis::PollSession poll(queueNamed("q"), endpoint, {});
        const auto result = poll.tick();
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::LoginRefused);
        QVERIFY(!result.error().message.contains(QLatin1String("wrong")));
    }

    void comesBackAfterKill()
    {
        command({"LPUSH", "q", "x"});
        auto poll = session(queueNamed("q"));
        QCOMPARE(figure(tick(poll), 0, "ready"), 1.0);
        m_server.kill9();
        const auto lost = poll.tick();
        QVERIFY(!lost);
        QCOMPARE(lost.error().kind, ErrorKind::Unreachable);
        QVERIFY(!poll.isConnected());
        const auto away = poll.tick();
        QVERIFY(!away);
        QCOMPARE(away.error().kind, ErrorKind::Unreachable);
        m_server.start();
        const auto back = tick(poll);
        QVERIFY(back);
        QCOMPARE(figure(back, 0, "ready"), 0.0); // the server kept nothing
        QCOMPARE(back->sequence, quint64{2});
    }

    void silentServerIsAnErrorByTheDeadline()
    {
        command({"LPUSH", "q", "x"});
        redis::PollSession poll(queueNamed("q"),
                                redis::makeServer(m_server.local(), {.readOnly = true, .exchangeDeadline = 200ms}), {});
        QVERIFY(tick(poll));
        m_server.pause();
        QElapsedTimer timer;
        timer.start();
        const auto silent = poll.tick();
        const qint64 took = timer.elapsed();
        m_server.resume();
        QVERIFY(!silent);
        QCOMPARE(silent.error().kind, ErrorKind::TimedOut);
        QVERIFY2(took >= 190 && took < testing::atOnce.count(), qPrintable(QString::number(took)));
        QCOMPARE(figure(tick(poll), 0, "ready"), 1.0); // alive again, and no late reply is taken for a new one
    }

    void stopsAtOnce()
    {
        FaultProxy proxy(m_server.local());
        redis::PollSession poll(queueNamed("q"), proxy.endpoint(), {});
        QVERIFY(tick(poll));
        m_server.pause();
        std::stop_source stop;
        std::chrono::steady_clock::time_point stopped;
        std::jthread stopper([&, before = proxy.requestBytes()] {
            while (proxy.requestBytes() == before) { // until it has asked, and waits
                std::this_thread::yield();
            }
            stopped = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        const auto result = poll.tick(stop.get_token());
        const auto took = std::chrono::steady_clock::now() - stopped;
        stopper.join();
        m_server.resume();
        QVERIFY(!result);
        QCOMPARE(result.error().kind, ErrorKind::Cancelled);
        QVERIFY(took < testing::atOnce);
    }

    void aBusyServerIsOneErrorAndNotOneACollection()
    {
        // A script that runs too long makes the server answer BUSY to everything but a few commands.
        command({"CONFIG", "SET", "busy-reply-threshold", "1"});
        auto poll = session(queueNamed("q"));
        QVERIFY(tick(poll));
        std::stop_source stop;
        std::jthread spinner([&] {
            redis::Client busy(m_server.local(), {});
            if (busy.connect()) {
                static_cast<void>(busy.command({"EVAL", "while true do end", "0"}, stop.get_token()));
            }
        });
        std::optional<Error> error;
        QTRY_VERIFY([&] {
            const auto result = poll.tick();
            error = result ? std::nullopt : std::optional(result.error());
            return error.has_value();
        }());
        redis::Client killer(m_server.local(), {});
        QVERIFY(killer.connect());
        QVERIFY(killer.command({"SCRIPT", "KILL"}));
        stop.request_stop();
        QCOMPARE(error->kind, ErrorKind::NotNow);
        QTRY_VERIFY(poll.tick().ok());
    }
};

QTEST_GUILESS_MAIN(PollTest)
#include "tst_poll.moc"
