// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/zoomed.h"

#include <QAction>
#include <QLineEdit>
#include <QSignalSpy>
#include <QWindow>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::minutes;

/// A chart that is zoomed by pointer: its keys, its reading and its buttons.
class ChartZoomTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void keysGoOnWhereThePointerZoomed();
    void nothingIsReadWhileDragging();
    void buttonsAreWhole_data();
    void buttonsAreWhole();

private:
    Theme m_theme;
};

/// Escape and End lead back to now, not to another page.
void ChartZoomTest::keysGoOnWhereThePointerZoomed()
{
    Zoomed bench(m_theme);
    QLineEdit other(&bench.page);
    other.show();
    QAction leave;
    leave.setShortcut(Qt::Key_Escape);
    bench.page.addAction(&leave);
    const QSignalSpy left(&leave, &QAction::triggered);
    bench.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.page));
    QTRY_VERIFY(bench.range.length() == minutes(15));
    const auto drag = [&bench, &other] {
        other.setFocus();
        QTest::mousePress(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.2));
        QTest::mouseMove(bench.plot->viewport(), bench.at(0.3));
        QTest::mouseRelease(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.4));
    };
    drag();
    QVERIFY(!bench.range.isLive());
    QVERIFY(bench.plot->hasFocus());
    QTest::keyClick(bench.page.windowHandle(), Qt::Key_Escape);
    QTRY_VERIFY(bench.range.isLive());
    QCOMPARE(left.size(), 0);
    drag();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
    QVERIFY(bench.range.isLive());
    QTest::keyClick(bench.page.windowHandle(), Qt::Key_Escape); // nothing to go back from
    QTRY_COMPARE(left.size(), 1);
    other.setFocus();
    bench.wheel(Qt::ControlModifier, 120);
    QVERIFY(!bench.range.isLive() && bench.plot->hasFocus());
}

/// Readings are hidden while dragging, so that the selected range is visible.
void ChartZoomTest::nothingIsReadWhileDragging()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    QTest::mouseMove(bench.plot->viewport(), bench.at(0.5));
    static_cast<void>(bench.depth->grab());
    QVERIFY(!bench.plot->dots().empty() && !bench.plot->readingBox().rows.empty());
    QTest::mousePress(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.5));
    QTest::mouseMove(bench.plot->viewport(), bench.at(0.6));
    static_cast<void>(bench.depth->grab());
    QVERIFY(bench.plot->dots().empty() && bench.plot->readingBox().rows.empty());
    QTest::mouseRelease(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.7));
    QTest::mouseMove(bench.plot->viewport(), bench.at(0.5));
    QVERIFY(!bench.plot->dots().empty());
}

void ChartZoomTest::buttonsAreWhole_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {300, 340, 370, 420, 470, 500, 560, 700}) {
        QTest::addRow("%d", width) << width;
    }
}

/// Words that are cut say something else: "2:43:34 – ".
void ChartZoomTest::buttonsAreWhole()
{
    QFETCH(const int, width);
    Zoomed bench(m_theme);
    bench.page.hide();
    TimeChart chart(QStringLiteral("Queue depth by priority"), &m_theme, &bench.range);
    chart.resize(width, 200);
    chart.show();
    models::Series series = seriesOf(900, [](int i) { return i; });
    series.earlier.emplace(); // nothing was recorded
    chart.setLines({{QStringLiteral("ready"), series, 0, false}}, now);
    const auto areWhole = [&chart, width] {
        QCoreApplication::processEvents();
        if (chart.width() > width) {
            return QStringLiteral("wider: %1").arg(chart.width());
        }
        for (const char *name : {"spanButton", "liveButton", "comparisonButton"}) {
            const auto *button = chart.findChild<QToolButton *>(QLatin1String(name));
            if (button->isVisible()
                && (button->width() < button->sizeHint().width() || button->geometry().right() >= chart.width())) {
                return button->text();
            }
        }
        return QString();
    };
    QCOMPARE(areWhole(), QString());
    bench.range.compare(models::Comparison::Yesterday);
    chart.setLines({{QStringLiteral("ready"), series, 0, false}}, now);
    QCOMPARE(areWhole(), QString());
    bench.range.show(now - minutes(9), now - minutes(3), now);
    chart.setLines({{QStringLiteral("ready"), series, 0, false}}, now);
    QCOMPARE(areWhole(), QString());
}

QTEST_MAIN(ChartZoomTest)

#include "tst_chartzoom.moc"
