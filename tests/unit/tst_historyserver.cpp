// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/momentrecord.h"
#include "tests/unit/historybench.h"

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::test;
using namespace Qt::StringLiterals;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

/// Tests the figures of the server itself, which are stored with those of the collections.
class TestHistoryServer final : public HistoryBench {
    Q_OBJECT

private slots:
    void init() { begin(); }
    void comesBack();
    void whatItDidNotSay();
    void uptimeOverARestart();
    void itIsNoCollection();

private:
    void poll(HistoryWriter &writer, milliseconds time, const ServerInfo &server)
    {
        Snapshot snapshot = *m_builder.make(time, {u"email | queue | ok | ready=5"_s});
        snapshot.server.nodes = {{server, {}, {}}};
        const HistoryState state = writer.apply(snapshot);
        QVERIFY2(state.is == HistoryState::Is::Kept, qPrintable(state.text));
    }
    [[nodiscard]] std::optional<ServerInfo> at(milliseconds time) const
    {
        const auto reader = HistoryReader::open(m_path);
        const auto moment = (*reader)->at(time);
        return moment && moment->server ? std::optional(serverOf(moment->server->figures, moment->server->values))
                                        : std::nullopt;
    }
    static ServerInfo server(qint64 memory, seconds uptime)
    {
        ServerInfo info;
        info.usedMemory = memory;
        info.maxMemory = 4'000'000'000;
        info.uptime = uptime;
        info.connectedClients = 7;
        info.slowLogLength = 0;
        return info;
    }
};

void TestHistoryServer::comesBack()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 1000; ++i) {
        poll(writer, start + seconds(i), server(1'000'000 + i, seconds(100 + i)));
    }
    for (const int i : {0, 1, 299, 300, 700, 999}) {
        const auto then = at(start + seconds(i));
        QVERIFY(then);
        QCOMPARE(then->usedMemory.value_or(0), 1'000'000 + i);
        QCOMPARE(then->maxMemory.value_or(0), 4'000'000'000);
        QCOMPARE(then->uptime.value_or(seconds(0)), seconds(100 + i));
        QCOMPARE(then->connectedClients.value_or(0), 7);
        QCOMPARE(then->slowLogLength.value_or(-1), 0);
        QVERIFY(!then->evictedKeys); // which it did not say
    }
    QVERIFY(!at(start - minutes(1))->usedMemory);
    QVERIFY(!at(start + hours(1))->uptime);
}

void TestHistoryServer::whatItDidNotSay()
{
    HistoryWriter writer(m_path);
    poll(writer, start, {});
    const auto then = at(start);
    QVERIFY(then);
    QVERIFY(!then->usedMemory && !then->maxMemory && !then->uptime && !then->connectedClients);
}

/// Steps of a minute and longer hold means: a mean uptime from both sides of a restart would be wrong.
void TestHistoryServer::uptimeOverARestart()
{
    HistoryWriter writer(m_path);
    for (int i = 0; i < 3 * 24 * 360; ++i) { // three days of a poll every ten seconds
        const seconds time(10 * i);
        const seconds restart(4 * 3600 + 25);
        poll(writer, start + time, server(1'000, time < restart ? hours(1000) + time : time - restart));
    }
    writer.settle();
    const auto before = at(start + hours(4) - minutes(5));
    QVERIFY(before && before->uptime);
    QVERIFY(std::chrono::abs(*before->uptime - (hours(1004) - minutes(5))) <= minutes(10));
    QVERIFY(!at(start + hours(4) + seconds(25))->uptime);
    const auto after = at(start + hours(5));
    QVERIFY(after && after->uptime && std::chrono::abs(*after->uptime - hours(1)) <= minutes(10));
}

void TestHistoryServer::itIsNoCollection()
{
    {
        HistoryWriter writer(m_path);
        for (int i = 0; i < 400; ++i) {
            poll(writer, start + seconds(i), server(i, seconds(i)));
        }
    }
    const auto reader = HistoryReader::open(m_path);
    const auto moment = (*reader)->at(start + seconds(10));
    QVERIFY(moment);
    QCOMPARE(moment->collections.size(), std::size_t(1));
    QCOMPARE(read().columns.size(), std::size_t(400));
    const auto file = HistoryFile::open(m_path, HistoryFile::For::Reading);
    QCOMPARE(*(*file)->number(u"SELECT COUNT(*) FROM series WHERE kind = 'server'"_s), 1); // also after a restart
}

QTEST_GUILESS_MAIN(TestHistoryServer)
#include "tst_historyserver.moc"
