// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"

namespace plimsoll::redis::planning {

Outcome beequeueJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const PresetUse &preset = *source.definition.preset;
    const QByteArray base = preset.keyPrefix() + preset.queue.toUtf8() + ':';
    const bool isStale = request.action == Action::Requeue;
    OperationRequest wanted = request;
    if (isStale) {
        wanted.state = QString(plimsoll::stateOf(Holds::Processing).id);
    }
    Result<Plan> frozen = freezeJobs(source, wanted, plan);
    if (!frozen) {
        return frozen.error();
    }
    if (isStale) {
        // A worker that lives takes the mark away within the interval.
        const QByteArray stalling = base + "stalling";
        const Outcome kept = filterJobs(
            source, *frozen,
            Words::tr("Not marked as stalling, because their worker lives or nothing has looked, and left: %1."),
            [&stalling](const QByteArray &id) {
                return std::vector<QByteArray>{"SISMEMBER", stalling, id};
            },
            [](const Reply &reply) { return reply.integer == 1; });
        if (!kept) {
            return kept;
        }
    }
    JobStep step{.script = "beequeue_requeue",
                 .target = PlanTarget{base + "waiting", PlanTarget::How::PushLeft, {}},
                 .keys = {{"jobs", base + "jobs"}},
                 .left = isStale
                     ? Words::tr("Left because the interval in which their worker can tell that it works on "
                                 "them is not over, or because they have no record: %1.")
                     : Words::tr("Left because they have no record that can be read: %1.")};
    if (request.action == Action::Discard) {
        step = {.script = "beequeue_discard", .removes = true, .keys = {{"jobs", base + "jobs"}}};
    } else {
        step.keys.insert(step.keys.end(), {{"stalling", base + "stalling"}, {"stallBlock", base + "stallBlock"}});
    }
    addJobs(plan, std::move(*frozen), step);
    return Done{};
}

} // namespace plimsoll::redis::planning
