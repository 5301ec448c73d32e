// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/keptcolours.h"
#include "views/charts/timechart.h"

#include <QCoreApplication>

#include <optional>
#include <vector>

namespace plimsoll::views {

/// Fills the Overview's chart with the depths of the deepest queues and their limits. GUI thread.
class DeepestQueues {
    Q_DECLARE_TR_FUNCTIONS(DeepestQueues)

public:
    DeepestQueues(TimeChart *chart, models::History *history);

    void show(const Snapshot &snapshot);
    /// Figures that are old foretell nothing. Takes effect with show().
    void setOld(bool old) { m_isOld = old; }
    /// Another workspace follows.
    void forget();
    /// Whether the last snapshot had queues.
    [[nodiscard]] bool any() const { return m_any; }

private:
    [[nodiscard]] std::optional<TimeChart::Forecast> forecastOf(const Snapshot &snapshot, std::size_t row) const;
    [[nodiscard]] static std::vector<TimeChart::LimitLine> limitsOf(const SnapshotLayout &layout,
                                                                    const std::vector<std::size_t> &rows);

    TimeChart *m_chart;
    models::History *m_history;
    KeptColours m_colours;
    std::chrono::milliseconds m_foretold{}; ///< server time: when one of them last kept a course
    bool m_any = false;
    bool m_isOld = false;
};

} // namespace plimsoll::views
