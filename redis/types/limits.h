// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// The problem a figure is by its limit; nullopt when it is within it, or not known.
std::optional<Problem> checkLimit(std::span<const FigureSpec> figures, const Limit &limit, double figure,
                                  bool atLeast = false);

/// It goes by limits of its own, also by one that is off, and not by what is trouble without one. How long it may be
/// the same says nothing of how high it may be.
bool hasOwnLimit(const std::vector<Limit> &limits, int figure);

/// "1,200 ready, limit 1,000": how the figure stands to the limit of that level, beyond it or not.
QString limitSentence(std::span<const FigureSpec> figures, const Limit &limit, State level, double figure,
                      bool atLeast = false);

/// "1,200 ready", "≥ 5 stale", "oldest ready 4.2 s": a figure at the beginning of the sentence of a problem.
QString figureText(const FigureSpec &figure, double value, bool atLeast);

/// Adds to the problem of a figure by which default of an option it is one: "7 stale (default staleAfter: 60s)".
void noteDefault(std::vector<Problem> &problems, int figure, QLatin1StringView option, const QString &value);

/// "1,200", "4.2 s", "−4 a minute": a value in the sentence of a problem, the same on every machine.
QString limitValueText(Unit unit, double value);

} // namespace plimsoll
