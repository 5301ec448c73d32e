// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "redis/topology/standalone.h"
#include "tests/server/kindfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

namespace {

constexpr const char *quotes = "{'kind': 'expiry', 'keys': {'index': 'quotes', 'target': 'quote:{id}'}}";

} // namespace

/// An index of things that expire, on a real server: how many have, how late the first is, when the next will.
class ExpiryTest final : public KindFixture {
    Q_OBJECT

    void add(std::chrono::milliseconds shift, QByteArrayView entry, bool inSeconds = false)
    {
        command({"ZADD", "quotes", inSeconds ? seconds(shift) : ms(shift), entry});
    }

private slots:
    void init() { m_server.flush(); }

    void figures_data()
    {
        QTest::addColumn<bool>("inSeconds");
        QTest::addColumn<QByteArray>("unit");
        QTest::newRow("milliseconds") << false << QByteArray("auto");
        QTest::newRow("seconds") << true << QByteArray("auto");
        QTest::newRow("milliseconds, told") << false << QByteArray("ms");
    }

    void figures()
    {
        QFETCH(const bool, inSeconds);
        QFETCH(const QByteArray, unit);
        add(-2min, "long gone", inSeconds);
        add(-10s, "gone", inSeconds);
        add(30s, "next", inSeconds);
        add(1h, "later", inSeconds);
        command({"ZADD", "quotes", "-inf", "always", "+inf", "never"});
        const QByteArray json = "{'kind': 'expiry', 'keys': {'index': 'quotes'}, 'options': {'unit': '" + unit + "'}}";
        const auto snapshot = snapshotOf(m_server, workspace(json.constData()));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "indexed"), 6.0);
        QCOMPARE(figure(snapshot, 0, "expired"), 2.0); // what is no time does not expire
        QVERIFY(isNear(figure(snapshot, 0, "lagMs"), 120'000));
        QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 30'000));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    void nothingThereAndAnotherType()
    {
        auto snapshot = snapshotOf(m_server, workspace(quotes));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "indexed"), 0.0);
        QCOMPARE(figure(snapshot, 0, "expired"), 0.0);
        QCOMPARE(figure(snapshot, 0, "lagMs"), 0.0);
        QVERIFY(!isKnown(figure(snapshot, 0, "nextDueMs")));
        command({"SET", "quotes", "no index"});
        snapshot = snapshotOf(m_server, workspace(quotes));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *id : {"indexed", "expired", "lagMs", "nextDueMs"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
    }

    /// Microseconds are the far future as milliseconds: how old the oldest of a timeline is is not known then.
    void scoresOfAnotherUnit()
    {
        const char *const events = "{'kind': 'timeline', 'keys': {'events': 'events'}}";
        command({"ZADD", "events", ms(-60s) + "000", "a", ms(-30s) + "000", "b"});
        QVERIFY(!isKnown(figure(snapshotOf(m_server, workspace(events)), 0, "oldestMs")));
        command({"ZADD", "events", ms(-90s), "in milliseconds"});
        QVERIFY(isNear(figure(snapshotOf(m_server, workspace(events)), 0, "oldestMs"), 90'000));
        command({"UNLINK", "events"});
        command({"ZADD", "events", ms(3s), "of a clock that is ahead"});
        QCOMPARE(figure(snapshotOf(m_server, workspace(events)), 0, "oldestMs"), 0.0);
    }

    void shardsAndTargets()
    {
        command({"ZADD", "q:0", ms(-60s), "a"});
        command({"ZADD", "q:1", ms(-90s), "b", ms(20s), "c"});
        command({"SET", "quote:a", "{}"});
        const auto snapshot =
            snapshotOf(m_server, workspace("{'kind': 'expiry', 'keys': {'index': 'q:{0,1}', 'target': 'quote:{id}'}}"));
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "indexed"), 3.0);
        QCOMPARE(figure(snapshot, 0, "expired"), 2.0);
        QVERIFY(isNear(figure(snapshot, 0, "lagMs"), 90'000));
        QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 20'000));
        QCOMPARE(snapshot->layout->parts.size(), std::size_t{2}); // targets are not polled
    }

    /// Orders the heads of shards in the configured unit: by size alone these scores would be seconds.
    void headInTheUnitThatIsTold()
    {
        command({"ZADD", "q:0", "90000000000", "first"});
        command({"ZADD", "q:1", "200000000000", "second"});
        const auto snapshot = snapshotOf(
            m_server, workspace("{'kind': 'expiry', 'keys': {'index': 'q:{0,1}'}, 'options': {'unit': 'ms'}}"));
        QVERIFY(snapshot && snapshot->rows[0].head);
        const Head &head = *snapshot->rows[0].head;
        QCOMPARE(head.elements.size(), std::size_t{2});
        QCOMPARE(head.elements[0].element, QByteArray("first"));
    }

    void followsTheClockAndTheCleaner()
    {
        add(300ms, "soon");
        add(1h, "later");
        redis::PollSession poll(workspace(quotes), m_server.local(), redis::PollOptions{});
        QCOMPARE(figure(tick(poll), 0, "expired"), 0.0);
        QTRY_COMPARE(figure(tick(poll), 0, "expired"), 1.0);
        SnapshotPtr snapshot = tick(poll);
        QVERIFY(figure(snapshot, 0, "lagMs") < 2'000);
        QVERIFY(isNear(figure(snapshot, 0, "nextDueMs"), 3'600'000));
        command({"ZREM", "quotes", "soon"});
        snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "expired"), 0.0);
        QCOMPARE(figure(snapshot, 0, "lagMs"), 0.0);
    }

    void earliestFirst()
    {
        add(1h, "later");
        add(-1min, "gone");
        redis::Standalone server(m_server.local(), {});
        QVERIFY(server.connect());
        const BrowseResult result = redis::browse(server, {1, workspace(quotes), 0, ElementsQuery{{}, 0, 10, {}, {}}});
        const auto *page = std::get_if<ElementsPage>(&result.answer);
        QVERIFY(page != nullptr && page->elements.size() == 2);
        QCOMPARE(page->elements[0].element, "gone");
        QVERIFY(page->elements[0].due);
        QCOMPARE(page->elements[0].state, QLatin1String("expired"));
    }
};

QTEST_GUILESS_MAIN(ExpiryTest)
#include "tst_expiry.moc"
