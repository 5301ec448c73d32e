// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <array>

namespace plimsoll::redis::planning {

namespace {

/// Leaves out failures that Resque has retried already: it keeps them in the list.
void leaveRetried(std::vector<PlanItem> &items, Plan &plan)
{
    const auto retried = qint64(std::erase_if(items, [](const PlanItem &item) {
        return QJsonDocument::fromJson(item.element).object().contains(QLatin1StringView("retried_at"));
    }));
    if (retried > 0) {
        addNote(plan,
                retried == 1 ? Words::tr("1 was retried already and is left: to requeue it again, choose it itself.")
                             : Words::tr("%1 were retried already and are left: to requeue some again, choose them "
                                         "themselves.",
                                         nullptr, pluralOf(retried))
                                   .arg(retried));
    }
}

/// Says where the failures are if Resque keeps those of all queues together.
Outcome noteElsewhere(const PlanSource &source, Plan &plan)
{
    const PresetUse &preset = *source.definition.preset;
    if (preset.queue.isEmpty() || plan.matched() > 0) {
        return Done{};
    }
    const Result<Reply> isOwn = source.server.command(
        {"SISMEMBER", preset.keyPrefix() + "failed_queues", preset.queue.toUtf8() + "_failed"}, source.stop);
    if (!isOwn) {
        return isOwn.error();
    }
    if (isOwn->type == Reply::Type::Integer && isOwn->integer == 0) {
        addNote(plan, Words::tr("Failures are not kept by queue here: the part failed has those of all queues."));
    }
    return Done{};
}

JobStep resquePush(const QByteArray &prefix, const QByteArray &queue)
{
    return {.script = "resque_push",
            .target = PlanTarget{prefix + "queue:" + queue, PlanTarget::How::PushRight, {}},
            .keys = {{"registry", prefix + "queues"}},
            .arguments = {queue},
            .left = leftUnread()};
}

} // namespace

std::vector<JobStep> resqueExamples(const ExampleOf &of)
{
    return {of.action == Action::Discard ? discarding() : resquePush(of.definition.preset->keyPrefix(), of.queue)};
}

Outcome resqueJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.action == Action::Discard) {
        const Outcome planned = discardJobs(source, request, plan);
        return planned ? noteElsewhere(source, plan) : planned;
    }
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    const QByteArray prefix = source.definition.preset->keyPrefix();
    for (PlanStep &step : frozen->steps) {
        if (request.ids.empty() && request.elements.empty()) {
            leaveRetried(step.items, plan);
        }
        static constexpr std::array names{QLatin1StringView("queue")};
        addByQueue(plan, std::move(step), names,
                   [&prefix](const QByteArray &queue) { return resquePush(prefix, queue); });
    }
    plan.sample = std::move(frozen->sample);
    return noteElsewhere(source, plan);
}

} // namespace plimsoll::redis::planning
