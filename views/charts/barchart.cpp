// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/barchart.h"

#include "models/documents/csv.h"
#include "models/text/format.h"
#include "views/charts/barplot.h"
#include "views/charts/chartexport.h"
#include "views/charts/chartpaint.h"
#include "views/charts/chartseries.h"
#include "views/theme/theme.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plimsoll::views {

BarChart::BarChart(const QString &title, Theme *theme, QWidget *parent)
    : Card(title, theme, parent), m_plot(new BarPlot(theme, this))
{
    m_plot->setAccessibleName(title);
    showChartExportsAsMenu({m_plot, title, theme, [this] {
                                QString out = QStringLiteral("range,count\r\n");
                                for (const Bar &bar : m_plot->bars()) {
                                    out += models::csvField(bar.range) + u',' + QString::number(bar.count)
                                        + QStringLiteral("\r\n");
                                }
                                return out.toUtf8();
                            }});
    body()->addWidget(m_plot, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(Px(220), Px(150));
}

void BarChart::setBars(const std::vector<Bar> &bars, const std::vector<models::AxisTick> &axis)
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

BarPlot::BarPlot(Theme *theme, QWidget *parent)
    : Plot(theme, parent), m_series(new QBarSeries), m_set(new QBarSet({}, m_series))
{
    setObjectName(QStringLiteral("barPlot"));
    m_set->setPen(Qt::NoPen);
    m_series->append(m_set);
    addSeries(chart(), m_series);
}

void BarPlot::show(const std::vector<BarChart::Bar> &bars, const std::vector<models::AxisTick> &axis)
{
    m_bars = bars;
    m_total = std::accumulate(bars.begin(), bars.end(), qint64(0),
                              [](qint64 sum, const BarChart::Bar &bar) { return sum + bar.count; });
    setTicks(axis);
    setAccessibleDescription(m_total == 0 ? emptyText() : tr("%1 in all").arg(models::formatCount(m_total)));
    layOut();
    viewport()->update();
}

void BarPlot::layOut()
{
    const auto highest =
        std::max_element(m_bars.begin(), m_bars.end(), [](const auto &a, const auto &b) { return a.count < b.count; });
    setScale(models::niceScale(0, highest == m_bars.end() ? 0 : static_cast<double>(highest->count), Unit::Count, 3),
             Unit::Count);
    leaveRoom(4);
    const auto count = static_cast<double>(m_bars.size());
    across()->setRange(-0.5, std::max(1.0, count) - 0.5);
    const double slot = plotArea().width() / std::max(1.0, count);
    m_series->setBarWidth(slot > 6 ? 1 - 2 / slot : 1);
    QColor colour = theme().tokens().series[0];
    colour.setAlphaF(0.75F);
    m_set->setColor(colour);
    QList<qreal> heights;
    for (const BarChart::Bar &bar : m_bars) {
        // Draw any non-zero bar at least 2 px high.
        const double least = bar.count == 0 ? 0 : 2 * scale().top / plotArea().height();
        heights.append(std::max(least, static_cast<double>(bar.count)));
    }
    m_set->remove(0, m_set->count());
    m_set->append(heights);
}

double BarPlot::next(std::optional<double> place, bool left) const
{
    const auto count = static_cast<double>(m_bars.size());
    const double bar = place ? std::min(std::floor(*place * count), count - 1) : -1;
    double to = bar + (left ? -1 : 1);
    while (to >= 0 && to < count && m_bars[static_cast<std::size_t>(to)].range.isEmpty()) {
        to += left ? -1 : 1; // skips the gaps between bars
    }
    return (to + 0.5) / count;
}

void BarPlot::paintReading(QPainter &painter, double place) const
{
    const auto count = static_cast<double>(m_bars.size());
    const double at = std::min(std::floor(place * count), count - 1);
    const BarChart::Bar &bar = m_bars[static_cast<std::size_t>(at)];
    if (bar.range.isEmpty()) {
        return;
    }
    const double half = m_series->barWidth() / 2;
    const QRectF drawn(chart()->mapToPosition({at - half, m_set->at(static_cast<int>(at))}),
                       chart()->mapToPosition({at + half, 0}));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(drawn, theme().tokens().series[0]);
    painter.setRenderHint(QPainter::Antialiasing);
    const QString share = tr("%1 %").arg(
        QLocale().toString(100.0 * static_cast<double>(bar.count) / static_cast<double>(m_total), 'f', 1));
    const std::vector<ReadingRow> rows{{tr("count"), models::formatCount(bar.count), {}}, {tr("share"), share, {}}};
    paintReadingBox(painter, theme().tokens(),
                    layOutReading(QFontMetricsF(painter.font()), {plotArea(), plotArea(), rows.size(), rows.size()},
                                  drawn.center().x(), bar.range, rows));
}

} // namespace plimsoll::views
