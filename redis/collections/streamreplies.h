// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/streaminfo.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <utility>
#include <vector>

/// What the server says of a stream, as values. Read by the names of the fields: each version of Redis says other ones,
/// in another order. Pure functions; reentrant.
namespace plimsoll::redis {

std::vector<StreamGroup> groupsIn(const Reply &xinfoGroups);
std::vector<StreamConsumer> consumersIn(const Reply &xinfoConsumers);

/// Of XPENDING with a range.
struct PendingEntry {
    QByteArray id, consumer;
    std::chrono::milliseconds idle{}; ///< since it was delivered last
    qint64 deliveries = 0;
};
std::vector<PendingEntry> pendingIn(const Reply &reply);

/// Of XRANGE.
struct StreamEntry {
    QByteArray id;
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< a name may stand there twice

    [[nodiscard]] qint64 bytes() const;
};
std::vector<StreamEntry> entriesIn(const Reply &reply);

/// The key is not there, or the group: no error where nothing is what there is.
bool isNoStream(const Reply &reply);
bool isNoGroup(const Reply &reply);

} // namespace plimsoll::redis
