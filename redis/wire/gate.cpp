// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/gate.h"

#include "redis/types/printable.h"

#include <QCoreApplication>

#include <algorithm>

namespace plimsoll::redis {

namespace {

constexpr QByteArrayView scriptPrefix = "EVALSHA:";

// Commands that change no data but lack the "readonly" flag. Sorted.
constexpr QByteArrayView harmless[] = {
    "ACL|WHOAMI",
    "ASKING",
    "AUTH",
    "CLIENT|GETNAME",
    "CLIENT|ID",
    "CLIENT|INFO",
    "CLIENT|LIST",
    "CLIENT|NO-TOUCH",
    "CLIENT|SETINFO",
    "CLIENT|SETNAME",
    "CLIENT|TRACKING",
    "CLUSTER|INFO",
    "CLUSTER|KEYSLOT",
    "CLUSTER|MYID",
    "CLUSTER|NODES",
    "CLUSTER|SHARDS",
    "CLUSTER|SLOTS",
    "COMMAND",
    "COMMAND|COUNT",
    "COMMAND|DOCS",
    "COMMAND|INFO",
    "COMMAND|LIST",
    "CONFIG|GET",
    "DBSIZE",
    "DISCARD",
    "ECHO",
    "EXEC",
    "HELLO",
    "INFO",
    "LASTSAVE",
    "LATENCY|HISTORY",
    "LATENCY|LATEST",
    "MEMORY|STATS",
    "MEMORY|USAGE",
    "MODULE|LIST",
    "MULTI",
    "PING",
    "READONLY",
    "ROLE",
    "SCRIPT|EXISTS",
    "SCRIPT|LOAD",
    "SELECT",
    "SLOWLOG|GET",
    "SLOWLOG|LEN",
    "TIME",
};

// Commands that only read data on every server since 6.2, for servers that do not report flags.
constexpr QByteArrayView reads[] = {
    "BITCOUNT", "EXISTS",        "GET",       "GETRANGE",    "HEXISTS",     "HGET",
    "HGETALL",  "HKEYS",         "HLEN",      "HMGET",       "HRANDFIELD",  "HSCAN",
    "HSTRLEN",  "LINDEX",        "LLEN",      "LPOS",        "LRANGE",      "MGET",
    "OBJECT",   "PEXPIRETIME",   "PTTL",      "SCAN",        "SCARD",       "SDIFF",
    "SINTER",   "SINTERCARD",    "SISMEMBER", "SMISMEMBER",  "SRANDMEMBER", "SSCAN",
    "STRLEN",   "TTL",           "TYPE",      "XINFO",       "XLEN",        "XPENDING",
    "XRANGE",   "XREVRANGE",     "ZCARD",     "ZCOUNT",      "ZLEXCOUNT",   "ZMSCORE",
    "ZRANGE",   "ZRANGEBYSCORE", "ZRANK",     "ZRANDMEMBER", "ZREVRANGE",   "ZREVRANGEBYSCORE",
    "ZREVRANK", "ZSCAN",         "ZSCORE",
};

QByteArray containerOf(const QByteArray &name)
{
    return name.first(name.contains('|') ? name.indexOf('|') : name.size());
}

bool isHarmless(const QByteArray &name)
{
    return std::binary_search(std::begin(harmless), std::end(harmless), QByteArrayView(name));
}

} // namespace

Result<CommandGate> CommandGate::fromCommandReply(const Reply &reply, std::set<QByteArray> readOnlyScripts)
{
    CommandGate gate;
    for (const Reply &command : reply.elements) {
        gate.learn(command);
    }
    if (gate.m_verdicts.isEmpty()) {
        return Error{
            ErrorKind::Refused,
            QCoreApplication::translate(
                "Wire",
                "The server does not describe its commands (COMMAND), so a read-only connection cannot be guaranteed")};
    }
    gate.m_readOnlyScripts = std::move(readOnlyScripts);
    return gate;
}

CommandGate CommandGate::builtIn(std::set<QByteArray> readOnlyScripts)
{
    CommandGate gate;
    for (const QByteArrayView name : reads) {
        gate.m_verdicts.insert(name.toByteArray(), Verdict::Reads);
    }
    gate.m_readOnlyScripts = std::move(readOnlyScripts);
    return gate;
}

/// Reads one entry: name, arity, flags, first key, last key, step; from Redis 6 ACL categories; from 7 tips, key
/// specifications and subcommands, which are entries of the same form.
void CommandGate::learn(const Reply &command)
{
    constexpr std::size_t flagsAt = 2;
    constexpr std::size_t subcommandsAt = 9;
    if (command.elements.size() <= flagsAt) {
        return;
    }
    const auto &flags = command.elements[flagsAt].elements;
    const auto has = [&](QByteArrayView flag) {
        return std::any_of(flags.begin(), flags.end(), [&](const Reply &entry) { return entry.bytes == flag; });
    };
    const Verdict verdict = has("write") ? Verdict::Writes : has("readonly") ? Verdict::Reads : Verdict::Neither;
    m_verdicts.insert(command.elements[0].bytes.toUpper(), verdict);
    if (command.elements.size() > subcommandsAt) {
        for (const Reply &subcommand : command.elements[subcommandsAt].elements) {
            learn(subcommand);
        }
    }
}

bool CommandGate::allows(const QByteArray &name) const
{
    if (name.startsWith(scriptPrefix)) {
        return m_readOnlyScripts.contains(name.sliced(scriptPrefix.size()));
    }
    auto verdict = m_verdicts.constFind(name);
    if (verdict == m_verdicts.constEnd() && name.contains('|')) {
        verdict = m_verdicts.constFind(containerOf(name)); // before Redis 7, the container's flags cover all
                                                           // subcommands
    }
    if (verdict != m_verdicts.constEnd() && *verdict != Verdict::Neither) {
        return *verdict == Verdict::Reads;
    }
    // If the administrator renamed or removed the command, the server returns an error itself.
    return isHarmless(name);
}

/// A command that the server does not list does not exist there under that name: it returns an error for that command
/// alone. If another command had been renamed to it, the server would list it with flags of its own.
bool CommandGate::isMissing(const QByteArray &name) const
{
    const QByteArray container = containerOf(name);
    return !m_verdicts.contains(name) && !m_verdicts.contains(container)
        && std::find(std::begin(reads), std::end(reads), QByteArrayView(container)) != std::end(reads);
}

std::optional<Error> CommandGate::judge(const std::vector<QByteArray> &commands) const
{
    const auto refused = std::find_if(commands.begin(), commands.end(),
                                      [&](const QByteArray &name) { return !allows(name) && !isMissing(name); });
    if (refused == commands.end()) {
        return std::nullopt;
    }
    QString shown = printable(*refused, 60);
    shown.replace(u'|', u' ').replace(u':', u' ');
    return Error{
        ErrorKind::Refused,
        QCoreApplication::translate("Wire", "Refused: the workspace is read-only, and %1 may change data").arg(shown)};
}

} // namespace plimsoll::redis
