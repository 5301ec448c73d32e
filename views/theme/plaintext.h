// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>
#include <QString>

class QApplication;
class QFont;
class QPoint;
class QWidget;

/// Names, keys, elements and errors are untrusted text: markup in them is displayed literally.
namespace plimsoll::views {

/// Makes every QLabel plain text unless its text format was set explicitly, including those of tooltips. A label left
/// to guess would render markup and load its images. Lasts as long as `owner`.
void showTextPlainly(QApplication &application, QObject *owner);

/// Breaks the text into lines of at most `width` pixels, because a plain-text tooltip does not wrap by itself.
QString inLines(const QString &text, const QFont &font, int width);

/// Shows a wrapped tooltip of untrusted text; an empty text hides the current one.
void showTip(const QPoint &globalPosition, const QString &text, QWidget *widget, const QRect &rect = {});

} // namespace plimsoll::views
