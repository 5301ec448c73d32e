// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "tests/gui/visiblelines.h"
#include "views/charts/timeplot.h"
#include "views/charts/timechart.h"
#include "views/theme/theme.h"
#include "views/widgets/preferences.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QtMath>
#include <QVBoxLayout>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

class TimeChartTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void columnsFollowTheWidth();
    void longNamesLeaveThePlotItsWidth();
    void drawsOnlyWhileVisible();
    void aHiddenChartHoldsOnToNothing_data();
    void aHiddenChartHoldsOnToNothing();
    void seriesAreUsedAgain();
    void spanMenuAsksForOtherLines();
    void oneRangeForAllChartsOfAPage();
    void theSpanIsKept();
    void whatIsDrawnOfASpanIsRead();
    void theButtonSaysWhatTheAxisShows();
    void theAxisOnlyGrows();
    void aLineIsOneStroke_data();
    void aLineIsOneStroke();
    void limitsAreNamedBesideTheLines_data();
    void limitsAreNamedBesideTheLines();
    void whatHappenedIsMarked();
    void aGapSaysSo();
    void emptyAndThemeSwitch();
    void hoverPaintsAReading();
    void redrawIsCheap();

private:
    Theme m_theme;
};

void TimeChartTest::columnsFollowTheWidth()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    const auto *view = chart.findChild<TimePlot *>();
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
    TimeChart chart(QStringLiteral("Scores"), &m_theme, nullptr);
    chart.resize(320, 240);
    chart.show();
    auto *view = chart.findChild<TimePlot *>();
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

void TimeChartTest::drawsOnlyWhileVisible()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(400, 220);
    const auto *view = chart.findChild<TimePlot *>();
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

/// A hidden chart may be repainted (new theme, new size) after its lines have been replaced.
void TimeChartTest::aHiddenChartHoldsOnToNothing()
{
    QFETCH(bool, forgets);
    QWidget page;
    auto *layout = new QVBoxLayout(&page);
    auto *chart = new TimeChart(QStringLiteral("Depth"), &m_theme, nullptr);
    layout->addWidget(chart);
    page.resize(420, 240);
    page.show();
    const auto *view = chart->findChild<TimePlot *>();
    std::vector<TimeChart::Line> lines;
    lines.reserve(4);
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
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.show();
    const auto *view = chart.findChild<TimePlot *>();
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
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    const QSignalSpy spy(&chart.range(), &ChartRange::spanChanged);
    const auto *button = chart.findChild<QToolButton *>(QStringLiteral("spanButton"));
    button->menu()->actions().at(1)->trigger();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(chart.span(), models::Span::Hour);
    QVERIFY(button->text().startsWith(QStringLiteral("15 min"))); // of the hour, while nothing is older
    QVERIFY(button->toolTip().startsWith(QStringLiteral("1 h")));
    chart.range().setSpan(models::Span::Hour);
    QCOMPARE(spy.count(), 1);
}

void TimeChartTest::oneRangeForAllChartsOfAPage()
{
    ChartRange range;
    TimeChart depth(QStringLiteral("Depth"), &m_theme, &range);
    TimeChart backlog(QStringLiteral("Backlog"), &m_theme, &range);
    depth.show();
    backlog.show();
    backlog.setLines({{QStringLiteral("stale"), seriesOf(20, [](int i) { return i; }), 0, false}}, now);
    depth.setLines({{QStringLiteral("ready"), seriesOf(200, [](int i) { return i; }), 0, false}}, now);
    const auto left = [](const TimeChart &chart) {
        auto axes = chart.findChild<TimePlot *>()->chart()->axes(Qt::Horizontal);
        return static_cast<const QValueAxis *>(axes.front())->min();
    };
    QCOMPARE(left(depth), -300'000.0);
    QCOMPARE(left(backlog), -300'000.0);
    const QSignalSpy spy(&range, &ChartRange::spanChanged);
    depth.findChild<QToolButton *>(QStringLiteral("spanButton"))->menu()->actions().at(2)->trigger();
    QCOMPARE(spy.count(), 1);
    QCOMPARE(left(backlog), left(depth));
    const auto *button = backlog.findChild<QToolButton *>(QStringLiteral("spanButton"));
    QVERIFY(button->menu()->actions().at(2)->isChecked());
    QCOMPARE(button->text(), QStringLiteral("1 h ▾"));
}

void TimeChartTest::theSpanIsKept()
{
    const QString name = QStringLiteral("chartMinutes/queue");
    ChartRange first;
    first.keepAs(name);
    first.setSpan(models::Span::Day);
    ChartRange second;
    QCOMPARE(second.span(), models::Span::QuarterHour);
    const QSignalSpy spy(&second, &ChartRange::spanChanged);
    second.keepAs(name);
    QCOMPARE(second.span(), models::Span::Day);
    QCOMPARE(spy.count(), 1);
    second.setSpan(models::Span::QuarterHour);
    second.keepAs(name); // the same page again: nothing is read anew
    QCOMPARE(second.span(), models::Span::QuarterHour);
    Preferences::ofPerson().setValue(name, 7); // of another version
    ChartRange third;
    third.keepAs(name);
    QCOMPARE(third.span(), models::Span::QuarterHour);
}

/// Young readings on a long span are read for what the axis shows; as it grows, the lines are set anew.
void TimeChartTest::whatIsDrawnOfASpanIsRead()
{
    ChartRange range;
    range.setSpan(models::Span::Day);
    QCOMPARE(range.reach(), models::Reach(models::Span::Day).drawing(std::chrono::hours(1)));
    QSignalSpy spy(&range, &ChartRange::spanChanged);
    range.cover(minutes(30));
    QCoreApplication::processEvents();
    QCOMPARE(spy.size(), 0);
    range.cover(minutes(90));
    QTRY_COMPARE(spy.size(), 1);
    QCOMPARE(range.reach().drawn, std::chrono::hours(6));
    range.cover(std::chrono::hours(23));
    QCOMPARE(range.reach(), models::Reach(models::Span::Day)); // the whole day
}

void TimeChartTest::theButtonSaysWhatTheAxisShows()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.show();
    const auto *button = chart.findChild<QToolButton *>(QStringLiteral("spanButton"));
    const auto lines = [](int count) {
        return std::vector<TimeChart::Line>{
            {QStringLiteral("ready"), seriesOf(count, [](int i) { return i; }), 0, false}};
    };
    chart.setLines(lines(20), now);
    QCOMPARE(button->text(), QStringLiteral("1 min ▾"));
    QVERIFY(button->toolTip().startsWith(QStringLiteral("15 min")));
    QVERIFY(button->menu()->actions().at(0)->isChecked()); // chosen are the 15 min
    chart.setLines(lines(170), now);
    QCOMPARE(button->text(), QStringLiteral("5 min ▾"));
    chart.setLines(lines(900), now);
    QCOMPARE(button->text(), QStringLiteral("15 min ▾"));
}

void TimeChartTest::theAxisOnlyGrows()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.show();
    const auto lines = [](int count) {
        return std::vector<TimeChart::Line>{
            {QStringLiteral("ready"), seriesOf(count, [](int i) { return i < 10 ? unknownFigure : i; }), 0, false}};
    };
    chart.setLines(lines(30), now);
    QCOMPARE(chart.range().length(), milliseconds(minutes(1)));
    chart.setLines(lines(70), now); // the first ten are not known: 59 s
    QCOMPARE(chart.range().length(), milliseconds(minutes(1)));
    chart.setNow(now + seconds(2)); // no answer: the gap grows, and the axis with it
    QCOMPARE(chart.range().length(), milliseconds(minutes(2)));
    chart.setLines(lines(400), now);
    QCOMPARE(chart.range().length(), milliseconds(minutes(15)));
    chart.setLines(lines(20), now);
    QCOMPARE(chart.range().length(), milliseconds(minutes(15)));
    chart.range().setSpan(models::Span::Hour);
    QCOMPARE(chart.range().length(), milliseconds(minutes(15)));
    chart.range().setSpan(models::Span::QuarterHour);
    QCOMPARE(chart.range().length(), milliseconds(minutes(1)));
    chart.setLines(lines(200), now);
    chart.forget();
    chart.setLines(lines(20), now);
    QCOMPARE(chart.range().length(), milliseconds(minutes(1)));
}

void TimeChartTest::aLineIsOneStroke_data()
{
    QTest::addColumn<int>("readings");
    QTest::newRow("as many as there is room for") << 60;
    QTest::newRow("several a column") << 600;
}

/// Nothing shows where the readings are: a slow rise in steps is as wide everywhere.
void TimeChartTest::aLineIsOneStroke()
{
    QFETCH(int, readings);
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(420, 240);
    chart.show();
    const int step = readings / 12;
    chart.setLines({{QStringLiteral("ready"), seriesOf(readings, [step](int i) { return 1100 + i / step; }), 0, false}},
                   now);
    const auto *view = chart.findChild<TimePlot *>();
    const QImage picture = chart.grab().toImage();
    const QRectF plot = view->chart()->plotArea();
    const QPoint origin = view->viewport()->mapTo(&chart, QPoint());
    const auto points = visibleLines(*view).front()->points();
    const double from = view->chart()->mapToPosition(points.first()).x();
    const double y = view->chart()->mapToPosition(points.first()).y();
    int least = 1 << 30;
    int most = 0;
    for (int x = qCeil(from) + 3; x < qFloor(plot.right()) - 3; ++x) {
        int ink = 0;
        for (int dy = -7; dy <= 7; ++dy) {
            ink += 255 - qGray(picture.pixel(origin.x() + x, origin.y() + qRound(y) + dy));
        }
        least = std::min(least, ink);
        most = std::max(most, ink);
    }
    QVERIFY(least > 100);
    QVERIFY2(most - least < 40, qPrintable(QStringLiteral("%1 to %2").arg(least).arg(most)));
}

void TimeChartTest::limitsAreNamedBesideTheLines_data()
{
    QTest::addColumn<int>("shape");
    QTest::newRow("at the left end") << 0;
    QTest::newRow("at the right end") << 1;
    QTest::newRow("along the limit, but for its middle") << 2;
}

void TimeChartTest::limitsAreNamedBesideTheLines()
{
    QFETCH(int, shape);
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(620, 240);
    chart.show();
    const auto *view = chart.findChild<TimePlot *>();
    const auto value = [shape](int i) {
        const double swing = 120 * std::sin(i / 4.0);
        const bool near = shape == 0 ? i < 300 : shape == 1 ? i > 600 : i < 250 || i > 550;
        return near ? 1400 + swing : 600.0;
    };
    const models::Series series = seriesOf(900, value);
    chart.setLimits({{QStringLiteral("warning 1,400"), 1400, false}, {QStringLiteral("critical 1,450"), 1450, true}});
    chart.setLines({{QStringLiteral("ready"), series, 0, false}}, now);
    QCOMPARE(view->words().size(), 2U);
    const QRectF plot = view->chart()->plotArea();
    QPolygonF drawn;
    for (const QPointF &point : visibleLines(*view).front()->points()) {
        drawn.append(view->chart()->mapToPosition(point));
    }
    for (const TimePlot::Word &word : view->words()) {
        QVERIFY2(!crosses(drawn, word.place), qPrintable(word.text));
        QVERIFY(plot.adjusted(0, -9, 0, 0).contains(word.place));
    }
    QVERIFY(!view->words()[0].place.intersects(view->words()[1].place));
}

void TimeChartTest::whatHappenedIsMarked()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(620, 240);
    chart.show();
    auto *view = chart.findChild<TimePlot *>();
    chart.setLines({{QStringLiteral("ready"), seriesOf(900, [](int) { return 10.0; }), 0, false}}, now);
    const QImage before = chart.grab().toImage();
    chart.setMarks({{now - minutes(5), QStringLiteral("restarted"), State::Critical},
                    {now - minutes(5) + seconds(2), QStringLiteral("failover"), State::Warning},
                    {now - seconds(1), QStringLiteral("emptied"), State::Critical},
                    {now - minutes(20), QStringLiteral("long ago"), State::Critical}});
    QVERIFY(chart.grab().toImage() != before);
    QStringList words;
    const QRectF plot = view->chart()->plotArea();
    for (const TimePlot::Word &word : view->words()) {
        words.append(word.text);
        QVERIFY(plot.contains(word.place));
    }
    // The second has no room beside the first but below; the third is at the left of its line.
    QCOMPARE(words, (QStringList{QStringLiteral("restarted"), QStringLiteral("failover"), QStringLiteral("emptied")}));
    QVERIFY(!view->words()[0].place.intersects(view->words()[1].place));
    QCOMPARE(view->words()[0].colour, m_theme.tokens().critical);
    QVERIFY(view->accessibleDescription().contains(QStringLiteral("restarted at ")));
    QVERIFY(!view->accessibleDescription().contains(QStringLiteral("long ago")));
    chart.forget();
    QVERIFY(view->words().empty());
}

void TimeChartTest::aGapSaysSo()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(620, 240);
    chart.show();
    const auto *view = chart.findChild<TimePlot *>();
    const auto gap = [](int from, int to) {
        return seriesOf(900, [=](int i) { return i > from && i < to ? unknownFigure : 10.0; });
    };
    chart.setLines({{QStringLiteral("ready"), gap(300, 600), 0, false}}, now);
    QCOMPARE(view->words().size(), 1U);
    QCOMPARE(view->words()[0].text, QStringLiteral("no data"));
    const double middle = view->chart()->mapToPosition({-450'000, 0}).x();
    QVERIFY(std::abs(view->words()[0].place.center().x() - middle) < 8);
    chart.setLines({{QStringLiteral("ready"), gap(300, 310), 0, false}}, now); // too narrow for words
    QVERIFY(view->words().empty());
}

void TimeChartTest::emptyAndThemeSwitch()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
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
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    chart.resize(420, 240);
    chart.show();
    chart.setLines({{QStringLiteral("ready"), seriesOf(900, [](int i) { return i; }), 0, false}}, now);
    auto *view = chart.findChild<TimePlot *>();
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
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
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
    // All six are in the picture, of few enough points that it stays cheap.
    const auto drawn = visibleLines(*chart.findChild<TimePlot *>());
    QCOMPARE(drawn.size(), 6U);
    const QImage picture = chart.grab().toImage();
    for (std::size_t line = 0; line < drawn.size(); ++line) {
        QVERIFY(drawn[line]->count() <= 202);
        int pixels = 0;
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                pixels += picture.pixelColor(x, y) == m_theme.tokens().series.at(line) ? 1 : 0;
            }
        }
        QVERIFY2(pixels > 100, qPrintable(QStringLiteral("line %1: %2 pixels").arg(line).arg(pixels)));
    }
}

QTEST_MAIN(TimeChartTest)
#include "tst_timechart.moc"
