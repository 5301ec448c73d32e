// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace plimsoll::redis {

/// TLS settings. Paths are absolute, or relative to the process's working directory.
struct TlsOptions {
    bool verify = true; ///< false: any server is accepted; shown in red
    QString caFile{}; ///< PEM; empty: the system's authorities
    QString certFile{}, keyFile{}; ///< PEM, for servers that require client certificates; both or neither

    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

/// Address, transport and login of a server: a parsed URL with the certificates of a workspace. Contains everything a
/// connection needs, so that comparing two tells whether to reconnect. The password is never printed; `display()` and
/// `url()` omit it.
struct Endpoint {
    enum class Transport { Tcp, Local };

    Transport transport = Transport::Tcp;
    QString host = QStringLiteral("127.0.0.1"); ///< without the brackets of IPv6
    quint16 port = 6379;
    QString path; ///< unix socket
    QByteArray user; ///< empty: default user
    QByteArray password; ///< empty: none
    int database = 0;
    std::optional<TlsOptions> tls; ///< rediss://; only with Tcp

    /// Parses `redis://[user[:password]@]host[:port][/DB]`, `rediss://…` (the same over TLS, verified by the system's
    /// authorities) or `unix://[user[:password]@]PATH[?db=N]`; user, password and path may be percent-encoded. Cluster
    /// and Sentinel schemes are reported as not available yet.
    static Result<Endpoint> parse(const QString &url);

    [[nodiscard]] QString url() const; ///< without the password
    [[nodiscard]] QString display() const; ///< "127.0.0.1:6379" or the socket's path

    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

/// Removes the password from a URL, for logs and errors, even if it does not parse.
QString withoutPassword(const QString &url);

} // namespace plimsoll::redis
