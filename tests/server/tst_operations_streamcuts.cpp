// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/meanwhile.h"
#include "tests/server/streambench.h"

using namespace Qt::StringLiterals;
using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

/// Tests that a stream is trimmed from its old end, which cannot be undone: on a real server with other clients.
class StreamCutsTest final : public StreamTest {
    Q_OBJECT

    static OperationRequest trim(const Bench &bench, qint64 keep)
    {
        OperationRequest request = bench.request(Action::Trim);
        request.keep = keep;
        return request;
    }
    /// So many, each so old.
    void addAged(int count, int secondsAgo)
    {
        Pipeline pipeline;
        const QByteArray time = now(-1'000 * secondsAgo);
        for (int i = 1; i <= count; ++i) {
            pipeline.add({"XADD", "s", time + '-' + QByteArray::number(i), "n", QByteArray::number(i)});
        }
        m_server.run(pipeline);
    }
    QByteArray oldest() { return entriesIn(m_server.run({"XRANGE", "s", "-", "+", "COUNT", "1"})).front().id; }

private slots:
    void init() { m_server.flush(); }

    /// A preview promised to claim what a trim had taken, and then blamed others for it.
    void whatWasTrimmedIsNotPromised()
    {
        Bench bench(m_server, orders);
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, 10);
        for (const QByteArray &id : deliver("g", "gone", 10)) {
            m_server.run({"XCLAIM", "s", "g", "gone", "0", id, "IDLE", "60000", "RETRYCOUNT", "9", "JUSTID"});
        }
        const auto claim = [&](const QByteArray &to) {
            OperationRequest request = bench.request(Action::Requeue);
            request.target = to;
            return request;
        };
        const auto poison = [&](Action action) {
            OperationRequest request = bench.request(action);
            request.state = u"poison"_s;
            return request;
        };
        m_server.run({"XTRIM", "s", "MINID", "6-1"});
        const auto plan = [&](const OperationRequest &request) {
            const Result<Plan> made = Planner(bench.client).plan(request);
            return made ? *made : Plan();
        };
        const QString five = QStringLiteral("5 are no longer in the stream");
        for (const OperationRequest &request :
             {claim("other"), claim({}), poison(Action::DeadLetter), poison(Action::RequeueDead)}) {
            const Plan some = plan(request);
            QCOMPARE(some.matched(), 5);
            QVERIFY2(some.note.contains(five), qPrintable(some.note));
        }
        OperationRequest first = claim("other");
        first.limit = 3;
        QCOMPARE(plan(first).matched(), 3); // of those that can be claimed
        QCOMPARE(plan(poison(Action::Acknowledge)).matched(), 10);
        const OperationReport claimed = bench.run(claim("other"));
        QCOMPARE(claimed.moved, 5);
        QCOMPARE(claimed.skipped, 0);
        m_server.run({"XTRIM", "s", "MAXLEN", "0"});
        QCOMPARE(plan(claim("third")).matched(), 0);
    }

    void trims()
    {
        Bench bench(m_server, orders);
        m_server.run({"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"});
        add(1, 300);
        deliver("g", "gone", 300);
        add(301, 700);
        m_server.run({"XGROUP", "CREATE", "s", "late", "0"});
        OperationRequest request = bench.request(Action::Trim);
        request.keep = 250;
        const Result<Plan> plan = Planner(bench.client).plan(request);
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), 750);
        QVERIFY(!plan->undoable);
        const QString note = plan->note;
        QVERIFY2(note.contains(QStringLiteral("Group g: 450 of them are unread, 300 are pending there.")),
                 qPrintable(note));
        QVERIFY2(note.contains(QStringLiteral("Group late: 750 of them are unread")), qPrintable(note));
        QVERIFY2(note.contains(QStringLiteral("No group has read 450 of them.")), qPrintable(note));
        add(1001, 20); // what comes in stays, and so do those that were to
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.removed, 750);
        QCOMPARE(length("s"), 270);
        QCOMPARE(entriesIn(m_server.run({"XRANGE", "s", "-", "+", "COUNT", "1"})).front().id, QByteArray("751-1"));
        QVERIFY(!report.undoable);
        QVERIFY(bench.leftovers().isEmpty());
    }

    void trimsByAgeAndToNothing()
    {
        Bench bench(m_server, orders);
        m_server.run({"XADD", "s", now(-100'000) + "-0", "a", "1"});
        m_server.run({"XADD", "s", now(-50'000) + "-0", "a", "1"});
        m_server.run({"XADD", "s", now(-1'000) + "-0", "a", "1"});
        OperationRequest request = bench.request(Action::Trim);
        request.olderThan = std::chrono::seconds(30);
        QCOMPARE(bench.run(request).removed, 2);
        QCOMPARE(length("s"), 1);
        request.olderThan.reset();
        request.keep = 0;
        QCOMPARE(bench.run(request).removed, 1);
        QCOMPARE(length("s"), 0);
        QCOMPARE(bench.run(request).matched, 0);
    }

    /// With nodes of 100 entries, only whole nodes are removed: 580 entries are too many, but 80 of them share a node
    /// with others.
    void trimsWholeNodes_data()
    {
        QTest::addColumn<QByteArray>("entriesOfANode");
        QTest::addColumn<int>("goes");
        QTest::newRow("of 100") << QByteArray("100") << 500;
        QTest::newRow("larger than a batch") << QByteArray("400") << 400;
        QTest::newRow("larger than all that goes") << QByteArray("700") << 0;
    }

    void trimsWholeNodes()
    {
        QFETCH(QByteArray, entriesOfANode);
        QFETCH(int, goes);
        m_server.run({"CONFIG", "SET", "stream-node-max-entries", entriesOfANode});
        m_server.run({"CONFIG", "SET", "stream-node-max-bytes", "1000000"});
        Bench bench(m_server, orders);
        add(1, 1'050);
        OperationRequest request = trim(bench, 470);
        request.wholeNodes = true;
        const OperationReport report = bench.run(request);
        m_server.run({"CONFIG", "SET", "stream-node-max-entries", "100"});
        m_server.run({"CONFIG", "SET", "stream-node-max-bytes", "4096"});
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.removed, goes);
        QCOMPARE(report.skipped, 580 - goes);
        QCOMPARE(length("s"), 1'050 - goes);
    }

    /// Both the age and the limit hold, even if other clients trim while it is planned.
    void keepsWhatIsYoungerThanTheAge_data()
    {
        QTest::addColumn<int>("when");
        QTest::addColumn<int>("limit");
        for (const int limit : {900, 1'000, 5'000}) {
            QTest::addRow("nobody else, at most %d", limit) << 0 << limit;
            QTest::addRow("at the beginning, at most %d", limit) << 1 << limit;
            QTest::addRow("on the way, at most %d", limit) << 5 << limit;
        }
    }

    void keepsWhatIsYoungerThanTheAge()
    {
        QFETCH(int, when);
        QFETCH(int, limit);
        Bench bench(m_server, orders);
        addAged(1'000, 120);
        addAged(1'000, 10);
        const QByteArray young = entriesIn(m_server.run({"XREVRANGE", "s", "+", "-", "COUNT", "1000"})).back().id;
        Meanwhile other(m_server.local(), "XRANGE", when, [&] { m_server.run({"XTRIM", "s", "MAXLEN", "1500"}); });
        OperationRequest request = bench.request(Action::Trim);
        request.olderThan = std::chrono::seconds(60);
        request.limit = limit;
        QVERIFY(other.connect());
        const Result<Plan> plan = Planner(other).plan(request);
        QVERIFY(plan.ok());
        QVERIFY(other.hasBeen() || when == 0);
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(m_server.run({"XRANGE", "s", young, "+"}).elements.size(), std::size_t(1'000));
        QVERIFY(report.removed <= limit);
        QCOMPARE(report.matched, report.removed + report.skipped);
        if (limit >= 1'000) {
            QCOMPARE(oldest(), young);
        }
    }

    /// At least the requested number stays, counted from either end, while other clients trim and add.
    void keepsSoMany_data()
    {
        QTest::addColumn<int>("keep");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QByteArray>("command");
        for (const char *command : {"XRANGE", "XREVRANGE"}) {
            QTest::addRow("most of them, %s", command) << 1'500 << 0 << QByteArray(command);
            QTest::addRow("some of them, %s", command) << 300 << 0 << QByteArray(command);
            QTest::addRow("some of them, a few at a time, %s", command) << 300 << 700 << QByteArray(command);
        }
    }

    void keepsSoMany()
    {
        QFETCH(int, keep);
        QFETCH(int, limit);
        QFETCH(QByteArray, command);
        Bench bench(m_server, orders);
        add(1, 2'000);
        Meanwhile other(m_server.local(), command, 1, [&] {
            m_server.run({"XTRIM", "s", "MAXLEN", "1700"});
            add(2'001, 50);
        });
        OperationRequest request = trim(bench, keep);
        request.limit = limit;
        QVERIFY(other.connect());
        const Result<Plan> plan = Planner(other).plan(request);
        QVERIFY(plan.ok());
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QVERIFY2(length("s") >= keep, qPrintable(QString::number(length("s"))));
        QVERIFY2(limit == 0 || report.removed <= limit, qPrintable(QString::number(report.removed)));
        QCOMPARE(report.matched, report.removed + report.skipped);
        QCOMPARE(bench.run(trim(bench, keep)).matched, length("s") > keep ? length("s") - keep : 0);
    }

    /// A trim that would take too long is done in parts, and the preview says so.
    void walksNoFurther()
    {
        Bench bench(m_server, orders);
        m_server.run({"CONFIG", "SET", "save", ""});
        const QByteArray body(1'024 * 1'024, 'x');
        for (int i = 1; i <= 180; ++i) {
            add(i, 1, "s", body);
        }
        const auto look = [&](const OperationRequest &request) {
            Result<Plan> plan = Planner(bench.client).plan(request);
            return plan ? *plan : Plan();
        };
        const Plan both = look(trim(bench, 90)); // neither what goes nor what stays is less than 64 MiB
        QVERIFY2(both.matched() >= 60 && both.matched() <= 70, qPrintable(QString::number(both.matched())));
        QVERIFY2(both.note.contains(u"only the oldest "_s + QString::number(both.matched())), qPrintable(both.note));
        QCOMPARE(Runner(bench.client, bench.journal.get()).run(both).removed, both.matched());
        QCOMPARE(length("s"), 180 - both.matched());
        OperationRequest aged = bench.request(Action::Trim);
        aged.olderThan = std::chrono::seconds(1); // they are of 1970
        const Plan old = look(aged);
        QVERIFY2(old.matched() >= 60 && old.matched() <= 70, qPrintable(QString::number(old.matched())));
        QVERIFY2(old.note.contains(u"only the oldest"_s), qPrintable(old.note));
        const Plan few = look(trim(bench, 10)); // from the other end
        QCOMPARE(few.matched(), length("s") - 10);
        QVERIFY2(!few.note.contains(u"only the oldest"_s), qPrintable(few.note));
    }
};

QTEST_GUILESS_MAIN(StreamCutsTest)
#include "tst_operations_streamcuts.moc"
