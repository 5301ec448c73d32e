// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

namespace plimsoll::app {

/// A text of the command line. These stay English: tools/translate leaves their sources out.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("cli", text, nullptr, n);
}

} // namespace plimsoll::app
