// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/topology/cluster.h"
#include "redis/wire/client.h"
#include "tests/server/pollfixture.h"
#include "tests/support/rediscluster.h"
#include "tests/support/sentinelprocess.h"
#include "tests/support/sshserver.h"
#include "tests/support/timing.h"
#include "tests/support/tlsserver.h"

#include <QDir>
#include <QFile>
#include <QTcpServer>
#include <QTest>

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Client;
using redis::Endpoint;
using redis::PollSession;

/// Servers behind a real sshd, which only it reaches under the names that are used here.
class SshTest final : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_ssh.start();
        m_ssh.knowHostKey();
        m_ssh.acceptKey(true);
    }

    void leadsToTheServer()
    {
        RedisServer server;
        std::vector<redis::ConnectStage> passed;
        Client client(
            through(server.tcp()),
            {.readOnly = true, .passed = [&](redis::ConnectStage stage, const QString &) { passed.push_back(stage); }});
        const Outcome connected = client.connect();
        QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
        QCOMPARE(client.command({"ECHO", QByteArray(3'000'000, 'x')})->bytes.size(), 3'000'000);
        QCOMPARE(m_ssh.connections(), 1);
        QCOMPARE(passed, std::vector{redis::ConnectStage::Tls});
        client.disconnect();
        QTRY_COMPARE(m_ssh.connections(), 0);
        QCOMPARE(sshProcesses(), 0); // nor a zombie
    }

    /// The name is that of the URL, the address that of the bastion's view.
    void tlsIsVerified()
    {
        Certificates certificates;
        TlsServer server(certificates, certificates.issue(u"server"_s, u"localhost"_s));
        Endpoint at = through(server.endpoint());
        Client client(at, {});
        const Outcome connected = client.connect();
        QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
        at.host = u"127.0.0.1"_s;
        const Outcome other = Client(at, {}).connect();
        QVERIFY(!other
                && other.error().message.contains(u"the server's certificate is for localhost, not for 127.0.0.1"_s));
        at.tls->serverName = u"localhost"_s;
        QVERIFY(Client(at, {}).connect().ok());
        at.tls->caFile = certificates.stranger();
        QVERIFY(!Client(at, {}).connect());
        at.tls.reset();
        QString why; // found out by a second connection within the same deadline, which a busy machine may miss
        for (int i = 0; i < testing::attempts && !why.contains(u"rediss://"_s); ++i) {
            const Outcome plain = Client(at, {}).connect();
            QVERIFY(!plain);
            why = plain.error().message;
        }
        QVERIFY2(why.contains(u"rediss://"_s), qPrintable(why));
    }

    void reasonsAreSshsOwn()
    {
        RedisServer server;
        Endpoint at = through(server.tcp());
        const auto refusal = [&at] {
            const Outcome connected = Client(at, {}).connect();
            return connected ? QString() : connected.error().message;
        };
        const QString name = u"ssh to "_s + m_ssh.name() + u": "_s;
        at.port = freePort();
        QVERIFY2(refusal().contains(name) && refusal().contains(u"Connection refused"_s), qPrintable(refusal()));
        at.port = server.tcp().port;
        m_ssh.acceptKey(false);
        QVERIFY2(refusal().endsWith(name + u"Permission denied (publickey)"_s), qPrintable(refusal()));
        m_ssh.acceptKey(true);
        m_ssh.knowAnotherHostKey();
        QVERIFY2(refusal().endsWith(name + u"Host key verification failed"_s), qPrintable(refusal()));
        m_ssh.knowHostKey();
        m_ssh.kill9();
        QVERIFY2(refusal().contains(name + u"connect to host 127.0.0.1"_s), qPrintable(refusal()));
        m_ssh.start();
        QCOMPARE(refusal(), QString());
        QCOMPARE(sshProcesses(), 0);
    }

    void startsNothingBeforeItIsAllowed()
    {
        RedisServer server;
        Endpoint at = through(server.tcp());
        at.programs.isAllowed = false;
        at.programs.allowedBy = u"plimsoll trust orders.json"_s;
        const Outcome connected = Client(at, {}).connect();
        QVERIFY(!connected);
        QCOMPARE(connected.error().kind, ErrorKind::Refused);
        QVERIFY(connected.error().message.endsWith(u"plimsoll trust orders.json"_s));
    }

    void aBastionThatDoesNotAnswer()
    {
        QTcpServer silent; // accepts, and says nothing
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        RedisServer server;
        Endpoint at = through(server.tcp());
        at.programs.ssh->port = silent.serverPort();
        const Outcome connected = Client(at, {.connectDeadline = 2s}).connect();
        QVERIFY(!connected);
        QVERIFY2(connected.error().message.contains(u"ssh to "_s), qPrintable(connected.error().message));
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        const auto start = std::chrono::steady_clock::now();
        QCOMPARE(Client(at, {.connectDeadline = 60s}).connect(stop.get_token()).error().kind, ErrorKind::Cancelled);
        QVERIFY(std::chrono::steady_clock::now() - start < 20s);
        QCOMPARE(sshProcesses(), 0);
    }

    void theBastionIsKilledWhileWatching()
    {
        RedisServer server;
        server.run({"RPUSH", "q", "1", "2"});
        const WorkspacePtr one = workspace("{'name':'mail','kind':'queue','keys':{'ready':'q'}}");
        PollSession poll(one, through(server.tcp()), {});
        QCOMPARE(figure(tick(poll), 0, "ready"), 2.0);
        m_ssh.kill9();
        const Result<SnapshotPtr> lost = poll.tick();
        QVERIFY(!lost);
        QVERIFY2(lost.error().message.contains(u"ssh to "_s + m_ssh.name()), qPrintable(lost.error().message));
        const Result<SnapshotPtr> away = poll.tick();
        QVERIFY(!away && away.error().message.contains(u"Connection refused"_s));
        m_ssh.start();
        server.run({"RPUSH", "q", "3"});
        QTRY_COMPARE_WITH_TIMEOUT(figureOrNone(poll), 3.0, 60'000);
    }

    /// Rule: every node through the same bastion, its announced address mapped before.
    void sshToEveryNode()
    {
        RedisCluster cluster;
        const std::vector<QByteArray> keys{cluster.keyAt(0, "q"), cluster.keyAt(1, "q"), cluster.keyAt(2, "q")};
        auto made = std::make_shared<Workspace>();
        for (std::size_t i = 0; i < keys.size(); ++i) {
            cluster.run({"RPUSH", keys[i], "1"});
            cluster.master(i).run({"CONFIG", "SET", "cluster-announce-ip", "10.255.255.1"}); // leads nowhere
            made->collections.push_back(
                collection(QJsonObject{{u"name"_s, QString::fromUtf8(keys[i])},
                                       {u"kind"_s, u"queue"_s},
                                       {u"keys"_s, QJsonObject{{u"ready"_s, QString::fromUtf8(keys[i])}}}}));
        }
        Endpoint at = through(cluster.endpoint());
        at.addressMap = {{u"10.255.255.1"_s, u"127.0.0.1"_s}};
        PollSession poll(made, at, {});
        const SnapshotPtr snapshot = tick(poll);
        QCOMPARE(snapshot->rows.size(), keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            QCOMPARE(figure(snapshot, i, "ready"), 1.0);
        }
        QCOMPARE(m_ssh.connections(), 3);
        m_ssh.kill9();
        const Result<SnapshotPtr> lost = poll.tick();
        QVERIFY(!lost || lost.value()->rows[0].state == State::Error);
        m_ssh.start();
        QTRY_COMPARE_WITH_TIMEOUT(figureOrNone(poll), 1.0, 60'000);
    }

    /// Rule: the sentinels, too, and the master that they name.
    void sshToEverySentinel()
    {
        RedisServer master;
        master.run({"RPUSH", "q", "1", "2"});
        const SentinelProcess sentinel(master, "orders");
        const Endpoint at = through(*Endpoint::parse(sentinel.url()));
        PollSession poll(workspace("{'name':'mail','kind':'queue','keys':{'ready':'q'}}"), at, {});
        QTRY_COMPARE_WITH_TIMEOUT(figureOrNone(poll), 2.0, 60'000);
        QCOMPARE(m_ssh.connections(), 2);
    }

    void commandsAreNoBastions_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text :
             {"", "-oProxyCommand=id", "ops@-oProxyCommand=id", "-lroot@host", "host;id", "$(id)", "a b", "`id`@host",
              "host:0", "host:65536", "host:port", "[::1", "::1", "ho|st", "host\n-o"}) {
            QTest::addRow("%s", text) << QString::fromLatin1(text);
        }
    }
    void commandsAreNoBastions()
    {
        QFETCH(const QString, text);
        QVERIFY(!redis::SshBastion::parse(text));
    }

    void bastions()
    {
        const auto parsed = redis::SshBastion::parse(u"ops@team@[::1]:2222"_s);
        QVERIFY(parsed);
        QCOMPARE(parsed->user, u"ops@team"_s);
        QCOMPARE(parsed->host, u"::1"_s);
        QCOMPARE(parsed->port, quint16(2222));
        QCOMPARE(parsed->display(), u"ops@team@[::1]:2222"_s);
        QCOMPARE(redis::SshBastion::parse(u"jump-1.example"_s)->display(), u"jump-1.example"_s);
    }

private:
    [[nodiscard]] Endpoint through(Endpoint at) const
    {
        at.programs = {.ssh = *redis::SshBastion::parse(m_ssh.name()), .isAllowed = true};
        return at;
    }
    static double figureOrNone(PollSession &poll)
    {
        const Result<SnapshotPtr> snapshot = poll.tick();
        return snapshot ? figure(*snapshot, 0, "ready") : -1.0;
    }
    /// Running or ended children of this process that are ssh.
    static int sshProcesses()
    {
        int count = 0;
        for (const QString &process : QDir(u"/proc"_s).entryList({u"[0-9]*"_s}, QDir::Dirs)) {
            QFile file(u"/proc/%1/stat"_s.arg(process));
            if (file.open(QIODevice::ReadOnly)) {
                const QByteArray stat = file.readAll();
                const QByteArray parent = stat.mid(stat.lastIndexOf(')') + 4).split(' ').front();
                count += stat.contains("(ssh)") && parent.toLongLong() == QCoreApplication::applicationPid() ? 1 : 0;
            }
        }
        return count;
    }

    SshServer m_ssh;
};

QTEST_GUILESS_MAIN(SshTest)

#include "tst_ssh.moc"
