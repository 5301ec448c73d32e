// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertnotifier.h"

#include "app/alerts/commandchannel.h"
#include "app/alerts/webhookchannel.h"
#include "app/systemtheme.h"

namespace plimsoll::app {

AlertNotifier::AlertNotifier(const Workspace &workspace, DesktopChannel::Buttons buttons, QObject *parent)
    : QObject(parent)
{
    const NotifySettings &notify = workspace.notify;
    if (!notify.command.isEmpty()) {
        add(QStringLiteral("command"), new CommandChannel(notify.command, this));
    }
    if (!notify.webhook.isEmpty()) {
        auto *const webhook = new WebhookChannel(notify.webhook, this);
        add(QStringLiteral("webhook"), webhook);
        if (!webhook->wrong().isEmpty()) {
            m_wrong += webhook->wrong();
        }
    }
    if (notify.desktop) {
        auto *const desktop =
            new DesktopChannel(SystemTheme::sessionBusAddress(), workspace.name, DesktopChannel::Pace(), buttons, this);
        add(QStringLiteral("desktop"), desktop);
        connect(desktop, &DesktopChannel::openRequested, this, &AlertNotifier::openRequested);
        connect(desktop, &DesktopChannel::muteRequested, this, &AlertNotifier::muteRequested);
    }
}

void AlertNotifier::add(const QString &name, AlertChannel *channel)
{
    m_channels.insert(name, channel);
    connect(channel, &AlertChannel::told, this, &AlertNotifier::told);
    connect(channel, &AlertChannel::delayed, this, &AlertNotifier::delayed);
    connect(channel, &AlertChannel::failed, this, &AlertNotifier::failed);
}

void AlertNotifier::tell(const redis::AlertMessage &message)
{
    if (AlertChannel *const channel = m_channels.value(message.channel)) {
        channel->tell(message);
    } else {
        emit told(message.id, tr("not told: the workspace has no such way any more"));
    }
}

} // namespace plimsoll::app
