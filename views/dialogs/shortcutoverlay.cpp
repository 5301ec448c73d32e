// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/dialogs/shortcutoverlay.h"

#include "views/theme/theme.h"

#include <QEvent>
#include <QAction>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>

namespace plimsoll::views {

ShortcutOverlay::ShortcutOverlay(const Theme *theme, const QList<QAction *> &actions, QWidget *parent)
    : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("shortcutOverlay"));
    setAccessibleName(tr("Keyboard shortcuts"));
    setFocusPolicy(Qt::StrongFocus);
    auto *card = new QFrame(this);
    card->setProperty("card", true);
    m_card = card;
    auto *grid = new QGridLayout(card);
    grid->setContentsMargins(24, 20, 24, 20);
    grid->setHorizontalSpacing(40);
    grid->setVerticalSpacing(6);
    auto *title = new QLabel(tr("Keyboard shortcuts"), card);
    title->setProperty("role", QStringLiteral("title"));
    title->setContentsMargins(0, 0, 0, 2 * metrics::step);
    grid->addWidget(title, 0, 0, 1, 2);
    for (const QAction *action : actions) {
        QStringList keys;
        for (const QKeySequence &key : action->shortcuts()) {
            keys.append(key.toString(QKeySequence::NativeText));
        }
        QLabel *name = addLine(grid, {}, keys.join(tr(" or ")));
        const auto say = [name, action] { name->setText(action->text().remove(u'…')); };
        connect(action, &QAction::changed, name, say);
        say();
    }
    addLine(grid, tr("Pages, in the order of the navigation"), tr("Ctrl+1 … Ctrl+9, Ctrl+0"));
    addLine(grid, tr("Open a card or a row"), tr("Enter"));
    addLine(grid, tr("The first operation at the head of a page (asks first)"),
            QKeySequence(Qt::CTRL | Qt::Key_Return).toString(QKeySequence::NativeText));
    addLine(grid, tr("Select the rows of the page; then a button offers all that match"),
            QKeySequence(QKeySequence::SelectAll).toString(QKeySequence::NativeText));
    addLine(grid, tr("Copy rows as text"), QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText));
    addLine(grid, tr("Discard the selected rows (asks first)"),
            QKeySequence(Qt::Key_Delete).toString(QKeySequence::NativeText));
    addLine(grid, tr("In a chart: read, zoom, earlier and later, the beginning of its span, now"),
            tr("← →, + −, Page Up/Down, Home, End"));
    addLine(grid, tr("In a chart: logarithmic scale, a note, the moment that is read"), tr("L, N, Enter"));
    addLine(grid, tr("In the Lab: for a projector, a step of slow motion"), tr("F11, F10"));
    auto *layout = new QGridLayout(this);
    layout->addWidget(card, 0, 0, Qt::AlignCenter);
    parent->installEventFilter(this);
    hide();
}

QLabel *ShortcutOverlay::addLine(QGridLayout *grid, const QString &what, const QString &keys)
{
    const int row = grid->rowCount();
    auto *name = new QLabel(what, m_card);
    auto *key = new QLabel(keys, m_card);
    key->setProperty("role", QStringLiteral("secondary"));
    grid->addWidget(name, row, 0);
    grid->addWidget(key, row, 1);
    return name;
}

void ShortcutOverlay::open()
{
    m_focusBefore = window()->focusWidget();
    setGeometry(parentWidget()->rect());
    show();
    raise();
    setFocus(Qt::PopupFocusReason);
}

void ShortcutOverlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor shade = m_theme->tokens().dark ? QColor(0, 0, 0) : QColor(20, 24, 32);
    shade.setAlphaF(0.45F);
    painter.fillRect(rect(), shade);
}

void ShortcutOverlay::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    if (m_focusBefore != nullptr) {
        m_focusBefore->setFocus(Qt::PopupFocusReason);
    }
}

void ShortcutOverlay::mousePressEvent(QMouseEvent *)
{
    hide();
}

void ShortcutOverlay::keyPressEvent(QKeyEvent *)
{
    hide();
}

bool ShortcutOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        setGeometry(parentWidget()->rect());
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace plimsoll::views
