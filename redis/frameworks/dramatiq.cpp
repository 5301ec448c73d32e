// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/framework.h"
#include "redis/frameworks/stray.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

/// dramatiq keeps what a worker has fetched in the set __acks__.WORKER.QUEUE until it is acknowledged, and the workers
/// in __heartbeats__. What a worker had when it stopped is given back by chance: one in 1,000 commands looks for it.
namespace plimsoll::redis {

namespace dramatiq {
namespace {

using L1 = QLatin1StringView;
using std::chrono::milliseconds;

constexpr std::size_t mostWorkers = 200;

/// Names of the keys of one queue.
class Keys {
public:
    explicit Keys(const CollectionDefinition &definition)
        : m_prefix(definition.preset->keyPrefix()), m_queue(definition.preset->queue.toUtf8())
    {
    }

    [[nodiscard]] QByteArray heartbeats() const { return m_prefix + "__heartbeats__"; }
    [[nodiscard]] QByteArray list() const { return m_prefix + m_queue; }
    [[nodiscard]] QByteArray messages() const { return list() + ".msgs"; }
    [[nodiscard]] QByteArray fetched(const QByteArray &worker, const QByteArray &suffix = {}) const
    {
        return m_prefix + "__acks__." + worker + '.' + m_queue + suffix;
    }

private:
    QByteArray m_prefix, m_queue;
};

constexpr qsizetype largestMessage = 256LL * 1024; ///< bytes; of larger ones nothing is known

/// What the options of a message say of its attempts: none before it was retried.
void readOptions(JobReader::Values &values, const QJsonObject &message)
{
    const QJsonObject options = message.value(L1("options")).toObject();
    const QByteArray traceback = options.value(L1("traceback")).toString().trimmed().toUtf8();
    values[JobReader::LastError] = traceback.sliced(traceback.lastIndexOf('\n') + 1).trimmed();
    values[JobReader::Attempts] = QByteArray::number(options.value(L1("retries")).toInteger());
}

void complete(JobReader::Values &values, QByteArrayView /*element*/, std::span<const QByteArray> record)
{
    if (!record.empty() && !record[0].isEmpty() && record[0].size() <= largestMessage) {
        readOptions(values, QJsonDocument::fromJson(record[0]).object());
    }
}

/// A dead message is in the hash of dead messages.
std::vector<QByteArray> askFailure(const QByteArray &recordKey, const QByteArray &id)
{
    constexpr QByteArrayView messages(".msgs");
    return {"HGET", recordKey.chopped(messages.size()) + ".XQ.msgs", id};
}

void readFailure(JobReader::Values &values, const Reply &reply)
{
    if (reply.type != Reply::Type::Bulk || reply.bytes.size() > largestMessage) {
        return;
    }
    const QJsonObject message = QJsonDocument::fromJson(reply.bytes).object();
    values[JobReader::Class] = message.value(L1("actor_name")).toString().toUtf8();
    values[JobReader::Created] = QByteArray::number(message.value(L1("message_timestamp")).toInteger());
    readOptions(values, message);
}

class Unacknowledged final : public HealthCheck {
public:
    explicit Unacknowledged(const CollectionDefinition &definition) : m_keys(definition) { }

    Round look(milliseconds now) override
    {
        return {{{"ZRANGEBYSCORE", m_keys.heartbeats(), "-inf", QByteArray::number((now - dead).count()), "LIMIT", "0",
                  QByteArray::number(mostWorkers)}},
                [this](Replies replies) { return count(replies[0]); }};
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Messages that workers had when they stopped: %1. They are run once "
                                            "dramatiq finds them, which is left to chance: the less it has to do, the "
                                            "longer it takes"),
                          m_count, m_isAtLeast);
    }

private:
    static constexpr std::chrono::seconds dead{60}; ///< equals dramatiq's own heartbeat_timeout

    Round count(const Reply &workers)
    {
        Round round;
        for (const Reply &worker : workers.elements) {
            round.commands.push_back({"SCARD", m_keys.fetched(worker.bytes)});
            round.commands.push_back({"SCARD", m_keys.fetched(worker.bytes, ".DQ")});
        }
        m_isAtLeast = workers.elements.size() >= mostWorkers;
        m_count = 0;
        round.then = [this](Replies sizes) {
            for (const Reply &size : sizes) {
                m_count += size.type == Reply::Type::Integer ? static_cast<std::size_t>(size.integer) : 0;
            }
            return Round();
        };
        return round;
    }

    Keys m_keys;
    std::size_t m_count = 0;
    bool m_isAtLeast = false;
};

/// Compares the number of messages with the number of places that they can be in. Counts are not taken at one moment:
/// they are judged when they stay the same three times.
class Forgotten final : public HealthCheck {
public:
    explicit Forgotten(const CollectionDefinition &definition) : m_keys(definition) { }

    Round look(milliseconds /*now*/) override
    {
        m_counts.clear();
        return {{{"ZRANGE", m_keys.heartbeats(), "0", QByteArray::number(mostWorkers)}}, [this](Replies replies) {
                    const bool isKnown =
                        replies[0].type == Reply::Type::Array && replies[0].elements.size() <= mostWorkers;
                    m_workers = replies[0].elements;
                    return isKnown ? count() : Round();
                }};
    }

    [[nodiscard]] QString problem() const override
    {
        return healthText(QT_TRANSLATE_NOOP("problems",
                                            "Messages that are neither in the queue nor with a worker: %1. dramatiq "
                                            "does not run them, and they use memory"),
                          m_forgotten, false);
    }

private:
    static constexpr std::size_t times = 3;

    [[nodiscard]] Round count()
    {
        Round round;
        round.commands.push_back({"HLEN", m_keys.messages()});
        round.commands.push_back({"LLEN", m_keys.list()});
        for (const Reply &worker : m_workers) {
            round.commands.push_back({"SCARD", m_keys.fetched(worker.bytes)});
        }
        round.then = [this](Replies replies) { return judge(replies); };
        return round;
    }

    Round judge(Replies replies)
    {
        std::vector<qint64> counts;
        for (const Reply &reply : replies) {
            if (reply.type != Reply::Type::Integer) {
                return {};
            }
            counts.push_back(reply.integer);
        }
        m_counts.push_back(std::move(counts));
        if (m_counts.back() != m_counts.front()) {
            return {}; // busy: what was found before stands
        }
        if (m_counts.size() < times) {
            return count();
        }
        qint64 left = m_counts.front().front();
        for (auto places = std::next(m_counts.front().begin()); places != m_counts.front().end(); ++places) {
            left -= *places;
        }
        m_forgotten = static_cast<std::size_t>(std::max<qint64>(0, left));
        return {};
    }

    Keys m_keys;
    std::vector<Reply> m_workers;
    std::vector<std::vector<qint64>> m_counts;
    std::size_t m_forgotten = 0;
};

HealthChecks checks(const CollectionDefinition &definition)
{
    CollectionDefinition ready = definition; // the messages of the others are in hashes of their own
    std::erase_if(ready.keys, [](const RoleKeys &keys) { return keys.role->holds == Holds::Dead; });
    HealthChecks checks;
    checks.push_back(std::make_unique<Unacknowledged>(definition));
    checks.push_back(std::make_unique<Forgotten>(definition));
    checks.push_back(idsWithoutRecord(ready));
    return checks;
}

} // namespace
} // namespace dramatiq

extern const FrameworkCode dramatiqCode;
constinit const FrameworkCode dramatiqCode{.id = QLatin1StringView("dramatiq"),
                                           .complete = &dramatiq::complete,
                                           .askFailure = &dramatiq::askFailure,
                                           .readFailure = &dramatiq::readFailure,
                                           .checks = &dramatiq::checks};

} // namespace plimsoll::redis
