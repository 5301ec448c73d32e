// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timechart.h"

#include "models/format.h"
#include "views/chartview.h"
#include "views/theme.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace plimsoll::views {

namespace {

constexpr std::array spans{models::Span::QuarterHour, models::Span::Hour, models::Span::Day};

} // namespace

QString spanTitle(models::Span span)
{
    switch (span) {
    case models::Span::QuarterHour:
        return TimeChart::tr("15 min");
    case models::Span::Hour:
        return TimeChart::tr("1 h");
    case models::Span::Day:
        return TimeChart::tr("24 h");
    }
    return {};
}

TimeChart::TimeChart(const QString &title, Theme *theme, QWidget *parent)
    : Card(title, theme, parent), m_view(new ChartView(theme, this)), m_spanButton(new QToolButton(this))
{
    m_spanButton->setObjectName(QStringLiteral("spanButton"));
    m_spanButton->setProperty("flat", true);
    m_spanButton->setPopupMode(QToolButton::InstantPopup);
    m_spanButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_spanButton->setStyleSheet(QStringLiteral("padding: 0 2px; min-height: 16px; font-size: 12px"));
    showSpan();
    m_spanButton->setAccessibleName(tr("Span of the chart"));
    auto *menu = new QMenu(m_spanButton);
    auto *group = new QActionGroup(menu);
    for (const models::Span choice : spans) {
        QAction *action = menu->addAction(spanTitle(choice));
        action->setCheckable(true);
        action->setChecked(choice == m_span);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { setSpan(choice); });
    }
    m_spanButton->setMenu(menu);
    addCorner(m_spanButton);
    m_view->setAccessibleName(title);
    body()->addWidget(m_view, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(220, 150);
}

void TimeChart::setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit)
{
    m_lines = lines;
    m_lines.resize(std::min<std::size_t>(m_lines.size(), 6));
    m_now = now;
    m_unit = unit;
    refresh();
}

void TimeChart::setNow(std::chrono::milliseconds now)
{
    m_now = now;
    refresh();
}

void TimeChart::setLimits(const std::vector<LimitLine> &limits)
{
    m_limits = limits;
    refresh();
}

void TimeChart::setSpan(models::Span span)
{
    if (span == m_span) {
        return;
    }
    m_span = span;
    m_shownLength = {};
    showSpan();
    const QList<QAction *> actions = m_spanButton->menu()->actions();
    for (qsizetype i = 0; i < actions.size(); ++i) {
        actions[i]->setChecked(spans[static_cast<std::size_t>(i)] == span);
    }
    refresh();
    emit spanChanged();
}

void TimeChart::forget()
{
    m_lines.clear();
    m_shownLength = {};
    refresh();
}

void TimeChart::growAxis()
{
    std::chrono::milliseconds age{0};
    for (const Line &line : m_lines) {
        const auto first = std::find_if(line.series.points.begin(), line.series.points.end(),
                                        [](const auto &point) { return isKnown(point.value); });
        if (first != line.series.points.end()) {
            age = std::max(age, m_now - first->time);
        }
    }
    m_shownLength = std::max(m_shownLength, axisLength(m_span, age));
}

void TimeChart::showSpan()
{
    m_spanButton->setText(spanTitle(m_span) + QStringLiteral(" ▾"));
}

void TimeChart::setEmptyText(const QString &text)
{
    m_view->setEmptyText(text);
}

void TimeChart::showEvent(QShowEvent *event)
{
    Card::showEvent(event);
    if (m_dirty) {
        refresh();
    }
}

void TimeChart::refresh()
{
    m_dirty = !isVisible();
    if (!m_dirty) {
        growAxis();
        m_view->show(m_lines, m_limits, m_now, m_shownLength, m_unit);
        describe();
    }
}

void TimeChart::describe()
{
    const FigureSpec figure{{}, nullptr, nullptr, m_unit};
    QStringList parts;
    for (const Line &line : m_lines) {
        const double value = line.series.points.empty() ? unknownFigure : line.series.points.back().value;
        parts.append(tr("%1: %2").arg(line.label, models::formatFigure(figure, value)));
    }
    m_view->setAccessibleDescription(parts.isEmpty() ? tr("No data") : parts.join(QStringLiteral("; ")));
}

} // namespace plimsoll::views
