// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/banner.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace plimsoll::views {

Banner::Banner(const Theme *theme, QWidget *place)
    : QWidget(place), m_theme(theme), m_text(new ElidedLabel(this)), m_action(new QPushButton(this)),
      m_other(new QPushButton(this))
{
    setObjectName(QStringLiteral("banner"));
    place->installEventFilter(this);
    m_text->setObjectName(QStringLiteral("bannerText"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Px(36), 0, metrics::pageMargin, 0);
    layout->addWidget(m_text, 1);
    m_action->setObjectName(QStringLiteral("bannerAction"));
    m_other->setObjectName(QStringLiteral("bannerOther"));
    for (QPushButton *button : {m_other, m_action}) {
        button->setProperty("role", QStringLiteral("slim"));
        layout->addWidget(button);
    }
    connect(m_action, &QPushButton::clicked, this, &Banner::acted);
    connect(m_other, &QPushButton::clicked, this, &Banner::otherActed);
    connect(theme, &Theme::changed, this, &Banner::retheme);
    hide();
}

void Banner::say(const QString &text, bool critical, const QString &action, const QString &other)
{
    m_critical = critical;
    m_text->setFullText(text);
    setAccessibleName(text);
    for (const auto &[button, label] : {std::pair(m_action, action), std::pair(m_other, other)}) {
        if (button->text() != label) {
            button->setText(label);
        }
        button->setVisible(!label.isEmpty());
    }
    window()->installEventFilter(this);
    cover();
    setVisible(!text.isEmpty());
    layout()->activate(); // otherwise a new button briefly appears at the place of the previous one
    raise();
    retheme();
}

bool Banner::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        cover();
    }
    return QWidget::eventFilter(watched, event);
}

/// The place may be wider than the window; keep the text and the button inside.
void Banner::cover()
{
    const QWidget *place = parentWidget();
    QRect there = place->rect();
    there.setRight(std::min(there.right(), window()->width() - 1 - place->mapTo(window(), QPoint()).x()));
    setGeometry(there);
}

void Banner::retheme()
{
    QPalette own = m_text->palette();
    own.setColor(QPalette::WindowText, m_critical ? m_theme->tokens().critical : m_theme->tokens().warning);
    m_text->setPalette(own);
    update();
}

void Banner::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &colours = m_theme->tokens();
    painter.fillRect(rect(), m_critical ? colours.criticalBackground : colours.warningBackground);
    m_theme
        ->icon(QLatin1StringView(m_critical ? "critical" : "warning"), m_critical ? colours.critical : colours.warning)
        .paint(&painter, QRect(14, (height() - 14) / 2, 14, 14));
}

} // namespace plimsoll::views
