// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "redis/discovery/discover.h"
#include "redis/discovery/earlier.h"
#include "redis/topology/server.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"
#include "tests/support/timing.h"

#include <QDateTime>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

/// A made-up application: commands that fill its keys, and the collections to be found, "kind role=key role=key,key".
/// In a command `N*` repeats it; `$i` counts from 1, `$x` is a name, `$uuid` an id, `$job` a job in JSON, `$now` and
/// `$s` the time in ms and s, each with an offset in seconds (`$now-60`); `$hour`, `$day` and `$date` are periods.
struct Application {
    const char *name;
    const char *fill;
    const char *found;
};

const Application applications[] = {
    {"mail",
     "3* LPUSH queue:email $uuid|LPUSH queue:email:high u$i|LPUSH queue:email:low v1|"
     "ZADD queue:email:processing $now+60 w1|ZADD queue:email:delayed $now+600 w2|LPUSH queue:email:failed w3|"
     "HSET job:v1 created_at $now attempts 1|HSET job:w1 created_at $now attempts 1",
     "queue ready=queue:email:high,queue:email,queue:email:low processing=queue:email:processing "
     "delayed=queue:email:delayed dead=queue:email:failed job=job:{id}"},
    {"images", "5* LPUSH images:todo $job|LPUSH images:inprogress $job|2* LPUSH images:errors $job",
     "queue ready=images:todo processing=images:inprogress dead=images:errors"},
    {"billing",
     "LPUSH jobs:waiting $uuid|ZADD jobs:active $now+30 $uuid|ZADD jobs:delayed $now+900 $uuid|"
     "LPUSH jobs:failed $uuid|HSET task:$uuid status new created_at $now",
     "queue ready=jobs:waiting processing=jobs:active delayed=jobs:delayed dead=jobs:failed job=task:{id}"},
    {"reports", "4* LPUSH report_queue $job|LPUSH report_queue_processing $job|LPUSH report_queue_dlq $job",
     "queue ready=report_queue processing=report_queue_processing dead=report_queue_dlq"},
    {"exports", "6* RPUSH exports.queue $job|SADD exports.settings a b",
     "queue ready=exports.queue;members set=exports.settings"},
    {"reminders", "40* ZADD timers $now+$i00 $i|3* ZADD timers:claimed $now+30 4$i|43* HSET timer:$i text hi",
     "schedule delayed=timers processing=timers:claimed job=timer:{id}"},
    {"retries", "9* ZADD myapp:scheduled $s+$i0 $job|2* ZADD myapp:scheduled $s-$i0 $job",
     "schedule delayed=myapp:scheduled"},
    {"tickets", "9* ZADD support:priority $i ticket-$i|9* ZADD support:priority 1 other-$i",
     "priority queue=support:priority"},
    {"printing",
     "3* ZADD pq:print:0 10764300000 p$i|3* ZADD pq:print:1 21764300000 q$i|"
     "3* ZADD pq:print:2 31764300000 r$i",
     "priority queue=pq:print:{0..2}"},
    {"game", "50* ZADD leaderboard:weekly $i45 player:$i|20* ZADD scores:arena:$day $i.5 p$i|9* HSET player:$i name x",
     "leaderboard board=leaderboard:weekly;leaderboard board=scores:arena:{yyyyMMdd}"},
    {"chat", "9* SADD chat:online user$i|12* ZADD chat:last-seen $now-$i user$i|30* XADD messages:general * t hi",
     "presence connected=chat:online lastSeen=chat:last-seen;stream stream=messages:general"},
    {"workers", "7* ZADD worker-heartbeats $s-$i.5 host-$i|7* HSET worker:host-$i pid 1",
     "presence lastSeen=worker-heartbeats"},
    {"api",
     "9* ZADD ratelimit:10.0.0.$i $now-1 a|9* ZADD throttle:login:u$i@example.com $now-5 b|"
     "4* SET refused:10.0.0.$i 3",
     "ratelimit subject=ratelimit:{id} refused=refused:{id};ratelimit subject=throttle:login:{id}"},
    {"locks",
     "5* SET lock:order:$i token PX 900000|SET lock:nightly t PX 900000|SET mutex:invoice-run t PX 900000|"
     "9* SET order:$i:lease t PX 900000",
     "lock lock=lock:{id};lock lock=mutex:invoice-run;lock lock=order:{id}:lease"},
    {"pages", "40* SET cache:product:$i html EX 900|40* SET cache:user:$i html EX 900|9* SET page-cache:$x html EX 900",
     "cache entry=cache:product:*;cache entry=cache:user:*;cache entry=page-cache:*"},
    {"webhooks",
     "9* SADD seen:$date e$i|9* SADD dedup:webhooks:$hour:0 a$i|9* SADD dedup:webhooks:$hour:1 b$i|"
     "9* SADD dedup:webhooks:$hour:2 c$i",
     "dedupe bucket=seen:{yyyy-MM-dd};dedupe bucket=dedup:webhooks:{yyyyMMddHH}:{0..2}"},
    {"flags", "9* SADD feature:dark-mode:users u$i|4* SADD role:admin:members u$i|4* SADD tags:red p$i",
     "members set=feature:dark-mode:users;members set=role:admin:members;members set=tags:red"},
    {"shop",
     "9* LPUSH recent:searches shoes$i|30* LPUSH history:user:$i page1 page2|9* ZADD recently_viewed $now-$i p$i",
     "recent items=recent:searches;recent items=history:user:{id};recent items=recently_viewed"},
    {"carts", "5* ZADD carts:expiring $now+$i00 c$i|5* HSET cart:c$i total 3",
     "expiry index=carts:expiring target=cart:{id}"},
    {"audit", "50* ZADD audit:log $now-$i0 e$i|50* ZADD orders:events-by-time $s-$i0 e$i",
     "timeline events=audit:log;timeline events=orders:events-by-time"},
    {"orders", "9* XADD orders:stream * id $i|XGROUP CREATE orders:stream workers 0|XADD orders:stream:dead * id 7",
     "stream stream=orders:stream dead=orders:stream:dead"},
    {"tagged", "9* LPUSH {shop}:queue $job|LPUSH {shop}:queue:processing $job|LPUSH {shop}:queue:failed $job",
     "queue ready=\\{shop\\}:queue processing=\\{shop\\}:queue:processing dead=\\{shop\\}:queue:failed"},
    {"plain",
     "50* SET session:$uuid$i x EX 900|50* HSET user:$i name x|SET config x|SET counter:visits 7|"
     "50* SET token:abc$i y",
     ""},
    {"bullmq",
     "4* LPUSH bull:mail:wait $i|HSET bull:mail:meta version bullmq:5|SET bull:mail:id 9|"
     "XADD bull:mail:events * event added|4* HSET bull:mail:$i name send|ZADD bull:mail:failed $now 5",
     "preset=bullmq prefix=bull queue=mail"},
    {"bullmq of a prefix",
     "4* LPUSH factory:paint:wait $i|HSET factory:paint:meta version bullmq:5|SET factory:paint:id 9|"
     "4* HSET factory:paint:$i name go|HSET user:1:meta a b",
     "preset=bullmq prefix=factory queue=paint"},
    {"bull", "4* LPUSH bull:pdf:wait $i|SET bull:pdf:id 9|4* HSET bull:pdf:$i name send",
     "preset=bull prefix=bull queue=pdf"},
    {"bee-queue", "4* LPUSH bq:sums:waiting $i|SET bq:sums:id 4|4* HSET bq:sums:jobs $i {}",
     "preset=bee-queue prefix=bq queue=sums"},
    {"sidekiq",
     "SADD queues default|9* LPUSH queue:default {\"class\":\"Job\",\"jid\":\"a$i\",\"retry\":true,"
     "\"queue\":\"default\"}|ZADD schedule $s+90 {\"jid\":\"b\"}|SET stat:processed 9|SADD processes h:1|"
     "3* LPUSH queue:own $job|LPUSH queue:own:failed $job",
     "preset=sidekiq prefix= queue=default;preset=sidekiq prefix= part=schedule;"
     "queue ready=queue:own dead=queue:own:failed"},
    {"sidekiq without a process",
     "SADD queues low|9* LPUSH queue:low {\"class\":\"Job\",\"jid\":\"a$i\",\"queue\":\"low\"}|"
     "ZADD retry $s+90 {\"jid\":\"b\"}",
     "preset=sidekiq prefix= queue=low;preset=sidekiq prefix= part=retry"},
    {"sidekiq in a namespace",
     "SADD crm:queues urgent|LPUSH crm:queue:urgent {\"jid\":\"1\"}|SET crm:stat:processed 9|"
     "ZADD crm:dead $s-90 {\"jid\":\"b\"}",
     "preset=sidekiq prefix=crm queue=urgent;preset=sidekiq prefix=crm part=dead"},
    {"resque",
     "SADD resque:queues files|RPUSH resque:queue:files {\"class\":\"A\",\"args\":[]}|SET resque:stat:processed 4|"
     "LPUSH resque:failed {\"queue\":\"files\"}",
     "preset=resque prefix=resque queue=files;preset=resque prefix=resque part=failed"},
    {"rq",
     "SADD rq:queues rq:queue:high|RPUSH rq:queue:high $uuid|HSET rq:job:$uuid status queued|ZADD rq:failed:low -1 x",
     "preset=rq prefix=rq queue=high;preset=rq prefix=rq queue=low"},
    {"asynq",
     "SADD asynq:queues critical|LPUSH asynq:{critical}:pending $uuid|HSET asynq:{critical}:t:$uuid state pending",
     "preset=asynq prefix=asynq queue=critical"},
    {"celery",
     "SADD _kombu.binding.celery celery\x06\x16\x06\x16"
     "celery|SADD _kombu.binding.celeryev "
     "worker.#\x06\x16\x06\x16"
     "celeryev.1f|LPUSH celery {\"body\":\"\",\"headers\":{},\"properties\":{}}|"
     "ZADD unacked_index $s t1|HSET unacked t1 []|SET celery-task-meta-$uuid {}",
     "preset=celery prefix= queue=celery;preset=celery prefix= part=unacked"},
    {"celery without bindings", "4* LPUSH emails {\"body\":\"$i\",\"headers\":{},\"properties\":{}}",
     "preset=celery prefix= queue=emails"},
    {"laravel before uuid", "3* RPUSH queues:mail {\"displayName\":\"A\",\"job\":\"B\",\"data\":{}}",
     "preset=laravel prefix= queue=mail"},
    {"laravel",
     "RPUSH laravel_database_queues:default {\"uuid\":\"$uuid\",\"displayName\":\"A\",\"job\":\"B\"}|"
     "RPUSH laravel_database_queues:default:notify 1|ZADD laravel_database_queues:default:reserved $s+60 {}",
     "preset=laravel prefix=laravel_database_ queue=default"},
    {"hangfire",
     "SADD {hangfire}:queues default|LPUSH {hangfire}:queue:default $uuid|HSET {hangfire}:job:$uuid Queue default|"
     "ZADD {hangfire}:schedule $s+60 x",
     "preset=hangfire prefix={hangfire}: queue=default;preset=hangfire prefix={hangfire}: part=schedule"},
    {"huey", "LPUSH huey.redis.app payload|ZADD huey.schedule.app $s later", "preset=huey prefix= queue=app"},
    {"arq", "ZADD arq:queue $now $uuid|SET arq:job:$uuid x", "preset=arq prefix= queue=arq:queue"},
    {"dramatiq", "RPUSH dramatiq:mail $uuid|HSET dramatiq:mail.msgs $uuid {}|ZADD dramatiq:__heartbeats__ $now w",
     "preset=dramatiq prefix=dramatiq queue=mail"},
    {"saq", "RPUSH saq:default:queued saq:job:default:1|SET saq:job:default:1 {}",
     "preset=saq prefix=saq queue=default"},
    {"taskiq", "XADD taskiq * data x", "preset=taskiq prefix= queue=taskiq"},
    {"faktory",
     "SADD queues bulk|LPUSH q:bulk {\"jid\":\"1\",\"jobtype\":\"A\",\"queue\":\"bulk\"}|"
     "ZADD retries $s+60 {\"jid\":\"2\"}",
     "preset=faktory prefix= queue=bulk;preset=faktory prefix= part=retries"},
    {"video",
     "5* RPUSH video:transcode:pending $job|RPUSH video:transcode:running $job|"
     "ZADD video:transcode:retry $now+60 $job|ZADD video:transcode:delayed $now+90 a|"
     "LPUSH video:transcode:dlq $job",
     "queue ready=video:transcode:pending processing=video:transcode:running "
     "delayed=video:transcode:{delayed,retry} dead=video:transcode:dlq"},
    {"letters", "4* LPUSH q:letter $job|3* LPUSH q:letter:work $job", "queue ready=q:letter processing=q:letter:work"},
    {"root", "LPUSH jobs $job|LPUSH jobs:processing $job|LPUSH jobs:dead $job|3* HSET ticket:j$i a b",
     "queue ready=jobs processing=jobs:processing dead=jobs:dead"},
    {"letters",
     "4* LPUSH work:letters m$i|4* SET work:letters:items:m$i {}|ZADD work:letters:inflight $now+30 m9|"
     "SADD work:letters:dead m8",
     "queue ready=work:letters processing=work:letters:inflight dead=work:letters:dead job=work:letters:items:{id}"},
    {"mailing",
     "ZADD schedule:mailing $now+30 a|ZADD schedule:mailing:inflight $now+30 b|"
     "LPUSH schedule:mailing:ready c|LPUSH schedule:mailing:dead d",
     "schedule delayed=schedule:mailing processing=schedule:mailing:inflight ready=schedule:mailing:ready "
     "dead=schedule:mailing:dead"},
    {"rooms",
     "5* SADD room:$i:members a$i b$i|5* ZADD presence:last_seen $now-$i a$i|5* ZADD presence:last_seen $now b$i",
     "presence connected=room:{1..5}:members lastSeen=presence:last_seen"},
    {"tiers", "9* LPUSH crunch:queue:p0 $job|9* LPUSH crunch:queue:p1 $job|9* LPUSH crunch:queue:p2 $job",
     "queue ready=crunch:queue:p{0..2}"},
    {"idle", "ZADD queue:idle:processing $now+60 a|ZADD queue:idle:delayed $now+600 b|LPUSH queue:idle:failed c",
     "queue ready=queue:idle processing=queue:idle:processing delayed=queue:idle:delayed dead=queue:idle:failed"},
    {"ledger", "9* XADD ledger:0 * a b|9* XADD ledger:1 * a b|9* XADD ledger:2 * a b", "stream stream=ledger:{0..2}"},
    {"stays",
     "9* ZADD reservations:expiry $s+$i0 r$i|9* SET reservation:r$i x|3* ZADD reservations:expiry $s-$i0 q$i|"
     "3* SET reservation:q$i x",
     "expiry index=reservations:expiry target=reservation:{id}"},
    {"places",
     "9* ZADD geo:drivers 347157933970005$i d$i|9* ZADD prices:BTC 3000$i t$i|ZADD names:complete 0 ann 0 bob|"
     "9* HSET place:$i name x|40* LPUSH chat:$i:messages hello",
     ""},
    {"unnamed", "9* ZADD abc $i345.5 m$i|9* LPUSH xyz $i|9* ZADD def $now+$i00 k$i", ""},
};

} // namespace

/// Discovery on real servers.
class TestDiscovery final : public QObject {
    Q_OBJECT

    RedisServer m_server;

    static QByteArray nameOf(int i)
    {
        QByteArray name("x");
        for (int rest = i + 700; rest > 0; rest /= 9) {
            name += static_cast<char>('b' + rest % 9);
        }
        return name;
    }

    static QByteArray filled(QByteArray word, int i)
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const QDateTime utc = QDateTime::fromMSecsSinceEpoch(now, Qt::UTC);
        word.replace("$i", QByteArray::number(i));
        word.replace("$x", nameOf(i));
        word.replace("$uuid", "550e8400-e29b-41d4-a716-44665544000" + QByteArray::number(i % 10));
        word.replace("$job",
                     "{\"id\":\"j" + QByteArray::number(i)
                         + "\",\"task\":\"resize\",\"attempts\":1,\"created_at\":" + QByteArray::number(now) + "}");
        word.replace("$hour", utc.toString(QStringLiteral("yyyyMMddHH")).toLatin1());
        word.replace("$day", utc.toString(QStringLiteral("yyyyMMdd")).toLatin1());
        word.replace("$date", utc.toString(QStringLiteral("yyyy-MM-dd")).toLatin1());
        for (const auto &[variable, unit] : {std::pair("$now", 1), std::pair("$s", 1'000)}) {
            if (const qsizetype at = word.indexOf(variable); at == 0) {
                const double offset = word.sliced(qsizetype(qstrlen(variable))).toDouble() * 1'000;
                word = QByteArray::number((double(now) + offset) / unit, 'f', unit > 1 ? 1 : 0);
            }
        }
        return word;
    }

    void fill(const char *commands)
    {
        for (QByteArray command : QByteArray(commands).split('|')) {
            command = command.trimmed();
            const qsizetype star = command.indexOf("* ");
            const bool repeats = star > 0 && star < 4 && command.first(star).toInt() > 0;
            const int times = repeats ? command.first(star).toInt() : 1;
            const QByteArrayList words = (repeats ? command.sliced(star + 2) : command).split(' ');
            redis::Pipeline pipeline;
            for (int i = 1; i <= times; ++i) {
                QByteArrayList arguments;
                for (const QByteArray &word : words) {
                    arguments += filled(word, i);
                }
                const std::vector<QByteArrayView> views(arguments.begin(), arguments.end());
                pipeline.add(views);
            }
            for (const redis::Reply &reply : m_server.run(pipeline)) {
                QVERIFY2(!reply.isError(), (command + ": " + reply.bytes).constData());
            }
        }
    }

    static Result<Discovery> discoverIn(const RedisCluster &cluster, const redis::DiscoverOptions &given)
    {
        const auto server = redis::makeServer(
            cluster.endpoint(),
            {.name = "plimsoll:discover", .readOnly = true, .exchangeDeadline = std::chrono::seconds(1)});
        if (const Outcome connected = server->connect(); !connected) {
            return connected.error();
        }
        return redis::discover(*server, given);
    }

    Result<Discovery> discover(const redis::DiscoverOptions &given = {.sharePercent = 100}, const QByteArray &user = {},
                               const std::stop_token &stop = {})
    {
        redis::Endpoint endpoint = m_server.local();
        endpoint.user = user;
        endpoint.password = user.isEmpty() ? QByteArray() : QByteArray("secret");
        const auto server = redis::makeServer(endpoint, {.name = "plimsoll:discover", .readOnly = true});
        if (const Outcome connected = server->connect(); !connected) {
            return connected.error();
        }
        return redis::discover(*server, given, stop);
    }

    /// "kind role=key,key role=key", or "preset=NAME prefix=TEXT queue=NAME"
    static QString lineOf(const Proposal &one)
    {
        if (const std::optional<PresetUse> &use = one.definition.preset) {
            const bool isPart = !use->part.isEmpty();
            return QStringLiteral("preset=%1 prefix=%2 %3=%4")
                .arg(use->preset->id, *use->prefix, isPart ? QStringLiteral("part") : QStringLiteral("queue"),
                     isPart ? use->part : use->queue);
        }
        QStringList words{QString(one.definition.kind->id)};
        for (const RoleKeys &role : one.definition.keys) {
            QByteArrayList keys(role.templates.begin(), role.templates.end());
            words += QString(role.role->id) + u'=' + QString::fromUtf8(keys.join(','));
        }
        return words.join(u' ');
    }

    static qint64 counted(const Discovery &discovery)
    {
        qint64 count = 0;
        for (const Proposal &one : discovery.found) {
            count += one.count;
        }
        for (const FoundTemplate &one : discovery.unrecognised) {
            count += one.count;
        }
        return count;
    }

    /// Checks that a workspace may hold the proposals.
    static QString mistakesIn(const Discovery &discovery)
    {
        Workspace workspace;
        workspace.connection.url = QStringLiteral("redis://localhost");
        for (const Proposal &one : discovery.found) {
            workspace.collections.push_back(one.definition);
        }
        const auto parsed = redis::parseWorkspace(redis::workspaceToJson(workspace), redis::kindInfos());
        const auto *problems = std::get_if<redis::WorkspaceProblems>(&parsed);
        return problems == nullptr ? QString() : problems->front().line(QStringLiteral("it"));
    }

private slots:
    void init() { m_server.flush(); }
    void recognises();
    void frameworks_data();
    void frameworks();
    void reasonsAreTrue();
    void recognisesAllTogether();
    void tellsWhatItFoundSoFar();
    void emptyServer();
    void comparesWithTheEarlierSearch();
    void wordsThatBeganToVaryAreNotNew();
    void aWordIsNoPath();
    void idsThatAreWordsAreCountedOnce();
    void keepsWhatWasFoundForAnHour();
    void aDamagedListIsToldAndReplaced();
    void oneKey();
    void keysOfOperations();
    void binaryKeys();
    void tenantsAreOneCollection();
    void shardsKeepWhatBelongsToThem();
    void largeKeys();
    void countsEveryKey();
    void asksFewQuestions();
    void looksAtNoMoreThan();
    void looksAtAPattern();
    void stops();
    void leavesTimeToOthers();
    void asksForLessAtOnceBesideOthers();
    void saysWhatItMayNotRead();
    void failsWithoutScan();
    void changesNothing();
    void aNodeThatDoesNotAnswer();
    void aNodeThatStopsMeanwhile();
    void slotsThatMove();
    void flushedMeanwhile();
};

void TestDiscovery::recognises()
{
    int wanted = 0;
    int right = 0;
    QStringList wrong;
    QStringList sure;
    for (const Application &application : applications) {
        m_server.flush();
        fill(application.fill);
        const auto discovery = discover();
        QVERIFY2(discovery, application.name);
        QVERIFY(discovery->isComplete);
        QCOMPARE(mistakesIn(*discovery), QString());
        QCOMPARE(counted(*discovery), discovery->keys);
        QStringList expected = QString::fromUtf8(application.found).split(u';', Qt::SkipEmptyParts);
        wanted += static_cast<int>(expected.size());
        for (const Proposal &one : discovery->found) {
            QVERIFY(one.confidence > 0 && one.confidence < 1 && !one.reason.isEmpty() && one.count > 0);
            const QString line = lineOf(one);
            if (expected.removeOne(line)) {
                ++right;
                continue;
            }
            const QString told = QStringLiteral("%1: %2 (%3)")
                                     .arg(QLatin1String(application.name), line, QString::number(one.confidence));
            (one.confidence > 0.6 ? sure : wrong) += told;
        }
        for (const QString &missing : std::as_const(expected)) {
            wrong += QStringLiteral("%1: not found: %2").arg(QLatin1String(application.name), missing);
        }
    }
    const QString all = QStringLiteral("%1 of %2 right\n%3\nsure:\n%4")
                            .arg(QString::number(right), QString::number(wanted), wrong.join(u'\n'), sure.join(u'\n'));
    qInfo("%s", qPrintable(all));
    QVERIFY2(sure.isEmpty(), qPrintable(all));
    QVERIFY2(right * 10 >= wanted * 9, qPrintable(all));
}

void TestDiscovery::frameworks_data()
{
    QTest::addColumn<QByteArray>("commands");
    QTest::addColumn<QString>("found"); // of presets, and what is sure
    const auto row = [](const char *name, const char *commands, const char *found) {
        QTest::newRow(name) << QByteArray(commands) << QString::fromUtf8(found);
    };
    row("bullmq, new and empty", "HSET {bull}:mail:meta version bullmq:6.7.0|HSET app:post:meta version bullmq:6.7.0",
        "preset=bullmq prefix=app queue=post;preset=bullmq prefix={bull} queue=mail");
    row("bullmq, before its meta named a version",
        "HSET bull:mail:meta opts.maxLenEvents 100|SET bull:mail:id 4|HSET app:post:meta a b|SET app:post:id 4|"
        "SET app:post:stalled-check $now",
        "preset=bullmq prefix=app queue=post;preset=bullmq prefix=bull queue=mail");
    row("no bullmq", "SET bull:a:meta x|HSET bull:b:meta a b|HSET user:1:meta version 3|SET user:1:id 7", "");
    row("bull beside a key called meta", "SET bull:pdf:meta x|4* LPUSH bull:pdf:wait $i|SET bull:pdf:id 4",
        "preset=bull prefix=bull queue=pdf");
    row("bullmq, a colon in the name",
        "HSET bull:a:b:meta version bullmq:5.1.0|SET bull:a:b:id 1|LPUSH bull:a:b:wait 1|HSET bull:a:b:1 name x|"
        "HSET bull:a:meta version bullmq:5.1.0|LPUSH bull:a:wait 1|HSET bull:a:1 name x|"
        "HSET bull:a:metrics:failed count 1|HSET bull:a:metrics:completed count 1|HSET bull:a:1:failed x y",
        "preset=bullmq prefix=bull queue=a;preset=bullmq prefix=bull queue=a:b");
    row("bull, a colon in the name",
        "SET bull:a:b:id 1|LPUSH bull:a:b:wait 1|HSET bull:a:b:1 name x|SADD bull:a:b:stalled 1",
        "preset=bull prefix=bull queue=a:b");
    row("bull of a prefix",
        "SET myq:mail:id 1|LPUSH myq:mail:wait 1|SET myq:mail:stalled-check $now|HSET myq:mail:1 name x data {} opts "
        "{}",
        "preset=bull prefix=myq queue=mail");
    row("hangfire of a prefix", "SADD hf:queues default|LPUSH hf:queue:default 1|HSET hf:job:1 Type x",
        "preset=hangfire prefix=hf: queue=default");
    row("hangfire of a prefix, no jobs", "SADD hf:queues default|SET hf:stats:succeeded 4",
        "preset=hangfire prefix=hf: queue=default");
    row("resque in a namespace",
        "SADD resque:git:queues mail|SET resque:git:stat:processed 1|SADD resque:git:workers h:1:*|"
        "RPUSH resque:git:queue:mail {\"class\":\"A\",\"args\":[]}|RPUSH resque:git:failed {}",
        "preset=resque prefix=resque:git part=failed;preset=resque prefix=resque:git queue=mail");
    row("resque in a namespace, without a worker",
        "SADD resque:git:queues mail|SET resque:git:stat:processed 1|RPUSH resque:git:failed {}", "");
    row("jobs that are none of sidekiq",
        "SADD git:queues mail|SET git:stat:processed 1|RPUSH git:queue:mail {\"class\":\"A\",\"args\":[]}",
        "queue ready=git:queue:mail");
    row("sidekiq in a namespace of resque",
        "SADD resque:git:queues mail|SADD resque:git:processes h:1|SADD resque:git:workers h:1:*|"
        "RPUSH resque:git:queue:mail {\"jid\":\"1\",\"class\":\"A\",\"queue\":\"mail\"}",
        "preset=sidekiq prefix=resque:git queue=mail");
    row("celery-redis-plus",
        "SADD _kombu.binding.celery celery\x06\x16\x06\x16"
        "celery|ZADD celery 1 {\"body\":\"\",\"headers\":{},\"properties\":{}}",
        "");
    row("dramatiq, delayed messages", "HSET dramatiq:mail.DQ.msgs a {}", "preset=dramatiq prefix=dramatiq queue=mail");
    row("dramatiq, dead messages", "HSET app:mail.XQ.msgs a {}|ZADD app:mail.XQ $now a|ZADD app:__heartbeats__ $now w",
        "preset=dramatiq prefix=app queue=mail");
    row("faktory, nothing enqueued", "SADD queues bulk|ZADD retries $s+60 {\"jid\":\"2\"}",
        "preset=faktory prefix= part=retries;preset=faktory prefix= queue=bulk");
    row("taskiq, list broker", "3* LPUSH taskiq {}", "preset=taskiq-list prefix= queue=taskiq");
    row("laravel by its Horizon", "ZADD my_shop_horizon:masters $s m|HSET my_shop_horizon:master:m a b",
        "preset=laravel prefix=my_shop_database_ queue=default");
    row("laravel with a Horizon",
        "ZADD my_shop_horizon:masters $s m|HSET my_shop_horizon:master:m a b|"
        "RPUSH my_shop_database_queues:mail:notify 1",
        "preset=laravel prefix=my_shop_database_ queue=mail");
}

/// By keys that only this framework has, however few they are.
void TestDiscovery::frameworks()
{
    QFETCH(const QByteArray, commands);
    QFETCH(const QString, found);
    fill(commands.constData());
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(mistakesIn(*discovery), QString());
    QCOMPARE(counted(*discovery), discovery->keys);
    QStringList lines;
    for (const Proposal &one : discovery->found) {
        if (one.definition.preset || one.confidence > 0.6) {
            lines += lineOf(one);
        }
    }
    std::sort(lines.begin(), lines.end());
    QCOMPARE(lines.join(u';'), found);
    QCOMPARE(discovery->problems.join(u' ').contains(QStringLiteral("celery-redis-plus")), commands.contains("_kombu"));
    for (const FoundTemplate &keys : discovery->unrecognised) {
        QVERIFY2(!keys.text.contains("horizon"), keys.text.constData());
    }
}

void TestDiscovery::reasonsAreTrue()
{
    m_server.flush();
    m_server.run({"RPUSH", "queue:" + QByteArray(300, 'n'), R"({"id":"1","class":"Mail"})", R"({"id":"2"})"});
    m_server.run({"SET", "lock:order:17", "3f1c9a62-0a1b-4c66-8a53-9f0e6f1d2b3c", "EX", "300"});
    m_server.run({"SET", "lock:order:18", "5d1c9a62-0a1b-4c66-8a53-9f0e6f1d2b3c"});
    const auto discovery = discover();
    QVERIFY(discovery);
    QStringList reasons;
    for (const Proposal &one : discovery->found) {
        reasons += one.reason;
    }
    const QString all = reasons.join(u'\n');
    QVERIFY2(!all.contains(QStringLiteral("only the largest")), qPrintable(all)); // the one key is named
    QVERIFY2(all.contains(QStringLiteral("named like locks; some expire")), qPrintable(all));
}

/// All of them on one server, in one namespace.
void TestDiscovery::recognisesAllTogether()
{
    QStringList expected;
    for (const Application &application : applications) {
        // Their keys have the names of others.
        const QByteArray name(application.name);
        if (!name.startsWith("sidekiq") && name != "faktory" && name != "root") {
            fill(application.fill);
            expected += QString::fromUtf8(application.found).split(u';', Qt::SkipEmptyParts);
        }
    }
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(mistakesIn(*discovery), QString());
    QCOMPARE(counted(*discovery), discovery->keys);
    const auto wanted = expected.size();
    QStringList sure;
    for (const Proposal &one : discovery->found) {
        if (!expected.removeOne(lineOf(one)) && one.confidence > 0.6) {
            sure += lineOf(one);
        }
    }
    const QString all =
        QStringLiteral("missing:\n") + expected.join(u'\n') + QStringLiteral("\nsure:\n") + sure.join(u'\n');
    QVERIFY2(sure.isEmpty() && expected.size() * 10 <= wanted, qPrintable(all));
}

void TestDiscovery::tellsWhatItFoundSoFar()
{
    fill("SADD rq:queues rq:queue:high|RPUSH rq:queue:high $uuid|HSET rq:job:$uuid status queued|"
         "5* LPUSH images:todo $job|LPUSH images:inprogress $job");
    redis::Pipeline pipeline;
    for (int i = 0; i < 30'000; ++i) {
        pipeline.add({"SET", "user:" + QByteArray::number(i), "x"});
    }
    m_server.run(pipeline);
    const auto linesOf = [](const Discovery &discovery) {
        QStringList lines;
        for (const Proposal &one : discovery.found) {
            lines += lineOf(one);
        }
        return lines;
    };
    const auto alone = discover();
    QVERIFY(alone);
    std::vector<Discovery> told;
    std::vector<DiscoveryProgress> progress;
    redis::DiscoverOptions options;
    // Guesses in between are at least a second apart: about three seconds for the scan, however fast the server is.
    options.sharePercent = std::min(10.0, 100 * double(alone->cost.server.count()) / 3e6);
    options.found = [&told](const Discovery &soFar) { told.push_back(soFar); };
    options.progress = [&progress](const DiscoveryProgress &step) { progress.push_back(step); };
    const auto discovery = discover(options);
    QVERIFY(discovery);
    QVERIFY2(told.size() >= 2, QByteArray::number(qsizetype(told.size())).constData());
    QCOMPARE(told.front().keys, 0);
    QCOMPARE(linesOf(told.front()), QStringList{QStringLiteral("preset=rq prefix=rq queue=high")});
    QVERIFY(!told.back().isComplete && discovery->isComplete);
    QVERIFY(told.back().keys <= discovery->keys && told.back().cost.commands < discovery->cost.commands);
    QCOMPARE(linesOf(*discovery), linesOf(*alone)); // the guesses in between change nothing
    QCOMPARE(counted(*discovery), discovery->keys);
    QCOMPARE(progress.front().keys, 0);
    QCOMPARE(progress.front().total, discovery->keys);
    QVERIFY(progress.back().cost.commands > 0 && qFuzzyCompare(progress.back().share, 1.0));
}

void TestDiscovery::comparesWithTheEarlierSearch()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("history/found.json"));
    fill("3* LPUSH queue:email $job|LPUSH queue:email:processing $job|LPUSH queue:sms $job|9* SET config:$i x|"
         "4* SET secret:$i x|SET order:7 x");
    auto first = discover();
    QVERIFY(first && redis::compareWithEarlier(*first, path));
    QVERIFY(!first->earlier); // there is none
    QVERIFY(std::none_of(first->unrecognised.begin(), first->unrecognised.end(),
                         [](const FoundTemplate &one) { return one.isNew; }));
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
             QFile::Permissions());
    m_server.run({"DEL", "queue:sms", "queue:email:processing", "secret:1", "secret:2", "secret:3", "secret:4"});
    fill("2* LPUSH queue:email $job|LPUSH queue:push $job|2* SET config:1$i x|SET fresh x|SET order:8 x");
    auto second = discover();
    QVERIFY(second && redis::compareWithEarlier(*second, path));
    QVERIFY(second->earlier);
    QCOMPARE(second->earlier->time, first->time);
    const auto keysOf = [&second](const char *form) -> const FoundTemplate * {
        for (const Proposal &proposal : second->found) {
            for (const FoundTemplate &one : proposal.templates) {
                if (one.form == form) {
                    return &one;
                }
            }
        }
        for (const FoundTemplate &one : second->unrecognised) {
            if (one.form == form) {
                return &one;
            }
        }
        return nullptr;
    };
    QVERIFY(keysOf("queue:push") != nullptr && keysOf("queue:push")->isNew);
    QVERIFY(keysOf("fresh") != nullptr && keysOf("fresh")->isNew);
    QVERIFY(keysOf("queue:email") != nullptr && !keysOf("queue:email")->isNew);
    QCOMPARE(keysOf("queue:email")->size, 5.0);
    const auto email = std::find_if(second->found.begin(), second->found.end(),
                                    [](const Proposal &one) { return one.definition.name == QLatin1String("email"); });
    QVERIFY(email != second->found.end());
    QCOMPARE(email->elementsBefore, std::optional<qint64>(4)); // a list of it is gone
    QCOMPARE(email->countBefore, std::optional<qint64>(2));
    QCOMPARE(email->count, 1);
    QVERIFY(keysOf("config:{number}") != nullptr);
    QCOMPARE(keysOf("config:{number}")->countBefore, std::optional<qint64>(9));
    QVERIFY(keysOf("order:{number}") != nullptr && !keysOf("order:{number}")->isNew); // it was one key
    QCOMPARE(keysOf("order:{number}")->countBefore, std::optional<qint64>(1));
    QCOMPARE(second->earlier->gone.size(), std::size_t(3));
    QCOMPARE(second->earlier->gone.front().form, QByteArray("secret:{number}"));
    QCOMPARE(second->earlier->gone.front().countBefore, std::optional<qint64>(4));
    QCOMPARE(second->earlier->gone.back().form, QByteArray("queue:sms"));
    // Without all keys nothing is compared.
    auto part = discover();
    part->isComplete = false;
    QVERIFY(redis::compareWithEarlier(*part, path));
    QVERIFY(!part->earlier);
}

/// Names of tenants vary from the 24th on. Neither then nor when they get fewer, all of them are new or gone.
void TestDiscovery::wordsThatBeganToVaryAreNotNew()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("found.json"));
    const auto addTenants = [this](int from, int to) {
        for (int i = from; i < to; ++i) {
            const QByteArray word(1, static_cast<char>('a' + i % 26));
            m_server.run({"SET", "tenant:" + word.repeated(3) + (i < 26 ? "one" : "two") + ":profile", "x"});
        }
    };
    addTenants(0, 5);
    auto few = discover();
    QVERIFY(few && redis::compareWithEarlier(*few, path));
    QCOMPARE(few->unrecognised.size(), std::size_t(5));
    addTenants(5, 50);
    auto many = discover();
    QVERIFY(many && redis::compareWithEarlier(*many, path));
    QCOMPARE(many->unrecognised.size(), std::size_t(1));
    QVERIFY(many->earlier && many->earlier->gone.empty() && !many->unrecognised.front().isNew);
    QCOMPARE(many->unrecognised.front().countBefore, std::optional<qint64>(5));
    many->time += std::chrono::hours(2);
    QVERIFY(redis::compareWithEarlier(*many, path)); // which is kept now
    m_server.flush();
    addTenants(0, 5);
    auto fewAgain = discover();
    QVERIFY(fewAgain && redis::compareWithEarlier(*fewAgain, path));
    QVERIFY(fewAgain->earlier && fewAgain->earlier->gone.empty());
    QVERIFY(std::none_of(fewAgain->unrecognised.begin(), fewAgain->unrecognised.end(),
                         [](const FoundTemplate &one) { return one.isNew || one.countBefore; }));
}

/// A form with a word that varies covers no others that are longer.
void TestDiscovery::aWordIsNoPath()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("found.json"));
    const auto wordOf = [](int i) { return QByteArray(3, static_cast<char>('a' + i % 26)) + (i < 26 ? "one" : "two"); };
    for (int i = 0; i < 40; ++i) {
        m_server.run({"HSET", "thing:" + wordOf(i), "a", "b"});
        m_server.run({"HSET", "thing:page:" + QByteArray::number(i), "a", "b"});
    }
    auto first = discover();
    QVERIFY(first && redis::compareWithEarlier(*first, path));
    for (int i = 0; i < 40; ++i) {
        m_server.run({"DEL", "thing:page:" + QByteArray::number(i)});
        m_server.run({"HSET", "thing:book:" + QByteArray::number(i), "a", "b"});
    }
    auto second = discover();
    QVERIFY(second && redis::compareWithEarlier(*second, path));
    QVERIFY(second->earlier);
    QCOMPARE(second->earlier->gone.size(), std::size_t(1));
    QCOMPARE(second->earlier->gone.front().form, QByteArray("thing:page:{number}"));
    QCOMPARE(second->unrecognised.size(), std::size_t(2));
    for (const FoundTemplate &one : second->unrecognised) {
        QCOMPARE(one.isNew, one.form == "thing:book:{number}");
        QCOMPARE(one.countBefore, one.isNew ? std::nullopt : std::optional<qint64>(40));
    }
}

/// Of short ids some are words and some are not; they have one form.
void TestDiscovery::idsThatAreWordsAreCountedOnce()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("found.json"));
    for (int i = 0; i < 50; ++i) {
        const QByteArray letter(1, static_cast<char>('a' + i % 26));
        m_server.run({"SET", "cache:page:" + letter + (i < 26 ? "qwrt" : "zxcv") + letter, "x", "EX", "900"});
        m_server.run({"SET", "cache:page:x7" + letter + QByteArray::number(i) + "p9", "x", "EX", "900"});
    }
    auto first = discover();
    QVERIFY(first && redis::compareWithEarlier(*first, path));
    auto second = discover();
    QVERIFY(second && redis::compareWithEarlier(*second, path));
    qint64 now = 0;
    for (const Proposal &proposal : second->found) {
        for (const FoundTemplate &one : proposal.templates) {
            now += one.count;
            QVERIFY2(!one.countBefore || one.countBefore == one.count, one.form.constData());
            QVERIFY(!one.isNew);
        }
    }
    for (const FoundTemplate &one : second->unrecognised) {
        now += one.count;
        QVERIFY2(!one.countBefore || one.countBefore == one.count, one.form.constData());
    }
    QCOMPARE(now, 100);
    QVERIFY(second->earlier && second->earlier->gone.empty());
}

void TestDiscovery::keepsWhatWasFoundForAnHour()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("found.json"));
    fill("SET config x");
    auto first = discover();
    QVERIFY(first && redis::compareWithEarlier(*first, path));
    for (const auto &[later, keptFrom] : {std::pair(59, 0), std::pair(61, 0), std::pair(62, 61), std::pair(122, 61)}) {
        Discovery next = *first;
        next.time += std::chrono::minutes(later);
        QVERIFY(redis::compareWithEarlier(next, path));
        QVERIFY(next.earlier);
        QCOMPARE(next.earlier->time, first->time + std::chrono::minutes(keptFrom));
    }
}

void TestDiscovery::aDamagedListIsToldAndReplaced()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("found.json"));
    fill("SET config x");
    auto found = discover();
    QVERIFY(found);
    for (const char *text :
         {"", "{", "[]", R"({"plimsoll":2,"time":1})", R"({"plimsoll":1})", R"({"plimsoll":1,"time":"x"})"}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) >= 0);
        file.close();
        const Outcome compared = redis::compareWithEarlier(*found, path);
        QVERIFY(!compared);
        QVERIFY2(compared.error().message.contains(path), qPrintable(compared.error().message));
        QVERIFY(!found->earlier);
        Discovery next = *found;
        QVERIFY(redis::compareWithEarlier(next, path)); // it was replaced
        QVERIFY(next.earlier);
    }
    const Outcome nowhere = redis::compareWithEarlier(*found, QStringLiteral("/proc/none/found.json"));
    QVERIFY(!nowhere && nowhere.error().message.contains(QLatin1String("cannot be kept")));
}

void TestDiscovery::emptyServer()
{
    const auto discovery = discover();
    QVERIFY(discovery);
    QVERIFY(discovery->isComplete && discovery->found.empty() && discovery->unrecognised.empty());
    QCOMPARE(discovery->keys, 0);
}

void TestDiscovery::oneKey()
{
    fill("3* LPUSH queue:email $job");
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->found.size(), std::size_t(1));
    const Proposal &one = discovery->found.front();
    QCOMPARE(lineOf(one), QStringLiteral("queue ready=queue:email"));
    QCOMPARE(one.definition.name, QStringLiteral("email"));
    QCOMPARE(one.count, 1);
    QCOMPARE(one.elements, std::optional<qint64>(3));
}

/// What an operation that was cut off left is no collection of the application.
void TestDiscovery::keysOfOperations()
{
    fill("3* LPUSH queue:email $job|3* LPUSH plimsoll:escrow:{queue:email}:a1b2:taken $job");
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->found.size(), std::size_t(1));
    QCOMPARE(lineOf(discovery->found.front()), QStringLiteral("queue ready=queue:email"));
    QVERIFY(discovery->unrecognised.empty());
}

void TestDiscovery::binaryKeys()
{
    for (int i = 0; i < 50; ++i) {
        const QByteArray key = QByteArray("\xff\x00queue:", 8) + static_cast<char>(i);
        m_server.run({"LPUSH", key, "x"});
        m_server.run({"LPUSH", QByteArray("queue:\xfe", 7) + static_cast<char>(i), "x"});
    }
    m_server.run({"SADD", QByteArray("members:\xff", 9), "x"});
    m_server.run({"SET", QByteArray(200'000, 'k'), "x"});
    m_server.run({"SADD", "", "x"});
    m_server.run({"LPUSH", "queue:\n{a,b}:{id}:{yyyyMMdd}\\{", "x"});
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->keys, 104);
    QCOMPARE(counted(*discovery), 104);
    QCOMPARE(mistakesIn(*discovery), QString());
}

/// Numbered alike in all roles; a job that is requeued stays in its shard.
void TestDiscovery::shardsKeepWhatBelongsToThem()
{
    const QByteArray later = QByteArray::number(QDateTime::currentSecsSinceEpoch() + 600);
    for (const char *number : {"0", "1", "2"}) {
        const QByteArray key = QByteArray("mail:") + number;
        m_server.run({"RPUSH", key, "a", "b"});
        m_server.run({"RPUSH", key + ":processing", "c"});
        m_server.run({"ZADD", key + ":delayed", later, "d"});
        m_server.run({"RPUSH", key + ":dead", "e"});
    }
    auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->found.size(), std::size_t(1));
    QCOMPARE(discovery->unrecognised.size(), std::size_t(0));
    const CollectionDefinition &mail = discovery->found.front().definition;
    QCOMPARE(mail.kind->id, QLatin1StringView("queue"));
    QCOMPARE(mail.role(Holds::Ready)->templates, std::vector<QByteArray>{"mail:{0..2}"});
    QCOMPARE(mail.role(Holds::Dead)->templates, std::vector<QByteArray>{"mail:{0..2}:dead"});
    QVERIFY(mail.role(Holds::Processing) != nullptr && mail.role(Holds::Delayed) != nullptr);
    m_server.run({"DEL", "mail:1:dead"}); // those of one shard would go to another
    discovery = discover();
    QVERIFY(discovery);
    QVERIFY(discovery->found.front().definition.role(Holds::Dead) == nullptr);
}

/// Not a thousand queues, but one of the largest.
void TestDiscovery::tenantsAreOneCollection()
{
    redis::Pipeline pipeline;
    for (int i = 0; i < 1'000; ++i) {
        const QByteArray key = "tenant:" + nameOf(i) + ":jobs";
        for (int j = 0; j < (i == 500 ? 50 : 2); ++j) {
            pipeline.add({"LPUSH", key, "{\"id\":1,\"attempts\":0}"});
        }
        pipeline.add({"HSET", "tenant:" + nameOf(i) + ":profile", "a", "b"});
        pipeline.add({"LPUSH", key + ":processing", "{\"id\":1,\"attempts\":0}"});
    }
    m_server.run(pipeline);
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->found.size(), std::size_t(1));
    const Proposal &one = discovery->found.front();
    QCOMPARE(one.definition.kind->id, QLatin1StringView("queue"));
    QCOMPARE(one.count, 1'000);
    const auto key = KeyTemplate::parse(one.definition.keys.front().templates.front());
    QVERIFY(key && key->shardCount() == 16);
    QCOMPARE(one.definition.keys.size(), std::size_t(1)); // no requeue from one tenant to another
    QCOMPARE(discovery->unrecognised.size(), std::size_t(2));
    QCOMPARE(discovery->unrecognised.front().text, QByteArray("tenant:{word}:jobs:processing"));
    QCOMPARE(discovery->unrecognised.back().text, QByteArray("tenant:{word}:profile"));
    QCOMPARE(mistakesIn(*discovery), QString());
}

/// A list of some hundred thousand elements and one of large ones, which are not read whole.
void TestDiscovery::largeKeys()
{
    m_server.run({"EVAL", "for i = 1, 300000 do redis.call('LPUSH', KEYS[1], 'element ' .. i) end", "1", "queue:big"});
    const QByteArray large(1'000'000, 'x');
    for (int i = 0; i < 60; ++i) {
        m_server.run({"LPUSH", "queue:wide", large});
        m_server.run({"ZADD", "leaderboard:big", QByteArray::number(i * 1'001), large + QByteArray::number(i)});
    }
    m_server.run({"SET", "cache:one", large, "EX", "900"});
    m_server.run({"CONFIG", "RESETSTAT"});
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->found.size(), std::size_t(4));
    for (const char *command : {"LRANGE", "ZRANGE", "GETRANGE", "SRANDMEMBER"}) {
        QVERIFY2(m_server.calls(command) <= 6, command);
    }
    QCOMPARE(m_server.calls("GET") + m_server.calls("HGETALL") + m_server.calls("SMEMBERS") + m_server.calls("KEYS"),
             0);
}

void TestDiscovery::countsEveryKey()
{
    m_server.run(
        {"EVAL",
         "for i = 1, 60000 do redis.call('SET', 'session:' .. i .. ':data', 'x') redis.call('HSET', 'user:' .. "
         "i, 'a', 1) end for i = 1, 100 do redis.call('LPUSH', 'log:' .. i, 'x') end",
         "0"});
    const auto discovery = discover();
    QVERIFY(discovery);
    QVERIFY(discovery->isComplete);
    QCOMPARE(discovery->keys, 120'100);
    QCOMPARE(counted(*discovery), 120'100);
    const auto &first = discovery->unrecognised.front();
    QVERIFY(first.count == 60'000 && (first.text == "session:{number}:data" || first.text == "user:{number}"));
}

/// Types and sizes of a settled template are asked 1 in 16, and each batch takes about one round trip.
void TestDiscovery::asksFewQuestions()
{
    m_server.run({"EVAL", "for i = 1, 50000 do redis.call('SET', 'session:' .. i, 'x') end", "0"});
    m_server.run({"CONFIG", "RESETSTAT"});
    const auto discovery = discover();
    QVERIFY(discovery);
    QCOMPARE(discovery->unrecognised.size(), std::size_t(1));
    QVERIFY2(m_server.calls("TYPE") < 50'000 / 16 + 10'100, qPrintable(QString::number(m_server.calls("TYPE"))));
    QVERIFY(m_server.calls("SCAN") < 250 + 50'000 / 10);
    QCOMPARE(discovery->cost.commands,
             m_server.calls("TYPE") + m_server.calls("SCAN") + m_server.calls("STRLEN") + m_server.calls("TIME")
                 + m_server.calls("DBSIZE") + m_server.calls("GETRANGE") + m_server.calls("PTTL")
                 + m_server.calls("SSCAN") + 3); // INFO: what the server is, and before and after
    QVERIFY(discovery->cost.server.count() > 0 && discovery->cost.longest <= discovery->cost.server);
    const QStringList slow = slowCommands(m_server, std::chrono::microseconds(2'000), [this] { QVERIFY(discover()); });
    QVERIFY2(slow.isEmpty(), qPrintable(slow.join(u'\n')));
}

void TestDiscovery::looksAtNoMoreThan()
{
    fill("900* SET key:$i x");
    for (const qint64 most : {1, 7, 250, 899}) {
        const auto discovery = discover({.maxKeys = most, .sharePercent = 100});
        QVERIFY(discovery);
        QCOMPARE(discovery->keys, most);
        QVERIFY(!discovery->isComplete && !discovery->isStopped);
        QCOMPARE(counted(*discovery), most);
    }
    const auto discovery = discover({.maxKeys = 900, .sharePercent = 100});
    QVERIFY(discovery && discovery->keys == 900);
    QVERIFY(discover({.maxKeys = 5'000, .sharePercent = 100})->isComplete);
}

void TestDiscovery::looksAtAPattern()
{
    fill("90* SET key:$i x|LPUSH queue:email $job|SADD tags:red a");
    const auto discovery = discover({.match = "queue:*", .sharePercent = 100});
    QVERIFY(discovery);
    QCOMPARE(discovery->keys, 1);
    QVERIFY(discovery->isComplete && discovery->unrecognised.empty());
    QCOMPARE(lineOf(discovery->found.front()), QStringLiteral("queue ready=queue:email"));
}

/// The proposals so far are returned.
void TestDiscovery::stops()
{
    m_server.run({"EVAL", "for i = 1, 50000 do redis.call('LPUSH', 'queue:' .. i .. ':jobs', 'x') end", "0"});
    std::stop_source stop;
    redis::DiscoverOptions options{.sharePercent = 100};
    options.progress = [&stop](const DiscoveryProgress &progress) {
        QVERIFY(progress.total == 50'000 && progress.share >= 0 && progress.share <= 1);
        if (progress.keys > 1'000) {
            stop.request_stop();
        }
    };
    const auto discovery = discover(options, {}, stop.get_token());
    QVERIFY(discovery);
    QVERIFY(discovery->isStopped && !discovery->isComplete);
    QVERIFY(discovery->keys > 1'000 && discovery->keys < 50'000);
    QCOMPARE(discovery->found.size(), std::size_t(1));
}

/// With a tenth of the server's time a discovery takes ten times what it costs.
void TestDiscovery::leavesTimeToOthers()
{
    m_server.run({"EVAL", "for i = 1, 30000 do redis.call('SET', 'key:' .. i, 'x') end", "0"});
    for (const double share : {5.0, 20.0}) {
        const auto discovery = discover({.sharePercent = share});
        QVERIFY(discovery);
        QVERIFY(discovery->duration * share / 100 + std::chrono::milliseconds(20) >= discovery->cost.server * 0.9);
    }
}

/// A scan that rests sends smaller exchanges, and more of them, so that other clients wait less.
void TestDiscovery::asksForLessAtOnceBesideOthers()
{
    m_server.run({"EVAL", "for i = 1, 30000 do redis.call('SET', 'key:' .. i, 'x') end", "0"});
    const auto scansWith = [this](double share) {
        m_server.run({"CONFIG", "RESETSTAT"});
        const auto discovery = discover({.sharePercent = share});
        return discovery ? m_server.calls("SCAN") : 0;
    };
    const qint64 alone = scansWith(100);
    const qint64 beside = scansWith(50);
    QVERIFY2(alone > 0 && beside > 2 * alone, qPrintable(QStringLiteral("%1 %2").arg(alone).arg(beside)));
}

/// Keys that the user may not read are counted by name, and it is said.
void TestDiscovery::saysWhatItMayNotRead()
{
    fill("20* SET secret:$i x|3* LPUSH queue:email $job");
    m_server.run({"ACL", "SETUSER", "half", "on", ">secret", "~queue:*", "+@read", "+@connection", "+info", "+time",
                  "+type", "+scan", "+command"});
    const auto discovery = discover({.sharePercent = 100}, "half");
    QVERIFY2(discovery, discovery ? "" : qPrintable(discovery.error().message));
    QCOMPARE(discovery->keys, 21);
    QCOMPARE(discovery->found.size(), std::size_t(1));
    QCOMPARE(discovery->unrecognised.size(), std::size_t(1));
    QCOMPARE(discovery->unrecognised.front().type, QByteArray());
    QCOMPARE(discovery->unrecognised.front().count, 20);
    QCOMPARE(discovery->problems.size(), 1);
    QVERIFY2(discovery->problems.front().contains(QLatin1String("NOPERM"))
                 && discovery->problems.front().contains(QLatin1String("20 ")),
             qPrintable(discovery->problems.front()));
}

void TestDiscovery::failsWithoutScan()
{
    m_server.run({"ACL", "SETUSER", "blind", "on", ">secret", "~*", "+@read", "+@connection", "+time", "-scan"});
    const auto discovery = discover({.sharePercent = 100}, "blind");
    QVERIFY(!discovery);
    QCOMPARE(discovery.error().kind, ErrorKind::Refused);
}

/// Keys on the other nodes are found, but the result is incomplete.
void TestDiscovery::aNodeThatDoesNotAnswer()
{
    RedisCluster cluster;
    for (std::size_t i = 0; i < 3; ++i) {
        cluster.run({"RPUSH", cluster.keyAt(i, "queue:mail"), "1"});
    }
    const auto whole = discoverIn(cluster, {.sharePercent = 100});
    QVERIFY(whole && whole->isComplete && whole->nodesMissing == 0 && whole->problems.isEmpty());
    QCOMPARE(whole->keys, 3);
    const auto alone = redis::makeServer(cluster.master(0).tcp(), {.name = "plimsoll:test", .readOnly = true});
    QVERIFY(alone->connect());
    const auto some = redis::discover(*alone, {.sharePercent = 100});
    QVERIFY2(!some && some.error().message.contains(QStringLiteral("redis+cluster://")),
             qPrintable(some ? QStringLiteral("found") : some.error().message));
    cluster.master(1).kill9();
    const auto part = discoverIn(cluster, {.sharePercent = 100});
    QVERIFY(part);
    QCOMPARE(part->keys, 2);
    QVERIFY(!part->isComplete);
    QCOMPARE(part->nodesMissing, 1);
    QVERIFY2(part->problems.join(u' ').contains(cluster.master(1).tcp().display()),
             qPrintable(part->problems.join(u' ')));
}

/// Waiting for a node is not counted as work, after which the discovery would rest 99 times as long.
void TestDiscovery::aNodeThatStopsMeanwhile()
{
    RedisCluster cluster;
    for (std::size_t i = 0; i < 3; ++i) {
        cluster.run({"RPUSH", cluster.keyAt(i, "queue:mail"), "1"});
    }
    redis::DiscoverOptions options{.sharePercent = 1};
    bool isPaused = false;
    options.progress = [&](const DiscoveryProgress &progress) {
        constexpr double firstDone = 0.34;
        if (progress.share > firstDone && !std::exchange(isPaused, true)) {
            cluster.master(0).pause();
        }
    };
    const auto discovery = discoverIn(cluster, options);
    cluster.master(0).resume();
    QVERIFY(isPaused && discovery);
    QCOMPARE(discovery->nodesMissing, 1);
    QVERIFY(!discovery->isComplete);
}

void TestDiscovery::slotsThatMove()
{
    RedisCluster cluster;
    const QByteArray key = cluster.keyAt(2, "queue:mail");
    cluster.run({"RPUSH", key, "1"});
    bool isMoved = false;
    redis::DiscoverOptions options{.sharePercent = 100};
    options.progress = [&](const DiscoveryProgress &) {
        if (!std::exchange(isMoved, true)) {
            cluster.moveSlot(key, 2, 0); // to a node that has been looked at
        }
    };
    const auto discovery = discoverIn(cluster, options);
    QVERIFY(discovery && isMoved);
    QVERIFY(!discovery->isComplete);
    QVERIFY2(discovery->problems.join(u' ').contains(QLatin1String("Slots moved")),
             qPrintable(discovery->problems.join(u' ')));
}

/// Keys found before the flush are gone, and keys added after it were not seen.
void TestDiscovery::flushedMeanwhile()
{
    m_server.run({"EVAL", "for i = 1, 5000 do redis.call('SET', 'key:' .. i, 'x') end", "0"});
    redis::DiscoverOptions options{.sharePercent = 100};
    bool isFlushed = false;
    options.progress = [&](const DiscoveryProgress &) {
        if (!std::exchange(isFlushed, true)) {
            m_server.flush();
        }
    };
    const auto discovery = discover(options);
    QVERIFY(discovery && isFlushed);
    QVERIFY(discovery->keys < 5'000);
    QVERIFY(!discovery->isComplete);
    QVERIFY2(discovery->problems.join(u' ').contains(QLatin1String("FLUSH")),
             qPrintable(discovery->problems.join(u' ')));
    QVERIFY(discover()->isComplete); // flushed before
}

void TestDiscovery::changesNothing()
{
    for (const Application &application : applications) {
        fill(application.fill);
    }
    m_server.run({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@read", "+@connection", "+info", "+time",
                  "+type", "+scan", "+command"});
    m_server.run({"CONFIG", "RESETSTAT"});
    const redis::Reply before = m_server.run({"INFO", "persistence"});
    const auto discovery = discover({.sharePercent = 100}, "reader");
    QVERIFY(discovery);
    QCOMPARE(discovery->problems, QStringList());
    const auto changes = [](const redis::Reply &info) {
        const qsizetype at = info.bytes.indexOf("rdb_changes_since_last_save:");
        return info.bytes.sliced(at, info.bytes.indexOf('\r', at) - at);
    };
    QCOMPARE(changes(m_server.run({"INFO", "persistence"})), changes(before));
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    QVERIFY2(!stats.contains("rejected_calls=1") && !stats.contains("cmdstat_eval"), stats.constData());
}

QTEST_GUILESS_MAIN(TestDiscovery)

#include "tst_discovery.moc"
