// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/stepper.h"
#include "tests/server/labbench.h"

#include <QTest>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

using namespace plimsoll;
using plimsoll::models::LabLine;
using plimsoll::models::LabReport;
using plimsoll::testing::counterOf;
using plimsoll::testing::described;
using plimsoll::testing::RedisServer;

/// Slow motion: the same clients and commands on the same server, one at a time.
class TestLabSlow final : public QObject {
    Q_OBJECT

private slots:
    void standsUntilAskedForAStep();
    void oneStepIsOneCommand();
    void theRaceIsSeen_data();
    void theRaceIsSeen();
    void looksAreNotCounted();
    void leasesOutlastALook();
    void leasesRunOutWithTheRun();
    void theSameSeedIsTheSameRun();
    void stopsWhileItStands();

private:
    RedisServer m_server;
};

namespace {

/// A run in slow motion on its own thread.
class SlowBench {
public:
    SlowBench(const RedisServer &server, const char *pattern, const std::function<void(lab::Settings &)> &set = {})
    {
        lab::Settings settings;
        settings.seconds = 60;
        settings.contention = 2;
        settings.watched = settings.slow = true;
        settings.runControl = m_runControl;
        if (set) {
            set(settings);
        }
        const lab::Experiment *experiment = lab::findExperiment(QString::fromLatin1(pattern));
        m_thread = std::jthread([this, experiment, settings, endpoint = server.local()](const std::stop_token &stop) {
            std::ignore = lab::run(*experiment, endpoint, settings, stop, [this](const LabReport &now) {
                const std::lock_guard lock(m_mutex);
                m_now = now;
            });
        });
    }

    /// The latest report, once the run waits for a step.
    LabReport waits()
    {
        std::optional<LabReport> now;
        const auto isWaiting = [&] {
            const std::lock_guard lock(m_mutex);
            now = m_now;
            return now && now->slow->waits && m_runControl->steps == 0;
        };
        if (!QTest::qWaitFor(isWaiting, 60'000)) {
            qWarning("the run does not wait");
            return {};
        }
        return *now;
    }
    LabReport step(int steps = 1)
    {
        waits();
        {
            const std::lock_guard lock(m_mutex);
            m_now.reset();
        }
        m_runControl->steps = steps;
        return waits();
    }
    LabReport toNextFault() { return step(lab::toNextFault); }
    void kill() { ++m_runControl->kills; }
    [[nodiscard]] bool haveKillsBeenDone() const { return m_runControl->kills == 0; }
    void stop() { m_thread = {}; }

private:
    std::shared_ptr<lab::RunControl> m_runControl = std::make_shared<lab::RunControl>();
    std::mutex m_mutex;
    std::optional<LabReport> m_now;
    std::jthread m_thread;
};

double faults(const LabReport &report, bool right)
{
    double all = 0;
    for (const models::LabCounter &counter : report.counters) {
        all += counter.role == models::LabRole::Fault ? (right ? counter.right : counter.wrong) : 0;
    }
    return all;
}

QStringList textOf(const std::vector<LabLine> &lines)
{
    QStringList all;
    for (const LabLine &line : lines) {
        all += QStringList{line.who, line.command, line.reply}.join(u'|');
    }
    return all;
}

} // namespace

void TestLabSlow::standsUntilAskedForAStep()
{
    SlowBench bench(m_server, "leaderboard");
    const LabReport begin = bench.waits();
    QCOMPARE(begin.slow->steps, 0);
    QVERIFY(!begin.slow->who.isEmpty() && begin.slow->command.startsWith(QLatin1String("ZSCORE board p")));
    QVERIFY(begin.wrongLines.empty() && begin.rightLines.empty());
    const int calls = m_server.calls("zscore");
    bench.waits();
    QCOMPARE(m_server.calls("zscore"), calls);
}

void TestLabSlow::oneStepIsOneCommand()
{
    SlowBench bench(m_server, "leaderboard");
    for (int step = 1; step <= 12; ++step) {
        const LabReport before = bench.waits();
        const LabReport after = bench.step();
        QCOMPARE(after.slow->steps, step);
        QCOMPARE(after.wrongLines.size() + after.rightLines.size(), std::size_t(step));
        // It was the one that was said to be next.
        const LabLine &done = before.slow->right ? after.rightLines.back() : after.wrongLines.back();
        QCOMPARE(done.who, before.slow->who);
        QCOMPARE(done.command, before.slow->command);
        QVERIFY(after.slow->time > before.slow->time);
    }
}

void TestLabSlow::theRaceIsSeen_data()
{
    QTest::addColumn<QString>("reply"); // two clients were told the same …
    QTest::addColumn<QString>("command"); // … by this command
    QTest::newRow("ratelimit") << QStringLiteral("19") << QStringLiteral("ZCARD");
    QTest::newRow("leaderboard") << QString() << QStringLiteral("ZSCORE");
    QTest::newRow("cache") << QStringLiteral("nil") << QStringLiteral("GET");
    QTest::newRow("delayed") << QString() << QStringLiteral("ZRANGE");
    QTest::newRow("dedupe") << QString() << QString();
    QTest::newRow("recent") << QString() << QString();
    QTest::newRow("queue") << QString() << QString();
    QTest::newRow("stream") << QString() << QString();
    QTest::newRow("lock") << QString() << QString();
}

/// Step by step to the fault: it is counted on the left alone, at the command that did it.
void TestLabSlow::theRaceIsSeen()
{
    QFETCH(const QString, reply);
    QFETCH(const QString, command);
    SlowBench bench(m_server, QTest::currentDataTag());
    const LabReport report = bench.toNextFault();
    QVERIFY2(faults(report, false) > 0, described(report).constData());
    QVERIFY2(faults(report, true) == 0, described(report).constData());
    QVERIFY(!report.wrongLines.empty());
    QVERIFY2(!report.wrongLines.back().fault.isEmpty(), qPrintable(textOf(report.wrongLines).join(u'\n')));
    if (command.isEmpty()) {
        return;
    }
    std::map<QString, QSet<QString>> told; // clients by command and reply
    for (const LabLine &line : report.wrongLines) {
        if (line.command.startsWith(command) && (reply.isEmpty() || line.reply == reply)) {
            told[line.command.section(QLatin1Char(' '), 0, 2) + line.reply].insert(line.who);
        }
    }
    QVERIFY2(std::any_of(told.begin(), told.end(), [](const auto &one) { return one.second.size() > 1; }),
             qPrintable(textOf(report.wrongLines).join(u'\n')));
}

/// A client that asks again and is told the same costs no step, and no line.
void TestLabSlow::looksAreNotCounted()
{
    SlowBench bench(m_server, "queue", [](lab::Settings &settings) { settings.crash = 0; });
    const LabReport report = bench.step(40);
    QStringList wrong = textOf(report.wrongLines);
    QVERIFY2(wrong.count(QStringLiteral("w1|RPOP ready|nil")) <= 12, qPrintable(wrong.join(u'\n')));
    QVERIFY2(wrong.filter(QStringLiteral("HINCRBY done")).size() > 2, qPrintable(wrong.join(u'\n')));
    QVERIFY(report.slow->time > 50); // a load of 20 jobs a second
}

void TestLabSlow::leasesOutlastALook()
{
    SlowBench bench(m_server, "lock");
    LabReport report = bench.waits();
    const auto left = [this] {
        return std::max(m_server.run({"PTTL", "lab:{lock:wrong}:lock:0"}).integer,
                        m_server.run({"PTTL", "lab:{lock:wrong}:lock:1"}).integer);
    };
    while (left() < 0 && report.slow->steps < 20) {
        report = bench.step();
    }
    constexpr qint64 minute = 60'000;
    QVERIFY2(left() > 18 * minute && left() <= 20 * minute, QByteArray::number(left()).constData());
}

/// The job of a worker that died comes back when 300 ms of the run are over, however long that took.
void TestLabSlow::leasesRunOutWithTheRun()
{
    SlowBench bench(m_server, "queue", [](lab::Settings &settings) { settings.crash = 0; });
    bench.step(10);
    bench.kill();
    QTRY_VERIFY(bench.haveKillsBeenDone());
    LabReport report = bench.toNextFault();
    const double died = report.slow->time;
    QCOMPARE(faults(report, true), 0.0);
    QVERIFY(report.rightPlaces[1].count > 0); // in processing
    const auto isBack = [&report] {
        return std::any_of(report.rightLines.begin(), report.rightLines.end(), [](const LabLine &line) {
            return line.command.startsWith(QLatin1String("queue_reap")) && line.reply.startsWith(QLatin1String("1 "));
        });
    };
    while (!isBack() && report.slow->time < died + 600) {
        report = bench.step();
    }
    QVERIFY2(isBack(), qPrintable(textOf(report.rightLines).join(u'\n')));
    QVERIFY2(report.slow->time > died + 250 && report.slow->time < died + 420,
             QByteArray::number(report.slow->time - died).constData());
}

void TestLabSlow::theSameSeedIsTheSameRun()
{
    QStringList before;
    for (int run = 0; run < 2; ++run) {
        SlowBench bench(m_server, "leaderboard");
        const LabReport report = bench.step(60);
        const QStringList all = textOf(report.wrongLines) + textOf(report.rightLines);
        QCOMPARE(all.size(), 60);
        if (run > 0) {
            QCOMPARE(all, before);
        }
        before = all;
    }
}

void TestLabSlow::stopsWhileItStands()
{
    SlowBench bench(m_server, "ratelimit");
    bench.step(30);
    bench.stop();
    QCOMPARE(m_server.run({"DBSIZE"}).integer, 0);
}

QTEST_GUILESS_MAIN(TestLabSlow)

#include "tst_lab_slow.moc"
