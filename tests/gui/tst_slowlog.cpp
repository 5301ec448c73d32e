// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rows/slowlogmodel.h"
#include "tests/gui/windowbench.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/notice.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QStandardPaths>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::WindowBench;

namespace {

constexpr auto workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q"},"options":{"redact":["card"]}}]})";

} // namespace

/// The slow log of a real server, in the window.
class TestSlowLog final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_bench = std::make_unique<WindowBench>(); }
    void cleanup() { m_bench.reset(); }

    void showsWhatTookLong();
    void knowsItsOwnScripts();
    void isReadWhileItIsSeen();
    void copiesARow();
    void saysWhichPermissionIsMissing();
    void isEmpty();

private:
    /// Runs a command that the slow log keeps.
    void log(std::initializer_list<QByteArrayView> command)
    {
        m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        m_bench->server.run(command);
        m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    }
    void openPage()
    {
        auto *action = m_bench->window->findChild<QAction *>(QStringLiteral("slowLogAction"));
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
        QCOMPARE(m_bench->window->currentPage(), QStringLiteral("slowlog"));
    }
    [[nodiscard]] TableView *table() const { return m_bench->find<TableView>("slowLog"); }
    [[nodiscard]] QStringList column(int at) const
    {
        QStringList all;
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            all += table()->model()->index(row, at).data().toString();
        }
        return all;
    }
    [[nodiscard]] Notice *notice() const
    {
        auto *page = m_bench->find<QWidget>("slowLogPage");
        return page->findChild<Notice *>();
    }

    std::unique_ptr<WindowBench> m_bench;
};

void TestSlowLog::showsWhatTookLong()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    m_bench->server.run({"SLOWLOG", "RESET"});
    log({"HSET", "job:1", "card", "4111", "payload", R"({"card":"4222","total":7})"});
    m_bench->open(workspaceJson);
    openPage();
    const QAbstractItemModelTester tester(table()->model());
    QTRY_VERIFY(column(2).join(u'\n').contains(QLatin1String("HSET job:1 card")));
    const QString command = column(2).filter(QStringLiteral("HSET")).front();
    QVERIFY2(!command.contains(QLatin1String("4111")) && !command.contains(QLatin1String("4222")), qPrintable(command));
    QVERIFY2(command.contains(QLatin1String("\"total\":7")), qPrintable(command));
    const auto row = static_cast<int>(column(2).indexOf(command));
    QVERIFY(column(0)[row].contains(u':'));
    QVERIFY2(column(1)[row].contains(u"µs") || column(1)[row].contains(QLatin1String("ms")),
             qPrintable(column(1)[row]));
    QVERIFY2(!column(3)[row].isEmpty(), qPrintable(column(3)[row]));
    // A command with redacted parts cannot be copied.
    table()->selectRow(row);
    QVERIFY(!m_bench->find<QPushButton>("slowLogCopy")->isEnabled());
    QVERIFY(m_bench->find<QPushButton>("slowLogCopy")->toolTip().contains(QLatin1String("options.redact")));

    // Commands of our own connections are marked.
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
    QTRY_VERIFY_WITH_TIMEOUT(!column(3).filter(QStringLiteral("Plimsoll's own")).isEmpty(), 20'000);
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
}

/// Redis names no client for what a script runs; the script that is logged after it is whose it is. Valkey names it.
void TestSlowLog::knowsItsOwnScripts()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    m_bench->server.run({"SLOWLOG", "RESET"});
    for (const char *key : {"theirs", "ours"}) {
        redis::Pipeline pipeline;
        pipeline.add({"CLIENT", "SETNAME", qstrcmp(key, "ours") == 0 ? "plimsoll:test" : "app"});
        pipeline.add({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        pipeline.add({"EVAL", "return redis.call('LINDEX', KEYS[1], -1)", "1", key});
        pipeline.add({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
        m_bench->server.run(pipeline);
    }
    m_bench->open(workspaceJson);
    openPage();
    const auto client = [this](const QString &command) {
        const auto row = static_cast<int>(column(2).indexOf(command));
        return row < 0 ? QString() : column(3)[row];
    };
    QTRY_VERIFY(client(QStringLiteral("LINDEX ours -1")).startsWith(QStringLiteral("Plimsoll's own · ")));
    const QString theirs = client(QStringLiteral("LINDEX theirs -1"));
    QVERIFY2(!theirs.contains(QLatin1String("Plimsoll")), qPrintable(theirs));
    if (theirs.startsWith(QLatin1String("in a script"))) {
        QCOMPARE(client(QStringLiteral("LINDEX ours -1")), QStringLiteral("Plimsoll's own · in a script"));
    } else {
        QVERIFY2(theirs.contains(QLatin1String("app")), qPrintable(theirs));
    }
    const auto isGrey = [this](const QString &command) {
        return table()
            ->model()
            ->index(static_cast<int>(column(2).indexOf(command)), 2)
            .data(models::StaleRole)
            .toBool();
    };
    QVERIFY(isGrey(QStringLiteral("LINDEX ours -1")));
    QVERIFY(!isGrey(QStringLiteral("LINDEX theirs -1")));
}

/// Not while another page is on screen, and on it only when the server has something new.
void TestSlowLog::isReadWhileItIsSeen()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    m_bench->open(workspaceJson);
    const QSignalSpy asked(&m_bench->window->host(), &PageHost::slowLogWanted);
    const QSignalSpy polled(m_bench->connection, &app::ConnectionController::snapshotReady);
    QTRY_VERIFY(polled.size() > 3);
    QCOMPARE(asked.size(), 0);
    openPage();
    QTRY_COMPARE(asked.size(), 1);
    const auto before = polled.size();
    QTRY_VERIFY(polled.size() > before + 10);
    QCOMPARE(asked.size(), 1);
    QTest::keyClick(m_bench->window, Qt::Key_Escape); // back to where it was opened
    QCOMPARE(m_bench->window->currentPage(), QStringLiteral("overview"));
    QVERIFY(!m_bench->window->pageNames().contains(QStringLiteral("slowlog")));
}

void TestSlowLog::copiesARow()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    log({"SET", "it's", "1"});
    m_bench->open(workspaceJson);
    openPage();
    QTRY_VERIFY(column(2).contains(QStringLiteral("SET it's 1")));
    auto *copy = m_bench->find<QPushButton>("slowLogCopy");
    QVERIFY(!copy->isEnabled());
    table()->selectRow(static_cast<int>(column(2).indexOf(QStringLiteral("SET it's 1"))));
    QVERIFY(copy->isEnabled());
    QTest::mouseClick(copy, Qt::LeftButton);
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith(QLatin1String("redis-cli -s ")) && text.endsWith(QLatin1String("SET 'it'\\''s' 1\n")),
             qPrintable(text));
}

void TestSlowLog::saysWhichPermissionIsMissing()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    m_bench->server.run({"ACL", "SETUSER", "ada", "on", ">secret", "~*", "+@all", "-slowlog"});
    m_bench->open(workspaceJson);
    redis::Endpoint ada = m_bench->server.local();
    ada.user = "ada";
    ada.password = "secret";
    m_bench->session->follow(ada);
    openPage();
    QTRY_VERIFY2(notice()->text().contains(QLatin1String("ACL SETUSER ada +slowlog|get +slowlog|len")),
                 qPrintable(notice()->text()));
    QVERIFY(notice()->isVisible());
    m_bench->server.run({"ACL", "SETUSER", "ada", "+slowlog|get", "+slowlog|len"}); // what it says is enough
    m_bench->session->follow(m_bench->server.local());
    m_bench->session->follow(ada);
    m_bench->window->showPage(QStringLiteral("overview"));
    openPage();
    QTRY_VERIFY_WITH_TIMEOUT(!notice()->text().contains(QLatin1String("ACL")), 20'000);
}

void TestSlowLog::isEmpty()
{
    m_bench->server.run({"CONFIG", "SET", "slowlog-log-slower-than", "-1"});
    m_bench->server.run({"SLOWLOG", "RESET"});
    m_bench->open(workspaceJson);
    openPage();
    QTRY_COMPARE(notice()->heading(), QStringLiteral("The slow log is empty"));
}

QTEST_MAIN(TestSlowLog)

#include "tst_slowlog.moc"
