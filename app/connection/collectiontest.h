// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/topology/server.h"
#include "redis/types/connectionreport.h"
#include "redis/types/workspace.h"

#include <chrono>
#include <map>
#include <set>

namespace plimsoll::app {

/// Permissions that a user lacks for watching, and the collections that need them.
struct WatchLacks {
    std::map<QByteArray, QStringList>
        rules; ///< Error::lacks, with names of collections; none: every workspace needs it
    std::set<QByteArray> unasked; ///< rules for keys that may be missing: unknown without TYPE
    std::set<QString> renamed; ///< errors of commands that the server does not know
};

/// Tests which of the commands that this workspace needs are permitted; without collections, those of every kind.
Result<WatchLacks> testWatchCommands(redis::Server &server, const Workspace &workspace, const std::stop_token &stop);

/// Tests whether the keys that each collection has at `now` may be read, exist, and have a type of their role. Returns
/// a step and, if it failed, the error for each collection; adds missing permissions to `lacks`.
struct CollectionFinding {
    ConnectionStep step;
    std::optional<Error> failure;
};
Result<std::vector<CollectionFinding>> testCollections(redis::Server &server, const Workspace &workspace,
                                                       std::chrono::milliseconds now, WatchLacks &lacks,
                                                       const std::stop_token &stop);

/// Returns the name of a collection's step.
QString collectionStep(const CollectionDefinition &definition);

} // namespace plimsoll::app
