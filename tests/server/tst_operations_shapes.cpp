// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/serveranswers.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QSet>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>

#include <algorithm>
#include <atomic>
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

/// Tests lists and sorted sets whose averages are misleading: small elements next to large ones, equal scores, few
/// different elements, and other clients at work at the same time.
class TestOperationsShapes : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void findsWhatLiesBehindLargeOnes_data();
    void findsWhatLiesBehindLargeOnes();
    void leavesLargeNeighboursAlone_data();
    void leavesLargeNeighboursAlone();
    void gathersFromTheLighterEnd();
    void pagesThroughOneScoreWithoutOffsets();
    void missesNothingWhileASortedSetChanges();
    void readsLargeMembersByTheFew();
    void trimsAListOfFewDistinctElements();
    void looksNotThroughManyBytesAtOnce_data();
    void looksNotThroughManyBytesAtOnce();
    void putsBackWhatStaysWhenTheDiskIsFull();
    void putsBackWhatIsTooQuickForIt();

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
    Standalone client(m_server.local(), options);
    QVERIFY(client.connect().ok());
    const Watchdog watchdog(40s);
    const OperationReport report = Runner(client, bench.journal.get()).run(*plan, watchdog.token());
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 1);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, small + 60 + others + 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, "behind");
}

void TestOperationsShapes::leavesLargeNeighboursAlone_data()
{
    QTest::addColumn<bool>("over"); // others pushed the large ones over what was moved
    QTest::newRow("below") << false;
    QTest::newRow("over") << true;
}

void TestOperationsShapes::leavesLargeNeighboursAlone()
{
    QFETCH(bool, over);
    RedisServer server; // its memory has not been higher than it is
    Bench bench(server, queue);
    pushJobs(server, "dead", 50, 12);
    const QByteArrayList dead = strings(server.run({"LRANGE", "dead", "0", "-1"}));
    const auto fill = [&] {
        const QByteArray push = "for i = 1, 64 do redis.call('LPUSH', 'q', ('x'):rep(1024 * 1024)) end";
        QVERIFY(!server.run({"EVAL", push, "0"}).isError());
    };
    if (!over) {
        fill();
    }
    const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(requeued.moved, 50);
    if (over) {
        fill();
    }
    const qint64 before = memory(server, "used_memory");
    const OperationReport undone = bench.undo(requeued.id);
    const qint64 rise = memory(server, "used_memory_peak") - before;
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, 50);
    QCOMPARE(strings(server.run({"LRANGE", "dead", "0", "-1"})), dead);
    QCOMPARE(server.run({"LLEN", "q"}).integer, 64);
    QVERIFY2(rise < 12 * MiB, QByteArray::number(rise).constData());
}

void TestOperationsShapes::gathersFromTheLighterEnd()
{
    // The elements are nearer to the end with elements of 1 MiB, which are too large to exchange.
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

void TestOperationsShapes::pagesThroughOneScoreWithoutOffsets()
{
    constexpr int members = 20'000;
    Bench bench(m_server, timers);
    push("ZADD", "d", members, 8);
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    m_server.run({"CONFIG", "SET", "slowlog-max-len", "10000"});
    m_server.run({"SLOWLOG", "RESET"});
    OperationRequest postpone = bench.request(Action::Postpone);
    postpone.by = std::chrono::hours(1);
    const Result<Plan> plan = Planner(bench.client).plan(postpone);
    const Reply all = m_server.run({"SLOWLOG", "GET", "10000"});
    m_server.run({"CONFIG", "SET", "slowlog-log-slower-than", "10000"});
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), members);
    int pages = 0;
    for (const Reply &entry : all.elements) {
        const QByteArrayList words = strings(entry.elements.at(3));
        const qsizetype limit = words.indexOf("LIMIT");
        pages += words.front() == "ZRANGE" && words.contains("WITHSCORES") ? 1 : 0;
        QVERIFY2(limit < 0 || words.at(limit + 1).toInt() <= 1'000, words.join(' ').constData());
    }
    QVERIFY2(pages >= 20 && pages < 40, QByteArray::number(pages).constData());
}

void TestOperationsShapes::missesNothingWhileASortedSetChanges()
{
    constexpr int members = 30'000;
    Bench bench(m_server, timers);
    // Stays: every other of one score. The rest comes and goes: removed, rescored both ways, put in between.
    const auto add = [this](const QByteArray &name, int from, int to) {
        Pipeline pipeline;
        for (int i = from; i < to; ++i) {
            pipeline.add({"ZADD", "d", "1000", QByteArray::number(i).rightJustified(6, '0') + name});
        }
        m_server.run(pipeline);
    };
    add("stays", 0, members);
    add("goes", 0, members);
    std::atomic<int> rounds = 0;
    std::jthread others([&](const std::stop_token &stop) {
        Client client(m_server.local(), {"others"});
        if (!client.connect()) {
            return;
        }
        for (int i = 0; !stop.stop_requested(); i = (i + 7'919) % members) {
            const QByteArray number = QByteArray::number(i).rightJustified(6, '0');
            Pipeline pipeline;
            pipeline.add({"ZREM", "d", number + "goes"});
            pipeline.add({"ZADD", "d", i % 2 == 0 ? "2000" : "10",
                          QByteArray::number((i + 50) % members).rightJustified(6, '0') + "goes"});
            pipeline.add({"ZADD", "d", "1000", number + "new"});
            pipeline.add({"ZREM", "d", QByteArray::number(rounds.load() % members).rightJustified(6, '0') + "goes"});
            if (!client.exchange(pipeline)) {
                return;
            }
            ++rounds;
        }
    });
    QTRY_VERIFY(rounds > 10);
    OperationRequest postpone = bench.request(Action::Postpone);
    postpone.by = std::chrono::hours(1);
    const int before = rounds;
    const Result<Plan> plan = Planner(bench.client).plan(postpone);
    QVERIFY(rounds > before);
    others.request_stop();
    others.join();
    QVERIFY(plan.ok());
    QSet<QByteArray> seen;
    int stays = 0;
    for (const PlanItem &item : plan->steps.at(0).items) {
        QVERIFY2(!seen.contains(item.element), item.element.constData());
        seen.insert(item.element);
        stays += item.element.endsWith("stays") ? 1 : 0;
    }
    QCOMPARE(stays, members);
}

void TestOperationsShapes::readsLargeMembersByTheFew()
{
    RedisServer server;
    Bench bench(server, timers);
    const QByteArray fill = "for i = 1, 3000 do redis.call('ZADD', 'd', i, ('%08d'):format(i)) end "
                            "for i = 1, 60 do redis.call('ZADD', 'd', 5000 + i, i .. ('x'):rep(1024 * 1024)) end";
    QVERIFY(!server.run({"EVAL", fill, "0"}).isError());
    const qint64 before = memory(server, "used_memory");
    OperationRequest postpone = bench.request(Action::Postpone);
    postpone.by = std::chrono::hours(1);
    const Result<Plan> plan = Planner(bench.client).plan(postpone);
    const qint64 rise = memory(server, "used_memory_peak") - before;
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 3'060);
    QVERIFY2(rise < 12 * MiB, QByteArray::number(rise).constData());
}

void TestOperationsShapes::looksNotThroughManyBytesAtOnce_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<bool>("isLookedFor");
    QTest::newRow("small") << 16 << true;
    QTest::newRow("1 KB") << 1'000 << false;
}

/// If the nodes of a list are compressed, LPOS and LREM beyond 10 MB take 30 ms.
void TestOperationsShapes::looksNotThroughManyBytesAtOnce()
{
    QFETCH(int, size);
    QFETCH(bool, isLookedFor);
    Bench bench(m_server, queue);
    push("RPUSH", "q", 20'000, size);
    QByteArrayList expected = list("q");
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"ready"_s;
    discard.ids = {expected.takeAt(9'900)};
    m_server.run({"CONFIG", "RESETSTAT"});
    const OperationReport report = bench.run(discard);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.removed, 1);
    QCOMPARE(m_server.calls("lpos") > 0, isLookedFor);
    QVERIFY(list("q") == expected);
}

void TestOperationsShapes::trimsAListOfFewDistinctElements()
{
    const QStringList slow = slowCommands(m_server, 5ms, [this] {
        m_server.flush();
        Bench bench(m_server, queue);
        const QByteArray fill = "for i = 1, 120000 do redis.call('LPUSH', 'q', i % 2 == 0 and 'sync' or 'clean') end";
        QVERIFY(!m_server.run({"EVAL", fill, "0"}).isError());
        OperationRequest trim = bench.request(Action::Trim);
        trim.keep = 110'000;
        const Result<Plan> plan = Planner(bench.client).plan(trim);
        QVERIFY(plan.ok());
        int batches = 0;
        RunnerOptions options;
        ScriptWatch watch;
        watch.watch(options);
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
        QCOMPARE(watch.complaints(), QString());
    });
    QCOMPARE(slow, QStringList());
}

void TestOperationsShapes::putsBackWhatStaysWhenTheDiskIsFull()
{
    Bench bench(m_server, queue);
    push("LPUSH", "q", 30'000, 8);
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"ready"_s;
    for (int i = 3'000; i < 27'000; i += 8) {
        discard.ids.push_back(elementOf(i, 8));
    }
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    {
        QSqlDatabase file = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"shapes"_s);
        file.setDatabaseName(bench.folder.filePath(u"operations.sqlite"_s));
        QVERIFY(file.open());
        const QString full = u"CREATE TRIGGER full BEFORE INSERT ON sent WHEN NEW.batch > 3 BEGIN SELECT RAISE(FAIL, "
                             "'full'); END"_s;
        QVERIFY(!file.exec(full).lastError().isValid());
    }
    QSqlDatabase::removeDatabase(u"shapes"_s);
    QByteArrayList expected = list("q");
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.errorKind, ErrorKind::Storage);
    const QByteArrayList left = list("q");
    QVERIFY(left.size() < 30'000 && left.size() > 27'000);
    const QSet<QByteArray> stayed(left.begin(), left.end());
    expected.removeIf([&stayed](const QByteArray &element) { return !stayed.contains(element); });
    QVERIFY(left == expected);
}

void TestOperationsShapes::putsBackWhatIsTooQuickForIt()
{
    // Another client keeps pushing more at the new end than any window covers, and removes it again. In any outcome,
    // the remaining elements are in their places, or the report says that they are not.
    Bench bench(m_server, queue);
    push("LPUSH", "q", 30'000, 8);
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"ready"_s;
    for (int i = 16'000; i < 29'000; i += 4) {
        discard.ids.push_back(elementOf(i, 8));
    }
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    QByteArrayList expected = list("q");
    std::atomic<int> rounds = 0;
    std::jthread others([&](const std::stop_token &stop) {
        Client client(m_server.local(), {"others"});
        std::vector<QByteArrayView> words{"LPUSH", "q"};
        words.resize(402, "quick");
        Pipeline come, go;
        come.add(words);
        go.add({"LREM", "q", "0", "quick"});
        bool isFine = client.connect().ok();
        while (isFine && !stop.stop_requested()) {
            isFine = client.exchange(come).ok();
            std::this_thread::yield();
            isFine = client.exchange(go).ok() && isFine;
            ++rounds;
        }
    });
    QTRY_VERIFY(rounds > 10);
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    others.request_stop();
    others.join();
    qInfo("%lld removed, %lld skipped, %d rounds: %s, %s", static_cast<long long>(report.removed),
          static_cast<long long>(report.skipped), rounds.load(), qPrintable(report.error),
          qPrintable(report.notes.join(u"; "_s)));
    m_server.run({"LREM", "q", "0", "quick"});
    const QByteArrayList left = list("q");
    const QSet<QByteArray> stayed(left.begin(), left.end());
    QCOMPARE(left.size(), 30'000 - report.removed);
    const qint64 matched = plan->matched();
    QVERIFY2(report.removed == matched || report.state == OperationState::Partial
                 || report.state == OperationState::Failed,
             "what is still there was counted as skipped");
    expected.removeIf([&stayed](const QByteArray &element) { return !stayed.contains(element); });
    QVERIFY(left == expected || !report.notes.isEmpty());
}

QTEST_GUILESS_MAIN(TestOperationsShapes)
#include "tst_operations_shapes.moc"
