// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "tests/server/clitest.h"
#include "tests/support/tlsserver.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <sys/prctl.h>

#include <csignal>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using redis::Client;
using redis::Endpoint;

namespace {

const QByteArray secret = "pr0xy-s3cr3t";

/// A real proxy on a free loopback port: microsocks (SOCKS 5) or tinyproxy (HTTP).
class ProxyProcess final {
public:
    enum class Login : quint8 { None, Wanted };

    ProxyProcess(redis::Proxy::Kind kind, Login login) : m_kind(kind), m_port(freePort())
    {
        const bool isOpen = login == Login::None;
        const QString port = QString::number(m_port);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        if (kind == redis::Proxy::Kind::Socks5) {
            const QStringList credentials{u"-u"_s, u"crew"_s, u"-P"_s, QString::fromUtf8(secret)};
            m_process.start(u"microsocks"_s,
                            QStringList{u"-i"_s, u"127.0.0.1"_s, u"-p"_s, port}
                                + (isOpen ? QStringList() : credentials));
        } else {
            QFile file(m_folder.filePath(u"tinyproxy.conf"_s));
            if (!file.open(QIODevice::WriteOnly)) {
                qFatal("no tinyproxy.conf");
            }
            file.write("Listen 127.0.0.1\nTimeout 600\nMaxClients 100\nPort " + port.toUtf8() + '\n'
                       + (isOpen ? QByteArray() : "BasicAuth crew " + secret + '\n'));
            file.close();
            m_process.start(u"tinyproxy"_s, {u"-d"_s, u"-c"_s, file.fileName()});
        }
        QTcpSocket probe;
        do {
            if (!m_process.waitForStarted() || m_process.waitForFinished(5)) {
                qFatal("ProxyProcess: %s does not start: %s", qPrintable(m_process.program()),
                       m_process.readAll().constData());
            }
            probe.connectToHost(u"127.0.0.1"_s, m_port);
        } while (!probe.waitForConnected());
    }
    ~ProxyProcess()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(ProxyProcess)

    [[nodiscard]] redis::Proxy proxy() const
    {
        return {.kind = m_kind, .host = u"127.0.0.1"_s, .port = m_port, .user = {}};
    }
    [[nodiscard]] QString url(const QString &user = {}) const
    {
        return (m_kind == redis::Proxy::Kind::Http ? u"http://"_s : u"socks5://"_s) + user
            + u"127.0.0.1:%1"_s.arg(m_port);
    }

private:
    redis::Proxy::Kind m_kind;
    quint16 m_port;
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace

Q_DECLARE_METATYPE(plimsoll::redis::Proxy::Kind)

/// Connections through real proxies, and through servers that are no proxies.
class ProxyTest final : public CliTest {
    Q_OBJECT

private slots:
    void leadsToTheServer_data() { kinds(); }
    void leadsToTheServer()
    {
        QFETCH(const redis::Proxy::Kind, kind);
        const ProxyProcess process(kind, ProxyProcess::Login::None);
        Endpoint at = m_server.tcp();
        at.proxy = process.proxy();
        for (const QString &host : {u"127.0.0.1"_s, u"localhost"_s}) {
            at.host = host;
            Client client(at, {.readOnly = true});
            const Outcome connected = client.connect();
            QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
            QCOMPARE(client.command({"ECHO", QByteArray(3'000'000, 'x')})->bytes.size(), 3'000'000);
        }
        at.host = u"127.0.0.1"_s;
        at.port = freePort();
        const Outcome nobody = Client(at, {}).connect();
        QVERIFY(!nobody && nobody.error().kind == ErrorKind::Unreachable);
        QVERIFY2(nobody.error().message.contains(u"the proxy "_s + process.url()), qPrintable(nobody.error().message));
    }

    void tlsIsVerified_data() { kinds(); }
    void tlsIsVerified()
    {
        QFETCH(const redis::Proxy::Kind, kind);
        const ProxyProcess process(kind, ProxyProcess::Login::None);
        Certificates certificates;
        TlsServer server(certificates, certificates.issue(u"server"_s, u"localhost"_s));
        Endpoint at = server.endpoint();
        at.proxy = process.proxy();
        const Outcome connected = Client(at, {}).connect();
        QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
        at.host = u"127.0.0.1"_s;
        const Outcome other = Client(at, {}).connect();
        QVERIFY(!other && other.error().message.contains(u"is for localhost, not for 127.0.0.1"_s));
    }

    void logsIn_data() { kinds(); }
    void logsIn()
    {
        QFETCH(const redis::Proxy::Kind, kind);
        const ProxyProcess process(kind, ProxyProcess::Login::Wanted);
        Endpoint at = m_server.tcp();
        const auto refusal = [&](const QByteArray &user, const QByteArray &password) {
            at.proxy = process.proxy();
            at.proxy->user = user;
            at.proxy->password = password;
            const Outcome connected = Client(at, {}).connect();
            return connected ? QString() : connected.error().message;
        };
        QCOMPARE(refusal("crew", secret), QString());
        for (const QString &message : {refusal("crew", "wrong"), refusal({}, {})}) {
            QVERIFY2(message.contains(u"PLIMSOLL_PROXY_PASSWORD"_s), qPrintable(message));
            QVERIFY2(!message.contains(u"wrong"_s), qPrintable(message));
        }
    }

    /// The password comes from the environment alone, and is printed nowhere.
    void fromTheCommandLine_data() { kinds(); }
    void fromTheCommandLine()
    {
        QFETCH(const redis::Proxy::Kind, kind);
        const ProxyProcess process(kind, ProxyProcess::Login::Wanted);
        const auto file = [&](const QString &proxy) {
            return write("orders.json",
                         {{u"plimsoll"_s, 1},
                          {u"connection"_s, QJsonObject{{u"url"_s, m_server.tcpUrl()}, {u"proxy"_s, proxy}}},
                          {u"collections"_s, QJsonArray()}});
        };
        const QStringList environment{u"PLIMSOLL_PROXY_PASSWORD="_s + QString::fromUtf8(secret)};
        const Run done = run({u"doctor"_s, u"-v"_s, u"-w"_s, file(process.url(u"crew@"_s))}, environment);
        QVERIFY2(done.code == 0, (done.out + done.err).constData());
        QVERIFY2(done.out.contains("through the proxy " + process.url().toUtf8()), done.out.constData());
        QVERIFY(!(done.out + done.err).contains(secret));
        const Run refused = run({u"snapshot"_s, u"-w"_s, file(process.url())}, environment);
        QCOMPARE(refused.code, 3);
        QCOMPARE(refused.errorLines().size(), 1);
        const Run doctor = run({u"doctor"_s, u"-w"_s, file(process.url())}, environment);
        QVERIFY2(doctor.code == 3 && doctor.out.contains("connect   failed"), doctor.out.constData());
        const Run wrong = run(
            {u"snapshot"_s, u"-w"_s, file(process.url(u"crew:"_s + QString::fromUtf8(secret) + u'@'))}, environment);
        QCOMPARE(wrong.code, 2);
        QVERIFY2(!wrong.err.contains(secret), wrong.err.constData());
    }

    /// Answers that no proxy gives, and none at all.
    void strangers_data()
    {
        QTest::addColumn<redis::Proxy::Kind>("kind");
        QTest::addColumn<QByteArray>("answer");
        using Kind = redis::Proxy::Kind;
        for (const Kind kind : {Kind::Socks5, Kind::Http}) {
            const char *name = kind == Kind::Http ? "http" : "socks5";
            QTest::addRow("%s closes", name) << kind << QByteArray();
            QTest::addRow("%s noise", name) << kind << QByteArray(100'000, 'x');
            QTest::addRow("%s redis", name) << kind << QByteArray("-ERR unknown command\r\n");
        }
        QTest::addRow("long head") << Kind::Http << "HTTP/1.1 200 " + QByteArray(100'000, 'x');
        QTest::addRow("socks error") << Kind::Socks5 << QByteArray("\x05\x00\x05\xff\x00\x01\x00", 7);
    }
    void strangers()
    {
        QFETCH(const redis::Proxy::Kind, kind);
        QFETCH(const QByteArray, answer);
        Endpoint at = m_server.tcp();
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        at.proxy = redis::Proxy{.kind = kind, .host = u"127.0.0.1"_s, .port = server.serverPort(), .user = {}};
        Outcome connected = Done{};
        std::jthread client([&] { connected = Client(at, {}).connect(); });
        QVERIFY(server.waitForNewConnection(60'000));
        const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
        QVERIFY(socket->waitForReadyRead(60'000));
        socket->write(answer);
        socket->disconnectFromHost();
        if (socket->state() != QAbstractSocket::UnconnectedState) {
            socket->waitForDisconnected(60'000);
        }
        client.join();
        QVERIFY(!connected);
        QCOMPARE(connected.error().kind, ErrorKind::Unreachable);
        QVERIFY2(connected.error().message.contains(u"the proxy "_s), qPrintable(connected.error().message));
    }

    void silenceEnds()
    {
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        Endpoint at = m_server.tcp();
        at.proxy = redis::Proxy{.host = u"127.0.0.1"_s, .port = silent.serverPort(), .user = {}};
        const Outcome connected = Client(at, {.connectDeadline = 300ms}).connect();
        QVERIFY2(connected.error().message.contains(u"within the time allowed"_s),
                 qPrintable(connected.error().message));
        std::stop_source stop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(50ms);
            stop.request_stop();
        });
        QCOMPARE(Client(at, {.connectDeadline = 600s}).connect(stop.get_token()).error().kind, ErrorKind::Cancelled);
    }

    void combinationsThatCannotWork_data()
    {
        QTest::addColumn<QJsonObject>("connection");
        QTest::addColumn<QByteArray>("says");
        const QJsonObject both{{u"url"_s, u"redis://h"_s}, {u"ssh"_s, u"bastion"_s}, {u"proxy"_s, u"socks5://p:1"_s}};
        QTest::addRow("ssh and proxy") << both << QByteArray("cannot be combined");
        for (const auto &[name, value] : {std::pair(u"ssh"_s, u"bastion"_s), std::pair(u"proxy"_s, u"http://p:1"_s)}) {
            QTest::addRow("socket and %s", qPrintable(name))
                << QJsonObject{{u"url"_s, u"unix:///run/redis.sock"_s}, {name, value}}
                << QByteArray("a unix socket is on this computer");
        }
        QTest::addRow("replicas of one server") << QJsonObject{{u"url"_s, u"redis://h"_s}, {u"replicas"_s, true}}
                                                << QByteArray("is for clusters and Sentinel");
    }
    void combinationsThatCannotWork()
    {
        QFETCH(const QJsonObject, connection);
        QFETCH(const QByteArray, says);
        const QString file =
            write("orders.json", {{u"plimsoll"_s, 1}, {u"connection"_s, connection}, {u"collections"_s, QJsonArray()}});
        const Run refused = run({u"snapshot"_s, u"-w"_s, file});
        QCOMPARE(refused.code, 2);
        QCOMPARE(refused.errorLines().size(), 1);
        QVERIFY2(refused.err.contains("/connection: ") && refused.err.contains(says), refused.err.constData());
    }
    /// A URL of the command line takes the place of the workspace's: what does not fit it is left out.
    void combinationsWithAnotherUrl_data()
    {
        QTest::addColumn<QJsonObject>("connection");
        QTest::addRow("a proxy") << QJsonObject{{u"url"_s, u"redis://h"_s}, {u"proxy"_s, u"http://p:1"_s}};
        QTest::addRow("ssh") << QJsonObject{{u"url"_s, u"redis://h"_s}, {u"ssh"_s, u"bastion"_s}};
        QTest::addRow("replicas") << QJsonObject{{u"url"_s, u"redis+cluster://h:1"_s}, {u"replicas"_s, true}};
    }
    void combinationsWithAnotherUrl()
    {
        QFETCH(const QJsonObject, connection);
        const QString file =
            write("orders.json", {{u"plimsoll"_s, 1}, {u"connection"_s, connection}, {u"collections"_s, QJsonArray()}});
        const Run done = run({u"snapshot"_s, u"-w"_s, file, u"-u"_s, m_server.url()});
        QVERIFY2(done.code == 0, done.err.constData());
    }

private:
    static void kinds()
    {
        QTest::addColumn<redis::Proxy::Kind>("kind");
        QTest::addRow("socks5") << redis::Proxy::Kind::Socks5;
        QTest::addRow("http") << redis::Proxy::Kind::Http;
    }
};

QTEST_GUILESS_MAIN(ProxyTest)

#include "tst_proxy.moc"
