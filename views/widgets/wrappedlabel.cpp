// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/wrappedlabel.h"

#include "views/theme/plaintext.h"
#include "views/theme/px.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>

#include <algorithm>
#include <cmath>

namespace plimsoll::views {

namespace {

constexpr Px widestHint{220}; // px; the label takes more if available

/// Lays out the lines at this width and returns their height.
double lineUp(QTextLayout &layout, int width)
{
    QTextOption option(Qt::AlignLeft);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double height = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        line.setPosition({0, height});
        height += line.height();
    }
    layout.endLayout();
    return height;
}

/// A text layout breaks lines at separators alone.
QString inLines(QString text)
{
    return text.replace(u'\n', QChar(QChar::LineSeparator));
}

} // namespace

WrappedLabel::WrappedLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    // Not Fixed, because a layout would limit the height to the hint, which belongs to another width.
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WrappedLabel::setFullText(const QString &text, const QString &hover)
{
    if (m_text == text && m_hover == hover) {
        return;
    }
    m_text = text;
    m_hover = hover;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize WrappedLabel::sizeHint() const
{
    ensurePolished();
    int widest = 0;
    for (const QString &line : m_text.split(u'\n')) {
        widest = std::max(widest, fontMetrics().horizontalAdvance(line));
    }
    const int width = std::min<int>(widestHint, widest + 2);
    return {width, heightForWidth(width)};
}

QSize WrappedLabel::minimumSizeHint() const
{
    ensurePolished();
    return {fontMetrics().averageCharWidth() * 4, fontMetrics().height()};
}

int WrappedLabel::heightForWidth(int width) const
{
    ensurePolished();
    QTextLayout layout(inLines(m_text), font());
    return std::max(fontMetrics().height(), static_cast<int>(std::ceil(lineUp(layout, width))));
}

void WrappedLabel::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    QTextLayout layout(inLines(m_text), font());
    lineUp(layout, width());
    layout.draw(&painter, {0, 0});
}

bool WrappedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        showTip(static_cast<QHelpEvent *>(event)->globalPos(), m_hover, this);
        return true;
    }
    return QLabel::event(event);
}

} // namespace plimsoll::views
