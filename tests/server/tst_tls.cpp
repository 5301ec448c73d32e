// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/connector.h"
#include "tests/server/clitest.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"
#include "tests/support/tlsserver.h"

#include <QElapsedTimer>
#include <QTcpServer>

#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using redis::Client;
using redis::Endpoint;

/// rediss:// against a real server with TLS: connects, or says in one line which part of trust is missing.
class TestTls final : public QObject {
    Q_OBJECT

private slots:
    void connectsOrSaysWhy_data();
    void connectsOrSaysWhy();
    void carriesLargeExchanges();
    void noticesTheEnd();
    void failsInTime_data();
    void failsInTime();
    void sendsTheNameItAsksFor();
    void aServerWithoutTls();
    void aServerThatSaysNothing();
    void plainToATlsPort();
    void unreadableFiles_data();
    void unreadableFiles();
    void snapshotFromAWorkspace();
    void changesAndUndoes();

private:
    /// Snapshot by the program itself, of a workspace with that connection.
    Run snapshot(const Endpoint &there);
    Run snapshot(const QByteArray &connection);
    Run run(const QStringList &arguments); ///< runs the program

    Certificates m_certificates;
    QTemporaryDir m_folder; ///< folder of the workspace
};

Run TestTls::snapshot(const Endpoint &there)
{
    QJsonObject connection{{u"url"_s, there.url()}, {u"verify"_s, there.tls->verify}};
    const std::pair<QString, QString> files[] = {
        {u"caFile"_s, there.tls->caFile}, {u"certFile"_s, there.tls->certFile}, {u"keyFile"_s, there.tls->keyFile}};
    for (const auto &[member, path] : files) {
        if (!path.isEmpty()) {
            connection.insert(member, path);
        }
    }
    return snapshot(QJsonDocument(connection).toJson(QJsonDocument::Compact).sliced(1).chopped(1));
}

Run TestTls::snapshot(const QByteArray &connection)
{
    QFile file(m_folder.filePath(u"workspace.json"_s));
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("the workspace cannot be written");
    }
    file.write(R"({"plimsoll":1,"connection":{)" + connection
               + R"(},"collections":[{"name":"q","kind":"queue","keys":{"ready":"q"}}]})");
    file.close();
    return run({u"snapshot"_s, u"-w"_s, file.fileName()});
}

Run TestTls::run(const QStringList &arguments)
{
    QProcess process;
    process.start(QStringLiteral(PLIMSOLL_BINARY),
                  arguments + QStringList{u"--format"_s, u"json"_s, u"--data-dir"_s, m_folder.filePath(u"data"_s)});
    process.waitForFinished();
    return Run{process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

void TestTls::connectsOrSaysWhy_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("trust"); ///< "ca", "stranger", "system", "none"
    QTest::addColumn<QString>("ours");
    QTest::addColumn<QString>("says"); ///< empty: connects

    const QString good = m_certificates.issue(u"good"_s, u"localhost"_s);
    const QString address = m_certificates.issue(u"address"_s, u"127.0.0.1"_s);
    const QString other = m_certificates.issue(u"other"_s, u"redis.example"_s);
    const QString expired = m_certificates.issue(u"expired"_s, u"localhost"_s, -1);
    const QString client = m_certificates.issue(u"client"_s, u"operator"_s);
    const QString here = u"localhost"_s;
    const QStringList open;
    const QStringList asks{u"--tls-auth-clients"_s, u"yes"_s};
    const QStringList asksOld{u"--tls-auth-clients"_s, u"yes"_s, u"--tls-protocols"_s, u"TLSv1.2"_s};

    QTest::newRow("right") << good << open << here << u"ca"_s << QString() << QString();
    QTest::newRow("right, by address") << address << open << u"127.0.0.1"_s << u"ca"_s << QString() << QString();
    QTest::newRow("TLS 1.2") << good
                             << QStringList{u"--tls-auth-clients"_s, u"no"_s, u"--tls-protocols"_s, u"TLSv1.2"_s}
                             << here << u"ca"_s << QString() << QString();
    QTest::newRow("wrong authority") << good << open << here << u"stranger"_s << QString()
                                     << u"which caFile does not hold"_s;
    QTest::newRow("signed by itself") << u"stranger"_s << open << here << u"ca"_s << QString()
                                      << u"was issued by “The stranger of a test”, which caFile does not hold"_s;
    QTest::newRow("unknown authority")
        << good << open << here << u"system"_s << QString()
        << u"which this system does not know; name its authority in the workspace's caFile"_s;
    QTest::newRow("not verified") << good << open << here << u"none"_s << QString() << QString();
    QTest::newRow("wrong name") << other << open << here << u"ca"_s << QString()
                                << u"the server's certificate is for redis.example, not for localhost"_s;
    // RFC 6125, 6.4.4: a common name is ignored if there are names of the same kind.
    QTest::newRow("right common name, wrong name")
        << m_certificates.issue(u"common"_s, u"redis.example"_s, 2, here) << open << here << u"ca"_s << QString()
        << u"the server's certificate is for redis.example, not for localhost"_s;
    QTest::newRow("right common name, wrong address")
        << m_certificates.issue(u"commonaddress"_s, u"192.0.2.1"_s, 2, u"127.0.0.1"_s) << open << u"127.0.0.1"_s
        << u"ca"_s << QString() << u"the server's certificate is for 192.0.2.1, not for 127.0.0.1"_s;
    QTest::newRow("wrong common name, right name") << m_certificates.issue(u"named"_s, here, 2, u"redis.example"_s)
                                                   << open << here << u"ca"_s << QString() << QString();
    QTest::newRow("wrong common name, not verified") << m_certificates.issue(u"common2"_s, u"redis.example"_s, 2, here)
                                                     << open << here << u"none"_s << QString() << QString();
    QTest::newRow("wrong name, not verified") << other << open << here << u"none"_s << QString() << QString();
    QTest::newRow("a name for an address")
        << good << open << u"127.0.0.1"_s << u"ca"_s << QString() << u"is for localhost, not for 127.0.0.1"_s;
    QTest::newRow("expired") << expired << open << here << u"ca"_s << QString()
                             << u"the server's certificate has expired (20"_s;
    QTest::newRow("a certificate of another's")
        << good << asks << here << u"ca"_s << u"stranger"_s << u"the client certificate: it does not know the issuer"_s;
    QTest::newRow("an expired client certificate")
        << good << asks << here << u"ca"_s << expired << u"rejected the client certificate: it has expired"_s;
    QTest::newRow("client certificate") << good << asks << here << u"ca"_s << client << QString();
    QTest::newRow("none of ours") << good << asks << here << u"ca"_s << QString()
                                  << u"the server requires a client certificate; name it in certFile and keyFile"_s;
    QTest::newRow("none of ours, TLS 1.2") << good << asksOld << here << u"ca"_s << QString()
                                           << u"it may require a client certificate (certFile and keyFile)"_s;
    QTest::newRow("client certificate, TLS 1.2") << good << asksOld << here << u"ca"_s << client << QString();
}

void TestTls::connectsOrSaysWhy()
{
    QFETCH(QString, certificate);
    QFETCH(QStringList, server);
    QFETCH(QString, host);
    QFETCH(QString, trust);
    QFETCH(QString, ours);
    QFETCH(QString, says);
    const TlsServer running(m_certificates, certificate, server);
    Endpoint there = running.endpoint(host);
    there.tls->caFile = trust == u"ca"_s ? m_certificates.authority()
        : trust == u"stranger"_s         ? m_certificates.stranger()
                                         : QString();
    there.tls->verify = trust != u"none"_s;
    if (!ours.isEmpty()) {
        there.tls->certFile = m_certificates.certificate(ours);
        there.tls->keyFile = m_certificates.key(ours);
    }
    const Run asked = snapshot(there);
    QCOMPARE(asked.code, says.isEmpty() ? 0 : 3);
    QVERIFY2(says.isEmpty() || asked.err.contains(says.toUtf8()), asked.err.constData());
    QCOMPARE(asked.err.contains("/connection/verify is false"), !there.tls->verify);
    QCOMPARE(asked.err.count('\n'), says.isEmpty() && there.tls->verify ? 0 : 1);
    Client client(there, {.name = "tls"});
    QElapsedTimer timer;
    timer.start();
    const Outcome connected = client.connect();
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), "it takes that long to say");
    if (says.isEmpty()) {
        QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
        QCOMPARE(client.command({"PING"})->bytes, "PONG");
        return;
    }
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().kind, ErrorKind::Unreachable);
    QVERIFY2(connected.error().message.contains(says), qPrintable(connected.error().message));
    QVERIFY2(!connected.error().message.contains(u'\n'), qPrintable(connected.error().message));
}

void TestTls::carriesLargeExchanges()
{
    TlsServer running(m_certificates, m_certificates.issue(u"large"_s, u"localhost"_s));
    Client client(running.endpoint(), {});
    QVERIFY(client.connect().ok());
    const QByteArray megabytes(3'000'000, 'x');
    redis::Pipeline pipeline;
    pipeline.add({"SET", "large", megabytes});
    for (int i = 0; i < 20'000; ++i) {
        pipeline.add({"PING", QByteArray::number(i)});
    }
    pipeline.add({"GET", "large"});
    pipeline.add({"GET", "large"});
    const auto replies = client.exchange(pipeline);
    QVERIFY(replies.ok());
    QCOMPARE(replies->size(), 20'003U);
    QCOMPARE(replies->at(20'000).bytes, "19999");
    QVERIFY(replies->at(20'001).bytes == megabytes && replies->at(20'002).bytes == megabytes);
}

/// Closed by the server while nothing was asked: the next question does not wait for an answer.
void TestTls::noticesTheEnd()
{
    TlsServer running(m_certificates, m_certificates.issue(u"end"_s, u"localhost"_s));
    Client client(running.endpoint(), {.name = "end"});
    QVERIFY(client.connect().ok());
    QElapsedTimer timer;
    timer.start();
    running.server().run({"CLIENT", "KILL", "TYPE", "normal"});
    const auto answer = client.command({"PING"});
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().kind, ErrorKind::Unreachable);
    QVERIFY2(answer.error().message.contains(u"closed the connection"_s), qPrintable(answer.error().message));
    QVERIFY(client.connect().ok());
    running.server().pause();
    std::stop_source stop;
    const std::jthread stopper([&stop] {
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
    });
    const auto stopped = client.command({"PING"}, stop.get_token());
    running.server().resume();
    QCOMPARE(stopped.error().kind, ErrorKind::Cancelled);
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
}

void TestTls::failsInTime_data()
{
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("after"); ///< bytes of the server's: handshake, tickets, answers
    for (const char *fault : {"cut", "reset", "stall", "garble"}) {
        for (const int after : {0, 3, 200, 700, 1'200, 1'500, 4'000}) {
            QTest::addRow("%s after %d", fault, after) << QString::fromLatin1(fault) << after;
        }
    }
}

/// With any fault of the network, in the handshake or after it, the reply is complete, or there is an error within the
/// deadline. A truncated reply is never returned.
void TestTls::failsInTime()
{
    QFETCH(const QString, fault);
    QFETCH(const int, after);
    static const QString certificate = m_certificates.issue(u"faults"_s, u"127.0.0.1"_s);
    static TlsServer running(m_certificates, certificate);
    const QByteArray value(3'000, 'v');
    running.server().run({"SET", "key", value});
    Endpoint upstream = running.server().tcp();
    upstream.port = running.port();
    FaultProxy proxy(upstream, Endpoint::Transport::Tcp);
    Faults faults;
    faults.reset = fault == u"reset"_s;
    (fault == u"stall"_s ? faults.stallAfter : fault == u"garble"_s ? faults.garbleAfter : faults.cutAfter) = after;
    proxy.set(faults);

    Client client(overTls(m_certificates, u"127.0.0.1"_s, proxy.endpoint().port),
                  {.name = "faults", .connectDeadline = 400ms, .exchangeDeadline = 400ms});
    QElapsedTimer timer;
    timer.start();
    const Outcome connected = client.connect();
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
    bool failed = !connected.ok();
    timer.restart();
    for (int i = 0; i < 2 && !failed; ++i) {
        const auto answer = client.command({"GET", "key"});
        failed = !answer.ok();
        QVERIFY(failed || answer->bytes == value);
    }
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
    QVERIFY(failed);
    proxy.heal();
    Client again(client.endpoint(), {});
    QVERIFY(again.connect().ok());
    QCOMPARE(again.command({"GET", "key"})->bytes, value);
}

/// A host that serves several names shows the certificate of the one that SNI names.
void TestTls::sendsTheNameItAsksFor()
{
    const QString other = m_certificates.issue(u"default"_s, u"redis.example"_s);
    const QString asked = m_certificates.issue(u"named"_s, u"localhost"_s);
    const quint16 port = freePort();
    QProcess host;
    host.start(u"openssl"_s,
               {u"s_server"_s, u"-accept"_s, u"127.0.0.1:%1"_s.arg(port), u"-quiet"_s, u"-cert"_s,
                m_certificates.certificate(other), u"-key"_s, m_certificates.key(other), u"-servername"_s,
                u"localhost"_s, u"-cert2"_s, m_certificates.certificate(asked), u"-key2"_s, m_certificates.key(asked)});
    QVERIFY(host.waitForStarted());
    const auto opens = [&](const QString &name) {
        return redis::openTransport(overTls(m_certificates, name, port), std::chrono::steady_clock::now() + 5s, {});
    };
    QTRY_VERIFY(opens(u"localhost"_s).ok()); // once it listens
    const auto byAddress = opens(u"127.0.0.1"_s);
    QVERIFY(!byAddress.ok());
    QVERIFY2(byAddress.error().message.contains(u"is for redis.example, not for 127.0.0.1"_s),
             qPrintable(byAddress.error().message));
    host.kill();
    host.waitForFinished();
}

void TestTls::aServerWithoutTls()
{
    RedisServer server;
    Endpoint there = server.tcp();
    there.tls.emplace();
    QElapsedTimer timer;
    timer.start();
    const Outcome connected = Client(there, {}).connect();
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), "it takes that long to say");
    QVERIFY(!connected.ok());
    QVERIFY2(connected.error().message.contains(u"it does not speak TLS; without TLS its URL begins with redis://"_s),
             qPrintable(connected.error().message));
}

void TestTls::aServerThatSaysNothing()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress::LocalHost));
    const Endpoint there = overTls(m_certificates, u"127.0.0.1"_s, silent.serverPort());
    const Outcome connected = Client(there, {.connectDeadline = 800ms}).connect();
    QVERIFY(!connected.ok());
    QVERIFY2(connected.error().message.contains(u"it does not answer the TLS handshake"_s),
             qPrintable(connected.error().message));

    std::stop_source stop;
    const std::jthread stopper([&stop] {
        std::this_thread::sleep_for(100ms); // during the exchange
        stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    const Outcome stopped = Client(there, {}).connect(stop.get_token());
    QCOMPARE(stopped.error().kind, ErrorKind::Cancelled);
    QVERIFY2(timer.elapsed() < testing::atOnce.count(), qPrintable(QString::number(timer.elapsed())));
}

void TestTls::plainToATlsPort()
{
    TlsServer running(m_certificates, m_certificates.issue(u"plain"_s, u"localhost"_s));
    Endpoint there = running.endpoint();
    there.tls.reset();
    const Outcome connected = Client(there, {}).connect();
    QVERIFY(!connected.ok());
    QVERIFY2(connected.error().message.contains(u"rediss://"_s), qPrintable(connected.error().message));
}

void TestTls::unreadableFiles_data()
{
    QTest::addColumn<QString>("caFile");
    QTest::addColumn<QString>("certFile");
    QTest::addColumn<QString>("keyFile");
    QTest::addColumn<QString>("says");
    const QString pem = m_certificates.authority();
    const QString key = m_certificates.key(m_certificates.issue(u"files"_s, u"localhost"_s));
    QTest::newRow("no such authority") << u"/no/such.pem"_s << QString() << QString()
                                       << u"caFile: /no/such.pem cannot be read"_s;
    QTest::newRow("a key for an authority") << key << QString() << QString() << u"contains no certificate"_s;
    QTest::newRow("a certificate for a key")
        << pem << pem << pem << u"keyFile: "_s + pem + u" contains no readable private key"_s;
    const QString certificate = m_certificates.certificate(u"files"_s);
    QTest::newRow("another's key") << pem << certificate << m_certificates.key(u"stranger"_s)
                                   << u"the key in keyFile is not that of the certificate in certFile"_s;
    QTest::newRow("a key with a passphrase")
        << pem << certificate << m_certificates.lockedKey(u"files"_s) << u"and no passphrase is needed"_s;
    QTest::newRow("a folder") << u"/tmp"_s << QString() << QString() << u"/tmp is not a file"_s;
    QFile large(m_folder.filePath(u"large.pem"_s)); // sparse; a workspace may name any file
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(1'000'000'000'000));
    QTest::newRow("a file that has no end")
        << large.fileName() << QString() << QString() << u"is larger than 16 MiB, too large for a certificate"_s;
    QTest::newRow("a certificate alone") << pem << pem << QString() << u"needs both certFile and keyFile"_s;
}

void TestTls::unreadableFiles()
{
    QFETCH(QString, caFile);
    QFETCH(QString, certFile);
    QFETCH(QString, keyFile);
    QFETCH(QString, says);
    TlsServer running(m_certificates, m_certificates.issue(u"unreadable"_s, u"localhost"_s));
    Endpoint there = running.endpoint();
    there.tls = redis::TlsOptions{true, caFile, certFile, keyFile};
    const Outcome connected = Client(there, {}).connect();
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().kind, ErrorKind::Invalid);
    QVERIFY2(connected.error().message.contains(says), qPrintable(connected.error().message));
}

void TestTls::snapshotFromAWorkspace()
{
    TlsServer running(m_certificates, m_certificates.issue(u"cli"_s, u"localhost"_s));
    running.server().run({"RPUSH", "q", "a", "b"});
    QVERIFY(QFile::copy(m_certificates.authority(), m_folder.filePath(u"ca.pem"_s)));
    const QByteArray url = R"("url":")" + running.endpoint().url().toUtf8() + '"';
    // The authority's file is named from the workspace's folder.
    const Run right = snapshot(url + R"(,"caFile":"ca.pem")");
    QVERIFY2(right.code == 0, right.err.constData());
    QCOMPARE(right.json()["collections"_L1][0]["figures"_L1]["ready"_L1].toInt(), 2);
    const Run unknown = snapshot(url);
    QCOMPARE(unknown.code, 3);
    QVERIFY2(unknown.err.contains("does not know"), unknown.err.constData());
    QVERIFY2(right.err.isEmpty(), right.err.constData());
    const Run unchecked = snapshot(url + R"(,"verify":false)");
    QCOMPARE(unchecked.code, 0);
    QVERIFY2(unchecked.err.contains("/connection/verify is false: any server could answer"), unchecked.err.constData());
    const Run missing = snapshot(url + R"(,"caFile":"other.pem")");
    QCOMPARE(missing.code, 2);
    QVERIFY2(missing.err.contains("other.pem"), missing.err.constData());
    const Run alone = snapshot(url + R"(,"caFile":"ca.pem","certFile":"ca.pem")");
    QCOMPARE(alone.code, 2);
    QVERIFY2(alone.err.contains("/connection/certFile: needs 'keyFile' as well"), alone.err.constData());
}

/// Commands that change data go the same way, and back: undo by the workspace, whose certificates the journal has not.
void TestTls::changesAndUndoes()
{
    TlsServer running(m_certificates, m_certificates.issue(u"acts"_s, u"localhost"_s));
    running.server().run({"RPUSH", "q", "a", "b", "c"});
    QCOMPARE(snapshot(running.endpoint()).code, 0);
    const QString workspace = m_folder.filePath(u"workspace.json"_s);
    const Run trimmed = run({u"trim"_s, u"q"_s, u"-w"_s, workspace, u"--keep"_s, u"1"_s, u"--yes"_s});
    QVERIFY2(trimmed.code == 0, trimmed.err.constData());
    QCOMPARE(running.server().run({"LLEN", "q"}).integer, 1);
    const QString operation = trimmed.json()["operation"_L1].toString();
    const Run unknown = run({u"undo"_s, operation, u"--yes"_s});
    QCOMPARE(unknown.code, 3);
    QVERIFY2(unknown.err.contains("name its authority in the workspace's caFile"), unknown.err.constData());
    const Run undone = run({u"undo"_s, operation, u"-w"_s, workspace, u"--yes"_s});
    QVERIFY2(undone.code == 0, undone.err.constData());
    QCOMPARE(running.server().run({"LLEN", "q"}).integer, 3);
}

QTEST_GUILESS_MAIN(TestTls)

#include "tst_tls.moc"
