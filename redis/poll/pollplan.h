// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/collector.h"
#include "redis/types/snapshot.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace plimsoll::redis {

/// Polled form of a workspace: a collector for each collection, and the layout of the figures in a snapshot. Keys
/// follow the server's clock from period to period. Lives with its poll session.
class PollPlan {
public:
    explicit PollPlan(WorkspacePtr workspace);

    /// Switches to the edited workspace: collections read as before keep their collectors and observations, as far as
    /// their keys are unchanged. Returns the previous index of each row, nullopt if it is new.
    std::vector<std::optional<std::size_t>> edit(WorkspacePtr workspace);

    /// Expands the keys for `now`; returns the rows with new keys, whose heads are therefore unknown.
    std::vector<std::size_t> expand(std::chrono::milliseconds now);

    /// Returns the commands of a tick as they are to be sent at `now`: TIME, DBSIZE if some row searches for keys, and
    /// the counts of all rows in row order. Encoded again only after a change. What the caller appends is gone at the
    /// next call.
    Pipeline &commandsAt(std::chrono::milliseconds now);
    /// The same, with the counts of some rows alone, in ascending order.
    Pipeline &commandsAt(std::chrono::milliseconds now, std::span<const std::size_t> rows);
    /// True if some collection reads keys that it does not name: records of jobs, keys that are found, those of a
    /// framework.
    [[nodiscard]] bool readsOtherKeys() const { return m_readsOtherKeys; }
    /// True if a tick asks DBSIZE.
    [[nodiscard]] bool asksDataSize() const { return m_asksDataSize; }
    /// Number of count commands of each row that commandsAt() was called for.
    [[nodiscard]] const std::vector<int> &countSizes() const { return m_countSizes; }
    /// Call after the collector of a row received new types or units.
    void noteChange(std::size_t row) { m_countsValid = m_countsValid && collector(row).isEncoded(); }

    /// Number of keys that are counted; before expand(), as the workspace says.
    [[nodiscard]] std::size_t keyCount() const
    {
        return m_layout == nullptr ? static_cast<std::size_t>(m_workspace->keyCount()) : m_layout->parts.size();
    }
    [[nodiscard]] std::size_t size() const { return m_collectors.size(); }
    [[nodiscard]] Collector &collector(std::size_t row) { return *m_collectors[row]; }
    [[nodiscard]] const Collector &collector(std::size_t row) const { return *m_collectors[row]; }
    [[nodiscard]] const CollectionDefinition &definition(std::size_t row) const
    {
        return m_workspace->collections[row];
    }
    [[nodiscard]] const std::shared_ptr<const SnapshotLayout> &layout() const { return m_layout; }
    /// Returns an unknown value for each figure of the layout: a snapshot starts as a copy, which is faster than a
    /// fill.
    [[nodiscard]] const std::vector<double> &unknownFigures() const { return m_unknownFigures; }

private:
    void findOtherKeys();
    void encode();
    void encodeStart(CountSegment &counts) const;
    [[nodiscard]] std::shared_ptr<const SnapshotLayout> makeLayout() const;

    WorkspacePtr m_workspace;
    std::vector<std::unique_ptr<Collector>> m_collectors;
    std::chrono::milliseconds m_nextChange = std::chrono::milliseconds::min();
    std::chrono::milliseconds m_expandedAt = std::chrono::milliseconds::min();
    std::shared_ptr<const SnapshotLayout> m_layout;
    std::vector<double> m_unknownFigures;
    CountSegment m_counts; ///< behind TIME and DBSIZE
    CountSegment m_some; ///< the same of some rows
    Pipeline::Size m_countsEnd;
    std::vector<int> m_countSizes;
    bool m_asksDataSize = false;
    bool m_readsOtherKeys = false;
    bool m_countsValid = false;
};

} // namespace plimsoll::redis
