// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerts/alertdoor.h"
#include "app/alerts/alertnotifier.h"
#include "app/alerts/alertwatch.h"
#include "app/worker.h"

#include <QObject>

#include <chrono>
#include <memory>

namespace plimsoll::app {

/// The window's side of the alerts of one workspace: hands what is polled to who judges it, with its thread, and tells
/// people. GUI thread; nothing here waits for the disk, the network or whom it tells.
class AlertsController final : public QObject {
    Q_OBJECT

public:
    explicit AlertsController(QObject *parent = nullptr);
    /// What was handed over is judged and kept first, within two seconds.
    ~AlertsController() override;
    Q_DISABLE_COPY_MOVE(AlertsController)

    /// Where consent to commands and webhooks is kept; empty: the platform's folder for data. Before open().
    void setDataDir(const QString &dataDir) { m_dataDir = dataDir; }
    /// For who only looks: nothing is judged, and nobody told.
    void setKeeping(bool keeping) { m_keeping = keeping; }
    /// What is handed over from now on is of that workspace, whose history is there; the same as before goes on. An
    /// empty path: there is none. `former`: its history is that one, under another name.
    void open(const WorkspacePtr &workspace, const QString &historyPath, const QString &former = {});
    void close();
    void keep(const SnapshotPtr &snapshot);
    /// The server does not answer, until the next snapshot.
    void setAway(const QString &why);
    void setPaused(bool paused);
    void setInterval(std::chrono::milliseconds interval);
    /// The answer to consentWanted(): an allowed workspace is kept as such; what is not allowed stays off while it is
    /// open. Of another workspace than the one that is open now it changes nothing here.
    void answerConsent(const plimsoll::WorkspacePtr &workspace, bool allowed);

    /// Those that were over before that one, as pastRead() says.
    void readPast(const QString &before);
    /// What people say of alerts, by their ids.
    void acknowledge(const QStringList &alerts, bool acknowledged);
    void mute(const QStringList &alerts, std::chrono::milliseconds until);
    void note(const QStringList &alerts, const QString &text);
    /// At a moment.
    void keepNote(const Note &note);

    [[nodiscard]] const QString &path() const { return m_path; }

signals:
    /// The workspace has a command or a webhook that the person has not allowed; both are off until answerConsent().
    void consentWanted(const plimsoll::WorkspacePtr &workspace);
    void statesRead(const QByteArray &saved);
    void alertsRead(const plimsoll::AlertList &alerts);
    void pastRead(const QString &before, const std::vector<plimsoll::Alert> &alerts);
    void stateChanged(const plimsoll::app::AlertsState &state);
    /// Somebody could not be told, or what was said of an alert not be kept.
    void failed(const QString &why);
    /// Pressed on a notification of the desktop, also of another process.
    void openRequested(const QStringList &alerts);
    void muteRequested(const QStringList &alerts);

private:
    static constexpr std::chrono::seconds patience{2}; ///< of a person who closes the window

    void tell(const std::vector<redis::AlertMessage> &messages);
    void makeNotifier(const WorkspacePtr &workspace);
    void setConsent(AlertNotifier::Consent consent);

    bool m_keeping = true;
    bool m_isPaused = false;
    std::chrono::milliseconds m_interval{1'000};
    QString m_path, m_dataDir;
    std::optional<NotifySettings> m_notify; ///< of what is open
    Worker<AlertWatch> m_watch{QLatin1StringView("alerts"), this, patience};
    std::unique_ptr<AlertNotifier> m_notifier; ///< null: nobody is told
    WorkspacePtr m_asked; ///< that the person is asked about; null: none
    AlertDoor m_door;
};

} // namespace plimsoll::app
