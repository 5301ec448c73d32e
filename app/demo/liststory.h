// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/story.h"

namespace plimsoll::demo {

/// A queue of JSON jobs on one list. Workers take jobs with LMOVE to a processing list or, without one, with a bare
/// RPOP. Its length rises to a mark and falls again, because helpers join above the mark.
class ListStory final : public Story {
public:
    struct Plan {
        QByteArray ready;
        QByteArray processing; ///< empty: bare RPOP
        QByteArray jobClass;
        double arrivals = 1; ///< per second
        int workers = 1;
        milliseconds shortest{500}, longest{1'500}; ///< time for one job
        int backlog = 0; ///< jobs waiting at the beginning
        int helpAbove = 0, helpUntil = 0; ///< depths at which two helpers join and leave
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
