// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/history/growth.h"
#include "models/history/keymemory.h"
#include "models/table/tablemodel.h"
#include "redis/types/discovery.h"

#include <chrono>
#include <optional>

namespace plimsoll::models {

class History;

/// Verdict on whether a collection can grow forever, worst first.
enum class BoundVerdict : quint8 {
    Growing, ///< has no bound, and grows
    Beyond, ///< more than its bound allows
    Unknown, ///< its size is unknown
    Unbounded, ///< has no bound, and does not grow now
    NotWatched, ///< found by discovery, in no workspace
    Expires, ///< has no bound in the workspace, but all keys looked at expire
    Approved,
    ByTrim,
    ByAge,
    ByExpiry,
};

/// Number of keys of a collection without an expiry, and the keys on which it is based.
struct KeyExpiry {
    enum class Basis : quint8 {
        Unknown, ///< no key was looked at
        Looked, ///< the keys looked at; there are others
        Estimate, ///< all keys, estimated from a sample
        All,
    };
    Basis basis = Basis::Unknown;
    double keys = 0; ///< number of keys of the basis
    double endless = 0; ///< of `keys`, those without an expiry

    [[nodiscard]] bool allExpire() const { return basis != Basis::Unknown && !(endless > 0); }
    friend bool operator==(const KeyExpiry &, const KeyExpiry &) = default;
};

struct BoundsRow {
    std::optional<std::size_t> collection; ///< index in the workspace; nullopt: found, not watched
    QString name;
    const KindInfo *kind = nullptr; ///< null: keys that are not recognised
    QString figure; ///< name of the figure in `size`
    double size = unknownFigure;
    bool isAtLeast = false;
    Growth growth{};
    Growth endlessGrowth{}; ///< growth of keys that never expire, if the kind counts them among its keys
    KeyMemory::Sum memory{};
    KeyExpiry expiry{};
    QString uncounted{}; ///< templates of its keys that are not in `memory` and `expiry`: "job:{id}"; empty: none
    std::optional<Bound> bound{};
    bool isBoundOfKey = false; ///< the bound applies to each of several keys
    bool hasOwnLimit = false; ///< a limit of the person's says whether it is trouble to be beyond the bound
    BoundVerdict verdict = BoundVerdict::Unknown;
    QString reason{}; ///< explains the verdict; empty: it needs no explanation
    std::chrono::milliseconds millionAt{}, fullAt{}; ///< Unix, server clock, in full minutes; 0: not foreseen
    bool isFullSoon = false; ///< within a day
};

/// Every watched collection, and what discovery found besides, with size, growth, memory, bound and verdict. GUI
/// thread.
class BoundsModel final : public TableModel<BoundsRow> {
    Q_OBJECT

public:
    enum class Column { Name, Verdict, Size, Growth, Memory, Expiry, Bound, Reaches };

    BoundsModel(const History *history, const KeyMemory *memory, QObject *parent = nullptr);

    /// Shows a snapshot that History already has. Growth and memory of at most 100 rows are computed anew each time,
    /// the memory of all after keys were measured.
    void apply(const SnapshotPtr &snapshot);
    void setDiscovery(const Discovery &discovery);
    /// Keys of the rows that are not watched.
    [[nodiscard]] std::vector<FoundTemplate> unwatchedKeys() const;
    [[nodiscard]] const BoundsRow &row(int row) const { return rowAt(row); }
    /// Number of rows with this verdict.
    [[nodiscard]] int count(BoundVerdict verdict) const;
    /// Number of rows without a bound that may grow forever or not: too little has been observed.
    [[nodiscard]] int unknownGrowth() const;

private:
    [[nodiscard]] BoundsRow rowOf(const Snapshot &snapshot, std::size_t collection, const BoundsRow *before,
                                  bool refresh, bool isMeasured) const;
    void findUnwatched();
    void measureUnwatched();
    void showRows(const Snapshot &snapshot);

    const History *m_history;
    const KeyMemory *m_memory;
    SnapshotPtr m_snapshot;
    Discovery m_discovery;
    std::vector<BoundsRow> m_unwatched; ///< rows of the discovery
    std::vector<std::vector<FoundTemplate>> m_unwatchedKeys; ///< keys of each of them
    std::size_t m_next = 0; ///< first collection to compute anew
    quint64 m_revision = 0; ///< revision of the memory in the rows
};

/// "no bound, growing"
QString verdictText(BoundVerdict verdict);
/// "≈ 1.2 MiB"
QString memoryText(const KeyMemory::Sum &memory);
/// How bad the verdict is.
State severityOf(const BoundsRow &row);

} // namespace plimsoll::models
