// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/shortcutoverlay.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace plimsoll::views {

namespace {

constexpr std::size_t mostColumns = 3;
constexpr Px edge{24}; ///< px; next to the text, and between the columns
constexpr Px lineGap{6}; ///< px
constexpr Px aroundCard{16}; ///< px; shaded window that stays visible

} // namespace

ShortcutOverlay::ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent)
    : Overlay(theme, parent), m_title(new QLabel(tr("Keyboard shortcuts"))), m_scroll(new QScrollArea),
      m_grid(new QGridLayout)
{
    setObjectName(QStringLiteral("shortcutOverlay"));
    setAccessibleName(m_title->text());
    m_title->setProperty("role", QStringLiteral("title"));
    m_grid->setContentsMargins({});
    m_grid->setHorizontalSpacing(edge);
    m_grid->setVerticalSpacing(lineGap);
    auto *lines = new QWidget;
    lines->setLayout(m_grid);
    m_scroll->setWidget(lines);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    lines->setAutoFillBackground(false);
    auto *column = new QVBoxLayout(card());
    column->setContentsMargins(edge, Px(20), edge, Px(20));
    column->setSpacing(Px(14));
    column->addWidget(m_title);
    column->addWidget(m_scroll);
    for (const QAction *action : actions) {
        QStringList keys;
        for (const QKeySequence &key : action->shortcuts()) {
            keys.append(key.toString(QKeySequence::NativeText));
        }
        if (keys.isEmpty()) {
            continue;
        }
        ElidedLabel *name = addLine({}, keys.join(tr(" or ")));
        const auto say = [name, action] { name->setFullText(action->text().remove(u'…')); };
        connect(action, &QAction::changed, name, say);
        say();
    }
    addLine(tr("Pages, in the order of the navigation"), tr("Ctrl+1 … Ctrl+9"));
    addLine(tr("Open a card or a row"), tr("Enter"));
    addLine(tr("First operation of the page (asks first)"),
            QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    addLine(tr("Select the rows of the page"),
            QKeySequence(QKeySequence::SelectAll).toString(QKeySequence::NativeText));
    addLine(tr("Copy rows as text"), QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    addLine(tr("Discard the selected rows (asks first)"),
            QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText));
    addLine(tr("In a chart: read the values"), tr("← →"));
    addLine(tr("In a chart: zoom"), tr("+ −"));
    addLine(tr("In a chart: earlier, later"), tr("Page Up, Page Down"));
    addLine(tr("In a chart: the beginning, now"), tr("Home, End"));
    addLine(tr("In a chart: go to the moment read"), tr("Enter"));
    addLine(tr("In a chart: logarithmic scale, a note"), tr("L, N"));
    addLine(tr("In the past: a minute earlier, later"), tr("← →"));
    addLine(tr("In the past: a tenth of the range"), tr("Page Up, Page Down"));
    addLine(tr("In the past: a shorter or longer range"), tr("+ −"));
    addLine(tr("In the past: type a time"), tr("its first digit"));
    addLine(tr("In the Lab: projector, a slow step"), tr("F11, F10"));
    auto *layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(card(), 0, 0, Qt::AlignCenter);
}

ElidedLabel *ShortcutOverlay::addLine(const QString &what, const QString &keys)
{
    auto *name = new ElidedLabel(m_scroll->widget()); // other languages need more room than there may be
    name->setFullText(what);
    auto *key = new QLabel(keys, m_scroll->widget());
    key->setProperty("role", QStringLiteral("secondary"));
    m_lines.push_back({name, key});
    return name;
}

/// Returns the width of all lines in this number of columns.
int ShortcutOverlay::widthOf(std::size_t columns) const
{
    const std::size_t rows = rowsOf(columns);
    int width = static_cast<int>(2 * columns - 1) * edge;
    for (std::size_t first = 0; first < m_lines.size(); first += rows) {
        int names = 0;
        int keys = 0;
        for (std::size_t i = first; i < std::min(first + rows, m_lines.size()); ++i) {
            names = std::max(names, m_lines[i].name->sizeHint().width());
            keys = std::max(keys, m_lines[i].keys->sizeHint().width());
        }
        width += names + keys;
    }
    return width;
}

/// Lays the lines out in as few columns as the height allows and as many as the width does; the rest is scrolled.
void ShortcutOverlay::fit()
{
    const QMargins margins = card()->layout()->contentsMargins();
    const int line = m_lines.front().keys->sizeHint().height() + lineGap;
    const QSize room(width() - margins.left() - margins.right() - 2 * aroundCard,
                     height() - margins.top() - margins.bottom() - m_title->sizeHint().height()
                         - card()->layout()->spacing() - 2 * aroundCard);
    std::size_t columns = 1;
    while (columns<mostColumns &&static_cast<int>(rowsOf(columns)) * line> room.height()
           && widthOf(columns + 1) <= room.width()) {
        ++columns;
    }
    const std::size_t rows = rowsOf(columns);
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const auto [row, column] = std::pair(static_cast<int>(i % rows), static_cast<int>(2 * (i / rows)));
        m_grid->addWidget(m_lines[i].name, row, column); // moves it
        m_grid->addWidget(m_lines[i].keys, row, column + 1);
    }
    const int height = static_cast<int>(rows) * line;
    const int bar = height > room.height() ? m_scroll->verticalScrollBar()->sizeHint().width() : 0;
    m_scroll->setFixedSize(std::min(widthOf(columns) + bar, room.width()), std::min(height, room.height()));
}

void ShortcutOverlay::open()
{
    Overlay::open();
    fit();
    setFocus(Qt::PopupFocusReason);
}

void ShortcutOverlay::resizeEvent(QResizeEvent *event)
{
    Overlay::resizeEvent(event);
    fit();
}

void ShortcutOverlay::mousePressEvent(QMouseEvent *)
{
    hide();
}

/// Scrolls where not all lines fit; any other key closes the list.
void ShortcutOverlay::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *bar = m_scroll->verticalScrollBar();
    const int key = event->key();
    const bool isUp = key == Qt::Key_Up || key == Qt::Key_PageUp;
    if (bar->maximum() == 0 || (!isUp && key != Qt::Key_Down && key != Qt::Key_PageDown)) {
        hide();
        return;
    }
    const int by = key == Qt::Key_Up || key == Qt::Key_Down ? bar->singleStep() : bar->pageStep();
    bar->setValue(bar->value() + (isUp ? -by : by));
}

} // namespace plimsoll::views
