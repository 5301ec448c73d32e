// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/alertscontroller.h"

#include "app/alerts/consent.h"
#include "app/desktop/background.h"
#include "app/desktop/datafolder.h"

#include <utility>

namespace plimsoll::app {

AlertsController::AlertsController(QObject *parent) : AlertsService(parent)
{
    connect(&m_ipcServer, &AlertIpcServer::alertAsked, this,
            [this](const QString &alert) { emit openRequested({alert}); });
}

AlertsController::~AlertsController()
{
    m_watch.finish();
}

void AlertsController::open(const WorkspacePtr &workspace, const QString &historyPath, const QString &former)
{
    const QString path = historyPath.isEmpty() ? QString() : redis::alertPath(historyPath);
    const bool isSamePath = m_path == path;
    m_workspace = workspace;
    if (isSamePath && m_notify == workspace->notify) {
        return; // snapshots deliver changed limits and collections
    }
    if (!isSamePath) {
        close();
    }
    m_path = path;
    m_notify = workspace->notify;
    if (path.isEmpty()) {
        return;
    }
    if (m_watch.object() == nullptr) {
        m_watch.begin();
        m_watch.forward(&AlertWatch::statesRead, this, &AlertsController::statesRead);
        m_watch.forward(&AlertWatch::alertsRead, this, &AlertsController::alertsRead);
        m_watch.forward(&AlertWatch::pastRead, this, &AlertsController::pastRead);
        m_watch.forward(&AlertWatch::stateChanged, this, &AlertsController::takeState);
        m_watch.forward(&AlertWatch::failed, this, &AlertsController::failed);
        m_watch.forward(&AlertWatch::toTell, this, &AlertsController::tell);
    }
    makeNotifier(workspace);
    m_ipcServer.open(m_keeping ? path : QString());
    if (!former.isEmpty() && m_keeping) {
        m_watch.call(&AlertWatch::takeAlong, former, historyPath);
    }
    m_watch.call(&AlertWatch::open, path, workspace, m_interval, m_keeping);
    m_watch.call(&AlertWatch::setPaused, m_isPaused);
}

void AlertsController::makeNotifier(const WorkspacePtr &workspace)
{
    if (!m_keeping) {
        return;
    }
    m_asked.reset();
    m_notifier = std::make_unique<AlertNotifier>(*workspace, DesktopChannel::Buttons::OpenAndMute);
    connect(m_notifier.get(), &AlertNotifier::told, this,
            [this](qint64 message, const QString &outcome) { m_watch.call(&AlertWatch::told, message, outcome); });
    connect(m_notifier.get(), &AlertNotifier::delayed, this,
            [this](qint64 message, const QString &why) { m_watch.call(&AlertWatch::delayed, message, why); });
    connect(m_notifier.get(), &AlertNotifier::tested, this, &AlertsController::tested);
    connect(m_notifier.get(), &AlertNotifier::failed, this, &AlertsController::failed);
    connect(m_notifier.get(), &AlertNotifier::openRequested, this, &AlertsController::openRequested);
    connect(m_notifier.get(), &AlertNotifier::muteRequested, this, &AlertsController::muteRequested);
    // Reads a file, so on the pool. If the notifier is destroyed meanwhile, the answer is dropped.
    inBackground(
        *QThreadPool::globalInstance(), m_notifier.get(),
        [folder = dataFolder(m_dataDir), workspace] { return ConsentStore(folder).isAllowed(*workspace); },
        [this, workspace](const Result<bool> &allowed) {
            if (!allowed) {
                emit failed(allowed.error().message);
            }
            if (allowed && *allowed) {
                setConsent(AlertNotifier::Consent::Given);
            } else {
                m_asked = workspace;
                emit consentWanted(workspace);
            }
        });
}

void AlertsController::setConsent(AlertNotifier::Consent consent)
{
    m_notifier->setConsent(consent);
    for (const QString &wrong : m_notifier->wrong()) {
        emit failed(wrong);
    }
}

void AlertsController::answerConsent(const WorkspacePtr &workspace, bool allowed)
{
    if (allowed) {
        inBackground(
            *QThreadPool::globalInstance(), this,
            [folder = dataFolder(m_dataDir), workspace] { return ConsentStore(folder).allow(*workspace); },
            [this](const Outcome &kept) {
                if (!kept) {
                    emit failed(kept.error().message);
                }
            });
    }
    if (m_notifier == nullptr || m_asked != workspace) {
        return;
    }
    m_asked.reset();
    setConsent(allowed ? AlertNotifier::Consent::Given : AlertNotifier::Consent::Refused);
    if (!allowed) {
        emit failed(tr("Actions of this workspace on this computer are off until you allow them"));
    }
}

void AlertsController::test()
{
    if (m_notifier == nullptr) {
        emit tested({}, tr("nothing was sent: this view saves no alerts"));
        return;
    }
    inBackground( // what is known of the consent may be still being read
        *QThreadPool::globalInstance(), m_notifier.get(),
        [folder = dataFolder(m_dataDir), workspace = m_workspace] {
            return ConsentStore(folder).isAllowed(*workspace);
        },
        [this](const Result<bool> &allowed) { m_notifier->test(allowed && *allowed); });
}

void AlertsController::tell(const std::vector<redis::AlertMessage> &messages)
{
    for (const redis::AlertMessage &message : messages) {
        if (m_notifier != nullptr) {
            m_notifier->tell(message);
        }
    }
}

void AlertsController::takeState(const AlertsState &state)
{
    using Is = AlertsState::Is;
    emit troubled(state.is == Is::Kept            ? QString()
                      : state.is == Is::Elsewhere ? tr("kept by another process")
                                                  : tr("not kept: %1").arg(state.text));
}

/// Drops all pending results of the closed workspace.
void AlertsController::close()
{
    m_path.clear();
    m_notify.reset();
    m_notifier.reset();
    m_asked.reset();
    m_ipcServer.open({});
    m_watch.finish();
    emit alertsRead({});
    emit troubled({});
}

void AlertsController::keep(const SnapshotPtr &snapshot)
{
    // A workspace without collections has no alert file.
    if (m_watch.object() != nullptr && !m_path.isEmpty() && !snapshot->layout->rows.empty()) {
        m_watch.object()->hand(snapshot);
    }
}

void AlertsController::setPaused(bool paused)
{
    if (std::exchange(m_isPaused, paused) != paused) {
        m_watch.call(&AlertWatch::setPaused, paused);
    }
}

void AlertsController::setInterval(std::chrono::milliseconds interval)
{
    if (std::exchange(m_interval, interval) != interval) {
        m_watch.call(&AlertWatch::setInterval, interval);
    }
}

void AlertsController::keepNote(const Note &note)
{
    if (m_watch.object() == nullptr || m_path.isEmpty()) {
        emit failed(tr("The note could not be saved: this view saves no alerts"));
        return;
    }
    m_watch.call(&AlertWatch::keepNote, note);
}

} // namespace plimsoll::app
