// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"

#include <QDateTime>
#include <QFileInfo>

#include <csignal>

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// `plimsoll discover` as a process: what it prints and saves, and its exit codes.
class TestCliDiscover : public CliTest {
    Q_OBJECT

    Run discover(const QStringList &more = {})
    {
        return run(QStringList{u"discover"_s, u"-u"_s, m_server.url()} + more);
    }
    void fill(std::initializer_list<QByteArrayView> command)
    {
        const plimsoll::redis::Reply reply = m_server.run(command);
        QVERIFY2(!reply.isError(), reply.bytes.constData());
    }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void init() { m_server.flush(); }
    void printsJson();
    void printsATable();
    void savesEveryKind();
    void proposesPresets();
    void replacesNothingUnasked();
    void takesAWorkspace();
    void keepsThePasswordToItself();
    void endsWhenItIsAsked();
    void saysWhatItMayNotRead();
    void refuses_data();
    void refuses();
};

void TestCliDiscover::printsJson()
{
    for (const char *id : {"a", "b", "c"}) {
        fill({"LPUSH", "queue:email", id});
    }
    fill({"LPUSH", "queue:email:failed", "d"});
    fill({"SET", "session:550e8400-e29b-41d4-a716-446655440000", "x"});
    fill({"SET", "session:550e8400-e29b-41d4-a716-446655440001", "x"});
    fill({"SET", QByteArray("\xff", 1), "x"});
    const Run json = discover({u"--format"_s, u"json"_s, u"--share"_s, u"100"_s});
    QCOMPARE(json.code, 0);
    const Run named = run({u"discover"_s, m_server.url(), u"--format"_s, u"json"_s}); // as doctor takes it
    QVERIFY2(named.code == 0, named.err.constData());
    QCOMPARE(named.json()[u"found"_s], json.json()[u"found"_s]);
    QCOMPARE(json.err, QByteArray());
    const QJsonObject document = json.json();
    QCOMPARE(document.keys(),
             (QStringList{u"complete"_s, u"cost"_s, u"found"_s, u"keys"_s, u"seconds"_s, u"unrecognised"_s}));
    QCOMPARE(document[u"keys"_s].toInt(), 5);
    QCOMPARE(document[u"complete"_s].toBool(), true);
    QVERIFY(document[u"seconds"_s].isDouble());
    const QJsonObject cost = document[u"cost"_s].toObject();
    QCOMPARE(cost.keys(), (QStringList{u"commands"_s, u"longestMs"_s, u"serverSeconds"_s}));
    QVERIFY(cost[u"commands"_s].toInt() > 5 && cost[u"longestMs"_s].isDouble());
    const QJsonArray found = document[u"found"_s].toArray();
    QCOMPARE(found.size(), 1);
    const QJsonObject queue = found[0].toObject();
    QCOMPARE(queue[u"name"_s].toString(), u"email"_s);
    QCOMPARE(queue[u"kind"_s].toString(), u"queue"_s);
    QCOMPARE(queue[u"keys"_s].toObject(),
             (QJsonObject{{u"ready"_s, u"queue:email"_s}, {u"dead"_s, u"queue:email:failed"_s}}));
    QCOMPARE(queue[u"count"_s].toInt(), 2);
    QCOMPARE(queue[u"elements"_s].toInt(), 4);
    QVERIFY(queue[u"confidence"_s].toDouble() > 0.6 && queue[u"confidence"_s].toDouble() <= 1);
    QVERIFY(!queue[u"reason"_s].toString().isEmpty());
    const QJsonArray others = document[u"unrecognised"_s].toArray();
    QCOMPARE(others.size(), 2);
    QCOMPARE(others[0].toObject(),
             (QJsonObject{{u"template"_s, u"session:{uuid}"_s}, {u"type"_s, u"string"_s}, {u"count"_s, 2}}));
    QCOMPARE(others[1].toObject()[u"template"_s].toObject(), (QJsonObject{{u"base64"_s, u"/w=="_s}}));
}

void TestCliDiscover::printsATable()
{
    const Run empty = discover();
    QCOMPARE(empty.code, 0);
    QVERIFY2(empty.out.contains("No collection") && empty.out.contains("0 keys"), empty.out.constData());
    fill({"LPUSH", "queue:email", "a"});
    for (int i = 0; i < 40; ++i) {
        fill(
            {"SET", QByteArray("config.") + static_cast<char>('a' + i % 26) + "-option-" + QByteArray::number(i), "x"});
    }
    const Run table = discover();
    QCOMPARE(table.code, 0);
    QCOMPARE(table.err, QByteArray()); // no progress outside of a terminal
    for (const char *text : {"COLLECTION", "ready queue:email", "email: A list", "NOT RECOGNISED", "41 keys in "}) {
        QVERIFY2(table.out.contains(text), table.out.constData());
    }
    for (const QByteArray &line : table.out.split('\n')) {
        QVERIFY(!line.endsWith(' '));
    }
}

/// A workspace of all kinds, which snapshot takes as it is, without a problem of its own.
void TestCliDiscover::savesEveryKind()
{
    const QByteArray now = QByteArray::number(m_server.run({"TIME"}).elements[0].bytes.toLongLong() * 1'000);
    const QByteArray later = QByteArray::number(now.toLongLong() + 3'600'000);
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(now.toLongLong(), Qt::UTC);
    const QByteArray hour = time.toString(u"yyyyMMddHH"_s).toLatin1();
    fill({"LPUSH", "{mail}:queue", "{\"id\":1,\"attempts\":0}"});
    fill({"LPUSH", "{mail}:queue:processing", "{\"id\":2,\"attempts\":0}"});
    fill({"ZADD", "schedule:reminders", later, "a"});
    fill({"ZADD", "pq:print", "1", "a", "2", "b"});
    fill({"ZADD", "leaderboard:weekly", "1200.5", "a"});
    fill({"ZADD", "users:last-seen", now, "a"});
    fill({"ZADD", "ratelimit:10.0.0.1", now, "a"});
    fill({"SET", "lock:order:7", "t", "PX", "900000"});
    fill({"SET", "lock:order:8", "t", "PX", "900000"});
    for (int i = 0; i < 5; ++i) {
        fill({"SET", "cache:page:" + QByteArray::number(i), "t", "PX", "900000"});
    }
    fill({"SADD", "seen:" + hour + ":0", "a"});
    fill({"SADD", "role:editor:users", "a"});
    fill({"LPUSH", "recent:orders", "a"});
    fill({"ZADD", "carts:expiring", later, "a"});
    fill({"ZADD", "audit:log", now, "a"});
    fill({"XADD", "orders:stream", "*", "a", "b"});
    for (int i = 0; i < 60; ++i) {
        const QByteArray tenant = QByteArray("t") + static_cast<char>('a' + i / 10) + static_cast<char>('k' + i % 10);
        fill({"RPUSH", "tenant:" + tenant + ":jobs", "a"});
    }
    fill({"LPUSH", QByteArray("queue:\xff", 7), "a"});
    const QString file = m_folder.filePath(u"found.json"_s);
    const Run saved = discover({u"--save"_s, file, u"--format"_s, u"json"_s});
    QVERIFY2(saved.code == 0, saved.err.constData());
    QVERIFY2(saved.err.contains("saved"), saved.err.constData());
    QSet<QString> kinds;
    for (const QJsonValue &one : saved.json()[u"found"_s].toArray()) {
        kinds.insert(one[u"kind"_s].toString());
    }
    QCOMPARE(kinds.size(), 14); // every kind there is
    const Run snapshot = this->snapshot(file, {u"--format"_s, u"json"_s});
    QVERIFY2(snapshot.code == 0, snapshot.err.constData());
    const QJsonArray collections = snapshot.json()[u"collections"_s].toArray();
    QCOMPARE(collections.size(), saved.json()[u"found"_s].toArray().size());
    for (const QJsonValue &one : collections) {
        QVERIFY2(one[u"state"_s].toString() != u"error"_s, qPrintable(one[u"name"_s].toString()));
    }
    QCOMPARE(collectionOf(snapshot.json(), u"mail"_s)[u"figures"_s][u"ready"_s].toInt(), 1);
    const QJsonObject connection = QJsonDocument::fromJson(contentOf(file)).object()[u"connection"_s].toObject();
    QCOMPARE(connection, (QJsonObject{{u"url"_s, m_server.url()}, {u"readOnly"_s, true}}));
}

/// A framework's queue is named by its preset, and snapshot counts it.
void TestCliDiscover::proposesPresets()
{
    fill({"HSET", "bull:mail:meta", "version", "bullmq:5.0"});
    fill({"LPUSH", "bull:mail:wait", "1", "2"});
    fill({"SADD", "queues", "default"});
    fill({"LPUSH", "queue:default", "{\"class\":\"X\",\"jid\":\"a\",\"queue\":\"default\",\"retry\":true}"});
    fill({"ZADD", "retry", "1", "{\"class\":\"X\",\"jid\":\"b\",\"queue\":\"default\",\"retry\":true}"});
    const QString file = m_folder.filePath(u"presets.json"_s);
    const Run run = discover({u"--format"_s, u"json"_s, u"--save"_s, file});
    QCOMPARE(run.code, 0);
    QCOMPARE(run.json()[u"unrecognised"_s].toArray(), QJsonArray());
    QStringList lines;
    for (const auto &one : run.json()[u"found"_s].toArray()) {
        QVERIFY(!one[u"kind"_s].isString() && !one[u"keys"_s].isObject());
        lines += u"%1: %2 %3%4 at %5"_s.arg(one[u"name"_s].toString(), one[u"preset"_s].toString(),
                                            one[u"queue"_s].toString(), one[u"part"_s].toString(),
                                            one[u"prefix"_s].toString(u"none"_s));
    }
    lines.sort();
    QCOMPARE(lines,
             (QStringList{u"bullmq mail: bullmq mail at bull"_s, u"sidekiq default: sidekiq default at "_s,
                          u"sidekiq retry: sidekiq retry at "_s}));
    const Run snapshot = this->run({u"snapshot"_s, u"-w"_s, file, u"--format"_s, u"json"_s});
    QVERIFY2(snapshot.code == 0, snapshot.err.constData());
    double ready = 0;
    for (const auto &one : snapshot.json()[u"collections"_s].toArray()) {
        ready += one[u"figures"_s][u"ready"_s].toDouble();
    }
    QCOMPARE(ready, 3.0);
}

void TestCliDiscover::replacesNothingUnasked()
{
    fill({"LPUSH", "queue:email", "a"});
    const QString file = m_folder.filePath(u"mine.json"_s);
    QFile mine(file);
    QVERIFY(mine.open(QIODevice::WriteOnly));
    mine.write("mine");
    mine.close();
    const Run refused = discover({u"--save"_s, file});
    QCOMPARE(refused.code, 4);
    QCOMPARE(refused.out, QByteArray());
    QVERIFY2(refused.err.contains("--yes"), refused.err.constData());
    QCOMPARE(contentOf(file), QByteArray("mine"));
    const Run replaced = discover({u"--save"_s, file, u"--yes"_s});
    QVERIFY2(replaced.code == 0, replaced.err.constData());
    QVERIFY(contentOf(file).contains("queue:email"));
    QCOMPARE(contentOf(file + u'~'), QByteArray("mine"));
    const Run nowhere = discover({u"--save"_s, m_folder.filePath(u"no/folder/a.json"_s)});
    QCOMPARE(nowhere.code, 1);
    QVERIFY(nowhere.out.contains("queue:email")); // the result is not lost
}

void TestCliDiscover::takesAWorkspace()
{
    fill({"LPUSH", "queue:email", "a"});
    const QString given =
        write("given.json",
              {{u"plimsoll"_s, 1},
               {u"name"_s, u"shop"_s},
               {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}, {u"colour"_s, u"#c0392b"_s}}},
               {u"collections"_s, QJsonArray()}});
    const QString file = m_folder.filePath(u"taken.json"_s);
    const Run saved = run({u"discover"_s, u"-w"_s, given, u"--save"_s, file});
    QVERIFY2(saved.code == 0, saved.err.constData());
    const QJsonObject workspace = QJsonDocument::fromJson(contentOf(file)).object();
    QCOMPARE(workspace[u"name"_s].toString(), u"shop"_s);
    QCOMPARE(workspace[u"connection"_s].toObject(),
             (QJsonObject{{u"url"_s, m_server.url()}, {u"colour"_s, u"#c0392b"_s}, {u"readOnly"_s, false}}));
    QCOMPARE(workspace[u"collections"_s].toArray().size(), 1);
    QCOMPARE(run({u"discover"_s, u"-w"_s, m_server.url()}).code, 0); // a URL in its place
}

void TestCliDiscover::keepsThePasswordToItself()
{
    fill({"LPUSH", "queue:email", "a"});
    fill(
        {"ACL", "SETUSER", "ann", "on", ">s3cr3t", "~*", "+@read", "+@connection", "+info", "+time", "+type", "+scan"});
    plimsoll::redis::Endpoint endpoint = m_server.tcp();
    const QString url = u"redis://ann:s3cr3t@127.0.0.1:%1"_s.arg(endpoint.port);
    const QString file = m_folder.filePath(u"secret.json"_s);
    const Run saved = run({u"discover"_s, u"-u"_s, url, u"--save"_s, file, u"-v"_s});
    QVERIFY2(saved.code == 0, saved.err.constData());
    QVERIFY(!saved.out.contains("s3cr3t") && !saved.err.contains("s3cr3t"));
    QVERIFY2(contentOf(file).contains("ann@127.0.0.1") && !contentOf(file).contains("s3cr3t"),
             contentOf(file).constData());
    QCOMPARE(run({u"snapshot"_s, u"-w"_s, file}, {u"PLIMSOLL_PASSWORD=s3cr3t"_s}).code, 0);
    QCOMPARE(
        run({u"discover"_s, u"-u"_s, u"redis://ann@127.0.0.1:%1"_s.arg(endpoint.port)}, {u"PLIMSOLL_PASSWORD=no"_s})
            .code,
        3);
}

/// Ctrl+C prints the proposals so far, marked as incomplete.
void TestCliDiscover::endsWhenItIsAsked()
{
    fill({"EVAL", "for i = 1, 200000 do redis.call('SET', 'key:' .. i, 'x') end redis.call('LPUSH', 'queue:a', 1)",
          "0"});
    const QString file = m_folder.filePath(u"half.json"_s);
    for (const int signal : {SIGINT, SIGTERM}) {
        fill({"CONFIG", "RESETSTAT"});
        QProcess process;
        process.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
        process.start(QStringLiteral(PLIMSOLL_BINARY),
                      {u"discover"_s, u"-u"_s, m_server.url(), u"--share"_s, u"1"_s, u"--format"_s, u"json"_s,
                       u"--save"_s, file});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_server.calls("SCAN") > 3, 60'000);
        QCOMPARE(::kill(pid_t(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QJsonObject document = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
        QCOMPARE(document[u"complete"_s].toBool(true), false);
        QVERIFY(document[u"keys"_s].toInt() > 0 && document[u"keys"_s].toInt() < 200'001);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.count('\n') == 1 && said.contains("nothing was saved"), said.constData());
        QVERIFY(!QFileInfo::exists(file));
    }
}

void TestCliDiscover::saysWhatItMayNotRead()
{
    fill({"LPUSH", "queue:email", "a"});
    fill({"SET", "secret:1", "a"});
    fill({"ACL", "SETUSER", "half", "on", ">secret", "~queue:*", "+@read", "+@connection", "+info", "+time", "+type",
          "+scan"});
    fill({"ACL", "SETUSER", "blind", "on", ">secret", "~*", "+@read", "+@connection", "+time", "-scan"});
    const auto as = [this](const QString &user) {
        return run({u"discover"_s, u"-u"_s,
                    u"redis://%1:secret@127.0.0.1:%2"_s.arg(user, QString::number(m_server.tcp().port)), u"--format"_s,
                    u"json"_s});
    };
    const Run half = as(u"half"_s);
    QCOMPARE(half.code, 0);
    QVERIFY2(half.err.count('\n') == 1 && half.err.contains("NOPERM"), half.err.constData());
    QCOMPARE(half.json()[u"problems"_s].toArray().size(), 1);
    QVERIFY(half.json()[u"unrecognised"_s][0][u"type"_s].isNull());
    const Run blind = as(u"blind"_s);
    QCOMPARE(blind.code, 4);
    QCOMPARE(blind.out, QByteArray());
}

void TestCliDiscover::refuses_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *words, int code, const char *says) {
        QTest::newRow(words) << QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts) << code << QByteArray(says);
    };
    row("", 2, "-u URL");
    row("-u redis://127.0.0.1:1 --share 0", 2, "--share");
    row("-u redis://127.0.0.1:1 --share 101", 2, "--share");
    row("-u redis://127.0.0.1:1 --max-keys 0", 2, "--max-keys");
    row("-u redis://127.0.0.1:1 --format csv", 2, "csv");
    row("-u redis://127.0.0.1:1 --yes", 2, "--save");
    row("-u redis://127.0.0.1:1 --dry-run", 2, "--dry-run");
    row("-u nonsense", 2, "--url");
    row("-w nowhere.json", 2, "nowhere.json");
    row("-u redis://127.0.0.1:1", 3, "127.0.0.1:1");
}

void TestCliDiscover::refuses()
{
    QFETCH(const QStringList, words);
    QFETCH(const int, code);
    QFETCH(const QByteArray, says);
    const Run refused = run(QStringList{u"discover"_s} + words);
    QCOMPARE(refused.code, code);
    QCOMPARE(refused.out, QByteArray());
    QVERIFY2(refused.errorLines().size() == 1 && refused.err.contains(says), refused.err.constData());
}

QTEST_GUILESS_MAIN(TestCliDiscover)

#include "tst_cli_discover.moc"
