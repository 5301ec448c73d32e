// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/elidedlabel.h"

#include "views/theme/plaintext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace plimsoll::views {

ElidedLabel::ElidedLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString &text, const QString &hover)
{
    if (m_text == text && m_hover == hover) {
        return;
    }
    m_text = text;
    m_hover = hover;
    setAccessibleName(hover.isEmpty() ? text : hover);
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const
{
    ensurePolished();
    const QMargins margins = contentsMargins();
    return {fontMetrics().horizontalAdvance(m_text) + 2 + margins.left() + margins.right(),
            fontMetrics().height() + margins.top() + margins.bottom()};
}

QSize ElidedLabel::minimumSizeHint() const
{
    ensurePolished();
    return {std::min(sizeHint().width(), fontMetrics().averageCharWidth() * 4), sizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
    const QString shown = fontMetrics().elidedText(m_text, Qt::ElideRight, contentsRect().width());
    if (shown != m_text && shown.size() <= m_leastShown) {
        return;
    }
    style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown,
                          foregroundRole());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const bool cut = fontMetrics().horizontalAdvance(m_text) > contentsRect().width();
        const QString hover = m_hover.isEmpty() && cut ? m_text : m_hover;
        showTip(help->globalPos(), hover, this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace plimsoll::views
