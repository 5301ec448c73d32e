// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/metricsserver.h"

#include <QCoreApplication>
#include <QHttpServer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>
#include <utility>

namespace plimsoll::app {

namespace {

using std::chrono::seconds;

constexpr int mostClients = 32;
constexpr seconds longestVisit{10}; ///< s; lifetime of a connection, idle or not; clients reconnect
constexpr qint64 mostAsked = 64 * 1024; ///< bytes of all requests on one connection
constexpr qint64 mostUnread = 64 * 1024 * 1024; ///< bytes of replies not yet read by the client

/// Limits the number of clients, their connection time and their bytes, as QHttpServer has no such limits. If there are
/// too many clients it drops the oldest, so that new ones can connect.
class BoundedServer final : public QTcpServer {
public:
    using QTcpServer::QTcpServer;

protected:
    void incomingConnection(qintptr descriptor) override
    {
        auto *client = new QTcpSocket(this);
        if (!client->setSocketDescriptor(descriptor)) {
            delete client;
            return;
        }
        if (m_clients.size() >= mostClients) {
            m_clients.first()->abort(); // which takes it out
        }
        m_clients.append(client);
        connect(client, &QAbstractSocket::disconnected, this, [this, client] {
            m_clients.removeOne(client);
            client->deleteLater();
        });
        client->setReadBufferSize(mostAsked);
        QTimer::singleShot(longestVisit, client, &QAbstractSocket::abort);
        connect(client, &QIODevice::readyRead, client, [client, asked = qint64{0}]() mutable {
            asked += client->bytesAvailable();
            if (asked > mostAsked || client->bytesToWrite() > mostUnread) {
                // Not now: who else reads from it is told of it next.
                QMetaObject::invokeMethod(client, &QAbstractSocket::abort, Qt::QueuedConnection);
            }
        });
        addPendingConnection(client);
    }

private:
    QList<QTcpSocket *> m_clients; ///< that are connected, in the order in which they came
};

} // namespace

std::optional<ListenAddress> ListenAddress::parse(const QString &typed)
{
    const qsizetype colon = typed.lastIndexOf(QLatin1Char(':'));
    QString host = typed.left(std::max<qsizetype>(colon, 0));
    bool isNumber = false;
    ListenAddress address;
    address.port = QStringView(typed).mid(colon + 1).toUShort(&isNumber);
    if (host.startsWith(QLatin1Char('[')) && host.endsWith(QLatin1Char(']'))) {
        host = host.mid(1, host.size() - 2);
    } else if (host.contains(QLatin1Char(':'))) {
        return std::nullopt; // where an IPv6 address ends and its port begins cannot be told
    }
    if (!host.isEmpty() && host != QLatin1String("localhost")) {
        address.host = QHostAddress(host);
    }
    return isNumber && !address.host.isNull() ? std::optional(address) : std::nullopt;
}

QString ListenAddress::text() const
{
    const bool isLong = host.protocol() == QAbstractSocket::IPv6Protocol;
    return (isLong ? QStringLiteral("[%1]:%2") : QStringLiteral("%1:%2")).arg(host.toString(), QString::number(port));
}

MetricsServer::MetricsServer(std::function<QByteArray()> metrics) : m_server(std::make_unique<QHttpServer>())
{
    m_server->route(QStringLiteral("/metrics"), QHttpServerRequest::Method::Get | QHttpServerRequest::Method::Head,
                    [metrics = std::move(metrics)] {
                        return QHttpServerResponse("application/openmetrics-text; version=1.0.0; charset=utf-8",
                                                   metrics());
                    });
}

MetricsServer::~MetricsServer() = default;

Result<ListenAddress> MetricsServer::listen(const ListenAddress &address)
{
    auto socket = std::make_unique<BoundedServer>();
    if (!socket->listen(address.host, address.port)) {
        return Error{ErrorKind::Unreachable,
                     QCoreApplication::translate("cli", "--listen: cannot listen at %1: %2")
                         .arg(address.text(), socket->errorString())};
    }
    const ListenAddress bound{address.host, socket->serverPort()};
    m_server->bind(socket.release()); // which it owns from now on
    return bound;
}

} // namespace plimsoll::app
