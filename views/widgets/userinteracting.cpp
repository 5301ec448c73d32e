// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/userinteracting.h"

#include <QApplication>
#include <QCursor>
#include <QElapsedTimer>
#include <QVariant>
#include <QWidget>

#include <chrono>

namespace plimsoll::views {

namespace {

constexpr const char *still = "keepsStill"; ///< property of the marked page
constexpr std::chrono::seconds restsFor{30}; ///< after this time the pointer is idle

/// Returns whether the pointer was in the same place at all calls for a while.
bool isPointerIdle()
{
    static QPoint place;
    static QElapsedTimer since;
    if (const QPoint now = QCursor::pos(); now != place || !since.isValid()) {
        place = now;
        since.start();
    }
    return since.hasExpired(std::chrono::milliseconds(restsFor).count());
}

} // namespace

void keepStill(QWidget *place)
{
    place->setProperty(still, true);
}

bool isUserInteracting(const QWidget *widget)
{
    if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr) {
        return true;
    }
    const QWidget *outermost = widget;
    for (const QWidget *each = widget; each != nullptr; each = each->parentWidget()) {
        if (each->property(still).toBool()) {
            outermost = each;
        }
    }
    const bool isIdle = isPointerIdle(); // called every time, to notice each move
    return outermost->underMouse() && !isIdle;
}

} // namespace plimsoll::views
