// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/operations/batch/channel.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/operations/plan/undoparts.h"
#include "redis/topology/standalone.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QDir>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace Qt::StringLiterals;
using plimsoll::testing::RedisServer;

namespace {

constexpr auto workspaceJson =
    R"({"plimsoll":1,"name":"test","connection":{"url":"redis://127.0.0.1:6379"},"collections":[)"
    R"({"name":"q","kind":"queue","keys":{"ready":"q","dead":"dead"}},)"
    R"({"name":"tags","kind":"members","keys":{"set":"tags"}}]})";

QByteArrayList strings(const Reply &reply)
{
    QByteArrayList list;
    for (const Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

} // namespace

/// Undo and recovery where something came between: each of these once lost, doubled or miscounted an element.
class TestOperationsRecovery : public QObject {
    Q_OBJECT

private slots:
    void init();

    void recoversOneBatchOfAnUndo();
    void recoversOnceAndOnlyWhatIsOpen();
    void undoesOnceAtATime();
    void undoesBehindWhatOthersPushed_data();
    void undoesBehindWhatOthersPushed();
    void givesAPurgedSetItsExpiryBack();
    void trimsWithoutAnArchiveWhenTheJournalFails();
    void sendsAScriptThatWasFlushed();
    void undoesAnAddThatWasCutOff();
    void givesUpAndTakesUpAgain();
    void undoesNothingTwiceAfterGivingUp();
    void remembersProduction();
    void readsAnEarlierJournal_data();
    void readsAnEarlierJournal();

private:
    [[nodiscard]] OperationRequest request(Action action, std::size_t collection = 0) const;
    Plan planned(const OperationRequest &wanted);
    Plan undoOf(const QString &id);
    OperationReport run(const Plan &plan) { return Runner(m_client, m_journal.get()).run(plan); }
    OperationReport trimTo(qint64 keep);
    /// Leaves a plan like a process that dies after a batch of the first `count` items has run, unrecorded.
    void leaveOpen(const Plan &plan, std::size_t count);
    void reopen();
    Result<OperationReport> recoverOne();

    RedisServer m_server;
    Standalone m_client{m_server.local(), {}};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Journal> m_journal;
    WorkspacePtr m_workspace;
};

void TestOperationsRecovery::init()
{
    m_server.flush();
    QVERIFY(m_client.isConnected() || m_client.connect().ok());
    m_journal.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    reopen();
    WorkspaceResult parsed = parseWorkspace(workspaceJson, kindInfos());
    m_workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
}

void TestOperationsRecovery::reopen()
{
    m_journal.reset();
    Result<std::unique_ptr<Journal>> opened = Journal::open(m_folder->path());
    QVERIFY(opened.ok());
    m_journal = std::move(*opened);
}

OperationRequest TestOperationsRecovery::request(Action action, std::size_t collection) const
{
    OperationRequest wanted;
    wanted.workspace = m_workspace;
    wanted.collection = collection;
    wanted.action = action;
    return wanted;
}

Plan TestOperationsRecovery::planned(const OperationRequest &wanted)
{
    Result<Plan> plan = Planner(m_client).plan(wanted);
    if (!plan) {
        qFatal("%s", qPrintable(plan.error().message));
    }
    return *std::move(plan);
}

Plan TestOperationsRecovery::undoOf(const QString &id)
{
    Result<Plan> plan = Planner(m_client).planUndo(*m_journal, id, OnServer::Same);
    if (!plan) {
        qFatal("%s", qPrintable(plan.error().message));
    }
    return *std::move(plan);
}

OperationReport TestOperationsRecovery::trimTo(qint64 keep)
{
    OperationRequest trim = request(Action::Trim);
    trim.keep = keep;
    return run(planned(trim));
}

void TestOperationsRecovery::leaveOpen(const Plan &plan, std::size_t count)
{
    OperationReport begun;
    begun.id = plan.id;
    begun.time = plan.frozenAt;
    QVERIFY(m_journal->begin(plan, begun, *readIdentity(m_client)).ok());
    const PlanStep step = plan.steps[0].archived
        ? **UndoParts(*m_journal, *m_journal->details(plan.undoOf), plan.steps[0]).next()
        : plan.steps[0];
    QVERIFY(m_journal->expectBatches(plan.id, 0, 0, step.archiveRows).ok());
    const BatchCall call = makeCall(step, {0, count, 100, true, 1'000'000}, escrowKey(step.key, plan.id, 0));
    std::vector<QByteArray> arguments{"60000", QByteArray::number(QDateTime::currentMSecsSinceEpoch() + 5'000)};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    const Result<Reply> reply = runScript(m_client, *call.script, call.keys, arguments);
    QVERIFY(reply.ok() && !reply->isError());
    reopen();
}

Result<OperationReport> TestOperationsRecovery::recoverOne()
{
    const Result<std::vector<OpenOperation>> open = m_journal->openOperations();
    if (!open || open->size() != 1) {
        return Error{ErrorKind::Storage, u"not one open operation"_s};
    }
    return Runner(m_client, m_journal.get()).recover(open->front());
}

void TestOperationsRecovery::recoversOneBatchOfAnUndo()
{
    m_server.run({"RPUSH", "q", "1", "x", "x", "x", "5", "6"});
    const OperationReport trim = trimTo(1);
    QCOMPARE(trim.removed, 5);
    leaveOpen(undoOf(trim.id), 2);
    // While that is open, a second undo would put the two back once more.
    QVERIFY(!Planner(m_client).planUndo(*m_journal, trim.id, OnServer::Same).ok());
    const Result<OperationReport> recovered = recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->moved, 2); // not all that were noted
    QCOMPARE(recovered->state, OperationState::Partial);
    QCOMPARE(run(undoOf(trim.id)).moved, 3);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "x", "x", "x", "5", "6"}));
}

void TestOperationsRecovery::recoversOnceAndOnlyWhatIsOpen()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    OperationRequest trim = request(Action::Trim);
    trim.keep = 1;
    const Plan plan = planned(trim);
    leaveOpen(plan, 3);
    // Two look at the same time; the second has nothing to do, and archives nothing twice.
    const Result<std::vector<OpenOperation>> seen = m_journal->openOperations();
    QVERIFY(seen.ok() && seen->size() == 1);
    QVERIFY(Runner(m_client, m_journal.get()).recover(seen->front()).ok());
    QVERIFY(!Runner(m_client, m_journal.get()).recover(seen->front()).ok());
    QCOMPARE(m_journal->archive().elements(plan.id, Archive::From::Oldest)->size(), 3U);
    QCOMPARE(run(undoOf(plan.id)).moved, 3);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 4);
}

void TestOperationsRecovery::undoesOnceAtATime()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    const OperationReport trim = trimTo(1);
    const Plan first = undoOf(trim.id);
    const Plan second = undoOf(trim.id); // the dialog of another window
    QCOMPARE(run(first).moved, 3);
    const OperationReport refused = run(second);
    QCOMPARE(refused.state, OperationState::Failed);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsRecovery::undoesBehindWhatOthersPushed_data()
{
    QTest::addColumn<int>("pushed");
    QTest::addColumn<int>("letters");
    QTest::newRow("found by LREM") << 500 << 10;
    QTest::newRow("found in one turn of a long list") << 30'000 << 200;
}

void TestOperationsRecovery::undoesBehindWhatOthersPushed()
{
    QFETCH(int, pushed);
    QFETCH(int, letters);
    Pipeline dead;
    for (int i = 0; i < letters; ++i) {
        dead.add({"LPUSH", "dead", "letter-" + QByteArray::number(i)});
    }
    m_server.run(dead);
    const QByteArrayList before = strings(m_server.run({"LRANGE", "dead", "0", "-1"}));
    const OperationReport requeued = run(planned(request(Action::RequeueDead)));
    QCOMPARE(requeued.moved, letters);
    Pipeline producers;
    QByteArrayList jobs;
    for (int i = 0; i < pushed; ++i) {
        const QByteArray job = "job-" + QByteArray::number(i);
        producers.add({"LPUSH", "q", job});
        jobs.prepend(job);
    }
    m_server.run(producers);
    const OperationReport undone = run(undoOf(requeued.id));
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, letters);
    QCOMPARE(undone.skipped, 0);
    QCOMPARE(strings(m_server.run({"LRANGE", "dead", "0", "-1"})), before);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, pushed);
    QByteArrayList left = strings(m_server.run({"LRANGE", "q", "0", "-1"}));
    std::sort(left.begin(), left.end());
    std::sort(jobs.begin(), jobs.end());
    QVERIFY(left == jobs);
    QCOMPARE(strings(m_server.run({"KEYS", "plimsoll:*"})), QByteArrayList());
}

void TestOperationsRecovery::givesAPurgedSetItsExpiryBack()
{
    m_server.run({"SADD", "tags", "a", "b"});
    m_server.run({"EXPIRE", "tags", "1000"});
    const OperationReport purged = run(planned(request(Action::Purge, 1)));
    QCOMPARE(purged.removed, 2);
    QCOMPARE(run(undoOf(purged.id)).moved, 2);
    QVERIFY(m_server.run({"TTL", "tags"}).integer > 990);
}

void TestOperationsRecovery::trimsWithoutAnArchiveWhenTheJournalFails()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    OperationRequest trim = request(Action::Trim);
    trim.keep = 1;
    trim.archive = false;
    const Plan plan = planned(trim);
    // If the lock file cannot be created, nothing can be written either.
    QVERIFY(QDir(m_folder->path()).mkdir(u"operation-%1.lock"_s.arg(plan.id)));
    const OperationReport report = run(plan);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, 3);
    QCOMPARE(report.undoable, false);
}

void TestOperationsRecovery::sendsAScriptThatWasFlushed()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    m_server.run({"SCRIPT", "FLUSH"});
    QCOMPARE(trimTo(2).removed, 1);
    m_server.run({"SCRIPT", "FLUSH"});
    QCOMPARE(trimTo(1).removed, 1);
}

void TestOperationsRecovery::undoesAnAddThatWasCutOff()
{
    m_server.run({"SADD", "tags", "b"});
    OperationRequest add = request(Action::Add, 1);
    add.elements.resize(3);
    add.elements[0].element = "a";
    add.elements[1].element = "b";
    add.elements[2].element = "c";
    const Plan plan = planned(add);
    leaveOpen(plan, 2);
    const Result<OperationReport> recovered = recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->moved, 1);
    QCOMPARE(recovered->skipped, 1);
    QVERIFY(recovered->undoable);
    QCOMPARE(run(undoOf(plan.id)).removed, 1);
    QCOMPARE(strings(m_server.run({"SMEMBERS", "tags"})), QByteArrayList{"b"}); // it was there before
}

void TestOperationsRecovery::givesUpAndTakesUpAgain()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    OperationRequest trim = request(Action::Trim);
    trim.keep = 1;
    const Plan plan = planned(trim);
    leaveOpen(plan, 3);
    const Result<OperationReport> givenUp = Runner::giveUp(*m_journal, plan.id, u"the server burnt down"_s);
    QVERIFY(givenUp.ok());
    QCOMPARE(givenUp->state, OperationState::Failed);
    QVERIFY(!givenUp->undoable);
    for (const QString &word : {u"the server burnt down"_s, u"plimsoll:escrow:{q}:%1:0"_s.arg(plan.id)}) {
        QVERIFY2(givenUp->error.contains(word), qPrintable(givenUp->error));
    }
    QVERIFY(m_journal->openOperations()->empty());
    QVERIFY(!Runner::giveUp(*m_journal, plan.id, u"again"_s).ok());
    QVERIFY(!m_journal->operations()->back().undoable);
    const Result<Plan> early = Planner(m_client).planUndo(*m_journal, plan.id, OnServer::Same);
    QVERIFY(!early.ok());
    QVERIFY2(early.error().message.contains(u"nothing of it is kept"_s), qPrintable(early.error().message));
    // It did not: what was done is archived after all, and comes back.
    const Result<std::vector<OpenOperation>> known = m_journal->givenUpOperations();
    QCOMPARE(known->size(), 1U);
    const Result<OperationReport> recovered = Runner(m_client, m_journal.get()).recover(known->front());
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->removed, 3);
    QCOMPARE(recovered->state, OperationState::Done);
    QCOMPARE(recovered->error, QString());
    QVERIFY(m_journal->givenUpOperations()->empty());
    QCOMPARE(run(undoOf(plan.id)).moved, 3);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsRecovery::undoesNothingTwiceAfterGivingUp()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    const OperationReport trim = trimTo(1);
    const Plan undo = undoOf(trim.id);
    leaveOpen(undo, 2); // two are back, which is not recorded
    QVERIFY(Runner::giveUp(*m_journal, undo.id, u"gone"_s).ok());
    const Result<Plan> again = Planner(m_client).planUndo(*m_journal, trim.id, OnServer::Same);
    QVERIFY(!again.ok());
    QCOMPARE(again.error().kind, ErrorKind::Refused);
    QVERIFY(Runner(m_client, m_journal.get()).recover(m_journal->givenUpOperations()->front()).ok());
    QCOMPARE(run(undoOf(trim.id)).moved, 1);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsRecovery::remembersProduction()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    const OperationReport trim = trimTo(2);
    QVERIFY(!undoOf(trim.id).production);
    Workspace production = *m_workspace;
    production.connection.production = true;
    m_workspace = std::make_shared<const Workspace>(production);
    const OperationReport careful = trimTo(1);
    reopen();
    QVERIFY(undoOf(careful.id).production);
}

void TestOperationsRecovery::readsAnEarlierJournal_data()
{
    QTest::addColumn<int>("layout");
    QTest::newRow("layout 1") << 1;
    QTest::newRow("layout 2") << 2;
    QTest::newRow("layout 3") << 3;
    QTest::newRow("layout 4") << 4;
    QTest::newRow("layout 5") << 5;
    QTest::newRow("layout 6") << 6;
    QTest::newRow("layout 7") << 7;
}

void TestOperationsRecovery::readsAnEarlierJournal()
{
    QFETCH(int, layout);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    const OperationReport trim = trimTo(1);
    constexpr qint64 before = 4'102'444'800'000; // in 2100
    m_server.run({"PEXPIREAT", "q", QByteArray::number(before)});
    OperationRequest expire = request(Action::SetExpiry);
    expire.by = std::chrono::hours(1);
    const OperationReport expiry = run(planned(expire));
    QCOMPARE(expiry.moved, 1);
    m_journal.reset();
    QStringList statements{u"PRAGMA user_version = %1"_s.arg(layout),
                           u"UPDATE archive SET score = CAST((SELECT at FROM expiries) AS BLOB) "
                           "WHERE operation = '%1'"_s.arg(expiry.id),
                           u"DELETE FROM expiries"_s};
    if (layout < 4) {
        for (const QString &column : {u"start"_s, u"given"_s, u"place"_s}) {
            statements << u"ALTER TABLE archive DROP COLUMN "_s + column;
        }
    }
    QStringList columns{u"called"_s, u"left_alone"_s};
    if (layout < 6) {
        columns << u"notes"_s;
    }
    if (layout < 5) {
        columns << u"asked_by"_s;
    }
    if (layout < 3) {
        columns << u"local_time"_s << u"replication_offset"_s << u"escrow_at"_s << u"lost"_s << u"kept_until"_s;
    }
    if (layout < 2) {
        columns << u"production"_s << u"given_up"_s;
    }
    for (const QString &column : columns) {
        statements << u"ALTER TABLE operations DROP COLUMN "_s + column;
    }
    {
        QSqlDatabase file = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"earlier"_s);
        file.setDatabaseName(m_folder->filePath(u"operations.sqlite"_s));
        QVERIFY(file.open());
        for (const QString &statement : statements) {
            QVERIFY(!file.exec(statement).lastError().isValid());
        }
    }
    QSqlDatabase::removeDatabase(u"earlier"_s);
    reopen();
    QCOMPARE(run(undoOf(expiry.id)).moved, 1);
    QCOMPARE(m_server.run({"PEXPIRETIME", "q"}).integer, before);
    QCOMPARE(run(undoOf(trim.id)).moved, 2);
    reopen();
}

QTEST_GUILESS_MAIN(TestOperationsRecovery)
#include "tst_operations_recovery.moc"
