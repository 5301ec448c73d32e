// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalServer>
#include <QObject>

namespace plimsoll::app {

/// Where a window that is there can be asked for an alert of its workspace, so that "Open" of somebody else who watches
/// it (`record`) starts no second one: a socket of the person's own runtime folder, named by the file of the alerts. Of
/// several windows the first one hears. GUI thread.
class AlertDoor final : public QObject {
    Q_OBJECT

public:
    explicit AlertDoor(QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(AlertDoor)

    /// For the alerts that are kept there; an empty path: for none.
    void open(const QString &alertsPath);

    /// Whether a window shows it now. Waits, for two seconds at the most: not for the GUI thread.
    [[nodiscard]] static bool ask(const QString &alertsPath, const QString &alert);

signals:
    void alertAsked(const QString &alert);

private:
    void hear();

    QLocalServer m_server;
};

} // namespace plimsoll::app
