// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/pipeline.h"

#include "redis/wire/commandkeys.h"

#include <QVarLengthArray>

#include <hiredis/hiredis.h>

#include <algorithm>
#include <iterator>

namespace plimsoll::redis {

namespace {

/// Commands with very different subcommands, which the gate must judge one by one.
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

int digits(qsizetype number)
{
    int count = 1;
    for (; number >= 10; number /= 10) {
        ++count;
    }
    return count;
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
        // hiredis calls memcpy, which needs a valid address even for length 0.
        values.append(argument.isNull() ? "" : argument.data());
        lengths.append(static_cast<size_t>(argument.size()));
    }
    sds encoded = nullptr;
    const qsizetype length = // int in hiredis 0.14, long long in 1.x
        redisFormatSdsCommandArgv(&encoded, static_cast<int>(arguments.size()), values.data(), lengths.constData());
    Q_CHECK_PTR(encoded);
    Command command{.offset = m_bytes.size(), .length = length, .name = note(commandName(arguments))};
    m_bytes.append(encoded, length);
    redisFreeSdsCommand(encoded);
    noteKeys(command, arguments);
    m_each.push_back(command);
}

void Pipeline::noteKeys(Command &command, std::span<const QByteArrayView> arguments)
{
    command.firstKey = static_cast<int>(m_keys.size());
    const int count = static_cast<int>(arguments.size());
    const std::optional<KeyPositions> known = keyPositions(m_commands[static_cast<std::size_t>(command.name)]);
    if (!known || known->counted >= count) {
        return;
    }
    KeyPositions keys = *known;
    if (keys.counted > 0) {
        bool isNumber = false;
        const int counted = arguments[static_cast<std::size_t>(keys.counted)].toInt(&isNumber);
        if (!isNumber || counted < 0 || counted >= count - keys.counted) {
            return; // the server will refuse it
        }
        keys.first = keys.counted + 1;
        keys.last = keys.counted + counted;
        keys.step = 1;
    }
    if (keys.behindStreams) {
        const auto word = std::find_if(arguments.begin(), arguments.end(), [](QByteArrayView argument) {
            return argument.compare("STREAMS", Qt::CaseInsensitive) == 0;
        });
        keys.first = static_cast<int>(word - arguments.begin()) + 1;
        keys.last = keys.first + (count - keys.first) / 2 - 1;
        keys.step = keys.last >= keys.first ? 1 : 0;
    }
    command.keysKnown = true;
    if (keys.step == 0) {
        return;
    }
    const int last = std::min(keys.last < 0 ? count + keys.last : keys.last, count - 1);
    // "*2\r\n", then each argument as "$3\r\nkey\r\n" (RESP: an array of bulk strings).
    qsizetype at = command.offset + 1 + digits(count) + 2;
    for (int i = 0, next = keys.first; i <= last; ++i) {
        const qsizetype size = arguments[static_cast<std::size_t>(i)].size();
        at += 1 + digits(size) + 2;
        if (i == next) {
            m_keys.push_back({at, size});
            ++command.keyCount;
            next += keys.step;
        }
        at += size + 2;
    }
}

void Pipeline::append(const Pipeline &other)
{
    const qsizetype base = m_bytes.size();
    const int firstKey = static_cast<int>(m_keys.size());
    m_bytes.append(other.m_bytes);
    QVarLengthArray<int, 16> names;
    for (const QByteArray &command : other.m_commands) {
        names.append(note(command));
    }
    // A tick appends tens of thousands of commands: copied in bulk, then adjusted.
    const auto moved = std::ssize(m_each);
    m_each.insert(m_each.end(), other.m_each.begin(), other.m_each.end());
    std::for_each(m_each.begin() + moved, m_each.end(), [&](Command &command) {
        command.offset += base;
        command.name = names[command.name];
        command.firstKey += firstKey;
    });
    m_keys.insert(m_keys.end(), other.m_keys.begin(), other.m_keys.end());
    std::for_each(m_keys.begin() + firstKey, m_keys.end(), [base](Span &key) { key.offset += base; });
}

void Pipeline::append(const Pipeline &other, int command)
{
    Q_ASSERT(&other != this);
    Command added = other.at(command);
    const qsizetype moved = m_bytes.size() - added.offset;
    m_bytes.append(QByteArrayView(other.m_bytes).sliced(added.offset, added.length));
    const auto firstKey = other.m_keys.begin() + added.firstKey;
    added.offset += moved;
    added.name = note(other.m_commands[static_cast<std::size_t>(added.name)]);
    added.firstKey = static_cast<int>(m_keys.size());
    std::transform(firstKey, firstKey + added.keyCount, std::back_inserter(m_keys), [moved](const Span &key) {
        return Span{key.offset + moved, key.length};
    });
    m_each.push_back(added);
}

QByteArrayView Pipeline::key(int command, int index) const
{
    Q_ASSERT(index >= 0 && index < at(command).keyCount);
    const Span key = m_keys[static_cast<std::size_t>(at(command).firstKey) + static_cast<std::size_t>(index)];
    return QByteArrayView(m_bytes).sliced(key.offset, key.length);
}

void Pipeline::clear()
{
    m_bytes.resize(0); // keeps its capacity: a plan is rebuilt at every tick
    m_each.clear();
    m_keys.clear();
    m_commands.clear();
}

int Pipeline::note(const QByteArray &command)
{
    // A dozen names at most: a linear search is faster than a hash.
    const auto found = std::find(m_commands.begin(), m_commands.end(), command);
    const auto index = static_cast<int>(found - m_commands.begin());
    if (found == m_commands.end()) {
        m_commands.push_back(command);
    }
    return index;
}

} // namespace plimsoll::redis
