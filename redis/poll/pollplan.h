// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/snapshot.h"

#include <memory>
#include <vector>

namespace plimsoll::redis {

/// A workspace as it is polled: a collector for each collection, and the layout its figures have in a snapshot.
/// Keys follow the server's clock from period to period. Lives with its poll session.
class PollPlan {
public:
    explicit PollPlan(WorkspacePtr workspace);

    /// Brings the keys up to `now`; the rows whose keys are new, whose heads are therefore unknown.
    std::vector<std::size_t> expand(std::chrono::milliseconds now);

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
};

} // namespace plimsoll::redis
