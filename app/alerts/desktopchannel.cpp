// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/desktopchannel.h"

#include "app/desktop/applicationid.h"
#include "app/desktop/background.h"
#include "app/desktop/sessionbus.h"
#include "models/alerts/alertbook.h"
#include "redis/types/printable.h"

#include <QDBusError>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <functional>
#include <utility>

namespace plimsoll::app {

namespace {

constexpr QLatin1StringView service("org.freedesktop.Notifications");
constexpr QLatin1StringView notificationsPath("/org/freedesktop/Notifications");
constexpr qsizetype mostLines = 5;
constexpr qsizetype mostRemembered = 1'000;
constexpr uchar normal = 1, urgent = 2;

/// Collection names are user text: reduced to one line of at most 120 characters.
QString inNotification(const QString &text)
{
    return printable(text.toUtf8(), 120);
}

QString lineOf(const QJsonObject &alert)
{
    const QString about = alert[QLatin1String("collection")].toString();
    const QString text = inNotification(alert[QLatin1String("text")].toString());
    return about.isEmpty() ? text : QStringLiteral("%1: %2").arg(inNotification(about), text);
}

/// How bad it is, as on the page of alerts.
int rankOf(const QJsonObject &alert)
{
    const QString state = alert[QLatin1String("state")].toString();
    const auto is = [&state](State known) { return state == alertStateId(known); };
    return is(State::Error) ? 3 : is(State::Critical) ? 2 : is(State::Warning) ? 1 : 0;
}

} // namespace

DesktopChannel::DesktopChannel(QString busAddress, QString workspace, Pace pace, Buttons buttons, QObject *parent)
    : AlertChannel(parent), m_busAddress(std::move(busAddress)), m_workspace(std::move(workspace)), m_pace(pace),
      m_buttons(buttons), m_listener(makeBusListener<NotificationListener>())
{
    connect(m_listener.get(), &NotificationListener::pressed, this, &DesktopChannel::press);
    connect(m_listener.get(), &NotificationListener::closed, this,
            [this](uint notification) { m_alerts.remove(notification); });
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &DesktopChannel::flush);
}

DesktopChannel::~DesktopChannel()
{
    if (m_bus) {
        QDBusConnection::disconnectFromBus(m_bus->name());
    }
}

void DesktopChannel::wake()
{
    if (!m_timer.isActive() && m_underWay.empty() && !isEmpty()) {
        m_timer.start(m_pace.gather);
    }
}

/// All that is under way, as one; the worst first, to which it opens.
DesktopChannel::Note DesktopChannel::note() const
{
    Note note;
    QStringList lines;
    const std::size_t count = m_underWay.size();
    std::vector<QJsonObject> alerts;
    for (const redis::AlertMessage &message : m_underWay) {
        alerts.push_back(QJsonDocument::fromJson(message.payload).object());
    }
    std::ranges::stable_sort(alerts, std::ranges::greater(), &rankOf);
    for (const QJsonObject &alert : alerts) {
        const QString state = alert[QLatin1String("state")].toString();
        note.isUrgent = note.isUrgent || state == alertStateId(State::Critical) || state == alertStateId(State::Error);
        note.alerts += alert[QLatin1String("alert")].toString();
        note.title = models::alertTitle(inNotification(alert[QLatin1String("collection")].toString()), state);
        lines += lineOf(alert);
    }
    if (count == 1) {
        note.text = lines.front() + u'\n' + inNotification(m_workspace);
        return note;
    }
    note.title = tr("%1: %2 alerts").arg(inNotification(m_workspace), QString::number(count));
    if (lines.size() > mostLines) {
        const qsizetype more = lines.size() - mostLines + 1;
        lines = lines.first(mostLines - 1);
        lines += tr("and %1 more").arg(more);
    }
    note.text = lines.join(u'\n');
    return note;
}

void DesktopChannel::flush()
{
    while (m_attempts == 0 && !isEmpty()) {
        m_underWay.push_back(take());
    }
    if (m_underWay.empty()) {
        return;
    }
    ++m_attempts;
    if (m_bus && m_bus->isConnected()) {
        show(note());
    } else {
        reach();
    }
}

/// Which waits for its answers.
void DesktopChannel::reach()
{
    if (m_bus) {
        QDBusConnection::disconnectFromBus(m_bus->name());
        m_bus.reset();
    }
    inBackground(
        *QThreadPool::globalInstance(), this,
        [address = m_busAddress, listener = m_listener] {
            QDBusConnection bus =
                QDBusConnection::connectToBus(address, busConnectionName(QLatin1StringView("alerts")));
            // Accept signals from any sender: looking up the service's owner would block.
            bus.connect({}, notificationsPath, service, QStringLiteral("ActionInvoked"), listener.get(),
                        SLOT(actionInvoked(uint, QString)));
            bus.connect({}, notificationsPath, service, QStringLiteral("NotificationClosed"), listener.get(),
                        SLOT(notificationClosed(uint, uint)));
            return bus;
        },
        [this](const QDBusConnection &bus) {
            if (bus.isConnected()) {
                m_bus = bus;
                show(note());
            } else {
                QDBusConnection::disconnectFromBus(bus.name());
                again(tr("there is no session bus"));
            }
        });
}

void DesktopChannel::end(const QString &outcome)
{
    m_attempts = 0;
    for (const redis::AlertMessage &message : std::exchange(m_underWay, {})) {
        emit told(message.id, outcome);
    }
    m_timer.start(m_pace.rest);
}

void DesktopChannel::again(const QString &why)
{
    const bool isLast = m_attempts >= m_pace.attempts || m_busAddress.isEmpty(); // no bus address will appear later
    if (m_attempts == 1) { // once for each
        emit failed(isLast ? tr("no notifications: %1").arg(why) : tr("no notifications: %1; trying again").arg(why));
    }
    if (isLast) {
        end(tr("not shown: %1").arg(why));
    } else {
        for (const redis::AlertMessage &message : m_underWay) {
            emit delayed(message.id, why);
        }
        m_timer.start(m_pace.first * (1 << (m_attempts - 1)));
    }
}

/// A key and what stands on the button; "default" is a click on the notification itself.
QStringList DesktopChannel::actions() const
{
    const QStringList mute{QStringLiteral("mute"), tr("Mute for 1 h")};
    const QString open = tr("Open");
    switch (m_buttons) {
    case Buttons::None:
        break;
    case Buttons::Mute:
        return mute;
    case Buttons::OpenAndMute:
        return QStringList{QStringLiteral("default"), open, QStringLiteral("open"), open} + mute;
    }
    return {};
}

void DesktopChannel::show(const Note &note)
{
    QDBusMessage call = QDBusMessage::createMethodCall(service, notificationsPath, service, QStringLiteral("Notify"));
    QVariantMap hints{{QStringLiteral("urgency"), QVariant::fromValue(note.isUrgent ? urgent : normal)},
                      {QStringLiteral("desktop-entry"), QString(applicationId)}};
    const uint replaced = note.alerts.size() == 1 ? m_shown.value(note.alerts.front(), 0U) : 0U;
    // Servers take the text for markup.
    call << QStringLiteral("Plimsoll") << replaced << QString(applicationId) << note.title << note.text.toHtmlEscaped()
         << actions() << hints << -1;
    auto *watcher = new QDBusPendingCallWatcher(m_bus->asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher, note] {
        const QDBusPendingReply<uint> reply = *watcher;
        watcher->deleteLater();
        if (!reply.isError()) {
            noteShown(note, reply.value());
            end({});
        } else if (reply.error().type() == QDBusError::ServiceUnknown) {
            again(tr("the session bus has no notification service"));
        } else {
            again(printable(reply.error().message().toUtf8(), 120));
        }
    });
}

void DesktopChannel::noteShown(const Note &note, uint notification)
{
    if (m_shown.size() >= mostRemembered || m_alerts.size() >= mostRemembered) {
        m_shown.clear();
        m_alerts.clear();
    }
    if (note.alerts.size() == 1) {
        m_shown.insert(note.alerts.front(), notification);
    }
    m_alerts.insert(notification, note.alerts);
}

void DesktopChannel::press(uint notification, const QString &action)
{
    const QStringList alerts = m_alerts.value(notification); // empty: a notification of another program
    if (alerts.isEmpty()) {
        return;
    }
    if (action == QLatin1String("mute")) {
        emit muteRequested(alerts);
    } else if (m_buttons == Buttons::OpenAndMute) {
        emit openRequested(alerts);
    }
}

} // namespace plimsoll::app
