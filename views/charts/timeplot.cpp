// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeplot.h"

#include "models/format.h"
#include "views/charts/chartpaint.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr double plottedWidth = 2;
/// Axes of this length or longer have days and months instead of ages.
constexpr std::chrono::hours calendarFrom(7 * 24);
constexpr double densestColumn = 3; // px; closer points run together in lines of 2 px

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

} // namespace

TimePlot::TimePlot(Theme *theme, QWidget *parent) : Plot(theme, parent), m_series(chart())
{
    setObjectName(QStringLiteral("timePlot"));
    setRenderHint(QPainter::Antialiasing);
    layOut();
}

void TimePlot::show(TimeChart::Picture picture)
{
    m_picture = std::move(picture);
    m_earlier = m_picture.earlier();
    layOut();
    viewport()->update();
}

int TimePlot::columns() const
{
    // Steps of twenty, because lines would jitter if the number changed with each digit of the axis labels.
    const double past = plotArea().width() * static_cast<double>(m_picture.length.count()) / wholeLength();
    return std::max(1, static_cast<int>(past / densestColumn / 20)) * 20;
}

void TimePlot::layOut()
{
    drawLines();
    place();
    if (columns() != m_columns) {
        drawLines();
        place();
    }
    placeWords();
}

void TimePlot::drawStretch(Stretch &stretch, const QColor &colour, const TimeChart::Line &line)
{
    if (stretch.line.size() == 1) { // draw a lone reading between two gaps as a dot
        const QPointF aside(static_cast<double>(m_picture.length.count()) / 1000, 0);
        for (QList<QPointF> *points : {&stretch.line, &stretch.low, &stretch.high}) {
            points->append(points->first() + aside);
        }
    }
    const bool dark = theme().tokens().dark;
    if (line.filled) {
        QAreaSeries *area = m_series.area();
        area->setBrush(line.stacked ? layerOf(colour, theme().tokens().card) : fillOf(colour, dark));
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

void TimePlot::drawLines()
{
    m_columns = columns();
    m_labels.clear();
    m_curves.clear();
    m_gaps.clear();
    std::vector<std::vector<Stretch>> drawn;
    for (const auto &line : m_picture.lines) {
        const bool isHidden = m_picture.hidden.contains(line.label);
        drawn.push_back(isHidden ? std::vector<Stretch>()
                                 : decimate(line.series, m_picture.now, m_picture.length, m_columns));
    }
    std::vector<Stretch> earlier;
    if (m_earlier) {
        earlier = decimate(m_earlier->series, m_picture.now, m_picture.length, m_columns);
        for (Stretch &stretch : earlier) {
            stretch.low = stretch.high = stretch.line; // a second band would clutter the plot
        }
        drawn.push_back(earlier);
    }
    fitAxes(drawn);
    m_drawnEarlier = earlier;
    drawn.resize(m_picture.lines.size());
    m_drawn = drawn;
    labelLines(drawn);
    // Bands narrower than the line would look like beads on it.
    const double height = scale().drawn(scale().top) - scale().drawn(scale().bottom);
    const double narrow = 1.5 * plottedWidth * height / plotArea().height();
    m_series.begin();
    drawEarlier(std::move(earlier));
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto &line = m_picture.lines[i];
        const QColor colour = theme().tokens().series.at(static_cast<std::size_t>(line.colour));
        for (Stretch &stretch : drawn[i]) {
            stretch.raise(scale());
            stretch.flatten(narrow);
            drawStretch(stretch, colour, line);
            m_curves.push_back(stretch.line);
        }
    }
    drawForecasts();
    m_series.end();
    for (std::size_t i = 1; !drawn.empty() && i < drawn.front().size(); ++i) {
        m_gaps.emplace_back(drawn.front()[i - 1].line.last().x(), drawn.front()[i].line.first().x());
    }
}

/// Draws the comparison, behind the lines.
void TimePlot::drawEarlier(std::vector<Stretch> stretches)
{
    if (stretches.empty()) {
        return;
    }
    const QColor colour = theme().tokens().secondaryText;
    m_labels.push_back({m_earlier->label, colour, stretches.back().line.last().y(), false, false, true});
    for (Stretch &stretch : stretches) {
        if (stretch.line.size() == 1) {
            stretch.line.append(stretch.line.first() + QPointF(static_cast<double>(m_picture.length.count()) / 200, 0));
        }
        stretch.raise(scale());
        QLineSeries *series = m_series.line();
        series->setPen(dottedPen(colour, 1.5));
        series->replace(stretch.line);
        m_curves.push_back(stretch.line);
    }
}

/// Collects the label at the end of each line.
void TimePlot::labelLines(const std::vector<std::vector<Stretch>> &drawn)
{
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto &line = m_picture.lines[i];
        if (!drawn[i].empty()) {
            const double top = drawn[i].back().line.last().y();
            const bool isOnNext = i + 1 < drawn.size() && !drawn[i + 1].empty() && m_picture.lines[i + 1].stacked;
            const double bottom = isOnNext ? drawn[i + 1].back().line.last().y() : 0;
            const double value = line.stacked ? (top + bottom) / 2 : top; // next to its layer
            const QColor colour = theme().tokens().series.at(static_cast<std::size_t>(line.colour));
            m_labels.push_back({line.label, colour, value, line.stacked});
        } else if (m_picture.hidden.contains(line.label)) {
            m_labels.push_back({line.label, theme().tokens().secondaryText, scale().bottom, false, true});
        }
    }
}

void TimePlot::fitAxes(const std::vector<std::vector<Stretch>> &drawn)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto &stretches : drawn) {
        for (const Stretch &stretch : stretches) {
            for (const QPointF &point : stretch.low) {
                low = std::min(low, point.y());
            }
            for (const QPointF &point : stretch.high) {
                high = std::max(high, point.y());
            }
        }
    }
    for (const auto &line : m_picture.lines) {
        if (const TimeChart::Forecast *forecast = forecastOf(line)) {
            high = std::max(high, forecast->valueIn(m_picture.endOf(*forecast)));
        }
    }
    low = std::isfinite(low) ? low : 0;
    high = std::isfinite(high) ? high : 0;
    // A limit far above the values would flatten the lines; it is drawn if the values reach 40 % of it.
    const double highest = high;
    for (const auto &limit : m_picture.limits) {
        if (highest >= 0.4 * limit.value) {
            high = std::max(high, limit.value);
        }
    }
    const int steps = std::clamp(height() / 36, 2, 5);
    const bool isLogarithmic = m_picture.isLogarithmic && low >= 0
        && std::none_of(m_picture.lines.begin(), m_picture.lines.end(), [](const auto &line) { return line.stacked; });
    if (m_picture.isShare) {
        Scale scale = niceScale(0, high, Unit::Score, steps);
        scale.top = std::min(scale.top, 1.0); // a share is at most 1
        setScale(scale, &models::formatShare);
        across()->setRange(-static_cast<double>(m_picture.length.count()),
                           static_cast<double>(m_picture.ahead.count()));
        return;
    }
    setScale(isLogarithmic ? logarithmicScale(high, m_picture.unit) : niceScale(low, high, m_picture.unit, steps),
             m_picture.unit);
    across()->setRange(-static_cast<double>(m_picture.length.count()), static_cast<double>(m_picture.ahead.count()));
}

void TimePlot::place()
{
    const QFontMetricsF font(theme().smallFont());
    double right = font.horizontalAdvance(QCoreApplication::translate("chart", "now")) / 2;
    for (const EndLabel &label : m_labels) {
        right = isAhead() ? right : std::max(right, std::min(labelWidth(), font.horizontalAdvance(label.text)) + 6);
    }
    leaveRoom(right + 2);
    setTicks(isAhead() ? timeTicksAhead(m_picture.length, plotArea().width())
                 : m_picture.isLive && m_picture.length < calendarFrom
                 ? timeTicks(m_picture.length, plotArea().width())
                 : calendarTicks(m_picture.now - m_picture.length, m_picture.now, plotArea().width()));
}

double TimePlot::xOf(double offset) const
{
    const QRectF plot = plotArea();
    return plot.left() + (offset + static_cast<double>(m_picture.length.count())) / wholeLength() * plot.width();
}

QColor TimePlot::colourOf(const TimeChart::LimitLine &limit) const
{
    return limit.critical ? theme().tokens().critical : theme().tokens().warning;
}

void TimePlot::paintOver(QPainter &painter) const
{
    paintDrag(painter);
    paintLines(painter);
    paintForecasts(painter);
    paintMoment(painter);
    for (const Word &word : m_words) {
        paintWord(painter, word.place, word.text, word.colour, theme().tokens().card);
    }
    paintEndLabels(painter);
    labelMoment(painter);
}

/// Paints horizontal limits and vertical marks.
void TimePlot::paintLines(QPainter &painter) const
{
    const QRectF plot = plotArea();
    for (const auto &limit : m_picture.limits) {
        if (limit.value <= scale().top) {
            QPen pen(colourOf(limit), 1);
            pen.setDashPattern({4, 3});
            painter.setPen(pen);
            painter.drawLine(QPointF(plot.left(), yOf(limit.value)), QPointF(plot.right(), yOf(limit.value)));
        }
    }
    paintMarks(painter);
}

void TimePlot::paintEndLabels(QPainter &painter) const
{
    const QFontMetricsF font(painter.font());
    painter.save();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        QFont own = painter.font();
        own.setStrikeOut(m_labels[i].isHidden);
        painter.setFont(own);
        // A label leaves a margin in the forecasts around it.
        paintWord(painter, m_names[i], font.elidedText(m_labels[i].text, Qt::ElideRight, labelWidth()),
                  m_labels[i].colour, theme().tokens().card);
    }
    painter.restore();
}

/// Shows the full name of a line whose label is elided.
bool TimePlot::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QChartView::viewportEvent(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    const QFontMetricsF font(theme().smallFont());
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (m_names[i].contains(help->pos()) && font.horizontalAdvance(m_labels[i].text) > labelWidth()) {
            showTip(help->globalPos(), m_labels[i].text, this, m_names[i].toAlignedRect());
            return true;
        }
    }
    if (limitAt(help->pos()) != nullptr) {
        showTip(help->globalPos(), tr("Click: edit the limit"), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace plimsoll::views
