// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/planning.h"
#include "redis/types/streaminfo.h"

/// The parts of planning what is done to one stream; used by planStream() alone.
namespace plimsoll::redis::planning {

Outcome setLastId(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan);
Outcome removeConsumer(const PlanSource &source, const OperationRequest &request, const QByteArray &key, Plan &plan);

/// Of a group of at most `mostConsumers`.
Result<std::vector<StreamConsumer>> consumersOf(const PlanSource &source, const QByteArray &key,
                                                const QByteArray &group);

/// Notes about who gets the entries: whether it is there, looks alive, and how it comes to them.
/// `consumersNow`: how many the group has.
Outcome noteConsumer(const PlanSource &source, const QByteArray &key, const PendingStep &does, qint64 consumersNow,
                     Plan &plan);

/// What happens to all that is pending at one consumer.
struct HeldBy {
    PendingStep does;
    QByteArray consumer;
};
Outcome planHeldBy(const PlanSource &source, const QByteArray &key, const HeldBy &held, Plan &plan);

} // namespace plimsoll::redis::planning
