// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/batch/costs.h"
#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace plimsoll::redis::planning {

namespace {

using Version = std::pair<int, int>; ///< major and minor version of BullMQ

constexpr int firstModern = 5; ///< version of BullMQ since which a job gets its lock in the moment it becomes active
constexpr Version firstLater{5, 54}; ///< since which a job that has stalled too often fails when a worker takes it

struct Known {
    Version version;
    bool isNamed = true; ///< by META
};

/// Returns the version of BullMQ of the queue. Where its META names none, and it is not paused, the marker is of
/// version 5 or later, and marks in `wait` of version 4. An error if nothing tells.
Result<Known> versionOf(const PlanSource &source)
{
    const QByteArray base = queueBase(*source.definition.preset), wait = base + "wait";
    Pipeline pipeline;
    pipeline.add({"HMGET", base + "meta", "version", "paused"});
    pipeline.add({"EXISTS", base + "marker"});
    pipeline.add({"LINDEX", wait, "0"});
    pipeline.add({"LINDEX", wait, "-1"});
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    const Reply &meta = replies->front();
    if (meta.isError() || meta.elements.size() != 2) {
        return meta.toError(base + "meta");
    }
    constexpr QByteArrayView name = "bullmq:";
    const QByteArray &named = meta.elements[0].bytes;
    const QList<QByteArray> parts = named.startsWith(name) ? named.sliced(name.size()).split('.') : QList<QByteArray>();
    if (const Version found{parts.value(0).toInt(), parts.value(1).toInt()}; found.first > 0) {
        return Known{found};
    }
    const RoleSpec &ready = *source.definition.role(Holds::Ready)->role;
    if (meta.elements[1].isNil()) {
        if ((*replies)[1].integer == 1) {
            return Known{{firstModern, 0}, false};
        }
        if (ready.isMark((*replies)[2].bytes) || ready.isMark((*replies)[3].bytes)) {
            return Known{{firstModern - 1, 0}, false};
        }
    }
    return Error{ErrorKind::Refused,
                 Words::tr("%1: its META does not name a version of BullMQ, so that it is not known where its "
                           "workers look for jobs")
                     .arg(source.definition.name)};
}

/// Waits for longer than a worker needs between taking a job and locking it, unless planning is stopped.
void waitForLocks(const std::stop_token &stop)
{
    constexpr std::chrono::seconds gap{1};
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any stopped;
    stopped.wait_for(lock, stop, gap, [] { return false; });
}

/// Active jobs that no worker has locked. `isGapped`: workers lock a job a moment after they have taken it.
Result<Plan> freezeUnlocked(const PlanSource &source, const OperationRequest &request, const Plan &plan, bool isGapped)
{
    OperationRequest wanted = request;
    wanted.state =
        QString(plimsoll::stateOf(Holds::Processing,
                                  request.olderThan ? ElementState::Which::Overdue : ElementState::Which::All)
                    .id);
    Result<Plan> frozen = freezeJobs(source, wanted, plan);
    if (!frozen) {
        return frozen;
    }
    const RoleSpec &active = *source.definition.role(Holds::Processing)->role;
    const auto isMark = [&active](const auto &one) { return active.isMark(one.element); };
    for (PlanStep &step : frozen->steps) {
        std::erase_if(step.items, isMark);
    }
    std::erase_if(frozen->sample, isMark);
    const QByteArray base = queueBase(*source.definition.preset);
    const auto dropLocked = [&] {
        return filterJobs(
            source, *frozen, Words::tr("Locked by workers that have them, and left: %1."),
            [&base](const QByteArray &id) {
                return std::vector<QByteArray>{"EXISTS", base + id + ":lock"};
            },
            [](const Reply &reply) { return reply.integer == 0; });
    };
    Outcome dropped = dropLocked();
    const bool hasAny = std::any_of(frozen->steps.begin(), frozen->steps.end(),
                                    [](const PlanStep &step) { return !step.items.empty(); });
    if (dropped && isGapped && hasAny) {
        waitForLocks(source.stop);
        dropped = dropLocked();
    }
    return dropped ? std::move(frozen) : dropped.error();
}

/// Notes how many jobs have stalled before: the script marks them, as the workers' sweep does, so that the worker that
/// takes them fails them.
Outcome noteStalledBefore(const PlanSource &source, Plan &plan)
{
    constexpr std::size_t atOnce = 1000;
    const QByteArray base = queueBase(*source.definition.preset);
    qint64 before = 0;
    for (const PlanStep &step : plan.steps) {
        Outcome asked = askOfJobs(
            source, step.items, atOnce,
            [&base](const QByteArray &id) {
                return std::vector<QByteArray>{"HMGET", base + id, "stc", "rjk"};
            },
            [&before](const PlanItem & /*item*/, const Reply &reply) {
                const bool isScheduled = reply.elements.size() == 2 && !reply.elements[1].isNil();
                before += !isScheduled && !reply.elements.empty() && reply.elements[0].bytes.toLongLong() > 0 ? 1 : 0;
            });
        if (!asked) {
            return asked;
        }
    }
    if (before > 0) {
        addNote(plan,
                Words::tr("Have stalled before, so that the worker that takes them fails them instead of running them: "
                          "%1.")
                    .arg(before));
    }
    return Done{};
}

JobStep removing(const QByteArray &base, bool hasEvents)
{
    JobStep step{.script = "bullmq_discard",
                 .removes = true,
                 .keys = {{"repeat", base + "repeat"}},
                 .arguments = {base + "de:", base + "dn:"},
                 .left = Words::tr("Left because they are locked, have a parent or children, are the next job of a "
                                   "scheduler, keep back another job of their deduplication, or are too large to be "
                                   "kept for undo: %1.")};
    if (hasEvents) {
        step.keys.insert(step.keys.end(), {{"meta", base + "meta"}, {"events", base + "events"}});
    }
    for (const char *satellite : {"lock", "logs", "dependencies", "processed", "failed", "unsuccessful"}) {
        step.each.push_back({satellite, base + "{id}:" + satellite});
    }
    step.each.push_back({"job", base + "{id}"});
    return step;
}

/// `isGapped`: see freezeUnlocked().
Outcome planWith(const PlanSource &source, const OperationRequest &request, Plan &plan, const JobStep &step,
                 bool isGapped)
{
    Result<Plan> frozen = request.action == Action::Requeue ? freezeUnlocked(source, request, plan, isGapped)
                                                            : freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    addJobs(plan, std::move(*frozen), step);
    return Done{};
}

JobStep bullmqStep(const CollectionDefinition &definition, Action action)
{
    const QByteArray base = queueBase(*definition.preset);
    if (action == Action::Discard) {
        return removing(base, true);
    }
    const bool isStale = action == Action::Requeue;
    JobStep step{.script = "bullmq_requeue",
                 .target =
                     PlanTarget{base + "wait", isStale ? PlanTarget::How::PushRight : PlanTarget::How::PushLeft, {}},
                 .each = {{"job", base + "{id}"}, {"lock", base + "{id}:lock"}},
                 .arguments = {QByteArray()},
                 .left = isStale ? Words::tr("Left because they are locked, have no record or a too large one, or have "
                                             "stalled before, for which BullMQ before version 5.54 fails them: %1.")
                                 : Words::tr("Left because they are children of other jobs, are locked, or have no "
                                             "record or a too large one: %1.")};
    for (const char *key : {"paused", "prioritized", "pc", "marker", "meta", "active", "events", "stalled", "repeat"}) {
        step.keys.push_back({key, base + key});
    }
    return step;
}

JobStep bullStep(const CollectionDefinition &definition, Action action)
{
    const QByteArray base = queueBase(*definition.preset);
    if (action == Action::Discard) {
        return removing(base, false);
    }
    const bool isStale = action == Action::Requeue;
    JobStep step{
        .script = "bull_requeue",
        .target = PlanTarget{base + "wait", isStale ? PlanTarget::How::PushRight : PlanTarget::How::PushLeft, {}},
        .each = {{"job", base + "{id}"}, {"lock", base + "{id}:lock"}},
        .arguments = {base + "waiting@plimsoll", base + "stalled@"},
        .left = isStale ? Words::tr("Left because they are locked, have no record or a too large one, or have "
                                    "stalled before, for which Bull fails them: %1.")
                        : Words::tr("Left because they are locked, or have no record or a too large one: %1.")};
    for (const char *key : {"paused", "stalled", "meta-paused"}) {
        step.keys.push_back({key, base + key});
    }
    return step;
}

} // namespace

std::vector<JobStep> bullmqExamples(const ExampleOf &of)
{
    return {bullmqStep(of.definition, of.action)};
}

std::vector<JobStep> bullExamples(const ExampleOf &of)
{
    return {bullStep(of.definition, of.action)};
}

Outcome bullmqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    JobStep step = bullmqStep(source.definition, request.action);
    if (request.action == Action::Discard) {
        return planWith(source, request, plan, step, false);
    }
    const Result<Known> known = versionOf(source);
    if (!known) {
        return known.error();
    }
    const Version &version = known->version;
    if (!known->isNamed) {
        step.arguments = {QByteArray::number(version.first)};
    }
    const Outcome planned = planWith(source, request, plan, step, version.first < firstModern);
    return !planned || request.action != Action::Requeue || version < firstLater ? planned
                                                                                 : noteStalledBefore(source, plan);
}

Outcome bullJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    return planWith(source, request, plan, bullStep(source.definition, request.action),
                    request.action != Action::Discard);
}

} // namespace plimsoll::redis::planning
