// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QRandomGenerator>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

constexpr const char *zsetQueue =
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","delayed":"d",)"
    R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";
constexpr const char *board = R"({"name":"board","kind":"leaderboard","keys":{"board":"board"},"bound":{"keep":3}})";
constexpr const char *tags = R"({"name":"tags","kind":"members","keys":{"set":"tags"}})";
constexpr const char *lobby = R"({"name":"lobby","kind":"presence","keys":{"connected":"conn","lastSeen":"seen"},)"
                              R"("options":{"window":"30s"}})";

} // namespace

class TestOperations : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void requeuesStaleJobsFromDeadlines();
    void requeuesFromAListByRecord();
    void skipsWhatMovedMeanwhile();
    void requeuesDeadLetters();
    void takesAFewOutOfALongList();
    void trimsAListAndUndoes_data();
    void trimsAListAndUndoes();
    void trimsABoardToItsBestAndUndoes();
    void removesMembersAndUndoes();
    void prunesThePresence();
    void setsExpiryAndUndoes();
    void purgesAndUndoesWithExpiry();
    void refusesAnUndoOnAnotherServer();
    void refusesWithoutPermission();
    void recoversABatchWhoseAnswerWasLost();
    void runsNowAndPostpones();
    void cutsFromAListThatWorkersTakeFrom();
    void keepsToTheLimitOverSeveralKeys();
    void foretellsWhoHasUsedUpAttempts();

private:
    RedisServer m_server;
};

void TestOperations::requeuesStaleJobsFromDeadlines()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"RPUSH", "q", "waiting"});
    m_server.run({"ZADD", "p", now(-60'000), "a", now(-50'000), "b", now(-40'000), "c", now(60'000), "running"});
    m_server.run({"HSET", "job:a", "attempts", "1"});
    m_server.run({"HSET", "job:b", "attempts", "3"});
    m_server.run({"SET", "job:c", R"({"n":12345678901234567890,"attempts": 2,"list":[]})"});
    const QByteArrayList scores = strings(m_server.run({"ZRANGE", "p", "0", "-1", "WITHSCORES"}));

    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 3);
    QCOMPARE(report.moved, 2);
    QCOMPARE(report.deadLettered, 1);
    QVERIFY(report.complete());
    // Workers take from the right: the longest stale first.
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"waiting", "c", "a"}));
    QCOMPARE(strings(m_server.run({"LRANGE", "dead", "0", "-1"})), QByteArrayList{"b"});
    QCOMPARE(strings(m_server.run({"ZRANGE", "p", "0", "-1"})), QByteArrayList{"running"});
    QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "2");
    QCOMPARE(m_server.run({"HGET", "job:b", "attempts"}).bytes, "3");
    QCOMPARE(m_server.run({"GET", "job:c"}).bytes, R"({"n":12345678901234567890,"attempts": 3,"list":[]})");
    QVERIFY(bench.leftovers().isEmpty());

    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, 3);
    QCOMPARE(strings(m_server.run({"ZRANGE", "p", "0", "-1", "WITHSCORES"})), scores);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), QByteArrayList{"waiting"});
    QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "1");
    QCOMPARE(m_server.run({"GET", "job:c"}).bytes, R"({"n":12345678901234567890,"attempts": 2,"list":[]})");
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperations::requeuesFromAListByRecord()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"LPUSH", "p", "old", "young", "unknown"});
    m_server.run({"HSET", "job:old", "started_at", now(-120'000), "attempts", "0"});
    m_server.run({"HSET", "job:young", "started_at", now(-1'000)});
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 1);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), QByteArrayList{"old"});
    QCOMPARE(strings(m_server.run({"LRANGE", "p", "0", "-1"})), (QByteArrayList{"unknown", "young"}));

    OperationRequest named = bench.request(Action::Requeue);
    named.ids = {"unknown", "young"};
    const OperationReport byName = bench.run(named);
    QCOMPARE(byName.matched, 1); // young is known to be fresh
    QCOMPARE(byName.moved, 1);
}

void TestOperations::skipsWhatMovedMeanwhile()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"ZADD", "p", now(-60'000), "a", now(-50'000), "b", now(-40'000), "c"});
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    m_server.run({"ZREM", "p", "a"}); // finished
    m_server.run({"ZADD", "p", now(60'000), "b"}); // its worker is alive after all
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 1);
    QCOMPARE(report.skipped, 2);
    QVERIFY(report.complete());
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), QByteArrayList{"c"});
}

void TestOperations::requeuesDeadLetters()
{
    for (const QByteArray &type : {QByteArray("list"), QByteArray("set"), QByteArray("zset")}) {
        m_server.flush();
        Bench bench(m_server, zsetQueue);
        for (const QByteArray &id : {QByteArray("a"), QByteArray("b"), QByteArray("c")}) {
            if (type == "list") {
                m_server.run({"LPUSH", "dead", id});
            } else if (type == "set") {
                m_server.run({"SADD", "dead", id});
            } else {
                m_server.run({"ZADD", "dead", "17", id});
            }
            m_server.run(
                {"HSET", "job:" + id, "attempts", "3", "last_error", id == "c" ? "boom" : "timeout after 30 s"});
        }
        m_server.run({"RPUSH", "q", "waiting"});
        OperationRequest group = bench.request(Action::RequeueDead);
        group.errorGroup = QStringLiteral("timeout after # s");
        const OperationReport report = bench.run(group);
        QCOMPARE(report.moved, 2);
        QCOMPARE(m_server.run({"LLEN", "q"}).integer, 3);
        QCOMPARE(strings(m_server.run({"LRANGE", "q", "-1", "-1"})), QByteArrayList{"waiting"});
        QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "0");

        OperationRequest discard = bench.request(Action::Discard);
        discard.state = QStringLiteral("dead");
        const OperationReport discarded = bench.run(discard);
        QCOMPARE(discarded.removed, 1);
        QCOMPARE(m_server.run({"EXISTS", "dead"}).integer, 0);
        QCOMPARE(bench.undo(discarded.id).moved, 1);
        QCOMPARE(bench.undo(report.id).moved, 2);
        QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "3");
        if (type == "zset") {
            QCOMPARE(m_server.run({"ZSCORE", "dead", "b"}).bytes, "17");
        }
        if (type == "list") {
            QCOMPARE(m_server.run({"LLEN", "dead"}).integer, 3);
        }
        QVERIFY(bench.leftovers().isEmpty());
    }
}

void TestOperations::takesAFewOutOfALongList()
{
    Bench bench(m_server, zsetQueue);
    Pipeline pipeline;
    QByteArrayList all;
    for (int i = 0; i < 25'000; ++i) {
        all.append("letter-" + QByteArray::number(i));
        pipeline.add({"RPUSH", "dead", all.back()});
    }
    m_server.run(pipeline);
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("dead");
    discard.ids = {"letter-20000", "letter-12345", "letter-3"};
    const OperationReport report = bench.run(discard);
    QCOMPARE(report.removed, 3);
    for (const QByteArray &id : discard.ids) {
        all.removeOne(id);
    }
    QCOMPARE(strings(m_server.run({"LRANGE", "dead", "0", "-1"})), all); // in the order it had
    QCOMPARE(bench.undo(report.id).moved, 3);
    QCOMPARE(m_server.run({"LLEN", "dead"}).integer, 25'000);
}

void TestOperations::trimsAListAndUndoes_data()
{
    QTest::addColumn<QByteArray>("consume");
    QTest::newRow("workers take from the right") << QByteArray("right");
    QTest::newRow("workers take from the left") << QByteArray("left");
}

void TestOperations::trimsAListAndUndoes()
{
    QFETCH(QByteArray, consume);
    Bench bench(m_server,
                R"({"name":"q","kind":"queue","keys":{"ready":"q"},"options":{"consume":")" + consume + "\"}}");
    QRandomGenerator random(7);
    Pipeline pipeline;
    QByteArrayList all;
    for (int i = 0; i < 20'000; ++i) {
        QByteArray element(random.bounded(1, 40), Qt::Uninitialized);
        for (char &byte : element) {
            byte = static_cast<char>(random.bounded(256));
        }
        all.append(element);
        pipeline.add({"RPUSH", "q", element});
    }
    m_server.run(pipeline);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 100;
    const OperationReport report = bench.run(trim);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 19'900);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})),
             consume == "right" ? all.sliced(0, 100) : all.sliced(19'900));
    QVERIFY(bench.leftovers().isEmpty());
    bench.openJournal(); // as another run would
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 19'900);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), all);
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperations::trimsABoardToItsBestAndUndoes()
{
    Bench bench(m_server, board);
    m_server.run({"ZADD", "board", "10", "j", "5", "e", "5", "d", "5", "c", "1.5", "a", "-inf", "x"});
    const QByteArrayList before = strings(m_server.run({"ZRANGE", "board", "0", "-1", "WITHSCORES"}));
    OperationRequest trim = bench.request(Action::Trim);
    trim.toBound = true;
    const OperationReport report = bench.run(trim);
    QCOMPARE(report.removed, 3);
    QCOMPARE(strings(m_server.run({"ZRANGE", "board", "0", "-1", "REV"})), (QByteArrayList{"j", "e", "d"}));
    m_server.run({"ZADD", "board", "99", "a"}); // came again meanwhile
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 2);
    QCOMPARE(undone.skipped, 1);
    QCOMPARE(m_server.run({"ZSCORE", "board", "a"}).bytes, "99");
    // Undone, but for one: it says so, and can be asked again.
    const Result<OperationReport> part = bench.journal->operation(report.id);
    QCOMPARE(part->leftAlone, 1);
    QVERIFY(part->undoable);
    m_server.run({"ZREM", "board", "a"});
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(bench.journal->operation(report.id)->leftAlone, 0);
    QVERIFY(!bench.journal->operation(report.id)->undoable);
    m_server.run({"ZADD", "board", "1.5", "a"});
    QCOMPARE(strings(m_server.run({"ZRANGE", "board", "0", "-1", "WITHSCORES"})), before);
}

void TestOperations::removesMembersAndUndoes()
{
    Bench bench(m_server, tags);
    m_server.run({"SADD", "tags", "a", "b", "c"});
    OperationRequest remove = bench.request(Action::Discard);
    remove.state = QStringLiteral("set");
    remove.elements.resize(2);
    remove.elements[0].element = "a";
    remove.elements[0].key = "tags";
    remove.elements[1].element = "gone";
    remove.elements[1].key = "tags";
    const OperationReport report = bench.run(remove);
    QCOMPARE(report.removed, 1);
    QCOMPARE(m_server.run({"SCARD", "tags"}).integer, 2);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(m_server.run({"SISMEMBER", "tags", "a"}).integer, 1);

    OperationRequest add = bench.request(Action::Add);
    add.elements.resize(2);
    add.elements[0].element = "new";
    add.elements[1].element = "b";
    const OperationReport added = bench.run(add);
    QCOMPARE(added.moved, 1);
    QCOMPARE(added.skipped, 1);
    QCOMPARE(bench.undo(added.id).removed, 1);
    QCOMPARE(m_server.run({"SISMEMBER", "tags", "new"}).integer, 0);
    QCOMPARE(m_server.run({"SISMEMBER", "tags", "b"}).integer, 1);
}

void TestOperations::prunesThePresence()
{
    Bench bench(m_server, lobby);
    m_server.run({"SADD", "conn", "a", "b", "ghost"});
    m_server.run({"ZADD", "seen", now(), "a", now(-20'000), "b", now(-900'000), "ghost", now(-900'000), "left"});
    OperationRequest prune = bench.request(Action::Prune);
    prune.olderThan = std::chrono::minutes(10);
    const Result<Plan> plan = Planner(bench.client).plan(prune);
    QCOMPARE(plan->matched(), 2); // people: the ghost is one, in two keys
    QCOMPARE(plan->sample.size(), 2U);
    QVERIFY2(plan->note.contains(u"Also removed from conn: 1 of them."), qPrintable(plan->note));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.matched, 2);
    QCOMPARE(report.removed, 2);
    QVERIFY(report.complete());
    QVERIFY2(report.notes.join(u' ').contains(u": 1 of them."), qPrintable(report.notes.join(u' ')));
    QCOMPARE(bench.journal->operation(report.id)->removed, 2);
    QCOMPARE(bench.journal->elementsOf(report.id, 10)->size(), 2U);
    QCOMPARE(m_server.run({"SCARD", "conn"}).integer, 2);
    QCOMPARE(m_server.run({"ZCARD", "seen"}).integer, 2);
    const Result<Plan> back = Planner(bench.client).planUndo(*bench.journal, report.id, OnServer::Same);
    QCOMPARE(back->matched(), 2);
    QCOMPARE(back->sample.size(), 2U);
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(bench.journal->operation(report.id)->state, OperationState::Undone);
    QCOMPARE(m_server.run({"SISMEMBER", "conn", "ghost"}).integer, 1);
    QCOMPARE(m_server.run({"ZCARD", "seen"}).integer, 4);
}

void TestOperations::setsExpiryAndUndoes()
{
    Bench bench(m_server, board);
    m_server.run({"ZADD", "board", "1", "a"});
    OperationRequest expiry = bench.request(Action::SetExpiry);
    expiry.by = std::chrono::hours(1);
    const OperationReport report = bench.run(expiry);
    QCOMPARE(report.moved, 1);
    QVERIFY(m_server.run({"TTL", "board"}).integer > 3'500);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(m_server.run({"TTL", "board"}).integer, -1);
}

void TestOperations::purgesAndUndoesWithExpiry()
{
    Bench bench(m_server, board);
    m_server.run({"ZADD", "board", "1", "a", "2", "b"});
    m_server.run({"EXPIRE", "board", "1000"});
    const OperationReport report = bench.run(bench.request(Action::Purge));
    QCOMPARE(report.removed, 2);
    QCOMPARE(m_server.run({"EXISTS", "board"}).integer, 0);
    QCOMPARE(bench.undo(report.id).moved, 2);
    const qint64 ttl = m_server.run({"TTL", "board"}).integer;
    QVERIFY2(ttl > 990 && ttl <= 1000, QByteArray::number(ttl).constData());
}

void TestOperations::refusesAnUndoOnAnotherServer()
{
    Bench bench(m_server, board);
    m_server.run({"ZADD", "board", "1", "a", "2", "b"});
    const OperationReport report = bench.run(bench.request(Action::Purge));
    RedisServer other;
    Standalone client(other.local(), {});
    QVERIFY(client.connect().ok());
    const Result<Plan> refused = Planner(client).planUndo(*bench.journal, report.id, OnServer::Same);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().kind, ErrorKind::Refused);
    QVERIFY2(refused.error().message.startsWith(report.id + QStringLiteral(" ran on another server (")),
             qPrintable(refused.error().message));
    const Result<Plan> forced = Planner(client).planUndo(*bench.journal, report.id, OnServer::Any);
    QVERIFY(forced.ok());
    QCOMPARE(Runner(client, bench.journal.get()).run(*forced).moved, 2);
}

void TestOperations::refusesWithoutPermission()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"ZADD", "p", now(-60'000), "a"});
    m_server.run({"ACL", "SETUSER", "half", "on", ">secret", "~q", "~p", "~dead", "~job:*", "+@all"});
    m_server.run({"ACL", "SETUSER", "mute", "on", ">secret", "~*", "+@all", "-@scripting"});
    m_server.run({"ACL", "SETUSER", "nozrem", "on", ">secret", "~*", "+@all", "-zrem"});
    for (const QByteArray &user : {QByteArray("half"), QByteArray("mute"), QByteArray("nozrem")}) {
        Endpoint endpoint = m_server.local();
        endpoint.user = user;
        endpoint.password = "secret";
        Standalone client(endpoint, {});
        QVERIFY(client.connect().ok());
        const Result<Plan> plan = Planner(client).plan(bench.request(Action::Requeue));
        QVERIFY(plan.ok());
        const OperationReport report = Runner(client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Failed);
        QCOMPARE(report.errorKind, ErrorKind::Refused);
        QCOMPARE(m_server.run({"ZCARD", "p"}).integer, 1);
        QCOMPARE(m_server.run({"EXISTS", "q"}).integer, 0);
    }
}

void TestOperations::recoversABatchWhoseAnswerWasLost()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 2;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    // State after a process that dies once its first batch has run on the server: intent recorded, escrow present.
    OperationReport begun;
    begun.id = plan->id;
    begun.time = plan->frozenAt;
    QVERIFY(bench.journal->begin(*plan, begun, *readIdentity(bench.client)).ok());
    QVERIFY(bench.journal->expectBatches(plan->id, 0, 0, {}).ok());
    const BatchCall call = makeCall(plan->steps[0], {0, 3, 0, true, 1'000'000}, escrowKey("q", plan->id, 0));
    std::vector<QByteArray> arguments{"60000", now(5'000)};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    QVERIFY(runScript(bench.client, *call.script, call.keys, arguments).ok());
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 2);

    bench.openJournal();
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    QVERIFY(open.ok());
    QCOMPARE(open->size(), 1U);
    const Result<OperationReport> recovered = Runner(bench.client, bench.journal.get()).recover(open->front());
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->removed, 3);
    QVERIFY(bench.leftovers().isEmpty());
    QCOMPARE(bench.undo(plan->id).moved, 3);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4", "5"}));
}

void TestOperations::runsNowAndPostpones()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"ZADD", "d", now(60'000), "a", now(120'000), "b"});
    OperationRequest run = bench.request(Action::RunNow);
    run.ids = {"a"};
    const OperationReport report = bench.run(run);
    QCOMPARE(report.moved, 1);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), QByteArrayList{"a"});
    QCOMPARE(bench.undo(report.id).moved, 1);
    const QByteArrayList before = strings(m_server.run({"ZRANGE", "d", "0", "-1", "WITHSCORES"}));
    OperationRequest later = bench.request(Action::Postpone);
    later.by = std::chrono::minutes(10);
    QCOMPARE(Planner(bench.client).plan(later)->note,
             QStringLiteral("Due 10 min after their time; those overdue, 10 min from now."));
    const OperationReport postponed = bench.run(later);
    QCOMPARE(postponed.moved, 2);
    QVERIFY(m_server.run({"ZSCORE", "d", "a"}).bytes.toDouble() > before.at(1).toDouble() + 599'000);
    QCOMPARE(bench.undo(postponed.id).moved, 2);
    QCOMPARE(strings(m_server.run({"ZRANGE", "d", "0", "-1", "WITHSCORES"})), before);
}

void TestOperations::cutsFromAListThatWorkersTakeFrom()
{
    Bench bench(m_server, zsetQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 2;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    m_server.run({"RPOP", "q"}); // a worker was faster: fewer remain to be cut
    m_server.run({"LPUSH", "q", "0", "-1"}); // and what comes in meanwhile was not shown
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, 2);
    QCOMPARE(report.skipped, 1);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"-1", "0", "1", "2"}));
}

void TestOperations::keepsToTheLimitOverSeveralKeys()
{
    Bench bench(m_server,
                R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p:{0..1}",)"
                R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})");
    m_server.run({"ZADD", "p:0", now(-60'000), "a"});
    m_server.run({"ZADD", "p:1", now(-90'000), "longest", now(-40'000), "shortest"});
    m_server.run({"HSET", "job:shortest", "attempts", "3"});
    OperationRequest requeue = bench.request(Action::Requeue);
    requeue.limit = 2;
    const Result<Plan> plan = Planner(bench.client).plan(requeue);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 2);
    QVERIFY(plan->exhausted.empty()); // the one that is not among them
    QCOMPARE(plan->note, QString());
    QCOMPARE(plan->sample.size(), 2U);
    QCOMPARE(plan->steps.back().items.front().element, "longest");
    requeue.limit = 1;
    QCOMPARE(Planner(bench.client).plan(requeue)->sample.size(), 1U);

    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    trim.limit = 3;
    const Result<Plan> cut = Planner(bench.client).plan(trim);
    QCOMPARE(cut->matched(), 3);
    QCOMPARE(cut->sample.size(), 3U);
    trim.limit = 0;
    trim.keep = 2;
    QCOMPARE(Planner(bench.client).plan(trim)->sample.size(), 2U); // not those that stay
}

void TestOperations::foretellsWhoHasUsedUpAttempts()
{
    Bench bench(m_server, zsetQueue);
    Pipeline pipeline;
    for (int i = 0; i < 2'500; ++i) {
        const QByteArray id = QByteArray::number(i);
        pipeline.add({"ZADD", "p", now(-60'000), id});
        pipeline.add({"HSET", "job:" + id, "attempts", i % 5 == 0 ? "3" : "1"});
    }
    m_server.run(pipeline);
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QCOMPARE(plan->exhausted.size(), 500U);
    for (const QByteArray &fate : {QByteArray("1"), QByteArray("3")}) { // the first ones are no measure
        Pipeline others;
        for (int i = 0; i < 50; ++i) {
            others.add({"HSET", "job:" + QByteArray::number(i), "attempts", fate});
        }
        m_server.run(others);
        const Result<Plan> mixed = Planner(bench.client).plan(bench.request(Action::Requeue));
        const auto dead = std::count_if(mixed->sample.begin(), mixed->sample.end(), [&](const Element &element) {
            return std::find(mixed->exhausted.begin(), mixed->exhausted.end(), element.element)
                != mixed->exhausted.end();
        });
        QVERIFY2(dead >= 2 && std::ssize(mixed->sample) - dead >= 2, qPrintable(QString::number(dead)));
    }
    for (int i = 0; i < 50; ++i) {
        m_server.run({"HSET", "job:" + QByteArray::number(i), "attempts", i % 5 == 0 ? "3" : "1"});
    }
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.deadLettered, 500);
    QCOMPARE(report.moved, 2'000);
}

QTEST_GUILESS_MAIN(TestOperations)
#include "tst_operations.moc"
