// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/notice.h"

#include "views/theme/theme.h"

#include <QLabel>
#include <QVBoxLayout>
#include <QVariant>

namespace plimsoll::views {

Notice::Notice(Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_layout(new QVBoxLayout(this)), m_icon(new QLabel(this)),
      m_heading(new QLabel(this)), m_text(new QLabel(this))
{
    m_heading->setProperty("role", QStringLiteral("heading"));
    m_text->setProperty("role", QStringLiteral("secondary"));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse); // an ACL line is there to be copied
    m_layout->setContentsMargins(Px(24), Px(12), Px(24), Px(12));
    m_layout->setSpacing(metrics::step);
    m_layout->addStretch(2);
    for (QLabel *label : {m_icon, m_heading, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        label->setWordWrap(label != m_icon);
        label->setTextFormat(Qt::PlainText);
        m_layout->addWidget(label);
    }
    m_layout->addStretch(3);
    connect(theme, &Theme::changed, this, &Notice::retheme);
    retheme();
}

void Notice::say(const QString &heading, const QString &text, State state)
{
    m_heading->setText(heading);
    m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(heading);
    setAccessibleDescription(text);
    if (state != m_state) {
        m_state = state;
        retheme();
    }
}

void Notice::addBelow(QWidget *widget)
{
    m_layout->insertWidget(m_layout->count() - 1, widget, 0, Qt::AlignHCenter);
}

QString Notice::heading() const
{
    return m_heading->text();
}

QString Notice::text() const
{
    return m_text->text();
}

void Notice::retheme()
{
    m_icon->setVisible(m_state != State::Ok);
    if (m_state != State::Ok) {
        const bool warning = m_state == State::Warning;
        const QColor colour = warning ? m_theme->tokens().warning : m_theme->tokens().critical;
        m_icon->setPixmap(m_theme->icon(QLatin1StringView(warning ? "warning" : "error"), colour)
                              .pixmap(QSize(20, 20), devicePixelRatioF()));
    }
}

} // namespace plimsoll::views
