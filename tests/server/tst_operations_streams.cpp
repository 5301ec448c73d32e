// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/batch/costs.h"
#include "tests/server/fits.h"
#include "tests/server/streambench.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// Operations on streams: what is pending is claimed, released, acknowledged, dead-lettered, added again and put back.
/// On a real server.
class StreamOperationsTest final : public StreamTest {
    Q_OBJECT

    void age(QByteArrayView group, QByteArrayView consumer, int from, int count, int idle, int deliveries)
    {
        Pipeline pipeline;
        for (int i = from; i < from + count; ++i) {
            pipeline.add({"XCLAIM", "s", group, consumer, "0", QByteArray::number(i) + "-1", "IDLE",
                          QByteArray::number(idle), "RETRYCOUNT", QByteArray::number(deliveries), "JUSTID"});
        }
        m_server.run(pipeline);
    }
    /// 1-1 … of a group, all delivered to `gone` a minute ago.
    void makePending(int count, int deliveries = 1)
    {
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, count);
        deliver("g", "gone", count);
        age("g", "gone", 1, count, 60'000, deliveries);
    }
    /// "1-1 gone 1" each.
    QByteArrayList standings(QByteArrayView group = "g")
    {
        QByteArrayList list;
        for (const PendingEntry &entry : pending(group)) {
            list.append(entry.id + ' ' + entry.consumer + ' ' + QByteArray::number(entry.deliveries));
        }
        return list;
    }
    qsizetype countOf(QByteArrayView ending)
    {
        const QByteArrayList all = standings();
        return std::count_if(all.begin(), all.end(), [&](const QByteArray &one) { return one.endsWith(ending); });
    }
    static Element element(const QByteArray &id)
    {
        Element one;
        one.element = id;
        one.key = "s";
        one.group = "g";
        return one;
    }
    void isAsBefore(int count, int deliveries = 1)
    {
        const std::vector<PendingEntry> now = pending();
        QCOMPARE(now.size(), std::size_t(count));
        for (const PendingEntry &entry : now) {
            QCOMPARE(entry.consumer, QByteArray("gone"));
            QCOMPARE(entry.deliveries, deliveries);
            QVERIFY(entry.idle >= std::chrono::milliseconds(60'000) && entry.idle < std::chrono::milliseconds(90'000));
        }
    }
    static OperationRequest claim(const Bench &bench, const QByteArray &to)
    {
        OperationRequest request = bench.request(Action::Requeue);
        request.target = to;
        return request;
    }
    static OperationRequest poison(const Bench &bench, Action action)
    {
        OperationRequest request = bench.request(action);
        request.state = QStringLiteral("poison");
        return request;
    }

    /// Servers of Debian 13 let XSETID not go below what was deleted.
    bool canSetBack(Bench &bench)
    {
        m_server.run({"XADD", "scratch", "1-1", "a", "b"});
        m_server.run({"XADD", "scratch", "2-1", "a", "b"});
        m_server.run({"XDEL", "scratch", "2-1"});
        Pipeline pipeline;
        pipeline.add({"XSETID", "scratch", "1-1", "ENTRIESADDED", "1", "MAXDELETEDID", "0-1"});
        pipeline.add({"DEL", "scratch"});
        const Result<std::vector<Reply>> replies = bench.client.exchange(pipeline);
        return replies && !replies->front().isError();
    }

private slots:
    void init() { m_server.flush(); }

    void claims()
    {
        Bench bench(m_server, orders);
        makePending(700);
        add(701, 5);
        deliver("g", "alive", 5);
        const OperationReport report = bench.run(claim(bench, "alive"));
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.matched, 700);
        QCOMPARE(report.moved, 700);
        QCOMPARE(shownId(*bench.journal->operation(report.id)), QLatin1StringView("claim"));
        for (const PendingEntry &entry : pending()) {
            QCOMPARE(entry.consumer, QByteArray("alive"));
            QCOMPARE(entry.deliveries, 1);
            QVERIFY(entry.idle < std::chrono::milliseconds(30'000));
        }
        QVERIFY(report.undoable);
        const Plan undo = bench.undoOf(report.id); // says what Redis does not allow to restore
        QVERIFY2(undo.note.contains(QLatin1String("consumers as just seen")), qPrintable(undo.note));
        QVERIFY2(undo.note.contains(QLatin1String("If the claim created the consumer, it is kept")),
                 qPrintable(undo.note));
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 700);
        QCOMPARE(countOf(" gone 1"), 700);
        QCOMPARE(countOf(" alive 1"), 5);
        QVERIFY(bench.leftovers().isEmpty());
    }

    void releases()
    {
        Bench bench(m_server, orders);
        makePending(3, 2);
        const OperationReport report = bench.run(claim(bench, {}));
        QCOMPARE(report.moved, 3);
        QCOMPARE(shownId(*bench.journal->operation(report.id)), QLatin1StringView("release"));
        QCOMPARE(standings(), (QByteArrayList{"1-1 plimsoll 2", "2-1 plimsoll 2", "3-1 plimsoll 2"}));
        QVERIFY(pending().front().idle >= std::chrono::milliseconds(60'000));
        QCOMPARE(bench.run(claim(bench, {})).matched, 0); // they are free already
        // A consumer that claims idle entries gets it at once.
        const Reply claimed = m_server.run({"XAUTOCLAIM", "s", "g", "next", "30000", "0", "COUNT", "1"});
        QVERIFY(!claimed.isError());
        QCOMPARE(standings().front(), QByteArray("1-1 next 3"));
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        QCOMPARE(undone.skipped, 1); // another has it now
        QCOMPARE(standings(), (QByteArrayList{"1-1 next 3", "2-1 gone 2", "3-1 gone 2"}));
        QVERIFY(!consumers().contains("plimsoll")); // no such consumer was requested
        QVERIFY(bench.leftovers().isEmpty());
    }

    void onlyAsShown()
    {
        Bench bench(m_server, orders);
        makePending(5);
        const Result<Plan> plan = Planner(bench.client).plan(claim(bench, "alive"));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 5);
        QVERIFY(plan->note.contains(QLatin1String("alive"))); // there is no such consumer yet
        m_server.run({"XACK", "s", "g", "1-1"});
        m_server.run({"XCLAIM", "s", "g", "other", "0", "2-1"}); // taken by another
        m_server.run({"XCLAIM", "s", "g", "gone", "0", "3-1"}); // delivered again
        m_server.run({"XDEL", "s", "4-1"}); // no longer in the stream
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.moved, 1);
        QCOMPARE(report.skipped, 4);
        QCOMPARE(standings(), (QByteArrayList{"2-1 other 2", "3-1 gone 2", "4-1 gone 1", "5-1 alive 1"}));
    }

    /// What was deleted from the stream is pending still, and can only be acknowledged: the preview promises no more.
    void promisesNothingForDeletedEntries_data()
    {
        QTest::addColumn<Action>("action");
        QTest::addColumn<int>("planned");
        QTest::newRow("claim") << Action::Requeue << 4;
        QTest::newRow("dead-letter") << Action::DeadLetter << 4;
        QTest::newRow("again") << Action::RequeueDead << 4;
        QTest::newRow("acknowledge") << Action::Acknowledge << 6;
    }
    void promisesNothingForDeletedEntries()
    {
        QFETCH(const Action, action);
        QFETCH(const int, planned);
        Bench bench(m_server, orders);
        makePending(6);
        m_server.run({"XDEL", "s", "2-1", "4-1"});
        OperationRequest request = bench.request(action);
        for (int i = 1; i <= 6; ++i) {
            request.elements.push_back(element(QByteArray::number(i) + "-1"));
        }
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), planned);
        QCOMPARE(plan->note.contains(QStringLiteral("2 are no longer in the stream: they can only be acknowledged")),
                 planned == 4);
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.moved + report.deadLettered + report.removed, planned);
        QCOMPARE(report.skipped, 0);
    }

    /// A limit is about entries on which something can be done, however many deleted ones come first.
    void aLimitPassesDeletedEntries()
    {
        Bench bench(m_server, orders);
        makePending(9);
        m_server.run({"XDEL", "s", "2-1", "3-1", "4-1", "5-1"});
        OperationRequest request = bench.request(Action::DeadLetter);
        request.limit = 3;
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), 3);
        QCOMPARE(plan->steps.front().items[1].element, QByteArray("6-1"));
    }

    void acknowledges()
    {
        Bench bench(m_server, orders);
        makePending(10);
        OperationRequest request = bench.request(Action::Acknowledge);
        request.elements = {element("2-1"), element("3-1"), element("99-1")};
        const OperationReport report = bench.run(request);
        QCOMPARE(report.matched, 2);
        QCOMPARE(report.removed, 2);
        QCOMPARE(pending().size(), std::size_t(8));
        QCOMPARE(length("s"), 10);
        m_server.run({"XDEL", "s", "3-1"});
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 1);
        QCOMPARE(undone.skipped, 1); // what is not in the stream cannot be pending
        isAsBefore(9);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// What is not in the stream cannot be made pending again, and the preview says so.
    void promisesNoUndoOfTheDeleted()
    {
        Bench bench(m_server, orders);
        makePending(10);
        m_server.run({"XDEL", "s", "2-1"});
        OperationRequest request = bench.request(Action::Acknowledge);
        request.elements = {element("2-1"), element("3-1")};
        const Result<Plan> both = Planner(bench.client).plan(request);
        QVERIFY(both.ok() && both->undoable);
        QCOMPARE(both->matched(), 2);
        QVERIFY2(both->note.contains(QLatin1String("1 is no longer in the stream")), qPrintable(both->note));
        request.elements = {element("2-1")};
        const Result<Plan> one = Planner(bench.client).plan(request);
        QVERIFY(one.ok() && !one->undoable);
        const OperationReport report = bench.run(request);
        QCOMPARE(report.removed, 1);
        QVERIFY(!report.undoable);
        const Result<Plan> undo = Planner(bench.client).planUndo(*bench.journal, report.id, OnServer::Same);
        QVERIFY(!undo.ok());
        QVERIFY2(undo.error().message.endsWith(QLatin1String("its entries had been deleted")),
                 qPrintable(undo.error().message));

        // Nothing is lost when its elements are no longer listed.
        bench.execute(QStringLiteral("UPDATE operations SET time = time - 2678400000, local_time = local_time"
                                     " - 2678400000"));
        request.elements = {element("5-1")};
        Result<Plan> later = Planner(bench.client).plan(request);
        QVERIFY(later.ok() && noteCosts(*later, *bench.journal).ok());
        QCOMPARE(later->note, QString());
        const OperationReport next = bench.run(request);
        QCOMPARE(next.removed, 1);
        QVERIFY2(next.notes.isEmpty(), qPrintable(next.notes.join(u' ')));
        QVERIFY(bench.journal->elementsOf(report.id, 10)->empty());
    }

    /// A crash changes neither what is recorded of an operation without undo, nor that it has none.
    void recoversWhatNoUndoBringsBack()
    {
        Bench bench(m_server, orders);
        makePending(6);
        m_server.run({"XDEL", "s", "1-1", "2-1", "3-1", "4-1"});
        OperationRequest request = bench.request(Action::Acknowledge);
        request.elements = {element("1-1"), element("2-1"), element("3-1"), element("4-1")};
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY(plan.ok() && !plan->undoable && plan->archive);
        const PlanStep step = bench.begin(*plan);
        bench.leaveBatch(*plan, step, 0, 0, 3);
        Result<OperationReport> report = bench.recoverOne();
        QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().message));
        QCOMPARE(report->removed, 3);
        QVERIFY(!report->undoable);
        QCOMPARE(bench.journal->elementsOf(plan->id, 10)->size(), std::size_t(3));

        // The same where it had been given up with what was committed.
        bench.execute(QStringLiteral("UPDATE operations SET given_up = 1"));
        const Result<std::vector<OpenOperation>> givenUp = bench.journal->givenUpOperations();
        QVERIFY(givenUp.ok());
        QCOMPARE(givenUp->size(), std::size_t(1));
        report = Runner(bench.client, bench.journal.get()).recover(givenUp->front());
        QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().message));
        QVERIFY(!report->undoable);
        QVERIFY(!bench.journal->operation(plan->id)->undoable);
    }

    /// Giving up before anything is recorded adds no undo to an operation that was planned without one.
    void givesUpWhatNoUndoBringsBack()
    {
        Bench bench(m_server, orders);
        makePending(6);
        m_server.run({"XDEL", "s", "1-1", "2-1"});
        OperationRequest request = bench.request(Action::Acknowledge);
        request.elements = {element("1-1"), element("2-1")};
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY(plan.ok() && !plan->undoable && plan->archive);
        bench.leaveBatch(*plan, bench.begin(*plan), 0, 0, 2);
        bench.journal->release(plan->id);
        const Result<OperationReport> left = Runner::giveUp(*bench.journal, plan->id, QStringLiteral("it was gone"));
        QVERIFY2(left.ok(), left.ok() ? "" : qPrintable(left.error().message));
        const Result<std::vector<OpenOperation>> givenUp = bench.journal->givenUpOperations();
        QVERIFY(givenUp.ok());
        QCOMPARE(givenUp->size(), std::size_t(1));
        const Result<OperationReport> report = Runner(bench.client, bench.journal.get()).recover(givenUp->front());
        QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().message));
        QCOMPARE(report->removed, 2);
        QVERIFY(!report->undoable);
        QVERIFY(!bench.journal->operation(plan->id)->undoable);
    }

    /// Of several streams, one of which has lost all that is pending.
    void promisesTheUndoOfTheOthers()
    {
        Bench bench(m_server, R"({"name":"orders","kind":"stream","keys":{"stream":"{a,b}"}})");
        for (const char *key : {"a", "b"}) {
            m_server.run({"XGROUP", "CREATE", key, "g", "0", "MKSTREAM"});
            m_server.run({"XADD", key, "1-1", "order", "1"});
            m_server.run({"XREADGROUP", "GROUP", "g", "c", "STREAMS", key, ">"});
        }
        m_server.run({"XDEL", "a", "1-1"});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Acknowledge));
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), 2);
        QVERIFY(plan->undoable);
    }

    void deadLetters()
    {
        Bench bench(m_server, orders);
        makePending(6, 5);
        age("g", "gone", 5, 2, 60'000, 1);
        const OperationReport report = bench.run(poison(bench, Action::DeadLetter));
        QCOMPARE(report.matched, 4);
        QCOMPARE(report.deadLettered, 4);
        QCOMPARE(length("dead"), 4);
        QCOMPARE(entriesIn(m_server.run({"XRANGE", "dead", "-", "+"})).front().fields,
                 (std::vector<std::pair<QByteArray, QByteArray>>{{"order", "1"}, {"text", "x"}}));
        QCOMPARE(standings(), (QByteArrayList{"5-1 gone 1", "6-1 gone 1"}));
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 4);
        QCOMPARE(length("dead"), 0);
        QCOMPARE(countOf(" gone 5"), 4);
        QVERIFY(bench.leftovers().isEmpty());
    }

    void leavesNoTraceInTheDeadLetters_data()
    {
        QTest::addColumn<int>("poisoned");
        QTest::addColumn<int>("before");
        QTest::addColumn<bool>("areDeleted");
        QTest::newRow("no stream before") << 3 << 0 << false;
        QTest::newRow("in several batches") << 3'000 << 0 << false;
        QTest::newRow("two entries before") << 3 << 2 << false;
        QTest::newRow("an emptied stream before") << 3 << 2 << true;
    }

    /// After the undo the dead letters are as before: no stream where there was none, the same count of entries added.
    void leavesNoTraceInTheDeadLetters()
    {
        QFETCH(const int, poisoned);
        QFETCH(const int, before);
        QFETCH(const bool, areDeleted);
        Bench bench(m_server, orders);
        for (int i = 1; i <= before; ++i) {
            m_server.run({"XADD", "dead", QByteArray::number(i) + "-1", "order", "old"});
        }
        if (areDeleted) {
            m_server.run({"XTRIM", "dead", "MAXLEN", "0"});
        }
        makePending(poisoned, 5);
        const OperationReport report = bench.run(poison(bench, Action::DeadLetter));
        QCOMPARE(report.deadLettered, poisoned);
        QCOMPARE(bench.undo(report.id).moved, poisoned);
        QCOMPARE(m_server.run({"EXISTS", "dead"}).integer, before > 0 ? 1 : 0);
        if (before > 0) {
            const std::vector<Reply> stream = m_server.run({"XINFO", "STREAM", "dead"}).elements;
            const auto added = std::find_if(stream.begin(), stream.end(),
                                            [](const Reply &each) { return each.bytes == "entries-added"; });
            QVERIFY(added != stream.end());
            QCOMPARE(std::next(added)->integer, before);
            QCOMPARE(length("dead"), areDeleted ? 0 : before);
        }
    }

    void undoLooksFirst_data()
    {
        QTest::addColumn<int>("action");
        QTest::addColumn<QByteArray>("consumer");
        QTest::newRow("claim") << int(Action::Requeue) << QByteArray("alive");
        QTest::newRow("release") << int(Action::Requeue) << QByteArray();
        QTest::newRow("acknowledge") << int(Action::Acknowledge) << QByteArray();
        QTest::newRow("dead-letter") << int(Action::DeadLetter) << QByteArray();
        QTest::newRow("add again") << int(Action::RequeueDead) << QByteArray();
    }

    /// The preview of an undo shows what has become of the entries, and the undo does the same.
    void undoLooksFirst()
    {
        QFETCH(int, action);
        QFETCH(QByteArray, consumer);
        const auto what = Action(action);
        Bench bench(m_server, orders);
        makePending(7, 5);
        OperationRequest request = bench.request(what);
        request.target = consumer;
        for (int i = 1; i <= 7; ++i) {
            request.elements.push_back(element(QByteArray::number(i) + "-1"));
        }
        const OperationReport report = bench.run(request);
        QCOMPARE(report.moved + report.removed + report.deadLettered, 7);
        Bench::judgeUndo(bench.undoOf(report.id), 7);
        m_server.run({"XDEL", "s", "1-1"}); // no longer in the stream
        int still = 5;
        if (what == Action::RequeueDead) { // read again: the first two of those that were added
            deliver("g", "other", 2);
        } else if (what == Action::DeadLetter) {
            const QByteArray last = entriesIn(m_server.run({"XREVRANGE", "dead", "+", "-", "COUNT", "1"})).front().id;
            m_server.run({"XDEL", "dead", last});
            m_server.run({"XCLAIM", "s", "g", "other", "0", "2-1", "FORCE"}); // pending again
            still = 4;
        } else {
            m_server.run({"XCLAIM", "s", "g", "other", "0", "2-1", "FORCE"});
        }
        Bench::judgeUndo(bench.undoOf(report.id), still);
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, still);
        QCOMPARE(undone.skipped, 7 - still);
    }

    void aGroupThatIsGoneTakesNothingBack_data() { undoLooksFirst_data(); }

    /// Nothing can be pending in a group that was destroyed: no copy is removed for it.
    void aGroupThatIsGoneTakesNothingBack()
    {
        QFETCH(int, action);
        QFETCH(QByteArray, consumer);
        Bench bench(m_server, orders);
        makePending(3, 5);
        OperationRequest request = bench.request(Action(action));
        request.target = consumer;
        request.elements = {element("1-1"), element("2-1"), element("3-1")};
        const OperationReport report = bench.run(request);
        QCOMPARE(report.moved + report.removed + report.deadLettered, 3);
        m_server.run({"XGROUP", "DESTROY", "s", "g"});
        const auto lengths = [this] { return std::pair(length("s"), length("dead")); };
        const auto before = lengths();
        const Plan plan = bench.undoOf(report.id);
        Bench::judgeUndo(plan, 0);
        QCOMPARE(plan.obstacle, QStringLiteral("Group g of s no longer exists, so nothing can be pending in it."));
        for (int attempt = 0; attempt < 2; ++attempt) {
            const OperationReport undone = bench.undo(report.id);
            QCOMPARE(undone.moved, 0);
            QCOMPARE(undone.skipped, 3);
            QCOMPARE(lengths(), before);
        }
    }

    /// An undo without effect is shown as such before it runs.
    void undoLooksFirstInVain()
    {
        Bench bench(m_server, orders);
        makePending(3);
        const OperationReport report = bench.run(claim(bench, "alive"));
        QCOMPARE(report.moved, 3);
        m_server.run({"XACK", "s", "g", "1-1", "2-1", "3-1"});
        Bench::judgeUndo(bench.undoOf(report.id), 0);
        m_server.run({"DEL", "s"});
        Bench::judgeUndo(bench.undoOf(report.id), 0);
        QCOMPARE(bench.undo(report.id).skipped, 3);
    }

    void addsAgain()
    {
        Bench bench(m_server, orders);
        makePending(2, 5);
        m_server.run({"XGROUP", "CREATE", "s", "other", "$"});
        OperationReport report = bench.run(poison(bench, Action::RequeueDead));
        QCOMPARE(report.moved, 2);
        QVERIFY(pending().empty());
        QCOMPARE(length("s"), 4);
        QCOMPARE(bench.undo(report.id).moved, 2);
        QCOMPARE(length("s"), 2);
        isAsBefore(2, 5);
        // Entries that a group has read stay.
        report = bench.run(poison(bench, Action::RequeueDead));
        QCOMPARE(report.moved, 2);
        m_server.run({"XREADGROUP", "GROUP", "other", "o1", "COUNT", "10", "STREAMS", "s", ">"});
        QCOMPARE(bench.undo(report.id).skipped, 2);
        QCOMPARE(length("s"), 4);
    }

    /// Redis 7 does not say how far a group lags behind an entry that was deleted.
    void keepsTheLagKnown()
    {
        Bench bench(m_server, orders);
        makePending(2, 5);
        add(10, 3);
        m_server.run({"XGROUP", "CREATE", "s", "other", "2-1", "ENTRIESREAD", "2"});
        const auto lags = [this] {
            std::vector<std::optional<qint64>> all;
            for (const StreamGroup &group : groupsIn(m_server.run({"XINFO", "GROUPS", "s"}))) {
                all.push_back(group.lag);
            }
            return all;
        };
        const auto counters = [this] {
            QByteArrayList texts;
            const std::vector<Reply> said = m_server.run({"XINFO", "STREAM", "s"}).elements;
            for (std::size_t i = 0; i + 1 < said.size(); i += 2) {
                if (said[i].bytes == "last-generated-id" || said[i].bytes == "entries-added") {
                    texts << said[i + 1].bytes + QByteArray::number(said[i + 1].integer);
                }
            }
            return texts;
        };
        const QByteArrayList before = counters();
        const std::vector<std::optional<qint64>> known{3, 3};
        QCOMPARE(lags(), known);
        OperationReport report = bench.run(poison(bench, Action::RequeueDead));
        QCOMPARE(report.moved, 2);
        QCOMPARE(lags(), (std::vector<std::optional<qint64>>{5, 5}));
        OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        if (!canSetBack(bench)) {
            QVERIFY2(undone.notes.join(u' ').contains(QStringLiteral("does not know the lag")),
                     qPrintable(undone.notes.join(u' ')));
            return;
        }
        QCOMPARE(lags(), known);
        QCOMPARE(counters(), before);
        QCOMPARE(undone.notes,
                 QStringList(QStringLiteral("The server shows these consumers as just seen, even dead ones.")));

        // An entry added meanwhile has been counted: then the lag is reported as unknown.
        report = bench.run(poison(bench, Action::RequeueDead));
        QCOMPARE(report.moved, 2);
        m_server.run({"XADD", "s", "*", "order", "late"});
        QVERIFY(bench.undoOf(report.id).note.contains(QStringLiteral("does not know the lag")));
        undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        QCOMPARE(length("s"), 6);
        QVERIFY2(undone.notes.join(u' ').contains(QStringLiteral("does not know the lag")),
                 qPrintable(undone.notes.join(u' ')));
    }

    /// The same holds for the stream of dead letters, which has other groups.
    void keepsTheLagOfDeadLettersKnown()
    {
        Bench bench(m_server, orders);
        makePending(2, 5);
        m_server.run({"XADD", "dead", "1-1", "order", "old"});
        m_server.run({"XGROUP", "CREATE", "dead", "watch", "0"});
        const OperationReport report = bench.run(poison(bench, Action::DeadLetter));
        QCOMPARE(report.deadLettered, 2);
        const auto lag = [this] { return groupsIn(m_server.run({"XINFO", "GROUPS", "dead"})).front().lag; };
        QCOMPARE(lag(), std::optional<qint64>(3));
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        QCOMPARE(length("dead"), 1);
        QCOMPARE(lag(), canSetBack(bench) ? std::optional<qint64>(1) : std::nullopt);
        QCOMPARE(undone.notes.join(u' ').contains(QStringLiteral("does not know the lag")), !canSetBack(bench));
    }

    void severalGroups()
    {
        Bench bench(m_server, orders);
        makePending(2);
        m_server.run({"XGROUP", "CREATE", "s", "h", "0"});
        deliver("h", "h1", 2);
        age("h", "h1", 1, 2, 60'000, 1);
        const Result<Plan> refused = Planner(bench.client).plan(claim(bench, "alive"));
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::Invalid);
        OperationRequest one = claim(bench, "alive");
        one.group = "h";
        QCOMPARE(bench.run(one).moved, 2);
        QCOMPARE(standings("h"), (QByteArrayList{"1-1 alive 1", "2-1 alive 1"}));
        isAsBefore(2);
        const OperationReport all = bench.run(claim(bench, {})); // alive has just got those of h
        QCOMPARE(all.moved, 2);
        one.group = "none";
        QVERIFY(!Planner(bench.client).plan(one).ok());
    }

    void whatThereIsNot()
    {
        Bench bench(m_server, orders);
        QCOMPARE(bench.run(claim(bench, {})).matched, 0);
        m_server.run({"LPUSH", "s", "x"});
        const Result<Plan> plan = Planner(bench.client).plan(claim(bench, {}));
        QVERIFY(!plan.ok());
        QCOMPARE(plan.error().kind, ErrorKind::WrongType);
        m_server.flush();
        makePending(1, 5);
        m_server.run({"LPUSH", "dead", "x"});
        QVERIFY(!Planner(bench.client).plan(poison(bench, Action::DeadLetter)).ok());
        Bench without(
            m_server,
            R"({"name":"o","kind":"stream","keys":{"stream":"s"},"options":{"staleAfter":null,"maxDeliveries":3}})");
        QCOMPARE(Planner(without.client).plan(poison(without, Action::DeadLetter)).error().kind, ErrorKind::Invalid);
        QCOMPARE(Planner(without.client).plan(claim(without, {})).error().kind,
                 ErrorKind::Invalid); // when is it stale?
        isAsBefore(1, 5);
    }

    void largeEntriesInSeveralBatches()
    {
        Bench bench(m_server, orders);
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, 40, "s", QByteArray(100'000, 'y'));
        deliver("g", "gone", 40);
        age("g", "gone", 1, 40, 60'000, 5);
        const OperationReport report = bench.run(poison(bench, Action::DeadLetter));
        QCOMPARE(report.deadLettered, 40);
        QCOMPARE(report.skipped, 0);
        QCOMPARE(length("dead"), 40);
        QCOMPARE(bench.undo(report.id).moved, 40);
        QCOMPARE(length("dead"), 0);
        isAsBefore(40, 5);
    }

    /// A consumer may be called nothing at all.
    void consumerWithoutAName_data()
    {
        QTest::addColumn<int>("action");
        QTest::newRow("acknowledge") << int(Action::Acknowledge);
        QTest::newRow("dead-letter") << int(Action::DeadLetter);
        QTest::newRow("add again") << int(Action::RequeueDead);
    }

    void consumerWithoutAName()
    {
        QFETCH(int, action);
        Bench bench(m_server, orders);
        makePending(3);
        age("g", "", 1, 3, 60'000, 5);
        OperationReport report = bench.run(poison(bench, Action(action)));
        QCOMPARE(report.matched, 3);
        QCOMPARE(report.changed(), 3);
        QVERIFY(pending().empty());
        QCOMPARE(bench.undo(report.id).moved, 3);
        QCOMPARE(standings(), (QByteArrayList{"1-1  5", "2-1  5", "3-1  5"}));
        OperationRequest chosen = bench.request(Action(action)); // one that was picked on the page
        chosen.elements = {element("2-1")};
        report = bench.run(chosen);
        QCOMPARE(report.changed(), 1);
        QCOMPARE(bench.undo(report.id).moved, 1);
        QCOMPARE(bench.run(claim(bench, "alive")).moved, 3);
    }

    /// More deliveries than Lua writes out by itself, and than it counts exactly.
    void manyDeliveries_data()
    {
        QTest::addColumn<QByteArray>("deliveries");
        QTest::newRow("1e14") << QByteArray("100000000000000");
        QTest::newRow("2^53 + 1") << QByteArray("9007199254740993");
        QTest::newRow("1e17") << QByteArray("100000000000000000");
        QTest::newRow("most") << QByteArray("9223372036854775807");
    }

    void manyDeliveries()
    {
        QFETCH(QByteArray, deliveries);
        Bench bench(m_server, orders);
        makePending(2);
        for (const char *id : {"1-1", "2-1"}) {
            m_server.run({"XCLAIM", "s", "g", "gone", "0", id, "IDLE", "60000", "RETRYCOUNT", deliveries, "JUSTID"});
        }
        for (const OperationRequest &request :
             {claim(bench, "alive"), claim(bench, {}), poison(bench, Action::DeadLetter),
              poison(bench, Action::Acknowledge), poison(bench, Action::RequeueDead)}) {
            const OperationReport report = bench.run(request);
            QCOMPARE(report.changed(), 2);
            for (const PendingEntry &entry : pending()) { // at another consumer, or at none
                QCOMPARE(QByteArray::number(entry.deliveries), deliveries);
            }
            QCOMPARE(bench.undo(report.id).moved, 2);
            QCOMPARE(standings(), (QByteArrayList{"1-1 gone " + deliveries, "2-1 gone " + deliveries}));
        }
    }

    /// If the server stalls in the middle of a script, no entry looks as if it had changed hands.
    void standsStill()
    {
        constexpr int count = 3'000;
        Bench bench(m_server, orders);
        makePending(count);
        const OperationReport report = bench.run(claim(bench, "bob"));
        QCOMPARE(report.moved, count);
        OperationRequest chosen = claim(bench, {});
        for (int i = 1; i <= count; ++i) {
            chosen.elements.push_back(element(QByteArray::number(i) + "-1"));
        }
        OperationReport undone;
        OperationReport again;
        {
            const Fits fits(m_server);
            undone = bench.undo(report.id);
            again = bench.run(chosen);
        }
        QCOMPARE(undone.state, OperationState::Done);
        QCOMPARE(undone.skipped, 0);
        QCOMPARE(undone.moved, count);
        QCOMPARE(again.moved, count);
        QCOMPARE(bench.undo(again.id).moved, count);
        isAsBefore(count);
    }

    /// An entry that a script cannot add again stays, and does not hold up the others.
    void goesOnBehindAnEntryOfTooManyFields_data()
    {
        QTest::addColumn<int>("action");
        QTest::newRow("dead-letter") << int(Action::DeadLetter);
        QTest::newRow("add again") << int(Action::RequeueDead);
    }

    void goesOnBehindAnEntryOfTooManyFields()
    {
        QFETCH(int, action);
        Bench bench(m_server, orders);
        makePending(2, 5);
        m_server.run({"EVAL",
                      "local fields = {} for i = 1, 7002 do fields[i] = i end"
                      " redis.call('XADD', 's', '3-1', unpack(fields))",
                      "0"});
        add(4, 3);
        deliver("g", "gone", 4);
        age("g", "gone", 3, 4, 60'000, 5);
        const OperationReport report = bench.run(poison(bench, Action(action)));
        QCOMPARE(report.error, QString());
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.matched, 6);
        QCOMPARE(report.changed(), 5);
        QCOMPARE(report.skipped, 1);
        QVERIFY2(report.notes.join(QLatin1Char(' ')).contains(QStringLiteral("more than 3500 fields")),
                 qPrintable(report.notes.join(QLatin1Char(' '))));
        QCOMPARE(standings(), QByteArrayList{"3-1 gone 5"});
        QCOMPARE(bench.undo(report.id).moved, 5);
        isAsBefore(6, 5);
        QCOMPARE(length("dead"), 0);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// Whether a consumer is one of thousands is not asked for by listing them.
    void listsNoConsumersToClaim()
    {
        Bench bench(m_server, orders);
        makePending(5);
        m_server.run(
            {"EVAL", "for i = 1, 3000 do redis.call('XGROUP', 'CREATECONSUMER', 's', 'g', 'worker-' .. i) end", "0"});
        m_server.run({"CONFIG", "RESETSTAT"});
        const Result<Plan> plan = Planner(bench.client).plan(claim(bench, "worker-7"));
        QVERIFY(plan.ok());
        QVERIFY2(plan->note.contains(QStringLiteral("too many to search for worker-7")), qPrintable(plan->note));
        QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).moved, 5);
        QCOMPARE(m_server.calls("xinfo|consumers"), 0);
        age("g", "gone", 1, 1, 60'000, 1);
        const Result<Plan> again = Planner(bench.client).plan(claim(bench, "worker-7")); // which holds some by now
        QVERIFY(again.ok());
        QVERIFY2(!again->note.contains(QStringLiteral("too many")), qPrintable(again->note));
    }

    /// The bytes that an undo reads of large entries are bounded like those of the operation.
    void largeEntriesAreUndoneInSeveralBatches_data()
    {
        QTest::addColumn<int>("action");
        QTest::newRow("claim") << int(Action::Requeue);
        QTest::newRow("acknowledge") << int(Action::Acknowledge);
        QTest::newRow("dead-letter") << int(Action::DeadLetter);
        QTest::newRow("add again") << int(Action::RequeueDead);
    }

    void largeEntriesAreUndoneInSeveralBatches()
    {
        QFETCH(int, action);
        Bench bench(m_server, orders);
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, 60, "s", QByteArray(50'000, 'y'));
        deliver("g", "gone", 60);
        age("g", "gone", 1, 60, 60'000, 5);
        OperationReport report = bench.run(poison(bench, Action(action)));
        QCOMPARE(report.changed(), 60);
        m_server.run({"CONFIG", "RESETSTAT"});
        report = bench.undo(report.id);
        QCOMPARE(report.moved, 60);
        const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
        qint64 scripts = 0;
        for (const QByteArray &line : stats.split('\n')) {
            if (line.startsWith("cmdstat_eval")) {
                scripts +=
                    line.mid(line.indexOf("calls=") + 6, line.indexOf(',') - line.indexOf("calls=") - 6).toLongLong();
            }
        }
        QVERIFY2(scripts >= 20, stats.constData()); // one at a time exceeds 32 KiB
        isAsBefore(60, 5);
        QCOMPARE(length("s"), 60);
        QCOMPARE(length("dead"), 0);
    }

    void binary()
    {
        Bench bench(
            m_server,
            R"({"name":"o","kind":"stream","keys":{"stream":"s","dead":"dead"},"options":{"staleAfter":"30s"}})");
        const QByteArray consumer("a b\0\xff\n", 6);
        const QByteArray group("g \xfe", 3);
        m_server.run({"XGROUP", "CREATE", "s", group, "0", "MKSTREAM"});
        add(1, 2, "s", QByteArray("\0\xff", 2));
        m_server.run({"XREADGROUP", "GROUP", group, consumer, "STREAMS", "s", ">"});
        age(group, consumer, 1, 2, 60'000, 1);
        const OperationReport report = bench.run(claim(bench, {}));
        QCOMPARE(report.moved, 2);
        QCOMPARE(bench.undo(report.id).moved, 2);
        QCOMPARE(pending(group).front().consumer, consumer);
    }

    /// A batch whose answer was lost changes nothing when it is sent again.
    void sentAgain()
    {
        Bench bench(m_server, orders);
        makePending(4, 5);
        const Result<Plan> plan = Planner(bench.client).plan(poison(bench, Action::DeadLetter));
        QVERIFY(plan.ok());
        const Reply first = bench.runBatch(*plan, plan->steps.front(), 0, 0, 4);
        const Reply again = bench.runBatch(*plan, plan->steps.front(), 0, 0, 4);
        QCOMPARE(strings(again), strings(first));
        QCOMPARE(length("dead"), 4);
    }

    /// A process that died after its batch: recovery knows what it did, and undo puts it back.
    void recovers_data()
    {
        QTest::addColumn<int>("action");
        QTest::newRow("claim") << int(Action::Requeue);
        QTest::newRow("acknowledge") << int(Action::Acknowledge);
        QTest::newRow("dead-letter") << int(Action::DeadLetter);
        QTest::newRow("add again") << int(Action::RequeueDead);
    }

    void recovers()
    {
        QFETCH(int, action);
        Bench bench(m_server, orders);
        makePending(8, 5);
        const Result<Plan> plan = Planner(bench.client).plan(poison(bench, Action(action)));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 8);
        const PlanStep step = bench.begin(*plan);
        bench.leaveBatch(*plan, step, 0, 0, 5);
        const Result<OperationReport> report = bench.recoverOne();
        QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().message));
        QCOMPARE(report->changed(), 5);
        QCOMPARE(bench.undo(plan->id).moved, 5);
        isAsBefore(8, 5);
        QCOMPARE(length("dead"), 0);
        QCOMPARE(length("s"), 8);
        QVERIFY(bench.leftovers().isEmpty());
    }

    void limit()
    {
        Bench bench(m_server, orders);
        makePending(20);
        OperationRequest request = claim(bench, {});
        request.limit = 7;
        QCOMPARE(bench.run(request).moved, 7);
        request = bench.request(Action::Trim);
        request.keep = 5;
        request.limit = 4;
        QCOMPARE(bench.run(request).removed, 4);
        QCOMPARE(length("s"), 16);
    }

    void notPermitted_data()
    {
        QTest::addColumn<QByteArray>("without");
        for (const char *command : {"xack", "xadd", "xpending", "xrange"}) {
            QTest::newRow(command) << QByteArray(command);
        }
    }

    void notPermitted()
    {
        QFETCH(QByteArray, without);
        makePending(3, 5);
        Bench bench(m_server, orders);
        const Result<Plan> plan = Planner(bench.client).plan(poison(bench, Action::DeadLetter));
        QVERIFY(plan.ok());
        m_server.run({"ACL", "SETUSER", "default", "-" + without});
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        m_server.run({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(report.state, OperationState::Failed);
        QCOMPARE(report.changed(), 0);
        isAsBefore(3, 5);
        QCOMPARE(length("dead"), 0);
    }
};

QTEST_GUILESS_MAIN(StreamOperationsTest)
#include "tst_operations_streams.moc"
