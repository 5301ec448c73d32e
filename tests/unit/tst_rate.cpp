// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/overtime.h"
#include "redis/types/rate.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <random>
#include <set>

using namespace plimsoll;
using namespace std::chrono_literals;

class TestRate final : public QObject {
    Q_OBJECT

private slots:
    void growthOverFiveMinutes()
    {
        GrowthWindow growth;
        growth.add(0s, 100);
        growth.add(9'999ms, 109.999);
        QVERIFY(!isKnown(growth.perMinute()));
        growth.add(10s, 110);
        QCOMPARE(growth.perMinute(), 60.0);
        growth.add(30s, unknownFigure); // a tick that could not read it
        QCOMPARE(growth.perMinute(), 60.0);
        for (int second = 31; second <= 1200; ++second) {
            growth.add(std::chrono::seconds(second), 1000 - second);
        }
        QCOMPARE(growth.perMinute(), -60.0);
        growth.add(1201s, 0); // one that stands out is no trend: by the first and the last it would be 342 a minute
        QCOMPARE(growth.perMinute(), -60.0);
        growth.add(100s, 5); // the clock was set back: what was before it is void
        QVERIFY(!isKnown(growth.perMinute()));
    }

    void aRateFollowsATurn()
    {
        GrowthWindow growth;
        for (int second = 0; second <= 300; ++second) {
            growth.add(std::chrono::seconds(second), 10 * second); // +600 a minute, for minutes
        }
        QCOMPARE(growth.perMinute(), 600.0);
        int second = 300;
        for (; growth.perMinute() > 0; ++second) {
            QVERIFY2(second <= 315, "a depth that has been falling for 15 s is told as growth");
            growth.add(std::chrono::seconds(second + 1), 3000 - 10 * (second + 1 - 300));
        }
        for (; second < 330; ++second) {
            growth.add(std::chrono::seconds(second + 1), 3000 - 10 * (second + 1 - 300));
            QVERIFY(growth.perMinute() < 0);
        }
        QCOMPARE(growth.perMinute(), -600.0); // within thirty seconds nothing is left of what was
    }

    void upsAndDownsAreNoTurn()
    {
        GrowthWindow growth;
        double count = 100;
        for (int second = 0; second <= 1'200;
             ++second) { // jobs come in lots and are worked off one by one: +10 a minute
            count += second % 30 == 0 ? 20 : 0;
            count -= second % 2;
            growth.add(std::chrono::seconds(second), count);
            if (second > 120) {
                const double rate = growth.perMinute();
                QVERIFY2(rate > 0 && rate < 30, qPrintable(QStringLiteral("%1 s: %2").arg(second).arg(rate)));
            }
        }
        for (int second = 1'201; second <= 1'260; ++second) { // nothing comes any more
            count -= 5;
            growth.add(std::chrono::seconds(second), count);
        }
        QVERIFY2(growth.perMinute() < -200, qPrintable(QString::number(growth.perMinute())));
    }

    void aStandstillIsNoGrowth()
    {
        GrowthWindow growth;
        for (int second = 0; second <= 400; ++second) {
            growth.add(std::chrono::seconds(second), std::min(second, 200));
            if (second > 230) {
                QVERIFY2(std::abs(growth.perMinute()) < 1, qPrintable(QString::number(second)));
            }
        }
        for (int second = 401; second <= 900; ++second) {
            growth.add(std::chrono::seconds(second), 200);
            QCOMPARE(growth.perMinute(), 0.0);
        }
    }

    /// Until it is known whether it is a jump or a turn, the count is not said to stand still.
    void aCountThatMovedIsNotStill_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("at"); // s
        QTest::addColumn<int>("before"); // s at which it became `from`, 0 until then
        for (int at = 20; at < 25; ++at) {
            QTest::addRow("three more after %d s", at) << 12.0 << 15.0 << at << 0;
            QTest::addRow("three more after %d s, long at rest", at) << 12.0 << 15.0 << 300 + at << 0;
            QTest::addRow("a fall after %d s", at) << 12.0 << 9.0 << at << 0;
            QTest::addRow("filled a second time after %d s", at + 15) << 5.0 << 25.0 << at + 15 << 20;
            QTest::addRow("filled a second time after %d s", at + 60) << 5.0 << 25.0 << at + 60 << 20;
        }
    }

    void aCountThatMovedIsNotStill()
    {
        QFETCH(const double, from);
        QFETCH(const double, to);
        QFETCH(const int, at);
        QFETCH(const int, before);
        redis::Growth growth(QStringLiteral("email"));
        for (int second = 0; second < at + 29; ++second) {
            growth.add(std::chrono::seconds(second), second < before ? 0 : second < at ? from : to);
            const Rate &rate = *growth.rate();
            if (second >= at + (before > 0 ? 10 : 0)) { // after two changes it takes a few polls
                const double says = std::abs(rate.latest) > 0 ? rate.latest
                    : std::abs(rate.jump) > 0                 ? rate.jump
                                                              : rate.perMinute;
                QVERIFY2(says * (to - from) > 0,
                         qPrintable(QStringLiteral("%1 s later: %2 a minute, latest %3, jump %4")
                                        .arg(second - at)
                                        .arg(rate.perMinute)
                                        .arg(rate.latest)
                                        .arg(rate.jump)));
                QVERIFY(before > 0 || std::abs(rate.jump) == 0
                        || std::abs(std::abs(rate.jump) - std::abs(to - from)) < 1e-9);
            } else if (second >= 10 && before == 0) {
                QCOMPARE(rate.latest, 0.0);
            }
        }
    }

    void itIsWorkedOutWithANewMean()
    {
        redis::Growth growth(QStringLiteral("email"));
        std::set<std::shared_ptr<const Rate>> told;
        for (int second = 0; second <= 10; ++second) {
            growth.add(std::chrono::seconds(second), second);
            QCOMPARE(isKnown(growth.rate()->perMinute), second == 10); // until then with each poll
        }
        for (int second = 11; second <= 110; ++second) {
            growth.add(std::chrono::seconds(second), second);
            QVERIFY(std::abs(growth.rate()->perMinute - 60) < 1e-6);
            QVERIFY(growth.rate()->to > std::chrono::seconds(second - 5));
            told.insert(growth.rate());
        }
        QVERIFY2(told.size() <= 21, qPrintable(QString::number(told.size())));
        growth.startAnew(110s);
        growth.add(110s, 5'000);
        QVERIFY(!isKnown(growth.rate()->perMinute));
        for (int second = 111; second <= 130; ++second) {
            growth.add(std::chrono::seconds(second), 5'000);
        }
        QCOMPARE(growth.rate()->perMinute, 0.0);
        growth.add(129s, 7); // the clock was set back
        QVERIFY(!isKnown(growth.rate()->perMinute));
    }

    /// Counts that are only added when they change, or the rate does, give the same rates.
    void aCountMayRest()
    {
        std::mt19937 random(5);
        redis::Growth polled(QStringLiteral("email"));
        redis::Growth rested(QStringLiteral("email"));
        double count = 50;
        int adds = 0;
        std::chrono::milliseconds last{};
        for (int second = 0; second <= 4'000; ++second) {
            const std::chrono::milliseconds now = std::chrono::seconds(second) + 7ms;
            const bool isBusy = second / 600 % 2 == 0; // ten minutes each
            const bool isChanged = isBusy && random() % 20 == 0;
            count += isChanged ? double(random() % 9) - 3 : 0;
            polled.add(now, count);
            if (second == 2'500) {
                polled.startAnew(now);
                polled.add(now, count);
            }
            if (isChanged || second == 0 || second == 2'500 || rested.changesAt() <= now) {
                const int passed = int((now - last) / 1s) - 1;
                rested.hold({passed, now - 1s});
                rested.add(now, count);
                if (second == 2'500) {
                    rested.startAnew(now);
                    rested.add(now, count);
                }
                last = now;
                ++adds;
            }
            const Rate a = rateAt(*polled.rate(), now);
            const Rate b = rateAt(*rested.rate(), now);
            QVERIFY2(a.perMinute == b.perMinute || (!isKnown(a.perMinute) && !isKnown(b.perMinute)),
                     qPrintable(QStringLiteral("%1 s: %2, %3").arg(second).arg(a.perMinute).arg(b.perMinute)));
            QCOMPARE(b.isSteady, a.isSteady);
            QCOMPARE(b.anewAt, a.anewAt);
            QCOMPARE(b.stillFor > 0s, a.stillFor > 0s);
            QVERIFY(std::chrono::abs(a.stillFor - b.stillFor) <= 5s);
            QVERIFY(std::chrono::abs(a.from - b.from) <= 5s || a.stillFor == 0s);
        }
        QVERIFY2(adds < 1'500, qPrintable(QString::number(adds)));
    }

    void anUnknownCountDoesNotStandStill()
    {
        redis::Growth growth(QStringLiteral("email"));
        for (int second = 0; second <= 30; ++second) {
            growth.add(std::chrono::seconds(second), 30);
        }
        QCOMPARE(growth.rate()->perMinute, 0.0);
        growth.add(31s, unknownFigure); // its node does not answer
        QVERIFY(!isKnown(growth.rate()->perMinute));
        growth.add(32s, 30);
        QCOMPARE(growth.rate()->perMinute, 0.0);
    }

    void aSingleStepIsNoTrend_data()
    {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("at"); // s
        QTest::addColumn<int>("stillFor"); // from then on
        for (const int at : {3, 7, 12, 20, 31, 60, 152, 240}) {
            QTest::addRow("one more after %d s", at) << 0.0 << 1.0 << at << 0;
            QTest::addRow("one less after %d s", at) << 41.0 << 40.0 << at << 0;
        }
        for (const int at : {31, 60, 152, 240}) { // before that it may be the beginning of one
            QTest::addRow("three more after %d s", at) << 7.0 << 10.0 << at << 25;
            QTest::addRow("a hundred more after %d s", at) << 7.0 << 107.0 << at << 25;
        }
    }

    void aSingleStepIsNoTrend()
    {
        QFETCH(const double, from);
        QFETCH(const double, to);
        QFETCH(const int, at);
        QFETCH(const int, stillFor);
        GrowthWindow growth;
        for (int second = 0; second <= 700; ++second) {
            growth.add(std::chrono::seconds(second), second < at ? from : to);
            if (second >= 10 && (second < at || second >= at + stillFor)) {
                QVERIFY2(growth.perMinute() == 0.0,
                         qPrintable(QStringLiteral("%1 a minute after %2 s").arg(growth.perMinute()).arg(second)));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestRate)

#include "tst_rate.moc"
