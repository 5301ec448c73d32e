// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/kind.h"
#include "redis/types/workspace.h"

#include <chrono>
#include <optional>
#include <vector>

namespace plimsoll::models {

/// How one collection was on the last day, as far as it was recorded: what limits are proposed from.
struct RecordedDay {
    struct Figure {
        QString id;
        double usual = 0; ///< it was no higher for 99 % of the time
        double most = 0;
    };
    std::chrono::milliseconds recorded{}; ///< of the day; 0: no day has passed yet, or too little of it is there
    std::vector<Figure> figures; ///< those that were known for an hour at least

    [[nodiscard]] bool isThere() const { return recorded.count() > 0; }
    /// Null: nothing is known of it.
    [[nodiscard]] const Figure *figure(QStringView id) const;
};

/// So much of a day has to be there.
inline constexpr std::chrono::hours leastOfDay{20};

/// What was polled of one collection, in the order of time: how high each figure was, and for how long.
struct DayOfFigures {
    QStringList figures;
    std::vector<std::chrono::milliseconds> lasted; ///< of each row
    std::vector<std::vector<double>> high; ///< by figure and row; NaN: not known
};
RecordedDay recordedDay(const DayOfFigures &day);

struct ProposedLimit {
    double warning = 0, critical = 0;
};

/// Twice what is usual, in a round number, and no closer than a tenth of what is proposed of a collection that nothing
/// is known of (`begin`), whose distance of the two levels it has. nullopt: no limit would be one.
std::optional<ProposedLimit> proposedFrom(const RecordedDay::Figure &day, const FigureSpec &figure,
                                          ProposedLimit begin);

/// There is nothing to propose: the limit is over what is usual and not ten times as far as what would be proposed;
/// or it is off, or a floor; or none is needed, because any of it is trouble and there was none.
bool fits(const std::optional<Limit> &limit, const RecordedDay::Figure &day, const FigureSpec &figure,
          ProposedLimit proposed);

} // namespace plimsoll::models
