// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/snapshot.h"

#include <chrono>

namespace plimsoll::redis {

/// Source of snapshots other than a server: a recording. Used on one thread at a time.
class SnapshotSource {
public:
    struct Told {
        SnapshotPtr snapshot;
        std::chrono::milliseconds wait{}; ///< until the next snapshot
        bool isLast = false; ///< further calls return the same snapshot
    };

    SnapshotSource() = default;
    virtual ~SnapshotSource() = default;
    Q_DISABLE_COPY_MOVE(SnapshotSource)

    virtual Result<Told> next() = 0;
};

} // namespace plimsoll::redis
