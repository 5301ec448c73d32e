// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/format.h"
#include "tests/gui/zoomed.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/charts/timesdialog.h"
#include "views/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <cmath>
#include <functional>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace plimsoll::views;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

namespace {

bool isNear(double value, double wanted, double by = 6)
{
    return std::abs(value - wanted) <= by;
}

} // namespace

/// Tests the user's actions on a chart over time, by pointer and by key.
class ChartHandTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_theme.install(*qobject_cast<QApplication *>(qApp), Theme::Choice::Light); }
    void aStretchIsChosenByDragging();
    void theWheelZoomsWithCtrlAlone();
    void keysZoomAndMove();
    void aLineIsHiddenByItsLabel();
    void aScaleIsLogarithmic();
    void aScaleIsKept();
    void aHiddenLineIsKept();
    void theMenuAgreesWithTheButton();
    void theMenuSaysWhichKeysWork();
    void timesAreTyped();
    void typedTimesAreJudgedByNow();
    void whatIsNoTime_data();
    void whatIsNoTime();

private:
    Theme m_theme;
};

void ChartHandTest::aStretchIsChosenByDragging()
{
    Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    QVERIFY(!bench.button("liveButton")->isVisible());
    QTest::mousePress(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.2));
    QTest::mouseMove(bench.plot->viewport(), bench.at(0.3));
    QTest::mouseRelease(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.4));
    QVERIFY2(isNear(bench.from(), -720) && isNear(bench.to(), -540), qPrintable(QString::number(bench.from())));
    QVERIFY(bench.button("liveButton")->isVisible());
    QVERIFY(bench.backlog->findChild<QToolButton *>(QStringLiteral("liveButton"))->isVisibleTo(bench.backlog));
    QVERIFY2(bench.button("spanButton")->text().contains(QStringLiteral(" – ")),
             qPrintable(bench.button("spanButton")->text()));
    // Both show that stretch of their lines, whatever is measured meanwhile.
    bench.depth->setNow(now + seconds(30));
    for (const TimeChart *chart : {bench.depth, bench.backlog}) {
        const auto *line = qobject_cast<QLineSeries *>(chart->findChild<TimePlot *>()->chart()->series().front());
        QVERIFY(line != nullptr && isNear(line->points().front().x(), -180'000, 9000));
        QVERIFY(isNear(line->points().back().x(), 0, 9000));
    }
    // Shift and the pointer move it: to the right is earlier.
    QTest::mousePress(bench.plot->viewport(), Qt::LeftButton, Qt::ShiftModifier, bench.at(0.2));
    QTest::mouseMove(bench.plot->viewport(), bench.at(0.7));
    QTest::mouseRelease(bench.plot->viewport(), Qt::LeftButton, Qt::ShiftModifier, bench.at(0.7));
    QVERIFY2(isNear(bench.from(), -810) && isNear(bench.to(), -630), qPrintable(QString::number(bench.from())));
    QTest::mouseClick(bench.plot->viewport(), Qt::LeftButton, {}, bench.at(0.5)); // a click is no stretch
    QVERIFY(isNear(bench.from(), -810));
    QTest::mouseClick(bench.button("liveButton"), Qt::LeftButton);
    QVERIFY(bench.range.isLive());
    QCOMPARE(bench.range.length(), milliseconds(minutes(15)));
    QVERIFY(!bench.button("liveButton")->isVisible());
}

void ChartHandTest::theWheelZoomsWithCtrlAlone()
{
    Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    QVERIFY(!bench.wheel(Qt::NoModifier, -120)); // the page scrolls
    QVERIFY(bench.range.isLive());
    QVERIFY(bench.wheel(Qt::ControlModifier, 120, 0.25));
    // The moment under the pointer stays there.
    QVERIFY(isNear(bench.to() - bench.from(), 630));
    QVERIFY(isNear(bench.from() + 0.25 * 630, -675));
    bench.wheel(Qt::ControlModifier, -120, 0.25);
    QVERIFY(isNear(bench.to() - bench.from(), 900));
    bench.wheel(Qt::ShiftModifier, 120);
    QVERIFY(isNear(bench.to(), -225));
    for (int i = 0; i < 60; ++i) {
        bench.wheel(Qt::ControlModifier, 120);
    }
    QVERIFY(isNear(bench.to() - bench.from(), 10, 0.1));
    for (int i = 0; i < 60; ++i) {
        bench.wheel(Qt::ControlModifier, -120);
    }
    QVERIFY(isNear(bench.to() - bench.from(), 365.0 * 24 * 3600, 1));
    QVERIFY(bench.to() <= 0);
}

void ChartHandTest::keysZoomAndMove()
{
    Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    const auto press = [&bench](Qt::Key key) { QTest::keyClick(bench.plot, key); };
    press(Qt::Key_PageDown);
    QVERIFY(bench.range.isLive()); // there is nothing later than now
    press(Qt::Key_PageUp);
    QVERIFY(isNear(bench.from(), -1800) && isNear(bench.to(), -900));
    press(Qt::Key_Plus);
    QVERIFY(isNear(bench.to() - bench.from(), 630));
    press(Qt::Key_Minus);
    QVERIFY(isNear(bench.from(), -1800) && isNear(bench.to(), -900));
    press(Qt::Key_Home);
    QVERIFY(isNear(bench.from(), -900) && isNear(bench.to(), 0));
    press(Qt::Key_End);
    QVERIFY(bench.range.isLive());
    press(Qt::Key_Minus); // from now there are the spans
    QVERIFY(bench.range.isLive());
    QCOMPARE(bench.range.span(), models::Span::Hour);
    press(Qt::Key_PageUp);
    QVERIFY(!bench.range.isLive());
    press(Qt::Key_Escape);
    QVERIFY(bench.range.isLive());
}

void ChartHandTest::aLineIsHiddenByItsLabel()
{
    Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    const auto drawn = [&bench] {
        int lines = 0;
        for (const QAbstractSeries *series : bench.plot->chart()->series()) {
            lines += qobject_cast<const QLineSeries *>(series) != nullptr && series->isVisible() ? 1 : 0;
        }
        return lines;
    };
    const auto top = [&bench] {
        return qobject_cast<QValueAxis *>(bench.plot->chart()->axes(Qt::Vertical).front())->max();
    };
    QCOMPARE(drawn(), 2);
    QVERIFY(top() > 800);
    const QRectF area = bench.plot->chart()->plotArea();
    const double height = area.top() + (1 - 899 / top()) * area.height();
    const QPoint label(static_cast<int>(area.right()) + 12, static_cast<int>(height)); // next to the line's end
    QTest::mouseClick(bench.plot->viewport(), Qt::LeftButton, {}, label);
    QCOMPARE(drawn(), 1);
    QVERIFY(top() < 20); // what is left fills the plot
    QVERIFY(bench.plot->accessibleDescription().contains(QStringLiteral("ready (hidden)")));
    // And by key, in the menu, where it comes back.
    auto *menu = bench.button("spanButton")->menu();
    emit menu->aboutToShow();
    for (QAction *action : menu->actions()) {
        if (action->text() == QStringLiteral("ready")) {
            QVERIFY(!action->isChecked());
            action->trigger();
            break;
        }
    }
    QCOMPARE(drawn(), 2);
    QVERIFY(top() > 800);
}

void ChartHandTest::aScaleIsLogarithmic()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    const auto highest = [](const TimeChart *chart) {
        const auto *line = qobject_cast<QLineSeries *>(chart->findChild<TimePlot *>()->chart()->series().front());
        return line->points().back().y();
    };
    QVERIFY(isNear(highest(bench.depth), 899, 20));
    QTest::keyClick(bench.plot, Qt::Key_L);
    QVERIFY(isNear(highest(bench.depth), std::log10(900), 0.01));
    QVERIFY(isNear(highest(bench.backlog), std::log10(900), 0.01)); // of the page
    auto *menu = bench.button("spanButton")->menu();
    emit menu->aboutToShow();
    auto *action = menu->findChild<QAction *>(QStringLiteral("logarithmic"));
    QVERIFY(action != nullptr && action->isChecked());
    action->trigger();
    QVERIFY(isNear(highest(bench.depth), 899, 20));
}

void ChartHandTest::aScaleIsKept()
{
    const QString name = QStringLiteral("chartMinutes/kept");
    ChartRange first;
    first.keepAs(name);
    QVERIFY(!first.isLogarithmic());
    first.toggleLogarithmic();
    ChartRange second;
    const QSignalSpy drawn(&second, &ChartRange::lengthChanged);
    second.keepAs(name);
    QVERIFY(second.isLogarithmic());
    QCOMPARE(drawn.count(), 1);
    second.keepAs(QStringLiteral("chartMinutes/of another page"));
    QVERIFY(!second.isLogarithmic());
    first.toggleLogarithmic();
    ChartRange third;
    third.keepAs(name);
    QVERIFY(!third.isLogarithmic());
}

void ChartHandTest::aHiddenLineIsKept()
{
    const auto hidden = [](const TimePlot *plot) {
        QStringList names;
        for (const QString &line : {QStringLiteral("ready"), QStringLiteral("stale")}) {
            if (plot->accessibleDescription().contains(line + QStringLiteral(" (hidden)"))) {
                names += line;
            }
        }
        return names;
    };
    const QStringList ready{QStringLiteral("ready")};
    const auto run = [&](const QString &collection, const std::function<void(Zoomed &)> &act) {
        Zoomed bench(m_theme);
        bench.depth->setObjectName(QStringLiteral("depthChart"));
        bench.range.keepHiddenAs(collection);
        bench.show();
        act(bench);
    };
    run(QStringLiteral("shop/email"), [&](Zoomed &bench) {
        QCOMPARE(hidden(bench.plot), QStringList());
        emit bench.plot->lineClicked(QStringLiteral("ready"));
        QCOMPARE(hidden(bench.plot), ready);
        // Another collection, and back.
        bench.range.keepHiddenAs(QStringLiteral("shop/print"));
        bench.depth->forget();
        bench.show();
        QCOMPARE(hidden(bench.plot), QStringList());
        bench.range.keepHiddenAs(QStringLiteral("shop/email"));
        bench.depth->forget();
        bench.show();
        QCOMPARE(hidden(bench.plot), ready);
    });
    run(QStringLiteral("shop/email"), [&](Zoomed &bench) {
        QCOMPARE(hidden(bench.plot), ready);
        QCOMPARE(hidden(bench.backlog->findChild<TimePlot *>()), QStringList()); // of that chart alone
        emit bench.plot->lineClicked(QStringLiteral("ready"));
    });
    run(QStringLiteral("shop/email"), [&](Zoomed &bench) { QCOMPARE(hidden(bench.plot), QStringList()); });
}

void ChartHandTest::theMenuAgreesWithTheButton()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    const QToolButton *button = bench.button("spanButton");
    const auto ticked = [button] {
        emit button->menu()->aboutToShow();
        const QList<QAction *> actions = button->menu()->actions().mid(0, std::ssize(models::spans));
        const auto found = std::find_if(actions.begin(), actions.end(), [](auto *one) { return one->isChecked(); });
        return found == actions.end() ? QString() : (*found)->text();
    };
    QCOMPARE(button->text(), QStringLiteral("15 min ▾"));
    QCOMPARE(ticked(), QStringLiteral("15 min"));
    bench.depth->range().setSpan(models::Span::SixHours); // only a quarter of an hour is recorded
    QCOMPARE(button->text(), QStringLiteral("1 h ▾"));
    QCOMPARE(ticked(), QStringLiteral("6 h (1 h so far)"));
    bench.depth->range().setSpan(models::Span::QuarterHour);
    QTRY_COMPARE(ticked(), QStringLiteral("15 min"));
    QCOMPARE(button->menu()->actions().at(2)->text(), QStringLiteral("6 h")); // of those that are not chosen nothing
    QTest::keyClick(bench.plot, Qt::Key_PageUp);
    QCOMPARE(ticked(), QString());
}

void ChartHandTest::theMenuSaysWhichKeysWork()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    bench.depth->setNoting();
    auto *menu = bench.button("spanButton")->menu();
    const auto keyOf = [menu](const char *name) {
        emit menu->aboutToShow();
        const auto *action = menu->findChild<QAction *>(QLatin1String(name));
        return action == nullptr ? QStringLiteral("not there") : action->shortcut().toString();
    };
    QCOMPARE(keyOf("logarithmic"), QStringLiteral("L"));
    QCOMPARE(keyOf("addNote"), QStringLiteral("N"));
    QCOMPARE(keyOf("backToNow"), QStringLiteral("not there"));
    QTest::keyClick(bench.plot, Qt::Key_PageUp);
    QCOMPARE(keyOf("backToNow"), QStringLiteral("End"));
    menu->findChild<QAction *>(QStringLiteral("backToNow"))->trigger();
    QVERIFY(bench.range.isLive());
}

void ChartHandTest::timesAreTyped()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    auto *menu = bench.button("spanButton")->menu();
    emit menu->aboutToShow();
    menu->findChild<QAction *>(QStringLiteral("chooseTimes"))->trigger();
    auto *dialog = bench.depth->findChild<TimesDialog *>();
    QVERIFY(dialog != nullptr);
    auto *from = dialog->findChild<QLineEdit *>(QStringLiteral("timesFrom"));
    QCOMPARE(from->text(), models::formatDateTime(now - minutes(15)));
    const auto *problem = dialog->findChild<QLabel *>(QStringLiteral("timesProblem"));
    auto *button = dialog->findChild<QPushButton *>(QStringLiteral("timesAccept"));
    from->setText(QStringLiteral("yesterday"));
    QVERIFY2(problem->text().contains(QStringLiteral("“yesterday” is not a time")), qPrintable(problem->text()));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(dialog->isVisible() && bench.range.isLive());
    from->setText(models::formatDateTime(now - minutes(10)));
    dialog->findChild<QLineEdit *>(QStringLiteral("timesTo"))->setText(models::formatTime(now - minutes(5)));
    QVERIFY(!problem->text().contains(QStringLiteral("is not a time")));
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(isNear(bench.from(), -600, 1) && isNear(bench.to(), -300, 1));
}

void ChartHandTest::typedTimesAreJudgedByNow()
{
    const Zoomed bench(m_theme);
    QTRY_VERIFY(bench.range.length() == minutes(15));
    auto *menu = bench.button("spanButton")->menu();
    emit menu->aboutToShow();
    menu->findChild<QAction *>(QStringLiteral("chooseTimes"))->trigger();
    auto *dialog = bench.depth->findChild<TimesDialog *>();
    const auto type = [dialog](const char *field, const QString &text) {
        dialog->findChild<QLineEdit *>(QLatin1String(field))->setText(text);
    };
    const auto *problem = dialog->findChild<QLabel *>(QStringLiteral("timesProblem"));
    type("timesFrom", models::formatDateTime(now + minutes(2)));
    type("timesTo", QStringLiteral("now"));
    QVERIFY2(problem->text().contains(QStringLiteral("is in the future")), qPrintable(problem->text()));
    bench.depth->setNow(now + minutes(5)); // the dialog was open for five minutes
    QTRY_VERIFY2(!problem->text().contains(QStringLiteral("is in the future")), qPrintable(problem->text()));
    // The time of day is today's, not yesterday's, and now is now.
    type("timesFrom", models::formatTime(now + minutes(2)));
    QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("timesAccept")), Qt::LeftButton);
    QVERIFY2(isNear(bench.from(), 120, 1), qPrintable(QString::number(bench.from())));
    QVERIFY2(isNear(bench.to(), 300, 60) && bench.to() >= 300, qPrintable(QString::number(bench.to())));
}

void ChartHandTest::whatIsNoTime_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("time"); // empty: none
    const QString today = models::formatDateTime(now).left(10);
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("a word") << QStringLiteral("noon") << QString();
    QTest::newRow("25 o'clock") << QStringLiteral("25:00") << QString();
    QTest::newRow("no day") << QStringLiteral("2026-02-30") << QString();
    QTest::newRow("a day") << QStringLiteral("2026-02-03") << QStringLiteral("2026-02-03 00:00:00");
    QTest::newRow("without zeros") << QStringLiteral(" 2026-2-3  4:05 ") << QStringLiteral("2026-02-03 04:05:00");
    QTest::newRow("to the second") << QStringLiteral("2026-02-03 04:05:06") << QStringLiteral("2026-02-03 04:05:06");
    QTest::newRow("this midnight") << QStringLiteral("0:00") << today + QStringLiteral(" 00:00:00");
    QTest::newRow("now") << QStringLiteral("now") << models::formatDateTime(now);
}

void ChartHandTest::whatIsNoTime()
{
    QFETCH(const QString, text);
    QFETCH(const QString, time);
    const auto typed = models::typedTime(text, now);
    QCOMPARE(typed ? models::formatDateTime(*typed) : QString(), time);
}

QTEST_MAIN(ChartHandTest)
#include "tst_charthand.moc"
