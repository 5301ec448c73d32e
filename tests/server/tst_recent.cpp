// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *things = "{'kind': 'recent', 'keys': {'items': 'r'}}";
constexpr const char *thingsJson = R"({"name":"c","kind":"recent","keys":{"items":"r"},"bound":{"keep":3}})";
constexpr const char *rightJson =
    R"({"name":"c","kind":"recent","keys":{"items":"r"},"options":{"newest":"right"},"bound":{"keep":3}})";
constexpr const char *severalJson = R"({"name":"c","kind":"recent","keys":{"items":["a","b"]},"bound":{"keep":3}})";

constexpr const char *visitors = "{'kind': 'recent', 'keys': {'items': 'seen:{id}'}}";
constexpr const char *visitorsJson = R"({"name":"c","kind":"recent","keys":{"items":"seen:{id}"},"bound":{"keep":3}})";

} // namespace

/// The last things, in a list or by time: figures against the bound, pages and trims, on a real server.
class RecentTest final : public KindFixture {
    Q_OBJECT

    SnapshotPtr read(const WorkspacePtr &workspace) { return snapshotOf(m_server, workspace); }
    static WorkspacePtr bounded(const char *collection, std::optional<qint64> keep)
    {
        auto made = std::make_shared<Workspace>(*workspace(collection));
        made->collections[0].bound.emplace().keep = keep;
        return made;
    }
    ElementsPage ask(const WorkspacePtr &workspace)
    {
        redis::Standalone server(m_server.local(), {});
        if (!server.connect()) {
            QTest::qFail("no connection", __FILE__, __LINE__);
        }
        const BrowseResult result = redis::browse(server, {1, workspace, 0, ElementsQuery{}});
        const auto *page = std::get_if<ElementsPage>(&result.answer);
        return page == nullptr ? (QTest::qFail("no answer", __FILE__, __LINE__), ElementsPage()) : *page;
    }

private slots:
    void init() { m_server.flush(); }

    void figures()
    {
        push("r", 5);
        SnapshotPtr snapshot = read(bounded(things, 3));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 5.0);
        QCOMPARE(figure(snapshot, 0, "bound"), 3.0);
        QCOMPARE(figure(snapshot, 0, "over"), 2.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "ttlMs")));
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("2 over the bound")});
        command({"PEXPIRE", "r", "60000"});
        snapshot = read(workspace(things)); // without a bound nothing is over it
        QVERIFY(snapshot);
        QVERIFY(!isKnown(figure(snapshot, 0, "bound")));
        QVERIFY(!isKnown(figure(snapshot, 0, "over")));
        QVERIFY(isNear(figure(snapshot, 0, "ttlMs"), 60'000));
        QCOMPARE(problemTexts(snapshot, 0), QStringList());
    }

    void eachKeyIsBoundByItself()
    {
        push("a", 2);
        command({"ZADD", "b", "1", "x", "2", "y", "3", "z", "4", "w"});
        const SnapshotPtr snapshot = read(bounded("{'kind': 'recent', 'keys': {'items': ['a', 'b', 'none']}}", 3));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 6.0);
        QCOMPARE(figure(snapshot, 0, "over"), 1.0);
        QCOMPARE(partOf(snapshot, "b"), 4.0);
        QCOMPARE(problemTexts(snapshot, 0).size(), 1);
    }

    /// A limit of its own for what is over the bound: all keys together are not held against the bound of one.
    void aLimitForWhatIsOver()
    {
        push("a", 3);
        push("b", 5);
        const SnapshotPtr snapshot =
            read(bounded("{'kind': 'recent', 'keys': {'items': ['a', 'b']}, 'limits': {'over': {'warning': 10}}}", 3));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "over"), 2.0);
        QCOMPARE(problemTexts(snapshot, 0), QStringList());
    }

    void absentAndAnotherType()
    {
        SnapshotPtr snapshot = read(bounded(things, 3));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 0.0);
        QCOMPARE(figure(snapshot, 0, "over"), 0.0);
        command({"SET", "r", "no list"});
        snapshot = read(bounded(things, 3));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QVERIFY(!isKnown(figure(snapshot, 0, "length")));
        QVERIFY(!isKnown(figure(snapshot, 0, "over")));
    }

    /// An edit of the bound alone reaches what is polled.
    void anotherBound()
    {
        push("r", 5);
        redis::PollSession poll(bounded(things, 3), m_server.local(), redis::PollOptions{});
        QCOMPARE(figure(tick(poll), 0, "over"), 2.0);
        poll.edit(bounded(things, 4), 2);
        QCOMPARE(figure(tick(poll), 0, "over"), 1.0);
    }

    void newestFirst_data()
    {
        QTest::addColumn<QByteArray>("collection");
        QTest::addColumn<QByteArrayList>("add"); ///< a command, with the thing last
        QTest::newRow("left") << QByteArray(things) << QByteArrayList{"LPUSH", "r"};
        QTest::newRow("right") << QByteArray(
            "{'kind': 'recent', 'keys': {'items': 'r'}, 'options': {'newest': 'right'}}")
                               << QByteArrayList{"RPUSH", "r"};
    }

    void newestFirst()
    {
        QFETCH(const QByteArray, collection);
        QFETCH(const QByteArrayList, add);
        for (const char *thing : {"first", "second", "third"}) {
            command({add[0], add[1], thing});
        }
        const ElementsPage page = ask(workspace(collection.constData()));
        QCOMPARE(page.elements.size(), std::size_t(3));
        QCOMPARE(page.elements[0].element, "third");
        QCOMPARE(page.elements[2].element, "first");
    }

    void byTime()
    {
        command({"ZADD", "r", ms(-2min), "first", ms(-1min), "second"});
        const ElementsPage page = ask(workspace(things));
        QCOMPARE(page.elements[0].element, "second");
        QVERIFY(isNear(static_cast<double>(page.elements[0].due->count()), static_cast<double>(at(-1min))));
    }

    void trimsToTheBound_data()
    {
        QTest::addColumn<QByteArray>("collection");
        QTest::addColumn<QByteArray>("add");
        QTest::addColumn<QByteArrayList>("left");
        QTest::newRow("left") << QByteArray(thingsJson) << QByteArray("LPUSH") << QByteArrayList{"5", "4", "3"};
        QTest::newRow("right") << QByteArray(rightJson) << QByteArray("RPUSH") << QByteArrayList{"3", "4", "5"};
    }

    void trimsToTheBound()
    {
        QFETCH(const QByteArray, collection);
        QFETCH(const QByteArray, add);
        QFETCH(const QByteArrayList, left);
        for (const char *thing : {"1", "2", "3", "4", "5"}) {
            command({add, "r", thing});
        }
        const QByteArrayList before = strings(m_server.run({"LRANGE", "r", "0", "-1"}));
        Bench bench(m_server, collection);
        OperationRequest trim = bench.request(Action::Trim);
        trim.toBound = true;
        const OperationReport report = bench.run(trim);
        QCOMPARE(report.removed, 2);
        QCOMPARE(strings(m_server.run({"LRANGE", "r", "0", "-1"})), left);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(strings(m_server.run({"LRANGE", "r", "0", "-1"})), before);
        QCOMPARE(m_server.run({"KEYS", "plimsoll:*"}).elements.size(), std::size_t(0));
    }

    void trimsSeveralAndSetsExpiry()
    {
        push("a", 5);
        command({"ZADD", "b", "1", "x", "2", "y", "3", "z", "4", QByteArrayView("\0\xff", 2)});
        Bench bench(m_server, severalJson);
        OperationRequest trim = bench.request(Action::Trim);
        trim.toBound = true;
        QCOMPARE(bench.run(trim).removed, 3);
        QCOMPARE(m_server.run({"LLEN", "a"}).integer, 3);
        QCOMPARE(strings(m_server.run({"ZRANGE", "b", "0", "-1"})),
                 (QByteArrayList{"y", "z", QByteArray("\0\xff", 2)}));
        OperationRequest expiry = bench.request(Action::SetExpiry);
        expiry.by = 1h;
        QCOMPARE(bench.run(expiry).moved, 2);
        QVERIFY(m_server.run({"PTTL", "a"}).integer > 3'500'000);
    }

    /// A key each visitor, of both forms; others of that name are left alone.
    void foundKeys()
    {
        push("seen:a", 5);
        command({"ZADD", "seen:b", "1", "x", "2", "y"});
        push("seen:c", 4);
        command({"PEXPIRE", "seen:c", "60000"});
        command({"SET", "seen:another", "no list"});
        redis::PollSession poll(bounded(visitors, 3), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot;
        QTRY_VERIFY(
            (snapshot = tick(poll),
             snapshot->rows[0].found && snapshot->rows[0].found->isWhole() && snapshot->rows[0].found->unread == 0));
        QCOMPARE(figure(snapshot, 0, "length"), 11.0);
        QCOMPARE(figure(snapshot, 0, "bound"), 3.0);
        QCOMPARE(figure(snapshot, 0, "over"), 3.0);
        QVERIFY(isNear(figure(snapshot, 0, "ttlMs"), 60'000));
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("3 over the bound")});
        const KeysFound &found = *snapshot->rows[0].found;
        QCOMPARE(found.first.size(), std::size_t(3));
        QCOMPARE(found.first[0].id, QByteArray("a")); // the fullest first
        QCOMPARE(found.first[0].outside, 2.0);
        QVERIFY(std::isinf(found.first[0].expiresAt));
        QCOMPARE(found.outside, (std::vector<QByteArray>{"seen:a", "seen:c"}));
        // A deleted key is gone, and one with a new type is read as that type.
        command({"UNLINK", "seen:a", "seen:c"});
        command({"ZADD", "seen:c", "1", "x"});
        QTRY_VERIFY_WITH_TIMEOUT(figure(snapshot = tick(poll), 0, "length") == 3, 15'000);
        QCOMPARE(figure(snapshot, 0, "over"), 0.0);
    }

    /// Keys that were found have to expire, as listed ones have, where that is their bound.
    void foundKeysThatNeverExpire()
    {
        push("seen:a", 1);
        push("seen:b", 1);
        command({"PEXPIRE", "seen:b", "60000"});
        const WorkspacePtr expiring =
            workspace("{'kind': 'recent', 'keys': {'items': 'seen:{id}'}, 'bound': {'ttl': true}}");
        QCOMPARE(problemTexts(read(expiring), 0),
                 QStringList{QStringLiteral("keys that never expire, bound by expiry: 1")});
        command({"PEXPIRE", "seen:a", "60000"});
        QCOMPARE(problemTexts(read(expiring), 0), QStringList());
    }

    void trimsAndExpiresFoundKeys()
    {
        push("seen:a", 5);
        push("seen:b", 5);
        push("seen:c", 5);
        Bench bench(m_server, visitorsJson);
        OperationRequest trim = bench.request(Action::Trim);
        trim.toBound = true;
        QVERIFY(!Planner(bench.client).plan(trim).ok()); // which of them has to be said
        trim.keys = {"seen:a", "seen:b", "other:d"};
        const OperationReport report = bench.run(trim);
        QCOMPARE(report.removed, 4);
        QCOMPARE(m_server.run({"LLEN", "seen:b"}).integer, 3);
        QCOMPARE(m_server.run({"LLEN", "seen:c"}).integer, 5);
        QCOMPARE(bench.undo(report.id).state, OperationState::Done);
        QCOMPARE(m_server.run({"LLEN", "seen:a"}).integer, 5);
        OperationRequest expiry = bench.request(Action::SetExpiry);
        expiry.by = 1h;
        expiry.keys = {"seen:c"};
        QCOMPARE(bench.run(expiry).moved, 1);
        QVERIFY(m_server.run({"PTTL", "seen:c"}).integer > 3'500'000);
        QCOMPARE(m_server.run({"PTTL", "seen:a"}).integer, -1);
    }
};

QTEST_GUILESS_MAIN(RecentTest)
#include "tst_recent.moc"
