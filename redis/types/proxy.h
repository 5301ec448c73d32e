// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QString>

namespace plimsoll::redis {

/// Proxy that connections go through; it also resolves the names of hosts. A value.
struct Proxy {
    enum class Kind : quint8 { Socks5, Http };

    Kind kind = Kind::Socks5;
    QString host; ///< without the brackets of IPv6
    quint16 port = 0;
    QByteArray user; ///< empty: none
    QByteArray password{}; ///< read from the environment; never printed

    /// Parses "socks5://[user@]host:port" or "http://[user@]host:port".
    static Result<Proxy> parse(const QString &url);
    [[nodiscard]] QString display() const; ///< "socks5://host:port"

    friend bool operator==(const Proxy &, const Proxy &) = default;
};

} // namespace plimsoll::redis
