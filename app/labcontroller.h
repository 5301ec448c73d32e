// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lab.h"
#include "redis/types/endpoint.h"

#include <QObject>

#include <memory>
#include <stop_token>
#include <thread>

namespace plimsoll::lab {
struct Reins;
}
namespace plimsoll::views {
class PageHost;
}

namespace plimsoll::app {

/// The Lab of a window: runs what its page asks for on the demonstration's server, one run at a time, and tells the
/// page how it goes. There is a page as long as there is one of these. GUI thread; a run has threads of its own.
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
    void stop(); ///< waits for nobody: the run tidies up, and the next one waits for that on its own thread

    views::PageHost &m_host;
    redis::Endpoint m_endpoint;
    quint64 m_run = 0; ///< what an earlier one still says is dropped
    std::shared_ptr<lab::Reins> m_reins; ///< of the run
    std::stop_source m_abandoned; ///< at the end nobody tidies up: the server may be gone
    std::jthread m_runner;
};

} // namespace plimsoll::app
