// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/streamflow.h"
#include "tests/server/kindfixture.h"
#include "tests/server/setclock.h"
#include "tests/server/streamdelivery.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Compares the rates of additions and acknowledgements, from the server's counters, with what a script adds, reads and
/// acknowledges: second by second of a fake clock.
class StreamFlowTest final : public KindFixture {
    Q_OBJECT

    void add(int count, const char *most = "1000000")
    {
        for (int entry = 0; entry < count; ++entry) {
            command({"XADD", "s", "MAXLEN", most, "*", "job", QByteArray::number(++m_made)});
        }
    }
    QByteArrayList deliver(const QByteArray &group, int count, const char *consumer = "c")
    {
        return testing::deliver(m_server, group, consumer, count);
    }
    void work(const QByteArray &group, int count)
    {
        for (const QByteArray &id : deliver(group, count)) {
            command({"XACK", "s", group, id});
        }
    }
    PollSession session()
    {
        PollOptions each = oneShot();
        each.headInterval = 0ms; // by the clock of this computer: each tick reads the head
        return {workspace("{'kind': 'stream', 'keys': {'stream': 's'}}"),
                std::make_unique<SetClock>(m_server.local(), m_now), each};
    }
    template <typename Each> SnapshotPtr pass(PollSession &poll, int seconds, Each each)
    {
        SnapshotPtr last = tick(poll);
        for (int passed = 0; passed < seconds; ++passed) {
            each(passed);
            m_now += 1s;
            last = tick(poll);
        }
        return last;
    }
    static double added(const SnapshotPtr &snapshot) { return figure(snapshot, 0, "addedPerMinute"); }
    static double acknowledged(const SnapshotPtr &snapshot) { return figure(snapshot, 0, "acknowledgedPerMinute"); }
    static bool isAbout(double told, double expected)
    {
        return std::abs(told - expected) <= 0.02 * expected + 0.5 || (qWarning("%f, not %f", told, expected), false);
    }

    /// As since Redis 8 and Valkey 8.
    bool countsTrimmedAsRead()
    {
        command({"XGROUP", "CREATE", "trimmed", "g", "0", "MKSTREAM"});
        for (int entry = 0; entry < 6; ++entry) {
            command({"XADD", "trimmed", "*", "job", "1"});
            if (entry == 0) {
                command({"XREADGROUP", "GROUP", "g", "c", "COUNT", "1", "STREAMS", "trimmed", ">"});
            }
        }
        command({"XTRIM", "trimmed", "MAXLEN", "3"});
        command({"XREADGROUP", "GROUP", "g", "c", "COUNT", "1", "STREAMS", "trimmed", ">"});
        const Reply group = m_server.run({"XINFO", "GROUPS", "trimmed"}).elements.at(0);
        const auto at = std::find_if(group.elements.begin(), group.elements.end(),
                                     [](const Reply &field) { return field.bytes == "entries-read"; });
        return (at + 1)->toInteger() == 4; // else 2
    }

    milliseconds m_now{};
    int m_made = 0;

private slots:
    void init()
    {
        m_server.flush();
        m_now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch() + 10h + 250ms;
        m_made = 0;
        command({"XGROUP", "CREATE", "s", "billing", "0", "MKSTREAM"});
        command({"XGROUP", "CREATE", "s", "shipping", "0"});
    }

    void isExact_data()
    {
        QTest::addColumn<QByteArray>("most");
        QTest::newRow("it grows") << QByteArray("1000000");
        QTest::newRow("it is cut to its bound with each entry") << QByteArray("50");
    }

    void isExact()
    {
        QFETCH(const QByteArray, most);
        add(20);
        auto poll = session();
        QVERIFY(!isKnown(added(tick(poll))));
        const SnapshotPtr last = pass(poll, 40, [&](int) {
            add(6, most.constData());
            work("billing", 4);
            work("shipping", 2);
            deliver("shipping", 1); // and one that stays pending
        });
        QVERIFY(isAbout(added(last), 360));
        if (most == "50" && countsTrimmedAsRead()) {
            QVERIFY(acknowledged(last) > 360 && acknowledged(last) < 2 * 360); // both groups together miss 360
        } else {
            QVERIFY(isAbout(acknowledged(last), 360));
        }
        QVERIFY(!atLeast(last, 0, "addedPerMinute"));
        QCOMPARE(problemTexts(last, 0), QStringList());
    }

    void whatComesInLotsIsCounted()
    {
        auto poll = session();
        const SnapshotPtr last = pass(poll, 300, [&](int second) { // a hundred every minute
            add(second % 60 == 30 ? 100 : 0);
            if (second % 60 == 50) {
                work("billing", 100);
            }
        });
        QVERIFY(isAbout(added(last), 100));
        QVERIFY(isAbout(acknowledged(last), 100));
    }

    void neitherTrimNorDeleteIsWork()
    {
        add(1'000);
        work("billing", 100);
        work("shipping", 100);
        auto poll = session();
        QByteArrayList ahead;
        for (const StreamEntry &entry : entriesIn(m_server.run({"XRANGE", "s", "-", "+"}))) {
            ahead.append(entry.id);
        }
        const SnapshotPtr last = pass(poll, 40, [&](int second) {
            if (second == 12) {
                command({"XTRIM", "s", "MAXLEN", "800"});
            }
            if (second == 22) { // and the rest is read at once, to the end, where the server says that all was read
                for (int i = 300; i < 900; ++i) {
                    command({"XDEL", "s", ahead[i]});
                }
                deliver("billing", 1'000);
                deliver("shipping", 1'000);
            }
        });
        QCOMPARE(figure(last, 0, "lag"), 0.0);
        QCOMPARE(added(last), 0.0);
        QCOMPARE(acknowledged(last), 0.0);
    }

    void whatGoesWithAConsumerIsNot()
    {
        add(500);
        deliver("billing", 300, "gone");
        auto poll = session();
        const SnapshotPtr last = pass(poll, 40, [&](int second) {
            work("billing", 2);
            if (second == 21) {
                command({"XGROUP", "DELCONSUMER", "s", "billing", "gone"});
            }
        });
        QVERIFY(isAbout(acknowledged(last), 120));
    }

    void ownOperationsAreLeftOut()
    {
        add(500);
        const QByteArrayList held = deliver("billing", 300, "dead");
        auto poll = session();
        const SnapshotPtr last = pass(poll, 60, [&](int second) {
            if (second == 31) {
                poll.setOperating({"s"});
                for (const QByteArray &id : held) {
                    command({"XACK", "s", "billing", id});
                }
                add(200);
                poll.setOperating({});
            }
            add(3);
            work("billing", 2);
        });
        QVERIFY(isAbout(added(last), 180));
        QVERIFY(isAbout(acknowledged(last), 120));
    }

    void beginsAnew_data()
    {
        QTest::addColumn<int>("way");
        QTest::addColumn<bool>("isAdded");
        QTest::newRow("the stream is deleted and made again, with more than it had") << 0 << true;
        QTest::newRow("a group is set to the end") << 1 << false;
        QTest::newRow("a group is set to the beginning") << 2 << false;
        QTest::newRow("a group is made again") << 3 << false;
    }

    void beginsAnew()
    {
        QFETCH(const int, way);
        QFETCH(const bool, isAdded);
        add(100);
        auto poll = session();
        SnapshotPtr last = pass(poll, 20, [&](int) { work("billing", 2); });
        QVERIFY(isAbout(acknowledged(last), 120));
        if (way == 0) {
            command({"DEL", "s"});
            add(400);
            command({"XGROUP", "CREATE", "s", "billing", "0"});
            command({"XGROUP", "CREATE", "s", "shipping", "0"});
        } else if (way == 1 || way == 2) {
            command({"XGROUP", "SETID", "s", "billing", way == 1 ? "$" : "0"});
        } else {
            command({"XGROUP", "DESTROY", "s", "billing"});
            command({"XGROUP", "CREATE", "s", "billing", "$"});
        }
        last = pass(poll, 6, [&](int) {});
        QCOMPARE(isKnown(added(last)), !isAdded);
        QVERIFY(!isKnown(acknowledged(last)));
        last = pass(poll, 30, [&](int) {
            add(1);
            work("billing", 1);
        });
        QVERIFY(added(last) <= 61);
        QVERIFY(!(acknowledged(last) > 61));
    }

    void notKnownWithoutGroupsOrStream()
    {
        m_server.flush();
        auto poll = session();
        SnapshotPtr last = pass(poll, 20, [&](int) {});
        QVERIFY(!isKnown(added(last)));
        QVERIFY(!isKnown(acknowledged(last)));
        last = pass(poll, 30, [&](int) { add(1); });
        QVERIFY(added(last) > 0);
        QVERIFY(!isKnown(acknowledged(last))); // no group acknowledges
        add(100);
        command({"XDEL", "s", entriesIn(m_server.run({"XRANGE", "s", "-", "+"})).at(40).id});
        command({"XGROUP", "CREATE", "s", "late", entriesIn(m_server.run({"XRANGE", "s", "-", "+"})).at(10).id});
        last = pass(poll, 20, [&](int) { work("late", 1); });
        QVERIFY(!isKnown(acknowledged(last))); // the server cannot tell what it has read
    }

    void atLeastWhereTheServerDoesNotCount()
    {
        StreamFlow flow;
        StreamCounters said{.length = 100, .last = StreamId{1'000, 0}};
        milliseconds now = 1'000s;
        for (int look = 0; look < 6; ++look) {
            flow.look(now += 5s, said, {});
        }
        QCOMPARE(flow.addedPerMinute(), 0.0);
        QVERIFY(!flow.isAddedAtLeast(now)); // no id was given: none was added
        for (int look = 0; look < 6; ++look) {
            said.last->time += 1;
            said.length += look % 2 == 0 ? 5 : -3; // something cuts it, too
            flow.look(now += 5s, said, {});
        }
        QVERIFY(isAbout(flow.addedPerMinute(), (3 * 5 + 3) * 60.0 / 55));
        QVERIFY(flow.isAddedAtLeast(now));
        QVERIFY(!isKnown(flow.acknowledgedPerMinute()));
    }
};

QTEST_GUILESS_MAIN(StreamFlowTest)
#include "tst_streamflow.moc"
