// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertnotifier.h"

#include "app/alerts/commandchannel.h"
#include "app/alerts/webhookchannel.h"
#include "app/desktop/sessionbus.h"
#include "models/alerts/alertbook.h"

#include <QDateTime>

#include <utility>

namespace plimsoll::app {

namespace {

const QString desktopName = QStringLiteral("desktop");
const QString commandName = QStringLiteral("command");
const QString webhookName = QStringLiteral("webhook");

} // namespace

AlertNotifier::AlertNotifier(const Workspace &workspace, DesktopChannel::Buttons buttons, QObject *parent)
    : QObject(parent), m_notify(workspace.notify), m_workspace(workspace.name)
{
    if (m_notify.desktop) {
        auto *const desktop =
            new DesktopChannel(sessionBusAddress(), workspace.name, DesktopChannel::Pace(), buttons, this);
        add(desktopName, desktop);
        connect(desktop, &DesktopChannel::openRequested, this, &AlertNotifier::openRequested);
        connect(desktop, &DesktopChannel::muteRequested, this, &AlertNotifier::muteRequested);
    }
}

void AlertNotifier::setConsent(Consent consent)
{
    m_consent = consent;
    if (consent == Consent::Given && !m_notify.command.isEmpty()) {
        add(commandName, new CommandChannel(m_notify.command, this));
    }
    if (consent == Consent::Given && !m_notify.webhook.isEmpty()) {
        auto *const webhook = new WebhookChannel(m_notify.webhook, this);
        add(webhookName, webhook);
        if (!webhook->wrong().isEmpty()) {
            m_wrong += webhook->wrong();
        }
    }
    for (const redis::AlertMessage &message : std::exchange(m_held, {})) {
        tell(message);
    }
}

bool AlertNotifier::needsConsent(const QString &channel) const
{
    return (channel == commandName && !m_notify.command.isEmpty())
        || (channel == webhookName && !m_notify.webhook.isEmpty());
}

void AlertNotifier::add(const QString &name, AlertChannel *channel)
{
    m_channels.insert(name, channel);
    connect(channel, &AlertChannel::told, this, &AlertNotifier::told);
    connect(channel, &AlertChannel::delayed, this, &AlertNotifier::delayed);
    connect(channel, &AlertChannel::failed, this, &AlertNotifier::failed);
}

void AlertNotifier::testBy(const QString &name, AlertChannel *channel)
{
    connect(channel, &AlertChannel::told, this, [this, name, channel](qint64, const QString &outcome) {
        channel->deleteLater();
        emit tested(name, outcome.isEmpty() ? tr("shown") : outcome);
    });
    const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch());
    channel->tell({1, name, models::testAlertJson(m_workspace, now), now, {}});
}

void AlertNotifier::test(bool isAllowed)
{
    const QString off = tr("nothing was sent: off until you allow it");
    const bool isGiven = isAllowed || m_consent == Consent::Given;
    if (m_notify.desktop) {
        DesktopChannel::Pace once;
        once.gather = std::chrono::milliseconds(0);
        once.attempts = 1;
        testBy(desktopName,
               new DesktopChannel(sessionBusAddress(), m_workspace, once, DesktopChannel::Buttons::None, this));
    }
    if (!m_notify.command.isEmpty()) {
        isGiven ? testBy(commandName, new CommandChannel(m_notify.command, this)) : emit tested(commandName, off);
    }
    if (!m_notify.webhook.isEmpty()) {
        WebhookChannel::Pace once;
        once.attempts = 1;
        isGiven ? testBy(webhookName, new WebhookChannel(m_notify.webhook, once, this)) : emit tested(webhookName, off);
    }
}

void AlertNotifier::tell(const redis::AlertMessage &message)
{
    if (AlertChannel *const channel = m_channels.value(message.channel)) {
        channel->tell(message);
    } else if (needsConsent(message.channel) && m_consent == Consent::Unknown) {
        m_held.push_back(message);
    } else if (needsConsent(message.channel)) {
        emit told(message.id, tr("not notified: off until you allow it"));
    } else {
        emit told(message.id, tr("not notified: the workspace no longer has this channel"));
    }
}

} // namespace plimsoll::app
