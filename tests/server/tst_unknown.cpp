// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

using Commands = QList<QByteArrayList>;

} // namespace
Q_DECLARE_METATYPE(Commands)

/// Limits on figures without a value: what could not be known is unknown, what has nothing to measure is not.
class UnknownTest final : public KindFixture {
    Q_OBJECT

    void fill(const Commands &commands)
    {
        for (const QByteArrayList &words : commands) {
            const std::vector<QByteArrayView> views(words.begin(), words.end());
            const redis::Reply reply = m_server.run(views);
            QVERIFY2(!reply.isError(), reply.bytes.constData());
        }
    }

private slots:
    void init() { m_server.flush(); }

    void inASingleSnapshot_data()
    {
        QTest::addColumn<QByteArray>("collection");
        QTest::addColumn<Commands>("commands");
        QTest::addColumn<QString>("text"); ///< empty: ok
        const auto row = [](const char *name, const QByteArray &collection, const Commands &commands,
                            const QString &text = {}) {
            QTest::newRow(name) << '{' + collection + '}' << commands << text;
        };
        const auto limited = [](const QByteArray &kindAndKeys, const QByteArray &figure, const QByteArray &limit) {
            return kindAndKeys + ", 'limits': {'" + figure + "': " + limit + '}';
        };
        const QByteArray queue = "'kind': 'queue', 'keys': {'ready': 'q', 'processing': 'q:p'}";
        const QByteArray much = "{'warning': 60000}";
        row("age of an empty queue", limited(queue, "oldestReadyMs", much), {});
        row("age in an empty processing list", limited(queue, "oldestProcessingMs", much), {});
        row("age that nobody wrote down", limited(queue, "oldestReadyMs", much), {{"LPUSH", "q", "a"}},
            u"oldest ready unknown, limit 1 min: one poll cannot tell"_s);
        row("rate", limited(queue, "growthPerMinute", "{'warning': 100}"), {},
            u"growth unknown, limit 100/min: one poll cannot tell"_s);
        row("role without a key", limited(queue, "dead", "{'critical': 5}"), {},
            u"dead unknown, limit 5: no key given"_s);
        row("limit that is off", limited(queue, "dead", "null"), {});

        const QByteArray stream = "'kind': 'stream', 'keys': {'stream': 's'}";
        const Commands entries{{"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"},
                               {"XADD", "s", "1-1", "n", "1"},
                               {"XADD", "s", "2-1", "n", "1"},
                               {"XADD", "s", "3-1", "n", "1"}};
        const Commands deleted = entries + Commands{{"XDEL", "s", "2-1"}};
        row("lag", limited(stream, "lag", "{'warning': 5}"), entries);
        row("lag after XDEL", limited(stream, "lag", "{'warning': 5}"), deleted,
            u"lag unknown, limit 5: the server lost count"_s);
        row("lag of no stream", limited(stream, "lag", "{'warning': 5}"), {});
        row("lag too low after XDEL", limited(stream, "lag", "{'warning': 5, 'below': true}"), deleted,
            u"lag unknown, lower limit 5: the server lost count"_s);
        row("age of no pending entry", limited(stream, "oldestPendingMs", much), entries);
        row("age of an entry whose id is no time", limited(stream, "oldestPendingMs", much),
            entries + Commands{{"XREADGROUP", "GROUP", "g", "c", "STREAMS", "s", ">"}},
            u"oldest pending unknown, limit 1 min"_s);
        row("stale switched off",
            "'kind': 'stream', 'keys': {'stream': 's'}, 'options': {'staleAfter': null}, 'limits': {'stale': "
            "{'warning': 1}}",
            entries + Commands{{"XREADGROUP", "GROUP", "g", "c", "STREAMS", "s", ">"}});

        const QByteArray schedule = "'kind': 'schedule', 'keys': {'delayed': 'd'}";
        row("nothing still to fall due", limited(schedule, "nextDueMs", "{'warning': 5, 'below': true}"),
            {{"ZADD", "d", "1000000000", "past"}});
        row("due at no time", limited(schedule, "nextDueMs", "{'warning': 5, 'below': true}"),
            {{"ZADD", "d", "+inf", "never"}}, u"next due in unknown, lower limit 5 ms"_s);

        const QByteArray members = "'kind': 'members', 'keys': {'set': 'm'}";
        const QByteArray soon = "{'warning': 60000, 'below': true}";
        row("expiry of a key that has none", limited(members, "ttlMs", soon), {{"SADD", "m", "a"}});
        row("expiry of no key", limited(members, "ttlMs", soon), {});

        const QByteArray boards = "'kind': 'leaderboard', 'keys': {'board': 'b:{0..1}'}";
        row("middle of an empty board", limited(boards, "medianScore", "{'warning': 5}"), {});
        row("middle of several shards", limited(boards, "medianScore", "{'warning': 5}"),
            {{"ZADD", "b:0", "1", "a"}, {"ZADD", "b:1", "1", "b"}});

        const QByteArray locks = "'kind': 'lock', 'keys': {'lock': 'lock:{id}'}";
        row("locks, none held", limited(locks, "ttlMs", soon), {});
        row("found keys", limited(locks, "withoutTtl", "{'warning': 1}"), {{"SET", "lock:a", "x", "EX", "100"}});
    }

    void inASingleSnapshot()
    {
        QFETCH(const QByteArray, collection);
        QFETCH(const Commands, commands);
        QFETCH(const QString, text);
        fill(commands);
        redis::PollOptions options = oneShot();
        options.isOnly = true;
        redis::PollSession session(workspace(collection.constData()), m_server.local(), options);
        const SnapshotPtr snapshot = tick(session);
        QVERIFY(snapshot);
        QCOMPARE(problemTexts(snapshot, 0), text.isEmpty() ? QStringList() : QStringList{text});
        QCOMPARE(snapshot->rows[0].state, text.isEmpty() ? State::Ok : State::Unknown);
    }

    /// A figure that the next polls will give is not shown as unknown at once; one that they cannot give is.
    void whileWatching()
    {
        fill({{"LPUSH", "q", "a"},
              {"XGROUP", "CREATE", "s", "g", "0", "MKSTREAM"},
              {"XADD", "s", "1-1", "n", "1"},
              {"XADD", "s", "2-1", "n", "1"},
              {"XADD", "s", "3-1", "n", "1"},
              {"XDEL", "s", "2-1"}});
        redis::PollSession session(
            workspace("{'kind': 'queue', 'keys': {'ready': 'q'}, 'limits': {'growthPerMinute': {'warning': 100}, "
                      "'oldestReadyMs': {'warning': 60000}, 'drainMs': {'warning': 60000}}}",
                      "{'kind': 'stream', 'keys': {'stream': 's'}, 'limits': {'lag': {'warning': 5}}}"),
            m_server.local(), redis::PollOptions());
        for (int i = 0; i < 3; ++i) {
            const SnapshotPtr snapshot = tick(session);
            QVERIFY(snapshot);
            QVERIFY(!isKnown(figure(snapshot, 0, "growthPerMinute")));
            QCOMPARE(problemTexts(snapshot, 0), QStringList());
            QCOMPARE(snapshot->rows[0].state, State::Ok);
            QCOMPARE(snapshot->rows[1].state, State::Unknown);
        }
        fill({{"DEL", "q"}}); // the age goes, and comes with the next
        QCOMPARE(tick(session)->rows[0].state, State::Ok);
        fill({{"LPUSH", "q", "b"}});
        QCOMPARE(tick(session)->rows[0].state, State::Ok);
    }

    /// A warning is worse, an error too; and an error says already why there is no value.
    void besideOthers()
    {
        const char *const both = "{'kind': 'stream', 'keys': {'stream': 's'}, 'limits': {'lag': {'warning': 5}, "
                                 "'length': {'warning': 1}}}";
        fill({{"XADD", "s", "1-1", "n", "1"},
              {"XADD", "s", "2-1", "n", "1"},
              {"XADD", "s", "3-1", "n", "1"},
              {"XGROUP", "CREATE", "s", "g", "0"},
              {"XDEL", "s", "2-1"}});
        SnapshotPtr snapshot = snapshotOf(m_server, workspace(both));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Warning);
        QCOMPARE(problemTexts(snapshot, 0).size(), 2);
        fill({{"DEL", "s"}, {"SET", "s", "no stream"}});
        snapshot = snapshotOf(m_server, workspace(both));
        QVERIFY(snapshot);
        QCOMPARE(snapshot->rows[0].state, State::Error);
        QCOMPARE(problemTexts(snapshot, 0).size(), 1);
    }
};

QTEST_GUILESS_MAIN(UnknownTest)

#include "tst_unknown.moc"
