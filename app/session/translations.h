// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QStringList>

class QCoreApplication;

namespace plimsoll::app {

/// Returns the first of the wanted languages ("de-AT") that has a translation ("de"), or an empty text if English, the
/// language of the sources, precedes it.
QString languageFor(const QStringList &wanted, const QStringList &translated);

/// Installs the translations of the window and of Qt for the first available language. Commands are not translated,
/// because scripts read their output.
void translate(QCoreApplication &application, const QStringList &wanted = QLocale::system().uiLanguages());

} // namespace plimsoll::app
