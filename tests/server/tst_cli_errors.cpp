// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/collections/kinds.h"
#include "tests/server/clitest.h"
#include "tests/support/cputime.h"
#include "tests/support/slowness.h"

#include <QDirIterator>
#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QUrl>

#include <algorithm>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

const QString secret = QStringLiteral("s3cr3t-pass%20word");

} // namespace

class TestCliErrors final : public CliTest {
    Q_OBJECT

private slots:
    void namesAreOneLine();
    void watchesAServerWithoutCOMMAND();
    void namesACommandThatIsNotThere();
    void init();
    void mistakes_data();
    void mistakes();
    void everyMistakeOfAWorkspaceIsALine();
    void unreachable();
    void passwords();
    void aPasswordThatNobodyWants();
    void passwordsInTheWrongPlace_data();
    void passwordsInTheWrongPlace();
    void passwordsInMistypedUrls();
    void urlWhereAFileIsExpected();
    void saysHowManyKeys();
    void passwordIsNotInTheProcessList();
    void readOnlyUser();
    void closedOutput();
    void logIsQuietUnlessAsked();
    void displayThatCannotBeOpened();
    void becomesTheWindow();
    void helpAndVersion();
    void startsFast();
    void asksAgainAfterARestart();
    void takesNoPaceItCannotKeep();
    void takesNoOptionItDoesNotUse_data();
    void takesNoOptionItDoesNotUse();
    void takesWhatFollowsTwoDashes();
};

void TestCliErrors::init()
{
    m_server.flush();
}

void TestCliErrors::mistakes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(says);
    };
    row("snapshot", "-w FILE is required");
    row("snapshot -u redis://127.0.0.1:1", "-w FILE is required");
    row("jobs", "COLLECTION");
    row("jobs q", "-w FILE is required");
    row("jobs nope -w FILE", "no collection");
    row("jobs q -w FILE --state gone", "--state");
    row("jobs q -w FILE --state dead", "dead");
    row("jobs q -w FILE --limit 0", "--limit: 0 is not a whole number between 1 and 1000000000");
    row("jobs q -w FILE --limit 1 --limit 2", "--limit: given more than once");
    row("jobs q -w FILE --offset -1", "--offset");
    row("jobs q -w FILE --format openmetrics", "openmetrics");
    row("snapshot -w FILE --format xml", "--format: xml is not one of table, json, openmetrics");
    row("requeue q -w FILE --format xml", "--format: xml is not one of table, json");
    row("snapshot --workspace", "--workspace: its value is missing: FILE");
    row("snapshot -w FILE --fail-on", "--fail-on: its value is missing: warning|critical");
    row("snapshot -w FILE --every -1", "--every");
    row("snapshot -w FILE --every --count 1", "--every: its value is missing: SECONDS");
    row("snapshot -w --count=1", "-w: its value is missing: FILE");
    row("jobs email -w FILE --limit -w FILE", "--limit: its value is missing: N");
    row("snapshot -w FILE --every soon", "--every");
    row("snapshot -w FILE --every nan", "--every: nan is not a number");
    row("snapshot -w FILE --count 0x2", "--count: 0x2 is not a number");
    row("jobs q -w FILE --offset 99999999999999999999", "is too large");
    row("trim q -w FILE --keep 1e2 --yes", "--keep");
    row("snapshot -w FILE --count 0", "--count");
    row("snapshot -w FILE --fail-on ok", "--fail-on: ok is not one of warning, critical");
    row("snapshot -w FILE --bogus", "--bogus");
    row("snapshot -w FILE extra", "extra");
    row("snapshot -w /nowhere/at/all.json", "/nowhere/at/all.json");
    row("snapshot -w FILE -u http://127.0.0.1", "--url");
    row("/nowhere/at/all.json", "/nowhere/at/all.json");
    row("http://127.0.0.1", "redis://");
    row("-u nonsense", "redis://");
    row("requeue q", "-w FILE");
    row("snapsht", "snapshot");
    row("discovery", "discovery");
    row("discover", "-u URL");
    row("trim", "COLLECTION");
    row("-w FILE snapshot -w FILE", "--workspace");
    row("snapshot -w FILE -- extra", "extra");
    row("jobs q -w FILE --url=", "--url=");
    row("jobs q -w FILE --data-dir= --verbose", "--data-dir=");
    row("operations --limit 1 --recover", "--limit");
    row("FILE -w other.json", "-w other.json: another one to open is already given");
    row("redis://127.0.0.1:1 -w FILE", "another one to open is already given: redis://127.0.0.1:1");
    row("redis://127.0.0.1:1 -u redis://127.0.0.1:2", "-u redis://127.0.0.1:2: another server is already given");
    row("requeue q -w FILE --older-than 0s", "--older-than: 0s is zero; it must be more");
    row("trim q -w FILE --older-than 0ms", "--older-than: 0ms is zero; it must be more");
    row("doctor", "nothing to test is given: name the URL of a server, or -w FILE");
    row("doctor orders.json", "orders.json: is not a URL such as redis://127.0.0.1:6379; -w takes a workspace");
    row("doctor http://127.0.0.1", "redis://");
    row("doctor redis://127.0.0.1:1 -w FILE", "redis://127.0.0.1:1: another one to test is already given");
    row("doctor redis://127.0.0.1:1 -u redis://127.0.0.1:2", "another one to test is already given");
    row("doctor redis://127.0.0.1:1 redis://127.0.0.1:2", "not expected here");
    row("doctor -w /nowhere/at/all.json", "/nowhere/at/all.json");
    row("doctor -w FILE -u http://127.0.0.1", "--url");
    row("doctor -w FILE --format openmetrics", "openmetrics");
    row("doctor -w FILE --format csv", "--format csv is only for history");
    row("discover orders.json", "orders.json: is not a URL such as redis://127.0.0.1:6379; -w takes a workspace");
    row("discover redis://127.0.0.1:1 -u redis://127.0.0.1:2", "another one to look at is already given");
    row("record", "-w FILE is required");
    row("record -w /nowhere/at/all.json", "/nowhere/at/all.json");
    row("record -w FILE -w FILE", "given twice");
    row("record -w FILE -w /other.json -u redis://127.0.0.1:1", "-u takes one workspace");
    row("record -w FILE --every soon", "--every");
    row("record -w FILE --format json", "--format");
    row("history", "COLLECTION");
    row("history q", "-w FILE is required");
    row("history nope -w FILE", "no collection");
    row("history q -w FILE --figure redy", "did you mean 'ready'");
    row("history q -w FILE --from yesterday", "--from: yesterday is neither a time");
    row("history q -w FILE --from 1h --to 2h", "--from is after --to");
    row("history q -w FILE --step 0s", "--step: 0s is zero");
    row("history q -w FILE --step ten", "--step: ten is not a duration");
    row("history q -w FILE --format openmetrics", "openmetrics");
    row("snapshot -w FILE --format csv", "--format csv is only for history");
    // A word is empty where a script's variable is: that is not the same as nothing.
    const auto empty = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line).replace(QStringLiteral("''"), QString())
                            << QString::fromLatin1(says);
    };
    empty("jobs q -w FILE -u ''", "--url: nothing was given");
    empty("-u '' jobs q -w FILE", "--url: nothing was given");
    empty("jobs q -w ''", "--workspace: nothing was given");
    empty("operations -w ''", "--workspace: nothing was given");
    empty("doctor ''", "URL: nothing was given");
    empty("operations --data-dir ''", "--data-dir: nothing was given");
    empty("operations --give-up ''", "--give-up: nothing was given");
    empty("requeue q -w FILE --older-than ''", "--older-than: nothing was given");
    empty("requeue q -w FILE --id ''", "--id: nothing was given");
    empty("dead q -w FILE --requeue --id a --id ''", "--id: nothing was given");
    empty("screenshot ''", "DIRECTORY: nothing was given");
    empty("''", "nothing was given");
}

void TestCliErrors::mistakes()
{
    QFETCH(QString, line);
    QFETCH(const QString, says);
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const Run result = run(line.replace(QStringLiteral("FILE"), file).split(u' '));
    QVERIFY2(result.code == 2, result.err.constData());
    QVERIFY(result.out.isEmpty());
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains(says.toUtf8()), result.err.constData());
}

void TestCliErrors::everyMistakeOfAWorkspaceIsALine()
{
    QJsonArray collections;
    for (int i = 0; i < 100; ++i) {
        collections.append(
            QJsonObject{{QStringLiteral("name"), QStringLiteral("q%1").arg(i)},
                        {QStringLiteral("kind"), QStringLiteral("queue")},
                        {QStringLiteral("keys"), QJsonObject{{QStringLiteral("ready"), QStringLiteral("q")}}},
                        {QStringLiteral("optoins"), QJsonObject()}});
    }
    const QString file = workspace(collections);
    const Run result = snapshot(file);
    QCOMPARE(result.code, 2);
    const QList<QByteArray> lines = result.errorLines();
    QCOMPARE(lines.size(), 100);
    QVERIFY2(lines.at(7).startsWith(file.toUtf8() + ": /collections/7/optoins: "), lines.at(7).constData());
    QVERIFY2(lines.at(7).contains("options"), "names the nearest");
}

void TestCliErrors::unreachable()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const Run result = snapshot(file, {QStringLiteral("-u"), QStringLiteral("redis://127.0.0.1:1")});
    QCOMPARE(result.code, 3);
    QVERIFY(result.out.isEmpty());
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("127.0.0.1:1"), result.err.constData());
    QCOMPARE(run({QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file, QStringLiteral("-u"),
                  QStringLiteral("unix:///nowhere.sock")})
                 .code,
             3);
}

void TestCliErrors::passwords()
{
    m_server.run({"ACL", "SETUSER", "ops", "reset", "on", ">s3cr3t-pass word", "~*", "+@all"});
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const QString path = m_server.local().path;
    const auto tryWith = [&](const QString &userInfo, const QStringList &environment) {
        const Run result = run({QStringLiteral("snapshot"), QStringLiteral("-v"), QStringLiteral("-w"), file,
                                QStringLiteral("-u"), QStringLiteral("unix://%1@%2").arg(userInfo, path)},
                               environment);
        const QByteArray all = result.out + result.err;
        return all.contains("s3cr3t") || all.contains("wrong-one") ? -100 : result.code;
    };
    QCOMPARE(tryWith(QStringLiteral("ops:") + secret, {}), 0);
    QCOMPARE(tryWith(QStringLiteral("ops"), {QStringLiteral("PLIMSOLL_PASSWORD=s3cr3t-pass word")}), 0);
    QCOMPARE(tryWith(QStringLiteral("ops"), {QStringLiteral("REDISCLI_AUTH=s3cr3t-pass word")}), 0);
    QCOMPARE(tryWith(QStringLiteral("ops"),
                     {QStringLiteral("REDISCLI_AUTH=wrong-one"), QStringLiteral("PLIMSOLL_PASSWORD=s3cr3t-pass word")}),
             0);
    QCOMPARE(tryWith(QStringLiteral("ops:") + secret, {QStringLiteral("PLIMSOLL_PASSWORD=wrong-one")}), 0);
    QCOMPARE(tryWith(QStringLiteral("ops:wrong-one"), {}), 3);
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(tryWith(QStringLiteral("ops"), {}), 3);
    QVERIFY2(timer.elapsed() < 5'000, "a keychain that is not there is not waited for");
    m_server.run({"ACL", "DELUSER", "ops"});
}

/// An unneeded password in a variable is a warning, as it may be for other servers; in the URL it is an error.
void TestCliErrors::aPasswordThatNobodyWants()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    for (const QString &variable :
         {QStringLiteral("PLIMSOLL_PASSWORD=s3cr3t"), QStringLiteral("REDISCLI_AUTH=s3cr3t")}) {
        for (const char *command : {"snapshot", "jobs q", "discover", "doctor", "record --count 1"}) {
            QStringList words = QString::fromLatin1(command).split(u' ') + QStringList{QStringLiteral("-w"), file};
            if (words.front() == QLatin1String("record")) {
                words += {QStringLiteral("--data-dir"), m_folder.filePath(QStringLiteral("data"))};
            }
            const Run result = run(words, {variable});
            QVERIFY2(result.code == 0, (QByteArray(command) + ": " + result.err).constData());
            QVERIFY2(result.errorLines().size() == 1 && result.err.contains("has no password set"),
                     result.err.constData());
            QVERIFY(!result.out.contains("s3cr3t") && !result.err.contains("s3cr3t"));
        }
    }
    const QString url = QStringLiteral("unix://:s3cr3t@") + m_server.local().path;
    const Run given = snapshot(file, {QStringLiteral("-u"), url});
    QCOMPARE(given.code, 3);
    QVERIFY2(given.err.contains("leave the password out"), given.err.constData());
    m_server.run({"ACL", "SETUSER", "default", "resetpass", ">other"});
    const Run wrong =
        run({QStringLiteral("snapshot"), QStringLiteral("-w"), file}, {QStringLiteral("REDISCLI_AUTH=s3cr3t")});
    m_server.run({"ACL", "SETUSER", "default", "nopass"});
    QCOMPARE(wrong.code, 3);
}

void TestCliErrors::passwordsInTheWrongPlace_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, const char *says = "not expected here") {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(says);
    };
    const char *const isFile = "a workspace file is expected";
    row("snapshot -w URL", isFile);
    row("-w URL snapshot", isFile);
    row("jobs q -w URL", isFile);
    row("history q -w URL", isFile);
    row("dead q -w URL", isFile);
    row("record -w URL", isFile);
    row("report -w URL --from 1h --output out.html", isFile);
    row("undo URL");
    row("undo x -w URL", "");
    row("undo x -w URL -u redis://127.0.0.1:1", isFile);
    row("trust URL");
    row("lab URL");
    row("screenshot URL");
    row("jobs URL -w FILE");
    row("history q -w FILE --figure URL");
    row("requeue q -w FILE --id URL");
    row("report -w FILE --from 1h --output URL");
    row("report -w FILE --from URL --output out.html");
    row("record -w FILE --listen URL");
    row("record -w FILE --record URL");
    row("snapshot -w FILE --data-dir URL", "");
    row("snapshot --replay URL");
    row("operations --give-up URL");
    row("operations --data-dir URL");
    row("--replay URL");
    row("--record URL");
    row("--replay=URL");
    row("--alert URL");
    row("--data-dir URL");
    row("snapshot -w FILE --every URL", "");
    row("screenshot out --size URL");
    row("snapshot -w FILE URL");
    row("snapshot -w FILE -- URL");
    row("doctor -w FILE URL", "another one to test is already given");
    row("doctor URL URL");
    row("doctor URL", "nothing listens there");
    row("discover -w FILE URL", "another one to look at is already given");
    row("discover URL", "nothing listens there");
}

/// A password in the wrong place is not printed, stored in a list of files, or used in a folder name.
void TestCliErrors::passwordsInTheWrongPlace()
{
    QFETCH(const QString, line);
    QFETCH(const QString, says);
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const QString home = m_folder.filePath(u"home"_s);
    for (const QString &url : {u"redis://:s3cret@127.0.0.1:1"_s, u"rediss://mara:s3cret@127.0.0.1:1/2"_s,
                               u"unix://:s3cret@/nowhere/redis.sock"_s}) {
        QString words = line;
        words.replace(u"URL"_s, url).replace(u"FILE"_s, file);
        const Run run = CliTest::run(words.split(u' '), {u"HOME="_s + home, u"QT_QPA_PLATFORM=offscreen"_s});
        const QByteArray all = run.out + run.err;
        QVERIFY2(run.code > 0, all.constData());
        QVERIFY2(!all.contains("s3cret"), all.constData());
        QVERIFY2(all.contains(says.toUtf8()) || all.contains("no such socket"), all.constData());
        QVERIFY(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden).filter(u"s3cret"_s).isEmpty());
    }
}

void TestCliErrors::passwordsInMistypedUrls()
{
    for (const QString &url : {u"redis:/:s3cret@127.0.0.1:1"_s, u":s3cret@127.0.0.1:1"_s}) {
        for (const QString &line :
             {u"URL"_s, u"discover URL"_s, u"doctor URL"_s, u"discover -u URL"_s, u"snapshot -w URL"_s, u"undo URL"_s,
              u"trust URL"_s, u"requeue URL -w URL"_s, u"snapshot --data-dir URL -w URL"_s}) {
            QString words = line;
            const Run run = CliTest::run(words.replace(u"URL"_s, url).split(u' '), {u"QT_QPA_PLATFORM=offscreen"_s});
            const QByteArray all = run.out + run.err;
            QVERIFY2(run.code > 0 && !all.contains("s3cret"), all.constData());
        }
    }
}

/// Commands that need no collections accept a server instead of a workspace.
void TestCliErrors::urlWhereAFileIsExpected()
{
    const QString data = m_folder.filePath(u"data"_s);
    const Run run = CliTest::run({u"operations"_s, u"--recover"_s, u"-w"_s, m_server.url(), u"--data-dir"_s, data});
    QVERIFY2(run.code == 0, run.err.constData());
}

/// A large number of keys is reported before they are read.
void TestCliErrors::saysHowManyKeys()
{
    const auto collections = [](int count) {
        QJsonArray all;
        for (int i = 0; i < count; ++i) {
            all.append(QJsonObject{{u"name"_s, u"l%1"_s.arg(i)},
                                   {u"kind"_s, u"queue"_s},
                                   {u"keys"_s, QJsonObject{{u"ready"_s, u"l%1:{0..3999}"_s.arg(i)}}}});
        }
        return all;
    };
    const Run many = snapshot(workspace(collections(13)));
    QVERIFY2(many.code == 0 && many.err.contains("name 52,000 keys, which cost about 38 MiB"), many.err.constData());
    const Run tooMany = snapshot(workspace(collections(60)));
    QVERIFY2(tooMany.code == 2 && tooMany.err.contains("at most 200,000 are read"), tooMany.err.constData());
}

void TestCliErrors::passwordIsNotInTheProcessList()
{
    m_server.run({"ACL", "SETUSER", "ops", "reset", "on", ">s3cr3t-pass word", "~*", "+@all"});
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    QProcess process;
    process.setEnvironment({QStringLiteral("PLIMSOLL_PASSWORD=s3cr3t-from-environment")});
    process.start(QStringLiteral(PLIMSOLL_BINARY),
                  {QStringLiteral("snapshot"), QStringLiteral("--every"), QStringLiteral("60"), QStringLiteral("-w"),
                   file, QStringLiteral("--url=unix://ops:%1@%2").arg(secret, m_server.local().path)});
    QVERIFY(process.waitForReadyRead(10'000)); // it has printed figures: it is logged in
    const auto read = [&](const char *name) {
        QFile seen(QStringLiteral("/proc/%1/%2").arg(process.processId()).arg(QLatin1String(name)));
        return seen.open(QIODevice::ReadOnly) ? seen.readAll() : QByteArray();
    };
    const QByteArray commandLine = read("cmdline");
    const QByteArray environment = read("environ");
    process.kill();
    process.waitForFinished();
    QVERIFY2(commandLine.contains("snapshot") && commandLine.contains("ops@"), commandLine.constData());
    QVERIFY(!commandLine.contains("s3cr3t"));
    QVERIFY(!environment.contains("s3cr3t"));
    m_server.run({"ACL", "DELUSER", "ops"});
}

void TestCliErrors::readOnlyUser()
{
    m_server.run({"ACL", "SETUSER", "watch", "reset", "on", ">pw", "~q*", "~job:*", "+@read", "+@connection", "+info",
                  "+time", "+type", "+scan"});
    m_server.run({"LPUSH", "q", "1"});
    m_server.run({"SADD", "private", "1"});
    const QString file = workspace(parsed(R"([
        {"name": "mail", "kind": "queue", "keys": {"ready": "q", "job": "job:{id}"}},
        {"name": "private", "kind": "members", "keys": {"set": "private"}}])"));
    const QString url = QStringLiteral("unix://watch:pw@") + m_server.local().path;
    const Run result = snapshot(file, {QStringLiteral("-u"), url, QStringLiteral("--format"), QStringLiteral("json")});
    QVERIFY2(result.code == 0, result.err.constData());
    QCOMPARE(collectionOf(result.json(), QStringLiteral("mail")).value(QStringLiteral("state")).toString(),
             QStringLiteral("ok"));
    QCOMPARE(collectionOf(result.json(), QStringLiteral("private")).value(QStringLiteral("state")).toString(),
             QStringLiteral("error"));
    const Run jobs =
        run({QStringLiteral("jobs"), QStringLiteral("mail"), QStringLiteral("-w"), file, QStringLiteral("-u"), url});
    QVERIFY2(jobs.code == 0, jobs.err.constData());
    m_server.run({"ACL", "SETUSER", "watch", "-lrange"});
    const Run refused =
        run({QStringLiteral("jobs"), QStringLiteral("mail"), QStringLiteral("-w"), file, QStringLiteral("-u"), url});
    QVERIFY2(refused.code == 4, refused.err.constData());
    m_server.run({"ACL", "DELUSER", "watch"});
}

void TestCliErrors::closedOutput()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const auto shell = [&](const QString &redirection) {
        QProcess process;
        process.start(QStringLiteral("/bin/bash"),
                      {QStringLiteral("-c"),
                       QStringLiteral("set -o pipefail; '%1' snapshot --every 0 -w '%2' %3")
                           .arg(QStringLiteral(PLIMSOLL_BINARY), file, redirection)});
        process.waitForFinished(10'000);
        return std::pair(process.exitCode(), process.readAllStandardError());
    };
    const auto [full, fullError] = shell(QStringLiteral("> /dev/full"));
    QCOMPARE(full, 1);
    QVERIFY2(fullError.contains("standard output"), fullError.constData());
    QCOMPARE(shell(QStringLiteral(">&-")).first, 1);
    const auto [pipe, pipeError] = shell(QStringLiteral("| head -1"));
    QCOMPARE(pipe, 128 + 13); // SIGPIPE, as for any tool in a pipe
    QVERIFY2(pipeError.isEmpty(), pipeError.constData());
}

void TestCliErrors::logIsQuietUnlessAsked()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const QStringList jobs{QStringLiteral("jobs"), QStringLiteral("q"), QStringLiteral("-w"), file};
    QVERIFY(run(jobs).err.isEmpty());
    const Run loud = run(jobs + QStringList{QStringLiteral("-v")});
    QVERIFY2(loud.err.contains("debug plimsoll") && loud.err.contains("debug redis"), loud.err.constData());
    QCOMPARE(loud.out, run(jobs).out);
    const Run some = run(jobs, {QStringLiteral("PLIMSOLL_LOG=redis=debug")});
    QVERIFY2(!some.err.contains("debug plimsoll") && some.err.contains("debug redis"), some.err.constData());
}

/// Qt would abort, with a core and ten lines about its plugins.
void TestCliErrors::displayThatCannotBeOpened()
{
    const Run opened = run({u"demo"_s}, {u"DISPLAY=:77777"_s});
    QCOMPARE(opened.code, 1);
    QCOMPARE(opened.errorLines().size(), 1);
    QVERIFY2(opened.err.contains(":77777"), opened.err.constData());
    const Run byUrl = run({QUrl::fromLocalFile(workspace({})).toString()}); // as a file manager names it
    QCOMPARE(byUrl.code, 1);
    QVERIFY2(byUrl.err.contains("no display"), byUrl.err.constData());
    const Run none = run({u"demo"_s});
    QCOMPARE(none.code, 1);
    QCOMPARE(none.errorLines().size(), 1);
    QVERIFY2(none.err.contains("no display"), none.err.constData());
}

/// Where a window is wanted, the program with one is run, with the same words and environment, from where packages put
/// it.
void TestCliErrors::becomesTheWindow()
{
    QStringList libraries; // of the development build, which are found from where the program lies
    const QDir build = QFileInfo(QStringLiteral(PLIMSOLL_BINARY)).dir();
    for (QDirIterator each(build.path(), {u"libplimsoll*.so"_s}, QDir::Files, QDirIterator::Subdirectories);
         each.hasNext();) {
        libraries += QFileInfo(each.next()).path();
    }
    libraries.removeDuplicates();
    const QDir alone(m_folder.filePath(u"installed"_s));
    QVERIFY(alone.mkpath(u"bin"_s) && alone.mkpath(u"libexec/plimsoll"_s));
    QVERIFY(QFile::copy(QStringLiteral(PLIMSOLL_BINARY), alone.filePath(u"bin/plimsoll"_s)));
    const auto open = [&](const QStringList &words) {
        QProcess program;
        program.setEnvironment(
            {u"PATH=/usr/bin:/bin"_s, u"PLIMSOLL_PASSWORD=secret"_s, u"LD_LIBRARY_PATH="_s + libraries.join(u':')});
        program.start(alone.filePath(u"bin/plimsoll"_s), words);
        program.waitForFinished(60'000);
        return Run{program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
    };
    const QString url = u"redis://ops:hidden@localhost"_s;
    const Run none = open({url});
    QCOMPARE(none.code, 1);
    QCOMPARE(none.err,
             "plimsoll: the program with the window is not installed; on Debian it is in the package plimsoll\n");
    QFile window(alone.filePath(u"libexec/plimsoll/plimsoll-window"_s));
    QVERIFY(window.open(QIODevice::WriteOnly));
    window.write("#!/bin/sh\necho \"$@\" $PLIMSOLL_PASSWORD\nexit 7\n");
    window.close();
    const Run refused = open({url});
    QCOMPARE(refused.code, 1);
    QVERIFY2(refused.err.contains("cannot be run: Permission denied"), refused.err.constData());
    QVERIFY(window.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const Run opened = open({url});
    QVERIFY2(opened.code == 7, opened.err.constData());
    QCOMPARE(opened.out, "redis://ops:hidden@localhost secret\n");
    QCOMPARE(open({u"demo"_s, u"--seed"_s, u"3"_s}).out, "demo --seed 3 secret\n");
    QCOMPARE(open({u"--version"_s}).code, 0); // needs none
    QCOMPARE(open({u"demo"_s, u"--sed"_s}).code, 2); // nor does what is wrong
}

void TestCliErrors::helpAndVersion()
{
    const Run version = run({QStringLiteral("--version")});
    QCOMPARE(version.code, 0);
    QCOMPARE(version.out, QByteArray("plimsoll " PLIMSOLL_VERSION "\n"));
    const Run help = run({QStringLiteral("--help")});
    QCOMPARE(help.code, 0);
    for (const char *command :
         {"dead", "demo", "jobs", "lab", "operations", "requeue", "screenshot", "snapshot", "trim", "undo"}) {
        QVERIFY2(help.out.contains(command), command);
    }
    QVERIFY(run({QStringLiteral("jobs"), QStringLiteral("--help")}).out.contains("--state"));
    const QList<QByteArray> common{"--workspace", "--url", "--format",   "--limit",
                                   "--dry-run",   "--yes", "--data-dir", "--verbose"};
    const auto listed = [&](const QString &command) {
        const QByteArray out = run({command, u"--help"_s}).out;
        QByteArrayList found;
        std::copy_if(common.begin(), common.end(), std::back_inserter(found),
                     [&out](const QByteArray &option) { return out.contains(option); });
        return found.join(' ');
    };
    QCOMPARE(listed(u"trim"_s), common.join(' '));
    QCOMPARE(listed(u"snapshot"_s), QByteArray("--workspace --url --format --data-dir --verbose"));
    QCOMPARE(listed(u"jobs"_s), QByteArray("--workspace --url --format --limit --data-dir --verbose"));
    QCOMPARE(listed(u"undo"_s), QByteArray("--workspace --url --format --dry-run --yes --data-dir --verbose"));
    QCOMPARE(listed(u"demo"_s), QByteArray("--data-dir --verbose"));
}

void TestCliErrors::startsFast()
{
    QJsonArray collections;
    for (int i = 0; i < 10; ++i) {
        collections.append(QJsonObject{
            {QStringLiteral("name"), QStringLiteral("q%1").arg(i)},
            {QStringLiteral("kind"), QStringLiteral("queue")},
            {QStringLiteral("keys"), QJsonObject{{QStringLiteral("ready"), QStringLiteral("q%1").arg(i)}}}});
    }
    const QString file = workspace(collections);
    // The best of five, in processor time, against the start of another program with the same libraries, this test:
    // that says what the program costs, and not what the computer can do or does besides.
    const auto bestOf = [](const auto &start) {
        std::chrono::milliseconds best = std::chrono::milliseconds::max();
        for (int i = 0; i < 5; ++i) {
            const std::chrono::milliseconds before = testing::childrenCost();
            if (start() != 0) {
                return std::chrono::milliseconds::max();
            }
            best = std::min(best, testing::childrenCost() - before);
        }
        return best;
    };
    const std::chrono::milliseconds other = bestOf([] {
        return QProcess::execute(QStringLiteral("/bin/sh"),
                                 {QStringLiteral("-c"), QStringLiteral("exec \"$0\" -functions >/dev/null 2>&1"),
                                  QCoreApplication::applicationFilePath()});
    });
    const std::chrono::milliseconds one = bestOf([&] { return snapshot(file).code; });
    QVERIFY(other < std::chrono::seconds(60));
    QVERIFY2(one <= 8 * other, qPrintable(QStringLiteral("%1 ms, another %2").arg(one.count()).arg(other.count())));
}

void TestCliErrors::watchesAServerWithoutCOMMAND()
{
    RedisServer renamed({u"--rename-command"_s, u"COMMAND"_s, u"hidden"_s});
    renamed.run({"ZADD", "z", "1", "a", "2", "b"});
    const QString file = workspace(parsed(R"([{"name":"z","kind":"leaderboard","keys":{"board":"z"}}])"));
    const Run shown = snapshot(file, {u"-u"_s, renamed.url(), u"--format"_s, u"json"_s});
    QVERIFY2(shown.code == 0, shown.err.constData());
    QCOMPARE(shown.json()["collections"_L1][0]["figures"_L1]["members"_L1].toInt(), 2);
}

/// All ages are by the server's clock: nothing can be said without it, and that is told in one line.
void TestCliErrors::namesACommandThatIsNotThere()
{
    RedisServer renamed({u"--rename-command"_s, u"TIME"_s, QString()});
    renamed.run({"RPUSH", "q", "1", "2"});
    const QString file = workspace(parsed(R"([{"name":"q","kind":"queue","keys":{"ready":"q"}}])"));
    const Run shown = snapshot(file, {u"-u"_s, renamed.url()});
    QCOMPARE(shown.code, 4);
    QVERIFY2(shown.err.contains("the command TIME") && shown.err.count('\n') == 1, shown.err.constData());
}

void TestCliErrors::asksAgainAfterARestart()
{
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    QProcess process;
    process.start(QStringLiteral(PLIMSOLL_BINARY), {u"snapshot"_s, u"-w"_s, file, u"--every=4"_s, u"--format=json"_s});
    const auto document = [&process] { // of the next line
        while (!process.canReadLine() && process.waitForReadyRead(20'000)) { }
        return QJsonDocument::fromJson(process.readLine()).object();
    };
    QVERIFY(document().contains(u"server"_s));
    m_server.kill9();
    m_server.start();
    const QJsonObject after = document();
    QCOMPARE(after["events"_L1][0]["event"_L1].toString(), u"restarted"_s);
    m_server.stop();
    QVERIFY(process.waitForFinished(20'000));
    const QByteArray said = process.readAllStandardError();
    m_server.start();
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(said.count('\n'), 1);
}

/// A pace that the demonstration cannot keep is refused.
void TestCliErrors::takesNoPaceItCannotKeep()
{
    for (const QString &line : {u"demo --pace 101"_s, u"demo --pace 0"_s, u"screenshot there --pace 0.1"_s}) {
        const Run result = run(line.split(u' '));
        QCOMPARE(result.code, 2);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.err.contains("--pace: ") && result.err.contains(" is not between "), result.err.constData());
    }
}

void TestCliErrors::takesNoOptionItDoesNotUse_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("option");
    for (const char *option : {"--yes", "--dry-run", "--limit 3"}) {
        QTest::addRow("snapshot %s", option)
            << u"snapshot -w FILE "_s + QLatin1String(option) << QString::fromLatin1(option);
    }
    QTest::newRow("before the command") << u"--yes snapshot -w FILE"_s << u"--yes"_s;
    QTest::newRow("doctor --limit") << u"doctor -w FILE --limit 1"_s << u"--limit"_s;
    QTest::newRow("jobs --yes") << u"jobs q -w FILE --yes"_s << u"--yes"_s;
    QTest::newRow("undo --limit") << u"undo 12345678 --yes --limit 1"_s << u"--limit"_s;
    QTest::newRow("screenshot --format") << u"screenshot FILE.pictures --format json"_s << u"--format"_s;
    QTest::newRow("demo -u") << u"demo -u redis://127.0.0.1:1"_s << u"--url"_s;
    QTest::newRow("the dashboard") << u"--dry-run FILE"_s << u"--dry-run"_s;
}

void TestCliErrors::takesNoOptionItDoesNotUse()
{
    QFETCH(QString, line);
    QFETCH(const QString, option);
    const QString file = workspace(parsed(R"([{"name": "q", "kind": "queue", "keys": {"ready": "q"}}])"));
    const Run result = run(line.replace(u"FILE"_s, file).split(u' '));
    QVERIFY2(result.code == 2 && result.out.isEmpty(), result.err.constData());
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains(option.section(u' ', 0, 0).toUtf8() + ": "), result.err.constData());
    QVERIFY2(result.err.contains("has no such option"), result.err.constData());
}

/// A collection whose name looks like an option can be named.
void TestCliErrors::takesWhatFollowsTwoDashes()
{
    m_server.run({"RPUSH", "q", "1"});
    const QString file = workspace(parsed(R"([{"name": "-x", "kind": "queue", "keys": {"ready": "q"}},
                                              {"name": "--yes", "kind": "queue", "keys": {"ready": "q"}}])"));
    for (const QString &name : {u"-x"_s, u"--yes"_s}) {
        const Run listed = run({u"jobs"_s, u"-w"_s, file, u"--"_s, name});
        QVERIFY2(listed.code == 0, listed.err.constData());
        QVERIFY2(listed.out.startsWith(name.toUtf8() + ": 1 to 1 of 1 ready"), listed.out.constData());
    }
    const Run trimmed = run({u"trim"_s, u"-w"_s, file, u"--keep"_s, u"0"_s, u"--dry-run"_s, u"--"_s, u"--yes"_s});
    QVERIFY2(trimmed.code == 0 && trimmed.out.contains("1 matched"), trimmed.err.constData());
    // It is no option either if the collection comes first.
    const QString other = write("other.json",
                                {{u"plimsoll"_s, 1},
                                 {u"name"_s, u"other"_s},
                                 {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
                                 {u"collections"_s, parsed(R"([{"name":"q","kind":"queue","keys":{"ready":"q"}}])")}});
    const Run two = run({u"trim"_s, u"q"_s, u"-w"_s, other, u"--keep"_s, u"0"_s, u"--data-dir"_s, m_folder.path(),
                         u"--"_s, u"--yes"_s});
    QVERIFY2(two.code == 2 && two.err.contains("--yes: not expected here"), two.err.constData());
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1);
    QCOMPARE(run({u"snapshot"_s, u"-w"_s, file, u"--"_s}).code, 0);
}

/// A problem is a single line and moves no cursor, with any characters in a name.
void TestCliErrors::namesAreOneLine()
{
    const QString file = write("odd.json",
                               {{u"plimsoll"_s, 1},
                                {u"name"_s, u"two\nlines\u001b[31m"_s},
                                {u"connection"_s, QJsonObject{{u"url"_s, u"redis://127.0.0.1:1"_s}}},
                                {u"collections"_s, QJsonArray()}});
    const Run result = run({u"record"_s, u"-w"_s, file, u"--count"_s, u"1"_s, u"--data-dir"_s, m_folder.path()});
    QCOMPARE(result.code, 3);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(!result.err.contains('\x1b') && result.err.contains("two\\x0alines\\x1b[31m"), result.err.constData());
}

QTEST_GUILESS_MAIN(TestCliErrors)
#include "tst_cli_errors.moc"
