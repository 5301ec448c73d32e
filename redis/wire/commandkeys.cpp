// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/commandkeys.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace plimsoll::redis {

namespace {

struct Entry {
    std::string_view command;
    KeyPositions keys;
};

constexpr KeyPositions none{};
constexpr KeyPositions one{.first = 1, .last = 1, .step = 1};
constexpr KeyPositions two{.first = 1, .last = 2, .step = 1};
constexpr KeyPositions second{.first = 2, .last = 2, .step = 1}; ///< after a subcommand
constexpr KeyPositions all{.first = 1, .last = -1, .step = 1};
constexpr KeyPositions countedFirst{.counted = 1};
constexpr KeyPositions streams{.behindStreams = true};
constexpr KeyPositions countedSecond{.counted = 2}; ///< after a script

constexpr std::array entries{
    Entry{"ACL|DRYRUN", none},
    Entry{"ACL|WHOAMI", none},
    Entry{"AUTH", none},
    Entry{"CLIENT|SETNAME", none},
    Entry{"COMMAND", none},
    Entry{"CONFIG|GET", none},
    Entry{"DBSIZE", none},
    Entry{"DEL", all},
    Entry{"DISCARD", none},
    Entry{"DUMP", one},
    Entry{"ECHO", none},
    Entry{"EVAL", countedSecond},
    Entry{"EVALSHA", countedSecond},
    Entry{"EXISTS", all},
    Entry{"EXPIRE", one},
    Entry{"GET", one},
    Entry{"GETRANGE", one},
    Entry{"HDEL", one},
    Entry{"HEXISTS", one},
    Entry{"HGET", one},
    Entry{"HINCRBY", one},
    Entry{"HLEN", one},
    Entry{"HMGET", one},
    Entry{"HSCAN", one},
    Entry{"HSET", one},
    Entry{"HSTRLEN", one},
    Entry{"INFO", none},
    Entry{"LINDEX", one},
    Entry{"LLEN", one},
    Entry{"LMOVE", two},
    Entry{"LPOP", one},
    Entry{"LPOS", one},
    Entry{"LPUSH", one},
    Entry{"LRANGE", one},
    Entry{"LREM", one},
    Entry{"LTRIM", one},
    Entry{"MEMORY|USAGE", second},
    Entry{"MULTI", none},
    Entry{"PERSIST", one},
    Entry{"PEXPIRE", one},
    Entry{"PEXPIREAT", one},
    Entry{"PEXPIRETIME", one},
    Entry{"PING", none},
    Entry{"PTTL", one},
    Entry{"RPOP", one},
    Entry{"RPUSH", one},
    Entry{"SADD", one},
    Entry{"SCAN", none},
    Entry{"SCARD", one},
    Entry{"SCRIPT|LOAD", none},
    Entry{"SELECT", none},
    Entry{"SET", one},
    Entry{"SINTERCARD", countedFirst},
    Entry{"SISMEMBER", one},
    Entry{"SLOWLOG|GET", none},
    Entry{"SLOWLOG|LEN", none},
    Entry{"SMISMEMBER", one},
    Entry{"SRANDMEMBER", one},
    Entry{"SREM", one},
    Entry{"SSCAN", one},
    Entry{"STRLEN", one},
    Entry{"TIME", none},
    Entry{"TTL", one},
    Entry{"TYPE", one},
    Entry{"UNLINK", all},
    Entry{"XACK", one},
    Entry{"XADD", one},
    Entry{"XAUTOCLAIM", one},
    Entry{"XCLAIM", one},
    Entry{"XGROUP|CREATE", second},
    Entry{"XINFO|CONSUMERS", second},
    Entry{"XINFO|GROUPS", second},
    Entry{"XINFO|STREAM", second},
    Entry{"XLEN", one},
    Entry{"XPENDING", one},
    Entry{"XRANGE", one},
    Entry{"XREADGROUP", streams},
    Entry{"XREVRANGE", one},
    Entry{"ZADD", one},
    Entry{"ZCARD", one},
    Entry{"ZCOUNT", one},
    Entry{"ZINCRBY", one},
    Entry{"ZMSCORE", one},
    Entry{"ZPOPMIN", one},
    Entry{"ZRANGE", one},
    Entry{"ZRANGEBYSCORE", one},
    Entry{"ZRANK", one},
    Entry{"ZREM", one},
    Entry{"ZREMRANGEBYRANK", one},
    Entry{"ZREMRANGEBYSCORE", one},
    Entry{"ZREVRANGE", one},
    Entry{"ZREVRANGEBYSCORE", one},
    Entry{"ZREVRANK", one},
    Entry{"ZSCORE", one},
};
static_assert(std::ranges::is_sorted(entries, {}, &Entry::command));

} // namespace

std::optional<KeyPositions> keyPositions(QByteArrayView command)
{
    const qsizetype script = command.indexOf(':');
    if (script >= 0) {
        command = command.first(script);
    }
    const std::string_view name(command.data(), static_cast<std::size_t>(command.size()));
    const auto *const found = std::ranges::lower_bound(entries, name, {}, &Entry::command);
    return found == entries.end() || found->command != name ? std::nullopt : std::optional(found->keys);
}

} // namespace plimsoll::redis
