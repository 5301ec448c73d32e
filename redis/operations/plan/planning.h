// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/batch/frozen.h"
#include "redis/operations/journal/journal.h"
#include "redis/types/operation.h"

/// Planning, one function per action; used by Planner alone.
namespace plimsoll::redis::planning {

inline Error invalid(const QString &message)
{
    return {ErrorKind::Invalid, message};
}

Outcome requeue(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Returns dead letters to the queue, at the end where new jobs arrive, so that a poison job does not block it again.
Outcome requeueDead(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome runNow(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome postpone(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// DeadLetter, Discard, Move: moves or removes elements of one state.
Outcome relocate(const PlanSource &source, const OperationRequest &request, Plan &plan);

/// ChangePriority: moves jobs of a priority queue to another band.
Outcome changePriority(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Target of requeued dead letters: behind the jobs of a band, by its index in PlanSource::bands.
Result<PlanTarget> bandTarget(const PlanSource &source, const QByteArray &key, std::size_t band);
/// Score ranges of elements that arrived, or were due, before a time, as the role defines scores.
std::vector<ScoreRange> rangesBefore(const PlanSource &source, const RoleSpec &role, std::chrono::milliseconds before);
/// Score ranges of a request for one band, all of it or the jobs waiting long enough; nullopt for other requests.
std::optional<std::vector<ScoreRange>> rangesOfBand(const PlanSource &source, const OperationRequest &request);

/// All actions on a stream.
Outcome planStream(const PlanSource &source, const OperationRequest &request, Plan &plan);

Outcome trim(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome prune(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome purge(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome add(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Release: removes locks by key and the token that was seen.
Outcome release(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// CleanUp: removes entries that an index says have expired, with the keys they stand for.
Outcome cleanUp(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Edit: writes the user's version of a job's element or record, then requeues it if requested.
Outcome edit(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Adopt: queues jobs that have a record but are in no queue.
Outcome adopt(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome setExpiry(const PlanSource &source, const OperationRequest &request, Plan &plan);

/// Steps of an undo, one per step and outcome of the undone operation. Newest first: elements taken last lie outermost.
/// Elements stay in the archive until the steps run. Checks first which of them can be put back now, as far as that is
/// quick (Plan::possible).
Outcome planBack(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                 Plan &plan);

/// Target behind the waiting jobs.
Result<PlanTarget> arrivalTarget(const PlanSource &source);
/// Parameters by which scripts read the collection's job records.
PlanRecords recordsOf(const PlanSource &source);
/// Step that takes frozen items off their key.
PlanStep moveStep(Frozen frozen, bool fromLeft, const std::optional<PlanTarget> &target);
/// Filter for the elements that a request names: by id, by exact element, or all; at most its limit, minus those
/// already in the plan.
Choice choiceOf(const OperationRequest &request, const Plan &plan, const QByteArray &key);
/// True if the plan has reached the request's limit.
bool isFull(const OperationRequest &request, const Plan &plan);
/// Adds a step with its sample unless it is empty.
void append(Plan &plan, PlanStep step, const std::vector<Element> &sample);

} // namespace plimsoll::redis::planning
