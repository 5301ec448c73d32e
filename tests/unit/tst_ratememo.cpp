// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/ratememo.h"

#include <QTest>

#include <algorithm>

using namespace plimsoll;
using models::RateMemo;
using std::chrono::milliseconds;

/// Rates of very many collections are computed in turn; none is older than five ticks.
class RateMemoTest final : public QObject {
    Q_OBJECT

private slots:
    void fewAreWorkedOutAtOnce()
    {
        RateMemo memo;
        memo.setRows(100);
        int worked = 0;
        for (int tick = 0; tick < 3; ++tick) {
            memo.beginTick();
            const Rate rate = memo.rate(7, 0, true, milliseconds(0), [&] { return Rate{double(++worked)}; });
            QCOMPARE(rate.perMinute, double(tick + 1));
        }
    }

    void manyInTurns()
    {
        constexpr std::size_t rows = 10'000;
        RateMemo memo;
        memo.setRows(rows);
        std::vector<int> workedAt(rows, 0);
        int most = 0;
        for (int tick = 1; tick <= 30; ++tick) {
            memo.beginTick();
            int worked = 0;
            for (std::size_t row = 0; row < rows; ++row) {
                const Rate rate = memo.rate(row, 3, true, milliseconds(0), [&] {
                    ++worked;
                    workedAt[row] = tick;
                    return Rate{double(tick)};
                });
                QCOMPARE(rate.perMinute, double(workedAt[row]));
                QVERIFY(tick - workedAt[row] < 5);
            }
            most = tick == 1 ? 0 : std::max(most, worked); // all are wanted first
        }
        QCOMPARE(most, int(rows / 5));
    }

    void anewWithReason()
    {
        RateMemo memo;
        memo.setRows(2'000);
        int worked = 0;
        const auto ask = [&](int figure, milliseconds since) {
            memo.rate(4, figure, true, since, [&] { return Rate{double(++worked)}; });
            return worked;
        };
        memo.beginTick();
        QCOMPARE(ask(0, milliseconds(0)), 1);
        QCOMPARE(ask(0, milliseconds(0)), 1);
        QCOMPARE(ask(0, milliseconds(5)), 2); // an operation of ours
        QCOMPARE(ask(1, milliseconds(5)), 3); // another figure is in front
        memo.setRows(2'000); // an edit
        QCOMPARE(ask(1, milliseconds(5)), 4);
    }
};

QTEST_GUILESS_MAIN(RateMemoTest)
#include "tst_ratememo.moc"
