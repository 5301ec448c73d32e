// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/rate.h"
#include "redis/types/workspace.h"

#include <QString>

#include <functional>

/// Texts about rates and forecasts.
namespace plimsoll::models {

/// Maximum forecast: a rate over some minutes cannot predict more.
inline constexpr std::chrono::hours longestForecast{24};

/// Formats an amount of change.
using AmountText = std::function<QString(double)>;
AmountText amountOf(const FigureSpec &figure);

/// Explains how the rate was computed or why it is unknown, in sentences; empty if a recording does not say.
QString rateHelp(const Rate &rate, const AmountText &amount);
/// Adds to rateHelp() why the rate does or does not support a forecast.
QString forecastHelp(const Rate &rate, const AmountText &amount);

/// Explains a frequency: a mean over `over`, with the approximate number of occurrences.
QString averageHelp(double perMinute, std::chrono::milliseconds over);
/// Overload for counts since watching began: over the known time, at most over the window.
QString averageHelp(double perMinute, std::chrono::milliseconds window, std::chrono::milliseconds knownFor);

/// The next bound that a figure will reach.
struct NextBound {
    bool isCritical = false;
    double bound = 0;
    std::chrono::milliseconds in{};
};
/// nullopt: none within a day, or unknown.
std::optional<NextBound> nextBound(const Rate &rate, const Limit &limit, double value);
/// "critical 5,000 in 12 min", or empty.
QString nextBoundText(const Rate &rate, const Limit &limit, const FigureSpec &figure, double value);

/// "+24/min"; "rising now" if the newest polls say another thing than the rate; or "jump +400,000" if the step that the
/// rate leaves out is more than it changes in a minute, and is recent or the rate 0.
QString changeOrJumpText(const Rate &rate);
/// "+24", "−4", "±0": a change per minute below a title that says so.
QString formatChange(double perMinute);
/// The same, or "rising" while the newest polls say another thing than the rate (`latest` of Rate).
QString shortChangeText(double perMinute, double latest);

/// "full in 3 h"; empty: not within a day, or unknown.
QString memoryForecast(const Rate &rate, double used, double limit);

} // namespace plimsoll::models
