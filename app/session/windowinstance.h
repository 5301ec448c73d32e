// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusConnection>
#include <QObject>
#include <QStringList>
#include <QVariantMap>

#include <memory>
#include <optional>

namespace plimsoll::app {

struct DashboardArguments;

/// The methods of the freedesktop.org interface for applications (Desktop Entry Specification, "D-Bus Activation").
/// Lives on the GUI thread.
class WindowService final : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Application")

public slots:
    // NOLINTBEGIN(readability-identifier-naming): the names of the interface
    Q_SCRIPTABLE void Activate(const QVariantMap &platformData);
    Q_SCRIPTABLE void Open(const QStringList &uris, const QVariantMap &platformData);
    Q_SCRIPTABLE void ActivateAction(const QString &action, const QVariantList &parameters,
                                     const QVariantMap &platformData);
    // NOLINTEND(readability-identifier-naming)

signals:
    void openRequested(const QStringList &targets, const QString &alert);
};

/// Makes the window known on the session bus, by the name of the program: a second start opens its workspaces as tabs
/// of the window that is there. The first that has the name keeps it. Without a bus each start has its own window. GUI
/// thread; connecting to the bus may block and runs on the thread pool.
class WindowInstance final : public QObject {
    Q_OBJECT

public:
    explicit WindowInstance(const QString &busAddress, QObject *parent = nullptr);
    ~WindowInstance() override;
    Q_DISABLE_COPY_MOVE(WindowInstance)

    /// Says whether another window may open these: not where a password, a recording or a data folder is only ours.
    [[nodiscard]] static bool mayShare(const DashboardArguments &arguments);
    /// Asks the running window to open these, and waits for it. Returns false if there is none, or if the bus does not
    /// reply in time.
    [[nodiscard]] static bool openInRunning(const QString &busAddress, const DashboardArguments &arguments);

signals:
    /// Workspace files and URLs of servers; none: the window is only to be shown. `alert`: ID of one to show, or empty.
    void openRequested(const QStringList &targets, const QString &alert);

private:
    std::shared_ptr<WindowService> m_service; ///< shared with the pool while it connects
    std::optional<QDBusConnection> m_bus;
};

} // namespace plimsoll::app
