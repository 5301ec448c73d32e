// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/operator.h"
#include "tests/server/operationbench.h"

#include <QSignalSpy>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// The operator between the window and the kernel: what is asked from another thread, and when.
class TestOperator : public QObject {
    Q_OBJECT

private slots:
    void stopsWhatHasNotBegun();

private:
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

QTEST_GUILESS_MAIN(TestOperator)
#include "tst_operator.moc"
