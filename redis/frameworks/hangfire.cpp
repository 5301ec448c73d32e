// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"
#include "redis/types/elementstate.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

/// Hangfire.Redis.StackExchange keeps in the state of a job the server that runs it, and in server:ID its heartbeat.
namespace plimsoll::redis {

namespace hangfire {
namespace {

using std::chrono::milliseconds;

/// The state of a job is in a hash of its own, and of a failed one has the exception.
std::vector<QByteArray> askFailure(const QByteArray &recordKey, const QByteArray & /*id*/)
{
    return {"HMGET", recordKey + ":state", "ExceptionType", "ExceptionMessage", "FailedAt"};
}

void readFailure(JobReader::Values &values, const Reply &state)
{
    enum Field : std::size_t { Type, Message, FailedAt, Count };
    if (state.elements.size() != Count) {
        return;
    }
    const QByteArray type = state.elements[Type].bytes, message = state.elements[Message].bytes;
    values[JobReader::LastError] = type.isEmpty() || message.isEmpty() ? type + message : type + ": " + message;
    values[JobReader::Failed] = state.elements[FailedAt].bytes;
}

/// Finds stale jobs as Hangfire's own watcher does: fetched too long ago; taken from the queue and never fetched for a
/// minute; or of a server that is not there any more.
class StaleJobs final : public QueueExtra {
public:
    StaleJobs(const CollectionDefinition &definition, const Places &places)
        : QueueExtra(places), m_prefix(definition.preset->keyPrefix()),
          m_staleAfter(definition.duration(QLatin1StringView("staleAfter")))
    {
        if (!definition.preset->queue.isEmpty()) {
            m_list = m_prefix + "queue:" + definition.preset->queue.toUtf8() + ":dequeued";
        }
    }

    [[nodiscard]] int headCost() const override { return m_list.isEmpty() ? 0 : 2 + 2 * m_lastJobs; }

    std::size_t appendHead(Pipeline &pipeline) override
    {
        if (m_list.isEmpty()) {
            return 0;
        }
        pipeline.add({"LRANGE", m_list, QByteArray::number(-most), "-1"});
        return 1;
    }

    void readHead(std::span<const Reply> replies, milliseconds /*now*/) override
    {
        m_jobs.clear();
        m_servers.clear();
        m_stale.reset();
        if (replies.empty()) {
            return;
        }
        if (replies[0].isError()) {
            fail(places().stale, replies[0].toError(m_list));
            return;
        }
        for (std::size_t i = replies[0].elements.size(); i > 0; --i) { // the oldest first
            m_jobs.push_back({.id = replies[0].elements[i - 1].bytes});
        }
        m_lastJobs = static_cast<int>(m_jobs.size());
        m_hasMore = m_lastJobs == most;
        m_round = m_jobs.empty() ? Round::None : Round::Jobs;
        if (m_jobs.empty()) {
            m_stale.emplace();
        }
    }

    std::size_t appendFollowUp(Pipeline &pipeline, milliseconds /*now*/) override
    {
        switch (m_round) {
        case Round::None:
            return 0;
        case Round::Jobs:
            for (const Job &job : m_jobs) {
                pipeline.add({"HMGET", m_prefix + "job:" + job.id, "Fetched", "Checked"});
                pipeline.add({"HGET", m_prefix + "job:" + job.id + ":state", "ServerId"});
            }
            return 2 * m_jobs.size();
        case Round::Servers:
            for (const QByteArray &server : m_servers) {
                pipeline.add({"HGET", m_prefix + "server:" + server, "StartedAt"});
            }
            return m_servers.size();
        }
        return 0;
    }

    void readFollowUp(std::span<const Reply> replies, milliseconds now) override
    {
        if (std::exchange(m_round, Round::None) == Round::Jobs) {
            readJobs(replies, now);
        } else if (!m_servers.empty()) {
            std::size_t at = 0;
            for (const QByteArray &server : std::exchange(m_servers, {})) {
                if (at < replies.size() && !replies[at].isError() && replies[at].bytes.isEmpty()) {
                    m_gone.insert(server);
                }
                ++at;
            }
            conclude();
        }
    }

    void finish(Reading &reading) override
    {
        if (!m_stale) {
            return;
        }
        const auto figure = static_cast<std::size_t>(places().stale);
        reading.notes[figure] = 0; // of the jobs' ages alone
        reading.figures[figure] = std::min(static_cast<double>(m_stale->size()),
                                           reading.figures[static_cast<std::size_t>(places().processing)]);
        if (m_hasMore) {
            reading.setAtLeast(places().stale);
        }
    }

    [[nodiscard]] std::optional<std::vector<Element>> jobs() const override
    {
        return m_list.isEmpty() ? std::nullopt : std::optional(m_stale.value_or(std::vector<Element>()));
    }
    [[nodiscard]] bool hasMoreJobs() const override { return m_hasMore; }

private:
    struct Job {
        QByteArray id;
        QByteArray server{}; ///< empty: none is named
        std::optional<milliseconds> fetched{};
        bool isLate = false;
    };
    enum class Round : quint8 { None, Jobs, Servers };

    static constexpr int most = 1000; ///< jobs looked at, the oldest
    static constexpr std::chrono::minutes unfetched{1};

    void readJobs(std::span<const Reply> replies, milliseconds now)
    {
        m_gone.clear();
        if (replies.size() != 2 * m_jobs.size()) {
            return;
        }
        for (std::size_t i = 0; i < m_jobs.size(); ++i) {
            const Reply &times = replies[2 * i];
            const Reply &server = replies[2 * i + 1];
            if (times.isError() || server.isError()) {
                fail(places().stale, (times.isError() ? times : server).toError(m_prefix + "job:" + m_jobs[i].id));
                return;
            }
            if (times.elements.size() != 2) {
                continue;
            }
            Job &job = m_jobs[i];
            job.fetched = timeFromText(times.elements[0].bytes);
            const std::optional<milliseconds> checked = timeFromText(times.elements[1].bytes);
            job.isLate = job.fetched ? m_staleAfter && now - *job.fetched > *m_staleAfter
                                     : times.elements[0].bytes.isEmpty() && checked && now - *checked > unfetched;
            job.server = server.bytes;
            if (!job.server.isEmpty()) {
                m_servers.insert(job.server);
            }
        }
        m_round = m_servers.empty() ? Round::None : Round::Servers;
        if (m_servers.empty()) {
            conclude();
        }
    }

    void conclude()
    {
        m_stale.emplace();
        for (const Job &job : m_jobs) {
            if (job.isLate || m_gone.contains(job.server)) {
                Element &stale = m_stale->emplace_back();
                stale.element = stale.id = job.id;
                stale.key = m_list;
                stale.state = stateOf(Holds::Processing, ElementState::Which::Overdue).id;
                stale.startedAt = job.fetched;
            }
        }
    }

    QByteArray m_prefix;
    QByteArray m_list; ///< empty: the collection is no queue
    std::optional<milliseconds> m_staleAfter;
    std::vector<Job> m_jobs;
    std::set<QByteArray> m_servers; ///< to be asked about
    std::set<QByteArray> m_gone;
    Round m_round = Round::None; ///< the next one
    int m_lastJobs = 0;
    bool m_hasMore = false;
    std::optional<std::vector<Element>> m_stale; ///< nullopt: not known
};

std::unique_ptr<QueueExtra> extra(const CollectionDefinition &definition, const QueueExtra::Places &places)
{
    return std::make_unique<StaleJobs>(definition, places);
}

class GoneServers final : public HealthCheck {
public:
    explicit GoneServers(const CollectionDefinition &definition)
        : m_prefix(definition.preset->keyPrefix()),
          m_fetched(m_prefix + "queue:" + definition.preset->queue.toUtf8() + ":dequeued")
    {
    }

    Round look(milliseconds now) override
    {
        return {{{"LRANGE", m_fetched, QByteArray::number(-most), "-1"}},
                [this, now](Replies replies) { return readJobs(replies[0], now); }};
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Fetched jobs of servers whose heartbeat stopped: %1. Hangfire enqueues "
                                            "them again half an hour after they were fetched"),
                          m_jobs, m_isAtLeast);
    }

private:
    static constexpr qint64 most = 200; ///< jobs looked at, the oldest
    static constexpr std::chrono::minutes dead{5}; ///< equals Hangfire's own ServerTimeout

    Round readJobs(const Reply &jobs, milliseconds now)
    {
        Round round;
        for (const Reply &job : jobs.elements) {
            round.commands.push_back({"HGET", m_prefix + "job:" + job.bytes + ":state", "ServerId"});
        }
        m_isAtLeast = static_cast<qint64>(jobs.elements.size()) >= most;
        m_jobs = round.commands.empty() ? 0 : m_jobs;
        round.then = [this, now](Replies servers) { return readServers(servers, now); };
        return round;
    }

    Round readServers(Replies ids, milliseconds now)
    {
        std::vector<QByteArray> servers; // of each job; the same one many times
        std::set<QByteArray> all;
        for (const Reply &id : ids) {
            if (!id.isError() && !id.bytes.isEmpty()) {
                servers.push_back(id.bytes);
                all.insert(id.bytes);
            }
        }
        Round round;
        for (const QByteArray &server : all) {
            round.commands.push_back({"HMGET", m_prefix + "server:" + server, "StartedAt", "Heartbeat"});
        }
        m_jobs = round.commands.empty() ? 0 : m_jobs;
        round.then = [this, servers, all, now](Replies beats) {
            std::set<QByteArray> gone;
            std::size_t at = 0;
            for (const QByteArray &server : all) {
                if (isGone(beats[at++], now)) {
                    gone.insert(server);
                }
            }
            m_jobs = static_cast<std::size_t>(std::count_if(
                servers.begin(), servers.end(), [&gone](const QByteArray &server) { return gone.contains(server); }));
            return Round();
        };
        return round;
    }

    static bool isGone(const Reply &server, milliseconds now)
    {
        if (server.elements.size() != 2) {
            return false;
        }
        const std::optional<milliseconds> beat = timeFromText(server.elements[1].bytes);
        return beat ? now - *beat > dead : server.elements[0].bytes.isEmpty() && server.elements[1].bytes.isEmpty();
    }

    QByteArray m_prefix, m_fetched;
    std::size_t m_jobs = 0;
    bool m_isAtLeast = false;
};

HealthChecks checks(const CollectionDefinition &definition)
{
    HealthChecks checks;
    if (!definition.preset->queue.isEmpty()) {
        checks.push_back(std::make_unique<GoneServers>(definition));
    }
    checks.push_back(idsWithoutRecord(definition));
    return checks;
}

} // namespace
} // namespace hangfire

extern const FrameworkCode hangfireCode;
constinit const FrameworkCode hangfireCode{.id = QLatin1StringView("hangfire"),
                                           .extra = &hangfire::extra,
                                           .askFailure = &hangfire::askFailure,
                                           .readFailure = &hangfire::readFailure,
                                           .checks = &hangfire::checks};

} // namespace plimsoll::redis
