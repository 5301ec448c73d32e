// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// A queue on one list whose jobs are JSON, worked off with LMOVE to a processing list, or, where there is none, by a
/// bare RPOP. It comes up to a mark more slowly or faster than it is worked off; above it another worker helps.
class ListStory final : public Story {
public:
    struct Plan {
        QByteArray ready;
        QByteArray processing; ///< empty: bare RPOP
        QByteArray jobClass;
        double arrivals = 1; ///< a second
        int workers = 1;
        milliseconds shortest{500}, longest{1'500}; ///< time for one job
        int backlog = 0; ///< there at the beginning
        int helpAbove = 0, helpUntil = 0; ///< depths where two more workers join and leave again
    };

    ListStory(Plan plan, quint32 seed);

    void begin(Batch &batch, const Moment &moment) override;
    void step(Batch &batch, const Moment &moment) override;

private:
    struct Worker {
        QByteArray job; ///< exact bytes; empty: idle
        milliseconds until{};
    };

    QByteArray makeJob(milliseconds created);
    void work(Worker &worker, Batch &batch, const Moment &moment);

    Plan m_plan;
    Random m_random;
    std::vector<Worker> m_workers;
    bool m_helped = false;
    int m_made = 0;
};

} // namespace plimsoll::demo
