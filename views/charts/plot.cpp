// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/plot.h"

#include "views/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

// Plot draws the grid, the axis labels and the reading itself, because Qt Charts 6.4 gives too little control over
// them. Setting a plot area, which labels at line ends need, does not move the axes of Qt Charts; it antialiases the
// grid with the lines, which blurs it across two pixels; it shortens a label larger than its share of the axis to
// "...", which affects all labels of a chart 180 px high. It reports only the line under the pointer, whereas Plot
// reads all lines, or a bar from its whole column. Limits and marks are single strokes, which series would only slow
// down.
namespace plimsoll::views {

namespace {

constexpr Px bottomMargin{20}; // px; labels of the time axis
constexpr Px topMargin{8};

} // namespace

Plot::Plot(Theme *theme, QWidget *parent)
    : QChartView(new QChart, parent), m_theme(theme), m_across(new QValueAxis), m_up(new QValueAxis),
      m_emptyText(tr("no data"))
{
    setFrameShape(QFrame::NoFrame);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate); // the foreground is painted everywhere
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setBackgroundBrush(Qt::NoBrush);
    viewport()->setAutoFillBackground(false);
    setStyleSheet(QStringLiteral("background: transparent"));
    chart()->legend()->hide();
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->setAnimationOptions(QChart::NoAnimation);
    chart()->addAxis(m_across, Qt::AlignBottom);
    chart()->addAxis(m_up, Qt::AlignLeft);
    for (QValueAxis *axis : {m_across, m_up}) {
        axis->setVisible(false);
    }
    connect(theme, &Theme::changed, this, [this] {
        layOut();
        viewport()->update();
    });
}

void Plot::setEmptyText(const QString &text)
{
    if (text != m_emptyText) {
        m_emptyText = text;
        viewport()->update();
    }
}

void Plot::setScale(const models::Scale &scale, Unit unit)
{
    setScale(scale, [unit](double value) { return models::axisLabel(value, unit); });
}

void Plot::setScale(const models::Scale &scale, const std::function<QString(double)> &textOf)
{
    m_scale = scale;
    m_up->setRange(scale.drawn(scale.bottom), scale.drawn(scale.top));
    m_steps.clear();
    for (const double value : scale.ticks()) {
        m_steps.emplace_back(value, textOf(value));
    }
}

void Plot::leaveRoom(double right)
{
    const QFontMetricsF font(m_theme->smallFont());
    double left = 0;
    for (const auto &[value, text] : m_steps) {
        left = std::max(left, font.horizontalAdvance(text) + 8);
    }
    const QRectF plot(left, topMargin, std::max(10.0, width() - left - right),
                      std::max(10.0, static_cast<double>(height() - topMargin - bottomMargin)));
    if (plotArea() != plot) {
        chart()->setPlotArea(plot);
    }
}

double Plot::yOf(double value) const
{
    return yOfDrawn(m_scale.drawn(value));
}

double Plot::yOfDrawn(double drawn) const
{
    const QRectF plot = plotArea();
    const double bottom = m_scale.drawn(m_scale.bottom);
    return plot.bottom() - (drawn - bottom) / (m_scale.drawn(m_scale.top) - bottom) * plot.height();
}

void Plot::drawBackground(QPainter *painter, const QRectF & /*rect*/)
{
    if (!hasAxes()) {
        return;
    }
    const QRectF plot = plotArea();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->setPen(QPen(m_theme->tokens().border, 1));
    for (const auto &[value, text] : m_steps) {
        painter->drawLine(QPointF(plot.left(), yOf(value)), QPointF(plot.right(), yOf(value)));
    }
    painter->restore();
}

void Plot::drawForeground(QPainter *painter, const QRectF & /*rect*/)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(m_theme->smallFont());
    if (hasAxes()) {
        paintTicks(*painter);
    }
    paintOver(*painter);
    if (isEmpty()) {
        paintEmpty(*painter);
    } else if (m_place) {
        paintReading(*painter, *m_place);
    }
    painter->restore();
}

void Plot::paintTicks(QPainter &painter) const
{
    const QRectF plot = plotArea();
    painter.setPen(m_theme->tokens().secondaryText);
    const double apart = 0.8 * QFontMetricsF(painter.font()).height();
    double below = plot.bottom() + 2 * apart; // y of the label drawn last
    for (const auto &[value, text] : m_steps) {
        if (below - yOf(value) < apart) {
            continue; // labels collide at the bottom of a logarithmic scale
        }
        below = yOf(value);
        painter.drawText(QRectF(0, yOf(value) - 10, plot.left() - 8, 20), Qt::AlignRight | Qt::AlignVCenter, text);
    }
    const QFontMetricsF font(painter.font());
    double free = 0;
    for (const models::AxisTick &tick : m_ticks) {
        const double advance = font.horizontalAdvance(tick.text);
        const double centre = plot.left() + plot.width() * tick.place;
        const double left = std::clamp(centre - advance / 2, 0.0, std::max(0.0, width() - advance));
        if (left >= free) { // otherwise the label does not fit
            painter.drawText(QPointF(left, plot.bottom() + 6 + font.ascent()), tick.text);
            free = left + advance + 8;
        }
    }
}

void Plot::paintEmpty(QPainter &painter) const
{
    constexpr int flags = static_cast<int>(Qt::AlignCenter) | static_cast<int>(Qt::TextWordWrap);
    const QRectF text = painter.boundingRect(plotArea(), flags, m_emptyText);
    painter.fillRect(text.adjusted(-6, -2, 6, 2), m_theme->tokens().card); // hides the grid behind the text
    painter.setPen(m_theme->tokens().secondaryText);
    painter.drawText(plotArea(), flags, m_emptyText);
}

void Plot::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    layOut(); // the number of ticks depends on the height
}

void Plot::read(std::optional<double> place)
{
    m_place = place;
    viewport()->update();
}

void Plot::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF plot = plotArea();
    const double x = event->position().x();
    const bool isIn = x >= plot.left() - 4 && x <= plot.right() + 4;
    read(isIn ? std::optional(std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0)) : std::nullopt);
}

void Plot::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    read({});
}

void Plot::keyPressEvent(QKeyEvent *event)
{
    const bool left = event->key() == Qt::Key_Left;
    if (!isEmpty() && (left || event->key() == Qt::Key_Right)) {
        read(std::clamp(next(m_place, left), 0.0, 1.0));
    } else {
        event->ignore();
    }
}

void Plot::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    read({});
}

} // namespace plimsoll::views
