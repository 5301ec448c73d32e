// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/charts/chartmath.h"
#include "views/charts/timepicture.h"
#include "views/theme/theme.h"

#include <QColor>
#include <QRectF>

#include <chrono>
#include <cmath>

namespace plimsoll::views {

/// Places of times and values in a TimePlot, in pixels, for the layers that draw over its lines. Refers to the picture
/// of the plot: made for one use.
struct TimeFrame {
    const TimePicture &picture;
    const Theme &theme;
    const models::Scale &scale;
    QRectF plot; ///< area between the axes
    double width = 0; ///< width of the whole chart

    /// Returns the length of the time axis in ms.
    [[nodiscard]] double wholeLength() const { return static_cast<double>((picture.length + picture.ahead).count()); }
    /// `offset`: ms from now.
    [[nodiscard]] double xOf(double offset) const
    {
        return plot.left() + (offset + static_cast<double>(picture.length.count())) / wholeLength() * plot.width();
    }
    [[nodiscard]] double xOf(std::chrono::milliseconds time) const
    {
        return xOf(static_cast<double>((time - picture.now).count()));
    }
    [[nodiscard]] double nowPlace() const { return xOf(0.0); }
    /// `place`: 0 at the left end of the axis, 1 at the right end.
    [[nodiscard]] std::chrono::milliseconds timeAtPlace(double place) const
    {
        return picture.now + picture.ahead - std::chrono::milliseconds(std::llround((1 - place) * wholeLength()));
    }
    [[nodiscard]] std::chrono::milliseconds timeAt(double x) const
    {
        return timeAtPlace((x - plot.left()) / plot.width());
    }
    [[nodiscard]] double yOf(double value) const { return yOfDrawn(scale.drawn(value)); }
    [[nodiscard]] double yOfDrawn(double drawn) const ///< takes a result of Scale::drawn()
    {
        const double bottom = scale.drawn(scale.bottom);
        return plot.bottom() - (drawn - bottom) / (scale.drawn(scale.top) - bottom) * plot.height();
    }
    [[nodiscard]] const Tokens &tokens() const { return theme.tokens(); }
    [[nodiscard]] QColor colourOf(const TimePicture::Line &line) const
    {
        return tokens().series.at(static_cast<std::size_t>(line.colour));
    }
};

} // namespace plimsoll::views
