// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/types/endpoint.h"
#include "redis/types/workspace.h"

#include <QTest>

using namespace Qt::StringLiterals;
using plimsoll::redis::Endpoint;

/// URLs taken apart and put together; passwords never shown.
class TestEndpoint final : public QObject {
    Q_OBJECT

private slots:
    void sameServerHoweverWritten();
    void tcp_data();
    void tcp();
    void local_data();
    void local();
    void refused_data();
    void refused();
    void roundTrip_data();
    void roundTrip();
    void passwordIsLeftOut_data();
    void passwordIsLeftOut();
};

void TestEndpoint::tcp_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<int>("database");

    QTest::newRow("host alone") << u"redis://example"_s << u"example"_s << 6379 << QByteArray() << QByteArray() << 0;
    QTest::newRow("nothing") << u"redis://"_s << u"127.0.0.1"_s << 6379 << QByteArray() << QByteArray() << 0;
    QTest::newRow("port alone") << u"redis://:7000"_s << u"127.0.0.1"_s << 7000 << QByteArray() << QByteArray() << 0;
    QTest::newRow("everything") << u"redis://ops:secret@redis.example:6380/12"_s << u"redis.example"_s << 6380
                                << QByteArray("ops") << QByteArray("secret") << 12;
    QTest::newRow("password alone") << u"redis://:secret@h"_s << u"h"_s << 6379 << QByteArray() << QByteArray("secret")
                                    << 0;
    QTest::newRow("user alone") << u"redis://ops@h/"_s << u"h"_s << 6379 << QByteArray("ops") << QByteArray() << 0;
    QTest::newRow("scheme in capitals") << u"REDIS://h"_s << u"h"_s << 6379 << QByteArray() << QByteArray() << 0;
    QTest::newRow("spaces around") << u" redis://h\n"_s << u"h"_s << 6379 << QByteArray() << QByteArray() << 0;
    QTest::newRow("percent") << u"redis://a%40b:p%2F%3a%00%ff@h"_s << u"h"_s << 6379 << QByteArray("a@b")
                             << QByteArray("p/:\0\xff", 5) << 0;
    QTest::newRow("at and colon in password")
        << u"redis://u:a@b:c@h:1"_s << u"h"_s << 1 << QByteArray("u") << QByteArray("a@b:c") << 0;
    QTest::newRow("IPv6") << u"redis://[::1]:6390/2"_s << u"::1"_s << 6390 << QByteArray() << QByteArray() << 2;
    QTest::newRow("IPv6, no port") << u"redis://u:p@[fe80::1%25eth0]"_s << u"fe80::1%eth0"_s << 6379 << QByteArray("u")
                                   << QByteArray("p") << 0;
    QTest::newRow("last port") << u"redis://h:65535"_s << u"h"_s << 65535 << QByteArray() << QByteArray() << 0;
}

void TestEndpoint::tcp()
{
    QFETCH(const QString, url);
    const auto endpoint = Endpoint::parse(url);
    QVERIFY2(endpoint, endpoint ? "" : qPrintable(endpoint.error().message));
    QCOMPARE(endpoint->transport, Endpoint::Transport::Tcp);
    QTEST(endpoint->host, "host");
    QTEST(static_cast<int>(endpoint->port), "port");
    QTEST(endpoint->user, "user");
    QTEST(endpoint->password, "password");
    QTEST(endpoint->database, "database");
}

void TestEndpoint::local_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<int>("database");

    QTest::newRow("path") << u"unix:///run/redis.sock"_s << u"/run/redis.sock"_s << QByteArray() << QByteArray() << 0;
    QTest::newRow("relative") << u"unix://./redis.sock"_s << u"./redis.sock"_s << QByteArray() << QByteArray() << 0;
    QTest::newRow("database") << u"unix:///r.sock?db=3"_s << u"/r.sock"_s << QByteArray() << QByteArray() << 3;
    QTest::newRow("user") << u"unix://ops:se%2Fcret@/r.sock"_s << u"/r.sock"_s << QByteArray("ops")
                          << QByteArray("se/cret") << 0;
    QTest::newRow("at in the path") << u"unix:///tmp/a:b@c.sock"_s << u"/tmp/a:b@c.sock"_s << QByteArray()
                                    << QByteArray() << 0;
    QTest::newRow("percent") << u"unix:///tmp/a%20b%3F"_s << u"/tmp/a b?"_s << QByteArray() << QByteArray() << 0;
    QTest::newRow("letters") << u"unix:///tmp/é"_s << u"/tmp/é"_s << QByteArray() << QByteArray() << 0;
}

void TestEndpoint::local()
{
    QFETCH(const QString, url);
    const auto endpoint = Endpoint::parse(url);
    QVERIFY2(endpoint, endpoint ? "" : qPrintable(endpoint.error().message));
    QCOMPARE(endpoint->transport, Endpoint::Transport::Local);
    QTEST(endpoint->path, "path");
    QTEST(endpoint->user, "user");
    QTEST(endpoint->password, "password");
    QTEST(endpoint->database, "database");
}

void TestEndpoint::refused_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("says");

    QTest::newRow("empty") << QString() << u"begins with redis://"_s;
    QTest::newRow("no scheme") << u"user:secret@host:6379"_s << u"begins with redis://"_s;
    QTest::newRow("http") << u"http://:secret@host"_s << u"begins with redis://"_s;
    QTest::newRow("sentinel without a master") << u"redis+sentinel://a:1"_s << u"names the master"_s;
    QTest::newRow("sentinel with an empty master") << u"redis+sentinel://a:1//0"_s << u"names the master"_s;
    QTest::newRow("sentinel and more") << u"redis+sentinel://a:1/m/0/x"_s << u"number from 0"_s;
    QTest::newRow("hosts of a single server") << u"redis://a:1,b:2"_s << u"redis+cluster://"_s;
    QTest::newRow("host missing") << u"redis+cluster://a:1,,b:2"_s << u"a host is missing"_s;
    QTest::newRow("port of a seed") << u"redis+cluster://a:1,b:secret"_s << u"port"_s;
    QTest::newRow("login behind a host") << u"redis+cluster://a,u:secret@b:2"_s << u"before the first host"_s;
    QTest::newRow("login behind a host and its port")
        << u"redis+sentinel://a:1,u:secret@b:2/m"_s << u"before the first host"_s;
    QTest::newRow("query of a cluster") << u"redis+cluster://a/?x=secret"_s << u"redis+cluster://host:6379"_s;
    QTest::newRow("port is text") << u"redis://user:secret"_s << u"port"_s;
    QTest::newRow("port 0") << u"redis://h:0"_s << u"from 1 to 65535"_s;
    QTest::newRow("port too high") << u"redis://h:65536"_s << u"from 1 to 65535"_s;
    QTest::newRow("port empty") << u"redis://h:"_s << u"port"_s;
    QTest::newRow("port signed") << u"redis://h:+80"_s << u"port"_s;
    QTest::newRow("database is text") << u"redis://h/secret"_s << u"redis://host:6379/0"_s;
    QTest::newRow("database negative") << u"redis://h/-1"_s << u"number from 0"_s;
    QTest::newRow("database too high") << u"redis://h/99999999999"_s << u"number from 0"_s;
    QTest::newRow("query") << u"redis://h/0?db=secret"_s << u"nothing may follow"_s;
    QTest::newRow("bare IPv6") << u"redis://::1:6379"_s << u"brackets"_s;
    QTest::newRow("open bracket") << u"redis://[::1"_s << u"brackets"_s;
    QTest::newRow("bracket and text") << u"redis://[::1]x"_s << u"brackets"_s;
    QTest::newRow("host with a space") << u"redis://a b"_s << u"host name"_s;
    QTest::newRow("slash in password") << u"redis://u:se/cret@h"_s << u"%2F"_s;
    QTest::newRow("question in password") << u"redis://u:se?cret@h"_s << u"%3F"_s;
    QTest::newRow("broken percent") << u"redis://u:secret%zz@h"_s << u"%25"_s;
    QTest::newRow("percent at the end") << u"redis://u:secret%4@h"_s << u"%25"_s;
    QTest::newRow("no path") << u"unix://"_s << u"path of a socket"_s;
    QTest::newRow("path without slash") << u"unix://secret.sock"_s << u"path of a socket"_s;
    QTest::newRow("folder") << u"unix:///run/"_s << u"path of a socket"_s;
    QTest::newRow("slash in unix password") << u"unix://u:se/cret@/r.sock"_s << u"path of a socket"_s;
    QTest::newRow("long path") << u"unix:///"_s + QString(200, u'x') << u"at most 107"_s;
    QTest::newRow("unix query") << u"unix:///r.sock?password=secret"_s << u"?db=N"_s;
    QTest::newRow("unix database") << u"unix:///r.sock?db=x"_s << u"unix:///path?db=0"_s;
}

void TestEndpoint::refused()
{
    QFETCH(const QString, url);
    QFETCH(const QString, says);
    const auto endpoint = Endpoint::parse(url);
    QVERIFY(!endpoint);
    const QString message = endpoint.error().message;
    QCOMPARE(endpoint.error().kind, plimsoll::ErrorKind::Invalid);
    QVERIFY2(message.contains(says), qPrintable(message));
    QVERIFY(!message.contains(u"secret"_s) && !message.contains(u"cret"_s));
    QVERIFY(!message.contains(u'\n'));
}

void TestEndpoint::roundTrip_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("display");

    QTest::newRow("tcp") << u"redis://u%40x:secret@h/4"_s << u"redis://u%40x@h:6379/4"_s << u"h:6379"_s;
    QTest::newRow("tls") << u"rediss://ops:secret@h"_s << u"rediss://ops@h:6379"_s << u"h:6379"_s;
    QTest::newRow("IPv6") << u"redis://[::1]"_s << u"redis://[::1]:6379"_s << u"[::1]:6379"_s;
    QTest::newRow("zone") << u"redis://[fe80::1%25eth0]"_s << u"redis://[fe80::1%25eth0]:6379"_s
                          << u"[fe80::1%eth0]:6379"_s;
    QTest::newRow("cluster") << u"redis+cluster://u:secret@a:1,[::1]:2,c"_s << u"redis+cluster://u@a:1,[::1]:2,c:6379"_s
                             << u"a:1"_s;
    QTest::newRow("tls cluster") << u"rediss+cluster://a/0"_s << u"rediss+cluster://a:6379"_s << u"a:6379"_s;
    QTest::newRow("sentinel") << u"redis+sentinel://a,b:1/my%20master/3"_s
                              << u"redis+sentinel://a:26379,b:1/my%20master/3"_s << u"a:26379"_s;
    QTest::newRow("unix") << u"unix://u:secret@/r%20@.sock?db=2"_s << u"unix://u@/r%20@.sock?db=2"_s << u"/r @.sock"_s;
}

void TestEndpoint::roundTrip()
{
    QFETCH(const QString, url);
    const auto endpoint = Endpoint::parse(url);
    QVERIFY(endpoint);
    QTEST(endpoint->url(), "shown");
    QTEST(endpoint->display(), "display");
    const auto again = Endpoint::parse(endpoint->url());
    QVERIFY(again);
    QCOMPARE(again->url(), endpoint->url());
    QCOMPARE(again->user, endpoint->user);
    QCOMPARE(again->path, endpoint->path);
    QCOMPARE(again->database, endpoint->database);
    QVERIFY(again->password.isEmpty());
    QCOMPARE(again->topology, endpoint->topology);
    QCOMPARE(again->seeds, endpoint->seeds);
    QCOMPARE(again->masterName, endpoint->masterName);
    QCOMPARE(endpoint->tls.has_value(), url.startsWith(u"rediss"_s));
    // Whom to trust is part of how a server is reached; the password, which url() leaves out, is too.
    QCOMPARE(again->tls, endpoint->tls);
    Endpoint other = *again;
    other.tls = plimsoll::redis::TlsOptions{.verify = false};
    QVERIFY(other != *again);
}

void TestEndpoint::passwordIsLeftOut_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown");

    QTest::newRow("plain") << u"redis://h:6379/0"_s << u"redis://h:6379/0"_s;
    QTest::newRow("user and password") << u"redis://ops:secret@h:6379/0"_s << u"redis://ops@h:6379/0"_s;
    QTest::newRow("password") << u"rediss://:secret@h"_s << u"rediss://@h"_s;
    QTest::newRow("at") << u"redis://u:sec@ret@h"_s << u"redis://u@h"_s;
    QTest::newRow("slash") << u"redis://u:sec/ret@h/0"_s << u"redis://u@h/0"_s;
    QTest::newRow("question") << u"redis://u:sec?ret@h"_s << u"redis://u@h"_s;
    QTest::newRow("no host") << u"redis://u:secret"_s << u"redis://u"_s;
    QTest::newRow("no host, slash") << u"redis://u:secret/0"_s << u"redis://u/0"_s;
    QTest::newRow("database") << u"redis://h/secret"_s << u"redis://h"_s;
    QTest::newRow("query") << u"redis://h?password=secret"_s << u"redis://h"_s;
    QTest::newRow("no scheme") << u"u:secret@h:1"_s << u"u@h:1"_s;
    QTest::newRow("one slash") << u"redis:/u:secret@h"_s << u"redis@h"_s;
    QTest::newRow("encoded at") << u"redis://u:secret%40h"_s << u"redis://u"_s;
    QTest::newRow("unix") << u"unix://u:secret@/r.sock?db=1"_s << u"unix://u@/r.sock?db=1"_s;
    QTest::newRow("unix without user") << u"unix:///tmp/a:b@c.sock?db=1"_s << u"unix:///tmp/a:b@c.sock?db=1"_s;
    QTest::newRow("IPv6") << u"redis://u:secret@[::1]:7000/1"_s << u"redis://u@[::1]:7000/1"_s;
    QTest::newRow("line break") << u"redis://h\n:6379"_s << u"redis://h\\x0a:6379"_s;
    QTest::newRow("sentinel") << u"redis+sentinel://u:secret@a:1,b:2/m/0"_s << u"redis+sentinel://u@a:1,b:2/m/0"_s;
    QTest::newRow("cluster") << u"redis+cluster://u:secret@a:1,b:2/0"_s << u"redis+cluster://u@a:1,b:2/0"_s;
    QTest::newRow("cluster without a host") << u"redis+cluster://u:secret,b:2/0"_s << u"redis+cluster://u/0"_s;
    QTest::newRow("sentinel without a host") << u"redis+sentinel://u:secret/m/0"_s << u"redis+sentinel://u"_s;
}

void TestEndpoint::passwordIsLeftOut()
{
    QFETCH(const QString, url);
    const QString shown = plimsoll::redis::withoutPassword(url);
    QTEST(shown, "shown");
    QVERIFY(!shown.contains(u"sec"_s) && !shown.contains(u"ret"_s));
}

/// Saved again, an address may be written in another way: what was kept of it goes on.
void TestEndpoint::sameServerHoweverWritten()
{
    const auto isSame = [](const char *a, const char *b) {
        plimsoll::ConnectionSettings one;
        plimsoll::ConnectionSettings other;
        one.url = QString::fromLatin1(a);
        other.url = QString::fromLatin1(b);
        return one.isSameServer(other);
    };
    QVERIFY(isSame("redis://127.0.0.1:7391/0", "redis://127.0.0.1:7391"));
    QVERIFY(isSame("redis://127.0.0.1", "redis://127.0.0.1:6379"));
    QVERIFY(!isSame("redis://127.0.0.1:7391/1", "redis://127.0.0.1:7391"));
    QVERIFY(!isSame("redis://127.0.0.1:7391", "redis://127.0.0.1:7392"));
    QVERIFY(!isSame("rediss://127.0.0.1:7391", "redis://127.0.0.1:7391"));
}

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
