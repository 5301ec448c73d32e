// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

class QCoreApplication;

namespace plimsoll::app {

/// The first of the wanted languages ("de-AT") that there is a translation for ("de"); empty when English comes
/// before it, which is what the sources say.
QString languageFor(const QStringList &wanted, const QStringList &translated);

/// Has the window speak the first of these languages that there is a translation for, its own words and Qt's. Commands
/// are never translated: scripts read them.
void translate(QCoreApplication &application, const QStringList &wanted = QLocale::system().uiLanguages());

} // namespace plimsoll::app
