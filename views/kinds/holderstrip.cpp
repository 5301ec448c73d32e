// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kinds/holderstrip.h"

#include "models/elementtext.h"
#include "models/format.h"
#include "redis/types/plural.h"
#include "views/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <functional>
#include <numeric>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds shown = std::chrono::minutes(30);
constexpr std::size_t mostHolderLines = 4;
constexpr qsizetype longestStripHolder = 24;
constexpr Px holderRowHeight{18};
constexpr Px holderNameWidth{150};
constexpr int axisSteps = 2;

QString holderNameOf(const QByteArray &token)
{
    const qsizetype end = token.lastIndexOf(':');
    return models::elementText(end > 0 ? token.first(end) : token, longestStripHolder);
}

} // namespace

HolderStrip::HolderStrip(Theme *theme, QWidget *parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("holderStrip"));
    setAccessibleName(tr("Who held it, last 30 min"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(theme, &Theme::changed, this, QOverload<>::of(&QWidget::update));
}

void HolderStrip::show(const std::shared_ptr<const std::vector<Tenure>> &tenures, milliseconds now, bool isEndless)
{
    m_now = now;
    const std::size_t before = m_lines.size();
    m_lines.clear();
    for (std::size_t i = tenures == nullptr ? 0 : tenures->size(); i-- > 0;) {
        const Tenure &one = (*tenures)[i];
        const bool isNow = one.to.count() == 0;
        const milliseconds to = isNow ? now : one.to;
        if (now - to > shown) {
            continue;
        }
        const QString holder = holderNameOf(one.holder);
        auto line = std::find_if(m_lines.begin(), m_lines.end(),
                                 [&holder](const Line &known) { return known.holder == holder; });
        if (line == m_lines.end()) {
            if (m_lines.size() == mostHolderLines) {
                continue;
            }
            line = m_lines.insert(m_lines.end(), {holder, {}});
        }
        line->bars.push_back({std::max(one.from, now - shown), to, isNow && isEndless});
    }
    QStringList told;
    for (const Line &line : m_lines) {
        const auto held = std::transform_reduce(line.bars.begin(), line.bars.end(), milliseconds(0), std::plus<>(),
                                                [](const Bar &bar) { return bar.to - bar.from; });
        const QString time = models::formatDuration(held);
        told.append(line.bars.size() == 1
                        ? tr("%1: once, %2").arg(line.holder, time)
                        : tr("%1: %2 times, %3 in all", nullptr, pluralOf(std::ssize(line.bars)))
                              .arg(line.holder, models::formatCount(static_cast<double>(line.bars.size())), time));
    }
    setAccessibleDescription(told.join(QStringLiteral("; ")));
    setToolTip(told.join(u'\n'));
    const bool isTold = tenures != nullptr && tenures->size() > 1 && !m_lines.empty();
    setVisible(isTold);
    if (before != m_lines.size()) {
        updateGeometry();
    }
    update();
}

QSize HolderStrip::sizeHint() const
{
    return {480, static_cast<int>(m_lines.size() + 2) * holderRowHeight};
}

void HolderStrip::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme->smallFont());
    const Tokens &tokens = m_theme->tokens();
    painter.setPen(tokens.secondaryText);
    painter.drawText(QRectF(0, 0, width(), holderRowHeight), Qt::AlignLeft | Qt::AlignVCenter, accessibleName());
    const double margin = painter.fontMetrics().horizontalAdvance(tr("now")) / 2.0 + 2;
    const QRectF band(holderNameWidth, holderRowHeight, width() - holderNameWidth - margin,
                      static_cast<double>(m_lines.size()) * holderRowHeight);
    const auto place = [&](milliseconds time) {
        const auto ago = static_cast<double>((m_now - time).count());
        return band.right() - ago / static_cast<double>(shown.count()) * band.width();
    };
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const double top = band.top() + static_cast<double>(i) * holderRowHeight;
        painter.setPen(tokens.text);
        const QRectF name(0, top, holderNameWidth - 8, holderRowHeight);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_lines[i].holder, Qt::ElideMiddle, holderNameWidth - 8));
        for (const Bar &bar : m_lines[i].bars) {
            const double left = place(bar.from);
            const QRectF shape(left, top + 3, std::max(3.0, place(bar.to) - left), holderRowHeight - 6);
            painter.fillRect(shape, bar.isEndless ? tokens.warning : tokens.series[0]);
            if (bar.isEndless) { // not by its colour alone
                painter.fillRect(shape, QBrush(tokens.card, Qt::BDiagPattern));
            }
        }
    }
    painter.setPen(tokens.border);
    painter.drawLine(band.bottomLeft(), band.bottomRight());
    painter.setPen(tokens.secondaryText);
    for (int step = 0; step <= axisSteps; ++step) {
        const milliseconds time = m_now - shown * step / axisSteps;
        const QString text = step == 0 ? tr("now") : models::formatTime(time);
        const double half = painter.fontMetrics().horizontalAdvance(text) / 2.0;
        const double left = std::clamp(place(time) - half, band.left(), width() - 2 * half);
        painter.drawText(QRectF(left, band.bottom() + 1, 2 * half + 2, holderRowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    }
}

} // namespace plimsoll::views
