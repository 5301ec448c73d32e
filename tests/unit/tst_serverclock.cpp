// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertbook.h"
#include "models/alerts/stateclock.h"
#include "tests/support/snapshotbuilder.h"
#include "tests/unit/turntext.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Tests trouble of the server itself, with a fake clock.
class TestServerClock final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void serverEvents();
    void evictedKeys();
    void slowLogFills();
    void aFullSlowLog();
    void ownSlowCommands();
    void whatTookDataIsCritical();
    void lossesFoundLaterAreInTheAlert();
    void restartedWhileNobodyWatched();
    void memoryNearItsLimit();

private:
    QStringList server(milliseconds time, const ServerInfo &info, const std::vector<ServerEvent> &events = {});
    void restart();

    std::unique_ptr<test::SnapshotBuilder> m_builder;
    std::unique_ptr<StateClock> m_clock;
};

void TestServerClock::init()
{
    m_builder = std::make_unique<test::SnapshotBuilder>();
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
}

QStringList TestServerClock::server(milliseconds time, const ServerInfo &info, const std::vector<ServerEvent> &events)
{
    auto snapshot = std::make_shared<Snapshot>(*m_builder->make(start + time, {QStringLiteral("q | queue | ok")}));
    snapshot->server.nodes = {{info, {}, {}}};
    snapshot->events = events;
    return textsOf(m_clock->apply(*snapshot));
}

void TestServerClock::restart()
{
    const QByteArray saved = m_clock->saved();
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
    m_clock->restore(saved);
}

void TestServerClock::serverEvents()
{
    const ServerEvent restarted{start + 60s, ServerEvent::Type::Restarted, 0, QStringLiteral("restarted")};
    const ServerEvent emptied{start + 60s, ServerEvent::Type::Emptied, 9, QStringLiteral("emptied, 9 elements gone")};
    QVERIFY(server(59s, {}).isEmpty());
    QCOMPARE(server(61s, {}, {restarted, emptied}),
             (QStringList{QStringLiteral("/restarted: warning (restarted)"),
                          QStringLiteral("/emptied: critical (emptied, 9 elements gone)")}));
    QVERIFY(server(62s, {}, {emptied}).isEmpty()); // told again
    QCOMPARE(m_clock->inTrouble().size(), std::size_t{2});
    QCOMPARE(server(15min + 61s, {}), QStringList{QStringLiteral("/restarted: ok (nothing more has happened since)")});
    QCOMPARE(server(15min + 62s, {}).size(), 1);
}

void TestServerClock::evictedKeys()
{
    ServerInfo info;
    info.address = QStringLiteral("a:1");
    info.runId = QStringLiteral("one");
    info.evictedKeys = 100;
    QVERIFY(server(0s, info).isEmpty()); // before we looked
    info.evictedKeys = 105;
    QCOMPARE(server(5s, info), QStringList{QStringLiteral("/evicted: warning (5 keys were evicted)")});
    info.evictedKeys = 106;
    QVERIFY(server(10s, info).isEmpty());
    QVERIFY(server(5min + 9s, info).isEmpty());
    QCOMPARE(server(5min + 10s, info).size(), 1);
    info.runId = QStringLiteral("two");
    info.evictedKeys = 3;
    QVERIFY(server(5min + 15s, info).isEmpty()); // another count
    restart();
    info.evictedKeys = 4;
    QCOMPARE(server(5min + 20s, info), QStringList{QStringLiteral("/evicted: warning (1 key was evicted)")});
}

void TestServerClock::slowLogFills()
{
    ServerInfo info;
    info.slowLogLength = 50;
    QVERIFY(server(0s, info).isEmpty());
    info.slowLogLength = 59;
    QVERIFY(server(60s, info).isEmpty());
    info.slowLogLength = 60;
    QCOMPARE(server(120s, info).size(), 1);
    QCOMPARE(server(420s, info), QStringList{QStringLiteral("/slowlog: ok (no new slow-log entries)")});
    info.slowLogLength = 0;
    QVERIFY(server(421s, info).isEmpty());
}

/// It stays as long as it is, whatever is added to it: its entries have numbers.
void TestServerClock::aFullSlowLog()
{
    ServerInfo info;
    info.slowLogLength = 5;
    info.slowLogNewest = 400;
    QVERIFY(server(0s, info).isEmpty());
    info.slowLogNewest = 409;
    QVERIFY(server(60s, info).isEmpty());
    info.slowLogNewest = 410;
    QCOMPARE(server(120s, info), QStringList{QStringLiteral("/slowlog: warning (10 new slow-log entries in 5 min)")});
    info.slowLogNewest = 430;
    QVERIFY(server(400s, info).isEmpty());
    QVERIFY(server(460s, info).isEmpty()); // it still fills
    QCOMPARE(server(701s, info), QStringList{QStringLiteral("/slowlog: ok (no new slow-log entries)")});
    // The first entries after it was empty have any number.
    m_clock = std::make_unique<StateClock>(StateClock::Pace{1s, 10s});
    info.slowLogLength = 0;
    info.slowLogNewest.reset();
    QVERIFY(server(0s, info).isEmpty());
    info.slowLogLength = 4;
    info.slowLogNewest = 903;
    QVERIFY(server(5s, info).isEmpty());
    info.slowLogLength = 5;
    info.slowLogNewest = 909;
    QCOMPARE(server(10s, info).size(), 1);
}

/// Plimsoll's own slow commands are no trouble of the server.
void TestServerClock::ownSlowCommands()
{
    ServerInfo info;
    info.slowLogLength = 100;
    info.slowLogNewest = 400;
    info.slowLogOwn = 0;
    QVERIFY(server(0s, info).isEmpty());
    info.slowLogNewest = 428;
    info.slowLogOwn = 27;
    QVERIFY(server(60s, info).isEmpty());
    info.slowLogNewest = 438;
    info.slowLogOwn = 28;
    QCOMPARE(server(120s, info),
             QStringList{
                 QStringLiteral("/slowlog: warning (10 new slow-log entries in 5 min, besides 28 of Plimsoll's own)")});
    info.slowLogOwn = 0; // another session counts anew
    info.slowLogNewest = 439;
    QCOMPARE(server(125s, info), QStringList{QStringLiteral("/slowlog: ok (no new slow-log entries)")});
}

void TestServerClock::whatTookDataIsCritical()
{
    const ServerEvent kept{start + 1s, ServerEvent::Type::Restarted, 0, QStringLiteral("restarted")};
    const ServerEvent lost{start + 2s, ServerEvent::Type::Restarted, 9, QStringLiteral("restarted, 9 elements gone")};
    const ServerEvent failover{start + 2s, ServerEvent::Type::Failover, 9, QStringLiteral("failed over, 9 gone")};
    QCOMPARE(server(1s, {}, {kept}), QStringList{QStringLiteral("/restarted: warning (restarted)")});
    QCOMPARE(server(2s, {}, {lost, failover}),
             (QStringList{QStringLiteral("/restarted: critical (restarted, 9 elements gone)"),
                          QStringLiteral("/failover: critical (failed over, 9 gone)")}));
}

/// The alert says the same number as the newest report of its event.
void TestServerClock::lossesFoundLaterAreInTheAlert()
{
    AlertBook book({}, [] { return QStringLiteral("id"); });
    const auto look = [&](milliseconds time, const std::vector<ServerEvent> &events) {
        auto snapshot = std::make_shared<Snapshot>(*m_builder->make(start + time, {QStringLiteral("q | queue | ok")}));
        snapshot->events = events;
        book.apply(m_clock->apply(*snapshot), snapshot->serverTime);
        book.observe(*snapshot);
    };
    look(1s, {{start + 1s, ServerEvent::Type::Flushed, 9, QStringLiteral("flushed, 9 elements gone")}});
    QCOMPARE(book.active().size(), std::size_t(1));
    QVERIFY(book.takeWorse().empty());
    look(2s, {{start + 1s, ServerEvent::Type::Flushed, 24, QStringLiteral("flushed, 24 elements gone")}});
    QCOMPARE(book.active().size(), std::size_t(1));
    QCOMPARE(book.active()[0].text, QStringLiteral("flushed, 24 elements gone"));
    QCOMPARE(book.active()[0].worstText, QStringLiteral("flushed, 24 elements gone"));
    QCOMPARE(book.active()[0].value, 24.0);
    QCOMPARE(book.takeWorse().size(), std::size_t(1)); // to be stored
}

void TestServerClock::restartedWhileNobodyWatched()
{
    ServerInfo info;
    info.address = QStringLiteral("a:1");
    info.runId = QStringLiteral("one");
    info.evictedKeys = 0;
    info.uptime = 100s;
    QVERIFY(server(0s, info).isEmpty());
    restart();
    QVERIFY(server(60s, info).isEmpty()); // the same
    restart();
    info.runId = QStringLiteral("two");
    info.uptime = 600s;
    QCOMPARE(server(3600s, info),
             QStringList{QStringLiteral("/restarted: warning (restarted while nobody was watching)")});
    QVERIFY(server(3601s, info).isEmpty());
    QCOMPARE(server(3600s + 15min, info).size(), 1);
    restart();
    info.runId = QStringLiteral("three");
    info.uptime = std::chrono::hours(1000); // it ran already when this one was watched
    QCOMPARE(server(7200s, info),
             QStringList{QStringLiteral("/failover: warning (failed over while nobody was watching)")});
}

void TestServerClock::memoryNearItsLimit()
{
    ServerInfo info;
    info.maxMemory = 1000;
    info.usedMemory = 899;
    QVERIFY(server(0s, info).isEmpty());
    info.usedMemory = 900;
    QCOMPARE(server(1s, info),
             QStringList{QStringLiteral("/memory: warning (90 % of the server's memory limit is used)")});
    info.usedMemory = 870;
    QVERIFY(server(2s, info).isEmpty());
    info.usedMemory = 970;
    QCOMPARE(server(3s, info).size(), 1);
    info.usedMemory = 100;
    QCOMPARE(server(4s, info), QStringList{QStringLiteral("/memory: ok (10 % of the server's memory limit is used)")});
    info.maxMemory = 0;
    QVERIFY(server(5s, info).isEmpty());
}

QTEST_GUILESS_MAIN(TestServerClock)

#include "tst_serverclock.moc"
