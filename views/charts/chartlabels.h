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

/// A place for each, beside its line: where nothing is drawn, else where least is. `lines` are in the plot's pixels,
/// from left to right; `taken` are other words.
std::vector<QRectF> placeLabels(const QRectF &plot, std::vector<LineLabel> &labels, const std::vector<QPolygonF> &lines,
                                const std::vector<QRectF> &taken = {});

/// Whether a line runs through the rectangle.
bool crosses(const QPolygonF &line, const QRectF &rect);

} // namespace plimsoll::views
