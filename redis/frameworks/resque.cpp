// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/collections/jobrecord.h"
#include "redis/collections/processinglist.h"
#include "redis/types/elementstate.h"
#include "redis/types/operation.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <optional>

/// A worker of Resque takes a job off the queue and writes what it works on into a key of its own; heartbeats of all
/// workers are in one hash. Failed jobs are in one list, or with the multi-queue backend in one for each queue.
namespace plimsoll::redis {

namespace resque {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr qsizetype largestJob = 256LL * 1024; ///< bytes; of larger ones nothing is known

QJsonObject objectOf(QByteArrayView json)
{
    return json.size() > largestJob ? QJsonObject() : QJsonDocument::fromJson(json.toByteArray()).object();
}

class Workers final : public QueueExtra {
public:
    Workers(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_prefix(definition.preset->keyPrefix()), m_queue(definition.preset->queue)
    {
    }

    void appendCounts(CountSegment &counts, const PolledKey &key) const override
    {
        if (key.role->holds == Holds::Dead && !m_queue.isEmpty()) {
            counts.add({"SISMEMBER", m_prefix + "failed_queues", m_queue.toUtf8() + "_failed"});
        }
    }

    void readCounts(const PolledKey &key, ReplyCursor &replies, Reading &reading) override
    {
        if (key.role->holds != Holds::Dead || m_queue.isEmpty()) {
            return;
        }
        const Reply &isOwn = replies.next();
        if (isOwn.isError()) {
            reading.fail(places().dead, isOwn.toError(m_prefix + "failed_queues"));
        }
        // An empty list is no key: the set says whether failures are kept by queue.
        if (key.count == 0 && (isOwn.type != Reply::Type::Integer || isOwn.integer == 0)) {
            reading.figures[static_cast<std::size_t>(places().dead)] = unknownFigure;
        }
    }

    [[nodiscard]] int headCost() const override { return m_queue.isEmpty() ? 0 : 2 + m_lastWorkers; }

    std::size_t appendHead(Pipeline &pipeline) override
    {
        if (m_queue.isEmpty()) {
            return 0;
        }
        pipeline.add({"SSCAN", m_prefix + "workers", "0", "COUNT", most});
        return 1;
    }

    void readHead(std::span<const Reply> replies, milliseconds /*now*/) override
    {
        m_workers.clear();
        if (replies.empty()) {
            return;
        }
        const Reply &reply = replies[0];
        if (reply.isError()) {
            fail(places().processing, reply.toError(m_prefix + "workers"));
            fail(places().stale, reply.toError(m_prefix + "workers"));
            m_found.reset();
        }
        if (reply.elements.size() == 2) {
            m_hasMore = reply.elements[0].bytes != "0";
            for (const Reply &worker : reply.elements[1].elements) {
                m_workers.push_back(worker.bytes);
            }
            m_found = m_workers.empty() ? Found() : m_found;
            m_lastWorkers = static_cast<int>(m_workers.size());
        }
    }

    std::size_t appendFollowUp(Pipeline &pipeline, milliseconds /*now*/) override
    {
        if (m_workers.empty()) {
            return 0;
        }
        const QByteArray heartbeats = m_prefix + "workers:heartbeat";
        std::vector<QByteArrayView> beats{"HMGET", heartbeats};
        beats.insert(beats.end(), m_workers.begin(), m_workers.end());
        pipeline.add(beats);
        for (const QByteArray &worker : m_workers) {
            pipeline.add({"GET", m_prefix + "worker:" + worker});
        }
        return 1 + m_workers.size();
    }

    void readFollowUp(std::span<const Reply> replies, milliseconds now) override
    {
        const std::vector<QByteArray> workers = std::exchange(m_workers, {});
        if (replies.size() != 1 + workers.size()) {
            return; // nothing was asked
        }
        for (const int figure : {places().processing, places().stale, places().oldestProcessing}) {
            for (const Reply &reply : replies) {
                if (reply.isError()) {
                    fail(figure, reply.toError(m_prefix + "workers:heartbeat"));
                }
            }
        }
        if (replies[0].elements.size() != workers.size()) {
            return;
        }
        Found found;
        for (std::size_t i = 0; i < workers.size(); ++i) {
            const QJsonObject work = objectOf(replies[1 + i].bytes);
            if (work.isEmpty() || work.value(L1("queue")).toString() != m_queue) {
                continue;
            }
            ++found.working;
            const std::optional<milliseconds> beat = timeFromText(replies[0].elements[i].bytes);
            const bool isGone = !beat || now - *beat > dead;
            found.gone += isGone ? 1 : 0;
            Element job;
            job.element = replies[1 + i].bytes;
            job.id = workers[i];
            job.key = m_prefix + "worker:" + workers[i];
            job.state = stateOf(Holds::Processing, isGone ? ElementState::Which::Overdue : ElementState::Which::All).id;
            job.worker = QString::fromUtf8(workers[i]);
            job.startedAt = timeFromText(work.value(L1("run_at")).toString().toUtf8());
            if (job.startedAt) {
                keepEarlier(found.oldest, {*job.startedAt, false});
            }
            found.jobs.push_back(std::move(job));
        }
        std::stable_sort(found.jobs.begin(), found.jobs.end(),
                         [](const Element &a, const Element &b) { return a.startedAt < b.startedAt; });
        m_found = found;
    }

    [[nodiscard]] std::optional<std::vector<Element>> jobs() const override
    {
        return m_queue.isEmpty() ? std::nullopt : std::optional(m_found.value_or(Found()).jobs);
    }
    [[nodiscard]] bool hasMoreJobs() const override { return m_hasMore; }

    void finish(Reading &reading) override
    {
        if (!m_found) {
            return;
        }
        reading.figures[static_cast<std::size_t>(places().processing)] = m_found->working;
        reading.figures[static_cast<std::size_t>(places().stale)] = m_found->gone;
        setAge(reading, places().oldestProcessing, m_found->oldest);
        if (m_found->working == 0) {
            reading.note(places().oldestProcessing, FigureNote::Absent);
        }
        for (const int figure : {places().processing, places().stale, places().oldestProcessing}) {
            if (m_hasMore) {
                reading.setAtLeast(figure);
            }
        }
    }

private:
    struct Found {
        double working = 0;
        double gone = 0; ///< working workers without a heartbeat
        std::optional<JobStart> oldest;
        std::vector<Element> jobs;
    };

    static constexpr QByteArrayView most{"1000"}; ///< workers looked at
    static constexpr milliseconds dead{300'000}; ///< Resque's own prune_interval

    QByteArray m_prefix;
    QString m_queue; ///< empty: the list of failed jobs of all queues
    std::vector<QByteArray> m_workers; ///< to be asked about in this tick
    int m_lastWorkers = 0;
    bool m_hasMore = false;
    std::optional<Found> m_found;
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<Workers>(definition, places);
}

/// A failed job holds the job as `payload`, and its time as "2026/11/20 10:00:00 UTC".
void complete(JobReader::Values &values, QByteArrayView element, std::span<const QByteArray> /*record*/)
{
    const QJsonObject job = objectOf(element);
    if (const QJsonObject payload = job.value(L1("payload")).toObject(); !payload.isEmpty()) {
        values[JobReader::Class] = payload.value(L1("class")).toString().toUtf8();
        QDateTime failed = QDateTime::fromString(job.value(L1("failed_at")).toString().left(19),
                                                 QStringLiteral("yyyy/MM/dd HH:mm:ss"));
        const bool isUtc = job.value(L1("failed_at")).toString().endsWith(L1("UTC"));
        failed.setTimeSpec(Qt::UTC);
        values[JobReader::Failed] =
            isUtc && failed.isValid() ? QByteArray::number(failed.toMSecsSinceEpoch()) : QByteArray();
    }
}

constexpr QLatin1StringView failed("failed");
constexpr std::array actions{
    PresetAction{.action = Action::RequeueDead}, // where failures are kept by queue
    PresetAction{.action = Action::Discard, .of = Holds::Dead},
    PresetAction{.part = failed, .action = Action::RequeueDead},
    PresetAction{.part = failed, .action = Action::Discard, .of = Holds::Dead},
    PresetAction{.action = Action::Requeue,
                 .refusal = QT_TRANSLATE_NOOP("presets",
                                              "a job that a worker has is in %1's record of that worker alone, which "
                                              "counts it as failed once it finds the worker gone; requeue it then")},
};

} // namespace
} // namespace resque

extern const FrameworkCode resqueCode;
constinit const FrameworkCode resqueCode{
    .id = QLatin1StringView("resque"),
    .extra = &resque::extra,
    .complete = &resque::complete,
    .actions = resque::actions,
    .staleMeans = QT_TRANSLATE_NOOP("problems",
                                    "their worker has sent no heartbeat for five minutes; Resque counts them "
                                    "as failed when it removes the worker")};

} // namespace plimsoll::redis
