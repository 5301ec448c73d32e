// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/workloadrunner.h"
#include "app/worker.h"

#include <QObject>

namespace plimsoll::demo {

/// Plays the pattern workload (story.h) on a server, on its own thread and connection ("plimsoll:workload"). All
/// functions return at once. Use it only on the demo's own server: it writes.
class Workload final : public QObject {
    Q_OBJECT

public:
    static constexpr double slowest = 0.25, fastest = 100;

    explicit Workload(quint32 seed = 1, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(Workload)

    /// Fills a fresh server with the initial state and plays from there. If only the connection was lost, continues
    /// with the server as it is.
    void start(const redis::Endpoint &endpoint);

    /// Sets the story time per unit of real time, bounded to slowest … fastest.
    void setPace(double pace);
    [[nodiscard]] double pace() const { return m_pace; }
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const { return m_paused; }
    void burst(); ///< adds many jobs at once
    void crashWorker(); ///< kills a worker that holds jobs

signals:
    void seeded(); ///< the initial state is written and the stories run
    void told(const QString &text); ///< caption of the current step
    void troubled(const QString &text); ///< the server refused a command or disconnected

private:
    app::Worker<WorkloadRunner> m_runner{QLatin1StringView("workload"), this};
    double m_pace = 1;
    bool m_paused = false;
};

} // namespace plimsoll::demo
