// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

/// Where words stand inside a plot, so that neither lines nor other words run through them. Arithmetic alone.
namespace plimsoll::views {

/// The name of a horizontal line in a plot.
struct LineLabel {
    std::optional<double> y; ///< of the line; nullopt: above the plot, its name stands at the top
    QSizeF size;
    bool right = false; ///< it would rather stand at the right end
    int spot = -1; ///< where it stood last, and stays while it can; set by placeLabels()
};

/// The name of a line, beside its end.
struct EndName {
    double y = 0; ///< of that end
    double width = 0;
    std::optional<double> last{}; ///< how far below it stood last, where it stays while it can
};

/// The middle of each, in `room` and from its left edge on: as near to its line as it can be where neither another name
/// nor, where that can be had, one of the `lines` is; those across, as limits are, matter less. In the order of their
/// lines. nullopt: there is no room for all.
std::optional<std::vector<double>> placeNames(const QRectF &room, double height, const std::vector<EndName> &names,
                                              const std::vector<QPolygonF> &lines, const std::vector<double> &across);

/// A place for each, beside its line: where nothing is drawn, else where least is. `lines` are in the plot's pixels,
/// from left to right; `taken` are other words.
std::vector<QRectF> placeLabels(const QRectF &plot, std::vector<LineLabel> &labels, const std::vector<QPolygonF> &lines,
                                const std::vector<QRectF> &taken = {});

/// Whether a line runs through the rectangle.
bool crosses(const QPolygonF &line, const QRectF &rect);

} // namespace plimsoll::views
