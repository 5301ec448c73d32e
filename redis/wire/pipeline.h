// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/wire/commandkeys.h"

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Encoded commands to send together, with the name of each, so that the read-only gate can judge them without
/// decoding, and with the offset and keys of each, so that the pipeline can be split by node, partly resent and joined.
/// A value: plans keep pipelines and append them to one another. Reentrant.
class Pipeline {
public:
    /// Command of the pipeline, in the order added.
    struct Command {
        qsizetype offset = 0; ///< index into bytes()
        qsizetype length = 0; ///< bytes
        int name = 0; ///< index into commands()
        bool keysKnown = false; ///< if false, keyCount is 0 because the positions of the keys are unknown
        qint16 slot = -1; ///< hash slot of the first key; -1: no key
        int firstKey = 0; ///< index into m_keys of the first of keyCount keys
        int keyCount = 0;
    };

    /// Appends one command; the first argument is its name ("ZCOUNT"), followed by the subcommand of a container (the
    /// gate then knows it as "CLIENT|SETNAME").
    void add(std::initializer_list<QByteArrayView> arguments);
    void add(std::span<const QByteArrayView> arguments);
    void add(std::span<const QByteArray> arguments);
    /// Appends the commands of another pipeline unchanged.
    void append(const Pipeline &other);
    /// Appends one command of another pipeline unchanged; `other` must not be this pipeline.
    void append(const Pipeline &other, int command);
    void clear();

    struct Size {
        qsizetype bytes = 0;
        std::size_t commands = 0;
        std::size_t keys = 0;
        std::size_t names = 0;
    };
    /// The present size, for truncate().
    [[nodiscard]] Size mark() const { return {m_bytes.size(), m_each.size(), m_keys.size(), m_commands.size()}; }
    /// Removes everything added since mark() returned `size`.
    void truncate(const Size &size);

    [[nodiscard]] int size() const { return static_cast<int>(m_each.size()); } ///< commands, and expected replies
    [[nodiscard]] bool isEmpty() const { return m_each.empty(); }
    [[nodiscard]] const Command &at(int command) const { return m_each[static_cast<std::size_t>(command)]; }
    /// Returns a key of a command; `index` is below its keyCount. Views bytes(): valid until the next change.
    [[nodiscard]] QByteArrayView key(int command, int index) const;
    /// Returns the arguments of a command, its name first. Views bytes(): valid until the next change.
    [[nodiscard]] std::vector<QByteArrayView> arguments(int command) const;
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    /// Returns the bytes of one command; valid until the next change.
    [[nodiscard]] QByteArrayView bytesOf(int command) const
    {
        return QByteArrayView(m_bytes).sliced(at(command).offset, at(command).length);
    }
    /// For patching a fixed-width argument in place (the *now* of a ZCOUNT); never a key, and the length must not
    /// change.
    [[nodiscard]] QByteArray &mutableBytes() { return m_bytes; }
    /// Distinct command names, upper case; an EVALSHA is named "EVALSHA:<sha1>".
    [[nodiscard]] const std::vector<QByteArray> &commands() const { return m_commands; }

private:
    struct Span {
        qsizetype offset = 0;
        qsizetype length = 0;
    };

    /// Properties of a command name.
    struct Known {
        std::optional<KeyPositions> keys;
        bool hasSubcommands = false;
    };

    int nameOf(std::span<const QByteArrayView> arguments);
    int note(const QByteArray &command);

    QByteArray m_bytes;
    std::vector<Command> m_each;
    std::vector<Span> m_keys; ///< offsets into m_bytes, in command order
    std::vector<QByteArray> m_commands;
    std::vector<Known> m_known; ///< indexed like m_commands
};

} // namespace plimsoll::redis
