// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QString>

/// The one sentence of a collection, from a table of its kind: figures decide which clauses are said.
namespace plimsoll::models {

struct Clause {
    /// What the figure must be for the clause to be said.
    enum When {
        Zero,
        One,
        Several,
        Positive,
        Negative,
        Telling, ///< a rate that is more than chance
        Forecast, ///< long enough to be one, of what is being worked off
        Leads, ///< no figure: who has the best score, and by how much
    };
    int group; ///< of the clauses of one group the first that fits is said; groups in the order of importance
    QLatin1StringView figure;
    When when;
    const char *text; ///< context "sentences"; `{figureId}` stands for a figure, and with an unknown one it is not said
    QLatin1StringView unless{}; ///< not while that figure is more than zero
};

using ClausesOf = std::span<const Clause> (*)(const KindInfo &kind);

/// What matters most about a collection now ("41 stale: no job finished for 3 min 10 s"). `rate`: of its
/// headlineFigure(), by which it comes to a limit.
QString sentence(const Snapshot &snapshot, std::size_t row, std::span<const Clause> clauses, const Rate &rate = {});

} // namespace plimsoll::models
