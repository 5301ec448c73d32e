// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertipcserver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QLocalSocket>
#include <QTimer>

namespace plimsoll::app {

namespace {

constexpr int patience = 1'000; // ms, of each side for the other
constexpr qint64 longestMessage = 128; // bytes of an alert's id
constexpr auto shownAnswer = "shown\n";

/// Empty where the desktop has no place that is the person's alone.
QString socketOf(const QString &alertsPath)
{
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    if (folder.isEmpty() || alertsPath.isEmpty()) {
        return {};
    }
    const QFileInfo file(alertsPath);
    const QString canonical = QFileInfo(file.absolutePath()).canonicalFilePath(); // empty: it is not there yet
    const QString path = QDir(canonical.isEmpty() ? file.absolutePath() : canonical).filePath(file.fileName());
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return QDir(folder).filePath(QStringLiteral("plimsoll-%1.window").arg(QLatin1String(hash)));
}

} // namespace

AlertIpcServer::AlertIpcServer(QObject *parent) : QObject(parent), m_server(this)
{
    m_server.setSocketOptions(QLocalServer::UserAccessOption);
    connect(&m_server, &QLocalServer::newConnection, this, &AlertIpcServer::readRequests);
}

void AlertIpcServer::open(const QString &alertsPath)
{
    m_server.close();
    const QString socket = socketOf(alertsPath);
    if (socket.isEmpty() || m_server.listen(socket) || m_server.serverError() != QAbstractSocket::AddressInUseError) {
        return; // without it, a window is started
    }
    QLocalSocket other;
    other.connectToServer(socket);
    if (!other.waitForConnected(0)) { // stale socket of a killed process
        QLocalServer::removeServer(socket);
        m_server.listen(socket);
    }
}

void AlertIpcServer::readRequests()
{
    while (QLocalSocket *socket = m_server.nextPendingConnection()) {
        connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QLocalSocket::readyRead, this, [this, socket] {
            if (!socket->canReadLine() && socket->bytesAvailable() <= longestMessage) {
                return;
            }
            const QByteArray line = socket->readLine(longestMessage).trimmed();
            if (!line.isEmpty()) {
                socket->write(shownAnswer);
                emit alertAsked(QString::fromUtf8(line));
            }
            socket->disconnectFromServer();
        });
        QTimer::singleShot(patience, socket, &QLocalSocket::abort);
    }
}

bool AlertIpcServer::ask(const QString &alertsPath, const QString &alert)
{
    const QString name = socketOf(alertsPath);
    QLocalSocket socket;
    socket.connectToServer(name);
    if (name.isEmpty() || !socket.waitForConnected(patience)) {
        return false;
    }
    socket.write(alert.toUtf8() + '\n');
    while (!socket.canReadLine() && socket.waitForReadyRead(patience)) { }
    return socket.readLine() == shownAnswer;
}

} // namespace plimsoll::app
