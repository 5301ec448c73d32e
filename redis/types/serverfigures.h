// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/serverinfo.h"
#include "redis/types/snapshot.h"

#include <QStringList>

#include <array>

/// The server's own figures are stored next to those of the collections, as a separate row.
namespace plimsoll {

/// Kind of that row, which no collection has; its name is empty.
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

/// Figures in the order of serverFigureIds().
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

/// Restores ServerInfo from stored ids and values.
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
