// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QString>

/// The one sentence about a collection, from a table of its kind whose conditions select clauses.
namespace plimsoll::models {

struct Clause {
    /// Condition of the figure for the clause.
    enum When {
        Zero,
        One,
        Several,
        Positive,
        Negative,
        Telling, ///< a rate larger than chance
        Forecast, ///< a reliable forecast for a backlog that shrinks
        Leads, ///< uses no figure: the leader and its lead in score
    };
    int group; ///< only the first clause that fits is used in a group; groups are in order of importance
    QLatin1StringView figure;
    When when;
    const char *text; ///< context "sentences"; `{figureId}` is replaced; an unknown figure drops the clause
    QLatin1StringView unless{}; ///< drops the clause while that figure is positive
    QLatin1StringView with{}; ///< drops the clause unless that figure is positive; empty: never
};

using ClausesOf = std::span<const Clause> (*)(const KindInfo &kind);

/// The place of a sentence.
enum class SentencePlace : quint8 {
    Alone,
    UnderFigure, ///< below the headline figure and its change, which it does not repeat
};

/// The main figure of the kind, or for a set of a framework, which may not have it, the first that is known.
int mainFigureOf(const Snapshot &snapshot, std::size_t row);

/// The most important statement about a collection ("41 stale, limit 25; oldest waits 3 min"). `rate`: rate of its
/// headlineFigure(), used to forecast a limit. Empty if there is nothing to add to the figure above it.
QString sentence(const Snapshot &snapshot, std::size_t row, std::span<const Clause> clauses, const Rate &rate = {},
                 SentencePlace place = SentencePlace::Alone);

} // namespace plimsoll::models
