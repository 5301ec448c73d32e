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

/// One server-side script of lua/, behind prelude.lua (but for two, which change no key that a batch has escrows for),
/// and behind records.lua, moving.lua and jobs.lua where it builds on them. Reentrant; loaded from the resources once.
class Script {
public:
    /// `name` without folder and extension: "move".
    explicit Script(const QString &name);

    [[nodiscard]] const QByteArray &source() const { return m_source; }
    [[nodiscard]] const QByteArray &sha1() const { return m_sha1; } ///< lower case hex
    /// Commands it calls on one kind of key, as its head declares: "-- Calls on guard: TYPE ZMSCORE".
    [[nodiscard]] QList<QByteArray> callsOn(const QByteArray &part) const { return m_calls.value(part); }

private:
    QByteArray m_source;
    QByteArray m_sha1;
    QHash<QByteArray, QList<QByteArray>> m_calls;
};

/// Sends `before` and the script in one exchange; a script unknown to the server (NOSCRIPT, after a restart or flush)
/// is loaded and sent again. Returns the script's reply, including error replies; Error only if the exchange failed. If
/// given, `took` receives the time the script held the server, by the server's clock (TIME before and after it),
/// without network delay and time spent on other clients.
Result<Reply> runScript(Server &server, const Script &script, const std::vector<QByteArray> &keys,
                        const std::vector<QByteArray> &arguments, const Pipeline &before = {},
                        const std::stop_token &stop = {}, std::chrono::microseconds *took = nullptr);

} // namespace plimsoll::redis
