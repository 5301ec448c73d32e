// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/overlay.h"

#include "views/theme/theme.h"

#include <QEvent>
#include <QFrame>
#include <QMouseEvent>
#include <QPainter>

namespace plimsoll::views {

Overlay::Overlay(const Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme), m_card(new QFrame(this))
{
    m_card->setProperty("card", true);
    setFocusPolicy(Qt::StrongFocus);
    parent->installEventFilter(this);
    hide();
}

void Overlay::open()
{
    m_focusBefore = window()->focusWidget();
    setGeometry(parentWidget()->rect());
    show();
    raise();
}

void Overlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor shade = m_theme->tokens().dark ? QColor(0, 0, 0) : QColor(20, 24, 32);
    shade.setAlphaF(0.45F);
    painter.fillRect(rect(), shade);
}

void Overlay::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    const QWidget *now = window()->focusWidget();
    // Does not take the focus from a widget that has received it meanwhile.
    if (m_focusBefore != nullptr && (now == nullptr || now == this || isAncestorOf(now))) {
        m_focusBefore->setFocus(Qt::PopupFocusReason);
    }
}

void Overlay::mousePressEvent(QMouseEvent *event)
{
    if (!m_card->geometry().contains(event->position().toPoint())) {
        hide();
    }
}

bool Overlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace plimsoll::views
