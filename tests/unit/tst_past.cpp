// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/history.h"
#include "models/history/past.h"
#include "models/history/wallclock.h"
#include "tests/support/snapshotbuilder.h"

#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds start = 1'700'000'000'000ms;

QString text(const Series &series)
{
    QStringList parts;
    for (const Series::Point &point : series.points) {
        const QString value = isKnown(point.value) ? QString::number(point.value) : QStringLiteral("gap");
        parts += QStringLiteral("%1:%2").arg((point.time - start).count() / 1000).arg(value);
    }
    return parts.join(QLatin1Char(' '));
}

/// An answer with points at `seconds` after `start`, whose values are these seconds.
PastAnswer pastOf(const PastQuestion &question, const std::vector<int> &seconds)
{
    PastSeries past{{}, 1s};
    for (const int second : seconds) {
        const auto value = static_cast<double>(second);
        past.series.points.push_back({start + second * 1s, value, value, value});
    }
    PastAnswer answer;
    for (const PastQuestion::Of &of : question.of) {
        answer.push_back(std::vector<PastSeries>(static_cast<std::size_t>(of.figures.size()), past));
    }
    return answer;
}

} // namespace

/// Tests queries for the time before the values in memory, and how both parts are joined.
class TestPast final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_builder = std::make_unique<test::SnapshotBuilder>();
        m_history = std::make_unique<History>();
    }
    void thePastIsAskedForOnceAndJoined();
    void aStretchOfThePast();
    void whatIsDrawnOfASpanIsAskedForAsSuch();
    void yesterdayIsAskedForAndMoved();
    void theClockOnTheWall_data();
    void theClockOnTheWall();

private:
    void tick(milliseconds time, int ready)
    {
        m_history->apply(m_builder->make(start + time, {QStringLiteral("q | queue | ok | ready=%1").arg(ready)}));
    }

    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<History> m_history;
};

void TestPast::thePastIsAskedForOnceAndJoined()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    const QSignalSpy read(m_history.get(), &History::pastRead);
    m_history->lookBack({0}, Span::QuarterHour);
    QVERIFY(asked.empty()); // nothing is known of any collection yet
    tick(0s, 1);
    m_history->lookBack({0, 7}, Span::QuarterHour);
    m_history->lookBack({0, 7}, Span::QuarterHour);
    QCOMPARE(asked.size(), 1U);
    QCOMPARE(asked[0].of.size(), 1U);
    QCOMPARE(asked[0].of[0].collection, QStringLiteral("q"));
    QVERIFY(asked[0].from == start - 15min && asked[0].to == start);
    m_history->takePast(asked[0], pastOf(asked[0], {-30, -29, -1, 0}));
    QCOMPARE(read.size(), 1);
    tick(1s, 2);
    // Where both parts have values, those in memory count.
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("-30:-30 -29:-29 -1:-1 0:1 1:2"));
    QCOMPARE(text(m_history->figure(0, 0, Span::Hour)), QStringLiteral("1:2")); // not asked for
    m_history->lookBack({0}, Span::QuarterHour);
    QCOMPARE(asked.size(), 1U);
    // Nothing came: again after a while, and another span at once.
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 2U);
    m_history->takePast(asked[1], {});
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 2U);
    tick(40s, 2);
    m_history->lookBack({0}, Span::Year);
    QCOMPARE(asked.size(), 3U);
    // From a quarter of an hour on all of that is in memory.
    for (int second = 41; second < 1000; ++second) {
        tick(second * 1s, 2);
    }
    m_history->lookBack({0}, Span::QuarterHour);
    QCOMPARE(asked.size(), 3U);
    m_history->clear();
    tick(1001s, 5);
    QCOMPARE(text(m_history->figure(0, 0, Span::QuarterHour)), QStringLiteral("1001:5"));
}

void TestPast::aStretchOfThePast()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    for (int second = 0; second < 10; ++second) {
        tick(second * 1s, second);
    }
    const Reach reach(Span::QuarterHour, start - 4s, start + 3s);
    m_history->lookBack({0}, reach);
    QCOMPARE(asked.size(), 1U);
    QVERIFY(asked[0].from == start - 4s && asked[0].to == start + 3s);
    // Until it is read there is what is in memory of it; then that follows.
    QCOMPARE(text(m_history->figure(0, 0, reach)), QStringLiteral("0:0 1:1 2:2 3:3"));
    m_history->takePast(asked[0], pastOf(asked[0], {-4, -3, 1}));
    QCOMPARE(text(m_history->figure(0, 0, reach)), QStringLiteral("-4:-4 -3:-3 1:1 2:2 3:3"));
    // Moved on, what was read of that time stands in until its own is.
    QCOMPARE(text(m_history->figure(0, 0, Reach(Span::QuarterHour, start - 3s, start + 2s))),
             QStringLiteral("-3:-3 1:1 2:2"));
    m_history->lookBack({0}, reach);
    QCOMPARE(asked.size(), 1U);
}

void TestPast::whatIsDrawnOfASpanIsAskedForAsSuch()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    tick(0s, 1);
    const Reach hour = Reach(Span::Day).drawing(1h);
    m_history->lookBack({0}, hour);
    QCOMPARE(asked.size(), 1U);
    QVERIFY(asked[0].from == start - 24h && asked[0].to == start && asked[0].drawn == 1h);
    m_history->takePast(asked[0], pastOf(asked[0], {-4000, -2}));
    m_history->lookBack({0}, hour);
    QCOMPARE(asked.size(), 1U);
    // More is drawn, in other steps: what there is stands in until they are read.
    const Reach more = Reach(Span::Day).drawing(6h);
    m_history->lookBack({0}, more);
    QCOMPARE(asked.size(), 2U);
    QVERIFY(asked[1].drawn == 6h);
    QVERIFY(text(m_history->figure(0, 0, more)).startsWith(QStringLiteral("-4000:-4000 ")));
    m_history->takePast(asked[1], pastOf(asked[1], {-9000}));
    QVERIFY(text(m_history->figure(0, 0, more)).startsWith(QStringLiteral("-9000:-9000 ")));
    m_history->lookBack({0}, more.with(Comparison::Yesterday));
    QCOMPARE(asked.size(), 3U);
    QVERIFY(asked[2].drawn >= 6h && asked[2].drawn < 8h);
}

void TestPast::yesterdayIsAskedForAndMoved()
{
    std::vector<PastQuestion> asked;
    connect(m_history.get(), &History::pastWanted, this, [&asked](const PastQuestion &one) { asked.push_back(one); });
    tick(0s, 1);
    const Reach live(Span::QuarterHour);
    const Reach compared = live.with(Comparison::Yesterday);
    m_history->lookBack({0}, compared);
    m_history->lookBack({0}, compared);
    QCOMPARE(asked.size(), 2U);
    QVERIFY(asked[0].reach == live);
    QVERIFY(asked[1].reach == compared);
    QVERIFY(asked[1].from == start - 24h - 15min && asked[1].to == start - 24h + 45s);
    QVERIFY(!m_history->figure(0, 0, compared).earlier); // not read yet
    QVERIFY(!m_history->figure(0, 0, live).earlier);

    PastAnswer answer = pastOf(asked[1], {-86400 - 600, -86400 - 599, -86400 + 30});
    m_history->takePast(asked[1], answer);
    const auto earlier = [&] { return m_history->figure(0, 0, compared).earlier; };
    QVERIFY(earlier());
    QCOMPARE(text({*earlier()}), QStringLiteral("-600:-87000 -599:-86999")); // what is to come is not there
    QCOMPARE(text(m_history->figure(0, 0, compared)), QStringLiteral("0:1"));
    QVERIFY(!m_history->figure(0, 0, live).earlier);
    tick(40s, 1);
    m_history->lookBack({0}, live.with(Comparison::Yesterday));
    QCOMPARE(asked.size(), 3U); // of the past again, for that has not come
    QVERIFY(asked[2].reach == live);
    QCOMPARE(text({*earlier()}), QStringLiteral("-600:-87000 -599:-86999 30:-86370"));
    // Beyond what was read ahead it is asked for again.
    tick(50s, 1);
    m_history->lookBack({0}, compared);
    QCOMPARE(asked.size(), 4U);
    QVERIFY(asked[3].reach == compared);
    // A week ago there was nothing: that is known once it was looked for.
    const Reach week = live.with(Comparison::LastWeek);
    m_history->lookBack({0}, week);
    QVERIFY(!m_history->figure(0, 0, week).earlier);
    QVERIFY(asked.back().from == start + 50s - 7 * 24h - 15min);
    m_history->takePast(asked.back(), {});
    QVERIFY(m_history->figure(0, 0, week).earlier && m_history->figure(0, 0, week).earlier->empty());
    // A stretch of the past has its own.
    const Reach stretch = Reach(Span::QuarterHour, start - 4s, start + 3s).with(Comparison::Yesterday);
    m_history->lookBack({0}, stretch);
    QVERIFY(asked.back().from == start - 4s - 24h && asked.back().to == start + 3s - 24h);
    QVERIFY(!m_history->figure(0, 0, stretch).earlier);
}

void TestPast::theClockOnTheWall_data()
{
    QTest::addColumn<QString>("from"); // UTC; values half an hour apart, beginning with 0
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("days");
    QTest::addColumn<QString>("moved"); // value at the time of Berlin
    QTest::newRow("as ever") << "2026-11-20T08:00:00Z" << 3 << 1 << "0@21. 09:00 1@21. 09:30 2@21. 10:00";
    QTest::newRow("a week") << "2026-11-13T08:00:00Z" << 2 << 7 << "0@20. 09:00 1@20. 09:30";
    // On 29 March 2026 there was no time from 2:00 to 3:00: what was the day before is left out.
    QTest::newRow("set forward today") << "2026-03-28T00:30:00Z" << 5 << 1 << "0@29. 01:30 3@29. 03:00 4@29. 03:30";
    // And on the day after there is nothing to show there.
    QTest::newRow("set forward yesterday")
        << "2026-03-29T00:00:00Z" << 4 << 1 << "0@30. 01:00 1@30. 01:30 gap 2@30. 03:00 3@30. 03:30";
    // On 25 October 2026 it was 2:00 to 3:00 twice.
    QTest::newRow("set back today") << "2026-10-23T23:30:00Z" << 4 << 1
                                    << "0@25. 01:30 1@25. 02:00 2@25. 02:30 1@25. 02:00 2@25. 02:30 3@25. 03:00";
    QTest::newRow("set back yesterday") << "2026-10-24T23:30:00Z" << 6 << 1
                                        << "0@26. 01:30 1@26. 02:00 2@26. 02:30 5@26. 03:00";
    QTest::newRow("set back between") << "2026-10-23T08:00:00Z" << 2 << 7 << "0@30. 10:00 1@30. 10:30";
}

void TestPast::theClockOnTheWall()
{
    QFETCH(const QString, from);
    QFETCH(const int, count);
    QFETCH(const int, days);
    const QTimeZone berlin("Europe/Berlin");
    QVERIFY(berlin.isValid());
    const milliseconds begin(QDateTime::fromString(from, Qt::ISODate).toMSecsSinceEpoch());
    std::vector<Series::Point> points;
    for (int i = 0; i < count; ++i) {
        const auto value = static_cast<double>(i);
        points.push_back({begin + i * 30min, value, value, value});
    }
    const WallClock clock(points.front().time, points.back().time, days, berlin);
    QStringList told;
    milliseconds last{};
    for (const Series::Point &point : clock.moved(points, 30min)) {
        const QDateTime at = QDateTime::fromMSecsSinceEpoch(point.time.count(), berlin);
        told += isKnown(point.value)
            ? QStringLiteral("%1@%2").arg(point.value).arg(at.toString(QStringLiteral("d. hh:mm")))
            : QStringLiteral("gap");
        QVERIFY(point.time > last);
        last = point.time;
    }
    QTEST(told.join(QLatin1Char(' ')), "moved");
}

QTEST_GUILESS_MAIN(TestPast)
#include "tst_past.moc"
