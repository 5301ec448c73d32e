// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QTest>

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

QByteArray queueOf(const QByteArray &processing)
{
    return R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":")" + processing
        + R"(","delayed":"d","dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";
}

} // namespace

/// All of one state, by its name and not by ids: where a key holds other states as well, those stay.
class TestOperationsStates : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void takesWhatIsStaleAlone_data();
    void takesWhatIsStaleAlone();
    void takesWhatIsDueAlone_data();
    void takesWhatIsDueAlone();
    void takesTheMembersThatMatchAlone();
    void takesWhatWasSelectedInItsKeyAlone_data();
    void takesWhatWasSelectedInItsKeyAlone();
    void writesTimesInTheUnitOfTheTarget_data();
    void writesTimesInTheUnitOfTheTarget();

private:
    RedisServer m_server;
};

void TestOperationsStates::takesWhatIsStaleAlone_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<Action>("action");
    QTest::newRow("discard, deadlines") << QByteArray("zp") << Action::Discard;
    QTest::newRow("discard, a list") << QByteArray("lp") << Action::Discard;
    QTest::newRow("dead-letter, deadlines") << QByteArray("zp") << Action::DeadLetter;
    QTest::newRow("dead-letter, a list") << QByteArray("lp") << Action::DeadLetter;
}

void TestOperationsStates::takesWhatIsStaleAlone()
{
    QFETCH(QByteArray, key);
    QFETCH(Action, action);
    m_server.run({"ZADD", "zp", now(-120'000), "old1", now(-60'000), "old2", now(600'000), "fresh"});
    m_server.run({"LPUSH", "lp", "old1", "old2", "fresh"});
    m_server.run({"HSET", "job:old1", "started_at", now(-120'000)});
    m_server.run({"HSET", "job:old2", "started_at", now(-60'000)});
    m_server.run({"HSET", "job:fresh", "started_at", now(-1'000)});
    Bench bench(m_server, queueOf(key));
    OperationRequest request = bench.request(action);
    request.state = QStringLiteral("stale");
    const OperationReport report = bench.run(request);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 2);
    QCOMPARE(strings(m_server.run({key == "zp" ? "ZRANGE" : "LRANGE", key, "0", "-1"})), QByteArrayList{"fresh"});
    QCOMPARE(m_server.run({"LLEN", "dead"}).integer, action == Action::DeadLetter ? 2 : 0);
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(strings(m_server.run({key == "zp" ? "ZRANGE" : "LRANGE", key, "0", "-1"})).size(), 3);
}

void TestOperationsStates::takesWhatIsDueAlone_data()
{
    QTest::addColumn<Action>("action");
    QTest::newRow("run now") << Action::RunNow;
    QTest::newRow("postpone") << Action::Postpone;
    QTest::newRow("discard") << Action::Discard;
    QTest::newRow("dead-letter") << Action::DeadLetter;
}

void TestOperationsStates::takesWhatIsDueAlone()
{
    QFETCH(Action, action);
    const QByteArray later = now(600'000);
    m_server.run({"ZADD", "d", now(-120'000), "due1", now(-60'000), "due2", later, "later"});
    Bench bench(m_server, queueOf("p"));
    OperationRequest request = bench.request(action);
    request.state = QStringLiteral("due");
    request.by = std::chrono::minutes(1);
    const OperationReport report = bench.run(request);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 2);
    QCOMPARE(m_server.run({"ZSCORE", "d", "later"}).bytes, later);
    QCOMPARE(m_server.run({"ZCARD", "d"}).integer, action == Action::Postpone ? 3 : 1);
}

void TestOperationsStates::takesTheMembersThatMatchAlone()
{
    m_server.run({"SADD", "s", "team:ada", "team:grace", "Team:tony", "guest*:1", "guest:2"});
    Bench bench(m_server, R"({"name":"testers","kind":"members","keys":{"set":"s"}})");
    OperationRequest request = bench.request(Action::Discard);
    request.state = QStringLiteral("set");
    request.match = QStringLiteral("team:");
    const OperationReport report = bench.run(request);
    QCOMPARE(report.matched, 2);
    QCOMPARE(report.removed, 2);
    QCOMPARE(m_server.run({"SMISMEMBER", "s", "team:ada", "team:grace", "Team:tony"}).elements.at(2).integer, 1);
    QCOMPARE(m_server.run({"SCARD", "s"}).integer, 3);
    request.match = QStringLiteral("guest*"); // not a pattern
    QCOMPARE(bench.run(request).matched, 1);
    QCOMPARE(bench.undo(report.id).moved, 2);
    QCOMPARE(m_server.run({"SCARD", "s"}).integer, 4);
}

void TestOperationsStates::takesWhatWasSelectedInItsKeyAlone_data()
{
    QTest::addColumn<QByteArray>("collection");
    QTest::addColumn<QByteArray>("adds");
    QTest::addColumn<Action>("action");
    const QByteArray tiers = R"({"name":"mail","kind":"queue","keys":{"ready":["a","b"],"dead":"dead"}})";
    const QByteArray shards = R"({"name":"flags","kind":"members","keys":{"set":["a","b"]}})";
    const QByteArray bands = R"({"name":"pq","kind":"priority","keys":{"queue":["a","b"],"dead":"dead"},)"
                             R"("options":{"bands":{"high":[0,4],"low":[5,9]}}})";
    QTest::newRow("discard, tiers") << tiers << QByteArray("RPUSH") << Action::Discard;
    QTest::newRow("dead-letter, tiers") << tiers << QByteArray("RPUSH") << Action::DeadLetter;
    QTest::newRow("discard, shards of a set") << shards << QByteArray("SADD") << Action::Discard;
    QTest::newRow("discard, shards of a priority queue") << bands << QByteArray("ZADD") << Action::Discard;
    QTest::newRow("change priority") << bands << QByteArray("ZADD") << Action::ChangePriority;
}

/// Equal elements may lie in two keys of a collection: x of the first and y of the second, not x of the second.
void TestOperationsStates::takesWhatWasSelectedInItsKeyAlone()
{
    QFETCH(QByteArray, collection);
    QFETCH(QByteArray, adds);
    QFETCH(Action, action);
    for (const char *key : {"a", "b"}) {
        for (const char *element : {"x", "y"}) {
            adds == "ZADD" ? m_server.run({adds, key, "1", element}) : m_server.run({adds, key, element});
        }
    }
    Bench bench(m_server, collection);
    OperationRequest request = bench.request(action);
    request.state = collection.contains("members") ? QStringLiteral("set") : QStringLiteral("ready");
    request.target = action == Action::ChangePriority ? "low" : "";
    for (const auto &[key, element] : {std::pair("a", "x"), std::pair("b", "y")}) {
        Element &selected = request.elements.emplace_back();
        selected.key = key;
        selected.element = element;
    }
    const OperationReport report = bench.run(request);
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 2);
    const auto isLeft = [&](const QByteArray &key, const QByteArray &element) {
        if (adds == "ZADD") {
            return m_server.run({"ZSCORE", key, element}).bytes == "1";
        }
        return adds == "SADD" ? m_server.run({"SISMEMBER", key, element}).integer == 1
                              : m_server.run({"LPOS", key, element}).type == Reply::Type::Integer;
    };
    QVERIFY(!isLeft("a", "x") && !isLeft("b", "y"));
    QVERIFY(isLeft("a", "y") && isLeft("b", "x"));
}

void TestOperationsStates::writesTimesInTheUnitOfTheTarget_data()
{
    QTest::addColumn<QByteArrayList>("from"); // the command that puts the job there
    QTest::addColumn<Action>("action");
    QTest::newRow("dead letters, a list") << QByteArrayList{"RPUSH", "dead", "x"} << Action::RequeueDead;
    QTest::newRow("dead letters, a set") << QByteArrayList{"SADD", "dead", "x"} << Action::RequeueDead;
    QTest::newRow("dead letters, ms") << QByteArrayList{"ZADD", "dead", now(), "x"} << Action::RequeueDead;
    QTest::newRow("processing, ms") << QByteArrayList{"ZADD", "p", now(-60'000), "x"} << Action::Requeue;
}

void TestOperationsStates::writesTimesInTheUnitOfTheTarget()
{
    QFETCH(QByteArrayList, from);
    QFETCH(Action, action);
    Bench bench(m_server,
                R"({"name":"s","kind":"schedule","keys":{"delayed":"d","processing":"p","dead":"dead",)"
                R"("job":"job:{id}"},"options":{"staleAfter":"30s"}})");
    const qint64 seconds = QDateTime::currentSecsSinceEpoch();
    m_server.run({"ZADD", "d", QByteArray::number(seconds + 3'600), "later"});
    m_server.run({"HSET", "job:x", "started_at", now(-120'000)});
    Pipeline pipeline;
    pipeline.add(std::vector<QByteArrayView>(from.begin(), from.end()));
    m_server.run(pipeline);
    QCOMPARE(bench.run(bench.request(action)).moved, 1);
    const double score = m_server.run({"ZSCORE", "d", "x"}).toDouble().value_or(0);
    QVERIFY2(std::abs(score - double(seconds)) < 60, QByteArray::number(score, 'f', 0).constData());
}

QTEST_GUILESS_MAIN(TestOperationsStates)
#include "tst_operations_states.moc"
