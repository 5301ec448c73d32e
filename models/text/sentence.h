// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"
#include "redis/types/snapshot.h"

#include <QString>

/// The one sentence about a collection, from the clauses of its kind.
namespace plimsoll::models {

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
