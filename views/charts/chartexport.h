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

/// A chart as a file.
struct ChartExport {
    QWidget *plot = nullptr;
    QString title;
    const Theme *theme = nullptr;
    std::function<QByteArray()> data; ///< as CSV
    std::function<QString()> when = nullptr; ///< what time it is of, below the title: "now" says nothing in a file
    /// The same time, for a report of what happened in it.
    std::function<std::pair<std::chrono::milliseconds, std::chrono::milliseconds>()> times = nullptr;
    std::function<QString()> subject = nullptr; ///< of what it is: "email · shop"
};

/// As it is on screen, with its title, twice as fine.
QByteArray chartPng(const ChartExport &chart);
QByteArray chartSvg(const ChartExport &chart);

/// What saves it, or a report of its time, for its menu.
void addChartExports(QMenu *menu, const ChartExport &chart);
/// The same as the menu of its plot.
void showChartExportsAsMenu(const ChartExport &chart);

} // namespace plimsoll::views
