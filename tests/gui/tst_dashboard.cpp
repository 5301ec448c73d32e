// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard.h"
#include "tests/support/redisserver.h"
#include "views/mainwindow.h"
#include "views/preferences.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QLockFile>
#include <QRegularExpression>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <chrono>
#include <memory>
#include <thread>

using namespace plimsoll;
using plimsoll::testing::RedisServer;

namespace {

QByteArray workspaceJson(const RedisServer &server, int collections = 2)
{
    QByteArray all;
    for (int i = 0; i < collections; ++i) {
        const QByteArray name = "list " + QByteArray::number(i);
        all += (i > 0 ? "," : "") + QByteArray(R"({"name":")") + name + R"(","kind":"queue","keys":{"ready":"q)"
            + QByteArray::number(i) + R"("}})";
    }
    return R"({"plimsoll":1,"name":"shop","connection":{"url":")" + server.url().toUtf8()
        + R"("},"pollMs":100,"collections":[)" + all + "]}";
}

} // namespace

/// The program's window with everything behind it, as main() makes it.
class TestDashboard final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void opensAWorkspaceAndRemembersIt();
    void mistakesInAFileAreTold();
    void settingsAreKept();
    void noDiskHoldsTheWindow();

private:
    QString write(const QString &name, const QByteArray &text);
    app::Dashboard &dashboard(const app::Arguments &arguments = {});
    [[nodiscard]] QString message() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<app::Dashboard> m_dashboard;
};

void TestDashboard::initTestCase()
{
    QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
    QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
}

void TestDashboard::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    m_server = std::make_unique<RedisServer>();
    m_server->run({"RPUSH", "q0", "a", "b"});
}

void TestDashboard::cleanup()
{
    m_dashboard.reset();
    m_server.reset();
}

QString TestDashboard::write(const QString &name, const QByteArray &text)
{
    const QString path = m_folder->filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("no temporary file");
    }
    return path;
}

app::Dashboard &TestDashboard::dashboard(const app::Arguments &arguments)
{
    m_dashboard.reset();
    m_dashboard = std::make_unique<app::Dashboard>(*qobject_cast<QApplication *>(QCoreApplication::instance()));
    app::Arguments own = arguments;
    own.dataDir = m_folder->filePath(QStringLiteral("data"));
    m_dashboard->start(own);
    return *m_dashboard;
}

QString TestDashboard::message() const
{
    return m_dashboard->window().statusBar()->currentMessage();
}

void TestDashboard::opensAWorkspaceAndRemembersIt()
{
    const QString path = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    app::Arguments arguments;
    arguments.target = path;
    dashboard(arguments);
    QTRY_VERIFY(m_dashboard->window().windowTitle().startsWith(QLatin1String("shop")));
    dashboard(); // again, without a name: what was open last
    QTRY_VERIFY(m_dashboard->window().windowTitle().startsWith(QLatin1String("shop")));
}

void TestDashboard::settingsAreKept()
{
    dashboard();
    m_dashboard->window().resize(901, 601);
    views::Preferences::ofPerson().setValue(QStringLiteral("pageRows"), 250);
    views::Preferences::ofPerson().setValue(QStringLiteral("bytes"), QByteArray("\0\xff x", 4));
    dashboard(); // reads the file anew
    QCOMPARE(m_dashboard->window().size(), QSize(901, 601));
    QCOMPARE(views::Preferences::ofPerson().value(QStringLiteral("pageRows")).toInt(), 250);
    QCOMPARE(views::Preferences::ofPerson().value(QStringLiteral("bytes")).toByteArray(), QByteArray("\0\xff x", 4));
}

/// Another process, or a disk that is away, may hold the file of the settings.
void TestDashboard::noDiskHoldsTheWindow()
{
    dashboard();
    views::Preferences::ofPerson().finishWriting();
    auto lock = std::make_unique<QLockFile>(QSettings().fileName() + QStringLiteral(".lock"));
    QVERIFY(lock->tryLock());
    std::thread other([&lock] {
        std::this_thread::sleep_for(std::chrono::seconds(2)); // the end of a test that has failed
        lock.reset();
    });
    views::Preferences::ofPerson().setValue(QStringLiteral("theme"), QStringLiteral("dark"));
    QElapsedTimer waited;
    waited.start();
    QCoreApplication::processEvents(); // where settings used to be written
    const qint64 held = waited.elapsed();
    other.join();
    QVERIFY2(held < 1'500, qPrintable(QString::number(held)));
    views::Preferences::ofPerson().finishWriting();
    QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("dark"));
}

void TestDashboard::mistakesInAFileAreTold()
{
    app::Arguments arguments;
    arguments.target =
        write(QStringLiteral("wrong.json"), R"({"plimsoll":1,"name":"x","connection":{"url":"ftp://x"}})");
    dashboard(arguments);
    QTRY_VERIFY2(message().contains(QLatin1String("wrong.json")), qPrintable(message()));
}

QTEST_MAIN(TestDashboard)

#include "tst_dashboard.moc"
