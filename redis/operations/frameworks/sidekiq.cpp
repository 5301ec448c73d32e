// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace plimsoll::redis::planning {

namespace {

/// True if middleware of the client does more than push such a job: one of a batch, a unique or an encrypted one.
bool needsClient(const QJsonObject &job)
{
    constexpr std::array fields{"bid", "unique_for", "encrypt", "lock_digest"};
    return std::any_of(fields.begin(), fields.end(),
                       [&job](const char *field) { return job.contains(QLatin1StringView(field)); });
}

void noteSpecial(const std::vector<PlanItem> &items, Plan &plan)
{
    const auto special = qint64(std::count_if(items.begin(), items.end(), [](const PlanItem &item) {
        return needsClient(QJsonDocument::fromJson(item.element).object());
    }));
    if (special > 0) {
        addNote(plan,
                special == 1
                    ? Words::tr("1 belongs to a batch, is unique or is encrypted: middleware of Sidekiq's client "
                                "does not see it pushed.")
                    : Words::tr("%1 belong to a batch, are unique or are encrypted: middleware of Sidekiq's client "
                                "does not see them pushed.",
                                nullptr, pluralOf(special))
                          .arg(special));
    }
}

JobStep sidekiqPush(const QByteArray &prefix, const QByteArray &queue, bool counts)
{
    return {.script = "sidekiq_push",
            .target = PlanTarget{prefix + "queue:" + queue, PlanTarget::How::PushLeft, {}},
            .keys = {{"registry", prefix + "queues"}},
            .arguments = {queue, counts ? "1" : "0"},
            .left = leftUnread()};
}

} // namespace

std::vector<JobStep> sidekiqExamples(const ExampleOf &of)
{
    return {of.action == Action::Discard ? discarding()
                                         : sidekiqPush(of.definition.preset->keyPrefix(), of.queue, true)};
}

Outcome sidekiqJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (request.action == Action::Discard) {
        return discardJobs(source, request, plan);
    }
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    const PresetUse &preset = *source.definition.preset;
    const QByteArray prefix = preset.keyPrefix();
    const bool isScheduled = preset.part == QLatin1StringView("schedule");
    const bool counts = !request.keepAttempts && !isScheduled;
    static constexpr std::array names{QLatin1StringView("retry_queue"), // for jobs that have failed
                                      QLatin1StringView("queue")};
    for (PlanStep &step : frozen->steps) {
        noteSpecial(step.items, plan);
        addByQueue(plan, std::move(step), std::span<const QLatin1StringView>(names).subspan(isScheduled ? 1 : 0),
                   [&prefix, counts](const QByteArray &queue) { return sidekiqPush(prefix, queue, counts); });
    }
    plan.sample = std::move(frozen->sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
