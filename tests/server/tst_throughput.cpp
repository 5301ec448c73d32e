// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/kindfixture.h"
#include "tests/server/setclock.h"

#include <random>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Compares the rates of a priority queue, from the times in its scores, with what a script adds and takes: second by
/// second of a fake clock.
class ThroughputTest final : public KindFixture {
    Q_OBJECT

    struct Pace {
        int arrive = 0; ///< a second
        int take = 0; ///< a second, the oldest first
        int before = 0; ///< wait from the start
        milliseconds late{}; ///< between the time in the score and being added
    };

    static constexpr qint64 longDivisor = 10'000'000'000'000; ///< with milliseconds; a shorter one: with seconds

    QByteArray score(std::size_t band, milliseconds time) const
    {
        const bool inSeconds = m_divisor < longDivisor;
        return QByteArray::number(qint64(band) * m_divisor + (inSeconds ? time.count() / 1'000 : time.count()));
    }
    void add(std::size_t band, milliseconds time)
    {
        command({"ZADD", "pq", score(band, time), "job " + QByteArray::number(++m_made)});
    }
    int take(std::size_t band, int most)
    {
        const QByteArray low = QByteArray::number(qint64(band) * m_divisor);
        const QByteArray high = '(' + QByteArray::number(qint64(band + 1) * m_divisor);
        int taken = 0;
        for (; taken < most; ++taken) {
            const redis::Reply first = m_server.run({"ZRANGEBYSCORE", "pq", low, high, "LIMIT", "0", "1"});
            if (first.elements.empty()) {
                break;
            }
            command({"ZREM", "pq", first.elements.front().bytes});
        }
        return taken;
    }
    redis::PollSession session(const char *options)
    {
        redis::PollOptions each = oneShot();
        each.headInterval = 0ms; // each tick reads the head
        const QByteArray text = QByteArray("{'kind': 'priority', 'keys': {'queue': 'pq'}, 'options': ") + options + '}';
        return {workspace(text.constData()), std::make_unique<SetClock>(m_server.local(), m_now), each};
    }
    redis::PollSession banded()
    {
        return session(m_divisor < longDivisor ? "{'bands': {'divisor': 10000000000, 'names': ['high', 'low']}}"
                                               : "{'bands': {'divisor': 10000000000000, 'names': ['high', 'low']}}");
    }
    static bool isAtLeast(const SnapshotPtr &snapshot, QStringView figure)
    {
        return snapshot->isAtLeast(0, snapshot->layout->rows[0].figureIndex(figure));
    }
    /// One more second of both bands, and a tick.
    SnapshotPtr second(redis::PollSession &poll, const std::array<Pace, 2> &paces)
    {
        for (std::size_t band = 0; band < paces.size(); ++band) {
            const Pace &pace = paces[band];
            for (int job = 0; job < pace.arrive; ++job) {
                const milliseconds at = m_now + 1s * (job + 1) / (pace.arrive + 1);
                add(band, at - pace.late);
            }
        }
        m_now += 1s;
        for (std::size_t band = 0; band < paces.size(); ++band) {
            m_taken[band] += take(band, paces[band].take);
        }
        return tick(poll);
    }

    milliseconds m_now{};
    qint64 m_divisor = longDivisor;
    int m_made = 0;
    std::array<int, 2> m_taken{};

private slots:
    void init()
    {
        m_server.flush();
        m_now = std::chrono::sys_days(std::chrono::year(2026) / 11 / 20).time_since_epoch() + 10h + 250ms;
        m_divisor = longDivisor;
        m_made = 0;
        m_taken = {};
    }

    void isExactWhereSomeWait_data()
    {
        QTest::addColumn<qint64>("divisor");
        QTest::addColumn<Pace>("high");
        QTest::addColumn<Pace>("low");
        const qint64 seconds = 10'000'000'000;
        QTest::newRow("as many are taken as arrive") << longDivisor << Pace{5, 5, 40} << Pace{1, 1, 30};
        QTest::newRow("none is taken from one") << longDivisor << Pace{5, 5, 40} << Pace{3, 0, 10};
        QTest::newRow("less is taken than arrives") << longDivisor << Pace{7, 2, 9} << Pace{2, 1, 3};
        QTest::newRow("more is taken than arrives") << longDivisor << Pace{1, 4, 300} << Pace{0, 1, 100};
        QTest::newRow("in seconds") << seconds << Pace{5, 5, 40} << Pace{3, 0, 10};
        QTest::newRow("a producer is late") << longDivisor << Pace{5, 5, 40, 240ms} << Pace{3, 1, 10, 100ms};
        QTest::newRow("a producer's clock is ahead") << longDivisor << Pace{5, 5, 60, -3s} << Pace{3, 0, 10, -20s};
    }

    void isExactWhereSomeWait()
    {
        QFETCH(const qint64, divisor);
        QFETCH(const Pace, high);
        QFETCH(const Pace, low);
        m_divisor = divisor;
        for (int job = 0; job < high.before; ++job) {
            add(0, m_now - 60s);
        }
        for (int job = 0; job < low.before; ++job) {
            add(1, m_now - 60s);
        }
        auto poll = banded();
        SnapshotPtr last = tick(poll);
        QVERIFY(!isKnown(figure(last, 0, "arrivedPerMinute")));
        for (int passed = 0; passed < 40; ++passed) {
            last = second(poll, {high, low});
        }
        QCOMPARE(m_taken[0], 40 * high.take);
        const auto compare = [&](const char *id, double expected) {
            const double told = figure(last, 0, id);
            QVERIFY2(std::abs(told - expected) <= 0.02 * expected + 0.5,
                     qPrintable(QStringLiteral("%1: %2, not %3").arg(QLatin1String(id)).arg(told).arg(expected)));
            QVERIFY2(!isAtLeast(last, QString::fromLatin1(id)), id);
        };
        compare("band.high.arrivedPerMinute", 60 * high.arrive);
        compare("band.high.takenPerMinute", 60 * high.take);
        compare("band.low.arrivedPerMinute", 60 * low.arrive);
        compare("band.low.takenPerMinute", 60 * low.take);
        compare("arrivedPerMinute", 60 * (high.arrive + low.arrive));
        compare("takenPerMinute", 60 * (high.take + low.take));
    }

    void isALowerBoundWhereNoneWaits()
    {
        auto poll = banded();
        SnapshotPtr last = tick(poll);
        for (int passed = 0; passed < 40; ++passed) { // a worker that takes at once
            last = second(poll, {Pace{5, 5}, Pace{}});
        }
        QCOMPARE(figure(last, 0, "waiting"), 0.0);
        QVERIFY(!isKnown(figure(last, 0, "band.high.arrivedPerMinute"))); // none was seen to hold a time
        add(0, m_now);
        last = second(poll, {Pace{5, 3}, Pace{}});
        last = second(poll, {Pace{5, 5}, Pace{}});
        const double told = figure(last, 0, "band.high.arrivedPerMinute");
        QVERIFY(told >= 0 && told <= 300);
        QVERIFY(isAtLeast(last, u"band.high.arrivedPerMinute"));
        QVERIFY(isAtLeast(last, u"arrivedPerMinute"));
        QVERIFY(!isKnown(figure(last, 0, "takenPerMinute"))); // none was seen to be taken, which tells nothing
    }

    void isUnknownWithoutTimes_data()
    {
        QTest::addColumn<QByteArray>("options");
        QTest::newRow("bands by score") << QByteArray("{'bands': {'high': [0, 1], 'low': [2, 3]}}");
        QTest::newRow("a divisor, and no time") << QByteArray("{'bands': {'divisor': 1000000}}");
        QTest::newRow("a head start") << QByteArray("{'bands': {'divisor': 60000}}");
    }

    void isUnknownWithoutTimes()
    {
        QFETCH(const QByteArray, options);
        for (const char *score : {"0", "1", "2", "3"}) {
            command({"ZADD", "pq", score, QByteArray("job ") + score});
        }
        auto poll = session(options.constData());
        SnapshotPtr last = tick(poll);
        for (int passed = 0; passed < 20; ++passed) {
            m_now += 1s;
            last = tick(poll);
        }
        QVERIFY(!isKnown(figure(last, 0, "arrivedPerMinute")));
        QVERIFY(!isKnown(figure(last, 0, "takenPerMinute")));
    }

    void allOfOneWithoutBands()
    {
        for (int job = 0; job < 20; ++job) {
            add(0, m_now - 60s);
        }
        auto poll = session("{}");
        SnapshotPtr last = tick(poll);
        for (int passed = 0; passed < 30; ++passed) {
            last = second(poll, {Pace{4, 2}, Pace{}});
        }
        QVERIFY(std::abs(figure(last, 0, "arrivedPerMinute") - 240) < 5);
        QVERIFY(std::abs(figure(last, 0, "takenPerMinute") - 120) < 5);
    }

    /// Our own operations count neither as arrivals nor as jobs taken.
    void ownOperationsAreLeftOut()
    {
        for (int job = 0; job < 500; ++job) {
            add(0, m_now - 60s);
        }
        auto poll = banded();
        SnapshotPtr last = tick(poll);
        for (int passed = 0; passed < 40; ++passed) {
            if (passed == 20) {
                poll.setOperating({"pq"});
                QCOMPARE(take(0, 200), 200);
                for (int job = 0; job < 90; ++job) {
                    add(1, m_now - 40s);
                }
                poll.setOperating({});
            }
            last = second(poll, {Pace{3, 3}, Pace{2, 0}});
        }
        QVERIFY(std::abs(figure(last, 0, "band.high.takenPerMinute") - 180) < 10);
        QVERIFY(std::abs(figure(last, 0, "band.high.arrivedPerMinute") - 180) < 10);
        QVERIFY(std::abs(figure(last, 0, "band.low.arrivedPerMinute") - 120) < 10);
    }
};

QTEST_GUILESS_MAIN(ThroughputTest)
#include "tst_throughput.moc"
