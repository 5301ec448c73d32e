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

/// Hears what people press: string slots are all that Qt's D-Bus takes. GUI (main) thread.
class NotificationListener final : public QObject {
    Q_OBJECT

public slots:
    void actionInvoked(uint notification, const QString &action) { emit pressed(notification, action); }
    void notificationClosed(uint notification, uint) { emit closed(notification); }

signals:
    void pressed(uint notification, const QString &action);
    void closed(uint notification);
};

/// Notifications of the desktop (org.freedesktop.Notifications), for who sits there now: what comes together is one,
/// and one comes seldom enough. Told is what the desktop has answered for; where there is no bus or nobody who shows
/// them, it is tried some times more, and let go.
class DesktopChannel final : public AlertChannel {
    Q_OBJECT

public:
    struct Pace {
        std::chrono::milliseconds gather{1'000}; ///< what comes within is one
        std::chrono::milliseconds rest{10'000}; ///< from one to the next
        std::chrono::milliseconds first{1'000}; ///< from one attempt to the next, doubling
        int attempts = 4; ///< for who sits there now: not for long
    };

    enum class Buttons { None, Mute, OpenAndMute };
    static constexpr std::chrono::hours muteLength{1}; ///< as its button says

    /// `workspace`: its name, which stands on each. `buttons`: where somebody does what they say.
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
    std::shared_ptr<NotificationListener> m_listener; ///< the pool has it, too, for as long as it connects
    QTimer m_timer;
    std::optional<QDBusConnection> m_bus; ///< once it is reached
    std::vector<redis::AlertMessage> m_underWay; ///< shown together, as soon as somebody does
    int m_attempts = 0; ///< of those
    QHash<QString, uint> m_shown; ///< by alert: the notification that tells of it alone
    QHash<uint, QStringList> m_alerts; ///< by notification: what it tells of
};

} // namespace plimsoll::app
