// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/card.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVariant>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr Px cornerHeight{21}; // px; height of a chart's button
constexpr Px leastTitle{160}; // px; titles up to this width are never elided

} // namespace

Card::Card(Theme *theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_outer(new QVBoxLayout(this)), m_body(new QVBoxLayout)
{
    m_outer->setContentsMargins(3 * metrics::step, 3 * metrics::step, 3 * metrics::step, 3 * metrics::step);
    m_outer->setSpacing(metrics::step);
    m_body->setContentsMargins(0, 0, 0, 0);
    m_body->setSpacing(metrics::step);
    m_outer->addLayout(m_body, 1);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

Card::Card(const QString &title, Theme *theme, QWidget *parent) : Card(theme, parent)
{
    setTitle(title);
}

void Card::makeTitle()
{
    m_head = new QHBoxLayout;
    m_head->setContentsMargins(Px(2), 0, Px(2), 0);
    m_head->setSpacing(2 * metrics::step);
    m_head->addStrut(cornerHeight); // aligns the titles of adjacent cards, whatever their corner holds
    m_title = new ElidedLabel(this);
    m_title->setObjectName(QStringLiteral("cardTitle"));
    m_title->setProperty("role", QStringLiteral("heading"));
    m_head->addWidget(m_title);
    m_head->addStretch(1);
    m_outer->insertLayout(0, m_head);
}

void Card::setTitle(const QString &title)
{
    if (m_title == nullptr) {
        makeTitle();
    }
    m_title->setFullText(title);
    m_title->setMinimumWidth(
        std::min<int>(m_title->sizeHint().width(), leastTitle)); // takes precedence over the corner
    setAccessibleName(title);
}

QString Card::title() const
{
    return m_title == nullptr ? QString() : m_title->fullText();
}

void Card::addCorner(QWidget *widget)
{
    if (m_head == nullptr) {
        makeTitle();
    }
    m_head->addWidget(widget);
}

void Card::setFlush()
{
    // One pixel for the border, and room for the rounded corners.
    m_outer->setContentsMargins(1, metrics::step, 1, metrics::step);
    if (m_head != nullptr) {
        m_head->setContentsMargins(3 * metrics::step, 2 * metrics::step, 3 * metrics::step, 0);
    }
}

void Card::paintEvent(QPaintEvent * /*event*/)
{
    const Tokens &tokens = m_theme->tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens.border);
    painter.setBrush(tokens.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), metrics::cardRadius, metrics::cardRadius);
}

} // namespace plimsoll::views
