// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/timing.h"
#include "tests/support/redisserver.h"
#include <QTest>
#include <algorithm>
#include <array>
#include <limits>
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

/// Microseconds between the first and the last reply, each to TIME.
qint64 timeBetween(const std::vector<redis::Reply> &replies)
{
    const auto microseconds = [](const redis::Reply &time) {
        return time.elements.at(0).bytes.toLongLong() * 1'000'000 + time.elements.at(1).bytes.toLongLong();
    };
    return microseconds(replies.back()) - microseconds(replies.front());
}

/// Current slowness of a server relative to the reference machine: the longest of some scripts that take 1 ms there.
/// Includes the effect of other load on the machine.
double slownessOf(RedisServer &server)
{
    constexpr int times = 20;
    constexpr double usual = 1'000; // microseconds
    qint64 longest = 0;
    for (int i = 0; i < times; ++i) {
        redis::Pipeline pipeline;
        pipeline.add({"TIME"});
        pipeline.add({"EVAL", "local x = 0 for i = 1, 60000 do x = (x + i) % 7 end return x", "0"});
        pipeline.add({"TIME"});
        longest = std::max(longest, timeBetween(server.run(pipeline)));
    }
    return std::max(1.0, double(longest) / usual);
}

/// True for a command that changes nothing and that the slow log gives in full, so that it can be asked again.
bool isRepeatable(const std::vector<redis::Reply> &arguments)
{
    static constexpr std::array names = {
        "EXISTS", "GET",    "GETRANGE", "HGETALL", "HLEN",      "HMGET", "HSCAN",  "LINDEX", "LLEN",      "LPOS",
        "LRANGE", "MEMORY", "MGET",     "PTTL",    "SCAN",      "SCARD", "SINTER", "SSCAN",  "STRLEN",    "TYPE",
        "XINFO",  "XLEN",   "XPENDING", "XRANGE",  "XREVRANGE", "ZCARD", "ZCOUNT", "ZRANGE", "ZREVRANGE", "ZSCAN",
    };
    const auto isCut = [](const redis::Reply &argument) { return argument.bytes.contains(" more "); };
    return std::ranges::any_of(names,
                               [&arguments](const char *name) {
                                   return arguments.front().bytes.compare(name, Qt::CaseInsensitive) == 0;
                               })
        && std::ranges::none_of(arguments, isCut);
}

/// Shortest time of a command that is asked some times more.
qint64 again(RedisServer &server, const std::vector<redis::Reply> &arguments)
{
    constexpr int times = 5;
    std::vector<QByteArrayView> command;
    for (const redis::Reply &argument : arguments) {
        command.emplace_back(argument.bytes);
    }
    qint64 shortest = std::numeric_limits<qint64>::max();
    for (int i = 0; i < times; ++i) {
        redis::Pipeline pipeline;
        pipeline.add({"TIME"});
        pipeline.add(command);
        pipeline.add({"TIME"});
        shortest = std::min(shortest, timeBetween(server.run(pipeline)));
    }
    return shortest;
}

/// Commands in a slow log of all commands that are too slow: one call took more than `longest` microseconds each time
/// it was repeated or, if it cannot be repeated, too many calls did, or one took far more.
QStringList overLong(RedisServer &server, const redis::Reply &slowLog, double longest)
{
    constexpr double share = 0.25;
    constexpr double far = 20;
    struct Kind {
        int calls = 0, over = 0;
        qint64 worst = 0;
        bool isSlow = false;
    };
    std::map<QByteArray, Kind> kinds;
    for (const redis::Reply &entry : slowLog.elements) {
        const std::vector<redis::Reply> &arguments = entry.elements.at(3).elements;
        Kind &kind = kinds[arguments.front().bytes.toUpper()];
        ++kind.calls;
        qint64 time = entry.elements.at(2).integer;
        const bool repeats = isRepeatable(arguments);
        if (repeats && double(time) > longest) {
            time = again(server, arguments);
        }
        if (double(time) > longest) {
            ++kind.over;
            kind.isSlow = kind.isSlow || repeats || double(time) > far * longest;
            kind.worst = std::max(kind.worst, time);
        }
    }
    QStringList slow;
    for (const auto &[name, kind] : kinds) {
        if (!isOfTests(name) && (kind.isSlow || kind.over > share * kind.calls)) {
            slow.append(QStringLiteral("%1 %2 us, %3 of %4")
                            .arg(QString::fromUtf8(name))
                            .arg(kind.worst)
                            .arg(kind.over)
                            .arg(kind.calls));
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
        slow = overLong(server, server.run({"SLOWLOG", "GET", "1000000"}), longest);
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
