// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/labbench.h"
#include "tests/support/timing.h"

#include <cmath>
#include <thread>

using namespace plimsoll;
using plimsoll::models::LabReport;
using plimsoll::testing::RedisServer;
using namespace Qt::StringLiterals;

/// Tests the Lab next to other users of a server: its keys, its memory, and how fast it stops.
class TestLabTidy : public QObject {
    Q_OBJECT

private slots:
    void leavesNothing_data() { everyPattern(); }
    void leavesNothing();
    void leavesNothingWhenTheServerIsFull();
    void leavesWhatIsAbandoned();
    void hasRoomForTheMost_data();
    void hasRoomForTheMost();
    void runsNoLongerThanThereIsRoom();
    void stopsAtOnce_data();
    void stopsAtOnce();

private:
    static void everyPattern();
    static QByteArray keysLeft(RedisServer &server);
    static double megabytes(RedisServer &server); ///< used

    RedisServer m_server{{u"--maxmemory"_s, u"64mb"_s, u"--maxmemory-policy"_s, u"noeviction"_s}}; // as the demo's
};

void TestLabTidy::everyPattern()
{
    QTest::addColumn<bool>("paced");
    for (const lab::Experiment *experiment : lab::experiments()) {
        QTest::newRow(experiment->id.data()) << (experiment->heldSeconds > 0);
    }
}

QByteArray TestLabTidy::keysLeft(RedisServer &server)
{
    QByteArray left;
    for (const redis::Reply &key : server.run({"KEYS", "*"}).elements) {
        left += key.bytes + ' ';
    }
    return left.trimmed();
}

double TestLabTidy::megabytes(RedisServer &server)
{
    const QByteArray memory = server.run({"INFO", "memory"}).bytes;
    const qsizetype at = memory.indexOf("used_memory:") + 12;
    return memory.sliced(at, memory.indexOf('\r', at) - at).toDouble() / 1'000'000;
}

/// Behind a run that was stopped in the middle, as behind one that came to its end (tst_lab_controls): no key, and the
/// server as it was.
void TestLabTidy::leavesNothing()
{
    m_server.flush();
    m_server.run({"SET", "mine", "1"});
    m_server.run({"CONFIG", "SET", "notify-keyspace-events", "K$"});
    lab::Settings settings;
    settings.seconds = 60;
    std::stop_source stop;
    int told = 0;
    const auto report =
        lab::run(*lab::findExperiment(QString::fromLatin1(QTest::currentDataTag())), m_server.local(), settings,
                 stop.get_token(), [&](const LabReport &) { ++told == 2 ? stop.request_stop() : false; });
    QVERIFY(!report.ok());
    QCOMPARE(report.error().kind, ErrorKind::Cancelled);
    QCOMPARE(keysLeft(m_server), QByteArray("mine"));
    QCOMPARE(m_server.run({"CONFIG", "GET", "notify-keyspace-events"}).elements[1].bytes, QByteArray("$K"));
}

/// A full server ends the run with what it said, and others can write again.
void TestLabTidy::leavesNothingWhenTheServerIsFull()
{
    RedisServer small({u"--maxmemory"_s, u"4mb"_s, u"--maxmemory-policy"_s, u"noeviction"_s});
    lab::Settings settings;
    settings.seconds = 60;
    settings.producers = 4;
    const auto report = lab::run(*lab::findExperiment(u"delayed"_s), small.local(), settings);
    QVERIFY(!report.ok());
    QVERIFY2(report.error().message.contains(u"maxmemory"_s), qPrintable(report.error().message));
    QCOMPARE(keysLeft(small), QByteArray());
    QTRY_VERIFY(megabytes(small) < 3); // it is freed on a thread of the server
    QCOMPARE(small.run({"SET", "mine", "1"}).bytes, QByteArray("OK"));
}

/// If the server is shut down anyway, the keys are left.
void TestLabTidy::leavesWhatIsAbandoned()
{
    m_server.flush();
    lab::Settings settings;
    settings.seconds = 60;
    std::stop_source stop;
    settings.abandoned = stop.get_token();
    const auto report = lab::run(*lab::findExperiment(u"queue"_s), m_server.local(), settings, stop.get_token(),
                                 [&](const LabReport &) { stop.request_stop(); });
    QVERIFY(!report.ok());
    QVERIFY(!keysLeft(m_server).isEmpty());
}

void TestLabTidy::hasRoomForTheMost_data()
{
    const bool all = qEnvironmentVariableIntValue("PLIMSOLL_LAB_SEEDS") > 0;
    QTest::addColumn<bool>("whole");
    QTest::newRow("delayed") << all; // which writes all of its load at once
    for (const lab::Experiment *experiment : lab::experiments()) {
        if (all && experiment->heldSeconds > 0 && experiment->id != "delayed"_L1) {
            QTest::newRow(experiment->id.data()) << true;
        }
    }
}

/// The most that can be asked for takes no more than half of the demo server's memory, or a little: the other half is
/// the demonstration's. With PLIMSOLL_LAB_SEEDS to the end of each, a minute.
void TestLabTidy::hasRoomForTheMost()
{
    QFETCH(const bool, whole);
    m_server.flush();
    lab::Settings settings;
    settings.producers = 4;
    settings.seconds = 300;
    settings.contention = 32;
    std::stop_source stop;
    double most = 0;
    const auto report = lab::run(*lab::findExperiment(QString::fromLatin1(QTest::currentDataTag())), m_server.local(),
                                 settings, stop.get_token(), [&](const LabReport &) {
                                     most = std::max(most, megabytes(m_server));
                                     return whole || stop.request_stop();
                                 });
    if (whole) {
        std::fprintf(stderr, "%s: %.0f MB\n", QTest::currentDataTag(), most);
    }
    QVERIFY(whole ? report.ok() : report.error().kind == ErrorKind::Cancelled);
    QVERIFY2(most > 1 && most < 40, QByteArray::number(most).constData());
}

void TestLabTidy::runsNoLongerThanThereIsRoom()
{
    for (const lab::Experiment *experiment : lab::experiments()) {
        const double alone = lab::mostSeconds(*experiment, 1);
        QCOMPARE(std::isinf(alone), experiment->heldSeconds == 0);
        QCOMPARE(lab::mostSeconds(*experiment, 4), alone / 4);
        QVERIFY(alone >= 60);
    }
}

void TestLabTidy::stopsAtOnce_data()
{
    QTest::addColumn<int>("after"); // ms from the start; creating the load comes first
    for (const lab::Experiment *experiment : lab::experiments()) {
        for (const int after : {1, 60, 300}) {
            QTest::addRow("%s, %d", experiment->id.data(), after) << after;
        }
        if (qEnvironmentVariableIntValue("PLIMSOLL_LAB_SEEDS") > 0 && experiment->heldSeconds > 0) {
            QTest::addRow("%s, full", experiment->id.data()) << 50'000; // when there is the most to be counted
        }
    }
}

/// The caller that stops an experiment, the end of the window, waits for it whatever the experiment is at.
void TestLabTidy::stopsAtOnce()
{
    QFETCH(const int, after);
    const QString pattern = QString::fromLatin1(QTest::currentDataTag()).section(u',', 0, 0);
    lab::Settings settings;
    settings.producers = 4;
    settings.seconds = 300;
    settings.watched = true;
    std::stop_source stop;
    settings.abandoned = stop.get_token();
    std::chrono::steady_clock::time_point stopped;
    std::jthread person([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(after));
        stopped = std::chrono::steady_clock::now();
        stop.request_stop();
    });
    const auto report =
        lab::run(*lab::findExperiment(pattern), m_server.local(), settings, stop.get_token(), [](const LabReport &) {});
    const auto ended = std::chrono::steady_clock::now();
    person.join();
    QVERIFY(!report.ok());
    QCOMPARE(report.error().kind, ErrorKind::Cancelled);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(ended - stopped);
    QVERIFY2(took < plimsoll::testing::atOnce, QByteArray::number(qint64(took.count())).constData());
    m_server.flush();
}

QTEST_GUILESS_MAIN(TestLabTidy)

#include "tst_lab_tidy.moc"
