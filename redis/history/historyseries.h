// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/history/historyfile.h"
#include "redis/types/snapshot.h"

#include <vector>

namespace plimsoll::redis {

/// A series of a history file: the figures of one collection, each in a column.
struct HistorySeries {
    static constexpr int noPlace = -1;
    static constexpr int boundOf(int figure) { return -2 - figure; } ///< its own inverse

    qint64 id = 0;
    /// Figure index for each column; `noPlace`: figure removed; boundOf(figure): flag for a lower bound of that figure.
    std::vector<int> places{};
};

/// Returns the series of a collection, with a column for each of its figures; made if there is none.
Result<HistorySeries> findSeries(HistoryFile &file, const Snapshot &snapshot, std::size_t row);
/// Returns the series of the figures of the server itself; a version with different figures starts a new series.
Result<HistorySeries> findServerSeries(HistoryFile &file);
/// Returns the id of a new series; `figures` are ids, one a line.
Result<qint64> addSeries(HistoryFile &file, const QString &name, const QString &kind, const QByteArray &source,
                         const QString &figures);

} // namespace plimsoll::redis
