// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"

#include <QRegularExpression>

namespace plimsoll::redis::planning {

namespace {

/// RQ 2 adds ":" and the id of its execution, 32 hex digits, to the id of a started job.
constexpr qsizetype executionTail = 33;

/// Returns the number of bytes behind the job's id.
qsizetype tailOf(const PlanItem &item)
{
    static const QRegularExpression execution(QStringLiteral(":[0-9a-f]{32}$"));
    return execution.match(QString::fromLatin1(item.element)).hasMatch() ? executionTail : 0;
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
    }
    return push;
}

JobStep discardOf(const CollectionDefinition &definition)
{
    const QByteArray prefix = definition.preset->keyPrefix();
    return {.script = "rq_discard",
            .removes = true,
            .each = {{"job", prefix + "job:{id}"},
                     {"dependents", prefix + "job:{id}:dependents"},
                     {"dependencies", prefix + "job:{id}:dependencies"}},
            .arguments = {"failed,stopped"},
            .left = Words::tr("Left because other jobs wait for them, or they for others, or because their record is "
                              "in another state, or of more than 512 KiB: %1.")};
}

JobStep rqStep(const CollectionDefinition &definition, Action action, qsizetype tail)
{
    return action == Action::Discard ? discardOf(definition) : pushOf(definition, action, tail);
}

} // namespace

std::vector<JobStep> rqExamples(const ExampleOf &of)
{
    std::vector<JobStep> steps{rqStep(of.definition, of.action, 0)};
    if (of.action == Action::Requeue) {
        steps.push_back(rqStep(of.definition, of.action, executionTail));
    }
    return steps;
}

Outcome rqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    for (const PlanStep &step : frozen->steps) {
        for (const qsizetype tail : {qsizetype(0), executionTail}) {
            PlanStep part = step;
            std::erase_if(part.items, [tail](const PlanItem &item) { return tailOf(item) != tail; });
            append(plan, jobStep(std::move(part), rqStep(source.definition, request.action, tail)), {});
        }
    }
    plan.sample = std::move(frozen->sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
