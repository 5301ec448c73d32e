// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/focusring.h"

#include "views/charts/barplot.h"
#include "views/theme/theme.h"

#include <QEvent>
#include <QGraphicsView>
#include <QPainter>
#include <QTableView>

namespace plimsoll::views {

FocusRing::FocusRing(const Theme *theme, QWidget *target)
    : QWidget(target->parentWidget()), m_theme(theme), m_target(target)
{
    setObjectName(QStringLiteral("focusRing"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    target->installEventFilter(this);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    follow();
}

bool FocusRing::isFor(const QWidget *widget)
{
    return widget != nullptr && widget->parentWidget() != nullptr
        && (qobject_cast<const QTableView *>(widget) != nullptr
            || qobject_cast<const QGraphicsView *>(widget) != nullptr
            || qobject_cast<const BarPlot *>(widget) != nullptr);
}

void FocusRing::follow()
{
    setGeometry(m_target->geometry());
    setVisible(m_target->isVisible());
    raise();
}

bool FocusRing::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        follow();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void FocusRing::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme->tokens().accent, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::step, metrics::step);
}

} // namespace plimsoll::views
