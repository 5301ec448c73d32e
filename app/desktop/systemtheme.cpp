// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/systemtheme.h"

#include "app/desktop/background.h"
#include "app/desktop/sessionbus.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QThreadPool>

namespace plimsoll::app {

namespace {

constexpr QLatin1StringView portalService("org.freedesktop.portal.Desktop");
constexpr QLatin1StringView portalPath("/org/freedesktop/portal/desktop");
constexpr QLatin1StringView interface("org.freedesktop.portal.Settings");
constexpr QLatin1StringView appearance("org.freedesktop.appearance");
constexpr QLatin1StringView colourScheme("color-scheme");

constexpr uint prefersDark = 1, prefersLight = 2; // other values mean no preference

/// Blocks on the bus: for connecting and for the owner of the portal's name.
QDBusConnection connectAndListen(const QString &address, PortalListener *listener)
{
    qRegisterMetaType<QDBusVariant>(); // must be registered before the slot's types are looked up by name
    QDBusConnection bus = QDBusConnection::connectToBus(address, busConnectionName(QLatin1StringView("appearance")));
    if (bus.isConnected()) {
        bus.connect(portalService, portalPath, interface, QStringLiteral("SettingChanged"), listener,
                    SLOT(settingChanged(QString, QString, QDBusVariant)));
    }
    return bus;
}

} // namespace

void PortalListener::settingChanged(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group == appearance && key == colourScheme) {
        emit colourSchemeChanged(value.variant());
    }
}

SystemTheme::SystemTheme(const QString &busAddress, QObject *parent)
    : QObject(parent), m_listener(makeBusListener<PortalListener>())
{
    if (busAddress.isEmpty()) {
        return;
    }
    connect(m_listener.get(), &PortalListener::colourSchemeChanged, this, &SystemTheme::applyValue);
    inBackground(
        *QThreadPool::globalInstance(), this,
        [busAddress, listener = m_listener] { return connectAndListen(busAddress, listener.get()); },
        [this](const QDBusConnection &bus) {
            if (bus.isConnected()) {
                m_bus = bus;
                ask();
            }
        });
}

SystemTheme::~SystemTheme()
{
    if (m_bus) {
        QDBusConnection::disconnectFromBus(m_bus->name());
    }
}

void SystemTheme::ask()
{
    QDBusMessage question =
        QDBusMessage::createMethodCall(portalService, portalPath, interface, QStringLiteral("Read"));
    question << appearance << colourScheme;
    auto *watcher = new QDBusPendingCallWatcher(m_bus->asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (reply.isValid()) { // otherwise there is no portal or no such setting
            applyValue(reply.value().variant());
        }
        watcher->deleteLater();
    });
}

void SystemTheme::applyValue(const QVariant &value)
{
    // The reply of Read is wrapped twice, the signal's value once.
    QVariant inner = value;
    while (inner.metaType() == QMetaType::fromType<QDBusVariant>()) {
        inner = inner.value<QDBusVariant>().variant();
    }
    const uint scheme = inner.toUInt();
    std::optional<bool> dark;
    if (scheme == prefersDark || scheme == prefersLight) {
        dark = scheme == prefersDark;
    }
    emit preferenceChanged(dark);
}

} // namespace plimsoll::app
