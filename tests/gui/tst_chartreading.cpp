// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/madeseries.h"
#include "tests/gui/visiblelines.h"
#include "views/charts/chartpaint.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QRegularExpression>
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

/// The values read at the pointer are those drawn there.
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
    void theBoxLeavesHalfOfThePlot_data();
    void theBoxLeavesHalfOfThePlot();
    void theHighestComeFirstWithTheirNames_data();
    void theHighestComeFirstWithTheirNames();
    void anAlertIsReadAsItWasThen();
    void wordsDoNotRunTogether();

private:
    void point(double share)
    {
        const QRectF plot = m_view->chart()->plotArea();
        QTest::mouseMove(m_view->viewport(), QPoint(1, 1)); // where it is already it does not move
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

void ChartReadingTest::theBoxLeavesHalfOfThePlot_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("marks");
    QTest::newRow("a page at 1280, few") << QSize(470, 220) << 1;
    QTest::newRow("a page at 1280, many") << QSize(470, 220) << 12;
    QTest::newRow("low") << QSize(400, 150) << 12;
    QTest::newRow("large") << QSize(1200, 500) << 12;
}

/// Even with long texts of many alerts the box stays next to the pointer, and within the chart.
void ChartReadingTest::theBoxLeavesHalfOfThePlot()
{
    QFETCH(const QSize, size);
    QFETCH(const int, marks);
    m_chart->resize(size);
    std::vector<TimeChart::Line> lines;
    for (int line = 0; line < 5; ++line) {
        lines.push_back({QStringLiteral("a queue with a long name %1").arg(line),
                         spaced(90, seconds(10), [line](int i) { return 1000.0 * line + i; }), line, false});
    }
    m_chart->setLines(lines, now);
    std::vector<TimeChart::Mark> alerts;
    for (int i = 0; i < marks; ++i) {
        TimeChart::Mark &mark = alerts.emplace_back();
        mark.time = now - minutes(15);
        mark.shape = TimeChart::Mark::Shape::Bar;
        mark.text =
            QStringLiteral("critical: 1,146 of the jobs that are ready to be worked on, limit 1,000 (%1)").arg(i);
    }
    m_chart->setMarks(alerts);
    const QRectF plot = m_view->chart()->plotArea();
    for (const double share : {0.02, 0.3, 0.49, 0.51, 0.7, 0.98}) {
        point(share);
        static_cast<void>(m_chart->grab());
        const QRectF box = m_view->readingBox().place;
        const QByteArray said = QByteArray::number(share) + ": " + QByteArray::number(box.left()) + " + "
            + QByteArray::number(box.width()) + " x " + QByteArray::number(box.height());
        // A narrow plot leaves room for a name with its value all the same.
        const double half = std::max(plot.width() / 2, std::min(150.0, 0.8 * plot.width()));
        QVERIFY2(box.width() <= half, said.constData());
        // In a low chart the figures come first, over what is around the plot.
        QVERIFY2(size.height() < 200 || box.width() * box.height() <= half * plot.height(), said.constData());
        const bool isTight = size.height() < 200 || box.width() > plot.width() / 2;
        QVERIFY2((isTight ? QRectF(m_view->rect()) : plot).contains(box), said.constData());
        const double x = plot.left() + share * plot.width();
        QVERIFY2(box.left() > x || box.right() < x, said.constData());
        const auto &rows = m_view->readingBox().rows;
        QVERIFY(rows.size() >= 2);
        QCOMPARE(rows.back().label.startsWith(QStringLiteral("and ")), marks > 1);
    }
}

void ChartReadingTest::theHighestComeFirstWithTheirNames_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<std::size_t>("rows");
    QTest::newRow("a page at 1280") << QSize(470, 220) << std::size_t(5);
    QTest::newRow("low") << QSize(470, 170) << std::size_t(5);
    QTest::newRow("low and narrow") << QSize(300, 170) << std::size_t(5);
}

/// All that fit, each with its name, and the exact time: where there is little room the range of a mean is left out.
void ChartReadingTest::theHighestComeFirstWithTheirNames()
{
    QFETCH(const QSize, size);
    QFETCH(const std::size_t, rows);
    m_chart->resize(size);
    std::vector<TimeChart::Line> lines;
    for (int line = 0; line < 5; ++line) { // the second is the highest
        lines.push_back({QStringLiteral("queue %1").arg(line),
                         seriesOf(900, [line](int i) { return 10'000.0 * ((line + 3) % 5 + 1) + (i % 7) * 100; }), line,
                         false});
    }
    m_chart->setLines(lines, now);
    point(0.3);
    static_cast<void>(m_chart->grab());
    const ReadingBox &box = m_view->readingBox();
    QVERIFY2(QRectF(m_view->rect()).contains(box.place), qPrintable(box.title));
    QCOMPARE(box.rows.size(), rows);
    QStringList labels;
    const QFontMetricsF font(m_theme.smallFont());
    for (const ReadingRow &row : box.rows) {
        labels << row.label;
        const double room = box.place.width() - font.horizontalAdvance(row.value) - 40;
        QVERIFY2(room >= font.horizontalAdvance(QStringLiteral("queue")), qPrintable(row.label + row.value));
    }
    QCOMPARE(labels.join(u'|'), QStringLiteral("queue 1|queue 0|queue 4|queue 3|queue 2"));
    static const QRegularExpression exact(QStringLiteral("^\\d\\d:\\d\\d:\\d\\d"));
    QVERIFY2(exact.match(box.title).hasMatch(), qPrintable(box.title));
}

/// At the begin of it by its words, later without the number that was true then.
void ChartReadingTest::anAlertIsReadAsItWasThen()
{
    m_chart->setLines({{QStringLiteral("ready"), spaced(90, seconds(10), [](int i) { return 100.0 * i; }), 0, false}},
                      now);
    TimeChart::Mark mark;
    mark.time = now - minutes(10);
    mark.shape = TimeChart::Mark::Shape::Bar;
    mark.text = QStringLiteral("warning: 1,146 ready, limit 1,000");
    mark.later = QStringLiteral("warning: ready, limit 1,000");
    m_chart->setMarks({mark});
    const auto read = [this](double share) {
        point(share);
        static_cast<void>(m_chart->grab());
        return m_view->readingBox().rows.back().label;
    };
    QCOMPARE(read(1.0 / 3), mark.text);
    QCOMPARE(read(0.6), mark.later);
}

/// "restart↑ critical 5,000": each stands by itself, or is read at the pointer alone.
void ChartReadingTest::wordsDoNotRunTogether()
{
    for (const int width : {260, 330, 470, 700}) {
        m_chart->resize(width, 220);
        m_chart->setLines(
            {{QStringLiteral("ready"), spaced(90, seconds(10), [](int i) { return 20.0 + i; }), 0, false}}, now);
        m_chart->setLimits(
            {{QStringLiteral("warning 1,000"), 1000, false}, {QStringLiteral("critical 5,000"), 5000, true}});
        for (int second = 0; second < 900; second += 20) {
            std::vector<TimeChart::Mark> marks;
            for (const int each : {second, second + 45, second + 300}) {
                marks.push_back({now - minutes(15) + seconds(each), QStringLiteral("restarted"), State::Warning});
            }
            m_chart->setMarks(marks);
            const auto &words = m_view->words();
            QVERIFY(words.size() >= 2); // the limits in any case
            for (std::size_t a = 0; a < words.size(); ++a) {
                for (std::size_t b = a + 1; b < words.size(); ++b) {
                    const bool isApart = !words[a].place.adjusted(-5, 0, 5, 0).intersects(words[b].place);
                    QVERIFY2(isApart,
                             qPrintable(QStringLiteral("%1 px, %2 s: “%3” and “%4”")
                                            .arg(width)
                                            .arg(second)
                                            .arg(words[a].text, words[b].text)));
                }
            }
        }
    }
}

QTEST_MAIN(ChartReadingTest)
#include "tst_chartreading.moc"
