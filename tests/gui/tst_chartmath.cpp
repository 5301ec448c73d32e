// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "views/charts/chartlabels.h"
#include "models/charts/chartmath.h"

#include <QDateTime>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

int pointCount(const std::vector<models::UnbrokenLine> &stretches)
{
    int count = 0;
    for (const models::UnbrokenLine &stretch : stretches) {
        count += static_cast<int>(stretch.line.size() + stretch.low.size() + stretch.high.size());
    }
    return count;
}

} // namespace

/// The arithmetic of charts: axes, decimation, where words stand.
class ChartMathTest final : public QObject {
    Q_OBJECT

private slots:
    void largeLabels();
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void axesAreRound_data();
    void axesAreRound();
    void decimationKeepsExtremesAndTheLast();
    void aBusyLineIsCalm();
    void fewReadingsAreDrawnAsTheyAre();
    void aGapIsAGap();
    void labelsDoNotCollide();
    void readingFindsNothingInAGap();
    void youngReadingsFillTheAxis_data();
    void youngReadingsFillTheAxis();
    void anAxisFallsIntoRoundParts();
    void longAxesHaveDays();
    void seriesAreCombinedByTheirTimes();
    void aValueStandsUntilTheNext();
    void roundScoresLieBetween();
    void aWordStaysWhereItStands();
    void aLabelWithoutRoomGivesWay();
    void smallChangesLookSmall();
};

void ChartMathTest::axesAreRound_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("unit");
    QTest::addColumn<double>("bottom");
    QTest::addColumn<double>("top");
    QTest::addColumn<double>("step");
    QTest::newRow("nothing") << 0.0 << 0.0 << int(Unit::Count) << 0.0 << 4.0 << 1.0;
    QTest::newRow("one job") << 0.0 << 1.0 << int(Unit::Count) << 0.0 << 2.0 << 1.0;
    QTest::newRow("no half jobs") << 0.0 << 9.0 << int(Unit::Count) << 0.0 << 10.0 << 5.0;
    QTest::newRow("picture") << 0.0 << 1400.0 << int(Unit::Count) << 0.0 << 1500.0 << 500.0;
    QTest::newRow("minutes") << 0.0 << 252'000.0 << int(Unit::Duration) << 0.0 << 360'000.0 << 120'000.0;
    QTest::newRow("below zero") << -30.0 << 50.0 << int(Unit::PerMinute) << -40.0 << 60.0 << 20.0;
    QTest::newRow("a band of scores") << 9600.0 << 9910.0 << int(Unit::Score) << 9600.0 << 10'000.0 << 100.0;
}

void ChartMathTest::axesAreRound()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, unit);
    const models::Scale scale = models::niceScale(low, high, static_cast<Unit>(unit), 4);
    QTEST(scale.bottom, "bottom");
    QTEST(scale.top, "top");
    QTEST(scale.step, "step");
}

void ChartMathTest::decimationKeepsExtremesAndTheLast()
{
    const models::Series series = seriesOf(900, [](int i) { return i == 333 ? 5000.0 : i == 899 ? 17.0 : i % 7; });
    const auto stretches = models::decimate(series, now, minutes(15), 10'000); // more than there may be
    QCOMPARE(stretches.size(), 1U);
    QVERIFY2(pointCount(stretches) <= 600, qPrintable(QString::number(pointCount(stretches))));
    const auto lower = [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); };
    const models::UnbrokenLine &stretch = stretches.front();
    QCOMPARE(std::max_element(stretch.high.begin(), stretch.high.end(), lower)->y(), 5000.0);
    QCOMPARE(std::min_element(stretch.low.begin(), stretch.low.end(), lower)->y(), 0.0);
    QCOMPARE(stretch.line.first(), QPointF(static_cast<double>((series.points.front().time - now).count()), 0));
    QCOMPARE(stretch.line.last(), QPointF(0, 17));
    QVERIFY(std::is_sorted(stretch.line.begin(), stretch.line.end(),
                           [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); }));
}

/// A value that alternates with every reading: the line runs through the middle, with its range as a band.
void ChartMathTest::aBusyLineIsCalm()
{
    const auto stretches =
        models::decimate(seriesOf(900, [](int i) { return i % 2 == 0 ? 20.0 : 30.0; }), now, minutes(15), 90);
    QCOMPARE(stretches.size(), 1U);
    const models::UnbrokenLine &stretch = stretches.front();
    QVERIFY(stretch.isBand());
    QVERIFY(stretch.line.size() <= 93);
    for (qsizetype i = 2; i + 2 < stretch.line.size(); ++i) { // the columns at the ends are cut
        QCOMPARE(stretch.line[i].y(), 25.0);
        QCOMPARE(stretch.low[i], QPointF(stretch.line[i].x(), 20));
        QCOMPARE(stretch.high[i], QPointF(stretch.line[i].x(), 30));
    }
}

void ChartMathTest::fewReadingsAreDrawnAsTheyAre()
{
    const auto stretches = models::decimate(seriesOf(60, [](int i) { return i % 7; }), now, minutes(1), 60);
    QCOMPARE(stretches.size(), 1U);
    QVERIFY(!stretches.front().isBand());
    QCOMPARE(stretches.front().line.size(), 60);
    QCOMPARE(stretches.front().line[3], QPointF(-56'000, 3));
}

void ChartMathTest::aGapIsAGap()
{
    const auto withGaps = seriesOf(100, [](int i) { return i % 25 == 24 ? unknownFigure : i; });
    QCOMPARE(models::decimate(withGaps, now, minutes(15), 150).size(), 4U);
    const auto unknown = seriesOf(50, [](int) { return unknownFigure; });
    QVERIFY(models::decimate(unknown, now, minutes(15), 150).empty());
    QVERIFY(models::decimate({}, now, minutes(15), 150).empty());
}

void ChartMathTest::labelsDoNotCollide()
{
    const std::vector<double> placed = models::spreadLabels({50, 51, 52, 198}, 14, 0, 200);
    for (std::size_t i = 1; i < placed.size(); ++i) {
        QVERIFY(placed[i] - placed[i - 1] >= 14);
    }
    QVERIFY(placed.back() <= 193);
    QCOMPARE(models::spreadLabels({20, 100}, 14, 0, 200), (std::vector<double>{20, 100}));
}

void ChartMathTest::readingFindsNothingInAGap()
{
    const auto series = seriesOf(100, [](int i) { return i > 40 && i < 60 ? unknownFigure : i; });
    QCOMPARE(readAt(series, now, seconds(2)), 99.0);
    QVERIFY(!isKnown(readAt(series, now - seconds(50), seconds(2))));
    QVERIFY(!isKnown(readAt(series, now - minutes(10), seconds(2))));
    QCOMPARE(models::pointSpacing(series), milliseconds(1000));
}

void ChartMathTest::youngReadingsFillTheAxis_data()
{
    QTest::addColumn<int>("span");
    QTest::addColumn<int>("age");
    QTest::addColumn<int>("length");
    const int quarter = static_cast<int>(models::Span::QuarterHour);
    const int hour = static_cast<int>(models::Span::Hour);
    const int day = static_cast<int>(models::Span::Day);
    QTest::newRow("nothing yet") << quarter << 0 << 60;
    QTest::newRow("25 s of 15 min") << quarter << 25 << 60;
    QTest::newRow("a minute") << quarter << 60 << 60;
    QTest::newRow("more than a minute") << quarter << 61 << 120;
    QTest::newRow("three minutes") << quarter << 180 << 300;
    QTest::newRow("six minutes") << quarter << 360 << 900;
    QTest::newRow("older than 15 min") << quarter << 5000 << 900;
    QTest::newRow("25 s of 1 h") << hour << 25 << 900;
    QTest::newRow("20 min of 1 h") << hour << 1200 << 1800;
    QTest::newRow("40 min of 1 h") << hour << 2400 << 3600;
    QTest::newRow("25 s of 24 h") << day << 25 << 3600;
    QTest::newRow("2 h of 24 h") << day << 7200 << 6 * 3600;
    QTest::newRow("7 h of 24 h") << day << 7 * 3600 << 24 * 3600;
}

void ChartMathTest::youngReadingsFillTheAxis()
{
    QFETCH(int, span);
    QFETCH(int, age);
    QFETCH(int, length);
    QCOMPARE(models::axisLength(static_cast<models::Span>(span), seconds(age)), milliseconds(seconds(length)));
}

void ChartMathTest::anAxisFallsIntoRoundParts()
{
    const auto texts = [](milliseconds length, double width) {
        QStringList all;
        for (const models::AxisTick &tick : models::timeTicks(length, width)) {
            all.append(tick.text);
        }
        return all.join(QLatin1Char(' '));
    };
    QCOMPARE(texts(minutes(15), 600), QStringLiteral("−15 min −10 −5 now"));
    QCOMPARE(texts(minutes(2), 600), QStringLiteral("−2 min −90 s −1 min −30 s now"));
    QCOMPARE(texts(minutes(1), 600), QStringLiteral("−1 min −40 s −20 s now")); // 20 what?
    QCOMPARE(models::timeTicksAhead(minutes(15), 900).back().text, QStringLiteral("+15"));
    QCOMPARE(models::timeTicksAhead(minutes(1), 900)[4].text, QStringLiteral("+20 s"));
    QCOMPARE(texts(minutes(15), 100), QStringLiteral("−15 min now"));
    QCOMPARE(texts(hours(24), 600), QStringLiteral("−24 h −18 −12 −6 now"));
    QCOMPARE(models::rangeTitle(hours(24)), QStringLiteral("24 h"));
    QCOMPARE(models::rangeTitle(hours(365 * 24)), QStringLiteral("365 d")); // longer spans are in days
    for (const models::SpanSpec &span : models::spans) {
        milliseconds shorter{0};
        for (const models::SpanSpec::Axis &axis : span.axes) {
            QVERIFY(axis.length > shorter || axis.length == milliseconds::zero());
            QCOMPARE(axis.length % (axis.parts * seconds(1)), milliseconds::zero());
            QVERIFY(axis.length == milliseconds::zero()
                    || std::ssize(models::timeTicks(axis.length, 600)) == axis.parts + 1);
            shorter = axis.length;
        }
    }
}

void ChartMathTest::longAxesHaveDays()
{
    const auto at = [](int month, int day, int hour = 0) {
        return milliseconds(QDateTime(QDate(2026, month, day), QTime(hour, 0)).toMSecsSinceEpoch());
    };
    const auto texts = [](milliseconds from, milliseconds to, double width) {
        QStringList all;
        double before = -1;
        for (const models::AxisTick &tick : models::calendarTicks(from, to, width)) {
            all.append(tick.place > before && tick.place >= 0 && tick.place <= 1 ? tick.text : QStringLiteral("?"));
            before = tick.place;
        }
        return all.join(QLatin1Char(' '));
    };
    QCOMPARE(texts(at(11, 16, 10), at(11, 19, 10), 300), QStringLiteral("17 Nov 18 Nov 19 Nov"));
    QCOMPARE(texts(at(11, 16, 20), at(11, 17, 2), 300), QStringLiteral("20:00 22:00 17 Nov 02:00"));
    QCOMPARE(texts(at(1, 10), at(12, 20), 400), QStringLiteral("Mar May Jul Sep Nov"));
    QVERIFY(texts(at(1, 10), at(1, 10) + seconds(20), 600).startsWith(QStringLiteral("10 Jan 00:00:05")));
    QVERIFY(texts(at(1, 1), at(1, 1) + hours(24 * 365 * 30), 300).size() > 0);
    QCOMPARE(models::spanTitle(models::Span::Year), QStringLiteral("1 year"));
    QCOMPARE(models::spanTitle(models::Span::Month), QStringLiteral("30 d"));
}

void ChartMathTest::seriesAreCombinedByTheirTimes()
{
    const auto made = [](const std::vector<std::pair<int, double>> &points) {
        models::Series series;
        for (const auto &[second, value] : points) {
            series.points.push_back({now + seconds(second), value, value, value});
        }
        return series;
    };
    const models::Series all =
        combined(made({{0, 10}, {1, 11}, {2, unknownFigure}, {3, 13}}), made({{1, 1}, {3, 3}, {4, 4}}), std::minus<>());
    QCOMPARE(all.points.size(), 3U);
    QCOMPARE(all.points[0].value, 10.0);
    QVERIFY(!isKnown(all.points[1].value)); // a gap of one is one of both
    QCOMPARE(all.points[2].value, 10.0);
    QVERIFY(combined(made({}), made({{1, 1}}), std::plus<>()).points.empty());
}

/// Points of the past are further apart than those of now.
void ChartMathTest::aValueStandsUntilTheNext()
{
    models::Series series;
    for (const auto &[ago, value] : {std::pair(600, 1.0), std::pair(300, 2.0), std::pair(200, unknownFigure),
                                     std::pair(2, 3.0), std::pair(1, 4.0)}) {
        series.points.push_back({now - seconds(ago), value, value, value});
    }
    QCOMPARE(readAt(series, now - seconds(400), seconds(2)), 1.0);
    QVERIFY(!isKnown(readAt(series, now - seconds(250), seconds(2)))); // before the gap
    QVERIFY(!isKnown(readAt(series, now - seconds(100), seconds(2))));
    QCOMPARE(readAt(series, now, seconds(2)), 4.0);
}

void ChartMathTest::roundScoresLieBetween()
{
    QCOMPARE(models::roundBetween(0, 12'080, 4), (std::vector<double>{0, 5000, 10'000}));
    QCOMPARE(models::roundBetween(-30, 50, 4), (std::vector<double>{-20, 0, 20, 40}));
    QVERIFY(models::roundBetween(7, 7, 4).empty());
    QVERIFY(models::roundBetween(1e18, 1e18 + 256, 4).size() <= 9);
}

void ChartMathTest::aWordStaysWhereItStands()
{
    const QRectF plot(0, 0, 400, 200);
    std::vector<LineLabel> labels{{100.0, {60, 14}, false}};
    const QPolygonF wave(QList<QPointF>{{0, 95}, {150, 90}, {160, 20}, {400, 20}});
    const QRectF first = placeLabels(plot, labels, {wave}).front();
    QVERIFY(!crosses(wave, first));
    // The curve leaves: there is room further left again, but the word stays.
    QCOMPARE(placeLabels(plot, labels, {}).front(), first);
    // A curve that comes too close moves it.
    const QPolygonF across(QList<QPointF>{{0, 101 + 14}, {400, 101}});
    const QRectF moved = placeLabels(plot, labels, {across}).front();
    QVERIFY(!crosses(across, moved));
}

/// Close limits in a small plot: that of a critical limit, which is on the right, is kept.
void ChartMathTest::aLabelWithoutRoomGivesWay()
{
    const QRectF plot(0, 0, 100, 40);
    std::vector<LineLabel> labels{
        {10.0, {80, 15}}, {14.0, {80, 15}}, {18.0, {80, 15}, true}, {std::nullopt, {80, 15}, true}};
    const std::vector<QRectF> places = placeLabels(plot, labels, {});
    QCOMPARE(places.size(), labels.size());
    QVERIFY(!places[2].isEmpty());
    int shown = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        shown += places[i].isEmpty() ? 0 : 1;
        for (std::size_t other = 0; other < i; ++other) {
            QVERIFY2(!places[i].intersects(places[other]), qPrintable(QStringLiteral("%1, %2").arg(i).arg(other)));
        }
    }
    QVERIFY2(shown >= 2, qPrintable(QString::number(shown)));
}

void ChartMathTest::smallChangesLookSmall()
{
    const auto share = [](const std::vector<float> &values) {
        const auto [low, high] = models::sparklineRange(values);
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        return static_cast<double>(*most - *least) / (high - low);
    };
    QCOMPARE(share({0, 50, 100}), 1.0);
    QVERIFY(share({1000, 1010}) < 0.05);
    QVERIFY(share({3, 4}) < 0.3);
    QCOMPARE(share({7, 7}), 0.0);
    QCOMPARE(models::sparklineRange({0, 0}).first, 0.0); // nothing is at the bottom
    QCOMPARE(models::sparklineRange({1, 0, unknownFigure}).first, 0.0);
    QVERIFY(models::sparklineRange({41, 41}).first > 0); // in the middle
    QVERIFY(models::sparklineRange({-3, -2}).first < -3);
    QCOMPARE(models::sparklineRange({}).second, 4.0);
}

/// Never as 2e+04.
void ChartMathTest::largeLabels()
{
    QCOMPARE(models::axisLabel(2e10, Unit::Count), QLocale().toString(20'000.0, 'f', 0) + QStringLiteral(" M"));
    QCOMPARE(models::axisLabel(12'500'000, Unit::Count), QLocale().toString(12.5, 'g', 4) + QStringLiteral(" M"));
}

QTEST_GUILESS_MAIN(ChartMathTest)
#include "tst_chartmath.moc"
