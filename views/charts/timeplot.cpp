// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeplot.h"

#include "models/text/format.h"
#include "views/charts/timeforecast.h"
#include "views/charts/timemarks.h"
#include "views/theme/plaintext.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

/// Axes of this length or longer have days and months instead of ages.
constexpr std::chrono::hours calendarFrom(7 * 24);
constexpr double densestColumn = 3; // px; closer points run together in lines of 2 px
constexpr std::size_t mostMarks = 10; ///< rows about events, including the one that counts the others
constexpr double leastDrag = 6; ///< px; less is a click
constexpr double zoomStep = 0.7; ///< factor per key press or wheel notch

} // namespace

TimePlot::TimePlot(Theme *theme, QWidget *parent) : Plot(theme, parent), m_lines(chart())
{
    setObjectName(QStringLiteral("timePlot"));
    setRenderHint(QPainter::Antialiasing);
    layOut();
}

void TimePlot::show(TimePicture picture)
{
    m_picture = std::move(picture);
    m_lines.setPicture(m_picture);
    layOut();
    viewport()->update();
}

TimeFrame TimePlot::frame() const
{
    return {m_picture, theme(), scale(), plotArea(), static_cast<double>(width())};
}

int TimePlot::columns() const
{
    // Steps of twenty, because lines would jitter if the number changed with each digit of the axis labels.
    const double past = plotArea().width() * static_cast<double>(m_picture.length.count()) / frame().wholeLength();
    return std::max(1, static_cast<int>(past / densestColumn / 20)) * 20;
}

void TimePlot::layOut()
{
    drawLines();
    place();
    if (columns() != m_columns) {
        drawLines();
        place();
    }
    m_words.place(frame(), m_lines, momentTag());
}

void TimePlot::drawLines()
{
    m_columns = columns();
    fitAxes(m_lines.decimate(m_picture, m_columns));
    m_lines.draw(frame());
}

void TimePlot::fitAxes(const LineRange &range)
{
    double high = range.high;
    for (const auto &line : m_picture.lines) {
        if (const TimePicture::Forecast *forecast = m_picture.forecastOf(line)) {
            high = std::max(high, forecast->valueIn(m_picture.endOf(*forecast)));
        }
    }
    const double low = std::isfinite(range.low) ? range.low : 0;
    high = std::isfinite(high) ? high : 0;
    // A limit far above the values would flatten the lines: includes it once the values reach 40 % of it.
    const double highest = high;
    for (const auto &limit : m_picture.limits) {
        if (highest >= 0.4 * limit.value) {
            high = std::max(high, limit.value);
        }
    }
    const int steps = std::clamp(height() / 36, 2, 5);
    const bool isLogarithmic = m_picture.isLogarithmic && low >= 0
        && std::none_of(m_picture.lines.begin(), m_picture.lines.end(), [](const auto &line) { return line.stacked; });
    if (m_picture.isShare) {
        models::Scale scale = models::niceScale(0, high, Unit::Score, steps);
        scale.top = std::min(scale.top, 1.0); // a share is at most 1
        setScale(scale, &models::formatShare);
        across()->setRange(-static_cast<double>(m_picture.length.count()),
                           static_cast<double>(m_picture.ahead.count()));
        return;
    }
    setScale(isLogarithmic ? models::logarithmicScale(high, m_picture.unit)
                           : models::niceScale(low, high, m_picture.unit, steps),
             m_picture.unit);
    across()->setRange(-static_cast<double>(m_picture.length.count()), static_cast<double>(m_picture.ahead.count()));
}

void TimePlot::place()
{
    const QFontMetricsF font(theme().smallFont());
    double right = font.horizontalAdvance(QCoreApplication::translate("chart", "now")) / 2;
    for (const TimeLines::EndLabel &label : m_lines.labels()) {
        right = m_picture.isAhead()
            ? right
            : std::max(right, std::min(endLabelWidth(frame()), font.horizontalAdvance(label.text)) + nameGap);
    }
    leaveRoom(right + 2);
    const double width = plotArea().width() / Px::zoom();
    setTicks(m_picture.isAhead() ? models::timeTicksAhead(m_picture.length, width)
                 : m_picture.isLive && m_picture.length < calendarFrom
                 ? models::timeTicks(m_picture.length, width)
                 : models::calendarTicks(m_picture.now - m_picture.length, m_picture.now, width));
}

void TimePlot::paintOver(QPainter &painter) const
{
    const TimeFrame frame = this->frame();
    paintDrag(painter);
    paintLimits(painter);
    paintMarks(painter, frame);
    paintForecasts(painter, frame);
    paintMoment(painter);
    m_words.paint(painter, frame);
    m_words.paintNames(painter, frame, m_lines);
    labelMoment(painter);
}

void TimePlot::paintLimits(QPainter &painter) const
{
    const QRectF plot = plotArea();
    for (const auto &limit : m_picture.limits) {
        if (limit.value <= scale().top) {
            QPen pen(limitColour(frame(), limit), 1);
            pen.setDashPattern({4, 3});
            painter.setPen(pen);
            painter.drawLine(QPointF(plot.left(), yOf(limit.value)), QPointF(plot.right(), yOf(limit.value)));
        }
    }
}

milliseconds TimePlot::readTime() const
{
    const milliseconds time = reading() ? frame().timeAtPlace(*reading()) : m_picture.now;
    return reading() && time <= m_picture.now ? m_lines.nearestPoint(frame(), time) : time;
}

void TimePlot::paintReading(QPainter &painter, double place) const
{
    m_readingBox = {};
    if (isDragging()) {
        return;
    }
    const TimeFrame frame = this->frame();
    const Tokens &tokens = frame.tokens();
    const QRectF &plot = frame.plot;
    const milliseconds pointed = frame.timeAtPlace(place);
    const milliseconds time = readTime();
    const double x = frame.xOf(time);
    painter.setPen(QPen(tokens.secondaryText, 1));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));

    std::vector<ReadingRow> rows;
    const bool isToCome = m_picture.isAhead() && time > m_picture.now;
    const std::vector<Dot> dots = m_lines.dotsAt(frame, time);
    std::vector<std::pair<double, ReadingRow>> figures; // with sort value; -infinity if unknown
    for (std::size_t i = 0; i < m_picture.lines.size() && !isToCome; ++i) {
        const auto &line = m_picture.lines[i];
        if (m_picture.hidden.contains(line.label)) {
            continue;
        }
        const auto dot = std::find_if(dots.begin(), dots.end(), [i](const Dot &one) { return one.line == i; });
        const QColor colour = frame.colourOf(line);
        if (dot == dots.end()) {
            figures.emplace_back(-std::numeric_limits<double>::infinity(),
                                 ReadingRow{line.label, models::unknownText(), colour});
            continue;
        }
        figures.emplace_back(isKnown(dot->own) ? dot->own : -std::numeric_limits<double>::infinity(),
                             ReadingRow{line.label, dot->text, colour, dot->brief});
        painter.setPen(QPen(tokens.card, 2));
        painter.setBrush(colour);
        painter.drawEllipse(dot->place, 4, 4);
    }
    // Highest first, so that the least important rows are dropped.
    std::stable_sort(figures.begin(), figures.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    for (auto &figure : figures) {
        rows.push_back(std::move(figure.second));
    }
    if (isToCome) {
        readForecasts(painter, frame, time, rows);
    }
    const bool isToday = m_picture.present - time < std::chrono::hours(24);
    if (const auto &earlier = m_lines.earlier(); earlier && !isToCome) {
        const std::optional<double> value = m_lines.earlierAt(frame, time);
        rows.push_back(
            {earlier->label, value ? m_picture.figureText(*value) : models::unknownText(), tokens.secondaryText});
    }
    QString title = tr("%1 · %2").arg(isToday ? models::formatTime(time) : models::formatDateTime(time),
                                      models::formatRelative(time, m_picture.present));
    const ReadingRoom room{plot, QRectF(rect()), rows.size(), rows.size() + mostMarks,
                           moreMarksText(frame, frame.xOf(pointed))};
    readMarks(frame, frame.xOf(pointed), rows, title);
    m_readingBox = layOutReading(QFontMetricsF(painter.font()), room, x, title, rows);
    paintReadingBox(painter, tokens, m_readingBox);
}

double TimePlot::next(std::optional<double> place, bool left) const
{
    return place.value_or(1) + (left ? -1 : 1) / 60.0;
}

/// Scales the range and keeps the time `around` in place.
void TimePlot::zoom(double factor, milliseconds around)
{
    const auto length = static_cast<double>(m_picture.length.count());
    const auto next = std::find_if(models::spans.begin(), models::spans.end(),
                                   [&](const models::SpanSpec &span) { return span.length() > m_picture.length; });
    if (factor > 1 && m_picture.isLive) { // zooming out while live selects the next span
        if (next != models::spans.end()) {
            emit spanWanted(static_cast<models::Span>(next - models::spans.begin()));
        }
        return;
    }
    const double after = static_cast<double>((m_picture.now - around).count()) * factor;
    const milliseconds to = around + milliseconds(std::llround(after));
    emit rangeWanted(to - milliseconds(std::llround(length * factor)), to);
}

/// Moves by `lengths` of the range, negative for back; reaching the present returns to live.
void TimePlot::move(double lengths)
{
    const milliseconds by(std::llround(lengths * static_cast<double>(m_picture.length.count())));
    const milliseconds to = m_picture.now + by;
    if (to >= m_picture.present) {
        emit liveWanted();
    } else {
        emit rangeWanted(to - m_picture.length, to);
    }
}

const TimePicture::LimitLine *TimePlot::limitAt(const QPointF &place) const
{
    const auto word = std::find_if(m_words.words().begin(), m_words.words().end(), [&place](const Word &each) {
        return each.limit >= 0 && each.place.contains(place);
    });
    if (word == m_words.words().end() || m_picture.moment) { // the limits of a past moment cannot be edited
        return nullptr;
    }
    const TimePicture::LimitLine &limit = m_picture.limits[static_cast<std::size_t>(word->limit)];
    return limit.collection ? &limit : nullptr;
}

void TimePlot::mousePressEvent(QMouseEvent *event)
{
    const QPointF at = event->position();
    const bool moves = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier) != 0);
    if (event->button() != Qt::LeftButton && !moves) {
        Plot::mousePressEvent(event);
        return;
    }
    for (std::size_t i = 0; i < m_words.namePlaces().size(); ++i) {
        if (m_words.namePlaces()[i].contains(at) && !m_lines.labels()[i].isStacked && !m_lines.labels()[i].isEarlier
            && m_picture.lines.size() > 1) {
            emit lineClicked(m_lines.labels()[i].text);
            return;
        }
    }
    if (plotArea().adjusted(-4, 0, 4, 0).contains(at)) {
        m_drag = Drag{moves, at.x(), at.x(), m_picture.now - m_picture.length, m_picture.now};
    }
}

void TimePlot::mouseMoveEvent(QMouseEvent *event)
{
    Plot::mouseMoveEvent(event);
    viewport()->setCursor(limitAt(event->position()) != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!m_drag) {
        return;
    }
    m_drag->end = event->position().x();
    if (m_drag->moves && std::abs(m_drag->end - m_drag->begin) >= leastDrag) {
        const double share = (m_drag->begin - m_drag->end) / plotArea().width();
        const milliseconds by(std::llround(share * frame().wholeLength()));
        emit rangeWanted(m_drag->from + by, m_drag->to + by);
    }
    viewport()->update();
}

void TimePlot::mouseReleaseEvent(QMouseEvent *event)
{
    Plot::mouseReleaseEvent(event);
    if (!m_drag) {
        return;
    }
    Drag drag = *m_drag;
    drag.end = event->position().x();
    m_drag.reset();
    viewport()->update();
    const QRectF plot = plotArea();
    const double left = std::clamp(std::min(drag.begin, drag.end), plot.left(), plot.right());
    const double right = std::clamp(std::max(drag.begin, drag.end), plot.left(), plot.right());
    if (m_picture.isAhead() && left > frame().nowPlace()) {
        return; // the future can be neither zoomed to nor selected
    }
    if (drag.moves || right - left >= leastDrag) {
        takeKeys();
    }
    if (!drag.moves && right - left >= leastDrag) {
        emit rangeWanted(frame().timeAt(left),
                         frame().timeAt(m_picture.isAhead() ? std::min(right, frame().nowPlace()) : right));
    } else if (const TimePicture::LimitLine *limit = limitAt(event->position()); !drag.moves && limit != nullptr) {
        emit limitClicked(*limit->collection, limit->figure);
    } else if (!drag.moves && right - left < leastDrag && !isEmpty()) {
        emit momentClicked(std::chrono::floor<std::chrono::seconds>(frame().timeAt(right)));
    }
}

/// Takes the focus after zooming or moving, so that Escape and End return to now.
void TimePlot::takeKeys()
{
    setFocus(Qt::MouseFocusReason);
}

/// Claims Escape while the chart can return to now; otherwise the key leaves the page.
bool TimePlot::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape
        && isEscapeOurs()) {
        event->accept();
        return true;
    }
    return Plot::event(event);
}

/// Zooms with Ctrl, moves with Shift, otherwise scrolls the page.
void TimePlot::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const double notches = static_cast<double>(turned.y() != 0 ? turned.y() : turned.x()) / 120;
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        const QRectF plot = plotArea();
        takeKeys();
        zoom(std::pow(zoomStep, notches),
             frame().timeAt(std::clamp(event->position().x(), plot.left(), frame().nowPlace())));
        event->accept();
    } else if ((event->modifiers() & Qt::ShiftModifier) != 0) {
        takeKeys();
        move(-notches / 4);
        event->accept();
    } else {
        event->ignore();
    }
}

void TimePlot::keyPressEvent(QKeyEvent *event)
{
    const milliseconds read = reading() ? std::min(readTime(), m_picture.now) : m_picture.now - m_picture.length / 2;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(zoomStep, read);
        break;
    case Qt::Key_Minus:
        zoom(1 / zoomStep, read);
        break;
    case Qt::Key_PageUp:
        move(-1);
        break;
    case Qt::Key_PageDown:
        move(1);
        break;
    case Qt::Key_Home: {
        const milliseconds begin = m_picture.present - models::spanLength(m_picture.span);
        emit rangeWanted(begin, begin + m_picture.length);
        break;
    }
    case Qt::Key_End:
        emit liveWanted();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (reading() && readTime() <= m_picture.now) {
            emit momentClicked(std::chrono::floor<std::chrono::seconds>(read));
        } else {
            Plot::keyPressEvent(event);
        }
        break;
    case Qt::Key_N:
        askNote();
        break;
    case Qt::Key_L:
        emit logarithmicToggled();
        break;
    case Qt::Key_Escape:
        if (isEscapeOurs()) {
            emit liveWanted();
            break;
        }
        [[fallthrough]];
    default:
        Plot::keyPressEvent(event);
    }
}

/// Paints a line at the selected moment and fades later times.
void TimePlot::paintMoment(QPainter &painter) const
{
    const QRectF plot = plotArea();
    const double x = m_picture.moment ? frame().xOf(*m_picture.moment) : 0;
    if (!m_picture.moment || x > plot.right()) {
        return;
    }
    const Tokens &tokens = theme().tokens();
    QColor veil = tokens.card;
    veil.setAlphaF(0.6F);
    const double from = std::max(x, plot.left());
    painter.fillRect(QRectF(from, plot.top() - 1, plot.right() - from + 2, plot.height() + 1), veil);
    if (x < plot.left()) {
        return;
    }
    painter.setPen(QPen(tokens.pastFrame, 2));
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
}

/// Returns the place of the tag that names the selected moment, drawn over all words; nullopt if it is out of range.
std::optional<QRectF> TimePlot::momentTag() const
{
    const QRectF plot = plotArea();
    const double x = m_picture.moment ? frame().xOf(*m_picture.moment) : -1;
    if (!m_picture.moment || x < plot.left() || x > plot.right()) {
        return std::nullopt;
    }
    const QFontMetricsF font(theme().smallFont());
    QRectF tag(x, plot.top(), font.horizontalAdvance(models::formatTime(*m_picture.moment)) + 8, font.height() + 2);
    if (tag.right() > plot.right()) {
        tag.moveRight(x);
    }
    return tag;
}

void TimePlot::labelMoment(QPainter &painter) const
{
    const auto tag = momentTag();
    if (!tag) {
        return;
    }
    const Tokens &tokens = theme().tokens();
    painter.setFont(theme().smallFont());
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.past);
    painter.drawRoundedRect(*tag, 3, 3);
    painter.setPen(tokens.onPast);
    painter.drawText(*tag, Qt::AlignCenter, models::formatTime(*m_picture.moment));
    painter.setBrush(Qt::NoBrush);
}

bool TimePlot::isDragging() const
{
    return m_drag && std::abs(m_drag->end - m_drag->begin) >= leastDrag;
}

void TimePlot::paintDrag(QPainter &painter) const
{
    if (!isDragging() || m_drag->moves) {
        return;
    }
    const QRectF plot = plotArea();
    const double left = std::clamp(std::min(m_drag->begin, m_drag->end), plot.left(), plot.right());
    const double right = std::clamp(std::max(m_drag->begin, m_drag->end), plot.left(), plot.right());
    QColor colour = theme().tokens().accent;
    colour.setAlphaF(0.18F);
    painter.fillRect(QRectF(left, plot.top(), right - left, plot.height()), colour);
}

void TimePlot::askNote()
{
    const milliseconds time = std::min(readTime(), m_picture.present);
    for (const TimePicture::Mark *mark : marksNear(frame(), frame().xOf(time))) {
        if (reading() && mark->shape == TimePicture::Mark::Shape::Diamond) {
            emit noteWanted(mark->time, mark->id);
            return;
        }
    }
    emit noteWanted(time, {});
}

/// Shows the full name of a line whose label is elided.
bool TimePlot::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip) {
        return QChartView::viewportEvent(event);
    }
    const auto *help = static_cast<QHelpEvent *>(event);
    const QFontMetricsF font(theme().smallFont());
    for (std::size_t i = 0; i < m_words.namePlaces().size(); ++i) {
        if (m_words.namePlaces()[i].contains(help->pos())
            && font.horizontalAdvance(m_lines.labels()[i].text) > endLabelWidth(frame())) {
            showTip(help->globalPos(), m_lines.labels()[i].text, this, m_words.namePlaces()[i].toAlignedRect());
            return true;
        }
    }
    if (limitAt(help->pos()) != nullptr) {
        showTip(help->globalPos(), tr("Click: edit the limit"), this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace plimsoll::views
