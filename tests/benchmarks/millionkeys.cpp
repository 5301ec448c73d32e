// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/poll/pollsession.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/support/rediscluster.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include <malloc.h>

/// A million keys on three masters, of which few change.
namespace plimsoll::benchmarks {

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr int collections = 1'000;
constexpr int keysOfEach = 1'000;
constexpr int ticks = 10;

QByteArray nameOf(int collection)
{
    return "m" + QByteArray::number(collection);
}

WorkspacePtr shardedQueues()
{
    auto made = std::make_shared<Workspace>();
    made->polling = Polling::Tracking;
    const KindInfo *const queue = redis::findKind(QStringLiteral("queue"));
    for (int i = 0; i < collections; ++i) {
        CollectionDefinition &definition = made->collections.emplace_back();
        definition.name = QString::fromLatin1(nameOf(i));
        definition.kind = queue;
        definition.keys.push_back(
            {&queue->roles.front(), {nameOf(i) + ":{0.." + QByteArray::number(keysOfEach - 1) + '}'}});
    }
    return made;
}

void run(Report &report)
{
    testing::RedisCluster cluster(3);
    malloc_trim(0); // what other benchmarks left behind is not of this one
    const double before = residentMiB();
    redis::PollSession session(shardedQueues(), cluster.endpoint(), {});
    double all = 0;
    double some = 0;
    for (int i = 0; i < 3 + ticks; ++i) {
        for (int change = 0; i >= 3 && change < 100; ++change) {
            const QByteArray key = nameOf(change) + ':' + QByteArray::number(i);
            cluster.master(cluster.masterOf(key)).run({"LPUSH", key, "job"});
        }
        const auto start = std::chrono::steady_clock::now();
        const auto snapshot = session.tick();
        if (!snapshot) {
            report.fail(QStringLiteral("(u) tick"), snapshot.error().message);
            return;
        }
        const double took = Milliseconds(std::chrono::steady_clock::now() - start).count();
        all = i < 3 ? std::max(all, took) : all;
        some = i < 3 ? some : std::max(some, took);
    }
    report.note(QStringLiteral("(u) asking all, wall"), all, QStringLiteral("ms"));
    report.add(QStringLiteral("(u) a tick with 100 changes, wall"), some, 1'000, QStringLiteral("ms"));
    report.note(QStringLiteral("(u) memory at the most"), mostResidentMiB() - before, QStringLiteral("MiB"));
    report.add(QStringLiteral("(u) memory"), residentMiB() - before, 400, QStringLiteral("MiB"));
}

const Registration registration("u", "a million keys on three masters", run);

} // namespace

} // namespace plimsoll::benchmarks
