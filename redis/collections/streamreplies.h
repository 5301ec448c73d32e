// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/types/result.h"
#include "redis/types/streaminfo.h"
#include "redis/wire/pipeline.h"
#include "redis/wire/reply.h"

#include <QByteArray>

#include <chrono>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

/// Parses replies about streams, by field name, as fields and their order differ between Redis versions. Reentrant.
namespace plimsoll::redis {

/// Counters in XINFO STREAM.
struct StreamCounters {
    qint64 length = 0;
    std::optional<StreamId> last{}; ///< last generated id
    std::optional<StreamId> first{}; ///< id of the first entry; nullopt: the stream is empty
    std::optional<qint64> added{}; ///< entries ever added; nullopt before Redis 7
    std::optional<StreamId> deleted{}; ///< highest deleted id; nullopt before Redis 7
};
/// nullopt if there is no stream or the reply is unusable.
std::optional<StreamCounters> countersIn(const Reply &xinfoStream);

std::vector<StreamGroup> groupsIn(const Reply &xinfoGroups);
std::vector<StreamConsumer> consumersIn(const Reply &xinfoConsumers);

/// Entry of an XPENDING reply with a range.
struct PendingEntry {
    QByteArray id, consumer;
    std::chrono::milliseconds idle{}; ///< ms since the last delivery
    qint64 deliveries = 0;
};
std::vector<PendingEntry> pendingIn(const Reply &reply);

/// Entry of an XRANGE reply.
struct StreamEntry {
    QByteArray id;
    std::vector<std::pair<QByteArray, QByteArray>> fields; ///< names may repeat

    [[nodiscard]] qint64 bytes() const;
};
std::vector<StreamEntry> entriesIn(const Reply &reply);

/// Reads the lowest id of a stream; nullopt if it is empty. An XREVRANGE below that id scans the whole stream without a
/// result (Redis 7.0: 65 ms for a million entries); pending entries below it were trimmed.
Result<std::optional<StreamId>> lowestOf(const QByteArray &key,
                                         const std::function<Result<std::vector<Reply>>(const Pipeline &)> &ask);

/// Limits of a lookup of entries by id, which reads them with their fields.
struct LookupLimits {
    std::size_t entries = 0;
    /// No further lookup once this much was read; the last one, of at most 16 entries, may read more.
    qint64 bytes = std::numeric_limits<qint64>::max();
};

/// Returns which of these ids are no longer in the stream. Only those before its first entry, or up to the highest
/// deleted id, can be; those in its middle are looked up within the limits, in this order.
Result<std::set<QByteArray>> deletedOf(const QByteArray &key, const std::vector<QByteArray> &ids, LookupLimits limits,
                                       const std::function<Result<std::vector<Reply>>(const Pipeline &)> &ask);

/// The key is not there, or the group: no error where nothing is what there is.
bool isNoStream(const Reply &reply);
bool isNoGroup(const Reply &reply);

} // namespace plimsoll::redis
