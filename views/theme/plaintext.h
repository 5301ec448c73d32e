// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>
#include <QString>

class QApplication;
class QFont;
class QPoint;
class QWidget;

/// Names, keys, elements and errors are foreign text: what looks like markup in them is shown, never obeyed.
namespace plimsoll::views {

/// Labels left to guess would render what looks like markup, and load its pictures: from now on a label of the
/// application that was not told to be rich is plain. Tooltips, whoever shows them, are such a label too. Lasts as long
/// as `owner`.
void showTextPlainly(QApplication &application, QObject *owner);

/// The text in lines of at most that width: plain text in a tooltip does not wrap by itself.
QString inLines(const QString &text, const QFont &font, int width);

/// A tooltip of foreign text, wrapped; an empty text hides the one that is shown.
void showTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &rect = {});

} // namespace plimsoll::views
