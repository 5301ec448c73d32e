// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"

namespace plimsoll::redis::planning {

namespace {

JobStep beequeueStep(const PresetUse &preset, Action action)
{
    const QByteArray base = queueBase(preset);
    const std::vector<JobStep::Key> jobs{{"jobs", base + "jobs"}};
    if (action == Action::Discard) {
        return {.script = "beequeue_discard", .removes = true, .keys = jobs};
    }
    return {.script = "beequeue_requeue",
            .target = PlanTarget{base + "waiting", PlanTarget::How::PushLeft, {}},
            .keys = {jobs.front(), {"stalling", base + "stalling"}, {"stallBlock", base + "stallBlock"}},
            .left = action == Action::Requeue
                ? Words::tr("Left because the interval in which their worker can tell that it works on "
                            "them is not over, or because they have no record: %1.")
                : Words::tr("Left because they have no record that can be read: %1.")};
}

} // namespace

std::vector<JobStep> beequeueExamples(const ExampleOf &of)
{
    return {beequeueStep(*of.definition.preset, of.action)};
}

Outcome beequeueJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const bool isStale = request.action == Action::Requeue;
    if (request.olderThan) {
        return invalid(Words::tr("%1: nothing tells how long a worker of Bee-Queue has had a job; leave out how old it "
                                 "must be, those marked as stalling are chosen")
                           .arg(source.definition.name));
    }
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
        const QByteArray stalling = queueBase(*source.definition.preset) + "stalling";
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
    addJobs(plan, std::move(*frozen), beequeueStep(*source.definition.preset, request.action));
    return Done{};
}

} // namespace plimsoll::redis::planning
