// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/applicationid.h"
#include "app/session/windowinstance.h"
#include "tests/gui/dashboardbench.h"
#include "tests/gui/privatebus.h"

#include <QDBusConnection>
#include <QDBusConnectionInterface>
#include <QDialog>
#include <QLocalServer>
#include <QLocalSocket>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <optional>

using namespace plimsoll;
using namespace plimsoll::testing;
using namespace Qt::StringLiterals;

/// A second start of the program opens its workspaces in the window that is there.
class TestWindowInstance final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup()
    {
        m_instance.reset();
        tearDown();
    }
    void aSecondStartOpensATab();
    void aBrokenFileOpenedByTheDesktopIsTold();
    void aQuestionIsAnsweredFirst();
    void aNotificationOpensItsAlert();
    void sharesWhatAnyWindowMayOpen_data();
    void sharesWhatAnyWindowMayOpen();
    void aBusyWindowIsWaitedFor();
    void aBusThatDoesNotAnswerHoldsNothing();

private:
    /// The window, known on the bus.
    app::Dashboard &shared(const PrivateBus &bus)
    {
        app::Dashboard &window = dashboard();
        m_instance.emplace(bus.address());
        connect(&*m_instance, &app::WindowInstance::openRequested, &window, &app::Dashboard::open);
        return window;
    }
    static bool isKnown(const PrivateBus &bus)
    {
        const QString name = u"test of the window"_s;
        const bool isThere =
            QDBusConnection::connectToBus(bus.address(), name).interface()->isServiceRegistered(app::applicationId);
        QDBusConnection::disconnectFromBus(name);
        return isThere;
    }
    /// The real program; exit code, or -1 while it runs.
    std::unique_ptr<QProcess> start(const PrivateBus &bus, const QStringList &arguments,
                                    const QStringList &environment = {})
    {
        auto program = std::make_unique<QProcess>();
        program->setEnvironment(QStringList{u"PATH=/usr/bin:/bin"_s, u"LC_ALL=C.UTF-8"_s,
                                            u"QT_QPA_PLATFORM=offscreen"_s, u"HOME="_s + m_home.path(),
                                            u"DBUS_SESSION_BUS_ADDRESS="_s + bus.address()}
                                + environment);
        program->setWorkingDirectory(m_home.path());
        program->start(QStringLiteral(PLIMSOLL_BINARY), arguments);
        return program;
    }

    std::optional<app::WindowInstance> m_instance;
    QTemporaryDir m_home;
};

void TestWindowInstance::aSecondStartOpensATab()
{
    const PrivateBus bus;
    app::Dashboard &window = shared(bus);
    QTRY_VERIFY(isKnown(bus));
    const QString shop = write(u"shop.json"_s, workspaceJson(*m_server));
    const QString store = write(u"a store.json"_s, workspaceJson(*m_server));
    const auto open = [&](const QStringList &arguments) {
        const std::unique_ptr<QProcess> second = start(bus, arguments);
        QTRY_COMPARE_WITH_TIMEOUT(second->state(), QProcess::NotRunning, 60'000);
        QVERIFY2(second->exitStatus() == QProcess::NormalExit && second->exitCode() == 0,
                 second->readAllStandardError().constData());
    };
    const auto paths = [&window] {
        QStringList all;
        for (const auto &session : window.sessions()) {
            const WorkspacePtr &workspace = session->session().document().workspace();
            all += workspace == nullptr ? QString() : QFileInfo(workspace->path).fileName();
        }
        return all;
    };
    open({shop}); // in the tab that is empty
    QTRY_COMPARE(paths(), QStringList{u"shop.json"_s});
    open({store});
    QTRY_COMPARE(paths(), (QStringList{u"shop.json"_s, u"a store.json"_s}));
    QCOMPARE(&window.view(), &window.sessions().back()->view());
    open({shop}); // open already: it is shown
    QTRY_COMPARE(&window.view(), &window.sessions().front()->view());
    window.window().hide();
    open({});
    QVERIFY(window.window().isVisible());
    QCOMPARE(paths(), (QStringList{u"shop.json"_s, u"a store.json"_s}));
    open({m_server->url()});
    QTRY_COMPARE(paths().size(), 3);
}

/// Nobody reads what a program prints that a double click has started.
void TestWindowInstance::aBrokenFileOpenedByTheDesktopIsTold()
{
    const PrivateBus bus;
    shared(bus);
    QTRY_VERIFY(isKnown(bus));
    const QString broken = write(u"broken.json"_s, "{");
    const std::unique_ptr<QProcess> typed = start(bus, {broken});
    QTRY_COMPARE_WITH_TIMEOUT(typed->state(), QProcess::NotRunning, 60'000);
    QCOMPARE(typed->exitCode(), 2);
    QVERIFY2(typed->readAllStandardError().contains("broken.json"), "said where it was typed");
    for (const QString &name : {u"DESKTOP_STARTUP_ID"_s, u"XDG_ACTIVATION_TOKEN"_s}) {
        m_dashboard->view().showMessage({});
        const std::unique_ptr<QProcess> opened = start(bus, {broken}, {name + u"=files-1"_s});
        QTRY_COMPARE_WITH_TIMEOUT(opened->state(), QProcess::NotRunning, 60'000);
        QCOMPARE(opened->exitCode(), 0);
        QTRY_VERIFY2(message().contains(u"broken.json"), qPrintable(message()));
    }
}

/// A dialog stays over the tab that it is about.
void TestWindowInstance::aQuestionIsAnsweredFirst()
{
    app::Dashboard &window = dashboard();
    window.open({write(u"shop.json"_s, workspaceJson(*m_server))}, {});
    QTRY_COMPARE(window.view().windowTitle(), u"shop – Plimsoll"_s);
    const views::SessionView *asking = &window.view();
    QDialog question(window.window().window());
    question.setWindowModality(Qt::WindowModal);
    question.open();
    window.open({write(u"store.json"_s, workspaceJson(*m_server))}, {});
    QTest::qWait(500);
    QCOMPARE(&window.view(), asking);
    QCOMPARE(window.sessions().size(), 1U);
    question.reject();
    QTRY_COMPARE(window.sessions().size(), 2U);
    QVERIFY(&window.view() != asking);
}

void TestWindowInstance::aNotificationOpensItsAlert()
{
    const PrivateBus bus;
    app::Dashboard &window = shared(bus);
    QTRY_VERIFY(isKnown(bus));
    QSignalSpy shown(&window.view().host(), &views::PageHost::alertShown);
    const QString shop = write(u"shop.json"_s, workspaceJson(*m_server));
    for (const char *alert : {"alert-1", "alert-2"}) { // of a workspace that is not open yet, and of one that is
        const std::unique_ptr<QProcess> second = start(bus, {u"-w"_s, shop, u"--alert"_s, QString::fromLatin1(alert)});
        QTRY_COMPARE_WITH_TIMEOUT(second->state(), QProcess::NotRunning, 60'000);
        QCOMPARE(second->exitCode(), 0);
        QTRY_VERIFY(!shown.isEmpty());
        QCOMPARE(shown.takeFirst().front().toString(), QString::fromLatin1(alert));
    }
    QCOMPARE(window.sessions().size(), 1U);
}

void TestWindowInstance::sharesWhatAnyWindowMayOpen_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("own");
    QTest::addColumn<bool>("isShared");
    QTest::newRow("nothing") << QString() << QString() << true;
    QTest::newRow("a file") << u"orders.json"_s << QString() << true;
    QTest::newRow("a server") << u"redis://ops@there:6380/2"_s << QString() << true;
    QTest::newRow("a password") << u"redis://ops:secret@there"_s << QString() << false;
    for (const char *own : {"demo", "replay", "record", "url", "dataDir"}) {
        QTest::newRow(own) << u"orders.json"_s << QString::fromLatin1(own) << false;
    }
}

void TestWindowInstance::sharesWhatAnyWindowMayOpen()
{
    QFETCH(const QString, target);
    QFETCH(const QString, own);
    QFETCH(const bool, isShared);
    app::DashboardArguments arguments;
    arguments.target = target;
    arguments.isDemo = own == u"demo";
    arguments.replay = own == u"replay" ? own : QString();
    arguments.record = own == u"record" ? own : QString();
    arguments.url = own == u"url" ? own : QString();
    arguments.dataDir = own == u"dataDir" ? own : QString();
    QCOMPARE(app::WindowInstance::mayShare(arguments), isShared);
}

/// A bus that takes connections and says nothing: the second start has a window of its own.
/// Else there would be two windows on one file.
void TestWindowInstance::aBusyWindowIsWaitedFor()
{
    const PrivateBus bus;
    app::Dashboard &window = shared(bus);
    QTRY_VERIFY(isKnown(bus));
    const std::unique_ptr<QProcess> second = start(bus, {write(u"shop.json"_s, workspaceJson(*m_server))});
    QVERIFY(second->waitForStarted());
    QThread::sleep(5);
    QTRY_COMPARE_WITH_TIMEOUT(second->state(), QProcess::NotRunning, 60'000);
    QCOMPARE(second->exitCode(), 0);
    QTRY_VERIFY(window.view().windowTitle().startsWith(u"shop"));
}

void TestWindowInstance::aBusThatDoesNotAnswerHoldsNothing()
{
    QLocalServer silent;
    QVERIFY(silent.listen(m_home.filePath(u"bus"_s)));
    QVERIFY(!app::WindowInstance::openInRunning(u"unix:path="_s + silent.fullServerName(), {}));
    const PrivateBus bus; // without a window
    QVERIFY(!app::WindowInstance::openInRunning(bus.address(), {}));
    QVERIFY(!app::WindowInstance::openInRunning({}, {}));
}

QTEST_MAIN(TestWindowInstance)

#include "tst_windowinstance.moc"
