// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/snapshot.h"

#include <memory>
#include <optional>
#include <vector>

namespace plimsoll::redis {

/// A workspace as it is polled: a collector for each collection, and the layout its figures have in a snapshot.
/// Keys follow the server's clock from period to period. Lives with its poll session.
class PollPlan {
public:
    explicit PollPlan(WorkspacePtr workspace);

    /// Polls the edited workspace from now on: collections that are read as before keep their collectors and what these
    /// have observed, of the keys that are still theirs. For each row the one it was before, nullopt where it is new.
    std::vector<std::optional<std::size_t>> edit(WorkspacePtr workspace);

    /// Brings the keys up to `now`; the rows whose keys are new, whose heads are therefore unknown.
    std::vector<std::size_t> expand(std::chrono::milliseconds now);

    /// The counts of all rows, one behind the other; put together anew only after one of them has changed.
    CountSegment &counts();
    /// How many commands of them are of which row.
    [[nodiscard]] const std::vector<int> &countSizes() const { return m_countSizes; }
    /// To be called for a row whose collector was given new types or units.
    void noteChange(std::size_t row) { m_countsValid = m_countsValid && collector(row).isEncoded(); }

    [[nodiscard]] std::size_t size() const { return m_collectors.size(); }
    [[nodiscard]] Collector &collector(std::size_t row) { return *m_collectors[row]; }
    [[nodiscard]] const Collector &collector(std::size_t row) const { return *m_collectors[row]; }
    [[nodiscard]] const CollectionDefinition &definition(std::size_t row) const
    {
        return m_workspace->collections[row];
    }
    [[nodiscard]] const std::shared_ptr<const SnapshotLayout> &layout() const { return m_layout; }

private:
    [[nodiscard]] std::shared_ptr<const SnapshotLayout> makeLayout() const;

    WorkspacePtr m_workspace;
    std::vector<std::unique_ptr<Collector>> m_collectors;
    std::chrono::milliseconds m_nextChange = std::chrono::milliseconds::min();
    std::chrono::milliseconds m_expandedAt = std::chrono::milliseconds::min();
    std::shared_ptr<const SnapshotLayout> m_layout;
    CountSegment m_counts;
    std::vector<int> m_countSizes;
    bool m_countsValid = false;
};

} // namespace plimsoll::redis
