// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/operation.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <map>

/// RQ keeps a job in the hash rq:job:ID, its traceback compressed; `data` is a pickle and not looked at.
namespace plimsoll::redis {

namespace rq {
namespace {

constexpr std::array<QByteArrayView, 2> fields{"description", "exc_info"};
enum Field : std::size_t { Description, Traceback };

/// The last line of a traceback, which says what went wrong.
QByteArray errorIn(const QByteArray &compressed)
{
    constexpr qsizetype largest = 16LL * 1024; // bytes; no text of that becomes larger than 16 MiB
    if (compressed.isEmpty() || compressed.size() > largest) {
        return {};
    }
    constexpr quint32 expected = 4'096; // bytes; a guess that qUncompress wants in front
    QByteArray text(sizeof expected, '\0');
    qToBigEndian(expected, text.data());
    QByteArray plain = compressed.startsWith('x') ? qUncompress(text + compressed) : compressed;
    plain = plain.trimmed();
    return plain.sliced(plain.lastIndexOf('\n') + 1).trimmed();
}

void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    if (record.size() < fields.size()) {
        return;
    }
    values[JobReader::Class] = record[Description];
    values[JobReader::LastError] = errorIn(record[Traceback]);
}

/// The newest result of a job, which has the traceback since RQ 1.12.
std::vector<QByteArray> askFailure(const QByteArray &recordKey, const QByteArray &id)
{
    constexpr QByteArrayView job("job:");
    const QByteArray prefix = recordKey.chopped(id.size() + job.size());
    return {"XREVRANGE", prefix + "results:" + id, "+", "-", "COUNT", "1"};
}

void readFailure(JobReader::Values &values, const Reply &results)
{
    if (!values[JobReader::LastError].isEmpty() || results.elements.empty()
        || results.elements.front().elements.size() != 2) {
        return;
    }
    const std::vector<Reply> &result = results.elements.front().elements[1].elements;
    for (std::size_t i = 0; i + 1 < result.size(); i += 2) {
        if (result[i].bytes == "exc_string") {
            values[JobReader::LastError] = errorIn(QByteArray::fromBase64(result[i + 1].bytes));
        }
    }
}

/// "JOB:EXECUTION" in the registry of started jobs since RQ 2. Before it is "JOB", where a colon may be part of the id.
QByteArray ownerOf(QByteArrayView entry)
{
    const qsizetype colon = entry.lastIndexOf(':');
    return colon > 0 && colon + 1 < entry.size() ? entry.first(colon).toByteArray() : QByteArray();
}

/// Counts the jobs of the registries as RQ itself does. Failed ones that have expired stay until a worker cleans up;
/// started ones with a score below 0 have no deadline.
class Registries final : public QueueExtra {
public:
    using QueueExtra::QueueExtra;

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        if (key.role->holds == Holds::Dead) {
            counts.addTimeCount(key.key, key.codec, {}, {.at = TimeEdge::At::Now}, true);
            counts.add({"ZCOUNT", key.key, "(-inf", "(0"}); // kept forever
        } else if (key.role->holds == Holds::Processing) {
            counts.add({"ZCOUNT", key.key, "-inf", "(0"});
        }
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        if (key.role->holds == Holds::Processing) {
            const Reply &endless = replies.next();
            double &stale = reading.figures[static_cast<std::size_t>(places().stale)];
            stale = endless.type == Reply::Type::Integer ? stale - static_cast<double>(endless.integer) : unknownFigure;
        }
        if (key.role->holds != Holds::Dead) {
            return;
        }
        const Reply &past = replies.next();
        const Reply &kept = replies.next();
        double &dead = reading.figures[static_cast<std::size_t>(places().dead)];
        dead = past.type == Reply::Type::Integer && kept.type == Reply::Type::Integer
            ? key.count - static_cast<double>(past.integer - kept.integer)
            : unknownFigure;
    }
};

/// Failed jobs of Registries as ranges: negative scores are kept for ever, positive ones are times of expiry.
std::vector<ScoreRange> keptDead(ScoreCodec codec, std::chrono::milliseconds now)
{
    std::vector<ScoreRange> kept{{"-inf", "(0"}};
    for (ScoreRange &range : codec.ranges({.from = now, .afterFrom = true}, ScoreCodec::Ends::All)) {
        kept.push_back(std::move(range));
    }
    return kept;
}

std::unique_ptr<QueueExtra> extra(const CollectionDefinition & /*definition*/, const QueueExtra::Places &places)
{
    return std::make_unique<Registries>(places);
}

constexpr std::array actions{
    PresetAction{.action = Action::Requeue},
    PresetAction{.action = Action::RequeueDead},
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
    PresetAction{.action = Action::RunNow},
};

/// Finds workers that have a job of the queue but send no heartbeat: a working one does every 30 seconds.
class GoneWorkers final : public HealthCheck {
public:
    explicit GoneWorkers(const CollectionDefinition &definition)
        : m_prefix(definition.preset->keyPrefix()), m_queue(definition.preset->queue.toUtf8())
    {
    }

    Round look(std::chrono::milliseconds now) override
    {
        return {{{"SSCAN", m_prefix + "workers", "0", "COUNT", "200"}},
                [this, now](Replies replies) { return readWorkers(replies[0], now); }};
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Workers that stopped in the middle of a job: %1. Their jobs count as "
                                            "started until another worker retries or fails them"),
                          m_gone, m_isAtLeast);
    }

private:
    static constexpr std::chrono::seconds dead{90};

    Round readWorkers(const Reply &page, std::chrono::milliseconds now)
    {
        if (page.elements.size() != 2) {
            return {};
        }
        m_isAtLeast = page.elements[0].bytes != "0";
        Round round;
        for (const Reply &worker : page.elements[1].elements) {
            round.commands.push_back({"HMGET", worker.bytes, "current_job", "last_heartbeat"});
        }
        round.then = [this, now](Replies workers) { return readJobs(workers, now); };
        m_gone = round.commands.empty() ? 0 : m_gone;
        return round;
    }

    Round readJobs(Replies workers, std::chrono::milliseconds now)
    {
        Round round;
        for (const Reply &worker : workers) {
            if (worker.elements.size() != 2 || worker.elements[0].bytes.isEmpty()) {
                continue;
            }
            const std::optional<std::chrono::milliseconds> beat = timeFromText(worker.elements[1].bytes);
            if (beat && now - *beat > dead) {
                round.commands.push_back({"HGET", m_prefix + "job:" + worker.elements[0].bytes, "origin"});
            }
        }
        round.then = [this](Replies origins) {
            m_gone = static_cast<std::size_t>(std::count_if(
                origins.begin(), origins.end(), [this](const Reply &origin) { return origin.bytes == m_queue; }));
            return Round();
        };
        m_gone = round.commands.empty() ? 0 : m_gone;
        return round;
    }

    QByteArray m_prefix, m_queue;
    std::size_t m_gone = 0;
    bool m_isAtLeast = false;
};

/// Finds jobs that a worker has taken off the queue and not begun: since RQ 1.15 they are in a list in between, from
/// which maintenance takes those that it has seen there for a minute.
class StuckJobs final : public HealthCheck {
public:
    explicit StuckJobs(const CollectionDefinition &definition)
        : m_list(definition.preset->keyPrefix() + "queue:" + definition.preset->queue.toUtf8() + ":intermediate")
    {
    }

    Round look(std::chrono::milliseconds now) override
    {
        return {{{"LRANGE", m_list, "0", QByteArray::number(mostLooked)}},
                [this, now](Replies replies) { return readJobs(replies[0], now); }};
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Jobs that a worker took more than a minute ago and never began: %1. They "
                                            "are in neither the queue nor its registries until a worker's maintenance "
                                            "puts them back"),
                          m_stuck, m_isAtLeast);
    }

private:
    static constexpr qint64 mostLooked = 100;
    static constexpr std::chrono::seconds stuckAfter{60};

    Round readJobs(const Reply &page, std::chrono::milliseconds now)
    {
        std::map<QByteArray, std::chrono::milliseconds> seen; // by us: RQ notes it only when maintenance looks
        Round round;
        for (const Reply &job : page.elements) {
            const auto before = m_seen.find(job.bytes);
            seen.emplace(job.bytes, before == m_seen.end() ? now : before->second);
            round.commands.push_back({"GET", m_list + ":first_seen:" + job.bytes});
        }
        m_seen = std::move(seen);
        m_isAtLeast = std::ssize(page.elements) > mostLooked;
        m_stuck = 0;
        round.then = [this, now, jobs = page.elements](Replies times) {
            for (std::size_t i = 0; i < times.size(); ++i) {
                const std::optional<std::chrono::milliseconds> noted = timeFromText(times[i].bytes);
                const std::chrono::milliseconds own = m_seen.at(jobs[i].bytes);
                m_stuck += now - std::min(own, noted.value_or(own)) > stuckAfter ? 1 : 0;
            }
            return Round();
        };
        return round;
    }

    QByteArray m_list;
    std::map<QByteArray, std::chrono::milliseconds> m_seen; ///< when each was first in the list
    std::size_t m_stuck = 0;
    bool m_isAtLeast = false;
};

/// Searches for stray records of scheduled and failed jobs only: records in other states expire.
HealthChecks checks(const CollectionDefinition &definition)
{
    const QByteArray prefix = definition.preset->keyPrefix();
    const QByteArray queue = definition.preset->queue.toUtf8();
    HealthChecks checks;
    checks.push_back(std::make_unique<GoneWorkers>(definition));
    checks.push_back(std::make_unique<StuckJobs>(definition));
    checks.push_back(idsWithoutRecord(definition));
    checks.push_back(strayKeys(
        {.glob = KeyTemplate::globOf(prefix + "job:") + '*',
         .ask =
             [](const QByteArray &key) {
                 return StrayRule::Command{"HMGET", key, "origin", "status"};
             },
         .seek =
             [prefix, queue](const QByteArray &key, const Reply &job) {
                 const bool isOwn = job.elements.size() == 2 && job.elements[0].bytes == queue
                     && (job.elements[1].bytes == "scheduled" || job.elements[1].bytes == "failed");
                 return isOwn ? std::vector<StrayRule::Command>{{"ZSCORE", prefix + job.elements[1].bytes + ':' + queue,
                                                                 key.sliced(prefix.size() + 4)}}
                              : std::vector<StrayRule::Command>();
             },
         .sentence = QT_TRANSLATE_NOOP("problems",
                                       "Scheduled or failed jobs that are in no registry: %1. RQ neither runs nor "
                                       "lists them: they use memory until their keys expire or are deleted")}));
    return checks;
}

} // namespace
} // namespace rq

extern const FrameworkCode rqCode;
constinit const FrameworkCode rqCode{
    .id = QLatin1StringView("rq"),
    .extra = &rq::extra,
    .recordFields = rq::fields,
    .complete = &rq::complete,
    .askFailure = &rq::askFailure,
    .readFailure = &rq::readFailure,
    .keptDead = &rq::keptDead,
    .firstDeadline = std::chrono::milliseconds(0),
    .ownerOf = &rq::ownerOf,
    .actions = rq::actions,
    .checks = &rq::checks,
    .staleMeans = QT_TRANSLATE_NOOP("problems",
                                    "their heartbeat has expired, so that their worker is gone; another worker "
                                    "retries or fails them")};

} // namespace plimsoll::redis
