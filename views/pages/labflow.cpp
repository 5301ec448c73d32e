// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labflow.h"

#include "models/text/format.h"
#include "views/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr Px boxHeight{44};
constexpr Px widestBox{124};
constexpr Px flowGap{6};
constexpr Px arrowGap{34};
constexpr Px arrowHead{4};

void paintArrow(QPainter &painter, QPointF from, QPointF to, const QColor &colour)
{
    painter.setPen(QPen(colour, 1));
    painter.drawLine(from, to - QPointF(arrowHead, 0));
    QPainterPath head(to);
    head.lineTo(to - QPointF(1.5 * arrowHead, arrowHead));
    head.lineTo(to - QPointF(1.5 * arrowHead, -arrowHead));
    head.closeSubpath();
    painter.fillPath(head, colour);
}

} // namespace

LabFlow::LabFlow(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LabFlow::show(const std::vector<models::LabPlace> &places)
{
    m_places = places;
    QStringList parts;
    for (const models::LabPlace &place : places) {
        parts += models::formatCount(static_cast<qint64>(place.count)) + QLatin1Char(' ') + place.title;
    }
    setAccessibleName(parts.join(QLatin1String(", ")));
    setToolTip(accessibleName());
    update();
}

QSize LabFlow::sizeHint() const
{
    return (m_scale * QSizeF(4 * widestBox, boxHeight)).toSize();
}

void LabFlow::setScale(double scale)
{
    m_scale = scale;
    updateGeometry();
    update();
}

void LabFlow::paintEvent(QPaintEvent * /*event*/)
{
    if (m_places.empty()) {
        return;
    }
    const Tokens &tokens = m_theme->tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(m_scale, m_scale);
    const qreal whole = width() / m_scale;
    qreal gaps = 0;
    for (std::size_t i = 0; i + 1 < m_places.size(); ++i) {
        gaps += m_places[i].flows ? arrowGap : flowGap;
    }
    const qreal wide = std::min<qreal>(widestBox, (whole - gaps) / double(m_places.size()));
    // A flow fills the full width, like the content next to it.
    const bool flows = m_places.front().flows && m_places.size() > 1;
    const auto arrows =
        double(std::count_if(m_places.begin(), m_places.end() - 1, [](const auto &p) { return p.flows; }));
    const qreal spare = flows ? (whole - gaps - wide * double(m_places.size())) / arrows : 0;
    qreal x = 0;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const models::LabPlace &place = m_places[i];
        const QRectF box(x + 0.5, 0.5, wide - 1, boxHeight - 1);
        painter.setPen(tokens.border);
        painter.setBrush(tokens.field);
        painter.drawRoundedRect(box, metrics::controlRadius, metrics::controlRadius);
        painter.setPen(tokens.text);
        painter.setFont(m_theme->headingFont());
        painter.drawText(box.adjusted(2, 4, -2, -boxHeight / 2.0), Qt::AlignCenter,
                         models::formatCount(static_cast<qint64>(place.count)));
        painter.setPen(tokens.secondaryText);
        painter.setFont(m_theme->smallFont());
        const QFontMetricsF text(m_theme->smallFont());
        painter.drawText(box.adjusted(2, boxHeight / 2.0 - 2, -2, -3), Qt::AlignCenter,
                         text.elidedText(place.title, Qt::ElideRight, wide - 6));
        const qreal between = place.flows ? arrowGap + spare : flowGap;
        if (place.flows && i + 1 < m_places.size()) {
            const qreal y = boxHeight / 2.0;
            paintArrow(painter, {box.right() + 4, y}, {box.right() + between - 3, y}, tokens.secondaryText);
        }
        x += wide + between;
    }
}

} // namespace plimsoll::views
