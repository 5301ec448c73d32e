// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"

namespace plimsoll {

/// Returns the problem of a figure beyond its limit; nullopt if it is within the limit or has no value. A lower bound
/// that may be beyond a limit from below is an unknown one.
std::optional<Problem> checkLimit(std::span<const FigureSpec> figures, const Limit &limit, double figure,
                                  bool atLeast = false);

/// Returns whether a figure has its own limits, even if they are off, which replace the default judgement. A limit on
/// an unchanged value does not count.
bool hasOwnLimit(const std::vector<Limit> &limits, int figure);

/// Compares the figure with the limit of a level, beyond it or not: "1,200 ready, limit 1,000".
QString limitSentence(std::span<const FigureSpec> figures, const Limit &limit, State level, double figure,
                      bool atLeast = false);

/// Returns the problem of a limit whose figure is unknown: "lag unknown, limit 1,000: REASON".
Problem unknownProblem(std::span<const FigureSpec> figures, const Limit &limit, const QString &reason = {});

/// Formats a figure for the beginning of a problem's sentence: "1,200 ready", "≥ 5 stale", "oldest ready 4.2 s".
QString figureText(const FigureSpec &figure, double value, bool atLeast);

/// Appends the default option that caused the problem of a figure: "7 stale (default staleAfter: 60s)".
void noteDefault(std::vector<Problem> &problems, int figure, QLatin1StringView option, const QString &value);

/// Formats a value in a problem's sentence, independent of the locale: "1,200", "4.2 s", "−4/min".
QString limitValueText(Unit unit, double value);

} // namespace plimsoll
