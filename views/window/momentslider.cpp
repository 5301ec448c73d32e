// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/window/momentslider.h"

#include "models/text/format.h"
#include "models/history/moment.h"
#include "models/charts/chartmath.h"
#include "views/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace plimsoll::views {

using std::chrono::milliseconds;
using std::chrono::seconds;
using namespace std::chrono_literals;

namespace {

constexpr std::array<std::chrono::hours, 7> momentSpans{1h, 6h, 24h, 7 * 24h, 30 * 24h, 90 * 24h, 400 * 24h};
constexpr Px side{8}; // px next to the track; half of the handle
constexpr auto stillRecorded = 10s; ///< age of the newest recorded moment while polls are recorded
constexpr Px trackY{22}, trackHeight{5}, handle{14};
constexpr Px barTop{9}; // of an alert

} // namespace

MomentSlider::MomentSlider(const Theme *theme, QWidget *parent) : QSlider(Qt::Horizontal, parent), m_theme(theme)
{
    setObjectName(QStringLiteral("momentSlider"));
    setAccessibleName(tr("Moment shown"));
    setToolTip(tr("← and →: a minute earlier or later. Page Up and Page Down: a tenth of the range. End: back to live. "
                  "+ and −: a shorter or longer range."));
    setSingleStep(60);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QSlider::valueChanged, this, &MomentSlider::choose);
}

/// Called on user input. A key leads over a gap, the mouse to its nearer end.
void MomentSlider::choose(int value)
{
    const milliseconds wanted = m_from + seconds(value);
    setTime(recordedAt(wanted, isSliderDown() ? milliseconds(0) : wanted - m_time));
    emit timeChosen(m_time);
}

milliseconds MomentSlider::recordedAt(milliseconds time, milliseconds by) const
{
    using models::Toward;
    if (m_recorded.empty() || (time > m_recorded.back().to && by > milliseconds(0))) {
        return time; // towards now
    }
    const Toward toward = by < milliseconds(0) ? Toward::Earlier
        : by > milliseconds(0)                 ? Toward::Later
                                               : Toward::Nearest;
    return models::recordedAt(m_recorded, time, toward);
}

QSize MomentSlider::sizeHint() const
{
    return {430, 46};
}

QSize MomentSlider::minimumSizeHint() const
{
    return {90, 46};
}

void MomentSlider::setRecorded(const std::vector<TimeRange> &recorded, milliseconds present)
{
    m_recorded = recorded;
    if (!m_recorded.empty() && present - m_recorded.back().to <= stillRecorded) {
        m_recorded.back().to = milliseconds::max();
    }
}

void MomentSlider::setReach(milliseconds moment, milliseconds present)
{
    m_to = std::chrono::ceil<seconds>(present);
    while (m_span + 1 < momentSpans.size() && m_to - moment > momentSpans.at(m_span)) {
        ++m_span;
    }
    fit();
    setTime(moment);
}

/// Clips the range to the recording.
void MomentSlider::fit()
{
    const milliseconds first = m_recorded.empty() ? m_to : m_recorded.front().from;
    const milliseconds from = std::max<milliseconds>(m_to - momentSpans.at(m_span), first);
    m_from = std::chrono::floor<seconds>(std::min(from, m_to - 1min));
    const QSignalBlocker quiet(this);
    const auto length = static_cast<int>(std::chrono::duration_cast<seconds>(m_to - m_from).count());
    setRange(0, length);
    setPageStep(std::max(60, length / 10));
    setTime(m_time);
}

void MomentSlider::setTime(milliseconds time)
{
    m_time = time;
    const QSignalBlocker quiet(this);
    setValue(static_cast<int>(std::chrono::duration_cast<seconds>(time - m_from).count()));
    setAccessibleDescription(models::formatDateTime(time));
    update();
}

void MomentSlider::setMarks(const std::vector<Mark> &marks)
{
    m_marks = marks;
    update();
}

void MomentSlider::zoom(int steps)
{
    const auto last = static_cast<int>(momentSpans.size()) - 1;
    int next = std::clamp(static_cast<int>(m_span) + steps, 0, last);
    while (next < last && m_to - m_time > momentSpans.at(static_cast<std::size_t>(next))) {
        ++next;
    }
    m_span = static_cast<std::size_t>(next);
    fit();
    update();
}

double MomentSlider::xOf(milliseconds time) const
{
    const double share = static_cast<double>((time - m_from).count()) / static_cast<double>((m_to - m_from).count());
    return side + share * (width() - 2 * side);
}

void MomentSlider::chooseAt(double x)
{
    const double share = std::clamp((x - side) / (width() - 2 * side), 0.0, 1.0);
    setValue(static_cast<int>(std::lround(share * maximum())));
}

void MomentSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton) {
        setSliderDown(true);
        chooseAt(event->position().x());
    }
}

void MomentSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (isSliderDown()) {
        chooseAt(event->position().x());
    }
}

void MomentSlider::mouseReleaseEvent(QMouseEvent * /*event*/)
{
    setSliderDown(false);
}

void MomentSlider::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        step(-singleStep());
        return;
    case Qt::Key_Right:
        step(singleStep());
        return;
    case Qt::Key_PageUp: // earlier, as in a chart
        step(-pageStep());
        return;
    case Qt::Key_PageDown:
        step(pageStep());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(-1);
        return;
    case Qt::Key_Minus:
        zoom(1);
        return;
    default:
        break;
    }
    QSlider::keyPressEvent(event);
}

void MomentSlider::step(int by)
{
    if (by < 0 && value() == minimum()) {
        zoom(1); // an earlier range may exist
    }
    const auto newest = static_cast<int>(std::chrono::floor<seconds>(m_to - m_from - newestPast).count());
    setValue(by > 0 ? std::max(value(), std::min(value() + by, newest)) : value() + by);
}

/// Zooms with Ctrl, as over a chart.
void MomentSlider::wheelEvent(QWheelEvent *event)
{
    if ((event->modifiers() & Qt::ControlModifier) != 0 && event->angleDelta().y() != 0) {
        zoom(event->angleDelta().y() > 0 ? -1 : 1);
    }
    event->accept();
}

QString MomentSlider::gapAt(double x) const
{
    const milliseconds time = m_from + seconds(std::lround((x - side) / (width() - 2 * side) * maximum()));
    const std::optional<TimeRange> gap = models::gapAt(m_recorded, time);
    return gap ? tr("nothing was recorded from %1 to %2")
                     .arg(models::formatDateTime(gap->from), models::formatDateTime(gap->to))
               : QString();
}

bool MomentSlider::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString gap = gapAt(help->pos().x());
        QToolTip::showText(help->globalPos(), gap.isEmpty() ? toolTip() : gap, this);
        return true;
    }
    return QSlider::event(event);
}

/// Draws a gap as a dotted line.
void MomentSlider::paintTrack(QPainter &painter) const
{
    const Tokens &tokens = m_theme->tokens();
    QColor rest = tokens.onPast;
    rest.setAlphaF(0.35F);
    const double handleX = xOf(m_time);
    painter.setPen(QPen(tokens.onPastSecondary, 1, Qt::DotLine));
    painter.drawLine(QPointF(side, trackY), QPointF(width() - side, trackY));
    painter.setPen(Qt::NoPen);
    for (const TimeRange &each : m_recorded) {
        const double left = xOf(std::max(each.from, m_from));
        const double right = std::max(xOf(std::min(each.to, m_to)), left + 1);
        if (each.to < m_from || each.from > m_to) {
            continue;
        }
        const QRectF part(left, trackY - trackHeight / 2.0, right - left, trackHeight);
        painter.setBrush(tokens.past); // covers the dots
        painter.drawRect(part);
        painter.setBrush(rest);
        painter.drawRoundedRect(part, 2.5, 2.5);
        painter.setBrush(tokens.onPastSecondary);
        painter.drawRoundedRect(QRectF(left, part.top(), std::clamp(handleX - left, 0.0, part.width()), trackHeight),
                                2.5, 2.5);
    }
}

void MomentSlider::paintMarks(QPainter &painter) const
{
    const Tokens &dark = darkTokens(); // the bar is dark in both themes
    painter.setPen(Qt::NoPen);
    std::vector<Mark> marks = m_marks;
    std::stable_sort(marks.begin(), marks.end(), // the worst is painted last
                     [](const Mark &a, const Mark &b) { return a.level < b.level; });
    for (const Mark &each : marks) {
        const bool isAlert = each.isOngoing();
        const milliseconds until = each.until.value_or(isAlert ? m_to : each.time);
        if (until < m_from || each.time > m_to) {
            continue;
        }
        if (isAlert) {
            const auto paint = [&](milliseconds from, milliseconds to, const QColor &colour) {
                const double left = xOf(std::max(from, m_from));
                const double right = std::max(xOf(std::min(to, m_to)), left + 2);
                painter.setBrush(colour);
                painter.drawRect(QRectF(left, barTop, right - left, trackHeight));
            };
            const QColor colour = each.level >= State::Critical ? dark.critical : dark.warning;
            if (each.level == State::Error) { // it says that nothing was known
                paint(each.time, until, colour);
                continue;
            }
            QColor faint = colour;
            faint.setAlphaF(0.35F);
            paint(each.time, until, faint);
            for (const TimeRange &known : m_recorded) {
                const milliseconds from = std::max({known.from, each.time, m_from});
                const milliseconds to = std::min({known.to, until, m_to});
                if (from < to) {
                    paint(from, to, colour);
                }
            }
        } else if (each.kind != Mark::Kind::Cleared) {
            const double x = xOf(each.time);
            painter.setBrush(m_theme->tokens().onPast);
            const double zoom = Px::zoom();
            painter.drawPolygon(
                QPolygonF({{x, 1.5 * zoom}, {x + 3 * zoom, 4.5 * zoom}, {x, 7.5 * zoom}, {x - 3 * zoom, 4.5 * zoom}}));
        }
    }
}

void MomentSlider::paintTicks(QPainter &painter) const
{
    painter.setFont(m_theme->smallFont());
    painter.setPen(m_theme->tokens().onPastSecondary);
    const QFontMetricsF font(painter.font());
    const double base = height() - font.descent() - 1;
    const QString now = tr("now");
    const double nowLeft = width() - font.horizontalAdvance(now);
    painter.drawText(QPointF(nowLeft, base), now);
    double free = 0;
    for (const models::AxisTick &tick : models::calendarTicks(m_from, m_to, (width() - 2 * side) / Px::zoom())) {
        const double advance = font.horizontalAdvance(tick.text);
        const double left = side + tick.place * (width() - 2 * side) - advance / 2;
        if (left >= free && left + advance < nowLeft - 6) {
            painter.drawText(QPointF(left, base), tick.text);
            free = left + advance + 10;
        }
    }
}

void MomentSlider::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &tokens = m_theme->tokens();
    paintMarks(painter);
    paintTrack(painter);
    const double x = side + (width() - 2 * side) * value() / std::max(1, maximum());
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.onPast);
    painter.drawEllipse(QPointF(x, trackY), handle / 2.0, handle / 2.0);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(tokens.onPast, 1.5));
        painter.drawEllipse(QPointF(x, trackY), handle / 2.0 + 2.5, handle / 2.0 + 2.5);
    }
    paintTicks(painter);
}

} // namespace plimsoll::views
