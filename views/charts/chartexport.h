// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <functional>

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
    std::function<QString()> when = nullptr; ///< what time it is of, beside the title: "now" says nothing in a file
};

/// As it is on screen, with its title, twice as fine.
QByteArray chartPng(const ChartExport &chart);
QByteArray chartSvg(const ChartExport &chart);

/// What saves it, for its menu.
void addChartExports(QMenu *menu, const ChartExport &chart);
/// The same as the menu of its plot.
void showChartExportsAsMenu(const ChartExport &chart);

} // namespace plimsoll::views
