// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/edits.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// A job is edited: its element in place, or its record, and requeued.
class TestOperationsEdit : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void keepsThePlaceInAList();
    void keepsTheScore();
    void editsInASet();
    void editsAFieldOfARecord();
    void editsARecordThatIsText();
    void requeuesADeadLetter();
    void requeuesWhatIsStale();
    void runsWhatWaited();
    void undoesFromTheMiddleOfAList();
    void undoLooksFirst_data();
    void undoLooksFirst();
    void editsAnyBytes();
    void editsAmongEqualOnes();
    void editsAtTheFarEndOfALongList();
    void usesTheSlotOfTheCollection();
    void recoversWhatItDid();
    void recoversBetweenEditAndRequeue();
    void goesOnWithAnUndoThatWasCutOff();
    void tellsWhatWasNotRequeued();
    void leavesWhoIsWorkedOnWhenUndone();
    void isSentAgainInVain();
    void readsNoRecordThatHasGrown_data();
    void readsNoRecordThatHasGrown();

private:
    QByteArray text(const QByteArray &key) { return m_server.run({"GET", key}).bytes; }
    QByteArray field(const QByteArray &key, const QByteArray &name) { return m_server.run({"HGET", key, name}).bytes; }
    Result<Plan> plan(Bench &bench, const OperationRequest &request) { return Planner(bench.client).plan(request); }
};

void TestOperationsEdit::keepsThePlaceInAList()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "a", before, "b", "c"});
    m_server.run({"PEXPIRE", "q", "100000"});
    const OperationReport report = bench.run(editing(bench, "q", before, ofElement(before, after)));
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 1);
    QCOMPARE(report.moved, 1);
    QVERIFY(report.undoable);
    QCOMPARE(list("q"), (QByteArrayList{"a", after, "b", "c"}));
    QVERIFY(m_server.run({"PTTL", "q"}).integer > 90'000);
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.state, OperationState::Done);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(list("q"), (QByteArrayList{"a", before, "b", "c"}));
    QCOMPARE(bench.leftovers(), QByteArrayList());
    QCOMPARE(bench.journal->details(report.id)->report.state, OperationState::Undone);
}

void TestOperationsEdit::keepsTheScore()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"ZADD", "late", "1700000000123.25", before, "5", "a"});
    const OperationReport report =
        bench.run(editing(bench, "late", before, ofElement(before, after), 1'700'000'000'123.25));
    QCOMPARE(report.moved, 1);
    QCOMPARE(m_server.run({"ZSCORE", "late", after}).bytes, "1700000000123.25");
    QCOMPARE(m_server.run({"ZCARD", "late"}).integer, 2);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(m_server.run({"ZSCORE", "late", before}).bytes, "1700000000123.25");
    QCOMPARE(m_server.run({"ZCARD", "late"}).integer, 2);
}

void TestOperationsEdit::editsInASet()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"SADD", "dead", before, "a"});
    const OperationReport report = bench.run(editing(bench, "dead", before, ofElement(before, after)));
    QCOMPARE(report.moved, 1);
    QCOMPARE(m_server.run({"SISMEMBER", "dead", after}).integer, 1);
    QCOMPARE(m_server.run({"SCARD", "dead"}).integer, 2);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(m_server.run({"SISMEMBER", "dead", before}).integer, 1);
    QCOMPARE(m_server.run({"SCARD", "dead"}).integer, 2);
}

void TestOperationsEdit::editsAFieldOfARecord()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "7"});
    m_server.run({"HSET", "job:7", "payload", before, "class", "Mail"});
    m_server.run({"PEXPIRE", "job:7", "100000"});
    const OperationReport report = bench.run(
        editing(bench, "q", "7", ofField("payload", before, after, {{"payload", before}, {"class", "Mail"}})));
    QCOMPARE(report.moved, 1);
    QCOMPARE(field("job:7", "payload"), after);
    QCOMPARE(field("job:7", "class"), "Mail");
    QVERIFY(m_server.run({"PTTL", "job:7"}).integer > 90'000);
    QCOMPARE(bench.journal->elementsOf(report.id, 10)->size(), std::size_t(1));
    QCOMPARE(bench.journal->elementsOf(report.id, 10)->front(), "7"); // the job, not the text of its field
    QCOMPARE(list("q"), QByteArrayList{"7"});
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(field("job:7", "payload"), before);
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsEdit::editsARecordThatIsText()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"ZADD", "late", "5", "7"});
    m_server.run({"SET", "job:7", before, "PX", "100000"});
    const OperationReport report = bench.run(editing(bench, "late", "7", ofText(before, after), 5));
    QCOMPARE(report.moved, 1);
    QCOMPARE(text("job:7"), after);
    QVERIFY(m_server.run({"PTTL", "job:7"}).integer > 90'000);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(text("job:7"), before);
    QVERIFY(m_server.run({"PTTL", "job:7"}).integer > 90'000);
}

void TestOperationsEdit::requeuesADeadLetter()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "a", "7", "b"});
    m_server.run({"RPUSH", "q", "x"});
    m_server.run({"HSET", "job:7", "payload", before, "attempts", "3"});
    const OperationReport report = bench.run(editing(bench, "dead", "7", ofField("payload", before, after, {}, true)));
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.matched, 1);
    QCOMPARE(report.moved, 1);
    QCOMPARE(list("dead"), (QByteArrayList{"a", "b"}));
    QCOMPARE(list("q"), (QByteArrayList{"7", "x"}));
    QCOMPARE(field("job:7", "payload"), after);
    QCOMPARE(field("job:7", "attempts"), "0");
    const Plan back = bench.undoOf(report.id);
    QCOMPARE(back.sample.size(), std::size_t(1));
    QCOMPARE(back.sample.front().element, "7"); // the job, not the text of its field
    QCOMPARE(back.sample.front().id, "7");
    QCOMPARE(back.sample.front().key, "dead");
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.state, OperationState::Done);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(list("dead"), (QByteArrayList{"a", "7", "b"}));
    QCOMPARE(list("q"), QByteArrayList{"x"});
    QCOMPARE(field("job:7", "payload"), before);
    QCOMPARE(field("job:7", "attempts"), "3");
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsEdit::requeuesWhatIsStale()
{
    Bench bench(m_server, jobQueue);
    const QByteArray record = R"({"started_at":1000,"attempts":1,"to":"anna"})";
    const QByteArray mended = R"({"started_at":1000,"attempts":1,"to":"otto"})";
    m_server.run({"ZADD", "p", "1000", "7"});
    m_server.run({"SET", "job:7", record});
    const OperationReport report = bench.run(editing(bench, "p", "7", ofText(record, mended, true), 1000));
    QCOMPARE(report.moved, 1);
    QCOMPARE(list("q"), QByteArrayList{"7"});
    QCOMPARE(m_server.run({"ZCARD", "p"}).integer, 0);
    QCOMPARE(text("job:7"), R"({"started_at":1000,"attempts":2,"to":"otto"})");
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(text("job:7"), record);
    QCOMPARE(m_server.run({"ZSCORE", "p", "7"}).bytes, "1000");
    QCOMPARE(list("q"), QByteArrayList());
}

void TestOperationsEdit::runsWhatWaited()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"ZADD", "late", "99999999999999", before});
    const OperationReport report =
        bench.run(editing(bench, "late", before, ofElement(before, after, true), 99'999'999'999'999.0));
    QCOMPARE(report.moved, 1);
    QCOMPARE(list("q"), QByteArrayList{after});
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(list("q"), QByteArrayList());
    QCOMPARE(m_server.run({"ZSCORE", "late", before}).bytes, "99999999999999");
    QCOMPARE(m_server.run({"ZCARD", "late"}).integer, 1);
}

/// It goes back to its place by the name it had there, and only then becomes what it was.
void TestOperationsEdit::undoesFromTheMiddleOfAList()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "a", "b", before, "c", "d"});
    const OperationReport report = bench.run(editing(bench, "dead", before, ofElement(before, after, true)));
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(list("dead"), (QByteArrayList{"a", "b", "c", "d"}));
    QCOMPARE(list("q"), QByteArrayList{after});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.state, OperationState::Done);
    QCOMPARE(undone.notes, QStringList());
    QCOMPARE(list("dead"), (QByteArrayList{"a", "b", before, "c", "d"}));
    QCOMPARE(list("q"), QByteArrayList());
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsEdit::undoLooksFirst_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("of");
    QTest::addColumn<QByteArrayList>("meanwhile");
    using Words = QByteArrayList;
    QTest::newRow("list") << QByteArray("q") << QByteArray("element") << Words{"RPOP", "q"};
    QTest::newRow("set") << QByteArray("dead") << QByteArray("element") << Words{"SREM", "dead", after};
    QTest::newRow("set that holds it again")
        << QByteArray("dead") << QByteArray("element") << Words{"SADD", "dead", before};
    QTest::newRow("sorted set") << QByteArray("late") << QByteArray("element") << Words{"ZINCRBY", "late", "1", after};
    QTest::newRow("text") << QByteArray("q") << QByteArray("text") << Words{"SET", "job:7", before};
    QTest::newRow("text of another length") << QByteArray("q") << QByteArray("text") << Words{"APPEND", "job:7", "x"};
    QTest::newRow("field") << QByteArray("q") << QByteArray("field") << Words{"HDEL", "job:7", "payload"};
    QTest::newRow("field of a job that is gone") << QByteArray("q") << QByteArray("field") << Words{"DEL", "q"};
}

/// The preview says whether the edit can be taken back.
void TestOperationsEdit::undoLooksFirst()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, of);
    QFETCH(QByteArrayList, meanwhile);
    Bench bench(m_server, jobQueue);
    const QByteArray job = of == "element" ? before : QByteArray("7");
    m_server.run({"RPUSH", "q", job});
    m_server.run({"SADD", "dead", job});
    m_server.run({"ZADD", "late", "5", job});
    if (of == "text") {
        m_server.run({"SET", "job:7", before});
    } else if (of == "field") {
        m_server.run({"HSET", "job:7", "payload", before});
    }
    const JobEdit edit = of == "element" ? ofElement(before, after)
        : of == "text"                   ? ofText(before, after)
                                         : ofField("payload", before, after);
    const OperationReport report = bench.run(editing(bench, key, job, edit));
    QCOMPARE(report.moved, 1);
    Bench::judgeUndo(bench.undoOf(report.id), 1);
    m_server.run(std::vector<QByteArrayView>(meanwhile.begin(), meanwhile.end()));
    Bench::judgeUndo(bench.undoOf(report.id), 0);
    QCOMPARE(bench.undo(report.id).skipped, 1);
}

void TestOperationsEdit::editsAnyBytes()
{
    Bench bench(m_server, jobQueue);
    const QByteArray id("\0\xff{\r\n", 5), was("\0\x01\xfe", 3), is("\xff\0 \n", 4);
    m_server.run({"RPUSH", "q", id});
    m_server.run({"HSET", "job:" + id, "payload", was});
    const OperationReport report = bench.run(editing(bench, "q", id, ofField("payload", was, is, {{"payload", was}})));
    QCOMPARE(report.moved, 1);
    QCOMPARE(field("job:" + id, "payload"), is);
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(field("job:" + id, "payload"), was);
}

/// Edits one of several equal elements; the undo reverts the same one, even if it has equals by then.
void TestOperationsEdit::editsAmongEqualOnes()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "a", before, "b", before, after, "c"}); // workers take from the right
    const OperationReport report = bench.run(editing(bench, "q", before, ofElement(before, after)));
    QCOMPARE(list("q"), (QByteArrayList{"a", before, "b", after, after, "c"}));
    QCOMPARE(bench.undo(report.id).moved, 1);
    QCOMPARE(list("q"), (QByteArrayList{"a", before, "b", before, after, "c"}));
}

void TestOperationsEdit::editsAtTheFarEndOfALongList()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", before});
    pushJobs(m_server, "q", 50'000, 20);
    m_server.run({"LPUSH", "q", R"({"id":"8"})"});
    const OperationReport first = bench.run(editing(bench, "q", before, ofElement(before, after)));
    QCOMPARE(first.moved, 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "-1"}).bytes, after);
    const OperationReport last =
        bench.run(editing(bench, "q", R"({"id":"8"})", ofElement(R"({"id":"8"})", R"({"id":"8","n":1})")));
    QCOMPARE(last.moved, 1);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes, R"({"id":"8","n":1})");
    // In the middle of a list twice as long it is not searched for.
    pushJobs(m_server, "q", 50'001, 20, 100'000);
    const Result<Plan> deep =
        plan(bench, editing(bench, "q", R"({"id":"8","n":1})", ofElement(R"({"id":"8","n":1})", R"({"id":"8"})")));
    QVERIFY(!deep.ok());
    QVERIFY(deep.error().message.contains(u"50,000"_s));
}

void TestOperationsEdit::usesTheSlotOfTheCollection()
{
    Bench bench(m_server, taggedQueue);
    m_server.run({"RPUSH", "dead{a}", before});
    const Result<Plan> planned = plan(bench, editing(bench, "dead{a}", before, ofElement(before, after, true)));
    QVERIFY(planned.ok());
    QCOMPARE(planned->steps.size(), std::size_t(2));
    QVERIFY(escrowKey(planned->steps[0].key, planned->id, 0).contains("{a}"));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*planned);
    QCOMPARE(report.moved, 1);
    QCOMPARE(list("q{a}"), QByteArrayList{after});
}

/// Killed after the script has run: the account is completed, and the edit can be undone.
void TestOperationsEdit::recoversWhatItDid()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "7"});
    m_server.run({"HSET", "job:7", "payload", before});
    const Result<Plan> planned = plan(bench, editing(bench, "q", "7", ofField("payload", before, after)));
    const PlanStep step = bench.begin(*planned);
    bench.leaveBatch(*planned, step, 0, 0, 1);
    QCOMPARE(field("job:7", "payload"), after);
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->state, OperationState::Done);
    QCOMPARE(recovered->moved, 1);
    QVERIFY(recovered->undoable);
    QCOMPARE(bench.undo(planned->id).moved, 1);
    QCOMPARE(field("job:7", "payload"), before);
    QCOMPARE(bench.leftovers(), QByteArrayList());
}

void TestOperationsEdit::recoversBetweenEditAndRequeue()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "a", before, "b"});
    const Result<Plan> planned = plan(bench, editing(bench, "dead", before, ofElement(before, after, true)));
    const PlanStep step = bench.begin(*planned);
    bench.leaveBatch(*planned, step, 0, 0, 1);
    QCOMPARE(list("dead"), (QByteArrayList{"a", after, "b"}));
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->state, OperationState::Partial); // edited, and not requeued
    QCOMPARE(recovered->moved, 0);
    QVERIFY(recovered->undoable);
    const OperationReport undone = bench.undo(planned->id);
    QCOMPARE(undone.state, OperationState::Done);
    QCOMPARE(list("dead"), (QByteArrayList{"a", before, "b"}));
}

/// Killed when the job is back among the dead letters, edited as it was.
void TestOperationsEdit::goesOnWithAnUndoThatWasCutOff()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "a", "b", before, "c", "d"});
    const OperationReport report = bench.run(editing(bench, "dead", before, ofElement(before, after, true)));
    QCOMPARE(report.moved, 1);
    const Plan undo = bench.undoOf(report.id);
    const PlanStep step = bench.begin(undo);
    QVERIFY(step.is<MoveStep>());
    bench.leaveBatch(undo, step, 0, 0, 1);
    QCOMPARE(list("q"), QByteArrayList());
    const Result<OperationReport> recovered = bench.recoverOne();
    QVERIFY(recovered.ok());
    QCOMPARE(recovered->state, OperationState::Partial);
    const OperationReport again = bench.undo(report.id);
    QCOMPARE(again.state, OperationState::Done);
    QCOMPARE(list("dead"), (QByteArrayList{"a", "b", before, "c", "d"}));
    QCOMPARE(bench.journal->details(report.id)->report.state, OperationState::Undone);
}

/// A worker has taken it between the two steps.
void TestOperationsEdit::tellsWhatWasNotRequeued()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "7"});
    m_server.run({"HSET", "job:7", "payload", before});
    Result<Plan> planned = plan(bench, editing(bench, "dead", "7", ofField("payload", before, after, {}, true)));
    QVERIFY(planned.ok());
    Plan taken = *planned;
    taken.steps[1].items[0].element = "8"; // as if 7 were gone by then
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(taken);
    QCOMPARE(report.state, OperationState::Partial);
    QVERIFY(report.error.contains(u"not requeued"_s));
    QVERIFY(report.undoable);
    QCOMPARE(field("job:7", "payload"), after);
    QCOMPARE(bench.undo(report.id).state, OperationState::Done);
    QCOMPARE(field("job:7", "payload"), before);
}

/// A worker has taken what was requeued: neither step of the undo has anything to do, and it counts once.
void TestOperationsEdit::leavesWhoIsWorkedOnWhenUndone()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "dead", "7"});
    m_server.run({"HSET", "job:7", "payload", before});
    const OperationReport report = bench.run(editing(bench, "dead", "7", ofField("payload", before, after, {}, true)));
    QCOMPARE(report.moved, 1);
    Bench::judgeUndo(bench.undoOf(report.id), 1);
    m_server.run({"LMOVE", "q", "done", "RIGHT", "LEFT"});
    Bench::judgeUndo(bench.undoOf(report.id), 0);
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.matched, 1);
    QCOMPARE(undone.skipped, 1);
    QCOMPARE(undone.accounted(), 1);
    QCOMPARE(field("job:7", "payload"), after);
    QCOMPARE(list("dead"), QByteArrayList());
}

void TestOperationsEdit::isSentAgainInVain()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", before});
    const Result<Plan> planned = plan(bench, editing(bench, "q", before, ofElement(before, after)));
    const Reply first = bench.runBatch(*planned, planned->steps.front(), 0, 0, 1);
    m_server.run({"LPUSH", "q", before});
    const Reply second = bench.runBatch(*planned, planned->steps.front(), 0, 0, 1);
    QCOMPARE(strings(second), strings(first));
    QCOMPARE(list("q"), (QByteArrayList{before, after}));
}

void TestOperationsEdit::readsNoRecordThatHasGrown_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("grows");
    QTest::newRow("text") << QByteArray() << QByteArray();
    QTest::newRow("field") << QByteArray("payload") << QByteArray("payload");
    QTest::newRow("another field") << QByteArray("payload") << QByteArray("class");
}

/// A record that was rewritten since it was shown may have any length.
void TestOperationsEdit::readsNoRecordThatHasGrown()
{
    QFETCH(const QByteArray, field);
    QFETCH(const QByteArray, grows);
    constexpr qsizetype large = 8LL * 1'024 * 1'024;
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", "7"});
    if (field.isEmpty()) {
        m_server.run({"SET", "job:7", before});
    } else {
        m_server.run({"HSET", "job:7", "payload", before, "class", "Mail"});
    }
    const Result<Plan> planned =
        plan(bench,
             editing(bench, "q", "7",
                     field.isEmpty() ? ofText(before, after)
                                     : ofField(field, before, after, {{"payload", before}, {"class", "Mail"}})));
    QVERIFY(planned.ok());
    if (field.isEmpty()) {
        m_server.run({"SET", "job:7", QByteArray(large, 'x')});
    } else {
        m_server.run({"HSET", "job:7", grows, QByteArray(large, 'x')});
    }
    m_server.run({"CONFIG", "RESETSTAT"});
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*planned);
    QCOMPARE(report.changed(), 0);
    QCOMPARE(report.skipped, 1);
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    QVERIFY2(!stats.contains("cmdstat_get:"), stats.constData());
    QCOMPARE(stats.contains("cmdstat_hmget:calls=1,"), grows == "class"); // the field alone, which is as it was
    QVERIFY(!stats.contains("cmdstat_hmget:calls=2,"));
}

QTEST_GUILESS_MAIN(TestOperationsEdit)
#include "tst_operations_edit.moc"
