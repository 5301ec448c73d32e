// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/poll/pollsession.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/redisserver.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

/// 100,000 collections of which few or many change between two ticks: all asked, against those that the server tells
/// of.
namespace plimsoll::benchmarks {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int collections = 100'000;
constexpr int ticks = 12;

QByteArray keyOf(int index)
{
    return "list:" + QByteArray::number(index);
}

WorkspacePtr queues(Polling polling)
{
    auto made = std::make_shared<Workspace>();
    made->polling = polling;
    const KindInfo *const queue = redis::findKind(QStringLiteral("queue"));
    for (int i = 0; i < collections; ++i) {
        CollectionDefinition &definition = made->collections.emplace_back();
        definition.name = QString::fromLatin1(keyOf(i));
        definition.kind = queue;
        definition.keys.push_back({&queue->roles.front(), {keyOf(i)}});
    }
    return made;
}

void push(testing::RedisServer &server, int first, int count, int step)
{
    redis::Pipeline pipeline;
    for (int i = 0; i < count; ++i) {
        pipeline.add({"LPUSH", keyOf((first + i * step) % collections), "job"});
    }
    server.run(pipeline);
}

struct Cost {
    double client = 0, server = 0, wall = 0, asked = 0; ///< ms and rows, a tick
};

/// Mean of the ticks after `changes` writes each, without what the writes cost.
std::optional<Cost> costOf(redis::PollSession &session, testing::RedisServer &server, int changes, int &at)
{
    Cost sum;
    if (!session.tick()) { // what has changed since its last one
        return std::nullopt;
    }
    for (int i = 0; i < ticks; ++i) {
        push(server, at++, changes, collections / std::max(changes, 1));
        const double serverBefore = serverCpuMs(server);
        const double clientBefore = ownCpuMs();
        const auto start = std::chrono::steady_clock::now();
        const auto snapshot = session.tick();
        if (!snapshot) {
            return std::nullopt;
        }
        sum.wall += Milliseconds(std::chrono::steady_clock::now() - start).count() / ticks;
        sum.client += (ownCpuMs() - clientBefore) / ticks;
        sum.server += (serverCpuMs(server) - serverBefore) / ticks;
        sum.asked += double((*snapshot)->asked.count) / ticks;
    }
    return sum;
}

void run(Report &report)
{
    testing::RedisServer server;
    push(server, 0, collections, 1);
    redis::PollOptions options;
    options.headInterval = std::chrono::hours(1); // ticks come back to back here
    options.headBudget = 0; // every head at the first tick
    redis::PollSession all(queues(Polling::All), server.local(), options);
    redis::PollSession some(queues(Polling::Tracking), server.local(), options);
    for (redis::PollSession *session : {&all, &some}) {
        for (int i = 0; i < 3; ++i) {
            if (const auto first = session->tick(); !first) {
                report.fail(QStringLiteral("(t) tick"), first.error().message);
                return;
            }
            session->goOn();
        }
    }
    int at = 0;
    for (const int percent : {1, 10, 40}) {
        const int changes = collections / 100 * percent;
        static_cast<void>(costOf(some, server, changes, at)); // too many changes end it
        const auto everything = costOf(all, server, changes, at);
        const auto changed = costOf(some, server, changes, at);
        if (!everything || !changed) {
            report.fail(QStringLiteral("(t) tick"), QStringLiteral("lost"));
            return;
        }
        const QString name = QStringLiteral("(t) %1 % changed: ").arg(percent);
        report.note(name + QStringLiteral("rows asked"), changed->asked, QString());
        report.note(name + QStringLiteral("all, server"), everything->server, QStringLiteral("ms"));
        report.note(name + QStringLiteral("tracked, server"), changed->server, QStringLiteral("ms"));
        report.note(name + QStringLiteral("all, client"), everything->client, QStringLiteral("ms"));
        report.note(name + QStringLiteral("tracked, client"), changed->client, QStringLiteral("ms"));
        report.note(name + QStringLiteral("all, wall"), everything->wall, QStringLiteral("ms"));
        report.note(name + QStringLiteral("tracked, wall"), changed->wall, QStringLiteral("ms"));
        const double most = percent == 1 ? 0.12 : 1.1;
        report.add(name + QStringLiteral("server, tracked against all"), changed->server / everything->server, most,
                   QStringLiteral("times"));
        report.add(name + QStringLiteral("client, tracked against all"), changed->client / everything->client, most,
                   QStringLiteral("times"));
    }
}

const Registration registration("t", "100,000 collections, few of which change", run);

} // namespace

} // namespace plimsoll::benchmarks
