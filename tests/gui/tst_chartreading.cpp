// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "tests/gui/visiblelines.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QLineF>
#include <QTest>
#include <QtMath>

#include <algorithm>
#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

/// So many readings, that far apart.
template <typename Value> models::Series spaced(int count, milliseconds apart, Value value)
{
    models::Series series;
    for (int i = 0; i < count; ++i) {
        const double at = value(i);
        series.points.push_back({now - apart * (count - 1 - i), at, at, at});
    }
    return series;
}

double distance(const QPointF &point, const QPointF &from, const QPointF &to)
{
    const QPointF along = to - from;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(point - from, along) / length, 0.0, 1.0) : 0;
    return QLineF(point, from + share * along).length();
}

} // namespace

/// What is read at the pointer is what is drawn there.
class ChartReadingTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void init();
    void cleanup() { m_chart.reset(); }
    void theDotIsOnItsLine_data();
    void theDotIsOnItsLine();
    void whatIsSaidIsTheDot();
    void severalReadingsInOnePoint();
    void nothingIsReadInAGap();
    void hiddenLinesHaveNoDot();

private:
    void point(double share)
    {
        const QRectF plot = m_view->chart()->plotArea();
        QTest::mouseMove(m_view->viewport(), QPointF(plot.left() + share * plot.width(), 60).toPoint());
    }
    [[nodiscard]] double away(const TimePlot::Dot &dot) const
    {
        double least = 1e9;
        for (const QLineSeries *line : visibleLines(*m_view)) {
            const QList<QPointF> points = line->points();
            for (qsizetype i = 1; i < points.size(); ++i) {
                least = std::min(least,
                                 distance(dot.place, m_view->chart()->mapToPosition(points[i - 1]),
                                          m_view->chart()->mapToPosition(points[i])));
            }
        }
        return least;
    }

    Theme m_theme;
    std::unique_ptr<TimeChart> m_chart;
    TimePlot *m_view = nullptr;
};

void ChartReadingTest::init()
{
    m_chart = std::make_unique<TimeChart>(QStringLiteral("Depth"), &m_theme, nullptr);
    m_chart->resize(700, 300);
    m_chart->show();
    m_view = m_chart->findChild<TimePlot *>();
}

void ChartReadingTest::theDotIsOnItsLine_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("apart"); // seconds
    QTest::addColumn<bool>("isLogarithmic");
    QTest::newRow("few readings") << 10 << 90 << false;
    QTest::newRow("few readings, logarithmic") << 10 << 90 << true;
    QTest::newRow("more than there are columns") << 900 << 1 << false;
    QTest::newRow("more, logarithmic") << 900 << 1 << true;
}

void ChartReadingTest::theDotIsOnItsLine()
{
    QFETCH(const int, count);
    QFETCH(const int, apart);
    QFETCH(const bool, isLogarithmic);
    if (isLogarithmic) {
        m_chart->range().toggleLogarithmic();
    }
    m_chart->setLines({{QStringLiteral("ready"),
                        spaced(count, seconds(apart), [](int i) { return i % 2 == 0 ? 10.0 : 900.0; }), 0, false}},
                      now);
    for (double share = 0.1; share <= 1; share += 0.07) {
        point(share);
        const std::vector<TimePlot::Dot> dots = m_view->dots();
        QCOMPARE(dots.size(), 1U);
        QVERIFY2(away(dots[0]) < 0.75, qPrintable(QStringLiteral("%1 away at %2").arg(away(dots[0])).arg(share)));
    }
}

void ChartReadingTest::whatIsSaidIsTheDot()
{
    m_chart->setLines({{QStringLiteral("ready"), spaced(10, seconds(90), [](int i) { return 100.0 * i; }), 0, false},
                       {QStringLiteral("stale"), spaced(10, seconds(90), [](int i) { return 1000.0 - i; }), 1, false}},
                      now);
    for (double share = 0.1; share <= 1; share += 0.07) {
        point(share);
        const std::vector<TimePlot::Dot> dots = m_view->dots();
        QCOMPARE(dots.size(), 2U);
        QCOMPARE(std::fmod(dots[0].value, 100.0), 0.0); // a reading, not what lies between two
        QCOMPARE(dots[1].value, 1000 - dots[0].value / 100);
        QCOMPARE(dots[0].text, QLocale().toString(static_cast<int>(dots[0].value)));
        QCOMPARE(dots[0].place.x(), dots[1].place.x());
    }
}

void ChartReadingTest::severalReadingsInOnePoint()
{
    m_chart->setLines(
        {{QStringLiteral("ready"), seriesOf(900, [](int i) { return i % 2 == 0 ? 10.0 : 30.0; }), 0, false}}, now);
    point(0.5);
    const std::vector<TimePlot::Dot> dots = m_view->dots();
    QCOMPARE(dots.size(), 1U);
    QVERIFY(dots[0].value > 10 && dots[0].value < 30);
    QVERIFY2(dots[0].text.endsWith(QStringLiteral(" (10 – 30)")), qPrintable(dots[0].text));
    point(1); // it ends at what is true now
    QCOMPARE(m_view->dots().at(0).value, 30.0);
}

void ChartReadingTest::nothingIsReadInAGap()
{
    m_chart->setLines({{QStringLiteral("ready"),
                        seriesOf(900, [](int i) { return i > 300 && i < 600 ? unknownFigure : 20.0; }), 0, false}},
                      now);
    point(0.5);
    QVERIFY(m_view->dots().empty());
    point(0.2);
    QCOMPARE(m_view->dots().size(), 1U);
}

void ChartReadingTest::hiddenLinesHaveNoDot()
{
    m_chart->setLines({{QStringLiteral("ready"), seriesOf(900, [](int) { return 20.0; }), 0, false},
                       {QStringLiteral("stale"), seriesOf(900, [](int) { return 5.0; }), 1, false}},
                      now);
    emit m_view->lineClicked(QStringLiteral("ready"));
    point(0.5);
    QCOMPARE(m_view->dots().size(), 1U);
    QCOMPARE(m_view->dots()[0].line, 1U);
}

QTEST_MAIN(ChartReadingTest)
#include "tst_chartreading.moc"
