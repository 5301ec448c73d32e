// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/proxyhandshake.h"

#include "redis/types/printable.h"
#include "redis/wire/connector.h"

#include <QCoreApplication>
#include <QHostAddress>
#include <QUrl>
#include <QtEndian>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace plimsoll::redis {

namespace {

using Clock = std::chrono::steady_clock;

constexpr qsizetype longestName = 255; ///< bytes of a host, user or password, whose length is sent in one byte
constexpr qsizetype longestHead = 16'384; ///< bytes of the head of an HTTP answer
constexpr qsizetype longestShownLine = 100;

struct ProxyWords {
    Q_DECLARE_TR_FUNCTIONS(Wire)
};

/// One handshake on a non-blocking socket.
class ProxyHandshake {
public:
    ProxyHandshake(int descriptor, const Endpoint &endpoint, Clock::time_point deadline, const std::stop_token &stop)
        : m_descriptor(descriptor), m_endpoint(endpoint), m_proxy(*endpoint.proxy), m_deadline(deadline), m_stop(stop)
    {
    }

    Outcome run() { return m_proxy.kind == Proxy::Kind::Http ? runHttp() : runSocks(); }

private:
    [[nodiscard]] Error failed(const QString &why) const
    {
        return {
            ErrorKind::Unreachable,
            ProxyWords::tr("Cannot connect to %1: the proxy %2 %3").arg(m_endpoint.display(), m_proxy.display(), why)};
    }

    /// Waits for one event of the socket, at most until the deadline.
    Outcome waitFor(short events) const
    {
        while (true) {
            if (m_stop.stop_requested()) {
                return Error{ErrorKind::Cancelled, ProxyWords::tr("Cancelled")};
            }
            if (Clock::now() >= m_deadline) {
                return failed(ProxyWords::tr("does not answer within the time allowed"));
            }
            pollfd waited{m_descriptor, events, 0};
            if (::poll(&waited, 1, static_cast<int>(stopCheckInterval.count())) > 0) {
                return Done{};
            }
        }
    }

    Outcome send(QByteArrayView bytes) const
    {
        while (!bytes.isEmpty()) {
            const ssize_t sent =
                ::send(m_descriptor, bytes.data(), static_cast<std::size_t>(bytes.size()), MSG_NOSIGNAL);
            if (sent > 0) {
                bytes = bytes.sliced(sent);
            } else if (errno != EAGAIN && errno != EINTR) {
                return failed(ProxyWords::tr("closed the connection"));
            } else if (Outcome waited = waitFor(POLLOUT); !waited) {
                return waited;
            }
        }
        return Done{};
    }

    /// Reads exactly `size` bytes, as what follows them is the server's.
    Result<QByteArray> receive(qsizetype size) const
    {
        QByteArray bytes;
        while (bytes.size() < size) {
            if (const Outcome waited = waitFor(POLLIN); !waited) {
                return waited.error();
            }
            QByteArray part(size - bytes.size(), Qt::Uninitialized);
            const ssize_t got = ::recv(m_descriptor, part.data(), static_cast<std::size_t>(part.size()), 0);
            if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) {
                return failed(ProxyWords::tr("closed the connection"));
            }
            bytes += part.first(std::max<qsizetype>(0, got));
        }
        return bytes;
    }

    Outcome runSocks() const;
    Outcome logInToSocks() const;
    [[nodiscard]] QByteArray socksAddress() const;
    Outcome runHttp() const;

    int m_descriptor;
    const Endpoint &m_endpoint;
    const Proxy &m_proxy;
    Clock::time_point m_deadline;
    std::stop_token m_stop;
};

/// Address type, address and port, as RFC 1928 has them.
QByteArray ProxyHandshake::socksAddress() const
{
    QByteArray bytes;
    const QHostAddress address(m_endpoint.host);
    if (address.protocol() == QAbstractSocket::IPv4Protocol) {
        bytes = QByteArray(1, '\x01') + QByteArray(4, '\0');
        qToBigEndian(address.toIPv4Address(), bytes.data() + 1);
    } else if (address.protocol() == QAbstractSocket::IPv6Protocol) {
        const Q_IPV6ADDR raw = address.toIPv6Address();
        bytes = QByteArray(1, '\x04') + QByteArray(reinterpret_cast<const char *>(raw.c), sizeof raw.c);
    } else {
        const QByteArray name = QUrl::toAce(m_endpoint.host).left(longestName);
        bytes = QByteArray(1, '\x03') + QByteArray(1, static_cast<char>(name.size())) + name;
    }
    QByteArray port(2, '\0');
    qToBigEndian(m_endpoint.port, port.data());
    return bytes + port;
}

Outcome ProxyHandshake::logInToSocks() const
{
    const auto counted = [](const QByteArray &text) { return QByteArray(1, static_cast<char>(text.size())) + text; };
    if (m_proxy.user.size() > longestName || m_proxy.password.size() > longestName) {
        return failed(ProxyWords::tr("accepts no user or password of more than %1 bytes").arg(longestName));
    }
    if (Outcome sent = send(QByteArray(1, '\x01') + counted(m_proxy.user) + counted(m_proxy.password)); !sent) {
        return sent;
    }
    const Result<QByteArray> answer = receive(2);
    if (!answer) {
        return answer.error();
    }
    return answer->at(1) == 0 ? Outcome(Done{})
                              : failed(ProxyWords::tr("refuses the login; its password comes from "
                                                      "PLIMSOLL_PROXY_PASSWORD"));
}

Outcome ProxyHandshake::runSocks() const
{
    constexpr char noLogin = 0, byPassword = 2;
    const bool hasLogin = !m_proxy.user.isEmpty();
    if (Outcome sent = send(hasLogin ? QByteArrayView("\x05\x02\x00\x02", 4) : QByteArrayView("\x05\x01\x00", 3));
        !sent) {
        return sent;
    }
    const Result<QByteArray> method = receive(2);
    if (!method) {
        return method.error();
    }
    if (method->at(0) != 5) {
        return failed(ProxyWords::tr("does not speak SOCKS 5"));
    }
    if (method->at(1) == byPassword && hasLogin) {
        if (Outcome loggedIn = logInToSocks(); !loggedIn) {
            return loggedIn;
        }
    } else if (method->at(1) != noLogin) {
        return failed(ProxyWords::tr(
            "requires a user and a password: name the user in its URL, and set PLIMSOLL_PROXY_PASSWORD"));
    }
    if (Outcome sent = send(QByteArray("\x05\x01\x00", 3) + socksAddress()); !sent) {
        return sent;
    }
    const Result<QByteArray> answer = receive(5); // the last tells how much follows
    if (!answer) {
        return answer.error();
    }
    static const std::array reasons{
        QT_TRANSLATE_NOOP("Wire", "failed"),
        QT_TRANSLATE_NOOP("Wire", "does not permit this connection"),
        QT_TRANSLATE_NOOP("Wire", "has no route to its network"),
        QT_TRANSLATE_NOOP("Wire", "cannot reach the host, or does not know its name"),
        QT_TRANSLATE_NOOP("Wire", "was refused: nothing listens there"),
    };
    const auto code = static_cast<unsigned char>(answer->at(1));
    if (code != 0) {
        return failed(code <= reasons.size() ? ProxyWords::tr(reasons[code - 1U])
                                             : ProxyWords::tr("failed (code %1)").arg(code));
    }
    const char type = answer->at(3);
    const qsizetype size = type == 1 ? 4 : type == 4 ? 16 : static_cast<unsigned char>(answer->at(4)) + 1;
    const Result<QByteArray> bound = receive(size - 1 + 2);
    return bound ? Outcome(Done{}) : bound.error();
}

Outcome ProxyHandshake::runHttp() const
{
    const QString name = QHostAddress(m_endpoint.host).isNull()
        ? QString::fromLatin1(QUrl::toAce(m_endpoint.host)) + u':' + QString::number(m_endpoint.port)
        : m_endpoint.display();
    QByteArray request = "CONNECT " + name.toLatin1() + " HTTP/1.1\r\nHost: " + name.toLatin1() + "\r\n";
    if (!m_proxy.user.isEmpty()) {
        request += "Proxy-Authorization: Basic " + (m_proxy.user + ':' + m_proxy.password).toBase64() + "\r\n";
    }
    if (Outcome sent = send(request + "\r\n"); !sent) {
        return sent;
    }
    QByteArray head;
    while (!head.endsWith("\r\n\r\n")) {
        const Result<QByteArray> byte = receive(1); // what follows the head is the server's
        if (!byte) {
            return byte.error();
        }
        head += *byte;
        if (head.size() > longestHead || (head.size() == 5 && head != "HTTP/")) {
            return failed(ProxyWords::tr("does not speak HTTP"));
        }
    }
    const QByteArray status = head.left(head.indexOf('\r'));
    const int code = status.mid(status.indexOf(' ') + 1).left(3).toInt();
    if (code >= 200 && code < 300) {
        return Done{};
    }
    constexpr int loginWanted = 407, unauthorized = 401; // tinyproxy says the latter of a wrong password
    return failed(code == loginWanted || code == unauthorized
                      ? ProxyWords::tr("refuses the login: the user is in its URL, the password comes from "
                                       "PLIMSOLL_PROXY_PASSWORD")
                      : ProxyWords::tr("says “%1”").arg(printable(status, longestShownLine)));
}

} // namespace

Outcome passProxy(int descriptor, const Endpoint &endpoint, std::chrono::steady_clock::time_point deadline,
                  const std::stop_token &stop)
{
    return ProxyHandshake(descriptor, endpoint, deadline, stop).run();
}

} // namespace plimsoll::redis
