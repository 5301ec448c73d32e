// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>

#include <chrono>

namespace plimsoll::models {

/// UTC time for documents and machine-readable tables: "2026-11-20T23:18:00.123Z".
inline QString isoTime(std::chrono::milliseconds unix)
{
    return QDateTime::fromMSecsSinceEpoch(unix.count(), Qt::UTC).toString(Qt::ISODateWithMs);
}

} // namespace plimsoll::models
