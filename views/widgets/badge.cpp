// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/badge.h"

#include "views/theme/theme.h"
#include "views/widgets/figuretext.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::views {

namespace {

constexpr Px badgeHeight{19};
constexpr Px badgePadding{8};
constexpr Px badgeIconSize{11};
constexpr Px iconGap{4};

struct Look {
    QColor text, background;
    QLatin1StringView icon;
};

Look lookOf(const Tokens &tokens, State state)
{
    switch (state) {
    case State::Ok:
        break;
    case State::Unknown:
        return {tokens.secondaryText, tokens.badge, QLatin1StringView("unknown")};
    case State::Warning:
        return {tokens.warning, tokens.warningBackground, QLatin1StringView("warning")};
    case State::Critical:
        return {tokens.critical, tokens.criticalBackground, QLatin1StringView("critical")};
    case State::Error:
        return {tokens.critical, tokens.criticalBackground, QLatin1StringView("error")};
    }
    return {tokens.secondaryText, tokens.badge, {}};
}

QFont badgeFont(const Theme &theme, State state)
{
    QFont font = theme.smallFont();
    font.setWeight(state == State::Ok ? QFont::Normal : QFont::DemiBold);
    return font;
}

} // namespace

QSizeF badgeSize(const Theme &theme, State state, const QString &text, bool icon)
{
    const bool withIcon = icon && state != State::Ok;
    const double advance = QFontMetricsF(badgeFont(theme, state)).horizontalAdvance(text);
    return {std::ceil(advance) + 2 * badgePadding + (withIcon ? badgeIconSize + iconGap : 0), double(badgeHeight)};
}

void paintBadge(QPainter &painter, const Theme &theme, const QRectF &rect, State state, const QString &text, bool icon)
{
    const Look look = lookOf(theme.tokens(), state);
    const QSizeF size = badgeSize(theme, state, text, icon);
    QRectF box(rect.left(), rect.center().y() - badgeHeight / 2.0, std::min(size.width(), rect.width()), badgeHeight);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.background);
    painter.drawRoundedRect(box, 4, 4);
    QRectF inside = box.adjusted(badgePadding, 0, -badgePadding, 0);
    if (icon && !look.icon.isEmpty()) {
        const QRectF place(inside.left(), box.center().y() - badgeIconSize / 2.0, badgeIconSize, badgeIconSize);
        theme.icon(look.icon, look.text).paint(&painter, place.toAlignedRect());
        inside.setLeft(place.right() + iconGap);
    }
    painter.setFont(badgeFont(theme, state));
    painter.setPen(look.text);
    const QFontMetricsF font(painter.font());
    painter.drawText(inside.adjusted(0, 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     elidedWhole(font, text, inside.width() + 1));
    painter.restore();
}

Badge::Badge(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Badge::show(State state, const QString &text, bool icon, const QStringList &shorter)
{
    const QStringList forms = QStringList(text) + shorter;
    if (state == m_state && forms == m_forms && icon == m_icon) {
        return;
    }
    m_state = state;
    m_forms = forms; // the form stays until fit(): nothing moves at the pointer
    m_icon = icon;
    setAccessibleName(text);
    setToolTip(text);
    updateGeometry();
    update();
}

void Badge::fit(int room)
{
    const auto isWider = [this, room](const QString &form) {
        return m_scale * badgeSize(*m_theme, m_state, form, m_icon).width() > room;
    };
    const auto fitting = std::find_if_not(m_forms.cbegin(), m_forms.cend(), isWider) - m_forms.cbegin();
    if (std::exchange(m_form, std::clamp<qsizetype>(fitting, 0, std::max<qsizetype>(0, m_forms.size() - 1)))
        != m_form) {
        update();
    }
    updateGeometry();
}

QSize Badge::sizeHint() const
{
    return (m_scale * badgeSize(*m_theme, m_state, shownText(), m_icon)).toSize();
}

QSize Badge::minimumSizeHint() const
{
    const int least = static_cast<int>(m_scale * 60);
    return {std::min(sizeHint().width(), least), sizeHint().height()};
}

void Badge::setScale(double scale)
{
    m_scale = scale;
    updateGeometry();
    update();
}

void Badge::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        emit clicked();
    } else {
        QWidget::mousePressEvent(event);
    }
}

void Badge::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.scale(m_scale, m_scale);
    paintBadge(painter, *m_theme, QRectF(QPointF(), QSizeF(size()) / m_scale), m_state, shownText(), m_icon);
}

} // namespace plimsoll::views
