// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/charts/chartpaint.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>

/// What is to come, in a chart that looks ahead: dotted from now on, to where it comes to a bound or the chart ends.
/// The rest of TimePlot is in timeplot.cpp.
namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr double penWidth = 2;
constexpr double ring = 4; ///< where a line comes to its bound

} // namespace

const TimeChart::Forecast *TimePlot::forecastOf(const TimeChart::Line &line) const
{
    const bool isDrawn = isAhead() && line.forecast && !m_picture.hidden.contains(line.label);
    return isDrawn ? &*line.forecast : nullptr;
}

void TimePlot::drawForecasts()
{
    constexpr int pieces = 32; // on a logarithmic scale it bends
    for (const auto &line : m_picture.lines) {
        const TimeChart::Forecast *forecast = forecastOf(line);
        if (forecast == nullptr) {
            continue;
        }
        const milliseconds end = m_picture.endOf(*forecast);
        QList<QPointF> points;
        for (int i = 0; i <= pieces; ++i) {
            const milliseconds in = end * i / pieces;
            const double value = std::max(scale().bottom, forecast->valueIn(in));
            points.append(QPointF(static_cast<double>(in.count()), scale().drawn(value)));
        }
        QLineSeries *series = m_series.line();
        series->setPen(dottedPen(theme().tokens().series.at(static_cast<std::size_t>(line.colour)), penWidth));
        series->replace(points);
        m_curves.push_back(points);
    }
}

/// Where a line comes to its bound stands when: above it, on the side that it does not come from, as far as that is
/// free.
void TimePlot::placeForecasts()
{
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    for (const auto &line : m_picture.lines) {
        const TimeChart::Forecast *forecast = forecastOf(line);
        if (forecast == nullptr || !forecast->until || *forecast->until > m_picture.ahead || forecast->word.isEmpty()) {
            continue;
        }
        const QPointF end(xOf(m_picture.now + *forecast->until), yOf(forecast->bound));
        QRectF place(0, 0, font.horizontalAdvance(forecast->word), font.height());
        const bool isFalling = forecast->perMinute < 0;
        if (!isFalling && end.y() - ring - place.height() < plot.top()) {
            place.moveTopLeft(end + QPointF(2 * ring, ring));
        } else if (isFalling) {
            place.moveBottomLeft(end + QPointF(2 * ring, -ring));
        } else {
            place.moveBottomRight(end + QPointF(-2 * ring, -ring));
        }
        if (place.right() > plot.right()) {
            place.moveRight(plot.right());
        }
        const bool isFree = std::none_of(m_words.begin(), m_words.end(),
                                         [&](const Word &word) { return word.place.intersects(place); });
        if (isFree && place.left() > nowPlace()) {
            m_words.push_back({forecast->word, place, theme().tokens().text});
        }
    }
}

/// Now, and where lines come to their bounds.
void TimePlot::paintForecasts(QPainter &painter) const
{
    if (!isAhead()) {
        return;
    }
    const Tokens &tokens = theme().tokens();
    const QRectF plot = plotArea();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(nowPlace(), plot.top()), QPointF(nowPlace(), plot.bottom()));
    for (const auto &line : m_picture.lines) {
        const TimeChart::Forecast *forecast = forecastOf(line);
        if (forecast != nullptr && forecast->until && *forecast->until <= m_picture.ahead) {
            painter.setPen(QPen(tokens.series.at(static_cast<std::size_t>(line.colour)), penWidth));
            painter.setBrush(tokens.card);
            painter.drawEllipse(QPointF(xOf(m_picture.now + *forecast->until), yOf(forecast->bound)), ring, ring);
        }
    }
    painter.restore();
}

/// What is told of a time to come: of those that keep a course where they will be, of others nothing.
void TimePlot::readForecasts(QPainter &painter, milliseconds time, std::vector<ReadingRow> &rows) const
{
    const Tokens &tokens = theme().tokens();
    const milliseconds in = time - m_picture.now;
    for (const auto &line : m_picture.lines) {
        if (m_picture.hidden.contains(line.label)) {
            continue;
        }
        const QColor colour = tokens.series.at(static_cast<std::size_t>(line.colour));
        const TimeChart::Forecast *forecast = forecastOf(line);
        const bool isTold = forecast != nullptr && in <= m_picture.endOf(*forecast);
        const double value = isTold ? forecast->valueIn(in) : unknownFigure;
        rows.push_back(
            {line.label, isTold ? QStringLiteral("≈ ") + m_picture.figureText(value) : models::unknownText(), colour});
        if (forecast != nullptr && !forecast->text.isEmpty()) {
            rows.push_back({forecast->text, {}, {}});
        }
        if (isTold) {
            painter.setPen(QPen(tokens.card, 2));
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(xOf(time), yOf(value)), ring, ring);
        }
    }
}

} // namespace plimsoll::views
