// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/past/dayreader.h"
#include "tests/unit/historybench.h"

using namespace plimsoll;
using namespace plimsoll::test;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests the limits proposed from a recorded day, and when there is no proposal.
class TestRecordedDay final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void usualIsNotTheHighest();
    void lessThanADay();
    void whatIsProposed_data();
    void whatIsProposed();
    void nothingWhereAllAreUsual();
    void whatFits();

private:
    /// Records a poll a minute from `from` before `start` up to `start`, except in the gap.
    void record(milliseconds from, milliseconds gapFrom = {}, milliseconds gapTo = {})
    {
        redis::HistoryWriter writer(m_path);
        for (milliseconds time = start - from; time <= start; time += 1min) {
            if (time >= start - gapFrom && time < start - gapTo) {
                continue;
            }
            const bool isPeak = time == start - 10h;
            tick(writer, time, {QStringLiteral("email | queue | ok | ready=%1").arg(isPeak ? 9'000 : 300)});
        }
    }
    [[nodiscard]] models::RecordedDay day() const { return app::readDay(m_path, email, queue, start); }
    static const FigureSpec &readyFigure()
    {
        static const KindInfo *kind = testKind(queue);
        return kind->figures[static_cast<std::size_t>(kind->figureIndex(ready))];
    }
    static FigureSpec figureOf(Unit unit, Means means = Means::Nothing)
    {
        return {QLatin1StringView("figure"), "figure", "", unit, means};
    }
};

void TestRecordedDay::usualIsNotTheHighest()
{
    record(25h);
    const models::RecordedDay read = day();
    QVERIFY(read.isThere());
    QVERIFY2(read.recorded > 23h && read.recorded <= 24h, qPrintable(QString::number(read.recorded.count())));
    const models::RecordedDay::Figure *found = read.figure(ready);
    QVERIFY(found != nullptr);
    QCOMPARE(found->usual, 300.0); // of a minute of a day nothing is told
    QCOMPARE(found->most, 9'000.0);
    QVERIFY(read.figure(QStringLiteral("oldestReadyMs")) == nullptr); // never known
    QVERIFY(!app::readDay(m_path, QStringLiteral("other"), queue, start).isThere());
    QVERIFY(!app::readDay(m_path, email, queue, start + 12h).isThere()); // half of it was not watched
}

void TestRecordedDay::lessThanADay()
{
    QVERIFY(!day().isThere()); // there is no file
    record(23h);
    QVERIFY(!day().isThere());
    begin();
    record(25h, 10h, 4h);
    QVERIFY(!day().isThere()); // 18 h of 24
    begin();
    record(25h, 10h, 7h);
    QVERIFY(day().isThere()); // 21 h
}

void TestRecordedDay::whatIsProposed_data()
{
    QTest::addColumn<double>("usual");
    QTest::addColumn<Unit>("unit");
    QTest::addColumn<double>("beginWarning");
    QTest::addColumn<double>("beginCritical");
    QTest::addColumn<double>("warning");
    QTest::addColumn<double>("critical");
    QTest::newRow("a busy queue") << 340.0 << Unit::Count << 1'000.0 << 10'000.0 << 800.0 << 8'000.0;
    QTest::newRow("a queue that is empty") << 0.0 << Unit::Count << 1'000.0 << 10'000.0 << 100.0 << 1'000.0;
    QTest::newRow("a huge one") << 2'100'000.0 << Unit::Count << 1'000.0 << 10'000.0 << 5e6 << 5e7;
    QTest::newRow("any is trouble") << 0.0 << Unit::Count << 1.0 << 25.0 << 1.0 << 25.0;
    QTest::newRow("some are usual") << 3.0 << Unit::Count << 1.0 << 25.0 << 6.0 << 150.0;
    QTest::newRow("whole ones") << 0.6 << Unit::Count << 1.0 << 25.0 << 2.0 << 50.0;
    QTest::newRow("seconds") << 4'200.0 << Unit::Duration << 60'000.0 << 600'000.0 << 10'000.0 << 120'000.0;
    QTest::newRow("hours") << 4'000'000.0 << Unit::Duration << 60'000.0 << 600'000.0 << 10'800'000.0 << 172'800'000.0;
    QTest::newRow("a share") << 0.11 << Unit::Score << 0.2 << 0.5 << 0.25 << 0.8;
    QTest::newRow("a large share") << 0.3 << Unit::Score << 0.2 << 0.5 << 0.6 << 1.0;
}

void TestRecordedDay::whatIsProposed()
{
    QFETCH(const double, usual);
    QFETCH(const Unit, unit);
    QFETCH(const double, beginWarning);
    QFETCH(const double, beginCritical);
    const auto proposed =
        models::proposedFrom({ready, usual, usual * 3}, figureOf(unit), {beginWarning, beginCritical});
    QVERIFY(proposed);
    QTEST(proposed->warning, "warning");
    QTEST(proposed->critical, "critical");
    QVERIFY(proposed->warning > usual);
}

void TestRecordedDay::nothingWhereAllAreUsual()
{
    QVERIFY(!models::proposedFrom({ready, 0.7, 1}, figureOf(Unit::Score), {0.2, 0.5}));
    constexpr double never = std::numeric_limits<double>::infinity();
    QVERIFY(!models::proposedFrom({ready, never, never}, figureOf(Unit::Score), {2, 4}));
}

void TestRecordedDay::whatFits()
{
    const models::RecordedDay::Figure figure{ready, 300, 9'000};
    const models::ProposedLimit proposed{600, 6'000};
    const auto isFit = [&](const std::optional<Limit> &limit, Means means = Means::Nothing, double usual = 300) {
        return models::fits(limit, {ready, usual, 9'000}, figureOf(Unit::Count, means), proposed);
    };
    QVERIFY(!isFit(std::nullopt));
    QVERIFY(isFit(Limit{0, 1'000, 5'000}));
    QVERIFY(isFit(Limit{0, 301, std::nullopt}));
    QVERIFY(!isFit(Limit{0, 300, std::nullopt})); // it would be in trouble all day
    QVERIFY(!isFit(Limit{0, 200, 5'000}));
    QVERIFY(!isFit(Limit{0, 6'001, std::nullopt})); // too far to say anything
    QVERIFY(isFit(Limit{0, std::nullopt, 6'000}));
    QVERIFY(isFit(Limit{})); // it is off
    QVERIFY(isFit(Limit{0, 5, 1, true}));
    Limit silent;
    silent.unchangedFor.warning = 1h;
    QVERIFY(!isFit(silent));
    QVERIFY(isFit(std::nullopt, Means::Trouble, 0)); // any of it is a warning as it is
    QVERIFY(!isFit(std::nullopt, Means::Trouble, 5));
}

QTEST_GUILESS_MAIN(TestRecordedDay)
#include "tst_recordedday.moc"
