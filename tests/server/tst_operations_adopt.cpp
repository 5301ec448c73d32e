// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto jobQueue = R"({"name":"email","kind":"queue","keys":{"ready":["q","q2"],"processing":"p",)"
                          R"("delayed":"late","dead":"dead","job":"job:{id}"}})";
constexpr auto timers =
    R"({"name":"timers","kind":"schedule","keys":{"delayed":"late","processing":"p","job":"job:{id}"}})";

} // namespace

/// Tests that jobs with a record that are in no queue are queued again, and none twice.
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
    void leavesWhoIsNotLost_data();
    void leavesWhoIsNotLost();
    void refusesWhereNobodyCanTell_data();
    void refusesWhereNobodyCanTell();
    void leavesWhoStandsInAnotherCollection_data();
    void leavesWhoStandsInAnotherCollection();
    void leavesWhereTheListsHaveGrown();
    void doesNotHoldTheServer();
    void leavesWhoWasWorkedOnWhenUndone();
    void recoversWhatItDid();

private:
    static OperationRequest adopting(const Bench &bench, std::vector<QByteArray> ids)
    {
        OperationRequest request = bench.request(Action::Adopt);
        request.ids = std::move(ids);
        return request;
    }
    void record(const QByteArray &id) { m_server.run({"HSET", "job:" + id, "class", "Mail"}); }
    /// Elements are ids, as one of them shows.
    void showIds() { m_server.run({"RPUSH", "q2", "another"}); }
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
    m_server.run({"ZADD", "late", "99999999999999", "another"});
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
    QTest::newRow("finished, its record there") << QByteArrayList{"HSET", "job:1", "finished_at", "1700000000000"};
    QTest::newRow("finished, by a name of its own") << QByteArrayList{"HSET", "job:1", "over", "yes"};
    QTest::newRow("begun, in a worker's hands") << QByteArrayList{"HSET", "job:1", "started_at", "1700000000000"};
    QTest::newRow("counted, in a worker's hands") << QByteArrayList{"HSET", "job:1", "attempts", "3"};
    QTest::newRow("no record any more that can be read") << QByteArrayList{"RENAME", "broken", "job:1"};
}

void TestOperationsAdopt::leavesWhoIsQueuedByThen()
{
    QFETCH(const QByteArrayList, meanwhile);
    Bench bench(m_server, QByteArray(jobQueue).chopped(1) + R"(,"options":{"fields":{"finished":"over"}}})");
    showIds();
    record("1");
    m_server.run({"HSET", "job:1", "attempts", "2"});
    m_server.run({"SET", "broken", "{"});
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1"}));
    QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
    m_server.run(std::vector<QByteArrayView>(meanwhile.begin(), meanwhile.end()));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 0);
    QCOMPARE(report.skipped, 1);
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
    QCOMPARE(refused({"1"}), ErrorKind::Refused); // the elements there are JSON, not bare ids
    m_server.run({"DEL", "q2"});
    m_server.run({"SET", "dead", "text"});
    QCOMPARE(refused({"1"}), ErrorKind::WrongType);
    m_server.run({"DEL", "dead"});
    QCOMPARE(refused({"1"}), ErrorKind::Refused); // an empty collection does not show what its elements look like
    m_server.run({"RPUSH", "q", "first", R"({"id":"5","to":"anna"})"});
    QCOMPARE(refused({"1"}), ErrorKind::Refused); // neither does one with mixed elements
    m_server.run({"DEL", "q"});
    pushJobs(m_server, "q", 200'001, 8);
    QCOMPARE(refused({"1"}), ErrorKind::Refused);
}

/// Jobs whose record says at the preview that they are finished, new or in work are not lost.
void TestOperationsAdopt::leavesWhoIsNotLost_data()
{
    QTest::addColumn<QByteArrayList>("fields");
    QTest::addColumn<QString>("note");
    const auto fields = [](const char *name, const QByteArray &value) { return QByteArrayList{name, value}; };
    QTest::newRow("finished") << fields("finished_at", "1700000000000") << u"their records say they are finished: 1."_s;
    QTest::newRow("just made") << fields("created_at", now(-2'000)) << u"less than 30 s ago"_s;
    QTest::newRow("just begun") << fields("started_at", now(-2'000)) << u"less than 30 s ago"_s;
    QTest::newRow("made long ago, just begun")
        << QByteArrayList{"created_at", "1700000000000", "started_at", now(-2'000)} << u"less than 30 s ago"_s;
    QTest::newRow("no record") << QByteArrayList() << u"gone or cannot be read: 1."_s;
}

void TestOperationsAdopt::leavesWhoIsNotLost()
{
    QFETCH(const QByteArrayList, fields);
    QFETCH(const QString, note);
    Bench bench(m_server, QByteArray(jobQueue).chopped(1) + R"(,"options":{"staleAfter":"30s"}})");
    showIds();
    m_server.run({"HSET", "job:old", "created_at", "1700000000000"});
    std::vector<QByteArrayView> call{"HSET", "job:1"};
    call.insert(call.end(), fields.begin(), fields.end());
    if (!fields.isEmpty()) {
        m_server.run(call);
    }
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1", "old"}));
    QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
    QCOMPARE(plan->matched(), 1);
    QVERIFY2(plan->note.contains(note), qPrintable(plan->note));
    QVERIFY2(!plan->note.contains(u"no time"_s), qPrintable(plan->note));
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).moved, 1);
    QCOMPARE(list("q"), QByteArrayList{"old"});
}

void TestOperationsAdopt::refusesWhereNobodyCanTell_data()
{
    QTest::addColumn<QByteArray>("collection");
    QTest::addColumn<QString>("why");
    QTest::newRow("a priority queue, whose jobs are nowhere while they are worked on")
        << QByteArray(R"({"name":"c","kind":"priority","keys":{"queue":"late","job":"job:{id}"}})")
        << u"no processing key"_s;
    QTest::newRow("a queue without a processing list")
        << QByteArray(R"({"name":"c","kind":"queue","keys":{"ready":"q2","job":"job:{id}"}})")
        << u"no processing key"_s;
    QTest::newRow("a list for each day, where yesterday's holds it") << QByteArray(
        R"({"name":"c","kind":"queue","keys":{"ready":"q:{yyyyMMdd}","processing":"p","dead":"q2","job":"job:{id}"}})")
                                                                     << u"change over time"_s;
}

void TestOperationsAdopt::refusesWhereNobodyCanTell()
{
    QFETCH(const QByteArray, collection);
    QFETCH(const QString, why);
    Bench bench(m_server, collection);
    showIds();
    m_server.run({"ZADD", "late", "1", "another"});
    record("1");
    const QDateTime yesterday = QDateTime::currentDateTimeUtc().addDays(-1);
    m_server.run({"RPUSH", "q:" + yesterday.toString(u"yyyyMMdd"_s).toLatin1(), "1"});
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1"}));
    QVERIFY(!plan.ok());
    QCOMPARE(plan.error().kind, ErrorKind::Refused);
    QVERIFY2(plan.error().message.contains(why), qPrintable(plan.error().message));
}

void TestOperationsAdopt::leavesWhoStandsInAnotherCollection_data()
{
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<QByteArrayList>("there"); ///< command that puts one of the two jobs somewhere
    QTest::addColumn<QString>("refused"); ///< empty: the other one is adopted
    const QByteArrayList inOther{"RPUSH", "other", "2"};
    QTest::newRow("a queue with the same records")
        << QByteArray(R"({"name":"o","kind":"queue","keys":{"ready":"other","processing":"op","job":"job:{id}"}})")
        << inOther << QString();
    QTest::newRow("a schedule with the same records, where a worker has it")
        << QByteArray(R"({"name":"o","kind":"schedule","keys":{"delayed":"other","processing":"op","job":"job:{id}"}})")
        << QByteArrayList{"ZADD", "op", "5", "2"} << QString();
    QTest::newRow("a priority queue with the same records, whose workers keep none")
        << QByteArray(R"({"name":"o","kind":"priority","keys":{"queue":"other","job":"job:{id}"}})")
        << QByteArrayList{"ZADD", "other", "5", "2"} << u"o has no processing key"_s;
    QTest::newRow("a queue whose elements say more")
        << QByteArray(R"({"name":"o","kind":"queue","keys":{"ready":"other","processing":"op","job":"job:{id}"}})")
        << QByteArrayList{"RPUSH", "other", R"({"id":"2"})"} << u"the elements of o hold more"_s;
    QTest::newRow("a queue with a part of the records")
        << QByteArray(R"({"name":"o","kind":"queue","keys":{"ready":"other","processing":"op","job":"job:2{id}"}})")
        << QByteArrayList{"RPUSH", "other", "2"} << QString();
}

/// Two queues may keep their records under one name: who waits in the other is not lost.
void TestOperationsAdopt::leavesWhoStandsInAnotherCollection()
{
    QFETCH(const QByteArray, other);
    QFETCH(const QByteArrayList, there);
    QFETCH(const QString, refused);
    Bench bench(m_server, jobQueue + QByteArray(",") + other);
    showIds();
    record("1");
    record("22");
    record("2");
    m_server.run(std::vector<QByteArrayView>(there.begin(), there.end()));
    const bool isPart = other.contains("job:2{id}");
    const QByteArray lost = "1", kept = isPart ? "22" : "2";
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {lost, kept}));
    QCOMPARE(plan.ok(), refused.isEmpty());
    if (!plan.ok()) {
        QCOMPARE(plan.error().kind, ErrorKind::Refused);
        QVERIFY2(plan.error().message.contains(refused), qPrintable(plan.error().message));
        return;
    }
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).moved, 1);
    QCOMPARE(list("q"), QByteArrayList{lost});
}

/// A list that grew since the preview is not looked through for as long as it takes.
void TestOperationsAdopt::leavesWhereTheListsHaveGrown()
{
    Bench bench(m_server, jobQueue);
    showIds();
    for (const QByteArray id : {"1", "2", "3"}) {
        record(id);
    }
    const Result<Plan> plan = Planner(bench.client).plan(adopting(bench, {"1", "2", "3"}));
    QVERIFY(plan.ok());
    pushJobs(m_server, "q2", 1'500'000, 8);
    OperationReport report;
    QCOMPARE(slowCommands(m_server, 5ms, [&] { report = Runner(bench.client, bench.journal.get()).run(*plan); }),
             QStringList());
    QCOMPARE(report.moved, 0);
    QCOMPARE(report.skipped, 3);
    QVERIFY2(report.notes.join(u' ').contains(u"grown too long"_s), qPrintable(report.notes.join(u' ')));
    QCOMPARE(list("q"), QByteArrayList());
}

void TestOperationsAdopt::doesNotHoldTheServer()
{
    Bench bench(m_server, jobQueue);
    pushJobs(m_server, "q2", 95'000, 20);
    std::vector<QByteArray> ids;
    for (int i = 0; i < 16; ++i) {
        ids.push_back("lost-" + QByteArray::number(i));
        record(ids.back());
    }
    const QStringList slow = slowCommands(m_server, 5ms, [&] {
        m_server.run({"DEL", "q"});
        const OperationReport report = bench.run(adopting(bench, ids));
        QCOMPARE(report.moved, 16);
    });
    QCOMPARE(slow, QStringList());
}

/// A job that was begun, given up and queued again after it was adopted is not removed by the undo.
void TestOperationsAdopt::leavesWhoWasWorkedOnWhenUndone()
{
    Bench bench(m_server, jobQueue);
    showIds();
    record("1");
    record("2");
    m_server.run({"HSET", "job:1", "attempts", "1"});
    const OperationReport report = bench.run(adopting(bench, {"1", "2"}));
    QCOMPARE(report.moved, 2);
    m_server.run({"HSET", "job:1", "attempts", "2"});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.accounted() - undone.skipped, 1);
    QCOMPARE(undone.skipped, 1);
    QCOMPARE(list("q"), QByteArrayList{"1"});
}

void TestOperationsAdopt::recoversWhatItDid()
{
    Bench bench(m_server, jobQueue);
    showIds();
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
