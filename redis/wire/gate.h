// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/wire/reply.h"

#include <QByteArray>
#include <QHash>

#include <optional>
#include <set>
#include <vector>

namespace plimsoll::redis {

/// Says which commands a read-only connection may send: those the server itself flags "readonly", a short list of
/// commands about the connection and the server that change no data, and scripts known to change nothing. A known
/// reading command that the server does not list (renamed, or older) may be sent too: the server says so itself.
/// Everything else is refused, also what the server does not know. A value; reentrant.
class CommandGate final {
public:
    /// From the server's reply to COMMAND.
    static Result<CommandGate> fromCommandReply(const Reply &reply, std::set<QByteArray> readOnlyScripts);

    /// For a server whose administrator took COMMAND away: what is known to change nothing on every server.
    static CommandGate builtIn(std::set<QByteArray> readOnlyScripts);

    /// `name` as Pipeline::commands() has it: "ZCARD", "CLIENT|SETNAME", "EVALSHA:<sha1>".
    /// Whether the server has it, and it may be sent.
    [[nodiscard]] bool allows(const QByteArray &name) const;
    /// The refusal that names the first command which may not be sent, or nothing.
    [[nodiscard]] std::optional<Error> judge(const std::vector<QByteArray> &commands) const;

private:
    enum class Verdict : quint8 { Reads, Writes, Neither };

    void learn(const Reply &command);
    [[nodiscard]] bool isMissing(const QByteArray &name) const;

    QHash<QByteArray, Verdict> m_verdicts; ///< by name, upper case; subcommands as "XINFO|STREAM" (Redis 7)
    std::set<QByteArray> m_readOnlyScripts;
};

} // namespace plimsoll::redis
