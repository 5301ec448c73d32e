// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

/// Results of a scan of a keyspace. Values.
namespace plimsoll {

/// A collection that the keys of a server suggest.
struct Proposal {
    CollectionDefinition definition;
    qint64 count = 0; ///< keys of the server that it explains
    std::optional<qint64> elements; ///< elements in those keys; nullopt if not all of them were counted
    double confidence = 0; ///< 0 to 1
    QString reason;
};

/// Keys that no proposal explains.
struct UnrecognisedKeys {
    QByteArray text; ///< template: "session:{uuid}"
    QByteArray type; ///< type as TYPE returns it; empty if the user may not ask
    qint64 count = 0;
};

struct Discovery {
    qint64 keys = 0; ///< keys that were looked at
    std::chrono::milliseconds duration{};
    bool isComplete = false; ///< false: stopped, or more keys than allowed
    bool isStopped = false;
    struct Cost {
        std::chrono::microseconds server{}; ///< estimated working time of the server
        std::chrono::microseconds longest{}; ///< upper bound of its longest command
        qint64 commands = 0;
    } cost{};
    std::vector<Proposal> found; ///< the more certain first
    std::vector<UnrecognisedKeys> unrecognised; ///< the larger first
    QStringList problems; ///< reasons why something could not be read, one line each
    int nodesMissing = 0; ///< nodes of a cluster that did not answer
};

/// Progress of a scan.
struct DiscoveryProgress {
    qint64 keys = 0; ///< keys looked at
    qint64 total = 0; ///< keys of the server (DBSIZE)
    double share = 0; ///< share of the keyspace scanned, from 0 to 1
    Discovery::Cost cost{}; ///< cost until now
};

} // namespace plimsoll
