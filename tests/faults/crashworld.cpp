// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/faults/crashworld.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <thread>

using namespace Qt::StringLiterals;

namespace plimsoll::testing {

namespace {

// Scripts of the applications, one for each step: none loses or duplicates anything.
/// ARGV: place, element, score, record key ("" for none), kind of record, text or payload, attempts' name, attempts,
/// maximum's name, maximum ("" for none), expiry ("" for none)
constexpr auto produce = R"(
redis.call('SADD', 'produced', ARGV[2])
if ARGV[4] ~= '' then
  if ARGV[5] == 'hash' then
    redis.call('HSET', ARGV[4], ARGV[7], ARGV[8], 'started_at', '1000', 'payload', ARGV[6])
    if ARGV[10] ~= '' then redis.call('HSET', ARGV[4], ARGV[9], ARGV[10]) end
  else
    redis.call('SET', ARGV[4], ARGV[6])
  end
  if ARGV[11] ~= '' then redis.call('PEXPIREAT', ARGV[4], ARGV[11]) end
end
local place = ARGV[1]
if place == 'q' or place == 'q2' then redis.call('LPUSH', place, ARGV[2])
elseif place == 'tags' then redis.call('SADD', place, ARGV[2])
elseif place == 'list:p' then redis.call('LPUSH', 'p', ARGV[2])
elseif place == 'list:dead' then redis.call('LPUSH', 'dead', ARGV[2])
elseif place == 'set:dead' then redis.call('SADD', 'dead', ARGV[2])
elseif place == 'zset:dead' then redis.call('ZADD', 'dead', ARGV[3], ARGV[2])
elseif place == 'zset:p' then redis.call('ZADD', 'p', ARGV[3], ARGV[2])
else redis.call('ZADD', place, ARGV[3], ARGV[2]) end)";
/// Takes a job, but leaves some, so that the key and its expiry stay.
constexpr auto claim = R"(
if redis.call('LLEN', 'q') <= 30 then return end
local id = redis.call('RPOP', 'q')
if id and ARGV[1] == 'list' then redis.call('LPUSH', 'p', id) end
if id and ARGV[1] == 'zset' then redis.call('ZADD', 'p', ARGV[2], id) end)";
/// Finishes (done) or gives up (dead) the youngest job in processing, if it is still there; never the one that keeps
/// the key alive.
constexpr auto leave = R"(
local id
if ARGV[1] == 'list' then
  if redis.call('LINDEX', 'p', 0) == 'pin-p' then return end
  id = redis.call('LPOP', 'p')
else
  id = redis.call('ZRANGEBYSCORE', 'p', '-inf', '100000', 'LIMIT', '0', '1')[1]
  if not id then return end
  redis.call('ZREM', 'p', id)
end
if ARGV[2] == 'done' then redis.call('RPUSH', 'done', id) end
if ARGV[2] == 'list' then redis.call('LPUSH', 'dead', id) end
if ARGV[2] == 'set' then redis.call('SADD', 'dead', id) end
if ARGV[2] == 'zset' then redis.call('ZADD', 'dead', '5', id) end)";
constexpr auto heartbeat = R"(
redis.call('ZADD', 'seen', redis.call('TIME')[1], ARGV[1])
redis.call('SADD', 'conn', ARGV[1]))";

/// ARGV: 0 takes a job that was adopted, and begins it; 1 finishes one; 2 loses one.
constexpr auto workOnLost = R"(
if ARGV[1] == '0' then
  if redis.call('LLEN', 'lq') < 2 then return end
  local id = redis.call('LMOVE', 'lq', 'lp', 'RIGHT', 'LEFT')
  if id == 'pin-lost' then return redis.call('LMOVE', 'lp', 'lq', 'LEFT', 'LEFT') end
  redis.call('HINCRBY', 'lost:' .. id, 'attempts', 1)
  return redis.call('HSET', 'lost:' .. id, 'started_at', ARGV[2])
end
local id = redis.call('RPOP', 'lp')
if id and ARGV[1] == '1' then
  redis.call('HSET', 'lost:' .. id, 'finished_at', '1000')
  redis.call('RPUSH', 'ldone', id)
end)";

constexpr std::array deadTypes{"list", "set", "zset"};
constexpr int people = 40;
constexpr auto farAway = "99999999999"; ///< a deadline in the year 5138

std::vector<QByteArrayView> views(const std::vector<QByteArray> &arguments)
{
    return {arguments.begin(), arguments.end()};
}

} // namespace

QByteArrayList bytesOf(const redis::Reply &reply)
{
    QByteArrayList list;
    for (const redis::Reply &element : reply.elements) {
        list.append(element.bytes);
    }
    return list;
}

QByteArray losableId(int number)
{
    return "added-lost-" + QByteArray::number(number);
}

QByteArray unedited(QByteArray text)
{
    if (text.startsWith("{\"")) { // other elements are any bytes
        while (text.endsWith(' ')) {
            text.chop(1);
        }
    }
    return text;
}

QString shown(const QByteArray &bytes)
{
    return bytes.isEmpty() ? u"(empty)"_s : QString::fromLatin1(bytes.left(60).toPercentEncoding());
}

struct CrashWorld::Record {
    enum Kind { None, Hash, Text } kind = None;
    QByteArray payload;
    int maximum = 0; ///< 0: none of its own
    bool expires = false;

    [[nodiscard]] QByteArray text(const QByteArray &attemptsName, const QByteArray &maximumName, int attempts) const
    {
        // The nested names and the text that looks like one are traps: only the top level counts.
        QByteArray json = R"({"nested":{")" + attemptsName + R"(":7},"note":"\")" + attemptsName
            + R"(\":9","payload":")" + payload + R"(","started_at":1000,")" + attemptsName + R"(":)"
            + QByteArray::number(attempts);
        if (maximum > 0) {
            json += R"(,")" + maximumName + R"(":)" + QByteArray::number(maximum);
        }
        return json + '}';
    }
};

CrashWorld::CrashWorld(RedisServer &server, QRandomGenerator &random)
    : m_server(server), m_random(random), m_deadlines(random.bounded(2) == 1),
      m_deadType(deadTypes.at(random.bounded(3U))), m_ownNames(random.bounded(2) == 1),
      m_expireAt(random.bounded(2) == 1 ? QDateTime::currentMSecsSinceEpoch() + 3'600'000 : 0)
{
}

QByteArray CrashWorld::workspace() const
{
    const QByteArray fields = m_ownNames ? R"(,"fields":{"attempts":"tries","maxAttempts":"limit"})" : "";
    return R"({"plimsoll":1,"name":"crash","connection":{"url":")" + m_server.url().toUtf8() + R"("},"collections":[
        {"name":"q","kind":"queue","keys":{"ready":["q","q2"],"processing":"p","delayed":"late","dead":"dead",
         "job":"job:{id}"},"options":{"staleAfter":"1s","maxAttempts":2)"
        + fields + R"(}},
        {"name":"lost","kind":"queue","keys":{"ready":"lq","processing":"lp","job":"lost:{id}"}},
        {"name":"timers","kind":"schedule","keys":{"delayed":"timers"}},
        {"name":"board","kind":"leaderboard","keys":{"board":"board"}},
        {"name":"tags","kind":"members","keys":{"set":"tags"}},
        {"name":"room","kind":"presence","keys":{"connected":"conn","lastSeen":"seen"}}]})";
}

QByteArray CrashWorld::newElement(QRandomGenerator &random, char actor, int number, bool mayBeLarge) const
{
    // Unique by its beginning, and any bytes behind; now and then large, or JSON with the id inside.
    QByteArray id = actor + QByteArray::number(number) + '-';
    const int chance = random.bounded(1'000);
    int size = random.bounded(6);
    if (chance < 60) {
        size = random.bounded(2'000);
    } else if (mayBeLarge && chance < 70) {
        size = random.bounded(100'000);
    } else if (mayBeLarge && chance == 999) {
        size = random.bounded(2'000'000);
        m_large = m_large || size > 500'000;
    }
    if (random.bounded(8) == 0) {
        return R"({"id":")" + id + R"(","attempts":1,"pad":")" + QByteArray(size, 'p') + R"("})";
    }
    id.reserve(id.size() + size);
    for (int i = 0; i < size; ++i) {
        id.append(static_cast<char>(random.bounded(256)));
    }
    return id;
}

namespace {
/// Id as Plimsoll reads it: the element, or a field of its JSON.
QByteArray idOf(const QByteArray &element)
{
    return element.startsWith("{\"id\"") ? element.mid(7, element.indexOf('"', 7) - 7) : element;
}
} // namespace

CrashWorld::Record CrashWorld::recordOf(const QByteArray &id) const
{
    const QByteArray hash = QCryptographicHash::hash(id, QCryptographicHash::Sha1);
    const auto at = [&hash](int i) { return static_cast<int>(static_cast<unsigned char>(hash.at(i))); };
    Record record;
    if (id.size() > 10'000 || at(0) % 8 == 0) {
        return record; // without one it cannot be stale in a list; a key of megabytes is not what this is about
    }
    record.kind = at(0) % 8 < 5 ? Record::Hash : Record::Text;
    record.payload = QByteArray(at(1) % 32 == 0 ? 30'000 : at(1), 'x');
    record.maximum = at(3) % 4 == 0 ? at(4) % 4 + 1 : 0;
    record.expires = at(2) % 4 == 0 && m_expireAt != 0;
    return record;
}

std::vector<QByteArray> CrashWorld::produceCall(const QByteArray &place, const QByteArray &element,
                                                const QByteArray &score, int attempts) const
{
    const QByteArray attemptsName = m_ownNames ? "tries" : "attempts";
    const QByteArray maximumName = m_ownNames ? "limit" : "max_attempts";
    const QByteArray id = idOf(element);
    const Record record = recordOf(id);
    const bool isHash = record.kind == Record::Hash;
    return {"EVAL",
            produce,
            "0",
            place,
            element,
            score,
            record.kind == Record::None ? QByteArray() : "job:" + id,
            isHash ? "hash" : "text",
            isHash ? record.payload : record.text(attemptsName, maximumName, attempts),
            attemptsName,
            QByteArray::number(attempts),
            maximumName,
            record.maximum > 0 ? QByteArray::number(record.maximum) : QByteArray(),
            record.expires ? QByteArray::number(m_expireAt) : QByteArray()};
}

void CrashWorld::seed(int elements)
{
    redis::Pipeline pipeline;
    // One that stays in each key that expires, so that nothing but an operation can end its expiry.
    pipeline.add({"SADD", "produced", "pin-q", "pin-p", "pin-board"});
    pipeline.add({"LPUSH", "q", "pin-q"});
    pipeline.add({"SADD", "produced", "pin-lost"});
    pipeline.add({"LPUSH", "lq", "pin-lost"});
    for (int i = 0; i < losable; ++i) {
        pipeline.add({"HSET", "lost:" + losableId(i), "class", "Mail"});
        if (i % 3 == 0) { // not lost at all
            pipeline.add({"LPUSH", "lq", losableId(i)});
        }
    }
    pipeline.add({"ZADD", "board", "1e9", "pin-board"});
    if (m_deadlines) {
        pipeline.add({"ZADD", "p", farAway, "pin-p"});
    } else {
        pipeline.add({"RPUSH", "p", "pin-p"}); // without a record: never known to be stale
    }
    const QByteArray processing = m_deadlines ? "zset:p" : "list:p";
    const std::array<QByteArray, 9> places{"q",     "q",    "q2",    processing, processing, m_deadType + ":dead",
                                           "board", "tags", "timers"};
    for (int i = 0; i < elements; ++i) {
        const QByteArray element = i == 0 ? QByteArray("") : newElement(m_random, 's', i, true);
        const QByteArray &place = places.at(static_cast<std::size_t>(m_random.bounded(int(places.size()))));
        pipeline.add(views(produceCall(m_random.bounded(10) == 0 ? "late" : place, element,
                                       QByteArray::number(m_random.bounded(50)), m_random.bounded(4))));
    }
    for (int i = 0; i < people; ++i) {
        const QByteArray name = "u" + QByteArray::number(i);
        pipeline.add({"ZADD", "seen", "1000", name});
        pipeline.add({"SADD", "conn", name});
    }
    if (m_expireAt != 0) {
        for (const QByteArrayView key : {"q", "p", "board"}) {
            pipeline.add({"PEXPIREAT", key, QByteArray::number(m_expireAt)});
        }
    }
    for (const redis::Reply &reply : m_server.run(pipeline)) {
        if (reply.isError()) {
            qFatal("seeding: %s", reply.bytes.constData());
        }
    }
}

void CrashWorld::actAsApplications(const redis::Endpoint &endpoint, quint32 seed, const std::atomic_bool &stop) const
{
    QRandomGenerator random(seed);
    redis::Client client(endpoint, {.name = "applications"});
    const QByteArray processing = m_deadlines ? "zset" : "list";
    const auto send = [&client](const std::vector<QByteArray> &arguments) {
        redis::Pipeline pipeline;
        pipeline.add(views(arguments));
        static_cast<void>(client.exchange(pipeline).ok()); // a failed command is a reply that was lost
    };
    static constexpr std::array places{"q", "q", "board", "tags", "late", "timers"};
    for (int i = 0; !stop; ++i) {
        if (!client.isConnected() && !client.connect()) {
            std::this_thread::yield(); // the server is down; it comes again
            continue;
        }
        const int what = random.bounded(12);
        const QByteArray number = QByteArray::number(random.bounded(100));
        // An application that claims and does not leave is a worker that crashed.
        if (what < 3) {
            send(produceCall(places.at(random.bounded(unsigned(places.size()))), newElement(random, 'a', i, false),
                             number, random.bounded(4)));
        } else if (what < 6) {
            send({"EVAL", claim, "0", processing, number});
        } else if (what < 8) {
            send({"EVAL", leave, "0", processing, what == 6 ? QByteArray("done") : m_deadType});
        } else if (what < 10) {
            send({"EVAL", workOnLost, "0", QByteArray::number(random.bounded(3)), number});
        } else {
            send({"EVAL", heartbeat, "0", "u" + QByteArray::number(random.bounded(people / 2))});
        }
    }
}

CrashWorld::Places CrashWorld::places(QString &wrong)
{
    Places places;
    for (const QByteArray &element : bytesOf(m_server.run({"SMEMBERS", "produced"}))) {
        places[element] = {};
    }
    for (const QByteArray &key :
         QByteArrayList{"q", "q2", "p", "late", "dead", "done", "board", "tags", "timers", "lq", "lp", "ldone"}) {
        const QByteArray type = m_server.run({"TYPE", key}).bytes;
        const redis::Reply held = type == "list" ? m_server.run({"LRANGE", key, "0", "-1"})
            : type == "set"                      ? m_server.run({"SMEMBERS", key})
                                                 : m_server.run({"ZRANGE", key, "0", "-1"});
        for (const QByteArray &found : bytesOf(held)) {
            const QByteArray element = unedited(found);
            if (!places.contains(element) && !element.startsWith("added-")) {
                wrong += u"%1 in %2 was never produced\n"_s.arg(shown(element), shown(key));
            } else {
                places[element].append(key);
            }
        }
    }
    return places;
}

QString CrashWorld::checkRecord(const QByteArray &id)
{
    const Record record = recordOf(id);
    if (record.kind == Record::None) {
        return {};
    }
    const QByteArray key = "job:" + id;
    if (record.kind == Record::Hash) {
        const QByteArray payload = m_server.run({"HGET", key, "payload"}).bytes;
        if (payload.trimmed() != record.payload) { // edited: spaces behind it
            return u"the record of %1 has lost its payload\n"_s.arg(shown(id));
        }
    } else {
        const QByteArray text = unedited(m_server.run({"GET", key}).bytes);
        const QByteArray name = m_ownNames ? "tries" : "attempts";
        const QJsonObject json = QJsonDocument::fromJson(text).object();
        const QJsonValue attempts = json[QLatin1String(name)];
        if (!attempts.isDouble()
            || text != record.text(name, m_ownNames ? "limit" : "max_attempts", attempts.toInt(-1))) {
            return u"the record of %1 is changed beyond its attempts: %2\n"_s.arg(shown(id), shown(text));
        }
    }
    const qint64 expires = m_server.run({"PEXPIRETIME", key}).integer;
    const qint64 wanted = record.expires ? m_expireAt : -1;
    if (expires != wanted) {
        return u"the record of %1 expires at %2 instead of %3\n"_s.arg(shown(id)).arg(expires).arg(wanted);
    }
    return {};
}

QString CrashWorld::checkExpiries()
{
    QString wrong;
    for (const QByteArray &key : QByteArrayList{"q", "p", "board"}) {
        const qint64 expires = m_server.run({"PEXPIRETIME", key}).integer;
        const qint64 wanted = m_expireAt == 0 ? -1 : m_expireAt;
        if (expires != wanted) {
            wrong += u"%1 expires at %2 instead of %3\n"_s.arg(shown(key)).arg(expires).arg(wanted);
        }
    }
    return wrong;
}

QString CrashWorld::checkPeople()
{
    // A member seen by the applications is connected: they write both in one step, and pruning removes both or neither.
    QString wrong;
    for (const QByteArray &name : bytesOf(m_server.run({"ZRANGE", "seen", "(1000", "+inf", "BYSCORE"}))) {
        if (m_server.run({"SISMEMBER", "conn", name}).integer != 1) {
            wrong += u"%1 came back and was pruned from connected all the same\n"_s.arg(shown(name));
        }
    }
    return wrong;
}

QString CrashWorld::checkRest(const Places &places)
{
    QString wrong = checkExpiries() + checkPeople();
    for (const auto &[element, where] : places) {
        if (!element.startsWith("pin-") && !element.startsWith("added-") && wrong.size() < 2'000) {
            wrong += checkRecord(idOf(element));
        }
    }
    return wrong;
}

} // namespace plimsoll::testing
