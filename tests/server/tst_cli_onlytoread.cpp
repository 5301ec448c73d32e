// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/server/clitest.h"
#include "tests/support/onlytoread.h"

#include <memory>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

enum class Way { NoPermission, ReadOnlyMount };
enum class Writer { Ended, Killed, Running };

} // namespace
Q_DECLARE_METATYPE(Way)
Q_DECLARE_METATYPE(Writer)

/// history, report and operations as processes that may only read the data folder.
class TestCliOnlyToRead final : public CliTest {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_record.reset(); }
    void tells_data();
    void tells();

private:
    /// Until there is something to read.
    void record(Writer writer);
    [[nodiscard]] QStringList history() const
    {
        return of(u"history"_s) + QStringList{u"email"_s, u"--figure"_s, u"ready"_s, u"--format"_s, u"csv"_s};
    }
    [[nodiscard]] QStringList of(const QString &command) const
    {
        return {command, u"-w"_s, m_file, u"--data-dir"_s, m_data};
    }
    /// Why that way does not bite here; empty: it does.
    [[nodiscard]] QByteArray reasonAgainst(Way way) const;
    /// Does what run() does, as a user who may only read.
    [[nodiscard]] Run look(Way way, const QStringList &arguments) const;

    std::unique_ptr<QProcess> m_record;
    QString m_file, m_data, m_output;
    int m_folders = 0;
};

void TestCliOnlyToRead::init()
{
    m_server.flush();
    m_server.run({"LPUSH", "q", "a", "b", "c"});
    m_file = workspace(parsed(R"([{"name": "email", "kind": "queue", "keys": {"ready": "q", "dead": "d"},
                                   "limits": {"ready": {"warning": 2}}}])"));
    m_data = m_folder.filePath(u"data%1"_s.arg(++m_folders));
    QVERIFY(QDir().mkpath(m_data));
    const QString open = m_folder.filePath(u"open"_s); // to all
    QVERIFY(QDir().mkpath(open));
    m_output = open + u"/report%1.html"_s.arg(m_folders);
    takeWritingAway(m_folder.path());
    giveWritingBack(m_folder.path());
    QFile::setPermissions(open, QFile::permissions(open) | QFile::WriteOther);
}

void TestCliOnlyToRead::tells_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Writer>("writer");
    QTest::newRow("no permission") << Way::NoPermission << Writer::Ended;
    QTest::newRow("no permission, after a kill") << Way::NoPermission << Writer::Killed;
    QTest::newRow("no permission, while it is written") << Way::NoPermission << Writer::Running;
    QTest::newRow("read-only mount") << Way::ReadOnlyMount << Writer::Ended;
    QTest::newRow("read-only mount, after a kill") << Way::ReadOnlyMount << Writer::Killed;
    QTest::newRow("read-only mount, while it is written") << Way::ReadOnlyMount << Writer::Running;
}

Run TestCliOnlyToRead::look(Way way, const QStringList &arguments) const
{
    QProcess process;
    process.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s, u"HOME=/nonexistent"_s});
    if (::geteuid() == 0) {
        process.setChildProcessModifier([way, folder = QFile::encodeName(m_data)] {
            if (!(way == Way::NoPermission ? becomeNobody() : mountReadOnly(folder))) {
                ::_exit(99);
            }
        });
    }
    process.start(QStringLiteral(PLIMSOLL_BINARY), arguments);
    if (!process.waitForFinished(20'000)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray TestCliOnlyToRead::reasonAgainst(Way way) const
{
    if (way == Way::ReadOnlyMount && ::geteuid() != 0) {
        return "only root mounts a folder read-only";
    }
    const Run asked = look(way, {u"--version"_s});
    return asked.code == 0          ? QByteArray()
        : way == Way::ReadOnlyMount ? QByteArray("this root may not mount a folder read-only")
                                    : QByteArray("another user than root may not run the program where it was built");
}

void TestCliOnlyToRead::record(Writer writer)
{
    m_record = std::make_unique<QProcess>();
    m_record->setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    m_record->start(QStringLiteral(PLIMSOLL_BINARY), of(u"record"_s) + QStringList{u"--every"_s, u"0.1"_s});
    QTRY_VERIFY_WITH_TIMEOUT(run(history()).out.count('\n') > 3, 30'000); // and alerts of the polls before
    if (writer != Writer::Running) {
        writer == Writer::Killed ? m_record->kill() : m_record->terminate();
        QVERIFY(m_record->waitForFinished(30'000));
    }
}

void TestCliOnlyToRead::tells()
{
    QFETCH(Way, way);
    QFETCH(Writer, writer);
    if (const QByteArray reason = reasonAgainst(way); !reason.isEmpty()) {
        QSKIP(reason.constData());
    }
    const Run trimmed = run(of(u"trim"_s) + QStringList{u"email"_s, u"--keep"_s, u"2"_s, u"--yes"_s});
    QVERIFY2(trimmed.code == 0, trimmed.err.constData());
    record(writer);
    takeWritingAway(m_data);

    const Run told = look(way, history());
    QVERIFY2(told.code == 0 && told.err.isEmpty(), told.err.constData());
    QVERIFY2(told.out.count('\n') > 3, told.out.constData());
    const Run journal = look(way, {u"operations"_s, u"--data-dir"_s, m_data});
    QVERIFY2(journal.code == 0 && journal.err.isEmpty(), journal.err.constData());
    const Run report = look(way, of(u"report"_s) + QStringList{u"--from"_s, u"5m"_s, u"--output"_s, m_output});
    QVERIFY2(report.code == 0 && report.err.isEmpty(), report.err.constData());
    QFile html(m_output);
    QVERIFY(html.open(QIODevice::ReadOnly));
    const QByteArray text = html.readAll();
    QVERIFY(text.contains("warning from 2") && text.contains("Trim") && !text.contains("could not be read"));

    giveWritingBack(m_data);
    if (writer == Writer::Running) { // and readers were not in its way
        QCOMPARE(m_record->state(), QProcess::Running);
        m_record->terminate();
        QVERIFY(m_record->waitForFinished(30'000));
        QCOMPARE(m_record->readAllStandardError(), QByteArray());
    } else if (writer == Writer::Ended) {
        QCOMPARE(run(history()).out, told.out);
    }
}

QTEST_GUILESS_MAIN(TestCliOnlyToRead)
#include "tst_cli_onlytoread.moc"
