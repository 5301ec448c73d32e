// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/dashboard.h"
#include "app/session/operationscontroller.h"
#include "models/history/history.h"
#include "tests/gui/notedservices.h"
#include "tests/server/operationbench.h"
#include "tests/support/faultproxy.h"
#include "views/theme/theme.h"
#include "views/widgets/banner.h"
#include "views/widgets/elidedlabel.h"
#include "views/window/sessionview.h"

#include <QApplication>
#include <QFile>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QThread>

using namespace plimsoll;
using namespace plimsoll::testing;
using views::ElidedLabel;
using views::SessionView;

/// Tests how the window treats unfinished operations: its own, and when it leaves their server.
class TestWindowRecovery final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void takesUpItsOwnWhenTheServerIsBack();
    void hearsNothingOfTheServerItLeft();

private:
    [[nodiscard]] QByteArray json(const Endpoint &endpoint) const;
    /// Asks for a trim to one element, as a page does, and presses the button of the dialog.
    static void trim(app::OperationsController &operations, const SessionView &window, const QByteArray &json);
    static QString text(const SessionView &window, const char *label);

    std::unique_ptr<QTemporaryDir> m_folder;
    RedisServer m_server;
};

void TestWindowRecovery::initTestCase()
{
    QCoreApplication::setApplicationName(QStringLiteral("plimsoll"));
    QCoreApplication::setOrganizationName(QStringLiteral("plimsoll"));
}

void TestWindowRecovery::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
    m_server.flush();
    m_server.run({"RPUSH", "q", "1", "2", "3"});
}

QByteArray TestWindowRecovery::json(const Endpoint &endpoint) const
{
    return R"({"plimsoll":1,"name":"shop","connection":{"url":")" + endpoint.url().toUtf8()
        + R"("},"pollMs":100,"collections":[{"name":"email","kind":"queue","keys":{"ready":"q"}}]})";
}

void TestWindowRecovery::trim(app::OperationsController &operations, const SessionView &window, const QByteArray &json)
{
    OperationRequest wanted;
    wanted.workspace = std::make_shared<const Workspace>(std::get<Workspace>(parseWorkspace(json, kindInfos())));
    wanted.action = Action::Trim;
    wanted.keep = 1;
    operations.request(wanted);
    auto *confirm = window.findChild<QPushButton *>(QStringLiteral("operationConfirm"));
    QVERIFY(confirm != nullptr);
    QTRY_VERIFY(confirm->isVisible() && confirm->isEnabled());
    QTest::mouseClick(confirm, Qt::LeftButton);
}

QString TestWindowRecovery::text(const SessionView &window, const char *label)
{
    return window.findChild<ElidedLabel *>(QString::fromLatin1(label))->fullText();
}

/// The disk is full during an operation, and the connection is lost; once both are fixed it is completed unasked.
void TestWindowRecovery::takesUpItsOwnWhenTheServerIsBack()
{
    FaultProxy proxy(m_server.local());
    const QString path = m_folder->filePath(QStringLiteral("shop.json"));
    const QString data = m_folder->filePath(QStringLiteral("data"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(json(proxy.endpoint())) > 0);
    file.close();
    QVERIFY(Journal::open(data).ok());
    app::Dashboard dashboard(*qobject_cast<QApplication *>(QCoreApplication::instance()));
    app::DashboardArguments arguments;
    arguments.target = path;
    arguments.dataDir = data;
    dashboard.start(arguments);
    SessionView &window = dashboard.view();
    QTRY_VERIFY(text(window, "connectionLabel").startsWith(QLatin1String("connected")));

    fillDisk(data);
    trim(dashboard.sessions().front()->session().operations(), window, json(proxy.endpoint()));
    const auto *banner = window.findChild<views::Banner *>();
    QTRY_VERIFY2(text(window, "bannerText").contains(QLatin1String("could not be completed")),
                 qPrintable(text(window, "operationBarText")));
    QVERIFY(banner->isVisible());
    proxy.refuse(true);
    proxy.dropAll();
    QTRY_VERIFY(!text(window, "connectionLabel").startsWith(QLatin1String("connected")));
    makeRoom(data);
    proxy.refuse(false);
    QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), 20'000);
    QTRY_VERIFY2(text(window, "operationBarText").contains(QLatin1String("2 removed")),
                 qPrintable(text(window, "operationBarText")));
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1);
}

/// Signals of the operator arrive after the window has left its server, and are ignored.
void TestWindowRecovery::hearsNothingOfTheServerItLeft()
{
    views::Theme theme;
    models::History history;
    NotedServices services;
    SessionView window(services.context(theme, &history), kindInfos());
    window.show();
    app::OperationsController operations(&window, &theme);
    operations.setDataDir(m_folder->path());
    const auto workspace =
        std::make_shared<const Workspace>(std::get<Workspace>(parseWorkspace(json(m_server.local()), kindInfos())));
    window.setWorkspace(workspace);
    operations.open(workspace, m_server.local());
    trim(operations, window, json(m_server.local()));

    // The operation has run on its thread; its signals are queued until the window returns to its event loop.
    auto *thread = operations.findChild<QThread *>(QStringLiteral("operate"));
    auto *there = new QObject;
    there->moveToThread(thread);
    QMetaObject::invokeMethod(
        there, [there] { there->deleteLater(); }, Qt::BlockingQueuedConnection);
    QCOMPARE(m_server.run({"LLEN", "q"}).integer, 1);
    operations.close();
    const QString left = text(window, "operationBarText");
    QVERIFY2(left.contains(QLatin1String("the connection was closed")), qPrintable(left));
    QCoreApplication::processEvents();
    QCOMPARE(text(window, "operationBarText"), left);
}

QTEST_MAIN(TestWindowRecovery)

#include "tst_windowrecovery.moc"
