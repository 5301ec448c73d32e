// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/labbench.h"
#include "tests/support/timing.h"

#include <cmath>

using namespace plimsoll;
using plimsoll::models::LabCounter;
using plimsoll::models::LabReport;
using plimsoll::models::LabRole;
using plimsoll::testing::attempts;
using plimsoll::testing::counterOf;
using plimsoll::testing::described;
using plimsoll::testing::RedisServer;
using plimsoll::testing::runLab;

/// Each experiment of the Lab on a server of its own: the wrong way goes wrong as often as is stated, the right one
/// never, and keeps its bounds. PLIMSOLL_LAB_SEEDS=10 makes it ten seeds of five seconds.
class TestLab : public QObject {
    Q_OBJECT

private slots:
    void counts_data();
    void counts();
    void tellsHowItGoes();

private:
    RedisServer m_server;
};

/// How both sides get their load: the same in one pipeline; the same at the same times, each as fast as it can; or who
/// is served asks again.
enum class Load { Fed, Played, Loop };

using Thresholds = QList<std::pair<QByteArray, double>>; ///< minimum faults in five seconds

void TestLab::counts_data()
{
    QTest::addColumn<Thresholds>("atLeast");
    QTest::addColumn<Load>("load");
    QTest::addColumn<double>("briefly"); // seconds
    QTest::newRow("queue") << Thresholds{{"lost", 10}, {"unknown", 4}} << Load::Fed << 1.0;
    QTest::newRow("delayed") << Thresholds{{"twice", 500}, {"lost", 8}} << Load::Fed << 1.0;
    QTest::newRow("priority") << Thresholds{{"overtaken", 1'000}, {"disorder", 1'000}} << Load::Loop << 1.0;
    QTest::newRow("ratelimit") << Thresholds{{"over", 10}} << Load::Loop << 1.2;
    QTest::newRow("dedupe") << Thresholds{{"forever", 15}, {"through", 100}} << Load::Played << 1.0;
    QTest::newRow("recent") << Thresholds{{"over", 50}, {"forever", 20}} << Load::Played << 1.0;
    QTest::newRow("presence") << Thresholds{{"ghosts", 40}} << Load::Played << 1.2;
    QTest::newRow("leaderboard") << Thresholds{{"points", 2'000}, {"top", 1}} << Load::Loop << 1.0;
    QTest::newRow("stream") << Thresholds{{"stuck", 12}} << Load::Fed << 1.0;
    QTest::newRow("lock") << Thresholds{{"foreign", 6}, {"stale", 6}} << Load::Loop << 1.5;
    QTest::newRow("cache") << Thresholds{{"extra", 20}} << Load::Loop << 1.2;
    QTest::newRow("expiry") << Thresholds{{"never", 20}} << Load::Played << 2.6; // the followers restart at 1.7 and 2.1
}

void TestLab::counts()
{
    QFETCH(const Thresholds, atLeast);
    QFETCH(const Load, load);
    QFETCH(const double, briefly);
    const QString pattern = QString::fromLatin1(QTest::currentDataTag());
    const int seeds = qEnvironmentVariableIntValue("PLIMSOLL_LAB_SEEDS");
    for (int seed = 1; seed <= std::max(1, seeds); ++seed) {
        lab::Settings settings;
        settings.seconds = seeds > 0 ? 5 : briefly;
        settings.seed = quint64(seed);
        // Faults and bounds hold in every run. Equal work on both sides is required of only one attempt: on a busy
        // machine one side may do more.
        const bool paced = load != Load::Loop;
        const double apart = load == Load::Fed || (paced && seeds > 0) ? 0.02 : seeds > 0 ? 0.3 : 0.5;
        bool equal = false;
        QByteArray text;
        for (int attempt = 0; attempt < attempts && !equal; ++attempt) {
            const LabReport report = runLab(m_server, pattern, settings);
            text = described(report);
            if (seeds > 0) {
                std::fprintf(stderr, "%s\n", text.constData());
            }
            QCOMPARE(report.counters.front().role, LabRole::Fault);
            for (const auto &[id, count] : atLeast) {
                const double needed = std::max(1.0, std::floor(count * settings.seconds / 5));
                QVERIFY2(counterOf(report, id).wrong >= needed, text.constData());
            }
            for (const LabCounter &counter : report.counters) {
                QVERIFY2(counter.role != LabRole::Fault || counter.right == 0, text.constData());
                QVERIFY2((counter.role == LabRole::Bound) == counter.bound.has_value(), text.constData());
                QVERIFY2(!counter.bound || counter.right <= *counter.bound, text.constData());
            }
            QVERIFY2(report.wrongLoad > 0, text.constData());
            const bool tooMuch = (1 - apart) * report.rightLoad > report.wrongLoad;
            equal = report.rightLoad >= (1 - apart) * report.wrongLoad && !tooMuch;
        }
        QVERIFY2(equal, text.constData());
    }
}

void TestLab::tellsHowItGoes()
{
    lab::Settings settings;
    settings.seconds = 0.6;
    std::vector<LabReport> told;
    const auto report = lab::run(*lab::findExperiment(QStringLiteral("delayed")), m_server.local(), settings, {},
                                 [&told](const LabReport &now) { told.push_back(now); });
    QVERIFY(report.ok());
    QVERIFY(told.size() >= 2);
    QVERIFY(told.front().counters.size() == report->counters.size());
    QVERIFY(told.back().counters.front().wrong > 0);
    for (const LabReport &now : told) {
        QVERIFY2(counterOf(now, "lost").right == 0, described(now).constData());
    }
}

QTEST_GUILESS_MAIN(TestLab)

#include "tst_lab.moc"
