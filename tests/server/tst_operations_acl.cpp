// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/permissions.h"
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"

#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *queue = R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p",)"
                              R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";

PlanStep stepOf(PlanStep::Type type, KeyType keyType, std::optional<PlanTarget::How> how = {})
{
    PlanStep step;
    step.type = type;
    step.key = "k";
    step.keyType = keyType;
    if (how) {
        step.target = PlanTarget{"t", *how, {}};
        step.expireAt = "1";
    }
    step.attempts = PlanStep::Attempts::Increment;
    step.items.push_back({"x", {}, {}, {}, "job:x"});
    return step;
}

std::set<QByteArray> namesOf(const PlanStep &step)
{
    std::set<QByteArray> names;
    for (const WireCommand &command : commandsOf(step, "e")) {
        names.insert(command.front());
    }
    return names;
}

} // namespace

/// Servers whose scripts cannot ask for permissions, as those before Redis 7: asked beforehand, never half a batch.
class TestOperationsAcl : public QObject {
    Q_OBJECT

private slots:
    void init();
    void knowsEveryCommandOfTheScripts_data();
    void knowsEveryCommandOfTheScripts();
    void refusesBeforeTheFirstBatch_data();
    void refusesBeforeTheFirstBatch();
    void runsWhatIsPermitted();

private:
    /// As a server of version 6.2 says it is; `rules` of its user.
    OperationReport runAs(Bench &bench, const QList<QByteArray> &rules);

    RedisServer m_server{{QStringLiteral("--enable-debug-command"), QStringLiteral("yes")}};
};

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
    using Type = PlanStep::Type;
    using How = PlanTarget::How;
    QTest::addColumn<QString>("script");
    QTest::addColumn<std::vector<PlanStep>>("steps"); // which together take every way through it
    QTest::newRow("move") << u"move"_s
                          << std::vector{stepOf(Type::Move, ListKey, How::PushLeft),
                                         stepOf(Type::Move, ZSetKey, How::AddToZSet),
                                         stepOf(Type::Move, SetKey, How::AddToSet)};
    QTest::newRow("cut_list") << u"cut_list"_s << std::vector{stepOf(Type::CutList, ListKey)};
    QTest::newRow("cut_zset") << u"cut_zset"_s << std::vector{stepOf(Type::CutZSet, ZSetKey)};
    QTest::newRow("restore") << u"restore"_s
                             << std::vector{stepOf(Type::Restore, ListKey), stepOf(Type::Restore, ZSetKey),
                                            stepOf(Type::Restore, SetKey)};
    QTest::newRow("rescore") << u"rescore"_s << std::vector{stepOf(Type::Rescore, ZSetKey)};
    QTest::newRow("expire") << u"expire"_s << std::vector{stepOf(Type::Expire, ZSetKey)};
}

void TestOperationsAcl::knowsEveryCommandOfTheScripts()
{
    QFETCH(QString, script);
    QFETCH(std::vector<PlanStep>, steps);
    std::set<QByteArray> known;
    for (const PlanStep &step : steps) {
        known.merge(namesOf(step));
    }
    const QString source = QString::fromUtf8(Script(script).source());
    QVERIFY(!source.isEmpty());
    static const QRegularExpression call(u"(?:redis\\.call|inChunks)\\('([A-Z]+)'|'([LR]PUSH)'"_s);
    for (auto found = call.globalMatch(source); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        const QByteArray name = (match.captured(1) + match.captured(2)).toLatin1();
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
    older.replace = std::pair(QByteArray("redis_version:7.0"), QByteArray("redis_version:6.2"));
    proxy.set(older);
    Client client(proxy.endpoint(), {});
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
    QTest::newRow("who may not ask") << QByteArrayList{"~*", "+@all", "-multi"} << u"MULTI"_s;
    QTest::newRow("who may not end asking") << QByteArrayList{"~*", "+@all", "-discard"} << u"DISCARD"_s;
}

void TestOperationsAcl::refusesBeforeTheFirstBatch()
{
    QFETCH(QByteArrayList, rules);
    QFETCH(QString, said);
    Bench bench(m_server, queue);
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
    Bench bench(m_server, queue);
    // The user of docs/operations.md, and what it says of servers before Redis 7.
    const OperationReport report =
        runAs(bench,
              QByteArray("~q ~p ~dead ~job:* ~plimsoll:escrow:* +@read +@connection +info +time +evalsha +eval "
                         "+unlink +lpush +rpush +ltrim +lrem +sadd +srem +zadd +zrem +hset +hdel +set +pexpire "
                         "+pexpireat +persist +multi +discard")
                  .split(' '));
    QCOMPARE(report.error, QString());
    QCOMPARE(report.moved, 1);
    QCOMPARE(report.deadLettered, 1);
    QCOMPARE(m_server.calls("multi"), 1);
}

QTEST_GUILESS_MAIN(TestOperationsAcl)
#include "tst_operations_acl.moc"
