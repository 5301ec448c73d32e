// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"
#include "redis/types/result.h"
#include "redis/wire/client.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <stop_token>

namespace plimsoll::demo {

/// The part of the workload that lives on its thread: turns real time into steps, and each step into one exchange.
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
    void told(const QString &text); ///< what happens in the stories, or by a person's wish

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
    QElapsedTimer m_sinceTick; ///< real time
    QElapsedTimer m_sinceServerTime;
    QElapsedTimer m_sinceTold;
    std::unique_ptr<redis::Client> m_client;
    std::vector<std::unique_ptr<Story>> m_stories;
    Batch m_next; ///< what handlers of the last step want done
    QByteArray m_runId; ///< of the server the stories are told on
    milliseconds m_serverTime{}; ///< when m_sinceServerTime began
    milliseconds m_storyTime{};
    milliseconds m_credit{}; ///< story time owed
    double m_pace = 1;
    bool m_paused = false;
    bool m_troubleTold = false;
};

} // namespace plimsoll::demo
