// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

constexpr const char *quotes = R"({"name":"quotes","kind":"expiry","keys":{"index":"i","target":"quote:{id}"}})";

} // namespace

/// Cleaning up what expired by an index: its entry and the key it stands for go in one, and come back. On a real
/// server.
class CleaningTest final : public QObject {
    Q_OBJECT

    RedisServer m_server;

    void add(const QByteArray &id, int offsetMs) { m_server.run({"ZADD", "i", now(offsetMs), id}); }
    QByteArrayList index() { return strings(m_server.run({"ZRANGE", "i", "0", "-1", "WITHSCORES"})); }
    bool isThere(const QByteArray &id) { return m_server.run({"EXISTS", "quote:" + id}).integer == 1; }
    /// Adds entries of every type, one that expires by itself, one that is gone, and one that is not due.
    void fill()
    {
        for (const char *id : {"string", "hash", "list", "set", "zset", "stream", "leased", "gone"}) {
            add(id, -60'000);
        }
        add("later", 600'000);
        m_server.run({"SET", "quote:string", QByteArray("a\0b\xff", 4)});
        m_server.run({"HSET", "quote:hash", "total", "12"});
        m_server.run({"RPUSH", "quote:list", "1", "2"});
        m_server.run({"SADD", "quote:set", "x"});
        m_server.run({"ZADD", "quote:zset", "2.5", "x"});
        m_server.run({"XADD", "quote:stream", "1-1", "a", "b"});
        m_server.run({"SET", "quote:leased", "x", "PX", "500000"});
        m_server.run({"SET", "quote:later", "x"});
    }
    QByteArray dump(const QByteArray &id) { return m_server.run({"DUMP", "quote:" + id}).bytes; }

private slots:
    void init() { m_server.flush(); }

    void cleansUp()
    {
        Bench bench(m_server, quotes);
        fill();
        m_server.run({"PEXPIRE", "i", "900000"});
        const QByteArrayList before = index();
        QHash<QByteArray, QByteArray> dumps;
        for (const char *id : {"string", "hash", "list", "set", "zset", "stream", "leased", "later"}) {
            dumps[id] = dump(id);
        }
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY2(plan.ok(), plan.ok() ? "" : qPrintable(plan.error().message));
        QCOMPARE(plan->matched(), 8);
        QVERIFY2(plan->note.contains(u"The key of 1 of them is already gone"_s), qPrintable(plan->note));
        QCOMPARE(index(), before); // a preview changes nothing
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.removed, 8);
        QCOMPARE(m_server.run({"ZCARD", "i"}).integer, 1);
        for (auto it = dumps.cbegin(); it != dumps.cend(); ++it) {
            QCOMPARE(isThere(it.key()), it.key() == "later");
        }
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 8);
        QCOMPARE(index(), before);
        for (auto it = dumps.cbegin(); it != dumps.cend(); ++it) {
            QCOMPARE(dump(it.key()), it.value());
        }
        QVERIFY(!isThere("gone"));
        const qint64 left = m_server.run({"PTTL", "quote:leased"}).integer;
        QVERIFY(left > 400'000 && left <= 500'000);
        QCOMPARE(m_server.run({"PTTL", "quote:hash"}).integer, -1);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// The preview of an undo says what can go back, and which keys it changes: what of them is counted is no rate.
    void undoLooksFirst()
    {
        Bench bench(m_server, quotes);
        fill();
        const OperationReport report = bench.run(bench.request(Action::CleanUp));
        QCOMPARE(report.removed, 8);
        const Plan undo = bench.undoOf(report.id);
        Bench::judgeUndo(undo, 8);
        std::vector<QByteArray> keys = undo.changedKeys();
        std::sort(keys.begin(), keys.end());
        QCOMPARE(keys,
                 (std::vector<QByteArray>{"i", "quote:hash", "quote:leased", "quote:list", "quote:set", "quote:stream",
                                          "quote:string", "quote:zset"}));
        add("gone", 0); // indexed again
        m_server.run({"SET", "quote:hash", "again"}); // written anew
        Bench::judgeUndo(bench.undoOf(report.id), 6);
        QCOMPARE(bench.undo(report.id).moved, 6);
        QCOMPARE(m_server.run({"GET", "quote:hash"}).bytes, "again");
    }

    /// Many, over several batches; and the index, which was emptied, gets its expiry again.
    void emptiesTheIndex()
    {
        Bench bench(m_server, quotes);
        Pipeline pipeline;
        for (int i = 0; i < 3'000; ++i) {
            const QByteArray id = "n" + QByteArray::number(i);
            pipeline.add({"ZADD", "i", now(-1'000 - i), id});
            pipeline.add({"SET", "quote:" + id, id.repeated(50)});
        }
        m_server.run(pipeline);
        m_server.run({"PEXPIRE", "i", "900000"});
        const QByteArrayList before = index();
        const OperationReport report = bench.run(bench.request(Action::CleanUp));
        QCOMPARE(report.removed, 3'000);
        QCOMPARE(m_server.run({"EXISTS", "i"}).integer, 0);
        QVERIFY(!isThere("n17"));
        QCOMPARE(bench.undo(report.id).moved, 3'000);
        QCOMPARE(index(), before);
        QCOMPARE(m_server.run({"GET", "quote:n17"}).bytes, QByteArray("n17").repeated(50));
        QVERIFY(m_server.run({"PTTL", "i"}).integer > 800'000);
        QVERIFY(bench.leftovers().isEmpty());
    }

    /// An entry that was postponed, rewritten or changed since the preview stays, with its key.
    void othersAreFaster()
    {
        Bench bench(m_server, quotes);
        fill();
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        add("string", 600'000); // put off
        m_server.run({"SET", "quote:gone", "again"}); // written anew
        m_server.run({"HSET", "quote:hash", "total", "13"}); // as long as it was
        m_server.run({"UNLINK", "quote:list"}); // gone by itself: its entry still goes
        m_server.run({"ZREM", "i", "set"}); // another cleaner has removed it
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.removed, 4); // list, zset, stream, leased
        QCOMPARE(report.skipped, 4);
        QVERIFY2(report.notes.join(u' ').contains(u"changed meanwhile: 2."_s), qPrintable(report.notes.join(u' ')));
        QVERIFY(isThere("string") && isThere("gone") && isThere("hash") && isThere("set"));
        QVERIFY(index().contains("string") && index().contains("gone") && index().contains("hash"));
        QVERIFY(!index().contains("list"));
    }

    /// Undo overwrites nothing: where the entry or the key is there again, both stay as they are.
    void existsAgain()
    {
        Bench bench(m_server, quotes);
        fill();
        const OperationReport report = bench.run(bench.request(Action::CleanUp));
        add("string", 600'000);
        m_server.run({"SET", "quote:hash", "another"});
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 6);
        QCOMPARE(undone.skipped, 2);
        QVERIFY(!isThere("string"));
        QVERIFY(!index().contains("hash"));
        QCOMPARE(m_server.run({"GET", "quote:hash"}).bytes, QByteArray("another"));
    }

    void selectedAndLimited()
    {
        Bench bench(m_server, quotes);
        fill();
        OperationRequest request = bench.request(Action::CleanUp);
        for (const char *id : {"hash", "later"}) { // the second is not due
            Element &element = request.elements.emplace_back();
            element.element = id;
            element.key = "i";
        }
        QCOMPARE(bench.run(request).removed, 1);
        QVERIFY(!isThere("hash") && isThere("later") && isThere("set"));
        request = bench.request(Action::CleanUp);
        request.limit = 2;
        QCOMPARE(bench.run(request).removed, 2);
        QCOMPARE(m_server.run({"ZCARD", "i"}).integer, 6);
    }

    void withoutTargetsAndInSeconds()
    {
        Bench bench(m_server, R"({"name":"quotes","kind":"expiry","keys":{"index":"i"},"options":{"unit":"s"}})");
        m_server.run({"ZADD", "i", now(-60'000).chopped(3), "a", now(60'000).chopped(3), "b", "inf", "never"});
        m_server.run({"SET", "quote:a", "x"});
        const OperationReport report = bench.run(bench.request(Action::CleanUp));
        QCOMPARE(report.removed, 1);
        QVERIFY(isThere("a"));
        QCOMPARE(bench.undo(report.id).moved, 1);
        QCOMPARE(m_server.run({"ZCARD", "i"}).integer, 3);
    }

    void largeTargets()
    {
        Bench bench(m_server, quotes);
        add("huge", -1'000);
        add("large", -1'000);
        m_server.run({"SET", "quote:huge", QByteArray(5 * 1'024 * 1'024, 'x')});
        m_server.run({"SET", "quote:large", QByteArray(400 * 1'024, 'x')});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 1);
        QVERIFY2(plan->note.contains(u"1 is left out"_s), qPrintable(plan->note));
        QVERIFY2(plan->note.contains(u"not compared"_s), qPrintable(plan->note));
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.removed, 1);
        QVERIFY(isThere("huge") && !isThere("large"));
        QCOMPARE(bench.undo(report.id).moved, 1);
        QCOMPARE(m_server.run({"STRLEN", "quote:large"}).integer, 400 * 1'024);
    }

    /// A key that has grown since the preview is not copied by the script, and stays.
    void grownSinceThePreview()
    {
        Bench bench(m_server, quotes);
        for (const char *id : {"small", "compared", "large"}) {
            add(id, -1'000);
        }
        m_server.run({"SET", "quote:small", "x"});
        m_server.run({"SET", "quote:compared", QByteArray(1'000, 'x')});
        m_server.run({"SET", "quote:large", QByteArray(400 * 1'024, 'x')}); // too large to be compared
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 3);
        OperationReport report;
        for (const char *id : {"quote:compared", "quote:large"}) {
            m_server.run({"SETRANGE", id, "20000000", "y"});
        }
        QCOMPARE(slowCommands(m_server, 5ms, [&] { report = Runner(bench.client, bench.journal.get()).run(*plan); }),
                 QStringList());
        QVERIFY(isThere("compared") && isThere("large") && !isThere("small"));
        QCOMPARE(m_server.run({"ZCARD", "i"}).integer, 2);
    }

    /// The largest that are taken, of the type that takes the longest to be put back.
    void doesNotHoldTheServer()
    {
        Bench bench(m_server, quotes);
        Pipeline pipeline;
        for (int i = 0; i < 12; ++i) {
            const QByteArray id = "board" + QByteArray::number(i);
            pipeline.add({"ZADD", "i", now(-1'000), id});
            for (int member = 0; member < 2'300; ++member) { // just below what is taken
                pipeline.add({"ZADD", "quote:" + id, QByteArray::number(member) + ".5", elementOf(member, 100)});
            }
        }
        m_server.run(pipeline);
        const QStringList slow = slowCommands(m_server, 5ms, [&] {
            const OperationReport report = bench.run(bench.request(Action::CleanUp));
            QCOMPARE(report.removed, 12);
            QCOMPARE(bench.undo(report.id).moved, 12);
        });
        QCOMPARE(slow, QStringList());
    }

    /// A key whose expiry was renewed is still needed; DUMP does not show the expiry.
    void leavesWhatWasRenewed()
    {
        Bench bench(m_server, quotes);
        for (const char *id : {"renewed", "persisted", "expiring", "same", "never"}) {
            add(id, -60'000);
            m_server.run({"SET", QByteArray("quote:") + id, "x", "PX", "500000"});
        }
        m_server.run({"PERSIST", "quote:never"});
        m_server.run({"PERSIST", "quote:expiring"});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 5);
        m_server.run({"PEXPIRE", "quote:renewed", "604800000"});
        m_server.run({"PERSIST", "quote:persisted"});
        m_server.run({"PEXPIRE", "quote:expiring", "604800000"});
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.removed, 2);
        QCOMPARE(report.skipped, 3);
        QVERIFY(isThere("renewed") && isThere("persisted") && isThere("expiring"));
        QVERIFY(!isThere("same") && !isThere("never"));
        QCOMPARE(index().size(), 6);
    }

    /// A key whose expiry has passed would be gone by itself: that it comes back for good is said before.
    void foretellsWhatComesBackForGood()
    {
        Bench bench(m_server, quotes);
        const QString passed = u"The old expiry of 1 key has passed"_s;
        OperationReport report;
        qint64 expiring = 0;
        for (int i = 0; i < attempts && expiring < 2; ++i) { // on a slow machine `a` may be gone before
            m_server.flush();
            for (const char *id : {"a", "b", "c"}) {
                add(id, -60'000);
            }
            m_server.run({"SET", "quote:a", "x", "PX", "1000"});
            m_server.run({"SET", "quote:b", "x", "PX", "500000"});
            m_server.run({"SET", "quote:c", "x"});
            report = bench.run(bench.request(Action::CleanUp));
            QCOMPARE(report.removed, 3);
            const PlanArchive all = bench.journal->archive().sums(report.id)->front();
            expiring = *bench.journal->archive().keysOverdue(report.id, all, localNow() + 24h);
        }
        QCOMPARE(expiring, 2);
        QTRY_VERIFY(bench.undoOf(report.id).note.contains(passed));
        QCOMPARE(bench.undo(report.id).moved, 3);
        QCOMPARE(m_server.run({"PTTL", "quote:a"}).integer, -1);
        QVERIFY(isThere("b"));
        const qint64 left = m_server.run({"PTTL", "quote:b"}).integer;
        QVERIFY(left > 0 && left <= 500'000);
    }

    /// A group of batches waits to be committed with all it has taken, keys as well.
    void commitsByWhatTheKeysTake()
    {
        Bench bench(m_server, quotes);
        for (int i = 0; i < 100; ++i) {
            add("n" + QByteArray::number(i), -1'000);
            m_server.run({"SET", "quote:n" + QByteArray::number(i), QByteArray(400 * 1'024, char('a' + i % 20))});
        }
        m_server.run({"CONFIG", "SET", "rdbcompression", "no"}); // so that a DUMP is as large as its key
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 100);
        qint64 most = 0;
        RunnerOptions options;
        options.progress = [&](const OperationProgress &) {
            qint64 bytes = 0;
            for (const QByteArray &key : strings(m_server.run({"KEYS", "plimsoll:escrow:*"}))) {
                bytes += m_server.run({"MEMORY", "USAGE", key, "SAMPLES", "0"}).integer;
            }
            most = std::max(most, bytes);
        };
        QCOMPARE(Runner(bench.client, bench.journal.get(), options).run(*plan).removed, 100);
        m_server.run({"CONFIG", "SET", "rdbcompression", "yes"});
        QVERIFY2(most > 0 && most < 24 * 1'024 * 1'024, qPrintable(QString::number(most)));
    }

    /// The archive is bounded by what it really holds.
    void countsKeysAsWhatTheyTake()
    {
        Bench bench(m_server, quotes);
        QStringList ids;
        for (const char *id : {"a", "b"}) {
            add(id, -1'000);
            QByteArray noise(100'000, Qt::Uninitialized); // incompressible for DUMP
            QRandomGenerator random(1);
            std::generate(noise.begin(), noise.end(), [&random] { return char(random.bounded(256)); });
            m_server.run({"SET", QByteArray("quote:") + id, noise});
            ids << bench.run(bench.request(Action::CleanUp)).id;
        }
        const Clocks later{localNow() + 25h, localNow() + 25h};
        const Retention small{24h * 30, 150'000, 24h};
        QCOMPARE(*bench.journal->expired(small, later), QStringList{ids.front()});
        QCOMPARE(*bench.journal->expired(small, later, 100'000), ids);
        QCOMPARE(*bench.journal->expired({}, later), QStringList());
    }

    /// A few small ones at the beginning say nothing of what a key takes.
    void measuresAllOfAKey_data()
    {
        QTest::addColumn<QByteArray>("type");
        for (const char *type : {"list", "hash", "set", "zset"}) {
            QTest::newRow(type) << QByteArray(type);
        }
    }

    void measuresAllOfAKey()
    {
        QFETCH(const QByteArray, type);
        const auto put = [&](const QByteArray &key, int number, qsizetype size) {
            const QByteArray text = QByteArray::number(number).rightJustified(8, '0') + QByteArray(size, 'x');
            if (type == "hash") {
                m_server.run({"HSET", key, text.first(8), text});
            } else if (type == "zset") {
                m_server.run({"ZADD", key, "1", text});
            } else {
                m_server.run({type == "list" ? "RPUSH" : "SADD", key, text});
            }
        };
        Bench bench(m_server, quotes);
        for (int i = 0; i < 40; ++i) { // many of them, so that whichever are looked at first are small
            put("quote:large", i, 9'000);
            put("quote:grows", i, 9'000); // too much to be compared
        }
        put("quote:large", 40, 2LL * 1'024 * 1'024);
        for (int i = 0; i < 6'000; ++i) {
            put("quote:many", i, 1);
        }
        put("quote:small", 1, 9'000);
        for (const char *id : {"large", "many", "small", "grows"}) {
            add(id, -1'000);
        }
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        QCOMPARE(plan->matched(), 2);
        QVERIFY2(plan->note.contains(u"2 are left out"_s), qPrintable(plan->note));
        put("quote:grows", 40, 2LL * 1'024 * 1'024);
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.removed, 1);
        QCOMPARE(report.skipped, 1);
        QVERIFY(isThere("large") && isThere("many") && isThere("grows") && !isThere("small"));
        QCOMPARE(bench.undo(report.id).moved, 1);
    }

    /// An entry must not stand for its own index: cleaning up would remove the index with its first entry.
    void standsForItself()
    {
        Bench bench(m_server, R"({"name":"quotes","kind":"expiry","keys":{"index":"i:x","target":"i:{id}"}})");
        m_server.run({"ZADD", "i:x", now(-1'000), "x", now(-1'000), "y", now(600'000), "z"});
        m_server.run({"SET", "i:y", "1"});
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(!plan.ok());
        QCOMPARE(plan.error().kind, ErrorKind::Refused);
        QVERIFY2(plan.error().message.contains(u"i:x"_s), qPrintable(plan.error().message));
        QCOMPARE(m_server.run({"ZCARD", "i:x"}).integer, 3);
    }

    void nothingThereAndAnotherType()
    {
        Bench bench(m_server, quotes);
        QCOMPARE(bench.run(bench.request(Action::CleanUp)).matched, 0);
        m_server.run({"SET", "i", "x"});
        QVERIFY(!Planner(bench.client).plan(bench.request(Action::CleanUp)).ok());
    }

    /// A process that died after its batch, which is sent once more.
    void recovers()
    {
        Bench bench(m_server, quotes);
        fill();
        const QByteArrayList before = index();
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        const PlanStep step = bench.begin(*plan);
        bench.leaveBatch(*plan, step, 0, 0, 5);
        const Reply again = bench.runBatch(*plan, step, 0, 0, 5);
        QCOMPARE(m_server.run({"ZCARD", "i"}).integer, 4);
        QVERIFY(strings(again).front().startsWith("1 0 0 5 0"));
        const Result<OperationReport> report = bench.recoverOne();
        QVERIFY2(report.ok(), report.ok() ? "" : qPrintable(report.error().message));
        QCOMPARE(report->removed, 5);
        QCOMPARE(bench.undo(plan->id).moved, 5);
        QCOMPARE(index(), before);
        QVERIFY(isThere("hash") && isThere("stream"));
        QVERIFY(bench.leftovers().isEmpty());
    }

    void notPermitted_data()
    {
        QTest::addColumn<QByteArray>("without");
        for (const char *command : {"zrem", "dump", "unlink"}) {
            QTest::newRow(command) << QByteArray(command);
        }
    }

    void notPermitted()
    {
        QFETCH(QByteArray, without);
        Bench bench(m_server, quotes);
        fill();
        const QByteArrayList before = index();
        const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::CleanUp));
        QVERIFY(plan.ok());
        m_server.run({"ACL", "SETUSER", "default", "-" + without});
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        m_server.run({"ACL", "SETUSER", "default", "+@all"});
        QCOMPARE(report.state, OperationState::Failed);
        QCOMPARE(report.changed(), 0);
        QCOMPARE(index(), before);
        QVERIFY(isThere("hash"));
    }
};

QTEST_GUILESS_MAIN(CleaningTest)
#include "tst_operations_cleaning.moc"
