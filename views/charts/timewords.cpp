// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>

/// Where the words of a chart stand; the rest of TimePlot is in timeplot.cpp.
namespace plimsoll::views {

namespace {

// Labels at the ends of lines: at most so wide, and at most that share of the chart.
constexpr double longestLabel = 120;
constexpr double labelShare = 0.25;

} // namespace

void TimePlot::placeWords()
{
    m_words.clear();
    placeMarks();
    placeGaps();
    placeForecasts();
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    std::vector<QPolygonF> curves;
    for (const QList<QPointF> &curve : m_curves) {
        QPolygonF drawn;
        for (const QPointF &point : curve) {
            drawn.append(QPointF(xOf(point.x()), yOfDrawn(point.y())));
        }
        curves.push_back(drawn);
    }
    std::vector<QRectF> taken;
    for (const Word &word : m_words) {
        taken.push_back(word.place);
    }
    if (isAhead()) { // where names of lines stand within the plot
        const std::vector<QRectF> names = labelPlaces(font);
        taken.insert(taken.end(), names.begin(), names.end());
    }
    if (const auto tag = momentTag()) {
        taken.push_back(*tag);
    }
    // Warnings are named at the left, critical limits at the right, so that two close ones do not collide.
    m_limitLabels.resize(m_picture.limits.size());
    QStringList texts;
    for (std::size_t i = 0; i < m_limitLabels.size(); ++i) {
        const auto &limit = m_picture.limits[i];
        const bool inside = limit.value <= scale().top;
        const QString text = font.elidedText(inside ? limit.label : QStringLiteral("↑ ") + limit.label, Qt::ElideRight,
                                             plot.width() - 8);
        texts.append(text);
        m_limitLabels[i].y = inside ? std::optional(yOf(limit.value)) : std::nullopt;
        m_limitLabels[i].size = {font.horizontalAdvance(text), font.height()};
        m_limitLabels[i].right = limit.critical;
    }
    const std::vector<QRectF> places = placeLabels(plot, m_limitLabels, curves, taken);
    for (std::size_t i = 0; i < places.size(); ++i) {
        m_words.push_back({texts[static_cast<qsizetype>(i)], places[i], colourOf(m_picture.limits[i])});
    }
}

/// Beside the line of each; one that would cover another's is read at the pointer alone.
void TimePlot::placeMarks()
{
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    for (const auto &mark : m_picture.marks) {
        const double x = xOf(mark.time);
        if (mark.word.isEmpty() || x < plot.left() || x > plot.right()) {
            continue;
        }
        QRectF place(x + 4, plot.top(), font.horizontalAdvance(mark.word), font.height());
        if (place.right() > plot.right()) {
            place.moveRight(x - 4);
        }
        const bool isFree = std::none_of(m_words.begin(), m_words.end(),
                                         [&](const Word &word) { return word.place.intersects(place); });
        if (isFree && place.left() >= plot.left()) {
            m_words.push_back({mark.word, place, colourOf(mark)});
        }
    }
}

void TimePlot::placeGaps()
{
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    const QString text = tr("no data");
    const double needed = font.horizontalAdvance(text) + 8;
    for (const QPointF &gap : m_gaps) {
        const double left = xOf(gap.x());
        const double right = xOf(gap.y());
        if (right - left < needed) {
            continue;
        }
        QRectF place(0, plot.top() + font.height() + 2, needed - 8, font.height());
        place.moveCenter({(left + right) / 2, place.center().y()});
        m_words.push_back({text, place, theme().tokens().secondaryText});
    }
}

double TimePlot::labelWidth() const
{
    return std::min(longestLabel, labelShare * width());
}

std::vector<QRectF> TimePlot::labelPlaces(const QFontMetricsF &font) const
{
    const QRectF plot = plotArea();
    std::vector<double> centres;
    centres.reserve(m_labels.size());
    for (const EndLabel &label : m_labels) {
        centres.push_back(yOf(label.value) + label.aside * font.height());
    }
    centres = spreadLabels(centres, font.height(), 0, plot.bottom() + font.height() / 2);
    std::vector<QRectF> places;
    places.reserve(centres.size());
    for (const double centre : centres) {
        places.emplace_back((isAhead() ? nowPlace() : plot.right()) + 6, centre - font.height() / 2, labelWidth(),
                            font.height());
    }
    return places;
}

} // namespace plimsoll::views
