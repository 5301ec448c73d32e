// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/wire/client.h"
#include "tests/support/redisserver.h"

#include <QScopeGuard>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace plimsoll;
using redis::Client;
using redis::ClientOptions;
using redis::Endpoint;
using redis::Pipeline;
using redis::Reply;
using testing::RedisServer;

namespace {

Endpoint withLogin(Endpoint endpoint, const QByteArray &user, const QByteArray &password)
{
    endpoint.user = user;
    endpoint.password = password;
    return endpoint;
}

} // namespace

/// The client against a real server: log-in, databases, names, large and many replies, the read-only gate.
class TestClient final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void connects_data();
    void connects();
    void login_data();
    void login();
    void needlessPassword();
    void selectsTheDatabase();
    void namesItself();
    void errorsAreValues();
    void permissionOfOneCommand();
    void binaryArguments();
    void largeValues();
    void manyElements();
    void overTheLimit();
    void nestedReplies();
    void millionCommands_data();
    void millionCommands();
    void patchedInPlace();
    void readOnlyRefuses_data();
    void readOnlyRefuses();
    void readOnlyRefusesTheWhole();
    void readOnlyReads();
    void readOnlyScript();
    void watcherMayConnect();
    void withoutRightToCommand();

private:
    RedisServer m_server;
};

void TestClient::init()
{
    m_server.flush();
    m_server.run({"CONFIG", "RESETSTAT"});
}

void TestClient::connects_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("unix") << m_server.url();
    QTest::newRow("tcp") << m_server.tcpUrl();
    QTest::newRow("name") << m_server.tcpUrl().replace(u"127.0.0.1"_s, u"localhost"_s);
}

void TestClient::connects()
{
    QFETCH(const QString, url);
    Client client(*Endpoint::parse(url), {});
    QVERIFY(!client.isConnected());
    const Outcome outcome = client.connect();
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    QVERIFY(client.isConnected());
    QCOMPARE(client.command({"PING"})->bytes, QByteArray("PONG"));
    QVERIFY(client.exchange({})->empty());
    client.disconnect();
    QVERIFY(!client.isConnected());
    QCOMPARE(client.command({"PING"}).error().kind, ErrorKind::Unreachable);
}

void TestClient::login_data()
{
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QString>("says"); // empty: let in

    QTest::newRow("default user") << QByteArray() << QByteArray("main secret") << QString();
    QTest::newRow("user") << QByteArray("ops") << QByteArray("op\xff s") << QString();
    QTest::newRow("nothing") << QByteArray() << QByteArray() << u"requires a user name or a password"_s;
    QTest::newRow("wrong password") << QByteArray() << QByteArray("hidden") << u"Wrong user name or password"_s;
    QTest::newRow("wrong user") << QByteArray("nobody") << QByteArray("hidden") << u"Wrong user name"_s;
    QTest::newRow("user without password")
        << QByteArray("ops") << QByteArray() << u"user ops needs a password, and none was given"_s;
}

void TestClient::login()
{
    QFETCH(const QByteArray, user);
    QFETCH(const QByteArray, password);
    QFETCH(const QString, says);
    m_server.run({"CONFIG", "SET", "requirepass", "main secret"});
    m_server.run({"ACL", "SETUSER", "ops", "on", ">op\xff s", "~*", "+@all"});
    const auto undo = qScopeGuard([this] { m_server.run({"CONFIG", "SET", "requirepass", ""}); });
    // With and without further steps: none may hide the refusal.
    for (const ClientOptions &options : {ClientOptions{}, ClientOptions{.name = "plimsoll:test", .readOnly = true}}) {
        Client client(withLogin(m_server.tcp(), user, password), options);
        const Outcome outcome = client.connect();
        QCOMPARE(outcome.ok(), says.isEmpty());
        QCOMPARE(client.isConnected(), says.isEmpty());
        if (!outcome) {
            QCOMPARE(outcome.error().kind, ErrorKind::LoginRefused);
            QVERIFY2(outcome.error().message.contains(says), qPrintable(outcome.error().message));
            QVERIFY(!outcome.error().message.contains(u"hidden"_s));
        }
    }
}

void TestClient::needlessPassword()
{
    Client client(withLogin(m_server.local(), {}, "hidden"), {});
    const Outcome outcome = client.connect();
    QCOMPARE(outcome.error().kind, ErrorKind::LoginRefused);
    QVERIFY(outcome.error().isPasswordUnwanted);
    QVERIFY2(outcome.error().message.contains(u"leave the password out"_s), qPrintable(outcome.error().message));
}

void TestClient::selectsTheDatabase()
{
    Endpoint endpoint = m_server.local();
    endpoint.database = 3;
    Client client(endpoint, {});
    QVERIFY(client.connect());
    QVERIFY(client.command({"SET", "here", "1"}));
    QVERIFY(m_server.run({"INFO", "keyspace"}).bytes.contains("db3:keys=1"));

    endpoint.database = 99;
    const Outcome outcome = Client(endpoint, {}).connect();
    QCOMPARE(outcome.error().kind, ErrorKind::Invalid);
    QVERIFY2(outcome.error().message.contains(u"no database 99"_s), qPrintable(outcome.error().message));
}

void TestClient::namesItself()
{
    Client client(m_server.local(), {.name = "plimsoll:poll"});
    QVERIFY(client.connect());
    QVERIFY(m_server.run({"CLIENT", "LIST"}).bytes.contains(" name=plimsoll:poll "));
}

void TestClient::errorsAreValues()
{
    m_server.run({"RPUSH", "list", "a"});
    Client client(m_server.local(), {});
    QVERIFY(client.connect());
    Pipeline pipeline;
    pipeline.add({"LLEN", "list"});
    pipeline.add({"ZCARD", "list"});
    pipeline.add({"NOSUCHCOMMAND"});
    pipeline.add({"LLEN", "list"});
    const auto replies = client.exchange(pipeline);
    QVERIFY(replies);
    QCOMPARE(replies->size(), std::size_t(4));
    QCOMPARE(replies->at(0).toInteger(), 1);
    QVERIFY(replies->at(1).isError());
    QCOMPARE(replies->at(1).toError("list").kind, ErrorKind::WrongType);
    QCOMPARE(replies->at(2).toError().kind, ErrorKind::Refused);
    QCOMPARE(replies->at(3).toInteger(), 1);
    QVERIFY(client.isConnected());
    QCOMPARE(client.command({"ZCARD", "list"}).error().kind, ErrorKind::WrongType);
}

void TestClient::permissionOfOneCommand()
{
    m_server.run({"ACL", "SETUSER", "few", "on", ">p", "~seen:*", "+@read", "-zcard"});
    Client client(withLogin(m_server.local(), "few", "p"), {.name = "plimsoll:test"});
    const Outcome outcome = client.connect(); // CLIENT SETNAME is not allowed, which takes nothing away
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    QVERIFY(client.command({"LLEN", "seen:a"}));
    const Error command = client.command({"ZCARD", "seen:a"}).error();
    QCOMPARE(command.kind, ErrorKind::Refused);
    QVERIFY2(command.message.contains(u"ZCARD"_s), qPrintable(command.message));
    const Error key = client.command({"LLEN", "unseen"}).error();
    QCOMPARE(key.kind, ErrorKind::Refused);
    QVERIFY2(key.message.contains(u"the key"_s), qPrintable(key.message));
    QVERIFY(client.isConnected());
}

void TestClient::binaryArguments()
{
    QByteArray all(256, Qt::Uninitialized);
    for (int i = 0; i < 256; ++i) {
        all[i] = static_cast<char>(i);
    }
    Client client(m_server.tcp(), {});
    QVERIFY(client.connect());
    QVERIFY(client.command({"SET", all, all}));
    QCOMPARE(client.command({"GET", all})->bytes, all);
    QVERIFY(client.command({"SET", "", ""}));
    QCOMPARE(client.command({"GET", ""})->type, Reply::Type::Bulk);
    QVERIFY(client.command({"GET", "absent"})->isNil());
}

void TestClient::largeValues()
{
    QByteArray large(10'000'000, 'x');
    large.replace(5'000'000, 4, "\0\r\n$", 4);
    Client client(m_server.tcp(), {});
    QVERIFY(client.connect());
    QVERIFY(client.command({"SET", "large", large}));
    Pipeline pipeline;
    pipeline.add({"GET", "large"});
    pipeline.add({"ECHO", "after"});
    const auto replies = client.exchange(pipeline);
    QVERIFY(replies);
    QVERIFY(replies->at(0).bytes == large);
    QCOMPARE(replies->at(1).bytes, QByteArray("after"));
}

void TestClient::manyElements()
{
    m_server.run({"EVAL", "for i = 1, 100000 do redis.call('RPUSH', KEYS[1], i) end", "1", "list"});
    Client client(m_server.local(), {});
    QVERIFY(client.connect());
    const auto reply = client.command({"LRANGE", "list", "0", "99999"});
    QCOMPARE(reply->elements.size(), std::size_t(100'000));
    QCOMPARE(reply->elements.front().toInteger(), 1);
    QCOMPARE(reply->elements.back().toInteger(), 100'000);
}

void TestClient::overTheLimit()
{
    m_server.run({"SET", "large", QByteArray(2'000'000, 'x')});
    Client client(m_server.local(), {.maxReplyBytes = 1'000'000, .maxArrayLength = 10});
    QVERIFY(client.connect());
    QCOMPARE(client.command({"GET", "large"}).error().kind, ErrorKind::Protocol);
    QVERIFY(!client.isConnected());

    m_server.run({"RPUSH", "list", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"});
    QVERIFY(client.connect());
    QCOMPARE(client.command({"LRANGE", "list", "0", "9"})->elements.size(), std::size_t(10));
    QCOMPARE(client.command({"LRANGE", "list", "0", "10"}).error().kind, ErrorKind::Protocol);
    QVERIFY(!client.isConnected());
}

void TestClient::nestedReplies()
{
    Client client(m_server.local(), {});
    QVERIFY(client.connect());
    const auto reply = client.command({"EVAL", "return {{{{{{{7}}}}}}}", "0"});
    const Reply *inner = &*reply;
    int depth = 0;
    for (; inner->type == Reply::Type::Array; inner = &inner->elements.front()) {
        ++depth;
    }
    QCOMPARE(depth, 7);
    QCOMPARE(inner->toInteger(), 7);
    QCOMPARE(client.command({"EVAL", "return {{{{{{{{{9}}}}}}}}}", "0"}).error().kind, ErrorKind::Protocol);
    QVERIFY(!client.isConnected());
}

void TestClient::millionCommands_data()
{
    QTest::addColumn<bool>("tcp");
    QTest::newRow("unix") << false;
    QTest::newRow("tcp") << true;
}

void TestClient::millionCommands()
{
    QFETCH(const bool, tcp);
    // Replies larger than requests: both directions fill up unless one is read while the other is written.
    const QByteArray value(100, 'x');
    m_server.run({"SET", "k", value});
    Pipeline hundred;
    for (int i = 0; i < 100; ++i) {
        hundred.add({"GET", "k"});
    }
    Pipeline pipeline;
    for (int i = 0; i < 10'000; ++i) {
        pipeline.append(hundred);
    }
    Client client(tcp ? m_server.tcp() : m_server.local(), {.exchangeDeadline = 60s});
    QVERIFY(client.connect());
    const auto replies = client.exchange(pipeline);
    QVERIFY2(replies, replies ? "" : qPrintable(replies.error().message));
    QCOMPARE(replies->size(), std::size_t(1'000'000));
    QVERIFY(replies->back().bytes == value);
}

void TestClient::patchedInPlace()
{
    m_server.run({"ZADD", "z", "5", "a", "15", "b"});
    Client client(m_server.local(), {});
    QVERIFY(client.connect());
    Pipeline pipeline;
    pipeline.add({"ZCOUNT", "z", "-inf", "0010"});
    QCOMPARE(client.exchange(pipeline)->front().toInteger(), 1);
    pipeline.mutableBytes().replace("0010", "0020");
    QCOMPARE(client.exchange(pipeline)->front().toInteger(), 2);
}

void TestClient::readOnlyRefuses_data()
{
    QTest::addColumn<QByteArrayList>("arguments");

    QTest::newRow("SET") << QByteArrayList{"SET", "k", "v"};
    QTest::newRow("set") << QByteArrayList{"set", "k", "v"};
    QTest::newRow("UNLINK") << QByteArrayList{"UNLINK", "k"};
    QTest::newRow("FLUSHALL") << QByteArrayList{"FLUSHALL"};
    QTest::newRow("EVAL") << QByteArrayList{"EVAL", "return 1", "0"};
    QTest::newRow("EVALSHA") << QByteArrayList{"EVALSHA", QByteArray(40, 'a'), "0"};
    QTest::newRow("FCALL") << QByteArrayList{"FCALL", "f", "0"};
    QTest::newRow("SORT") << QByteArrayList{"SORT", "k", "STORE", "l"};
    QTest::newRow("XGROUP") << QByteArrayList{"XGROUP", "CREATE", "k", "g", "$"};
    QTest::newRow("CONFIG SET") << QByteArrayList{"CONFIG", "SET", "maxmemory", "1"};
    QTest::newRow("CONFIG RESETSTAT") << QByteArrayList{"CONFIG", "RESETSTAT"};
    QTest::newRow("CLIENT KILL") << QByteArrayList{"CLIENT", "KILL", "ID", "1"};
    QTest::newRow("SCRIPT FLUSH") << QByteArrayList{"SCRIPT", "FLUSH"};
    QTest::newRow("SHUTDOWN") << QByteArrayList{"SHUTDOWN"};
    QTest::newRow("PUBLISH") << QByteArrayList{"PUBLISH", "c", "m"};
    QTest::newRow("SUBSCRIBE") << QByteArrayList{"SUBSCRIBE", "c"};
    QTest::newRow("MONITOR") << QByteArrayList{"MONITOR"};
    QTest::newRow("unknown") << QByteArrayList{"NOSUCHCOMMAND"};
    QTest::newRow("ACL SETUSER") << QByteArrayList{"ACL", "SETUSER", "x"};
}

void TestClient::readOnlyRefuses()
{
    QFETCH(const QByteArrayList, arguments);
    Client client(m_server.local(), {.readOnly = true});
    QVERIFY(client.connect());
    const std::vector<QByteArrayView> views(arguments.begin(), arguments.end());
    Pipeline pipeline;
    pipeline.add(views);
    const auto replies = client.exchange(pipeline);
    QVERIFY(!replies);
    QCOMPARE(replies.error().kind, ErrorKind::Refused);
    QVERIFY2(replies.error().message.contains(QString::fromLatin1(arguments.front().toUpper())),
             qPrintable(replies.error().message));
    QVERIFY(client.isConnected());
    QVERIFY(client.command({"PING"}));
}

void TestClient::readOnlyRefusesTheWhole()
{
    Client client(m_server.local(), {.name = "plimsoll:test", .readOnly = true});
    QVERIFY(client.connect());
    m_server.run({"CONFIG", "RESETSTAT"});
    Pipeline pipeline;
    pipeline.add({"GET", "k"});
    pipeline.add({"SET", "k", "v"});
    pipeline.add({"GET", "k"});
    QCOMPARE(client.exchange(pipeline).error().kind, ErrorKind::Refused);
    // Nothing was sent: neither the write nor the reads around it.
    QCOMPARE(m_server.calls("get"), 0);
    QCOMPARE(m_server.calls("set"), 0);
    QVERIFY(client.command({"GET", "k"})->isNil());
    QCOMPARE(m_server.calls("get"), 1);
}

void TestClient::readOnlyReads()
{
    Client client(m_server.local(), {.name = "plimsoll:test", .readOnly = true});
    QVERIFY(client.connect());
    m_server.run({"ZADD", "z", "1", "a"});
    m_server.run({"XADD", "s", "*", "f", "v"});
    const std::vector<std::vector<QByteArrayView>> commands{{"LLEN", "l"},
                                                            {"SCARD", "s1"},
                                                            {"ZCARD", "z"},
                                                            {"ZCOUNT", "z", "-inf", "+inf"},
                                                            {"ZRANGE", "z", "0", "1"},
                                                            {"PTTL", "z"},
                                                            {"EXISTS", "z"},
                                                            {"TYPE", "z"},
                                                            {"HMGET", "h", "f"},
                                                            {"SSCAN", "s1", "0"},
                                                            {"SCAN", "0"},
                                                            {"XLEN", "s"},
                                                            {"XINFO", "STREAM", "s"},
                                                            {"XPENDING", "s", "g"},
                                                            {"INFO"},
                                                            {"TIME"},
                                                            {"PING"},
                                                            {"SELECT", "0"},
                                                            {"CLIENT", "ID"},
                                                            {"CLIENT", "LIST"},
                                                            {"CONFIG", "GET", "maxmemory"},
                                                            {"SLOWLOG", "GET", "1"},
                                                            {"SLOWLOG", "LEN"},
                                                            {"MEMORY", "USAGE", "z"},
                                                            {"OBJECT", "ENCODING", "z"},
                                                            {"COMMAND", "INFO", "get"},
                                                            {"DBSIZE"},
                                                            {"ROLE"},
                                                            {"EVAL_RO", "return 1", "0"},
                                                            {"CLUSTER", "INFO"},
                                                            {"LATENCY", "LATEST"},
                                                            {"HELLO", "2"}};
    Pipeline pipeline;
    for (const auto &command : commands) {
        pipeline.add(command);
    }
    const auto replies = client.exchange(pipeline);
    QVERIFY2(replies, replies ? "" : qPrintable(replies.error().message));
    QVERIFY(client.allows("ZCARD") && client.allows("CONFIG|GET"));
    QVERIFY(!client.allows("ZADD") && !client.allows("NOSUCHCOMMAND"));
}

void TestClient::readOnlyScript()
{
    const QByteArray sha = m_server.run({"SCRIPT", "LOAD", "return ARGV[1]"}).bytes;
    const QByteArray other = m_server.run({"SCRIPT", "LOAD", "return 2"}).bytes;
    Client client(m_server.local(), {.readOnly = true, .readOnlyScripts = {sha}});
    QVERIFY(client.connect());
    QCOMPARE(client.command({"EVALSHA", sha.toUpper(), "0", "same"})->bytes, QByteArray("same"));
    QCOMPARE(client.command({"EVALSHA", other, "0"}).error().kind, ErrorKind::Refused);
}

void TestClient::watcherMayConnect()
{
    // The rights that the documentation names for a user who only watches.
    m_server.run(
        {"ACL", "SETUSER", "watcher", "on", ">w", "~*", "+@read", "+@connection", "+info", "+time", "+type", "+scan"});
    Client client(withLogin(m_server.local(), "watcher", "w"), {.name = "plimsoll:poll", .readOnly = true});
    const Outcome outcome = client.connect();
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().message));
    QVERIFY(client.command({"INFO"}));
    QVERIFY(client.command({"TIME"}));
}

void TestClient::withoutRightToCommand()
{
    m_server.run({"ACL", "SETUSER", "blind", "on", ">b", "~*", "+@read"});
    Client client(withLogin(m_server.local(), "blind", "b"), {.readOnly = true});
    const Outcome outcome = client.connect();
    QCOMPARE(outcome.error().kind, ErrorKind::Refused);
    QVERIFY2(outcome.error().message.contains(u"COMMAND"_s), qPrintable(outcome.error().message));
    QVERIFY(!client.isConnected());
}

QTEST_GUILESS_MAIN(TestClient)
#include "tst_client.moc"
