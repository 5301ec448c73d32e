// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// The queue "email": three priorities, job records, a processing zset with visibility deadlines, retries with backoff,
/// dead letters. Jobs come in bursts, and a worker is killed occasionally, which leaves its jobs stale. The queue grows
/// to a mark, where helpers join.
class MailStory final : public Story {
public:
    explicit MailStory(quint32 seed);

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;
    void burst() override;
    void crashWorker() override;

private:
    struct Worker {
        QByteArray name;
        std::vector<QByteArray> jobs; ///< claimed, not finished
        milliseconds until{}; ///< story time until which it is busy or restarting
    };

    QByteArray makeRecord(Batch &batch, milliseconds created, int attempts);
    void produce(Batch &batch, const Moment &moment);
    void work(Worker &worker, Batch &batch, const Moment &moment);
    /// Lets helpers join above a mark and leave when the backlog is gone.
    void callHelp(Batch &batch);
    static void clearDead(Batch &batch);
    void tellOfCrash(const Worker &worker, Batch &batch) const;
    static void claim(Worker &worker, Batch &batch, const Moment &moment);
    void finish(const QByteArray &job, Batch &batch, const Moment &moment);

    Random m_random;
    std::vector<Worker> m_workers;
    int m_made = 0;
    int m_burstSteps = 0;
    qint64 m_waiting = 0; ///< jobs waiting in all priorities, as last counted
    bool m_helped = false;
    bool m_burstAsked = false;
    bool m_crash = false;
    milliseconds m_nextBurst{}, m_nextCrash{};
};

} // namespace plimsoll::demo
