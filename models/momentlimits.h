// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <memory>
#include <vector>

namespace plimsoll::models {

/// The limits, bounds and times that judged a collection at a past time.
enum class LimitsThen : quint8 {
    NotKept, ///< unknown; the current ones are used
    AsNow,
    Others,
};

/// The current workspace with the limits of a past time.
struct JudgedThen {
    std::shared_ptr<const SnapshotLayout> layout; ///< the current layout if no limits differ
    std::vector<LimitsThen> limits; ///< source of the limits, by row
};

/// Stored limits by row and for all rows (redis/types/judged.h); empty: unknown.
struct JudgedBy {
    std::vector<QByteArray> rows;
    QByteArray all;

    friend bool operator==(const JudgedBy &, const JudgedBy &) = default;
};

JudgedThen judgedThen(const std::shared_ptr<const SnapshotLayout> &now, const JudgedBy &kept);

/// Caches the layout for consecutive times with the same limits, because dragging a slider requests many. One thread.
class MomentLimits final {
public:
    const JudgedThen &of(const std::shared_ptr<const SnapshotLayout> &now, JudgedBy kept)
    {
        if (now != m_now || kept != m_kept) {
            m_now = now;
            m_kept = std::move(kept);
            m_then = judgedThen(m_now, m_kept);
        }
        return m_then;
    }

private:
    std::shared_ptr<const SnapshotLayout> m_now;
    JudgedBy m_kept;
    JudgedThen m_then;
};

} // namespace plimsoll::models
