// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/userinteracting.h"

#include <QApplication>
#include <QVariant>
#include <QWidget>

namespace plimsoll::views {

namespace {

constexpr const char *still = "keepsStill"; ///< property of the marked page

}

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
    return outermost->underMouse();
}

} // namespace plimsoll::views
