// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/operation.h"

#include <QCoreApplication>

#include <array>

namespace plimsoll::redis {

namespace bullmq {
namespace {

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
};

HealthChecks checks(const CollectionDefinition &definition)
{
    const QByteArray queue = definition.preset->keyPrefix() + definition.preset->queue.toUtf8() + ':';
    HealthChecks checks;
    checks.push_back(idsWithoutRecord(definition));
    checks.push_back(finishedInNoSet(definition));
    checks.push_back(locksOfGoneJobs(queue + "de:", queue,
                                     QT_TRANSLATE_NOOP("problems",
                                                       "Deduplication keys of jobs that are gone: %1. New jobs with "
                                                       "their ids are ignored until the keys expire or are deleted")));
    return checks;
}

} // namespace
} // namespace bullmq

std::unique_ptr<HealthCheck> finishedInNoSet(const CollectionDefinition &definition)
{
    const QByteArray queue = definition.preset->keyPrefix() + definition.preset->queue.toUtf8() + ':';
    return strayKeys(
        {.glob = KeyTemplate::globOf(queue) + '*',
         .ask =
             [queue](const QByteArray &key) { // names with a further colon belong to a job
                 return key.indexOf(':', queue.size()) < 0 ? StrayRule::Command{"HGET", key, "finishedOn"}
                                                           : StrayRule::Command();
             },
         .seek =
             [queue](const QByteArray &key, const Reply &finished) {
                 const QByteArray id = key.sliced(queue.size());
                 return finished.bytes.isEmpty() ? std::vector<StrayRule::Command>()
                                                 : std::vector<StrayRule::Command>{{"ZSCORE", queue + "completed", id},
                                                                                   {"ZSCORE", queue + "failed", id}};
             },
         .sentence = QT_TRANSLATE_NOOP("problems",
                                       "Finished jobs that are in neither of the sets of finished jobs: %1. Nothing "
                                       "cleans them up: they use memory until their keys are deleted")});
}

extern const FrameworkCode bullmqCode;
constinit const FrameworkCode bullmqCode{.id = QLatin1StringView("bullmq"),
                                         .actions = bullmq::actions,
                                         .checks = &bullmq::checks,
                                         .staleMeans = noLockMeans};

} // namespace plimsoll::redis
