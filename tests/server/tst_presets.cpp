// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/frameworks/presets.h"
#include "tests/server/clitest.h"

#include <QRegularExpression>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

using L1 = QLatin1StringView;

/// Fills in times relative to `now`, ms: {s-60} is seconds, {ms+5000} milliseconds, {b+0} milliseconds * 4096,
/// {n-60000} nanoseconds of that many milliseconds, {h-60} negative seconds, {i-60} ISO 8601.
QByteArray withTimes(const QByteArray &text, qint64 now)
{
    static const QRegularExpression time(QStringLiteral(R"(\{(s|ms|b|n|h|i)([+-]\d+)\})"));
    QString out = QString::fromLatin1(text);
    for (QRegularExpressionMatch match = time.match(out); match.hasMatch(); match = time.match(out)) {
        const QString unit = match.captured(1);
        const bool isSeconds = unit == L1("s") || unit == L1("h") || unit == L1("i");
        const qint64 then = now + match.captured(2).toLongLong() * (isSeconds ? 1'000 : 1);
        const QString written = unit == L1("s") ? QString::number(then / 1'000)
            : unit == L1("h")                   ? QString::number(-double(then) / 1'000, 'f', 3)
            : unit == L1("ms")                  ? QString::number(then)
            : unit == L1("b")                   ? QString::number(then * 4'096 + 7)
            : unit == L1("n")
            ? QString::number(then * 1'000'000)
            : QDateTime::fromMSecsSinceEpoch(then, Qt::UTC).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss"))
                + QStringLiteral(".123456Z");
        out.replace(match.capturedStart(), match.capturedLength(), written);
    }
    return out.toLatin1();
}

/// A word of a command: as it is, as the bytes of its hex digits, or packed by zlib with | for the ends of lines (and
/// in base64).
QByteArray wordOf(const QByteArray &word)
{
    if (word.startsWith("hex:")) {
        return QByteArray::fromHex(word.sliced(4));
    }
    if (word.startsWith("b64z:")) {
        return wordOf("zlib:" + word.sliced(5)).toBase64();
    }
    return word.startsWith("zlib:") ? qCompress(word.sliced(5).replace('|', '\n').replace('_', ' ')).sliced(4) : word;
}

/// Of the five, three are stale: each by another rule.
constexpr const char *hangfireStale = R"(LPUSH {hangfire}:queue:default:dequeued 1 2 3 4 5
    HSET {hangfire}:job:1 Checked {ms-120000}
    HSET {hangfire}:job:2 Fetched {i-5}
    HSET {hangfire}:job:2:state State Processing ServerId gone
    HSET {hangfire}:job:3 Fetched {ms-1860000}
    HSET {hangfire}:job:4 Fetched {i-5}
    HSET {hangfire}:job:4:state State Processing ServerId here
    HSET {hangfire}:job:5 Checked {ms-5000}
    HSET {hangfire}:server:here StartedAt {i-999})";

} // namespace

/// Figures and jobs of each preset, for keys that are laid out by hand as the framework does it, and refused
/// operations. tests/frameworks/compare does the same with the frameworks' own clients.
class PresetsTest final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void figures_data();
    void figures();
    void everyPresetHasARow();
    void jobs_data();
    void jobs();
    void jobsAreThoseCounted_data();
    void jobsAreThoseCounted();
    void jobsThatAreOnlyCounted();
    void staleJobsOfLeases();
    void jobsOfWorkers();
    void health_data();
    void health();
    void healthIsBounded();
    void refuse_data();
    void refuse();
    void refuseUndo();
    void words();
    void saved();

private:
    void fill(const QByteArray &commands);
    QString withPreset(const QByteArray &members, const QByteArray &more = {});
    static QStringList acting(const QStringList &arguments, const QString &file, const QTemporaryDir &data)
    {
        return arguments + QStringList{QStringLiteral("-w"),         file,        QStringLiteral("--yes"),
                                       QStringLiteral("--data-dir"), data.path(), QStringLiteral("--format=json")};
    }
};

void PresetsTest::init()
{
    m_server.flush();
}

void PresetsTest::fill(const QByteArray &commands)
{
    const Reply time = m_server.run({"TIME"});
    const qint64 now = *time.elements[0].toInteger() * 1'000;
    for (const QByteArray &line : withTimes(commands, now).split('\n')) {
        std::vector<QByteArray> words;
        for (const QByteArray &word : line.trimmed().split(' ')) {
            words.push_back(wordOf(word));
        }
        if (!words.front().isEmpty()) {
            const Reply reply = m_server.run(std::vector<QByteArrayView>(words.begin(), words.end()));
            QVERIFY2(!reply.isError(), (line + ": " + reply.bytes).constData());
        }
    }
}

QString PresetsTest::withPreset(const QByteArray &members, const QByteArray &more)
{
    return workspace(parsed((R"([{"name": "watched", )" + members + more + "}]").constData()));
}

void PresetsTest::figures_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QByteArray>("expected"); // figures that are named; null: not known
    QTest::addColumn<int>("oldest"); // s; -1: not compared
    const auto row = [](const char *name, const char *members, const char *commands, const char *expected,
                        int oldest = -1) {
        QTest::newRow(name) << QByteArray(members) << QByteArray(commands) << QByteArray(expected) << oldest;
    };
    row("bullmq", R"("preset": "bullmq", "prefix": "bull", "queue": "mail")",
        R"(LPUSH bull:mail:wait 3 4
           LPUSH bull:mail:paused 5
           ZADD bull:mail:prioritized 4294967297 6 8589934594 7
           LPUSH bull:mail:active 1 2
           SET bull:mail:1:lock token
           ZADD bull:mail:delayed {b-5000} 8 {b+60000} 9
           ZADD bull:mail:failed {ms-1000} 10 {ms-2000} 11 {ms-3000} 12
           ZADD bull:mail:completed {ms-1000} 13
           HSET bull:mail:3 name Send timestamp {ms-60000}
           HSET bull:mail:4 name Send timestamp {ms-50000}
           HSET bull:mail:5 name Send timestamp {ms-40000}
           HSET bull:mail:6 name Send timestamp {ms-30000}
           HSET bull:mail:7 name Send timestamp {ms-20000})",
        R"({"ready": 5, "processing": 2, "stale": 1, "delayed": 2, "due": 1, "dead": 3})", 60);
    row("bullmq, other prefix", R"("preset": "bullmq", "prefix": "{app}", "queue": "a,{b,c}")",
        R"(LPUSH {app}:a,{b,c}:wait 1 2)",
        R"({"ready": 2, "processing": 0, "stale": 0, "delayed": 0, "due": 0, "dead": 0})");
    row("bullmq, marks of version 4 alone", R"("preset": "bullmq", "queue": "mail")", R"(LPUSH bull:mail:wait 0:0)",
        R"({"ready": 0, "oldestReadyMs": null})");
    row("bullmq, marks of version 4", R"("preset": "bullmq", "queue": "mail")",
        R"(RPUSH bull:mail:wait 0:1700 2 3 0:0
           HSET bull:mail:2 timestamp {ms-10000}
           HSET bull:mail:3 timestamp {ms-60000})",
        R"({"ready": 2})", 60);
    row("bullmq, a mark of version 4 alone in active", R"("preset": "bullmq", "queue": "mail")",
        R"(LPUSH bull:mail:active 0:0)", R"({"processing": 0, "stale": 0, "oldestProcessingMs": null})");
    row("bullmq, a mark of version 4 in active", R"("preset": "bullmq", "queue": "mail")",
        R"(RPUSH bull:mail:active 2 1 0:0
           HSET bull:mail:1 name Send processedOn {ms-5000}
           HSET bull:mail:2 name Send processedOn {ms-5000}
           SET bull:mail:1:lock token)",
        R"({"processing": 2, "stale": 1})");
    row("bullmq, priorities of version 3", R"("preset": "bullmq", "queue": "mail")",
        R"(LPUSH bull:mail:wait 1 2
           ZADD bull:mail:priority 1 1 2 2)",
        R"({"ready": 2})");
    row("bull", R"("preset": "bull", "queue": "mail")",
        R"(LPUSH bull:mail:wait 3 4
           LPUSH bull:mail:paused 5
           ZADD bull:mail:priority 1 3
           LPUSH bull:mail:active 1 2 6
           SET bull:mail:1:lock token
           ZADD bull:mail:delayed {b-5000} 8 {b+60000} 9
           ZADD bull:mail:failed {ms-1000} 10
           HSET bull:mail:3 name Send timestamp {ms-60000})",
        R"({"ready": 3, "processing": 3, "stale": 2, "delayed": 2, "due": 1, "dead": 1})");
    row("bee-queue", R"("preset": "bee-queue", "queue": "mail")",
        R"(LPUSH bq:mail:waiting 3 4 5
           LPUSH bq:mail:active 1 2
           SADD bq:mail:stalling 1
           ZADD bq:mail:delayed {ms-5000} 8 {ms+60000} 9
           SADD bq:mail:failed 10 11
           HSET bq:mail:jobs 3 {"data":{},"options":{"timestamp":{ms-60000}},"status":"created"}
           HSET bq:mail:jobs 4 {"options":{"timestamp":{ms-50000}}} 5 {"options":{"timestamp":{ms-40000}}})",
        R"({"ready": 3, "processing": 2, "stale": null, "delayed": 2, "due": 1, "dead": 2})", 60);
    row("sidekiq", R"("preset": "sidekiq", "queue": "default")",
        R"(SADD queues default
           LPUSH queue:default {"class":"A","jid":"1","created_at":{s-90},"enqueued_at":{s-60}.5}
           LPUSH queue:default {"class":"A","jid":"2","created_at":{ms-50000},"enqueued_at":{ms-50000}}
           ZADD retry {s+60} {"jid":"3"})",
        R"({"ready": 2, "processing": null, "stale": null, "delayed": null, "due": null, "dead": null})", 60);
    row("sidekiq with a namespace", R"("preset": "sidekiq", "prefix": "app", "queue": "default")",
        R"(LPUSH app:queue:default {"class":"A","jid":"1"})", R"({"ready": 1})");
    row("sidekiq Pro", R"("preset": "sidekiq", "queue": "default")",
        R"(SADD super_processes host:1:a host:2:b
           HSET host:1:a beat 1
           SADD host:1:a:super_queues queue:sq|host:1:a|default queue:sq|host:1:a|low
           SADD host:2:b:super_queues queue:sq|host:2:b|default
           LPUSH queue:sq|host:1:a|default {"jid":"1"}
           LPUSH queue:sq|host:1:a|low {"jid":"2"}
           LPUSH queue:sq|host:2:b|default {"jid":"3"} {"jid":"4"})",
        R"({"ready": 0, "processing": 3, "stale": 2})");
    row("sidekiq Pro, older lists", R"("preset": "sidekiq", "queue": "b")",
        R"(SADD super_processes h:1:a
           SADD h:1:a:super_queues queue:sq_h:1:a_b queue:sq_h:1:a_a_b queue:sq|h:1:a|a|b
           LPUSH queue:sq_h:1:a_b {"jid":"1"} {"jid":"4"}
           LPUSH queue:sq_h:1:a_a_b {"jid":"2"}
           LPUSH queue:sq|h:1:a|a|b {"jid":"3"})",
        R"({"ready": 0, "processing": 2, "stale": 2})");
    row("sidekiq schedule", R"("preset": "sidekiq", "part": "schedule")",
        R"(ZADD schedule {s-5}.25 {"jid":"1"} {s+60}.5 {"jid":"2"})",
        R"({"delayed": 2, "due": 1, "processing": null, "stale": null, "dead": null})");
    row("sidekiq retry", R"("preset": "sidekiq", "part": "retry")",
        R"(ZADD retry {s-5} {"jid":"1"} {s-1} {"jid":"2"} {s+60} {"jid":"3"})", R"({"delayed": 3, "due": 2})");
    row("sidekiq dead", R"("preset": "sidekiq", "part": "dead")", R"(ZADD dead {s-5} {"jid":"1"} {s-6} {"jid":"2"})",
        R"({"ready": null, "processing": null, "dead": 2})");
    row("celery", R"("preset": "celery", "queue": "celery")",
        "LPUSH celery {\"headers\":{\"task\":\"a\",\"id\":\"1\"}}\n"
        "LPUSH celery\x06\x16"
        "3 {\"headers\":{}}\nLPUSH celery\x06\x16"
        "9 {\"headers\":{}} {\"headers\":{}}\nLPUSH celery\x06\x16"
        "4 nobody\nHSET unacked 1 []",
        R"({"ready": 4, "processing": null, "stale": null, "delayed": null, "dead": null})");
    row("celery, priorities behind a colon", R"("preset": "celery", "queue": "celery")",
        R"(LPUSH celery m1
           LPUSH celery:3 m2 m3
           HSET celery:6 of another
           LPUSH celery:9 m4
           SADD _kombu.binding.celery:9 celery:9)",
        R"({"ready": 3})");
    row("celery unacked", R"("preset": "celery", "part": "unacked")",
        R"(HSET unacked t1 [{"headers":{"task":"a"}},"",""] t2 [] t3 []
           ZADD unacked_index {s-3700}.5 t1 {s-3500}.5 t2 {s-5} t3)",
        R"({"ready": null, "processing": 3, "stale": 1, "delayed": null, "dead": null})");
    row("celery unacked, other time-out", R"("preset": "celery", "part": "unacked", "options": {"staleAfter": "1m"})",
        R"(HSET unacked t1 [] t2 [] t3 []
           ZADD unacked_index {s-3700} t1 {s-3500} t2 {s-5} t3)",
        R"({"processing": 3, "stale": 2})");
    row("rq", R"("preset": "rq", "queue": "default")",
        R"(SADD rq:queues rq:queue:default
           RPUSH rq:queue:default a b
           HSET rq:job:a description m.f() created_at {i-90} enqueued_at {i-60}
           HSET rq:job:b description m.f() created_at {i-50} enqueued_at {i-50}
           ZADD rq:wip:default {s-5} c:0123456789abcdef0123456789abcdef {s+60} d +inf e -1 l
           ZADD rq:scheduled:default {s-5} f {s+60} g
           ZADD rq:failed:default {s-5} h {s+60} i -1 j +inf k)",
        R"({"ready": 2, "processing": 4, "stale": 1, "delayed": 2, "due": 1, "dead": 3})", 60);
    row("laravel", R"("preset": "laravel", "queue": "default")",
        R"(RPUSH queues:default {"uuid":"a","displayName":"App\\Job","attempts":0,"createdAt":{s-60}}
           RPUSH queues:default:notify 1
           ZADD queues:default:reserved {s-5} {"uuid":"b","attempts":1} {s+60} {"uuid":"c","attempts":1}
           ZADD queues:default:delayed {s-5} {"uuid":"d"} {s+60} {"uuid":"e"})",
        R"({"ready": 1, "processing": 2, "stale": 1, "delayed": 2, "due": 1, "dead": null})", 60);
    row("laravel without Horizon", R"("preset": "laravel", "prefix": "laravel_database_", "queue": "default")",
        R"(RPUSH laravel_database_queues:default {"uuid":"a"})", R"({"ready": 1, "dead": null})");
    row("laravel with Horizon", R"("preset": "laravel", "prefix": "laravel_database_", "queue": "default")",
        R"(RPUSH laravel_database_queues:default {"uuid":"a","pushedAt":{s-60}.5}
           ZADD laravel_horizon:failed_jobs {h-60} u1 {h-70} u2 {h-700000} u3)",
        R"({"ready": 1, "dead": 2})", 60);
    row("laravel 13 with Horizon, nothing failed",
        R"("preset": "laravel", "prefix": "app-database-", "queue": "default")",
        R"(RPUSH app-database-queues:default {"uuid":"a"}
           ZADD app-horizon:masters {s-1} host)",
        R"({"ready": 1, "dead": 0})");
    row("laravel 13 with Horizon", R"("preset": "laravel", "prefix": "my-shop-database-", "queue": "default")",
        R"(RPUSH my-shop-database-queues:default {"uuid":"a"}
           ZADD my_shop_horizon:masters {s-1} host
           ZADD my_shop_horizon:failed_jobs {h-60} u1 {h-70} u2 {h-700000} u3)",
        R"({"ready": 1, "dead": 2})");
    row("resque", R"("preset": "resque", "queue": "mail")",
        R"(SADD resque:queues mail
           RPUSH resque:queue:mail {"class":"A","args":[]} {"class":"B","args":[]}
           SADD resque:workers h:1:mail h:2:mail h:3:* h:4:mail
           SET resque:worker:h:1:mail {"queue":"mail","run_at":"{i-60}","payload":{"class":"A"}}
           SET resque:worker:h:2:mail {"queue":"mail","run_at":"{i-30}","payload":{"class":"A"}}
           SET resque:worker:h:3:* {"queue":"other","run_at":"{i-30}","payload":{"class":"A"}}
           HSET resque:workers:heartbeat h:1:mail {i-400} h:2:mail {i-5} h:3:* {i-5} h:4:mail {i-5}
           RPUSH resque:failed {"payload":{"class":"A"},"queue":"mail"})",
        R"({"ready": 2, "processing": 2, "stale": 1, "delayed": null, "dead": null})");
    row("resque, failures of each queue", R"("preset": "resque", "queue": "mail")",
        R"(SADD resque:failed_queues mail_failed
           RPUSH resque:mail_failed {"payload":{"class":"A"}} {"payload":{"class":"B"}}
           SADD resque:workers h:1:mail)",
        R"({"ready": 0, "processing": 0, "stale": 0, "dead": 2})");
    row("resque failed", R"("preset": "resque", "part": "failed")",
        R"(RPUSH resque:failed {"payload":{"class":"A"},"queue":"mail"} {"payload":{"class":"B"}})",
        R"({"ready": null, "processing": null, "dead": 2})");
    row("asynq", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default}:pending a b
           HSET asynq:{default}:t:a msg hex:0a046d3a7364 state pending pending_since {n-60000}
           HSET asynq:{default}:t:b msg hex:0a046d3a7364 state pending pending_since {n-50000}
           LPUSH asynq:{default}:active c d e
           ZADD asynq:{default}:lease {s-5} c {s+30} d
           ZADD asynq:{default}:scheduled {s-5} f {s+60} g
           ZADD asynq:{default}:retry {s-5} h
           ZADD asynq:{default}:archived {s-5} i {s-6} j
           ZADD asynq:{default}:completed {s+5} k)",
        R"({"ready": 2, "processing": 3, "stale": 1, "delayed": 3, "due": 2, "dead": 2})", 60);
    row("asynq 0.17", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default} message message
           LPUSH asynq:{default}:active a
           ZADD asynq:{default}:deadlines {s-60} a
           ZADD asynq:{default}:retry {s-5} h)",
        R"({"ready": null, "processing": 1, "stale": null, "delayed": 1, "dead": 0})");
    row("asynq 0.12", R"("preset": "asynq", "queue": "default")", "ZADD asynq:{default}:dead {s-60} a",
        R"({"ready": 0, "processing": 0, "stale": 0, "dead": null})");
    row("arq", R"("preset": "arq", "queue": "arq:queue")",
        R"(ZADD arq:queue {ms-5000} a {ms-4000} b {ms+60000} c
           SET arq:in-progress:a 1)",
        R"({"delayed": 2, "due": 1, "processing": 1, "dead": null})");
    row("arq, all running", R"("preset": "arq", "queue": "jobs")",
        R"(ZADD jobs {ms-5000} a
           SET arq:in-progress:a 1)",
        R"({"delayed": 0, "due": 0, "processing": 1, "lagMs": 0})");
    row("arq, none", R"("preset": "arq", "queue": "arq:queue")", "SET arq:in-progress:a 1",
        R"({"delayed": 0, "due": 0, "processing": 0, "lagMs": 0})");
    row("dramatiq", R"("preset": "dramatiq", "queue": "default")",
        R"(RPUSH dramatiq:default a b
           HSET dramatiq:default.msgs a {"actor_name":"f","message_timestamp":{ms-60000}}
           HSET dramatiq:default.msgs b {"actor_name":"f","message_timestamp":{ms-50000}} c {"actor_name":"g"}
           HSET dramatiq:default.DQ.msgs d {} e {}
           ZADD dramatiq:default.XQ {ms-5000} f)",
        R"({"ready": 2, "processing": null, "stale": null, "delayed": 2, "due": null, "dead": 1})", 60);
    row("faktory", R"("preset": "faktory", "queue": "default")",
        R"(LPUSH q:default {"jid":"1","jobtype":"A","enqueued_at":"{i-60}"})",
        R"({"ready": 1, "processing": null, "delayed": null, "dead": null})", 60);
    row("faktory scheduled", R"("preset": "faktory", "part": "scheduled")",
        R"(ZADD scheduled {s-5} {"jid":"1"} {s+60} {"jid":"2"})", R"({"delayed": 2, "due": 1})");
    row("faktory retries", R"("preset": "faktory", "part": "retries")", R"(ZADD retries {s-5} {"jid":"1"})",
        R"({"delayed": 1, "due": 1})");
    row("faktory dead", R"("preset": "faktory", "part": "dead")", R"(ZADD dead {s+5} {"jid":"1"})",
        R"({"ready": null, "dead": 1})");
    row("faktory working", R"("preset": "faktory", "part": "working")",
        R"(ZADD working {s-5} {"jid":"1"} {s+60} {"jid":"2"})", R"({"processing": 2, "stale": 1})");
    row("hangfire", R"("preset": "hangfire", "queue": "default")",
        R"(LPUSH {hangfire}:queue:default a b
           HSET {hangfire}:job:a CreatedAt {ms-60000}
           HSET {hangfire}:job:b CreatedAt {ms-50000}
           LPUSH {hangfire}:queue:default:dequeued c d
           HSET {hangfire}:job:c Fetched {ms-3600000}
           HSET {hangfire}:job:d Fetched {ms-5000})",
        R"({"ready": 2, "processing": 2, "stale": 1, "delayed": null, "dead": null})", 60);
    row("hangfire, stale by each rule", R"("preset": "hangfire", "queue": "default")", hangfireStale,
        R"({"processing": 5, "stale": 3})");
    row("hangfire schedule", R"("preset": "hangfire", "part": "schedule")",
        R"(ZADD {hangfire}:schedule {s-5} a {s+60} b)", R"({"delayed": 2, "due": 1})");
    row("hangfire failed", R"("preset": "hangfire", "part": "failed")", R"(ZADD {hangfire}:failed {s-5} a)",
        R"({"ready": null, "dead": 1})");
    row("huey", R"("preset": "huey", "queue": "app")",
        R"(LPUSH huey.redis.app a b
           ZADD huey.schedule.app {s-5} c {s+60} d)",
        R"({"ready": 2, "processing": null, "stale": null, "delayed": 2, "due": null, "dead": null})");
    row("huey by priority", R"("preset": "huey", "queue": "app")", R"(ZADD huey.redis.app -5 a 0 b 0 c)",
        R"({"ready": 3})");
    row("saq", R"("preset": "saq", "queue": "default")",
        R"(RPUSH saq:default:queued saq:job:default:a saq:job:default:b
           SET saq:job:default:a {"function":"f","queued":{ms-60000}}
           SET saq:job:default:b {"function":"f","queued":{ms-50000}}
           RPUSH saq:default:active saq:job:default:c
           ZADD saq:default:incomplete 0 saq:job:default:a)",
        R"({"ready": 2, "processing": 1, "stale": null, "delayed": null, "dead": null})", 60);
    row("taskiq-list", R"("preset": "taskiq-list", "queue": "taskiq")", "LPUSH taskiq {} {}",
        R"({"ready": 2, "processing": null, "stale": null, "delayed": null, "dead": null})");
    row("taskiq", R"("preset": "taskiq", "queue": "taskiq")",
        R"(XGROUP CREATE taskiq taskiq 0 MKSTREAM
           XADD taskiq * data a
           XADD taskiq * data b
           XREADGROUP GROUP taskiq me COUNT 1 STREAMS taskiq >)",
        R"({"length": 2, "groups": 1, "pending": 1, "lag": 1})");
}

void PresetsTest::figures()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QByteArray, commands);
    QFETCH(const QByteArray, expected);
    QFETCH(const int, oldest);
    fill(commands);
    const Run result = snapshot(withPreset(members), {QStringLiteral("--format=json")});
    QVERIFY2(result.code == 0, result.err.constData());
    const QJsonObject watched = collectionOf(result.json(), QStringLiteral("watched"));
    const QJsonObject figures = watched.value(L1("figures")).toObject();
    const QJsonObject wanted = QJsonDocument::fromJson(expected).object();
    QVERIFY(!wanted.isEmpty());
    for (auto figure = wanted.begin(); figure != wanted.end(); ++figure) {
        QVERIFY2(figures.contains(figure.key()), qPrintable(figure.key()));
        QVERIFY2(figures.value(figure.key()) == figure.value(),
                 (QJsonDocument(watched).toJson(QJsonDocument::Compact) + " for " + figure.key().toUtf8()).constData());
    }
    if (oldest >= 0) {
        const double age = figures.value(L1("oldestReadyMs")).toDouble() / 1'000;
        QVERIFY2(age >= oldest - 1 && age < oldest + 120, QByteArray::number(age).constData());
        QVERIFY(!watched.value(L1("problems")).toArray().isEmpty() || watched.value(L1("state")) == L1("ok"));
    }
}

void PresetsTest::everyPresetHasARow()
{
    QFile file(QStringLiteral(PLIMSOLL_SOURCE_DIR "/tests/server/tst_presets.cpp"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray rows = file.readAll();
    for (const Preset &preset : presets()) {
        for (const PresetLayout &layout : preset.layouts) {
            const QByteArray name =
                layout.part.isEmpty() ? preset.id.toUtf8() : preset.id.toUtf8() + ' ' + layout.part.toUtf8();
            QVERIFY2(rows.contains("row(\"" + name + "\","), name.constData());
        }
    }
}

void PresetsTest::jobs_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QByteArray>("expected"); // members of the first job
    const auto row = [](const char *name, const char *members, const char *commands, const char *state,
                        const char *expected) {
        QTest::newRow(name) << QByteArray(members) << QByteArray(commands) << QString::fromLatin1(state)
                            << QByteArray(expected);
    };
    row("bullmq", R"("preset": "bullmq", "queue": "mail")",
        R"(ZADD bull:mail:failed {ms-1000} 7
           HSET bull:mail:7 name Send timestamp {ms-60000} atm 3 failedReason boom)",
        "dead", R"({"id": "7", "class": "Send", "attempts": 3, "error": "boom"})");
    row("bullmq, prioritized", R"("preset": "bullmq", "queue": "mail")",
        R"(ZADD bull:mail:prioritized 4294967297 7
           HSET bull:mail:7 name Send)",
        "ready", R"({"id": "7", "class": "Send"})");
    row("bee-queue", R"("preset": "bee-queue", "queue": "mail")",
        R"(SADD bq:mail:failed 7
           HSET bq:mail:jobs 7 {"options":{"timestamp":{ms-60000},"stacktraces":["boom\nat"]},"status":"failed"})",
        "dead", R"({"id": "7", "error": "boom"})");
    row("sidekiq", R"("preset": "sidekiq", "part": "retry")",
        R"(ZADD retry {s+60} {"class":"W","wrapped":"Mailer","jid":"j","retry_count":2,"error_message":"boom"})",
        "delayed", R"({"id": "j", "class": "Mailer", "attempts": 2, "error": "boom"})");
    row("sidekiq, mail", R"("preset": "sidekiq", "part": "dead")",
        R"(ZADD dead {s-60} {"class":"W","wrapped":"ActionMailer::MailDeliveryJob","jid":"j","args":[{"arguments":)"
        R"(["UserMailer","welcome","deliver_now"]}]})",
        "dead", R"({"id": "j", "class": "UserMailer#welcome"})");
    row("sidekiq, display class", R"("preset": "sidekiq", "queue": "default")",
        R"(LPUSH queue:default {"class":"W","wrapped":"A","jid":"j","display_class":"Report"})", "ready",
        R"({"id": "j", "class": "Report"})");
    row("celery", R"("preset": "celery", "queue": "celery")",
        R"(LPUSH celery {"body":"gA==","headers":{"task":"app.add","id":"i","retries":1}})", "ready",
        R"({"id": "i", "class": "app.add", "attempts": 1})");
    row("celery unacked", R"("preset": "celery", "part": "unacked")",
        R"(HSET unacked t1 [{"headers":{"task":"app.add","id":"i","retries":1}},"celery","celery"]
           ZADD unacked_index {s-3700} t1)",
        "stale", R"({"id": "t1", "class": "app.add", "attempts": 1})");
    row("rq", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:failed:default {s+60} a
           HSET rq:job:a description mail.send(7) number_of_retries 2 exc_info zlib:Traceback|__File|ValueError:_boom|)",
        "dead", R"x({"id": "a", "class": "mail.send(7)", "attempts": 2, "error": "ValueError: boom"})x");
    row("rq, started", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:wip:default {s-60} a:0123456789abcdef0123456789abcdef
           HSET rq:job:a description mail.send(7))",
        "stale", R"x({"id": "a", "class": "mail.send(7)"})x");
    row("rq, started, execution of another form", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:wip:default {s-60} t:a:ABC-1
           HSET rq:job:t:a description mail.send(7))",
        "stale", R"x({"id": "t:a", "class": "mail.send(7)"})x");
    row("rq 1, started, id with a colon", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:wip:default {s-60} t:0123456789abcdef0123456789abcdef
           HSET rq:job:t description other
           HSET rq:job:t:0123456789abcdef0123456789abcdef description mail.send(7))",
        "stale", R"x({"id": "t:0123456789abcdef0123456789abcdef", "class": "mail.send(7)"})x");
    row("rq 1, failed, id with a colon", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:failed:default {s+60} t:0123456789abcdef0123456789abcdef
           HSET rq:job:t description other
           HSET rq:job:t:0123456789abcdef0123456789abcdef description mail.send(7))",
        "dead", R"x({"id": "t:0123456789abcdef0123456789abcdef", "class": "mail.send(7)"})x");
    row("laravel", R"("preset": "laravel", "queue": "default")",
        R"(RPUSH queues:default {"uuid":"u","displayName":"Mail","id":"x","attempts":1,"maxTries":3})", "ready",
        R"({"id": "u", "class": "Mail", "attempts": 1})");
    row("laravel, without uuid", R"("preset": "laravel", "queue": "default")",
        R"(RPUSH queues:default {"displayName":"Mail","data":{"id":"no"},"id":"x","attempts":1})", "ready",
        R"({"id": "x", "class": "Mail", "attempts": 1})");
    row("laravel, failed", R"("preset": "laravel", "prefix": "app_database_", "queue": "default")",
        "ZADD app_horizon:failed_jobs {h-60} u\n"
        R"(HSET app_horizon:u name Mail payload {"uuid":"u","attempts":3,"maxTries":5,"createdAt":1700000000,)"
        R"("pushedAt":"1700000005.5"})",
        "dead", R"({"id": "u", "class": "Mail", "attempts": 3})");
    row("laravel 13, failed", R"("preset": "laravel", "prefix": "my-shop-database-", "queue": "default")",
        R"(ZADD my_shop_horizon:failed_jobs {h-60} u
           HSET my_shop_horizon:u name Mail exception boom)",
        "dead", R"({"id": "u", "class": "Mail", "error": "boom"})");
    row("resque failed", R"("preset": "resque", "part": "failed")",
        R"(RPUSH resque:failed {"failed_at":"2026/11/20","payload":{"class":"Mail"},"error":"boom","worker":"w"})",
        "dead", R"({"class": "Mail", "error": "boom"})");
    row("asynq", R"("preset": "asynq", "queue": "default")",
        R"(ZADD asynq:{default}:archived {s-60} a
           HSET asynq:{default}:t:a msg hex:0a046d3a7364281930023a04626f6f6d state archived)",
        "dead", R"({"id": "a", "class": "m:sd", "attempts": 2, "error": "boom"})");
    row("asynq, never run", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default}:pending a
           HSET asynq:{default}:t:a msg hex:0a046d3a73642819 state pending)",
        "ready", R"({"id": "a", "class": "m:sd", "attempts": 0})");
    row("asynq, without a record", R"("preset": "asynq", "queue": "default")", "LPUSH asynq:{default}:pending a",
        "ready", R"({"id": "a", "attempts": null})");
    row("dramatiq, delayed", R"("preset": "dramatiq", "queue": "default")",
        "HSET dramatiq:default.DQ.msgs d "
        R"({"actor_name":"mail","message_timestamp":1700000000000,"options":{"eta":1700000000000,"retries":2}})",
        "delayed", R"({"id": "d", "class": "mail", "attempts": 2})");
    row("dramatiq, never retried", R"("preset": "dramatiq", "queue": "default")",
        R"(RPUSH dramatiq:default d
           HSET dramatiq:default.msgs d {"actor_name":"mail","options":{}})",
        "ready", R"({"id": "d", "class": "mail", "attempts": 0})");
    row("huey", R"("preset": "huey", "queue": "app")",
        "LPUSH huey.redis.app "
        "hex:8004956b000000000000008c0d687565792e7265676973747279948c074d657373616765949394288c243666316339623161"
        "2d346630652d346437662d396435612d303030303030303030303031948c0d6170702e7461736b732e616464944e4b004b00"
        "4e4b014b0286947d944e4e4e4e749481942e",
        "ready", R"x({"class": "app.tasks.add (?)"})x");
    row("huey, older pickle, by priority", R"("preset": "huey", "queue": "app")",
        "ZADD huey.redis.app 0 "
        "hex:"
        "0005f5e100000000800263687565792e72656769737472790a4d6573736167650a710028582400000036663163396231612d346630652d"
        "346437"
        "662d396435612d3030303030303030303030317101580d0000006170702e7461736b732e61646471024e4b004b004e4b014b"
        "028671037d71044e4e4e4e7471058171062e",
        "ready", R"x({"class": "app.tasks.add (?)"})x");
    row("huey, another pickle", R"("preset": "huey", "queue": "app")", "LPUSH huey.redis.app hex:80048c014194", "ready",
        R"({"class": null})");
    row("rq, result in a stream", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:failed:default -1 a
           HSET rq:job:a description mail.send(7)
           XADD rq:results:a 1-1 type 4 exc_string b64z:Traceback|ValueError:_old|
           XADD rq:results:a 2-1 type 2 exc_string b64z:Traceback|__File|ValueError:_boom|)",
        "dead", R"x({"id": "a", "class": "mail.send(7)", "error": "ValueError: boom"})x");
    row("dramatiq, dead", R"("preset": "dramatiq", "queue": "default")",
        "ZADD dramatiq:default.XQ {ms-5000} d\n"
        R"(HSET dramatiq:default.XQ.msgs d {"actor_name":"mail","options":{"retries":3,"traceback":"T\n\nValueError"}})",
        "dead", R"({"id": "d", "class": "mail", "attempts": 3, "error": "ValueError"})");
    row("hangfire, failed", R"("preset": "hangfire", "part": "failed")",
        R"(ZADD {hangfire}:failed {s-5} 7
           HSET {hangfire}:job:7 Type Mail CreatedAt {i-60}
           HSET {hangfire}:job:7:state State Failed ExceptionType IOError ExceptionMessage boom FailedAt {i-5})",
        "dead", R"({"id": "7", "class": "Mail", "error": "IOError: boom"})");
    row("faktory, dead", R"("preset": "faktory", "part": "dead")",
        R"(ZADD dead {s-5} {"jid":"j","jobtype":"mail","failure":{"errtype":"IO","message":"boom","retry_count":2}})",
        "dead", R"({"id": "j", "class": "mail", "attempts": 2, "error": "IO: boom"})");
}

void PresetsTest::jobs()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QByteArray, commands);
    QFETCH(const QString, state);
    QFETCH(const QByteArray, expected);
    fill(commands);
    const Run result = run({QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"),
                            withPreset(members), QStringLiteral("--state"), state, QStringLiteral("--format=json")});
    QVERIFY2(result.code == 0, result.err.constData());
    const QJsonArray listed = result.json().value(L1("jobs")).toArray();
    QCOMPARE(listed.size(), 1);
    const QJsonObject wanted = QJsonDocument::fromJson(expected).object();
    for (auto member = wanted.begin(); member != wanted.end(); ++member) {
        QVERIFY2(listed[0].toObject().value(member.key()) == member.value(), result.out.constData());
    }
}

void PresetsTest::jobsAreThoseCounted_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QStringList>("ids");
    const auto row = [](const char *name, const char *members, const QByteArray &commands, const char *state,
                        const QStringList &ids) {
        QTest::newRow(name) << QByteArray(members) << commands << QString::fromLatin1(state) << ids;
    };
    row("rq, without those that have expired", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:failed:default {s-5} h {s+60} i -1 j +inf k {s-9} l)", "dead",
        {QStringLiteral("j"), QStringLiteral("i"), QStringLiteral("k")});
    row("resque, failures of each queue", R"("preset": "resque", "queue": "mail")",
        R"(SADD resque:failed_queues mail_failed
           RPUSH resque:mail_failed {"payload":{"class":"A"},"id":"1"} {"payload":{"class":"B"},"id":"2"})",
        "dead", {QStringLiteral("1"), QStringLiteral("2")});
    for (const char *state : {"processing", "stale"}) {
        const bool isStale = QByteArrayView(state) == "stale";
        row(isStale ? "sidekiq Pro, orphans" : "sidekiq Pro, private lists", R"("preset": "sidekiq", "queue": "mail")",
            R"(SADD super_processes h:1:a
               SADD super_processes h:2:b
               HSET h:1:a beat 1
               SADD h:1:a:super_queues queue:sq|h:1:a|mail queue:sq|h:1:a|low
               SADD h:2:b:super_queues queue:sq|h:2:b|mail
               LPUSH queue:sq|h:2:b|mail {"jid":"3"} {"jid":"4"})"
                + QByteArray(isStale ? "" : "\nLPUSH queue:sq|h:2:b|mail {\"jid\":\"5\"}"),
            state,
            isStale ? QStringList{QStringLiteral("3"), QStringLiteral("4")}
                    : QStringList{QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("5")});
    }
    row("rq, without those that have no deadline", R"("preset": "rq", "queue": "default")",
        R"(ZADD rq:wip:default -1 h {s-5} i {s+60} j)", "stale", {QStringLiteral("i")});
    row("hangfire, stale by each rule", R"("preset": "hangfire", "queue": "default")", hangfireStale, "stale",
        {QStringLiteral("1"), QStringLiteral("2"), QStringLiteral("3")});
    row("celery, priorities behind a colon", R"("preset": "celery", "queue": "celery")",
        R"(LPUSH celery {"headers":{"id":"1"}}
           LPUSH celery:3 {"headers":{"id":"2"}}
           HSET celery:6 of another
           LPUSH celery:9 {"headers":{"id":"3"}}
           SADD _kombu.binding.celery:9 celery:9)",
        "ready", {QStringLiteral("1"), QStringLiteral("2")});
    row("arq, running", R"("preset": "arq", "queue": "arq:queue")",
        R"(ZADD arq:queue {ms-5000} a {ms-4000} b {ms+60000} c
           SET arq:in-progress:a 1)",
        "processing", {QStringLiteral("a")});
    row("Horizon, without those of a week ago",
        R"("preset": "laravel", "prefix": "laravel_database_", "queue": "default")",
        "ZADD laravel_horizon:failed_jobs {h-60} u1 {h-70} u2 {h-700000} u3", "dead",
        {QStringLiteral("u1"), QStringLiteral("u2")});
    row("asynq, without a lease", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default}:active c d e
           ZADD asynq:{default}:lease {s-5} c {s+30} d)",
        "processing", {QStringLiteral("c"), QStringLiteral("d"), QStringLiteral("e")});
    row("asynq, stale", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default}:active c d e
           ZADD asynq:{default}:lease {s-5} c {s+30} d)",
        "stale", {QStringLiteral("c")});
    for (const char *list : {"1 2 0:17000", "0:0 1 2", "0:0 1 2 0:17000"}) {
        row(qPrintable(QStringLiteral("bullmq, marks of version 4: %1").arg(L1(list))),
            R"("preset": "bullmq", "queue": "mail")", "RPUSH bull:mail:wait " + QByteArray(list), "ready",
            {QStringLiteral("2"), QStringLiteral("1")});
        for (const char *state : {"processing", "stale"}) {
            row(qPrintable(QStringLiteral("bullmq, marks of version 4 in active, %1: %2").arg(L1(state), L1(list))),
                R"("preset": "bullmq", "queue": "mail")", "RPUSH bull:mail:active " + QByteArray(list), state,
                {QStringLiteral("2"), QStringLiteral("1")});
        }
    }
}

/// A list of jobs has as many as the figure of the same name.
void PresetsTest::jobsAreThoseCounted()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QByteArray, commands);
    QFETCH(const QString, state);
    QFETCH(const QStringList, ids);
    fill(commands);
    const QString file = withPreset(members);
    const QJsonObject figures =
        collectionOf(snapshot(file, {QStringLiteral("--format=json")}).json(), QStringLiteral("watched"))
            .value(L1("figures"))
            .toObject();
    QCOMPARE(figures.value(state).toInt(-1), int(ids.size()));
    const Run result = run({QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"), file,
                            QStringLiteral("--state"), state, QStringLiteral("--format=json")});
    QVERIFY2(result.code == 0, result.err.constData());
    QStringList listed;
    for (const auto &job : result.json().value(L1("jobs")).toArray()) {
        listed += job.toObject().value(L1("id")).toString();
    }
    QCOMPARE(listed, ids);
    QCOMPARE(result.json().value(L1("total")).toInt(), int(ids.size()));
}

void PresetsTest::jobsThatAreOnlyCounted()
{
    const auto refused = [](const QString &workspace, const QString &state) {
        const Run result = run({QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"), workspace,
                                QStringLiteral("--state"), state});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("cannot be listed; it lists ready"), result.err.constData());
    };
    refused(withPreset(R"("preset": "celery", "queue": "mail")"), QStringLiteral("dead"));
    refused(withPreset(R"("preset": "sidekiq", "queue": "mail")"), QStringLiteral("processing"));
    const Run none = run({QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"),
                          withPreset(R"("preset": "huey", "queue": "mail")"), QStringLiteral("--state=dead")});
    QVERIFY2(none.code == 2 && !none.err.contains("set keys.dead"), none.err.constData()); // a preset takes no keys
}

/// Jobs in work of Resque are stored with its workers, in no key of the queue.
void PresetsTest::jobsOfWorkers()
{
    fill(R"(SADD resque:workers h:1:mail h:2:* h:3:low h:4:mail
            HSET resque:workers:heartbeat h:1:mail {i-400} h:2:* {i-10} h:3:low {i-10} h:4:mail {i-10}
            SET resque:worker:h:1:mail {"queue":"mail","run_at":"{i-500}","payload":{"class":"Send","args":[1]}}
            SET resque:worker:h:2:* {"queue":"mail","run_at":"{i-900}","payload":{"class":"Sort","args":[]}}
            SET resque:worker:h:3:low {"queue":"low","run_at":"{i-9}","payload":{"class":"Send","args":[]}})");
    const QString file = withPreset(R"("preset": "resque", "queue": "mail")");
    const auto list = [&file](const QStringList &more) {
        return run(QStringList{QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"), file,
                               QStringLiteral("--format=json")}
                   + more)
            .json();
    };
    const auto ids = [](const QJsonObject &answer) {
        QStringList all;
        for (const auto &job : answer.value(L1("jobs")).toArray()) {
            all += job.toObject().value(L1("id")).toString() + u' ' + job.toObject().value(L1("class")).toString();
        }
        return all;
    };
    const QString processing = QStringLiteral("--state=processing");
    const QJsonObject all = list({processing});
    QCOMPARE(ids(all), QStringList({QStringLiteral("h:2:* Sort"), QStringLiteral("h:1:mail Send")})); // longest first
    QCOMPARE(all.value(L1("total")).toInt(), 2);
    QCOMPARE(ids(list({QStringLiteral("--state=stale")})), QStringList({QStringLiteral("h:1:mail Send")}));
    const QJsonObject second = list({processing, QStringLiteral("--offset=1"), QStringLiteral("--limit=1")});
    QCOMPARE(ids(second), QStringList({QStringLiteral("h:1:mail Send")}));
    QCOMPARE(second.value(L1("total")).toInt(), 2);
    m_server.flush();
    QCOMPARE(list({processing}).value(L1("total")).toInt(-1), 0);
}

void PresetsTest::staleJobsOfLeases()
{
    Pipeline pipeline;
    for (int i = 0; i < 1'200; ++i) {
        const QByteArray id = QByteArray::number(i);
        pipeline.add({"LPUSH", "bull:mail:active", id});
        if (i % 2 == 0) {
            pipeline.add({"SET", "bull:mail:" + id + ":lock", "token"});
        }
    }
    m_server.run(pipeline);
    const QString file = withPreset(R"("preset": "bullmq", "queue": "mail")");
    const Run result = snapshot(file, {QStringLiteral("--format=json")});
    const QJsonObject watched = collectionOf(result.json(), QStringLiteral("watched"));
    QCOMPARE(watched.value(L1("figures")).toObject().value(L1("stale")).toInt(), 500); // of the oldest thousand
    QVERIFY(watched.value(L1("atLeast")).toArray().contains(QStringLiteral("stale")));
    const Run listed = run({QStringLiteral("jobs"), QStringLiteral("watched"), QStringLiteral("-w"), file,
                            QStringLiteral("--state=stale"), QStringLiteral("--format=json")});
    QCOMPARE(listed.json().value(L1("total")).toInt(), 600);
}

void PresetsTest::health_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QString>("problem"); // how it begins
    QTest::addColumn<QByteArray>("repair"); // without that problem
    const auto row = [](const char *name, const char *members, const char *commands, const char *problem,
                        const char *repair) {
        QTest::newRow(name) << QByteArray(members) << QByteArray(commands) << QString::fromUtf8(problem)
                            << QByteArray(repair);
    };
    row("bullmq, stale", R"("preset": "bullmq", "queue": "mail")",
        "LPUSH bull:mail:active 1\nHSET bull:mail:1 name Send", "1 stale: active without a lock",
        "SET bull:mail:1:lock token");
    row("bullmq, ids without a record", R"("preset": "bullmq", "queue": "mail")",
        R"(LPUSH bull:mail:wait 1 2 3
           ZADD bull:mail:failed {ms-1000} 4 {ms-1000} 5
           HSET bull:mail:2 name Send
           HSET bull:mail:5 name Send finishedOn {ms-1000})",
        "Ids without a job record: 3. A worker",
        "LREM bull:mail:wait 0 1\nLREM bull:mail:wait 0 3\nZREM bull:mail:failed 4");
    row("bullmq, finished jobs in no set", R"("preset": "bullmq", "queue": "mail")",
        R"(HSET bull:mail:7 name Send finishedOn {ms-1000}
           HSET bull:mail:8 name Send finishedOn {ms-1000}
           HSET bull:mail:9 name Send
           HSET bull:mail:meta version bullmq:5
           ZADD bull:mail:completed {ms-1000} 8)",
        "Finished jobs that are in neither of the sets of finished jobs: at least 1. ", "DEL bull:mail:7");
    row("bullmq, deduplication", R"("preset": "bullmq", "queue": "mail")",
        R"(SET bull:mail:de:a 7
           SET bull:mail:de:b 8
           LPUSH bull:mail:wait 8
           HSET bull:mail:8 name Send)",
        "Deduplication keys of jobs that are gone: at least 1. ", "DEL bull:mail:de:a");
    row("bull, finished jobs in no set", R"("preset": "bull", "queue": "mail")",
        "HSET bull:mail:7 name Send finishedOn {ms-1000}", "Finished jobs that are in neither",
        "ZADD bull:mail:failed {ms-1000} 7");
    row("bee-queue, ids without a record", R"("preset": "bee-queue", "queue": "mail")",
        "LPUSH bq:mail:waiting 1 2\nHSET bq:mail:jobs 2 {}", "Ids without a job record: 1. ", "HSET bq:mail:jobs 1 {}");
    row("asynq, ids without a record", R"("preset": "asynq", "queue": "default")",
        "LPUSH asynq:{default}:pending a\nZADD asynq:{default}:archived {s-5} b", "Ids without a job record: 2. ",
        "HSET asynq:{default}:t:a state pending\nHSET asynq:{default}:t:b state archived");
    row("asynq, tasks in no set", R"("preset": "asynq", "queue": "default")",
        R"(HSET asynq:{default}:t:a state archived
           HSET asynq:{default}:t:b state archived
           HSET asynq:{default}:t:c state pending
           ZADD asynq:{default}:archived {s-5} b)",
        "Tasks that are in none of the queue's sets: at least 1. ", "DEL asynq:{default}:t:a");
    row("asynq, unique locks", R"("preset": "asynq", "queue": "default")",
        R"(SET asynq:{default}:unique:mail:1 a
           SET asynq:{default}:unique:mail:2 b
           HSET asynq:{default}:t:b state pending
           LPUSH asynq:{default}:pending b)",
        "Unique locks of tasks that are gone: at least 1. ", "DEL asynq:{default}:unique:mail:1");
    row("asynq, stale", R"("preset": "asynq", "queue": "default")",
        R"(LPUSH asynq:{default}:active a
           ZADD asynq:{default}:lease {s-5} a
           HSET asynq:{default}:t:a state active)",
        "1 stale: their lease has expired", "ZADD asynq:{default}:lease {s+60} a");
    row("rq, workers that stopped", R"("preset": "rq", "queue": "mail")",
        R"(SADD rq:workers rq:worker:a rq:worker:b rq:worker:c rq:worker:d
           HSET rq:worker:a state busy current_job j last_heartbeat {i-100}
           HSET rq:worker:b state busy current_job k last_heartbeat {i-10}
           HSET rq:worker:c state idle last_heartbeat {i-100}
           HSET rq:worker:d state busy current_job m last_heartbeat {i-100}
           HSET rq:job:j origin mail status started
           HSET rq:job:k origin mail status started
           HSET rq:job:m origin other status started)",
        "Workers that stopped in the middle of a job: 1. ", "DEL rq:worker:a");
    row("rq, jobs never begun", R"("preset": "rq", "queue": "mail")",
        R"(RPUSH rq:queue:mail:intermediate a b
           HSET rq:job:a origin mail status queued
           HSET rq:job:b origin mail status queued
           SET rq:queue:mail:intermediate:first_seen:a {s-100}.5
           SET rq:queue:mail:intermediate:first_seen:b {s-5}.5)",
        "Jobs that a worker took more than a minute ago and never began: 1. ", "LREM rq:queue:mail:intermediate 1 a");
    row("rq, jobs in no registry", R"("preset": "rq", "queue": "mail")",
        R"(HSET rq:job:a origin mail status failed
           HSET rq:job:b origin mail status failed
           HSET rq:job:c origin other status failed
           HSET rq:job:d origin mail status queued
           ZADD rq:failed:mail -1 b)",
        "Scheduled or failed jobs that are in no registry: at least 1. ", "DEL rq:job:a");
    row("rq, ids without a record", R"("preset": "rq", "queue": "mail")", "RPUSH rq:queue:mail a",
        "Ids without a job record: 1. ", "HSET rq:job:a origin mail status queued");
    row("rq, started ids without a record", R"("preset": "rq", "queue": "mail")",
        R"(ZADD rq:wip:mail {s+60} a:b {s+60} c:d {s+60} e:f
           HSET rq:job:a origin mail status started
           HSET rq:job:c:d origin mail status started)",
        "Ids without a job record: 1. ", "HSET rq:job:e origin mail status started");
    row("resque, stale", R"("preset": "resque", "queue": "mail")",
        R"(SADD resque:workers h:1:mail
           HSET resque:workers:heartbeat h:1:mail {i-400}
           SET resque:worker:h:1:mail {"queue":"mail","run_at":"{i-500}","payload":{"class":"Send","args":[]}})",
        "1 stale: their worker has sent no heartbeat", "HSET resque:workers:heartbeat h:1:mail {i-10}");
    row("sidekiq, processes that stopped", R"("preset": "sidekiq", "queue": "mail")",
        R"(SADD processes h:1:a h:2:b
           HSET h:1:a beat {s-45} busy 2
           HSET h:1:a:work t1 {"queue":"mail","run_at":1} t2 {"queue":"low","run_at":1}
           HSET h:2:b beat {s-5} busy 1
           HSET h:2:b:work t1 {"queue":"mail","run_at":1})",
        "Jobs of processes whose heartbeat stopped: 1. ", "HSET h:1:a beat {s-5}");
    row("celery, messages without an index", R"("preset": "celery", "part": "unacked")",
        R"(HSET unacked t1 [] t2 []
           ZADD unacked_index {s-5} t1)",
        "Messages that are in only one of unacked and unacked_index: at least 1. ", "ZADD unacked_index {s-5} t2");
    row("dramatiq, unacknowledged", R"("preset": "dramatiq", "queue": "mail")",
        R"(ZADD dramatiq:__heartbeats__ {ms-90000} w1 {ms-5000} w2
           SADD dramatiq:__acks__.w1.mail a b
           SADD dramatiq:__acks__.w1.mail.DQ e
           SADD dramatiq:__acks__.w2.mail c
           HSET dramatiq:mail.msgs a {} b {} c {})",
        "Messages that workers had when they stopped: 3. ", "ZADD dramatiq:__heartbeats__ {ms-1000} w1");
    row("dramatiq, forgotten", R"("preset": "dramatiq", "queue": "mail")",
        R"(ZADD dramatiq:__heartbeats__ {ms-5000} w2
           SADD dramatiq:__acks__.w2.mail c
           RPUSH dramatiq:mail b
           HSET dramatiq:mail.msgs a {} b {} c {})",
        "Messages that are neither in the queue nor with a worker: 1. ", "HDEL dramatiq:mail.msgs a");
    row("dramatiq, ids without a message", R"("preset": "dramatiq", "queue": "mail")",
        R"(RPUSH dramatiq:mail a b
           ZADD dramatiq:mail.XQ {ms-1000} c
           HSET dramatiq:mail.msgs b {}
           HSET dramatiq:mail.XQ.msgs c {})",
        "Ids without a job record: 1. ", "LREM dramatiq:mail 1 a");
    row("taskiq, stuck lock", R"("preset": "taskiq", "queue": "taskiq")",
        R"(XGROUP CREATE taskiq taskiq $ MKSTREAM
           XADD taskiq 1-1 data x
           XREADGROUP GROUP taskiq gone STREAMS taskiq >
           XCLAIM taskiq taskiq gone 0 1-1 IDLE 700000
           SET autoclaim:taskiq:taskiq token)",
        "The lock autoclaim:taskiq:taskiq has no expiry and its worker is gone", "DEL autoclaim:taskiq:taskiq");
    row("hangfire, servers that stopped", R"("preset": "hangfire", "queue": "default")",
        R"(RPUSH {hangfire}:queue:default:dequeued 1 2 3
           HSET {hangfire}:job:1 Type A Fetched {i-60}
           HSET {hangfire}:job:2 Type A Fetched {i-60}
           HSET {hangfire}:job:3 Type A Fetched {i-60}
           HSET {hangfire}:job:1:state State Processing ServerId gone
           HSET {hangfire}:job:2:state State Processing ServerId silent
           HSET {hangfire}:job:3:state State Processing ServerId here
           HSET {hangfire}:server:silent StartedAt {i-999} Heartbeat {i-400}
           HSET {hangfire}:server:here StartedAt {i-999} Heartbeat {i-10})",
        "Fetched jobs of servers whose heartbeat stopped: 2. ",
        R"(HSET {hangfire}:server:gone StartedAt {i-9} Heartbeat {i-9}
           HSET {hangfire}:server:silent Heartbeat {i-9})");
}

void PresetsTest::health()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QByteArray, commands);
    QFETCH(const QString, problem);
    QFETCH(const QByteArray, repair);
    const QString file = withPreset(members);
    const auto problems = [&] {
        QStringList texts;
        const QJsonObject watched =
            collectionOf(snapshot(file, {QStringLiteral("--format=json")}).json(), QStringLiteral("watched"));
        for (const auto &one : watched.value(L1("problems")).toArray()) {
            texts += one.toObject().value(L1("text")).toString();
        }
        return texts;
    };
    const auto has = [&problem](const QStringList &texts) {
        return std::any_of(texts.begin(), texts.end(),
                           [&problem](const QString &text) { return text.startsWith(problem); });
    };
    QCOMPARE(problems(), QStringList());
    fill(commands);
    const QStringList found = problems();
    QVERIFY2(has(found), qPrintable(found.join(u'\n')));
    fill(repair);
    const QStringList left = problems();
    QVERIFY2(!has(left), qPrintable(left.join(u'\n')));
}

/// However much there is, a look asks the same few commands.
void PresetsTest::healthIsBounded()
{
    Pipeline pipeline;
    for (int i = 0; i < 20'000; ++i) {
        pipeline.add({"SET", "other:" + QByteArray::number(i), "1"});
        const QByteArray id = "j" + QByteArray::number(i);
        pipeline.add({"LPUSH", "bull:mail:wait", id});
        pipeline.add({"HSET", "bull:mail:" + id, "name", "Send"});
    }
    m_server.run(pipeline);
    m_server.run({"CONFIG", "RESETSTAT"});
    snapshot(withPreset(R"("preset": "bullmq", "queue": "mail")"));
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    const auto calls = [&stats](const char *command) {
        const QRegularExpression line(QStringLiteral("cmdstat_%1:calls=(\\d+)").arg(QString::fromLatin1(command)));
        return line.match(QString::fromLatin1(stats)).captured(1).toInt();
    };
    QVERIFY2(calls("scan") > 0 && calls("scan") <= 10, stats.constData()); // two kinds of keys, five steps each
    QVERIFY2(calls("hget") <= 3'000, stats.constData()); // of those that five steps find
    QVERIFY2(calls("exists") <= 20, stats.constData()); // a page of each key, at once
    QVERIFY2(calls("lrange") <= 20, stats.constData());
}

void PresetsTest::refuse_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QString name = QStringLiteral("watched");
    QTest::newRow("requeue") << QStringList{QStringLiteral("requeue"), name};
    QTest::newRow("requeue, looking first")
        << QStringList{QStringLiteral("requeue"), name, QStringLiteral("--dry-run")};
    QTest::newRow("dead, requeue") << QStringList{QStringLiteral("dead"), name, QStringLiteral("--requeue"),
                                                  QStringLiteral("--all")};
    QTest::newRow("dead, discard") << QStringList{QStringLiteral("dead"), name, QStringLiteral("--discard"),
                                                  QStringLiteral("--all")};
    QTest::newRow("trim") << QStringList{QStringLiteral("trim"), name, QStringLiteral("--keep=1")};
}

void PresetsTest::refuse()
{
    QFETCH(const QStringList, arguments);
    fill(R"(RPUSH dramatiq:mail 1 2 3
            ZADD dramatiq:mail.XQ {ms-1000} 5)");
    const auto counts = [this] {
        return QList<qint64>{m_server.run({"LLEN", "dramatiq:mail"}).integer,
                             m_server.run({"ZCARD", "dramatiq:mail.XQ"}).integer, m_server.run({"DBSIZE"}).integer};
    };
    const QList<qint64> before = counts();
    const QTemporaryDir data;
    const Run refused = run(acting(arguments, withPreset(R"("preset": "dramatiq", "queue": "mail")"), data));
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("only watched"), refused.err.constData());
    QCOMPARE(counts(), before);
}

void PresetsTest::refuseUndo()
{
    fill("LPUSH bull:mail:wait 1 2 3");
    const QTemporaryDir data;
    const QString byHand =
        workspace(parsed(R"([{"name": "mine", "kind": "queue", "keys": {"ready": "bull:mail:wait"}}])"));
    const Run trimmed =
        run(acting({QStringLiteral("trim"), QStringLiteral("mine"), QStringLiteral("--keep=1")}, byHand, data));
    QVERIFY2(trimmed.code == 0, trimmed.err.constData());
    const QString operation = trimmed.json().value(L1("operation")).toString();
    const QStringList undo{QStringLiteral("undo"), operation};
    const Run refused = run(acting(undo, withPreset(R"("preset": "bullmq", "queue": "mail")"), data));
    QCOMPARE(refused.code, 4);
    QVERIFY2(refused.err.contains("leave behind"), refused.err.constData());
    QCOMPARE(m_server.run({"LLEN", "bull:mail:wait"}).integer, 1);
    // A preset of another queue has none of the keys.
    const Run back = run(acting(undo, withPreset(R"("preset": "bullmq", "queue": "other")"), data));
    QVERIFY2(back.code == 0, back.err.constData());
    QCOMPARE(m_server.run({"LLEN", "bull:mail:wait"}).integer, 3);
}

void PresetsTest::words()
{
    fill("ZADD bull:mail:failed {ms-1000} 5\nHSET bull:mail:5 name Send");
    const QString file =
        withPreset(R"("preset": "bullmq", "queue": "mail")", R"(, "limits": {"dead": {"warning": 1}})");
    const QJsonArray problems =
        collectionOf(snapshot(file, {QStringLiteral("--format=json")}).json(), QStringLiteral("watched"))
            .value(L1("problems"))
            .toArray();
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems[0].toObject().value(L1("figure")).toString(), QStringLiteral("dead"));
    QVERIFY2(problems[0].toObject().value(L1("text")).toString().contains(L1("failed")),
             QJsonDocument(problems).toJson().constData());
}

void PresetsTest::saved()
{
    // A mistake is told with the nearest name, at its place.
    const Run wrong = snapshot(withPreset(R"("preset": "bulmq", "queue": "mail", "preffix": "x")"));
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("/collections/0/preset: preset 'bulmq' is unknown; did you mean 'bullmq'?"),
             wrong.err.constData());
    QVERIFY2(wrong.err.contains("/collections/0/preffix: unknown; did you mean 'prefix'?"), wrong.err.constData());
}

QTEST_GUILESS_MAIN(PresetsTest)
#include "tst_presets.moc"
