// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text/rediscli.h"
#include "tests/gui/windowbench.h"

#include <QAction>
#include <QClipboard>
#include <QMenu>
#include <QProcess>
#include <QStandardPaths>
#include <QStatusBar>
#include <QToolButton>

using namespace plimsoll;
using plimsoll::testing::RedisServer;
using plimsoll::testing::WindowBench;

namespace {

QByteArray runInShell(const QString &line)
{
    QProcess shell;
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
    const bool ended = shell.waitForFinished(20'000);
    return ended && shell.exitCode() == 0 ? shell.readAllStandardOutput() : "FAILED: " + shell.readAllStandardError();
}

} // namespace

/// Commands that are copied run in a real shell, by the real redis-cli, on a real server.
class TestRedisCli final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void anyBytesArrive_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QByteArray all;
        for (int c = 0; c < 256; ++c) {
            all += static_cast<char>(c);
        }
        QTest::newRow("plain") << QByteArray("queue:email");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("like an option") << QByteArray("--eval");
        QTest::newRow("blanks") << QByteArray(" a  b ");
        QTest::newRow("quotes") << QByteArray("it's \"so\" \\n \\x41");
        QTest::newRow("shell") << QByteArray("$(touch /tmp/x) `id` ${HOME} * ~ ; & | > < ! # %s");
        QTest::newRow("lines") << QByteArray("a\nb\r\nc\t");
        QTest::newRow("UTF-8") << QByteArray("Größe €");
        QTest::newRow("a blank that is not seen") << QByteArray("a\u00a0b\u200b");
        QTest::newRow("escape") << QByteArray("\x1b[31mred");
        QTest::newRow("every byte") << all;
    }
    void anyBytesArrive()
    {
        QFETCH(const QByteArray, bytes);
        RedisServer server;
        QCOMPARE(runInShell(models::redisCliLine(server.local(), {"SET", bytes, bytes})), QByteArray("OK\n"));
        QCOMPARE(server.run({"GET", bytes}).bytes, bytes);
        QCOMPARE(server.run({"DBSIZE"}).integer, 1);
        QCOMPARE(runInShell(models::redisCliLine(server.tcp(), {"STRLEN", bytes})).trimmed(),
                 QByteArray::number(bytes.size()));
    }

    void theServerIsNamedWithoutThePassword()
    {
        redis::Endpoint endpoint;
        endpoint.host = QStringLiteral("cache.example");
        endpoint.port = 6380;
        endpoint.user = "ada";
        endpoint.password = "secret";
        endpoint.database = 3;
        endpoint.tls = redis::TlsOptions{.verify = false, .caFile = QStringLiteral("/etc/my ca.pem")};
        QCOMPARE(models::redisCliLine(endpoint, {"LLEN", "q"}),
                 QStringLiteral("redis-cli -h cache.example -p 6380 --user ada -n 3 --tls --cacert '/etc/my ca.pem' "
                                "--insecure LLEN q"));
    }

    /// The page copies exactly the commands of its figures, for the types that the keys have.
    void thePageCopiesWhatReadsItsFigures()
    {
        WindowBench bench;
        bench.server.run({"RPUSH", "q 1", "a", "b"});
        bench.server.run({"RPUSH", "p", "c"}); // a list, while the other kind of it is a sorted set
        bench.server.run({"ZADD", "d", "5000000000", "e"});
        bench.open(
            R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1"},"pollMs":100,"collections":[)"
            R"({"name":"email","kind":"queue","keys":{"ready":"q 1","processing":"p","delayed":"d"}}]})");
        bench.window->showPage(QStringLiteral("queue"));
        auto *clipboard = QGuiApplication::clipboard();
        const auto copied = [clipboard] { return clipboard->text(); };
        QTRY_VERIFY(bench.find<QToolButton>("moreButton") != nullptr
                    && bench.find<QToolButton>("moreButton")->isVisible());
        auto *inMenu =
            bench.find<QToolButton>("moreButton")->menu()->findChild<QAction *>(QStringLiteral("copyCommands"));
        auto *ofWindow = bench.window->findChild<QAction *>(QStringLiteral("copyCommandsAction"));
        for (QAction *action : {inMenu, ofWindow}) {
            clipboard->clear();
            QTRY_VERIFY(action->isEnabled());
            action->trigger();
            QTRY_VERIFY(!copied().isEmpty());
            QVERIFY2(copied().contains(QLatin1String("LLEN 'q 1'")), qPrintable(copied()));
            QVERIFY2(copied().contains(QLatin1String("LLEN p")), qPrintable(copied()));
            QVERIFY2(copied().contains(QLatin1String("ZCOUNT d")), qPrintable(copied()));
            const QStringList lines = copied().split(u'\n', Qt::SkipEmptyParts);
            for (const QString &line : lines) {
                const QByteArray answer = runInShell(line);
                QVERIFY2(!answer.startsWith("FAILED") && !answer.contains("ERR") && !answer.contains("WRONGTYPE"),
                         qPrintable(line + QStringLiteral(": ") + QString::fromUtf8(answer)));
            }
        }
        QVERIFY(
            bench.window->findChild<QStatusBar *>()->currentMessage().endsWith(QLatin1String("copied for redis-cli")));
        QCOMPARE(bench.server.run({"LLEN", "q 1"}).integer, 2);
    }
};

QTEST_MAIN(TestRedisCli)

#include "tst_rediscli.moc"
