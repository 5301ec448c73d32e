// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"
#include "redis/types/workspace.h"

#include <QString>

#include <functional>

/// What is said of rates, and what comes of them.
namespace plimsoll::models {

/// What takes longer is not seen coming by a rate of some minutes.
inline constexpr std::chrono::hours longestForecast{24};

/// What a change of so much is called.
using AmountText = std::function<QString(double)>;
AmountText amountOf(const FigureSpec &figure);

/// How it was worked out, or why it is not known, in sentences; empty where a recording does not say.
QString rateHelp(const Rate &rate, const AmountText &amount);
/// The same, and why something is forecast by it or not.
QString forecastHelp(const Rate &rate, const AmountText &amount);

/// How that was worked out which says how often: a mean over so long, and about how many that were.
QString averageHelp(double perMinute, std::chrono::milliseconds over);
/// The same of what is counted while it is watched: for as long as it is known, at most over the window.
QString averageHelp(double perMinute, std::chrono::milliseconds window, std::chrono::milliseconds knownFor);

/// Which bound it comes to next, and when.
struct NextBound {
    bool isCritical = false;
    double bound = 0;
    std::chrono::milliseconds in{};
};
/// nullopt: to none within a day, or nobody knows.
std::optional<NextBound> nextBound(const Rate &rate, const Limit &limit, double value);
/// "critical 5,000 in 12 min"; empty without one.
QString nextBoundText(const Rate &rate, const Limit &limit, const FigureSpec &figure, double value);

/// "full in 3 h"; empty: it does not become full within a day, or nobody knows.
QString memoryForecast(const Rate &rate, double used, double limit);

} // namespace plimsoll::models
