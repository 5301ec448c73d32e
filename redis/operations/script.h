// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/result.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <chrono>
#include <stop_token>
#include <vector>

namespace plimsoll::redis {

/// One server-side script of lua/, joined with what it begins with: prelude.lua, and records.lua where it reads job
/// records. Reentrant; loaded from the resources once.
class Script {
public:
    /// `name` without folder and ending: "move".
    explicit Script(const QString &name);

    [[nodiscard]] const QByteArray &source() const { return m_source; }
    [[nodiscard]] const QByteArray &sha1() const { return m_sha1; } ///< lower case hex
    /// What it calls on one part of what it works on, as its head declares: "-- Calls on guard: TYPE ZMSCORE".
    [[nodiscard]] QList<QByteArray> callsOn(const QByteArray &part) const { return m_calls.value(part); }

private:
    QByteArray m_source;
    QByteArray m_sha1;
    QHash<QByteArray, QList<QByteArray>> m_calls;
};

/// Sends `before` and the script in one exchange; a script the server does not know (NOSCRIPT: restarted, flushed) is
/// loaded and sent again. The script's reply, error replies included; Error only when the exchange itself failed.
/// `took`, where it is given, gets how long the script held the server, by the server's own clock (TIME before and
/// after it): what is slow on the way, and who else is served meanwhile, is not in it.
Result<Reply> runScript(Server &server, const Script &script, const std::vector<QByteArray> &keys,
                        const std::vector<QByteArray> &arguments, const Pipeline &before = {},
                        const std::stop_token &stop = {}, std::chrono::microseconds *took = nullptr);

} // namespace plimsoll::redis
