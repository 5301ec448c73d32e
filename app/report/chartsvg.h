// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/html.h"
#include "redis/history/historyreader.h"
#include "redis/types/kind.h"
#include "redis/types/state.h"

#include <vector>

/// One figure over time as SVG inside HTML, drawn as the window draws it: a line with its band between lowest and
/// highest, gaps as gaps, limits dashed, marks where something happened.
namespace plimsoll::app {

struct SvgLimit {
    double value = 0;
    State level = State::Warning;
    QString text; ///< "warning at 1,000"
};

struct SvgMark {
    std::chrono::milliseconds time{};
    const char *name = ""; ///< how it looks: "warning", "critical", "error", "cleared", "operation", "note"
    QString text; ///< on hover
};

struct SvgPicture {
    QString title; ///< for who cannot see it
    redis::TimeRange range;
    redis::FigurePoints points;
    Unit unit = Unit::Count;
    std::vector<SvgLimit> limits;
    std::vector<SvgMark> marks;
};

/// What the charts of a document share; once, before them.
void writeChartDefinitions(Html &html);
void writeChart(Html &html, const SvgPicture &picture);

} // namespace plimsoll::app
