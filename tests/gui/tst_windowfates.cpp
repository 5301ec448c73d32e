// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectioncontroller.h"
#include "app/operationscontroller.h"
#include "models/deadgroupmodel.h"
#include "models/history.h"
#include "redis/collections/kinds.h"
#include "redis/workspace/workspacefile.h"
#include "tests/support/redisserver.h"
#include "views/elidedlabel.h"
#include "views/mainwindow.h"
#include "views/operationdialog.h"
#include "views/rowsproxy.h"
#include "views/tableview.h"
#include "views/theme.h"

#include <QApplication>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace plimsoll;
using namespace plimsoll::views;
using plimsoll::testing::RedisServer;

namespace {

constexpr const char *workspaceJson =
    R"({"plimsoll":1,"name":"shop","connection":{"url":"redis://127.0.0.1:6379"},"pollMs":100,"collections":[)"
    R"({"name":"email","kind":"queue","keys":{"ready":"q","processing":"p","dead":"dead","job":"job:{id}"},)"
    R"("options":{"staleAfter":"30s","maxAttempts":3}},)"
    R"({"name":"testers","kind":"members","keys":{"set":"testers"}}]})";

QStringList list(const std::vector<const char *> &names)
{
    QStringList all;
    for (const char *name : names) {
        all.append(QLatin1StringView(name));
    }
    return all;
}

} // namespace

/// What an operation has taken stays where it was and says what became of it, with a real server behind it.
class TestWindowFates final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        m_theme.install(*qobject_cast<QApplication *>(QCoreApplication::instance()), Theme::Choice::Light);
    }

    void init()
    {
        m_server = std::make_unique<RedisServer>();
        m_folder = std::make_unique<QTemporaryDir>();
        m_server->run({"RPUSH", "q", "w1", "w2"});
        m_server->run({"RPUSH", "dead", "d1", "d2", "d3"});
        m_server->run({"HSET", "job:d1", "error", "550 mailbox unavailable"});
        m_server->run({"SADD", "testers", "ada", "grace", "tony"});
        const qint64 past = QDateTime::currentMSecsSinceEpoch() - 120'000;
        for (int i = 0; i < 4; ++i) {
            const QByteArray id = "j" + QByteArray::number(i);
            m_server->run({"ZADD", "p", QByteArray::number(past + i), id});
            m_server->run({"HSET", "job:" + id, "class", "SendInvoice", "attempts", i == 0 ? "3" : "1"});
        }
        auto parsed = redis::parseWorkspace(workspaceJson, redis::kindInfos());
        QVERIFY(std::holds_alternative<Workspace>(parsed));
        const auto workspace = std::make_shared<const Workspace>(std::get<Workspace>(std::move(parsed)));
        m_history = std::make_unique<models::History>();
        m_window = std::make_unique<MainWindow>(PageContext{.theme = &m_theme, .history = m_history.get()},
                                                redis::kindInfos());
        m_connection = std::make_unique<app::ConnectionController>();
        m_operations = std::make_unique<app::OperationsController>(m_window.get(), &m_theme);
        m_operations->setDataDir(m_folder->path());
        connect(m_connection.get(), &app::ConnectionController::snapshotReady, m_window.get(),
                [this](const SnapshotPtr &snapshot) {
                    m_history->apply(snapshot);
                    m_window->apply(snapshot);
                });
        connect(m_connection.get(), &app::ConnectionController::answered, m_window.get(), &MainWindow::answer);
        connect(m_connection.get(), &app::ConnectionController::statusChanged, m_window.get(),
                &MainWindow::setConnection);
        connect(m_window.get(), &MainWindow::asked, m_connection.get(), &app::ConnectionController::ask);
        m_window->setWorkspace(workspace);
        m_window->resize(1280, 800);
        m_window->show();
        m_connection->open(workspace, m_server->local());
        m_operations->open(workspace, m_server->local());
        m_window->showPage(QStringLiteral("queue"));
        QTRY_VERIFY(find<QPushButton>("requeueButton") != nullptr);
        QTRY_VERIFY(find<QPushButton>("requeueButton")->isEnabled());
        QTRY_COMPARE(names().size(), 9);
        QCOMPARE(names().mid(0, 4), list({"j0", "j1", "j2", "j3"}));
    }

    void cleanup()
    {
        m_operations.reset();
        m_connection.reset();
        m_window.reset();
        m_history.reset();
        m_server.reset();
    }

    void takenRowsStayAndSayWhatBecameOfThem()
    {
        const QStringList before = names();
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY2(state(1).startsWith(QStringLiteral("requeued ")), qPrintable(state(1)));
        static const QRegularExpression when(QStringLiteral("^requeued \\d\\d:\\d\\d:\\d\\d"));
        QVERIFY2(when.match(state(1)).hasMatch(), qPrintable(state(1)));
        QVERIFY2(state(0).startsWith(QStringLiteral("to dead letters ")), qPrintable(state(0)));
        QTRY_COMPARE(find<ElidedLabel>("newRowsText")->fullText(), QStringLiteral("4 newer, 4 have left this page"));
        QCOMPARE(names(), before);
        for (int row = 0; row < 4; ++row) {
            QVERIFY(table()->model()->index(row, 0).data(RowsProxy::StruckRole).toBool());
            QVERIFY(!table()->model()->index(row, 1).data(RowsProxy::StruckRole).toBool()); // what became of it is read
        }
        QVERIFY(!table()->model()->index(4, 0).data(RowsProxy::StruckRole).toBool());

        // Nothing can be done to them any more.
        table()->selectRow(1);
        table()->setFocus();
        QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
        QVERIFY(!find<QPushButton>("inspector.discard")->isEnabled());
        QVERIFY(find<QPushButton>("inspector.discard")->toolTip().startsWith(QStringLiteral("requeued ")));
        QTest::keyClick(table(), Qt::Key_Delete);
        QVERIFY(find<OperationDialog>("operationDialog") == nullptr);

        // Until the page is left.
        m_window->showPage(QStringLiteral("members"));
        m_window->showPage(QStringLiteral("queue"));
        QTRY_COMPARE(names().size(), 9);
        QTRY_VERIFY(state(0) != QLatin1String("stale") && !state(0).contains(QLatin1String("requeued")));
        QVERIFY(!table()->model()->index(0, 0).data(RowsProxy::StruckRole).toBool());
    }

    void whatIsPutBackIsThereAgain()
    {
        QTest::mouseClick(find<QPushButton>("requeueButton"), Qt::LeftButton);
        confirm();
        QTRY_VERIFY(state(1).startsWith(QStringLiteral("requeued ")));
        QTRY_VERIFY(find<QPushButton>("operationUndoButton")->isVisible());
        QTest::mouseClick(find<QPushButton>("operationUndoButton"), Qt::LeftButton);
        confirm();
        QTRY_COMPARE(state(1), QStringLiteral("stale"));
        QVERIFY(!table()->model()->index(1, 0).data(RowsProxy::StruckRole).toBool());
    }

    void membersWithoutAStateSayItBesideTheirName()
    {
        m_window->showPage(QStringLiteral("members"));
        QTRY_COMPARE(table() == nullptr ? 0 : table()->model()->rowCount(), 3);
        int row = 0;
        while (row < 3 && names().at(row) != QLatin1String("grace")) {
            ++row;
        }
        table()->selectRow(row);
        table()->setFocus();
        QTRY_VERIFY(find<QPushButton>("inspector.discard") != nullptr);
        QTest::keyClick(table(), Qt::Key_Delete);
        confirm();
        const QModelIndex cell = table()->model()->index(row, 0);
        QTRY_VERIFY(cell.data(RowsProxy::StruckRole).toBool());
        QCOMPARE(cell.data().toString(), QStringLiteral("grace"));
        QVERIFY(cell.data(RowsProxy::NoteRole).toString().startsWith(QStringLiteral("discarded ")));
    }

    void groupsOfDeadLettersStayAsWell()
    {
        QTRY_COMPARE(find<QPushButton>("deadLettersButton")->text(), QStringLiteral("Dead letters 3"));
        QTest::mouseClick(find<QPushButton>("deadLettersButton"), Qt::LeftButton);
        auto *groups = find<TableView>("deadGroups");
        QTRY_COMPARE(groups->model()->rowCount(), 2);
        groups->selectRow(1);
        QCOMPARE(groups->model()->index(1, 0).data().toString(), QStringLiteral("550 mailbox unavailable"));
        QTRY_VERIFY(find<QPushButton>("requeueGroupButton")->isEnabled());
        QTest::mouseClick(find<QPushButton>("requeueGroupButton"), Qt::LeftButton);
        QTRY_VERIFY(find<OperationDialog>("operationDialog") != nullptr);
        QVERIFY2(find<ElidedLabel>("operationTitle")->fullText().contains(QStringLiteral("550 mailbox unavailable")),
                 qPrintable(find<ElidedLabel>("operationTitle")->fullText()));
        confirm();
        QTRY_COMPARE(groups->model()->index(1, 2).data().toString(), QStringLiteral("0"));
        QCOMPARE(groups->model()->rowCount(), 2);
        QVERIFY(groups->model()->index(1, 0).data(models::DeadGroupModel::EmptyRole).toBool());
        QVERIFY(groups->model()
                    ->index(1, 0)
                    .data(models::DeadGroupModel::FateRole)
                    .toString()
                    .startsWith(QStringLiteral("1 moved")));
        QVERIFY(!find<QPushButton>("requeueGroupButton")->isEnabled());
    }

private:
    template <typename Widget> Widget *find(const char *name)
    {
        Widget *found = nullptr;
        for (Widget *each : m_window->findChildren<Widget *>(QString::fromLatin1(name))) {
            found = found == nullptr || each->isVisible() ? each : found;
        }
        return found;
    }

    [[nodiscard]] TableView *table()
    {
        auto *found = find<TableView>("elements");
        return found != nullptr && found->isVisible() ? found : nullptr;
    }

    [[nodiscard]] QStringList names()
    {
        QStringList all;
        for (int row = 0; table() != nullptr && row < table()->model()->rowCount(); ++row) {
            all.append(table()->model()->index(row, 0).data().toString());
        }
        return all;
    }

    [[nodiscard]] QString state(int row)
    {
        return table() == nullptr ? QString() : table()->model()->index(row, 1).data().toString();
    }

    void confirm()
    {
        QTRY_VERIFY(find<QPushButton>("operationConfirm") != nullptr);
        auto *button = find<QPushButton>("operationConfirm");
        QTRY_VERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
    }

    QTemporaryDir m_settings;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    Theme m_theme;
    std::unique_ptr<models::History> m_history;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<app::ConnectionController> m_connection;
    std::unique_ptr<app::OperationsController> m_operations;
};

QTEST_MAIN(TestWindowFates)
#include "tst_windowfates.moc"
