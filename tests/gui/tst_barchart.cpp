// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/barplot.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QTest>

using namespace plimsoll;
using namespace plimsoll::views;

class BarChartTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void everyCountIsABar();
    void aBarIsReadFromItsWholeColumn();
    void keysReadBarAfterBar();
    void roomBetweenBarsIsNone();
    void withoutBarsThereAreWords();
    void otherColoursWithAnotherTheme();

private:
    [[nodiscard]] QImage pictureOf(BarChart &chart) const { return chart.grab().toImage(); }

    Theme m_theme;
};

namespace {

std::vector<BarChart::Bar> barsOf(const std::vector<qint64> &counts)
{
    std::vector<BarChart::Bar> bars;
    bars.reserve(counts.size());
    for (const qint64 count : counts) {
        bars.push_back({count, QStringLiteral("of %1").arg(count)});
    }
    return bars;
}

/// Height of each bar as drawn, from left to right.
std::vector<int> heights(BarChart &chart, const QColor &colour)
{
    const auto *view = chart.findChild<BarPlot *>();
    const QRect plot = view->chart()->plotArea().toAlignedRect().translated(view->mapTo(&chart, QPoint()));
    const QImage picture = chart.grab().toImage();
    const auto *bars = qobject_cast<QBarSeries *>(view->chart()->series().front());
    const int count = bars->barSets().front()->count();
    std::vector<int> result;
    for (int bar = 0; bar < count; ++bar) {
        const int x = plot.left() + plot.width() * (2 * bar + 1) / (2 * count);
        int height = 0;
        for (int y = plot.top(); y <= plot.bottom(); ++y) {
            const QColor pixel = picture.pixelColor(x, y);
            height += std::abs(pixel.hsvHue() - colour.hsvHue()) < 6 && pixel.hsvSaturation() > 120 ? 1 : 0;
        }
        result.push_back(height);
    }
    return result;
}

} // namespace

/// A bar is as high as its count; a small one next to large ones is still visible, and 0 has no bar.
void BarChartTest::everyCountIsABar()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    chart.setBars(barsOf({0, 1, 500, 1000, 10'000}), {{0, QStringLiteral("now")}});
    const std::vector<int> seen = heights(chart, m_theme.tokens().series[0]);
    QCOMPARE(seen.size(), 5U);
    QCOMPARE(seen[0], 0);
    QVERIFY(seen[1] >= 1 && seen[1] <= 3);
    QVERIFY(std::abs(seen[3] - 2 * seen[2]) <= 2);
    QVERIFY(std::abs(seen[4] - 10 * seen[3]) <= 10);
    QCOMPARE(chart.findChild<BarPlot *>()->accessibleDescription(), QStringLiteral("11,501 in all"));
    chart.setBars(barsOf({7}), {}); // fewer than before
    QCOMPARE(heights(chart, m_theme.tokens().series[0]).size(), 1U);
}

void BarChartTest::aBarIsReadFromItsWholeColumn()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    chart.setBars(barsOf({0, 3, 100, 5}), {});
    auto *view = chart.findChild<BarPlot *>();
    const QRectF plot = view->chart()->plotArea();
    const QImage before = pictureOf(chart);
    const auto readAt = [&](double share) {
        QTest::mouseMove(view->viewport(), QPoint(qRound(plot.left() + share * plot.width()), qRound(plot.top()) + 3));
        return pictureOf(chart);
    };
    const QImage second = readAt(0.3); // far above its bar
    QVERIFY(second != before);
    QCOMPARE(readAt(0.45), second);
    const QImage last = readAt(1.0); // the edge belongs to it
    QVERIFY(last != second && last != before);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(view, &leave);
    QCOMPARE(pictureOf(chart), before);
}

void BarChartTest::keysReadBarAfterBar()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    chart.setBars(barsOf({10, 20, 30}), {});
    auto *view = chart.findChild<BarPlot *>();
    QList<QImage> pictures;
    for (int i = 0; i < 4; ++i) {
        QTest::keyClick(view, Qt::Key_Right);
        pictures.append(pictureOf(chart));
    }
    QVERIFY(pictures[0] != pictures[1] && pictures[1] != pictures[2]);
    QCOMPARE(pictures[3], pictures[2]); // there is no fourth
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(pictureOf(chart), pictures[1]);
    QTest::keyClick(view, Qt::Key_Left);
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(pictureOf(chart), pictures[0]);
}

void BarChartTest::roomBetweenBarsIsNone()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    std::vector<BarChart::Bar> bars = barsOf({10, 20});
    bars.insert(bars.begin() + 1, 2, {});
    chart.setBars(bars, {});
    auto *view = chart.findChild<BarPlot *>();
    QTest::keyClick(view, Qt::Key_Right);
    const QImage first = pictureOf(chart);
    QTest::keyClick(view, Qt::Key_Right);
    const QImage second = pictureOf(chart);
    QVERIFY(first != second);
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(pictureOf(chart), first);
}

void BarChartTest::withoutBarsThereAreWords()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    const QImage noData = pictureOf(chart);
    chart.setEmptyText(QStringLiteral("Nothing falls due within an hour"));
    chart.setBars(barsOf({0, 0}), {{0, QStringLiteral("now")}});
    QVERIFY(pictureOf(chart) != noData);
    auto *view = chart.findChild<BarPlot *>();
    QCOMPARE(view->accessibleDescription(), QStringLiteral("Nothing falls due within an hour"));
    const QImage empty = pictureOf(chart);
    QTest::keyClick(view, Qt::Key_Right); // there is nothing to read
    QCOMPARE(pictureOf(chart), empty);
    chart.setBars({}, {});
    QTest::keyClick(view, Qt::Key_Right);
    QCOMPARE(pictureOf(chart), empty);
}

void BarChartTest::otherColoursWithAnotherTheme()
{
    BarChart chart(QStringLiteral("Scores"), &m_theme);
    chart.resize(400, 240);
    chart.show();
    chart.setBars(barsOf({10, 20}), {});
    m_theme.setChoice(Theme::Choice::Dark);
    const std::vector<int> seen = heights(chart, m_theme.tokens().series[0]);
    m_theme.setChoice(Theme::Choice::Light);
    QVERIFY(seen[0] > 20 && seen[1] > seen[0]);
}

QTEST_MAIN(BarChartTest)
#include "tst_barchart.moc"
