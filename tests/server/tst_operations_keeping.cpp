// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "tests/server/operationbench.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto day = 24h;

bool isPast(qint64 unixMs)
{
    return QDateTime::currentMSecsSinceEpoch() > unixMs;
}

} // namespace

/// Tests expiries of collections, and the retention of archives.
class TestOperationsKeeping : public OperationTest {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void setsNoExpiryThatHasPassed();
    void undoesNoExpiryInThePast();
    void leavesAnExpiryThatWasRenewed();
    void setsNoMissingExpiryThatIsThere();
    void restoresIntoNoExpiryThatIsOver_data();
    void restoresIntoNoExpiryThatIsOver();
    void movesBackIntoNoExpiryThatIsOver();
    void recoversTheExpiryItWas();
    void keepsWhatIsYoungByEitherClock();
    void keepsTheLastDay();
    void saysBeforehandWhatIsForgotten();
    void undoesWhatIsOld();
    void weighsWhatACutTakes_data();
    void weighsWhatACutTakes();
    void forgetsForWhatWasReallyTaken();
    void staysUndoableWhereNothingCameBack();
    void tellsWhatAnUndoPutBack();

private:
    /// Makes all operations of the journal older by both clocks.
    static void age(Bench &bench, std::chrono::milliseconds by);
};

void TestOperationsKeeping::age(Bench &bench, std::chrono::milliseconds by)
{
    bench.execute(u"UPDATE operations SET time = time - %1, local_time = local_time - %1"_s.arg(qlonglong(by.count())));
}

void TestOperationsKeeping::setsNoExpiryThatHasPassed()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2"});
    OperationRequest expire = bench.request(Action::SetExpiry);
    expire.by = 50ms;
    const Result<Plan> plan = Planner(bench.client).plan(expire);
    QVERIFY(plan.ok());
    QTRY_VERIFY(isPast(plan->steps[0].as<ExpireStep>()->at.toLongLong())); // the person thinks about it
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 2);
    QCOMPARE(report.skipped, 1);
    QVERIFY2(report.notes.join(u' ').contains(u"passed"_s), qPrintable(report.notes.join(u' ')));

    expire.by = -1s;
    QCOMPARE(Planner(bench.client).plan(expire).error().kind, ErrorKind::Invalid);
    expire.by = 1h;
    QCOMPARE(bench.run(expire).moved, 1);
    QVERIFY(m_server.run({"PTTL", "q"}).integer > 3'590'000);
}

void TestOperationsKeeping::undoesNoExpiryInThePast()
{
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":["q","r"]}})");
    m_server.run({"RPUSH", "q", "1", "2"});
    m_server.run({"RPUSH", "r", "1"});
    m_server.run({"PEXPIRE", "q", "300"});
    m_server.run({"PEXPIRE", "r", "1000000"});
    const qint64 later = m_server.run({"PEXPIRETIME", "r"}).integer;
    const qint64 before = m_server.run({"PEXPIRETIME", "q"}).integer;
    OperationRequest expire = bench.request(Action::SetExpiry);
    expire.by = 1h;
    const OperationReport set = bench.run(expire);
    QCOMPARE(set.moved, 2);
    QTRY_VERIFY(isPast(before));
    const Result<Plan> plan = Planner(bench.client).planUndo(*bench.journal, set.id, OnServer::Same);
    QVERIFY2(plan->note.contains(u"of 1 key"_s), qPrintable(plan->note));
    Bench::judgeUndo(*plan, 1); // the preview promises no more
    const OperationReport undone = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 2);
    QVERIFY(m_server.run({"PTTL", "q"}).integer > 3'500'000); // as the operation left it
    QCOMPARE(m_server.run({"PEXPIRETIME", "r"}).integer, later); // to the millisecond
    QCOMPARE(undone.moved, 1);
    QCOMPARE(undone.skipped, 1);
    QVERIFY2(undone.notes.join(u' ').contains(u"q was left"_s), qPrintable(undone.notes.join(u' ')));
}

/// A client that renewed the expiry needs the key for longer than the old one.
void TestOperationsKeeping::leavesAnExpiryThatWasRenewed()
{
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":["q","r"]}})");
    m_server.run({"RPUSH", "q", "1"});
    m_server.run({"PEXPIRE", "q", "1000000"});
    m_server.run({"RPUSH", "r", "1"});
    OperationRequest expire = bench.request(Action::SetExpiry);
    expire.by = 1h;
    const OperationReport set = bench.run(expire);
    QCOMPARE(set.moved, 2);
    m_server.run({"PEXPIRE", "q", "604800000"});
    const qint64 renewed = m_server.run({"PEXPIRETIME", "q"}).integer;
    m_server.run({"PERSIST", "r"});
    const OperationReport undone = bench.undo(set.id);
    QCOMPARE(m_server.run({"PEXPIRETIME", "q"}).integer, renewed);
    QCOMPARE(m_server.run({"PEXPIRETIME", "r"}).integer, -1);
    QCOMPARE(undone.moved, 0);
    QCOMPARE(undone.skipped, 2);
    QVERIFY2(undone.notes.join(u' ').contains(u"q was left as it is: its expiry has been changed since"_s),
             qPrintable(undone.notes.join(u' ')));

    // One that was taken away, and given again since.
    expire.by = 0ms;
    const OperationReport never = bench.run(expire);
    QCOMPARE(never.moved, 2);
    m_server.run({"PEXPIRE", "q", "604800000"});
    QCOMPARE(bench.undo(never.id).moved, 1); // r had none, and has none
    QVERIFY(m_server.run({"PTTL", "q"}).integer > 600'000'000);
}

void TestOperationsKeeping::setsNoMissingExpiryThatIsThere()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1"});
    OperationRequest expire = bench.request(Action::SetExpiry);
    expire.onlyMissing = true;
    expire.by = 1h;
    const Result<Plan> plan = Planner(bench.client).plan(expire);
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 1);
    m_server.run({"PEXPIRE", "q", "604800000"});
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).skipped, 1);
    QVERIFY(m_server.run({"PTTL", "q"}).integer > 600'000'000);
}

void TestOperationsKeeping::restoresIntoNoExpiryThatIsOver_data()
{
    QTest::addColumn<int>("keep");
    QTest::newRow("the key was gone") << 0;
    QTest::newRow("some of it stayed") << 1;
}

/// The expiry has passed or is near, however slow the test is: restored elements would be deleted at once.
void TestOperationsKeeping::restoresIntoNoExpiryThatIsOver()
{
    QFETCH(const int, keep);
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    m_server.run({"PEXPIRE", "q", "9000"});
    const OperationReport trimmed = bench.trimTo(keep);
    QCOMPARE(trimmed.removed, 3 - keep);
    const Plan plan = bench.undoOf(trimmed.id);
    QVERIFY2(plan.note.contains(u"it gets none"_s), qPrintable(plan.note));
    const OperationReport undone = Runner(bench.client, bench.journal.get()).run(plan);
    QCOMPARE(undone.moved, 3 - keep);
    QCOMPARE(m_server.run({"PTTL", "q"}).integer, -1);
    QVERIFY2(undone.notes.join(u' ').contains(u"q no longer expires"_s), qPrintable(undone.notes.join(u' ')));
}

void TestOperationsKeeping::movesBackIntoNoExpiryThatIsOver()
{
    Bench bench(m_server, emailQueue);
    m_server.run({"RPUSH", "dead", "1", "2"});
    m_server.run({"PEXPIRE", "dead", "9000"});
    const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(requeued.moved, 2);
    const Plan plan = bench.undoOf(requeued.id);
    QVERIFY2(plan.note.contains(u"it gets none"_s), qPrintable(plan.note));
    QCOMPARE(Runner(bench.client, bench.journal.get()).run(plan).moved, 2);
    QCOMPARE(m_server.run({"PTTL", "dead"}).integer, -1);
    QCOMPARE(list("dead").size(), 2);
}

void TestOperationsKeeping::recoversTheExpiryItWas()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    m_server.run({"PEXPIRE", "q", "1000000"});
    const qint64 expires = m_server.run({"PEXPIRETIME", "q"}).integer;
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    bench.leaveBatch(*plan, bench.begin(*plan), 0, 0, 3);
    bench.openJournal();
    const qint64 crash = QDateTime::currentMSecsSinceEpoch();
    QTRY_VERIFY(isPast(crash + 100)); // a while without recovery
    const auto recovered = Runner(bench.client, bench.journal.get()).recoverAll();
    QCOMPARE(recovered->completed.size(), 1U);
    QCOMPARE(bench.journal->archive().expiryBefore(plan->id, 0), std::optional(expires));
    QCOMPARE(bench.undo(plan->id).moved, 3);
    QCOMPARE(m_server.run({"PEXPIRETIME", "q"}).integer, expires);
}

void TestOperationsKeeping::keepsWhatIsYoungByEitherClock()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3"});
    const OperationReport trim = bench.trimTo(1);
    const std::chrono::milliseconds today = localNow();
    const std::chrono::milliseconds far = today + 31 * day;
    QCOMPARE(bench.journal->expired({}, {today, far})->size(), 0); // this computer is ahead
    QCOMPARE(bench.journal->expired({}, {far, today})->size(), 0); // the server is
    QCOMPARE(*bench.journal->expired({}, {far, far}), QStringList{trim.id});
    QCOMPARE(bench.journal->expired({}, {far, far}, 0, trim.id)->size(), 0); // about to be undone
}

void TestOperationsKeeping::keepsTheLastDay()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    const QString first = bench.trimTo(3).id;
    const QString second = bench.trimTo(2).id;
    const QString third = bench.trimTo(1).id;
    const Retention small{24h * 30, 100, 24h}; // an element counts 49
    const auto at = [](std::chrono::milliseconds later) { return Clocks{localNow() + later, localNow() + later}; };
    QCOMPARE(bench.journal->expired(small, at(1h))->size(), 0);
    QCOMPARE(*bench.journal->expired(small, at(25h)), QStringList{first});
    QCOMPARE(*bench.journal->expired(small, at(25h), 50), (QStringList{first, second})); // what comes needs room, too
    QVERIFY(bench.journal->forget({first, second}).ok());
    const Result<std::vector<OperationReport>> all = bench.journal->operations();
    QCOMPARE(all->at(0).undoable, false);
    QCOMPARE(all->at(1).undoable, false);
    QCOMPARE(all->at(2).undoable, true);
    QCOMPARE(bench.undo(third).moved, 1);
}

void TestOperationsKeeping::saysBeforehandWhatIsForgotten()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    bench.trimTo(3);
    age(bench, 31 * day);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 2;
    Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY(noteCosts(*plan, *bench.journal).ok());
    QVERIFY2(plan->note.contains(u"removes the archive of 1 older"_s), qPrintable(plan->note));
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.removed, 1);
    QVERIFY2(report.notes.join(u' ').contains(u"1 older operation"_s), qPrintable(report.notes.join(u' ')));

    // An operation without effect removes no old archives.
    age(bench, 31 * day);
    QVERIFY(!bench.journal->expired({}, {localNow(), localNow()})->isEmpty());
    plan = Planner(bench.client).plan(trim);
    QCOMPARE(plan->matched(), 0);
    QVERIFY(noteCosts(*plan, *bench.journal).ok());
    QCOMPARE(plan->note, QString());

    // A plan with more than all that is kept is said to be undoable for no longer than a day.
    plan = Planner(bench.client).plan(trim);
    plan->steps.resize(1);
    plan->steps[0].does = CutListStep{};
    plan->steps[0].cut()->count = 100'000'000;
    QVERIFY(noteCosts(*plan, *bench.journal).ok());
    QVERIFY2(plan->note.contains(u"undone for a day"_s), qPrintable(plan->note));
}

void TestOperationsKeeping::undoesWhatIsOld()
{
    Bench bench(m_server, plainQueue);
    m_server.run({"RPUSH", "q", "1", "2", "3", "4"});
    const OperationReport trim = bench.trimTo(1);
    QVERIFY(bench.journal->operations()->front().undoable);
    age(bench, 31 * day);
    QVERIFY(!bench.journal->operations()->front().undoable); // the next operation may take it away
    // An explicit undo still gets the archive while it exists.
    QCOMPARE(bench.undo(trim.id).moved, 3);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 4);
}

void TestOperationsKeeping::weighsWhatACutTakes_data()
{
    QTest::addColumn<bool>("isSorted");
    QTest::addColumn<qint64>("oldest"); // bytes
    QTest::addColumn<qint64>("others");
    for (const bool isSorted : {false, true}) {
        const char *const what = isSorted ? "sorted set" : "list";
        QTest::addRow("%s, one large old element", what) << isSorted << qint64(4'000'000) << qint64(10);
        QTest::addRow("%s, one small old element", what) << isSorted << qint64(10) << qint64(20'000);
        QTest::addRow("%s, all alike", what) << isSorted << qint64(300) << qint64(300);
    }
}

void TestOperationsKeeping::weighsWhatACutTakes()
{
    QFETCH(bool, isSorted);
    QFETCH(qint64, oldest);
    QFETCH(qint64, others);
    Bench bench(m_server,
                isSorted ? R"({"name":"s","kind":"leaderboard","keys":{"board":"q"}})" : QByteArray(plainQueue));
    constexpr qint64 count = 2'000;
    Pipeline pipeline;
    for (qint64 i = 0; i < count; ++i) {
        const QByteArray element = elementOf(i, i == 0 ? oldest : others);
        isSorted ? pipeline.add({"ZADD", "q", QByteArray::number(i), element}) : pipeline.add({"LPUSH", "q", element});
    }
    m_server.run(pipeline);
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const Result<Plan> plan = Planner(bench.client).plan(trim);
    QVERIFY2(plan.ok(), plan ? "" : qPrintable(plan.error().message));
    const qint64 real = oldest + (count - 1) * others + count * 80;
    const qint64 told = archiveBytes(*plan);
    QVERIFY2(told > real / 2 && told < real * 2, qPrintable(u"%1 for %2"_s.arg(told).arg(real)));
}

void TestOperationsKeeping::forgetsForWhatWasReallyTaken()
{
    Bench bench(m_server, plainQueue);
    push(4, 10);
    const OperationReport old = bench.trimTo(3);
    age(bench, 2 * day);
    // The preview takes what comes for more than all that is kept; in truth there is room for both.
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 2;
    Result<Plan> plan = Planner(bench.client).plan(trim);
    plan->steps[0].cut()->count = 1'000;
    RunnerOptions options;
    options.retention.bytes = 150; // an element takes 58
    const OperationReport more = Runner(bench.client, bench.journal.get(), options).run(*plan);
    QCOMPARE(more.removed, 1);
    QCOMPARE(more.notes, QStringList());
    QVERIFY(bench.journal->operation(old.id)->undoable);
    // A third does not fit in any more: then the oldest goes, and the report says so.
    trim.keep = 1;
    plan = Planner(bench.client).plan(trim);
    const OperationReport last = Runner(bench.client, bench.journal.get(), options).run(*plan);
    QVERIFY2(last.notes.join(u' ').contains(u"1 older operation"_s), qPrintable(last.notes.join(u' ')));
    QVERIFY(!bench.journal->operation(old.id)->undoable);
    QCOMPARE(bench.undo(more.id).moved, 1);
}

void TestOperationsKeeping::staysUndoableWhereNothingCameBack()
{
    Bench bench(m_server,
                R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p"},)"
                R"("options":{"staleAfter":"30s"}})");
    m_server.run({"ZADD", "p", now(-60'000), "a", now(-50'000), "b"});
    const OperationReport requeued = bench.run(bench.request(Action::Requeue));
    QCOMPARE(requeued.moved, 2);
    m_server.run({"DEL", "q"}); // workers have them now
    const OperationReport undone = bench.undo(requeued.id);
    QCOMPARE(undone.moved, 0);
    QCOMPARE(undone.skipped, 2);
    const Result<OpenOperation> after = bench.journal->details(requeued.id);
    QCOMPARE(after->report.state, OperationState::Done);
    QVERIFY(after->report.undoable);
    m_server.run({"RPUSH", "q", "b"}); // one of them gave it back
    QCOMPARE(bench.undo(requeued.id).moved, 1);
    QCOMPARE(bench.journal->details(requeued.id)->report.state, OperationState::Undone);
}

void TestOperationsKeeping::tellsWhatAnUndoPutBack()
{
    Bench bench(m_server, R"({"name":"tags","kind":"members","keys":{"set":"tags"}})");
    for (int i = 0; i < 30'000; ++i) {
        m_server.run({"SADD", "tags", QByteArray::number(i)});
    }
    const OperationReport purged = bench.run(bench.request(Action::Purge));
    QCOMPARE(purged.removed, 30'000);
    const Result<Plan> plan = Planner(bench.client).planUndo(*bench.journal, purged.id, OnServer::Same);
    QVERIFY(plan.ok());
    std::stop_source stop;
    RunnerOptions options;
    options.progress = [&stop](const OperationProgress &) { stop.request_stop(); };
    const OperationReport stopped = Runner(bench.client, bench.journal.get(), options).run(*plan, stop.get_token());
    QCOMPARE(stopped.state, OperationState::Cancelled);
    QVERIFY(stopped.moved > 0 && stopped.moved < 30'000);
    const Result<std::vector<QByteArray>> told = bench.journal->elementsOf(stopped.id, 20);
    QVERIFY(told->size() == std::min<std::size_t>(20, static_cast<std::size_t>(stopped.moved)));
    for (const QByteArray &element : *told) {
        QCOMPARE(m_server.run({"SISMEMBER", "tags", element}).integer, 1);
    }
}

QTEST_GUILESS_MAIN(TestOperationsKeeping)
#include "tst_operations_keeping.moc"
