// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "tests/gui/visiblelines.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QtCharts/QLineSeries>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Where lines go from now on, in a chart that looks ahead.
class ChartForecastTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void whatIsToComeIsDotted_data();
    void whatIsToComeIsDotted();
    void nothingAheadIsGoneTo();

private:
    Theme m_theme;
};

void ChartForecastTest::whatIsToComeIsDotted_data()
{
    QTest::addColumn<double>("perMinute");
    QTest::addColumn<int>("until"); // minutes; 0: it comes to no bound
    QTest::addColumn<double>("bound");
    QTest::addColumn<QPointF>("end"); // minutes from now, and value
    QTest::addColumn<bool>("isNamed");
    QTest::newRow("to its limit") << 170.0 << 12 << 5'000.0 << QPointF(12, 5'000) << true;
    QTest::newRow("to the end of the chart") << 50.0 << 40 << 5'000.0 << QPointF(15, 3'710) << false;
    QTest::newRow("to nothing") << -300.0 << 10 << 0.0 << QPointF(10, 0) << true;
    QTest::newRow("without a limit") << 100.0 << 0 << 0.0 << QPointF(15, 4'460) << false;
}

void ChartForecastTest::whatIsToComeIsDotted()
{
    QFETCH(const double, perMinute);
    QFETCH(const int, until);
    QFETCH(const double, bound);
    QFETCH(const QPointF, end);
    QFETCH(const bool, isNamed);
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(900, 260);
    chart.show();
    TimeChart::Line line{QStringLiteral("invoices"), seriesOf(900, [](int) { return 2'960.0; }), 3, false};
    line.forecast = TimeChart::Forecast{.from = 2'960, .perMinute = perMinute, .bound = bound};
    line.forecast->until = until > 0 ? std::optional<milliseconds>(minutes(until)) : std::nullopt;
    line.forecast->word = QStringLiteral("5,000 at 12:15");
    line.forecast->text = QStringLiteral("critical 5,000 in 12 min");
    const TimeChart::Line other{QStringLiteral("email"), seriesOf(900, [](int) { return 1'200.0; }), 0, false};
    chart.setLimits({{QStringLiteral("critical"), 5'000, true}});
    chart.setLines({line, other}, now);
    const auto *view = chart.findChild<TimePlot *>();
    QCOMPARE(visibleLines(*view).size(), 2U); // nobody asked for it
    chart.lookAhead(true);
    chart.setLines({line, other}, now);
    const auto lines = visibleLines(*view);
    QCOMPARE(lines.size(), 3U);
    const auto dotted = std::find_if(lines.begin(), lines.end(),
                                     [](const QLineSeries *series) { return series->points().last().x() > 0; });
    QVERIFY(dotted != lines.end());
    QCOMPARE((*dotted)->points().first(), QPointF(0, 2'960));
    QCOMPARE((*dotted)->points().last(), QPointF(end.x() * 60'000, end.y()));
    QCOMPARE((*dotted)->pen().color(), m_theme.tokens().series[3]);
    QVERIFY((*dotted)->pen().dashPattern() != lines.front()->pen().dashPattern());
    QCOMPARE(view->ticks().front().text, QStringLiteral("−15 min"));
    QCOMPARE(view->ticks().back().text, QStringLiteral("+15"));
    QCOMPARE(view->ticks().back().place, 1.0);
    QCOMPARE(chart.findChild<QToolButton *>(QStringLiteral("spanButton"))->text(),
             QStringLiteral("15 min and 15 min ahead ▾"));
    QCOMPARE(std::any_of(view->words().begin(), view->words().end(),
                         [](const TimePlot::Word &word) { return word.text.startsWith(QLatin1String("5,000 at")); }),
             isNamed);
    QVERIFY(view->accessibleDescription().contains(QStringLiteral("invoices: critical 5,000 in 12 min")));
}

void ChartForecastTest::nothingAheadIsGoneTo()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(900, 260);
    chart.show();
    chart.lookAhead(true);
    chart.setLines({{QStringLiteral("email"), seriesOf(900, [](int) { return 1'200.0; }), 0, false}}, now);
    auto *view = chart.findChild<TimePlot *>();
    QSignalSpy moments(view, &TimePlot::momentClicked);
    QSignalSpy ranges(view, &TimePlot::rangeWanted);
    const QRectF plot = view->chart()->plotArea();
    const auto at = [&plot](double place) { return QPointF(plot.left() + place * plot.width(), 60).toPoint(); };
    const QImage before = chart.grab().toImage();
    QTest::mouseMove(view->viewport(), at(0.75));
    QVERIFY(chart.grab().toImage() != before); // it is read
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(0.75));
    QCOMPARE(moments.size(), 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, at(0.25));
    QCOMPARE(moments.size(), 1);
    QVERIFY(std::chrono::abs(moments[0][0].value<milliseconds>() - (now - minutes(7) - seconds(30))) < seconds(5));
    QTest::mousePress(view->viewport(), Qt::LeftButton, {}, at(0.4));
    QTest::mouseMove(view->viewport(), at(0.9));
    QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, at(0.9));
    QCOMPARE(ranges.size(), 1);
    QVERIFY(ranges[0][1].value<milliseconds>() <= now);
    chart.range().show(now - minutes(10), now - minutes(5), now);
    chart.setLines({{QStringLiteral("email"), seriesOf(900, [](int) { return 1'200.0; }), 0, false}}, now);
    QCOMPARE(view->chart()->mapToPosition({0, 0}).x(), view->chart()->plotArea().right()); // no room in the past
}

QTEST_MAIN(ChartForecastTest)
#include "tst_chartforecast.moc"
