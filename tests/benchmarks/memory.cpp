// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "redis/poll/pollsession.h"
#include "tests/benchmarks/benchmark.h"
#include "tests/benchmarks/tenthousand.h"

#include <malloc.h>

/// An hour of ticks of 10,000 collections with their history: memory stays where it is after the first hundred.
namespace plimsoll::benchmarks {

namespace {

constexpr int ticks = 3600;
constexpr int settled = 100;

void run(Report &report)
{
    testing::RedisServer server;
    fill(server);
    malloc_trim(0); // what other benchmarks left behind is not of this one
    redis::PollOptions options;
    options.headInterval = std::chrono::milliseconds(125);
    redis::PollSession session(tenThousandCollections(), server.local(), options);
    models::History history;
    double afterSettling = 0;
    double most = 0;
    for (int i = 1; i <= ticks; ++i) {
        const auto result = session.tick();
        if (!result) {
            report.fail(QStringLiteral("(d) memory"), result.error().message);
            return;
        }
        // Back to back, but as if a second apart, so that the history lives through its hour.
        auto snapshot = std::make_shared<Snapshot>(**result);
        snapshot->serverTime += std::chrono::seconds(i);
        history.apply(snapshot);
        const double now = residentMiB();
        most = std::max(most, now);
        afterSettling = i == settled ? now : afterSettling;
    }
    report.note(QStringLiteral("(d) RSS after 100 ticks"), afterSettling, QStringLiteral("MiB"));
    report.add(QStringLiteral("(d) RSS growth over the next 3,500"), most - afterSettling, 5, QStringLiteral("MiB"));
    report.add(QStringLiteral("(d) RSS at the most"), most, 250, QStringLiteral("MiB"));
}

const Registration registration("d", "3,600 ticks of 10,000 collections", &run);

} // namespace

} // namespace plimsoll::benchmarks
