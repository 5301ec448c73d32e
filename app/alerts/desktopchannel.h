// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertchannel.h"

#include <QDBusConnection>
#include <QHash>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::app {

/// Receives notification signals, as QtDBus only connects to string-based slots. GUI (main) thread.
class NotificationListener final : public QObject {
    Q_OBJECT

public slots:
    void actionInvoked(uint notification, const QString &action) { emit pressed(notification, action); }
    void notificationClosed(uint notification, uint) { emit closed(notification); }

signals:
    void pressed(uint notification, const QString &action);
    void closed(uint notification);
};

/// Desktop notifications (org.freedesktop.Notifications) for the present user. Messages within a short time are
/// combined into one, and notifications are rate-limited. A message is delivered once the desktop confirms it. Without
/// a bus or a notification service it is retried a few times, then dropped.
class DesktopChannel final : public AlertChannel {
    Q_OBJECT

public:
    struct Pace {
        std::chrono::milliseconds gather{1'000}; ///< messages within this time are combined
        std::chrono::milliseconds rest{10'000}; ///< pause between notifications
        std::chrono::milliseconds first{1'000}; ///< delay of the first retry; doubles each time
        int attempts = 4; ///< few, as notifications become outdated quickly
    };

    enum class Buttons { None, Mute, OpenAndMute };
    static constexpr std::chrono::hours muteLength{1}; ///< duration on the mute button

    /// `workspace`: name shown on each notification. `buttons`: those that the application handles.
    DesktopChannel(QString busAddress, QString workspace, Pace pace, Buttons buttons, QObject *parent = nullptr);
    DesktopChannel(QString busAddress, QString workspace, Pace pace, QObject *parent = nullptr)
        : DesktopChannel(std::move(busAddress), std::move(workspace), pace, Buttons::None, parent)
    {
    }
    ~DesktopChannel() override;
    Q_DISABLE_COPY_MOVE(DesktopChannel)

signals:
    /// Pressed on a notification: the alerts that it tells of.
    void openRequested(const QStringList &alerts);
    void muteRequested(const QStringList &alerts);

protected:
    void wake() override;
    [[nodiscard]] bool isBusy() const override { return false; }

private:
    struct Note {
        QStringList alerts; ///< ids
        QString title, text;
        bool isUrgent = false;
    };

    void flush();
    void reach();
    void show(const Note &note);
    void end(const QString &outcome);
    void again(const QString &why);
    [[nodiscard]] QStringList actions() const;
    void noteShown(const Note &note, uint notification);
    void press(uint notification, const QString &action);
    [[nodiscard]] Note note() const;

    QString m_busAddress, m_workspace;
    Pace m_pace;
    Buttons m_buttons;
    std::shared_ptr<NotificationListener> m_listener; ///< shared with the pool thread while connecting
    QTimer m_timer;
    std::optional<QDBusConnection> m_bus; ///< set once connected
    std::vector<redis::AlertMessage> m_underWay; ///< messages of the notification in flight
    int m_attempts = 0; ///< attempts for m_underWay
    QHash<QString, uint> m_shown; ///< notification that shows only this alert, by alert id
    QHash<uint, QStringList> m_alerts; ///< alert ids of each notification
};

} // namespace plimsoll::app
