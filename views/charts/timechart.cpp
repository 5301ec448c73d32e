// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/timechart.h"

#include "models/text/format.h"
#include "views/charts/chartexport.h"
#include "models/charts/chartmath.h"
#include "views/charts/notedialog.h"
#include "views/charts/timeplot.h"
#include "views/charts/timesdialog.h"
#include "views/theme/theme.h"
#include "views/theme/zoom.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace plimsoll::views {

using models::Comparison;
using std::chrono::milliseconds;

namespace {

/// A narrow chart has room only for its title, its span and "Back to now"; the label at the line end names the
/// comparison.
constexpr Px widthForButton{360}, widthBesideBack{480};
constexpr Px longestComparedTitle{160},
    leastComparedTitle{40}; ///< px; longest title shown in full, and shortest after cutting
constexpr int mostListed = 10; ///< notes in the menu
constexpr qsizetype longestInMenu = 48; ///< characters

} // namespace

TimeChart::TimeChart(const QString &title, Theme *theme, ChartRange *range, QWidget *parent)
    : Card(title, theme, parent), m_range(range == nullptr ? new ChartRange(this) : range),
      m_view(new TimePlot(theme, this)), m_spanButton(new QToolButton(this)), m_liveButton(new QToolButton(this)),
      m_comparisonButton(new QToolButton(this))
{
    makeMenu();
    connect(m_range, &ChartRange::spanChanged, this, &TimeChart::refresh);
    connect(m_range, &ChartRange::lengthChanged, this, [this] {
        showRange();
        draw();
    });
    connect(m_view, &TimePlot::rangeWanted, this,
            [this](milliseconds from, milliseconds to) { m_range->show(from, to, m_now); });
    connect(m_view, &TimePlot::spanWanted, m_range, &ChartRange::setSpan);
    connect(m_view, &TimePlot::liveWanted, m_range, &ChartRange::showLive);
    connect(m_view, &TimePlot::logarithmicToggled, m_range, &ChartRange::toggleLogarithmic);
    connect(m_view, &TimePlot::lineClicked, this, &TimeChart::hideLine);
    connect(m_view, &TimePlot::momentClicked, m_range, &ChartRange::momentChosen);
    connect(m_view, &TimePlot::limitClicked, this, &TimeChart::limitEditRequested);
    m_view->setAccessibleName(title);
    showChartExportsAsMenu(asFile());
    body()->addWidget(m_view, 1);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMinimumSize(Px(220), Px(150));
}

void TimeChart::makeMenu()
{
    m_spanButton->setObjectName(QStringLiteral("spanButton"));
    m_spanButton->setProperty("flat", true);
    m_spanButton->setPopupMode(QToolButton::InstantPopup);
    m_spanButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_spanButton->setStyleSheet(scaledSheet(QStringLiteral("padding: 0 2px; min-height: 16px; font-size: 12px")));
    m_spanButton->setAccessibleName(tr("Span of the chart"));
    auto *menu = new QMenu(m_spanButton);
    auto *group = new QActionGroup(menu);
    for (std::size_t i = 0; i < models::spans.size(); ++i) {
        QAction *action = menu->addAction(models::spanTitle(static_cast<models::Span>(i)));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, i] { m_range->setSpan(static_cast<models::Span>(i)); });
    }
    connect(menu, &QMenu::aboutToShow, this, &TimeChart::fillMenu);
    m_spanButton->setMenu(menu);
    m_liveButton->setObjectName(QStringLiteral("liveButton"));
    m_liveButton->setText(tr("Back to now"));
    m_liveButton->setToolTip(tr("All charts of this page follow the live figures again (End)"));
    m_liveButton->setAccessibleName(tr("Back to now"));
    m_liveButton->setProperty("flat", true);
    m_liveButton->setStyleSheet(m_spanButton->styleSheet());
    connect(m_liveButton, &QToolButton::clicked, m_range, &ChartRange::showLive);
    m_comparisonButton->setObjectName(QStringLiteral("comparisonButton"));
    m_comparisonButton->setProperty("flat", true);
    m_comparisonButton->setPopupMode(QToolButton::InstantPopup);
    m_comparisonButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_comparisonButton->setStyleSheet(m_spanButton->styleSheet());
    m_comparisonButton->setAccessibleName(tr("Comparison"));
    auto *comparisons = new QMenu(m_comparisonButton);
    connect(comparisons, &QMenu::aboutToShow, this, [this, comparisons] {
        comparisons->clear();
        listComparisons(comparisons);
    });
    m_comparisonButton->setMenu(comparisons);
    addCorner(m_liveButton);
    addCorner(m_comparisonButton);
    addCorner(m_spanButton);
    showRange();
}

void TimeChart::setLines(const std::vector<Line> &lines, std::chrono::milliseconds now, Unit unit)
{
    m_picture.lines = lines;
    m_picture.lines.resize(std::min<std::size_t>(lines.size(), 6));
    for (const Line &line : m_picture.lines) {
        if (!line.stacked && m_range->isHidden(objectName(), line.label) && !m_picture.hidden.contains(line.label)) {
            m_picture.hidden.append(line.label);
        }
    }
    takeNow(now);
    m_knownUntil = m_now;
    m_picture.unit = unit;
    refresh();
}

void TimeChart::setNow(std::chrono::milliseconds now)
{
    takeNow(now);
    refresh();
}

/// While a past moment is selected, the chart still extends to the present.
milliseconds TimeChart::presentOr(milliseconds now) const
{
    return m_range->moment() ? m_range->present() : now;
}

void TimeChart::takeNow(milliseconds now)
{
    const milliseconds present = presentOr(now);
    if (std::exchange(m_now, present) != present) {
        m_nowSince = std::chrono::steady_clock::now();
    }
}

/// Returns the current time, also while nothing is drawn, as in a pause or under an open dialog.
milliseconds TimeChart::presentTime() const
{
    return m_now + std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - m_nowSince);
}

void TimeChart::setLimits(const std::vector<LimitLine> &limits)
{
    if (limits != m_picture.limits) { // limits arrive with every tick, and drawing costs as much as the tick
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
    m_picture.hidden.clear();
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
            age = std::max(age, m_now - first->time);
        }
    }
    m_range->cover(age);
}

/// Shows the range of the axis, which is shorter than the chosen span while readings are young.
void TimeChart::showRange()
{
    for (int i = 0; i < std::ssize(models::spans); ++i) {
        const auto each = static_cast<models::Span>(i);
        const bool isChosen = m_range->isLive() && each == span();
        const bool isWhole = !isChosen || m_range->length() == models::spanLength(each);
        QAction *action = m_spanButton->menu()->actions().at(i);
        action->setChecked(isChosen);
        action->setText(isWhole
                            ? models::spanTitle(each)
                            : tr("%1 (%2 so far)").arg(models::spanTitle(each), models::rangeTitle(m_range->length())));
    }
    if (!m_range->isLive()) {
        const models::Reach reach = m_range->reach();
        m_spanButton->setText(models::stretchTitle(reach.from, reach.to) + QStringLiteral(" ▾"));
        m_spanButton->setToolTip(
            tr("%1 to %2").arg(models::formatDateTime(reach.from), models::formatDateTime(reach.to)));
        showComparison();
        return;
    }
    const std::chrono::milliseconds chosen = models::spanLength(span());
    const QString title =
        m_range->length() == chosen ? models::spanTitle(span()) : models::rangeTitle(m_range->length());
    const milliseconds ahead = aheadLength();
    m_spanButton->setText(
        (ahead > milliseconds::zero() ? tr("%1 and %2 ahead").arg(title, models::rangeTitle(ahead)) : title)
        + QStringLiteral(" ▾"));
    m_spanButton->setToolTip(m_range->length() == chosen
                                 ? tr("How far back the charts of this page reach")
                                 : tr("%1 as soon as there are readings that old").arg(models::spanTitle(span())));
    showComparison(); // keeps its wording consistent with the button
}

/// Shows the key in the menu; the plot handles it.
void TimeChart::tellKey(QAction *action, Qt::Key key)
{
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
}

/// Adds the remaining actions below the spans.
void TimeChart::fillMenu()
{
    QMenu *menu = m_spanButton->menu();
    const QList<QAction *> before = menu->actions();
    for (qsizetype i = std::ssize(models::spans); i < before.size(); ++i) {
        before[i]->deleteLater();
        menu->removeAction(before[i]);
    }
    menu->addSeparator();
    if (!m_range->isLive()) {
        QAction *back = menu->addAction(tr("Back to now"));
        back->setObjectName(QStringLiteral("backToNow"));
        tellKey(back, Qt::Key_End);
        connect(back, &QAction::triggered, m_range, &ChartRange::showLive);
    }
    QAction *times = menu->addAction(tr("From … to …"));
    times->setObjectName(QStringLiteral("chooseTimes"));
    connect(times, &QAction::triggered, this, &TimeChart::askTimes);
    QAction *logarithmic = menu->addAction(tr("Logarithmic scale"));
    logarithmic->setObjectName(QStringLiteral("logarithmic"));
    tellKey(logarithmic, Qt::Key_L);
    logarithmic->setCheckable(true);
    logarithmic->setChecked(m_range->isLogarithmic());
    connect(logarithmic, &QAction::triggered, m_range, &ChartRange::toggleLogarithmic);
    menu->addSeparator();
    listComparisons(menu);
    if (m_picture.lines.size() > 1) {
        listLines();
    }
    listNotes(menu);
    menu->addSeparator();
    addChartExports(menu, asFile());
}

/// Lists the lines with a check mark if shown.
void TimeChart::listLines()
{
    QMenu *menu = m_spanButton->menu();
    menu->addSeparator();
    for (const Line &line : m_picture.lines) {
        if (!line.stacked) {
            QAction *action = menu->addAction(line.label);
            action->setCheckable(true);
            action->setChecked(!m_picture.hidden.contains(line.label));
            connect(action, &QAction::triggered, this, [this, label = line.label] { hideLine(label); });
        }
    }
}

ChartExport TimeChart::asFile() const
{
    return {m_view,
            title(),
            theme(),
            [this] { return m_picture.csv(); },
            [this] {
                return tr("%1 to %2")
                    .arg(models::formatDateTime(m_picture.now - m_picture.length),
                         models::formatDateTime(m_picture.now));
            },
            [this] { return times(); },
            [this] { return m_range->subject(); }};
}

void TimeChart::askTimes()
{
    auto *dialog = new TimesDialog(
        m_picture.now - m_picture.length, m_picture.now, [this] { return presentTime(); }, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &TimesDialog::chosen, this,
            [this](milliseconds from, milliseconds to) { m_range->show(from, to, presentTime()); });
    dialog->open();
}

/// Toggles a line.
void TimeChart::hideLine(const QString &label)
{
    if (m_picture.hidden.removeAll(label) == 0) {
        m_picture.hidden.append(label);
    }
    m_range->keepHidden(objectName(), label, m_picture.hidden.contains(label));
    showComparison();
    draw();
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
        m_picture.isLive = m_range->isLive();
        m_picture.present = m_now;
        m_picture.knownUntil = m_knownUntil;
        m_picture.moment = m_range->moment();
        m_picture.span = span();
        m_picture.isLogarithmic = m_range->isLogarithmic();
        m_picture.now = m_picture.isLive ? m_now : m_range->reach().to;
        m_picture.ahead = aheadLength();
        m_view->show(m_picture);
        describe();
    }
}

milliseconds TimeChart::aheadLength() const
{
    const bool isAhead =
        m_looksAhead && m_range->isLive() && !m_range->moment() && m_range->length() <= std::chrono::hours(24);
    return isAhead ? m_range->length() : milliseconds::zero();
}

void TimeChart::describe()
{
    QStringList parts;
    const auto &lines = m_picture.lines;
    const auto last = [&lines](std::size_t line) {
        return line >= lines.size() || lines[line].series.points.empty() ? unknownFigure
                                                                         : lines[line].series.points.back().value;
    };
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double value = m_picture.ownValue(i, last(i), last(i + 1));
        const QString text = m_picture.figureText(value);
        parts.append((m_picture.hidden.contains(lines[i].label) ? tr("%1 (hidden): %2") : tr("%1: %2"))
                         .arg(lines[i].label, text));
    }
    for (const Line &line : lines) {
        if (m_picture.ahead > milliseconds::zero() && line.forecast && !line.forecast->text.isEmpty()) {
            parts.append(tr("%1: %2").arg(line.label, line.forecast->text));
        }
    }
    if (const std::optional<Line> earlier = m_picture.earlier()) {
        const double value = readAt(earlier->series, m_picture.now, 2 * models::pointSpacing(earlier->series));
        parts.append(tr("%1: %2").arg(earlier->label, m_picture.figureText(value)));
    }
    for (const Mark &mark : m_picture.marks) {
        const bool isWord = mark.shape == Mark::Shape::Line; // hundreds of alerts are too many to read aloud
        if (isWord && mark.time >= m_picture.now - m_picture.length) {
            parts.append(tr("%1 at %2").arg(mark.word, models::formatTime(mark.time)));
        }
    }
    m_view->setAccessibleDescription(parts.isEmpty() ? tr("No data") : parts.join(QStringLiteral("; ")));
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
    m_comparisonButton->setToolTip(isYesterday ? tr("Dotted: the same time a day earlier")
                                               : tr("Dotted: the same time a week earlier"));
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
