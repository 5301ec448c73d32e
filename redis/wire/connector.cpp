// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/connector.h"

#include "redis/wire/proxyhandshake.h"
#include "redis/wire/sshtunnel.h"
#include "redis/wire/tls.h"

#include <QCoreApplication>
#include <QFile>
#include <QHostAddress>
#include <QHostInfo>
#include <QLocalSocket>
#include <QTcpSocket>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <future>
#include <optional>
#include <thread>

namespace plimsoll::redis {

namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

Error unreachable(const QString &message)
{
    return {ErrorKind::Unreachable, message};
}

/// Owns a socket descriptor; closes it unless released.
class Descriptor final {
public:
    explicit Descriptor(int number) : m_number(number) { }
    ~Descriptor()
    {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    Descriptor(Descriptor &&other) noexcept : m_number(other.release()) { }
    Q_DISABLE_COPY(Descriptor)
    Descriptor &operator=(Descriptor &&) = delete;

    [[nodiscard]] int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); }

private:
    int m_number;
};

/// Returns the reason to stop waiting, if any.
std::optional<Error> givenUp(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    if (stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("Wire", "Cancelled")};
    }
    if (Clock::now() >= deadline) {
        return Error{
            ErrorKind::TimedOut,
            QCoreApplication::translate("Wire", "No connection to %1 within the time allowed").arg(endpoint.display())};
    }
    return std::nullopt;
}

void report(const ConnectSink &passed, ConnectStage stage, const QString &detail)
{
    if (passed) {
        passed(stage, detail);
    }
}

QString reason(int error, Endpoint::Transport transport)
{
    const bool isLocal = transport == Endpoint::Transport::Local;
    switch (error) {
    case ECONNREFUSED:
        return isLocal ? QCoreApplication::translate("Wire", "nothing listens there; is the server running?")
                       : QCoreApplication::translate("Wire",
                                                     "nothing listens there; is the server running, and is the port "
                                                     "right?");
    case ENOENT:
        return QCoreApplication::translate("Wire", "there is no such socket");
    case EACCES:
    case EPERM:
        return isLocal ? QCoreApplication::translate(
                   "Wire",
                   "the system does not permit it: you need write permission on the socket (unixsocketperm of "
                   "the server), and access to its folder")
                       : QCoreApplication::translate("Wire", "the system does not permit it");
    case EHOSTUNREACH:
    case ENETUNREACH:
        return QCoreApplication::translate("Wire", "no route leads to this host");
    case ETIMEDOUT:
        return QCoreApplication::translate("Wire", "the host does not answer");
    case ECONNRESET:
        return QCoreApplication::translate("Wire", "the connection was closed at once");
    default:
        return qt_error_string(error);
    }
}

Error connectError(const Endpoint &endpoint, int error)
{
    return unreachable(QCoreApplication::translate("Wire", "Cannot connect to %1: %2")
                           .arg(endpoint.display(), reason(error, endpoint.transport)));
}

/// Waits until the pending connection is established; returns 0 or the error number.
Result<int> finishConnect(int number, const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    while (true) {
        if (auto error = givenUp(endpoint, deadline, stop)) {
            return *std::move(error);
        }
        pollfd waited{number, POLLOUT, 0};
        if (::poll(&waited, 1, static_cast<int>(stopCheckInterval.count())) > 0) {
            int error = 0;
            socklen_t size = sizeof error;
            const int got = ::getsockopt(number, SOL_SOCKET, SO_ERROR, &error, &size);
            return got == 0 ? error : errno;
        }
    }
}

/// Tries one address once.
Result<Descriptor> attempt(const sockaddr *address, socklen_t size, const Endpoint &endpoint,
                           Clock::time_point deadline, const std::stop_token &stop)
{
    Descriptor descriptor(::socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (descriptor.number() < 0) {
        return connectError(endpoint, errno);
    }
    while (::connect(descriptor.number(), address, size) != 0) {
        if (errno == EINPROGRESS) {
            const auto finished = finishConnect(descriptor.number(), endpoint, deadline, stop);
            if (!finished) {
                return finished.error();
            }
            if (*finished != 0) {
                return connectError(endpoint, *finished);
            }
            break;
        }
        // A unix socket returns EAGAIN while the server's backlog is full.
        if (errno != EAGAIN && errno != EINTR) {
            return connectError(endpoint, errno);
        }
        if (auto error = givenUp(endpoint, deadline, stop)) {
            return *std::move(error);
        }
        ::poll(nullptr, 0, 5);
    }
    return descriptor;
}

/// The system's resolver cannot be interrupted: it runs on a detached thread, which is abandoned on timeout.
Result<QList<QHostAddress>> resolve(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
{
    if (const QHostAddress literal(endpoint.host); !literal.isNull()) {
        return QList{literal};
    }
    // RFC 6761, 6.3: "localhost" means the loopback addresses, whether or not the hosts file lists it.
    if (endpoint.host.compare(QLatin1StringView("localhost"), Qt::CaseInsensitive) == 0) {
        return QList{QHostAddress(QHostAddress::LocalHost), QHostAddress(QHostAddress::LocalHostIPv6)};
    }
    std::promise<QHostInfo> promise;
    std::future<QHostInfo> answer = promise.get_future();
    std::thread([name = endpoint.host, promise = std::move(promise)]() mutable {
        promise.set_value(QHostInfo::fromName(name));
    }).detach();
    while (answer.wait_for(stopCheckInterval) != std::future_status::ready) {
        if (auto error = givenUp(endpoint, deadline, stop)) {
            return *std::move(error);
        }
    }
    const QList<QHostAddress> addresses = answer.get().addresses();
    if (addresses.isEmpty()) {
        return unreachable(
            QCoreApplication::translate("Wire", "Cannot connect to %1: no host has this name").arg(endpoint.display()));
    }
    return addresses;
}

Result<Descriptor> attemptTcp(const QHostAddress &host, const Endpoint &endpoint, Clock::time_point deadline,
                              const std::stop_token &stop)
{
    if (host.protocol() == QAbstractSocket::IPv6Protocol) {
        sockaddr_in6 address{};
        address.sin6_family = AF_INET6;
        address.sin6_port = htons(endpoint.port);
        const Q_IPV6ADDR bytes = host.toIPv6Address();
        std::memcpy(&address.sin6_addr, &bytes, sizeof bytes);
        address.sin6_scope_id = host.scopeId().toUInt();
        return attempt(reinterpret_cast<const sockaddr *>(&address), sizeof address, endpoint, deadline, stop);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(endpoint.port);
    address.sin_addr.s_addr = htonl(host.toIPv4Address());
    return attempt(reinterpret_cast<const sockaddr *>(&address), sizeof address, endpoint, deadline, stop);
}

template <typename Socket> Result<Transport> wrapped(Descriptor descriptor, Socket *made, const Endpoint &endpoint)
{
    std::unique_ptr<Socket> socket(made);
    // Qt owns the descriptor only if this succeeds.
    if (!socket->setSocketDescriptor(descriptor.number())) {
        return connectError(endpoint, EBADF);
    }
    descriptor.release();
    const auto *const watched = socket.get();
    return Transport{std::move(socket),
                     [watched] { return watched->state() == Socket::ConnectedState; },
                     {},
                     static_cast<int>(watched->socketDescriptor())};
}

QString listOf(const QList<QHostAddress> &addresses)
{
    QStringList texts;
    for (const QHostAddress &address : addresses) {
        texts += address.toString();
    }
    return texts.join(QLatin1String(", "));
}

Result<Transport> openStream(Descriptor descriptor, const Endpoint &endpoint, Clock::time_point deadline,
                             const std::stop_token &stop)
{
    return endpoint.tls ? startTls(descriptor.release(), endpoint, deadline, stop)
                        : wrapped(std::move(descriptor), new QTcpSocket, endpoint);
}

Result<Transport> openTcp(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop,
                          const ConnectSink &passed)
{
    Endpoint hop = endpoint; // where the TCP connection leads
    if (endpoint.proxy) {
        hop.host = endpoint.proxy->host;
        hop.port = endpoint.proxy->port;
    }
    auto addresses = resolve(hop, deadline, stop);
    if (!addresses) {
        return addresses.error();
    }
    report(passed, ConnectStage::Resolve, listOf(*addresses));
    Error last;
    for (qsizetype i = 0; i < addresses->size(); ++i) {
        // An address that never answers leaves the others their share of the time.
        const auto share = (deadline - Clock::now()) / (addresses->size() - i);
        auto descriptor = attemptTcp(addresses->at(i), hop, Clock::now() + share, stop);
        if (descriptor) {
            report(passed, ConnectStage::Connect, addresses->at(i).toString());
            const int on = 1;
            ::setsockopt(descriptor->number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            ::setsockopt(descriptor->number(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
            if (endpoint.proxy) {
                if (const Outcome through = passProxy(descriptor->number(), endpoint, deadline, stop); !through) {
                    return through.error();
                }
                report(passed, ConnectStage::Way, endpoint.proxy->display());
            }
            return openStream(std::move(*descriptor), endpoint, deadline, stop);
        }
        last = descriptor.error();
        if (last.kind == ErrorKind::Cancelled) {
            break;
        }
    }
    return last;
}

/// ssh tells nothing when it has reached the server: that is known from the server's first bytes.
Result<Transport> openSsh(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop,
                          const ConnectSink &passed)
{
    const auto ended = [&endpoint](const QString &why) {
        return unreachable(
            QCoreApplication::translate("Wire", "Cannot connect to %1: %2").arg(endpoint.display(), why));
    };
    auto started = SshTunnel::start(
        endpoint, std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()) - stopCheckInterval);
    if (!started) {
        return ended(started.error().message);
    }
    const std::shared_ptr<SshTunnel> ssh = *std::move(started);
    auto transport = openStream(Descriptor(ssh->takeStream()), endpoint, deadline, stop);
    if (!transport) {
        const QString why = ssh->whyEnded();
        if (!why.isEmpty()) {
            return ended(why);
        }
        report(passed, ConnectStage::Way, endpoint.programs.ssh->display());
        return transport;
    }
    if (endpoint.tls) {
        report(passed, ConnectStage::Way, endpoint.programs.ssh->display());
    }
    transport->whyClosed = [ssh, isOpen = transport->isOpen, tls = transport->whyClosed] {
        const QString why = isOpen() ? QString() : ssh->whyEnded();
        return why.isEmpty() && tls ? tls() : why;
    };
    return transport;
}

Result<Transport> openLocal(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop,
                            const ConnectSink &passed)
{
    const QByteArray path = QFile::encodeName(endpoint.path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= static_cast<qsizetype>(sizeof address.sun_path)) {
        return connectError(endpoint, ENAMETOOLONG);
    }
    std::copy(path.begin(), path.end(), address.sun_path);
    auto descriptor = attempt(reinterpret_cast<const sockaddr *>(&address), sizeof address, endpoint, deadline, stop);
    if (!descriptor) {
        return descriptor.error();
    }
    report(passed, ConnectStage::Connect, endpoint.display());
    return wrapped(std::move(*descriptor), new QLocalSocket, endpoint);
}

} // namespace

Result<Transport> openTransport(const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop,
                                const ConnectSink &passed)
{
    if (stop.stop_requested()) {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("Wire", "Cancelled")};
    }
    if (const std::optional<Error> refusal = endpoint.programs.refusal()) {
        return Error{
            refusal->kind,
            QCoreApplication::translate("Wire", "Cannot connect to %1: %2").arg(endpoint.display(), refusal->message)};
    }
    if (endpoint.transport == Endpoint::Transport::Local) {
        return openLocal(endpoint, deadline, stop, passed);
    }
    return endpoint.programs.ssh ? openSsh(endpoint, deadline, stop, passed)
                                 : openTcp(endpoint, deadline, stop, passed);
}

} // namespace plimsoll::redis
