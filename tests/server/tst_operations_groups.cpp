// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/streambench.h"

using namespace Qt::StringLiterals;
using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// Operations on the groups of a stream and their consumers: from where on a group reads, and who goes. On a real
/// server.
class GroupOperationsTest final : public StreamTest {
    Q_OBJECT

    void make(int entries, int read)
    {
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, entries);
        deliver("g", "c1", read);
    }
    StreamGroup group() { return groupsIn(m_server.run({"XINFO", "GROUPS", "s"})).front(); }
    static OperationRequest setTo(const Bench &bench, const QByteArray &id)
    {
        OperationRequest request = bench.request(Action::SetLastId);
        request.group = "g";
        request.target = id;
        return request;
    }
    static OperationRequest remove(const Bench &bench, const QByteArray &consumer, const QByteArray &to = {})
    {
        OperationRequest request = bench.request(Action::RemoveConsumer);
        request.group = "g";
        request.consumer = consumer;
        request.target = to;
        return request;
    }

private slots:
    void init() { m_server.flush(); }

    void setsLastId_data()
    {
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("id");
        QTest::addColumn<QString>("note");
        QTest::addColumn<int>("lag");
        QTest::newRow("to the newest") << QByteArray("$") << QByteArray("10-1") << u"6 entries are skipped"_s << 0;
        QTest::newRow("to the beginning")
            << QByteArray("0") << QByteArray("0-0") << u"4 entries are delivered again"_s << 10;
        QTest::newRow("forth") << QByteArray("7-1") << QByteArray("7-1") << u"3 entries are skipped"_s << 3;
        QTest::newRow("one forth") << QByteArray("5-1") << QByteArray("5-1") << u"1 entry is skipped"_s << 5;
        QTest::newRow("back") << QByteArray("2-1") << QByteArray("2-1") << u"2 entries are delivered again"_s << 8;
        QTest::newRow("back to a time") << QByteArray("1970-01-01T00:00:00.003Z")
                                        << QByteArray("2-18446744073709551615") << u"2 entries are delivered again"_s
                                        << 8;
        QTest::newRow("to an id of no entry")
            << QByteArray("4-7") << QByteArray("4-7") << u"No entry is skipped"_s << 6;
    }

    void setsLastId()
    {
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, id);
        QFETCH(QString, note);
        QFETCH(int, lag);
        Bench bench(m_server, orders);
        make(10, 4);
        const StreamGroup before = group();
        const Result<Plan> plan = Planner(bench.client).plan(setTo(bench, to));
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QVERIFY2(plan->note.contains(note), qPrintable(plan->note));
        QVERIFY2(!plan->note.contains(u"least"_s), qPrintable(plan->note));
        QCOMPARE(plan->matched(), 1);
        QCOMPARE(group().lastDelivered, before.lastDelivered); // a preview changes nothing
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.moved, 1);
        QCOMPARE(group().lastDelivered, id);
        QCOMPARE(group().lag, std::optional<qint64>(lag));
        QVERIFY(report.undoable);
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 1);
        QCOMPARE(group().lastDelivered, before.lastDelivered);
        QCOMPARE(group().read, before.read);
        QCOMPARE(group().lag, before.lag);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// The group gets the entries that the preview announced.
    void deliversWhatWasSaid()
    {
        Bench bench(m_server, orders);
        make(10, 4);
        QCOMPARE(bench.run(setTo(bench, "2-1")).moved, 1);
        QCOMPARE(deliver("g", "c2", 100), QByteArrayList({"3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1"}));
    }

    /// Deleted and trimmed entries are not counted.
    void countsWhatIsThere()
    {
        Bench bench(m_server, orders);
        make(20, 10);
        m_server.run({"XDEL", "s", "5-1", "6-1", "15-1"});
        const auto noteTo = [&](const QByteArray &id) {
            const Result<Plan> plan = Planner(bench.client).plan(setTo(bench, id));
            return plan ? plan->note : plan.error().message;
        };
        QVERIFY2(noteTo("0").contains(u"8 entries are delivered again"_s), qPrintable(noteTo("0")));
        QVERIFY2(noteTo("$").contains(u"9 entries are skipped"_s), qPrintable(noteTo("$")));
        m_server.run({"XTRIM", "s", "MINID", "13"});
        QVERIFY2(noteTo("0").contains(u"No entry is delivered again"_s), qPrintable(noteTo("0")));
        QVERIFY2(noteTo("$").contains(u"7 entries are skipped"_s), qPrintable(noteTo("$")));
        // Nothing is known of the middle any more: the server is not told a number.
        QCOMPARE(bench.run(setTo(bench, "17-1")).moved, 1);
        QCOMPARE(deliver("g", "c2", 100), QByteArrayList({"18-1", "19-1", "20-1"}));
    }

    /// More than can be counted is told as what it is.
    void atLeast()
    {
        Bench bench(m_server, orders);
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        for (int i = 0; i < 102; ++i) {
            add(1 + i * 1'000, 1'000);
        }
        const Result<Plan> plan = Planner(bench.client).plan(setTo(bench, "101500-1"));
        QVERIFY(plan.ok());
        QVERIFY2(plan->note.contains(u"At least 10"_s), qPrintable(plan->note));
        const Result<Plan> exact = Planner(bench.client).plan(setTo(bench, "$"));
        QVERIFY(exact.ok());
        QVERIFY2(exact->note.contains(u"102000 entries are skipped"_s), qPrintable(exact->note));
    }

    void groupMovedOn()
    {
        Bench bench(m_server, orders);
        make(10, 4);
        const Result<Plan> plan = Planner(bench.client).plan(setTo(bench, "$"));
        QVERIFY(plan.ok());
        deliver("g", "c1", 1);
        OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.moved, 0);
        QCOMPARE(report.skipped, 1);
        QCOMPARE(group().lastDelivered, QByteArray("5-1"));
        // So does an undo: entries read since are not delivered again unnoticed.
        report = bench.run(setTo(bench, "2-1"));
        QCOMPARE(report.moved, 1);
        deliver("g", "c1", 3);
        Bench::judgeUndo(bench.undoOf(report.id), 0);
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 0);
        QCOMPARE(undone.skipped, 1);
        QCOMPARE(group().lastDelivered, QByteArray("5-1"));
    }

    void saysWhatIsMissing()
    {
        Bench bench(m_server, orders);
        QCOMPARE(bench.run(setTo(bench, "0")).matched, 0); // no stream, nothing to do
        make(3, 1);
        QVERIFY(!Planner(bench.client).plan(setTo(bench, "tomorrow")).ok());
        OperationRequest request = setTo(bench, "0");
        request.group = "other";
        QVERIFY(!Planner(bench.client).plan(request).ok());
        QCOMPARE(bench.run(setTo(bench, "1-1")).matched, 0); // it is there already
        QVERIFY(!Planner(bench.client).plan(remove(bench, "nobody")).ok());
        QVERIFY(!Planner(bench.client).plan(remove(bench, "c1", "c1")).ok());
        m_server.run({"SET", "s", "x"});
        QVERIFY(!Planner(bench.client).plan(setTo(bench, "0")).ok());
    }

    void removesConsumer_data()
    {
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("released") << QByteArray();
        QTest::newRow("claimed") << QByteArray("c2");
    }

    void removesConsumer()
    {
        QFETCH(QByteArray, to);
        Bench bench(m_server, orders);
        make(900, 700);
        deliver("g", "c2", 5);
        const Result<Plan> plan = Planner(bench.client).plan(remove(bench, "c1", to));
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), 701);
        QVERIFY(!plan->sample.empty());
        QCOMPARE(plan->sample.front().worker, u"c1"_s); // its pending entries are shown
        QVERIFY2(plan->note.contains(u"Its 700 pending entries go to "_s), qPrintable(plan->note));
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.moved, 700);
        QCOMPARE(report.removed, 1);
        const QByteArray whose = to.isEmpty() ? "plimsoll" : to;
        QCOMPARE(consumers(), to.isEmpty() ? QByteArrayList({"c2", "plimsoll"}) : QByteArrayList({"c2"}));
        QCOMPARE(pending().size(), std::size_t(705)); // nothing is lost
        QCOMPARE(pending().front().consumer, whose);
        const Plan back = bench.undoOf(report.id);
        QVERIFY2(back.commands.join(u'\n').contains(u"XGROUP CREATECONSUMER g c1"_s),
                 qPrintable(back.commands.join(u'\n')));
        QVERIFY(std::none_of(back.sample.begin(), back.sample.end(),
                             [](const Element &element) { return element.element == "c1"; })); // it is no entry
        QCOMPARE(back.matched(), 700);
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 700);
        QCOMPARE(undone.notes, QStringList(u"The server shows these consumers as just seen, even dead ones."_s));
        QCOMPARE(consumers(), QByteArrayList({"c1", "c2"}));
        QCOMPARE(pending().front().consumer, QByteArray("c1"));
        QVERIFY(bench.leftovers().isEmpty());
    }

    void removesWhoHoldsNothing()
    {
        Bench bench(m_server, orders);
        make(5, 0);
        m_server.run({"XGROUP", "CREATECONSUMER", "s", "g", QByteArray("\xff\0 c", 4)});
        const OperationReport report = bench.run(remove(bench, QByteArray("\xff\0 c", 4)));
        QCOMPARE(report.removed, 1);
        QVERIFY(!consumers().contains(QByteArray("\xff\0 c", 4)));
        Bench::judgeUndo(bench.undoOf(report.id), 1);
        QCOMPARE(bench.undo(report.id).moved, 1);
        QVERIFY(consumers().contains(QByteArray("\xff\0 c", 4)));
        const OperationReport again = bench.run(remove(bench, QByteArray("\xff\0 c", 4)));
        m_server.run({"XGROUP", "CREATECONSUMER", "s", "g", QByteArray("\xff\0 c", 4)}); // read by that name
        Bench::judgeUndo(bench.undoOf(again.id), 0);
        QCOMPARE(bench.undo(again.id).skipped, 1);
    }

    /// A group that leaks a consumer with each restart is not listed: that would hold the server.
    void listsNoGroupOfThousands()
    {
        Bench bench(m_server, orders);
        make(6, 4);
        m_server.run(
            {"EVAL", "for i = 1, 3000 do redis.call('XGROUP', 'CREATECONSUMER', 's', 'g', 'worker-' .. i) end", "0"});
        m_server.run({"CONFIG", "RESETSTAT"});
        const OperationReport report = bench.run(remove(bench, "c1"));
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.moved, 4);
        QCOMPARE(report.removed, 1);
        QCOMPARE(m_server.calls("xinfo|consumers"), 0);
        QVERIFY(!consumers().contains("c1"));
        m_server.run({"CONFIG", "RESETSTAT"});
        QCOMPARE(bench.undo(report.id).moved, 4);
        QCOMPARE(m_server.calls("xinfo|consumers"), 0);
        QVERIFY(consumers().contains("c1"));
        QCOMPARE(pending().front().consumer, QByteArray("c1"));
        // A consumer that does not exist is not removed, which only the script finds out.
        m_server.run({"CONFIG", "RESETSTAT"});
        const Result<Plan> plan = Planner(bench.client).plan(remove(bench, "nobody"));
        QVERIFY(plan.ok());
        QVERIFY2(plan->note.contains(u"is unknown"_s), qPrintable(plan->note));
        const OperationReport none = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(none.removed, 0);
        QCOMPARE(none.skipped, 1);
        QCOMPARE(m_server.calls("xinfo|consumers"), 0);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// A consumer that got more entries since is not removed: the server would drop them.
    void keepsWhoHoldsSomething()
    {
        Bench bench(m_server, orders);
        make(10, 4);
        const Result<Plan> plan = Planner(bench.client).plan(remove(bench, "c1"));
        QVERIFY(plan.ok());
        deliver("g", "c1", 1);
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.moved, 4);
        QCOMPARE(report.removed, 0);
        QCOMPARE(report.skipped, 1);
        QVERIFY2(report.notes.join(u' ').contains(u"c1 was left"_s), qPrintable(report.notes.join(u' ')));
        QVERIFY(consumers().contains("c1"));
        QCOMPARE(pending().size(), std::size_t(5));
    }

    /// Nobody else can be given what was deleted: nothing is planned, and the reason is given.
    void refusesToRemoveWhoHoldsDeletedEntries()
    {
        Bench bench(m_server, orders);
        make(10, 4);
        m_server.run({"XDEL", "s", "2-1"});
        Result<Plan> plan = Planner(bench.client).plan(remove(bench, "c1"));
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message.startsWith(u"c1 holds 1 pending entry that was deleted from the stream"_s),
                 qPrintable(plan.error().message));
        m_server.run({"XDEL", "s", "3-1"});
        plan = Planner(bench.client).plan(remove(bench, "c1"));
        QVERIFY(!plan.ok());
        QVERIFY2(plan.error().message.startsWith(u"c1 holds 2 pending entries that were deleted"_s),
                 qPrintable(plan.error().message));
        QCOMPARE(pending().size(), std::size_t(4));
        m_server.run({"XACK", "s", "g", "2-1", "3-1"});
        const OperationReport report = bench.run(remove(bench, "c1"));
        QCOMPARE(report.moved, 2);
        QCOMPARE(report.removed, 1);
    }

    /// A process that died after the last batch: recovery knows what it did, and undo puts it back.
    void recovers()
    {
        Bench bench(m_server, orders);
        make(10, 4);
        Result<Plan> plan = Planner(bench.client).plan(setTo(bench, "$"));
        QVERIFY(plan.ok());
        bench.leaveBatch(*plan, bench.begin(*plan), 0, 0, 1);
        Result<OperationReport> report = bench.recoverOne();
        QVERIFY(report.ok());
        QCOMPARE(report->moved, 1);
        QCOMPARE(bench.undo(plan->id).moved, 1);
        QCOMPARE(group().lastDelivered, QByteArray("4-1"));

        m_server.run({"XGROUP", "CREATECONSUMER", "s", "g", "idle"});
        plan = Planner(bench.client).plan(remove(bench, "idle"));
        QVERIFY(plan.ok());
        bench.leaveBatch(*plan, bench.begin(*plan), 0, 0, 1);
        report = bench.recoverOne();
        QVERIFY(report.ok());
        QCOMPARE(report->removed, 1);
        const OperationReport undone = bench.undo(plan->id);
        QCOMPARE(undone.moved, 1);
        QCOMPARE(undone.notes, QStringList(u"The server shows these consumers as just seen, even dead ones."_s));
        QVERIFY(consumers().contains("idle"));
        QVERIFY(bench.leftovers().isEmpty());
    }

    void notPermitted_data()
    {
        QTest::addColumn<QByteArray>("without");
        for (const char *command : {"xinfo", "xgroup|setid", "xgroup|delconsumer"}) {
            QTest::newRow(command) << QByteArray(command);
        }
    }

    void notPermitted()
    {
        QFETCH(QByteArray, without);
        Bench bench(m_server, orders);
        make(10, 4);
        m_server.run({"XGROUP", "CREATECONSUMER", "s", "g", "idle"});
        const bool isSet = without != "xgroup|delconsumer";
        const Result<Plan> plan = Planner(bench.client).plan(isSet ? setTo(bench, "$") : remove(bench, "idle"));
        QVERIFY(plan.ok());
        m_server.run({"ACL", "SETUSER", "default", "-" + without});
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        m_server.run({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(report.state, OperationState::Failed);
        QCOMPARE(report.errorKind, std::optional(ErrorKind::Refused));
        QVERIFY2(report.error.contains(QString::fromLatin1(without.first(5).toUpper())), qPrintable(report.error));
        QCOMPARE(group().lastDelivered, QByteArray("4-1"));
        QVERIFY(consumers().contains("idle"));
    }
};

QTEST_GUILESS_MAIN(GroupOperationsTest)
#include "tst_operations_groups.moc"
