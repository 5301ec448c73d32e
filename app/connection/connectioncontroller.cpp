// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connection/connectioncontroller.h"

#include "redis/types/workspacechange.h"

#include <QDateTime>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace plimsoll::app {

namespace {

/// Figures older than this many poll intervals are shown as old.
constexpr int oldAfterTicks = 2;

} // namespace

ConnectionController::ConnectionController(QObject *parent) : QObject(parent)
{
    m_nextPoll.setSingleShot(true);
    m_nextPoll.setTimerType(Qt::PreciseTimer);
    m_becomesOld.setSingleShot(true);
    connect(&m_nextPoll, &QTimer::timeout, this, &ConnectionController::poll);
    connect(&m_becomesOld, &QTimer::timeout, this, &ConnectionController::onOld);
}

ConnectionController::~ConnectionController()
{
    m_poller.close(); // closes both before either is joined
    m_browser.close();
}

void ConnectionController::open(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    start(workspace, endpoint, workspace->pollInterval);
}

void ConnectionController::replay(const WorkspacePtr &workspace,
                                  const std::shared_ptr<redis::SnapshotSource> &recording)
{
    close();
    m_workspace = workspace;
    m_endpoint = {};
    m_interval = workspace->pollInterval;
    m_replaying = true;
    m_poller.begin();
    m_poller.forward(&redis::Poller::polled, this, &ConnectionController::onPolled);
    m_poller.call(&redis::Poller::replay, recording, m_epoch);
    poll();
}

void ConnectionController::start(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                 std::chrono::milliseconds interval)
{
    close();
    m_workspace = workspace;
    m_endpoint = endpoint;
    m_interval = interval;
    m_poller.begin();
    m_poller.forward(&redis::Poller::polled, this, &ConnectionController::onPolled);
    m_poller.forward(&redis::Poller::commandsTold, this, &ConnectionController::commandsTold);
    m_poller.call(&redis::Poller::open, workspace, endpoint, m_epoch, m_poller.stop());
    m_poller.call(&redis::Poller::setInterval, interval);
    sendOperating();
    m_browser.begin();
    m_browser.forward(&redis::Browser::answered, this, &ConnectionController::onAnswered);
    m_browser.forward(&redis::Browser::slowLogRead, this, &ConnectionController::slowLogRead);
    m_browser.forward(&redis::Browser::keysSampled, this, &ConnectionController::keysSampled);
    m_browser.call(&redis::Browser::open, endpoint, m_browser.stop());
    models::ConnectionStatus status;
    status.state = models::ConnectionStatus::State::Connecting;
    setStatus(status);
    poll();
}

void ConnectionController::edit(const WorkspacePtr &workspace, const redis::Endpoint &endpoint)
{
    if (m_replaying) {
        return; // a recording cannot be edited and has no server to ask
    }
    const WorkspacePtr before = m_workspace;
    const bool sameInterval = before != nullptr && before->pollInterval == workspace->pollInterval;
    // Open questions are asked again for the edited workspace if it has the same server.
    const auto open = std::exchange(m_questions, {});
    if (before == nullptr || endpoint != m_endpoint) {
        start(workspace, endpoint, sameInterval ? m_interval : workspace->pollInterval);
    } else {
        goOn(workspace, sameInterval);
    }
    if (before != nullptr && before->connection.isSameServer(workspace->connection)) {
        std::for_each(open.begin(), open.end(), [this](const BrowseRequest &asked) { ask(asked); });
    }
}

void ConnectionController::goOn(const WorkspacePtr &workspace, bool sameInterval)
{
    // A poll in flight belongs to the previous workspace, so its figures cannot be assigned.
    ++m_epoch;
    m_polling = false;
    m_pollAgain = false;
    m_workspace = workspace;
    m_poller.call(&redis::Poller::edit, workspace, m_epoch);
    if (sameInterval) {
        refresh();
    } else {
        setInterval(workspace->pollInterval);
    }
}

void ConnectionController::close()
{
    m_poller.close();
    m_browser.close();
    m_nextPoll.stop();
    m_becomesOld.stop();
    m_replaying = false;
    m_workspace.reset();
    m_last.reset();
    m_polling = false;
    m_pollAgain = false;
    m_questions.clear();
    if (m_old) {
        m_old = false;
        emit oldChanged(false);
    }
    setStatus({});
}

void ConnectionController::setInterval(std::chrono::milliseconds interval)
{
    m_interval = interval;
    m_poller.call(&redis::Poller::setInterval, interval);
    refresh();
}

void ConnectionController::setPaused(bool paused)
{
    m_paused = paused;
    if (m_workspace != nullptr) {
        setStatus(m_status); // the status shows the pause
    }
    if (!paused) {
        refresh();
        return;
    }
    m_nextPoll.stop();
    if (!m_polling) {
        m_becomesOld.stop(); // no poll is in flight that could be late
    }
}

void ConnectionController::setOperating(const QList<QByteArray> &keys)
{
    m_operating = {keys.begin(), keys.end()};
    sendOperating();
}

void ConnectionController::operatedInVain()
{
    m_operating.clear();
    m_poller.call(&redis::Poller::operatedInVain);
}

void ConnectionController::sendOperating()
{
    m_poller.call(&redis::Poller::setOperating, m_operating);
}

void ConnectionController::refresh()
{
    if (m_workspace) {
        poll();
    }
}

void ConnectionController::setShown(const std::set<std::size_t> &collections)
{
    m_poller.call(&redis::Poller::setShown, collections);
}

void ConnectionController::ask(const BrowseRequest &asked)
{
    const auto there = m_workspace == nullptr || asked.workspace == nullptr
        ? std::nullopt
        : placeAfterEdit(*asked.workspace, asked.collection, *m_workspace);
    if (!there) {
        return; // the edit removed the collection
    }
    const BrowseRequest request{++m_lastQuestion, m_workspace, *there, asked.query, asked.keysAt};
    m_questions.insert(request.id, asked);
    if (!m_replaying) {
        m_browser.call(&redis::Browser::ask, request);
        return;
    }
    const BrowseResult result{request.id, *there, request.query,
                              Error{ErrorKind::Unreachable, tr("A recording has figures, but no elements")}};
    QMetaObject::invokeMethod(
        this, [this, result] { onAnswered(result); }, Qt::QueuedConnection); // after the caller gets its ID
}

void ConnectionController::readSlowLog()
{
    if (!m_replaying) {
        m_browser.call(&redis::Browser::readSlowLog);
        return;
    }
    SlowLog none;
    none.error = Error{ErrorKind::Unreachable, tr("A recording has no slow log")};
    emit slowLogRead(none);
}

void ConnectionController::sampleKeys(const KeySizesRequest &request)
{
    if (!m_replaying) {
        m_browser.call(&redis::Browser::sampleKeys, request);
        return;
    }
    KeySizes none;
    none.error = Error{ErrorKind::Unreachable, tr("A recording has figures, but no memory of keys")};
    emit keysSampled(none);
}

void ConnectionController::askCommands(const WorkspacePtr &workspace, std::size_t collection)
{
    const auto there = m_workspace == nullptr || workspace == nullptr || collection >= workspace->collections.size()
        ? std::nullopt
        : placeAfterEdit(*workspace, collection, *m_workspace);
    if (there) {
        m_poller.call(&redis::Poller::tellCommands, *there);
    }
}

void ConnectionController::poll()
{
    m_nextPoll.stop();
    if (m_polling) {
        m_pollAgain = true;
        return;
    }
    m_polling = true;
    m_asked.start();
    if (!m_becomesOld.isActive() && !m_old && !m_replaying) {
        m_becomesOld.start(m_interval * oldAfterTicks);
    }
    m_poller.call(&redis::Poller::poll);
}

void ConnectionController::onAnswered(const BrowseResult &result)
{
    if (const auto asked = m_questions.constFind(result.id); asked != m_questions.constEnd()) {
        BrowseResult told = result;
        told.id = asked->id;
        m_questions.erase(asked);
        emit answered(told);
    }
}

/// True if retrying is pointless: repeated refusals would lock accounts and fill logs.
bool ConnectionController::isGivenUp(const redis::PollOutcome &outcome)
{
    constexpr int mostRefusals = 3; // a starting server may not have loaded its users yet
    return outcome.isOver || (outcome.error.kind == ErrorKind::LoginRefused && outcome.failures >= mostRefusals);
}

void ConnectionController::onPolled(const redis::PollOutcome &outcome)
{
    if (outcome.epoch != m_epoch) {
        return; // from before an edit
    }
    m_polling = false;
    if (!outcome.snapshot) {
        onFailed(outcome);
    } else {
        m_last = outcome.snapshot;
        if (m_paused || m_replaying) {
            m_becomesOld.stop(); // recorded figures never become old
        } else {
            m_becomesOld.start(std::max(m_interval, outcome.next) * oldAfterTicks);
        }
        if (m_old) {
            m_old = false;
            emit oldChanged(false);
        }
        models::ConnectionStatus status;
        status.state = models::ConnectionStatus::State::Connected;
        status.widened = outcome.widened;
        status.interval = outcome.widened ? outcome.next : m_interval;
        setStatus(status);
        emit snapshotReady(outcome.snapshot);
        if (outcome.isOver) {
            emit replayEnded();
        }
    }
    if (m_pollAgain) {
        m_pollAgain = false;
        poll();
    } else if (!m_paused && !isGivenUp(outcome)) {
        m_nextPoll.start(outcome.next);
    }
}

void ConnectionController::onFailed(const redis::PollOutcome &outcome)
{
    if (outcome.error.kind == ErrorKind::Cancelled) {
        return;
    }
    spdlog::debug("poll failed, {} in a row: {}", outcome.failures, outcome.error.message.toStdString());
    models::ConnectionStatus status;
    status.state = models::ConnectionStatus::State::Lost;
    status.text = outcome.error.message;
    status.loginRefused = outcome.error.kind == ErrorKind::LoginRefused;
    status.isPasswordUnwanted = outcome.error.isPasswordUnwanted;
    status.isNotPermitted = !outcome.error.lacks.isEmpty();
    status.retryIn = isGivenUp(outcome) ? std::chrono::milliseconds(0) : outcome.next;
    status.triedAt = std::chrono::milliseconds(QDateTime::currentMSecsSinceEpoch());
    status.interval = m_interval;
    setStatus(status);
    if (m_paused) {
        m_becomesOld.stop(); // the failure is shown, and no further poll follows
    }
    if (m_last) {
        emit gap(estimatedServerTime());
    }
    if (outcome.error.kind == ErrorKind::LoginRefused && outcome.failures == 1 && m_endpoint.password.isEmpty()) {
        emit loginRefused();
    }
}

/// A window that was busy itself, as when the theme changes, has sent its poll late, or has the answer among its
/// events.
void ConnectionController::onOld()
{
    if (m_status.state == models::ConnectionStatus::State::Connected) {
        if (!m_polling) {
            poll();
            return;
        }
        const std::chrono::milliseconds waited(m_asked.elapsed());
        if (const auto left = m_interval * (oldAfterTicks - 1) - waited; left > std::chrono::milliseconds(0)) {
            m_becomesOld.start(left);
            return;
        }
    }
    const auto becomeOld = [this, last = m_last] {
        if (m_last == last && m_becomesOld.remainingTime() < 0) {
            setOld();
        }
    };
    QMetaObject::invokeMethod(this, becomeOld, Qt::QueuedConnection);
}

void ConnectionController::setOld()
{
    m_old = true;
    emit oldChanged(true);
    if (m_last) {
        emit gap(estimatedServerTime());
    }
}

void ConnectionController::setStatus(models::ConnectionStatus status)
{
    status.paused = m_paused;
    status.recorded = m_replaying;
    status.unverified = m_workspace != nullptr && m_endpoint.tls && !m_endpoint.tls->verify;
    m_status = status;
    if (status.state != models::ConnectionStatus::State::Connected
        && status.state != models::ConnectionStatus::State::Lost) {
        status.interval = m_interval;
    }
    emit statusChanged(status);
}

std::chrono::milliseconds ConnectionController::estimatedServerTime() const
{
    const auto since = std::chrono::steady_clock::now() - m_last->taken;
    return m_last->serverTime + std::chrono::duration_cast<std::chrono::milliseconds>(since);
}

} // namespace plimsoll::app
