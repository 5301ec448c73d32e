// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/frameworks/jobplans.h"

#include "redis/operations/batch/costs.h"
#include "redis/operations/journal/words.h"
#include "redis/types/elementstate.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <map>
#include <tuple>

namespace plimsoll::redis::planning {

namespace {

using L1 = QLatin1StringView;

constexpr std::array prioritySteps{0, 3, 6, 9};
constexpr int highestPriority = 256;
constexpr char separator[] = "\x06\x16"; ///< between the name of a queue and a priority, unless `sep` says another

/// Destination of a message: exchange, routing key and the index of its priority.
using Route = std::tuple<QByteArray, QByteArray, std::size_t>;

/// Messages by destination, and how many are left.
struct Routed {
    std::map<Route, std::vector<PlanItem>> items;
    qint64 waiting = 0; ///< messages that a worker holds until their ETA
    qint64 unreadable = 0;
};

bool waitsForEta(const QJsonObject &message, std::chrono::milliseconds now)
{
    const QString eta = message.value(L1("headers")).toObject().value(L1("eta")).toString();
    if (eta.isEmpty()) {
        return false;
    }
    QDateTime at = QDateTime::fromString(eta, Qt::ISODateWithMs);
    if (at.timeSpec() == Qt::LocalTime) { // Celery writes UTC, also where it leaves that out
        at.setTimeSpec(Qt::UTC);
    }
    return !at.isValid() || at.toMSecsSinceEpoch() >= now.count();
}

void route(Routed &routed, PlanItem item, const QByteArray &entry, std::chrono::milliseconds now)
{
    const QJsonArray parts = QJsonDocument::fromJson(entry).array();
    const QJsonObject message = parts.at(0).toObject();
    if (parts.size() != 3 || message.isEmpty()) {
        ++routed.unreadable;
        return;
    }
    if (waitsForEta(message, now)) {
        ++routed.waiting;
        return;
    }
    const int priority = message.value(L1("properties")).toObject().value(L1("priority")).toInt();
    const auto *const above = std::upper_bound(prioritySteps.begin(), prioritySteps.end(), priority);
    const std::size_t step = above == prioritySteps.begin() ? 0 : std::size_t(above - prioritySteps.begin()) - 1;
    routed.items[{parts.at(1).toString().toUtf8(), parts.at(2).toString().toUtf8(), step}].push_back(std::move(item));
}

/// Sorts messages by where they go; what is not old enough is not among them.
Result<Routed> routeAll(const PlanSource &source, const QByteArray &unacked, std::vector<PlanItem> items)
{
    constexpr std::size_t atOnce = 100; // messages are large
    Routed routed;
    const Outcome asked = askOfJobs(
        source, std::move(items), atOnce,
        [&unacked](const QByteArray &tag) {
            return std::vector<QByteArray>{"HGET", unacked, tag};
        },
        [&](PlanItem item, const Reply &reply) { route(routed, std::move(item), reply.bytes, source.now); });
    return asked ? Result<Routed>(std::move(routed)) : asked.error();
}

/// Queue of a message; empty where its exchange names none, or several.
Result<QByteArray> queueOf(const PlanSource &source, const QByteArray &exchange, const QByteArray &routingKey)
{
    if (exchange.isEmpty()) {
        return routingKey;
    }
    const QByteArray bindings = source.definition.preset->keyPrefix() + "_kombu.binding." + exchange;
    const Result<Reply> page = source.server.command({"SSCAN", bindings, "0", "COUNT", "10000"}, source.stop);
    if (!page) {
        return page.error();
    }
    if (page->isError()) {
        return page->toError();
    }
    QByteArray queue;
    if (page->elements.size() != 2 || page->elements[0].bytes != "0") {
        return queue;
    }
    const QByteArray wanted = routingKey + separator;
    for (const Reply &binding : page->elements[1].elements) {
        if (!binding.bytes.startsWith(wanted)) {
            continue;
        }
        if (!queue.isEmpty()) {
            return QByteArray();
        }
        queue = binding.bytes.sliced(binding.bytes.lastIndexOf(separator) + qsizetype(sizeof separator) - 1);
    }
    return queue;
}

/// The text between the name of a queue and a priority, by the lists that are there: ":" if there are such alone.
Result<QByteArray> separatorOf(const PlanSource &source, const QByteArray &queue)
{
    const QByteArray prefix = source.definition.preset->keyPrefix();
    Pipeline pipeline;
    for (std::size_t step = 1; step < prioritySteps.size(); ++step) {
        const QByteArray priority = QByteArray::number(prioritySteps.at(step));
        const QByteArray other = queue + ':' + priority;
        pipeline.add({"TYPE", prefix + queue + separator + priority});
        pipeline.add({"TYPE", prefix + other});
        pipeline.add({"EXISTS", prefix + "_kombu.binding." + other}); // it is a queue of its own
    }
    const Result<std::vector<Reply>> replies = source.server.exchange(pipeline, source.stop);
    if (!replies) {
        return replies.error();
    }
    bool hasUsual = false;
    bool hasColon = false;
    for (std::size_t i = 0; i + 2 < replies->size(); i += 3) {
        hasUsual = hasUsual || (*replies)[i].bytes == "list";
        hasColon = hasColon || ((*replies)[i + 1].bytes == "list" && (*replies)[i + 2].integer == 0);
    }
    return !hasUsual && hasColon ? QByteArray(":") : QByteArray(separator);
}

/// The queue of messages, and what joins it to their priority.
struct QueueName {
    QByteArray name, separator;

    [[nodiscard]] QByteArray list(std::size_t step) const
    {
        return step == 0 ? name : name + separator + QByteArray::number(prioritySteps.at(step));
    }
};

JobStep restoring(const QByteArray &prefix, const QueueName &queue, const Route &route, std::chrono::milliseconds bound)
{
    const auto &[exchange, routingKey, step] = route;
    const int below = step + 1 < prioritySteps.size() ? prioritySteps.at(step + 1) : highestPriority;
    JobStep job{.script = "celery_restore",
                .target = PlanTarget{prefix + queue.list(step), PlanTarget::How::PushRight, {}},
                .keys = {{"unacked", prefix + "unacked"}},
                .arguments = {QByteArray::number(double(bound.count()) / 1'000, 'f', 3), exchange, routingKey,
                              QByteArray::number(step == 0 ? -highestPriority : prioritySteps.at(step)),
                              QByteArray::number(below)},
                .left = Words::tr("Left because they wait for their ETA, were received again since, or are too large "
                                  "or no messages that can be read: %1.")};
    for (std::size_t i = 0; i < prioritySteps.size(); ++i) {
        job.keys.push_back({"tier" + QByteArray::number(qulonglong(i)), prefix + queue.list(i)});
    }
    return job;
}

} // namespace

std::vector<JobStep> celeryExamples(const ExampleOf &of)
{
    return {restoring(of.definition.preset->keyPrefix(), {of.queue, separator}, Route{QByteArray(), of.queue, 0}, {})};
}

Outcome celeryJobs(const PlanSource &source, const OperationRequest &request, Plan &plan)
{
    OperationRequest wanted = request;
    wanted.state = QString(plimsoll::stateOf(Holds::Processing).id);
    wanted.olderThan.reset();
    wanted.limit = 0; // it is about those that can be restored
    Result<Plan> frozen = freezeJobs(source, wanted, plan);
    if (!frozen) {
        return frozen.error();
    }
    const auto timeout = request.olderThan ? request.olderThan : source.definition.duration(L1("staleAfter"));
    if (!timeout) {
        return invalid(Words::tr("%1 does not say when a message is stale; set options.staleAfter or give --older-than")
                           .arg(source.definition.name));
    }
    const std::chrono::milliseconds bound = source.now - *timeout;
    const QByteArray prefix = source.definition.preset->keyPrefix();
    for (PlanStep &step : frozen->steps) {
        std::erase_if(step.items,
                      [bound](const PlanItem &item) { return item.score.toDouble() * 1'000 > double(bound.count()); });
        Result<Routed> routed = routeAll(source, prefix + "unacked", std::move(step.items));
        if (!routed) {
            return routed.error();
        }
        for (auto &[route, items] : routed->items) {
            const Result<QByteArray> queue = queueOf(source, std::get<0>(route), std::get<1>(route));
            if (!queue) {
                return queue.error();
            }
            if (queue->isEmpty()) {
                routed->unreadable += qint64(items.size());
                continue;
            }
            const Result<QByteArray> joint = separatorOf(source, *queue);
            if (!joint) {
                return joint.error();
            }
            append(plan,
                   jobStep({.key = step.key, .keyType = step.keyType, .items = std::move(items)},
                           restoring(prefix, {*queue, *joint}, route, bound)),
                   {});
        }
        if (routed->waiting > 0) {
            addNote(plan, Words::tr("Waiting in a worker for their ETA, and left: %1.").arg(routed->waiting));
        }
        if (routed->unreadable > 0) {
            addNote(plan,
                    Words::tr("No messages that can be read, or of no single queue, and left: %1.")
                        .arg(routed->unreadable));
        }
    }
    for (Element &element : frozen->sample) {
        const bool isMeant = std::any_of(plan.steps.begin(), plan.steps.end(), [&element](const PlanStep &step) {
            return std::any_of(step.items.begin(), step.items.end(),
                               [&element](const PlanItem &item) { return item.element == element.element; });
        });
        if (isMeant) {
            plan.sample.push_back(std::move(element));
        }
    }
    return Done{};
}

} // namespace plimsoll::redis::planning
