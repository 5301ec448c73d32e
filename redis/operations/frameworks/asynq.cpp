// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/journal/words.h"

namespace plimsoll::redis::planning {

Outcome asynqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const PresetUse &preset = *source.definition.preset;
    const QByteArray base = preset.keyPrefix() + '{' + preset.queue.toUtf8() + "}:";
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    const std::vector<JobStep::Key> task{{"task", base + "t:{id}"}};
    for (PlanStep &one : frozen->steps) {
        const QByteArray state =
            one.key.sliced(base.size()); // scheduled, retry and archived are called like their keys
        JobStep step{.script = "asynq_run",
                     .target = PlanTarget{base + "pending", PlanTarget::How::PushLeft, {}},
                     .each = task,
                     .arguments = {state},
                     .left = Words::tr("Left because they have no record, or are in another state by it: %1.")};
        if (request.action == Action::Requeue) {
            step.script = "asynq_recover";
            step.target = PlanTarget{base + "retry", PlanTarget::How::AddToZSet, {}};
            step.keys = {{"active", base + "active"}, {"archived", base + "archived"}};
            step.arguments.clear();
            step.left = Words::tr("Left because their lease is valid, or they have no message that can be read: %1.");
        } else if (request.action == Action::Discard) {
            step.script = "asynq_delete";
            step.removes = true;
            step.target.reset();
            step.arguments.push_back(base + "unique:");
            step.left = Words::tr("Left because they are in another state by their record, or are too large to be kept "
                                  "for undo: %1.");
        }
        append(plan, jobStep(std::move(one), step), {});
    }
    plan.sample = std::move(frozen->sample);
    plan.note = frozen->note;
    return Done{};
}

} // namespace plimsoll::redis::planning
