// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <thread>

/// Discovery of a million keys against redis-cli --bigkeys, and what it does to the latency of another client.
namespace plimsoll::benchmarks {

namespace {

constexpr int keys = 1'000'000;
constexpr int rounds = 3;

void fill(testing::RedisServer &server)
{
    constexpr int atOnce = 10'000;
    for (int from = 0; from < keys; from += atOnce) {
        server.run(
            {"EVAL",
             "for i = ARGV[1], ARGV[1] + ARGV[2] - 1 do "
             "local key = 'app:' .. ({'list', 'set', 'zset', 'string'})[i % 4 + 1] .. ':' .. string.format('%d', i) "
             "if i % 4 == 0 then redis.call('RPUSH', key, 'a', 'b', 'c') "
             "elseif i % 4 == 1 then redis.call('SADD', key, 'a', 'b', 'c') "
             "elseif i % 4 == 2 then redis.call('ZADD', key, 1, 'a', 2, 'b', 3, 'c') "
             "else redis.call('SET', key, 'value') end end",
             "0", QByteArray::number(from), QByteArray::number(atOnce)});
    }
}

/// Result of running a program.
struct Ran {
    double seconds = 0;
    double peakMiB = 0;
    QByteArray output;
};

/// Returns the peak memory of a process.
double peakMiB(qint64 process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    static const QRegularExpression peak(QStringLiteral("VmHWM:\\s+(\\d+)"));
    return status.open(QIODevice::ReadOnly)
        ? peak.match(QString::fromLatin1(status.readAll())).captured(1).toDouble() / 1024
        : 0;
}

Ran ran(const QString &program, const QStringList &arguments)
{
    Ran out;
    QProcess process;
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    for (bool isOver = false; !isOver;) {
        isOver = process.waitForFinished(50) || process.state() == QProcess::NotRunning;
        out.peakMiB = std::max(out.peakMiB, peakMiB(process.processId()));
    }
    out.seconds = static_cast<double>(timer.elapsed()) / 1e3;
    out.output = process.readAllStandardOutput();
    return out;
}

QStringList discoverArguments(const testing::RedisServer &server)
{
    return {QStringLiteral("discover"), QStringLiteral("-u"), server.url(), QStringLiteral("--format"),
            QStringLiteral("json")};
}

/// Returns the latency of a client that sends a GET about every half millisecond, in microseconds.
double percentile99(redis::Client &client)
{
    redis::Pipeline get;
    get.add({"GET", "app:string:3"});
    std::vector<double> took;
    QElapsedTimer whole;
    whole.start();
    while (whole.elapsed() < 5'000) {
        QElapsedTimer one;
        one.start();
        static_cast<void>(client.exchange(get));
        took.push_back(static_cast<double>(one.nsecsElapsed()) / 1e3);
        std::this_thread::sleep_for(std::chrono::microseconds(400));
    }
    return percentile(std::move(took), 0.99);
}

/// The same while a server is looked through.
double percentile99Beside(const testing::RedisServer &lookedThrough, redis::Client &client)
{
    QProcess scan;
    scan.start(QStringLiteral(PLIMSOLL_BINARY), discoverArguments(lookedThrough));
    std::this_thread::sleep_for(std::chrono::seconds(1));
    const double found = percentile99(client);
    scan.kill();
    scan.waitForFinished(-1);
    return found;
}

void run(Report &report)
{
    testing::RedisServer server;
    fill(server);
    std::vector<double> floors, walls, memory, longest;
    for (int round = 0; round < rounds; ++round) {
        floors.push_back(
            ran(QStringLiteral("redis-cli"), {QStringLiteral("-s"), server.local().path, QStringLiteral("--bigkeys")})
                .seconds);
        const Ran found =
            ran(QStringLiteral(PLIMSOLL_BINARY),
                discoverArguments(server) + QStringList{QStringLiteral("--share"), QStringLiteral("100")});
        const QJsonObject result = QJsonDocument::fromJson(found.output).object();
        if (result[QLatin1String("keys")].toInt() != keys) {
            report.fail(QStringLiteral("(k) discovery"), QString::fromUtf8(found.output.left(200)));
            return;
        }
        walls.push_back(found.seconds);
        memory.push_back(found.peakMiB);
        longest.push_back(result[QLatin1String("cost")][QLatin1String("longestMs")].toDouble());
    }
    report.note(QStringLiteral("(k) redis-cli --bigkeys"), percentile(floors, 0.5), QStringLiteral("s"));
    report.note(QStringLiteral("(k) discover --share 100"), percentile(walls, 0.5), QStringLiteral("s"));
    report.add(QStringLiteral("(k) against redis-cli --bigkeys"), percentile(walls, 0.5) / percentile(floors, 0.5),
               1.0 / 3, QStringLiteral("times"));
    report.add(QStringLiteral("(k) longest command, median"), percentile(longest, 0.5), 2, QStringLiteral("ms"));
    report.add(QStringLiteral("(k) memory at the most"), percentile(memory, 1), 100, QStringLiteral("MiB"));

    redis::Client client(server.local(), {});
    static_cast<void>(client.connect());
    // Where programs share few processors, one that looks elsewhere makes the client wait as well.
    testing::RedisServer other;
    fill(other);
    std::vector<double> alone, elsewhere, beside;
    for (int round = 0; round < rounds; ++round) {
        alone.push_back(percentile99(client));
        elsewhere.push_back(percentile99Beside(other, client));
        beside.push_back(percentile99Beside(server, client));
    }
    report.note(QStringLiteral("(k) GET of another client alone, 99th percentile"), percentile(alone, 0.5),
                QStringLiteral("µs"));
    report.note(QStringLiteral("(k) the same beside discover of another server"), percentile(elsewhere, 0.5),
                QStringLiteral("µs"));
    report.add(QStringLiteral("(k) the same beside discover"), percentile(beside, 0.5), 250, QStringLiteral("µs"));
    report.add(QStringLiteral("(k) beside discover, against beside that of another server"),
               percentile(beside, 0.5) / percentile(elsewhere, 0.5), 1.3, QStringLiteral("times"));
}

const Registration registration("k", "discovery of 1,000,000 keys", &run);

} // namespace

} // namespace plimsoll::benchmarks
