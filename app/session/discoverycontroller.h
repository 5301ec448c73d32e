// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/worker.h"
#include "app/connection/connectioncontroller.h"
#include "redis/types/endpoint.h"
#include "views/page/discoveryservice.h"

#include <QElapsedTimer>

#include <stop_token>

namespace plimsoll::app {

class DiscoveryRun;

/// Searches the server of a session for collections, and previews their figures on connections of its own. GUI thread;
/// the search has its own.
class DiscoveryController final : public views::DiscoveryService {
    Q_OBJECT

public:
    explicit DiscoveryController(QObject *parent = nullptr);
    ~DiscoveryController() override;
    Q_DISABLE_COPY_MOVE(DiscoveryController)

    /// Sets the server, which is connected: a search that waits begins. `keptIn`: the file in which what was found is
    /// kept for the next search; empty: none.
    void setServer(const WorkspacePtr &workspace, const redis::Endpoint &endpoint, const QString &keptIn);
    /// Drops the search and its results: the session has another server, or none.
    void close();

    void start() override;
    void stop() override;
    void preview(const std::vector<plimsoll::CollectionDefinition> &collections) override;
    void ask(const plimsoll::BrowseRequest &request) override;

private:
    void begin();
    void onProgress(const DiscoveryProgress &progress);
    void onEnded(const Result<Discovery> &discovery);
    void setStatus(views::DiscoveryStatus::Is is, const QString &error = {});

    Worker<DiscoveryRun> m_run{QLatin1StringView("discover"), this, std::chrono::milliseconds(100)};
    std::stop_source m_stop; ///< ends the search, which then tells what it found
    ConnectionController m_preview;
    WorkspacePtr m_workspace; ///< null: not connected
    redis::Endpoint m_endpoint;
    QString m_keptIn;
    views::DiscoveryStatus m_status;
    QElapsedTimer m_elapsed;
};

} // namespace plimsoll::app
