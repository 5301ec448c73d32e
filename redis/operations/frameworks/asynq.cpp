// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/journal/words.h"

namespace plimsoll::redis::planning {

namespace {

QByteArray asynqBase(const PresetUse &preset)
{
    return preset.keyPrefix() + '{' + preset.queue.toUtf8() + "}:";
}

JobStep asynqStep(const PresetUse &preset, Action action, const QByteArray &key)
{
    const QByteArray base = asynqBase(preset);
    JobStep step{.script = "asynq_run",
                 .target = PlanTarget{base + "pending", PlanTarget::How::PushLeft, {}},
                 .each = {{"task", base + "t:{id}"}},
                 .arguments = {key.sliced(base.size())}, // scheduled, retry and archived are called like their keys
                 .left = Words::tr("Left because they have no record, or are in another state by it: %1.")};
    if (action == Action::Requeue) {
        step.script = "asynq_recover";
        step.target = PlanTarget{base + "retry", PlanTarget::How::AddToZSet, {}};
        step.keys = {{"active", base + "active"}, {"archived", base + "archived"}};
        step.arguments.clear();
        step.left = Words::tr("Left because their lease is valid, or they have no message that can be read: %1.");
    } else if (action == Action::Discard) {
        step.script = "asynq_delete";
        step.removes = true;
        step.target.reset();
        step.arguments.push_back(base + "unique:");
        step.left = Words::tr("Left because they are in another state by their record, or are too large to be kept "
                              "for undo: %1.");
    }
    return step;
}

} // namespace

std::vector<JobStep> asynqExamples(const ExampleOf &of)
{
    return {asynqStep(*of.definition.preset, of.action, of.key)};
}

Outcome asynqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    for (PlanStep &one : frozen->steps) {
        const JobStep step = asynqStep(*source.definition.preset, request.action, one.key);
        append(plan, jobStep(std::move(one), step), {});
    }
    plan.sample = std::move(frozen->sample);
    plan.note = frozen->note;
    return Done{};
}

} // namespace plimsoll::redis::planning
