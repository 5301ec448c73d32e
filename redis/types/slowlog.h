// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QByteArrayView>
#include <QMetaType>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// An entry of the server's slow log. The server cuts long arguments, and commands with many.
struct SlowLogEntry {
    qint64 id = 0; ///< unique until the server restarts
    std::chrono::milliseconds time{}; ///< Unix, full seconds
    std::chrono::microseconds duration{};
    std::vector<QByteArray> arguments; ///< name of the command first
    QByteArray address; ///< client's address
    QByteArray client; ///< name that the client gave itself; empty: none

    bool isOurs = false; ///< a command of Plimsoll's own, or of a script of its own
    /// True for a command that a script ran: the server names no client then, which is "?:0" or, since Redis 8, empty.
    static bool isInScript(QByteArrayView address) { return address.isEmpty() || address == QByteArrayView("?:0"); }
    [[nodiscard]] bool isInScript() const { return isInScript(address); }
    /// True if the server kept only a part of the command.
    [[nodiscard]] bool isCut() const;

    friend bool operator==(const SlowLogEntry &, const SlowLogEntry &) = default;
};

/// Tells which entries are Plimsoll's own. A command of a script is its script's, which is logged after it.
class SlowLogOwner final {
public:
    /// For each entry once, newest first.
    bool isOurs(QByteArrayView address, QByteArrayView client)
    {
        if (!SlowLogEntry::isInScript(address)) {
            m_isOurs = client.startsWith(QByteArrayView("plimsoll:"));
        }
        return m_isOurs;
    }

private:
    bool m_isOurs = false;
};

/// The newest entries of the slow log, newest first.
struct SlowLog {
    static constexpr int most = 128; ///< entries read; as many as a server keeps by default

    std::vector<SlowLogEntry> entries;
    std::optional<qint64> length; ///< all entries; nullopt: unknown
    std::optional<Error> error; ///< why it could not be read
};

} // namespace plimsoll

Q_DECLARE_METATYPE(plimsoll::SlowLog)
