// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/sentence.h"
#include "redis/browse/browser.h"
#include "tests/server/kindfixture.h"
#include "tests/server/operationbench.h"
#include "tests/support/timing.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr const char *orders =
    "{'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'staleAfter': '10s', 'maxDeliveries': 3}}";
constexpr const char *billing = "{'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'group': 'billing'}}";

} // namespace

/// Streams: figures and pages on a real server.
class StreamTest final : public KindFixture {
    Q_OBJECT

    SnapshotPtr read(const char *collection) { return snapshotOf(m_server, workspace(collection)); }
    void add(int from, int count)
    {
        redis::Pipeline pipeline;
        for (int i = from; i < from + count; ++i) {
            pipeline.add({"XADD", "s", QByteArray::number(i) + "-1", "order", QByteArray::number(i), "card", "4711"});
        }
        m_server.run(pipeline);
    }
    void group(QByteArrayView name, QByteArrayView from = "0")
    {
        command({"XGROUP", "CREATE", "s", name, from, "MKSTREAM"});
    }
    void deliver(QByteArrayView name, QByteArrayView consumer, int count)
    {
        command({"XREADGROUP", "GROUP", name, consumer, "COUNT", QByteArray::number(count), "STREAMS", "s", ">"});
    }
    /// Makes entries look delivered `deliveries` times, the last time `idle` ago.
    void age(QByteArrayView name, QByteArrayView consumer, int from, int count, milliseconds idle, int deliveries)
    {
        redis::Pipeline pipeline;
        for (int i = from; i < from + count; ++i) {
            pipeline.add({"XCLAIM", "s", name, consumer, "0", QByteArray::number(i) + "-1", "IDLE",
                          QByteArray::number(qlonglong(idle.count())), "RETRYCOUNT", QByteArray::number(deliveries),
                          "JUSTID"});
        }
        m_server.run(pipeline);
    }
    BrowseResult::Answer asked(const char *collection, const BrowseRequest::Query &query)
    {
        redis::Standalone server(m_server.local(), {});
        if (!server.connect()) {
            QTest::qFail("no connection", __FILE__, __LINE__);
        }
        return redis::browse(server, {1, workspace(collection), 0, query}).answer;
    }
    ElementsPage page(const char *collection, const ElementsQuery &query)
    {
        const BrowseResult::Answer answer = asked(collection, query);
        const auto *page = std::get_if<ElementsPage>(&answer);
        return page == nullptr ? (QTest::qFail("no answer", __FILE__, __LINE__), ElementsPage()) : *page;
    }
    static QByteArrayList idsOf(const ElementsPage &page)
    {
        QByteArrayList ids;
        for (const Element &element : page.elements) {
            ids.append(element.id);
        }
        return ids;
    }

    /// Bytes that the server has sent to all its clients.
    qint64 sentBytes()
    {
        const QByteArray stats = m_server.run({"INFO", "stats"}).bytes;
        constexpr QByteArrayView name = "total_net_output_bytes:";
        const qsizetype at = stats.indexOf(name) + name.size();
        return stats.mid(at, stats.indexOf('\r', at) - at).toLongLong();
    }

private slots:
    void init() { m_server.flush(); }

    /// A name with a mistake in it is no group without lag.
    void aGroupThatIsNotThere()
    {
        auto snapshot = snapshotOf(m_server, workspace(billing));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Ok); // nor is the stream
        QCOMPARE(figure(snapshot, 0, "pending"), 0.0);
        command({"XADD", "s", "1-1", "n", "1"});
        snapshot = snapshotOf(m_server, workspace(billing));
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *id : {"lag", "pending", "consumers"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
        QCOMPARE(figure(snapshot, 0, "length"), 1.0);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("s has no group billing")});
        command({"XGROUP", "CREATE", "s", "billing", "0"});
        snapshot = snapshotOf(m_server, workspace(billing));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
        QCOMPARE(figure(snapshot, 0, "lag"), 1.0);
    }

    /// A group that was removed is told for an hour, or until it is there again. Without the stream, no group is told.
    void aGroupThatIsRemoved()
    {
        group("billing");
        group("shipping");
        add(1, 2);
        redis::PollSession poll(workspace(orders), m_server.local(), redis::PollOptions{});
        QCOMPARE(problemTexts(tick(poll), 0), QStringList());
        command({"XGROUP", "DESTROY", "s", "billing"});
        const SnapshotPtr snapshot = tick(poll);
        QCOMPARE(problemTexts(snapshot, 0), QStringList{QStringLiteral("group billing was removed")});
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(figure(snapshot, 0, "groups"), 1.0);
        QCOMPARE(problemTexts(tick(poll), 0).size(), 1);
        command({"XGROUP", "DESTROY", "s", "shipping"});
        QCOMPARE(problemTexts(tick(poll), 0), QStringList{QStringLiteral("groups billing, shipping were removed")});
        group("shipping");
        QCOMPARE(problemTexts(tick(poll), 0), QStringList{QStringLiteral("group billing was removed")});
        group("billing");
        QCOMPARE(problemTexts(tick(poll), 0), QStringList());
        command({"DEL", "s"});
        QVERIFY(!problemTexts(tick(poll), 0).join(u'|').contains(QLatin1String("billing")));
        group("billing");
        QVERIFY(problemTexts(tick(poll), 0).contains(QStringLiteral("group shipping was removed")));
    }

    void absent()
    {
        const SnapshotPtr snapshot = read(orders);
        QVERIFY(snapshot);
        for (const char *id : {"length", "groups", "consumers", "lag", "pending", "stale", "poison"}) {
            QCOMPARE(figure(snapshot, 0, id), 0.0);
        }
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestPendingMs")));
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    void empty()
    {
        group("billing");
        const SnapshotPtr snapshot = read(orders);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 0.0);
        QCOMPARE(figure(snapshot, 0, "groups"), 1.0);
        QCOMPARE(figure(snapshot, 0, "lag"), 0.0);
    }

    void figures()
    {
        group("billing");
        group("shipping");
        add(1, 20);
        deliver("billing", "b1", 5);
        deliver("billing", "b2", 7);
        deliver("shipping", "s1", 2);
        age("billing", "b2", 6, 3, 60s, 5);
        age("billing", "b2", 9, 4, 60s, 1);
        const SnapshotPtr snapshot = read(orders);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 20.0);
        QCOMPARE(figure(snapshot, 0, "groups"), 2.0);
        QCOMPARE(figure(snapshot, 0, "consumers"), 3.0);
        QCOMPARE(figure(snapshot, 0, "lag"), 26.0); // 8 and 18
        QCOMPARE(figure(snapshot, 0, "pending"), 14.0);
        QCOMPARE(figure(snapshot, 0, "stale"), 7.0);
        QCOMPARE(figure(snapshot, 0, "poison"), 3.0);
        QVERIFY(!snapshot->isAtLeast(0, snapshot->layout->rows[0].figureIndex(u"stale")));
        QVERIFY(!isKnown(figure(snapshot, 0, "oldestPendingMs"))); // 1-1 is no time
        QVERIFY(problemTexts(snapshot, 0).contains(QStringLiteral("7 stale")));
    }

    /// The sentence names the consumer that holds most entries and makes no request.
    void namesTheSilentConsumer()
    {
        constexpr const char *brisk = "{'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'staleAfter': '200ms'}}";
        group("billing");
        group("shipping");
        add(1, 20);
        deliver("billing", "one", 2);
        deliver("billing", "two", 5);
        deliver("shipping", "three", 4);
        deliver("billing", "lively", 1);
        const auto said = [&] {
            const SnapshotPtr snapshot = read(brisk);
            return models::sentence(*snapshot, 0, snapshot->layout->rows[0].kind->sentence, {},
                                    models::SentencePlace::UnderFigure);
        };
        QTRY_VERIFY2(said().contains(QLatin1String("two silent for ")), qPrintable(said()));
        QVERIFY2(said().contains(QLatin1String(", holds 5")), qPrintable(said()));
        command({"XACK", "s", "billing", "3-1", "4-1", "5-1", "6-1", "7-1"});
        QTRY_VERIFY2(said().contains(QLatin1String("three silent for ")), qPrintable(said()));
    }

    void oneGroup()
    {
        group("billing");
        group("shipping");
        add(1, 10);
        deliver("billing", "b1", 3);
        deliver("shipping", "s1", 4);
        SnapshotPtr snapshot = read(billing);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "groups"), 1.0);
        QCOMPARE(figure(snapshot, 0, "pending"), 3.0);
        QCOMPARE(figure(snapshot, 0, "lag"), 7.0);
    }

    /// A stream that says neither is judged by the defaults, and says so; null turns them off.
    void seesTroubleByDefault()
    {
        const char *off =
            "{'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'staleAfter': null, 'maxDeliveries': null}}";
        group("billing");
        add(1, 10);
        deliver("billing", "b1", 10);
        age("billing", "b1", 1, 4, 61s, 5);
        age("billing", "b1", 5, 2, 50s, 6);
        SnapshotPtr snapshot = read(billing);
        QCOMPARE(figure(snapshot, 0, "stale"), 4.0);
        QCOMPARE(figure(snapshot, 0, "poison"), 2.0);
        QCOMPARE(problemTexts(snapshot, 0),
                 (QStringList{QStringLiteral("4 stale (default staleAfter: 60s)"),
                              QStringLiteral("2 poison (default maxDeliveries: 5)")}));
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        ElementsQuery query;
        query.state = QStringLiteral("stale");
        QCOMPARE(page(billing, query).elements.size(), std::size_t(4));
        snapshot = read(off);
        QVERIFY(!isKnown(figure(snapshot, 0, "stale")));
        QVERIFY(!isKnown(figure(snapshot, 0, "poison")));
        QCOMPARE(figure(snapshot, 0, "pending"), 10.0);
        QCOMPARE(snapshot->rows[0].state, State::Ok);
    }

    void lagNotKnown()
    {
        group("billing");
        add(1, 10);
        deliver("billing", "b1", 2);
        command({"XDEL", "s", "5-1"});
        SnapshotPtr snapshot = read(orders);
        QVERIFY(snapshot);
        QVERIFY(!isKnown(figure(snapshot, 0, "lag")));
        QCOMPARE(figure(snapshot, 0, "pending"), 2.0);
        m_server.flush();
        group("billing");
        add(1, 10);
        command({"XGROUP", "SETID", "s", "billing", "4-1"});
        snapshot = read(orders);
        QVERIFY(snapshot);
        QVERIFY(!isKnown(figure(snapshot, 0, "lag")));
    }

    void oldestPending()
    {
        group("billing");
        command({"XADD", "s", ms(-90s) + "-0", "a", "1"});
        command({"XADD", "s", ms(-10s) + "-0", "a", "2"});
        deliver("billing", "b1", 2);
        QVERIFY(isNear(figure(read(orders), 0, "oldestPendingMs"), 90'000));
    }

    void anotherType()
    {
        command({"LPUSH", "s", "x"});
        const SnapshotPtr snapshot = read(orders);
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        for (const char *id : {"length", "groups", "lag", "pending", "stale", "poison"}) {
            QVERIFY2(!isKnown(figure(snapshot, 0, id)), id);
        }
    }

    /// More than one head looks at: of a consumer that is gone all are known to be stale, without having been looked
    /// at.
    void many()
    {
        group("billing");
        add(1, 5'000);
        deliver("billing", "b1", 5'000);
        age("billing", "b1", 1, 5'000, 60s, 5);
        redis::PollSession poll(workspace(orders), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        const auto at = [&](const char *id) { return snapshot->layout->rows[0].figureIndex(QString::fromLatin1(id)); };
        QCOMPARE(figure(snapshot, 0, "pending"), 5'000.0);
        QVERIFY(figure(snapshot, 0, "poison") >= 500);
        QVERIFY(figure(snapshot, 0, "poison") < 5'000);
        QVERIFY(snapshot->isAtLeast(0, at("poison")));
        QVERIFY(snapshot->isAtLeast(0, at("stale"))); // the consumer was there a moment ago
        snapshot = read(orders); // a single snapshot: all is read at once
        QCOMPARE(figure(snapshot, 0, "poison"), 5'000.0);
        QCOMPARE(figure(snapshot, 0, "stale"), 5'000.0);
        QVERIFY(!snapshot->isAtLeast(0, at("poison")));
        const char *soon = "{'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'staleAfter': '50ms'}}";
        QTest::qWait(100); // how long the consumer has asked for nothing is what is told
        redis::PollSession again(workspace(soon), m_server.local(), redis::PollOptions{});
        snapshot = tick(again);
        QCOMPARE(figure(snapshot, 0, "stale"), 5'000.0);
        QVERIFY(!snapshot->isAtLeast(0, at("stale")));
    }

    /// Each head goes on where the last one ended, and what a whole pass has found stays until the next has ended.
    void lookFurtherWithEachHead()
    {
        group("billing");
        add(1, 3'500);
        deliver("billing", "b1", 3'500);
        age("billing", "b1", 3'001, 500, 60s, 5);
        redis::PollSession poll(workspace(orders), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        QVERIFY(!isKnown(figure(snapshot, 0, "poison"))); // 2,000 were looked at
        snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "poison"), 500.0);
        QCOMPARE(figure(snapshot, 0, "stale"), 500.0);
        QVERIFY(!atLeast(snapshot, 0, "poison"));
        QVERIFY(!atLeast(snapshot, 0, "stale"));
        poll.setShown({0}); // a head with every tick
        age("billing", "b1", 1, 3'400, 60s, 5);
        snapshot = tick(poll); // in the middle of the next pass more are known already
        QCOMPARE(figure(snapshot, 0, "poison"), 2'000.0);
        QVERIFY(atLeast(snapshot, 0, "poison"));
        snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "poison"), 3'500.0);
        QVERIFY(!atLeast(snapshot, 0, "poison"));
        QCOMPARE(figure(snapshot, 0, "stale"), 3'500.0);
        for (int i = 0; i < 4; ++i) {
            snapshot = tick(poll);
            QCOMPARE(figure(snapshot, 0, "poison"), 3'500.0);
            QCOMPARE(snapshot->rows[0].state, State::Warning);
        }
        command({"EVAL", "for i = 1, 3500 do redis.call('XACK', 's', 'billing', i .. '-1') end", "0"});
        snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "poison"), 0.0);
        QVERIFY(!atLeast(snapshot, 0, "poison"));
    }

    /// Later, cheaper snapshots keep what the first one found by reading everything.
    void keepsWhatTheFirstSnapshotFound()
    {
        group("billing");
        add(1, 6'000);
        deliver("billing", "b1", 6'000);
        age("billing", "b1", 5'001, 1'000, 60s, 5);
        redis::PollOptions options;
        options.headBudget = 0;
        redis::PollSession poll(workspace(orders), m_server.local(), options);
        QCOMPARE(figure(tick(poll), 0, "poison"), 1'000.0);
        poll.goOn();
        poll.setShown({0});
        for (int i = 0; i < 7; ++i) {
            const SnapshotPtr snapshot = tick(poll);
            QCOMPARE(figure(snapshot, 0, "poison"), 1'000.0);
            QCOMPARE(figure(snapshot, 0, "stale"), 1'000.0);
            QVERIFY(!atLeast(snapshot, 0, "poison"));
        }
    }

    /// More groups than one head looks at have their turn one after the other.
    void manyGroups()
    {
        add(1, 2);
        for (int i = 0; i < 40; ++i) {
            const QByteArray name = "g" + QByteArray::number(i);
            group(name);
            deliver(name, "c", 2);
            age(name, "c", 1, 1, 60s, 5);
        }
        redis::PollSession poll(workspace(orders), m_server.local(), redis::PollOptions{});
        SnapshotPtr snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "poison"), 32.0);
        QVERIFY(atLeast(snapshot, 0, "poison"));
        snapshot = tick(poll);
        QCOMPARE(figure(snapshot, 0, "poison"), 40.0);
        QCOMPARE(figure(snapshot, 0, "stale"), 40.0);
        QVERIFY(!atLeast(snapshot, 0, "poison"));
    }

    /// Delivery counts have all their digits.
    void manyDeliveries()
    {
        group("billing");
        add(1, 1);
        deliver("billing", "b1", 1);
        command({"XCLAIM", "s", "billing", "b1", "0", "1-1", "RETRYCOUNT", "9007199254740993", "JUSTID"});
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        query.group = "billing";
        const ElementsPage shown = page(orders, query);
        QCOMPARE(shown.elements.size(), std::size_t(1));
        QCOMPARE(shown.elements[0].attempts, std::optional<qint64>(9'007'199'254'740'993));
    }

    void costs()
    {
        group("billing");
        add(1, 20'000);
        deliver("billing", "b1", 20'000);
        const QStringList slow = slowCommands(m_server, 1ms, [this] {
            redis::PollSession poll(workspace(orders), m_server.local(), redis::PollOptions{});
            QVERIFY(tick(poll));
            QVERIFY(tick(poll)->commands < 20);
            ElementsQuery last;
            last.state = QStringLiteral("pending");
            last.offset = 19'990;
            QCOMPARE(page(orders, last).elements.size(), std::size_t(10));
        });
        QCOMPARE(slow, QStringList());
    }

    void pendingPage()
    {
        group("billing");
        group("shipping");
        add(1, 10);
        deliver("shipping", "s1", 1);
        deliver("billing", "b1", 6);
        age("billing", "b1", 1, 2, 60s, 5);
        age("billing", "b1", 3, 2, 60s, 1);
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        query.group = "billing";
        ElementsPage all = page(orders, query);
        QCOMPARE(all.total, std::optional<qint64>(6));
        QCOMPARE(idsOf(all), (QByteArrayList{"1-1", "2-1", "3-1", "4-1", "5-1", "6-1"}));
        QCOMPARE(all.elements[0].state, QLatin1StringView("poison"));
        QCOMPARE(all.elements[2].state, QLatin1StringView("stale"));
        QCOMPARE(all.elements[5].state, QLatin1StringView("pending"));
        QCOMPARE(all.elements[0].attempts, std::optional<qint64>(5));
        QCOMPARE(all.elements[0].maxAttempts, std::optional<qint64>(3));
        QCOMPARE(all.elements[0].worker, QStringLiteral("b1"));
        QCOMPARE(all.elements[0].group, QByteArray("billing"));
        QCOMPARE(all.elements[3].fields.front(), std::pair(QByteArray("order"), QByteArray("4")));
        query.offset = 4;
        QCOMPARE(idsOf(page(orders, query)), (QByteArrayList{"5-1", "6-1"}));
        query.offset = 0;
        query.group.clear();
        QCOMPARE(page(orders, query).total, std::optional<qint64>(7));
        query.state = QStringLiteral("stale");
        QCOMPARE(idsOf(page(orders, query)), (QByteArrayList{"1-1", "2-1", "3-1", "4-1"}));
        query.state = QStringLiteral("poison");
        QCOMPARE(idsOf(page(orders, query)), (QByteArrayList{"1-1", "2-1"}));
    }

    /// A page of large entries is read as far as it may be: the others do not look as if they had no fields.
    void saysWhichEntriesWereNotRead()
    {
        group("billing");
        constexpr int entries = 300;
        const QByteArray large(64 * 1024, 'x');
        for (int i = 1; i <= entries; ++i) {
            command({"XADD", "s", QByteArray::number(i) + "-1", "large", large});
        }
        deliver("billing", "b1", entries);
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        query.limit = entries;
        const ElementsPage all = page(orders, query);
        QCOMPARE(all.elements.size(), std::size_t(entries));
        const auto unread = std::find_if(all.elements.begin(), all.elements.end(),
                                         [](const Element &element) { return element.fieldsUnread; });
        QVERIFY(unread != all.elements.begin() && unread != all.elements.end());
        for (const Element &element : all.elements) {
            QCOMPARE(element.fieldsUnread, element.fields.empty());
        }
    }

    /// Entries cannot be reached by position: pages so far back that walking there would take a second are refused.
    void walksToNoPageTooFarBehind()
    {
        group("billing");
        add(1, 10);
        deliver("billing", "b1", 10);
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        query.offset = 100'000;
        QVERIFY(page(orders, query).elements.empty());
        query.offset = 100'001;
        const BrowseResult::Answer far = asked(orders, query);
        QVERIFY(std::holds_alternative<Error>(far));
        QVERIFY(std::get<Error>(far).message.contains(QStringLiteral("100,000")));
    }

    void entriesBothWays()
    {
        add(1, 25);
        ElementsQuery query;
        query.state = QStringLiteral("stream");
        query.limit = 10;
        ElementsPage shown = page(orders, query);
        QCOMPARE(shown.total, std::optional<qint64>(25));
        QCOMPARE(shown.elements.size(), std::size_t(10));
        QCOMPARE(shown.elements.front().id, QByteArray("25-1"));
        query.cursor = shown.nextCursor;
        shown = page(orders, query);
        QCOMPARE(shown.elements.front().id, QByteArray("15-1"));
        query.cursor = shown.nextCursor;
        shown = page(orders, query);
        QCOMPARE(shown.elements.size(), std::size_t(5));
        QVERIFY(shown.nextCursor.isEmpty());
        query.cursor.clear();
        query.limit = 14;
        query.cursor = page(orders, query).nextCursor;
        shown = page(orders, query); // the rest, in two questions
        QCOMPARE(shown.elements.size(), std::size_t(11));
        QVERIFY(shown.nextCursor.isEmpty());
        query.limit = 10;
        query.cursor.clear();
        query.state = QStringLiteral("oldest");
        QCOMPARE(page(orders, query).elements.front().id, QByteArray("1-1"));
        query.match = QStringLiteral("12");
        QCOMPARE(page(orders, query).elements.front().id, QByteArray("12-1"));
        query.state = QStringLiteral("stream");
        QCOMPARE(page(orders, query).elements.front().id, QByteArray("12-1"));
        query.match = QStringLiteral("no time");
        QVERIFY(std::holds_alternative<Error>(asked(orders, query)));
    }

    void severalStreams()
    {
        const char *parts = "{'kind': 'stream', 'keys': {'stream': 's:{0..2}'}, 'options': {'staleAfter': '10s'}}";
        for (const char *key : {"s:0", "s:2"}) {
            command({"XGROUP", "CREATE", key, "g", "0", "MKSTREAM"});
            for (int i = 1; i <= 6; ++i) {
                command({"XADD", key, QByteArray::number(i) + "-1", "a", key});
            }
            command({"XREADGROUP", "GROUP", "g", "c", "COUNT", "4", "STREAMS", key, ">"});
        }
        const SnapshotPtr snapshot = read(parts);
        QVERIFY(snapshot);
        QCOMPARE(figure(snapshot, 0, "length"), 12.0);
        QCOMPARE(figure(snapshot, 0, "pending"), 8.0);
        QCOMPARE(figure(snapshot, 0, "lag"), 4.0);
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        query.offset = 3;
        QCOMPARE(idsOf(page(parts, query)), (QByteArrayList{"4-1", "1-1", "2-1", "3-1", "4-1"}));
        QCOMPARE(page(parts, query).total, std::optional<qint64>(8));
        query = {};
        query.state = QStringLiteral("oldest");
        ElementsPage shown = page(parts, query);
        QCOMPARE(shown.elements.size(), std::size_t(6));
        query.cursor = shown.nextCursor;
        shown = page(parts, query);
        QCOMPARE(shown.elements.size(), std::size_t(6));
        QCOMPARE(shown.elements.front().key, QByteArray("s:2"));
        QVERIFY(shown.nextCursor.isEmpty());
        const BrowseResult::Answer answer = asked(parts, StreamQuery{});
        QCOMPARE(std::get<StreamAnswer>(answer).groups.size(), std::size_t(1));
        QCOMPARE(std::get<StreamAnswer>(answer).groups.front().pending, 8);
        QCOMPARE(std::get<StreamAnswer>(answer).consumers.front().pending, 8);
    }

    void entriesByTime()
    {
        command({"XADD", "s", "1795175811118-0", "a", "1"}); // 2026-11-20T11:56:51
        command({"XADD", "s", "1795175871118-0", "a", "2"});
        ElementsQuery query;
        query.state = QStringLiteral("oldest");
        query.match = QStringLiteral("2026-11-20T11:57:00");
        QCOMPARE(idsOf(page(orders, query)), QByteArrayList{"1795175871118-0"});
    }

    /// A page ends early where entries are large.
    void largeEntries()
    {
        for (int i = 1; i <= 20; ++i) {
            command({"XADD", "s", QByteArray::number(i) + "-1", "a", QByteArray(500'000, 'x')});
        }
        ElementsQuery query;
        query.state = QStringLiteral("stream");
        const ElementsPage shown = page(orders, query);
        QVERIFY(shown.elements.size() < 20);
        QVERIFY(!shown.nextCursor.isEmpty());
        QVERIFY(shown.elements.front().fields.front().second.size() < 1'000);
    }

    void whoReads()
    {
        group("billing");
        group("shipping", "$");
        add(1, 10);
        deliver("billing", "b1", 4);
        age("billing", "b1", 1, 2, 60s, 1);
        const BrowseResult::Answer answer = asked(orders, StreamQuery{"billing"});
        const auto *stream = std::get_if<StreamAnswer>(&answer);
        QVERIFY(stream != nullptr);
        QCOMPARE(stream->groups.size(), std::size_t(2));
        QCOMPARE(stream->groups[0].name, QByteArray("billing"));
        QCOMPARE(stream->groups[0].lag, std::optional<qint64>(6));
        QCOMPARE(stream->groups[0].stale, std::optional<qint64>(2));
        QVERIFY(!stream->groups[0].staleAtLeast);
        QCOMPARE(stream->consumers.size(), std::size_t(1));
        QCOMPARE(stream->consumers[0].pending, 4);
    }

    /// Reading what the entries hold is a permission of its own: without it, only that is unknown.
    void whoReadsWithoutPermissionForEntries()
    {
        group("billing");
        add(1, 10);
        deliver("billing", "b1", 4);
        age("billing", "b1", 1, 2, 60s, 1);
        command({"XDEL", "s", "2-1", "4-1"});
        command({"ACL", "SETUSER", "default", "-xrange"});
        const BrowseResult::Answer answer = asked(orders, StreamQuery{"billing"});
        ElementsQuery query;
        query.state = QStringLiteral("pending");
        const BrowseResult::Answer rows = asked(orders, query);
        command({"ACL", "SETUSER", "default", "+xrange"});
        const auto *stream = std::get_if<StreamAnswer>(&answer);
        QVERIFY(stream != nullptr);
        QCOMPARE(stream->groups.size(), std::size_t(1));
        QCOMPARE(stream->groups[0].stale, std::optional<qint64>(2));
        QCOMPARE(stream->consumers.size(), std::size_t(1));
        QCOMPARE(stream->consumers[0].pending, 4);
        QCOMPARE(stream->consumers[0].deleted, 0); // as far as known
        const auto *pending = std::get_if<ElementsPage>(&rows);
        QVERIFY(pending != nullptr);
        QCOMPARE(idsOf(*pending), (QByteArrayList{"1-1", "2-1", "3-1", "4-1"}));
        for (const Element &element : pending->elements) {
            QVERIFY(element.fieldsUnread);
        }
        const BrowseResult::Answer again = asked(orders, StreamQuery{"billing"});
        QCOMPARE(std::get<StreamAnswer>(again).consumers[0].deleted, 2);
    }

    /// A page that is open asks every second: what became of pending entries is not worth reading all of large ones.
    void whoReadsLargeEntries()
    {
        group("billing");
        constexpr int entries = 60;
        const QByteArray large(512 * 1024, 'x');
        for (int i = 1; i <= entries; ++i) {
            command({"XADD", "s", QByteArray::number(i) + "-1", "large", large});
        }
        deliver("billing", "b1", entries);
        command({"XDEL", "s", "1-1", "3-1", "60-1"}); // so that each of them may be deleted
        const qint64 before = sentBytes();
        const BrowseResult::Answer answer = asked(orders, StreamQuery{"billing"});
        const qint64 bytes = sentBytes() - before;
        const auto *stream = std::get_if<StreamAnswer>(&answer);
        QVERIFY(stream != nullptr && stream->consumers.size() == 1);
        QCOMPARE(stream->consumers[0].pending, entries);
        QVERIFY2(stream->consumers[0].deleted >= 1 && stream->consumers[0].deleted <= 3,
                 qPrintable(QString::number(stream->consumers[0].deleted)));
        QVERIFY2(bytes < 6LL * 1024 * 1024, qPrintable(QString::number(bytes)));
    }

    /// Small entries do not make the lookup ask for many large ones at once.
    void whoReadsLargeEntriesBehindSmallOnes()
    {
        group("billing");
        constexpr int small = 22; // 1 before the first of the stream, then 1, 4 and 16 are looked up
        constexpr int entries = 86;
        const QByteArray large(512 * 1024, 'x');
        for (int i = 1; i <= entries; ++i) {
            command({"XADD", "s", QByteArray::number(i) + "-1", "entry", i <= small ? QByteArray("x") : large});
        }
        deliver("billing", "b1", entries);
        command({"XDEL", "s", "1-1", "3-1", "86-1"}); // so that each of them may be deleted
        const qint64 before = sentBytes();
        const BrowseResult::Answer answer = asked(orders, StreamQuery{"billing"});
        const qint64 bytes = sentBytes() - before;
        const auto *stream = std::get_if<StreamAnswer>(&answer);
        QVERIFY(stream != nullptr && stream->consumers.size() == 1);
        QVERIFY(stream->consumers[0].deleted >= 2);
        QVERIFY2(bytes < 10LL * 1024 * 1024, qPrintable(QString::number(bytes)));
    }

    void oneEntry()
    {
        group("billing");
        group("shipping");
        group("late", "0");
        add(1, 3);
        group("new", "$"); // they are never given to it
        deliver("billing", "b1", 3);
        deliver("shipping", "s1", 3);
        command({"XACK", "s", "shipping", "2-1"});
        Element element;
        element.element = "2-1";
        element.key = "s";
        const BrowseResult::Answer answer = asked(orders, JobQuery{element});
        const auto *detail = std::get_if<JobDetail>(&answer);
        QVERIFY(detail != nullptr);
        using Is = JobDetail::Standing::Is;
        QVERIFY(detail->recordFound);
        QCOMPARE(detail->fields.size(), std::size_t(2));
        QCOMPARE(detail->groups.size(), std::size_t(4));
        for (const JobDetail::Standing &standing : detail->groups) {
            QCOMPARE(standing.is,
                     standing.group == "billing"    ? Is::Pending
                         : standing.group == "late" ? Is::Unread
                                                    : Is::NotPending);
        }
        command({"ACL", "SETUSER", "default", "-xpending"});
        const BrowseResult::Answer blind = asked(orders, JobQuery{element});
        command({"ACL", "SETUSER", "default", "+xpending"});
        detail = std::get_if<JobDetail>(&blind);
        QVERIFY(detail != nullptr);
        for (const JobDetail::Standing &standing : detail->groups) {
            QCOMPARE(standing.is, Is::Unknown);
        }
    }

    /// A group with one consumer for each pod, never removed.
    void aCrowdedGroup()
    {
        add(1, 3);
        group("billing");
        deliver("billing", "b", 3);
        age("billing", "b", 1, 1, 60s, 1);
        command({"EVAL", "for i = 1, 1001 do redis.call('XGROUP', 'CREATECONSUMER', 's', 'billing', 'pod-' .. i) end",
                 "0"});
        command({"CONFIG", "RESETSTAT"});
        const SnapshotPtr snapshot = read(orders);
        QCOMPARE(figure(snapshot, 0, "stale"), 1.0);
        QCOMPARE(figure(snapshot, 0, "consumers"), 1'002.0);
        const BrowseResult::Answer answer = asked(orders, StreamQuery{"billing"});
        const auto *stream = std::get_if<StreamAnswer>(&answer);
        QVERIFY(stream != nullptr && stream->isCrowded && stream->consumers.empty());
        QCOMPARE(stream->groups[0].stale, std::optional<qint64>(1));
        QCOMPARE(m_server.calls("xinfo|consumers"), 0);
    }
};

QTEST_GUILESS_MAIN(StreamTest)
#include "tst_stream.moc"
