// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timeplot.h"

#include "models/format.h"
#include "views/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

/// User interaction with a TimePlot: zooming, moving, returning to now, hiding a line. timeplot.cpp has the rest of
/// TimePlot.
namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;

constexpr double leastDrag = 6; ///< px; less is a click
constexpr double zoomStep = 0.7; ///< factor per key press or wheel notch

} // namespace

milliseconds TimePlot::timeAtPlace(double place) const
{
    return m_picture.now + m_picture.ahead - milliseconds(std::llround((1 - place) * wholeLength()));
}

milliseconds TimePlot::timeAt(double x) const
{
    const QRectF plot = plotArea();
    return timeAtPlace((x - plot.left()) / plot.width());
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

const TimeChart::LimitLine *TimePlot::limitAt(const QPointF &place) const
{
    const auto word = std::find_if(m_words.begin(), m_words.end(), [&place](const Word &each) {
        return each.limit >= 0 && each.place.contains(place);
    });
    if (word == m_words.end() || m_picture.moment) { // the limits of a past moment cannot be edited
        return nullptr;
    }
    const TimeChart::LimitLine &limit = m_picture.limits[static_cast<std::size_t>(word->limit)];
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
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (m_names[i].contains(at) && !m_labels[i].isStacked && !m_labels[i].isEarlier && m_picture.lines.size() > 1) {
            emit lineClicked(m_labels[i].text);
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
        const milliseconds by(std::llround(share * wholeLength()));
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
    if (isAhead() && left > nowPlace()) {
        return; // the future can be neither zoomed to nor selected
    }
    if (drag.moves || right - left >= leastDrag) {
        takeKeys();
    }
    if (!drag.moves && right - left >= leastDrag) {
        emit rangeWanted(timeAt(left), timeAt(isAhead() ? std::min(right, nowPlace()) : right));
    } else if (const TimeChart::LimitLine *limit = limitAt(event->position()); !drag.moves && limit != nullptr) {
        emit limitClicked(*limit->collection, limit->figure);
    } else if (!drag.moves && right - left < leastDrag && !isEmpty()) {
        emit momentClicked(std::chrono::floor<std::chrono::seconds>(timeAt(right)));
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
        zoom(std::pow(zoomStep, notches), timeAt(std::clamp(event->position().x(), plot.left(), nowPlace())));
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
    const double x = m_picture.moment ? xOf(*m_picture.moment) : 0;
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
    const double x = m_picture.moment ? xOf(*m_picture.moment) : -1;
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

} // namespace plimsoll::views
