// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/askallowance.h"
#include "redis/operations/run/operator.h"
#include "redis/operations/batch/permissions.h"
#include "tests/server/operationways.h"
#include "tests/support/faultproxy.h"

#include <QCryptographicHash>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// Servers whose scripts cannot ask for permissions, as those before Redis 7: asked beforehand, never half a batch.
class TestOperationsAcl : public QObject {
    Q_OBJECT

private slots:
    void asksWhatIsAllowed_data();
    void asksWhatIsAllowed();
    void asksOfAllCollections();
    void init();
    void knowsEveryCommandOfTheScripts_data();
    void knowsEveryCommandOfTheScripts();
    void knowsEveryCommandOfArrange();
    void refusesBeforeTheFirstBatch_data();
    void refusesBeforeTheFirstBatch();
    void runsWhatIsPermitted();

private:
    /// Runs an operation at a server that claims to be version 6.2; `rules` of its user.
    OperationReport runAs(Bench &bench, const QList<QByteArray> &rules);

    RedisServer m_server{{QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}};
};

void TestOperationsAcl::asksWhatIsAllowed_data()
{
    using Answer = Allowance::Answer;
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<Answer>("answer");
    QTest::addColumn<QString>("missing"); // the first
    const QByteArray documented = "~q ~p ~dead ~job:* ~plimsoll:escrow:* +@read +@connection +info +time +evalsha "
                                  "+eval +unlink +lpush +rpush +lpop +rpop +lmove +ltrim +lrem +lset +sadd +srem +zadd "
                                  "+zrem +hset +hdel +set +pexpire +pexpireat +persist";
    QTest::newRow("everything") << QByteArrayList{"~*", "+@all"} << Answer::All << QString();
    QTest::newRow("may not try") << QByteArrayList{"~*", "+@all", "-acl|dryrun"} << Answer::All << QString();
    QTest::newRow("may not ask who") << QByteArrayList{"~*", "+@all", "-acl"} << Answer::All << QString();
    QTest::newRow("as documented") << documented.split(' ') << Answer::All << QString();
    QTest::newRow("one command") << QByteArrayList{"~*", "+@all", "-hset"} << Answer::Some
                                 << u"email: HSET on job:plimsoll"_s;
    QTest::newRow("one command, queued") << QByteArrayList{"~*", "+@all", "-acl", "-hset"} << Answer::Some
                                         << u"email: HSET on job:plimsoll"_s;
    QTest::newRow("a key") << QByteArrayList{"~q", "~p", "~job:*", "~plimsoll:*", "+@all"} << Answer::Some << u"dead"_s;
    QTest::newRow("no scripts") << QByteArrayList{"~*", "+@all", "-evalsha"} << Answer::None << u"EVALSHA"_s;
    QTest::newRow("reads alone") << QByteArrayList{"~*", "+@read", "+@connection", "+time", "+multi", "+discard"}
                                 << Answer::None << QString();
    QTest::newRow("by queueing") << QByteArrayList{"~*", "+@all", "-acl", "-eval", "-hset"} << Answer::Some
                                 << u"email: HSET on job:plimsoll"_s;
    QTest::newRow("no way to ask") << QByteArrayList{"~*", "+@all", "-acl", "-eval", "-multi"} << Answer::None
                                   << u"EVALSHA"_s;
}

void TestOperationsAcl::asksWhatIsAllowed()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(Allowance::Answer, answer);
    QFETCH(QString, missing);
    std::vector<QByteArrayView> words{"ACL", "SETUSER", "crew", "on", ">secret"};
    words.insert(words.end(), rules.begin(), rules.end());
    m_server.run(std::span<const QByteArrayView>(words));
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    Standalone client(endpoint, {});
    QVERIFY(client.connect());
    const Bench bench(m_server, emailQueue);
    const QByteArray before = m_server.run({"DEBUG", "DIGEST"}).bytes;
    m_server.run({"CONFIG", "RESETSTAT"});
    AllowanceSurvey survey(bench.request(Action::Requeue).workspace);
    const Allowance allowance = survey.askSome(client);
    QVERIFY(survey.isDone());
    QCOMPARE(allowance.answer, answer);
    QVERIFY2(allowance.missing.join(u' ').contains(missing), qPrintable(allowance.missing.join(u' ')));
    QCOMPARE(allowance.missing.isEmpty(), answer == Allowance::Answer::All);
    QCOMPARE(m_server.run({"DEBUG", "DIGEST"}).bytes, before); // asking changes nothing
    QCOMPARE(m_server.calls("evalsha") + m_server.calls("rpush") + m_server.calls("unlink"), 0); // and runs nothing
}

/// The last of many collections is asked about like the first.
void TestOperationsAcl::asksOfAllCollections()
{
    m_server.run({"ACL", "SETUSER", "crew", "on", ">secret", "~q*", "~plimsoll:*", "+@all"});
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    Standalone client(endpoint, {});
    QVERIFY(client.connect());
    QByteArray collections;
    for (int i = 0; i < 249; ++i) {
        collections +=
            QByteArray(R"({"name":"c%","kind":"queue","keys":{"ready":"q%"}},)").replace("%", QByteArray::number(i));
    }
    const Bench bench(m_server, collections + R"({"name":"last","kind":"queue","keys":{"ready":"other"}})");
    AllowanceSurvey survey(bench.workspace);
    for (int turn = 0; turn < 2; ++turn) {
        QCOMPARE(survey.askSome(client).answer, Allowance::Answer::NotAsked); // nothing is missing as yet
        QVERIFY(!survey.isDone());
    }
    const Allowance allowance = survey.askSome(client);
    QVERIFY(survey.isDone());
    QCOMPARE(allowance.answer, Allowance::Answer::Some);
    QVERIFY2(allowance.missing.first().startsWith(u"last: "_s), qPrintable(allowance.missing.first()));

    // The operator asks on by itself, and says it once.
    Operator acting(bench.folder.path());
    const QSignalSpy known(&acting, &Operator::allowanceKnown);
    acting.open(endpoint, false);
    acting.askAllowance(bench.workspace);
    QCOMPARE(known.size(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(known.size(), 1, 60'000); // it rests in between, the longer the slower the machine
    QCOMPARE(known[0][0].value<Allowance>().missing, allowance.missing);
}

void TestOperationsAcl::init()
{
    m_server.flush();
    m_server.run({"ACL", "DELUSER", "crew"});
    m_server.run({"ZADD", "p", now(-60'000), "a", now(-50'000), "b"});
    m_server.run({"HSET", "job:a", "attempts", "3"});
    m_server.run({"HSET", "job:b", "attempts", "1"});
}

void TestOperationsAcl::knowsEveryCommandOfTheScripts_data()
{
    QTest::addColumn<int>("way");
    QTest::addColumn<bool>("json"); // job records: hashes, or strings
    const std::vector<Way> all = ways();
    for (int i = 0; i < int(all.size()); ++i) {
        QTest::addRow("%s", all[std::size_t(i)].name) << i << false;
        if (stepOf(all[std::size_t(i)]).attempts() != MoveStep::Attempts::Keep) {
            QTest::addRow("%s, in JSON", all[std::size_t(i)].name) << i << true;
        }
    }
}

/// The commands of a script are those that the server counts, whatever its text looks like.
void TestOperationsAcl::knowsEveryCommandOfTheScripts()
{
    QFETCH(int, way);
    QFETCH(bool, json);
    const std::vector<Way> all = ways();
    const Way &tried = all[std::size_t(way)];
    const PlanStep step = stepOf(tried);
    fillFor(m_server, step, json);
    m_server.run({"PEXPIRE", "k", "1000000"});
    Bench bench(m_server, emailQueue);
    const auto [call, arguments] = callOf(tried);
    m_server.run({"CONFIG", "RESETSTAT"});
    const Result<Reply> reply = runScript(bench.client, *call.script, call.keys, arguments);
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    QVERIFY2(reply.ok() && !reply->isError(), reply ? reply->bytes.constData() : "no answer");
    const QList<QByteArray> header = reply->elements.front().bytes.split(' ');
    QVERIFY2(header.size() > 2 && header[1] + header.value(2) + header.value(3) != "000",
             reply->elements.front().bytes.constData()); // it did what it is for

    std::set<QByteArray> known{"EVAL", "CONFIG|RESETSTAT", "PEXPIRETIME"}; // the last is only tried (prelude.lua)
    for (const WireCommand &command : commandsOf(step, "e")) {
        known.insert(command.front());
    }
    int called = 0;
    static const QRegularExpression line(u"cmdstat_([^:]+):"_s);
    for (auto found = line.globalMatch(QString::fromLatin1(stats)); found.hasNext(); ++called) {
        const QByteArray name = found.next().captured(1).toUpper().toLatin1();
        QVERIFY2(known.contains(name), name.constData());
    }
    QVERIFY(called > 4);
}

void TestOperationsAcl::knowsEveryCommandOfArrange()
{
    m_server.flush();
    m_server.run({"RPUSH", "k", "a", "b"});
    const QByteArray digest = QCryptographicHash::hash("1:a1:b", QCryptographicHash::Sha1).toHex();
    const QByteArray parameters =
        R"({"side":"left","ranges":[[1,2]],"take":[2,1],"slack":2,"digest":")" + digest + "\"}";
    Bench bench(m_server, emailQueue);
    m_server.run({"CONFIG", "RESETSTAT"});
    const Result<Reply> reply =
        runScript(bench.client, arrangeScript(), {"e", "k"}, {"60000", now(5'000), parameters, "a"});
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    QVERIFY(reply.ok());
    QCOMPARE(reply->bytes, "-1");
    QCOMPARE(strings(m_server.run({"LRANGE", "k", "0", "-1"})), (QByteArrayList{"b", "a"}));
    PlanStep step;
    step.key = "k";
    std::set<QByteArray> known{"EVAL", "CONFIG|RESETSTAT"};
    for (const WireCommand &command : commandsOf(step, "e")) {
        known.insert(command.front());
    }
    static const QRegularExpression line(u"cmdstat_([^:]+):"_s);
    for (auto found = line.globalMatch(QString::fromLatin1(stats)); found.hasNext();) {
        const QByteArray name = found.next().captured(1).toUpper().toLatin1();
        QVERIFY2(known.contains(name), name.constData());
    }
}

OperationReport TestOperationsAcl::runAs(Bench &bench, const QList<QByteArray> &rules)
{
    std::vector<QByteArrayView> words{"ACL", "SETUSER", "crew", "on", ">secret"};
    words.insert(words.end(), rules.begin(), rules.end());
    m_server.run(std::span<const QByteArrayView>(words));
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    FaultProxy proxy(endpoint);
    Faults older;
    // Any version: "redis_version:7.0" of Redis 7.0, 7.2 of Valkey, 8.0 of Redis 8.
    const QByteArray name("redis_version:");
    const QByteArray info = m_server.run({"INFO", "server"}).bytes;
    older.replace = std::pair(info.mid(info.indexOf(name), name.size() + 3), name + "6.2");
    proxy.set(older);
    Standalone client(proxy.endpoint(), {});
    const Outcome connected = client.connect();
    const Result<Plan> plan = Planner(client).plan(bench.request(Action::Requeue));
    if (!connected || !plan) {
        qFatal("no plan");
    }
    m_server.run({"CONFIG", "RESETSTAT"});
    return Runner(client, bench.journal.get()).run(*plan);
}

void TestOperationsAcl::refusesBeforeTheFirstBatch_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<QString>("said");
    QTest::newRow("a command that comes after the first write") << QByteArrayList{"~*", "+@all", "-hset"} << u"HSET"_s;
    QTest::newRow("a command that scripts only read with") << QByteArrayList{"~*", "+@all", "-pttl"} << u"PTTL"_s;
    QTest::newRow("the keys of escrows") << QByteArrayList{"~q", "~p", "~dead", "~job:*", "+@all"} << u"escrow"_s;
    QTest::newRow("the target alone") << QByteArrayList{"~p", "~dead", "~job:*", "~plimsoll:*", "+@all"} << u"q"_s;
    QTest::newRow("who may not ask") << QByteArrayList{"~*", "+@all", "-multi"} << u"MULTI and DISCARD"_s;
    QTest::newRow("who may not end asking") << QByteArrayList{"~*", "+@all", "-discard"} << u"MULTI and DISCARD"_s;
}

void TestOperationsAcl::refusesBeforeTheFirstBatch()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(QString, said);
    Bench bench(m_server, emailQueue);
    const QByteArray before = m_server.run({"DEBUG", "DIGEST"}).bytes;
    const OperationReport report = runAs(bench, rules);
    QCOMPARE(report.state, OperationState::Failed);
    QCOMPARE(report.errorKind, ErrorKind::Refused);
    QVERIFY2(report.error.contains(said), qPrintable(report.error));
    QCOMPARE(m_server.calls("evalsha") + m_server.calls("eval"), 0); // it was not left to the script
    QCOMPARE(m_server.run({"DEBUG", "DIGEST"}).bytes, before);
}

void TestOperationsAcl::runsWhatIsPermitted()
{
    Bench bench(m_server, emailQueue);
    // A user for these keys alone, and what docs/access.md says of servers before Redis 7.
    const OperationReport report =
        runAs(bench,
              QByteArray("~q ~p ~dead ~job:* ~plimsoll:escrow:* +@read +@connection +info +time +evalsha +eval "
                         "+unlink +lpush +rpush +lpop +rpop +lmove +ltrim +lrem +lset +sadd +srem +zadd +zrem +hset "
                         "+hdel +set +pexpire "
                         "+pexpireat +persist +multi +discard")
                  .split(' '));
    QCOMPARE(report.error, QString());
    QCOMPARE(report.moved, 1);
    QCOMPARE(report.deadLettered, 1);
    QCOMPARE(m_server.calls("multi"), 1);
}

QTEST_GUILESS_MAIN(TestOperationsAcl)
#include "tst_operations_acl.moc"
