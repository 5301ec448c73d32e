// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *queue = R"({"name":"email","kind":"queue","keys":{"ready":"q","job":"job:{id}"}})";

} // namespace

/// Tests that elements added after the preview are never cut, whatever they look like.
class TestOperationsUnseen : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void leavesWhatWasNeverShown_data();
    void leavesWhatWasNeverShown();
    void goesOnBesideAWorkerThatPutsBack();
    void leavesWhatCameInBeforeARetryOfTheNewest();
    void leavesWhatCameInAtTheOldEnd();
    void leavesWhatCameInBesideLargeOnes_data();
    void leavesWhatCameInBesideLargeOnes();
    void leavesMembersThatCameIn_data();
    void leavesMembersThatCameIn();
};

void TestOperationsUnseen::leavesWhatWasNeverShown_data()
{
    using Commands = QList<QByteArrayList>;
    QTest::addColumn<QByteArrayList>("before"); // the newest first
    QTest::addColumn<int>("keep");
    QTest::addColumn<Commands>("meanwhile");
    QTest::addColumn<QByteArrayList>("after");
    QTest::addColumn<int>("removed");
    QTest::addColumn<bool>("isDone"); // since all of it is known to have gone
    const QByteArrayList four{"x", "C", "B", "A"};
    QTest::newRow("the newest comes again from a retry")
        << QByteArrayList{"m", "b", "a"} << 1 << Commands{{"RPOP", "q", "3"}, {"LPUSH", "q", "NEW1", "NEW2", "m"}}
        << QByteArrayList{"m", "NEW2", "NEW1"} << 0 << false;
    QTest::newRow("an equal one behind another")
        << QByteArrayList{"ping"} << 0 << Commands{{"RPOP", "q"}, {"LPUSH", "q", "order-4711", "ping"}}
        << QByteArrayList{"ping", "order-4711"} << 0 << false;
    QTest::newRow("one like the newest, and workers took what was to go")
        << four << 2 << Commands{{"RPOP", "q", "2"}, {"LPUSH", "q", "D", "E", "x"}}
        << QByteArrayList{"x", "E", "D", "x", "C"} << 0 << true;
    QTest::newRow("one like the newest, and all has gone")
        << four << 2 << Commands{{"RPOP", "q", "4"}, {"LPUSH", "q", "D", "E", "x"}} << QByteArrayList{"x", "E", "D"}
        << 0 << false;
    QTest::newRow("none like the newest") << four << 2 << Commands{{"RPOP", "q", "4"}, {"LPUSH", "q", "D", "E", "y"}}
                                          << QByteArrayList{"y", "E", "D"} << 0 << false;
    QTest::newRow("one like what was to go, behind one like the newest")
        << QByteArrayList{"x", "ping"} << 1 << Commands{{"RPOP", "q", "2"}, {"LPUSH", "q", "ping", "y", "x"}}
        << QByteArrayList{"x", "y", "ping"} << 0 << false;
    QTest::newRow("one that stays is like one that went")
        << QByteArrayList{"x", "D", "ping", "C", "ping", "A"} << 3 << Commands{{"RPOP", "q", "3"}, {"LPUSH", "q", "y"}}
        << QByteArrayList{"y", "x", "D", "ping"} << 0 << true;
    QTest::newRow("one among many that are like those shown")
        << QByteArrayList(200, "sync") << 0
        << Commands{{"RPOP", "q", "200"},
                    QByteArrayList{"LPUSH", "q"} + QByteArrayList(20, "sync"),
                    {"LPUSH", "q", "order-4711"},
                    QByteArrayList{"LPUSH", "q"} + QByteArrayList(40, "sync")}
        << QByteArrayList(40, "sync") + QByteArrayList{"order-4711"} << 20 << false;
}

void TestOperationsUnseen::leavesWhatWasNeverShown()
{
    QFETCH(QByteArrayList, before);
    QFETCH(int, keep);
    QFETCH(QList<QByteArrayList>, meanwhile);
    QFETCH(QByteArrayList, after);
    QFETCH(int, removed);
    QFETCH(bool, isDone);
    for (const bool archive : {true, false}) {
        m_server.flush();
        const auto send = [this](const QByteArrayList &words) {
            m_server.run(std::vector<QByteArrayView>(words.begin(), words.end()));
        };
        send(QByteArrayList{"RPUSH", "q"} + before);
        Bench bench(m_server, queue);
        OperationRequest trim = bench.request(Action::Trim);
        trim.keep = keep;
        trim.archive = archive;
        const Result<Plan> plan = Planner(bench.client).plan(trim);
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), before.size() - keep);
        for (const QByteArrayList &words : meanwhile) {
            send(words);
        }
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(list(), after);
        QCOMPARE(report.removed, removed);
        QCOMPARE(report.state,
                 isDone            ? OperationState::Done
                     : removed > 0 ? OperationState::Partial
                                   : OperationState::Failed);
        QCOMPARE(report.skipped, isDone ? before.size() - keep : 0);
        QVERIFY(isDone || report.error.contains(u"%1 of "_s.arg(removed)));
    }
}

void TestOperationsUnseen::goesOnBesideAWorkerThatPutsBack()
{
    Bench bench(m_server, queue);
    push(3'000, 20);
    const QByteArrayList newest = list().first(100);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 100;
    int rounds = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    RunnerOptions options;
    options.progress = [this, &rounds](const OperationProgress &) {
        // Five are being worked on, and of these the second is put back each time; of those to come one is cancelled.
        const QByteArrayList taken = strings(m_server.run({"LRANGE", "q", "-5", "-1"}));
        if (++rounds < 6) {
            m_server.run({"RPOP", "q", "5"});
            m_server.run({"RPUSH", "q", taken.at(3)});
            m_server.run({"LREM", "q", "1", m_server.run({"LINDEX", "q", "-700"}).bytes});
        }
    };
    const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, 2'900 - 5 * 5);
    QCOMPARE(report.skipped, 5 * 5);
    QCOMPARE(list(), newest);
}

/// There are too many elements to know each: an equal one added since is recognised by its neighbours.
void TestOperationsUnseen::leavesWhatCameInBeforeARetryOfTheNewest()
{
    for (const bool archive : {true, false}) {
        m_server.flush();
        Bench bench(m_server, queue);
        push(20'000, 1'000);
        const QByteArrayList newest = list().first(10);
        OperationRequest trim = bench.request(Action::Trim);
        trim.keep = 10;
        trim.archive = archive;
        const Result<Plan> plan = Planner(bench.client).plan(trim);
        QVERIFY(plan.ok());
        QVERIFY(!plan->steps.front().as<CutListStep>()->onlyKnown);
        m_server.flush();
        push(15'000, 1'000, 50'000);
        for (auto job = newest.rbegin(); job != newest.rend(); ++job) { // all in the order in which they were
            m_server.run({"LPUSH", "q", *job});
        }
        const QByteArrayList before = list();
        OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Failed);
        QCOMPARE(report.removed, 0);
        QCOMPARE(list(), before);

        // Beside the old ones it is found, and those that came in stay.
        const Result<Plan> again = Planner(bench.client).plan(trim);
        QVERIFY(again.ok());
        QByteArrayList expected = list().first(10);
        m_server.run({"RPOP", "q", "5000"});
        m_server.run({"LPUSH", "q", "new", expected.front()});
        report = Runner(bench.client, bench.journal.get()).run(*again);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed, 10'000);
        QCOMPARE(report.skipped, 5'000);
        QCOMPARE(list(), QByteArrayList({expected.front(), "new"}) + expected);
    }
}

/// A job returned by a worker lies at the end that is cut, where there can be no more elements than were seen.
void TestOperationsUnseen::leavesWhatCameInAtTheOldEnd()
{
    Bench bench(m_server, queue);
    push(20'000, 20);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 10;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    m_server.run({"RPUSH", "q", "urgent"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.state, OperationState::Failed);
    QCOMPARE(list().size(), 20'001);
}

void TestOperationsUnseen::leavesWhatCameInBesideLargeOnes_data()
{
    QTest::addColumn<int>("size"); // of the jobs
    QTest::addColumn<int>("jobs");
    QTest::addColumn<int>("worked");
    QTest::addColumn<bool>("isBatch"); // the last twenty come again, else the newest
    QTest::newRow("a tick before large jobs") << 40'000 << 60 << 30 << false;
    QTest::newRow("all worked, the newest again") << 40'000 << 60 << 60 << false;
    QTest::newRow("all worked, the last twenty again") << 40'000 << 60 << 60 << true;
    QTest::newRow("too much to remember: a tick") << 400'000 << 60 << 30 << false;
    QTest::newRow("too much to remember: all worked, the newest again") << 400'000 << 60 << 60 << false;
}

void TestOperationsUnseen::leavesWhatCameInBesideLargeOnes()
{
    QFETCH(int, size);
    QFETCH(int, jobs);
    QFETCH(int, worked);
    QFETCH(bool, isBatch);
    Bench bench(m_server, queue);
    push(jobs - 1, size);
    m_server.run({"LPUSH", "q", "tick"});
    const QByteArrayList before = list();
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    trim.archive = false;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    m_server.run({"RPOP", "q", QByteArray::number(worked)});
    m_server.run({"LPUSH", "q", "new1", "new2", "new3", "new4", "new5"});
    for (int i = isBatch ? 19 : 0; i >= 0; --i) {
        m_server.run({"LPUSH", "q", before[i]});
    }
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    const QByteArrayList left = list();
    for (const char *name : {"new1", "new2", "new3", "new4", "new5"}) {
        QVERIFY(left.contains(name));
    }
    QCOMPARE(report.removed, jobs - worked);
}

void TestOperationsUnseen::leavesMembersThatCameIn_data()
{
    QTest::addColumn<bool>("fromHighest");
    QTest::addColumn<bool>("archive");
    QTest::newRow("the lowest") << false << true;
    QTest::newRow("the highest") << true << true;
    QTest::newRow("without an archive") << false << false;
}

/// Only the members shown are removed, or the preview says that others may be.
void TestOperationsUnseen::leavesMembersThatCameIn()
{
    QFETCH(bool, fromHighest);
    QFETCH(bool, archive);
    Bench bench(m_server,
                QByteArray(R"({"name":"b","kind":"leaderboard","keys":{"board":"b"},"options":{"order":")")
                    + (fromHighest ? "asc" : "desc") + "\"}}");
    const auto score = [fromHighest](int place) { return QByteArray::number(fromHighest ? -place : place); };
    QByteArrayList stays;
    for (int i = 0; i < 10; ++i) { // the last two that go have the score of the first that stays
        const QByteArray member = "old" + QByteArray::number(fromHighest ? 9 - i : i);
        m_server.run({"ZADD", "b", score(i < 4 ? i : 5), member});
        if (i >= 6) {
            stays.append(member);
        }
    }
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 4;
    trim.archive = archive;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 6);
    QCOMPARE(plan->note.contains(u"are removed as were counted"_s), !archive);
    m_server.run({"ZADD", "b", score(-1), "new1", score(-2), "new2", score(5), fromHighest ? "z" : "a"});
    m_server.run({"ZADD", "b", score(7), fromHighest ? "old9" : "old0"}); // is better now
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.complete());
    if (!archive) {
        return;
    }
    QCOMPARE(report.removed, 5);
    QCOMPARE(report.skipped, 1);
    QByteArrayList left = strings(m_server.run({"ZRANGE", "b", "0", "-1"}));
    std::sort(left.begin(), left.end());
    stays += fromHighest ? QByteArrayList{"new1", "new2", "old9", "z"} : QByteArrayList{"a", "new1", "new2", "old0"};
    std::sort(stays.begin(), stays.end());
    QCOMPARE(left, stays);
    QCOMPARE(bench.undo(report.id).moved, 5);
    QCOMPARE(m_server.run({"ZCARD", "b"}).integer, 13);
}

QTEST_GUILESS_MAIN(TestOperationsUnseen)
#include "tst_operations_unseen.moc"
