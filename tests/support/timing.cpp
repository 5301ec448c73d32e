// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timing.h"
#include "tests/support/redisserver.h"
#include <QTest>
#include <algorithm>
#include <array>
#include <map>
#include <vector>

namespace plimsoll::testing {

namespace {

bool isOfTests(QByteArrayView command)
{
    static constexpr std::array names = {"CONFIG", "INFO", "COMMAND", "SLOWLOG", "DEBUG", "FLUSHALL", "EVAL"};
    return std::ranges::any_of(names,
                               [command](const char *name) { return command.compare(name, Qt::CaseInsensitive) == 0; });
}

/// Current slowness of a server relative to the reference machine: the longest of some scripts that take 1 ms there.
/// Includes the effect of other load on the machine.
double slownessOf(RedisServer &server)
{
    constexpr int times = 20;
    constexpr double usual = 1'000; // microseconds
    const auto microseconds = [](const redis::Reply &time) {
        return time.elements.at(0).bytes.toLongLong() * 1'000'000 + time.elements.at(1).bytes.toLongLong();
    };
    qint64 longest = 0;
    for (int i = 0; i < times; ++i) {
        redis::Pipeline pipeline;
        pipeline.add({"TIME"});
        pipeline.add({"EVAL", "local x = 0 for i = 1, 60000 do x = (x + i) % 7 end return x", "0"});
        pipeline.add({"TIME"});
        const std::vector<redis::Reply> replies = server.run(pipeline);
        longest = std::max(longest, microseconds(replies.back()) - microseconds(replies.front()));
    }
    return std::max(1.0, double(longest) / usual);
}

/// Kinds of command of a slow log that holds every command, of which too many took more than `longest` microseconds,
/// or one far more.
QStringList overLong(const redis::Reply &slowLog, double longest)
{
    constexpr double share = 0.25;
    constexpr double far = 20;
    std::map<QByteArray, std::vector<qint64>> times;
    for (const redis::Reply &entry : slowLog.elements) {
        times[entry.elements.at(3).elements.front().bytes.toUpper()].push_back(entry.elements.at(2).integer);
    }
    QStringList slow;
    for (const auto &[name, each] : times) {
        const auto over = std::ranges::count_if(each, [longest](qint64 time) { return double(time) > longest; });
        const qint64 worst = std::ranges::max(each);
        if (!isOfTests(name) && (double(over) > share * double(each.size()) || double(worst) > far * longest)) {
            slow.append(QStringLiteral("%1 %2 us, %3 of %4")
                            .arg(QString::fromUtf8(name))
                            .arg(worst)
                            .arg(over)
                            .arg(each.size()));
        }
    }
    return slow;
}

} // namespace

QStringList slowCommands(RedisServer &server, std::chrono::microseconds bound, const std::function<void()> &work)
{
    QStringList slow;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        server.run({"CONFIG", "SET", "slowlog-max-len", "1000000"});
        const double before = slownessOf(server);
        server.run({"SLOWLOG", "RESET"});
        server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        work();
        server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
        const double longest = double(bound.count()) * std::max(before, slownessOf(server));
        slow = overLong(server.run({"SLOWLOG", "GET", "1000000"}), longest);
        server.run({"SLOWLOG", "RESET"});
        if (slow.isEmpty() || QTest::currentTestFailed()) {
            return {};
        }
        qInfo("%s", qPrintable(slow.join(QStringLiteral("; "))));
    }
    return slow;
}

std::chrono::milliseconds shortest(std::chrono::milliseconds bound, const std::function<void()> &work)
{
    auto best = std::chrono::milliseconds::max();
    for (int attempt = 0; attempt < attempts && best > bound && !QTest::currentTestFailed(); ++attempt) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        best = std::min(
            best, std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin));
    }
    return best;
}

} // namespace plimsoll::testing
