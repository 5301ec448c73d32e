// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/plan/planning.h"
#include "redis/types/limits.h"
#include "redis/types/streaminfo.h"

#include <chrono>

/// Planning of actions on one stream; used by planStream() alone.
namespace plimsoll::redis::planning {

Outcome setLastId(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan);
Outcome removeConsumer(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan);

/// "7 min 28 s".
inline QString idleText(std::chrono::milliseconds time)
{
    return limitValueText(Unit::Duration, static_cast<double>(time.count()));
}

/// Consumers of a group, which must have at most `mostConsumers`.
Result<std::vector<StreamConsumer>> consumersOf(const PlanSource &source, const QByteArray &key,
                                                const QByteArray &group);

/// Adds notes about the receiving consumer: whether it exists and looks alive, and how it gets the entries.
/// `consumersNow`: number of consumers in the group.
Outcome noteConsumer(const PlanSource &source, const QByteArray &key, const PendingStep &does, qint64 consumersNow,
                     Plan &plan);

/// Action on all pending entries of one consumer.
struct HeldBy {
    PendingStep does;
    QByteArray consumer;
};
/// Returns how many of them are no longer in the stream; only if there are none is a step added.
Result<qint64> planHeldBy(const PlanSource &source, const QByteArray &key, const HeldBy &held, Plan &plan);

} // namespace plimsoll::redis::planning
