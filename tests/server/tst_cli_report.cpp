// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/alertstore.h"
#include "tests/server/clitest.h"

#include <QDateTime>
#include <QDir>
#include <QSqlDatabase>
#include <QSqlQuery>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// report as a process, of what record and operations have left behind.
class TestCliReport final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void tellsOfAnIncident();
    void tellsWhatWasNotedDown();
    void hidesWhatIsRedacted();
    void hidesElementsOfOthers();
    void needsNoServer();
    void wrongTimes_data();
    void wrongTimes();
    void nothingThere();
    void fileThatCannotBeWritten();
    void journalThatCannotBeRead();

private:
    QStringList of(const QString &command) { return {command, u"-w"_s, m_file, u"--data-dir"_s, m_data}; }
    Run record(int polls = 3)
    {
        return run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, QString::number(polls)});
    }
    Run report(const QStringList &more = {})
    {
        return run(of(u"report"_s) + QStringList{u"--from"_s, u"5m"_s, u"--output"_s, m_output} + more);
    }
    /// In what went wrong, and cut off in a note.
    void tellOfElement(const QString &element)
    {
        {
            QSqlDatabase journal = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"journal"_s);
            journal.setDatabaseName(QDir(m_data).filePath(u"operations.sqlite"_s));
            QVERIFY(journal.open());
            QSqlQuery query(journal);
            QVERIFY(query.prepare(u"UPDATE operations SET error = ?, notes = ?"_s));
            query.addBindValue(u"too large: "_s + element);
            query.addBindValue(u"left alone: "_s + element.left(20) + u'…');
            QVERIFY(query.exec());
        }
        QSqlDatabase::removeDatabase(u"journal"_s);
    }
    QByteArray written() const
    {
        QFile file(m_output);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QString m_file, m_data, m_output;
    int m_folders = 0;
};

void TestCliReport::init()
{
    m_server.flush();
    m_server.run({"LPUSH", "q", "a", "b", "c"});
    m_file = workspace(parsed(R"([{"name": "email <b>", "kind": "queue", "keys": {"ready": "q", "dead": "d"},
                                   "options": {"redact": ["token"]}, "limits": {"ready": {"warning": 3}}},
                                  {"name": "other", "kind": "presence", "keys": {"lastSeen": "c"}}])"));
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
    m_output = m_folder.filePath(u"report%1.html"_s.arg(m_folders));
}

void TestCliReport::tellsOfAnIncident()
{
    QCOMPARE(record().code, 0);
    QCOMPARE(run(of(u"trim"_s) + QStringList{u"email <b>"_s, u"--keep"_s, u"1"_s, u"--yes"_s}).code, 0);
    QCOMPARE(record().code, 0);
    const Run made = report();
    QVERIFY2(made.code == 0 && made.out.isEmpty() && made.err.isEmpty(), made.err.constData());
    const QByteArray html = written();
    for (const char *text : {"email &lt;b&gt;", "orders &quot;test&quot;", "ready up to 3", "Trim: 2 removed",
                             "warning from 3", "class=\"chart\""}) {
        QVERIFY2(html.contains(text), text);
    }
    QVERIFY(!html.contains("email <b>"));
    // A report of another time range replaces the first.
    QCOMPARE(report({u"--to"_s, u"1ms"_s}).code, 0);
}

/// A note is shown as plain text, at its time, and in the charts of its collection.
void TestCliReport::tellsWhatWasNotedDown()
{
    QCOMPARE(record().code, 0);
    const QStringList kept = QDir(QDir(m_data).filePath(u"history"_s)).entryList({u"*.alerts.sqlite"_s});
    QCOMPARE(kept.size(), 1);
    {
        const auto store = redis::AlertStore::open(QDir(m_data).filePath(u"history/"_s + kept.front()),
                                                   redis::AlertStore::For::People);
        const std::chrono::milliseconds now(QDateTime::currentMSecsSinceEpoch());
        QVERIFY((*store)->keepNote({{}, now, u"email <b>"_s, u"<i>deployed</i> 4.2"_s}, u"mara"_s));
    }
    QCOMPARE(report().code, 0);
    const QByteArray html = written();
    QVERIFY(html.contains("&lt;i&gt;deployed&lt;/i&gt; 4.2") && html.contains("By mara."));
    QVERIFY(!html.contains("<i>deployed"));
    QVERIFY(html.contains("class=\"mark note\""));
}

/// An element is told of where an operation failed on it.
void TestCliReport::hidesWhatIsRedacted()
{
    m_server.run({"DEL", "q"});
    m_server.run({"LPUSH", "q", R"({"id":1,"token":"s3cret"})"});
    QCOMPARE(record().code, 0);
    QCOMPARE(run(of(u"trim"_s) + QStringList{u"email <b>"_s, u"--keep"_s, u"0"_s, u"--yes"_s}).code, 0);
    tellOfElement(uR"({"id":1,"token":"s3cret","of":"9"})"_s);
    QCOMPARE(report().code, 0);
    QVERIFY(written().contains("Trim") && written().contains("too large") && written().contains("left alone"));
    QVERIFY(!written().contains("s3cr"));
    QVERIFY(!written().contains("s3cret"));
}

/// Hidden fields of another workspace are known only to that workspace.
void TestCliReport::hidesElementsOfOthers()
{
    QCOMPARE(record().code, 0);
    m_server.run({"LPUSH", "far", R"({"id":1,"card":"4111"})"});
    const QJsonArray collections = parsed(R"([{"name": "far", "kind": "queue", "keys": {"ready": "far"},
                                               "options": {"redact": ["card"]}}])");
    const QString ours = std::exchange(m_file,
                                       write("another",
                                             {{u"plimsoll"_s, 1},
                                              {u"name"_s, u"another"_s},
                                              {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
                                              {u"collections"_s, collections}}));
    QCOMPARE(run(of(u"trim"_s) + QStringList{u"far"_s, u"--keep"_s, u"0"_s, u"--yes"_s}).code, 0);
    m_file = ours;
    tellOfElement(uR"({"id":1,"card":"4111"})"_s);
    QCOMPARE(report().code, 0);
    QVERIFY(written().contains("another") && written().contains("too large: …"));
    QVERIFY(!written().contains("4111"));
}

void TestCliReport::needsNoServer()
{
    QCOMPARE(record().code, 0);
    const QString url = m_server.url().replace(u"unix://"_s, u"unix://somebody:s3cret@"_s);
    m_server.stop();
    const Run made = report({u"-u"_s, url}); // another login: the same history
    m_server.start();
    QVERIFY2(made.code == 0, made.err.constData());
    QVERIFY(!written().contains("s3cret") && !written().contains("somebody"));
}

void TestCliReport::wrongTimes_data()
{
    QTest::addColumn<QStringList>("times");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("none") << QStringList{} << QByteArray("--from is required");
    QTest::newRow("no time") << QStringList{u"--from"_s, u"yesterday"_s}
                             << QByteArray("yesterday is neither a time such as");
    QTest::newRow("backwards") << QStringList{u"--from"_s, u"1h"_s, u"--to"_s, u"2h"_s}
                               << QByteArray("--from is after --to");
    QTest::newRow("to come") << QStringList{u"--from"_s, u"2100-01-01T00:00:00Z"_s}
                             << QByteArray("--from is after --to");
    QTest::newRow("a moment") << QStringList{u"--from"_s, u"2026-11-23"_s, u"--to"_s, u"2026-11-23"_s}
                              << QByteArray("the same moment");
}

void TestCliReport::wrongTimes()
{
    QFETCH(QStringList, times);
    QFETCH(QByteArray, says);
    const Run result = run(of(u"report"_s) + QStringList{u"--output"_s, m_output} + times);
    QCOMPARE(result.code, 2);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains(says), result.err.constData());
    QVERIFY(!QFileInfo::exists(m_output));
}

void TestCliReport::nothingThere()
{
    Run result = report();
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("there is no history of this workspace on this server"), result.err.constData());
    QVERIFY(!QFileInfo::exists(m_data)); // looking makes nothing
    QCOMPARE(record().code, 0);
    result = run(of(u"report"_s)
                 + QStringList{u"--from"_s, u"2001-01-01"_s, u"--to"_s, u"2001-01-02"_s, u"--output"_s, m_output});
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("nothing was recorded from 2001-01-01") && result.err.contains("reaches from 20"),
             result.err.constData());
    QVERIFY(!QFileInfo::exists(m_output));
    result = run({u"report"_s, u"--from"_s, u"1h"_s, u"--output"_s, m_output});
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains("-w FILE is required"), result.err.constData());
}

void TestCliReport::fileThatCannotBeWritten()
{
    QCOMPARE(record().code, 0);
    for (const QString &path : {m_folder.filePath(u"no such folder/report.html"_s), m_folder.path()}) {
        m_output = path;
        const Run result = report();
        QCOMPARE(result.code, 1);
        QCOMPARE(result.errorLines().size(), 1);
        QVERIFY2(result.err.contains("cannot be written"), result.err.constData());
    }
    QFile workspace(m_file);
    QVERIFY(workspace.open(QIODevice::ReadOnly));
    const QByteArray before = workspace.readAll();
    m_output = m_file;
    QCOMPARE(report().code, 2);
    workspace.seek(0);
    QVERIFY(workspace.readAll() == before && QFileInfo(m_file).size() == before.size());
}

/// The report has everything that can be read; it, standard error and the exit code say that it is incomplete.
void TestCliReport::journalThatCannotBeRead()
{
    QCOMPARE(record().code, 0);
    QFile journal(QDir(m_data).filePath(u"operations.sqlite"_s));
    QVERIFY(journal.open(QIODevice::WriteOnly));
    journal.write("this is no database, however one looks at it");
    journal.close();
    const Run result = report();
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("The journal of operations could not be read"), result.err.constData());
    QVERIFY(written().contains("The journal of operations could not be read"));
}

QTEST_GUILESS_MAIN(TestCliReport)

#include "tst_cli_report.moc"
