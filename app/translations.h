// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

class QApplication;

namespace plimsoll::app {

/// The first of the wanted languages ("de-AT") that there is a translation for ("de"); empty when English comes
/// before it, which is what the sources say.
QString languageFor(const QStringList &wanted, const QStringList &translated);

/// Has the window speak the person's language, its own words and Qt's. Commands are never translated: scripts read
/// them.
void translate(QApplication &application);

} // namespace plimsoll::app
