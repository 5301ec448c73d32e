// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

#include <memory>
#include <vector>

namespace plimsoll::models {

/// What a collection was judged by at a past moment: its limits, its bound, its times.
enum class LimitsThen : quint8 {
    NotKept, ///< nobody knows: it is judged by what holds now
    AsNow,
    Others,
};

/// The workspace of now as it was judged at a moment.
struct JudgedThen {
    std::shared_ptr<const SnapshotLayout> layout; ///< that of now, where nothing is judged otherwise
    std::vector<LimitsThen> limits; ///< by row
};

/// What was kept of that, for each row and for all (redis/types/judged.h); empty: nothing.
struct JudgedBy {
    std::vector<QByteArray> rows;
    QByteArray all;

    friend bool operator==(const JudgedBy &, const JudgedBy &) = default;
};

JudgedThen judgedThen(const std::shared_ptr<const SnapshotLayout> &now, const JudgedBy &kept);

/// The same, made once for moments that were judged alike: whoever drags a slider asks for many. One thread.
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
