// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QTest>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

// Workers take from the right, so the old end is there.
constexpr const char *queue = R"({"name":"q","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead"}})";
constexpr const char *timers = R"({"name":"timers","kind":"schedule","keys":{"delayed":"d"}})";
constexpr qint64 MiB = 1'024 * 1'024;

/// Stops what has not ended by itself in time, so that a loop without an end fails instead of hanging.
class Watchdog {
public:
    explicit Watchdog(std::chrono::seconds patience)
        : m_thread([this, patience](const std::stop_token &done) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              if (!std::condition_variable_any().wait_for(lock, done, patience,
                                                          [&] { return done.stop_requested(); })) {
                  m_stop.request_stop();
              }
          })
    {
    }
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
    std::jthread m_thread;
};

/// Bytes, as INFO memory says.
qint64 memory(RedisServer &server, const char *field)
{
    return infoField(server.run({"INFO", "memory"}).bytes, field).toLongLong();
}

} // namespace

/// Lists and sorted sets of shapes that averages say nothing of: small elements beside large ones, all of one score,
/// few that differ, and others at work in the middle of it.
class TestOperationsShapes : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void findsWhatLiesBehindLargeOnes_data();
    void findsWhatLiesBehindLargeOnes();
    void gathersFromTheLighterEnd();
    void trimsAListOfFewDistinctElements();

private:
    /// From a script, so that the server's memory does not rise beyond what stays in it.
    void push(const char *command, const QByteArray &key, qint64 count, qint64 size, qint64 from = 0);
    [[nodiscard]] QByteArrayList list(const char *key) { return strings(m_server.run({"LRANGE", key, "0", "-1"})); }

    RedisServer m_server;
};

void TestOperationsShapes::push(const char *command, const QByteArray &key, qint64 count, qint64 size, qint64 from)
{
    const Reply reply = m_server.run(
        {"EVAL",
         "for i = ARGV[3], ARGV[3] + ARGV[1] - 1 do local element = ('%08d'):format(i) .. "
         "('x'):rep(ARGV[2] - 8) redis.call(ARGV[4], KEYS[1], unpack(ARGV[4] == 'ZADD' and {5, element} "
         "or {element})) end",
         "1", key, QByteArray::number(count), QByteArray::number(size), QByteArray::number(from), command});
    QVERIFY2(!reply.isError(), reply.bytes.constData());
}

void TestOperationsShapes::findsWhatLiesBehindLargeOnes_data()
{
    QTest::addColumn<int>("small");
    QTest::addColumn<int>("others"); // between the large ones, so that these are seen only when they are read
    QTest::newRow("all at once") << 3'000 << 0;
    QTest::newRow("in the middle of a page") << 2'300 << 900;
}

void TestOperationsShapes::findsWhatLiesBehindLargeOnes()
{
    QFETCH(int, small);
    QFETCH(int, others);
    Bench bench(m_server, queue);
    push("LPUSH", "q", small, 10);
    push("LPUSH", "q", 60, MiB, small);
    push("LPUSH", "q", others, 10, small + 60);
    m_server.run({"LPUSH", "q", "wanted", "behind"});
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"ready"_s;
    discard.elements.resize(1);
    discard.elements[0].element = "wanted";
    discard.elements[0].key = "q";
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 1);
    ClientOptions options{"plimsoll:operate"};
    options.maxReplyBytes = 16 * MiB; // less than the large ones together
    Client client(m_server.local(), options);
    QVERIFY(client.connect().ok());
    const Watchdog watchdog(40s);
    const OperationReport report = Runner(client, bench.journal.get()).run(*plan, watchdog.token());
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 1);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, small + 60 + others + 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, "behind");
}

void TestOperationsShapes::gathersFromTheLighterEnd()
{
    // Nearer to the end at which 1 MiB elements lie, which nobody would want to exchange.
    RedisServer server;
    Bench bench(server, queue);
    const QByteArray fill = "for i = 1, 9000 do redis.call('LPUSH', 'q', ('%08d'):format(i)) end "
                            "for i = 1, 64 do redis.call('LPUSH', 'q', ('x'):rep(1024 * 1024)) end";
    QVERIFY(!server.run({"EVAL", fill, "0"}).isError());
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"ready"_s;
    for (int i = 5'500; i < 8'500; i += 2) {
        discard.ids.push_back(elementOf(i, 8));
    }
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    const qint64 before = memory(server, "used_memory");
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    const qint64 rise = memory(server, "used_memory_peak") - before;
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 1'500);
    QCOMPARE(server.run({"LLEN", "q"}).integer, 9'000 + 64 - 1'500);
    QVERIFY2(rise < 12 * MiB, QByteArray::number(rise).constData());
}

void TestOperationsShapes::trimsAListOfFewDistinctElements()
{
    QStringList slow;
    for (int attempt = 0; attempt < 3; ++attempt) { // what is too long is so every time
        m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
        m_server.flush();
        Bench bench(m_server, queue);
        const QByteArray fill = "for i = 1, 120000 do redis.call('LPUSH', 'q', i % 2 == 0 and 'sync' or 'clean') end";
        QVERIFY(!m_server.run({"EVAL", fill, "0"}).isError());
        OperationRequest trim = bench.request(Action::Trim);
        trim.keep = 110'000;
        const Result<Plan> plan = Planner(bench.client).plan(trim);
        QVERIFY(plan.ok());
        m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "5000"});
        m_server.run({"SLOWLOG", "RESET"});
        int batches = 0;
        RunnerOptions options;
        options.progress = [&](const OperationProgress &) {
            ++batches;
            if (batches == 1) {
                m_server.run({"LPUSH", "q", "clean", "clean", "clean"});
            } else if (batches == 2) {
                m_server.run({"LPUSH", "q", "sync"});
            }
        };
        const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.removed, 10'000);
        QVERIFY(batches > 3);
        QCOMPARE(m_server.run({"LLEN", "q"}).integer, 110'004);
        slow.clear();
        for (const Reply &entry : m_server.run({"SLOWLOG", "GET", "128"}).elements) {
            slow.append(u"%1 us"_s.arg(entry.elements.at(2).integer));
        }
        if (slow.isEmpty()) {
            break;
        }
    }
    QVERIFY2(slow.isEmpty(), qPrintable(slow.join(u", "_s)));
}

QTEST_GUILESS_MAIN(TestOperationsShapes)
#include "tst_operations_shapes.moc"
