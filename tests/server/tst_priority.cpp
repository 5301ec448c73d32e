// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>

#include <cmath>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *bare =
    "{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'bands': {'low': [2, 3], 'high': [0, 1]}}}";
constexpr const char *seconds10 = "{'kind': 'priority', 'keys': {'queue': 'pq'},"
                                  " 'options': {'bands': {'divisor': 10000000000, 'names': ['high', 'low']}}}";
constexpr const char *milliseconds13 = "{'kind': 'priority', 'keys': {'queue': 'pq'},"
                                       " 'options': {'bands': {'divisor': 10000000000000, 'names': ['high', 'low']}}}";

QByteArray json(const char *text)
{
    return QByteArray(text).replace('\'', '"').replace("{\"kind\"", "{\"name\":\"checkout\",\"kind\"");
}

} // namespace

/// Jobs by priority: figures, pages and operations, on a real server.
class PriorityTest final : public KindFixture {
    Q_OBJECT

    void add(const QByteArray &score, QByteArrayView job, QByteArrayView key = "pq")
    {
        command({"ZADD", key, score, job});
    }
    /// A score with a divisor of 10^10 and seconds, or of 10^13 and milliseconds.
    QByteArray scored(int band, milliseconds shift, bool inSeconds)
    {
        const qint64 time = at(shift);
        return QByteArray::number(inSeconds ? band * 10'000'000'000 + time / 1'000 : band * 10'000'000'000'000 + time);
    }
    SnapshotPtr read(const char *collection) { return snapshotOf(m_server, workspace(collection)); }
    QByteArray scoreOf(QByteArrayView job, QByteArrayView key = "pq")
    {
        return m_server.run({"ZSCORE", key, job}).bytes;
    }
    ElementsPage ask(const char *collection, const QString &state, qint64 offset = 0)
    {
        redis::Standalone server(m_server.local(), {});
        ElementsQuery query;
        query.state = state;
        query.offset = offset;
        if (!server.connect()) {
            QTest::qFail("no connection", __FILE__, __LINE__);
        }
        const BrowseResult result = redis::browse(server, {1, workspace(collection), 0, query});
        const auto *page = std::get_if<ElementsPage>(&result.answer);
        return page == nullptr ? (QTest::qFail("no answer", __FILE__, __LINE__), ElementsPage()) : *page;
    }
    static QByteArrayList jobsOf(const ElementsPage &page)
    {
        QByteArrayList jobs;
        for (const Element &element : page.elements) {
            jobs += element.element;
        }
        return jobs;
    }

private slots:
    void init() { m_server.flush(); }

    void bandsByScores()
    {
        int made = 0;
        for (const char *score : {"0", "1", "1", "2", "2.5", "3", "7", "1.5", "-inf", "+inf"}) {
            add(score, "job " + QByteArray::number(++made));
        }
        const SnapshotPtr snapshot = read(bare);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "waiting"), 10.0);
        QCOMPARE(figure(snapshot, 0, "band.high"), 3.0);
        QCOMPARE(figure(snapshot, 0, "band.low"), 3.0);
        QCOMPARE(figure(snapshot, 0, "headScore"), -std::numeric_limits<double>::infinity());
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestMs"))); // scores hold no time
        QVERIFY(!isKnown(figure(snapshot, 0, "starving"))); // one look does not tell
        QCOMPARE(problemTexts(snapshot, 0), QStringList());
        QCOMPARE(QByteArray(snapshot->layout->rows[0].figures()[7].id.data()), "band.high"); // by score, not by name
    }

    /// Jobs removed by our own operation do not count as taken: the band stays idle.
    void ownOperationsAreNoTakes_data()
    {
        QTest::addColumn<bool>("first");
        QTest::newRow("one that is not the first") << false;
        QTest::newRow("the first, as the head was read") << true;
    }

    void ownOperationsAreNoTakes()
    {
        QFETCH(const bool, first);
        for (const char *job : {"a", "b", "c"}) {
            add("2", job);
        }
        add("0", "high");
        redis::PollOptions options;
        options.headInterval = 0ms; // each tick reads the head
        redis::PollSession poll(workspace(bare), m_server.local(), options);
        tick(poll);
        QTRY_VERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        poll.setOperating({"pq"});
        command({"ZREM", "pq", first ? "a" : "c"});
        poll.setOperating({});
        QVERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        QVERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        command({"ZREM", "pq", "b"}); // a worker's
        QVERIFY(figure(tick(poll), 0, "band.low.idleMs") < 500);
    }

    /// Jobs that an operation took out of a band and its undo put back have waited all the time; after others emptied
    /// it, it begins anew.
    void whatWasPutBackHasWaited()
    {
        add("0", "high");
        add("2", "a");
        redis::PollOptions options;
        options.headInterval = 0ms; // each tick reads the head
        redis::PollSession poll(workspace(bare), m_server.local(), options);
        tick(poll);
        QTRY_VERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        const auto operate = [&](std::initializer_list<QByteArrayView> words) {
            poll.setOperating({"pq"});
            command(words);
            poll.setOperating({});
            return tick(poll);
        };
        operate({"ZREM", "pq", "a"});
        QVERIFY(!isKnown(figure(tick(poll), 0, "band.low.idleMs")));
        operate({"ZADD", "pq", "2", "a"});
        QVERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        const auto beginsAnew = [&] {
            const SnapshotPtr first = tick(poll);
            const SnapshotPtr second = tick(poll);
            const double longest = double((second->serverTime - first->serverTime).count());
            return figure(second, 0, "band.low.idleMs") <= longest;
        };
        operate({"ZREM", "pq", "a"});
        tick(poll);
        command({"ZADD", "pq", "2", "b"}); // an application's
        QVERIFY(beginsAnew());
        QTRY_VERIFY(figure(tick(poll), 0, "band.low.idleMs") >= 500);
        operate({"ZREM", "pq", "b"});
        tick(poll);
        poll.setOperating({"pq"}); // of ours, but no undo: more than it took
        command({"ZADD", "pq", "2", "c", "2", "d"});
        poll.setOperating({});
        QVERIFY(beginsAnew());
    }

    void bandsByDivisor_data()
    {
        QTest::addColumn<bool>("inSeconds");
        QTest::newRow("seconds") << true;
        QTest::newRow("milliseconds") << false;
    }

    void bandsByDivisor()
    {
        QFETCH(const bool, inSeconds);
        add(scored(0, -10s, inSeconds), "first");
        add(scored(0, -5s, inSeconds), "second");
        add(scored(1, -700s, inSeconds), "old");
        add(scored(1, 0s, inSeconds), "new");
        add(scored(2, -900s, inSeconds), "of no band");
        const SnapshotPtr snapshot = read(inSeconds ? seconds10 : milliseconds13);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "waiting"), 5.0);
        QCOMPARE(figure(snapshot, 0, "headScore"), scoreOf("first").toDouble());
        QCOMPARE(figure(snapshot, 0, "band.high"), 2.0);
        QCOMPARE(figure(snapshot, 0, "band.low"), 2.0);
        QVERIFY(isNear(figure(snapshot, 0, "oldestMs"), 700'000));
        QVERIFY(isNear(figure(snapshot, 0, "band.high.oldestMs"), 10'000));
        QVERIFY(isNear(figure(snapshot, 0, "band.low.oldestMs"), 700'000));
        QVERIFY(!atLeast(snapshot, 0, "band.low.oldestMs"));
        QCOMPARE(problemTexts(snapshot, 0), QStringList());
    }

    /// A divisor smaller than the time, as in the description of the kind: the head start of eleven days.
    void aHeadStart()
    {
        constexpr const char *collection =
            "{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'bands': {'divisor': 1000000}}}";
        const auto score = [this](int band, milliseconds shift) {
            return QByteArray::number(band * 1'000'000 + at(shift) / 1'000);
        };
        add(score(0, -1min), "now");
        add(score(0, 0s), "just now");
        add(score(3, -2min), "low");
        add(score(1, -300h), "waited for longer than its head start");
        add("7", "without a time");
        add("3000007", "the same, of another");
        add("-5", "of none");
        const SnapshotPtr snapshot = read(collection);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "waiting"), 7.0);
        QCOMPARE(figure(snapshot, 0, "band.0"), 4.0);
        QCOMPARE(figure(snapshot, 0, "band.1"), 0.0);
        QCOMPARE(figure(snapshot, 0, "band.3"), 2.0);
        QVERIFY(isNear(figure(snapshot, 0, "band.3.oldestMs"), 120'000));
        const SnapshotPtr sum = read(collection);
        double all = 0;
        for (int band = 0; band < 10; ++band) {
            all += figure(sum, 0, qPrintable(QStringLiteral("band.%1").arg(band)));
        }
        QCOMPARE(all, 6.0);
    }

    void withoutBands()
    {
        add(seconds(-30s), "job");
        const SnapshotPtr snapshot = read("{'kind': 'priority', 'keys': {'queue': 'pq', 'dead': 'dead'}}");
        QVERIFY(snapshot);
        QCOMPARE(snapshot->layout->rows[0].figures().size(), snapshot->layout->rows[0].kind->figures.size());
        QCOMPARE(figure(snapshot, 0, "waiting"), 1.0);
        QVERIFY(isNear(figure(snapshot, 0, "oldestMs"), 30'000));
        QVERIFY(!isKnown(figure(snapshot, 0, "starving")));
        QCOMPARE(figure(snapshot, 0, "dead"), 0.0);
    }

    void absentEmptyAndAnotherType()
    {
        SnapshotPtr snapshot = read(seconds10);
        QVERIFY(snapshot);
        for (const char *id : {"waiting", "band.high", "band.low"}) {
            QCOMPARE(figure(snapshot, 0, id), 0.0);
        }
        for (const char *id : {"headScore", "oldestMs", "band.low.oldestMs", "band.low.idleMs"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        command({"LPUSH", "pq", "no job"});
        snapshot = read(seconds10);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QCOMPARE(problemTexts(snapshot, 0).size(), 1);
        for (const FigureSpec &each : snapshot->layout->rows[0].figures()) {
            QVERIFY2(!isKnown(figure(snapshot, 0, each.id.data())), each.id.data());
        }
    }

    void aHundredShards()
    {
        redis::Pipeline pipeline;
        for (int shard = 0; shard < 100; ++shard) {
            const QByteArray key = "pq:" + QByteArray::number(shard);
            pipeline.add({"ZADD", key, scored(0, -milliseconds(shard * 1'000), true), "a", scored(1, -1h, true), "b"});
        }
        m_server.run(pipeline);
        const SnapshotPtr snapshot = read("{'kind': 'priority', 'keys': {'queue': 'pq:{0..99}'},"
                                          " 'options': {'bands': {'divisor': 10000000000, 'names': ['high', 'low']}}}");
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "waiting"), 200.0);
        QCOMPARE(figure(snapshot, 0, "band.high"), 100.0);
        QVERIFY(isNear(figure(snapshot, 0, "band.high.oldestMs"), 99'000));
        QVERIFY(isNear(figure(snapshot, 0, "oldestMs"), 3'600'000));
        QCOMPARE(partOf(snapshot, "pq:42"), 2.0);
    }

    /// Tests the figures that need several ticks: jobs taken, and bands from which no job is taken.
    void aBandStarves()
    {
        for (int i = 0; i < 50; ++i) {
            add("0", "high " + QByteArray::number(i));
        }
        add("2", QByteArray("low \0\xff\n", 7));
        redis::PollSession poll(
            workspace("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'starveAfter': '500ms',"
                      " 'bands': {'high': [0, 1], 'low': [2, 3]}}}"),
            m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        QVERIFY(!isKnown(figure(snapshot, 0, "starving"))); // not yet
        QVERIFY(!isKnown(figure(snapshot, 0, "band.low.oldestMs"))); // at least nothing
        const auto starves = [&] {
            command({"ZPOPMIN", "pq"});
            snapshot = tick(poll);
            return figure(snapshot, 0, "starving") == 1;
        };
        QTRY_VERIFY(starves());
        QVERIFY(figure(snapshot, 0, "band.low.idleMs") >= 500);
        QVERIFY(atLeast(snapshot, 0, "band.low.idleMs")); // a lower bound: it was not watched before
        QVERIFY(figure(snapshot, 0, "band.low.oldestMs") >= 500);
        QVERIFY(atLeast(snapshot, 0, "band.low.oldestMs"));
        QVERIFY(figure(snapshot, 0, "band.high.idleMs") < 500);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 starving")});
        command({"UNLINK", "pq"});
        QCOMPARE(figure(tick(poll), 0, "starving"), 0.0);
    }

    /// Before the first job is taken nothing is served: a band that waited all that time does not starve for it.
    void noBandStarvesWhileNoneIsServed()
    {
        for (int i = 0; i < 50; ++i) {
            add("0", "high " + QByteArray::number(i));
        }
        add("2", "low");
        redis::PollOptions options;
        options.headInterval = 0ms; // each tick reads the head
        redis::PollSession poll(
            workspace("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'starveAfter': '2s',"
                      " 'bands': {'high': [0, 1], 'low': [2, 3]}}}"),
            m_server.local(), options);
        SnapshotPtr snapshot;
        const auto waited = [&] {
            snapshot = tick(poll);
            return figure(snapshot, 0, "band.low.idleMs") >= 2'500;
        };
        QTRY_VERIFY_WITH_TIMEOUT(waited(), 30'000);
        QCOMPARE(figure(snapshot, 0, "starving"), 0.0);
        command({"ZPOPMIN", "pq"});
        snapshot = tick(poll);
        const milliseconds first = snapshot->serverTime;
        QCOMPARE(figure(snapshot, 0, "starving"), 0.0);
        const auto starves = [&] {
            if (figure(snapshot, 0, "starving") == 1) {
                return true;
            }
            command({"ZPOPMIN", "pq"});
            command({"ZADD", "pq", "0", "more " + QByteArray::number(snapshot->serverTime.count())});
            snapshot = tick(poll);
            return figure(snapshot, 0, "starving") == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(starves(), 30'000);
        QVERIFY(snapshot->serverTime - first >= 2s);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 starving")});
    }

    /// Jobs that came while nobody looked have waited for at least as long as they are known.
    void howLongJobsOfAPauseWaitedIsALowerBound()
    {
        redis::PollOptions options;
        options.headInterval = 0ms;
        redis::PollSession poll(workspace("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {"
                                          " 'bands': {'high': [0, 1], 'low': [2, 3]}}}"),
                                m_server.local(), options);
        tick(poll);
        add("2", "low"); // between two ticks
        tick(poll);
        SnapshotPtr snapshot = tick(poll);
        QVERIFY(isKnown(figure(snapshot, 0, "band.low.idleMs")));
        QVERIFY(!atLeast(snapshot, 0, "band.low.idleMs"));
        command({"ZPOPMIN", "pq"});
        tick(poll);
        QTest::qWait(5'500); // paused
        add("2", "another");
        tick(poll);
        snapshot = tick(poll);
        QVERIFY(isKnown(figure(snapshot, 0, "band.low.idleMs")));
        QVERIFY(atLeast(snapshot, 0, "band.low.idleMs"));
    }

    /// Takes that leave the count as it was are noticed at a look alone, which may come less often than `starveAfter`.
    void aBandStarvesHoweverRarelyTakesAreNoticed()
    {
        add("0", "high");
        add("2", "low");
        redis::PollOptions options;
        options.headInterval = 2s;
        redis::PollSession poll(
            workspace("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'starveAfter': '1s',"
                      " 'bands': {'high': [0, 1], 'low': [2, 3]}}}"),
            m_server.local(), options);
        int added = 0;
        const auto starves = [&] {
            command({"ZPOPMIN", "pq"});
            command({"ZADD", "pq", "0", "more " + QByteArray::number(++added)});
            return figure(tick(poll), 0, "starving") == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(starves(), 30'000);
        for (int i = 0; i < 30; ++i) {
            QTest::qWait(100);
            QVERIFY(starves());
        }
    }

    /// A band keeps its depth from tick to tick while jobs come and go: no job waits for long, and none is reported.
    void whatComesAndGoesDoesNotWait()
    {
        redis::PollSession poll(
            workspace("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': {'starveAfter': '300ms',"
                      " 'bands': {'high': [0, 1], 'low': [2, 3]}}}"),
            m_server.local(), redis::PollOptions{}); // heads at their own pace
        add("0", "first");
        add("2", "low");
        QElapsedTimer lived;
        lived.start();
        tick(poll);
        double longest = 0, idle = 0;
        qint64 turn = 0; // longest time from one tick to the next, ms
        for (qint64 replaced = 0, before = 0; replaced < 20 || before < std::max<qint64>(600, 5 * turn); ++replaced) {
            redis::Pipeline next;
            next.add({"ZPOPMIN", "pq"});
            next.add({"ZADD", "pq", "0", "job " + QByteArray::number(replaced)});
            m_server.run(next);
            const SnapshotPtr snapshot = tick(poll);
            longest = std::fmax(longest, figure(snapshot, 0, "band.high.oldestMs"));
            idle = std::fmax(idle, figure(snapshot, 0, "band.high.idleMs"));
            const qint64 now = lived.elapsed();
            turn = std::max(turn, now - before);
            before = now;
        }
        // None lived for longer than from the tick before to the one after, by clocks that are some ms apart.
        const double most = 2 * double(turn) + 100;
        QVERIFY2(longest < most, QByteArray::number(longest).constData());
        QVERIFY2(idle < most, QByteArray::number(idle).constData());
    }

    void pagesOfBands()
    {
        for (int i = 0; i < 120; ++i) {
            add(scored(0, -i * 1s, false), "high " + QByteArray::number(i));
            add(scored(1, -1h - i * 1s, false), "low " + QByteArray::number(i));
        }
        const ElementsPage all = ask(milliseconds13, {});
        QCOMPARE(all.total, 240);
        QCOMPARE(all.elements[0].element, "high 119");
        QCOMPARE(all.elements[0].rank, 0);
        QCOMPARE(all.elements[0].state, QLatin1StringView("ready"));
        const ElementsPage low = ask(milliseconds13, QStringLiteral("band.low"), 100);
        QCOMPARE(low.total, 120);
        QCOMPARE(low.elements.size(), std::size_t(20));
        QCOMPARE(low.elements[0].element, "low 19");
        QCOMPARE(low.elements[0].rank, 220);
        QVERIFY(isNear(static_cast<double>(low.elements[0].age->count()), 3'619'000));
        QCOMPARE(ask(milliseconds13, QStringLiteral("ready")).total, 240);
        QCOMPARE(ask(bare, QStringLiteral("band.high")).total, 0);
    }

    void changesPriority()
    {
        const QByteArray binary("\0\xff\n", 3);
        add(scored(0, -10s, true), "high");
        add(scored(1, -700s, true), "old");
        add(scored(1, -600s, true), binary);
        add(scored(1, -1s, true), "new");
        const QByteArray before = m_server.run({"DUMP", "pq"}).bytes;
        Bench bench(m_server, json(seconds10));
        OperationRequest raise = bench.request(Action::ChangePriority);
        raise.state = QStringLiteral("band.low");
        raise.olderThan = 5min;
        raise.target = "high";
        const OperationReport report = bench.run(raise);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.matched, 2);
        QCOMPARE(report.moved, 2);
        QVERIFY(isNear(scoreOf("old").toDouble() * 1'000, static_cast<double>(at(-700s)))); // with the time it has
        QVERIFY(isNear(scoreOf(binary).toDouble() * 1'000, static_cast<double>(at(-600s))));
        QVERIFY(scoreOf("new").startsWith("117"));
        QCOMPARE(jobsOf(ask(seconds10, QStringLiteral("band.high"))), (QByteArrayList{"old", binary, "high"}));
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"DUMP", "pq"}).bytes, before);
        QCOMPARE(m_server.run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t(0));
    }

    void changesPriorityOfSome()
    {
        for (const char *job : {"a", "b", "c"}) {
            add("3", job);
        }
        add("0", "d");
        Bench bench(m_server, json(bare));
        OperationRequest raise = bench.request(Action::ChangePriority);
        raise.state = QStringLiteral("queue");
        raise.target = "high";
        for (const char *job : {"a", "c", "d"}) {
            Element &element = raise.elements.emplace_back();
            element.element = job;
            element.key = "pq";
        }
        const Result<Plan> plan = Planner(bench.client).plan(raise);
        QVERIFY(plan);
        QCOMPARE(plan->matched(), 2); // d is there already
        command({"ZREM", "pq", "a"}); // a worker was faster
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.moved, 1);
        QCOMPARE(report.skipped, 1);
        QCOMPARE(scoreOf("c"), "1"); // the nearest score of that band
        QCOMPARE(scoreOf("b"), "3");
        raise.target = "none";
        const Result<Plan> wrong = Planner(bench.client).plan(raise);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().message, QStringLiteral("checkout has no band none"));
    }

    void deadLettersAndBack()
    {
        add(scored(0, -10s, true), "high");
        add(scored(1, -700s, true), "low");
        constexpr const char *collection =
            R"({"name":"c","kind":"priority","keys":{"queue":"pq","dead":"dead"},"options":)"
            R"({"bands":{"divisor":10000000000,"names":["high","low"]}}})";
        Bench bench(m_server, collection);
        OperationRequest bury = bench.request(Action::DeadLetter);
        bury.state = QStringLiteral("band.low");
        const OperationReport report = bench.run(bury);
        QCOMPARE(report.moved + report.deadLettered, 1);
        QCOMPARE(strings(m_server.run({"LRANGE", "dead", "0", "-1"})), QByteArrayList{"low"});
        QCOMPARE(strings(m_server.run({"ZRANGE", "pq", "0", "-1"})), QByteArrayList{"high"});
        QCOMPARE(bench.run(bench.request(Action::RequeueDead)).moved, 1);
        QVERIFY(isNear((scoreOf("low").toDouble() - 1e10) * 1'000, static_cast<double>(at(0s)))); // behind the others
        QCOMPARE(m_server.run({"LLEN", "dead"}).integer, 0);
    }

    void trims_data()
    {
        QTest::addColumn<int>("keep");
        QTest::addColumn<int>("olderThan");
        QTest::addColumn<QByteArrayList>("left");
        QTest::newRow("those that are next stay") << 2 << 0 << QByteArrayList{"high old", "high new"};
        QTest::newRow("what waits for long goes") << -1 << 300 << QByteArrayList{"high new", "low new"};
    }

    void trims()
    {
        QFETCH(const int, keep);
        QFETCH(const int, olderThan);
        QFETCH(const QByteArrayList, left);
        add(scored(0, -900s, true), "high old");
        add(scored(0, -1s, true), "high new");
        add(scored(1, -800s, true), "low old");
        add(scored(1, -1s, true), "low new");
        const QByteArray before = m_server.run({"DUMP", "pq"}).bytes;
        for (const bool archive : {false, true}) {
            Bench bench(m_server, json(seconds10));
            OperationRequest trim = bench.request(Action::Trim);
            trim.archive = archive;
            if (keep >= 0) {
                trim.keep = keep;
            } else {
                trim.olderThan = std::chrono::seconds(olderThan);
            }
            const OperationReport report = bench.run(trim);
            QCOMPARE(report.removed, 2);
            QCOMPARE(strings(m_server.run({"ZRANGE", "pq", "0", "-1"})), left);
            if (archive) {
                QCOMPARE(bench.undo(report.id).state, OperationState::Done);
            } else {
                command({"RESTORE", "pq", "0", before, "REPLACE"});
            }
            QCOMPARE(m_server.run({"DUMP", "pq"}).bytes, before);
        }
        // Bare scores hold no time: nothing is old.
        command({"UNLINK", "pq"});
        add("0", "bare");
        Bench bench(m_server, R"({"name":"c","kind":"priority","keys":{"queue":"pq"}})");
        OperationRequest trim = bench.request(Action::Trim);
        trim.olderThan = 1s;
        QCOMPARE(bench.run(trim).matched, 0);
    }

    /// No command of ticks and of pages takes the server a millisecond.
    void aMillionJobs()
    {
        const QByteArray script =
            "for i = 1, 1000000 do redis.call('ZADD', 'pq', (i % 2) * 1e10 + 1795000000 + i, 'job:' .. i) end";
        command({"EVAL", script, "0"});
        const QStringList slow = slowCommands(m_server, 1ms, [this] {
            const SnapshotPtr snapshot = read(seconds10);
            QVERIFY(snapshot);
            QCOMPARE(figure(snapshot, 0, "band.high"), 500'000.0);
            for (const qint64 offset : {0, 250'000, 499'900}) {
                QCOMPARE(ask(seconds10, QStringLiteral("band.low"), offset).elements.size(), std::size_t(100));
            }
        });
        QCOMPARE(slow, QStringList());
    }
};

QTEST_GUILESS_MAIN(PriorityTest)
#include "tst_priority.moc"
