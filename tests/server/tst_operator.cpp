// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/run/operator.h"
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <limits>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// The operator between the window and the kernel: what is asked from another thread, and when.
class TestOperator : public QObject {
    Q_OBJECT

private slots:
    void stopsWhatHasNotBegun();
    void saysWhatIsLeftOpenAndTriesAgain();
    void takesUpItsOwnRun();
    void triesAgainWhenTheJournalFails();
    void connectsAgain();
    void saysBeforehandThatTheJournalCannotBeWritten();
    void endsRecoveryAtOnce();

private:
    /// Leaves an operation like a process that dies before its first batch.
    static QString leaveOpen(Bench &bench);

    RedisServer m_server;
};

/// An operation that running would refuse is neither offered nor shown as undoable.
void TestOperator::saysBeforehandThatTheJournalCannotBeWritten()
{
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    const Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    const QString inTheWay = bench.folder.filePath(QStringLiteral("notafolder"));
    QFile file(inTheWay);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    Operator acting(inTheWay);
    const QSignalSpy known(&acting, &Operator::allowanceKnown);
    const QSignalSpy previewed(&acting, &Operator::previewed);
    const QSignalSpy refused(&acting, &Operator::refused);
    acting.open(m_server.local(), false);
    const auto journal = [&known] { return known.isEmpty() ? QString() : known.last()[0].value<Allowance>().journal; };
    acting.askAllowance(bench.workspace);
    QTRY_VERIFY(!journal().isEmpty());
    QTRY_COMPARE(known.last()[0].value<Allowance>().answer, Allowance::Answer::All);
    QVERIFY2(journal().contains(inTheWay), qPrintable(journal()));
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    acting.preview(1, trim);
    QCOMPARE(previewed.size(), 0);
    QCOMPARE(refused.size(), 1);
    QCOMPARE(refused[0][1].value<Error>().message, journal());
    trim.archive = false; // which needs none
    std::stop_source closed; // the dialog that asked
    closed.request_stop();
    acting.preview(2, trim, closed.get_token());
    QCOMPARE(previewed.size(), 0);
    QCOMPARE(refused.last()[1].value<Error>().kind, ErrorKind::Cancelled);
    acting.preview(3, trim);
    QCOMPARE(previewed.size(), 1);
    QVERIFY(QFile::remove(inTheWay));
    acting.readJournal();
    QVERIFY2(journal().isEmpty(), qPrintable(journal()));
    QCOMPARE(known.last()[0].value<Allowance>().answer, Allowance::Answer::All);
}

void TestOperator::stopsWhatHasNotBegun()
{
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    Operator acting(bench.folder.path());
    const QSignalSpy finished(&acting, &Operator::finished);
    acting.open(m_server.local(), false);

    acting.start(std::make_shared<const Plan>(*plan)); // waits in the queue of the thread
    acting.cancel();
    QTRY_COMPARE(finished.size(), 1);
    const auto stopped = finished[0][0].value<OperationReport>();
    QCOMPARE(stopped.state, OperationState::Cancelled);
    QCOMPARE(stopped.accounted(), 0);
    QVERIFY(!stopped.undoable);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 3);

    Plan again = *plan; // a stop concerns what was started before it
    again.id = QStringLiteral("00000001");
    acting.start(std::make_shared<const Plan>(again));
    QTRY_COMPARE(finished.size(), 2);
    QCOMPARE(finished[1][0].value<OperationReport>().state, OperationState::Done);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1);
}

QString TestOperator::leaveOpen(Bench &bench)
{
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    OperationReport begun;
    begun.time = plan->frozenAt;
    if (!bench.journal->begin(*plan, begun, *readIdentity(bench.client))) {
        qFatal("the journal cannot be written");
    }
    bench.openJournal(); // lets its lock go
    return plan->id;
}

void TestOperator::saysWhatIsLeftOpenAndTriesAgain()
{
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    const QString id = leaveOpen(bench);
    Operator acting(bench.folder.path());
    const QSignalSpy finished(&acting, &Operator::finished);
    const QSignalSpy leftOpen(&acting, &Operator::leftOpen);
    acting.open(m_server.local(), false);

    m_server.run({"ACL", "SETUSER", "default", "-@scripting"});
    acting.recover();
    QCOMPARE(finished.size(), 0);
    QCOMPARE(leftOpen.size(), 1);
    const auto left = leftOpen[0][0].value<std::vector<OperationReport>>();
    QCOMPARE(left.size(), 1U);
    QCOMPARE(left[0].id, id);
    QCOMPARE(left[0].errorKind, ErrorKind::Refused);
    QVERIFY2(left[0].error.contains(QLatin1String("EVALSHA"), Qt::CaseInsensitive), qPrintable(left[0].error));
    QVERIFY(left[0].keptUntil && *left[0].keptUntil > left[0].time);

    m_server.run({"ACL", "SETUSER", "default", "+@all"});
    acting.recover();
    QCOMPARE(finished.size(), 1);
    QCOMPARE(leftOpen.size(), 2);
    QVERIFY(leftOpen[1][0].value<std::vector<OperationReport>>().empty());

    leaveOpen(bench);
    m_server.stop();
    acting.recover();
    QCOMPARE(leftOpen[2][0].value<std::vector<OperationReport>>().size(), 1U);
    m_server.start();
}

void TestOperator::takesUpItsOwnRun()
{
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    fillDisk(bench.folder.path());
    Operator acting(bench.folder.path());
    const QSignalSpy finished(&acting, &Operator::finished);
    const QSignalSpy leftOpen(&acting, &Operator::leftOpen);
    acting.open(m_server.local(), false);
    acting.start(std::make_shared<const Plan>(*plan));
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(finished[0][0].value<OperationReport>().state, OperationState::Partial);
    QCOMPARE(leftOpen.size(), 1);
    const auto left = leftOpen[0][0].value<std::vector<OperationReport>>();
    QCOMPARE(left.size(), 1U);
    QCOMPARE(left[0].id, plan->id);
    QCOMPARE(left[0].errorKind, ErrorKind::Storage);
    auto *again = acting.findChild<QTimer *>();
    QVERIFY(again != nullptr && again->isActive());
    QCOMPARE(again->intervalAsDuration(), std::chrono::minutes(10));

    again->start(0); // ten minutes later
    QTRY_COMPARE(leftOpen.size(), 2);
    QVERIFY(again->isActive());

    makeRoom(bench.folder.path());
    QTRY_COMPARE(finished.size(), 2);
    QCOMPARE(finished[1][0].value<OperationReport>().id, plan->id);
    QCOMPARE(finished[1][0].value<OperationReport>().state, OperationState::Done);
    QVERIFY(leftOpen.back()[0].value<std::vector<OperationReport>>().empty());
    QVERIFY(!again->isActive());
    QCOMPARE(bench.undo(plan->id).moved, 2);
}

void TestOperator::triesAgainWhenTheJournalFails()
{
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    leaveOpen(bench);
    Operator acting(bench.folder.path());
    const QSignalSpy finished(&acting, &Operator::finished);
    const QSignalSpy failed(&acting, &Operator::journalFailed);
    acting.open(m_server.local(), false);
    acting.readJournal(); // opens it
    executeInJournal(bench.folder.path(), QStringLiteral("ALTER TABLE sent RENAME TO gone"));
    acting.recover();
    QCOMPARE(failed.size(), 1);
    executeInJournal(bench.folder.path(), QStringLiteral("ALTER TABLE gone RENAME TO sent"));
    auto *again = acting.findChild<QTimer *>();
    QVERIFY(again != nullptr && again->isActive());
    again->start(0);
    QTRY_COMPARE(finished.size(), 1);
}

/// The server closed the connection since it was used last, as it does with idle ones.
void TestOperator::connectsAgain()
{
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    Operator acting(bench.folder.path());
    const QSignalSpy previewed(&acting, &Operator::previewed);
    const QSignalSpy finished(&acting, &Operator::finished);
    acting.open(m_server.local(), false);
    acting.preview(1, trim);
    QCOMPARE(previewed.size(), 1);
    leaveOpen(bench);
    m_server.run({"CLIENT", "KILL", "TYPE", "normal"});
    acting.preview(2, trim);
    QCOMPARE(previewed.size(), 2);

    m_server.run({"CLIENT", "KILL", "TYPE", "normal"});
    acting.recover();
    QCOMPARE(finished.size(), 1);
}

void TestOperator::endsRecoveryAtOnce()
{
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    leaveOpen(bench);
    QThread thread;
    auto *acting = new Operator(bench.folder.path());
    acting->moveToThread(&thread);
    connect(&thread, &QThread::finished, acting, &QObject::deleteLater);
    thread.start();
    FaultProxy proxy(m_server.local());
    m_server.pause(); // it accepts connections and does not answer
    QMetaObject::invokeMethod(acting, [acting, &proxy] {
        acting->open(proxy.endpoint(), false);
        acting->recover();
    });
    // In an exchange that would wait 5 s for its answer, and then seek another connection.
    QTRY_VERIFY(proxy.requestBytes() > 0);
    QElapsedTimer timer;
    timer.start();
    acting->stop();
    thread.quit();
    QVERIFY(thread.wait(20'000));
    const qint64 took = timer.elapsed();
    m_server.resume();
    QVERIFY2(took < testing::atOnce.count(), qPrintable(QString::number(took)));
}

QTEST_GUILESS_MAIN(TestOperator)
#include "tst_operator.moc"
