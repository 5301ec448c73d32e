// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::app {

/// Returns a text of the command line. These stay English: tools/translate skips their sources.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("cli", text, nullptr, n);
}

} // namespace plimsoll::app
