// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/pipeline.h"

#include <QVarLengthArray>

#include <hiredis/hiredis.h>

#include <algorithm>

namespace plimsoll::redis {

namespace {

/// Commands whose subcommands do quite different things, so that the gate must know them one by one.
constexpr QByteArrayView containers[] = {"ACL",      "CLIENT",  "CLUSTER", "COMMAND", "CONFIG", "DEBUG",
                                         "FUNCTION", "LATENCY", "MEMORY",  "MODULE",  "OBJECT", "PUBSUB",
                                         "SCRIPT",   "SLOWLOG", "XGROUP",  "XINFO"};

QByteArray commandName(std::span<const QByteArrayView> arguments)
{
    QByteArray name = arguments[0].toByteArray().toUpper();
    if (arguments.size() > 1 && name == "EVALSHA") {
        return name + ':' + arguments[1].toByteArray().toLower();
    }
    if (arguments.size() > 1 && std::find(std::begin(containers), std::end(containers), name) != std::end(containers)) {
        return name + '|' + arguments[1].toByteArray().toUpper();
    }
    return name;
}

} // namespace

void Pipeline::add(std::initializer_list<QByteArrayView> arguments)
{
    add(std::span<const QByteArrayView>(arguments.begin(), arguments.size()));
}

void Pipeline::add(std::span<const QByteArrayView> arguments)
{
    Q_ASSERT(!arguments.empty());
    QVarLengthArray<const char *, 16> values;
    QVarLengthArray<size_t, 16> lengths;
    for (const QByteArrayView argument : arguments) {
        // hiredis copies with memcpy, which wants an address even for nothing.
        values.append(argument.isNull() ? "" : argument.data());
        lengths.append(static_cast<size_t>(argument.size()));
    }
    sds encoded = nullptr;
    const qsizetype length = // an int in hiredis 0.14, a long long in 1.x
        redisFormatSdsCommandArgv(&encoded, static_cast<int>(arguments.size()), values.data(), lengths.constData());
    Q_CHECK_PTR(encoded);
    m_bytes.append(encoded, length);
    redisFreeSdsCommand(encoded);
    ++m_size;
    note(commandName(arguments));
}

void Pipeline::append(const Pipeline &other)
{
    m_bytes.append(other.m_bytes);
    m_size += other.m_size;
    for (const QByteArray &command : other.m_commands) {
        note(command);
    }
}

void Pipeline::clear()
{
    m_bytes.resize(0); // keeps its memory: a plan is put together anew at every tick
    m_size = 0;
    m_commands.clear();
}

void Pipeline::note(const QByteArray &command)
{
    // A dozen names at most: a look through them is quicker than any hash.
    if (std::find(m_commands.begin(), m_commands.end(), command) == m_commands.end()) {
        m_commands.push_back(command);
    }
}

} // namespace plimsoll::redis
