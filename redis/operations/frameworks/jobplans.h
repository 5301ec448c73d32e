// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "redis/operations/plan/planning.h"

#include <functional>
#include <span>

/// Planning operations on jobs of frameworks: a file and a function for each framework, which makes of frozen jobs the
/// steps by which the framework itself would do it.
namespace plimsoll::redis::planning {

/// Plans an action that the framework of the collection allows (PresetUse::refusal()).
Outcome planJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Has the scripts judge the jobs, so that the plan tells how many they would leave. EVAL_RO cannot change anything;
/// servers before Redis 7 do not have it, and there it is only known afterwards.
Outcome foretellLeft(const PlanSource &source, Plan &plan);

/// Freezes the jobs that a request is about, as steps that would only take them off their keys: dead letters, delayed,
/// or stale ones (named ones in whatever state of processing, so that the script has to look again).
Result<Plan> freezeJobs(const PlanSource &source, const OperationRequest &request, const Plan &plan);
/// Turns a frozen step into one that runs a script of lua/frameworks.
PlanStep jobStep(PlanStep frozen, const JobStep &job);
/// Adds a step of this script for each frozen key.
void addJobs(Plan &plan, Plan frozen, const JobStep &job);
/// Asks a command about each job, made of its element, and hands over the job with its answer. `atOnce`: most jobs in
/// one exchange.
Outcome askOfJobs(const PlanSource &source, std::vector<PlanItem> items, std::size_t atOnce,
                  const std::function<std::vector<QByteArray>(const QByteArray &)> &ask,
                  const std::function<void(PlanItem item, const Reply &reply)> &take);
/// Asks a command about each frozen job, made from its element by `ask`, and keeps the jobs whose replies `keeps`
/// accepts. Adds a note with the number of the others: `left`, %1 for that number.
Outcome filterJobs(const PlanSource &source, Plan &frozen, const QString &left,
                   const std::function<std::vector<QByteArray>(const QByteArray &)> &ask,
                   const std::function<bool(const Reply &)> &keeps);
/// Script that removes jobs from their key alone.
JobStep discarding();
/// Plans to remove jobs from their key alone, for frameworks that store nothing else about them.
Outcome discardJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
/// Adds a step, of the script that `jobFor` returns, for each queue that jobs name in the first of these members of
/// their JSON that they have. Those that name none are left, which is noted.
void addByQueue(Plan &plan, PlanStep frozen, std::span<const QLatin1StringView> members,
                const std::function<JobStep(const QByteArray &queue)> &jobFor);
/// JobStep::left of scripts that change JSON.
QString leftUnread();
/// Returns the beginning of a queue's keys in frameworks that join its name by colons: "bull:mail:".
QByteArray queueBase(const PresetUse &preset);
/// Returns the key of the waiting jobs.
QByteArray readyKey(const CollectionDefinition &definition);

/// Steps that stand for every change of the collection's jobs that is possible, each of one job called `id`, so that it
/// can be asked what a user may run. Jobs that name a queue name this one, too. Asks no server.
std::vector<PlanStep> exampleSteps(const CollectionDefinition &definition, const QByteArray &id);
struct ExampleOf {
    const CollectionDefinition &definition;
    Action action;
    QByteArray key; ///< holds the jobs
    QByteArray queue; ///< named in the jobs, where they name one
};
/// Returns the scripts that an action runs.
using Examples = std::vector<JobStep>(const ExampleOf &of);
Examples asynqExamples, beequeueExamples, bullExamples, bullmqExamples, celeryExamples, laravelExamples, resqueExamples,
    rqExamples, sidekiqExamples;

Outcome asynqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome beequeueJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome bullJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome bullmqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome celeryJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome laravelJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome resqueJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome rqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);
Outcome sidekiqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan);

} // namespace plimsoll::redis::planning
