// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/mark.h"

#include <QString>

#include <vector>

namespace plimsoll::app {

/// Where it is kept what happened to a workspace on a server.
struct MarkPlaces {
    QString history; ///< its file: that of the alerts is beside it
    QString journal; ///< the folder that it is in
    redis::Endpoint endpoint;
    QString workspace;
};

/// Everything that happened in that time, oldest first: events of the server, alerts, operations, and what people noted
/// down; of each the newest few hundred. Reads files alone, makes none; what cannot be read is not there.
std::vector<Mark> readMarks(const MarkPlaces &places, const MarkQuestion &question);

} // namespace plimsoll::app
