// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeforecast.h"

#include "models/text/format.h"
#include "views/charts/chartlabels.h"
#include "views/charts/chartpaint.h"
#include "views/charts/chartseries.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr double dottedWidth = 2;
constexpr double ring = 4; ///< px; radius of the ring where a forecast reaches its bound
constexpr int mostRowsAway = 3; ///< greatest distance of a label from its ring, in text rows

} // namespace

void drawForecasts(const TimeFrame &frame, ChartSeries &pool, std::vector<QList<QPointF>> &curves)
{
    constexpr int pieces = 32; // the curve bends on a logarithmic scale
    for (const auto &line : frame.picture.lines) {
        const TimePicture::Forecast *forecast = frame.picture.forecastOf(line);
        if (forecast == nullptr) {
            continue;
        }
        const milliseconds end = frame.picture.endOf(*forecast);
        QList<QPointF> points;
        for (int i = 0; i <= pieces; ++i) {
            const milliseconds in = end * i / pieces;
            const double value = std::max(frame.scale.bottom, forecast->valueIn(in));
            points.append(QPointF(static_cast<double>(in.count()), frame.scale.drawn(value)));
        }
        QLineSeries *series = pool.line();
        series->setPen(dottedPen(frame.colourOf(line), dottedWidth));
        series->replace(points);
        curves.push_back(points);
    }
}

std::vector<QRectF> forecastRings(const TimeFrame &frame)
{
    std::vector<QRectF> rings;
    for (const auto &line : frame.picture.lines) {
        const TimePicture::Forecast *forecast = frame.picture.forecastOf(line);
        if (forecast != nullptr && forecast->until && *forecast->until <= frame.picture.ahead) {
            const QPointF middle(frame.xOf(frame.picture.now + *forecast->until), frame.yOf(forecast->bound));
            rings.emplace_back(middle - QPointF(ring, ring), QSizeF(2 * ring, 2 * ring));
        }
    }
    return rings;
}

std::optional<QRectF> forecastPlace(const TimeFrame &frame, const TimePicture::Forecast &forecast,
                                    const std::vector<QPolygonF> &curves,
                                    const std::function<bool(const QRectF &)> &isFree)
{
    const QRectF &plot = frame.plot;
    const QFontMetricsF font(frame.theme.smallFont());
    const QPointF end(frame.xOf(frame.picture.now + *forecast.until), frame.yOf(forecast.bound));
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
                const bool isIn = place.left() > frame.nowPlace() && place.top() >= plot.top() - size.height() / 2
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

void paintForecasts(QPainter &painter, const TimeFrame &frame)
{
    if (!frame.picture.isAhead()) {
        return;
    }
    const Tokens &tokens = frame.tokens();
    const QRectF &plot = frame.plot;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(frame.nowPlace(), plot.top()), QPointF(frame.nowPlace(), plot.bottom()));
    for (const auto &line : frame.picture.lines) {
        const TimePicture::Forecast *forecast = frame.picture.forecastOf(line);
        if (forecast != nullptr && forecast->until && *forecast->until <= frame.picture.ahead) {
            painter.setPen(QPen(frame.colourOf(line), dottedWidth));
            painter.setBrush(tokens.card);
            painter.drawEllipse(QPointF(frame.xOf(frame.picture.now + *forecast->until), frame.yOf(forecast->bound)),
                                ring, ring);
        }
    }
    painter.restore();
}

void readForecasts(QPainter &painter, const TimeFrame &frame, milliseconds time, std::vector<ReadingRow> &rows)
{
    const Tokens &tokens = frame.tokens();
    const milliseconds in = time - frame.picture.now;
    for (const auto &line : frame.picture.lines) {
        if (frame.picture.hidden.contains(line.label)) {
            continue;
        }
        const QColor colour = frame.colourOf(line);
        const TimePicture::Forecast *forecast = frame.picture.forecastOf(line);
        const bool isTold = forecast != nullptr && in <= frame.picture.endOf(*forecast);
        const double value = isTold ? forecast->valueIn(in) : unknownFigure;
        rows.push_back({line.label,
                        isTold ? QStringLiteral("≈ ") + frame.picture.figureText(value) : models::unknownText(),
                        colour});
        if (forecast != nullptr && !forecast->text.isEmpty()) {
            rows.push_back({forecast->text, {}, {}});
        }
        if (isTold) {
            painter.setPen(QPen(tokens.card, 2));
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(frame.xOf(time), frame.yOf(value)), ring, ring);
        }
    }
}

} // namespace plimsoll::views
