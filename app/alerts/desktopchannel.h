// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertchannel.h"

#include <QDBusConnection>
#include <QHash>
#include <QTimer>

#include <chrono>
#include <optional>

namespace plimsoll::app {

/// Notifications of the desktop (org.freedesktop.Notifications), for who sits there now: what comes together is one,
/// and one comes seldom enough. Where there is no bus or nobody who shows them, they are let go.
class DesktopChannel final : public AlertChannel {
    Q_OBJECT

public:
    struct Pace {
        std::chrono::milliseconds gather{1'000}; ///< what comes within is one
        std::chrono::milliseconds rest{10'000}; ///< from one to the next
    };

    /// `workspace`: its name, which stands on each.
    DesktopChannel(QString busAddress, QString workspace, Pace pace, QObject *parent = nullptr);
    ~DesktopChannel() override;
    Q_DISABLE_COPY_MOVE(DesktopChannel)

protected:
    void wake() override;
    [[nodiscard]] bool isBusy() const override { return false; }

private:
    struct Note {
        QString alert; ///< id; empty: of several
        QString title, text;
        bool isUrgent = false;
    };

    void flush();
    void show(const Note &note);
    [[nodiscard]] Note taken();

    QString m_busAddress, m_workspace;
    Pace m_pace;
    QTimer m_timer;
    std::optional<QDBusConnection> m_bus; ///< once it is reached
    bool m_isReaching = false;
    QHash<QString, uint> m_shown; ///< by alert: the notification that tells of it
};

} // namespace plimsoll::app
