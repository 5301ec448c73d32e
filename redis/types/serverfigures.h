// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/serverinfo.h"
#include "redis/types/snapshot.h"

#include <QStringList>

#include <array>

/// What the server says of itself is kept beside the collections, as a row of its own.
namespace plimsoll {

/// Its kind, which no collection has; its name is empty, which that of none is.
inline const QString serverSeries = QStringLiteral("server");
inline const QString uptimeFigure = QStringLiteral("uptimeMs");

inline const QStringList &serverFigureIds()
{
    static const QStringList ids{
        QStringLiteral("usedMemory"),       QStringLiteral("maxMemory"),      uptimeFigure,
        QStringLiteral("connectedClients"), QStringLiteral("blockedClients"), QStringLiteral("evictedKeys"),
        QStringLiteral("slowLogLength")};
    return ids;
}

/// In the same order.
inline std::array<double, 7> serverFigures(const ServerInfo &server)
{
    const auto number = [](const std::optional<qint64> &value) {
        return value ? static_cast<double>(*value) : unknownFigure;
    };
    const double uptime =
        server.uptime ? static_cast<double>(std::chrono::milliseconds(*server.uptime).count()) : unknownFigure;
    return {number(server.usedMemory),       number(server.maxMemory),      uptime,
            number(server.connectedClients), number(server.blockedClients), number(server.evictedKeys),
            number(server.slowLogLength)};
}

/// Back; the ids and values of what was kept.
inline ServerInfo serverOf(const QStringList &ids, const std::vector<double> &values)
{
    ServerInfo server;
    const auto number = [&](qsizetype figure) -> std::optional<qint64> {
        const qsizetype at = ids.indexOf(serverFigureIds()[figure]);
        const double value = at < 0 ? unknownFigure : values[static_cast<std::size_t>(at)];
        return isKnown(value) ? std::optional(std::llround(value)) : std::nullopt;
    };
    server.usedMemory = number(0);
    server.maxMemory = number(1);
    if (const auto uptime = number(2)) {
        server.uptime = std::chrono::floor<std::chrono::seconds>(std::chrono::milliseconds(*uptime));
    }
    server.connectedClients = number(3);
    server.blockedClients = number(4);
    server.evictedKeys = number(5);
    server.slowLogLength = number(6);
    return server;
}

} // namespace plimsoll
