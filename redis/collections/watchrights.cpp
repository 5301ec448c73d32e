// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/watchrights.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace plimsoll::redis {

namespace {

using std::chrono::milliseconds;

constexpr const char *anyId = "plimsoll"; // placeholder for the id of a job or a member

constexpr unsigned anyType = ListKey | SetKey | ZSetKey | HashKey | StringKey | StreamKey;

struct Row {
    unsigned types; ///< KeyType bits
    const char *words;
};

constexpr std::array watchTable{
    Row{0, "TIME"},
    Row{0, "INFO server"},
    Row{anyType, "TYPE KEY"},
    Row{anyType, "PTTL KEY"},
    Row{anyType, "EXISTS KEY"},
    Row{anyType, "MEMORY USAGE KEY"},
    Row{ListKey, "LLEN KEY"},
    Row{ListKey, "LINDEX KEY 0"},
    Row{ListKey, "LRANGE KEY 0 0"},
    Row{SetKey, "SCARD KEY"},
    Row{SetKey, "SSCAN KEY 0"},
    Row{SetKey, "SRANDMEMBER KEY"},
    Row{SetKey, "SISMEMBER KEY x"},
    Row{ZSetKey, "ZCARD KEY"},
    Row{ZSetKey, "ZCOUNT KEY 0 0"},
    Row{ZSetKey, "ZRANGE KEY 0 0"},
    Row{ZSetKey, "ZREVRANGE KEY 0 0"},
    Row{ZSetKey, "ZRANGEBYSCORE KEY 0 0"},
    Row{ZSetKey, "ZREVRANGEBYSCORE KEY 0 0"},
    Row{ZSetKey, "ZSCORE KEY x"},
    Row{HashKey, "HMGET KEY x"},
    Row{HashKey, "HSCAN KEY 0"},
    Row{StringKey, "GET KEY"},
    Row{StringKey, "GETRANGE KEY 0 0"},
    Row{StringKey, "STRLEN KEY"},
    Row{StreamKey, "XLEN KEY"},
    Row{StreamKey, "XINFO STREAM KEY"},
    Row{StreamKey, "XINFO GROUPS KEY"},
    Row{StreamKey, "XINFO CONSUMERS KEY x"},
    Row{StreamKey, "XPENDING KEY x"},
    Row{StreamKey, "XRANGE KEY - +"},
    Row{StreamKey, "XREVRANGE KEY + -"},
};

constexpr std::array searchTable{Row{0, "SCAN 0 COUNT 1"}, Row{0, "DBSIZE"}};

WatchCommand commandOf(const Row &row)
{
    WatchCommand command{{}, row.types};
    for (const QByteArray &word : QByteArray(row.words).split(' ')) {
        command.words.push_back(word == "KEY" ? QByteArray("plimsoll:nothing") : word);
    }
    return command;
}

/// A key that the glob matches, with `anyId` for each star; empty if it has other wildcards.
QByteArray exampleOf(const QByteArray &glob)
{
    const bool isSimple = glob.indexOf('[') < 0 && glob.indexOf('?') < 0 && glob.indexOf('\\') < 0;
    return isSimple ? QByteArray(glob).replace('*', anyId) : QByteArray();
}

} // namespace

std::vector<WatchedKey> watchedKeys(const CollectionDefinition &definition, milliseconds now, std::size_t most)
{
    std::vector<WatchedKey> all;
    for (const RoleKeys &keys : definition.keys) {
        const auto add = [&](const QByteArray &key, const QByteArray &glob, bool isExample) {
            if (all.size() < most && !key.isEmpty()) {
                all.push_back({key, glob, keys.role, isExample});
            }
        };
        for (const QByteArray &text : keys.templates) {
            if (keys.role->named == Named::ByGlob) {
                add(exampleOf(text), text, true);
                continue;
            }
            const Result<KeyTemplate> parsed = KeyTemplate::parse(text);
            if (!parsed) {
                continue; // redis/workspace has reported it
            }
            const std::vector<QByteArray> globs = parsed->globs();
            for (int period = 0; period < definition.periods(*keys.role) && all.size() < most; ++period) {
                const std::vector<QByteArray> expanded = parsed->expand(now, anyId, period);
                for (std::size_t i = 0; i < expanded.size(); ++i) {
                    add(expanded[i], globs[i], parsed->hasId());
                }
            }
        }
    }
    return all;
}

std::vector<WatchCommand> watchCommands(unsigned types, bool searches)
{
    std::vector<WatchCommand> commands;
    for (const Row &row : watchTable) {
        if (row.types == 0 || (row.types & types) != 0) {
            commands.push_back(commandOf(row));
        }
    }
    if (searches) {
        std::transform(searchTable.begin(), searchTable.end(), std::back_inserter(commands), commandOf);
    }
    return commands;
}

} // namespace plimsoll::redis
