// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/pipeline.h"

#include "redis/types/slot.h"

#include <QVarLengthArray>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace plimsoll::redis {

namespace {

/// True if commands of this name have subcommands that the gate must judge one by one.
bool hasSubcommands(QByteArrayView name)
{
    constexpr QByteArrayView names[] = {"ACL",     "CLIENT",   "CLUSTER",  "COMMAND", "CONFIG", "DEBUG",
                                        "EVALSHA", "FUNCTION", "LATENCY",  "MEMORY",  "MODULE", "OBJECT",
                                        "PUBSUB",  "SCRIPT",   "SENTINEL", "SLOWLOG", "XGROUP", "XINFO"};
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

QByteArray commandName(std::span<const QByteArrayView> arguments)
{
    QByteArray name = arguments[0].toByteArray().toUpper();
    if (arguments.size() == 1 || !hasSubcommands(name)) {
        return name;
    }
    return name == "EVALSHA" ? name + ':' + arguments[1].toByteArray().toLower()
                             : name + '|' + arguments[1].toByteArray().toUpper();
}

/// Resolves the positions for these arguments: `last` is then the index of the last key, and `step` 0 if there is no
/// key. Returns nothing if the positions are unknown.
std::optional<KeyPositions> keysAmong(std::span<const QByteArrayView> arguments,
                                      const std::optional<KeyPositions> &known)
{
    const int count = static_cast<int>(arguments.size());
    if (!known || known->counted >= count) {
        return std::nullopt;
    }
    KeyPositions keys = *known;
    if (keys.counted > 0) {
        bool isNumber = false;
        const int counted = arguments[static_cast<std::size_t>(keys.counted)].toInt(&isNumber);
        if (!isNumber || counted < 0 || counted >= count - keys.counted) {
            return std::nullopt; // the server will refuse it
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
    keys.last = std::min(keys.last < 0 ? count + keys.last : keys.last, count - 1);
    return keys;
}

qsizetype digits(qsizetype number)
{
    qsizetype count = 1;
    for (; number >= 10; number /= 10) {
        ++count;
    }
    return count;
}

/// Writes "*2\r\n" or "$3\r\n"; returns the end.
char *writeHeader(char *out, char type, qsizetype number)
{
    *out++ = type;
    out = std::to_chars(out, out + digits(number), number).ptr;
    return std::copy_n("\r\n", 2, out);
}

} // namespace

void Pipeline::add(std::initializer_list<QByteArrayView> arguments)
{
    add(std::span<const QByteArrayView>(arguments.begin(), arguments.size()));
}

void Pipeline::add(std::span<const QByteArray> arguments)
{
    add(std::vector<QByteArrayView>(arguments.begin(), arguments.end()));
}

/// RESP: an array of bulk strings.
void Pipeline::add(std::span<const QByteArrayView> arguments)
{
    Q_ASSERT(!arguments.empty());
    const auto count = static_cast<qsizetype>(arguments.size());
    qsizetype length = digits(count) + 3;
    for (const QByteArrayView argument : arguments) {
        length += digits(argument.size()) + argument.size() + 5;
    }
    Command command{.offset = m_bytes.size(),
                    .length = length,
                    .name = nameOf(arguments),
                    .firstKey = static_cast<int>(m_keys.size())};
    const std::optional<KeyPositions> keys = keysAmong(arguments, m_known[static_cast<std::size_t>(command.name)].keys);
    command.keysKnown = keys.has_value();
    int nextKey = keys && keys->step > 0 ? keys->first : -1;

    m_bytes.resize(command.offset + length);
    char *const start = m_bytes.data();
    char *out = writeHeader(start + command.offset, '*', count);
    for (int i = 0; i < count; ++i) {
        const QByteArrayView argument = arguments[static_cast<std::size_t>(i)];
        out = writeHeader(out, '$', argument.size());
        if (i == nextKey && i <= keys->last) {
            m_keys.push_back({out - start, argument.size()});
            command.slot = command.keyCount == 0 ? static_cast<qint16>(slotOf(argument)) : command.slot;
            ++command.keyCount;
            nextKey += keys->step;
        }
        out = std::copy_n(argument.data(), argument.size(), out);
        out = std::copy_n("\r\n", 2, out);
    }
    m_each.push_back(command);
}

/// Returns the index of the name. A name that was used before costs no copy, unless a subcommand belongs to it.
int Pipeline::nameOf(std::span<const QByteArrayView> arguments)
{
    const auto found = std::find(m_commands.begin(), m_commands.end(), arguments[0]);
    const auto index = static_cast<std::size_t>(found - m_commands.begin());
    return found != m_commands.end() && !m_known[index].hasSubcommands ? static_cast<int>(index)
                                                                       : note(commandName(arguments));
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

std::vector<QByteArrayView> Pipeline::arguments(int command) const
{
    QByteArrayView left = bytesOf(command);
    const auto number = [&left] { // of a header, which is left behind
        const qsizetype end = left.indexOf('\n') + 1;
        const qsizetype value = left.sliced(1, end - 3).toLongLong();
        left = left.sliced(end);
        return value;
    };
    std::vector<QByteArrayView> found(static_cast<std::size_t>(number()));
    for (QByteArrayView &argument : found) {
        const qsizetype length = number();
        argument = left.first(length);
        left = left.sliced(length + 2);
    }
    return found;
}

void Pipeline::clear()
{
    m_bytes.resize(0); // keeps its capacity: a plan is rebuilt at every tick
    m_each.clear();
    m_keys.clear();
    m_commands.clear();
    m_known.clear();
}

void Pipeline::truncate(const Size &size)
{
    m_bytes.resize(size.bytes);
    m_each.resize(size.commands);
    m_keys.resize(size.keys);
    m_commands.resize(size.names);
    m_known.resize(size.names);
}

int Pipeline::note(const QByteArray &command)
{
    // A dozen names at most: a linear search is faster than a hash.
    const auto found = std::find(m_commands.begin(), m_commands.end(), command);
    const auto index = static_cast<int>(found - m_commands.begin());
    if (found == m_commands.end()) {
        m_commands.push_back(command);
        m_known.push_back({keyPositions(command), hasSubcommands(command)});
    }
    return index;
}

} // namespace plimsoll::redis
