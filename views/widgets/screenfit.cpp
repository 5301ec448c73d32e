// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/screenfit.h"

#include <QCoreApplication>
#include <QDialog>
#include <QEvent>
#include <QMainWindow>
#include <QScreen>
#include <QVariant>
#include <QWindow>

#include <algorithm>

namespace plimsoll::views {

namespace {

/// Property of a window that was fitted before the window manager gave it a frame.
constexpr const char *unframed = "plimsoll.unframed";

bool isPlaced(const QObject *watched)
{
    const auto *widget = qobject_cast<const QWidget *>(watched);
    return widget != nullptr && widget->isWindow()
        && (qobject_cast<const QDialog *>(widget) != nullptr || qobject_cast<const QMainWindow *>(widget) != nullptr);
}

} // namespace

ScreenFit::ScreenFit(QObject *parent) : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

void ScreenFit::fit(QWidget *window)
{
    if (window->isMaximized() || window->isFullScreen()) {
        return;
    }
    const QMargins frame = window->windowHandle() == nullptr ? QMargins() : window->windowHandle()->frameMargins();
    const QRect room = window->screen()->availableGeometry().marginsRemoved(frame);
    // On a small screen, the minimum size gives way: the content scrolls and all edges stay reachable.
    window->setMinimumSize(window->minimumSize().boundedTo(room.size()));
    QRect place = window->geometry();
    place.setSize(place.size().boundedTo(room.size()));
    place.moveLeft(std::max(room.left(), std::min(place.left(), room.right() - place.width() + 1)));
    place.moveTop(std::max(room.top(), std::min(place.top(), room.bottom() - place.height() + 1)));
    if (place != window->geometry()) {
        window->setGeometry(place);
    }
}

bool ScreenFit::eventFilter(QObject *watched, QEvent *event)
{
    const bool shown = event->type() == QEvent::Show;
    if ((shown || event->type() == QEvent::WindowActivate) && isPlaced(watched)) {
        auto *window = static_cast<QWidget *>(watched); // NOLINT(*-static-cast-downcast): isPlaced() says so
        if (shown) {
            window->setProperty(unframed, true);
            fit(window);
        } else if (window->property(unframed).toBool()) {
            window->setProperty(unframed, false);
            fit(window);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace plimsoll::views
