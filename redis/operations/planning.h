// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/frozen.h"
#include "redis/operations/journal.h"
#include "redis/types/operation.h"

/// The parts of planning, one function an action; used by Planner alone.
namespace plimsoll::redis::planning {

inline Error invalid(const QString &message)
{
    return {ErrorKind::Invalid, message};
}

Outcome requeue(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Dead letters back to be worked on, at the end where new jobs arrive: a poison job does not block the queue again.
Outcome requeueDead(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome runNow(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome postpone(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// DeadLetter, Discard, Move: elements of one state somewhere else, or out.
Outcome relocate(const PlanSource &source, const OperationRequest &request, Plan &plan);

/// ChangePriority: jobs of a priority queue to another band.
Outcome changePriority(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Where a dead letter goes that is to be worked on again: behind those of the lowest band.
Result<PlanTarget> lowestBand(const PlanSource &source, const QByteArray &key);
/// Scores of what arrived, or was due, before a moment, by what scores of the role say.
std::vector<ScoreRange> rangesBefore(const PlanSource &source, const RoleSpec &role, std::chrono::milliseconds before);
/// Where a request is about one band, all of it or what has waited for so long; else nullopt.
std::optional<std::vector<ScoreRange>> rangesOfBand(const PlanSource &source, const OperationRequest &request);

/// Whatever is done to a stream.
Outcome planStream(const PlanSource &source, const OperationRequest &request, Plan &plan);

Outcome trim(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome prune(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome purge(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome add(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Release: locks by key and the token that was seen.
Outcome release(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// CleanUp: what expired by an index, with the keys its entries stand for.
Outcome cleanUp(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Edit: the element of a job, or its record, as a person has written it; then requeued where that was asked for.
Outcome edit(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Adopt: jobs whose record is there and that are queued nowhere, to be worked on.
Outcome adopt(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome setExpiry(const PlanSource &source, const OperationRequest &request, Plan &plan);

/// The steps of an undo, one for each step and outcome of what it undoes. Newest first: what was taken last lies
/// outermost. What they put back stays in the archive until they run.
/// Which of them can go back now is looked at first, as far as that is soon known (Plan::possible).
Outcome planBack(Server &server, const std::stop_token &stop, const Journal &journal, const OpenOperation &undone,
                 Plan &plan);

/// Where dead letters go in the type that is there, or as a list when there is none yet; nullopt without the role.
Result<std::optional<PlanTarget>> deadTarget(const PlanSource &source);
/// Where jobs go that are to be worked on behind what is waiting.
Result<PlanTarget> arrivalTarget(const PlanSource &source);
/// Of a collection with job records, how its scripts read them.
PlanRecords recordsOf(const PlanSource &source);
/// The step that takes frozen items off their key.
PlanStep moveStep(Frozen frozen, bool fromLeft, const std::optional<PlanTarget> &target);
/// Which elements a request names: by id, by exact element, or all; no more than its limit leaves beside the plan so
/// far.
Choice choiceOf(const OperationRequest &request, const Plan &plan, const QByteArray &key);
/// The plan has as many elements as the request permits: nothing else is looked for.
bool isFull(const OperationRequest &request, const Plan &plan);
/// Adds a step with its sample, when there is anything to do.
void append(Plan &plan, PlanStep step, const std::vector<Element> &sample);

} // namespace plimsoll::redis::planning
