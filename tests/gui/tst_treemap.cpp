// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/charts/treemap.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace plimsoll;
using namespace plimsoll::views;

class TestTreemap final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qApp, Theme::Choice::Light); }
    void areasAreInProportion();
    void tellsWhatIsClicked();
    void drawsWhatIsThere();

private:
    Theme m_theme;
};

void TestTreemap::areasAreInProportion()
{
    QRandomGenerator random(3);
    const QRectF area(4, 8, 400, 150);
    for (int round = 0; round < 50; ++round) {
        std::vector<double> values(1 + random.bounded(30));
        std::generate(values.begin(), values.end(), [&] { return std::pow(10, random.bounded(4.0)); });
        std::sort(values.begin(), values.end(), std::greater());
        double total = 0;
        for (const double value : values) {
            total += value;
        }
        const std::vector<QRectF> places = treemapLayout(values, area);
        QCOMPARE(places.size(), values.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double share = places[i].width() * places[i].height() / (area.width() * area.height());
            QVERIFY(std::abs(share - values[i] / total) < 1e-9);
            QVERIFY(area.adjusted(-1e-6, -1e-6, 1e-6, 1e-6).contains(places[i]));
            for (std::size_t j = 0; j < i; ++j) {
                const QRectF both = places[i] & places[j];
                QVERIFY(both.width() < 1e-6 || both.height() < 1e-6);
            }
        }
    }
    const std::vector<double> equal(4, 1.0);
    for (const QRectF &place : treemapLayout(equal, QRectF(0, 0, 100, 100))) {
        QCOMPARE(place.size(), QSizeF(50, 50));
    }
    QVERIFY(treemapLayout({}, area).empty());
}

void TestTreemap::tellsWhatIsClicked()
{
    Treemap map(&m_theme);
    map.resize(300, 100);
    map.setParts({{QStringLiteral("small"), QStringLiteral("1 KiB"), 1, State::Ok},
                  {QStringLiteral("none"), QStringLiteral("–"), 0, State::Ok},
                  {QStringLiteral("large"), QStringLiteral("9 KiB"), 9, State::Ok}});
    QCOMPARE(map.parts().size(), 2U);
    QCOMPARE(map.accessibleDescription(), QStringLiteral("large 9 KiB, small 1 KiB"));
    QSignalSpy clicked(&map, &Treemap::clicked);
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(10, 10));
    QTest::mouseClick(&map, Qt::LeftButton, {}, QPoint(295, 95));
    QCOMPARE(clicked.size(), 2);
    QCOMPARE(clicked[0][0].toString(), QStringLiteral("large"));
    QCOMPARE(clicked[1][0].toString(), QStringLiteral("small"));
}

/// Trouble has the colour of its state, in both themes; without parts nothing is drawn.
void TestTreemap::drawsWhatIsThere()
{
    Treemap map(&m_theme);
    map.resize(300, 100);
    for (const Theme::Choice choice : {Theme::Choice::Light, Theme::Choice::Dark}) {
        m_theme.install(*qApp, choice);
        map.setParts({{QStringLiteral("a"), QStringLiteral("1 KiB"), 1, State::Warning}});
        QCOMPARE(map.grab().toImage().pixelColor(290, 90), m_theme.tokens().warningBackground);
        map.setParts({{QStringLiteral("a"), QStringLiteral("1 KiB"), 1, State::Critical}});
        QCOMPARE(map.grab().toImage().pixelColor(290, 90), m_theme.tokens().criticalBackground);
        map.setParts({});
        QVERIFY(map.grab().toImage().pixelColor(290, 90) != m_theme.tokens().criticalBackground);
    }
}

QTEST_MAIN(TestTreemap)
#include "tst_treemap.moc"
