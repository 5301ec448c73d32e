// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"
#include "app/desktop/worker.h"
#include "redis/types/result.h"
#include "redis/wire/client.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <stop_token>

namespace plimsoll::demo {

/// The part of the workload that lives on its thread: turns real time into steps, and each step into one round trip.
class WorkloadRunner final : public QObject {
    Q_OBJECT

public:
    explicit WorkloadRunner(quint32 seed);
    ~WorkloadRunner() override;
    Q_DISABLE_COPY_MOVE(WorkloadRunner)

    void open(const redis::Endpoint &endpoint, const std::stop_token &stop);
    void setPace(double pace);
    void setPaused(bool paused);
    void burst();
    void crashWorker();

signals:
    void seeded();
    void troubled(const QString &text);
    void told(const QString &text); ///< caption of the current step or of a user's request

private:
    void tick();
    bool connectAndBegin();
    Outcome exchange(const Batch &batch);
    void note(const Error &error);
    void tell(const Batch &batch);
    void say(const QString &text);

    quint32 m_seed;
    std::stop_token m_stop;
    QTimer m_timer;
    QElapsedTimer m_sinceTick; ///< real time since the last tick
    QElapsedTimer m_sinceServerTime;
    QElapsedTimer m_sinceTold;
    std::unique_ptr<redis::Client> m_client;
    std::vector<std::unique_ptr<Story>> m_stories;
    Batch m_next; ///< commands that the last step's handlers added
    QByteArray m_runId; ///< run ID of the server that holds the stories' keys
    milliseconds m_serverTime{}; ///< server time when m_sinceServerTime was started
    milliseconds m_storyTime{};
    milliseconds m_credit{}; ///< story time not yet played
    double m_pace = 1;
    bool m_paused = false;
    bool m_troubleTold = false;
};

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
