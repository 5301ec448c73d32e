// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QDBusPendingCallWatcher;

namespace plimsoll::app {

/// Hears the portal's signals: string slots are all that Qt's D-Bus takes. Lives on the GUI thread.
class PortalListener final : public QObject {
    Q_OBJECT

public slots:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

signals:
    void colourSchemeChanged(const QVariant &value);
};

/// Light or dark, as the desktop prefers it: asked of the XDG desktop portal at the start, heard from it whenever it
/// changes. Where there is no session bus or no portal it says nothing. GUI thread; what may block while the bus is
/// reached happens on the thread pool.
class SystemTheme final : public QObject {
    Q_OBJECT

public:
    explicit SystemTheme(const QString &busAddress, QObject *parent = nullptr);
    ~SystemTheme() override;
    Q_DISABLE_COPY_MOVE(SystemTheme)

    /// Of the bus that runs for this session, empty when none does: none is started for us.
    [[nodiscard]] static QString sessionBusAddress();

signals:
    /// True is dark; nothing: the desktop has no preference.
    void preferenceChanged(std::optional<bool> dark);

private:
    void ask();
    void take(const QVariant &value);

    std::shared_ptr<PortalListener> m_listener; ///< the pool has it, too, for as long as it connects
    std::optional<QDBusConnection> m_bus;
};

} // namespace plimsoll::app
