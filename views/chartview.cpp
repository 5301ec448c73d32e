// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/chartview.h"

#include "models/format.h"
#include "views/chartpaint.h"
#include "views/plaintext.h"
#include "views/theme.h"

#include <QKeyEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr int bottomMargin = 20; // the time axis
constexpr int topMargin = 8;
// Labels at the ends of lines: at most so wide, and at most that share of the chart.
constexpr double longestLabel = 120;
constexpr double labelShare = 0.25;
constexpr double columnWidth = 3; // pixels: with lines of two, closer points run together

QPen linePen(const QColor &colour)
{
    QPen pen(colour, 2);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::RoundCap);
    return pen;
}

QColor fillOf(QColor colour, bool dark)
{
    colour.setAlphaF(dark ? 0.18F : 0.15F);
    return colour;
}

QColor bandOf(QColor colour, bool dark)
{
    colour.setAlphaF(dark ? 0.35F : 0.3F);
    return colour;
}

} // namespace

ChartView::ChartView(Theme *theme, QWidget *parent)
    : QChartView(new QChart, parent), m_theme(theme), m_x(new QValueAxis), m_y(new QValueAxis),
      m_emptyText(tr("no data"))
{
    setObjectName(QStringLiteral("chartView"));
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // what is painted over it reaches everywhere
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setStyleSheet(QStringLiteral("background: transparent"));
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    m_x->setLabelsVisible(false);
    m_x->setGridLineVisible(false);
    m_x->setLineVisible(false);
    m_y->setLabelsVisible(false);
    m_y->setLineVisible(false);
    m_y->setGridLineVisible(false); // its own grid lags behind a plot area that is set
    connect(theme, &Theme::changed, this, &ChartView::applyTheme);
    applyTheme();
}

void ChartView::setEmptyText(const QString &text)
{
    m_emptyText = text;
    viewport()->update();
}

void ChartView::show(std::vector<TimeChart::Line> lines, std::vector<TimeChart::LimitLine> limits,
                     std::chrono::milliseconds now, std::chrono::milliseconds span, Unit unit)
{
    m_lines = std::move(lines);
    m_limits = std::move(limits);
    m_now = now;
    m_span = span;
    m_unit = unit;
    layOut();
    viewport()->update();
}

void ChartView::applyTheme()
{
    layOut();
    viewport()->update();
}

void ChartView::attach(QAbstractSeries *series)
{
    chart()->addSeries(series);
    series->attachAxis(m_x);
    series->attachAxis(m_y);
}

QLineSeries *ChartView::takeLine()
{
    if (m_linesUsed == m_linePool.size()) {
        auto *series = new QLineSeries;
        attach(series);
        m_linePool.push_back(series);
    }
    QLineSeries *series = m_linePool[m_linesUsed++];
    series->setVisible(true);
    return series;
}

QAreaSeries *ChartView::takeArea()
{
    if (m_areasUsed == m_areaPool.size()) {
        auto *series = new QAreaSeries;
        series->setUpperSeries(new QLineSeries(series));
        series->setPen(Qt::NoPen);
        attach(series);
        m_areaPool.push_back(series);
    }
    QAreaSeries *series = m_areaPool[m_areasUsed++];
    series->setVisible(true);
    return series;
}

QAreaSeries *ChartView::takeBand()
{
    if (m_bandsUsed == m_bandPool.size()) {
        auto *series = new QAreaSeries;
        series->setUpperSeries(new QLineSeries(series));
        series->setLowerSeries(new QLineSeries(series));
        series->setPen(Qt::NoPen);
        attach(series);
        m_bandPool.push_back(series);
    }
    QAreaSeries *series = m_bandPool[m_bandsUsed++];
    series->setVisible(true);
    return series;
}

int ChartView::columns() const
{
    // In steps of twenty: columns that changed with every digit more at the axis would make lines twitch.
    return std::max(1, static_cast<int>(chart()->plotArea().width() / columnWidth / 20)) * 20;
}

void ChartView::layOut()
{
    drawLines();
    place();
    if (columns() != m_columns) {
        drawLines();
        place();
    }
}

void ChartView::drawStretch(Stretch &stretch, const QColor &colour, bool filled)
{
    if (stretch.line.size() == 1) { // a lone reading between two gaps is a dot, not nothing
        const QPointF aside(static_cast<double>(m_span.count()) / 1000, 0);
        for (QList<QPointF> *points : {&stretch.line, &stretch.low, &stretch.high}) {
            points->append(points->first() + aside);
        }
    }
    const bool dark = m_theme->tokens().dark;
    if (filled) {
        QAreaSeries *area = takeArea();
        area->setBrush(fillOf(colour, dark));
        area->upperSeries()->replace(stretch.line);
    }
    if (stretch.isBand()) {
        QAreaSeries *band = takeBand();
        band->setBrush(bandOf(colour, dark));
        band->upperSeries()->replace(stretch.high);
        band->lowerSeries()->replace(stretch.low);
    }
    QLineSeries *series = takeLine();
    series->setPen(linePen(colour));
    series->replace(stretch.line);
}

void ChartView::drawLines()
{
    m_columns = columns();
    m_linesUsed = 0;
    m_areasUsed = 0;
    m_bandsUsed = 0;
    m_labels.clear();
    const Tokens &tokens = m_theme->tokens();
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const auto &line : m_lines) {
        const QColor colour = tokens.series.at(static_cast<std::size_t>(line.colour));
        std::vector<Stretch> stretches = decimate(line.series, m_now, m_span, m_columns);
        for (Stretch &stretch : stretches) {
            for (const QPointF &point : std::as_const(stretch.low)) {
                low = std::min(low, point.y());
            }
            for (const QPointF &point : std::as_const(stretch.high)) {
                high = std::max(high, point.y());
            }
            drawStretch(stretch, colour, line.filled);
        }
        if (!stretches.empty()) {
            m_labels.push_back({line.label, colour, stretches.back().line.last().y()});
        }
    }
    for (std::size_t i = m_linesUsed; i < m_linePool.size(); ++i) {
        m_linePool[i]->setVisible(false);
    }
    for (std::size_t i = m_areasUsed; i < m_areaPool.size(); ++i) {
        m_areaPool[i]->setVisible(false);
    }
    for (std::size_t i = m_bandsUsed; i < m_bandPool.size(); ++i) {
        m_bandPool[i]->setVisible(false);
    }
    low = std::isfinite(low) ? low : 0;
    high = std::isfinite(high) ? high : 0;
    // A limit far above would press the lines flat: it is drawn when they come within 40 % of it.
    const double highest = high;
    for (const auto &limit : m_limits) {
        if (highest >= 0.4 * limit.value) {
            high = std::max(high, limit.value);
        }
    }
    const int steps = std::clamp(height() / 36, 2, 5);
    m_scale = niceScale(low, high, m_unit, steps);
    m_x->setRange(-static_cast<double>(m_span.count()), 0);
    m_y->setRange(m_scale.bottom, m_scale.top);
}

void ChartView::place()
{
    const QFontMetricsF font(m_theme->smallFont());
    double left = 0;
    for (const double tick : m_scale.ticks()) {
        left = std::max(left, font.horizontalAdvance(axisLabel(tick, m_unit)));
    }
    double right = font.horizontalAdvance(tr("now")) / 2;
    for (const EndLabel &label : m_labels) {
        right = std::max(right, std::min(labelWidth(), font.horizontalAdvance(label.text)) + 6);
    }
    const QRectF plot(left + 8, topMargin, std::max(10.0, width() - left - right - 10),
                      std::max(10.0, height() - topMargin - bottomMargin - 0.0));
    if (chart()->plotArea() != plot) {
        chart()->setPlotArea(plot);
    }
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    layOut(); // the number of ticks depends on the height
}

double ChartView::yOf(double value) const
{
    const QRectF plot = chart()->plotArea();
    return plot.bottom() - (value - m_scale.bottom) / (m_scale.top - m_scale.bottom) * plot.height();
}

double ChartView::xOf(double offset) const
{
    const QRectF plot = chart()->plotArea();
    return plot.right() + offset / static_cast<double>(m_span.count()) * plot.width();
}

QColor ChartView::colourOf(const TimeChart::LimitLine &limit) const
{
    return limit.critical ? m_theme->tokens().critical : m_theme->tokens().warning;
}

void ChartView::drawBackground(QPainter *painter, const QRectF & /*rect*/)
{
    const QRectF plot = chart()->plotArea();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(QPen(m_theme->tokens().border, 1));
    for (const double tick : m_scale.ticks()) {
        painter->drawLine(QPointF(plot.left(), yOf(tick)), QPointF(plot.right(), yOf(tick)));
    }
    painter->restore();
}

void ChartView::drawForeground(QPainter *painter, const QRectF & /*rect*/)
{
    painter->save();
    painter->setFont(m_theme->smallFont());
    paintAxes(*painter);
    paintLimits(*painter);
    paintEndLabels(*painter);
    if (m_labels.empty()) {
        painter->setPen(m_theme->tokens().secondaryText);
        painter->drawText(chart()->plotArea(), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    } else if (m_reading <= 0) {
        paintReading(*painter);
    }
    painter->restore();
}

void ChartView::paintAxes(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    painter.setPen(m_theme->tokens().secondaryText);
    for (const double tick : m_scale.ticks()) {
        const QRectF cell(0, yOf(tick) - 10, plot.left() - 8, 20);
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, axisLabel(tick, m_unit));
    }
    paintTimeAxis(painter, plot, m_span, width());
}

/// Warnings are named at the left, critical limits at the right, so that two close ones do not collide.
void ChartView::paintLimits(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    const QFontMetricsF font(painter.font());
    QColor behind = m_theme->tokens().card; // lines may run through a label's place: they stay faint under it
    behind.setAlpha(160);
    const auto write = [&](const QRectF &place, Qt::AlignmentFlag side, const QString &text) {
        QRectF written(place.topLeft(), QSizeF(font.horizontalAdvance(text), place.height()));
        if (side == Qt::AlignRight) {
            written.moveRight(place.right());
        }
        painter.fillRect(written, behind);
        painter.drawText(place, side | Qt::AlignVCenter, text);
    };
    for (const auto &limit : m_limits) {
        const auto side = limit.critical ? Qt::AlignRight : Qt::AlignLeft;
        QRectF place(plot.left() + 4, plot.top(), plot.width() - 8, font.height());
        if (limit.value > m_scale.top) {
            painter.setPen(colourOf(limit));
            write(place, side, QStringLiteral("↑ ") + limit.label);
            continue;
        }
        const double y = yOf(limit.value);
        QPen pen(colourOf(limit), 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        const bool above = y - plot.top() >= font.height() - 4;
        place.moveTop(above ? y - font.height() - 1 : y + 1);
        write(place, side, limit.label);
    }
}

double ChartView::labelWidth() const
{
    return std::min(longestLabel, labelShare * width());
}

std::vector<QRectF> ChartView::labelPlaces(const QFontMetricsF &font) const
{
    const QRectF plot = chart()->plotArea();
    std::vector<double> centres;
    centres.reserve(m_labels.size());
    for (const EndLabel &label : m_labels) {
        centres.push_back(yOf(label.value));
    }
    centres = spreadLabels(centres, font.height(), plot.top() - topMargin, plot.bottom() + font.height() / 2);
    std::vector<QRectF> places;
    places.reserve(centres.size());
    for (const double centre : centres) {
        places.emplace_back(plot.right() + 6, centre - font.height() / 2, labelWidth(), font.height());
    }
    return places;
}

void ChartView::paintEndLabels(QPainter &painter) const
{
    const QFontMetricsF font(painter.font());
    const std::vector<QRectF> places = labelPlaces(font);
    for (std::size_t i = 0; i < places.size(); ++i) {
        painter.setPen(m_labels[i].colour);
        painter.drawText(places[i], Qt::AlignLeft | Qt::AlignVCenter,
                         font.elidedText(m_labels[i].text, Qt::ElideRight, labelWidth()));
    }
}

/// The whole name of a line whose label is cut.
bool ChartView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QChartView::viewportEvent(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    const QFontMetricsF font(m_theme->smallFont());
    const std::vector<QRectF> places = labelPlaces(font);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].contains(help->pos()) && font.horizontalAdvance(m_labels[i].text) > labelWidth()) {
            showTip(help->globalPos(), m_labels[i].text, this, places[i].toAlignedRect());
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

void ChartView::paintReading(QPainter &painter) const
{
    const Tokens &tokens = m_theme->tokens();
    const QRectF plot = chart()->plotArea();
    const auto time = m_now + std::chrono::milliseconds(std::llround(m_reading));
    const double x = xOf(m_reading);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));

    const FigureSpec figure{{}, nullptr, nullptr, m_unit};
    std::vector<ReadingRow> rows;
    for (const auto &line : m_lines) {
        const auto tolerance = std::max(2 * pointSpacing(line.series), m_span / static_cast<int>(plot.width() + 1) * 2);
        const double value = readAt(line.series, time, tolerance);
        const QColor colour = tokens.series.at(static_cast<std::size_t>(line.colour));
        rows.push_back(
            {line.label, isKnown(value) ? models::formatFigure(figure, value) : models::unknownText(), colour});
        if (isKnown(value)) {
            painter.setPen(QPen(tokens.card, 2));
            painter.setBrush(colour);
            painter.drawEllipse(QPointF(x, yOf(value)), 4, 4);
        }
    }
    const QString title = tr("%1 · %2").arg(models::formatTime(time), models::formatRelative(time, m_now));
    paintReadingBox(painter, tokens, QRectF(viewport()->rect()), x, title, rows);
}

void ChartView::setReading(double x)
{
    const QRectF plot = chart()->plotArea();
    m_reading = x < plot.left() - 4 || x > plot.right() + 4
        ? 1
        : std::clamp((x - plot.right()) / plot.width(), -1.0, 0.0) * static_cast<double>(m_span.count());
    viewport()->update();
}

void ChartView::mouseMoveEvent(QMouseEvent *event)
{
    setReading(event->position().x());
}

void ChartView::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    m_reading = 1;
    viewport()->update();
}

void ChartView::keyPressEvent(QKeyEvent *event)
{
    const bool left = event->key() == Qt::Key_Left;
    if (!left && event->key() != Qt::Key_Right) {
        event->ignore();
        return;
    }
    const double stride = static_cast<double>(m_span.count()) / 60;
    const double from = std::min(m_reading, 0.0);
    m_reading = std::clamp(from + (left ? -stride : stride), -static_cast<double>(m_span.count()), 0.0);
    viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    m_reading = 1;
    viewport()->update();
}

} // namespace plimsoll::views
