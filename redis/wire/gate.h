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

/// Decides which commands a read-only connection may send: those that the server flags "readonly", a short list of
/// connection and server commands that change no data, and scripts known to change nothing. A known reading command
/// that the server does not list (renamed, or older server) may be sent too: the server returns the error. Everything
/// else is refused, including commands unknown to the server. A value; reentrant.
class CommandGate final {
public:
    /// Builds the gate from the server's reply to COMMAND.
    static Result<CommandGate> fromCommandReply(const Reply &reply, std::set<QByteArray> readOnlyScripts);

    /// For a server without COMMAND: allows commands that change nothing on any server.
    static CommandGate builtIn(std::set<QByteArray> readOnlyScripts);

    /// Returns whether the server has the command and it may be sent. `name` as in Pipeline::commands(): "ZCARD",
    /// "CLIENT|SETNAME", "EVALSHA:<sha1>".
    [[nodiscard]] bool allows(const QByteArray &name) const;
    /// Returns a refusal naming the first command that may not be sent, or nothing.
    [[nodiscard]] std::optional<Error> judge(const std::vector<QByteArray> &commands) const;

private:
    enum class Verdict : quint8 { Reads, Writes, Neither };

    void learn(const Reply &command);
    [[nodiscard]] bool isMissing(const QByteArray &name) const;

    QHash<QByteArray, Verdict> m_verdicts; ///< keyed by upper-case name; subcommands as "XINFO|STREAM" (Redis 7)
    std::set<QByteArray> m_readOnlyScripts;
};

} // namespace plimsoll::redis
