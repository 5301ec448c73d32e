// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>

#include <optional>
#include <vector>

/// Places labels inside a plot so that neither lines nor other words run through them. Pure arithmetic.
namespace plimsoll::views {

/// The label of a horizontal line in a plot.
struct LineLabel {
    std::optional<double> y; ///< y of the line; nullopt if above the plot, with the label at the top
    QSizeF size;
    bool right = false; ///< true to prefer the right end
    int spot = -1; ///< previous position, kept while possible; set by placeLabels()
};

/// The name of a line, next to its end.
struct EndName {
    double y = 0; ///< y of that end
    double width = 0;
    std::optional<double> last{}; ///< previous offset below that end, kept while possible
};

/// Returns the vertical centre of each name, in input order. A name starts at the left edge of `room`, as near to its
/// line as possible without overlapping another name; it avoids `lines` where possible and, with less weight, the
/// horizontal lines `across`. nullopt if the names do not all fit.
std::optional<std::vector<double>> placeNames(const QRectF &room, double height, const std::vector<EndName> &names,
                                              const std::vector<QPolygonF> &lines, const std::vector<double> &across);

/// Returns a place for each label next to its line, where it covers nothing or least; an empty one if it would cover
/// another label, of which those at the right end come first. `lines` are in plot pixels, from left to right; `taken`
/// are the places of other words.
std::vector<QRectF> placeLabels(const QRectF &plot, std::vector<LineLabel> &labels, const std::vector<QPolygonF> &lines,
                                const std::vector<QRectF> &taken = {});

/// Returns true if the line runs through the rectangle.
bool crosses(const QPolygonF &line, const QRectF &rect);

} // namespace plimsoll::views
