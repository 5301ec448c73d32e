// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/notedialog.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QAction>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>

/// Events in a chart: vertical lines for server events, bars below the axis for alerts, diamonds for notes, triangles
/// for operations. timeplot.cpp has the rest of TimePlot.
namespace plimsoll::views {

namespace {

using std::chrono::milliseconds;
using MarkShape = TimeChart::Mark::Shape;

constexpr Px near{6}; ///< px from a mark in which it is read
constexpr Px markBarHeight{4};
constexpr Px leastMarkBar{4};
constexpr double diamondAt100 = 4.5; ///< px at 100 %; half the diagonal
constexpr int mostListed = 10;
constexpr qsizetype longestInMenu = 48;

} // namespace

QColor TimePlot::colourOf(const TimeChart::Mark &mark) const
{
    const Tokens &tokens = theme().tokens();
    return mark.shape == MarkShape::Diamond ? tokens.text
        : mark.shape == MarkShape::Triangle ? tokens.accent
        : mark.level == State::Ok           ? tokens.secondaryText
        : mark.level == State::Warning      ? tokens.warning
                                            : tokens.critical;
}

double TimePlot::xOf(milliseconds time) const
{
    return xOf(static_cast<double>((time - m_picture.now).count()));
}

std::vector<TimeRange> TimePlot::unknownOf(const TimeChart::Mark &mark) const
{
    if (mark.shape != MarkShape::Bar || mark.level == State::Error) {
        return {};
    }
    std::vector<TimeRange> unknown = mark.unknown;
    unknown.push_back({m_picture.knownUntil, m_picture.present});
    const milliseconds end = mark.until.value_or(m_picture.present);
    std::erase_if(unknown, [&](TimeRange &range) {
        range = {std::max(range.from, mark.time), std::min(range.to, end)};
        return range.from >= range.to;
    });
    return unknown;
}

/// Paints the bar of an alert, hatched while nothing was known: whether the alert lasted is not known then.
void TimePlot::paintBar(QPainter &painter, const TimeChart::Mark &mark) const
{
    const QRectF plot = plotArea();
    const double begin = xOf(mark.time);
    const double end = std::min(xOf(mark.until.value_or(m_picture.present)), plot.right());
    if (end < plot.left() || begin > plot.right()) {
        return;
    }
    const double from = std::max(begin, plot.left());
    const double left = std::min(from, plot.right() - leastMarkBar);
    const QRectF bar(left, plot.bottom() + 1, std::max<double>(leastMarkBar, end - from), markBarHeight);
    painter.fillRect(bar, colourOf(mark));
    for (const TimeRange &range : unknownOf(mark)) {
        QRectF part = bar;
        part.setLeft(std::max(xOf(range.from), bar.left()));
        part.setRight(std::min(xOf(range.to), bar.right()));
        if (part.width() > 0) {
            painter.fillRect(part, theme().tokens().card);
            painter.fillRect(part, QBrush(colourOf(mark), Qt::BDiagPattern));
        }
    }
}

void TimePlot::paintMarks(QPainter &painter) const
{
    const QRectF plot = plotArea();
    const auto isIn = [&plot](double x) { return x >= plot.left() && x <= plot.right(); };
    painter.save();
    // Bars come first, because other marks stand on them; critical ones are painted over warnings. They are below the
    // axis, where they hide no line at 0.
    for (const bool isCritical : {false, true}) {
        for (const auto &mark : m_picture.marks) {
            if (mark.shape == MarkShape::Bar && (mark.level == State::Critical) == isCritical) {
                paintBar(painter, mark);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const double diamond = diamondAt100 * Px::zoom();
    for (const auto &mark : m_picture.marks) {
        const double x = xOf(mark.time);
        if (!isIn(x) || mark.shape == MarkShape::Bar) {
            continue;
        }
        const QColor colour = colourOf(mark);
        if (mark.shape == MarkShape::Line) {
            painter.setPen(QPen(colour, 1));
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
            continue;
        }
        const double y = plot.bottom() - diamond - 1;
        const QPolygonF shape = mark.shape == MarkShape::Diamond
            ? QPolygonF({{x, y - diamond}, {x + diamond, y}, {x, y + diamond}, {x - diamond, y}})
            : QPolygonF({{x, y - diamond}, {x + diamond, y + diamond}, {x - diamond, y + diamond}});
        painter.setPen(QPen(theme().tokens().card, 1));
        painter.setBrush(colour);
        painter.drawPolygon(shape);
    }
    painter.restore();
}

std::vector<const TimeChart::Mark *> TimePlot::marksNear(double x) const
{
    std::vector<const TimeChart::Mark *> marks;
    for (const auto &mark : m_picture.marks) {
        const double begin = xOf(mark.time);
        const double end = mark.shape == MarkShape::Bar ? xOf(mark.until.value_or(m_picture.present)) : begin;
        if (x >= begin - near && x <= end + near) {
            marks.push_back(&mark);
        }
    }
    return marks;
}

void TimePlot::readMarks(double x, std::vector<ReadingRow> &rows, QString &title) const
{
    for (const TimeChart::Mark *mark : marksNear(x)) {
        // The text gives the figure at the start of the alert; past that, `later` is true.
        const bool isLater = !mark->later.isEmpty() && x > xOf(mark->time) + near;
        if (mark->text.isEmpty()) {
            title += QStringLiteral(" · ") + mark->word;
        } else {
            const QString text = (isLater ? mark->later : mark->text).simplified();
            const std::vector<TimeRange> unknown = unknownOf(*mark);
            const bool isUnknown = std::any_of(unknown.begin(), unknown.end(), [&](const TimeRange &range) {
                return xOf(range.from) < x && x <= xOf(range.to);
            });
            rows.push_back({isUnknown ? tr("%1 (unknown at this time)").arg(text) : text, {}, colourOf(*mark)});
        }
    }
}

void TimePlot::askNote()
{
    const milliseconds time = std::min(readTime(), m_picture.present);
    for (const TimeChart::Mark *mark : marksNear(xOf(time))) {
        if (reading() && mark->shape == MarkShape::Diamond) {
            emit noteWanted(mark->time, mark->id);
            return;
        }
    }
    emit noteWanted(time, {});
}

void TimeChart::setNoting()
{
    if (!std::exchange(m_isNoting, true)) {
        connect(m_view, &TimePlot::noteWanted, this, &TimeChart::askNote);
    }
}

/// Opens the note with this id; an empty id makes a note.
void TimeChart::askNote(milliseconds time, const QString &id)
{
    Note note{id, time, {}, {}};
    for (const Mark &mark : m_picture.marks) {
        if (!id.isEmpty() && mark.id == id) {
            note.time = mark.time;
            note.text = mark.note;
        }
    }
    auto *dialog = new NoteDialog(
        note, [this, time] { return std::max(presentTime(), time); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NoteDialog::made, this, &TimeChart::noteMade);
    dialog->open();
}

/// Lists "add note" and the visible notes, newest first.
void TimeChart::listNotes(QMenu *menu)
{
    if (!m_isNoting) {
        return;
    }
    menu->addSeparator();
    QAction *add = menu->addAction(tr("Add a note…"));
    add->setObjectName(QStringLiteral("addNote"));
    tellKey(add, Qt::Key_N);
    connect(add, &QAction::triggered, m_view, &TimePlot::askNote);
    int listed = 0;
    for (auto mark = m_picture.marks.rbegin(); mark != m_picture.marks.rend() && listed < mostListed; ++mark) {
        if (mark->shape == Mark::Shape::Diamond) {
            ++listed;
            QString text = mark->text.simplified().replace(QLatin1Char('&'), QLatin1String("&&"));
            text = text.size() > longestInMenu ? text.left(longestInMenu) + QChar(0x2026) : text;
            QAction *edit = menu->addAction(QStringLiteral("◆ ") + text);
            edit->setObjectName(QStringLiteral("editNote"));
            connect(edit, &QAction::triggered, this, [this, time = mark->time, id = mark->id] { askNote(time, id); });
        }
    }
}

} // namespace plimsoll::views
