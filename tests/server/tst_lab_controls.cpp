// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/draw.h"
#include "tests/server/labbench.h"
#include "tests/support/timing.h"

#include <array>
#include <map>
#include <set>
#include <thread>

using namespace plimsoll;
using plimsoll::models::LabCounter;
using plimsoll::models::LabReport;
using plimsoll::models::LabRole;
using plimsoll::testing::attempts;
using plimsoll::testing::counterOf;
using plimsoll::testing::described;
using plimsoll::testing::RedisServer;
using plimsoll::testing::runLab;

/// Tests the Lab's counters: without faults they stay 0, and a right way without its guard behaves like a wrong one.
class TestLabControls : public QObject {
    Q_OBJECT

private slots:
    void chanceIsTheSame();
    void losesNothingWithoutCrashes();
    void racesNobodyAlone_data();
    void racesNobodyAlone();
    void needsItsGuard_data();
    void needsItsGuard();
    void guardCosts();
    void headStartIsTheWait();
    void producersGiveMore_data();
    void producersGiveMore();
    void standsStill();
    void killsOnBothSides();
    void leavesTheKeysOfOthers();

private:
    /// Without its guard; found out together with others.
    const LabReport &unguarded(const QString &pattern);
    std::pair<LabReport, int> runPaused();

    RedisServer m_server;
    std::map<QString, LabReport> m_unguarded;
};

namespace {

/// So long until one goes wrong for certain: longer where lives and leases have to end first.
double secondsOf(const QString &pattern)
{
    static const std::map<QString, double> longer{{QStringLiteral("stream"), 1.0},
                                                  {QStringLiteral("expiry"), 1.0},
                                                  {QStringLiteral("presence"), 1.0},
                                                  {QStringLiteral("lock"), 1.0},
                                                  {QStringLiteral("cache"), 1.2}};
    const auto found = longer.find(pattern);
    return found != longer.end() ? found->second : 0.6;
}

LabReport runUnguarded(RedisServer &server, const QString &pattern, int times)
{
    lab::Settings settings;
    settings.seconds = times * secondsOf(pattern);
    settings.settling = 0.8; // a lease, a reaper, and a good deal more: what is lost by then is lost
    settings.guarded = false;
    return runLab(server, pattern, settings);
}

} // namespace

/// Numbers that every version of the Lab draws, so that a recorded seed stays valid.
void TestLabControls::chanceIsTheSame()
{
    static_assert(lab::draw(1, "crash", 0) == 0.096834996026106124);
    static_assert(lab::draw(1, "crash", 17) == 0.67656139577490149);
    static_assert(lab::draw(1, "crash", 1'234'567) == 0.59439116508796919);
    static_assert(lab::draw(1, "crash", 17, 1) == 0.42185488566931284); // another attempt
    static_assert(lab::draw(2, "crash", 17) == 0.059884498950860898); // another seed
    static_assert(lab::draw(~quint64(0), "crash", 17) == 0.87164058837469971); // the largest
    static_assert(lab::draw(1, "stall", 0) == 0.8812215134564928); // another question
    static_assert(lab::draw(1, "stall", 17) == 0.091261457747889962);
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
    QTest::addColumn<bool>("any");
    for (const lab::Experiment *experiment : lab::experiments()) {
        QTest::newRow(experiment->id.data()) << true;
    }
}

/// They wait for most of their time, and go wrong whatever others do: three at once, each on a server of its own.
const LabReport &TestLabControls::unguarded(const QString &pattern)
{
    constexpr std::size_t atOnce = 3;
    const auto all = lab::experiments();
    const auto own = std::find(all.begin(), all.end(), lab::findExperiment(pattern));
    const auto group = std::size_t(own - all.begin()) / atOnce;
    if (!m_unguarded.contains(pattern)) {
        std::array<RedisServer, atOnce> servers;
        std::array<LabReport, atOnce> reports;
        {
            std::vector<std::jthread> runs;
            for (std::size_t i = 0; i < atOnce; ++i) {
                runs.emplace_back([&, i, id = QString(all[group * atOnce + i]->id)] {
                    reports[i] = runUnguarded(servers[i], id, 1);
                });
            }
        }
        for (const LabReport &report : reports) {
            m_unguarded[report.pattern] = report;
        }
    }
    return m_unguarded.at(pattern);
}

void TestLabControls::needsItsGuard()
{
    const QString pattern = QString::fromLatin1(QTest::currentDataTag());
    const auto wentWrong = [](const LabReport &report) {
        return std::any_of(report.counters.begin(), report.counters.end(),
                           [](const LabCounter &one) { return one.role == LabRole::Fault && one.right > 0; });
    };
    LabReport report = unguarded(pattern);
    for (int attempt = 1; attempt < attempts && !wentWrong(report); ++attempt) { // a busy machine comes to less
        report = runUnguarded(m_server, pattern, attempt + 1);
    }
    QVERIFY2(wentWrong(report), described(report).constData());
}

/// Other clients wait for the guard of a dead one. A guard shorter than the origin's time guards nothing: a client that
/// does not check again after it may not be alone.
void TestLabControls::guardCosts()
{
    lab::Settings settings;
    settings.seconds = 2;
    settings.crash = 0.5; // some forty calls a side: that none of them dies is not to be expected
    const auto run = [&](int guard) {
        settings.dial = guard;
        return runLab(m_server, QStringLiteral("cache"), settings);
    };
    LabReport patient, hasty;
    bool isCostly = false;
    for (int attempt = 0; attempt < attempts && !isCostly; ++attempt) { // a busy machine makes fewer calls
        patient = run(900);
        QVERIFY2(counterOf(patient, "extra").right == 0, described(patient).constData());
        isCostly = counterOf(patient, "worst").right >= 500;
    }
    QVERIFY2(isCostly, described(patient).constData());
    bool isExtra = false;
    for (int attempt = 0; attempt < attempts && !isExtra; ++attempt) {
        hasty = run(5);
        isExtra = counterOf(hasty, "extra").right > 0;
    }
    QVERIFY2(isExtra, described(hasty).constData());
}

void TestLabControls::headStartIsTheWait()
{
    lab::Settings settings;
    settings.seconds = 2.5;
    settings.dial = 1'200;
    bool isInTime = false;
    QByteArray text;
    for (int attempt = 0; attempt < attempts && !isInTime; ++attempt) {
        const LabReport report = runLab(m_server, QStringLiteral("priority"), settings);
        text = described(report);
        const LabCounter wait = counterOf(report, "wait");
        QVERIFY2(wait.right >= 1'100, text.constData());
        QCOMPARE(counterOf(report, "overtaken").right, 0.0);
        isInTime = wait.right <= *wait.bound;
    }
    QVERIFY2(isInTime, text.constData());
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
    bool isGiven = false; // more than one alone gives, which is half; a busy machine may not come to give it all
    QByteArray text;
    for (int attempt = 0; attempt < attempts && !isGiven; ++attempt) {
        const LabReport report = runLab(m_server, QString::fromLatin1(QTest::currentDataTag()), settings);
        text = described(report);
        QVERIFY2(report.rightLoad <= given, text.constData());
        for (const LabCounter &one : report.counters) {
            QVERIFY2(one.role != LabRole::Fault || one.right == 0, text.constData());
        }
        isGiven = report.wrongLoad == report.rightLoad && report.rightLoad > 0.5 * given;
    }
    QVERIFY2(isGiven, text.constData());
}

/// While it is paused nothing is given; after it the load goes on where it was.
void TestLabControls::standsStill()
{
    bool isGiven = false;
    QByteArray text;
    for (int attempt = 0; attempt < attempts && !isGiven; ++attempt) {
        const auto [report, pushed] = runPaused();
        text = described(report);
        QVERIFY2(pushed <= 20, QByteArray::number(pushed).constData()); // of 240
        QCOMPARE(counterOf(report, "lost").right, 0.0);
        QCOMPARE(counterOf(report, "unknown").right, 0.0);
        const LabCounter twice = counterOf(report, "twice");
        QVERIFY2(twice.right <= *twice.bound, text.constData());
        isGiven = report.wrongLoad > 400 && report.wrongLoad == report.rightLoad; // of 800; 200 before the pause
    }
    QVERIFY2(isGiven, text.constData());
}

/// A second of `queue`, and what was pushed in a pause of 0.3 s, which is enough for 240.
std::pair<LabReport, int> TestLabControls::runPaused()
{
    lab::Settings settings;
    settings.seconds = 1;
    settings.watched = true;
    settings.runControl = std::make_shared<lab::RunControl>();
    int reports = 0;
    int pushed = 0;
    std::jthread person;
    const auto report =
        lab::run(*lab::findExperiment(QStringLiteral("queue")), m_server.local(), settings, {}, [&](const LabReport &) {
            ++reports;
            settings.runControl->paused = settings.runControl->paused || reports == 2;
            if (reports == 3) { // it stands still from here on
                person = std::jthread([&] {
                    const int before = m_server.calls("lpush");
                    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
                    while (std::chrono::steady_clock::now() < until) { // asked again and again
                        pushed = m_server.calls("lpush") - before;
                    }
                    settings.runControl->paused = false;
                });
            }
        });
    if (!report) {
        qFatal("%s", qPrintable(report.error().message));
    }
    person.join();
    return {*report, pushed};
}

/// The user kills one worker on each side at the same job: it is lost on the left, and not on the right.
void TestLabControls::killsOnBothSides()
{
    lab::Settings settings;
    settings.seconds = 1;
    settings.crash = 0;
    settings.watched = true;
    settings.runControl = std::make_shared<lab::RunControl>();
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
                                     settings.runControl->kills += ++reports == 2 ? 1 : 0;
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
