// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"

#include <map>
#include <utility>

namespace plimsoll::redis::planning {

namespace {

/// RQ 2 adds ":" and the id of its execution, usually 32 hex digits, to the id of a started job.
constexpr qsizetype usualTail = 33;

/// Returns the number of bytes behind the job's id. Without them is the id whose record was read.
qsizetype tailOf(const QByteArray &jobs, const PlanItem &item)
{
    const qsizetype colon = item.element.lastIndexOf(':');
    return colon > 0 && item.record == jobs + item.element.first(colon) ? item.element.size() - colon : 0;
}

/// States in which a job has to be, and may be, to be queued by this action.
QByteArray statesFor(Action action)
{
    return action == Action::RequeueDead ? "failed,stopped" : action == Action::Requeue ? "started" : "scheduled";
}

JobStep pushOf(const CollectionDefinition &definition, Action action, qsizetype tail)
{
    const PresetUse &preset = *definition.preset;
    const QByteArray prefix = preset.keyPrefix();
    const QByteArray ready = readyKey(definition);
    JobStep push{.script = "rq_push",
                 .target = PlanTarget{ready, PlanTarget::How::PushRight, {}},
                 .keys = {{"registry", prefix + "queues"}},
                 .each = {{"job", prefix + "job:{id}"}},
                 .idTail = tail,
                 // The last is "", packed by zlib.
                 .arguments = {preset.queue.toUtf8(), ready, statesFor(action), action == Action::Requeue ? "1" : "0",
                               QByteArray::fromHex("789c030000000001")},
                 .left = Words::tr("Left because their record is gone, is in another state or of another queue, or "
                                   "because their worker still says that it has them: %1.")};
    if (action == Action::Requeue) {
        push.each.push_back({"executions", prefix + "executions:{id}"});
    }
    if (tail > 0) {
        push.each.push_back({"execution", prefix + "execution:{element}"});
        push.each.push_back({"whole", prefix + "job:{element}"});
    }
    return push;
}

/// Most executions of a job that are removed with it; they expire soon after their worker is gone.
constexpr std::size_t mostExecutions = 5;

/// A job whose set of executions lists these; of one without, its step is that of many jobs.
struct Executed {
    QByteArray id{};
    std::vector<QByteArray> executions{};
};

JobStep discardOf(const CollectionDefinition &definition, const Executed &job)
{
    const QByteArray prefix = definition.preset->keyPrefix();
    JobStep discard{.script = "rq_discard",
                    .removes = true,
                    .each = {{"job", prefix + "job:{id}"},
                             {"dependents", prefix + "job:{id}:dependents"},
                             {"dependencies", prefix + "job:{id}:dependencies"},
                             {"executions", prefix + "executions:{id}"}},
                    .arguments = {"failed,stopped"},
                    .left = Words::tr("Left because other jobs wait for them, or they for others, because they may "
                                      "still be running, or because their record is in another state, or of more than "
                                      "512 KiB: %1.")};
    for (const QByteArray &execution : job.executions) {
        discard.keys.push_back({"execution" + QByteArray::number(qulonglong(discard.keys.size())),
                                prefix + "execution:" + job.id + ':' + execution});
        discard.arguments.push_back(execution);
    }
    return discard;
}

/// Adds a step for the jobs without executions, and one for each of the few others.
Outcome addDiscards(const PlanSource &source, PlanStep frozen, Plan &plan)
{
    constexpr std::size_t atOnce = 1000;
    const QByteArray executionsOf = source.definition.preset->keyPrefix() + "executions:";
    std::vector<PlanItem> plain, executed;
    Outcome asked = askOfJobs(
        source, std::exchange(frozen.items, {}), atOnce,
        [&executionsOf](const QByteArray &id) {
            return std::vector<QByteArray>{"EXISTS", executionsOf + id};
        },
        [&](PlanItem item, const Reply &reply) { (reply.integer == 0 ? plain : executed).push_back(std::move(item)); });
    if (!asked) {
        return asked;
    }
    const auto add = [&](std::vector<PlanItem> items, const Executed &job) {
        PlanStep part = frozen;
        part.items = std::move(items);
        append(plan, jobStep(std::move(part), discardOf(source.definition, job)), {});
    };
    add(std::move(plain), {});
    for (PlanItem &item : executed) {
        const Result<Reply> found = source.server.command(
            {"ZRANGE", executionsOf + item.element, "0", QByteArray::number(qulonglong(mostExecutions - 1))},
            source.stop);
        if (!found && found.error().kind != ErrorKind::WrongType) { // of that the script leaves the job
            return found.error();
        }
        Executed job{.id = item.element};
        for (const Reply &execution : found ? found->elements : std::vector<Reply>()) {
            job.executions.push_back(execution.bytes);
        }
        add({std::move(item)}, job);
    }
    return Done{};
}

} // namespace

std::vector<JobStep> rqExamples(const ExampleOf &of)
{
    if (of.action == Action::Discard) {
        return {discardOf(of.definition, {}), discardOf(of.definition, {of.queue, {QByteArray(32, '0')}})};
    }
    std::vector<JobStep> steps{pushOf(of.definition, of.action, 0)};
    if (of.action == Action::Requeue) {
        steps.push_back(pushOf(of.definition, of.action, usualTail));
    }
    return steps;
}

Outcome rqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    const QByteArray jobs = source.definition.preset->keyPrefix() + "job:";
    for (PlanStep &step : frozen->steps) {
        if (request.action == Action::Discard) {
            if (Outcome added = addDiscards(source, std::move(step), plan); !added) {
                return added;
            }
            continue;
        }
        std::map<qsizetype, std::vector<PlanItem>> byTail;
        for (PlanItem &item : std::exchange(step.items, {})) {
            byTail[request.action == Action::Requeue ? tailOf(jobs, item) : 0].push_back(std::move(item));
        }
        for (auto &[tail, items] : byTail) {
            PlanStep part = step;
            part.items = std::move(items);
            append(plan, jobStep(std::move(part), pushOf(source.definition, request.action, tail)), {});
        }
    }
    plan.sample = std::move(frozen->sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
