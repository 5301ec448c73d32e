// SPDX-License-Identifier: GPL-3.0-or-later
#include "redis/operations/journal/journal.h"
#include "redis/operations/plan/planner.h"
#include "redis/operations/run/runner.h"
#include "tests/server/clitest.h"
#include "tests/server/operationbench.h"
#include "tests/support/slowness.h"

#include <QFile>

using namespace plimsoll;
using namespace plimsoll::redis;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 mebibyte = 1024 * 1024;

/// Peak memory of the process in bytes.
qint64 peakMemory(qint64 process)
{
    QFile status(u"/proc/%1/status"_s.arg(process));
    if (!status.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf("VmHWM:");
    return at < 0 ? 0 : text.mid(at + 6, text.indexOf("kB", at) - at - 6).trimmed().toLongLong() * 1024;
}

} // namespace

/// Undo of what is large. PLIMSOLL_UNDO_MIB sets how large: 1024 is the promise's own size.
class TestCliUndo : public CliTest {
    Q_OBJECT

private slots:
    void holdsNoArchiveInMemory();
};

void TestCliUndo::holdsNoArchiveInMemory()
{
    const int mebibytes =
        qEnvironmentVariableIsSet("PLIMSOLL_UNDO_MIB") ? qEnvironmentVariableIntValue("PLIMSOLL_UNDO_MIB") : 192;
    constexpr int size = 64 * 1024;
    const int elements = mebibytes * int(mebibyte / size);
    const QByteArray filler(size - 16, 'x');
    for (int i = 0; i < elements; i += 100) {
        Pipeline pipeline;
        for (int k = i; k < std::min(i + 100, elements); ++k) {
            pipeline.add({"RPUSH", "q", QByteArray::number(k).rightJustified(16, '0') + filler});
        }
        m_server.run(pipeline);
    }
    Bench bench(m_server, R"({"name":"q","kind":"queue","keys":{"ready":"q"}})");
    OperationRequest trim = bench.request(Action::Trim);
    trim.keep = 0;
    const OperationReport cut = bench.run(trim);
    QCOMPARE(cut.removed, elements);
    bench.journal.reset();

    QProcess undo;
    undo.setEnvironment({u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s});
    undo.start(QStringLiteral(PLIMSOLL_BINARY), {u"undo"_s, cut.id, u"--yes"_s, u"--data-dir"_s, bench.folder.path()});
    QVERIFY(undo.waitForStarted());
    qint64 peak = 0;
    const qint64 process = undo.processId();
    while (!undo.waitForFinished(10)) {
        peak = std::max(peak, peakMemory(process));
        QVERIFY(undo.state() == QProcess::Running || undo.state() == QProcess::NotRunning);
    }
    QVERIFY2(undo.exitCode() == 0, undo.readAllStandardError().constData());
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, elements);
    QCOMPARE(m_server.run({"LINDEX", "q", "0"}).bytes.first(16), QByteArray(16, '0'));
    QCOMPARE(m_server.run({"LINDEX", "q", "-1"}).bytes.first(16).toInt(), elements - 1);
    qInfo("%d MiB of archive undone with a peak of %lld MiB", mebibytes, peak / mebibyte);
    QVERIFY(peak > 0);
    // A sanitizer keeps freed memory, so the limit does not apply.
    QVERIFY2(testing::slowness > 1 || peak < 150 * mebibyte, QByteArray::number(peak / mebibyte).constData());
}

QTEST_GUILESS_MAIN(TestCliUndo)
#include "tst_cli_undo.moc"
