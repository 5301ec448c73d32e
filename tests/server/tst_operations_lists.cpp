// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/meanwhile.h"
#include "tests/server/operationbench.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;

namespace {

// Workers take from the right, so the old end is there: position 0 of the lists below is the newest.
constexpr const char *queue = R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","delayed":"d",)"
                              R"("dead":"dead","job":"job:{id}"},"options":{"staleAfter":"30s","maxAttempts":3}})";

QByteArrayList numbered(const QByteArray &name, int from, int to)
{
    QByteArrayList list;
    for (int i = from; i < to; ++i) {
        list.append(name + QByteArray::number(i));
    }
    return list;
}

/// A real server at which another client pushes onto a list before each exchange.
class PushingServer final : public Server {
public:
    PushingServer(RedisServer &server, int each) : Server(server.local()), m_server(server), m_each(each)
    {
        m_nodes.push_back(std::make_unique<Node>(server.local(), ClientOptions{}));
    }

    void push(int count)
    {
        Pipeline pipeline;
        for (; count > 0; --count) {
            m_pushed.prepend("new" + QByteArray::number(m_pushed.size()));
            pipeline.add({"LPUSH", "q", m_pushed.front()});
        }
        m_server.run(pipeline);
    }
    [[nodiscard]] const QByteArrayList &pushed() const { return m_pushed; }

    Result<std::vector<Reply>> exchange(const Pipeline &pipeline, const std::stop_token &stop,
                                        const ReplySink &sink) override
    {
        push(m_each);
        return m_nodes.front()->exchange(pipeline, stop, sink);
    }

private:
    RedisServer &m_server;
    int m_each;
    QByteArrayList m_pushed;
};

} // namespace

/// Tests that operations on lists find elements anywhere, and keep everything else, including order and expiry.
class TestOperationsLists : public QObject {
    Q_OBJECT

private slots:
    void init() { m_server.flush(); }

    void keepsTheExpiry_data();
    void keepsTheExpiry();
    void undoFindsAllThatIsStillThere();
    void requeueFindsAllThatIsStillThere();
    void theLongestStaleIsTakenFirst_data();
    void theLongestStaleIsTakenFirst();
    void keepsTheOrderWhileOthersWork_data();
    void keepsTheOrderWhileOthersWork();
    void keepsTheOrderWhenStopped();
    void undoIsExact_data();
    void undoIsExact();
    void undoOfAMixedRequeueIsExact();
    void undoLeavesWhatWasWorkedOnSince();
    void undoPassesOverWhatWasWorkedOnSince_data();
    void undoPassesOverWhatWasWorkedOnSince();
    void undoFindsWhatOthersPushedOver();
    void undoIsExactWhileOthersPush_data();
    void undoIsExactWhileOthersPush();
    void undoIsExactAfterABurst();
    void takesEqualElementsAsManyAsWereSelected();

private:
    void fill(const QByteArray &key, const QByteArrayList &elements);
    [[nodiscard]] QByteArrayList list(const QByteArray &key);
    void makeStale(const QByteArrayList &ids);

    RedisServer m_server;
};

void TestOperationsLists::fill(const QByteArray &key, const QByteArrayList &elements)
{
    Pipeline pipeline;
    for (const QByteArray &element : elements) {
        pipeline.add({"RPUSH", key, element});
    }
    m_server.run(pipeline);
}

QByteArrayList TestOperationsLists::list(const QByteArray &key)
{
    return strings(m_server.run({"LRANGE", key, "0", "-1"}));
}

void TestOperationsLists::makeStale(const QByteArrayList &ids)
{
    Pipeline pipeline;
    for (const QByteArray &id : ids) {
        pipeline.add({"HSET", "job:" + id, "started_at", now(-120'000), "attempts", "1"});
    }
    m_server.run(pipeline);
}

void TestOperationsLists::keepsTheExpiry_data()
{
    QTest::addColumn<QByteArrayList>("ids");
    QTest::newRow("from the old end") << numbered("e", 7, 10);
    QTest::newRow("from the new end") << numbered("e", 0, 3);
    QTest::newRow("here and there") << QByteArrayList{"e1", "e5", "e8"};
    QTest::newRow("all but one") << numbered("e", 1, 10);
}

void TestOperationsLists::keepsTheExpiry()
{
    QFETCH(QByteArrayList, ids);
    Bench bench(m_server, queue);
    fill("dead", numbered("e", 0, 10));
    m_server.run({"EXPIRE", "dead", "1000"});
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("dead");
    discard.ids = {ids.begin(), ids.end()};
    const auto left = [this](const QByteArray &key) { return m_server.run({"PTTL", key}).integer; };
    const qint64 before = left("dead");
    const OperationReport discarded = bench.run(discard);
    QCOMPARE(discarded.removed, ids.size());
    QVERIFY2(left("dead") > 900'000 && left("dead") <= before, QByteArray::number(left("dead")).constData());

    fill("q", {"waiting"});
    m_server.run({"EXPIRE", "q", "500"});
    const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(requeued.moved, 10 - ids.size());
    QVERIFY2(left("q") > 400'000 && left("q") <= 500'000, QByteArray::number(left("q")).constData());
    QCOMPARE(bench.undo(requeued.id).moved, 10 - ids.size());
    QVERIFY2(left("q") > 400'000 && left("q") <= 500'000, QByteArray::number(left("q")).constData());
    QVERIFY2(left("dead") > 900'000 && left("dead") <= before, QByteArray::number(left("dead")).constData());
    QCOMPARE(bench.undo(discarded.id).moved, ids.size());
    QVERIFY2(left("dead") > 900'000 && left("dead") <= before, QByteArray::number(left("dead")).constData());
    QCOMPARE(list("dead"), numbered("e", 0, 10));
}

void TestOperationsLists::undoFindsAllThatIsStillThere()
{
    Bench bench(m_server, queue);
    Pipeline pipeline;
    for (int i = 0; i < 5'000; ++i) {
        pipeline.add({"ZADD", "p", now(-60'000), "e" + QByteArray::number(i)});
    }
    m_server.run(pipeline);
    const OperationReport requeued = bench.run(bench.request(Action::Requeue));
    QCOMPARE(requeued.moved, 5'000);
    m_server.run({"RPOP", "q", "1500"}); // workers
    const OperationReport undone = bench.undo(requeued.id);
    QCOMPARE(undone.moved, 3'500);
    QCOMPARE(undone.skipped, 1'500);
    QCOMPARE(m_server.run({"ZCARD", "p"}).integer, 3'500);
    QCOMPARE(list("q"), QByteArrayList());
}

void TestOperationsLists::requeueFindsAllThatIsStillThere()
{
    Bench bench(m_server, queue);
    QByteArrayList stale;
    for (int i = 0; i < 25'000; i += 8) {
        stale.append("e" + QByteArray::number(i));
    }
    const QByteArrayList all = numbered("e", 0, 25'000);
    fill("p", all);
    makeStale(stale);
    const Result<Plan> plan = Planner(bench.client).plan(bench.request(Action::Requeue));
    QVERIFY(plan.ok());
    QCOMPARE(plan->matched(), 3'125);
    Pipeline finished;
    for (const QByteArray &id : stale.sliced(2'125)) { // the oldest 1,000
        finished.add({"LREM", "p", "-1", id});
    }
    m_server.run(finished);
    const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
    QCOMPARE(report.error, QString());
    QCOMPARE(report.moved, 2'125);
    QCOMPARE(report.skipped, 1'000);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 2'125);
    QByteArrayList left = all;
    left.removeIf([](const QByteArray &id) { return id.mid(1).toInt() % 8 == 0; });
    QCOMPARE(list("p"), left);
}

void TestOperationsLists::theLongestStaleIsTakenFirst_data()
{
    QTest::addColumn<int>("younger"); // in work, and not stale
    QTest::addColumn<int>("stale");
    QTest::addColumn<int>("every"); // which of the older ones are stale
    QTest::newRow("all") << 0 << 300 << 1;
    QTest::newRow("behind a few") << 5 << 3 << 1;
    QTest::newRow("behind as many") << 100 << 100 << 1;
    QTest::newRow("a few behind many") << 5'000 << 100 << 1;
    QTest::newRow("here and there") << 20 << 100 << 3;
}

void TestOperationsLists::theLongestStaleIsTakenFirst()
{
    QFETCH(int, younger);
    QFETCH(int, stale);
    QFETCH(int, every);
    Bench bench(m_server, queue);
    const QByteArrayList older = numbered("e", 0, stale * every);
    QByteArrayList ids, left = numbered("young", 0, younger);
    for (int i = 0; i < older.size(); ++i) {
        (i % every == 0 ? ids : left).append(older[i]);
    }
    fill("p", numbered("young", 0, younger) + older);
    fill("q", numbered("waiting", 0, 5));
    makeStale(ids);
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, stale);
    QCOMPARE(list("q"), numbered("waiting", 0, 5) + ids);
    QCOMPARE(list("p"), left);
    QCOMPARE(bench.undo(report.id).moved, stale);
    QCOMPARE(list("p"), numbered("young", 0, younger) + older);
    QCOMPARE(list("q"), numbered("waiting", 0, 5));
}

void TestOperationsLists::keepsTheOrderWhileOthersWork_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("every"); // which of them are discarded
    QTest::addColumn<bool>("isUndo"); // others work while they are put back, not while they are taken
    for (const bool isUndo : {false, true}) {
        const char *const what = isUndo ? ", put back" : "";
        QTest::addRow("a few of many%s", what) << 30'000 << 10'000 << isUndo;
        QTest::addRow("many of many%s", what) << 30'000 << 7 << isUndo;
        QTest::addRow("most of many%s", what) << 30'000 << 1 << isUndo;
    }
}

void TestOperationsLists::keepsTheOrderWhileOthersWork()
{
    QFETCH(int, length);
    QFETCH(int, every);
    QFETCH(bool, isUndo);
    Bench bench(m_server, queue);
    fill("q", numbered("e", 0, length));
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("ready");
    for (int i = 5'000; i < 25'000; i += every) {
        discard.ids.push_back("e" + QByteArray::number(i));
    }
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    QByteArrayList taken;
    int pushed = 0;
    const auto work = [&] {
        for (int i = 0; i < 5; ++i) {
            m_server.run({"LPUSH", "q", "new" + QByteArray::number(pushed++)});
        }
        taken += strings(m_server.run({"RPOP", "q", "4"}));
    };
    work();
    RunnerOptions options;
    int batches = 0; // a slow machine makes more of them; work is done between the first hundred
    options.progress = [&](const OperationProgress &) {
        if (++batches <= 100) {
            work();
        }
    };
    OperationReport report = Runner(bench.client, bench.journal.get(), isUndo ? RunnerOptions() : options).run(*plan);
    if (isUndo) {
        QCOMPARE(report.removed, report.matched);
        report = Runner(bench.client, bench.journal.get(), options).run(bench.undoOf(report.id));
    }
    work();
    QCOMPARE(report.error, QString());
    QVERIFY(report.complete());
    // All that was taken and all that is left, in the order in which it would have been worked on.
    QByteArrayList seen = list("q");
    std::reverse(seen.begin(), seen.end());
    seen = taken + seen;
    QByteArrayList expected = numbered("e", 0, length);
    std::reverse(expected.begin(), expected.end());
    expected += numbered("new", 0, pushed);
    const auto isChosen = [&](const QByteArray &element) {
        const int i = element.startsWith('e') ? element.mid(1).toInt() : -1;
        return i >= 5'000 && i < 25'000 && (i - 5'000) % every == 0;
    };
    // A worker may have taken a chosen element before; its place among the others does not matter.
    seen.removeIf(isChosen);
    expected.removeIf(isChosen);
    QCOMPARE(seen.size(), expected.size());
    QVERIFY(seen == expected);
    QVERIFY2(report.moved + report.removed + report.skipped == report.matched && report.skipped <= 500,
             QByteArray::number(report.skipped).constData());
}

void TestOperationsLists::keepsTheOrderWhenStopped()
{
    Bench bench(m_server, queue);
    fill("q", numbered("e", 0, 30'000));
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("ready");
    for (int i = 0; i < 30'000; i += 9) {
        discard.ids.push_back("e" + QByteArray::number(i));
    }
    const Result<Plan> plan = Planner(bench.client).plan(discard);
    QVERIFY(plan.ok());
    std::stop_source stop;
    RunnerOptions options;
    options.progress = [&](const OperationProgress &progress) {
        if (progress.done > 500) {
            stop.request_stop();
        }
    };
    const OperationReport report = Runner(bench.client, bench.journal.get(), options).run(*plan, stop.get_token());
    QCOMPARE(report.state, OperationState::Cancelled);
    QVERIFY(report.removed > 500);
    const auto isChosen = [](const QByteArray &element) { return element.mid(1).toInt() % 9 == 0; };
    QByteArrayList seen = list("q");
    QCOMPARE(seen.size(), 30'000 - report.removed);
    seen.removeIf(isChosen);
    QByteArrayList expected = numbered("e", 0, 30'000);
    expected.removeIf(isChosen);
    QVERIFY(seen == expected);
    QCOMPARE(bench.undo(report.id).moved, report.removed);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 30'000);
}

void TestOperationsLists::undoIsExact_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<QByteArrayList>("ids");
    QTest::addColumn<QByteArray>("consume");
    const auto every = [](int from, int to, int step) {
        QByteArrayList ids;
        for (int i = from; i < to; i += step) {
            ids.append("e" + QByteArray::number(i));
        }
        return ids;
    };
    for (const QByteArray &consume : {QByteArray("right"), QByteArray("left")}) {
        const auto row = [&consume](const char *name) { return QByteArray(name + (", " + consume)); };
        QTest::newRow(row("one in the middle").constData()) << 1'000 << QByteArrayList{"e500"} << consume;
        QTest::newRow(row("a few").constData()) << 30'000 << QByteArrayList{"e3", "e12345", "e29990"} << consume;
        QTest::newRow(row("a block").constData()) << 5'000 << every(2'000, 3'500, 1) << consume;
        QTest::newRow(row("the old end and more").constData())
            << 5'000 << QByteArrayList(every(0, 700, 1) + every(4'000, 5'000, 1)) << consume;
        QTest::newRow(row("every other").constData()) << 10'000 << every(1, 10'000, 2) << consume;
        QTest::newRow(row("every third of a part").constData()) << 20'000 << every(6'000, 14'000, 3) << consume;
        QTest::newRow(row("all").constData()) << 3'000 << every(0, 3'000, 1) << consume;
    }
}

void TestOperationsLists::undoIsExact()
{
    QFETCH(int, length);
    QFETCH(QByteArrayList, ids);
    QFETCH(QByteArray, consume);
    Bench bench(m_server,
                R"({"name":"q","kind":"queue","keys":{"ready":["q","other"]},"options":{"consume":")" + consume
                    + "\"}}");
    const QByteArrayList all = numbered("e", 0, length);
    fill("q", all);
    fill("other", {"mine"});
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("ready");
    discard.ids = {ids.begin(), ids.end()};
    OperationRequest move = discard;
    move.action = Action::Move;
    move.target = "other";
    const QSet<QByteArray> chosen(ids.begin(), ids.end());
    for (const OperationRequest &request : {discard, move}) {
        const OperationReport report = bench.run(request);
        QCOMPARE(report.error, QString());
        QCOMPARE(report.moved + report.removed, ids.size());
        QByteArrayList left = all;
        left.removeIf([&chosen](const QByteArray &id) { return chosen.contains(id); });
        QVERIFY(list("q") == left);
        bench.openJournal(); // as another run would
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.error, QString());
        QCOMPARE(undone.moved, ids.size());
        QCOMPARE(undone.notes, QStringList());
        QVERIFY(list("q") == all);
        QCOMPARE(list("other"), QByteArrayList{"mine"});
        QVERIFY(bench.leftovers().isEmpty());
    }
}

void TestOperationsLists::undoOfAMixedRequeueIsExact()
{
    Bench bench(m_server, queue);
    const QByteArrayList all = numbered("e", 0, 2'000);
    fill("p", all);
    Pipeline records;
    for (int i = 0; i < 2'000; i += 3) {
        records.add(
            {"HSET", "job:e" + QByteArray::number(i), "started_at", now(-120'000), "attempts", i % 4 == 0 ? "3" : "1"});
    }
    m_server.run(records);
    fill("q", numbered("waiting", 0, 50));
    fill("dead", {"dead0", "dead1"});
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 500);
    QCOMPARE(report.deadLettered, 167);
    QCOMPARE(bench.undo(report.id).moved, 667);
    QVERIFY(list("p") == all);
    QCOMPARE(list("q"), numbered("waiting", 0, 50));
    QCOMPARE(list("dead"), (QByteArrayList{"dead0", "dead1"}));
    QCOMPARE(m_server.run({"HGET", "job:e3", "attempts"}).bytes, "1");
    QCOMPARE(m_server.run({"HGET", "job:e12", "attempts"}).bytes, "3");
}

void TestOperationsLists::undoLeavesWhatWasWorkedOnSince()
{
    Bench bench(m_server, queue);
    for (const QByteArray &type : {QByteArray("hash"), QByteArray("string")}) {
        m_server.flush();
        const auto write = [&](const QByteArray &id, const QByteArray &attempts, const QByteArray &start) {
            if (type == "hash") {
                m_server.run({"HSET", "job:" + id, "attempts", attempts, "started_at", start});
            } else {
                m_server.run({"SET", "job:" + id, R"({"attempts":)" + attempts + R"(,"started_at":)" + start + "}"});
            }
        };
        const auto attemptsOf = [&](const QByteArray &id) {
            return type == "hash" ? m_server.run({"HGET", "job:" + id, "attempts"}).bytes
                                  : m_server.run({"GET", "job:" + id}).bytes.split(',').front().mid(12);
        };
        const QByteArray start = now(-120'000);
        fill("p", {"a", "b", "c", "d"});
        for (const QByteArray &id : {QByteArray("a"), QByteArray("b"), QByteArray("c"), QByteArray("d")}) {
            write(id, id == "d" ? "3" : "1", start);
        }
        const OperationReport report = bench.run(bench.request(Action::Requeue));
        QCOMPARE(report.moved, 3);
        QCOMPARE(report.deadLettered, 1);
        write("a", "3", start); // failed once more and waits for its retry
        write("b", "2", now(-1'000)); // begun again, by one that counts attempts when they fail
        const OperationReport undone = bench.undo(report.id);
        QCOMPARE(undone.moved, 2);
        QCOMPARE(undone.skipped, 2);
        QCOMPARE(list("p"), (QByteArrayList{"c", "d"}));
        QCOMPARE(list("q").size(), 2);
        QCOMPARE(attemptsOf("a"), "3");
        QCOMPARE(attemptsOf("b"), "2");
        QCOMPARE(attemptsOf("c"), "1");
        QCOMPARE(attemptsOf("d"), "3");
    }
}

void TestOperationsLists::undoPassesOverWhatWasWorkedOnSince_data()
{
    QTest::addColumn<int>("since"); // elements at the end at which the undo begins
    QTest::newRow("a batch") << 40;
    QTest::newRow("more than are passed over") << 1'800;
}

void TestOperationsLists::undoPassesOverWhatWasWorkedOnSince()
{
    QFETCH(int, since);
    Bench bench(m_server, queue);
    const QByteArrayList all = numbered("e", 0, 3'000);
    fill("p", all);
    makeStale(all);
    fill("q", numbered("waiting", 0, 10));
    const OperationReport report = bench.run(bench.request(Action::Requeue));
    QCOMPARE(report.moved, 3'000);
    const QByteArrayList ready = list("q");
    Pipeline pipeline;
    for (const QByteArray &element : ready.last(since)) {
        pipeline.add({"HSET", "job:" + element, "attempts", "7"});
    }
    m_server.run(pipeline);
    const OperationReport undone = bench.undo(report.id);
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, 3'000 - since);
    QCOMPARE(undone.skipped, since);
    QVERIFY(list("q") == ready.first(10) + ready.last(since)); // where they were
}

void TestOperationsLists::undoFindsWhatOthersPushedOver()
{
    Bench bench(m_server, queue);
    fill("q", numbered("waiting", 0, 500));
    fill("dead", numbered("e", 0, 2'000));
    const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(requeued.moved, 2'000);
    QByteArrayList over = numbered("over", 0, 60'000);
    Pipeline pipeline;
    for (const QByteArray &element : over) {
        pipeline.add({"LPUSH", "q", element});
    }
    m_server.run(pipeline);
    const OperationReport undone = bench.undo(requeued.id);
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, 2'000);
    QCOMPARE(list("dead"), numbered("e", 0, 2'000));
    std::reverse(over.begin(), over.end());
    QVERIFY(list("q") == over + numbered("waiting", 0, 500));
}

void TestOperationsLists::undoIsExactWhileOthersPush_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("before"); // elements pushed between the operation and its undo
    QTest::addColumn<int>("each"); // further elements pushed with each exchange of the undo
    QTest::newRow("a few") << 40 << 150 << 1;
    QTest::newRow("many") << 5'000 << 250 << 1;
    QTest::newRow("more than are passed over") << 5'000 << 5'000 << 1;
    QTest::newRow("in bursts") << 5'000 << 250 << 30;
    QTest::newRow("very many") << 20'000 << 400 << 1;
    QTest::newRow("very many in front") << 5'000 << 60'000 << 1;
}

void TestOperationsLists::undoIsExactWhileOthersPush()
{
    QFETCH(int, count);
    QFETCH(int, before);
    QFETCH(int, each);
    Bench bench(m_server, queue);
    fill("q", numbered("waiting", 0, 200));
    fill("dead", numbered("e", 0, count));
    const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
    QCOMPARE(requeued.moved, count);
    PushingServer server(m_server, each);
    QVERIFY(server.connect().ok());
    server.push(before);
    const OperationReport undone = Runner(server, bench.journal.get()).run(bench.undoOf(requeued.id));
    QCOMPARE(undone.error, QString());
    QCOMPARE(undone.moved, count);
    QCOMPARE(undone.notes, QStringList());
    QVERIFY(list("dead") == numbered("e", 0, count));
    QVERIFY(list("q") == server.pushed() + numbered("waiting", 0, 200));
}

/// Other clients push enough between two batches that the next one finds only some of its elements, or none.
void TestOperationsLists::undoIsExactAfterABurst()
{
    for (int batch = 1; batch <= 6; ++batch) {
        m_server.flush();
        Bench bench(m_server, queue);
        fill("dead", numbered("e", 0, 3'000));
        const OperationReport requeued = bench.run(bench.request(Action::RequeueDead));
        QCOMPARE(requeued.moved, 3'000);
        const Plan back = bench.undoOf(requeued.id);
        QByteArrayList burst = numbered("new", 0, 75);
        Meanwhile server(m_server.local(), "EVALSHA:" + scriptOf(back.steps.front()).sha1(), batch, [&] {
            Pipeline pipeline;
            for (const QByteArray &element : burst) {
                pipeline.add({"LPUSH", "q", element});
            }
            m_server.run(pipeline);
        });
        QVERIFY(server.connect().ok());
        const OperationReport undone = Runner(server, bench.journal.get()).run(back);
        QVERIFY(server.hasBeen());
        QCOMPARE(undone.moved, 3'000);
        QCOMPARE(undone.notes, QStringList());
        QVERIFY(list("dead") == numbered("e", 0, 3'000));
        std::reverse(burst.begin(), burst.end());
        QVERIFY(list("q") == burst);
    }
}

void TestOperationsLists::takesEqualElementsAsManyAsWereSelected()
{
    Bench bench(m_server, queue);
    QByteArrayList all;
    for (int i = 0; i < 300; ++i) {
        all << "same"
            << "e" + QByteArray::number(i);
    }
    fill("dead", all);
    OperationRequest discard = bench.request(Action::Discard);
    discard.state = QStringLiteral("dead");
    discard.elements.resize(7);
    for (Element &element : discard.elements) {
        element.element = "same";
        element.key = "dead";
    }
    const OperationReport report = bench.run(discard);
    QCOMPARE(report.removed, 7);
    QCOMPARE(list("dead").count("same"), 293);
    QCOMPARE(bench.undo(report.id).moved, 7);
    QVERIFY(list("dead") == all);
}

QTEST_GUILESS_MAIN(TestOperationsLists)
#include "tst_operations_lists.moc"
