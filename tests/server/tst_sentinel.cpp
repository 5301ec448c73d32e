// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/sentinel.h"
#include "redis/wire/serveranswers.h"
#include "tests/server/operationbench.h"
#include "tests/server/pollfixture.h"
#include "tests/support/sentinelprocess.h"

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Endpoint;
using redis::PollSession;

namespace {

constexpr auto serverPassword = "server-secret";

/// A real sentinel that watches "mymaster". Without the servers' password it never learns anything: it stays at the
/// address that it was started with.
class Watcher final {
public:
    enum class Knows : quint8 { Password, Nothing };

    Watcher(const RedisServer &master, Knows knows, const QByteArray &further = {})
        : m_process(master, "mymaster",
                    "sentinel down-after-milliseconds mymaster 600000\n" + further
                        + (knows == Knows::Password ? QByteArray("sentinel auth-pass mymaster ") + serverPassword + '\n'
                                                    : QByteArray()))
    {
    }

    [[nodiscard]] redis::HostAndPort address() const { return {m_process.endpoint().host, m_process.endpoint().port}; }
    [[nodiscard]] redis::Reply ask(std::initializer_list<QByteArrayView> arguments) const
    {
        redis::Client client(m_process.endpoint(), {});
        const Result<redis::Reply> reply =
            client.connect() ? client.command(arguments) : Result<redis::Reply>(redis::Reply());
        return reply ? *reply : redis::Reply();
    }
    [[nodiscard]] QByteArray field(QByteArrayView name) const
    {
        return redis::textIn(ask({"SENTINEL", "MASTER", "mymaster"}), name);
    }

private:
    SentinelProcess m_process;
};

} // namespace

/// Real sentinels: the master is found, followed when it changes, and only a master is believed to be one.
class SentinelTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        const QStringList secured{u"--requirepass"_s,
                                  QLatin1StringView(serverPassword),
                                  u"--masterauth"_s,
                                  QLatin1StringView(serverPassword),
                                  u"--repl-diskless-sync-delay"_s,
                                  u"0"_s};
        m_old = std::make_unique<RedisServer>(secured);
        m_new = std::make_unique<RedisServer>(secured);
        m_new->run({"REPLICAOF", "127.0.0.1", QByteArray::number(m_old->tcp().port)});
        m_stale = std::make_unique<Watcher>(*m_old, Watcher::Knows::Nothing);
        m_first = std::make_unique<Watcher>(*m_old, Watcher::Knows::Password);
        m_second = std::make_unique<Watcher>(*m_old, Watcher::Knows::Password);
        QTRY_VERIFY_WITH_TIMEOUT(infoField(m_new->run({"INFO", "replication"}).bytes, "master_link_status") == "up",
                                 60'000);
        for (const Watcher *one : {m_first.get(), m_second.get()}) {
            QTRY_VERIFY_WITH_TIMEOUT(one->field("num-slaves") == "1" && one->field("num-other-sentinels") == "1",
                                     60'000);
        }
        QTRY_VERIFY_WITH_TIMEOUT(m_stale->field("port") == QByteArray::number(m_old->tcp().port), 60'000);
        m_old->run({"RPUSH", "q", "1", "2"});
    }

    void theMasterIsFollowedDespiteAStaleSentinel()
    {
        PollSession poll(watched(), endpoint({m_stale.get(), m_first.get()}), oneShot());
        const SnapshotPtr before = tick(poll);
        QCOMPARE(figure(before, 0, "ready"), 2.0);
        QCOMPARE(before->server.summary().address, m_old->tcp().display());
        failOver();
        m_new->run({"RPUSH", "q", "3"});
        // The old master lives, now as a replica: what is shown may be old for a moment, and then is of the new one.
        QTRY_COMPARE_WITH_TIMEOUT(addressOf(poll), m_new->tcp().display(), 60'000);
        const SnapshotPtr after = tick(poll);
        QCOMPARE(figure(after, 0, "ready"), 3.0);
        QCOMPARE(after->server.summary().role, u"master"_s);
    }

    void aDeadMasterIsReplaced()
    {
        PollSession poll(watched(), endpoint({m_first.get()}), oneShot());
        QCOMPARE(figure(tick(poll), 0, "ready"), 2.0);
        QTRY_VERIFY_WITH_TIMEOUT(m_new->run({"LLEN", "q"}).integer == 2, 60'000);
        m_old->kill9();
        QVERIFY(!poll.tick());
        failOver();
        QTRY_COMPARE_WITH_TIMEOUT(addressOf(poll), m_new->tcp().display(), 60'000);
        QCOMPARE(figure(tick(poll), 0, "ready"), 2.0);
    }

    /// A sentinel that is asked names others: they serve when it is gone.
    void otherSentinelsAreLearnt()
    {
        PollSession poll(watched(), endpoint({m_first.get()}), oneShot());
        QVERIFY(tick(poll));
        m_first.reset();
        failOver();
        QTRY_COMPARE_WITH_TIMEOUT(addressOf(poll), m_new->tcp().display(), 60'000);
    }

    void onlyAMasterIsBelieved()
    {
        failOver();
        QTRY_VERIFY_WITH_TIMEOUT(isReplica(*m_old), 60'000);
        const Result<SnapshotPtr> snapshot = PollSession(watched(), endpoint({m_stale.get()}), oneShot()).tick();
        QVERIFY(!snapshot);
        QVERIFY2(snapshot.error().message.contains(u"not a master"_s), qPrintable(snapshot.error().message));
    }

    void mistakesAreNamed()
    {
        Endpoint at = endpoint({m_first.get()});
        at.masterName = "other";
        const auto error = [](const Endpoint &tried) {
            const Result<SnapshotPtr> snapshot = PollSession(watched(), tried, oneShot()).tick();
            return snapshot ? Error() : snapshot.error();
        };
        QVERIFY2(error(at).message.contains(u"watches no master called “other”"_s), qPrintable(error(at).message));
        at = endpoint({m_first.get()});
        at.port = m_new->tcp().port;
        QVERIFY2(error(at).message.contains(u"is not a sentinel"_s), qPrintable(error(at).message));
        at.port = freePort();
        QCOMPARE(error(at).kind, ErrorKind::Unreachable);
        at = endpoint({m_first.get()});
        at.password = "wrong";
        QCOMPARE(error(at).kind, ErrorKind::LoginRefused);
        QVERIFY(!error(at).message.contains(u"wrong:"_s));
    }

    /// Sentinels often have the password of the servers, or one of their own.
    void sentinelsWithPasswords()
    {
        const Watcher same(*m_old, Watcher::Knows::Password,
                           QByteArray("requirepass ") + serverPassword + "\nsentinel sentinel-pass " + serverPassword
                               + '\n');
        const Watcher own(*m_old, Watcher::Knows::Password, "requirepass own-secret\n");
        const auto error = [](const Endpoint &tried) {
            const Result<SnapshotPtr> snapshot = PollSession(watched(), tried, oneShot()).tick();
            return snapshot ? QString() : snapshot.error().message;
        };
        QTRY_COMPARE_WITH_TIMEOUT(error(endpoint({&same})), QString(), 60'000);
        Endpoint at = endpoint({&own});
        QVERIFY(!error(at).isEmpty());
        at.sentinel.password = "own-secret";
        QTRY_COMPARE_WITH_TIMEOUT(error(at), QString(), 60'000);
    }

    /// An operation that is done before a failover is undone after it: the promoted replica continues the history.
    void undoAfterAFailover()
    {
        OperationRequest request;
        request.workspace = watched();
        request.action = Action::Trim;
        request.keep = 1;
        const QTemporaryDir folder;
        const auto journal = Journal::open(folder.path());
        QVERIFY(journal);
        redis::Sentinel server(endpoint({m_first.get(), m_second.get()}), {.name = "plimsoll:test"});
        QVERIFY(server.connect());
        const Result<Plan> plan = Planner(server).plan(request);
        QVERIFY(plan);
        const OperationReport report = Runner(server, journal->get()).run(*plan);
        QCOMPARE(report.removed, 1);
        QTRY_VERIFY_WITH_TIMEOUT(m_new->run({"LLEN", "q"}).integer == 1, 60'000);
        m_old->kill9();
        failOver();
        QTRY_VERIFY_WITH_TIMEOUT(server.connect().ok() && server.front().endpoint().port == m_new->tcp().port, 60'000);
        const Result<Plan> undo = Planner(server).planUndo(**journal, report.id, OnServer::Same, {});
        QVERIFY2(undo, undo ? "" : qPrintable(undo.error().message));
        QCOMPARE(Runner(server, journal->get()).run(*undo).error, QString());
        QCOMPARE(strings(m_new->run({"LRANGE", "q", "0", "-1"})), (QByteArrayList{"1", "2"}));
    }

private:
    static WorkspacePtr watched() { return workspace("{'name':'q','kind':'queue','keys':{'ready':'q'}}"); }
    static Endpoint endpoint(const std::vector<const Watcher *> &sentinels)
    {
        Endpoint endpoint;
        endpoint.topology = Endpoint::Topology::Sentinel;
        endpoint.masterName = "mymaster";
        endpoint.password = serverPassword;
        endpoint.port = sentinels.front()->address().port;
        for (std::size_t i = 1; i < sentinels.size(); ++i) {
            endpoint.seeds.push_back(sentinels[i]->address());
        }
        return endpoint;
    }
    /// Without asking the others for agreement.
    void failOver() const
    {
        const Watcher &one = m_first ? *m_first : *m_second;
        bool isBegun = false; // asked again, it would be refused
        QTRY_VERIFY_WITH_TIMEOUT(isBegun = isBegun || one.ask({"SENTINEL", "FAILOVER", "mymaster"}).bytes == "OK",
                                 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(one.field("port") == QByteArray::number(m_new->tcp().port), 60'000);
    }
    /// Asked over a connection of its own: when a sentinel demotes a server, it closes the connections of all others.
    static bool isReplica(const RedisServer &server)
    {
        Endpoint endpoint = server.tcp();
        endpoint.password = serverPassword;
        redis::Client client(endpoint, {});
        const Result<redis::Reply> role = client.connect() ? client.command({"ROLE"}) : Result<redis::Reply>(Error());
        return role && role->elements.front().bytes == "slave";
    }
    static QString addressOf(PollSession &poll)
    {
        const Result<SnapshotPtr> snapshot = poll.tick();
        return snapshot ? (*snapshot)->server.summary().address : QString();
    }

    std::unique_ptr<RedisServer> m_old, m_new;
    std::unique_ptr<Watcher> m_stale, m_first, m_second;
};

QTEST_GUILESS_MAIN(SentinelTest)
#include "tst_sentinel.moc"
