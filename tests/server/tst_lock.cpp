// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/formats/snapshotformat.h"
#include "redis/types/lease.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "tests/server/setclock.h"
#include "tests/support/timing.h"

#include <QJsonDocument>
#include <QJsonObject>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *locks = "{'kind': 'lock', 'keys': {'lock': 'lock:{id}'}}";

QByteArray json()
{
    return QByteArray(locks).replace('\'', '"').replace("{\"kind\"", "{\"name\":\"locks\",\"kind\"");
}

} // namespace

/// Leases found by SCAN: who holds them, what never ends, how often they change hands, and releasing them.
class LockTest final : public KindFixture {
    Q_OBJECT

    void hold(QByteArrayView key, QByteArrayView token, int seconds = 60)
    {
        if (seconds > 0) {
            command({"SET", key, token, "EX", QByteArray::number(seconds)});
        } else {
            command({"SET", key, token});
        }
    }
    static const std::vector<FoundKey> &first(const SnapshotPtr &snapshot) { return snapshot->rows[0].found->first; }
    static Element seen(const QByteArray &key, const QByteArray &token)
    {
        Element element;
        element.element = token;
        element.key = key;
        return element;
    }
    redis::Reply run(std::initializer_list<QByteArrayView> words) { return m_server.run(words); }

private slots:
    void init() { m_server.flush(); }

    void severalNamed_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("listed") << QByteArray("['lock:a', 'lock:b', 'lock:c']");
        QTest::newRow("in one template") << QByteArray("'lock:{a,b,c}'");
    }

    /// Locks that the workspace names are told one by one, and their bound is about all of them, as of those found.
    void severalNamed()
    {
        QFETCH(const QByteArray, names);
        hold("lock:a", "w1", 60);
        hold("lock:b", "w2", 60);
        const SnapshotPtr snapshot = snapshotOf(
            m_server,
            workspace(("{'kind': 'lock', 'keys': {'lock': " + names + "}, 'bound': {'keep': 1}}").constData()));
        QCOMPARE(figure(snapshot, 0, "held"), 2.0);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("2 held, bound 1")});
        const QJsonObject json =
            QJsonDocument::fromJson(app::snapshotJson(*snapshot, app::JsonWriter::Layout::Line)).object();
        QCOMPARE(
            json[QLatin1String("collections")][0][QLatin1String("keys")].toObject(),
            QJsonObject({{QStringLiteral("lock:a"), 1}, {QStringLiteral("lock:b"), 1}, {QStringLiteral("lock:c"), 0}}));
    }

    void figures()
    {
        hold("lock:a", "w1:x", 60);
        hold("lock:b", "w2:y", 20);
        hold(QByteArray("lock:\0\xff", 7), QByteArray("\0\xfe", 2), 0);
        command({"LPUSH", "lock:list", "no lock"});
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(locks));
        QCOMPARE(figure(snapshot, 0, "held"), 3.0);
        QCOMPARE(figure(snapshot, 0, "withoutTtl"), 1.0);
        QVERIFY(isNear(figure(snapshot, 0, "ttlMs"), 20'000));
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("1 without expiry")});
        QCOMPARE(first(snapshot)[0].id, QByteArray("\0\xff", 2)); // what never ends stands first
        QCOMPARE(first(snapshot)[0].holder, QByteArray("\0\xfe", 2));
        QCOMPARE(first(snapshot)[1].id, "b");
        QVERIFY(!first(snapshot)[1].isSinceSeen); // who knows for how long
    }

    /// Until all were found another may end sooner.
    void theShortestIsNotKnownBeforeAllWereFound()
    {
        command({"EVAL", "for i = 1, 500 do redis.call('SET', 'lock:' .. i, 'w', 'EX', 600) end", "0"});
        int before = 0;
        SnapshotPtr snapshot;
        for (int others = 100'000; before == 0 && others <= 1'600'000; others *= 2) { // until one tick is not enough
            command({"EVAL", "for i = 1, tonumber(ARGV[1]) do redis.call('SET', 'other:' .. i, '') end", "0",
                     QByteArray::number(others)});
            redis::PollSession poll(workspace(locks), m_server.local(), redis::PollOptions{});
            do {
                const Result<SnapshotPtr> tick = poll.tick();
                QVERIFY(tick);
                snapshot = *tick;
                const bool isWhole = snapshot->rows[0].found != nullptr && snapshot->rows[0].found->isWhole();
                if (!isWhole) {
                    QVERIFY(!isKnown(figure(snapshot, 0, "ttlMs")));
                    before += figure(snapshot, 0, "held") > 0 ? 1 : 0;
                }
            } while (!isKnown(figure(snapshot, 0, "ttlMs")));
        }
        QVERIFY(before > 0);
        QCOMPARE(figure(snapshot, 0, "held"), 500.0);
    }

    /// Locks that were taken since the last pass through all keys began are not counted: the number is no less than
    /// that until a pass that began later has ended.
    void isNoExactNumberAfterAChange()
    {
        hold("lock:a", "w1");
        hold("lock:b", "w2");
        milliseconds now(at(0ms));
        redis::PollOptions options;
        options.headInterval = 1h; // only ticks set the clock
        redis::PollSession poll(workspace(locks), std::make_unique<SetClock>(m_server.local(), now), options);
        SnapshotPtr snapshot;
        const auto isExactly = [&](double count) {
            snapshot = tick(poll);
            return snapshot && figure(snapshot, 0, "held") == count && !atLeast(snapshot, 0, "held");
        };
        QTRY_VERIFY(isExactly(2));
        now += 12s; // the next pass has not begun
        QVERIFY(isExactly(2)); // nothing was written
        QTRY_VERIFY((snapshot = tick(poll)) && snapshot->rows[0].found->wholeAt > now - 5s); // now it has ended
        hold("lock:c", "w3");
        now += 12s;
        QVERIFY((snapshot = tick(poll)));
        QVERIFY(atLeast(snapshot, 0, "held"));
        QTRY_VERIFY(isExactly(3));
        // A clock that is set back makes the search wait for nothing.
        now -= 1h;
        command({"UNLINK", "lock:c"});
        QTRY_VERIFY(isExactly(2));
    }

    void nothingThereAndAnotherType()
    {
        SnapshotPtr snapshot = snapshotOf(m_server, workspace(locks));
        QCOMPARE(figure(snapshot, 0, "held"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "ttlMs")));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        command({"LPUSH", "one", "x"});
        snapshot = snapshotOf(m_server, workspace("{'kind': 'lock', 'keys': {'lock': 'one'}}"));
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QVERIFY(!isKnown(figure(snapshot, 0, "held")));
    }

    void changesHands()
    {
        hold("lock:a", "w1:x");
        hold("lock:b", "w1:y", 10);
        redis::PollSession poll(workspace(locks), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        QCOMPARE(first(snapshot).size(), std::size_t(2));
        hold("lock:a", "w2:z");
        const auto of = [&](const char *id) -> const FoundKey & {
            return *std::find_if(first(snapshot).begin(), first(snapshot).end(),
                                 [id](const FoundKey &key) { return key.id == id; });
        };
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), of("a").hands == 1), 15'000);
        QCOMPARE(of("a").holder, "w2:z");
        QVERIFY(of("a").isSinceSeen);
        QCOMPARE(of("b").hands, 0);
        command({"PEXPIRE", "lock:b", "30000"}); // the same holder
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), of("b").renewed == 1), 15'000);
        // Free for a while, then held by another client: that is a change as well.
        command({"DEL", "lock:b"});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "held") == 1), 15'000);
        hold("lock:b", "w3:q");
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "held") == 2), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), of("b").hands == 1), 15'000);
        hold("lock:b", "w4:r"); // what was counted before it was free counts on
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), of("b").hands == 2), 15'000);
        command({"DEL", "lock:b"});
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "held") == 1), 15'000);
        hold("lock:b", "w5:s");
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "held") == 2), 20'000);
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), of("b").hands == 3), 15'000);
        QTRY_VERIFY_WITH_TIMEOUT((snapshot = tick(poll), figure(snapshot, 0, "handsPerMinute") > 0), 15'000);
        QVERIFY(atLeast(snapshot, 0, "handsPerMinute"));
    }

    void releases()
    {
        hold("lock:a", "w1:x", 600);
        hold("lock:b", "w2:y", 600);
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        QCOMPARE(Planner(bench.client).plan(release).error().kind, ErrorKind::Invalid);
        release.elements = {seen("lock:a", "w1:x")};
        OperationReport report = bench.run(release);
        QCOMPARE(report.state, OperationState::Done);
        QCOMPARE(report.removed, 1);
        QCOMPARE(run({"EXISTS", "lock:a"}).integer, 0);
        QCOMPARE(run({"GET", "lock:b"}).bytes, "w2:y");
        // Back for what is left of its lease.
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(run({"GET", "lock:a"}).bytes, "w1:x");
        const qint64 left = run({"PTTL", "lock:a"}).integer;
        QVERIFY2(left > 500'000 && left <= 600'000, qPrintable(QString::number(left)));
        QCOMPARE(run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t(0));
    }

    void aLockWithoutExpiry()
    {
        hold("lock:a", QByteArray("\0\xff\n", 3), 0);
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", QByteArray("\0\xff\n", 3))};
        const OperationReport report = bench.run(release);
        QCOMPARE(report.removed, 1);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(run({"GET", "lock:a"}).bytes, QByteArray("\0\xff\n", 3));
        QCOMPARE(run({"PTTL", "lock:a"}).integer, -1);
    }

    /// If another client took the lock after it was seen, it stays.
    void theSuccessorKeepsIt()
    {
        hold("lock:a", "w1:x");
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        hold("lock:a", "w2:y");
        const OperationReport report = Runner(bench.client, bench.journal.get()).run(*plan);
        QCOMPARE(report.removed, 0);
        QCOMPARE(report.skipped, 1);
        QVERIFY(report.complete());
        QCOMPARE(run({"GET", "lock:a"}).bytes, "w2:y");
        // Seen before the plan was made: it says so.
        QCOMPARE(Planner(bench.client).plan(release).error().kind, ErrorKind::Invalid);
    }

    void undoTakesItFromNobody()
    {
        hold("lock:a", "w1:x");
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const OperationReport report = bench.run(release);
        Bench::judgeUndo(bench.undoOf(report.id), 1);
        hold("lock:a", "w2:y");
        Bench::judgeUndo(bench.undoOf(report.id), 0); // the preview says so, and why
        QCOMPARE(bench.undoOf(report.id).obstacle, QStringLiteral("lock:a is held again; it is left to its holder."));
        const OperationReport undo = bench.undo(report.id);
        QCOMPARE(undo.moved, 0);
        QCOMPARE(undo.skipped, 1);
        QCOMPARE(run({"GET", "lock:a"}).bytes, "w2:y");
    }

    void aLeaseThatHasEndedStaysEnded()
    {
        command({"SET", "lock:a", "w1:x", "PX", "1500"});
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const qint64 ends = at(1500ms);
        const OperationReport report = bench.run(release);
        QCOMPARE(report.removed, 1);
        QTRY_VERIFY(at(0ms) > ends);
        Bench::judgeUndo(bench.undoOf(report.id), 0);
        QCOMPARE(bench.undoOf(report.id).obstacle,
                 QStringLiteral("The lease of lock:a has ended; it is not put back."));
        const OperationReport undo = bench.undo(report.id);
        QCOMPARE(undo.moved, 0);
        QCOMPARE(run({"EXISTS", "lock:a"}).integer, 0);
    }

    void whatIsNoLockIsLeftAlone()
    {
        command({"SET", "other", "w1:x"});
        command({"LPUSH", "lock:list", "w1:x"});
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("other", "w1:x")};
        QVERIFY(!Planner(bench.client).plan(release));
        release.elements = {seen("lock:list", "w1:x")};
        QCOMPARE(Planner(bench.client).plan(release).error().kind, ErrorKind::WrongType);
        // It became another after the plan.
        hold("lock:b", "w1:x");
        release.elements = {seen("lock:b", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        command({"DEL", "lock:b"});
        command({"LPUSH", "lock:b", "w1:x"});
        QVERIFY(Runner(bench.client, bench.journal.get()).run(*plan).state != OperationState::Done);
        QCOMPARE(run({"LLEN", "lock:b"}).integer, 1);
    }

    /// Only the beginning of an unusually long token was seen, which is not enough to compare.
    void aLongTokenIsComparedWhole()
    {
        const QByteArray shared(300, 'x');
        hold("lock:a", shared + "mine");
        const SnapshotPtr snapshot = snapshotOf(m_server, workspace(locks));
        QVERIFY(isCut(first(snapshot)[0].holder));
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        for (const QByteArray &token : {shared.first(256), first(snapshot)[0].holder, shared + "his!"}) {
            release.elements = {seen("lock:a", token)};
            QCOMPARE(Planner(bench.client).plan(release).error().kind, ErrorKind::Invalid);
        }
        release.elements = {seen("lock:a", shared + "mine")};
        QCOMPARE(bench.run(release).removed, 1);
    }

    /// A value of megabytes is never read, even if it is asked for repeatedly.
    void aHugeValueCostsNothing()
    {
        hold("lock:a", "w1:x");
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        hold("lock:a", QByteArray(64 * 1024 * 1024, 'x'));
        const QStringList slow = slowCommands(m_server, 5ms, [&] {
            QCOMPARE(Planner(bench.client).plan(release).error().kind, ErrorKind::Invalid);
            QCOMPARE(Runner(bench.client, bench.journal.get()).run(*plan).skipped, 1);
            QVERIFY(snapshotOf(m_server, workspace(locks)));
        });
        QCOMPARE(slow, QStringList());
        QCOMPARE(run({"STRLEN", "lock:a"}).integer, 64 * 1024 * 1024);
    }

    /// The preview reports the keys that it leaves out.
    void aKeyThatIsNoneOfItsOwnIsTold()
    {
        hold("lock:a", "w1:x");
        command({"SET", "other", "w1:x"});
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x"), seen("other", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        QCOMPARE(plan->absent.size(), std::size_t(1));
    }

    /// A crash between the script and the journal, of the release and of its undo.
    void recovers()
    {
        hold("lock:a", "w1:x", 600);
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        bench.leaveBatch(*plan, bench.begin(*plan), 0, 0, 1);
        QCOMPARE(run({"EXISTS", "lock:a"}).integer, 0);
        Result<OperationReport> recovered = bench.recoverOne();
        QVERIFY2(recovered, qPrintable(recovered ? QString() : recovered.error().message));
        QCOMPARE(recovered->removed, 1);
        const Plan undo = bench.undoOf(plan->id);
        bench.leaveBatch(undo, bench.begin(undo), 0, 0, 1);
        QCOMPARE(run({"GET", "lock:a"}).bytes, "w1:x");
        recovered = bench.recoverOne();
        QVERIFY2(recovered, qPrintable(recovered ? QString() : recovered.error().message));
        QCOMPARE(recovered->moved, 1);
        QVERIFY(run({"PTTL", "lock:a"}).integer > 500'000);
        QCOMPARE(bench.leftovers(), QByteArrayList());
    }

    /// A user without UNLINK is refused, and nothing is changed.
    void permissions()
    {
        hold("lock:a", "w1:x");
        command({"ACL", "SETUSER", "half", "on", ">p", "~*", "+@all", "-unlink"});
        Endpoint endpoint = m_server.local();
        endpoint.user = "half";
        endpoint.password = "p";
        Bench bench(m_server, json());
        OperationRequest release = bench.request(Action::Release);
        release.elements = {seen("lock:a", "w1:x")};
        const Result<Plan> plan = Planner(bench.client).plan(release);
        QVERIFY(plan);
        Standalone other(endpoint, {"plimsoll:operate"});
        QVERIFY(other.connect());
        const OperationReport report = Runner(other, bench.journal.get()).run(*plan);
        QVERIFY(report.state != OperationState::Done);
        QCOMPARE(run({"GET", "lock:a"}).bytes, "w1:x");
        command({"ACL", "DELUSER", "half"});
    }
};

QTEST_GUILESS_MAIN(LockTest)
#include "tst_lock.moc"
