// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lab.h"
#include "redis/types/endpoint.h"

#include <QObject>

#include <memory>
#include <stop_token>
#include <thread>

namespace plimsoll::lab {
struct RunControl;
}
namespace plimsoll::views {
class PageHost;
}

namespace plimsoll::app {

/// The Lab of a window: performs runs for its page on the demonstration's server, one at a time, and reports their
/// progress. The page exists as long as this object. GUI thread; a run has its own threads.
class LabController final : public QObject {
    Q_OBJECT

public:
    LabController(views::PageHost &host, redis::Endpoint endpoint, QObject *parent = nullptr);
    ~LabController() override;
    Q_DISABLE_COPY_MOVE(LabController)

private:
    void start(const plimsoll::models::LabChoice &choice);
    void setPaused(bool paused);
    void kill();
    void step(bool toFault);
    void stop(); ///< does not block; the next run waits for the cleanup on its own thread

    views::PageHost &m_host;
    redis::Endpoint m_endpoint;
    quint64 m_run = 0; ///< number of the current run; reports of earlier ones are dropped
    std::shared_ptr<lab::RunControl> m_runControl; ///< controls the current run
    std::stop_source m_abandoned; ///< stopped on destruction: skips the cleanup, because the server may be gone
    std::jthread m_runner;
};

} // namespace plimsoll::app
