// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

namespace plimsoll::testing {

/// A real HTTP server on a free port that records the requests posted to it.
class WebhookServer final : public QObject {
public:
    struct Request {
        QByteArray line, head, body;

        [[nodiscard]] QByteArray header(const QByteArray &name) const
        {
            for (const QByteArray &each : head.split('\n')) {
                if (each.toLower().startsWith(name + ':')) {
                    return each.mid(name.size() + 1).trimmed();
                }
            }
            return {};
        }
    };

    WebhookServer()
    {
        if (!m_server.listen(QHostAddress::LocalHost)) {
            qFatal("no port for a server");
        }
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *const socket = m_server.nextPendingConnection()) {
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            }
        });
    }

    [[nodiscard]] QString url() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_server.serverPort()); }

    QList<Request> requests;
    QList<int> answers; ///< status of each reply in turn; 0: closes the connection; negative: does not reply
    int last = 200; ///< status after the last of `answers`
    enum class Body { None, Endless, Trickling } body = Body::None; ///< body of the replies

private:
    void read(QTcpSocket *socket)
    {
        QByteArray bytes = socket->property("bytes").toByteArray() + socket->readAll();
        const qsizetype end = bytes.indexOf("\r\n\r\n");
        const Request so{bytes.left(bytes.indexOf("\r\n")), end < 0 ? QByteArray() : bytes.left(end), {}};
        const qsizetype size = so.header("content-length").toLongLong();
        if (end < 0 || bytes.size() < end + 4 + size) {
            socket->setProperty("bytes", bytes);
            return;
        }
        socket->setProperty("bytes", bytes.mid(end + 4 + size));
        requests.append({so.line, so.head, bytes.mid(end + 4, size)});
        const int status = answers.isEmpty() ? last : answers.takeFirst();
        if (status == 0) {
            socket->abort();
        } else if (status > 0) {
            const QByteArray place = status == 302 ? "Location: http://127.0.0.1:1/\r\n" : "";
            const QByteArray length = body == Body::None ? "Content-Length: 0\r\n" : "";
            socket->write("HTTP/1.1 " + QByteArray::number(status) + " x\r\n" + place + length + "\r\n");
            if (body != Body::None) {
                writeBody(socket);
            }
        }
    }

    void writeBody(QTcpSocket *socket)
    {
        socket->write(QByteArray(body == Body::Endless ? 1024 * 1024 : 1, 'x'));
        if (body == Body::Endless) {
            connect(socket, &QTcpSocket::bytesWritten, this, [socket] {
                if (socket->bytesToWrite() == 0) {
                    socket->write(QByteArray(1024LL * 1024, 'x'));
                }
            });
        } else {
            auto *timer = new QTimer(socket);
            connect(timer, &QTimer::timeout, socket, [socket] { socket->write("x"); });
            timer->start(20);
        }
    }

    QTcpServer m_server;
};

} // namespace plimsoll::testing
