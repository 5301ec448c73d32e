// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timewords.h"

#include "views/charts/chartpaint.h"
#include "views/charts/timeforecast.h"
#include "views/charts/timemarks.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace plimsoll::views {

namespace {

// Limits on labels at line ends: px, and share of the chart width.
constexpr Px longestLabel{120};
constexpr double labelShare = 0.25;

struct TimePlotWords {
    Q_DECLARE_TR_FUNCTIONS(chart)
};

} // namespace

double endLabelWidth(const TimeFrame &frame)
{
    return std::min<double>(longestLabel, labelShare * frame.width);
}

QColor limitColour(const TimeFrame &frame, const TimePicture::LimitLine &limit)
{
    return limit.critical ? frame.tokens().critical : frame.tokens().warning;
}

void TimeWords::place(const TimeFrame &frame, const TimeLines &lines, const std::optional<QRectF> &tag)
{
    m_words.clear();
    placeNames(frame, lines);
    placeMarks(frame);
    const auto marks = static_cast<std::ptrdiff_t>(m_words.size());
    placeGaps(frame, lines);
    placeForecasts(frame, lines);
    const QRectF &plot = frame.plot;
    const QFontMetricsF font(frame.theme.smallFont());
    const std::vector<QPolygonF> curves = lines.curvesIn(frame);
    std::vector<QRectF> taken;
    for (const Word &word : m_words) {
        taken.push_back(word.place);
    }
    if (frame.picture.isAhead()) { // line names are inside the plot
        taken.insert(taken.end(), m_names.begin(), m_names.end());
    }
    if (tag) {
        taken.push_back(*tag);
    }
    // Warning limits are labelled on the left, critical ones on the right, so that two close ones do not collide.
    m_limitLabels.resize(frame.picture.limits.size());
    QStringList texts;
    for (std::size_t i = 0; i < m_limitLabels.size(); ++i) {
        const auto &limit = frame.picture.limits[i];
        const bool inside = limit.value <= frame.scale.top;
        const QString text = font.elidedText(inside ? limit.label : QStringLiteral("↑ ") + limit.label, Qt::ElideRight,
                                             plot.width() - 8);
        texts.append(text);
        m_limitLabels[i].y = inside ? std::optional(frame.yOf(limit.value)) : std::nullopt;
        m_limitLabels[i].size = {font.horizontalAdvance(text), font.height()};
        m_limitLabels[i].right = limit.critical;
    }
    std::vector<QRectF> places = placeLabels(plot, m_limitLabels, curves, taken);
    const auto firstStaying = taken.begin() + marks; // words of marks give way to limits, all others do not
    for (QRectF &one : places) {
        if (std::any_of(firstStaying, taken.end(), [&one](const QRectF &other) { return one.intersects(other); })) {
            one = {};
        }
    }
    // Limit labels take precedence; an event is also shown at the pointer.
    m_words.erase(std::remove_if(m_words.begin(), m_words.begin() + marks,
                                 [&places](const Word &word) {
                                     const QRectF wide = word.place.adjusted(-nameGap, 0, nameGap, 0);
                                     return std::any_of(places.begin(), places.end(),
                                                        [&wide](const QRectF &one) { return one.intersects(wide); });
                                 }),
                  m_words.begin() + marks);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].isEmpty()) {
            continue;
        }
        m_words.push_back({texts[static_cast<qsizetype>(i)], places[i], limitColour(frame, frame.picture.limits[i]),
                           static_cast<int>(i)});
    }
}

/// Returns the place of a word next to the line of its mark at `x`: on the right or left of it, in the first row or
/// below that of gaps, and over the line of another mark only if nothing else is left.
std::optional<QRectF> TimeWords::markPlace(const TimeFrame &frame, double x, const QSizeF &size) const
{
    const auto isOverLine = [&frame](const QRectF &place) {
        return std::ranges::any_of(frame.picture.marks, [&](const TimePicture::Mark &mark) {
            const double line = frame.xOf(mark.time);
            return mark.shape == TimePicture::Mark::Shape::Line && line > place.left() - 2 && line < place.right() + 2;
        });
    };
    std::optional<QRectF> overLine;
    for (const double below : {0.0, 2 * (size.height() + 2)}) {
        for (const bool isRight : {true, false}) {
            QRectF place(QPointF(x + 4, frame.plot.top() + below), size);
            if (!isRight) {
                place.moveRight(x - 4);
            }
            const bool hasRoom =
                isRight ? place.right() <= frame.nowPlace() : place.left() >= frame.plot.left(); // names start at now
            if (!hasRoom || !isFree(place)) {
                continue;
            }
            if (!isOverLine(place)) {
                return place;
            }
            overLine = overLine ? overLine : place;
        }
    }
    return overLine;
}

/// Places the word of each mark next to its line; one that would cover another word is only shown at the pointer.
void TimeWords::placeMarks(const TimeFrame &frame)
{
    const QRectF &plot = frame.plot;
    const QFontMetricsF font(frame.theme.smallFont());
    for (const auto &mark : frame.picture.marks) {
        const double x = frame.xOf(mark.time);
        if (mark.word.isEmpty() || x < plot.left() || x > plot.right()) {
            continue;
        }
        const QSizeF size(font.horizontalAdvance(mark.word), font.height());
        if (const std::optional<QRectF> place = markPlace(frame, x, size)) {
            m_words.push_back({mark.word, *place, markColour(frame, mark)});
        }
    }
}

void TimeWords::placeGaps(const TimeFrame &frame, const TimeLines &lines)
{
    const QRectF &plot = frame.plot;
    const QFontMetricsF font(frame.theme.smallFont());
    const QString text = TimePlotWords::tr("no data");
    const double needed = font.horizontalAdvance(text) + 8;
    for (const QPointF &gap : lines.gaps()) {
        const double left = frame.xOf(gap.x());
        const double right = frame.xOf(gap.y());
        if (right - left < needed) {
            continue;
        }
        QRectF place(0, plot.top() + font.height() + 2, needed - 8, font.height());
        place.moveCenter({(left + right) / 2, place.center().y()});
        m_words.push_back({text, place, frame.tokens().secondaryText});
    }
}

void TimeWords::placeForecasts(const TimeFrame &frame, const TimeLines &lines)
{
    const std::vector<QPolygonF> curves = frame.picture.isAhead() ? lines.curvesIn(frame) : std::vector<QPolygonF>();
    const auto isFreePlace = [this](const QRectF &place) { return isFree(place); };
    for (const auto &line : frame.picture.lines) {
        const TimePicture::Forecast *forecast = frame.picture.forecastOf(line);
        if (forecast == nullptr || !forecast->until || *forecast->until > frame.picture.ahead
            || forecast->word.isEmpty()) {
            continue;
        }
        if (const std::optional<QRectF> place = forecastPlace(frame, *forecast, curves, isFreePlace)) {
            m_words.push_back({forecast->word, *place, frame.tokens().text});
        }
    }
    const auto &all = frame.picture.lines;
    const bool isAny = std::any_of(all.begin(), all.end(),
                                   [&frame](const auto &line) { return frame.picture.forecastOf(line) != nullptr; });
    if (frame.picture.isAhead() && !isAny) { // why that half is empty
        const QFontMetricsF font(frame.theme.smallFont());
        const QString text = TimePlotWords::tr("no forecast: no clear trend");
        QRectF place(QPointF(), QSizeF(font.horizontalAdvance(text), font.height()));
        place.moveCenter({(frame.nowPlace() + frame.plot.right()) / 2, frame.plot.center().y()});
        if (place.left() > frame.nowPlace() && isFree(place)) {
            m_words.push_back({text, place, frame.tokens().secondaryText});
        }
    }
}

/// Places names next to line ends: in the margin, or in the room ahead, away from the forecasts.
void TimeWords::placeNames(const TimeFrame &frame, const TimeLines &lines)
{
    const QRectF &plot = frame.plot;
    const QFontMetricsF font(frame.theme.smallFont());
    const double height = font.height();
    std::vector<EndName> names;
    std::vector<double> centres;
    for (const TimeLines::EndLabel &label : lines.labels()) {
        const double own = std::min(endLabelWidth(frame), font.horizontalAdvance(label.text));
        const double y = frame.yOf(label.value);
        const auto last = m_nameOffsets.constFind(label.text);
        names.push_back({y, own, last == m_nameOffsets.constEnd() ? std::nullopt : std::optional(*last)});
        centres.push_back(y);
    }
    std::optional<std::vector<double>> placed;
    if (frame.picture.isAhead()) {
        std::vector<QPolygonF> curves = lines.curvesIn(frame);
        std::erase_if(curves, [&frame](const QPolygonF &curve) { return curve.last().x() <= frame.nowPlace(); });
        for (const QRectF &ring : forecastRings(frame)) { // a ring costs more than a line
            curves.insert(curves.end(), 4, QPolygonF({ring.bottomLeft(), ring.topRight()}));
        }
        std::vector<double> limits;
        for (const auto &limit : frame.picture.limits) {
            limits.push_back(frame.yOf(limit.value));
        }
        const QRectF room(QPointF(frame.nowPlace() + nameGap, plot.top() - height / 2), plot.bottomRight());
        placed = views::placeNames(room, height, names, curves, limits);
    }
    if (!placed) {
        placed = models::spreadLabels(centres, height, 0, plot.bottom() + height / 2);
    }
    m_names.clear();
    m_nameOffsets.clear();
    for (std::size_t i = 0; i < lines.labels().size(); ++i) {
        const double width =
            frame.picture.isAhead() ? names[i].width : endLabelWidth(frame); // the whole margin is clickable
        m_names.emplace_back(frame.nowPlace() + nameGap, (*placed)[i] - height / 2, width, height);
        m_nameOffsets.insert(lines.labels()[i].text, (*placed)[i] - names[i].y);
    }
}

std::vector<TimeWords::Word> TimeWords::names(const TimeLines &lines) const
{
    std::vector<Word> names;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        names.push_back({lines.labels()[i].text, m_names[i], lines.labels()[i].colour});
    }
    return names;
}

/// Returns true if the place is clear of other words and names.
bool TimeWords::isFree(const QRectF &place) const
{
    const QRectF wide = place.adjusted(-nameGap, -1, nameGap, 1);
    return std::none_of(m_words.begin(), m_words.end(), [&](const Word &word) { return word.place.intersects(wide); })
        && std::none_of(m_names.begin(), m_names.end(), [&](const QRectF &name) { return name.intersects(wide); });
}

void TimeWords::paint(QPainter &painter, const TimeFrame &frame) const
{
    for (const Word &word : m_words) {
        paintWord(painter, word.place, word.text, word.colour, frame.tokens().card);
    }
}

void TimeWords::paintNames(QPainter &painter, const TimeFrame &frame, const TimeLines &lines) const
{
    const QFontMetricsF font(painter.font());
    painter.save();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        QFont own = painter.font();
        own.setStrikeOut(lines.labels()[i].isHidden);
        painter.setFont(own);
        // A label leaves a margin in the forecasts around it.
        paintWord(painter, m_names[i], font.elidedText(lines.labels()[i].text, Qt::ElideRight, endLabelWidth(frame)),
                  lines.labels()[i].colour, frame.tokens().card);
    }
    painter.restore();
}

} // namespace plimsoll::views
