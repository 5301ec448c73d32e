// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardPaths>
#include <QString>

namespace plimsoll::app {

/// Where journal and history live: as --data-dir says, else where the platform keeps data of applications.
inline QString dataFolder(const QString &given)
{
    return given.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) : given;
}

} // namespace plimsoll::app
