// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stateclock.h"
#include "tests/support/snapshotbuilder.h"
#include "tests/unit/turntext.h"

#include <QTest>

using namespace plimsoll;
using namespace plimsoll::models;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// What is wrong with the server itself, on a clock that the test sets.
class TestServerClock final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void serverEvents();
    void evictedKeys();
    void slowLogFills();
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
    QCOMPARE(server(15min + 61s, {}), QStringList{QStringLiteral("/restarted: ok (nothing more happened since)")});
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
    QCOMPARE(server(420s, info), QStringList{QStringLiteral("/slowlog: ok (the slow log fills no more)")});
    info.slowLogLength = 0;
    QVERIFY(server(421s, info).isEmpty());
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
