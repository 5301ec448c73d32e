// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"
#include "tests/server/setclock.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests where keys come from, and that state of unchanged keys is kept when others are added or removed.
class KeySourcesTest final : public KindFixture {
    Q_OBJECT

    static constexpr milliseconds step = 4s;
    static constexpr milliseconds past = 1s; ///< the hour, at the seventh tick: an estimate of its time may be early

    redis::PollSession session(WorkspacePtr workspace)
    {
        return {std::move(workspace), std::make_unique<SetClock>(m_server.local(), m_now), oneShot()};
    }

    /// One more everywhere, and a tick that much later.
    SnapshotPtr next(redis::PollSession &poll)
    {
        m_now += step;
        const QByteArray name = QByteArray::number(m_now.count());
        command({"LPUSH", "q", name});
        command({"SADD", "s", name});
        command({"SADD", "seen:2026112009", name});
        return tick(poll);
    }

    milliseconds m_now{};

private slots:
    void init()
    {
        m_server.flush();
        m_now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch() + 10h + past - 7 * step;
    }

    void keysOfTemplatesListsAndPeriods()
    {
        const std::vector<QByteArray> texts{"literal", "t:{id}", "a:{0..1}", "h:{yyyyMMddHH}", "d:{yyyyMMdd}"};
        const KeySource source(texts);
        QCOMPARE(source.keys(m_now), (std::vector<QByteArray>{"literal", "a:0", "a:1", "h:2026112009", "d:20261120"}));
        QCOMPARE(KeySource(texts, 2).keys(m_now),
                 (std::vector<QByteArray>{"literal", "a:0", "a:1", "h:2026112009", "h:2026112008", "d:20261120",
                                          "d:20261119"}));
        QCOMPARE(source.nextChange(m_now), m_now + 7 * step - past);
        QCOMPARE(KeySource(std::span(texts).first(3)).nextChange(m_now), milliseconds::max());
    }

    void aRollOverTouchesNothingElse()
    {
        push("urgent", 2);
        auto poll =
            session(workspace("{'kind': 'members', 'keys': {'set': 'seen:{yyyyMMddHH}'}}",
                              "{'kind': 'queue', 'keys': {'ready': 'q'}}", "{'kind': 'members', 'keys': {'set': 's'}}",
                              "{'kind': 'queue', 'keys': {'ready': ['urgent', 'q:{yyyyMMddHH}']}}"));
        SnapshotPtr before;
        for (int i = 0; i < 6; ++i) {
            before = next(poll);
        }
        QCOMPARE(before->layout->parts[0].key, "seen:2026112009");
        for (const std::size_t row : {0, 1, 2}) {
            QCOMPARE(figure(before, row, "growthPerMinute"), 15.0);
        }
        const SnapshotPtr after = next(poll);
        QCOMPARE(after->layout->parts[0].key, "seen:2026112010");
        QCOMPARE(figure(after, 0, "members"), 0.0);
        QVERIFY(after->hasJumped(0, 0)); // another hour's members: no course leads there
        QVERIFY(!isKnown(figure(after, 0, "growthPerMinute")));
        for (const std::size_t row : {1, 2}) {
            QCOMPARE(figure(after, row, "growthPerMinute"), 15.0);
            QVERIFY(!after->has(row, FigureNote::Jumped));
        }
        QCOMPARE(figure(after, 1, "oldestReadyMs"), 24'000.0);
        QCOMPARE(figure(after, 3, "oldestReadyMs"), 24'000.0); // of the key that stays
        QVERIFY(!next(poll)->has(0, FigureNote::Jumped));
    }

    void aKeyOfAListIsAnotherAndTheOthersStayKnown()
    {
        for (const char *list : {"urgent", "old", "new", "taken"}) {
            push(list, 2);
        }
        const auto with = [](const char *ready, const char *processing) {
            return workspace(QByteArray("{'kind': 'queue', 'options': {'staleAfter': '10s'}, 'keys': {'ready': ['q', ")
                                 .append(ready)
                                 .append("], 'processing': '")
                                 .append(processing)
                                 .append("'}}")
                                 .constData());
        };
        auto poll = session(with("'urgent', 'old'", "taken"));
        SnapshotPtr seen;
        for (int i = 0; i < 6; ++i) {
            seen = next(poll);
        }
        QCOMPARE(figure(seen, 0, "stale"), 2.0);
        QCOMPARE(figure(seen, 0, "growthPerMinute"), 15.0);

        // One of several lists is replaced, and the others change their place.
        poll.edit(with("'new', 'urgent'", "taken"), 2);
        seen = next(poll);
        QCOMPARE(figure(seen, 0, "ready"), 11.0);
        QCOMPARE(figure(seen, 0, "oldestReadyMs"), 24'000.0);
        QCOMPARE(figure(seen, 0, "stale"), 2.0);
        QCOMPARE(figure(seen, 0, "oldestProcessingMs"), 24'000.0);
        QVERIFY(seen->hasJumped(0, 0));
        QVERIFY(!isKnown(figure(seen, 0, "growthPerMinute")));

        // Another processing list: what waits goes on.
        for (int i = 0; i < 5; ++i) {
            next(poll);
        }
        poll.edit(with("'new', 'urgent'", "elsewhere"), 3);
        seen = next(poll);
        QCOMPARE(figure(seen, 0, "processing"), 0.0);
        QVERIFY(!isKnown(figure(seen, 0, "oldestProcessingMs")));
        QCOMPARE(figure(seen, 0, "oldestReadyMs"), 48'000.0);
        QCOMPARE(figure(seen, 0, "growthPerMinute"), 15.0);
        QVERIFY(!seen->hasJumped(0, 0));

        // Read in another way, all of it is new.
        poll.edit(workspace("{'kind': 'queue', 'options': {'consume': 'left'}, 'keys': {'ready': ['q', 'urgent']}}"),
                  4);
        QVERIFY(!isKnown(figure(tick(poll), 0, "oldestReadyMs")));
    }

    /// Other options give a figure another meaning: its change is no growth.
    void otherOptionsAreNoGrowth()
    {
        for (int i = 0; i < 5; ++i) {
            command({"ZADD", "t", QByteArray::number((m_now - 1s - i * 2h).count()), QByteArray::number(i)});
        }
        const auto within = [](const char *window) {
            return workspace(QByteArray("{'kind': 'timeline', 'keys': {'events': 't'}, 'options': {'window': '")
                                 .append(window)
                                 .append("'}}")
                                 .constData());
        };
        auto poll = session(within("1h"));
        SnapshotPtr seen = tick(poll);
        QCOMPARE(figure(seen, 0, "inWindow"), 1.0);
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
        poll.edit(within("24h"), 2);
        seen = tick(poll);
        QCOMPARE(figure(seen, 0, "inWindow"), 5.0);
        QVERIFY(seen->hasJumped(0, seen->layout->rows[0].figureIndex(u"inWindow")));
        QVERIFY(!tick(poll)->has(0, FigureNote::Jumped));
    }

    /// Other keys that are searched for are no growth either, once all of them are found.
    void otherKeysFoundAreNoGrowth()
    {
        for (int i = 0; i < 12; ++i) {
            command({"SET", (i < 3 ? "few:" : "more:") + QByteArray::number(i), "holder", "EX", "3600"});
        }
        auto poll = session(workspace("{'kind': 'lock', 'keys': {'lock': 'few:{id}'}}"));
        SnapshotPtr seen;
        const auto holds = [&](double held) { // until a tick tells it
            const auto isTold = [&] {
                return seen != nullptr && figure(seen, 0, "held") == held && !seen->isPartial(0, 0);
            };
            seen = isTold() ? seen : tick(poll);
            return isTold();
        };
        QTRY_VERIFY_WITH_TIMEOUT(holds(3), 30'000);
        QTRY_VERIFY_WITH_TIMEOUT(!tick(poll)->has(0, FigureNote::Jumped), 30'000);
        poll.edit(workspace("{'kind': 'lock', 'keys': {'lock': 'more:{id}'}}"), 2);
        QTRY_VERIFY_WITH_TIMEOUT(holds(9), 30'000);
        QVERIFY(seen->hasJumped(0, seen->layout->rows[0].figureIndex(u"held")));
        QTRY_VERIFY_WITH_TIMEOUT(!tick(poll)->has(0, FigureNote::Jumped), 30'000);
    }

    void aKeyComesUpWithAnotherRole()
    {
        push("a", 2);
        auto poll = session(workspace("{'kind': 'queue', 'keys': {'ready': 'a', 'dead': 'b'}}"));
        QCOMPARE(figure(tick(poll), 0, "ready"), 2.0);
        poll.edit(workspace("{'kind': 'queue', 'keys': {'ready': 'b', 'dead': 'a'}}"), 2);
        const SnapshotPtr turned = tick(poll);
        QCOMPARE(figure(turned, 0, "ready"), 0.0);
        QCOMPARE(figure(turned, 0, "dead"), 2.0);
        QCOMPARE(problemTexts(turned, 0), QStringList()); // nothing died: other keys are no growth
    }
};

QTEST_GUILESS_MAIN(KeySourcesTest)
#include "tst_keysources.moc"
