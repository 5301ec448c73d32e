// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/timechart.h"

#include <QCoreApplication>

#include <utility>
#include <vector>

namespace plimsoll::views {

/// What the Overview's chart shows: how deep the deepest queues are, and their limits. GUI thread.
class DeepestQueues {
    Q_DECLARE_TR_FUNCTIONS(DeepestQueues)

public:
    DeepestQueues(TimeChart *chart, const models::History *history);

    void show(const Snapshot &snapshot);
    /// Another workspace follows.
    void forget();
    /// Collections have other numbers from now on.
    void numberAnew() { m_queues.clear(); }
    /// Whether the last snapshot had queues.
    [[nodiscard]] bool any() const { return m_any; }

private:
    [[nodiscard]] std::vector<TimeChart::LimitLine> limitsOf(const SnapshotLayout &layout) const;

    TimeChart *m_chart;
    const models::History *m_history;
    std::vector<std::pair<std::size_t, int>> m_queues; ///< collection and its colour, kept while it is shown
    bool m_any = false;
};

} // namespace plimsoll::views
