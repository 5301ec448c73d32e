// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/operator.h"
#include "tests/server/operationbench.h"
#include "tests/support/slowness.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// The operator between the window and the kernel: what is asked from another thread, and when.
class TestOperator : public QObject {
    Q_OBJECT

private slots:
    void stopsWhatHasNotBegun();
    void saysWhatIsLeftOpenAndTriesAgain();
    void endsRecoveryAtOnce();

private:
    /// As a process leaves it that dies before its first batch.
    static QString leaveOpen(Bench &bench);

    RedisServer m_server;
};

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
    std::atomic_bool begun = false;
    QMetaObject::invokeMethod(acting, [this, acting, &begun] {
        acting->open(m_server.local(), false);
        m_server.pause(); // it takes connections and says nothing
        begun = true;
        acting->recover();
    });
    QTRY_VERIFY(begun);
    QTest::qWait(
        50); // in the middle of an exchange that would wait 5 s for its answer, and then seek another connection
    QElapsedTimer timer;
    timer.start();
    acting->stop();
    thread.quit();
    QVERIFY(thread.wait(20'000));
    const qint64 took = timer.elapsed();
    m_server.resume();
    QVERIFY2(took < 250 * slowness, qPrintable(QString::number(took)));
}

QTEST_GUILESS_MAIN(TestOperator)
#include "tst_operator.moc"
