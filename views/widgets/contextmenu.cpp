// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/contextmenu.h"

#include <QAbstractScrollArea>
#include <QMenu>

namespace plimsoll::views {

QMenu *makePopup(QWidget *owner)
{
    auto *menu = new QMenu(owner);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

void showActionsAsMenu(QWidget *widget)
{
    widget->setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(widget, &QWidget::customContextMenuRequested, widget, [widget](const QPoint &position) {
        QMenu *menu = makePopup(widget);
        menu->addActions(widget->actions());
        // The position is relative to the viewport if the widget is a scroll area.
        const auto *area = qobject_cast<QAbstractScrollArea *>(widget);
        menu->popup((area == nullptr ? widget : area->viewport())->mapToGlobal(position));
    });
}

} // namespace plimsoll::views
