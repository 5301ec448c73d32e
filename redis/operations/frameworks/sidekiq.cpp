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

/// A private list of a process of Sidekiq Pro that is gone.
struct OrphanList {
    QByteArray key, process;
};

/// Members of a set, at most about ten thousand.
Result<std::vector<QByteArray>> membersOfSet(const PlanSource &source, const QByteArray &key)
{
    constexpr int mostPages = 10;
    std::vector<QByteArray> members;
    QByteArray cursor = "0";
    for (int page = 0; page < mostPages && (page == 0 || cursor != "0"); ++page) {
        const Result<Reply> read = source.server.command({"SSCAN", key, cursor, "COUNT", "1000"}, source.stop);
        if (!read) {
            return read.error();
        }
        if (read->elements.size() != 2) {
            break;
        }
        cursor = read->elements[0].bytes;
        for (const Reply &member : read->elements[1].elements) {
            if (std::find(members.begin(), members.end(), member.bytes) == members.end()) {
                members.push_back(member.bytes);
            }
        }
    }
    return members;
}

/// Refused without Sidekiq Pro.
Result<std::vector<OrphanList>> orphanLists(const PlanSource &source)
{
    const PresetUse &preset = *source.definition.preset;
    const QByteArray prefix = preset.keyPrefix();
    const QByteArray queue = preset.queue.toUtf8();
    const Result<std::vector<QByteArray>> processes = membersOfSet(source, prefix + "super_processes");
    if (!processes) {
        return processes.error();
    }
    if (processes->empty()) {
        return Error{ErrorKind::Refused,
                     Words::tr("%1: %2 itself keeps no job that a worker has, so that none can be given back; there is "
                               "no process of Sidekiq Pro, which does")
                         .arg(source.definition.name, preset.preset->title)};
    }
    std::vector<OrphanList> lists;
    for (const QByteArray &process : *processes) {
        const Result<Reply> isAlive = source.server.command({"EXISTS", prefix + process}, source.stop);
        if (!isAlive) {
            return isAlive.error();
        }
        if (isAlive->type != Reply::Type::Integer || isAlive->integer != 0) {
            continue;
        }
        const Result<std::vector<QByteArray>> own = membersOfSet(source, prefix + process + ":super_queues");
        if (!own) {
            return own.error();
        }
        for (const QByteArray &list : *own) {
            if (list == "queue:sq|" + process + '|' + queue || list == "queue:sq_" + process + '_' + queue) {
                lists.push_back({prefix + list, prefix + process});
            }
        }
    }
    return lists;
}

Outcome requeueOrphans(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    const Result<std::vector<OrphanList>> lists = orphanLists(source);
    if (!lists) {
        return lists.error();
    }
    const PresetUse &preset = *source.definition.preset;
    const QByteArray queue = preset.queue.toUtf8();
    for (const OrphanList &list : *lists) {
        if (isFull(request, plan)) {
            break;
        }
        Result<Frozen> frozen = freezeList(source, list.key, false, choiceOf(request, plan, list.key));
        if (!frozen) {
            return frozen.error();
        }
        const std::vector<Element> sample = frozen->sample;
        const JobStep job{.script = "sidekiq_orphan",
                          .target = PlanTarget{readyKey(source.definition), PlanTarget::How::PushRight, {}},
                          .keys = {{"registry", preset.keyPrefix() + "queues"}, {"process", list.process}},
                          .arguments = {queue},
                          .left = Words::tr("Left because their process has sent a heartbeat again: %1.")};
        append(plan, jobStep(moveStep(*std::move(frozen), false, std::nullopt), job), sample);
    }
    return Done{};
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
    if (request.action == Action::Requeue) {
        return requeueOrphans(source, request, plan);
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
