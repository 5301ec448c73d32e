// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// Time range, both ends included.
struct TimeRange {
    std::chrono::milliseconds from{}, to{};
    friend bool operator==(const TimeRange &, const TimeRange &) = default;
};

/// Figures of a collection at a moment.
struct MomentFigures {
    QString collection, kind;
    QStringList figures; ///< ids
    std::vector<double> values; ///< NaN: not recorded or unknown; for a longer step, the mean
    std::vector<char> atLeast; ///< 1: a lower bound
    std::chrono::milliseconds step{}; ///< interval of the stored points; 0: none stored
    QByteArray judgedBy{}; ///< see redis/types/judged.h; empty: not stored
};

/// All stored data of a moment.
struct MomentRecord {
    std::vector<MomentFigures> collections;
    std::optional<MomentFigures> server{}; ///< figures of the server (redis/types/serverfigures.h)
    QByteArray judgedBy{}; ///< settings common to all collections; empty: not stored
};

} // namespace plimsoll
