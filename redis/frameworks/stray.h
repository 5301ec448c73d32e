// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/collections/health.h"

#include <QCoreApplication>

namespace plimsoll::redis {

/// One kind of key that may be left over, and the questions that tell.
struct StrayRule {
    using Command = std::vector<QByteArray>;

    QByteArray glob; ///< keys of that kind
    /// Reads what the key says. It is asked before and after the others: a key that was changed meanwhile is not
    /// judged.
    std::function<Command(const QByteArray &key)> ask;
    /// Questions about where the key should have its counterpart, by the answer: it is left over if each is answered
    /// by nil or 0. None: the key is not judged.
    std::function<std::vector<Command>(const QByteArray &key, const Reply &answer)> seek;
    const char *sentence; ///< marked with QT_TRANSLATE_NOOP("problems", …); %1: how many
};

/// Finds keys that are left over, by SCAN: with each look a part of all keys, and again those found before.
[[nodiscard]] std::unique_ptr<HealthCheck> strayKeys(StrayRule rule);

/// Finds keys whose value is the id of a job without a record: locks that will not be released. `prefix`: of those
/// keys; `records`: of the records; `sentence`: as in StrayRule.
[[nodiscard]] std::unique_ptr<HealthCheck> locksOfGoneJobs(const QByteArray &prefix, const QByteArray &records,
                                                           const char *sentence);

/// Finds ids in the lists and sets of a collection whose job record is missing; a part of them with each look.
[[nodiscard]] std::unique_ptr<HealthCheck> idsWithoutRecord(const CollectionDefinition &definition);

/// BullMQ and Bull: records of finished jobs that neither `completed` nor `failed` holds.
[[nodiscard]] std::unique_ptr<HealthCheck> finishedInNoSet(const CollectionDefinition &definition);
/// BullMQ and Bull: FrameworkCode::staleMeans.
inline constexpr const char *noLockMeans = QT_TRANSLATE_NOOP(
    "problems",
    "active without a lock, so that their worker is gone or hangs; the next check of a worker puts them "
    "back, or fails them");

} // namespace plimsoll::redis
