// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/snapshot.h"
#include "redis/types/workspace.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <vector>

/// Results of a scan of a keyspace. Values.
namespace plimsoll {

/// Keys of one form of name and one type.
struct FoundTemplate {
    struct Sample {
        QByteArray key;
        double size = unknownFigure; ///< elements, or bytes of a string
    };
    static constexpr std::size_t mostSamples = 3;

    QByteArray text{}; ///< "session:{uuid}"; a part that has one value only is that value
    QByteArray form{}; ///< the same with a placeholder for that part too: equal in later searches
    QByteArray type{}; ///< type as TYPE returns it; empty if the user may not ask
    qint64 count = 0; ///< keys
    double size = unknownFigure; ///< elements in all of them, or bytes of strings; estimated if not all were asked
    std::vector<Sample> samples{}; ///< a few of the keys, of different sizes; at most mostSamples
    // Compared with the earlier search, if there is one:
    bool isNew = false; ///< it found no such keys
    std::optional<qint64> countBefore{}; ///< nullopt: not known
};

/// A collection that the keys of a server suggest.
struct Proposal {
    CollectionDefinition definition;
    qint64 count = 0; ///< keys of the server that it explains
    std::optional<qint64> elements; ///< elements in those keys; nullopt if not all of them were counted
    double confidence = 0; ///< 0 to 1
    QString reason;
    std::vector<FoundTemplate> templates{}; ///< the keys of `count`; empty for a queue that is only listed
    std::optional<qint64> countBefore{}, elementsBefore{}; ///< counts of the earlier search; nullopt: not known
};

/// An earlier search through all keys of the same server.
struct EarlierDiscovery {
    std::chrono::milliseconds time{}; ///< Unix, when it ended
    std::vector<FoundTemplate> gone{}; ///< templates it found that no longer exist, the larger first
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
    std::vector<FoundTemplate> unrecognised; ///< keys that no proposal explains, the larger first
    QStringList problems; ///< reasons why something could not be read, one line each
    int nodesMissing = 0; ///< nodes of a cluster that did not answer
    std::chrono::milliseconds time{}; ///< Unix, when it ended; 0: it goes on
    std::optional<EarlierDiscovery> earlier{}; ///< nullopt: none was kept, or this search has not seen all keys
};

/// Progress of a scan.
struct DiscoveryProgress {
    qint64 keys = 0; ///< keys looked at
    qint64 total = 0; ///< keys of the server (DBSIZE)
    double share = 0; ///< share of the keyspace scanned, from 0 to 1
    Discovery::Cost cost{}; ///< cost until now
};

} // namespace plimsoll
