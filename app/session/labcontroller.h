// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "views/page/labservice.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

namespace plimsoll::lab {
struct RunControl;
}

namespace plimsoll::app {

/// The Lab of a session: performs runs on the demonstration's server and reports their progress. GUI thread; a run has
/// its own threads.
class LabController : public views::LabService {
    Q_OBJECT

public:
    using LabService::LabService;
    ~LabController() override;
    Q_DISABLE_COPY_MOVE(LabController)

    /// Offers the Lab on a server.
    void open(const redis::Endpoint &endpoint);
    /// Withdraws the Lab; waits for the end of a run, at most 50 ms.
    void close();

    void start(const plimsoll::models::LabChoice &choice) override;
    void setPaused(bool paused) override;
    void kill() override;
    void step(bool toFault) override;
    void stop() override; ///< does not block; the next run waits for the cleanup on its own thread

private:
    std::optional<redis::Endpoint> m_endpoint; ///< empty: no server
    quint64 m_run = 0; ///< number of the current run; reports of earlier ones are dropped
    std::shared_ptr<lab::RunControl> m_runControl; ///< controls the current run
    std::stop_source m_abandoned; ///< stopped by close(): skips the cleanup, because the server may be gone
    std::jthread m_runner;
};

} // namespace plimsoll::app
