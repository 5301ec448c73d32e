// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"

#include <QDir>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// --record and --replay as processes.
class TestCliRecording final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void replaysWhatWasSeen();
    void asMany();
    void failsOn();
    void picturesWithoutAServer();
    void cutOffAndDamaged();
    void wrongUse_data();
    void wrongUse();

private:
    Run record(int polls)
    {
        return run({u"record"_s, u"-w"_s, m_file, u"--data-dir"_s, m_data, u"--every"_s, u"0"_s, u"--count"_s,
                    QString::number(polls), u"--record"_s, m_recording});
    }
    static Run replay(const QString &path, const QStringList &more = {})
    {
        return run(QStringList{u"snapshot"_s, u"--replay"_s, path} + more);
    }
    QByteArray recorded() const
    {
        QFile file(m_recording);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString write(const QByteArray &name, const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(QString::fromUtf8(name)));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

    QString m_file, m_data, m_recording;
    int m_folders = 0;
};

void TestCliRecording::init()
{
    m_server.flush();
    m_server.run({"LPUSH", "q", R"({"id":1,"token":"s3cret"})", "b", "c"});
    m_file = workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q", "dead": "d"},
                                   "options": {"redact": ["token"]}, "limits": {"ready": {"warning": 3}}}])"));
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
    m_recording = m_folder.filePath(u"r%1.jsonl"_s.arg(m_folders));
}

void TestCliRecording::replaysWhatWasSeen()
{
    const Run recording = record(3);
    QVERIFY2(recording.code == 0 && recording.err.isEmpty(), recording.err.constData());
    QVERIFY(!(QFileInfo(m_recording).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    QVERIFY(recorded().contains("\"element\"") && !recorded().contains("s3cret"));
    const QJsonObject live = snapshot(m_file, {u"--format"_s, u"json"_s}).json();
    m_server.stop();
    const Run result = replay(m_recording, {u"--format"_s, u"json"_s});
    m_server.start();
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.err.constData());
    const QList<QByteArray> lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    const QJsonObject told = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(told[u"workspace"_s].toString(), live[u"workspace"_s].toString());
    const QJsonObject was = told[u"collections"_s][0].toObject();
    const QJsonObject is = live[u"collections"_s][0].toObject();
    for (const char *member : {"name", "kind", "state", "keys", "problems"}) {
        QCOMPARE(was[QLatin1StringView(member)], is[QLatin1StringView(member)]);
    }
    QCOMPARE(was[u"figures"_s][u"ready"_s].toInt(), 3);
    QCOMPARE(told[u"server"_s][u"version"_s], live[u"server"_s][u"version"_s]);
    // And in the other forms.
    QVERIFY(replay(m_recording).out.contains("email"));
    QVERIFY(replay(m_recording, {u"--format"_s, u"openmetrics"_s}).out.contains("# EOF"));
}

void TestCliRecording::asMany()
{
    QCOMPARE(record(5).code, 0);
    QCOMPARE(replay(m_recording, {u"--format"_s, u"json"_s, u"--count"_s, u"2"_s}).out.count('\n'), 2);
    QCOMPARE(replay(m_recording, {u"--format"_s, u"json"_s, u"--pace"_s, u"1000"_s}).out.count('\n'), 5);
}

void TestCliRecording::failsOn()
{
    QCOMPARE(record(2).code, 0);
    QCOMPARE(replay(m_recording, {u"--fail-on"_s, u"warning"_s}).code, 5);
    QCOMPARE(replay(m_recording, {u"--fail-on"_s, u"critical"_s}).code, 0);
}

void TestCliRecording::picturesWithoutAServer()
{
    QCOMPARE(record(2).code, 0);
    const QString folder = m_folder.filePath(u"pictures"_s);
    m_server.stop();
    const Run result = run({u"screenshot"_s, folder, u"--replay"_s, m_recording, u"--print-snapshot"_s},
                           {u"QT_LOGGING_RULES=*=false"_s});
    m_server.start();
    QVERIFY2(result.code == 0, result.err.constData());
    QVERIFY(result.out.contains("email"));
    const QStringList pictures = QDir(folder).entryList({u"*.png"_s});
    QVERIFY2(pictures.contains(u"overview.png"_s) && pictures.contains(u"queue-email.png"_s),
             qPrintable(pictures.join(u' ')));
}

void TestCliRecording::cutOffAndDamaged()
{
    QCOMPARE(record(4).code, 0);
    const QByteArray lines = recorded();
    const Run cut = replay(write("cut.jsonl", lines.chopped(20)), {u"--format"_s, u"json"_s});
    QCOMPARE(cut.code, 0);
    QCOMPARE(cut.out.count('\n'), 3);
    QCOMPARE(cut.errorLines().size(), 1);
    QVERIFY2(cut.err.contains("cut.jsonl:5: the last line was cut off"), cut.err.constData());
    QList<QByteArray> broken = lines.split('\n');
    broken[2].chop(5);
    const QString file = write("broken.jsonl", broken.join('\n'));
    const Run damaged = replay(file, {u"--format"_s, u"json"_s});
    QCOMPARE(damaged.code, 2);
    QCOMPARE(damaged.out.count('\n'), 1); // what was before
    QCOMPARE(damaged.errorLines().size(), 1);
    QVERIFY2(damaged.err.contains("broken.jsonl:3: this line of the recording is damaged"), damaged.err.constData());
    const Run pictures =
        run({u"screenshot"_s, m_folder.filePath(u"none"_s), u"--replay"_s, file}, {u"QT_LOGGING_RULES=*=false"_s});
    QCOMPARE(pictures.code, 2);
    QVERIFY2(pictures.err.contains("broken.jsonl:3: "), pictures.err.constData());
}

void TestCliRecording::wrongUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("says");
    const auto add = [](const char *name, const QStringList &arguments, int code, const char *says) {
        QTest::newRow(name) << arguments << code << QByteArray(says);
    };
    add("both", {u"--replay"_s, u"a"_s, u"--record"_s, u"b"_s}, 2, "--replay needs neither a workspace nor a server");
    add("a workspace as well", {u"snapshot"_s, u"--replay"_s, u"a"_s, u"-w"_s, u"FILE"_s}, 2, "--replay needs neither");
    add("a server as well", {u"--replay"_s, u"a"_s, u"-u"_s, u"redis://localhost"_s}, 2, "--replay needs neither");
    add("a tab as well", {u"--replay"_s, u"a"_s, u"FILE"_s}, 2, "--replay needs neither");
    add("several", {u"record"_s, u"-w"_s, u"FILE"_s, u"-w"_s, u"other.json"_s, u"--record"_s, u"b"_s}, 2,
        "--record takes one workspace");
    add("no use", {u"jobs"_s, u"email"_s, u"-w"_s, u"FILE"_s, u"--replay"_s, u"a"_s}, 2, "--replay");
    add("not there", {u"snapshot"_s, u"--replay"_s, u"/no/such.jsonl"_s}, 1, "/no/such.jsonl");
    add("not there, for the window", {u"--replay"_s, u"/no/such.jsonl"_s}, 1, "");
    add("no recording", {u"snapshot"_s, u"--replay"_s, u"FILE"_s}, 2, "is damaged");
    add("there already", {u"record"_s, u"-w"_s, u"FILE"_s, u"--count"_s, u"1"_s, u"--record"_s, u"FILE"_s}, 1,
        "exists already; choose another file");
    add("no folder", {u"record"_s, u"-w"_s, u"FILE"_s, u"--count"_s, u"1"_s, u"--record"_s, u"/no/such/r.jsonl"_s}, 1,
        "cannot be written");
}

void TestCliRecording::wrongUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(QByteArray, says);
    arguments.replaceInStrings(u"FILE"_s, m_file);
    const Run result = run(arguments);
    QCOMPARE(result.code, code);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(!result.err.isEmpty() && result.err.contains(says), result.err.constData());
}

QTEST_GUILESS_MAIN(TestCliRecording)

#include "tst_cli_recording.moc"
