// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Encoded commands to send in one go, and what is known of each: its name, so that the read-only gate can judge the
/// whole without decoding it; its place and its keys, so that it can be split by node, sent again in part and joined.
/// A value: plans keep pipelines and append them to one another. Reentrant.
class Pipeline {
public:
    /// One of the commands, in the order in which they were added.
    struct Command {
        qsizetype offset = 0; ///< into bytes()
        qsizetype length = 0; ///< bytes
        int name = 0; ///< into commands()
        bool keysKnown = false; ///< else keys() is empty because nobody knows which arguments are keys
        int firstKey = 0; ///< of keyCount in keys()
        int keyCount = 0;
    };

    /// Appends one command; the first argument is its name ("ZCOUNT"), a container's subcommand the second
    /// (the gate then knows it as "CLIENT|SETNAME"). Encoded by hiredis (redisFormatCommandArgv).
    void add(std::initializer_list<QByteArrayView> arguments);
    void add(std::span<const QByteArrayView> arguments);
    /// Appends the commands of another pipeline as they are.
    void append(const Pipeline &other);
    /// Appends one command of another pipeline as it is. Must not be its own.
    void append(const Pipeline &other, int command);
    void clear();

    [[nodiscard]] int size() const { return static_cast<int>(m_each.size()); } ///< commands, which is replies
    [[nodiscard]] bool isEmpty() const { return m_each.empty(); }
    [[nodiscard]] const Command &at(int command) const { return m_each[static_cast<std::size_t>(command)]; }
    /// The key of a command, `index` below its keyCount. Views bytes(): good until the next change.
    [[nodiscard]] QByteArrayView key(int command, int index) const;
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// For patching a fixed-width argument in place (the *now* of a ZCOUNT), never a key; the length must not change.
    [[nodiscard]] QByteArray &mutableBytes() { return m_bytes; }
    /// Each command named once, upper case; an EVALSHA is named "EVALSHA:<sha1>".
    [[nodiscard]] const std::vector<QByteArray> &commands() const { return m_commands; }

private:
    struct Span {
        qsizetype offset = 0;
        qsizetype length = 0;
    };

    int note(const QByteArray &command);
    void noteKeys(Command &command, std::span<const QByteArrayView> arguments);

    QByteArray m_bytes;
    std::vector<Command> m_each;
    std::vector<Span> m_keys; ///< into m_bytes, command by command
    std::vector<QByteArray> m_commands;
};

} // namespace plimsoll::redis
