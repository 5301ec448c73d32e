// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/shortcutoverlay.h"

#include "views/theme/theme.h"
#include "views/widgets/elidedlabel.h"

#include <QAction>
#include <QGridLayout>
#include <QLabel>

namespace plimsoll::views {

namespace {

constexpr int linesPerColumn = 19; // fits the smallest window

} // namespace

ShortcutOverlay::ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent)
    : Overlay(theme, parent), m_grid(new QGridLayout(card()))
{
    setObjectName(QStringLiteral("shortcutOverlay"));
    setAccessibleName(tr("Keyboard shortcuts"));
    m_grid->setContentsMargins(Px(24), Px(20), Px(24), Px(20));
    m_grid->setHorizontalSpacing(Px(24));
    m_grid->setVerticalSpacing(Px(6));
    auto *title = new QLabel(tr("Keyboard shortcuts"), card());
    title->setProperty("role", QStringLiteral("title"));
    title->setContentsMargins(0, 0, 0, 2 * metrics::step);
    m_grid->addWidget(title, 0, 0, 1, 4);
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
    addLine(tr("The first operation at the head of a page (asks first)"),
            QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    addLine(tr("Select the rows of the page; then a button offers all that match"),
            QKeySequence(QKeySequence::SelectAll).toString(QKeySequence::NativeText));
    addLine(tr("Copy rows as text"), QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    addLine(tr("Discard the selected rows (asks first)"),
            QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText));
    addLine(tr("In a chart: read, zoom, earlier and later, the beginning of its span, now"),
            tr("← →, + −, Page Up/Down, Home, End"));
    addLine(tr("In a chart: logarithmic scale, a note, the moment that is read"), tr("L, N, Enter"));
    addLine(tr("In the past: a minute, a tenth of the range, a longer or shorter range"), tr("← →, Page Up/Down, + −"));
    addLine(tr("In the past: type a time"), tr("Enter, or its first digit"));
    addLine(tr("In the Lab: for a projector, a step of slow motion"), tr("F11, F10"));
    auto *layout = new QGridLayout(this);
    layout->addWidget(card(), 0, 0, Qt::AlignCenter);
}

/// Fills the first pair of columns, then the second.
ElidedLabel *ShortcutOverlay::addLine(const QString &what, const QString &keys)
{
    const int row = 1 + m_lines % linesPerColumn;
    const int column = 2 * (m_lines / linesPerColumn);
    ++m_lines;
    auto *name = new ElidedLabel(card()); // other languages need more room than there may be
    name->setFullText(what);
    auto *key = new QLabel(keys, card());
    key->setProperty("role", QStringLiteral("secondary"));
    m_grid->addWidget(name, row, column);
    m_grid->addWidget(key, row, column + 1);
    return name;
}

void ShortcutOverlay::open()
{
    Overlay::open();
    setFocus(Qt::PopupFocusReason);
}

void ShortcutOverlay::mousePressEvent(QMouseEvent *)
{
    hide();
}

void ShortcutOverlay::keyPressEvent(QKeyEvent *)
{
    hide();
}

} // namespace plimsoll::views
