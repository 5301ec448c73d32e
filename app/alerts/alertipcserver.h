// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>

namespace plimsoll::app {

/// Local socket, one per alert file, through which `record` asks a running window to show an alert instead of starting
/// a second window. Lies in the user's runtime folder; the first window to bind it answers. GUI thread.
class AlertIpcServer final : public QObject {
    Q_OBJECT

public:
    explicit AlertIpcServer(QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(AlertIpcServer)

    /// Listens for alerts of that file; an empty path: stops.
    void open(const QString &alertsPath);

    /// Asks a window to show the alert; true if one does. Blocks for at most two seconds: not for the GUI thread.
    [[nodiscard]] static bool ask(const QString &alertsPath, const QString &alert);

signals:
    void alertAsked(const QString &alert);

private:
    void readRequests();

    QLocalServer m_server;
};

} // namespace plimsoll::app
