// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"

#include <QByteArray>
#include <QString>

#include <optional>

namespace plimsoll::redis {

/// How TLS is spoken: whom to trust, and who we are. Paths are absolute, or relative to the process's folder.
struct TlsOptions {
    bool verify = true; ///< false: anybody may answer; shown in red
    QString caFile{}; ///< PEM; empty: the system's authorities
    QString certFile{}, keyFile{}; ///< PEM, for servers that ask who connects; both or neither

    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

/// Where a server is, how it is reached and how to log in: a URL of contract.md §2 taken apart, with the certificates
/// of a workspace. Everything a connection is made of, so that comparing two tells whether to connect anew. The
/// password is held here alone and never printed; `display()` and `url()` leave it out.
struct Endpoint {
    enum class Transport { Tcp, Local };

    Transport transport = Transport::Tcp;
    QString host = QStringLiteral("127.0.0.1"); ///< without the brackets of IPv6
    quint16 port = 6379;
    QString path; ///< of the unix socket
    QByteArray user; ///< empty: default user
    QByteArray password; ///< empty: none
    int database = 0;
    std::optional<TlsOptions> tls; ///< rediss://; only with Tcp

    /// `redis://[user[:password]@]host[:port][/DB]`, `rediss://…` (the same over TLS, verified by the system's
    /// authorities) or `unix://[user[:password]@]PATH[?db=N]`; percent-encoding is taken out of user, password and
    /// path. Other schemes of the contract are named as not available yet.
    static Result<Endpoint> parse(const QString &url);

    [[nodiscard]] QString url() const; ///< without the password
    [[nodiscard]] QString display() const; ///< "127.0.0.1:6379" or the socket's path

    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

/// The same text without a password, fit for logs and errors even where it does not parse.
QString withoutPassword(const QString &url);

} // namespace plimsoll::redis
