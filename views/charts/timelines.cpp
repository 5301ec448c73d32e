// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timelines.h"

#include "models/text/format.h"
#include "views/charts/chartpaint.h"
#include "views/charts/timeforecast.h"
#include "views/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr double plottedWidth = 2;
constexpr double nearBegin = 4; ///< px before the first point of a line, which is in the middle of a column

/// A point of a line: a reading, or the mean of readings drawn as one.
struct Vertex {
    milliseconds time{};
    double value = 0, low = 0, high = 0;
};

QPen linePen(const QColor &colour)
{
    QPen pen(colour, plottedWidth);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::RoundCap);
    // Qt Charts draws solid lines piece by piece, with a bead at each joint, and dashed lines as a whole. This pen has
    // a single dash, longer than any plot.
    pen.setDashPattern({1e6, 1});
    return pen;
}

QColor fillOf(QColor colour, bool dark)
{
    colour.setAlphaF(dark ? 0.18F : 0.15F);
    return colour;
}

/// Returns an opaque mix: a layer covers those behind it, so that it keeps its own colour.
QColor layerOf(const QColor &colour, const QColor &card)
{
    constexpr float share = 0.35F;
    const auto mix = [](float a, float b) { return a * share + b * (1 - share); };
    return QColor::fromRgbF(mix(colour.redF(), card.redF()), mix(colour.greenF(), card.greenF()),
                            mix(colour.blueF(), card.blueF()));
}

QColor bandOf(QColor colour, bool dark)
{
    colour.setAlphaF(dark ? 0.35F : 0.3F);
    return colour;
}

/// Returns the nearest point of the stretch that contains `time`; nullopt in a gap.
std::optional<Vertex> vertexAt(const TimeFrame &frame, const std::vector<models::UnbrokenLine> &drawn,
                               const models::Series &series, milliseconds time)
{
    const double pixel = frame.wholeLength() / frame.plot.width();
    const double after = std::max(2 * static_cast<double>(models::pointSpacing(series).count()), 2 * pixel);
    const auto x = static_cast<double>((time - frame.picture.now).count());
    std::optional<Vertex> nearest;
    double least = 0;
    for (const models::UnbrokenLine &stretch : drawn) {
        if (x < stretch.line.first().x() - nearBegin * pixel || x > stretch.line.last().x() + after) {
            continue;
        }
        const auto next = std::lower_bound(stretch.line.begin(), stretch.line.end(), x,
                                           [](const QPointF &point, double at) { return point.x() < at; });
        const auto right = std::min<qsizetype>(next - stretch.line.begin(), stretch.line.size() - 1);
        const auto left = std::max<qsizetype>(right - 1, 0);
        const auto away = [&](qsizetype at) { return std::abs(stretch.line[at].x() - x); };
        const qsizetype at = away(left) < away(right) ? left : right;
        if (!nearest || away(at) < least) {
            least = away(at);
            nearest = Vertex{frame.picture.now + milliseconds(std::llround(stretch.line[at].x())), stretch.line[at].y(),
                             stretch.low[at].y(), stretch.high[at].y()};
        }
    }
    return nearest;
}

} // namespace

void TimeLines::setPicture(const TimePicture &picture)
{
    m_earlier = picture.earlier();
}

LineRange TimeLines::decimate(const TimePicture &picture, int columns)
{
    m_drawn.clear();
    for (const auto &line : picture.lines) {
        const bool isHidden = picture.hidden.contains(line.label);
        m_drawn.push_back(isHidden ? std::vector<models::UnbrokenLine>()
                                   : models::decimate(line.series, picture.now, picture.length, columns));
    }
    m_drawnEarlier.clear();
    if (m_earlier) {
        m_drawnEarlier = models::decimate(m_earlier->series, picture.now, picture.length, columns);
        for (models::UnbrokenLine &stretch : m_drawnEarlier) {
            stretch.low = stretch.high = stretch.line; // a second band would clutter the plot
        }
    }
    LineRange range;
    const auto cover = [&range](const std::vector<models::UnbrokenLine> &stretches) {
        for (const models::UnbrokenLine &stretch : stretches) {
            for (const QPointF &point : stretch.low) {
                range.low = std::min(range.low, point.y());
            }
            for (const QPointF &point : stretch.high) {
                range.high = std::max(range.high, point.y());
            }
        }
    };
    std::for_each(m_drawn.begin(), m_drawn.end(), cover);
    cover(m_drawnEarlier);
    return range;
}

void TimeLines::draw(const TimeFrame &frame)
{
    m_labels.clear();
    m_curves.clear();
    m_gaps.clear();
    labelLines(frame);
    // Bands narrower than the line would look like beads on it.
    const double height = frame.scale.drawn(frame.scale.top) - frame.scale.drawn(frame.scale.bottom);
    const double narrow = 1.5 * plottedWidth * height / frame.plot.height();
    m_series.begin();
    drawEarlier(frame);
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        std::optional<double> end; // of the stretch before
        for (models::UnbrokenLine stretch : m_drawn[i]) { // a copy: readings need the original values
            stretch.raise(frame.scale);
            stretch.flatten(narrow);
            drawStretch(frame, stretch, frame.picture.lines[i]);
            m_curves.push_back(stretch.line);
            if (i == 0 && end) {
                m_gaps.emplace_back(*end, stretch.line.first().x());
            }
            end = stretch.line.last().x();
        }
    }
    drawForecasts(frame, m_series, m_curves);
    m_series.end();
}

void TimeLines::drawStretch(const TimeFrame &frame, models::UnbrokenLine &stretch, const TimePicture::Line &line)
{
    const QColor colour = frame.colourOf(line);
    if (stretch.line.size() == 1) { // draw a lone reading between two gaps as a dot
        const QPointF aside(static_cast<double>(frame.picture.length.count()) / 1000, 0);
        for (QList<QPointF> *points : {&stretch.line, &stretch.low, &stretch.high}) {
            points->append(points->first() + aside);
        }
    }
    const bool dark = frame.tokens().dark;
    if (line.filled) {
        QAreaSeries *area = m_series.area();
        area->setBrush(line.stacked ? layerOf(colour, frame.tokens().card) : fillOf(colour, dark));
        area->upperSeries()->replace(stretch.line);
    }
    if (stretch.isBand()) {
        QAreaSeries *band = m_series.band();
        band->setBrush(bandOf(colour, dark));
        band->upperSeries()->replace(stretch.high);
        band->lowerSeries()->replace(stretch.low);
    }
    QLineSeries *series = m_series.line();
    series->setPen(linePen(colour));
    series->replace(stretch.line);
}

/// Draws the comparison, behind the lines.
void TimeLines::drawEarlier(const TimeFrame &frame)
{
    if (m_drawnEarlier.empty()) {
        return;
    }
    std::vector<models::UnbrokenLine> stretches = m_drawnEarlier;
    const QColor colour = frame.tokens().secondaryText;
    m_labels.push_back({m_earlier->label, colour, stretches.back().line.last().y(), false, false, true});
    for (models::UnbrokenLine &stretch : stretches) {
        if (stretch.line.size() == 1) {
            stretch.line.append(stretch.line.first()
                                + QPointF(static_cast<double>(frame.picture.length.count()) / 200, 0));
        }
        stretch.raise(frame.scale);
        QLineSeries *series = m_series.line();
        series->setPen(dottedPen(colour, 1.5));
        series->replace(stretch.line);
        m_curves.push_back(stretch.line);
    }
}

/// Collects the label at the end of each line.
void TimeLines::labelLines(const TimeFrame &frame)
{
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const auto &line = frame.picture.lines[i];
        if (!m_drawn[i].empty()) {
            const double top = m_drawn[i].back().line.last().y();
            const bool isOnNext =
                i + 1 < m_drawn.size() && !m_drawn[i + 1].empty() && frame.picture.lines[i + 1].stacked;
            const double bottom = isOnNext ? m_drawn[i + 1].back().line.last().y() : 0;
            const double value = line.stacked ? (top + bottom) / 2 : top; // next to its layer
            const QColor colour = frame.colourOf(line);
            m_labels.push_back({line.label, colour, value, line.stacked});
        } else if (frame.picture.hidden.contains(line.label)) {
            m_labels.push_back({line.label, frame.tokens().secondaryText, frame.scale.bottom, false, true});
        }
    }
}

std::vector<QPolygonF> TimeLines::curvesIn(const TimeFrame &frame) const
{
    std::vector<QPolygonF> curves;
    for (const QList<QPointF> &curve : m_curves) {
        QPolygonF drawn;
        for (const QPointF &point : curve) {
            drawn.append(QPointF(frame.xOf(point.x()), frame.yOfDrawn(point.y())));
        }
        curves.push_back(drawn);
    }
    return curves;
}

std::vector<TimeLines::Dot> TimeLines::dotsAt(const TimeFrame &frame, milliseconds time) const
{
    std::vector<Dot> dots;
    if (frame.picture.isAhead() && time > frame.picture.now) {
        return dots;
    }
    const auto read = [&](std::size_t line) {
        return line < m_drawn.size() ? vertexAt(frame, m_drawn[line], frame.picture.lines[line].series, time)
                                     : std::nullopt;
    };
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const std::optional<Vertex> vertex = read(i);
        if (!vertex) {
            continue;
        }
        const std::optional<Vertex> below = read(i + 1);
        const double own = frame.picture.ownValue(i, vertex->value, below ? below->value : unknownFigure);
        const QString brief = isKnown(own) ? frame.picture.figureText(own) : models::unknownText();
        QString text = brief;
        const QString low = frame.picture.figureText(vertex->low);
        const QString high = frame.picture.figureText(vertex->high);
        if (!frame.picture.lines[i].stacked && low != high) { // a mean; give the range of its readings
            text += QStringLiteral(" (%1 – %2)").arg(low, high);
        }
        dots.push_back({i, {frame.xOf(vertex->time), frame.yOf(vertex->value)}, vertex->value, text, own, brief});
    }
    return dots;
}

milliseconds TimeLines::nearestPoint(const TimeFrame &frame, milliseconds time) const
{
    std::optional<milliseconds> nearest;
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const std::optional<Vertex> vertex = vertexAt(frame, m_drawn[i], frame.picture.lines[i].series, time);
        if (vertex && (!nearest || std::chrono::abs(vertex->time - time) < std::chrono::abs(*nearest - time))) {
            nearest = vertex->time;
        }
    }
    return nearest.value_or(time);
}

std::optional<double> TimeLines::earlierAt(const TimeFrame &frame, milliseconds time) const
{
    const auto vertex = m_earlier ? vertexAt(frame, m_drawnEarlier, m_earlier->series, time) : std::nullopt;
    return vertex ? std::optional(vertex->value) : std::nullopt;
}

} // namespace plimsoll::views
