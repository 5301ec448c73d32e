// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardPaths>
#include <QString>

namespace plimsoll::app {

/// Folder of journal and history: --data-dir, else the platform's application data folder.
inline QString dataFolder(const QString &given)
{
    return given.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) : given;
}

} // namespace plimsoll::app
