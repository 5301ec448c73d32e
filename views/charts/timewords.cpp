// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QCoreApplication>

#include <algorithm>

/// Placement of the words of a chart; timeplot.cpp has the rest of TimePlot.
namespace plimsoll::views {

namespace {

// Limits on labels at line ends: px, and share of the chart width.
constexpr Px longestLabel{120};
constexpr double labelShare = 0.25;
constexpr Px nameGap{6}; ///< px between a line and its name

} // namespace

void TimePlot::placeWords()
{
    m_words.clear();
    placeNames();
    placeMarks();
    const auto marks = static_cast<std::ptrdiff_t>(m_words.size());
    placeGaps();
    placeForecasts();
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    const std::vector<QPolygonF> curves = curvesInPixels();
    std::vector<QRectF> taken;
    for (const Word &word : m_words) {
        taken.push_back(word.place);
    }
    if (isAhead()) { // line names are inside the plot
        taken.insert(taken.end(), m_names.begin(), m_names.end());
    }
    if (const auto tag = momentTag()) {
        taken.push_back(*tag);
    }
    // Warning limits are labelled on the left, critical ones on the right, so that two close ones do not collide.
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
    // Limit labels take precedence; an event is also shown at the pointer.
    m_words.erase(std::remove_if(m_words.begin(), m_words.begin() + marks,
                                 [&places](const Word &word) {
                                     const QRectF wide = word.place.adjusted(-nameGap, 0, nameGap, 0);
                                     return std::any_of(places.begin(), places.end(),
                                                        [&wide](const QRectF &one) { return one.intersects(wide); });
                                 }),
                  m_words.begin() + marks);
    for (std::size_t i = 0; i < places.size(); ++i) {
        m_words.push_back(
            {texts[static_cast<qsizetype>(i)], places[i], colourOf(m_picture.limits[i]), static_cast<int>(i)});
    }
}

/// Places the word of each mark next to its line; one that would cover another word is only shown at the pointer.
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
        if (place.right() > nowPlace()) { // line names start there
            place.moveRight(x - 4);
        }
        if (isFree(place) && place.left() >= plot.left()) {
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
    return std::min<double>(longestLabel, labelShare * width());
}

/// Places names next to line ends: in the margin, or in the room ahead, away from the forecasts.
void TimePlot::placeNames()
{
    const QRectF plot = plotArea();
    const QFontMetricsF font(theme().smallFont());
    const double height = font.height();
    std::vector<EndName> names;
    std::vector<double> centres;
    for (const EndLabel &label : m_labels) {
        const double own = std::min(labelWidth(), font.horizontalAdvance(label.text));
        const double y = yOf(label.value);
        const auto last = m_nameOffsets.constFind(label.text);
        names.push_back({y, own, last == m_nameOffsets.constEnd() ? std::nullopt : std::optional(*last)});
        centres.push_back(y);
    }
    std::optional<std::vector<double>> placed;
    if (isAhead()) {
        std::vector<QPolygonF> curves = curvesInPixels();
        std::erase_if(curves, [this](const QPolygonF &curve) { return curve.last().x() <= nowPlace(); });
        for (const QRectF &ring : rings()) { // a ring costs more than a line
            curves.insert(curves.end(), 4, QPolygonF({ring.bottomLeft(), ring.topRight()}));
        }
        std::vector<double> limits;
        for (const auto &limit : m_picture.limits) {
            limits.push_back(yOf(limit.value));
        }
        const QRectF room(QPointF(nowPlace() + nameGap, plot.top() - height / 2), plot.bottomRight());
        placed = views::placeNames(room, height, names, curves, limits);
    }
    if (!placed) {
        placed = spreadLabels(centres, height, 0, plot.bottom() + height / 2);
    }
    m_names.clear();
    m_nameOffsets.clear();
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        const double width = isAhead() ? names[i].width : labelWidth(); // the whole margin is clickable
        m_names.emplace_back(nowPlace() + nameGap, (*placed)[i] - height / 2, width, height);
        m_nameOffsets.insert(m_labels[i].text, (*placed)[i] - names[i].y);
    }
}

std::vector<TimePlot::Word> TimePlot::names() const
{
    std::vector<Word> names;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        names.push_back({m_labels[i].text, m_names[i], m_labels[i].colour});
    }
    return names;
}

std::vector<QPolygonF> TimePlot::curvesInPixels() const
{
    std::vector<QPolygonF> curves;
    for (const QList<QPointF> &curve : m_curves) {
        QPolygonF drawn;
        for (const QPointF &point : curve) {
            drawn.append(QPointF(xOf(point.x()), yOfDrawn(point.y())));
        }
        curves.push_back(drawn);
    }
    return curves;
}

/// Returns true if the place is clear of other words and names.
bool TimePlot::isFree(const QRectF &place) const
{
    const QRectF wide = place.adjusted(-nameGap, -1, nameGap, 1);
    return std::none_of(m_words.begin(), m_words.end(), [&](const Word &word) { return word.place.intersects(wide); })
        && std::none_of(m_names.begin(), m_names.end(), [&](const QRectF &name) { return name.intersects(wide); });
}

} // namespace plimsoll::views
