// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/journaltext.h"
#include "redis/operations/batch/ledger.h"
#include "tests/server/operationways.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr int count = 3'000;
/// Places written to gather a third of them: two for each of the others that is passed, and for each of them that then
/// goes to its place among them, in however many windows. Gathered anew for each batch, it is a multiple.
constexpr int once = 2 * count;

void fillDead(RedisServer &server)
{
    server.run({"EVAL", "for i = 1, ARGV[1] do redis.call('RPUSH', 'dead', 'job-' .. i .. ('x'):rep(100)) end", "0",
                QByteArray::number(count)});
}

/// Every third, which is gathered and not looked for one by one.
OperationRequest discardSome(const Bench &bench)
{
    OperationRequest request = bench.request(Action::Discard);
    request.state = u"dead"_s;
    for (int i = 1; i <= count; i += 3) {
        request.ids.push_back("job-" + QByteArray::number(i) + QByteArray(100, 'x'));
    }
    return request;
}

} // namespace

/// Tests that the report of an operation stays in the journal, and that impossible operations are refused, not half
/// done.
class TestOperationsTold : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }
    void refusesAnUndoThatWouldChangeTheOrder();
    void refusesBeforeAnOrderIsTouched_data();
    void refusesBeforeAnOrderIsTouched();
    void notesBeforehandThatAnOrderChanges();
    void recoverySaysThatAnOrderChanged();
    void keepsWhatItSaid();
    void listsWhatItTookOfSeveralKeys();
    void readsNoErrorsToTellTheStale();

private:
    QByteArrayList dead() { return strings(m_server.run({"LRANGE", "dead", "0", "-1"})); }

    RedisServer m_server;
};

/// Its places are arranged with LSET: without it, all would come back at an end.
void TestOperationsTold::refusesAnUndoThatWouldChangeTheOrder()
{
    Bench bench(m_server, emailQueue);
    fillDead(m_server);
    const QByteArrayList before = dead();
    m_server.run({"CONFIG", "RESETSTAT"});
    const OperationReport discarded = bench.run(discardSome(bench));
    QCOMPARE(discarded.removed, count / 3);
    const int written = m_server.calls("lset");
    QVERIFY2(written > 0 && written <= once, qPrintable(QString::number(written)));
    const QByteArrayList left = dead();

    m_server.run({"ACL", "SETUSER", "crew", "on", ">secret", "~*", "+@all", "-lset"});
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    Standalone crew(endpoint, {});
    QVERIFY(crew.connect());
    const OperationReport refused = Runner(crew, bench.journal.get()).run(bench.undoOf(discarded.id));
    QCOMPARE(refused.state, OperationState::Failed);
    QCOMPARE(refused.errorKind, ErrorKind::Refused);
    QVERIFY2(refused.error.contains(u"LSET on dead"_s), qPrintable(refused.error));
    QCOMPARE(dead(), left);

    const OperationReport undone = bench.undo(discarded.id);
    QCOMPARE(undone.error, QString());
    QCOMPARE(dead(), before);
}

void TestOperationsTold::refusesBeforeAnOrderIsTouched_data()
{
    QTest::addColumn<QByteArrayList>("rules"); // of the user
    QTest::addColumn<bool>("isString"); // what is at the key that they go to
    QTest::addColumn<int>("dead"); // requeued dead letters, else stale jobs
    QTest::newRow("target not allowed") << QByteArrayList{"~dead", "~job:*", "~p", "~plimsoll:*", "+@all"} << false
                                        << 1;
    QTest::newRow("target a string") << QByteArrayList{"~*", "+@all"} << true << 1;
    QTest::newRow("records not allowed") << QByteArrayList{"~*", "+@all", "-hset"} << false << 1;
    QTest::newRow("stale, target a string") << QByteArrayList{"~*", "+@all"} << true << 0;
    QTest::newRow("stale, records not allowed") << QByteArrayList{"~*", "+@all", "-hset"} << false << 0;
}

/// Gathering elements at an end changes their order for a while: it must not happen for elements that cannot be taken.
void TestOperationsTold::refusesBeforeAnOrderIsTouched()
{
    QFETCH(const QByteArrayList, rules);
    QFETCH(const bool, isString);
    QFETCH(const int, dead);
    const QByteArray list = dead == 1 ? "dead" : "p";
    m_server.run({"EVAL",
                  "for i = 1, ARGV[1] do local id = 'j' .. i redis.call('LPUSH', KEYS[1], id)"
                  " redis.call('HSET', 'job:' .. id, 'attempts', '1', 'started_at', i % 3 == 0 and '1000' or ARGV[2])"
                  " end",
                  "1", list, QByteArray::number(count), now()});
    m_server.run({"ACL", "SETUSER", "crew", "reset", "on", ">secret"});
    for (const QByteArray &rule : rules) {
        m_server.run({"ACL", "SETUSER", "crew", rule});
    }
    Bench bench(m_server, emailQueue);
    OperationRequest request = bench.request(dead == 1 ? Action::RequeueDead : Action::Requeue);
    for (int i = 3; i <= count && dead == 1; i += 3) {
        request.ids.push_back("j" + QByteArray::number(i));
    }
    const Result<Plan> plan = Planner(bench.client).plan(request);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), count / 3);
    QVERIFY2(plan->commands.join(u'\n').contains(u"EVALSHA arrange"_s), "the preview says what may happen");
    if (isString) { // before the preview, planning would refuse it
        m_server.run({"SET", "q", "something else"});
    }

    const auto order = [&] { return strings(m_server.run({"LRANGE", list, "0", "-1"})); };
    const QByteArrayList before = order();
    Endpoint endpoint = m_server.local();
    endpoint.user = "crew";
    endpoint.password = "secret";
    Standalone crew(endpoint, {});
    QVERIFY(crew.connect());
    const OperationReport refused = Runner(crew, bench.journal.get()).run(*plan);
    QCOMPARE(refused.state, OperationState::Failed);
    QCOMPARE(refused.moved, 0);
    QCOMPARE(refused.notes, QStringList());
    QCOMPARE(order(), before);
}

void TestOperationsTold::notesBeforehandThatAnOrderChanges()
{
    fillDead(m_server);
    Bench bench(m_server, emailQueue);
    const QByteArrayList before = dead();
    bench.execute(u"CREATE TRIGGER full BEFORE UPDATE OF notes ON operations BEGIN SELECT RAISE(FAIL, 'full'); END"_s);
    const OperationReport refused = bench.run(discardSome(bench));
    QCOMPARE(refused.removed, 0);
    QVERIFY2(refused.error.contains(u"full"_s), qPrintable(refused.error));
    QCOMPARE(dead(), before);
}

void TestOperationsTold::recoverySaysThatAnOrderChanged()
{
    fillDead(m_server);
    Bench bench(m_server, emailQueue);
    const Result<Plan> plan = Planner(bench.client).plan(discardSome(bench));
    QVERIFY(plan.ok());
    const PlanStep step = bench.begin(*plan);
    {
        OperationReport report;
        report.id = plan->id;
        OperationChannel channel(bench.client, std::chrono::seconds(1), {});
        Ledger ledger(bench.journal.get(), false, channel, report);
        QVERIFY(ledger.arranging(u"dead: cut off"_s).ok());
    }
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->notes, QStringList{u"dead: cut off"_s});
    QCOMPARE(bench.journal->operation(plan->id)->notes, recovered->notes);
}

void TestOperationsTold::keepsWhatItSaid()
{
    fillDead(m_server);
    Bench bench(m_server, emailQueue);
    const OperationReport discarded = bench.run(discardSome(bench));
    QCOMPARE(bench.journal->operation(discarded.id)->notes, QStringList()); // what was noted beforehand is over
    OperationReport report = discarded;
    report.notes = QStringList{u"one"_s, u"other"_s};
    QVERIFY(bench.journal->finish(report).ok());
    const Result<std::vector<OperationReport>> all = bench.journal->operations();
    QVERIFY(all.ok());
    QCOMPARE(all->front().notes, report.notes);
    const QJsonObject json = QJsonDocument::fromJson(models::operationsJson(*all))[u"operations"_s][0].toObject();
    QCOMPARE(json[u"notes"_s].toArray(), QJsonArray::fromStringList(report.notes));
}

/// With equal elements in two tiers both are listed, even if long ones begin alike.
void TestOperationsTold::listsWhatItTookOfSeveralKeys()
{
    const QByteArray alike(1'000, 'x');
    for (const char *key : {"q", "low"}) {
        m_server.run({"RPUSH", key, "same", alike + '1', alike + '2', "newest"});
    }
    Bench bench(m_server, R"({"name":"email","kind":"queue","keys":{"ready":["q","low"]}})");
    const OperationReport trim = bench.trimTo(0);
    QCOMPARE(trim.removed, 8);
    QCOMPARE(bench.journal->elementsOf(trim.id, 20)->size(), std::size_t(8));
    QCOMPARE(bench.journal->elementsOf(trim.id, 5)->size(), std::size_t(5));
}

/// A stack trace in each record is nothing that a preview of stale jobs needs.
void TestOperationsTold::readsNoErrorsToTellTheStale()
{
    constexpr int jobs = 200;
    m_server.run({"EVAL",
                  "local trace = ('t'):rep(100000) for i = 1, ARGV[1] do redis.call('RPUSH', 'p', 'j' .. i)"
                  " redis.call('HSET', 'job:j' .. i, 'started_at', '1000', 'attempts', '3', 'error', trace) end",
                  "0", QByteArray::number(jobs)});
    Bench bench(m_server, emailQueue);
    const auto sent = [this] {
        const QByteArray info = m_server.run({"INFO", "stats"}).bytes;
        const qsizetype at = info.indexOf("total_net_output_bytes:") + 23;
        return info.sliced(at, info.indexOf('\r', at) - at).toLongLong();
    };
    const qint64 before = sent();
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), jobs);
    QCOMPARE(plan->exhausted.size(), std::size_t(jobs));
    const qint64 read = sent() - before;
    QVERIFY2(read < 3'000'000, qPrintable(QString::number(read))); // ten are shown, with their errors
}

QTEST_GUILESS_MAIN(TestOperationsTold)

#include "tst_operations_told.moc"
