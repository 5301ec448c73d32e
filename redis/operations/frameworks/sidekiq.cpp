// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "redis/operations/frameworks/jobplans.h"
#include "redis/operations/journal/words.h"
#include "redis/types/plural.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <map>

namespace plimsoll::redis::planning {

namespace {

/// What Sidekiq Pro, Enterprise and others put into a job, and their own client acts on when it pushes it.
bool needsClient(const QJsonObject &job)
{
    constexpr std::array fields{"bid", "unique_for", "encrypt", "lock_digest"};
    return std::any_of(fields.begin(), fields.end(),
                       [&job](const char *field) { return job.contains(QLatin1StringView(field)); });
}

struct QueuedJobs {
    std::map<QByteArray, std::vector<PlanItem>> byQueue;
    qint64 unreadable = 0; ///< no JSON, or without a queue
    qint64 special = 0; ///< needsClient()
};

QueuedJobs byQueue(std::vector<PlanItem> items)
{
    QueuedJobs jobs;
    for (PlanItem &item : items) {
        const QJsonObject job = QJsonDocument::fromJson(item.element).object();
        const QByteArray queue = job.value(QLatin1StringView("queue")).toString().toUtf8();
        if (queue.isEmpty()) {
            ++jobs.unreadable;
            continue;
        }
        jobs.special += needsClient(job) ? 1 : 0;
        jobs.byQueue[queue].push_back(std::move(item));
    }
    return jobs;
}

void noteJobs(const QueuedJobs &jobs, Plan &plan)
{
    if (jobs.unreadable > 0) {
        addNote(plan,
                jobs.unreadable == 1 ? Words::tr("1 is no job of Sidekiq that names its queue; it is left.")
                                     : Words::tr("%1 are no jobs of Sidekiq that name their queue; they are left.",
                                                 nullptr, pluralOf(jobs.unreadable))
                                           .arg(jobs.unreadable));
    }
    if (jobs.special > 0) {
        addNote(plan,
                jobs.special == 1
                    ? Words::tr("1 belongs to a batch, is unique or is encrypted: middleware of Sidekiq's client "
                                "does not see it pushed.")
                    : Words::tr("%1 belong to a batch, are unique or are encrypted: middleware of Sidekiq's client "
                                "does not see them pushed.",
                                nullptr, pluralOf(jobs.special))
                          .arg(jobs.special));
    }
}

} // namespace

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
    const bool counts = !request.keepAttempts && preset.part != QLatin1StringView("schedule");
    for (const PlanStep &step : frozen->steps) {
        QueuedJobs jobs = byQueue(step.items);
        noteJobs(jobs, plan);
        for (auto &[queue, items] : jobs.byQueue) {
            PlanStep part{.key = step.key, .keyType = step.keyType, .items = std::move(items)};
            append(plan,
                   jobStep(std::move(part),
                           {.script = "sidekiq_push",
                            .target = PlanTarget{prefix + "queue:" + queue, PlanTarget::How::PushLeft, {}},
                            .keys = {{"registry", prefix + "queues"}},
                            .arguments = {queue, counts ? "1" : "0"},
                            .left = Words::tr("Left because they are too large, or no JSON that can be read: %1.")}),
                   {});
        }
    }
    plan.sample = std::move(frozen->sample);
    return Done{};
}

} // namespace plimsoll::redis::planning
