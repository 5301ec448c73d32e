// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/support/faultproxy.h"
#include "tests/support/onlytoread.h"
#include "tests/support/rediscluster.h"
#include "tests/support/sentinelprocess.h"
#include "tests/support/terminal.h"
#include "tests/support/tlsserver.h"

#include <QRegularExpression>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;
using redis::Endpoint;

namespace {

const QByteArray secret = "s3cr3t";
const QStringList ownSteps{u"resolve"_s, u"connect"_s, u"ssh"_s,      u"tls"_s,
                           u"auth"_s,    u"role"_s,    u"topology"_s, u"rights"_s};

} // namespace

/// plimsoll doctor, against every kind of server that a person may name by mistake.
class TestCliDoctor final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void everyStepIsALine();
    void testsAWorkspace();
    void logins_data();
    void logins();
    void unreachable_data();
    void unreachable();
    void overTls_data();
    void overTls();
    void speaksTheOtherProtocol();
    void aSentinel();
    void aSentinelThatLies();
    void addressesOutOfReach();
    void statesHaveColours();
    void aClusterNode();
    void aClusterInPart();
    void slotsOfNobody();
    void aReplica();
    void aServerThatLoads();
    void aDatabaseThatIsNot();
    void aSocketWithoutPermission();
    void rights_data();
    void rights();
    void rightsOnFrameworks_data();
    void rightsOnFrameworks();
    void keysInSeveralSlots_data();
    void keysInSeveralSlots();
    void theLineHelps_data();
    void theLineHelps();
    void operatingOnAReadOnlyWorkspace();
    void changesNothing();
    void aCommandUnderAnotherName();
    void collections();

private:
    /// The JSON document; also checks its form, and that the secret is in no output.
    QJsonObject test(const QStringList &arguments, int code);
    static QString state(const QJsonObject &report, const QString &step) { return member(report, step, u"state"_s); }
    static QString text(const QJsonObject &report, const QString &step) { return member(report, step, u"text"_s); }
    static QString member(const QJsonObject &report, const QString &step, const QString &name);
    /// Checks that the first failed step is this one and says so, and that all later ones are skipped.
    void compareFailed(const QJsonObject &report, const QString &step, const QString &says);
    QString orders(const QJsonObject &connection = {});
    QString as(const QByteArray &user, const QByteArrayList &rules);
};

void TestCliDoctor::init()
{
    m_server.flush();
    for (const char *user : {"crew", "watch"}) {
        m_server.run({"ACL", "DELUSER", user});
    }
}

QString TestCliDoctor::member(const QJsonObject &report, const QString &step, const QString &name)
{
    for (const auto &each : report[u"steps"_s].toArray()) {
        if (each[u"step"_s] == step) {
            return each[name].toString();
        }
    }
    return u"no step "_s + step;
}

QJsonObject TestCliDoctor::test(const QStringList &arguments, int code)
{
    const Run asked = run(QStringList{u"doctor"_s, u"--format"_s, u"json"_s} + arguments);
    const QJsonObject report = asked.json();
    const auto wrong = [&](const char *what) {
        QTest::qFail((QByteArray(what) + '\n' + asked.out + asked.err).constData(), __FILE__, __LINE__);
    };
    if (asked.code != code) {
        wrong(("exit code is " + QByteArray::number(asked.code)).constData());
    }
    if (asked.out.contains(secret) || asked.err.contains(secret)) {
        wrong("the secret is printed");
    }
    if (!report[u"ok"_s].isBool() || report[u"ok"_s].toBool() != (code == 0) || report.size() != 2) {
        wrong("not the document of a test");
    }
    const QJsonArray steps = report[u"steps"_s].toArray();
    for (qsizetype i = 0; i < std::max(steps.size(), ownSteps.size()); ++i) {
        const QJsonObject step = steps.at(i).toObject();
        const QString name = step[u"step"_s].toString();
        const QString was = step[u"state"_s].toString();
        const bool isNamed = i < ownSteps.size() ? name == ownSteps[i] : name.startsWith(u"collection "_s);
        if (!isNamed || step.size() != 3
            || !(QStringList{u"ok"_s, u"warning"_s, u"failed"_s, u"skipped"_s}).contains(was)
            || step[u"text"_s].toString().isEmpty() || step[u"text"_s].toString().contains(u'\n')) {
            wrong(("step " + name.toUtf8() + " is not in order").constData());
        }
    }
    return report;
}

void TestCliDoctor::compareFailed(const QJsonObject &report, const QString &step, const QString &says)
{
    bool isBehind = false;
    for (const auto &each : report[u"steps"_s].toArray()) {
        const QString name = each[u"step"_s].toString();
        const QByteArray line = (name + u": "_s + each[u"text"_s].toString()).toUtf8();
        if (name == step) {
            QVERIFY2(each[u"state"_s] == u"failed"_s && each[u"text"_s].toString().contains(says), line.constData());
            isBehind = true;
        } else if (isBehind) {
            QVERIFY2(each[u"state"_s] == u"skipped"_s && each[u"text"_s].toString().contains(step + u" failed"_s),
                     line.constData());
        } else {
            QVERIFY2(each[u"state"_s] != u"failed"_s, line.constData());
        }
    }
    QVERIFY(isBehind);
}

QString TestCliDoctor::orders(const QJsonObject &connection)
{
    QJsonObject there{{u"url"_s, m_server.url()}};
    for (auto member = connection.begin(); member != connection.end(); ++member) {
        there.insert(member.key(), member.value());
    }
    return write("orders.json",
                 {{u"plimsoll"_s, 1},
                  {u"name"_s, u"orders"_s},
                  {u"connection"_s, there},
                  {u"collections"_s, parsed(R"([{"name": "email", "kind": "queue",
                                                 "keys": {"ready": ["q", "q2"], "processing": "p", "dead": "dead",
                                                          "job": "job:{id}"}},
                                                {"name": "board", "kind": "leaderboard",
                                                 "keys": {"board": "board:{yyyyMMdd}"}},
                                                {"name": "locks", "kind": "lock", "keys": {"lock": "lock:{id}"}}])")}});
}

/// The URL of a user with these rules.
QString TestCliDoctor::as(const QByteArray &user, const QByteArrayList &rules)
{
    const QByteArray password = '>' + secret;
    std::vector<QByteArrayView> words{"ACL", "SETUSER", user, "reset", "on", password};
    words.insert(words.end(), rules.begin(), rules.end());
    const redis::Reply reply = m_server.run(std::span<const QByteArrayView>(words));
    if (reply.isError()) {
        qFatal("%s", reply.bytes.constData());
    }
    return u"redis://"_s + QString::fromLatin1(user) + u':' + QString::fromLatin1(secret)
        + m_server.tcpUrl().mid(m_server.tcpUrl().indexOf(u"127"_s)).prepend(u'@');
}

void TestCliDoctor::everyStepIsALine()
{
    m_server.run({"SET", "a", "b"});
    const QString url = m_server.tcpUrl();
    const Run table = run({u"doctor"_s, url});
    QCOMPARE(table.code, 0);
    QCOMPARE(table.err, QByteArray());
    const QList<QByteArray> lines = table.out.trimmed().split('\n');
    QCOMPARE(lines.size(), ownSteps.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QVERIFY2(lines[i].startsWith(ownSteps[i].toLatin1() + ' '), lines[i].constData());
    }
    for (const QStringList &place : {QStringList{url}, {u"-u"_s, url}, {u"-w"_s, url}, {u"--url"_s, m_server.url()}}) {
        const QJsonObject report = test(place, 0);
        QCOMPARE(report[u"steps"_s].toArray().size(), ownSteps.size());
        for (const QString &step : {u"connect"_s, u"auth"_s, u"role"_s, u"topology"_s, u"rights"_s}) {
            QVERIFY2(state(report, step) == u"ok"_s, qPrintable(step + text(report, step)));
        }
        QCOMPARE(state(report, u"ssh"_s), u"skipped"_s);
        QCOMPARE(state(report, u"tls"_s), u"skipped"_s);
        QVERIFY2(text(report, u"role"_s).contains(u"1 key"_s), qPrintable(text(report, u"role"_s)));
    }
    // "localhost" is looked up, in a sense.
    const QJsonObject named = test({u"redis://localhost:%1"_s.arg(m_server.tcp().port)}, 0);
    QVERIFY(text(named, u"resolve"_s).contains(u"localhost is 127.0.0.1"_s));
}

void TestCliDoctor::testsAWorkspace()
{
    m_server.run({"RPUSH", "q", "a"});
    const QJsonObject report = test({u"-w"_s, orders()}, 0);
    QCOMPARE(report[u"steps"_s].toArray().size(), ownSteps.size() + 3);
    QVERIFY2(text(report, u"rights"_s).contains(u"watch and operate"_s), qPrintable(text(report, u"rights"_s)));
    QCOMPARE(state(report, u"collection email"_s), u"ok"_s);

    const QString broken = write("broken.json", {{u"plimsoll"_s, 1}, {u"collection"_s, QJsonArray()}});
    const Run refused = run({u"doctor"_s, u"-w"_s, broken});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("/collection"), refused.err.constData());
    const Run elsewhere = run({u"doctor"_s, u"-w"_s, orders({{u"url"_s, u"redis://127.0.0.1:1"_s}})});
    QCOMPARE(elsewhere.code, 3);
    test({u"-w"_s, orders({{u"url"_s, u"redis://127.0.0.1:1"_s}}), u"-u"_s, m_server.tcpUrl()}, 0);
}

void TestCliDoctor::logins_data()
{
    QTest::addColumn<QString>("login"); ///< before the host
    QTest::addColumn<QString>("says"); ///< empty: is logged in
    const QString right = QString::fromLatin1(secret);
    QTest::newRow("right") << u":"_s + right + u'@' << QString();
    QTest::newRow("right, of another user") << u"crew:"_s + right + u'@' << QString();
    QTest::newRow("none") << QString() << u"requires a user name or a password"_s;
    QTest::newRow("wrong password") << u":%1x@"_s.arg(right) << u"Wrong user name or password"_s;
    QTest::newRow("wrong password, of a user") << u"crew:%1x@"_s.arg(right) << u"tried as the user “crew”"_s;
    QTest::newRow("no such user") << u"nobody:%1@"_s.arg(right) << u"tried as the user “nobody”"_s;
    QTest::newRow("a user without a password") << u"crew@"_s << u"needs a password, and none was given"_s;
}

void TestCliDoctor::logins()
{
    QFETCH(const QString, login);
    QFETCH(const QString, says);
    static RedisServer locked({u"--requirepass"_s, QString::fromLatin1(secret)});
    locked.run({"ACL", "SETUSER", "crew", "on", '>' + secret, "~*", "+@all"});
    const QString url = u"redis://"_s + login + u"127.0.0.1:%1"_s.arg(locked.tcp().port);
    const QJsonObject report = test({url}, says.isEmpty() ? 0 : 3);
    if (says.isEmpty()) {
        QCOMPARE(state(report, u"auth"_s), u"ok"_s);
    } else {
        compareFailed(report, u"auth"_s, says);
    }
    // A password that no server wants.
    compareFailed(test({u"redis://:%1@127.0.0.1:%2"_s.arg(QString::fromLatin1(secret)).arg(m_server.tcp().port)}, 3),
                  u"auth"_s, u"no password set; leave the password out"_s);
}

void TestCliDoctor::unreachable_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("step");
    QTest::addColumn<QString>("says");
    QTest::newRow("wrong port") << u"redis://127.0.0.1:1"_s << u"connect"_s << u"nothing listens there"_s;
    QTest::newRow("wrong port, TLS") << u"rediss://127.0.0.1:1"_s << u"connect"_s << u"nothing listens there"_s;
    QTest::newRow("no such host") << u"redis://no-such-host.invalid"_s << u"resolve"_s << u"no host has this name"_s;
    QTest::newRow("no such socket") << u"unix:///nowhere/redis.sock"_s << u"connect"_s << u"no such socket"_s;
    QTest::newRow("not a socket") << u"unix:///etc/passwd"_s << u"connect"_s << u"nothing listens there"_s;
}

void TestCliDoctor::unreachable()
{
    QFETCH(const QString, url);
    QFETCH(const QString, step);
    QFETCH(const QString, says);
    compareFailed(test({url}, 3), step, says);
}

void TestCliDoctor::overTls_data()
{
    QTest::addColumn<QString>("certificate"); ///< host of the server's
    QTest::addColumn<QString>("authority");
    QTest::addColumn<bool>("verify");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("says");
    QTest::newRow("right") << u"localhost"_s << u"ca"_s << true << u"ok"_s << u"certificate for localhost"_s;
    QTest::newRow("wrong authority") << u"localhost"_s << u"stranger"_s << true << u"failed"_s
                                     << u"which caFile does not hold"_s;
    QTest::newRow("another name") << u"redis.example"_s << u"ca"_s << true << u"failed"_s
                                  << u"the server's certificate is for redis.example, not for localhost"_s;
    QTest::newRow("not checked") << u"redis.example"_s << u"ca"_s << false << u"warning"_s
                                 << u"any server could answer"_s;
    QTest::newRow("no file") << u"localhost"_s << u"nowhere"_s << true << u"failed"_s << u"cannot be read"_s;
}

void TestCliDoctor::overTls()
{
    QFETCH(const QString, certificate);
    QFETCH(const QString, authority);
    QFETCH(const bool, verify);
    QFETCH(const QString, state);
    QFETCH(const QString, says);
    static const Certificates certificates;
    const TlsServer running(certificates, certificates.issue(u"of a row"_s, certificate));
    const QString file = authority == u"ca"_s ? certificates.authority()
        : authority == u"stranger"_s          ? certificates.stranger()
                                              : u"/nowhere/ca.pem"_s;
    const QString workspace =
        orders({{u"url"_s, running.endpoint().url()}, {u"caFile"_s, file}, {u"verify"_s, verify}});
    const QJsonObject report = test({u"-w"_s, workspace}, state != u"failed"_s ? 0 : authority == u"nowhere"_s ? 2 : 3);
    QCOMPARE(TestCliDoctor::state(report, u"tls"_s), state);
    QVERIFY2(text(report, u"tls"_s).contains(says), qPrintable(text(report, u"tls"_s)));
    if (state == u"failed"_s) {
        compareFailed(report, u"tls"_s, says);
    }
}

void TestCliDoctor::speaksTheOtherProtocol()
{
    const Certificates certificates;
    const TlsServer running(certificates, certificates.issue(u"other"_s, u"127.0.0.1"_s));
    compareFailed(test({u"redis://127.0.0.1:%1"_s.arg(running.port())}, 3), u"tls"_s, u"begins with rediss://"_s);
    compareFailed(test({u"rediss://127.0.0.1:%1"_s.arg(m_server.tcp().port)}, 3), u"tls"_s,
                  u"does not speak TLS; without TLS its URL begins with redis://"_s);
    // The server asks for it once the handshake is over.
    const TlsServer asking(certificates, certificates.issue(u"asking"_s, u"localhost"_s),
                           {u"--tls-auth-clients"_s, u"yes"_s});
    compareFailed(
        test({u"-w"_s, orders({{u"url"_s, asking.endpoint().url()}, {u"caFile"_s, certificates.authority()}})}, 3),
        u"tls"_s, u"the server requires a client certificate"_s);
    FaultProxy web(m_server.local(), Endpoint::Transport::Tcp);
    web.set({.answer = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"});
    compareFailed(test({web.endpoint().url()}, 3), u"auth"_s, u"A web server answers there (HTTP), not Redis"_s);
    web.set({.answer = "<html>400</html>"});
    compareFailed(test({web.endpoint().url()}, 3), u"auth"_s, u"is this a Redis server?"_s);
    web.set({});
    web.refuse(true);
    compareFailed(test({web.endpoint().url()}, 3), u"auth"_s, u"closed the connection"_s);
}

void TestCliDoctor::aSentinel()
{
    const SentinelProcess sentinel(m_server, "orders");
    QTRY_VERIFY_WITH_TIMEOUT(redis::Client(sentinel.endpoint(), {}).connect().ok(), 60'000);
    const QString right = sentinel.url();
    compareFailed(test({sentinel.endpoint().url()}, 2), u"role"_s, right);
    compareFailed(test({sentinel.endpoint().url() + u"/2"_s}, 2), u"role"_s, right); // knows no SELECT
    const QString file = orders({{u"url"_s, sentinel.endpoint().url()}});
    const Run refused = run({u"snapshot"_s, u"-w"_s, file});
    QVERIFY2(refused.code == 2 && refused.errorLines().size() == 1 && refused.err.contains(right.toUtf8()),
             refused.err.constData());
    const QJsonObject found = test({right}, 0); // what was said helps
    QCOMPARE(state(found, u"role"_s), u"ok"_s);
    QVERIFY2(text(found, u"topology"_s).contains(u"the master of “orders”"_s), qPrintable(text(found, u"topology"_s)));
}

/// Control characters from the sentinel are shown, not interpreted by the terminal.
void TestCliDoctor::aSentinelThatLies()
{
    const SentinelProcess sentinel(m_server, "orders");
    QTRY_VERIFY_WITH_TIMEOUT(redis::Client(sentinel.endpoint(), {}).connect().ok(), 60'000);
    FaultProxy liar(sentinel.endpoint(), Endpoint::Transport::Tcp);
    liar.set({.replace = std::pair(QByteArray("127.0.0.1"), QByteArray("\x1b[31m.x.y"))});
    const Run told = run({u"doctor"_s, u"redis+sentinel://%1/orders"_s.arg(liar.endpoint().display())});
    QCOMPARE(told.code, 3);
    QVERIFY2(told.out.contains("\\x1b[31m.x.y") && !told.out.contains('\x1b'), told.out.constData());
}

/// The login is not what is wrong.
void TestCliDoctor::addressesOutOfReach()
{
    RedisServer node({u"--cluster-enabled"_s, u"yes"_s, u"--cluster-port"_s, QString::number(freePort()),
                      u"--cluster-announce-hostname"_s, u"redis-0.invalid"_s, u"--cluster-preferred-endpoint-type"_s,
                      u"hostname"_s});
    node.run({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
    QTRY_VERIFY_WITH_TIMEOUT(node.run({"CLUSTER", "INFO"}).bytes.contains("cluster_state:ok"), 60'000);
    QString url = node.tcpUrl();
    url.replace(u"redis://"_s, u"redis+cluster://"_s);
    const QJsonObject report = test({url}, 3);
    compareFailed(report, u"topology"_s, u"redis-0.invalid"_s);
    compareFailed(report, u"topology"_s, u"connection.addressMap"_s);
    const QJsonObject map{{u"redis-0.invalid"_s, u"127.0.0.1"_s}};
    QCOMPARE(state(test({u"-w"_s, orders({{u"url"_s, url}, {u"addressMap"_s, map}})}, 0), u"topology"_s), u"ok"_s);
}

void TestCliDoctor::statesHaveColours()
{
    const auto shown = [](const QStringList &environment) {
        Terminal terminal({160, 30});
        terminal.start(u"%1 doctor redis://127.0.0.1:1; echo ended $?; cat"_s.arg(QStringLiteral(PLIMSOLL_BINARY)),
                       environment);
        return QTest::qWaitFor([&] { return terminal.screen().contains(u"ended 3"_s); }, 60'000)
            ? terminal.colouredScreen()
            : QString();
    };
    const QString coloured = shown({});
    QVERIFY2(coloured.contains(u"\x1b[31mfailed"_s), qPrintable(coloured));
    const QString plain = shown({u"NO_COLOR=1"_s});
    QVERIFY2(plain.contains(u"failed"_s) && !plain.contains(u'\x1b'), qPrintable(plain));
}

void TestCliDoctor::aClusterNode()
{
    const QString bus = QString::number(freePort());
    RedisServer node({u"--cluster-enabled"_s, u"yes"_s, u"--cluster-port"_s, bus});
    const QJsonObject report = test({node.tcpUrl()}, 2);
    compareFailed(report, u"topology"_s, u"only the keys in its own slots"_s);
    compareFailed(report, u"topology"_s, u"redis+cluster://"_s);
    compareFailed(test({node.tcpUrl() + u"/3"_s}, 2), u"topology"_s, u"only database 0, not 3"_s);
    node.run({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
    QTRY_VERIFY_WITH_TIMEOUT(node.run({"CLUSTER", "INFO"}).bytes.contains("cluster_state:ok"), 60'000);
    QString whole = node.tcpUrl();
    whole.replace(u"redis://"_s, u"redis+cluster://"_s); // what was said helps
    const QJsonObject found = test({u"-w"_s, orders({{u"url"_s, whole}})}, 0);
    QVERIFY2(text(found, u"topology"_s) == u"a cluster of 1 node"_s, qPrintable(text(found, u"topology"_s)));
    const QString email = text(found, u"collection email"_s); // its lists are in several slots
    QVERIFY2(state(found, u"collection email"_s) == u"ok"_s && email.contains(u"in several slots"_s),
             qPrintable(email));
    for (const QString &url : {node.tcpUrl(), whole}) {
        const Run refused = run({u"snapshot"_s, u"-w"_s, orders(), u"-u"_s, url + u"/3"_s});
        QVERIFY2(refused.code == 2 && refused.err.contains("only database 0, not 3"), refused.err.constData());
    }
    const SentinelProcess sentinel(node, "orders"); // which watches it all the same
    QTRY_VERIFY_WITH_TIMEOUT(redis::Client(sentinel.endpoint(), {}).connect().ok(), 60'000);
    const Run believed = run({u"snapshot"_s, u"-w"_s, orders(), u"-u"_s, sentinel.url()});
    QVERIFY2(believed.code == 2 && believed.err.contains("open the cluster as " + whole.toUtf8()),
             believed.err.constData());
}

/// The collections of the other nodes are tested all the same.
void TestCliDoctor::aClusterInPart()
{
    RedisCluster cluster(3, 0, {u"--cluster-require-full-coverage"_s, u"no"_s});
    const auto queueAt = [&cluster](std::size_t master) {
        const QString key = QString::fromUtf8(cluster.keyAt(master, "q"));
        return QJsonObject{
            {u"name"_s, u"at %1"_s.arg(master)}, {u"kind"_s, u"queue"_s}, {u"keys"_s, QJsonObject{{u"ready"_s, key}}}};
    };
    const QString file = write("parts.json",
                               {{u"plimsoll"_s, 1},
                                {u"name"_s, u"parts"_s},
                                {u"connection"_s, QJsonObject{{u"url"_s, cluster.endpoint().url()}}},
                                {u"collections"_s, QJsonArray{queueAt(0), queueAt(1)}}});
    cluster.master(1).kill9();
    const QString gone = cluster.master(1).tcp().display();
    QJsonObject found = test({u"-w"_s, file}, 3);
    QCOMPARE(state(found, u"topology"_s), u"failed"_s);
    QVERIFY2(text(found, u"topology"_s).contains(gone), qPrintable(text(found, u"topology"_s)));
    QCOMPARE(state(found, u"collection at 0"_s), u"ok"_s);
    QCOMPARE(state(found, u"collection at 1"_s), u"failed"_s);
    const QString why = text(found, u"collection at 1"_s);
    QVERIFY2(why.contains(gone) && !why.contains(u"Not connected"), qPrintable(why));
}

void TestCliDoctor::slotsOfNobody()
{
    RedisCluster cluster;
    QCOMPARE(state(test({cluster.endpoint().url()}, 0), u"topology"_s), u"ok"_s);
    for (const std::size_t node : {1U, 0U, 2U}) { // the one that has it first, as it tells the others
        cluster.master(node).run({"CLUSTER", "DELSLOTS", "7509"});
    }
    QTRY_VERIFY_WITH_TIMEOUT(cluster.master(0).run({"CLUSTER", "INFO"}).bytes.contains("cluster_state:fail"), 60'000);
    const QJsonObject found = test({cluster.endpoint().url()}, 3);
    QCOMPARE(state(found, u"topology"_s), u"failed"_s);
    const QString why = text(found, u"topology"_s);
    QVERIFY2(why.contains(u"1 slot of 16384 is served by no node") && why.contains(u"down"), qPrintable(why));
}

void TestCliDoctor::aReplica()
{
    const QString port = QString::number(m_server.tcp().port);
    RedisServer replica({u"--replicaof"_s, u"127.0.0.1 "_s + port});
    QTRY_VERIFY_WITH_TIMEOUT(replica.run({"INFO", "replication"}).bytes.contains("master_link_status:up"), 60'000);
    const QJsonObject report = test({replica.tcpUrl()}, 0);
    QCOMPARE(state(report, u"role"_s), u"warning"_s);
    QVERIFY2(text(report, u"role"_s).contains(u"a replica of 127.0.0.1:"_s + port),
             qPrintable(text(report, u"role"_s)));
    QVERIFY(!text(report, u"role"_s).contains(u"is down"_s));
}

void TestCliDoctor::aServerThatLoads()
{
    RedisServer server({u"--key-load-delay"_s, u"500"_s, u"--loading-process-events-interval-bytes"_s, u"1024"_s});
    redis::Pipeline pipeline;
    for (int i = 0; i < 100'000; ++i) { // 50 s
        pipeline.add({"SET", "key:" + QByteArray::number(i), "some value of some length"});
    }
    server.run(pipeline);
    server.run({"SAVE"});
    server.stop();
    server.start(RedisServer::Until::Answering);
    compareFailed(test({server.tcpUrl()}, 3), u"role"_s, u"still loading its data from disk"_s);
    compareFailed(test({u"-w"_s, orders({{u"url"_s, server.tcpUrl()}})}, 3), u"role"_s, u"still loading"_s);
    const QString file = orders({{u"url"_s, server.tcpUrl()}});
    for (const QStringList &command : {QStringList{u"snapshot"_s}, {u"jobs"_s, u"email"_s}, {u"discover"_s}}) {
        const Run refused = run(command + QStringList{u"-w"_s, file}); // by the same exit code
        QVERIFY2(refused.code == 3 && refused.err.contains("still loading"), refused.err.constData());
    }
    server.kill9();
}

void TestCliDoctor::aDatabaseThatIsNot()
{
    compareFailed(test({m_server.tcpUrl() + u"/99"_s}, 2), u"topology"_s, u"has no database 99"_s);
    test({m_server.tcpUrl() + u"/15"_s}, 0);
}

void TestCliDoctor::aSocketWithoutPermission()
{
    if (::geteuid() == 0) { // root may do everything: the program runs as another user
        QProcess process;
        process.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s, u"HOME=/nonexistent"_s});
        process.setChildProcessModifier([] {
            if (!becomeNobody()) {
                ::_exit(99);
            }
        });
        process.start(QStringLiteral(PLIMSOLL_BINARY), {u"doctor"_s, m_server.url()});
        QVERIFY(process.waitForFinished(120'000));
        if (process.error() == QProcess::FailedToStart) {
            QSKIP("another user than root may not run the program where it was built");
        }
        QCOMPARE(process.exitCode(), 3);
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(out.contains("you need write permission on the socket"), out.constData());
        return;
    }
    QVERIFY(QFile::setPermissions(m_server.local().path, QFile::ReadOwner));
    compareFailed(test({m_server.url()}, 3), u"connect"_s, u"you need write permission on the socket"_s);
    QVERIFY(QFile::setPermissions(m_server.local().path, QFile::ReadOwner | QFile::WriteOwner));
}

void TestCliDoctor::rights_data()
{
    QTest::addColumn<QByteArrayList>("rules");
    QTest::addColumn<bool>("readOnly");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QStringList>("says");
    const QByteArrayList watch{"%R~*", "+@read", "+@connection", "+info", "+time"};
    QTest::newRow("everything") << QByteArrayList{"~*", "+@all"} << false << 0 << u"ok"_s
                                << QStringList{u"watch and operate"_s};
    QTest::newRow("watches a read-only workspace")
        << watch << true << 0 << u"ok"_s << QStringList{u"may watch; the workspace is read-only"_s, u"SLOWLOG"_s};
    QTest::newRow("watches what may be operated")
        << watch << false << 0 << u"warning"_s
        << QStringList{
               u"may watch"_s, u"may not operate"_s, u"To permit it: ACL SETUSER crew +eval +evalsha +hdel +hset"_s,
               u"~job:*"_s,    u"~board:*"_s,        u"~plimsoll:escrow:*"_s};
    QTest::newRow("one command of operations")
        << QByteArrayList{"~*", "+@all", "-hset"} << false << 0 << u"warning"_s
        << QStringList{u"email: HSET on job:plimsoll"_s, u"ACL SETUSER crew +hset"_s};
    QTest::newRow("one key of operations")
        << QByteArrayList{"%R~*", "~q*", "~p*", "~job:*", "~board:*", "~lock:*", "+@all"} << false << 0 << u"warning"_s
        << QStringList{u"on dead"_s, u"To permit it: ACL SETUSER crew"_s, u"~dead"_s};
    QTest::newRow("one key") << QByteArrayList{"~q", "~p", "~dead", "~job:*", "~board:*", "~lock:*", "+@all"} << true
                             << 4 << u"failed"_s
                             << QStringList{u"“q2” (needed by email)"_s, u"ACL SETUSER crew %R~q2"_s};
    QTest::newRow("keys of a period") << QByteArrayList{"~q*", "~p", "~dead", "~job:*", "~lock:*", "+@all"} << true << 4
                                      << u"failed"_s << QStringList{u"ACL SETUSER crew %R~board:*"_s};
    QTest::newRow("job records") << QByteArrayList{"~q*", "~p", "~dead", "~board:*", "~lock:*", "+@all"} << true << 4
                                 << u"failed"_s << QStringList{u"ACL SETUSER crew %R~job:*"_s};
    QTest::newRow("a command") << QByteArrayList{"~*", "+@all", "-zcount"} << true << 4 << u"failed"_s
                               << QStringList{u"ZCOUNT (needed by email, board)"_s, u"ACL SETUSER crew +@read"_s};
    QTest::newRow("no TIME") << QByteArrayList{"~*", "+@all", "-time"} << true << 4 << u"failed"_s
                             << QStringList{u"TIME (without it nothing can be watched)"_s, u"+time"_s};
    QTest::newRow("no INFO") << QByteArrayList{"~*", "+@all", "-info"} << true << 4 << u"failed"_s
                             << QStringList{u"INFO (without it version, memory, restarts"_s, u"+info"_s};
    QTest::newRow("no COMMAND") << QByteArrayList{"~*", "+@all", "-command"} << true << 4 << u"failed"_s
                                << QStringList{u"COMMAND (without it nothing can be watched)"_s};
    QTest::newRow("nothing") << QByteArrayList{} << false << 4 << u"failed"_s
                             << QStringList{u"TIME"_s, u"COMMAND"_s, u"+@read +@connection +info +time"_s, u"%R~q2"_s};
}

void TestCliDoctor::rights()
{
    QFETCH(const QByteArrayList, rules);
    QFETCH(const bool, readOnly);
    QFETCH(const int, code);
    QFETCH(const QString, state);
    QFETCH(const QStringList, says);
    const QString workspace = orders({{u"readOnly"_s, readOnly}});
    const QJsonObject report = test({u"-w"_s, workspace, u"-u"_s, as("crew", rules)}, code);
    QCOMPARE(state == u"failed"_s, code == 4);
    const QString text = TestCliDoctor::text(report, u"rights"_s);
    QVERIFY2(TestCliDoctor::state(report, u"rights"_s) == state, qPrintable(text));
    for (const QString &part : says) {
        QVERIFY2(text.contains(part), qPrintable(text));
    }
}

void TestCliDoctor::rightsOnFrameworks_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("queue");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("key");
    QTest::newRow("asynq") << u"asynq"_s << QString() << u"mail"_s << u"HSET"_s << u"asynq:{mail}:t:plimsoll"_s;
    QTest::newRow("bee-queue") << u"bee-queue"_s << QString() << u"mail"_s << u"SREM"_s << u"bq:mail:stalling"_s;
    QTest::newRow("bull") << u"bull"_s << QString() << u"mail"_s << u"RPUSH"_s << u"bull:mail:wait"_s;
    QTest::newRow("bullmq") << u"bullmq"_s << QString() << u"mail"_s << u"XADD"_s << u"bull:mail:events"_s;
    QTest::newRow("celery") << u"celery"_s << u"unacked"_s << QString() << u"HDEL"_s << u"unacked"_s;
    QTest::newRow("laravel") << u"laravel"_s << QString() << u"mail"_s << u"ZREM"_s << u"queues:mail:reserved"_s;
    QTest::newRow("resque") << u"resque"_s << u"failed"_s << QString() << u"LREM"_s << u"resque:failed"_s;
    QTest::newRow("rq") << u"rq"_s << QString() << u"mail"_s << u"PERSIST"_s << u"rq:job:plimsoll"_s;
    QTest::newRow("sidekiq") << u"sidekiq"_s << u"dead"_s << QString() << u"LPUSH"_s << u"queue:plimsoll"_s;
}

/// Missing permissions for operations on a framework's jobs are reported, and the suggested line grants them.
void TestCliDoctor::rightsOnFrameworks()
{
    QFETCH(const QString, preset);
    QFETCH(const QString, part);
    QFETCH(const QString, queue);
    QFETCH(const QString, command);
    QFETCH(const QString, key);
    QJsonObject jobs{{u"name"_s, u"jobs"_s}, {u"preset"_s, preset}};
    jobs.insert(part.isEmpty() ? u"queue"_s : u"part"_s, part.isEmpty() ? queue : part);
    const QString file = write("preset.json",
                               {{u"plimsoll"_s, 1},
                                {u"name"_s, u"shop"_s},
                                {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
                                {u"collections"_s, QJsonArray{jobs}}});
    QCOMPARE(state(test({u"-w"_s, file, u"-u"_s, as("crew", {"~*", "&*", "+@all"})}, 0), u"rights"_s), u"ok"_s);
    const QString url = as("crew", {"~*", "&*", "+@all", "-" + command.toLower().toUtf8()});
    const QJsonObject report = test({u"-w"_s, file, u"-u"_s, url}, 0);
    const QString text = TestCliDoctor::text(report, u"rights"_s);
    QVERIFY2(state(report, u"rights"_s) == u"warning"_s, qPrintable(text));
    QVERIFY2(text.contains(u"jobs: %1 on %2"_s.arg(command, key)) || text.contains(u"jobs: %1 on"_s.arg(command)),
             qPrintable(text));
    const QByteArrayList line = text.mid(text.indexOf(u"ACL SETUSER"_s)).toUtf8().split(' ');
    const std::vector<QByteArrayView> words(line.begin(), line.end());
    const redis::Reply granted = m_server.run(std::span<const QByteArrayView>(words));
    QVERIFY2(!granted.isError(), granted.bytes.constData());
    QCOMPARE(state(test({u"-w"_s, file, u"-u"_s, url}, 0), u"rights"_s), u"ok"_s);
    // The keys of its jobs are named by a pattern.
    const QString few = TestCliDoctor::text(
        test({u"-w"_s, file, u"-u"_s, as("crew", {"%R~*", "~plimsoll:escrow:*", "&*", "+@all"})}, 0), u"rights"_s);
    QString pattern = u'~' + key;
    pattern.replace(u"plimsoll"_s, u"*"_s);
    QVERIFY2((few + u' ').contains(pattern + u' '), qPrintable(few));
}

void TestCliDoctor::keysInSeveralSlots_data()
{
    QTest::addColumn<QJsonObject>("collection");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *json, const QString &state, const QString &says) {
        QTest::newRow(name) << QJsonDocument::fromJson(json).object() << state << says;
    };
    const QString ok = u"ok"_s, warning = u"warning"_s, refused = u"different slots"_s, none;
    row("bullmq", R"({"preset": "bullmq", "queue": "mail"})", warning, refused);
    row("bullmq with braces", R"({"preset": "bullmq", "prefix": "{bull}", "queue": "mail"})", ok, none);
    row("sidekiq", R"({"preset": "sidekiq", "part": "dead"})", warning, refused);
    row("asynq", R"({"preset": "asynq", "queue": "mail"})", ok, none);
    row("a queue", R"({"kind": "queue", "keys": {"ready": "q", "dead": "d"}})", ok,
        u"are kept here until they are there"_s);
    row("a queue with braces", R"({"kind": "queue", "keys": {"ready": "{q}", "dead": "{q}:d"}})", ok, none);
    row("a queue alone", R"({"kind": "queue", "keys": {"ready": "q"}})", ok, none);
    row("shards of a set", R"({"kind": "dedupe", "keys": {"bucket": "seen:{0..7}"}})", ok, none);
    row("an index with its keys", R"({"kind": "expiry", "keys": {"index": "due", "target": "draft:{id}"}})", warning,
        refused);
}

void TestCliDoctor::keysInSeveralSlots()
{
    QFETCH(QJsonObject, collection);
    QFETCH(const QString, state);
    QFETCH(const QString, says);
    static RedisCluster cluster(1);
    collection.insert(u"name"_s, u"it"_s);
    const QString file = write("spread.json",
                               {{u"plimsoll"_s, 1},
                                {u"name"_s, u"shop"_s},
                                {u"connection"_s, QJsonObject{{u"url"_s, cluster.endpoint().url()}}},
                                {u"collections"_s, QJsonArray{collection}}});
    const QJsonObject report = test({u"-w"_s, file}, 0);
    const QString text = TestCliDoctor::text(report, u"collection it"_s);
    QVERIFY2(TestCliDoctor::state(report, u"collection it"_s) == state, qPrintable(text));
    QVERIFY2(says.isEmpty() ? !text.contains(u"slots"_s) : text.contains(says), qPrintable(text));
}

void TestCliDoctor::theLineHelps_data()
{
    rights_data();
}

/// After the suggested line, nothing is missing.
void TestCliDoctor::theLineHelps()
{
    QFETCH(const QByteArrayList, rules);
    QFETCH(const bool, readOnly);
    QFETCH(const QString, state);
    if (state == u"ok"_s) {
        return;
    }
    const QString workspace = orders({{u"readOnly"_s, readOnly}});
    const QString url = as("crew", rules);
    const Run before = run({u"doctor"_s, u"--format"_s, u"json"_s, u"-w"_s, workspace, u"-u"_s, url});
    const QString text = TestCliDoctor::text(before.json(), u"rights"_s);
    const QByteArrayList line = text.mid(text.indexOf(u"ACL SETUSER"_s)).toUtf8().split(' ');
    const std::vector<QByteArrayView> words(line.begin(), line.end());
    const redis::Reply granted = m_server.run(std::span<const QByteArrayView>(words));
    QVERIFY2(!granted.isError(), granted.bytes.constData());
    const QJsonObject after = test({u"-w"_s, workspace, u"-u"_s, url}, 0);
    const bool isWhole = readOnly || state == u"warning"_s; // else only watching was asked for
    QVERIFY2(TestCliDoctor::state(after, u"rights"_s) == (isWhole ? u"ok"_s : u"warning"_s),
             qPrintable(text + u"\n"_s + TestCliDoctor::text(after, u"rights"_s)));
    for (const auto &step : after[u"steps"_s].toArray()) {
        QVERIFY(step[u"state"_s] != u"failed"_s);
    }
}

void TestCliDoctor::operatingOnAReadOnlyWorkspace()
{
    const QString url = as("crew", {"%R~*", "+@read", "+@connection", "+info", "+time"});
    m_server.run({"CONFIG", "RESETSTAT"});
    test({u"-w"_s, orders({{u"readOnly"_s, true}}), u"-u"_s, url}, 0);
    const QByteArray stats = m_server.run({"INFO", "commandstats"}).bytes;
    QVERIFY2(!stats.contains("cmdstat_eval") && !stats.contains("cmdstat_acl"), stats.constData()); // nothing is asked
}

/// For any user, the data stay as they are, and no command is sent that could change them.
void TestCliDoctor::changesNothing()
{
    RedisServer server({u"--enable-debug-command"_s, u"yes"_s});
    server.run({"RPUSH", "q", "a"});
    server.run({"ZADD", "p", "1", "b"});
    server.run({"SET", "lock:1", "x"});
    const QByteArray before = server.run({"DEBUG", "DIGEST"}).bytes;
    const qint64 expired = server.run({"DBSIZE"}).integer;
    for (const QByteArrayList &rules :
         {QByteArrayList{"~*", "+@all"}, {"~*", "+@all", "-acl"}, {"~*", "+@all", "-acl", "-eval"}}) {
        std::vector<QByteArrayView> words{"ACL", "SETUSER", "crew", "reset", "on", "nopass"};
        words.insert(words.end(), rules.begin(), rules.end());
        server.run(std::span<const QByteArrayView>(words));
        server.run({"CONFIG", "RESETSTAT"});
        Endpoint there = server.tcp();
        there.user = "crew";
        test({u"-w"_s, orders({{u"url"_s, there.url()}})}, 0);
        const QByteArray stats = server.run({"INFO", "commandstats"}).bytes;
        static const QRegularExpression called(u"cmdstat_([^:]+):calls=([1-9])"_s);
        for (auto found = called.globalMatch(QString::fromLatin1(stats)); found.hasNext();) {
            const QByteArray name = found.next().captured(1).toLatin1();
            const redis::Reply known = server.run({"COMMAND", "INFO", name});
            const std::vector<redis::Reply> &flags = known.elements.at(0).elements.at(2).elements;
            QVERIFY2(std::none_of(flags.begin(), flags.end(),
                                  [](const redis::Reply &flag) { return flag.bytes == "write"; }),
                     name.constData());
        }
        QCOMPARE(server.run({"DEBUG", "DIGEST"}).bytes, before);
    }
    QCOMPARE(server.run({"DBSIZE"}).integer, expired);
}

void TestCliDoctor::aCommandUnderAnotherName()
{
    RedisServer server({u"--rename-command"_s, u"ZCOUNT"_s, u"hidden"_s});
    const QJsonObject report = test({u"-w"_s, orders({{u"url"_s, server.tcpUrl()}})}, 0);
    QCOMPARE(state(report, u"rights"_s), u"warning"_s);
    QVERIFY2(text(report, u"rights"_s).contains(u"does not know the command ZCOUNT"_s),
             qPrintable(text(report, u"rights"_s)));
    RedisServer without({u"--rename-command"_s, u"COMMAND"_s, u"hidden"_s});
    test({u"-w"_s, orders({{u"url"_s, without.tcpUrl()}, {u"readOnly"_s, true}})}, 0);
}

void TestCliDoctor::collections()
{
    const QJsonObject empty = test({u"-w"_s, orders()}, 0);
    QVERIFY(text(empty, u"collection email"_s).contains(u"ready: 0 of 2 keys exist"_s));
    QVERIFY(text(empty, u"collection email"_s).contains(u"no key yet for processing (“p”), dead (“dead”)"_s));
    QVERIFY(text(empty, u"collection email"_s).contains(u"counts as 0"_s));
    QVERIFY(text(empty, u"collection locks"_s).contains(u"no key like “lock:*” exists, which counts as 0"_s));
    m_server.run({"RPUSH", "q", "a"});
    m_server.run({"ZADD", "p", "1", "b"});
    m_server.run({"SET", "lock:1", "x"});
    const QJsonObject some = test({u"-w"_s, orders()}, 0);
    QVERIFY(text(some, u"collection email"_s).contains(u"ready: 1 of 2 keys exist; processing is a zset"_s));
    QVERIFY(text(some, u"collection locks"_s).contains(u"keys like “lock:*” exist"_s));
    m_server.run({"SET", "dead", "not a list"});
    m_server.run({"DEL", "lock:1"});
    m_server.run({"RPUSH", "lock:1", "not a string"});
    const QJsonObject wrong = test({u"-w"_s, orders()}, 2);
    QCOMPARE(state(wrong, u"rights"_s), u"ok"_s);
    QCOMPARE(state(wrong, u"collection board"_s), u"ok"_s);
    QVERIFY2(text(wrong, u"collection email"_s).contains(u"dead holds a string, which does not fit the role dead"_s),
             qPrintable(text(wrong, u"collection email"_s)));
    QCOMPARE(state(wrong, u"collection locks"_s), u"failed"_s);
}

QTEST_GUILESS_MAIN(TestCliDoctor)
#include "tst_cli_doctor.moc"
