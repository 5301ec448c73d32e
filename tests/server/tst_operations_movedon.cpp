// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

QByteArray queueWith(const QByteArray &options = R"("staleAfter":"30s","maxAttempts":3)",
                     const QByteArray &job = "job:{id}")
{
    return R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":")" + job
        + R"("},"options":{)" + options + "}}";
}

} // namespace

/// Tests that elements that have changed since the preview, or since the operation, are left alone and counted as
/// skipped.
class TestOperationsMovedOn : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void leavesWhatHasBegunAnew_data();
    void leavesWhatHasBegunAnew();
    void leavesWhatWasNamedAndHasBegun();
    void leavesWhatDiedAnew();
    void takesEqualOnesThatItCountsItself();
    void judgesByWhatTheScriptReads();
    void undoLeavesWhatKeptItsAttempts();
    void undoLeavesRecordsMadeSince();
    void undoGivesEqualOnesBack();
    void undoFindsRecordsOfAnEarlierPeriod();
    void undoLooksFirst_data();
    void undoLooksFirst();
    void undoLooksFirstIntoSets();
    void undoLooksInFewExchanges();

private:
    void begin(const QByteArray &id, const QByteArray &start, const QByteArray &attempts, bool isJson = false,
               const QByteArray &padding = {});
    OperationReport confirm(Bench &bench, const Plan &plan)
    {
        return Runner(bench.client, bench.journal.get()).run(plan);
    }
    Plan planned(Bench &bench, const OperationRequest &request);
};

void TestOperationsMovedOn::begin(const QByteArray &id, const QByteArray &start, const QByteArray &attempts,
                                  bool isJson, const QByteArray &padding)
{
    if (isJson) {
        m_server.run({"SET", "job:" + id,
                      R"({"pad":")" + padding + R"(","startedAt":)" + start + R"(,"attempts":)" + attempts + "}"});
    } else {
        m_server.run({"HSET", "job:" + id, "begun", start, "attempts", attempts});
    }
}

Plan TestOperationsMovedOn::planned(Bench &bench, const OperationRequest &request)
{
    Result<Plan> plan = Planner(bench.client).plan(request);
    if (!plan) {
        qFatal("%s", qPrintable(plan.error().message));
    }
    return *std::move(plan);
}

void TestOperationsMovedOn::leavesWhatHasBegunAnew_data()
{
    QTest::addColumn<Action>("action");
    QTest::addColumn<bool>("isJson");
    QTest::addColumn<qsizetype>("padding");
    QTest::newRow("requeue, hashes") << Action::Requeue << false << qsizetype(0);
    QTest::newRow("requeue, JSON") << Action::Requeue << true << qsizetype(10);
    QTest::newRow("requeue, JSON of some pages") << Action::Requeue << true << qsizetype(200'000);
    QTest::newRow("discard, hashes") << Action::Discard << false << qsizetype(0);
    QTest::newRow("dead-letter, JSON") << Action::DeadLetter << true << qsizetype(10);
}

void TestOperationsMovedOn::leavesWhatHasBegunAnew()
{
    QFETCH(Action, action);
    QFETCH(bool, isJson);
    QFETCH(qsizetype, padding);
    Bench bench(m_server, queueWith(R"("staleAfter":"30s","maxAttempts":9,"fields":{"started":"begun"})"));
    const QByteArray old = now(-600'000), pad = QByteArray(padding, 'x');
    const QByteArrayList ids{"again", "counted", "stale", "gone"};
    for (const QByteArray &id : ids) {
        m_server.run({"RPUSH", "p", id});
        // The record may have any length if its first page has the start.
        if (isJson) {
            m_server.run({"SET", "job:" + id, R"({"startedAt":)" + old + R"(,"pad":")" + pad + R"(","attempts":1})"});
        } else {
            begin(id, old, "1");
        }
    }
    OperationRequest request = bench.request(action);
    request.state = action == Action::Requeue ? QString() : QStringLiteral("stale");
    const Plan plan = planned(bench, request);
    QCOMPARE(plan.matched(), 4);
    // Its worker gave it back, another one took it; its worker counts what it tries; its worker is done with it.
    m_server.run({"LREM", "p", "1", "again"});
    begin("again", now(), "1", isJson, pad);
    m_server.run({"LPUSH", "p", "again"});
    begin("counted", old, "2", isJson, pad);
    m_server.run({"DEL", "job:gone"});
    const OperationReport report = confirm(bench, plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.moved + report.removed, 1);
    QCOMPARE(report.skipped, 3);
    QVERIFY(report.complete());
    QVERIFY(!list("p").contains("stale"));
    QCOMPARE(list("p").size(), 3);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(list("p").size(), 4);
}

/// A job without a start that is named explicitly hangs; one that has a start by now does not.
void TestOperationsMovedOn::leavesWhatWasNamedAndHasBegun()
{
    Bench bench(m_server, queueWith());
    m_server.run({"RPUSH", "p", "bare", "begun", "made", "never"});
    m_server.run({"HSET", "job:bare", "x", "1"});
    m_server.run({"HSET", "job:begun", "x", "1"});
    OperationRequest request = bench.request(Action::Requeue);
    request.ids = {"bare", "begun", "made", "never"};
    const Plan plan = planned(bench, request);
    QCOMPARE(plan.matched(), 4);
    m_server.run({"HSET", "job:begun", "started_at", now()});
    m_server.run({"HSET", "job:made", "started_at", now()});
    const OperationReport report = confirm(bench, plan);
    QCOMPARE(report.moved, 2);
    QCOMPARE(report.skipped, 2);
    QCOMPARE(list("p"), (QByteArrayList{"begun", "made"}));
}

/// Chosen by its error, it has been tried since and has another one.
void TestOperationsMovedOn::leavesWhatDiedAnew()
{
    for (const QByteArray &type : {QByteArray("list"), QByteArray("set"), QByteArray("zset")}) {
        m_server.flush();
        Bench bench(m_server, queueWith());
        for (const QByteArray &id : {QByteArray("a"), QByteArray("b"), QByteArray("c")}) {
            m_server.run({"HSET", "job:" + id, "attempts", "3", "started_at", now(-600'000), "last_error", "timeout"});
            if (type == "list") {
                m_server.run({"LPUSH", "dead", id});
            } else if (type == "set") {
                m_server.run({"SADD", "dead", id});
            } else {
                m_server.run({"ZADD", "dead", "17", id});
            }
        }
        OperationRequest request = bench.request(Action::RequeueDead);
        request.errorGroup = QStringLiteral("timeout");
        const Plan plan = planned(bench, request);
        QCOMPARE(plan.matched(), 3);
        m_server.run({"HSET", "job:a", "started_at", now(-1'000), "last_error", "no such user"});
        m_server.run({"HSET", "job:b", "attempts", "4", "last_error", "no such user"});
        const OperationReport report = confirm(bench, plan);
        QCOMPARE(report.moved, 1);
        QCOMPARE(report.skipped, 2);
        QCOMPARE(list("q"), QByteArrayList{"c"});
    }
}

/// Attempts counted by the operation itself are not taken for changes of others, in any batch.
void TestOperationsMovedOn::takesEqualOnesThatItCountsItself()
{
    Bench bench(m_server, queueWith(R"("staleAfter":"30s","maxAttempts":9999)"));
    for (int i = 0; i < 1'500; ++i) {
        m_server.run({"RPUSH", "p", i % 3 == 0 ? QByteArray("same") : "e" + QByteArray::number(i)});
        m_server.run({"HSET", "job:e" + QByteArray::number(i), "started_at", now(-600'000), "attempts", "1"});
    }
    m_server.run({"RPUSH", "p", R"({"id":"same","n":1})"});
    m_server.run({"HSET", "job:same", "started_at", now(-600'000), "attempts", "1"});
    const QByteArrayList before = list("p");
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 1'501);
    QCOMPARE(m_server.run({"HGET", "job:same", "attempts"}).bytes, "502");
    const Plan undo = bench.undoOf(report.id);
    QVERIFY(!undo.possible);
    QVERIFY2(undo.note.contains(QLatin1String("it was not checked which of them can go back")), qPrintable(undo.note));
    QCOMPARE(bench.undo(report.id).moved, 1'501);
    QVERIFY(list("p") == before);
    QCOMPARE(m_server.run({"HGET", "job:same", "attempts"}).bytes, "1");

    m_server.flush();
    for (int i = 0; i < 5; ++i) {
        m_server.run({"RPUSH", "dead", "same"});
    }
    m_server.run({"HSET", "job:same", "attempts", "7", "last_error", "boom"});
    OperationRequest group = bench.request(Action::RequeueDead);
    group.errorGroup = QStringLiteral("boom");
    const OperationReport dead = bench.run(group);
    QCOMPARE(dead.moved, 5);
    QCOMPARE(bench.undo(dead.id).moved, 5);
    QCOMPARE(m_server.run({"HGET", "job:same", "attempts"}).bytes, "7");
}

/// A start that the script reads differently, or not at all, gives no age; the start in the element itself does.
void TestOperationsMovedOn::judgesByWhatTheScriptReads()
{
    Bench bench(m_server, queueWith());
    const QByteArray old = now(-600'000);
    const QByteArray own = R"({"id":"own","startedAt":)" + old + "}";
    m_server.run({"RPUSH", "p", "broken", "twice", "late", own});
    m_server.run({"SET", "job:broken", R"({"startedAt":)" + old + R"(,"x":)"});
    m_server.run(
        {"SET", "job:twice",
         R"({"startedAt":)" + old + R"(,"x":")" + QByteArray(100'000, 'x') + R"(","startedAt":)" + now() + "}"});
    m_server.run({"SET", "job:late", R"({"startedAt":")" + old + R"(","x":")" + QByteArray(100'000, 'x') + R"("})"});
    const QString note = planned(bench, bench.request(Action::Requeue)).note; // nothing is left out in silence
    QVERIFY2(note.startsWith(QLatin1String("1 job in work has no recorded start")), qPrintable(note));
    QVERIFY2(!note.contains(QLatin1String("--")), qPrintable(note)); // the window shows it, too
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.matched, 2);
    QCOMPARE(report.moved, 2);
    QCOMPARE(list("p"), (QByteArrayList{"broken", "twice"}));
    QCOMPARE(bench.undo(report.id).moved, 2);
}

void TestOperationsMovedOn::undoLeavesWhatKeptItsAttempts()
{
    Bench bench(m_server, queueWith());
    const QByteArray start = now(-600'000);
    m_server.run({"RPUSH", "dead", "a", "b", "c", "d"});
    for (const QByteArray &id : {QByteArray("a"), QByteArray("b"), QByteArray("c"), QByteArray("d")}) {
        m_server.run({"HSET", "job:" + id, "attempts", "3", "started_at", start});
    }
    OperationRequest request = bench.request(Action::RequeueDead);
    request.keepAttempts = true;
    const OperationReport report = bench.run(request);
    QCOMPARE(report.moved, 4);
    QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "3");
    m_server.run({"HSET", "job:a", "attempts", "4", "started_at", now()}); // counted, begun, and waits for its retry
    m_server.run({"HSET", "job:b", "attempts", "4"});
    m_server.run({"HSET", "job:c", "started_at", now()});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(undone.skipped, 3);
    QCOMPARE(list("dead"), QByteArrayList{"d"});
    QCOMPARE(list("q").size(), 3);
    QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "4");
}

/// There was none: that there is one now is a worker's doing.
void TestOperationsMovedOn::undoLeavesRecordsMadeSince()
{
    Bench bench(m_server, queueWith());
    m_server.run({"ZADD", "p", now(-5'000), "hash", now(-4'000), "json", now(-3'000), "none"});
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 3);
    m_server.run({"HINCRBY", "job:hash", "attempts", "1"});
    m_server.run({"SET", "job:json", R"({"attempts":1})"});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(undone.skipped, 2);
    QCOMPARE(strings(m_server.run({"ZRANGE", "p", "0", "-1"})), QByteArrayList{"none"});
    QCOMPARE(m_server.run({"HGET", "job:hash", "attempts"}).bytes, "1");
    QCOMPARE(m_server.run({"GET", "job:json"}).bytes, R"({"attempts":1})");

    // The record was there before, so it is kept, although all its remaining fields come from the operation.
    m_server.flush();
    m_server.run({"ZADD", "p", now(-5'000), "a"});
    m_server.run({"HSET", "job:a", "x", "1"});
    const OperationReport again = bench.run(bench.request(Action::Requeue));
    QCOMPARE(m_server.run({"HGET", "job:a", "attempts"}).bytes, "1");
    m_server.run({"HDEL", "job:a", "x"});
    bench.undo(again.id);
    QCOMPARE(m_server.run({"EXISTS", "job:a"}).integer, 1);
}

/// Attempts run out between equal jobs: the later ones went to the dead letters.
void TestOperationsMovedOn::undoGivesEqualOnesBack()
{
    for (const int times : {2, 7}) {
        m_server.flush();
        Bench bench(m_server, queueWith());
        m_server.run({"RPUSH", "p", "last"});
        for (int i = 0; i < times; ++i) {
            for (int other = 0; other < 40; ++other) {
                const QByteArray id = "o" + QByteArray::number(i * 40 + other);
                m_server.run({"RPUSH", "p", id});
                m_server.run({"HSET", "job:" + id, "attempts", "0", "started_at", now(-600'000)});
            }
            m_server.run({"RPUSH", "p", "same"});
        }
        m_server.run({"HSET", "job:same", "attempts", "1", "started_at", now(-600'000)});
        const QByteArrayList before = list("p");
        RunnerOptions options;
        options.batchTarget = std::chrono::microseconds(1); // few at once
        const OperationReport report =
            Runner(bench.client, bench.journal.get(), options).run(planned(bench, bench.request(Action::Requeue)));
        QCOMPARE(report.accounted(), times * 41);
        QCOMPARE(report.deadLettered > 0, times > 2);
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.skipped, 0);
        QVERIFY(list("p") == before);
        QVERIFY(list("dead").isEmpty());
        QCOMPARE(m_server.run({"HGET", "job:same", "attempts"}).bytes, "1");
    }
}

/// The preview was made on the day before.
void TestOperationsMovedOn::undoFindsRecordsOfAnEarlierPeriod()
{
    Bench bench(m_server, queueWith(R"("maxAttempts":3)", "job:{yyyyMMdd}:{id}"));
    const QByteArray key =
        "job:" + QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd")).toLatin1() + ":a";
    m_server.run({"ZADD", "p", "1000", "a"});
    m_server.run({"HSET", key, "attempts", "1"});
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(m_server.run({"HGET", key, "attempts"}).bytes, "2");
    bench.execute(QStringLiteral("UPDATE operations SET time = time + 86400000"));
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(m_server.run({"HGET", key, "attempts"}).bytes, "1");
}

void TestOperationsMovedOn::undoLooksFirst_data()
{
    QTest::addColumn<int>("worked");
    QTest::addColumn<QString>("note");
    QTest::newRow("all can go back") << 0 << QString();
    QTest::newRow("all but one") << 1 << QStringLiteral("6 of 7 can go back: 1 has been worked on");
    QTest::newRow("some") << 5 << QStringLiteral("2 of 7 can go back: 5 have been worked on");
    QTest::newRow("none") << 7 << QStringLiteral("0 of 7 can go back: 7 have been worked on");
}

/// Nothing is promised that cannot be done: workers have taken them, or have counted an attempt and put them back.
void TestOperationsMovedOn::undoLooksFirst()
{
    QFETCH(const int, worked);
    QFETCH(const QString, note);
    Bench bench(m_server, queueWith());
    for (int i = 0; i < 7; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        m_server.run({"ZADD", "p", now(-60'000), id});
        if (i % 2 == 0) {
            m_server.run({"HSET", "job:" + id, "attempts", "1"});
        } else {
            m_server.run({"SET", "job:" + id, R"({"attempts":"1"})"});
        }
    }
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 7);
    for (int i = 0; i < worked; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        if (i < 2) {
            m_server.run({"LREM", "q", "1", id});
        } else if (i % 2 == 0) {
            m_server.run({"HINCRBY", "job:" + id, "attempts", "1"});
        } else {
            m_server.run({"SET", "job:" + id, R"({"attempts":"3"})"});
        }
    }
    const Plan plan = bench.undoOf(report.id);
    QCOMPARE(plan.matched(), 7);
    QCOMPARE(plan.possible, std::optional<qint64>(7 - worked));
    QSet<QByteArray> shown, expected;
    for (const Element &element : plan.sample) {
        shown.insert(element.element);
    }
    for (int i = worked; i < 7; ++i) {
        expected.insert("j" + QByteArray::number(i));
    }
    QCOMPARE(shown, expected); // none of those that stay
    QVERIFY2(plan.note.contains(note) && plan.note.contains(QStringLiteral("can go back")) == (worked > 0),
             qPrintable(plan.note));
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 7 - worked);
    QCOMPARE(undone.skipped, worked);
    QCOMPARE(bench.journal->operation(report.id)->state, worked == 7 ? OperationState::Done : OperationState::Undone);
}

/// Records are read many at once: over a long way each exchange takes as long as the way there and back.
void TestOperationsMovedOn::undoLooksInFewExchanges()
{
    constexpr int jobs = 300;
    Bench bench(m_server, queueWith());
    for (int i = 0; i < jobs; ++i) {
        const QByteArray id = "j" + QByteArray::number(i);
        m_server.run({"ZADD", "p", now(-60'000), id});
        m_server.run({"HSET", "job:" + id, "attempts", "1"});
    }
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, jobs);
    const auto reads = [this] {
        const QByteArray stats = m_server.run({"INFO", "stats"}).bytes, name = "total_reads_processed:";
        return stats.mid(stats.indexOf(name) + name.size()).split('\r').front().toInt();
    };
    const int before = reads();
    Bench::judgeUndo(bench.undoOf(report.id), jobs);
    QVERIFY2(reads() - before < jobs / 3, qPrintable(QString::number(reads() - before)));
}

/// Elements that exist again, or have another score by now, stay.
void TestOperationsMovedOn::undoLooksFirstIntoSets()
{
    Bench bench(m_server, R"({"name":"later","kind":"schedule","keys":{"delayed":"s"}})");
    m_server.run({"ZADD", "s", now(60'000), "a", now(70'000), "b", now(80'000), "c"});
    OperationRequest request = bench.request(Action::Postpone);
    request.by = std::chrono::hours(1);
    const OperationReport postponed = bench.run(request);
    QCOMPARE(postponed.moved, 3);
    m_server.run({"ZADD", "s", "1", "a"});
    QCOMPARE(bench.undoOf(postponed.id).possible, std::optional<qint64>(2));
    QCOMPARE(bench.undo(postponed.id).moved, 2);

    const OperationReport purged = bench.run(bench.request(Action::Purge));
    QCOMPARE(purged.removed, 3);
    m_server.run({"ZADD", "s", "1", "a", "2", "b"});
    QCOMPARE(bench.undoOf(purged.id).possible, std::optional<qint64>(1));
    QCOMPARE(bench.undo(purged.id).moved, 1);
}

QTEST_GUILESS_MAIN(TestOperationsMovedOn)
#include "tst_operations_movedon.moc"
