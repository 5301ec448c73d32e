// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/text/format.h"
#include "models/text/rediscli.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspaceedit.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace plimsoll::app {

using views::SessionView;

Session::Session(views::Theme *theme, QThreadPool &files, QObject *parent)
    : QObject(parent), m_document(files), m_operations(&m_view, theme), m_view(pageContext(theme), redis::kindInfos())
{
    connectView();
    connectConnection();
    connectKept();
    connectAlerts();
}

Session::~Session()
{
    m_operations.close(); // uses the view, which is destroyed first
}

views::PageContext Session::pageContext(views::Theme *theme)
{
    views::PageContext context;
    context.theme = theme;
    context.history = &m_history;
    context.alerts = &m_alerts;
    context.kept = &m_kept;
    context.operations = &m_operations;
    context.lab = &m_lab;
    context.discovery = &m_discovery;
    return context;
}

void Session::setDataDir(const QString &dataDir)
{
    m_dataDir = dataDir;
    m_operations.setDataDir(dataDir);
    m_kept.setDataDir(dataDir);
    m_alerts.setDataDir(dataDir);
}

void Session::connectView()
{
    connect(&m_view.host(), &views::PageHost::asked, &m_connection, &ConnectionController::ask);
    connect(&m_view.host(), &views::PageHost::exportRequested, &m_operations, &OperationsController::save);
    connect(&m_view.host(), &views::PageHost::slowLogWanted, &m_connection, &ConnectionController::readSlowLog);
    connect(&m_connection, &ConnectionController::slowLogRead, &m_view.host(), &views::PageHost::slowLogRead);
    connect(&m_view.host(), &views::PageHost::keySizesWanted, &m_connection, &ConnectionController::sampleKeys);
    connect(&m_connection, &ConnectionController::keysSampled, &m_view.host(), &views::PageHost::keysSampled);
    connect(&m_view.host(), &views::PageHost::commandsWanted, &m_connection,
            [this](const views::Place &place) { m_connection.askCommands(place.workspace, place.collection); });
    connect(&m_connection, &ConnectionController::commandsTold, this, &Session::copyCommands);
    connect(&m_view.host(), &views::PageHost::redisCliWanted, this, &Session::copyCommands);
    connect(&m_view.host(), &views::PageHost::watchRequested, this, &Session::watch);
    connect(&m_view, &SessionView::shownChanged, this, &Session::followShown);
    connect(&m_view, &SessionView::refreshRequested, &m_connection, &ConnectionController::refresh);
    connect(&m_view, &SessionView::intervalChosen, &m_connection, &ConnectionController::setInterval);
    connect(&m_view, &SessionView::pauseToggled, &m_connection, &ConnectionController::setPaused);
    connect(&m_document, &WorkspaceDocument::message, &m_view, &SessionView::showMessage);
    connect(&m_document, &WorkspaceDocument::problem, &m_view, &SessionView::showProblem);
    connect(&m_document, &WorkspaceDocument::placed, this, [this](bool isRenamed) {
        if (isRenamed) {
            m_former = m_kept.path();
        }
        follow(m_connection.endpoint());
    });
}

void Session::copyCommands(const redis::Commands &commands)
{
    constexpr std::size_t most = 1'000; // lines; a collection may have a key for each of many ids
    QStringList lines;
    for (std::size_t i = 0; i < std::min(most, commands.size()); ++i) {
        lines += models::redisCliLine(m_connection.endpoint(), commands[i]);
    }
    if (lines.isEmpty()) {
        m_view.showMessage(tr("Nothing was copied: the figures of this collection have not been read yet"));
        return;
    }
    QGuiApplication::clipboard()->setText(lines.join(u'\n') + u'\n');
    const auto count = static_cast<int>(lines.size());
    m_view.showMessage(commands.size() > most
                           ? tr("The first %1 of %2 commands copied for redis-cli")
                                 .arg(models::formatCount(count), models::formatCount(commands.size()))
                           : count == 1 ? tr("1 command copied for redis-cli")
                                        : tr("%n commands copied for redis-cli", nullptr, count));
}

void Session::connectConnection()
{
    connect(&m_connection, &ConnectionController::snapshotReady, this, [this](const SnapshotPtr &snapshot) {
        if (m_connection.isReplaying() && snapshot->layout->workspace != m_document.workspace()) {
            m_document.open(snapshot->layout->workspace, WorkspaceDocument::Keeping::Nowhere); // edited while recording
            m_view.setWorkspace(m_document.workspace());
        }
        if (std::exchange(m_latest, snapshot) == snapshot) {
            m_view.apply(m_history.judged()); // the end of a recording repeats its last snapshot
            return;
        }
        m_history.apply(snapshot); // before the view, whose charts read it
        m_view.apply(m_history.judged());
        if (m_connection.isReplaying()) {
            return; // a recording is not stored again
        }
        m_kept.keep(snapshot);
        if (const models::MomentPtr &moment = m_history.moment(); moment && moment->present != snapshot->layout) {
            m_kept.readMoment({snapshot->layout, moment->time}); // rebuilds the moment with the edited workspace
        }
        if (m_recorder.object() != nullptr) {
            m_recorder.object()->hand(snapshot);
        }
        m_alerts.keep(snapshot);
    });
    connect(&m_connection, &ConnectionController::answered, &m_view, &SessionView::answer);
    connect(&m_connection, &ConnectionController::statusChanged, &m_view, &SessionView::setConnection);
    connect(&m_connection, &ConnectionController::statusChanged, this, [this](const models::ConnectionStatus &status) {
        const bool connected = status.state == models::ConnectionStatus::State::Connected;
        if (connected && !std::exchange(m_connected, connected)) {
            m_operations.noteConnected();
        }
        m_connected = connected;
        if (connected && !status.recorded) {
            m_discovery.setServer(m_document.workspace(), m_connection.endpoint(), m_kept.foundPath());
        }
        m_history.setInterval(status.interval);
        m_alerts.setInterval(status.interval);
        m_alerts.setPaused(status.paused);
        if (status.state == models::ConnectionStatus::State::Lost) {
            m_alerts.setAway(status.text);
        }
    });
    connect(&m_connection, &ConnectionController::oldChanged, &m_view, &SessionView::setOld);
    connect(&m_connection, &ConnectionController::gap, &m_history, &models::History::noteGap);
    connect(&m_view, &SessionView::changesAllowedChanged, &m_operations, &OperationsController::followChangesAllowed);
    connect(&m_operations, &OperationsController::operatingChanged, &m_connection, &ConnectionController::setOperating);
    connect(&m_operations, &OperationsController::operatedInVain, &m_connection, &ConnectionController::operatedInVain);
    connect(&m_operations, &OperationsController::dataChanged, &m_connection, &ConnectionController::refresh);
}

void Session::connectKept()
{
    connect(&m_history, &models::History::pastWanted, &m_kept, &HistoryController::read);
    connect(&m_kept, &HistoryController::exported, &m_operations, &OperationsController::save);
    connect(&m_kept, &HistoryController::problem, &m_view, &SessionView::showProblem);
    connect(&m_kept, &HistoryController::pastRead, &m_history, &models::History::takePast);
    connect(&m_history, &models::History::marksWanted, &m_kept, &HistoryController::readMarks);
    connect(&m_kept, &HistoryController::marksRead, &m_history, &models::History::takeMarks);
    connect(&m_operations, &OperationsController::dataChanged, &m_history, &models::History::outdateMarks);
    connect(&m_kept, &HistoryController::stateChanged, this, [this](const redis::HistoryState &state) {
        m_historyState = state;
        showHistoryState();
    });
    connect(&m_kept, &HistoryController::damaged, this, [this](const QString &what) {
        m_historyDamage = what;
        showHistoryState();
    });
}

void Session::showHistoryState()
{
    using Is = redis::HistoryState::Is;
    using views::HistoryIs;
    const bool isDamaged = !m_historyDamage.isEmpty();
    const HistoryIs is = m_historyState.is == Is::Elsewhere ? HistoryIs::KeptElsewhere
        : m_historyState.is != Is::Kept                     ? HistoryIs::NotKept
        : isDamaged                                         ? HistoryIs::Damaged
                                                            : HistoryIs::Kept;
    QStringList why{m_historyState.text, m_historyDamage};
    why.removeAll(QString());
    m_view.setHistory(is, why.join(u'\n'));
    offerReport();
}

void Session::offerReport()
{
    const bool isFailing = m_historyState.is == redis::HistoryState::Is::Failing;
    m_view.setReportTrouble(m_connection.isReplaying()    ? tr("A recording has no history to make a report of.")
                                : m_kept.path().isEmpty() ? tr("No history is kept of this server.")
                                : isFailing               ? tr("No history is kept: %1").arg(m_historyState.text)
                                                          : QString());
}

void Session::connectAlerts()
{
    connect(&m_alerts, &AlertsController::statesRead, this, &Session::takeStates);
    connect(&m_alerts, &AlertsController::alertsRead, &m_history, &models::History::outdateMarks);
    connect(&m_alerts, &AlertsController::failed, &m_view, &SessionView::showProblem);
    connect(&m_alerts, &AlertsController::openRequested, this, [this](const QStringList &alerts) {
        emit raiseRequested();
        emit m_view.host().alertShown(alerts.front());
    });
    connect(&m_alerts, &AlertsController::muteRequested, this, [this](const QStringList &alerts) {
        m_alerts.mute(alerts, m_view.serverNow() + DesktopChannel::muteLength);
    });
}

void Session::takeStates(const QByteArray &saved)
{
    if (std::exchange(m_statesWanted, false)) {
        m_history.restoreStates(saved);
        if (const SnapshotPtr snapshot = m_history.judged()) {
            m_view.apply(snapshot);
        }
    }
}

/// Resets history and alerts, also when the same workspace is opened again; saved states are then read from the file.
void Session::forgetHistory()
{
    m_kept.goLive();
    m_history.clear();
    m_alerts.close();
    m_statesWanted = true;
}

/// Call before the connection changes, because later snapshots belong to the new workspace.
void Session::openKept(const redis::Endpoint &endpoint)
{
    using Where = HistoryController::Where;
    const bool isDemo = m_document.keeping() == WorkspaceDocument::Keeping::Nowhere;
    const QString former = std::exchange(m_former, {});
    m_kept.open(m_document.workspace(), endpoint, isDemo ? Where::BesideServer : Where::DataFolder, former);
    m_alerts.open(m_document.workspace(), m_kept.path(), former);
}

void Session::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, WorkspaceDocument::Keeping keeping)
{
    m_document.open(workspace, keeping);
    forgetHistory();
    m_discovery.close();
    m_view.setWorkspace(workspace);
    openKept(endpoint);
    m_connection.open(workspace, endpoint);
    offerReport();
    followShown();
    // A demonstration's operations vanish with its server, so its journal is in the server's folder.
    const bool isDemo = keeping == WorkspaceDocument::Keeping::Nowhere
        && endpoint.transport == redis::Endpoint::Transport::Local && m_dataDir.isEmpty();
    m_operations.setDataDir(isDemo ? QFileInfo(endpoint.path).absolutePath() : m_dataDir);
    m_operations.open(workspace, endpoint);
}

void Session::replay(const std::shared_ptr<RecordingReader> &recording)
{
    m_document.open(recording->workspace(), WorkspaceDocument::Keeping::Nowhere);
    m_history.clear();
    m_kept.close();
    m_alerts.close();
    m_operations.close(tr("A recording has no journal"));
    m_view.setWorkspace(m_document.workspace());
    m_connection.replay(m_document.workspace(), recording);
    offerReport();
    followShown();
}

void Session::record(const std::shared_ptr<RecordingFile> &file)
{
    m_recorder.begin(file);
    m_recorder.forward(&SnapshotRecorder::failed, &m_view, &SessionView::showProblem);
}

void Session::edit(const WorkspacePtr &before, const Workspace &after, const redis::Endpoint &endpoint)
{
    if (m_connection.isReplaying()) {
        m_view.showMessage(tr("A recording is shown as it was; nothing was changed"));
        return;
    }
    if (const QString tooMany = after.tooManyKeys(); !tooMany.isEmpty()) {
        m_view.showProblem(tr("Nothing was changed: the collections would %1").arg(tooMany));
        return;
    }
    // A copy, because edit() releases the document's workspace, to which `before` may refer.
    const WorkspacePtr former = before; // NOLINT(performance-unnecessary-copy-initialization)
    if (!m_document.edit(former, after)) {
        m_view.showMessage(tr("The workspace was changed in the meantime; nothing was done"));
        return;
    }
    if (!former->connection.isSameServer(after.connection)) {
        forgetHistory(); // what another server had is no part of it; else it goes on: it knows collections by name
        m_discovery.close();
    } else if (former->name != after.name) {
        m_former = m_kept.path();
    }
    follow(endpoint);
    m_document.save();
}

void Session::follow(const redis::Endpoint &endpoint)
{
    if (m_connection.isReplaying()) {
        return; // a recording has no server
    }
    // A copy, because edit() replaces the connection's endpoint, to which `endpoint` may refer.
    const redis::Endpoint there = endpoint; // NOLINT(performance-unnecessary-copy-initialization)
    const WorkspacePtr &workspace = m_document.workspace();
    m_view.setWorkspace(workspace);
    openKept(there);
    m_connection.edit(workspace, there);
    followShown();
    m_operations.open(workspace, there);
}

void Session::watch(const std::vector<CollectionDefinition> &collections)
{
    const WorkspacePtr before = m_document.workspace();
    if (before == nullptr || collections.empty()) {
        return;
    }
    Workspace after = *before;
    for (const CollectionDefinition &collection : collections) {
        after = redis::withCollectionAdded(std::move(after), collection);
    }
    edit(before, after, m_connection.endpoint());
    if (m_document.workspace() == before) {
        return; // refused
    }
    m_view.showPage(m_view.pageNames().front());
    const auto count = static_cast<int>(collections.size());
    const QString added = count == 1 ? tr("1 collection added") : tr("%n collections added", nullptr, count);
    m_view.showMessage(m_document.isDirty() ? tr("%1; Ctrl+S saves them in a file").arg(added) : added);
}

void Session::close()
{
    m_discovery.close();
    m_connection.close();
    m_kept.close();
    m_alerts.close();
    m_operations.close();
}

void Session::followShown()
{
    const std::set<std::size_t> shown = m_view.shown();
    m_connection.setShown(shown);
    m_history.setFollowed({shown.begin(), shown.end()});
}

} // namespace plimsoll::app
