// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/batch/batchbudget.h"
#include "redis/operations/batch/costs.h"
#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"
#include "redis/types/plural.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace plimsoll::redis::planning {

namespace {

constexpr std::size_t jobsAtOnce = 1000; ///< jobs in one exchange

struct FrameworkPlans {
    QLatin1StringView preset;
    Outcome (*plan)(const PlanSource &source, const OperationRequest &request, Plan &plan);
    Examples *examples;
};

constexpr std::array frameworkPlans{
    FrameworkPlans{QLatin1StringView("asynq"), &asynqJobs, &asynqExamples},
    FrameworkPlans{QLatin1StringView("bee-queue"), &beequeueJobs, &beequeueExamples},
    FrameworkPlans{QLatin1StringView("bull"), &bullJobs, &bullExamples},
    FrameworkPlans{QLatin1StringView("bullmq"), &bullmqJobs, &bullmqExamples},
    FrameworkPlans{QLatin1StringView("celery"), &celeryJobs, &celeryExamples},
    FrameworkPlans{QLatin1StringView("laravel"), &laravelJobs, &laravelExamples},
    FrameworkPlans{QLatin1StringView("resque"), &resqueJobs, &resqueExamples},
    FrameworkPlans{QLatin1StringView("rq"), &rqJobs, &rqExamples},
    FrameworkPlans{QLatin1StringView("sidekiq"), &sidekiqJobs, &sidekiqExamples},
};

const FrameworkPlans *plansOf(const CollectionDefinition &definition)
{
    const QString &preset = definition.preset->preset->id;
    const auto *const found = std::find_if(frameworkPlans.begin(), frameworkPlans.end(),
                                           [&preset](const FrameworkPlans &one) { return preset == one.preset; });
    return found == frameworkPlans.end() ? nullptr : found;
}

/// Returns the role of the jobs that an action changes if the request names no state.
Holds jobsOf(Action action)
{
    switch (action) {
    case Action::Requeue:
        return Holds::Processing;
    case Action::RequeueDead:
        return Holds::Dead;
    default:
        return Holds::Delayed;
    }
}

QLatin1StringView stateOf(Action action)
{
    const Holds holds = jobsOf(action);
    return plimsoll::stateOf(holds,
                             holds == Holds::Processing ? ElementState::Which::Overdue : ElementState::Which::All)
        .id;
}

} // namespace

Outcome planJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    if (!request.target.isEmpty()) {
        return invalid(Words::tr("%1 puts each job where %2 itself would; leave out where they go")
                           .arg(source.definition.name, source.definition.preset->preset->title));
    }
    const FrameworkPlans *plans = plansOf(source.definition);
    if (plans == nullptr) {
        return Error{ErrorKind::Refused, source.definition.preset->preset->id};
    }
    return plans->plan(source, request, plan);
}

Outcome foretellLeft(const PlanSource &source, Plan &plan)
{
    constexpr std::size_t mostJudged = 2'000;
    const std::size_t judgedAtOnce = BatchBudget::Limits().first.items; // nothing has been learnt of this server
    const QByteArray everInTime = "9e15"; // no deadline
    std::size_t judged = 0;
    std::vector<std::pair<QString, qint64>> reasons; // of several steps one is told once
    const auto tellAll = [&] {
        for (const auto &[left, count] : reasons) {
            addNote(plan, left.arg(count));
        }
        return Outcome(Done{});
    };
    for (const PlanStep &step : plan.steps) {
        qint64 staying = 0;
        for (std::size_t first = 0; step.is<JobStep>() && first < step.items.size() && judged < mostJudged;) {
            const std::size_t count = std::min(judgedAtOnce, step.items.size() - first);
            const BatchCall call = makeCall(step, {.first = first, .count = count}, escrowKey(step.key, plan.id, 0));
            std::vector<QByteArray> words{"EVAL_RO", call.script->source(), QByteArray::number(call.keys.size())};
            words.insert(words.end(), call.keys.begin(), call.keys.end());
            words.insert(words.end(), {"look", everInTime});
            words.insert(words.end(), call.arguments.begin(), call.arguments.end());
            Pipeline pipeline;
            pipeline.add(words);
            const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
            if (!replies && replies.error().kind != ErrorKind::Refused) {
                return replies.error();
            }
            if (!replies || replies->front().elements.size() != 2) {
                return tellAll(); // it may not be asked
            }
            const std::vector<Reply> &told = replies->front().elements;
            first += count - std::min(count - 1, std::size_t(told[0].integer));
            staying += told[1].integer;
            judged += count;
        }
        if (staying > 0) {
            const QString &left = step.as<JobStep>()->left;
            const auto known = std::find_if(reasons.begin(), reasons.end(),
                                            [&left](const auto &reason) { return reason.first == left; });
            (known == reasons.end() ? reasons.emplace_back(left, 0) : *known).second += staying;
        }
        plan.staying += staying;
    }
    return tellAll();
}

std::vector<PlanStep> exampleSteps(const CollectionDefinition &definition, const QByteArray &id)
{
    std::vector<PlanStep> steps;
    const FrameworkPlans *plans = plansOf(definition);
    if (plans == nullptr) {
        return steps;
    }
    const PresetUse &use = *definition.preset;
    for (const PresetAction &action : use.preset->actions) {
        const RoleKeys *role = definition.role(action.of.value_or(jobsOf(action.action)));
        if (action.part != use.part || action.refusal != nullptr || role == nullptr) {
            continue;
        }
        for (const QByteArray &key : definition.source(*role).keys({})) {
            for (const KeyType type : {ListKey, SetKey, ZSetKey}) {
                if ((role->role->types & type) == 0) {
                    continue;
                }
                for (JobStep &job : plans->examples({definition, action.action, key, id})) {
                    PlanItem item;
                    item.element = id + QByteArray(job.idTail, '0');
                    steps.push_back({.key = key, .keyType = type, .does = std::move(job), .items = {std::move(item)}});
                }
            }
        }
    }
    return steps;
}

QByteArray queueBase(const PresetUse &preset)
{
    return preset.keyPrefix() + preset.queue.toUtf8() + ':';
}

QByteArray readyKey(const CollectionDefinition &definition)
{
    return definition.source(*definition.role(Holds::Ready)).keys({}).front();
}

Result<Plan> freezeJobs(const PlanSource &source, const OperationRequest &request, const Plan &plan)
{
    OperationRequest wanted = request;
    wanted.action = Action::Discard;
    if (request.state.isEmpty()) {
        wanted.state = QString(stateOf(request.action));
    }
    Plan frozen;
    frozen.frozenAt = plan.frozenAt;
    const Outcome planned = relocate(source, wanted, frozen);
    return planned ? Result<Plan>(std::move(frozen)) : planned.error();
}

PlanStep jobStep(PlanStep frozen, const JobStep &job)
{
    const bool atLeft = frozen.atLeft();
    frozen.does = job;
    frozen.as<JobStep>()->atLeft = atLeft;
    frozen.records = {};
    return frozen;
}

void addJobs(Plan &plan, Plan frozen, const JobStep &job)
{
    for (PlanStep &step : frozen.steps) {
        append(plan, jobStep(std::move(step), job), {});
    }
    plan.sample = std::move(frozen.sample);
    plan.note = frozen.note;
}

Outcome askOfJobs(const PlanSource &source, std::vector<PlanItem> items, std::size_t atOnce,
                  const std::function<std::vector<QByteArray>(const QByteArray &)> &ask,
                  const std::function<void(PlanItem item, const Reply &reply)> &take)
{
    for (std::size_t first = 0; first < items.size(); first += atOnce) {
        const std::size_t end = std::min(items.size(), first + atOnce);
        Pipeline pipeline;
        for (std::size_t i = first; i < end; ++i) {
            pipeline.add(ask(items[i].element));
        }
        const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
        if (!replies) {
            return replies.error();
        }
        for (std::size_t i = first; i < end; ++i) {
            const Reply &reply = (*replies)[i - first];
            if (reply.isError()) {
                return reply.toError();
            }
            take(std::move(items[i]), reply);
        }
    }
    return Done{};
}

Outcome filterJobs(const PlanSource &source, Plan &frozen, const QString &left,
                   const std::function<std::vector<QByteArray>(const QByteArray &)> &ask,
                   const std::function<bool(const Reply &)> &keeps)
{
    qint64 others = 0;
    QSet<QByteArray> kept;
    for (PlanStep &step : frozen.steps) {
        std::vector<PlanItem> items;
        const Outcome asked =
            askOfJobs(source, std::exchange(step.items, {}), jobsAtOnce, ask, [&](PlanItem item, const Reply &reply) {
                if (!keeps(reply)) {
                    ++others;
                    return;
                }
                kept.insert(item.element);
                items.push_back(std::move(item));
            });
        if (!asked) {
            return asked;
        }
        step.items = std::move(items);
    }
    std::erase_if(frozen.sample, [&kept](const Element &element) { return !kept.contains(element.element); });
    if (others > 0) {
        addNote(frozen, left.arg(others));
    }
    return Done{};
}

JobStep discarding()
{
    return {.script = "discard", .removes = true};
}

Outcome discardJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    Result<Plan> frozen = freezeJobs(source, request, plan);
    if (!frozen) {
        return frozen.error();
    }
    addJobs(plan, std::move(*frozen), discarding());
    return Done{};
}

void addByQueue(Plan &plan, PlanStep frozen, std::span<const QLatin1StringView> members,
                const std::function<JobStep(const QByteArray &queue)> &jobFor)
{
    std::map<QByteArray, std::vector<PlanItem>> jobs;
    qint64 unread = 0;
    for (PlanItem &item : std::exchange(frozen.items, {})) {
        const QJsonObject job = QJsonDocument::fromJson(item.element).object();
        QByteArray queue;
        for (const QLatin1StringView member : members) {
            queue = queue.isEmpty() ? job.value(member).toString().toUtf8() : queue;
        }
        if (queue.isEmpty()) {
            ++unread;
        } else {
            jobs[queue].push_back(std::move(item));
        }
    }
    if (unread > 0) {
        addNote(plan,
                unread == 1
                    ? Words::tr("1 is no job that names its queue; it is left.")
                    : Words::tr("%1 are no jobs that name their queue; they are left.", nullptr, pluralOf(unread))
                          .arg(unread));
    }
    for (auto &[queue, items] : jobs) {
        PlanStep part = frozen;
        part.items = std::move(items);
        append(plan, jobStep(std::move(part), jobFor(queue)), {});
    }
}

QString leftUnread()
{
    return Words::tr("Left because they are too large, or no JSON that can be read: %1.");
}

} // namespace plimsoll::redis::planning
