// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab.h"
#include "app/session/labcontroller.h"
#include "tests/gui/madewindow.h"
#include "tests/gui/notedservices.h"
#include "tests/support/redisserver.h"
#include "views/pages/labpage.h"
#include "views/pages/labring.h"
#include "views/widgets/badge.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/wrappedlabel.h"
#include "views/window/navigation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

using namespace plimsoll;
using namespace plimsoll::testing;

/// The page of the Lab, clicked, with real runs on a real server.
class TestLabPage final : public QObject {
    Q_OBJECT

private slots:
    void isThereWhileThereIsALab();
    void runsWhatIsChosen();
    void startsAgainWithAnotherNumber();
    void pausesAndKills();
    void leadsThroughTheTour();
    void anotherPatternEndsTheRun();
    void everyPatternHasItsTexts();
    void saysThatThereIsNoServer();
    void keepsItsPatternWhenTheServerComesAgain();
    void faultsOfTheRightSideAreRed();
    void showsTheCodeThatRuns();
    void keepsWhatAPersonChangesInAStep();
    void takesNoLongerThanThereIsRoom();
    void saysWhatEachSideWasGiven();
    void goesOnWithTheNextPattern();
    void presentsAlone();
    void fitsAProjector_data();
    void fitsAProjector();
    void stepsInSlowMotion();
    void slowMotionIsOfRaces();
    void saysWhatACounterIs();

private:
    views::Theme m_theme{*qApp, views::Theme::Choice::Light};
    RedisServer m_server;
};

namespace {

/// The Lab, which notes what it is asked.
class NotedController final : public app::LabController {
public:
    void start(const models::LabChoice &choice) override
    {
        starts.push_back(choice);
        LabController::start(choice);
    }
    void kill() override
    {
        ++kills;
        LabController::kill();
    }

    std::vector<models::LabChoice> starts;
    int kills = 0;
};

/// A page with a Lab behind it.
struct LabBench {
    LabBench(views::Theme &theme, const RedisServer &server)
        : page({.theme = &theme, .host = &host, .alerts = &services.alerts, .lab = &lab})
    {
        lab.open(server.local());
        page.resize(1100, 640);
        page.show();
        find<QSpinBox>("labSeconds")->setValue(1);
    }
    template <typename Widget> [[nodiscard]] Widget *find(const char *name) const
    {
        return page.findChild<Widget *>(QString::fromLatin1(name));
    }
    void choose(const char *pattern) const
    {
        auto *box = find<QComboBox>("labPattern");
        box->setCurrentIndex(box->findData(QString::fromLatin1(pattern)));
    }
    template <typename Widget = QSlider> void set(const char *name, int value) const
    {
        find<Widget>(name)->setValue(value);
    }
    /// Text of a counter such as "Wrong.lost".
    [[nodiscard]] QString figure(const char *counter) const
    {
        const auto *view = page.findChild<QWidget *>(QLatin1String("labCounter") + QLatin1String(counter));
        return view != nullptr ? view->findChild<QLabel *>(QStringLiteral("labFigure"))->text() : QString();
    }
    void click(const char *name) const { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }

    views::PageHost host;
    NotedServices services;
    NotedController lab;
    views::LabPage page;
};

} // namespace

void TestLabPage::isThereWhileThereIsALab()
{
    MadeWindow made(m_theme);
    QVERIFY(!made.window.pageNames().contains(QStringLiteral("lab")));
    emit made.session.services.lab.offered(lab::patterns());
    QVERIFY(made.window.pageNames().contains(QStringLiteral("lab")));
    made.window.showPage(QStringLiteral("lab"));
    QVERIFY(made.visible<QPushButton>("labRun")->isEnabled());
    made.window.showPage(QStringLiteral("overview"));
    emit made.session.services.lab.offered({});
    QVERIFY(!made.window.pageNames().contains(QStringLiteral("lab")));
}

void TestLabPage::runsWhatIsChosen()
{
    const LabBench bench(m_theme, m_server);
    bench.choose("delayed");
    bench.set("labContention", 4);
    bench.set("labProducers", 2);
    bench.set("labCrash", 35);
    bench.find<QCheckBox>("labSwitchWrong")->click();
    const auto &asked = bench.lab.starts;
    const QSignalSpy reported(&bench.lab, &views::LabService::reported);
    const QSignalSpy ended(&bench.lab, &views::LabService::ended);
    bench.click("labRun");
    QCOMPARE(asked.size(), 1U);
    const auto choice = asked.front();
    QCOMPARE(choice.pattern, QStringLiteral("delayed"));
    QCOMPARE(choice.contention, 4);
    QCOMPARE(choice.producers, 2);
    QCOMPARE(choice.crash, 0.035);
    QCOMPARE(choice.seconds, 1.0);
    QVERIFY(choice.switched && choice.guarded && !choice.dial);
    QTRY_VERIFY_WITH_TIMEOUT(ended.size() == 1, 30'000);
    QCOMPARE(ended.front().front().toString(), QString());
    QVERIFY(reported.size() > 2); // and while it ran
    QCOMPARE(bench.figure("Wrong.twice"), QStringLiteral("0")); // the switch
    QVERIFY(bench.figure("Wrong.lost").toInt() > 0);
    QCOMPARE(bench.figure("Right.lost"), QStringLiteral("0"));
    static const QRegularExpression command(QStringLiteral(" w\\d .*(ZREM delayed|HINCRBY done)"));
    QVERIFY(bench.find<QPlainTextEdit>("labLinesWrong")->toPlainText().contains(command));
    QVERIFY(bench.find<QPlainTextEdit>("labLinesRight")->toPlainText().contains(QLatin1String("delayed_")));
    QVERIFY(bench.find<QPlainTextEdit>("labCodeWrong")->toPlainText().contains(QLatin1String("if ZREM")));
    const auto *rate = bench.find<views::ElidedLabel>("labRateRight");
    QVERIFY2(rate->fullText().contains(QRegularExpression(QStringLiteral("by, [1-9].* a second"))),
             qPrintable(rate->fullText()));
    const auto *flow = bench.find<QWidget>("labFlowRight");
    QVERIFY2(flow->accessibleName().contains(QLatin1String("processing")), qPrintable(flow->accessibleName()));
}

/// A change during a run restarts it, once, even if a slider moves many times.
void TestLabPage::startsAgainWithAnotherNumber()
{
    LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.choose("priority");
    auto &asked = bench.lab.starts;
    QSignalSpy reported(&bench.lab, &views::LabService::reported);
    bench.click("labRun");
    QTRY_VERIFY(!reported.empty());
    asked.clear();
    for (int clients = 9; clients <= 12; ++clients) {
        bench.set("labContention", clients);
    }
    bench.set("labDial", 700);
    bench.find<QCheckBox>("labUnguardedRight")->click();
    QTRY_COMPARE(asked.size(), 1U);
    const auto choice = asked.front();
    QCOMPARE(choice.contention, 12);
    QCOMPARE(choice.dial, std::optional(700));
    QVERIFY(!choice.guarded);
    reported.clear();
    QTRY_VERIFY(!reported.empty());
    QCOMPARE(reported.front().front().value<models::LabReport>().contention, 12);
    bench.click("labAgain");
    QCOMPARE(asked.size(), 2U);
    bench.click("labRun"); // stops
    QTRY_COMPARE(m_server.run({"DBSIZE"}).integer, 0); // behind the window's back it tidies up
    bench.set("labContention", 3); // of the next run
    QVERIFY(!bench.find<QTimer>("labRestart")->isActive());
    QCOMPARE(asked.size(), 2U);
}

void TestLabPage::pausesAndKills()
{
    const LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.set("labCrash", 0);
    QSignalSpy reported(&bench.lab, &views::LabService::reported);
    QVERIFY(!bench.find<QPushButton>("labKill")->isEnabled());
    QVERIFY(!bench.find<QPushButton>("labPause")->isEnabled());
    bench.click("labRun");
    QTRY_VERIFY(reported.size() > 1);
    bench.click("labKill");
    const auto faults = [&bench] { return bench.figure("Wrong.lost").toInt() + bench.figure("Wrong.unknown").toInt(); };
    QTRY_COMPARE(faults(), 1);
    QVERIFY(bench.find<QPlainTextEdit>("labLinesWrong")->toPlainText().contains(QLatin1String("killed, with ")));
    QCOMPARE(bench.figure("Right.lost"), QStringLiteral("0"));
    bench.click("labPause");
    QCOMPARE(bench.find<QPushButton>("labPause")->text(), QStringLiteral("Continue"));
    const auto pushes = [this] { return m_server.calls("lpush"); };
    int before = -1;
    QTRY_VERIFY(std::exchange(before, pushes()) == pushes()); // they stand still …
    reported.clear();
    bench.click("labPause");
    QTRY_VERIFY(reported.size() > 1); // … and go on
    QTRY_VERIFY(pushes() > before);
    // In a closed loop without crashes there is nothing to kill, and no producers.
    bench.choose("lock");
    QVERIFY(!bench.find<QSlider>("labCrash")->isEnabled() && !bench.find<QSlider>("labProducers")->isEnabled());
    bench.click("labRun");
    QVERIFY(!bench.find<QPushButton>("labKill")->isEnabled());
}

/// The page does what the step says, and shows what it speaks of.
void TestLabPage::leadsThroughTheTour()
{
    const LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.choose("recent");
    const auto &asked = bench.lab.starts;
    const int &killed = bench.lab.kills;
    const auto text = [&bench] { return bench.find<views::WrappedLabel>("labStepText")->fullText(); };
    const auto ringed = [&bench] {
        const QWidget *at = bench.find<views::LabRing>("labRing")->pointsAt();
        return at != nullptr ? at->objectName() : QString();
    };
    bench.set("labContention", 5); // a person's own
    QSet<QString> seen{text()};
    QVERIFY(!bench.find<QPushButton>("labBack")->isEnabled());
    const auto *next = bench.find<QPushButton>("labNext");
    QCOMPARE(next->text(), QStringLiteral("Start the tour"));
    bench.click("labNext");
    QCOMPARE(asked.size(), 1U); // it runs from here on
    QCOMPARE(next->text(), QStringLiteral("Next"));
    QCOMPARE(ringed(), QStringLiteral("labFlowWrong"));
    QCOMPARE(seen, QSet<QString>{text()});
    bench.click("labNext");
    QCOMPARE(ringed(), QStringLiteral("labCounterWrong.over"));
    seen.insert(text());
    QCOMPARE(killed, 0);
    bench.click("labNext");
    QCOMPARE(killed, 1);
    QCOMPARE(ringed(), QStringLiteral("labCounterWrong.forever"));
    seen.insert(text());
    bench.click("labNext");
    QCOMPARE(ringed(), QStringLiteral("labCounterRight.longest"));
    QCOMPARE(asked.size(), 1U); // and went on
    seen.insert(text());
    bench.click("labNext");
    QCOMPARE(ringed(), QStringLiteral("labContention"));
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 16);
    QCOMPARE(asked.size(), 2U);
    QCOMPARE(asked.back().contention, 16);
    seen.insert(text());
    QCOMPARE(seen.size(), 5);
    QVERIFY(bench.find<QPushButton>("labNext")->text().startsWith(QLatin1String("Next pattern: ")));
    bench.click("labBack");
    QVERIFY(seen.contains(text()));
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 5);
    QCOMPARE(asked.back().contention, 5);
    bench.click("labNext");
    bench.choose("delayed"); // another tour, from its beginning
    QCOMPARE(ringed(), QString());
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 5);
    for (int i = 0; i < 5; ++i) {
        bench.click("labNext");
    }
    QVERIFY(bench.find<QCheckBox>("labSwitchWrong")->isChecked());
    bench.click("labBack");
    QVERIFY(!bench.find<QCheckBox>("labSwitchWrong")->isChecked());
    QCOMPARE(ringed(), QStringLiteral("labCodeRight"));
    QVERIFY(bench.find<QPlainTextEdit>("labCodeRight")->toPlainText().contains(QLatin1String("ZRANGEBYSCORE")));
}

void TestLabPage::anotherPatternEndsTheRun()
{
    const LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    QSignalSpy reported(&bench.lab, &views::LabService::reported);
    bench.click("labRun");
    QTRY_VERIFY(!reported.empty());
    bench.choose("lock");
    reported.clear();
    QCOMPARE(bench.figure("Wrong.foreign"), QStringLiteral("–"));
    bench.click("labRun");
    QTRY_VERIFY(!reported.empty());
    for (const QList<QVariant> &one : reported) {
        QCOMPARE(one.front().value<models::LabReport>().pattern, QLatin1StringView("lock"));
    }
}

/// Every step of every tour points at something that is there.
void TestLabPage::everyPatternHasItsTexts()
{
    const auto patterns = lab::patterns();
    QCOMPARE(patterns.size(), lab::experiments().size());
    LabBench bench(m_theme, m_server);
    bench.lab.close(); // without runs
    bench.page.resize(800, 500);
    emit bench.lab.offered(patterns);
    for (const models::LabPattern &one : patterns) {
        QCOMPARE(one.steps.size(), 5U);
        QVERIFY(!one.say.isEmpty() && !one.wrongTitle.isEmpty() && !one.rightTitle.isEmpty());
        QVERIFY(!one.wrongCode.isEmpty() && !one.rightCode.isEmpty());
        for (const auto &[name, text] : one.rightCode.sliced(1)) {
            QVERIFY2(text.contains(QLatin1String("redis.call")), qPrintable(name));
        }
        QCOMPARE(one.switchTitle.isEmpty(), one.switchedCode.isEmpty());
        bench.choose(one.id.toLatin1().constData());
        for (std::size_t step = 0; step < one.steps.size(); ++step) {
            bench.click("labNext");
            const QWidget *at = bench.find<views::LabRing>("labRing")->pointsAt();
            QTRY_VERIFY2(at != nullptr && at->isVisible(),
                         qPrintable(one.id + QLatin1Char(' ') + one.steps[step].spot));
        }
        // However little room there is, what is counted is whole, and so is what is to be pressed.
        for (const auto *button : bench.page.findChildren<QPushButton *>()) {
            QTRY_VERIFY2(!button->isVisible() || button->width() >= button->minimumSizeHint().width(),
                         qPrintable(button->text()));
        }
        for (const auto *title : bench.page.findChildren<views::WrappedLabel *>(QStringLiteral("labCounterTitle"))) {
            QTRY_VERIFY2(title->height() >= title->heightForWidth(title->width()), qPrintable(title->fullText()));
        }
    }
}

/// The server is gone while the page is open: it says so, and offers nothing that cannot be.
void TestLabPage::saysThatThereIsNoServer()
{
    LabBench bench(m_theme, m_server);
    bench.click("labRun");
    bench.lab.close();
    QVERIFY(!bench.find<QPushButton>("labRun")->isEnabled() && !bench.find<QPushButton>("labPause")->isEnabled());
    QVERIFY(!bench.find<QPushButton>("labNext")->isVisible());
    QVERIFY(bench.find<QLabel>("labNoServer")->isVisible());
    bench.lab.open(m_server.local());
    QVERIFY(bench.find<QPushButton>("labNext")->isVisible());
    {
        RedisServer doomed;
        bench.lab.close();
        bench.lab.open(doomed.local());
        QSignalSpy reported(&bench.lab, &views::LabService::reported);
        bench.set<QSpinBox>("labSeconds", 60);
        bench.click("labRun");
        QTRY_VERIFY(!reported.empty());
        doomed.kill9();
        QTRY_COMPARE(bench.find<QPushButton>("labRun")->text(), QStringLiteral("Run"));
        QVERIFY(!bench.find<views::WrappedLabel>("labState")->fullText().isEmpty());
    }
}

/// The demo's server died and was started anew: for a moment there is no Lab.
void TestLabPage::keepsItsPatternWhenTheServerComesAgain()
{
    LabBench bench(m_theme, m_server);
    bench.choose("lock");
    for (int deaths = 0; deaths < 2; ++deaths) {
        bench.lab.close(); // as app/session/democontroller.cpp does it
        bench.lab.open(m_server.local());
        QCOMPARE(bench.find<QComboBox>("labPattern")->currentData().toString(), QStringLiteral("lock"));
        QVERIFY(bench.find<QWidget>("labCounterWrong.foreign") != nullptr);
    }
}

/// The colour is that of a fault, whatever the counter is called.
void TestLabPage::faultsOfTheRightSideAreRed()
{
    LabBench bench(m_theme, m_server);
    bench.choose("leaderboard");
    models::LabReport report;
    report.pattern = QLatin1StringView("leaderboard");
    for (const models::LabPattern &pattern : lab::patterns()) {
        report.counters = pattern.id == report.pattern ? pattern.counters : report.counters;
    }
    const auto fault = std::find_if(report.counters.begin(), report.counters.end(),
                                    [](const auto &counter) { return counter.role == models::LabRole::Fault; });
    QVERIFY(fault != report.counters.end());
    auto *counter = bench.page.findChild<QWidget *>(QLatin1String("labCounterRight.") + fault->id);
    const auto has = [counter](const QColor &colour) {
        const QImage image = counter->grab().toImage();
        const int beside = counter->findChild<QLabel *>(QStringLiteral("labFigure"))->geometry().right() + 1;
        for (int x = beside; x < image.width(); ++x) {
            for (int y = 0; y < image.height(); ++y) {
                const QColor at = image.pixelColor(x, y);
                if (at.hsvSaturation() > 120 && std::abs(at.hsvHue() - colour.hsvHue()) < 12) {
                    return true;
                }
            }
        }
        return false;
    };
    const auto tell = [&bench, &report, &fault](std::initializer_list<double> figures) {
        for (const double figure : figures) {
            fault->right = figure;
            emit bench.lab.reported(report);
        }
    };
    const auto *badge = bench.find<views::Badge>("labBadgeRight");
    const views::Tokens &tokens = m_theme.tokens();
    tell({0, 0, 0});
    QCOMPARE(badge->accessibleName(), QStringLiteral("the right way"));
    QVERIFY(has(tokens.series[2]) && !has(tokens.critical));
    tell({1});
    QCOMPARE(badge->accessibleName(), QStringLiteral("the right way: 1 fault"));
    tell({400, 837});
    QCOMPARE(badge->accessibleName(), QStringLiteral("the right way: 837 faults"));
    QVERIFY(has(tokens.critical) && !has(tokens.series[2]));
}

/// With the switch and without the guard, in each combination: what is on screen is what is asked for.
void TestLabPage::showsTheCodeThatRuns()
{
    LabBench bench(m_theme, m_server);
    const auto code = [&bench] { return bench.find<QPlainTextEdit>("labCodeRight")->toPlainText(); };
    const auto *unguarded = bench.find<QCheckBox>("labUnguardedRight");
    auto &asked = bench.lab.starts;
    const auto isGuarded = [&] {
        asked.clear();
        bench.click("labRun");
        const bool guarded = asked.front().guarded;
        bench.click("labRun"); // stops
        return guarded;
    };
    const auto called = [&bench] { return bench.find<views::Badge>("labBadgeRight")->accessibleName(); };
    bench.choose("leaderboard");
    QCOMPARE(called(), QStringLiteral("the right way"));
    QVERIFY(!code().contains(QLatin1String("ZADD")));
    bench.find<QCheckBox>("labUnguardedRight")->click();
    QVERIFY(code().contains(QLatin1String("ZSCORE board:SHARD")) && code().contains(QLatin1String("ZADD board:SHARD")));
    QVERIFY(!isGuarded());
    QCOMPARE(called(), QStringLiteral("right way with its guard removed"));
    bench.find<QCheckBox>("labUnguardedRight")->click();
    QVERIFY(!code().contains(QLatin1String("ZADD")) && isGuarded());
    QCOMPARE(called(), QStringLiteral("the right way"));
    // The switch of the cache has no guard that could be left out: one cannot choose to.
    bench.choose("cache");
    bench.find<QCheckBox>("labUnguardedRight")->click();
    QVERIFY(!isGuarded());
    bench.find<QCheckBox>("labSwitchRight")->click();
    QVERIFY(code().contains(QLatin1String("SET l token NX")) && !unguarded->isEnabled() && isGuarded());
    bench.find<QCheckBox>("labSwitchRight")->click();
    QVERIFY(unguarded->isEnabled() && !isGuarded());
    // The switch of the rate limit has one: its script is the switched one, with the marked line struck out.
    bench.choose("ratelimit");
    bench.find<QCheckBox>("labSwitchRight")->click();
    bench.find<QCheckBox>("labUnguardedRight")->click();
    bench.page.findChildren<QPushButton *>(QStringLiteral("labTabRight")).back()->click();
    QVERIFY(code().contains(QLatin1String("'ZADD', KEYS[1], now, now)")) && code().contains(QLatin1String("-- guard")));
    QVERIFY(unguarded->isEnabled() && !isGuarded());
}

/// The tour's changes are reverted after its step; changes by the user in the step are kept.
void TestLabPage::keepsWhatAPersonChangesInAStep()
{
    const LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.choose("recent");
    bench.set("labContention", 5);
    bench.set("labCrash", 10);
    for (int i = 0; i < 5; ++i) {
        bench.click("labNext");
    }
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 16);
    bench.set("labCrash", 55);
    bench.set<QSpinBox>("labSeed", 7);
    bench.click("labBack");
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 5); // the user had not changed it
    QCOMPARE(bench.find<QSlider>("labCrash")->value(), 55);
    QCOMPARE(bench.find<QSpinBox>("labSeed")->value(), 7);
    bench.click("labNext");
    bench.set("labContention", 20);
    bench.click("labBack");
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 20);
    // Choosing another pattern ends the step too; a pattern without producers keeps their number.
    bench.set("labProducers", 3);
    bench.choose("ratelimit");
    for (int i = 0; i < 5; ++i) {
        bench.click("labNext");
    }
    QVERIFY(bench.find<QCheckBox>("labSwitchRight")->isChecked());
    bench.set("labContention", 9);
    bench.choose("queue");
    QCOMPARE(bench.find<QSlider>("labContention")->value(), 9);
    QCOMPARE(bench.find<QSlider>("labProducers")->value(), 3);
}

/// The run is limited to the time in which the producers fill the server's memory; the wanted duration is restored once
/// it fits.
void TestLabPage::takesNoLongerThanThereIsRoom()
{
    const LabBench bench(m_theme, m_server);
    const auto *seconds = bench.find<QSpinBox>("labSeconds");
    bench.choose("queue");
    bench.set<QSpinBox>("labSeconds", 200);
    QCOMPARE(seconds->value(), 200);
    bench.set("labProducers", 4);
    QCOMPARE(seconds->value(), int(lab::mostSeconds(*lab::findExperiment(QStringLiteral("queue")), 4)));
    QVERIFY(!seconds->toolTip().isEmpty());
    bench.choose("lock"); // holds what its clients do
    QCOMPARE(seconds->value(), 200);
    bench.choose("queue");
    bench.set("labProducers", 1);
    QCOMPARE(seconds->value(), 200);
}

/// With a paced load neither side gets ahead: one is only a moment behind the other.
void TestLabPage::saysWhatEachSideWasGiven()
{
    LabBench bench(m_theme, m_server);
    bench.lab.close();
    emit bench.lab.offered(lab::patterns());
    using Is = models::LabReport::Is;
    const auto said = [&bench](const char *pattern, double left, double right, Is is = Is::Running) {
        bench.choose(pattern);
        models::LabReport report;
        report.pattern = lab::findExperiment(QString::fromLatin1(pattern))->id;
        report.wrongLoad = left;
        report.rightLoad = right;
        report.is = is;
        emit bench.lab.reported(report);
        return bench.find<views::WrappedLabel>("labState")->fullText();
    };
    QCOMPARE(said("dedupe", 300, 299), QStringLiteral("given so far: left 300, right 299"));
    QCOMPARE(said("dedupe", 300, 300), QStringLiteral("both sides the same: 300"));
    QCOMPARE(said("priority", 300, 299), QStringLiteral("loops: left 300, right 299"));
    QCOMPARE(said("dedupe", 300, 300, Is::Over),
             QStringLiteral("both sides the same: 300; finished: these are the counts"));
    QVERIFY(said("stream", 300, 300, Is::Settling).contains(QStringLiteral("no new load")));
    QVERIFY(said("stream", 300, 300, Is::CutOff).contains(QStringLiteral("work still in flight")));
}

void TestLabPage::goesOnWithTheNextPattern()
{
    const LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.choose("queue");
    const auto &asked = bench.lab.starts;
    const auto *next = bench.find<QPushButton>("labNext");
    for (int i = 0; i < 5; ++i) {
        bench.click("labNext");
    }
    QCOMPARE(next->text(), QStringLiteral("Next pattern: Delayed jobs"));
    bench.click("labNext");
    QCOMPARE(bench.find<QComboBox>("labPattern")->currentData().toString(), QStringLiteral("delayed"));
    QCOMPARE(bench.find<QLabel>("labStep")->text(), QStringLiteral("Tour, 1 of 5"));
    QCOMPARE(asked.back().pattern, QStringLiteral("delayed")); // it runs
    bench.choose("expiry"); // the last
    for (int i = 0; i < 5; ++i) {
        bench.click("labNext");
    }
    QVERIFY(!next->isEnabled());
    QCOMPARE(next->text(), QStringLiteral("Next"));
}

/// For a projector: what is told, what is counted, what is done and by what code, large, and nothing else.
void TestLabPage::presentsAlone()
{
    MadeWindow made(m_theme);
    emit made.session.services.lab.offered(lab::patterns());
    made.window.showPage(QStringLiteral("lab"));
    const auto *navigation = made.visible<views::Navigation>("navigation");
    QVERIFY(navigation != nullptr);
    const auto shown = [&made](const char *name) { return made.visible<QWidget>(name) != nullptr; };
    const auto *figure = made.visible<QLabel>("labFigure");
    const auto *code = made.visible<QPlainTextEdit>("labCodeRight");
    const int text = made.visible<QWidget>("labStepText")->font().pixelSize();
    const int small = code->font().pixelSize();
    const int large = figure->font().pixelSize();
    const QSignalSpy whole(&made.window, &views::SessionView::presentationWanted);
    QVERIFY(shown("labLinesWrong") && shown("labContention") && shown("pageTitle"));
    QTest::keyClick(&made.window, Qt::Key_F11);
    QTRY_VERIFY(!navigation->isVisible());
    QCOMPARE(whole.size(), 1);
    for (const char *name :
         {"labLinesWrong", "labContention", "pageTitle", "labRun", "labUnguardedRight", "statusStrip"}) {
        QVERIFY2(!shown(name), name);
    }
    for (const char *name : {"labStepText", "labNext", "labFlowWrong", "labCodeWrong", "labCodeRight", "labFigure"}) {
        QVERIFY2(shown(name), name);
    }
    const auto isLarger = [](int now, int before) { return std::abs(now - 1.6 * before) <= 0.5; };
    QVERIFY(isLarger(made.visible<QWidget>("labStepText")->font().pixelSize(), text));
    QVERIFY(isLarger(code->font().pixelSize(), small));
    QVERIFY(isLarger(figure->font().pixelSize(), large));
    QTest::keyClick(&made.window, Qt::Key_Escape);
    QTRY_VERIFY(navigation->isVisible());
    QVERIFY(shown("labLinesWrong") && shown("labContention") && shown("pageTitle"));
    QCOMPARE(code->font().pixelSize(), small);
    QCOMPARE(figure->font().pixelSize(), large);
    QCOMPARE(made.window.currentPage(), QStringLiteral("lab")); // Escape has done enough
    for (const bool present : {true, false}) {
        QTest::keyClick(&made.window, Qt::Key_F11);
        QTRY_COMPARE(navigation->isVisible(), !present);
    }
    QTest::mouseClick(made.visible<QPushButton>("labPresent"), Qt::LeftButton);
    QTRY_VERIFY(!navigation->isVisible());
    made.window.showPage(QStringLiteral("overview"));
    QTRY_VERIFY(navigation->isVisible());
}

void TestLabPage::fitsAProjector_data()
{
    QTest::addColumn<bool>("presenting");
    QTest::addColumn<bool>("slow");
    QTest::addColumn<int>("zoom");
    QTest::newRow("page") << false << false << 100;
    QTest::newRow("slow motion") << false << true << 100;
    QTest::newRow("presentation") << true << false << 100;
    QTest::newRow("slow motion, presented") << true << true << 100;
    QTest::newRow("presentation at 200 %") << true << false << 200;
    QTest::newRow("slow motion, presented at 200 %") << true << true << 200;
}

/// 1280×720: nothing is cut, and nothing has to be scrolled to. At 200 % on 1920×1080 nothing is cut, either.
void TestLabPage::fitsAProjector()
{
    QFETCH(const bool, presenting);
    QFETCH(const bool, slow);
    QFETCH(const int, zoom);
    m_theme.setZoom(zoom);
    const auto back = qScopeGuard([this] { m_theme.setZoom(100); });
    MadeWindow made(m_theme);
    made.window.resize(zoom == 100 ? QSize(1280, 720) : QSize(1920, 1080));
    emit made.session.services.lab.offered(lab::patterns());
    made.window.showPage(QStringLiteral("lab"));
    auto *page = made.window.findChild<views::LabPage *>();
    if (presenting) {
        const auto sizes = [page] { // of the text and of the code
            return std::pair(page->findChild<QWidget *>(QStringLiteral("labStepText"))->font().pixelSize(),
                             page->findChild<QWidget *>(QStringLiteral("labCodeWrong"))->font().pixelSize());
        };
        const auto before = sizes();
        QTest::keyClick(&made.window, Qt::Key_F11);
        const auto [text, code] = sizes(); // both are as large as at 100 %, or as the zoom makes them
        const double scale = std::max(1.0, 160.0 / zoom);
        QVERIFY2(std::abs(text - scale * before.first) <= 0.5, qPrintable(QString::number(text)));
        QVERIFY2(std::abs(code - scale * before.second) <= 0.5, qPrintable(QString::number(code)));
    }
    auto *choice = page->findChild<QComboBox *>(QStringLiteral("labPattern"));
    auto *slowly = page->findChild<QPushButton *>(QStringLiteral("labSlow"));
    const auto *scroll = page->findChild<QScrollArea *>();
    // In slow motion for a projector the commands are in the place of the code.
    const auto *code = page->findChild<QPlainTextEdit *>(slow && presenting ? QStringLiteral("labLinesWrong")
                                                                            : QStringLiteral("labCodeWrong"));
    for (int i = 0; i < choice->count(); ++i) {
        choice->setCurrentIndex(i);
        if (slow && !slowly->isEnabled()) {
            continue;
        }
        slowly->setChecked(slow);
        for (int step = 0; step < 5; ++step) {
            QTest::mouseClick(page->findChild<QPushButton *>(QStringLiteral("labNext")), Qt::LeftButton);
            const QByteArray where = choice->currentText().toUtf8() + ' ' + QByteArray::number(step + 1);
            QTRY_VERIFY2(scroll->verticalScrollBar()->maximum() == 0 || zoom > 100, where.constData());
            QCOMPARE(scroll->horizontalScrollBar()->maximum(), 0);
            for (const auto *label : page->findChildren<views::WrappedLabel *>()) {
                QTRY_VERIFY2(!label->isVisible() || label->height() >= label->heightForWidth(label->width()),
                             (where + ": " + label->fullText().toUtf8()).constData());
            }
            for (const auto *button : page->findChildren<QPushButton *>()) {
                QTRY_VERIFY2(!button->isVisible() || button->width() >= button->minimumSizeHint().width(),
                             (where + ": " + button->text().toUtf8()).constData());
            }
            QTRY_VERIFY2(code->isVisible() && code->viewport()->height() >= 3 * code->fontMetrics().lineSpacing(),
                         where.constData());
        }
        QTest::mouseClick(page->findChild<QPushButton *>(QStringLiteral("labRun")), Qt::LeftButton); // stops
    }
}

void TestLabPage::stepsInSlowMotion()
{
    LabBench bench(m_theme, m_server);
    bench.set<QSpinBox>("labSeconds", 60);
    bench.choose("ratelimit");
    bench.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&bench.page));
    const auto &asked = bench.lab.starts;
    const auto *bar = bench.find<QWidget>("labSlowBar");
    QVERIFY(!bar->isVisible());
    bench.click("labSlow");
    QVERIFY(bar->isVisible());
    QCOMPARE(asked.size(), 1U); // it begins, and stands
    const auto choice = asked.front();
    QVERIFY(choice.slow);
    QCOMPARE(choice.contention, 2);
    const auto says = [&bench] { return bench.find<views::WrappedLabel>("labNextStep")->fullText(); };
    QTRY_VERIFY2(says().startsWith(QLatin1String("Step 0, ")), qPrintable(says()));
    QVERIFY2(says().contains(QLatin1String("next on the left: w1 ZREMRANGEBYSCORE")), qPrintable(says()));
    const auto lines = [&bench](const char *name) { return bench.find<QPlainTextEdit>(name)->toPlainText(); };
    QCOMPARE(lines("labLinesWrong"), QString());
    bench.click("labStepOnce");
    QTRY_VERIFY2(says().startsWith(QLatin1String("Step 1, ")), qPrintable(says()));
    QVERIFY2(lines("labLinesWrong").startsWith(QLatin1String("w1")), qPrintable(lines("labLinesWrong")));
    QTest::keyClick(&bench.page, Qt::Key_F10);
    QTRY_VERIFY2(says().startsWith(QLatin1String("Step 2, ")), qPrintable(says()));
    // Plays by itself, slowly, until the user takes over.
    auto *pace = bench.find<QTimer>("labPace");
    pace->setInterval(20);
    bench.click("labPlay");
    QCOMPARE(bench.find<QPushButton>("labPlay")->text(), QStringLiteral("Hold"));
    QTRY_VERIFY(lines("labLinesWrong").count(u'\n') > 3);
    bench.click("labPlay");
    QVERIFY(!pace->isActive());
    // To where it goes wrong: the command that did it is marked.
    bench.click("labToFault");
    QTRY_COMPARE_WITH_TIMEOUT(bench.figure("Wrong.over"), QStringLiteral("1"), 60'000);
    QTRY_VERIFY2(lines("labLinesWrong").contains(QStringLiteral("← let in over the limit")),
                 qPrintable(lines("labLinesWrong")));
    QVERIFY(lines("labLinesWrong").count(QRegularExpression(QStringLiteral("ZCARD s\\d +19"))) >= 2);
    QCOMPARE(bench.figure("Right.over"), QStringLiteral("0"));
    // Without it, the workers are those that were chosen.
    bench.click("labSlow");
    QVERIFY(!bar->isVisible());
    QCOMPARE(asked.size(), 2U);
    QVERIFY(!asked.back().slow);
    QCOMPARE(asked.back().contention, 8);
}

/// If nothing can happen between two commands there is nothing to watch, and the page says so.
void TestLabPage::slowMotionIsOfRaces()
{
    LabBench bench(m_theme, m_server);
    bench.lab.close();
    emit bench.lab.offered(lab::patterns());
    const auto *slow = bench.find<QPushButton>("labSlow");
    for (const models::LabPattern &one : lab::patterns()) {
        bench.choose(one.id.toLatin1().constData());
        QCOMPARE(slow->isEnabled(), one.whyNotSlow.isEmpty());
        QVERIFY(slow->toolTip().contains(one.whyNotSlow));
    }
    bench.choose("cache");
    bench.click("labSlow");
    QVERIFY(slow->isChecked());
    bench.choose("expiry");
    QVERIFY(!slow->isChecked() && !bench.find<QWidget>("labSlowBar")->isVisible());
}

void TestLabPage::saysWhatACounterIs()
{
    const LabBench bench(m_theme, m_server);
    const auto *legend = bench.find<QLabel>("labLegend");
    QVERIFY(legend->isVisible());
    for (const char *word : {"must be 0", "must stay ≤ N", "cost"}) {
        QVERIFY2(legend->text().contains(QString::fromUtf8(word)), word);
    }
}

QTEST_MAIN(TestLabPage)

#include "tst_labpage.moc"
