// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamreplies.h"
#include "tests/server/clitest.h"

#include <QSet>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr const char *collections =
    R"([{"name":"orders","kind":"stream","keys":{"stream":"s","dead":"dead"},)"
    R"("options":{"staleAfter":"30s","maxDeliveries":3}},)"
    R"({"name":"ofH","kind":"stream","keys":{"stream":"s"},)"
    R"("options":{"group":"h","staleAfter":"30s","maxDeliveries":3}},)"
    R"({"name":"plain","kind":"stream","keys":{"stream":"s"},"options":{"staleAfter":null,"maxDeliveries":null}},)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"d"}}])";

} // namespace

/// The flags of the commands as they act on streams: what each takes, what it leaves, and what is refused.
class TestCliStreams : public CliTest {
    Q_OBJECT

    QTemporaryDir m_data;

    Run act(QStringList arguments, bool confirmed = true)
    {
        arguments +=
            {u"-w"_s, workspace(parsed(collections)), u"--data-dir"_s, m_data.path(), u"--format"_s, u"json"_s};
        return run(confirmed ? arguments << u"--yes"_s : arguments);
    }
    std::vector<PendingEntry> pending(QByteArrayView group)
    {
        return pendingIn(m_server.run({"XPENDING", "s", group, "-", "+", "1000"}));
    }
    qint64 heldBy(QByteArrayView group, QByteArrayView consumer)
    {
        const std::vector<PendingEntry> all = pending(group);
        return std::count_if(all.begin(), all.end(), [&](const PendingEntry &one) { return one.consumer == consumer; });
    }
    qint64 length(QByteArrayView key) { return m_server.run({"XLEN", key}).integer; }
    void age(QByteArrayView group, int id, const char *idle, const char *deliveries)
    {
        m_server.run({"XCLAIM", "s", group, "c1", "0", QByteArray::number(id) + "-1", "IDLE", idle, "RETRYCOUNT",
                      deliveries, "JUSTID"});
    }

private slots:
    /// 1-1 … 6-1, all pending in g at c1: the first two poison, the first four stale, the others fresh. 1-1 is stale in
    /// h as well.
    void init()
    {
        m_server.flush();
        for (int i = 1; i <= 6; ++i) {
            m_server.run({"XADD", "s", QByteArray::number(i) + "-1", "n", QByteArray::number(i)});
        }
        for (const char *group : {"g", "h"}) {
            m_server.run({"XGROUP", "CREATE", "s", group, "0"});
        }
        m_server.run({"XREADGROUP", "GROUP", "g", "c1", "COUNT", "6", "STREAMS", "s", ">"});
        m_server.run({"XREADGROUP", "GROUP", "h", "c1", "COUNT", "1", "STREAMS", "s", ">"});
        for (int i = 1; i <= 4; ++i) {
            age("g", i, "60000", i <= 2 ? "5" : "1");
        }
        age("h", 1, "40000", "1");
    }

    void requeues_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<int>("moved");
        QTest::addColumn<int>("atPlimsoll"); // in g
        QTest::addColumn<int>("atC2");
        QTest::newRow("of every group") << QStringList{} << 5 << 4 << 0;
        QTest::newRow("--group g") << QStringList{u"--group"_s, u"g"_s} << 4 << 4 << 0;
        QTest::newRow("--group h") << QStringList{u"--group"_s, u"h"_s} << 1 << 0 << 0;
        QTest::newRow("--to c2 --group g") << QStringList{u"--to"_s, u"c2"_s, u"--group"_s, u"g"_s} << 4 << 0 << 4;
        QTest::newRow("--older-than 50s") << QStringList{u"--older-than"_s, u"50s"_s} << 4 << 4 << 0;
        QTest::newRow("--older-than 2m") << QStringList{u"--older-than"_s, u"2m"_s} << 0 << 0 << 0;
        QTest::newRow("--id, twice") << QStringList{u"--group"_s, u"g"_s, u"--id"_s, u"3-1"_s, u"--id"_s, u"1-1"_s} << 2
                                     << 2 << 0;
        QTest::newRow("--limit 3") << QStringList{u"--group"_s, u"g"_s, u"--limit"_s, u"3"_s} << 3 << 3 << 0;
    }

    void requeues()
    {
        QFETCH(QStringList, flags);
        QFETCH(int, moved);
        QFETCH(int, atPlimsoll);
        QFETCH(int, atC2);
        const Run dry = act(QStringList{u"requeue"_s, u"orders"_s, u"--dry-run"_s} + flags);
        QCOMPARE(dry.code, 0);
        QCOMPARE(dry.json()["moved"_L1].toInt(), moved);
        QVERIFY(dry.json()["dryRun"_L1].toBool());
        QCOMPARE(heldBy("g", "c1"), 6);
        const Run done = act(QStringList{u"requeue"_s, u"orders"_s} + flags);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.json()["moved"_L1].toInt(), moved);
        QCOMPARE(done.json()["matched"_L1].toInt(), moved);
        QCOMPARE(heldBy("g", "plimsoll"), atPlimsoll);
        QCOMPARE(heldBy("g", "c2"), atC2);
        QCOMPARE(heldBy("g", "c1"), 6 - atPlimsoll - atC2);
        QCOMPARE(length("s"), 6);
        if (moved > 0) {
            const Run undone = act({u"undo"_s, done.json()["operation"_L1].toString()});
            QVERIFY2(undone.code == 0, undone.err.constData());
            QCOMPARE(heldBy("g", "c1"), 6);
            QCOMPARE(heldBy("h", "c1"), 1);
        }
    }

    void dead_data()
    {
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("inDead");
        QTest::addColumn<int>("inStream");
        const auto flags = [](const char *how, const QStringList &more) {
            return QStringList{QLatin1String(how)} + more;
        };
        QTest::newRow("--dead-letter --all")
            << flags("--dead-letter", {u"--all"_s}) << u"deadLettered"_s << 2 << 2 << 6;
        QTest::newRow("--dead-letter --id")
            << flags("--dead-letter", {u"--id"_s, u"2-1"_s}) << u"deadLettered"_s << 1 << 1 << 6;
        QTest::newRow("--dead-letter --group h")
            << flags("--dead-letter", {u"--all"_s, u"--group"_s, u"h"_s}) << u"deadLettered"_s << 0 << 0 << 6;
        QTest::newRow("--requeue --all") << flags("--requeue", {u"--all"_s}) << u"moved"_s << 2 << 0 << 8;
        QTest::newRow("--requeue --group g")
            << flags("--requeue", {u"--all"_s, u"--group"_s, u"g"_s}) << u"moved"_s << 2 << 0 << 8;
        QTest::newRow("--discard --all") << flags("--discard", {u"--all"_s}) << u"removed"_s << 2 << 0 << 6;
        QTest::newRow("--discard --limit 1")
            << flags("--discard", {u"--all"_s, u"--limit"_s, u"1"_s}) << u"removed"_s << 1 << 0 << 6;
    }

    void dead()
    {
        QFETCH(QStringList, flags);
        QFETCH(QString, figure);
        QFETCH(int, count);
        QFETCH(int, inDead);
        QFETCH(int, inStream);
        const Run dry = act(QStringList{u"dead"_s, u"orders"_s, u"--dry-run"_s} + flags);
        QVERIFY2(dry.code == 0, dry.err.constData());
        QCOMPARE(dry.json()[figure].toInt(), count);
        QCOMPARE(pending("g").size(), std::size_t(6));
        const Run done = act(QStringList{u"dead"_s, u"orders"_s} + flags);
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.json()[figure].toInt(), count);
        QCOMPARE(pending("g").size(), std::size_t(6 - count));
        QCOMPARE(length("dead"), inDead);
        QCOMPARE(length("s"), inStream);
        if (count > 0) {
            QCOMPARE(act({u"undo"_s, done.json()["operation"_L1].toString()}).code, 0);
            QCOMPARE(pending("g").size(), std::size_t(6));
            QCOMPARE(length("dead"), 0);
            QCOMPARE(length("s"), 6);
        }
    }

    void lists_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("dead") << QStringList{u"dead"_s, u"orders"_s} << QStringList{u"1-1"_s, u"2-1"_s};
        QTest::newRow("dead of a group") << QStringList{u"dead"_s, u"orders"_s, u"--group"_s, u"h"_s} << QStringList{};
        QTest::newRow("dead of another group than is watched")
            << QStringList{u"dead"_s, u"ofH"_s, u"--group"_s, u"g"_s} << QStringList{u"1-1"_s, u"2-1"_s};
        QTest::newRow("pending") << QStringList{u"jobs"_s, u"orders"_s, u"--state"_s, u"pending"_s}
                                 << QStringList{u"1-1"_s, u"2-1"_s, u"3-1"_s, u"4-1"_s, u"5-1"_s, u"6-1"_s, u"1-1"_s};
        QTest::newRow("stale") << QStringList{u"jobs"_s, u"orders"_s, u"--state"_s, u"stale"_s}
                               << QStringList{u"1-1"_s, u"2-1"_s, u"3-1"_s, u"4-1"_s, u"1-1"_s};
        QTest::newRow("no state named: pending")
            << QStringList{u"jobs"_s, u"orders"_s, u"--limit"_s, u"2"_s} << QStringList{u"1-1"_s, u"2-1"_s};
        QTest::newRow("pending, a page") << QStringList{u"jobs"_s,     u"orders"_s, u"--state"_s, u"pending"_s,
                                                        u"--offset"_s, u"4"_s,      u"--limit"_s, u"2"_s}
                                         << QStringList{u"5-1"_s, u"6-1"_s};
    }

    void lists()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QStringList, ids);
        const Run listed = act(arguments, false);
        QVERIFY2(listed.code == 0, listed.err.constData());
        QStringList found;
        for (const QJsonValue job : listed.json()["jobs"_L1].toArray()) {
            found << job["id"_L1].toString();
        }
        QCOMPARE(found, ids);
    }

    void namesTheStatesThereAre()
    {
        const Run refused = act({u"jobs"_s, u"orders"_s, u"--state"_s, u"ready"_s}, false);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("orders has no state ready; it has "), refused.err.constData());
        QVERIFY2(refused.err.contains("pending") && refused.err.contains("poison"), refused.err.constData());
    }

    /// An option that a kind lacks is answered with the kinds that have it, not with missing keys.
    void namesTheKindsThatHaveIt_data()
    {
        QTest::addColumn<QString>("collection");
        QTest::addColumn<QStringList>("flags");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("requeue of a lock")
            << u"lock"_s << QStringList{u"requeue"_s} << QByteArray("queue, schedule, stream");
        QTest::newRow("requeue of priorities") << u"priority"_s << QStringList{u"requeue"_s}
                                               << QByteArray("is of kind priority, which has no jobs in work");
        QTest::newRow("requeue of a cache")
            << u"cache"_s << QStringList{u"requeue"_s} << QByteArray("is of kind cache");
        QTest::newRow("requeue without processing")
            << u"queue"_s << QStringList{u"requeue"_s} << QByteArray("set keys.processing");
        QTest::newRow("trim of a lock") << u"lock"_s << QStringList{u"trim"_s, u"--keep"_s, u"3"_s}
                                        << QByteArray("is of kind lock, which has nothing to trim");
        QTest::newRow("trim of a cache") << u"cache"_s << QStringList{u"trim"_s, u"--older-than"_s, u"3s"_s}
                                         << QByteArray("timeline");
        QTest::newRow("trim of an index of what expires") << u"expiry"_s << QStringList{u"trim"_s, u"--keep"_s, u"3"_s}
                                                          << QByteArray("is of kind expiry, which has nothing to trim");
        QTest::newRow("trim of a set") << u"members"_s << QStringList{u"trim"_s, u"--keep"_s, u"3"_s}
                                       << QByteArray("a set has no order");
        QTest::newRow("dead letters that have no key")
            << u"queue"_s << QStringList{u"dead"_s} << QByteArray("set keys.dead");
        QTest::newRow("jobs of a set") << u"members"_s << QStringList{u"jobs"_s}
                                       << QByteArray("is of kind members, which has no jobs to list");
        QTest::newRow("dead letters of a lock")
            << u"lock"_s << QStringList{u"dead"_s} << QByteArray("has no state dead");
    }

    void namesTheKindsThatHaveIt()
    {
        QFETCH(const QString, collection);
        QFETCH(const QStringList, flags);
        QFETCH(const QByteArray, text);
        const QString file = workspace(parsed(
            R"([{"name":"lock","kind":"lock","keys":{"lock":"lock:a"}},{"name":"queue","kind":"queue","keys":{"ready":"q"}},)"
            R"({"name":"priority","kind":"priority","keys":{"queue":"pq"}},)"
            R"({"name":"expiry","kind":"expiry","keys":{"index":"ex","target":"t:{id}"}},)"
            R"({"name":"cache","kind":"cache","keys":{"entry":"cache:*"}},)"
            R"({"name":"members","kind":"members","keys":{"set":"m"}}])"));
        QStringList arguments = flags;
        arguments.insert(1, collection);
        arguments += flags.front() == u"jobs"_s ? QStringList{u"-w"_s, file}
                                                : QStringList{u"-w"_s, file, u"--data-dir"_s, m_data.path()};
        const Run refused = run(arguments);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(text), refused.err.constData());
        QCOMPARE(refused.err.count('\n'), 1);
    }

    void trims()
    {
        const Run done = act({u"trim"_s, u"orders"_s, u"--keep"_s, u"2"_s});
        QVERIFY2(done.code == 0, done.err.constData());
        QCOMPARE(done.json()["removed"_L1].toInt(), 4);
        QVERIFY(!done.json()["undoable"_L1].toBool());
        QVERIFY2(done.err.contains("4 are pending there"), done.err.constData()); // said before it ran
        QCOMPARE(length("s"), 2);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QString &arguments, int code, const char *says) {
            QTest::newRow(name) << arguments.split(u' ') << code << QByteArray(says);
        };
        row("--to of a queue with one list", u"requeue email --to c2"_s, 2, "no tier c2");
        row("dead --to of a stream", u"dead orders --requeue --all --to c2"_s, 2, "is for tiers");
        row("--group of a queue", u"requeue email --group g"_s, 2, "--group is for streams");
        row("--dead-letter of a queue", u"dead email --dead-letter --all"_s, 2, "--dead-letter is for streams");
        row("--to with several groups", u"requeue orders --to c2"_s, 2, "--group");
        row("no such group", u"requeue orders --group x"_s, 2, "no consumer group x");
        row("the dead of no such group", u"dead orders --group x"_s, 2, "no consumer group x");
        row("a group of a queue", u"dead email --group g"_s, 2, "--group is for streams");
        row("no dead stream", u"dead plain --dead-letter --id 1-1"_s, 2, "no dead stream");
        row("no staleAfter", u"requeue plain"_s, 2, "staleAfter");
        row("no maxDeliveries", u"dead plain --discard --all"_s, 2, "maxDeliveries");
        row("two at once", u"dead orders --dead-letter --requeue --all"_s, 2, "one of --requeue");
        row("neither --id nor --all", u"dead orders --dead-letter"_s, 2, "either --id ID or --all");
        row("trim without a bound", u"trim orders --to-bound"_s, 2, "no bound");
    }

    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QByteArray, says);
        const Run refused = act(arguments);
        QCOMPARE(refused.code, code);
        QVERIFY2(refused.err.contains(says), refused.err.constData());
        QCOMPARE(refused.errorLines().size(), 1);
        QCOMPARE(heldBy("g", "c1"), 6);
        QCOMPARE(length("s"), 6);
    }

    void wantsAYes()
    {
        const Run refused = act({u"requeue"_s, u"orders"_s}, false);
        QCOMPARE(refused.code, 4);
        QCOMPARE(heldBy("g", "c1"), 6);
    }
};

QTEST_GUILESS_MAIN(TestCliStreams)
#include "tst_cli_streams.moc"
