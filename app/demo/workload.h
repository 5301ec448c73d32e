// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/workloadrunner.h"
#include "app/worker.h"

#include <QObject>

namespace plimsoll::demo {

/// Plays the pattern workload (story.h) on a server, on its own thread and connection ("plimsoll:workload"). All
/// functions return at once. Only ever for a server of the demo's own: it writes.
class Workload final : public QObject {
    Q_OBJECT

public:
    static constexpr double slowest = 0.25, fastest = 100;

    explicit Workload(quint32 seed = 1, QObject *parent = nullptr);
    Q_DISABLE_COPY_MOVE(Workload)

    /// On a fresh server: fills it with what was there before, then goes on from there. On a server that is as it was
    /// left (the connection alone was lost), goes on.
    void start(const redis::Endpoint &endpoint);

    /// Story time for one unit of real time, bounded to slowest … fastest.
    void setPace(double pace);
    [[nodiscard]] double pace() const { return m_pace; }
    void setPaused(bool paused);
    [[nodiscard]] bool isPaused() const { return m_paused; }
    void burst(); ///< many jobs at once
    void crashWorker(); ///< one is killed with what it holds

signals:
    void seeded(); ///< the server holds what was there before; the stories go on
    void told(const QString &text); ///< what happens in the stories
    void troubled(const QString &text); ///< the server refused a command, or went away

private:
    app::Worker<WorkloadRunner> m_runner{QLatin1StringView("workload"), this};
    double m_pace = 1;
    bool m_paused = false;
};

} // namespace plimsoll::demo
