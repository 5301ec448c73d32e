// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timechart.h"
#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

/// Comparison of a chart with yesterday or last week; timechart.cpp has the rest of TimeChart.
namespace plimsoll::views {

namespace {

using models::Comparison;

/// A narrow chart has room only for its title, its span and "Back to now"; the label at the line end names the
/// comparison.
constexpr Px widthForButton{360}, widthBesideBack{480};
constexpr Px longestComparedTitle{160},
    leastComparedTitle{40}; ///< px; longest title shown in full, and shortest after cutting

bool isKnownPoint(const models::Series::Point &point)
{
    return isKnown(point.value);
}

} // namespace

std::optional<TimeChart::Line> TimeChart::Picture::earlier() const
{
    const auto found = std::find_if(lines.begin(), lines.end(), [this](const Line &line) {
        const auto &points = line.series.earlier;
        return !hidden.contains(line.label) && points && std::any_of(points->begin(), points->end(), isKnownPoint);
    });
    if (comparison == Comparison::None || found == lines.end()) {
        return std::nullopt;
    }
    const bool isYesterday = comparison == Comparison::Yesterday;
    Line line;
    line.series.points = *found->series.earlier;
    if (found->stacked) { // the uppermost layer is the sum
        line.label = isYesterday ? tr("all, yesterday") : tr("all, last week");
    } else if (lines.size() == 1) {
        line.label = isYesterday ? tr("yesterday") : tr("last week");
    } else {
        line.label = (isYesterday ? tr("%1 yesterday") : tr("%1 last week")).arg(found->label);
    }
    return line;
}

bool TimeChart::Picture::isWithoutEarlier() const
{
    return comparison != Comparison::None && !lines.empty() && !earlier()
        && std::all_of(lines.begin(), lines.end(),
                       [this](const Line &line) { return hidden.contains(line.label) || line.series.earlier; });
}

void TimeChart::listComparisons(QMenu *menu)
{
    struct Choice {
        Comparison comparison;
        QString name, without, object;
    };
    const QList<Choice> choices{
        {Comparison::None, tr("No comparison"), {}, QStringLiteral("compareWithNothing")},
        {Comparison::Yesterday, tr("Compare with yesterday"), tr("Compare with yesterday: nothing was recorded"),
         QStringLiteral("compareWithYesterday")},
        {Comparison::LastWeek, tr("Compare with last week"), tr("Compare with last week: nothing was recorded"),
         QStringLiteral("compareWithLastWeek")}};
    auto *group = new QActionGroup(menu);
    for (const Choice &choice : choices) {
        const bool isChosen = choice.comparison == m_range->comparison();
        QAction *action = menu->addAction(isChosen && m_picture.isWithoutEarlier() ? choice.without : choice.name);
        action->setObjectName(choice.object);
        action->setCheckable(true);
        action->setChecked(isChosen);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted = choice.comparison] { m_range->compare(wanted); });
    }
}

void TimeChart::showComparison()
{
    const Comparison comparison = m_range->comparison();
    m_picture.comparison = comparison;
    m_comparisonButton->setVisible(comparison != Comparison::None
                                   && width() >= (m_range->isLive() ? widthForButton : widthBesideBack));
    if (comparison == Comparison::None) {
        fitHead();
        return;
    }
    const bool isYesterday = comparison == Comparison::Yesterday;
    const QString name = isYesterday ? tr("compare: yesterday") : tr("compare: last week");
    const QString without = isYesterday ? tr("yesterday: nothing recorded") : tr("last week: nothing recorded");
    m_comparisonButton->setText((m_picture.isWithoutEarlier() ? without : name) + QStringLiteral(" ▾"));
    m_comparisonButton->setToolTip(isYesterday ? tr("Dotted: how it was a day earlier, at the same time of day")
                                               : tr("Dotted: how it was a week earlier, at the same time of day"));
    fitHead();
}

/// Removes what does not fit rather than cutting the texts of buttons: first the comparison, which the label at the
/// line end repeats, then a part of the title, then "Back to now", which is in the menu and has a key.
void TimeChart::fitHead()
{
    const int between = 2 * metrics::step;
    m_liveButton->setVisible(!m_range->isLive());
    auto *name = findChild<ElidedLabel *>(QStringLiteral("cardTitle"));
    const int whole = std::min<int>(name->sizeHint().width(), longestComparedTitle);
    const auto left = [this, between] {
        int room = width() - 6 * metrics::step - 4;
        for (const QToolButton *button : {m_liveButton, m_comparisonButton, m_spanButton}) {
            room -= button->isHidden() ? 0 : button->sizeHint().width() + between;
        }
        return room - between; // and the space before the first button
    };
    if (left() < whole) {
        m_comparisonButton->hide();
    }
    if (left() < leastComparedTitle) {
        m_liveButton->hide();
    }
    name->setMinimumWidth(std::clamp<int>(left(), leastComparedTitle, std::max<int>(leastComparedTitle, whole)));
}

void TimeChart::resizeEvent(QResizeEvent *event)
{
    Card::resizeEvent(event);
    showComparison();
}

} // namespace plimsoll::views
