// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/streaminfo.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

/// What the server says of a stream, as values. Read by the names of the fields: each version of Redis says other ones,
/// in another order. Reentrant.
namespace plimsoll::redis {

/// Of XINFO STREAM: how it came to be as it is.
struct StreamCounters {
    qint64 length = 0;
    std::optional<StreamId> last{}; ///< the id that was given last
    std::optional<StreamId> first{}; ///< of the lowest entry; nullopt: it is empty
    std::optional<qint64> added{}; ///< how many in all; nullopt: the server is older than Redis 7
    std::optional<StreamId> deleted{}; ///< the highest id that was deleted; likewise
};
/// nullopt: there is no stream, or it cannot be told.
std::optional<StreamCounters> countersIn(const Reply &xinfoStream);

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

/// The lowest id of a stream, which is asked for; nullopt: it is empty. Below it XREVRANGE walks through the whole
/// stream (Redis 7.0: 65 ms of a million entries) to find nothing, and what is pending there a trim has taken.
Result<std::optional<StreamId>> lowestOf(const QByteArray &key,
                                         const std::function<Result<std::vector<Reply>>(const Pipeline &)> &ask);

/// The key is not there, or the group: no error where nothing is what there is.
bool isNoStream(const Reply &reply);
bool isNoGroup(const Reply &reply);

} // namespace plimsoll::redis
