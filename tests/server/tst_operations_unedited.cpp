// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/edits.h"
#include "tests/server/meanwhile.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// Tests that a job that has changed since it was shown is neither edited nor requeued.
class TestOperationsUnedited : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void refusesWhatIsNotAsShown_data();
    void refusesWhatIsNotAsShown();
    void skipsWhatChangedSince_data();
    void skipsWhatChangedSince();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void leavesAloneWhatIsWorkedOn();
    void doesNotRequeueWhoWasBegunAnew_data();
    void doesNotRequeueWhoWasBegunAnew();
    void requeuesWithTheStartItWasGiven_data();
    void requeuesWithTheStartItWasGiven();

private:
    /// All keys with what they hold, but for ours.
    QByteArrayList all()
    {
        QByteArrayList keys = strings(m_server.run({"KEYS", "*"}));
        keys.removeIf([](const QByteArray &key) { return key.startsWith("plimsoll:"); });
        std::sort(keys.begin(), keys.end());
        for (QByteArray &key : keys) {
            key += ' ' + m_server.run({"DUMP", key}).bytes;
        }
        return keys;
    }
    Result<Plan> plan(Bench &bench, const OperationRequest &request) { return Planner(bench.client).plan(request); }
};

using Change = std::function<void(RedisServer &)>;

/// Between what the person saw and the plan.
void TestOperationsUnedited::refusesWhatIsNotAsShown_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<JobEdit>("edit");
    QTest::addColumn<QByteArray>("element");
    const auto run = [](std::vector<QByteArrayView> command) {
        std::vector<QByteArray> kept;
        for (const QByteArrayView word : command) {
            kept.push_back(word.toByteArray());
        }
        return Change(
            [kept](RedisServer &server) { server.run(std::vector<QByteArrayView>(kept.begin(), kept.end())); });
    };
    const JobEdit inHash = ofField("to", "anna", "otto", {{"to", "anna"}, {"worker", "w1"}});
    QTest::newRow("the element is gone") << run({"DEL", "late"}) << ofElement(before, after) << before;
    QTest::newRow("another score") << run({"ZADD", "late", "6", before}) << ofElement(before, after) << before;
    QTest::newRow("the other is there already")
        << run({"ZADD", "late", "6", after}) << ofElement(before, after) << before;
    QTest::newRow("the field") << run({"HSET", "job:7", "to", "emil"}) << inHash << QByteArray("7");
    QTest::newRow("another field") << run({"HSET", "job:7", "worker", "w2"}) << inHash << QByteArray("7");
    QTest::newRow("the field is gone") << run({"HDEL", "job:7", "to"}) << inHash << QByteArray("7");
    QTest::newRow("the record is gone") << run({"DEL", "job:7"}) << inHash << QByteArray("7");
    QTest::newRow("the record is text now") << run({"SET", "job:7", "x"}) << inHash << QByteArray("7");
    QTest::newRow("the text") << run({"SET", "job:8", "x"}) << ofText(before, after) << QByteArray("8");
    QTest::newRow("as long a text") << run({"SET", "job:8", after}) << ofText(before, after) << QByteArray("8");
}

void TestOperationsUnedited::refusesWhatIsNotAsShown()
{
    QFETCH(const Change, change);
    QFETCH(const JobEdit, edit);
    QFETCH(const QByteArray, element);
    Bench bench(m_server, jobQueue);
    m_server.run({"ZADD", "late", "5", before, "5", "7", "5", "8"});
    m_server.run({"HSET", "job:7", "to", "anna", "worker", "w1"});
    m_server.run({"SET", "job:8", before});
    change(m_server);
    const Result<Plan> planned = plan(bench, editing(bench, "late", element, edit, 5));
    QVERIFY(!planned.ok());
    QCOMPARE(planned.error().kind, ErrorKind::Refused);
}

/// Between the plan and the batch.
void TestOperationsUnedited::skipsWhatChangedSince_data()
{
    refusesWhatIsNotAsShown_data();
}

void TestOperationsUnedited::skipsWhatChangedSince()
{
    QFETCH(const Change, change);
    QFETCH(const JobEdit, edit);
    QFETCH(const QByteArray, element);
    for (const bool requeue : {false, true}) {
        m_server.flush();
        Bench bench(m_server, jobQueue);
        m_server.run({"ZADD", "late", "5", before, "5", "7", "5", "8"});
        m_server.run({"HSET", "job:7", "to", "anna", "worker", "w1"});
        m_server.run({"SET", "job:8", before});
        JobEdit wanted = edit;
        wanted.requeue = requeue;
        const Result<Plan> planned = plan(bench, editing(bench, "late", element, wanted, 5));
        QVERIFY2(planned.ok(), qPrintable(planned.ok() ? QString() : planned.error().message));
        change(m_server);
        const QByteArrayList held = all();
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*planned);
        if (report.state == OperationState::Done) {
            QCOMPARE(report.skipped, 1);
            QCOMPARE(report.moved, 0);
            QVERIFY(!report.undoable);
        } else { // a record that is of another type is an error, found before anything is written
            QCOMPARE(report.state, OperationState::Failed);
        }
        QCOMPARE(list("q"), QByteArrayList());
        QCOMPARE(all(), held);
    }
}

void TestOperationsUnedited::saysWhatIsWrong_data()
{
    QTest::addColumn<JobEdit>("edit");
    QTest::addColumn<QByteArray>("element");
    QTest::newRow("nothing") << ofElement(before, before) << before;
    QTest::newRow("no JSON any more") << ofElement(before, R"({"id":"7","to":)") << before;
    QTest::newRow("another id") << ofElement(before, R"({"id":"8","to":"anna"})") << before;
    QTest::newRow("an id alone") << ofElement("7", "8") << QByteArray("7");
    QTest::newRow("another element") << ofElement(after, before) << before;
    QTest::newRow("too much") << ofElement(before, '[' + QByteArray(1024 * 1024, ' ') + ']') << before;
    QTest::newRow("a field that was JSON") << ofField("payload", before, "{") << QByteArray("7");
    QTest::newRow("queued already") << ofElement(before, after, true) << before;
}

void TestOperationsUnedited::saysWhatIsWrong()
{
    QFETCH(const JobEdit, edit);
    QFETCH(const QByteArray, element);
    Bench bench(m_server, jobQueue);
    m_server.run({"RPUSH", "q", before, "7"});
    m_server.run({"HSET", "job:7", "payload", before});
    const Result<Plan> planned = plan(bench, editing(bench, "q", element, edit));
    QVERIFY(!planned.ok());
    QCOMPARE(planned.error().kind, ErrorKind::Invalid);
    const Result<Plan> elsewhere = plan(bench, editing(bench, "other", before, ofElement(before, after)));
    QVERIFY(!elsewhere.ok());
}

void TestOperationsUnedited::leavesAloneWhatIsWorkedOn()
{
    Bench bench(m_server, jobQueue);
    m_server.run({"ZADD", "p", "99999999999999", before});
    const Result<Plan> planned =
        plan(bench, editing(bench, "p", before, ofElement(before, after, true), 99'999'999'999'999.0));
    QVERIFY(!planned.ok());
    QCOMPARE(planned.error().kind, ErrorKind::Refused);
    QVERIFY(planned.error().message.contains(u"not stale"_s));
}

namespace {

/// Puts job 7, begun long ago, into processing; its record has `fields` further fields.
void makeStale(RedisServer &server, int fields)
{
    server.run({"RPUSH", "p", "7"});
    server.run({"HSET", "job:7", "to", "anna", "started_at", "1000", "attempts", "1"});
    for (int i = 0; i < fields; ++i) {
        server.run({"HSET", "job:7", "field" + QByteArray::number(i), "x"});
    }
}

const QByteArray staleText = R"({"started_at":1000,"attempts":1,"to":"anna"})";
const QByteArray staleEdited = R"({"started_at":1000,"attempts":1,"to":"otto"})";

} // namespace

void TestOperationsUnedited::doesNotRequeueWhoWasBegunAnew_data()
{
    QTest::addColumn<int>("fields"); // of the record besides; -1: it is a text
    QTest::addColumn<bool>("isBetween"); // edit and requeue, else before both
    QTest::addColumn<QByteArrayList>("change");
    const QByteArrayList begun{"HSET", "job:7", "started_at", "99999999999999"};
    const QByteArrayList counted{"HSET", "job:7", "attempts", "2"};
    QTest::newRow("too many fields, begun before") << 250 << false << begun;
    QTest::newRow("too many fields, counted before") << 250 << false << counted;
    QTest::newRow("too many fields, begun in between") << 250 << true << begun;
    QTest::newRow("a few fields, begun in between") << 3 << true << begun;
    QTest::newRow("a few fields, counted in between") << 3 << true << counted;
    QTest::newRow("a text, begun in between")
        << -1 << true << QByteArrayList{"SET", "job:7", R"({"started_at":99999999999999,"attempts":1,"to":"otto"})"};
}

void TestOperationsUnedited::doesNotRequeueWhoWasBegunAnew()
{
    QFETCH(const int, fields);
    QFETCH(const bool, isBetween);
    QFETCH(const QByteArrayList, change);
    Bench bench(m_server, jobQueue);
    makeStale(m_server, std::max(0, fields));
    if (fields < 0) {
        m_server.run({"SET", "job:7", staleText});
    }
    const JobEdit edit = fields < 0 ? ofText(staleText, staleEdited, true) : ofField("to", "anna", "otto", {}, true);
    const Result<Plan> planned = plan(bench, editing(bench, "p", "7", edit));
    QVERIFY2(planned.ok(), planned.ok() ? "" : qPrintable(planned.error().message));
    const auto begin = [&] { m_server.run(std::vector<QByteArrayView>(change.begin(), change.end())); };
    const PlanStep &step = planned->steps[isBetween ? 1 : 0];
    Meanwhile other(m_server.local(), "EVALSHA:" + scriptOf(step).sha1(), 1, begin);
    QVERIFY(other.connect());
    const OperationReport report = Runner(other, bench.journal.get()).run(*planned);
    QVERIFY(other.hasBeen());
    QCOMPARE(report.moved, 0);
    QCOMPARE(report.skipped, 1);
    QVERIFY2(report.error.contains(u"started again"_s), qPrintable(report.error));
    QCOMPARE(list("q"), QByteArrayList());
    QCOMPARE(list("p"), QByteArrayList{"7"});
    QCOMPARE(bench.undo(report.id).state, OperationState::Done); // the edit alone
}

/// The requeue expects the start and attempts that the edit has written.
void TestOperationsUnedited::requeuesWithTheStartItWasGiven_data()
{
    QTest::addColumn<JobEdit>("edit");
    QTest::newRow("the start") << ofField("started_at", "1000", "2000", {}, true);
    QTest::newRow("the attempts") << ofField("attempts", "1", "2", {}, true);
    QTest::newRow("another field") << ofField("to", "anna", "otto", {}, true);
    QTest::newRow("a text") << ofText(staleText, R"({"started_at":2000,"attempts":2,"to":"otto"})", true);
}

void TestOperationsUnedited::requeuesWithTheStartItWasGiven()
{
    QFETCH(const JobEdit, edit);
    Bench bench(m_server, jobQueue);
    makeStale(m_server, 250);
    if (edit.field.isEmpty()) {
        m_server.run({"SET", "job:7", staleText});
    }
    const OperationReport report = bench.run(editing(bench, "p", "7", edit));
    QCOMPARE(report.state, OperationState::Done);
    QCOMPARE(report.moved, 1);
    QCOMPARE(list("q"), QByteArrayList{"7"});
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.moved, 1);
    QCOMPARE(list("p"), QByteArrayList{"7"});
}

QTEST_GUILESS_MAIN(TestOperationsUnedited)
#include "tst_operations_unedited.moc"
