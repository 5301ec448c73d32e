// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/labbench.h"

using namespace plimsoll;
using plimsoll::models::LabReport;
using plimsoll::testing::counterOf;
using plimsoll::testing::described;
using plimsoll::testing::RedisServer;
using plimsoll::testing::runLab;

/// Tests the effect of each switch of the Lab.
class TestLabSwitches : public QObject {
    Q_OBJECT

private slots:
    void delayedReadsTheReply();
    void limitTakesTheTime();
    void limitTakesTheTimeWithoutItsGuard();
    void boardIsAddedTo();
    void lockDoesNotLook();
    void streamClaimsSeveral();
    void guardWithoutLookLeaks();

private:
    LabReport run(const char *pattern, lab::Settings settings = {}, bool switched = true);

    RedisServer m_server;
};

LabReport TestLabSwitches::run(const char *pattern, lab::Settings settings, bool switched)
{
    settings.seconds = settings.seconds == 5 ? 1 : settings.seconds;
    settings.switched = switched;
    return runLab(m_server, QString::fromLatin1(pattern), settings);
}

/// The jobs that run twice end, and not those lost.
void TestLabSwitches::delayedReadsTheReply()
{
    const LabReport delayed = run("delayed");
    QVERIFY2(counterOf(delayed, "twice").wrong == 0 && counterOf(delayed, "lost").wrong > 0,
             described(delayed).constData());
}

/// The time as a member lets in too many.
void TestLabSwitches::limitTakesTheTime()
{
    const LabReport limit = run("ratelimit");
    QVERIFY2(counterOf(limit, "over").right > 0, described(limit).constData());
    QVERIFY2(counterOf(limit, "over").right < limit.rightLoad / 2, described(limit).constData()); // but not all
}

/// Without its guard no call is refused: both changes remove lines of the same script.
void TestLabSwitches::limitTakesTheTimeWithoutItsGuard()
{
    lab::Settings settings;
    settings.guarded = false;
    const LabReport limit = run("ratelimit", settings);
    QVERIFY2(counterOf(limit, "over").right > limit.rightLoad / 2, described(limit).constData());
}

/// ZINCRBY on one board loses no points and leaves all writes on one key.
void TestLabSwitches::boardIsAddedTo()
{
    const LabReport board = run("leaderboard");
    QVERIFY2(counterOf(board, "points").wrong == 0 && counterOf(board, "hottest").wrong == 1,
             described(board).constData());
}

/// DEL without GET frees more locks of others.
void TestLabSwitches::lockDoesNotLook()
{
    const LabReport looked = run("lock", {}, false);
    const LabReport blind = run("lock");
    QVERIFY2(counterOf(blind, "foreign").wrong > 2 * counterOf(looked, "foreign").wrong, described(blind).constData());
    QCOMPARE(counterOf(blind, "foreign").right, 0.0);
}

/// With ten entries claimed at a time, some are dead-lettered without a fault of their own.
void TestLabSwitches::streamClaimsSeveral()
{
    lab::Settings settings;
    settings.seconds = 3; // an entry has to be claimed three times
    const LabReport several = run("stream", settings);
    QVERIFY2(counterOf(several, "innocent").right > 0, described(several).constData());
}

/// A guard without a second check leaks, but not in every run.
void TestLabSwitches::guardWithoutLookLeaks()
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

QTEST_GUILESS_MAIN(TestLabSwitches)

#include "tst_lab_switches.moc"
