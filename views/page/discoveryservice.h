// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/browse.h"
#include "redis/types/discovery.h"

#include <QObject>

#include <chrono>
#include <vector>

namespace plimsoll::views {

/// State of a search for collections.
struct DiscoveryStatus {
    enum class Is : unsigned char {
        NotStarted,
        Waiting, ///< no connection yet
        Scanning,
        Ended,
        Failed,
    };

    Is is = Is::NotStarted;
    DiscoveryProgress progress{};
    std::chrono::milliseconds elapsed{};
    QString error; ///< if it failed

    [[nodiscard]] bool isRunning() const { return is == Is::Waiting || is == Is::Scanning; }
};

/// Searches the server for collections, one search at a time, and reads the figures of what it found before that is in
/// the workspace. GUI thread; no function waits.
class DiscoveryService : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    virtual void start() = 0; ///< replaces the current search; waits for a connection
    virtual void stop() = 0; ///< ends the search and keeps its results
    /// Polls the figures of these collections instead of the previous ones; empty: of no collection.
    virtual void preview(const std::vector<plimsoll::CollectionDefinition> &collections) = 0;
    /// Asks about a previewed collection.
    virtual void ask(const plimsoll::BrowseRequest &request) = 0;

signals:
    void statusChanged(const plimsoll::views::DiscoveryStatus &status);
    void found(const plimsoll::Discovery &discovery); ///< intermediate results, and the final one
    void previewed(const plimsoll::SnapshotPtr &snapshot);
    void answered(const plimsoll::BrowseResult &result);
};

} // namespace plimsoll::views
