// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "tests/support/faultproxy.h"
#include "tests/support/redisserver.h"
#include "tests/support/timing.h"

#include <QElapsedTimer>
#include <QTest>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <future>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using redis::Client;
using redis::Endpoint;
using redis::Pipeline;
using testing::FaultProxy;
using testing::RedisServer;

namespace {

QByteArray repeated(QByteArrayView bytes, int times)
{
    return bytes.toByteArray().repeated(times);
}

/// Listens and never accepts; filled up, so that the next connection stays under way.
class DeafListener final {
public:
    explicit DeafListener(Endpoint::Transport transport)
    {
        m_endpoint.transport = transport;
        m_endpoint.path = m_folder.filePath(u"deaf.sock"_s);
        if (transport == Endpoint::Transport::Tcp) {
            sockaddr_in address{};
            address.sin_family = AF_INET;
            address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
            open(address);
            socklen_t size = sizeof address;
            getsockname(m_descriptors.front(), reinterpret_cast<sockaddr *>(&address), &size);
            m_endpoint.port = ntohs(address.sin_port);
            fill(address);
        } else {
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            const QByteArray path = m_endpoint.path.toLocal8Bit();
            std::copy(path.begin(), path.end(), address.sun_path);
            open(address);
            fill(address);
        }
    }
    ~DeafListener()
    {
        for (const int descriptor : m_descriptors) {
            close(descriptor);
        }
    }
    Q_DISABLE_COPY_MOVE(DeafListener)

    [[nodiscard]] Endpoint endpoint() const { return m_endpoint; }

private:
    template <typename Address> void open(const Address &address)
    {
        m_descriptors.push_back(socket(reinterpret_cast<const sockaddr *>(&address)->sa_family, SOCK_STREAM, 0));
        (void)bind(m_descriptors.front(), reinterpret_cast<const sockaddr *>(&address), sizeof address);
        listen(m_descriptors.front(), 0);
    }
    template <typename Address> void fill(const Address &address)
    {
        for (int i = 0; i < 4; ++i) {
            const auto *const generic = reinterpret_cast<const sockaddr *>(&address);
            m_descriptors.push_back(socket(generic->sa_family, SOCK_STREAM | SOCK_NONBLOCK, 0));
            (void)::connect(m_descriptors.back(), generic, sizeof address);
        }
    }

    QTemporaryDir m_folder;
    Endpoint m_endpoint;
    std::vector<int> m_descriptors;
};

} // namespace

/// The client on networks and servers that fail: every failure has its kind, ends in time, and leaves no reply
/// behind for the next request.
class TestClientFaults final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void refused_data();
    void refused();
    void unknownHost();
    void cut_data();
    void cut();
    void halfOpenEndsAtTheDeadline();
    void lateReplyNeverReachesTheNextRequest();
    void foreignBytes_data();
    void foreignBytes();
    void answerBeforeTheQuestion();
    void silentServer();
    void restartedServer();
    void turnedAway();
    void cancelledWhileConnecting_data();
    void cancelledWhileConnecting();
    void cancelledWhileWaiting();
    void cancelledBefore();
    void connectDeadline_data();
    void connectDeadline();
    void loading();

private:
    RedisServer m_server;
    FaultProxy m_local{m_server.local()};
    FaultProxy m_tcp{m_server.local(), Endpoint::Transport::Tcp};
};

void TestClientFaults::init()
{
    m_local.heal();
    m_tcp.heal();
    m_server.flush();
}

void TestClientFaults::refused_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("says");

    QTest::newRow("tcp") << u"redis://127.0.0.1:1"_s << u"nothing listens there"_s;
    QTest::newRow("by name") << u"redis://localhost:1"_s << u"nothing listens there"_s;
    QTest::newRow("no such socket") << u"unix:///nowhere/redis.sock"_s << u"no such socket"_s;
    QTest::newRow("a file") << u"unix:///etc/passwd"_s << u"nothing listens there"_s;
}

void TestClientFaults::refused()
{
    QFETCH(const QString, url);
    QFETCH(const QString, says);
    Client client(*Endpoint::parse(url), {});
    const Outcome outcome = client.connect();
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::Unreachable);
    QVERIFY2(outcome.error().message.contains(says), qPrintable(outcome.error().message));
    QVERIFY(!client.isConnected());
    QCOMPARE(client.command({"PING"}).error().kind, ErrorKind::Unreachable);
}

void TestClientFaults::unknownHost()
{
    // Without a name server the look-up must still end at the deadline.
    QElapsedTimer timer;
    timer.start();
    const Outcome outcome =
        Client(*Endpoint::parse(u"redis://nowhere.invalid"_s), {.connectDeadline = 300ms}).connect();
    QVERIFY(outcome.error().kind == ErrorKind::Unreachable || outcome.error().kind == ErrorKind::TimedOut);
    QVERIFY2(outcome.error().message.contains(u"nowhere.invalid"_s), qPrintable(outcome.error().message));
    QVERIFY(timer.elapsed() < testing::atOnce.count());
}

void TestClientFaults::cut_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::addColumn<bool>("reset");
    QTest::addColumn<qint64>("after");

    QTest::newRow("before the reply") << false << false << qint64(0);
    QTest::newRow("within the length") << false << false << qint64(3);
    QTest::newRow("within the value") << true << false << qint64(500);
    QTest::newRow("between replies") << true << false << qint64(1009);
    QTest::newRow("reset") << true << true << qint64(0);
    QTest::newRow("reset within the value") << true << true << qint64(500);
}

void TestClientFaults::cut()
{
    QFETCH(const bool, tcp);
    QFETCH(const bool, reset);
    QFETCH(const qint64, after);
    FaultProxy &proxy = tcp ? m_tcp : m_local;
    m_server.run({"SET", "key", repeated("x", 1000)});
    Client client(proxy.endpoint(), {});
    QVERIFY(client.connect());
    proxy.set({.cutAfter = after, .reset = reset});
    Pipeline pipeline;
    pipeline.add({"GET", "key"});
    pipeline.add({"GET", "key"});
    const auto replies = client.exchange(pipeline);
    QVERIFY(!replies);
    QCOMPARE(replies.error().kind, ErrorKind::Unreachable);
    QVERIFY(!client.isConnected());

    proxy.heal();
    QVERIFY(client.connect());
    QCOMPARE(client.command({"ECHO", "again"})->bytes, QByteArray("again"));
}

void TestClientFaults::halfOpenEndsAtTheDeadline()
{
    Client client(m_local.endpoint(), {.exchangeDeadline = 100ms});
    QVERIFY(client.connect());
    m_local.set({.stallAfter = 2});
    QElapsedTimer timer;
    timer.start();
    const auto reply = client.command({"ECHO", "hello"});
    QCOMPARE(reply.error().kind, ErrorKind::TimedOut);
    QVERIFY2(timer.elapsed() >= 95 && timer.elapsed() < testing::atOnce.count(),
             qPrintable(QString::number(timer.elapsed())));
    QVERIFY(!client.isConnected());
}

void TestClientFaults::lateReplyNeverReachesTheNextRequest()
{
    Client client(m_local.endpoint(), {.exchangeDeadline = 600ms}); // enough for a busy machine
    QVERIFY(client.connect());
    m_local.set({.delay = 900ms});
    QCOMPARE(client.command({"ECHO", "first"}).error().kind, ErrorKind::TimedOut);
    m_local.heal();
    // Without a new connection nothing is sent, so nothing can be mistaken.
    QCOMPARE(client.command({"ECHO", "second"}).error().kind, ErrorKind::Unreachable);
    QVERIFY(client.connect());
    for (int i = 0; i < 50; ++i) {
        const QByteArray text = QByteArray::number(i);
        QCOMPARE(client.command({"ECHO", text})->bytes, text);
    }
}

void TestClientFaults::foreignBytes_data()
{
    QTest::addColumn<QByteArray>("answer");

    QTest::newRow("http") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
    QTest::newRow("RESP3") << QByteArray("%1\r\n+a\r\n:1\r\n");
    QTest::newRow("zeros") << QByteArray(4096, '\0');
    QTest::newRow("deep") << repeated("*1\r\n", 20) + ":1\r\n";
    QTest::newRow("array of too many") << QByteArray("*1000001\r\n");
    QTest::newRow("array beyond int") << QByteArray("*99999999999\r\n");
    QTest::newRow("bulk of negative length") << QByteArray("$-7\r\nabc\r\n");
    QTest::newRow("length is text") << QByteArray("$abc\r\n");
    QTest::newRow("bulk without its end") << QByteArray("$3\r\nabcdef\r\n");
    QTest::newRow("two replies for one") << QByteArray("+OK\r\n+OK\r\n");
    QTest::newRow("a reply and a part of an array") << QByteArray("+OK\r\n*2\r\n");
    QTest::newRow("a reply and a part") << QByteArray("+OK\r\n$5");
}

void TestClientFaults::foreignBytes()
{
    QFETCH(const QByteArray, answer);
    Client client(m_local.endpoint(), {});
    QVERIFY(client.connect());
    m_local.set({.answer = answer});
    const auto reply = client.command({"PING"});
    QVERIFY(!reply);
    QCOMPARE(reply.error().kind, ErrorKind::Protocol);
    QVERIFY(!reply.error().message.contains(u"HTTP"_s));
    QVERIFY(!client.isConnected());
}

void TestClientFaults::answerBeforeTheQuestion()
{
    Client client(m_local.endpoint(), {});
    QVERIFY(client.connect());
    m_local.set({.garbleAfter = 0});
    QCOMPARE(client.command({"PING"}).error().kind, ErrorKind::Protocol);

    // A connection that was closed while idle is noticed before anything is sent.
    m_local.heal();
    QVERIFY(client.connect());
    m_local.dropAll();
    QTRY_VERIFY(client.command({"PING"}).ok() == false);
    QVERIFY(!client.isConnected());
}

void TestClientFaults::silentServer()
{
    Client client(m_server.local(), {.connectDeadline = 100ms, .exchangeDeadline = 100ms});
    QVERIFY(client.connect());
    m_server.pause();
    const auto reply = client.command({"PING"});
    // The system takes connections for a stopped server; the log-in gets no answer.
    const Outcome again = client.connect();
    m_server.resume();
    QCOMPARE(reply.error().kind, ErrorKind::TimedOut);
    QCOMPARE(again.error().kind, ErrorKind::TimedOut);
    QVERIFY(client.connect());
    QVERIFY(client.command({"PING"}));
}

void TestClientFaults::restartedServer()
{
    RedisServer server;
    Client local(server.local(), {});
    Client tcp(server.tcp(), {});
    QVERIFY(local.connect());
    QVERIFY(tcp.connect());
    server.kill9();
    QCOMPARE(local.command({"PING"}).error().kind, ErrorKind::Unreachable);
    QCOMPARE(tcp.command({"PING"}).error().kind, ErrorKind::Unreachable);
    QCOMPARE(local.connect().error().kind, ErrorKind::Unreachable);
    server.start();
    QVERIFY(local.connect());
    QVERIFY(tcp.connect());
    QVERIFY(local.command({"PING"}));
    QVERIFY(tcp.command({"PING"}));
}

void TestClientFaults::turnedAway()
{
    m_local.set({.cutAfter = 0, .answer = QByteArray("-ERR max number of clients reached\r\n")});
    Client client(m_local.endpoint(), {.name = "plimsoll:test", .readOnly = true});
    const Outcome outcome = client.connect();
    QVERIFY(!outcome);
    QVERIFY2(outcome.error().message.contains(u"max number of clients reached"_s), qPrintable(outcome.error().message));
    QCOMPARE(outcome.error().kind, ErrorKind::Unreachable);

    // A real server closes at once; when it had not read what we sent, the system drops its words, so that only the
    // kind is certain here.
    RedisServer server;
    server.run({"CONFIG", "SET", "maxclients", "1"});
    Client second(server.local(), {.name = "plimsoll:test"});
    const Outcome refusal = second.connect();
    QVERIFY(!refusal);
    QVERIFY2(refusal.error().kind == ErrorKind::Unreachable, qPrintable(refusal.error().message));
}

void TestClientFaults::cancelledWhileConnecting_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::newRow("tcp") << true;
    QTest::newRow("unix") << false;
}

void TestClientFaults::cancelledWhileConnecting()
{
    QFETCH(const bool, tcp);
    const DeafListener deaf(tcp ? Endpoint::Transport::Tcp : Endpoint::Transport::Local);
    std::stop_source stop;
    auto outcome =
        std::async(std::launch::async, [&] { return Client(deaf.endpoint(), {}).connect(stop.get_token()); });
    QCOMPARE(outcome.wait_for(50ms), std::future_status::timeout);
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    QCOMPARE(outcome.get().error().kind, ErrorKind::Cancelled);
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
}

void TestClientFaults::cancelledWhileWaiting()
{
    m_server.run({"RPUSH", "list", repeated("x", 100)});
    std::stop_source stop;
    m_local.set({.stallAfter = 200});
    auto outcome = std::async(std::launch::async, [&] {
        Client client(m_local.endpoint(), {});
        const Outcome connected = client.connect();
        Pipeline pipeline;
        for (int i = 0; i < 200'000; ++i) {
            pipeline.add({"LRANGE", "list", "0", "-1"});
        }
        return connected ? client.exchange(pipeline, stop.get_token()).error().kind : connected.error().kind;
    });
    QTRY_VERIFY(m_local.requestBytes() > 1'000'000);
    QElapsedTimer timer;
    timer.start();
    stop.request_stop();
    QCOMPARE(outcome.get(), ErrorKind::Cancelled);
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
}

void TestClientFaults::cancelledBefore()
{
    std::stop_source stop;
    stop.request_stop();
    Client client(m_server.local(), {});
    QCOMPARE(client.connect(stop.get_token()).error().kind, ErrorKind::Cancelled);
    QVERIFY(client.connect());
    m_server.run({"CONFIG", "RESETSTAT"});
    QCOMPARE(client.command({"DBSIZE"}, stop.get_token()).error().kind, ErrorKind::Cancelled);
    QVERIFY(!client.isConnected());
    QCOMPARE(m_server.calls("dbsize"), 0);
}

void TestClientFaults::connectDeadline_data()
{
    cancelledWhileConnecting_data();
}

void TestClientFaults::connectDeadline()
{
    QFETCH(const bool, tcp);
    const DeafListener deaf(tcp ? Endpoint::Transport::Tcp : Endpoint::Transport::Local);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(Client(deaf.endpoint(), {.connectDeadline = 80ms}).connect().error().kind, ErrorKind::TimedOut);
    QVERIFY2(timer.elapsed() >= 75 && timer.elapsed() < testing::atOnce.count(),
             qPrintable(QString::number(timer.elapsed())));
}

void TestClientFaults::loading()
{
    // A real server that takes half a second for its file, and answers meanwhile.
    RedisServer server({u"--key-load-delay"_s, u"500"_s, u"--loading-process-events-interval-bytes"_s, u"1024"_s});
    Pipeline keys;
    for (int i = 0; i < 1000; ++i) {
        keys.add({"SET", "key:" + QByteArray::number(i), "value"});
    }
    server.run(keys);
    server.run({"SAVE"});
    server.stop();
    server.start(RedisServer::Until::Answering);
    Client client(server.local(), {.name = "plimsoll:test", .readOnly = true});
    const Outcome connected = client.connect();
    QVERIFY2(connected, connected ? "" : qPrintable(connected.error().message));
    const auto reply = client.command({"STRLEN", "key:1"});
    QVERIFY(!reply);
    QVERIFY2(reply.error().message.contains(u"still loading"_s), qPrintable(reply.error().message));
    QTRY_VERIFY(client.command({"STRLEN", "key:1"}).ok());
    QVERIFY(client.isConnected());
}

QTEST_GUILESS_MAIN(TestClientFaults)
#include "tst_client_faults.moc"
