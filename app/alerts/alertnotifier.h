// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/desktopchannel.h"
#include "redis/types/workspace.h"

#include <QHash>
#include <QObject>

namespace plimsoll::app {

/// Tells people of the alerts of one workspace, in the ways that it names. GUI (main) thread; waits for nothing.
class AlertNotifier final : public QObject {
    Q_OBJECT

public:
    /// `buttons`: of the desktop's notifications.
    explicit AlertNotifier(const Workspace &workspace, DesktopChannel::Buttons buttons = DesktopChannel::Buttons::None,
                           QObject *parent = nullptr);

    /// A channel that is not there any more takes what was meant for it.
    void tell(const redis::AlertMessage &message);
    /// What cannot work at all, one line each.
    [[nodiscard]] const QStringList &wrong() const { return m_wrong; }

signals:
    void told(qint64 message, const QString &outcome);
    void delayed(qint64 message, const QString &why);
    void failed(const QString &why);
    /// Pressed on a notification: the alerts that it tells of.
    void openRequested(const QStringList &alerts);
    void muteRequested(const QStringList &alerts);

private:
    void add(const QString &name, AlertChannel *channel);

    QHash<QString, AlertChannel *> m_channels;
    QStringList m_wrong;
};

} // namespace plimsoll::app
