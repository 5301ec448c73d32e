// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Encoded commands to send in one go, and which commands they are, so that the read-only gate can judge the
/// whole without decoding it. A value: plans keep pipelines and append them to one another. Reentrant.
class Pipeline {
public:
    /// Appends one command; the first argument is its name ("ZCOUNT"), a container's subcommand the second
    /// (the gate then knows it as "CLIENT|SETNAME"). Encoded by hiredis (redisFormatCommandArgv).
    void add(std::initializer_list<QByteArrayView> arguments);
    void add(std::span<const QByteArrayView> arguments);
    /// Appends the commands of another pipeline as they are.
    void append(const Pipeline &other);
    void clear();

    [[nodiscard]] int size() const { return m_size; } ///< commands, which is replies
    [[nodiscard]] bool isEmpty() const { return m_size == 0; }
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// For patching a fixed-width argument in place (the *now* of a ZCOUNT); the length must not change.
    [[nodiscard]] QByteArray &mutableBytes() { return m_bytes; }
    /// Each command named once, upper case; an EVALSHA is named "EVALSHA:<sha1>".
    [[nodiscard]] const std::vector<QByteArray> &commands() const { return m_commands; }

private:
    void note(const QByteArray &command);

    QByteArray m_bytes;
    int m_size = 0;
    std::vector<QByteArray> m_commands;
};

} // namespace plimsoll::redis
