// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/charts/chartpaint.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>

/// Forecasts in a chart that looks ahead: dotted from now until they reach a bound or the chart ends. timeplot.cpp has
/// the rest of TimePlot.
namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr double dottedWidth = 2;
constexpr double ring = 4; ///< px; radius of the ring where a forecast reaches its bound
constexpr int mostRowsAway = 3; ///< greatest distance of a label from its ring, in text rows

} // namespace

const TimeChart::Forecast *TimePlot::forecastOf(const TimeChart::Line &line) const
{
    const bool isDrawn = isAhead() && line.forecast && !m_picture.hidden.contains(line.label);
    return isDrawn ? &*line.forecast : nullptr;
}

void TimePlot::drawForecasts()
{
    constexpr int pieces = 32; // the curve bends on a logarithmic scale
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
        series->setPen(dottedPen(theme().tokens().series.at(static_cast<std::size_t>(line.colour)), dottedWidth));
        series->replace(points);
        m_curves.push_back(points);
    }
}

/// Returns the rings where forecasts reach their bounds.
std::vector<QRectF> TimePlot::rings() const
{
    std::vector<QRectF> rings;
    for (const auto &line : m_picture.lines) {
        const TimeChart::Forecast *forecast = forecastOf(line);
        if (forecast != nullptr && forecast->until && *forecast->until <= m_picture.ahead) {
            const QPointF middle(xOf(m_picture.now + *forecast->until), yOf(forecast->bound));
            rings.emplace_back(middle - QPointF(ring, ring), QSizeF(2 * ring, 2 * ring));
        }
    }
    return rings;
}

/// Returns a place for the label of the ring: above it on the far side of the line if possible, otherwise where it
/// covers no word and as few lines as possible. nullopt if there is none; the text is then only shown at the pointer.
std::optional<QRectF> TimePlot::forecastPlace(const TimeChart::Forecast &forecast,
                                              const std::vector<QPolygonF> &curves) const
{
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    const QPointF end(xOf(m_picture.now + *forecast.until), yOf(forecast.bound));
    const QSizeF size(font.horizontalAdvance(forecast.word), font.height());
    const double above = end.y() - ring - size.height();
    const double below = end.y() + ring;
    const double before = end.x() - 2 * ring - size.width();
    const double after = std::min(end.x() + 2 * ring, plot.right() - size.width());
    const bool isFalling = forecast.perMinute < 0;
    std::optional<QRectF> best;
    double least = 0;
    for (int row = 0; row < mostRowsAway; ++row) {
        for (const double left : {isFalling ? after : before, isFalling ? before : after}) {
            for (const double top : {above - row * size.height(), below + row * size.height()}) {
                const QRectF place(QPointF(left, top), size);
                const bool isIn = place.left() > nowPlace() && place.top() >= plot.top() - size.height() / 2
                    && place.bottom() <= plot.bottom();
                const double crossed = static_cast<double>(std::count_if(
                    curves.begin(), curves.end(), [&](const QPolygonF &curve) { return crosses(curve, place); }));
                if (isIn && isFree(place) && (!best || crossed + row < least)) {
                    best = place;
                    least = crossed + row;
                }
            }
        }
    }
    return best;
}

void TimePlot::placeForecasts()
{
    const std::vector<QPolygonF> curves = isAhead() ? curvesInPixels() : std::vector<QPolygonF>();
    for (const auto &line : m_picture.lines) {
        const TimeChart::Forecast *forecast = forecastOf(line);
        if (forecast == nullptr || !forecast->until || *forecast->until > m_picture.ahead || forecast->word.isEmpty()) {
            continue;
        }
        if (const std::optional<QRectF> place = forecastPlace(*forecast, curves)) {
            m_words.push_back({forecast->word, *place, theme().tokens().text});
        }
    }
}

/// Paints the line at now and the rings where forecasts reach their bounds.
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
            painter.setPen(QPen(tokens.series.at(static_cast<std::size_t>(line.colour)), dottedWidth));
            painter.setBrush(tokens.card);
            painter.drawEllipse(QPointF(xOf(m_picture.now + *forecast->until), yOf(forecast->bound)), ring, ring);
        }
    }
    painter.restore();
}

/// Adds the reading at a future time: the value of each forecast, and "unknown" for other lines.
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
