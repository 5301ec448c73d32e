// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashbench.h"

#include "redis/operations/journal/journal.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <mutex>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int elements = 20'000;

int setting(const char *name, int otherwise)
{
    return qEnvironmentVariableIsSet(name) ? qEnvironmentVariableIntValue(name) : otherwise;
}

QByteArrayList contents(RedisServer &server, const QByteArray &type)
{
    const redis::Reply reply = type == "list" ? server.run({"LRANGE", "key", "0", "-1"})
        : type == "zset"                      ? server.run({"ZRANGE", "key", "0", "-1", "WITHSCORES"})
                                              : server.run({"SMEMBERS", "key"});
    QByteArrayList list;
    for (const redis::Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    if (type == "set") {
        std::sort(list.begin(), list.end());
    }
    return list;
}

qint64 sizeOf(RedisServer &server, const QByteArray &type)
{
    return server.run({type == "list" ? "LLEN" : type == "zset" ? "ZCARD" : "SCARD", "key"}).integer;
}

/// Keys of ours but for fences, which go by themselves (lua/fence.lua).
QByteArrayList leftovers(RedisServer &server)
{
    QByteArrayList keys;
    for (const redis::Reply &key : server.run({"KEYS", "plimsoll:*"}).elements) {
        const redis::Reply held = server.run({"LRANGE", key.bytes, "0", "-1"});
        if (held.elements.size() != 1 || held.elements.front().bytes != "void") {
            keys.append(key.bytes);
        }
    }
    return keys;
}

} // namespace

/// Nothing is lost or duplicated, whichever process is killed at any moment. PLIMSOLL_RUNS is the number of random
/// runs, PLIMSOLL_SEED the seed of the first, PLIMSOLL_THREADS the number of parallel runs: with 1, the duration of
/// scripts is judged too.
class TestOperationsCrash : public QObject {
    Q_OBJECT

private slots:
    void everyElementIsInOnePlace();
    void undoIsExactAfterAKill_data();
    void undoIsExactAfterAKill();
};

void TestOperationsCrash::everyElementIsInOnePlace()
{
    const int runs = setting("PLIMSOLL_RUNS", 50);
    const auto firstSeed = static_cast<quint32>(setting("PLIMSOLL_SEED", 1));
    std::atomic_int next = 0;
    std::mutex mutex;
    CrashFigures sum;
    QStringList failures;
    const auto work = [&] {
        for (int i = next++; i < runs; i = next++) {
            const quint32 seed = firstSeed + static_cast<quint32>(i);
            CrashRun run(seed);
            const QString wrong = run.run();
            const std::scoped_lock lock(mutex);
            sum += run.figures();
            if (!wrong.isEmpty()) {
                failures.append(u"PLIMSOLL_SEED=%1 PLIMSOLL_RUNS=1:\n%2"_s.arg(seed).arg(wrong.left(2'000)));
            }
        }
    };
    QElapsedTimer timer;
    timer.start();
    {
        // A run mostly waits for processes to start and for the disk.
        std::vector<std::jthread> threads;
        const int sideBySide =
            setting("PLIMSOLL_THREADS", static_cast<int>(std::max(2U, std::thread::hardware_concurrency())) * 2);
        for (int i = 0; i < sideBySide; ++i) {
            threads.emplace_back(work);
        }
    }
    qInfo("%d runs in %lld s: %d operations, %d of them and %d servers killed, %d recovered, %d undone, %lld elements",
          runs, timer.elapsed() / 1000, sum.operations, sum.killedOperations, sum.killedServers, sum.recovered,
          sum.undone, sum.elements);
    QStringList touched;
    for (const auto &[action, count] : sum.touched) {
        touched << u"%1 %2"_s.arg(action).arg(count);
    }
    qInfo("elements touched: %s; longest script %.1f ms: %s", qPrintable(touched.join(u", "_s)),
          double(sum.longestScript.count()) / 1000, sum.longestCall.toPercentEncoding(" ").constData());
    QVERIFY2(failures.isEmpty(), qPrintable(failures.join(u'\n')));
    if (runs < 100) {
        return; // too few for every kind of operation to have had its turn
    }
    for (const char *action : {"requeue", "requeue-dead", "dead-letter", "discard", "run-now", "postpone", "move",
                               "edit", "adopt", "trim", "prune", "add", "set-expiry", "purge", "undo"}) {
        QVERIFY2(sum.touched[QLatin1String(action)] > 0, action);
    }
    // A machine that is busy holds the server up as well: only one run after the other, on a quiet one, judges time.
    QVERIFY2(setting("PLIMSOLL_THREADS", 0) != 1 || sum.longestScript < 10ms,
             "a script held the server for longer than 10 ms");
    QVERIFY((sum.killedOperations > runs / 4 && sum.killedServers > runs / 4 && sum.recovered > 0));
}

void TestOperationsCrash::undoIsExactAfterAKill_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("trim of a list") << QByteArray("list");
    QTest::newRow("trim of a sorted set") << QByteArray("zset");
    QTest::newRow("purge of a set") << QByteArray("set");
}

void TestOperationsCrash::undoIsExactAfterAKill()
{
    QFETCH(QByteArray, type);
    RedisServer server;
    QTemporaryDir folder;
    const Program program(folder.path());
    QRandomGenerator random(11);
    redis::Pipeline pipeline;
    for (int i = 0; i < elements; ++i) {
        QByteArray element(random.bounded(1, 40), Qt::Uninitialized);
        std::generate(element.begin(), element.end(), [&random] { return static_cast<char>(random.bounded(256)); });
        if (type == "list") {
            pipeline.add({"RPUSH", "key", element});
        } else if (type == "zset") {
            pipeline.add({"ZADD", "key", QByteArray::number(random.generateDouble() * 1e6, 'g', 17), element});
        } else {
            pipeline.add({"SADD", "key", element});
        }
    }
    server.run(pipeline);
    const QByteArrayList before = contents(server, type);
    const qint64 size = sizeOf(server, type);
    QFile file(folder.filePath(u"workspace.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"plimsoll":1,"name":"crash","connection":{"url":")" + server.url().toUtf8()
               + R"("},"collections":[{"name":"list","kind":"queue","keys":{"ready":"key"}},)"
               + R"({"name":"zset","kind":"leaderboard","keys":{"board":"key"}},)"
               + R"({"name":"set","kind":"members","keys":{"set":"key"}}]})");
    file.close();

    std::unique_ptr<QProcess> process;
    if (type == "set") {
        process = std::make_unique<QProcess>();
        process->start(
            QCoreApplication::applicationFilePath(),
            {u"--operate"_s, file.fileName(), folder.path(), u"set"_s, u"purge"_s, QString(), u"0"_s, u"1"_s});
        QVERIFY(process->waitForStarted());
    } else {
        process = program.start(
            {u"trim"_s, QString::fromLatin1(type), u"-w"_s, file.fileName(), u"--keep"_s, u"10"_s, u"--yes"_s});
    }
    QTRY_VERIFY_WITH_TIMEOUT(sizeOf(server, type) < size, 20'000);
    process->kill();
    process->waitForFinished();
    // A script that was sent before still runs; then the server closes the connection.
    QTRY_VERIFY_WITH_TIMEOUT(!server.run({"CLIENT", "LIST"}).bytes.contains("name=plimsoll"), 20'000);
    const qint64 taken = size - sizeOf(server, type);
    QVERIFY(taken > 0);
    qInfo("killed after %lld of %lld", taken, size);

    const auto recovery = program.start({u"operations"_s, u"--recover"_s});
    Program::finish(*recovery);
    QCOMPARE(recovery->exitCode(), 0);
    QVERIFY2(leftovers(server).isEmpty(), leftovers(server).join(' ').constData());
    const auto journal = redis::Journal::open(folder.path());
    QVERIFY(journal.ok());
    const auto operations = (*journal)->operations();
    QCOMPARE(operations->size(), 1U);
    QCOMPARE(operations->front().removed, taken);
    // Undo is killed, too, and asked again.
    const QStringList undo{u"undo"_s, operations->front().id, u"--yes"_s};
    const auto cut = program.start(undo);
    QTRY_VERIFY_WITH_TIMEOUT(sizeOf(server, type) > size - taken, 20'000);
    cut->kill();
    cut->waitForFinished();
    Program::finish(*program.start({u"operations"_s, u"--recover"_s}));
    Program::finish(*program.start(undo)); // refused where the first one was through
    QCOMPARE(sizeOf(server, type), size);
    QVERIFY(contents(server, type) == before);
    QVERIFY2(leftovers(server).isEmpty(), leftovers(server).join(' ').constData());
}

int main(int argc, char *argv[])
{
    return runCrashTest<TestOperationsCrash>(argc, argv);
}

#include "tst_operations_crash.moc"
