// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

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
                                           .askFailure = &hangfire::askFailure,
                                           .readFailure = &hangfire::readFailure,
                                           .checks = &hangfire::checks};

} // namespace plimsoll::redis
