// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/history/historyfile.h"
#include "tests/server/clitest.h"
#include "tests/support/timing.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>

#include <algorithm>
#include <limits>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// record and history as processes.
class TestCliHistory final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void recordsAndTells();
    void formatsAgree();
    void rangesAndSteps();
    void endsWithinASecond();
    void oneOfTwoKeepsIt();
    void serverThatGoesAndComes();
    void severalWorkspaces();
    void withoutAHistory();
    void unreachable();
    void folderThatCannotBeWritten();
    void damagedPiece();

private:
    QStringList of(const QString &command) { return {command, u"-w"_s, m_file, u"--data-dir"_s, m_data}; }
    std::unique_ptr<QProcess> start(const QStringList &more = {});
    QList<QByteArray> csv(const QStringList &more = {});

    QString m_file, m_data;
    int m_folders = 0;
};

void TestCliHistory::init()
{
    m_server.flush();
    m_server.run({"LPUSH", "q", "a", "b"});
    m_file = workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q"}}])"));
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
}

std::unique_ptr<QProcess> TestCliHistory::start(const QStringList &more)
{
    auto process = std::make_unique<QProcess>();
    process->setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    process->start(QStringLiteral(PLIMSOLL_BINARY), of(u"record"_s) + more);
    return process;
}

/// Without the head.
QList<QByteArray> TestCliHistory::csv(const QStringList &more)
{
    const Run result = run(of(u"history"_s) + QStringList{u"email"_s, u"--format"_s, u"csv"_s} + more);
    QList<QByteArray> lines = result.out.split('\n');
    if (result.code != 0 || lines.takeFirst() != "time,figure,min,mean,max" || lines.takeLast() != "") {
        return {};
    }
    return lines;
}

void TestCliHistory::recordsAndTells()
{
    const Run recorded = run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"5"_s});
    QVERIFY2(recorded.code == 0 && recorded.err.isEmpty() && recorded.out.isEmpty(), recorded.err.constData());
    const QList<QByteArray> lines = csv({u"--figure"_s, u"ready"_s});
    QCOMPARE(lines.size(), 5);
    for (const QByteArray &line : lines) {
        static const QRegularExpression form(u"^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z,ready,2,2,2$"_s);
        QVERIFY2(form.match(QString::fromLatin1(line)).hasMatch(), line.constData());
    }
    QVERIFY(std::is_sorted(lines.begin(), lines.end()));
    // Unknown values have no line.
    QVERIFY(!csv().isEmpty());
    QVERIFY(csv({u"--figure"_s, u"dead"_s}).isEmpty());
    // Other users may not read the file.
    const QFileInfo file(QDir(m_data + u"/history"_s).entryInfoList({u"*.sqlite"_s}).value(0));
    QVERIFY(file.isFile() && !(file.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestCliHistory::formatsAgree()
{
    QCOMPARE(run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"3"_s}).code, 0);
    const QStringList what = of(u"history"_s) + QStringList{u"email"_s, u"--figure"_s, u"ready"_s};
    const QJsonObject json = run(what + QStringList{u"--format"_s, u"json"_s}).json();
    QCOMPARE(json.value(u"collection"_s).toString(), u"email"_s);
    QVERIFY(json.contains(u"step"_s) && json.value(u"step"_s).isNull());
    const QJsonArray points = json.value(u"points"_s).toArray();
    QCOMPARE(points.size(), 3);
    for (const QJsonValue point : points) {
        QCOMPARE(QStringList(point.toObject().keys()),
                 (QStringList{u"figure"_s, u"max"_s, u"mean"_s, u"min"_s, u"time"_s}));
        QCOMPARE(point[u"mean"_s].toDouble(), 2.0);
        QCOMPARE(QDateTime::fromString(point[u"time"_s].toString(), Qt::ISODateWithMs).isValid(), true);
    }
    const Run table = run(what);
    QCOMPARE(table.out.trimmed().split('\n').size(), 4);
    QVERIFY(table.out.startsWith("TIME"));
}

void TestCliHistory::rangesAndSteps()
{
    QCOMPARE(run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"20"_s}).code, 0);
    const QStringList ready{u"--figure"_s, u"ready"_s};
    QCOMPARE(csv(ready + QStringList{u"--from"_s, u"1h"_s}).size(), 20);
    QCOMPARE(csv(ready + QStringList{u"--to"_s, u"1h"_s}).size(), 0);
    QCOMPARE(csv(ready + QStringList{u"--from"_s, u"2001-01-01T00:00:00Z"_s, u"--to"_s, u"2002-01-01"_s}).size(), 0);
    const QByteArray tenth = csv(ready).value(9).left(24);
    const QList<QByteArray> all = csv(ready);
    const auto then =
        std::count_if(all.begin(), all.end(), [&](const QByteArray &line) { return line.startsWith(tenth); });
    const qsizetype since = csv(ready + QStringList{u"--from"_s, QString::fromLatin1(tenth)}).size();
    const qsizetype until = csv(ready + QStringList{u"--to"_s, QString::fromLatin1(tenth)}).size();
    QCOMPARE(since + until, 20 + then); // both ends included
    const QList<QByteArray> days = csv(ready + QStringList{u"--step"_s, u"1d"_s});
    QVERIFY(days.size() == 1 || days.size() == 2); // midnight may have passed
    QVERIFY2(days.front().contains("T00:00:00.000Z,ready,2,2,2"), days.front().constData());
    const Run json = run(of(u"history"_s) + QStringList{u"email"_s, u"--format"_s, u"json"_s, u"--step"_s, u"24h"_s});
    QCOMPARE(json.json().value(u"step"_s).toString(), u"1d"_s);
}

void TestCliHistory::endsWithinASecond()
{
    // Usually takes a few milliseconds; the best attempt counts.
    qint64 best = std::numeric_limits<qint64>::max();
    const qint64 most = 1'000 + 10 * programFloor();
    for (int i = 0; i < attempts && best >= most; ++i) {
        const qsizetype before = csv().size();
        const auto process = start({u"--every"_s, u"60"_s}); // ends in the middle of waiting
        QTRY_VERIFY_WITH_TIMEOUT(csv().size() > before || process->state() == QProcess::NotRunning, 30'000);
        QElapsedTimer time;
        time.start();
        process->terminate();
        QVERIFY(process->waitForFinished(30'000));
        best = std::min(best, time.elapsed());
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
        QCOMPARE(process->readAllStandardError(), QByteArray());
    }
    QVERIFY2(best < most, qPrintable(QString::number(best)));
}

void TestCliHistory::oneOfTwoKeepsIt()
{
    const auto first = start({u"--every"_s, u"0.05"_s});
    QTRY_VERIFY_WITH_TIMEOUT(!csv().isEmpty(), 30'000);
    const Run second = run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"3"_s});
    QCOMPARE(second.code, 1);
    QCOMPARE(second.errorLines().size(), 1); // once, not at each poll
    QVERIFY2(second.err.contains("another process keeps this history"), second.err.constData());
    first->kill();
    first->waitForFinished();
    QCOMPARE(run(of(u"record"_s) + QStringList{u"--count"_s, u"1"_s}).code, 0);
}

void TestCliHistory::serverThatGoesAndComes()
{
    const auto process = start({u"--every"_s, u"0.05"_s});
    QTRY_VERIFY_WITH_TIMEOUT(!csv().isEmpty(), 30'000);
    m_server.kill9();
    QByteArray said;
    const auto hears = [&](const char *what) {
        QCoreApplication::processEvents();
        said += process->readAllStandardError();
        return said.contains(what);
    };
    QTRY_VERIFY_WITH_TIMEOUT(hears("plimsoll: orders \"test\": "), 30'000);
    const qsizetype before = csv().size();
    m_server.start();
    QTRY_VERIFY_WITH_TIMEOUT(hears("goes on"), 60'000);
    QTRY_VERIFY_WITH_TIMEOUT(csv().size() > before, 30'000);
    process->terminate();
    QVERIFY(process->waitForFinished(30'000));
    QCOMPARE(process->exitCode(), 0);
}

void TestCliHistory::severalWorkspaces()
{
    const QString other =
        write("other.json",
              {{u"plimsoll"_s, 1},
               {u"name"_s, u"other"_s},
               {u"connection"_s, QJsonObject{{u"url"_s, m_server.url()}}},
               {u"collections"_s, parsed(R"([{"name": "sms", "kind": "queue", "keys": {"ready": "sms"}}])")}});
    const Run recorded = run(of(u"record"_s) + QStringList{u"-w"_s, other, u"--every"_s, u"0"_s, u"--count"_s, u"2"_s});
    QVERIFY2(recorded.code == 0, recorded.err.constData());
    QCOMPARE(csv({u"--figure"_s, u"ready"_s}).size(), 2);
    const Run sms = run({u"history"_s, u"sms"_s, u"-w"_s, other, u"--data-dir"_s, m_data, u"--figure"_s, u"ready"_s,
                         u"--format"_s, u"csv"_s});
    QCOMPARE(sms.out.trimmed().split('\n').size(), 3);
}

void TestCliHistory::withoutAHistory()
{
    const Run result = run(of(u"history"_s) + QStringList{u"email"_s});
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("there is no history of this workspace on this server"), result.err.constData());
    QVERIFY(!QFileInfo::exists(m_data)); // looking makes nothing
}

void TestCliHistory::unreachable()
{
    const Run result = run(of(u"record"_s) + QStringList{u"-u"_s, u"redis://127.0.0.1:1"_s, u"--count"_s, u"1"_s});
    QCOMPARE(result.code, 3);
    QCOMPARE(result.errorLines().size(), 1);
}

void TestCliHistory::folderThatCannotBeWritten()
{
    QFile file(m_data);
    QVERIFY(file.open(QIODevice::WriteOnly)); // where the folder would be
    const Run result = run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"3"_s});
    QCOMPARE(result.code, 1);
    QCOMPARE(result.errorLines().size(), 1);
    QVERIFY2(result.err.contains("cannot be created"), result.err.constData());
}

/// No silent gap; what is left of it is told.
void TestCliHistory::damagedPiece()
{
    QCOMPARE(run(of(u"record"_s) + QStringList{u"--every"_s, u"0"_s, u"--count"_s, u"5"_s}).code, 0);
    {
        const QFileInfoList files = QDir(m_data + u"/history"_s).entryInfoList({u"*.sqlite"_s});
        const auto kept = std::find_if(files.begin(), files.end(),
                                       [](const QFileInfo &file) { return !file.fileName().contains(u"alerts"_s); });
        QVERIFY(kept != files.end());
        const auto file = redis::HistoryFile::open(kept->filePath(), redis::HistoryFile::For::Writing);
        QVERIFY(file && (*file)->run(u"UPDATE ticks SET figures = x'ff' WHERE id > 3"_s));
    }
    const Run told =
        run(of(u"history"_s) + QStringList{u"email"_s, u"--figure"_s, u"ready"_s, u"--format"_s, u"csv"_s});
    QCOMPARE(told.code, 0);
    QCOMPARE(told.out.count('\n'), 4);
    QCOMPARE(told.errorLines().size(), 1);
    QVERIFY2(told.err.startsWith("plimsoll: a piece of the history, from 20") && told.err.contains("damaged"),
             told.err.constData());
}

QTEST_GUILESS_MAIN(TestCliHistory)

#include "tst_cli_history.moc"
