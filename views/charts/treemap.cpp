// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/treemap.h"

#include "views/theme/plaintext.h"
#include "views/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace plimsoll::views {

namespace {

/// Worst ratio of sides of rectangles that share a strip of this length.
double worstRatio(std::span<const double> areas, double length)
{
    const double sum = std::accumulate(areas.begin(), areas.end(), 0.0);
    const double thickness = sum / length;
    double worst = 0;
    for (const double area : areas) {
        const double side = area / thickness;
        worst = std::max({worst, side / thickness, thickness / side});
    }
    return worst;
}

} // namespace

std::vector<QRectF> treemapLayout(std::span<const double> values, const QRectF &area)
{
    std::vector<QRectF> places;
    const double total = std::accumulate(values.begin(), values.end(), 0.0);
    if (total <= 0 || area.isEmpty()) {
        return std::vector<QRectF>(values.size());
    }
    std::vector<double> areas(values.size());
    std::transform(values.begin(), values.end(), areas.begin(),
                   [&](double value) { return value / total * area.width() * area.height(); });
    QRectF left = area;
    std::size_t first = 0;
    while (first < areas.size()) {
        // Fills a strip along the shorter side with rectangles, adding more as long as they become squarer.
        const bool isColumn = left.width() >= left.height();
        const double length = isColumn ? left.height() : left.width();
        const std::span<const double> rest = std::span<const double>(areas).subspan(first);
        std::size_t count = 1;
        while (count < rest.size()
               && worstRatio(rest.first(count + 1), length) <= worstRatio(rest.first(count), length)) {
            ++count;
        }
        const std::span<const double> strip = rest.first(count);
        const double thickness = length > 0 ? std::accumulate(strip.begin(), strip.end(), 0.0) / length : 0;
        double along = 0;
        for (const double each : strip) {
            const double side = thickness > 0 ? each / thickness : 0;
            places.push_back(isColumn ? QRectF(left.x(), left.y() + along, thickness, side)
                                      : QRectF(left.x() + along, left.y(), side, thickness));
            along += side;
        }
        isColumn ? left.setLeft(left.left() + thickness) : left.setTop(left.top() + thickness);
        first += count;
    }
    return places;
}

Treemap::Treemap(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize Treemap::sizeHint() const
{
    return {Px(240), Px(120)};
}

void Treemap::setParts(std::vector<Part> parts)
{
    std::erase_if(parts, [](const Part &part) { return !(part.size > 0); });
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.size > b.size; });
    if (parts == m_parts) {
        return;
    }
    m_parts = std::move(parts);
    QStringList largest;
    for (std::size_t i = 0; i < std::min<std::size_t>(m_parts.size(), 3); ++i) {
        largest += m_parts[i].name + u' ' + m_parts[i].value;
    }
    setAccessibleDescription(largest.join(QStringLiteral(", ")));
    update();
}

std::vector<QRectF> Treemap::places() const
{
    std::vector<double> sizes(m_parts.size());
    std::transform(m_parts.begin(), m_parts.end(), sizes.begin(), [](const Part &part) { return part.size; });
    return treemapLayout(sizes, rect());
}

const Treemap::Part *Treemap::partAt(const QPointF &place) const
{
    const std::vector<QRectF> all = places();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].contains(place)) {
            return &m_parts[i];
        }
    }
    return nullptr;
}

void Treemap::paintEvent(QPaintEvent * /*event*/)
{
    constexpr Px gap{1}, padding{6}, leastWidth{40};
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &colours = m_theme->tokens();
    const std::vector<QRectF> all = places();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Part &part = m_parts[i];
        const QRectF box = all[i].adjusted(gap, gap, -gap, -gap);
        if (box.isEmpty()) {
            continue;
        }
        const bool isCritical = part.state == State::Critical;
        const bool isBad = isCritical || part.state == State::Warning;
        painter.setPen(Qt::NoPen);
        painter.setBrush(isCritical ? colours.criticalBackground : isBad ? colours.warningBackground : colours.badge);
        painter.drawRoundedRect(box, 3, 3);
        if (part.isUnknown) {
            painter.setBrush(QBrush(colours.border, Qt::BDiagPattern));
            painter.drawRoundedRect(box, 3, 3);
        }
        const QRectF inside = box.adjusted(padding, 3, -padding, -3);
        const QFontMetrics metrics(font());
        if (inside.width() < leastWidth || inside.height() < metrics.height()) {
            continue;
        }
        painter.setPen(isCritical ? colours.critical : isBad ? colours.warning : colours.text);
        const auto line = [&](const QString &text, double top) {
            painter.drawText(QRectF(inside.left(), top, inside.width(), metrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(text, Qt::ElideRight, static_cast<int>(inside.width())));
        };
        line(part.name, inside.top());
        if (inside.height() >= 2 * metrics.height()) {
            line(part.value, inside.top() + metrics.height());
        }
    }
}

void Treemap::mouseReleaseEvent(QMouseEvent *event)
{
    if (const Part *part = partAt(event->position()); part != nullptr && event->button() == Qt::LeftButton) {
        emit clicked(part->name);
    }
}

bool Treemap::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event); // by its type
    const Part *part = partAt(help->pos());
    showTip(help->globalPos(), part == nullptr ? QString() : QStringLiteral("%1: %2").arg(part->name, part->value),
            this);
    return true;
}

} // namespace plimsoll::views
