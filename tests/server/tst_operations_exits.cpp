// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr const char *queue = R"({"name":"q","kind":"queue","keys":{"ready":"q"}})";

} // namespace

/// Whatever happened to an operation, there is a way out of it that says what is true.
class TestOperationsExits : public QObject {
    Q_OBJECT

private slots:
    void init();

    void recoversWhatNoAnswerHolds();
    void goesOnInTheMiddleOfAnEscrow();
    void saysWhatIsLost();
    void saysWhatIsNotKnown();
    void knowsThatABatchNeverRan();
    void leavesAloneWhatIsNotOurs();
    void marksWhatAnUndoPushed();
    void keepsEscrowsAlive();
    void recoversWithoutMemory();
    void notesWhatItSends();

private:
    /// A plan that cuts all of the list, begun and not closed.
    Plan begun(Bench &bench);
    /// As if the batch had been sent and had run, unrecorded.
    void leaveBatch(Bench &bench, const Plan &plan, int batch, qint64 count, bool runs = true);
    static void execute(Bench &bench, const QString &statement);
    static Result<OperationReport> recoverOne(Bench &bench, Client &client);

    RedisServer m_server;
};

void TestOperationsExits::init()
{
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    m_server.flush();
}

Plan TestOperationsExits::begun(Bench &bench)
{
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    Result<Plan> plan = Planner(bench.client).plan(trim);
    OperationReport begun;
    begun.time = plan->frozenAt;
    if (!bench.journal->begin(*plan, begun, *readIdentity(bench.client))
        || !bench.journal->expectBatches(plan->id, 0, 0, {})) {
        qFatal("the journal cannot be written");
    }
    m_server.run({"RPUSH", markKey("q", plan->id), "void"});
    return *std::move(plan);
}

void TestOperationsExits::leaveBatch(Bench &bench, const Plan &plan, int batch, qint64 count, bool runs)
{
    const std::chrono::milliseconds late = localNow() - 1s;
    QVERIFY(bench.journal->noteSent(plan.id, {batch, count, late}).ok());
    if (!runs) {
        return;
    }
    const BatchCall call = makeCall(plan.steps[0], {0, std::size_t(count), 0, true, 1'000'000'000},
                                    escrowKey(plan.steps[0].key, plan.id, batch));
    std::vector<QByteArray> arguments{"60000", now(60'000)};
    arguments.insert(arguments.end(), call.arguments.begin(), call.arguments.end());
    const Result<Reply> reply = runScript(bench.client, *call.script, call.keys, arguments);
    QVERIFY(reply.ok() && !reply->isError());
}

void TestOperationsExits::execute(Bench &bench, const QString &statement)
{
    {
        QSqlDatabase file = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"exits"_s);
        file.setDatabaseName(bench.folder.filePath(u"operations.sqlite"_s));
        QVERIFY(file.open());
        QVERIFY(!file.exec(statement).lastError().isValid());
    }
    QSqlDatabase::removeDatabase(u"exits"_s);
}

Result<OperationReport> TestOperationsExits::recoverOne(Bench &bench, Client &client)
{
    bench.openJournal(); // lets the lock go, as a process that dies does
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    if (!open || open->size() != 1) {
        return Error{ErrorKind::Storage, u"not one open operation"_s};
    }
    return Runner(client, bench.journal.get()).recover(open->front());
}

void TestOperationsExits::recoversWhatNoAnswerHolds()
{
    constexpr int elements = 24;
    const QByteArray large(3 * 1024 * 1024, 'x');
    for (int i = 0; i < elements; ++i) {
        m_server.run({"RPUSH", "q", QByteArray::number(i).rightJustified(2, '0') + large});
    }
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, elements);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 0);
    ClientOptions small;
    small.maxReplyBytes = 16LL * 1024 * 1024; // of 72 MiB in one escrow
    Client client(m_server.local(), small);
    QVERIFY(client.connect().ok());
    const Result<OperationReport> recovered = recoverOne(bench, client);
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, elements);
    QCOMPARE(recovered->state, OperationState::Done);
    QCOMPARE(bench.undo(plan.id).moved, elements);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes.first(3), "00x");
    QCOMPARE(m_server.run({"LINDEX", "q", "-1"}).bytes.first(3), "23x");
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsExits::goesOnInTheMiddleOfAnEscrow()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 4);
    // A recovery before this one was cut off when it had archived the first two.
    BatchResult part;
    part.elements = {{0, 0, 'r', "4", {}, {}}, {0, 0, 'r', "3", {}, {}}};
    QVERIFY(bench.journal->commitPart(plan.id, part, 4).ok());
    QCOMPARE(recoverOne(bench, bench.client)->removed, 4);
    QCOMPARE(bench.undo(plan.id).moved, 4);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsExits::saysWhatIsLost()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2);
    m_server.run({"DEL", escrowKey("q", plan.id, 0)}); // evicted
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    QCOMPARE(recovered->state, OperationState::Partial);
    QCOMPARE(recovered->removed, 2);
    QVERIFY2(recovered->error.contains(u"cut off after 2 of 6; what became of up to 3 more is not recorded"_s),
             qPrintable(recovered->error));
    QVERIFY2(recovered->error.endsWith(u"the others are recorded and can be undone"_s), qPrintable(recovered->error));
    QVERIFY(bench.journal->openOperations()->empty());
    QCOMPARE(bench.undo(plan.id).moved, 2);
}

void TestOperationsExits::saysWhatIsNotKnown()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2);
    m_server.flush();
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->state, OperationState::Partial);
    QVERIFY2(recovered->error.contains(u"what became of up to 3 more is not recorded"_s), qPrintable(recovered->error));
    QVERIFY2(recovered->error.contains(u"whether up to 2 more were touched is not known"_s),
             qPrintable(recovered->error));
    QVERIFY2(!recovered->error.contains(u"can be undone"_s), qPrintable(recovered->error));
    QVERIFY(!recovered->undoable);
    QVERIFY(bench.journal->openOperations()->empty());
}

void TestOperationsExits::knowsThatABatchNeverRan()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2, false); // it never came to the server
    m_server.run({"RPUSH", escrowKey("q", plan.id, 1), "void"}); // of a recovery that was cut off
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    QCOMPARE(recovered->error, u"cut off after 3 of 6; what it did is recorded and can be undone"_s);
    QCOMPARE(bench.undo(plan.id).moved, 3);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 6);
}

void TestOperationsExits::leavesAloneWhatIsNotOurs()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 2);
    const QByteArray escrow = escrowKey("q", plan.id, 0);
    m_server.run({"DEL", escrow});
    m_server.run({"RPUSH", escrow, "somebody", "else"});
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QVERIFY2(recovered->error.contains(u"what became of up to 2 more"_s), qPrintable(recovered->error));
    QCOMPARE(m_server.run({"LLEN", escrow}).integer, 2);
}

void TestOperationsExits::marksWhatAnUndoPushed()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5"});
    Bench bench(m_server, queue);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const OperationReport cut = bench.run(trim);
    QCOMPARE(cut.removed, 5);
    const Result<Plan> undo = Planner(bench.client).planUndo(*bench.journal, cut.id, false);
    const Result<std::vector<ArchivedElement>> rows = bench.journal->archived(cut.id, true);
    OperationReport opened;
    opened.time = undo->frozenAt;
    QVERIFY(bench.journal->begin(*undo, opened, *readIdentity(bench.client)).ok());
    std::vector<qint64> noted;
    for (const ArchivedElement &row : *rows) {
        noted.push_back(row.row);
    }
    QVERIFY(bench.journal->expectBatches(undo->id, 0, 0, noted).ok());
    // Two batches pushed two each; the escrow of the first is gone.
    m_server.run({"RPUSH", "q", rows->at(0).element, rows->at(1).element});
    m_server.run({"RPUSH", "q", rows->at(2).element, rows->at(3).element});
    QVERIFY(bench.journal->noteSent(undo->id, {0, 2, localNow() - 1s}).ok());
    QVERIFY(bench.journal->noteSent(undo->id, {1, 2, localNow() - 1s}).ok());
    m_server.run({"RPUSH", escrowKey("q", undo->id, 1), "1 2 0"});
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->moved, 4);
    QCOMPARE(bench.undo(cut.id).moved, 1); // none a second time
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 5);
}

void TestOperationsExits::keepsEscrowsAlive()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    const QByteArray escrow = escrowKey("q", plan.id, 0);
    QVERIFY(m_server.run({"PTTL", escrow}).integer <= 60'000);
    execute(bench, u"CREATE TRIGGER full BEFORE INSERT ON archive BEGIN SELECT RAISE(FAIL, 'full'); END"_s);
    bench.openJournal();
    const auto failed = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(failed->left.size(), 1U);
    QCOMPARE(failed->left[0].errorKind, ErrorKind::Storage);
    const qint64 left = m_server.run({"PTTL", escrow}).integer;
    QVERIFY2(left > qint64(std::chrono::milliseconds(24h * 6).count()), QByteArray::number(left).constData());
    QVERIFY(failed->left[0].keptUntil && *failed->left[0].keptUntil - localNow() > 24h * 6);
    execute(bench, u"DROP TRIGGER full"_s);
    QCOMPARE(recoverOne(bench, bench.client)->removed, 3);
}

void TestOperationsExits::recoversWithoutMemory()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    Bench bench(m_server, queue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const Result<OperationReport> recovered = recoverOne(bench, bench.client);
    m_server.run({"CONFIG", "SET", "maxmemory", "0"});
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, 3);
    QCOMPARE(bench.undo(plan.id).moved, 3);
}

void TestOperationsExits::notesWhatItSends()
{
    Pipeline pipeline;
    for (int i = 0; i < 3'000; ++i) {
        pipeline.add({"RPUSH", "q", QByteArray::number(i)});
    }
    m_server.run(pipeline);
    Bench bench(m_server, queue);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    std::stop_source stop;
    std::vector<SentBatch> sent;
    RunnerOptions options;
    options.progress = [&](const OperationProgress &) {
        const Result<OpenOperation> open = bench.journal->details(plan->id);
        sent.insert(sent.end(), open->sent.begin(), open->sent.end());
        stop.request_stop();
    };
    QCOMPARE(Runner(bench.client, bench.journal.get(), options).run(*plan, stop.get_token()).state,
             OperationState::Cancelled);
    QCOMPARE(sent.size(), 1U);
    QCOMPARE(sent[0].batch, 0);
    QVERIFY(sent[0].elements > 0);
    QVERIFY(sent[0].voidAt > plan->frozenAt);
    QVERIFY(bench.journal->details(plan->id)->sent.empty()); // closed: nothing is open any more
}

QTEST_GUILESS_MAIN(TestOperationsExits)
#include "tst_operations_exits.moc"
