// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll {

/// A collection as it was at a moment.
struct MomentFigures {
    QString collection, kind;
    QStringList figures; ///< ids
    std::vector<double> values; ///< NaN: not recorded, or not known; of a longer step its mean
    std::vector<char> atLeast; ///< 1: a lower bound
    std::chrono::milliseconds step{}; ///< between what is kept there; 0: nothing is
    QByteArray judgedBy{}; ///< redis/types/judged.h; empty: that was not kept
};

/// All that is kept of a moment.
struct MomentRecord {
    std::vector<MomentFigures> collections;
    std::optional<MomentFigures> server{}; ///< what it said of itself (redis/types/serverfigures.h)
    QByteArray judgedBy{}; ///< what is the same for all of them; empty: that was not kept
};

} // namespace plimsoll
