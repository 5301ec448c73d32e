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

/// Receives the portal's signals, because Qt's D-Bus needs string-based slots. Lives on the GUI thread.
class PortalListener final : public QObject {
    Q_OBJECT

public slots:
    void settingChanged(const QString &group, const QString &key, const QDBusVariant &value);

signals:
    void colourSchemeChanged(const QVariant &value);
};

/// The desktop's light or dark preference, read from the XDG desktop portal at the start and at every change. Emits
/// nothing without a session bus or portal. GUI thread; connecting to the bus may block and runs on the thread pool.
class SystemTheme final : public QObject {
    Q_OBJECT

public:
    explicit SystemTheme(const QString &busAddress, QObject *parent = nullptr);
    ~SystemTheme() override;
    Q_DISABLE_COPY_MOVE(SystemTheme)

signals:
    /// True: dark; nullopt: no preference.
    void preferenceChanged(std::optional<bool> dark);

private:
    void ask();
    void applyValue(const QVariant &value);

    std::shared_ptr<PortalListener> m_listener; ///< shared with the pool while it connects
    std::optional<QDBusConnection> m_bus;
};

} // namespace plimsoll::app
