// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLatin1String>
#include <QMessageBox>
#include <QString>

#include <initializer_list>

class QDialog;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;
class QWidget;

/// Building blocks that make dialogs look alike and give each widget an object name. GUI thread.
namespace plimsoll::views {

class ElidedLabel;
class FieldMessage;
class Theme;

/// Sets the object name and returns the widget.
template <typename Widget> Widget *named(Widget *widget, const char *name)
{
    widget->setObjectName(QLatin1String(name));
    return widget;
}

/// Returns the layout of a dialog, with standard margins.
QVBoxLayout *dialogLayout(QDialog *dialog);
/// Returns the body of a dialog: as high as its content, scrolling if the screen is too small.
QVBoxLayout *dialogScroll(QVBoxLayout *layout);
ElidedLabel *dialogTitle(const QString &text, QWidget *parent);
/// Makes a word on red, initially hidden.
QLabel *redBadge(const QString &text, const char *name, Theme *theme, QWidget *parent);
/// "PRODUCTION".
QLabel *productionBadge(Theme *theme, QWidget *parent);
/// Text of that badge, with the name of the workspace.
QString productionText(const QString &workspace);
/// Moves a widget, with what is within it, to the end of the Tab order of its window.
void putLastInTabOrder(QWidget *widget);
QString unverifiedText(); ///< badge for TLS without verification
QFormLayout *dialogForm(QVBoxLayout *layout);
/// Puts widgets side by side; the first takes the remaining width.
QWidget *rowOf(std::initializer_list<QWidget *> widgets);
/// Puts a field above the lines with its help or its error.
QWidget *columnOf(QWidget *widget, const QString &help, FieldMessage **message);
/// Adds a row; `buddy` gets the shortcut and the accessible name of the label.
void addRow(QFormLayout *form, const QString &label, QWidget *field, QWidget *buddy = nullptr);
/// Returns the buttons, which accept or reject the dialog by role. The style sheet fixes their order on every desktop.
QDialogButtonBox *dialogButtons(QDialog *dialog);
/// Adds the default button, blue and pressed by Enter.
QPushButton *addAccept(QDialogButtonBox *buttons, const QString &text, const char *name);
QPushButton *addCancel(QDialogButtonBox *buttons, const char *name);
/// Makes a question with Cancel, which Enter and Escape press. It is deleted when it closes.
QMessageBox *makeQuestion(QWidget *parent, const char *name, const QString &title, const QString &text,
                          const QString &more);
/// Adds a button to a question; `look` is a role of the style sheet.
QPushButton *addAnswer(QMessageBox *question, const QString &text, QMessageBox::ButtonRole role, const char *look);
/// Sets the style sheet "role" of a widget and applies it at once.
void setRole(QWidget *widget, QLatin1String role);

} // namespace plimsoll::views
