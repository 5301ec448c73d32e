// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/run/operator.h"
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"

#include <QDir>
#include <QSignalSpy>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Whether the server is the one it was, what it refuses, and what it may tell twice.
class TestOperationsServer : public QObject {
    Q_OBJECT

private slots:
    void knowsTheServerAgain_data();
    void knowsTheServerAgain();
    void knowsAnotherServer();
    void closesWhatWasNeverSent();
    void followsAFailover();
    void leavesNoMarkBehind();
    void prunesNobodyWhoCameBack();
    void putsBackWhatAStoppedPruneTook();
    void refusesWhenMemoryIsFull();
    void namesWhatIsNotPermitted_data();
    void namesWhatIsNotPermitted();
    void namesTheKeyOfTheWrongType();
    void leavesKeysOfAnotherType();
    void warnsOfEviction();
    void refusesANodeOfACluster_data();
    void refusesANodeOfACluster();
    void takesAMemberOnceThatIsNamedTwice_data();
    void takesAMemberOnceThatIsNamedTwice();
};

void TestOperationsServer::knowsTheServerAgain_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("append-only file") << QStringList{u"--appendonly"_s, u"yes"_s};
    QTest::newRow("snapshot") << QStringList{u"--save"_s, u"3600 1"_s};
}

void TestOperationsServer::knowsTheServerAgain()
{
    QFETCH(QStringList, arguments);
    RedisServer server(arguments);
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    const OperationReport trim = bench.trimTo(1);
    server.stop();
    server.start();
    QVERIFY(connectAgain(bench.client).ok());
    QCOMPARE(bench.undo(trim.id).moved, 2);
    QCOMPARE(strings(server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3"}));
}

void TestOperationsServer::knowsAnotherServer()
{
    RedisServer server({u"--appendonly"_s, u"yes"_s});
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    const OperationReport trim = bench.trimTo(1);
    OperationRequest more = bench.request(Action::Trim);
    more.keep = 0;
    const Result<Plan> cut = Planner(bench.client).plan(more);
    OperationReport begun;
    begun.time = cut->frozenAt;
    QVERIFY(bench.journal->begin(*cut, begun, *readIdentity(bench.client)).ok());
    QVERIFY(bench.journal->noteSent(cut->id, {0, 1, localNow()}).ok());
    bench.openJournal();
    // The server is set up again: the same address, an append-only file, none of the data.
    server.stop();
    QVERIFY(QDir(server.folder() + u"/appendonlydir"_s).removeRecursively());
    server.start();
    QVERIFY(connectAgain(bench.client).ok());
    const Result<Plan> undo = Planner(bench.client).planUndo(*bench.journal, trim.id, OnServer::Same, u"Go there."_s);
    QVERIFY(!undo.ok());
    QCOMPARE(undo.error().kind, ErrorKind::Refused);
    QVERIFY2(undo.error().message.startsWith(u"Can't be undone: the server came back at "_s)
                 && undo.error().message.endsWith(u" without this operation, with older data or none. Go there."_s),
             qPrintable(undo.error().message));
    Operator acting(bench.folder.path());
    const QSignalSpy lost(&acting, &Operator::undoLost);
    acting.open(server.local(), false);
    acting.checkUndo({trim.id});
    QCOMPARE(lost.size(), 1);
    QVERIFY(lost[0][1].toString().startsWith(u"Can't be undone: the server came back at "_s));
    const auto recovered = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(recovered->completed.size(), 0U);
    QCOMPARE(recovered->left.size(), 1U);
    QCOMPARE(recovered->left[0].errorKind, ErrorKind::Refused);
    QCOMPARE(server.run({"DBSIZE"}).integer, 0);
    QVERIFY(Planner(bench.client).planUndo(*bench.journal, trim.id, OnServer::Any).ok()); // who knows better says so
}

void TestOperationsServer::closesWhatWasNeverSent()
{
    RedisServer server({u"--appendonly"_s, u"yes"_s});
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    OperationReport begun;
    begun.time = plan->frozenAt;
    QVERIFY(bench.journal->begin(*plan, begun, *readIdentity(bench.client)).ok());
    bench.openJournal(); // both die before the operation has left its mark
    server.kill9();
    server.start();
    QVERIFY(connectAgain(bench.client).ok());
    const auto recovered = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(recovered->left.size(), 0U);
    QCOMPARE(recovered->completed.size(), 1U);
    QCOMPARE(recovered->completed[0].error, u"cut off after 0 of 3"_s);
    QCOMPARE(server.run({"LLEN", "q"}).integer, 3);
}

void TestOperationsServer::followsAFailover()
{
    RedisServer master;
    RedisServer replica;
    RedisServer behind;
    Bench bench(master, plainQueue);
    master.run({"RPUSH", "q", "1", "2", "3"});
    const QByteArray port = QByteArray::number(master.tcp().port);
    for (RedisServer *server : {&replica, &behind}) {
        server->run({"REPLICAOF", "127.0.0.1", port});
        QTRY_COMPARE_WITH_TIMEOUT(server->run({"LLEN", "q"}).integer, 3, 20'000);
    }
    behind.run({"REPLICAOF", "NO", "ONE"}); // goes on without what follows
    const OperationReport trim = bench.trimTo(1);
    QTRY_COMPARE_WITH_TIMEOUT(replica.run({"LLEN", "q"}).integer, 1, 20'000);
    Standalone promoted(replica.local(), {});
    QVERIFY(promoted.connect().ok());
    const qint64 done = readIdentity(bench.client)->replicationOffset;
    QTRY_VERIFY_WITH_TIMEOUT(readIdentity(promoted)->replicationOffset >= done, 20'000);
    master.kill9();
    replica.run({"REPLICAOF", "NO", "ONE"});

    Standalone late(behind.local(), {});
    QVERIFY(late.connect().ok());
    const Result<Plan> refused = Planner(late).planUndo(*bench.journal, trim.id, OnServer::Same);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Refused);

    const Result<Plan> undo = Planner(promoted).planUndo(*bench.journal, trim.id, OnServer::Same);
    QVERIFY2(undo.ok(), undo ? "" : qPrintable(undo.error().message));
    QCOMPARE(Runner(promoted, bench.journal.get()).run(*undo).moved, 2);
    QCOMPARE(replica.run({"LLEN", "q"}).integer, 3);
}

void TestOperationsServer::leavesNoMarkBehind()
{
    RedisServer server;
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    const OperationReport trim = bench.trimTo(1);
    const QByteArray mark = markKey("q", trim.id);
    QCOMPARE(strings(server.run({"KEYS", "plimsoll:*"})), QByteArrayList{mark});
    QVERIFY(server.run({"PTTL", mark}).integer > qint64(std::chrono::milliseconds(24h * 31).count()));
    QCOMPARE(bench.undo(trim.id).moved, 2);
    QCOMPARE(strings(server.run({"KEYS", "plimsoll:*"})), QByteArrayList());
}

void TestOperationsServer::prunesNobodyWhoCameBack()
{
    RedisServer server;
    Bench bench(server,
                R"({"name":"online","kind":"presence","keys":{"connected":"here","lastSeen":"seen"},)"
                R"("options":{"window":"30s"}})");
    server.run({"ZADD", "seen", now(-900'000), "gone", now(-900'000), "back", now(), "busy"});
    server.run({"SADD", "here", "gone", "back", "busy"});
    OperationRequest prune = bench.request(Action::Prune);
    prune.olderThan = 10min;
    const Result<Plan> plan = Planner(bench.client).plan(prune);
    QCOMPARE(plan->matched(), 2);
    server.run({"ZADD", "seen", now(), "back"}); // a heartbeat, while the person reads
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 1);
    QCOMPARE(report.skipped, 1);
    QByteArrayList here = strings(server.run({"SMEMBERS", "here"}));
    std::sort(here.begin(), here.end());
    QCOMPARE(here, (QByteArrayList{"back", "busy"}));
    QCOMPARE(strings(server.run({"ZRANGE", "seen", "0", "-1"})).size(), 2);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(server.run({"SCARD", "here"}).integer, 3);
    QCOMPARE(server.run({"ZCARD", "seen"}).integer, 3);
}

/// Stopped when the connections were removed and the heartbeats were not: no member counts as pruned, and nothing is
/// lost.
void TestOperationsServer::putsBackWhatAStoppedPruneTook()
{
    RedisServer server;
    Bench bench(server,
                R"({"name":"online","kind":"presence","keys":{"connected":"here","lastSeen":"seen"},)"
                R"("options":{"window":"30s"}})");
    server.run({"ZADD", "seen", now(-900'000), "a", now(-900'000), "b"});
    server.run({"SADD", "here", "a", "b"});
    OperationRequest prune = bench.request(Action::Prune);
    prune.olderThan = 10min;
    const Result<Plan> plan = Planner(bench.client).plan(prune);
    std::stop_source stop;
    RunnerOptions options;
    options.progress = [&stop](const OperationProgress &) { stop.request_stop(); };
    const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan, stop.get_token());
    QCOMPARE(report.state, OperationState::Cancelled);
    QCOMPARE(report.accounted(), 0);
    QCOMPARE(server.run({"SCARD", "here"}).integer, 0);
    QVERIFY(report.undoable);
    const Result<Plan> back = Planner(bench.client).planUndo(*bench.journal, report.id, OnServer::Same);
    QCOMPARE(back->matched(), 2);
    QCOMPARE(back->sample.size(), 2U);
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(server.run({"SCARD", "here"}).integer, 2);
    QCOMPARE(server.run({"ZCARD", "seen"}).integer, 2);
}

void TestOperationsServer::refusesWhenMemoryIsFull()
{
    RedisServer server;
    Bench bench(server, R"({"name":"q","kind":"queue","keys":{"ready":"q","dead":"dead"}})");
    server.run({"RPUSH", "dead", "a", "b", "c"});
    OperationRequest requeue = bench.request(Action::RequeueDead);
    requeue.ids = {"b"};
    const Result<Plan> plan = Planner(bench.client).plan(requeue);
    QCOMPARE(plan->matched(), 1);
    server.run({"CONFIG", "SET", "maxmemory", "1"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    server.run({"CONFIG", "SET", "maxmemory", "0"});
    QCOMPARE(report.state, OperationState::Failed);
    QCOMPARE(strings(server.run({"LRANGE", "dead", "0", "-1"})), (QByteArrayList{"a", "b", "c"}));
    QCOMPARE(server.run({"EXISTS", "q"}).integer, 0);
    QVERIFY(!bench.journal->operations()->front().undoable);
    QCOMPARE(bench.journal->openOperations()->size(), 0U);
}

void TestOperationsServer::namesWhatIsNotPermitted_data()
{
    QTest::addColumn<QByteArrayList>("without");
    QTest::addColumn<bool>("ofUndo");
    QTest::addColumn<QString>("named");
    QTest::newRow("how long it lives") << QByteArrayList{"-pttl", "-pexpiretime"} << false << u"PTTL"_s;
    QTest::newRow("where the mark is") << QByteArrayList{"-lindex"} << false << u"LINDEX"_s;
    QTest::newRow("whether this one exists") << QByteArrayList{"-exists"} << true << u"EXISTS"_s;
    QTest::newRow("what it is") << QByteArrayList{"-type"} << true << u"TYPE"_s;
}

void TestOperationsServer::namesWhatIsNotPermitted()
{
    QFETCH(QByteArrayList, without);
    QFETCH(bool, ofUndo);
    QFETCH(QString, named);
    RedisServer server;
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    server.run({"PEXPIRE", "q", "1000000"}); // an undo asks whether the key is there to give it back
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 2;
    const OperationReport first = bench.run(trim);
    trim.keep = 1;
    const Result<Plan> plan = ofUndo ? Planner(bench.client).planUndo(*bench.journal, first.id, OnServer::Same)
                                     : Planner(bench.client).plan(trim);
    std::vector<QByteArrayView> rules{"ACL", "SETUSER", "default"};
    rules.insert(rules.end(), without.begin(), without.end());
    server.run(std::span<const QByteArrayView>(rules));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.errorKind, ErrorKind::Refused); // exit code 4
    QVERIFY2(report.error.contains(named), qPrintable(report.error));
    QCOMPARE(server.run({"LLEN", "q"}).integer, 2);
}

void TestOperationsServer::namesTheKeyOfTheWrongType()
{
    RedisServer server;
    Bench bench(server, R"({"name":"q","kind":"queue","keys":{"ready":"q","dead":"dead"}})");
    server.run({"RPUSH", "dead", "a"});
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::RequeueDead));
    server.run({"SADD", "q", "no list"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.errorKind, ErrorKind::WrongType);
    QVERIFY2(report.error.contains(u"“q”"_s), qPrintable(report.error));
    QVERIFY2(!report.error.contains(u"dead"_s), qPrintable(report.error));
}

/// A key that holds what its role does not is not the collection's: nothing of it is cut, and it gets no expiry.
void TestOperationsServer::leavesKeysOfAnotherType()
{
    RedisServer server;
    server.run({"RPUSH", "board", "a", "b", "c"});
    Bench queue(server, emailQueue);
    const auto refusal = [&](const char *key, Action action, const QString &state = {}) {
        server.run({"SET", key, "text"});
        OperationRequest request = queue.request(action);
        request.state = state;
        if (action == Action::Trim) {
            request.keep = 1;
        }
        const Result<Plan> plan = Planner(queue.client).plan(request);
        server.run({"DEL", key});
        return plan ? QString() : plan.error().message;
    };
    QCOMPARE(refusal("q", Action::Trim), u"q holds a string, which does not fit the role ready"_s);
    QCOMPARE(refusal("p", Action::Requeue), u"p holds a string, which does not fit the role processing"_s);
    for (const Action action : {Action::RequeueDead, Action::Discard}) {
        QCOMPARE(refusal("dead", action, u"dead"_s), u"dead holds a string, which does not fit the role dead"_s);
    }
    Bench bench(server, R"({"name":"board","kind":"leaderboard","keys":{"board":"board"}})");
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    OperationRequest expiry = bench.request(Action::SetExpiry);
    expiry.by = std::chrono::hours(1);
    for (const OperationRequest &request : {trim, expiry, bench.request(Action::Purge)}) {
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY2(!plan, qPrintable(actionId(request.action)));
        QCOMPARE(plan.error().kind, ErrorKind::WrongType);
        QCOMPARE(plan.error().message, u"board holds a list, which does not fit the role board"_s);
    }
}

void TestOperationsServer::warnsOfEviction()
{
    RedisServer server;
    Bench bench(server, plainQueue);
    server.run({"RPUSH", "q", "1", "2", "3"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    server.run({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
    QCOMPARE(Planner(bench.client).plan(trim)->note, QString()); // never full
    server.run({"CONFIG", "SET", "maxmemory", "1gb"});
    const QString warned = Planner(bench.client).plan(trim)->note;
    QVERIFY2(warned.contains(u"allkeys-lru"_s) && warned.contains(u"the collection itself"_s), qPrintable(warned));
    server.run({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    QCOMPARE(Planner(bench.client).plan(trim)->note, QString());
}

void TestOperationsServer::refusesANodeOfACluster_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("Redis") << QByteArray("\r\nredis_mode:cluster");
    QTest::newRow("Valkey") << QByteArray("\nserver_mode:cluster");
}

void TestOperationsServer::refusesANodeOfACluster()
{
    QFETCH(QByteArray, said);
    RedisServer server({u"--cluster-enabled"_s, u"yes"_s});
    FaultProxy proxy(server.local());
    proxy.set({.replace = std::pair(QByteArray("\r\nredis_mode:cluster"), said)});
    const Bench bench(server, plainQueue);
    Standalone client(proxy.endpoint(), {"plimsoll:operate"});
    QVERIFY(client.connect().ok());
    const Result<Plan> plan = Planner(client).plan(bench.request(Action::Purge));
    QVERIFY(!plan.ok());
    QCOMPARE(plan.error().kind, ErrorKind::Refused);
    QVERIFY2(plan.error().message.contains(u"Redis Cluster"_s), qPrintable(plan.error().message));
}

void TestOperationsServer::takesAMemberOnceThatIsNamedTwice_data()
{
    QTest::addColumn<bool>("isSorted");
    QTest::newRow("set") << false;
    QTest::newRow("sorted set") << true;
}

void TestOperationsServer::takesAMemberOnceThatIsNamedTwice()
{
    // Pages of a plan overlap when others add to what is read; on a list the member would be there twice.
    QFETCH(bool, isSorted);
    RedisServer server;
    Bench bench(server, R"({"name":"q","kind":"queue","keys":{"ready":"q","dead":"dead"}})");
    if (isSorted) {
        server.run({"ZADD", "dead", "1", "a", "2", "b"});
    } else {
        server.run({"SADD", "dead", "a", "b"});
    }
    Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::RequeueDead));
    QVERIFY(plan.ok());
    const std::vector<PlanItem> once = plan->steps.front().items;
    plan->steps.front().items = {once[0], once[0], once[1], once[1]};
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 2);
    QCOMPARE(report.skipped, 2);
    QByteArrayList waiting = strings(server.run({"LRANGE", "q", "0", "-1"}));
    std::sort(waiting.begin(), waiting.end());
    QCOMPARE(waiting, (QByteArrayList{"a", "b"}));
}

QTEST_GUILESS_MAIN(TestOperationsServer)
#include "tst_operations_server.moc"
