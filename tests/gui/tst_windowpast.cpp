// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history/wallclock.h"
#include "redis/history/historyreader.h"
#include "tests/gui/pastbench.h"
#include "tests/support/timing.h"
#include "views/charts/chartrange.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"

#include <QAction>
#include <QElapsedTimer>
#include <QMenu>
#include <QToolButton>
#include <QtCharts/QAreaSeries>
#include <QtCharts/QLineSeries>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Charts reach back to what was kept before the program was started.
class TestWindowPast final : public PastBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void whatWasBeforeIsThereAtOnce();
    void aYear();
    void gapsAreGaps();
    void theOverviewHasItToo();
    void otherCollectionsHaveTheirOwn();
    void aStretchIsReadAsFineAsItIs();
    void itIsComparedWithYesterday();

private:
    [[nodiscard]] Earlier earlier() const { return PastBench::earlier(workspaceJson(*m_server)); }
    void openShop() { PastBench::openShop(workspaceJson(*m_server)); }
    views::TimeChart *depth(std::size_t collection = 0)
    {
        m_dashboard->view().openCollection(collection);
        const auto charts = m_dashboard->view().findChildren<views::TimeChart *>(QStringLiteral("depthChart"));
        const auto found =
            std::find_if(charts.begin(), charts.end(), [](const auto *chart) { return chart->isVisible(); });
        return found == charts.end() ? nullptr : *found;
    }
    /// Chooses a span in the menu of the chart.
    static void choose(const views::TimeChart *chart, const QString &title)
    {
        const auto *button = chart->findChild<QToolButton *>(QStringLiteral("spanButton"));
        for (QAction *action : button->menu()->actions()) {
            if (action->text() == title) {
                action->trigger();
                return;
            }
        }
        QFAIL("no such span");
    }
    /// The lines on screen, each a stretch without a gap: x is milliseconds from now.
    static std::vector<QList<QPointF>> stretches(const views::TimeChart *chart)
    {
        std::vector<QList<QPointF>> found;
        for (QAbstractSeries *series : chart->findChild<views::TimePlot *>()->chart()->series()) {
            const auto *line = qobject_cast<QLineSeries *>(series);
            if (line != nullptr && line->isVisible() && line->count() > 0) {
                found.push_back(line->points());
            }
        }
        std::sort(found.begin(), found.end(), [](const auto &a, const auto &b) { return a[0].x() < b[0].x(); });
        return found;
    }
    static double oldest(const views::TimeChart *chart)
    {
        const auto all = stretches(chart);
        return all.empty() ? 0 : all.front().front().x();
    }
};

void TestWindowPast::whatWasBeforeIsThereAtOnce()
{
    {
        Earlier shop = earlier();
        for (milliseconds back = 50min; back > 0s; back -= 1s) {
            shop.poll(now() - back, 40);
        }
    }
    openShop();
    const views::TimeChart *chart = depth();
    QVERIFY(chart != nullptr);
    const double minute = 60'000;
    QTRY_VERIFY2(oldest(chart) < -14 * minute, qPrintable(QString::number(oldest(chart))));
    QCOMPARE(stretches(chart).front().front().y(), 40.0);
    QCOMPARE(chart->range().length(), milliseconds(15min));
    choose(chart, QStringLiteral("1 h"));
    QTRY_VERIFY(oldest(chart) < -49 * minute);
    QCOMPARE(chart->range().length(), milliseconds(1h));
    const auto line = stretches(chart);
    QTRY_COMPARE(stretches(chart).back().back().y(), 2.0); // and what is polled now follows
    choose(chart, QStringLiteral("6 h"));
    QTRY_VERIFY(oldest(chart) < -49 * minute);
}

void TestWindowPast::aYear()
{
    {
        Earlier shop = earlier();
        int n = 0;
        for (milliseconds back = 24h * 360; back > 1h; back -= 10min) {
            shop.poll(now() - back, ++n % 2 == 0 ? 10 : 30);
        }
        shop.settle();
    }
    openShop();
    const views::TimeChart *chart = depth();
    const double day = 24 * 3'600'000.0;
    choose(chart, QStringLiteral("1 year"));
    QTRY_VERIFY2(oldest(chart) < -358 * day, qPrintable(QString::number(oldest(chart) / day)));
    const auto *button = chart->findChild<QToolButton *>(QStringLiteral("spanButton"));
    QCOMPARE(button->text(), QStringLiteral("1 year ▾"));
    // Lowest and highest are a band around the mean.
    const auto line = stretches(chart).front();
    QVERIFY(line.size() > 50 && line.size() <= 600);
    const QPointF middle = line[line.size() / 3];
    QVERIFY2(middle.y() > 18 && middle.y() < 22, qPrintable(QString::number(middle.y())));
    bool band = false;
    for (QAbstractSeries *series : chart->findChild<views::TimePlot *>()->chart()->series()) {
        const auto *area = qobject_cast<QAreaSeries *>(series);
        if (area != nullptr && area->isVisible() && area->lowerSeries() != nullptr) {
            band = band || (area->upperSeries()->at(50).y() == 30.0 && area->lowerSeries()->at(50).y() == 10.0);
        }
    }
    QVERIFY(band);
    // Every longer span, and back.
    for (const auto &[title, days] : {std::pair("90 d", 90), std::pair("30 d", 30), std::pair("7 d", 7)}) {
        choose(chart, QString::fromLatin1(title));
        QTRY_VERIFY2(oldest(chart) < -(days - 1) * day && oldest(chart) >= -days * day,
                     qPrintable(QString::number(oldest(chart) / day)));
    }
}

void TestWindowPast::gapsAreGaps()
{
    {
        Earlier shop = earlier();
        for (milliseconds back = 12min; back > 3min; back -= 1s) {
            if (back > 8min || back < 6min) {
                shop.poll(now() - back, 7);
            }
        }
    }
    openShop();
    const views::TimeChart *chart = depth();
    QTRY_VERIFY(oldest(chart) < -11 * 60'000.0);
    const auto lines = stretches(chart);
    QCOMPARE(lines.size(), 3U); // while nothing was polled, and until the program was started
    QVERIFY(lines[0].back().x() < -7.5 * 60'000 && lines[1].front().x() > -6.5 * 60'000);
    QVERIFY(lines[1].back().x() < -2.5 * 60'000 && lines[2].front().x() > -60'000.0);
}

void TestWindowPast::theOverviewHasItToo()
{
    {
        Earlier shop = earlier();
        for (milliseconds back = 14min; back > 0s; back -= 1s) {
            shop.poll(now() - back, 40);
        }
    }
    openShop();
    m_dashboard->view().showPage(QStringLiteral("overview"));
    const auto *chart = m_dashboard->view().findChild<views::TimeChart *>(QStringLiteral("deepestQueues"));
    QTRY_VERIFY(chart->isVisible());
    QTRY_VERIFY(oldest(chart) < -13 * 60'000.0);
    QVERIFY(stretches(chart).size() >= 2); // both queues
}

/// The history read for one collection is not shown for another, nor for a workspace opened next.
void TestWindowPast::otherCollectionsHaveTheirOwn()
{
    {
        Earlier shop = earlier();
        for (milliseconds back = 14min; back > 0s; back -= 1s) {
            shop.poll(now() - back, 40);
        }
    }
    openShop();
    QTRY_VERIFY(oldest(depth(0)) < -13 * 60'000.0);
    QTRY_VERIFY(oldest(depth(1)) < -13 * 60'000.0);
    QTRY_VERIFY(oldest(depth(0)) < -13 * 60'000.0);
    emit m_dashboard->view().openRequested(
        write(QStringLiteral("bank.json"), workspaceJson(*m_server).replace(R"("shop")", R"("bank")")));
    auto &session = m_dashboard->sessions().front()->session();
    QTRY_COMPARE(session.document().workspace()->name, QStringLiteral("bank"));
    QTRY_VERIFY(!session.history().recent(0).empty());
    QTRY_VERIFY(depth() != nullptr && !stretches(depth()).empty());
    QVERIFY(oldest(depth()) > -13 * 60'000.0);
}

/// Zoomed into a day, what is minutes apart in memory is seconds apart.
void TestWindowPast::aStretchIsReadAsFineAsItIs()
{
    const milliseconds begin = now();
    {
        Earlier shop = earlier();
        for (milliseconds back = 40min; back > 0s; back -= 1s) {
            shop.poll(begin - back, static_cast<double>(back / 1s));
        }
    }
    openShop();
    const views::TimeChart *chart = depth();
    choose(chart, QStringLiteral("24 h"));
    QTRY_VERIFY(oldest(chart) < -39 * 60'000.0);
    chart->range().show(begin - 30min, begin - 28min, begin);
    QTRY_VERIFY(stretches(chart).size() == 1 && stretches(chart).front().size() > 30);
    const auto line = stretches(chart).front();
    QVERIFY(line.front().y() > 1790 && line.back().y() < 1690);
    QVERIFY(line.front().x() >= -120'000 && line.back().x() <= 0);
    // The page goes on with now where another collection is opened.
    QVERIFY(depth(1)->range().isLive());
}

void TestWindowPast::itIsComparedWithYesterday()
{
    const milliseconds begin = now();
    const milliseconds yesterday = models::daysEarlier(begin, 1);
    {
        Earlier shop = earlier();
        for (milliseconds back = 40min; back > -10min; back -= 2s) {
            shop.poll(yesterday - back, back > 5min ? 580 : 90);
        }
        shop.settle();
    }
    openShop();
    const views::TimeChart *chart = depth();
    const auto dotted = [chart] {
        QList<QPointF> points;
        for (QAbstractSeries *series : chart->findChild<views::TimePlot *>()->chart()->series()) {
            const auto *line = qobject_cast<QLineSeries *>(series);
            if (line != nullptr && line->isVisible() && line->pen().dashPattern().value(0) < 10) {
                points = line->points();
            }
        }
        return points;
    };
    const auto *button = chart->findChild<QToolButton *>(QStringLiteral("comparisonButton"));
    choose(chart, QStringLiteral("1 h"));
    chart->range().compare(models::Comparison::Yesterday);
    // The axis reaches as far as there are readings of today: what was then is on it as far as that.
    QTRY_VERIFY(!dotted().isEmpty());
    QCOMPARE(dotted().back().y(), 90.0);
    QVERIFY(dotted().back().x() > -3 * 60'000.0 && dotted().back().x() <= 0);
    QVERIFY(dotted().front().x() >= -static_cast<double>(chart->range().length().count()));
    // A stretch of today that was not watched has a yesterday.
    chart->range().show(begin - 30min, begin - 10min, begin);
    QTRY_VERIFY(!dotted().isEmpty() && dotted().front().y() == 580.0);
    chart->range().showLive();
    chart->range().compare(models::Comparison::LastWeek);
    QTRY_COMPARE(button->text(), QStringLiteral("last week: nothing recorded ▾"));
    QVERIFY(dotted().isEmpty());
    chart->range().compare(models::Comparison::None);
}

QTEST_MAIN(TestWindowPast)

#include "tst_windowpast.moc"
