// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sessionbus.h"

#include <QFileInfo>

#include <atomic>

namespace plimsoll::app {

QString sessionBusAddress()
{
    QString named = qEnvironmentVariable("DBUS_SESSION_BUS_ADDRESS");
    if (!named.isEmpty()) {
        return named;
    }
    const QString folder = qEnvironmentVariable("XDG_RUNTIME_DIR");
    const QString socket = folder + QStringLiteral("/bus");
    return !folder.isEmpty() && QFileInfo::exists(socket) ? QStringLiteral("unix:path=") + socket : QString();
}

QString busConnectionName(QLatin1StringView purpose)
{
    static std::atomic<int> count = 0;
    return QStringLiteral("plimsoll-%1-%2").arg(purpose, QString::number(++count));
}

} // namespace plimsoll::app
