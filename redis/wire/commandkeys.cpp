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

constexpr KeyPositions noKey{};
constexpr KeyPositions oneKey{.first = 1, .last = 1, .step = 1};
constexpr KeyPositions twoKeys{.first = 1, .last = 2, .step = 1};
constexpr KeyPositions secondKey{.first = 2, .last = 2, .step = 1}; ///< after a subcommand
constexpr KeyPositions allKeys{.first = 1, .last = -1, .step = 1};
constexpr KeyPositions countedFirst{.counted = 1};
constexpr KeyPositions streams{.behindStreams = true};
constexpr KeyPositions countedSecond{.counted = 2}; ///< after a script

constexpr std::array entries{
    Entry{"ACL|DRYRUN", noKey},
    Entry{"ACL|WHOAMI", noKey},
    Entry{"ASKING", noKey},
    Entry{"AUTH", noKey},
    Entry{"CLIENT|ID", noKey},
    Entry{"CLIENT|SETNAME", noKey},
    Entry{"CLIENT|TRACKING", noKey},
    Entry{"CLUSTER|INFO", noKey},
    Entry{"CLUSTER|MYID", noKey},
    Entry{"CLUSTER|NODES", noKey},
    Entry{"CLUSTER|SHARDS", noKey},
    Entry{"CLUSTER|SLOTS", noKey},
    Entry{"COMMAND", noKey},
    Entry{"CONFIG|GET", noKey},
    Entry{"DBSIZE", noKey},
    Entry{"DEL", allKeys},
    Entry{"DISCARD", noKey},
    Entry{"DUMP", oneKey},
    Entry{"ECHO", noKey},
    Entry{"EVAL", countedSecond},
    Entry{"EVALSHA", countedSecond},
    Entry{"EVAL_RO", countedSecond},
    Entry{"EXISTS", allKeys},
    Entry{"EXPIRE", oneKey},
    Entry{"GET", oneKey},
    Entry{"GETRANGE", oneKey},
    Entry{"HDEL", oneKey},
    Entry{"HELLO", noKey},
    Entry{"HEXISTS", oneKey},
    Entry{"HGET", oneKey},
    Entry{"HINCRBY", oneKey},
    Entry{"HLEN", oneKey},
    Entry{"HMGET", oneKey},
    Entry{"HSCAN", oneKey},
    Entry{"HSET", oneKey},
    Entry{"HSTRLEN", oneKey},
    Entry{"INFO", noKey},
    Entry{"LINDEX", oneKey},
    Entry{"LLEN", oneKey},
    Entry{"LMOVE", twoKeys},
    Entry{"LPOP", oneKey},
    Entry{"LPOS", oneKey},
    Entry{"LPUSH", oneKey},
    Entry{"LRANGE", oneKey},
    Entry{"LREM", oneKey},
    Entry{"LTRIM", oneKey},
    Entry{"MEMORY|USAGE", secondKey},
    Entry{"MULTI", noKey},
    Entry{"OBJECT|FREQ", secondKey},
    Entry{"PERSIST", oneKey},
    Entry{"PEXPIRE", oneKey},
    Entry{"PEXPIREAT", oneKey},
    Entry{"PEXPIRETIME", oneKey},
    Entry{"PING", noKey},
    Entry{"PTTL", oneKey},
    Entry{"ROLE", noKey},
    Entry{"RPOP", oneKey},
    Entry{"RPUSH", oneKey},
    Entry{"SADD", oneKey},
    Entry{"SCAN", noKey},
    Entry{"SCARD", oneKey},
    Entry{"SCRIPT|LOAD", noKey},
    Entry{"SELECT", noKey},
    Entry{"SENTINEL|MASTER", noKey},
    Entry{"SENTINEL|REPLICAS", noKey},
    Entry{"SENTINEL|SENTINELS", noKey},
    Entry{"SET", oneKey},
    Entry{"SINTERCARD", countedFirst},
    Entry{"SISMEMBER", oneKey},
    Entry{"SLOWLOG|GET", noKey},
    Entry{"SLOWLOG|LEN", noKey},
    Entry{"SMISMEMBER", oneKey},
    Entry{"SRANDMEMBER", oneKey},
    Entry{"SREM", oneKey},
    Entry{"SSCAN", oneKey},
    Entry{"STRLEN", oneKey},
    Entry{"SUBSCRIBE", noKey},
    Entry{"TIME", noKey},
    Entry{"TTL", oneKey},
    Entry{"TYPE", oneKey},
    Entry{"UNLINK", allKeys},
    Entry{"WAIT", noKey},
    Entry{"XACK", oneKey},
    Entry{"XADD", oneKey},
    Entry{"XAUTOCLAIM", oneKey},
    Entry{"XCLAIM", oneKey},
    Entry{"XGROUP|CREATE", secondKey},
    Entry{"XINFO|CONSUMERS", secondKey},
    Entry{"XINFO|GROUPS", secondKey},
    Entry{"XINFO|STREAM", secondKey},
    Entry{"XLEN", oneKey},
    Entry{"XPENDING", oneKey},
    Entry{"XRANGE", oneKey},
    Entry{"XREADGROUP", streams},
    Entry{"XREVRANGE", oneKey},
    Entry{"ZADD", oneKey},
    Entry{"ZCARD", oneKey},
    Entry{"ZCOUNT", oneKey},
    Entry{"ZINCRBY", oneKey},
    Entry{"ZMSCORE", oneKey},
    Entry{"ZPOPMIN", oneKey},
    Entry{"ZRANGE", oneKey},
    Entry{"ZRANGEBYSCORE", oneKey},
    Entry{"ZRANK", oneKey},
    Entry{"ZREM", oneKey},
    Entry{"ZREMRANGEBYRANK", oneKey},
    Entry{"ZREMRANGEBYSCORE", oneKey},
    Entry{"ZREVRANGE", oneKey},
    Entry{"ZREVRANGEBYSCORE", oneKey},
    Entry{"ZREVRANK", oneKey},
    Entry{"ZSCORE", oneKey},
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
