// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/desktopchannel.h"
#include "redis/types/workspace.h"

#include <QHash>
#include <QObject>

#include <vector>

namespace plimsoll::app {

/// Delivers the alerts of one workspace through its configured channels. Its command and webhook are not used before
/// the user has allowed them. GUI (main) thread; never blocks.
class AlertNotifier final : public QObject {
    Q_OBJECT

public:
    enum class Consent { Unknown, Given, Refused }; ///< to the outside actions of the workspace

    /// `buttons`: of the desktop's notifications.
    explicit AlertNotifier(const Workspace &workspace, DesktopChannel::Buttons buttons = DesktopChannel::Buttons::None,
                           QObject *parent = nullptr);

    /// Until it is known, what is meant for the command and the webhook waits.
    void setConsent(Consent consent);

    /// Passes the message to its channel; messages of a removed channel are concluded.
    void tell(const redis::AlertMessage &message);
    /// Sends a marked test message through each configured channel at once, without a second try, apart from what
    /// waits there. tested() tells what came of each. `isAllowed`: the user has allowed the outside actions.
    void test(bool isAllowed);
    /// Channels that cannot work, one line each.
    [[nodiscard]] const QStringList &wrong() const { return m_wrong; }

signals:
    void told(qint64 message, const QString &outcome);
    void delayed(qint64 message, const QString &why);
    void failed(const QString &why);
    void tested(const QString &channel, const QString &outcome);
    /// A notification button was pressed; its alerts.
    void openRequested(const QStringList &alerts);
    void muteRequested(const QStringList &alerts);

private:
    void add(const QString &name, AlertChannel *channel);
    /// Sends the message through a channel of its own, which is deleted afterwards.
    void testBy(const QString &name, AlertChannel *channel);
    [[nodiscard]] bool needsConsent(const QString &channel) const;

    NotifySettings m_notify;
    QString m_workspace; ///< name
    Consent m_consent = Consent::Unknown;
    std::vector<redis::AlertMessage> m_held; ///< messages for command and webhook until consent is known
    QHash<QString, AlertChannel *> m_channels;
    QStringList m_wrong;
};

} // namespace plimsoll::app
