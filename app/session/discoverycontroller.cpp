// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/discoverycontroller.h"

#include "redis/collections/kinds.h"
#include "redis/discovery/discover.h"
#include "redis/discovery/earlier.h"
#include "redis/topology/server.h"
#include "redis/workspace/workspacefile.h"

#include <algorithm>
#include <utility>

namespace plimsoll::app {

using namespace std::chrono_literals;

namespace {

constexpr auto progressPause = 100ms;
constexpr auto leastPreviewInterval = 1000ms;

/// Completes the proposed collections as if they were read from a workspace.
Discovery completed(Discovery discovery)
{
    for (Proposal &proposal : discovery.found) {
        redis::CheckedCollection checked =
            redis::checkCollection(redis::collectionToJson(proposal.definition), redis::kindInfos(), {});
        if (checked.problems.empty()) {
            proposal.definition = std::move(checked.definition);
        }
    }
    return discovery;
}

} // namespace

/// One search, on its own thread.
class DiscoveryRun final : public QObject {
    Q_OBJECT

public:
    /// `stop` ends the search early, which keeps its results.
    DiscoveryRun(redis::Endpoint endpoint, QString keptIn, std::stop_token stop)
        : m_endpoint(std::move(endpoint)), m_keptIn(std::move(keptIn)), m_stop(std::move(stop))
    {
    }

    Result<Discovery> search(const std::stop_token &abandoned)
    {
        std::stop_source either;
        const auto request = [&either] { either.request_stop(); };
        const std::stop_callback onStop(m_stop, request);
        const std::stop_callback onAbandoned(abandoned, request);
        const auto server = redis::makeServer(m_endpoint, {.name = "plimsoll:discover", .readOnly = true});
        if (Outcome connected = server->connect(either.get_token()); !connected) {
            return connected.error();
        }
        QElapsedTimer sinceProgress;
        redis::DiscoverOptions options;
        options.progress = [&](const DiscoveryProgress &progress) {
            if (!sinceProgress.isValid() || sinceProgress.hasExpired(progressPause.count())) {
                sinceProgress.start();
                emit progressed(progress);
            }
        };
        options.found = [this](const Discovery &soFar) { emit found(completed(soFar)); };
        auto discovery = redis::discover(*server, options, either.get_token());
        if (!discovery) {
            return discovery;
        }
        if (const Outcome compared = redis::compareWithEarlier(*discovery, m_keptIn); !compared) {
            discovery->problems.append(compared.error().message);
        }
        return completed(*std::move(discovery));
    }

signals:
    void progressed(const plimsoll::DiscoveryProgress &progress);
    void found(const plimsoll::Discovery &soFar);

private:
    redis::Endpoint m_endpoint;
    QString m_keptIn;
    std::stop_token m_stop;
};

DiscoveryController::DiscoveryController(QObject *parent) : DiscoveryService(parent)
{
    connect(&m_preview, &ConnectionController::snapshotReady, this, &DiscoveryController::previewed);
    connect(&m_preview, &ConnectionController::answered, this, &DiscoveryController::answered);
}

DiscoveryController::~DiscoveryController()
{
    m_run.close(); // stops before the threads of the preview are waited for
}

void DiscoveryController::setServer(const WorkspacePtr &workspace, const redis::Endpoint &endpoint,
                                    const QString &keptIn)
{
    m_workspace = workspace;
    m_endpoint = endpoint;
    m_keptIn = keptIn;
    if (m_status.is == views::DiscoveryStatus::Is::Waiting) {
        begin();
    }
}

void DiscoveryController::close()
{
    m_run.close();
    m_preview.close();
    m_workspace.reset();
    if (m_status.is != views::DiscoveryStatus::Is::NotStarted) {
        m_status = {};
        emit found({});
        emit statusChanged(m_status);
    }
}

void DiscoveryController::start()
{
    m_run.close();
    if (m_workspace != nullptr) {
        begin();
        return;
    }
    m_status = {};
    setStatus(views::DiscoveryStatus::Is::Waiting);
}

void DiscoveryController::begin()
{
    m_stop = std::stop_source();
    m_status = {};
    m_elapsed.start();
    m_run.begin(m_endpoint, m_keptIn, m_stop.get_token());
    m_run.forward(&DiscoveryRun::progressed, this, &DiscoveryController::onProgress);
    m_run.forward(&DiscoveryRun::found, this, &DiscoveryController::found);
    m_run.ask(&DiscoveryRun::search, std::tuple{m_run.stop()},
              [this](const Result<Discovery> &discovery) { onEnded(discovery); });
    setStatus(views::DiscoveryStatus::Is::Scanning);
}

void DiscoveryController::stop()
{
    m_stop.request_stop();
    if (m_status.is == views::DiscoveryStatus::Is::Waiting) {
        m_status = {};
        emit statusChanged(m_status);
    }
}

void DiscoveryController::onProgress(const DiscoveryProgress &progress)
{
    m_status.progress = progress;
    setStatus(views::DiscoveryStatus::Is::Scanning);
}

void DiscoveryController::onEnded(const Result<Discovery> &discovery)
{
    if (!discovery && discovery.error().kind != ErrorKind::Cancelled) {
        setStatus(views::DiscoveryStatus::Is::Failed, discovery.error().message);
        return;
    }
    Discovery stopped;
    stopped.isStopped = true; // before it was connected
    setStatus(views::DiscoveryStatus::Is::Ended);
    emit found(discovery ? *discovery : stopped);
}

void DiscoveryController::setStatus(views::DiscoveryStatus::Is is, const QString &error)
{
    m_status.is = is;
    m_status.error = error;
    m_status.elapsed = m_elapsed.isValid() ? std::chrono::milliseconds(m_elapsed.elapsed()) : 0ms;
    emit statusChanged(m_status);
}

void DiscoveryController::preview(const std::vector<CollectionDefinition> &collections)
{
    if (collections.empty() || m_workspace == nullptr) {
        m_preview.close();
        return;
    }
    auto workspace = std::make_shared<Workspace>();
    workspace->name = m_workspace->name;
    workspace->connection = m_workspace->connection;
    workspace->connection.readOnly = true;
    workspace->pollInterval = std::max<std::chrono::milliseconds>(m_workspace->pollInterval, leastPreviewInterval);
    workspace->collections = collections;
    if (m_preview.workspace() == nullptr) {
        m_preview.open(workspace, m_endpoint);
    } else {
        m_preview.edit(workspace, m_endpoint);
    }
}

void DiscoveryController::ask(const BrowseRequest &request)
{
    m_preview.ask(request);
}

} // namespace plimsoll::app

#include "discoverycontroller.moc"
