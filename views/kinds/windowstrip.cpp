// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/windowstrip.h"

#include "models/text/format.h"
#include "views/theme/theme.h"

#include <QPainter>

namespace plimsoll::views {

namespace {

constexpr double shownWindows = 1.5; ///< number of windows drawn
constexpr Px labelHeight{18};
constexpr int stripSteps = 6;

} // namespace

WindowStrip::WindowStrip(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("windowStrip"));
    setAccessibleName(tr("Entries by time"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void WindowStrip::show(std::vector<double> times, std::chrono::milliseconds now, std::chrono::milliseconds window,
                       const QString &inWindow, const QString &outside)
{
    m_times = std::move(times);
    m_now = now;
    m_window = window;
    m_inWindow = inWindow;
    m_outside = outside;
    setAccessibleDescription(inWindow + QStringLiteral(", ") + outside);
    update();
}

void WindowStrip::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme->smallFont());
    const Tokens &tokens = m_theme->tokens();
    const double margin = painter.fontMetrics().horizontalAdvance(tr("now")) / 2.0 + 2;
    const QRectF band(margin, labelHeight, width() - 2 * margin, height() - 2 * labelHeight - 4);
    const double span = static_cast<double>(m_window.count()) * shownWindows;
    const double now = static_cast<double>(m_now.count());
    const auto place = [&](double ago) { return band.right() - ago / span * band.width(); };
    const double edge = place(static_cast<double>(m_window.count()));

    QColor within = tokens.series[0];
    within.setAlphaF(0.12F);
    painter.fillRect(QRectF(edge, band.top(), band.right() - edge, band.height()), within);
    painter.fillRect(QRectF(band.left(), band.top(), edge - band.left(), band.height()),
                     QBrush(tokens.border, Qt::BDiagPattern));
    for (const double time : m_times) {
        const double ago = now - time;
        if (ago < 0 || ago > span) {
            continue;
        }
        const bool counts = ago < static_cast<double>(m_window.count());
        painter.fillRect(QRectF(place(ago) - 1, band.top() + 7, 2, band.height() - 14),
                         counts ? tokens.series[0] : tokens.secondaryText);
    }
    painter.setPen(QPen(tokens.accent, 1.5));
    painter.drawLine(QPointF(edge, 2), QPointF(edge, band.bottom()));
    painter.setPen(tokens.secondaryText);
    painter.drawText(QRectF(0, 0, edge - 8, labelHeight), Qt::AlignRight | Qt::AlignVCenter, m_outside);
    painter.setPen(tokens.text);
    painter.drawText(QRectF(edge + 8, 0, width() - edge - 8, labelHeight), Qt::AlignLeft | Qt::AlignVCenter,
                     m_inWindow);
    painter.setPen(tokens.secondaryText);
    for (int step = 0; step <= stripSteps; ++step) {
        const auto ago = std::chrono::milliseconds(std::llround(span * step / stripSteps));
        const QString text = step == 0 ? tr("now") : QStringLiteral("−") + models::formatDuration(ago);
        const double centre = place(static_cast<double>(ago.count()));
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        const double left = std::clamp(centre - half, 0.0, width() - 2 * half);
        painter.drawText(QRectF(left, band.bottom() + 2, 2 * half + 2, labelHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    }
}

} // namespace plimsoll::views
