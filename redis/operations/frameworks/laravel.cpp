// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"

namespace plimsoll::redis::planning {

namespace {

JobStep laravelPush(const CollectionDefinition &definition, Action action)
{
    const QByteArray ready = readyKey(definition);
    return {.script = "laravel_push",
            .target = PlanTarget{ready, PlanTarget::How::PushRight, {}},
            .keys = {{"notify", ready + ":notify"}},
            .arguments = {action == Action::Requeue ? "1" : "0"},
            .left = Words::tr("Left because their time has not passed, so that a worker has them: %1.")};
}

} // namespace

std::vector<JobStep> laravelExamples(const ExampleOf &of)
{
    return {of.action == Action::Discard ? discarding() : laravelPush(of.definition, of.action)};
}

Outcome laravelJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.action == Action::Discard) {
        return discardJobs(source, request, plan);
    }
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    for (PlanStep &step : frozen->steps) {
        append(plan, jobStep(std::move(step), laravelPush(source.definition, request.action)), {});
    }
    plan.sample = std::move(frozen->sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
