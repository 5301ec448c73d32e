// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format.h"
#include "views/charts/chartpaint.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

/// Readings at the pointer. They are only taken at points of the drawn lines, because values between two readings are
/// unknown. timeplot.cpp has the rest of TimePlot.
namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t mostMarks = 5; ///< rows about events, including the one that counts the others
constexpr double nearBegin = 4; ///< px before the first point of a line, which is in the middle of a column

} // namespace

/// Returns the nearest point of the stretch that contains `time`; nullopt in a gap.
std::optional<TimePlot::Vertex> TimePlot::vertexAt(const std::vector<Stretch> &drawn, const models::Series &series,
                                                   milliseconds time) const
{
    const double pixel = wholeLength() / plotArea().width();
    const double after = std::max(2 * static_cast<double>(pointSpacing(series).count()), 2 * pixel);
    const auto x = static_cast<double>((time - m_picture.now).count());
    std::optional<Vertex> nearest;
    double least = 0;
    for (const Stretch &stretch : drawn) {
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
            nearest = Vertex{m_picture.now + milliseconds(std::llround(stretch.line[at].x())), stretch.line[at].y(),
                             stretch.low[at].y(), stretch.high[at].y()};
        }
    }
    return nearest;
}

/// Returns the time of the nearest point of any line; `time` if there is none.
milliseconds TimePlot::nearestVertex(milliseconds time) const
{
    std::optional<milliseconds> nearest;
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const std::optional<Vertex> vertex = vertexAt(m_drawn[i], m_picture.lines[i].series, time);
        if (vertex && (!nearest || std::chrono::abs(vertex->time - time) < std::chrono::abs(*nearest - time))) {
            nearest = vertex->time;
        }
    }
    return nearest.value_or(time);
}

milliseconds TimePlot::readTime() const
{
    const milliseconds time = reading() ? timeAtPlace(*reading()) : m_picture.now;
    return reading() && time <= m_picture.now ? nearestVertex(time) : time;
}

std::vector<TimePlot::Dot> TimePlot::dotsAt(milliseconds time) const
{
    std::vector<Dot> dots;
    if (isAhead() && time > m_picture.now) {
        return dots;
    }
    const auto read = [&](std::size_t line) {
        return line < m_drawn.size() ? vertexAt(m_drawn[line], m_picture.lines[line].series, time) : std::nullopt;
    };
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const std::optional<Vertex> vertex = read(i);
        if (!vertex) {
            continue;
        }
        const std::optional<Vertex> below = read(i + 1);
        const double own = m_picture.ownValue(i, vertex->value, below ? below->value : unknownFigure);
        const QString brief = isKnown(own) ? m_picture.figureText(own) : models::unknownText();
        QString text = brief;
        const QString low = m_picture.figureText(vertex->low);
        const QString high = m_picture.figureText(vertex->high);
        if (!m_picture.lines[i].stacked && low != high) { // a mean; give the range of its readings
            text += QStringLiteral(" (%1 – %2)").arg(low, high);
        }
        dots.push_back({i, {xOf(vertex->time), yOf(vertex->value)}, vertex->value, text, own, brief});
    }
    return dots;
}

void TimePlot::paintReading(QPainter &painter, double place) const
{
    m_readingBox = {};
    if (isDragging()) {
        return;
    }
    const Tokens &tokens = theme().tokens();
    const QRectF plot = plotArea();
    const milliseconds pointed = timeAtPlace(place);
    const milliseconds time = readTime();
    const double x = xOf(time);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));

    std::vector<ReadingRow> rows;
    const bool isToCome = isAhead() && time > m_picture.now;
    const std::vector<Dot> dots = dotsAt(time);
    std::vector<std::pair<double, ReadingRow>> figures; // with sort value; -infinity if unknown
    for (std::size_t i = 0; i < m_picture.lines.size() && !isToCome; ++i) {
        const auto &line = m_picture.lines[i];
        if (m_picture.hidden.contains(line.label)) {
            continue;
        }
        const auto dot = std::find_if(dots.begin(), dots.end(), [i](const Dot &one) { return one.line == i; });
        const QColor colour = tokens.series.at(static_cast<std::size_t>(line.colour));
        if (dot == dots.end()) {
            figures.emplace_back(-std::numeric_limits<double>::infinity(),
                                 ReadingRow{line.label, models::unknownText(), colour});
            continue;
        }
        figures.emplace_back(isKnown(dot->own) ? dot->own : -std::numeric_limits<double>::infinity(),
                             ReadingRow{line.label, dot->text, colour, dot->brief});
        painter.setPen(QPen(tokens.card, 2));
        painter.setBrush(colour);
        painter.drawEllipse(dot->place, 4, 4);
    }
    // Highest first, so that the least important rows are dropped.
    std::stable_sort(figures.begin(), figures.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (auto &figure : figures) {
        rows.push_back(std::move(figure.second));
    }
    if (isToCome) {
        readForecasts(painter, time, rows);
    }
    const bool isToday = m_picture.present - time < std::chrono::hours(24);
    if (m_earlier && !isToCome) {
        const std::optional<Vertex> vertex = vertexAt(m_drawnEarlier, m_earlier->series, time);
        rows.push_back({m_earlier->label, vertex ? m_picture.figureText(vertex->value) : models::unknownText(),
                        tokens.secondaryText});
    }
    QString title = tr("%1 · %2").arg(isToday ? models::formatTime(time) : models::formatDateTime(time),
                                      models::formatRelative(time, m_picture.present));
    const ReadingRoom room{plot, QRectF(rect()), rows.size(), rows.size() + mostMarks};
    readMarks(xOf(pointed), rows, title);
    m_readingBox = layOutReading(QFontMetricsF(painter.font()), room, x, title, rows);
    paintReadingBox(painter, tokens, m_readingBox);
}

double TimePlot::next(std::optional<double> place, bool left) const
{
    return place.value_or(1) + (left ? -1 : 1) / 60.0;
}

} // namespace plimsoll::views
