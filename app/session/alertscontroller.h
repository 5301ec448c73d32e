// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertipcserver.h"
#include "app/alerts/alertnotifier.h"
#include "app/alerts/alertwatch.h"
#include "app/desktop/worker.h"
#include "views/page/alertsservice.h"

#include <chrono>
#include <memory>

namespace plimsoll::app {

/// The window's side of a workspace's alerts: passes snapshots to the alert watch on its thread and sends
/// notifications. GUI thread; nothing here waits for the disk, the network or a receiver.
class AlertsController final : public views::AlertsService {
    Q_OBJECT

public:
    explicit AlertsController(QObject *parent = nullptr);
    /// Waits up to two seconds until pending snapshots are judged and stored.
    ~AlertsController() override;
    Q_DISABLE_COPY_MOVE(AlertsController)

    /// Sets the folder of consents to commands and webhooks; empty: the platform's data folder. Call before open().
    void setDataDir(const QString &dataDir) { m_dataDir = dataDir; }
    /// Without keeping, nothing is judged and no notification is sent.
    void setKeeping(bool keeping) { m_keeping = keeping; }
    /// Starts the alerts of a workspace with the given history, or continues if both are unchanged. An empty path: no
    /// history. `former`: path of its history under an earlier name.
    void open(const WorkspacePtr &workspace, const QString &historyPath, const QString &former = {});
    void close();
    void keep(const SnapshotPtr &snapshot);
    /// The server does not answer; reset by the next snapshot.
    void setAway(const QString &why) { m_watch.call(&AlertWatch::setAway, why); }
    void setPaused(bool paused);
    void setInterval(std::chrono::milliseconds interval);
    /// Answers consentWanted(): stores a consent; without it, commands and webhooks stay off while the workspace is
    /// open. Has no effect here if another workspace is open now.
    void answerConsent(const plimsoll::WorkspacePtr &workspace, bool allowed);

    void readPast(const QString &before) override { m_watch.call(&AlertWatch::readPast, before); }
    void acknowledge(const QStringList &alerts, bool acknowledged) override
    {
        m_watch.call(&AlertWatch::acknowledge, alerts, acknowledged);
    }
    void mute(const QStringList &alerts, std::chrono::milliseconds until) override
    {
        m_watch.call(&AlertWatch::mute, alerts, until);
    }
    void note(const QStringList &alerts, const QString &text) override
    {
        m_watch.call(&AlertWatch::note, alerts, text);
    }
    void keepNote(const Note &note) override;
    void test() override;

    [[nodiscard]] const QString &path() const { return m_path; }

signals:
    /// The workspace has a command or webhook without consent; both are off until answerConsent().
    void consentWanted(const plimsoll::WorkspacePtr &workspace);
    void statesRead(const QByteArray &saved);
    /// A notification could not be sent, or a user action not be stored.
    void failed(const QString &why);
    /// A button of a desktop notification was pressed, possibly one sent by another process.
    void openRequested(const QStringList &alerts);
    void muteRequested(const QStringList &alerts);

private:
    static constexpr std::chrono::seconds patience{2}; ///< maximum wait when the window closes

    void tell(const std::vector<redis::AlertMessage> &messages);
    void takeState(const AlertsState &state);
    void makeNotifier(const WorkspacePtr &workspace);
    void setConsent(AlertNotifier::Consent consent);

    bool m_keeping = true;
    bool m_isPaused = false;
    std::chrono::milliseconds m_interval{1'000};
    QString m_path, m_dataDir;
    WorkspacePtr m_workspace; ///< open workspace
    std::optional<NotifySettings> m_notify; ///< settings of the open workspace
    Worker<AlertWatch> m_watch{QLatin1StringView("alerts"), this, patience};
    std::unique_ptr<AlertNotifier> m_notifier; ///< null: no notifications
    WorkspacePtr m_asked; ///< workspace whose consent is being asked for; null: none
    AlertIpcServer m_ipcServer;
};

} // namespace plimsoll::app
