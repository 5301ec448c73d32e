// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/browse/browser.h"
#include "redis/topology/standalone.h"
#include "tests/server/kindfixture.h"
#include "tests/support/timing.h"

#include <functional>
#include <set>

using namespace plimsoll;
using namespace plimsoll::testing;

namespace {

constexpr const char *orders =
    "{'kind': 'stream', 'keys': {'stream': ['s', 't'], 'dead': 'd'}, 'options': {'staleAfter': '10s', "
    "'maxDeliveries': 3, 'redact': ['card']}}";

} // namespace

/// Entries of streams searched for a text, step by step, on a real server.
class StreamSearchTest final : public KindFixture {
    Q_OBJECT

    struct Found {
        QByteArrayList ids;
        qint64 looked = 0;
        int steps = 0;
        std::optional<qint64> total;
        std::vector<Element> elements{};
    };
    Found search(
        const QByteArray &text, const QString &state = {}, const QByteArray &group = {},
        const std::function<void(int step)> &before = [](int) {})
    {
        redis::Standalone server(m_server.local(), {});
        if (!server.connect()) {
            QTest::qFail("no connection", __FILE__, __LINE__);
        }
        Found found;
        SearchQuery query;
        query.text = text;
        query.where.state = state;
        query.where.group = group;
        for (bool isAtEnd = false; !isAtEnd && found.steps < 1'000; ++found.steps) {
            before(found.steps);
            const BrowseResult::Answer answer = redis::browse(server, {1, workspace(orders), 0, query}).answer;
            const auto *step = std::get_if<SearchStep>(&answer);
            if (step == nullptr) {
                const auto *error = std::get_if<Error>(&answer);
                QTest::qFail(error == nullptr ? "no answer" : qPrintable(error->message), __FILE__, __LINE__);
                return found;
            }
            for (const Element &element : step->found) {
                found.ids.append(element.key + ' ' + element.id);
                found.elements.push_back(element);
            }
            found.looked += step->looked;
            found.total = step->total;
            isAtEnd = step->isAtEnd;
            query.where = step->next;
        }
        return found;
    }
    void fill(QByteArrayView key, int count, const QByteArray &padding = "x")
    {
        redis::Pipeline pipeline;
        for (int i = 1; i <= count; ++i) {
            pipeline.add({"XADD", key, QByteArray::number(i) + "-1", "order", QByteArray::number(i), "card", "4711",
                          "note", padding});
        }
        m_server.run(pipeline);
    }

private slots:
    void init() { m_server.flush(); }

    void allStreamsToTheirEnds()
    {
        fill("s", 2'500);
        fill("t", 30);
        command({"XADD", "s", "2501-1", "event", "Refund", "note", "{\"card\":\"secret\",\"why\":\"late\"}"});
        const Found newest = search("order=77");
        QCOMPARE(newest.ids.size(), 1 + 10); // 77 and 770 to 779
        QCOMPARE(newest.ids.front(), "s 779-1");
        QCOMPARE(newest.ids.back(), "s 77-1");
        QCOMPARE(newest.looked, 2'531);
        QCOMPARE(newest.total, std::optional<qint64>(2'531));
        QVERIFY(newest.steps >= 4);
        QCOMPARE(search("order=77", QStringLiteral("oldest")).ids.front(), "s 77-1");
        QCOMPARE(search("REFUND").ids, QByteArrayList{"s 2501-1"});
        QCOMPARE(search("late").ids, QByteArrayList{"s 2501-1"});
        QCOMPARE(search("2501-").ids, QByteArrayList{"s 2501-1"});
        QCOMPARE(search("order=30").ids.last(), "t 30-1");
        // Hidden text is not found, either as a field or within one.
        QCOMPARE(search("4711").ids.size(), 0);
        QCOMPARE(search("secret").ids.size(), 0);
    }

    void whatIsPending()
    {
        fill("s", 2'300);
        fill("t", 5);
        for (const char *key : {"s", "t"}) {
            command({"XGROUP", "CREATE", key, "billing", "0"});
            command({"XREADGROUP", "GROUP", "billing", "a", "COUNT", "2200", "STREAMS", key, ">"});
        }
        command({"XCLAIM", "s", "billing", "b", "0", "1111-1", "IDLE", "60000", "RETRYCOUNT", "9", "JUSTID"});
        command({"XDEL", "s", "1113-1"});
        const Found pending = search("order=111", QStringLiteral("pending"), "billing");
        QCOMPARE(pending.ids.size(), 1 + 10 - 1); // what was deleted says nothing any more
        QCOMPARE(pending.looked, 2'205);
        QCOMPARE(pending.total, std::optional<qint64>(2'205));
        QCOMPARE(search("1113-1", QStringLiteral("pending")).ids, QByteArrayList{"s 1113-1"});
        const Found poison = search("order", QStringLiteral("poison"));
        QCOMPARE(poison.ids, QByteArrayList{"s 1111-1"});
        QCOMPARE(poison.looked, 1);
        QVERIFY(!poison.total);
        QCOMPARE(poison.elements.front().worker, QStringLiteral("b"));
        QCOMPARE(poison.elements.front().group, "billing");
        QCOMPARE(poison.elements.front().fields.front().second, "1111");
    }

    /// A group that goes while it is searched takes no other with it, and one that comes is searched where it is due.
    void groupsThatComeAndGo()
    {
        fill("s", 1'500);
        for (const char *group : {"a", "b", "c with a space"}) {
            command({"XGROUP", "CREATE", "s", group, "0"});
            command({"XREADGROUP", "GROUP", group, "x", "COUNT", "1500", "STREAMS", "s", ">"});
        }
        const auto of = [](const Found &found, const char *group) {
            return std::count_if(found.elements.begin(), found.elements.end(),
                                 [group](const Element &element) { return element.group == group; });
        };
        const Found gone = search("order", QStringLiteral("pending"), {}, [this](int step) {
            if (step == 3) { // in the middle of b
                command({"XGROUP", "DESTROY", "s", "a"});
            }
        });
        QCOMPARE(of(gone, "b"), 1'500);
        QCOMPARE(of(gone, "c with a space"), 1'500);
        const Found itself = search("order", QStringLiteral("pending"), {}, [this](int step) {
            if (step == 1) { // in the middle of b, which is the first now
                command({"XGROUP", "DESTROY", "s", "b"});
                command({"XGROUP", "CREATE", "s", "bb", "0"});
                command({"XREADGROUP", "GROUP", "bb", "x", "COUNT", "10", "STREAMS", "s", ">"});
            }
        });
        QCOMPARE(of(itself, "b"), 1'000);
        QCOMPARE(of(itself, "bb"), 10);
        QCOMPARE(of(itself, "c with a space"), 1'500);
    }

    /// Large entries are read a few at a time, and none is left out.
    void largeEntries()
    {
        fill("s", 60, QByteArray(200'000, 'x'));
        command({"XGROUP", "CREATE", "s", "billing", "0"});
        command({"XREADGROUP", "GROUP", "billing", "a", "COUNT", "60", "STREAMS", "s", ">"});
        for (const char *state : {"stream", "pending"}) {
            const Found found = search("order", QString::fromLatin1(state));
            QCOMPARE(std::set<QByteArray>(found.ids.begin(), found.ids.end()).size(), std::size_t(60));
            QCOMPARE(found.looked, 60);
            QVERIFY(found.steps > 2);
        }
    }

    /// Below the lowest id the server would walk through all of them to find nothing.
    void endsAtTheLowest()
    {
        command({"EVAL", "for i = 1000, 100999 do redis.call('XADD', 's', i .. '-1', 'order', i) end", "0"});
        redis::Standalone server(m_server.local(), {});
        QVERIFY(server.connect());
        const auto page = [&](const QString &from, const QByteArray &cursor, int limit) {
            ElementsQuery query;
            query.state = QStringLiteral("stream");
            query.match = from;
            query.cursor = cursor;
            query.limit = limit;
            const BrowseResult::Answer answer = redis::browse(server, {1, workspace(orders), 0, query}).answer;
            const auto *read = std::get_if<ElementsPage>(&answer);
            return read == nullptr ? (QTest::qFail("no answer", __FILE__, __LINE__), ElementsPage()) : *read;
        };
        const QStringList slow = slowCommands(m_server, std::chrono::milliseconds(2), [&] {
            const ElementsPage last = page(QStringLiteral("1099-1"), {}, 100); // and no more
            QCOMPARE(last.elements.size(), std::size_t(100));
            QVERIFY(last.nextCursor.isEmpty());
            QVERIFY(page({}, "0 (1000-1", 100).elements.empty()); // what was lower has been trimmed meanwhile
            QVERIFY(page(QStringLiteral("999"), {}, 100).elements.empty());
        });
        QVERIFY2(slow.isEmpty(), qPrintable(slow.join(QStringLiteral(", "))));
    }

    /// However much is looked through, no command takes the server longer than a millisecond.
    void costsTheServerLittle()
    {
        command({"EVAL",
                 "for i = 1, 20000 do redis.call('XADD', 's', i .. '-1', 'order', i, 'event', 'shipped', 'note', "
                 "'somewhat longer than a number') end redis.call('XGROUP', 'CREATE', 's', 'billing', '0')",
                 "0"});
        for (int i = 0; i < 5; ++i) {
            m_server.run({"XREADGROUP", "GROUP", "billing", "a", "COUNT", "1000", "STREAMS", "s", ">"});
        }
        for (const char *state : {"stream", "pending"}) {
            Found found;
            const QStringList slow = slowCommands(m_server, std::chrono::milliseconds(1),
                                                  [&] { found = search("order=7777", QString::fromLatin1(state)); });
            QCOMPARE(found.looked, state == QByteArrayView("stream") ? 20'000 : 5'000);
            QVERIFY2(slow.isEmpty(), qPrintable(slow.join(QStringLiteral(", "))));
        }
    }

    void nothingThereAndDeadLetters()
    {
        QCOMPARE(search("x").looked, 0);
        QCOMPARE(search("x", QStringLiteral("pending")).looked, 0);
        command({"XADD", "d", "7-1", "error", "no such order"});
        const Found dead = search("no such", QStringLiteral("dead"));
        QCOMPARE(dead.ids, QByteArrayList{"d 7-1"});
        QCOMPARE(dead.elements.front().state, QLatin1StringView("dead"));
    }
};

QTEST_GUILESS_MAIN(StreamSearchTest)
#include "tst_streamsearch.moc"
