// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/text/connectionstatus.h"
#include "redis/types/operation.h"
#include "redis/types/snapshot.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <vector>

class QWidget;

namespace plimsoll::views {

class Banner;
class Theme;

/// Knows whether the newest figures are of now, and says over the status bar why they are not and what can be done: the
/// connection is lost, the server does not answer. Says there as well which operations were cut off. GUI thread.
class LiveState final : public QObject {
    Q_OBJECT

public:
    LiveState(const Theme *theme, QWidget *strip, QObject *parent);

    /// Forgets the server, before another one is watched.
    void forget();
    void setConnection(const models::ConnectionStatus &status);
    /// `silent`: no reply within two ticks.
    void setSilent(bool silent);
    void setSnapshot(const SnapshotPtr &newest);
    /// `past`: the pages show a past moment.
    void setPast(bool past);
    /// Operations that are incomplete and could not be completed.
    void setLeftOpen(const std::vector<OperationReport> &operations);

    [[nodiscard]] const models::ConnectionStatus &status() const { return m_status; }
    [[nodiscard]] bool isLost() const { return !m_lostAt.isEmpty(); }
    /// "14:00:00", with the time of the last attempt that failed since; only if it is lost.
    [[nodiscard]] QString lostSince() const;
    /// Reason of the loss as a sentence.
    [[nodiscard]] QString lostWhy() const;
    [[nodiscard]] bool passwordMayHelp() const { return m_status.loginRefused && !m_status.isPasswordUnwanted; }
    [[nodiscard]] bool isSilent() const { return m_isSilent; }
    /// True if updates are paused, and figures older than two ticks.
    [[nodiscard]] bool isAged() const { return m_isAged; }
    /// True if the newest figures are of now: the server answers, and polling is not paused.
    [[nodiscard]] bool isLive() const { return m_newest != nullptr && !isLost() && !m_isSilent && !m_isAged; }

signals:
    /// What is said of the connection changed, or its countdown did.
    void changed();
    void aged();
    void passwordWanted();
    void connectionWanted(); ///< to edit it
    void tryWanted();
    void recoveryWanted(); ///< of the operations that are incomplete

private:
    void say();
    void sayLost();
    /// Describes the incomplete operations: type, progress, error, and retention of the taken elements.
    [[nodiscard]] QString leftOpenText() const;
    void act();
    /// Starts the timer that greys the figures during a pause.
    void age();

    Banner *m_banner;
    models::ConnectionStatus m_status;
    SnapshotPtr m_newest;
    QString m_lostAt, m_lostWhy; ///< time and reason of the connection loss; empty if connected
    std::chrono::milliseconds m_firstTry{}, m_lastTry{}; ///< ConnectionStatus::triedAt at m_lostAt and since
    QDeadlineTimer m_retryAt;
    QTimer m_countdown;
    QTimer m_ageing;
    std::vector<OperationReport> m_leftOpen;
    bool m_isRecovering = false; ///< requested, not answered yet
    bool m_isSilent = false;
    bool m_isAged = false;
    bool m_isPast = false;
};

} // namespace plimsoll::views
