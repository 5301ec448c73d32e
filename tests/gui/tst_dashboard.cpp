// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/dashboardbench.h"
#include "tests/support/faultproxy.h"
#include "tests/support/timing.h"
#include "views/widgets/elidedlabel.h"
#include "views/widgets/preferences.h"

#include <QAction>
#include <QDeadlineTimer>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLockFile>
#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <thread>

using namespace plimsoll;
using namespace plimsoll::testing;

/// The program's window with everything behind it, as main() makes it.
class TestDashboard final : public DashboardBench {
    Q_OBJECT

private slots:
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void opensAWorkspaceAndRemembersIt();
    void connectingAsksBeforeItReplaces();
    void connectingAsksAboutTheUnsavedFirst();
    void mistakesInAFileAreTold();
    void anEditElsewhereChangesNothingHere();
    void windowsFitTheScreen();
    void dialogsFitTheScreen_data();
    void dialogsFitTheScreen();
    void theEditorSaysWhatIsAtItsKeys();
    void aCopyBeginsAsTheOther();
    void aCopyKeepsItsName();
    void aHungServerHoldsNothing();
    void settingsAreKept();
    void theZoomIsKept();
    void noDiskHoldsTheWindow();
};

void TestDashboard::opensAWorkspaceAndRemembersIt()
{
    const QString path = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    app::DashboardArguments arguments;
    arguments.target = path;
    dashboard(arguments);
    QTRY_VERIFY(m_dashboard->view().windowTitle().startsWith(QLatin1String("shop")));
    dashboard(); // again, without a name: what was open last
    QTRY_VERIFY(m_dashboard->view().windowTitle().startsWith(QLatin1String("shop")));
}

namespace {

void connectBy(const views::SessionView &window) // as Ctrl+N and the menu do
{
    window.findChild<QAction *>(QStringLiteral("connectAction"))->trigger();
}

} // namespace

/// Where a workspace is open, its tab or a new one is chosen before the form, and Escape leaves all as it is.
void TestDashboard::connectingAsksBeforeItReplaces()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("shop")));
    const RedisServer other;
    const auto dialogOf = [](const views::SessionView &view) {
        return view.findChild<QDialog *>(QStringLiteral("connectionDialog"));
    };
    const auto question = [&window] { return window.findChild<QMessageBox *>(QStringLiteral("replaceConnection")); };
    const auto answer = [&question](const QString &text) {
        for (QAbstractButton *button : question()->buttons()) {
            if (button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(text));
    };
    const auto fill = [&](const QDialog *dialog) {
        dialog->findChild<QLineEdit *>(QStringLiteral("connectionUrl"))->setText(other.url());
        QTest::mouseClick(dialog->findChild<QPushButton *>(QStringLiteral("connectionAccept")), Qt::LeftButton);
    };
    connectBy(window);
    QTRY_VERIFY(question() != nullptr);
    QVERIFY(dialogOf(window) == nullptr); // nothing has been typed yet
    QVERIFY2(question()->informativeText().contains(QStringLiteral("“shop” is closed")),
             qPrintable(question()->informativeText()));
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(question() == nullptr);
    QVERIFY(dialogOf(window) == nullptr);
    QVERIFY(window.windowTitle().startsWith(QLatin1String("shop")));

    connectBy(window);
    QTRY_VERIFY(question() != nullptr);
    answer(QStringLiteral("In a new tab"));
    QTRY_VERIFY(&m_dashboard->view() != &window && dialogOf(m_dashboard->view()) != nullptr);
    fill(dialogOf(m_dashboard->view()));
    QTRY_VERIFY(m_dashboard->view().windowTitle() != QLatin1String("Plimsoll"));
    QVERIFY(window.windowTitle().startsWith(QLatin1String("shop")));
    m_dashboard->window().showView(&window);

    QTRY_VERIFY(question() == nullptr);
    connectBy(window);
    QTRY_VERIFY(question() != nullptr);
    answer(QStringLiteral("In this tab"));
    QTRY_VERIFY(dialogOf(window) != nullptr);
    fill(dialogOf(window));
    QTRY_VERIFY2(!window.windowTitle().startsWith(QLatin1String("shop")), qPrintable(window.windowTitle()));
}

/// What is in no file yet is asked about before the form, too; who leaves the form keeps it.
void TestDashboard::connectingAsksAboutTheUnsavedFirst()
{
    app::DashboardArguments arguments;
    arguments.target = m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle() != QLatin1String("Plimsoll"));
    accept(fillEditor());
    QTRY_VERIFY(window.windowTitle().contains(QLatin1String("(not saved)")));
    const QString title = window.windowTitle();
    const auto press = [&window](const char *question, const QString &text) {
        const auto find = [&] { return window.findChild<QMessageBox *>(QLatin1StringView(question)); };
        QTRY_VERIFY(find() != nullptr);
        for (QAbstractButton *button : find()->buttons()) {
            if (button->text() == text) {
                QTest::mouseClick(button, Qt::LeftButton);
                return;
            }
        }
        QFAIL(qPrintable(text));
    };
    connectBy(window);
    press("replaceConnection", QStringLiteral("In this tab"));
    press("saveWorkspace", QStringLiteral("Don't save"));
    const auto dialog = [&window] { return window.findChild<QDialog *>(QStringLiteral("connectionDialog")); };
    QTRY_VERIFY(dialog() != nullptr);
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(dialog() == nullptr);
    QCOMPARE(window.windowTitle(), title);
}

/// The page of one collection, its selection and the chosen interval, while another is edited and all change places.
void TestDashboard::anEditElsewhereChangesNothingHere()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(!window.pageNames().isEmpty() && window.windowTitle().startsWith(QLatin1String("shop")));
    const auto *page = window.findChild<QWidget *>(QStringLiteral("kindPage.queue"));
    window.showPage(QStringLiteral("queue"));
    const auto *list = page->findChild<QTableView *>(QStringLiteral("collections"));
    QTRY_COMPARE(list->model()->rowCount(), 2);
    window.openCollection(0);
    auto *rows = page->findChild<QTableView *>(QStringLiteral("elements"));
    QTRY_COMPARE(rows->model()->rowCount(), 2);
    rows->selectRow(1);
    const QString selected = rows->currentIndex().siblingAtColumn(0).data().toString();
    const auto *dock = window.findChild<QDockWidget *>(QStringLiteral("inspectorDock"));
    if (!dock->isVisible()) { // the offscreen screen is too narrow for it to stand there by itself
        QTest::keyClick(&window, Qt::Key_F9);
    }
    QTRY_VERIFY(dock->isVisible());
    const auto *interval = window.findChild<QToolButton *>(QStringLiteral("intervalButton"));
    for (QAction *action : window.findChild<QMenu *>(QStringLiteral("intervalMenu"))->actions()) {
        if (action->data().toInt() == 500) {
            action->trigger();
        }
    }
    const QString chosen = interval->text();

    emit window.moveCollectionRequested(0, 1); // as the menu's “Move down” does
    m_server->run({"LPUSH", "q0", "new"});
    const auto *title = page->findChild<QLabel *>(QStringLiteral("collectionTitle"));
    QTRY_VERIFY(window.shown().contains(1));
    QCOMPARE(title->text(), QStringLiteral("list 0"));
    QCOMPARE(interval->text(), chosen);
    QVERIFY(rows->selectionModel()->hasSelection());
    QCOMPARE(rows->currentIndex().siblingAtColumn(0).data().toString(), selected);
    QVERIFY(dock->isVisible());
    QTRY_VERIFY(message().contains(QLatin1String("saved")));
    QCOMPARE(interval->text(), chosen);
}

/// Also one that was larger when it was left, on another screen.
void TestDashboard::windowsFitTheScreen()
{
    const QRect there = QGuiApplication::primaryScreen()->availableGeometry();
    dashboard();
    views::MainWindow &window = m_dashboard->window(); // made for 1280×800
    QTRY_VERIFY(there.contains(window.frameGeometry()));
    window.setGeometry(300, 200, 5'000, 3'000);
    dashboard();
    QTRY_VERIFY2(
        there.contains(m_dashboard->window().frameGeometry()),
        qPrintable(QStringLiteral("%1×%2").arg(m_dashboard->window().width()).arg(m_dashboard->window().height())));
}

void TestDashboard::dialogsFitTheScreen_data()
{
    QTest::addColumn<QString>("name");
    for (const char *name : {"connectionDialog", "collectionEditor", "settingsDialog"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

/// Also run at 200 %, which leaves half the pixels.
void TestDashboard::dialogsFitTheScreen()
{
    QFETCH(const QString, name);
    app::DashboardArguments arguments;
    const bool isNew = name == QLatin1String("connectionDialog"); // where a workspace is open, a question comes first
    arguments.target = isNew ? QString() : m_server->url();
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(isNew || window.windowTitle() != QLatin1String("Plimsoll"));
    if (isNew) {
        emit window.connectRequested();
    } else if (name == QLatin1String("collectionEditor")) {
        emit window.addCollectionRequested();
    } else {
        emit window.settingsRequested();
    }
    const auto *dialog = window.findChild<QDialog *>(name);
    QVERIFY(dialog != nullptr);
    const QRect there = QGuiApplication::primaryScreen()->availableGeometry();
    QTRY_VERIFY2(there.contains(dialog->geometry()),
                 qPrintable(QStringLiteral("%1×%2").arg(dialog->width()).arg(dialog->height())));
    for (const QPushButton *button : dialog->findChildren<QPushButton *>()) {
        const QString role = button->property("role").toString();
        if (role == QLatin1String("primary")) { // the way out is in reach
            QVERIFY(QRect(QPoint(), dialog->size()).contains(button->geometry()));
        }
    }
}

/// Existence, type and size, while a person types.
void TestDashboard::theEditorSaysWhatIsAtItsKeys()
{
    m_server->run({"HSET", "h", "a", "1"});
    m_server->run({"RPUSH", "tier:1", "a", "b", "c"});
    m_server->run({"RPUSH", "one", "a"});
    FaultProxy proxy(m_server->local());
    app::DashboardArguments arguments;
    arguments.target = proxy.endpoint().url();
    views::SessionView &window = dashboard(arguments).view();
    emit window.addCollectionRequested();
    auto *editor = window.findChild<views::CollectionEditor *>();
    auto *ready = editor->findChild<QPlainTextEdit *>(QStringLiteral("key.ready"));
    const auto *found = ready->parentWidget()->findChild<views::ElidedLabel *>(QStringLiteral("fieldFound"));
    QVERIFY(QTest::qWaitForWindowExposed(editor));
    QVERIFY(found->fullText().isEmpty());
    const int height = ready->parentWidget()->height();
    const auto says = [&](const QString &keys, const QString &text) {
        ready->clear();
        QTest::keyClicks(ready, keys);
        QTRY_COMPARE(found->fullText(), text);
    };
    says(QStringLiteral("q0"), QStringLiteral("a list, 2 elements"));
    says(QStringLiteral("one"), QStringLiteral("a list, 1 element"));
    says(QStringLiteral("nobody"), QStringLiteral("no such key right now: it may be empty, or misspelled"));
    says(QStringLiteral("tier:{1,2}"), QStringLiteral("1 of 2 keys are there: 3 elements"));
    says(QStringLiteral("h"), QStringLiteral("h is a hash; this needs another type"));
    QCOMPARE(ready->parentWidget()->height(), height); // its room was there before
    m_server->pause();
    const int connections = proxy.connections(); // each question has its own
    ready->clear();
    QTest::keyClicks(ready, QStringLiteral("q0"));
    QTRY_VERIFY(proxy.connections() > connections);
    QElapsedTimer closing;
    closing.start();
    editor->reject();
    QCoreApplication::processEvents();
    QVERIFY2(closing.elapsed() < testing::atOnce.count(), qPrintable(QString::number(closing.elapsed())));
    m_server->resume();
}

void TestDashboard::aCopyBeginsAsTheOther()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("shop")));
    emit window.duplicateCollectionRequested(0);
    auto *editor = window.findChild<views::CollectionEditor *>();
    QVERIFY(editor != nullptr);
    QCOMPARE(editor->findChild<QLineEdit *>(QStringLiteral("collectionName"))->text(), QStringLiteral("list 0 copy"));
    QCOMPARE(editor->findChild<QPlainTextEdit *>(QStringLiteral("key.ready"))->toPlainText(), QStringLiteral("q0"));
    QTest::mouseClick(editor->findChild<QPushButton *>(QStringLiteral("collectionAccept")), Qt::LeftButton);
    window.showPage(QStringLiteral("queue"));
    const auto *list = window.findChild<QWidget *>(QStringLiteral("kindPage.queue"))
                           ->findChild<QTableView *>(QStringLiteral("collections"));
    QTRY_COMPARE(list->model()->rowCount(), 3);
}

/// A name that looks like a placeholder of QString::arg() is a name like any other.
void TestDashboard::aCopyKeepsItsName()
{
    QByteArray json = workspaceJson(*m_server);
    json.replace("list 0", "%1%2").replace("list 1", "%1%2 copy");
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), json);
    views::SessionView &window = dashboard(arguments).view();
    QTRY_VERIFY(window.windowTitle().startsWith(QLatin1String("shop")));
    emit window.duplicateCollectionRequested(0);
    const auto *editor = window.findChild<views::CollectionEditor *>();
    QCOMPARE(editor->findChild<QLineEdit *>(QStringLiteral("collectionName"))->text(), QStringLiteral("%1%2 copy 2"));
}

/// The window reacts at once to any action while the server does not answer.
void TestDashboard::aHungServerHoldsNothing()
{
    app::DashboardArguments arguments;
    arguments.target = write(QStringLiteral("shop.json"), workspaceJson(*m_server));
    views::SessionView &window = dashboard(arguments).view();
    const auto *connection = window.findChild<views::ElidedLabel *>(QStringLiteral("connectionLabel"));
    QTRY_VERIFY(connection->fullText().startsWith(QLatin1String("connected")));
    const QString other =
        write(QStringLiteral("other.json"), workspaceJson(*m_server).replace(R"("shop")", R"("other")"));
    m_server->pause();
    qint64 longest = 0;
    QString slowest;
    const auto act = [&](const QString &name, const std::function<void()> &what) {
        QElapsedTimer took;
        took.start();
        what();
        QCoreApplication::processEvents();
        if (took.elapsed() > longest) {
            longest = took.elapsed();
            slowest = name;
        }
    };
    for (const QString &page : window.pageNames()) {
        act(page, [&] { window.showPage(page); });
    }
    act(QStringLiteral("open"), [&] { window.openCollection(0); });
    act(QStringLiteral("refresh"), [&] { emit window.refreshRequested(); });
    act(QStringLiteral("interval"), [&] { emit window.intervalChosen(std::chrono::seconds(2)); });
    act(QStringLiteral("edit"), [&] { emit window.moveCollectionRequested(0, 1); });
    act(QStringLiteral("journal"), [&] { m_dashboard->sessions().front()->session().operations().readJournal(); });
    act(QStringLiteral("another file"), [&] { emit window.openRequested(other); });
    const auto opened = [&] { return window.windowTitle().startsWith(QLatin1String("other")); };
    for (const QDeadlineTimer deadline(60'000); !opened() && !deadline.hasExpired();) {
        act(QStringLiteral("it opens"), [] {});
    }
    QVERIFY(opened());
    act(QStringLiteral("leave"), [&] { m_dashboard.reset(); });
    m_server->resume();
    QVERIFY2(longest < testing::atOnce.count(), qPrintable(QStringLiteral("%1: %2 ms").arg(slowest).arg(longest)));
}

void TestDashboard::settingsAreKept()
{
    dashboard();
    m_dashboard->window().resize(790, 601);
    const QSize left = m_dashboard->window().size();
    views::Preferences::ofPerson().setValue(QStringLiteral("pageRows"), 250);
    views::Preferences::ofPerson().setValue(QStringLiteral("bytes"), QByteArray("\0\xff x", 4));
    dashboard(); // reads the file anew
    QCOMPARE(m_dashboard->window().size(), left);
    QCOMPARE(left.height(), 601);
    QCOMPARE(views::Preferences::ofPerson().value(QStringLiteral("pageRows")).toInt(), 250);
    QCOMPARE(views::Preferences::ofPerson().value(QStringLiteral("bytes")).toByteArray(), QByteArray("\0\xff x", 4));
}

void TestDashboard::theZoomIsKept()
{
    dashboard();
    const auto width = [this] {
        return m_dashboard->view().findChild<QWidget *>(QStringLiteral("navigation"))->minimumWidth();
    };
    const int usual = width();
    const auto zoom = [this](const char *action) {
        m_dashboard->view().findChild<QAction *>(QLatin1StringView(action))->trigger();
    };
    zoom("zoomInAction");
    zoom("zoomInAction");
    QTRY_COMPARE(width(), usual * 5 / 4);
    dashboard(); // reads the file anew
    QCOMPARE(width(), usual * 5 / 4);
    QCOMPARE(QApplication::font().pixelSize(), 16);
    zoom("zoomResetAction");
    QCOMPARE(width(), usual);
}

/// Another process, or a disk that is away, may hold the file of the settings.
void TestDashboard::noDiskHoldsTheWindow()
{
    dashboard();
    views::Preferences::ofPerson().finishWriting();
    QVERIFY(QFileInfo(QSettings().fileName()).dir().mkpath(QStringLiteral(".")));
    auto lock = std::make_unique<QLockFile>(QSettings().fileName() + QStringLiteral(".lock"));
    QVERIFY(lock->tryLock());
    std::promise<void> done;
    std::thread other([&lock, until = done.get_future()] {
        until.wait_for(std::chrono::seconds(8)); // all of it where the window waits for the file
        lock.reset();
    });
    views::Preferences::ofPerson().setValue(QStringLiteral("theme"), QStringLiteral("dark"));
    QElapsedTimer waited;
    waited.start();
    QCoreApplication::processEvents(); // where settings used to be written
    const qint64 held = waited.elapsed();
    done.set_value();
    other.join();
    QVERIFY2(held < testing::atOnce.count(), qPrintable(QString::number(held)));
    views::Preferences::ofPerson().finishWriting();
    QCOMPARE(QSettings().value(QStringLiteral("theme")).toString(), QStringLiteral("dark"));
}

void TestDashboard::mistakesInAFileAreTold()
{
    app::DashboardArguments arguments;
    arguments.target =
        write(QStringLiteral("wrong.json"), R"({"plimsoll":1,"name":"x","connection":{"url":"ftp://x"}})");
    dashboard(arguments);
    QTRY_VERIFY2(message().contains(QLatin1String("wrong.json")), qPrintable(message()));
}

QTEST_MAIN(TestDashboard)

#include "tst_dashboard.moc"
