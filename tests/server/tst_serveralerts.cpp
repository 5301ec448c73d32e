// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerts/alertkeeper.h"
#include "models/history/marks.h"
#include "models/text/format.h"
#include "tests/server/pollfixture.h"

#include <QTemporaryDir>

using namespace plimsoll;
using namespace plimsoll::app;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace std::chrono_literals;

/// Tests that trouble of a server raises an alert, and that its events are stored: on real servers.
class ServerAlertsTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_server->start();
        m_folder = std::make_unique<QTemporaryDir>();
        Workspace workspace;
        workspace.name = QStringLiteral("test");
        workspace.collections = {collection("{'name': 'jobs', 'kind': 'queue', 'keys': {'ready': 'a', 'dead': 'd'}}")};
        m_workspace = std::make_shared<const Workspace>(workspace);
        open();
    }
    void cleanup()
    {
        m_keeper.reset();
        m_poll.reset();
    }

    void aRestartWithOtherData();
    void aRestartThatLosesWhatWasNotSaved();
    void aRestartThatLosesNothing();
    void flushed();
    void promoted();
    void evictsKeys();
    void aSlowLogThatFills();
    void ownCommandsAreNoAlert();
    void aSlowLogThatMayNotBeRead();
    void memoryNearItsLimit();
    void keptOverARestartOfOurs();
    void whatIsGoneIsKeptOverARestartOfOurs();
    void deadLettersThatBecameMore();
    void restartedWhileNobodyWatched();
    void flushedWhileNobodyWatched();

private:
    void open()
    {
        PollOptions options;
        options.headInterval = 0ms; // the server is asked about itself with every tick
        m_poll = std::make_unique<PollSession>(m_workspace, m_server->local(), options);
        m_keeper = std::make_unique<AlertKeeper>(path(), m_workspace, 1s);
    }
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("a.alerts.sqlite")); }
    SnapshotPtr tick()
    {
        SnapshotPtr snapshot;
        const auto answers = [&] {
            const Result<SnapshotPtr> polled = m_poll->tick(); // after a restart the first tick fails
            snapshot = polled ? *polled : nullptr;
            return snapshot != nullptr;
        };
        if (QTest::qWaitFor(answers, 30'000)) {
            m_keeper->apply(*snapshot);
        }
        return snapshot;
    }
    void fill(int count, const QByteArray &key = "a")
    {
        Pipeline pipeline;
        for (int i = 0; i < count; ++i) {
            pipeline.add({"RPUSH", key, "x"});
        }
        m_server->run(pipeline);
    }
    /// Active alerts of the server: "restarted critical: restarted, 200 elements gone".
    [[nodiscard]] QStringList active() const
    {
        QStringList lines;
        for (const Alert &alert : m_keeper->active()) {
            if (alert.subject.collection.isEmpty()) {
                lines += QStringLiteral("%1 %2: %3")
                             .arg(causeId(alert.subject.cause), alertStateId(alert.state), alert.text);
            }
        }
        return lines;
    }
    [[nodiscard]] Mark lastEvent() const
    {
        const auto store = AlertStore::open(path(), AlertStore::For::People);
        const auto marks = store ? (*store)->marks({{}, std::chrono::milliseconds::max()}, MarkQuestion::mostOfEach)
                                 : Result<std::vector<Mark>>(store.error());
        Mark last;
        for (const Mark &mark : marks ? *marks : std::vector<Mark>()) {
            last = mark.kind == Mark::Kind::Event ? mark : last;
        }
        return last;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    WorkspacePtr m_workspace;
    std::unique_ptr<PollSession> m_poll;
    std::unique_ptr<AlertKeeper> m_keeper;
};

void ServerAlertsTest::aRestartWithOtherData()
{
    fill(200);
    QVERIFY(tick());
    QCOMPARE(active(), QStringList());
    m_server->kill9();
    m_server->start();
    fill(30, "b");
    fill(12);
    const SnapshotPtr after = tick();
    QVERIFY(after);
    QCOMPARE(active(), QStringList{QStringLiteral("restarted critical: restarted, 188 elements gone")});
    QVERIFY(m_keeper->active().front().since <= after->serverTime);
    const Mark event = lastEvent();
    QCOMPARE(event.text, QStringLiteral("restarted, 188 elements gone"));
    QCOMPARE(event.more, QStringLiteral("200 before, 12 after")); // it never saved
    QCOMPARE(event.event, ServerEvent::Type::Restarted);
    QVERIFY(tick());
    QCOMPARE(active().size(), 1); // once
}

void ServerAlertsTest::aRestartThatLosesWhatWasNotSaved()
{
    QVERIFY(tick());
    fill(10);
    // Saves tell whole seconds, as does when it was started: one that is later by more is one.
    const auto isLater = [this] {
        m_server->run({"SAVE"});
        const SnapshotPtr now = tick();
        const ServerInfo &info = now->server.summary();
        return now->serverTime - *info.uptime + 3s < std::chrono::seconds(*info.lastSaveUnix);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isLater(), 30'000);
    fill(190);
    QVERIFY(tick());
    m_server->kill9();
    m_server->start();
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("restarted critical: restarted, 190 elements gone")});
    const QString more = lastEvent().more;
    QVERIFY2(more.startsWith(QLatin1String("200 before, 10 after; restored from the save of ")), qPrintable(more));
}

void ServerAlertsTest::aRestartThatLosesNothing()
{
    fill(200);
    m_server->run({"SAVE"});
    QVERIFY(tick());
    m_server->kill9();
    m_server->start();
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("restarted warning: restarted")});
    QCOMPARE(lastEvent().more, QString());
}

void ServerAlertsTest::flushed()
{
    fill(200);
    QVERIFY(tick());
    m_server->run({"FLUSHALL"});
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("flushed critical: flushed, 200 elements gone")});
    QCOMPARE(lastEvent().more, QStringLiteral("200 before, 0 after"));
}

void ServerAlertsTest::promoted()
{
    RedisServer master;
    m_server->run({"REPLICAOF", "127.0.0.1", QByteArray::number(master.tcp().port)});
    const auto isReplica = [this] {
        const SnapshotPtr now = tick();
        return now && now->server.summary().role == QLatin1String("slave");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isReplica(), 30'000);
    cleanup(); // that it became one is not the point
    QVERIFY(QFile::remove(path()));
    open();
    QVERIFY(tick());
    QCOMPARE(active(), QStringList());
    m_server->run({"REPLICAOF", "NO", "ONE"});
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("failover warning: failed over")});
    QCOMPARE(lastEvent().event, ServerEvent::Type::Failover);
}

void ServerAlertsTest::evictsKeys()
{
    m_server->run({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
    QVERIFY(tick());
    const qint64 used = tick()->server.summary().usedMemory.value_or(0);
    m_server->run({"CONFIG", "SET", "maxmemory", QByteArray::number(used + 1'000'000)});
    Pipeline pipeline;
    for (int i = 0; i < 2'000; ++i) {
        pipeline.add({"SET", "filler:" + QByteArray::number(i), QByteArray(1'000, 'x')});
    }
    m_server->run(pipeline);
    QVERIFY(tick());
    const QStringList said = active().filter(QLatin1String("evicted warning: "));
    QCOMPARE(said.size(), 1);
    QVERIFY2(said.front().endsWith(QLatin1String("keys were evicted")), qPrintable(said.front()));
}

/// One that is full stays as long as it is, and fills on.
void ServerAlertsTest::aSlowLogThatFills()
{
    m_server->run({"CONFIG", "SET", "slowlog-max-len", "5"});
    QVERIFY(tick());
    QCOMPARE(active(), QStringList());
    m_server->run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    fill(5);
    QVERIFY(tick());
    fill(30);
    const SnapshotPtr after = tick();
    QCOMPARE(after->server.summary().slowLogLength, 5);
    QCOMPARE(active().filter(QLatin1String("slowlog warning: ")).size(), 1);
}

/// Polls of Plimsoll that are slow are told apart by the names of its clients.
void ServerAlertsTest::ownCommandsAreNoAlert()
{
    QVERIFY(tick());
    m_server->run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    SnapshotPtr now;
    for (int i = 0; i < 10; ++i) {
        QVERIFY((now = tick()));
    }
    QVERIFY(now->server.summary().slowLogOwn.value_or(0) > 20);
    QVERIFY(*now->server.summary().slowLogNewest > 20);
    QCOMPARE(active(), QStringList());
    fill(30);
    QVERIFY(tick());
    QCOMPARE(active().filter(QLatin1String("slowlog warning: ")).size(), 1);
}

/// It is not known, and no alert.
void ServerAlertsTest::aSlowLogThatMayNotBeRead()
{
    m_server->run({"ACL", "SETUSER", "default", "-slowlog"});
    m_server->run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    for (int i = 0; i < 3; ++i) {
        fill(30);
        const SnapshotPtr now = tick();
        QVERIFY(now);
        QVERIFY(!now->server.summary().slowLogLength && !now->server.summary().slowLogNewest);
    }
    QCOMPARE(active(), QStringList());
    const int asked = m_server->calls("slowlog|len") + m_server->calls("slowlog|get");
    QCOMPARE(asked, 0); // tried once, and refused: what is refused is no call
}

void ServerAlertsTest::memoryNearItsLimit()
{
    m_server->run({"SET", "much", QByteArray(50'000'000, 'x')}); // large compared with the buffers
    // Until it is that much, once: buffers of the moment come and go.
    const auto isTold = [&](qint64 percent, const QString &begin) {
        const SnapshotPtr now = tick();
        const qint64 used = now ? now->server.summary().usedMemory.value_or(0) : 0;
        m_server->run({"CONFIG", "SET", "maxmemory", QByteArray::number(used * 100 / percent)});
        return tick() != nullptr && active().filter(begin).size() == 1;
    };
    QVERIFY(QTest::qWaitFor([&] { return isTold(94, QStringLiteral("memory warning: 9")); }, 30'000));
    QVERIFY(QTest::qWaitFor([&] { return isTold(99, QStringLiteral("memory critical: ")); }, 30'000));
    m_server->run({"CONFIG", "SET", "maxmemory", "1gb"});
    QVERIFY(tick());
    QCOMPARE(active(), QStringList());
}

void ServerAlertsTest::keptOverARestartOfOurs()
{
    fill(200);
    QVERIFY(tick());
    m_server->run({"FLUSHALL"});
    QVERIFY(tick());
    const QString id = m_keeper->active().front().id;
    cleanup();
    open();
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("flushed critical: flushed, 200 elements gone")});
    QCOMPARE(m_keeper->active().front().id, id);
    QCOMPARE(lastEvent().text, QStringLiteral("flushed, 200 elements gone"));
}

/// Which collection lost its elements only who polled before it can see.
void ServerAlertsTest::whatIsGoneIsKeptOverARestartOfOurs()
{
    const auto lost = [this] {
        std::vector<Alert> of = m_keeper->active();
        std::erase_if(of, [](const Alert &alert) { return alert.subject.collection.isEmpty(); });
        return of;
    };
    fill(200);
    QVERIFY(tick());
    m_server->kill9();
    m_server->start();
    QVERIFY(tick());
    QCOMPARE(lost().size(), std::size_t(1));
    const Alert before = lost().front();
    QCOMPARE(before.text, QStringLiteral("restarted, 200 elements gone"));
    cleanup();
    open();
    const SnapshotPtr after = tick();
    QVERIFY(after);
    QCOMPARE(lost().size(), std::size_t(1));
    QCOMPARE(lost().front().id, before.id);
    QCOMPARE(lost().front().since, before.since);
    const SnapshotPtr shown = m_keeper->states().judged(after);
    QCOMPARE(shown->rows[0].state, State::Warning);
    QVERIFY(shown->rows[0].problems);
    QCOMPARE(shown->rows[0].problems->back().text,
             QStringLiteral("restarted %1, 200 elements gone").arg(models::formatTime(before.since)));
    fill(150);
    QVERIFY(tick());
    QVERIFY(lost().empty());
}

/// How few they were within the hour only who polled then has seen.
void ServerAlertsTest::deadLettersThatBecameMore()
{
    const auto dead = [this] {
        std::vector<Alert> of = m_keeper->active();
        std::erase_if(of, [](const Alert &alert) { return alert.subject.figure != QLatin1StringView("dead"); });
        return of;
    };
    fill(5, "d");
    QVERIFY(tick());
    fill(20, "d");
    QVERIFY(tick());
    QCOMPARE(dead().size(), std::size_t(1));
    const Alert before = dead().front();
    QCOMPARE(before.text, QStringLiteral("25 dead, 20 new in the last hour"));
    for (int i = 0; i < 2; ++i) {
        cleanup();
        open();
        QVERIFY(tick());
        QCOMPARE(dead().size(), std::size_t(1));
        QCOMPARE(dead().front().id, before.id);
        QCOMPARE(dead().front().since, before.since);
    }
    fill(3, "d"); // the new poll session knows only these
    const SnapshotPtr more = tick();
    QVERIFY(more);
    const SnapshotPtr shown = m_keeper->states().judged(more);
    QVERIFY(shown->rows[0].problems);
    QCOMPARE(shown->rows[0].problems->size(), std::size_t(1));
    QCOMPARE(shown->rows[0].problems->front().text, QStringLiteral("28 dead, 23 new in the last hour"));
    QCOMPARE(dead().size(), std::size_t(1));
    m_server->run({"LTRIM", "d", "0", "4"});
    QVERIFY(tick());
    QVERIFY(dead().empty());
}

void ServerAlertsTest::restartedWhileNobodyWatched()
{
    const auto lost = [this] {
        QStringList texts;
        for (const Alert &alert : m_keeper->active()) {
            texts += alert.subject.collection.isEmpty() ? QStringList() : QStringList{alert.text};
        }
        return texts;
    };
    // Without data there is nothing that is gone.
    QVERIFY(tick());
    const auto restart = [this] {
        cleanup();
        m_server->kill9();
        m_server->start();
    };
    restart();
    open();
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("restarted warning: restarted while nobody was watching")});
    QCOMPARE(lastEvent().text, QStringLiteral("restarted while nobody was watching"));

    // Another one, while the first is still told; an empty server has lost what was seen last.
    fill(200);
    QVERIFY(tick());
    restart();
    open();
    QVERIFY(tick());
    QCOMPARE(active(),
             QStringList{QStringLiteral("restarted critical: restarted while nobody was watching, 200 elements gone")});
    QCOMPARE(lost(), QStringList{QStringLiteral("restarted, 200 elements gone")});
    QCOMPARE(lastEvent().text, QStringLiteral("restarted while nobody was watching, 200 elements gone"));
    QCOMPARE(lastEvent().level, State::Critical);

    // A part may have come back and been worked off unseen: only the difference is reported.
    fill(150);
    QVERIFY(tick());
    QCOMPARE(lost(), QStringList());
    restart();
    fill(30);
    open();
    QVERIFY(tick());
    QCOMPARE(active(),
             QStringList{QStringLiteral("restarted critical: restarted while nobody was watching, 200 elements gone")});
    QCOMPARE(lost(), QStringList{QStringLiteral("restarted, 120 elements fewer than when last seen")});
    // Noted, though what was lost before is worse.
    QCOMPARE(lastEvent().text,
             QStringLiteral("restarted while nobody was watching, 120 elements fewer than when last seen"));
}

void ServerAlertsTest::flushedWhileNobodyWatched()
{
    fill(200);
    QVERIFY(tick());
    cleanup();
    m_server->run({"FLUSHALL"});
    open();
    QVERIFY(tick());
    QCOMPARE(active(),
             QStringList{QStringLiteral("flushed critical: flushed while nobody was watching, 200 elements gone")});
    QCOMPARE(lastEvent().event, ServerEvent::Type::Flushed);
    // Another live flush is an alert of its own.
    fill(300);
    QVERIFY(tick());
    const QString first = m_keeper->active().front().id;
    m_server->run({"FLUSHALL"});
    QVERIFY(tick());
    QCOMPARE(active(), QStringList{QStringLiteral("flushed critical: flushed, 300 elements gone")});
    const auto store = AlertStore::open(path(), AlertStore::For::People);
    const auto before = store ? (*store)->alert(first) : Result<std::optional<Alert>>(store.error());
    QVERIFY(before && *before);
    QCOMPARE((*before)->state, State::Ok);
    QCOMPARE((*before)->text, QStringLiteral("it happened again"));
    // Working off all elements is no loss.
    cleanup();
    fill(100);
    open();
    QVERIFY(tick());
    cleanup();
    m_server->run({"DEL", "a"});
    open();
    QVERIFY(tick());
    QCOMPARE(active().size(), 1);
}

QTEST_GUILESS_MAIN(ServerAlertsTest)
#include "tst_serveralerts.moc"
