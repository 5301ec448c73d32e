// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/barchart.h"

#include "models/format.h"
#include "views/charts/barplot.h"
#include "views/charts/chartpaint.h"
#include "views/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr int bottomMargin = 22;
constexpr int topMargin = 8;

} // namespace

BarChart::BarChart(const QString &title, Theme *theme, QWidget *parent)
    : Card(title, theme, parent), m_plot(new BarPlot(theme, this))
{
    m_plot->setAccessibleName(title);
    body()->addWidget(m_plot, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(220, 150);
}

void BarChart::setBars(const std::vector<Bar> &bars, const std::vector<AxisTick> &axis)
{
    m_plot->show(bars, axis);
}

void BarChart::setNote(const QString &note)
{
    if (m_note == nullptr) {
        m_note = new QLabel(this);
        m_note->setProperty("role", QStringLiteral("small"));
        addCorner(m_note);
    }
    m_note->setText(note);
}

void BarChart::setEmptyText(const QString &text)
{
    m_plot->setEmptyText(text);
}

BarPlot::BarPlot(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme), m_emptyText(tr("no data"))
{
    setObjectName(QStringLiteral("barPlot"));
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void BarPlot::show(const std::vector<BarChart::Bar> &bars, const std::vector<AxisTick> &axis)
{
    m_bars = bars;
    m_axis = axis;
    m_total = 0;
    qint64 highest = 0;
    for (const BarChart::Bar &bar : m_bars) {
        m_total += bar.count;
        highest = std::max(highest, bar.count);
    }
    m_scale = niceScale(0, static_cast<double>(highest), Unit::Count, 3);
    m_reading = m_reading < static_cast<int>(m_bars.size()) ? m_reading : -1;
    setAccessibleDescription(m_total == 0 ? m_emptyText : tr("%1 in all").arg(models::formatCount(m_total)));
    update();
}

void BarPlot::setEmptyText(const QString &text)
{
    m_emptyText = text;
    update();
}

QRectF BarPlot::plotArea() const
{
    const QFontMetricsF font(m_theme->smallFont());
    const double left = m_total == 0 ? 0 : font.horizontalAdvance(axisLabel(m_scale.top, Unit::Count)) + 8;
    return {left, topMargin, width() - left - 4, double(height() - topMargin - bottomMargin)};
}

QRectF BarPlot::barRect(std::size_t bar, const QRectF &plot) const
{
    const double slot = plot.width() / static_cast<double>(m_bars.size());
    const double gap = slot > 6 ? 2 : 0;
    const double share = static_cast<double>(m_bars[bar].count) / m_scale.top;
    // What is not zero can be seen, however small beside the others.
    const double height = m_bars[bar].count == 0 ? 0 : std::max(2.0, plot.height() * share);
    return {plot.left() + slot * static_cast<double>(bar), plot.bottom() - height, slot - gap, height};
}

void BarPlot::paintGrid(QPainter &painter, const QRectF &plot) const
{
    const Tokens &tokens = m_theme->tokens();
    for (const double tick : m_scale.ticks()) {
        const double y = plot.bottom() - plot.height() * tick / m_scale.top;
        painter.setPen(tokens.border);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(tokens.secondaryText);
        painter.drawText(QRectF(0, y - 10, plot.left() - 8, 20), Qt::AlignRight | Qt::AlignVCenter,
                         axisLabel(tick, Unit::Count));
    }
    paintTicks(painter, plot, m_axis, width());
}

void BarPlot::paintEvent(QPaintEvent * /*event*/)
{
    const Tokens &tokens = m_theme->tokens();
    QPainter painter(this);
    painter.setFont(m_theme->smallFont());
    const QRectF plot = plotArea();
    if (m_total == 0) {
        painter.setPen(tokens.secondaryText);
        painter.drawText(plot, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    paintGrid(painter, plot);
    QColor colour = tokens.series[0];
    colour.setAlphaF(0.75F);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        painter.fillRect(barRect(i, plot), static_cast<int>(i) == m_reading ? tokens.series[0] : colour);
    }
    if (m_reading >= 0) {
        const auto bar = static_cast<std::size_t>(m_reading);
        const QString share =
            tr("%1 %").arg(QLocale().toString(100.0 * double(m_bars[bar].count) / double(m_total), 'f', 1));
        painter.setRenderHint(QPainter::Antialiasing);
        paintReadingBox(painter, tokens, QRectF(rect()), barRect(bar, plot).center().x(), m_bars[bar].range,
                        {{tr("count"), models::formatCount(m_bars[bar].count), {}}, {tr("share"), share, {}}});
    }
}

void BarPlot::setReading(int bar)
{
    const int last = static_cast<int>(m_bars.size()) - 1;
    m_reading = bar < 0 || bar > last ? -1 : bar;
    update();
}

void BarPlot::mouseMoveEvent(QMouseEvent *event)
{
    const QRectF plot = plotArea();
    const double share = (event->position().x() - plot.left()) / plot.width();
    setReading(share < 0 ? -1 : static_cast<int>(share * static_cast<double>(m_bars.size())));
}

void BarPlot::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    setReading(-1);
}

void BarPlot::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        const int last = static_cast<int>(m_bars.size()) - 1;
        setReading(std::clamp(m_reading + (event->key() == Qt::Key_Left ? -1 : 1), 0, std::max(0, last)));
    } else {
        event->ignore();
    }
}

void BarPlot::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    setReading(-1);
}

} // namespace plimsoll::views
