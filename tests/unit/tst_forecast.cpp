// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/rate.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

using namespace plimsoll;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// A poll a second, from the first to the last one.
Rate rateOver(int first, int last, const std::function<double(int)> &count)
{
    GrowthWindow growth;
    for (int second = first; second <= last; ++second) {
        growth.add(seconds(second), count(second));
    }
    return *growth.rate();
}

QByteArray text(const Rate &rate)
{
    return QStringLiteral("%1 a minute, %2, jump %3")
        .arg(rate.perMinute)
        .arg(rate.isSteady ? QStringLiteral("steady") : QStringLiteral("not steady"))
        .arg(rate.jump)
        .toUtf8();
}

} // namespace

/// Tests rates of hand-made series, and when a forecast is made from them.
class TestForecast final : public QObject {
    Q_OBJECT

private slots:
    void aCleanLineIsExact_data();
    void aCleanLineIsExact();
    void itSaysHowItWasWorkedOut();
    void aSingleJumpIsNoForecast_data();
    void aSingleJumpIsNoForecast();
    void jumpsThatGoOnAreGrowth();
    void outliersAndGaps();
    void aForecastWaitsForACourse();
    void aForecastEndsWhereItGoesBack();
    void whatOneCouldNotCallACourse_data();
    void whatOneCouldNotCallACourse();
    void aWalkAtRandomComesToNothing_data();
    void aWalkAtRandomComesToNothing();
    void growthByChanceIsSeen();
    void aBurstIsSaidBeforeTheRateHasIt();
    void chanceIsNoBurst();
    void ofOperationsNothingIsLeft();
    void theClockIsSetBack();
};

void TestForecast::aCleanLineIsExact_data()
{
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<int>("watched"); // seconds
    for (const double perSecond : {0.1, 1.0, 2.5, 170.0 / 60, 4000.0}) {
        for (const int watched : {30, 45, 120, 300, 2000}) {
            if (perSecond * std::min(watched, 300) > 20) { // of fewer one could not tell
                QTest::addRow("%g a second for %d s", perSecond, watched) << perSecond << watched;
                QTest::addRow("%g a second for %d s", -perSecond, watched) << -perSecond << watched;
            }
        }
    }
}

void TestForecast::aCleanLineIsExact()
{
    QFETCH(const double, perSecond);
    QFETCH(const int, watched);
    const Rate rate = rateOver(0, watched, [perSecond](int second) { return 1e6 + perSecond * second; });
    QVERIFY2(std::abs(rate.perMinute - 60 * perSecond) < 1e-6 * std::abs(perSecond), text(rate).constData());
    QVERIFY2(rate.isSteady, text(rate).constData());
    const double value = 1e6 + perSecond * watched;
    const auto in = timeUntil(rate, value, value + perSecond * 720);
    QVERIFY(in);
    QCOMPARE(*in, milliseconds(12min));
    QVERIFY(!timeUntil(rate, value, value - perSecond * 720)); // it leads away from it
}

void TestForecast::itSaysHowItWasWorkedOut()
{
    const auto line = [](int second) { return 10.0 * second; };
    Rate rate = rateOver(0, 1000, line);
    QCOMPARE(rate.polls, 301); // the maximum: five minutes
    QVERIFY(rate.to == 1000s && rate.from == 700s);
    QVERIFY(rate.points > 8 && rate.points <= 16);
    QVERIFY(rate.turnedAt == 0s && rate.stillFor == 0s && rate.anewAt == 0s && rate.jump == 0);
    rate = rateOver(0, 9, line);
    QVERIFY(!isKnown(rate.perMinute) && !rate.isSteady);
    QVERIFY(rate.polls == 10 && rate.to - rate.from == 9s);
    rate = rateOver(0, 400, [](int second) { return std::min(second, 200); });
    QVERIFY(rate.perMinute == 0 && rate.stillFor >= 190s && !rate.isSteady);
    rate = rateOver(0, 400, [](int second) { return second < 300 ? 10.0 * second : 3000 - 5.0 * (second - 300); });
    QCOMPARE(rate.perMinute, -300.0);
    QVERIFY(rate.turnedAt >= 290s && rate.turnedAt <= 390s);
    rate = rateOver(500, 500, line);
    QVERIFY(rate.polls == 1 && !isKnown(rate.perMinute));
    QCOMPARE(GrowthWindow().rate()->polls, 0);
}

void TestForecast::aSingleJumpIsNoForecast_data()
{
    QTest::addColumn<double>("perSecond");
    QTest::addColumn<double>("jump");
    for (const double perSecond : {0.0, 0.5, -2.0}) {
        for (const double jump : {10'000.0, 500.0, -800.0}) {
            QTest::addRow("%g at %g a second", jump, perSecond) << perSecond << jump;
        }
    }
}

/// Ten thousand pushed at once are no growth: not at the time, nor afterwards.
void TestForecast::aSingleJumpIsNoForecast()
{
    QFETCH(const double, perSecond);
    QFETCH(const double, jump);
    for (const int at : {600, 602, 604}) { // where it falls into an average, and between two
        GrowthWindow growth;
        int wrong = 0;
        for (int second = 0; second <= 1000; ++second) {
            growth.add(seconds(second), 20'000 + perSecond * second + (second >= at ? jump : 0));
            const Rate rate = *growth.rate();
            const bool isForecast = rate.isSteady && rate.perMinute * jump > 0 && perSecond * jump <= 0;
            QVERIFY2(!isForecast,
                     qPrintable(QStringLiteral("after %1 s: ").arg(second - at) + QString::fromUtf8(text(rate))));
            wrong += second > 30 && std::abs(rate.perMinute - 60 * perSecond) > 1e-6 ? 1 : 0;
        }
        QVERIFY2(wrong <= 15, qPrintable(QString::number(wrong))); // until it is told from a turn
    }
}

void TestForecast::jumpsThatGoOnAreGrowth()
{
    // A batch of 100 every 10 s.
    const Rate rate = rateOver(0, 600, [](int second) { return 100.0 * (second / 10); });
    QVERIFY2(std::abs(rate.perMinute - 600) < 30, text(rate).constData());
    QVERIFY2(rate.isSteady, text(rate).constData());
}

void TestForecast::outliersAndGaps()
{
    // Each tenth reading says something else, and for a minute there was none.
    GrowthWindow growth;
    for (int second = 0; second <= 300; ++second) {
        if (second < 100 || second > 160) {
            growth.add(seconds(second), second % 60 == 7 ? 90'000.0 : 1000 + 3.0 * second);
        }
    }
    Rate rate = *growth.rate();
    QVERIFY2(std::abs(rate.perMinute - 180) < 20, text(rate).constData());
    // A gap alone changes nothing.
    GrowthWindow gap;
    for (int second = 0; second <= 300; ++second) {
        if (second < 100 || second > 160) {
            gap.add(seconds(second), 1000 + 3.0 * second);
        }
    }
    rate = *gap.rate();
    QVERIFY2(std::abs(rate.perMinute - 180) < 1e-6 && rate.isSteady, text(rate).constData());
    // Unknown values do not matter either.
    rate = rateOver(0, 300, [](int second) { return second % 3 == 0 ? unknownFigure : 3.0 * second; });
    QVERIFY2(std::abs(rate.perMinute - 180) < 1e-6 && rate.isSteady && rate.polls == 200, text(rate).constData());
}

void TestForecast::aForecastWaitsForACourse()
{
    GrowthWindow growth;
    for (int second = 0; second <= 60; ++second) {
        growth.add(seconds(second), 100.0 + 10 * second);
        const Rate rate = *growth.rate();
        QCOMPARE(isKnown(rate.perMinute), second >= 10);
        if (second < 15) {
            QVERIFY2(!rate.isSteady, qPrintable(QString::number(second)));
        }
        QVERIFY2(second < 45 || rate.isSteady, qPrintable(QString::number(second)));
    }
}

/// A forecast ends after a quarter of a minute in which a figure falls, even with noise.
void TestForecast::aForecastEndsWhereItGoesBack()
{
    std::mt19937 random(7);
    std::poisson_distribution<int> arrivals(20);
    std::poisson_distribution<int> before(14);
    std::poisson_distribution<int> after(24);
    int told = 0;
    int toldOn = 0;
    for (int run = 0; run < 200; ++run) {
        std::vector<double> counts;
        double count = 1'100;
        for (int second = 0; second < 200; ++second) {
            counts.push_back(count += arrivals(random) - (second < 180 ? before(random) : after(random)));
        }
        const auto course = [&counts](int second) { return counts[static_cast<std::size_t>(second)]; };
        told += rateOver(0, 179, course).isSteady ? 1 : 0;
        const Rate rate = rateOver(0, 199, course);
        toldOn += rate.isSteady && rate.perMinute > 0 ? 1 : 0;
    }
    QVERIFY2(told >= 190, qPrintable(QString::number(told)));
    QVERIFY2(toldOn <= 8, qPrintable(QString::number(toldOn)));
}

void TestForecast::whatOneCouldNotCallACourse_data()
{
    QTest::addColumn<std::function<double(int)>>("count");
    using Count = std::function<double(int)>;
    QTest::newRow("nothing") << Count([](int) { return 0.0; });
    QTest::newRow("always the same") << Count([](int) { return 17.0; });
    QTest::newRow("up and down") << Count([](int second) { return 1000 + 300 * std::sin(second / 20.0); });
    QTest::newRow("a saw") << Count([](int second) { return 1000.0 + second % 40; });
    QTest::newRow("one more") << Count([](int second) { return second < 150 ? 5.0 : 6.0; });
    QTest::newRow("two bulk pushes") << Count([](int second) { return second < 90 ? 0.0 : second < 210 ? 5e3 : 1e4; });
    QTest::newRow("there and gone") << Count([](int second) { return second > 140 && second < 160 ? 1e5 : 3.0; });
    QTest::newRow("noise") << Count([](int second) { return 1000.0 + (second * 7919 % 211); });
}

void TestForecast::whatOneCouldNotCallACourse()
{
    QFETCH(const std::function<double(int)>, count);
    const Rate rate = rateOver(0, 300, count);
    QVERIFY2(isKnown(rate.perMinute), text(rate).constData());
    QVERIFY2(!rate.isSteady, text(rate).constData());
}

void TestForecast::aWalkAtRandomComesToNothing_data()
{
    QTest::addColumn<double>("arrive"); // jobs that arrive per second; as many are taken on average
    QTest::addColumn<int>("watched");
    for (const double arrive : {0.05, 0.5, 5.0, 500.0}) {
        for (const int watched : {20, 45, 100, 300}) {
            QTest::addRow("%g a second, %d s", arrive, watched) << arrive << watched;
        }
    }
}

/// At most forty of a thousand random walks without a drift are forecast.
void TestForecast::aWalkAtRandomComesToNothing()
{
    QFETCH(const double, arrive);
    QFETCH(const int, watched);
    constexpr int walks = 1000;
    constexpr int bound = 40;
    std::mt19937 random(20'261'123); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::poisson_distribution<int> jobs(arrive);
    int told = 0;
    for (int walk = 0; walk < walks; ++walk) {
        double count = 100'000;
        told += rateOver(0, watched, [&](int) { return count += jobs(random) - jobs(random); }).isSteady ? 1 : 0;
    }
    QVERIFY2(told <= bound, qPrintable(QString::number(told)));
}

/// With more arrivals than departures, a forecast is made in spite of the noise.
void TestForecast::growthByChanceIsSeen()
{
    std::mt19937 random(20'261'123); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::poisson_distribution<int> come(5);
    std::poisson_distribution<int> go(2.17);
    int told = 0;
    int near = 0;
    for (int walk = 0; walk < 200; ++walk) {
        double count = 2000;
        const Rate rate = rateOver(0, 300, [&](int) { return count += come(random) - go(random); });
        told += rate.isSteady ? 1 : 0;
        near += std::abs(rate.perMinute - 170) < 60 ? 1 : 0;
    }
    QVERIFY2(near > 180, qPrintable(QString::number(near)));
    QVERIFY2(told > 180, qPrintable(QString::number(told)));
}

/// While a rate over minutes still falls, the newest polls tell that the count rises.
void TestForecast::aBurstIsSaidBeforeTheRateHasIt()
{
    const auto falls = [](int second) { return 480 - 3.8 * second; };
    const auto bursts = [&](int second) {
        return second < 100 ? falls(second) : 100 + 55.0 * std::min(second - 100, 6);
    };
    for (int last = 106; last <= 180; ++last) {
        const Rate rate = rateOver(0, last, bursts);
        QVERIFY2(rate.latest > 0 || rate.jump > 0 || rate.perMinute > 0 || rate.stillFor > 0s,
                 (QByteArray::number(last) + " s: " + text(rate)).constData());
    }
    QVERIFY(rateOver(0, 106, bursts).latest > 100);
    QCOMPARE(rateOver(0, 180, bursts).latest, 0.0); // by now it is a jump or a turn
    QCOMPARE(rateOver(0, 100, falls).latest, 0.0);
    const Rate ends = rateOver(0, 110, [&](int second) { return falls(std::min(second, 100)); });
    QCOMPARE(ends.latest, 0.0); // it neither rises nor falls
}

void TestForecast::chanceIsNoBurst()
{
    std::mt19937 random(7); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers every time
    std::uniform_int_distribution<> of(-40, 40);
    GrowthWindow growth;
    int said = 0;
    for (int second = 0; second < 5'000; ++second) {
        growth.add(seconds(second), 200 + of(random));
        said += second % 5 == 0 && std::abs(growth.rate()->latest) > 0 ? 1 : 0;
    }
    QVERIFY2(said <= 20, (QByteArray::number(said) + " of 1,000").constData());
}

/// Values before an operation are ignored, and so is the jump of the operation itself.
void TestForecast::ofOperationsNothingIsLeft()
{
    GrowthWindow growth;
    for (int second = 0; second <= 200; ++second) {
        growth.add(seconds(second), 10.0 * second);
    }
    growth.startAnew(200s);
    for (int second = 200; second <= 320; ++second) {
        growth.add(seconds(second), 50'000 - 3.0 * second);
    }
    Rate rate = *growth.rate();
    QVERIFY2(std::abs(rate.perMinute + 180) < 1e-6 && rate.isSteady && rate.jump == 0, text(rate).constData());
    QVERIFY(rate.anewAt == 200s && rate.from == 200s);
    for (int second = 321; second <= 600; ++second) {
        growth.add(seconds(second), 50'000 - 3.0 * second);
    }
    QVERIFY(growth.rate()->anewAt == 0s); // by then nothing of the window is left out
}

void TestForecast::theClockIsSetBack()
{
    GrowthWindow growth;
    for (int second = 86'400; second <= 86'700; ++second) {
        growth.add(seconds(second), 5.0 * second);
    }
    QVERIFY(growth.rate()->isSteady);
    growth.add(100s, 5.0 * 86'701);
    QVERIFY(!isKnown(growth.rate()->perMinute) && !growth.rate()->isSteady && growth.rate()->polls == 1);
    for (int second = 101; second <= 300; ++second) {
        growth.add(seconds(second), 5.0 * (86'601 + second));
    }
    const Rate rate = *growth.rate();
    QVERIFY2(std::abs(rate.perMinute - 300) < 1e-6 && rate.isSteady && rate.from == 100s, text(rate).constData());
    // And forward: a gap of a day.
    growth.add(90'000s, 5.0 * 86'902);
    QVERIFY(!isKnown(growth.rate()->perMinute));
}

QTEST_GUILESS_MAIN(TestForecast)

#include "tst_forecast.moc"
