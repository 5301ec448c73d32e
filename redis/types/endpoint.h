// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/proxy.h"
#include "redis/types/result.h"
#include "redis/types/sshbastion.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace plimsoll::redis {

/// TLS settings. Paths are absolute, or relative to the process's working directory.
struct TlsOptions {
    bool verify = true; ///< false: any server is accepted; shown in red
    QString caFile{}; ///< PEM; empty: the system's authorities
    QString certFile{}, keyFile{}; ///< PEM, for servers that require client certificates; both or neither
    /// Name that the certificate must be for, also sent by SNI; empty: the host that is connected to.
    QString serverName{};
    QString where{}; ///< begins the names of these members in errors: "orders.json: /connection/"

    friend bool operator==(const TlsOptions &, const TlsOptions &) = default;
};

struct HostAndPort {
    QString host; ///< without the brackets of IPv6
    quint16 port = 0;

    [[nodiscard]] QString display() const; ///< "127.0.0.1:6379", "[::1]:6379"

    friend bool operator==(const HostAndPort &, const HostAndPort &) = default;
};

/// Replaces addresses that nodes and sentinels announce and that cannot be reached from here (NAT, containers):
/// "host:port" to "host:port", "host" to "host", "*" for every host.
using AddressMap = std::vector<std::pair<QString, QString>>;

/// Programs that a workspace wants run in order to connect. Until the person has allowed them, no client connects.
struct OutsidePrograms {
    std::optional<SshBastion> ssh{}; ///< connections go through it
    QStringList passwordCommand{}; ///< program and arguments; prints the password of the server; empty: none
    bool isAllowed = false;
    QString allowedBy{}; ///< command line that allows them

    [[nodiscard]] bool isEmpty() const { return !ssh && passwordCommand.isEmpty(); }
    /// Error of a client that may not connect; nothing if it may.
    [[nodiscard]] std::optional<Error> refusal() const;

    friend bool operator==(const OutsidePrograms &, const OutsidePrograms &) = default;
};

/// Address, transport and login of a server: a parsed URL with the certificates of a workspace. Contains everything a
/// connection needs, so that comparing two tells whether to reconnect. The password is never printed; `display()` and
/// `url()` omit it.
struct Endpoint {
    enum class Transport : quint8 { Tcp, Local };
    enum class Topology : quint8 {
        Standalone,
        Cluster, ///< host and port are of a node; the others are found from it
        Sentinel, ///< host and port are of a sentinel; the master is asked for
    };

    Transport transport = Transport::Tcp;
    Topology topology = Topology::Standalone;
    QString host = QStringLiteral("127.0.0.1"); ///< without the brackets of IPv6
    quint16 port = 6379;
    std::vector<HostAndPort> seeds{}; ///< further nodes, or sentinels, to try
    QByteArray masterName{}; ///< with Sentinel
    QString path; ///< unix socket
    QByteArray user; ///< empty: default user
    QByteArray password; ///< empty: none
    /// Called if the server has no password set and is used without; null: that is an error. On any thread.
    std::shared_ptr<const std::function<void()>> passwordUnused{};
    int database = 0;
    std::optional<TlsOptions> tls; ///< rediss://; only with Tcp
    AddressMap addressMap;
    /// Login of the sentinels. Without a password they are asked without one, then with that of the server.
    struct SentinelLogin {
        QByteArray user, password;
        std::optional<TlsOptions> tls{}; ///< default: those of the server

        friend bool operator==(const SentinelLogin &, const SentinelLogin &) = default;
    };
    SentinelLogin sentinel{};
    OutsidePrograms programs{};
    std::optional<Proxy> proxy{}; ///< not together with ssh
    bool replicas = false; ///< reads from replicas where there are any; never set where anything is changed

    /// Parses `redis://[user[:password]@]host[:port][/DB]`, `rediss://…` (the same over TLS, verified by the system's
    /// authorities), `unix://[user[:password]@]PATH[?db=N]`, `redis+cluster://[user[:password]@]host:port[,…]`,
    /// `rediss+cluster://…`, or `redis+sentinel://[user[:password]@]host[:port][,…]/MASTER[/DB]`; user, password, path
    /// and master may be percent-encoded.
    static Result<Endpoint> parse(const QString &url);

    /// Returns host and port, then the further seeds.
    [[nodiscard]] std::vector<HostAndPort> addresses() const;
    /// Returns the endpoint of one process of a cluster, or behind sentinels, with the same login and settings.
    [[nodiscard]] Endpoint processAt(const HostAndPort &address) const;
    [[nodiscard]] QString url() const; ///< without the password
    [[nodiscard]] QString display() const; ///< "127.0.0.1:6379" or the socket's path

    friend bool operator==(const Endpoint &, const Endpoint &) = default;
};

/// Removes the password from a URL, for logs and errors, even if it does not parse.
QString withoutPassword(const QString &url);

} // namespace plimsoll::redis
