// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/draw.h"
#include "tests/server/labbench.h"

#include <set>
#include <thread>

using namespace plimsoll;
using plimsoll::models::LabCounter;
using plimsoll::models::LabReport;
using plimsoll::models::LabRole;
using plimsoll::testing::counterOf;
using plimsoll::testing::described;
using plimsoll::testing::RedisServer;
using plimsoll::testing::runLab;

/// That the Lab counts what it says: without what goes wrong nothing is counted, and a right way without its guard is
/// a wrong one.
class TestLabControls : public QObject {
    Q_OBJECT

private slots:
    void chanceIsTheSame();
    void losesNothingWithoutCrashes();
    void racesNobodyAlone_data();
    void racesNobodyAlone();
    void needsItsGuard_data();
    void needsItsGuard();
    void switchesCount();
    void guardWithoutLookLeaks();
    void guardCosts();
    void headStartIsTheWait();
    void producersGiveMore_data();
    void producersGiveMore();
    void standsStill();
    void killsOnBothSides();
    void leavesTheKeysOfOthers();

private:
    RedisServer m_server;
};

/// Numbers that every version of the Lab draws: a seed that somebody wrote down stays good.
void TestLabControls::chanceIsTheSame()
{
    QCOMPARE(lab::draw(1, "crash", 17, 0), lab::draw(1, "crash", 17, 0));
    QVERIFY(lab::draw(1, "crash", 17, 0) != lab::draw(2, "crash", 17, 0));
    QVERIFY(lab::draw(1, "crash", 17, 0) != lab::draw(1, "stall", 17, 0));
    QVERIFY(lab::draw(1, "crash", 17, 0) != lab::draw(1, "crash", 17, 1));
    int struck = 0;
    for (quint64 id = 0; id < 100'000; ++id) {
        const double drawn = lab::draw(1, "crash", id);
        QVERIFY(drawn >= 0 && drawn < 1);
        struck += drawn < 0.02 ? 1 : 0;
    }
    QVERIFY2(std::abs(struck - 2'000) < 200, QByteArray::number(struck).constData());
}

void TestLabControls::losesNothingWithoutCrashes()
{
    lab::Settings settings;
    settings.seconds = 0.6;
    settings.crash = 0;
    const LabReport report = runLab(m_server, QStringLiteral("queue"), settings);
    QCOMPARE(counterOf(report, "lost").wrong, 0.0);
    QCOMPARE(counterOf(report, "lost").right, 0.0);
    QCOMPARE(counterOf(report, "unknown").wrong, 0.0);
}

void TestLabControls::racesNobodyAlone_data()
{
    QTest::addColumn<QByteArray>("counter");
    QTest::newRow("ratelimit") << QByteArray("over");
    QTest::newRow("leaderboard") << QByteArray("points");
    QTest::newRow("delayed") << QByteArray("twice");
}

void TestLabControls::racesNobodyAlone()
{
    QFETCH(const QByteArray, counter);
    lab::Settings settings;
    settings.seconds = 0.4;
    settings.contention = 1;
    const LabReport report = runLab(m_server, QString::fromLatin1(QTest::currentDataTag()), settings);
    QVERIFY2(counterOf(report, counter).wrong == 0, described(report).constData());
    QVERIFY(report.wrongLoad > 0);
}

void TestLabControls::needsItsGuard_data()
{
    QTest::addColumn<double>("seconds");
    for (const lab::Experiment *experiment : lab::experiments()) {
        const bool slow = experiment->id == QLatin1StringView("stream") || experiment->id == QLatin1StringView("expiry")
            || experiment->id == QLatin1StringView("presence") || experiment->id == QLatin1StringView("lock");
        const bool slowest = experiment->id == QLatin1StringView("cache"); // whose values live for 0.8 s
        QTest::newRow(experiment->id.data()) << (slowest ? 1.2 : slow ? 1.0 : 0.6);
    }
}

void TestLabControls::needsItsGuard()
{
    QFETCH(const double, seconds);
    lab::Settings settings;
    settings.seconds = seconds;
    settings.guarded = false;
    const LabReport report = runLab(m_server, QString::fromLatin1(QTest::currentDataTag()), settings);
    QVERIFY2(std::any_of(report.counters.begin(), report.counters.end(),
                         [](const LabCounter &one) { return one.role == LabRole::Fault && one.right > 0; }),
             described(report).constData());
}

/// Reading the reply of ZREM ends the jobs that run twice, and not those lost; the time as a member lets in too many;
/// ZINCRBY on one board loses no points and leaves all writes on one key; DEL without GET frees more locks of others;
/// of ten claimed at a time, some die innocent.
void TestLabControls::switchesCount()
{
    lab::Settings settings;
    settings.seconds = 1;
    const auto run = [&](const char *pattern, bool switched) {
        settings.switched = switched;
        return runLab(m_server, QString::fromLatin1(pattern), settings);
    };
    const LabReport delayed = run("delayed", true);
    QVERIFY2(counterOf(delayed, "twice").wrong == 0 && counterOf(delayed, "lost").wrong > 0,
             described(delayed).constData());
    const LabReport limit = run("ratelimit", true);
    QVERIFY2(counterOf(limit, "over").right > 0, described(limit).constData());
    const LabReport board = run("leaderboard", true);
    QVERIFY2(counterOf(board, "points").wrong == 0 && counterOf(board, "hottest").wrong == 1,
             described(board).constData());
    const LabReport looked = run("lock", false);
    const LabReport blind = run("lock", true);
    QVERIFY2(counterOf(blind, "foreign").wrong > 2 * counterOf(looked, "foreign").wrong, described(blind).constData());
    QCOMPARE(counterOf(blind, "foreign").right, 0.0);
    settings.seconds = 3; // an entry has to be claimed three times
    const LabReport several = run("stream", true);
    QVERIFY2(counterOf(several, "innocent").right > 0, described(several).constData());
}

/// A guard behind which nobody looks again leaks, not in every run.
void TestLabControls::guardWithoutLookLeaks()
{
    lab::Settings settings;
    settings.seconds = 2;
    settings.contention = 16;
    settings.switched = true;
    double extra = 0;
    for (settings.seed = 1; settings.seed <= 6 && extra == 0; ++settings.seed) {
        extra = counterOf(runLab(m_server, QStringLiteral("cache"), settings), "extra").right;
    }
    QVERIFY(extra > 0);
}

/// The others wait for the guard of who died; one that is shorter than the origin takes guards nothing; and nobody who
/// does not look again behind it is sure to be alone.
void TestLabControls::guardCosts()
{
    lab::Settings settings;
    settings.seconds = 2;
    settings.crash = 0.5; // some forty calls a side: that none of them dies is not to be expected
    const auto run = [&](int guard) {
        settings.dial = guard;
        return runLab(m_server, QStringLiteral("cache"), settings);
    };
    const LabReport patient = run(900);
    const LabReport hasty = run(5);
    QVERIFY2(counterOf(patient, "extra").right == 0 && counterOf(patient, "worst").right >= 500,
             described(patient).constData());
    QVERIFY2(counterOf(hasty, "extra").right > 0, described(hasty).constData());
}

void TestLabControls::headStartIsTheWait()
{
    lab::Settings settings;
    settings.seconds = 2.5;
    settings.dial = 1'200;
    const LabReport report = runLab(m_server, QStringLiteral("priority"), settings);
    const LabCounter wait = counterOf(report, "wait");
    QVERIFY2(wait.right >= 1'100 && wait.right <= *wait.bound, described(report).constData());
    QCOMPARE(counterOf(report, "overtaken").right, 0.0);
}

void TestLabControls::producersGiveMore_data()
{
    QTest::addColumn<double>("given"); // by two, in half a second
    QTest::newRow("queue") << 800.0;
    QTest::newRow("delayed") << 240.0;
    QTest::newRow("stream") << 600.0;
    QTest::newRow("expiry") << 200.0;
}

/// Each producer the same load again, to both sides, and nothing goes wrong on the right for it.
void TestLabControls::producersGiveMore()
{
    QFETCH(const double, given);
    lab::Settings settings;
    settings.seconds = 0.5;
    settings.producers = 2;
    const LabReport report = runLab(m_server, QString::fromLatin1(QTest::currentDataTag()), settings);
    QVERIFY2(report.wrongLoad == report.rightLoad && report.rightLoad > 0.9 * given && report.rightLoad <= given,
             described(report).constData());
    for (const LabCounter &one : report.counters) {
        QVERIFY2(one.role != LabRole::Fault || one.right == 0, described(report).constData());
    }
}

/// While it is paused nobody gives anything; behind it the load goes on where it was, and is given in full.
void TestLabControls::standsStill()
{
    lab::Settings settings;
    settings.seconds = 1;
    settings.watched = true;
    settings.reins = std::make_shared<lab::Reins>();
    int reports = 0;
    int pushed = 0;
    std::jthread person;
    const auto report =
        lab::run(*lab::findExperiment(QStringLiteral("queue")), m_server.local(), settings, {}, [&](const LabReport &) {
            ++reports;
            settings.reins->paused = settings.reins->paused || reports == 2;
            if (reports == 3) { // it stands still from here on
                person = std::jthread([&] {
                    const int before = m_server.calls("lpush");
                    std::this_thread::sleep_for(std::chrono::milliseconds(500));
                    pushed = m_server.calls("lpush") - before;
                    settings.reins->paused = false;
                });
            }
        });
    QVERIFY(report);
    QVERIFY2(pushed <= 20, QByteArray::number(pushed).constData()); // of 800
    QVERIFY2(report->wrongLoad > 700 && report->wrongLoad == report->rightLoad, described(*report).constData());
    QCOMPARE(counterOf(*report, "lost").right, 0.0);
    QCOMPARE(counterOf(*report, "unknown").right, 0.0);
    const LabCounter twice = counterOf(*report, "twice");
    QVERIFY2(twice.right <= *twice.bound, described(*report).constData());
}

/// A person kills one worker a side at the same job, where nobody else dies: gone on the left, and not on the right.
void TestLabControls::killsOnBothSides()
{
    lab::Settings settings;
    settings.seconds = 1;
    settings.crash = 0;
    settings.watched = true;
    settings.reins = std::make_shared<lab::Reins>();
    int reports = 0;
    std::set<QString> left;
    std::set<QString> right;
    const auto note = [](const std::vector<models::LabLine> &lines, std::set<QString> &dead) {
        for (const models::LabLine &line : lines) {
            if (line.death) {
                dead.insert(line.reply);
            }
        }
    };
    const auto report = lab::run(*lab::findExperiment(QStringLiteral("queue")), m_server.local(), settings, {},
                                 [&](const LabReport &now) {
                                     settings.reins->kills += ++reports == 2 ? 1 : 0;
                                     note(now.wrongLines, left);
                                     note(now.rightLines, right);
                                 });
    QVERIFY(report);
    QCOMPARE(left.size(), 1U);
    QCOMPARE(right, left);
    QVERIFY2(counterOf(*report, "lost").wrong + counterOf(*report, "unknown").wrong == 1,
             described(*report).constData());
    QVERIFY2(counterOf(*report, "lost").right + counterOf(*report, "unknown").right == 0,
             described(*report).constData());
}

void TestLabControls::leavesTheKeysOfOthers()
{
    m_server.run({"SET", "mine", "1"});
    m_server.run({"SET", "lab:{lock:wrong}:left", "1"});
    m_server.run({"SET", "lab:{queue:wrong}:other", "1"});
    lab::Settings settings;
    settings.seconds = 0.2;
    runLab(m_server, QStringLiteral("lock"), settings);
    QCOMPARE(m_server.run({"EXISTS", "mine", "lab:{queue:wrong}:other"}).integer, 2);
    QCOMPARE(m_server.run({"EXISTS", "lab:{lock:wrong}:left"}).integer, 0);
}

QTEST_GUILESS_MAIN(TestLabControls)

#include "tst_lab_controls.moc"
