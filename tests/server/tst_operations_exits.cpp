// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <limits>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests that every operation, in any state, can be ended with a true report.
class TestOperationsExits : public OperationTest {
    Q_OBJECT

private slots:
    void init();

    void recoversWhatNoAnswerHolds();
    void goesOnInTheMiddleOfAnEscrow();
    void saysWhatIsLost();
    void saysWhatIsNotKnown();
    void knowsThatABatchNeverRan();
    void leavesAloneWhatIsNotOurs();
    void readsWhatStandsBehindWhatIsLost();
    void readsTheEndOfTime();
    void marksWhatAnUndoPushed();
    void keepsEscrowsAlive();
    void recoversWithoutMemory();
    void notesWhatItSends();
    void closesBehindWhatAPowerCutForgot();
    void bringsARecoveredUndoToItsPlaces_data();
    void bringsARecoveredUndoToItsPlaces();
    void saysWhereAnUndoThatWasCutOffLeftThem();
    void countsWhatAnUndoSkippedBeforeItWasCutOff();
    void recoversWhatCouldNotBeClosed_data();
    void recoversWhatCouldNotBeClosed();

private:
    /// A plan that cuts all of the list, begun and not closed.
    Plan begun(Bench &bench);
    /// Sends and runs the batch without recording it; without `runs`, only notes that it was sent.
    void leaveBatch(Bench &bench, const Plan &plan, int batch, qint64 count, bool runs = true);
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
    bench.begin(*plan);
    return *std::move(plan);
}

void TestOperationsExits::leaveBatch(Bench &bench, const Plan &plan, int batch, qint64 count, bool runs)
{
    if (runs) {
        bench.leaveBatch(plan, plan.steps[0], batch, 0, std::size_t(count));
    } else {
        QVERIFY(bench.journal->noteSent(plan.id, {batch, count, localNow() - 1s}).ok());
    }
}

void TestOperationsExits::recoversWhatNoAnswerHolds()
{
    constexpr int elements = 24;
    const QByteArray large(3 * 1024 * 1024, 'x');
    for (int i = 0; i < elements; ++i) {
        m_server.run({"RPUSH", "q", QByteArray::number(i).rightJustified(2, '0') + large});
    }
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, elements);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 0);
    ClientOptions small;
    small.maxReplyBytes = 16LL * 1024 * 1024; // of 72 MiB in one escrow
    Standalone client(m_server.local(), small);
    QVERIFY(client.connect().ok());
    const Result<OperationReport> recovered = bench.recoverOne(&client);
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
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 4);
    // A recovery before this one was cut off when it had archived the first two.
    BatchResult part;
    part.elements = {{0, 0, 'r', "4", {}, {}}, {0, 0, 'r', "3", {}, {}}};
    QVERIFY(bench.journal->commitPart(plan.id, part, 4).ok());
    QCOMPARE(bench.recoverOne()->removed, 4);
    QCOMPARE(bench.undo(plan.id).moved, 4);
    QCOMPARE(strings(m_server.run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsExits::saysWhatIsLost()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2);
    m_server.run({"DEL", escrowKey("q", plan.id, 0)}); // evicted
    const Result<OperationReport> recovered = bench.recoverOne();
    QCOMPARE(recovered->state, OperationState::Partial);
    QCOMPARE(recovered->removed, 2);
    QVERIFY2(recovered->error.contains(u"cut off after 2 of 6; the outcome of up to 3 more is not recorded"_s),
             qPrintable(recovered->error));
    QVERIFY2(recovered->error.endsWith(u"the others are recorded and can be undone"_s), qPrintable(recovered->error));
    QVERIFY(bench.journal->openOperations()->empty());
    QCOMPARE(bench.undo(plan.id).moved, 2);
}

void TestOperationsExits::saysWhatIsNotKnown()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2);
    m_server.flush();
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->state, OperationState::Partial);
    QVERIFY2(recovered->error.contains(u"the outcome of up to 3 more is not recorded"_s), qPrintable(recovered->error));
    QVERIFY2(recovered->error.contains(u"whether up to 2 more were touched is unknown"_s),
             qPrintable(recovered->error));
    QVERIFY2(!recovered->error.contains(u"can be undone"_s), qPrintable(recovered->error));
    QVERIFY(!recovered->undoable);
    QVERIFY(bench.journal->openOperations()->empty());
}

void TestOperationsExits::knowsThatABatchNeverRan()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    leaveBatch(bench, plan, 1, 2, false); // it never came to the server
    m_server.run({"RPUSH", escrowKey("q", plan.id, 1), "void"}); // of a recovery that was cut off
    const Result<OperationReport> recovered = bench.recoverOne();
    QCOMPARE(recovered->error, u"cut off after 3 of 6; what it did is recorded and can be undone"_s);
    QCOMPARE(bench.undo(plan.id).moved, 3);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 6);
}

void TestOperationsExits::leavesAloneWhatIsNotOurs()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 2);
    const QByteArray escrow = escrowKey("q", plan.id, 0);
    m_server.run({"DEL", escrow});
    m_server.run({"RPUSH", escrow, "somebody", "else"});
    Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(!recovered.ok());
    QCOMPARE(recovered.error().kind, ErrorKind::Refused);
    QVERIFY2(recovered.error().message.contains(QString::fromLatin1(escrow)), qPrintable(recovered.error().message));
    QCOMPARE(m_server.run({"LLEN", escrow}).integer, 2);
    m_server.run({"DEL", escrow});
    m_server.run({"SET", escrow, "somebody else"});
    recovered = bench.recoverOne();
    QVERIFY(!recovered.ok());
    QCOMPARE(recovered.error().kind, ErrorKind::Refused);
    QCOMPARE(m_server.run({"GET", escrow}).bytes, "somebody else");
    QCOMPARE(bench.journal->openOperations()->size(), 1U); // it can be given up:
    const Result<OperationReport> givenUp = Runner::giveUp(*bench.journal, plan.id, u"nobody can read it"_s);
    QVERIFY2(givenUp.ok(), givenUp ? "" : qPrintable(givenUp.error().message));
    QCOMPARE(givenUp->state, OperationState::Failed);
    QVERIFY(bench.journal->openOperations()->empty());
    QCOMPARE(m_server.run({"GET", escrow}).bytes, "somebody else");
}

void TestOperationsExits::readsWhatStandsBehindWhatIsLost()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 2);
    leaveBatch(bench, plan, 1, 1);
    const QByteArray escrow = escrowKey("q", plan.id, 0);
    m_server.run({"LSET", escrow, "0", "3 of a version to come"});
    QVERIFY(!bench.recoverOne().ok());
    m_server.run({"DEL", escrow});
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QVERIFY2(recovered->error.contains(u"the outcome of up to 2 more"_s), qPrintable(recovered->error));
    QCOMPARE(recovered->removed, 1);
}

/// Escrow as scripts of version 0.1 left it, which could not be read then.
void TestOperationsExits::readsTheEndOfTime()
{
    m_server.run({"RPUSH", "q", "1", "2"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 2);
    m_server.run({"LSET", escrowKey("q", plan.id, 0), "0", "2 2 0 0 0 2 9223372036854775808"});
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->removed, 2);
    QCOMPARE(bench.undo(plan.id).moved, 2);
    QCOMPARE(m_server.run({"PEXPIRETIME", "q"}).integer, std::numeric_limits<qint64>::max());
}

void TestOperationsExits::marksWhatAnUndoPushed()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5"});
    Bench bench(m_server, plainQueue);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const OperationReport cut = bench.run(trim);
    QCOMPARE(cut.removed, 5);
    const Result<Plan> undo = Planner(bench.client).planUndo(*bench.journal, cut.id, OnServer::Same);
    const Result<std::vector<ArchivedElement>> rows = bench.journal->archive().elements(cut.id, Archive::From::Newest);
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
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->moved, 4);
    QCOMPARE(bench.undo(cut.id).moved, 1); // none a second time
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 5);
}

void TestOperationsExits::keepsEscrowsAlive()
{
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    const QByteArray escrow = escrowKey("q", plan.id, 0);
    QVERIFY(m_server.run({"PTTL", escrow}).integer <= 60'000);
    fillDisk(bench.folder.path());
    bench.openJournal();
    const auto failed = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(failed->left.size(), 1U);
    QCOMPARE(failed->left[0].errorKind, ErrorKind::Storage);
    const qint64 left = m_server.run({"PTTL", escrow}).integer;
    QVERIFY2(left > qint64(std::chrono::milliseconds(24h * 6).count()), QByteArray::number(left).constData());
    QVERIFY(failed->left[0].keptUntil && *failed->left[0].keptUntil - localNow() > 24h * 6);
    makeRoom(bench.folder.path());
    QCOMPARE(bench.recoverOne()->removed, 3);
}

void TestOperationsExits::recoversWithoutMemory()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    leaveBatch(bench, plan, 0, 3);
    m_server.run({"CONFIG", "SET", "maxmemory", "1"});
    const Result<OperationReport> recovered = bench.recoverOne();
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
    Bench bench(m_server, plainQueue);
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

void TestOperationsExits::closesBehindWhatAPowerCutForgot()
{
    m_server.run({"RPUSH", "q", "1", "2", "3", "4", "5", "6"});
    Bench bench(m_server, plainQueue);
    const Plan plan = begun(bench);
    // The note of the last batch had not come to the disk: the one before it has just become void.
    bench.runBatch(plan, plan.steps[0], 0, 0, 2);
    QVERIFY(bench.journal->noteSent(plan.id, {0, 2, localNow() - 20ms}).ok());
    QCOMPARE(bench.recoverOne()->removed, 2);
    QCOMPARE(bench.runBatch(plan, plan.steps[0], 1, 0, 2).elements.at(0).bytes, "void"); // it is too late now
    QCOMPARE(list(), (QByteArrayList{"1", "2", "3", "4"}));
}

void TestOperationsExits::bringsARecoveredUndoToItsPlaces_data()
{
    QTest::addColumn<Action>("action");
    QTest::newRow("discarded") << Action::Discard;
    QTest::newRow("moved to dead letters") << Action::DeadLetter;
}

void TestOperationsExits::bringsARecoveredUndoToItsPlaces()
{
    QFETCH(Action, action);
    m_server.run({"RPUSH", "q", "a", "b", "c", "d", "e", "f", "g", "h"});
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q","dead":"dead"}})");
    OperationRequest some = bench.request(action);
    some.state = u"ready"_s;
    some.ids = {"b", "d", "e", "g"};
    const OperationReport taken = bench.run(some);
    QCOMPARE(list(), (QByteArrayList{"a", "c", "f", "h"}));
    const Plan undo = bench.undoOf(taken.id);
    bench.leaveBatch(undo, bench.begin(undo), 0, 0, 4);
    QVERIFY(list() != (QByteArrayList{"a", "b", "c", "d", "e", "f", "g", "h"}));
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->state, OperationState::Done);
    QCOMPARE(list(), (QByteArrayList{"a", "b", "c", "d", "e", "f", "g", "h"}));
    QCOMPARE(bench.journal->operation(taken.id)->state, OperationState::Undone);
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsExits::saysWhereAnUndoThatWasCutOffLeftThem()
{
    m_server.run({"RPUSH", "q", "a", "b", "c", "d", "e", "f", "g", "h"});
    Bench bench(m_server, plainQueue);
    OperationRequest some = bench.request(Action::Discard);
    some.state = u"ready"_s;
    some.ids = {"b", "d", "e", "g"};
    const OperationReport taken = bench.run(some);
    const Plan undo = bench.undoOf(taken.id);
    bench.leaveBatch(undo, bench.begin(undo), 0, 0, 2);
    const Result<OperationReport> recovered = bench.recoverOne();
    QCOMPARE(recovered->state, OperationState::Partial);
    QVERIFY2(recovered->error.contains(u"at the old end of their list until the rest is undone"_s),
             qPrintable(recovered->error));
    QCOMPARE(bench.undo(taken.id).moved, 2);
    QCOMPARE(list(), (QByteArrayList{"a", "b", "c", "d", "e", "f", "g", "h"}));
}

void TestOperationsExits::countsWhatAnUndoSkippedBeforeItWasCutOff()
{
    m_server.run({"SADD", "tags", "a", "b", "c", "d", "e", "f", "g", "h"});
    Bench bench(m_server, R"({"name":"tags","kind":"members","keys":{"set":"tags"}})");
    const OperationReport purge = bench.run(bench.request(Action::Purge));
    QCOMPARE(purge.removed, 8);
    const Plan undo = bench.undoOf(purge.id);
    const PlanStep step = bench.begin(undo);
    const auto at = [&step](std::size_t item) { return step.items[item].element; };
    // Two elements of the first batch existed again; it is recorded. One of the second did; then the process died.
    m_server.run({"SADD", "tags", at(0), at(1), at(4)});
    bench.runBatch(undo, step, 0, 0, 3);
    BatchResult first;
    first.moved = 1;
    first.skipped = 2;
    first.restoredRows = {step.archiveRows[2]};
    first.rowsGiven = 3;
    QVERIFY(bench.journal->commitBatches(undo.id, 1, {first}).ok());
    m_server.run({"DEL", escrowKey("tags", undo.id, 0)});
    bench.leaveBatch(undo, step, 1, 3, 3);
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->moved, 3);
    QCOMPARE(recovered->skipped, 3);
    // Skipped elements are not taken for restored ones: once another client removes them, they can be restored.
    QVector<qint64> left;
    const Result<std::vector<ArchivedElement>> archived =
        bench.journal->archive().elements(purge.id, Archive::From::Newest);
    for (const ArchivedElement &element : *archived) {
        left.append(element.row);
    }
    const auto row = [&step](std::size_t item) { return step.archiveRows[item]; };
    QCOMPARE(left, (QVector<qint64>{row(0), row(1), row(4), row(6), row(7)}));
    m_server.run({"SREM", "tags", at(0), at(4)});
    const OperationReport again = bench.undo(purge.id);
    QCOMPARE(again.moved, 4);
    QCOMPARE(again.skipped, 1);
    QCOMPARE(m_server.run({"SCARD", "tags"}).integer, 8);
    QVERIFY(bench.journal->details(again.id)->nextRows.empty()); // all that was noted has been given to a batch
}

void TestOperationsExits::recoversWhatCouldNotBeClosed_data()
{
    QTest::addColumn<QString>("moment");
    QTest::newRow("first statement") << u"DELETE ON sent WHEN OLD.batch = 1"_s;
    QTest::newRow("second statement") << u"UPDATE OF state ON operations"_s;
}

/// The disk is full exactly when the line is to be closed.
void TestOperationsExits::recoversWhatCouldNotBeClosed()
{
    QFETCH(const QString, moment);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, plainQueue);
    executeInJournal(bench.folder.path(),
                     u"CREATE TRIGGER full BEFORE %1 BEGIN SELECT RAISE(FAIL, 'full'); END"_s.arg(moment));
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    RunnerOptions options;
    options.progress = [&](const OperationProgress &) { // what the first statement deletes
        QVERIFY(bench.journal->noteSent(plan->id, {1, 0, localNow() - 1s}).ok());
    };
    const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan);
    QCOMPARE(report.removed, 2);
    QVERIFY2(report.notes.join(u' ').contains(u"full"_s), qPrintable(report.notes.join(u' ')));
    QVERIFY(!report.undoable); // not while its line is open
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    QCOMPARE(open->size(), 1U); // it is not running any more
    QCOMPARE(open->front().sent.size(), 1U); // and nothing of it is forgotten
    makeRoom(bench.folder.path());

    const auto recovered = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(recovered->completed.size(), 1U);
    QCOMPARE(recovered->completed[0].state, OperationState::Done);
    QVERIFY(recovered->completed[0].undoable);
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 3);
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

QTEST_GUILESS_MAIN(TestOperationsExits)
#include "tst_operations_exits.moc"
