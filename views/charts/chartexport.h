// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <functional>
#include <utility>

class QMenu;
class QWidget;

namespace plimsoll::views {

class Theme;

/// Everything needed to save a chart as a file.
struct ChartExport {
    QWidget *plot = nullptr;
    QString title;
    const Theme *theme = nullptr;
    std::function<QByteArray()> data; ///< CSV
    std::function<QString()> when = nullptr; ///< time range, printed below the title; "now" means nothing in a file
    /// Returns the time range for an incident report.
    std::function<std::pair<std::chrono::milliseconds, std::chrono::milliseconds>()> times = nullptr;
    std::function<QString()> subject = nullptr; ///< subject of the chart: "email · shop"
};

/// Renders the chart as on screen, with its title, at twice the resolution.
QByteArray chartPng(const ChartExport &chart);
QByteArray chartSvg(const ChartExport &chart);

/// Adds the actions that save the chart or a report of its time range.
void addChartExports(QMenu *menu, const ChartExport &chart);
/// Offers the same actions as the context menu of the plot.
void showChartExportsAsMenu(const ChartExport &chart);

} // namespace plimsoll::views
