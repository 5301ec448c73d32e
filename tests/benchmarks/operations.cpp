// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "redis/topology/standalone.h"
#include "redis/workspace/workspacefile.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QProcess>
#include <QTemporaryDir>

#include <atomic>
#include <thread>

/// Operations on a million elements, and what a second client feels meanwhile.
namespace plimsoll::benchmarks {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int million = 1'000'000;
constexpr int naive = 20'000; ///< elements for redis-cli, one command at a time

WorkspacePtr workspace()
{
    redis::WorkspaceResult parsed = redis::parseWorkspace(
        R"({"plimsoll":1,"name":"bench","connection":{"url":"redis://127.0.0.1"},"collections":[{"name":"q",)"
        R"("kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"},)"
        R"("options":{"maxAttempts":3}}]})",
        redis::kindInfos());
    return std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
}

void fill(testing::RedisServer &server, const QByteArray &script)
{
    for (int from = 0; from < million; from += 10'000) {
        server.run({"EVAL", script, "0", QByteArray::number(from), QByteArray::number(from + 10'000)});
    }
}

/// A client of another program: pings once a millisecond, and remembers what it waited.
class Neighbour {
public:
    explicit Neighbour(const redis::Endpoint &endpoint)
        : m_thread([this, endpoint](const std::stop_token &stop) { ping(endpoint, stop); })
    {
    }

    double p99()
    {
        m_thread.request_stop();
        m_thread.join();
        return percentile(m_milliseconds, 0.99);
    }

private:
    void ping(const redis::Endpoint &endpoint, const std::stop_token &stop)
    {
        redis::Client client(endpoint, {});
        if (!client.connect()) {
            return;
        }
        while (!stop.stop_requested()) {
            const Clock::time_point before = Clock::now();
            if (!client.command({"PING"})) {
                return;
            }
            const Clock::time_point after = Clock::now();
            m_milliseconds.push_back(std::chrono::duration<double, std::milli>(after - before).count());
            std::this_thread::sleep_until(before + std::chrono::milliseconds(1));
        }
    }

    std::vector<double> m_milliseconds;
    std::jthread m_thread;
};

struct Outcomes {
    double perSecond = 0;
    double p99 = 0;
    qint64 longestMicroseconds = 0;
    bool complete = false;
};

Outcomes measure(testing::RedisServer &server, const OperationRequest &request)
{
    QTemporaryDir folder;
    auto journal = redis::Journal::open(folder.path());
    redis::Standalone client(server.local(), {});
    if (!journal || !client.connect()) {
        return {};
    }
    const Result<Plan> plan = redis::Planner(client).plan(request);
    if (!plan) {
        return {};
    }
    server.run({"CONFIG", "SET", "slowlog-log-slower-than", "1000"});
    server.run({"SLOWLOG", "RESET"});
    Neighbour neighbour(server.local());
    const Clock::time_point before = Clock::now();
    const OperationReport report = redis::Runner(client, journal->get()).run(*plan);
    const double seconds = std::chrono::duration<double>(Clock::now() - before).count();
    Outcomes outcomes;
    outcomes.p99 = neighbour.p99();
    outcomes.perSecond = double(report.accounted()) / seconds;
    outcomes.complete = report.complete() && report.state == OperationState::Done && report.skipped == 0;
    const redis::Reply slow = server.run({"SLOWLOG", "GET", "128"});
    for (const redis::Reply &entry : slow.elements) {
        if (entry.elements.size() > 3 && entry.elements[3].elements.front().bytes == "EVALSHA") {
            outcomes.longestMicroseconds = std::max(outcomes.longestMicroseconds, entry.elements[2].integer);
        }
    }
    return outcomes;
}

void add(Report &report, const QString &what, const Outcomes &outcomes, double least)
{
    if (!outcomes.complete) {
        report.fail(what, QStringLiteral("it did not complete"));
        return;
    }
    report.addLeast(what, outcomes.perSecond, least, QStringLiteral("/s"));
    report.add(what + QStringLiteral(": second client, p99"), outcomes.p99, 10, QStringLiteral("ms"));
    report.add(what + QStringLiteral(": longest script"), double(outcomes.longestMicroseconds) / 1000.0, 5,
               QStringLiteral("ms"));
}

/// The same work by hand: one command after another through redis-cli.
double byHand(testing::RedisServer &server, const std::function<QByteArray(int)> &commands)
{
    QByteArray input;
    for (int i = 0; i < naive; ++i) {
        input += commands(i);
    }
    QProcess cli;
    const Clock::time_point before = Clock::now();
    cli.start(QStringLiteral("redis-cli"), {QStringLiteral("-s"), server.local().path});
    cli.write(input);
    cli.closeWriteChannel();
    cli.waitForFinished(120'000);
    return naive / std::chrono::duration<double>(Clock::now() - before).count();
}

void requeue(Report &report)
{
    testing::RedisServer server;
    fill(
        server,
        "for i = ARGV[1], ARGV[2] - 1 do redis.call('ZADD', 'p', 1000 + i, 'job-' .. i) "
        "redis.call('HSET', 'job:job-' .. i, 'attempts', '1', 'class', 'SendInvoice', 'created_at', '1700000000') end");
    OperationRequest request;
    request.workspace = workspace();
    request.action = Action::Requeue;
    add(report, QStringLiteral("requeue of 1,000,000 stale jobs with records"), measure(server, request), 40'000);
    report.note(QStringLiteral("… by redis-cli: ZREM, HINCRBY, RPUSH one by one"),
                byHand(server,
                       [](int i) {
                           const QByteArray id = "hand-" + QByteArray::number(i);
                           return "ZREM p " + id + "\nHINCRBY job:" + id + " attempts 1\nRPUSH q " + id + '\n';
                       }),
                QStringLiteral("/s"));
}

void trim(Report &report)
{
    for (const bool archive : {true, false}) {
        testing::RedisServer server;
        fill(server, "for i = ARGV[1], ARGV[2] - 1 do redis.call('LPUSH', 'q', 'element number ' .. i) end");
        OperationRequest request;
        request.workspace = workspace();
        request.action = Action::Trim;
        request.keep = 0;
        request.archive = archive;
        add(report,
            archive ? QStringLiteral("trim of a 1,000,000-element list, archived")
                    : QStringLiteral("trim of a 1,000,000-element list, not archived"),
            measure(server, request), archive ? 100'000 : 1'000'000);
        if (archive) {
            report.note(QStringLiteral("… by redis-cli: RPOP one by one"),
                        byHand(server, [](int) { return QByteArray("RPOP q\n"); }), QStringLiteral("/s"));
        }
    }
}

const Registration requeueBench("o1", "requeue a million stale jobs", requeue);
const Registration trimBench("o2", "trim a million elements", trim);

} // namespace

} // namespace plimsoll::benchmarks
