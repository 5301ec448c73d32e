// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/theme/wheel.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>

namespace plimsoll::views {

namespace {

class WheelGuard final : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isPolish = event->type() == QEvent::Polish;
        if (!isPolish && event->type() != QEvent::Wheel) {
            return false;
        }
        const bool changes = qobject_cast<QComboBox *>(watched) != nullptr
            || qobject_cast<QAbstractSpinBox *>(watched) != nullptr
            || (qobject_cast<QAbstractSlider *>(watched) != nullptr && qobject_cast<QScrollBar *>(watched) == nullptr);
        if (!changes) {
            return false;
        }
        auto *field = static_cast<QWidget *>(watched);
        if (isPolish) {
            if (field->focusPolicy() == Qt::WheelFocus) {
                field->setFocusPolicy(Qt::StrongFocus);
            }
            return false;
        }
        if (field->hasFocus()) {
            return false;
        }
        event->ignore(); // passed on to the parent
        return true;
    }
};

} // namespace

void leaveWheelToPage(QApplication &application, QObject *owner)
{
    application.installEventFilter(new WheelGuard(owner));
}

} // namespace plimsoll::views
