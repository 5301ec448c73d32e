// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timechart.h"

#include "models/format.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QActionGroup>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

TimeChart::TimeChart(const QString &title, Theme *theme, ChartRange *range, QWidget *parent)
    : Card(title, theme, parent), m_range(range == nullptr ? new ChartRange(this) : range),
      m_view(new TimePlot(theme, this)), m_spanButton(new QToolButton(this))
{
    makeMenu();
    connect(m_range, &ChartRange::spanChanged, this, &TimeChart::refresh);
    connect(m_range, &ChartRange::lengthChanged, this, [this] {
        showRange();
        draw();
    });
    m_view->setAccessibleName(title);
    body()->addWidget(m_view, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(220, 150);
}

void TimeChart::makeMenu()
{
    m_spanButton->setObjectName(QStringLiteral("spanButton"));
    m_spanButton->setProperty("flat", true);
    m_spanButton->setPopupMode(QToolButton::InstantPopup);
    m_spanButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_spanButton->setStyleSheet(QStringLiteral("padding: 0 2px; min-height: 16px; font-size: 12px"));
    m_spanButton->setAccessibleName(tr("Span of the chart"));
    auto *menu = new QMenu(m_spanButton);
    auto *group = new QActionGroup(menu);
    for (std::size_t i = 0; i < models::spans.size(); ++i) {
        QAction *action = menu->addAction(spanTitle(static_cast<models::Span>(i)));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { m_range->setSpan(static_cast<models::Span>(i)); });
    }
    m_spanButton->setMenu(menu);
    addCorner(m_spanButton);
    showRange();
}

void TimeChart::setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit)
{
    m_picture.lines = lines;
    m_picture.lines.resize(std::min<std::size_t>(lines.size(), 6));
    m_picture.now = now;
    m_picture.unit = unit;
    refresh();
}

void TimeChart::setNow(std::chrono::milliseconds now)
{
    m_picture.now = now;
    refresh();
}

void TimeChart::setLimits(const std::vector<LimitLine> &limits)
{
    if (limits != m_picture.limits) { // they come with every tick, and drawing costs as much as the tick
        m_picture.limits = limits;
        draw();
    }
}

void TimeChart::setMarks(const std::vector<Mark> &marks)
{
    if (marks != m_picture.marks) {
        m_picture.marks = marks;
        draw();
    }
}

void TimeChart::forget()
{
    m_picture.lines.clear();
    m_picture.marks.clear();
    m_range->forget();
    draw();
}

void TimeChart::coverLines()
{
    std::chrono::milliseconds age{0};
    for (const Line &line : m_picture.lines) {
        const auto first = std::find_if(line.series.points.begin(), line.series.points.end(),
                                        [](const auto &point) { return isKnown(point.value); });
        if (first != line.series.points.end()) {
            age = std::max(age, m_picture.now - first->time);
        }
    }
    m_range->cover(age);
}

/// What the axis shows, which is less than what was chosen while the readings are young.
void TimeChart::showRange()
{
    const std::chrono::milliseconds chosen = models::spanLength(span());
    const QString title = m_range->length() == chosen ? spanTitle(span()) : rangeTitle(m_range->length());
    m_spanButton->setText(title + QStringLiteral(" ▾"));
    m_spanButton->setToolTip(m_range->length() == chosen
                                 ? tr("How far back the charts of this page reach")
                                 : tr("%1 as soon as there are readings that old").arg(spanTitle(span())));
    m_spanButton->menu()->actions().at(static_cast<qsizetype>(span()))->setChecked(true);
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
    if (isVisible()) {
        coverLines();
    }
    showRange();
    draw();
}

void TimeChart::draw()
{
    m_dirty = !isVisible();
    if (!m_dirty) {
        m_picture.length = m_range->length();
        m_view->show(m_picture);
        describe();
    }
}

void TimeChart::describe()
{
    const FigureSpec figure{{}, nullptr, nullptr, m_picture.unit};
    QStringList parts;
    const auto &lines = m_picture.lines;
    const auto last = [&lines](std::size_t line) {
        return line >= lines.size() || lines[line].series.points.empty() ? unknownFigure
                                                                         : lines[line].series.points.back().value;
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double value = m_picture.ownValue(i, last(i), last(i + 1));
        parts.append(tr("%1: %2").arg(lines[i].label, models::formatFigure(figure, value)));
    }
    for (const Mark &mark : m_picture.marks) {
        if (mark.time >= m_picture.now - m_picture.length) {
            parts.append(tr("%1 at %2").arg(mark.word, models::formatTime(mark.time)));
        }
    }
    m_view->setAccessibleDescription(parts.isEmpty() ? tr("No data") : parts.join(QStringLiteral("; ")));
}

} // namespace plimsoll::views
