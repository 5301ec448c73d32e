// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyfile.h"
#include "redis/types/workspace.h"

#include <chrono>
#include <functional>
#include <map>

namespace plimsoll::redis {

/// Stores the definitions that states are judged by (redis/types/momentrecord.h) with the first tick to which each
/// applies.
class JudgedDefinitions final {
public:
    /// Reads those that were stored last.
    Outcome load(HistoryFile &file);
    /// Stores all definitions again with the next tick.
    void clear() { *this = {}; }
    /// Stores those that differ, inside a transaction; nothing if the workspace is the last one. `seriesOf`: series of
    /// a collection by its row, below `rows`; `age`: retention.
    Outcome store(HistoryFile &file, const WorkspacePtr &workspace, std::size_t rows,
                  const std::function<qint64(std::size_t row)> &seriesOf, std::chrono::milliseconds time,
                  std::chrono::milliseconds age);
    /// Call after the transaction of store().
    void confirm(const WorkspacePtr &workspace);

private:
    Outcome store(HistoryFile &file, qint64 series, const QByteArray &definition, std::chrono::milliseconds time,
                  std::chrono::milliseconds oldest);

    using BySeries = std::map<qint64, QByteArray>;
    BySeries m_stored; ///< last stored in this run
    BySeries m_changed; ///< stored since confirm()
    WorkspacePtr m_workspace; ///< workspace whose definitions are stored; null: not checked yet
};

} // namespace plimsoll::redis
