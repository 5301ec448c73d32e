// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/currenttip.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QToolTip>

#include <utility>

namespace plimsoll::views {

CurrentTip::CurrentTip(QAbstractItemView *view) : QObject(view), m_view(view)
{
    view->viewport()->installEventFilter(this);
}

bool CurrentTip::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        m_pointed = static_cast<QHelpEvent *>(event)->pos();
        follow(m_view->model());
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::Hide) {
        m_pointed.reset();
    }
    return QObject::eventFilter(watched, event);
}

void CurrentTip::follow(QAbstractItemModel *model)
{
    if (m_model == model) {
        return;
    }
    if (m_model != nullptr) {
        disconnect(m_model, nullptr, this, nullptr);
    }
    m_model = model;
    if (model != nullptr) {
        connect(model, &QAbstractItemModel::dataChanged, this, &CurrentTip::askSoon);
        connect(model, &QAbstractItemModel::layoutChanged, this, &CurrentTip::askSoon);
        connect(model, &QAbstractItemModel::rowsInserted, this, &CurrentTip::askSoon);
        connect(model, &QAbstractItemModel::rowsRemoved, this, &CurrentTip::askSoon);
        connect(model, &QAbstractItemModel::rowsMoved, this, &CurrentTip::askSoon);
        connect(model, &QAbstractItemModel::modelReset, this, &CurrentTip::askSoon);
    }
}

/// Asks once for all changes of a tick.
void CurrentTip::askSoon()
{
    if (m_pointed && QToolTip::isVisible() && !std::exchange(m_isAsking, true)) {
        QMetaObject::invokeMethod(this, &CurrentTip::ask, Qt::QueuedConnection);
    }
}

void CurrentTip::ask()
{
    m_isAsking = false;
    if (m_pointed && QToolTip::isVisible()) {
        QHelpEvent again(QEvent::ToolTip, *m_pointed, m_view->viewport()->mapToGlobal(*m_pointed));
        QCoreApplication::sendEvent(m_view->viewport(), &again);
    }
}

} // namespace plimsoll::views
