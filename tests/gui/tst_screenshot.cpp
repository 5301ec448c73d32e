// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace plimsoll;
using plimsoll::testing::RedisServer;

namespace {

constexpr int patience = 120'000;

struct Run {
    int code = -1;
    QString output, errors;
};

Run screenshot(const QStringList &arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DISPLAY"));
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    environment.remove(QStringLiteral("QT_QPA_PLATFORM"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(PLIMSOLL_BINARY), QStringList{QStringLiteral("screenshot")} + arguments);
    if (!process.waitForFinished(patience) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

} // namespace

/// `plimsoll screenshot` as a process, without a display.
class TestScreenshot final : public QObject {
    Q_OBJECT

private slots:
    void picturesOfAWorkspace();
    void serverThatIsAway();
    void workspaceThatIsWrong();

private:
    QString workspace(const QString &url);

    QTemporaryDir m_folder;
};

QString TestScreenshot::workspace(const QString &url)
{
    QString path = m_folder.filePath(QStringLiteral("one.json"));
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(R"({"plimsoll": 1, "name": "one", "connection": {"url": ")" + url.toUtf8()
                   + R"("}, "pollMs": 200, "collections": [)"
                     R"({"name": "Mail out", "kind": "queue", "keys": {"ready": "q"}}, )"
                     R"({"name": "members", "kind": "members", "keys": {"set": "q"}}]})");
    }
    return path;
}

void TestScreenshot::picturesOfAWorkspace()
{
    RedisServer server;
    server.run({"RPUSH", "q", "one", "two", "three"});
    const QString pictures = m_folder.filePath(QStringLiteral("deep/pictures"));
    const Run run = screenshot({pictures, QStringLiteral("-w"), workspace(server.url()), QStringLiteral("--size"),
                                QStringLiteral("1280x720"), QStringLiteral("--scale"), QStringLiteral("1.5"),
                                QStringLiteral("--theme"), QStringLiteral("dark"), QStringLiteral("--print-snapshot")});
    QVERIFY2(run.code == 0, qPrintable(run.errors));
    QVERIFY(server.calls("acl|dryrun") > 0); // what the strip says of operations has been asked
    QVERIFY(run.output.contains(QStringLiteral("Mail out")));
    // A key of the wrong type is that collection's error: its page is there, too.
    for (const char *name : {"overview", "queue", "members", "queue-mail-out", "members-members"}) {
        const QImage picture(QDir(pictures).filePath(QLatin1StringView(name) + QStringLiteral(".png")));
        QVERIFY2(!picture.isNull(), name);
        QCOMPARE(picture.size(), QSize(1920, 1080));
        QVERIFY2(picture.pixelColor(2, picture.height() / 2).lightness() < 80, "not dark");
    }
}

void TestScreenshot::serverThatIsAway()
{
    const Run run =
        screenshot({m_folder.path(), QStringLiteral("-w"),
                    workspace(QStringLiteral("unix://") + m_folder.filePath(QStringLiteral("nobody.sock")))});
    QCOMPARE(run.code, 3);
    QVERIFY2(run.errors.contains(QStringLiteral("nobody.sock")), qPrintable(run.errors));
}

void TestScreenshot::workspaceThatIsWrong()
{
    const QString path = m_folder.filePath(QStringLiteral("wrong.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"plimsoll": 1, "name": "x", "colections": []})");
    file.close();
    const Run run = screenshot({m_folder.path(), QStringLiteral("-w"), path});
    QCOMPARE(run.code, 2);
    QVERIFY2(run.errors.contains(QStringLiteral("colections")), qPrintable(run.errors));
}

QTEST_GUILESS_MAIN(TestScreenshot)

#include "tst_screenshot.moc"
