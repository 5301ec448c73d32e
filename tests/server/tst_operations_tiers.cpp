// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/plan/tiers.h"
#include "tests/server/operationbench.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

constexpr const char *oneProcessing =
    R"({"name":"email","kind":"queue","keys":{"ready":["q:high","q","q:low"],"processing":"p","dead":"dead",)"
    R"("job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";
constexpr const char *processingEach =
    R"({"name":"email","kind":"queue","keys":{"ready":"q:{high,mid,low}","processing":"q:{high,mid,low}:work",)"
    R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s"}})";
constexpr const char *elementsAlone =
    R"({"name":"email","kind":"queue","keys":{"ready":["q:high","q:low"],"processing":"p","dead":"dead"},)"
    R"("options":{"staleAfter":"30s","fields":{"queue":"lane"}}})";
constexpr const char *banded =
    R"({"name":"jobs","kind":"priority","keys":{"queue":"z","dead":"dead","job":"job:{id}"},)"
    R"("options":{"bands":{"high":[0,1],"mid":[2,3],"low":[4,5]}}})";

constexpr const char *shardedQueue =
    R"({"name":"email","kind":"queue","keys":{"ready":"q:{0..2}","processing":"q:{0..2}:p","dead":"q:{0..2}:dead",)"
    R"("job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";
constexpr const char *shardedSchedule =
    R"({"name":"later","kind":"schedule","keys":{"delayed":"s:{0..2}","processing":"s:{0..2}:p","dead":"s:{0..2}:dead",)"
    R"("job":"job:{id}"},"options":{"maxAttempts":3}})";
constexpr const char *shardedPriority =
    R"({"name":"jobs","kind":"priority","keys":{"queue":"z:{0..2}","dead":"z:{0..2}:dead"},)"
    R"("options":{"bands":{"high":[0,1],"low":[2,3]}}})";

} // namespace

/// Requeued jobs of a collection with several tiers: to the one that is chosen, else to the one they came from.
class TestOperationsTiers final : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void namesOfTiers_data()
    {
        QTest::addColumn<QByteArrayList>("keys");
        QTest::addColumn<QByteArray>("queue");
        QTest::addColumn<QByteArray>("priority");
        QTest::addColumn<QByteArray>("tier"); ///< empty: none
        const QByteArrayList mail{"queue:email:high", "queue:email", "queue:email:low"};
        const auto row = [](const char *name, const QByteArrayList &keys, const char *queue, const char *priority,
                            const char *tier) {
            QTest::newRow(name) << keys << QByteArray(queue) << QByteArray(priority) << QByteArray(tier);
        };
        row("key", mail, "queue:email:low", "", "queue:email:low");
        row("last part", mail, "", "high", "queue:email:high");
        row("queue without a priority", mail, "email", "", "queue:email");
        row("queue and priority", mail, "email", "high", "queue:email:high");
        row("priority that is no tier", mail, "email", "7", "queue:email");
        row("key before priority", mail, "queue:email:low", "", "queue:email:low");
        row("part of a word", mail, "", "igh", "");
        row("nothing", mail, "", "", "");
        row("number", {"q-0", "q-1", "q-10"}, "", "0", "q-0");
        row("of two", {"a:high", "b:high"}, "", "high", "");
        row("of two, with the queue", {"a:high", "b:high"}, "b", "high", "b:high");
    }

    void namesOfTiers()
    {
        QFETCH(const QByteArrayList, keys);
        QFETCH(const QByteArray, queue);
        QFETCH(const QByteArray, priority);
        QFETCH(const QByteArray, tier);
        const Tiers tiers({keys.begin(), keys.end()});
        QCOMPARE(tiers.named(queue, priority).value_or(QByteArray()), tier);
    }

    void tiersOfKeys_data()
    {
        QTest::addColumn<QByteArrayList>("tiers");
        QTest::addColumn<QByteArrayList>("others");
        QTest::addColumn<QByteArrayList>("found"); ///< tier of each of the others
        QTest::newRow("beside") << QByteArrayList{"q:high", "q:low"} << QByteArrayList{"q:low:work", "q:high:work"}
                                << QByteArrayList{"q:low", "q:high"};
        QTest::newRow("elsewhere") << QByteArrayList{"q:high", "q:low"} << QByteArrayList{"work:high", "work:low"}
                                   << QByteArrayList{"q:high", "q:low"};
        QTest::newRow("numbers") << QByteArrayList{"q:9", "q:10"} << QByteArrayList{"p:9", "p:10"}
                                 << QByteArrayList{"q:9", "q:10"};
        QTest::newRow("one for all") << QByteArrayList{"q:high", "q:low"} << QByteArrayList{"q:work"}
                                     << QByteArrayList{""};
        QTest::newRow("other words") << QByteArrayList{"q:high", "q:low"} << QByteArrayList{"p:a", "p:b"}
                                     << QByteArrayList{"", ""};
        QTest::newRow("one without a word")
            << QByteArrayList{"q:high", "q", "q:low"} << QByteArrayList{"q:high:work", "q:work", "q:low:work"}
            << QByteArrayList{"q:high", "q", "q:low"};
        QTest::newRow("one with another")
            << QByteArrayList{"q:high", "q", "q:low"} << QByteArrayList{"p:high", "p:normal", "p:low"}
            << QByteArrayList{"", "", ""};
    }

    void tiersOfKeys()
    {
        QFETCH(const QByteArrayList, tiers);
        QFETCH(const QByteArrayList, others);
        QFETCH(const QByteArrayList, found);
        const Tiers all({tiers.begin(), tiers.end()});
        for (qsizetype i = 0; i < others.size(); ++i) {
            QCOMPARE(all.ofKey(others[i], {others.begin(), others.end()}).value_or(QByteArray()), found[i]);
        }
    }

    /// Jobs that go to the dead letters are none of those whose tier is unknown.
    void usedUpJobsNeedNoTier()
    {
        Bench bench(m_server, oneProcessing);
        stale({"a", "b", "c"});
        m_server.run({"HSET", "job:a", "attempts", "3"});
        m_server.run({"HSET", "job:b", "attempts", "1"});
        m_server.run({"HSET", "job:c", "attempts", "1", "priority", "low"});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
        QVERIFY(plan.ok());
        QCOMPARE(plan->exhausted, std::vector<QByteArray>{"a"});
        QVERIFY2(plan->note.contains(QStringLiteral("The record of 1 of them names no list, so it goes to q:high.")),
                 qPrintable(plan->note));
        m_server.run({"HSET", "job:b", "priority", "low"});
        const Result<Plan> known = Planner(bench.client).plan(bench.request(Action::Requeue));
        QVERIFY(known.ok());
        QVERIFY2(!known->note.contains(QStringLiteral("names no list")), qPrintable(known->note));
    }

    /// The record names the tier by priority, queue or both; one that names none goes to the first, as ever.
    void recordSays()
    {
        Bench bench(m_server, oneProcessing);
        stale({"a", "b", "c", "d", "e"});
        m_server.run({"HSET", "job:a", "priority", "low"});
        m_server.run({"SET", "job:b", R"({"queue": "q", "started_at": 1})"});
        m_server.run({"HSET", "job:c", "priority", "7"});
        m_server.run({"HSET", "job:d", "priority", "low"});
        const QByteArrayList before = list("p");
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.error, QString());
        QCOMPARE(report.matched, 5);
        QCOMPARE(report.moved, 5);
        QVERIFY(report.complete());
        QCOMPARE(list("q:high"), (QByteArrayList{"e", "c"})); // the longest stale is taken first
        QCOMPARE(list("q"), QByteArrayList{"b"});
        QCOMPARE(list("q:low"), (QByteArrayList{"d", "a"}));
        QCOMPARE(list("p"), QByteArrayList());
        QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "1");

        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.error, QString());
        QCOMPARE(undone.moved, 5);
        QCOMPARE(list("p"), before);
        QCOMPARE(list("q:high") + list("q") + list("q:low"), QByteArrayList());
        QVERIFY(m_server.run({"HGET", "job:a", "attempts"}).isNil());
        QVERIFY(bench.leftovers().isEmpty());
    }

    void keySays()
    {
        Bench bench(m_server, processingEach);
        stale({"a"}, "q:low:work");
        stale({"b", "c"}, "q:mid:work");
        m_server.run({"HSET", "job:c", "queue", "q:high"}); // the record goes before the key
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.moved, 3);
        QCOMPARE(list("q:high"), QByteArrayList{"c"});
        QCOMPARE(list("q:mid"), QByteArrayList{"b"});
        QCOMPARE(list("q:low"), QByteArrayList{"a"});
        QCOMPARE(bench.undo(report.id).moved, 3);
        QCOMPARE(list("q:low:work"), QByteArrayList{"a"});
        QCOMPARE(list("q:mid:work").size(), 2);
    }

    void neitherSays()
    {
        Bench bench(m_server, oneProcessing);
        stale({"a", "b"});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
        QVERIFY(plan.ok());
        QCOMPARE(plan->steps.size(), std::size_t{1});
        QCOMPARE(plan->steps.front().as<MoveStep>()->target->key, "q:high");
    }

    void elementSays()
    {
        Bench bench(m_server, elementsAlone);
        m_server.run({"LPUSH", "dead", R"({"id":"a","lane":"low"})", R"({"id":"b","lane":"high"})", "c"});
        const OperationReport report = bench.run(bench.request(Action::RequeueDead));
        QCOMPARE(report.moved, 3);
        QCOMPARE(list("q:low"), QByteArrayList{R"({"id":"a","lane":"low"})"});
        QCOMPARE(list("q:high").size(), 2);
        QCOMPARE(bench.undo(report.id).moved, 3);
        QCOMPARE(list("dead"), (QByteArrayList{"c", R"({"id":"b","lane":"high"})", R"({"id":"a","lane":"low"})"}));
    }

    void chosen()
    {
        Bench bench(m_server, oneProcessing);
        stale({"a", "b"});
        m_server.run({"HSET", "job:a", "priority", "low"});
        OperationRequest request = bench.request(Action::Requeue);
        request.target = "q";
        const OperationReport report = bench.run(request);
        QCOMPARE(report.moved, 2);
        QCOMPARE(list("q"), (QByteArrayList{"b", "a"}));
        QCOMPARE(bench.undo(report.id).moved, 2);
        QCOMPARE(list("p"), (QByteArrayList{"b", "a"}));

        request.target = "q:none";
        const Result<Plan> wrong = Planner(bench.client).plan(request);
        QVERIFY(!wrong.ok());
        QCOMPARE(wrong.error().kind, ErrorKind::Invalid);
        QCOMPARE(wrong.error().message, QStringLiteral("email has no tier q:none; it has q:high, q, q:low"));
    }

    /// Jobs that have used up their attempts go to the dead letters, whatever tier they came from.
    void attemptsUsedUp()
    {
        Bench bench(m_server, oneProcessing);
        stale({"a", "b"});
        m_server.run({"HSET", "job:a", "priority", "low", "attempts", "3"});
        m_server.run({"HSET", "job:b", "priority", "low"});
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.moved, 1);
        QCOMPARE(report.deadLettered, 1);
        QCOMPARE(list("q:low"), QByteArrayList{"b"});
        QCOMPARE(list("dead"), QByteArrayList{"a"});
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        QCOMPARE(list("p"), (QByteArrayList{"b", "a"}));
    }

    /// Many jobs of three tiers, scattered over one list, and back to their places.
    void manyScattered()
    {
        Bench bench(m_server, oneProcessing);
        Pipeline pipeline;
        const QByteArrayList tiers{"high", "q", "low"};
        for (int i = 0; i < 3'000; ++i) {
            const QByteArray id = QByteArray::number(i);
            pipeline.add({"LPUSH", "dead", id});
            pipeline.add({"HSET", "job:" + id, "priority", tiers[(i * 7) % 3]});
        }
        m_server.run(pipeline);
        const QByteArrayList before = list("dead");
        const OperationReport report = bench.run(bench.request(Action::RequeueDead));
        QCOMPARE(report.moved, 3'000);
        for (const QByteArray &key : {QByteArray("q:high"), QByteArray("q"), QByteArray("q:low")}) {
            QCOMPARE(list(key).size(), 1'000);
        }
        QCOMPARE(bench.undo(report.id).moved, 3'000);
        QCOMPARE(list("dead"), before);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// A job stays in its shard, wherever it goes: workers of one look nowhere else.
    void shards()
    {
        Bench bench(m_server, shardedQueue);
        stale({"a"}, "q:1:p");
        stale({"b"}, "q:2:p");
        m_server.run({"HSET", "job:b", "attempts", "3"});
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.error, QString());
        QCOMPARE(list("q:1"), QByteArrayList{"a"});
        QCOMPARE(list("q:2:dead"), QByteArrayList{"b"});
        QCOMPARE(bench.run(bench.request(Action::RequeueDead)).moved, 1);
        QCOMPARE(list("q:2"), QByteArrayList{"b"});
        OperationRequest bury = bench.request(Action::DeadLetter);
        bury.state = QStringLiteral("ready");
        QCOMPARE(bench.run(bury).moved, 2);
        QCOMPARE(list("q:1:dead"), QByteArrayList{"a"});
        QCOMPARE(list("q:2:dead"), QByteArrayList{"b"});
    }

    void shardsOfASchedule()
    {
        Bench bench(m_server, shardedSchedule);
        m_server.run({"ZADD", "s:1:p", "1000", "a"});
        m_server.run({"ZADD", "s:2:p", "1000", "b"});
        m_server.run({"HSET", "job:b", "attempts", "3"});
        m_server.run({"RPUSH", "s:1:dead", "c"});
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.error, QString());
        QVERIFY(!m_server.run({"ZSCORE", "s:1", "a"}).isNil());
        QCOMPARE(list("s:2:dead"), QByteArrayList{"b"});
        QCOMPARE(bench.run(bench.request(Action::RequeueDead)).moved, 2);
        QVERIFY(!m_server.run({"ZSCORE", "s:1", "c"}).isNil());
        QVERIFY(!m_server.run({"ZSCORE", "s:2", "b"}).isNil());
        QCOMPARE(m_server.run({"EXISTS", "s:0", "s:0:dead"}).integer, 0);
    }

    void shardsOfAPriorityQueue()
    {
        Bench bench(m_server, shardedPriority);
        m_server.run({"RPUSH", "z:1:dead", "a"});
        m_server.run({"RPUSH", "z:2:dead", "b"});
        OperationRequest request = bench.request(Action::RequeueDead);
        request.target = "high";
        QCOMPARE(bench.run(request).moved, 2);
        QVERIFY(!m_server.run({"ZSCORE", "z:1", "a"}).isNil());
        QVERIFY(!m_server.run({"ZSCORE", "z:2", "b"}).isNil());
    }

    void bandOfAPriorityQueue()
    {
        Bench bench(m_server, banded);
        m_server.run({"RPUSH", "dead", "a", "b", "c"});
        m_server.run({"HSET", "job:a", "priority", "high"});
        m_server.run({"HSET", "job:b", "priority", "mid"});
        const auto bandOf = [this](const char *job) {
            const double score = m_server.run({"ZSCORE", "z", job}).bytes.toDouble();
            return score <= 1 ? "high" : score <= 3 ? "mid" : "low";
        };
        const OperationReport report = bench.run(bench.request(Action::RequeueDead));
        QCOMPARE(report.moved, 3);
        QCOMPARE(bandOf("a"), "high");
        QCOMPARE(bandOf("b"), "mid");
        QCOMPARE(bandOf("c"), "low");
        QCOMPARE(bench.undo(report.id).moved, 3);
        QCOMPARE(list("dead"), (QByteArrayList{"a", "b", "c"}));
        OperationRequest request = bench.request(Action::RequeueDead);
        request.target = "mid";
        QCOMPARE(bench.run(request).moved, 3);
        for (const char *job : {"a", "b", "c"}) {
            QCOMPARE(bandOf(job), "mid");
        }
    }

private:
    /// Jobs in processing, the first one for the longest.
    void stale(const QByteArrayList &ids, const QByteArray &key = "p")
    {
        int age = 100'000;
        for (const QByteArray &id : ids) {
            m_server.run({"LPUSH", key, id});
            m_server.run({"HSET", "job:" + id, "started_at", now(-age)});
            age -= 1'000;
        }
    }
};

QTEST_GUILESS_MAIN(TestOperationsTiers)

#include "tst_operations_tiers.moc"
