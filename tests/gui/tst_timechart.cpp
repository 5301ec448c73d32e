// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/chartview.h"
#include "views/theme.h"
#include "views/timechart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtCharts/QLineSeries>

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

constexpr milliseconds now{1'795'000'000'000};

/// One point a second up to now; values by `value(i)`, NaN where it gives NaN.
template <typename Value> models::Series seriesOf(int count, Value value)
{
    models::Series series;
    for (int i = 0; i < count; ++i) {
        const double at = value(i);
        series.points.push_back({now - seconds(count - 1 - i), at, at, at});
    }
    return series;
}

int pointCount(const std::vector<Stretch> &stretches)
{
    int count = 0;
    for (const Stretch &stretch : stretches) {
        count += static_cast<int>(stretch.line.size() + stretch.low.size() + stretch.high.size());
    }
    return count;
}

std::vector<const QLineSeries *> visibleLines(const ChartView &view)
{
    std::vector<const QLineSeries *> lines;
    for (QAbstractSeries *series : view.chart()->series()) {
        const auto *line = qobject_cast<const QLineSeries *>(series);
        if (line != nullptr && line->isVisible()) {
            lines.push_back(line);
        }
    }
    return lines;
}

} // namespace

class TimeChartTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void axesAreRound_data();
    void axesAreRound();
    void decimationKeepsExtremesAndTheLast();
    void aBusyLineIsCalm();
    void fewReadingsAreDrawnAsTheyAre();
    void columnsFollowTheWidth();
    void longNamesLeaveThePlotItsWidth();
    void aGapIsAGap();
    void labelsDoNotCollide();
    void readingFindsNothingInAGap();
    void drawsOnlyWhileVisible();
    void aHiddenChartHoldsOnToNothing_data();
    void aHiddenChartHoldsOnToNothing();
    void seriesAreUsedAgain();
    void spanMenuAsksForOtherLines();
    void youngReadingsFillTheAxis_data();
    void youngReadingsFillTheAxis();
    void theAxisOnlyGrows();
    void roundScoresLieBetween();
    void emptyAndThemeSwitch();
    void hoverPaintsAReading();
    void redrawIsCheap();

private:
    Theme m_theme;
};

void TimeChartTest::axesAreRound_data()
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

void TimeChartTest::axesAreRound()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, unit);
    const Scale scale = niceScale(low, high, static_cast<Unit>(unit), 4);
    QTEST(scale.bottom, "bottom");
    QTEST(scale.top, "top");
    QTEST(scale.step, "step");
}

void TimeChartTest::decimationKeepsExtremesAndTheLast()
{
    const models::Series series = seriesOf(900, [](int i) { return i == 333 ? 5000.0 : i == 899 ? 17.0 : i % 7; });
    const auto stretches = decimate(series, now, minutes(15), 10'000); // more than there may be
    QCOMPARE(stretches.size(), 1U);
    QVERIFY2(pointCount(stretches) <= 600, qPrintable(QString::number(pointCount(stretches))));
    const auto lower = [](const QPointF &a, const QPointF &b) { return a.y() < b.y(); };
    const Stretch &stretch = stretches.front();
    QCOMPARE(std::max_element(stretch.high.begin(), stretch.high.end(), lower)->y(), 5000.0);
    QCOMPARE(std::min_element(stretch.low.begin(), stretch.low.end(), lower)->y(), 0.0);
    QCOMPARE(stretch.line.last(), QPointF(0, 17));
    QVERIFY(std::is_sorted(stretch.line.begin(), stretch.line.end(),
                           [](const QPointF &a, const QPointF &b) { return a.x() < b.x(); }));
}

/// Up and down with every reading: the line goes through the middle, what it swings between is beside it.
void TimeChartTest::aBusyLineIsCalm()
{
    const auto stretches =
        decimate(seriesOf(900, [](int i) { return i % 2 == 0 ? 20.0 : 30.0; }), now, minutes(15), 90);
    QCOMPARE(stretches.size(), 1U);
    const Stretch &stretch = stretches.front();
    QVERIFY(stretch.isBand());
    QVERIFY(stretch.line.size() <= 92);
    for (qsizetype i = 1; i + 2 < stretch.line.size(); ++i) { // the columns at the ends are cut
        QCOMPARE(stretch.line[i].y(), 25.0);
        QCOMPARE(stretch.low[i], QPointF(stretch.line[i].x(), 20));
        QCOMPARE(stretch.high[i], QPointF(stretch.line[i].x(), 30));
    }
}

void TimeChartTest::fewReadingsAreDrawnAsTheyAre()
{
    const auto stretches = decimate(seriesOf(60, [](int i) { return i % 7; }), now, minutes(1), 60);
    QCOMPARE(stretches.size(), 1U);
    QVERIFY(!stretches.front().isBand());
    QCOMPARE(stretches.front().line.size(), 60);
    QCOMPARE(stretches.front().line[3], QPointF(-56'000, 3));
}

void TimeChartTest::columnsFollowTheWidth()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    const auto *view = chart.findChild<ChartView *>();
    chart.show();
    chart.setLines({{QStringLiteral("ready"), seriesOf(900, [](int i) { return i % 2 == 0 ? 20.0 : 30.0; }), 0, false}},
                   now);
    for (const int width : {260, 400, 1200}) {
        chart.resize(width, 240);
        QCOMPARE(visibleLines(*view).size(), 1U);
        const double points = static_cast<double>(visibleLines(*view).front()->count());
        const double plot = view->chart()->plotArea().width();
        QVERIFY2(points <= plot / 3 + 3, qPrintable(QStringLiteral("%1 in %2").arg(points).arg(plot)));
        QVERIFY2(points >= std::min(plot / 3 - 20, 190.0),
                 qPrintable(QStringLiteral("%1 in %2").arg(points).arg(plot)));
    }
}

void TimeChartTest::longNamesLeaveThePlotItsWidth()
{
    TimeChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(320, 240);
    chart.show();
    auto *view = chart.findChild<ChartView *>();
    const QString name = QStringLiteral("player-with-a-name-that-goes-on-and-on");
    chart.setLines({{name, seriesOf(60, [](int) { return 30.0; }), 0, false},
                    {QStringLiteral("bo"), seriesOf(60, [](int) { return 10.0; }), 1, false}},
                   now);
    const QRectF plot = view->chart()->plotArea();
    QVERIFY2(plot.width() > 0.6 * view->width(), qPrintable(QString::number(plot.width())));
    // The whole name where it is pointed at; a name that is shown whole needs none.
    const auto help = [&](double value) {
        const double y = view->chart()->mapToPosition({0, value}).y();
        const QPoint at(qRound(plot.right()) + 12, qRound(y));
        QHelpEvent event(QEvent::ToolTip, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &event);
        return QToolTip::isVisible() ? QToolTip::text() : QString();
    };
    QCOMPARE(help(30), name);
    QTRY_COMPARE(help(10), QString());
}

void TimeChartTest::aGapIsAGap()
{
    const auto withGaps = seriesOf(100, [](int i) { return i % 25 == 24 ? unknownFigure : i; });
    QCOMPARE(decimate(withGaps, now, minutes(15), 150).size(), 4U);
    const auto unknown = seriesOf(50, [](int) { return unknownFigure; });
    QVERIFY(decimate(unknown, now, minutes(15), 150).empty());
    QVERIFY(decimate({}, now, minutes(15), 150).empty());
}

void TimeChartTest::labelsDoNotCollide()
{
    const std::vector<double> placed = spreadLabels({50, 51, 52, 198}, 14, 0, 200);
    for (std::size_t i = 1; i < placed.size(); ++i) {
        QVERIFY(placed[i] - placed[i - 1] >= 14);
    }
    QVERIFY(placed.back() <= 193);
    QCOMPARE(spreadLabels({20, 100}, 14, 0, 200), (std::vector<double>{20, 100}));
}

void TimeChartTest::readingFindsNothingInAGap()
{
    const auto series = seriesOf(100, [](int i) { return i > 40 && i < 60 ? unknownFigure : i; });
    QCOMPARE(readAt(series, now, seconds(2)), 99.0);
    QVERIFY(!isKnown(readAt(series, now - seconds(50), seconds(2))));
    QVERIFY(!isKnown(readAt(series, now - minutes(10), seconds(2))));
    QCOMPARE(pointSpacing(series), milliseconds(1000));
}

void TimeChartTest::drawsOnlyWhileVisible()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.resize(400, 220);
    const auto *view = chart.findChild<ChartView *>();
    chart.setLines({{QStringLiteral("ready"), seriesOf(60, [](int i) { return i; }), 0, true}}, now);
    QVERIFY(visibleLines(*view).empty());
    chart.show();
    QCOMPARE(visibleLines(*view).size(), 1U);
    QVERIFY(view->accessibleDescription().contains(QStringLiteral("ready: 59")));
}

void TimeChartTest::aHiddenChartHoldsOnToNothing_data()
{
    QTest::addColumn<bool>("forgets");
    QTest::newRow("other lines") << false;
    QTest::newRow("none") << true;
}

/// What it drew last may be drawn anew while it is hidden (another theme, another size), and its lines are others by
/// then.
void TimeChartTest::aHiddenChartHoldsOnToNothing()
{
    QFETCH(bool, forgets);
    QWidget page;
    auto *layout = new QVBoxLayout(&page);
    auto *chart = new TimeChart(QStringLiteral("Depth"), &m_theme);
    layout->addWidget(chart);
    page.resize(420, 240);
    page.show();
    const auto *view = chart->findChild<ChartView *>();
    std::vector<TimeChart::Line> lines;
    for (int i = 0; i < 4; ++i) {
        lines.push_back({QString::number(i), seriesOf(60, [i](int) { return 10.0 * i; }), i, false});
    }
    chart->setLines(lines, now);
    const auto drawn = [&] {
        std::vector<QList<QPointF>> points;
        for (const QLineSeries *line : visibleLines(*view)) {
            points.push_back(line->points());
        }
        return points;
    };
    const auto before = drawn();
    QCOMPARE(before.size(), 4U);
    chart->hide();
    if (forgets) {
        chart->forget();
    } else {
        chart->setLines({{QStringLiteral("other"), seriesOf(5, [](int) { return 7.0; }), 0, false}}, now);
    }
    m_theme.setChoice(Theme::Choice::Dark);
    QCOMPARE(drawn(), before);
    page.resize(700, 300);
    chart->show();
    QCOMPARE(drawn().size(), forgets ? 0U : 1U);
    m_theme.setChoice(Theme::Choice::Light);
}

void TimeChartTest::seriesAreUsedAgain()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.show();
    const auto *view = chart.findChild<ChartView *>();
    const auto gaps = seriesOf(100, [](int i) { return i % 25 == 24 ? unknownFigure : i; });
    const auto whole = seriesOf(100, [](int i) { return i; });
    chart.setLines({{QStringLiteral("ready"), gaps, 0, true}}, now);
    QCOMPARE(visibleLines(*view).size(), 4U);
    const auto made = view->chart()->series().size();
    for (int i = 0; i < 20; ++i) {
        chart.setLines({{QStringLiteral("ready"), i % 2 == 0 ? whole : gaps, 0, true}}, now);
    }
    QCOMPARE(view->chart()->series().size(), made);
    QCOMPARE(visibleLines(*view).size(), 4U);
}

void TimeChartTest::spanMenuAsksForOtherLines()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    const QSignalSpy spy(&chart, &TimeChart::spanChanged);
    const auto *button = chart.findChild<QToolButton *>(QStringLiteral("spanButton"));
    button->menu()->actions().at(1)->trigger();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(chart.span(), models::Span::Hour);
    QVERIFY(button->text().startsWith(QStringLiteral("1 h")));
    chart.setSpan(models::Span::Hour);
    QCOMPARE(spy.count(), 1);
}

void TimeChartTest::youngReadingsFillTheAxis_data()
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

void TimeChartTest::youngReadingsFillTheAxis()
{
    QFETCH(int, span);
    QFETCH(int, age);
    QFETCH(int, length);
    QCOMPARE(axisLength(static_cast<models::Span>(span), seconds(age)), milliseconds(seconds(length)));
}

void TimeChartTest::theAxisOnlyGrows()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.show();
    const auto lines = [](int count) {
        return std::vector<TimeChart::Line>{
            {QStringLiteral("ready"), seriesOf(count, [](int i) { return i < 10 ? unknownFigure : i; }), 0, false}};
    };
    chart.setLines(lines(30), now);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(1)));
    chart.setLines(lines(70), now); // the first ten are not known: 59 s
    QCOMPARE(chart.shownLength(), milliseconds(minutes(1)));
    chart.setNow(now + seconds(2)); // no answer: the gap grows, and the axis with it
    QCOMPARE(chart.shownLength(), milliseconds(minutes(2)));
    chart.setLines(lines(400), now);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(15)));
    chart.setLines(lines(20), now);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(15)));
    chart.setSpan(models::Span::Hour);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(15)));
    chart.setSpan(models::Span::QuarterHour);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(1)));
    chart.setLines(lines(200), now);
    chart.forget();
    chart.setLines(lines(20), now);
    QCOMPARE(chart.shownLength(), milliseconds(minutes(1)));
}

void TimeChartTest::roundScoresLieBetween()
{
    QCOMPARE(roundBetween(0, 12'080, 4), (std::vector<double>{0, 5000, 10'000}));
    QCOMPARE(roundBetween(-30, 50, 4), (std::vector<double>{-20, 0, 20, 40}));
    QVERIFY(roundBetween(7, 7, 4).empty());
    QVERIFY(roundBetween(1e18, 1e18 + 256, 4).size() <= 9);
}

void TimeChartTest::emptyAndThemeSwitch()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.resize(300, 160);
    chart.show();
    chart.setLines({}, now);
    const QImage light = chart.grab().toImage();
    m_theme.setChoice(Theme::Choice::Dark);
    const QImage dark = chart.grab().toImage();
    QVERIFY(light.pixelColor(20, 60).lightness() > 200);
    QVERIFY(dark.pixelColor(20, 60).lightness() < 60);
    m_theme.setChoice(Theme::Choice::Light);
}

void TimeChartTest::hoverPaintsAReading()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.resize(420, 240);
    chart.show();
    chart.setLines({{QStringLiteral("ready"), seriesOf(900, [](int i) { return i; }), 0, false}}, now);
    auto *view = chart.findChild<ChartView *>();
    const QImage before = chart.grab().toImage();
    QTest::keyClick(view, Qt::Key_Left);
    QVERIFY(chart.grab().toImage() != before);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(view, &leave);
    QTest::mouseMove(view->viewport(), QPoint(200, 100));
    QVERIFY(chart.grab().toImage() != before);
}

void TimeChartTest::redrawIsCheap()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme);
    chart.resize(480, 240);
    chart.show();
    std::vector<TimeChart::Line> lines;
    lines.reserve(6);
    for (int line = 0; line < 6; ++line) {
        lines.push_back({QString::number(line),
                         seriesOf(900, [line](int i) { return 100.0 * line + 40 * std::sin(i / 30.0); }), line, false});
    }
    QBENCHMARK
    {
        chart.setLines(lines, now);
        chart.grab();
    }
}

QTEST_MAIN(TimeChartTest)
#include "tst_timechart.moc"
