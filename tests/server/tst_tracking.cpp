// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"
#include "tests/server/pollfixture.h"
#include "tests/support/faultproxy.h"
#include "tests/support/rediscluster.h"

#include <QElapsedTimer>
#include <QThread>

#include <cmath>
#include <random>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::PollSession;
using std::chrono::milliseconds;

/// Polling that asks only what may have changed shows the same as polling that asks all.
class TrackingTest final : public QObject {
    Q_OBJECT

private:
    RedisServer m_server{{u"--enable-debug-command"_s, u"yes"_s}};

    static WorkspacePtr tracked(const WorkspacePtr &all, Polling polling = Polling::Tracking)
    {
        auto made = std::make_shared<Workspace>(*all);
        made->polling = polling;
        return made;
    }

    static WorkspacePtr queues(int count)
    {
        auto made = std::make_shared<Workspace>();
        for (int i = 0; i < count; ++i) {
            made->collections.push_back(collection(QByteArray("{'name':'q%','kind':'queue','keys':{'ready':'q:%'}}")
                                                       .replace('%', QByteArray::number(i))
                                                       .constData()));
        }
        return made;
    }

    /// Of a thousand keys each.
    static WorkspacePtr shardedQueues(int count)
    {
        auto made = std::make_shared<Workspace>();
        for (int i = 0; i < count; ++i) {
            made->collections.push_back(
                collection(QByteArray("{'name':'%','kind':'queue','keys':{'ready':'%:{0..999}'}}")
                               .replace("%", "r" + QByteArray::number(i))
                               .constData()));
        }
        return made;
    }

    /// Collections of the kinds whose counts change by time, by expiry, in several keys, and untold.
    static WorkspacePtr mixed()
    {
        const WorkspacePtr kinds = workspace(
            "{'name':'mail','kind':'queue','keys':{'ready':['m:high','m:low'],'processing':'m:proc','dead':'m:dead',"
            "'delayed':'m:delayed'}}",
            "{'name':'leases','kind':'queue','keys':{'ready':'l:ready','processing':'l:deadlines'}}",
            "{'name':'later','kind':'schedule','keys':{'delayed':'s:delayed','processing':'s:proc'}}",
            "{'name':'seconds','kind':'schedule','keys':{'delayed':'s2:delayed'},'options':{'unit':'s'}}",
            "{'name':'board','kind':'leaderboard','keys':{'board':'b:board'},'bound':{'keep':5}}",
            "{'name':'here','kind':'presence','keys':{'connected':'p:set','lastSeen':'p:seen'},"
            "'options':{'window':'2s'}}",
            "{'name':'events','kind':'timeline','keys':{'events':'t:events'},'options':{'window':'2s'},"
            "'bound':{'maxAge':'3s'}}",
            "{'name':'volatile','kind':'members','keys':{'set':'v:members'}}",
            "{'name':'urgent','kind':'priority','keys':{'queue':'u:jobs'}}",
            "{'name':'log','kind':'stream','keys':{'stream':'x:log'}}");
        auto made = std::make_shared<Workspace>(*kinds);
        const WorkspacePtr others = queues(60); // that many collections always have to be asked is no reason to end it
        made->collections.insert(made->collections.end(), others->collections.begin(), others->collections.end());
        return made;
    }

    /// One of the changes that applications, administrators and accidents make.
    static void change(std::mt19937 &random, RedisServer &server)
    {
        const auto upTo = [&](int most) { return int(random() % unsigned(most)); };
        const auto number = [&](int most) { return QByteArray::number(upTo(most)); };
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const auto soon = [&] { return QByteArray::number(now + upTo(1'200) - 200); };
        const QByteArray lists[] = {"m:high", "m:low", "m:proc", "m:dead", "l:ready"};
        const QByteArray list = lists[upTo(5)];
        switch (upTo(26)) {
        case 0:
        case 1:
            server.run({"LPUSH", list, "job-" + number(1'000)});
            break;
        case 2:
            server.run({"RPOP", list});
            break;
        case 3:
            server.run({"LMOVE", "m:high", "m:proc", "RIGHT", "LEFT"});
            break;
        case 4:
            server.run({"ZADD", "m:delayed", soon(), number(50)});
            break;
        case 5:
            server.run({"ZADD", "l:deadlines", soon(), number(50)});
            break;
        case 6:
            server.run({"ZADD", "s:delayed", soon(), number(50)});
            break;
        case 7:
            server.run({"ZADD", "s2:delayed", QByteArray::number(now / 1'000 + upTo(3)), number(50)});
            break;
        case 8:
            server.run({"ZREMRANGEBYRANK", "s:delayed", "0", "1"});
            break;
        case 9:
            server.run({"ZINCRBY", "b:board", number(100), number(8)});
            break;
        case 10:
            server.run({"SADD", "p:set", number(20)});
            server.run({"ZADD", "p:seen", QByteArray::number(now), number(20)});
            break;
        case 11:
            server.run({"SREM", "p:set", number(20)});
            break;
        case 12:
            server.run({"ZADD", "t:events", QByteArray::number(now), number(1'000'000)});
            break;
        case 13:
            server.run({"SADD", "v:members", number(100)});
            break;
        case 14:
            server.run({"PEXPIRE", upTo(2) == 0 ? "v:members" : list, number(700)});
            break;
        case 15:
            server.run({"PERSIST", list});
            break;
        case 16:
            server.run({"ZADD", "u:jobs", number(100), number(100)});
            break;
        case 17:
            server.run({"XADD", "x:log", "*", "f", "v"});
            break;
        case 18:
            server.run({"EVAL", "redis.pcall('XGROUP', 'CREATE', KEYS[1], 'g', '0', 'MKSTREAM') return 1", "1",
                        "x:log"}); // it may be there already
            server.run({"XREADGROUP", "GROUP", "g", "c", "COUNT", "2", "STREAMS", "x:log", ">"});
            break;
        case 19:
            server.run({"EVAL", "redis.call('LPUSH', KEYS[1], 'a', 'b') return redis.call('RPOP', KEYS[2])", "2",
                        "m:low", "m:dead"});
            break;
        case 20: {
            redis::Pipeline multi;
            multi.add({"MULTI"});
            multi.add({"LPUSH", list, "in-multi"});
            multi.add({"DEL", "l:ready"});
            multi.add({"EXEC"});
            server.run(multi);
            break;
        }
        case 21:
            server.run({"EVAL", "redis.pcall('RENAME', KEYS[1], KEYS[2]) return 1", "2", "m:low", "m:dead"});
            break;
        case 22:
            server.run({"COPY", "m:high", "l:ready", "REPLACE"});
            break;
        case 23:
            server.run({"UNLINK", list});
            break;
        case 24:
            server.run({"SET", "lock:" + number(5), "token", "PX", QByteArray::number(1 + upTo(800))});
            break;
        case 25:
            if (upTo(4) == 0) {
                server.flush();
            }
            break;
        }
    }

    /// State by what is there now. Whether a loss is over, or dead letters are new, depends for good on the moment of
    /// one reading: a key may expire between those of two observers.
    static State stateOf(const SnapshotPtr &snapshot, std::size_t row)
    {
        State worst = State::Ok;
        if (const auto &problems = snapshot->rows[row].problems) {
            for (const Problem &problem : *problems) {
                worst = problem.loss == nullptr ? std::max(worst, problem.level) : worst;
            }
        }
        return worst;
    }

    /// Figures that two snapshots, one after the other, give differently; what changes with each millisecond may
    /// differ by the time between them, and rates are over the moments at which each of them was taken.
    static QStringList differences(const SnapshotPtr &a, const SnapshotPtr &b)
    {
        constexpr double slack = 1'500; // ms: an age is known from one read to the next
        QStringList told;
        for (std::size_t row = 0; row < a->size(); ++row) {
            const SnapshotLayout::Row &layout = a->layout->rows[row];
            if (stateOf(a, row) != stateOf(b, row)) {
                told += u"%1: %2; all asked: %3"_s.arg(layout.name, problemTexts(a, row).join(u','),
                                                       problemTexts(b, row).join(u','));
            }
            for (int index = 0; index < int(layout.figures().size()); ++index) {
                const Unit unit = layout.figure(index).unit;
                if (unit != Unit::Count && unit != Unit::Duration && unit != Unit::Score) {
                    continue;
                }
                if (layout.figure(index).id == QLatin1StringView("drainMs")) {
                    continue;
                }
                const double x = a->figure(row, index);
                const double y = b->figure(row, index);
                const bool same = isKnown(x) == isKnown(y) && a->isAtLeast(row, index) == b->isAtLeast(row, index)
                    && (!isKnown(x) || x == y || (unit == Unit::Duration && std::abs(x - y) <= slack));
                if (!same) {
                    told +=
                        u"%1 %2: %3, all asked: %4"_s.arg(layout.name, QString(layout.figure(index).id)).arg(x).arg(y);
                }
            }
        }
        return told;
    }

    static redis::PollOptions headsEachTick()
    {
        redis::PollOptions options;
        options.headInterval = 0ms;
        options.headBudget = 1'000'000;
        return options;
    }

    /// Closes the connections of that name, as an administrator does.
    void kill(const QByteArray &name)
    {
        const QList<QByteArray> clients = m_server.run({"CLIENT", "LIST"}).bytes.split('\n');
        for (const QByteArray &client : clients) {
            if (client.contains(" name=" + name + " ")) {
                m_server.run({"CLIENT", "KILL", "ID", client.mid(3, client.indexOf(' ') - 3)});
            }
        }
    }

    /// Ticks until the figure is there.
    static SnapshotPtr tickUntil(PollSession &session, std::size_t row, double ready)
    {
        SnapshotPtr told = tick(session);
        for (int i = 0; i < 500 && told && figure(told, row, "ready") != ready; ++i) {
            QThread::msleep(10);
            told = tick(session);
        }
        return told;
    }

    /// A lost connection is an error once.
    static SnapshotPtr tickAgain(PollSession &session)
    {
        const Result<SnapshotPtr> told = session.tick();
        return told ? *told : tick(session);
    }

private slots:
    void init()
    {
        m_server.flush();
        m_server.run({"CONFIG", "RESETSTAT"});
        m_server.run({"CONFIG", "SET", "tracking-table-max-keys", "1000000"});
        m_server.run({"DEBUG", "SET-ACTIVE-EXPIRE", "1"});
    }

    void asksOnlyWhatMayHaveChanged()
    {
        constexpr int count = 600;
        PollSession session(tracked(queues(count)), m_server.local(), {});
        const SnapshotPtr first = tick(session);
        QVERIFY(first->asked.isTracking);
        QCOMPARE(first->asked.count, count);
        tick(session); // heads
        const SnapshotPtr still = tick(session);
        QVERIFY2(still->asked.count <= count / 10, qPrintable(QString::number(still->asked.count)));
        QVERIFY(still->commands < count / 4);
        QCOMPARE(figure(still, 7, "ready"), 0.0);
        m_server.run({"LPUSH", "q:7", "a", "b"});
        m_server.run({"LPUSH", "q:555", "a"});
        const SnapshotPtr changed = tickUntil(session, 555, 1); // the later of the two changes
        QCOMPARE(figure(changed, 7, "ready"), 2.0);
        QCOMPARE(figure(changed, 555, "ready"), 1.0);
        QVERIFY(changed->asked.count < count / 2);
        m_server.run({"DEL", "q:7"});
        QCOMPARE(figure(tickUntil(session, 7, 0), 7, "ready"), 0.0);
        m_server.flush();
        const SnapshotPtr flushed = tickUntil(session, 555, 0);
        QCOMPARE(figure(flushed, 555, "ready"), 0.0);
        QCOMPARE(flushed->asked.count, count);
    }

    void onlyManyKeysByDefault()
    {
        PollSession few(tracked(queues(20), Polling::Auto), m_server.local(), {});
        tick(few);
        QVERIFY(!tick(few)->asked.isTracking);
        auto many = std::make_shared<Workspace>();
        for (const char *name : {"a", "b", "c", "d", "e"}) {
            many->collections.push_back(
                collection(QByteArray("{'name':'%','kind':'queue','keys':{'ready':'%:{0..999}'}}")
                               .replace("%", name)
                               .constData()));
        }
        PollSession session(many, m_server.local(), {});
        tick(session);
        QVERIFY(tick(session)->asked.isTracking);
        PollSession never(tracked(many, Polling::All), m_server.local(), {});
        tick(never);
        const SnapshotPtr all = tick(never);
        QVERIFY(!all->asked.isTracking);
        QCOMPARE(all->asked.whyAll, QString());
    }

    /// Time alone changes counts: no server tells of that.
    void edgesInTimeAreAsked()
    {
        const WorkspacePtr two =
            workspace("{'name':'leases','kind':'queue','keys':{'ready':'l:ready','processing':'l:deadlines'}}",
                      "{'name':'volatile','kind':'queue','keys':{'ready':'v:ready'}}");
        auto made = std::make_shared<Workspace>(*two);
        const WorkspacePtr others = queues(2'000); // so that their turn comes rarely
        made->collections.insert(made->collections.end(), others->collections.begin(), others->collections.end());
        PollSession session(tracked(made), m_server.local(), {});
        const qint64 now = m_server.run({"TIME"}).elements[0].toInteger().value_or(0) * 1'000;
        m_server.run({"ZADD", "l:deadlines", QByteArray::number(now + 2'500), "job"});
        m_server.run({"RPUSH", "v:ready", "a"});
        m_server.run({"PEXPIREAT", "v:ready", QByteArray::number(now + 2'500)});
        m_server.run({"DEBUG", "SET-ACTIVE-EXPIRE", "0"}); // so that no message tells of the expiry
        const SnapshotPtr before = tick(session);
        if (before->serverTime < milliseconds(now + 2'000)) { // on a very slow machine the time has come
            QCOMPARE(figure(before, 0, "stale"), 0.0);
            QCOMPARE(figure(before, 1, "ready"), 1.0);
        }
        SnapshotPtr after = before;
        while (after->serverTime < milliseconds(now + 2'600)) {
            QThread::msleep(20);
            after = tick(session);
        }
        QCOMPARE(figure(after, 0, "stale"), 1.0);
        QCOMPARE(figure(after, 1, "ready"), 0.0);
    }

    /// Rows that are not asked are not even looked at, but what runs with the clock goes on, to its limits as well.
    void restingRowsGoOnWithTheTime()
    {
        constexpr std::size_t count = 300;
        auto made = std::make_shared<Workspace>(*queues(count));
        made->collections.push_back(collection("{'name':'slow','kind':'queue','keys':{'ready':'slow'},"
                                               "'limits':{'oldestReadyMs':{'warning':1500,'critical':2500}}}"));
        made->collections.push_back(collection("{'name':'volatile','kind':'members','keys':{'set':'v'}}"));
        for (const QByteArray key : {"slow", "q:7"}) {
            m_server.run({"RPUSH", key, "job"});
        }
        m_server.run({"SADD", "v", "a"});
        m_server.run({"PEXPIRE", "v", "600000"});
        redis::PollOptions options;
        options.headBudget = 1'000'000;
        PollSession session(tracked(made), m_server.local(), options);
        tick(session);
        tick(session); // heads
        SnapshotPtr before = tick(session);
        const milliseconds start = before->serverTime;
        int still = 0;
        int shared = 0;
        for (; before->serverTime < start + 4s; QThread::msleep(5)) {
            const SnapshotPtr now = tick(session);
            QCOMPARE(isKnown(figure(now, 7, "growthPerMinute")), false);
            const double passed = double((now->serverTime - before->serverTime).count());
            QCOMPARE(figure(now, 7, "oldestReadyMs"), figure(before, 7, "oldestReadyMs") + passed);
            QVERIFY(std::abs(figure(now, count + 1, "ttlMs") - figure(before, count + 1, "ttlMs") + passed) <= 100);
            QVERIFY(atLeast(now, 7, "oldestReadyMs")); // nobody saw it come
            const double age = figure(now, count, "oldestReadyMs");
            QCOMPARE(now->rows[count].state,
                     age >= 2'500       ? State::Critical
                         : age >= 1'500 ? State::Warning
                                        : State::Ok);
            still += now->asked.count < int(count) / 4 ? 1 : 0;
            shared += &now->rows[20] == &before->rows[20] ? 1 : 0;
            before = now;
        }
        QVERIFY(still > 3 && shared > 3);
    }

    void lostConnectionsAreNoticed_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("the one that asks") << QByteArray("plimsoll:poll");
        QTest::newRow("the one that hears") << QByteArray("plimsoll:changes");
    }

    void lostConnectionsAreNoticed()
    {
        QFETCH(const QByteArray, name);
        PollSession session(tracked(queues(300)), m_server.local(), {});
        tick(session);
        tick(session);
        for (int round = 0; round < 3; ++round) {
            kill(name);
            m_server.run({"LPUSH", "q:42", "job"});
            const SnapshotPtr told = tickAgain(session);
            QVERIFY(told);
            QCOMPARE(figure(told, 42, "ready"), round + 1.0);
            QVERIFY(told->asked.isTracking);
        }
    }

    void refusalsAreTold_data()
    {
        QTest::addColumn<QByteArrayList>("rules");
        QTest::newRow("tracking") << QByteArrayList{"-client|tracking"};
        QTest::newRow("channel") << QByteArrayList{"resetchannels"};
    }

    void refusalsAreTold()
    {
        QFETCH(const QByteArrayList, rules);
        std::vector<QByteArray> arguments{"ACL", "SETUSER", "watcher", "reset", "on", ">pw", "~*", "&*", "+@all"};
        arguments.insert(arguments.end(), rules.begin(), rules.end());
        const std::vector<QByteArrayView> views(arguments.begin(), arguments.end());
        QVERIFY(!m_server.run(views).isError());
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = "watcher";
        endpoint.password = "pw";
        PollSession session(tracked(queues(30)), endpoint, {});
        tick(session);
        const SnapshotPtr all = tick(session);
        QVERIFY(!all->asked.isTracking);
        QVERIFY2(all->asked.whyAll.startsWith(u"the server does not tell which keys change"),
                 qPrintable(all->asked.whyAll));
        QCOMPARE(all->asked.count, 30);
        m_server.run({"LPUSH", "q:3", "job"});
        QCOMPARE(figure(tick(session), 3, "ready"), 1.0);
    }

    /// Such a proxy must not be asked again and again: no figure would ever be shown.
    void connectionsClosedForItAreAskedOnce()
    {
        FaultProxy proxy(m_server.local());
        proxy.set({.closeOn = "TRACKING"});
        PollSession session(tracked(queues(30)), proxy.endpoint(), {});
        QVERIFY(!session.tick().ok()); // the connection was lost
        for (int i = 0; i < 3; ++i) {
            const SnapshotPtr all = tick(session);
            QVERIFY(all);
            QVERIFY(!all->asked.isTracking);
            QVERIFY(!all->asked.whyAll.isEmpty());
        }
    }

    /// A replica without its master answers nothing about keys: those that are not asked must not look well.
    void serversThatAnswerNothingAreNoticed_data()
    {
        QTest::addColumn<bool>("areMany");
        QTest::newRow("few keys") << false;
        QTest::newRow("more keys than are asked at once") << true;
    }

    void serversThatAnswerNothingAreNoticed()
    {
        QFETCH(const bool, areMany);
        RedisServer replica{{u"--replica-serve-stale-data"_s, u"no"_s}};
        PollSession session(tracked(areMany ? shardedQueues(50) : queues(300)), replica.local(), {});
        tick(session);
        tick(session);
        replica.run({"REPLICAOF", "127.0.0.1", "1"}); // nobody is there
        static_cast<void>(session.tick());
        QVERIFY(!session.tick().ok());
    }

    /// Of jobs without a record the server would remember each name for ever.
    void recordsOfJobsAreNotTracked()
    {
        PollSession session(tracked(workspace("{'kind':'queue','keys':{'ready':'q','job':'job:{id}'}}")),
                            m_server.local(), {});
        tick(session);
        const SnapshotPtr all = tick(session);
        QVERIFY(!all->asked.isTracking);
        QVERIFY2(all->asked.whyAll.contains(u"records of jobs"), qPrintable(all->asked.whyAll));
    }

    /// They are read page by page, and become stale by the time.
    void listsInProcessingAreAlwaysRead()
    {
        auto made = std::make_shared<Workspace>(*queues(300));
        made->collections.push_back(collection("{'name':'p','kind':'queue','keys':{'ready':'r','processing':'p'}}"));
        m_server.run({"RPUSH", "p", "a"});
        PollSession session(tracked(made), m_server.local(), headsEachTick());
        for (int i = 0; i < 4; ++i) {
            tick(session);
        }
        const int before = m_server.calls("lrange");
        tick(session);
        QVERIFY(tick(session)->asked.isTracking);
        QVERIFY(m_server.calls("lrange") >= before + 2);
    }

    /// Each new connection costs the server the list of its commands.
    void connectionsLostAgainAndAgainEndIt()
    {
        PollSession session(tracked(queues(300)), m_server.local(), {});
        SnapshotPtr last = tick(session);
        for (int i = 0; i < 20 && last->asked.isTracking; ++i) { // a new one is made with the second tick after a loss
            kill("plimsoll:changes");
            last = tickAgain(session);
        }
        QVERIFY(!last->asked.isTracking);
        QVERIFY2(last->asked.whyAll.contains(u"again and again"), qPrintable(last->asked.whyAll));
    }

    void fullTablesAreLeftAlone()
    {
        m_server.run({"CONFIG", "SET", "tracking-table-max-keys", "100"});
        PollSession session(tracked(queues(60)), m_server.local(), {});
        const SnapshotPtr all = tick(session);
        QVERIFY(!all->asked.isTracking);
        QVERIFY2(all->asked.whyAll.contains(u"100"), qPrintable(all->asked.whyAll));
    }

    /// The commands and replies for all keys at once would be much more memory than what is kept of them.
    void manyKeysAreAskedInParts()
    {
        constexpr std::size_t rows[] = {0, 19, 20, 49};
        for (const std::size_t row : rows) {
            m_server.run({"RPUSH", "r" + QByteArray::number(int(row)) + ":999", "job"});
        }
        redis::PollOptions options;
        options.headBudget = 0;
        PollSession session(tracked(shardedQueues(50)), m_server.local(), options);
        for (int round = 1; round <= 2; ++round) {
            const int before = m_server.calls("time");
            const SnapshotPtr told = tick(session);
            QVERIFY(told->asked.isTracking);
            QCOMPARE(told->asked.count, 50);
            QVERIFY2(m_server.calls("time") >= before + 3, qPrintable(QString::number(m_server.calls("time"))));
            for (std::size_t row = 0; row < 50; ++row) {
                const bool hasJob = std::find(std::begin(rows), std::end(rows), row) != std::end(rows);
                QCOMPARE(figure(told, row, "ready"), hasJob ? double(round) : 0.0);
                QVERIFY(told->rows[row].head != nullptr);
                QCOMPARE(told->rows[row].head->elements.empty(), !hasJob);
            }
            for (const std::size_t row : rows) {
                m_server.run({"RPUSH", "r" + QByteArray::number(int(row)) + ":5", "job"});
            }
            kill("plimsoll:changes");
        }
    }

    /// More messages than the buffers of a connection hold, the last of which has arrived in part.
    void manyChangesAreHeardAtOnce()
    {
        auto made = std::make_shared<Workspace>(*shardedQueues(30));
        const WorkspacePtr still = queues(970); // asked only if the messages are lost
        made->collections.insert(made->collections.end(), still->collections.begin(), still->collections.end());
        PollSession session(tracked(made), m_server.local(), {});
        tick(session);
        tick(session); // heads
        tick(session);
        for (int round = 1; round <= 3; ++round) {
            redis::Pipeline pipeline;
            for (int i = 0; i < 30; ++i) {
                for (int key = 0; key < 1'000; ++key) {
                    pipeline.add({"LPUSH", "r" + QByteArray::number(i) + ':' + QByteArray::number(key), "job"});
                }
            }
            m_server.run(pipeline);
            const SnapshotPtr changed = tick(session);
            QVERIFY(changed->asked.isTracking);
            QVERIFY(changed->asked.count < int(made->collections.size()));
            for (std::size_t row = 0; row < 30; ++row) {
                QCOMPARE(figure(changed, row, "ready"), 1'000.0 * round);
            }
        }
    }

    /// Where most collections change all the time, asking all costs less.
    void manyChangesEndIt()
    {
        PollSession session(tracked(queues(100)), m_server.local(), {});
        SnapshotPtr last = tick(session);
        for (int round = 0; round < 6; ++round) {
            for (int i = 0; i < 60; ++i) {
                m_server.run({"LPUSH", "q:" + QByteArray::number(i), "job"});
            }
            last = tickUntil(session, 59, round + 1.0);
            QCOMPARE(figure(last, 59, "ready"), round + 1.0);
        }
        QVERIFY(!last->asked.isTracking);
        QVERIFY2(last->asked.whyAll.contains(u"quarter"), qPrintable(last->asked.whyAll));
    }

    void editsAreFollowed()
    {
        PollSession session(tracked(queues(100)), m_server.local(), {});
        tick(session);
        tick(session);
        m_server.run({"LPUSH", "q:140", "job"});
        session.edit(tracked(queues(150)), 2);
        QCOMPARE(figure(tick(session), 140, "ready"), 1.0);
        session.edit(tracked(queues(50)), 3);
        m_server.run({"LPUSH", "q:140", "job"});
        m_server.run({"LPUSH", "q:40", "job"});
        QCOMPARE(figure(tickUntil(session, 40, 1), 40, "ready"), 1.0);
        session.edit(tracked(queues(50), Polling::All), 4);
        QVERIFY(!tick(session)->asked.isTracking);
    }

    /// PLIMSOLL_TRACKING_SECONDS: for longer than in the suite, and beside 100,000 keys that expire.
    void sameAsAskingAll()
    {
        const int wanted = qEnvironmentVariableIntValue("PLIMSOLL_SEED");
        const unsigned seed = wanted == 0 ? std::random_device{}() : unsigned(wanted);
        std::mt19937 random(seed);
        const int seconds = qEnvironmentVariableIntValue("PLIMSOLL_TRACKING_SECONDS");
        PollSession some(tracked(mixed()), m_server.local(), headsEachTick());
        PollSession all(tracked(mixed(), Polling::All), m_server.local(), headsEachTick());
        for (int i = 0; seconds > 0 && i < 100; ++i) {
            redis::Pipeline volatileKeys;
            for (int key = 0; key < 1'000; ++key) {
                volatileKeys.add({"SET", "other:" + QByteArray::number(1'000 * i + key), "", "PX",
                                  QByteArray::number(1 + random() % 600'000)});
            }
            m_server.run(volatileKeys);
        }
        QElapsedTimer time;
        time.start();
        QElapsedTimer sinceKill;
        sinceKill.start();
        qint64 asked = 0;
        int ticks = 0;
        for (; seconds > 0 ? time.elapsed() < seconds * 1'000LL : ticks < 150; ++ticks) {
            for (int i = int(random() % 4); i > 0; --i) {
                change(random, m_server);
            }
            if (ticks == 40 || ticks == 80 || sinceKill.elapsed() > 20'000) { // more often, and it would not be used
                kill(random() % 2 == 0 ? "plimsoll:poll" : "plimsoll:changes");
                sinceKill.start();
            }
            SnapshotPtr a = tickAgain(some);
            SnapshotPtr b = tickAgain(all);
            QVERIFY(a && b);
            asked += a->asked.count;
            QStringList told = differences(a, b);
            // An edge may have come, or a key expired, between the two, and their ideas of the server's time differ by
            // milliseconds: such a difference is gone with the next tick, unless another comes, as often on a busy
            // machine. What was not told stays different for up to a minute.
            for (int again = 0; !told.isEmpty() && again < 20; ++again) {
                QThread::msleep(20);
                a = tick(some);
                b = tick(all);
                told = differences(a, b);
            }
            QVERIFY2(told.isEmpty(), qPrintable(u"PLIMSOLL_SEED=%1\n%2"_s.arg(seed).arg(told.join(u'\n'))));
            QThread::msleep(random() % 40);
        }
        QVERIFY(asked < qint64(ticks) * qint64(mixed()->collections.size()));
        qInfo("%d ticks, %lld of %lld rows asked", ticks, asked, qint64(ticks) * qint64(mixed()->collections.size()));
    }

    void followsSlotsInACluster()
    {
        RedisCluster cluster(3);
        const WorkspacePtr made = tracked(queues(60));
        PollSession session(made, cluster.endpoint(), {});
        tick(session);
        const SnapshotPtr still = tick(session);
        QVERIFY(still->asked.isTracking);
        for (int i = 0; i < 60; i += 7) {
            cluster.run({"LPUSH", "q:" + QByteArray::number(i), "job"});
        }
        for (int i = 0; i < 60; ++i) {
            const double ready = i % 7 == 0 ? 1 : 0;
            QCOMPARE(figure(tickUntil(session, std::size_t(i), ready), std::size_t(i), "ready"), ready);
        }
        const QByteArray key = "q:14";
        const std::size_t from = cluster.masterOf(key);
        const std::size_t to = (from + 1) % 3;
        cluster.moveSlot(key, from, to);
        QCOMPARE(figure(tickUntil(session, 14, 1), 14, "ready"), 1.0);
        cluster.master(to).run({"LPUSH", key, "more"});
        QCOMPARE(figure(tickUntil(session, 14, 2), 14, "ready"), 2.0);
        cluster.master(to).kill9();
        Result<SnapshotPtr> lost = session.tick();
        for (int i = 0; i < 100 && lost && figure(*lost, 14, "ready") == 2.0; ++i) {
            lost = session.tick();
        }
        QVERIFY(lost.ok());
        QVERIFY(!isKnown(figure(*lost, 14, "ready")));
        QVERIFY(!problemTexts(*lost, 14).isEmpty());
    }

    /// Also where it is the one whose clock is asked: the others' collections stay live.
    void outlivesTheLossOfAnyNode_data()
    {
        QTest::addColumn<int>("node");
        QTest::addColumn<bool>("isHung");
        for (int node = 0; node < 3; ++node) {
            QTest::addRow("node %d dies", node) << node << false;
            QTest::addRow("node %d hangs", node) << node << true;
        }
    }

    void outlivesTheLossOfAnyNode()
    {
        QFETCH(const int, node);
        QFETCH(const bool, isHung);
        RedisCluster cluster(3);
        PollSession session(tracked(queues(60)),
                            redis::makeServer(cluster.endpoint(), {.readOnly = true, .exchangeDeadline = 1s}), {});
        tick(session);
        QVERIFY(tick(session)->asked.isTracking);
        std::optional<std::size_t> other;
        for (int i = 0; i < 60 && !other; ++i) {
            if (cluster.masterOf("q:" + QByteArray::number(i)) != std::size_t(node)) {
                other = std::size_t(i);
            }
        }
        cluster.run({"LPUSH", "q:" + QByteArray::number(*other), "job"});
        isHung ? cluster.master(std::size_t(node)).pause() : cluster.master(std::size_t(node)).kill9();
        const Result<SnapshotPtr> lost = session.tick();
        QVERIFY2(lost.ok(), lost ? "" : qPrintable(lost.error().message));
        QCOMPARE(figure(tickUntil(session, *other, 1), *other, "ready"), 1.0);
        if (isHung) { // that is no reason to give tracking up
            cluster.master(std::size_t(node)).resume();
            Result<SnapshotPtr> back = session.tick();
            for (int i = 0; i < 200 && (!back || back->get()->asked.count == 60); ++i) {
                QThread::msleep(10);
                back = session.tick();
            }
            QVERIFY(back.ok());
            QVERIFY2(back->get()->asked.isTracking && back->get()->asked.count < 60,
                     qPrintable(back->get()->asked.whyAll));
        }
    }

    /// The master that was asked becomes a replica; it goes on telling what changes.
    void followsAFailover()
    {
        RedisCluster cluster(3, 1);
        PollSession session(tracked(queues(30)), cluster.endpoint(), {});
        tick(session);
        QVERIFY(tick(session)->asked.isTracking);
        const std::size_t master = cluster.masterOf("q:5");
        cluster.failOverGently(master);
        cluster.replica(master).run({"LPUSH", "q:5", "job"});
        SnapshotPtr told = tickAgain(session);
        for (int i = 0; i < 500 && figure(told, 5, "ready") != 1.0; ++i) { // until the old master has it, too
            QThread::msleep(10);
            told = tickAgain(session);
        }
        QCOMPARE(figure(told, 5, "ready"), 1.0);
        cluster.replica(master).run({"LPUSH", "q:5", "more"});
        told = tickAgain(session);
        for (int i = 0; i < 500 && figure(told, 5, "ready") != 2.0; ++i) {
            QThread::msleep(10);
            told = tickAgain(session);
        }
        QCOMPARE(figure(told, 5, "ready"), 2.0);
        QVERIFY(told->asked.isTracking);
    }
};

QTEST_GUILESS_MAIN(TrackingTest)
#include "tst_tracking.moc"
