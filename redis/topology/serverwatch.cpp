// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/serverwatch.h"

#include "redis/types/slowlog.h"
#include "redis/wire/client.h"
#include "redis/wire/serveranswers.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <utility>

namespace plimsoll::redis {

namespace {

using Set = void (*)(ServerInfo &info, QByteArrayView value);

struct InfoField {
    QByteArrayView name;
    Set set;
};

QString text(QByteArrayView value)
{
    return QString::fromUtf8(value);
}

std::optional<qint64> wholeNumber(QByteArrayView value)
{
    bool ok = false;
    const qint64 parsed = value.toByteArray().toLongLong(&ok);
    return ok ? std::optional(parsed) : std::nullopt;
}

std::optional<bool> flag(QByteArrayView value)
{
    const std::optional<qint64> parsed = wholeNumber(value);
    return parsed ? std::optional(*parsed != 0) : std::nullopt;
}

/// Returns nullopt for a negative number: INFO reports -1 if there is no link.
std::optional<std::chrono::seconds> seconds(QByteArrayView value)
{
    const std::optional<qint64> parsed = wholeNumber(value);
    return parsed && *parsed >= 0 ? std::optional(std::chrono::seconds(*parsed)) : std::nullopt;
}

/// Returns a number of "keys=3,expires=0,avg_ttl=0" or "calls=1,usec=80"; without a name, the first.
std::optional<qint64> numberOf(QByteArrayView value, QByteArrayView name = {})
{
    const qsizetype at = value.indexOf(name);
    if (at < 0) {
        return std::nullopt;
    }
    const qsizetype start = value.indexOf('=', at) + 1;
    const qsizetype end = value.indexOf(',', start);
    return wholeNumber(value.sliced(start, (end < 0 ? value.size() : end) - start));
}

constexpr std::array fields{
    InfoField{"redis_mode", [](ServerInfo &i, QByteArrayView v) { i.mode = text(v); }},
    InfoField{"server_mode", [](ServerInfo &i, QByteArrayView v) { i.mode = text(v); }}, // Valkey
    InfoField{"role", [](ServerInfo &i, QByteArrayView v) { i.role = text(v); }},
    InfoField{"run_id", [](ServerInfo &i, QByteArrayView v) { i.runId = text(v); }},
    InfoField{"master_replid", [](ServerInfo &i, QByteArrayView v) { i.replicationId = text(v); }},
    InfoField{"master_replid2", [](ServerInfo &i, QByteArrayView v) { i.replicationIdBefore = text(v); }},
    InfoField{"uptime_in_seconds", [](ServerInfo &i, QByteArrayView v) { i.uptime = seconds(v); }},
    InfoField{"used_memory", [](ServerInfo &i, QByteArrayView v) { i.usedMemory = wholeNumber(v); }},
    InfoField{"used_memory_dataset", [](ServerInfo &i, QByteArrayView v) { i.keyMemory = wholeNumber(v); }},
    InfoField{"maxmemory", [](ServerInfo &i, QByteArrayView v) { i.maxMemory = wholeNumber(v); }},
    InfoField{"maxmemory_policy", [](ServerInfo &i, QByteArrayView v) { i.maxMemoryPolicy = text(v); }},
    InfoField{"aof_enabled", [](ServerInfo &i, QByteArrayView v) { i.aofEnabled = flag(v); }},
    InfoField{"rdb_changes_since_last_save",
              [](ServerInfo &i, QByteArrayView v) { i.changesSinceSave = wholeNumber(v); }},
    InfoField{"rdb_last_save_time", [](ServerInfo &i, QByteArrayView v) { i.lastSaveUnix = wholeNumber(v); }},
    InfoField{"evicted_keys", [](ServerInfo &i, QByteArrayView v) { i.evictedKeys = wholeNumber(v); }},
    InfoField{"blocked_clients", [](ServerInfo &i, QByteArrayView v) { i.blockedClients = wholeNumber(v); }},
    InfoField{"connected_clients", [](ServerInfo &i, QByteArrayView v) { i.connectedClients = wholeNumber(v); }},
    InfoField{"connected_slaves", [](ServerInfo &i, QByteArrayView v) { i.connectedReplicas = wholeNumber(v); }},
    InfoField{"master_last_io_seconds_ago", [](ServerInfo &i, QByteArrayView v) { i.replicaLag = seconds(v); }},
    InfoField{"master_link_status",
              [](ServerInfo &i, QByteArrayView v) { i.masterLinkUp = v == QByteArrayView("up"); }},
};

/// Returns the value in a CONFIG GET reply for one name; nullopt if not permitted.
std::optional<QByteArray> configured(const Reply &reply)
{
    return reply.elements.size() == 2 ? std::optional(reply.elements[1].bytes) : std::nullopt;
}

} // namespace

void readInfo(QByteArrayView info, ServerInfo &into, int database)
{
    // A master does not report these; values from its time as a replica are obsolete.
    into.replicaLag.reset();
    into.masterLinkUp.reset();
    // Compatible servers report their own version next to that of Redis: {"valkey", "7.2.4", "8.1.1"}.
    QByteArray name = "redis";
    QHash<QByteArray, QString> versions;
    const QByteArray keyspace = "db" + QByteArray::number(database);
    into.keys = info.contains("\n# Keyspace") ? std::optional<qint64>(0) : std::nullopt; // an empty database has no
                                                                                         // line
    into.lastingKeys = into.keys;
    forEachInfoField(info, [&](QByteArrayView key, QByteArrayView value) {
        if (key == QByteArrayView("server_name")) {
            name = value.toByteArray();
        } else if (key.endsWith("_version")) {
            versions.insert(key.chopped(qstrlen("_version")).toByteArray(), text(value));
        } else if (key == keyspace) {
            into.keys = numberOf(value);
            const std::optional<qint64> expiring = numberOf(value, "expires=");
            into.lastingKeys = into.keys && expiring ? std::optional(*into.keys - *expiring) : std::nullopt;
        }
        const auto *const field =
            std::find_if(fields.begin(), fields.end(), [key](const InfoField &f) { return f.name == key; });
        if (field != fields.end()) {
            field->set(into, value);
        }
    });
    if (!versions.isEmpty()) {
        into.name = text(name);
        into.version = versions.value(name, versions.value("redis"));
    }
}

std::optional<qint64> readFlushes(QByteArrayView commandStats)
{
    qint64 calls = 0;
    for (const QByteArrayView line : {QByteArrayView("cmdstat_flushall:"), QByteArrayView("cmdstat_flushdb:")}) {
        if (const qsizetype at = commandStats.indexOf(line); at >= 0) {
            calls += numberOf(commandStats.sliced(at)).value_or(0);
        }
    }
    return calls;
}

namespace {

std::optional<qint64> newestEntry(const Reply &slowLog)
{
    const bool hasOne = !slowLog.isError() && !slowLog.elements.empty() && !slowLog.elements.front().elements.empty();
    return hasOne ? slowLog.elements.front().elements.front().toInteger() : std::nullopt;
}

/// Returns the number of a slow log entry, and whether it is Plimsoll's own.
std::pair<qint64, bool> slowEntry(const Reply &entry, SlowLogOwner &owner)
{
    constexpr std::size_t name = 5; // after number, time, duration, arguments and address
    const bool isOwn =
        entry.elements.size() > name && owner.isOurs(entry.elements[name - 1].bytes, entry.elements[name].bytes);
    return {entry.elements.empty() ? -1 : entry.elements.front().toInteger().value_or(-1), isOwn};
}

} // namespace

/// Entries beyond the number requested count as foreign.
Pipeline ServerWatch::askSlow()
{
    constexpr qint64 most = 128;
    constexpr qint64 meanwhile = 16; // entries since the newest was read, which are returned first; that query is one
    Pipeline pipeline;
    if (m_newestAllowed && m_info.slowLogNewest) {
        const qint64 newest = *m_info.slowLogNewest;
        m_slowSince = std::exchange(m_slowSeen, newest).value_or(newest);
        const qint64 came = std::min({newest - m_slowSince, m_info.slowLogLength.value_or(0), most});
        if (came > 0) {
            pipeline.add({"SLOWLOG", "GET", QByteArray::number(came + meanwhile)});
        }
    } else if (m_newestAllowed && m_info.slowLogLength == 0 && !m_slowSeen) {
        m_slowSeen = -1;
    }
    m_info.slowLogOwn = m_slowOwn;
    return pipeline;
}

void ServerWatch::readSlow(const Reply &reply)
{
    SlowLogOwner owner;
    for (const Reply &entry : reply.elements) {
        const auto [wholeNumber, isOwn] = slowEntry(entry, owner);
        m_slowOwn += isOwn && wholeNumber > m_slowSince && wholeNumber <= m_slowSeen ? 1 : 0;
    }
    m_info.slowLogOwn = m_slowOwn;
}

void ServerWatch::restart(const QString &address)
{
    m_info = {};
    m_info.address = address;
    m_readAt.reset();
    m_slowLogAllowed = true;
    m_newestAllowed = true;
}

Pipeline ServerWatch::ask(const Client &client, std::chrono::milliseconds interval)
{
    const auto now = std::chrono::steady_clock::now();
    const bool first = !m_readAt;
    Pipeline pipeline;
    if (!first && !m_hurried && now - *m_readAt < interval) {
        return pipeline;
    }
    m_hurried = false;
    m_readAt = now;
    m_takes.clear();
    const auto ask = [&](const QByteArray &name, std::initializer_list<QByteArrayView> command, auto take) {
        if (client.allows(name)) {
            pipeline.add(command);
            m_takes.emplace_back(std::move(take));
        }
    };
    ask("INFO", {"INFO"}, [this, database = client.endpoint().database](const Reply &reply) {
        if (!reply.isError()) {
            readInfo(reply.bytes, m_info, database);
            m_keysTracked = wholeNumber(infoField(reply.bytes, "tracking_total_keys"));
        }
    });
    ask("INFO", {"INFO", "commandstats"},
        [this](const Reply &reply) { m_info.flushes = reply.isError() ? std::nullopt : readFlushes(reply.bytes); });
    if (first) {
        ask("CONFIG|GET", {"CONFIG", "GET", "appendfsync"},
            [this](const Reply &reply) { m_info.appendFsync = text(configured(reply).value_or(QByteArray())); });
        ask("CONFIG|GET", {"CONFIG", "GET", "save"}, [this](const Reply &reply) {
            if (const std::optional<QByteArray> points = configured(reply)) {
                m_info.rdbEnabled = !points->isEmpty();
            }
        });
    }
    if (m_slowLogAllowed) {
        ask("SLOWLOG|LEN", {"SLOWLOG", "LEN"}, [this](const Reply &reply) {
            m_slowLogAllowed = !reply.isError();
            m_info.slowLogLength = reply.toInteger();
        });
    }
    if (m_slowLogAllowed && m_newestAllowed) { // the length of a full log is constant, but its newest entry has a new
                                               // number
        ask("SLOWLOG|GET", {"SLOWLOG", "GET", "1"}, [this](const Reply &reply) {
            m_newestAllowed = !reply.isError();
            m_info.slowLogNewest = newestEntry(reply);
        });
    }
    return pipeline;
}

void ServerWatch::read(std::span<const Reply> replies)
{
    for (std::size_t i = 0; i < replies.size(); ++i) {
        m_takes[i](replies[i]);
    }
}

} // namespace plimsoll::redis
