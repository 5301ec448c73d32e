// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1String>
#include <QString>

#include <initializer_list>

class QDialog;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;
class QWidget;

/// What the dialogs are put together from, so that they look alike and everything in them has its name. GUI thread.
namespace plimsoll::views {

class FieldMessage;
class Theme;

/// The widget itself, with its object name.
template <typename Widget> Widget *named(Widget *widget, const char *name)
{
    widget->setObjectName(QLatin1String(name));
    return widget;
}

/// The dialog's layout, with the margins all of them have.
QVBoxLayout *dialogLayout(QDialog *dialog);
/// The middle of a dialog: as high as what it holds, and scrolling where the screen is too small for that.
QVBoxLayout *dialogScroll(QVBoxLayout *layout);
QLabel *dialogTitle(const QString &text, QWidget *parent);
/// A word on red; hidden at first.
QLabel *redBadge(const QString &text, const char *name, Theme *theme, QWidget *parent);
/// "PRODUCTION".
QLabel *productionBadge(Theme *theme, QWidget *parent);
QString unverifiedText(); ///< of a badge: TLS without checking who answers
QFormLayout *dialogForm(QVBoxLayout *layout);
/// Widgets side by side, the first taking the room.
QWidget *rowOf(std::initializer_list<QWidget *> widgets);
/// A field with the lines below it that say what it is for, or what is wrong with it.
QWidget *columnOf(QWidget *widget, const QString &help, FieldMessage **message);
/// A row with its label; `buddy` is what the label's shortcut goes to and what a screen reader calls by the label.
void addRow(QFormLayout *form, const QString &label, QWidget *field, QWidget *buddy = nullptr);
/// Buttons side by side, which accept or reject the dialog as their role says. Their order is the style sheet's, the
/// same on every desktop.
QDialogButtonBox *dialogButtons(QDialog *dialog);
/// The blue one, which Enter presses, with Cancel beside it.
QPushButton *addAccept(QDialogButtonBox *buttons, const QString &text, const char *name);
QPushButton *addCancel(QDialogButtonBox *buttons, const char *name);
/// The style sheet's "role" of a label, applied at once.
void setRole(QWidget *widget, QLatin1String role);

} // namespace plimsoll::views
