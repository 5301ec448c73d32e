// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/pollsession.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/tenthousand.h"

#include <QProcess>
#include <QTemporaryFile>

#include <algorithm>
#include <chrono>
#include <memory>

/// A tick of 10,000 collections against the least that a client takes for the same bytes over the same socket.
namespace plimsoll::benchmarks {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int rounds = 5;
constexpr int ticksPerRound = 60;
constexpr int ticksInFile = 20;

/// A real server that keeps the bytes of the last tick.
class Recording final : public redis::Server {
public:
    explicit Recording(const redis::Endpoint &endpoint) : Server(endpoint)
    {
        m_nodes.push_back(std::make_unique<redis::Node>(endpoint, redis::ClientOptions{.readOnly = true}));
    }

    Result<std::vector<redis::Reply>> exchange(const redis::Pipeline &pipeline, const std::stop_token &stop,
                                               const redis::ReplySink &sink) override
    {
        if (isRecording && pipeline.size() > lists) {
            bytes = pipeline.bytes();
        }
        return m_nodes.front()->exchange(pipeline, stop, sink);
    }

    bool isRecording = false;
    QByteArray bytes;
};

/// The least that a client needs for the same bytes over the same socket: redis-cli sends them and counts the replies.
double floorMs(const testing::RedisServer &server, const QString &ticksFile)
{
    QProcess client;
    client.setStandardInputFile(ticksFile);
    client.start(QStringLiteral("redis-cli"), {QStringLiteral("-s"), server.local().path, QStringLiteral("--pipe")});
    const auto start = std::chrono::steady_clock::now();
    client.waitForFinished(60'000);
    return Milliseconds(std::chrono::steady_clock::now() - start).count() / ticksInFile;
}

void run(Report &report)
{
    testing::RedisServer server;
    fill(server);
    redis::PollOptions options;
    // Ticks come back to back here: heads, whose number depends on the time between two ticks, would blur both sides.
    options.headInterval = std::chrono::hours(1);
    auto owned = std::make_unique<Recording>(server.local());
    Recording &recording = *owned;
    redis::PollSession session(tenThousandCollections(), std::move(owned), options);
    for (int i = 0; i < 30; ++i) { // every head once
        if (const auto first = session.tick(); !first) {
            report.fail(QStringLiteral("(a) tick"), first.error().message);
            return;
        }
    }
    recording.isRecording = true;
    static_cast<void>(session.tick());
    recording.isRecording = false;
    QTemporaryFile ticks;
    if (!ticks.open() || ticks.write(recording.bytes.repeated(ticksInFile)) < 0 || !ticks.flush()) {
        report.fail(QStringLiteral("(a) tick"), ticks.errorString());
        return;
    }
    // In turns, so that both meet the same machine; other work on it disturbs single rounds.
    std::vector<double> floors;
    std::vector<double> walls;
    std::vector<double> cpus;
    std::vector<double> commands;
    std::vector<double> servers;
    std::vector<double> serverCpus;
    for (int round = 0; round < rounds; ++round) {
        floors.push_back(floorMs(server, ticks.fileName()));
        const double serverBefore = serverCpuMs(server);
        for (int i = 0; i < ticksPerRound; ++i) {
            const double cpuBefore = ownCpuMs();
            const auto start = std::chrono::steady_clock::now();
            const auto snapshot = session.tick();
            walls.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
            cpus.push_back(ownCpuMs() - cpuBefore);
            commands.push_back((*snapshot)->commands);
            servers.push_back(Milliseconds((*snapshot)->serverShare).count());
        }
        serverCpus.push_back((serverCpuMs(server) - serverBefore) / ticksPerRound);
    }
    const double least = percentile(floors, 0.5);
    const double wall = percentile(walls, 0.5);
    report.note(QStringLiteral("(a) floor: redis-cli --pipe with the same bytes"), least, QStringLiteral("ms"));
    report.note(QStringLiteral("(a) tick of 10,000 collections, median"), wall, QStringLiteral("ms"));
    report.note(QStringLiteral("(a) tick, 95th percentile"), percentile(walls, 0.95), QStringLiteral("ms"));
    report.note(QStringLiteral("(a) of it the server's share, as a snapshot tells"), percentile(servers, 0.5),
                QStringLiteral("ms"));
    report.note(QStringLiteral("(a) server CPU a tick"), percentile(serverCpus, 0.5), QStringLiteral("ms"));
    report.note(QStringLiteral("(a) commands a tick"), percentile(commands, 0.5), QStringLiteral(""));
    report.add(QStringLiteral("(a) tick against the floor"), wall / least, 1.15, QStringLiteral("times"));
    report.add(QStringLiteral("(a) client CPU a tick"), percentile(cpus, 0.5), 10, QStringLiteral("ms"));
}

/// The same collections over three masters, in turns with one server.
void runCluster(Report &report)
{
    constexpr std::size_t masters = 3;
    testing::RedisServer server;
    fill(server);
    testing::RedisCluster cluster(masters);
    fill(cluster, masters);
    redis::PollOptions options;
    options.headInterval = std::chrono::hours(1);
    const WorkspacePtr workspace = tenThousandCollections();
    struct Side {
        redis::PollSession session;
        std::vector<double> walls, cpus;
    };
    Side sides[]{{redis::PollSession(workspace, server.tcp(), options), {}, {}},
                 {redis::PollSession(workspace, cluster.endpoint(), options), {}, {}}};
    for (int i = 0; i < 30; ++i) {
        for (Side &side : sides) {
            if (const auto first = side.session.tick(); !first) {
                report.fail(QStringLiteral("(g) tick"), first.error().message);
                return;
            }
        }
    }
    for (int i = 0; i < rounds * ticksPerRound; ++i) {
        for (Side &side : sides) {
            const double cpuBefore = ownCpuMs();
            const auto start = std::chrono::steady_clock::now();
            static_cast<void>(side.session.tick());
            side.walls.push_back(Milliseconds(std::chrono::steady_clock::now() - start).count());
            side.cpus.push_back(ownCpuMs() - cpuBefore);
        }
    }
    const auto times = [&sides](const auto member) {
        return percentile(sides[1].*member, 0.5) / percentile(sides[0].*member, 0.5);
    };
    report.note(QStringLiteral("(g) tick of one server, median"), percentile(sides[0].walls, 0.5),
                QStringLiteral("ms"));
    report.note(QStringLiteral("(g) tick of three masters, median"), percentile(sides[1].walls, 0.5),
                QStringLiteral("ms"));
    report.note(QStringLiteral("(g) wall time against one server"), times(&Side::walls), QStringLiteral("times"));
    report.add(QStringLiteral("(g) client CPU against one server"), times(&Side::cpus), 1.5, QStringLiteral("times"));
}

const Registration clusterRegistration("g", "a tick of 10,000 collections over three masters", &runCluster);
const Registration registration("a", "a tick of 10,000 collections", &run);

} // namespace

} // namespace plimsoll::benchmarks
