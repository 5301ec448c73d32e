// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/html.h"
#include "redis/history/historyreader.h"
#include "redis/types/kind.h"
#include "redis/types/state.h"

#include <vector>

/// One figure over time as SVG inside HTML. It looks like a chart of the window: a line with its band from lowest to
/// highest value, gaps, dashed limits, and marks of events.
namespace plimsoll::app {

struct SvgLimit {
    double value = 0;
    State level = State::Warning;
    QString text; ///< "warning at 1,000"
};

struct SvgMark {
    std::chrono::milliseconds time{};
    const char *name = ""; ///< style: "warning", "critical", "error", "cleared", "operation", "note"
    QString text; ///< tooltip
};

struct SvgPicture {
    QString title; ///< accessible name
    redis::TimeRange range;
    redis::FigurePoints points;
    Unit unit = Unit::Count;
    std::vector<SvgLimit> limits;
    std::vector<SvgMark> marks;
};

/// Writes the SVG definitions that all charts share; call once, before the first chart.
void writeChartDefinitions(Html &html);
void writeChart(Html &html, const SvgPicture &picture);

} // namespace plimsoll::app
