// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timemarks.h"

#include "views/charts/chartpaint.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;
using MarkShape = TimePicture::Mark::Shape;

constexpr Px near{6}; ///< px from a mark in which it is read
constexpr Px markBarHeight{4};
constexpr Px leastMarkBar{4};
constexpr double diamondAt100 = 4.5; ///< px at 100 %; half the diagonal

struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(chart)
};

/// Returns the ranges of a bar in which nothing was known.
std::vector<TimeRange> unknownOf(const TimePicture &picture, const TimePicture::Mark &mark)
{
    if (mark.shape != MarkShape::Bar || mark.level == State::Error) {
        return {};
    }
    std::vector<TimeRange> unknown = mark.unknown;
    unknown.push_back({picture.knownUntil, picture.present});
    const milliseconds end = mark.until.value_or(picture.present);
    std::erase_if(unknown, [&](TimeRange &range) {
        range = {std::max(range.from, mark.time), std::min(range.to, end)};
        return range.from >= range.to;
    });
    return unknown;
}

/// Paints the bar of an alert, hatched while nothing was known: whether the alert lasted is not known then.
void paintBar(QPainter &painter, const TimeFrame &frame, const TimePicture::Mark &mark)
{
    const QRectF &plot = frame.plot;
    const double begin = frame.xOf(mark.time);
    const double end = std::min(frame.xOf(mark.until.value_or(frame.picture.present)), plot.right());
    if (end < plot.left() || begin > plot.right()) {
        return;
    }
    const double from = std::max(begin, plot.left());
    const double left = std::min(from, plot.right() - leastMarkBar);
    const QRectF bar(left, plot.bottom() + 1, std::max<double>(leastMarkBar, end - from), markBarHeight);
    painter.fillRect(bar, markColour(frame, mark));
    for (const TimeRange &range : unknownOf(frame.picture, mark)) {
        QRectF part = bar;
        part.setLeft(std::max(frame.xOf(range.from), bar.left()));
        part.setRight(std::min(frame.xOf(range.to), bar.right()));
        if (part.width() > 0) {
            painter.fillRect(part, frame.tokens().card);
            painter.fillRect(part, QBrush(markColour(frame, mark), Qt::BDiagPattern));
        }
    }
}

} // namespace

QColor markColour(const TimeFrame &frame, const TimePicture::Mark &mark)
{
    const Tokens &tokens = frame.tokens();
    return mark.shape == MarkShape::Diamond ? tokens.text
        : mark.shape == MarkShape::Triangle ? tokens.accent
        : mark.level == State::Ok           ? tokens.secondaryText
        : mark.level == State::Warning      ? tokens.warning
                                            : tokens.critical;
}

void paintMarks(QPainter &painter, const TimeFrame &frame)
{
    const QRectF &plot = frame.plot;
    const auto isIn = [&plot](double x) { return x >= plot.left() && x <= plot.right(); };
    painter.save();
    // Bars come first, because other marks stand on them; critical ones are painted over warnings. They are below the
    // axis, where they hide no line at 0.
    for (const bool isCritical : {false, true}) {
        for (const auto &mark : frame.picture.marks) {
            if (mark.shape == MarkShape::Bar && (mark.level == State::Critical) == isCritical) {
                paintBar(painter, frame, mark);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const double diamond = diamondAt100 * Px::zoom();
    for (const auto &mark : frame.picture.marks) {
        const double x = frame.xOf(mark.time);
        if (!isIn(x) || mark.shape == MarkShape::Bar) {
            continue;
        }
        const QColor colour = markColour(frame, mark);
        if (mark.shape == MarkShape::Line) {
            painter.setPen(QPen(colour, 1));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            continue;
        }
        const double y = plot.bottom() - diamond - 1;
        const QPolygonF shape = mark.shape == MarkShape::Diamond
            ? QPolygonF({{x, y - diamond}, {x + diamond, y}, {x, y + diamond}, {x - diamond, y}})
            : QPolygonF({{x, y - diamond}, {x + diamond, y + diamond}, {x - diamond, y + diamond}});
        painter.setPen(QPen(frame.tokens().card, 1));
        painter.setBrush(colour);
        painter.drawPolygon(shape);
    }
    painter.restore();
}

std::vector<const TimePicture::Mark *> marksNear(const TimeFrame &frame, double x)
{
    std::vector<const TimePicture::Mark *> marks;
    for (const auto &mark : frame.picture.marks) {
        const double begin = frame.xOf(mark.time);
        const double end = mark.shape == MarkShape::Bar ? frame.xOf(mark.until.value_or(frame.picture.present)) : begin;
        if (x >= begin - near && x <= end + near) {
            marks.push_back(&mark);
        }
    }
    return marks;
}

void readMarks(const TimeFrame &frame, double x, std::vector<ReadingRow> &rows, QString &title)
{
    for (const TimePicture::Mark *mark : marksNear(frame, x)) {
        // The text gives the figure at the start of the alert; past that, `later` is true.
        const bool isLater = !mark->later.isEmpty() && x > frame.xOf(mark->time) + near;
        if (mark->text.isEmpty()) {
            title += QStringLiteral(" · ") + mark->word;
        } else {
            const QString text = (isLater ? mark->later : mark->text).simplified();
            const std::vector<TimeRange> unknown = unknownOf(frame.picture, *mark);
            const bool isUnknown = std::any_of(unknown.begin(), unknown.end(), [&](const TimeRange &range) {
                return frame.xOf(range.from) < x && x <= frame.xOf(range.to);
            });
            rows.push_back({isUnknown ? MarkWords::tr("%1 (unknown at this time)").arg(text) : text,
                            {},
                            markColour(frame, *mark)});
        }
    }
}

QString moreMarksText(const TimeFrame &frame, double x)
{
    const std::vector<const TimePicture::Mark *> marks = marksNear(frame, x);
    const bool isJournal = std::all_of(marks.begin(), marks.end(), [](const TimePicture::Mark *mark) {
        return mark->text.isEmpty() || mark->shape == MarkShape::Triangle;
    });
    return isJournal ? MarkWords::tr("and %1 more operations: see the journal")
                     : MarkWords::tr("and %1 more: see the journal and the alerts");
}

} // namespace plimsoll::views
