// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/collections/jsonfields.h"
#include "redis/types/operation.h"

#include <array>

/// Laravel keeps failed jobs in an SQL table; with Horizon they are in a sorted set as well, of all queues together.
namespace plimsoll::redis {

namespace laravel {
namespace {

constexpr std::chrono::milliseconds window = std::chrono::days(7); ///< Horizon counts no older failed jobs

std::vector<ScoreRange> keptDead(ScoreCodec codec, std::chrono::milliseconds now)
{
    return codec.ranges({.from = now - window});
}

/// Counts failed jobs. Horizon may have several prefixes, most of which no key has.
class Horizon final : public QueueExtra {
public:
    Horizon(const CollectionDefinition & /*definition*/, const Places &places) : QueueExtra(places) { }

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        if (key.role->holds != Holds::Dead) {
            return;
        }
        // An empty set is no key: what else Horizon keeps says whether it is there.
        counts.add({"EXISTS", key.key});
        const QByteArray prefix = key.key.chopped(QByteArrayView("failed_jobs").size());
        for (const char *name : signs) {
            counts.add({"EXISTS", prefix + name});
        }
        counts.addTimeCount(key.key, key.codec, {.at = TimeEdge::At::Now, .shift = -window}, {}, true);
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        if (key.role->holds != Holds::Dead) {
            return;
        }
        if (reading.now != m_countedAt) {
            m_countedAt = reading.now;
            m_dead = unknownFigure;
        }
        bool isThere = false;
        for (const Reply &exists : replies.take(1 + signs.size())) {
            if (exists.isError()) {
                reading.fail(places().dead, exists.toError(key.key));
            }
            isThere = isThere || (exists.type == Reply::Type::Integer && exists.integer > 0);
        }
        const Reply &recent = replies.next();
        if (isThere && recent.type == Reply::Type::Integer) {
            m_dead = (isKnown(m_dead) ? m_dead : 0) + static_cast<double>(recent.integer);
        }
        reading.figures[static_cast<std::size_t>(places().dead)] = m_dead;
    }

private:
    static constexpr std::array signs{"masters", "last_snapshot_at", "recent_jobs", "measured_queues"};

    std::chrono::milliseconds m_countedAt{};
    double m_dead = unknownFigure; ///< failed jobs of the keys counted at that time
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<Horizon>(definition, places);
}

constexpr std::array<QByteArrayView, 1> fields{"payload"};

/// The uuid of a job, which some programs that push jobs leave out, else its id.
QByteArray idOf(QByteArrayView element)
{
    QByteArray uuid, id;
    if (element.startsWith('{')) {
        visitJsonFields(element, [&](const QByteArray &name, const QByteArray &value) {
            uuid = name == "uuid" ? value : uuid;
            id = name == "id" ? value : id;
            return uuid.isEmpty();
        });
    }
    return uuid.isEmpty() ? id : uuid;
}

/// Horizon's record of a job has the payload as it was pushed; what it does not say itself is read there.
void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    constexpr qsizetype largestJob = 256LL * 1024; ///< bytes; of larger ones nothing is known
    if (record.empty() || record[0].size() > largestJob) {
        return;
    }
    QByteArray created;
    visitJsonFields(record[0], [&](const QByteArray &name, const QByteArray &value) {
        const auto keep = [&value](QByteArray &known) { known = known.isEmpty() ? value : known; };
        if (name == "attempts") {
            keep(values[JobReader::Attempts]);
        } else if (name == "maxTries") {
            keep(values[JobReader::MaxAttempts]);
        } else if (name == "displayName") {
            keep(values[JobReader::Class]);
        } else if (name == "pushedAt" || (name == "createdAt" && created.isEmpty())) {
            created = value;
        }
        return true;
    });
    if (values[JobReader::Created].isEmpty()) {
        values[JobReader::Created] = created;
    }
}

constexpr auto ownRetry =
    QT_TRANSLATE_NOOP("presets",
                      "%1 retries a failed job as a new one with an id of its own, and notes that in the old one: have "
                      "Horizon do it, or `artisan queue:retry`");
constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RunNow},
    PresetAction{.action = Action::Discard, .of = Holds::Delayed},
    PresetAction{.action = Action::RequeueDead, .refusal = ownRetry},
};

} // namespace
} // namespace laravel

extern const FrameworkCode laravelCode;
constinit const FrameworkCode laravelCode{
    .id = QLatin1StringView("laravel"),
    .extra = &laravel::extra,
    .recordFields = laravel::fields,
    .complete = &laravel::complete,
    .keptDead = &laravel::keptDead,
    .idOf = &laravel::idOf,
    .actions = laravel::actions,
};

} // namespace plimsoll::redis
