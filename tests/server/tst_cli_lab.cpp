// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"

#include <QDirIterator>

#include <csignal>

using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// `plimsoll lab`: on a server of its own, counted, in the form that scripts read.
class TestCliLab : public CliTest {
    Q_OBJECT

private slots:
    void lists();
    void counts();
    void printsATable();
    void runsTheSeedThatItNames_data();
    void runsTheSeedThatItNames();
    void endsWhenItIsAsked();
    void needsAServer();
    void refuses_data();
    void refuses();
};

void TestCliLab::lists()
{
    const Run table = run({u"lab"_s});
    QCOMPARE(table.code, 0);
    QCOMPARE(table.out.trimmed().split('\n').size(), 13); // with its head
    const Run json = run({u"lab"_s, u"--format"_s, u"json"_s});
    QCOMPARE(json.code, 0);
    QStringList names;
    for (const QJsonValue &one : json.json()[u"patterns"_s].toArray()) {
        names << one[u"pattern"_s].toString();
        QVERIFY(table.out.contains(names.last().toUtf8()));
    }
    QCOMPARE(names.join(u' '),
             u"queue delayed priority ratelimit dedupe recent presence leaderboard stream lock cache expiry"_s);
}

void TestCliLab::counts()
{
    const Run one = run({u"lab"_s, u"queue"_s, u"--seconds"_s, u"1"_s, u"--seed"_s, u"3"_s, u"--contention"_s, u"4"_s,
                         u"--format"_s, u"json"_s});
    QVERIFY2(one.code == 0, one.err.constData());
    QCOMPARE(one.err, QByteArray());
    const QJsonObject document = one.json();
    QCOMPARE(document.keys(), (QStringList{u"contention"_s, u"counters"_s, u"pattern"_s, u"seconds"_s, u"seed"_s}));
    QCOMPARE(document[u"pattern"_s].toString(), u"queue"_s);
    QCOMPARE(document[u"seconds"_s].toDouble(), 1.0);
    QCOMPARE(document[u"seed"_s].toInt(), 3);
    QCOMPARE(document[u"contention"_s].toInt(), 4);
    const QJsonArray counters = document[u"counters"_s].toArray();
    QCOMPARE(counters.size(), 3);
    const QJsonObject lost = counters[0].toObject();
    QCOMPARE(lost[u"id"_s].toString(), u"lost"_s);
    QCOMPARE(lost[u"title"_s].toString(), u"jobs lost"_s);
    QCOMPARE(lost[u"role"_s].toString(), u"fault"_s);
    QVERIFY(lost[u"wrong"_s].toInt() > 0);
    QCOMPARE(lost[u"right"_s].toInt(-1), 0);
    QVERIFY(!lost.contains(u"bound"_s));
    const QJsonObject twice = counters[2].toObject();
    QCOMPARE(twice[u"role"_s].toString(), u"bound"_s);
    QVERIFY(twice[u"bound"_s].toInt(-1) >= twice[u"right"_s].toInt());
}

void TestCliLab::printsATable()
{
    const Run one = run({u"lab"_s, u"lock"_s, u"--seconds"_s, u"0.5"_s});
    QCOMPARE(one.code, 0);
    QVERIFY2(one.out.contains("Whose lock did you release?") && one.out.contains("foreign"), one.out.constData());
}

void TestCliLab::runsTheSeedThatItNames_data()
{
    QTest::addColumn<QString>("seed");
    QTest::addColumn<QByteArray>("runs");
    QTest::newRow("none at all") << u"0"_s << QByteArray("0");
    QTest::newRow("no octal one") << u"010"_s << QByteArray("10");
    QTest::newRow("more than a double holds") << u"9007199254740993"_s << QByteArray("9007199254740993");
    QTest::newRow("the largest") << u"9223372036854775807"_s << QByteArray("9223372036854775807");
}

void TestCliLab::runsTheSeedThatItNames()
{
    QFETCH(const QString, seed);
    QFETCH(const QByteArray, runs);
    const Run one = run({u"lab"_s, u"ratelimit"_s, u"--seconds"_s, u"0.5"_s, u"--seed"_s, seed, u"--contention"_s,
                         u"002"_s, u"--format"_s, u"json"_s});
    QVERIFY2(one.code == 0, one.err.constData());
    QVERIFY2(one.out.contains("\"seed\": " + runs + ",\n"), one.out.constData()); // to the last digit
    QCOMPARE(one.json()[u"contention"_s].toInt(), 2);
}

/// Ctrl+C in the middle of a long run: one line, and no server stays behind.
void TestCliLab::endsWhenItIsAsked()
{
    for (const int signal : {SIGINT, SIGTERM}) {
        const QTemporaryDir folder;
        QProcess process;
        process.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s, u"TMPDIR="_s + folder.path(),
                                u"XDG_RUNTIME_DIR="_s + folder.path()});
        process.start(QStringLiteral(PLIMSOLL_BINARY), {u"lab"_s, u"lock"_s, u"--seconds"_s, u"600"_s});
        QVERIFY(process.waitForStarted());
        const auto sockets = [&folder] {
            return QDirIterator(folder.path(), {u"redis.sock"_s}, QDir::System, QDirIterator::Subdirectories).hasNext();
        };
        QTRY_VERIFY_WITH_TIMEOUT(sockets(), 10'000); // its server is there
        QCOMPARE(::kill(pid_t(process.processId()), signal), 0);
        QVERIFY(process.waitForFinished(10'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        QCOMPARE(process.readAllStandardError(), QByteArray("plimsoll: stopped\n"));
        QVERIFY(!sockets());
    }
}

void TestCliLab::needsAServer()
{
    const QTemporaryDir empty;
    QProcess process;
    process.setEnvironment({u"PATH="_s + empty.path(), u"LC_ALL=C.UTF-8"_s});
    process.start(QStringLiteral(PLIMSOLL_BINARY), {u"lab"_s, u"queue"_s, u"--seconds"_s, u"1"_s});
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.count('\n') == 1 && said.contains("redis-server"), said.constData());
}

void TestCliLab::refuses_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("unknown") << u"lab queu"_s << QByteArray("did you mean 'queue'?");
    QTest::newRow("two") << u"lab queue lock"_s << QByteArray("lock");
    QTest::newRow("a server") << u"lab queue -u redis://127.0.0.1:1"_s << QByteArray("--url");
    QTest::newRow("no time") << u"lab queue --seconds 0"_s << QByteArray("--seconds");
    QTest::newRow("nobody") << u"lab queue --contention 0"_s << QByteArray("--contention");
    QTest::newRow("too long") << u"lab queue --seconds 600"_s << QByteArray("--seconds: queue runs for at most 240 s");
    QTest::newRow("no number of seconds")
        << u"lab queue --seconds nan"_s << QByteArray("--seconds: nan is not a number");
    QTest::newRow("negative") << u"lab queue --seed=-1"_s << QByteArray("--seed: -1 is not a whole number between ");
    QTest::newRow("large") << u"lab queue --seed 9223372036854775808"_s << QByteArray("--seed: 9223372036854775808");
    QTest::newRow("larger") << u"lab queue --seed 99999999999999999999999"_s << QByteArray("is too large");
    QTest::newRow("hexadecimal") << u"lab queue --seed 0x10"_s << QByteArray("--seed: 0x10 is not a number");
    QTest::newRow("a share") << u"lab queue --seed 1.5"_s << QByteArray("--seed");
    QTest::newRow("a word") << u"lab queue --contention many"_s << QByteArray("--contention");
    QTest::newRow("more than the eight of octal ones") << u"lab queue --contention 0100"_s << QByteArray("100");
    QTest::newRow("openmetrics") << u"lab queue --format openmetrics"_s << QByteArray("openmetrics");
}

void TestCliLab::refuses()
{
    QFETCH(const QString, words);
    QFETCH(const QByteArray, says);
    const Run one = run(words.split(u' '));
    QCOMPARE(one.code, 2);
    QCOMPARE(one.out, QByteArray());
    QCOMPARE(one.errorLines().size(), 1);
    QVERIFY2(one.err.contains(says), one.err.constData());
}

QTEST_GUILESS_MAIN(TestCliLab)

#include "tst_cli_lab.moc"
