// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pages/labcounter.h"

#include "models/text/format.h"
#include "views/theme/theme.h"
#include "views/widgets/sparkline.h"
#include "views/widgets/wrappedlabel.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <QVariant>

#include <cmath>

namespace plimsoll::views {

namespace {

using models::LabRole;

constexpr std::size_t mostPoints = 600; // two minutes at 5 per second
constexpr Px sparkHeight{18};

} // namespace

LabCounterView::LabCounterView(Theme *theme, bool right, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_right(right), m_figure(new QLabel(models::unknownText(), this)),
      m_title(new WrappedLabel(this)), m_role(new WrappedLabel(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_figure->setObjectName(QStringLiteral("labFigure"));
    m_figure->setProperty("role", QStringLiteral("figure"));
    m_title->setObjectName(QStringLiteral("labCounterTitle"));
    m_role->setProperty("role", QStringLiteral("small"));
    column->addWidget(m_figure, 0, Qt::AlignLeft);
    column->addWidget(m_title);
    column->addWidget(m_role);
    column->addStretch(1);
    connect(theme, &Theme::changed, this, &LabCounterView::retheme);
}

QString LabCounterView::roleText(const models::LabCounter &counter) const
{
    switch (counter.role) {
    case LabRole::Fault:
        return tr("must be 0");
    case LabRole::Bound:
        return !counter.bound ? tr("must stay in bounds")
            : m_right         ? tr("must stay ≤ %1").arg(models::labFigure(*counter.bound))
                              : tr("must be ≤ %1 on the right").arg(models::labFigure(*counter.bound));
    case LabRole::Price:
        break;
    }
    return tr("cost");
}

void LabCounterView::show(const models::LabCounter &counter)
{
    const double figure = m_right ? counter.right : counter.wrong;
    m_figure->setText(models::labFigure(figure));
    m_title->setFullText(counter.title);
    m_role->setFullText(roleText(counter));
    setAccessibleName(m_figure->text() + QLatin1Char(' ') + counter.title);
    m_bad = (counter.role == LabRole::Fault && figure > 0) || (m_right && counter.bound && figure > *counter.bound);
    if (std::isnan(figure)) {
        m_history.clear();
    } else {
        m_history.push_back(static_cast<float>(figure));
    }
    if (m_history.size() > mostPoints) {
        m_history.erase(m_history.begin());
    }
    keepHeight();
    retheme();
}

void LabCounterView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    keepHeight();
}

/// A layout does not ask a widget narrower than its size hint for its height for width, so the minimum is set here.
void LabCounterView::keepHeight()
{
    setMinimumHeight(layout()->totalHeightForWidth(width()));
}

void LabCounterView::retheme()
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, m_bad ? m_theme->tokens().critical : m_theme->tokens().text);
    m_figure->setPalette(colours);
    update();
}

void LabCounterView::paintEvent(QPaintEvent * /*event*/)
{
    const QRect figure = m_figure->geometry();
    const QRectF beside(figure.right() + 2 * metrics::step, figure.center().y() - sparkHeight / 2.0,
                        width() - figure.right() - 3 * metrics::step, sparkHeight);
    constexpr Px narrowest{12};
    if (m_history.size() > 1 && beside.width() >= narrowest) {
        QPainter painter(this);
        paintSparkline(painter, beside, m_history,
                       m_bad ? m_theme->tokens().critical : m_theme->tokens().series[m_right ? 2 : 4]);
    }
}

} // namespace plimsoll::views
