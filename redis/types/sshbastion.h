// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QString>

namespace plimsoll::redis {

/// Host that the system's ssh connects through. A value; its parts are safe as arguments of ssh.
struct SshBastion {
    QString user; ///< empty: as the person's configuration of ssh says
    QString host; ///< name, address or alias of that configuration; without the brackets of IPv6
    quint16 port = 0; ///< 0: as the configuration says

    /// Parses "[user@]host[:port]". Refuses what ssh, or a shell that its configuration starts, could take for an
    /// option or a command.
    static Result<SshBastion> parse(const QString &text);
    [[nodiscard]] QString display() const; ///< "user@host:port"

    friend bool operator==(const SshBastion &, const SshBastion &) = default;
};

} // namespace plimsoll::redis
