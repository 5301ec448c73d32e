// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/collectionmodel.h"
#include "models/rows/journalmodel.h"
#include "models/text/format.h"
#include "redis/history/alertstore.h"
#include "redis/history/historyreader.h"
#include "tests/gui/pastbench.h"
#include "views/charts/notedialog.h"
#include "views/charts/timechart.h"
#include "views/charts/timeplot.h"
#include "views/collection/aroundcard.h"
#include "views/operations/operationbar.h"
#include "views/operations/operationdialog.h"
#include "views/operations/operationgate.h"
#include "views/table/tableview.h"
#include "views/theme/theme.h"
#include "views/widgets/badge.h"
#include "views/window/momentslider.h"
#include "views/window/navigation.h"

#include <QDockWidget>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <cmath>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// The whole window at a past moment, over a real history: what it shows, what is off, and what goes on behind it.
class TestWindowMoment final : public PastBench {
    Q_OBJECT

private slots:
    void init()
    {
        setUp();
        const QJsonObject limits{{u"ready"_s, QJsonObject{{u"warning"_s, 50}, {u"critical"_s, 80}}}};
        const QJsonArray collections{QJsonObject{{u"name"_s, u"email"_s},
                                                 {u"kind"_s, u"queue"_s},
                                                 {u"keys"_s, QJsonObject{{u"ready"_s, u"q0"_s}, {u"dead"_s, u"d0"_s}}},
                                                 {u"limits"_s, limits}},
                                     QJsonObject{{u"name"_s, u"quiet"_s},
                                                 {u"kind"_s, u"queue"_s},
                                                 {u"keys"_s, QJsonObject{{u"ready"_s, u"q1"_s}}}}};
        m_json = QJsonDocument(QJsonObject{{u"plimsoll"_s, 1},
                                           {u"name"_s, u"shop"_s},
                                           {u"connection"_s, QJsonObject{{u"url"_s, m_server->url()}}},
                                           {u"pollMs"_s, 100},
                                           {u"collections"_s, collections}})
                     .toJson();
        m_server->run({"RPUSH", "d0", "gone"});
    }
    void cleanup() { tearDown(); }
    void figuresAreThoseRecorded();
    void aFreshStartGoesToItsFirstPoll();
    void anEarlierRunIsGoneBackTo();
    void noGapIsGoneBackTo();
    void sliderKeepsToWhatIsRecorded();
    void arrowsMoveTheTime();
    void noElementsOfNowAreAmongThoseOfThen();
    void aGapIsNotKnown();
    void operationsAreOffAndOnAgain();
    void undoIsOffToo();
    void escapeAndTheButtonLeadBack();
    void liveGoesOnBehind();
    void stepsAndSlider();
    void aClickInAChart();
    void whatHappenedAround();
    void alertsAndJournalAreOfThen();
    void coursesOfThen();
    void whatTheServerSaid();
    void fitsSmallWindows();

private:
    /// Goes to the past as the menu does.
    void goToPast()
    {
        QTest::keyClick(m_dashboard->view().window(), Qt::Key_H, Qt::ControlModifier);
        QTRY_VERIFY(isPast());
    }
    [[nodiscard]] models::MomentPtr moment() const { return session().history().moment(); }
    /// Ten minutes of a poll a second, each with another figure, but for two of them; until a minute ago.
    void record()
    {
        m_begin = std::chrono::floor<std::chrono::seconds>(now()) - 11min;
        Earlier shop = earlier(m_json);
        for (int second = 0; second < 600; ++second) {
            if (second < 300 || second >= 420) {
                shop.poll(m_begin + std::chrono::seconds(second), readyAt(second));
            }
        }
    }
    void recordAlert();
    static double readyAt(int second) { return second % 97; }
    void openShop() { PastBench::openShop(m_json); }

    QByteArray m_json;
    milliseconds m_begin{};
};

void TestWindowMoment::figuresAreThoseRecorded()
{
    record();
    openShop();
    view().openCollection(0);
    QTRY_COMPARE(tile(u"ready"_s).first, u"2"_s);
    for (const int second : {3, 96, 150, 299, 421, 599}) {
        goTo(m_begin + std::chrono::seconds(second));
        QCOMPARE(tile(u"ready"_s).first, models::formatCount(readyAt(second)));
        QVERIFY2(tile(u"ready"_s).second.startsWith(u"now 2"_s), qPrintable(tile(u"ready"_s).second));
    }
    // States by the limits of the workspace, and what was not recorded of it is not known.
    goTo(m_begin + 90s);
    QCOMPARE(session().history().moment()->snapshot->rows[0].state, State::Critical);
    QCOMPARE(session().history().moment()->snapshot->rows[1].state, State::Ok);
    QCOMPARE(tile(u"dead"_s).first, u"–"_s);
    QVERIFY(tile(u"dead"_s).second.contains(u"now 1"_s));
    const auto *navigation = view().findChild<views::Navigation *>();
    QCOMPARE(navigation->troubleCount(u"queue"_s), 1);
    QVERIFY(word("momentTitle").startsWith(u"Past: "_s));
    QVERIFY(word("momentTitle").endsWith(models::formatTime(m_begin + 90s)));
    QVERIFY2(word("momentShown").contains(u"recorded every 1 s"_s), qPrintable(word("momentShown")));
    QCOMPARE(word("momentLive"), u"live now: all well"_s);
    // On every page.
    view().showPage(u"overview"_s);
    QTRY_VERIFY(word("overviewCounts").contains(u"1 critical"_s));
    // A collection that came to the workspace later was not recorded.
    session().edit(
        session().document().workspace(),
        [this] {
            Workspace after = *session().document().workspace();
            after.collections[1].name = u"later"_s;
            after.collections[1].keys.front().templates.front() = "q9";
            return after;
        }(),
        session().connection().endpoint());
    QTRY_COMPARE(session().history().moment()->snapshot->layout->rows[1].name, u"later"_s);
    QCOMPARE(session().history().moment()->snapshot->rows[1].state, State::Error);
    QTRY_VERIFY2(word("overviewCounts").contains(u"1 not recorded"_s), qPrintable(word("overviewCounts")));
    QCOMPARE(navigation->troubleCount(u"queue"_s), 1); // it does not count as trouble
}

void TestWindowMoment::aFreshStartGoesToItsFirstPoll()
{
    openShop();
    view().openCollection(0);
    QTRY_COMPARE(tile(u"dead"_s).first, u"1"_s);
    const auto isKept = [this] {
        const auto reader = redis::HistoryReader::open(session().keptHistory().path());
        return reader && !(*reader)->recorded()->empty();
    };
    QTRY_VERIFY(isKept());
    goToPast();
    QVERIFY(moment()->step.count() != 0);
    const milliseconds first = moment()->recorded.front().from;
    QVERIFY2(moment()->time >= first && moment()->time < first + 1s,
             qPrintable(models::formatDateTime(moment()->time)));
    QCOMPARE(tile(u"dead"_s).first, u"1"_s);
    QVERIFY(word("momentLine").contains(u"not live"_s));
}

/// The history of earlier runs counts like that of this one.
void TestWindowMoment::anEarlierRunIsGoneBackTo()
{
    const milliseconds begin = std::chrono::floor<std::chrono::seconds>(now()) - 5min;
    {
        Earlier shop = earlier(m_json);
        for (milliseconds time = begin; time < now(); time += 1s) {
            shop.poll(time, readyAt(static_cast<int>((time - begin) / 1s)));
        }
    }
    openShop();
    view().openCollection(0);
    QTRY_COMPARE(tile(u"ready"_s).first, u"2"_s);
    goToPast();
    QVERIFY(moment()->time <= now() - 60s && moment()->time > now() - 120s);
    QCOMPARE(tile(u"ready"_s).first, models::formatCount(readyAt(static_cast<int>((moment()->time - begin) / 1s))));
    QCOMPARE(find<views::MomentSlider>("momentSlider")->begin(), begin);
}

/// An earlier run ended before that minute: the key leads to the first poll since.
void TestWindowMoment::noGapIsGoneBackTo()
{
    m_begin = std::chrono::floor<std::chrono::seconds>(now()) - 30min;
    {
        Earlier shop = earlier(m_json);
        for (int second = 0; second < 300; ++second) {
            shop.poll(m_begin + std::chrono::seconds(second), readyAt(second));
        }
    }
    const milliseconds start = now();
    openShop();
    view().openCollection(0);
    QTRY_COMPARE(tile(u"dead"_s).first, u"1"_s);
    const auto isKept = [&] {
        const auto reader = redis::HistoryReader::open(session().keptHistory().path());
        return reader && (*reader)->range()->value().to > start;
    };
    QTRY_VERIFY(isKept());
    goToPast();
    QVERIFY(moment()->step.count() != 0);
    QVERIFY(moment()->time >= start - 1s);
    QCOMPARE(tile(u"dead"_s).first, u"1"_s);
    // The earlier history is on the slider, and a minute back is its end.
    auto *slider = find<views::MomentSlider>("momentSlider");
    QCOMPARE(slider->begin(), m_begin);
    QTest::mouseClick(find<QPushButton>("momentBack"), Qt::LeftButton);
    QTRY_COMPARE(moment()->time, m_begin + 299s);
    bool leapsIntoGap = false;
    const auto goesOn = [&] { // no further than some seconds before now, and never into the gap
        QTest::mouseClick(find<QPushButton>("momentOn"), Qt::LeftButton);
        QCoreApplication::processEvents();
        leapsIntoGap = leapsIntoGap || (moment()->time > m_begin + 299s && moment()->time < start - 1s);
        return moment()->time >= start - 1s;
    };
    QTRY_VERIFY_WITH_TIMEOUT(goesOn(), 30'000);
    QVERIFY(!leapsIntoGap);
    session().keptHistory().goToLastBefore(start - 3s); // in the gap, as the time of a restart is
    QTRY_COMPARE(moment()->time, m_begin + 299s);
    session().keptHistory().goToLastBefore(m_begin + 200s);
    QTRY_COMPARE(moment()->time, m_begin + 199s);
    session().keptHistory().goLive();
    QTRY_VERIFY(!isPast());
    goToPast(); // again
    QVERIFY(moment()->step.count() != 0 && moment()->time >= start - 1s);
}

/// Works wherever the focus was before, and from each control of the bar.
void TestWindowMoment::arrowsMoveTheTime()
{
    record();
    openShop();
    view().openCollection(0);
    find<QAbstractButton>("moreButton")->setFocus();
    goToPast();
    QTRY_COMPARE(view().window()->focusWidget(), find<QWidget>("momentSlider"));
    goTo(m_begin + 250s);
    QTest::keyClick(view().window()->focusWidget(), Qt::Key_Left);
    QTRY_COMPARE(moment()->time, m_begin + 190s);
    QTest::keyClick(view().window()->focusWidget(), Qt::Key_Tab);
    QCOMPARE(view().window()->focusWidget(), find<QWidget>("momentBack"));
    QTest::keyClick(view().window()->focusWidget(), Qt::Key_Right);
    QTRY_COMPARE(moment()->time, m_begin + 250s);
    QCOMPARE(view().window()->focusWidget(), find<QWidget>("momentBack"));
}

/// The list of a kind shows elements of its worst collection; those of now are none of a past moment.
void TestWindowMoment::noElementsOfNowAreAmongThoseOfThen()
{
    record();
    openShop();
    view().showPage(u"queue"_s);
    const auto *elements = find<QWidget>("kindElements");
    QTRY_VERIFY(elements->isVisible());
    goToPast();
    QTRY_VERIFY(!elements->isVisible());
    session().keptHistory().goLive();
    QTRY_VERIFY(elements->isVisible());
}

void TestWindowMoment::sliderKeepsToWhatIsRecorded()
{
    record(); // with a gap from 300 to 419 s, and one from 600 s to the first poll
    openShop();
    view().openCollection(0);
    goTo(m_begin + 250s);
    auto *slider = find<views::MomentSlider>("momentSlider");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QTRY_COMPARE(moment()->time, m_begin + 420s);
    QTest::keyClick(slider, Qt::Key_Left);
    QTRY_COMPARE(moment()->time, m_begin + 299s);
    QTest::mouseClick(find<QPushButton>("momentOn"), Qt::LeftButton);
    QTRY_COMPARE(moment()->time, m_begin + 420s);
    QTest::mouseClick(find<QPushButton>("momentBack"), Qt::LeftButton);
    QTRY_COMPARE(moment()->time, m_begin + 299s);
    const auto x = [slider](milliseconds time) {
        const double share =
            double((time - slider->begin()).count()) / double((slider->present() - slider->begin()).count());
        return int(8 + share * (slider->width() - 16));
    };
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(x(m_begin + 400s), 22));
    QTRY_COMPARE(moment()->time, m_begin + 420s);
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(x(m_begin + 320s), 22));
    QTRY_COMPARE(moment()->time, m_begin + 299s);
    // The gap is drawn as one: of the track there is a dotted line.
    const QImage picture = slider->grab().toImage();
    const qreal ratio = picture.devicePixelRatio();
    const auto at = [&](milliseconds time) { return picture.pixelColor(int(x(time) * ratio), int(24 * ratio)); };
    QVERIFY(at(m_begin + 360s) != at(m_begin + 500s));
    QCOMPARE(at(m_begin + 360s), at(m_begin + 340s));
    // Going to a time in the gap says so.
    goTo(m_begin + 360s);
    QVERIFY2(word("momentLine").contains(models::formatTime(m_begin + 299s)), qPrintable(word("momentLine")));
    QVERIFY2(word("momentLine").contains(models::formatTime(m_begin + 420s)), qPrintable(word("momentLine")));
}

void TestWindowMoment::aGapIsNotKnown()
{
    record();
    openShop();
    view().openCollection(0);
    goTo(m_begin + 360s);
    QCOMPARE(tile(u"ready"_s).first, u"–"_s);
    QVERIFY(tile(u"ready"_s).second.endsWith(u"now 2"_s));
    QVERIFY2(word("momentLine").contains(u"nothing was recorded from"_s), qPrintable(word("momentLine")));
    QVERIFY(word("momentShown").contains(u"nothing was recorded then"_s));
    goTo(m_begin - 24h * 30);
    QCOMPARE(tile(u"ready"_s).first, u"–"_s);
    const QString began = u"not recorded: recording began "_s + models::formatDateTime(m_begin);
    const auto *badge = find<views::Badge>("stateBadge");
    QVERIFY(badge != nullptr);
    QTRY_VERIFY2(badge->toolTip().contains(began), qPrintable(badge->toolTip()));
    view().showPage(u"overview"_s);
    QTRY_VERIFY2(word("overviewCounts").contains(began), qPrintable(word("overviewCounts")));
    QVERIFY(!word("overviewCounts").contains(u"all well"_s));
    const auto *cards = view().findChild<QListView *>(u"collectionCards"_s);
    const QModelIndex card = cards->model()->index(0, models::CollectionModel::StateColumn);
    QCOMPARE(card.data().toString(), u"not recorded"_s);
    QCOMPARE(card.data(models::CollectionModel::SeverityRole).toInt(), static_cast<int>(State::Ok));
    // A moment that is not over is now.
    session().keptHistory().goTo(now() + 1h);
    QTRY_VERIFY(!isPast());
}

void TestWindowMoment::operationsAreOffAndOnAgain()
{
    record();
    openShop();
    view().openCollection(0);
    const auto openGates = [this] {
        const auto gates = view().findChildren<views::OperationGate *>();
        return std::count_if(gates.begin(), gates.end(), [](const auto *gate) { return gate->isOpen(); });
    };
    QTRY_VERIFY(openGates() > 0);
    const auto before = openGates();
    QTRY_VERIFY(find<QWidget>("elements") != nullptr);
    goTo(m_begin + 60s);
    QCOMPARE(openGates(), 0);
    const auto *gate = view().findChild<views::OperationGate *>();
    QVERIFY(gate->reason().startsWith(u"The past is shown"_s));
    QCOMPARE(find<QWidget>("elements"), nullptr); // the list of jobs is not recorded
    QVERIFY(find<views::AroundCard>("aroundCard") != nullptr);
    const auto *dock = view().findChild<QDockWidget *>();
    QVERIFY(!dock->isVisible());
    // Nothing is asked of the server for pages.
    const QSignalSpy asked(&view().host(), &views::PageHost::asked);
    const QSignalSpy polled(&session().connection(), &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(polled.size() >= 3);
    QCOMPARE(asked.size(), 0);
    session().keptHistory().goLive();
    QTRY_VERIFY(!isPast());
    QCOMPARE(openGates(), before);
    QTRY_VERIFY(find<QWidget>("elements") != nullptr);
    QTRY_VERIFY(!asked.isEmpty());
    QCOMPARE(find<views::AroundCard>("aroundCard"), nullptr);
}

/// Also the undo in the result of an earlier operation, which stays while the past is shown.
void TestWindowMoment::undoIsOffToo()
{
    record();
    openShop();
    view().openCollection(0);
    OperationReport report;
    report.id = u"op-1"_s;
    report.collection = u"email"_s;
    report.state = OperationState::Done;
    report.matched = report.moved = 1;
    report.undoable = true;
    view().operationBar().showResult(report);
    auto *undo = find<QPushButton>("operationUndoButton");
    QVERIFY(undo != nullptr);
    QTRY_VERIFY(undo->isEnabled());
    goTo(m_begin + 60s);
    QTest::mouseClick(undo, Qt::LeftButton);
    QVERIFY(find<views::OperationDialog>("operationDialog") == nullptr);
    QVERIFY(!undo->isEnabled());
    QVERIFY2(undo->toolTip().startsWith(u"The past is shown"_s), qPrintable(undo->toolTip()));
    QTest::keyClick(&view(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY2(view().statusBar()->currentMessage().startsWith(u"The past is shown"_s),
                 qPrintable(view().statusBar()->currentMessage()));
    session().keptHistory().goLive();
    QTRY_VERIFY(undo->isEnabled());
    QCOMPARE(view().statusBar()->currentMessage(), QString()); // it is not true any more
}

void TestWindowMoment::escapeAndTheButtonLeadBack()
{
    record();
    openShop();
    view().openCollection(0);
    for (const bool byKey : {true, false}) {
        goTo(m_begin + 60s);
        QVERIFY(isPast());
        QVERIFY(find<QWidget>("toolbar") == nullptr);
        if (byKey) {
            QTest::keyClick(m_dashboard->view().window(), Qt::Key_Escape);
        } else {
            QTest::mouseClick(find<QPushButton>("backToLive"), Qt::LeftButton);
        }
        QTRY_VERIFY(!isPast());
        QVERIFY(find<QWidget>("toolbar") != nullptr);
        QVERIFY(session().history().moment() == nullptr);
        QCOMPARE(view().currentPage(), u"queue"_s); // where it was
        QTRY_COMPARE(tile(u"ready"_s).first, u"2"_s);
        QVERIFY(!tile(u"ready"_s).second.contains(u"now"_s));
    }
}

/// Polls are kept, judged and told of as before; nothing of what is shown is.
void TestWindowMoment::liveGoesOnBehind()
{
    record();
    openShop();
    view().openCollection(0);
    goTo(m_begin + 30s);
    const QSignalSpy polled(&session().connection(), &app::ConnectionController::snapshotReady);
    m_server->run({"EVAL", "for i = 1, 60 do redis.call('RPUSH', KEYS[1], i) end", "1", "q0"});
    QTRY_VERIFY(word("momentLive").contains(u"1 warning"_s));
    QTRY_VERIFY(tile(u"ready"_s).second.endsWith(u"now 62"_s));
    QCOMPARE(tile(u"ready"_s).first, u"30"_s);
    QCOMPARE(view().summary().state, State::Warning);
    const auto alerts = [this] {
        const auto store = redis::AlertStore::open(session().alerts().path(), redis::AlertStore::For::People);
        return store ? (*store)->all(10).value() : AlertList();
    };
    QTRY_COMPARE(alerts().active.size(), 1U);
    QCOMPARE(alerts().active.front().state, State::Warning);
    goTo(m_begin + 90s); // critical then, which sends no notification
    QTRY_VERIFY(polled.size() >= 10);
    QCOMPARE(alerts().active.size(), 1U);
    QCOMPARE(alerts().active.front().state, State::Warning);
    QVERIFY(alerts().past.empty());
    // In memory and on the disk there is what was polled.
    const auto points = session().history().figure(0, 0, models::Span::QuarterHour).points;
    QVERIFY(!points.empty());
    QCOMPARE(points.back().value, 62.0);
    const auto reader = redis::HistoryReader::open(session().keptHistory().path());
    const auto isKept = [&](milliseconds time, double ready) {
        const auto moment = (*reader)->at(time);
        const auto mine = std::find_if(moment->collections.begin(), moment->collections.end(),
                                       [](const auto &each) { return each.collection == "email"_L1; });
        return mine->values[static_cast<std::size_t>(mine->figures.indexOf("ready"_L1))] == ready;
    };
    QTRY_VERIFY(isKept(now(), 62));
    QVERIFY(isKept(m_begin + 30s, 30));
    // The server goes: that is said, and what was stays.
    m_server->stop();
    QTRY_VERIFY(word("momentLive").contains(u"not connected"_s));
    QCOMPARE(tile(u"ready"_s).first, models::formatCount(readyAt(90)));
    QCOMPARE(find<QLabel>("oldSince"), nullptr);
}

void TestWindowMoment::stepsAndSlider()
{
    record();
    openShop();
    view().openCollection(0);
    goTo(m_begin + 200s);
    const auto &moment = session().history();
    QTest::mouseClick(find<QPushButton>("momentBack"), Qt::LeftButton);
    QTest::mouseClick(find<QPushButton>("momentBack"), Qt::LeftButton);
    QTRY_COMPARE(moment.moment()->time, m_begin + 80s); // both count
    auto *on = find<QPushButton>("momentOn");
    QTest::mouseClick(on, Qt::LeftButton);
    QTRY_COMPARE(moment.moment()->time, m_begin + 140s);
    auto *slider = find<views::MomentSlider>("momentSlider");
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Left);
    QTRY_COMPARE(moment.moment()->time, m_begin + 80s);
    QCOMPARE(tile(u"ready"_s).first, u"80"_s);
    // It begins where the record does.
    QCOMPARE(slider->begin(), m_begin);
    QTest::mouseClick(slider, Qt::LeftButton, {}, QPoint(slider->width() / 2, 22));
    QTRY_VERIFY(moment.moment()->time > m_begin + 250s && moment.moment()->time <= m_begin + 420s);
    const auto isNewest = [&] { return QTest::mouseClick(on, Qt::LeftButton), moment.moment()->time > now() - 10s; };
    QTRY_VERIFY(isNewest()); // a click too many hits nothing of the live window
    QVERIFY(isPast());
    QTest::keyClick(slider, Qt::Key_PageUp); // earlier, as in a chart
    QTRY_VERIFY(moment.moment()->time < now() - 55s);
    for (int i = 0; i < 20; ++i) { // never into the live window
        QTest::keyClick(slider, i % 2 == 0 ? Qt::Key_PageDown : Qt::Key_Right);
    }
    QTRY_VERIFY(moment.moment() == nullptr || moment.moment()->time > now() - 60s);
    QVERIFY(isPast());
    QTest::keyClick(slider, Qt::Key_End);
    QTRY_VERIFY(!isPast());
    // From the menu, by a key.
    QTest::keyClick(m_dashboard->view().window(), Qt::Key_H, Qt::ControlModifier);
    QTRY_VERIFY(isPast());
}

void TestWindowMoment::aClickInAChart()
{
    record();
    openShop();
    view().openCollection(0);
    const auto *chart = find<views::TimeChart>("depthChart");
    QVERIFY(chart != nullptr);
    auto *plot = chart->findChild<views::TimePlot *>();
    QTRY_VERIFY(chart->range().length() >= 10min);
    QTest::mouseClick(plot->viewport(), Qt::LeftButton, {}, plot->viewport()->rect().center());
    QTRY_VERIFY(isPast());
    const milliseconds shown = session().history().moment()->time;
    QVERIFY2(shown < now() - 3min && shown > now() - 13min, qPrintable(models::formatDateTime(shown)));
    QCOMPARE(chart->range().moment(), std::optional(shown));
    QVERIFY(chart->range().isLive()); // what came later is there, faded
    // A moment that is not on the chart is brought there, and the chart goes back with the window.
    goTo(m_begin - 48h);
    QVERIFY(!chart->range().isLive());
    QVERIFY(chart->range().reach().from < m_begin - 48h && chart->range().reach().to > m_begin - 48h);
    QTest::keyClick(plot, Qt::Key_Escape);
    QTRY_VERIFY(!isPast());
    QVERIFY(chart->range().isLive());
    QVERIFY(!chart->range().moment());
}

/// An alert from 50 to 170 s after the beginning.
void TestWindowMoment::recordAlert()
{
    const QString history = redis::historyPath(
        m_folder->filePath(u"data"_s),
        *redis::endpointOf(std::get<Workspace>(redis::parseWorkspace(m_json, redis::kindInfos())), {}), u"shop"_s);
    const auto store = redis::AlertStore::open(redis::alertPath(history), redis::AlertStore::For::Judging);
    QVERIFY(store);
    Alert alert;
    alert.id = u"a1"_s;
    alert.subject = {u"email"_s, u"queue"_s, u"ready"_s, Cause::Level};
    alert.state = alert.worst = State::Warning;
    alert.text = alert.worstText = u"60 ready, limit 50"_s;
    alert.since = alert.raised = alert.changed = m_begin + 50s;
    QVERIFY((*store)->keep({{alert, State::Ok, alert.raised}}, {}));
    alert.state = State::Ok;
    alert.cleared = alert.changed = alert.since = m_begin + 170s;
    QVERIFY((*store)->keep({{alert, State::Warning, *alert.cleared}}, {}));
}

void TestWindowMoment::whatHappenedAround()
{
    record();
    recordAlert();
    openShop();
    view().openCollection(0);
    goTo(m_begin + 60s);
    const auto since = session().history().since(0);
    QVERIFY(since);
    QCOMPARE(since->state, State::Warning);
    QCOMPARE(since->since, m_begin + 50s);
    const auto texts = [this] {
        QStringList all;
        for (const auto *label : find<views::AroundCard>("aroundCard")->findChildren<views::ElidedLabel *>()) {
            if (label->objectName().startsWith("around"_L1)) {
                all += label->fullText();
            }
        }
        return all;
    };
    const QStringList expected{u"warning: 60 ready, limit 50"_s, u"the moment shown"_s,
                               u"cleared after 2 min, at worst 60 ready, limit 50"_s};
    QTRY_COMPARE(texts(), expected);
    QCOMPARE(view().findChild<views::Navigation *>()->troubleCount(u"alerts"_s), 1);
    // The user adds a note at that moment.
    QTest::mouseClick(find<QPushButton>("aroundAddNote"), Qt::LeftButton);
    auto *dialog = view().findChild<views::NoteDialog *>();
    QVERIFY(dialog != nullptr);
    dialog->findChild<QPlainTextEdit *>()->setPlainText(u"deployed"_s);
    dialog->accept();
    QTRY_COMPARE(texts().size(), expected.size() + 1);
    QVERIFY(texts().join(u'|').contains(u"deployed"_s));
    goTo(m_begin + 200s);
    QTRY_COMPARE(texts().back(), u"the moment shown"_s);
    QCOMPARE(view().findChild<views::Navigation *>()->troubleCount(u"alerts"_s), 0);
}

void TestWindowMoment::alertsAndJournalAreOfThen()
{
    record();
    recordAlert();
    openShop();
    view().showPage(u"alerts"_s);
    const auto tables = [this] {
        std::vector<int> rows;
        for (const QString &table : {u"activeAlerts"_s, u"pastAlerts"_s}) {
            rows.push_back(view().findChild<views::TableView *>(table)->model()->rowCount());
        }
        return rows;
    };
    QTRY_COMPARE(tables(), (std::vector{0, 1})); // active, past
    // Selected, it leads to the moment when it was raised.
    emit view().host().alertShown(u"a1"_s);
    QTRY_VERIFY(find<QPushButton>("alertShowThen") != nullptr);
    QVERIFY(find<QPushButton>("alertShowThen")->text().startsWith(u"Show "_s));
    QTest::mouseClick(find<QPushButton>("alertShowThen"), Qt::LeftButton);
    QTRY_VERIFY(isPast());
    QCOMPARE(session().history().moment()->time, m_begin + 50s);
    QTRY_COMPARE(tables(), (std::vector{1, 0}));
    emit view().host().alertShown(u"a1"_s);
    QVERIFY(!find<QPushButton>("alertsAcknowledge")->isEnabled());
    QVERIFY(!find<QPushButton>("alertsMute")->isEnabled());
    goTo(m_begin + 40s);
    QTRY_COMPARE(tables(), (std::vector{0, 0})); // what came later is not there
    // An operation of now is in the journal, and not in that of then.
    session().keptHistory().goLive();
    QTRY_COMPARE(tables(), (std::vector{0, 1}));
    const QSignalSpy read(&session().operations(), &app::OperationsController::journalRead);
    view().showPage(u"journal"_s);
    QTRY_VERIFY(!read.isEmpty()); // its own, which is empty
    OperationReport report;
    report.id = u"o1"_s;
    report.time = m_begin + 100s;
    report.state = OperationState::Done;
    emit session().operations().journalRead({report});
    const auto *model = view().findChild<views::TableView *>(u"journal"_s)->model();
    QTRY_COMPARE(model->rowCount(), 1);
    goTo(m_begin + 90s);
    QTRY_COMPARE(model->rowCount(), 0);
    goTo(m_begin + 110s);
    QTRY_COMPARE(model->rowCount(), 1);
    // A later undo is not shown at an earlier moment.
    OperationReport undo;
    undo.id = u"o2"_s;
    undo.action = Action::Undo;
    undo.undoOf = report.id;
    undo.time = m_begin + 120s;
    undo.state = OperationState::Done;
    report.state = OperationState::Undone;
    report.leftAlone = 3; // by the undo
    emit session().operations().journalRead({report, undo});
    const auto states = [model] {
        QStringList all;
        for (int row = 0; row < model->rowCount(); ++row) {
            all += model->index(row, static_cast<int>(models::JournalModel::Column::State)).data().toString();
        }
        all.sort();
        return all;
    };
    QTRY_COMPARE(states(), QStringList{u"done"_s});
    goTo(m_begin + 130s);
    QTRY_COMPARE(states(), (QStringList{u"done"_s, u"undone except for 3"_s}));
}

/// The small courses of cards and tables end at the moment.
void TestWindowMoment::coursesOfThen()
{
    record();
    openShop();
    view().showPage(u"overview"_s);
    const auto course = [this](const char *view, int column) {
        const auto *cards = find<QAbstractItemView>(view);
        for (int row = 0; row < cards->model()->rowCount(); ++row) {
            if (cards->model()->index(row, 0).data().toString() == "email"_L1) {
                return cards->model()
                    ->index(row, column)
                    .data(models::CollectionModel::TrendRole)
                    .value<QVector<float>>();
            }
        }
        return QVector<float>();
    };
    for (const int second : {70, 250}) {
        goTo(m_begin + std::chrono::seconds(second));
        const auto shown = [&] { return course("collectionCards", models::CollectionModel::TrendColumn); };
        QTRY_VERIFY2(shown().size() > 50, qPrintable(QString::number(shown().size())));
        QCOMPARE(double(shown().back()), readyAt(second));
        QCOMPARE(double(shown().at(shown().size() - 20)), readyAt(second - 19));
    }
    view().showPage(u"queue"_s);
    QTRY_VERIFY(find<views::TableView>("collections") != nullptr);
    goTo(m_begin + 150s);
    const auto shown = [&] { return course("collections", models::CollectionModel::FirstFigureColumn); };
    QTRY_VERIFY(!shown().isEmpty() && double(shown().back()) == readyAt(150));
    goTo(m_begin - 24h); // when nothing was recorded
    QTRY_VERIFY(shown().isEmpty());
}

/// Memory and uptime of then; of before they were kept nothing is known.
void TestWindowMoment::whatTheServerSaid()
{
    record();
    openShop();
    goTo(m_begin + 60s);
    QCOMPARE(word("momentMemory"), u"memory then –"_s);
    QCOMPARE(word("momentUptime"), u"server up for – then"_s);
    const auto before = now();
    const auto isKept = [&] { // once a poll of this session is over
        goTo(std::min(now() - 1500ms, before + 3s));
        const auto &server = session().history().moment()->snapshot->server.summary();
        return server.usedMemory && server.uptime && *server.usedMemory > 100'000;
    };
    QTRY_VERIFY(isKept());
    QVERIFY2(word("momentMemory").endsWith(u"iB"_s), qPrintable(word("momentMemory")));
    QVERIFY(!word("momentUptime").contains(u"–"_s));
}

void TestWindowMoment::fitsSmallWindows()
{
    record();
    recordAlert();
    openShop();
    view().openCollection(0);
    const QSize least = m_dashboard->view().window()->minimumSizeHint();
    goTo(m_begin + 96s);
    QVERIFY(m_dashboard->view().window()->minimumSizeHint().width() <= std::max(least.width(), 1000));
    for (const QSize size : {QSize(1280, 720), QSize(1000, 600)}) {
        m_dashboard->view().window()->resize(size);
        QTRY_COMPARE(m_dashboard->view().window()->width(), size.width());
        const auto *bar = find<views::MomentBar>("momentBar");
        for (const char *name : {"momentBack", "momentOn", "backToLive", "momentSlider"}) {
            const auto *part = bar->findChild<QWidget *>(QString::fromLatin1(name));
            QVERIFY2(part->isVisible() && part->geometry().right() < bar->width(), name);
        }
        QVERIFY(find<QWidget>("momentSlider")->width() >= 90);
        // The frame is around all of it, in a colour that nothing else has.
        const QImage picture = m_dashboard->view().window()->grab().toImage();
        const QColor frame = views::lightTokens().pastFrame;
        QCOMPARE(picture.pixelColor(1, picture.height() / 2), frame);
        QCOMPARE(picture.pixelColor(picture.width() - 2, picture.height() / 2), frame);
    }
}

QTEST_MAIN(TestWindowMoment)

#include "tst_windowmoment.moc"
