// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/charts/timeplot.h"

#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <vector>

namespace plimsoll::testing {

/// The lines that a chart draws now.
inline std::vector<const QLineSeries *> visibleLines(const views::TimePlot &view)
{
    std::vector<const QLineSeries *> lines;
    for (QAbstractSeries *series : view.chart()->series()) {
        const auto *line = qobject_cast<const QLineSeries *>(series);
        if (line != nullptr && line->isVisible()) {
            lines.push_back(line);
        }
    }
    return lines;
}

} // namespace plimsoll::testing
