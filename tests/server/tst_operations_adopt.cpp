// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr auto jobQueue = R"({"name":"email","kind":"queue","keys":{"ready":["q","q2"],"processing":"p",)"
                          R"("delayed":"late","dead":"dead","job":"job:{id}"}})";
constexpr auto timers = R"({"name":"timers","kind":"schedule","keys":{"delayed":"late","job":"job:{id}"}})";

} // namespace

/// Jobs that have a record and are queued nowhere are queued again, nobody twice.
class TestOperationsAdopt : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void queuesAndTakesOutAgain();
    void putsOnTheScheduleWithoutAList();
    void leavesWhoIsQueuedByThen_data();
    void leavesWhoIsQueuedByThen();
    void adoptsManyOfAnyBytes();
    void refusesWhatItCannotProve();
    void recoversWhatItDid();

private:
    static OperationRequest adopting(const Bench &bench, std::vector<QByteArray> ids)
    {
        OperationRequest request = bench.request(Action::Adopt);
        request.ids = std::move(ids);
        return request;
    }
    void record(const QByteArray &id) { m_server.run({"HSET", "job:" + id, "class", "Mail"}); }
};

void TestOperationsAdopt::queuesAndTakesOutAgain()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "x"});
    record("1");
    record("2");
    const OperationReport report = bench.run(adopting(bench, {"1", "2"}));
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 2);
    QCOMPARE(report.moved, 2);
    QCOMPARE(list("q"), (QByteArrayList{"2", "1", "x"})); // behind what is waiting: workers take from the right
    QVERIFY(report.undoable);
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.state, OperationState::Done);
    QCOMPARE(list("q"), QByteArrayList{"x"});
    QCOMPARE(m_server.run({"EXISTS", "job:1", "job:2"}).integer, 2);
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsAdopt::putsOnTheScheduleWithoutAList()
{
    Bench bench(m_server, timers);
    record("1");
    QCOMPARE(bench.run(adopting(bench, {"1"})).moved, 1);
    const qint64 due = m_server.run({"ZSCORE", "late", "1"}).bytes.toLongLong();
    QVERIFY(std::abs(due - QDateTime::currentMSecsSinceEpoch()) < 60'000);
}

void TestOperationsAdopt::leavesWhoIsQueuedByThen_data()
{
    QTest::addColumn<QByteArrayList>("meanwhile");
    QTest::newRow("in the list itself") << QByteArrayList{"RPUSH", "q", "1"};
    QTest::newRow("in another list") << QByteArrayList{"LPUSH", "q2", "1"};
    QTest::newRow("taken by a worker") << QByteArrayList{"ZADD", "p", "5", "1"};
    QTest::newRow("put off") << QByteArrayList{"ZADD", "late", "5", "1"};
    QTest::newRow("given up") << QByteArrayList{"SADD", "dead", "1"};
    QTest::newRow("finished, its record gone") << QByteArrayList{"DEL", "job:1"};
}

void TestOperationsAdopt::leavesWhoIsQueuedByThen()
{
    QFETCH(const QByteArrayList, meanwhile);
    Bench bench(m_server, jobQueue);
    record("1");
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1", "1"}));
    QVERIFY(plan.ok());
    m_server.run(std::vector<QByteArrayView>(meanwhile.begin(), meanwhile.end()));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 0);
    QCOMPARE(report.skipped, 2);
    QVERIFY(list("q").size() <= 1);
}

void TestOperationsAdopt::adoptsManyOfAnyBytes()
{
    Bench bench(m_server, jobQueue);
    pushJobs(m_server, "q2", 100'000, 20);
    std::vector<QByteArray> ids{QByteArray("\0\xff\r\n", 4)};
    for (int i = 0; i < 40; ++i) {
        ids.push_back("lost-" + QByteArray::number(i));
    }
    for (const QByteArray &id : ids) {
        record(id);
    }
    m_server.run({"SADD", "dead", "lost-7"});
    const OperationReport report = bench.run(adopting(bench, ids));
    QCOMPARE(report.moved, 40);
    QCOMPARE(report.skipped, 1);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 40);
    QCOMPARE(bench.undo(report.id).removed, 40);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 0);
}

void TestOperationsAdopt::refusesWhatItCannotProve()
{
    Bench bench(m_server, jobQueue);
    record("1");
    const auto refused = [&](std::vector<QByteArray> ids) {
        const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, std::move(ids)));
        return plan ? std::optional<ErrorKind>() : std::optional(plan.error().kind);
    };
    QCOMPARE(refused({}), ErrorKind::Invalid);
    m_server.run({"RPUSH", "q2", R"({"id":"5","to":"anna"})"});
    QCOMPARE(refused({"1"}), ErrorKind::Refused); // a bare id is none of these
    m_server.run({"DEL", "q2"});
    m_server.run({"SET", "dead", "text"});
    QCOMPARE(refused({"1"}), ErrorKind::WrongType);
    m_server.run({"DEL", "dead"});
    pushJobs(m_server, "q", 200'001, 8);
    QCOMPARE(refused({"1"}), ErrorKind::Refused);
}

void TestOperationsAdopt::recoversWhatItDid()
{
    Bench bench(m_server, jobQueue);
    record("1");
    record("2");
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1", "2"}));
    const PlanStep step = bench.begin(*plan);
    bench.leaveBatch(*plan, step, 0, 0, 1);
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->state, OperationState::Partial);
    QCOMPARE(recovered->moved, 1);
    QCOMPARE(list("q"), QByteArrayList{"1"});
    QCOMPARE(bench.undo(plan->id).state, OperationState::Done);
    QCOMPARE(list("q"), QByteArrayList());
}

QTEST_GUILESS_MAIN(TestOperationsAdopt)
#include "tst_operations_adopt.moc"
