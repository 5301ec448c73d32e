// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/server/operationbench.h"

using namespace Qt::StringLiterals;
using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

/// Everything on the server but our own keys: type, expiry and content of each key, sets and hashes in one order.
QMap<QByteArray, QByteArrayList> keyspace(RedisServer &server)
{
    QMap<QByteArray, QByteArrayList> all;
    for (const QByteArray &key : strings(server.run({"KEYS", "*"}))) {
        if (key.startsWith("plimsoll:")) {
            continue;
        }
        const QByteArray type = server.run({"TYPE", key}).bytes;
        QByteArrayList content;
        if (type == "list") {
            content = strings(server.run({"LRANGE", key, "0", "-1"}));
        } else if (type == "zset") {
            content = strings(server.run({"ZRANGE", key, "0", "-1", "WITHSCORES"}));
        } else if (type == "set") {
            content = strings(server.run({"SMEMBERS", key}));
            std::sort(content.begin(), content.end());
        } else if (type == "hash") {
            const QByteArrayList pairs = strings(server.run({"HGETALL", key}));
            for (qsizetype i = 0; i + 1 < pairs.size(); i += 2) {
                content += pairs[i] + '\0' + pairs[i + 1];
            }
            std::sort(content.begin(), content.end());
        } else {
            content += server.run({"DUMP", key}).bytes;
        }
        all[key] = QByteArrayList{type, QByteArray::number(server.run({"PEXPIRETIME", key}).integer)} + content;
    }
    return all;
}

/// A job of Sidekiq with arguments that another writer of JSON would change.
QByteArray sidekiqJob(const QByteArray &id, const QByteArray &queue, const QByteArray &more)
{
    return R"({"class": "Mail" ,"args":[12345678901234567890, 1.0, "\u00e4\/"],"retry":true,"queue":")" + queue
        + R"(","jid":")" + id + '"' + more + "}";
}

} // namespace

/// Operations on presets, by their command and in the kernel: jobs laid out by hand as each framework does it, moved as
/// it would move them, and back as they were. tests/frameworks/operate has the frameworks' own workers run them.
class PresetOperationsTest final : public CliTest {
    Q_OBJECT

private slots:
    void init()
    {
        m_server.flush();
        m_isRefusedLater = false;
    }
    void sidekiqDead();
    void sidekiqSpaces();
    void sidekiqRunNow_data();
    void sidekiqRunNow();
    void sidekiqRetryQueue();
    void sidekiqOrphans();
    void sidekiqLeavesWhatItCannotRead();
    void sidekiqDiscards_data();
    void sidekiqDiscards();
    void skipsWhatHasChanged();
    void undoLeavesWhatWasTaken();
    void undoDeepInAList();
    void leavesFailuresThatHaveExpired();
    void revertsWhatTheServerRefuses();
    void leavesRecordsOfAnotherType();
    void undoSaysHowManyCanGoBack();
    void groupsOfErrors();
    void recoversABatch();
    void bullmqFailed_data();
    void bullmqFailed();
    void bullmqMarks_data();
    void bullmqMarks();
    void bullmqStale_data();
    void bullmqStale();
    void bullmqWithoutAVersion_data();
    void bullmqWithoutAVersion();
    void stalledBefore_data();
    void stalledBefore();
    void bullmqDiscards();
    void bullmqDiscardsWhatBelongsToAJob();
    void bullFailed();
    void beequeueFailed();
    void beequeueStalled();
    void asynqArchived();
    void asynqExpired();
    void asynqLarge();
    void asynqDiscards();
    void namesLikeVariables_data();
    void namesLikeVariables();
    void celeryUnacked();
    void celeryColons();
    void celeryOfNoQueue();
    void celeryRedelivered_data();
    void celeryRedelivered();
    void resqueFailed();
    void resqueFailedByQueue();
    void rqFailed();
    void rqStale();
    void rqIdsWithColons();
    void rqWithoutDeadline();
    void rqTwoExecutions();
    void rqRunningExecution();
    void rqLeaves();
    void rqDiscardsExecutions();
    void laravel_data();
    void laravel();
    void refuses_data();
    void refuses();

private:
    QString withPreset(const QByteArray &members)
    {
        return workspace(parsed((R"([{"name": "jobs", )" + members + "}]").constData()));
    }
    /// Runs a command that acts; the report is in the result. A dry run before it tells the same counts.
    Run act(const QStringList &arguments, const QByteArray &members)
    {
        const QStringList words = arguments
            + QStringList{u"-w"_s, withPreset(members), u"--yes"_s, u"--data-dir"_s, m_data.path(), u"--format=json"_s};
        const QJsonObject foretold = run(words + QStringList{u"--dry-run"_s}).json();
        Run done = run(words);
        if (done.code == 0 && !arguments.contains(u"--dry-run"_s) && !m_isRefusedLater) {
            for (const char *count : {"matched", "moved", "removed", "skipped"}) {
                QTest::qCompare(foretold.value(QLatin1StringView(count)).toInt(-1),
                                done.json().value(QLatin1StringView(count)).toInt(-1), count, "done", __FILE__,
                                __LINE__);
            }
        }
        return done;
    }
    /// Undoes what a command did, and compares the keyspace.
    void undo(const Run &done, const QByteArray &members, const QMap<QByteArray, QByteArrayList> &before)
    {
        const Run undone = act({u"undo"_s, done.json().value(u"operation"_s).toString()}, members);
        QVERIFY2(undone.code == 0, undone.err.constData());
        const QMap<QByteArray, QByteArrayList> after = keyspace(m_server);
        QCOMPARE(after.keys(), before.keys());
        for (const QByteArray &key : before.keys()) {
            QCOMPARE(after[key], before[key]);
        }
    }
    /// Calls of EVALSHA since the statistics began, and the server's time for them in microseconds.
    std::pair<qint64, qint64> scripts()
    {
        static const QRegularExpression line(u"cmdstat_evalsha:calls=(\\d+),usec=(\\d+)"_s);
        const auto match = line.match(QString::fromLatin1(m_server.run({"INFO", "commandstats"}).bytes));
        return {match.captured(1).toLongLong(), match.captured(2).toLongLong()};
    }
    /// Jobs of BullMQ or Bull with a record each.
    void jobs(const QByteArrayList &ids)
    {
        for (const QByteArray &id : ids) {
            m_server.run({"HSET", "bull:mail:" + id, "name", "a", "data", R"({"text":"\u00e4"})", "opts", "{}",
                          "timestamp", "1", "processedOn", "2", "ats", "1", "atm", "1"});
        }
    }
    void failed(const QByteArrayList &ids)
    {
        jobs(ids);
        for (const QByteArray &id : ids) {
            m_server.run({"HSET", "bull:mail:" + id, "finishedOn", "3", "failedReason", "boom"});
            m_server.run({"ZADD", "bull:mail:failed", "170000000000" + id, id});
        }
    }
    void failedOfRq(const QByteArrayList &ids)
    {
        for (const QByteArray &id : ids) {
            m_server.run({"HSET", "rq:job:" + id, "status", "failed", "origin", "mail", "data", id});
            m_server.run({"ZADD", "rq:failed:mail", "4000000000", id});
        }
    }
    QByteArray field(const QByteArray &key, const QByteArray &name) { return m_server.run({"HGET", key, name}).bytes; }
    /// Streams tell what happened, also what was undone.
    void dropEvents() { m_server.run({"UNLINK", "bull:mail:events"}); }
    QByteArrayList list(const QByteArray &key) { return strings(m_server.run({"LRANGE", key, "0", "-1"})); }

    QTemporaryDir m_data;
    bool m_isRefusedLater = false; ///< the server refuses what no look can tell
};

constexpr const char *sidekiqDeadSet = R"("preset": "sidekiq", "part": "dead")";

void PresetOperationsTest::sidekiqDead()
{
    m_server.run(
        {"ZADD", "dead", "1700000001.5",
         sidekiqJob("a", "mail", R"(,"retry_count":3,"created_at":1699999000.25,"enqueued_at":1699999001.5)")});
    m_server.run(
        {"ZADD", "dead", "1700000002.25", sidekiqJob("b", "mail", R"(,"retry_count": 0,"created_at":1699999000250)")});
    m_server.run({"ZADD", "dead", "1700000003", sidekiqJob("c", "low", R"(,"at":1.5,"retry_count":"2")")});
    m_server.run({"SADD", "queues", "mail"});
    m_server.run({"LPUSH", "queue:mail", "waiting"});
    m_server.run({"PEXPIREAT", "dead", "4102444800000"});
    const auto before = keyspace(m_server);
    const Run tried = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s, u"--dry-run"_s}, sidekiqDeadSet);
    QVERIFY2(tried.code == 0, tried.err.constData());
    QCOMPARE(tried.json().value(u"matched"_s).toInt(), 3);
    QCOMPARE(keyspace(m_server), before);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, sidekiqDeadSet);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QCOMPARE(done.json().value(u"undoable"_s).toBool(), true);
    QCOMPARE(m_server.run({"EXISTS", "dead"}).integer, 0);
    QByteArrayList queues = strings(m_server.run({"SMEMBERS", "queues"}));
    std::sort(queues.begin(), queues.end());
    QCOMPARE(queues, (QByteArrayList{"low", "mail"}));
    const QByteArrayList mail = list("queue:mail"); // pushed on the left, taken from the right
    QCOMPARE(mail.size(), 3);
    QCOMPARE(mail[2], "waiting");
    const double now = double(QDateTime::currentMSecsSinceEpoch()) / 1'000;
    const QJsonObject first = QJsonDocument::fromJson(mail[1]).object();
    QCOMPARE(first.value(u"jid"_s).toString(), u"a"_s);
    QCOMPARE(first.value(u"retry_count"_s).toInt(), 2);
    QVERIFY(std::abs(first.value(u"enqueued_at"_s).toDouble() - now) < 60);
    QVERIFY(mail[1].startsWith(R"({"class": "Mail" ,"args":[12345678901234567890, 1.0, "\u00e4\/"],"retry":true,)"));
    const QJsonObject second = QJsonDocument::fromJson(mail[0]).object();
    QCOMPARE(second.value(u"retry_count"_s).toInt(), -1);
    QVERIFY(std::abs(second.value(u"enqueued_at"_s).toDouble() / 1'000 - now) < 60);
    QVERIFY(!mail[0].sliced(mail[0].indexOf("enqueued_at")).contains('.')); // since Sidekiq 8 an integer
    const QJsonObject third = QJsonDocument::fromJson(list("queue:low").value(0)).object();
    QVERIFY(!third.contains(u"at"_s));
    QCOMPARE(third.value(u"retry_count"_s).toString(), u"2"_s); // no number, left alone
    undo(done, sidekiqDeadSet, before);
}

/// White space in a payload once took the square of its length.
void PresetOperationsTest::sidekiqSpaces()
{
    qint64 plain = 0;
    for (const QByteArray &argument : {QByteArray(20'000, 'x'), QByteArray(20'000, ' ')}) {
        m_server.flush();
        m_server.run(
            {"ZADD", "dead", "1700000001.5",
             sidekiqJob("a", "mail", R"(, "at" : 1.5 ,"text":")" + argument + R"(","retry_count":3  })").chopped(1)});
        const auto before = keyspace(m_server);
        m_server.run({"CONFIG", "RESETSTAT"});
        const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, sidekiqDeadSet);
        QCOMPARE(done.json().value(u"moved"_s).toInt(), 1);
        const QByteArray job = list("queue:mail").value(0);
        QVERIFY2(QJsonDocument::fromJson(job).isObject() && !job.contains("\"at\"") && job.contains(argument),
                 job.constData());
        const qint64 took = scripts().second;
        QVERIFY2(plain == 0 || took < 20 * plain, qPrintable(u"%1 us, without spaces %2"_s.arg(took).arg(plain)));
        plain = took;
        undo(done, sidekiqDeadSet, before);
    }
}

void PresetOperationsTest::sidekiqRunNow_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<int>("retries");
    QTest::newRow("schedule") << QByteArray("schedule") << 4;
    QTest::newRow("retry") << QByteArray("retry") << 3;
}

/// From the window alone: the command line has no word for it.
void PresetOperationsTest::sidekiqRunNow()
{
    QFETCH(const QByteArray, part);
    QFETCH(const int, retries);
    m_server.run({"ZADD", "app:" + part, "4000000000.5", sidekiqJob("a", "mail", R"(,"retry_count":4)")});
    m_server.run({"ZADD", "app:" + part, "4000000001", sidekiqJob("b", "mail", R"(,"retry_count":4)")});
    const auto before = keyspace(m_server);
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","prefix":"app","part":")" + part + R"("})");
    OperationRequest request = bench.request(Action::RunNow);
    request.ids = {"b"};
    const OperationReport report = bench.run(request);
    QCOMPARE(report.moved, 1);
    QCOMPARE(m_server.run({"ZCARD", "app:" + part}).integer, 1);
    const QJsonObject job = QJsonDocument::fromJson(list("app:queue:mail").value(0)).object();
    QCOMPARE(job.value(u"jid"_s).toString(), u"b"_s);
    QCOMPARE(job.value(u"retry_count"_s).toInt(), retries);
    QCOMPARE(m_server.run({"SISMEMBER", "app:queues", "mail"}).integer, 1);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(keyspace(m_server), before);
    QVERIFY(bench.leftovers().isEmpty());
}

/// A job may name a queue for its retries; one that has not failed yet goes to its own.
void PresetOperationsTest::sidekiqRetryQueue()
{
    for (const char *part : {"dead", "retry", "schedule"}) {
        m_server.flush();
        m_server.run({"ZADD", part, "4000000000.5", sidekiqJob("a", "mail", R"(,"retry_queue":"low")")});
        m_server.run({"ZADD", part, "4000000001", sidekiqJob("b", "mail", R"(,"retry_queue":"")")});
        const auto before = keyspace(m_server);
        Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":")" + QByteArray(part) + R"("})");
        const bool isDead = QByteArrayView(part) == "dead";
        OperationRequest request = bench.request(isDead ? Action::RequeueDead : Action::RunNow);
        const OperationReport report = bench.run(request);
        QCOMPARE(report.moved, 2);
        const int low = QByteArrayView(part) == "schedule" ? 0 : 1;
        QCOMPARE(m_server.run({"LLEN", "queue:low"}).integer, low);
        QCOMPARE(m_server.run({"LLEN", "queue:mail"}).integer, 2 - low);
        QCOMPARE(m_server.run({"SISMEMBER", "queues", "low"}).integer, low);
        QCOMPARE(bench.undo(report.id).moved, 2);
        QCOMPARE(keyspace(m_server), before);
    }
}

/// Sidekiq Pro keeps what a worker has in a list of its process; a process that is gone does not come back for it.
void PresetOperationsTest::sidekiqOrphans()
{
    const QByteArray members = R"("preset": "sidekiq", "prefix": "app", "queue": "mail")";
    m_server.run({"SADD", "app:super_processes", "h:1:a", "h:2:b", "h:3:c"});
    m_server.run({"HSET", "app:h:1:a", "beat", "1"});
    for (const QByteArray &process : {QByteArray("h:1:a"), QByteArray("h:2:b")}) {
        m_server.run({"SADD", "app:" + process + ":super_queues", "queue:sq|" + process + "|mail",
                      "queue:sq|" + process + "|low"});
        m_server.run({"LPUSH", "app:queue:sq|" + process + "|mail", sidekiqJob(process + '1', "mail", {}),
                      sidekiqJob(process + '2', "mail", {})});
        m_server.run({"LPUSH", "app:queue:sq|" + process + "|low", sidekiqJob(process + '3', "low", {})});
    }
    m_server.run({"SADD", "app:h:3:c:super_queues", "queue:sq_h:3:c_mail"}); // of older versions
    m_server.run({"LPUSH", "app:queue:sq_h:3:c_mail", sidekiqJob("c", "mail", {})});
    m_server.run({"LPUSH", "app:queue:mail", "waiting"});
    m_server.run({"SADD", "app:queues", "mail"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, members);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QByteArrayList mail = list("app:queue:mail");
    QCOMPARE(mail.takeFirst(), "waiting"); // the others are next
    std::sort(mail.begin(), mail.end());
    QCOMPARE(mail,
             (QByteArrayList{sidekiqJob("c", "mail", {}), sidekiqJob("h:2:b1", "mail", {}),
                             sidekiqJob("h:2:b2", "mail", {})}));
    QCOMPARE(list("app:queue:sq|h:1:a|mail").size(), 2);
    QCOMPARE(list("app:queue:sq|h:2:b|low").size(), 1);
    undo(done, members, before);
    const Run one = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"h:2:b2"_s}, members);
    QCOMPARE(one.json().value(u"moved"_s).toInt(), 1);
    undo(one, members, before);

    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","prefix":"app","queue":"mail"})");
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    m_server.run({"HSET", "app:h:2:b", "beat", "2"}); // it was only slow
    m_server.run({"HSET", "app:h:3:c", "beat", "2"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 0);
    QCOMPARE(report.skipped, 3);
    QVERIFY(report.complete());
}

void PresetOperationsTest::sidekiqLeavesWhatItCannotRead()
{
    m_server.run({"ZADD", "dead", "1", "no JSON"});
    m_server.run({"ZADD", "dead", "2", R"({"jid":"a","class":"Mail"})"}); // without a queue
    m_server.run({"ZADD", "dead", "3", sidekiqJob("b", "mail", R"(,"bid":"batch")")});
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, sidekiqDeadSet);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"matched"_s).toInt(), 1);
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 1);
    QVERIFY2(done.err.contains("2 are no jobs that name their queue"), done.err.constData());
    QVERIFY2(done.err.contains("1 belongs to a batch"), done.err.constData());
    QCOMPARE(m_server.run({"ZCARD", "dead"}).integer, 2);
}

void PresetOperationsTest::sidekiqDiscards_data()
{
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QString>("state");
    QTest::newRow("dead") << QByteArray("dead") << u"dead"_s;
    QTest::newRow("retry") << QByteArray("retry") << u"delayed"_s;
    QTest::newRow("overdue") << QByteArray("schedule") << u"due"_s;
}

void PresetOperationsTest::sidekiqDiscards()
{
    QFETCH(const QByteArray, part);
    QFETCH(const QString, state);
    for (const char *id : {"a", "b"}) {
        m_server.run({"ZADD", part, "1700000000.125", sidekiqJob(id, "mail", {})});
    }
    const auto before = keyspace(m_server);
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":")" + part + R"("})");
    OperationRequest request = bench.request(Action::Discard);
    request.state = state;
    const OperationReport report = bench.run(request);
    QCOMPARE(report.removed, 2);
    QVERIFY(keyspace(m_server).isEmpty());
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(keyspace(m_server), before);
}

void PresetOperationsTest::skipsWhatHasChanged()
{
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":"dead"})");
    for (const char *id : {"a", "b", "c"}) {
        m_server.run({"ZADD", "dead", "1700000000", sidekiqJob(id, "mail", {})});
    }
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::RequeueDead));
    QVERIFY(plan.ok());
    m_server.run({"ZREM", "dead", sidekiqJob("a", "mail", {})});
    m_server.run({"ZADD", "dead", "1800000000", sidekiqJob("b", "mail", {})}); // died again
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.moved, 1);
    QCOMPARE(report.skipped, 2);
    QVERIFY(report.complete());
    QCOMPARE(m_server.run({"LLEN", "queue:mail"}).integer, 1);
    QCOMPARE(m_server.run({"ZCARD", "dead"}).integer, 1);
}

void PresetOperationsTest::undoLeavesWhatWasTaken()
{
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":"dead"})");
    for (const char *id : {"a", "b", "c"}) {
        m_server.run({"ZADD", "dead", "1700000000", sidekiqJob(id, "mail", {})});
    }
    const OperationReport report = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(report.moved, 3);
    QVERIFY(m_server.run({"RPOP", "queue:mail"}).bytes.contains(R"("jid":"a")")); // by a worker
    m_server.run({"ZADD", "dead", "5", sidekiqJob("b", "mail", {})}); // it died again, and is there twice
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(undone.skipped, 2);
    QCOMPARE(m_server.run({"LLEN", "queue:mail"}).integer, 1);
    QCOMPARE(m_server.run({"ZSCORE", "dead", sidekiqJob("c", "mail", {})}).bytes, "1700000000");
    QCOMPARE(m_server.run({"ZSCORE", "dead", sidekiqJob("b", "mail", {})}).bytes, "5");
}

/// The preview of an undo asks of each change whether it stands, as the script does.
void PresetOperationsTest::undoSaysHowManyCanGoBack()
{
    Bench bench(m_server, R"({"name":"b","preset":"bullmq","queue":"mail"})");
    m_server.run({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5"});
    for (const QByteArray id : {"1", "2", "3", "4"}) {
        m_server.run({"ZADD", "bull:mail:failed", "1700000000000", id});
        m_server.run({"HSET", "bull:mail:" + id, "opts", "{}", "finishedOn", "1700000000000", "failedReason", "x"});
    }
    const auto possible = [&bench](const QString &operation) {
        const Plan plan = bench.undoOf(operation);
        return plan.possible ? int(*plan.possible) : -1;
    };
    const OperationReport report = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(report.moved, 4);
    QCOMPARE(possible(report.id), 4);
    m_server.run({"LREM", "bull:mail:wait", "1", "1"}); // a worker has taken it
    m_server.run({"HSET", "bull:mail:2", "finishedOn", "1800000000000"}); // it was worked on
    m_server.run({"ZADD", "bull:mail:failed", "1900000000000", "3"}); // failed again
    QCOMPARE(possible(report.id), 1);
    QCOMPARE(bench.undo(report.id).moved, 1);

    m_server.run({"DEL", "bull:mail:failed", "bull:mail:wait"});
    m_server.run({"ZADD", "bull:mail:failed", "1700000000000", "4"});
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = u"dead"_s;
    const OperationReport discarded = bench.run(discard);
    QCOMPARE(discarded.removed, 1);
    QCOMPARE(possible(discarded.id), 1);
    m_server.run({"HSET", "bull:mail:4", "name", "Other"}); // its key is in use again
    QCOMPARE(possible(discarded.id), 0);
    QCOMPARE(bench.undo(discarded.id).moved, 0);
}

/// Jobs are looked for in the whole list they were pushed to, a few in each batch.
void PresetOperationsTest::undoDeepInAList()
{
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":"dead"})");
    for (int i = 0; i < 20; ++i) {
        m_server.run({"ZADD", "dead", "1700000000", sidekiqJob("a" + QByteArray::number(i), "mail", {})});
    }
    const OperationReport report = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(report.moved, 20);
    m_server.run({"EVAL", "for i = 1, 210000 do redis.call('LPUSH', KEYS[1], i) end", "1", "queue:mail"});
    m_server.run({"CONFIG", "RESETSTAT"});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 20);
    QCOMPARE(m_server.run({"LLEN", "queue:mail"}).integer, 210'000);
    QVERIFY2(scripts().first >= 20, qPrintable(QString::number(scripts().first)));
}

/// RQ removes them at its next look, and no figure counts them.
void PresetOperationsTest::leavesFailuresThatHaveExpired()
{
    failedOfRq({"a", "b", "old"});
    m_server.run({"ZADD", "rq:failed:mail", "1000000000", "old"});
    constexpr const char *mail = R"("preset": "rq", "queue": "mail")";
    for (const QString &way : {u"--discard"_s, u"--requeue"_s}) {
        const auto before = keyspace(m_server);
        const Run done = act({u"dead"_s, u"jobs"_s, way, u"--all"_s}, mail);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.json().value(u"matched"_s).toInt(), 2);
        QCOMPARE(strings(m_server.run({"ZRANGE", "rq:failed:mail", "0", "-1"})), QByteArrayList{"old"});
        undo(done, mail, before);
    }
}

/// A time to live that is out of range is refused behind the change that took the job.
void PresetOperationsTest::revertsWhatTheServerRefuses()
{
    m_isRefusedLater = true;
    failedOfRq({"a", "b", "c"});
    m_server.run({"HSET", "rq:job:b", "ttl", "9223372036854775807"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, R"("preset": "rq", "queue": "mail")");
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 1);
    QCOMPARE(strings(m_server.run({"ZRANGE", "rq:failed:mail", "0", "-1"})), QByteArrayList{"b"});
    QCOMPARE(field("rq:job:b", "status"), "failed");
    undo(done, R"("preset": "rq", "queue": "mail")", before);

    m_server.flush(); // an event that cannot be told is no reason to lose a job
    m_server.run({"HSET", "bull:mail:meta", "version", "bullmq:5", "opts.maxLenEvents", "1e3"});
    failed({"1", "2"});
    const auto failures = keyspace(m_server);
    const Run discarded =
        act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, R"("preset": "bullmq", "queue": "mail")");
    QCOMPARE(discarded.json().value(u"removed"_s).toInt(), 2);
    undo(discarded, R"("preset": "bullmq", "queue": "mail")", failures);
}

void PresetOperationsTest::leavesRecordsOfAnotherType()
{
    constexpr const char *mail = R"("preset": "bullmq", "queue": "mail")";
    m_server.run({"HSET", "bull:mail:meta", "version", "bullmq:5"});
    failed({"1", "3"});
    m_server.run({"SET", "bull:mail:2", "no record"});
    m_server.run({"ZADD", "bull:mail:failed", "1700000000002", "2"});
    for (const QString &option : {u"--requeue"_s, u"--discard"_s}) {
        const auto before = keyspace(m_server);
        const Run done = act({u"dead"_s, u"jobs"_s, option, u"--all"_s}, mail);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.json().value(u"skipped"_s).toInt(), 1);
        QCOMPARE(strings(m_server.run({"ZRANGE", "bull:mail:failed", "0", "-1"})), QByteArrayList{"2"});
        dropEvents();
        undo(done, mail, before);
    }
}

/// Failed jobs with one cause are one group, whatever is different in their messages.
void PresetOperationsTest::groupsOfErrors()
{
    Bench bench(m_server, R"({"name":"b","preset":"rq","queue":"mail"})");
    const auto fail = [this](const QByteArray &id, const QByteArray &error) {
        const QByteArray traceback = qCompress("Traceback\n  File\n" + error + "\n").sliced(4).toBase64();
        m_server.run({"ZADD", "rq:failed:mail", "-1", id});
        m_server.run({"HSET", "rq:job:" + id, "origin", "mail", "status", "failed"});
        m_server.run({"XADD", "rq:results:" + id, "*", "type", "2", "exc_string", traceback});
    };
    fail("a", "TimeoutError: 30 s");
    fail("b", "ValueError: no address");
    fail("c", "TimeoutError: 45 s");
    OperationRequest request = bench.request(Action::RequeueDead);
    request.errorGroup = u"TimeoutError: # s"_s;
    const Result<Plan> plan = Planner(bench.client).plan(request);
    QVERIFY2(plan.ok(), plan ? "" : qPrintable(plan.error().message));
    QCOMPARE(plan->matched(), 2);
    fail("d", "TimeoutError: 50 s"); // later than the preview, which is frozen
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).moved, 2);
    QCOMPARE(strings(m_server.run({"LRANGE", "rq:queue:mail", "0", "-1"})), QByteArrayList({"a", "c"}));
    QCOMPARE(strings(m_server.run({"ZRANGE", "rq:failed:mail", "0", "-1"})), QByteArrayList({"b", "d"}));

    // The jobs of Bee-Queue are fields of one hash.
    Bench bees(m_server, R"({"name":"b","preset":"bee-queue","queue":"mail"})");
    for (const QByteArray id : {"1", "2"}) {
        m_server.run({"SADD", "bq:mail:failed", id});
        m_server.run(
            {"HSET", "bq:mail:jobs", id, R"({"status":"failed","options":{"stacktraces":["Error )" + id + R"("]}})"});
    }
    m_server.run({"SADD", "bq:mail:failed", "3"});
    m_server.run({"HSET", "bq:mail:jobs", "3", R"({"status":"failed","options":{"stacktraces":["no address"]}})"});
    OperationRequest errors = bees.request(Action::RequeueDead);
    errors.errorGroup = u"Error #"_s;
    QCOMPARE(bees.run(errors).moved, 2);
    QCOMPARE(strings(m_server.run({"SMEMBERS", "bq:mail:failed"})), QByteArrayList({"3"}));
}

/// A process that dies behind a batch: the next one records what it did, and undoes it.
void PresetOperationsTest::recoversABatch()
{
    Bench bench(m_server, R"({"name":"s","preset":"sidekiq","part":"dead"})");
    for (const char *id : {"a", "b", "c"}) {
        m_server.run({"ZADD", "dead", "1700000000", sidekiqJob(id, "mail", {})});
    }
    const auto before = keyspace(m_server);
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::RequeueDead));
    QVERIFY(plan.ok());
    const PlanStep step = bench.begin(*plan);
    bench.leaveBatch(*plan, step, 0, 0, 2);
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY2(recovered.ok(), recovered ? "" : qPrintable(recovered.error().message));
    QCOMPARE(recovered->moved, 2);
    QCOMPARE(m_server.run({"LLEN", "queue:mail"}).integer, 2);
    QCOMPARE(bench.undo(plan->id).moved, 2);
    QCOMPARE(keyspace(m_server), before);
}

constexpr const char *bullmqMail = R"("preset": "bullmq", "queue": "mail")";

void PresetOperationsTest::bullmqFailed_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("isPaused");
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("6") << QByteArray("bullmq:6.7.0") << false << QByteArray("bull:mail:wait");
    QTest::newRow("6, paused") << QByteArray("bullmq:6.7.0") << true << QByteArray("bull:mail:wait");
    QTest::newRow("5") << QByteArray("bullmq:5.81.5") << false << QByteArray("bull:mail:wait");
    QTest::newRow("5, paused") << QByteArray("bullmq:5.81.5") << true << QByteArray("bull:mail:paused");
    QTest::newRow("4") << QByteArray("bullmq:4.18.3") << false << QByteArray("bull:mail:wait");
    QTest::newRow("3") << QByteArray("bullmq:3.16.2") << false << QByteArray("bull:mail:wait");
}

/// Works like BullMQ's own retry; a child, a locked job and a job without a record stay.
void PresetOperationsTest::bullmqFailed()
{
    QFETCH(const QByteArray, version);
    QFETCH(const bool, isPaused);
    QFETCH(const QByteArray, target);
    const bool hasPriorities = !version.startsWith("bullmq:3");
    const bool isModern = hasPriorities && !version.startsWith("bullmq:4");
    m_server.run({"HSET", "bull:mail:meta", "version", version});
    if (isPaused) {
        m_server.run({"HSET", "bull:mail:meta", "paused", "1"});
    }
    failed({"1", "2", "3", "4", "5"});
    m_server.run({"HSET", "bull:mail:2", "priority", "3"});
    m_server.run({"HSET", "bull:mail:3", "opts", R"({"lifo":true})"});
    m_server.run({"HSET", "bull:mail:4", "parentKey", "bull:parents:1"});
    m_server.run({"SET", "bull:mail:5:lock", "token", "EX", "1000"});
    m_server.run({"ZADD", "bull:mail:failed", "1700000000006", "6"});
    m_server.run({"SET", "bull:mail:pc", "7"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, bullmqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"matched"_s).toInt(), 6);
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QCOMPARE(list(target), hasPriorities ? (QByteArrayList{"1", "3"}) : (QByteArrayList{"2", "1", "3"}));
    QCOMPARE(m_server.run({"ZSCORE", "bull:mail:prioritized", "2"}).bytes,
             hasPriorities ? "12884901896" : ""); // 3 * 2^32 + 8
    QCOMPARE(m_server.run({"GET", "bull:mail:pc"}).bytes, hasPriorities ? "8" : "7");
    QCOMPARE(m_server.run({"EXISTS", "bull:mail:marker"}).integer, isModern && !isPaused ? 1 : 0);
    QCOMPARE(m_server.run({"XLEN", "bull:mail:events"}).integer, 3);
    QCOMPARE(m_server.run({"HMGET", "bull:mail:1", "failedReason", "finishedOn", "processedOn"}).elements.size(), 3);
    QCOMPARE(m_server.run({"HEXISTS", "bull:mail:1", "failedReason"}).integer, 0);
    QCOMPARE(field("bull:mail:1", "atm"), "1");
    QCOMPARE(field("bull:mail:4", "failedReason"), "boom");
    dropEvents();
    undo(done, bullmqMail, before);
}

void PresetOperationsTest::bullmqMarks_data()
{
    QTest::addColumn<bool>("isPaused");
    QTest::addColumn<QByteArray>("waiting");
    QTest::newRow("nothing waits") << false << QByteArray();
    QTest::newRow("paused") << true << QByteArray();
    QTest::newRow("a job waits") << false << QByteArray("9");
}

/// In version 4 jobs with a priority are in a set of their own, and a mark in an empty `wait` wakes workers.
void PresetOperationsTest::bullmqMarks()
{
    QFETCH(const bool, isPaused);
    QFETCH(const QByteArray, waiting);
    m_server.run({"HSET", "bull:mail:meta", "version", "bullmq:4.17.3"});
    if (isPaused) {
        m_server.run({"HSET", "bull:mail:meta", "paused", "1"});
    }
    if (!waiting.isEmpty()) {
        m_server.run({"LPUSH", "bull:mail:wait", waiting});
    }
    failed({"1", "2"});
    m_server.run({"HSET", "bull:mail:1", "priority", "9"});
    m_server.run({"HSET", "bull:mail:2", "priority", "4"});
    m_server.run({"SET", "bull:mail:pc", "4"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, bullmqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(strings(m_server.run({"ZRANGE", "bull:mail:prioritized", "0", "-1", "WITHSCORES"})),
             (QByteArrayList{"2", "17179869190", "1", "38654705669"})); // 4 and 9 * 2^32, and 6 and 5
    QCOMPARE(m_server.run({"GET", "bull:mail:pc"}).bytes, "6");
    QCOMPARE(list("bull:mail:wait"),
             !waiting.isEmpty() ? QByteArrayList{waiting}
                 : isPaused     ? QByteArrayList()
                                : QByteArrayList{"0:0"});
    QCOMPARE(m_server.run({"EXISTS", "bull:mail:marker", "bull:mail:paused"}).integer, 0);
    dropEvents();
    undo(done, bullmqMail, before);
}

void PresetOperationsTest::bullmqStale_data()
{
    QTest::addColumn<QByteArray>("preset");
    QTest::addColumn<QByteArray>("counter");
    QTest::newRow("bullmq") << QByteArray("bullmq") << QByteArray("stc");
    QTest::newRow("bull") << QByteArray("bull") << QByteArray("stalledCounter");
}

/// Active jobs without a lock go to where workers take next; those of a worker that lives stay.
void PresetOperationsTest::bullmqStale()
{
    QFETCH(const QByteArray, preset);
    QFETCH(const QByteArray, counter);
    const QByteArray mail = R"("preset": ")" + preset + R"(", "queue": "mail")";
    if (preset == "bullmq") {
        m_server.run({"HSET", "bull:mail:meta", "version", "bullmq:6.7.0"});
        m_server.run({"ZADD", "bull:mail:marker", "0", "0"}); // a job waits
    }
    jobs({"1", "2", "3", "4"});
    m_server.run({"RPUSH", "bull:mail:active", "4", "3", "2", "1", "gone"});
    const bool hasMark = preset == "bullmq";
    if (hasMark) {
        m_server.run({"RPUSH", "bull:mail:active", "0:0"}); // no job
    }
    m_server.run({"SET", "bull:mail:3:lock", "token", "EX", "1000"});
    m_server.run({"SADD", "bull:mail:stalled", "1", "3"});
    m_server.run({"RPUSH", "bull:mail:wait", "9"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, mail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"matched"_s).toInt(), 4); // and one is locked, which is said
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QVERIFY2(done.err.contains("Locked by workers that have them, and left: 1."), done.err.constData());
    QCOMPARE(list("bull:mail:wait"), (QByteArrayList{"9", "1", "2", "4"}));
    QCOMPARE(list("bull:mail:active"), hasMark ? (QByteArrayList{"3", "gone", "0:0"}) : (QByteArrayList{"3", "gone"}));
    QCOMPARE(strings(m_server.run({"SMEMBERS", "bull:mail:stalled"})), QByteArrayList{"3"});
    QCOMPARE(field("bull:mail:1", counter), "1");
    dropEvents();
    undo(done, mail, before);
    const Run again = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"2"_s}, mail);
    QVERIFY2(again.code == 0, again.err.constData());
    QCOMPARE(again.json().value(u"moved"_s).toInt(), 1);
    m_server.run({"RPOP", "bull:mail:wait"}); // by a worker
    const Run undone = act({u"undo"_s, again.json().value(u"operation"_s).toString()}, mail);
    QCOMPARE(undone.json().value(u"moved"_s).toInt(), 0);
}

void PresetOperationsTest::bullmqWithoutAVersion_data()
{
    QTest::addColumn<QByteArrayList>("sign");
    QTest::addColumn<QByteArrayList>("waiting"); // empty: refused
    QTest::newRow("5, by its marker") << QByteArrayList{"ZADD", "bull:mail:marker", "0", "0"} << QByteArrayList{"1"};
    QTest::newRow("4, by a mark in wait")
        << QByteArrayList{"LPUSH", "bull:mail:wait", "0:1700000000000"} << QByteArrayList{"1", "0:1700000000000"};
    QTest::newRow("unknown") << QByteArrayList{"LPUSH", "bull:mail:wait", "9"} << QByteArrayList();
    QTest::newRow("paused") << QByteArrayList{"HSET", "bull:mail:meta", "paused", "1"} << QByteArrayList();
}

/// Where META names no version, the keys that only one version has tell it.
void PresetOperationsTest::bullmqWithoutAVersion()
{
    QFETCH(const QByteArrayList, sign);
    QFETCH(const QByteArrayList, waiting);
    m_server.run({"HSET", "bull:mail:meta", "opts.maxLenEvents", "10000"});
    failed({"1", "2"});
    m_server.run({"HSET", "bull:mail:2", "priority", "1"});
    m_server.run(std::vector<QByteArrayView>(sign.begin(), sign.end()));
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, bullmqMail);
    if (waiting.isEmpty()) {
        QCOMPARE(done.code, 4);
        QVERIFY2(done.err.contains("does not name a version"), done.err.constData());
        QCOMPARE(keyspace(m_server), before);
        return;
    }
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("bull:mail:wait"), waiting);
    QCOMPARE(m_server.run({"ZSCORE", "bull:mail:prioritized", "2"}).bytes, "4294967297");
    dropEvents();
    undo(done, bullmqMail, before);
}

void PresetOperationsTest::stalledBefore_data()
{
    QTest::addColumn<QByteArray>("version"); // empty: Bull
    QTest::addColumn<QByteArray>("counter");
    QTest::addColumn<bool>("failsLater"); // when a worker takes it
    QTest::newRow("bullmq 6") << QByteArray("bullmq:6.7.0") << QByteArray("stc") << true;
    QTest::newRow("bullmq 5.54") << QByteArray("bullmq:5.54.0") << QByteArray("stc") << true;
    QTest::newRow("bullmq 5.53") << QByteArray("bullmq:5.53.0") << QByteArray("stc") << false;
    QTest::newRow("bullmq 4") << QByteArray("bullmq:4.17.3") << QByteArray("stalledCounter") << false;
    QTest::newRow("bull") << QByteArray() << QByteArray("stalledCounter") << false;
}

/// A job that stalls a second time is over the limit of the workers: they fail it, now or when one takes it.
void PresetOperationsTest::stalledBefore()
{
    QFETCH(const QByteArray, version);
    QFETCH(const QByteArray, counter);
    QFETCH(const bool, failsLater);
    const QByteArray mail =
        R"("preset": ")" + QByteArray(version.isEmpty() ? "bull" : "bullmq") + R"(", "queue": "mail")";
    if (!version.isEmpty()) {
        m_server.run({"HSET", "bull:mail:meta", "version", version});
    }
    jobs({"1", "2", "3"});
    m_server.run({"HSET", "bull:mail:1", counter, "1"});
    m_server.run({"HSET", "bull:mail:3", counter, "1", "rjk", "daily"}); // its scheduler waits for it
    m_server.run({"ZADD", "bull:mail:repeat", "1800000000000", "daily"});
    m_server.run({"RPUSH", "bull:mail:active", "3", "2", "1"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, mail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), failsLater ? 3 : 1);
    QCOMPARE(list("bull:mail:wait"), failsLater ? (QByteArrayList{"1", "2", "3"}) : QByteArrayList{"2"});
    QCOMPARE(field("bull:mail:1", counter), failsLater ? "2" : "1");
    QCOMPARE(field("bull:mail:1", "defa"), failsLater ? "job stalled more than allowable limit" : "");
    QCOMPARE(field("bull:mail:2", "defa"), "");
    QCOMPARE(field("bull:mail:3", "defa"), "");
    const QByteArray told = failsLater ? "Have stalled before, so that the worker that takes them fails them instead "
                                         "of running them: 1."
                                       : "stalled before, for which ";
    QVERIFY2((done.err + done.out).contains(told), (done.err + done.out).constData());
    dropEvents();
    undo(done, mail, before);
}

void PresetOperationsTest::bullmqDiscards()
{
    failed({"1", "2", "3"});
    m_server.run({"RPUSH", "bull:mail:1:logs", "a", "b"});
    m_server.run({"PEXPIREAT", "bull:mail:1:logs", "4102444800000"});
    m_server.run({"HSET", "bull:mail:2", "parentKey", "bull:parents:1"});
    m_server.run({"SADD", "bull:mail:3:dependencies", "bull:children:1"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, bullmqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"removed"_s).toInt(), 1);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 2);
    QCOMPARE(m_server.run({"EXISTS", "bull:mail:1", "bull:mail:1:logs"}).integer, 0);
    QCOMPARE(m_server.run({"ZCARD", "bull:mail:failed"}).integer, 2);
    dropEvents();
    undo(done, bullmqMail, before);
}

/// The key of a deduplication goes with the job that it names; the next job of a scheduler stays.
void PresetOperationsTest::bullmqDiscardsWhatBelongsToAJob()
{
    failed({"1", "2", "3", "4"});
    for (const QByteArray id : {"1", "2", "3", "4"}) {
        m_server.run({"HSET", "bull:mail:" + id, "deid", "k" + id});
    }
    m_server.run({"SET", "bull:mail:de:k1", "1"});
    m_server.run({"PEXPIREAT", "bull:mail:de:k1", "4102444800000"});
    m_server.run({"SET", "bull:mail:de:k2", "9"}); // of a later job
    m_server.run({"SADD", "bull:mail:de:k3", "no key of a deduplication"});
    m_server.run({"SET", "bull:mail:de:k4", "4"});
    m_server.run({"HSET", "bull:mail:dn:k4", "name", "a"}); // a job that is added when this one ends
    for (const char *time : {"1700000000000", "1600000000000"}) {
        const QByteArray id = "repeat:daily:" + QByteArray(time);
        jobs({id});
        m_server.run({"HSET", "bull:mail:" + id, "rjk", "daily"});
        m_server.run({"ZADD", "bull:mail:failed", time, id});
    }
    m_server.run({"ZADD", "bull:mail:repeat", "1700000000000", "daily"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, bullmqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"removed"_s).toInt(), 4);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 2);
    QVERIFY2((done.err + done.out).contains("the next job of a scheduler"), (done.err + done.out).constData());
    QByteArrayList left = strings(m_server.run({"ZRANGE", "bull:mail:failed", "0", "-1"}));
    std::sort(left.begin(), left.end());
    QCOMPARE(left, (QByteArrayList{"4", "repeat:daily:1700000000000"}));
    QCOMPARE(m_server.run({"EXISTS", "bull:mail:de:k1"}).integer, 0);
    QCOMPARE(
        m_server.run({"EXISTS", "bull:mail:de:k2", "bull:mail:de:k3", "bull:mail:de:k4", "bull:mail:dn:k4"}).integer,
        4);
    dropEvents();
    undo(done, bullmqMail, before);
}

void PresetOperationsTest::bullFailed()
{
    constexpr const char *mail = R"("preset": "bull", "queue": "mail")";
    failed({"1", "2"});
    m_server.run({"HSET", "bull:mail:1", "attemptsMade", "3"});
    m_server.run({"SET", "bull:mail:meta-paused", "1"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, mail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("bull:mail:paused"), (QByteArrayList{"2", "1"}));
    QCOMPARE(field("bull:mail:1", "attemptsMade"), "3");
    QVERIFY(field("bull:mail:1", "retriedOn").toLongLong() > 0);
    undo(done, mail, before);
}

constexpr const char *beequeueMail = R"("preset": "bee-queue", "queue": "mail")";

void PresetOperationsTest::beequeueFailed()
{
    const QByteArray job = R"({"data": {"n":1.0, "status":"x"},"options":{"stacktraces":["boom"]},"status": "failed"})";
    m_server.run({"HSET", "bq:mail:jobs", "1", job, "2", job, "3", "no JSON"});
    m_server.run({"SADD", "bq:mail:failed", "1", "2", "3"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, beequeueMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 1);
    QCOMPARE(m_server.run({"LLEN", "bq:mail:waiting"}).integer, 2);
    QCOMPARE(field("bq:mail:jobs", "1"), QByteArray(job).replace(R"("failed")", R"("retrying")"));
    undo(done, beequeueMail, before);
    const Run discarded = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, beequeueMail);
    QVERIFY2(discarded.code == 0, discarded.err.constData());
    QCOMPARE(discarded.json().value(u"removed"_s).toInt(), 3);
    QCOMPARE(m_server.run({"EXISTS", "bq:mail:jobs", "bq:mail:failed"}).integer, 0);
    undo(discarded, beequeueMail, before);
}

/// Only what its own check would give back: marked, and the interval is over.
void PresetOperationsTest::beequeueStalled()
{
    for (const char *id : {"1", "2", "3"}) {
        m_server.run({"HSET", "bq:mail:jobs", id, R"({"status":"created"})"});
        m_server.run({"LPUSH", "bq:mail:active", id});
    }
    m_server.run({"SADD", "bq:mail:stalling", "1", "3"});
    m_server.run({"SET", "bq:mail:stallBlock", "1", "EX", "1000"});
    const Run early = act({u"requeue"_s, u"jobs"_s}, beequeueMail);
    QCOMPARE(early.json().value(u"moved"_s).toInt(), 0);
    const Run byAge = act({u"requeue"_s, u"jobs"_s, u"--older-than"_s, u"1h"_s}, beequeueMail);
    QVERIFY2(byAge.code == 2 && byAge.err.contains("how long"), byAge.err.constData());
    m_server.run({"UNLINK", "bq:mail:stallBlock"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, beequeueMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("bq:mail:waiting"), (QByteArrayList{"3", "1"}));
    QCOMPARE(list("bq:mail:active"), QByteArrayList{"2"});
    QCOMPARE(m_server.run({"EXISTS", "bq:mail:stalling"}).integer, 0);
    undo(done, beequeueMail, before);
}

constexpr const char *asynqMail = R"("preset": "asynq", "queue": "mail")";

void PresetOperationsTest::asynqArchived()
{
    for (const char *id : {"a", "b"}) {
        m_server.run(
            {"HSET", "asynq:{mail}:t:" + QByteArray(id), "msg", QByteArray("\x0a\x01x\0\xff", 5), "state", "archived"});
        m_server.run({"ZADD", "asynq:{mail}:archived", "1700000000", id});
    }
    m_server.run({"ZADD", "asynq:{mail}:archived", "1700000001", "gone"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, asynqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("asynq:{mail}:pending"), (QByteArrayList{"b", "a"}));
    QCOMPARE(field("asynq:{mail}:t:a", "state"), "pending");
    const qint64 since = field("asynq:{mail}:t:a", "pending_since").toLongLong() / 1'000'000;
    QVERIFY(std::abs(since - QDateTime::currentMSecsSinceEpoch()) < 60'000);
    undo(done, asynqMail, before);
}

/// Works like asynq's own recoverer: one more retry, due now, or the archive if there are no retries left.
void PresetOperationsTest::asynqExpired()
{
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    // type "x", retry 3 or 1, retried 1, timeout 1800, headers
    const QByteArray head("\x0a\x01x\x28"), middle("\x30\x01"), tail("\x40\x88\x0e\x7a\x03\x0a\x01h");
    const auto task = [&](const QByteArray &id, const QByteArray &most, qint64 lease) {
        m_server.run({"HSET", "asynq:{mail}:t:" + id, "msg", head + most + middle + tail, "state", "active"});
        m_server.run({"LPUSH", "asynq:{mail}:active", id});
        m_server.run({"ZADD", "asynq:{mail}:lease", QByteArray::number(lease), id});
    };
    task("a", "\x03", now - 100);
    task("b", "\x01", now - 90);
    task("lives", "\x03", now + 1000);
    task("c", "\x03", now - 80);
    task("second", "\x03", now + 1000);
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, asynqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QCOMPARE(list("asynq:{mail}:active"), (QByteArrayList{"second", "lives"}));
    QVERIFY(m_server.run({"ZSCORE", "asynq:{mail}:retry", "a"}).bytes.toLongLong() >= now);
    QVERIFY(m_server.run({"ZSCORE", "asynq:{mail}:archived", "b"}).bytes.toLongLong() >= now);
    QCOMPARE(field("asynq:{mail}:t:a", "state"), "retry");
    QCOMPARE(field("asynq:{mail}:t:b", "state"), "archived");
    const QByteArray error = "\x3a\x19"
                             "asynq: task lease expired\x58";
    QVERIFY(field("asynq:{mail}:t:a", "msg").startsWith(head + "\x03" + tail + "\x30\x02" + error));
    QVERIFY(field("asynq:{mail}:t:b", "msg").startsWith(head + "\x01" + tail + "\x30\x01" + error));
    undo(done, asynqMail, before);
    const Run named = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"lives"_s}, asynqMail);
    QCOMPARE(named.json().value(u"moved"_s).toInt(), 0);
}

/// Tasks are known by their ids, whatever their messages hold: a batch ends where it has read enough.
void PresetOperationsTest::asynqLarge()
{
    const QByteArray now = QByteArray::number(QDateTime::currentSecsSinceEpoch() - 100);
    const QByteArray payload(100'000, 'x');
    for (int i = 0; i < 60; ++i) { // 100,000 is a0 8d 06
        const QByteArray id = QByteArray::number(i);
        m_server.run({"HSET", "asynq:{mail}:t:" + id, "msg", "\x28\x03\x12\xa0\x8d\x06" + payload, "state", "active"});
        m_server.run({"LPUSH", "asynq:{mail}:active", id});
        m_server.run({"ZADD", "asynq:{mail}:lease", now, id});
    }
    const auto before = keyspace(m_server);
    m_server.run({"CONFIG", "RESETSTAT"});
    const Run done = act({u"requeue"_s, u"jobs"_s}, asynqMail);
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 60);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 0);
    QVERIFY2(scripts().first >= 60 / 3, qPrintable(QString::number(scripts().first)));
    undo(done, asynqMail, before);
}

/// The lock of a unique task is removed with it, unless another task holds it by now.
void PresetOperationsTest::asynqDiscards()
{
    for (const char *id : {"a", "b"}) {
        const QByteArray lock = "asynq:{mail}:unique:x:" + QByteArray(id);
        m_server.run({"HSET", "asynq:{mail}:t:" + QByteArray(id), "msg", "x", "state", "archived", "unique_key", lock});
        m_server.run({"ZADD", "asynq:{mail}:archived", "1700000000", id});
        m_server.run({"SET", lock, "a"});
        m_server.run({"PEXPIREAT", lock, "4102444800000"});
    }
    m_server.run(
        {"HSET", "asynq:{mail}:t:c", "msg", "x", "state", "archived", "unique_key", "asynq:{mail}:unique:x:c"});
    m_server.run({"ZADD", "asynq:{mail}:archived", "1700000000", "c"});
    m_server.run({"SADD", "asynq:{mail}:unique:x:c", "no lock"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, asynqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"removed"_s).toInt(), 3);
    QCOMPARE(keyspace(m_server).keys(), (QList<QByteArray>{"asynq:{mail}:unique:x:b", "asynq:{mail}:unique:x:c"}));
    undo(done, asynqMail, before);
}

void PresetOperationsTest::namesLikeVariables_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("id") << QByteArray("id");
    QTest::newRow("element") << QByteArray("element");
}

/// A queue may be called as what stands for the id of a job: the records are its own, not those of another queue.
void PresetOperationsTest::namesLikeVariables()
{
    QFETCH(const QByteArray, name);
    const QByteArray braced = '{' + name + '}';
    const QByteArray tasks = R"("preset": "asynq", "queue": ")" + name + '"';
    m_server.run({"HSET", "asynq:" + braced + ":t:a", "msg", "x", "state", "archived"});
    m_server.run({"ZADD", "asynq:" + braced + ":archived", "1700000000", "a"});
    auto before = keyspace(m_server);
    const Run ran = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, tasks);
    QVERIFY2(ran.code == 0, ran.err.constData());
    QCOMPARE(ran.json().value(u"moved"_s).toInt(), 1);
    QCOMPARE(list("asynq:" + braced + ":pending"), QByteArrayList{"a"});
    undo(ran, tasks, before);

    const QByteArray jobs = R"("preset": "bullmq", "prefix": "{id}", "queue": ")" + braced + '"';
    const QByteArray base = "{id}:" + braced + ':';
    m_server.flush();
    m_server.run({"HSET", base + "meta", "version", "bullmq:5.81.5"});
    for (const QByteArray &record : QByteArrayList{base + '7', "7:7:7", "{id}:7:7", "7:" + braced + ":7"}) {
        m_server.run({"HSET", record, "opts", "{}", "failedReason", record, "finishedOn", "1"});
    }
    m_server.run({"ZADD", base + "failed", "1700000000000", "7"});
    before = keyspace(m_server);
    const Run requeued = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, jobs);
    QCOMPARE(requeued.json().value(u"moved"_s).toInt(), 1);
    QCOMPARE(m_server.run({"HEXISTS", base + '7', "failedReason"}).integer, 0);
    QCOMPARE(field("{id}:7:7", "failedReason"), "{id}:7:7");
    m_server.run({"UNLINK", base + "events"});
    undo(requeued, jobs, before);
    const Run removed = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, jobs);
    QCOMPARE(removed.json().value(u"removed"_s).toInt(), 1);
    QCOMPARE(m_server.run({"EXISTS", base + '7'}).integer, 0);
    QCOMPARE(m_server.run({"EXISTS", "7:7:7", "{id}:7:7", "7:" + braced + ":7"}).integer, 3);
    m_server.run({"UNLINK", base + "events"});
    undo(removed, jobs, before);
}

/// Messages older than the visibility timeout, to the list of their priority; what waits for its ETA stays.
void PresetOperationsTest::celeryUnacked()
{
    constexpr const char *unacked = R"("preset": "celery", "part": "unacked")";
    const auto message = [](const QByteArray &eta, const QByteArray &priority) {
        return QByteArray(R"({"body": "W10=", "headers": {"task": "t", "eta": )") + eta
            + R"(}, "properties": {"delivery_info": {"exchange": "x", "routing_key": "mail"}, "priority": )" + priority
            + "}}";
    };
    const auto add = [&](const QByteArray &tag, const QByteArray &text, const QByteArray &received) {
        m_server.run({"HSET", "unacked", tag, '[' + text + R"(, "x", "mail"])"});
        m_server.run({"ZADD", "unacked_index", received, tag});
    };
    const QByteArray now = QByteArray::number(QDateTime::currentSecsSinceEpoch()) + ".5";
    add("a", message("null", "0"), "1700000000.25");
    add("b", message("null", "7"), "1700000001.25");
    add("due", message(R"("2020-01-01T00:00:00.5+00:00")", "0"), "1700000002");
    add("waits", message(R"("2999-01-01T00:00:00+00:00")", "0"), "1700000003");
    add("young", message("null", "0"), now);
    m_server.run({"ZADD", "unacked_index", "1700000004", "gone", "1600000000", "lost"});
    m_server.run({"SADD", "_kombu.binding.x", QByteArray("mail\x06\x16\x06\x16mails"),
                  QByteArray("b\x06\x16\x06\x16"
                             "b")});
    m_server.run({"LPUSH",
                  "mails\x06\x16"
                  "3",
                  "other"});
    m_server.run({"PEXPIREAT",
                  "mails\x06\x16"
                  "3",
                  "4102444800000"});
    const auto before = keyspace(m_server);
    const Run one = act({u"requeue"_s, u"jobs"_s, u"--limit=1"_s}, unacked); // the oldest is not one of them
    QCOMPARE(one.json().value(u"moved"_s).toInt(), 1);
    undo(one, unacked, before);
    const Run done = act({u"requeue"_s, u"jobs"_s}, unacked);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 3);
    QVERIFY2(done.err.contains("Waiting in a worker for their ETA, and left: 1."), done.err.constData());
    const QByteArrayList mails = list("mails");
    QCOMPARE(mails.size(), 2);
    QCOMPARE(mails[0],
             QByteArray(
                 R"({"body": "W10=", "headers": {"task": "t", "eta": null,"redelivered":true}, "properties": )"
                 R"({"delivery_info": {"exchange": "x", "routing_key": "mail","redelivered":true}, "priority": 0}})"));
    QCOMPARE(list("mails\x06\x16"
                  "6")
                 .size(),
             1);
    QCOMPARE(m_server.run({"PEXPIRETIME", "mails"}).integer, 4102444800000);
    QCOMPARE(m_server
                 .run({"PEXPIRETIME",
                       "mails\x06\x16"
                       "6"})
                 .integer,
             4102444800000);
    QCOMPARE(m_server.run({"HLEN", "unacked"}).integer, 2);
    undo(done, unacked, before);
    const Run young = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"young"_s}, unacked);
    QCOMPARE(young.json().value(u"moved"_s).toInt(), 0);
}

/// Where the lists of priorities are named with a colon, messages go back to those.
void PresetOperationsTest::celeryColons()
{
    m_server.run({"HSET", "unacked", "a", R"([{"headers":{},"properties":{"priority":7}}, "", "mail"])"});
    m_server.run({"HSET", "unacked", "b", R"([{"headers":{},"properties":{"priority":7}}, "", "low"])"});
    m_server.run({"ZADD", "unacked_index", "1700000000", "a", "1700000001", "b"});
    m_server.run({"LPUSH", "mail:3", "other"});
    m_server.run({"LPUSH", "low:3", "other"});
    m_server.run({"SADD", "_kombu.binding.low:3", "low:3"}); // a queue
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, R"("preset": "celery", "part": "unacked")");
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("mail:6").size(), 1);
    QCOMPARE(list("low\x06\x16"
                  "6")
                 .size(),
             1);
    undo(done, R"("preset": "celery", "part": "unacked")", before);
}

/// Of what leaves everything it says why.
void PresetOperationsTest::celeryOfNoQueue()
{
    m_server.run({"HSET", "unacked", "a", R"([{"headers":{},"properties":{}}, "nowhere", "mail"])"});
    m_server.run({"ZADD", "unacked_index", "1700000000", "a"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, R"("preset": "celery", "part": "unacked")");
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"matched"_s).toInt(-1), 0);
    QVERIFY2(done.err.contains("or of no single queue, and left: 1."), done.err.constData());
    QCOMPARE(keyspace(m_server), before);
}

void PresetOperationsTest::celeryRedelivered_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("restored");
    const auto row = [](const char *name, const char *message, const char *restored) {
        QTest::newRow(name) << QByteArray(message) << QByteArray(restored);
    };
    row("empty", R"({"body": "x", "headers": {}, "properties": {"delivery_info": { }, "priority": 0}})",
        R"({"body": "x", "headers": {"redelivered":true}, "properties": {"delivery_info": { "redelivered":true}, )"
        R"("priority": 0}})");
    row("missing", R"({"body": "x", "properties": {"priority": 0}})",
        R"({"body": "x", "properties": {"priority": 0,"delivery_info":{"redelivered":true}},)"
        R"("headers":{"redelivered":true}})");
    row("both missing", R"({"body": {}})",
        R"({"body": {},"headers":{"redelivered":true},"properties":{"delivery_info":{"redelivered":true}}})");
    row("redelivered before", R"({"headers": {"redelivered": false}, "properties": {"delivery_info": {"a": []}}})",
        R"({"headers": {"redelivered": true}, "properties": {"delivery_info": {"a": [],"redelivered":true}}})");
    row("no objects", R"({"headers": null, "properties": {"delivery_info": 1}})",
        R"({"headers": null, "properties": {"delivery_info": 1}})");
}

/// A message of the first task protocol has no headers; of all that is restored the mark tells.
void PresetOperationsTest::celeryRedelivered()
{
    constexpr const char *unacked = R"("preset": "celery", "part": "unacked")";
    QFETCH(const QByteArray, message);
    QFETCH(const QByteArray, restored);
    m_server.run({"HSET", "unacked", "a", '[' + message + R"(, "", "mail"])"});
    m_server.run({"ZADD", "unacked_index", "1700000000.25", "a"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, unacked);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(list("mail"), QByteArrayList{restored});
    undo(done, unacked, before);
}

void PresetOperationsTest::resqueFailed()
{
    const QByteArray members = R"("preset": "resque", "part": "failed")";
    const auto failure = [](const QByteArray &arguments, const QByteArray &queue, const QByteArray &more = {}) {
        return R"({"failed_at":"2026/11/20 10:00:00 UTC","payload":{"class":"Mail", "args":[)" + arguments
            + R"(]},"exception":"E","queue":")" + queue + '"' + more + "}";
    };
    const QByteArray twice = failure("12345678901234567890", "mail");
    m_server.run({"RPUSH", "resque:failed", twice, "no JSON", failure("2", "low"), twice,
                  failure("3", "mail", R"(,"retried_at":"2026/11/21 10:00:00")"), failure("4", "mail")});
    m_server.run({"SADD", "resque:queues", "low"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, members);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 4);
    QVERIFY2(done.err.contains("1 was retried already"), done.err.constData());
    const QByteArray first = R"({"class":"Mail", "args":[12345678901234567890]})";
    QCOMPARE(list("resque:queue:mail"), (QByteArrayList{first, first, R"({"class":"Mail", "args":[4]})"}));
    QCOMPARE(list("resque:queue:low"), QByteArrayList{R"({"class":"Mail", "args":[2]})"});
    QCOMPARE(m_server.run({"LLEN", "resque:failed"}).integer, 2);
    QCOMPARE(m_server.run({"SISMEMBER", "resque:queues", "mail"}).integer, 1);
    undo(done, members, before); // each to its place
    const Run gone = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, members);
    QCOMPARE(gone.json().value(u"removed"_s).toInt(), 6);
    QVERIFY(!keyspace(m_server).contains("resque:failed"));
    undo(gone, members, before);
}

/// Where Resque keeps failures by queue they are those of the queue; else it says where they are.
void PresetOperationsTest::resqueFailedByQueue()
{
    const QByteArray members = R"("preset": "resque", "queue": "mail")";
    const auto failure = [](const QByteArray &argument) {
        return R"({"failed_at":"2026/11/20 10:00:00 UTC","payload":{"class":"Mail","args":[)" + argument
            + R"(]},"exception":"E","queue":"mail"})";
    };
    m_server.run({"RPUSH", "resque:failed", failure("1")});
    const Run elsewhere = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, members);
    QCOMPARE(elsewhere.json().value(u"matched"_s).toInt(-1), 0);
    QVERIFY2(elsewhere.err.contains("the part failed has those of all queues"), elsewhere.err.constData());
    m_server.run({"SADD", "resque:failed_queues", "mail_failed"});
    m_server.run({"RPUSH", "resque:mail_failed", failure("2"), failure("3")});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, members);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("resque:queue:mail"),
             (QByteArrayList{R"({"class":"Mail","args":[2]})", R"({"class":"Mail","args":[3]})"}));
    QCOMPARE(m_server.run({"LLEN", "resque:failed"}).integer, 1);
    undo(done, members, before);
    const Run gone = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, members);
    QCOMPARE(gone.json().value(u"removed"_s).toInt(), 2);
    QVERIFY(!keyspace(m_server).contains("resque:mail_failed"));
    undo(gone, members, before);
}

constexpr const char *rqMail = R"("preset": "rq", "queue": "mail")";

void PresetOperationsTest::rqFailed()
{
    const auto job = [this](const QByteArray &id, const QByteArray &status, const QByteArray &ttl = {}) {
        m_server.run({"HSET", "rq:job:" + id, "status", status, "origin", "mail", "data", QByteArray("x\x9c\0\xff", 4),
                      "enqueued_at", "2026-01-01T00:00:00.000001Z", "started_at", "2026-01-01T00:00:01.000000Z"});
        m_server.run({"HSET", "rq:job:" + id, "exc_info", "zlib", "created_at", "2026-01-01T00:00:00.000000Z"});
        if (!ttl.isEmpty()) {
            m_server.run({"HSET", "rq:job:" + id, "ttl", ttl});
        }
        m_server.run({"PEXPIREAT", "rq:job:" + id, "4102444800000"});
    };
    job("a", "failed");
    job("b", "stopped", "3600");
    m_server.run({"ZADD", "rq:failed:mail", "4000000000", "a", "-1", "b"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, rqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QCOMPARE(list("rq:queue:mail"), (QByteArrayList{"b", "a"})); // by their scores
    QCOMPARE(strings(m_server.run({"SMEMBERS", "rq:queues"})), QByteArrayList{"rq:queue:mail"});
    QCOMPARE(m_server.run({"HGET", "rq:job:a", "status"}).bytes, "queued");
    QCOMPARE(m_server.run({"HGET", "rq:job:a", "started_at"}).bytes, "");
    QCOMPARE(m_server.run({"HGET", "rq:job:a", "data"}).bytes, QByteArray("x\x9c\0\xff", 4));
    QCOMPARE(m_server.run({"HGET", "rq:job:a", "exc_info"}).bytes, QByteArray::fromHex("789c030000000001"));
    const QDateTime enqueued = QDateTime::fromString(
        QString::fromLatin1(m_server.run({"HGET", "rq:job:a", "enqueued_at"}).bytes), Qt::ISODateWithMs);
    QVERIFY(std::abs(enqueued.secsTo(QDateTime::currentDateTimeUtc())) < 60);
    QCOMPARE(m_server.run({"PTTL", "rq:job:a"}).integer, -1);
    const qint64 left = m_server.run({"TTL", "rq:job:b"}).integer;
    QVERIFY(left > 3'500 && left <= 3'600);
    undo(done, rqMail, before);
    const Run gone = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, rqMail);
    QCOMPARE(gone.json().value(u"removed"_s).toInt(), 2);
    QVERIFY(keyspace(m_server).isEmpty());
    undo(gone, rqMail, before);
}

void PresetOperationsTest::rqStale()
{
    const QByteArray execution = "0123456789abcdef0123456789abcdef";
    for (const char *id : {"a", "b", "c"}) {
        m_server.run({"HSET", QByteArray("rq:job:") + id, "status", "started", "origin", "mail"});
    }
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "a:" + execution, "1700000001", "b", "4000000000", "c"});
    m_server.run({"HSET", "rq:execution:a:" + execution, "created_at", "1"});
    const QByteArray soon = QByteArray::number(QDateTime::currentSecsSinceEpoch() + 50); // for a minute longer
    m_server.run({"ZADD", "rq:executions:a", soon, execution});
    m_server.run({"SADD", "rq:queues", "rq:queue:mail"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, rqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 2);
    QByteArrayList queued = list("rq:queue:mail");
    std::sort(queued.begin(), queued.end());
    QCOMPARE(queued, (QByteArrayList{"a", "b"}));
    QCOMPARE(m_server.run({"EXISTS", "rq:executions:a", "rq:execution:a:" + execution}).integer, 0);
    undo(done, rqMail, before);
    const Run named = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"c"_s}, rqMail); // its worker has it
    QCOMPARE(named.json().value(u"skipped"_s).toInt(), 1);
    QCOMPARE(keyspace(m_server), before);
}

/// The server has a record of an id; of an entry of an execution it has that of its job alone.
void PresetOperationsTest::rqIdsWithColons()
{
    const QByteArray hex(32, 'a');
    for (const QByteArray &id : {QByteArray("a"), QByteArray("t:b"), QByteArray("t:c"), "t:" + hex}) {
        m_server.run({"HSET", "rq:job:" + id, "status", "started", "origin", "mail"});
    }
    m_server.run({"HSET", "rq:job:t", "status", "failed", "origin", "mail"}); // not that of t:… before RQ 2
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "a:X-1", "1700000001", "t:b", "1700000002", "t:c:" + hex,
                  "1700000003", "t:" + hex, "1700000004", "gone:" + hex});
    m_server.run({"ZADD", "rq:executions:a", "1700000000", "X-1"});
    m_server.run({"HSET", "rq:execution:a:X-1", "job_id", "a"});
    m_server.run({"SADD", "rq:queues", "rq:queue:mail"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, rqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 4);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 1);
    QByteArrayList queued = list("rq:queue:mail");
    std::sort(queued.begin(), queued.end());
    QCOMPARE(queued, (QByteArrayList{"a", "t:" + hex, "t:b", "t:c"}));
    QCOMPARE(m_server.run({"EXISTS", "rq:executions:a", "rq:execution:a:X-1"}).integer, 0);
    undo(done, rqMail, before);
    for (const QString &id : {u"t:c"_s, u"t:c:"_s + QString::fromLatin1(hex)}) {
        const Run one = act({u"requeue"_s, u"jobs"_s, u"--id"_s, id}, rqMail);
        QCOMPARE(one.json().value(u"moved"_s).toInt(), 1);
        QVERIFY2(!one.err.contains("not among"), one.err.constData());
        undo(one, rqMail, before);
    }
    m_server.run({"ZADD", "rq:failed:mail", "4000000000", "t:" + hex});
    m_server.run({"HSET", "rq:job:t:" + hex, "status", "failed"});
    const Run failed = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, rqMail);
    QCOMPARE(failed.json().value(u"moved"_s).toInt(), 1);
    QCOMPARE(list("rq:queue:mail"), QByteArrayList{"t:" + hex});
}

/// A score of -1 is not in the past: RQ itself takes such a job for one without a deadline.
void PresetOperationsTest::rqWithoutDeadline()
{
    m_server.run({"HSET", "rq:job:a", "status", "started", "origin", "mail"});
    m_server.run({"ZADD", "rq:wip:mail", "-1", "a"});
    const auto before = keyspace(m_server);
    const Run all = act({u"requeue"_s, u"jobs"_s}, rqMail);
    QCOMPARE(all.json().value(u"matched"_s).toInt(-1), 0);
    const Run named = act({u"requeue"_s, u"jobs"_s, u"--id"_s, u"a"_s}, rqMail);
    QCOMPARE(named.json().value(u"moved"_s).toInt(-1), 0);
    QCOMPARE(keyspace(m_server), before);
}

/// Since RQ 2 a job has an entry for each of its executions; it is queued once.
void PresetOperationsTest::rqTwoExecutions()
{
    const QByteArray first(32, 'a'), second(32, 'b');
    m_server.run({"HSET", "rq:job:a", "status", "started", "origin", "mail"});
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "a:" + first, "1700000001", "a:" + second});
    m_server.run({"ZADD", "rq:executions:a", "1700000000", first, "1700000001", second});
    m_server.run({"SADD", "rq:queues", "rq:queue:mail"});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, rqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"moved"_s).toInt(), 1);
    QCOMPARE(list("rq:queue:mail"), QByteArrayList{"a"});
    undo(done, rqMail, before);
}

/// A job with an execution that may still run is left, however old its others are.
void PresetOperationsTest::rqRunningExecution()
{
    const QByteArray old(32, 'a'), live(32, 'b');
    for (const char *id : {"a", "b", "c"}) {
        m_server.run({"HSET", QByteArray("rq:job:") + id, "status", "started", "origin", "mail"});
    }
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "a:" + old, "4000000000", "a:" + live});
    m_server.run({"ZADD", "rq:executions:a", "1700000000", old, "1700000000", live}); // the registry alone tells
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "b:" + old});
    m_server.run({"ZADD", "rq:executions:b", "4000000000", live});
    m_server.run({"ZADD", "rq:wip:mail", "1700000000", "c"}); // of a worker of RQ 1
    m_server.run({"ZADD", "rq:executions:c", "-1", live});
    const auto before = keyspace(m_server);
    const Run done = act({u"requeue"_s, u"jobs"_s}, rqMail);
    QCOMPARE(done.json().value(u"matched"_s).toInt(-1), 3);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(-1), 3);
    QVERIFY2(done.err.contains("their worker still says that it has them: 3."), done.err.constData());
    QCOMPARE(keyspace(m_server), before);
}

void PresetOperationsTest::rqLeaves()
{
    m_server.run({"ZADD", "rq:failed:mail", "4000000000", "gone", "4000000001", "other", "4000000002", "queued",
                  "4000000003", "waited for"});
    m_server.run({"HSET", "rq:job:other", "status", "failed", "origin", "low"});
    m_server.run({"HSET", "rq:job:queued", "status", "queued", "origin", "mail"});
    m_server.run({"HSET", "rq:job:waited for", "status", "failed", "origin", "low"});
    m_server.run({"SADD", "rq:job:waited for:dependents", "other"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, rqMail);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 4);
    QCOMPARE(keyspace(m_server), before);
    m_server.run({"ZADD", "rq:failed:mail", "4000000004", "large"});
    m_server.run({"HSET", "rq:job:large", "status", "failed", "origin", "mail", "meta", QByteArray(600 * 1024, 'x')});
    const Run large = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--id"_s, u"large"_s}, rqMail);
    QCOMPARE(large.json().value(u"skipped"_s).toInt(), 1);
    QVERIFY2(large.out.contains("512 KiB"), large.out.constData());
    m_server.run({"UNLINK", "rq:job:large"});
    m_server.run({"ZREM", "rq:failed:mail", "large"});
    const Run gone = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, rqMail);
    QCOMPARE(gone.json().value(u"removed"_s).toInt(), 2);
    QCOMPARE(strings(m_server.run({"ZRANGE", "rq:failed:mail", "0", "-1"})), (QByteArrayList{"queued", "waited for"}));
    undo(gone, rqMail, before);
}

/// What RQ 2 keeps of the executions of a job is removed with it, and comes back with it.
void PresetOperationsTest::rqDiscardsExecutions()
{
    failedOfRq({"a", "b", "c", "d", "e"});
    const QByteArray first(32, 'a'), second(32, 'b');
    const QByteArray soon = QByteArray::number(QDateTime::currentSecsSinceEpoch() + 50);
    m_server.run({"ZADD", "rq:executions:a", "1700000000", first, soon, second});
    m_server.run({"HSET", "rq:execution:a:" + first, "job_id", "a"});
    m_server.run({"HSET", "rq:execution:a:" + second, "job_id", "a"});
    m_server.run({"PEXPIREAT", "rq:execution:a:" + first, "4102444800000"});
    m_server.run({"ZADD", "rq:executions:b", "1700000000", first}); // whose record has expired
    m_server.run({"ZADD", "rq:executions:c", "4000000000", first}); // may still run
    m_server.run({"SADD", "rq:executions:d", "no execution"});
    const auto before = keyspace(m_server);
    const Run done = act({u"dead"_s, u"jobs"_s, u"--discard"_s, u"--all"_s}, rqMail);
    QVERIFY2(done.code == 0, done.err.constData());
    QCOMPARE(done.json().value(u"removed"_s).toInt(), 3);
    QCOMPARE(done.json().value(u"skipped"_s).toInt(), 2);
    QCOMPARE(m_server
                 .run({"EXISTS", "rq:job:a", "rq:executions:a", "rq:execution:a:" + first, "rq:execution:a:" + second,
                       "rq:executions:b"})
                 .integer,
             0);
    QCOMPARE(strings(m_server.run({"ZRANGE", "rq:failed:mail", "0", "-1"})), (QByteArrayList{"c", "d"}));
    undo(done, rqMail, before);
}

void PresetOperationsTest::laravel_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("moved");
    QTest::newRow("reserved") << QByteArray("queues:mail:reserved") << int(Action::Requeue) << 2;
    QTest::newRow("delayed") << QByteArray("queues:mail:delayed") << int(Action::RunNow) << 3;
}

void PresetOperationsTest::laravel()
{
    QFETCH(const QByteArray, key);
    QFETCH(const int, action);
    QFETCH(const int, moved);
    m_server.run({"ZADD", key, "1700000000", R"({"uuid":"a","attempts":1})", "1700000001", R"({"uuid":"b", "x":1.0})",
                  "4000000000", R"({"uuid":"c"})"});
    m_server.run({"RPUSH", "queues:mail", R"({"uuid":"d"})"});
    m_server.run({"RPUSH", "queues:mail:notify", "1"});
    const auto before = keyspace(m_server);
    Bench bench(m_server, R"({"name":"l","preset":"laravel","queue":"mail"})");
    const OperationReport report = bench.run(bench.request(static_cast<Action>(action)));
    QCOMPARE(report.moved, moved);
    const QByteArrayList queued = list("queues:mail");
    QCOMPARE(queued.mid(0, 3),
             (QByteArrayList{R"({"uuid":"d"})", R"({"uuid":"a","attempts":1})", R"({"uuid":"b", "x":1.0})"}));
    QCOMPARE(m_server.run({"LLEN", "queues:mail:notify"}).integer, moved + 1);
    m_server.run({"LPOP", "queues:mail:notify"}); // who wakes takes a note, whether it finds a job or not
    QCOMPARE(bench.undo(report.id).moved, moved);
    m_server.run({"RPUSH", "queues:mail:notify", "1"});
    QCOMPARE(keyspace(m_server), before);
}

void PresetOperationsTest::refuses_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char *name, const char *members, const QStringList &arguments, const char *reason) {
        QTest::newRow(name) << QByteArray(members) << arguments << QByteArray(reason);
    };
    row("sidekiq, trim", sidekiqDeadSet, {u"trim"_s, u"jobs"_s, u"--keep=1"_s}, "leave behind");
    row("sidekiq, tier", sidekiqDeadSet, {u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s, u"--to=x"_s}, "");
    row("laravel, failed", R"("preset": "laravel", "prefix": "a_database_", "queue": "mail")",
        {u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, "as a new one");
    row("resque, stale", R"("preset": "resque", "queue": "mail")", {u"requeue"_s, u"jobs"_s}, "finds the worker gone");
    row("rq, trim", rqMail, {u"trim"_s, u"jobs"_s, u"--keep=1"_s}, "leave behind");
    row("sidekiq, stale", R"("preset": "sidekiq", "queue": "mail")", {u"requeue"_s, u"jobs"_s}, "keeps no job");
    row("bullmq without a version", bullmqMail, {u"dead"_s, u"jobs"_s, u"--requeue"_s, u"--all"_s}, "does not name");
    row("bullmq, trim", bullmqMail, {u"trim"_s, u"jobs"_s, u"--keep=1"_s}, "leave behind");
    row("celery, ready", R"("preset": "celery", "queue": "mail")", {u"requeue"_s, u"jobs"_s},
        "in Celery it is for jobs of the part unacked");
}

void PresetOperationsTest::refuses()
{
    QFETCH(const QByteArray, members);
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, reason);
    m_server.run({"ZADD", "dead", "1", sidekiqJob("a", "mail", {})});
    m_server.run({"LPUSH", "queue:mail", sidekiqJob("b", "mail", {})});
    const auto before = keyspace(m_server);
    for (const QStringList &more : {QStringList(), QStringList{u"--dry-run"_s}}) {
        const Run refused = act(arguments + more, members);
        QCOMPARE(refused.code, reason.isEmpty() ? 2 : 4);
        QVERIFY2(refused.err.contains(reason), refused.err.constData());
    }
    QCOMPARE(keyspace(m_server), before);
}

QTEST_GUILESS_MAIN(PresetOperationsTest)
#include "tst_presetoperations.moc"
