// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labring.h"

#include "views/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace plimsoll::views {

namespace {

constexpr Px ringPen{2};
constexpr Px around{4}; ///< px between the ring and its target
constexpr Px dotStep{19};
constexpr Px dotRadius{5};
constexpr Px dotHere{7};

} // namespace

LabRing::LabRing(const Theme *theme, QWidget *over) : QWidget(over), m_theme(theme)
{
    setObjectName(QStringLiteral("labRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    over->installEventFilter(this);
    setGeometry(over->rect());
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void LabRing::point(QWidget *at)
{
    m_at = at;
    setVisible(at != nullptr);
    raise();
    update();
}

bool LabRing::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    } else if (event->type() == QEvent::LayoutRequest) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

void LabRing::paintEvent(QPaintEvent * /*event*/)
{
    if (m_at == nullptr || !m_at->isVisibleTo(parentWidget())) {
        return;
    }
    const QRect target(m_at->mapTo(parentWidget(), QPoint()), m_at->size());
    const qreal inset = ringPen / 2;
    const QRectF ring = QRectF(target.adjusted(-around, -around, around, around))
                            .intersected(QRectF(rect()).adjusted(inset, inset, -inset, -inset));
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme->tokens().accent, ringPen));
    painter.drawRoundedRect(ring, metrics::cardRadius, metrics::cardRadius);
}

void LabTourCard::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme()->tokens().selection);
    painter.drawRoundedRect(rect(), metrics::cardRadius, metrics::cardRadius);
}

LabDots::LabDots(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LabDots::show(int step, int steps)
{
    m_step = step;
    m_steps = steps;
    updateGeometry();
    update();
}

QSize LabDots::sizeHint() const
{
    return {m_steps * dotStep, dotStep};
}

void LabDots::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor &accent = m_theme->tokens().accent;
    painter.setPen(QPen(accent, ringPen));
    for (int i = 0; i < m_steps; ++i) {
        const qreal radius = i == m_step ? dotHere : dotRadius;
        painter.setBrush(i <= m_step ? QBrush(accent) : QBrush());
        painter.drawEllipse(QPointF(i * dotStep + dotStep / 2.0, height() / 2.0), radius - 1, radius - 1);
    }
}

} // namespace plimsoll::views
