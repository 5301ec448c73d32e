// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/discovery/frameworkkeys.h"

#include <QHash>

#include <algorithm>
#include <array>

namespace plimsoll::redis {

namespace {

/// Default prefixes: asynq, Bull and BullMQ, bee-queue, RQ, Resque, huey, arq, dramatiq, SAQ, Celery and kombu,
/// Hangfire.
constexpr std::array frameworkPrefixes{"asynq:",
                                       "bull:",
                                       "{bull}:",
                                       "bq:",
                                       "rq:",
                                       "resque:",
                                       "huey.",
                                       "arq:",
                                       "dramatiq:",
                                       "saq:",
                                       "_kombu.",
                                       "celery-task-meta-",
                                       "celery-taskset-meta-",
                                       "celery\x06",
                                       "hangfire:",
                                       "{hangfire}:",
                                       "taskiq:"};

bool hasBoth(QByteArrayView text, std::initializer_list<QByteArrayView> names)
{
    return std::all_of(names.begin(), names.end(), [text](QByteArrayView name) { return text.contains(name); });
}

} // namespace

FrameworkKeys::FrameworkKeys(const std::vector<ReadTemplate> &all)
{
    for (const char *prefix : frameworkPrefixes) {
        m_prefixes.insert(prefix);
    }
    QHash<QByteArray, std::set<QByteArray>> tails; // what stands behind the last colon, by what is before it
    std::set<QByteArray> texts;
    for (const ReadTemplate &one : all) {
        const QByteArray text = one.keys.text();
        texts.insert(text);
        const qsizetype colon = text.lastIndexOf(':');
        if (colon > 0) {
            tails[text.first(colon)].insert(text.sliced(colon + 1));
        }
    }
    if (std::any_of(texts.begin(), texts.end(), [](const QByteArray &text) { return text.startsWith("_kombu."); })) {
        m_names.insert({"unacked", "unacked_index", "unacked_mutex", "celery"});
    }
    for (auto base = tails.cbegin(); base != tails.cend(); ++base) {
        const std::set<QByteArray> &tail = base.value();
        const auto has = [&tail](const char *name) { return tail.contains(name); };
        // BullMQ with a prefix of its own: meta and id or events, beside its states.
        constexpr std::array states{"meta",          "id",     "events",  "wait",   "active",
                                    "completed",     "failed", "delayed", "paused", "prioritized",
                                    "stalled-check", "marker", "pc"};
        constexpr int fewest = 4;
        if ((has("meta") || has("id")) && std::count_if(states.begin(), states.end(), has) >= fewest) {
            m_prefixes.insert(base.key() + ':');
        }
        // Laravel: queues:NAME with its helpers.
        const bool isLaravel = base.key().contains("queues:") && (has("notify") || has("reserved"));
        if (isLaravel) {
            m_prefixes.insert(base.key() + ':');
            m_names.insert(base.key());
        }
        // dramatiq with a namespace of its own, huey, arq with a queue of its own.
        if (has("__heartbeats__")) {
            m_prefixes.insert(base.key() + ':');
        }
        if (has("health-check")) {
            m_names.insert(base.key());
        }
    }
    // Sidekiq has no prefix, or a namespace in front of all its names.
    for (const QByteArray &text : texts) {
        if (text != "queues" && !text.endsWith(":queues")) {
            continue;
        }
        const QByteArray space = text.chopped(6);
        const bool isSidekiq = texts.contains(space + "processes") || texts.contains(space + "stat:processed")
            || texts.contains(space + "workers") || texts.contains(space + "stat:failed");
        if (isSidekiq) {
            for (const char *name :
                 {"queues", "processes", "schedule", "retry", "dead", "workers", "failed", "paused"}) {
                m_names.insert(space + name);
            }
            m_prefixes.insert(space + "queue:");
            m_prefixes.insert(space + "stat:");
        }
    }
}

bool FrameworkKeys::owns(const QByteArray &text) const
{
    return m_names.contains(text)
        || std::any_of(m_prefixes.begin(), m_prefixes.end(),
                       [&text](const QByteArray &prefix) { return text.startsWith(prefix); })
        || text.contains("_horizon:") || text.contains("_database_queues:") || text.contains("-database-queues:");
}

bool FrameworkKeys::isElement(QByteArrayView element)
{
    return element.startsWith('{')
        && (hasBoth(element, {"\"jid\"", "\"class\"", "\"retry\"", "\"queue\""})
            || hasBoth(element, {"\"headers\"", "\"properties\"", "\"body\""})
            || hasBoth(element, {"\"displayName\"", "\"job\"", "\"uuid\""}));
}

} // namespace plimsoll::redis
