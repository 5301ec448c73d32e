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

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Tests forecasts in a chart that looks ahead.
class ChartForecastTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void whatIsToComeIsDotted_data();
    void whatIsToComeIsDotted();
    void emptyRoomAheadSaysWhy();
    void nothingAheadIsGoneTo();
    void wordsAreApart_data();
    void wordsAreApart();
    void aNameIsBesideWhatIsToCome();

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
    QCOMPARE(visibleLines(*view).size(), 2U); // not requested
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

/// The room ahead outlasts a forecast for a while, and lines may have none: it says why it is empty.
void ChartForecastTest::emptyRoomAheadSaysWhy()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(900, 260);
    chart.show();
    chart.lookAhead(true);
    TimeChart::Line line{QStringLiteral("email"), seriesOf(900, [](int) { return 1'200.0; }), 0, false};
    const auto *view = chart.findChild<TimePlot *>();
    const auto reasons = [view] {
        return std::count_if(view->words().begin(), view->words().end(), [view](const TimePlot::Word &word) {
            return word.text.startsWith(QLatin1String("no forecast"))
                && word.place.left() > view->chart()->mapToPosition({0, 0}).x();
        });
    };
    chart.setLines({line}, now);
    QCOMPARE(reasons(), 1);
    line.forecast = TimeChart::Forecast{.from = 1'200, .perMinute = 1};
    chart.setLines({line}, now + seconds(1));
    QCOMPARE(reasons(), 0);
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

void ChartForecastTest::wordsAreApart_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QList<double>>("depths");
    QTest::addColumn<QList<double>>("rates"); // a minute
    const QList<QSize> sizes{{980, 230}, {700, 180}, {1500, 320}, {520, 200}};
    for (const QSize &size : sizes) {
        const QString wide = QString::number(size.width());
        QTest::newRow(qPrintable(QStringLiteral("close together ") + wide))
            << size << QList<double>{900, 860, 830, 500, 470} << QList<double>{30, -60, 10, 20, -20};
        QTest::newRow(qPrintable(QStringLiteral("soon at their bounds ") + wide))
            << size << QList<double>{950, 960, 970, 980, 990} << QList<double>{60, 60, 60, 60, 60};
        QTest::newRow(qPrintable(QStringLiteral("nearly empty ") + wide))
            << size << QList<double>{40, 30, 20, 10, 5} << QList<double>{-30, -20, -15, -8, -3};
        QTest::newRow(qPrintable(QStringLiteral("far apart ") + wide))
            << size << QList<double>{990, 10} << QList<double>{5, 70};
    }
}

void ChartForecastTest::wordsAreApart()
{
    QFETCH(const QSize, size);
    QFETCH(const QList<double>, depths);
    QFETCH(const QList<double>, rates);
    TimeChart chart(QStringLiteral("Deepest queues"), &m_theme, nullptr);
    chart.resize(size);
    chart.show();
    chart.lookAhead(true);
    chart.range().compare(models::Comparison::LastWeek);
    std::vector<TimeChart::Line> lines;
    for (int i = 0; i < depths.size(); ++i) {
        TimeChart::Line line{QStringLiteral("queue %1").arg(i), seriesOf(900, [&](int) { return depths[i]; }), i,
                             false};
        line.forecast = TimeChart::Forecast{.from = depths[i], .perMinute = rates[i]};
        line.forecast->bound = rates[i] > 0 ? 1'000 : 0;
        line.forecast->until = milliseconds(qRound64((line.forecast->bound - depths[i]) / rates[i] * 60'000));
        line.forecast->word = QStringLiteral("bound %1 at 12:15").arg(i);
        line.series.earlier = seriesOf(900, [&](int) { return depths[i] * 0.9; }).points;
        lines.push_back(line);
    }
    chart.setLimits({{QStringLiteral("queue 0: warning 1,000"), 1'000, false}});
    chart.setMarks({{now - minutes(1), QStringLiteral("restarted"), State::Critical}});
    chart.setLines(lines, now);
    const auto *view = chart.findChild<TimePlot *>();
    QCOMPARE(view->names().size(), lines.size() + 1); // and what it is compared with
    std::vector<TimePlot::Word> all = view->words();
    for (const TimePlot::Word &name : view->names()) {
        QVERIFY2(name.place.bottom() <= view->chart()->plotArea().bottom() + 1, qPrintable(name.text));
        all.push_back(name);
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            QVERIFY2(!all[i].place.adjusted(0.5, 0.5, -0.5, -0.5).intersects(all[j].place),
                     qPrintable(QStringLiteral("“%1” and “%2”").arg(all[i].text, all[j].text)));
        }
    }
}

void ChartForecastTest::aNameIsBesideWhatIsToCome()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(980, 230);
    chart.show();
    chart.lookAhead(true);
    chart.range().compare(models::Comparison::Yesterday);
    TimeChart::Line line{QStringLiteral("email"), seriesOf(900, [](int) { return 500.0; }), 0, false};
    line.forecast = TimeChart::Forecast{.from = 500, .perMinute = 1};
    line.series.earlier = seriesOf(900, [](int) { return 500.0; }).points;
    chart.setLines({line}, now);
    const auto *view = chart.findChild<TimePlot *>();
    const auto lines = visibleLines(*view);
    const auto ahead =
        std::find_if(lines.begin(), lines.end(), [](const QLineSeries *one) { return one->points().last().x() > 0; });
    QVERIFY(ahead != lines.end());
    QPolygonF drawn;
    for (const QPointF &point : (*ahead)->points()) {
        drawn.append(view->chart()->mapToPosition(point));
    }
    QCOMPARE(view->names().size(), 2U);
    for (const TimePlot::Word &name : view->names()) {
        QVERIFY2(!crosses(drawn, name.place), qPrintable(name.text)); // else it reads as struck out
        QVERIFY(std::abs(name.place.center().y() - drawn.first().y()) < 3 * name.place.height());
    }
    // A little more is no reason to wander.
    const QRectF before = view->names().front().place;
    chart.setLines({line}, now + seconds(1));
    QCOMPARE(view->names().front().place, before);
}

QTEST_MAIN(ChartForecastTest)
#include "tst_chartforecast.moc"
