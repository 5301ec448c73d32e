// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/tenthousand.h"

#include <QProcess>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

/// A tick of 10,000 collections against the least the server could take for the same commands.
namespace plimsoll::benchmarks {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int rounds = 5;
constexpr int ticksPerRound = 60;

double threadCpuMs()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    const auto ms = [](const timeval &t) {
        return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
    };
    return ms(usage.ru_utime) + ms(usage.ru_stime);
}

/// Requests a second of one command, as redis-benchmark finds them.
double rate(const testing::RedisServer &server, const QStringList &command)
{
    QProcess benchmark;
    benchmark.start(QStringLiteral("redis-benchmark"),
                    QStringList{QStringLiteral("-s"), server.local().path, QStringLiteral("-P"), QStringLiteral("500"),
                                QStringLiteral("-c"), QStringLiteral("1"), QStringLiteral("-n"),
                                QStringLiteral("100000"), QStringLiteral("--csv")}
                        + command);
    benchmark.waitForFinished(60'000);
    const QByteArrayList lines = benchmark.readAllStandardOutput().trimmed().split('\n');
    const QByteArrayList fields = lines.last().split(',');
    return fields.size() > 1 ? QByteArray(fields[1]).replace('"', "").toDouble() : 0;
}

double floorMs(const testing::RedisServer &server)
{
    const QString now = QString::number(
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
            .count());
    struct Share {
        int count;
        QStringList command;
    };
    const std::vector<Share> shares{
        {lists, {QStringLiteral("LLEN"), QStringLiteral("list:1")}},
        {sets, {QStringLiteral("SCARD"), QStringLiteral("set:1")}},
        {sortedSets, {QStringLiteral("ZCARD"), QStringLiteral("zset:1")}},
        {sortedSets, {QStringLiteral("ZCOUNT"), QStringLiteral("zset:1"), QStringLiteral("-inf"), now}}};
    double seconds = 0;
    for (const Share &share : shares) {
        seconds += share.count / rate(server, share.command);
    }
    return seconds * 1e3;
}

void run(Report &report)
{
    testing::RedisServer server;
    fill(server);
    redis::PollOptions options;
    // Ticks come back to back here, some 25 ms apart instead of a second: heads at the same pace, in ticks.
    options.headInterval = std::chrono::milliseconds(125);
    redis::PollSession session(tenThousandCollections(), server.local(), options);
    for (int i = 0; i < 30; ++i) { // every head once
        if (const auto first = session.tick(); !first) {
            report.fail(QStringLiteral("(a) tick"), first.error().message);
            return;
        }
    }
    // In turns, so that both meet the same machine; other work on it disturbs single rounds.
    std::vector<double> floors;
    std::vector<double> walls;
    std::vector<double> cpus;
    std::vector<double> commands;
    std::vector<double> servers;
    for (int round = 0; round < rounds; ++round) {
        floors.push_back(floorMs(server));
        for (int i = 0; i < ticksPerRound; ++i) {
            const double cpuBefore = threadCpuMs();
            const auto start = std::chrono::steady_clock::now();
            const auto snapshot = session.tick();
            walls.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
            cpus.push_back(threadCpuMs() - cpuBefore);
            commands.push_back((*snapshot)->commands);
            servers.push_back(Milliseconds((*snapshot)->serverShare).count());
        }
    }
    const double least = percentile(floors, 0.5);
    const double wall = percentile(walls, 0.5);
    report.note(QStringLiteral("(a) floor by redis-benchmark, 14,000 counts"), least, QStringLiteral("ms"));
    report.note(QStringLiteral("(a) tick of 10,000 collections, median"), wall, QStringLiteral("ms"));
    report.note(QStringLiteral("(a) tick, 95th percentile"), percentile(walls, 0.95), QStringLiteral("ms"));
    report.note(QStringLiteral("(a) of it waiting for the server"), percentile(servers, 0.5), QStringLiteral("ms"));
    report.note(QStringLiteral("(a) commands a tick, heads included"), percentile(commands, 0.5), QStringLiteral(""));
    report.add(QStringLiteral("(a) tick against the floor"), wall / least, 1.5, QStringLiteral("times"));
    report.add(QStringLiteral("(a) client CPU a tick"), percentile(cpus, 0.5), 10, QStringLiteral("ms"));
}

const Registration registration("a", "a tick of 10,000 collections", &run);

} // namespace

} // namespace plimsoll::benchmarks
