// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/chartview.h"

#include "models/format.h"
#include "views/charts/chartpaint.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"

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
constexpr double penWidth = 2;
constexpr double columnWidth = 3; // pixels: with lines of two, closer points run together

QPen linePen(const QColor &colour)
{
    QPen pen(colour, penWidth);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::RoundCap);
    // Qt Charts draws a solid line piece by piece, with a bead where two meet, and only a dashed one as a whole: this
    // one has a single dash, longer than any plot.
    pen.setDashPattern({1e6, 1});
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
      m_series(chart(), m_x, m_y), m_emptyText(tr("no data"))
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

void ChartView::show(TimeChart::Picture picture)
{
    m_picture = std::move(picture);
    layOut();
    viewport()->update();
}

void ChartView::applyTheme()
{
    layOut();
    viewport()->update();
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
    placeWords();
}

void ChartView::drawStretch(Stretch &stretch, const QColor &colour, bool filled)
{
    if (stretch.line.size() == 1) { // a lone reading between two gaps is a dot, not nothing
        const QPointF aside(static_cast<double>(m_picture.length.count()) / 1000, 0);
        for (QList<QPointF> *points : {&stretch.line, &stretch.low, &stretch.high}) {
            points->append(points->first() + aside);
        }
    }
    const bool dark = m_theme->tokens().dark;
    if (filled) {
        QAreaSeries *area = m_series.area();
        area->setBrush(fillOf(colour, dark));
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

void ChartView::drawLines()
{
    m_columns = columns();
    m_labels.clear();
    m_curves.clear();
    m_gaps.clear();
    std::vector<std::vector<Stretch>> drawn;
    for (const auto &line : m_picture.lines) {
        drawn.push_back(decimate(line.series, m_picture.now, m_picture.length, m_columns));
    }
    fitAxes(drawn);
    // What swings by less than a line is wide would be a bead on it.
    const double narrow = 1.5 * penWidth * (m_scale.top - m_scale.bottom) / chart()->plotArea().height();
    m_series.begin();
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto &line = m_picture.lines[i];
        const QColor colour = m_theme->tokens().series.at(static_cast<std::size_t>(line.colour));
        for (Stretch &stretch : drawn[i]) {
            stretch.flatten(narrow);
            drawStretch(stretch, colour, line.filled);
            m_curves.push_back(stretch.line);
        }
        if (!drawn[i].empty()) {
            m_labels.push_back({line.label, colour, drawn[i].back().line.last().y()});
        }
    }
    m_series.end();
    for (std::size_t i = 1; !drawn.empty() && i < drawn.front().size(); ++i) {
        m_gaps.emplace_back(drawn.front()[i - 1].line.last().x(), drawn.front()[i].line.first().x());
    }
}

void ChartView::fitAxes(const std::vector<std::vector<Stretch>> &drawn)
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
    low = std::isfinite(low) ? low : 0;
    high = std::isfinite(high) ? high : 0;
    // A limit far above would press the lines flat: it is drawn when they come within 40 % of it.
    const double highest = high;
    for (const auto &limit : m_picture.limits) {
        if (highest >= 0.4 * limit.value) {
            high = std::max(high, limit.value);
        }
    }
    const int steps = std::clamp(height() / 36, 2, 5);
    m_scale = niceScale(low, high, m_picture.unit, steps);
    m_x->setRange(-static_cast<double>(m_picture.length.count()), 0);
    m_y->setRange(m_scale.bottom, m_scale.top);
}

void ChartView::place()
{
    const QFontMetricsF font(m_theme->smallFont());
    double left = 0;
    for (const double tick : m_scale.ticks()) {
        left = std::max(left, font.horizontalAdvance(axisLabel(tick, m_picture.unit)));
    }
    double right = font.horizontalAdvance(tr("now")) / 2;
    for (const EndLabel &label : m_labels) {
        right = std::max(right, std::min(labelWidth(), font.horizontalAdvance(label.text)) + 6);
    }
    const QRectF plot(left + 8, topMargin, std::max(10.0, width() - left - right - 10),
                      std::max(10.0, static_cast<double>(height() - topMargin - bottomMargin)));
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
    return plot.right() + offset / static_cast<double>(m_picture.length.count()) * plot.width();
}

QColor ChartView::colourOf(const TimeChart::LimitLine &limit) const
{
    return limit.critical ? m_theme->tokens().critical : m_theme->tokens().warning;
}

QColor ChartView::colourOf(const TimeChart::Mark &mark) const
{
    const Tokens &tokens = m_theme->tokens();
    return mark.level == State::Ok     ? tokens.secondaryText
        : mark.level == State::Warning ? tokens.warning
                                       : tokens.critical;
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
    paintLines(*painter);
    for (const Word &word : m_words) {
        paintWord(*painter, word.place, word.text, word.colour, m_theme->tokens().card);
    }
    paintEndLabels(*painter);
    if (m_labels.empty()) {
        paintEmpty(*painter);
    } else if (m_reading <= 0) {
        paintReading(*painter);
    }
    painter->restore();
}

void ChartView::paintEmpty(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    constexpr int flags = static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextWordWrap);
    const QRectF text = painter.boundingRect(plot, flags, m_emptyText);
    painter.fillRect(text.adjusted(-6, -2, 6, 2), m_theme->tokens().card); // the grid does not run through it
    painter.setPen(m_theme->tokens().secondaryText);
    painter.drawText(plot, flags, m_emptyText);
}

void ChartView::paintAxes(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    painter.setPen(m_theme->tokens().secondaryText);
    for (const double tick : m_scale.ticks()) {
        const QRectF cell(0, yOf(tick) - 10, plot.left() - 8, 20);
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, axisLabel(tick, m_picture.unit));
    }
    paintTicks(painter, plot, timeTicks(m_picture.length, plot.width()), width());
}

/// Limits across, what happened from top to bottom.
void ChartView::paintLines(QPainter &painter) const
{
    const QRectF plot = chart()->plotArea();
    for (const auto &limit : m_picture.limits) {
        if (limit.value <= m_scale.top) {
            QPen pen(colourOf(limit), 1);
            pen.setDashPattern({4, 3});
            painter.setPen(pen);
            painter.drawLine(QPointF(plot.left(), yOf(limit.value)), QPointF(plot.right(), yOf(limit.value)));
        }
    }
    for (const auto &mark : m_picture.marks) {
        const double x = xOf(static_cast<double>((mark.time - m_picture.now).count()));
        if (x >= plot.left() && x <= plot.right()) {
            painter.setPen(QPen(colourOf(mark), 1));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        }
    }
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
    const auto time = m_picture.now + std::chrono::milliseconds(std::llround(m_reading));
    const double x = xOf(m_reading);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));

    const FigureSpec figure{{}, nullptr, nullptr, m_picture.unit};
    std::vector<ReadingRow> rows;
    for (const auto &line : m_picture.lines) {
        const auto tolerance =
            std::max(2 * pointSpacing(line.series), m_picture.length / static_cast<int>(plot.width() + 1) * 2);
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
    QString title = tr("%1 · %2").arg(models::formatTime(time), models::formatRelative(time, m_picture.now));
    for (const auto &mark : m_picture.marks) {
        constexpr double near = 6;
        if (std::abs(xOf(static_cast<double>((mark.time - m_picture.now).count())) - x) <= near) {
            title += QStringLiteral(" · ") + mark.word;
        }
    }
    paintReadingBox(painter, tokens, QRectF(viewport()->rect()), x, title, rows);
}

void ChartView::setReading(double x)
{
    const QRectF plot = chart()->plotArea();
    m_reading = x < plot.left() - 4 || x > plot.right() + 4
        ? 1
        : std::clamp((x - plot.right()) / plot.width(), -1.0, 0.0) * static_cast<double>(m_picture.length.count());
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
    const double stride = static_cast<double>(m_picture.length.count()) / 60;
    const double from = std::min(m_reading, 0.0);
    m_reading = std::clamp(from + (left ? -stride : stride), -static_cast<double>(m_picture.length.count()), 0.0);
    viewport()->update();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    m_reading = 1;
    viewport()->update();
}

} // namespace plimsoll::views
