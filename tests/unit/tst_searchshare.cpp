// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/poll/searchshare.h"

#include <QTest>

using namespace plimsoll;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests the share of a server's time that searches for keys may take.
class SearchShareTest final : public QObject {
    Q_OBJECT

private slots:
    /// Never more than one part in twenty of four seconds and more, whatever the ticks are like.
    void share()
    {
        using Clock = redis::SearchShare::Clock;
        for (const milliseconds tick : {100ms, 1000ms, 5000ms}) {
            redis::SearchShare share;
            const Clock::time_point begun{1h};
            std::chrono::microseconds worked{};
            for (Clock::time_point now = begun; now < begun + 40s; now += tick) {
                while (share.wait(now).count() == 0) {
                    worked += share.spend(700us, 200us);
                }
                const auto passed = now - begun;
                QVERIFY(passed < 4s || worked * 20 <= passed + tick);
            }
            QVERIFY2(worked >= (tick < 1s ? 1'500ms : 300ms), qPrintable(QString::number(worked.count())));
        }
    }

    /// A round trip that was measured in a busy moment makes no step free.
    void shareOfABusyMoment()
    {
        redis::SearchShare share;
        QCOMPARE(share.spend(700us, 20ms), 10us); // nothing is known yet
        QCOMPARE(share.spend(400us, 20ms), 10us);
        QCOMPARE(share.spend(900us, 20ms), 500us);
        QCOMPARE(share.spend(900us, 800us), 100us); // measured anew
    }

    /// A server that stood still, as with SIGSTOP or CLIENT PAUSE, has not worked all that time.
    void aStallIsNotWork()
    {
        const redis::SearchShare::Clock::time_point begun{1h};
        redis::SearchShare share;
        QCOMPARE(share.wait(begun).count(), 0);
        share.spend(200us, 200us);
        QVERIFY(share.spend(5s, 200us) <= redis::SearchShare::burst);
        QVERIFY(share.wait(begun + 5s) <= 1s);
        QCOMPARE(share.wait(begun + 6s).count(), 0);
    }
};

QTEST_GUILESS_MAIN(SearchShareTest)
#include "tst_searchshare.moc"
