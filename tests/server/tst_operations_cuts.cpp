// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr const char *queue = R"({"name":"email","kind":"queue","keys":{"ready":"q","job":"job:{id}"}})";

} // namespace

/// Trims and purges of queues that are worked on meanwhile.
class TestOperationsCuts : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void trimsAQueueThatIsWorkedOn_data();
    void trimsAQueueThatIsWorkedOn();
    void saysWhatCameIn_data();
    void saysWhatCameIn();
    void trimsBesideLiveWorkers();
    void leavesWhatCameInSinceThePreview();
    void leavesYoungElementsThatLieInFront();
    void removesTheOldOnesBesideAWorker();
    void findsTheOldOnesBesideAFastWorker();
    void stopsWhereTheMarkIsGone();
    void trimsEqualElements();
    void endsOnScoresOfZero();
    void givesUpResending();
    void trimsWithoutTheRecords();

private:
    OperationReport run(Bench &bench, const OperationRequest &wanted, const std::function<void()> &afterBatch);
};

OperationReport TestOperationsCuts::run(Bench &bench, const OperationRequest &wanted,
                                        const std::function<void()> &afterBatch)
{
    const Result<Plan> plan = Planner(bench.client).plan(wanted);
    if (!plan) {
        qFatal("%s", qPrintable(plan.error().message));
    }
    afterBatch();
    RunnerOptions options;
    options.progress = [&](const OperationProgress &) { afterBatch(); };
    return Runner(bench.client, bench.journal.get(), options).run(*plan);
}

void TestOperationsCuts::trimsAQueueThatIsWorkedOn_data()
{
    QTest::addColumn<int>("popped"); // between two batches
    QTest::addColumn<int>("pushed");
    QTest::newRow("nobody") << 0 << 0;
    QTest::newRow("workers") << 3 << 0;
    QTest::newRow("producers") << 0 << 3;
    QTest::newRow("as many of both") << 5 << 5;
    QTest::newRow("faster than the trim") << 2'000 << 1;
}

void TestOperationsCuts::trimsAQueueThatIsWorkedOn()
{
    QFETCH(int, popped);
    QFETCH(int, pushed);
    Bench bench(m_server, queue);
    push(19'500, 40);
    const QByteArrayList before = list(); // the newest first
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 100;
    qint64 came = 0;
    const OperationReport report = run(bench, trim, [&] {
        const qint64 old = m_server.run({"LLEN", "q"}).integer - 100 - came;
        for (qint64 i = 0; i < std::min<qint64>(popped, old); ++i) {
            m_server.run({"RPOP", "q"});
        }
        for (int i = 0; i < pushed; ++i) {
            m_server.run({"LPUSH", "q", "new-" + QByteArray::number(++came)});
        }
    });
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.complete());
    QCOMPARE(report.skipped == 0, popped == 0);
    // The newest hundred of the preview, and what came in since.
    QByteArrayList expected = before.first(100);
    for (int i = 1; i <= came; ++i) {
        expected.prepend("new-" + QByteArray::number(i));
    }
    QCOMPARE(list(), expected);
    QCOMPARE(qint64(bench.journal->archive().elements(report.id, Archive::From::Oldest)->size()), report.removed);
    QVERIFY(bench.leftovers().isEmpty());
}

void TestOperationsCuts::saysWhatCameIn_data()
{
    QTest::addColumn<int>("came");
    QTest::addColumn<QString>("note");
    QTest::newRow("one") << 1 << u"%1%2: 1 was added since the preview and stays"_s;
    QTest::newRow("two") << 2 << u"%1%2: 2 were added since the preview and stay"_s;
}

/// Uses a key that looks like a placeholder of QString::arg().
void TestOperationsCuts::saysWhatCameIn()
{
    QFETCH(int, came);
    QFETCH(QString, note);
    m_server.run({"RPUSH", "%1%2", "1", "2", "3"});
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"%1%2"}})");
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    for (int i = 0; i < came; ++i) {
        m_server.run({"LPUSH", "%1%2", "new"});
    }
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).notes, QStringList{note});
    QCOMPARE(m_server.run({"LLEN", "%1%2"}).integer, 1 + came);
}

void TestOperationsCuts::trimsBesideLiveWorkers()
{
    for (int round = 0; round < 3; ++round) {
        m_server.flush();
        Bench bench(m_server, queue);
        push(19'500, 40);
        const QByteArrayList newest = list().first(100);
        std::jthread worker([this](const std::stop_token &stop) {
            Client client(m_server.local(), {"worker"});
            if (!client.connect()) {
                return;
            }
            while (!stop.stop_requested()) { // a job each 5 ms, but none of those that are to stay
                static_cast<void>(
                    client.command({"EVAL", "if redis.call('LLEN', 'q') > 100 then redis.call('RPOP', 'q') end", "0"}));
                std::this_thread::sleep_for(5ms);
            }
        });
        OperationRequest trim = bench.request(Action::Trim);
        trim.keep = 100;
        const OperationReport report = bench.run(trim);
        worker.request_stop();
        worker.join();
        QCOMPARE(report.error, QString());
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(list(), newest);
    }
}

void TestOperationsCuts::leavesWhatCameInSinceThePreview()
{
    Bench bench(m_server, queue);
    push(1'000, 20);
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Purge));
    QVERIFY(plan.ok());
    // All is worked through but for a hundred, and as much as before has come in.
    for (int i = 0; i < 900; ++i) {
        m_server.run({"RPOP", "q"});
    }
    push(900, 20, 5'000);
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, 100);
    QCOMPARE(report.skipped, 900);
    const QByteArrayList left = list();
    QCOMPARE(left.size(), 900);
    QCOMPARE(left.last(), elementOf(5'000, 20));
}

void TestOperationsCuts::leavesYoungElementsThatLieInFront()
{
    Bench bench(m_server, queue);
    push(300, 12); // 200 old ones, 100 young
    for (int i = 0; i < 300; ++i) {
        m_server.run({"HSET", "job:" + elementOf(i, 12), "created_at", now(i < 200 ? -3'600'000 : -1'000)});
    }
    OperationRequest trim = bench.request(Action::Trim);
    trim.olderThan = 10min;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 200);
    // Workers took fifty, and a delayed job was put in front to run now.
    for (int i = 0; i < 50; ++i) {
        m_server.run({"RPOP", "q"});
    }
    m_server.run({"HSET", "job:young", "created_at", now()});
    m_server.run({"RPUSH", "q", "young"});
    const OperationReport blocked = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(blocked.removed, 0);
    QVERIFY(blocked.state != OperationState::Done);
    QVERIFY2(blocked.error.contains(u"0 of 200"_s), qPrintable(blocked.error));
    m_server.run({"RPOP", "q"});
    // All the old ones are gone now, and a hundred young ones are at the end.
    const OperationReport report = bench.run(trim);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.removed, 150);
    QCOMPARE(list().size(), 100);
    // Nothing old is left; what was planned before must not take the young ones.
    const Result<Plan> late = Planner(bench.client).plan(trim);
    QVERIFY(late.ok());
    QCOMPARE(late->matched(), 0);
    const OperationReport again = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(again.removed, 0);
    QCOMPARE(list().size(), 100);
}

void TestOperationsCuts::removesTheOldOnesBesideAWorker()
{
    Bench bench(m_server, queue);
    push(10'700, 12);
    Pipeline records;
    for (int i = 0; i < 10'700; ++i) {
        records.add({"HSET", "job:" + elementOf(i, 12), "created_at", now(i < 10'200 ? -3'600'000 : -5'000)});
    }
    m_server.run(records);
    OperationRequest trim = bench.request(Action::Trim);
    trim.olderThan = 10min;
    const QByteArrayList young = list().first(500);
    const OperationReport report = run(bench, trim, [this] {
        for (int i = 0; i < 7 && m_server.run({"LLEN", "q"}).integer > 500; ++i) {
            m_server.run({"RPOP", "q"});
        }
    });
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.complete());
    QVERIFY2(report.removed > 9'000, QByteArray::number(report.removed).constData());
    QCOMPARE(list(), young);
}

void TestOperationsCuts::findsTheOldOnesBesideAFastWorker()
{
    Bench bench(m_server, queue);
    push(20'000, 12);
    Pipeline records;
    for (int i = 0; i < 20'000; ++i) {
        records.add({"HSET", "job:" + elementOf(i, 12), "created_at", now(i < 19'500 ? -3'600'000 : -5'000)});
    }
    m_server.run(records);
    const QByteArrayList young = list().first(500);
    std::atomic<int> taken = 0;
    std::jthread worker([this, &taken](const std::stop_token &stop) {
        Client client(m_server.local(), {"worker"});
        if (!client.connect()) {
            return;
        }
        while (!stop.stop_requested() && taken < 15'000) { // as fast as it can, but none of the young ones
            if (client.command({"EVAL", "return redis.call('LLEN', 'q') > 500 and redis.call('RPOP', 'q')", "0"})) {
                ++taken;
            }
        }
    });
    QTRY_VERIFY(taken > 10);
    OperationRequest trim = bench.request(Action::Trim);
    trim.olderThan = 10min;
    const OperationReport report = bench.run(trim);
    worker.request_stop();
    worker.join();
    QCOMPARE(report.error, QString());
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.removed > 0);
    QCOMPARE(list(), young);
}

void TestOperationsCuts::stopsWhereTheMarkIsGone()
{
    Bench bench(m_server, queue);
    push(1'000, 20);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 10;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(plan.ok());
    // Everything that was seen has been worked through: what is there now was never shown.
    m_server.run({"DEL", "q"});
    push(1'000, 20, 7'000);
    const QByteArrayList before = list();
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.state, OperationState::Failed);
    QCOMPARE(report.removed, 0);
    QVERIFY(!report.error.isEmpty());
    QCOMPARE(list(), before);
    // A list that is within the bound needs no mark.
    m_server.run({"LTRIM", "q", "0", "4"});
    const OperationReport within = Runner(bench.client, bench.journal.get()).run(*Planner(bench.client).plan(trim));
    QCOMPARE(within.state, OperationState::Done);
}

void TestOperationsCuts::trimsEqualElements()
{
    Bench bench(m_server, queue);
    Pipeline pipeline;
    for (int i = 0; i < 5'000; ++i) {
        pipeline.add({"LPUSH", "q", "tick"});
    }
    m_server.run(pipeline);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 100;
    int rounds = 0;
    const OperationReport report = run(bench, trim, [this, &rounds] {
        if (++rounds < 4) {
            m_server.run({"RPOP", "q"});
            m_server.run({"LPUSH", "q", "tick"});
            m_server.run({"RPOP", "q"});
        }
    });
    QCOMPARE(report.state, OperationState::Done);
    QVERIFY(report.removed <= 4'900);
    const qint64 left = m_server.run({"LLEN", "q"}).integer;
    QVERIFY2(left >= 100 && left <= 103, QByteArray::number(left).constData());
}

void TestOperationsCuts::endsOnScoresOfZero()
{
    Bench bench(m_server,
                R"({"name":"lobby","kind":"presence","keys":{"lastSeen":"seen"},"options":{"window":"30s"}})");
    Pipeline pipeline;
    for (int i = 0; i < 3'000; ++i) {
        pipeline.add({"ZADD", "seen", i % 2 == 0 ? "0" : "-0", "m" + QByteArray::number(i).rightJustified(5, '0')});
    }
    m_server.run(pipeline);
    // Were it to page for ever, this ends it.
    std::stop_source source;
    std::jthread watch([&source](const std::stop_token &ended) {
        for (int i = 0; i < 200 && !ended.stop_requested(); ++i) {
            std::this_thread::sleep_for(50ms);
        }
        source.request_stop();
    });
    OperationRequest prune = bench.request(Action::Prune);
    prune.olderThan = 10min;
    const Result<Plan> plan = Planner(bench.client, source.get_token()).plan(prune);
    QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
    QCOMPARE(plan->matched(), 3'000);
    const OperationReport purged = bench.run(bench.request(Action::Purge));
    QCOMPARE(purged.removed, 3'000);
    QCOMPARE(m_server.run({"EXISTS", "seen"}).integer, 0);
    QCOMPARE(bench.undo(purged.id).moved, 3'000);
}

void TestOperationsCuts::givesUpResending()
{
    Bench bench(m_server, queue);
    push(1'000, 20);
    FaultProxy proxy(m_server.local());
    Standalone client(proxy.endpoint(), {});
    QVERIFY(client.connect().ok());
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 10;
    const Result<Plan> plan = Planner(client).plan(trim);
    QVERIFY(plan.ok());
    // Everything is answered but for the batches: what comes back of them is not to be read.
    Faults faults;
    faults.replace = std::pair(QByteArray("\r\n2 "), QByteArray("\r\rX "));
    proxy.set(faults);
    RunnerOptions options;
    options.reconnectFor = 6s; // what lost requests stay valid for, and a little
    const OperationReport report = Runner(client, bench.journal.get(), options).run(*plan);
    QCOMPARE(report.state, OperationState::Failed); // nothing is known of what it did
    QVERIFY2(report.error.contains(u"--recover"_s), qPrintable(report.error));
    proxy.heal();
    const Result<std::vector<OpenOperation>> open = bench.journal->openOperations();
    QCOMPARE(open->size(), 1U);
    const Result<OperationReport> recovered = Runner(bench.client, bench.journal.get()).recover(open->front());
    QVERIFY(recovered.ok());
    QVERIFY(recovered->removed > 0);
    QCOMPARE(recovered->removed + m_server.run({"LLEN", "q"}).integer, 1'000);
    QCOMPARE(bench.undo(plan->id).moved, recovered->removed);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1'000);
}

/// A trim needs no job records: a user who may not read them trims all the same.
void TestOperationsCuts::trimsWithoutTheRecords()
{
    const Bench bench(m_server, queue);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    m_server.run({"ACL", "SETUSER", "crew", "on", ">secret", "~q", "~plimsoll:*", "+@all"});
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    Standalone client(endpoint, {});
    QVERIFY(client.connect().ok());
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 1;
    const Result<Plan> plan = Planner(client).plan(trim);
    QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
    QCOMPARE(plan->sample.size(), std::size_t(2));
    QCOMPARE(Runner(client, bench.journal.get()).run(*plan).removed, 2);
}

QTEST_GUILESS_MAIN(TestOperationsCuts)
#include "tst_operations_cuts.moc"
