// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/endpoint.h"
#include "redis/types/mark.h"

#include <QString>

#include <vector>

namespace plimsoll::app {

/// Sources of the marks of a workspace on a server.
struct MarkPlaces {
    QString history; ///< history file; the alert file is in the same folder
    QString journal; ///< folder of the journal
    redis::Endpoint endpoint;
    QString workspace;
};

/// Reads the marks of a range, oldest first: server events, alerts, operations and notes, at most the newest few
/// hundred of each. Only reads existing files; omits what cannot be read.
std::vector<Mark> readMarks(const MarkPlaces &places, const MarkQuestion &question);

} // namespace plimsoll::app
