// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

#include <deque>

namespace plimsoll::demo {

/// The schedule "reminders": entries due over the next hour, claimed by a script when due, retried with growing
/// backoff, dead after the fifth failure. Every other minute the scheduler pauses for some seconds, as in a deployment,
/// so that the lag shows.
class ReminderStory final : public Story {
public:
    explicit ReminderStory(quint32 seed) : m_random(seed) { }

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    struct Running {
        QByteArray id;
        milliseconds until{};
    };

    void schedule(Batch &batch, milliseconds created, milliseconds due);
    void finish(const QByteArray &id, Batch &batch, const Moment &moment);

    Random m_random;
    std::deque<Running> m_running; ///< earliest first
    milliseconds m_awayUntil{}, m_nextAway{60'000};
    int m_made = 0;
};

} // namespace plimsoll::demo
