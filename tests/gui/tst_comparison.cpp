// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "views/charts/chartexport.h"
#include "views/charts/chartrange.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"
#include "views/widgets/exportevent.h"
#include "views/widgets/preferences.h"

#include <QApplication>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <QtCharts/QLineSeries>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using models::Comparison;
using std::chrono::milliseconds;

namespace {

/// The last quarter of an hour, and what it was a day earlier.
models::Series compared(double value, double before)
{
    models::Series series = seriesOf(900, [value](int) { return value; });
    series.earlier = seriesOf(900, [before](int i) { return i < 600 ? before : before + 1; }).points;
    return series;
}

std::vector<const QLineSeries *> dotted(const TimePlot &plot)
{
    std::vector<const QLineSeries *> lines;
    for (const QAbstractSeries *series : plot.chart()->series()) {
        const auto *line = qobject_cast<const QLineSeries *>(series);
        if (line != nullptr && line->isVisible() && line->pen().dashPattern().value(0) < 10) {
            lines.push_back(line);
        }
    }
    return lines;
}

/// The menu of the button, as it comes up.
QStringList entries(const QToolButton *button, QAction **chosen = nullptr)
{
    emit button->menu()->aboutToShow();
    QStringList texts;
    for (QAction *action : button->menu()->actions()) {
        if (action->objectName().startsWith(QStringLiteral("compareWith"))) {
            texts += action->text() + (action->isChecked() ? QStringLiteral(" *") : QString());
            if (chosen != nullptr && action->isChecked()) {
                *chosen = action;
            }
        }
    }
    return texts;
}

/// Result of "Save as CSV…".
class Saved final : public QObject {
public:
    explicit Saved(QWidget *chart) : m_chart(chart) { m_chart->installEventFilter(this); }
    QByteArray take(const char *action)
    {
        const auto *button = m_chart->findChild<QToolButton *>(QStringLiteral("spanButton"));
        emit button->menu()->aboutToShow();
        button->menu()->findChild<QAction *>(QLatin1String(action))->trigger();
        return m_content;
    }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == ExportEvent::id()) {
            m_content = static_cast<const ExportEvent *>(event)->content();
            return true;
        }
        return false;
    }

    QWidget *m_chart;
    QByteArray m_content;
};

} // namespace

/// Tests a chart with the comparison to an earlier time.
class ComparisonTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void yesterdayIsADottedLine();
    void theFirstThatIsShownIsCompared();
    void whereNothingWasRecorded();
    void itIsReadAndSaved();
    void itIsChosenForThePageAndKept();

private:
    Theme m_theme;
};

void ComparisonTest::yesterdayIsADottedLine()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    const auto *plot = chart.findChild<TimePlot *>();
    chart.resize(640, 300);
    chart.show();
    chart.setLines({{QStringLiteral("ready"), compared(486, 580), 0, true}}, now);
    QVERIFY(dotted(*plot).empty());
    const auto *button = chart.findChild<QToolButton *>(QStringLiteral("comparisonButton"));
    QVERIFY(button->isHidden());

    chart.range().compare(Comparison::Yesterday);
    QCOMPARE(dotted(*plot).size(), 1U);
    const QLineSeries *line = dotted(*plot).front();
    QCOMPARE(line->points().front().y(), 580.0);
    QCOMPARE(line->points().back().y(), 581.0);
    QCOMPARE(line->pen().color(), m_theme.tokens().secondaryText);
    QVERIFY(!button->isHidden());
    QCOMPARE(button->text(), QStringLiteral("compare: yesterday ▾"));
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("yesterday: 581")));
    // The axis has room for it, too.
    chart.setLines({{QStringLiteral("ready"), compared(100, 5000), 0, true}}, now);
    QVERIFY(plot->ticks().size() > 1);
    QVERIFY(static_cast<const QValueAxis *>(plot->chart()->axes(Qt::Vertical).front())->max() >= 5000);
    // A narrow chart has the line and no button.
    chart.resize(300, 200);
    QVERIFY(button->isHidden());
    QCOMPARE(dotted(*plot).size(), 1U);
}

void ComparisonTest::theFirstThatIsShownIsCompared()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    auto *plot = chart.findChild<TimePlot *>();
    chart.resize(640, 300);
    chart.show();
    chart.range().compare(Comparison::LastWeek);
    chart.setLines({{QStringLiteral("processing"), compared(40, 30), 0, false},
                    {QStringLiteral("stale"), compared(4, 3), 1, false}},
                   now);
    QCOMPARE(dotted(*plot).size(), 1U);
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("processing last week: 31")));
    emit plot->lineClicked(QStringLiteral("processing"));
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("stale last week: 4")));
    QCOMPARE(dotted(*plot).front()->points().front().y(), 3.0);
    // For a stack it is the total.
    chart.setLines({{QStringLiteral("low"), compared(40, 30), 0, true, true},
                    {QStringLiteral("high"), compared(4, 3), 1, true, true}},
                   now);
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("all, last week: 31")));
}

void ComparisonTest::whereNothingWasRecorded()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    const auto *plot = chart.findChild<TimePlot *>();
    chart.resize(640, 300);
    chart.show();
    chart.range().compare(Comparison::Yesterday);
    models::Series series = seriesOf(900, [](int) { return 5; });
    chart.setLines({{QStringLiteral("ready"), series, 0, true}}, now);
    // The history has not been read yet.
    const auto *button = chart.findChild<QToolButton *>(QStringLiteral("comparisonButton"));
    const auto *spans = chart.findChild<QToolButton *>(QStringLiteral("spanButton"));
    QVERIFY(dotted(*plot).empty());
    QCOMPARE(button->text(), QStringLiteral("compare: yesterday ▾"));
    QCOMPARE(entries(spans).at(1), QStringLiteral("Compare with yesterday *"));
    series.earlier.emplace();
    chart.setLines({{QStringLiteral("ready"), series, 0, true}}, now);
    QVERIFY(dotted(*plot).empty());
    QCOMPARE(button->text(), QStringLiteral("yesterday: nothing recorded ▾"));
    const QStringList expected{QStringLiteral("No comparison"),
                               QStringLiteral("Compare with yesterday: nothing was recorded *"),
                               QStringLiteral("Compare with last week")};
    QCOMPARE(entries(spans), expected);
    QCOMPARE(entries(button), expected);
    QVERIFY(!plot->accessibleDescription().contains(QStringLiteral("yesterday")));
}

void ComparisonTest::itIsReadAndSaved()
{
    TimeChart chart(QStringLiteral("Depth"), &m_theme, nullptr);
    auto *plot = chart.findChild<TimePlot *>();
    chart.resize(640, 300);
    chart.show();
    chart.range().compare(Comparison::Yesterday);
    chart.setLines({{QStringLiteral("ready"), compared(486, 580), 0, true}}, now);
    Saved saved(&chart);
    const QByteArray plain = saved.take("exportChartSVG");
    QCOMPARE(plain.count(">yesterday<"), 1);
    QTest::mouseMove(plot->viewport(), plot->chart()->plotArea().center().toPoint());
    const QByteArray read = saved.take("exportChartSVG");
    QCOMPARE(read.count(">yesterday<"), 2); // at the end of the line, and in what is read
    QVERIFY(read.contains(">580<") && !plain.contains(">580<"));
    const QList<QByteArray> rows = saved.take("exportChartCSV").split('\n');
    QCOMPARE(
        std::count_if(rows.begin(), rows.end(), [](const auto &row) { return row.contains(",yesterday,580,580,580"); }),
        600);
    QCOMPARE(std::count_if(rows.begin(), rows.end(), [](const auto &row) { return row.contains(",ready,486,"); }), 900);
}

void ComparisonTest::itIsChosenForThePageAndKept()
{
    const QString name = QStringLiteral("comparisonTest");
    ChartRange page;
    page.keepAs(name);
    TimeChart depth(QStringLiteral("Depth"), &m_theme, &page);
    TimeChart backlog(QStringLiteral("Backlog"), &m_theme, &page);
    for (TimeChart *chart : {&depth, &backlog}) {
        chart->resize(640, 300);
        chart->show();
        chart->setLines({{QStringLiteral("ready"), compared(486, 580), 0, true}}, now);
    }
    const auto *spans = depth.findChild<QToolButton *>(QStringLiteral("spanButton"));
    entries(spans);
    spans->menu()->findChild<QAction *>(QStringLiteral("compareWithYesterday"))->trigger();
    QCOMPARE(page.reach().comparison, Comparison::Yesterday);
    QCOMPARE(dotted(*depth.findChild<TimePlot *>()).size(), 1U);
    QCOMPARE(dotted(*backlog.findChild<TimePlot *>()).size(), 1U);
    ChartRange later;
    later.keepAs(name);
    QCOMPARE(later.comparison(), Comparison::Yesterday);
    later.forget(); // another collection
    QCOMPARE(later.comparison(), Comparison::Yesterday);
    const auto *button = backlog.findChild<QToolButton *>(QStringLiteral("comparisonButton"));
    entries(button);
    button->menu()->findChild<QAction *>(QStringLiteral("compareWithNothing"))->trigger();
    QVERIFY(dotted(*depth.findChild<TimePlot *>()).empty());
    ChartRange latest;
    latest.keepAs(name);
    QCOMPARE(latest.comparison(), Comparison::None);
}

QTEST_MAIN(ComparisonTest)

#include "tst_comparison.moc"
